package repair

import "github.com/patgraph/patgraph/internal/cancel"

// Attempt runs a trial and reports whether it completed. A panic of the trial, a defect of patgraph, costs the change
// but not the report: whatever the trial was changing must not be used any more. Cancellation of the whole work still
// propagates.
func Attempt(trial func()) (done bool) {
	if !propagatePanics {
		defer func() {
			if x := recover(); cancel.Unwinds(x) {
				panic(x)
			}
		}()
	}
	trial()
	return true
}
