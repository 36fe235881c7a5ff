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
		n := &nameFinder{p: r.Front.(*program), n: &language.Names{}, builtins: make(map[string]int32)}
		n.all()
		return n.n
	},
	Parts: func(r *patterns.Result) []lang.Span { return r.Front.(*program).parts() },
	Hints: func(r *patterns.Result) []language.Hint { return r.Front.(*program).hints() },
	Call:  func(r *patterns.Result, at int32) (language.Call, bool) { return r.Front.(*program).call(at) },
	Words: func(string) language.Words {
		return language.Words{
			Functions: Operators().OperatorNames(), Types: append(slices.Clone(relay.Dtypes), "Tensor", "Tuple"), LabelMarks: "",
			InName: func(c byte) bool {
				return c == '_' || c == '.' || c == '%' || c == '@' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
			},
		}
	},
	Keywords: []string{"def", "let", "fn", "if", "else", "match", "type", "extern", "True", "False", "where"},
	Signs:    "%@",
	Hole:     "()",
}

// A nameFinder finds the names of a program.
type nameFinder struct {
	p        *program
	n        *language.Names
	of       []int32          // by declaration and, behind them, by node: its number among things, from 1; 0 for none
	builtins map[string]int32 // operators and relations
}

func (n *nameFinder) thing(t language.Thing) int32 {
	n.n.Things = append(n.n.Things, t)
	return int32(len(n.n.Things) - 1)
}

func (n *nameFinder) use(span lang.Span, kind language.Kind, thing int32, binds bool) {
	n.n.Uses = append(n.n.Uses, language.Use{Span: span, Kind: kind, Thing: thing, Binds: binds})
}

// node is where the number of the thing that a node binds is kept.
func (n *nameFinder) node(id relay.NodeID) *int32 { return &n.of[len(n.p.tree.Decls)+int(id)] }

var declared = [...]language.Kind{
	relay.DeclDef: language.Function, relay.DeclType: language.TypeName, relay.DeclExtern: language.TypeName,
	relay.DeclGlobal: language.Function, relay.DeclOperator: language.Operator, relay.DeclRelation: language.Relation, relay.DeclExpr: language.MainExpression, relay.DeclTypeOnly: language.MainExpression,
}

func (n *nameFinder) all() {
	t := n.p.tree
	n.of = make([]int32, len(t.Decls)+len(t.Nodes))
	for i := range t.Decls {
		d := &t.Decls[i]
		at := d.NameSpan
		if d.Name == lang.NoSym {
			at = lang.Span{Start: d.Span.Start, End: d.Span.Start}
		}
		n.of[i] = n.thing(language.Thing{Name: t.NameOf(d), Kind: declared[d.Kind], At: at, Span: d.Span, In: -1, Definition: n.p.def[i]}) + 1
	}
	// What binds comes before what is bound: constructors are used before they are declared.
	for i := range t.Decls {
		if d := &t.Decls[i]; d.Root != relay.NoNode {
			for id := d.First; id <= d.Root; id++ {
				n.binder(id, n.of[i]-1)
			}
		}
	}
	for i := range t.Decls {
		if d := &t.Decls[i]; t.File.Homely(d.Span) {
			from := len(n.n.Uses)
			if d.Name != lang.NoSym {
				n.use(d.NameSpan, declared[d.Kind], n.of[i]-1, true)
			}
			if d.Root != relay.NoNode {
				for id := d.First; id <= d.Root; id++ {
					n.read(id)
				}
			}
			slices.SortStableFunc(n.n.Uses[from:], func(a, b language.Use) int { return cmp.Compare(a.Span.Start, b.Span.Start) })
		}
	}
	for _, c := range t.Comments {
		if t.File.Homely(c) {
			n.n.Comments = append(n.n.Comments, c)
		}
	}
}

// binder notes what a node binds.
func (n *nameFinder) binder(id relay.NodeID, in int32) {
	node := &n.p.tree.Nodes[id]
	kind := language.Variable
	switch node.Op {
	case relay.OpVar, relay.OpBind:
	case relay.OpTyParam:
		kind = language.TypeParameter
	case relay.OpCon:
		kind = language.Constructor
	default:
		return
	}
	at := n.p.tree.NameSpan(id)
	span := node.Span()
	if node.Op == relay.OpBind {
		span = at
	}
	*n.node(id) = n.thing(language.Thing{Name: n.p.tree.Syms.Text(node.Sym), Kind: kind, At: at, Span: span, In: in, Definition: -1}) + 1
}

// read reads what is named at a node.
func (n *nameFinder) read(id relay.NodeID) {
	node := &n.p.tree.Nodes[id]
	if thing := *n.node(id) - 1; thing >= 0 {
		n.use(n.n.Things[thing].At, n.n.Things[thing].Kind, thing, true)
		return
	}
	switch node.Op {
	case relay.OpInt, relay.OpFloat, relay.OpBool:
		n.use(node.Span(), language.Number, -1, false)
	case relay.OpString:
		n.use(node.Span(), language.Text, -1, false)
	case relay.OpAttr:
		n.use(n.p.tree.NameSpan(id), language.Label, -1, false)
	case relay.OpLocal, relay.OpGraph:
		n.named(id, language.Variable)
	case relay.OpGlobal:
		n.named(id, language.Function)
	case relay.OpName:
		n.named(id, language.Operator)
	case relay.OpConPat:
		n.named(id, language.Constructor)
	case relay.OpTypeName, relay.OpTypeCall:
		n.named(id, language.TypeName)
	case relay.OpRel:
		n.named(id, language.Relation)
	}
}

// named is a name that stands for something bound elsewhere; the kind is that of names of
// which nobody knows what they stand for.
func (n *nameFinder) named(id relay.NodeID, kind language.Kind) {
	node := &n.p.tree.Nodes[id]
	thing := int32(-1)
	switch at := n.p.names.At[id]; n.p.names.Meaning[id] {
	case relay.MeansVariable, relay.MeansConstructor, relay.MeansParam:
		thing = *n.node(relay.NodeID(at)) - 1
	case relay.MeansGlobal, relay.MeansType:
		thing = n.of[at] - 1
	case relay.MeansOperator, relay.MeansRelation:
		if at >= 0 {
			thing = n.of[at] - 1
		} else {
			thing = n.builtin(n.p.tree.Syms.Text(node.Sym), kind)
		}
	case relay.MeansDtype:
		thing = n.builtin(n.p.tree.Syms.Text(node.Sym), kind)
	}
	if thing >= 0 {
		kind = n.n.Things[thing].Kind
	}
	n.use(n.p.tree.NameSpan(id), kind, thing, false)
}

func (n *nameFinder) builtin(name string, kind language.Kind) int32 {
	i, ok := n.builtins[name]
	if !ok {
		thing := language.Thing{Name: name, Kind: kind, Builtin: true, In: -1, Definition: -1}
		switch kind {
		case language.Operator:
			thing.Page = operatorPage(name)
		case language.Relation:
			thing.Page = relationPage(name)
		default:
			thing.Page = "`" + name + "`\n\nan element type, or a tensor without axes of it"
		}
		i = n.thing(thing)
		n.builtins[name] = i
	}
	return i
}

// operatorHead is the name of an operator with its arguments, attributes and relation.
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
		page += "; its type is told by\n\n" + relationPage(o.Relation)
	}
	return page
}

// relationPage is the clauses of a relation.
func relationPage(name string) string {
	var b strings.Builder
	b.WriteString("```relation\n")
	for _, it := range Operators().Items {
		if c, ok := it.(*relation.Clause); ok && c.Name == name {
			b.Write(operators[c.Span.Start:c.Span.End])
			b.WriteByte('\n')
		}
	}
	b.WriteString("```")
	return b.String()
}

// parts are the places of all nodes of the home, and of its declarations.
func (p *program) parts() []lang.Span {
	var list []lang.Span
	for i := range p.tree.Decls {
		d := &p.tree.Decls[i]
		if !p.File.Homely(d.Span) {
			continue
		}
		if d.Root != relay.NoNode {
			for id := d.First; id <= d.Root; id++ {
				list = append(list, p.tree.Span(id))
			}
		}
		list = append(list, d.Span)
	}
	return list
}

// hints are behind variables and parameters without a type, and before the bodies of functions that do
// not say what they give.
func (p *program) hints() []language.Hint {
	var list []language.Hint
	hint := func(at int32, lead string, of relay.NodeID) {
		list = append(list, language.Hint{At: at, Lead: lead, Of: p.tree.Span(of), Definition: -1})
	}
	for i := range p.tree.Decls {
		d := &p.tree.Decls[i]
		if d.Root == relay.NoNode || p.def[i] < 0 || !p.File.Homely(d.Span) {
			continue
		}
		for id := d.First; id <= d.Root; id++ {
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

// call is f(x, y) with a name for f.
func (p *program) call(at int32) (language.Call, bool) {
	best := relay.NoNode
	for i := range p.tree.Decls {
		d := &p.tree.Decls[i]
		if d.Root == relay.NoNode || at < d.Span.Start || at > d.Span.End {
			continue
		}
		for id := d.First; id <= d.Root; id++ {
			n := &p.tree.Nodes[id]
			if n.Op != relay.OpCall || at <= p.tree.Span(p.tree.Kids(id)[0]).End || at >= n.End {
				continue
			}
			if op := p.tree.Nodes[p.tree.Kids(id)[0]].Op; best == relay.NoNode && (op == relay.OpGlobal || op == relay.OpName) {
				best = id
			}
		}
	}
	if best == relay.NoNode {
		return language.Call{}, false
	}
	kids := p.tree.Kids(best)
	to := kids[0]
	c := language.Call{Name: p.tree.Syms.Text(p.tree.Nodes[to].Sym), Of: p.tree.Span(to), Definition: -1, Active: -1}
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
			for _, param := range o.Params {
				c.Parameters = append(c.Parameters, param.Name)
			}
			for _, a := range o.Accepts() {
				if !slices.ContainsFunc(kids[2:], func(kid relay.NodeID) bool {
					return kid != relay.NoNode && p.tree.Nodes[kid].Op == relay.OpAttr && p.tree.Syms.Text(p.tree.Nodes[kid].Sym) == a.Name
				}) {
					c.Named = append(c.Named, a.Name)
				}
			}
		}
	}
	// The argument behind as many commas.
	c.Active = 0
	for i, kid := range kids[2:] {
		if kid == relay.NoNode {
			continue
		}
		if end := p.tree.Span(kid).End; end < at && strings.HasPrefix(strings.TrimLeft(string(p.File.Src[end:at]), " \t\r\n)"), ",") {
			c.Active = i + 1
		}
	}
	return c, true
}

// parameters are the names of those of a function.
func (p *program) parameters(root relay.NodeID) []string {
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
