package explain

// Explaining an error ends within a budget of steps, which cancel.Watch counts: it is the same on every machine. What
// exceeds it is reported without its explanation.

// Steps says how much work explaining is allowed. The zero value has the defaults.
type Steps struct {
	Part int // of each part of the explanation of an error, such as finding its core, or its changes
	File int // of all errors of a program
}

const (
	stepsPerPart = 12_000_000
	stepsPerFile = 40_000_000
)

// Allow sets what is allowed. Without it, that are the defaults.
func (x *Explainer) Allow(s Steps) {
	if s.Part > 0 {
		x.part = s.Part
	}
	if s.File > 0 {
		*x.steps = s.File
	}
}

// Within does a part of the explanation of an error, and reports whether it ended within its budget. If it did not, what it
// made must not be used.
func (x *Explainer) Within(part func()) (done bool) {
	w := x.solver.Watch
	before := w.Spent()
	done = *x.steps > 0 && w.Within(min(x.part, *x.steps), part)
	*x.steps -= w.Spent() - before
	if !done {
		x.forget()
	}
	return done
}

// forget drops what has been made of the program, some of it perhaps half.
func (x *Explainer) forget() {
	clear(x.bases)
	clear(x.ranges)
}

// Spent reports whether the work of the program is done.
func (x *Explainer) Spent() bool { return *x.left < 0 || *x.steps <= 0 }
