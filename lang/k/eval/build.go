package eval

import (
	"math/bits"
	"slices"

	"github.com/patgraph/patgraph/lang"
)

// The sizes of values in bytes, as they are allocated: without the parts, the cells and the bytes of a text.
const (
	nodeSize   = 48
	textSize   = 24
	bufferSize = 112
)

// node makes a node that shares its parts.
func (m *machine) node(s *shape, parts []Value) Value {
	n := &node{shape: s, parts: parts}
	if !m.charge(nodeSize, n) {
		return nil
	}
	return n
}

// fresh makes a node whose parts are newly allocated, too.
func (m *machine) fresh(s *shape, parts []Value) Value {
	n := &node{shape: s, parts: parts}
	return m.counted(n)
}

func (m *machine) counted(n *node) Value {
	if !m.charge(nodeSize+16*len(n.parts), n) {
		return nil
	}
	return n
}

// Nodes of few parts take a single allocation.
type (
	node1 struct {
		node
		cells [1]Value
	}
	node2 struct {
		node
		cells [2]Value
	}
	node3 struct {
		node
		cells [3]Value
	}
)

// blank makes a node with unset parts.
func blank(s *shape, parts int) *node {
	switch parts {
	case 1:
		n := &node1{}
		n.shape, n.parts = s, n.cells[:]
		return &n.node
	case 2:
		n := &node2{}
		n.shape, n.parts = s, n.cells[:]
		return &n.node
	case 3:
		n := &node3{}
		n.shape, n.parts = s, n.cells[:]
		return &n.node
	}
	return &node{shape: s, parts: make([]Value, parts)}
}

// opened makes an open value from the values on the stack from base on.
func (m *machine) opened(base int) Value {
	if base == len(m.values) {
		return emptyOpen
	}
	parts := slices.Clone(m.values[base:])
	m.dropValues(base)
	return m.fresh(openShape, parts)
}

// closed returns the result of a caret on the value of its expression.
func (m *machine) closed(at int32, v Value) Value {
	n, ok := v.(*node)
	if !ok || n.shape.kind != Open {
		return m.fail(lang.NothingOpen, at, v, "`^` collects what `|` has opened, but "+quoted(v)+" is not open",
			"nothing is open here", "put a `|` before it, or leave out the `^`")
	}
	if len(n.parts) == 0 {
		return emptyVector
	}
	return m.node(vectorOf(n.parts), n.parts)
}

// built makes the value of a product, a variant or a vector whose parts are on the stack. If some parts are open, the
// value is open, too, with each combination of their members.
func (m *machine) built(n *instruction, f *frame) Value {
	parts := m.values[f.base:]
	for _, part := range parts {
		if isOpen(part) {
			return m.combined(n, f)
		}
	}
	v := n.assembled(parts)
	m.dropValues(f.base)
	return m.counted(v)
}

// assembled makes a value from parts in the order of the program.
func (n *instruction) assembled(parts []Value) *node {
	v := blank(n.shape, len(parts))
	if n.order == nil {
		copy(v.parts, parts)
	}
	for i, at := range n.order {
		v.parts[at] = parts[i]
	}
	if n.op == opVector {
		v.shape = vectorOf(v.parts)
	}
	return v
}

// combined returns the Cartesian product of open parts: in a vector the first varies slowest, in a product fastest.
func (m *machine) combined(n *instruction, f *frame) Value {
	parts := m.values[f.base:]
	total, fits := uint64(1), true
	for _, part := range parts {
		if isOpen(part) {
			hi, lo := bits.Mul64(total, uint64(len(part.(*node).parts)))
			if hi != 0 || lo > 1<<40 {
				fits = false
				lo = 1 << 40
			}
			if total = lo; total == 0 {
				break
			}
		}
	}
	if total == 0 {
		m.dropValues(f.base)
		return emptyOpen
	}
	size := nodeSize + 16 + 16*len(parts)
	if !fits {
		m.end(lang.OutOfMemory)
		return nil
	}
	if !m.fits(int(total)*size) || !m.steps(int64(total)*int64(len(parts)+1)) {
		return nil
	}
	all := make([]Value, total)
	one := make([]Value, len(parts))
	for i := range all {
		rest := i
		for j := range parts {
			if n.op == opVector {
				j = len(parts) - 1 - j
			}
			one[j] = parts[j]
			if isOpen(parts[j]) {
				members := parts[j].(*node).parts
				one[j] = members[rest%len(members)]
				rest /= len(members)
			}
		}
		all[i] = n.assembled(one)
	}
	m.dropValues(f.base)
	v := &node{shape: openShape, parts: all}
	if !m.charge(int(total)*size, v) {
		return nil
	}
	return v
}
