package main

import (
	"os"
	"path/filepath"
	"strconv"

	"github.com/patgraph/patgraph/cmd/patgraph/words"
)

// writeFile writes a file whole or not at all: to a temporary one beside it, which
// then takes its place. What is no regular file, such as a pipe, is written to.
func writeFile(path string, b []byte) (err error) {
	fail := func(err error) error { return &writeError{words.Quote(path), err} }
	mode := os.FileMode(0o666)
	if info, err := os.Stat(path); err == nil {
		if !info.Mode().IsRegular() {
			f, err := os.OpenFile(path, os.O_WRONLY, 0)
			if err != nil {
				return fail(err)
			}
			_, err = f.Write(b)
			if e := f.Close(); err == nil {
				err = e
			}
			if err != nil {
				return fail(err)
			}
			return nil
		}
		mode = info.Mode().Perm()
		if to, err := filepath.EvalSymlinks(path); err == nil {
			path = to // the link stays a link
		}
	}
	f, err := os.OpenFile(path+".tmp"+strconv.Itoa(os.Getpid()), os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	if err != nil {
		return fail(err)
	}
	defer func() {
		if err != nil {
			os.Remove(f.Name())
		}
	}()
	_, err = f.Write(b)
	if err == nil {
		err = f.Sync()
	}
	if e := f.Close(); err == nil {
		err = e
	}
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		return fail(err)
	}
	return nil
}
