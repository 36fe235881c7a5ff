//go:build !unix

package cost

import (
	"os"
	"time"
)

var started = time.Now()

// Used returns the time since the start of this process.
func Used() time.Duration { return time.Since(started) }

// Peak returns 0: the highest resident memory of a process is not known on this system.
func Peak(*os.ProcessState) int64 { return 0 }
