package main

import (
	"errors"
	"os"
	"path/filepath"
	"strconv"

	"github.com/patgraph/patgraph/cmd/patgraph/words"
)

// behindLinks follows links, also to where nothing is yet.
func behindLinks(path string) (string, error) {
	for range 40 {
		to, err := os.Readlink(path)
		if err != nil {
			return path, nil // no link, or nothing
		}
		if !filepath.IsAbs(to) {
			to = filepath.Join(filepath.Dir(path), to)
		}
		path = to
	}
	return "", errors.New("too many symbolic links")
}

// writeFile writes a file whole or not at all: to a temporary one beside it, which
// then takes its place. What is no regular file, such as a pipe, is written to.
func writeFile(path string, b []byte) (err error) {
	fail := func(err error) error { return &writeError{words.Quote(path), err} }
	mode := os.FileMode(0o666)
	path, err = behindLinks(path) // a link stays a link
	if err != nil {
		return fail(err)
	}
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
