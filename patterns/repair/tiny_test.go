package repair

import (
	"slices"
	"strings"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/message"
	"github.com/patgraph/patgraph/unify"
)

// tiny is a small language: each line is `name = element element …`, where an element is a projection `.l`, a number,
// the name of a definition, `()` or a product `{l: …, m: …}`.
type tiny struct {
	message.Basic
	Plain
	syms   *lang.Symbols
	number patterns.Type
	errors int

	at, end int // of the current line
}

var (
	tinyWords = message.Words{
		Product: message.Term{Noun: "product", One: "a product"}, Union: message.Term{Noun: "union", One: "a union"},
		Vector: message.Term{Noun: "vector", One: "a vector"},
		Field:  "field", Tag: "tag", Input: "the input", Output: "the output",
	}
	tinyStyle = Style{Field: ".", Identity: "()", Hole: "0", Colon: ": ", LeastFields: 1}
)

// The rules.
const (
	tinyWiring uint8 = iota
	tinyLink
	tinyDescription
)

func deriveTiny(f *lang.File) *tiny {
	t := &tiny{syms: lang.NewSymbols(0)}
	t.Rules = []message.Rule{tinyWiring: {Wiring: true}, tinyLink: {}, tinyDescription: {}}
	t.Vocabulary = &tinyWords
	for kind := range message.Composes + 1 {
		t.Constructs = append(t.Constructs, message.Construct{Kind: kind})
		t.Described = append(t.Described, tinyDescription)
	}
	for start := 0; start < len(f.Src); start = t.end + 1 {
		t.at, t.end = start, len(f.Src)
		if i := strings.IndexByte(string(f.Src[start:]), '\n'); i >= 0 {
			t.end = start + i
		}
		t.definition(f)
	}
	t.Program = &message.Program{Syntax: t, File: f, Labels: patterns.NewLabels(t.syms)}
	t.Types = patterns.NewTypes(t.Labels)
	t.number = t.Types.AddAtom("number", unify.IndexLiterals, nil, t.Types.Product())
	t.Misnamed = make([]bool, len(t.Defs))
	for d, def := range t.Defs {
		for e := def.First; e <= def.Root; e++ {
			n := &t.Nodes[e]
			n.To = int32(slices.IndexFunc(t.Defs, func(d message.Definition) bool { return d.Name == f.Text(n.Span) }))
			if message.Kind(n.Op) == message.Calls && n.To < 0 {
				t.Misnamed[d] = true
				t.errors++
			}
		}
	}
	t.Solve(t, patterns.Limits{}, 0, nil)
	return t
}

// repairProgram returns the program in the form of package repair.
func (t *tiny) repairProgram() *Program {
	return &Program{Program: t.Program, Language: t, Size: len(t.Nodes), Errors: t.errors}
}

func (t *tiny) definition(f *lang.File) {
	start := t.at
	name := t.word(f.Src)
	def := message.Definition{
		Name: name, NameSpan: span(start, t.at), Span: span(start, t.end), First: int32(len(t.Nodes)), Root: none,
	}
	if t.blanks(f.Src); t.at < t.end && f.Src[t.at] == '=' {
		t.at++
		def.Root = t.composition(f.Src)
	}
	if def.Bad = def.Root == none || t.at < t.end; def.Bad {
		t.errors++
	}
	t.Defs = append(t.Defs, def)
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
	s := lang.Span{Start: t.Nodes[kids[0]].Span.Start, End: t.Nodes[kids[len(kids)-1]].Span.End}
	return t.add(message.Composes, message.Node{Span: s, Kids: kids})
}

func (t *tiny) add(kind message.Kind, n message.Node) int32 {
	n.Op = uint8(kind)
	return t.Add(n)
}

func (t *tiny) element(src []byte) int32 {
	start := t.at
	kind, n := message.Calls, message.Node{}
	switch rest := string(src[t.at:t.end]); {
	case strings.HasPrefix(rest, "()"):
		kind = message.Passes
		t.at += 2
	case strings.HasPrefix(rest, "."):
		kind = message.Reads
		t.at++
		n.Slots = []message.Slot{t.slot(src)}
	case strings.HasPrefix(rest, "{"):
		kind = message.Product
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
			n.Slots, n.Kids = append(n.Slots, s), append(n.Kids, s.Part)
		}
		t.at++
	case rest != "" && rest[0] >= '0' && rest[0] <= '9':
		kind = message.Literal
		t.word(src)
	default:
		if t.word(src) == "" {
			return none
		}
	}
	n.Span = span(start, t.at)
	return t.add(kind, n)
}

func (t *tiny) slot(src []byte) message.Slot {
	start := t.at
	l := t.syms.InternString(t.word(src))
	return message.Slot{Label: unify.Label(l), Span: span(start, t.at), Part: none}
}

func (t *tiny) Derive(d int32) {
	g := t.Graph
	for e := t.Defs[d].First; e <= t.Defs[d].Root; e++ {
		n := &t.Nodes[e]
		why := func(rule uint8) unify.Reason { return unify.Reason{Rule: rule, Site: e} }
		in, out := t.Opened(d, e)
		switch message.Kind(n.Op) {
		case message.Passes:
			g.Equal(in, out, why(tinyLink))
		case message.Literal:
			g.Named(out, t.number, why(tinyDescription))
		case message.Reads:
			g.Describe(in, unify.Open, []unify.Edge{{Label: n.Slots[0].Label, To: out}}, why(tinyDescription))
		case message.Calls:
			if n.To >= 0 {
				if roots, ok := t.Solver.Use(n.To, e, in, out); ok {
					t.Refer(e, []unify.Node{in, out}, roots)
				}
			}
		case message.Composes:
			last, rule := in, tinyWiring
			for _, kid := range n.Kids {
				x, y := t.Opened(d, kid)
				g.Equal(last, x, why(rule))
				last, rule = y, tinyLink
			}
			g.Equal(out, last, why(tinyWiring))
		case message.Product:
			var edges []unify.Edge
			for _, s := range n.Slots {
				x, y := t.Opened(d, s.Part)
				g.Equal(in, x, why(tinyLink))
				edges = append(edges, unify.Edge{Label: s.Label, To: y})
			}
			g.Describe(out, unify.MakeFlat(unify.Product, true), edges, why(tinyDescription))
		}
		g.Solve()
	}
}

func (t *tiny) Refer(site int32, own, roots []unify.Node) {
	why := unify.Reason{Rule: tinyLink, Site: site}
	t.Graph.Equal(own[0], roots[0], why)
	t.Graph.Equal(own[1], roots[1], why)
	t.Graph.Solve()
}

func (t *tiny) Style() *Style { return &tinyStyle }

func (t *tiny) Rederive(text *lang.File, _ func(int32) int32, _ Memory) *Program {
	return deriveTiny(text).repairProgram()
}
