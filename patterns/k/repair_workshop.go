package k

import (
	"encoding/binary"
	"math"
	"slices"
	"sort"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/k"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/unify"
)

// A workshop is what the repairs of one program share: its structure seen from
// below, and the memory of the programs that are derived to try a change. The
// program's own analysis is only read.
type workshop struct {
	*analysis
	parent []k.NodeID // by node
	count  []int32    // by symbol: how many labels of the program it is

	callees, users relation // by definition

	// A part of the program can be derived by itself: it has no error in its text
	// or its names, and no name that the types of the whole program decide about.
	sliceable        bool
	errors, warnings int // in its text, its names and its types
	all              *region

	stamp []int32 // by definition, then by type: the last round that met it
	round int32

	codes   map[patterns.Type]k.NodeID    // where a type is written
	words   map[string]int                // of the source, comments and strings included
	pairs   map[[2]byte]int               // of letters in words
	near    map[unify.Label][]unify.Label // labels of the program that are like one
	letters int                           // pairs of letters that may still be compared for that

	ofType map[int32][]lang.Edit // see typeHoles

	last *analysis // the last program tried, whose memory the next one takes
	free *Memory   // or else this
	debt int       // what trials cost that their syntax did not tell, in syntax nodes; see try
}

// lettersPerFile bounds the comparison of labels, some 100 ms.
const lettersPerFile = 20_000_000

// fewWords are too few for their letters to say anything.
const fewWords = 50

// A relation lists, by definition, others.
type relation struct{ start, list []int32 }

func (r *relation) of(d int32) []int32 { return r.list[r.start[d]:r.start[d+1]] }

func newWorkshop(a *analysis) *workshop {
	w := &workshop{
		analysis: a, parent: a.tree.Parents(), count: a.labelCounts(),
		stamp: make([]int32, len(a.tree.Defs)+len(a.tree.Types)),
		near:  make(map[unify.Label][]unify.Label), letters: lettersPerFile,
		free: a.tried,
	}
	a.tried = nil // it is the workshop's now
	w.relate()
	w.errors, w.warnings = a.early()
	w.sliceable = w.errors == 0 && len(a.names.UnknownTypes) == 0
	w.all = &region{whole: true, size: len(a.tree.Nodes)}
	for d := range a.tree.Defs {
		w.all.defs = append(w.all.defs, int32(d))
	}
	for t := range a.tree.Types {
		w.all.types = append(w.all.types, int32(t))
	}
	return w
}

// codeOf returns a bracket of the program that is the code of a type, the first
// one.
func (w *workshop) codeOf(t patterns.Type) (k.NodeID, bool) {
	if w.codes == nil {
		w.codes = make(map[patterns.Type]k.NodeID)
		for e, t := range w.codeType {
			if _, ok := w.codes[t]; !ok && t != patterns.NoType && w.tree.Nodes[e].Op != k.OpCodeName {
				w.codes[t] = k.NodeID(e)
			}
		}
	}
	e, ok := w.codes[t]
	return e, ok
}

// affordLetters reports whether two texts are short and alike enough to be
// compared, and whether the bound on all comparisons allows it.
func (w *workshop) affordLetters(x, y string) bool {
	if d := len(y) - len(x); 3*d > len(x)+3 || -3*d > len(x)+3 || w.letters < 0 {
		return false
	}
	w.letters -= len(x) * len(y)
	return w.letters >= 0
}

// word counts how often a word stands in the source.
func (w *workshop) word(text string) int {
	if w.words == nil {
		w.words, w.pairs = make(map[string]int), make(map[[2]byte]int)
		src := string(w.tree.File.Src)
		for i := 0; i < len(src); i++ {
			from := i
			for i < len(src) && isWord(src[i]) {
				i++
			}
			if from < i {
				w.words[src[from:i]]++
			}
		}
		for word, n := range w.words {
			for i := 0; i+1 < len(word); i++ {
				w.pairs[[2]byte{word[i], word[i+1]}] += n
			}
		}
	}
	return w.words[text]
}

// common says how common the pairs of letters of a word are in the rest of the
// source: the rarest one, and then their average. Of few words it says nothing.
func (w *workshop) common(text string) int {
	w.word(text)
	if len(w.words) < fewWords {
		return 0
	}
	sum, least := 0, math.MaxInt32
	for i := 0; i+1 < len(text); i++ {
		n := min(w.pairs[[2]byte{text[i], text[i+1]}]-w.word(text), 20)
		sum, least = sum+n, min(least, n)
	}
	return 1000*least + 100*sum/max(len(text)-1, 1)
}

// relate fills in who refers to whom.
func (w *workshop) relate() {
	n := len(w.tree.Defs)
	w.callees.start = make([]int32, n+1)
	w.users.start = make([]int32, n+1)
	for d := range w.tree.Defs {
		def := &w.tree.Defs[d]
		for e := def.First; e <= def.Root; e++ {
			if node := &w.tree.Nodes[e]; node.Op == k.OpRef {
				if c := w.names.Func[node.Sym]; c >= 0 {
					w.callees.list = append(w.callees.list, c)
					w.users.start[c+1]++
				}
			}
		}
		w.callees.start[d+1] = int32(len(w.callees.list))
	}
	for d := 0; d < n; d++ {
		w.users.start[d+1] += w.users.start[d]
	}
	w.users.list = make([]int32, len(w.callees.list))
	next := slices.Clone(w.users.start)
	for d := 0; d < n; d++ {
		for _, c := range w.callees.of(int32(d)) {
			w.users.list[next[c]] = int32(d)
			next[c]++
		}
	}
}

// early counts the errors and the warnings that are known before anything is
// derived.
func (a *analysis) early() (errors, warnings int) {
	for i := range a.diagnostics {
		switch d := &a.diagnostics[i]; {
		case d.Code >= lang.ShapeClash && d.Code < lang.EmptyType:
		case d.Severity == lang.Error:
			errors++
		default:
			warnings++
		}
	}
	return errors, warnings
}

// Programs that people write take 4 pattern nodes for each of syntax, a recursive group
// some thousand, and some lines may take millions. Of what is beyond the usual, so many
// count as a syntax node.
const (
	usualWork   = 5_000
	workPerNode = 16 // for each of syntax
	excessShare = 2
)

// cost is what deriving a program cost, in syntax nodes.
func (a *analysis) cost() int {
	n := len(a.tree.Nodes)
	return n + max(0, a.solver.Work()-usualWork-workPerNode*n)/excessShare
}

// changed is the text of a region with edits, and a function as in apply. The whole of a
// program of several files still is of several, which are read each by itself.
func (w *workshop) changed(g *region, edits []lang.Edit) (*lang.File, func(int32) int32) {
	file := w.tree.File
	text, at := g.apply(file.Src, edits)
	parts := file.Parts()
	if !g.whole || len(parts) == 1 {
		return lang.NewFile(file.Name, text), at
	}
	var files []*lang.File
	for i, p := range parts {
		end := len(text)
		if i+1 < len(parts) {
			end = int(at(parts[i+1].Start)) - 1
		}
		files = append(files, lang.NewFile(p.File.Name, text[at(p.Start):end]))
	}
	last := len(files) - 1
	return lang.Join(files[:last], files[last]), at
}

// try derives a changed program, given where the offsets of this one are in it. What is
// left out of this one is left out of that.
func (w *workshop) try(text *lang.File, at func(int32) int32) *analysis {
	options := w.options
	options.Reuse = w.spare()
	if w.leftOut != nil {
		options.leaveOut = func(t *k.Tree) map[hole]bool { return w.holesIn(t, at) }
	}
	tree, ds := k.ParseReuse(text, w.tree.Dialect, options.Reuse.lastTree(), w.watch)
	t := derived(tree, ds, options)
	w.debt += t.cost() - len(tree.Nodes)
	w.last = t
	return t
}

// spare returns the memory that is free for a program, if any. Nothing of the last one
// that was tried may be used afterwards.
func (w *workshop) spare() *Memory {
	if w.last != nil {
		w.free, w.last = w.last.spend(), nil
	}
	m := w.free
	w.free = nil
	return m
}

// reach returns some definitions and all that can be reached from them.
func (w *workshop) reach(from []int32, over *relation) []int32 {
	w.round++
	var list []int32
	for _, d := range from {
		if w.stamp[d] != w.round {
			w.stamp[d] = w.round
			list = append(list, d)
		}
	}
	for i := 0; i < len(list); i++ {
		for _, e := range over.of(list[i]) {
			if w.stamp[e] != w.round {
				w.stamp[e] = w.round
				list = append(list, e)
			}
		}
	}
	return list
}

// above returns a definition and all that refer to it, directly or not.
func (w *workshop) above(d int32) []int32 { return w.reach([]int32{d}, &w.users) }

// A region is a part of the program that can be derived by itself: definitions,
// all that they refer to, and the type definitions of both.
type region struct {
	defs, types []int32 // in source order
	size        int     // in syntax nodes
	whole       bool
	parts       []regionPart // of the text, in order; see apply
}

// A regionPart is a piece of the source and where it is in the text of a region
// without changes.
type regionPart struct {
	span lang.Span
	at   int32
}

// region returns the smallest region with the given definitions and types.
func (w *workshop) region(defs, types []int32) *region {
	g := &region{defs: w.reach(defs, &w.callees)}
	slices.Sort(g.defs)
	n := int32(len(w.tree.Defs))
	add := func(t int32) {
		if w.stamp[n+t] != w.round {
			w.stamp[n+t] = w.round
			g.types = append(g.types, t)
		}
	}
	scan := func(first, root k.NodeID) {
		g.size += int(root - first + 1)
		for e := first; e <= root; e++ {
			if node := &w.tree.Nodes[e]; node.Op == k.OpCodeName {
				if t := w.names.Type[node.Sym]; t >= 0 {
					add(t)
				}
			}
		}
	}
	for _, t := range types {
		add(t)
	}
	for _, d := range g.defs {
		scan(w.tree.Defs[d].First, w.tree.Defs[d].Root)
	}
	for i := 0; i < len(g.types); i++ {
		scan(w.tree.Types[g.types[i]].First, w.tree.Types[g.types[i]].Root)
	}
	slices.Sort(g.types)
	for i, j, at := 0, 0, int32(0); i < len(g.defs) || j < len(g.types); {
		var s lang.Span
		if j == len(g.types) || i < len(g.defs) && w.tree.Defs[g.defs[i]].Span.Start < w.tree.Types[g.types[j]].Span.Start {
			s = w.tree.Defs[g.defs[i]].Span
			i++
		} else {
			s = w.tree.Types[g.types[j]].Span
			j++
		}
		g.parts = append(g.parts, regionPart{s, at})
		at += s.End - s.Start + 1
	}
	return g
}

// has reports whether edits lie in a region.
func (g *region) has(edits []lang.Edit) bool {
	for _, e := range edits {
		if !g.whole && !slices.ContainsFunc(g.parts, func(p regionPart) bool { return p.span.Contains(e.Span) }) {
			return false
		}
	}
	return true
}

// apply returns the text of a region with the edits that lie in it, which are in
// order, and a function from offsets of the source to those of the text.
func (g *region) apply(src []byte, edits []lang.Edit) ([]byte, func(int32) int32) {
	parts := g.parts
	if g.whole {
		parts = []regionPart{{lang.Span{End: int32(len(src))}, 0}}
	}
	var text []byte
	for i, p := range parts {
		at := p.span.Start
		for _, e := range edits {
			if p.span.Contains(e.Span) {
				text = append(append(text, src[at:e.Span.Start]...), e.Text...)
				at = e.Span.End
			}
		}
		text = append(text, src[at:p.span.End]...)
		if i+1 < len(parts) {
			text = append(text, '\n')
		}
	}
	return text, func(offset int32) int32 {
		i := sort.Search(len(parts), func(i int) bool { return parts[i].span.Start > offset }) - 1
		if i < 0 {
			return offset
		}
		to := parts[i].at + offset - parts[i].span.Start
		for _, e := range edits {
			if e.Span.Start < offset {
				to += int32(len(e.Text)) - (e.Span.End - e.Span.Start)
			}
		}
		return to
	}
}

func appendEdit(b []byte, e lang.Edit) []byte {
	b = binary.AppendUvarint(b, uint64(e.Span.Start))
	b = binary.AppendUvarint(b, uint64(e.Span.End))
	b = binary.AppendUvarint(b, uint64(len(e.Text)))
	return append(b, e.Text...)
}
