//go:build linux || darwin || freebsd || netbsd || openbsd || dragonfly

package atomicfile

import (
	"errors"
	"os"
	"syscall"
)

// Claim locks a file until it is closed; the system does that for a process that is
// killed.
func Claim(f *os.File) { _ = syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) }

// IsAbandoned reports whether a file is there that nobody claims, and whether that is known:
// not all file systems have locks.
func IsAbandoned(path string) (abandoned, known bool) {
	f, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NOFOLLOW|syscall.O_NONBLOCK, 0) // a pipe is not waited for
	if err != nil {
		return false, true
	}
	defer f.Close()
	err = syscall.Flock(int(f.Fd()), syscall.LOCK_SH|syscall.LOCK_NB)
	return err == nil, err == nil || errors.Is(err, syscall.EWOULDBLOCK)
}
