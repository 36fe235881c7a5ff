package patterns

import "cmp"

// Each group of definitions has a limit of nodes, but a program may have many groups that reach it. So what groups need
// beyond the usual comes out of one reserve of the program, in the order in which they are derived. What counts is the
// nodes of derivations, kept or undone, and those of the signatures in rounds. Time does not matter, so a program
// always stops at the same places. A group that needs no more than the usual is independent of the others.

// Programs of people, and those of internal/lab/corpus, take 4 to 60 nodes for each syntax node, and recursive groups
// of a few lines some thousand. Programs may be so long that the usual of all groups is too much memory: once a program
// holds usualHeld nodes, everything comes out of the reserve.
const (
	defaultWork = 8_000_000 // the reserve, some seconds of work
	usualWork   = 1_000     // of a group
	workPerNode = 256       // in addition, for each of its syntax nodes
	usualHeld   = 16_000_000
	mostNodes   = 12_000_000 // of a group by default, whatever its size: some 3 million syntax nodes
)

// working has the counters of a solver.
type working struct {
	reserve   int   // of the program, in nodes
	own, took int   // of the group: what it may use before the reserve, and what it used
	copied    int   // of the group: what its signatures take beyond the usual
	kept      int   // nodes of signatures, of all groups
	reported  int   // nodes at the last call of Held
	work      int   // of all groups so far
	counts    bool  // derivations count
	tight     bool  // the limit of the derivation is what is left for the group
	before    int   // number of nodes at its beginning
	costly    int32 // a member of the group that used most so far
	costliest int   // what that group used
}

// beginProgram resets the counters.
func (s *Solver) beginProgram() {
	s.working = working{reserve: s.Reserve(), counts: true}
}

// beginWork sets what a group may use.
func (s *Solver) beginWork(group []int32) {
	size := s.sizeOf(group)
	s.own, s.took, s.copied = usualWork+workPerNode*size, 0, 0
	if s.held() > usualHeld {
		s.own = 0
	}
}

// held returns the number of nodes in the graph and in signatures.
func (s *Solver) held() int { return s.Graph.Len() + s.kept }

// countCopies makes the signatures of a group that others use, and counts those that are large for their definitions:
// signatures are kept, whatever happens to the nodes they were made from, and a line can have one of a thousand nodes.
// It returns false if the program has no work left for them.
func (s *Solver) countCopies(group []int32) bool {
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

// endWork subtracts from the reserve what a group used beyond the usual.
func (s *Solver) endWork(group []int32) {
	s.work += s.took
	s.reserve -= max(0, s.took-s.own) + s.copied
	if s.took > s.costliest && len(group) > 0 {
		s.costly, s.costliest = group[0], s.took
	}
}

// nodeLimit returns the limit of a derivation in a group of size syntax nodes.
func (s *Solver) nodeLimit(size int) int {
	if s.Limits.Nodes != 0 {
		return s.Limits.Nodes
	}
	return min(500_000+64*size, mostNodes)
}

// Work returns how many nodes deriving the program took.
func (s *Solver) Work() int { return s.work }

// Reserve returns how many nodes all groups may use beyond the usual.
func (s *Solver) Reserve() int { return cmp.Or(s.Limits.Work, defaultWork) }

// MostWork returns a member of the group that used most, and how much that was.
func (s *Solver) MostWork() (d int32, work int) { return s.costly, s.costliest }

// heldStep is the number of additional nodes after which Held is called again.
const heldStep = 1 << 17

// reportHeld calls Held if enough nodes were added.
func (s *Solver) reportHeld() {
	n := s.held()
	if s.Held == nil || n < s.reported+heldStep {
		return
	}
	s.reported = n
	s.Held(n)
}

// limitTo bounds the next derivation by a number of nodes, or by what is left for the group.
func (s *Solver) limitTo(nodes int) {
	s.reportHeld()
	left := s.own + s.reserve - s.took
	s.tight = s.counts && left < nodes
	if s.tight {
		nodes = max(left, 0)
	}
	s.before = s.Graph.Len()
	s.Graph.SetLimit(s.before + nodes)
}

// countWork counts the derivation that limitTo began.
func (s *Solver) countWork() {
	if s.counts {
		s.took += s.Graph.Len() - s.before + s.Graph.Worked()
	}
}

// countSignature counts a signature.
func (s *Solver) countSignature(scheme *Scheme) {
	if s.counts {
		s.took += scheme.Graph.Len()
	}
}
