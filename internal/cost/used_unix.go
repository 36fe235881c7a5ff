//go:build unix

package cost

import (
	"os"
	"runtime"
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

// Peak returns the highest resident memory of a process that has ended, in bytes; 0: not known on this system.
func Peak(p *os.ProcessState) int64 {
	u, ok := p.SysUsage().(*syscall.Rusage)
	switch {
	case !ok:
		return 0
	case runtime.GOOS == "darwin" || runtime.GOOS == "ios":
		return int64(u.Maxrss)
	}
	return int64(u.Maxrss) << 10
}
