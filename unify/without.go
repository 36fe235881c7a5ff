package unify

import (
	"cmp"
	"slices"
)

// Which groups of constraints does a contradiction need? Solving the system anew without each group costs the number of
// groups times the system. Bisection costs the logarithm of that number: before a range of groups is asked about, all
// constraints outside it are performed; they are taken back afterwards. So each constraint is performed once on each
// level of the recursion.

// A bisection answers for the groups of a system.
type bisection struct {
	sys         *System
	g           *Graph
	groups      [][]int32
	absent      []int32 // by constraint: how many of the groups that are not performed have it
	contradicts []bool  // by group: the answer
	remove      bool
}

// First returns the least value such that the constraints of at most that value contradict each other, without some of
// them; false if there is none. Each constraint has a value. It costs the size of the system and sorting.
func (s *System) First(values []int64, without []bool) (first int64, ok bool) {
	order := make([]int32, 0, len(values))
	for c := range s.given() {
		if s.Constraints[c].X != None && (without == nil || !without[c]) {
			order = append(order, int32(c))
		}
	}
	slices.SortStableFunc(order, func(a, b int32) int { return cmp.Compare(values[a], values[b]) })
	g := s.graph()
	for i, c := range order {
		s.Watch.Steps(1 + len(s.Constraints[c].Edges))
		s.perform(g, &s.Constraints[c])
		if i+1 < len(order) && values[order[i+1]] == values[c] {
			continue
		}
		if g.Solve(); len(g.conflicts) > 0 {
			return values[c], true
		}
	}
	return 0, false
}

// Without reports for each group of constraints whether the system contradicts itself without the group. A constraint in
// several groups is missing without any of them; one in no group always holds. With remove, a group without which there
// is a contradiction is also missing when later ones are asked about: the rest then contradicts itself and needs each
// group that it has.
//
// It costs the size of the system times the logarithm of the number of groups. A Graph does not close classes in conflict
// as a Closure does, but the first conflict is the answer, and whether there is one does not depend on the solver.
func (s *System) Without(groups [][]int32, remove bool) (contradicts []bool) {
	b := &bisection{
		sys: s, g: s.graph(), groups: groups, remove: remove,
		absent: make([]int32, len(s.given())), contradicts: make([]bool, len(groups)),
	}
	for _, group := range groups {
		b.count(group, 1)
	}
	for c := range b.absent {
		b.perform(int32(c))
	}
	b.g.Solve()
	if len(groups) > 0 {
		b.ask(0, len(groups))
	}
	return b.contradicts
}

// ask answers for a range of groups. All constraints outside of it are performed, but for those of removed groups.
func (b *bisection) ask(from, to int) {
	if len(b.g.conflicts) > 0 {
		for i := from; i < to; i++ {
			b.contradicts[i] = true
		}
		return
	}
	if to-from == 1 {
		return // there is no contradiction without this group
	}
	middle := (from + to) / 2
	b.performing(middle, to, func() { b.ask(from, middle) })
	b.performing(from, middle, func() { b.ask(middle, to) })
}

// performing does something with a range of groups performed, but for those that are removed, and takes them back.
func (b *bisection) performing(from, to int, do func()) {
	var present [][]int32
	for i := from; i < to; i++ {
		if !b.remove || !b.contradicts[i] {
			present = append(present, b.groups[i])
		}
	}
	m := b.g.Mark()
	for _, group := range present {
		b.count(group, -1)
	}
	for _, group := range present {
		for _, c := range group {
			b.perform(c)
		}
	}
	b.g.Solve()
	do()
	b.g.Rollback(m)
	for _, group := range present {
		b.count(group, 1)
	}
}

func (b *bisection) count(group []int32, by int32) {
	for _, c := range group {
		b.absent[c] += by
	}
}

// perform states a constraint that is in no absent group, unless there is a contradiction already.
func (b *bisection) perform(c int32) {
	k := &b.sys.Constraints[c]
	if k.X == None || b.absent[c] > 0 || len(b.g.conflicts) > 0 {
		return
	}
	b.sys.Watch.Steps(1 + len(k.Edges))
	b.sys.perform(b.g, k)
}
