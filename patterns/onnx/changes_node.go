package onnx

import (
	"fmt"
	"slices"
	"strings"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/onnx"
	"github.com/patgraph/patgraph/patterns/message"
	"github.com/patgraph/patgraph/patterns/relation"
	"github.com/patgraph/patgraph/patterns/repair"
	"github.com/patgraph/patgraph/unify"
)

// swap proposes to exchange two inputs.
func (g *proposer) swap(u *use, i, k int) {
	args := g.p.tree.Args(u.id)
	if k >= len(u.Inputs) || g.Source(args[i]) == g.Source(args[k]) || g.isWeighted(u) && i == 0 {
		return
	}
	f := g.Swap(args[i], args[k])
	c := change{node: u.id, is: isNode, places: []lang.Span{g.p.callSpan(u.id)}}
	c.inputs = func(s *step) []unify.Node {
		in := s.deriver.inputs(s.frame, u.id)
		if i < len(in) && k < len(in) {
			in[i], in[k] = in[k], in[i]
		}
		return in
	}
	cost := costSwap
	switch u.operator.Names[0].Name {
	case "Concat":
		if is, _ := g.x.typeOf(g.p.names.Def[args[i]]); !isList(is) { // the order of the sizes of a shape matters
			cost += 2
		}
	case "Add", "Mul":
		cost += 2 // the order hardly matters
	}
	g.offer(c, cost, repair.BySwap, f.Title.String(), f.Edits...)
}

// isWeighted reports whether a node multiplies data by a weight, which is its second input.
func (g *proposer) isWeighted(u *use) bool {
	args := g.p.tree.Args(u.id)
	weighted := []string{"MatMul", "Gemm", "Conv", "ConvTranspose"}
	return len(args) > 1 && slices.Contains(weighted, u.operator.Names[0].Name) &&
		!g.isWritten(args[0]) && g.isWritten(args[1])
}

// isWritten reports whether the data of an input of a node are in the model.
func (g *proposer) isWritten(arg onnx.NodeID) bool {
	def := g.p.names.Def[arg]
	if def == onnx.NoNode {
		return false
	}
	_, data, ok := g.p.written(def)
	return ok && data != onnx.NoNode
}

// other proposes another value for an input: one that is made shortly before, an input of the graph, or a value that
// nothing uses. Not if nothing would use the present value then, unless it is written and the other one is not used.
func (g *proposer) other(u *use, i int) {
	t := g.p.tree
	arg := t.Args(u.id)[i]
	graph, def := g.p.graphOf(u.id), g.p.names.Def[arg]
	n, body, written := 0, g.p.body(graph), g.isWritten(arg)
	only := len(g.p.usesOfAll()[def]) == 1
	if only && !written {
		return
	}
	for at := slices.Index(body, u.id) - 1; at >= 0 && n < mostOthers; at-- {
		constant := g.isOf(body[at], "Constant")
		for _, res := range g.p.resultsOf(body[at]) {
			if res == onnx.NoNode || g.isArgument(u, res) || (constant || only) && len(g.x.users[res]) > 0 {
				continue
			}
			n++
			cost := costOther + n/4
			switch unused, others := len(g.x.users[res]) == 0, g.nodesWith(u, def) > 1; {
			case unused && others: // all values are used after it
				cost -= 4
			case unused && written && !constant: // numbers that are computed
				cost -= 5
			}
			g.instead(u, i, res, cost)
		}
	}
	for k, in := range t.Inputs(graph) {
		if k < mostInputsTried && u.frame.up == nil && !written && !g.isArgument(u, in) {
			g.instead(u, i, in, costOther)
		}
	}
	for _, w := range g.unused {
		if u.frame.up == nil && written && g.Is(w, onnx.OpValue) && !g.isArgument(u, w) {
			g.instead(u, i, w, costOther-2)
		}
	}
}

// mostInputsTried bounds the inputs of a graph that are tried in place of another value.
const mostInputsTried = 8

// instead proposes another value for an input.
func (g *proposer) instead(u *use, i int, def onnx.NodeID, cost int) {
	t := g.p.tree
	arg := t.Args(u.id)[i]
	c := change{node: u.id, is: isArgument, places: []lang.Span{t.Span(arg)}}
	c.inputs = func(s *step) []unify.Node {
		in := s.deriver.inputs(s.frame, u.id)
		in[i] = s.value(s.frame, def)
		return in
	}
	g.offer(c, cost, repair.ByRef, "use `"+t.Plain(def)+"` in place of `"+t.Plain(arg)+"`", g.Replace(arg, t.Name(def)))
}

// nodesWith counts the nodes beside a node that have a value as an input. Each runs in as many calls as this one.
func (g *proposer) nodesWith(u *use, def onnx.NodeID) int {
	return len(g.x.users[def]) / len(g.x.at[u.id])
}

// isArgument reports whether a value is an input of a node.
func (g *proposer) isArgument(u *use, def onnx.NodeID) bool {
	return slices.ContainsFunc(g.p.tree.Args(u.id), func(arg onnx.NodeID) bool { return g.p.names.Def[arg] == def })
}

// A missingNode is a node that may be missing before an input.
type missingNode struct {
	op    string
	attrs []Attribute
	axes  []int64       // of an Unsqueeze or a Squeeze
	with  []onnx.NodeID // its further inputs, by their definitions
	cost  int

	everywhere bool // before all uses of the value
	free       bool // see change
}

// missing proposes to insert a node before an input.
func (g *proposer) missing(u *use, i int) {
	arg := g.p.tree.Args(u.id)[i]
	is, ok := g.x.typeOf(g.p.names.Def[arg])
	if !ok || is.Head != Tensor+1 {
		return
	}
	for _, name := range castable {
		if name != is.Elem {
			to, cost := given("to", relation.IntValue(int64(slices.Index(elements[:], name)))), costCast
			if isFloat(is.Elem) && !isFloat(name) { // this loses fractions
				cost += 3
			}
			g.insert(u, i, missingNode{op: "Cast", attrs: []Attribute{to}, cost: cost})
		}
	}
	rank := len(is.Shape)
	if !is.Ranked {
		return
	}
	orders, cost := perms(rank), costMissing
	constant := g.isWritten(arg)
	if u.operator.Takes("kernel_shape") && rank > 2 && rank <= mostPerms {
		orders, cost, constant = layouts(is.Shape, i > 0), costLayout, false
	}
	for _, perm := range orders {
		moved := perm[0] != 0
		if turns(is.Shape, perm) {
			continue
		}
		cost := cost
		if !moved && g.meets(u, i, is.Shape, perm) {
			cost = costUsual + 1
		}
		if i == 0 && moved && g.isWeighted(u) || rank > 3 && (moved && constant || g.movesFirst(u, i, perm)) {
			continue
		}
		g.insert(u, i, missingNode{op: "Transpose", attrs: []Attribute{given("perm", numbers(false, perm))},
			cost: cost + g.permuted(perm)})
	}
	for axis := range rank {
		if n, known := is.Shape[axis].Number(); known && n == 1 {
			g.insert(u, i, missingNode{op: "Squeeze", axes: []int64{int64(axis)}, cost: costMissing})
		}
	}
	for axis := 0; axis <= rank && !g.x.free; axis++ {
		g.insert(u, i, missingNode{op: "Unsqueeze", axes: []int64{int64(axis)}, cost: costMissing})
	}
	for _, axes := range g.spreads(u, i, is.Shape) {
		cost := costChannels
		if is.Elem == "int64" { // indices are not broadcast
			cost = costMissing
		}
		g.insert(u, i, missingNode{op: "Unsqueeze", axes: axes, cost: cost})
	}
	if rank == 1 {
		if axes := g.axesAfterChannels(u, i, is.Shape[0]); len(axes) > 0 {
			g.insert(u, i, missingNode{op: "Unsqueeze", axes: axes, cost: costChannels})
		}
	}
	if rank > 0 && !isList(is) {
		g.insert(u, i, missingNode{op: "Shape", cost: costMissing + 2})
	}
	if rank > 2 && !g.isOf(u.id, "Resize") && !g.isOf(u.id, "Tile") {
		one := []Attribute{given("axis", relation.IntValue(1))}
		g.insert(u, i, missingNode{op: "Flatten", attrs: one, cost: costMissing})
		if name := u.operator.Names[0].Name; name == "Flatten" || name == "Reshape" {
			cost := costMissing + 1
			if n, known := is.Shape[1].Number(); known && slices.Contains(g.sizes.Near, n) {
				cost = costChannels
			}
			g.insert(u, i, missingNode{op: "GlobalAveragePool", cost: cost, free: true})
		}
	}
}

func given(name string, v relation.Value) Attribute {
	return Attribute{Given: relation.Given{Name: name, Value: v}, Type: unify.None}
}

// axesAfterChannels returns the axes after the channels of an input other than i with this number of channels. An input
// with a number for each channel needs these axes: without them it is broadcast along the last axis.
func (g *proposer) axesAfterChannels(u *use, i int, channels Size) (axes []int64) {
	for k, arg := range g.p.tree.Args(u.id) {
		if k == i || !g.Is(arg, onnx.OpName) {
			continue
		}
		other, _ := g.x.typeOf(g.p.names.Def[arg])
		if len(other.Shape) > 2 && other.Shape[1] == channels && channels != Unknown {
			for axis := range len(other.Shape) - 2 {
				axes = append(axes, int64(axis+1))
			}
			return axes
		}
	}
	return nil
}

// spreads lists the axes that an input other than i has after some of the sizes of input i, or between them: with these
// axes the sizes are broadcast to those that they equal.
func (g *proposer) spreads(u *use, i int, shape []Size) (lists [][]int64) {
	if up := g.p.parents[g.p.parents[g.p.names.Def[g.p.tree.Args(u.id)[i]]]]; g.Is(up, onnx.OpNode) &&
		g.p.tree.Attr(up, "keepdims") != onnx.NoNode {
		return nil // which could have kept the axes
	}
	equal := func(x, y []Size) (same bool) {
		for k, size := range x {
			n, known := size.Number()
			if size == Unknown || size != y[k] && !(known && n == 1) {
				return false
			}
			same = same || size == y[k]
		}
		return same || len(x) == 0
	}
	for k, arg := range g.p.tree.Args(u.id) {
		if k == i || !g.Is(arg, onnx.OpName) {
			continue
		}
		other, _ := g.x.typeOf(g.p.names.Def[arg])
		gap := len(other.Shape) - len(shape)
		for at := len(shape); at > 0 && gap > 0; at-- {
			if equal(shape[:at], other.Shape) && equal(shape[at:], other.Shape[at+gap:]) {
				axes := make([]int64, gap)
				for k := range axes {
					axes[k] = int64(at + k)
				}
				lists = append(lists, axes)
			}
		}
	}
	if slices.Contains(shape, g.p.binding.Sizes.Whole(1)) { // a mask, which stays as it is along the last axes
		slices.Reverse(lists)
	}
	return lists
}

// layouts returns the orders of axes that make an input one for a node with windows, which move along the last axes:
// of an image that has its channels last, or of a weight that has them last or its first two axes exchanged. Channels
// are not last where the last two sizes are equal: these are the sides of a square.
func layouts(shape []Size, weight bool) (list [][]int64) {
	rank := len(shape)
	moved := func(first, second, windows int) []int64 {
		order := []int64{int64(first), int64(second)}
		for i := range rank - 2 {
			order = append(order, int64(windows+i))
		}
		return order
	}
	if last := shape[rank-1]; last != shape[rank-2] || last == Unknown {
		list = append(list, moved(0, rank-1, 1))
	}
	if weight {
		list = append(list, moved(1, 0, 2), moved(rank-1, rank-2, 0))
	}
	return list
}

// turns reports whether an order of axes exchanges equal sizes, as the sides of a square: another order gives the same.
func turns(shape []Size, perm []int64) bool {
	for k, axis := range perm {
		for _, before := range perm[:k] {
			if before > axis && shape[before] == shape[axis] && shape[axis] != Unknown {
				return true
			}
		}
	}
	return false
}

// meets reports whether an input with another order of its axes has just the shape of another input, and not before.
func (g *proposer) meets(u *use, i int, shape []Size, perm []int64) bool {
	for k, arg := range g.p.tree.Args(u.id) {
		if k == i || !g.Is(arg, onnx.OpName) {
			continue
		}
		other, _ := g.x.typeOf(g.p.names.Def[arg])
		differ, same := 0, len(other.Shape) == len(shape)
		for axis := 0; same && axis < len(perm); axis++ {
			if n := other.Shape[axis]; n != shape[perm[axis]] {
				m, known := n.Number()
				same = known && m == 1
			} else if n != shape[axis] {
				differ++
			}
		}
		if same && differ > 1 {
			return true
		}
	}
	return false
}

// perms returns the orders of axes that people use: two axes exchanged, and one moved to the end or to the front.
func perms(rank int) (list [][]int64) {
	if rank > mostPerms {
		return nil
	}
	id := make([]int64, rank)
	for i := range id {
		id[i] = int64(i)
	}
	for i := range rank {
		for k := range i {
			p := slices.Clone(id)
			p[i], p[k] = p[k], p[i]
			list = append(list, p)
		}
	}
	if rank > 2 {
		last, front := slices.Clone(id), slices.Clone(id)
		for i := 2; i < rank; i++ {
			last[i-1], front[i] = int64(i), int64(i-1)
		}
		last[rank-1], front[1] = 1, int64(rank-1)
		if rank > 3 {
			list = append(list, last, front)
		}
		list = append(list, append(slices.Clone(id[1:]), 0), append([]int64{int64(rank - 1)}, id[:rank-1]...))
	}
	return list
}

// insert proposes to insert a node before an input.
func (g *proposer) insert(u *use, i int, m missingNode) {
	p, t := g.p, g.p.tree
	version := int(p.version(u.frame.of, ""))
	o := Operator("", m.op, version)
	if o == nil {
		return
	}
	arg := t.Args(u.id)[i]
	def := p.names.Def[arg]
	up := p.parents[p.parents[def]]
	if m.with == nil && (g.isOf(u.id, m.op) || t.Is(up, onnx.OpNode) && g.isOf(up, m.op)) {
		return // the two would be one
	}
	axes := Type{}
	if n := len(m.axes); n > 0 && version < 13 {
		m.attrs = []Attribute{given("axes", numbers(false, m.axes))}
	} else if n > 0 {
		axes = TensorOf("int64", p.binding.Sizes.Whole(int64(n)))
		for _, axis := range m.axes {
			axes.Entries = append(axes.Entries, p.binding.Sizes.Whole(axis))
		}
		axes.Valued = true
	}
	made := func(s *step, of unify.Node) (unify.Node, bool) {
		w := &Use{Operator: o, Inputs: []unify.Node{of}, Outputs: 1, Attributes: m.attrs}
		for _, def := range m.with {
			w.Inputs = append(w.Inputs, s.value(s.frame, def))
		}
		if axes.Head != 0 {
			w.Inputs = append(w.Inputs, s.Add(0, unify.Reason{}, axes))
		}
		st := s.State(w)
		return st.Outputs[0], s.holds(&st)
	}
	c := change{node: u.id, is: isArgument, places: []lang.Span{t.Span(arg)}}
	c.inputs = func(s *step) []unify.Node {
		in := s.deriver.inputs(s.frame, u.id)
		if out, ok := made(s, in[i]); ok {
			in[i] = out
		}
		return in
	}
	c.Cost, c.Class, c.free = m.cost+(g.far+1)/2, repair.ByInsert, m.free || m.op == "Transpose"
	before, args := u.id, []onnx.NodeID{arg}
	if all := g.usesOf(def); m.everywhere && len(all) > 1 {
		c = change{Guess: c.Guess, node: onnx.NoNode, is: isArgument}
		before, args = p.parents[p.parents[all[0]]], all
		for _, arg := range args {
			c.places = append(c.places, t.Span(arg))
		}
		c.makes = func(s *step) (onnx.NodeID, unify.Node, bool) {
			out, ok := made(s, s.value(s.frame, def))
			return def, out, ok
		}
	}
	c.write = func() lang.Fix {
		name, indent, first := p.fresh(t.Plain(def)+"_"+strings.ToLower(m.op)), p.indent(before), ""
		attrs, with := make([]string, len(m.attrs)), ""
		for k, a := range m.attrs {
			attrs[k] = a.Name + " = " + a.Value.String()
		}
		if len(attrs) > 0 {
			with = "<" + strings.Join(attrs, ", ") + ">"
		}
		inputs := t.Text(arg)
		for _, def := range m.with {
			inputs += ", " + t.Name(def)
		}
		title := m.op + with + "(" + inputs + ")"
		if axes.Head != 0 {
			list := " {" + texts(m.axes) + "}"
			first = fmt.Sprintf("%s_axes = Constant<value = int64[%d]%s>()\n%s", name, len(m.axes), list, indent)
			title, inputs = m.op+"("+inputs+","+list+")", inputs+", "+name+"_axes"
		}
		text := first + name + " = " + m.op + with + "(" + inputs + ")\n" + indent
		edits := []lang.Edit{repair.Insert(t.Span(before).Start, text)}
		for _, arg := range args {
			edits = append(edits, g.Replace(arg, name))
		}
		return g.Fix("insert "+message.Quoted(title, 2*widestTitle), edits...)
	}
	g.list = append(g.list, c)
}

// usesOf lists the inputs that name a value, in the order of the text; nothing if their nodes are in several graphs.
func (g *proposer) usesOf(def onnx.NodeID) (list []onnx.NodeID) {
	units := g.x.units
	for _, at := range slices.Compact(slices.Clone(g.x.users[def])) {
		if g.p.parents[units[at].id] != g.p.parents[units[g.x.users[def][0]].id] {
			return nil
		}
		for _, arg := range g.p.tree.Args(units[at].id) {
			if g.p.names.Def[arg] == def {
				list = append(list, arg)
			}
		}
	}
	slices.Sort(list)
	return list
}

// findUnused lists the weights and the results of nodes that no node uses: they show that a node is missing.
func (g *proposer) findUnused() (list []onnx.NodeID) {
	p := g.p
	for _, id := range p.definitions(p.graphs[g.x.d].id) {
		if len(p.usesOfAll()[id]) == 0 && p.names.Def[id] == onnx.NoNode && len(list) < mostUnused {
			list = append(list, id)
		}
	}
	return list
}

// isList reports whether a value is a list of whole numbers, such as a shape or a part of one.
func isList(t Type) bool { return len(t.Shape) == 1 && t.Elem == "int64" }

// weighted proposes to insert a node that uses values that are not used, such as a convolution, a matrix product or a
// Reshape, before one input, and once for each value before all its uses.
func (g *proposer) weighted(u *use, i int) {
	g.weightedAt(u, i, false)
	if def := g.p.names.Def[g.p.tree.Args(u.id)[i]]; len(g.x.users[def]) > 1 && !g.everywhere[def] {
		g.everywhere[def] = true
		g.weightedAt(u, i, true)
	}
}

// weightedAt does so for one input, or for all inputs that name the same value.
func (g *proposer) weightedAt(u *use, i int, everywhere bool) {
	insert := func(m missingNode) {
		m.everywhere = everywhere
		g.insert(u, i, m)
	}
	of, _ := g.x.typeOf(g.p.names.Def[g.p.tree.Args(u.id)[i]])
	whole, first := of.Ranked && len(of.Shape) <= 1 && of.Elem == "int64", []Attribute{given("axis", relation.IntValue(0))}
	if whole && len(g.lists) > 0 {
		insert(missingNode{op: "Concat", attrs: first, with: g.lists, cost: costUnused - 1})
	}
	for k, w := range g.unused {
		is, _ := g.x.typeOf(w)
		switch {
		case isList(is) && !whole && len(is.Entries) == 1 && is.Entries[0] != g.p.binding.Sizes.Whole(-1): // an axis
		case isList(is):
			ops := []string{"Reshape", "Expand"}
			if whole { // parts of a shape
				ops = []string{"Unsqueeze"}
			}
			for _, op := range ops {
				insert(missingNode{op: op, with: []onnx.NodeID{w}, cost: costUnused})
			}
		case is.Ranked && is.Elem == "int64": // indices
			insert(missingNode{op: "Gather", attrs: first, with: []onnx.NodeID{w}, cost: costUnused})
		case is.Ranked && len(is.Shape) <= 1 && isFloat(is.Elem) && of.Elem != "" && !isFloat(of.Elem): // a scale
			m := missingNode{op: "DequantizeLinear", with: []onnx.NodeID{w}, cost: costUnused - 1}
			if len(is.Shape) == 1 {
				m.attrs = first
			}
			insert(m)
		case len(is.Shape) == 2:
			insert(missingNode{op: "MatMul", with: []onnx.NodeID{w}, cost: costUnused})
			turned := []Attribute{given("transB", relation.IntValue(1))}
			insert(missingNode{op: "Gemm", attrs: turned, with: []onnx.NodeID{w}, cost: costUnused})
		case len(is.Shape) > 2:
			m := missingNode{op: "Conv", with: []onnx.NodeID{w}, cost: costUnused}
			if k+1 < len(g.unused) { // its bias
				if b, _ := g.x.typeOf(g.unused[k+1]); len(b.Shape) == 1 && b.Shape[0] == is.Shape[0] {
					m.with = append(m.with, g.unused[k+1])
				}
			}
			var pads []int64
			for _, d := range is.Shape[2:] {
				n, _ := d.Number()
				pads = append(pads, n/2)
			}
			for _, n := range []int64{1, 2} {
				m.attrs = []Attribute{given("pads", numbers(false, slices.Concat(pads, pads))),
					given("strides", numbers(false, slices.Repeat([]int64{n}, len(pads))))}
				insert(m)
			}
			m.attrs = nil
			insert(m)
		}
	}
}

// isOf reports whether a node has an operator.
func (g *proposer) isOf(node onnx.NodeID, op string) bool {
	_, name, _ := g.p.tree.Operator(node)
	return name == op
}

// fresh returns a name for a new value, which is a word.
func (p *program) fresh(name string) string {
	var b []byte
	for i := range len(name) {
		if c := name[i]; c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_' || c >= '0' && c <= '9' && len(b) > 0 {
			b = append(b, c)
		} else if len(b) > 0 && b[len(b)-1] != '_' {
			b = append(b, '_')
		}
	}
	text := string(onnx.AppendName(nil, strings.Trim(string(b), "_")))
	for strings.Contains(string(p.File.Src), text) {
		text += "_"
	}
	return text
}

// indent returns the blanks at the beginning of the line of a node.
func (p *program) indent(id onnx.NodeID) string {
	at := p.tree.Span(id).Start
	line := p.File.Line(p.File.Position(at).Line)
	return string(line[:len(line)-len(strings.TrimLeft(string(line), " \t"))])
}

// leftOver proposes to leave out a node that changes the type of its only input.
func (g *proposer) leftOver(u *use) {
	t := g.p.tree
	results, args := t.Results(u.id), t.Args(u.id)
	if len(results) != 1 || len(args) == 0 || !g.Is(args[0], onnx.OpName) || !g.Is(results[0], onnx.OpName) {
		return
	}
	switch u.operator.Names[0].Name {
	case "Transpose", "Cast", "Unsqueeze", "Squeeze", "Reshape", "Flatten":
	default:
		return
	}
	is, ok := g.x.typeOf(g.p.names.Def[args[0]])
	if _, declared := g.p.declared[results[0]]; !ok || declared {
		return
	}
	edits := []lang.Edit{{Span: g.p.nodeSpan(u.id)}}
	for _, k := range g.p.usesOfAll()[results[0]] {
		if !t.Is(g.p.parents[k], onnx.OpArgs) {
			return
		}
		edits = append(edits, g.Replace(k, t.Text(args[0])))
	}
	c, cost := typed(results[0], is, isNode, g.p.callSpan(u.id)), costLeftOver
	if u.frame.up != nil { // the value has other types in other calls
		c.values, c.passes = nil, u.id
		cost += 2
	}
	g.offer(c, cost, repair.ByDrop,
		"leave out the node "+message.Quoted(t.Text(t.Kid(u.id, 2)), widestTitle)+
			" and use `"+t.Plain(args[0])+"`", edits...)
}
