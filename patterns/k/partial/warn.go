package partial

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/patgraph/patgraph/internal/cancel"
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/k"
	"github.com/patgraph/patgraph/lang/k/eval"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/language"
)

// Domains is the analysis of this package for the record of k.
var Domains = &language.Domains{
	Codes: []lang.Code{lang.NeverDefined, lang.EndlessRecursion, lang.UnreachableBranch, lang.ShadowedBranch,
		lang.UndefinedBranch, lang.PartialDefinition},
	Analyze: Analyze,
}

// Analyze adds warnings to a result of package patterns/k: definitions and branches that are never defined, never end
// or are never reached, and those on request; see language.Settings. It costs at most a number of steps for each syntax
// node in each round of a group, plus the runs that confirm the results. When the context ends, the result has only the
// file and the error of the context, as if the derivation had ended so.
func Analyze(ctx context.Context, r *patterns.Result, s language.Settings) { analyze(ctx, r, s, nil) }

func analyze(ctx context.Context, r *patterns.Result, s language.Settings, doubt func(string)) (a *analyzer) {
	var err error
	defer func() {
		if err != nil {
			*r = patterns.Result{File: r.File, Language: r.Language, Err: err}
		}
	}()
	defer cancel.Catch(&err)
	watch := cancel.New(ctx)
	watch.Check()
	if a = newAnalyzer(watch, r); a == nil {
		return nil
	}
	a.onContradiction = doubt
	a.run()
	before := len(r.Diagnostics)
	for d := range a.tree.Defs {
		if t := &a.trees[d]; !t.unknown && !t.partial {
			a.warn(int32(d))
		}
	}
	if s.Totality || s.Partial {
		all := make([]patterns.Totality, len(a.tree.Defs))
		for d := range all {
			a.cancel.Check()
			a.refuel(int32(d))
			all[d] = a.totality(int32(d))
			if s.Partial && all[d].Verdict == patterns.Partial {
				a.partial(int32(d), &all[d])
			}
		}
		if s.Totality {
			r.Totality = all
		}
	}
	if len(r.Diagnostics) > before {
		lang.Sort(r.Diagnostics)
	}
	return a
}

// possibleEnds returns the ways in which runs of a definition can end.
func (a *analyzer) possibleEnds(d int32) (e end) {
	for i := range a.trees[d].nodes {
		if n := &a.trees[d].nodes[i]; n.path == noPath {
			e |= n.ends
		}
	}
	return e
}

// never reports whether a definition surely gives no value.
func (a *analyzer) never(d int32) bool { return !a.trees[d].unknown && a.possibleEnds(d)&defined == 0 }

// warn adds the warnings about a definition.
func (a *analyzer) warn(d int32) {
	a.cancel.Check()
	a.refuel(d)
	if a.never(d) {
		a.warnNever(d)
		return
	}
	a.warnEndless(d)
	a.warnBranches(d)
}

func (a *analyzer) addWarning(d int32, code lang.Code, span lang.Span, label, message string) *lang.Diagnostic {
	a.result.Diagnostics = slices.DeleteFunc(a.result.Diagnostics, func(dg lang.Diagnostic) bool {
		// Package patterns/k found it by the text alone.
		return (dg.Code == lang.NeverDefined || dg.Code == code) && dg.Span == span ||
			code == lang.PartialDefinition && dg.Code == code && dg.Definition == a.result.Definitions[d].Name
	})
	a.result.Diagnostics = append(a.result.Diagnostics, lang.Diagnostic{
		Code: code, Severity: lang.Warning, Span: span, Label: lang.Text(label), Message: lang.Text(message),
		Definition: a.result.Definitions[d].Name,
	})
	return &a.result.Diagnostics[len(a.result.Diagnostics)-1]
}

// subject returns the name of a definition for the beginning of a message, and its place.
func (a *analyzer) subject(d int32) (string, lang.Span) {
	def := &a.tree.Defs[d]
	if def.Main {
		return "the main expression", def.Span
	}
	return "`" + a.result.Definitions[d].Name + "`", def.NameSpan
}

// isNothing reports whether an expression is <>, which is intentionally undefined.
func (a *analyzer) isNothing(e k.NodeID) bool {
	n := &a.tree.Nodes[e]
	return n.Op == k.OpMerge && len(a.tree.Kids(e)) == 0
}

// usesUndefined reports whether an expression contains a <> or uses a definition outside of the group that is never
// defined: the former is intended, the latter is reported there.
func (a *analyzer) usesUndefined(e k.NodeID, group int32) bool {
	for i := a.tree.FirstOf(e); i <= e; i++ {
		if a.isNothing(i) {
			return true
		}
		n := &a.tree.Nodes[i]
		if n.Op != k.OpRef {
			continue
		}
		if c := a.names.Func[n.Sym]; c >= 0 && a.group[c] != group && a.never(c) {
			return true
		}
	}
	return false
}

// warnNever warns about a definition that gives no value.
func (a *analyzer) warnNever(d int32) {
	def := &a.tree.Defs[d]
	if a.usesUndefined(def.Root, a.group[d]) {
		return
	}
	name, span := a.subject(d)
	if a.possibleEnds(d)&undefined == 0 {
		if a.possibleEnds(d)&own != 0 {
			a.endless(d, nil)
		}
		return
	}
	// Find a value on which it is undefined; on no value may it be defined.
	var witness eval.Value
	fine := true
	a.samples(d, nil, func(v eval.Value) bool {
		switch o := a.try(d, v, sampleFuel, nil); {
		case o.Verdict == lang.Defined:
			a.contradicted("a definition that is defined nowhere gave a value")
			fine = false
		case o.Verdict == lang.Undefined && witness == nil:
			witness = v
		}
		return fine
	})
	if !fine || witness == nil {
		return
	}
	dg := a.addWarning(d, lang.NeverDefined, span, "never defined",
		name+" is never defined: it gives no value for any input")
	dg.Notes = append(dg.Notes, lang.Text("for example, it is undefined for "+quoted(witness)))
	last := lastUndefined{tree: a.tree}
	a.try(d, witness, sampleFuel, &last)
	if last.in != nil {
		if at := a.tree.Span(last.at); at != span {
			dg.Related = append(dg.Related,
				lang.Related{Span: at, Message: lang.Text("this is then undefined for " + quoted(last.in))})
		}
	}
}

// A lastUndefined records the last expression without parts that was undefined.
type lastUndefined struct {
	tree *k.Tree
	at   k.NodeID
	in   eval.Value
}

func (l *lastUndefined) Enter(k.NodeID, eval.Value) {}

func (l *lastUndefined) Leave(e k.NodeID, in, out eval.Value) {
	if out != nil {
		return
	}
	if len(l.tree.Kids(e)) == 0 && (l.tree.Nodes[e].Op != k.OpRef || l.in == nil) {
		l.at, l.in = e, in
	}
}

func quoted(v eval.Value) string { return "`" + eval.Short(v, 80) + "`" }

// warnEndless warns about inputs on which a definition calls itself without an end.
func (a *analyzer) warnEndless(d int32) {
	for _, x := range a.regions(d) {
		if x.ends == endless|own && a.endless(d, x.decisions) {
			return
		}
	}
}

// endless warns about a region on which a definition never ends, if a run confirms it.
func (a *analyzer) endless(d int32, ds []decision) bool {
	v, ok := a.makeValue(d, ds, nil)
	if !ok {
		return false
	}
	o := a.try(d, v, caseFuel, nil)
	if o.Verdict == lang.Interrupted {
		return false
	}
	if !neverEnded(o) {
		if o.Verdict <= lang.Undefined {
			a.contradicted("a run ended that never does")
		}
		return false
	}
	name, span := a.subject(d)
	where := ""
	if len(ds) > 0 {
		where = " for " + wording(a.conditions(d, ds))
	}
	dg := a.addWarning(d, lang.EndlessRecursion, span, "never ends",
		name+" never ends"+where+": it calls itself before it can give a result")
	dg.Notes = append(dg.Notes, lang.Say("for example, on %s: it was stopped after %d steps", quoted(v), int(o.Steps)))
	def := &a.tree.Defs[d]
	for e := def.First; e <= def.Root; e++ {
		if n := &a.tree.Nodes[e]; n.Op == k.OpRef {
			if c := a.names.Func[n.Sym]; c >= 0 && a.group[c] == a.group[d] {
				dg.Related = append(dg.Related, lang.Related{Span: n.Span(), Message: lang.Text("this leads back")})
				break
			}
		}
	}
	return true
}

// warnBranches warns about branches of merges that are never reached, or never defined where they are reached.
func (a *analyzer) warnBranches(d int32) {
	def := &a.tree.Defs[d]
	warned := lang.Span{Start: -1, End: -1}
	// Outer merges first: a problem of a branch is not reported again for its parts.
	for m := def.Root; m >= def.First; m-- {
		n := &a.tree.Nodes[m]
		if n.Op != k.OpMerge || warned.Start >= 0 && warned.Contains(n.Span()) {
			continue
		}
		kids := a.tree.Kids(m)
		for i, b := range kids {
			marks := a.marks[b]
			if marks&tried == 0 {
				if i > 0 && a.marks[kids[i-1]]&(undefined|defined) == defined && !a.isNothing(b) {
					a.unreached(d, kids, i)
					warned = a.tree.Span(b).To(a.tree.Span(kids[len(kids)-1]))
				}
				break
			}
			if marks&(defined|endless) == 0 && !a.isNothing(b) && !a.usesUndefined(b, -1) {
				if a.useless(d, m, i) {
					warned = a.tree.Span(b)
				}
			}
		}
	}
}

// unreached warns about branch i of a merge and those after it, if no run contradicts.
func (a *analyzer) unreached(d int32, kids []k.NodeID, i int) {
	w := watcher{a: a, merge: a.parents[kids[i]], branch: kids[i], before: kids[i-1]}
	if !a.watch(d, &w) || w.entered {
		if w.entered {
			a.contradicted("a branch was reached that cannot be")
		}
		return
	}
	what, which := "this branch is", "it"
	if rest := len(kids) - i - 1; rest == 1 {
		what, which = "this branch and the one after it are", "them"
	} else if rest > 1 {
		what, which = fmt.Sprintf("this branch and the %d after it are", rest), "them"
	}
	before := a.tree.Span(kids[i-1])
	dg := a.addWarning(d, lang.UnreachableBranch, a.tree.Span(kids[i]), "never reached",
		what+" never reached: the branch before "+which+" is defined for every input that reaches it")
	dg.Related = append(dg.Related,
		lang.Related{Span: before, Message: lang.Text("this branch takes all remaining inputs")})
	if w.left != nil {
		dg.Notes = append(dg.Notes, lang.Text("for example, it takes "+quoted(w.left)))
	}
}

// useless warns about branch i of a merge that gives no value where it is reached, if no run contradicts and one shows
// that it is reached.
func (a *analyzer) useless(d int32, m k.NodeID, i int) bool {
	kids := a.tree.Kids(m)
	w := watcher{a: a, merge: m, branch: kids[i], before: k.NoNode}
	if !a.watch(d, &w) || w.gave {
		if w.gave {
			a.contradicted("a branch gave a value that never does")
		}
		return false
	}
	if !w.entered || w.failed == nil {
		return false
	}
	span := a.tree.Span(kids[i])
	if w.taken != nil {
		dg := a.addWarning(d, lang.ShadowedBranch, span, "earlier branches take all its inputs",
			"this branch is never used: for all its inputs an earlier branch is defined, too")
		dg.Notes = append(dg.Notes, lang.Text("for example, "+quoted(w.taken)+" is taken before; on "+
			quoted(w.failed)+" this branch is reached, and undefined"))
		dg.Related = append(dg.Related,
			lang.Related{Span: a.tree.Span(w.taker), Message: lang.Text("this branch takes it")})
		return true
	}
	dg := a.addWarning(d, lang.UndefinedBranch, span, "never defined",
		"this branch is never defined: it gives no value for any input that reaches it")
	dg.Notes = append(dg.Notes, lang.Text("for example, it is undefined for "+quoted(w.failed)))
	return true
}

// A watcher observes one branch of a merge in runs.
type watcher struct {
	a             *analyzer
	merge, branch k.NodeID
	before        k.NodeID // the previous branch, or NoNode if it does not matter
	entered, gave bool
	left          eval.Value   // an input of the previous branch on which it is defined
	failed        eval.Value   // an input on which the branch is undefined
	given         []eval.Value // inputs of the merge, and the branches that are defined on them
	takers        []k.NodeID
	taken         eval.Value // an input on which both this branch and an earlier one are defined
	taker         k.NodeID
}

// mostGiven bounds the recorded inputs of a run.
const mostGiven = 64

func (w *watcher) Enter(e k.NodeID, in eval.Value) {
	if e == w.branch {
		w.entered = true
	}
}

func (w *watcher) Leave(e k.NodeID, in, out eval.Value) {
	switch {
	case e == w.branch:
		w.gave = w.gave || out != nil
		if out == nil && w.failed == nil {
			w.failed = in
		}
	case out != nil && w.a.parents[e] == w.merge && len(w.given) < mostGiven:
		w.given, w.takers = append(w.given, in), append(w.takers, e)
	}
}

// watch runs a definition on some values. It reports whether there were any.
func (a *analyzer) watch(d int32, w *watcher) bool {
	some := false
	if a.watches++; a.watches > mostWatches {
		return false
	}
	a.samples(d, nil, func(v eval.Value) bool {
		some = a.fuel > 0
		w.given, w.takers = w.given[:0], w.takers[:0]
		a.try(d, v, sampleFuel, w)
		for i, in := range w.given {
			if w.takers[i] == w.before && w.left == nil {
				w.left = in
			}
			if w.taken != nil {
				continue
			}
			o := a.program().RunNode(w.branch, in, eval.Options{Fuel: sampleFuel, Memory: caseMemory})
			if a.spend(o.Steps); o.Verdict == lang.Defined {
				w.taken, w.taker = in, w.takers[i]
			}
		}
		return true
	})
	return some
}

// partial warns about a definition that is undefined on some inputs.
func (a *analyzer) partial(d int32, t *patterns.Totality) {
	name, span := a.subject(d)
	var where []string
	const most = 3
	for i := range t.Undefined {
		if i == most {
			where = append(where, fmt.Sprintf("%d more cases", len(t.Undefined)-most+t.More))
			break
		}
		c := &t.Undefined[i]
		if c.Always {
			where = append(where, c.Text)
		} else {
			where = append(where, "some of "+c.Text)
		}
	}
	dg := a.addWarning(d, lang.PartialDefinition, span, "undefined for some inputs",
		name+" is partial: undefined for "+strings.Join(where, "; "))
	for _, c := range t.Undefined[:min(most, len(t.Undefined))] {
		dg.Notes = append(dg.Notes, lang.Text("for example, it is undefined for `"+clipped(c.Witness)+"`"))
	}
}

// clipped shortens a text to a bounded length.
func clipped(s string) string {
	const most = 80
	if runes := []rune(s); len(runes) > most {
		return string(runes[:most]) + "…"
	}
	return s
}
