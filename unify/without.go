package unify

// Which groups of constraints does a contradiction need? Solving the system once for each group, without it, would cost
// the groups times the system. Here the groups are halved again and again: what is outside a half is solved before
// the half is divided, and taken back after it. So each constraint is performed once for each halving.

// A withouter answers for the groups of a system.
type withouter struct {
	sys    *System
	g      *Graph
	groups [][]int32
	in     []int32 // by constraint: how many of the groups that are being divided, or that were left out, have it
	broken []bool  // by group: the answer
	remove bool
}

// Without reports for each group of constraints whether the system contradicts itself without the group. A constraint in several
// groups is missing without any of them; one in no group always holds. With remove, a group without which there is a
// contradiction stays away while later ones are asked: what is left then contradicts itself, and needs every group that is left.
//
// It costs the size of the system times the logarithm of the number of groups. Classes in conflict are not closed as in
// a Closure, which makes no difference to whether there is a contradiction.
func (s *System) Without(groups [][]int32, remove bool) (contradicts []bool) {
	w := &withouter{sys: s, g: New(s.Heads, s.Index), groups: groups, in: make([]int32, len(s.given())), broken: make([]bool, len(groups)), remove: remove}
	w.g.SetWatch(s.Watch)
	for range s.own() {
		w.g.Leaf(0)
	}
	for _, group := range groups {
		w.hold(group, 1)
	}
	for i := range w.in {
		w.perform(int32(i))
	}
	w.g.Solve()
	if len(groups) > 0 {
		w.divide(0, len(groups))
	}
	return w.broken
}

// divide answers for some groups. All constraints that are in none of them, nor were removed, have been performed.
func (w *withouter) divide(from, to int) {
	if len(w.g.conflicts) > 0 {
		for i := from; i < to; i++ {
			w.broken[i] = true
		}
		return
	}
	if to-from == 1 {
		return // without the group nothing is wrong
	}
	middle := (from + to) / 2
	w.beside(middle, to, func() { w.divide(from, middle) })
	w.beside(from, middle, func() { w.divide(middle, to) })
}

// beside does work with some groups performed, but those that were removed.
func (w *withouter) beside(from, to int, work func()) {
	m := w.g.Mark()
	held := func(i int) bool { return !w.remove || !w.broken[i] }
	for i := from; i < to; i++ {
		if held(i) {
			w.hold(w.groups[i], -1)
		}
	}
	for i := from; i < to && len(w.g.conflicts) == 0; i++ {
		if held(i) {
			for _, c := range w.groups[i] {
				w.perform(c)
			}
		}
	}
	w.g.Solve()
	work()
	w.g.Rollback(m)
	for i := from; i < to; i++ {
		if held(i) {
			w.hold(w.groups[i], 1)
		}
	}
}

func (w *withouter) hold(group []int32, by int32) {
	for _, c := range group {
		w.in[c] += by
	}
}

// perform states a constraint that is in no group that is being divided.
func (w *withouter) perform(c int32) {
	k := &w.sys.Constraints[c]
	if k.X == None || w.in[c] > 0 {
		return
	}
	w.sys.Watch.Steps(1 + len(k.Edges))
	w.sys.perform(w.g, k)
}
