package cache

import "slices"

// A Reader reads values of a store, in one goroutine. It reads ahead: values that were added in sequence are mostly
// requested in that order, so most lookups need no system call.
type Reader struct {
	store   *Store
	segment *segment // that the window belongs to; nil: no window
	at      int64    // offset of the window in the segment
	window  []byte
	ahead   int // number of bytes to read next time
}

const (
	leastAhead = 4 << 10
	mostAhead  = 64 << 10
)

// NewReader returns a reader of a store.
func (s *Store) NewReader() *Reader { return &Reader{store: s} }

// Get returns the value of a key, or false. It is valid until the next Get.
func (r *Reader) Get(k *Key) (value []byte, ok bool) {
	s := r.store
	if value, ok = r.get(k); ok {
		s.hits.Add(1)
	} else {
		s.misses.Add(1)
	}
	return value, ok
}

func (r *Reader) get(k *Key) ([]byte, bool) {
	s := r.store
	for _, g := range *s.segments.Load() {
		e := g.find(k)
		if e == nil {
			continue
		}
		value, ok := r.read(g, e)
		if !ok {
			continue // an older segment may have it, too
		}
		if g.old {
			s.Put(k, value)
		}
		return value, true
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if value, ok := s.pending.get(k); ok {
		return value, true
	}
	if s.sent != nil {
		return s.sent.get(k)
	}
	return nil, false
}

// read returns the value of an entry, or false if it is damaged.
func (r *Reader) read(g *segment, entry []byte) ([]byte, bool) {
	at, n, ok := g.place(entry)
	if !ok {
		return nil, false
	}
	end := r.at + int64(len(r.window))
	if r.segment != g || at < r.at || at+int64(n) > end {
		if r.segment == g && at >= r.at && at < end+mostAhead {
			r.ahead = min(2*r.ahead, mostAhead)
		} else {
			r.ahead = leastAhead
		}
		size := int(min(int64(max(n, r.ahead)), g.end-at))
		r.segment, r.at = nil, at
		r.window = slices.Grow(r.window[:0], size)[:size]
		if readAt(g.file, r.window, at) != nil {
			return nil, false
		}
		r.segment = g
	}
	value := r.window[at-r.at:][:n:n]
	return value, isSound(entry, value)
}
