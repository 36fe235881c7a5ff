package patterns

import (
	"encoding/binary"
	"slices"

	"github.com/patgraph/patgraph/unify"
)

// Partition: which of the nodes that are left after folding are equal. Types are equal if they are the same head, nodes
// of one parameter if they are the same constructor, and structural nodes if they agree in shape and labels and lead to
// equal nodes: the coarsest partition. All others are only themselves. Few nodes, as in most signatures, are compared
// pairwise, which is faster.

// partition sets the block of each node and returns the number of blocks.
func (q *Quotienter) partition(g *unify.Graph, closed int) int {
	n := len(q.reps)
	q.block = q.block[:0]
	blocks := int32(0)
	heads := make(map[unify.Head]int32)
	var declared map[unify.Constructor]int32
	for i := 0; i < n; i++ {
		b := blocks
		if f := q.flats[i]; f.IsType() {
			if of, ok := heads[f.Head()]; ok {
				b = of
			} else {
				heads[f.Head()] = b
			}
		} else if q.special && f == unify.Open {
			if c := q.forUsers(g, q.reps[i]); c != unify.NoConstructor {
				if declared == nil {
					declared = make(map[unify.Constructor]int32)
				}
				if of, ok := declared[c]; ok {
					b = of
				}
				declared[c] = b
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
	if closed <= fewClosed {
		return q.partitionFew(blocks)
	}
	return q.partitionMany(closed, blocks)
}

// forUsers returns the constructor of a class that has nothing but a constructor that users may replace, or
// unify.NoConstructor.
func (q *Quotienter) forUsers(g *unify.Graph, r unify.Node) unify.Constructor {
	f := g.Flat(r)
	c := f.Constructor()
	if f.Dynamic() || c == unify.NoConstructor || !q.types.isForUsers(c) || len(q.types.heads.Parts(c)) > 0 {
		return unify.NoConstructor
	}
	return c
}

// fewClosed is up to how many structural nodes are compared pairwise.
const fewClosed = 16

// partitionFew is Moore's refinement over the structural nodes alone, without extra memory: cheap for few nodes, as in
// most signatures.
func (q *Quotienter) partitionFew(blocks int32) int {
	nodes := q.queue[:0]
	for i := range q.flats {
		if q.structural(int32(i)) {
			nodes = append(nodes, int32(i))
		}
	}
	q.queue = nodes
	// A node's leader is the first node that is not yet distinguished from it.
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
			// New blocks get unused numbers.
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
	same := func(a, b unify.Edge) bool { return a.Label == b.Label }
	return q.flats[i] == q.flats[j] && slices.EqualFunc(q.out(i), q.out(j), same)
}

// sameTargets reports whether the edges of two alike nodes lead to the same
// blocks.
func (q *Quotienter) sameTargets(i, j int32) bool {
	return slices.EqualFunc(q.out(i), q.out(j), func(a, b unify.Edge) bool { return q.block[a.To] == q.block[b.To] })
}

// partitionMany is refine over all nodes.
func (q *Quotienter) partitionMany(closed int, blocks int32) int {
	n := len(q.reps)
	// Structural nodes are first grouped by shape and labels.
	classes := make(map[string]int32, closed)
	var arcs []arc
	labels := denseLabels{}
	var key []byte
	dense := int32(0)
	class := make([]int32, n)
	typeClass := make([]int32, blocks)
	for i := 0; i < n; i++ {
		q.watch.Step()
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
		key = binary.AppendUvarint(append(key[:0], byte(f.Shapes())), uint64(f.Constructor()))
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
	count := int(dense)
	if len(classes) < closed {
		class, count = refine(class, count, arcs, len(labels), q.watch)
	}
	q.block = append(q.block[:0], class...)
	return count
}
