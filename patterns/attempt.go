package patterns

import "github.com/patgraph/patgraph/unify"

// attempt derives a group, leaving its derivation in the graph.
func (s *Solver) attempt(c int32, group []int32, recursive bool) {
	s.inGroup = c
	defer func() { s.inGroup, s.inRound, s.mono = -1, false, false }()
	for _, d := range group {
		x := &s.defs[d]
		x.Derived, x.scheme, x.Breach, x.Warn, x.Converged, x.Rounds = false, nil, NoBreach, NoWarn, true, 1
		x.from, x.to = 0, 0
	}
	size := 0
	for _, d := range group {
		size += int(s.size[d])
	}
	limit := s.nodeLimit(size)
	if !recursive {
		for _, d := range group {
			s.once(d, limit)
		}
		return
	}
	if s.Mode == Monomorphic {
		s.monomorphic(group, limit)
		return
	}
	r := rounds{Solver: s, group: group, limit: limit, budget: 16*size + 1000}
	r.run()
}

// once derives one definition and keeps it, unless it reaches a limit.
func (s *Solver) once(d int32, limit int) {
	t := s.begin(d, limit)
	if t.breach != NoBreach {
		s.reject(t)
		s.defs[d].Bad, s.defs[d].Breach = true, t.breach
		return
	}
	s.accept(t)
}

// A trial is a derivation that may be taken back.
type trial struct {
	d      int32
	mark   unify.Mark
	uses   int
	breach Breach
}

// begin derives a definition. It must be ended by accept or reject.
func (s *Solver) begin(d int32, limit int) trial {
	x := &s.defs[d]
	g := s.Graph
	t := trial{d: d, mark: g.Mark(), uses: len(s.uses)}
	s.limitTo(limit)
	x.first, x.fromEvent, x.from = g.Len(), g.Events(), len(g.Conflicts())
	x.scheme = nil
	x.In, x.Out = s.bodies.Open(d)
	s.bodies.Derive(d)
	s.spent()
	x.last, x.toEvent, x.to = g.Len(), g.Events(), len(g.Conflicts())
	x.Derived = true
	t.breach = s.breach()
	return t
}

func (s *Solver) accept(t trial) { s.Graph.Release(t.mark) }

func (s *Solver) reject(t trial) {
	s.Graph.Rollback(t.mark)
	s.uses = s.uses[:t.uses]
	x := &s.defs[t.d]
	x.Derived, x.scheme = false, nil
	x.from, x.to = 0, 0
}

// breach returns the limit that the present derivation passed.
func (s *Solver) breach() Breach {
	switch {
	case s.timedOut:
		return TimeBreach
	case s.Graph.Exceeded() && s.tight:
		return WorkBreach
	case s.Graph.Exceeded():
		return NodeBreach
	}
	return NoBreach
}

// monomorphic derives a group in one piece, all references within it sharing
// their callee's nodes. It reports whether it reached no limit.
func (s *Solver) monomorphic(group []int32, limit int) bool {
	mark := s.Graph.Mark()
	s.limitTo(limit)
	uses := len(s.uses)
	s.mono = true
	first, firstEvent := s.Graph.Len(), s.Graph.Events()
	for _, d := range group {
		s.defs[d].In, s.defs[d].Out = s.bodies.Open(d)
	}
	for _, d := range group {
		x := &s.defs[d]
		x.from = len(s.Graph.Conflicts())
		s.bodies.Derive(d)
		x.to = len(s.Graph.Conflicts())
		if b := s.breach(); b != NoBreach {
			s.spent()
			s.Graph.Rollback(mark)
			s.uses = s.uses[:uses]
			for _, e := range group {
				y := &s.defs[e]
				y.from, y.to = 0, 0
				y.Bad, y.Converged = true, false
				y.Recursion = Monomorphic
				y.Breach = b // which of them met it depends on their order
			}
			s.mono = false
			return false
		}
	}
	s.spent()
	s.mono = false
	for _, d := range group {
		x := &s.defs[d]
		x.Derived, x.Recursion = true, Monomorphic
		x.first, x.last = first, s.Graph.Len()
		x.fromEvent, x.toEvent = firstEvent, s.Graph.Events()
	}
	s.Graph.Release(mark)
	return true
}
