package k

import (
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/k"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/mend"
	"github.com/patgraph/patgraph/patterns/tell"
)

// A mending is what mending asks of k. Its edits are in edits.go.
type mending struct{ *program }

// mendProgram is the program as mending sees it.
func (a *program) mendProgram() *mend.Program {
	p := &mend.Program{
		Program: a.Program, Language: mending{a}, Size: len(a.tree.Nodes),
		Misnamed: a.names.Erroneous, Entangled: len(a.names.UnknownTypes) > 0,
		Memory: a, Errors: a.Solver.Breached(),
	}
	for i := range a.diagnostics {
		switch d := &a.diagnostics[i]; {
		case d.Code >= lang.ShapeClash && d.Code < lang.EmptyType:
		case d.Severity == lang.Error:
			p.Errors++
		default:
			p.Warnings++
		}
	}
	return p
}

// Rederive derives a changed text with the options of this program.
func (a mending) Rederive(text *lang.File, at func(int32) int32, memory mend.Memory) *mend.Program {
	options := a.options
	options.Reuse, options.tried = memoryOf(memory), true
	if a.LeftOut != nil {
		options.leaveOut = func(b *program) tell.Holes {
			return a.HolesMoved(b.Program, int32(len(b.tree.Nodes)), at)
		}
	}
	tree, ds := k.ParseReuse(text, a.tree.Dialect, options.Reuse.lastTree(), a.watch)
	return derived(tree, ds, options).mendProgram()
}

// styles are by dialect.
var styles = map[k.Dialect]*mend.Style{
	k.K4: {Kinds: editKinds, Word: "?!", Type: "$", Field: ".", Signs: "./|", Identity: "()", Inject: "{() ", Injected: "}", Wrapped: true, Hole: "null", LeastFields: 2}, // one field is a variant
	k.K6: {Kinds: editKinds, Word: "?!", Type: "$", Field: ".", Tag: "/", Signs: "./|", Identity: "()", Inject: "|", Hole: "<>", LeastFields: 1},
}

func (a mending) Style() *mend.Style { return styles[a.tree.Dialect] }

// Builtins lists the built-in functions whose names no definition has.
func (a mending) Builtins() []mend.Builtin {
	if a.tree.Dialect == k.K6 {
		return nil // it has none of these
	}
	var list []mend.Builtin
	for i, name := range k.Builtins {
		if sym := a.tree.Syms.Lookup(name); sym == lang.NoSym || int(sym) >= len(a.names.Func) || a.names.Func[sym] < 0 {
			list = append(list, mend.Builtin{
				Name: name, Scheme: a.builtinScheme(int8(i)),
				Anything: anyInput[name], Unasked: name == "toJSON",
			})
		}
	}
	return list
}

// anyInput are the built-in functions that take anything and look at it.
var anyInput = map[string]bool{"toJSON": true, "toDateMsec": true, "toDateStr": true}

func (a mending) TypeDefinitions() int { return len(a.tree.Types) }

func (a mending) TypeDefinition(t int32) tell.Definition {
	x := &a.tree.Types[t]
	return tell.Definition{
		Name: a.tree.Syms.Text(x.Name), Span: x.Span, NameSpan: x.NameSpan,
		First: int32(x.First), Root: int32(x.Root), Bad: x.Bad,
	}
}

func (a mending) TypeNamed(site int32) int32 {
	if n := &a.tree.Nodes[site]; n.Op == k.OpCodeName {
		return a.names.Type[n.Sym]
	}
	return -1
}

func (a mending) TypeAt(site int32) patterns.Type { return a.typeOf(k.NodeID(site)) }

// TypeSite is the first bracket of the program that is the code of a type, or -1.
func (a mending) TypeSite(t patterns.Type) int32 {
	if a.codeSite == nil {
		a.codeSite = make(map[patterns.Type]int32)
		for e, t := range a.codeType {
			if _, ok := a.codeSite[t]; !ok && t != patterns.NoType && a.tree.Nodes[e].Op != k.OpCodeName {
				a.codeSite[t] = int32(e)
			}
		}
	}
	if e, ok := a.codeSite[t]; ok {
		return e
	}
	return -1
}

func (a mending) TypeNames() []mend.TypeName {
	var list []mend.TypeName
	for i, t := range a.builtinTypes() {
		name := k.BuiltinTypes[i]
		if sym := a.tree.Syms.Lookup(name); sym == lang.NoSym || int(sym) >= len(a.names.Type) || a.names.Type[sym] < 0 {
			list = append(list, mend.TypeName{Name: name, Type: t, Def: -1})
		}
	}
	for i, t := range a.typeDef {
		if def := &a.tree.Types[i]; !def.Bad && a.names.Type[def.Name] == int32(i) {
			list = append(list, mend.TypeName{Name: a.tree.Syms.Text(def.Name), Type: t, Def: int32(i)})
		}
	}
	return list
}
