package patterns

import (
	"cmp"
	"slices"

	"github.com/patgraph/patgraph/internal/reuse"
	"github.com/patgraph/patgraph/unify"
)

// A Scheme is the minimal quotient of what is reachable from some roots of a solved graph, in canonical numbering:
// breadth-first from the roots, in the order of label numbers. For a definition, with its input and output as roots, it
// is the signature, to be copied at each use. Schemes of one program without waiting relations are isomorphic exactly
// if they are Equal; with relations, if they are Equal.
type Scheme struct {
	Graph  unify.Template
	Roots  []int32
	Anchor []unify.Node // by node: a representative from which it was made
	Opened []Opened     // by node: those that are open only for users

	ways []way // by node; nil until the first call of Path
}

// Opened is a node of a scheme that is open for its users; in the declaration it is a parameter or computed from
// parameters.
type Opened struct {
	Node      int32
	Parameter unify.Constructor
}

// Parameter returns the constructor that a node has in the declaration, a parameter or computed from parameters, or
// unify.NoConstructor.
func (s *Scheme) Parameter(node int32) unify.Constructor {
	i, ok := slices.BinarySearchFunc(s.Opened, node, func(o Opened, n int32) int { return cmp.Compare(o.Node, n) })
	if !ok {
		return unify.NoConstructor
	}
	return s.Opened[i].Parameter
}

// Equal reports whether two schemes of one program are the same graph.
func (s *Scheme) Equal(t *Scheme) bool {
	if s.Graph.Len() != t.Graph.Len() || !slices.Equal(s.Roots, t.Roots) {
		return false
	}
	for i := int32(0); int(i) < s.Graph.Len(); i++ {
		if s.Graph.Flat(i) != t.Graph.Flat(i) || !slices.Equal(s.Graph.Edges(i), t.Graph.Edges(i)) {
			return false
		}
	}
	a, b := s.Graph.Relations(), t.Graph.Relations()
	return len(a)+len(b) == 0 || slices.EqualFunc(a, b, func(a, b unify.Application) bool {
		return slices.Equal(a.Args, b.Args) && a.Relation.Key() == b.Relation.Key()
	})
}

// A Quotienter makes schemes from graphs, in four steps: collect the classes that are reachable from the roots, fold those
// that are types (fold.go), find which of the others are equal (partition.go), and build the scheme. It keeps its working
// memory between calls; between them, all of local is 0. It identifies nodes as follows:
//
//   - a closed pattern from which nothing open or marked is reachable is a type, and equal types are one node;
//   - other closed products, unions and vectors are one node if they agree in shape, constructor and labels and lead to
//     the same nodes;
//   - nodes that are the same parameter of the declaration, or are computed from parameters in the same way, are one
//     node, even if they are different in the graph;
//   - every other open node, a (), a {}|[], a vector of unknown member and a marked node is only itself: equal parts do
//     not make it equal to others, because they may still become different.
type Quotienter struct {
	types *Types
	local []int32 // by graph node from base: its number among the reachable nodes, + 1
	base  unify.Node

	reps   []unify.Node
	flats  []unify.Flat
	start  []int32      // edges of i are edges[start[i]:start[i+1]]
	edges  []unify.Edge // of each node by label
	sorted []unify.Edge
	block  []int32
	queue  []int32
	from   []int32 // by scheme node: the node it was made from
	kept   []int32 // instances of relations

	implied func([]int32) []int32 // see Solver.Implied

	special bool // a class is marked or built by a constructor

	numbers []int32
	fields  []unify.HeadField
	arena   unify.Arena
	anchors []unify.Node
	roots   []int32
	schemes []Scheme
	watch   *unify.Watch
}

// NewQuotienter returns a quotienter that adds the types it finds to the table.
func NewQuotienter(types *Types) *Quotienter { return &Quotienter{types: types} }

// renew prepares the quotienter for another table of types. The schemes that it made must not be used any more.
func (q *Quotienter) renew(types *Types) {
	q.types, q.watch = types, nil
	q.arena.Reset()
	q.anchors, q.roots, q.schemes = q.anchors[:0], q.roots[:0], q.schemes[:0]
}

// Scheme returns the quotient of a graph from the given nodes. It costs the size of what is reachable, times its
// logarithm if closed parts have to be compared.
func (q *Quotienter) Scheme(g *unify.Graph, roots ...unify.Node) *Scheme {
	return q.schemeFrom(g, 0, instances{}, roots...)
}

// Signature is Scheme with the waiting relations of the graph, for code that is derived by itself.
func (q *Quotienter) Signature(g *unify.Graph, roots ...unify.Node) *Scheme {
	return q.schemeFrom(g, 0, instances{0, g.Instances()}, roots...)
}

// schemeFrom is Scheme for roots from which only nodes from base on are reachable. Its working memory has the size of
// these nodes. It keeps the instances of relations in a range that wait and constrain something open.
func (q *Quotienter) schemeFrom(g *unify.Graph, base unify.Node, where instances, roots ...unify.Node) *Scheme {
	q.base = base
	q.kept, q.special = q.kept[:0], false
	q.collect(g, roots)
	if where.from < where.to {
		q.keepWaiting(g, where)
	}
	closed := q.foldTypes()
	blocks := q.partition(g, closed)
	s := q.buildScheme(g, roots, blocks)
	for _, r := range q.reps {
		q.local[r-q.base] = 0
	}
	return s
}

// collect gathers the classes that are reachable from the roots.
func (q *Quotienter) collect(g *unify.Graph, roots []unify.Node) {
	if n := g.Len() - int(q.base); len(q.local) < n {
		q.local = make([]int32, n+n/2)
	}
	q.reps, q.flats, q.start, q.edges = q.reps[:0], q.flats[:0], q.start[:0], q.edges[:0]
	q.gather(g, roots)
}

// gather collects more classes.
func (q *Quotienter) gather(g *unify.Graph, roots []unify.Node) {
	if n := len(q.flats); n > 0 {
		q.start = q.start[:n]
	}
	visit := func(n unify.Node) int32 {
		r := g.Find(n)
		at := &q.local[r-q.base]
		if *at == 0 {
			q.reps = append(q.reps, r)
			*at = int32(len(q.reps))
		}
		return *at - 1
	}
	for _, n := range roots {
		visit(n)
	}
	for i := len(q.flats); i < len(q.reps); i++ {
		q.watch.Nth(i + 1)
		r := q.reps[i]
		f := g.Flat(r)
		special := f.Special()
		if special {
			q.special, f = true, q.foldingPattern(g, r, f)
		}
		q.flats = append(q.flats, f)
		q.start = append(q.start, int32(len(q.edges)))
		if f.IsType() || special && g.Flat(r).IsType() {
			continue // unfolded parts are in the type
		}
		out := g.Edges(r)
		if len(out) > 1 {
			q.sorted = append(q.sorted[:0], out...)
			out = q.sorted
			sortEdges(out)
		}
		for _, e := range out {
			q.edges = append(q.edges, unify.Edge{Label: e.Label, To: unify.Node(visit(e.To))})
		}
	}
	q.start = append(q.start, int32(len(q.edges)))
}

func (q *Quotienter) out(i int32) []unify.Edge { return q.edges[q.start[i]:q.start[i+1]] }

// buildScheme builds the scheme: one node for each block, numbered breadth-first.
func (q *Quotienter) buildScheme(g *unify.Graph, roots []unify.Node, blocks int) *Scheme {
	s := &reuse.Carve(&q.schemes, 1, fewSchemes)[0]
	*s = Scheme{Roots: reuse.Carve(&q.roots, len(roots), fewNodes)}
	number := reuse.Zeroed(q.numbers, blocks) // by block, + 1
	q.numbers = number
	q.from = q.from[:0]
	visit := func(i int32) int32 {
		b := q.block[i]
		if number[b] == 0 {
			q.from = append(q.from, i)
			number[b] = int32(len(q.from))
		}
		return number[b] - 1
	}
	for k, n := range roots {
		s.Roots[k] = visit(q.local[g.Find(n)-q.base] - 1)
	}
	edges := 0
	for j, kept := 0, 0; ; kept++ {
		for ; j < len(q.from); j++ {
			q.watch.Nth(j + 1)
			i := q.from[j]
			if q.flats[i].IsType() {
				continue
			}
			out := q.out(i)
			for k := range out {
				out[k].To = unify.Node(visit(int32(out[k].To)))
			}
			edges += unify.Room(len(out))
		}
		if kept == len(q.kept) {
			break
		}
		q.nextKept(g, q.kept[kept:], number)
		_, args := plain(g.InstanceOf(q.kept[kept]))
		for _, n := range args {
			visit(q.local[g.Find(n)-q.base] - 1)
		}
	}
	s.Anchor = reuse.Carve(&q.anchors, len(q.from), fewNodes)
	s.Graph = q.arena.New(len(q.from), edges)
	for j, i := range q.from {
		s.Anchor[j] = q.reps[i]
		q.add(g, s, int32(j), i)
	}
	for _, i := range q.kept {
		q.relate(&s.Graph, g, g.InstanceOf(i), number)
	}
	if len(s.Opened) > 0 {
		q.compute(s)
	}
	return s
}

// add adds collected node i to a scheme.
func (q *Quotienter) add(g *unify.Graph, s *Scheme, node, i int32) {
	f := q.flats[i]
	if f.IsType() {
		s.Graph.Add(f, nil)
		return
	}
	if q.special && f == unify.Open {
		f = g.Flat(q.reps[i]) // it may only be Open for folding
		if c := f.Constructor(); c != unify.NoConstructor && q.types.isForUsers(c) {
			s.Opened = append(s.Opened, Opened{node, c})
			if f = unify.Open | f&unify.Dynamic; len(q.out(i)) > 0 {
				f = unify.MakeFlat(unify.Product, false)
			}
		}
	}
	s.Graph.Add(f, q.out(i))
}

// Numbers of elements in the first chunks of memory.
const (
	fewSchemes = 1 << 4
	fewNodes   = 1 << 8
)
