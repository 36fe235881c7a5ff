package cache

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// fewSegments is a number of segments that are not joined: joining copies them.
const fewSegments = 16

// A listing has the files in a directory.
type listing struct {
	segments []segmentName // oldest first
	sizes    map[segmentName]int64
	temps    []fs.DirEntry
	others   []fs.DirEntry // other files of the store
}

func list(dir string) (*listing, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	l := &listing{sizes: make(map[segmentName]int64)}
	for _, e := range entries {
		if !e.Type().IsRegular() {
			continue // not a file of the store, and opening a pipe could block for ever
		}
		if n, ok := parseName(e.Name()); ok {
			l.segments = append(l.segments, n)
			continue
		}
		switch {
		case strings.HasPrefix(e.Name(), temporary):
			l.temps = append(l.temps, e)
		case e.Name() == lastRun:
			l.others = append(l.others, e)
		}
	}
	slices.SortFunc(l.segments, segmentName.compare)
	return l, nil
}

// measure finds the sizes of the segments and drops those that were removed. It returns their sum in bytes.
func (l *listing) measure(dir string) (total int64) {
	l.segments = slices.DeleteFunc(l.segments, func(n segmentName) bool {
		info, err := os.Lstat(filepath.Join(dir, n.String()))
		if err != nil || !info.Mode().IsRegular() {
			return true
		}
		l.sizes[n] = info.Size()
		total += info.Size()
		return false
	})
	return total
}

// evict removes the oldest segments until the bound holds, and files of killed processes. It returns the remaining
// files. Other processes may do the same concurrently: at worst a value is removed early.
func (s *Store) evict() *listing {
	l, err := list(s.Dir)
	if err != nil {
		return &listing{}
	}
	removeStale(s.Dir, l.temps)
	total := l.measure(s.Dir)
	for total > s.Bound && len(l.segments) > 0 {
		total -= l.sizes[l.segments[0]]
		os.Remove(filepath.Join(s.Dir, l.segments[0].String())) // on failure, a later process will remove it
		l.segments = l.segments[1:]
	}
	if n := len(l.segments); n > 0 {
		s.seen(l.segments[n-1].generation)
	}
	return l
}

// tidy evicts and joins small segments. If two processes join the same segments, values are duplicated until the next
// time.
func (s *Store) tidy() {
	l := s.evict()
	if len(l.segments) <= fewSegments || s.failed.Load() {
		return
	}
	most := s.Bound / 16
	for rest := l.segments; len(rest) > 0; {
		n, sum := 1, l.sizes[rest[0]]
		for n < len(rest) && sum+l.sizes[rest[n]] <= most {
			sum += l.sizes[rest[n]]
			n++
		}
		if n > 1 && s.join(rest[:n]) != nil {
			return
		}
		rest = rest[n:]
	}
}

// join replaces adjacent segments by one, in place of the newest.
func (s *Store) join(names []segmentName) error {
	b := newBuilder()
	r := s.NewReader()
	var joined []string
	for _, n := range slices.Backward(names) {
		path := filepath.Join(s.Dir, n.String())
		g, err := openSegment(path)
		switch {
		case errors.Is(err, errCorrupt):
			joined = append(joined, path)
			continue
		case err != nil:
			continue // of another version, or removed
		}
		for i := range g.len() {
			e := g.entry(i)
			k := Key(e)
			if _, ok := b.at[k]; ok {
				continue
			}
			if value, ok := r.read(g, e); ok {
				b.add(&k, value)
			}
		}
		g.close()
		joined = append(joined, path)
	}
	if len(b.index) > 0 && len(joined) > 1 {
		g, err := s.publish(names[len(names)-1].generation, b)
		if err != nil {
			return err
		}
		if g != nil {
			g.close()
		}
	}
	if len(b.index) == 0 || len(joined) > 1 {
		for _, path := range joined {
			os.Remove(path)
		}
	}
	return nil
}
