package batch

import (
	"slices"
	"sync"

	"github.com/patgraph/patgraph/patterns"
)

// Spares are results that are not needed any more, whose memory the next analyses
// take over. Of one batch there are never more than workers. A sync.Pool would lose most of
// them: each processor has its own place there, and a worker that waits for a file
// wakes up on another one.
type Spares struct {
	lock sync.Mutex
	list []*patterns.Result
}

// largestSpare is up to how many bytes a program may have for its memory to be
// kept. Larger ones are so rare that what they took is better given back.
const largestSpare = 1 << 19

// take returns a result, or nil.
func (s *Spares) take() *patterns.Result {
	s.lock.Lock()
	defer s.lock.Unlock()
	n := len(s.list)
	if n == 0 {
		return nil
	}
	r := s.list[n-1]
	s.list = slices.Delete(s.list, n-1, n)
	return r
}

// keep keeps a result if its program is not too large, and not too many are kept.
func (s *Spares) keep(r *patterns.Result, b *budget) {
	largest, most := b.keptSpares()
	if len(r.File.Src) <= largest {
		s.Keep(r, most)
	}
}

// Keep keeps a result unless there are so many.
func (s *Spares) Keep(r *patterns.Result, most int) {
	s.lock.Lock()
	if len(s.list) < most {
		s.list = append(s.list, r)
	}
	s.lock.Unlock()
}
