package onnx

import (
	"iter"
	"slices"
	"strconv"
)

// Plain returns the name or the string of a node, without quotes and escapes.
func (t *Tree) Plain(id NodeID) string { return unquoted(t.Name(id)) }

// Int returns the value of an OpInt; one that needs 64 bits without a sign is the negative number with the same bits.
func (t *Tree) Int(id NodeID) int64 {
	text := t.Name(id)
	v, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		u, _ := strconv.ParseUint(text, 10, 64)
		v = int64(u)
	}
	return v
}

// Float returns the value of an OpFloat or an OpInt.
func (t *Tree) Float(id NodeID) float64 {
	v, _ := strconv.ParseFloat(t.Name(id), 64)
	return v
}

// Graph returns the graph of a declaration: an OpGraph, or an OpFunction; NoNode if it has a syntax error.
func (t *Tree) Graph(d *Decl) NodeID {
	if d.Kind == DeclGraph && d.Root != NoNode {
		return t.Kid(d.Root, 1)
	}
	return d.Root
}

// Header returns the header of a declaration, or NoNode.
func (t *Tree) Header(d *Decl) NodeID { return t.Kid(d.Root, 0) }

// Setting returns the value of a setting, or NoNode.
func (t *Tree) Setting(header NodeID, key string) NodeID {
	return t.Kid(t.KidNamed(header, OpSetting, key), 0)
}

// Imports yields the imported domains of a header with their versions.
func (t *Tree) Imports(header NodeID) iter.Seq2[string, NodeID] {
	return func(yield func(string, NodeID) bool) {
		for _, pair := range t.Kids(t.Setting(header, "opset_import")) {
			if !yield(t.Plain(pair), t.Kid(pair, 0)) {
				return
			}
		}
	}
}

// signature returns the index of the inputs among the parts of a graph or a function.
func (t *Tree) signature(graph NodeID) int {
	if t.Is(graph, OpFunction) {
		return 2
	}
	return 0
}

// Params returns the parameters of a function, each an OpAttr.
func (t *Tree) Params(function NodeID) []NodeID { return t.Kids(t.Kid(function, 1)) }

// Inputs returns the inputs of a graph or a function, each an OpValue.
func (t *Tree) Inputs(graph NodeID) []NodeID { return t.Kids(t.Kid(graph, t.signature(graph))) }

// Outputs returns the outputs of a graph or a function, each an OpValue.
func (t *Tree) Outputs(graph NodeID) []NodeID { return t.Kids(t.Kid(graph, t.signature(graph)+1)) }

// Locals returns the initializers of a graph and the types that it declares of its values, each an OpValue; only the
// former have data.
func (t *Tree) Locals(graph NodeID) []NodeID { return t.Kids(t.Kid(graph, t.signature(graph)+2)) }

// Body returns the nodes of a graph or a function, each an OpNode or an OpBroken.
func (t *Tree) Body(graph NodeID) []NodeID {
	if graph == NoNode {
		return nil
	}
	kids := t.Kids(graph)
	return kids[min(t.signature(graph)+3, len(kids)):] // one with a syntax error may have fewer
}

// Type returns the type of an OpValue or an OpTensor, or NoNode.
func (t *Tree) Type(id NodeID) NodeID { return t.Kid(id, 0) }

// Data returns the data of an OpValue or an OpTensor: an OpData, an OpPairs for external data, or NoNode.
func (t *Tree) Data(id NodeID) NodeID { return t.Kid(id, 1) }

// Label returns the label of a node without quotes; it is empty if the node has none.
func (t *Tree) Label(node NodeID) string {
	if label := t.part(node, 0); label != NoNode {
		return t.Plain(label)
	}
	return ""
}

// part returns a part of an OpNode, or NoNode. An OpBroken has other parts at these places.
func (t *Tree) part(node NodeID, i int) NodeID {
	if !t.Is(node, OpNode) {
		return NoNode
	}
	return t.Kid(node, i)
}

// Results returns the outputs of an OpNode, each an OpName or an OpAbsent; of an OpBroken, those that were read.
func (t *Tree) Results(node NodeID) []NodeID {
	for _, kid := range t.Kids(node) {
		if t.Is(kid, OpResults) {
			return t.Kids(kid)
		}
	}
	return nil
}

// Operator returns the domain, the name and the overload of the operator of an OpNode, without quotes. Both "" and
// "ai.onnx" are the domain of the standard operators. An OpBroken has none.
func (t *Tree) Operator(node NodeID) (domain, name, overload string) {
	op := t.part(node, 2)
	if op == NoNode {
		return "", "", ""
	}
	if d := t.Kid(op, 0); d != NoNode {
		domain = t.Plain(d)
	}
	if o := t.Kid(op, 1); o != NoNode {
		overload = t.Plain(o)
	}
	return domain, t.Plain(op), overload
}

// Args returns the inputs of an OpNode, each an OpName or an OpAbsent.
func (t *Tree) Args(node NodeID) []NodeID { return t.Kids(t.part(node, 4)) }

// Attrs returns the attributes of an OpNode, each an OpAttr. They may be written before or after its inputs.
func (t *Tree) Attrs(node NodeID) []NodeID {
	if attrs := t.part(node, 3); attrs != NoNode {
		return t.Kids(attrs)
	}
	return t.Kids(t.part(node, 5))
}

// Attr returns an attribute of an OpNode by its name, or NoNode.
func (t *Tree) Attr(node NodeID, name string) NodeID {
	for _, a := range t.Attrs(node) {
		if t.Plain(a) == name {
			return a
		}
	}
	return NoNode
}

// Value returns the value of an OpAttr: an OpInt, an OpFloat, an OpString, a type, an OpTensor, an OpGraph, an OpRef, an
// OpList of such, or an OpUnknown; NoNode for a parameter without a default.
func (t *Tree) Value(attr NodeID) NodeID { return t.Kid(attr, 1) }

// Kind returns the kind of an attribute, one of Kinds: as it is written, or else that of its value; "" if neither says
// it, as for an empty list.
func (t *Tree) Kind(attr NodeID) string {
	if kind := t.Kid(attr, 0); kind != NoNode {
		return t.Name(kind)
	}
	value, list := t.Value(attr), ""
	if t.Is(value, OpList) {
		value, list = t.Kid(value, 0), "s"
		for _, v := range t.Kids(t.Value(attr)) {
			if t.Is(v, OpFloat) {
				value = v
			}
		}
	}
	if value == NoNode {
		return ""
	}
	kind := ""
	switch t.Nodes[value].Op {
	case OpInt:
		kind = "int"
	case OpFloat:
		kind = "float"
	case OpString:
		kind = "string"
	case OpTensor:
		kind = "tensor"
		if t.Name(t.Type(value)) == "sparse_tensor" {
			kind = "sparse_tensor"
		}
	case OpGraph:
		kind = "graph"
	case OpTensorType, OpTypeCall:
		kind = "type_proto"
	default:
		return ""
	}
	return kind + list
}

// Ints returns the numbers of an OpInt, or of an OpList or an OpData of them, and false if it is something else or is
// not kept.
func (t *Tree) Ints(value NodeID) ([]int64, bool) {
	return numbers(t, value, t.Int, OpInt)
}

// Floats is Ints for floats; whole numbers count as such.
func (t *Tree) Floats(value NodeID) ([]float64, bool) {
	return numbers(t, value, t.Float, OpInt, OpFloat)
}

func numbers[N any](t *Tree, value NodeID, number func(NodeID) N, ops ...Op) ([]N, bool) {
	list := []NodeID{value}
	if t.Is(value, OpList, OpData) {
		list = t.Kids(value)
	}
	if value == NoNode || t.Nodes[value].Op == OpData && t.Nodes[value].Flags&FlagUnknown != 0 {
		return nil, false
	}
	all := make([]N, len(list))
	for i, id := range list {
		if !t.Is(id, ops...) {
			return nil, false
		}
		all[i] = number(id)
	}
	return all, true
}

// HasRank reports whether an OpTensorType says the rank: `float` is a scalar, and of `float[]` the rank is unknown.
func (t *Tree) HasRank(typ NodeID) bool {
	return t.Nodes[typ].Flags&FlagShaped == 0 || len(t.Kids(typ)) > 0
}

// External returns the value of a key of external data, such as "location", and whether there is one.
func (t *Tree) External(pairs NodeID, key string) (string, bool) {
	i := slices.IndexFunc(t.Kids(pairs), func(pair NodeID) bool { return t.Plain(pair) == key })
	if i < 0 {
		return "", false
	}
	return t.Plain(t.Kid(t.Kid(pairs, i), 0)), true
}
