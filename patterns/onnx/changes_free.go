package onnx

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/onnx"
	"github.com/patgraph/patgraph/patterns/diagnose"
	"github.com/patgraph/patgraph/patterns/message"
	"github.com/patgraph/patgraph/patterns/repair"
)

// mostPromises is the maximum number of promises for which changes are tried.
const mostPromises = 4

// keep offers changes for sizes that are not free: writing the name in the type of the input that has the number,
// writing 0 or -1 in the constants that have it, and declaring the number. They are tried: the model has no error with
// them, and fewer such sizes.
func (p *program) keep(r *report) {
	key := promiseKey{r.Span, r.Message.String()}
	if r.Secondary = p.follows[key]; r.Secondary {
		return
	}
	is, found := p.promised[key]
	if p.looked == nil {
		p.looked = make(map[promiseKey]bool)
	}
	p.looked[key] = true
	if p.kept++; !found || p.kept > mostPromises ||
		len(p.tree.Nodes) > repair.PerFile/len(p.promised)/16 {
		return
	}
	g := p.draft()
	var edits []lang.Edit
	var parts repair.Distinct[string]
	dims := p.dims(is.d, is.values)
	for _, dim := range dims {
		name := p.tree.Plain(dim)
		edits = append(edits, g.Replace(dim, is.values[name]))
		parts.Add("`" + name + "` as `" + is.values[name] + "`")
	}
	lists := [][]lang.Fix{p.turned(is, g), nil, nil}
	if len(is.values) == 1 && len(dims) > 0 {
		lists[1], lists[2] = p.named(is, g, dims[0]), p.unwritten(is, g, edits[0].Text)
	} else if len(is.values) > 1 {
		lists[2] = p.copied(is, g)
	}
	declares := false
	offer := func(list []lang.Fix, most int) {
		for i := 0; i < len(list) && most > 0; i++ {
			f := list[i]
			var left map[promiseKey]promise
			if repair.Attempt(func() { left, f.Checked = p.keeps(f.Edits) }) && f.Checked {
				f.Clean = true
				if r.Fixes = append(r.Fixes, f); len(r.Fixes) == 1 && !declares {
					p.gather(r, left)
				}
				most--
			}
		}
	}
	if is.ranks && !is.bounds {
		offer(p.freed(is, r.Span), 2)
	}
	for i := 0; i < len(lists) && (!is.ranks || len(r.Fixes) == 0); i++ {
		offer(lists[i], 1)
	}
	if len(r.Fixes) == 0 && !is.bounds && !is.ranks {
		offer(p.freed(is, r.Span), 2)
	}
	declares = true // this does not say what several warnings have in common
	if is.typ != "" {
		offer(p.declaring(g, is.output, is.typ), 1)
	} else if len(edits) > 0 {
		offer([]lang.Fix{g.Fix("declare "+strings.Join(parts.List, " and "), edits...)}, 1)
	}
}

// gather makes later warnings consequences of this one if its first change removes them, too: left are those that stay.
func (p *program) gather(r *report, left map[promiseKey]promise) {
	stays := make(map[promiseKey]bool)
	for key := range left {
		stays[key] = true
	}
	if p.follows == nil {
		p.follows = make(map[promiseKey]bool)
	}
	var gone []promiseKey
	this, edits := promiseKey{r.Span, r.Message.String()}, r.Fixes[0].Edits
	for key := range p.promised {
		moved := lang.Span{Start: lang.Moved(key.at.Start, edits), End: lang.Moved(key.at.End, edits)}
		if key != this && !p.follows[key] && !p.looked[key] && !stays[promiseKey{moved, key.says}] {
			gone = append(gone, key)
		}
	}
	slices.SortFunc(gone, func(x, y promiseKey) int {
		return cmp.Or(cmp.Compare(x.at.Start, y.at.Start), cmp.Compare(x.says, y.says))
	})
	for _, key := range gone {
		p.follows[key] = true
		says := lang.Text(key.says)
		r.Besides = append(r.Besides, lang.Related{Span: key.at, Message: says})
		r.Notes = append(slices.Clip(r.Notes), lang.Say("the first change also removes the warning at %s: %s",
			p.File.Position(key.at.Start).String(), says))
	}
}

// Bounds of the changes of nodes that are tried for a size that is declared dynamic: how many, and how much more they cost
// than the first one.
const (
	mostFreed = 4
	mostApart = 2
)

// freed lists changes of the nodes before a node or an output, like those for an error, with which it works for all
// sizes.
func (p *program) freed(is promise, at lang.Span) (list []lang.Fix) {
	if len(p.tree.Nodes) > repair.PerFile/len(p.promised)/64 {
		return nil
	}
	e := &evidence{def: is.d, free: true}
	if is.typ != "" {
		e.wrong = []onnx.NodeID{is.output}
	} else if _, e.use = p.useOf(is.node); e.use == nil || e.use.frame.up != nil {
		return nil
	}
	for _, text := range slices.Sorted(maps.Values(is.values)) {
		if n, err := strconv.ParseInt(text, 10, 64); err == nil {
			e.sizes.Add(n)
		}
	}
	fits := p.propose(e, at)
	for _, c := range fits {
		if c.Class != repair.ByDrop && len(list) < mostFreed && c.Cost <= fits[0].Cost+mostApart {
			list = append(list, c.Fix)
		}
	}
	return list
}

// turned lists changes that write another order of axes in a Transpose that moves a size of a promise: the axis of the
// size and another one are exchanged.
func (p *front) turned(is promise, g *repair.Draft) (list []lang.Fix) {
	for _, m := range is.moves {
		attr := p.tree.Attr(m.node, "perm")
		if attr == onnx.NoNode {
			continue
		}
		value := p.tree.Value(attr)
		perm, ok := p.tree.Ints(value)
		if !ok || p.tree.Is(value, onnx.OpRef) || m.to >= len(perm) || len(perm) > mostPerms {
			continue
		}
		for k := len(perm) - 1; k >= 0; k-- {
			other := slices.Clone(perm)
			other[k], other[m.to] = other[m.to], other[k]
			if k != m.to && !slices.IsSorted(other) {
				text := "[" + texts(other) + "]"
				list = append(list, g.Fix("write `perm = "+text+"`", g.Replace(value, text)))
			}
		}
	}
	return list
}

// dims lists the places where the inputs and outputs of a model declare sizes with names, in the order of the text.
func (p *front) dims(d int32, names map[string]string) (list []onnx.NodeID) {
	for name := range names {
		list = append(list, p.dimsNamed(d, name)...)
	}
	slices.Sort(list)
	return list
}

// dimsNamed is dims for one name.
func (p *front) dimsNamed(d int32, name string) []onnx.NodeID {
	t, g := p.tree, &p.graphs[d]
	if g.dims == nil {
		g.dims = make(map[string][]onnx.NodeID)
		for _, v := range slices.Concat(t.Inputs(g.id), t.Outputs(g.id)) {
			if typ := t.Type(v); typ != onnx.NoNode {
				for _, dim := range t.Kids(typ) {
					if t.Is(dim, onnx.OpName) {
						g.dims[t.Plain(dim)] = append(g.dims[t.Plain(dim)], dim)
					}
				}
			}
		}
	}
	return g.dims[name]
}

// named lists changes that write the name of a promise in the type of an input that has its number.
func (p *front) named(is promise, g *repair.Draft, name onnx.NodeID) (list []lang.Fix) {
	t, text := p.tree, g.Source(name)
	for _, in := range t.Inputs(p.graphs[is.d].id) {
		for _, site := range is.origin {
			if dim := p.ids[site]; dim != onnx.NoNode && p.parents[dim] == t.Type(in) {
				title := "write `" + text + "` in place of `" + g.Source(dim) + "` in the type of `" + t.Plain(in) + "`"
				list = append(list, g.Fix(title, g.Replace(dim, text)))
			}
		}
	}
	return list
}

// unwritten lists changes that write another number in place of that of a promise: 0 or -1 in the shape of a Reshape, 1
// in that of an Expand. It is the shape at the node of the promise, or all shapes with the number at the same place.
func (p *program) unwritten(is promise, g *repair.Draft, number string) (list []lang.Fix) {
	t := p.tree
	_, op, _ := t.Operator(is.node)
	texts := map[string][]string{"Reshape": {"0", "-1"}, "Expand": {"1"}}[op]
	var ids repair.Distinct[onnx.NodeID]
	for _, site := range is.origin {
		ids.Add(p.ids[site])
	}
	ids.Add(p.numbersOfShape(is.node)...)
	for _, id := range ids.List {
		if id == onnx.NoNode || !t.Is(id, onnx.OpInt) || t.Is(p.parents[id], onnx.OpTensorType) ||
			t.Text(id) != number || len(list) > mostWritten {
			continue
		}
		var all repair.Distinct[onnx.NodeID]
		k := slices.Index(t.Kids(p.parents[id]), id)
		for i := range p.uses[is.d] {
			u := &p.uses[is.d][i]
			others := p.numbersOfShape(u.id)
			if u.operator.Names[0].Name == op && k < len(others) && t.Text(others[k]) == number {
				all.Add(others[k])
			}
		}
		for _, text := range texts {
			list = append(list, g.Instead(id, text))
		}
		for i := 0; i < len(texts) && len(all.List) > 1; i++ {
			list = append(list, g.WriteAll("write `"+texts[i]+"` in place of `"+number+"` in "+
				message.Counted(len(all.List), "shape"), all.List, texts[i]))
		}
	}
	return list
}

// numbersOfShape returns the numbers of the second input of a node, if they are written in one place.
func (p *front) numbersOfShape(node onnx.NodeID) []onnx.NodeID {
	if args := p.tree.Args(node); len(args) > 1 && p.names.Def[args[1]] != onnx.NoNode {
		if _, data, ok := p.written(p.names.Def[args[1]]); ok && data != onnx.NoNode {
			return p.numbersOf(data)
		}
	}
	return nil
}

// copied lists the change that writes 0 in place of the numbers of a promise about several sizes, in the shape of a
// Reshape that has a number for each of them.
func (p *front) copied(is promise, g *repair.Draft) []lang.Fix {
	t := p.tree
	_, op, _ := t.Operator(is.node)
	var ids repair.Distinct[onnx.NodeID]
	if numbers := p.numbersOfShape(is.node); len(numbers) > 0 {
		for _, k := range is.entries {
			ids.Add(numbers[k])
		}
	} else {
		for _, site := range is.origin {
			ids.Add(p.ids[site])
		}
	}
	if op != "Reshape" || len(ids.List) != len(is.values) {
		return nil
	}
	var texts []string
	for _, id := range ids.List {
		if id == onnx.NoNode || !t.Is(id, onnx.OpInt) || t.Is(p.parents[id], onnx.OpTensorType) {
			return nil
		}
		texts = append(texts, "`"+t.Text(id)+"`")
	}
	return []lang.Fix{g.WriteAll("write `0` in place of "+strings.Join(texts, " and "), ids.List, "0")}
}

// mostWritten bounds the changes of the first of the numbers of a promise.
const mostWritten = 4

// limited measures how much the sizes are limited that are declared dynamic. A bound counts less than a single value.
func (p *program) limited() (n int) {
	for _, is := range p.promised {
		if n += 2; is.bounds {
			n--
		}
	}
	return n
}

// keeps reports whether a changed model has no error, and fewer sizes that are declared dynamic and are not, and returns
// these.
func (p *program) keeps(edits []lang.Edit) (map[promiseKey]promise, bool) {
	if len(edits) == 0 {
		return nil, false
	}
	o := p.options
	o.Reuse = nil
	q := derived(p.File.Edited(edits), o, p.watch, nil)
	ds := append(diagnose.RunOrdered(q, diagnose.OrderedOptions{Brief: true}), q.Breaches()...)
	return q.promised, len(lang.Errors(ds)) == 0 && q.limited() < p.limited()
}
