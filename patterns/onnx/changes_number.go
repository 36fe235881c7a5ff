package onnx

import (
	"slices"
	"strconv"
	"strings"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/onnx"
	"github.com/patgraph/patgraph/patterns/message"
	"github.com/patgraph/patgraph/patterns/relation"
	"github.com/patgraph/patgraph/patterns/repair"
)

// rank returns the rank of the first input of a node, or of its first output if that is greater.
func (g *proposer) rank(u *use) (rank int) {
	for _, arg := range g.p.tree.Args(u.id)[:min(1, len(u.Inputs))] {
		if g.Is(arg, onnx.OpName) {
			t, _ := g.x.typeOf(g.p.names.Def[arg])
			rank = len(t.Shape)
		}
	}
	for _, res := range g.p.resultsOf(u.id) {
		if res != onnx.NoNode {
			t, _ := g.x.typeOf(res)
			rank = max(rank, len(t.Shape))
		}
	}
	return rank
}

// attribute proposes other values of an attribute.
func (g *proposer) attribute(u *use, a onnx.NodeID) {
	t := g.p.tree
	name, value := t.Plain(a), g.p.resolved(u.frame, a)
	if value == onnx.NoNode {
		return
	}
	if use := g.e.use; t.Is(value, onnx.OpString) && use != nil && use.id == u.id {
		for _, text := range g.e.choices.Of(name, t.Plain(value)) {
			g.value(u, a, costOdd, relation.TextValue(text))
		}
		return
	}
	if name == "equation" && t.Is(value, onnx.OpString) {
		g.letters(u, a, t.Plain(value))
		return
	}
	list, ints := t.Ints(value)
	if !ints || u.operator.Names[0].Name == "Constant" || u.operator.Names[0].Name == "" {
		return
	}
	write := func(cost int, list []int64) { g.value(u, a, cost, numbers(t.Is(value, onnx.OpInt), list)) }
	switch name {
	case "perm":
		if len(list) > mostPerms {
			return
		}
		for i := range list {
			for k := range i {
				other := slices.Clone(list)
				other[i], other[k] = other[k], other[i]
				if !slices.IsSorted(other) && (list[0] != 0 || !g.movesFirst(u, 0, other)) { // one that changes nothing is left out
					write(costNumber+g.permuted(other), other)
				}
			}
		}
		return
	case "to", "dtype":
		for _, name := range castable {
			n := int64(slices.Index(elements[:], name))
			write(costNumber, []int64{n})
		}
		return
	}
	if name == "kernel_shape" {
		if windows := g.window(u); len(windows) > 0 {
			write(costOdd, windows)
		}
	}
	same := len(list) > 0 && slices.Max(list) == slices.Min(list)
	if n := g.length(u, name); same && n > 0 && n != len(list) {
		write(costOdd, slices.Repeat(list[:1], n)) // a number for each axis
	}
	if half := len(list) / 2; name == "pads" && len(list) == 2*half { // the same before and after each axis
		write(costOdd, slices.Repeat(list[:half], 2))
		write(costOdd, slices.Repeat(list[half:], 2))
	}
	padless := 0 // what a window costs more because its pads are likelier to be missing
	if name == "kernel_shape" && t.Attr(u.id, "pads") == onnx.NoNode {
		padless = 2
	}
	uniform := same && len(list) > 1 && name != "axes"
	for i, now := range list {
		for _, n := range g.meant(u, name, now) {
			if uniform && i == 0 { // all of them
				write(costNumber+g.common(now, n)+tooLarge(name, now, n)+padless, slices.Repeat([]int64{n}, len(list)))
			}
			other := slices.Clone(list)
			other[i] = n
			cost := costNumber
			switch again := slices.Index(list, now) != i || slices.Contains(list[i+1:], now); {
			case len(list) > 1 && slices.Max(other) == slices.Min(other):
				cost = costOdd
			case again:
				cost = costPart
			}
			if name == "kernel_shape" { // the pads are likelier to be wrong, or missing
				cost += 1 + padless
			}
			if isAxis(name) { // neighbours are likelier
				cost += int(min(2, max(n-now, now-n)-1))
			}
			write(cost+g.common(now, n)+tooLarge(name, now, n), other)
		}
	}
}

// window returns the size of the window of a node, according to its weight.
func (g *proposer) window(u *use) (list []int64) {
	args := g.p.tree.Args(u.id)
	if len(u.Inputs) < 2 || len(args) < 2 || !u.operator.Takes("kernel_shape") {
		return nil
	}
	is, _ := g.x.typeOf(g.p.names.Def[args[1]])
	for _, d := range is.Shape[min(2, len(is.Shape)):] {
		n, _ := d.Number()
		list = append(list, n)
	}
	return list
}

// value proposes another value of an attribute. If calls give it to a function, all do whose node fails and that give
// the same one.
func (g *proposer) value(u *use, a onnx.NodeID, cost int, v relation.Value) {
	t := g.p.tree
	value, text := g.p.resolved(u.frame, a), v.String()
	if text == t.Text(value) {
		return
	}
	g.give(u, a, v, cost)
	literals := repair.Distinct[onnx.NodeID]{}
	literals.Add(value)
	for i := 0; g.Is(t.Value(a), onnx.OpRef) && g.p.fails(u) && i < len(g.p.uses[g.x.d]); i++ {
		w := &g.p.uses[g.x.d][i]
		if w.id != u.id || !g.p.fails(w) {
			continue
		}
		if is := g.p.resolved(w.frame, a); is != onnx.NoNode && t.Text(is) == t.Text(value) {
			literals.Add(is)
		}
	}
	c := change{node: u.id, is: isAttribute, literals: literals.List, literal: v}
	var edits []lang.Edit
	for _, id := range literals.List {
		c.places, edits = append(c.places, t.Span(g.p.parents[id])), append(edits, g.Replace(id, text))
	}
	title := "write `" + t.Plain(g.p.parents[value]) + " = " + text + "`"
	if len(edits) > 1 {
		title += " in " + message.Counted(len(edits), "call")
	}
	g.offer(c, cost, repair.ByLiteral, title, edits...)
}

// perWindow is how many numbers an attribute of windows has for each axis.
var perWindow = map[string]int{"kernel_shape": 1, "strides": 1, "dilations": 1, "pads": 2}

// tooLarge returns what to add to the cost of a number of an attribute of windows, or of heads, which is seldom large.
func tooLarge(name string, now, then int64) int {
	small := name == "pads" || name == "strides" || name == "dilations" || strings.HasSuffix(name, "num_heads")
	if small && then > 8 && then > 2*now {
		return costOfUnknown
	}
	return 0
}

// movesFirst reports whether an order of axes moves the first axis of an input that is not a weight, which is mostly
// its batch, as no other one in the model does. Sequences may have their batch second.
func (g *proposer) movesFirst(u *use, i int, perm []int64) bool {
	return len(perm) > 2 && perm[0] != 0 && !slices.Equal(perm, []int64{1, 0, 2}) && g.permuted(perm) == 0 &&
		!g.isWritten(g.p.tree.Args(u.id)[i])
}

// permuted returns what to add to the cost of an order of axes: those that occur elsewhere in the model are likelier.
func (g *proposer) permuted(list []int64) int {
	if g.perms == nil {
		g.perms = make(map[string]bool)
		for id := range g.Of(onnx.OpAttr) {
			if perm, ok := g.p.tree.Ints(g.p.tree.Value(id)); ok && g.p.tree.Plain(id) == "perm" {
				g.perms[texts(perm)] = true
			}
		}
	}
	if g.perms[texts(list)] {
		return -2
	}
	return 0
}

// isAxis reports whether the numbers of an attribute are axes.
func isAxis(name string) bool {
	return slices.Contains([]string{"axis", "axes", "batch_axis", "time_axis", "start", "end"}, name)
}

// castable are the element types that a Cast may have been meant to have.
var castable = []string{"float", "int64", "int32", "bool", "float16", "double"}

// writable are the element types that a value may have been meant to be declared with; the last two are for each other.
var writable = append(slices.Clone(castable), "uint8", "int8")

func isByte(elem string) bool { return elem == "uint8" || elem == "int8" }

// texts writes numbers with commas.
func texts(list []int64) string {
	var b []byte
	for i, n := range list {
		if i > 0 {
			b = append(b, ", "...)
		}
		b = strconv.AppendInt(b, n, 10)
	}
	return string(b)
}

// meant returns the values that a number of an attribute may have been meant to have.
func (g *proposer) meant(u *use, name string, now int64) []int64 {
	var list repair.Distinct[int64]
	switch {
	case isAxis(name):
		rank := int64(g.rank(u))
		for k := range rank {
			if now < 0 {
				k -= rank
			}
			list.Add(k)
		}
		for _, n := range [...]int64{now + 1, now - 1} {
			if rank == 0 || n < 0 == (now < 0) {
				list.Add(n)
			}
		}
	case name == "group":
		for _, arg := range g.p.tree.Args(u.id)[:min(2, len(u.Inputs))] {
			if def := g.p.names.Def[arg]; def != onnx.NoNode {
				if t, _ := g.x.typeOf(def); len(t.Shape) > 1 {
					if n, ok := t.Shape[1].Number(); ok && n > 0 {
						list.Add(n, now*n)
					}
					if n, ok := t.Shape[0].Number(); ok {
						list.Add(n)
					}
				}
			}
		}
		list.Add(1)
		list.Add(repair.Nearby(now)...)
	case slices.Contains(switches, name):
		list.Add(min(max(1-now, 0), 1))
	default:
		if now == 0 || now == 1 {
			list.Add(1 - now)
		}
		list.Add(g.divisors(now)...)
		g.sizes.Meant(now, func(n int64, _ int) { list.Add(n) })
		list.Add(repair.Nearby(now)...)
	}
	return slices.DeleteFunc(list.List, func(n int64) bool { return n == now })
}

// divisors lists the nearest numbers below and above a number, which are at least half and at most the double of it, and
// divide a size of the message.
func (g *proposer) divisors(now int64) (list []int64) {
	for _, size := range g.sizes.Near {
		if now < 2 || now > mostDivisor || size <= now || size%now == 0 {
			continue
		}
		for n := now - 1; n >= (now+1)/2; n-- {
			if size%n == 0 {
				list = append(list, n)
				break
			}
		}
		for n := now + 1; n <= 2*now; n++ {
			if size%n == 0 {
				list = append(list, n)
				break
			}
		}
	}
	return list
}

// mostDivisor bounds the numbers in whose place a divisor is looked for.
const mostDivisor = 1024

// typed returns the change that gives a value another type.
func typed(def onnx.NodeID, t Type, kind int, at lang.Span) change {
	return change{node: onnx.NoNode, values: map[onnx.NodeID]Type{def: t}, is: kind, places: []lang.Span{at}}
}

// written returns the type and the data of a value that is an input, an initializer or the result of a Constant; each
// may be NoNode.
func (p *front) written(def onnx.NodeID) (typ, data onnx.NodeID, ok bool) {
	t := p.tree
	if !t.Is(def, onnx.OpName) {
		return t.Type(def), t.Data(def), true
	}
	node := p.parents[p.parents[def]]
	if _, name, _ := t.Operator(node); name != "Constant" || len(t.Attrs(node)) != 1 {
		return onnx.NoNode, onnx.NoNode, false
	}
	value := t.Value(t.Attrs(node)[0])
	if t.Is(value, onnx.OpTensor) {
		return t.Type(value), t.Data(value), true
	}
	return onnx.NoNode, value, true
}

// numbersOf returns the places of the numbers in data.
func (p *front) numbersOf(data onnx.NodeID) []onnx.NodeID {
	if p.tree.Is(data, onnx.OpList, onnx.OpData) {
		return p.tree.Kids(data)
	}
	return []onnx.NodeID{data}
}

// constant proposes other entries or another type of a value that is written: an input, an initializer or a Constant.
func (g *proposer) constant(def onnx.NodeID) {
	if g.seen[def] {
		return
	}
	g.seen[def] = true
	t := g.p.tree
	typ, data, ok := g.p.written(def)
	if !ok {
		return
	}
	for _, id := range t.Locals(g.p.graphs[g.x.d].id) { // a default
		if g.p.names.Def[id] == def && id != def && t.Data(id) != onnx.NoNode {
			return
		}
	}
	is, known := g.x.typeOf(def)
	if !known || is.Head != Tensor+1 {
		return
	}
	list, ints := t.Ints(data)
	written := ints && is.Valued && len(list) == len(is.Entries) && len(list) <= 16
	if written {
		g.entries(def, data, list, is)
	}
	if typ == onnx.NoNode {
		if data != onnx.NoNode {
			g.asFloat(def, data, is)
		}
		return
	}
	if !t.Is(typ, onnx.OpTensorType) {
		return
	}
	cost := costDeclared
	switch {
	case written:
		cost = costEntry
	case data != onnx.NoNode:
		cost = costWeight
	default:
		g.multiples(def, typ, is)
	}
	for i, kid := range t.Kids(typ) {
		if t.Is(kid, onnx.OpInt) && i < len(is.Shape) && (data == onnx.NoNode || len(t.Kids(data)) == 0) {
			now := t.Int(kid)
			var list repair.Distinct[int64]
			g.sizes.Meant(now, func(n int64, _ int) { list.Add(n) })
			list.Add(repair.Nearby(now)...)
			for _, n := range list.List {
				if n < 1 || n == now {
					continue
				}
				other := is
				other.Shape = slices.Clone(is.Shape)
				other.Shape[i] = g.p.binding.Sizes.Whole(n)
				text, cost := strconv.FormatInt(n, 10), cost+g.common(now, n)
				isNear := max(n-now, now-n) <= 2 || n == 2*now || now == 2*n
				if isNear && slices.Contains(is.Shape, other.Shape[i]) {
					cost -= 2
				}
				g.offer(typed(def, other, g.p.sizeKind(def), t.Span(kid)), cost, repair.ByType,
					"write `"+text+"` in place of `"+t.Text(kid)+"` in the type of `"+t.Plain(def)+"`",
					g.Replace(kid, text))
			}
		}
	}
	for _, name := range writable {
		if elem := t.Name(typ); isByte(name) && !isByte(elem) {
			continue
		} else if name != elem && is.Elem == elem && !(written && name == "bool") {
			other := is
			if other.Elem = name; isFloat(name) || isFloat(elem) || name == "bool" {
				other.Valued, other.Entries = false, nil
			}
			span, cost := t.Span(typ), cost
			span.End = span.Start + int32(len(elem))
			switch isZero := g.isZeroPoint(def); {
			case isByte(name) && isZero:
				cost -= 6
			case isByte(name) && data != onnx.NoNode: // the numbers would be others
				cost += 2
			case !written && g.occurs(elem) < g.occurs(name):
				cost -= 4
			}
			g.offer(typed(def, other, g.p.sizeKind(def), t.Span(typ)), cost, repair.ByType,
				"declare `"+t.Plain(def)+"` with the element type `"+name+"`",
				lang.Edit{Span: span, Text: name})
		}
	}
}

// isZeroPoint reports whether nodes use a value only as the zero point of other data.
func (g *proposer) isZeroPoint(def onnx.NodeID) bool {
	uses := g.p.usesOfAll()[def]
	for _, id := range uses {
		node := g.p.parents[g.p.parents[id]]
		if !g.Is(node, onnx.OpNode) {
			return false
		}
		domain, name, _ := g.p.tree.Operator(node)
		o := Operator(plainDomain(domain), name, int(g.p.version(g.x.d, domain)))
		k := slices.Index(g.p.tree.Args(node), id)
		if o == nil || k >= len(o.Params) || !strings.HasSuffix(o.Params[k].Name, "zero_point") {
			return false
		}
	}
	return len(uses) > 0
}

// asFloat proposes numbers with a point for a Constant with whole numbers.
func (g *proposer) asFloat(def, data onnx.NodeID, is Type) {
	a := g.p.parents[data]
	list, ok := g.p.tree.Ints(data)
	name := g.p.tree.Plain(a)
	if !ok || !g.Is(data, onnx.OpInt, onnx.OpList) || name != "value_int" && name != "value_ints" {
		return
	}
	values := make([]string, len(list))
	for i, n := range list {
		values[i] = strconv.FormatInt(n, 10) + ".0"
	}
	text := "value_float = " + strings.Join(values, ", ")
	if g.Is(data, onnx.OpList) {
		text = "value_floats = [" + strings.Join(values, ", ") + "]"
	}
	is.Elem, is.Valued, is.Entries = "float", false, nil
	g.offer(typed(def, is, isEntry, g.Span(a)), costEntry, repair.ByLiteral, "write "+message.Quoted(text, widestTitle),
		g.Replace(a, text))
}

// multiples proposes another size of an input if its sizes have to be multiples of a number: the next such size and
// two others fit, and the error is that two sizes which are computed from it nearly agree.
func (g *proposer) multiples(def, typ onnx.NodeID, is Type) {
	if !g.rounded {
		return
	}
	for i, kid := range g.p.tree.Kids(typ) {
		now, known := is.Shape[i].Number()
		if !g.Is(kid, onnx.OpInt) || !known {
			continue
		}
		with := func(n int64) *change {
			other := is
			other.Shape = slices.Clone(is.Shape)
			other.Shape[i] = g.p.binding.Sizes.Whole(n)
			c := typed(def, other, g.p.sizeKind(def), g.Span(kid))
			c.sure = true
			return &c
		}
		for k := int64(2); k <= mostFactor && k <= now; k *= 2 {
			above := (now/k + 1) * k
			if now%k == 0 || !g.x.fits(with(above)) || !g.x.fits(with(above+k)) || !g.x.fits(with(above-k)) {
				continue
			}
			text := strconv.FormatInt(above, 10)
			g.offer(*with(above), costMultiple-(g.far+1)/2, repair.ByType,
				"multiples of "+strconv.FormatInt(k, 10)+" fit: write `"+text+"` in place of `"+g.Source(kid)+
					"` in the type of `"+g.p.tree.Plain(def)+"`", g.Replace(kid, text))
			break
		}
	}
}

// mostFactor bounds the numbers of whose multiples a size may have to be.
const mostFactor = 64

// occurs returns how often an element type is written.
func (g *proposer) occurs(elem string) int {
	if g.elements == nil {
		g.elements = make(map[string]int)
		for id := range g.Of(onnx.OpTensorType) {
			g.elements[g.p.tree.Name(id)]++
		}
	}
	return g.elements[elem]
}

// entries proposes other entries of a constant.
func (g *proposer) entries(def, data onnx.NodeID, list []int64, is Type) {
	t := g.p.tree
	ids := g.p.numbersOf(data)
	if n := int64(len(list)); n > 1 && slices.Max(list) == slices.Min(list) { // parts of a size, which stay equal
		for _, size := range g.sizes.Near {
			if size%n == 0 && size > 0 && size/n != list[0] {
				other, text := is, strconv.FormatInt(size/n, 10)
				other.Entries = slices.Repeat([]Size{g.p.binding.Sizes.Whole(size / n)}, len(list))
				f := g.WriteAll("write `"+text+"` in place of each `"+t.Text(ids[0])+"` in `"+t.Plain(def)+"`", ids, text)
				g.offer(typed(def, other, isEntry, t.Span(data)), costEntry, repair.ByLiteral, f.Title.String(), f.Edits...)
			}
		}
	}
	isPart := g.isSizeOfPart(def)
	for i, now := range list {
		var values repair.Distinct[int64]
		if len(list) > 1 || now < 0 {
			values.Add(-1)
		}
		g.sizes.Meant(now, func(n int64, _ int) { values.Add(n) })
		values.Add(0)
		values.Add(repair.Nearby(now)...)
		if now < 0 {
			values.Add(1, now+1, now-1) // an Expand by 1 keeps the size of an axis
		}
		if now == 1 && len(list) > 1 { // often the batch of an example
			values.Add(g.sizes.Near...)
		}
		for _, n := range values.List {
			if n == now || isPart && n < 1 {
				continue
			}
			other := is
			other.Entries = slices.Clone(is.Entries)
			other.Entries[i] = g.p.binding.Sizes.Whole(n)
			text := strconv.FormatInt(n, 10)
			whole := slices.Clone(list)
			whole[i] = n
			cost := costEntry
			if cost += g.common(now, n); n <= 0 {
				cost++
			}
			g.offer(typed(def, other, isEntry, t.Span(ids[i])), cost, repair.ByLiteral,
				"write `"+text+"` in place of `"+t.Text(ids[i])+"` in `"+t.Plain(def)+"`",
				g.Replace(ids[i], text))
		}
	}
}

// isSizeOfPart reports whether the entries of a constant are sizes as they are: not those of a shape, in which 0 and -1
// mean others.
func (g *proposer) isSizeOfPart(def onnx.NodeID) bool {
	for _, id := range g.p.usesOfAll()[def] {
		node := g.p.parents[g.p.parents[id]]
		if g.Is(node, onnx.OpNode) && (g.isOf(node, "Split") || g.isOf(node, "Resize")) {
			return true
		}
	}
	return false
}
