package command

import (
	"os"
	"os/signal"
	"slices"
	"sync"
	"syscall"

	"github.com/patgraph/patgraph/cmd/patgraph/batch"
)

// interrupts are what is to be done before a signal ends the process, the last one first.
// One handler does them all: of several handlers, the first would end the process before
// the others are done.
var interrupts struct {
	sync.Mutex
	todo []*func()
	stop func()
}

// OnInterrupt has something done before a signal ends the process. What it returns takes
// that back.
func OnInterrupt(do func()) (end func()) {
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

// catch waits for a signal until it is stopped. Signals that the process was
// started to ignore, as by nohup, stay ignored.
func catch() (stop func()) {
	var signals []os.Signal
	for _, s := range []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP} {
		if !signal.Ignored(s) {
			signals = append(signals, s)
		}
	}
	if signals == nil {
		return func() {}
	}
	caught, done := make(chan os.Signal, 1), make(chan struct{})
	signal.Notify(caught, signals...)
	go func() {
		select {
		case s := <-caught:
			interrupts.Lock()
			defer interrupts.Unlock()
			for _, do := range slices.Backward(interrupts.todo) {
				(*do)()
			}
			signal.Reset(s)
			if self, err := os.FindProcess(os.Getpid()); err != nil || self.Signal(s) != nil {
				os.Exit(batch.Unusable)
			}
		case <-done:
		}
	}()
	return func() {
		signal.Stop(caught)
		close(done)
	}
}
