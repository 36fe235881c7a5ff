package cache

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

const (
	// fewSegments is a number of segments that are not joined: joining copies them.
	fewSegments = 16
	// abandoned is the age of a temporary file whose process must have been killed, as writing takes no time.
	abandoned = time.Hour
)

// list lists the segments in a directory, oldest first, and its other files that belong to a store.
func list(dir string) (segments, others []fs.FileInfo, err error) {
	entries, err := os.ReadDir(dir) // sorted by name
	for _, e := range entries {
		info, err := e.Info()
		if err != nil || !info.Mode().IsRegular() {
			continue // it was removed, or is not a file of the store: opening a pipe could block for ever
		}
		if _, ok := generationOf(e.Name()); ok {
			segments = append(segments, info)
		} else if strings.HasPrefix(e.Name(), temporary) || e.Name() == lastRun {
			others = append(others, info)
		}
	}
	return segments, others, err
}

func sum(files []fs.FileInfo) (bytes int64) {
	for _, f := range files {
		bytes += f.Size()
	}
	return bytes
}

// evict removes the oldest segments until the bound holds, and files of killed processes. It returns the remaining
// segments. Other processes may do the same concurrently: at worst a value is removed early. The caller holds s.mu.
func (s *Store) evict() []fs.FileInfo {
	segments, others, _ := list(s.Dir)
	for _, f := range others {
		// A clock may have been wrong. If a file in use is removed, it is just not published.
		if f.Name() != lastRun && time.Since(f.ModTime()).Abs() > abandoned {
			os.Remove(filepath.Join(s.Dir, f.Name()))
		}
	}
	for total := sum(segments); total > s.Bound; segments = segments[1:] {
		total -= segments[0].Size()
		os.Remove(filepath.Join(s.Dir, segments[0].Name())) // on failure, a later process will remove it
	}
	if n := len(segments); n > 0 {
		s.seen(segments[n-1])
	}
	return segments
}

// tidy evicts and joins small segments. If two processes join the same segments, values are duplicated until the next
// time.
func (s *Store) tidy() {
	rest := s.evict()
	if len(rest) <= fewSegments || s.problem != nil {
		return
	}
	for len(rest) > 0 {
		n := 1
		for size := rest[0].Size(); n < len(rest) && size+rest[n].Size() <= s.Bound/16; n++ {
			size += rest[n].Size()
		}
		if n > 1 && s.join(rest[:n]) != nil {
			return
		}
		rest = rest[n:]
	}
}

// join replaces adjacent segments by one, in place of the newest.
func (s *Store) join(segments []fs.FileInfo) error {
	b := newBuilder()
	var joined []string
	for _, info := range slices.Backward(segments) {
		path := filepath.Join(s.Dir, info.Name())
		g, err := openSegment(path)
		if err == nil {
			b.addAll(g)
			g.close()
		}
		if err == nil || errors.Is(err, errCorrupt) { // not of another version, or removed
			joined = append(joined, path)
		}
	}
	if len(b.index) > 0 {
		if len(joined) < 2 {
			return nil
		}
		newest, _ := generationOf(segments[len(segments)-1].Name())
		g, err := s.segment(newest, b)
		if err != nil {
			return err
		}
		if g != nil {
			g.close()
		}
	}
	for _, path := range joined {
		os.Remove(path)
	}
	return nil
}

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
func Stat(dir string) (info Info, err error) {
	segments, others, err := list(dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return info, err
	}
	info.Segments, info.Bytes = len(segments), sum(segments)+sum(others)
	keys := make(map[Key]struct{})
	for _, f := range segments {
		g, err := openSegment(filepath.Join(dir, f.Name()))
		if err != nil {
			if errors.Is(err, errCorrupt) {
				info.Damaged++
			}
			continue
		}
		for e := range g.entries() {
			keys[Key(e)] = struct{}{}
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
	segments, others, err := list(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return 0, 0, nil
	}
	for _, f := range append(segments, others...) {
		e := os.Remove(filepath.Join(dir, f.Name()))
		switch {
		case e == nil:
			files++
			bytes += f.Size()
		case err == nil && !errors.Is(e, fs.ErrNotExist):
			err = e
		}
	}
	return files, bytes, err
}
