package batch

import (
	"errors"
	"iter"
	"sync/atomic"
	"testing"
	"time"
)

func TestOrdered(t *testing.T) {
	for _, workers := range []int{1, 2, 7, 100} {
		var ahead, most atomic.Int64
		var got []int
		err := ordered(upTo(200), workers, func(i int) int {
			if n := ahead.Add(1); n > most.Load() {
				most.Store(n)
			}
			time.Sleep(time.Duration(i%3) * 100 * time.Microsecond)
			return i
		}, func(i int) error {
			ahead.Add(-1)
			got = append(got, i)
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		for i, g := range got {
			if i != g {
				t.Fatalf("%d workers: result %d in place %d", workers, g, i)
			}
		}
		if len(got) != 200 || most.Load() > int64(6*workers+2) {
			t.Errorf("%d workers: %d results, up to %d at a time", workers, len(got), most.Load())
		}
	}
	stop := errors.New("enough")
	n := 0
	if err := ordered(upTo(1000), 3, func(i int) int { return i }, func(int) error {
		if n++; n == 5 {
			return stop
		}
		return nil
	}); err != stop || n != 5 {
		t.Errorf("after %d results: %v", n, err)
	}
	if err := ordered(upTo(0), 3, func(i int) int { return i }, func(int) error { return stop }); err != nil {
		t.Error(err)
	}
}

// When results cannot be written any more, a stream that is silent keeps nobody.
func TestOrderedSilent(t *testing.T) {
	forever := make(chan struct{})
	defer close(forever)
	stop := errors.New("enough")
	done := make(chan error)
	go func() {
		done <- ordered(func(yield func(int) bool) {
			if yield(1) {
				<-forever
			}
		}, 2, func(i int) int { return i }, func(int) error { return stop })
	}()
	select {
	case err := <-done:
		if err != stop {
			t.Error(err)
		}
	case <-time.After(10 * time.Second):
		t.Error("it waits for the next piece")
	}
}

func upTo(n int) iter.Seq[int] {
	return func(yield func(int) bool) {
		for i := range n {
			if !yield(i) {
				return
			}
		}
	}
}
