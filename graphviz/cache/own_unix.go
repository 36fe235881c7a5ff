//go:build unix

package cache

import (
	"errors"
	"io/fs"
	"os"
	"syscall"
)

func own(path string, info fs.FileInfo) error {
	if s, ok := info.Sys().(*syscall.Stat_t); !ok || int(s.Uid) != os.Geteuid() {
		return errors.New(path + " belongs to another user")
	}
	if info.Mode().Perm()&0o077 != 0 {
		return errors.New(path + " is open to other users (" + info.Mode().Perm().String() + "); chmod 700 closes it")
	}
	return nil
}
