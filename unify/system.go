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
	root  []int32
	size  []int32

	shapes      []Shape                   // by root: those that all descriptions allow
	loose       []int32                   // by root: a closed description that allows vectors and other shapes, + 1
	exact       []bool                    // by root: some description is closed
	vector      []bool                    // by root: can only be a vector
	parts       [][]edgeOf                // by root: one edge for each label
	many        map[int32]map[Label]int32 // by root: parts as a map, if there are many
	heads       [][]Head                  // by root: the distinct heads of descriptions and of unfolded parts
	built       map[int32]built           // by root: constructors and the mark, if there are any
	wait        [][2]int32                // waiting equations
	named       []headAt                  // waiting heads
	index       *searchIndex              // for proofs; made when first needed
	before      int32                     // searches use only the constraints before this one
	fired       *closureRelations         // nil without relations
	withEffects *System                   // see System
}

type edgeOf struct {
	label Label
	to    int32
}

// built has what descriptions state about constructors and the mark.
type built struct {
	by      []Constructor // distinct
	dynamic bool
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
	numbers, marks := make([]int32, 3*n), make([]bool, 2*n)
	c := &Closure{
		sys: s, cs: s.givenConstraints(), off: without,
		root: numbers[:n:n], size: numbers[n : 2*n : 2*n], loose: numbers[2*n:],
		shapes: make([]Shape, n), exact: marks[:n:n], vector: marks[n:],
		parts: make([][]edgeOf, n), heads: make([][]Head, n),
	}
	for i := range c.root {
		c.root[i], c.size[i], c.shapes[i] = int32(i), 1, AnyShape
	}
	c.given = len(c.cs)
	for i := range c.cs {
		if k := &c.cs[i]; k.Of != nil && c.fired == nil && c.isActive(int32(i)) {
			c.fired = newClosureRelations()
		}
	}
	for i := range c.cs {
		if c.isActive(int32(i)) {
			c.state(int32(i))
		}
	}
	if c.fired != nil {
		c.relate()
	}
	c.before = int32(len(c.cs))
	return c
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
	for c.root[n] != n {
		c.root[n] = c.root[c.root[n]]
		n = c.root[n]
	}
	return n
}

// Class returns what is known of a node's class: its flat pattern, and its edges unless it is a named head. It is
// meaningless for a class in conflict.
func (c *Closure) Class(n Node) (Flat, []Edge) {
	r := c.find(int32(n))
	mark := Flat(0)
	if c.built[r].dynamic {
		mark = Dynamic
	}
	if len(c.heads[r]) > 0 {
		return c.sys.Heads.Flat(c.heads[r][0]) | mark, nil
	}
	var edges []Edge
	if c.vector[r] {
		if to, ok := c.member(r); ok {
			edges = append(edges, Edge{Member, Node(to)})
		}
		return MakeFlat(Vector, false) | mark, edges
	}
	shapes := c.shapes[r]
	for _, e := range c.parts[r] {
		edges = append(edges, Edge{e.label, Node(e.to)})
		if !c.indexed(e.label) {
			shapes &^= Vector
		}
	}
	if by := c.built[r].by; len(by) > 0 {
		return c.sys.Heads.Built(by[0]) | mark, edges
	}
	return MakeFlat(shapes, c.exact[r]) | mark, edges
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
	if c.fired != nil {
		c.fired.described(c, r, i)
	}
	if by := k.Flat.Constructor(); by != NoConstructor {
		c.build(r, built{by: []Constructor{by}, dynamic: k.Flat.Dynamic()})
	} else if k.Flat.Dynamic() {
		c.build(r, built{dynamic: true})
	}
	if h := k.Flat.Head(); h != NoHead {
		c.named = append(c.named, headAt{r, h})
		return
	}
	c.shapes[r] &= k.Flat.Shapes()
	c.exact[r] = c.exact[r] || k.Flat.Closed()
	if k.Flat.Closed() && k.Flat.Shapes()&Vector != 0 {
		c.closed(r, i+1)
	}
	for _, e := range k.Edges {
		c.part(r, edgeOf{e.Label, int32(e.To)})
	}
	c.becomeVector(r, k.Flat.IsVector())
}

// build records constructors and the mark.
func (c *Closure) build(r int32, more built) {
	if c.built == nil {
		c.built = make(map[int32]built)
	}
	b := c.built[r]
	b.dynamic = b.dynamic || more.dynamic
	for _, by := range more.by {
		if !slices.Contains(b.by, by) {
			b.by = append(b.by[:len(b.by):len(b.by)], by)
		}
	}
	c.built[r] = b
}

// closed records a closed description that allows vectors and other shapes. Of two descriptions the one with fewer
// labels counts, because it is exceeded first.
func (c *Closure) closed(r, o int32) {
	cs := c.cs
	if o != 0 && (c.loose[r] == 0 || len(cs[o-1].Edges) < len(cs[c.loose[r]-1].Edges)) {
		c.loose[r] = o
	}
}

// headsPerStep is how many heads are looked at in the time of a step; see cancel.Watch. A contradictory class has many.
const headsPerStep = 8

// part adds an edge to a class.
func (c *Closure) part(r int32, e edgeOf) {
	if to, ok := c.lookup(r, e.label); ok {
		c.wait = append(c.wait, [2]int32{to, e.to})
		return
	}
	if c.vector[r] && c.indexed(e.label) {
		if to, ok := c.member(r); ok {
			c.wait = append(c.wait, [2]int32{to, e.to})
		}
	}
	c.parts[r] = append(c.parts[r], e)
	if c.fired != nil {
		c.fired.wake(r)
	}
	if c.many[r] != nil {
		c.many[r][e.label] = e.to
	}
	c.sys.Watch.Steps(len(c.heads[r]) / headsPerStep)
	for _, h := range c.heads[r] {
		c.unfold(h, e)
	}
}

// lookup returns the target of an edge of a class.
func (c *Closure) lookup(r int32, l Label) (to int32, ok bool) {
	if len(c.parts[r]) <= bigRegion {
		for _, o := range c.parts[r] {
			if o.label == l {
				return o.to, true
			}
		}
		return 0, false
	}
	m := c.many[r]
	if m == nil {
		if c.many == nil {
			c.many = make(map[int32]map[Label]int32)
		}
		m = make(map[Label]int32, 2*len(c.parts[r]))
		for _, o := range c.parts[r] {
			m[o.label] = o.to
		}
		c.many[r] = m
	}
	to, ok = m[l]
	return to, ok
}

// indexed reports whether a label leads to a member of a vector.
func (s *System) indexed(l Label) bool { return l == Member || s.Index.Has(l) }

func (c *Closure) indexed(l Label) bool { return c.sys.indexed(l) }

// member returns the target of the edges of a vector.
func (c *Closure) member(r int32) (to int32, ok bool) {
	for _, e := range c.parts[r] {
		if c.indexed(e.label) {
			return e.to, true
		}
	}
	return 0, false
}

func (c *Closure) unfold(h Head, e edgeOf) {
	if p, ok := c.headPart(h, e.label); ok {
		c.named = append(c.named, headAt{e.to, p})
	}
}

// headPart returns the head below a label of a head; an index is the label of a vector's member.
func (c *Closure) headPart(h Head, l Label) (Head, bool) {
	hs := c.sys.Heads
	if hs.Shape(h) == Vector && !hs.IsLiteral(h) {
		if !c.indexed(l) {
			return NoHead, false
		}
		l = Member
	}
	return hs.part(h, l, c.sys.Index)
}

// name gives a class a head.
func (c *Closure) name(r int32, h Head) {
	if slices.Contains(c.heads[r], h) {
		return
	}
	c.heads[r] = append(c.heads[r], h)
	if c.fired != nil {
		c.fired.wake(r)
	}
	c.shapes[r] &= c.sys.Heads.Shape(h)
	c.sys.Watch.Steps((len(c.heads[r]) + len(c.parts[r])) / headsPerStep)
	for _, e := range c.parts[r] {
		c.unfold(h, e)
	}
	c.becomeVector(r, c.sys.Heads.Shape(h) == Vector)
}

// becomeVector unites the targets of the edges of a class that can only be a vector. A class in conflict counts as a
// vector as soon as one description states it.
func (c *Closure) becomeVector(r int32, said bool) {
	if c.vector[r] || !said && !c.onlyVector(r) {
		return
	}
	c.vector[r] = true
	first, _ := c.member(r)
	for _, e := range c.parts[r] {
		if c.indexed(e.label) && e.to != first {
			c.wait = append(c.wait, [2]int32{first, e.to})
		}
	}
}

func (c *Closure) onlyVector(r int32) bool {
	if c.shapes[r]&Vector == 0 || c.loose[r] == 0 {
		return false
	}
	// It is closed and may be a vector: it is one if the class has more labels than the description.
	return len(c.parts[r]) > len(c.cs[c.loose[r]-1].Edges) &&
		!slices.ContainsFunc(c.parts[r], func(e edgeOf) bool { return !c.indexed(e.label) })
}

// join unites two classes.
func (c *Closure) join(a, b int32) {
	if a == b {
		return
	}
	if c.size[a]+int32(len(c.parts[a])) < c.size[b]+int32(len(c.parts[b])) {
		a, b = b, a
	}
	c.root[b] = a
	c.size[a] += c.size[b]
	c.shapes[a] &= c.shapes[b]
	c.exact[a] = c.exact[a] || c.exact[b]
	c.closed(a, c.loose[b])
	if c.fired != nil {
		c.fired.join(c, a, b)
	}
	if more, ok := c.built[b]; ok {
		c.build(a, more)
	}
	if c.vector[b] {
		c.becomeVector(a, true)
	}
	for _, h := range c.heads[b] {
		c.named = append(c.named, headAt{a, h})
	}
	c.sys.Watch.Steps(len(c.parts[b]))
	for _, e := range c.parts[b] {
		c.part(a, e)
	}
	c.parts[b], c.heads[b] = nil, nil
	c.becomeVector(a, false)
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
