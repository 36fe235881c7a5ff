package explain

// Explaining an error has a budget of steps, which cancel.Watch counts: it is the same on every machine. An error that
// exceeds it is reported without its explanation.

// Steps are budgets for explanations. The zero value has the defaults.
type Steps struct {
	Part int // of each part of the explanation of an error, such as finding its core, or its changes
	File int // of all errors of a program
	Rest int // of the reasons that all errors beyond these budgets give
}

const (
	stepsPerPart = 12_000_000
	stepsPerFile = 40_000_000
	stepsPerRest = 4_000_000
)

// Allow sets the budgets. Without it the defaults hold.
func (x *Explainer) Allow(s Steps) {
	if s.Part > 0 {
		x.part = s.Part
	}
	if s.File > 0 {
		*x.steps = s.File
	}
	if s.Rest > 0 {
		*x.rest = s.Rest
	}
}

// Within runs a part of the explanation of an error, and reports whether it stayed within its budget. If it did not,
// its results must not be used.
func (x *Explainer) Within(part func()) (done bool) {
	if done = x.within(x.steps, x.part, part); !done {
		x.restate() // what was derived from the constraints may be incomplete
	}
	return done
}

// WithinRest finds the reason of an error that is reported without an explanation, and reports whether it stayed within
// the budget of all of these. If it did not, its results must not be used.
func (x *Explainer) WithinRest(reason func()) (done bool) { return x.within(x.rest, *x.rest, reason) }

// within runs a function for at most some steps of a budget, takes its steps from the budget, and reports whether it
// ended.
func (x *Explainer) within(budget *int, most int, run func()) (done bool) {
	w := x.solver.Watch
	before := w.Spent()
	done = *budget > 0 && w.Within(min(most, *budget), run)
	*budget -= w.Spent() - before
	return done
}

// Spent reports whether the budget of the program is used up.
func (x *Explainer) Spent() bool { return *x.left < 0 || *x.steps <= 0 }
