package tensorscript

import (
	"iter"
	"maps"
	"slices"

	"github.com/patgraph/patgraph/internal/cancel"
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/syntax"
)

// Known are the operations that programs may import, by their modules.
type Known map[string][]string

// A Meaning is the kind of entity that a name denotes. Most have a place of declaration; see Names.At.
type Meaning uint8

const (
	MeansNothing  Meaning = iota // it is unknown, or not a name
	MeansImport                  // an operation; a node: an OpImport
	MeansDim                     // a declaration, like the next ones
	MeansTensor                  //
	MeansNode                    //
	MeansWeight                  //
	MeansFunction                // of a graph
	MeansSelf                    // the node of the graph
	MeansSize                    // a size parameter: an index in Names.Sizes
	MeansParam                   // a node: an OpParam, or the OpDef whose only parameter, `x`, is implicit
	MeansLet                     // a node: an OpLet
	MeansText                    // a text, in quotes or `same`: the value of an argument; it has no place
)

// A Size is a size parameter: a name for a size without a declaration.
type Size struct {
	Name lang.Sym
	Of   int32     // the node that it belongs to, an index in Tree.Decls; -1: a tensor of the top level
	Span lang.Span // its first occurrence
}

// Names has the meanings of the names of a tree.
type Names struct {
	// By NodeID, of names, calls, methods, imports and the classes of weights.
	Meaning []Meaning
	At      []int32 // a NodeID or an index, depending on Meaning

	Sizes     []Size
	Node      []int32 // by index in Tree.Decls: the node of a block, or of the declarations in it; -1: unknown
	Erroneous []bool  // by index in Tree.Decls: it has an error in its names
}

// Resolve resolves names and checks them without types: they are known, declared before they are used, and declared
// once. It also reports syntax that is not supported yet. The innermost scope counts: a function's, then the node's,
// then the global one. `?`, and names that a node's header or a tensor is the first to use, are sizes. If known is nil,
// every operation counts as known. It takes linear time.
func Resolve(t *Tree, known Known) (*Names, []lang.Diagnostic) { return ResolveWatched(t, known, nil) }

// ResolveWatched is Resolve with a watch that may end it.
func ResolveWatched(t *Tree, known Known, watch *cancel.Watch) (*Names, []lang.Diagnostic) {
	r := &resolver{
		t: t, known: known, watch: watch, node: -1,
		n: &Names{
			Meaning: make([]Meaning, len(t.Nodes)), At: make([]int32, len(t.Nodes)),
			Node: make([]int32, len(t.Decls)), Erroneous: make([]bool, len(t.Decls)),
		},
		names: make(map[scoped]binding, len(t.Decls)), sizes: make(map[scoped]binding),
		spellers: make(map[int32]*lang.Speller), reported: make(map[scoped]bool), question: t.Syms.InternString("?"),
		x: t.Syms.InternString("x"), makes: t.Syms.InternString("new"), itself: t.Syms.InternString("self"),
		forward: t.Syms.InternString("forward"), own: t.Syms.InternString("Self"),
	}
	r.In = func() string { return t.NameOf(r.decl) }
	r.survey()
	for i := range t.Decls {
		if t.Decls[i].Of < 0 {
			r.node = -1
			r.declaration(int32(i))
		}
	}
	lang.Sort(r.Diags)
	return r.n, r.Diags
}

// A scoped is a name in the scope of a node; node -1 is the global scope, and functionsOf(node) the functions of its
// graph.
type scoped struct {
	node int32
	name lang.Sym
}

func functionsOf(node int32) int32 { return -2 - node }

// A binding is the meaning of a name, with the place of its declaration; MeansNothing until that is reached.
type binding struct {
	means Meaning
	at    int32
	span  lang.Span
}

// A resolver visits all declarations and their nodes once.
type resolver struct {
	t     *Tree
	n     *Names
	known Known
	watch *cancel.Watch
	decl  *Decl
	node  int32 // the node in scope, or -1

	names  map[scoped]binding // all declarations
	sizes  map[scoped]binding // size parameters so far
	locals syntax.Bindings    // parameters, and variables bound by let
	syntax.Walker[scope]
	syntax.Reporter
	vague    bool                    // an import was unreadable, so the set of known names is uncertain
	reported map[scoped]bool         // names that are already reported as declared too late
	spellers map[int32]*lang.Speller // by scoped.node

	question, x, makes, itself, forward, own lang.Sym
}

// A scope is the state of a visit.
type scope struct {
	bound int  // the mark of the bindings before it
	sizes bool // names are sizes
	first bool // and may be size parameters
}

type visit = syntax.Visit[scope]

// survey collects all declared names.
func (r *resolver) survey() {
	nodes := make(map[lang.Sym]int32)
	for i := range r.t.Decls {
		d := &r.t.Decls[i]
		if first, twice := nodes[d.Name]; d.Kind == DeclNode &&
			!(twice && r.t.Together(r.t.Decls[first].Span, d.Span)) {
			nodes[d.Name] = int32(i)
		}
	}
	for i := range r.t.Decls {
		d := &r.t.Decls[i]
		node := &r.n.Node[i]
		switch *node = -1; {
		case d.Kind == DeclUse:
			r.vague = r.vague || d.Bad
			for _, id := range r.imports(d) {
				r.reserveName(scoped{-1, r.t.Nodes[r.called(id)].Sym}, binding{span: r.t.Span(id)})
			}
		case d.Kind == DeclNode:
			*node = int32(i)
			r.reserveName(scoped{-1, d.Name}, binding{span: d.NameSpan})
		case d.IsBlock():
			if n, ok := nodes[d.Name]; ok {
				*node = n
			}
		case d.Of < 0:
			r.reserveName(scoped{-1, d.Name}, binding{span: d.NameSpan})
		default:
			if *node = r.n.Node[d.Of]; *node < 0 {
				continue
			}
			if d.Kind != DeclDef {
				r.reserveName(scoped{*node, d.Name}, binding{span: d.NameSpan})
			} else if r.reserveName(scoped{functionsOf(*node), d.Name}, binding{MeansFunction, int32(i), d.NameSpan}) {
				r.spell(functionsOf(*node)).Add(r.t.Syms.Text(d.Name))
			}
		}
	}
}

// reserveName records the future meaning of a name, and returns false if the name is taken.
func (r *resolver) reserveName(s scoped, b binding) bool {
	_, twice := r.names[s]
	if !twice {
		r.names[s] = b
	}
	return !twice
}

func (r *resolver) imports(d *Decl) []NodeID {
	if d.Root == NoNode {
		return nil
	}
	return r.t.Kids(d.Root)
}

// called returns the node with the name of an import in the program.
func (r *resolver) called(id NodeID) NodeID {
	if other := r.t.Kids(id)[0]; other != NoNode {
		return other
	}
	return id
}

// declare gives a name its meaning. The first declaration in a part of the file counts.
func (r *resolver) declare(s scoped, b binding, code lang.Code, what string) {
	if first := r.names[s]; first.means != MeansNothing && r.t.Together(first.span, b.span) {
		r.Twice(code, b.span, first.span, what, r.t.Syms.Text(s.name))
		return
	}
	r.names[s] = b
	r.spell(s.node).Add(r.t.Syms.Text(s.name))
}

func (r *resolver) spell(node int32) *lang.Speller {
	if r.spellers[node] == nil {
		r.spellers[node] = lang.NewSpeller()
	}
	return r.spellers[node]
}

// declaration resolves a declaration and those in it.
func (r *resolver) declaration(i int32) {
	r.begin(i)
	defer func(before int) { r.n.Erroneous[i] = r.Reported > before }(r.Reported)
	switch d := r.decl; d.Kind {
	case DeclUse:
		r.use(d)
	case DeclDim, DeclTensor:
		r.alias(i)
	case DeclNode:
		r.declare(scoped{-1, d.Name}, binding{MeansNode, i, d.NameSpan}, lang.FunctionRedefined, "the node")
		r.node = i
		for k := range r.in(i) {
			r.declaration(k)
		}
		r.begin(i)
		r.walk(d.Root, true, true)
	case DeclWeights, DeclGraph:
		if r.node = r.nodeOf(i); r.node < 0 {
			for k := range r.in(i) {
				r.n.Node[k], r.n.Erroneous[k] = -1, true
			}
			return
		}
		r.walk(d.Root, true, false)
		for k := range r.in(i) {
			r.declaration(k)
		}
	case DeclWeight:
		r.walk(d.Root, false, false)
		r.declare(scoped{r.node, d.Name}, binding{MeansWeight, i, d.NameSpan}, lang.DuplicateVariable, "the weight")
	case DeclDef:
		if first := r.names[scoped{functionsOf(r.node), d.Name}]; first.at != i {
			r.Twice(lang.FunctionRedefined, d.NameSpan, first.span, "the function", r.t.Syms.Text(d.Name))
		}
		r.walk(d.Root, false, false)
	}
}

func (r *resolver) begin(i int32) {
	r.decl = &r.t.Decls[i]
	r.watch.Nth(int(i))
}

// in yields the declarations of a block.
func (r *resolver) in(block int32) iter.Seq[int32] {
	return func(yield func(int32) bool) {
		for k := block + 1; int(k) < len(r.t.Decls) && r.t.Decls[k].Of == block && yield(k); k++ {
		}
	}
}

// nodeOf returns the node of weights or a graph, or -1 if it is not declared before them.
func (r *resolver) nodeOf(i int32) int32 {
	node := r.n.Node[i]
	if node >= 0 && r.t.Decls[node].Span.Start <= r.decl.Span.Start {
		return node
	}
	name := r.t.Syms.Text(r.decl.Name)
	d := r.Report(lang.UsedBefore, r.decl.NameSpan, lang.Say("there is no node `%s` before this", lang.Clip(name)),
		"no node has this name here")
	if node >= 0 {
		d.Related = []lang.Related{{Span: r.t.Decls[node].NameSpan, Message: lang.Text("it is declared here")}}
	} else {
		d.Help = r.spell(-1).Help(name)
	}
	r.n.Node[i] = -1
	return -1
}

// alias resolves a declaration of `dim` or `tsr`, and declares its name.
func (r *resolver) alias(i int32) {
	d := r.decl
	means, what := MeansDim, "the size"
	if d.Kind == DeclTensor {
		means, what = MeansTensor, "the tensor"
	}
	r.walk(d.Root, true, d.Kind == DeclTensor)
	r.declare(scoped{r.node, d.Name}, binding{means, i, d.NameSpan}, lang.TypeRedefined, what)
}

// use declares imported operations, known or not.
func (r *resolver) use(d *Decl) {
	if d.Root == NoNode {
		return
	}
	path := r.t.Name(d.Root)
	there, ok := r.known[path]
	if !ok && r.known != nil {
		dg := r.Report(lang.UnknownOperator, r.t.NameSpan(d.Root),
			lang.Say("there is no module `%s` of operations", lang.Clip(path)), "unknown")
		dg.Help = lang.DidYouMean(lang.Nearest(path, maps.Keys(r.known), 1))
	}
	for _, id := range r.t.Kids(d.Root) {
		if name := r.t.Name(id); r.known == nil || slices.Contains(there, name) {
			r.n.Meaning[id] = MeansImport
		} else if ok {
			dg := r.Report(lang.UnknownOperator, r.t.NameSpan(id),
				lang.Say("`%s` has no operation `%s`", path, lang.Clip(name)), "unknown")
			dg.Help = r.elsewhere(name, path)
		}
		name := &r.t.Nodes[r.called(id)]
		r.declare(scoped{-1, name.Sym}, binding{MeansImport, int32(id), name.Span()}, lang.DuplicateVariable,
			"the operation")
	}
}

// elsewhere returns the hint for an operation that a module does not have.
func (r *resolver) elsewhere(name, path string) []lang.Phrase {
	for _, other := range slices.Sorted(maps.Keys(r.known)) {
		if slices.Contains(r.known[other], name) {
			return lang.Texts("`" + other + "` has it: `use " + other + "::" + name + ";`")
		}
	}
	return lang.DidYouMean(lang.Nearest(name, slices.Values(r.known[path]), 1))
}

// walk resolves the names of a node and all its parts.
func (r *resolver) walk(root NodeID, sizes, first bool) {
	if root == NoNode {
		return
	}
	r.Walk(&r.t.Tree, root, scope{sizes: sizes, first: first}, r.enter, func(v *visit, n *Node, _ []NodeID, i int) scope {
		of := v.State
		switch n.Op {
		case OpView, OpTensor, OpHeader, OpParam:
			of.sizes = true
		case OpDef:
			of.sizes = i == 1
		}
		return of
	}, r.leave)
	r.locals.Close(0)
}

// enter handles a node before its parts, and returns false if they are not visited.
func (r *resolver) enter(v *visit, n *Node) bool {
	r.watch.Nth(int(v.ID))
	v.State.bound = r.locals.Mark()
	meaningless := func(what string) bool {
		r.Report(lang.NoMeaning, n.Span(), lang.Say("%s is not supported yet", what), "not checked")
		return false
	}
	switch n.Op {
	case OpName:
		r.name(v, n)
	case OpCall:
		if up := r.Up(); up != NoNode && r.t.Nodes[up].Op == OpWeight {
			r.constructor(up, v.ID)
		} else {
			r.refer(v.ID, lang.UnknownOperator)
		}
	case OpView, OpWeight:
		if n.Sym != lang.NoSym {
			r.refer(v.ID, lang.UnknownOperator)
		}
	case OpMethod:
		if n.Flags&FlagCalled == 0 && r.t.Nodes[r.t.Kids(v.ID)[0]].Sym != r.itself {
			return meaningless("a field")
		}
	case OpAssign:
		return meaningless("an assignment")
	case OpWhile:
		return meaningless("a loop")
	case OpIf:
		if r.t.Kids(v.ID)[2] == NoNode {
			return meaningless("an `if` without `else`")
		}
	case OpDef:
		if kids := r.t.Kids(v.ID); r.decl.Name == r.forward && (kids[0] == NoNode || len(r.t.Kids(kids[0])) == 0) {
			r.locals.Bind(r.x, v.ID)
		}
	}
	return true
}

// leave handles a node after its parts: its bindings, and the end of a scope.
func (r *resolver) leave(v *visit, n *Node, _ []NodeID) {
	switch n.Op {
	case OpBlock, OpDef:
		r.locals.Close(v.State.bound)
	case OpLet:
		r.locals.Bind(n.Sym, v.ID)
	case OpParam:
		if first := r.locals.Of(n.Sym); first != NoNode {
			r.Twice(lang.DuplicateVariable, r.t.NameSpan(v.ID), r.t.NameSpan(first), "the parameter",
				r.t.Syms.Text(n.Sym))
			return
		}
		r.locals.Bind(n.Sym, v.ID)
	case OpMethod:
		if r.n.Meaning[r.t.Kids(v.ID)[0]] == MeansSelf {
			r.ofSelf(v.ID, n)
		}
	}
}

// ofSelf resolves a name after `self.`.
func (r *resolver) ofSelf(id NodeID, n *Node) {
	name, called, at := lang.Clip(r.t.Name(id)), n.Flags&FlagCalled != 0, r.t.NameSpan(id)
	kinds := map[Meaning]string{MeansWeight: "a weight", MeansImport: "an operation"}
	switch kind := kinds[r.ofNode(n.Sym).means]; {
	case r.function(id, r.node, n.Sym) && called:
	case r.n.Meaning[id] == MeansFunction:
		r.Report(lang.UnknownGlobal, at, lang.Say("`%s` is a function, which is called with parentheses", name),
			"`()` is missing")
	case kind != "":
		r.Report(lang.UnknownGlobal, at, lang.Say("`%s` is %s, which is used without `self.`", name, kind),
			"not a function of the graph")
	default:
		r.Report(lang.UnknownGlobal, at, lang.Say("the graph of `%s` has no function `%s`",
			r.t.Syms.Text(r.t.Decls[r.node].Name), name), "unknown").
			Help = r.spell(functionsOf(r.node)).Help(r.t.Name(id))
	}
}

// function resolves a name to a function of a graph, and reports whether there is one.
func (r *resolver) function(id NodeID, of int32, name lang.Sym) bool {
	b, ok := r.names[scoped{functionsOf(of), name}]
	if ok {
		r.means(id, b)
	}
	return ok
}

func (r *resolver) means(id NodeID, b binding) { r.n.Meaning[id], r.n.At[id] = b.means, b.at }

// constructor checks that a class has the constructor of a weight.
func (r *resolver) constructor(weight, call NodeID) {
	name := r.t.Nodes[call].Sym
	if name == r.makes || r.n.Meaning[weight] == MeansNothing {
		return
	}
	if r.n.Meaning[weight] == MeansNode && r.function(call, r.n.At[weight], name) {
		return
	}
	dg := r.Report(lang.UnknownConstructor, r.t.NameSpan(call),
		lang.Say("`%s` has no constructor `%s`", lang.Clip(r.t.Name(weight)),
			lang.Clip(r.t.Syms.Text(name))), "unknown")
	dg.Fixes = lang.Perhaps(lang.Sure("write `new`", dg.Span, "new"))
}

// name resolves a name without arguments.
func (r *resolver) name(v *visit, n *Node) {
	if n.Sym == r.itself || n.Sym == r.own && v.State.sizes && r.node >= 0 {
		if r.node >= 0 {
			r.means(v.ID, binding{means: MeansSelf, at: r.node})
		}
		return
	}
	up := r.Up()
	if up != NoNode && r.t.Nodes[up].Op == OpImport {
		return
	}
	if !v.State.sizes {
		text := r.t.Syms.Text(n.Sym)
		if text[0] == '"' || text == "same" && r.t.Is(up, OpArg) && r.find(n.Sym).means == MeansNothing {
			r.n.Meaning[v.ID] = MeansText
			return
		}
		r.refer(v.ID, lang.UnknownLocal)
		return
	}
	whole := r.decl.Kind == DeclTensor // the name of a tensor, not of a size
	if up != NoNode {
		op := r.t.Nodes[up].Op
		whole = op == OpHeader || op == OpParam || op == OpDef
	}
	b := r.ofNode(n.Sym) // not of a value
	if b.means == MeansNothing && !whole && (n.Sym == r.question || v.State.first) && !r.late(n.Sym, n.Span()) {
		b = r.parameter(n.Sym, n.Span())
	}
	switch {
	case b.means != MeansNothing:
		r.means(v.ID, b)
	case r.late(n.Sym, n.Span()) || r.node >= 0 && r.t.Decls[r.node].Bad:
	default:
		what := "size"
		if whole {
			what = "tensor"
		}
		r.unknown(lang.UnknownType, n.Span(), what, n.Sym)
	}
}

// parameter makes a name a size parameter of the node.
func (r *resolver) parameter(name lang.Sym, at lang.Span) binding {
	b := binding{MeansSize, int32(len(r.n.Sizes)), at}
	r.n.Sizes = append(r.n.Sizes, Size{name, r.node, at})
	r.sizes[scoped{r.node, name}] = b
	r.spell(r.node).Add(r.t.Syms.Text(name))
	return b
}

// find returns the meaning of a name of a value, from the innermost scope on.
func (r *resolver) find(name lang.Sym) binding {
	id := r.locals.Of(name)
	switch {
	case id == NoNode:
		return r.ofNode(name)
	case r.t.Nodes[id].Op == OpLet:
		return binding{means: MeansLet, at: int32(id)}
	}
	return binding{means: MeansParam, at: int32(id)}
}

// ofNode returns the meaning of a name outside of functions. Size parameters of tensors on the top level are not
// visible in nodes.
func (r *resolver) ofNode(name lang.Sym) binding {
	b := r.names[scoped{r.node, name}]
	if b.means == MeansNothing {
		b = r.sizes[scoped{r.node, name}]
	}
	if b.means == MeansNothing {
		b = r.names[scoped{-1, name}]
	}
	return b
}

// late reports a use before the declaration, once for each name.
func (r *resolver) late(name lang.Sym, at lang.Span) bool {
	for _, s := range [2]scoped{{r.node, name}, {-1, name}} {
		if to := r.names[s].span; to.Start > at.Start {
			if !r.reported[scoped{r.node, name}] {
				r.reported[scoped{r.node, name}] = true
				r.Report(lang.UsedBefore, at,
					lang.Say("`%s` is used before it is declared", lang.Clip(r.t.Syms.Text(name))), "not yet declared").
					Related = []lang.Related{{Span: to, Message: lang.Text("it is declared here")}}
			}
			return true
		}
	}
	return false
}

// refer resolves a name of a value, an operation or a class.
func (r *resolver) refer(id NodeID, code lang.Code) {
	name, at := r.t.Nodes[id].Sym, r.t.NameSpan(id)
	if b := r.find(name); b.means != MeansNothing {
		if r.means(id, b); b.means == MeansImport && r.n.Meaning[b.at] == MeansNothing {
			r.n.Meaning[id] = MeansNothing // it is unknown, which is already reported
		}
		return
	}
	if !r.vague && !r.late(name, at) {
		what := "name"
		if code == lang.UnknownOperator {
			what = "operation"
		}
		r.unknown(code, at, what, name)
	}
}

func (r *resolver) unknown(code lang.Code, at lang.Span, what string, name lang.Sym) {
	text := r.t.Syms.Text(name)
	if b := r.names[scoped{functionsOf(r.node), name}]; code != lang.UnknownType && b.means == MeansFunction {
		r.Report(code, at, lang.Say("`%s` is a function of the graph, which is called as `self.%s(…)`", lang.Clip(text),
			lang.Clip(text)), "`self.` is missing")
		return
	}
	d := r.Report(code, at, lang.Say("there is no %s `%s`", what, lang.Clip(text)), "unknown")
	for _, node := range []int32{r.node, -1} {
		if near := r.spell(node).Near(text); len(near) > 0 && d.Fixes == nil {
			d.Help = r.spell(node).Help(text)
			syntax.Offer(d, at, near[:1])
		}
	}
	if code == lang.UnknownType || d.Fixes != nil {
		return
	}
	for _, module := range slices.Sorted(maps.Keys(r.known)) {
		if slices.Contains(r.known[module], text) {
			d.Message, d.Label = lang.Say("the %s `%s` is not imported", what, lang.Clip(text)), lang.Text("not imported")
			d.Help = lang.Texts("import it: `use " + module + "::" + text + ";`")
		}
	}
}
