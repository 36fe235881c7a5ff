package k

import (
	"fmt"
	"slices"
	"strings"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/k"
	"github.com/patgraph/patgraph/patterns/explain"
	"github.com/patgraph/patgraph/unify"
)

// What a constraint states, what a step of a proof concludes and what an
// expression is called, in words.

// coreConstraint tells one constraint of a core.
func (a *analysis) coreConstraint(m explain.Cited) lang.Constraint {
	rule, part := a.ruleOf(m.Source)
	return lang.Constraint{
		Rule: ruleNames[rule], Part: partNames[part],
		Span: a.constraintSpan(m.Source), Definition: a.defName(m.Def),
		Text: a.sentence(m),
	}
}

// constraintSpan is where a constraint is shown: of how a part is wired to what
// is around it, the part.
func (a *analysis) constraintSpan(s explain.Source) lang.Span {
	e := k.NodeID(s.Reason.Site)
	if s.Event >= 0 {
		switch Rule(s.Reason.Rule) {
		case R2Comp, R4Prod, R5Variant, R6Merge, R8Vector, R9Caret:
			if part, ok := a.Graph.Site(a.Graph.Event(s.Event).Y); ok {
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
	case k.OpVid:
		return R14Vid, partOnly
	case k.OpDiv:
		return R15Div, partOnly
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
	q := a.noun(e)
	if s.Event < 0 {
		return a.description(m)
	}
	ev := a.Graph.Event(s.Event)
	x, y := a.siteNoun(ev.X), a.siteNoun(ev.Y)
	switch r := s.Reason; Rule(r.Rule) {
	case R1Ref, R13Builtin:
		if r.Part == partOutput {
			return q + " is called here and gives its output"
		}
		return q + " is called here and takes its input"
	case R2Comp:
		switch r.Part {
		case partChain:
			return "what " + x + " gives goes into " + nextTo(x, y)
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
			return y + " is a branch: it gives what the merge gives"
		}
		return y + " is a branch: it takes what the merge takes"
	case R8Vector:
		if r.Part == partMember {
			return y + " gives an element of the vector"
		}
		return y + " takes the input of the vector"
	case R9Caret:
		return y + " takes the input of the caret"
	case R12Filter:
		if r.Part == partVariable {
			return "the variable " + a.variableName(e) + " means the same wherever it stands"
		}
		return "the filter says what is taken and given"
	}
	return x + " and " + y + " are one"
}

// description says what a node is described as.
func (a *analysis) description(m explain.Cited) string {
	s := m.Source
	e := k.NodeID(s.Reason.Site)
	n := &a.tree.Nodes[e]
	q := a.noun(e)
	f := m.Claim
	if s.Use >= 0 {
		use := a.Solver.UseOf(s.Use)
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
		if len(f.Labels) == 0 {
			return "`{}` gives the unit"
		}
		return "this builds " + a.thing(f)
	case k.OpDiv:
		return q + " reads the tag " + a.labelWord(unify.Label(n.Sym))
	case k.OpVariant, k.OpVid:
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
		if thing := a.thing(f); thing != q {
			return q + " takes and gives " + thing
		}
		return q + " takes and gives values of this type"
	}
	if q[0] == '`' {
		q = "the filter " + q
	}
	return q + " asks for " + a.thing(f)
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
		return t.axiom(st.C)
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
		ps := append(t.premises(st), t.axiom(st.C))
		if n := t.axiom(st.C2); !slices.Contains(ps, n) {
			ps = append(ps, n)
		}
		e, f := t.sys.Constraints[st.C].Edges[st.E], t.sys.Constraints[st.C2].Edges[st.E2]
		s := lang.Step{Rule: lang.StepLabel, Premises: ps, Constraint: -1, Concludes: t.equal(st.X, st.Y), Definition: t.defOf(st.Y)}
		switch {
		case e.Label == unify.Member && f.Label == unify.Member:
			s.Label = "vector-member"
		case e.Label != f.Label:
			s.Rule, s.Label = lang.StepMember, t.Labels.Text(max(e.Label, f.Label))
		default:
			s.Label = t.Labels.Text(e.Label)
		}
		return t.add(s)
	case unify.ByUnfolding:
		ps := append(t.premises(st), t.axiom(st.C))
		l := t.sys.Constraints[st.C].Edges[st.E].Label
		s := lang.Step{Rule: lang.StepUnfold, Premises: ps, Constraint: -1, Definition: t.defOf(st.X)}
		if l != unify.Member {
			s.Label = t.Labels.Text(l)
		}
		s.Concludes = t.node(st.X) + " is " + t.typeThing(st.Head)
		return t.add(s)
	case unify.ByShape:
		return t.add(lang.Step{Rule: lang.StepVector, Premises: t.premises(st), Constraint: -1,
			Concludes: t.node(st.X) + " can only be a vector", Definition: t.defOf(st.X)})
	}
	s := lang.Step{Rule: lang.StepClash, Premises: t.premises(st), Constraint: -1, Definition: t.defName(t.home)}
	var things []string
	n := len(st.Premises) / 2
	for _, c := range st.Premises[n:] {
		things = append(things, t.claimThing(p, c))
	}
	s.Concludes = "one value would have to be both " + strings.Join(things, " and ")
	if n > 2 {
		s.Concludes = "one value would have to be all of " + strings.Join(things, ", ")
	}
	return t.add(s)
}

// claimThing says what a claim makes of its node.
func (t *teller) claimThing(p *unify.Proof, i int32) string {
	st := &p.Steps[i]
	if st.Rule == unify.ByUnfolding {
		return t.typeThing(st.Head)
	}
	c := &t.sys.Constraints[st.C]
	return t.thing(c.Claim())
}

// axiom tells a constraint, once.
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
		return "a part of what " + t.noun(k.NodeID(t.Solver.UseOf(p.Use).Site)) + " is about"
	}
	if use, ok := t.Graph.Instance(p.Node); ok {
		u := t.Solver.UseOf(use)
		root, path := u.Scheme.Path(int32(p.Node - u.Base))
		side := " takes"
		if root == 1 {
			side = " gives"
		}
		text := "what " + t.noun(k.NodeID(u.Site)) + side
		if len(path) > 0 {
			text = t.partText(path) + " of " + text
		}
		return text
	}
	site, ok := t.Graph.Site(p.Node)
	if !ok {
		return "it"
	}
	e := k.NodeID(site)
	b := t.body(p.Def)
	q := t.noun(e)
	if q[0] != '`' {
		// Steps that follow have no place of their own.
		at := t.tree.File.Position(t.tree.Nodes[e].Start)
		q += " at " + at.String()
	}
	switch {
	case t.tree.Nodes[e].Op >= k.OpFilterVar && p.Node != b.in(e):
		return "the variable " + t.variableName(e)
	case t.tree.Nodes[e].Op >= k.OpFilterVar:
		if q[0] == '`' {
			q = "the filter " + q
		}
		return q
	case p.Node == b.in(e):
		return "the input of " + q
	case p.Node == b.out(e):
		return "the output of " + q
	case t.tree.Nodes[e].Op == k.OpVector:
		return "an element of " + q
	}
	return q
}

// elementText names a part like partText, an element as one of several.
func (a *analysis) elementText(path []unify.Label) string {
	if len(path) == 1 && path[0] == unify.Member {
		return "an element"
	}
	return a.partText(path)
}

// variableName is the variable that a part of a filter has or is.
func (a *analysis) variableName(e k.NodeID) string {
	return "`" + a.tree.Syms.Text(a.tree.Nodes[e].Sym) + "`"
}

// shortNoun is up to how many characters an expression is named by its text.
const shortNoun = 22

// noun names an expression: by its text when that is short, and else by what it
// is, since the line and column are told with it.
func (a *analysis) noun(e k.NodeID) string {
	n := &a.tree.Nodes[e]
	s := n.Span()
	text := a.short(e)
	if len([]rune(text)) <= shortNoun && int(s.End-s.Start) <= 2*shortNoun {
		return "`" + text + "`"
	}
	switch n.Op {
	case k.OpProduct:
		return "the product"
	case k.OpVariant:
		return "the variant " + a.labelWord(unify.Label(a.tree.Fields(e)[0].Label))
	case k.OpMerge:
		return "the merge"
	case k.OpVector:
		return "the vector"
	case k.OpComp:
		first := a.tree.Kids(e)[0]
		if head := a.noun(first); head[0] == '`' {
			return head[:len(head)-1] + " …`"
		}
		return "the composition"
	case k.OpCaret:
		return "the `^`"
	case k.OpType:
		return "the type"
	case k.OpFilter, k.OpFilterAny, k.OpFilterProduct, k.OpFilterUnion, k.OpFilterVector, k.OpFilterCode:
		return "the filter"
	}
	return "`" + text + "`"
}
