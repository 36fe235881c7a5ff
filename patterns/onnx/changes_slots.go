package onnx

import (
	"slices"
	"strconv"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/onnx"
	"github.com/patgraph/patgraph/patterns/message"
	"github.com/patgraph/patgraph/patterns/relation"
	"github.com/patgraph/patgraph/patterns/repair"
	"github.com/patgraph/patgraph/unify"
)

// mostSlots bounds the inputs of a node among which one is inserted.
const mostSlots = 10

// slots proposes one more input of a node: an absent one, so that the inputs after it mean what they are, and a value
// that nothing uses.
func (g *proposer) slots(u *use) {
	t, args, params := g.p.tree, g.p.tree.Args(u.id), u.operator.Params
	if len(args) == 0 || len(args) > mostSlots || len(args) >= len(params) || params[len(params)-1].Several {
		return
	}
	for i := 1; i <= len(args); i++ {
		if i < len(args) && params[i].Optional && !g.Is(args[i], onnx.OpAbsent) {
			g.slot(u, i, `""`, costSwap, func(*step) unify.Node { return unify.None })
		}
		for _, w := range g.unused {
			if !g.isArgument(u, w) {
				g.slot(u, i, t.Name(w), costUnused-1, func(s *step) unify.Node { return s.value(s.frame, w) })
			}
		}
	}
	if u.frame.up != nil || !params[len(args)].Optional {
		return
	}
	for _, w := range g.atSlot(u, len(args)) {
		g.slot(u, len(args), t.Name(w), costUsual, func(s *step) unify.Node { return s.value(s.frame, w) })
	}
}

// atSlot lists the weights that other nodes of the operator of a node have as one of their inputs.
func (g *proposer) atSlot(u *use, i int) []onnx.NodeID {
	t := g.p.tree
	var list repair.Distinct[onnx.NodeID]
	_, operator, _ := t.Operator(u.id)
	for _, node := range g.p.body(g.p.graphOf(u.id)) {
		args := t.Args(node)
		if g.isOf(node, operator) && i < len(args) && g.Is(args[i], onnx.OpName) && len(list.List) < mostUsual {
			if def := g.p.names.Def[args[i]]; def != onnx.NoNode && g.Is(def, onnx.OpValue) {
				list.Add(def)
			}
		}
	}
	return list.List
}

// slot proposes one more input before the input i of a node.
func (g *proposer) slot(u *use, i int, text string, cost int, value func(*step) unify.Node) {
	t, args := g.p.tree, g.p.tree.Args(u.id)
	c := change{node: u.id, is: isNode, places: []lang.Span{g.p.callSpan(u.id)}}
	c.inputs = func(s *step) []unify.Node {
		in := s.deriver.inputs(s.frame, u.id)
		return slices.Insert(in, min(i, len(in)), value(s))
	}
	edit, where := repair.Insert(t.Span(args[len(args)-1]).End, ", "+text), "after `"+t.Text(args[len(args)-1])+"`"
	if i < len(args) {
		edit, where = repair.Insert(t.Span(args[i]).Start, text+", "), "before `"+t.Text(args[i])+"`"
	}
	if text == `""` {
		g.offer(c, cost, repair.ByInsert, "leave out `"+u.operator.Params[i].Name+"`: write `\"\"` "+where, edit)
		return
	}
	g.offer(c, cost, repair.ByInsert, "give `"+text+"` as `"+u.operator.Params[i].Name+"`, "+where, edit)
}

// alike proposes one other element type for several written inputs of a node that have the same wrong one.
func (g *proposer) alike(u *use) {
	t, args := g.p.tree, g.p.tree.Args(u.id)
	if len(args) < 3 || len(args) > mostSlots || !g.Is(args[0], onnx.OpName) {
		return
	}
	data, ok := g.x.typeOf(g.p.names.Def[args[0]])
	if !ok || data.Elem == "" {
		return
	}
	c := change{node: onnx.NoNode, values: make(map[onnx.NodeID]Type), is: isSize}
	var edits []lang.Edit
	title, elem := "", ""
	for _, arg := range args[1:] {
		def := g.p.names.Def[arg]
		if !g.Is(arg, onnx.OpName) || def == onnx.NoNode {
			continue
		}
		typ, written, ok := g.p.written(def)
		is, known := g.x.typeOf(def)
		_, again := c.values[def]
		if !ok || again || !known || typ == onnx.NoNode || written == onnx.NoNode || !t.Is(typ, onnx.OpTensorType) ||
			is.Elem == data.Elem || elem != "" && is.Elem != elem {
			continue
		}
		if elem = is.Elem; title != "" {
			title += " and "
		}
		title += "`" + t.Plain(def) + "`"
		is.Elem, is.Valued, is.Entries = data.Elem, false, nil
		at := t.Span(typ)
		at.End = at.Start + int32(len(elem))
		c.values[def], c.places = is, append(c.places, t.Span(typ))
		edits = append(edits, lang.Edit{Span: at, Text: data.Elem})
	}
	if len(edits) > 1 {
		g.offer(c, costEntry, repair.ByType, "declare "+title+" with the element type `"+data.Elem+"`", edits...)
	}
}

// directions proposes the direction of a recurrent node that fits its weights, which have a part for each direction.
func (g *proposer) directions(u *use) {
	args := g.p.tree.Args(u.id)
	if !u.operator.Takes("direction") || len(args) < 2 || !g.Is(args[1], onnx.OpName) {
		return
	}
	w, _ := g.x.typeOf(g.p.names.Def[args[1]])
	if len(w.Shape) == 0 {
		return
	}
	n, _ := w.Shape[0].Number()
	text := map[int64]string{1: "forward", 2: "bidirectional"}[n]
	if text == "" {
		return
	}
	v := relation.TextValue(text)
	if a := g.p.tree.Attr(u.id, "direction"); a != onnx.NoNode {
		g.value(u, a, costUsual, v)
		return
	}
	c := change{node: u.id, places: []lang.Span{g.p.callSpan(u.id)}, is: isNode, attrs: func(all []Attribute) []Attribute {
		return append(slices.Clone(all), given("direction", v))
	}}
	title, edit := g.p.adding(u.id, "direction", v)
	g.offer(c, costUsual, repair.ByInsert, title, edit)
}

// letters proposes another order of two letters of the result in the equation of an Einsum.
func (g *proposer) letters(u *use, a onnx.NodeID, equation string) {
	for i := len(equation) - 1; i > 0 && equation[i-1] != '>'; i-- {
		b := []byte(equation)
		b[i], b[i-1] = b[i-1], b[i]
		if isLetter(b[i]) && isLetter(b[i-1]) {
			g.value(u, a, costNumber, relation.TextValue(string(b)))
		}
	}
}

func isLetter(c byte) bool { return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' }

// axesOf proposes other lists of axes for a node: with one more, with one less, and all moved by one.
func (g *proposer) axesOf(u *use) {
	t, args, rank := g.p.tree, g.p.tree.Args(u.id), int64(g.rank(u))
	if a := t.Attr(u.id, "axes"); a != onnx.NoNode {
		if list, ok := t.Ints(t.Value(a)); ok && t.Is(t.Value(a), onnx.OpList) {
			for _, other := range axesLike(list, rank) {
				cost := costNumber
				if len(other) == len(list) && len(list) > 1 { // all are moved, as in another layout
					cost = costUsual
				}
				g.value(u, a, cost, numbers(false, other))
			}
		}
		return
	}
	k := slices.IndexFunc(u.operator.Params, func(p relation.Param) bool { return p.Name == "axes" })
	if k < 1 || k >= len(args) || !g.Is(args[k], onnx.OpName) || g.isOf(u.id, "Slice") || g.isOf(u.id, "Pad") {
		return
	}
	def := g.p.names.Def[args[k]]
	typ, data, ok := g.p.written(def)
	is, _ := g.x.typeOf(def)
	list, ints := t.Ints(data)
	if !ok || !ints || !is.Valued || len(is.Shape) != 1 || len(list) != len(is.Entries) || len(list) == 0 {
		return
	}
	ids := g.p.numbersOf(data)
	at := lang.Span{Start: t.Span(ids[0]).Start, End: t.Span(ids[len(ids)-1]).End}
	for _, other := range axesLike(list, rank) {
		now, text := is, texts(other)
		now.Shape, now.Entries = []Size{g.p.binding.Sizes.Whole(int64(len(other)))}, nil
		for _, n := range other {
			now.Entries = append(now.Entries, g.p.binding.Sizes.Whole(n))
		}
		edits := []lang.Edit{{Span: at, Text: text}}
		if typ != onnx.NoNode && len(t.Kids(typ)) == 1 && len(other) != len(list) {
			edits = append(edits, g.Replace(t.Kid(typ, 0), strconv.Itoa(len(other))))
		}
		g.offer(typed(def, now, isEntry, t.Span(data)), costEntry, repair.ByLiteral,
			"write `"+text+"` in place of `"+texts(list)+"` in "+message.Quoted(t.Plain(def), widestTitle), edits...)
	}
}

// parts proposes another size of one part of a Split, with which the parts are as large as the axis together.
func (g *proposer) parts(u *use) {
	t, args := g.p.tree, g.p.tree.Args(u.id)
	if !g.isOf(u.id, "Split") || len(args) < 2 || !g.Is(args[1], onnx.OpName) {
		return
	}
	data, _ := g.x.typeOf(g.p.names.Def[args[0]])
	def, axis := g.p.names.Def[args[1]], 0
	if a := t.Attr(u.id, "axis"); a != onnx.NoNode {
		list, _ := t.Ints(t.Value(a))
		if len(list) != 1 || list[0] >= int64(len(data.Shape)) || list[0] < -int64(len(data.Shape)) {
			return
		}
		axis = (int(list[0]) + len(data.Shape)) % len(data.Shape)
	}
	_, written, ok := g.p.written(def)
	is, _ := g.x.typeOf(def)
	list, ints := t.Ints(written)
	if !ok || !ints || axis >= len(data.Shape) || !is.Valued || len(list) != len(is.Entries) {
		return
	}
	left, known := data.Shape[axis].Number()
	for _, n := range list {
		left -= n
	}
	for i, now := range list {
		n, others := now+left, slices.Delete(slices.Clone(list), i, i+1)
		if !known || left == 0 || n < 1 || len(others) == 0 {
			continue
		}
		cost := costEntry
		if slices.Min(others) == n && slices.Max(others) == n {
			cost = costOdd
		}
		other, id := is, g.p.numbersOf(written)[i]
		other.Entries = slices.Clone(is.Entries)
		other.Entries[i] = g.p.binding.Sizes.Whole(n)
		f := g.Instead(id, ordinal(int(n)))
		g.offer(typed(def, other, isEntry, t.Span(id)), cost, repair.ByLiteral,
			f.Title.String()+" in `"+t.Plain(def)+"`", f.Edits...)
	}
}

// axesLike lists the axes below a rank that people write in place of others.
func axesLike(list []int64, rank int64) (lists [][]int64) {
	fits := func(other []int64) bool {
		return len(other) > 0 && slices.Min(other) >= -rank && slices.Max(other) < max(rank, 1)
	}
	add := func(other []int64) {
		if fits(other) {
			lists = append(lists, other)
		}
	}
	for axis := range min(rank, mostPerms) {
		if slices.Min(list) >= 0 && !slices.Contains(list, axis) {
			other := append(slices.Clone(list), axis)
			slices.Sort(other)
			add(other)
		}
	}
	if len(list) == 1 {
		return lists
	}
	for _, by := range [...]int64{1, -1} {
		other := slices.Clone(list)
		for i := range other {
			other[i] += by
		}
		if slices.Min(list) < 0 == (slices.Min(other) < 0) && slices.Max(list) < 0 == (slices.Max(other) < 0) {
			add(other)
		}
	}
	for i := range list {
		add(slices.Delete(slices.Clone(list), i, i+1))
	}
	return lists
}
