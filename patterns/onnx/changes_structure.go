package onnx

import (
	"math"
	"slices"
	"strings"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/onnx"
	"github.com/patgraph/patgraph/patterns/message"
	"github.com/patgraph/patgraph/patterns/relation"
	"github.com/patgraph/patgraph/patterns/repair"
	"github.com/patgraph/patgraph/unify"
)

// A naming is an error about a name in a graph: uses that nothing defines, or its second definition.
type naming struct {
	d     int32
	uses  []onnx.NodeID
	first onnx.NodeID // the first definition
	again onnx.NodeID
}

// Bounds of the changes of names.
const (
	mostRenamed = 200 // uses of one name, or names that one may be
	mostTwice   = 16  // definitions of one name
	mostNamings = 20  // errors for which changes of names are looked for
)

// renamings returns the changes for an error about a name, before those that it has: only those that are clear.
func (p *program) renamings(r *report, n *naming) []lang.Fix {
	if p.renamed++; p.renamed > mostNamings {
		return r.Fixes
	}
	if n.uses == nil {
		return p.renamingsOfDefinitions(n)
	}
	draft, id := p.draft(), n.uses[0]
	if f, ok := p.asUndefined(n.d); ok {
		return []lang.Fix{f}
	}
	fixes := r.Fixes
	offer := func(f lang.Fix) {
		if !slices.ContainsFunc(fixes, func(g lang.Fix) bool { return slices.Equal(g.Edits, f.Edits) }) {
			fixes = append(fixes, f)
		}
	}
	if p.tree.Is(id, onnx.OpValue) {
		if f, ok := p.asOutput(n.d, id, fixes); ok {
			return []lang.Fix{f}
		}
		if def := p.unusedAs(n.d, id); def != onnx.NoNode && r.Fixes == nil {
			offer(draft.Fix("rename `"+p.tree.Plain(def)+"` to `"+p.tree.Plain(id)+"`", draft.Replace(def, p.tree.Name(id))))
		}
		return fixes
	}
	if def := p.unusedFor(n); def != onnx.NoNode {
		offer(draft.WriteAll("use `"+p.tree.Plain(def)+"`", n.uses, p.tree.Name(def)))
	}
	if p.names.Def[id] == onnx.NoNode {
		for _, f := range slices.Concat(p.asGraphInput(n), p.asFunctionInput(n)) {
			offer(f)
		}
	}
	return fixes
}

// asOutput returns the change that gives the value for which an output is misspelt the name of the output, which others
// know, if a node of the graph computes it.
func (p *program) asOutput(d int32, output onnx.NodeID, near []lang.Fix) (f lang.Fix, ok bool) {
	for _, def := range p.definitions(p.graphs[d].id) {
		if len(near) == 0 || !p.tree.Is(def, onnx.OpName) || p.tree.Name(def) != near[0].Edits[0].Text {
			continue
		}
		uses := p.usesOfAll()[def]
		isOutput := func(id onnx.NodeID) bool { return p.tree.Is(id, onnx.OpValue) }
		if len(uses) > mostRenamed || slices.ContainsFunc(uses, isOutput) {
			return f, false
		}
		title := "rename `" + p.tree.Plain(def) + "` to `" + p.tree.Plain(output) + "`"
		return p.draft().WriteAll(title, append([]onnx.NodeID{def}, uses...), p.tree.Name(output)), true
	}
	return f, false
}

func (p *front) draft() *repair.Draft {
	return &repair.Draft{Tree: &p.tree.Tree, Widest: widestTitle, Watch: p.watch}
}

// usesOfAll returns, by definition of a value, the places that use it: inputs of nodes, and outputs of graphs.
func (p *front) usesOfAll() map[onnx.NodeID][]onnx.NodeID {
	if p.used == nil {
		p.used = make(map[onnx.NodeID][]onnx.NodeID)
		for id := range p.draft().Of(onnx.OpName, onnx.OpValue) {
			if def := p.names.Def[id]; def != onnx.NoNode && p.tree.Is(p.parents[id], onnx.OpArgs, onnx.OpOutputs) {
				p.used[def] = append(p.used[def], id)
			}
		}
	}
	return p.used
}

// unusedFor returns the value that nothing uses and that fits the node where an undefined one is used, or NoNode if
// there are none or several.
func (p *program) unusedFor(n *naming) onnx.NodeID {
	t, id := p.tree, n.uses[0]
	node := p.parents[p.parents[id]]
	at := t.Span(node)
	var list []onnx.NodeID
	for graph := p.graphOf(node); graph != onnx.NoNode; graph = p.graphOf(graph) {
		for _, def := range p.definitions(graph) {
			made := p.whole(def)
			before := t.Is(def, onnx.OpValue) || made.Start < at.Start && !made.Contains(at)
			if before && p.names.Def[def] == onnx.NoNode && len(p.usesOfAll()[def]) == 0 && len(list) < mostUnused {
				list = append(list, def)
			}
		}
	}
	if len(list) == 0 {
		return onnx.NoNode
	}
	d, u := p.useOf(node)
	if u == nil || p.runs != nil && *p.runs <= runsToPropose {
		if len(list) > 1 {
			return onnx.NoNode
		}
		return list[0]
	}
	p.Solver.Restore(d)
	x, i := p.newReplay(d, nil, nil), slices.Index(t.Args(node), id)
	list = slices.DeleteFunc(list, func(def onnx.NodeID) bool {
		c := change{node: node, inputs: func(s *step) []unify.Node {
			in := s.inputs(s.frame, node)
			in[i] = s.value(s.frame, def)
			return in
		}}
		return i < len(u.Inputs) && !x.fits(&c)
	})
	if len(list) != 1 {
		return onnx.NoNode
	}
	return list[0]
}

// useOf returns a node as it was stated first, and the definition in which it was; nil if it was not, or if the
// definition is beyond a limit.
func (p *program) useOf(node onnx.NodeID) (int32, *use) {
	for d := range p.uses {
		for i := range p.uses[d] {
			if p.uses[d][i].id == node && p.Solver.Derivation(int32(d)).Derived {
				return int32(d), &p.uses[d][i]
			}
		}
	}
	return 0, nil
}

// unusedAs returns the result of a node that nothing uses and that has the declared type of an undefined output, or
// NoNode if there are none or several.
func (p *program) unusedAs(d int32, output onnx.NodeID) (found onnx.NodeID) {
	t, graph := p.tree, p.graphs[d].id
	if of := p.graphs[d].of; of >= 0 {
		d = of
	}
	p.Solver.Restore(d)
	found = onnx.NoNode
	for _, node := range t.Body(graph) {
		_, operator, _ := t.Operator(node)
		for _, def := range p.resultsOf(node) {
			if def == onnx.NoNode || p.names.Def[def] != onnx.NoNode || len(p.usesOfAll()[def]) > 0 || operator == "Constant" {
				continue
			}
			if typ := t.Type(output); typ != onnx.NoNode && p.siteOf[def] >= 0 {
				_, n := p.Ends(d, p.siteOf[def])
				is, _ := p.system().Read(n)
				if code, _, _, _ := p.differ(p.system(), is, typ); code != "" {
					continue
				}
			}
			if found != onnx.NoNode {
				return onnx.NoNode
			}
			found = def
		}
	}
	return found
}

// asGraphInput makes a value that has a declared type, but no definition, an input of its graph.
func (p *front) asGraphInput(n *naming) []lang.Fix {
	t, g := p.tree, &p.graphs[n.d]
	local, ok := g.scope.declared[t.Nodes[n.uses[0]].Sym]
	if !ok || !g.whole || t.Type(local) == onnx.NoNode {
		return nil
	}
	locals, inputs := t.Locals(g.id), t.Inputs(g.id)
	text := t.Source(local)
	if len(inputs) > 0 {
		text = ", " + text
	}
	cut := t.ItemSpan(locals, slices.Index(locals, local))
	if len(locals) == 1 {
		cut = t.Span(p.parents[local])
	}
	return []lang.Fix{p.draft().Fix("make `"+t.Plain(local)+"` an input of the model",
		repair.Insert(t.Span(p.inputsOf(g.id)).End-1, text), lang.Edit{Span: cut})}
}

// inputsOf returns the list of the inputs of a graph or a function.
func (p *front) inputsOf(graph onnx.NodeID) onnx.NodeID {
	return p.tree.KidsOf(graph, onnx.OpInputs)[0]
}

// asFunctionInput makes a value that a function takes from the graphs that call it one of its inputs, at all calls, too.
func (p *program) asFunctionInput(n *naming) []lang.Fix {
	t, function := p.tree, p.graphs[n.d].id
	name := t.Plain(n.uses[0])
	if !t.Is(function, onnx.OpFunction) || len(t.Inputs(function)) == 0 {
		return nil
	}
	at := []int32{t.Span(p.inputsOf(function)).End - 1}
	for node := range p.draft().Of(onnx.OpNode) {
		if p.called(node) != function {
			continue
		}
		top := p.graphOf(node)
		for up := p.graphOf(top); up != onnx.NoNode; up = p.graphOf(top) {
			top = up
		}
		args := t.Args(node)
		defines := func(def onnx.NodeID) bool { return t.Plain(def) == name }
		if t.Is(top, onnx.OpFunction) || len(args) != len(t.Inputs(function)) ||
			!slices.ContainsFunc(p.definitions(top), defines) || len(at) > mostRenamed {
			return nil
		}
		at = append(at, t.Span(args[len(args)-1]).End)
	}
	var edits []lang.Edit
	for _, offset := range at {
		edits = append(edits, repair.Insert(offset, ", "+t.Name(n.uses[0])))
	}
	if len(edits) == 1 {
		return nil // nothing calls it
	}
	title := "make `" + name + "` an input of `" + p.Defs[n.d].Name + "`"
	return []lang.Fix{p.draft().Fix(title, edits...)}
}

// renamingsOfDefinitions returns the change for a name that is defined twice: the second one gets the name that nothing
// defines, a copy of the first one is left out, or each definition gets a name of its own, if every one
// is used before the next one.
func (p *program) renamingsOfDefinitions(n *naming) []lang.Fix {
	t, draft, graph := p.tree, p.draft(), p.graphs[n.d].id
	if f, ok := p.asUndefined(n.d); ok {
		return []lang.Fix{f}
	}
	if f, ok := p.withoutCopy(n); ok {
		return []lang.Fix{f}
	}
	all := []onnx.NodeID{n.first} // the definitions, in the order of the text
	for _, node := range t.Body(graph) {
		for _, def := range t.Results(node) {
			if t.Is(def, onnx.OpName) && p.names.Def[def] == n.first && len(all) <= mostTwice {
				all = append(all, def)
			}
		}
	}
	if !slices.Contains(all, n.again) || len(all) > mostTwice {
		return nil
	}
	uses := make([][]onnx.NodeID, len(all)) // in the order of the text, as people read it
	isOutput := false
	for _, id := range p.usesOfAll()[n.first] {
		k := len(all) - 1
		if output := t.Is(p.parents[id], onnx.OpOutputs) && slices.Contains(t.Outputs(graph), id); output {
			isOutput = true
		} else {
			for k > 0 && t.Span(p.parents[p.parents[all[k]]]).End > t.Span(id).Start {
				k--
			}
		}
		uses[k] = append(uses[k], id)
	}
	for _, list := range uses {
		if len(list) == 0 || len(list) > mostRenamed {
			return nil
		}
	}
	renamed, number, is := all[1:], 2, "second"
	if isOutput && t.Is(n.first, onnx.OpName) { // the output keeps its name
		renamed, number, is = all[:len(all)-1], 1, "first"
	} else {
		uses = uses[1:]
	}
	var edits []lang.Edit
	names := make([]string, len(renamed))
	for k, def := range renamed {
		names[k] = p.fresh(t.Plain(def) + "_" + ordinal(number+k))
		for _, id := range append(uses[k], def) {
			edits = append(edits, lang.Edit{Span: t.NameSpan(id), Text: names[k]})
		}
	}
	title := "name the " + is + " one `" + names[0] + "`, also where it is used"
	if len(names) > 1 {
		title = "give each of them a name: `" + strings.Join(names, "`, `") + "`"
	}
	return []lang.Fix{draft.Fix(title, edits...)}
}

// asUndefined returns the change that gives the second definition of a name that is defined twice the name that nothing
// defines, if there is one of each in a graph.
func (p *program) asUndefined(d int32) (f lang.Fix, ok bool) {
	var undefined, twice *naming
	for _, n := range p.namings {
		of := &undefined
		if n.uses == nil {
			of = &twice
		}
		switch {
		case n.d != d:
		case *of != nil || n.uses != nil && (p.tree.Is(n.uses[0], onnx.OpValue) || p.names.Def[n.uses[0]] != onnx.NoNode):
			return f, false
		default:
			*of = n
		}
	}
	if undefined == nil || twice == nil {
		return f, false
	}
	id := undefined.uses[0]
	return p.draft().Fix("name the second `"+p.tree.Plain(twice.first)+"` `"+p.tree.Plain(id)+"`",
		lang.Edit{Span: p.tree.NameSpan(twice.again), Text: p.tree.Name(id)}), true
}

// withoutCopy returns the change that leaves out the second definition of a name if it says the same as the first one.
func (p *program) withoutCopy(n *naming) (lang.Fix, bool) {
	t, graph := p.tree, p.graphs[n.d].id
	if t.Is(n.again, onnx.OpName) {
		first, again := p.parents[p.parents[n.first]], p.parents[p.parents[n.again]]
		if !t.Is(n.first, onnx.OpName) || len(t.Results(first)) != 1 || len(t.Results(again)) != 1 ||
			p.File.Text(p.callSpan(first)) != p.File.Text(p.callSpan(again)) ||
			slices.ContainsFunc(t.Args(again), func(id onnx.NodeID) bool { return p.names.Def[id] == n.first }) {
			return lang.Fix{}, false
		}
		return p.draft().Fix("leave out this node, a copy of the first one", lang.Edit{Span: p.nodeSpan(again)}), true
	}
	data := t.Data(n.again)
	known := data == onnx.NoNode || t.Is(data, onnx.OpData) && t.Nodes[data].Flags&onnx.FlagUnknown == 0
	for _, list := range [][]onnx.NodeID{t.Inputs(graph), t.Locals(graph)} {
		if k := slices.Index(list, n.again); k >= 0 && known && slices.Contains(list, n.first) &&
			t.Source(n.first) == t.Source(n.again) {
			return p.draft().LeaveOut(list, k), true
		}
	}
	return lang.Fix{}, false
}

// nodeSpan returns the place of a node with the blanks behind it.
func (p *program) nodeSpan(node onnx.NodeID) lang.Span {
	at := p.tree.Span(node)
	for at.End < int32(len(p.File.Src)) && repair.IsBlank(p.File.Src[at.End]) {
		at.End++
	}
	return at
}

// parameters warns of attributes that a function does not have: those that a call gives without effect, and those that
// nodes of the function refer to. Runtimes load such models.
func (p *program) parameters(d int32) {
	t, graph := p.tree, p.graphs[d].id
	warn := func(id onnx.NodeID, function onnx.NodeID, says string, args ...any) {
		dg := lang.Collect(&p.Known, lang.Diagnostic{Code: lang.WrongAttribute, Severity: lang.Warning, Span: t.NameSpan(id),
			Message: lang.Say(says, args...), Definition: p.Defs[d].Name})
		var names []string
		if function != onnx.NoNode {
			if graph != function {
				dg.Relate(t.NameSpan(function), "the function is here")
			}
			if p.renamed++; p.renamed <= mostNamings {
				for _, a := range t.Params(function)[:min(len(t.Params(function)), mostRenamed)] {
					names = append(names, t.Plain(a))
				}
			}
		}
		name := t.Plain(id)
		near := lang.Nearest(name, slices.Values(names), 1)
		if len(near) == 0 && len(names) == 1 {
			near = names
		}
		misspelt(dg, []lang.Span{t.NameSpan(id)}, near, func(near string) string { return near })
	}
	for id := t.FirstOf(graph); id < graph; id++ {
		switch {
		case t.Is(id, onnx.OpNode) && p.called(id) != onnx.NoNode:
			_, name, _ := t.Operator(id)
			has := p.parametersOf(p.called(id))
			for _, a := range t.Attrs(id) {
				if _, used := has[t.Plain(a)]; !used {
					warn(a, p.called(id), "the function `%s` has no attribute `%s`, so its value is not used", name, t.Plain(a))
				}
			}
		case t.Is(id, onnx.OpRef) && !t.Is(graph, onnx.OpFunction):
			warn(id, onnx.NoNode, "`@%s` is the value of an attribute of a function, and this is not in a function", t.Plain(id))
		case t.Is(id, onnx.OpRef) && !p.parametersOf(graph)[t.Plain(id)]:
			warn(id, graph, "the function `%s` does not declare the attribute `%s`", p.Defs[d].Name, t.Plain(id))
		}
	}
}

// parametersOf returns the names of the attributes that a function declares, true, and of those that only its nodes
// refer to, false.
func (p *front) parametersOf(function onnx.NodeID) map[string]bool {
	if all, ok := p.parameterNames[function]; ok {
		return all
	}
	all := make(map[string]bool)
	for id := p.tree.FirstOf(function); id < function; id++ {
		if p.tree.Is(id, onnx.OpRef) {
			all[p.tree.Plain(id)] = false
		}
	}
	for _, a := range p.tree.Params(function) {
		all[p.tree.Plain(a)] = true
	}
	if p.parameterNames == nil {
		p.parameterNames = make(map[onnx.NodeID]map[string]bool)
	}
	p.parameterNames[function] = all
	return all
}

// asInput returns the change that makes an attribute with whole numbers, and others of the node, the inputs that the
// operator has instead: constants after the inputs of the node.
func (p *program) asInput(id onnx.NodeID, o *relation.Operator, name string) []lang.Fix {
	t, args := p.tree, p.tree.Args(id)
	var gone []onnx.NodeID
	var names []string
	constants, inputs := "", ""
	for k := len(args); 0 < k && k < len(o.Params); k++ {
		a := t.Attr(id, o.Params[k].Name)
		if a == onnx.NoNode {
			break
		}
		list, ok := t.Ints(t.Value(a))
		if !ok {
			return nil
		}
		size := "[" + ordinal(len(list)) + "]"
		if t.Is(t.Value(a), onnx.OpInt) {
			size = ""
		}
		value := p.fresh(o.Params[k].Name)
		constants += value + " = Constant<value = int64" + size + " {" + texts(list) + "}>()\n" + p.indent(id)
		inputs += ", " + value
		gone, names = append(gone, a), append(names, "`"+o.Params[k].Name+"`")
	}
	if !slices.Contains(names, "`"+name+"`") {
		return nil
	}
	title := "make " + names[0] + " an input"
	if n := len(names) - 1; n > 0 {
		title = "make " + strings.Join(names[:n], ", ") + " and " + names[n] + " inputs"
	}
	var left []string
	for _, a := range t.Attrs(id) {
		if !slices.Contains(gone, a) {
			left = append(left, t.Source(a))
		}
	}
	attrs := lang.Edit{Span: t.Span(p.parents[gone[0]])}
	if len(left) > 0 {
		attrs.Text = "<" + strings.Join(left, ", ") + ">"
	}
	return []lang.Fix{p.draft().Fix(title, repair.Insert(t.Span(id).Start, constants), attrs,
		repair.Insert(t.Span(args[len(args)-1]).End, inputs))}
}

// attributeSpan returns the place of an attribute of a node with what separates it from the others.
func (p *front) attributeSpan(id, attr onnx.NodeID) lang.Span {
	attrs := p.tree.Attrs(id)
	if len(attrs) == 1 {
		return p.tree.Span(p.parents[attr])
	}
	return p.tree.ItemSpan(attrs, slices.Index(attrs, attr))
}

// most returns how many inputs or outputs an operator has at most.
func most(params []relation.Param) int {
	if n := len(params); n == 0 || !params[n-1].Several {
		return n
	}
	return math.MaxInt
}

// without returns the change that leaves out the inputs and the outputs of a node that its operator or its function
// does not have.
func (p *front) without(id onnx.NodeID, results, inputs int) []lang.Fix {
	t := p.tree
	var gone []string
	var edits []lang.Edit
	leaveOut := func(list []onnx.NodeID, n int) {
		if n == 0 || len(list) <= n {
			return
		}
		edits = append(edits, lang.Edit{Span: lang.Span{Start: t.Span(list[n-1]).End, End: t.Span(list[len(list)-1]).End}})
		for _, x := range list[n:] {
			gone = append(gone, message.Quoted(t.Source(x), widestTitle))
		}
	}
	leaveOut(t.Results(id), results)
	leaveOut(t.Args(id), inputs)
	if len(edits) == 0 {
		return nil
	}
	g := p.draft()
	return []lang.Fix{g.Fix("leave out "+strings.Join(gone, " and "), edits...)}
}

// withoutAttribute returns the change that leaves out the attribute at a place.
func (p *front) withoutAttribute(id onnx.NodeID, at lang.Span) []lang.Fix {
	for _, a := range p.tree.Attrs(id) {
		if p.tree.Span(a) == at {
			g := p.draft()
			return []lang.Fix{g.Fix("leave out "+message.Quoted(p.tree.Source(a), widestTitle),
				lang.Edit{Span: p.attributeSpan(id, a)})}
		}
	}
	return nil
}
