package k

import (
	"fmt"
	"slices"
	"strings"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/k"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/explain"
	"github.com/patgraph/patgraph/unify"
)

// report turns what the solver found into diagnostics.
func (a *analysis) report() {
	unended := make(map[string]bool)
	for i := range a.diagnostics {
		if a.diagnostics[i].Code == lang.MissingSemicolon {
			unended[a.diagnostics[i].Definition] = true
		}
	}
	told := make(map[int32]*toldClashes)
	var left []int32 // for which the program had no work left
	for d := range a.tree.Defs {
		a.watch.Step()
		id := int32(d)
		x := a.Solver.Derivation(id)
		name := a.tree.Syms.Text(a.tree.Defs[d].Name)
		switch x.Breach {
		case patterns.NoBreach:
		case patterns.WorkBreach:
			left = append(left, id)
		default:
			a.diagnostics = append(a.diagnostics, a.breach(id, name, x))
		}
		if x.Warn != patterns.NoWarn {
			a.diagnostics = append(a.diagnostics, a.warning(id, name, x))
		}
		if x.Unsettled && x.Recursive {
			a.diagnostics = append(a.diagnostics, a.unsettled(id, name))
		}
		if len(a.Solver.Conflicts(id)) > 0 && (a.options.Told == nil || !a.options.Told(a.tree.Defs[d].Span)) {
			a.tellConflicts(id, told, unended)
		}
	}
	if len(a.taken) > 0 {
		a.tellHidden(told, unended)
	}
	if left != nil {
		a.diagnostics = append(a.diagnostics, a.outOfWork(left)...)
	}
}

// toldClashes are the clashes of a definition, or of those that are explained
// together, that have been told: the places of their diagnostics, and those of
// both sides.
type toldClashes struct {
	at       map[lang.Span]bool
	sides    map[[2]lang.Span]bool
	complete bool // all of them were explained
}

func (t *toldClashes) add(dg *lang.Diagnostic) {
	t.at[dg.Span] = true
	if c := dg.Clash; c != nil && c.C == nil {
		t.sides[[2]lang.Span{c.A.Span, c.B.Span}] = true
		t.sides[[2]lang.Span{c.B.Span, c.A.Span}] = true
	}
}

func (t *toldClashes) has(dg *lang.Diagnostic) bool {
	c := dg.Clash
	return c != nil && c.C == nil && t.sides[[2]lang.Span{c.A.Span, c.B.Span}]
}

// tellConflicts reports the conflicts of a definition: explained as far as the
// bounds on that allow, the others as they were found.
func (a *analysis) tellConflicts(d int32, all map[int32]*toldClashes, unended map[string]bool) {
	first := a.Explainer().Together(d)[0]
	told := all[first]
	if told == nil {
		told = &toldClashes{at: make(map[lang.Span]bool), sides: make(map[[2]lang.Span]bool)}
		all[first] = told
		if !a.options.Brief {
			var ds []lang.Diagnostic
			ds, told.complete = a.contradictions(d)
			for i, dg := range ds {
				// What a definition that calls itself asks is asked of each call again.
				again := slices.ContainsFunc(ds[:i], func(o lang.Diagnostic) bool { return saysSame(&o, &dg) })
				dg.Secondary = dg.Secondary || unended[dg.Definition] || again
				told.add(&dg)
				a.diagnostics = append(a.diagnostics, dg)
			}
		}
	}
	if told.complete {
		return
	}
	name := a.defName(d)
	explained := len(told.at) > 0
	for _, c := range a.Solver.Conflicts(d) {
		dg := a.Conflict(name, c)
		if explained && told.has(&dg) {
			continue
		}
		// A second clash at one place, or a clash in a definition that runs on
		// into the next one, is a consequence.
		dg.Secondary = told.at[dg.Span] || unended[name]
		told.add(&dg)
		a.diagnostics = append(a.diagnostics, dg)
	}
}

// saysSame reports whether people could not tell two clashes apart.
func saysSame(x, y *lang.Diagnostic) bool {
	return x.Code == y.Code && x.Span == y.Span && x.Message.String() == y.Message.String() && x.Clash.A.Span == y.Clash.A.Span && x.Clash.B.Span == y.Clash.B.Span
}

// Note is the part of patterns.Bodies that names the place of a conflict: the
// reference, nearest to it, whose monomorphic signature it comes from or which
// is used at another pattern within its group.
func (a *analysis) Note(d int32, c unify.Conflict) int32 {
	given, _ := a.Graph.Given(c.Event)
	ev := a.Graph.Event(given)
	for _, f := range explain.New(a.Solver, a).Sides(d) {
		if f.Use >= 0 && a.recursiveUse(d, k.NodeID(a.Solver.UseOf(f.Use).Site)) {
			return a.Solver.UseOf(f.Use).Site
		}
	}
	for _, n := range [2]unify.Node{ev.Y, ev.X} {
		if site, ok := a.Graph.Site(n); ok && a.recursiveUse(d, k.NodeID(site)) {
			return site
		}
	}
	// Within the construct that states the constraint, else within the body.
	r, _ := ev.Cause.Given()
	def := &a.tree.Defs[d]
	for _, s := range [2]lang.Span{a.tree.Span(k.NodeID(r.Site)), def.Span} {
		for e := def.First; e <= def.Root; e++ {
			if s.Contains(a.tree.Span(e)) && a.recursiveUse(d, e) {
				return int32(e)
			}
		}
	}
	return r.Site
}

// recursiveUse reports whether a node is a reference to a recursive group that
// was derived monomorphically, or to the group of definition d.
func (a *analysis) recursiveUse(d int32, e k.NodeID) bool {
	n := &a.tree.Nodes[e]
	if n.Op != k.OpRef {
		return false
	}
	c := a.names.Func[n.Sym]
	return c >= 0 && (a.Solver.Tainted(c) || a.Solver.SameGroup(c, d))
}

// breach is the diagnostic of a limit.
func (a *analysis) breach(d int32, name string, x *patterns.Derivation) lang.Diagnostic {
	dg := lang.Diagnostic{Definition: name, Span: a.nameSpan(d)}
	switch x.Breach {
	case patterns.NodeBreach:
		dg.Code, dg.Label = lang.NodeLimit, lang.Text("too large")
		dg.Message = lang.Say("the pattern of `%s` is larger than the limit of nodes allows", name)
		dg.Notes = append(dg.Notes, lang.Text("its callers see it as `(...) --> (...)`; everything else was derived"))
		dg.Help = append(dg.Help, lang.Text("a filter or a named type where the pattern grows keeps it small; --limit-nodes N raises the limit"))
	case patterns.RoundBreach:
		dg.Code, dg.Label = lang.RoundLimit, lang.Text("still changing")
		dg.Message = lang.Say("the signature of `%s` still changed when the limit of rounds was reached", name)
		dg.Help = append(dg.Help, lang.Text("a filter on the recursive definition settles it; --limit-rounds N raises the limit"))
	case patterns.TimeBreach:
		dg.Code, dg.Label = lang.TimeLimit, lang.Text("out of time")
		dg.Message = lang.Say("the derivation of `%s` took longer than the limit of time allows", name)
		dg.Help = append(dg.Help, lang.Text("--limit-time DURATION raises the limit"))
	case patterns.DepthBreach:
		dg.Code, dg.Label = lang.DepthLimit, lang.Text("nested too deep")
		dg.Message = lang.Say("the brackets of `%s` are nested %d deep, more than the limit allows", name, a.tree.Defs[d].Depth)
		dg.Help = append(dg.Help, lang.Text("--limit-depth N raises the limit"))
	}
	return dg
}

// outOfWork are the diagnostics of the definitions that the limit of the program
// left out: one for all of them, and its consequences.
func (a *analysis) outOfWork(left []int32) []lang.Diagnostic {
	name := func(d int32) string { return a.tree.Syms.Text(a.tree.Defs[d].Name) }
	most := a.Solver.Reserve()
	dg := lang.Diagnostic{
		Code: lang.NodeLimit, Definition: name(left[0]), Span: a.nameSpan(left[0]), Label: lang.Text("not derived"),
		Message: lang.Say("the limit of %d nodes for a whole program leaves too few for `%s`", most, name(left[0])),
	}
	told := "its callers see it as `(...) --> (...)`; everything else was derived"
	if n := len(left) - 1; n > 0 {
		told = "their callers see them as `(...) --> (...)`; everything else was derived"
		dg.Message = lang.Say("%s and %s more", dg.Message, n)
		var also []string
		for _, d := range left[1:min(len(left), 1+toldLeftOut)] {
			also = append(also, "`"+name(d)+"`")
		}
		if n > toldLeftOut {
			also = append(also, fmt.Sprintf("%d others", n-toldLeftOut))
		}
		dg.Notes = append(dg.Notes, lang.Text("not derived, too: "+strings.Join(also, ", ")))
	}
	dg.Notes = append(dg.Notes, lang.Text(told))
	if d, work := a.Solver.MostWork(); 4*work > most {
		dg.Related = append(dg.Related, lang.Related{
			Span: a.nameSpan(d), Message: lang.Say("`%s` took %d nodes", name(d), work),
		})
	}
	dg.Help = append(dg.Help, lang.Text("filters or named types where patterns grow keep them small; --limit-work N raises the limit"))
	ds := []lang.Diagnostic{dg}
	for _, d := range left[1:] {
		ds = append(ds, lang.Diagnostic{
			Code: lang.NodeLimit, Definition: name(d), Span: a.nameSpan(d), Label: lang.Text("not derived"), Secondary: true,
			Message: lang.Say("the limit of nodes for a whole program leaves too few for `%s`", name(d)),
		})
	}
	return ds
}

// toldLeftOut is how many definitions are named that were left out.
const toldLeftOut = 5

func (a *analysis) nameSpan(d int32) lang.Span { return a.tree.Defs[d].NameSpan }

func (a *analysis) warning(d int32, name string, x *patterns.Derivation) lang.Diagnostic {
	site := k.NodeID(x.WarnSite)
	dg := lang.Diagnostic{Definition: name, Severity: lang.Warning, Span: a.tree.Span(site)}
	if x.Warn == patterns.WarnNarrow {
		group, partners := a.narrowGroup(site)
		dg.Code, dg.Label = lang.NarrowRecursion, lang.Text("used more widely here")
		dg.Message = lang.Say("this use of `%s` fits only the polymorphic signature of a recursion that does not settle", a.short(site))
		dg.Notes = append(dg.Notes, lang.Say("`%s`%s was derived with one pattern for all its inner uses; that is narrower than what this use needs", group, partners))
		dg.Help = append(dg.Help, lang.Say("a filter in the definition of `%s` that says what it takes and gives makes the signature certain", group))
		return dg
	}
	dg.Code, dg.Label = lang.PolymorphicRecursion, lang.Text("used at another pattern")
	dg.Message = lang.Say("the recursion of `%s` is polymorphic: one pattern does not serve all its inner uses, and its signature does not settle", name)
	dg.Notes = append(dg.Notes, lang.Text("the signature shown is a necessary condition only; the program is not rejected for it"))
	dg.Help = append(dg.Help, lang.Say("a filter in `%s` that says what it takes and gives makes the signature certain", name))
	if s := a.nameSpan(d); s != dg.Span {
		dg.Related = append(dg.Related, lang.Related{Span: s, Message: lang.Text("the recursive definition")})
	}
	return dg
}

// narrowGroup names the monomorphic definition behind the reference at a site,
// and the others of its group.
func (a *analysis) narrowGroup(site k.NodeID) (name, partners string) {
	n := &a.tree.Nodes[site]
	if n.Op != k.OpRef || a.names.Func[n.Sym] < 0 {
		return a.short(site), ""
	}
	d := a.Solver.NarrowSource(a.names.Func[n.Sym])
	for _, p := range a.Solver.Derivation(d).Partners {
		if p != d {
			partners += ", `" + a.tree.Syms.Text(a.tree.Defs[p].Name) + "`"
		}
	}
	if partners != "" {
		partners = " (with" + partners[1:] + ")"
	}
	return a.tree.Syms.Text(a.tree.Defs[d].Name), partners
}

func (a *analysis) unsettled(d int32, name string) lang.Diagnostic {
	return lang.Diagnostic{
		Code: lang.RoundLimit, Severity: lang.Warning, Definition: name, Span: a.nameSpan(d),
		Label:   lang.Text("does not settle"),
		Message: lang.Say("the polymorphic rounds of `%s` grow without end, so its signature is only a necessary condition", name),
		Help:    lang.Texts("--recursion auto derives such definitions with one pattern for all inner uses"),
	}
}
