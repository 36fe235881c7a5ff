package unify

import (
	"cmp"
	"slices"
)

// Constraints in an order, such as that of the text: the shortest prefix that contradicts itself, and what can replace a
// prefix that does not.

// First returns the least value such that the constraints of at most that value contradict each other, without some of
// them; false if there is none. Each constraint has a value. It costs the size of the system and sorting.
func (s *System) First(values []int64, without []bool) (first int64, ok bool) {
	order := make([]int32, 0, len(values))
	for c := range s.givenConstraints() {
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

// A Summary replaces some constraints of a system: it states what follows from them for the nodes of the others. With it
// instead of them, the others contradict each other exactly if the whole system does.
type Summary struct {
	Facts []Summarized
	Nodes int     // the nodes of the system, and new ones for parts that are equal to no node of the system
	Open  []int32 // relations among the summarized constraints that still wait; they are not replaced
}

// Summarized is a description or an equation of a summary.
type Summarized struct {
	Constraint
	About Node    // the node of the system that it describes, or that has the part that it describes
	Below []Label // the labels from that node to the part
}

// Summarize returns the summary of constraints that do not contradict each other. Those that are not relations
// may stay beside the summary. It costs the size of the system.
func (s *System) Summarize(summed, stay []bool) *Summary {
	rest := make([]bool, len(summed))
	for i := range rest {
		rest[i] = !summed[i]
	}
	g := s.Solve(rest)
	w := &summarizer{Summary: Summary{Nodes: s.ownNodes()}, g: g, node: make([]Node, g.Len()), queued: make([]bool, g.Len()), equated: make([]bool, s.ownNodes())}
	for i := range w.node {
		w.node[i] = None
	}
	for n := range Node(s.ownNodes()) {
		if r := g.Find(n); w.node[r] == None {
			w.node[r] = n
		}
	}
	instance := int32(0)
	for i := range s.givenConstraints() {
		k := &s.Constraints[i]
		if k.X == None {
			continue
		}
		keep := !summed[i] || stay[i]
		if summed[i] && k.Of != nil {
			if keep = g.InstanceOf(instance).State == Waits; keep {
				w.Open = append(w.Open, int32(i))
			}
			instance++
		}
		if keep {
			for n := range k.Nodes {
				w.add(n)
			}
		}
	}
	for len(w.queue) > 0 {
		at := w.queue[0]
		w.queue = w.queue[1:]
		w.describe(at)
	}
	return &w.Summary
}

// A summarizer collects a summary.
type summarizer struct {
	Summary
	g       *Graph // of the summarized constraints
	node    []Node // by class: its first node of the system, or a new one; None: not known yet
	queued  []bool // by class: it is or was in the queue
	equated []bool // by node of the system: the equation with the node of its class is stated
	queue   []summarized
}

// summarized is a class that is to be described, as a part of a node of the system.
type summarized struct {
	class, about Node
	below        []Label
}

// add states what is known about a node of the system.
func (w *summarizer) add(n Node) {
	r := w.g.Find(n)
	w.enqueue(summarized{class: r, about: w.node[r]})
	if at := w.node[r]; at != n && !w.equated[n] {
		w.equated[n] = true
		w.Facts = append(w.Facts, Summarized{Constraint{X: n, Y: at, Event: -1}, n, nil})
	}
}

// enqueue queues a class to be described, once. A class without a node of the system gets a new one; any other one is
// described as its node.
func (w *summarizer) enqueue(at summarized) {
	if w.queued[at.class] {
		return
	}
	w.queued[at.class] = true
	if w.node[at.class] == None {
		w.node[at.class] = Node(w.Nodes)
		w.Nodes++
	} else {
		at.about, at.below = w.node[at.class], nil
	}
	w.queue = append(w.queue, at)
}

// describe states the description of a class and queues its parts.
func (w *summarizer) describe(at summarized) {
	w.g.watch.Step()
	c := Constraint{X: w.node[at.class], Y: None, Flat: w.g.Flat(at.class), Event: -1}
	for _, e := range w.g.Edges(at.class) {
		part := w.g.Find(e.To)
		w.enqueue(summarized{part, at.about, append(at.below[:len(at.below):len(at.below)], e.Label)})
		c.Edges = append(c.Edges, Edge{e.Label, w.node[part]})
	}
	if c.Flat != Open || len(c.Edges) > 0 {
		w.Facts = append(w.Facts, Summarized{c, at.about, at.below})
	}
}
