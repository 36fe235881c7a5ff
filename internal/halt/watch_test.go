package halt_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/patgraph/patgraph/internal/halt"
)

// work takes a number of steps, unless its context ends before.
func work(w *halt.Watch, steps int) (done int, err error) {
	defer halt.Catch(&err)
	for range steps {
		w.Step()
		done++
	}
	return done, nil
}

func TestWatch(t *testing.T) {
	const many = 100_000
	ctx, cancel := context.WithCancel(t.Context())
	w := halt.New(ctx)
	if done, err := work(w, many); done != many || err != nil {
		t.Errorf("%d steps, %v", done, err)
	}
	cancel()
	for _, w := range []*halt.Watch{w, w.Another()} {
		if done, err := work(w, many); done > 2000 || !errors.Is(err, context.Canceled) {
			t.Errorf("%d steps after the end, %v", done, err)
		}
	}
	w.Release()
	for _, w := range []*halt.Watch{w, w.Another(), nil} {
		if done, err := work(w, many); done != many || err != nil {
			t.Errorf("%d steps without a context, %v", done, err)
		}
	}
}

// Many steps at once count as such.
func TestSteps(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	w := halt.New(ctx)
	err := func() (err error) {
		defer halt.Catch(&err)
		w.Steps(1 << 20)
		return nil
	}()
	if !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// A deadline unwinds nothing, and a new one begins anew.
func TestDeadline(t *testing.T) {
	w := halt.New(t.Context())
	w.Until(time.Now().Add(-time.Second))
	if w.Late() {
		t.Error("late without a look")
	}
	if _, err := work(w, 2000); err != nil || !w.Late() {
		t.Errorf("late %v, %v", w.Late(), err)
	}
	w.Until(time.Now().Add(time.Hour))
	if w.Look(); w.Late() {
		t.Error("late an hour before the deadline")
	}
	w.Until(time.Time{})
	if w.Look(); w.Late() {
		t.Error("late without a deadline")
	}
}

// Other panics go on.
func TestCatch(t *testing.T) {
	defer func() {
		if x := recover(); x != "a defect" {
			t.Error(x)
		}
	}()
	var err error
	defer halt.Catch(&err)
	panic("a defect")
}

// Time passes for a context while work goes on, also where there is one thread.
func TestTimeout(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	begun := time.Now()
	if _, err := work(halt.New(ctx), 1<<30); !errors.Is(err, context.DeadlineExceeded) || time.Since(begun) > 10*time.Second {
		t.Errorf("%v after %v", err, time.Since(begun))
	}
}
