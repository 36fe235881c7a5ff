package eval

import (
	"slices"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/k"
)

// collect records the shapes that the variables of a definition name. A variable denotes one pattern within a
// definition, so its value must match all of them. It also records the type of each filter that is a type.
func (c *compiler) collect(def *k.Def) {
	shapes := make(map[lang.Sym][]k.NodeID)
	for e := def.First; e <= def.Root; e++ {
		n := &c.Tree.Nodes[e]
		switch n.Op {
		case k.OpFilterAny, k.OpFilterProduct, k.OpFilterUnion, k.OpFilterVector, k.OpFilterCode:
			if n.Sym != lang.NoSym {
				shapes[n.Sym] = append(shapes[n.Sym], e)
			}
		}
		if n.Op == k.OpFilterCode {
			c.named[e] = []k.NodeID{k.NodeID(c.state(c.Tree.Kids(e)[0]))}
		}
	}
	if len(shapes) == 0 {
		return
	}
	for e := def.First; e <= def.Root; e++ {
		if n := &c.Tree.Nodes[e]; n.Op == k.OpFilterVar && shapes[n.Sym] != nil {
			c.named[e] = shapes[n.Sym]
		}
	}
}

// matches reports whether a value can belong to a type that a filter allows. It does not check that two parts with one
// variable have the same type, since values do not carry their types.
func (m *machine) matches(v Value, filter k.NodeID) bool {
	t := m.p.Tree
	type goal struct {
		v Value
		f k.NodeID
	}
	goals := []goal{{v, filter}}
	for len(goals) > 0 {
		g := goals[len(goals)-1]
		goals = goals[:len(goals)-1]
		if !m.step() {
			return false
		}
		f := &t.Nodes[g.f]
		switch f.Op {
		case k.OpFilterVar:
			for _, shape := range m.p.named[g.f] {
				goals = append(goals, goal{g.v, shape})
			}
			continue
		case k.OpFilterCode:
			if !m.member(g.v, int32(m.p.named[g.f][0])) {
				return false
			}
			continue
		}
		n, ok := g.v.(*node)
		if t.Dialect == k.K6 && (!ok || n.shape.kind == Vector) {
			// Only objects belong to types of k6.
			if f.Op != k.OpFilterAny {
				return false
			}
			continue
		}
		if !ok {
			if !m.matchesLeaf(g.v, g.f) {
				return false
			}
			continue
		}
		kind := n.shape.kind
		if f.Op == k.OpFilterVector {
			if kind != Vector {
				return false
			}
			for _, part := range n.parts {
				goals = append(goals, goal{part, t.Kids(g.f)[0]})
			}
			continue
		}
		fields := t.Fields(g.f)
		product, union := f.Op != k.OpFilterUnion, f.Op != k.OpFilterProduct
		if f.Op == k.OpFilterProduct && f.Flags != k.FlagOpen && len(fields) == 1 {
			product, union = false, true // a singleton in any bracket is a union
		}
		if len(fields) == 1 && f.Flags != k.FlagOpen {
			product = false
		}
		if t.Dialect == k.K6 && kind == Variant && product && !union && len(fields) <= 1 {
			// A product of one field in JSON is read as a variant.
			kind = Product
		}
		switch {
		case kind == Product && product:
			if f.Flags != k.FlagOpen && len(fields) != len(n.parts) {
				return false
			}
			for _, field := range fields {
				i := labelIndex(n.shape.labels, t.Syms.Text(field.Label))
				if i < 0 {
					return false
				}
				goals = append(goals, goal{n.parts[i], field.Node})
			}
		case kind == Variant && n.shape.record && f.Op == k.OpFilterUnion && t.Dialect == k.K6:
			return false
		case kind == Variant && union:
			i := slices.IndexFunc(fields, func(x k.Field) bool { return t.Syms.Text(x.Label) == n.shape.labels[0] })
			if i >= 0 {
				goals = append(goals, goal{n.parts[0], fields[i].Node})
			} else if f.Flags != k.FlagOpen {
				return false
			}
		case kind == Vector && product && (union || f.Flags == k.FlagOpen) && indices(t, fields):
			// The pattern under an index applies to every member.
			for _, part := range n.parts {
				for _, field := range fields {
					goals = append(goals, goal{part, field.Node})
				}
			}
		default:
			return false
		}
	}
	return true
}

// indices reports whether all labels are indices, so that a vector is possible.
func indices(t *k.Tree, fields []k.Field) bool {
	for _, f := range fields {
		for _, c := range t.Syms.Text(f.Label) {
			if c < '0' || c > '9' {
				return false
			}
		}
		if f.Label == lang.NoSym || t.Syms.Text(f.Label) == "" {
			return false
		}
	}
	return true
}

// matchesLeaf is matches for a value without parts and a filter in brackets. Built-in types are unions over their
// literals, so an open filter that can be a union may admit them; null and fractions belong to no type, and match only
// the unconstrained filter.
func (m *machine) matchesLeaf(v Value, filter k.NodeID) bool {
	t, f := m.p.Tree, &m.p.Tree.Nodes[filter]
	fields := t.Fields(filter)
	if v.Kind() == Null || v.Kind() == Fraction {
		return f.Op == k.OpFilterAny && f.Flags == k.FlagOpen && len(fields) == 0
	}
	if f.Op == k.OpFilterProduct || f.Op == k.OpFilterVector || f.Flags != k.FlagOpen {
		return false
	}
	for _, field := range fields {
		label := t.Syms.Text(field.Label)
		switch v.Kind() {
		case Int:
			if !indices(t, []k.Field{field}) {
				return false
			}
		case Bool:
			if label != "true" && label != "false" {
				return false
			}
		}
		// Each label of such a union leads to the unit.
		if !m.matches(unit, field.Node) {
			return false
		}
	}
	return true
}

// isText reports whether a label is the text of a value without parts, on which the projection is then defined.
func isText(v Value, label string) bool {
	switch v := v.(type) {
	case *text:
		return v.s == label
	case boolean:
		return label == "true" && bool(v) || label == "false" && !bool(v)
	case null:
		return label == "null"
	case small:
		n, ok := asInteger(label)
		return ok && n == int64(v)
	}
	// A label that is too short is rejected without computing all digits.
	if numberSize(v) > 4*len(label)+112 {
		return false
	}
	return string(appendNumber(nil, v)) == label
}
