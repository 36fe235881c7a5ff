//go:build !unix

package cost

import "time"

var started = time.Now()

// Used returns the time since the start of this process.
func Used() time.Duration { return time.Since(started) }
