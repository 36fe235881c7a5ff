package tensorscript

import (
	"slices"
	"strconv"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/tensorscript"
	"github.com/patgraph/patgraph/patterns/mend"
)

// floats proposes a number without its point, where a whole number is asked for.
func (x *proposer) floats(id tensorscript.NodeID) {
	v := x.p.tree.Float(id)
	if n := int64(v); float64(n) == v && x.p.parents[id] != tensorscript.NoNode && x.p.tree.Nodes[x.p.parents[id]].Op == tensorscript.OpArg {
		text := strconv.FormatInt(n, 10)
		x.offer(mend.ByLiteral, costOfNumber+x.far(id), "write `"+text+"`", x.edit(id, text))
	}
}

// number proposes others in the place of one: those that make two sizes equal, those around the error, and near ones.
func (x *proposer) number(id tensorscript.NodeID) {
	now := x.p.tree.Int(id)
	seen := map[int64]bool{now: true}
	base := costOfNumber + x.far(id)
	title := func(text string) string { return "write `" + text + "` in the place of `" + x.text(id) + "`" }
	arg := x.p.parents[id]
	if arg != tensorscript.NoNode && x.p.tree.Nodes[arg].Op == tensorscript.OpTuple {
		arg = x.p.parents[arg]
	}
	named := ""
	if arg != tensorscript.NoNode && x.p.tree.Nodes[arg].Op == tensorscript.OpArg {
		named = x.p.tree.Name(arg)
		if x.p.parents[id] == arg {
			title = func(text string) string { return "write `" + named + "=" + text + "`" }
		}
	}
	write := func(n int64, more int) {
		if n < 0 || n == 0 && (x.p.scoped[id] == sized || named == "") || seen[n] {
			return
		}
		seen[n] = true
		text := strconv.FormatInt(n, 10)
		x.offer(mend.ByLiteral, base+more, title(text), x.edit(id, text))
		if others := x.repeated(id); len(others) > 0 {
			edits := []lang.Edit{x.edit(id, text)}
			for _, o := range others {
				edits = append(edits, x.edit(o, text))
			}
			x.offer(mend.ByLiteral, base+more+costOfAll, "write `"+text+"` in all headers of the node", edits...)
		}
		if others := x.same(id); len(others) > 1 && more <= costOfAll {
			var edits []lang.Edit
			for _, o := range others {
				edits = append(edits, x.edit(o, text))
			}
			x.offer(mend.ByLiteral, base+more+2*costOfAll, "write `"+text+"` in the place of each `"+x.text(id)+"` of the node", edits...)
		}
	}
	for i, p := range x.pairs[:min(len(x.pairs), mostPairs)] {
		if now == p[0] {
			write(p[1], i/2)
		}
		if now < 1<<31 && p[1] < 1<<31 && now*p[1]%p[0] == 0 {
			write(now*p[1]/p[0], 2+i/2)
		}
		if i < 4 {
			write(now+p[1]-p[0], 3+i/2)
		}
	}
	if named != "dim" && named != "axis" && named != "stride" && named != "padding" {
		for i, n := range x.near {
			write(n, 3+i/2)
		}
	}
	more := 4
	if named == "dim" || named == "axis" || named == "index" || named == "start_dim" || named == "a" || named == "b" {
		more = 0
		for n := range int64(4) {
			write(n, more+int(n)/2)
		}
	}
	for _, n := range []int64{now + 1, now - 1, 2 * now, now / 2} {
		write(n, more)
	}
	if named != "" {
		x.likeOthers(named, now, func(n int64) { write(n, 5) })
		if named == "stride" || named == "padding" || named == "dilation" || named == "kernel_size" {
			for n := range int64(4) {
				write(n, 6)
			}
		}
		write(1, 6)
	}
}

// likeOthers visits what arguments of a name are elsewhere.
func (x *proposer) likeOthers(name string, now int64, visit func(int64)) {
	var list []int64
	for i := range x.p.tree.Nodes {
		if n := &x.p.tree.Nodes[i]; n.Op == tensorscript.OpArg && x.p.tree.Name(tensorscript.NodeID(i)) == name {
			if v := x.p.tree.Kids(tensorscript.NodeID(i))[0]; x.p.tree.Nodes[v].Op == tensorscript.OpInt {
				if n := x.p.tree.Int(v); n != now && !slices.Contains(list, n) && len(list) < 6 {
					list = append(list, n)
					visit(n)
				}
			}
		}
	}
}

// repeated are the same entries in the other headers of a node.
func (x *proposer) repeated(id tensorscript.NodeID) (list []tensorscript.NodeID) {
	tensor := x.p.parents[id]
	if tensor == tensorscript.NoNode || x.p.tree.Nodes[tensor].Op != tensorscript.OpTensor {
		return nil
	}
	header := x.p.parents[tensor]
	if header == tensorscript.NoNode || x.p.tree.Nodes[header].Op != tensorscript.OpHeader || x.p.declAt[header] < 0 || x.p.siteOf[id] < 0 {
		return nil
	}
	end, entry := slices.Index(x.p.tree.Kids(header), tensor), slices.Index(x.p.tree.Kids(tensor), id)
	for _, k := range x.p.decls[x.p.Owner(x.p.siteOf[id])] {
		decl := &x.p.tree.Decls[k]
		if !decl.IsBlock() || decl.Root == tensorscript.NoNode || decl.Root == header {
			continue
		}
		other := x.p.tree.Kids(decl.Root)[end]
		if x.p.tree.Nodes[other].Op != tensorscript.OpTensor {
			continue
		}
		if kids := x.p.tree.Kids(other); entry < len(kids) && x.text(kids[entry]) == x.text(id) {
			list = append(list, kids[entry])
		}
	}
	return list
}

// same are all sizes of the node of the network that are the same number.
func (x *proposer) same(id tensorscript.NodeID) (list []tensorscript.NodeID) {
	if x.p.scoped[id] != sized || x.p.siteOf[id] < 0 {
		return nil
	}
	def := &x.p.Defs[x.p.Owner(x.p.siteOf[id])]
	for site := def.First; site < def.Root; site++ {
		if other := x.p.nodeOf[site]; x.p.tree.Nodes[other].Op == tensorscript.OpInt && x.p.scoped[other] == sized && x.p.tree.Int(other) == x.p.tree.Int(id) {
			list = append(list, other)
		}
	}
	return list
}

// sizeName proposes other names of sizes in the place of one, and numbers.
func (x *proposer) sizeName(id tensorscript.NodeID) {
	base := costOfName + x.far(id)
	now := x.text(id)
	for _, name := range x.sizesInScope() {
		if name != now {
			x.offer(mend.ByRef, base, "write `"+name+"` in the place of `"+now+"`", x.edit(id, name))
		}
	}
	for i, n := range x.near[:min(len(x.near), 3)] {
		text := strconv.FormatInt(n, 10)
		x.offer(mend.ByLiteral, base+i, "write `"+text+"` in the place of `"+now+"`", x.edit(id, text))
	}
}

// sizesInScope are the size parameters of the node, and the names of dimensions.
func (x *proposer) sizesInScope() (list []string) {
	d := x.definition()
	add := func(text string) {
		if !slices.Contains(list, text) && len(list) < mostNear {
			list = append(list, text)
		}
	}
	for _, s := range x.p.names.Sizes {
		if d >= 0 && (s.Of == x.p.decls[d][0]) {
			add(x.p.tree.Syms.Text(s.Name))
		}
	}
	for k := range x.p.tree.Decls {
		if x.p.tree.Decls[k].Kind == tensorscript.DeclDim {
			add(x.p.tree.Syms.Text(x.p.tree.Decls[k].Name))
		}
	}
	return list
}

// without is the edit that takes one of a list out, with its comma.
func (x *proposer) without(list []tensorscript.NodeID, i int) lang.Edit {
	return lang.Edit{Span: x.p.tree.ItemSpan(list, i)}
}

// entries proposes a size more or less of a tensor or a view, and two of them in the other order.
func (x *proposer) entries(id tensorscript.NodeID) {
	kids := x.p.tree.Kids(id)
	base := costOfEntry + x.far(id)
	for i, kid := range kids {
		if len(kids) > 1 {
			x.offer(mend.ByDrop, base, "leave out "+quoted(x.text(kid)), x.without(kids, i))
		}
		if i > 0 && x.text(kid) != x.text(kids[i-1]) {
			x.offer(mend.BySwap, base, "swap "+quoted(x.text(kids[i-1]))+" and "+quoted(x.text(kid)), x.edit(kids[i-1], x.text(kid)), x.edit(kid, x.text(kids[i-1])))
		}
		if x.p.tree.Nodes[id].Op == tensorscript.OpView && x.p.tree.Nodes[kid].Op != tensorscript.OpHole {
			for _, other := range []string{"_", "?"} {
				x.offer(mend.ByLiteral, base-4, "write `"+other+"` in the place of "+quoted(x.text(kid)), x.edit(kid, other))
			}
		}
		if x.p.tree.Nodes[kid].Op == tensorscript.OpHole {
			for i, text := range append(x.sizeTexts(), "1", "?") {
				x.offer(mend.ByLiteral, base-4+i/2, "write `"+text+"` in the place of `_`", x.edit(kid, text))
			}
		}
		at := x.p.tree.Span(kid).End
		x.offer(mend.ByInsert, base+2, "add the size `1` behind "+quoted(x.text(kid)), lang.Edit{Span: lang.Span{Start: at, End: at}, Text: ", 1"})
		for k, text := range x.sizeTexts() {
			x.offer(mend.ByInsert, base+2+k/2, "add the size `"+text+"` behind "+quoted(x.text(kid)), lang.Edit{Span: lang.Span{Start: at, End: at}, Text: ", " + text})
		}
		if at := x.p.tree.Span(kid).Start; i == 0 {
			for k, text := range append([]string{"?", "_"}, x.sizeTexts()...) {
				x.offer(mend.ByInsert, base+2+k/2, "add the size `"+text+"` before "+quoted(x.text(kid)), lang.Edit{Span: lang.Span{Start: at, End: at}, Text: text + ", "})
			}
		}
	}
}

// sizeTexts are what one size more may be: sizes around the error, and those of the tensors that it shows.
func (x *proposer) sizeTexts() (list []string) {
	add := func(text string) {
		if text != "" && !slices.Contains(list, text) && len(list) < 2*mostNear {
			list = append(list, text)
		}
	}
	for _, id := range x.order {
		if x.p.tree.Nodes[id].Op == tensorscript.OpTensor {
			for _, kid := range x.p.tree.Kids(id) {
				add(x.text(kid))
			}
		}
	}
	for _, n := range x.near {
		add(strconv.FormatInt(n, 10))
	}
	return list
}
