package unify

import (
	"slices"
)

// A System is a finite set of constraints by itself: the subject of explanations. Unlike a Graph it is solved as a
// whole, so the result does not depend on an order, and classes in conflict are closed like all others, so that every
// contradiction can be seen.
type System struct {
	Heads *Heads
	Index LabelSet
	Nodes int // constraints are about the nodes 0 … Nodes-1

	// Constraints are equations, and descriptions of nodes with their edges. An empty one (X is None) is ignored.
	Constraints []Constraint
	// Cost is the cost of citing each constraint in a proof; at least 1. If nil, each costs 1.
	Cost []int32
	// Fired are the firings of relations; their effects are the constraints after all others. Effects are not given,
	// but follow from the others, and only proofs use them. See Closure.System.
	Fired []Firing
	// Watch can end work on the system; nil cannot.
	Watch *Watch
}

func (s *System) cost(c int32) int32 {
	if s.Cost == nil {
		return 1
	}
	return s.Cost[c]
}

// ownNodes returns the number of nodes of the program's constraints.
func (s *System) ownNodes() int {
	if len(s.Fired) > 0 {
		return int(s.Fired[0].Base)
	}
	return s.Nodes
}

// givenConstraints returns the constraints that the program stated.
func (s *System) givenConstraints() []Constraint {
	if len(s.Fired) > 0 {
		return s.Constraints[:s.Fired[0].First:s.Fired[0].First]
	}
	return s.Constraints[:len(s.Constraints):len(s.Constraints)]
}

// Solve performs the constraints in a graph of its own, except for some of them, in their order and each with its
// consequences before the next; node i of the system is node i of the graph.
func (s *System) Solve(without []bool) *Graph {
	g := s.graph()
	for i := range s.givenConstraints() {
		if k := &s.Constraints[i]; k.X != None && (without == nil || !without[i]) {
			s.perform(g, k)
		}
	}
	g.Solve()
	return g
}

// graph returns a graph of the nodes of the system, without its constraints.
func (s *System) graph() *Graph {
	g := New(s.Heads, s.Index)
	g.SetWatch(s.Watch)
	g.ignoreDeadline = true // an answer for a part of the system would be wrong
	for range s.ownNodes() {
		g.Leaf(0)
	}
	return g
}

// perform states a constraint in a graph whose first nodes are those of the system.
func (s *System) perform(g *Graph, k *Constraint) {
	switch {
	case k.Of != nil:
		g.Relate(k.Of.Relation, Reason{}, k.Of.Args...)
		g.Solve()
	case k.Y != None:
		g.Unify(Reason{}, k.X, k.Y)
	default:
		g.Describe(k.X, k.Flat, k.Edges, Reason{})
	}
}

// A Closure is the finest partition of the nodes of a system that satisfies its equations, in which equal nodes have
// equal parts: the consequences of the system whether or not they contradict each other.
type Closure struct {
	sys   *System
	cs    []Constraint // given, then effects
	given int          // how many are given
	off   []bool       // given constraints that are left out

	classes     []class      // by node
	wait        [][2]int32   // waiting equations
	named       []headAt     // waiting heads
	index       *searchIndex // for proofs; made when first needed
	before      int32        // searches use only the constraints before this one
	fired       closureRelations
	withEffects *System // see System
}

// class is what descriptions state about a class. Only that of its root counts.
type class struct {
	root    int32 // of the class, or a node nearer to it
	size    int32
	closed  int32 // a closed description with the fewest labels, + 1; constructors do not count
	shapes  Shape // those that all descriptions allow
	vector  bool  // it can only be a vector
	tuple   bool  // some description is a closed product
	dynamic bool
	parts   []edgeOf        // one edge for each label
	index   map[Label]int32 // parts as a map, if there are many
	heads   []Head          // the distinct heads of descriptions and of unfolded parts
	by      []Constructor   // distinct
}

type edgeOf struct {
	label Label
	to    int32
}

type headAt struct {
	node int32
	head Head
}

// Close computes the closure of a system, except for some constraints; nil excludes none. It costs the size of the
// system times about its logarithm.
func (s *System) Close(without []bool) *Closure {
	n := s.ownNodes()
	s.Watch.Steps((n + len(s.Constraints)) / nodesPerStep)
	c := &Closure{
		sys: s, cs: s.givenConstraints(), off: without, classes: make([]class, 0, n),
		fired: closureRelations{queued: make(map[int32]bool), watch: make(map[int32][]int32)},
	}
	for range n {
		c.add()
	}
	c.given = len(c.cs)
	for i := range c.cs {
		if c.isActive(int32(i)) {
			c.state(int32(i))
		}
	}
	c.relate()
	c.before = int32(len(c.cs))
	return c
}

// add appends a node.
func (c *Closure) add() {
	c.classes = append(c.classes, class{root: int32(len(c.classes)), size: 1, shapes: AnyShape})
}

// state adds a constraint, with its consequences. Relations wait until all constraints are stated.
func (c *Closure) state(i int32) {
	k := &c.cs[i]
	c.sys.Watch.Steps(1 + len(k.Edges))
	switch {
	case k.Of != nil:
		c.fired.queue = append(c.fired.queue, i)
	case k.Y != None:
		c.wait = append(c.wait, [2]int32{int32(k.X), int32(k.Y)})
	default:
		c.describe(i, k)
	}
	c.run()
}

func (c *Closure) isActive(i int32) bool {
	return c.cs[i].X != None && (c.off == nil || int(i) >= len(c.off) || !c.off[i])
}

// Find returns the class of a node, as one of its nodes.
func (c *Closure) Find(n Node) Node { return Node(c.find(int32(n))) }

func (c *Closure) find(n int32) int32 {
	for c.classes[n].root != n {
		c.classes[n].root = c.classes[c.classes[n].root].root
		n = c.classes[n].root
	}
	return n
}

// classOf returns the class of a node.
func (c *Closure) classOf(n Node) *class { return &c.classes[c.find(int32(n))] }

// Class returns what is known of a node's class: its flat pattern, and its edges unless it is a named head. It is
// meaningless for a class in conflict.
func (c *Closure) Class(n Node) (Flat, []Edge) {
	x := c.classOf(n)
	mark := Flat(0)
	if x.dynamic {
		mark = Dynamic
	}
	if len(x.heads) > 0 {
		return c.sys.Heads.Flat(x.heads[0]) | mark, nil
	}
	var edges []Edge
	if x.vector {
		if to, ok := c.member(x); ok {
			edges = append(edges, Edge{Member, Node(to)})
		}
		return MakeFlat(Vector, false) | mark, edges
	}
	shapes := x.shapes
	for _, e := range x.parts {
		edges = append(edges, Edge{e.label, Node(e.to)})
		if !c.sys.indexed(e.label) {
			shapes &^= Vector
		}
	}
	if len(x.by) > 0 {
		return c.sys.Heads.Built(x.by[0]) | mark, edges
	}
	return MakeFlat(shapes, x.closed != 0) | mark, edges
}

func (c *Closure) run() {
	for len(c.wait)+len(c.named) > 0 {
		c.sys.Watch.Step()
		if n := len(c.wait); n > 0 {
			w := c.wait[n-1]
			c.wait = c.wait[:n-1]
			c.join(c.find(w[0]), c.find(w[1]))
			continue
		}
		n := len(c.named)
		h := c.named[n-1]
		c.named = c.named[:n-1]
		c.name(c.find(h.node), h.head)
	}
}

// describe adds a description to its class.
func (c *Closure) describe(i int32, k *Constraint) {
	r := c.find(int32(k.X))
	x := &c.classes[r]
	c.fired.wake(r)
	x.dynamic = x.dynamic || k.Flat.Dynamic()
	if h := k.Flat.Head(); h != NoHead {
		c.named = append(c.named, headAt{r, h})
		return
	}
	x.shapes &= k.Flat.Shapes()
	if by := k.Flat.Constructor(); by != NoConstructor {
		x.build(by)
	} else if k.Flat.Closed() {
		c.close(x, i+1)
		x.tuple = x.tuple || k.Flat.Shapes() == Product
	}
	for _, e := range k.Edges {
		c.part(r, edgeOf{e.Label, int32(e.To)})
	}
	c.becomeVector(x, k.Flat.IsVector())
}

// build records constructors.
func (x *class) build(more ...Constructor) {
	for _, by := range more {
		if !slices.Contains(x.by, by) {
			x.by = append(x.by, by)
		}
	}
}

// close records a closed description, or none if it is 0. The one with the fewest labels counts, because it is the
// hardest to satisfy: a product or a union has exactly its labels, and a class that has more and may be a vector is one.
func (c *Closure) close(x *class, i int32) {
	if i != 0 && (x.closed == 0 || len(c.cs[i-1].Edges) < len(c.cs[x.closed-1].Edges)) {
		x.closed = i
	}
}

// headsPerStep is how many heads are looked at in the time of a step; see cancel.Watch. A contradictory class has many.
const headsPerStep = 8

// part adds an edge to a class.
func (c *Closure) part(r int32, e edgeOf) {
	x := &c.classes[r]
	if to, ok := x.lookup(e.label); ok {
		c.wait = append(c.wait, [2]int32{to, e.to})
		return
	}
	if x.vector && c.sys.indexed(e.label) {
		if to, ok := c.member(x); ok {
			c.wait = append(c.wait, [2]int32{to, e.to})
		}
	}
	x.parts = append(x.parts, e)
	c.fired.wake(r)
	if x.index != nil {
		x.index[e.label] = e.to
	}
	c.sys.Watch.Steps(len(x.heads) / headsPerStep)
	for _, h := range x.heads {
		c.unfold(h, e)
	}
}

// lookup returns the target of an edge of a class.
func (x *class) lookup(l Label) (to int32, ok bool) {
	if len(x.parts) <= bigRegion {
		for _, e := range x.parts {
			if e.label == l {
				return e.to, true
			}
		}
		return 0, false
	}
	if x.index == nil {
		x.index = make(map[Label]int32, 2*len(x.parts))
		for _, e := range x.parts {
			x.index[e.label] = e.to
		}
	}
	to, ok = x.index[l]
	return to, ok
}

// indexed reports whether a label leads to a member of a vector.
func (s *System) indexed(l Label) bool { return l == Member || s.Index.Has(l) }

// member returns the target of the edges of a vector.
func (c *Closure) member(x *class) (to int32, ok bool) {
	for _, e := range x.parts {
		if c.sys.indexed(e.label) {
			return e.to, true
		}
	}
	return 0, false
}

func (c *Closure) unfold(h Head, e edgeOf) {
	if p, ok := c.sys.headPart(h, e.label); ok {
		c.named = append(c.named, headAt{e.to, p})
	}
}

// headPart returns the head below a label of a head; an index is the label of a vector's member.
func (s *System) headPart(h Head, l Label) (Head, bool) {
	if s.Heads.Shape(h) == Vector && !s.Heads.IsLiteral(h) {
		if !s.indexed(l) {
			return NoHead, false
		}
		l = Member
	}
	return s.Heads.part(h, l, s.Index)
}

// name gives a class a head.
func (c *Closure) name(r int32, h Head) {
	x := &c.classes[r]
	if slices.Contains(x.heads, h) {
		return
	}
	x.heads = append(x.heads, h)
	c.fired.wake(r)
	x.shapes &= c.sys.Heads.Shape(h)
	c.sys.Watch.Steps((len(x.heads) + len(x.parts)) / headsPerStep)
	for _, e := range x.parts {
		c.unfold(h, e)
	}
	c.becomeVector(x, c.sys.Heads.Shape(h) == Vector)
}

// becomeVector unites the targets of the edges of a class that can only be a vector. A class in conflict counts as a
// vector as soon as one description states it.
func (c *Closure) becomeVector(x *class, said bool) {
	if x.vector || !said && !c.onlyVector(x) {
		return
	}
	x.vector = true
	first, _ := c.member(x)
	for _, e := range x.parts {
		if c.sys.indexed(e.label) && e.to != first {
			c.wait = append(c.wait, [2]int32{first, e.to})
		}
	}
}

// onlyVector reports whether a class may be a vector, which all its closed descriptions then allow, and has more labels
// than one of them.
func (c *Closure) onlyVector(x *class) bool {
	return x.shapes&Vector != 0 && x.closed != 0 && len(x.parts) > len(c.cs[x.closed-1].Edges) &&
		!slices.ContainsFunc(x.parts, func(e edgeOf) bool { return !c.sys.indexed(e.label) })
}

// join unites two classes.
func (c *Closure) join(a, b int32) {
	if a == b {
		return
	}
	x, y := &c.classes[a], &c.classes[b]
	if x.size+int32(len(x.parts)) < y.size+int32(len(y.parts)) {
		a, b, x, y = b, a, y, x
	}
	y.root = a
	x.size += y.size
	x.shapes &= y.shapes
	x.tuple = x.tuple || y.tuple
	x.dynamic = x.dynamic || y.dynamic
	c.close(x, y.closed)
	c.fired.wake(a)
	c.fired.wake(b)
	x.build(y.by...)
	if y.vector {
		c.becomeVector(x, true)
	}
	for _, h := range y.heads {
		c.named = append(c.named, headAt{a, h})
	}
	c.sys.Watch.Steps(len(y.parts))
	for _, e := range y.parts {
		c.part(a, e)
	}
	*y = class{root: a}
	c.becomeVector(x, false)
}

// A Claim is what one fact states about a pattern: its flat pattern and its labels.
type Claim struct {
	Flat   Flat
	Labels []Label
}

// Compatible reports whether one pattern can satisfy all claims: some shape is left that each claim allows with the
// labels of all.
func (s *System) Compatible(claims ...Claim) bool {
	g := Graph{heads: s.Heads, index: s.Index} // for the meet; it has edges, and no nodes
	all := node{flat: Open}
	for i := range claims {
		k := &claims[i]
		x := node{flat: k.Flat, n: int32(len(k.Labels))}
		if !k.Flat.IsType() {
			s.Watch.Steps(1 + len(k.Labels))
		}
		if x.n > 0 {
			x.off = int32(len(g.edges))
			for _, l := range k.Labels {
				g.edges = append(g.edges, Edge{Label: l})
				if !s.indexed(l) {
					x.flat &^= Flat(Vector)
				}
			}
			g.edges = padded(g.edges, len(k.Labels))
		}
		flat, ok := g.intersection(&all, &x)
		if !ok {
			return false
		}
		all.off, all.n = g.mergeEdges(0, &all, &x)
		all.flat = flat
	}
	return true
}

func setOf(labels []Label) map[Label]bool {
	set := make(map[Label]bool, len(labels))
	for _, l := range labels {
		set[l] = true
	}
	return set
}
