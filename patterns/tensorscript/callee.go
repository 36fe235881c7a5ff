package tensorscript

import (
	"slices"
	"strings"
	"sync"

	"github.com/patgraph/patgraph/internal/reuse"
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/tensorscript"
	"github.com/patgraph/patgraph/patterns/relation"
)

// A role is what a node of the tree is there for.
type role uint8

const (
	other  role = iota // what has no pattern of its own, and what holds the parts of a declaration
	valued             // an expression
	staged             // a stage of a pipe
	shaped             // a tensor that is written
	sized              // a size
	within             // an argument that is no tensor, and what means nothing
)

// roles gives the nodes of declarations their roles.
func (p *program) roles() {
	t := p.tree
	p.scoped = make([]role, len(t.Nodes))
	for i := range t.Decls {
		d := &t.Decls[i]
		switch {
		case d.Root == tensorscript.NoNode:
			continue
		case d.Kind == tensorscript.DeclDim:
			p.scoped[d.Root] = sized
		case d.Kind == tensorscript.DeclTensor:
			p.scoped[d.Root] = shaped
		}
		for id := d.Root; id >= d.First; id-- {
			p.parts(id)
		}
	}
}

// parts gives the parts of a node their roles. That of an argument is within, unless checkExpression has found
// that its value is one, or a size.
func (p *program) parts(id tensorscript.NodeID) {
	kids := p.tree.Kids(id)
	for i, kid := range kids {
		if kid == tensorscript.NoNode {
			continue
		}
		is := p.scoped[id]
		switch p.tree.Nodes[id].Op {
		case tensorscript.OpTensor, tensorscript.OpView:
			is = sized
		case tensorscript.OpHeader, tensorscript.OpParam:
			is = shaped
		case tensorscript.OpWeight, tensorscript.OpParams, tensorscript.OpUse, tensorscript.OpImport:
			is = other
		case tensorscript.OpDef:
			is = [...]role{other, shaped, valued}[i]
		case tensorscript.OpArg:
			if is = within; p.scoped[kid] == valued || p.scoped[kid] == sized {
				is = p.scoped[kid]
			}
		case tensorscript.OpCall, tensorscript.OpMethod, tensorscript.OpAssign, tensorscript.OpWhile:
			is = within
		case tensorscript.OpPipe:
			if is != within {
				is = valued
				if i > 0 {
					is = staged
				}
			}
		case tensorscript.OpIf:
			if is != within {
				is = valued
			}
			if kids[2] == tensorscript.NoNode {
				is = within
			}
		case tensorscript.OpTuple, tensorscript.OpNot, tensorscript.OpBinary, tensorscript.OpBlock, tensorscript.OpLet:
			if is == staged {
				is = valued
			}
		}
		p.scoped[kid] = is
	}
}

// A callee is what a stage or a call stands for.
type callee struct {
	kind      calleeKind
	decl      int32 // the weight, the node or the function
	operation *operation
	params    []string // the names of what goes in
}

type calleeKind uint8

const (
	nothing calleeKind = iota // it has an error, and that is told
	anOperation
	aView
	aNode
	aHelper
)

// check reads aliases, and the arguments of all that is called.
func (p *program) check() {
	p.readAliases()
	t := p.tree
	p.shared, p.weights = make([]int32, len(t.Decls)), make(map[int32]*operation, len(t.Decls))
	p.prev, p.called = make([]tensorscript.NodeID, len(t.Nodes)), make([]*callee, len(t.Nodes))
	for i := range t.Decls {
		d := &t.Decls[i]
		p.current = p.definitionOf(int32(i))
		p.checkSizes(d)
		if d.Kind == tensorscript.DeclWeight && d.Root != tensorscript.NoNode && p.names.Node[i] >= 0 {
			p.checkWeight(int32(i))
		}
	}
	for i := range t.Decls {
		d := &t.Decls[i]
		if d.Kind != tensorscript.DeclDef || d.Root == tensorscript.NoNode || p.names.Node[i] < 0 {
			continue
		}
		p.current = p.definitionOf(int32(i))
		// What contains others comes first: it says which of its parts are expressions.
		for id := d.Root; id >= d.First; id-- {
			p.parts(id)
			if is := p.scoped[id]; is == valued || is == staged {
				p.checkExpression(id)
			}
		}
	}
	for i := range p.names.Sizes {
		if s := &p.names.Sizes[i]; s.Of >= 0 && t.Syms.Text(s.Name) == "?" {
			p.batch[s.Of] = int32(i)
		}
	}
	lang.Sort(p.Known)
}

// definitionOf is the definition that a declaration is in, or -1.
func (p *program) definitionOf(decl int32) int32 {
	if n := p.names.Node[decl]; n >= 0 {
		return p.def[n]
	}
	return -1
}

// checkSizes checks that names in types are those of sizes and of tensors.
func (p *program) checkSizes(d *tensorscript.Decl) {
	for id := range d.Nodes {
		if p.tree.Nodes[id].Op != tensorscript.OpName || p.scoped[id] != sized && p.scoped[id] != shaped {
			continue
		}
		up := p.parents[id]
		within := up != tensorscript.NoNode && p.scoped[id] == sized && (p.tree.Nodes[up].Op == tensorscript.OpTensor || p.tree.Nodes[up].Op == tensorscript.OpView)
		what := "size"
		if p.scoped[id] == shaped {
			what = "tensor"
		}
		is := ""
		switch p.names.Meaning[id] {
		case tensorscript.MeansDim, tensorscript.MeansSize:
			if what == "tensor" {
				is = "a size"
			}
		case tensorscript.MeansTensor:
			if what == "size" && !within {
				is = "a tensor"
			}
		case tensorscript.MeansNode:
			is = "a node"
		case tensorscript.MeansImport:
			is = "an operation"
		case tensorscript.MeansWeight, tensorscript.MeansParam, tensorscript.MeansLet:
			is = "a value"
		}
		if is != "" {
			p.wrong(lang.KindsDiffer, p.tree.Span(id), lang.Say("`%s` is %s, and no %s", p.tree.Name(id), is, what))
		}
	}
}

// checkWeight checks the class of a weight and its arguments.
func (p *program) checkWeight(decl int32) {
	root := p.tree.Decls[decl].Root
	call := p.tree.Kids(root)[1]
	switch p.names.Meaning[root] {
	case tensorscript.MeansImport:
		name := p.importOf(root)
		o := Operations().Operator(name)
		if o == nil {
			return
		}
		if !isLayer(name) {
			p.wrong(lang.KindsDiffer, p.tree.NameSpan(root), lang.Say("`%s` is a function and no class of weights", name)).
				Help = lang.Texts("use it as a stage: `x |> " + p.tree.Name(root) + "`")
			return
		}
		p.weights[decl] = p.read(o, name, call, p.arguments(call))
	case tensorscript.MeansNode:
		for _, a := range p.arguments(call) {
			p.wrong(lang.WrongCount, p.tree.NameSpan(a), lang.Say("the node `%s` has no argument `%s`", p.tree.Name(root), p.tree.Name(a)))
		}
	case tensorscript.MeansNothing:
	default:
		p.wrong(lang.KindsDiffer, p.tree.NameSpan(root), lang.Say("`%s` is no class of weights", p.tree.Name(root)))
	}
}

// importOf is the operation that a name stands for.
func (p *program) importOf(id tensorscript.NodeID) string {
	at := tensorscript.NodeID(p.names.At[id])
	name, ok := p.imports[at]
	if !ok {
		name = p.tree.Name(p.parents[at]) + "." + p.tree.Name(at)
		p.imports[at] = name
	}
	return name
}

// isLayer reports whether an operation is a class of weights.
func isLayer(name string) bool {
	_, of, _ := strings.Cut(name, ".")
	return of != "" && of[0] >= 'A' && of[0] <= 'Z'
}

// known are the operations that programs may import.
var known = sync.OnceValue(func() tensorscript.Known {
	k := make(tensorscript.Known)
	for _, name := range Operations().OperatorNames() {
		if module, of, _ := strings.Cut(name, "."); module != "operator" && module != "prelude" && !strings.Contains(of, ".") {
			k[module] = append(k[module], of)
		}
	}
	return k
})

// isStateful reports whether a weight has one signature at all its stages.
func (p *program) isStateful(decl int32) bool {
	o := p.weights[decl]
	return o != nil && !strings.HasPrefix(o.name, "reg.Dropout")
}

// isWindow reports whether an operation moves a window over a picture.
func (o *operation) isWindow() bool {
	return slices.ContainsFunc(o.Of().Attrs, func(a relation.Attr) bool { return a.Name == "kernel_size" })
}

// arguments are those of a call.
func (p *program) arguments(id tensorscript.NodeID) (list []tensorscript.NodeID) {
	for _, kid := range p.tree.Kids(id) {
		if kid != tensorscript.NoNode && p.tree.Nodes[kid].Op == tensorscript.OpArg {
			list = append(list, kid)
		}
	}
	return list
}

// argument is one of a call by its name, the first of several, or NoNode.
func (p *program) argument(id tensorscript.NodeID, name string) tensorscript.NodeID {
	if op := p.tree.Nodes[id].Op; op == tensorscript.OpCall || op == tensorscript.OpMethod {
		for _, a := range p.tree.Kids(id) {
			if a != tensorscript.NoNode && p.tree.Nodes[a].Op == tensorscript.OpArg && p.tree.Name(a) == name {
				return a
			}
		}
	}
	return tensorscript.NoNode
}

// passed are the arguments of some names that an operation is given; of nil there are none.
func (p *program) passed(o *operation, names []string) (list []tensorscript.NodeID) {
	for _, name := range names {
		if o == nil {
			break
		}
		if a := p.argument(o.call, name); a != tensorscript.NoNode {
			list = append(list, a)
		}
	}
	return list
}

// read checks the attributes of an operation.
func (p *program) read(o *relation.Operator, name string, call tensorscript.NodeID, args []tensorscript.NodeID) *operation {
	x := &reuse.Carve(&p.operations, 1, 1<<4)[0]
	*x = operation{Operator: o, name: name, call: call}
	given := p.given[:0]
	var open []tensorscript.NodeID // sizes that are not known
	accepts := o.Accepts()
	wrong := func(code lang.Code, at lang.Span, text lang.Phrase) *lang.Diagnostic {
		return p.wrong(code, at, lang.Say("`%s`: %s", short(name), text))
	}
	for _, a := range args {
		v := p.tree.Kids(a)[0]
		g := relation.Given{Name: p.tree.Name(a), Span: p.tree.NameSpan(a), ValueSpan: p.tree.Span(v)}
		i := slices.IndexFunc(accepts, func(at relation.Attr) bool { return at.Name == g.Name })
		value, ok := p.value(v)
		if e := p.entryOf(v); !ok && i >= 0 && accepts[i].Forms&relation.SizeForm != 0 && (e.kind == aParameter || e.kind == aForm) {
			value, ok = relation.SizeValue(len(open), p.File.Text(g.ValueSpan)), true
			open = append(open, v)
			p.scoped[v] = sized
		}
		g.Value = value
		twice := slices.ContainsFunc(given, func(h relation.Given) bool { return h.Name == g.Name })
		if i >= 0 && !twice {
			switch {
			case !ok && p.names.Meaning[v] == tensorscript.MeansNothing && p.tree.Nodes[v].Op == tensorscript.OpName:
				x.bad = true // and that is told
				continue
			case !ok:
				wrong(lang.KindsDiffer, g.ValueSpan, lang.Say("the argument `%s` is a number that is written, not `%s`", g.Name, p.File.Text(g.ValueSpan)))
				x.bad = x.bad || accepts[i].Required()
				continue
			}
		}
		given = append(given, g)
	}
	p.given = given
	attrs, problems := o.Attributes(given)
	x.attrs = attrs
	for i := range attrs {
		if a := &attrs[i]; a.Form == relation.SizeForm {
			x.sizes = append(x.sizes, open[a.Num])
			a.Num = int64(len(x.sizes) - 1)
		}
	}
	for i := range accepts { // one that is misspelt is missing
		x.bad = x.bad || accepts[i].Required() && !slices.ContainsFunc(given, func(g relation.Given) bool { return g.Name == accepts[i].Name })
	}
	for _, pr := range problems {
		i := slices.IndexFunc(given, func(g relation.Given) bool { return !pr.Span.Empty() && g.Span == pr.Span })
		required := i < 0 || slices.ContainsFunc(accepts, func(a relation.Attr) bool { return a.Name == given[i].Name && a.Required() })
		x.bad = x.bad || required && pr.Kind != relation.RepeatedAttribute
		code, at := lang.WrongCount, pr.Span
		switch pr.Kind {
		case relation.WrongForm:
			code, at = lang.KindsDiffer, given[i].ValueSpan
		case relation.MissingAttribute:
			if at = p.tree.Span(call); p.tree.Nodes[p.parents[call]].Op == tensorscript.OpWeight {
				at = p.tree.Span(p.parents[call])
			}
			if slices.ContainsFunc(p.Known, func(dg lang.Diagnostic) bool { return at.Contains(dg.Span) }) {
				continue // a name that is not known is the one that is missing, or its value is wrong
			}
		}
		dg := wrong(code, at, pr.Message)
		if pr.Fix != "" {
			dg.Fixes = lang.Perhaps(lang.Sure("write `"+pr.Fix+"`", at, pr.Fix))
		}
	}
	return x
}

// short is an operation without its module.
func short(name string) string {
	_, of, _ := strings.Cut(name, ".")
	return of
}

// callee is what a stage or a call stands for.
func (p *program) callee(e tensorscript.NodeID) callee {
	if e == tensorscript.NoNode || p.called[e] == nil {
		return callee{}
	}
	return *p.called[e]
}

// checkExpression checks what an expression calls, and says which of its arguments are expressions.
func (p *program) checkExpression(e tensorscript.NodeID) {
	t := p.tree
	n := &t.Nodes[e]
	switch n.Op {
	case tensorscript.OpPipe:
		kids := t.Kids(e)
		for i := 1; i < len(kids); i++ {
			p.prev[kids[i]] = kids[i-1]
		}
		return
	case tensorscript.OpBinary, tensorscript.OpNot:
		if o := Operations().Operator("operator." + signs[t.Name(e)]); o != nil {
			attrs, _ := o.Attributes(nil)
			p.uses[e] = &operation{Operator: o, name: t.Name(e), attrs: attrs, call: tensorscript.NoNode}
		}
		return
	case tensorscript.OpName:
		if p.scoped[e] != staged {
			p.checkValue(e)
			return
		}
	case tensorscript.OpCall, tensorscript.OpMethod, tensorscript.OpView:
	default:
		if p.scoped[e] == staged {
			p.wrong(lang.KindsDiffer, t.Span(e), lang.Text("this is a value and no stage"))
			p.scoped[e] = within
		}
		return
	}
	c := p.calleeOf(e)
	p.called[e] = &reuse.Carve(&p.callees, 1, 1<<4)[0]
	*p.called[e] = c
	if c.kind == nothing {
		return
	}
	p.shareWeight(c)
	if c.kind == anOperation && p.current >= 0 {
		p.stages[p.current]++
	}
	// Arguments by their names: those that go in are expressions.
	var missing []string
	for i, name := range c.params {
		a := p.argument(e, name)
		switch piped := i == 0 && p.scoped[e] == staged; {
		case a != tensorscript.NoNode && piped:
			p.wrong(lang.WrongCount, t.NameSpan(a), lang.Say("the argument `%s` is what the pipe leads here", name))
		case a != tensorscript.NoNode:
			p.scoped[t.Kids(a)[0]] = valued
		case !piped:
			missing = append(missing, "`"+name+"`")
		}
	}
	if len(missing) > 0 && n.Op != tensorscript.OpView {
		p.wrong(lang.WrongCount, t.Span(e), lang.Say("`%s` lacks the argument %s", p.nameOf(e), strings.Join(missing, " and ")))
	}
	var rest []tensorscript.NodeID
	for _, a := range p.arguments(e) {
		if !slices.Contains(c.params, t.Name(a)) {
			rest = append(rest, a)
		}
	}
	switch c.kind {
	case anOperation:
		if c.decl < 0 {
			break // they are its attributes
		}
		fallthrough
	case aNode, aHelper:
		for _, a := range rest {
			p.wrong(lang.WrongCount, t.NameSpan(a), lang.Say("`%s` has no argument `%s`", p.nameOf(e), t.Name(a)))
		}
	}
}

// shareWeight counts the stages of a weight.
func (p *program) shareWeight(c callee) {
	if c.kind == anOperation && c.decl >= 0 {
		p.shared[c.decl]++
	}
}

// nameOf is what a stage calls.
func (p *program) nameOf(e tensorscript.NodeID) string {
	if p.tree.Nodes[e].Op == tensorscript.OpView && p.tree.Nodes[e].Sym == 0 {
		return "view"
	}
	return p.tree.Name(e)
}

// checkValue checks a name that stands for a value.
func (p *program) checkValue(e tensorscript.NodeID) {
	switch p.names.Meaning[e] {
	case tensorscript.MeansImport, tensorscript.MeansWeight, tensorscript.MeansNode:
		p.wrong(lang.KindsDiffer, p.tree.Span(e), lang.Say("`%s` is called, and is no value", p.tree.Name(e)))
	case tensorscript.MeansTensor:
		p.wrong(lang.KindsDiffer, p.tree.Span(e), lang.Say("`%s` is a type, and no value", p.tree.Name(e)))
	}
}

// calleeOf finds what a stage or a call stands for, and reports where it cannot be called.
func (p *program) calleeOf(e tensorscript.NodeID) callee {
	t := p.tree
	n := &t.Nodes[e]
	no := func(what string) callee {
		p.wrong(lang.KindsDiffer, t.Span(e), lang.Say("`%s` is %s, and cannot be a stage", p.nameOf(e), what))
		return callee{}
	}
	switch n.Op {
	case tensorscript.OpView:
		if n.Sym != 0 && (p.names.Meaning[e] != tensorscript.MeansImport || p.importOf(e) != "shape.reshape") {
			if p.names.Meaning[e] != tensorscript.MeansNothing {
				return no("no operation that takes sizes")
			}
			return callee{}
		}
		return p.view(e)
	case tensorscript.OpMethod:
		return p.method(e)
	}
	at := p.names.At[e]
	switch p.names.Meaning[e] {
	case tensorscript.MeansImport:
		name := p.importOf(e)
		o := Operations().Operator(name)
		switch {
		case o == nil:
			return callee{}
		case isLayer(name):
			c := no("a class of weights")
			p.Known[len(p.Known)-1].Help = lang.Texts("make a weight of it: `w = " + t.Name(e) + "::new(…);`")
			return c
		}
		var args []tensorscript.NodeID
		for _, a := range p.arguments(e) {
			if !slices.Contains(o.Inputs(), t.Name(a)) {
				args = append(args, a)
			}
		}
		return callee{kind: anOperation, decl: -1, operation: p.read(o, name, e, args), params: o.Inputs()}
	case tensorscript.MeansWeight:
		return p.weight(at)
	case tensorscript.MeansSelf:
		return p.helper(e, p.function(p.def[at], "forward"))
	case tensorscript.MeansNode:
		return no("a node")
	case tensorscript.MeansParam, tensorscript.MeansLet:
		return no("a value")
	case tensorscript.MeansDim, tensorscript.MeansSize:
		return no("a size")
	case tensorscript.MeansTensor:
		return no("a type")
	}
	return callee{}
}

// weight is what a weight stands for.
func (p *program) weight(decl int32) callee {
	root := p.tree.Decls[decl].Root
	if root == tensorscript.NoNode {
		return callee{}
	}
	if p.names.Meaning[root] == tensorscript.MeansNode {
		return callee{kind: aNode, decl: p.names.At[root], params: []string{p.takes(p.names.At[root])}}
	}
	if o := p.weights[decl]; o != nil && !o.bad {
		return callee{kind: anOperation, decl: decl, operation: o, params: o.Inputs()}
	}
	return callee{}
}

// takes is the name of what a node takes.
func (p *program) takes(node int32) string {
	if d := p.def[node]; d >= 0 {
		if f := p.function(d, "forward"); f >= 0 && p.tree.Decls[f].Root != tensorscript.NoNode {
			if params := p.tree.Kids(p.tree.Decls[f].Root)[0]; params != tensorscript.NoNode && len(p.tree.Kids(params)) > 0 {
				return p.tree.Name(p.tree.Kids(params)[0])
			}
		}
	}
	return "x"
}

// helper is a function of the graph.
func (p *program) helper(e tensorscript.NodeID, decl int32) callee {
	if decl < 0 || p.tree.Decls[decl].Root == tensorscript.NoNode {
		return callee{}
	}
	c := callee{kind: aHelper, decl: decl}
	params := p.tree.Kids(p.tree.Decls[decl].Root)[0]
	switch {
	case params != tensorscript.NoNode:
		for _, param := range p.tree.Kids(params) {
			c.params = append(c.params, p.tree.Name(param))
		}
	case p.tree.Syms.Text(p.tree.Decls[decl].Name) == "forward":
		c.params = []string{"x"}
	}
	if len(c.params) == 0 && p.scoped[e] == staged {
		p.wrong(lang.WrongCount, p.tree.Span(e), lang.Say("`%s` takes nothing, and the pipe leads something here", p.nameOf(e)))
		return callee{}
	}
	return c
}

// method is one of self or of a weight.
func (p *program) method(e tensorscript.NodeID) callee {
	t := p.tree
	object := t.Kids(e)[0]
	if t.Nodes[e].Flags&tensorscript.FlagCalled == 0 {
		return callee{} // and that is told
	}
	at := p.names.At[object]
	switch p.names.Meaning[object] {
	case tensorscript.MeansSelf:
		if p.names.Meaning[e] == tensorscript.MeansFunction {
			return p.helper(e, p.names.At[e])
		}
	case tensorscript.MeansWeight:
		c := p.weight(at)
		if t.Name(e) == "forward" || c.kind == nothing {
			return c
		}
		if c.kind == anOperation {
			if o := Operations().Operator(c.operation.name + "." + t.Name(e)); o != nil {
				return callee{kind: anOperation, decl: -1, operation: p.read(o, c.operation.name+"."+t.Name(e), e, p.arguments(e)), params: o.Inputs()}
			}
		}
		p.wrong(lang.UnknownGlobal, t.NameSpan(e), lang.Say("`%s` has no method `%s`", t.Name(object), t.Name(e)))
	case tensorscript.MeansNothing:
	default:
		p.wrong(lang.KindsDiffer, t.Span(e), lang.Say("`%s` has no methods", t.Name(object)))
	}
	return callee{}
}

// view is a view, of which one size at most is left open.
func (p *program) view(e tensorscript.NodeID) callee {
	c := callee{kind: aView, decl: -1, params: []string{"x"}}
	hole := tensorscript.NoNode
	for _, kid := range p.tree.Kids(e) {
		if p.tree.Nodes[kid].Op != tensorscript.OpHole {
			continue
		}
		if hole != tensorscript.NoNode {
			p.wrong(lang.WrongAttribute, p.tree.Span(kid), lang.Text("only one size of a view may be left open"),
				lang.Related{Span: p.tree.Span(hole), Message: lang.Text("this one is left open, too")})
			return c
		}
		hole = kid
	}
	if p.scoped[e] != staged {
		p.wrong(lang.KindsDiffer, p.tree.Span(e), lang.Text("a view is a stage: `x |> view(…)`"))
		return callee{}
	}
	if o := Operations().Operator("prelude.view"); o != nil {
		attrs, _ := o.Attributes(nil)
		c.operation = &operation{Operator: o, name: "view", attrs: attrs, call: e}
	}
	return c
}

// signs are the operations that signs stand for.
var signs = map[string]string{
	"+": "add", "-": "subtract", "*": "multiply", "/": "divide", "!": "not",
	"==": "equal", "!=": "not_equal", "<": "less", "<=": "less_equal", ">": "greater", ">=": "greater_equal",
}
