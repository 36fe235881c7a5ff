// Package cache keeps values by keys in a directory that many processes use at
// once, at the speed of reading files.
//
// Values lie in segments, files that are written whole to a temporary name and
// then renamed, and never changed. A process collects what it adds in memory and
// publishes it as a segment of its own now and then, so nobody waits for anybody
// and a process that is killed leaves no trace but a temporary file. Readers have
// the indexes of all segments in memory and read values where they lie; a segment
// that another process removes stays readable for those that have it open. Every
// index and every value has a checksum: what is damaged counts as absent.
//
// The segments that were added last are kept, up to a bound in bytes. A value that
// is used while it lies in the older half of them is added anew, so those that
// nobody uses are the ones that go: about the least recently used, without a write
// for a use as long as there is room.
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

// A Key names a value. Equal keys name equal values: the first one is kept.
type Key [32]byte

const (
	// DefaultBound is a bound for everyday use, in bytes.
	DefaultBound = 256 << 20
	// LeastBound is the smallest one that makes sense.
	LeastBound = 1 << 20

	largestBatch = 4 << 20 // bytes that are collected before they are published
	firstWait    = time.Second
	longestWait  = time.Minute
)

// Options say where a store is and how large it may be.
type Options struct {
	Dir    string // which exists
	Bound  int64  // in bytes
	Create Create // nil: CreateFile
}

// A Create makes a file that must not exist yet.
type Create func(path string) (Writer, error)

// A Writer is a file as a store writes it.
type Writer interface {
	io.WriteCloser
	Sync() error
}

// A Store is an open directory of values. Its methods may be called concurrently.
type Store struct {
	Options
	hits, misses atomic.Int64

	segments   atomic.Pointer[[]*segment] // newest first; replaced, never changed
	generation atomic.Uint64              // of the newest segment that was seen
	failed     atomic.Bool                // nothing more is written

	mu         sync.Mutex // guards what follows
	pending    *builder   // what will be published
	sent       *builder   // what is being published; nil: nothing
	added      int64      // bytes that were added by this process
	published  time.Time  // the last time; the time since is measured by the monotonic clock
	wait       time.Duration
	publishing sync.WaitGroup
	tidied     bool // there is nothing to tidy since the last time
	problem    error
}

// Open opens the store in a directory. A directory that cannot be read is an error;
// what is damaged in it is not.
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

// seen makes what is published from now on newer than a generation.
func (s *Store) seen(generation uint64) {
	for {
		g := s.generation.Load()
		if generation <= g || s.generation.CompareAndSwap(g, generation) {
			return
		}
	}
}

// Put adds a value, which is copied. It may be left out: when nothing can be
// written, when it is very large, and when this process has added half of what
// there is room for, so that work larger than the store does not push itself out.
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

// batch is how many bytes are collected before they are published.
func (s *Store) batch() int64 { return min(largestBatch, s.Bound/16) }

// send publishes what is pending, while others go on. s.mu is held.
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
		s.evict() // now, since many processes are killed before they end
		s.mu.Lock()
		defer s.mu.Unlock()
		s.fail(err)
		s.sent, s.published, s.wait = nil, time.Now(), min(2*s.wait, longestWait)
	})
}

// fail keeps the first problem. s.mu is held.
func (s *Store) fail(err error) {
	if err != nil && s.problem == nil {
		s.problem = err
		s.failed.Store(true)
	}
}

// publish writes a segment and opens it. The segment is nil if it cannot be opened,
// which is no error: it may be gone already.
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

// write writes a file whole or not at all.
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
		return nil // another process has removed all there was, or took it for left behind
	}
	return err
}

// Counts returns how many values were asked for with and without success.
func (s *Store) Counts() (hits, misses int64) { return s.hits.Load(), s.misses.Load() }

// Flush publishes what was added; meanwhile nothing may be. The error is the first
// of all times: nothing was written since then.
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

// Close publishes what was added, removes what there is no room for and joins
// small segments. The error is the first that kept something from being written;
// all else works without. A Store that is closed must not be used.
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
