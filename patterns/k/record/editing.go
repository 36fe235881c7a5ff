package record

import (
	"cmp"
	"slices"

	"github.com/patgraph/patgraph/lang"
	lk "github.com/patgraph/patgraph/lang/k"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/k"
	"github.com/patgraph/patgraph/patterns/language"
)

var editing = &language.Editing{
	Names: func(r *patterns.Result) *language.Names {
		s, _ := k.SyntaxOf(r)
		n := &naming{Syntax: s, result: r, n: &language.Names{}}
		n.all()
		return n.n
	},
	Parts: func(r *patterns.Result) []lang.Span {
		s, _ := k.SyntaxOf(r)
		return parts(s.Tree)
	},
	Hints: hints,
	Call:  call,
	Words: words,
	Hole:  "()",
}

// naming collects the names of a program.
type naming struct {
	k.Syntax
	result    *patterns.Result
	n         *language.Names
	types     int32 // the index of the first type among the symbols
	builtins  map[int8]int32
	atoms     map[lang.Sym]int32
	variables map[lang.Sym]int32 // of the current definition
}

func (n *naming) thing(t language.Symbol) int32 {
	n.n.Symbols = append(n.n.Symbols, t)
	return int32(len(n.n.Symbols) - 1)
}

func (n *naming) use(span lang.Span, kind language.Kind, thing int32, binds bool) {
	n.n.Uses = append(n.n.Uses, language.Use{Span: span, Kind: kind, Symbol: thing, Binds: binds})
}

func (n *naming) all() {
	t := n.Tree
	n.builtins, n.atoms = make(map[int8]int32), make(map[lang.Sym]int32)
	for i := range t.Defs {
		d := &t.Defs[i]
		thing := language.Symbol{Name: t.NameOf(d), Kind: language.Function, At: d.NameSpan, Span: d.Span, In: -1,
			Definition: int32(i)}
		if d.Main {
			thing.Kind, thing.At.End = language.MainExpression, thing.At.Start
		}
		n.thing(thing)
	}
	n.types = int32(len(n.n.Symbols))
	for i := range t.Types {
		d := &t.Types[i]
		at := d.NameSpan
		at.Start = min(at.Start+1, at.End) // after the dollar
		n.thing(language.Symbol{Name: t.Syms.Text(d.Name), Kind: language.TypeName, At: at, Span: d.Span, In: -1,
			Definition: -1, Type: n.result.TypeDefs[i].Type})
	}
	// Definitions and types in the order of the text, each with the names in it.
	order := make([]int32, 0, len(n.n.Symbols))
	for i := range n.n.Symbols {
		if t.File.InMain(n.n.Symbols[i].Span) {
			order = append(order, int32(i))
		}
	}
	slices.SortStableFunc(order, func(a, b int32) int { return cmp.Compare(n.n.Symbols[a].Span.Start, n.n.Symbols[b].Span.Start) })
	n.n.Uses = make([]language.Use, 0, len(t.Nodes))
	for _, i := range order {
		n.definition(i)
	}
	for _, c := range t.Comments {
		if t.File.InMain(c) {
			n.n.Comments = append(n.n.Comments, c)
		}
	}
}

// definition collects the names in a definition of a function or a type.
func (n *naming) definition(i int32) {
	from := len(n.n.Uses)
	x := n.n.Symbols[i]
	if x.Kind != language.MainExpression {
		n.use(x.At, x.Kind, i, true)
	}
	d := &n.Tree.Types
	at := i - n.types
	if i < n.types {
		d, at = &n.Tree.Defs, i
	}
	clear(n.variables)
	if def := &(*d)[at]; def.Root != lk.NoNode {
		for e := def.First; e <= def.Root; e++ {
			n.node(e, i)
		}
	}
	slices.SortStableFunc(n.n.Uses[from:], func(a, b language.Use) int { return cmp.Compare(a.Span.Start, b.Span.Start) })
}

// node collects the names at a node of a definition.
func (n *naming) node(e lk.NodeID, in int32) {
	node := &n.Tree.Nodes[e]
	span := node.Span()
	switch node.Op {
	case lk.OpRef:
		n.use(n.bare(span), language.Function, n.function(node.Sym), false)
	case lk.OpCodeName:
		n.use(n.bare(span), language.TypeName, n.typeName(node.Sym), false)
	case lk.OpInt:
		n.use(span, language.Number, -1, false)
	case lk.OpString:
		n.use(span, language.Text, -1, false)
	case lk.OpDot, lk.OpVid, lk.OpDiv:
		n.use(n.Tree.DotLabelSpan(e), language.Label, -1, false)
	case lk.OpFilterVar:
		n.variable(span, node.Sym, in)
	case lk.OpFilterCode, lk.OpFilterAny, lk.OpFilterProduct, lk.OpFilterUnion, lk.OpFilterVector:
		if node.Sym != lang.NoSym {
			n.variable(lang.Span{Start: span.End - int32(len(n.Tree.Syms.Text(node.Sym))), End: span.End}, node.Sym, in)
		}
	}
	for _, f := range n.Tree.Fields(e) {
		n.use(f.LabelSpan(), language.Label, -1, false)
	}
}

// bare returns the place of a name without an at sign before it.
func (n *naming) bare(s lang.Span) lang.Span {
	if s.Start < s.End && n.Tree.File.Src[s.Start] == '@' {
		s.Start++
	}
	return s
}

func (n *naming) function(name lang.Sym) int32 {
	if d := n.Names.Func[name]; d >= 0 {
		return d
	}
	b := n.Names.Builtin[name]
	if b < 0 {
		return -1
	}
	i, ok := n.builtins[b]
	if !ok {
		text := lk.Builtins[b]
		i = n.thing(language.Symbol{Name: text, Kind: language.Function, Builtin: true, In: -1, Definition: -1,
			Page: "`" + text + "` : `" + n.BuiltinSignature(b) + "`\n\nbuilt in"})
		n.builtins[b] = i
	}
	return i
}

func (n *naming) typeName(name lang.Sym) int32 {
	if d := n.Names.Type[name]; d >= 0 {
		return n.types + d
	}
	text := n.Tree.Syms.Text(name)
	if n.Tree.Dialect == lk.K6 || !slices.Contains(lk.BuiltinTypes, text) {
		return -1
	}
	i, ok := n.atoms[name]
	if !ok {
		i = n.thing(language.Symbol{Name: text, Kind: language.TypeName, Builtin: true, In: -1, Definition: -1,
			Page: "`$" + text + "`\n\na built-in type, without a structure"})
		n.atoms[name] = i
	}
	return i
}

// variable adds a use of a filter variable: it is one symbol throughout its definition.
func (n *naming) variable(span lang.Span, name lang.Sym, in int32) {
	i, ok := n.variables[name]
	if !ok {
		if n.variables == nil {
			n.variables = make(map[lang.Sym]int32)
		}
		i = n.thing(language.Symbol{Name: n.Tree.Syms.Text(name), Kind: language.Variable, At: span, Span: span, In: in,
			Definition: -1})
		n.variables[name] = i
	}
	n.use(span, language.Variable, i, !ok)
}

// parts returns the places of all definitions in the main file, and of their nodes.
func parts(t *lk.Tree) []lang.Span {
	var list []lang.Span
	add := func(defs []lk.Def) {
		for i := range defs {
			d := &defs[i]
			if !t.File.InMain(d.Span) {
				continue
			}
			if d.Root != lk.NoNode {
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
func hints(r *patterns.Result) []language.Hint {
	s, _ := k.SyntaxOf(r)
	var list []language.Hint
	for i := range s.Tree.Defs {
		if d := &s.Tree.Defs[i]; !d.Main && s.Tree.File.InMain(d.Span) {
			list = append(list, language.Hint{At: d.NameSpan.End, Lead: " : ", Definition: int32(i)})
		}
	}
	return list
}

// call finds a product or a union that is built for a function: {e1 l1, e2 l2} f.
func call(r *patterns.Result, at int32) (language.Call, bool) {
	s, _ := k.SyntaxOf(r)
	t := s.Tree
	none := language.Call{}
	i := slices.IndexFunc(t.Defs, func(d lk.Def) bool { return d.Span.Start <= at && at <= d.Span.End && d.Root != lk.NoNode })
	if i < 0 {
		return none, false
	}
	for e := t.Defs[i].First; e <= t.Defs[i].Root; e++ {
		if t.Nodes[e].Op != lk.OpComp || at < t.Nodes[e].Start || at > t.Nodes[e].End {
			continue
		}
		kids := t.Kids(e)
		for j, kid := range kids[:len(kids)-1] {
			built, ref := &t.Nodes[kid], &t.Nodes[kids[j+1]]
			if ref.Op != lk.OpRef || built.Op != lk.OpProduct && built.Op != lk.OpVariant || at <= built.Start ||
				at >= built.End {
				continue
			}
			c := language.Call{Name: t.Syms.Text(ref.Sym), Of: ref.Span(), Definition: s.Names.Func[ref.Sym],
				Active: -1}
			if b := s.Names.Builtin[ref.Sym]; c.Definition < 0 && b >= 0 {
				c.Signature = s.BuiltinSignature(b)
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
