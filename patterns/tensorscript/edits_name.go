package tensorscript

import (
	"maps"
	"slices"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/tensorscript"
	"github.com/patgraph/patgraph/patterns/mend"
)

// isNaming reports whether an error is about a name that means nothing.
func isNaming(code lang.Code) bool {
	switch code {
	case lang.UnknownLocal, lang.UnknownGlobal, lang.UnknownOperator, lang.UnknownConstructor, lang.UnknownType, lang.UsedBefore, lang.WrongCount:
		return true
	}
	return false
}

// names proposes names that are like one that means nothing: of the same sort first.
func (x *proposer) names() {
	at := x.dg.Span
	now := x.p.File.Text(at)
	id := x.p.nodeAt(at)
	var sorts [][]string
	var weights, imports, sizes, nodes, functions, values, modules []string
	d := x.definition()
	for k := range x.p.tree.Decls {
		decl := &x.p.tree.Decls[k]
		name := x.p.tree.Syms.Text(decl.Name)
		switch decl.Kind {
		case tensorscript.DeclDim, tensorscript.DeclTensor:
			sizes = append(sizes, name)
		case tensorscript.DeclNode:
			nodes = append(nodes, name)
		case tensorscript.DeclWeight:
			if d < 0 || slices.Contains(x.p.decls[d], int32(k)) {
				weights = append(weights, name)
			}
		case tensorscript.DeclDef:
			functions = append(functions, name)
		case tensorscript.DeclUse:
			if decl.Root != tensorscript.NoNode {
				for _, imp := range x.p.tree.Kids(decl.Root) {
					if to := x.p.tree.Kids(imp)[0]; to != tensorscript.NoNode {
						imp = to
					}
					imports = append(imports, x.p.tree.Name(imp))
				}
			}
		}
	}
	for _, s := range x.p.names.Sizes {
		sizes = append(sizes, x.p.tree.Syms.Text(s.Name))
	}
	for i := range x.p.tree.Nodes {
		switch e := tensorscript.NodeID(i); x.p.tree.Nodes[i].Op {
		case tensorscript.OpLet, tensorscript.OpParam:
			values = append(values, x.p.tree.Name(e))
		case tensorscript.OpArg:
			if x.dg.Code == lang.WrongCount && x.p.tree.NameSpan(e) == at {
				if o := x.operationOf(x.p.parents[e]); o != nil {
					for _, a := range o.Accepts() {
						modules = append(modules, a.Name)
					}
				}
				modules = append(modules, x.p.callee(x.p.parents[e]).params...)
			}
		}
	}
	if x.dg.Code == lang.WrongCount {
		sorts = [][]string{modules}
	} else if id != tensorscript.NoNode && (x.p.tree.Nodes[id].Op == tensorscript.OpImport || x.p.tree.Nodes[id].Op == tensorscript.OpUse) {
		all := known()
		use := id
		if x.p.tree.Nodes[id].Op == tensorscript.OpImport {
			use = x.p.parents[id]
		}
		if there, ok := all[x.p.tree.Name(use)]; ok && use != id {
			sorts = [][]string{there}
		} else {
			sorts = [][]string{slices.Sorted(maps.Keys(all))}
		}
	} else if x.dg.Code == lang.UsedBefore {
		sorts = [][]string{nodes}
	} else if x.dg.Code == lang.UnknownType {
		sorts = [][]string{sizes}
	} else if x.dg.Code == lang.UnknownGlobal {
		sorts = [][]string{functions}
	} else if x.dg.Code == lang.UnknownConstructor {
		sorts = [][]string{{"new"}}
	} else {
		sorts = [][]string{values, {"x"}, weights, imports, sizes, nodes}
	}
	var all []string
	for _, list := range sorts {
		for _, name := range list {
			if name != now && !slices.Contains(all, name) {
				all = append(all, name)
			}
		}
	}
	for _, module := range slices.Sorted(maps.Keys(known())) {
		if slices.Contains(known()[module], now) && len(x.p.tree.Decls) > 0 && x.dg.Code != lang.WrongCount {
			use := "use " + module + "::" + now + ";"
			e := lang.Edit{Span: lang.Span{Start: x.p.tree.Decls[0].Span.Start, End: x.p.tree.Decls[0].Span.Start}, Text: use + "\n"}
			for k := range x.p.tree.Decls {
				if decl := &x.p.tree.Decls[k]; decl.Kind == tensorscript.DeclUse {
					e = lang.Edit{Span: lang.Span{Start: decl.Span.End, End: decl.Span.End}, Text: "\n" + use}
				}
			}
			x.offer(mend.ByInsert, costOfTypo+1, "import it: `"+use+"`", e)
		}
	}
	near := lang.Nearest(now, slices.Values(all), 6)
	for i, name := range near {
		x.offer(mend.ByRef, costOfTypo+i, "write `"+name+"`", lang.Edit{Span: at, Text: name})
	}
	for i, name := range all[:min(len(all), 3*mostNear)] {
		if !slices.Contains(near, name) {
			x.offer(mend.ByRef, costOfName+i/4, "write `"+name+"`", lang.Edit{Span: at, Text: name})
		}
	}
	// What is declared or imported may be misspelt, where it is used rightly.
	for _, list := range [][]string{weights, imports, values, sizes, nodes} {
		for _, name := range lang.Nearest(now, slices.Values(list), 2) {
			if s, ok := x.declared(name); ok && name != now && x.dg.Code != lang.WrongCount {
				x.offer(mend.ByRef, costOfTypo+6, "call `"+name+"` `"+now+"` where it is declared", lang.Edit{Span: s, Text: now})
			}
		}
	}
}

// declared is where a name is declared.
func (x *proposer) declared(name string) (lang.Span, bool) {
	for k := range x.p.tree.Decls {
		if decl := &x.p.tree.Decls[k]; x.p.tree.Syms.Text(decl.Name) == name && decl.Kind != tensorscript.DeclUse && decl.Kind != tensorscript.DeclWeights && decl.Kind != tensorscript.DeclGraph {
			return decl.NameSpan, true
		}
	}
	for i := range x.p.tree.Nodes {
		switch e := tensorscript.NodeID(i); x.p.tree.Nodes[i].Op {
		case tensorscript.OpLet, tensorscript.OpParam, tensorscript.OpImport:
			if x.p.tree.Name(e) == name {
				return x.p.tree.NameSpan(e), true
			}
		}
	}
	return lang.Span{}, false
}
