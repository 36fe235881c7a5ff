//go:build unix

package cost

import (
	"syscall"
	"time"
)

// Used is the time of processors that this process has taken: other work on the machine
// changes it little.
func Used() time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
