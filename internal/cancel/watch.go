package cancel

import (
	"context"
	"time"
)

// interval is after how many steps a watch looks at its context and at the clock: a
// fraction of a millisecond.
const interval = 1 << 10

// Few is how many steps are counted at once where a step takes hardly longer than
// counting it.
const Few = 64

// A Watch says when work has to end. It belongs to one goroutine. A nil Watch never ends
// anything.
type Watch struct {
	ctx      context.Context // nil: it has been released
	left     int             // steps until it looks
	seen     int             // steps that were counted when it looks next, if none is left then
	budget   int             // the number of steps at which Within ends its work; 0: no budget
	deadline time.Time       // zero: none
	late     bool
	of       *Watch // what it counts for; see Counting
}

// ended is the panic that unwinds to Catch, and exhausted the one that unwinds to Within.
type (
	ended     struct{ err error }
	exhausted struct{}
)

// Unwinds reports whether what was recovered is the end of work by a watch, so that it has to go on.
func Unwinds(x any) bool {
	switch x.(type) {
	case ended, exhausted:
		return true
	}
	return false
}

// New returns a watch that ends work when a context ends.
func New(ctx context.Context) *Watch { return &Watch{ctx: ctx, left: interval, seen: interval} }

// Another returns a watch with the same context and the same deadline for another goroutine.
func (w *Watch) Another() *Watch {
	if w == nil {
		return nil
	}
	x := New(w.ctx)
	x.deadline, x.late = w.deadline, w.late
	return x
}

// Counting returns a watch for work of the same goroutine that others rely on, such as a table that
// they share: its steps count for this watch, but neither a budget nor the deadline ends it half done.
func (w *Watch) Counting() *Watch {
	if w == nil {
		return nil
	}
	return &Watch{of: w}
}

// Step counts a step of work and is Late.
func (w *Watch) Step() bool {
	if w == nil {
		return false
	}
	if w.left--; w.left < 0 {
		w.Check()
	}
	return w.late
}

// Steps counts so many steps.
func (w *Watch) Steps(n int) {
	if w != nil {
		if w.left -= n; w.left < 0 {
			w.Check()
		}
	}
}

// Nth counts Few steps at a step whose number divides by it, and reports whether it is
// late then.
func (w *Watch) Nth(step int) bool { return uint(step)%Few == 0 && w.few() }

//go:noinline
func (w *Watch) few() bool { // apart, so that Nth is inlined
	w.Steps(Few)
	return w.Late()
}

// Check looks at the context, and at the clock if there is a deadline, at once. Work for a
// context that has ended goes no further than this.
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

// rest begins a new interval after so many steps.
func (w *Watch) rest(spent int) { w.left, w.seen = interval, spent+interval }

// Spent is how many steps were counted.
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

// count hands each step on to the watch that it counts for.
func (w *Watch) count() {
	of := w.of
	of.left += w.left
	w.left = 0
	if of.left < 0 {
		of.ask()
	}
}

// Within calls work and ends it after about so many steps, or at the deadline; then it reports
// false, and what work was changing must not be used any more. Work within work ends with it.
// Steps are counted the same way on every machine, so whether the budget suffices is the same
// everywhere; the deadline is not. A nil watch has no budget.
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
	w.rest(spent) // so that where it ends does not depend on what was done before
	defer func() {
		w.budget = outer
		if done {
			return
		}
		switch x := recover(); {
		case x == nil: // the goroutine exits
		case x != (exhausted{}), outer > 0 && (w.late || w.Spent() > outer):
			panic(x)
		}
	}()
	work()
	return true
}

// Until sets a deadline for a part of the work; the zero time is none. Nothing unwinds when
// it passes, but Late says so.
func (w *Watch) Until(deadline time.Time) {
	if w != nil {
		w.deadline, w.late = deadline, false
	}
}

// Late reports whether a look found that the deadline had passed.
func (w *Watch) Late() bool { return w != nil && w.late }

// Release makes the watch one that never ends anything: what it watched is done, and can
// be used from now on, whatever becomes of the context.
func (w *Watch) Release() {
	if w != nil {
		*w = Watch{}
	}
}

// Catch is deferred around work with a watch. It sets the error to that of the context
// with which the work ended, if it did.
func Catch(err *error) {
	switch x := recover().(type) {
	case nil:
	case ended:
		*err = x.err
	default:
		panic(x)
	}
}
