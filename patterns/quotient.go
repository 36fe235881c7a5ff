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
//   - an open node, a (), a {}|[] and a vector of unknown member is itself: equal
//     parts do not make it equal, since it may still become different things.
type Quotienter struct {
	types *Types
	local []int32 // by graph node from base: its number among the reachable, + 1
	base  unify.Node

	reps  []unify.Node
	flats []unify.Flat
	start []int32 // edges of i are edges[start[i]:start[i+1]]
	edges []unify.Edge
	block []int32
	queue []int32
	from  []int32 // by scheme node: the node it was made from

	numbers []int32
	fields  []unify.HeadField
	arena   unify.Arena
	anchors []unify.Node
	roots   []int32
}

// NewQuotienter returns a quotienter that adds the types it finds to the table.
func NewQuotienter(types *Types) *Quotienter { return &Quotienter{types: types} }

// Scheme returns the quotient of a graph from the given nodes. It costs the size
// of what is reachable, times its logarithm where closed parts have to be
// compared.
func (q *Quotienter) Scheme(g *unify.Graph, roots ...unify.Node) *Scheme {
	return q.schemeFrom(g, 0, roots...)
}

// schemeFrom is Scheme for roots from which nothing before the node base is
// reachable. Then the working memory is of the size of what lies after it.
func (q *Quotienter) schemeFrom(g *unify.Graph, base unify.Node, roots ...unify.Node) *Scheme {
	q.base = base
	q.collect(g, roots)
	closed := q.foldTypes()
	blocks := q.partition(closed)
	s := q.number(g, roots, blocks)
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

func (q *Quotienter) out(i int32) []unify.Edge { return q.edges[q.start[i]:q.start[i+1]] }

// structural reports whether equal parts make a node equal to others: a closed
// product, closed union or vector that is nothing else. A vector of unknown
// member is open.
func (q *Quotienter) structural(i int32) bool {
	f := q.flats[i]
	return f.Head() == unify.NoHead && f.Shapes().Count() == 1 &&
		(f.Closed() || f.IsVector() && q.start[i] < q.start[i+1])
}

// foldTypes turns the structural nodes that lead to nothing open into types and
// returns the number of structural nodes that are left.
func (q *Quotienter) foldTypes() int {
	q.queue = q.queue[:0]
	for i := len(q.flats) - 1; i >= 0; i-- {
		if q.structural(int32(i)) {
			q.queue = append(q.queue, int32(i))
		}
	}
	// Parts have higher numbers than wholes as a rule, so two passes fold nearly
	// all there is. What is left leads to something open or is recursive.
	left := q.queue
	for pass := 0; pass < 2 && len(left) > 0; pass++ {
		before := len(left)
		left = q.foldPass(left)
		if len(left) == before {
			break
		}
	}
	q.queue = left
	for _, i := range left {
		if !q.leadsToOpen(i) {
			return q.foldLoops(left)
		}
	}
	return len(left)
}

// foldPass folds the structural nodes all parts of which are types and returns
// the others.
func (q *Quotienter) foldPass(nodes []int32) []int32 {
	left := nodes[:0]
next:
	for _, i := range nodes {
		fields := q.fields[:0]
		for _, e := range q.out(i) {
			h := q.flats[e.To].Head()
			if h == unify.NoHead {
				left = append(left, i)
				continue next
			}
			fields = append(fields, unify.HeadField{Label: e.Label, To: h})
		}
		q.fields = fields
		q.flats[i] = q.types.heads.Flat(q.types.intern(q.flats[i].Shapes(), fields))
	}
	return left
}

func (q *Quotienter) leadsToOpen(i int32) bool {
	for _, e := range q.out(i) {
		if q.flats[e.To].Head() == unify.NoHead && !q.structural(int32(e.To)) {
			return true
		}
	}
	return false
}

// foldLoops folds the structural nodes among the given ones that lead to nothing
// open, recursive ones included, and returns how many are left.
func (q *Quotienter) foldLoops(left []int32) int {
	left = slices.Clone(left) // reachOpen uses the queue
	unknown := q.reachOpen()
	number := make(map[int32]int32)
	var nodes []int32
	for _, i := range left {
		if !unknown[i] {
			number[i] = int32(len(nodes))
			nodes = append(nodes, i)
		}
	}
	states := make([]State, 0, len(nodes))
	for _, i := range nodes {
		s := State{Shape: q.flats[i].Shapes()}
		for _, e := range q.out(i) {
			f := StateField{Label: e.Label}
			if h := q.flats[e.To].Head(); h != unify.NoHead {
				f.Type = h
			} else {
				f.State = number[int32(e.To)]
			}
			s.Fields = append(s.Fields, f)
		}
		states = append(states, s)
	}
	for j, id := range q.types.Intern(states) {
		q.flats[nodes[j]] = q.types.heads.Flat(id)
	}
	return len(left) - len(nodes)
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
		if q.flats[i].Head() == unify.NoHead && !q.structural(int32(i)) {
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
	blocks := int32(0)
	heads := headBlocks{}
	for i := 0; i < n; i++ {
		b := blocks
		if h := q.flats[i].Head(); h != unify.NoHead {
			b = heads.block(h, blocks)
		}
		if b == blocks {
			blocks++
		}
		q.block = append(q.block, b)
	}
	if closed < 2 {
		return int(blocks)
	}
	if closed <= fewClosed {
		return q.partitionFew(blocks)
	}
	return q.partitionMany(closed, blocks)
}

// fewClosed is up to how many structural nodes are compared one by one.
const fewClosed = 16

// partitionFew is Moore's refinement over the structural nodes alone, without
// working memory: cheap where they are few, as in most signatures.
func (q *Quotienter) partitionFew(blocks int32) int {
	nodes := q.queue[:0]
	for i := range q.flats {
		if q.structural(int32(i)) {
			sortEdges(q.out(int32(i)))
			nodes = append(nodes, int32(i))
		}
	}
	q.queue = nodes
	// A node's leader is the first node that is like it as far as was seen.
	var leader [fewClosed]int
	for i := range nodes {
		leader[i] = i
		for j := 0; j < i; j++ {
			if leader[j] == j && q.alike(nodes[i], nodes[j]) {
				leader[i] = j
				break
			}
		}
		q.block[nodes[i]] = q.block[nodes[leader[i]]]
	}
	for changed := true; changed; {
		changed = false
		was := leader
		for i := range nodes {
			if was[i] == i {
				continue
			}
			leader[i] = i
			for j := was[i]; j < i; j++ {
				if leader[j] == j && was[j] == was[i] && q.sameTargets(nodes[i], nodes[j]) {
					leader[i] = j
					break
				}
			}
			changed = changed || leader[i] != was[i]
		}
		if changed {
			// Blocks are numbers that were free before: a node's own.
			for i := range nodes {
				if leader[i] == i && was[i] != i {
					q.block[nodes[i]] = blocks
					blocks++
				}
			}
			for i := range nodes {
				q.block[nodes[i]] = q.block[nodes[leader[i]]]
			}
		}
	}
	return int(blocks)
}

// alike reports whether two nodes have the same shape and labels.
func (q *Quotienter) alike(i, j int32) bool {
	a, b := q.out(i), q.out(j)
	if q.flats[i] != q.flats[j] || len(a) != len(b) {
		return false
	}
	for k := range a {
		if a[k].Label != b[k].Label {
			return false
		}
	}
	return true
}

// sameTargets reports whether the edges of two alike nodes lead to the same
// blocks.
func (q *Quotienter) sameTargets(i, j int32) bool {
	b := q.out(j)
	for k, e := range q.out(i) {
		if q.block[e.To] != q.block[b[k].To] {
			return false
		}
	}
	return true
}

// partitionMany is refine over all nodes.
func (q *Quotienter) partitionMany(closed int, blocks int32) int {
	n := len(q.reps)
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
		if !q.structural(int32(i)) {
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

// headBlocks gives each type one block; few types need no map.
type headBlocks struct {
	few [12]struct {
		h unify.Head
		b int32
	}
	n    int
	many map[unify.Head]int32
}

// block returns the block of a type, which is next when it has none yet.
func (t *headBlocks) block(h unify.Head, next int32) int32 {
	for i := range t.few[:t.n] {
		if t.few[i].h == h {
			return t.few[i].b
		}
	}
	if t.n < len(t.few) {
		t.few[t.n].h, t.few[t.n].b = h, next
		t.n++
		return next
	}
	if b, ok := t.many[h]; ok {
		return b
	}
	if t.many == nil {
		t.many = make(map[unify.Head]int32)
	}
	t.many[h] = next
	return next
}

// number builds the scheme: one node for each block, numbered breadth-first.
func (q *Quotienter) number(g *unify.Graph, roots []unify.Node, blocks int) *Scheme {
	number := slices.Grow(q.numbers[:0], blocks)[:blocks] // by block, + 1
	clear(number)
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
	s := &Scheme{Roots: carve(&q.roots, len(roots))}
	for k, n := range roots {
		s.Roots[k] = visit(q.local[g.Find(n)-q.base] - 1)
	}
	edges := 0
	for j := 0; j < len(q.from); j++ {
		i := q.from[j]
		if q.flats[i].Head() != unify.NoHead {
			continue
		}
		out := q.out(i)
		sortEdges(out)
		for k := range out {
			out[k].To = unify.Node(visit(int32(out[k].To)))
		}
		edges += unify.Room(len(out))
	}
	s.Anchor = carve(&q.anchors, len(q.from))
	s.Graph = q.arena.New(len(q.from), edges)
	for j, i := range q.from {
		s.Anchor[j] = q.reps[i]
		if q.flats[i].Head() != unify.NoHead {
			s.Graph.Add(q.flats[i], nil)
		} else {
			s.Graph.Add(q.flats[i], q.out(i))
		}
	}
	return s
}

// carve takes n elements from a piece of memory that many share.
func carve[T any](piece *[]T, n int) []T {
	if cap(*piece)-len(*piece) < n {
		*piece = make([]T, 0, max(n, 1<<10))
	}
	at := len(*piece)
	*piece = (*piece)[:at+n]
	return (*piece)[at : at+n : at+n]
}
