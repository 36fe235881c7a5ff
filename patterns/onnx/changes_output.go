package onnx

import (
	"slices"
	"strings"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/onnx"
	"github.com/patgraph/patgraph/patterns/message"
	"github.com/patgraph/patgraph/patterns/repair"
)

// A lastNode is one that may be missing before an output: with it, the output has its declared type.
type lastNode struct {
	op, attrs string
	axes      []int64 // its second input, if it has one
}

// lastNodes lists the nodes that make a type another one, the likeliest first.
func (p *program) lastNodes(is, want Type) (list []lastNode) {
	if !is.Ranked || !want.Ranked || is.Elem != want.Elem {
		return nil
	}
	if len(is.Shape) == len(want.Shape) {
		for _, perm := range slices.Backward(perms(len(is.Shape))) { // moved axes before exchanged ones
			same := !turns(is.Shape, perm)
			for axis := 0; same && axis < len(perm); axis++ {
				same = is.Shape[perm[axis]] == want.Shape[axis]
			}
			if same {
				return []lastNode{{op: "Transpose", attrs: "perm = [" + texts(perm) + "]"}}
			}
		}
		return nil
	}
	if n := len(is.Shape); len(want.Shape) == 2 && n > 2 && is.Shape[0] == want.Shape[0] {
		columns := int64(1)
		for _, d := range is.Shape[1:] {
			k, known := d.Number()
			if !known || k > 1<<30 || columns > 1<<30 {
				columns = 0
			}
			columns *= k
		}
		if m, known := want.Shape[1].Number(); known && m == columns {
			list = append(list, lastNode{op: "Flatten", attrs: "axis = 1"})
		}
	}
	if axes := p.ones(is.Shape, want.Shape); len(axes) > 0 {
		list = append(list, lastNode{op: "Squeeze", axes: axes})
	}
	if axes := p.ones(want.Shape, is.Shape); len(axes) > 0 {
		list = append(list, lastNode{op: "Unsqueeze", axes: axes})
	}
	return list
}

// ones lists the axes of size 1 without which a shape is another one, or nothing.
func (p *program) ones(shape, without []Size) (axes []int64) {
	k, one := 0, p.binding.Sizes.Whole(1)
	for axis, size := range shape {
		switch {
		case k < len(without) && size == without[k]:
			k++
		case size == one:
			axes = append(axes, int64(axis))
		default:
			return nil
		}
	}
	if k < len(without) {
		return nil
	}
	return axes
}

// atOutput lists the changes that insert a node before an output of a model which only the output uses.
func (p *program) atOutput(g *repair.Draft, d int32, output onnx.NodeID, is, want Type) (fixes []lang.Fix) {
	t, def := p.tree, p.names.Def[output]
	if !t.Is(def, onnx.OpName) || len(p.usesOfAll()[def]) != 1 {
		return nil
	}
	node := p.parents[p.parents[def]]
	_, operator, _ := t.Operator(node)
	name := p.fresh(t.Plain(output) + "_" + strings.ToLower(operator))
	line := "\n" + p.indent(node)
	for _, last := range p.lastNodes(is, want) {
		if last.op == operator {
			continue // the two would be one
		}
		before, with, inputs := "", "", name
		title := last.op
		if last.attrs != "" {
			with = "<" + last.attrs + ">"
		}
		title += with + "(" + t.Plain(output)
		switch list := "{" + texts(last.axes) + "}"; {
		case last.axes == nil:
		case p.version(d, "") < 13:
			with = "<axes = [" + texts(last.axes) + "]>"
			title = last.op + with + "(" + t.Plain(output)
		default:
			axes := p.fresh(t.Plain(output) + "_axes")
			before = axes + " = Constant<value = int64[" + ordinal(len(last.axes)) + "] " + list + ">()" + line
			inputs, title = inputs+", "+axes, title+", "+list
		}
		text := line + before + t.Name(output) + " = " + last.op + with + "(" + inputs + ")"
		title = "insert " + message.Quoted(title+")", 2*widestTitle) + " before the output"
		fixes = append(fixes, g.Fix(title, g.Replace(def, name), repair.Insert(t.Span(node).End, text)))
	}
	return fixes
}
