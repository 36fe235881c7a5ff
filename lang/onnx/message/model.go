package message

import (
	"slices"

	"github.com/patgraph/patgraph/lang/onnx"
)

// A writer makes messages from a tree.
type writer struct{ *onnx.Tree }

// Model returns the fields of a model.
func Model(t *onnx.Tree) []Field {
	w, l := writer{t}, list{}
	for i := range t.Decls {
		d := &t.Decls[i]
		header := t.Header(d)
		if d.Kind == onnx.DeclFunction {
			l.message(25, d.Root, func(l *list) { w.function(l, d) })
			continue
		}
		w.setting(&l, 1, header, "ir_version")
		w.setting(&l, 2, header, "producer_name")
		w.setting(&l, 3, header, "producer_version")
		w.setting(&l, 4, header, "domain")
		w.setting(&l, 5, header, "model_version")
		l.message(7, t.Graph(d), func(l *list) { w.graph(l, t.Graph(d)) })
		w.imports(&l, 8, header)
	}
	return l
}

// setting adds a setting of a header, if there is one.
func (w writer) setting(l *list, field int, header onnx.NodeID, key string) {
	switch v := w.Setting(header, key); {
	case v == onnx.NoNode:
	case w.Is(v, onnx.OpInt):
		l.number(field, w.Int(v))
	default:
		l.text(field, w.Plain(v))
	}
}

func (w writer) imports(l *list, field int, header onnx.NodeID) {
	for _, pair := range w.Kids(w.Setting(header, "opset_import")) {
		l.message(field, pair, func(l *list) {
			l.text(1, w.Plain(pair))
			l.number(2, w.Int(w.Kid(pair, 0)))
		})
	}
}

func (w writer) graph(l *list, g onnx.NodeID) {
	w.nodes(l, 1, g)
	l.text(2, w.Plain(g))
	for _, v := range slices.Concat(w.Inputs(g), w.Locals(g)) {
		if w.Data(v) != onnx.NoNode {
			w.data(l, 5, 15, v, w.Plain(v))
		}
	}
	w.values(l, 11, w.Inputs(g))
	w.values(l, 12, w.Outputs(g))
	w.declared(l, 13, g)
}

func (w writer) nodes(l *list, field int, g onnx.NodeID) {
	for _, n := range w.Body(g) {
		l.message(field, n, func(l *list) { w.node(l, n) })
	}
}

func (w writer) values(l *list, field int, values []onnx.NodeID) {
	for _, v := range values {
		l.message(field, v, func(l *list) {
			l.text(1, w.Plain(v))
			if typ := w.Type(v); typ != onnx.NoNode {
				l.message(2, typ, func(l *list) { w.typ(l, typ) })
			}
		})
	}
}

// declared adds the types that a graph declares of its values.
func (w writer) declared(l *list, field int, g onnx.NodeID) {
	w.values(l, field, slices.DeleteFunc(slices.Clone(w.Locals(g)), func(v onnx.NodeID) bool {
		return w.Data(v) != onnx.NoNode
	}))
}

func (w writer) function(l *list, d *onnx.Decl) {
	l.text(1, w.Plain(d.Root))
	for _, v := range w.Inputs(d.Root) {
		l.text(4, w.Plain(v))
	}
	for _, v := range w.Outputs(d.Root) {
		l.text(5, w.Plain(v))
	}
	for _, a := range w.Params(d.Root) {
		if w.Value(a) == onnx.NoNode {
			l.text(6, w.Plain(a))
		} else {
			l.message(11, a, func(l *list) { w.attribute(l, a) })
		}
	}
	w.nodes(l, 7, d.Root)
	w.imports(l, 9, w.Header(d))
	w.setting(l, 10, w.Header(d), "domain")
	w.setting(l, 13, w.Header(d), "overload")
	w.declared(l, 12, d.Root)
}

func (w writer) node(l *list, n onnx.NodeID) {
	for _, id := range w.Args(n) {
		l.text(1, w.Plain(id))
	}
	for _, id := range w.Results(n) {
		l.text(2, w.Plain(id))
	}
	domain, op, overload := w.Operator(n)
	l.name(3, w.Label(n))
	l.text(4, op)
	for _, a := range w.Attrs(n) {
		l.message(5, a, func(l *list) { w.attribute(l, a) })
	}
	l.name(7, domain)
	l.name(8, overload)
}

// valueField has the field of the value of an attribute by its kind.
var valueField = [...]int{0, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 22, 23, 14, 15}

func (w writer) attribute(l *list, a onnx.NodeID) {
	l.text(1, w.Plain(a))
	kind, v := w.Kind(a), w.Value(a)
	number := max(slices.Index(onnx.Kinds[:], kind), 0)
	l.number(20, int64(number))
	switch {
	case w.Is(v, onnx.OpRef):
		l.text(21, w.Plain(v))
		return
	case w.Is(v, onnx.OpUnknown):
		return
	}
	field, values := valueField[number], []onnx.NodeID{v}
	if w.Is(v, onnx.OpList) {
		values = w.Kids(v)
	}
	for _, v := range values {
		switch w.Nodes[v].Op {
		case onnx.OpString:
			l.text(field, w.Plain(v))
		case onnx.OpGraph:
			l.message(field, v, func(l *list) { w.graph(l, v) })
		case onnx.OpTensorType, onnx.OpTypeCall:
			l.message(field, v, func(l *list) { w.typ(l, v) })
		case onnx.OpTensor:
			w.data(l, field, field, v, "")
		default:
			if kind == "float" || kind == "floats" {
				l.float(field, w.Float(v))
			} else {
				l.number(field, w.Int(v))
			}
		}
	}
}

// typ adds the fields of a type.
func (w writer) typ(l *list, typ onnx.NodeID) {
	kids := w.Kids(typ)
	within := func(l *list, field int) { l.message(field, kids[field-1], func(l *list) { w.typ(l, kids[field-1]) }) }
	switch w.Name(typ) {
	case "seq":
		l.message(4, typ, func(l *list) { within(l, 1) })
	case "optional":
		l.message(9, typ, func(l *list) { within(l, 1) })
	case "map":
		l.message(5, typ, func(l *list) {
			l.number(1, element(w.Name(kids[0])))
			within(l, 2)
		})
	case "sparse_tensor":
		l.message(8, typ, func(l *list) { w.shaped(l, kids[0]) })
	case "opaque":
		l.message(7, typ, func(l *list) {
			for i, part := range kids {
				l.text(i+1, w.Plain(part))
			}
		})
	default:
		l.message(1, typ, func(l *list) { w.shaped(l, typ) })
	}
}

// shaped adds the element type and the shape of a tensor type.
func (w writer) shaped(l *list, typ onnx.NodeID) {
	l.number(1, element(w.Name(typ)))
	if w.HasRank(typ) {
		l.message(2, typ, func(l *list) {
			for _, dim := range w.Kids(typ) {
				l.message(1, dim, func(l *list) { w.size(l, dim) })
			}
		})
	}
}

func (w writer) size(l *list, dim onnx.NodeID) {
	switch w.Nodes[dim].Op {
	case onnx.OpInt:
		l.number(1, w.Int(dim))
	case onnx.OpName:
		l.text(2, w.Plain(dim))
	}
}

// element returns the number of an element type.
func element(name string) int64 { return int64(max(slices.Index(onnx.Elements[:], name), 0)) }
