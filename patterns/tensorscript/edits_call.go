package tensorscript

import (
	"slices"
	"strconv"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/tensorscript"
	"github.com/patgraph/patgraph/patterns/mend"
	"github.com/patgraph/patgraph/patterns/relation"
)

// swaps proposes two arguments with each other's values.
func (x *proposer) swaps(id tensorscript.NodeID) {
	args := x.p.arguments(id)
	base := costOfOrder + x.far(id)
	for i, a := range args {
		for _, b := range args[i+1:] {
			v, w := x.p.tree.Kids(a)[0], x.p.tree.Kids(b)[0]
			if x.text(v) != x.text(w) {
				more := 0
				if x.p.tree.Nodes[v].Op != x.p.tree.Nodes[w].Op {
					more = 2
				}
				x.offer(mend.BySwap, base+more, "swap "+quoted(x.text(a))+" and "+quoted(x.text(b)), x.edit(v, x.text(w)), x.edit(w, x.text(v)))
			}
		}
	}
	for i, a := range args {
		if v := x.p.tree.Kids(a)[0]; x.p.tree.Nodes[v].Op == tensorscript.OpTuple {
			if kids := x.p.tree.Kids(v); len(kids) == 2 && x.text(kids[0]) != x.text(kids[1]) {
				x.offer(mend.BySwap, base, "swap "+quoted(x.text(kids[0]))+" and "+quoted(x.text(kids[1])), x.edit(kids[0], x.text(kids[1])), x.edit(kids[1], x.text(kids[0])))
			}
		}
		if x.isOptional(id, x.p.tree.Name(a)) {
			x.offer(mend.ByDrop, base+6, "leave out "+quoted(x.text(a)), x.without(args, i))
		}
	}
	// An argument that other calls of the same have.
	for _, text := range x.givenElsewhere(id) {
		x.offer(mend.ByInsert, base+4, "add "+quoted(text), x.further(id, text))
	}
}

// further is the edit that gives a call one more argument.
func (x *proposer) further(id tensorscript.NodeID, text string) lang.Edit {
	at := x.p.tree.Span(id).End
	if x.p.File.Text(lang.Span{Start: at - 1, End: at}) != ")" {
		return lang.Edit{Span: lang.Span{Start: at, End: at}, Text: "(" + text + ")"}
	}
	if args := x.p.arguments(id); len(args) > 0 {
		at = x.p.tree.Span(args[len(args)-1]).End
		return lang.Edit{Span: lang.Span{Start: at, End: at}, Text: ", " + text}
	}
	return lang.Edit{Span: lang.Span{Start: at - 1, End: at - 1}, Text: text}
}

// operationOf is what a call or the constructor of a weight stands for.
func (x *proposer) operationOf(id tensorscript.NodeID) *operation {
	if up := x.p.parents[id]; up != tensorscript.NoNode && x.p.tree.Nodes[up].Op == tensorscript.OpWeight {
		return x.p.weights[x.p.declAt[up]]
	}
	return x.p.callee(id).operation
}

func (x *proposer) isOptional(id tensorscript.NodeID, name string) bool {
	if o := x.operationOf(id); o != nil {
		for _, a := range o.Accepts() {
			if a.Name == name {
				return !a.Required()
			}
		}
	}
	return false
}

// givenElsewhere are arguments, with their values, that other calls of an operation have and one has not.
func (x *proposer) givenElsewhere(id tensorscript.NodeID) (list []string) {
	o := x.operationOf(id)
	if o == nil {
		return nil
	}
	for i := range x.p.tree.Nodes {
		other := tensorscript.NodeID(i)
		if op := x.p.tree.Nodes[i].Op; other == id || op != tensorscript.OpCall {
			continue
		}
		of := x.operationOf(other)
		if of == nil {
			continue
		}
		for _, a := range x.p.arguments(other) {
			name := x.p.tree.Name(a)
			accepts := slices.ContainsFunc(o.Accepts(), func(at relation.Attr) bool { return at.Name == name })
			if text := x.text(a); accepts && x.p.argument(id, name) == tensorscript.NoNode && !slices.Contains(list, text) && len(list) < mostNear {
				list = append(list, text)
			}
		}
	}
	return list
}

// arguments proposes what a call lacks, and what it has too much.
func (x *proposer) arguments(e tensorscript.NodeID) {
	if x.dg.Code != lang.WrongCount {
		return
	}
	call := e
	switch x.p.tree.Nodes[e].Op {
	case tensorscript.OpArg:
		call = x.p.parents[e]
	case tensorscript.OpWeight:
		call = x.p.tree.Kids(e)[1]
	}
	args := x.p.arguments(call)
	if i := slices.IndexFunc(args, func(a tensorscript.NodeID) bool {
		return x.p.tree.NameSpan(a) == x.dg.Span || x.p.tree.Span(a) == x.dg.Span
	}); i >= 0 {
		x.offer(mend.ByDrop, costOfArgument+4, "leave out "+quoted(x.text(args[i])), x.without(args, i))
	}
	o := x.operationOf(call)
	if o == nil {
		return
	}
	for _, a := range o.Accepts() {
		if !a.Required() || x.p.argument(call, a.Name) != tensorscript.NoNode {
			continue
		}
		values := x.valuesFor(a.Name)
		for i, v := range values {
			x.offer(mend.ByInsert, costOfArgument+i, "add `"+a.Name+"="+v+"`", x.further(call, a.Name+"="+v))
		}
	}
}

// valuesFor are what an argument that is missing may be: what others of its name are, all sizes that are written, and small numbers.
func (x *proposer) valuesFor(name string) (list []string) {
	add := func(text string) {
		if !slices.Contains(list, text) && len(list) < 40 {
			list = append(list, text)
		}
	}
	for pass := range 2 {
		for i := range x.p.tree.Nodes {
			id := tensorscript.NodeID(i)
			n := &x.p.tree.Nodes[i]
			if n.Op != tensorscript.OpInt && n.Op != tensorscript.OpFloat && n.Op != tensorscript.OpTuple {
				continue
			}
			up := x.p.parents[id]
			of := up != tensorscript.NoNode && x.p.tree.Nodes[up].Op == tensorscript.OpArg && x.p.tree.Name(up) == name
			if of || pass == 1 && n.Op == tensorscript.OpInt {
				add(x.text(id))
			}
		}
	}
	for n := range 6 {
		add(strconv.Itoa(n))
	}
	if name == "p" || name == "std" {
		list = append([]string{"0.5", "1."}, list...)
	}
	return list
}
