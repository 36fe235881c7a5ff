package repair

import (
	"testing"

	"github.com/patgraph/patgraph/internal/cancel"
)

// surface is that a panic of a trial goes on: tests are to find what is wrong there. That a test runs is known from
// the program itself, so that none has to ask for it; this takes 13 kB of a program.
var surface = testing.Testing()

// Attempt does what a change is tried by, and reports whether it came to its end. A defect of patgraph that it meets
// costs the change and not the report of the program: what the trial was changing must not be used any more. The end
// of the whole work goes on.
func Attempt(trial func()) (done bool) {
	if !surface {
		defer func() {
			if x := recover(); cancel.Unwinds(x) {
				panic(x)
			}
		}()
	}
	trial()
	return true
}
