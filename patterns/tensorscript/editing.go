package tensorscript

import (
	"bytes"
	"cmp"
	"maps"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/tensorscript"
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
	Hints: stageHints,
	Call:  func(r *patterns.Result, at int32) (language.Call, bool) { return r.Front.(*program).call(at) },
	Only: func(r *patterns.Result, at int32) ([]string, bool) {
		return importable(r.File.Src[r.File.Home().Start:at])
	},
	Page: operationPage,
	Words: func(string) language.Words {
		var names []string
		for _, module := range known() {
			names = append(names, module...)
		}
		slices.Sort(names)
		return language.Words{
			Functions: names,
			InName:    language.InName(""),
		}
	},
	Keywords: tensorscript.Keywords(),
}

var (
	afterUse    = regexp.MustCompile(`(?:^|[;}\s])use\s+\w*$`)
	afterModule = regexp.MustCompile(`(?:^|[;}\s])use\s+(\w+)\s*::\s*(?:\w*|\{(?:([\w\s,]*),)?\s*\w*)$`)
)

// importable returns the names that an import may have at the end of a text: those operations of its module that it
// does not have yet, or the modules; false if the text does not end in an import.
func importable(before []byte) ([]string, bool) {
	before = before[bytes.LastIndexAny(before, ";}")+1:] // an unfinished import has neither
	if m := afterModule.FindSubmatch(before); m != nil {
		has := strings.FieldsFunc(string(m[2]), func(r rune) bool { return r == ',' || unicode.IsSpace(r) })
		return slices.DeleteFunc(slices.Clone(known()[string(m[1])]),
			func(name string) bool { return slices.Contains(has, name) }), true
	}
	if afterUse.Match(before) {
		return slices.Sorted(maps.Keys(known())), true
	}
	return nil, false
}

// A nameFinder finds the names of a program.
type nameFinder struct {
	language.TreeFinder
	p     *program
	sizes []int32 // by size parameter
}

var declared = map[tensorscript.DeclKind]language.Kind{
	tensorscript.DeclDim: language.TypeName, tensorscript.DeclTensor: language.TypeName,
	tensorscript.DeclNode: language.Function, tensorscript.DeclWeight: language.Field, tensorscript.DeclDef: language.Function,
}

var reads = map[tensorscript.Op]language.Kind{
	tensorscript.OpInt: language.Number, tensorscript.OpFloat: language.Number, tensorscript.OpBool: language.Number,
	tensorscript.OpArg: language.Label, tensorscript.OpName: language.Variable, tensorscript.OpCall: language.Operator,
	tensorscript.OpMethod: language.Operator, tensorscript.OpWeight: language.Operator,
}

// finder finds the named symbols and their places.
func (p *program) finder() *nameFinder {
	t := p.tree
	n := &nameFinder{p: p, TreeFinder: language.TreeFinder{Tree: &t.Tree, NameSpan: t.NameSpan, Kinds: reads}}
	n.Means = n.means
	for i := range t.Decls {
		d := &t.Decls[i]
		kind, ok := declared[d.Kind]
		if !ok {
			n.Declare(nil)
			continue
		}
		thing := language.Symbol{
			Name: t.Syms.Text(d.Name), Kind: kind, At: d.NameSpan, Span: d.Span, In: -1, Definition: p.def[i],
		}
		if d.Of >= 0 {
			thing.In = n.Declared(p.names.Node[i])
		}
		if def := p.def[i]; def >= 0 {
			thing.Span = p.Defs[def].Span
		}
		n.Declare(&thing)
	}
	for _, s := range p.names.Sizes {
		n.sizes = append(n.sizes, n.Add(language.Symbol{
			Name: t.Syms.Text(s.Name), Kind: language.TypeParameter, At: s.Span, Span: s.Span,
			In: n.Declared(s.Of), Definition: -1,
		}))
	}
	for i := range t.Decls {
		d := &t.Decls[i]
		if !t.File.InMain(d.Span) {
			continue
		}
		switch thing := n.Declared(int32(i)); {
		case thing >= 0:
			n.Use(d.NameSpan, 0, thing)
		case d.IsBlock():
			n.Use(d.NameSpan, language.Function, n.Declared(p.names.Node[i]))
		}
	}
	n.Walk(t.All, n.bind, n.read)
	return n
}

// called returns the names of the program's symbols of some sort.
func (n *nameFinder) called(is func(*language.Symbol) bool) (list []string) {
	for i := range n.Symbols {
		if t := &n.Symbols[i]; !t.Builtin && is(t) {
			list = append(list, t.Name)
		}
	}
	return list
}

func (n *nameFinder) bind(id tensorscript.NodeID, decl int32) {
	t := n.p.tree
	thing := language.Symbol{
		Name: t.Name(id), Kind: language.Variable, At: t.NameSpan(id), Span: t.Span(id),
		In: n.Declared(n.p.names.Node[decl]), Definition: -1,
	}
	switch t.Nodes[id].Op {
	case tensorscript.OpParam, tensorscript.OpLet:
	case tensorscript.OpDef: // the implicit parameter
		thing.Name, thing.At, thing.Span, thing.Builtin = "x", lang.Span{}, lang.Span{}, true
	case tensorscript.OpImport:
		other := t.Kids(id)[0]
		if other == tensorscript.NoNode {
			return
		}
		thing.Name, thing.Kind, thing.At = t.Name(other), language.Operator, t.Span(other)
	default:
		return
	}
	n.Bind(id, thing)
}

func (n *nameFinder) read(id tensorscript.NodeID) {
	t := n.p.tree
	switch {
	case t.Is(id, tensorscript.OpImport):
		thing := int32(-1)
		if n.p.names.Meaning[id] == tensorscript.MeansImport {
			thing = n.builtin(t.Name(n.p.parents[id]) + "." + t.Name(id))
		}
		n.Use(t.NameSpan(id), language.Operator, thing)
	case t.Is(id, tensorscript.OpView):
		start := t.Span(id).Start
		n.Use(lang.Span{Start: start, End: start + int32(len("view"))}, language.Operator, n.builtin("prelude.view"))
	case t.Is(id, tensorscript.OpName) && t.Is(n.p.parents[id], tensorscript.OpImport):
		return // the alias of an import
	}
	n.Read(id)
}

// means returns the symbol that a name refers to.
func (n *nameFinder) means(id tensorscript.NodeID, _ language.Kind) int32 {
	switch at := n.p.names.At[id]; n.p.names.Meaning[id] {
	case tensorscript.MeansImport:
		if alias := n.Bound(tensorscript.NodeID(at)); alias >= 0 {
			return alias
		}
		return n.builtin(n.p.importOf(id))
	case tensorscript.MeansDim, tensorscript.MeansTensor, tensorscript.MeansNode, tensorscript.MeansWeight,
		tensorscript.MeansFunction:
		return n.Declared(at)
	case tensorscript.MeansSize:
		return n.sizes[at]
	case tensorscript.MeansParam, tensorscript.MeansLet:
		return n.Bound(tensorscript.NodeID(at))
	}
	return -1
}

func (n *nameFinder) builtin(name string) int32 {
	_, short, _ := strings.Cut(name, ".")
	return n.Builtin(name, short, language.Operator, func() string { return operationPage(name) })
}

// operationHead writes an operation with its inputs and its named arguments.
func operationHead(name string, o *relation.Operator) (head string, params, names []string) {
	params, names = slices.Clone(o.Inputs()), slices.Clone(o.Inputs())
	for _, a := range o.Accepts() {
		names = append(names, a.Name)
		text := a.Name
		if a.Forms != 0 {
			text += ": " + a.Forms.String()
		}
		if !a.Required() {
			text += " = " + a.Value().String()
		}
		params = append(params, text)
	}
	return name + "(" + strings.Join(params, ", ") + ")", params, names
}

func operationPage(name string) string {
	o := Operations().Operator(name)
	if o == nil {
		return ""
	}
	head, _, _ := operationHead(name, o)
	return "```relation\n" + head + "\n```\n\na built-in operation; its type is decided by\n\n" +
		Operations().Page(o.Relation)
}

// stageHints are shown after each value of a pipe and after each stage.
func stageHints(r *patterns.Result) []language.Hint {
	var list []language.Hint
	for d := range r.Definitions {
		for _, f := range r.Stages(int32(d)) {
			for _, s := range f.Stages {
				if r.File.InMain(s.Span) && s.Type != "error" {
					list = append(list, language.Hint{At: s.Span.End, Lead: ": ", Text: s.Type, Definition: -1})
				}
			}
		}
	}
	slices.SortStableFunc(list, func(a, b language.Hint) int { return cmp.Compare(a.At, b.At) })
	return slices.CompactFunc(list, func(a, b language.Hint) bool { return a.At == b.At && a.Text == b.Text })
}

// call returns the operation or constructor around an offset, with its arguments.
func (p *front) call(at int32) (language.Call, bool) {
	best := p.tree.Innermost(p.tree.All, at, func(id tensorscript.NodeID) bool {
		n := &p.tree.Nodes[id]
		called := n.Op == tensorscript.OpCall || n.Op == tensorscript.OpMethod
		return called && at > p.tree.NameSpan(id).End && at < n.End
	})
	if best == tensorscript.NoNode {
		return language.Call{}, false
	}
	c := language.Call{Name: p.tree.Name(best), Definition: -1, Active: -1}
	of := best
	if up := p.parents[best]; up != tensorscript.NoNode && p.tree.Nodes[up].Op == tensorscript.OpWeight {
		of, c.Name = up, p.tree.Name(up)+"::"+c.Name
	}
	switch p.names.Meaning[of] {
	case tensorscript.MeansImport:
		o := Operations().Operator(p.importOf(of))
		if o == nil {
			return language.Call{}, false
		}
		var all, names []string
		c.Signature, all, names = operationHead(c.Name, o)
		through := min(1, len(all)) // comes through the pipe and is not written
		c.Parameters, c.Named = all[through:], names[through:]
		if of != best {
			c.Signature = c.Name + "(" + strings.Join(c.Parameters, ", ") + ")"
		}
	case tensorscript.MeansNode:
		c.Definition = p.def[p.names.At[of]]
	default:
		return language.Call{}, false
	}
	names := c.Named
	c.Named = nil
	for i, name := range names {
		switch a := p.argument(best, name); {
		case a == tensorscript.NoNode:
			c.Named = append(c.Named, name)
		case p.tree.Nodes[a].Start <= at && at <= p.tree.Nodes[a].End:
			c.Active = i
		}
	}
	return c, true
}
