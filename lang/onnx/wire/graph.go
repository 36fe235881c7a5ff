package wire

import (
	"bytes"

	"github.com/patgraph/patgraph/lang/onnx"
)

// A graph is a graph or a function.
type graph struct {
	name           []byte
	inputs         []value
	outputs, infos []value
	data           []value // initializers
	body           text    // its nodes, each with its line
	nodes          int32
}

// A value is a value of a signature.
type value struct {
	name, typ, data []byte
}

// text writes a value.
func (v *value) text() text {
	b := append([]byte(nil), v.typ...)
	if len(b) > 0 {
		b = append(b, ' ')
	}
	b = append(b, v.name...)
	if v.data != nil {
		b = append(append(b, " = "...), v.data...)
	}
	return text{b: b}
}

// graph reads a graph whose nodes are indented.
func (m *maker) graph(g *graph, indent int) {
	if m.depth++; m.depth > deepest {
		m.exceed(m.start, "graphs are nested more than %s deep", deepest)
	}
	for f := range m.fields() {
		switch f {
		case 1:
			m.node(g, indent)
		case 2:
			g.name = append(g.name[:0], m.name()...)
		case 5:
			g.data = append(g.data, m.initializer())
		case 11:
			g.inputs = append(g.inputs, m.value())
		case 12:
			g.outputs = append(g.outputs, m.value())
		case 13:
			g.infos = append(g.infos, m.value())
		case 15:
			g.data = append(g.data, m.sparse())
		}
	}
	m.depth--
}

// initializer reads a tensor with a name.
func (m *maker) initializer() value {
	m.countPart()
	var t tensor
	m.tensor(&t)
	return value{onnx.AppendName(nil, t.name), t.appendType(nil), t.append(nil, m.folder)}
}

// sparse reads a sparse tensor.
func (m *maker) sparse() value {
	m.countPart()
	var values, sparse tensor
	for f := range m.fields() {
		switch f {
		case 1:
			m.tensor(&values)
		case 3:
			m.numbers(varint, func(v uint64) bool {
				if len(sparse.dims) < mostDims {
					sparse.dims = append(sparse.dims, int64(v&(1<<63-1)))
				}
				return true
			})
		}
	}
	sparse.elem = values.elem
	typ := append(sparse.appendType([]byte("sparse_tensor(")), ')')
	return value{onnx.AppendName(nil, values.name), typ, []byte("{...}")}
}

// value reads the name and the type of a value.
func (m *maker) value() value {
	m.countPart()
	var name []byte
	var t typ
	for f := range m.fields() {
		switch f {
		case 1:
			name = append(name[:0], m.name()...)
		case 2:
			m.typ(&t, 0)
		}
	}
	return value{name: onnx.AppendName(nil, name), typ: t.append(nil)}
}

// write writes a graph with its name; its last line is indented.
func (m *maker) write(t *text, g *graph, indent int) {
	t.b = append(onnx.AppendName(t.b, g.name), ' ')
	m.signature(t, g, indent)
}

// signature writes a graph after its name.
func (m *maker) signature(t *text, g *graph, indent int) {
	byName := make(map[string]int, len(g.data))
	for i := range g.data {
		if _, twice := byName[string(g.data[i].name)]; !twice {
			byName[string(g.data[i].name)] = i
		}
	}
	for i := range g.inputs {
		in := &g.inputs[i]
		k, ok := byName[string(in.name)]
		if ok && in.data == nil && (len(in.typ) == 0 || bytes.Equal(in.typ, g.data[k].typ)) {
			in.typ, in.data = g.data[k].typ, g.data[k].data
			g.data[k].name = nil
			delete(byName, string(in.name))
		}
	}
	values := func(brackets string, lists ...[]value) {
		var parts []text
		size := 0
		for _, list := range lists {
			for i := range list {
				if v := &list[i]; v.name != nil {
					parts = append(parts, v.text())
					size += len(parts[len(parts)-1].b)
				}
			}
		}
		if brackets == "<>" {
			if len(parts) == 0 {
				return
			}
			t.write(" ")
		}
		t.list(brackets, parts, indent, size > wide)
	}
	values("()", g.inputs)
	t.write(" => ")
	values("()", g.outputs)
	values("<>", g.data, g.infos)
	t.write(" {")
	t.add(&g.body)
	if g.nodes > 0 {
		t.line(indent)
	}
	t.write("}")
}
