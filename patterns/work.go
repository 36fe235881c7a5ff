package patterns

import (
	"cmp"
	"sync"
)

// Each group of definitions has a limit of nodes, but a program may have many groups that
// reach it. So what groups take beyond the usual comes out of one reserve of the program,
// in the order in which they are derived. What counts is the nodes that derivations make,
// kept or taken back, and those of the signatures in rounds. No clock has a part in it,
// so a program always stops at the same places. A group that takes no more than the usual
// depends on no other.

// Programs that people write, and those of internal/corpus, take 4 to 60 nodes for
// each syntax node, and recursive groups of a few lines some thousand.
const (
	defaultWork = 8_000_000 // the reserve, some seconds of work
	usualWork   = 1_000     // of a group
	workPerNode = 256       // and for each of its syntax nodes
)

// working is what a solver counts.
type working struct {
	reserve   int    // of the program, in nodes
	own, took int    // of the group: what it may take before that, and what it took
	copied    int    // and what its signatures take beyond the usual
	kept      int    // nodes of signatures, of all groups
	told      int    // nodes that Held was told of
	limit     int    // and the most of one derivation in it
	work      int    // of all groups until now
	counts    bool   // what is derived counts
	tight     bool   // the limit of what is derived is what is left for the group
	before    int    // nodes when it began
	costly    int32  // a member of the group that took most so far,
	costliest int    // and that
	joint     *joint // of a branch
}

// beginProgram begins to count.
func (s *Solver) beginProgram() {
	s.working = working{reserve: s.Reserve(), counts: true}
}

// beginWork says what a group may take.
func (s *Solver) beginWork(group []int32) {
	size := s.sizeOf(group)
	s.own, s.took, s.copied, s.limit = usualWork+workPerNode*size, 0, 0, s.nodeLimit(size)
}

// copies makes the signatures of a group that others use, and counts those that are large
// for their definitions: signatures stay, whatever becomes of the nodes they were made from,
// and a line can have one of a thousand nodes. It reports false when the program has no work
// left for them.
func (s *Solver) copies(group []int32) bool {
	left := s.reserve - max(0, s.took-s.own)
	for _, d := range group {
		if x := &s.defs[d]; s.used[d] && x.Derived && x.to == x.from {
			n := s.Scheme(d).Graph.Len()
			s.kept += n
			s.copied += max(0, n-copiesPerNode*int(s.size[d]))
			if s.copied > left {
				return false
			}
		}
	}
	return true
}

// endWork takes what a group took beyond the usual out of the reserve. Each group of a
// branch has all of the reserve.
func (s *Solver) endWork(group []int32) {
	s.work += s.took
	excess := max(0, s.took-s.own) + s.copied
	if s.joint != nil {
		droppable := 0
		if s.took > copiesPerNode*s.sizeOf(group) {
			droppable = s.took
		}
		s.joint.add(excess, s.took+s.limit-s.own, droppable)
		return
	}
	s.reserve -= excess
	if s.took > s.costliest && len(group) > 0 {
		s.costly, s.costliest = group[0], s.took
	}
}

// nodeLimit is the limit of a derivation in a group of so many syntax nodes.
func (s *Solver) nodeLimit(size int) int {
	if s.Limits.Nodes != 0 {
		return s.Limits.Nodes
	}
	return 500_000 + 64*size
}

// A joint is what branches count together. As long as the reserve covers all that groups
// took, and what any one of them might have taken in addition, no group was limited by
// what others left, so it does not matter who came first. Otherwise it does, and the
// program is derived in order. So it is where branches would hold much that is not kept.
type joint struct {
	reserve int

	mu        sync.Mutex
	excess    int
	most      int // that a group might have needed
	droppable int // nodes that would not be kept in order, see drop.go
	held      int // by all branches
	over      bool
}

func (j *joint) add(excess, need, droppable int) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.excess, j.most, j.droppable = j.excess+excess, max(j.most, need), j.droppable+droppable
	j.over = j.over || j.excess+j.most > j.reserve || j.droppable > keptNodes
}

// hold adds nodes that a branch holds, and returns those of all.
func (j *joint) hold(more int) int {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.held += more
	return j.held
}

// end has all groups derived in order.
func (j *joint) end() {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.over = true
}

// isOver reports whether the order of groups matters.
func (j *joint) isOver() bool {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.over
}

// Work returns how many nodes deriving the program took.
func (s *Solver) Work() int { return s.work }

// Reserve returns how many nodes all groups may take beyond the usual.
func (s *Solver) Reserve() int { return cmp.Or(s.Limits.Work, defaultWork) }

// MostWork returns the group that took most, by a member, and how much that was.
func (s *Solver) MostWork() (d int32, work int) { return s.costly, s.costliest }

// heldStep is after how many nodes more Held is called again.
const heldStep = 1 << 17

// hold says how much is held.
func (s *Solver) hold() {
	n := s.Graph.Len() + s.kept
	if s.Held == nil || n < s.told+heldStep {
		return
	}
	more := n - s.told
	s.told = n
	if s.joint != nil {
		n = s.joint.hold(more)
	}
	s.Held(n)
}

// limitTo bounds what is derived next by so many nodes, or by those that are left
// for the group.
func (s *Solver) limitTo(nodes int) {
	s.hold()
	left := s.own + s.reserve - s.took
	s.tight = s.counts && left < nodes
	if s.tight {
		nodes = max(left, 0)
	}
	s.before = s.Graph.Len()
	s.Graph.SetLimit(s.before + nodes)
}

// spent ends what limitTo began.
func (s *Solver) spent() {
	if s.counts {
		s.took += s.Graph.Len() - s.before + s.Graph.Worked()
	}
}

// spentOn counts a signature.
func (s *Solver) spentOn(scheme *Scheme) {
	if s.counts {
		s.took += scheme.Graph.Len()
	}
}
