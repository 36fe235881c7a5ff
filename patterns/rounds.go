package patterns

import (
	"slices"
	"time"
)

// rounds is the polymorphic derivation of a recursive group (Mycroft iteration):
// all members start at (...) --> (...), each round derives every member from the
// signatures of the round before, until none changes. A member none of whose
// callees changed is not derived again, since it would give the same.
//
// What keeps growing is derived monomorphically instead; where that conflicts,
// the last round's signatures stand. They are necessary conditions, which is
// why a conflict in any round is a true error.
type rounds struct {
	*Solver
	group  []int32
	limit  int
	budget int // sum of signature sizes over all rounds

	users    map[int32][]int32 // members by the member they refer to
	at       []int32           // the members that reached a limit
	breached Breach
}

func (r *rounds) run() {
	r.link()
	sum, total := 2*len(r.group), 0
	dirty := r.group
	for round := 1; ; round++ {
		mark, uses := r.Graph.Mark(), len(r.uses)
		changed, end := r.round(dirty, round)
		if end == roundConflict || end == roundDone && len(changed) == 0 {
			r.finish(end == roundDone)
			r.Graph.Release(mark)
			return
		}
		// What this round derived it derived from what is old now.
		r.Graph.Rollback(mark)
		r.uses = r.uses[:uses]
		r.forget(dirty)
		switch {
		case end == roundBreach && r.breached == NodeBreach && round > 1:
			r.settle(nil, nil)
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
		inputs := make([]*Scheme, len(changed))
		for i, d := range changed {
			inputs[i], r.prev[d] = r.prev[d], r.next[d]
		}
		switch {
		case r.Limits.Rounds > 0 && round >= r.Limits.Rounds:
			r.stop([]int32{grown}, RoundBreach)
			return
		case r.timeIsUp():
			r.stop([]int32{grown}, TimeBreach)
			return
		case total > r.budget:
			r.settle(changed, inputs)
			return
		}
		dirty = r.usersOf(changed)
	}
}

// roundEnd is how a round ended.
type roundEnd uint8

const (
	roundDone     roundEnd = iota
	roundConflict          // a member is in conflict: a true error
	roundBreach            // a member reached a limit; see at and breached
)

// round derives members from the previous round's signatures and leaves their
// derivations in the graph. It returns those whose signatures changed, with the
// new ones in next.
func (r *rounds) round(dirty []int32, number int) (changed []int32, end roundEnd) {
	r.inRound = true
	for _, d := range r.group {
		r.defs[d].Rounds = number
	}
	for _, d := range dirty {
		t := r.begin(d, r.limit)
		if t.breach != NoBreach {
			r.reject(t)
			// Go on: which others do must not depend on their order.
			r.at, r.breached = append(r.at, d), t.breach
			continue
		}
		r.accept(t)
		if x := &r.defs[d]; x.to > x.from {
			return nil, roundConflict
		}
		if scheme := r.Scheme(d); !scheme.Equal(r.prev[d]) {
			changed = append(changed, d)
			r.next[d] = scheme
		}
	}
	if len(r.at) > 0 {
		return nil, roundBreach
	}
	return changed, roundDone
}

// forget notes that the derivations of some members were taken back.
func (r *rounds) forget(members []int32) {
	for _, d := range members {
		x := &r.defs[d]
		x.Derived, x.scheme = false, nil
		x.from, x.to = 0, 0
	}
}

func (r *rounds) timeIsUp() bool { return r.Limits.Time > 0 && time.Now().After(r.deadline) }

// link notes who refers to whom within the group and sets all to the top.
func (r *rounds) link() {
	if r.prev == nil {
		r.prev = make([]*Scheme, len(r.defs))
		r.next = make([]*Scheme, len(r.defs))
	}
	r.users = make(map[int32][]int32, len(r.group))
	for _, d := range r.group {
		r.prev[d], r.next[d] = r.top, r.top
		for _, e := range r.callees(d) {
			if r.defs[e].group == r.inGroup {
				if u := r.users[e]; len(u) == 0 || u[len(u)-1] != d {
					r.users[e] = append(u, d)
				}
			}
		}
	}
}

func (r *rounds) usersOf(changed []int32) []int32 {
	var users []int32
	for _, d := range changed {
		users = append(users, r.users[d]...)
	}
	slices.Sort(users)
	return slices.Compact(users)
}

// finish derives the members that the last round did not, from the same
// signatures, so that all are derived for good, with exceptions.
func (r *rounds) finish(converged bool, except ...int32) {
	r.inRound = true
	for _, d := range r.group {
		x := &r.defs[d]
		if !x.Derived && !slices.Contains(except, d) {
			r.once(d, r.limit)
		}
		x.Recursion = Polymorphic
		x.Converged = converged && x.Derived
	}
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

// stop ends the rounds at a limit, an error of some members. The others keep
// what they have, which is a necessary condition.
func (r *rounds) stop(at []int32, b Breach) {
	r.timedOut = false
	for _, d := range at {
		r.defs[d].Bad = true // so that the others do not build on it
	}
	r.finish(false, at...)
	for _, d := range at {
		x := &r.defs[d]
		x.Breach, x.Derived, x.scheme = b, false, nil
		x.from, x.to = 0, 0
	}
}

// settle ends rounds that grow without end: one pattern for all references in
// the group, if that serves. The members that changed in the last round had the
// given signatures before it.
func (r *rounds) settle(changed []int32, inputs []*Scheme) {
	if r.Mode == Polymorphic {
		r.keepLast(changed, inputs)
		for _, d := range r.group {
			r.defs[d].Unsettled = true
		}
		return
	}
	mark := r.Graph.Mark()
	uses := len(r.uses)
	ok := r.monomorphic(r.group, r.limit)
	if !ok || !r.conflicted(r.group) {
		r.Graph.Release(mark)
		for _, d := range r.group {
			r.defs[d].loose = r.prev[d]
		}
		return
	}
	at, site := int32(-1), int32(-1)
	for _, d := range r.group {
		if cs := r.Conflicts(d); at < 0 && len(cs) > 0 {
			at, site = d, r.bodies.Note(d, cs[0])
		}
	}
	r.Graph.Rollback(mark)
	r.uses = r.uses[:uses]
	r.forget(r.group)
	r.keepLast(changed, inputs)
	r.defs[at].Warn, r.defs[at].WarnSite = WarnPolymorphic, site
}

// keepLast keeps the derivation of the last round.
func (r *rounds) keepLast(changed []int32, inputs []*Scheme) {
	for i, d := range changed {
		r.prev[d] = inputs[i]
	}
	r.finish(false)
}
