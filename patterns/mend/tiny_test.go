package mend

import (
	"strings"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/tell"
	"github.com/patgraph/patgraph/unify"
)

// A tiny language: each line is `name = element element …`, where an element is a
// projection `.l`, a number, the name of a definition, `()` or a product `{l: …, m: …}`.
type tiny struct {
	*tell.Program
	Plain
	syms   *lang.Symbols
	nodes  []tinyNode
	defs   []tell.Definition
	bases  []unify.Node
	number patterns.Type
	errors int

	at, end int // of the line that is read
}

type tinyNode struct {
	kind  tell.Kind
	span  lang.Span
	kids  []int32
	slots []tell.Slot
}

var (
	tinyConstructs [tell.Composes + 1]tell.Construct
	tinyRules      = [...]tell.Rule{tinyWiring: {Wiring: true}, tinyLink: {}, tinyDescription: {}}
	tinyWords      = tell.Words{Product: tell.Thing{Noun: "product", One: "a product"}, Union: tell.Thing{Noun: "union", One: "a union"}, Vector: tell.Thing{Noun: "vector", One: "a vector"}, Field: "field", Tag: "tag", Input: "the input", Output: "the output"}
	tinyStyle      = Style{Field: ".", Identity: "()", Hole: "0", Colon: ": ", LeastFields: 1}
)

func init() {
	for i := range tinyConstructs {
		tinyConstructs[i].Kind = tell.Kind(i)
	}
}

// The parts of rules.
const (
	tinyWiring uint8 = iota
	tinyLink
	tinyDescription
)

func deriveTiny(f *lang.File) *tiny {
	t := &tiny{syms: lang.NewSymbols(0)}
	for start := 0; start < len(f.Src); start = t.end + 1 {
		t.at, t.end = start, len(f.Src)
		if i := strings.IndexByte(string(f.Src[start:]), '\n'); i >= 0 {
			t.end = start + i
		}
		t.definition(f)
	}
	labels := patterns.NewLabels(t.syms)
	types := patterns.NewTypes(labels)
	t.number = types.AddAtom("number", unify.IndexLiterals, nil, types.Product())
	t.Program = &tell.Program{Syntax: t, File: f, Labels: labels, Types: types, Graph: unify.New(types.Heads(), labels.Index())}
	n := len(t.defs)
	t.bases = make([]unify.Node, n)
	size, start, bad := make([]int32, n), make([]int32, n+1), make([]bool, n)
	var callee []int32
	for d, def := range t.defs {
		size[d] = def.Root - def.First + 1
		for e := def.First; e <= def.Root; e++ {
			if t.nodes[e].kind != tell.Calls {
				continue
			}
			if c, _ := t.Callee(e); c >= 0 {
				callee = append(callee, c)
			} else {
				bad[d] = true
				t.errors++
			}
		}
		start[d+1] = int32(len(callee))
	}
	t.Solver = patterns.NewSolver(nil, t.Graph, types, t, size, start, callee, bad)
	t.Solver.Run(func(d int32) (bool, patterns.Breach) { return t.defs[d].Bad, patterns.NoBreach })
	return t
}

// forMending is the program as mending sees it.
func (t *tiny) forMending() *Program {
	return &Program{Program: t.Program, Language: t, Size: len(t.nodes), Errors: t.errors}
}

func (t *tiny) definition(f *lang.File) {
	start := t.at
	name := t.word(f.Src)
	def := tell.Definition{
		Name: name, NameSpan: span(start, t.at), Span: span(start, t.end), First: int32(len(t.nodes)), Root: none,
	}
	if t.blanks(f.Src); t.at < t.end && f.Src[t.at] == '=' {
		t.at++
		def.Root = t.composition(f.Src)
	}
	if def.Bad = def.Root == none || t.at < t.end; def.Bad {
		t.errors++
	}
	t.defs = append(t.defs, def)
}

func span(start, end int) lang.Span { return lang.Span{Start: int32(start), End: int32(end)} }

func (t *tiny) blanks(src []byte) {
	for t.at < t.end && src[t.at] == ' ' {
		t.at++
	}
}

func (t *tiny) word(src []byte) string {
	start := t.at
	for t.at < t.end && (src[t.at] >= 'a' && src[t.at] <= 'z' || src[t.at] >= '0' && src[t.at] <= '9') {
		t.at++
	}
	return string(src[start:t.at])
}

func (t *tiny) composition(src []byte) int32 {
	var kids []int32
	for {
		t.blanks(src)
		e := t.element(src)
		if e == none {
			break
		}
		kids = append(kids, e)
	}
	if len(kids) < 2 {
		return append(kids, none)[0]
	}
	s := lang.Span{Start: t.nodes[kids[0]].span.Start, End: t.nodes[kids[len(kids)-1]].span.End}
	return t.add(tinyNode{kind: tell.Composes, span: s, kids: kids})
}

func (t *tiny) add(n tinyNode) int32 {
	t.nodes = append(t.nodes, n)
	return int32(len(t.nodes) - 1)
}

func (t *tiny) element(src []byte) int32 {
	start := t.at
	n := tinyNode{}
	switch rest := string(src[t.at:t.end]); {
	case strings.HasPrefix(rest, "()"):
		n.kind = tell.Passes
		t.at += 2
	case strings.HasPrefix(rest, "."):
		n.kind = tell.Reads
		t.at++
		n.slots = []tell.Slot{t.slot(src)}
	case strings.HasPrefix(rest, "{"):
		n.kind = tell.Product
		for t.at < t.end && src[t.at] != '}' {
			t.at++
			t.blanks(src)
			s := t.slot(src)
			if t.at == t.end || src[t.at] != ':' {
				return none
			}
			t.at++
			if s.Part = t.composition(src); s.Part == none {
				return none
			}
			n.slots, n.kids = append(n.slots, s), append(n.kids, s.Part)
		}
		t.at++
	case rest != "" && rest[0] >= '0' && rest[0] <= '9':
		n.kind = tell.Literal
		t.word(src)
	default:
		if n.kind = tell.Calls; t.word(src) == "" {
			return none
		}
	}
	n.span = span(start, t.at)
	return t.add(n)
}

func (t *tiny) slot(src []byte) tell.Slot {
	start := t.at
	l := t.syms.InternString(t.word(src))
	return tell.Slot{Label: unify.Label(l), Span: span(start, t.at), Part: none}
}

// patterns.Bodies.

func (t *tiny) Open(d int32) (in, out unify.Node) {
	t.bases[d] = t.Graph.LeafPairs(t.defs[d].First, t.defs[d].Root)
	return t.ends(d, t.bases[d], t.defs[d].Root)
}

func (t *tiny) ends(d int32, base unify.Node, e int32) (in, out unify.Node) {
	in = base + 2*unify.Node(e-t.defs[d].First)
	return in, in + 1
}

func (t *tiny) Derive(d int32) {
	g := t.Graph
	for e := t.defs[d].First; e <= t.defs[d].Root; e++ {
		n := &t.nodes[e]
		why := func(part uint8) unify.Reason { return unify.Reason{Rule: uint8(n.kind), Part: part, Site: e} }
		in, out := t.ends(d, t.bases[d], e)
		kid := func(i int) (in, out unify.Node) { return t.ends(d, t.bases[d], n.kids[i]) }
		switch n.kind {
		case tell.Passes:
			g.Equal(in, out, why(tinyLink))
		case tell.Literal:
			g.Named(out, t.number, why(tinyDescription))
		case tell.Reads:
			g.Describe(in, unify.Open, []unify.Edge{{Label: n.slots[0].Label, To: out}}, why(tinyDescription))
		case tell.Calls:
			if c, _ := t.Callee(e); c >= 0 {
				if x, y, ok := t.Solver.Use(c, e, in, out); ok {
					t.Refer(e, in, out, x, y)
				}
			}
		case tell.Composes:
			first, last := n.kids[0], n.kids[len(n.kids)-1]
			x, _ := t.ends(d, t.bases[d], first)
			g.Equal(in, x, why(tinyWiring))
			for i := range n.kids[1:] {
				_, x := kid(i)
				y, _ := kid(i + 1)
				g.Equal(x, y, why(tinyLink))
			}
			_, x = t.ends(d, t.bases[d], last)
			g.Equal(out, x, why(tinyWiring))
		case tell.Product:
			var edges []unify.Edge
			for i, s := range n.slots {
				x, y := kid(i)
				g.Equal(in, x, why(tinyLink))
				edges = append(edges, unify.Edge{Label: s.Label, To: y})
			}
			g.Describe(out, unify.MakeFlat(unify.Product, true), edges, why(tinyDescription))
		}
		g.Solve()
	}
}

func (t *tiny) Refer(site int32, refIn, refOut, in, out unify.Node) {
	why := unify.Reason{Rule: uint8(tell.Calls), Part: tinyLink, Site: site}
	t.Graph.Equal(refIn, in, why)
	t.Graph.Equal(refOut, out, why)
	t.Graph.Solve()
}

func (t *tiny) Note(int32, unify.Conflict) int32 { return 0 }

func (t *tiny) Declared(unify.Head) bool          { return false }
func (t *tiny) CompareDefinitions(a, b int32) int { return strings.Compare(t.text(a), t.text(b)) }
func (t *tiny) text(d int32) string               { return t.File.Text(t.defs[d].Span) }

// tell.Syntax.

func (t *tiny) Construct(site int32) *tell.Construct { return &tinyConstructs[t.nodes[site].kind] }
func (t *tiny) Rule(_, part uint8) *tell.Rule        { return &tinyRules[part] }
func (t *tiny) DescribedBy(site int32) (rule, part uint8) {
	return uint8(t.nodes[site].kind), tinyDescription
}
func (t *tiny) Words() *tell.Words                            { return &tinyWords }
func (t *tiny) AtomThing(name string) (thing string, ok bool) { return "a " + name, true }
func (t *tiny) Span(site int32) lang.Span                     { return t.nodes[site].span }
func (t *tiny) AppendKids(to []int32, site int32) []int32     { return append(to, t.nodes[site].kids...) }
func (t *tiny) AppendSlots(to []tell.Slot, site int32) []tell.Slot {
	return append(to, t.nodes[site].slots...)
}
func (t *tiny) Variable(int32) string                 { return "" }
func (t *tiny) Definitions() int                      { return len(t.defs) }
func (t *tiny) Definition(d int32) tell.Definition    { return t.defs[d] }
func (t *tiny) Label(text string) string              { return text }
func (t *tiny) TypeName(patterns.Type) (string, bool) { return "", false }
func (t *tiny) TypeText(patterns.Type, int) string    { return "number" }
func (t *tiny) ShortSignature(*patterns.Scheme, int32, int32, int) (takes, gives string) {
	return "", ""
}

func (t *tiny) Callee(site int32) (d int32, ok bool) {
	if t.nodes[site].kind != tell.Calls {
		return none, false
	}
	for d, def := range t.defs {
		if def.Name == t.File.Text(t.nodes[site].span) {
			return int32(d), true
		}
	}
	return none, false
}

func (t *tiny) Sites(d int32) (list []int32) {
	for e := t.defs[d].Root; e >= t.defs[d].First; e-- {
		list = append(list, e)
	}
	return list
}

func (t *tiny) Ends(d, site int32) (in, out unify.Node) {
	root := t.Solver.Derivation(d).In
	return t.ends(d, root-2*unify.Node(t.defs[d].Root-t.defs[d].First), site)
}

// Language.

func (t *tiny) Style() *Style { return &tinyStyle }

func (t *tiny) Rederive(text *lang.File, _ func(int32) int32, _ Memory) *Program {
	return deriveTiny(text).forMending()
}
