package k

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/k"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/explain"
	"github.com/patgraph/patgraph/unify"
)

// CompareDefinitions compares the bodies of definitions, without the names of
// what the program defines.
func (a *analysis) CompareDefinitions(d, e int32) int {
	x, y := &a.tree.Defs[d], &a.tree.Defs[e]
	if c := cmp.Compare(x.Root-x.First, y.Root-y.First); c != 0 {
		return c
	}
	for i := range x.Root - x.First + 1 {
		if c := a.compareNodes(x.First+i, y.First+i); c != 0 {
			return c
		}
	}
	return 0
}

// compareNodes compares syntax nodes without what is below them.
func (a *analysis) compareNodes(e, f k.NodeID) int {
	m, n := &a.tree.Nodes[e], &a.tree.Nodes[f]
	if c := cmp.Compare(m.Op, n.Op); c != 0 {
		return c
	}
	text := func(n *k.Node) string {
		switch n.Op {
		case k.OpInt, k.OpString, k.OpDot, k.OpVid, k.OpDiv:
			return a.tree.Syms.Text(n.Sym)
		case k.OpRef:
			if a.names.Func[n.Sym] < 0 {
				return a.tree.Syms.Text(n.Sym)
			}
		}
		return ""
	}
	if c := strings.Compare(text(m), text(n)); c != 0 || !m.Op.Fielded() {
		return c
	}
	return slices.CompareFunc(a.tree.Fields(e), a.tree.Fields(f), func(x, y k.Field) int {
		return strings.Compare(a.tree.Syms.Text(x.Label), a.tree.Syms.Text(y.Label))
	})
}

// Owner is the part of explain.Front that tells whose a constraint is.
func (a *analysis) Owner(site int32) int32 { return a.defAt(k.NodeID(site)) }

// Costs of citing constraints. What a user wrote as a type is cheaper to follow
// than a call, of which more has to be shown.
const (
	costWiring = 1
	costType   = 3
	costCommon = 4
	costCall   = 6
)

// Cost is the part of explain.Front that prefers some constraints in proofs.
func (a *analysis) Cost(s explain.Source) int32 {
	switch op := a.tree.Nodes[s.Reason.Site].Op; {
	case a.Wiring(s):
		return costWiring
	case op == k.OpType || op >= k.OpFilterVar:
		return costType
	case op == k.OpRef:
		return costCall
	}
	return costCommon
}

// CompareLabels is the part of explain.Front that orders labels.
func (a *analysis) CompareLabels(x, y unify.Label) int { return a.compareLabels(x, y) }

// Declared is the part of explain.Front that knows which types people wrote.
func (a *analysis) Declared(t unify.Head) bool {
	if a.declared == nil {
		a.declared = make(map[patterns.Type]bool)
		var queue []patterns.Type
		add := func(t patterns.Type) {
			if t != patterns.NoType && !a.declared[t] {
				a.declared[t] = true
				queue = append(queue, t)
			}
		}
		for _, t := range a.typeDef {
			add(t)
		}
		for _, t := range a.codeType {
			add(t)
		}
		for len(queue) > 0 {
			t := queue[0]
			queue = queue[1:]
			for _, f := range a.types.Fields(t) {
				add(f.To)
			}
		}
	}
	return a.declared[t]
}

// Wiring is the part of explain.Front that takes as given that a composition
// begins with its first part and ends with its last, and that a type or a filter
// gives what it takes.
func (a *analysis) Wiring(s explain.Source) bool {
	if s.Event < 0 {
		return false
	}
	switch r := s.Reason; Rule(r.Rule) {
	case R2Comp:
		return r.Part != partChain
	case R3Type:
		return true
	case R12Filter:
		return r.Part == partOnly
	}
	return false
}

// explainer returns the explainer of the program.
func (a *analysis) explainer() *explain.Explainer {
	if a.explains == nil {
		a.explains = explain.New(a.solver, a)
	}
	return a.explains
}

// Work is bounded for a definition and for a file, so that a program of nothing
// but errors is told quickly; what is above it is told without explanation.
const (
	maxExplained     = 100       // errors of one definition
	explainedNodes   = 4_000_000 // graph nodes that are closed again for them
	maxBlamed        = 5         // places that are listed
	maxNeeds         = 2         // places for which the pattern they would need is worked out
	minExplained     = 4
	maxExplainedFile = 1000
	maxSteps         = 500_000 // of their proofs
)

// contradictions explains what is wrong with a definition and those that are
// explained together with it, as diagnostics. It reports false when something is
// left that has no explanation.
func (a *analysis) contradictions(d int32) ([]lang.Diagnostic, bool) {
	x := a.explainer()
	most := min(maxExplained, max(minExplained, explainedNodes/max(1, x.Size(d))), maxExplainedFile-a.explained)
	if most <= 0 || a.steps > maxSteps {
		return nil, false
	}
	together := x.Together(d)
	var ds []lang.Diagnostic
	if a.mistakes == nil {
		a.mistakes = make(map[mistake]bool)
	}
	away := make(map[*explain.Contradiction]bool) // what is left out is in other definitions
	all, complete := x.Contradictions(d, most, func(c *explain.Contradiction) func(explain.Source) bool {
		dg, places := a.contradiction(c)
		// What is wrong with one place is told once, and each label that it lacks.
		wrong := mistake{together[0], places[0].key, dg.Code, dg.Clash.Label}
		dg.Secondary = a.suspect(places) || a.mistakes[wrong]
		a.mistakes[wrong] = true
		ds = append(ds, dg)
		a.steps += len(dg.Explanation.Steps)
		here := func(p *blamed) bool {
			return p.features[featOrigin] == 0 && (p.def == d || len(together) > 1 && slices.Contains(together, p.def))
		}
		if p := a.toLeaveOut(places, nil); p != nil && !here(p) {
			away[c] = true
			a.takeOut(a.holesElsewhere(c, p.key)...)
		}
		if p := a.toLeaveOut(places, here); p != nil {
			return a.stated(c, p.key)
		}
		return func(explain.Source) bool { return false }
	})
	a.explained += len(all)
	for _, c := range all {
		for _, s := range c.Taken {
			if !away[c] {
				a.takeOut(a.holeOf(s))
			}
		}
	}
	return ds, complete
}

// toLeaveOut returns the place that is left out of the program to find out what else
// is wrong: the likeliest one, of some or, when the program is derived again, of all.
// What says much is left in as long as something else can be left out: what else does
// not fit a type or a product is a mistake of its own.
func (a *analysis) toLeaveOut(places []blamed, of func(*blamed) bool) *blamed {
	says := func(p *blamed) int {
		if of == nil && a.tree.Nodes[p.key.site].Op == k.OpRef {
			return max(1, a.saysMuch(p.key)) // then it is left out as a whole
		}
		return a.saysMuch(p.key)
	}
	for much := range mostSaid + 1 {
		for i := range places {
			if p := &places[i]; (of == nil || of(p)) && says(p) == much {
				return p
			}
		}
	}
	return nil
}

// A mistake is a place at fault in what is explained together, and what is wrong.
type mistake struct {
	in    int32
	at    placeKey
	code  lang.Code
	label string
}

// mostSaid is the most that saysMuch tells.
const mostSaid = 2

// saysMuch tells how much a place may say besides what it is blamed for: a type or
// filter that the program spells, or a product of several fields, or what goes into
// something of several parts.
func (a *analysis) saysMuch(p placeKey) int {
	switch n := &a.tree.Nodes[p.site]; {
	case p.wiring:
		if len(a.tree.Parts(p.site)) > 1 {
			return 1
		}
		return 0
	case a.declares(p.site):
		return 2
	case n.Op == k.OpProduct && len(a.tree.Fields(p.site)) > 1:
		return 1
	}
	return 0
}

// stated tells the constraints of a core that a place states: to leave out no
// more than these leaves all that can be known of the rest.
func (a *analysis) stated(c *explain.Contradiction, p placeKey) func(explain.Source) bool {
	of := make(map[explain.SourceKey]bool)
	for _, m := range c.Core {
		if len(m.Calls) == 0 && a.placeOf(m.Source) == p {
			of[m.Source.Key()] = true
		}
	}
	return func(s explain.Source) bool { return of[s.Key()] }
}

// contradiction is the diagnostic of one of them, with the places at fault. What
// can be mended by a change is more likely at fault, so places are ranked again
// when repairs are known.
func (a *analysis) contradiction(c *explain.Contradiction) (lang.Diagnostic, []blamed) {
	name := a.defName(c.Def)
	places := a.blame(a.explainer(), c)
	dg, clash := a.clashOf(name, c, places)
	if c.Given >= 0 {
		fixes, mends := a.repairs(&dg, clash, a.placesToRepair(&dg, places), a.stays(c, places), a.budget())
		if a.mendable(places, mends) {
			a.rank(c.Def, places)
			dg, _ = a.clashOf(name, c, places)
		}
		dg.Fixes = fixes
		if len(fixes) > 1 && len(places) > 0 && a.mirrored(&fixes[0], &fixes[1]) && a.blameSpan(&places[0]).Contains(fixes[1].Edits[0].Span) {
			fixes[0], fixes[1] = fixes[1], fixes[0]
		}
		a.noteMends(c.Def, mends)
	}
	if len(dg.Notes) > 0 && len(c.Core) > 0 {
		dg.Notes = dg.Notes[:len(dg.Notes)-1] // the derivation says where the sides meet
	}
	dg.Help = slices.DeleteFunc(dg.Help, func(h string) bool { return saidByFix(h, dg.Fixes) })
	dg.Explanation = a.explanation(c, dg.Clash)
	list := a.listed(c.Def, places)
	dg.Explanation.Blame = a.blameList(c, list)
	a.likeliest(&dg)
	a.noteOneField(&dg)
	dg.Fingerprint = fingerprint(&dg)
	if a.options.Observe != nil {
		a.observe(&dg, list)
	}
	return dg, places
}

// mirrored reports whether each of two changes makes one label what the other makes
// another: of two spellings which stand once each nothing but blame tells the right one.
func (a *analysis) mirrored(x, y *lang.Fix) bool {
	if len(x.Edits) != 1 || len(y.Edits) != 1 || x.Grade != y.Grade {
		return false
	}
	label := func(text string) string { return strings.TrimLeft(text, "./|") }
	d, e := x.Edits[0], y.Edits[0]
	return label(d.Text) == label(a.tree.File.Text(e.Span)) && label(e.Text) == label(a.tree.File.Text(d.Span))
}

// saidByFix reports whether a change that was tried makes a hint needless: it is
// about the label that the hint names.
func saidByFix(hint string, fixes []lang.Fix) bool {
	if !strings.HasPrefix(hint, "there is a ") {
		return false
	}
	_, label, _ := strings.Cut(hint, "`")
	return slices.ContainsFunc(fixes, func(f lang.Fix) bool {
		for _, sign := range [...]string{"", ".", "/", "|"} {
			if strings.Contains(f.Title, "`"+sign+label) {
				return true
			}
		}
		return false
	})
}

// likeliest marks the place that is most likely at fault, unless it is marked
// anyway.
func (a *analysis) likeliest(dg *lang.Diagnostic) {
	list := dg.Explanation.Blame
	if len(list) == 0 || list[0].Span.Contains(dg.Span) {
		return
	}
	s, says := list[0].Span, "most likely the mistake is here"
	if dg.Explanation.Undecided() {
		says = "perhaps the mistake is here"
	}
	if c := dg.Clash; s == c.A.Span || s == c.B.Span || c.C != nil && s == c.C.Span {
		return
	}
	for i := range dg.Related {
		if dg.Related[i].Span == s {
			dg.Related[i].Message += "; " + says
			return
		}
	}
	dg.Related = append(dg.Related, lang.Related{Span: s, Message: says})
}

// oneFields are the types of the program that are written in braces of one field, by
// what reports call them, each with what it is.
func (a *analysis) oneFields() map[string]string {
	if a.braces != nil {
		return a.braces
	}
	a.braces = make(map[string]string)
	for e := range a.tree.Nodes {
		id := k.NodeID(e)
		if a.tree.Nodes[e].Op != k.OpCodeProduct || len(a.tree.Fields(id)) != 1 || a.typeOf(id) == patterns.NoType {
			continue
		}
		t := a.typeOf(id)
		spelt := "$" + a.ShortTypeDefinition(t, shortText)
		is := func(text string) string { return fmt.Sprintf("%s is the union `%s`", text, spelt) }
		// Of two ways to write it the order of definitions must not choose one.
		if said, ok := a.braces[spelt]; !ok || is(a.quote(id)) < said {
			a.braces[spelt] = is(a.quote(id))
		}
		if name, ok := a.typeName(t); ok {
			a.braces["$"+name] = is("`$" + name + "`")
		}
	}
	return a.braces
}

// noteOneField says of the first type that an error speaks of what its braces do not show.
func (a *analysis) noteOneField(dg *lang.Diagnostic) {
	if a.tree.Dialect != k.K4 {
		return
	}
	said := []string{dg.Message, dg.Label}
	for _, r := range dg.Related {
		said = append(said, r.Message)
	}
	for _, text := range said {
		for i, quoted := range strings.Split(text, "`") {
			note, ok := a.oneFields()[quoted]
			named := !strings.Contains(quoted, "<")
			if i%2 == 1 && ok && !(named && dg.Code == lang.TypesDiffer) {
				dg.Notes = append(dg.Notes, "in k4 a bracket of one field is a variant, so "+note)
				return
			}
		}
	}
}

// clashOf tells a contradiction, the side at the likeliest place first.
func (a *analysis) clashOf(name string, c *explain.Contradiction, places []blamed) (lang.Diagnostic, patterns.Clash) {
	clash := patterns.Clash{Path: c.Path}
	if c.Given >= 0 {
		clash.Given = a.graph.Event(c.Given)
	}
	clash.Facts = clashFacts(c)
	rank := make(map[placeKey]int, len(places))
	for i, p := range places {
		rank[p.key] = i
	}
	dg := a.clash(name, clash, func(w *witness) int {
		if i, ok := rank[placeKey{w.site, false}]; ok {
			return i
		}
		return len(places)
	})
	return dg, clash
}

// clashFacts are the sides of a contradiction.
func clashFacts(c *explain.Contradiction) []patterns.Fact {
	var facts []patterns.Fact
	for i := range c.Facts {
		f := &c.Facts[i]
		fact := patterns.NewFact(f.Node, f.Within, f.Claim.Flat, edgesOf(f.Claim.Labels))
		if f.Use >= 0 {
			fact.Came(f.Side, f.Below)
			if f.Origin != nil && f.Origin.Node != unify.None {
				fact.From(f.Origin.Def, f.Origin.Node)
			}
		}
		facts = append(facts, fact)
	}
	return facts
}

func (a *analysis) explanation(c *explain.Contradiction, clash *lang.Clash) *lang.Explanation {
	ex := &lang.Explanation{Minimal: c.Minimal, Checked: c.Checked}
	for _, m := range c.Core {
		ex.Core = append(ex.Core, a.coreConstraint(m))
	}
	ex.Here.Constraints, ex.Here.Steps = a.explainer().RootSize(c)
	if c.Proof != nil {
		t := teller{analysis: a, sys: c.System, places: c.Places, member: c.Copy, ex: ex, home: c.Def}
		t.tell(c.Proof)
		a.story(ex, c, clash)
		if a.options.Sketch {
			ex.Sketch = a.sketch(c, clash)
		}
	}
	return ex
}

// story tells the proof as a walk from one witness to the other.
func (a *analysis) story(ex *lang.Explanation, c *explain.Contradiction, clash *lang.Clash) {
	w := walker{analysis: a, sys: c.System, places: c.Places, letters: make(map[lang.Span]string)}
	w.cited = func(i int32) *explain.Cited {
		if m := c.Copy[i]; m >= 0 {
			return &c.Core[m]
		}
		return nil
	}
	for i, v := range [...]*lang.Witness{clash.A, clash.B, clash.C} {
		if v != nil {
			w.letters[v.Span] += "ABC"[i : i+1]
		}
	}
	w.clash(c.Proof, clash)
	ex.Story = w.lines
	ex.Shown = a.shown(clash, w.apart)
}

// shown says what a story shows: of a witness of which a part is meant, that part.
func (a *analysis) shown(c *lang.Clash, apart bool) string {
	text := "these"
	if (c.A.Part != "" || c.B.Part != "") && c.A.Span != c.B.Span && c.C == nil {
		side := func(w *lang.Witness, letter string) string {
			if w.Part != "" {
				return w.Part + " of " + letter
			}
			return letter
		}
		text = side(c.A, "A") + " and " + side(c.B, "B")
	}
	if apart {
		return text + " have to agree"
	}
	return text + " are one value"
}

// placesToRepair are the places to be changed first.
func (a *analysis) placesToRepair(dg *lang.Diagnostic, places []blamed) []repairPlace {
	var list []repairPlace
	for _, p := range places {
		r := repairPlace{def: p.def, node: p.key.site}
		if s := a.tree.Span(p.key.site); s != dg.Span && s.Contains(dg.Span) && !p.key.wiring {
			r.label = dg.Span
		}
		list = append(list, r)
	}
	return list
}

// budget is what repairs of the file may still cost.
func (a *analysis) budget() *repairBudget {
	if a.repairing == nil {
		a.repairing = newRepairBudget()
	}
	return a.repairing
}

// work is what the repairs of the program share.
func (a *analysis) work() *workshop {
	if a.shop == nil {
		a.shop = newWorkshop(a)
	}
	return a.shop
}

func (a *analysis) defName(d int32) string {
	if d < 0 {
		return ""
	}
	return a.tree.Syms.Text(a.tree.Defs[d].Name)
}

// placeSpan is where a place is shown: the expression, or of a seam what comes
// after it.
func (a *analysis) placeSpan(p placeKey) lang.Span { return a.tree.Span(p.site) }

// blameList tells the places, with the patterns that the first ones would need.
func (a *analysis) blameList(c *explain.Contradiction, places []blamed) []lang.Blame {
	var list []lang.Blame
	told := make(map[lang.Span]bool)
	for _, p := range places {
		if len(list) == maxBlamed {
			break
		}
		b := lang.Blame{Span: a.blameSpan(&p), Score: p.score}
		if told[b.Span] {
			continue // an expression and the seam before it are shown as one
		}
		told[b.Span] = true
		if len(list) < maxNeeds && p.def == c.Def && !p.key.wiring && a.tree.Defs[c.Def].Root-a.tree.Defs[c.Def].First < maxHoleSize {
			b.In, b.Out = a.needs2(c.Def, p.key)
		}
		list = append(list, b)
	}
	return list
}

// blameSpan is where a place is shown, which may be one of its labels.
func (a *analysis) blameSpan(p *blamed) lang.Span {
	if !p.label.Empty() {
		return p.label
	}
	return a.placeSpan(p.key)
}

// needs2 is the pattern that an expression would need for the rest of its
// definition to be right.
func (a *analysis) needs2(d int32, p placeKey) (in, out string) {
	b := a.body(d)
	e := p.site
	if a.tree.Nodes[e].Op >= k.OpFilterVar || a.explainer().Untouched(d, a.at(p)) {
		return "", ""
	}
	g, i, o := a.explainer().Hole(d, a.at(p), b.in(e), b.out(e))
	if len(g.Conflicts()) > 0 {
		return "", "" // something else is wrong, and what is left depends on it
	}
	s := patterns.NewQuotienter(a.types).Scheme(g, i, o)
	if s.Graph.Len() > maxNeedsNodes {
		return "", ""
	}
	in, out, _ = strings.Cut(a.Signature(s, s.Roots[0], s.Roots[1]), " --> ")
	return in, out
}

// maxNeedsNodes bounds the size of a pattern that is shown as what a place needs.
const maxNeedsNodes = 40

// fingerprint is the same for the same mistake wherever it stands: it is made of
// the definition, the labels and what the core says, not of places.
func fingerprint(dg *lang.Diagnostic) string {
	var parts []string
	for _, c := range dg.Explanation.Core {
		parts = append(parts, c.Definition+"\x00"+c.Rule+"\x00"+c.Part+"\x00"+c.Text)
	}
	slices.Sort(parts)
	h := sha256.New()
	fmt.Fprintf(h, "%s\x01%s\x01%s\x01%s", dg.Code, dg.Definition, strings.Join(dg.Clash.Path, "\x00"), strings.Join(parts, "\x01"))
	return hex.EncodeToString(h.Sum(nil)[:10])
}
