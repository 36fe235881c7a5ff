package search

import (
	"cmp"
	"encoding/binary"
	"hash/maphash"
	"iter"
	"math"
	"slices"
	"sort"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/unify"
)

// An Index has signatures, by number in the order in which they were added. It is used by one goroutine at a time;
// searches add to its tables, too.
type Index struct {
	Lists bool // inputs and outputs are lists of tensors; see Networks

	syms  *lang.Symbols
	index unify.LabelSet // labels that are indices
	types *patterns.Types
	atoms map[string]patterns.Type
	last  *program // whose types are known

	quotient *patterns.Quotienter
	made     int // schemes that the quotienter keeps
	graph    *unify.Graph
	buf      []uint32

	words  []uint32         // the different signatures, as write puts them; see read
	forms  []form           // of the different signatures
	byHash map[uint64]int32 // by the hash of words: the last form with it, + 1
	bytes  []byte
	seed   maphash.Seed
	first  []int32   // by form: its first entry
	next   []int32   // by entry: the next one of the same form, or -1
	sorted []outline // of the forms, by weight; see outlines
	shelf  []int     // where each weight begins in sorted
}

// A form is one of the different signatures.
type form struct {
	at, end int32 // in words
	weight  int32 // nodes and edges, those without information less
	last    int32 // its last entry
	alike   int32 // a form whose words have the same hash, or -1
}

// New returns an empty index.
func New() *Index {
	syms := lang.NewSymbols(0)
	types := patterns.NewTypes(patterns.NewLabels(syms))
	return &Index{syms: syms, types: types, atoms: make(map[string]patterns.Type), byHash: make(map[uint64]int32), seed: maphash.MakeSeed(),
		quotient: patterns.NewQuotienter(types)}
}

// Len returns the number of signatures.
func (x *Index) Len() int { return len(x.next) }

// Add adds a signature, whose roots are an input and an output, and returns its number; types are those of the nodes
// that have one, and may be nil. It costs the size of the pattern and of the types that are new.
func (x *Index) Add(p *patterns.Pattern, r *patterns.Result) int {
	s := x.scheme(p, r)
	x.buf = write(x.buf[:0], s)
	entry := int32(len(x.next))
	x.next = append(x.next, -1)
	hash, found := x.find(x.buf)
	if found >= 0 {
		f := &x.forms[found]
		x.next[f.last], f.last = entry, entry
		return int(entry)
	}
	from := int32(len(x.words))
	x.words = append(x.words, x.buf...)
	q := signature{x, s.Graph, s.Roots[0], s.Roots[1]}
	x.forms = append(x.forms, form{at: from, end: int32(len(x.words)), weight: weight(s), last: entry,
		alike: x.byHash[hash] - 1})
	x.sorted = append(x.sorted, outline{q.print(q.in), q.print(q.out), int32(len(x.forms) - 1), weight(s)})
	x.byHash[hash] = int32(len(x.forms))
	x.first = append(x.first, entry)
	return int(entry)
}

// scheme returns the canonical form of a pattern in the terms of the index.
func (x *Index) scheme(p *patterns.Pattern, r *patterns.Result) *patterns.Scheme {
	if x.made++; x.made > mostSchemes {
		x.made, x.quotient = 0, patterns.NewQuotienter(x.types)
	}
	edges := make([][]unify.Edge, len(p.Nodes)) // first, since labels may be new
	for i := range p.Nodes {
		for _, e := range p.Nodes[i].Edges {
			l := unify.Member
			if !p.Nodes[i].Flat.IsVector() {
				l = x.label(e.Label)
			}
			edges[i] = append(edges[i], unify.Edge{Label: l, To: unify.Node(e.To)})
		}
	}
	g := unify.NewFrom(x.graph, x.types.Heads(), x.index)
	x.graph = g
	for range p.Nodes {
		g.Leaf(0)
	}
	for i := range p.Nodes {
		n := &p.Nodes[i]
		f := unify.MakeFlat(n.Flat.Shapes(), n.Flat.Closed())
		switch {
		case n.Type != patterns.NoType:
			f = x.types.Heads().Flat(x.typeOf(n.Type, r))
		case n.Constructor != "":
			labels := make([]unify.Label, len(edges[i]))
			for j, e := range edges[i] {
				labels[j] = e.Label
			}
			f = x.types.Heads().Built(x.types.Constructor(n.Constructor, labels...))
		}
		g.Describe(unify.Node(i), f, edges[i], unify.Reason{})
	}
	return x.quotient.Scheme(g, unify.Node(p.Roots[0]), unify.Node(p.Roots[len(p.Roots)-1]))
}

// mostSchemes bounds the schemes that are kept although they are not needed.
const mostSchemes = 1 << 10

// label returns the label of a text.
func (x *Index) label(text string) unify.Label {
	before := x.syms.Len()
	l := unify.Label(x.syms.InternString(text))
	if x.syms.Len() > before && patterns.IsIndex(text) {
		x.index.Add(l)
	}
	return l
}

// write appends a signature as words: the output (the input is node 0), then for each node its flat pattern, the number
// of its edges, and for each edge its label and its target.
func write(to []uint32, s *patterns.Scheme) []uint32 {
	to = append(to, uint32(s.Roots[1]))
	for i := range int32(s.Graph.Len()) {
		edges := s.Graph.Edges(i)
		to = append(to, uint32(s.Graph.Flat(i)), uint32(len(edges)))
		for _, e := range edges {
			to = append(to, uint32(e.Label), uint32(e.To))
		}
	}
	return to
}

// A signature is a form that has been read.
type signature struct {
	x       *Index
	graph   unify.Template
	in, out int32
}

// read reads a form into a signature, in the memory that it has.
func (s *signature) read(x *Index, form int32) {
	f := &x.forms[form]
	w := x.words[f.at:f.end]
	s.x, s.in, s.out = x, 0, int32(w[0])
	s.graph.Reset()
	var edges [8]unify.Edge
	for w = w[1:]; len(w) > 0; {
		n := int(w[1])
		list := edges[:0]
		for i := range n {
			list = append(list, unify.Edge{Label: unify.Label(w[2+2*i]), To: unify.Node(w[3+2*i])})
		}
		s.graph.Add(unify.Flat(w[0]), list)
		w = w[2+2*n:]
	}
}

// parts returns the labels and parts of a node; those of a type are negative heads.
func (s *signature) parts(n int32) []unify.Edge {
	if n >= 0 {
		if h := s.graph.Flat(n).Head(); h != unify.NoHead {
			n = -int32(h)
		} else {
			return s.graph.Edges(n)
		}
	}
	fields := s.x.types.Fields(patterns.Type(-n))
	list := make([]unify.Edge, len(fields))
	for i, f := range fields {
		list[i] = unify.Edge{Label: f.Label, To: -unify.Node(f.To)}
	}
	return list
}

// flat returns the flat pattern of a node or a negative head.
func (s *signature) flat(n int32) unify.Flat {
	if n < 0 {
		return s.x.types.Heads().Flat(unify.Head(-n))
	}
	return s.graph.Flat(n)
}

// An outline is what a search reads of each form.
type outline struct {
	in, out      fingerprint
	form, weight int32
}

// outlines returns the outlines by how much their weight differs from another one.
func (x *Index) outlines(weight int32) iter.Seq[*outline] {
	if n := len(x.shelf); n == 0 || x.shelf[n-1] < len(x.sorted) {
		slices.SortStableFunc(x.sorted, func(a, b outline) int { return cmp.Compare(a.weight, b.weight) })
		x.shelf = x.shelf[:0]
		for i := range x.sorted {
			if i == 0 || x.sorted[i].weight != x.sorted[i-1].weight {
				x.shelf = append(x.shelf, i)
			}
		}
		x.shelf = append(x.shelf, len(x.sorted))
	}
	return func(yield func(*outline) bool) {
		shelves := len(x.shelf) - 1
		away := func(shelf int) int32 {
			if shelf < 0 || shelf == shelves {
				return math.MaxInt32
			}
			return max(weight-x.sorted[x.shelf[shelf]].weight, x.sorted[x.shelf[shelf]].weight-weight)
		}
		up := sort.Search(shelves, func(i int) bool { return x.sorted[x.shelf[i]].weight >= weight })
		for down := up - 1; down >= 0 || up < shelves; {
			next := up
			if away(down) < away(up) {
				next, down = down, down-1
			} else {
				up++
			}
			for i := x.shelf[next]; i < x.shelf[next+1]; i++ {
				if !yield(&x.sorted[i]) {
					return
				}
			}
		}
	}
}

// entries returns the entries of a form, in their order.
func (x *Index) entries(form int32) iter.Seq[int] {
	return func(yield func(int) bool) {
		for e := x.first[form]; e >= 0 && yield(int(e)); e = x.next[e] {
		}
	}
}

// find returns the form with some words, or -1, and their hash.
func (x *Index) find(words []uint32) (hash uint64, form int32) {
	x.bytes = x.bytes[:0]
	for _, w := range words {
		x.bytes = binary.LittleEndian.AppendUint32(x.bytes, w)
	}
	hash = maphash.Bytes(x.seed, x.bytes)
	for form = x.byHash[hash] - 1; form >= 0; form = x.forms[form].alike {
		if f := &x.forms[form]; slices.Equal(x.words[f.at:f.end], words) {
			break
		}
	}
	return hash, form
}
