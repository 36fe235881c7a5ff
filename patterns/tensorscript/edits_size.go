package tensorscript

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/patgraph/patgraph/internal/cancel"
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/tensorscript"
	"github.com/patgraph/patgraph/patterns/repair"
)

// floats proposes a number without its point, where an integer is required.
func (x *proposer) floats(id tensorscript.NodeID) {
	v := x.p.tree.Float(id)
	if n := int64(v); float64(n) == v && x.Is(x.p.parents[id], tensorscript.OpArg) {
		x.offer(repair.ByLiteral, costOfNumber+x.far(id), x.Write(id, strconv.FormatInt(n, 10)))
	}
	if x.dg.Code == lang.WrongAttribute {
		x.fraction(id, v)
	}
}

// costOfPercent is so large that a number as it is makes a percentage too unlikely to be offered.
const costOfPercent = 13

// fraction proposes numbers with a point where an argument at fault is written: the same number, what it is as a
// percentage, and those of other arguments with the name.
func (x *proposer) fraction(id tensorscript.NodeID, now float64) {
	arg := x.p.parents[id]
	if at := x.dg.Span; !x.Is(arg, tensorscript.OpArg) || at != x.Span(id) && at != x.Span(arg) {
		return
	}
	name := x.Name(arg)
	write := func(cost int, text string) {
		f := x.Write(id, text)
		f.Title = lang.Text("write `" + name + "=" + text + "`")
		x.offer(repair.ByLiteral, cost, f)
	}
	decimal := func(v float64) string {
		text := strconv.FormatFloat(v, 'f', -1, 64)
		if !strings.Contains(text, ".") {
			text += ".0"
		}
		return text
	}
	write(costOfTypo, decimal(now))
	if now > 1 && now == math.Trunc(now) {
		write(costOfPercent, decimal(now/100))
	}
	for i, other := range x.arguments()[name] {
		if v := x.Kids(other)[0]; x.Is(v, tensorscript.OpFloat) {
			write(costOfPercent+costOfNumber+i, x.Source(v))
		}
	}
	if name == "p" {
		write(costOfPercent+costOfNumber+mostNear, "0.5")
	}
}

// The meaning of numbers as arguments, by the names of the arguments.
var (
	countsDims  = map[string]bool{"dim": true, "axis": true, "index": true, "start_dim": true, "a": true, "b": true}
	ofAWindow   = map[string]bool{"stride": true, "padding": true, "dilation": true, "kernel_size": true}
	isNeverSize = map[string]bool{"dim": true, "axis": true, "stride": true, "padding": true}
)

// numberAt returns the number that is written at a place, or that a computed size is there, as a whole.
func (x *proposer) numberAt(id tensorscript.NodeID) (int64, bool) {
	if x.Is(id, tensorscript.OpInt) {
		return x.p.tree.Int(id), true
	}
	up := x.p.parents[id]
	e, computed := x.p.sums[id]
	return int64(e.form), computed && e.kind == aNumber && (up == tensorscript.NoNode || !x.p.isSum(up))
}

// number proposes other numbers: those that make two sizes equal, those around the error, and near ones.
func (x *proposer) number(id tensorscript.NodeID, now int64) {
	seen := map[int64]bool{now: true}
	base := costOfNumber + x.far(id)
	x.fraction(id, float64(now))
	arg := x.p.parents[id]
	single := x.Is(arg, tensorscript.OpArg)
	if x.Is(arg, tensorscript.OpTuple) {
		arg = x.p.parents[arg]
	}
	named := ""
	if x.Is(arg, tensorscript.OpArg) {
		named = x.Name(arg)
	}
	decl := x.p.declAt[id]
	isDeclared := decl >= 0 && x.p.tree.Decls[decl].Kind == tensorscript.DeclDim // all that use the size change
	write := func(n int64, more int) {
		if n < 0 || n == 0 && (x.p.scoped[id] == sized || named == "") || seen[n] || ofAWindow[named] && n > 2*now+2 {
			return // windows are small, whatever the sizes are
		}
		if named == "kernel_size" && now%2 > 0 && n%2 == 0 {
			more += 3 // most windows have a center
		}
		if named == "kernel_size" && now > 2 && n == 1 {
			more += 6 // then it is not a window
		}
		seen[n] = true
		text := strconv.FormatInt(n, 10)
		if named != "" && !isNeverSize[named] && !ofAWindow[named] {
			text = cmp.Or(x.dimNames()[n], text)
		}
		f := x.Instead(id, text)
		if single {
			f.Title = lang.Text("write `" + named + "=" + text + "`")
			if countsDims[named] { // several stages of a line may have it
				f.Title = f.Title.And(" in place of `" + x.Source(arg) + "`")
			}
		}
		x.offer(repair.ByLiteral, base+more, f).Alone = isDeclared
		if others := x.repeated(id); len(others) > 0 {
			f := x.WriteAll("write `"+text+"` in all headers of the node", append(others, id), text)
			x.offer(repair.ByLiteral, base+more+costOfAll, f)
		}
		if layer := x.inAlike(id, now); layer != tensorscript.NoNode {
			f := x.WriteAll("", []tensorscript.NodeID{layer, id}, text)
			f.Title = lang.Say("write `%s` %s and `in=%s`", text, lang.Here(x.Span(id)), text)
			x.offer(repair.ByLiteral, base+more, f)
		}
		if others := x.same(id); len(others) > 1 && more <= costOfAll {
			f := x.WriteAll("write `"+text+"` in place of each "+x.Quoted(id)+" of the node", others, text)
			x.offer(repair.ByLiteral, base+more+2*costOfAll, f)
		}
	}
	x.sizes.Meant(now, write)
	if !isNeverSize[named] {
		for i, n := range x.sizes.Near {
			write(n, 3+i/2)
		}
	}
	more := 4
	if countsDims[named] {
		more = 0
		for n := range int64(4) {
			write(n, int(max(n-now, now-n))/2-gainOfDim)
		}
	}
	for _, n := range repair.Nearby(now) {
		write(n, more)
	}
	if named == "" {
		return
	}
	for _, n := range x.likeOthers(named, now) {
		write(n, 5)
	}
	if ofAWindow[named] {
		for n := range int64(4) {
			write(n, 6)
		}
	}
	write(1, 6)
}

// inAlike returns the number that the only layer of the program with `in=` the same size as one of a view has, or NoNode:
// who miscounts the elements before a layer writes both.
func (x *proposer) inAlike(id tensorscript.NodeID, now int64) tensorscript.NodeID {
	found := tensorscript.NoNode
	if !x.Is(x.p.parents[id], tensorscript.OpView) {
		return found
	}
	for a := range x.Of(tensorscript.OpArg) {
		if v := x.Kids(a)[0]; x.Name(a) == "in" && x.Is(v, tensorscript.OpInt) && x.p.tree.Int(v) == now {
			if found != tensorscript.NoNode {
				return tensorscript.NoNode
			}
			found = v
		}
	}
	return found
}

// dimNames returns the names of dimensions by their numbers. They are computed on demand.
func (x *proposer) dimNames() map[int64]string {
	if x.dims == nil {
		x.dims = make(map[int64]string)
		for k := range x.p.tree.Decls {
			is := x.p.aliases[int32(k)]
			if d := &x.p.tree.Decls[k]; d.Kind == tensorscript.DeclDim && len(is) == 1 && is[0].kind == aNumber {
				x.dims[int64(is[0].form)] = x.Syms.Text(d.Name)
			}
		}
	}
	return x.dims
}

// likeOthers returns the numbers of other arguments with a name, except for now.
func (x *proposer) likeOthers(name string, now int64) (list []int64) {
	if x.known == nil {
		x.known = make(map[string]*repair.Distinct[int64])
		for id := range x.Of(tensorscript.OpArg) {
			v := x.Kids(id)[0]
			if !x.Is(v, tensorscript.OpInt) {
				continue
			}
			if x.known[x.Name(id)] == nil {
				x.known[x.Name(id)] = &repair.Distinct[int64]{}
			}
			x.known[x.Name(id)].Add(x.p.tree.Int(v))
		}
	}
	all := x.known[name]
	if all == nil {
		return nil
	}
	for _, n := range all.List[:min(len(all.List), 7)] {
		if n != now && len(list) < 6 {
			list = append(list, n)
		}
	}
	return list
}

// repeated returns the same entries in the other headers of a node.
func (x *proposer) repeated(id tensorscript.NodeID) (list []tensorscript.NodeID) {
	tensor := x.p.parents[id]
	if !x.Is(tensor, tensorscript.OpTensor) {
		return nil
	}
	header := x.p.parents[tensor]
	if !x.Is(header, tensorscript.OpHeader) || x.p.declAt[header] < 0 || x.p.siteOf[id] < 0 {
		return nil
	}
	end, entry := slices.Index(x.Kids(header), tensor), slices.Index(x.Kids(tensor), id)
	for _, k := range x.p.decls[x.p.Owner(x.p.siteOf[id])] {
		decl := &x.p.tree.Decls[k]
		if !decl.IsBlock() || decl.Root == tensorscript.NoNode || decl.Root == header {
			continue
		}
		if other := x.Kids(decl.Root)[end]; x.Is(other, tensorscript.OpTensor) {
			if kids := x.Kids(other); entry < len(kids) && x.Source(kids[entry]) == x.Source(id) {
				list = append(list, kids[entry])
			}
		}
	}
	return list
}

// same returns all sizes of the node of the network that are the same number.
func (x *proposer) same(id tensorscript.NodeID) (list []tensorscript.NodeID) {
	if x.p.scoped[id] != sized || x.p.siteOf[id] < 0 || !x.Is(id, tensorscript.OpInt) {
		return nil
	}
	for _, other := range x.p.nodes(x.p.Owner(x.p.siteOf[id])) {
		if x.Is(other, tensorscript.OpInt) && x.p.scoped[other] == sized && x.p.tree.Int(other) == x.p.tree.Int(id) {
			list = append(list, other)
		}
	}
	return list
}

// sizeName proposes other size names in place of a name, and numbers.
func (x *proposer) sizeName(id tensorscript.NodeID) {
	base := costOfName + x.far(id)
	for _, name := range x.sizesInScope() {
		x.offer(repair.ByRef, base, x.Instead(id, name))
	}
	for i, n := range x.sizes.Near[:min(len(x.sizes.Near), 3)] {
		x.offer(repair.ByLiteral, base+i, x.Instead(id, strconv.FormatInt(n, 10)))
	}
}

// sizesInScope returns the size parameters of the node, and the names of dimensions.
func (x *proposer) sizesInScope() (list []string) {
	x.Watch.Steps(1 + (len(x.p.names.Sizes)+len(x.p.tree.Decls))/cancel.Few)
	for _, s := range x.p.names.Sizes {
		if x.d >= 0 && s.Of == x.p.decls[x.d][0] {
			list = repair.With(list, mostNear, x.Syms.Text(s.Name))
		}
	}
	for k := range x.p.tree.Decls {
		if d := &x.p.tree.Decls[k]; d.Kind == tensorscript.DeclDim {
			list = repair.With(list, mostNear, x.Syms.Text(d.Name))
		}
	}
	return list
}

// entries proposes to add or remove a size of a tensor or a view, and to exchange two of them.
func (x *proposer) entries(id tensorscript.NodeID) {
	kids := x.Kids(id)
	base := costOfEntry + x.far(id)
	texts := x.sizeTexts()
	for i, kid := range kids {
		quoted := x.Quoted(kid)
		if len(kids) > 1 {
			x.offer(repair.ByDrop, base, x.LeaveOut(kids, i))
		}
		if i > 0 {
			x.offer(repair.BySwap, base, x.Swap(kids[i-1], kid))
		}
		switch {
		case x.Is(kid, tensorscript.OpHole):
			for i, text := range slices.Concat(texts, []string{"1", "?"}) {
				x.offer(repair.ByLiteral, base-4+i/2, x.Instead(kid, text))
			}
		case x.Is(id, tensorscript.OpView):
			x.offer(repair.ByLiteral, base-4, x.Instead(kid, "_"))
			if i == 0 {
				x.offer(repair.ByLiteral, base-4, x.Instead(kid, "?"))
			}
		}
		end := x.Span(kid).End
		x.offer(repair.ByInsert, base+2, x.Fix("add the size `1` after "+quoted, repair.Insert(end, ", 1")))
		for k, text := range texts {
			f := x.Fix("add the size `"+text+"` after "+quoted, repair.Insert(end, ", "+text))
			x.offer(repair.ByInsert, base+2+k/2, f)
		}
		if i > 0 {
			continue
		}
		for k, text := range slices.Concat([]string{"?", "_"}, texts) {
			f := x.Fix("add the size `"+text+"` before "+quoted, repair.Insert(x.Span(kid).Start, text+", "))
			x.offer(repair.ByInsert, base+2+k/2, f)
		}
	}
}

// sizeTexts returns candidates for an additional size: sizes around the error, and those of the shown tensors.
func (x *proposer) sizeTexts() (list []string) {
	for _, id := range x.order {
		if x.Is(id, tensorscript.OpTensor) {
			for _, kid := range x.Kids(id) {
				list = repair.With(list, 2*mostNear, x.Source(kid))
			}
		}
	}
	for _, n := range x.sizes.Near {
		list = repair.With(list, 2*mostNear, strconv.FormatInt(n, 10))
	}
	return list
}
