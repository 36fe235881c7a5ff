package patterns

import (
	"slices"

	"github.com/patgraph/patgraph/internal/reuse"
	"github.com/patgraph/patgraph/unify"
)

// rounds is the polymorphic derivation of a recursive group (Mycroft iteration): all members start at (...) --> (...),
// each round derives every member from the signatures of the previous round, until none changes.
//
// A round adds to the derivations of the previous round: each reference to a member whose signature changed takes an
// instance of the new signature in addition to the old one. Since signatures only become more specific, an instance of
// the new signature implies the old one, and the result is the same as deriving every member again. So a group costs
// what its signatures grow, and its history has all rounds in order: the content of an instance was derived before the
// instance was made. Only a large group that grows much loses its history (see tooLong).
//
// A group that keeps growing is derived monomorphically instead; if that conflicts, the last round's signatures remain.
// They are necessary conditions, so a conflict in any round is a true error.
type rounds struct {
	*Solver
	group  []int32
	limit  int
	budget int // sum of signature sizes over all rounds

	opened   int // number of nodes when all members had been opened
	before   checkpoint
	users    map[int32][]int32 // members by the member they refer to
	at       []int32           // the members that reached a limit
	breached Breach
}

func (r *rounds) run() {
	r.link()
	r.refs = r.refs[:0]
	r.before = r.checkpoint()
	r.start()
	sum, total := 2*len(r.group), 0
	var changed []int32
	for round := 1; ; round++ {
		var end roundEnd
		changed, end = r.round(changed, round)
		switch {
		case end == roundConflict || end == roundDone && len(changed) == 0:
			r.finish(end == roundDone)
			return
		case end == roundBreach && r.breached == NodeBreach && round > 1:
			r.settle(0)
			return
		case end == roundBreach:
			r.endAtLimit(r.at, r.breached)
			return
		}
		for _, d := range changed {
			sum += r.next[d].Graph.Len() - r.prev[d].Graph.Len()
		}
		total += sum
		grown := r.mostGrown(changed)
		r.advance(changed)
		switch {
		case r.Limits.Rounds > 0 && round >= r.Limits.Rounds:
			r.endAtLimit([]int32{grown}, RoundBreach)
			return
		case r.Watch.Late():
			r.endAtLimit([]int32{grown}, TimeBreach)
			return
		case total > r.budget:
			r.settle(round)
			return
		}
	}
}

// start sets all members to the top.
func (r *rounds) start() {
	r.opened = 0
	for _, d := range r.group {
		r.prev[d], r.next[d] = r.top, r.top
	}
}

// restart undoes all derivations.
func (r *rounds) restart() {
	r.takeBack(&r.before, r.group)
	r.before = r.checkpoint()
	r.refs = r.refs[:0]
}

func (r *rounds) advance(changed []int32) {
	for _, d := range changed {
		r.prev[d] = r.next[d]
	}
}

// roundEnd is the result of a round.
type roundEnd uint8

const (
	roundDone     roundEnd = iota
	roundConflict          // a member is in conflict: a true error
	roundBreach            // a member reached a limit; see at and breached
)

// begin makes references within the group take the signatures of the previous round.
func (r *rounds) begin() {
	m := r.mode.taking(lastRound)
	m.since = int32(r.Graph.Events())
	r.setMode(m)
}

// round updates all members to the signatures of the previous round, in which the members in before changed. It returns
// the members whose own signatures changed, with the new ones in next.
func (r *rounds) round(before []int32, number int) (changed []int32, end roundEnd) {
	r.begin()
	members := r.group
	afresh := number == 1 || r.tooLong()
	switch {
	case number > 1 && afresh:
		r.restart()
	case number > 1:
		members = r.usersOf(before)
	}
	for _, d := range r.group {
		r.defs[d].Rounds = number
	}
	conflict := false
	for _, d := range members {
		x := &r.defs[d]
		if afresh {
			r.open(d)
		} else {
			r.refine(d, before)
		}
		if b := r.breach(); b != NoBreach {
			// Continue: which others reach it must not depend on their order.
			r.at, r.breached = append(r.at, d), b
			continue
		}
		if x.to > x.from {
			conflict = true // the others are still updated
		}
		if conflict || len(r.at) > 0 {
			continue
		}
		scheme := r.quotient.schemeFrom(r.Graph, unify.Node(r.before.Nodes()),
			r.waiting(r.before.Instances(), r.Graph.Instances()), x.Roots...)
		r.countSignature(scheme)
		if !scheme.Equal(r.prev[d]) {
			changed = append(changed, d)
			r.next[d] = scheme
		}
	}
	if afresh {
		r.opened = r.Graph.Len() - r.before.Nodes()
	}
	slices.Sort(changed)
	switch {
	case len(r.at) > 0:
		return nil, roundBreach
	case conflict:
		return nil, roundConflict
	}
	return changed, roundDone
}

// longHistory is the number of nodes up to which the history of a group is kept complete.
const longHistory = 1 << 16

// tooLong reports whether the instances of earlier rounds outweigh the rest, so that it is better to derive all members
// again from the newest signatures.
func (r *rounds) tooLong() bool {
	n := r.Graph.Len() - r.before.Nodes()
	return n > longHistory && n > 2*r.opened
}

// open derives a member from the current signatures of the others.
func (r *rounds) open(d int32) {
	x := &r.defs[d]
	g := r.Graph
	r.limitTo(r.limit)
	x.refs = int32(len(r.refs))
	r.conflictsFrom(x)
	r.Solver.open(d)
	r.setMode(r.mode.taking(noted))
	r.bodies.Derive(d)
	r.setMode(r.mode.taking(lastRound))
	r.countWork()
	x.refsEnd = int32(len(r.refs))
	x.to = len(g.Conflicts())
	x.Derived = true
}

// refine applies the new signatures of changed members to a member's references to them.
func (r *rounds) refine(d int32, changed []int32) {
	x := &r.defs[d]
	g := r.Graph
	r.limitTo(r.limit)
	r.conflictsFrom(x)
	for _, ref := range r.refs[x.refs:x.refsEnd] {
		if _, ok := slices.BinarySearch(changed, ref.callee); !ok {
			continue
		}
		if roots, ok := r.Use(ref.callee, ref.site, ref.own...); ok {
			r.bodies.Refer(ref.site, ref.own, roots)
		}
		if g.Exceeded() {
			break
		}
	}
	r.countWork()
	x.to = len(g.Conflicts())
}

// finish ends the rounds and keeps their derivations.
func (r *rounds) finish(converged bool) {
	for _, d := range r.group {
		x := &r.defs[d]
		r.setExtent(x, &r.before)
		x.Recursion, x.Converged = Polymorphic, converged
		if x.to == x.from {
			x.from, x.to = 0, 0
		}
		if converged {
			x.scheme = r.prev[d]
		}
	}
	r.keep(&r.before)
}

// link records which members refer to which within the group.
func (r *rounds) link() {
	if len(r.prev) == 0 {
		r.prev, r.next = reuse.Zeroed(r.prev, len(r.defs)), reuse.Zeroed(r.next, len(r.defs))
	}
	if len(r.group) == 1 {
		return // it refers to itself
	}
	r.users = make(map[int32][]int32, len(r.group))
	for _, d := range r.group {
		for _, e := range r.callees(d) {
			if r.defs[e].group == r.mode.group {
				if u := r.users[e]; len(u) == 0 || u[len(u)-1] != d {
					r.users[e] = append(u, d)
				}
			}
		}
	}
}

func (r *rounds) usersOf(changed []int32) []int32 {
	if len(r.group) == 1 {
		return r.group
	}
	var users []int32
	for _, d := range changed {
		users = append(users, r.users[d]...)
	}
	slices.Sort(users)
	return slices.Compact(users)
}

// mostGrown returns the changed member whose signature grew most in this round.
func (r *rounds) mostGrown(changed []int32) int32 {
	most, by := changed[0], -1<<31
	for _, d := range changed {
		if grown := r.next[d].Graph.Len() - r.prev[d].Graph.Len(); grown > by {
			most, by = d, grown
		}
	}
	return most
}

// endAtLimit ends the rounds at a limit, which is an error of some members. The others are derived from the signatures
// of the last round, which are necessary conditions.
func (r *rounds) endAtLimit(at []int32, b Breach) {
	r.restart()
	if b == TimeBreach {
		r.giveUp(r.group, TimeBreach)
		r.keep(&r.before)
		return
	}
	for _, d := range at {
		r.defs[d].Bad = true // so that the others do not depend on it
	}
	r.deriveFromLast(at...)
	for _, d := range at {
		r.defs[d].Breach = b
	}
}

// deriveFromLast derives the members once, with exceptions, from the signatures of the last complete round.
func (r *rounds) deriveFromLast(except ...int32) {
	r.begin()
	for _, d := range r.group {
		x := &r.defs[d]
		if !slices.Contains(except, d) {
			r.deriveOnce(d, r.limit)
		}
		x.Recursion, x.Converged = Polymorphic, false
	}
	r.keep(&r.before)
}

// settle ends rounds that grow without end: it tries one pattern for all references in the group. rounds is the number
// of complete rounds, 0 if one reached a limit. In that case a failure of the one pattern is an error: more rounds
// might succeed.
func (r *rounds) settle(rounds int) {
	if r.Mode == Polymorphic {
		if rounds == 0 {
			r.endAtLimit(r.at, r.breached)
			return
		}
		r.finish(false)
		for _, d := range r.group {
			r.defs[d].Unsettled = true
		}
		return
	}
	last := make([]*Scheme, len(r.group))
	for i, d := range r.group {
		last[i] = r.prev[d]
	}
	r.restart()
	ok := r.monomorphic(r.group, r.limit)
	if !ok || !r.conflicted(r.group) {
		r.keep(&r.before)
		for i, d := range r.group {
			r.defs[d].loose = last[i]
		}
		return
	}
	at, site := int32(-1), int32(-1)
	for _, d := range r.group {
		if cs := r.Conflicts(d); at < 0 && len(cs) > 0 {
			at, site = d, r.bodies.Note(d, cs[0])
		}
	}
	if rounds == 0 {
		r.endAtLimit(r.at, r.breached)
		return
	}
	r.restart()
	r.repeatRounds(rounds)
	if x := &r.defs[at]; x.Breach == NoBreach {
		x.Warn, x.WarnSite = WarnPolymorphic, site
	}
}

// repeatRounds repeats a number of complete rounds and keeps their result, unless the program has no work left for
// that.
func (r *rounds) repeatRounds(rounds int) {
	r.start()
	var changed []int32
	for round := 1; round <= rounds; round++ {
		var end roundEnd
		if changed, end = r.round(changed, round); end == roundBreach {
			r.endAtLimit(r.at, r.breached)
			return
		}
		r.advance(changed)
	}
	r.finish(false)
}
