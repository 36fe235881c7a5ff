package batch

import (
	"iter"
	"sync"
)

// ordered does pieces of work with some workers and hands the results over in
// order. It stays at most a few results ahead, so memory does not grow with the
// work, and what is to be done may be made while it is done. An error of emit ends
// it. The pieces are drawn by one goroutine, which after an error may still wait for
// the next piece: nobody can say when a stream goes on.
func ordered[S, T any](pieces iter.Seq[S], workers int, do func(S) T, emit func(T) error) error {
	workers = max(1, workers)
	type job struct {
		piece  S
		result chan T
	}
	jobs := make(chan job)
	queue := make(chan chan T, 4*workers)
	stop := make(chan struct{})
	var group sync.WaitGroup
	group.Add(workers)
	for range workers {
		go func() {
			defer group.Done()
			for {
				select {
				case j, ok := <-jobs:
					if !ok {
						return
					}
					j.result <- do(j.piece)
				case <-stop:
					return
				}
			}
		}()
	}
	go func() {
		defer close(queue)
		defer close(jobs)
		for p := range pieces {
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
	for result := range queue {
		if err := emit(<-result); err != nil {
			return err
		}
	}
	return nil
}
