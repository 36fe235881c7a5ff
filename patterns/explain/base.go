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
	// Wiring reports whether a constraint is only how an expression is put
	// together of its own two ends: it is taken as given, and no core has it.
	Wiring(s Source) bool
}

// A Source is where a constraint comes from: an event that was asked for, or the
// description of a node, which may be one of an instance.
type Source struct {
	Event  int32      // -1 for a description
	Node   unify.Node // of a description
	Reason unify.Reason
	Use    int32 // of a node of an instance: its number; else -1

	// Below is not empty for a part of a node of an instance: the signature has the
	// whole as a type, which the callee built of parts.
	Below []unify.Label
}

// base is the system of constraints of one definition by itself, or of a group
// whose members share their nodes.
type base struct {
	def    int32
	*nodes // of the graph, which are the first ones of the system
	sys    *unify.System
	all    *unify.Closure
	source []Source
	part   []int32   // by node after those of the graph: the use whose instance it is a part of
	known  [][]int32 // contradictions that have been found, as the constraints that they rest on

	done map[int32]bool       // uses whose instances are stated
	out  map[int32]unify.Node // by use: the node of its output
}

// useAt returns the use whose instance a node belongs to.
func (b *base) useAt(s *patterns.Solver, n unify.Node) (use int32, ok bool) {
	if n >= b.real() {
		return b.part[n-b.real()], true
	}
	return s.Graph.Instance(b.list[n])
}

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
	ranges map[unify.Node]*nodeRange
	opaque map[int32]bool // uses whose signature cannot be traced
	left   int            // of programWork
}

// programWork bounds the work on the contradictions of one program: nodes and
// constraints that are solved again.
const programWork = 80_000_000

// close solves the system of a definition without some constraints.
func (x *Explainer) close(b *base, off []bool) *unify.Closure {
	x.left -= b.sys.Nodes + len(b.sys.Constraints)
	return b.sys.Close(off)
}

// New returns an explainer for a derived program.
func New(s *patterns.Solver, front Front) *Explainer {
	return &Explainer{
		solver: s, front: front, bases: make(map[baseKey]*base),
		ranges: make(map[unify.Node]*nodeRange), opaque: make(map[int32]bool),
		left: programWork,
	}
}

// base returns the constraints of a definition, or nil when it has no derivation.
func (x *Explainer) base(key baseKey) *base {
	if b, ok := x.bases[key]; ok {
		return b
	}
	x.solver.Restore(key.def)
	if !x.solver.Derivation(key.def).Derived {
		x.bases[key] = nil
		return nil
	}
	r := x.rangeOf(key.def)
	if r.whole {
		key.def = r.first
	}
	b, ok := x.bases[key]
	if !ok {
		b = x.newBase(key, r)
		x.bases[key] = b
	}
	return b
}

func (x *Explainer) newBase(key baseKey, r *nodeRange) *base {
	s := x.solver
	m := r.member(key.def)
	b := &base{def: key.def, nodes: &m.nodes, sys: &unify.System{Heads: s.Graph.Heads(), Index: s.Graph.Index()}}
	b.done, b.out = make(map[int32]bool), make(map[int32]unify.Node)
	for _, src := range m.sources {
		if key.events >= 0 {
			if src.Event >= key.events || src.Use >= 0 && s.UseOf(src.Use).Events > key.events {
				continue
			}
		}
		if src.Use >= 0 {
			if !b.done[src.Use] {
				b.done[src.Use] = true
				x.instance(b, src.Use)
			}
			continue
		}
		c := unify.Constraint{X: src.Node, Y: unify.None, Event: -1}
		if src.Event >= 0 {
			e := s.Graph.Event(src.Event)
			c.X, c.Y, c.Event = b.local(e.X), b.local(e.Y), src.Event
			if use, ok := s.Graph.Instance(e.Y); ok && e.X == s.UseOf(use).Out {
				if out, ok := b.out[use]; ok {
					c.Y = out
				}
			}
		} else {
			c.X, c.Flat = b.local(src.Node), s.Graph.Flat(src.Node)
			for _, e := range s.Graph.Edges(src.Node) {
				c.Edges = append(c.Edges, unify.Edge{Label: e.Label, To: b.local(e.To)})
			}
		}
		b.sys.Constraints = append(b.sys.Constraints, c)
		b.sys.Cost = append(b.sys.Cost, x.front.Cost(src))
		b.source = append(b.source, src)
	}
	b.sys.Nodes = len(b.list) + len(b.part)
	return b
}

// instance states what a use brings along as the callee built it. A signature
// has equal closed parts once, though nothing made them one, and knows a type
// only as a whole; here each part is by itself, and a type is described by its
// parts where the callee did not name it, so that what differs within it can be
// followed to what the callee says. It does nothing for a built-in function.
func (x *Explainer) instance(b *base, use int32) {
	s := x.solver
	u := s.UseOf(use)
	w := &walk{Explainer: x, b: b, use: use, at: make(map[[2]int32]unify.Node), most: 4*u.Scheme.Graph.Len() + 64}
	w.in, w.out = b.local(u.Base)+unify.Node(u.Scheme.Roots[0]), b.local(u.Base)+unify.Node(u.Scheme.Roots[1])
	if u.Callee >= 0 && s.Derivation(u.Callee).Derived {
		d := s.Derivation(u.Callee)
		w.in = w.node(u.Scheme.Roots[0], s.Graph.Find(d.In), u.Scheme.Roots[0], nil)
		w.out = w.node(u.Scheme.Roots[1], s.Graph.Find(d.Out), u.Scheme.Roots[1], nil)
		for len(w.queue) > 0 {
			p := w.queue[0]
			w.queue = w.queue[1:]
			w.describe(p)
		}
		b.out[use] = w.out
		return
	}
	for j := range int32(u.Scheme.Graph.Len()) {
		w.at[[2]int32{j, -1}] = b.local(u.Base) + unify.Node(j)
	}
	for j := range int32(u.Scheme.Graph.Len()) {
		w.describe(walked{scheme: j, class: unify.None, node: b.local(u.Base) + unify.Node(j), top: j})
	}
}

// walked is a node of an instance: of the scheme, or -1 below a type of it, and
// what it is in the callee, or None where that is not known.
type walked struct {
	scheme int32
	class  unify.Node
	node   unify.Node // of the system
	top    int32      // the node of the scheme that it is below, or is
	below  []unify.Label
}

type walk struct {
	*Explainer
	b       *base
	use     int32
	at      map[[2]int32]unify.Node // by node of the scheme and class
	taken   map[int32]bool          // nodes of the scheme that have been met
	queue   []walked
	most    int
	made    int
	in, out unify.Node
}

// node returns the node for a node of the scheme as one of the callee's classes.
func (w *walk) node(scheme int32, class unify.Node, top int32, below []unify.Label) unify.Node {
	u := w.solver.UseOf(w.use)
	key := [2]int32{scheme, int32(class)}
	if scheme >= 0 && (class == unify.None || w.isOpen(scheme)) {
		key[1] = -1 // what is open is itself, however it is reached
	}
	if n, ok := w.at[key]; ok {
		return n
	}
	var n unify.Node
	if scheme >= 0 && !w.taken[scheme] {
		if w.taken == nil {
			w.taken = make(map[int32]bool)
		}
		w.taken[scheme] = true
		n = w.b.local(u.Base) + unify.Node(scheme)
	} else {
		n = w.b.real() + unify.Node(len(w.b.part))
		w.b.part = append(w.b.part, w.use)
		w.made++
	}
	w.at[key] = n
	w.queue = append(w.queue, walked{scheme, class, n, top, below})
	return n
}

func (w *walk) isOpen(scheme int32) bool {
	f := w.solver.UseOf(w.use).Scheme.Graph.Flat(scheme)
	return f.Head() == unify.NoHead && (!f.Closed() && !f.IsVector() || f.Shapes().Count() > 1)
}

// describe states what one node is.
func (w *walk) describe(p walked) {
	s, b := w.solver, w.b
	u := s.UseOf(w.use)
	c := unify.Constraint{X: p.node, Y: unify.None, Event: -1}
	src := Source{Event: -1, Reason: unify.Reason{Site: u.Site}, Use: w.use, Below: p.below}
	whole := p.scheme < 0
	if !whole {
		src.Node = u.Base + unify.Node(p.scheme)
		c.Flat = u.Scheme.Graph.Flat(p.scheme)
		whole = c.Flat.Head() != unify.NoHead && !s.Graph.Heads().IsLiteral(c.Flat.Head()) &&
			p.class != unify.None && s.Graph.Flat(p.class).Head() == unify.NoHead && w.made < w.most
	} else {
		src.Node = u.Base + unify.Node(p.top)
	}
	switch {
	case whole:
		// A type that the callee did not name: as it built it.
		c.Flat = s.Graph.Flat(p.class)
		if c.Flat.Head() != unify.NoHead {
			break
		}
		for _, e := range s.Graph.Edges(p.class) {
			to := w.node(-1, s.Graph.Find(e.To), p.top, append(p.below[:len(p.below):len(p.below)], e.Label))
			c.Edges = append(c.Edges, unify.Edge{Label: e.Label, To: to})
		}
	case c.Flat.Head() == unify.NoHead:
		step := w.steps(p.class)
		for _, e := range u.Scheme.Graph.Edges(p.scheme) {
			c.Edges = append(c.Edges, unify.Edge{Label: e.Label, To: w.node(int32(e.To), step(e.Label), int32(e.To), nil)})
		}
	}
	if c.Flat == unify.Open && len(c.Edges) == 0 {
		return
	}
	b.sys.Constraints = append(b.sys.Constraints, c)
	b.sys.Cost = append(b.sys.Cost, w.front.Cost(src))
	b.source = append(b.source, src)
}

// steps returns a function from labels to what they lead to from a class in the
// callee.
func (w *walk) steps(class unify.Node) func(unify.Label) unify.Node {
	if class == unify.None {
		return func(unify.Label) unify.Node { return unify.None }
	}
	g := w.solver.Graph
	edges := g.Edges(class)
	if len(edges) <= fewEdges {
		return func(l unify.Label) unify.Node {
			for _, e := range edges {
				if e.Label == l {
					return g.Find(e.To)
				}
			}
			return unify.None
		}
	}
	to := make(map[unify.Label]unify.Node, len(edges))
	for _, e := range edges {
		to[e.Label] = e.To
	}
	return func(l unify.Label) unify.Node {
		if n, ok := to[l]; ok {
			return g.Find(n)
		}
		return unify.None
	}
}

// fewEdges is up to how many edges of a node are looked through one by one.
const fewEdges = 16
