package tensorscript

import (
	"slices"
	"strconv"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/tensorscript"
	"github.com/patgraph/patgraph/patterns/relation"
	"github.com/patgraph/patgraph/patterns/repair"
)

// swaps proposes to exchange the values of two arguments, and to add or remove an argument.
func (x *proposer) swaps(id tensorscript.NodeID) {
	args := x.p.arguments(id)
	base := costOfOrder + x.far(id)
	for i, a := range args {
		for _, b := range args[i+1:] {
			v, w := x.Kids(a)[0], x.Kids(b)[0]
			more := 0
			if !x.Is(v, x.Nodes[w].Op) {
				more = 2
			}
			f := x.Swap(v, w)
			f.Title = lang.Text("swap " + x.Quoted(a) + " and " + x.Quoted(b))
			x.offer(repair.BySwap, base+more, f)
		}
	}
	for i, a := range args {
		if v := x.Kids(a)[0]; x.Is(v, tensorscript.OpTuple) && len(x.Kids(v)) == 2 {
			x.offer(repair.BySwap, base, x.Swap(x.Kids(v)[0], x.Kids(v)[1]))
		}
		if attr := x.attribute(id, x.Name(a)); attr != nil && !attr.Required() {
			x.offer(repair.ByDrop, base+6, x.LeaveOut(args, i))
		}
	}
	for _, text := range x.givenElsewhere(id) {
		x.offer(repair.ByInsert, base+4, x.further(id, args, text))
	}
	for _, text := range x.lacking(id) {
		x.offer(repair.ByInsert, costOfArgument+x.far(id), x.further(id, args, text))
	}
}

// lacking returns arguments that a call may lack, with their usual values: the padding of a window that keeps the sizes
// of an input, a stride of 2, a row more of the result, and both directions of a recurrent layer.
func (x *proposer) lacking(id tensorscript.NodeID) (list []string) {
	if x.dg.Code == lang.RanksDiffer {
		return nil // they do not change the number of dimensions
	}
	lacks := func(name string) bool {
		return x.attribute(id, name) != nil && x.p.argument(id, name) == tensorscript.NoNode
	}
	if lacks("bidirectional") {
		list = append(list, "bidirectional=true")
	}
	for _, size := range x.p.given(x.operationOf(id), []string{"kernel_size"}) {
		if v := x.Kids(size)[0]; x.Is(v, tensorscript.OpInt) && lacks("padding") && x.p.tree.Int(v)%2 > 0 {
			list = append(list, "padding="+strconv.FormatInt(x.p.tree.Int(v)/2, 10))
		}
		if lacks("stride") {
			list = append(list, "stride=2")
		} else if lacks("output_padding") { // it is less than the stride
			list = append(list, "output_padding=1")
		}
	}
	return list
}

// further adds an argument to a call, after the others.
func (x *proposer) further(call tensorscript.NodeID, args []tensorscript.NodeID, text string) lang.Fix {
	title := "add `" + text + "`"
	switch end := x.Span(call).End; {
	case len(args) > 0:
		return x.Fix(title, repair.Insert(x.Span(args[len(args)-1]).End, ", "+text))
	case x.p.File.Text(lang.Span{Start: end - 1, End: end}) != ")":
		return x.Fix(title, repair.Insert(end, "("+text+")"))
	default:
		return x.Fix(title, repair.Insert(end-1, text))
	}
}

// operationOf returns the operation of a call or of the constructor of a weight, or nil.
func (x *proposer) operationOf(id tensorscript.NodeID) *operation {
	if up := x.p.parents[id]; x.Is(up, tensorscript.OpWeight) {
		return x.p.weights[x.p.declAt[up]]
	}
	return x.p.callee(id).operation
}

// attribute returns the attribute with a name of a call's operation, or nil.
func (x *proposer) attribute(id tensorscript.NodeID, name string) *relation.Attr {
	if o := x.operationOf(id); o != nil {
		accepts := o.Accepts()
		if i := slices.IndexFunc(accepts, func(a relation.Attr) bool { return a.Name == name }); i >= 0 {
			return &accepts[i]
		}
	}
	return nil
}

// givenElsewhere returns arguments, with their values, that other calls of the operation have and this one lacks.
func (x *proposer) givenElsewhere(id tensorscript.NodeID) (list []string) {
	o := x.operationOf(id)
	if o == nil {
		return nil
	}
	var given []tensorscript.NodeID
	for _, attr := range o.Accepts() {
		if x.p.argument(id, attr.Name) == tensorscript.NoNode {
			given = append(given, x.arguments()[attr.Name]...)
		}
	}
	slices.Sort(given)
	for _, a := range given[:min(len(given), mostNear)] {
		list = append(list, x.Source(a))
	}
	return list
}

// arguments returns the first different arguments of each name in calls of operations and constructors of layers,
// computed on demand.
func (x *proposer) arguments() map[string][]tensorscript.NodeID {
	if x.args != nil {
		return x.args
	}
	x.args = make(map[string][]tensorscript.NodeID)
	known := make(map[string]bool)
	for call := range x.Of(tensorscript.OpCall) {
		if x.operationOf(call) == nil {
			continue
		}
		for _, a := range x.p.arguments(call) {
			name, text := x.Name(a), x.Source(a)
			if len(x.args[name]) <= mostNear && !known[text] {
				known[text] = true
				x.args[name] = append(x.args[name], a)
			}
		}
	}
	return x.args
}

// miscounted proposes missing arguments, and to remove superfluous ones.
func (x *proposer) miscounted(call tensorscript.NodeID) {
	if x.dg.Code != lang.WrongCount {
		return
	}
	switch x.Nodes[call].Op {
	case tensorscript.OpArg:
		call = x.p.parents[call]
	case tensorscript.OpWeight:
		call = x.Kids(call)[1]
	}
	args := x.p.arguments(call)
	for i, a := range args {
		if x.NameSpan(a) == x.dg.Span || x.Span(a) == x.dg.Span {
			x.offer(repair.ByDrop, costOfArgument+4, x.LeaveOut(args, i))
			break
		}
	}
	o := x.operationOf(call)
	if o == nil {
		return
	}
	for _, a := range o.Accepts() {
		if !a.Required() || x.p.argument(call, a.Name) != tensorscript.NoNode {
			continue
		}
		hole := x.further(call, args, a.Name+"=_")
		hole.Grade = "has-holes"
		values, known := x.valuesFor(a.Name)
		for i, v := range values {
			x.offer(repair.ByInsert, costOfArgument+i, x.further(call, args, a.Name+"="+v))
			if i >= known {
				x.list[len(x.list)-1].Hole = &hole
			}
		}
	}
}

// valuesFor returns candidates for a missing argument: first the usual values and those of arguments with the same
// name, which are known, then all written sizes and small numbers.
func (x *proposer) valuesFor(name string) (list []string, known int) {
	if name == "p" || name == "std" {
		list = append(list, "0.5", "1.")
	}
	for id := range x.Of(tensorscript.OpInt, tensorscript.OpFloat, tensorscript.OpTuple) {
		if up := x.p.parents[id]; x.Is(up, tensorscript.OpArg) && x.Name(up) == name {
			list = repair.With(list, 40, x.Source(id))
		}
	}
	known = len(list)
	for id := range x.Of(tensorscript.OpInt) {
		list = repair.With(list, 40, x.Source(id))
	}
	list = repair.With(list, 40, "0", "1", "2", "3", "4", "5")
	return list, known
}
