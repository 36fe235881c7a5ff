// Package cache stores values by keys in a directory that many processes use concurrently, at the speed of reading
// files.
//
// Values are stored in segments: files that are written to a temporary name, then renamed, and never changed. A process
// collects added values in memory and publishes them as a new segment now and then, so processes never wait for each
// other, and a killed process leaves only a temporary file. Readers hold the indexes of all segments in memory and read
// values from the files; a segment that another process removes stays readable for those that have it open. Every index
// and every value has a checksum: damaged data counts as absent, also that of a segment that was not yet on disk when
// the machine crashed.
//
// The most recently added segments are kept, up to a bound in bytes. A value that is used while it is in the older half
// of them is added again, so unused values are evicted: approximately the least recently used ones, without a write per
// use as long as the store is below its bound.
package cache

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// A Key identifies a value. Equal keys have equal values: the first one is kept.
type Key [32]byte

const (
	// DefaultBound is the default bound, in bytes.
	DefaultBound = 256 << 20
	// LeastBound is the smallest useful bound.
	LeastBound = 1 << 20

	largestBatch = 4 << 20 // bytes collected before they are published
	firstWait    = time.Second
	longestWait  = time.Minute
)

// Options are the location and the size of a store.
type Options struct {
	Dir    string // must exist
	Bound  int64  // in bytes
	Create Create // nil: CreateFile
}

// A Create makes a file that must not exist yet.
type Create func(path string) (io.WriteCloser, error)

// CreateFile makes a file that only its owner can read.
func CreateFile(path string) (io.WriteCloser, error) {
	return os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
}

// A Store is an open directory of values. Its methods may be called concurrently.
type Store struct {
	Options
	hits, misses atomic.Int64

	mu         sync.Mutex // guards the fields below
	segments   []*segment // newest first; the list is replaced, never changed
	generation uint64     // of the newest segment seen so far
	pending    *builder   // values to be published
	added      int64      // bytes added by this process
	published  time.Time  // time of the last publication, with its monotonic clock reading
	wait       time.Duration
	tidied     bool  // nothing was published since the last tidy
	problem    error // the first one; nothing is written after it
}

// Open opens the store in a directory. An unreadable directory is an error; damaged files are not.
func Open(o Options) (*Store, error) {
	if o.Create == nil {
		o.Create = CreateFile
	}
	s := &Store{Options: o, pending: newBuilder(), published: time.Now(), wait: firstWait}
	files, _, err := list(o.Dir)
	if err != nil {
		return nil, err
	}
	newer := int64(0)
	for _, info := range slices.Backward(files) {
		s.seen(info)
		path := filepath.Join(o.Dir, info.Name())
		g, err := openSegment(path)
		switch {
		case err == nil:
			g.old = newer+g.size/2 > o.Bound/2
			newer += g.size
			s.segments = append(s.segments, g)
		case errors.Is(err, errCorrupt):
			os.Remove(path)
		}
	}
	s.tidied = newer <= o.Bound
	return s, nil
}

// seen makes future segments newer than one.
func (s *Store) seen(segment fs.FileInfo) {
	g, _ := generationOf(segment.Name())
	s.generation = max(s.generation, g)
}

// Get returns the value of a key, in the memory of a buffer if it is large enough, or false.
func (s *Store) Get(k *Key, buffer []byte) (value []byte, ok bool) {
	s.mu.Lock()
	segments := s.segments
	value, ok = s.pending.get(k)
	s.mu.Unlock()
	if ok {
		s.hits.Add(1)
		return append(buffer[:0], value...), true
	}
	for _, g := range segments {
		e := g.find(k)
		if e == nil {
			continue
		}
		if value, ok := g.value(e, buffer); ok { // if it is damaged, an older segment may have it, too
			if g.old {
				s.Put(k, value)
			}
			s.hits.Add(1)
			return value, true
		}
	}
	s.misses.Add(1)
	return nil, false
}

// Put adds a copy of a value. It may drop the value: if nothing can be written, if it is very large, or if this process
// has added half of the bound, so that work larger than the store does not evict itself.
func (s *Store) Put(k *Key, value []byte) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.problem != nil || int64(len(value)) > s.Bound/8 || s.added > s.Bound/2 {
		return
	}
	before := s.pending.size()
	s.pending.add(k, value)
	s.added += s.pending.size() - before
	if s.pending.size() >= min(largestBatch, s.Bound/16) || time.Since(s.published) >= s.wait {
		s.publish()
		s.evict() // not only at the end, since many processes are killed
		s.published, s.wait = time.Now(), min(2*s.wait, longestWait)
	}
}

// publish makes the pending values a segment. The caller holds s.mu.
func (s *Store) publish() {
	if len(s.pending.index) == 0 || s.problem != nil {
		return
	}
	s.generation++
	g, err := s.segment(s.generation, s.pending)
	if g != nil {
		s.segments = append([]*segment{g}, s.segments...)
	}
	s.pending, s.tidied, s.problem = newBuilder(), false, err
}

// segment writes a segment and opens it. It is nil, without an error, if it cannot be opened: another process may have
// removed it.
func (s *Store) segment(generation uint64, b *builder) (*segment, error) {
	path := filepath.Join(s.Dir, segmentName(generation, rand.Uint32()))
	if err := s.write(path, b.bytes()); err != nil {
		return nil, err
	}
	g, err := openSegment(path)
	if err != nil {
		return nil, nil
	}
	return g, nil
}

// write writes a file completely or not at all.
func (s *Store) write(path string, data []byte) error {
	temp := filepath.Join(s.Dir, fmt.Sprintf("%s%016x", temporary, rand.Uint64()))
	f, err := s.Create(temp)
	if err == nil {
		_, err = f.Write(data)
		if err = cmp.Or(err, f.Close()); err == nil {
			err = os.Rename(temp, path)
		}
		if err != nil {
			os.Remove(temp)
		}
	}
	if errors.Is(err, fs.ErrNotExist) {
		return nil // another process has removed all files
	}
	return err
}

// Counts returns the numbers of successful and failed lookups.
func (s *Store) Counts() (hits, misses int64) { return s.hits.Load(), s.misses.Load() }

// Flush publishes the added values. The error is the first since Open: nothing was written after it.
func (s *Store) Flush() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.publish()
	return s.problem
}

// Close publishes the added values, evicts old ones and joins small segments. The error is the first that prevented
// writing; everything else still works. A closed Store must not be used.
func (s *Store) Close() error {
	err := s.Flush()
	if !s.tidied {
		s.tidy()
	}
	if h, m := s.Counts(); h+m > 0 && err == nil {
		s.write(filepath.Join(s.Dir, lastRun), fmt.Appendf(nil, "hits %d\nmisses %d\n", h, m))
	}
	for _, g := range s.segments {
		g.close()
	}
	return err
}
