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
	"github.com/patgraph/patgraph/patterns/blame"
	"github.com/patgraph/patgraph/patterns/explain"
	"github.com/patgraph/patgraph/patterns/mend"
	"github.com/patgraph/patgraph/patterns/tell"
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
func (a *analysis) CompareLabels(x, y unify.Label) int {
	return patterns.ComparePrint(a.Labels.Text(x), a.Labels.Text(y))
}

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
			for _, f := range a.Types.Fields(t) {
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

// Work is bounded for a definition and for a file, so that a program of nothing
// but errors is told quickly; what is above it is told without explanation.
const (
	maxExplained     = 100       // errors of one definition
	explainedNodes   = 4_000_000 // graph nodes that are closed again for them
	minExplained     = 4
	maxExplainedFile = 1000
	maxSteps         = 500_000 // of their proofs
)

// contradictions explains what is wrong with a definition and those that are
// explained together with it, as diagnostics. It reports false when something is
// left that has no explanation.
func (a *analysis) contradictions(d int32) ([]lang.Diagnostic, bool) {
	x := a.Explainer()
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
		wrong := mistake{together[0], places[0].Place, dg.Code, dg.Clash.Label}
		dg.Secondary = a.suspect(places) || a.mistakes[wrong]
		a.mistakes[wrong] = true
		ds = append(ds, dg)
		a.steps += len(dg.Explanation.Steps)
		here := func(s *blame.Suspect) bool {
			return !s.Origin() && (s.Def == d || len(together) > 1 && slices.Contains(together, s.Def))
		}
		if s := a.blamer().ToLeaveOut(places, nil); s != nil && !here(s) {
			away[c] = true
			a.takeOut(a.holesElsewhere(c, s.Place)...)
		}
		if s := a.blamer().ToLeaveOut(places, here); s != nil {
			return a.blamer().Stated(c, s.Place)
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

// A mistake is a place at fault in what is explained together, and what is wrong.
type mistake struct {
	in    int32
	at    blame.Place
	code  lang.Code
	label string
}

// contradiction is the diagnostic of one of them, with the places at fault. What
// can be mended by a change is more likely at fault, so places are ranked again
// when repairs are known.
func (a *analysis) contradiction(c *explain.Contradiction) (lang.Diagnostic, []blame.Suspect) {
	name := a.defName(c.Def)
	places := a.blamer().Suspects(c)
	dg := a.clashOf(name, c, places)
	if c.Given >= 0 {
		fixes, mends := a.work().Repairs(c, dg.Span, a.placesToRepair(&dg, places), a.blamer().Stays(c, places), &a.budget().Budget)
		if a.blamer().Mendable(places, mends) {
			a.blamer().Rank(c.Def, places)
			dg = a.clashOf(name, c, places)
		}
		dg.Fixes = fixes
		if len(fixes) > 1 && len(places) > 0 && a.mirrored(&fixes[0], &fixes[1]) && places[0].Shown().Contains(fixes[1].Edits[0].Span) {
			fixes[0], fixes[1] = fixes[1], fixes[0]
		}
		a.noteMends(c.Def, mends)
	}
	if len(c.Core) == 0 {
		dg.Notes = append(dg.Notes, a.Because(c.Given)) // else the derivation says where the sides meet
	}
	dg.Help = slices.DeleteFunc(dg.Help, func(h lang.Phrase) bool { return saidByFix(h, dg.Fixes) })
	dg.Explanation = a.Explanation(c, dg.Clash, a.options.Sketch)
	list := a.blamer().Listed(c.Def, places)
	dg.Explanation.Blame = a.blamer().Told(c, list)
	a.likeliest(&dg)
	a.noteOneField(&dg)
	dg.Fingerprint = fingerprint(&dg)
	if a.options.Observe != nil {
		a.options.Observe(&dg, list)
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
// about the one label that the hint names.
func saidByFix(hint lang.Phrase, fixes []lang.Fix) bool {
	labels := hint.Labels()
	return len(labels) == 1 && slices.ContainsFunc(fixes, func(f lang.Fix) bool { return slices.Contains(f.Title.Labels(), labels[0]) })
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
			dg.Related[i].Message = lang.Say("%s; %s", dg.Related[i].Message, says)
			return
		}
	}
	dg.Related = append(dg.Related, lang.Related{Span: s, Message: lang.Text(says)})
}

// oneFields are the types of the program that are written in braces of one field, by
// what reports call them, each with what it is.
func (a *analysis) oneFields() map[string]lang.Phrase {
	if a.braces != nil {
		return a.braces
	}
	a.braces = make(map[string]lang.Phrase)
	for e := range a.tree.Nodes {
		id := k.NodeID(e)
		if a.tree.Nodes[e].Op != k.OpCodeProduct || len(a.tree.Fields(id)) != 1 || a.typeOf(id) == patterns.NoType {
			continue
		}
		t := a.typeOf(id)
		is := a.TypeThing(t)
		if _, named := a.typeName(t); !named {
			is = a.Quote(int32(e))
		}
		spelt := a.TypeWord(t)
		is = lang.Say("%s is the union `$%s`", is, a.ShortTypeDefinition(t, shortText))
		// Of two ways to write it the order of definitions must not choose one.
		if said, ok := a.braces[spelt]; !ok || is.String() < said.String() {
			a.braces[spelt] = is
		}
	}
	return a.braces
}

// noteOneField says of the first type that an error speaks of what its braces do not show.
func (a *analysis) noteOneField(dg *lang.Diagnostic) {
	if a.tree.Dialect != k.K4 {
		return
	}
	said := []lang.Phrase{dg.Message, dg.Label}
	for _, r := range dg.Related {
		said = append(said, r.Message)
	}
	for _, w := range slices.Concat(said...) {
		note, ok := a.oneFields()[w.Type]
		named := !strings.Contains(w.Type, "<")
		if w.Type != "" && ok && !(named && dg.Code == lang.TypesDiffer) {
			dg.Notes = append(dg.Notes, lang.Say("in k4 a bracket of one field is a variant, so %s", note))
			return
		}
	}
}

// clashOf tells a contradiction, the side at the likeliest place first.
func (a *analysis) clashOf(name string, c *explain.Contradiction, places []blame.Suspect) lang.Diagnostic {
	rank := make(map[blame.Place]int, len(places))
	for i, p := range places {
		rank[p.Place] = i
	}
	return a.Clash(name, c, func(w *tell.Witness) int {
		if i, ok := rank[blame.Place{Site: w.Site}]; ok {
			return i
		}
		return len(places)
	})
}

// placesToRepair are the places to be changed first.
func (a *analysis) placesToRepair(dg *lang.Diagnostic, places []blame.Suspect) []mend.Place {
	var list []mend.Place
	for _, p := range places {
		r := mend.Place{Site: p.Site}
		if p.Span != dg.Span && p.Span.Contains(dg.Span) && !p.Seam {
			r.Label = dg.Span
		}
		list = append(list, r)
	}
	return list
}

// A repairBudget bounds the work for repairs of a file, and for blame.
type repairBudget struct {
	mend.Budget
	holes int // syntax nodes that may still be derived with a hole; see blame_holes.go
}

func newRepairBudget() *repairBudget { return &repairBudget{*mend.NewBudget(), blame.SitesPerFile} }

// budget is what repairs of the file may still cost.
func (a *analysis) budget() *repairBudget {
	if a.repairing == nil {
		a.repairing = newRepairBudget()
	}
	return a.repairing
}

// work is what the repairs of the program share.
func (a *analysis) work() *mend.Workshop {
	if a.shop == nil {
		a.shop = mend.NewWorkshop(a.mendProgram(), a.tried)
		a.tried = nil // it is the workshop's now
	}
	return a.shop
}

// fingerprint is the same for the same mistake wherever it stands: it is made of
// the definition, the labels and what the core says, not of places.
func fingerprint(dg *lang.Diagnostic) string {
	var parts []string
	for _, c := range dg.Explanation.Core {
		parts = append(parts, c.Definition+"\x00"+c.Rule+"\x00"+c.Part+"\x00"+c.Text.String())
	}
	slices.Sort(parts)
	h := sha256.New()
	fmt.Fprintf(h, "%s\x01%s\x01%s\x01%s", dg.Code, dg.Definition, strings.Join(dg.Clash.Path, "\x00"), strings.Join(parts, "\x01"))
	return hex.EncodeToString(h.Sum(nil)[:10])
}
