package k

import (
	"fmt"
	"slices"
	"sort"
	"strings"
	"sync"

	"github.com/patgraph/patgraph/internal/cancel"
	"github.com/patgraph/patgraph/internal/reuse"
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/syntax"
)

// Builtins are the names with a meaning without a definition, in dialect k4; the last one also in k6. A definition of
// the same name replaces them.
var Builtins = []string{
	"true", "false", "null", "FDIV", "PLUS", "TIMES", "DIV", "CONCAT", "toVEC", "GT", "EQ",
	"CONS", "SNOC", "toJSON", "fromJSON", "toDateMsec", "toDateStr", "_log!",
}

// BuiltinTypes are the types of dialect k4 without a structure. They cannot be redefined.
var BuiltinTypes = []string{"int", "string", "bool"}

// builtin reports whether built-in function i exists in the dialect.
func (d Dialect) builtin(i int) bool { return d != K6 || i == len(Builtins)-1 }

// Names maps the names of a tree to their definitions. All definitions share one scope, so tables indexed by symbol
// suffice and nodes need no entries. Symbols that are interned after Resolve are not in the tables.
type Names struct {
	Func    []int32 // by lang.Sym: the index in Tree.Defs, or -1
	Type    []int32 // by lang.Sym: the index in Tree.Types, or -1
	Builtin []int8  // by lang.Sym: the index in Builtins, or -1

	Erroneous     []bool // by index in Tree.Defs: it has an error in its names
	TypeErroneous []bool // by index in Tree.Types

	// UnknownTypes are the type names that are neither built in nor defined. They may be canonical names, which only
	// the types can decide.
	UnknownTypes []NodeID

	// UnknownHashes are the references that have the form of a hash and are not the name of a definition. The hash of a
	// function depends on its type, which is not known here.
	UnknownHashes []NodeID

	target []int32 // by index in Tree.Types: the end of its aliases, or -1; nil in k4
	types  *lang.Speller
}

// A resolver visits all nodes once.
type resolver struct {
	t        *Tree
	n        *Names
	watch    *cancel.Watch
	diags    []lang.Diagnostic // not more than lang.Bounded needs
	reported int               // errors so far, with those that are not kept
	main     lang.Sym
	types    [3]lang.Sym // of BuiltinTypes

	field []int32 // by label: the number of the last field with it, from 1
	last  int32   // the number of the last field before the current bracket

	functions *lang.Speller
}

// Resolve resolves names and checks them without types: they are defined, once, and labels in a bracket differ.
func Resolve(t *Tree) (*Names, []lang.Diagnostic) { return ResolveReuse(t, nil, nil) }

// ResolveReuse is Resolve with the memory of old names, which must not be used any more; or nil. A watch may end it.
func ResolveReuse(t *Tree, old *Names, watch *cancel.Watch) (*Names, []lang.Diagnostic) {
	if old == nil {
		old = &Names{}
	}
	size := t.Syms.Len()
	field := fieldsByLabel.Get().(*[]int32)
	r := &resolver{
		t: t, watch: watch,
		n: &Names{
			Func: filled(old.Func, size), Type: filled(old.Type, size), Builtin: filled(old.Builtin, size),
			Erroneous:     reuse.Zeroed(old.Erroneous, len(t.Defs)),
			TypeErroneous: reuse.Zeroed(old.TypeErroneous, len(t.Types)),
		},
		main:  t.Syms.Lookup(lang.MainName),
		field: reuse.Zeroed(*field, size),
	}
	*old = Names{}
	defer func() {
		*field = r.field
		fieldsByLabel.Put(field)
	}()
	for i, b := range Builtins {
		if s := t.Syms.Lookup(b); s != lang.NoSym && t.Dialect.builtin(i) {
			r.n.Builtin[s] = int8(i)
		}
	}
	for i, b := range BuiltinTypes {
		if r.types[i] = lang.NoSym; t.Dialect != K6 {
			r.types[i] = t.Syms.Lookup(b)
		}
	}
	r.define(t.Defs, r.n.Func, r.n.Erroneous)
	r.define(t.Types, r.n.Type, r.n.TypeErroneous)
	if t.Dialect == K6 {
		r.references()
		r.aliases()
	}
	for i := range t.Defs {
		r.n.Erroneous[i] = r.walk(&t.Defs[i]) || r.n.Erroneous[i]
	}
	for i := range t.Types {
		r.n.TypeErroneous[i] = r.walk(&t.Types[i]) || r.n.TypeErroneous[i]
	}
	slices.Sort(r.n.UnknownTypes)
	lang.Sort(r.diags)
	return r.n, r.diags
}

// fieldsByLabel is memory for comparing the labels of a bracket, which resolvers share in turn.
var fieldsByLabel = sync.Pool{New: func() any { return new([]int32) }}

// filled returns n times -1, in the memory of a slice if it is large enough.
func filled[T int8 | int32](s []T, n int) []T {
	s = reuse.Sized(s, n)
	for i := range s {
		s[i] = -1
	}
	return s
}

// isType reports whether a name is a built-in type.
func (r *resolver) isType(s lang.Sym) bool {
	return s != lang.NoSym && (s == r.types[0] || s == r.types[1] || s == r.types[2])
}

// report adds a diagnostic about a place in a definition.
func (r *resolver) report(code lang.Code, d *Def, at lang.Span, message lang.Phrase, label string) *lang.Diagnostic {
	r.reported++
	return lang.Collect(&r.diags, lang.Diagnostic{
		Code: code, Message: message, Span: at, Label: lang.Text(label), Definition: r.t.NameOf(d),
	})
}

// define enters definitions of functions or of types into their scope. The first of several with one name counts.
func (r *resolver) define(defs []Def, scope []int32, erroneous []bool) {
	for i := range defs {
		d := &defs[i]
		first := scope[d.Name]
		switch {
		case !d.Type && d.Name == r.main && !d.Main:
			r.report(lang.ReservedMain, d, d.NameSpan,
				lang.Text("`"+lang.MainName+"` is the name of the main expression and cannot be defined"),
				"a reserved name").
				Help = lang.Texts("write the expression at the end of the file, without a name and without `;`")
		case d.Type && r.isType(d.Name):
			r.report(lang.ReservedType, d, d.NameSpan,
				lang.Text("`"+r.t.NameOf(d)+"` is built in and cannot be defined"), "a built-in type")
		case first >= 0:
			code := lang.FunctionRedefined
			if d.Type {
				code = lang.TypeRedefined
			}
			r.report(code, d, d.NameSpan,
				lang.Text("`"+lang.Clip(r.t.NameOf(d))+"` is defined a second time"), "this one does not count").
				Related = []lang.Related{{Span: defs[first].NameSpan, Message: lang.Text("the first definition")}}
		default:
			scope[d.Name] = int32(i)
			continue
		}
		erroneous[i] = true
	}
}

// references resolves the name of a type with an at sign like the name without it. A name without a definition may
// still be a canonical name.
func (r *resolver) references() {
	for s := range lang.Sym(len(r.n.Func)) {
		name, ok := strings.CutPrefix(r.t.Syms.Text(s), "@")
		if !ok || name == "" {
			continue
		}
		if base := r.t.Syms.Lookup(name); base != lang.NoSym && int(base) < len(r.n.Func) {
			r.n.Type[s] = r.n.Type[base]
		}
	}
}

// aliases resolves chains of type names to brackets, and reports cycles.
func (r *resolver) aliases() {
	const unseen, onPath, circle = -2, -3, -1
	n := len(r.t.Types)
	target := make([]int32, n)
	for i := range target {
		target[i] = unseen
	}
	var path []int32
	for i := range r.t.Types {
		path = path[:0]
		d := int32(i)
		for target[d] == unseen {
			next := r.n.alias(r.t, d)
			if next < 0 {
				target[d] = d
				break
			}
			target[d] = onPath
			path = append(path, d)
			d = next
		}
		end := target[d]
		if end == onPath {
			r.reportCycle(path[slices.Index(path, d):])
			end = circle
		}
		for _, p := range path {
			target[p] = end
		}
	}
	r.n.target = target
}

// reportCycle reports type definitions that are each an alias of the next one.
func (r *resolver) reportCycle(defs []int32) {
	first := &r.t.Types[defs[0]]
	d := r.report(lang.AliasCycle, first, r.t.Span(first.Root),
		lang.Text("`"+lang.Clip(r.t.NameOf(first))+"` is another name for itself"), "this leads back to it")
	for _, i := range defs[1:min(4, len(defs))] {
		d.Related = append(d.Related,
			lang.Related{Span: r.t.Span(r.t.Types[i].Root), Message: lang.Text("by way of this")})
	}
	for _, i := range defs {
		r.n.TypeErroneous[i] = true
	}
}

// alias returns the type definition that another one is an alias of, or -1 if its body is not the name of one.
func (n *Names) alias(t *Tree, d int32) int32 {
	root := t.Types[d].Root
	if root == NoNode || t.Nodes[root].Op != OpCodeName {
		return -1
	}
	return n.Type[t.Nodes[root].Sym]
}

// Body returns the code that a type definition denotes: its body or, if that is the name of another definition, the
// body of that, and so on. It is NoNode if there is none, or the names form a cycle.
func (n *Names) Body(t *Tree, d int32) NodeID {
	if n.target != nil {
		if d = n.target[d]; d < 0 {
			return NoNode
		}
	}
	return t.Types[d].Root
}

// hashLength is the number of bytes of a hash, which begins with an at sign.
const hashLength = 45

// walk checks the nodes of one definition and reports whether it found an error.
func (r *resolver) walk(d *Def) bool {
	before := r.reported
	for id := d.First; id <= d.Root; id++ {
		r.watch.Nth(int(id))
		n := &r.t.Nodes[id]
		switch n.Op {
		case OpRef:
			if r.n.Func[n.Sym] >= 0 && n.Sym != r.main || r.n.Builtin[n.Sym] >= 0 {
				continue
			}
			if n.Sym == r.main {
				r.report(lang.ReservedMain, d, n.Span(),
					lang.Text("`"+lang.MainName+"` is the name of the main expression and cannot be used"),
					"a reserved name")
				continue
			}
			if text := r.t.Syms.Text(n.Sym); len(text) == hashLength && text[0] == '@' {
				r.n.UnknownHashes = append(r.n.UnknownHashes, id)
				continue
			}
			r.reportUnknown(n, d)
		case OpCodeName:
			switch known := r.n.Type[n.Sym] >= 0; {
			case !known && !r.isType(n.Sym):
				r.n.UnknownTypes = append(r.n.UnknownTypes, id)
			case known && id != d.Root:
				if name, ok := strings.CutPrefix(r.t.Syms.Text(n.Sym), "@"); ok {
					r.reportAt(lang.UnknownType, n, d, name)
				}
			}
		case OpProduct, OpCodeProduct, OpCodeUnion, OpFilterAny, OpFilterProduct, OpFilterUnion:
			r.checkLabels(id, d)
		}
	}
	return r.reported > before
}

// checkLabels reports the labels that occur several times in a bracket, at each place but the first.
func (r *resolver) checkLabels(id NodeID, d *Def) {
	fields := r.t.Fields(id)
	for i := range fields {
		f := &fields[i]
		first := r.field[f.Label] - r.last - 1
		if first < 0 {
			r.field[f.Label] = r.last + int32(i) + 1
			continue
		}
		label := lang.Clip(r.t.Dialect.LabelText(r.t.Syms.Text(f.Label)))
		r.report(lang.DuplicateLabel, d, f.LabelSpan(), lang.Text("the label `"+label+"` is used twice in one bracket"),
			"the second one").
			Related = []lang.Related{{Span: fields[first].LabelSpan(), Message: lang.Text("the first one")}}
	}
	r.last += int32(len(fields))
}

// reportUnknown reports an undefined function.
func (r *resolver) reportUnknown(n *Node, d *Def) {
	if r.functions == nil {
		r.functions = lang.NewSpeller()
		for i := range r.t.Defs {
			r.watch.Steps(8)
			if d := &r.t.Defs[i]; !d.Main && r.n.Func[d.Name] == int32(i) {
				r.functions.Add(r.t.Syms.Text(d.Name))
			}
		}
		for i, b := range Builtins {
			if s := r.t.Syms.Lookup(b); r.t.Dialect.builtin(i) && (s == lang.NoSym || r.n.Func[s] < 0) {
				r.functions.Add(b)
			}
		}
	}
	text := r.t.Syms.Text(n.Sym)
	if name, ok := strings.CutPrefix(text, "@"); ok {
		if base := r.t.Syms.Lookup(name); base != lang.NoSym && int(base) < len(r.n.Func) && r.n.Func[base] >= 0 {
			r.reportAt(lang.UnknownFunction, n, d, name)
			return
		}
	}
	dg := r.report(lang.UnknownFunction, d, n.Span(), lang.Say("`%s` is not defined", lang.Clip(text)),
		"no function has this name")
	if r.n.Type[n.Sym] >= 0 || r.isType(n.Sym) {
		dg.Help = lang.Texts(fmt.Sprintf("there is a type of this name: did you mean `$%s`?", lang.Clip(text)))
		return
	}
	offerNear(dg, r.functions, text)
}

// reportAt reports a name of the program after an at sign, where only a hash is expected.
func (r *resolver) reportAt(code lang.Code, n *Node, d *Def, name string) {
	at := lang.Span{Start: n.Span().Start, End: n.Span().Start + 1}
	r.report(code, d, n.Span(), lang.Say("`@` is followed by the name `%s`: expected a hash", lang.Clip(name)),
		"a name is written without `@`").Fixes = lang.Sure("delete the `@`", at, "")
}

// offerNear offers the names that an unknown one may mean.
func offerNear(dg *lang.Diagnostic, names *lang.Speller, text string) {
	name := strings.TrimPrefix(text, "@")
	at := dg.Span
	at.Start += int32(len(text) - len(name))
	syntax.Offer(dg, at, names.Near(name))
}

// foreignTypes are names of other languages for BuiltinTypes.
var foreignTypes = map[string]string{
	"boolean": "bool", "logical": "bool", "str": "string", "text": "string", "char": "string",
	"number": "int", "num": "int", "integer": "int", "long": "int",
}

// UnknownTypeDiagnostic reports one of the UnknownTypes that is not a canonical name either.
func (n *Names) UnknownTypeDiagnostic(t *Tree, id NodeID) lang.Diagnostic {
	if n.types == nil {
		n.types = lang.NewSpeller()
		for i := range t.Types {
			if d := &t.Types[i]; n.Type[d.Name] == int32(i) {
				n.types.Add(t.Syms.Text(d.Name))
			}
		}
		if t.Dialect != K6 {
			for _, b := range BuiltinTypes {
				n.types.Add(b)
			}
		}
	}
	node := &t.Nodes[id]
	dg := lang.Diagnostic{
		Code:       lang.UnknownType,
		Message:    lang.Say("the type `%s` is not defined", lang.Clip(t.Syms.Text(node.Sym))),
		Span:       node.Span(),
		Label:      lang.Text("no type has this name"),
		Definition: t.definitionOf(id),
	}
	offerNear(&dg, n.types, t.Syms.Text(node.Sym))
	if name := foreignTypes[strings.ToLower(t.Syms.Text(node.Sym))]; name != "" && t.Dialect != K6 && len(dg.Fixes) == 0 {
		syntax.Offer(&dg, dg.Span, []string{name})
	}
	return dg
}

// definitionOf returns the name of the definition that contains a node, with its dollar if it is a type.
func (t *Tree) definitionOf(id NodeID) string {
	for _, defs := range [][]Def{t.Defs, t.Types} {
		i := sort.Search(len(defs), func(i int) bool { return defs[i].First > id }) - 1
		// A bad definition has no nodes and begins where the next one does.
		for ; i >= 0 && defs[i].Root == NoNode && defs[i].First == id; i-- {
		}
		if i >= 0 && defs[i].Root >= id {
			return t.NameOf(&defs[i])
		}
	}
	return ""
}
