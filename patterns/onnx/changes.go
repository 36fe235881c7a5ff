package onnx

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/onnx"
	"github.com/patgraph/patgraph/patterns/message"
	"github.com/patgraph/patgraph/patterns/relation"
	"github.com/patgraph/patgraph/patterns/repair"
	"github.com/patgraph/patgraph/unify"
)

// The costs of changes, by kind; the distance of the node from the error adds to them.
const (
	costMultiple = 1 // a size becomes a multiple of a number, as sizes have to be
	costOdd      = 2 // one number of a list that are otherwise equal becomes equal, too
	costNumber   = 4 // another number in an attribute
	costPart     = 8 // one of several equal numbers becomes different
	costEntry    = 5 // another entry of a constant
	costSwap     = 5 // two inputs are exchanged
	costCast     = 6 // an element type is converted
	costDeclared = 9 // another declared size of an input
	costWeight   = 9 // another size of a weight
	costOther    = 8 // another value as an input
	costMissing  = 8 // a node is inserted
	costUnused   = 5 // a node with values that are not used is inserted
	costLeftOver = 6 // a node is left out
)

// Bounds of the changes for one error.
const (
	mostNodes   = 60 // nodes that are changed
	mostFar     = 8  // the greatest distance that counts
	mostOthers  = 24 // other values for an input
	margin      = 5  // changes that cost so much more than one that fits are not tried
	mostUnused  = 4  // values that no node uses
	mostPerms   = 6  // the rank up to which axes are exchanged
	widestTitle = 40
)

// A proposer looks for the changes that remove one error.
type proposer struct {
	repair.Draft
	p     *program
	x     *replay
	sizes repair.Sizes
	far   int // the distance of the current node from the error, from 0
	list  []change
	// unused are the values that no node uses, up to mostUnused.
	unused []onnx.NodeID

	numbers  map[int64]int   // how often each number occurs
	elements map[string]int  // and each element type
	perms    map[string]bool // the orders of axes that occur

	rounded bool                 // the two sizes that differ nearly agree
	seen    map[onnx.NodeID]bool // inputs whose multiples were tried
}

// propose returns the changes that remove an error according to a replay, the likeliest first.
func (p *program) propose(r *report) []change {
	e := r.Evidence
	if e == nil || e.use != nil && e.use.call != onnx.NoNode {
		return nil
	}
	g := &proposer{Draft: repair.Draft{Tree: &p.tree.Tree, Widest: widestTitle, Watch: p.watch}, p: p}
	p.Solver.Restore(e.def)
	g.x = p.newReplay(e.def, e.use, e.wrong)
	g.sizes, g.unused = e.sizes, g.findUnused()
	g.rounded, g.seen = e.rounded, make(map[onnx.NodeID]bool)
	for _, id := range e.wrong {
		g.declared(id)
	}
	for far, list := range p.before(e) {
		g.far = min(far, mostFar)
		for _, id := range list {
			if at, stated := g.x.at[id]; stated {
				g.around(&p.uses[e.def][at])
			}
		}
	}
	return g.try()
}

// before lists the nodes that may be at fault by their distance from the error: the nodes before it, and those that
// compute a size of it.
func (p *program) before(e *evidence) (list [][]onnx.NodeID) {
	var all repair.Distinct[onnx.NodeID]
	var next []onnx.NodeID
	add := func(id onnx.NodeID) {
		if p.tree.Is(id, onnx.OpNode) && !all.Has(id) && len(all.List) < mostNodes {
			all.Add(id)
			next = append(next, id)
		}
	}
	maker := func(name onnx.NodeID) {
		if def := p.names.Def[name]; def != onnx.NoNode && p.tree.Is(def, onnx.OpName) {
			add(p.parents[p.parents[def]])
		}
	}
	if e.use != nil {
		add(e.use.id)
	}
	for _, id := range e.wrong {
		maker(id)
	}
	for len(next) > 0 {
		level := next
		list, next = append(list, level), nil
		if len(list) == 1 {
			for _, site := range e.via {
				add(p.ids[site])
			}
		}
		for _, id := range level {
			for _, arg := range p.tree.Args(id) {
				if p.tree.Is(arg, onnx.OpName) {
					maker(arg)
				}
			}
		}
	}
	return list
}

// offer proposes a change.
func (g *proposer) offer(c change, cost int, class repair.Class, title string, edits ...lang.Edit) {
	c.Fix, c.Cost, c.Class = g.Fix(title, edits...), cost+(g.far+1)/2, class
	g.list = append(g.list, c)
}

// try returns the proposed changes that fit, in order of their costs. Those that cost much more than the first one are
// not tried.
func (g *proposer) try() (fits []change) {
	slices.SortStableFunc(g.list, func(a, b change) int { return cmp.Compare(a.Cost, b.Cost) })
	best := math.MaxInt - margin
	for i := range g.list {
		c := &g.list[i]
		if g.x.left <= 0 || c.Cost > best+margin {
			break
		}
		same := func(other change) bool { return slices.Equal(other.Edits, c.Edits) }
		if c.write == nil && (len(c.Edits) == 0 || slices.ContainsFunc(fits, same)) || !c.sure && !g.x.fits(c) {
			continue
		}
		if c.write != nil {
			c.Fix = c.write()
		}
		fits, best = append(fits, *c), min(best, c.Cost)
	}
	slices.SortStableFunc(fits, func(a, b change) int { return cmp.Compare(a.Cost, b.Cost) })
	return fits
}

// usual returns what to add to the cost of a change from one number to another: numbers that occur elsewhere in the model
// are likelier.
func (g *proposer) usual(now, then int64) (cost int) {
	if g.numbers == nil {
		g.numbers = make(map[int64]int)
		for id := range g.Of(onnx.OpInt) {
			g.numbers[g.p.tree.Int(id)]++
		}
	}
	if then > few && g.numbers[then] > 0 {
		cost -= 2
	}
	if now > few && g.numbers[now] > 1 {
		cost += 2
	}
	return cost
}

// few is the number up to which numbers occur in all models.
const few = 4

// around proposes the changes of a node and of the constants that only its inputs name.
func (g *proposer) around(u *use) {
	for _, a := range g.p.tree.Attrs(u.id) {
		g.attribute(u, a)
	}
	args := g.p.tree.Args(u.id)
	for i, arg := range args {
		if g.Is(arg, onnx.OpName) && g.p.names.Def[arg] != onnx.NoNode {
			g.constant(g.p.names.Def[arg])
		}
		if i > 0 {
			g.swap(u, i-1, i)
		}
	}
	for i, arg := range args {
		if g.Is(arg, onnx.OpName) && g.p.names.Def[arg] != onnx.NoNode {
			if g.far <= 2 {
				g.missing(u, i)
			}
			g.weighted(u, i)
			g.other(u, i)
		}
	}
	g.leftOver(u)
}

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
	name, value := t.Plain(a), t.Value(a)
	list, ints := t.Ints(value)
	if !ints || t.Is(value, onnx.OpRef) || u.operator.Names[0].Name == "Constant" {
		return
	}
	with := func(list []int64) change {
		return change{node: u.id, places: []lang.Span{t.Span(a)}, is: isAttribute, attrs: func(all []Attribute) []Attribute {
			for i := range all {
				if all[i].Name == name && t.Is(value, onnx.OpInt) {
					all[i].Value = relation.IntValue(list[0])
				} else if all[i].Name == name {
					values := make([]relation.Value, len(list))
					for k, n := range list {
						values[k] = relation.IntValue(n)
					}
					all[i].Value = relation.ListValue(values...)
				}
			}
			return all
		}}
	}
	write := func(cost int, list []int64) {
		text := texts(list)
		if !t.Is(value, onnx.OpInt) {
			text = "[" + text + "]"
		}
		if text != t.Text(value) {
			g.offer(with(list), cost, repair.ByLiteral, "write `"+name+" = "+text+"`", g.Replace(value, text))
		}
	}
	switch name {
	case "perm":
		for i := range list {
			for k := range i {
				if len(list) <= mostPerms {
					other := slices.Clone(list)
					if other[i], other[k] = other[k], other[i]; !slices.IsSorted(other) { // one that changes nothing is left out
						write(costNumber+g.permuted(other), other)
					}
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
	if name == "kernel_shape" && len(u.Inputs) > 1 {
		var windows []int64
		is, _ := g.x.typeOf(g.p.names.Def[t.Args(u.id)[1]])
		for _, d := range is.Shape[min(2, len(is.Shape)):] {
			n, _ := d.Number()
			windows = append(windows, n)
		}
		if len(windows) > 0 {
			write(costOdd, windows)
		}
	}
	values := func(now int64) []int64 { return g.meant(u, name, now) }
	for i, now := range list {
		same := 0
		for _, n := range list {
			if n == now {
				same++
			}
		}
		for _, n := range values(now) {
			other := slices.Clone(list)
			if len(list) > 1 && same == len(list) && name != "axes" { // all of them are
				for k := range other {
					other[k] = n
				}
				if i == 0 {
					write(costNumber+g.usual(now, n)+tooLarge(name, now, n), other)
				}
				other = slices.Clone(list)
			}
			other[i] = n
			cost := costNumber
			switch equal := slices.Max(other) == slices.Min(other); {
			case len(list) > 1 && equal:
				cost = costOdd
			case len(list) > 1 && same > 1:
				cost = costPart
			}
			if isAxis(name) { // neighbours are likelier
				cost += int(min(2, max(n-now, now-n)-1))
			}
			write(cost+g.usual(now, n)+tooLarge(name, now, n), other)
		}
	}
}

// tooLarge returns what to add to the cost of a number of an attribute of windows, which is seldom large.
func tooLarge(name string, now, then int64) int {
	if (name == "pads" || name == "strides" || name == "dilations") && then > 8 && then > 2*now {
		return costOfUnknown
	}
	return 0
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
	return name == "axis" || name == "axes" || name == "batch_axis" || name == "time_axis" || name == "start" || name == "end"
}

// castable are the element types that a Cast may have been meant to have.
var castable = []string{"float", "int64", "int32", "bool", "float16", "double"}

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
		list.Add(now+1, now-1)
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
	default:
		if now == 0 || now == 1 {
			list.Add(1 - now)
		}
		g.sizes.Meant(now, func(n int64, _ int) { list.Add(n) })
		list.Add(repair.Nearby(now)...)
	}
	return slices.DeleteFunc(list.List, func(n int64) bool { return n == now })
}

// constant proposes other entries or another type of a value that is written: an input, an initializer or a Constant.
func (g *proposer) constant(def onnx.NodeID) {
	t := g.p.tree
	typ, data := t.Type(def), onnx.NoNode
	if t.Is(def, onnx.OpName) {
		node := g.p.parents[g.p.parents[def]]
		if !g.isOf(node, "Constant") || len(t.Attrs(node)) != 1 {
			return
		}
		value := t.Value(t.Attrs(node)[0])
		if typ, data = onnx.NoNode, value; t.Is(value, onnx.OpTensor) {
			typ, data = t.Type(value), t.Data(value)
		}
	} else {
		data = t.Data(def)
		for _, id := range t.Locals(g.p.graphs[g.x.d].id) { // a default
			if g.p.names.Def[id] == def && id != def && t.Data(id) != onnx.NoNode {
				return
			}
		}
	}
	is, ok := g.x.typeOf(def)
	if !ok || is.Head != Tensor+1 {
		return
	}
	if list, ints := t.Ints(data); ints && is.Valued && len(list) == len(is.Entries) && len(list) <= 16 {
		g.entries(def, data, list, is)
		return
	}
	if typ == onnx.NoNode || !t.Is(typ, onnx.OpTensorType) {
		return
	}
	cost := costDeclared
	if data != onnx.NoNode {
		cost = costWeight
	} else {
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
				text, cost := strconv.FormatInt(n, 10), cost+g.usual(now, n)
				if isNear := max(n-now, now-n) <= 2 || n == 2*now || now == 2*n; isNear && slices.Contains(is.Shape, other.Shape[i]) {
					cost -= 2
				}
				g.offer(change{node: onnx.NoNode, values: map[onnx.NodeID]Type{def: other}, is: isSize, places: []lang.Span{t.Span(kid)}},
					cost, repair.ByType, "write `"+text+"` in place of `"+t.Text(kid)+"` in the type of `"+t.Plain(def)+"`",
					g.Replace(kid, text))
			}
		}
	}
	for _, name := range castable {
		if elem := t.Name(typ); IsElement(name) && name != elem && is.Elem == elem {
			other := is
			other.Elem, other.Valued, other.Entries = name, false, nil
			span, cost := t.Span(typ), cost
			span.End = span.Start + int32(len(elem))
			if g.occurs(elem) < g.occurs(name) {
				cost -= 4
			}
			g.offer(change{node: onnx.NoNode, values: map[onnx.NodeID]Type{def: other}, is: isSize, places: []lang.Span{t.Span(typ)}},
				cost, repair.ByType, "declare `"+t.Plain(def)+"` with the element type `"+name+"`",
				lang.Edit{Span: span, Text: name})
		}
	}
}

// multiples proposes another size of an input if its sizes have to be multiples of a number: the next such size and two
// others fit, and the error is that two sizes which are computed from it nearly agree.
func (g *proposer) multiples(def, typ onnx.NodeID, is Type) {
	if !g.rounded || g.seen[def] {
		return
	}
	g.seen[def] = true
	for i, kid := range g.p.tree.Kids(typ) {
		now, known := is.Shape[i].Number()
		if !g.Is(kid, onnx.OpInt) || !known {
			continue
		}
		with := func(n int64) *change {
			other := is
			other.Shape = slices.Clone(is.Shape)
			other.Shape[i] = g.p.binding.Sizes.Whole(n)
			return &change{node: onnx.NoNode, values: map[onnx.NodeID]Type{def: other}, is: isSize,
				places: []lang.Span{g.Span(kid)}, sure: true}
		}
		for k := int64(2); k <= mostFactor && k <= now; k *= 2 {
			above := (now/k + 1) * k
			if now%k == 0 || !g.x.fits(with(above)) || !g.x.fits(with(above+k)) || !g.x.fits(with(above-k)) {
				continue
			}
			text := strconv.FormatInt(above, 10)
			g.offer(*with(above), costMultiple-g.far, repair.ByType, "multiples of "+strconv.FormatInt(k, 10)+
				" fit: write `"+text+"` in place of `"+g.Source(kid)+"` in the type of `"+g.p.tree.Plain(def)+"`", g.Replace(kid, text))
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
	ids := []onnx.NodeID{data}
	if t.Is(data, onnx.OpList, onnx.OpData) {
		ids = t.Kids(data)
	}
	for i, now := range list {
		var values repair.Distinct[int64]
		if len(list) > 1 || now < 0 {
			values.Add(-1)
		}
		g.sizes.Meant(now, func(n int64, _ int) { values.Add(n) })
		values.Add(0)
		values.Add(repair.Nearby(now)...)
		if now < 0 {
			values.Add(now+1, now-1)
		}
		for _, n := range values.List {
			if n == now {
				continue
			}
			other := is
			other.Entries = slices.Clone(is.Entries)
			other.Entries[i] = g.p.binding.Sizes.Whole(n)
			text := strconv.FormatInt(n, 10)
			whole := slices.Clone(list)
			whole[i] = n
			cost := costEntry
			if cost += g.usual(now, n); n <= 0 {
				cost++
			}
			g.offer(change{node: onnx.NoNode, values: map[onnx.NodeID]Type{def: other}, is: isEntry, places: []lang.Span{t.Span(ids[i])}},
				cost, repair.ByLiteral, "write `"+text+"` in place of `"+t.Text(ids[i])+"` in `"+t.Plain(def)+"`",
				g.Replace(ids[i], text))
		}
	}
}

// swap proposes to exchange two inputs.
func (g *proposer) swap(u *use, i, k int) {
	args := g.p.tree.Args(u.id)
	if k >= len(u.Inputs) || g.Source(args[i]) == g.Source(args[k]) {
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
	case "Concat", "Add", "Mul":
		cost += 2 // the order hardly matters
	}
	g.offer(c, cost, repair.BySwap, f.Title.String(), f.Edits...)
}

// other proposes another value for an input: one that is made shortly before.
func (g *proposer) other(u *use, i int) {
	t := g.p.tree
	arg := t.Args(u.id)[i]
	uses, n := g.p.uses[g.x.d], 0
	for at := g.x.at[u.id] - 1; at >= 0 && n < mostOthers; at-- {
		v := &uses[at]
		if v.call != onnx.NoNode || g.p.parents[v.id] != g.p.parents[u.id] || v.operator.Names[0].Name == "Constant" {
			continue
		}
		for _, res := range g.p.resultsOf(v.id) {
			if res == onnx.NoNode || g.isArgument(u, res) {
				continue
			}
			n++
			cost := costOther + n/4
			if len(g.x.users[res]) == 0 {
				cost -= 4
			}
			c := change{node: u.id, is: isArgument, places: []lang.Span{t.Span(arg)}}
			c.inputs = func(s *step) []unify.Node {
				in := s.deriver.inputs(s.frame, u.id)
				in[i] = s.value(s.frame, res)
				return in
			}
			g.offer(c, cost, repair.ByRef, "use `"+t.Plain(res)+"` in place of `"+t.Plain(arg)+"`",
				g.Replace(arg, t.Name(res)))
		}
	}
}

// isArgument reports whether a value is an input of a node.
func (g *proposer) isArgument(u *use, def onnx.NodeID) bool {
	return slices.ContainsFunc(g.p.tree.Args(u.id), func(arg onnx.NodeID) bool { return g.p.names.Def[arg] == def })
}

// A missingNode is a node that may be missing before an input.
type missingNode struct {
	op    string
	attrs []Attribute
	axis  int           // of an Unsqueeze or a Squeeze, or -1
	with  []onnx.NodeID // its further inputs, by their definitions
	cost  int
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
			to := given("to", relation.IntValue(int64(slices.Index(elements[:], name))))
			g.insert(u, i, missingNode{op: "Cast", attrs: []Attribute{to}, axis: -1, cost: costCast})
		}
	}
	rank := len(is.Shape)
	if !is.Ranked {
		return
	}
	for _, perm := range perms(rank) {
		var list []relation.Value
		for _, k := range perm {
			list = append(list, relation.IntValue(k))
		}
		g.insert(u, i, missingNode{op: "Transpose", attrs: []Attribute{given("perm", relation.ListValue(list...))}, axis: -1,
			cost: costMissing + g.permuted(perm)})
	}
	for axis := range rank {
		if n, known := is.Shape[axis].Number(); known && n == 1 {
			g.insert(u, i, missingNode{op: "Squeeze", axis: axis, cost: costMissing})
		}
	}
	for axis := range rank + 1 {
		g.insert(u, i, missingNode{op: "Unsqueeze", axis: axis, cost: costMissing})
	}
	if rank > 0 {
		g.insert(u, i, missingNode{op: "Shape", axis: -1, cost: costMissing + 2})
	}
	if rank > 2 {
		g.insert(u, i, missingNode{op: "Flatten", attrs: []Attribute{given("axis", relation.IntValue(1))}, axis: -1, cost: costMissing})
	}
}

func given(name string, v relation.Value) Attribute {
	return Attribute{Given: relation.Given{Name: name, Value: v}, Type: unify.None}
}

// perms returns the orders of axes that people use: two axes exchanged, and the channels moved to the end or to the front.
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
	version := int(p.version(g.x.d, ""))
	o := Operator("", m.op, version)
	if o == nil {
		return
	}
	arg := t.Args(u.id)[i]
	def := p.names.Def[arg]
	if up := p.parents[p.parents[def]]; m.with == nil && (g.isOf(u.id, m.op) || t.Is(up, onnx.OpNode) && g.isOf(up, m.op)) {
		return // the two would be one
	}
	axes := Type{}
	if m.axis >= 0 && version < 13 {
		m.attrs = []Attribute{given("axes", relation.ListValue(relation.IntValue(int64(m.axis))))}
	} else if m.axis >= 0 {
		axes = TensorOf("int64", p.binding.Sizes.Whole(1)).With(p.binding.Sizes.Whole(int64(m.axis)))
	}
	c := change{node: u.id, is: isArgument, places: []lang.Span{t.Span(arg)}}
	c.inputs = func(s *step) []unify.Node {
		in := s.deriver.inputs(s.frame, u.id)
		w := &Use{Operator: o, Inputs: []unify.Node{in[i]}, Outputs: 1, Attributes: m.attrs}
		for _, def := range m.with {
			w.Inputs = append(w.Inputs, s.value(s.frame, def))
		}
		if axes.Head != 0 {
			w.Inputs = append(w.Inputs, s.Add(0, unify.Reason{}, axes))
		}
		st := s.State(w)
		if s.holds(&st) {
			in[i] = st.Outputs[0]
		}
		return in
	}
	c.Cost, c.Class = m.cost+(g.far+1)/2, repair.ByInsert
	c.write = func() lang.Fix {
		name, indent, before := p.fresh(t.Plain(def)+"_"+strings.ToLower(m.op)), p.indent(u.id), ""
		attrs, with := make([]string, len(m.attrs)), ""
		for k, a := range m.attrs {
			attrs[k] = a.Name + " = " + a.Value.String()
		}
		if len(attrs) > 0 {
			with = "<" + strings.Join(attrs, ", ") + ">"
		}
		args := t.Text(arg)
		for _, def := range m.with {
			args += ", " + t.Name(def)
		}
		title := m.op + with + "(" + args + ")"
		if axes.Head != 0 {
			n := strconv.Itoa(m.axis)
			before = name + "_axes = Constant<value = int64[1] {" + n + "}>()\n" + indent
			title, args = m.op+"("+args+", {"+n+"})", args+", "+name+"_axes"
		}
		return g.Fix("insert "+message.Quoted(title, 2*widestTitle),
			repair.Insert(t.Span(u.id).Start, before+name+" = "+m.op+with+"("+args+")\n"+indent), g.Replace(arg, name))
	}
	g.list = append(g.list, c)
}

// findUnused lists the weights and the results of nodes that no node uses: they show that a node is missing.
func (g *proposer) findUnused() (list []onnx.NodeID) {
	p, t := g.p, g.p.tree
	graph := p.graphs[g.x.d].id
	out := make(map[onnx.NodeID]bool)
	for _, id := range t.Outputs(graph) {
		out[p.names.Def[id]] = true
	}
	for _, id := range p.definitions(graph) {
		if len(g.x.users[id]) == 0 && !out[id] && p.names.Def[id] == onnx.NoNode && len(list) < mostUnused {
			list = append(list, id)
		}
	}
	return list
}

// weighted proposes to insert a node that uses values that are not used: a convolution, a matrix product or a Reshape.
func (g *proposer) weighted(u *use, i int) {
	for k, w := range g.unused {
		is, _ := g.x.typeOf(w)
		switch {
		case len(is.Shape) == 1 && is.Elem == "int64":
			for _, op := range []string{"Reshape", "Expand"} {
				g.insert(u, i, missingNode{op: op, axis: -1, with: []onnx.NodeID{w}, cost: costUnused})
			}
		case len(is.Shape) == 2:
			g.insert(u, i, missingNode{op: "MatMul", axis: -1, with: []onnx.NodeID{w}, cost: costUnused})
			turned := []Attribute{given("transB", relation.IntValue(1))}
			g.insert(u, i, missingNode{op: "Gemm", attrs: turned, axis: -1, with: []onnx.NodeID{w}, cost: costUnused})
		case len(is.Shape) > 2:
			m := missingNode{op: "Conv", axis: -1, with: []onnx.NodeID{w}, cost: costUnused}
			if k+1 < len(g.unused) { // its bias
				if b, _ := g.x.typeOf(g.unused[k+1]); len(b.Shape) == 1 && b.Shape[0] == is.Shape[0] {
					m.with = append(m.with, g.unused[k+1])
				}
			}
			pads, strides := make([]relation.Value, 2*(len(is.Shape)-2)), make([]relation.Value, len(is.Shape)-2)
			for axis, d := range is.Shape[2:] {
				n, _ := d.Number()
				pads[axis] = relation.IntValue(n / 2)
				pads[axis+len(strides)] = pads[axis]
			}
			for _, n := range []int64{1, 2} {
				for axis := range strides {
					strides[axis] = relation.IntValue(n)
				}
				m.attrs = []Attribute{given("pads", relation.ListValue(slices.Clone(pads)...)),
					given("strides", relation.ListValue(slices.Clone(strides)...))}
				g.insert(u, i, m)
			}
			m.attrs = nil
			g.insert(u, i, m)
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
	if !ok {
		return
	}
	node := t.Span(u.id)
	for node.End < int32(len(g.p.File.Src)) && repair.IsBlank(g.p.File.Src[node.End]) {
		node.End++
	}
	edits := []lang.Edit{{Span: node}}
	for k := range t.Of(onnx.OpName, onnx.OpValue) {
		if g.p.names.Def[k] == results[0] && k != results[0] {
			if !t.Is(g.p.parents[k], onnx.OpArgs) {
				return
			}
			edits = append(edits, g.Replace(k, t.Text(args[0])))
		}
	}
	c := change{node: onnx.NoNode, values: map[onnx.NodeID]Type{results[0]: is}, is: isNode, places: []lang.Span{g.p.callSpan(u.id)}}
	g.offer(c, costLeftOver, repair.ByDrop, "leave out the node "+message.Quoted(t.Text(t.Kid(u.id, 2)), widestTitle)+
		" and use `"+t.Plain(args[0])+"`", edits...)
}

// declared proposes to declare the derived type of an output.
func (g *proposer) declared(id onnx.NodeID) {
	t := g.p.tree
	is, _ := g.x.typeOf(g.p.names.Def[id])
	typ := t.Type(id)
	text := g.x.system.Format(is)
	if is.Head != Tensor+1 || strings.ContainsAny(text, "+-·*/()") {
		return
	}
	f := g.Fix("declare `"+t.Plain(id)+"` as `"+text+"`", g.Replace(typ, text))
	g.list = append(g.list, change{Guess: repair.Guess{Fix: f, Cost: costDeclared, Class: repair.ByType}, sure: true,
		is: isSize, places: []lang.Span{t.Span(typ)}})
}
