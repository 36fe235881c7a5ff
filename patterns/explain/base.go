package explain

import (
	"slices"

	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/unify"
)

// Front is what explanations need from the language.
type Front interface {
	// Owner returns the definition that a site belongs to.
	Owner(site int32) int32
	// Cost returns the cost of citing a constraint in an explanation; see unify.System.
	Cost(s Source) int32
	// Declared reports whether a type, or a type that contains it, is named or written in the program.
	Declared(t unify.Head) bool
	// CompareLabels orders labels by their texts: their numbers depend on their first places in the program.
	CompareLabels(a, b unify.Label) int
	// CompareDefinitions orders definitions by their content, regardless of their names and places. Definitions with
	// the same content are equal.
	CompareDefinitions(a, b int32) int
	// Wiring reports whether a constraint only connects the two ends of an expression with its parts. It is taken as
	// given: no core has it.
	Wiring(s Source) bool
}

// A Source is the origin of a constraint: a requested event, the description of a node, or a relation. The last two may
// belong to an instance of a signature.
type Source struct {
	Event    int32      // -1 for a description or a relation
	Node     unify.Node // of a description
	Relation int32      // of a relation: the number of its instance, + 1
	Reason   unify.Reason
	Use      int32 // of a node of an instance: its number; otherwise -1

	// Derived marks a fact of a summary, which is not a constraint of the program. Node is None if it is an equation.
	Derived bool

	// Below leads from Node to the part of it that is described. It is not empty for a type of a signature that the
	// callee built of parts; it may not be for a description that is Derived.
	Below []unify.Label
}

// A SourceKey identifies a source, except for Below.
type SourceKey struct {
	event    int32
	node     unify.Node
	relation int32
	derived  bool
}

// Key returns the key: sources that differ only in Below have the same.
func (s Source) Key() SourceKey { return SourceKey{s.Event, s.Node, s.Relation, s.Derived} }

// wiring reports whether a constraint is taken as given, so that no core has it. An equation of a summary is.
func (x *Explainer) wiring(s Source) bool {
	if s.Derived {
		return s.Node == unify.None
	}
	return x.front.Wiring(s)
}

// base is the system of constraints of one definition, or of a group whose members share their nodes.
type base struct {
	def    int32
	*nodes // of the graph; they are the first nodes of the system
	sys    *unify.System
	all    *unify.Closure
	source []Source
	part   []int32   // by node after those of the graph: the use of the instance that it is a part of
	known  [][]int32 // contradictions that were found, as the constraints that they depend on

	graphNode map[unify.Node]unify.Node // by node of an instance: the corresponding node of the graph
	roots     map[int32][]unify.Node    // by stated use: the nodes of its instance's roots
	walks     map[int32]*walk           // by stated use: the walk that finds its parts

	derived []unify.Node // with a summary, by node after all others: the node that it is a part of
}

// useAt returns the use whose instance a node belongs to.
func (b *base) useAt(s *patterns.Solver, n unify.Node) (use int32, ok bool) {
	if int(n) >= len(b.list)+len(b.part) {
		return -1, false // of a summary, or made by a relation
	}
	if n >= b.graphNodes() {
		return b.part[n-b.graphNodes()], true
	}
	return s.Graph.Instance(b.list[n])
}

func (b *base) closure() *unify.Closure {
	if b.all == nil {
		b.all = b.sys.Close(nil)
	}
	return b.all
}

// baseKey is a definition at a moment: only with the events before a number.
type baseKey struct {
	def    int32
	events int32 // -1: all
}

// An Explainer explains the definitions of one program.
type Explainer struct {
	// Order returns the position of a constraint in the text; if it is nil, the cheapest contradiction comes first,
	// otherwise the first in the text.
	Order func(Source) int64

	solver *patterns.Solver
	front  Front
	bases  map[baseKey]*base
	ranges map[unify.Node]*nodeRange
	opaque map[int32]bool // uses whose signature cannot be traced
	apart  map[int32]bool // uses whose types are expanded, though the program has names for them
	left   *int           // rest of programWork
	steps  *int           // rest of stepsPerFile
	part   int            // steps for one part of the explanation of an error
}

// These bound the work on the contradictions of one program and on derivations without some constraints, in nodes and
// constraints that are solved or searched. A large program gets workOfNode for each of its nodes.
const (
	programWork     = 1_500_000
	workOfNode      = 8
	mostProgramWork = 12_000_000
)

// Continue takes over the remaining work of another explainer of its program.
func (x *Explainer) Continue(of *Explainer) { x.left, x.steps, x.part = of.left, of.steps, of.part }

// spend subtracts the work on the system of a definition.
func (x *Explainer) spend(b *base) { *x.left -= b.sys.Nodes + len(b.sys.Constraints) }

// close solves the system of a definition without some constraints.
func (x *Explainer) close(b *base, off []bool) *unify.Closure {
	x.spend(b)
	return b.sys.Close(off)
}

// New returns an explainer for a derived program.
func New(s *patterns.Solver, front Front) *Explainer {
	left, steps := max(programWork, min(workOfNode*s.Graph.Len(), mostProgramWork)), stepsPerFile
	return &Explainer{
		solver: s, front: front, bases: make(map[baseKey]*base),
		ranges: make(map[unify.Node]*nodeRange), opaque: make(map[int32]bool), apart: make(map[int32]bool),
		left: &left, steps: &steps, part: stepsPerPart,
	}
}

// base returns the constraints of a definition, or nil if it has no derivation.
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
		x.spend(b) // it is stated, and may be solved once unchanged
	}
	return b
}

func (x *Explainer) newBase(key baseKey, r *nodeRange) *base {
	s := x.solver
	m := r.member(key.def)
	b := &base{def: key.def, nodes: &m.nodes,
		sys: &unify.System{Heads: s.Graph.Heads(), Index: s.Graph.Index(), Watch: s.Watch}}
	b.roots, b.walks = make(map[int32][]unify.Node), make(map[int32]*walk)
	b.graphNode = make(map[unify.Node]unify.Node)
	alias := make(map[unify.Node]unify.Node) // nodes that only have the description of another node
	for _, src := range m.sources {
		if src.Event >= 0 {
			if e := s.Graph.Event(src.Event); e.Cause.Describes() {
				alias[e.Y] = e.X
			}
		}
	}
	for _, src := range m.sources {
		if src.Event >= 0 && s.Graph.Event(src.Event).Cause.Describes() {
			continue
		}
		if key.events >= 0 {
			if src.Event >= key.events || src.Use >= 0 && s.UseOf(src.Use).Events >= key.events {
				continue
			}
			if src.Relation > 0 && s.Graph.InstanceOf(src.Relation-1).Since >= key.events {
				continue
			}
		}
		if src.Use >= 0 {
			x.instance(b, src.Use)
			continue
		}
		if src.Relation > 0 {
			x.relation(b, src)
			continue
		}
		c := unify.Constraint{X: src.Node, Y: unify.None, Event: -1}
		if src.Event >= 0 {
			e := s.Graph.Event(src.Event)
			c.X, c.Y, c.Event = b.local(e.X), b.local(e.Y), src.Event
			if use, ok := s.Graph.Instance(e.Y); ok {
				x.instance(b, use)
				if i := rootOf(s.UseOf(use), e.X, e.Y); i >= 0 {
					c.Y = b.roots[use][i]
				}
			}
		} else {
			c.X, c.Flat = b.local(src.Node), s.Graph.Flat(src.Node)
			if of, ok := alias[src.Node]; ok {
				c.X = b.local(of)
			}
			for _, e := range s.Graph.Edges(src.Node) {
				c.Edges = append(c.Edges, unify.Edge{Label: e.Label, To: b.local(e.To)})
			}
		}
		x.state(b, c, src)
	}
	b.sys.Nodes = len(b.list) + len(b.part)
	return b
}

// rootOf returns the root of an instance that an equation of a reference is about, or -1; if several roots are the same
// node, the reference's own node decides.
func rootOf(u *patterns.Use, own, root unify.Node) int {
	at := -1
	for i, r := range u.Scheme.Roots {
		if u.Base+unify.Node(r) == root && (at < 0 || u.Own[i] == own && u.Own[at] != own) {
			at = i
		}
	}
	return at
}

// relation states that a relation holds for some nodes, which may be parts of instances.
func (x *Explainer) relation(b *base, src Source) {
	of := x.solver.Graph.InstanceOf(src.Relation - 1)
	a := &unify.Application{Relation: of.Relation}
	for _, n := range of.Args {
		a.Args = append(a.Args, x.nodeOf(b, n))
	}
	x.state(b, unify.Constraint{X: a.Args[0], Y: unify.None, Flat: unify.Open, Event: -1, Of: a}, src)
}

// nodeOf returns the node of the system for a node of the graph: its own, or one of the instance that it is a part of.
func (x *Explainer) nodeOf(b *base, n unify.Node) unify.Node {
	use, ok := x.solver.Graph.Instance(n)
	if !ok {
		return b.local(n)
	}
	x.instance(b, use)
	w, scheme := b.walks[use], int32(n-x.solver.UseOf(use).Base)
	if met, ok := w.met[scheme]; ok {
		return met
	}
	met := w.node(scheme, unify.None, nil, 0)
	w.describeAll()
	return met
}

// state adds a constraint to a base.
func (x *Explainer) state(b *base, c unify.Constraint, src Source) {
	b.sys.Constraints = append(b.sys.Constraints, c)
	b.sys.Cost = append(b.sys.Cost, x.front.Cost(src))
	b.source = append(b.source, src)
}

// instance states the constraints of a use's instance, once, as the callee built them. The signature is too coarse for
// that: it has equal closed parts only once, though no constraint equates them, and it has types only as a whole. Here
// all parts are separate, and a type that the callee did not name is described by its parts. So each part can be traced
// to constraints of the callee. A built-in function has only its signature, which is stated unchanged.
func (x *Explainer) instance(b *base, use int32) {
	if _, done := b.roots[use]; done {
		return
	}
	s := x.solver
	u := s.UseOf(use)
	w := &walk{Explainer: x, b: b, use: use, at: make(map[[3]int32]unify.Node), most: 4*u.Scheme.Graph.Len() + 64}
	var classes []unify.Node
	if u.Callee >= 0 && s.Derivation(u.Callee).Derived {
		classes = w.callee()
	}
	b.roots[use] = make([]unify.Node, 0, len(u.Scheme.Roots))
	for i, r := range u.Scheme.Roots {
		class := unify.None
		if classes != nil {
			class = classes[i]
		}
		b.roots[use] = append(b.roots[use], w.node(r, class, nil, 0))
	}
	w.describeAll()
	b.walks[use] = w
	if len(u.Scheme.Graph.Relations()) == 0 {
		return
	}
	for _, src := range x.rangeOf(b.def).relations[use] {
		x.relation(b, src)
	}
}

// describeAll describes the queued nodes.
func (w *walk) describeAll() {
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

type walk struct {
	*Explainer
	b     *base
	use   int32
	at    map[[3]int32]unify.Node // see node and typeNode
	taken map[int32]bool          // nodes of the scheme that have a node
	met   map[int32]unify.Node    // the first node of each
	queue []walked
	most  int
	made  int
	then  *unify.Closure // the callee at an earlier moment
}

// callee returns the classes of the callee's roots. For a reference within a recursive group they are those at the time
// when the signature was made.
func (w *walk) callee() (classes []unify.Node) {
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
		if int(m) >= b.sys.Nodes {
			return nil, false
		}
		roots = append(roots, m)
	}
	return roots, true
}

// class returns the pattern of a class of the callee.
func (w *walk) class(c unify.Node) (unify.Flat, []unify.Edge) {
	if w.then != nil {
		return w.then.Class(c)
	}
	g := w.solver.Graph
	return g.Flat(c), g.Edges(c)
}

// find returns the class of the target of an edge.
func (w *walk) find(n unify.Node) unify.Node {
	if w.then != nil {
		return w.then.Find(n)
	}
	return w.solver.Graph.Find(n)
}

// node returns the node of the system for a node of the scheme, which is a class of the callee, or, with scheme -1, for
// a class below a type that is expanded. A type that occurs twice has two nodes: it is known already, so facts about
// one node are not needed for the other.
func (w *walk) node(scheme int32, class unify.Node, at *walked, l unify.Label) unify.Node {
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

// fresh returns a new node. The first one for a node of the scheme is the next node that the graph has for the
// instance. Nodes are numbered as they are met, in the order of the texts of labels, so proofs do not depend on the
// numbers of labels.
func (w *walk) fresh(scheme int32) unify.Node {
	if scheme >= 0 && !w.taken[scheme] {
		if w.taken == nil {
			w.taken, w.met = make(map[int32]bool), make(map[int32]unify.Node)
		}
		u := w.solver.UseOf(w.use)
		n := w.b.local(u.Base) + unify.Node(len(w.taken))
		w.taken[scheme] = true
		w.met[scheme] = n
		w.b.graphNode[n] = u.Base + unify.Node(scheme)
		return n
	}
	w.b.part = append(w.b.part, w.use)
	w.made++
	return w.b.graphNodes() + unify.Node(len(w.b.part)-1)
}

// typeNode returns the node for a part of a type by its own structure.
func (w *walk) typeNode(h unify.Head, at *walked, l unify.Label) unify.Node {
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
func (w *walk) keepsWhole(h unify.Head) bool {
	return w.solver.Graph.Heads().IsLiteral(h) || w.made >= w.most || w.solver.UseOf(w.use).Callee < 0 ||
		!w.apart[w.use] && w.front.Declared(h)
}

// isType reports whether a node of the scheme is a type without the mark.
func (w *walk) isType(scheme int32) bool {
	f := w.solver.UseOf(w.use).Scheme.Graph.Flat(scheme)
	return f.Head() != unify.NoHead && !f.Dynamic()
}

func (w *walk) isOpen(scheme int32) bool {
	f := w.solver.UseOf(w.use).Scheme.Graph.Flat(scheme)
	return f.Dynamic() || f.Head() == unify.NoHead && (!f.Closed() && !f.IsVector() || f.Shapes().Count() > 1)
}

// describe states the pattern of one node.
func (w *walk) describe(p walked) {
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

func (w *walk) sorted(edges []unify.Edge) []unify.Edge {
	edges = slices.Clone(edges)
	slices.SortFunc(edges, func(e, f unify.Edge) int { return w.front.CompareLabels(e.Label, f.Label) })
	return edges
}

// steps returns a function from labels to their targets from a class in the callee.
func (w *walk) steps(class unify.Node) func(unify.Label) unify.Node {
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
