package explain

import (
	"slices"

	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/unify"
)

// instance states the constraints of a use's instance, once, as the callee built them. The signature is too coarse for
// that: it has equal closed parts only once, though no constraint equates them, and it has types only as a whole. Here
// all parts are separate, and a type that the callee did not name is described by its parts. So each part can be traced
// to constraints of the callee. A built-in function has only its signature, which is stated unchanged.
func (x *Explainer) instance(b *base, use int32) {
	if b.uses[use] != nil {
		return
	}
	s := x.solver
	u := s.UseOf(use)
	w := &instance{Explainer: x, b: b, use: use, at: make(map[[3]int32]unify.Node), most: 4*u.Scheme.Graph.Len() + 64}
	var classes []unify.Node
	if u.Callee >= 0 && s.Derivation(u.Callee).Derived {
		classes = w.callee()
	}
	b.uses[use] = w
	for i, r := range u.Scheme.Roots {
		class := unify.None
		if classes != nil {
			class = classes[i]
		}
		w.roots = append(w.roots, w.node(r, class, nil, 0))
	}
	w.describeAll()
	if len(u.Scheme.Graph.Relations()) == 0 {
		return
	}
	for _, src := range x.rangeOf(b.def).relations[use] {
		x.relation(b, src)
	}
}

// describeAll describes the queued nodes.
func (w *instance) describeAll() {
	for len(w.queue) > 0 {
		p := w.queue[0]
		w.queue = w.queue[1:]
		w.describe(p)
	}
}

// walked is a node of an instance that is to be described.
type walked struct {
	scheme int32      // the node of the scheme; -1 below a type of it
	class  unify.Node // its class in the callee; None if unknown
	node   unify.Node // of the system
	top    int32      // the node of the scheme that it is, or is below
	occurs unify.Node // the node of top, if a type occurs more than once
	head   unify.Head // a type that describes it by its own structure; otherwise NoHead
	below  []unify.Label
}

// An instance is the instance of a use in a base.
type instance struct {
	*Explainer
	b     *base
	use   int32
	roots []unify.Node            // of the system
	at    map[[3]int32]unify.Node // see node and typeNode
	queue []walked
	met   unify.Node // how many nodes of the scheme have a node
	most  int
	made  int
	then  *unify.Closure // the callee at an earlier moment
}

// callee returns the classes of the callee's roots. For a reference within a recursive group they are those at the time
// when the signature was made.
func (w *instance) callee() (classes []unify.Node) {
	s := w.solver
	u := s.UseOf(w.use)
	d := s.Derivation(u.Callee)
	// In the graph, two parts of a call within the callee may be united only because they are equal. What counts is
	// what the callee's own constraints unite.
	key, closed := baseKey{u.Callee, -1}, w.apart[w.use]
	if s.SameGroup(u.Callee, w.b.def) {
		key.events, closed = u.Events, d.Recursion == patterns.Polymorphic
	}
	if closed {
		if b := w.base(key); b != nil {
			if roots, ok := b.rootsOf(d); ok {
				w.then = b.closure()
				for _, n := range roots {
					classes = append(classes, w.then.Find(n))
				}
				return classes
			}
		}
	}
	for _, n := range d.Roots {
		classes = append(classes, s.Graph.Find(n))
	}
	return classes
}

// rootsOf returns the nodes of the roots of a definition, if all of them exist.
func (b *base) rootsOf(d *patterns.Derivation) (roots []unify.Node, ok bool) {
	for _, n := range d.Roots {
		m := b.local(n)
		if m == unify.None {
			return nil, false
		}
		roots = append(roots, m)
	}
	return roots, true
}

// class returns the pattern of a class of the callee.
func (w *instance) class(c unify.Node) (unify.Flat, []unify.Edge) {
	if w.then != nil {
		return w.then.Class(c)
	}
	g := w.solver.Graph
	return g.Flat(c), g.Edges(c)
}

// find returns the class of the target of an edge.
func (w *instance) find(n unify.Node) unify.Node {
	if w.then != nil {
		return w.then.Find(n)
	}
	return w.solver.Graph.Find(n)
}

// node returns the node of the system for a node of the scheme, which is a class of the callee, or, with scheme -1, for
// a class below a type that is expanded. A type that occurs twice has two nodes: it is known already, so facts about
// one node are not needed for the other.
func (w *instance) node(scheme int32, class unify.Node, at *walked, l unify.Label) unify.Node {
	p := walked{scheme: scheme, class: class, top: scheme}
	key := [3]int32{0, scheme, int32(class)}
	memo := true
	switch {
	case scheme < 0:
		p.top, p.occurs, p.below = at.top, at.occurs, append(at.below[:len(at.below):len(at.below)], l)
		key = [3]int32{1, int32(at.occurs), int32(class)}
	case w.isType(scheme) && w.solver.UseOf(w.use).Callee >= 0:
		memo = false
	case class == unify.None || w.isOpen(scheme):
		key[2] = -1 // an open node is only itself, however it is reached
	}
	if n, ok := w.at[key]; ok && memo {
		return n
	}
	p.node = w.fresh(scheme)
	if scheme >= 0 {
		p.occurs = p.node
	}
	if memo {
		w.at[key] = p.node
	}
	w.queue = append(w.queue, p)
	return p.node
}

// fresh returns a new node. The first one for a node of the scheme stands for that node in the graph, and has the next
// number of the instance. Nodes are numbered as they are met, in the order of the texts of labels, so proofs do not
// depend on the numbers of labels.
func (w *instance) fresh(scheme int32) unify.Node {
	b := w.b
	if scheme >= 0 {
		base := w.solver.UseOf(w.use).Base
		at := base + unify.Node(scheme)
		if _, met := b.inside[at]; !met {
			n := b.graph.number[base-b.graph.lo] + w.met
			w.met++
			b.inside[at], b.nodes[n].node = n, at
			return n
		}
	}
	w.made++
	b.nodes = append(b.nodes, systemNode{unify.None, w.use})
	return unify.Node(len(b.nodes) - 1)
}

// typeNode returns the node for a part of a type by its own structure.
func (w *instance) typeNode(h unify.Head, at *walked, l unify.Label) unify.Node {
	key := [3]int32{2, int32(at.occurs), int32(h)}
	if n, ok := w.at[key]; ok {
		return n
	}
	p := walked{
		scheme: -1, class: unify.None, node: w.fresh(-1), top: at.top, occurs: at.occurs, head: h,
		below: append(at.below[:len(at.below):len(at.below)], l),
	}
	w.at[key] = p.node
	w.queue = append(w.queue, p)
	return p.node
}

// keepsWhole reports whether a type is described as a whole.
func (w *instance) keepsWhole(h unify.Head) bool {
	return w.solver.Graph.Heads().IsLiteral(h) || w.made >= w.most || w.solver.UseOf(w.use).Callee < 0 ||
		!w.apart[w.use] && w.front.Declared(h)
}

// isType reports whether a node of the scheme is a type without the mark.
func (w *instance) isType(scheme int32) bool {
	f := w.solver.UseOf(w.use).Scheme.Graph.Flat(scheme)
	return f.Head() != unify.NoHead && !f.Dynamic()
}

func (w *instance) isOpen(scheme int32) bool {
	f := w.solver.UseOf(w.use).Scheme.Graph.Flat(scheme)
	return f.Dynamic() || f.Head() == unify.NoHead && (!f.Closed() && !f.IsVector() || f.Shapes().Count() > 1)
}

// describe states the pattern of one node.
func (w *instance) describe(p walked) {
	s, b := w.solver, w.b
	u := s.UseOf(w.use)
	c := unify.Constraint{X: p.node, Y: unify.None, Event: -1}
	src := Source{Event: -1, Reason: unify.Reason{Site: u.Site}, Use: w.use, Below: p.below}
	whole := p.scheme < 0
	if !whole {
		src.Node = u.Base + unify.Node(p.scheme)
		c.Flat = u.Scheme.Graph.Flat(p.scheme)
		if h := c.Flat.Head(); h != unify.NoHead && !w.keepsWhole(h) {
			p.head = h
		}
		if whole = c.Flat.Head() != unify.NoHead && !s.Graph.Heads().IsLiteral(c.Flat.Head()) &&
			p.class != unify.None && w.made < w.most; whole {
			f, _ := w.class(p.class)
			whole = f.Head() == unify.NoHead
		}
	} else {
		src.Node = u.Base + unify.Node(p.top)
	}
	if p.scheme < 0 && p.head != unify.NoHead && w.keepsWhole(p.head) {
		c.Flat = s.Graph.Heads().Flat(p.head)
		w.state(b, c, src)
		return
	}
	if p.scheme < 0 && p.head == unify.NoHead {
		if f, _ := w.class(p.class); f.Head() != unify.NoHead && !w.keepsWhole(f.Head()) {
			p.head, whole = f.Head(), false
		}
	}
	switch {
	case p.head != unify.NoHead && (!whole || p.class == unify.None):
		// A type without a name, or whose name is not its origin.
		heads := s.Graph.Heads()
		c.Flat = heads.Outer(p.head) | c.Flat&unify.Dynamic
		byText := func(f, g unify.HeadField) int { return w.front.CompareLabels(f.Label, g.Label) }
		for _, f := range slices.SortedFunc(slices.Values(heads.Fields(p.head)), byText) {
			c.Edges = append(c.Edges, unify.Edge{Label: f.Label, To: w.typeNode(f.To, &p, f.Label)})
		}
	case whole:
		// A type that the callee did not name is described as it was built.
		var edges []unify.Edge
		c.Flat, edges = w.class(p.class)
		if c.Flat.Head() != unify.NoHead {
			break
		}
		for _, e := range w.sorted(edges) {
			to := w.node(-1, w.find(e.To), &p, e.Label)
			c.Edges = append(c.Edges, unify.Edge{Label: e.Label, To: to})
		}
	case c.Flat.Head() == unify.NoHead:
		step := w.steps(p.class)
		for _, e := range w.sorted(u.Scheme.Graph.Edges(p.scheme)) {
			c.Edges = append(c.Edges, unify.Edge{Label: e.Label, To: w.node(int32(e.To), step(e.Label), &p, e.Label)})
		}
	}
	if c.Flat == unify.Open && len(c.Edges) == 0 {
		return
	}
	w.state(b, c, src)
}

func (w *instance) sorted(edges []unify.Edge) []unify.Edge {
	edges = slices.Clone(edges)
	slices.SortFunc(edges, func(e, f unify.Edge) int { return w.front.CompareLabels(e.Label, f.Label) })
	return edges
}

// steps returns a function from labels to their targets from a class in the callee.
func (w *instance) steps(class unify.Node) func(unify.Label) unify.Node {
	if class == unify.None {
		return func(unify.Label) unify.Node { return unify.None }
	}
	_, edges := w.class(class)
	if len(edges) <= fewEdges {
		return func(l unify.Label) unify.Node {
			if i := slices.IndexFunc(edges, func(e unify.Edge) bool { return e.Label == l }); i >= 0 {
				return w.find(edges[i].To)
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
			return w.find(n)
		}
		return unify.None
	}
}

// fewEdges is the number of edges of a node that are searched linearly.
const fewEdges = 16
