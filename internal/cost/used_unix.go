//go:build unix

package cost

import (
	"syscall"
	"time"
)

// Used returns the processor time of this process, which depends little on other work on the machine.
func Used() time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
