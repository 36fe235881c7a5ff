package eval

import (
	"slices"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/k"
)

// A typeState is a code of the program as the state of an automaton, with names resolved.
type typeState struct {
	kind   typeKind
	labels []string // in UTF-16 order
	to     []int32  // the types of the parts; of a vector, the type of its members
	tagged bool     // a union of k6, to which no product of one field belongs
}

type typeKind uint8

const (
	typeUnknown typeKind = iota // it refers to an undefined name; no value belongs to it
	typeInt                     // this and the next two in the order of k.BuiltinTypes
	typeString
	typeBool
	typeProduct
	typeUnion
	typeVector
)

// typeState makes the state of a code that is not the name of another one.
func (c *compiler) typeState(e k.NodeID) {
	t, s := c.Tree, &c.types[e]
	switch n := &t.Nodes[e]; n.Op {
	case k.OpCodeName:
		if i := slices.Index(k.BuiltinTypes, t.Syms.Text(n.Sym)); i >= 0 {
			s.kind = typeInt + typeKind(i)
		}
	case k.OpCodeVector:
		s.kind, s.to = typeVector, []int32{c.state(t.Kids(e)[0])}
	case k.OpCodeProduct, k.OpCodeUnion:
		fields := slices.Clone(t.Fields(e))
		slices.SortStableFunc(fields, func(a, b k.Field) int {
			return lang.CompareUTF16(t.Syms.Text(a.Label), t.Syms.Text(b.Label))
		})
		fields = slices.CompactFunc(fields, func(a, b k.Field) bool { return a.Label == b.Label })
		// A product of one field in JSON is read as a variant, which therefore belongs to either type.
		s.kind, s.tagged = typeUnion, n.Op == k.OpCodeUnion && t.Dialect == k.K6
		if n.Op == k.OpCodeProduct && len(fields) != 1 {
			s.kind = typeProduct
		}
		for _, f := range fields {
			s.labels = append(s.labels, t.Syms.Text(f.Label))
			s.to = append(s.to, c.state(f.Node))
		}
	}
}

// state returns the index of the state of a code, following names. It is -1 for an undefined name.
func (c *compiler) state(e k.NodeID) int32 {
	n := &c.Tree.Nodes[e]
	if n.Op != k.OpCodeName {
		return int32(e)
	}
	if c.Tree.Dialect != k.K6 && slices.Contains(k.BuiltinTypes, c.Tree.Syms.Text(n.Sym)) {
		return int32(e)
	}
	if d := c.names.Type[n.Sym]; d >= 0 {
		root := c.names.Body(c.Tree, d)
		if root == k.NoNode || c.Tree.Types[d].Bad {
			return -1
		}
		if c.Tree.Nodes[root].Op != k.OpCodeName {
			return int32(root)
		}
		n = &c.Tree.Nodes[root] // a canonical name
	}
	if c.canonical != nil {
		switch root, ok := c.canonical(n.Sym); {
		case ok && root == k.NoNode:
			return int32(len(c.Tree.Nodes))
		case ok:
			return int32(root)
		}
	}
	return -1
}

// A claim states that a value belongs to a type.
type claim struct {
	v Value
	s int32
}

// member reports whether a value belongs to a type. It takes a step for each inspected part. A part that belongs to a
// type is not inspected again until it is checked against another type, so a function that checks its input list, and
// then calls itself with the rest, is linear.
//
// A part is marked as belonging to a type before its own parts are inspected, and unmarked if that fails: so parts that
// are shared within one value count once.
func (m *machine) member(v Value, s int32) bool {
	if m.marks == nil {
		m.marks = make([]*mark, len(m.p.types))
		m.likely = make([]*shape, len(m.p.types))
	}
	m.claims = append(m.claims[:0], claim{v, s})
	noted := m.noted[:0]
	ok := true
	for ok && len(m.claims) > 0 {
		c := m.claims[len(m.claims)-1]
		m.claims = m.claims[:len(m.claims)-1]
		if !m.step() || c.s < 0 {
			ok = false
			break
		}
		st := &m.p.types[c.s]
		n, isNode := c.v.(*node)
		if !isNode {
			ok = leafBelongs(c.v, st.kind)
			continue
		}
		if st.kind < typeProduct {
			ok = false
			break
		}
		sign := m.marks[c.s]
		if sign != nil && n.known.Load() == sign {
			continue
		}
		switch sh := n.shape; {
		case sh.kind == Product && st.kind == typeProduct:
			if sh != m.likely[c.s] {
				if !slices.Equal(sh.labels, st.labels) {
					ok = false
					continue
				}
				m.likely[c.s] = sh
			}
			for i, part := range n.parts {
				m.claims = append(m.claims, claim{part, st.to[i]})
			}
		case sh.kind == Variant && st.kind == typeUnion:
			i := labelIndex(st.labels, sh.labels[0])
			if i < 0 || sh.record && st.tagged {
				ok = false
				continue
			}
			m.claims = append(m.claims, claim{n.parts[0], st.to[i]})
		case sh.kind == Vector && st.kind == typeVector:
			for _, part := range n.parts {
				m.claims = append(m.claims, claim{part, st.to[0]})
			}
		default:
			ok = false
			continue
		}
		if len(n.parts) == 0 {
			continue
		}
		if sign == nil {
			sign = &mark{c.s}
			m.marks[c.s] = sign
		}
		n.known.Store(sign)
		noted = append(noted, n)
	}
	if !ok {
		for _, n := range noted {
			n.known.Store(nil)
		}
	}
	m.noted = noted[:0]
	if cap(m.claims) > manyClaims {
		m.claims, m.noted = nil, nil
	}
	return ok
}

// manyClaims is the size from which working memory is not kept.
const manyClaims = 1 << 12

// leafBelongs reports whether a value without parts belongs to a type.
func leafBelongs(v Value, t typeKind) bool {
	switch v.(type) {
	case small, *large:
		return t == typeInt
	case *text:
		return t == typeString
	case boolean:
		return t == typeBool
	}
	return false
}
