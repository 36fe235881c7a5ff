package batch

import (
	"slices"
	"sync"

	"github.com/patgraph/patgraph/patterns"
)

// A Pool has results that are no longer needed, whose memory later analyses reuse. A batch has at most as many as
// workers. A sync.Pool would lose most of them: it has a pool per processor, and a worker that waits for a file resumes
// on another one.
type Pool struct {
	lock sync.Mutex
	list []*patterns.Result
}

// largestSpare is the maximum size of a program, in bytes, whose memory is kept. Larger programs are so rare that their
// memory is released.
const largestSpare = 1 << 19

// take returns a result, or nil.
func (s *Pool) take() *patterns.Result {
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

// keep keeps a result if its program is not too large, and there are not too many.
func (s *Pool) keep(r *patterns.Result, b *budget) {
	largest, most := b.keptSpares()
	if len(r.File.Src) <= largest {
		s.Keep(r, most)
	}
}

// Keep keeps a result unless there are already most results.
func (s *Pool) Keep(r *patterns.Result, most int) {
	s.lock.Lock()
	if len(s.list) < most {
		s.list = append(s.list, r)
	}
	s.lock.Unlock()
}
