package tensorscript

import (
	"slices"
	"strconv"
	"strings"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/tensorscript"
	"github.com/patgraph/patgraph/patterns/mend"
	"github.com/patgraph/patgraph/patterns/relation"
)

// stages proposes to leave out one of a pipe, and to swap two neighbours.
func (x *proposer) stages(id tensorscript.NodeID) {
	kids := x.p.tree.Kids(id)
	for i, kid := range kids {
		if i == 0 {
			continue
		}
		s := lang.Span{Start: x.p.tree.Span(kids[i-1]).End, End: x.p.tree.Span(kid).End}
		x.offer(mend.ByDrop, costOfDrop+x.far(kid), "leave out the stage "+quoted(x.text(kid)), lang.Edit{Span: s})
		if i > 1 && x.text(kids[i-1]) != x.text(kid) {
			x.offer(mend.BySwap, costOfStages+min(x.far(kid), x.far(kids[i-1])), "swap the stages "+quoted(x.text(kids[i-1]))+" and "+quoted(x.text(kid)),
				x.edit(kids[i-1], x.text(kid)), x.edit(kid, x.text(kids[i-1])))
		}
	}
}

// others proposes other weights and functions in the place of a stage, those first that nothing uses.
func (x *proposer) others(id tensorscript.NodeID) {
	now := x.p.nameOf(id)
	base := costOfName + x.far(id)
	if op := x.p.tree.Nodes[id].Op; op != tensorscript.OpName {
		return
	}
	used, unused := x.layers()
	for _, name := range unused {
		x.offer(mend.ByRef, base-4, "use `"+name+"` in the place of `"+now+"`", x.edit(id, name))
	}
	for _, name := range used {
		if name != now {
			x.offer(mend.ByRef, base+2, "use `"+name+"` in the place of `"+now+"`", x.edit(id, name))
		}
	}
}

// layers are the weights of the node of the error without errors of their own, those that are stages and those that are not.
func (x *proposer) layers() (used, unused []string) {
	d := x.definition()
	if d < 0 {
		return nil, nil
	}
	stages := make(map[int32]bool)
	for site := x.p.Defs[d].First; site < x.p.Defs[d].Root; site++ {
		if id := x.p.nodeOf[site]; x.p.scoped[id] == staged && x.p.names.Meaning[id] == tensorscript.MeansWeight {
			stages[x.p.names.At[id]] = true
		}
	}
	for _, k := range x.p.decls[d] {
		if decl := &x.p.tree.Decls[k]; decl.Kind == tensorscript.DeclWeight && x.p.isSound(k) {
			if name := x.p.tree.Syms.Text(decl.Name); stages[k] {
				used = append(used, name)
			} else {
				unused = append(unused, name)
			}
		}
	}
	return used[:min(len(used), 2*mostNear)], unused[:min(len(unused), mostNear)]
}

// isSound reports whether a weight has no error, nor has what it is made of: of another one nobody knows what it gives.
func (p *program) isSound(weight int32) bool {
	root := p.tree.Decls[weight].Root
	if o := p.weights[weight]; o != nil || root == tensorscript.NoNode {
		return o != nil && !o.bad
	}
	if p.names.Meaning[root] != tensorscript.MeansNode {
		return false
	}
	d := p.def[p.names.At[root]]
	return d >= 0 && !p.faulty[d] && p.Solver.Derivation(d).Derived && len(p.Solver.Conflicts(d)) == 0
}

// inserts proposes a stage more, before the error and behind it.
func (x *proposer) inserts(e tensorscript.NodeID) {
	pipe := e
	for pipe != tensorscript.NoNode && x.p.tree.Nodes[pipe].Op != tensorscript.OpPipe {
		pipe = x.p.parents[pipe]
	}
	if pipe == tensorscript.NoNode {
		return
	}
	kids := x.p.tree.Kids(pipe)
	here := slices.IndexFunc(kids, func(kid tensorscript.NodeID) bool { return x.p.tree.Span(kid).Contains(x.p.tree.Span(e)) })
	_, unused := x.layers()
	stages := x.stageTexts()
	d := x.definition()
	for i := len(kids) - 1; i >= 0; i-- {
		if i > here || here-i > mostBefore || i == here && x.dg.Code == lang.RanksDiffer && i < len(kids)-1 {
			continue
		}
		kid := kids[i]
		end := x.p.tree.Span(kid).End
		put := func(cost int, text string) {
			x.offer(mend.ByInsert, cost+min(here-i, costOfFar), "add the stage `"+text+"` behind "+quoted(x.text(kid)), lang.Edit{Span: lang.Span{Start: end, End: end}, Text: " |> " + text})
		}
		for _, name := range unused {
			put(costOfUnused, name)
		}
		if d >= 0 && x.c != nil && x.p.siteOf[kid] >= 0 {
			_, out := x.p.ends(d, x.p.siteOf[kid])
			if sizes := x.numbers(out); len(sizes) > 2 {
				put(costOfFunction-2, "view(_, "+strconv.FormatInt(product(sizes[1:]), 10)+")")
			}
		}
		for k, text := range stages {
			put(costOfFunction+k/4, text)
		}
		for _, id := range x.order {
			if x.p.tree.Nodes[id].Op == tensorscript.OpTensor && x.p.scoped[id] == shaped {
				put(costOfFunction-2, "view("+strings.Trim(x.text(id), "[]")+")")
			}
		}
	}
}

// mostBefore is how many stages before the error one more is tried.
const mostBefore = 6

// stageTexts are the stages of the program that are no weights, those with arguments first, and the functions that it imports.
func (x *proposer) stageTexts() (list []string) {
	var plain []string
	for i := range x.p.tree.Nodes {
		id := tensorscript.NodeID(i)
		if x.p.scoped[id] != staged || x.p.names.Meaning[id] == tensorscript.MeansWeight {
			continue
		}
		text := strings.Join(strings.Fields(x.text(id)), " ")
		if to := &list; !slices.Contains(*to, text) && len(*to) < mostNear {
			if x.p.tree.Nodes[id].Op == tensorscript.OpName {
				to = &plain
			}
			if !slices.Contains(*to, text) {
				*to = append(*to, text)
			}
		}
	}
	for i := range x.p.tree.Nodes {
		if id := tensorscript.NodeID(i); x.p.tree.Nodes[i].Op == tensorscript.OpImport && x.p.names.Meaning[id] == tensorscript.MeansImport {
			name := x.p.tree.Name(id)
			if at := x.p.tree.Kids(id)[0]; at != tensorscript.NoNode {
				name = x.p.tree.Name(at)
			}
			operation := x.p.tree.Name(x.p.parents[id]) + "." + x.p.tree.Name(id)
			o := Operations().Operator(operation)
			if o == nil || isLayer(operation) || slices.Contains(plain, name) {
				continue
			}
			list = append(list, x.usual(name, o)...)
			if !slices.ContainsFunc(o.Accepts(), func(a relation.Attr) bool { return a.Required() }) {
				plain = append(plain, name)
			}
		}
	}
	return append(list, plain[:min(len(plain), mostNear)]...)
}

// usual are calls of an operation as people often write them: with 2 for what has to be there, and with each of the first dimensions.
func (x *proposer) usual(name string, o *relation.Operator) (list []string) {
	var required []string
	dim := ""
	for _, a := range o.Accepts() {
		switch {
		case a.Name == "dim" || a.Name == "axis" || a.Name == "index":
			dim = a.Name
		case a.Required():
			required = append(required, a.Name)
		}
	}
	switch {
	case dim != "":
		for _, n := range []string{"1", "2", "3", "0"} {
			list = append(list, name+"("+dim+"="+n+")")
		}
	case len(required) == 1:
		list = append(list, name+"("+required[0]+"=2)")
	case len(required) == 2 && required[0] == "a":
		for _, n := range [][2]string{{"1", "2"}, {"2", "3"}, {"0", "1"}, {"1", "3"}, {"0", "2"}} {
			list = append(list, name+"(a="+n[0]+", b="+n[1]+")")
		}
	}
	return list
}
