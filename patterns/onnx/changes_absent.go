package onnx

import (
	"slices"
	"strconv"
	"strings"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/onnx"
	"github.com/patgraph/patgraph/patterns/relation"
	"github.com/patgraph/patgraph/patterns/repair"
)

// absent proposes attributes for a node that leaves them at their defaults: with the values that other nodes of its
// operator have, and with those that are usual for the attribute.
func (g *proposer) absent(u *use) {
	for _, a := range u.operator.Accepts() {
		if has := g.p.tree.Attr(u.id, a.Name); has != onnx.NoNode && g.p.resolved(u.frame, has) != onnx.NoNode {
			continue
		}
		for _, list := range g.p.elsewhere(u.id, a.Name, g.length(u, a.Name)) {
			g.add(u, &a, list, costUsual)
		}
		for _, list := range g.customary(u, &a) {
			g.add(u, &a, list, costAbsent)
		}
	}
}

// add proposes an attribute for a node, or for the call of the function whose parameter the attribute is.
func (g *proposer) add(u *use, a *relation.Attr, list []int64, cost int) {
	v := numbers(a.Forms&relation.IntForm != 0, list)
	if has := g.p.tree.Attr(u.id, a.Name); has != onnx.NoNode {
		g.give(u, has, v, cost)
		return
	}
	c := change{node: u.id, places: []lang.Span{g.p.callSpan(u.id)}, is: isNode, attrs: func(all []Attribute) []Attribute {
		return append(slices.Clone(all), given(a.Name, v))
	}}
	title, edit := g.p.adding(u.id, a.Name, v)
	g.offer(c, cost, repair.ByInsert, title, edit)
}

// resolved returns the value of an attribute of a node, which a call may give to its function, or NoNode.
func (p *front) resolved(f *frame, attr onnx.NodeID) onnx.NodeID {
	value := p.tree.Value(attr)
	if !p.tree.Is(value, onnx.OpRef) {
		return value
	}
	if given, ok := f.attrs[p.tree.Plain(value)]; ok {
		return given
	}
	return onnx.NoNode
}

// give proposes that the call of a function gives it a value for an attribute of a node of the function, if it gives
// none.
func (g *proposer) give(u *use, attr onnx.NodeID, v relation.Value, cost int) {
	call, value := u.frame.caller, g.p.tree.Value(attr)
	name := g.p.tree.Plain(value)
	if !g.Is(value, onnx.OpRef) || u.frame.up == nil || g.p.tree.Attr(call, name) != onnx.NoNode {
		return
	}
	c := change{node: onnx.NoNode, call: call, gives: relation.Given{Name: name, Value: v}, is: isNode,
		places: []lang.Span{g.p.callSpan(call)}}
	title, edit := g.p.adding(call, name, v)
	g.offer(c, cost, repair.ByInsert, title, edit)
}

// numbers returns numbers as the value of an attribute: one number, or a list.
func numbers(single bool, list []int64) relation.Value {
	if single {
		return relation.IntValue(list[0])
	}
	values := make([]relation.Value, len(list))
	for i, n := range list {
		values[i] = relation.IntValue(n)
	}
	return relation.ListValue(values...)
}

// adding returns the change of the text that gives a node an attribute, and what it does.
func (p *front) adding(node onnx.NodeID, name string, v relation.Value) (title string, edit lang.Edit) {
	t := p.tree
	text := name + " = " + v.String()
	edit.Span.Start, edit.Text = t.Span(t.Kid(node, 2)).End, " <"+text+">"
	if attrs := t.Attrs(node); len(attrs) > 0 {
		edit.Span.Start, edit.Text = t.Span(attrs[len(attrs)-1]).End, ", "+text
	}
	edit.Span.End = edit.Span.Start
	_, operator, _ := t.Operator(node)
	return "add `" + text + "` to `" + operator + "`", edit
}

// required returns the fixes for a node that lacks one attribute without a default: the values that other nodes of its
// operator have, or the usual axes of an input of a rank, -1 if that is not known. A node of a function that has the
// attribute from a call lacks it there; the call is returned, or else the node.
func (p *program) required(
	f *frame, node onnx.NodeID, o *relation.Operator, rank int,
) (fixes []lang.Fix, at onnx.NodeID) {
	lacks := slices.DeleteFunc(slices.Clone(o.Accepts()), func(a relation.Attr) bool {
		has := p.tree.Attr(node, a.Name)
		return !a.Required() || has != onnx.NoNode && p.resolved(f, has) != onnx.NoNode
	})
	if len(lacks) != 1 {
		return nil, node
	}
	a, at, name := &lacks[0], node, lacks[0].Name
	if has := p.tree.Attr(node, a.Name); has != onnx.NoNode && f.up != nil {
		at, name = f.caller, p.tree.Plain(p.tree.Value(has))
	}
	lists := p.elsewhere(node, a.Name, 0)
	if len(lists) == 0 && isAxis(a.Name) {
		lists = [][]int64{{1}, {0}, {-1}}
		if rank >= 0 {
			var axes repair.Distinct[int64]
			axes.Add(1, 0, int64(rank-1))
			lists = slices.Collect(slices.Chunk(axes.List, 1))
		}
	}
	for _, list := range lists {
		title, edit := p.adding(at, name, numbers(a.Forms&relation.IntForm != 0, list))
		fixes = append(fixes, lang.Fix{Title: lang.Text(title), Grade: "maybe", Edits: []lang.Edit{edit}})
	}
	return fixes, at
}

// A usualValue is a value of an attribute that nodes of a model have.
type usualValue struct {
	list  []int64
	times int
}

// mostUsual is how many values of an attribute are taken from other nodes of the same operator.
const mostUsual = 3

// length returns how many numbers an attribute of a node has, 0 if that is not known.
func (g *proposer) length(u *use, attribute string) int {
	if attribute == "perm" {
		return g.rank(u)
	}
	return perWindow[attribute] * max(g.rank(u)-2, 0)
}

// elsewhere lists the whole numbers that an attribute has at nodes of the operator of a node, the most frequent lists
// first: those of a length, or of any length if it is 0.
func (p *program) elsewhere(node onnx.NodeID, attribute string, length int) (lists [][]int64) {
	t := p.tree
	if p.usual == nil {
		p.usual = make(map[[2]string][]usualValue)
		for node := range t.Of(onnx.OpNode) {
			_, operator, _ := t.Operator(node)
			for _, a := range t.Attrs(node) {
				list, ok := t.Ints(t.Value(a))
				if !ok || t.Is(t.Value(a), onnx.OpRef) {
					continue
				}
				key := [2]string{operator, t.Plain(a)}
				at := slices.IndexFunc(p.usual[key], func(v usualValue) bool { return slices.Equal(v.list, list) })
				if at < 0 {
					at = len(p.usual[key])
					p.usual[key] = append(p.usual[key], usualValue{list: list})
				}
				p.usual[key][at].times++
			}
		}
		for _, all := range p.usual {
			slices.SortStableFunc(all, func(v, w usualValue) int { return w.times - v.times })
		}
	}
	_, operator, _ := t.Operator(node)
	for _, v := range p.usual[[2]string{operator, attribute}] {
		if len(lists) < mostUsual && (length == 0 || length == len(v.list)) {
			lists = append(lists, v.list)
		}
	}
	return lists
}

// longer proposes a number for each axis where a constant has numbers only for the last axes: sizes of a Resize,
// factors of a Resize or a Tile.
func (g *proposer) longer(u *use) {
	t, args := g.p.tree, g.p.tree.Args(u.id)
	if g.isOf(u.id, "Pad") {
		g.padded(u)
	}
	if !g.isOf(u.id, "Resize") && !g.isOf(u.id, "Tile") {
		return
	}
	data, _ := g.x.typeOf(g.p.names.Def[args[0]])
	for i, arg := range args[1:] {
		def := g.p.names.Def[arg]
		if !g.Is(arg, onnx.OpName) || def == onnx.NoNode {
			continue
		}
		typ, written, ok := g.p.written(def)
		is, _ := g.x.typeOf(def)
		lacks := len(data.Shape) - len(is.Entries)
		if !ok || written == onnx.NoNode || !is.Valued || len(is.Shape) != 1 || lacks <= 0 || len(is.Entries) == 0 {
			continue
		}
		before := slices.Repeat([]Size{g.p.binding.Sizes.Whole(1)}, lacks)
		if i == 2 { // the sizes of a Resize
			before = data.Shape[:lacks]
		}
		text := ""
		for _, n := range before {
			k, known := n.Number()
			if ok = ok && known; isFloat(is.Elem) {
				text += strconv.FormatInt(k, 10) + ".0, "
			} else {
				text += strconv.FormatInt(k, 10) + ", "
			}
		}
		if !ok {
			continue
		}
		is.Entries, is.Shape = slices.Concat(before, is.Entries), []Size{g.p.binding.Sizes.Whole(int64(len(data.Shape)))}
		edits := []lang.Edit{repair.Insert(t.Span(g.p.numbersOf(written)[0]).Start, text)}
		if typ != onnx.NoNode {
			edits = append(edits, g.Replace(t.Kid(typ, 0), ordinal(len(data.Shape))))
		}
		g.offer(typed(def, is, isEntry, t.Span(written)), costOdd, repair.ByInsert,
			"write `"+strings.TrimSuffix(text, ", ")+"` before the numbers of `"+t.Plain(def)+"`", edits...)
	}
}

// padded proposes the pads of all axes, first those before and then those after each axis, where a constant has only
// those of the last axes.
func (g *proposer) padded(u *use) {
	t, args := g.p.tree, g.p.tree.Args(u.id)
	if len(args) < 2 || len(args) > 3 || !g.Is(args[1], onnx.OpName) {
		return
	}
	data, _ := g.x.typeOf(g.p.names.Def[args[0]])
	def := g.p.names.Def[args[1]]
	typ, written, ok := g.p.written(def)
	is, _ := g.x.typeOf(def)
	half, lacks := len(is.Entries)/2, len(data.Shape)-len(is.Entries)/2
	list, ints := t.Ints(written)
	if !ok || !ints || !is.Valued || half == 0 || len(list) != 2*half || len(is.Entries) != 2*half || lacks <= 0 {
		return
	}
	no := make([]int64, lacks)
	all := slices.Concat(no, list[:half], no, list[half:])
	ids, zero := g.p.numbersOf(written), slices.Repeat([]Size{g.p.binding.Sizes.Whole(0)}, lacks)
	is.Entries = slices.Concat(zero, is.Entries[:half], zero, is.Entries[half:])
	is.Shape = []Size{g.p.binding.Sizes.Whole(int64(len(all)))}
	text := texts(all)
	edits := []lang.Edit{{Span: lang.Span{Start: t.Span(ids[0]).Start, End: t.Span(ids[len(ids)-1]).End}, Text: text}}
	if typ != onnx.NoNode && len(t.Kids(typ)) == 1 {
		edits = append(edits, g.Replace(t.Kid(typ, 0), ordinal(len(all))))
	}
	g.offer(typed(def, is, isEntry, t.Span(written)), costOdd, repair.ByLiteral, "write `"+text+"` in `"+t.Plain(def)+
		"`: first what is before each of the "+ordinal(len(data.Shape))+" axes, then what is after each", edits...)
}

// product proposes MatMul and Add in place of a Gemm whose data are not a matrix.
func (g *proposer) product(u *use) {
	t, args := g.p.tree, g.p.tree.Args(u.id)
	if !g.isOf(u.id, "Gemm") || g.rank(u) < 3 || len(t.Results(u.id)) != 1 {
		return
	}
	turned := false
	for _, a := range t.Attrs(u.id) {
		if list, ok := t.Ints(t.Value(a)); ok && t.Plain(a) == "transB" {
			turned = list[0] != 0
		} else if t.Source(t.Value(a)) != map[string]string{"alpha": "1.0", "beta": "1.0", "transA": "0"}[t.Plain(a)] {
			return
		}
	}
	if data, _ := g.x.typeOf(g.p.names.Def[args[0]]); !g.multiplies(data, args[1], turned) {
		return
	}
	result, weight, line := t.Text(t.Results(u.id)[0]), t.Text(args[1]), "\n"+g.p.indent(u.id)
	text, with := "", []string{"`MatMul`"}
	if turned {
		name := g.p.fresh(t.Plain(args[1]) + "_transposed")
		text, weight, with = name+" = Transpose<perm = [1, 0]>("+weight+")"+line, name, []string{"`Transpose`", "`MatMul`"}
	}
	product := "MatMul(" + t.Text(args[0]) + ", " + weight + ")"
	if len(args) > 2 && g.Is(args[2], onnx.OpName) {
		name := g.p.fresh(t.Plain(t.Results(u.id)[0]) + "_matmul")
		text += name + " = " + product + line + result + " = Add(" + name + ", " + t.Text(args[2]) + ")"
		with = append(with, "`Add`")
	} else {
		text += result + " = " + product
	}
	g.offer(change{sure: true, is: isNode, places: []lang.Span{g.p.callSpan(u.id)}}, costUsual, repair.ByInsert,
		"write "+strings.Join(with, ", ")+" in place of `Gemm`", g.Replace(u.id, text))
}

// multiplies reports whether the last axis of data may have the size that a matrix needs, which may be transposed.
func (g *proposer) multiplies(data Type, matrix onnx.NodeID, transposed bool) bool {
	is, ok := g.x.typeOf(g.p.names.Def[matrix])
	if !ok || len(is.Shape) != 2 || len(data.Shape) == 0 {
		return false
	}
	needs := is.Shape[0]
	if transposed {
		needs = is.Shape[1]
	}
	m, known := needs.Number()
	n, too := data.Shape[len(data.Shape)-1].Number()
	return !known || !too || m == n
}

// customary lists values of an attribute that models often have instead of its default.
func (g *proposer) customary(u *use, a *relation.Attr) (lists [][]int64) {
	windows := g.rank(u) - 2
	now, isInt := a.Value().Num, a.Default != nil && a.Value().Form == relation.IntForm
	switch name := a.Name; {
	case name == "perm":
		return perms(g.rank(u))
	case isInt && (isAxis(name) || name == "group"):
		for _, n := range g.meant(u, name, now) {
			lists = append(lists, []int64{n})
		}
	case name == "transA" && g.isWeighted(u): // batches are not exchanged with features
	case isInt && (now == 0 || now == 1) && slices.Contains(switches[:usualSwitches], name):
		lists = append(lists, []int64{1 - now})
	case name == "strides" && windows > 0:
		lists = append(lists, slices.Repeat([]int64{2}, windows))
		if list := g.window(u); len(list) > 0 { // patches that do not overlap
			lists = append(lists, list)
		}
	case name == "pads" && windows > 0:
		for _, n := range []int64{1, 2, 3} {
			lists = append(lists, slices.Repeat([]int64{n}, 2*windows))
		}
	}
	return lists
}

// switches are the attributes that are 0 or 1, first those that change types most often.
var switches = []string{
	"transA", "transB", "keepdims", "ceil_mode",
	"align_corners", "allowzero", "count_include_pad", "exclusive", "input_forget", "inverse", "largest", "layout",
	"linear_before_reset", "new_axis", "noop_with_empty_axes", "onesided", "reverse", "select_last_index", "sorted",
	"storage_order", "training_mode", "transBatchA", "transBatchB", "upper",
}

// usualSwitches is how many of the switches are proposed for nodes that leave them at their defaults.
const usualSwitches = 4
