package k

import (
	"slices"

	"github.com/patgraph/patgraph/internal/reuse"
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/k"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/unify"
)

// addTypes interns the built-in types and all codes of the program at once: type definitions, and codes in expressions
// and filters.
func (a *program) addTypes() {
	unit := a.Types.Product()
	a.intType = a.Types.AddAtom("int", unify.IndexLiterals, nil, unit)
	a.stringType = a.Types.AddAtom("string", unify.AllLiterals, nil, unit)
	a.boolType = a.Types.AddAtom("bool", unify.ListedLiterals,
		[]unify.Label{a.labelOf("true"), a.labelOf("false")}, unit)
	a.internCodes()
}

// internCodes interns the types of all codes of the program. A code that refers to an unknown type gets none.
func (a *program) internCodes() {
	c := &a.codes
	c.a = a
	c.state = reuse.Zeroed(c.state, len(a.tree.Nodes))
	c.nodes, c.states, c.fields = c.nodes[:0], c.states[:0], c.fields[:0]
	for i := range a.tree.Types {
		d := &a.tree.Types[i]
		if d.Bad || d.Root == k.NoNode {
			continue
		}
		for e := d.First; e <= d.Root; e++ {
			c.add(e)
		}
	}
	for i := range a.tree.Defs {
		d := &a.tree.Defs[i]
		if d.Bad || d.Root == k.NoNode || !a.hasCode(d) {
			continue
		}
		for e := d.First; e <= d.Root; e++ {
			c.add(e)
		}
	}
	unknown := c.link()
	c.broken = reuse.Zeroed(c.broken, len(c.states))
	if unknown {
		c.markBroken()
	}
	types := a.Types.Intern(c.removeBroken())
	for s, e := range c.nodes {
		if !c.broken[s] {
			a.codeType[e] = types[c.number[s]]
		}
	}
	a.typeDef = reuse.Zeroed(a.typeDef, len(a.tree.Types))
	for i := range a.tree.Types {
		d := &a.tree.Types[i]
		if !d.Bad && d.Root != k.NoNode {
			if body := a.names.Body(a.tree, int32(i)); body != k.NoNode {
				a.typeDef[i] = a.codeType[body]
			}
			if _, ok := a.alias[a.typeDef[i]]; !ok && a.typeDef[i] != unify.NoHead {
				a.alias[a.typeDef[i]] = int32(i)
			}
		}
	}
}

// hasCode reports whether a body has a code other than a name.
func (a *program) hasCode(d *k.Def) bool {
	for e := d.First; e <= d.Root; e++ {
		switch a.tree.Nodes[e].Op {
		case k.OpCodeProduct, k.OpCodeUnion, k.OpCodeVector:
			return true
		}
	}
	return false
}

// codes translates code nodes into the states of one automaton.
type codes struct {
	a      *program
	state  []int32 // by node: 1 + its state; 0 for a name
	nodes  []k.NodeID
	states []patterns.State
	fields []patterns.StateField // of all states
	broken []bool
	number []int32 // by state: its number among those that are not broken
}

func (c *codes) add(e k.NodeID) {
	if shape := codeShape(c.a.tree, e); shape != 0 {
		c.nodes = append(c.nodes, e)
		c.states = append(c.states, patterns.State{Shape: shape})
		c.state[e] = int32(len(c.states))
	}
}

// codeShape returns the shape of the type that a code in brackets denotes, 0 for any other node.
func codeShape(t *k.Tree, e k.NodeID) unify.Shape {
	switch t.Nodes[e].Op {
	case k.OpCodeProduct:
		if len(t.Fields(e)) != 1 || !t.Dialect.SingletonUnion() {
			return unify.Product
		}
		return unify.Union // a singleton in any bracket is a union
	case k.OpCodeUnion:
		return unify.Union
	case k.OpCodeVector:
		return unify.Vector
	}
	return 0
}

// unknownState marks a field of unknown type.
const unknownState = -1

// link makes the fields of all states. It reports whether some type is unknown.
func (c *codes) link() (unknown bool) {
	room := 0
	for _, e := range c.nodes {
		if c.a.tree.Nodes[e].Op == k.OpCodeVector {
			room++
		} else {
			room += len(c.a.tree.Fields(e))
		}
	}
	c.fields = slices.Grow(c.fields, room) // their addresses must not change
	for i, e := range c.nodes {
		from := len(c.fields)
		if c.a.tree.Nodes[e].Op == k.OpCodeVector {
			c.fields = append(c.fields, c.field(unify.Member, c.a.tree.Kids(e)[0]))
		} else {
			c.product(e)
		}
		for _, f := range c.fields[from:] {
			unknown = unknown || f.Type == unify.NoHead && f.State == unknownState
		}
		c.states[i].Fields = c.fields[from:len(c.fields):len(c.fields)]
	}
	return unknown
}

// product adds the fields of a product or a union. The first of several fields with the same label counts; the others
// are already reported.
func (c *codes) product(e k.NodeID) {
	var seen map[lang.Sym]bool
	if c.a.duplicates {
		seen = make(map[lang.Sym]bool)
	}
	for _, f := range c.a.tree.Fields(e) {
		if seen[f.Label] {
			continue
		}
		if c.a.duplicates {
			seen[f.Label] = true
		}
		c.fields = append(c.fields, c.field(unify.Label(f.Label), f.Node))
	}
}

func (c *codes) field(l unify.Label, e k.NodeID) patterns.StateField {
	f := patterns.StateField{Label: l, State: unknownState}
	if s := c.state[e]; s > 0 {
		f.State = s - 1
		return f
	}
	if n := &c.a.tree.Nodes[e]; n.Op == k.OpCodeName {
		if t := c.a.atom(n.Sym); t != unify.NoHead {
			f.Type = t
		} else if d := c.a.names.Type[n.Sym]; d >= 0 {
			root := c.a.names.Body(c.a.tree, d)
			if root != k.NoNode && c.state[root] > 0 {
				f.State = c.state[root] - 1
			} else if root != k.NoNode && c.a.tree.Nodes[root].Op == k.OpCodeName {
				f.Type = c.a.canonical[c.a.tree.Nodes[root].Sym]
			}
		} else {
			f.Type = c.a.canonical[n.Sym]
		}
	}
	return f
}

// markBroken marks the states from which an unknown type is reachable.
func (c *codes) markBroken() {
	users := make([][]int32, len(c.states))
	var queue []int32
	for i := range c.states {
		for _, f := range c.states[i].Fields {
			switch {
			case f.Type != unify.NoHead:
			case f.State == unknownState:
				if !c.broken[i] {
					c.broken[i] = true
					queue = append(queue, int32(i))
				}
			default:
				users[f.State] = append(users[f.State], int32(i))
			}
		}
	}
	for len(queue) > 0 {
		i := queue[len(queue)-1]
		queue = queue[:len(queue)-1]
		for _, u := range users[i] {
			if !c.broken[u] {
				c.broken[u] = true
				queue = append(queue, u)
			}
		}
	}
}

// removeBroken removes the broken states and returns the others.
func (c *codes) removeBroken() []patterns.State {
	c.number = reuse.Zeroed(c.number, len(c.states))
	out := c.states[:0]
	for i := range c.states {
		if !c.broken[i] {
			c.number[i] = int32(len(out))
			out = append(out, c.states[i])
		}
	}
	for i := range out {
		for j := range out[i].Fields {
			if f := &out[i].Fields[j]; f.Type == unify.NoHead {
				f.State = c.number[f.State]
			}
		}
	}
	return out
}

// atom returns the built-in type of a name, or NoHead.
func (a *program) atom(name lang.Sym) patterns.Type {
	if a.tree.Dialect == k.K6 {
		return unify.NoHead
	}
	return a.builtinType(a.tree.Syms.Text(name))
}

// builtinType returns the built-in type of a name, or NoHead.
func (a *program) builtinType(name string) patterns.Type {
	if i := slices.Index(k.BuiltinTypes, name); i >= 0 {
		return a.builtinTypes()[i]
	}
	return unify.NoHead
}

// builtinTypes returns the types named by k.BuiltinTypes, in that order.
func (a *program) builtinTypes() [3]patterns.Type {
	return [3]patterns.Type{a.intType, a.stringType, a.boolType}
}

// typeOf returns the type of a code, or NoHead for an unknown type, which is already reported.
func (a *program) typeOf(e k.NodeID) patterns.Type {
	n := &a.tree.Nodes[e]
	if n.Op != k.OpCodeName {
		return a.codeType[e]
	}
	if t := a.atom(n.Sym); t != unify.NoHead {
		return t
	}
	if d := a.names.Type[n.Sym]; d >= 0 {
		return a.typeDef[d]
	}
	return a.codeType[e] // a canonical name
}
