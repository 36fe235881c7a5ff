package patterns

import (
	"encoding/binary"
	"slices"

	"github.com/patgraph/patgraph/unify"
)

// A Scheme is the minimal quotient of what is reachable from some roots of a
// solved graph, in canonical numbering: breadth-first from the roots, in the
// order of label numbers. Of a definition, with its input and output as roots,
// it is the signature, to be copied at each use. Schemes of one program are
// isomorphic exactly when they are Equal.
type Scheme struct {
	Graph  unify.Template
	Roots  []int32
	Anchor []unify.Node // by node: a representative that it stands for
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
	return true
}

// A Quotienter makes schemes from graphs; it keeps its working memory between
// calls. What is identified:
//
//   - a closed pattern that leads to nothing open is a type, and equal types are
//     one node;
//   - other closed products, unions and vectors are one node when they agree in
//     shape and labels and lead to the same nodes;
//   - an open node, a () and a {}|[] is itself: equal parts do not make it equal,
//     since it may still become different things.
type Quotienter struct {
	types *Types
	local []int32 // by graph node: its number among the reachable ones, + 1

	reps  []unify.Node
	flats []unify.Flat
	start []int32 // edges of i are edges[start[i]:start[i+1]]
	edges []unify.Edge
	block []int32
	queue []int32
	from  []int32
}

// NewQuotienter returns a quotienter that adds the types it finds to the table.
func NewQuotienter(types *Types) *Quotienter { return &Quotienter{types: types} }

// Scheme returns the quotient of a graph from the given nodes. It costs the size
// of what is reachable, times its logarithm where closed parts have to be
// compared.
func (q *Quotienter) Scheme(g *unify.Graph, roots ...unify.Node) *Scheme {
	q.collect(g, roots)
	defer q.release()
	closed := q.foldTypes()
	blocks := q.partition(closed)
	return q.number(g, roots, blocks)
}

// collect gathers the classes that are reachable from the roots.
func (q *Quotienter) collect(g *unify.Graph, roots []unify.Node) {
	if len(q.local) < g.Len() {
		q.local = append(q.local, make([]int32, g.Len()-len(q.local)+g.Len()/4)...)
	}
	q.reps, q.flats, q.start, q.edges = q.reps[:0], q.flats[:0], q.start[:0], q.edges[:0]
	visit := func(n unify.Node) int32 {
		r := g.Find(n)
		if q.local[r] == 0 {
			q.reps = append(q.reps, r)
			q.local[r] = int32(len(q.reps))
		}
		return q.local[r] - 1
	}
	for _, n := range roots {
		visit(n)
	}
	for i := 0; i < len(q.reps); i++ {
		r := q.reps[i]
		f := g.Flat(r)
		q.flats = append(q.flats, f)
		q.start = append(q.start, int32(len(q.edges)))
		if f.Head() != unify.NoHead {
			continue // what was unfolded is in the type
		}
		for _, e := range g.Edges(r) {
			q.edges = append(q.edges, unify.Edge{Label: e.Label, To: unify.Node(visit(e.To))})
		}
	}
	q.start = append(q.start, int32(len(q.edges)))
}

func (q *Quotienter) release() {
	for _, r := range q.reps {
		q.local[r] = 0
	}
}

func (q *Quotienter) out(i int32) []unify.Edge { return q.edges[q.start[i]:q.start[i+1]] }

// structural reports whether equal parts make nodes with this flat pattern
// equal: a closed product, closed union or vector that is nothing else.
func structural(f unify.Flat) bool {
	return f.Head() == unify.NoHead && f.Shapes().Count() == 1 && (f.Closed() || f.IsVector())
}

// foldTypes turns the structural nodes that lead to nothing open into types and
// returns the number of structural nodes that are left.
func (q *Quotienter) foldTypes() int {
	n := int32(len(q.reps))
	count := 0
	for _, f := range q.flats {
		if structural(f) {
			count++
		}
	}
	if count == 0 {
		return 0
	}
	unknown := q.reachOpen()
	number := make([]int32, n)
	var states []State
	var nodes []int32
	for i := int32(0); i < n; i++ {
		if structural(q.flats[i]) && !unknown[i] {
			number[i] = int32(len(nodes))
			nodes = append(nodes, i)
		}
	}
	if len(nodes) == 0 {
		return count
	}
	for _, i := range nodes {
		s := State{Shape: q.flats[i].Shapes()}
		for _, e := range q.out(i) {
			f := StateField{Label: e.Label}
			if h := q.flats[e.To].Head(); h != unify.NoHead {
				f.Type = h
			} else {
				f.State = number[e.To]
			}
			s.Fields = append(s.Fields, f)
		}
		states = append(states, s)
	}
	for j, id := range q.types.Intern(states) {
		q.flats[nodes[j]] = q.types.heads.Flat(id)
	}
	return count - len(nodes)
}

// reachOpen returns which nodes lead to one that is neither a type nor
// structural.
func (q *Quotienter) reachOpen() []bool {
	n := len(q.reps)
	unknown := make([]bool, n)
	into := make([]int32, n+1)
	for _, e := range q.edges {
		into[e.To+1]++
	}
	for i := 0; i < n; i++ {
		into[i+1] += into[i]
	}
	from := make([]int32, len(q.edges))
	at := slices.Clone(into[:n])
	q.queue = q.queue[:0]
	for i := 0; i < n; i++ {
		for _, e := range q.out(int32(i)) {
			from[at[e.To]] = int32(i)
			at[e.To]++
		}
		if f := q.flats[i]; f.Head() == unify.NoHead && !structural(f) {
			unknown[i] = true
			q.queue = append(q.queue, int32(i))
		}
	}
	for len(q.queue) > 0 {
		i := q.queue[len(q.queue)-1]
		q.queue = q.queue[:len(q.queue)-1]
		for _, p := range from[into[i]:into[i+1]] {
			if !unknown[p] {
				unknown[p] = true
				q.queue = append(q.queue, p)
			}
		}
	}
	return unknown
}

// partition sets the block of each node and returns the number of blocks.
func (q *Quotienter) partition(closed int) int {
	n := len(q.reps)
	q.block = q.block[:0]
	types := make(map[unify.Head]int32)
	blocks := int32(0)
	for i := 0; i < n; i++ {
		b := blocks
		if h := q.flats[i].Head(); h != unify.NoHead {
			if old, ok := types[h]; ok {
				b = old
			} else {
				types[h] = b
			}
		}
		if b == blocks {
			blocks++
		}
		q.block = append(q.block, b)
	}
	if closed < 2 {
		return int(blocks)
	}
	// Structural nodes start together by shape and labels.
	classes := make(map[string]int32, closed)
	var arcs []arc
	labels := denseLabels{}
	var key []byte
	dense := int32(0)
	class := make([]int32, n)
	typeClass := make([]int32, blocks)
	for i := 0; i < n; i++ {
		f := q.flats[i]
		if !structural(f) {
			b := q.block[i]
			if typeClass[b] == 0 {
				dense++
				typeClass[b] = dense
			}
			class[i] = typeClass[b] - 1
			continue
		}
		out := q.out(int32(i))
		sortEdges(out)
		key = append(key[:0], byte(f.Shapes()))
		for _, e := range out {
			key = binary.AppendUvarint(key, uint64(e.Label))
			arcs = append(arcs, arc{int32(i), labels.of(e.Label), int32(e.To)})
		}
		c, ok := classes[string(key)]
		if !ok {
			dense++
			c = dense
			classes[string(key)] = c
		}
		class[i] = c - 1
	}
	if len(classes) < closed {
		class = refine(class, int(dense), arcs, len(labels))
		dense = 0
		for _, c := range class {
			dense = max(dense, c+1)
		}
	}
	q.block = append(q.block[:0], class...)
	return int(dense)
}

// number builds the scheme: one node for each block, numbered breadth-first.
func (q *Quotienter) number(g *unify.Graph, roots []unify.Node, blocks int) *Scheme {
	s := &Scheme{Roots: make([]int32, len(roots)), Anchor: make([]unify.Node, 0, blocks)}
	number := make([]int32, blocks) // by block, + 1
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
		s.Roots[k] = visit(q.local[g.Find(n)] - 1)
	}
	for j := 0; j < len(q.from); j++ {
		i := q.from[j]
		f := q.flats[i]
		s.Anchor = append(s.Anchor, q.reps[i])
		if f.Head() != unify.NoHead {
			s.Graph.Add(f, nil)
			continue
		}
		out := q.out(i)
		sortEdges(out)
		for k := range out {
			out[k].To = unify.Node(visit(int32(out[k].To)))
		}
		s.Graph.Add(f, out)
	}
	return s
}
