// Package await waits in tests for conditions that other goroutines and processes bring about. A test must not fail
// because the machine is busy, so the time limit is so long that only a deadlock or an endless loop reaches it.
package await

import "time"

// Patience is the time limit of every wait. It is below the limit of go test for a package, so the test itself reports
// what did not happen.
const Patience = 4 * time.Minute

// Holds waits until a condition holds, and reports whether it did within Patience.
func Holds(condition func() bool) bool {
	for end := time.Now().Add(Patience); !condition(); time.Sleep(2 * time.Millisecond) {
		if time.Now().After(end) {
			return false
		}
	}
	return true
}
