package k

import (
	"slices"
	"strings"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/k"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/repair"
)

// Slips that turn another token into an unknown name: a missing comma, a type after its label, a tag outside of its
// variant, and a product of types without its sign; names that are misspelt; and brackets that are not closed. Each is
// undone in a copy of the program, which is derived. The change is offered if it leaves no error in its definition and
// causes none elsewhere; another spelling is also offered unchecked.

const (
	mostSlips = 4       // maximum number of trials for a program,
	slipSites = 100_000 // and maximum number of its sites
)

const blanks = " \t\r\n"

// isUnknownName reports whether an error is about a name without a meaning.
func isUnknownName(code lang.Code) bool {
	return code == lang.UnknownFunction || code == lang.UnknownType
}

// slips offers changes for unknown names and open brackets. Other errors that a change removes are consequences of the
// slip.
func (a *program) slips(opts Options) {
	if opts.Brief || len(a.tree.Nodes) > slipSites || len(a.tree.File.Parts()) > 1 {
		return
	}
	var at map[lang.Span]k.NodeID // the nodes of names
	var parents []k.NodeID
	var before map[string]int
	var tags, fields map[lang.Sym]bool
	tried := 0
	for i := range a.diagnostics {
		dg := &a.diagnostics[i]
		if dg.Secondary || !isUnknownName(dg.Code) && dg.Code != lang.UnclosedBracket {
			continue
		}
		if at == nil {
			at, parents, before = make(map[lang.Span]k.NodeID), a.tree.Parents(), a.errorsBy()
			tags, fields = a.tags(), a.fields()
			for e, n := range a.tree.Nodes {
				if n.Op == k.OpRef || n.Op == k.OpCodeName {
					at[n.Span()] = k.NodeID(e)
				}
			}
		}
		e, ok := at[dg.Span]
		tries, left := dg.Fixes, before[dg.Definition]-1
		if dg.Code == lang.UnclosedBracket && len(dg.Help) == 0 {
			tries = closings(a.tree.File, dg)
		} else if !ok {
			continue
		} else if f, form := a.tagOutside(e, parents[e]); len(f.Edits) > 0 && tags[a.tree.Nodes[e].Sym] {
			tries, dg.Fixes = []lang.Fix{f}, nil
			dg.Help = []lang.Phrase{lang.Say("`%s` is a tag of a type: a variant is `%s`", a.tree.File.Text(dg.Span), form)}
		} else if f := a.undo(e, parents); len(f.Edits) > 0 && len(f.Edits) <= repair.MostElements {
			if tried++; tried > mostSlips || a.tryFix(dg, f, before, 0) {
				continue
			}
		} else {
			tries = append(a.unsigned(e, tags, fields), tries...)
		}
		for _, f := range tries {
			if tried++; tried > mostSlips || a.tryFix(dg, f, before, left) {
				break
			}
		}
	}
}

// closings proposes to close a bracket before the type at the end of the text that it begins, and at that end.
func closings(f *lang.File, dg *lang.Diagnostic) (fixes []lang.Fix) {
	kind := strings.IndexByte("<{[(", f.Src[dg.Span.Start])
	if kind < 0 || len(dg.Related) == 0 || dg.Related[0].Span.Start < dg.Span.End {
		return nil
	}
	closer := ">}])"[kind : kind+1]
	put := func(text string) {
		end := strings.TrimRight(text, blanks+";")
		last := end[strings.LastIndexAny(end, blanks)+1:]
		if last == "" {
			return
		}
		fixes = append(fixes, lang.Fix{Title: lang.Say("put `%s` after `%s`", closer, last),
			Edits: []lang.Edit{repair.Insert(dg.Span.End+int32(len(end)), closer)}})
	}
	text := strings.TrimRight(string(f.Src[dg.Span.End:dg.Related[0].Span.Start]), blanks+";")
	if last := strings.LastIndexAny(text, blanks) + 1; strings.HasPrefix(text[last:], "$") {
		put(text[:last])
	}
	put(text)
	return fixes
}

// undo proposes the change that undoes a slip that made an unknown name, if it looks like one.
func (a *program) undo(e k.NodeID, parents []k.NodeID) (f lang.Fix) {
	up := parents[e]
	switch {
	case up == k.NoNode:
	case a.tree.Nodes[e].Op == k.OpCodeName:
		return a.turnedFields(up)
	case a.tree.Nodes[up].Op == k.OpComp && parents[up] != k.NoNode && k.Fielded(a.tree.Nodes[parents[up]].Op):
		return a.missingCommas(up)
	case a.tree.Nodes[up].Op == k.OpProduct:
		return a.typeOfProduct(up)
	}
	return f
}

// tagOutside makes a variant of the value before an unknown name, as if that were a tag: `{1 x} rect`. It also returns
// how variants are written.
func (a *program) tagOutside(e, comp k.NodeID) (fix lang.Fix, form string) {
	n := &a.tree.Nodes[e]
	if comp == k.NoNode || n.Op != k.OpRef || a.tree.Nodes[comp].Op != k.OpComp {
		return fix, ""
	}
	kids := a.tree.Kids(comp)
	i := slices.Index(kids, e)
	if i < 1 {
		return fix, ""
	}
	name := a.tree.Syms.Text(n.Sym)
	if a.tree.Dialect == k.K6 {
		fix.Title = lang.Say("make it the variant `|%s`", name)
		fix.Edits = []lang.Edit{repair.Insert(n.Start, "|")}
		return fix, "e |tag"
	}
	fix.Title = lang.Say("make it the variant `{… %s}`", name)
	fix.Edits = []lang.Edit{repair.Insert(a.tree.Span(kids[i-1]).Start, "{"), repair.Insert(n.End, "}")}
	return fix, "{e tag}"
}

// tags returns the labels of the unions that the type definitions of the program have.
func (a *program) tags() map[lang.Sym]bool {
	set := make(map[lang.Sym]bool)
	for i := range a.tree.Types {
		t := &a.tree.Types[i]
		for e := t.First; t.Root != k.NoNode && e <= t.Root; e++ {
			op, fields := a.tree.Nodes[e].Op, a.tree.Fields(e)
			if op == k.OpCodeUnion || op == k.OpCodeProduct && len(fields) == 1 && a.tree.Dialect == k.K4 {
				for _, f := range fields {
					set[f.Label] = true
				}
			}
		}
	}
	return set
}

// fields returns the labels of the products of the program and of its types.
func (a *program) fields() map[lang.Sym]bool {
	set := make(map[lang.Sym]bool)
	for e := range a.tree.Nodes {
		switch a.tree.Nodes[e].Op {
		case k.OpProduct, k.OpCodeProduct, k.OpFilterProduct:
			for _, f := range a.tree.Fields(k.NodeID(e)) {
				set[f.Label] = true
			}
		}
	}
	return set
}

// unsigned proposes to read the field, or the tag, that an unknown name is the label of.
func (a *program) unsigned(e k.NodeID, tags, fields map[lang.Sym]bool) (fixes []lang.Fix) {
	n := &a.tree.Nodes[e]
	read := func(sign string) {
		text := sign + a.tree.File.Text(n.Span())
		fixes = append(fixes, lang.Fix{Title: lang.Say("write `%s`", text), Edits: []lang.Edit{{Span: n.Span(), Text: text}}})
	}
	switch {
	case n.Op != k.OpRef:
	case fields[n.Sym] || tags[n.Sym] && a.tree.Dialect != k.K6:
		read(".")
	case tags[n.Sym]:
		read("/")
	}
	return fixes
}

// typeOfProduct makes a type of a product whose parts are types: `{int x, $int y}`.
func (a *program) typeOfProduct(product k.NodeID) (fix lang.Fix) {
	fields := a.tree.Fields(product)
	if len(fields) < 2 {
		return fix
	}
	edits := []lang.Edit{repair.Insert(a.tree.Span(product).Start, "$")}
	for _, f := range fields {
		switch n := &a.tree.Nodes[f.Node]; {
		case n.Op == k.OpType:
			edits = append(edits, lang.Edit{Span: lang.Span{Start: n.Start, End: n.Start + 1}})
		case n.Op != k.OpRef || !a.isTypeName(n.Sym):
			return fix
		}
	}
	return lang.Fix{Title: lang.Text("write the type of a product: `${…}`"), Edits: edits}
}

// tryFix tries a change. If it leaves at most left errors in the definition and no more in others than before, it
// becomes the only one of the diagnostic.
func (a *program) tryFix(dg *lang.Diagnostic, f lang.Fix, before map[string]int, left int) (helps bool) {
	src := a.tree.File.Src
	text := lang.AppendEdited(nil, src, lang.Span{End: int32(len(src))}, f.Edits)
	options := a.options
	options.Reuse, options.tried, options.leaveOut = nil, true, nil
	after, all, never := map[string]int(nil), 0, 0
	if !repair.Attempt(func() {
		tree, ds := k.ParseReuse(lang.NewFile(a.tree.File.Name, text), a.tree.Dialect, nil, a.watch)
		p := derived(tree, ds, options)
		after, never = p.errorsBy(), p.neverDefinedCount()
	}) || never > a.neverDefinedCount() {
		return false
	}
	for def, n := range after {
		if all += n; n > before[def] || def == dg.Definition && n > left {
			return false
		}
	}
	if len(dg.Fixes) != 1 { // the help lists several names, or is about the slip
		dg.Help = nil
	}
	f.Grade, f.Checked, f.Clean = "maybe", true, all == 0
	dg.Fixes = []lang.Fix{f}
	for i := range a.diagnostics {
		if d := &a.diagnostics[i]; d != dg && d.Severity == lang.Error && after[d.Definition] == 0 &&
			(d.Definition == dg.Definition || all == 0) {
			d.Secondary = true
		}
	}
	return true
}

// neverDefinedCount counts the definitions that give no value.
func (a *program) neverDefinedCount() (n int) {
	for d := range int32(a.Definitions()) {
		if a.Solver.Derivation(d).Baseless {
			n++
		}
	}
	return n
}

// errorsBy counts the errors of each definition: those of the text and the names, and one for its conflicts or the
// limit that it reached.
func (a *program) errorsBy() map[string]int {
	of := make(map[string]int)
	for i := range a.diagnostics {
		if d := &a.diagnostics[i]; d.Severity == lang.Error && d.Code.Class() != lang.ClassClash {
			of[d.Definition]++
		}
	}
	for d := range int32(a.Definitions()) {
		if len(a.Solver.Conflicts(d)) > 0 || a.Solver.Derivation(d).Breach != patterns.NoBreach {
			of[a.DefName(d)]++
		}
	}
	return of
}

// missingCommas proposes commas between fields that were parsed as one value: `{1 x 2 y}`.
func (a *program) missingCommas(comp k.NodeID) (fix lang.Fix) {
	kids := a.tree.Kids(comp)
	for i, e := range kids {
		n := &a.tree.Nodes[e]
		if n.Op != k.OpRef || a.names.Func[n.Sym] >= 0 || slices.Contains(k.Builtins, a.tree.Syms.Text(n.Sym)) {
			continue
		}
		if i == 0 || i == len(kids)-1 {
			return lang.Fix{} // no field precedes or follows it
		}
		fix.Edits = append(fix.Edits, lang.Edit{Span: lang.Span{Start: n.End, End: n.End}, Text: ","})
		if fix.Title == nil {
			fix.Title = lang.Say("put a comma after `%s`", a.tree.File.Text(n.Span()))
		}
	}
	return fix
}

// turnedFields swaps the type and the label of fields whose label names a type, and whose type is not the name of a
// type: `{x int}`.
func (a *program) turnedFields(code k.NodeID) (fix lang.Fix) {
	for _, f := range a.tree.Fields(code) {
		part := &a.tree.Nodes[f.Node]
		if part.Op != k.OpCodeName || f.Prefix || !a.isTypeName(f.Label) || a.typeOf(f.Node) != patterns.NoType {
			continue
		}
		label, name := a.tree.File.Text(f.LabelSpan()), a.tree.File.Text(a.tree.Span(f.Node))
		fix.Edits = append(fix.Edits, lang.Edit{Span: a.tree.Span(f.Node), Text: label},
			lang.Edit{Span: f.LabelSpan(), Text: name})
		if fix.Title == nil {
			fix.Title = lang.Say("write the type before its label: `%s %s`", label, name)
		}
	}
	return fix
}
