package k

import (
	"slices"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/k"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/repair"
)

// Slips that turn another token into an unknown name: a missing comma, and a type after its label. Each is undone in a
// copy of the program, which is derived. The change is offered if it leaves no error in its definition and causes none
// elsewhere.

const (
	mostSlips = 4       // maximum number of trials for a program,
	slipSites = 100_000 // and maximum number of its sites
)

// A slip is a change that may undo one.
type slip struct {
	title lang.Phrase
	edits []lang.Edit
}

// slips offers changes for unknown names. Other errors that a change removes are consequences of the slip.
func (a *program) slips(opts Options) {
	if opts.Brief || len(a.tree.Nodes) > slipSites || len(a.tree.File.Parts()) > 1 {
		return
	}
	var at map[lang.Span]k.NodeID // the nodes of names
	var parents []k.NodeID
	tried := 0
	for i := range a.diagnostics {
		dg := &a.diagnostics[i]
		if dg.Secondary || dg.Code != lang.UnknownFunction && dg.Code != lang.UnknownType {
			continue
		}
		if at == nil {
			at, parents = make(map[lang.Span]k.NodeID), a.tree.Parents()
			for e, n := range a.tree.Nodes {
				if n.Op == k.OpRef || n.Op == k.OpCodeName {
					at[n.Span()] = k.NodeID(e)
				}
			}
		}
		e, ok := at[dg.Span]
		if !ok || parents[e] == k.NoNode {
			continue
		}
		var s slip
		if up := parents[e]; a.tree.Nodes[e].Op == k.OpCodeName {
			s = a.turnedFields(up)
		} else if whole := parents[up]; whole != k.NoNode && a.tree.Nodes[up].Op == k.OpComp &&
			k.Fielded(a.tree.Nodes[whole].Op) {
			s = a.missingCommas(up)
		}
		if len(s.edits) == 0 || len(s.edits) > repair.MostElements {
			continue
		}
		if tried++; tried > mostSlips {
			return
		}
		a.tryFix(dg, s)
	}
}

// tryFix tries a change and adds it to the diagnostic if it helps.
func (a *program) tryFix(dg *lang.Diagnostic, s slip) {
	src := a.tree.File.Src
	text := lang.AppendEdited(nil, src, lang.Span{End: int32(len(src))}, s.edits)
	options := a.options
	options.Reuse, options.tried, options.leaveOut = nil, true, nil
	after, before, all := map[string]int(nil), a.errorsBy(), 0
	if !repair.Attempt(func() {
		tree, ds := k.ParseReuse(lang.NewFile(a.tree.File.Name, text), a.tree.Dialect, nil, a.watch)
		after = derived(tree, ds, options).errorsBy()
	}) {
		return
	}
	for def, n := range after {
		if all += n; n > before[def] || def == dg.Definition {
			return
		}
	}
	dg.Help = nil
	dg.Fixes = []lang.Fix{{Title: s.title, Grade: "maybe", Checked: true, Clean: all == 0, Edits: s.edits}}
	for i := range a.diagnostics {
		if d := &a.diagnostics[i]; d != dg && d.Severity == lang.Error && after[d.Definition] == 0 &&
			(d.Definition == dg.Definition || all == 0) {
			d.Secondary = true
		}
	}
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
func (a *program) missingCommas(comp k.NodeID) (s slip) {
	kids := a.tree.Kids(comp)
	for i, e := range kids {
		n := &a.tree.Nodes[e]
		if n.Op != k.OpRef || a.names.Func[n.Sym] >= 0 || slices.Contains(k.Builtins, a.tree.Syms.Text(n.Sym)) {
			continue
		}
		if i == 0 || i == len(kids)-1 {
			return slip{} // no field precedes or follows it
		}
		s.edits = append(s.edits, lang.Edit{Span: lang.Span{Start: n.End, End: n.End}, Text: ","})
		if s.title == nil {
			s.title = lang.Say("put a comma after `%s`", a.tree.File.Text(n.Span()))
		}
	}
	return s
}

// turnedFields swaps the type and the label of fields whose label names a type, and whose type is not the name of a
// type: `{x int}`.
func (a *program) turnedFields(code k.NodeID) (s slip) {
	for _, f := range a.tree.Fields(code) {
		part := &a.tree.Nodes[f.Node]
		if part.Op != k.OpCodeName || f.Prefix || !a.isTypeName(f.Label) || a.typeOf(f.Node) != patterns.NoType {
			continue
		}
		label, name := a.tree.File.Text(f.LabelSpan()), a.tree.File.Text(a.tree.Span(f.Node))
		s.edits = append(s.edits, lang.Edit{Span: a.tree.Span(f.Node), Text: label},
			lang.Edit{Span: f.LabelSpan(), Text: name})
		if s.title == nil {
			s.title = lang.Say("write the type before its label: `%s %s`", label, name)
		}
	}
	return s
}
