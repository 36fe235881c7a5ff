package batch

import (
	"errors"
	"iter"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/patgraph/patgraph/internal/await"
)

func TestOrdered(t *testing.T) {
	for _, workers := range []int{1, 2, 7, 100} {
		var got []int
		err := ordered(t.Context(), upTo(200), workers, mostWaiting, func(i int) int {
			time.Sleep(time.Duration(i%3) * 100 * time.Microsecond)
			return i
		}, small, func(i int) error {
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
		if len(got) != 200 {
			t.Errorf("%d workers: %d results", workers, len(got))
		}
	}
	stop := errors.New("enough")
	n := 0
	if err := ordered(t.Context(), upTo(1000), 3, mostWaiting, func(i int) int { return i }, small, func(int) error {
		if n++; n == 5 {
			return stop
		}
		return nil
	}); err != stop || n != 5 {
		t.Errorf("after %d results: %v", n, err)
	}
	if err := ordered(t.Context(), upTo(0), 3, mostWaiting, func(i int) int { return i }, small,
		func(int) error { return stop }); err != nil {
		t.Error(err)
	}
}

func small(int) int { return 1 }

// While one piece takes long, others are processed, up to the bound on waiting results.
func TestOrderedAhead(t *testing.T) {
	const workers = 3
	for _, test := range []struct {
		name        string
		size, least int64
		most        int64
	}{
		{"small", 1, mostAhead, mostAhead + workers + 2},
		{"large", mostWaiting / 10, 10, 11 + 2*workers},
	} {
		synctest.Test(t, func(t *testing.T) {
			var done atomic.Int64
			var ahead int64
			err := ordered(t.Context(), upTo(5000), workers, mostWaiting, func(i int) int {
				if i > 0 {
					done.Add(1)
					return i
				}
				synctest.Wait() // until no more is processed
				ahead = done.Load()
				return i
			}, func(int) int { return int(test.size) }, func(int) error { return nil })
			if err != nil || done.Load() != 4999 {
				t.Errorf("%s: %d pieces, %v", test.name, done.Load(), err)
			}
			if ahead < test.least-1 || ahead > test.most {
				t.Errorf("%s results: %d were done ahead", test.name, ahead)
			}
		})
	}
}

// If results can no longer be written, a silent stream does not block.
func TestOrderedSilent(t *testing.T) {
	forever := make(chan struct{})
	defer close(forever)
	stop := errors.New("enough")
	done := make(chan error)
	go func() {
		done <- ordered(t.Context(), func(yield func(int) bool) {
			if yield(1) {
				<-forever
			}
		}, 2, mostWaiting, func(i int) int { return i }, small, func(int) error { return stop })
	}()
	select {
	case err := <-done:
		if err != stop {
			t.Error(err)
		}
	case <-time.After(await.Patience):
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
