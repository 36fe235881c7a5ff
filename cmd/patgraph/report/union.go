package report

import (
	"encoding/binary"

	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/unify"
)

// A union is a graph that contains many schemes. The nodes of one scheme stay distinct, and the same graph is reachable
// from them as in the scheme. Nodes of two schemes are shared if they have equal shapes and equal successors. If
// several nodes of one scheme are equal in this way, the first are shared with the first of other schemes.
//
// Chains of definitions that each contain the one before have n patterns of n nodes and a union of n nodes.
type union struct {
	scheme patterns.Scheme  // each node is a root
	first  map[string]int32 // by the content of a component: its first occurrence
	twin   []int32          // by component, given by its first node: the next equal component, or 0
	taken  []taken          // by the first of equal components
	adding int32            // the number of the scheme being added

	start, to []int32
	place     []int32 // by node of the scheme: its component, then its node
	key       []byte
}

// taken records which of several equal components a scheme used last.
type taken struct{ by, last int32 }

// size is the number of nodes and edges.
func (u *union) size() int { return u.scheme.Graph.Len() + u.scheme.Graph.Size() }

// add adds a scheme to the union and returns the numbers of its roots there. Without room it reports false if the union
// would grow. It costs the size of the scheme.
func (u *union) add(s *patterns.Scheme, room bool) (roots []int32, ok bool) {
	if u.first == nil {
		u.first = make(map[string]int32)
	}
	u.adding++
	n := s.Graph.Len()
	u.start, u.to = u.start[:0], u.to[:0]
	for i := range int32(n) {
		u.start = append(u.start, int32(len(u.to)))
		for _, e := range s.Graph.Edges(i) {
			u.to = append(u.to, int32(e.To))
		}
	}
	u.start = append(u.start, int32(len(u.to)))
	members, first := patterns.Components(u.start, u.to)
	// Nodes without a place yet have a negative number: their number in their component.
	u.place = u.place[:0]
	for range n {
		u.place = append(u.place, 0)
	}
	for c := range len(first) - 1 {
		component := members[first[c]:first[c+1]]
		for k, m := range component {
			u.place[m] = int32(-k - 1)
		}
		at, ok := u.component(s, component, room)
		if !ok {
			return nil, false
		}
		for k, m := range component {
			u.place[m] = at + int32(k)
		}
	}
	roots = make([]int32, len(s.Roots))
	for k, r := range s.Roots {
		roots[k] = u.place[r]
	}
	return roots, true
}

// component finds or adds the nodes of a strongly connected component, and returns the number of the first.
func (u *union) component(s *patterns.Scheme, members []int32, room bool) (at int32, ok bool) {
	u.key = u.key[:0]
	for _, m := range members {
		edges := s.Graph.Edges(m)
		u.key = binary.LittleEndian.AppendUint32(u.key, uint32(s.Graph.Flat(m)))
		u.key = binary.AppendUvarint(u.key, uint64(len(edges)))
		for _, e := range edges {
			u.key = binary.AppendUvarint(u.key, uint64(e.Label))
			u.key = binary.AppendVarint(u.key, int64(u.place[e.To]))
		}
	}
	first, known := u.first[string(u.key)]
	if known {
		t := &u.taken[first]
		switch {
		case t.by != u.adding:
			*t = taken{u.adding, first}
			return first, true
		case u.twin[t.last] != 0:
			t.last = u.twin[t.last]
			return t.last, true
		}
	}
	if !room {
		return 0, false
	}
	at = int32(u.scheme.Graph.Len())
	if known {
		u.twin[u.taken[first].last] = at
		u.taken[first].last = at
	} else {
		u.first[string(u.key)] = at
	}
	for k, m := range members {
		var edges []unify.Edge
		for _, e := range s.Graph.Edges(m) {
			to := u.place[e.To]
			if to < 0 {
				to = at - to - 1
			}
			edges = append(edges, unify.Edge{Label: e.Label, To: unify.Node(to)})
		}
		u.scheme.Graph.Add(s.Graph.Flat(m), edges)
		u.scheme.Roots = append(u.scheme.Roots, at+int32(k))
		u.twin = append(u.twin, 0)
		u.taken = append(u.taken, taken{u.adding, at})
	}
	return at, true
}
