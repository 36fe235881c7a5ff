package patterns

// attempt derives a group, leaving its derivation in the graph: from loose schemes of other groups, or from their
// signatures.
func (s *Solver) attempt(c int32, group []int32, loose bool) {
	defer s.setMode(s.setMode(mode{group: c, loose: loose}))
	size, recursive := s.sizeOf(group), false
	for _, d := range group {
		x := &s.defs[d]
		x.Extent, x.scheme, x.dropped = Extent{}, nil, false
		x.Breach, x.Warn, x.Converged, x.Rounds = NoBreach, NoWarn, true, 1
		recursive = x.Recursive
	}
	limit := s.nodeLimit(size)
	if !recursive {
		for _, d := range group {
			s.deriveOnce(d, limit)
		}
		return
	}
	if s.Mode == Monomorphic {
		s.monomorphic(group, limit)
		return
	}
	r := rounds{Solver: s, group: group, limit: limit, budget: 12*min(size, largeGroup) + 4*size + 1000}
	r.run()
}

// largeGroup is the number of syntax nodes beyond which each further one adds less to the budget of a group: the rounds
// of a group of 300,000 definitions took 1.9 GB, and ended at the budget anyway.
const largeGroup = 1 << 16

// deriveOnce derives one definition and keeps the result, unless it reaches a limit.
func (s *Solver) deriveOnce(d int32, limit int) {
	before := s.checkpoint()
	s.limitTo(limit)
	x := &s.defs[d]
	s.setExtent(x, &before) // so that its beginning is known
	s.conflictsFrom(x)
	s.open(d)
	s.bodies.Derive(d)
	s.countWork()
	s.setExtent(x, &before)
	x.Derived, x.to = true, len(s.Graph.Conflicts())
	if b := s.breach(); b != NoBreach {
		s.takeBack(&before, []int32{d})
		x.Bad, x.Breach = true, b
		return
	}
	s.keep(&before)
}

// setExtent sets the extent of a derivation, except for its conflicts: what was derived since a checkpoint.
func (s *Solver) setExtent(x *Derivation, since *checkpoint) {
	x.first, x.last = since.Nodes(), s.Graph.Len()
	x.fromEvent, x.toEvent = since.Events(), s.Graph.Events()
	x.fromRule, x.toRule = since.Instances(), s.Graph.Instances()
}

// breach returns the limit that the current derivation exceeded.
func (s *Solver) breach() Breach {
	switch {
	case s.Watch.Late():
		return TimeBreach
	case s.Graph.Exceeded() && s.tight:
		return WorkBreach
	case s.Graph.Exceeded():
		return NodeBreach
	}
	return NoBreach
}

// monomorphic derives a group in one piece: all references within it share their callee's nodes. It reports whether it
// stayed within the limits.
func (s *Solver) monomorphic(group []int32, limit int) bool {
	defer s.setMode(s.setMode(s.mode.taking(ownNodes)))
	before := s.checkpoint()
	s.limitTo(limit)
	for _, d := range group {
		s.open(d)
	}
	for _, d := range group {
		x := &s.defs[d]
		s.conflictsFrom(x)
		s.bodies.Derive(d)
		x.to = len(s.Graph.Conflicts())
		if b := s.breach(); b != NoBreach {
			s.countWork()
			s.takeBack(&before, group)
			for _, e := range group {
				y := &s.defs[e]
				y.Bad, y.Converged = true, false
				y.Recursion = Monomorphic
				y.Breach = b // which member reached the limit depends on their order
			}
			return false
		}
	}
	s.countWork()
	for _, d := range group {
		x := &s.defs[d]
		x.Derived, x.Recursion = true, Monomorphic
		s.setExtent(x, &before)
	}
	s.keep(&before)
	return true
}
