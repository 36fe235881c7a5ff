// Package atomicfile writes files whole or not at all. What was at a path before
// stays there, whatever happens, until the new content is complete and on disk.
package atomicfile

import (
	"cmp"
	"errors"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"sync"
)

// A File is the coming content of a path. Where the system has files without a name, it is
// one until it is committed, so a process that is killed leaves nothing. Elsewhere it is
// written to a temporary file beside the path, which takes its place when it is committed: a
// process that is killed leaves that one, and the next one that writes in the folder
// removes it. Never is a part of the content under the path itself.
//
// What is no regular file, such as a pipe or a device, has no content to keep and
// is written to as it is.
//
// Nothing is buffered: callers that write little at a time put a buffer before
// it. All methods may be called concurrently.
type File struct {
	mu     sync.Mutex
	f      *os.File // nil: committed or aborted
	target string   // what is replaced; empty: f is the target itself
	temp   string   // the name of f until then; empty: it has none
	failed error    // of an earlier write: there is nothing whole to commit
}

// Create begins the content of a path. A link stays a link, and what it leads to
// is replaced; permissions stay those of the file before. Errors are *fs.PathError
// about the path that was asked for.
func Create(path string) (*File, error) {
	target, err := followed(path)
	if err != nil {
		return nil, about("open", path, err)
	}
	mode := fs.FileMode(0o666) // less the process's mask
	info, err := os.Stat(target)
	switch {
	case err == nil && !info.Mode().IsRegular():
		f, err := os.OpenFile(target, os.O_WRONLY, 0)
		if err != nil {
			return nil, about("open", path, err)
		}
		return &File{f: f}, nil
	case err == nil:
		mode = info.Mode().Perm()
	case !errors.Is(err, fs.ErrNotExist):
		return nil, about("open", path, err)
	}
	dir := filepath.Dir(target)
	removeStaleOnce(dir)
	file := &File{target: target}
	if file.f = begin(dir, mode); file.f == nil {
		if file.f, err = named(dir, mode); err != nil {
			return nil, about("open", path, err)
		}
		file.temp = file.f.Name()
	}
	if info != nil {
		// The mask does not apply to what was decided before.
		if err := file.f.Chmod(mode); err != nil {
			file.Abort()
			return nil, about("chmod", path, err)
		}
	}
	return file, nil
}

// begin is unnamed, but in tests of what is done without it.
var begin = unnamed

// mostNames is how many names are tried for a temporary file.
const mostNames = 1000

// named makes a temporary file in a folder and claims it.
func named(dir string, mode fs.FileMode) (*os.File, error) {
	for range mostNames {
		f, err := os.OpenFile(tempName(dir), os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
		if errors.Is(err, fs.ErrExist) {
			continue
		}
		if err != nil {
			return nil, err
		}
		// Before it was claimed another process may have taken it for abandoned.
		if now, err := os.Lstat(f.Name()); claim(f) && err == nil {
			if info, err := f.Stat(); err == nil && os.SameFile(now, info) {
				return f, nil
			}
		}
		f.Close()
	}
	return nil, errNoName
}

var errNoName = errors.New("there is no free name for a temporary file beside it")

func tempName(dir string) string {
	return filepath.Join(dir, tempPrefix+strconv.FormatUint(rand.Uint64(), 36)+tempSuffix)
}

// followed is where a path leads to, also when nothing is there yet.
func followed(path string) (string, error) {
	for range 40 {
		info, err := os.Lstat(path)
		if err != nil || info.Mode()&fs.ModeSymlink == 0 {
			return path, nil // that it is not there, or why, others find out
		}
		to, err := os.Readlink(path)
		if err != nil {
			return "", err
		}
		if !filepath.IsAbs(to) {
			// Not joined: that would take away a link together with a ".." behind it.
			to = filepath.Dir(path) + string(filepath.Separator) + to
		}
		path = to
	}
	return "", errors.New("too many symbolic links")
}

// Write writes some of the content. After an error nothing can be committed.
func (f *File) Write(b []byte) (int, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.f == nil {
		return 0, fs.ErrClosed
	}
	n, err := f.f.Write(b)
	if err != nil {
		f.failed = err
	}
	return n, err
}

// Commit puts the content in its place, on disk. It fails without a trace, as if
// the content had been aborted, also when an earlier Write had failed.
func (f *File) Commit() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.f == nil {
		return fs.ErrClosed
	}
	if f.failed != nil {
		f.abort()
		return f.failed
	}
	file := f.f
	f.f = nil
	if f.target == "" {
		return file.Close()
	}
	err := file.Sync()
	if err == nil && f.temp == "" {
		f.temp, err = link(file, f.target)
	}
	err = cmp.Or(err, file.Close())
	if err == nil && f.temp != f.target {
		err = os.Rename(f.temp, f.target)
	}
	if err != nil {
		f.removeTemp()
		return about("write", f.target, err)
	}
	syncFolder(filepath.Dir(f.target))
	return nil
}

// syncFolder makes a new name in a folder last. Where that cannot be done the
// system may still have the old file after a crash, which is whole, too.
func syncFolder(path string) {
	if d, err := os.Open(path); err == nil {
		d.Sync()
		d.Close()
	}
}

// Abort gives up: the path keeps what it had. After Commit or Abort it does
// nothing.
func (f *File) Abort() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.abort()
}

func (f *File) abort() {
	if f.f == nil {
		return
	}
	f.f.Close()
	f.removeTemp()
	f.f = nil
}

func (f *File) removeTemp() {
	if f.temp != "" && f.temp != f.target {
		os.Remove(f.temp)
	}
}

// WriteFile writes a content that is there as a whole.
func WriteFile(path string, b []byte) error {
	f, err := Create(path)
	if err != nil {
		return err
	}
	f.Write(b) // where it fails, Commit does so, too
	return f.Commit()
}

// Probe says before long work whether a path could be written to now. What is no
// regular file is left alone.
func Probe(path string) error {
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() && !info.IsDir() {
		return nil
	}
	f, err := Create(path)
	if err != nil {
		return err
	}
	f.Abort()
	return nil
}

// about is an error that names the path people know, not a temporary one.
func about(op, path string, err error) error {
	if p, ok := errors.AsType[*fs.PathError](err); ok {
		err = p.Err
	} else if l, ok := errors.AsType[*os.LinkError](err); ok {
		err = l.Err
	}
	return &fs.PathError{Op: op, Path: path, Err: err}
}
