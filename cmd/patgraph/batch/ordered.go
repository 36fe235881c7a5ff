package batch

import (
	"context"
	"iter"
	"sync"
	"sync/atomic"
)

// How far the workers may be ahead of what was handed over. One large program takes
// as long as a thousand small ones, and nobody should wait for it; but the results
// that wait for it must not grow with the work.
const (
	mostAhead   = 1 << 10 // pieces
	mostWaiting = 1 << 24 // size of the results that wait, in bytes, at most
)

// ordered does pieces of work with some workers and hands the results over in
// order. What is to be done may be made while it is done. An error of emit ends it, and
// so does the end of the context.
//
// The pieces are drawn by one goroutine, which after an error may still wait for the
// next piece: nobody can say when a stream goes on. Size is how much memory a result
// takes, and most how much those may take that wait.
func ordered[S, T any](ctx context.Context, pieces iter.Seq[S], workers int, most int64, do func(S) T, size func(T) int, emit func(T) error) error {
	type job struct {
		piece  S
		result chan T
	}
	jobs := make(chan job)
	queue := make(chan chan T, mostAhead)
	var waiting atomic.Int64
	less := make(chan struct{}, 1) // there is less waiting than before
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
			// The piece that all others wait for is being done already, so there will
			// be less.
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
