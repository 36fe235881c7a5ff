package relay

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/patgraph/patgraph/lang/relay"
	"github.com/patgraph/patgraph/patterns/relation"
)

// isMetaAttrs reports whether an argument of a call refers to the metadata for the attributes of the call, as TVM
// prints attributes that are not those of the operator: meta[relay.attrs.CastAttrs][0].
func (p *front) isMetaAttrs(id relay.NodeID) bool {
	return p.tree.Is(id, relay.OpMeta) && strings.HasPrefix(p.tree.Name(id), "relay.attrs.")
}

// metaAttributes returns the attributes that the metadata gives for a call. Attributes that the operator does not have
// are left out, since no relation reads them.
func (p *front) metaAttributes(o *relation.Operator, id relay.NodeID) (list []relation.Given, ok bool) {
	i, _ := p.tree.Int(p.tree.Kids(id)[0])
	key := p.tree.Name(id)
	n, ok := p.tree.Meta.Of(key, i)
	at := p.tree.Span(id)
	for _, name := range slices.Sorted(maps.Keys(n.Attrs)) {
		for _, a := range o.Accepts() {
			if a.Name != name {
				continue
			}
			if v, ok := p.metaValue(a.Forms, isObject(key, name), n.Attrs[name]); ok {
				list = append(list, relation.Given{Name: name, Value: v, Span: at, NameSpan: at, ValueSpan: at})
			}
		}
	}
	return list, ok
}

// objects are the attributes whose whole number is an object of its own in the metadata, although they are not lists.
var objects = map[string]string{
	"channels": "", "units": "", "k": "", "num_samples": "", "repeats": "", "batch_dims": "", "index_rank": "",
	"lhs_end": "", "rhs_end": "", "seq_axis": "", "batch_axis": "", "stride": "YoloReorg", "indices_or_sections": "",
	"axis": "Take Gather Stack Repeat Reverse ScatterElements Scanop",
}

// isObject reports whether a number of the metadata is that of an object and not a value.
func isObject(key, name string) bool {
	of, ok := objects[name]
	class := strings.TrimSuffix(strings.TrimPrefix(key, "relay.attrs."), "Attrs")
	return ok && (of == "" || slices.Contains(strings.Fields(of), class))
}

// metaValue returns the value of an attribute of some forms, which the metadata gives as a text.
func (p *front) metaValue(forms relation.Forms, object bool, text string) (v relation.Value, ok bool) {
	const lists = relation.IntsForm | relation.PairsForm | relation.FloatsForm | relation.PairForm
	const numbers = relation.IntForm | relation.SizeForm
	switch {
	case forms&relation.AnyForm != 0:
		return v, false
	case forms&(relation.TextForm|relation.AtomForm) != 0:
		return relation.TextValue(text), true
	case object || forms&lists != 0:
		i, err := strconv.Atoi(text)
		return p.metaObject(i, 0), err == nil
	case forms&relation.BoolForm != 0, forms&numbers != 0:
		i, err := strconv.ParseInt(text, 10, 64)
		return relation.IntValue(i), err == nil
	}
	x, err := strconv.ParseFloat(text, 64)
	return relation.FloatValue(x), err == nil
}

// mostMetaItems bounds the lists that attributes in the metadata have.
const mostMetaItems = 64

// metaObject returns the value of an object of the metadata: a number, or a list, which is at most two deep.
func (p *front) metaObject(i, depth int) relation.Value {
	n := p.tree.Meta.Node(i)
	switch n.Type {
	case "Array":
		if depth == 2 || len(n.Data) > mostMetaItems {
			break
		}
		var list []relation.Value
		for _, item := range n.Data {
			list = append(list, p.metaObject(item, depth+1))
		}
		return relation.ListValue(list...)
	case "IntImm":
		v, _ := strconv.ParseInt(n.Attrs["value"], 10, 64)
		return relation.IntValue(v)
	case "FloatImm":
		v, _ := strconv.ParseFloat(n.Attrs["value"], 64)
		return relation.FloatValue(v)
	}
	return relation.NoValue
}
