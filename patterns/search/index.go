package search

import (
	"cmp"
	"encoding/binary"
	"iter"
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
	buf      []byte

	forms  []form           // the different signatures
	byText map[string]int32 // forms by their texts
	asked  map[string]*Pattern
	next   []int32   // by entry: the next one of the same form, or -1
	sorted []outline // of the forms; see outlines
	ready  int       // so many of them are sorted by weight
}

// A form is one of the different signatures.
type form struct {
	text        string // see write
	weight      int32
	first, last int32 // its entries; see next
}

// New returns an empty index.
func New() *Index {
	syms := lang.NewSymbols(0)
	types := patterns.NewTypes(patterns.NewLabels(syms))
	return &Index{syms: syms, types: types, atoms: make(map[string]patterns.Type), byText: make(map[string]int32),
		asked: make(map[string]*Pattern), quotient: patterns.NewQuotienter(types)}
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
	if i, ok := x.byText[string(x.buf)]; ok {
		f := &x.forms[i]
		x.next[f.last], f.last = entry, entry
		return int(entry)
	}
	text, i, q := string(x.buf), int32(len(x.forms)), signature{x, s.Graph, s.Roots[0], s.Roots[1]}
	x.byText[text] = i
	x.forms = append(x.forms, form{text, weight(s), entry, entry})
	x.sorted = append(x.sorted, outline{q.print(q.in), q.print(q.out), i, weight(s)})
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

// write appends a signature as numbers: the output (the input is node 0), then for each node its flat pattern, the
// number of its edges, and for each edge its label and its target.
func write(b []byte, s *patterns.Scheme) []byte {
	b = binary.AppendUvarint(b, uint64(s.Roots[1]))
	for i := range int32(s.Graph.Len()) {
		b = binary.AppendUvarint(b, uint64(s.Graph.Flat(i)))
		edges := s.Graph.Edges(i)
		b = binary.AppendUvarint(b, uint64(len(edges)))
		for _, e := range edges {
			b = binary.AppendUvarint(binary.AppendUvarint(b, uint64(e.Label)), uint64(e.To))
		}
	}
	return b
}

// A signature is a form that has been read.
type signature struct {
	x       *Index
	graph   unify.Template
	in, out int32
}

// read reads a form into a signature, in the memory that it has.
func (s *signature) read(x *Index, form int32) {
	text := x.forms[form].text
	number := func() (n uint64) {
		for shift := 0; ; shift += 7 {
			c := text[0]
			text = text[1:]
			if n |= uint64(c&0x7f) << shift; c < 0x80 {
				return n
			}
		}
	}
	s.x, s.in, s.out = x, 0, int32(number())
	s.graph.Reset()
	var edges [8]unify.Edge
	for text != "" {
		flat, list := unify.Flat(number()), edges[:0]
		for range number() {
			list = append(list, unify.Edge{Label: unify.Label(number()), To: unify.Node(number())})
		}
		s.graph.Add(flat, list)
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

// outlines returns the indices of the outlines by how much their weight differs from another one.
func (x *Index) outlines(weight int32) iter.Seq[int32] {
	if x.ready < len(x.sorted) {
		slices.SortStableFunc(x.sorted, func(a, b outline) int { return cmp.Compare(a.weight, b.weight) })
		x.ready = len(x.sorted)
	}
	return func(yield func(int32) bool) {
		up := sort.Search(len(x.sorted), func(i int) bool { return x.sorted[i].weight >= weight })
		for down := up - 1; down >= 0 || up < len(x.sorted); {
			next := up
			if up == len(x.sorted) || down >= 0 && weight-x.sorted[down].weight < x.sorted[up].weight-weight {
				next, down = down, down-1
			} else {
				up++
			}
			if !yield(int32(next)) {
				return
			}
		}
	}
}

// entries returns the entries of a form, in their order.
func (x *Index) entries(form int32) iter.Seq[int] {
	return func(yield func(int) bool) {
		for e := x.forms[form].first; e >= 0 && yield(int(e)); e = x.next[e] {
		}
	}
}
