//go:build !js

package cli

import (
	"os"
	"os/signal"
	"slices"
	"sync"

	"github.com/patgraph/patgraph/cmd/patgraph/report"
)

// interrupts are the functions to call before a signal ends the process, the last one first. One handler calls all:
// with several handlers, the first would end the process before the others are done.
var interrupts struct {
	sync.Mutex
	todo []*func()
	stop func()
}

// onInterrupt registers a function to call before a signal ends the process. The function that it returns unregisters
// it.
func onInterrupt(do func()) (end func()) {
	interrupts.Lock()
	defer interrupts.Unlock()
	if interrupts.todo == nil {
		interrupts.stop = catch()
	}
	entry := &do
	interrupts.todo = append(interrupts.todo, entry)
	return func() {
		interrupts.Lock()
		defer interrupts.Unlock()
		interrupts.todo = slices.DeleteFunc(interrupts.todo, func(e *func()) bool { return e == entry })
		if len(interrupts.todo) == 0 {
			interrupts.todo = nil
			interrupts.stop()
		}
	}
}

// catch calls the registered functions before a signal ends the process, until it is stopped. Signals that the process
// ignores from its start, as with nohup, stay ignored.
func catch() (stop func()) {
	signals := slices.DeleteFunc(slices.Clone(endingSignals), signal.Ignored)
	if len(signals) == 0 {
		return func() {}
	}
	return catchSignals(signals, func(s os.Signal) {
		interrupts.Lock()
		defer interrupts.Unlock()
		for _, do := range slices.Backward(interrupts.todo) {
			(*do)()
		}
		endBy(s)
	})
}

// catchSignals calls a function for each signal until it is stopped.
func catchSignals(signals []os.Signal, do func(os.Signal)) (stop func()) {
	caught, done := make(chan os.Signal, 1), make(chan struct{})
	signal.Notify(caught, signals...)
	go func() {
		for {
			select {
			case s := <-caught:
				do(s)
			case <-done:
				return
			}
		}
	}()
	return func() {
		signal.Stop(caught)
		close(done)
	}
}

// endBy ends the process by the default action of a signal.
func endBy(by os.Signal) {
	signal.Reset(by)
	if self, err := os.FindProcess(os.Getpid()); err != nil || self.Signal(by) != nil {
		os.Exit(report.Unusable)
	}
}
