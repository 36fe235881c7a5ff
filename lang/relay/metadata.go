package relay

import (
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"github.com/patgraph/patgraph/lang"
)

// A Metadata is the contents of a section of metadata: the objects that meta[Key][3] refers to, and whatever they refer
// to by number. The zero Metadata has none.
type Metadata struct {
	Nodes  []MetaNode `json:"nodes"`
	Root   int        `json:"root"`
	Arrays []string   `json:"b64ndarrays"`
}

// A MetaNode is an object of a section of metadata.
type MetaNode struct {
	Type  string            `json:"type_key"`
	Keys  []string          `json:"keys"`
	Data  metaItems         `json:"data"`
	Attrs map[string]string `json:"attrs"` // numbers of nodes, and values
}

// metaItems are the numbers of the nodes in a list; other data counts as none.
type metaItems []int

// UnmarshalJSON ignores data that is not a list of numbers.
func (m *metaItems) UnmarshalJSON(text []byte) error {
	var list []int
	if json.Unmarshal(text, &list) == nil {
		*m = list
	}
	return nil
}

// Node returns the object with a number, or the zero MetaNode: number 0 is that of no object.
func (m *Metadata) Node(i int) MetaNode {
	if i < 0 || i >= len(m.Nodes) {
		return MetaNode{}
	}
	return m.Nodes[i]
}

// Of returns the object that meta[key][i] refers to.
func (m *Metadata) Of(key string, i int64) (MetaNode, bool) {
	root := m.Node(m.Root)
	at := slices.Index(root.Keys, key)
	if at < 0 || at >= len(root.Data) {
		return MetaNode{}, false
	}
	list := m.Node(root.Data[at])
	if i < 0 || i >= int64(len(list.Data)) {
		return MetaNode{}, false
	}
	n := m.Node(list.Data[i])
	return n, n.Type != ""
}

// A Constant is the type of a constant whose value is in the metadata.
type Constant struct {
	Shape []int64
	Dtype string
}

// Constant returns the type of the constant that an OpMeta refers to: that of its data in the metadata section, or the
// one written in a comment after it, as in meta[relay.Constant][0] /* ty=Tensor[(2), float32] */.
func (t *Tree) Constant(id NodeID) (c Constant, ok bool) {
	if n := &t.Nodes[id]; n.Op != OpMeta || t.Name(id) != "relay.Constant" {
		return Constant{}, false
	}
	i, _ := t.Int(t.Kids(id)[0])
	if n, found := t.Meta.Of("relay.Constant", i); found {
		at, err := strconv.Atoi(n.Attrs["data"])
		if err == nil && at >= 0 && at < len(t.Meta.Arrays) {
			if c, ok = arrayType(t.Meta.Arrays[at]); ok {
				return c, true
			}
		}
	}
	return commentType(t.File.Text(t.commentAfter(t.Nodes[id].End)))
}

// commentAfter returns the comment that follows a place in the same line, or an empty span.
func (t *Tree) commentAfter(at int32) lang.Span {
	i, _ := slices.BinarySearchFunc(t.Comments, at, func(c lang.Span, at int32) int { return int(c.Start - at) })
	if i == len(t.Comments) || strings.Trim(t.File.Text(lang.Span{Start: at, End: t.Comments[i].Start}), " \t") != "" {
		return lang.Span{}
	}
	return t.Comments[i]
}

// arrayHeader is the part before the sizes of an array: two words that mark it, the device, the number of axes, and the
// element type.
const arrayHeader = 8 + 8 + 8 + 4 + 4

// arrayType returns the type of an array in base 64.
func arrayType(text string) (c Constant, ok bool) {
	most := base64.StdEncoding.EncodedLen(arrayHeader + 8*64)
	raw, _ := base64.StdEncoding.DecodeString(text[:min(len(text), most)/4*4])
	if len(raw) < arrayHeader {
		return c, false
	}
	axes := int(binary.LittleEndian.Uint32(raw[24:]))
	if axes < 0 || axes > 64 || len(raw) < arrayHeader+8*axes {
		return c, false
	}
	kinds := []string{"int", "uint", "float", "", "bfloat"}
	code, bits, lanes := int(raw[28]), int(raw[29]), int(binary.LittleEndian.Uint16(raw[30:]))
	if code >= len(kinds) {
		return c, false
	}
	c.Dtype = kinds[code] + strconv.Itoa(bits)
	if lanes != 1 {
		c.Dtype += "x" + strconv.Itoa(lanes)
	}
	for i := range axes {
		size := int64(binary.LittleEndian.Uint64(raw[arrayHeader+8*i:]))
		if size < 0 {
			return c, false
		}
		c.Shape = append(c.Shape, size)
	}
	return c, IsDtype(c.Dtype)
}

// commentType returns the type of a tensor in a comment.
func commentType(text string) (c Constant, ok bool) {
	text, ok = strings.CutPrefix(strings.TrimSpace(strings.TrimPrefix(text, "/*")), "ty=")
	if !ok {
		return c, false
	}
	if rest, tensor := strings.CutPrefix(text, "Tensor[("); tensor {
		sizes, rest, closed := strings.Cut(rest, ")")
		if !closed {
			return c, false
		}
		for _, size := range strings.FieldsFunc(sizes, func(r rune) bool { return r == ',' || r == ' ' }) {
			n, err := strconv.ParseInt(strings.TrimSuffix(size, "i64"), 10, 64)
			if err != nil || n < 0 {
				return c, false
			}
			c.Shape = append(c.Shape, n)
		}
		c.Dtype, _, closed = strings.Cut(strings.TrimLeft(rest, ", "), "]")
		return c, closed && IsDtype(c.Dtype)
	}
	c.Dtype = text[:strings.IndexAny(text+" ", " \t\n*")]
	return c, IsDtype(c.Dtype)
}
