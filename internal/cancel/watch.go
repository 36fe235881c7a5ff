package cancel

import (
	"context"
	"time"
)

// interval is the number of steps after which a watch checks its context and the clock: a fraction of a millisecond.
const interval = 1 << 10

// Few is the number of steps that are counted at once in loops where a step costs hardly more than counting it.
const Few = 64

// A Watch decides when work has to end. It belongs to one goroutine. A nil Watch never ends anything.
type Watch struct {
	ctx      context.Context // nil after Release
	left     int             // steps until the next check
	seen     int             // steps counted by the time of the next check, when left is 0
	budget   int             // the count of steps at which Within ends its work; 0: no budget
	deadline time.Time       // zero: no deadline
	late     bool
	of       *Watch // the watch that this one counts for; see Counting
}

// ended is the panic value that unwinds to Catch, exhausted the one that unwinds to Within.
type (
	ended     struct{ err error }
	exhausted struct{}
)

// Unwinds reports whether a recovered value was raised by a watch that ends work; the caller must panic with it again.
func Unwinds(x any) bool {
	switch x.(type) {
	case ended, exhausted:
		return true
	}
	return false
}

// New returns a watch that ends work when the context ends.
func New(ctx context.Context) *Watch { return &Watch{ctx: ctx, left: interval, seen: interval} }

// Counting returns a watch for shared work of the same goroutine, such as filling a table that several computations
// use: its steps count for w, but neither the budget nor the deadline of w ends that work half done.
func (w *Watch) Counting() *Watch {
	if w == nil {
		return nil
	}
	return &Watch{of: w}
}

// Step counts one step and returns the same as Late.
func (w *Watch) Step() bool {
	if w == nil {
		return false
	}
	if w.left--; w.left < 0 {
		w.Check()
	}
	return w.late
}

// Steps counts n steps.
func (w *Watch) Steps(n int) {
	if w != nil {
		if w.left -= n; w.left < 0 {
			w.Check()
		}
	}
}

// Nth counts Few steps if the number of the step is a multiple of Few, and reports whether the watch is late then.
func (w *Watch) Nth(step int) bool { return uint(step)%Few == 0 && w.few() }

//go:noinline
func (w *Watch) few() bool { // a function of its own, so that Nth is inlined
	w.Steps(Few)
	return w.Late()
}

// Check checks the context at once, and the clock if there is a deadline. If the context has ended, Check does not
// return.
func (w *Watch) Check() {
	if w == nil {
		return
	}
	if w.of != nil {
		w.count()
		return
	}
	spent := w.Spent()
	w.rest(spent)
	yield()
	w.ask()
	w.late = w.late || !w.deadline.IsZero() && time.Now().After(w.deadline)
	if w.budget > 0 && (w.late || spent > w.budget) {
		panic(exhausted{})
	}
}

// rest begins a new interval after the given number of steps.
func (w *Watch) rest(spent int) { w.left, w.seen = interval, spent+interval }

// Spent returns the number of steps counted so far.
func (w *Watch) Spent() int {
	if w == nil {
		return 0
	}
	return w.seen - w.left
}

// ask ends the work if its context has ended.
func (w *Watch) ask() {
	if w.ctx != nil {
		if err := w.ctx.Err(); err != nil {
			panic(ended{err})
		}
	}
}

// count adds the steps of w to the watch that it counts for.
func (w *Watch) count() {
	of := w.of
	of.left += w.left
	w.left = 0
	if of.left < 0 {
		of.ask()
	}
}

// Within calls work and ends it after about the given number of steps, or at the deadline. In that case it returns
// false, and the data that work was changing must not be used any more. Nested calls end with the outer one. Steps are
// counted the same way on every machine, so whether the budget suffices is reproducible; the deadline is not. A nil
// watch has no budget.
func (w *Watch) Within(steps int, work func()) (done bool) {
	if w == nil {
		work()
		return true
	}
	spent := w.Spent()
	outer, end := w.budget, spent+max(steps, 1)
	if outer > 0 {
		end = min(end, outer)
	}
	if w.late || spent > end {
		return false
	}
	w.budget = end
	w.rest(spent) // so that the end does not depend on the work done before
	defer func() {
		w.budget = outer
		if done {
			return
		}
		switch x := recover(); {
		case x == nil: // runtime.Goexit ends the goroutine
		case x != (exhausted{}), outer > 0 && (w.late || w.Spent() > outer):
			panic(x)
		}
	}()
	work()
	return true
}

// Until sets a deadline for a part of the work; the zero time removes it. A deadline that passes does not unwind the
// work, but Late then returns true.
func (w *Watch) Until(deadline time.Time) {
	if w != nil {
		w.deadline, w.late = deadline, false
	}
}

// Late reports whether a check found that the deadline had passed.
func (w *Watch) Late() bool { return w != nil && w.late }

// Release makes the watch inactive: the work is complete and its result stays usable, even if the context ends later.
func (w *Watch) Release() {
	if w != nil {
		*w = Watch{}
	}
}

// Catch is deferred around work with a watch. If the end of a context ended the work, Catch sets *err to the error of
// that context.
func Catch(err *error) {
	switch x := recover().(type) {
	case nil:
	case ended:
		*err = x.err
	default:
		panic(x)
	}
}
