package message

import (
	"slices"
	"strings"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/explain"
	"github.com/patgraph/patgraph/unify"
)

// A stepWriter writes a proof as numbered steps in words.
type stepWriter struct {
	proved  proved
	member  []int32 // by constraint of the system: its index in the core, or -1
	ex      *lang.Explanation
	home    int32
	number  []int32 // by step of the proof: its step in words, or -1
	said    map[int32]int32
	related map[int32]int32 // by constraint that a relation states: the step in words of the relation
	listed  []int32         // by step in words: the last list of premises that has it
	round   int32
}

// writeSteps writes a proof as steps. By constraint of the system, member is the index in the core of the constraint
// that it copies, or -1.
func (p proved) writeSteps(ex *lang.Explanation, proof *unify.Proof, member []int32, home int32) *stepWriter {
	t := &stepWriter{
		proved: p, member: member, ex: ex, home: home, number: make([]int32, len(proof.Steps)),
		said: make(map[int32]int32), related: make(map[int32]int32),
	}
	for i := range proof.Steps {
		p.count(stepsPerSentence + len(proof.Steps[i].Premises))
		t.number[i] = t.step(proof, &proof.Steps[i])
	}
	return t
}

// stepsPerSentence is about how many units of work it takes to write a step of a proof.
const stepsPerSentence = 16

// Explanation describes a contradiction: its core, and its proof as steps, as a walk and, on request, as a picture.
// Package blame adds the suspects.
func (p *Program) Explanation(c *explain.Contradiction, clash *lang.Clash, sketch, certify bool) *lang.Explanation {
	ex := &lang.Explanation{Minimal: c.Minimal, Checked: c.Checked}
	p.count(stepsPerSentence * len(c.Core))
	for _, m := range c.Core {
		ex.Core = append(ex.Core, p.Constraint(m))
	}
	if c.Proof != nil {
		t := p.proofOf(c).writeSteps(ex, c.Proof, c.Copy, c.Def)
		var cited [][]*explain.Cited
		ex.Story, cited, ex.Shown = p.story(c, clash)
		t.renumber(c.Core, cited)
		if sketch {
			ex.Sketch = p.sketch(c, clash, t)
		}
		if certify {
			ex.Proved = p.Proved(c)
		}
	}
	return ex
}

func (t *stepWriter) add(s lang.Step) int32 {
	t.ex.Steps = append(t.ex.Steps, s)
	t.listed = append(t.listed, 0)
	return int32(len(t.ex.Steps) - 1)
}

// premises lists the steps in words that are premises of a step.
func (t *stepWriter) premises(st *unify.ProofStep) []int32 {
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

func (t *stepWriter) step(p *unify.Proof, st *unify.ProofStep) int32 {
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
		return t.add(lang.Step{
			Rule: lang.StepTrans, Premises: ps, Constraint: -1, Concludes: t.equal(st), Definition: t.defOf(st.Y),
		})
	case unify.ByLabel:
		return t.label(st)
	case unify.ByUnfolding:
		ps := append(t.premises(st), t.axiom(st.C))
		l := t.proved.sys.Constraints[st.C].Edges[st.E].Label
		s := lang.Step{Rule: lang.StepUnfold, Premises: ps, Constraint: -1, Definition: t.defOf(st.X)}
		if l != unify.Member {
			s.Label = t.proved.labelText(l)
		}
		s.Concludes = lang.Say("%s is %s", t.node(st.X), t.proved.TypeThing(st.Head))
		return t.add(s)
	case unify.ByShape:
		return t.add(lang.Step{Rule: lang.StepVector, Premises: t.premises(st), Constraint: -1,
			Concludes: lang.Say("%s can only be %s", t.node(st.X), t.proved.Words().Vector.One), Definition: t.defOf(st.X)})
	case unify.ByAnswer, unify.ByPart:
		ps := t.premises(st)
		if st.Rule == unify.ByPart {
			ps = append(ps, t.axiom(st.C))
		}
		if len(ps) == 1 {
			return ps[0]
		}
		return t.add(lang.Step{
			Rule: lang.StepTrans, Premises: ps, Constraint: -1, Concludes: t.answer(p, st), Definition: t.defOf(st.X),
		})
	case unify.ByRelation, unify.ByFailure:
		what := lang.Say("%s holds", t.relation(st.C))
		if st.Rule == unify.ByFailure {
			what = lang.Say("%s does not hold", t.relation(st.C))
		}
		n := t.add(lang.Step{
			Rule: lang.StepRelation, Premises: append(t.premises(st), t.axiom(st.C)), Constraint: -1,
			Concludes: what, Definition: t.defOf(st.X),
		})
		if st.Rule == unify.ByRelation {
			for c := t.proved.sys.Fired[st.E].First; c < t.proved.sys.Fired[st.E].End; c++ {
				t.related[c] = n
			}
		}
		return n
	}
	s := lang.Step{Rule: lang.StepClash, Premises: t.premises(st), Constraint: -1, Definition: t.proved.DefName(t.home)}
	var things []lang.Phrase
	n := len(st.Premises) / 2
	for _, c := range st.Premises[n:] {
		things = append(things, t.claimThing(p, c))
	}
	if n == 2 {
		s.Concludes = lang.Say("one value would have to be both %s and %s", things[0], things[1])
	} else {
		s.Concludes = lang.Say("one value would have to be all of %s", lang.JoinPhrases(things, ", "))
	}
	return t.add(s)
}

// relation names a relation by its place, with its attributes.
func (t *stepWriter) relation(c int32) lang.Phrase {
	name, _, _ := strings.Cut(t.proved.sys.Constraints[c].Of.Relation.Key(), "~") // which clause of it
	return lang.Say("`%s` of %s", name, t.proved.Noun(t.proved.cited(c).Source.Reason.Site))
}

// answer writes what a relation has read.
func (t *stepWriter) answer(p *unify.Proof, st *unify.ProofStep) lang.Phrase {
	if st.Rule == unify.ByPart {
		part := t.proved.PartText([]unify.Label{t.proved.sys.Constraints[st.C].Edges[st.E].Label})
		return lang.Say("%s of %s is %s", part, t.node(st.X), t.node(st.Y))
	}
	return lang.Say("%s is %s", t.node(st.X), t.claimThing(p, st.Premises[1]))
}

// label writes the step that equal wholes have equal parts.
func (t *stepWriter) label(st *unify.ProofStep) int32 {
	if st.X == st.Y {
		return -1
	}
	ps := append(t.premises(st), t.axiom(st.C))
	if n := t.axiom(st.C2); !slices.Contains(ps, n) {
		ps = append(ps, n)
	}
	e, f := t.proved.sys.Constraints[st.C].Edges[st.E], t.proved.sys.Constraints[st.C2].Edges[st.E2]
	s := lang.Step{
		Rule: lang.StepLabel, Premises: ps, Constraint: -1, Concludes: t.equal(st), Definition: t.defOf(st.Y),
	}
	switch {
	case e.Label == unify.Member && f.Label == unify.Member:
		s.Label = "vector-member"
	case e.Label != f.Label:
		s.Rule, s.Label = lang.StepMember, t.proved.labelText(max(e.Label, f.Label))
	default:
		s.Label = t.proved.labelText(e.Label)
	}
	return t.add(s)
}

// claimThing names the type that a claim gives its node, or the pattern of the claim.
func (t *stepWriter) claimThing(p *unify.Proof, i int32) lang.Phrase {
	st := &p.Steps[i]
	if st.Rule == unify.ByUnfolding {
		return t.proved.TypeThing(st.Head)
	}
	return t.proved.Thing(t.proved.sys.Constraints[st.C].Claim())
}

// axiom writes a constraint as a step, once. For a constraint that a relation states, it is the step of the relation.
func (t *stepWriter) axiom(c int32) int32 {
	if n, ok := t.related[c]; ok {
		return n
	}
	m := t.member[c]
	return patterns.Remember(&t.said, m, func() int32 {
		core := &t.ex.Core[m]
		return t.add(lang.Step{
			Rule: lang.StepAxiom, Constraint: m, Concludes: core.Text,
			Reason: core.Reason(), Span: core.Span, Definition: core.Definition,
		})
	})
}

func (t *stepWriter) defOf(n unify.Node) string { return t.proved.DefName(t.proved.places[n].Def) }

func (t *stepWriter) equal(st *unify.ProofStep) lang.Phrase {
	return lang.Say("%s is %s", t.node(st.X), t.node(st.Y))
}

func (t *stepWriter) node(n unify.Node) lang.Phrase { return t.proved.placeNoun(&t.proved.places[n]) }

// placeNoun names a node by the expression, signature or relation that it is the pattern of.
func (p *Program) placeNoun(at *explain.Place) lang.Phrase {
	if at.Relation > 0 {
		return lang.Say("a part of what %s decides", p.Noun(p.Graph.InstanceOf(at.Relation-1).Reason.Site))
	}
	if at.Node == unify.None {
		return lang.Say("a part of what %s is about", p.Noun(p.Solver.UseOf(at.Use).Site))
	}
	if use, ok := p.Graph.Instance(at.Node); ok {
		u := p.Solver.UseOf(use)
		root, path := u.Scheme.Path(int32(at.Node - u.Base))
		text := p.sideOf(p.Noun(u.Site), root == len(u.Scheme.Roots)-1)
		if len(path) > 0 {
			text = lang.Say("%s of %s", p.PartText(path), text)
		}
		return text
	}
	site, ok := p.Graph.Site(at.Node)
	if !ok {
		return lang.Text("it")
	}
	noun, own := p.noun(site)
	construct := p.Construct(site)
	if !own {
		// Derived steps have no place of their own.
		span := p.Span(site)
		noun = lang.Say("%s at %s", noun, lang.Phrase{lang.At(span, p.File.Position(span.Start).String())})
	}
	in, out := p.Ends(at.Def, site)
	if construct.Part {
		switch {
		case construct.Itself:
			return lang.Say("the %s %s", construct.Word, noun)
		case at.Node != in:
			return lang.Say("the variable %s", p.variable(site))
		case own:
			return lang.Say("the %s %s", construct.Word, noun)
		}
		return noun
	}
	switch at.Node {
	case in:
		return lang.Say("%s of %s", p.Words().Input, noun)
	case out:
		if construct.Itself {
			return lang.Say("the %s %s", construct.Word, noun)
		}
		return lang.Say("%s of %s", p.Words().Output, noun)
	}
	if construct.Kind == Collects {
		return lang.Say("an element of %s", noun)
	}
	return noun
}
