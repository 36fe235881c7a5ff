//go:build linux || darwin || freebsd || netbsd || openbsd || dragonfly

package atomicfile

import (
	"errors"
	"os"
	"syscall"
)

// Claim locks a file until it is closed; the system closes the files of a killed process.
func Claim(f *os.File) { claim(f) }

// claim locks a file, and reports false if another process has the lock. It reports true on file systems without locks.
func claim(f *os.File) bool {
	return !errors.Is(syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB), syscall.EWOULDBLOCK)
}

// removeAbandoned removes a file that is known to be unclaimed. Meanwhile it holds the claim, so that no process begins
// to write to the file.
func removeAbandoned(path string) {
	f, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NOFOLLOW, 0)
	if err != nil {
		return
	}
	defer f.Close()
	if syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) == nil {
		os.Remove(path)
	}
}

// IsAbandoned reports whether a file exists and is unclaimed, and whether that is known: not all file systems have
// locks.
func IsAbandoned(path string) (abandoned, known bool) {
	f, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NOFOLLOW|syscall.O_NONBLOCK, 0) // does not block on a pipe
	if err != nil {
		return false, true
	}
	defer f.Close()
	err = syscall.Flock(int(f.Fd()), syscall.LOCK_SH|syscall.LOCK_NB)
	return err == nil, err == nil || errors.Is(err, syscall.EWOULDBLOCK)
}
