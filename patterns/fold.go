package patterns

import (
	"slices"

	"github.com/patgraph/patgraph/unify"
)

// Folding: a closed node from which no open node is reachable becomes a type.

// structural reports whether equal parts make a node equal to others: it is a closed product, closed union or vector,
// and no other shape is possible. A vector of unknown member is open.
func (q *Quotienter) structural(i int32) bool {
	f := q.flats[i]
	return !f.IsType() && f.Shapes().Count() == 1 &&
		(f.Closed() || f.IsVector() && q.start[i] < q.start[i+1])
}

// foldingPattern returns the flat pattern of a class for folding. It is (...), which never foldingPattern, if the class
// is marked, is a parameter or computed from parameters, is a number that is kept apart, or lacks a part of its
// constructor.
func (q *Quotienter) foldingPattern(g *unify.Graph, r unify.Node, f unify.Flat) unify.Flat {
	switch c := f.Constructor(); {
	case f.Dynamic():
	case c == unify.NoConstructor,
		len(g.Edges(r)) >= len(q.types.heads.Parts(c)) && !q.types.isForUsers(c) && !q.types.isApart(c):
		return f
	}
	return unify.Open
}

// foldTypes turns the structural nodes from which no open node is reachable into types and returns the number of
// structural nodes that are left.
func (q *Quotienter) foldTypes() int {
	q.queue = q.queue[:0]
	for i := len(q.flats) - 1; i >= 0; i-- {
		if q.structural(int32(i)) {
			q.queue = append(q.queue, int32(i))
		}
	}
	// Parts usually have higher numbers than wholes, so two passes fold nearly all nodes. The rest lead to open nodes
	// or are recursive.
	left := q.queue
	for pass := 0; pass < 2 && len(left) > 0; pass++ {
		before := len(left)
		left = q.foldPass(left)
		if len(left) == before {
			break
		}
	}
	q.queue = left
	for _, i := range left {
		if !q.leadsToOpen(i) {
			return q.foldLoops(left)
		}
	}
	return len(left)
}

// foldPass folds the structural nodes whose parts are all types and returns the others.
func (q *Quotienter) foldPass(nodes []int32) []int32 {
	left := nodes[:0]
next:
	for _, i := range nodes {
		fields := q.fields[:0]
		for _, e := range q.out(i) {
			h := q.flats[e.To].Head()
			if h == unify.NoHead {
				left = append(left, i)
				continue next
			}
			fields = append(fields, unify.HeadField{Label: e.Label, To: h})
		}
		q.fields = fields
		q.flats[i] = q.intern(q.flats[i], fields)
	}
	return left
}

// intern returns the flat pattern of the type with a structure.
func (q *Quotienter) intern(f unify.Flat, fields []unify.HeadField) unify.Flat {
	return q.types.heads.Flat(q.types.intern(outerOf(f), fields))
}

func (q *Quotienter) leadsToOpen(i int32) bool {
	for _, e := range q.out(i) {
		if !q.flats[e.To].IsType() && !q.structural(int32(e.To)) {
			return true
		}
	}
	return false
}

// foldLoops folds those of the given structural nodes, also recursive ones, from which no open node is reachable, and
// returns how many are left.
func (q *Quotienter) foldLoops(left []int32) int {
	left = slices.Clone(left) // reachOpen uses the queue
	unknown := q.reachOpen()
	number := make(map[int32]int32)
	var nodes []int32
	for _, i := range left {
		if !unknown[i] {
			number[i] = int32(len(nodes))
			nodes = append(nodes, i)
		}
	}
	states := make([]State, 0, len(nodes))
	for _, i := range nodes {
		s := State{Shape: q.flats[i].Shapes(), Constructor: q.flats[i].Constructor()}
		for _, e := range q.out(i) {
			f := StateField{Label: e.Label}
			if h := q.flats[e.To].Head(); h != unify.NoHead {
				f.Type = h
			} else {
				f.State = number[int32(e.To)]
			}
			s.Fields = append(s.Fields, f)
		}
		states = append(states, s)
	}
	for j, id := range q.types.Intern(states) {
		q.flats[nodes[j]] = q.types.heads.Flat(id)
	}
	return len(left) - len(nodes)
}

// reachOpen returns for each node whether a node that is neither a type nor structural is reachable from it.
func (q *Quotienter) reachOpen() []bool {
	n := len(q.reps)
	unknown := make([]bool, n)
	targets, from := make([]int32, 0, len(q.edges)), make([]int32, 0, len(q.edges))
	q.queue = q.queue[:0]
	for i := range int32(n) {
		for _, e := range q.out(i) {
			targets, from = append(targets, int32(e.To)), append(from, i)
		}
		if !q.flats[i].IsType() && !q.structural(i) {
			unknown[i] = true
			q.queue = append(q.queue, i)
		}
	}
	into := newPartition(targets, n) // edges by target
	for len(q.queue) > 0 {
		i := q.queue[len(q.queue)-1]
		q.queue = q.queue[:len(q.queue)-1]
		for _, e := range into.of(i) {
			if p := from[e]; !unknown[p] {
				unknown[p] = true
				q.queue = append(q.queue, p)
			}
		}
	}
	return unknown
}
