// Package await waits in tests for what other goroutines and processes do. A test must not fail because
// the machine is busy, so the limit of all waiting is one that only something that hangs reaches.
package await

import "time"

// Patience is how long anything is waited for. It is less than what go test gives a package, so that
// the test says what did not happen.
const Patience = 4 * time.Minute

// Holds waits until a condition holds, and reports whether it did.
func Holds(condition func() bool) bool {
	for end := time.Now().Add(Patience); !condition(); time.Sleep(2 * time.Millisecond) {
		if time.Now().After(end) {
			return false
		}
	}
	return true
}
