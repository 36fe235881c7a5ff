package search

import (
	"math/rand"
	"strconv"
	"testing"

	"pgregory.net/rapid"

	"github.com/patgraph/patgraph/internal/cost"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/unify"
)

// few is an index of a few random signatures, and patterns that are like them.
func few(t *rapid.T) (x *Index, r *rand.Rand, words int) {
	r = rand.New(rand.NewSource(rapid.Int64().Draw(t, "seed")))
	words = rapid.IntRange(1, 6).Draw(t, "words")
	x = New()
	for range rapid.IntRange(1, 60).Draw(t, "signatures") {
		x.Add(random(r, words), nil)
	}
	return x, r, words
}

// A search finds the same as trying all signatures: fingerprints and outlines exclude no match.
func TestFindLikeTryingAll(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x, r, words := few(t)
		p := x.Pattern(random(r, words), nil)
		got := make(map[int]Rank)
		list, more := x.Find(x.Len(), p)
		for i, m := range list {
			got[m.Entry] = m.Rank
			if i > 0 && compareMatches(list[i-1], m) >= 0 {
				t.Fatalf("not in order: %v, %v", list[i-1], m)
			}
		}
		if more && len(list) < x.Len() {
			t.Fatal("a search for all was cut off")
		}
		f := x.newFitter(p.scheme)
		for form := range int32(len(x.forms)) {
			want, _ := f.rank(form)
			f.other.read(x, form)
			united := noFit
			f.unite(f.sidesEqual, func() { united = Overlap })
			if (united == noFit) != (want == noFit) {
				t.Fatalf("the unifier says %v, the rank is %v", united, want)
			}
			if want > Converted && f.convert(form) != nil {
				want = Converted
			}
			for e := range x.entries(form) {
				if have, ok := got[e]; !ok && want != noFit || ok && have != want {
					t.Fatalf("entry %d has rank %d, not %d (%v)", e, have, want, ok)
				}
			}
		}
	})
}

// A pattern is more general than a signature exactly if the signature is a special case of it.
func TestRanksAreConverse(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x, _, _ := few(t)
		for range 10 {
			i := rapid.IntRange(0, len(x.forms)-1).Draw(t, "i")
			j := rapid.IntRange(0, len(x.forms)-1).Draw(t, "j")
			there, back := x.rankOf(int32(i), int32(j)), x.rankOf(int32(j), int32(i))
			want := map[Rank]Rank{Equal: Equal, General: Special, Special: General, Overlap: Overlap, noFit: noFit}[there]
			if there != Loose && back != Loose && back != want {
				t.Fatalf("%d and %d: %d, the other way %d", i, j, there, back)
			}
			if i == j && there != Equal {
				t.Fatalf("a signature does not fit itself: %d", there)
			}
		}
	})
}

// rankOf is the rank of a form for another one as the pattern, without holes.
func (x *Index) rankOf(pattern, form int32) Rank {
	var s signature
	s.read(x, pattern)
	f := x.newFitter(&patterns.Scheme{Graph: s.graph, Roots: []int32{s.in, s.out}})
	f.anyIn, f.anyOut = false, false
	f.asked = f.sides(f.pattern.in, f.pattern.out)
	f.scheme = f.schemeOf(f.asked...)
	rank, _ := f.rank(form)
	return rank
}

// A search takes linear time in the size of wide signatures, whatever they have in common.
func TestGrowth(t *testing.T) {
	wide := func(n int, closed bool, from int) *patterns.Pattern {
		p := &patterns.Pattern{Roots: []int32{0, 1}, Nodes: make([]patterns.PatternNode, n+2)}
		p.Nodes[0].Flat, p.Nodes[1].Flat = unify.MakeFlat(unify.Product, closed), unify.Open
		for i := range n {
			p.Nodes[i+2].Flat = unify.Open
			p.Nodes[0].Edges = append(p.Nodes[0].Edges, patterns.PatternEdge{Label: strconv.Itoa(from + i), To: int32(i + 2)})
		}
		return p
	}
	cost.Linear(t, 1<<13, func(n int) {
		x := New()
		for i := range 8 {
			x.Add(wide(n, i%2 == 0, i*n/16), nil)
		}
		x.Find(100, x.Pattern(wide(n, true, n/4), nil), x.Pattern(wide(n/2, false, 0), nil))
	})
}
