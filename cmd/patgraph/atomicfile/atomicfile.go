//go:build !js

// Package atomicfile writes files completely or not at all. The old content of a path is kept, whatever happens, until
// the new content is complete and on disk.
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

// A File is the future content of a path: a temporary file beside it, which replaces it on commit. The path itself
// never has partial content. A killed process leaves the temporary file, and a process that writes in the folder a day
// later removes it.
//
// A pipe, a device or another file that is not regular has no content to keep and is written directly.
//
// Writes are not buffered: callers that write little at a time add a buffer. All methods may be called concurrently.
type File struct {
	mu     sync.Mutex
	f      *os.File // nil after commit or abort
	target string   // the path to replace; empty: f is the target itself
	failed error    // error of an earlier write, which prevents a commit
}

// Create begins the new content of a path. A symbolic link is kept, and its target is replaced; permissions are kept. A
// file that its permissions protect from writing is an error, also for users who may write everything. Of a file with
// several names (hard links) only this name gets the new content: a file that is written in place may lose both.
// Errors are *fs.PathError with the given path.
func Create(path string) (*File, error) {
	target, err := followed(path)
	if err != nil {
		return nil, about("open", path, err)
	}
	mode := fs.FileMode(0o666) // subject to the process's umask
	info, err := os.Stat(target)
	switch {
	case err == nil && !info.Mode().IsRegular():
		f, err := os.OpenFile(target, os.O_WRONLY, 0)
		if err != nil {
			return nil, about("open", path, err)
		}
		return &File{f: f}, nil
	case err == nil:
		if mode = info.Mode().Perm(); mode&0o222 == 0 {
			return nil, about("open", path, errReadOnly)
		}
		now, err := os.OpenFile(target, os.O_WRONLY, 0) // to replace a file takes only a permission of its folder
		if err != nil {
			return nil, about("open", path, err)
		}
		now.Close()
	case !errors.Is(err, fs.ErrNotExist):
		return nil, about("open", path, err)
	}
	dir := filepath.Dir(target)
	removeStaleOnce(dir)
	temp := filepath.Join(dir, tempPrefix+strconv.FormatUint(rand.Uint64(), 36)+tempSuffix)
	f, err := os.OpenFile(temp, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	if err != nil {
		return nil, about("open", path, err)
	}
	file := &File{f: f, target: target}
	if info != nil {
		// The umask does not apply to the permissions of an existing file.
		if err := f.Chmod(mode); err != nil {
			file.Abort()
			return nil, about("chmod", path, err)
		}
	}
	return file, nil
}

var errReadOnly = errors.New("it is read-only")

// followed resolves symbolic links, also if the target does not exist.
func followed(path string) (string, error) {
	for range 40 {
		info, err := os.Lstat(path)
		if err != nil || info.Mode()&fs.ModeSymlink == 0 {
			return path, nil // later operations report the error
		}
		to, err := os.Readlink(path)
		if err != nil {
			return "", err
		}
		if !filepath.IsAbs(to) {
			// filepath.Join would remove a link followed by "..".
			to = filepath.Dir(path) + string(filepath.Separator) + to
		}
		path = to
	}
	return "", errors.New("too many symbolic links")
}

// Write appends to the content. After an error the file cannot be committed.
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

// Commit replaces the path by the content, on disk. If it fails, also because of an earlier Write, it has the effect of
// Abort.
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
	err := cmp.Or(file.Sync(), file.Close())
	if err == nil {
		err = os.Rename(file.Name(), f.target)
	}
	if err != nil {
		os.Remove(file.Name())
		return about("write", f.target, err)
	}
	syncFolder(filepath.Dir(f.target))
	return nil
}

// syncFolder makes a new name in a folder durable. If that fails the system may have the old file after a crash, which
// is complete, too.
func syncFolder(path string) {
	if d, err := os.Open(path); err == nil {
		d.Sync()
		d.Close()
	}
}

// Abort discards the content: the path keeps its old content. After Commit or Abort it does nothing.
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
	if f.target != "" {
		os.Remove(f.f.Name())
	}
	f.f = nil
}

// WriteFile writes a complete content.
func WriteFile(path string, b []byte) error {
	f, err := Create(path)
	if err != nil {
		return err
	}
	f.Write(b) // on failure Commit fails, too
	return f.Commit()
}

// Probe checks before long work whether a path can be written. A file that is not regular is not checked.
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

// about is an error with the caller's path in place of a temporary one.
func about(op, path string, err error) error {
	if p, ok := errors.AsType[*fs.PathError](err); ok {
		err = p.Err
	} else if l, ok := errors.AsType[*os.LinkError](err); ok {
		err = l.Err
	}
	return &fs.PathError{Op: op, Path: path, Err: err}
}
