package patterns

import "github.com/patgraph/patgraph/unify"

// A checkpoint is a state to which a derivation can be reset. Each must be ended, latest first, by keep or takeBack.
type checkpoint struct {
	unify.Mark
	uses int
}

func (s *Solver) checkpoint() checkpoint { return checkpoint{s.Graph.Mark(), len(s.uses)} }

// keep ends a checkpoint and keeps what was derived since.
func (s *Solver) keep(c *checkpoint) { s.Graph.Release(c.Mark) }

// takeBack ends a checkpoint and undoes what was derived since: definitions of a group, which then count as not
// derived.
func (s *Solver) takeBack(c *checkpoint, group []int32) {
	s.Graph.Rollback(c.Mark)
	clear(s.uses[c.uses:]) // they refer to schemes
	s.uses = s.uses[:c.uses]
	for _, d := range group {
		x := &s.defs[d]
		x.Extent, x.scheme = Extent{}, nil
	}
}

// save returns the derivations of definitions, for putBack.
func (s *Solver) save(group []int32) []Derivation {
	saved := make([]Derivation, len(group))
	for i, d := range group {
		saved[i] = s.defs[d]
	}
	return saved
}

// putBack restores saved derivations. Their content must be in the graph still, or again.
func (s *Solver) putBack(group []int32, saved []Derivation) {
	for i, d := range group {
		s.defs[d] = saved[i]
	}
}
