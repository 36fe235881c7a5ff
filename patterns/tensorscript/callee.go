package tensorscript

import (
	"slices"
	"strings"
	"sync"

	"github.com/patgraph/patgraph/internal/reuse"
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/tensorscript"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/relation"
)

// A role is the purpose of a node of the tree.
type role uint8

const (
	other  role = iota // without a pattern of its own, such as the parts of a declaration
	valued             // an expression
	staged             // a stage of a pipe
	shaped             // a written tensor
	sized              // a size
	within             // in an argument that is not a tensor, or without a meaning
)

// roles assigns roles to the nodes of declarations.
func (p *front) roles() {
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

// partRoles are the roles of the parts of a node that depend only on its kind; the last role is that of all further
// parts. The parts of other nodes inherit the role.
var partRoles = [tensorscript.OpParam + 1][]role{
	tensorscript.OpTensor: {sized}, tensorscript.OpView: {sized},
	tensorscript.OpHeader: {shaped}, tensorscript.OpParam: {shaped}, tensorscript.OpDef: {other, shaped, valued},
	tensorscript.OpWeight: {other}, tensorscript.OpParams: {other}, tensorscript.OpUse: {other},
	tensorscript.OpImport: {other}, tensorscript.OpCall: {within}, tensorscript.OpMethod: {within},
	tensorscript.OpAssign: {within}, tensorscript.OpWhile: {within},
}

// parts assigns roles to the parts of a node. The part of an argument is within, unless checkExpression has found that
// it is an expression or a size.
func (p *front) parts(id tensorscript.NodeID) {
	kids, op := p.tree.Kids(id), p.tree.Nodes[id].Op
	for i, kid := range kids {
		if kid == tensorscript.NoNode {
			continue
		}
		is, list := p.scoped[id], partRoles[op]
		switch {
		case len(list) > 0:
			is = list[min(i, len(list)-1)]
		case op == tensorscript.OpArg:
			if is = within; p.scoped[kid] == valued || p.scoped[kid] == sized {
				is = p.scoped[kid]
			}
		case op == tensorscript.OpIf && kids[2] == tensorscript.NoNode:
			is = within
		case is == within:
		case op == tensorscript.OpPipe && i > 0:
			is = staged
		case is == staged, op == tensorscript.OpPipe, op == tensorscript.OpIf:
			is = valued
		}
		p.scoped[kid] = is
	}
}

// A callee is the target of a stage or a call.
type callee struct {
	kind      calleeKind
	decl      int32 // the weight, the node or the function
	operation *operation
	params    []string // the names of the inputs
}

type calleeKind uint8

const (
	nothing calleeKind = iota // it has an error that is already reported
	anOperation
	aView
	aNode
	aHelper
)

// check reads aliases, and the arguments of all calls.
func (p *program) check() {
	p.readAliases()
	p.nameArguments()
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
	p.checkCircles()
	for i := range t.Decls {
		d := &t.Decls[i]
		if d.Kind != tensorscript.DeclDef || d.Root == tensorscript.NoNode || p.names.Node[i] < 0 {
			continue
		}
		p.current = p.definitionOf(int32(i))
		// Parents come first: they decide which of their parts are expressions.
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

// definitionOf returns the definition that contains a declaration, or -1.
func (p *front) definitionOf(decl int32) int32 {
	if n := p.names.Node[decl]; n >= 0 {
		return p.def[n]
	}
	return -1
}

// nouns name what a name refers to, by its meaning.
var nouns = [tensorscript.MeansText + 1]string{
	tensorscript.MeansDim: "a size", tensorscript.MeansSize: "a size", tensorscript.MeansTensor: "a tensor",
	tensorscript.MeansNode: "a node", tensorscript.MeansImport: "an operation",
	tensorscript.MeansWeight: "a value", tensorscript.MeansParam: "a value", tensorscript.MeansLet: "a value",
}

// checkSizes checks that names in types refer to sizes or tensors.
func (p *program) checkSizes(d *tensorscript.Decl) {
	for id := range d.Nodes {
		if p.tree.Is(id, tensorscript.OpTensor, tensorscript.OpView) && id != d.Root && p.rankOf(id) > maxRank {
			p.tooMany(id)
		}
		is, what := nouns[p.names.Meaning[id]], "size"
		if p.scoped[id] == shaped {
			what = "tensor"
		}
		switch {
		case p.tree.Nodes[id].Op != tensorscript.OpName || p.scoped[id] != sized && p.scoped[id] != shaped ||
			is == "" || is == "a "+what:
		case is == "a tensor" && p.tree.Is(p.parents[id], tensorscript.OpTensor, tensorscript.OpView): // all its sizes
		default:
			p.wrong(lang.KindsDiffer, p.tree.Span(id), lang.Say("`%s` is %s, not a %s", p.tree.Name(id), is, what))
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
		if o := Operations().Operator(name); o != nil && isLayer(name) {
			p.weights[decl] = p.read(o, name, call, p.arguments(call))
		} else if o != nil {
			text := lang.Say("`%s` is a function, not a class of weights", name)
			p.wrong(lang.KindsDiffer, p.tree.NameSpan(root), text).
				Help = lang.Texts("use it as a stage: `x |> " + p.tree.Name(root) + "`")
		}
	case tensorscript.MeansNode:
		if p.tree.Kids(root)[0] != tensorscript.NoNode { // the signature is checked at the weight
			p.called[root] = &callee{kind: aNode, decl: p.names.At[root]}
		}
		for _, a := range p.arguments(call) {
			text := lang.Say("the node `%s` has no argument `%s`", p.tree.Name(root), p.tree.Name(a))
			p.wrong(lang.WrongCount, p.tree.NameSpan(a), text)
		}
	case tensorscript.MeansNothing:
	default:
		p.wrong(lang.KindsDiffer, p.tree.NameSpan(root), lang.Say("`%s` is not a class of weights", p.tree.Name(root)))
	}
}

// mostRelated bounds the layers that are shown of nodes that contain each other.
const mostRelated = 4

// checkCircles reports nodes that contain themselves, one of each group of nodes that contain each other.
func (p *program) checkCircles() {
	start, classes := []int32{0}, []int32{}
	for d := range p.Defs {
		for _, k := range p.decls[d] {
			if c := p.classOf(k); c >= 0 {
				classes = append(classes, c)
			}
		}
		start = append(start, int32(len(classes)))
	}
	members, first := patterns.Components(start, classes)
	for g, from := range first[:len(first)-1] {
		group := members[from:first[g+1]]
		var dg *lang.Diagnostic
		for _, d := range group {
			for _, k := range p.decls[d] {
				if _, within := slices.BinarySearch(group, p.classOf(k)); !within {
					continue
				}
				root := p.tree.Decls[k].Root
				at, layer := p.tree.NameSpan(root), p.tree.Syms.Text(p.tree.Decls[k].Name)
				switch p.current = d; {
				case dg == nil:
					const says = "`%s` would contain itself: its layer `%s` is `%s`"
					dg = p.wrong(lang.EndlessType, at, lang.Say(says, p.Defs[d].Name, layer, p.tree.Name(root)))
				case len(dg.Related) < mostRelated:
					dg.Relate(at, "the layer `%s` of `%s` is `%s`", layer, p.Defs[d].Name, p.tree.Name(root))
				}
			}
		}
	}
}

// classOf returns the definition that is the class of a weight, or -1.
func (p *front) classOf(decl int32) int32 {
	root := p.root(decl)
	if root == tensorscript.NoNode || !p.tree.Is(root, tensorscript.OpWeight) ||
		p.names.Meaning[root] != tensorscript.MeansNode {
		return -1
	}
	return p.def[p.names.At[root]]
}

// importOf returns the operation that a name refers to.
func (p *front) importOf(id tensorscript.NodeID) string {
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

// known lists the operations that programs may import.
var known = sync.OnceValue(func() tensorscript.Known {
	k := make(tensorscript.Known)
	for _, name := range Operations().OperatorNames() {
		module, of, _ := strings.Cut(name, ".")
		if module != "operator" && module != "prelude" && !strings.Contains(of, ".") {
			k[module] = append(k[module], of)
		}
	}
	return k
})

// hasSignature reports whether a weight has one signature at all its stages: a written one, or that of its first stage.
func (p *program) hasSignature(decl int32) bool {
	o := p.weights[decl]
	return p.tree.Kids(p.tree.Decls[decl].Root)[0] != tensorscript.NoNode ||
		o != nil && p.shared[decl] > 1 && !strings.HasPrefix(o.name, "reg.Dropout")
}

// isWindow reports whether an operation moves a window over a picture.
func (o *operation) isWindow() bool {
	return slices.ContainsFunc(o.Of().Attrs, func(a relation.Attr) bool { return a.Name == "kernel_size" })
}

// arguments returns the arguments of a call. It is simple enough to be inlined: the list needs no allocation.
func (p *front) arguments(id tensorscript.NodeID) (list []tensorscript.NodeID) {
	for _, kid := range p.tree.Kids(id) {
		if kid != tensorscript.NoNode && p.tree.Nodes[kid].Op == tensorscript.OpArg {
			list = append(list, kid)
		}
	}
	return list
}

// argument returns the first argument of a call with a name, or NoNode.
func (p *front) argument(id tensorscript.NodeID, name string) tensorscript.NodeID {
	return p.tree.KidNamed(id, tensorscript.OpArg, name)
}

// given returns the arguments of an operation with some names; none if the operation is nil.
func (p *front) given(o *operation, names []string) (list []tensorscript.NodeID) {
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

// problemCodes are the codes of errors in arguments.
var problemCodes = [...]lang.Code{
	relation.UnknownAttribute: lang.WrongCount, relation.RepeatedAttribute: lang.WrongCount,
	relation.MissingAttribute: lang.WrongCount,
	relation.WrongForm:        lang.KindsDiffer, relation.UnwrittenValue: lang.KindsDiffer,
}

// read checks the attributes of an operation.
func (p *program) read(
	o *relation.Operator, name string, call tensorscript.NodeID, args []tensorscript.NodeID,
) *operation {
	x := &reuse.Carve(&p.operations, 1, 1<<4)[0]
	*x = operation{Operator: o, name: name, call: call}
	given := p.givens[:0]
	for i, a := range args {
		v, name := p.tree.Kids(a)[0], p.tree.Name(a)
		again := slices.ContainsFunc(given, func(g relation.Given) bool { return g.Name == name })
		unknown := p.tree.Is(v, tensorscript.OpName) && p.names.Meaning[v] == tensorscript.MeansNothing
		if unknown && o.Takes(name) && !again {
			x.bad = true // already reported
			continue
		}
		span := p.tree.NameSpan(a)
		g := relation.Given{Name: name, Span: span, NameSpan: span, ValueSpan: p.tree.Span(v)}
		var written bool
		if g.Value, written = p.value(v); !written { // a size with parameters is an argument of the relation
			e := p.entryOf(v)
			g.Value = relation.SizeValue(i, p.File.Text(g.ValueSpan))
			g.Unwritten = e.kind != aParameter && e.kind != aForm
		}
		given = append(given, g)
	}
	p.givens = given
	attrs, problems := o.Attributes(given)
	x.attrs = attrs
	for i := range attrs {
		if a := &attrs[i]; a.Form == relation.SizeForm {
			size := p.tree.Kids(args[a.Num])[0]
			p.scoped[size] = sized
			x.sizes = append(x.sizes, size)
			a.Num = int64(len(x.sizes) - 1)
		}
	}
	for _, pr := range problems {
		x.bad = x.bad || pr.Required
		at, reported := pr.Span, false
		switch pr.Kind {
		case relation.UnwrittenValue, relation.WrongForm:
			at = given[pr.Given].ValueSpan
		case relation.MissingAttribute:
			if at = p.tree.Span(call); p.tree.Nodes[p.parents[call]].Op == tensorscript.OpWeight {
				at = p.tree.Span(p.parents[call])
			}
			// Skip it if an unknown name within is reported: it may be the missing argument.
			reported = slices.ContainsFunc(p.Known, func(dg lang.Diagnostic) bool { return at.Contains(dg.Span) })
		}
		if !reported {
			p.wrong(problemCodes[pr.Kind], at, lang.Say("`%s`: %s", short(name), pr.Message)).Fixes = pr.Fixes()
		}
	}
	return x
}

// short returns the name of an operation without its module.
func short(name string) string {
	_, of, _ := strings.Cut(name, ".")
	return of
}

// callee returns the target of a stage or a call.
func (p *program) callee(e tensorscript.NodeID) callee {
	if e == tensorscript.NoNode || p.called[e] == nil {
		return callee{}
	}
	return *p.called[e]
}

// plain returns the operation with a name, without arguments; nil if there is none.
func plain(name string, call tensorscript.NodeID) *operation {
	o := Operations().Operator(name)
	if o == nil {
		return nil
	}
	attrs, _ := o.Attributes(nil)
	return &operation{Operator: o, attrs: attrs, call: call}
}

// operator returns the operation of an expression with an operator; nil if there is none.
func (p *program) operator(e tensorscript.NodeID) *operation {
	sign := p.tree.Name(e)
	return patterns.Remember(&p.operators, sign, func() *operation {
		return plain("operator."+signs[sign], tensorscript.NoNode)
	})
}

// checkExpression checks the callee of an expression, and finds which of its arguments are expressions.
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
		return
	case tensorscript.OpName:
		if p.scoped[e] != staged {
			p.checkValue(e)
			return
		}
	case tensorscript.OpCall, tensorscript.OpMethod, tensorscript.OpView:
	default:
		if p.scoped[e] == staged {
			p.wrong(lang.KindsDiffer, t.Span(e), lang.Text("this is a value, not a stage"))
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
	if c.kind == anOperation && c.decl >= 0 {
		p.shared[c.decl]++
	}
	if c.kind == anOperation && p.current >= 0 {
		p.stages[p.current]++
	}
	// Named arguments: those that are inputs are expressions.
	var missing []string
	for i, name := range c.params {
		a := p.argument(e, name)
		switch piped := i == 0 && p.scoped[e] == staged; {
		case a != tensorscript.NoNode && piped:
			p.wrong(lang.WrongCount, t.NameSpan(a), lang.Say("the pipe already passes the argument `%s`", name))
		case a != tensorscript.NoNode:
			p.scoped[t.Kids(a)[0]] = valued
		case !piped:
			missing = append(missing, "`"+name+"`")
		}
	}
	if len(missing) > 0 && n.Op != tensorscript.OpView {
		list := strings.Join(missing, " and ")
		p.wrong(lang.WrongCount, t.Span(e), lang.Say("`%s` lacks the argument %s", p.nameOf(e), list))
	}
	if c.kind == aView || c.kind == anOperation && c.decl < 0 {
		return // the others are its sizes or its attributes
	}
	for _, a := range p.arguments(e) {
		if !slices.Contains(c.params, t.Name(a)) {
			p.wrong(lang.WrongCount, t.NameSpan(a), lang.Say("`%s` has no argument `%s`", p.nameOf(e), t.Name(a)))
		}
	}
}

// nameOf returns the name of a stage's callee.
func (p *front) nameOf(e tensorscript.NodeID) string {
	if p.tree.Nodes[e].Op == tensorscript.OpView && p.tree.Nodes[e].Sym == 0 {
		return "view"
	}
	return p.tree.Name(e)
}

// checkValue checks a name that is used as a value.
func (p *program) checkValue(e tensorscript.NodeID) {
	switch p.names.Meaning[e] {
	case tensorscript.MeansImport, tensorscript.MeansWeight, tensorscript.MeansNode:
		p.wrong(lang.KindsDiffer, p.tree.Span(e), lang.Say("`%s` is called; it is not a value", p.tree.Name(e)))
	case tensorscript.MeansTensor:
		p.wrong(lang.KindsDiffer, p.tree.Span(e), lang.Say("`%s` is a type, not a value", p.tree.Name(e)))
	case tensorscript.MeansText:
		p.wrong(lang.KindsDiffer, p.tree.Span(e), lang.Say("`%s` is a text, not a value", p.tree.Name(e)))
	}
}

// calleeOf finds the target of a stage or a call, and reports a target that cannot be called.
func (p *program) calleeOf(e tensorscript.NodeID) callee {
	t := p.tree
	n := &t.Nodes[e]
	no := func(what string, help ...string) callee {
		dg := p.wrong(lang.KindsDiffer, t.Span(e), lang.Say("`%s` is %s and cannot be a stage", p.nameOf(e), what))
		dg.Help = lang.Texts(help...)
		return callee{}
	}
	switch n.Op {
	case tensorscript.OpView:
		switch is := p.names.Meaning[e]; {
		case n.Sym == 0 || is == tensorscript.MeansImport && p.importOf(e) == "shape.reshape":
			return p.view(e)
		case is != tensorscript.MeansNothing:
			return no("no operation that takes sizes")
		}
		return callee{}
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
			return no("a class of weights", "make a weight of it: `w = "+t.Name(e)+"::new(…);`")
		}
		args := slices.DeleteFunc(p.arguments(e), func(a tensorscript.NodeID) bool {
			return slices.Contains(o.Inputs(), t.Name(a))
		})
		return callee{kind: anOperation, decl: -1, operation: p.read(o, name, e, args), params: o.Inputs()}
	case tensorscript.MeansWeight:
		return p.weight(at)
	case tensorscript.MeansSelf:
		return p.helper(e, p.function(p.def[at], "forward"))
	case tensorscript.MeansTensor:
		return no("a type")
	case tensorscript.MeansNode, tensorscript.MeansParam, tensorscript.MeansLet, tensorscript.MeansDim,
		tensorscript.MeansSize:
		return no(nouns[p.names.Meaning[e]])
	}
	return callee{}
}

// weight returns the callee of a weight.
func (p *program) weight(decl int32) callee {
	switch root, o := p.root(decl), p.weights[decl]; {
	case root == tensorscript.NoNode:
	case p.names.Meaning[root] == tensorscript.MeansNode:
		return callee{kind: aNode, decl: p.names.At[root], params: []string{p.takes(p.names.At[root])}}
	case o != nil && !o.bad:
		return callee{kind: anOperation, decl: decl, operation: o, params: o.Inputs()}
	}
	return callee{}
}

// weightOf returns the weight that a stage uses, or that a root declares.
func (p *front) weightOf(e tensorscript.NodeID) int32 {
	switch {
	case p.tree.Is(e, tensorscript.OpWeight):
		return p.declAt[e]
	case p.tree.Is(e, tensorscript.OpMethod):
		e = p.tree.Kids(e)[0]
	}
	return p.names.At[e]
}

// takes returns the name of a node's input.
func (p *front) takes(node int32) string {
	if params := p.parameters(p.function(p.def[node], "forward")); len(params) > 0 {
		return p.tree.Name(params[0])
	}
	return "x"
}

// root returns the root of a declaration, or NoNode for -1.
func (p *front) root(decl int32) tensorscript.NodeID {
	if decl < 0 {
		return tensorscript.NoNode
	}
	return p.tree.Decls[decl].Root
}

func (p *front) parameters(decl int32) []tensorscript.NodeID {
	return p.tree.Kids(p.tree.Kid(p.root(decl), 0))
}

// helper returns a function of the graph as a callee.
func (p *program) helper(e tensorscript.NodeID, decl int32) callee {
	root := p.root(decl)
	if root == tensorscript.NoNode {
		return callee{}
	}
	c := callee{kind: aHelper, decl: decl}
	for _, param := range p.parameters(decl) {
		c.params = append(c.params, p.tree.Name(param))
	}
	if p.tree.Kid(root, 0) == tensorscript.NoNode && p.functionName(root) == "forward" {
		c.params = []string{"x"}
	}
	if len(c.params) == 0 && p.scoped[e] == staged {
		text := lang.Say("`%s` takes no argument, but the pipe passes one", p.nameOf(e))
		p.wrong(lang.WrongCount, p.tree.Span(e), text)
		return callee{}
	}
	return c
}

// method returns a method of self or of a weight as a callee.
func (p *program) method(e tensorscript.NodeID) callee {
	t := p.tree
	object := t.Kids(e)[0]
	if t.Nodes[e].Flags&tensorscript.FlagCalled == 0 {
		return callee{} // already reported
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
				operation := p.read(o, c.operation.name+"."+t.Name(e), e, p.arguments(e))
				return callee{kind: anOperation, decl: -1, operation: operation, params: o.Inputs()}
			}
		}
		p.wrong(lang.UnknownGlobal, t.NameSpan(e), lang.Say("`%s` has no method `%s`", t.Name(object), t.Name(e)))
	case tensorscript.MeansNothing:
	default:
		p.wrong(lang.KindsDiffer, t.Span(e), lang.Say("`%s` has no methods", t.Name(object)))
	}
	return callee{}
}

// view returns a view as a callee; at most one of its sizes may be left open.
func (p *program) view(e tensorscript.NodeID) callee {
	c := callee{kind: aView, decl: -1, params: []string{"x"}}
	holes := slices.DeleteFunc(slices.Clone(p.tree.Kids(e)), func(kid tensorscript.NodeID) bool {
		return p.tree.Nodes[kid].Op != tensorscript.OpHole
	})
	if len(holes) > 1 {
		p.wrong(lang.WrongAttribute, p.tree.Span(holes[1]), lang.Text("only one size of a view may be left open"),
			lang.Related{Span: p.tree.Span(holes[0]), Message: lang.Text("this one is left open, too")})
		return c
	}
	if p.scoped[e] != staged {
		p.wrong(lang.KindsDiffer, p.tree.Span(e), lang.Text("a view is a stage: `x |> view(…)`"))
		return callee{}
	}
	c.operation = plain("prelude.view", e)
	return c
}

// signs maps signs to operations.
var signs = map[string]string{
	"+": "add", "-": "subtract", "*": "multiply", "/": "divide",
	"==": "equal", "!=": "not_equal", "<": "less", "<=": "less_equal", ">": "greater", ">=": "greater_equal",
}
