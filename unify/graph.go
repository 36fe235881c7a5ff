package unify

import (
	"fmt"
	"reflect"
	"slices"

	"github.com/patgraph/patgraph/internal/reuse"
)

// A Graph is a pattern graph with its history. Invariants, checked by Verify and in tests:
//
//  1. parent[n] is None or a later union node, and is written at most once.
//  2. rep[n] is n or a later node of the same class; clearing all of rep to the nodes themselves and recomputing it from
//     parent gives the same classes.
//  3. A union node's flat pattern is the meet of its two children's, and its edges have each label of theirs once (a
//     vector: the member alone).
//  4. Existing entries of nodes, events and edges never change, except for parent (once), rep, and the pattern of a leaf
//     (once, before it takes part in a union). A union of a class may extend its edge region; the old representative
//     keeps its own prefix.
//
// A Graph must not be used by several goroutines at once.
type Graph struct {
	nodes  []node
	edges  []Edge
	events []Event
	next   int32 // first event that is not yet performed

	conflicts []Conflict
	heads     *Heads
	index     LabelSet // labels that are indices of vectors

	big    map[int32]*labelIndex // by offset of an edge region
	grown  []int32               // offsets whose index changed while a mark was set
	marks  []Node                // node counts of the marks that are set
	marked Node                  // the last of them; 0: no mark is set

	relations *relations // nil: without instances, to save memory

	limit          int // reduced by the work of relations
	set            int // the limit as it was set
	work           int // steps of relations since then
	exceeded       bool
	done           counts
	trace          *Tracer
	watch          *Watch
	ignoreDeadline bool  // Solve does not end at a deadline
	uncounted      int32 // events that were performed and are not counted as steps yet
}

// New returns an empty graph over a table of heads. The index labels are those that may lead into a vector.
func New(heads *Heads, index LabelSet) *Graph {
	return &Graph{heads: heads, index: index, limit: maxNodes, set: maxNodes}
}

// NewFrom is New with the memory of a graph that, like everything returned from it, is not used any more. The content
// of that memory does not matter: every entry is written before it is read.
func NewFrom(old *Graph, heads *Heads, index LabelSet) *Graph {
	g := New(heads, index)
	if old != nil {
		g.nodes, g.edges, g.events = old.nodes[:0], old.edges[:0], old.events[:0]
		g.conflicts, g.grown, g.marks = old.conflicts[:0], old.grown[:0], old.marks[:0]
		if old.relations != nil {
			g.relations = old.relations.emptied()
		}
		*old = Graph{}
	}
	return g
}

// maxNodes keeps node numbers within 31 bits.
const maxNodes = 1<<31 - 1<<16

// SetTracer sets the tracer to which the graph reports its steps; nil is none.
func (g *Graph) SetTracer(t *Tracer) { g.trace = t }

// SetWatch sets the watch that counts the steps of the graph and can end them; at its deadline the limit of nodes
// counts as reached. Nil never ends them.
func (g *Graph) SetWatch(w *Watch) { g.watch = w }

// Grow reserves memory for this many more nodes, events and edges, if the caller knows them.
func (g *Graph) Grow(nodes, events, edges int) {
	g.nodes = grow(g.nodes, nodes)
	g.events = grow(g.events, events)
	g.edges = grow(g.edges, edges)
}

// grow is slices.Grow that does not clear the memory, which is usually new and clear. It reserves a little more, for a
// program that differs by a few words.
func grow[T any](s []T, n int) []T {
	if cap(s)-len(s) >= n {
		return s
	}
	t := make([]T, len(s), len(s)+n+1<<6)
	copy(t, s)
	return t
}

// SetLimit bounds the number of nodes, including those that Worked counts. An event that would exceed it is not
// performed, nor any later one, and Exceeded reports it.
func (g *Graph) SetLimit(nodes int) {
	g.limit, g.work = min(nodes, maxNodes), 0
	g.set = g.limit
	g.exceeded = false
}

// stepsPerNode is how many steps of a relation count as a node toward the limit.
const stepsPerNode = 4

// Spend counts steps of relations toward the limit. They are never undone.
func (g *Graph) Spend(steps int) {
	if steps == 0 {
		return
	}
	g.work += steps
	if g.limit = g.set - g.Worked(); len(g.nodes) > g.limit {
		g.exceeded = true
	}
}

// Worked returns the work of relations since SetLimit, in nodes.
func (g *Graph) Worked() int { return g.work / stepsPerNode }

// Exceeded reports whether the limit was reached since SetLimit.
func (g *Graph) Exceeded() bool { return g.exceeded }

// Len returns the number of nodes: the time on the history's clock.
func (g *Graph) Len() int { return len(g.nodes) }

// Leaf appends a node for a constraint of the given site, with the pattern (...).
func (g *Graph) Leaf(site int32) Node {
	return g.add(withOrigin(Open, originLeaf), 0, 0, site)
}

// add appends a node. It writes each word in place: building a node and copying it would read the words before the
// writes are complete.
func (g *Graph) add(flat Flat, off, n, why int32) Node {
	at := len(g.nodes)
	if at == cap(g.nodes) {
		g.enlarge()
	}
	g.nodes = g.nodes[:at+1]
	x := &g.nodes[at]
	x.parent, x.rep, x.flat, x.off, x.n, x.why = None, Node(at), flat, off, n, why
	return Node(at)
}

//go:noinline
func (g *Graph) enlarge() { g.nodes = extend(g.nodes, 1)[:len(g.nodes)] } // separate, so that add stays short

// leavesAtOnce is how many leaves are made between checks of the watch.
const leavesAtOnce = 1 << 14

// LeafPairs appends two leaves for each of the sites first … last, in their
// order, and returns the first node.
func (g *Graph) LeafPairs(first, last int32) Node {
	base := Node(len(g.nodes))
	n := 2 * int(last-first+1)
	g.nodes = extend(g.nodes, n)
	flat := withOrigin(Open, originLeaf)
	for from := 0; from < n; from += leavesAtOnce {
		block := g.nodes[int(base)+from : int(base)+min(n, from+leavesAtOnce)]
		g.watch.Steps(len(block) / nodesPerStep)
		rep, site := base+Node(from), first+int32(from>>1)
		for len(block) >= 2 { // each word is written once
			x, y := &block[0], &block[1]
			x.parent, x.rep, x.flat, x.off, x.n, x.why = None, rep, flat, 0, 0, site
			y.parent, y.rep, y.flat, y.off, y.n, y.why = None, rep+1, flat, 0, 0, site
			rep, site, block = rep+2, site+1, block[2:]
		}
	}
	return base
}

// mostDoubled is the number of bytes up to which extend doubles a slice.
const mostDoubled = 1 << 24

// extend extends a slice by n entries of unspecified content. A long slice grows by a quarter, as the memory counts.
func extend[T any](s []T, n int) []T {
	if cap(s)-len(s) < n {
		more := min(cap(s), max(cap(s)/4, mostDoubled/int(reflect.TypeFor[T]().Size())))
		t := make([]T, len(s), max(cap(s)+more, len(s)+n))
		copy(t, s)
		s = t
	}
	return s[:len(s)+n]
}

// Trim releases unused memory if it is much, such as that of derivations that were undone.
func (g *Graph) Trim() {
	g.nodes, g.edges, g.events = reuse.Trimmed(g.nodes), reuse.Trimmed(g.edges), reuse.Trimmed(g.events)
	if g.relations != nil {
		g.relations.list = reuse.Trimmed(g.relations.list)
	}
}

// fresh reports whether a leaf has no description, was never unified and is not older than a mark, which would have to
// restore it.
func (g *Graph) fresh(n Node) bool {
	x := &g.nodes[n]
	return x.parent == None && x.flat == withOrigin(Open, originLeaf) && x.n == 0 &&
		n >= g.marked
}

// Describe states what a leaf looks like: its flat pattern and its edges, with distinct labels. A fresh leaf that no
// relation waits for takes them as its own; any other node is united with a new leaf that has them, for the given
// reason. Call Solve for the consequences.
func (g *Graph) Describe(n Node, f Flat, edges []Edge, r Reason) {
	if isBroken {
		if isLeftOut(r) {
			return
		}
		f = loosened(f, r)
	}
	if !g.fresh(n) || g.relations != nil && g.relations.at[n] != 0 {
		m := g.Leaf(r.Site)
		g.events = append(g.events, Event{n, m, given(r) | describes})
		n = m
	}
	x := &g.nodes[n]
	s := f.Shapes()
	noIndex := func(e Edge) bool { return !g.index.Has(e.Label) }
	if s != Vector && s&Vector != 0 && !f.IsType() && slices.ContainsFunc(edges, noIndex) {
		s &^= Vector
	}
	f = f&^(1<<shapeBits-1) | Flat(s)
	x.flat = withOrigin(f, originLeaf)
	if len(edges) > 0 {
		x.off, x.n = g.newRegion(edges), int32(len(edges))
	}
}

// Field states that a node has an edge: an open pattern with this one label.
func (g *Graph) Field(n Node, l Label, to Node, r Reason) {
	e := [1]Edge{{l, to}}
	g.Describe(n, Open, e[:], r)
}

// Named states that a node has a named head.
func (g *Graph) Named(n Node, h Head, r Reason) { g.Describe(n, g.heads.Flat(h), nil, r) }

// Equal requests that two nodes be united. The request is recorded at once and performed by Solve.
func (g *Graph) Equal(x, y Node, r Reason) {
	if isBroken && isLeftOut(r) {
		return
	}
	g.events = append(g.events, Event{x, y, given(r)})
}

// Unify requests that any number of nodes be united and performs it.
func (g *Graph) Unify(r Reason, nodes ...Node) {
	for i := 1; i < len(nodes); i++ {
		g.Equal(nodes[0], nodes[i], r)
	}
	g.Solve()
}

// Conflicts returns the conflicts so far, in order. The slice belongs to the graph.
func (g *Graph) Conflicts() []Conflict { return g.conflicts }

// Events returns the number of events.
func (g *Graph) Events() int { return len(g.events) }

// Event returns an event by its number.
func (g *Graph) Event(i int32) Event { return g.events[i] }

// Given returns the event, of a constraint or a relation, from which an event follows, and the labels that lead from
// the nodes of that event to those of this one.
func (g *Graph) Given(event int32) (given int32, path []Label) {
	for {
		from, l, ok := g.events[event].Cause.From()
		if !ok {
			slices.Reverse(path)
			return event, path
		}
		event, path = from, append(path, l)
	}
}

// Reason returns the reason of the constraint, or of the instance of a relation, from which an event follows.
func (g *Graph) Reason(event int32) Reason {
	for {
		c := g.events[event].Cause
		from, _, ok := c.From()
		if ok {
			event = from
			continue
		}
		if r, ok := c.Given(); ok {
			return r
		}
		i, _ := c.parent()
		return g.relations.list[i].Reason
	}
}

// Flat returns the flat pattern of a node as it was created. For what is known now, use Find(n).
func (g *Graph) Flat(n Node) Flat { return g.nodes[n].pattern() }

// Edges returns the edges of a node as it was created. The slice belongs to the graph.
func (g *Graph) Edges(n Node) []Edge {
	x := &g.nodes[n]
	return g.edges[x.off : x.off+x.n]
}

// Part returns the target of the edge of a class with a label, if there is one.
func (g *Graph) Part(n Node, l Label) (Node, bool) {
	x := &g.nodes[g.Find(n)]
	i := g.lookup(x.off, x.n, l)
	if i < 0 {
		return None, false
	}
	return g.edges[x.off+i].To, true
}

// Follow returns the class that a path of labels leads to from a node, as far as the graph has the labels, and whether
// it has all of them.
func (g *Graph) Follow(n Node, path ...Label) (Node, bool) {
	n = g.Find(n)
	for _, l := range path {
		to, ok := g.Part(n, l)
		if !ok {
			return n, false
		}
		n = g.Find(to)
	}
	return n, true
}

// Heads returns the table of heads.
func (g *Graph) Heads() *Heads { return g.heads }

// Made returns the event that made a union node, and false for any other node.
func (g *Graph) Made(n Node) (event int32, ok bool) { return g.why(n, originUnion) }

// Site returns the site of a constraint's own node, and false for any other.
func (g *Graph) Site(n Node) (site int32, ok bool) { return g.why(n, originLeaf) }

// Instance returns the instance number of a copied node, as passed to Instantiate, and false for any other node.
func (g *Graph) Instance(n Node) (instance int32, ok bool) { return g.why(n, originInstance) }

// UnfoldedBy returns the event that required unfolding a named head to this node, or for a node that a relation made
// the event of its first effect; false for any other node.
func (g *Graph) UnfoldedBy(n Node) (event int32, ok bool) { return g.why(n, originUnfolded) }

func (g *Graph) why(n Node, o origin) (int32, bool) {
	x := &g.nodes[n]
	return x.why, x.origin() == o
}

// Stats returns counts of the work done so far.
func (g *Graph) Stats() Stats {
	s := Stats{
		Nodes: len(g.nodes), Edges: len(g.edges), Events: len(g.events), Unions: int(g.done.unions),
		Redundant: int(g.done.redundant), Unfolded: int(g.done.unfolded), Instances: int(g.done.instances),
		Conflicts: len(g.conflicts), Relations: g.Instances(), Runs: g.Runs(),
	}
	for i := range s.Relations {
		switch g.relations.list[i].State {
		case Fires:
			s.Fired++
		case Fails:
			s.Failed++
		}
	}
	return s
}

// String names the graph by its size, for debugging.
func (g *Graph) String() string {
	return fmt.Sprintf("graph of %d nodes, %d events", len(g.nodes), len(g.events))
}

// Index returns the labels that are indices. The set belongs to the graph.
func (g *Graph) Index() LabelSet { return g.index }
