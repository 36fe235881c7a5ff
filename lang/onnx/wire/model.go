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
	Graph  int32     // the node whose attribute its graph is, an index in Model.Nodes; -1: it is in no attribute
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
		return nil, &lang.Diagnostic{Code: lang.UnreadableInput,
			Message: lang.Say("the file cannot be read: %s", err.Error())}
	}
	if bad := otherForm(head); bad != nil {
		return nil, bad
	}
	m := newMaker(src, size, folder)
	text := m.model()
	switch bad := m.bad; {
	case bad == nil:
	case m.limited:
		bad.Code, bad.Message = lang.TooLarge, lang.Say("the model goes beyond a limit %s", bad.Message)
		return nil, bad
	case IsModel(head):
		bad.Message = lang.Say("the model is damaged %s", bad.Message)
		if m.cut {
			bad.Help = lang.Texts("the file ends before the model does: copy or download it again")
		}
		return nil, bad
	default:
		bad.Code, bad.Message = lang.UnreadableInput, lang.Say("the file is not a binary model, as is seen %s", bad.Message)
		bad.Help = lang.Texts("a text is recognised by the ending `.onnxtxt` of its name")
		return nil, bad
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

func newMaker(src io.ReaderAt, size int64, folder fs.FS) maker {
	return maker{reader: reader{src: src, size: size, buf: make([]byte, 0, most)}, folder: folder,
		ops: make(map[string]string)}
}

// visible returns a text, or nothing if it cannot be shown in one line.
func (m *maker) visible(b []byte) []byte {
	if b == nil || !utf8.Valid(b) || bytes.ContainsFunc(b, lang.Unseen) {
		return nil
	}
	return b
}

// countPart counts a countPart of a model. A countPart may take 100 times as much memory as it has bytes in the file.
func (m *maker) countPart() {
	if m.parts++; m.parts > mostParts {
		m.exceed(m.start, "a model has more than %s nodes, attributes and values", mostParts)
	}
}

// model reads a model.
func (m *maker) model() text {
	var settings [9]string
	var imports []text
	var functions []text
	g, whole := &graph{}, false
	for f := range m.until(m.size) {
		switch f {
		case 1, 5:
			settings[f] = strconv.FormatInt(m.number(), 10)
		case 2, 3, 4:
			if b := m.visible(m.text()); b != nil {
				settings[f] = string(onnx.AppendString(nil, b))
			}
		case 7:
			whole = true
			m.graph(g, 2)
		case 8:
			imports = m.opset(imports)
		case 25:
			functions = append(functions, m.function())
		}
	}
	if !whole {
		m.fail(m.size, "it has no graph")
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
	t.write("\n")
	for i := range functions {
		t.add(&functions[i])
		t.write("\n")
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

// function reads a function.
func (m *maker) function() text {
	m.countPart()
	g := &graph{}
	var name, domain, overload []byte
	var imports, params []text
	for f := range m.fields() {
		switch f {
		case 1:
			name = append(name[:0], m.name()...)
		case 4:
			m.countPart()
			g.inputs = append(g.inputs, value{name: onnx.AppendName(nil, m.name())})
		case 5:
			m.countPart()
			g.outputs = append(g.outputs, value{name: onnx.AppendName(nil, m.name())})
		case 6:
			m.countPart()
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
		t.write(" ")
	}
	m.signature(&t, g, 0)
	return t
}
