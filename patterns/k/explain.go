package k

import (
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
	all, complete := x.Contradictions(d, most, func(c *explain.Contradiction) func(explain.Source) bool {
		dg, places := a.contradiction(c)
		ds = append(ds, dg)
		a.steps += len(dg.Explanation.Steps)
		for _, p := range places {
			if p.def == d || len(together) > 1 && slices.Contains(together, p.def) {
				return a.at(p.key)
			}
		}
		return func(explain.Source) bool { return false }
	})
	a.explained += len(all)
	return ds, complete
}

// contradiction is the diagnostic of one of them, with the places at fault. What
// can be mended by a change is more likely at fault, so places are ranked again
// when repairs are known.
func (a *analysis) contradiction(c *explain.Contradiction) (lang.Diagnostic, []blamed) {
	name := a.defName(c.Def)
	places := a.blame(a.explainer(), c)
	dg, clash := a.clashOf(name, c, places)
	if c.Given >= 0 {
		fixes := a.repairs(&dg, clash, a.placesToRepair(&dg, places), a.budget())
		if a.mendable(places, fixes) {
			a.rank(c.Def, places)
			dg, _ = a.clashOf(name, c, places)
		}
		dg.Fixes = fixes
	}
	if len(dg.Notes) > 0 && len(c.Core) > 0 {
		dg.Notes = dg.Notes[:len(dg.Notes)-1] // the derivation says where the sides meet
	}
	dg.Explanation = a.explanation(c)
	dg.Explanation.Blame = a.blameList(c, &dg, places)
	dg.Fingerprint = fingerprint(&dg)
	if a.options.Observe != nil {
		a.observe(&dg, places)
	}
	return dg, places
}

// clashOf tells a contradiction, the side at the likeliest place first.
func (a *analysis) clashOf(name string, c *explain.Contradiction, places []blamed) (lang.Diagnostic, patterns.Clash) {
	clash := patterns.Clash{Path: c.Path}
	if c.Given >= 0 {
		clash.Given = a.graph.Event(c.Given)
	}
	for i := range c.Facts {
		f := &c.Facts[i]
		fact := patterns.NewFact(f.Node, f.Within, f.Claim.Flat, edgesOf(f.Claim.Labels))
		if f.Use >= 0 {
			fact.Came(f.Side, f.Below)
		}
		clash.Facts = append(clash.Facts, fact)
	}
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

func (a *analysis) explanation(c *explain.Contradiction) *lang.Explanation {
	ex := &lang.Explanation{Minimal: c.Minimal, Checked: c.Checked}
	for _, m := range c.Core {
		ex.Core = append(ex.Core, a.coreConstraint(m))
	}
	if c.Proof != nil {
		t := teller{analysis: a, sys: c.System, places: c.Places, member: c.Copy, ex: ex, home: c.Def}
		t.tell(c.Proof)
	}
	return ex
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

// coreConstraint tells one constraint of a core.
func (a *analysis) coreConstraint(m explain.Cited) lang.Constraint {
	rule, part := a.ruleOf(m.Source)
	return lang.Constraint{
		Rule: ruleNames[rule], Part: partNames[part],
		Span: a.constraintSpan(m.Source), Definition: a.defName(m.Def),
		Text: a.sentence(m),
	}
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

// constraintSpan is where a constraint is shown: of how a part is wired to what
// is around it, the part.
func (a *analysis) constraintSpan(s explain.Source) lang.Span {
	e := k.NodeID(s.Reason.Site)
	if s.Event >= 0 {
		switch Rule(s.Reason.Rule) {
		case R2Comp, R4Prod, R5Variant, R6Merge, R8Vector, R9Caret:
			if part, ok := a.graph.Site(a.graph.Event(s.Event).Y); ok {
				e = k.NodeID(part)
			}
		}
	}
	return a.tree.Span(e)
}

// ruleOf returns the rule and part that state a constraint; descriptions know
// only their site.
func (a *analysis) ruleOf(s explain.Source) (Rule, uint8) {
	if s.Event >= 0 {
		return Rule(s.Reason.Rule), s.Reason.Part
	}
	switch n := &a.tree.Nodes[s.Reason.Site]; n.Op {
	case k.OpRef:
		if a.names.Func[n.Sym] < 0 {
			return R13Builtin, partOnly
		}
		return R1Ref, partOnly
	case k.OpDot:
		return R7Dot, partOnly
	case k.OpType:
		return R3Type, partOnly
	case k.OpProduct:
		return R4Prod, partOutput
	case k.OpVariant:
		return R5Variant, partOutput
	case k.OpVector:
		return R8Vector, partOutput
	case k.OpCaret:
		return R9Caret, partOutput
	case k.OpPipe:
		return R10Pipe, partOnly
	case k.OpInt, k.OpString:
		return R11Literal, partOnly
	}
	return R12Filter, partOnly
}

// sentence says what a constraint states, as a clause that stands alone.
func (a *analysis) sentence(m explain.Cited) string {
	s := m.Source
	e := k.NodeID(s.Reason.Site)
	q := a.quote(e)
	if s.Event < 0 {
		return a.description(m)
	}
	ev := a.graph.Event(s.Event)
	x, y := a.quoteSite(ev.X), a.quoteSite(ev.Y)
	switch r := s.Reason; Rule(r.Rule) {
	case R1Ref, R13Builtin:
		if r.Part == partOutput {
			return q + " is called here and gives its output"
		}
		return q + " is called here and takes its input"
	case R2Comp:
		switch r.Part {
		case partChain:
			return "what " + x + " gives goes into " + y
		case partStart:
			return "the composition begins with " + y
		}
		return "the composition ends with " + y
	case R2Identity:
		return "`()` gives what it takes"
	case R3Type:
		return q + " gives what it takes"
	case R4Prod:
		return y + " takes the input of the product"
	case R5Variant:
		return y + " takes the input of the variant"
	case R6Merge:
		if r.Part == partOutput {
			return "the branch " + y + " gives the output of the merge"
		}
		return "the branch " + y + " takes the input of the merge"
	case R8Vector:
		if r.Part == partMember {
			return y + " gives an element of the vector"
		}
		return y + " takes the input of the vector"
	case R9Caret:
		return y + " takes the input of the caret"
	case R12Filter:
		if r.Part == partVariable {
			return "the variable " + variableOf(q) + " is one pattern wherever it stands"
		}
		return "the filter says what is taken and given"
	}
	return x + " and " + y + " are one"
}

// variableOf shortens a named part of a filter to its variable.
func variableOf(q string) string {
	if i := strings.LastIndexByte(q, '='); i >= 0 {
		return "`" + q[i+1:]
	}
	return q
}

// description says what a node is described as.
func (a *analysis) description(m explain.Cited) string {
	s := m.Source
	e := k.NodeID(s.Reason.Site)
	n := &a.tree.Nodes[e]
	q := a.quote(e)
	f := patterns.NewFact(s.Node, nil, m.Claim.Flat, edgesOf(m.Claim.Labels))
	if s.Use >= 0 {
		use := a.solver.UseOf(s.Use)
		root, path := use.Scheme.Path(int32(s.Node - use.Base))
		path = append(path, s.Below...)
		side := "takes"
		if root == 1 {
			side = "gives"
		}
		if len(path) > 0 {
			return fmt.Sprintf("in what %s %s, %s is %s", q, side, a.partText(path), a.thing(f))
		}
		return fmt.Sprintf("%s %s %s", q, side, a.thing(f))
	}
	switch n.Op {
	case k.OpDot:
		return q + " reads the field " + a.labelWord(unify.Label(n.Sym))
	case k.OpProduct:
		if len(f.Edges) == 0 {
			return "`{}` gives the unit"
		}
		return "this builds " + a.thing(f)
	case k.OpVariant:
		return "this builds a variant with " + a.labelList(a.labelsOf(f), "tag")
	case k.OpVector:
		return "this builds a vector"
	case k.OpCaret:
		return "`^` collects a vector"
	case k.OpPipe:
		return "`|` takes a vector apart"
	case k.OpInt, k.OpString:
		return q + " gives " + a.thing(f)
	case k.OpType:
		return q + " takes and gives " + a.thing(f)
	}
	return "the filter " + q + " is " + a.thing(f)
}

// blameList tells the places, with the patterns that the first ones would need.
func (a *analysis) blameList(c *explain.Contradiction, dg *lang.Diagnostic, places []blamed) []lang.Blame {
	var list []lang.Blame
	for i, p := range places[:min(len(places), maxBlamed)] {
		b := lang.Blame{Span: a.placeSpan(p.key), Score: p.score}
		if !p.key.wiring && a.tree.Nodes[p.key.site].Op.Fielded() {
			// One of its labels, where that is known.
			if !p.label.Empty() {
				b.Span = p.label
			} else if b.Span.Contains(dg.Span) {
				b.Span = dg.Span
			}
		}
		if i < maxNeeds && p.def == c.Def && !p.key.wiring && a.tree.Defs[c.Def].Root-a.tree.Defs[c.Def].First < maxHoleSize {
			b.In, b.Out = a.needs2(c.Def, p.key)
		}
		list = append(list, b)
	}
	return list
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

// teller turns a proof into steps in words.
type teller struct {
	*analysis
	sys    *unify.System
	places []explain.Place
	member []int32 // by constraint of the system: of the core
	ex     *lang.Explanation
	home   int32
	number []int32 // by step of the proof: its step in words, or -1 for none
	said   map[int32]int32
	listed []int32 // by step in words: the last list of premises that has it
	round  int32
}

func (t *teller) add(s lang.Step) int32 {
	t.ex.Steps = append(t.ex.Steps, s)
	t.listed = append(t.listed, 0)
	return int32(len(t.ex.Steps) - 1)
}

func (t *teller) tell(p *unify.Proof) {
	t.number = make([]int32, len(p.Steps))
	t.said = make(map[int32]int32)
	for i := range p.Steps {
		t.number[i] = t.step(p, &p.Steps[i])
	}
}

// premises lists the steps in words that a step follows from.
func (t *teller) premises(st *unify.ProofStep) []int32 {
	var ps []int32
	t.round++
	for _, p := range st.Premises {
		if n := t.number[p]; n >= 0 && t.listed[n] != t.round {
			t.listed[n] = t.round
			ps = append(ps, n)
		}
	}
	return ps
}

func (t *teller) step(p *unify.Proof, st *unify.ProofStep) int32 {
	switch st.Rule {
	case unify.ByEquation:
		if t.member[st.C] < 0 {
			return -1
		}
		n := t.axiom(st.C)
		t.ex.Steps[n].Line = t.ex.Steps[n].Concludes
		return n
	case unify.ByDescription:
		return t.axiom(st.C)
	case unify.ByChain:
		ps := t.premises(st)
		switch len(ps) {
		case 0:
			return -1
		case 1:
			return ps[0]
		}
		return t.add(lang.Step{Rule: lang.StepTrans, Premises: ps, Constraint: -1, Concludes: t.equal(st.X, st.Y), Definition: t.defOf(st.Y)})
	case unify.ByLabel:
		if st.X == st.Y {
			return -1
		}
		ps := append(t.premises(st), t.field(st.C))
		if n := t.field(st.C2); !slices.Contains(ps, n) {
			ps = append(ps, n)
		}
		e, f := t.sys.Constraints[st.C].Edges[st.E], t.sys.Constraints[st.C2].Edges[st.E2]
		s := lang.Step{Rule: lang.StepLabel, Premises: ps, Constraint: -1, Concludes: t.equal(st.X, st.Y), Definition: t.defOf(st.Y)}
		switch {
		case e.Label == unify.Member && f.Label == unify.Member:
			s.Label = "vector-member"
			s.Line = "so their elements are one"
		case e.Label != f.Label:
			s.Rule, s.Label = lang.StepMember, t.labels.Text(max(e.Label, f.Label))
			s.Line = "so " + t.labelWord(max(e.Label, f.Label)) + " is an element of the vector"
		default:
			s.Label = t.labels.Text(e.Label)
			s.Line = "so what is under " + t.labelWord(e.Label) + " is one"
		}
		return t.add(s)
	case unify.ByUnfolding:
		ps := append(t.premises(st), t.field(st.C))
		l := t.sys.Constraints[st.C].Edges[st.E].Label
		s := lang.Step{Rule: lang.StepUnfold, Premises: ps, Constraint: -1, Definition: t.defOf(st.X)}
		part := t.partText([]unify.Label{l})
		if l != unify.Member {
			s.Label = t.labels.Text(l)
		}
		s.Concludes = fmt.Sprintf("%s is %s, since the type says so of %s", t.node(st.X), t.typeThing(st.Head), part)
		s.Line = fmt.Sprintf("so %s is %s", part, t.typeThing(st.Head))
		return t.add(s)
	case unify.ByShape:
		for _, c := range st.Premises[len(st.Premises)/2:] {
			if s := &t.ex.Steps[t.number[c]]; s.Rule == lang.StepAxiom {
				s.Line = s.Concludes
			}
		}
		return t.add(lang.Step{Rule: lang.StepVector, Premises: t.premises(st), Constraint: -1,
			Concludes: t.node(st.X) + " can only be a vector", Line: "so it can only be a vector", Definition: t.defOf(st.X)})
	}
	s := lang.Step{Rule: lang.StepClash, Premises: t.premises(st), Constraint: -1, Definition: t.defName(t.home)}
	var things []string
	n := len(st.Premises) / 2
	for _, c := range st.Premises[n:] {
		things = append(things, t.claimThing(p, c))
	}
	s.Concludes = "one value would have to be " + strings.Join(things, " and ")
	return t.add(s)
}

// claimThing says what a claim makes of its node.
func (t *teller) claimThing(p *unify.Proof, i int32) string {
	st := &p.Steps[i]
	if st.Rule == unify.ByUnfolding {
		return t.typeThing(st.Head)
	}
	c := &t.sys.Constraints[st.C]
	return t.thing(patterns.NewFact(unify.None, nil, c.Flat, c.Edges))
}

// field tells a description one of whose edges is needed.
func (t *teller) field(c int32) int32 {
	n := t.axiom(c)
	t.ex.Steps[n].Line = t.ex.Steps[n].Concludes
	return n
}

// axiom tells a constraint, once. A short derivation leaves out what the sides
// themselves say, since they are shown.
func (t *teller) axiom(c int32) int32 {
	m := t.member[c]
	if n, ok := t.said[m]; ok {
		return n
	}
	core := &t.ex.Core[m]
	s := lang.Step{
		Rule: lang.StepAxiom, Constraint: m, Concludes: core.Text,
		Reason: core.Rule, Span: core.Span, Definition: core.Definition,
	}
	if core.Part != "" {
		s.Reason += ": " + core.Part
	}
	n := t.add(s)
	t.said[m] = n
	return n
}

func (t *teller) defOf(n unify.Node) string { return t.defName(t.places[n].Def) }

func (t *teller) equal(x, y unify.Node) string { return t.node(x) + " is " + t.node(y) }

// node names a node by what it is the pattern of.
func (t *teller) node(n unify.Node) string {
	p := &t.places[n]
	if p.Node == unify.None {
		return "a part of what " + t.quote(k.NodeID(t.solver.UseOf(p.Use).Site)) + " is about"
	}
	if use, ok := t.graph.Instance(p.Node); ok {
		u := t.solver.UseOf(use)
		root, path := u.Scheme.Path(int32(p.Node - u.Base))
		side := " takes"
		if root == 1 {
			side = " gives"
		}
		text := "what " + t.quote(k.NodeID(u.Site)) + side
		if len(path) > 0 {
			text = t.partText(path) + " of " + text
		}
		return text
	}
	site, ok := t.graph.Site(p.Node)
	if !ok {
		return "it"
	}
	e := k.NodeID(site)
	b := t.body(p.Def)
	q := t.quote(e)
	switch {
	case t.tree.Nodes[e].Op >= k.OpFilterVar:
		return "the filter " + q
	case p.Node == b.in(e):
		return "the input of " + q
	case p.Node == b.out(e):
		return "the output of " + q
	case t.tree.Nodes[e].Op == k.OpVector:
		return "an element of " + q
	}
	return q
}
