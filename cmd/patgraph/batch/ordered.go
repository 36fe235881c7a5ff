package batch

import (
	"context"
	"iter"
	"sync"
	"sync/atomic"
)

// Bounds on how far workers may be ahead of the output. One large program takes as long as a thousand small ones, and
// workers should not be idle meanwhile; but the memory of waiting results must be bounded.
const (
	mostAhead   = 1 << 10 // pieces
	mostWaiting = 1 << 24 // maximum total size of waiting results, in bytes
)

// ordered processes pieces with some workers and emits the results in order. The pieces may be produced lazily. It ends
// when emit fails or the context ends.
//
// One goroutine draws the pieces. After an error it may still block on the next piece, since a stream may be silent for
// any time. size is the memory of a result, and most the bound on that of all waiting results.
func ordered[S, T any](
	ctx context.Context, pieces iter.Seq[S], workers int, most int64, do func(S) T, size func(T) int, emit func(T) error,
) error {
	type job struct {
		piece  S
		result chan T
	}
	jobs := make(chan job)
	queue := make(chan chan T, mostAhead)
	var waiting atomic.Int64
	less := make(chan struct{}, 1) // signals that fewer results wait
	stop := make(chan struct{})
	var group sync.WaitGroup
	for range max(1, workers) {
		group.Go(func() {
			for {
				select {
				case j, ok := <-jobs:
					if !ok {
						return
					}
					r := do(j.piece)
					waiting.Add(int64(size(r)))
					j.result <- r
				case <-stop:
					return
				}
			}
		})
	}
	go func() {
		defer close(queue)
		defer close(jobs)
		for p := range pieces {
			// A worker already processes the piece that all others wait for, so their number will decrease.
			for waiting.Load() > most {
				select {
				case <-less:
				case <-stop:
					return
				}
			}
			j := job{p, make(chan T, 1)}
			select {
			case queue <- j.result:
			case <-stop:
				return
			}
			select {
			case jobs <- j:
			case <-stop:
				return
			}
		}
	}()
	defer group.Wait()
	defer close(stop)
	for {
		var result chan T
		select {
		case next, more := <-queue:
			if !more {
				return nil
			}
			result = next
		case <-ctx.Done():
			return ctx.Err()
		}
		r := <-result
		waiting.Add(-int64(size(r)))
		select {
		case less <- struct{}{}:
		default:
		}
		if err := emit(r); err != nil {
			return err
		}
	}
}
