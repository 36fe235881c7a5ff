package k

import (
	"fmt"
	"strings"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/k"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/language"
	"github.com/patgraph/patgraph/unify"
)

// Read returns the type that a text denotes: a name of the program with or without a dollar, a built-in type, a
// canonical name of a type that is written in the program, or a code with such names.
func (t *TypeDescriber) Read(text string) (patterns.Type, *language.TypeError) {
	text = strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(text), "$"))
	if text == "" || !strings.ContainsRune("{<[", rune(text[0])) {
		return t.named(text)
	}
	const before = "$t = "
	tree, ds := k.ParseAs(lang.NewFile("type", []byte(before+text+";")), t.s.Tree.Dialect)
	names, nameDiagnostics := k.Resolve(tree)
	for _, d := range append(ds, nameDiagnostics...) {
		if d.Severity == lang.Error && d.Code != lang.UnknownType {
			return patterns.NoType, &language.TypeError{Message: fmt.Sprintf("`%s` is not a type: %s (byte %d)", text,
				d.Message, int(d.Span.Start)-len(before)+1)}
		}
	}
	if len(tree.Types) != 1 || len(tree.Defs) > 0 || tree.Types[0].Root == k.NoNode ||
		int(tree.Types[0].Span.End) != len(before+text)+1 {
		return patterns.NoType, &language.TypeError{Message: "`" + text + "` is not a type: there is text after it"}
	}
	names.Type[tree.Types[0].Name] = -1 // the code must not refer to it
	return t.code(tree)
}

// code interns the only type definition of a separate tree.
func (t *TypeDescriber) code(tree *k.Tree) (patterns.Type, *language.TypeError) {
	a := t.s.a
	root := tree.Types[0].Root
	states := make([]patterns.State, root+1)
	known := make([]patterns.Type, root+1)
	for e := range root + 1 {
		n := &tree.Nodes[e]
		field := func(l unify.Label, e k.NodeID) {
			states[len(states)-1].Fields = append(states[len(states)-1].Fields,
				patterns.StateField{Label: l, State: int32(e), Type: known[e]})
		}
		states = states[:e+1]
		s := &states[e]
		s.Shape = codeShape(tree, e)
		switch n.Op {
		case k.OpCodeVector:
			field(unify.Member, tree.Kids(e)[0])
		case k.OpCodeProduct, k.OpCodeUnion:
			for _, f := range tree.Fields(e) {
				field(unify.Label(a.tree.Syms.InternString(tree.Syms.Text(f.Label))), f.Node)
			}
		default: // a name
			u, err := t.named(tree.Syms.Text(n.Sym))
			if err != nil {
				return patterns.NoType, err
			}
			// No field refers to this state; it only keeps the numbering.
			known[e], s.Shape = u, unify.Product
		}
	}
	t.values = nil
	return a.Types.Intern(states)[root], nil
}

// named returns the type of a name.
func (t *TypeDescriber) named(name string) (patterns.Type, *language.TypeError) {
	a := t.s.a
	bare := name
	if a.tree.Dialect == k.K6 {
		bare = strings.TrimPrefix(name, "@")
	}
	if s := a.tree.Syms.Lookup(bare); s != lang.NoSym && int(s) < len(a.names.Type) {
		if u := a.atom(s); u != unify.NoHead {
			return u, nil
		}
		if d := a.names.Type[s]; d >= 0 {
			if u := a.typeDef[d]; u != unify.NoHead {
				return u, nil
			}
			return patterns.NoType, &language.TypeError{Message: "the type `" + name +
				"` has an error in its definition"}
		}
	}
	// Even if the program does not use them.
	if u := a.builtinType(name); u != unify.NoHead && a.tree.Dialect != k.K6 {
		return u, nil
	}
	if u, err, is := t.canonical(name); is {
		return u, err
	}
	e := &language.TypeError{Message: "the program has no type `" + name + "`"}
	e.Nearest = lang.Nearest(name, func(yield func(string) bool) {
		for i := range a.tree.Types {
			if !yield(a.tree.Syms.Text(a.tree.Types[i].Name)) {
				return
			}
		}
	}, 2)
	return patterns.NoType, e
}

// canonical returns the type of an id or, in k4, of a short name, and whether the name has that form.
func (t *TypeDescriber) canonical(name string) (u patterns.Type, err *language.TypeError, is bool) {
	a := t.s.a
	byName := patterns.ID
	switch {
	case patterns.IsID(name):
	case a.tree.Dialect != k.K6 && patterns.IsShortName(name):
		byName = patterns.ShortName
	default:
		return patterns.NoType, nil, false
	}
	room := mostForms
	for _, w := range append(t.written(nil), language.TypeInfo{Type: a.intType}, language.TypeInfo{Type: a.stringType},
		language.TypeInfo{Type: a.boolType}) {
		form, ok := a.Types.FormWithin(w.Type, mostFormOne, min(mostFormOne, room))
		if !ok {
			continue
		}
		room -= len(form)
		switch {
		case byName(form) != name:
		case u == patterns.NoType:
			u = w.Type
		default:
			return patterns.NoType, &language.TypeError{Message: "two types of the program have the short name `" +
				name + "`; ask for one by its id or its own name"}, true
		}
	}
	if u == patterns.NoType && patterns.IsID(name) {
		return u, &language.TypeError{Message: "no type in the program has the canonical name `" + name + "`"}, true
	}
	return u, nil, u != patterns.NoType
}
