package patterns

import "github.com/patgraph/patgraph/unify"

// A checkpoint is a moment to which a derivation can be taken back. Each must be ended,
// latest first, by keep or takeBack.
type checkpoint struct {
	unify.Mark
	uses int
}

func (s *Solver) checkpoint() (c checkpoint) {
	s.Graph.MarkIn(&c.Mark)
	c.uses = len(s.uses)
	return c
}

// keep ends a checkpoint, and what was derived since stays.
func (s *Solver) keep(c *checkpoint) { s.Graph.Release(c.Mark) }

// takeBack ends a checkpoint and takes back what was derived since: definitions of a
// group, which count as not derived then.
func (s *Solver) takeBack(c *checkpoint, group []int32) {
	s.Graph.Rollback(c.Mark)
	s.uses = s.uses[:c.uses]
	for _, d := range group {
		x := &s.defs[d]
		x.Extent, x.scheme = Extent{}, nil
	}
}

// save returns how definitions are derived, for putBack.
func (s *Solver) save(group []int32) []Derivation {
	saved := make([]Derivation, len(group))
	for i, d := range group {
		saved[i] = s.defs[d]
	}
	return saved
}

// putBack makes definitions derived as they were when they were saved. What they have
// in the graph must still be there, or there again.
func (s *Solver) putBack(group []int32, saved []Derivation) {
	for i, d := range group {
		s.defs[d] = saved[i]
	}
}
