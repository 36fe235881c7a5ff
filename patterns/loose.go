package patterns

import "slices"

// A group may conflict only because the signature of a callee is too narrow: a recursive group was derived with one
// pattern for all its references. Then the group is derived again from loose schemes of its callees, which are those of
// the last polymorphic round of such a group, and of groups that depend on them. They are made on demand.

// retryLoose derives a group in conflict again, from the checkpoint before it. If it still conflicts, that is an error;
// otherwise a warning.
func (s *Solver) retryLoose(c int32, group []int32, before *checkpoint) {
	site := make(map[int32]int32)
	for _, d := range group {
		if cs := s.Conflicts(d); len(cs) > 0 {
			site[d] = s.bodies.Note(d, cs[0])
		}
	}
	s.takeBack(before, group)
	s.loosen(group)
	s.attempt(c, group, true)
	for _, d := range group {
		x := &s.defs[d]
		if at, was := site[d]; was && x.from == x.to && x.Breach == NoBreach {
			x.Warn, x.WarnSite = WarnNarrow, at
		}
	}
}

// loosen makes the loose schemes of all callees of a group that are tainted by monomorphic signatures, callees first.
func (s *Solver) loosen(group []int32) {
	var groups []int32
	seen := make(map[int32]bool)
	queue := slices.Clone(group)
	for _, d := range group {
		seen[s.defs[d].group] = true
	}
	for len(queue) > 0 {
		d := queue[len(queue)-1]
		queue = queue[:len(queue)-1]
		for _, e := range s.callees(d) {
			if x := &s.defs[e]; x.tainted && x.loose == nil && !seen[x.group] {
				seen[x.group] = true
				groups = append(groups, x.group)
				queue = append(queue, s.group(x.group)...)
			}
		}
	}
	slices.Sort(groups)
	for _, c := range groups {
		members := s.membersOf(c, func(x *Derivation) bool { return x.Derived || x.dropped })
		saved := s.save(members)
		before := s.checkpoint()
		s.attempt(c, members, true)
		for i, d := range members {
			saved[i].loose = s.top
			if s.defs[d].from == s.defs[d].to && s.defs[d].Derived {
				saved[i].loose = s.Scheme(d)
			}
		}
		s.takeBack(&before, members)
		s.putBack(members, saved)
	}
}
