package k

import (
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/k"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/message"
	"github.com/patgraph/patgraph/patterns/repair"
)

// A repairing implements repair.Language for k. Its edits are in edits.go.
type repairing struct{ a *program }

// repairProgram returns the program in the form that package repair takes.
func (a *program) repairProgram() *repair.Program {
	p := &repair.Program{
		Program: a.Program, Language: repairing{a}, Size: len(a.tree.Nodes),
		Misnamed:  a.names.Erroneous,
		Entangled: len(a.names.UnknownTypes) > 0 || len(a.names.UnknownHashes) > 0 && a.options.byHash == nil,
		Memory:    a, Errors: a.Solver.Breached(),
	}
	for i := range a.diagnostics {
		switch d := &a.diagnostics[i]; {
		case d.Code >= lang.ShapeClash && d.Code < lang.EmptyType, d.Code == lang.NeverDefined:
		case d.Severity == lang.Error:
			p.Errors++
		default:
			p.Warnings++
		}
	}
	return p
}

// Rederive derives a changed text with the options of this program.
func (a repairing) Rederive(text *lang.File, at func(int32) int32, memory repair.Memory) *repair.Program {
	options := a.a.options
	options.Reuse, options.tried = memoryOf(memory), true
	if a.a.LeftOut != nil {
		options.leaveOut = func(b *program) message.Holes {
			return a.a.HolesMoved(b.Program, int32(len(b.tree.Nodes)), at)
		}
	}
	tree, ds := k.ParseReuse(text, a.a.tree.Dialect, options.Reuse.lastTree(), a.a.watch)
	return derived(tree, ds, options).repairProgram()
}

// styles is indexed by dialect.
var styles = map[k.Dialect]*repair.Style{
	k.K4: {Trusts: true, Kinds: editKinds, Word: "?!", Unit: "{}", Type: "$", Field: ".", Signs: "./|", Identity: "()",
		Inject: "{() ", Injected: "}", Wrapped: true, Hole: "null", LeastFields: 2}, // one field is a variant
	k.K6: {Trusts: true, Kinds: editKinds, Word: "?!", Unit: "{}", Type: "$", Field: ".", Tag: "/", Signs: "./|",
		Identity: "()", Inject: "|", Hole: "<>", LeastFields: 1},
}

func (a repairing) Style() *repair.Style { return styles[a.a.tree.Dialect] }

// Builtins lists the built-in functions whose names the program does not redefine.
func (a repairing) Builtins() []repair.Builtin {
	if a.a.tree.Dialect == k.K6 {
		return nil // k6 has none of these
	}
	var list []repair.Builtin
	for i, name := range k.Builtins {
		if sym := a.a.tree.Syms.Lookup(name); sym == lang.NoSym || int(sym) >= len(a.a.names.Func) ||
			a.a.names.Func[sym] < 0 {
			list = append(list, repair.Builtin{
				Name: name, Scheme: a.a.builtinScheme(int8(i)),
				Anything: anyInput[name], Unasked: name == "toJSON",
			})
		}
	}
	return list
}

// anyInput are the built-in functions that take any input and inspect it.
var anyInput = map[string]bool{"toJSON": true, "toDateMsec": true, "toDateStr": true}

func (a repairing) TypeDefinitions() int { return len(a.a.tree.Types) }

func (a repairing) TypeDefinition(t int32) message.Definition {
	x := &a.a.tree.Types[t]
	return message.Definition{
		Name: a.a.tree.Syms.Text(x.Name), Span: x.Span, NameSpan: x.NameSpan,
		First: int32(x.First), Root: int32(x.Root), Bad: x.Bad,
	}
}

func (a repairing) TypeNamed(site int32) int32 {
	if n := &a.a.tree.Nodes[site]; n.Op == k.OpCodeName {
		return a.a.names.Type[n.Sym]
	}
	return -1
}

func (a repairing) TypeAt(site int32) patterns.Type { return a.a.typeOf(k.NodeID(site)) }

// TypeSite returns the first bracket of the program that is the code of a type, or -1.
func (a repairing) TypeSite(t patterns.Type) int32 {
	if a.a.codeSite == nil {
		a.a.codeSite = make(map[patterns.Type]int32)
		for e, t := range a.a.codeType {
			if _, ok := a.a.codeSite[t]; !ok && t != patterns.NoType && a.a.tree.Nodes[e].Op != k.OpCodeName {
				a.a.codeSite[t] = int32(e)
			}
		}
	}
	if e, ok := a.a.codeSite[t]; ok {
		return e
	}
	return -1
}

func (a repairing) TypeNames() []repair.TypeName {
	var list []repair.TypeName
	for i, t := range a.a.builtinTypes() {
		name := k.BuiltinTypes[i]
		if sym := a.a.tree.Syms.Lookup(name); sym == lang.NoSym || int(sym) >= len(a.a.names.Type) ||
			a.a.names.Type[sym] < 0 {
			list = append(list, repair.TypeName{Name: name, Type: t, Def: -1})
		}
	}
	for i, t := range a.a.typeDef {
		if def := &a.a.tree.Types[i]; !def.Bad && a.a.names.Type[def.Name] == int32(i) {
			list = append(list, repair.TypeName{Name: a.a.tree.Syms.Text(def.Name), Type: t, Def: int32(i)})
		}
	}
	return list
}
