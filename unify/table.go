package unify

import "math/bits"

// Edges are in regions of one array. A region of n edges has space for the next power of two, so it is extended in
// place until it is full, and then copied to a region of twice the size. Since a union makes a new representative and
// the old one keeps its own length, every former representative still has the edges that it had: the table is a history
// too.
//
// A region above bigRegion edges gets a hash index on first look-up, found by its offset. Like rep it is derived and
// may be dropped.

const bigRegion = 16

// room returns the number of edges that fit a region with n edges.
func room(n int32) int32 {
	if n <= 1 {
		return n
	}
	return 1 << bits.Len32(uint32(n-1))
}

// newRegion copies edges into a region of their own and returns its offset.
func (g *Graph) newRegion(edges []Edge) int32 {
	off := int32(len(g.edges))
	g.edges = padded(append(g.edges, edges...), len(edges))
	return off
}

// padded appends the free space of a region with n edges, which are the last ones.
func padded(edges []Edge, n int) []Edge {
	for pad := Room(n) - n; pad > 0; pad-- {
		edges = append(edges, Edge{})
	}
	return edges
}

// put adds an edge with a new label to a region and returns the region.
func (g *Graph) put(off, n int32, e Edge) (int32, int32) {
	if n == room(n) {
		old := g.edges[off : off+n]
		off = int32(len(g.edges))
		g.edges = padded(append(append(g.edges, old...), e), int(n+1))
		return off, n + 1
	}
	g.edges[off+n] = e
	return off, n + 1
}

// lookup returns the position of a label in a region, or -1.
func (g *Graph) lookup(off, n int32, l Label) int32 {
	if n <= bigRegion {
		for i, e := range g.edges[off : off+n] {
			if e.Label == l {
				return int32(i)
			}
		}
		return -1
	}
	if p := *g.indexOf(off, n).slot(g.edges[off:], l) - 1; p < n {
		return p
	}
	return -1
}

// A labelIndex is an open-addressing hash table from labels to positions + 1. With a map, solving wide
// records takes half as long again.
type labelIndex struct {
	slots []int32
	n     int32 // indexed positions
}

func (g *Graph) indexOf(off, n int32) *labelIndex {
	ix := g.big[off]
	if ix == nil {
		if g.big == nil {
			g.big = make(map[int32]*labelIndex)
		}
		ix = &labelIndex{slots: make([]int32, 2*room(n))}
		g.big[off] = ix
	}
	if ix.n < n {
		if len(g.marks) > 0 {
			g.grown = append(g.grown, off)
		}
		// A region keeps its offset only while it has free space, so the slots suffice.
		for edges := g.edges[off : off+n]; ix.n < n; ix.n++ {
			*ix.slot(edges, edges[ix.n].Label) = ix.n + 1
		}
	}
	return ix
}

// slot returns the slot of a label, which is 0 if the region of edges does not have it.
func (ix *labelIndex) slot(edges []Edge, l Label) *int32 {
	mask := uint32(len(ix.slots) - 1)
	i := uint32(l) * 0x9E3779B1 >> (32 - uint32(bits.Len32(mask)))
	for ix.slots[i] != 0 && edges[ix.slots[i]-1].Label != l {
		i = (i + 1) & mask
	}
	return &ix.slots[i]
}
