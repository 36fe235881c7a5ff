package search

import (
	"fmt"
	"math/rand"
	"runtime"
	"testing"
	"time"

	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/unify"
)

// random returns a random signature of some words: products, unions and vectors of a few levels, with types, unknown
// parts, and unknown parts that occur twice.
func random(r *rand.Rand, words int) *patterns.Pattern {
	p := &patterns.Pattern{}
	var node func(depth int) int32
	node = func(depth int) int32 {
		at := int32(len(p.Nodes))
		if at > 1 && r.Intn(6) == 0 {
			return r.Int31n(at)
		}
		p.Nodes = append(p.Nodes, patterns.PatternNode{Flat: unify.Open})
		n := patterns.PatternNode{Flat: unify.Open}
		kind := r.Intn(8)
		if depth == 0 && kind > 3 {
			kind = r.Intn(4)
		}
		edges := func(labels int) {
			for range labels {
				text := fmt.Sprint("l", r.Intn(words))
				to := node(depth - 1)
				known := false
				for _, e := range n.Edges {
					known = known || e.Label == text
				}
				if !known {
					n.Edges = append(n.Edges, patterns.PatternEdge{Label: text, To: to})
				}
			}
		}
		switch kind {
		case 0, 1:
			n.Constructor = fmt.Sprint("c", r.Intn(3))
		case 2:
		case 3:
			n.Flat = unify.MakeFlat(unify.Product, true)
		case 4:
			n.Flat = unify.MakeFlat(unify.Vector, false)
			n.Edges = append(n.Edges, patterns.PatternEdge{Label: patterns.MemberName, To: node(depth - 1)})
		case 5:
			n.Flat = unify.MakeFlat(unify.Product, r.Intn(2) == 0)
			edges(1 + r.Intn(4))
		case 6:
			n.Flat = unify.MakeFlat(unify.Union, r.Intn(2) == 0)
			edges(1 + r.Intn(3))
		case 7:
			n.Flat = unify.MakeFlat(unify.Product|unify.Union, false)
			edges(1 + r.Intn(2))
		}
		p.Nodes[at] = n
		return at
	}
	p.Roots = []int32{node(3)}
	p.Roots = append(p.Roots, node(3))
	return p
}

// BenchmarkFind measures an answer from a million signatures.
func BenchmarkFind(b *testing.B) {
	r := rand.New(rand.NewSource(1))
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	x, began := New(), time.Now()
	for range 1_000_000 {
		x.Add(random(r, 2000), nil)
	}
	took := time.Since(began)
	x.quotient, x.graph = patterns.NewQuotienter(x.types), nil
	runtime.GC()
	runtime.ReadMemStats(&after)
	b.Logf("%d different signatures, %d types, made in %v, %d MB", len(x.forms), x.types.Len(), took,
		(after.HeapAlloc-before.HeapAlloc)>>20)
	for i := range 12 {
		p := x.Pattern(random(r, 2000), nil)
		b.Run(fmt.Sprint(i), func(b *testing.B) {
			for range b.N {
				list, more := x.Find(20, p)
				if b.N == 1 {
					b.Log(p.scheme.Graph.Len(), len(list), more)
				}
			}
		})
	}
}
