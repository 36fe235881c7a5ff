package cancel_test

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/patgraph/patgraph/internal/cancel"
)

// work takes a number of steps, unless its context ends before.
func work(w *cancel.Watch, steps int) (done int, err error) {
	defer cancel.Catch(&err)
	for range steps {
		w.Step()
		done++
	}
	return done, nil
}

func TestWatch(t *testing.T) {
	const many = 100_000
	ctx, stop := context.WithCancel(t.Context())
	w := cancel.New(ctx)
	if done, err := work(w, many); done != many || err != nil {
		t.Errorf("%d steps, %v", done, err)
	}
	stop()
	if done, err := work(w, many); done > 2000 || !errors.Is(err, context.Canceled) {
		t.Errorf("%d steps after the end, %v", done, err)
	}
	w.Release()
	for _, w := range []*cancel.Watch{w, nil} {
		if done, err := work(w, many); done != many || err != nil {
			t.Errorf("%d steps without a context, %v", done, err)
		}
	}
}

// A call of Steps counts all its steps.
func TestSteps(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	stop()
	w := cancel.New(ctx)
	err := func() (err error) {
		defer cancel.Catch(&err)
		w.Steps(1 << 20)
		return nil
	}()
	if !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// A deadline does not unwind the work, and a new deadline resets Late.
func TestDeadline(t *testing.T) {
	w := cancel.New(t.Context())
	w.Until(time.Now().Add(-time.Second))
	if w.Late() {
		t.Error("late without a look")
	}
	if _, err := work(w, 2000); err != nil || !w.Late() {
		t.Errorf("late %v, %v", w.Late(), err)
	}
	w.Until(time.Now().Add(time.Hour))
	if w.Check(); w.Late() {
		t.Error("late an hour before the deadline")
	}
	w.Until(time.Time{})
	if w.Check(); w.Late() {
		t.Error("late without a deadline")
	}
}

// A budget ends only its own work, reproducibly, and not the work after it.
func TestWithin(t *testing.T) {
	run := func() (counts []int) {
		w := cancel.New(t.Context())
		count := func(budget, steps int) (done bool) {
			n := 0
			done = w.Within(budget, func() {
				for range steps {
					w.Step()
					n++
				}
			})
			counts = append(counts, n)
			return done
		}
		if !count(10_000, 9_000) || count(10_000, 20_000) || !count(10_000, 9_000) {
			t.Error("a budget ends what it covers, or does not end what it does not")
		}
		if w.Within(10_000, func() {
			if count(1_000, 5_000) {
				t.Error("an inner budget does not end its work")
			}
			count(1_000_000, 50_000)
			count(1_000_000, 50_000)
		}) {
			t.Error("an inner budget is larger than the outer one")
		}
		return counts
	}
	counts := run()
	if again := run(); !slices.Equal(counts, again) {
		t.Errorf("%d and %d steps", counts, again)
	}
	if n := counts[1]; n < 10_000 || n > 12_000 {
		t.Errorf("%d steps of 10000", n)
	}
	w := cancel.New(t.Context())
	w.Until(time.Now().Add(-time.Second))
	if w.Within(1<<30, func() { _, _ = work(w, 1<<20) }) || w.Within(1<<30, func() { t.Error("work after the deadline") }) {
		t.Error("a budget outlives the deadline")
	}
}

// Steps of a counting watch are counted in the budget of its parent, but that budget does not end them; the
// end of the context does.
func TestCounting(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	w := cancel.New(ctx)
	c := w.Counting()
	n, m := 0, 0
	if w.Within(10_000, func() {
		for range 20_000 {
			c.Step()
			n++
		}
		for range 20_000 {
			w.Step()
			m++
		}
	}) || n != 20_000 || m != 0 {
		t.Errorf("%d steps that count, and %d after them", n, m)
	}
	if w.Spent() != 20_001 {
		t.Errorf("%d steps were spent", w.Spent())
	}
	w.Until(time.Now().Add(-time.Second))
	if w.Check(); c.Late() {
		t.Error("the deadline is late for what only counts")
	}
	w.Until(time.Time{})
	stop()
	if done, err := work(c, 100_000); done > 2000 || !errors.Is(err, context.Canceled) {
		t.Errorf("%d steps after the end, %v", done, err)
	}
	w.Release()
	if done, err := work(c, 100_000); done != 100_000 || err != nil {
		t.Errorf("%d steps without a context, %v", done, err)
	}
}

// The step at which a budget ends does not depend on the work done before.
func TestWithinPhase(t *testing.T) {
	ends := make(map[int]bool)
	for before := range 3000 {
		w := cancel.New(t.Context())
		w.Steps(before)
		n := 0
		w.Within(5000, func() {
			for {
				w.Step()
				n++
			}
		})
		ends[n] = true
	}
	if len(ends) != 1 {
		t.Errorf("it ends after %v steps", ends)
	}
}

// Other panics pass through Catch, and through a budget.
func TestCatch(t *testing.T) {
	defer func() {
		if x := recover(); x != "a defect" {
			t.Error(x)
		}
	}()
	var err error
	defer cancel.Catch(&err)
	cancel.New(t.Context()).Within(1, func() { panic("a defect") })
}

// A context with a timeout ends while work goes on, also on a single thread.
func TestTimeout(t *testing.T) {
	ctx, stop := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer stop()
	if done, err := work(cancel.New(ctx), 1<<30); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("%v after %d steps", err, done)
	}
}
