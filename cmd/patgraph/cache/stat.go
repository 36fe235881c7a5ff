package cache

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// Info describes a directory of values.
type Info struct {
	Entries  int // distinct values
	Segments int
	Bytes    int64 // of all files
	Damaged  int   // segments that will be removed
	Last     *Run  // the last run with lookups; nil: unknown
}

// A Run has the numbers of successful and failed lookups of a process.
type Run struct {
	Hits   int64 `json:"hits"`
	Misses int64 `json:"misses"`
}

// Stat reads the indexes in a directory. A directory that does not exist is empty.
func Stat(dir string) (Info, error) {
	var info Info
	l, err := list(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return info, nil
	}
	if err != nil {
		return info, err
	}
	info.Bytes = l.measure(dir)
	for _, e := range append(l.temps, l.others...) {
		if i, err := e.Info(); err == nil {
			info.Bytes += i.Size()
		}
	}
	keys := make(map[Key]struct{})
	for _, n := range l.segments {
		info.Segments++
		g, err := openSegment(filepath.Join(dir, n.String()))
		if err != nil {
			if errors.Is(err, errCorrupt) {
				info.Damaged++
			}
			continue
		}
		for i := range g.len() {
			keys[Key(g.entry(i))] = struct{}{}
		}
		g.close()
	}
	info.Entries = len(keys)
	if f, _, err := openRegular(filepath.Join(dir, lastRun)); err == nil {
		defer f.Close()
		var r Run
		if n, _ := fmt.Fscanf(f, "hits %d\nmisses %d\n", &r.Hits, &r.Misses); n == 2 && r.Hits >= 0 && r.Misses >= 0 {
			info.Last = &r
		}
	}
	return info, nil
}

// Clean removes all values in a directory, but no other files. It returns the number and the size of the removed files;
// the error is the first for a file that could not be removed.
func Clean(dir string) (files int, bytes int64, err error) {
	l, err := list(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return 0, 0, nil
	}
	if err != nil {
		return 0, 0, err
	}
	l.measure(dir)
	remove := func(name string, size int64) {
		e := os.Remove(filepath.Join(dir, name))
		switch {
		case e == nil:
			files++
			bytes += size
		case err == nil && !errors.Is(e, fs.ErrNotExist):
			err = e
		}
	}
	for _, n := range l.segments {
		remove(n.String(), l.sizes[n])
	}
	for _, e := range append(l.temps, l.others...) {
		if i, err := e.Info(); err == nil {
			remove(e.Name(), i.Size())
		}
	}
	return files, bytes, err
}
