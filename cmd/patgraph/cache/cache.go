// Package cache stores values by keys in a directory that many processes use concurrently, at the speed of reading
// files.
//
// Values are stored in segments: files that are written to a temporary name, then renamed, and never changed. A process
// collects added values in memory and publishes them as a new segment now and then, so processes never wait for each
// other, and a killed process leaves only a temporary file. Readers hold the indexes of all segments in memory and read
// values from the files; a segment that another process removes stays readable for those that have it open. Every index
// and every value has a checksum: damaged data counts as absent.
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
type Create func(path string) (Writer, error)

// A Writer is a file written by a store.
type Writer interface {
	io.WriteCloser
	Sync() error
}

// A Store is an open directory of values. Its methods may be called concurrently.
type Store struct {
	Options
	hits, misses atomic.Int64

	segments   atomic.Pointer[[]*segment] // newest first; the list is replaced, never changed
	generation atomic.Uint64              // of the newest segment seen so far
	failed     atomic.Bool                // nothing more is written

	mu         sync.Mutex // guards the fields below
	pending    *builder   // to be published
	sent       *builder   // being published; nil: nothing is
	added      int64      // bytes added by this process
	published  time.Time  // time of the last publication, with its monotonic clock reading
	wait       time.Duration
	publishing sync.WaitGroup
	tidied     bool // nothing was published since the last tidy
	problem    error
}

// Open opens the store in a directory. An unreadable directory is an error; damaged files are not.
func Open(o Options) (*Store, error) {
	if o.Create == nil {
		o.Create = CreateFile
	}
	s := &Store{Options: o, pending: newBuilder(), published: time.Now(), wait: firstWait, tidied: true}
	names, err := list(o.Dir)
	if err != nil {
		return nil, err
	}
	var open []*segment
	for _, n := range names.segments {
		s.seen(n.generation)
		path := filepath.Join(o.Dir, n.String())
		g, err := openSegment(path)
		switch {
		case err == nil:
			g.name = n
			open = append(open, g)
		case errors.Is(err, errCorrupt):
			os.Remove(path)
		}
	}
	slices.Reverse(open)
	newer := int64(0)
	for _, g := range open {
		g.old = newer+g.size/2 > o.Bound/2
		newer += g.size
	}
	s.tidied = newer <= o.Bound
	s.segments.Store(&open)
	return s, nil
}

// seen ensures that future segments are newer than a generation.
func (s *Store) seen(generation uint64) {
	for {
		g := s.generation.Load()
		if generation <= g || s.generation.CompareAndSwap(g, generation) {
			return
		}
	}
}

// Put adds a copy of a value. It may drop the value: if nothing can be written, if it is very large, or if this process
// has added half of the bound, so that work larger than the store does not evict itself.
func (s *Store) Put(k *Key, value []byte) {
	if s.failed.Load() || int64(len(value)) > s.Bound/8 {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	before := s.pending.size()
	if s.added > s.Bound/2 || s.sent != nil && before > 4*s.batch() {
		return
	}
	s.pending.add(k, value)
	size := s.pending.size()
	s.added += size - before
	if s.sent == nil && (size >= s.batch() || time.Since(s.published) >= s.wait) {
		s.send()
	}
}

// batch is the number of bytes that are collected before they are published.
func (s *Store) batch() int64 { return min(largestBatch, s.Bound/16) }

// send publishes pending values in the background. The caller holds s.mu.
func (s *Store) send() {
	if len(s.pending.index) == 0 {
		return
	}
	b := s.pending
	s.sent, s.pending = b, newBuilder()
	s.tidied = false
	s.publishing.Go(func() {
		g, err := s.publish(s.generation.Add(1), b)
		if g != nil {
			open := append([]*segment{g}, *s.segments.Load()...)
			s.segments.Store(&open)
		}
		s.evict() // not only at the end, since many processes are killed
		s.mu.Lock()
		defer s.mu.Unlock()
		s.fail(err)
		s.sent, s.published, s.wait = nil, time.Now(), min(2*s.wait, longestWait)
	})
}

// fail records the first problem. The caller holds s.mu.
func (s *Store) fail(err error) {
	if err != nil && s.problem == nil {
		s.problem = err
		s.failed.Store(true)
	}
}

// publish writes a segment and opens it. The segment is nil, without an error, if it cannot be opened: another process
// may have removed it.
func (s *Store) publish(generation uint64, b *builder) (*segment, error) {
	name := segmentName{generation, rand.Uint32()}
	path := filepath.Join(s.Dir, name.String())
	if err := s.write(path, b.bytes(), true); err != nil {
		return nil, err
	}
	g, err := openSegment(path)
	if err != nil {
		return nil, nil
	}
	g.name = name
	return g, nil
}

// write writes a file completely or not at all.
func (s *Store) write(path string, data []byte, sync bool) (err error) {
	temp := filepath.Join(s.Dir, fmt.Sprintf("%s%016x", temporary, rand.Uint64()))
	f, err := s.Create(temp)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			os.Remove(temp)
		}
	}()
	_, err = f.Write(data)
	if err == nil && sync {
		err = f.Sync()
	}
	if err = cmp.Or(err, f.Close()); err == nil {
		err = os.Rename(temp, path)
	}
	if errors.Is(err, fs.ErrNotExist) {
		return nil // another process has removed all files, or considered this one abandoned
	}
	return err
}

// Counts returns the numbers of successful and failed lookups.
func (s *Store) Counts() (hits, misses int64) { return s.hits.Load(), s.misses.Load() }

// Flush publishes the added values; no values may be added meanwhile. The error is the first since Open: nothing was
// written after it.
func (s *Store) Flush() error {
	s.publishing.Wait()
	s.mu.Lock()
	if !s.failed.Load() {
		s.send()
	}
	s.mu.Unlock()
	s.publishing.Wait()
	s.mu.Lock()
	defer s.mu.Unlock()
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
		s.write(filepath.Join(s.Dir, lastRun), fmt.Appendf(nil, "hits %d\nmisses %d\n", h, m), false)
	}
	for _, g := range *s.segments.Load() {
		g.close()
	}
	return err
}
