package explain

import (
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/unify"
)

// Front is what explanations ask of the language.
type Front interface {
	// Owner returns the definition that a site belongs to.
	Owner(site int32) int32
	// Cost is what it costs an explanation to cite a constraint; see
	// unify.System.
	Cost(s Source) int32
}

// A Source is where a constraint comes from: an event that was asked for, or the
// description of a node, which may be one of an instance.
type Source struct {
	Event  int32      // -1 for a description
	Node   unify.Node // of a description
	Reason unify.Reason
	Use    int32 // of a node of an instance: its number; else -1
}

// base is the system of constraints of one definition by itself.
type base struct {
	def    int32
	lo     unify.Node // node i of the system is lo + i of the graph
	sys    *unify.System
	all    *unify.Closure
	source []Source
}

func (b *base) local(n unify.Node) unify.Node { return n - b.lo }

func (b *base) closure() *unify.Closure {
	if b.all == nil {
		b.all = b.sys.Close(nil)
	}
	return b.all
}

// baseKey is a definition at a moment: with the events before a number only.
type baseKey struct {
	def    int32
	events int32 // -1: all
}

// An Explainer explains the definitions of one program.
type Explainer struct {
	solver *patterns.Solver
	front  Front
	bases  map[baseKey]*base
	shared map[unify.Node]map[int32][]Source // of groups with one range, by first node and definition
	opaque map[int32]bool                    // uses whose signature cannot be traced
}

// New returns an explainer for a derived program.
func New(s *patterns.Solver, front Front) *Explainer {
	return &Explainer{
		solver: s, front: front, bases: make(map[baseKey]*base),
		shared: make(map[unify.Node]map[int32][]Source), opaque: make(map[int32]bool),
	}
}

// base returns the constraints of a definition, or nil when it has no derivation.
func (x *Explainer) base(key baseKey) *base {
	if b, ok := x.bases[key]; ok {
		return b
	}
	b := x.newBase(key)
	x.bases[key] = b
	return b
}

func (x *Explainer) newBase(key baseKey) *base {
	s := x.solver
	s.Restore(key.def)
	d := s.Derivation(key.def)
	if !d.Derived {
		return nil
	}
	lo, _ := s.Nodes(key.def)
	b := &base{def: key.def, lo: lo, sys: &unify.System{Heads: s.Graph.Heads(), Index: s.Graph.Index()}}
	list, end := x.sources(key.def)
	for _, src := range list {
		if key.events >= 0 {
			if src.Event >= key.events || src.Use >= 0 && s.UseOf(src.Use).Events > key.events {
				continue
			}
		}
		c := unify.Constraint{X: src.Node, Y: unify.None, Event: -1}
		if src.Event >= 0 {
			e := s.Graph.Event(src.Event)
			c.X, c.Y, c.Event = e.X-lo, e.Y-lo, src.Event
		} else {
			c.X, c.Flat = src.Node-lo, s.Graph.Flat(src.Node)
			for _, e := range s.Graph.Edges(src.Node) {
				c.Edges = append(c.Edges, unify.Edge{Label: e.Label, To: e.To - lo})
			}
		}
		b.sys.Constraints = append(b.sys.Constraints, c)
		b.sys.Cost = append(b.sys.Cost, x.front.Cost(src))
		b.source = append(b.source, src)
	}
	b.sys.Nodes = int(end - lo)
	return b
}

// sources lists the constraints of a definition in the order of their statement,
// and returns the node after its last.
func (x *Explainer) sources(def int32) ([]Source, unify.Node) {
	s := x.solver
	lo, end := s.Nodes(def)
	if d := s.Derivation(def); !d.Recursive || d.Recursion != patterns.Polymorphic {
		var list []Source
		x.scan(def, lo, end, func(src Source) { list = append(list, src) })
		return list, end
	}
	byDef := x.shared[lo]
	if byDef == nil {
		byDef = make(map[int32][]Source)
		x.scan(def, lo, end, func(src Source) {
			site := src.Reason.Site
			if src.Use >= 0 {
				site = s.UseOf(src.Use).Site
			}
			o := x.front.Owner(site)
			byDef[o] = append(byDef[o], src)
		})
		x.shared[lo] = byDef
	}
	return byDef[def], end
}

// scan visits the constraints of a range of nodes and events.
func (x *Explainer) scan(def int32, lo, end unify.Node, visit func(Source)) {
	g := x.solver.Graph
	for n := lo; n < end; n++ {
		if g.Flat(n) == unify.Open && len(g.Edges(n)) == 0 {
			continue
		}
		if site, ok := g.Site(n); ok {
			visit(Source{Event: -1, Node: n, Reason: unify.Reason{Site: site}, Use: -1})
		} else if use, ok := g.Instance(n); ok {
			visit(Source{Event: -1, Node: n, Reason: unify.Reason{Site: x.solver.UseOf(use).Site}, Use: use})
		}
	}
	first, last := x.solver.Events(def)
	for i := first; i < last; i++ {
		if r, ok := g.Event(i).Cause.Given(); ok {
			visit(Source{Event: i, Node: unify.None, Reason: r, Use: -1})
		}
	}
}
