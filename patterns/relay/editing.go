package relay

import (
	"cmp"
	"slices"
	"strings"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/relay"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/language"
	"github.com/patgraph/patgraph/patterns/relation"
)

var editing = &language.Editing{
	Names: func(r *patterns.Result) *language.Names {
		n := r.Front.(*program).finder()
		return n.Found(r.File, n.p.tree.Comments)
	},
	Parts: func(r *patterns.Result) []lang.Span {
		t := r.Front.(*program).tree
		return t.Spans(t.All)
	},
	Hints: func(r *patterns.Result) []language.Hint { return r.Front.(*program).hints() },
	Call:  func(r *patterns.Result, at int32) (language.Call, bool) { return r.Front.(*program).call(at) },
	Page: func(name string) string {
		if Operators().Operator(name) != nil {
			return operatorPage(name)
		}
		if page := Operators().Page(name); strings.Count(page, "\n") > 1 { // it has clauses
			return page
		}
		return ""
	},
	Words: func(string) language.Words {
		return language.Words{
			Functions: Operators().OperatorNames(), Types: append(slices.Clone(relay.Dtypes), "Tensor", "Tuple"), LabelMarks: "",
			InName: language.InName(".%@"),
		}
	},
	Keywords: []string{"def", "let", "fn", "if", "else", "match", "type", "extern", "True", "False", "where"},
	Signs:    "%@",
	Hole:     "()",
}

// A nameFinder finds the names of a program.
type nameFinder struct {
	language.TreeFinder
	p *program
}

var declared = [...]language.Kind{
	relay.DeclDef: language.Function, relay.DeclType: language.TypeName, relay.DeclExtern: language.TypeName,
	relay.DeclGlobal: language.Function, relay.DeclOperator: language.Operator, relay.DeclRelation: language.Relation,
	relay.DeclExpr: language.MainExpression, relay.DeclTypeOnly: language.MainExpression,
}

var binds = map[relay.Op]language.Kind{
	relay.OpVar: language.Variable, relay.OpBind: language.Variable,
	relay.OpTyParam: language.TypeParameter, relay.OpCon: language.Constructor,
}

var reads = map[relay.Op]language.Kind{
	relay.OpInt: language.Number, relay.OpFloat: language.Number, relay.OpBool: language.Number,
	relay.OpString: language.Text, relay.OpAttr: language.Label,
	relay.OpLocal: language.Variable, relay.OpGraph: language.Variable,
	relay.OpGlobal: language.Function, relay.OpName: language.Operator,
	relay.OpConPat: language.Constructor, relay.OpRel: language.Relation,
	relay.OpTypeName: language.TypeName, relay.OpTypeCall: language.TypeName,
}

// finder finds all symbols and their places.
func (p *program) finder() *nameFinder {
	t := p.tree
	n := &nameFinder{p: p, TreeFinder: language.TreeFinder{Tree: &t.Tree, NameSpan: t.NameSpan, Kinds: reads}}
	n.Means = n.means
	for i := range t.Decls {
		d := &t.Decls[i]
		at := d.NameSpan
		if d.Name == lang.NoSym {
			at = lang.Span{Start: d.Span.Start, End: d.Span.Start}
		}
		n.Declare(&language.Symbol{
			Name: t.NameOf(d), Kind: declared[d.Kind], At: at, Span: d.Span, In: -1, Definition: p.def[i],
		})
		if t.File.InMain(d.Span) && d.Name != lang.NoSym {
			n.Use(d.NameSpan, 0, n.Declared(int32(i)))
		}
	}
	n.Walk(t.All, n.bind, n.Read)
	return n
}

// bind records the symbol that a node binds.
func (n *nameFinder) bind(id relay.NodeID, decl int32) {
	kind, ok := binds[n.Tree.Nodes[id].Op]
	if !ok {
		return
	}
	at := n.NameSpan(id)
	span := n.Tree.Span(id)
	if n.Tree.Is(id, relay.OpBind) {
		span = at
	}
	n.Bind(id, language.Symbol{
		Name: n.Tree.Name(id), Kind: kind, At: at, Span: span, In: n.Declared(decl), Definition: -1,
	})
}

// means returns the symbol that a name refers to, or -1.
func (n *nameFinder) means(id relay.NodeID, kind language.Kind) int32 {
	at := n.p.names.At[id]
	switch n.p.names.Meaning[id] {
	case relay.MeansVariable, relay.MeansConstructor, relay.MeansParam:
		return n.Bound(relay.NodeID(at))
	case relay.MeansGlobal, relay.MeansType:
		return n.Declared(at)
	case relay.MeansOperator, relay.MeansRelation:
		if at >= 0 {
			return n.Declared(at)
		}
		return n.builtin(n.Tree.Name(id), kind)
	case relay.MeansDtype:
		return n.builtin(n.Tree.Name(id), kind)
	}
	return -1
}

func (n *nameFinder) builtin(name string, kind language.Kind) int32 {
	return n.Builtin(name, name, kind, func() string {
		switch kind {
		case language.Operator:
			return operatorPage(name)
		case language.Relation:
			return Operators().Page(name)
		}
		return "`" + name + "`\n\nan element type, or a tensor without axes of it"
	})
}

// operatorHead returns the name of an operator with its parameters, attributes and relation.
func operatorHead(name string) (string, *relation.Operator) {
	o := Operators().Operator(name)
	if o == nil {
		return name, nil
	}
	last := o.Names[len(o.Names)-1].Span.End
	return name + strings.TrimSuffix(strings.Join(strings.Fields(string(operators[last:o.Span.End])), " "), "."), o
}

func operatorPage(name string) string {
	head, o := operatorHead(name)
	page := "```relation\n" + head + "\n```\n\na built-in operator"
	if o != nil {
		page += "; its type is decided by\n\n" + Operators().Page(o.Relation)
	}
	return page
}

// hints places hints after variables without a type and before the bodies of functions without a result type.
func (p *program) hints() []language.Hint {
	var list []language.Hint
	hint := func(at int32, lead string, of relay.NodeID) {
		list = append(list, language.Hint{At: at, Lead: lead, Of: p.tree.Span(of), Definition: -1})
	}
	for i := range p.tree.Decls {
		d := &p.tree.Decls[i]
		if p.def[i] < 0 || !p.File.InMain(d.Span) {
			continue
		}
		for id := range d.Nodes {
			kids := p.tree.Kids(id)
			switch p.tree.Nodes[id].Op {
			case relay.OpLet:
				if p.annotation(kids[0]) == relay.NoNode {
					hint(p.tree.NameSpan(kids[0]).End, ": ", kids[1])
				}
			case relay.OpBind:
				hint(p.tree.NameSpan(id).End, ": ", kids[0])
			case relay.OpFn:
				if body := kids[len(kids)-1]; kids[2] == relay.NoNode && kids[1] != relay.NoNode && body != relay.NoNode {
					hint(p.tree.Span(kids[1]).End, " -> ", body)
				}
			}
		}
	}
	slices.SortStableFunc(list, func(a, b language.Hint) int { return cmp.Compare(a.At, b.At) })
	return list
}

// call describes the call around an offset, for a callee that is a name.
func (p *program) call(at int32) (language.Call, bool) {
	best := p.tree.Innermost(p.tree.All, at, func(id relay.NodeID) bool {
		n := &p.tree.Nodes[id]
		if n.Op != relay.OpCall || at <= p.tree.Span(p.tree.Kids(id)[0]).End || at >= n.End {
			return false
		}
		op := p.tree.Nodes[p.tree.Kids(id)[0]].Op
		return op == relay.OpGlobal || op == relay.OpName
	})
	if best == relay.NoNode {
		return language.Call{}, false
	}
	kids := p.tree.Kids(best)
	to := kids[0]
	c := language.Call{Name: p.tree.Syms.Text(p.tree.Nodes[to].Sym), Definition: -1, Active: -1}
	switch p.names.Meaning[to] {
	case relay.MeansGlobal:
		c.Definition = p.def[p.names.At[to]]
		c.Parameters = p.parameters(relay.NodeID(p.tree.Decls[p.names.At[to]].Root))
	case relay.MeansOperator:
		if p.names.At[to] >= 0 {
			c.Definition = p.def[p.names.At[to]]
			break
		}
		head, o := operatorHead(c.Name)
		c.Signature = head
		if o != nil {
			c.Parameters = slices.Clone(o.Inputs())
			for _, a := range o.Accepts() {
				if _, given := p.attribute(best, a.Name); !given {
					c.Named = append(c.Named, a.Name)
				}
			}
		}
	}
	// The active argument follows the commas before the offset.
	c.Active = 0
	for i, kid := range kids[2:] {
		if kid == relay.NoNode {
			continue
		}
		end := p.tree.Span(kid).End
		if end < at && strings.HasPrefix(strings.TrimLeft(string(p.File.Src[end:at]), " \t\r\n)"), ",") {
			c.Active = i + 1
		}
	}
	return c, true
}

// parameters returns the names of a function's parameters.
func (p *front) parameters(root relay.NodeID) []string {
	if root == relay.NoNode || p.tree.Nodes[root].Op != relay.OpFn {
		return nil
	}
	var list []string
	if params := p.tree.Kids(root)[1]; params != relay.NoNode {
		for _, kid := range p.tree.Kids(params) {
			if p.tree.Nodes[kid].Op == relay.OpVar {
				list = append(list, p.tree.Syms.Text(p.tree.Nodes[kid].Sym))
			}
		}
	}
	return list
}
