package tensorscript

import (
	"slices"
	"strconv"
	"strings"

	"github.com/patgraph/patgraph/internal/cancel"
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/tensorscript"
	"github.com/patgraph/patgraph/patterns/relation"
	"github.com/patgraph/patgraph/patterns/repair"
)

// stages proposes to remove a stage of a pipe, and to exchange two neighbours.
func (x *proposer) stages(id tensorscript.NodeID) {
	kids := x.Kids(id)
	for i, kid := range kids[1:] {
		before := kids[i]
		s := lang.Span{Start: x.Span(before).End, End: x.Span(kid).End}
		cost := costOfDrop + len(strings.Fields(x.Source(kid))) - 1 // a long one is hardly superfluous
		if x.dg.Code != lang.Underdetermined {
			// The stage needs the sizes, it does not hide them.
			x.offer(repair.ByDrop, cost+x.far(kid), x.Fix("leave out the stage "+x.Quoted(kid), lang.Edit{Span: s}))
		}
		if f := x.Swap(before, kid); i > 0 {
			f.Title = lang.Text("swap the stages " + x.Quoted(before) + " and " + x.Quoted(kid))
			x.offer(repair.BySwap, costOfStages+min(x.far(kid), x.far(before)), f).Alone = true
		}
	}
}

// exchanges proposes to exchange the stage of the error, a weight, with the weights around it that are not its
// neighbours.
func (x *proposer) exchanges() {
	var list []tensorscript.NodeID
	for _, id := range x.p.nodes(x.d) {
		if x.p.scoped[id] == staged && x.Is(id, tensorscript.OpName) && x.p.names.Meaning[id] == tensorscript.MeansWeight {
			list = append(list, id)
		}
	}
	here := slices.Index(list, x.e)
	if here < 0 {
		return
	}
	for i := max(0, here-mostNear/4); i < min(len(list), here+1+mostNear/4); i++ {
		a, b := list[min(i, here)], list[max(i, here)]
		if i == here || x.p.prev[b] == a || x.p.functionAround(a) != x.p.functionAround(b) {
			continue
		}
		if f := x.Swap(a, b); len(f.Edits) > 0 {
			f.Title = lang.Text("swap the stages " + x.Quoted(a) + " and " + x.Quoted(b))
			x.offer(repair.BySwap, costOfStages, f).Alone = true
		}
	}
}

// mostFar is how many stages far from an error may be others. In programs with more, few changes are tried.
const mostFar = 500

// others proposes other weights and functions in place of a stage, unused weights first.
func (x *proposer) others(id tensorscript.NodeID) {
	far := x.far(id)
	if far == costOfFar {
		x.farStages++
	}
	if !x.Is(id, tensorscript.OpName) || x.farStages > mostFar {
		return
	}
	used, unused := x.layers()
	for _, name := range unused {
		x.offer(repair.ByRef, costOfName-4+far, x.Use(id, name))
	}
	for _, name := range used {
		x.offer(repair.ByRef, costOfName+2+far, x.Use(id, name))
	}
}

// layers returns the sound weights of the error's node: those that are stages, and those that are not. They are
// computed on demand.
func (x *proposer) layers() (used, unused []string) {
	if x.d < 0 {
		return nil, nil
	}
	if x.weights != nil {
		return x.weights[0], x.weights[1]
	}
	stages := make(map[int32]bool)
	for _, id := range x.p.nodes(x.d) {
		if x.p.scoped[id] == staged && x.p.names.Meaning[id] == tensorscript.MeansWeight {
			stages[x.p.names.At[id]] = true
		}
	}
	for _, k := range x.p.decls[x.d] {
		if decl := &x.p.tree.Decls[k]; decl.Kind != tensorscript.DeclWeight || !x.p.isSound(k) {
			continue
		} else if name := x.Syms.Text(decl.Name); stages[k] {
			used = append(used, name)
		} else {
			unused = append(unused, name)
		}
	}
	x.weights = &[2][]string{used[:min(len(used), 2*mostNear)], unused[:min(len(unused), mostNear)]}
	return x.weights[0], x.weights[1]
}

// isSound reports whether a weight and its class have no error; otherwise the weight's result is not known.
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

// inserts proposes an additional stage, before the error and after it.
func (x *proposer) inserts(e tensorscript.NodeID) {
	stages := x.stageTexts()
	for id, n := x.FirstOf(e), 0; id < e && n < mostNear; id++ {
		if x.p.names.Meaning[id] != tensorscript.MeansLet || x.p.scoped[id] != valued {
			continue
		}
		n++
		v := x.Kids(tensorscript.NodeID(x.p.names.At[id]))[0] // what a variable is, such as an argument of a call
		for k, text := range stages {
			if strings.Contains(text, "(a=") { // it exchanges two axes
				f := x.Fix("add the stage `"+text+"` after "+x.Quoted(v), repair.Insert(x.Span(v).End, " |> "+text))
				x.offer(repair.ByInsert, costOfFunction-4+k/4, f)
			}
		}
	}
	pipe := e
	for pipe != tensorscript.NoNode && !x.Is(pipe, tensorscript.OpPipe) {
		pipe = x.p.parents[pipe]
	}
	if pipe == tensorscript.NoNode {
		return
	}
	kids := x.Kids(pipe)
	here := slices.IndexFunc(kids, func(kid tensorscript.NodeID) bool { return x.Span(kid).Contains(x.Span(e)) })
	_, unused := x.layers()
	for i := here; i >= max(0, here-mostBefore); i-- {
		if i == here && x.dg.Code == lang.RanksDiffer && i < len(kids)-1 {
			continue
		}
		kid := kids[i]
		put := func(cost int, text string) {
			title := "add the stage `" + text + "` after " + x.Quoted(kid)
			f := x.Fix(title, repair.Insert(x.Span(kid).End, " |> "+text))
			x.offer(repair.ByInsert, cost+min(here-i, costOfFar), f)
		}
		for _, name := range unused {
			put(costOfUnused, name)
		}
		if x.c != nil && x.p.siteOf[kid] >= 0 {
			_, out := x.without.Ends(x.d, x.p.siteOf[kid])
			if sizes := x.numbers(out); len(sizes) > 2 {
				put(costOfFunction-2, "view(_, "+strconv.FormatInt(product(sizes[1:]), 10)+")")
				if slices.Contains(stages, "flatten") {
					put(costOfFunction-3, "flatten")
				}
			}
		}
		for k, text := range stages {
			cost := costOfFunction + k/4
			if strings.Contains(text, "_size=") {
				cost -= gainOfWindow
			}
			put(cost, text)
		}
		for _, id := range x.order {
			if x.Is(id, tensorscript.OpTensor) && x.p.scoped[id] == shaped {
				put(costOfFunction-2, "view("+strings.Trim(x.Source(id), "[]")+")")
			}
		}
	}
}

// mostBefore is how far before the error an additional stage is tried.
const mostBefore = 6

// stageTexts returns the stages of the program that are not weights, those with arguments first, and the imported
// functions.
func (x *proposer) stageTexts() (list []string) {
	var plain repair.Distinct[string]
	x.Watch.Steps(1 + len(x.p.scoped)/cancel.Few)
	for id, is := range x.p.scoped {
		id := tensorscript.NodeID(id)
		if is != staged || x.p.names.Meaning[id] == tensorscript.MeansWeight || len(list) >= mostNear {
			continue
		}
		if text := strings.Join(strings.Fields(x.Source(id)), " "); !x.Is(id, tensorscript.OpName) {
			list = repair.With(list, mostNear, text)
		} else if !slices.Contains(list, text) {
			plain.Add(text)
		}
	}
	for id := range x.Of(tensorscript.OpImport) {
		if x.p.names.Meaning[id] != tensorscript.MeansImport {
			continue
		}
		name, operation := x.p.importedAs(id), x.Name(x.p.parents[id])+"."+x.Name(id)
		o := Operations().Operator(operation)
		if o == nil || isLayer(operation) || plain.Has(name) {
			continue
		}
		list = append(list, usual(name, o)...)
		if !slices.ContainsFunc(o.Accepts(), func(a relation.Attr) bool { return a.Required() }) {
			plain.Add(name)
		}
	}
	return append(list, plain.List[:min(len(plain.List), mostNear)]...)
}

// usual returns usual calls of an operation: with 2 for required arguments, and with each of the first dimensions.
func usual(name string, o *relation.Operator) (list []string) {
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
	call := func(args string) { list = append(list, name+"("+args+")") }
	switch {
	case dim != "":
		for _, n := range []string{"1", "2", "3", "0"} {
			call(dim + "=" + n)
		}
	case len(required) == 1:
		call(required[0] + "=2")
	case len(required) == 2 && required[0] == "a":
		for _, n := range [][2]string{{"1", "2"}, {"2", "3"}, {"0", "1"}, {"1", "3"}, {"0", "2"}} {
			call("a=" + n[0] + ", b=" + n[1])
		}
	}
	return list
}
