package atomicfile

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"

	"golang.org/x/sys/unix"
)

// unnamed makes an unnamed file in a folder, or returns nil if that fails: not all file systems support it, and naming
// it later needs /proc.
func unnamed(dir string, mode fs.FileMode) *os.File {
	fd, err := unix.Open(dir, unix.O_TMPFILE|unix.O_WRONLY|unix.O_CLOEXEC, uint32(mode))
	if err != nil {
		return nil
	}
	f := os.NewFile(uintptr(fd), dir)
	if _, err := os.Lstat(handle(f)); err != nil {
		f.Close()
		return nil
	}
	return f
}

func handle(f *os.File) string { return "/proc/self/fd/" + strconv.Itoa(int(f.Fd())) }

// link gives a file a name: that of its target if it is unused, else a temporary one.
func link(f *os.File, target string) (name string, err error) {
	for name, n := target, 0; n < mostNames; name, n = tempName(filepath.Dir(target)), n+1 {
		err = unix.Linkat(unix.AT_FDCWD, handle(f), unix.AT_FDCWD, name, unix.AT_SYMLINK_FOLLOW)
		if err == nil {
			return name, nil
		}
		if !errors.Is(err, fs.ErrExist) {
			return "", err
		}
	}
	return "", errNoName
}
