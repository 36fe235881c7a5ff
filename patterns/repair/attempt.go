package repair

import "github.com/patgraph/patgraph/internal/cancel"

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
