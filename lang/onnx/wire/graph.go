package wire

import (
	"bytes"
	"io"
	"io/fs"
	"strconv"
	"unicode/utf8"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/onnx"
)

// A Model is a binary model as text. The text has no syntax errors, and formatting it changes nothing in lines of
// unlimited width.
type Model struct {
	Text  []byte
	Nodes []Node // in the order of the text: a node before those of the graphs in its attributes
}

// A Node is a node of a model.
type Node struct {
	Span   lang.Span // of its text
	Graph  int32     // the node with the attribute that its graph is in, an index in Model.Nodes; -1: a graph or a function of the model
	Index  int32     // its number in its graph or function, from 0
	Offset int64     // of its message in the file, after the length
	Size   int64     // bytes of its message
	Name   string    // its label, which may be empty
	Op     string    // the name of its operator
}

// At returns the innermost node whose text contains an offset of the text, or nil.
func (m *Model) At(offset int32) *Node {
	i, n := 0, len(m.Nodes) // the number of nodes that begin before the offset or at it
	for i < n {
		if h := (i + n) / 2; m.Nodes[h].Span.Start <= offset {
			i = h + 1
		} else {
			n = h
		}
	}
	for at := int32(i - 1); at >= 0; at = m.Nodes[at].Graph {
		if node := &m.Nodes[at]; offset < node.Span.End {
			return node
		}
	}
	return nil
}

const (
	mostText   = 256 << 20 // bytes of the text of a model
	mostParts  = 1 << 20   // nodes, attributes, values and functions of a model
	mostValues = 1024      // values of a list in an attribute, and imports
	wide       = 80        // bytes of the values of a signature that are in one line
)

// Read reads a binary model of size bytes. Small external data are read from the folder of the model, which may be nil.
// The diagnostic is nil, or says why the file is not a model.
func Read(src io.ReaderAt, size int64, folder fs.FS) (*Model, *lang.Diagnostic) {
	head := make([]byte, min(size, sniffed))
	if n, err := src.ReadAt(head, 0); n < len(head) {
		return nil, &lang.Diagnostic{Code: lang.UnreadableInput, Message: lang.Say("the file cannot be read: %s", err.Error())}
	}
	if bad := otherForm(head); bad != nil {
		return nil, bad
	}
	m := &maker{reader: reader{src: src, size: size, buf: make([]byte, 0, most)}, folder: folder, ops: make(map[string]string)}
	text := m.model()
	if m.bad != nil {
		return nil, m.bad
	}
	return &Model{text.b, text.nodes}, nil
}

// A maker makes the text of a model.
type maker struct {
	reader
	folder fs.FS
	ops    map[string]string // the operators so far
	parts  int
	depth  int // of graphs
	free   []*node
}

// A text is a part of the text of a model, with its nodes.
type text struct {
	b     []byte
	nodes []Node
	hard  bool // it has several lines
}

func (t *text) str(s string) { t.b = append(t.b, s...) }

// add appends a part.
func (t *text) add(part *text) {
	shift, from := int32(len(t.b)), int32(len(t.nodes))
	t.b = append(t.b, part.b...)
	for _, n := range part.nodes {
		n.Span.Start += shift
		n.Span.End += shift
		if n.Graph >= 0 {
			n.Graph += from
		}
		t.nodes = append(t.nodes, n)
	}
	t.hard = t.hard || part.hard
}

// line begins a line.
func (t *text) line(indent int) {
	t.b = append(t.b, '\n')
	for range min(indent, 40) {
		t.b = append(t.b, ' ')
	}
	t.hard = true
}

// list writes parts in brackets: each in its line if one has several lines or they are asked to be apart.
func (t *text) list(brackets string, parts []text, indent int, apart bool) {
	t.str(brackets[:1])
	for i := range parts {
		apart = apart || parts[i].hard
	}
	for i := range parts {
		if i > 0 {
			t.str(",")
		}
		if apart {
			t.line(indent + 2)
		} else if i > 0 {
			t.str(" ")
		}
		t.add(&parts[i])
	}
	if apart {
		t.line(indent)
	}
	t.str(brackets[1:])
}

// visible returns a text, or nothing if it cannot be shown in one line.
func (m *maker) visible(b []byte) []byte {
	if b == nil || !utf8.Valid(b) || bytes.ContainsFunc(b, lang.Unseen) {
		return nil
	}
	return b
}

// part counts a part of a model. A part may take 100 times as much memory as it has bytes in the file.
func (m *maker) part() {
	if m.parts++; m.parts > mostParts {
		m.fail(m.start, "a model has more than %s nodes, attributes and values", mostParts)
	}
}

// model reads a model.
func (m *maker) model() text {
	var settings [9]string
	var imports []text
	var functions []text
	g := &graph{}
	for f := range m.until(m.size) {
		switch f {
		case 1, 5:
			settings[f] = strconv.FormatInt(m.number(), 10)
		case 2, 3, 4:
			if b := m.visible(m.text()); b != nil {
				settings[f] = string(onnx.AppendString(nil, b))
			}
		case 7:
			m.graph(g, 2)
		case 8:
			imports = m.opset(imports)
		case 25:
			functions = append(functions, m.function())
		}
	}
	var t text
	names := [...]string{1: "ir_version", 2: "producer_name", 3: "producer_version", 4: "domain", 5: "model_version"}
	var list []text
	for _, f := range [...]int{1, 8, 2, 3, 4, 5} {
		switch {
		case f == 8 && len(imports) > 0:
			s := text{b: []byte("opset_import: ")}
			s.list("[]", imports, 0, false)
			list = append(list, s)
		case f != 8 && settings[f] != "":
			list = append(list, text{b: []byte(names[f] + ": " + settings[f])})
		}
	}
	if len(list) > 0 {
		t.list("<>", list, 0, false)
		t.line(0)
	}
	m.write(&t, g, 0)
	t.str("\n")
	for i := range functions {
		t.add(&functions[i])
		t.str("\n")
	}
	return t
}

// opset reads an import.
func (m *maker) opset(imports []text) []text {
	if len(imports) == mostValues {
		m.fail(m.start, "it imports too many domains")
	}
	domain, version := []byte(nil), int64(0)
	for f := range m.fields() {
		switch f {
		case 1:
			domain = append(domain[:0], m.name()...)
		case 2:
			version = m.number()
		}
	}
	return append(imports, text{b: strconv.AppendInt(append(onnx.AppendString(nil, domain), " : "...), version, 10)})
}

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
		m.fail(m.start, "graphs are nested more than %s deep", deepest)
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
	m.part()
	var t tensor
	m.tensor(&t)
	return value{onnx.AppendName(nil, t.name), t.appendType(nil), t.append(nil, m.folder)}
}

// sparse reads a sparse tensor.
func (m *maker) sparse() value {
	m.part()
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
	m.part()
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
		if k, ok := byName[string(in.name)]; ok && (len(in.typ) == 0 || bytes.Equal(in.typ, g.data[k].typ)) && in.data == nil {
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
			t.str(" ")
		}
		t.list(brackets, parts, indent, size > wide)
	}
	values("()", g.inputs)
	t.str(" => ")
	values("()", g.outputs)
	values("<>", g.data, g.infos)
	t.str(" {")
	t.add(&g.body)
	if g.nodes > 0 {
		t.line(indent)
	}
	t.str("}")
}

// function reads a function.
func (m *maker) function() text {
	m.part()
	g := &graph{}
	var name, domain, overload []byte
	var imports, params []text
	for f := range m.fields() {
		switch f {
		case 1:
			name = append(name[:0], m.name()...)
		case 4:
			m.part()
			g.inputs = append(g.inputs, value{name: onnx.AppendName(nil, m.name())})
		case 5:
			m.part()
			g.outputs = append(g.outputs, value{name: onnx.AppendName(nil, m.name())})
		case 6:
			m.part()
			params = append(params, text{b: onnx.AppendName(nil, m.name())})
		case 7:
			m.node(g, 2)
		case 9:
			imports = m.opset(imports)
		case 10:
			domain = append(domain[:0], m.name()...)
		case 11:
			params = append(params, m.attribute(2))
		case 12:
			g.infos = append(g.infos, m.value())
		case 13:
			overload = append(overload[:0], m.name()...)
		}
	}
	list := []text{{b: onnx.AppendString([]byte("domain: "), domain)}}
	if len(imports) > 0 {
		s := text{b: []byte("opset_import: ")}
		s.list("[]", imports, 0, false)
		list = append(list, s)
	}
	if len(overload) > 0 {
		list = append(list, text{b: onnx.AppendString([]byte("overload: "), overload)})
	}
	var t text
	t.list("<>", list, 0, false)
	t.line(0)
	t.b = onnx.AppendName(t.b, name)
	if len(params) > 0 {
		t.list("<>", params, 0, false)
	} else {
		t.str(" ")
	}
	m.signature(&t, g, 0)
	return t
}

// A node has the parts of a node, while it is read.
type node struct {
	results, args, label, domain, op, overload []byte
	attributes                                 []text
}

// node reads a node and adds its line to its graph.
func (m *maker) node(g *graph, indent int) {
	m.part()
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
		m.fail(offset, "more than %s bytes of text", mostText)
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
		t.str(" ")
	}
	t.str("= ")
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
