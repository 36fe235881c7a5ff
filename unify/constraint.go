package unify

import "fmt"

// A Constraint is one of a program's own facts, as the caller stated them: that two nodes are equal, what a node looks
// like, or that a relation holds for some nodes. Everything else in a graph follows from its constraints.
type Constraint struct {
	X, Y  Node         // Equal: both; a description: X, and Y is None
	Flat  Flat         // a description
	Edges []Edge       // a description
	Event int32        // Equal: the event; else -1
	Of    *Application // a relation; the constraint is also an empty description of its first argument, X
}

// Nodes goes through the nodes that a constraint is about, some perhaps several times.
func (k *Constraint) Nodes(yield func(Node) bool) {
	if !yield(k.X) || k.Y != None && !yield(k.Y) {
		return
	}
	for _, e := range k.Edges {
		if !yield(e.To) {
			return
		}
	}
	if k.Of != nil {
		for _, n := range k.Of.Args {
			if !yield(n) {
				return
			}
		}
	}
}

// Claim returns what a description states about its node.
func (k *Constraint) Claim() Claim {
	c := Claim{Flat: k.Flat}
	for _, e := range k.Edges {
		c.Labels = append(c.Labels, e.Label)
	}
	return c
}

// Constraints returns the constraints on the nodes and events from the given ones on, in the order of their statement:
// first all descriptions, then all equations, then all relations. Copied templates count as descriptions of their
// nodes; the unfolded parts of named heads are not constraints.
func (g *Graph) Constraints(from Node, events int32) []Constraint {
	var cs []Constraint
	for n := from; int(n) < len(g.nodes); n++ {
		x := &g.nodes[n]
		o := x.origin()
		if o != originLeaf && o != originInstance || x.pattern() == Open && x.n == 0 {
			continue
		}
		cs = append(cs, Constraint{X: n, Y: None, Flat: x.pattern(), Edges: g.Edges(n), Event: -1})
	}
	for i := int(events); i < len(g.events); i++ {
		if _, ok := g.events[i].Cause.Given(); ok {
			cs = append(cs, Constraint{X: g.events[i].X, Y: g.events[i].Y, Event: int32(i)})
		}
	}
	for i := range g.Instances() {
		if a := g.InstanceOf(int32(i)).Application; a.Args[0] >= from {
			cs = append(cs, Constraint{X: a.Args[0], Y: None, Flat: Open, Event: -1, Of: &a})
		}
	}
	return cs
}

// Verify checks the invariants of a graph without waiting events and returns the first violation, or nil. It takes
// about linear time and is for tests.
func (g *Graph) Verify() error {
	if int(g.next) != len(g.events) {
		return errorf("%d events are waiting", len(g.events)-int(g.next))
	}
	// Recompute every representative from the parents alone, last node first.
	top := make([]Node, len(g.nodes))
	for i := len(g.nodes) - 1; i >= 0; i-- {
		n := Node(i)
		p := g.nodes[n].parent
		top[n] = n
		if p != None {
			if p <= n || g.nodes[p].origin() != originUnion {
				return errorf("node %d has parent %d", n, p)
			}
			top[n] = top[p]
		}
		if r := g.nodes[n].rep; r < n || int(r) >= len(g.nodes) {
			return errorf("node %d has index %d", n, r)
		}
		if g.Find(n) != top[n] {
			return errorf("Find(%d) is %d; the history says %d", n, g.Find(n), top[n])
		}
	}
	failed := make(map[int32]bool, len(g.conflicts))
	for _, c := range g.conflicts {
		failed[c.Event] = true
	}
	for i, e := range g.events {
		if same := top[e.X] == top[e.Y]; !same && !failed[int32(i)] {
			return errorf("event %d was not performed", i)
		}
	}
	for i := range int32(g.Instances()) {
		if err := g.verifyInstance(i, len(failed) > 0); err != nil {
			return err
		}
	}
	// Nodes of a class share a region of edges, each a prefix of it; each region is checked once, for the node with the
	// most edges, which is the last.
	whole := make(map[int32]Node)
	for n := Node(len(g.nodes)) - 1; n >= 0; n-- {
		x := &g.nodes[n]
		if err := g.verifyClass(n); err != nil {
			return err
		}
		if m, ok := whole[x.off]; ok && x.n <= g.nodes[m].n && top[m] == top[n] {
			continue
		}
		whole[x.off] = n
		if err := g.verifyEdges(n, len(failed) > 0); err != nil {
			return err
		}
	}
	return nil
}

// verifyInstance checks that running an instance again gives the same outcome. After a contradiction the outcome may
// change: different classes were united, and an instance that waits for something else may be refuted by what it reads
// now.
func (g *Graph) verifyInstance(i int32, contradicts bool) error {
	x := &g.relations.list[i]
	if x.queued {
		return errorf("instance %d is waiting to be run", i)
	}
	if contradicts && x.State != Waits {
		return nil
	}
	var v View
	v.begin(graphFacts{g}, g.heads, x.Args, g.watch)
	if now := x.Relation.Run(&v); now != x.Outcome && !(contradicts && now.State == Fails) {
		return errorf("instance %d of %s was %v and is %v: it is not monotone, or was not woken", i, x.Relation.Key(),
			x.Outcome, now)
	}
	return nil
}

// verifyClass checks that a node's flat pattern was only narrowed, and that the labels of a representative are
// distinct.
func (g *Graph) verifyClass(n Node) error {
	x, r := &g.nodes[n], &g.nodes[g.Find(n)]
	fx, fr := x.pattern(), r.pattern()
	if fr.Shapes()&^fx.Shapes() != 0 || fr.Shapes() == 0 {
		return errorf("node %d was %s and is %s", n, fx.Form(), fr.Form())
	}
	if fx.Head() != NoHead && fx.Head() != fr.Head() {
		return errorf("node %d lost its head", n)
	}
	if c := fx.Constructor(); c != NoConstructor && c != fr.Constructor() && c != g.heads.BuiltBy(fr.Head()) {
		return errorf("node %d lost its constructor", n)
	}
	if fx.Dynamic() && !fr.Dynamic() {
		return errorf("node %d lost its mark", n)
	}
	if x != r {
		return nil
	}
	seen := make(map[Label]bool, r.n)
	for _, e := range g.Edges(n) {
		if seen[e.Label] {
			return errorf("class of node %d has a label twice", n)
		}
		if fr.IsVector() && e.Label != Member {
			return errorf("vector %d has a label", n)
		}
		seen[e.Label] = true
	}
	return nil
}

// verifyEdges checks that a node's edges are among its representative's.
func (g *Graph) verifyEdges(n Node, conflicted bool) error {
	if conflicted {
		return nil // a target may be in conflict
	}
	r := &g.nodes[g.Find(n)]
	for _, e := range g.Edges(n) {
		l := e.Label
		if r.pattern().IsVector() {
			l = Member
		}
		p := g.lookup(r.off, r.n, l)
		if p < 0 || g.Find(g.edges[r.off+p].To) != g.Find(e.To) {
			return errorf("node %d lost an edge", n)
		}
	}
	return nil
}

func errorf(format string, args ...any) error { return fmt.Errorf("unify: "+format, args...) }
