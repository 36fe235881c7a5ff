package patterns

import (
	"slices"

	"github.com/patgraph/patgraph/unify"
)

// A derivation is kept for explanations and for the patterns of expressions. Some definitions are little more than
// copies of large signatures, such as a thousand that each name one of a hundred thousand nodes; keeping them all would
// take unbounded memory. So beyond keptNodes the derivation of such a definition is dropped if it has no error. Its
// signature is kept, and Restore derives it again.

// keptNodes is the number of nodes up to which everything in a program is kept.
const keptNodes = 4 << 20

// A derivation is mostly copies if it has copiesPerNode graph nodes for each syntax node.
const copiesPerNode = 64

// tooMuchToKeep reports whether a derivation of this many nodes is mostly copies, in a program that has all nodes with
// it.
func (s *Solver) tooMuchToKeep(group []int32, nodes, all int) bool {
	if all < keptNodes || s.Limits.Time > 0 || s.conflicted(group) {
		return false
	}
	return nodes > copiesPerNode*s.sizeOf(group) && !slices.ContainsFunc(group, func(d int32) bool {
		return s.defs[d].Breach != NoBreach || s.defs[d].Warn != NoWarn
	})
}

// drop undoes the derivation of a group, after making the signatures that others refer to.
func (s *Solver) drop(group []int32, since *checkpoint) {
	for _, d := range group {
		if s.used[d] {
			s.Scheme(d)
		}
	}
	saved := s.save(group)
	s.takeBack(since, group)
	s.putBack(group, saved)
	s.setDropped(group)
}

func (s *Solver) setDropped(group []int32) {
	for _, d := range group {
		x := &s.defs[d]
		x.Extent, x.dropped = Extent{}, x.Derived
	}
}

// Restore derives a dropped definition again, with its group, so that its nodes can be used. It does nothing for other
// definitions.
func (s *Solver) Restore(d int32) {
	if !s.defs[d].dropped {
		return
	}
	defer func(watch *unify.Watch) { s.Watch = watch }(s.Watch)
	s.Watch = s.Watch.Counting()
	c := s.defs[d].group
	group := s.membersOf(c, func(x *Derivation) bool { return x.dropped })
	saved := s.save(group)
	s.attempt(c, group, false)
	for i, e := range group {
		saved[i].Extent, saved[i].dropped = s.defs[e].Extent, false
	}
	s.putBack(group, saved)
}

// schemeOfDropped makes the signature of a dropped definition and drops the derivation again.
func (s *Solver) schemeOfDropped(d int32) {
	before := s.checkpoint()
	s.Restore(d)
	x := &s.defs[d]
	x.scheme = s.schemeOf(x, x.Roots...)
	s.drop(s.membersOf(x.group, func(x *Derivation) bool { return x.Derived }), &before)
}
