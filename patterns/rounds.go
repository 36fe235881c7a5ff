package patterns

import (
	"slices"

	"github.com/patgraph/patgraph/internal/reuse"
	"github.com/patgraph/patgraph/unify"
)

// rounds is the polymorphic derivation of a recursive group (Mycroft iteration):
// all members start at (...) --> (...), each round derives every member from the
// signatures of the round before, until none changes.
//
// A round adds to the derivations of the round before: each reference to a member
// whose signature changed takes an instance of the new one beside that of the
// old. Since signatures only become more specific, an instance of the new one
// says all that the old one did, and the result is that of deriving every member
// anew. So a group costs what its signatures grow, and its history has all rounds
// in order: what an instance says was derived before the instance was made. Only
// of a large group that grows much is the history given up (see tooLong).
//
// What keeps growing is derived monomorphically instead; where that conflicts,
// the last round's signatures stand. They are necessary conditions, which is
// why a conflict in any round is a true error.
type rounds struct {
	*Solver
	group  []int32
	limit  int
	budget int // sum of signature sizes over all rounds

	opened   int // nodes there were when all members had been opened
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
			r.stop(r.at, r.breached)
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
			r.stop([]int32{grown}, RoundBreach)
			return
		case r.Watch.Late():
			r.stop([]int32{grown}, TimeBreach)
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

// restart takes back all that was derived.
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

// roundEnd is how a round ended.
type roundEnd uint8

const (
	roundDone     roundEnd = iota
	roundConflict          // a member is in conflict: a true error
	roundBreach            // a member reached a limit; see at and breached
)

// begin has references within the group take the signatures of the round before.
func (r *rounds) begin() {
	m := r.mode.taking(lastRound)
	m.since = int32(r.Graph.Events())
	r.become(m)
}

// round brings all members up to the signatures of the round before, of which
// some changed then. It returns those whose own signatures changed, with the new
// ones in next.
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
			// Go on: which others do must not depend on their order.
			r.at, r.breached = append(r.at, d), b
			continue
		}
		if x.to > x.from {
			conflict = true // the others are still brought up
		}
		if conflict || len(r.at) > 0 {
			continue
		}
		scheme := r.quotient.schemeFrom(r.Graph, unify.Node(r.before.Nodes()), r.waiting(r.before.Instances(), r.Graph.Instances()), x.Roots...)
		r.spentOn(scheme)
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

// longHistory is up to how many nodes the history of a group is kept whole.
const longHistory = 1 << 16

// tooLong reports whether the instances of earlier rounds outweigh the rest, so
// that it is better to derive all members afresh from the newest signatures.
func (r *rounds) tooLong() bool {
	n := r.Graph.Len() - r.before.Nodes()
	return n > longHistory && n > 2*r.opened
}

// open derives a member from what is known of the others.
func (r *rounds) open(d int32) {
	x := &r.defs[d]
	g := r.Graph
	r.limitTo(r.limit)
	x.refs = int32(len(r.refs))
	r.conflictsFrom(x)
	r.Solver.open(d)
	r.become(r.mode.taking(noted))
	r.bodies.Derive(d)
	r.become(r.mode.taking(lastRound))
	r.spent()
	x.refsEnd = int32(len(r.refs))
	x.to = len(g.Conflicts())
	x.Derived = true
}

// refine gives a member's references to those that changed their new signatures.
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
	r.spent()
	x.to = len(g.Conflicts())
}

// finish ends the rounds with the derivations that they left.
func (r *rounds) finish(converged bool) {
	for _, d := range r.group {
		x := &r.defs[d]
		x.first, x.last = r.before.Nodes(), r.Graph.Len()
		x.fromEvent, x.toEvent = r.before.Events(), r.Graph.Events()
		x.fromRule, x.toRule = r.before.Instances(), r.Graph.Instances()
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

// link notes who refers to whom within the group.
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

// stop ends the rounds at a limit, an error of some members. The others are
// derived from the signatures of the last round, which are necessary conditions.
func (r *rounds) stop(at []int32, b Breach) {
	r.restart()
	if b == TimeBreach {
		r.outOfTime(r.group)
		r.keep(&r.before)
		return
	}
	for _, d := range at {
		r.defs[d].Bad = true // so that the others do not build on it
	}
	r.fromLast(at...)
	for _, d := range at {
		r.defs[d].Breach = b
	}
}

// fromLast derives the members once, with exceptions, from the signatures of the
// last round that ended.
func (r *rounds) fromLast(except ...int32) {
	r.begin()
	for _, d := range r.group {
		x := &r.defs[d]
		if !slices.Contains(except, d) {
			r.once(d, r.limit)
		}
		x.Recursion, x.Converged = Polymorphic, false
	}
	r.keep(&r.before)
}

// settle ends rounds that grow without end: one pattern for all references in
// the group, if that serves. So many rounds ended well; none, when one reached a
// limit. That is an error if one pattern does not serve: more rounds might find one.
func (r *rounds) settle(rounds int) {
	if r.Mode == Polymorphic {
		if rounds == 0 {
			r.stop(r.at, r.breached)
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
		r.stop(r.at, r.breached)
		return
	}
	r.restart()
	r.again(rounds)
	if x := &r.defs[at]; x.Breach == NoBreach {
		x.Warn, x.WarnSite = WarnPolymorphic, site
	}
}

// again repeats so many rounds that ended well and keeps what they leave, unless
// the program has no work left for that.
func (r *rounds) again(rounds int) {
	r.start()
	var changed []int32
	for round := 1; round <= rounds; round++ {
		var end roundEnd
		if changed, end = r.round(changed, round); end == roundBreach {
			r.stop(r.at, r.breached)
			return
		}
		r.advance(changed)
	}
	r.finish(false)
}
