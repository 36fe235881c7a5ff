package wire

import (
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/onnx"
)

// A node has the parts of a node, while it is read.
type node struct {
	results, args, label, domain, op, overload []byte
	attributes                                 []text
}

// node reads a node and adds its line to its graph.
func (m *maker) node(g *graph, indent int) {
	m.countPart()
	n := &node{}
	if k := len(m.free) - 1; k >= 0 {
		n, m.free = m.free[k], m.free[:k]
	}
	*n = node{n.results[:0], n.args[:0], n.label[:0], n.domain[:0], n.op[:0], n.overload[:0], n.attributes[:0]}
	offset, size := m.pos, m.end-m.pos
	name := func(b []byte) []byte {
		if len(b) > 0 {
			b = append(b, ", "...)
		}
		return onnx.AppendName(b, m.name())
	}
	for f := range m.fields() {
		switch f {
		case 1:
			n.args = name(n.args)
		case 2:
			n.results = name(n.results)
		case 3:
			n.label = append(n.label[:0], m.name()...)
		case 4:
			n.op = append(n.op[:0], m.name()...)
		case 5:
			n.attributes = append(n.attributes, m.attribute(indent+2))
		case 7:
			n.domain = append(n.domain[:0], m.name()...)
		case 8:
			n.overload = append(n.overload[:0], m.name()...)
		}
	}
	t := &g.body
	if len(t.b) > mostText {
		m.exceed(offset, "more than %s bytes of text", mostText)
	}
	op, ok := m.ops[string(n.op)]
	if !ok {
		op = string(n.op)
		m.ops[op] = op
	}
	t.line(indent)
	at, first := int32(len(t.b)), len(t.nodes)
	t.nodes = append(t.nodes, Node{Graph: -1, Index: g.nodes, Offset: offset, Size: size,
		Name: string(n.label), Op: op})
	if len(n.label) > 0 {
		t.b = append(onnx.AppendName(append(t.b, '['), n.label), "] "...)
	}
	if t.b = append(t.b, n.results...); len(n.results) > 0 {
		t.write(" ")
	}
	t.write("= ")
	if len(n.domain) > 0 {
		t.b = append(onnx.AppendDomain(t.b, n.domain), '.')
	}
	t.b = onnx.AppendName(t.b, n.op)
	if len(n.overload) > 0 {
		t.b = onnx.AppendName(append(t.b, ':'), n.overload)
	}
	if len(n.attributes) > 0 {
		t.list("<>", n.attributes, indent, false)
	}
	t.b = append(append(append(t.b, '('), n.args...), ')')
	t.nodes[first].Span = lang.Span{Start: at, End: int32(len(t.b))}
	for i := first + 1; i < len(t.nodes); i++ {
		if t.nodes[i].Graph < 0 {
			t.nodes[i].Graph = int32(first)
		}
	}
	g.nodes++
	m.free = append(m.free, n)
}
