package unify

// Which groups of constraints does a contradiction need? Solving the system again without each group costs the number
// of groups times the system. Bisection costs the logarithm of that number: before it descends into a range of groups,
// all constraints outside the range are performed, and undone afterwards. So each constraint is performed once on each
// level of the recursion.

// A bisection decides for each group of a system.
type bisection struct {
	sys         *System
	g           *Graph
	groups      [][]int32
	absent      []int32 // by constraint: how many of the groups that are not performed contain it
	contradicts []bool  // by group: the result
	remove      bool
}

// Without reports for each group of constraints whether the system contradicts itself without the group. A constraint
// in several groups is missing without any of them; one in no group always holds. With remove, a group without which
// there is a contradiction stays removed while later groups are tested: the remaining groups then contradict each
// other, and each of them is needed.
//
// It costs the size of the system times the logarithm of the number of groups. A Graph does not close classes in
// conflict as a Closure does, but the first conflict decides, and whether there is one does not depend on the solver.
func (s *System) Without(groups [][]int32, remove bool) (contradicts []bool) {
	b := &bisection{
		sys: s, g: s.graph(), groups: groups, remove: remove,
		absent: make([]int32, len(s.givenConstraints())), contradicts: make([]bool, len(groups)),
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

// ask decides for a range of groups. All constraints outside of it are performed, except those of removed groups.
func (b *bisection) ask(from, to int) {
	if len(b.g.conflicts) > 0 {
		for i := from; i < to; i++ {
			b.contradicts[i] = true
		}
		return
	}
	if to-from == 1 {
		return // the contradiction needs this group
	}
	middle := (from + to) / 2
	b.withPerformed(middle, to, func() { b.ask(from, middle) })
	b.withPerformed(from, middle, func() { b.ask(middle, to) })
}

// withPerformed calls do with a range of groups performed, except removed ones, and undoes them afterwards.
func (b *bisection) withPerformed(from, to int, do func()) {
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
