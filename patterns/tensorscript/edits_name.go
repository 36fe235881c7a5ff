package tensorscript

import (
	"cmp"
	"maps"
	"slices"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/tensorscript"
	"github.com/patgraph/patgraph/patterns/language"
	"github.com/patgraph/patgraph/patterns/repair"
)

// isNaming reports whether an error is about an undefined name.
func isNaming(code lang.Code) bool {
	switch code {
	case lang.UnknownLocal, lang.UnknownGlobal, lang.UnknownOperator, lang.UnknownConstructor, lang.UnknownType,
		lang.UsedBefore, lang.WrongCount:
		return true
	}
	return false
}

// names proposes names that are similar to an undefined one, those of the same sort first.
func (x *proposer) names() {
	at, now := x.dg.Span, x.p.File.Text(x.dg.Span)
	write := func(cost int, name string) {
		x.offer(repair.ByRef, cost, x.Fix("write `"+name+"`", lang.Edit{Span: at, Text: name}))
	}
	if x.dg.Code != lang.WrongCount {
		x.imports(now)
	}
	n := x.p.finder()
	weights := n.called(func(t *language.Symbol) bool {
		return t.Kind == language.Field && (x.d < 0 || t.In == n.Declared(x.p.decls[x.d][0]))
	})
	values := n.called(func(t *language.Symbol) bool { return t.Kind == language.Variable })
	sizes := n.called(func(t *language.Symbol) bool {
		return t.Kind == language.TypeName || t.Kind == language.TypeParameter
	})
	nodes := n.called(func(t *language.Symbol) bool { return t.Kind == language.Function && t.Definition >= 0 })
	var imports, all []string
	for id := range x.Of(tensorscript.OpImport) {
		imports = append(imports, x.p.importedAs(id))
	}
	switch id := x.e; {
	case x.dg.Code == lang.WrongCount:
		all = x.argumentNames()
	case x.Is(id, tensorscript.OpImport, tensorscript.OpUse):
		if all = slices.Sorted(maps.Keys(known())); x.Is(id, tensorscript.OpImport) {
			if there, ok := known()[x.Name(x.p.parents[id])]; ok {
				all = there
			}
		}
	case x.dg.Code == lang.UsedBefore:
		all = nodes
	case x.dg.Code == lang.UnknownType:
		all = sizes
	case x.dg.Code == lang.UnknownGlobal:
		all = n.called(func(t *language.Symbol) bool { return t.Kind == language.Function && t.Definition < 0 })
	case x.dg.Code == lang.UnknownConstructor:
		all = []string{"new"}
	default:
		all = slices.Concat(values, []string{"x"}, weights, imports, sizes, nodes)
	}
	var others repair.Distinct[string]
	others.Add(now)
	others.Add(all...)
	all = others.List[1:]
	near := lang.Nearest(now, slices.Values(all), 6)
	for i, name := range near {
		write(costOfTypo+i, name)
	}
	if x.Is(x.e, tensorscript.OpImport, tensorscript.OpUse) {
		all = nil // every operation can be imported
	}
	for i, name := range all[:min(len(all), 3*mostNear)] {
		if !slices.Contains(near, name) {
			write(costOfName+i/4, name)
		}
	}
	// The declaration or import may be misspelled, and the use be right.
	for _, list := range [][]string{weights, imports, values, sizes, nodes} {
		for _, name := range lang.Nearest(now, slices.Values(list), 2) {
			if s, ok := x.declared(n, name); ok && name != now && x.dg.Code != lang.WrongCount {
				title := "rename `" + name + "` to `" + now + "` where it is declared"
				x.offer(repair.ByRef, costOfTypo+6, x.Fix(title, lang.Edit{Span: s, Text: now}))
			}
		}
	}
}

// ofSelf proposes to write `self.` before a function of the graph, and to leave it out before anything else.
// What is called as a method of a tensor is a stage.
func (x *proposer) ofSelf() {
	id := x.e
	if up := x.p.parents[id]; x.Is(id, tensorscript.OpName) && x.Is(up, tensorscript.OpMethod) {
		id = up // the error is about its object
	}
	method := x.Is(id, tensorscript.OpMethod)
	if x.d < 0 || !method && !x.Is(id, tensorscript.OpName, tensorscript.OpCall) {
		return
	}
	var functions, others []string
	for _, k := range x.p.decls[x.d] {
		switch d := &x.p.tree.Decls[k]; d.Kind {
		case tensorscript.DeclDef:
			functions = append(functions, x.Syms.Text(d.Name))
		case tensorscript.DeclWeight:
			others = append(others, x.Syms.Text(d.Name))
		}
	}
	for at := range x.Of(tensorscript.OpImport) {
		others = append(others, x.p.importedAs(at))
	}
	args := x.p.File.Text(lang.Span{Start: x.NameSpan(id).End, End: x.Span(id).End})
	write := func(names []string, before, behind string) {
		near := lang.Nearest(x.Name(id), slices.Values(names), 2)
		if slices.Contains(names, x.Name(id)) {
			near = []string{x.Name(id)}
		}
		for i, name := range near {
			text := before + name + behind
			x.offer(repair.ByRef, costOfTypo+i, x.Fix("write "+quoted(text), x.Replace(id, text)))
		}
	}
	write(functions, "self.", cmp.Or(args, "()"))
	if !method {
		return
	}
	if args == "()" {
		args = ""
	}
	switch object := x.Kids(id)[0]; x.p.names.Meaning[object] {
	case tensorscript.MeansSelf:
		write(others, "", args)
	case tensorscript.MeansLet, tensorscript.MeansParam: // as in Python
		write(others, x.Source(object)+" |> ", args)
	}
}

// imports proposes to import a name, after the last import, and not from a module that does not have it.
func (x *proposer) imports(name string) {
	decls := x.p.tree.Decls
	for _, module := range slices.Sorted(maps.Keys(known())) {
		if !slices.Contains(known()[module], name) || len(decls) == 0 {
			continue
		}
		var without []lang.Edit
		if x.Is(x.e, tensorscript.OpImport) {
			use := x.p.parents[x.e]
			list := x.Kids(use)
			i := slices.Index(list, x.e)
			if len(list) == 1 {
				x.offer(repair.ByRef, costOfTypo, x.Fix("import it from `"+module+"`",
					lang.Edit{Span: x.NameSpan(use), Text: module}))
				continue
			}
			span := lang.Span{Start: x.Span(list[max(i-1, 0)]).End, End: x.Span(x.e).End}
			if i == 0 {
				span = lang.Span{Start: x.Span(x.e).Start, End: x.Span(list[1]).Start}
			}
			without = []lang.Edit{{Span: span}}
		}
		use := "use " + module + "::" + name + ";"
		x.offer(repair.ByInsert, costOfTypo+1, x.Fix("import it: `"+use+"`", append(without, x.addImport(use))...))
	}
}

// addImport inserts an import after the last one.
func (x *proposer) addImport(use string) lang.Edit {
	decls := x.p.tree.Decls
	for k := range slices.Backward(decls) {
		if decls[k].Kind == tensorscript.DeclUse {
			return repair.Insert(decls[k].Span.End, "\n"+use)
		}
	}
	return repair.Insert(decls[0].Span.Start, use+"\n")
}

// importedAs returns the name under which an import is used.
func (p *front) importedAs(id tensorscript.NodeID) string {
	if to := p.tree.Kids(id)[0]; to != tensorscript.NoNode {
		id = to
	}
	return p.tree.Name(id)
}

// argumentNames returns candidates for the name of the error's argument.
func (x *proposer) argumentNames() (list []string) {
	for id := range x.Of(tensorscript.OpArg) {
		if x.NameSpan(id) != x.dg.Span {
			continue
		}
		call := x.p.parents[id]
		if o := x.operationOf(call); o != nil {
			for _, a := range o.Accepts() {
				list = append(list, a.Name)
			}
		}
		list = append(list, x.p.callee(call).params...)
	}
	return list
}

// declared returns the place where a name is declared or imported.
func (x *proposer) declared(n *nameFinder, name string) (lang.Span, bool) {
	for i := range n.Symbols {
		t := &n.Symbols[i]
		if t.Name == name && !t.Builtin && t.Kind != language.TypeParameter && t.Kind != language.Operator {
			return t.At, true
		}
	}
	for id := range x.Of(tensorscript.OpImport) {
		if x.Name(id) == name {
			return x.NameSpan(id), true
		}
	}
	return lang.Span{}, false
}

// variables proposes other variables of the function in place of one, unused ones first, then the nearest, but none
// that the expression around it has already.
func (x *proposer) variables(id tensorscript.NodeID) {
	if means := x.p.names.Meaning[id]; means != tensorscript.MeansLet && means != tensorscript.MeansParam {
		return
	}
	if x.used == nil {
		x.bound, x.used = slices.Collect(x.Of(tensorscript.OpLet, tensorscript.OpParam)), make(map[int32]bool)
		for at := range x.Of(tensorscript.OpName) {
			if x.p.names.Meaning[at] == tensorscript.MeansLet {
				x.used[x.p.names.At[at]] = true
			}
		}
	}
	up, first := x.p.parents[id], x.p.tree.Decls[x.p.functionAround(id)].First
	before, _ := slices.BinarySearch(x.bound, id)
	for i := 0; i < min(before, mostNear) && x.bound[before-1-i] >= first; i++ {
		at, cost := x.bound[before-1-i], costOfName+2+i/2
		if x.Is(at, tensorscript.OpLet) && !x.used[int32(at)] {
			cost = costOfUnused - 4
		}
		beside := func(kid tensorscript.NodeID) bool { return x.Source(kid) == x.Name(at) }
		if !x.Is(up, tensorscript.OpBinary) || !slices.ContainsFunc(x.Kids(up), beside) {
			x.offer(repair.ByRef, cost+x.far(id), x.Use(id, x.Name(at)))
		}
	}
}
