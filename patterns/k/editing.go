package k

import (
	"bytes"
	"cmp"
	"slices"
	"strings"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/k"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/language"
)

var editing = &language.Editing{
	Names: func(r *patterns.Result) *language.Names {
		f := &nameFinder{p: r.Front.(*program), defs: r.TypeDefs, found: &language.Names{}}
		f.all()
		return f.found
	},
	Parts: func(r *patterns.Result) []lang.Span { return spans(r.Front.(*program).tree) },
	Hints: func(r *patterns.Result) []language.Hint { return r.Front.(*program).hints() },
	Call:  func(r *patterns.Result, at int32) (language.Call, bool) { return r.Front.(*program).call(at) },
	Words: wordsOf,
	Label: func(r *patterns.Result, at lang.Span) (language.LabelPlaces, bool) {
		return r.Front.(*program).labelAt(r, at)
	},
	Labelling: func(r *patterns.Result, word lang.Span) (lang.Span, []string, bool) {
		return r.Front.(*program).labelling(word)
	},

	Brackets: "<>",
	Hole:     "()",
}

// wordsOf returns the words of a dialect. In k6 no built-in word is offered.
func wordsOf(dialect string) language.Words {
	d := dialectOf(dialect)
	w := language.Words{InName: func(c byte) bool { return k.InName(d, c) }, TypeMark: "$", LabelMarks: "./|"}
	if d != k.K6 {
		w.Functions, w.Types = k.Builtins, k.BuiltinTypes
	}
	return w
}

// A nameFinder finds the names of a program.
type nameFinder struct {
	p         *program
	defs      []patterns.TypeDef
	found     *language.Names
	types     int32 // the index of the first type among the symbols
	builtins  map[int8]int32
	atoms     map[lang.Sym]int32
	variables map[lang.Sym]int32 // of the current definition
}

func (f *nameFinder) symbol(t language.Symbol) int32 {
	f.found.Symbols = append(f.found.Symbols, t)
	return int32(len(f.found.Symbols) - 1)
}

func (f *nameFinder) use(span lang.Span, kind language.Kind, symbol int32, binds bool) {
	f.found.Uses = append(f.found.Uses, language.Use{Span: span, Kind: kind, Symbol: symbol, Binds: binds})
}

func (f *nameFinder) all() {
	t := f.p.tree
	for i := range t.Defs {
		d := &t.Defs[i]
		symbol := language.Symbol{Name: t.NameOf(d), Kind: language.Function, At: d.NameSpan, Span: d.Span, In: -1,
			Definition: int32(i)}
		if d.Main {
			symbol.Kind, symbol.At.End = language.MainExpression, symbol.At.Start
		}
		f.symbol(symbol)
	}
	f.types = int32(len(f.found.Symbols))
	for i := range t.Types {
		d := &t.Types[i]
		at := d.NameSpan
		at.Start = min(at.Start+1, at.End) // after the dollar
		f.symbol(language.Symbol{Name: t.Syms.Text(d.Name), Kind: language.TypeName, At: at, Span: d.Span, In: -1,
			Definition: -1, Type: f.defs[i].Type})
	}
	// Definitions and types in the order of the text, each with the names in it.
	order := make([]int32, 0, len(f.found.Symbols))
	for i := range f.found.Symbols {
		if t.File.InMain(f.found.Symbols[i].Span) {
			order = append(order, int32(i))
		}
	}
	slices.SortStableFunc(order, func(a, b int32) int {
		return cmp.Compare(f.found.Symbols[a].Span.Start, f.found.Symbols[b].Span.Start)
	})
	f.found.Uses = make([]language.Use, 0, len(t.Nodes))
	for _, i := range order {
		f.definition(i)
	}
	for _, c := range t.Comments {
		if t.File.InMain(c) {
			f.found.Comments = append(f.found.Comments, c)
		}
	}
}

// definition collects the names in a definition of a function or a type.
func (f *nameFinder) definition(i int32) {
	from := len(f.found.Uses)
	x := f.found.Symbols[i]
	if x.Kind != language.MainExpression {
		f.use(x.At, x.Kind, i, true)
	}
	d := &f.p.tree.Types
	at := i - f.types
	if i < f.types {
		d, at = &f.p.tree.Defs, i
	}
	clear(f.variables)
	if def := &(*d)[at]; def.Root != k.NoNode {
		for e := def.First; e <= def.Root; e++ {
			f.node(e, i)
		}
	}
	slices.SortStableFunc(f.found.Uses[from:], func(a, b language.Use) int {
		return cmp.Compare(a.Span.Start, b.Span.Start)
	})
}

// node collects the names at a node of a definition.
func (f *nameFinder) node(e k.NodeID, in int32) {
	node := &f.p.tree.Nodes[e]
	span := node.Span()
	switch node.Op {
	case k.OpRef:
		f.use(f.bare(span), language.Function, f.function(node.Sym), false)
	case k.OpCodeName:
		f.use(f.bare(span), language.TypeName, f.typeName(node.Sym), false)
	case k.OpInt:
		f.use(span, language.Number, -1, false)
	case k.OpString:
		f.use(span, language.Text, -1, false)
	case k.OpDot, k.OpVid, k.OpDiv:
		f.use(f.p.tree.DotLabelSpan(e), language.Label, -1, false)
	case k.OpFilterVar:
		f.variable(span, node.Sym, in)
	case k.OpFilterCode, k.OpFilterAny, k.OpFilterProduct, k.OpFilterUnion, k.OpFilterVector:
		if node.Sym != lang.NoSym {
			f.variable(lang.Span{Start: span.End - int32(len(f.p.tree.Syms.Text(node.Sym))), End: span.End}, node.Sym, in)
		}
	}
	for _, field := range f.p.tree.Fields(e) {
		f.use(field.LabelSpan(), language.Label, -1, false)
	}
}

// bare returns the place of a name without an at sign before it.
func (f *nameFinder) bare(s lang.Span) lang.Span {
	if s.Start < s.End && f.p.tree.File.Src[s.Start] == '@' {
		s.Start++
	}
	return s
}

func (f *nameFinder) function(name lang.Sym) int32 {
	if d := f.p.names.Func[name]; d >= 0 {
		if t := f.p.tree; strings.TrimPrefix(t.Syms.Text(name), "@") != t.Syms.Text(t.Defs[d].Name) {
			return -1 // it is a hash, which stays the same if the definition gets another name
		}
		return d
	}
	b := f.p.names.Builtin[name]
	if b < 0 {
		return -1
	}
	return patterns.Remember(&f.builtins, b, func() int32 {
		text := k.Builtins[b]
		return f.symbol(language.Symbol{Name: text, Kind: language.Function, Builtin: true, In: -1, Definition: -1,
			Page: "`" + text + "` : `" + f.p.builtinSignature(b) + "`\n\nbuilt in"})
	})
}

func (f *nameFinder) typeName(name lang.Sym) int32 {
	if d := f.p.names.Type[name]; d >= 0 {
		return f.types + d
	}
	text := f.p.tree.Syms.Text(name)
	if f.p.tree.Dialect == k.K6 || !slices.Contains(k.BuiltinTypes, text) {
		return -1
	}
	return patterns.Remember(&f.atoms, name, func() int32 {
		return f.symbol(language.Symbol{Name: text, Kind: language.TypeName, Builtin: true, In: -1, Definition: -1,
			Page: "`$" + text + "`\n\na built-in type, without a structure"})
	})
}

// variable adds a use of a filter variable: it is one symbol throughout its definition.
func (f *nameFinder) variable(span lang.Span, name lang.Sym, in int32) {
	i, ok := f.variables[name]
	if !ok {
		if f.variables == nil {
			f.variables = make(map[lang.Sym]int32)
		}
		i = f.symbol(language.Symbol{Name: f.p.tree.Syms.Text(name), Kind: language.Variable, At: span, Span: span, In: in,
			Definition: -1})
		f.variables[name] = i
	}
	f.use(span, language.Variable, i, !ok)
}

// spans returns the places of all definitions in the main file, and of their nodes.
func spans(t *k.Tree) []lang.Span {
	var list []lang.Span
	add := func(defs []k.Def) {
		for i := range defs {
			d := &defs[i]
			if !t.File.InMain(d.Span) {
				continue
			}
			if d.Root != k.NoNode {
				for e := d.First; e <= d.Root; e++ {
					list = append(list, t.Span(e))
				}
			}
			list = append(list, d.Span)
		}
	}
	add(t.Types)
	add(t.Defs)
	return list
}

// hints places the signatures of definitions after their names.
func (a *program) hints() []language.Hint {
	var list []language.Hint
	for i := range a.tree.Defs {
		if d := &a.tree.Defs[i]; !d.Main && a.tree.File.InMain(d.Span) {
			list = append(list, language.Hint{At: d.NameSpan.End, Lead: " : ", Definition: int32(i)})
		}
	}
	return list
}

// labelling returns the product or union that has a word as a label, or would have it, and its other labels.
func (a *program) labelling(word lang.Span) (whole lang.Span, others []string, ok bool) {
	home := a.tree.File.Home()
	at, src := home.Local(word), a.tree.File.Src[home.Start:home.End()]
	before := src[bytes.LastIndexByte(src[:at.Start], ';')+1 : at.Start]
	if bytes.Count(before, []byte("{")) <= bytes.Count(before, []byte("}")) {
		return whole, nil, false // no need to read the text
	}
	const label = "x"
	t, _ := k.ParseAs(lang.NewFile("", slices.Concat(src[:at.Start], []byte(label), src[at.End:])), a.tree.Dialect)
	for e := range k.NodeID(len(t.Nodes)) {
		fields := t.Fields(e)
		is := func(f k.Field) bool { return f.Start == at.Start && f.End == at.Start+int32(len(label)) }
		if !k.Expression(t.Nodes[e].Op) || !slices.ContainsFunc(fields, is) {
			continue
		}
		for _, f := range fields {
			if !is(f) {
				others = append(others, t.Syms.Text(f.Label))
			}
		}
		whole = t.Span(e)
		longer := int32(len(label)) - (at.End - at.Start)
		return lang.Span{Start: home.Start + whole.Start, End: home.Start + whole.End - longer}, others, true
	}
	return lang.Span{}, nil, false
}

// call finds a product or a union that is built for a function: {e1 l1, e2 l2} f.
func (a *program) call(at int32) (language.Call, bool) {
	t := a.tree
	none := language.Call{}
	i := slices.IndexFunc(t.Defs, func(d k.Def) bool {
		return d.Span.Start <= at && at <= d.Span.End && d.Root != k.NoNode
	})
	if i < 0 {
		return none, false
	}
	for e := t.Defs[i].First; e <= t.Defs[i].Root; e++ {
		if t.Nodes[e].Op != k.OpComp || at < t.Nodes[e].Start || at > t.Nodes[e].End {
			continue
		}
		kids := t.Kids(e)
		for j, kid := range kids[:len(kids)-1] {
			built, ref := &t.Nodes[kid], &t.Nodes[kids[j+1]]
			if ref.Op != k.OpRef || built.Op != k.OpProduct && built.Op != k.OpVariant || at <= built.Start ||
				at >= built.End {
				continue
			}
			c := language.Call{Name: t.Syms.Text(ref.Sym), Definition: a.names.Func[ref.Sym],
				Active: -1}
			if b := a.names.Builtin[ref.Sym]; c.Definition < 0 && b >= 0 {
				c.Signature = a.builtinSignature(b)
			}
			for f, field := range t.Fields(kid) {
				c.Parameters = append(c.Parameters, t.Syms.Text(field.Label))
				if t.Nodes[field.Node].Start <= at || field.Start <= at {
					c.Active = f
				}
			}
			return c, true
		}
	}
	return none, false
}

// builtinSignature writes the signature of a built-in function, by its number in k.Builtins.
func (a *program) builtinSignature(i int8) string {
	scheme := a.builtinScheme(i)
	return a.Signature(scheme, scheme.Roots[0], scheme.Roots[len(scheme.Roots)-1])
}
