package relay

import (
	"slices"
	"strings"

	"github.com/patgraph/patgraph/internal/cancel"
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/syntax"
)

// Known are names with a meaning without a declaration.
type Known struct {
	Operators, Relations map[string]bool
	Prelude              map[string]bool // globals, types and constructors that the Prelude declares
}

// operator reports whether an operator is known: by its name, or by `module.*` for all operators of a module.
func (k *Known) operator(name string) bool {
	i := strings.LastIndexByte(name, '.')
	return k.Operators[name] || i > 0 && k.Operators[name[:i]+".*"]
}

// A Meaning is the kind of entity that a name denotes. Most have a place where they are bound; see Names.At.
type Meaning uint8

const (
	MeansNothing     Meaning = iota // it is unknown, or not a name
	MeansVariable                   // a node: an OpVar, or the OpBind of a graph variable
	MeansGlobal                     // a declaration
	MeansConstructor                // a node: an OpCon
	MeansOperator                   // a declaration; -1: one of Known
	MeansType                       // a declaration
	MeansParam                      // a node: an OpTyParam
	MeansDtype                      // an element type, or a tensor without axes of it
	MeansRelation                   // a declaration, of the first clause; -1: one of Known
)

// Names has the meanings of the names of a tree.
type Names struct {
	Meaning []Meaning // by NodeID
	At      []int32   // by NodeID: a NodeID or an index in Tree.Decls, depending on Meaning

	// By lang.Sym, or -1. For a name that a library and the main file declare it is the main file's, although the
	// library refers to its own. Symbols that are interned after Resolve has begun are not in the tables.
	Globals, Operators, Types, Relations []int32 // indices in Tree.Decls
	Constructors                         []NodeID

	Erroneous []bool // by index in Tree.Decls: it has an error in its names
}

// Resolve resolves names and checks them without types: they are known, and nothing is declared twice. Locals have
// lexical scopes; a function bound by let is in scope in its own body; a graph variable is in scope from its binding to
// the end of its definition. Constructors, types and globals may be used before they are declared. If known is nil,
// every operator and relation counts as known. It takes linear time.
func Resolve(t *Tree, known *Known) (*Names, []lang.Diagnostic) {
	return ResolveWatched(t, known, nil)
}

// ResolveWatched is Resolve with a watch that may end it.
func ResolveWatched(t *Tree, known *Known, watch *cancel.Watch) (*Names, []lang.Diagnostic) {
	size := t.Syms.Len()
	r := &resolver{
		t: t, known: known, watch: watch,
		n: &Names{
			Meaning: make([]Meaning, len(t.Nodes)), At: make([]int32, len(t.Nodes)),
			Globals: unbound[int32](size), Operators: unbound[int32](size), Types: unbound[int32](size),
			Relations:    unbound[int32](size),
			Constructors: unbound[NodeID](size), Erroneous: make([]bool, len(t.Decls)),
		},
	}
	r.In = func() string { return t.NameOf(r.decl) }
	for i := range t.Decls {
		r.declare(int32(i))
		if d := &t.Decls[i]; d.Bad && (d.Kind == DeclType || d.Kind == DeclExpr) {
			r.unread = append(r.unread, d.Span)
		}
	}
	r.unread = append(r.unread, t.Unread...)
	for i := range t.Decls {
		before := r.Reported
		r.decl, r.unsure = &t.Decls[i], false
		if r.decl.Root != NoNode {
			r.walk(r.decl.Root)
		}
		r.n.Erroneous[i] = r.n.Erroneous[i] || r.Reported > before || r.unsure
	}
	lang.Sort(r.Diags)
	return r.n, r.Diags
}

func unbound[T ~int32](n int) []T {
	s := make([]T, n)
	for i := range s {
		s[i] = -1
	}
	return s
}

// A resolver visits all nodes once.
type resolver struct {
	t     *Tree
	n     *Names
	known *Known
	watch *cancel.Watch
	decl  *Decl

	locals syntax.Bindings // variables, whose names begin with %, and type parameters
	graphs syntax.Bindings // of the definition
	bare   map[NodeID]int  // patterns without their sign: the number of the diagnostic
	syntax.Walker[scope]
	syntax.Reporter

	hidden map[hiding][]int32 // declarations of a library that later files redeclare

	globals, names, constructors, types, relations *lang.Speller
	lastParts                                      map[string]string    // operators by their last component
	hints                                          int                  // number of comparisons with names in scope
	unread                                         []lang.Span          // texts that may declare names
	lowered                                        int                  // number of operators of compiled programs
	unbound                                        map[unboundName]bool // reported names
	unsure                                         bool                 // a name in it may be declared in unreadable text
}

// hiding is a name with the table of its kind.
type hiding struct {
	table *int32 // of Names; nil: constructors
	sym   lang.Sym
}

// hide records a declaration that a later part of the file redeclares.
func (r *resolver) hide(table *int32, sym lang.Sym, at int32) {
	if r.hidden == nil {
		r.hidden = make(map[hiding][]int32)
	}
	r.hidden[hiding{table, sym}] = append(r.hidden[hiding{table, sym}], at)
}

// at returns what a name of a table denotes in the current declaration: a declaration of the same part of the file has
// precedence. It is -1 for unknown names.
func (r *resolver) at(table []int32, sym lang.Sym) int32 {
	return r.nearest(&table[0], sym, table[sym], func(i int32) lang.Span { return r.t.Decls[i].Span })
}

// constructor is at for constructors.
func (r *resolver) constructor(sym lang.Sym) NodeID {
	return NodeID(r.nearest(nil, sym, int32(r.n.Constructors[sym]), func(con int32) lang.Span {
		return r.t.Span(NodeID(con))
	}))
}

func (r *resolver) nearest(table *int32, sym lang.Sym, at int32, span func(int32) lang.Span) int32 {
	if hidden := r.hidden[hiding{table, sym}]; len(hidden) > 0 && !r.t.Together(span(at), r.decl.Span) {
		for _, i := range hidden {
			if r.t.Together(span(i), r.decl.Span) {
				return i
			}
		}
	}
	return at
}

type visit = syntax.Visit[scope]

// A scope is the state of a visit.
type scope struct {
	bound int    // the mark of the bindings before it
	group NodeID // in parameters and patterns, their first node: later binders belong to the same group
	quiet bool   // in the value of an attribute, where any bare name is allowed
	let   bool   // a variable that its let binds
}

// declare enters a declaration into the table of its kind. Declarations of the main file replace those of libraries.
func (r *resolver) declare(i int32) {
	d := &r.t.Decls[i]
	r.decl = d
	table, code, what := r.n.Globals, lang.FunctionRedefined, "the global"
	switch d.Kind {
	case DeclType, DeclExtern:
		table, code, what = r.n.Types, lang.TypeRedefined, "the type"
		if d.Root != NoNode {
			r.constructorsOf(d)
		}
	case DeclOperator:
		table, what = r.n.Operators, "the operator"
	case DeclRelation:
		table = r.n.Relations
	case DeclExpr, DeclTypeOnly:
		return
	}
	first := table[d.Name]
	switch {
	case first < 0 || !r.t.Together(r.t.Decls[first].Span, d.Span):
		if first >= 0 {
			r.hide(&table[0], d.Name, first)
		}
		table[d.Name] = i
	case d.Kind != DeclRelation:
		r.Twice(code, d.NameSpan, r.t.Decls[first].NameSpan, what, r.t.NameOf(d))
		r.n.Erroneous[i] = true
	}
}

func (r *resolver) constructorsOf(d *Decl) {
	for _, con := range r.t.Kids(d.Root)[1:] {
		n := &r.t.Nodes[con]
		first := r.n.Constructors[n.Sym]
		if first >= 0 && r.t.Together(r.t.Span(first), n.Span()) {
			r.Twice(lang.DuplicateLabel, r.t.NameSpan(con), r.t.NameSpan(first), "the constructor",
				r.t.Syms.Text(n.Sym))
			continue
		}
		if first >= 0 {
			r.hide(nil, n.Sym, int32(first))
		}
		r.n.Constructors[n.Sym] = con
	}
}

// means sets the meaning of a name.
func (r *resolver) means(id NodeID, m Meaning, at int32) {
	r.n.Meaning[id], r.n.At[id] = m, at
}

// walk resolves all names of a declaration, in the order of the source.
func (r *resolver) walk(root NodeID) {
	r.graphs.Close(0)
	r.Walk(&r.t.Tree, root, scope{group: NoNode}, r.enter, r.part, r.leave)
	r.locals.Close(0)
}

func (r *resolver) enter(v *visit, n *Node) bool {
	r.watch.Nth(int(v.ID))
	v.State.bound = r.locals.Mark()
	r.name(v, n)
	return true
}

// part returns the initial scope of a part of a node.
func (r *resolver) part(v *visit, n *Node, kids []NodeID, i int) scope {
	of := scope{group: v.State.group, quiet: v.State.quiet}
	switch n.Op {
	case OpParams, OpTyParams:
		if i == 0 {
			v.State.group = r.t.FirstOf(v.ID)
			of.group = v.State.group
		}
	case OpClause:
		of.group = NoNode
		if i == 0 {
			of.group = r.t.FirstOf(kids[i])
		}
	case OpLet:
		of.let = i == 0
		if i == 1 && r.t.Nodes[kids[i]].Op == OpFn {
			r.locals.Bind(r.t.Nodes[kids[0]].Sym, kids[0])
		}
	case OpAttr, OpList, OpTuple:
		of.quiet = of.quiet || n.Op == OpAttr
	default:
		of.quiet = false
	}
	return of
}

// leave ends a node: a scope, or a binder.
func (r *resolver) leave(v *visit, n *Node, _ []NodeID) {
	switch n.Op {
	case OpFn, OpFnType, OpData, OpBlock, OpClause:
		r.locals.Close(v.State.bound)
	case OpLet:
		if kids := r.t.Kids(v.ID); r.t.Nodes[kids[1]].Op != OpFn {
			r.locals.Bind(r.t.Nodes[kids[0]].Sym, kids[0])
		}
	case OpVar, OpTyParam:
		if v.State.let {
			return
		}
		what := "the variable"
		if n.Op == OpTyParam {
			what = "the type parameter"
		}
		if old := r.locals.Of(n.Sym); v.State.group != NoNode && old >= v.State.group && old < v.ID {
			r.twice(v.ID, old, what)
		}
		r.locals.Bind(n.Sym, v.ID)
	case OpBind:
		if old := r.graphs.Of(n.Sym); old != NoNode {
			r.twice(v.ID, old, "the graph variable")
			return
		}
		r.graphs.Bind(n.Sym, v.ID)
	}
}

func (r *resolver) twice(id, first NodeID, what string) {
	r.Twice(lang.DuplicateVariable, r.t.NameSpan(id), r.t.NameSpan(first), what, r.t.Name(id))
}

// name resolves the name of a node, if it has one.
func (r *resolver) name(v *visit, n *Node) {
	id := v.ID
	switch n.Op {
	case OpLocal, OpGraph:
		bindings := &r.locals
		if n.Op == OpGraph {
			bindings = &r.graphs
		}
		if at := bindings.Of(n.Sym); at != NoNode {
			r.means(id, MeansVariable, int32(at))
		} else {
			r.unknownLocal(n)
		}
	case OpGlobal:
		if at := r.at(r.n.Globals, n.Sym); at >= 0 {
			r.means(id, MeansGlobal, at)
		} else {
			r.unknownGlobal(n)
		}
	case OpName:
		r.bareName(id, n, v.State.quiet)
	case OpConPat:
		if at := r.constructor(n.Sym); at != NoNode {
			r.means(id, MeansConstructor, int32(at))
		} else {
			r.unknownPattern(id, n, v.State.group)
		}
	case OpTypeName, OpTypeCall:
		text := r.t.Syms.Text(n.Sym)
		switch {
		case r.locals.Of(n.Sym) != NoNode:
			r.means(id, MeansParam, int32(r.locals.Of(n.Sym)))
		case r.n.Types[n.Sym] >= 0:
			r.means(id, MeansType, r.at(r.n.Types, n.Sym))
		case IsDtype(text):
			r.means(id, MeansDtype, 0)
		default:
			r.unknownType(id, n, text)
		}
	case OpKind:
		if text := r.t.Syms.Text(n.Sym); !slices.Contains(Kinds, text) {
			r.Report(lang.UnknownType, n.Span(), lang.Say("there is no kind `%s`", lang.Clip(text)),
				"no kind has this name").
				Help = lang.Texts("the kinds are `Type`, `BaseType`, `Shape` and `ShapeVar`")
		}
	case OpRel:
		text := r.t.Syms.Text(n.Sym)
		switch {
		case r.n.Relations[n.Sym] >= 0:
			r.means(id, MeansRelation, r.at(r.n.Relations, n.Sym))
		case r.known == nil || r.known.Relations[text]:
			r.means(id, MeansRelation, -1)
		default:
			r.unknownRelation(id, text)
		}
	case OpCall:
		r.attributes(r.t.Kids(id)[2:])
	case OpParams:
		r.attributes(r.t.Kids(id))
	}
}

// attributes reports duplicate attributes of a call or a function.
func (r *resolver) attributes(list []NodeID) {
	var seen map[lang.Sym]NodeID
	for _, kid := range list {
		n := &r.t.Nodes[kid]
		if n.Op != OpAttr {
			continue
		}
		if seen == nil {
			seen = make(map[lang.Sym]NodeID)
		}
		if first, ok := seen[n.Sym]; ok {
			r.twice(kid, first, "the attribute")
			continue
		}
		seen[n.Sym] = kid
	}
}

// bareName resolves a name without a sign: a constructor or an operator.
func (r *resolver) bareName(id NodeID, n *Node, quiet bool) {
	text := r.t.Syms.Text(n.Sym)
	switch {
	case r.n.Constructors[n.Sym] != NoNode:
		r.means(id, MeansConstructor, int32(r.constructor(n.Sym)))
	case r.n.Operators[n.Sym] >= 0:
		r.means(id, MeansOperator, r.at(r.n.Operators, n.Sym))
	case r.known != nil && r.known.operator(text):
		r.means(id, MeansOperator, -1)
	case !quiet:
		r.unknownName(id, n, text)
	}
}

// Kinds are the kinds of type parameters.
var Kinds = []string{"Type", "BaseType", "Shape", "ShapeVar"}

// Dtypes are the element types without numbers of lanes after them, as in int8x4. Some are other names for one type:
// see DtypeOf.
var Dtypes = []string{
	"int1", "int4", "int8", "int16", "int32", "int64", "int",
	"uint1", "uint4", "uint8", "uint16", "uint32", "uint64", "uint",
	"float16", "float32", "float64", "float", "bfloat16", "bool",
}

// dtypeNames are the other names of element types: a number without a width has 32 bits.
var dtypeNames = map[string]string{"uint1": "bool", "int": "int32", "uint": "uint32", "float": "float32"}

// DtypeOf returns the canonical name of an element type.
func DtypeOf(name string) string {
	base, lanes, several := strings.Cut(name, "x")
	if same, ok := dtypeNames[base]; ok {
		base = same
	}
	if !several || lanes == "1" {
		return strings.Clone(base)
	}
	return base + "x" + lanes
}

// IsDtype reports whether a name is an element type.
func IsDtype(name string) bool {
	if base, lanes, ok := strings.Cut(name, "x"); ok {
		return lanes != "" && lanes[0] != '0' && len(lanes) < 5 && strings.Trim(lanes, "0123456789") == "" &&
			slices.Contains(Dtypes, base)
	}
	return slices.Contains(Dtypes, name)
}
