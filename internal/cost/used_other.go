//go:build !unix

package cost

import "time"

var started = time.Now()

// Used is the time that this process has taken.
func Used() time.Duration { return time.Since(started) }
