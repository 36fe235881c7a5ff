package explain

import (
	"slices"

	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/unify"
)

// numbering numbers the nodes of the graph in the constraints of a definition densely, from 0. So a definition of a
// large group costs its own size, not that of the group.
type numbering struct {
	list   []systemNode // by number; those of an instance are consecutive
	lo     unify.Node
	number []unify.Node // by node from lo, for all definitions of a range: its number in its definition, or None
}

// A systemNode is what a node of a system of constraints stands for.
type systemNode struct {
	node unify.Node // of the graph; None for a part of an instance that has no node there
	use  int32      // of the instance that it belongs to; otherwise -1
}

// nodeRange is a range of graph nodes with their constraints: of a definition or of a recursive group.
type nodeRange struct {
	first   int32 // the definition that was requested first
	whole   bool  // it has one member
	members map[int32]*member

	relations map[int32][]Source // by use: the relations of its signature

	events map[int32][]int32 // by definition: the events that follow from its constraints; see Explainer.events
	made   []unify.Node      // by event, from the first one of the range: the node that it made, or None
}

// member is the part of one definition in a range.
type member struct {
	numbering
	sources []Source // in the order of their statement
}

func (r *nodeRange) member(def int32) *member {
	if r.whole {
		def = r.first
	}
	return r.members[def]
}

// rangeOf returns the range of a derived definition. The members of a group have parts of their own unless references
// share their callee's nodes.
func (x *Explainer) rangeOf(def int32) *nodeRange {
	s := x.solver
	lo, end := s.Nodes(def)
	if r := x.ranges[lo]; r != nil {
		return r
	}
	d := s.Derivation(def)
	r := &nodeRange{
		first: def, whole: !d.Recursive || d.Recursion != patterns.Polymorphic,
		members: make(map[int32]*member),
	}
	number := slices.Repeat([]unify.Node{unify.None}, int(end-lo))
	owned := func(site int32) *member {
		o := def
		if !r.whole {
			o = x.front.Owner(site)
		}
		m := r.members[o]
		if m == nil {
			m = &member{numbering: numbering{lo: lo, number: number}}
			r.members[o] = m
		}
		return m
	}
	g := s.Graph
	for n := lo; n < end; n++ {
		site, use, ok := x.siteOf(n)
		if !ok {
			continue // made by unification
		}
		m := owned(site)
		number[n-lo] = unify.Node(len(m.list))
		m.list = append(m.list, systemNode{n, use})
		if g.Flat(n) != unify.Open || len(g.Edges(n)) > 0 {
			m.sources = append(m.sources, Source{Event: -1, Node: n, Reason: unify.Reason{Site: site}, Use: use})
		}
	}
	first, last := s.Events(def)
	for i := first; i < last; i++ {
		if reason, ok := g.Event(i).Cause.Given(); ok {
			m := owned(reason.Site)
			m.sources = append(m.sources, Source{Event: i, Node: unify.None, Reason: reason, Use: -1})
		}
	}
	for i, end := s.Relations(def); i < end; i++ {
		of := g.InstanceOf(i)
		src := Source{Event: -1, Node: unify.None, Relation: i + 1, Reason: of.Reason, Use: of.Use}
		if of.Use < 0 {
			m := owned(of.Reason.Site)
			m.sources = append(m.sources, src)
			continue
		}
		if r.relations == nil {
			r.relations = make(map[int32][]Source)
		}
		r.relations[of.Use] = append(r.relations[of.Use], src)
	}
	if group := s.Group(def); r.whole && len(group) > 1 {
		x.orderShared(r.members[def], group)
	}
	x.ranges[lo] = r
	return r
}

// siteOf returns the site that stated a node of the graph, and the use of its instance, or -1; false for a node that
// unification made.
func (x *Explainer) siteOf(n unify.Node) (site, use int32, ok bool) {
	if site, ok = x.solver.Graph.Site(n); ok {
		return site, -1, true
	}
	if use, ok = x.solver.Graph.Instance(n); ok {
		return x.solver.UseOf(use).Site, use, true
	}
	return 0, -1, false
}

// orderShared orders the shared data of a group's definitions independently of their order in the program, because the
// first of two equally short proofs is shown.
func (x *Explainer) orderShared(m *member, group []int32) {
	order := slices.Clone(group)
	slices.SortStableFunc(order, x.front.CompareDefinitions)
	rank := make(map[int32]int32, len(order))
	for i, d := range order {
		rank[d] = int32(i)
		if i > 0 && x.front.CompareDefinitions(order[i-1], d) == 0 {
			rank[d] = rank[order[i-1]]
		}
	}
	ofNode := make([]int32, len(m.list))
	for i, n := range m.list {
		site, _, _ := x.siteOf(n.node)
		ofNode[i] = rank[x.front.Owner(site)]
	}
	at := make([]int, len(m.list))
	for i := range at {
		at[i] = i
	}
	// An instance has one owner, so its nodes stay consecutive.
	slices.SortStableFunc(at, func(i, j int) int { return int(ofNode[i] - ofNode[j]) })
	list := make([]systemNode, len(m.list))
	for i, j := range at {
		list[i] = m.list[j]
		m.number[list[i].node-m.lo] = unify.Node(i)
	}
	m.list = list
	slices.SortStableFunc(m.sources, func(s, t Source) int {
		return int(rank[x.front.Owner(s.Reason.Site)] - rank[x.front.Owner(t.Reason.Site)])
	})
}
