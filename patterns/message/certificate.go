//go:build !js

package message

import (
	"github.com/patgraph/patgraph/lang/certificate"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/explain"
	"github.com/patgraph/patgraph/unify"
)

// Proved writes the proof of a contradiction as plain data, with the constraints that it cites.
func (p *Program) Proved(c *explain.Contradiction) *certificate.Proof {
	if c.Proof == nil || !c.Checked {
		return nil
	}
	w := &proofWriter{tabler: newTabler(p), of: c, number: make(map[int32]int32), fired: make(map[int32]bool)}
	for i := range c.Proof.Steps {
		st := &c.Proof.Steps[i]
		for _, c := range st.Cites() {
			w.cite(c)
		}
		if st.Rule == unify.ByRelation || st.Rule == unify.ByFailure {
			w.fire(st)
		}
	}
	w.finish()
	w.out.Terms = len(w.term)
	return &certificate.Proof{Given: w.out, Steps: w.steps}
}

// A tabler writes constraints, and the tables of what they refer to by numbers.
type tabler struct {
	p     *Program
	out   certificate.System
	term  map[unify.Node]int32
	label map[unify.Label]int32
	types map[unify.Head]int32
	built map[unify.Constructor]int32
	heads []unify.Head
}

func newTabler(p *Program) tabler {
	t := tabler{p: p, types: map[unify.Head]int32{unify.NoHead: 0},
		built: map[unify.Constructor]int32{unify.NoConstructor: 0}}
	t.labelOf(unify.Member)
	return t
}

func (t *tabler) termOf(n unify.Node) int32 {
	return patterns.Remember(&t.term, n, func() int32 { return int32(len(t.term)) })
}

func (t *tabler) labelOf(l unify.Label) int32 {
	return patterns.Remember(&t.label, l, func() int32 {
		t.out.Labels = append(t.out.Labels, t.p.Labels.Text(l))
		return int32(len(t.label))
	})
}

func (t *tabler) typeOf(h unify.Head) int32 {
	return patterns.Remember(&t.types, h, func() int32 {
		t.heads = append(t.heads, h)
		return int32(len(t.heads))
	})
}

func (t *tabler) constructorOf(c unify.Constructor) int32 {
	return patterns.Remember(&t.built, c, func() int32 {
		x := certificate.Constructor{Name: t.p.Types.ConstructorID(c), Labels: []int32{}}
		for _, l := range t.p.Types.Heads().Parts(c) {
			x.Labels = append(x.Labels, t.labelOf(l))
		}
		t.out.Constructors = append(t.out.Constructors, x)
		return int32(len(t.out.Constructors))
	})
}

// shapeNames are the shapes by their bits.
var shapeNames = [...]string{"product", "union", "vector"}

func shapesOf(s unify.Shape) (names []string) {
	for i, name := range shapeNames {
		if s&(1<<i) != 0 {
			names = append(names, name)
		}
	}
	return names
}

// pattern writes a flat pattern without parts.
func (t *tabler) pattern(f unify.Flat) *certificate.Pattern {
	x := &certificate.Pattern{Dynamic: f.Dynamic()}
	switch {
	case f.Head() != unify.NoHead:
		x.Type = t.typeOf(f.Head())
	case f.Constructor() != unify.NoConstructor:
		x.Constructor = t.constructorOf(f.Constructor())
	default:
		x.Shapes, x.Closed = shapesOf(f.Shapes()), f.Closed()
	}
	return x
}

// described writes a description of a node.
func (t *tabler) described(n unify.Node, f unify.Flat, edges []unify.Edge) certificate.Constraint {
	x := certificate.Constraint{Term: t.termOf(n), Is: t.pattern(f)}
	for _, e := range edges {
		x.Is.Parts = append(x.Is.Parts, [2]int32{t.labelOf(e.Label), t.termOf(e.To)})
	}
	return x
}

// locate writes the place and the rule of a constraint.
func (t *tabler) locate(x *certificate.Constraint, s explain.Source) {
	x.At = t.p.File.CertPlace(t.p.constraintSpan(s))
	x.Rule = t.p.Rule(t.p.ruleOf(s)).Text()
}

// finish writes the types that have numbers, and those that they consist of.
func (t *tabler) finish() {
	heads := t.p.Types.Heads()
	for i := 0; i < len(t.heads); i++ { // more are added
		h := t.heads[i]
		var x certificate.Type
		x.Name, _ = t.p.Types.Atom(h)
		x.Shape = shapesOf(heads.Shape(h))[0]
		switch literals, payload := heads.Literal(h); literals {
		case unify.NotLiteral:
			x.Constructor = t.constructorOf(heads.BuiltBy(h))
		case unify.ListedLiterals:
			x.Literals, x.Payload = "listed", t.typeOf(payload)
		case unify.IndexLiterals:
			x.Literals, x.Payload = "indices", t.typeOf(payload)
		case unify.AllLiterals:
			x.Literals, x.Payload = "all", t.typeOf(payload)
		}
		for _, f := range heads.Fields(h) {
			x.Parts = append(x.Parts, [2]int32{t.labelOf(f.Label), t.typeOf(f.To)})
		}
		t.out.Types = append(t.out.Types, x)
	}
}

// A proofWriter writes a proof: the constraints and the firings that its steps cite, in their order.
type proofWriter struct {
	tabler
	of     *explain.Contradiction
	number map[int32]int32 // by constraint of the system: its number
	fired  map[int32]bool  // by firing of the system
	steps  []certificate.Step
}

// cite writes a constraint of the program at its first citation.
func (w *proofWriter) cite(c int32) {
	if _, ok := w.number[c]; ok || int(c) >= len(w.of.Sources) {
		return // a firing gives the others
	}
	w.number[c] = int32(len(w.out.Constraints))
	w.steps = append(w.steps, certificate.Step{Rule: certificate.RuleGiven, Of: w.number[c]})
	x, s := w.stated(&w.of.System.Constraints[c]), w.of.Sources[c]
	w.locate(&x, s)
	x.In = w.p.DefName(w.p.Owner(s.Reason.Site))
	switch {
	case s.Derived:
		x.Taken = certificate.FromSummary
	case s.Use >= 0 && s.Relation == 0:
		x.Taken = certificate.FromSignature
	}
	w.out.Constraints = append(w.out.Constraints, x)
}

// fire writes what a relation reads and gives.
func (w *proofWriter) fire(st *unify.ProofStep) {
	if w.fired[st.E] {
		return
	}
	w.fired[st.E] = true
	w.steps = append(w.steps, certificate.Step{Rule: certificate.RuleRelation, Of: int32(len(w.out.Firings))})
	of := &w.of.System.Fired[st.E]
	x := certificate.Firing{Relation: w.number[of.C]}
	for _, p := range st.Premises {
		x.Reads = append(x.Reads, w.read(&w.of.Proof.Steps[p]))
	}
	for c := of.First; c < of.End; c++ {
		x.Gives = append(x.Gives, w.stated(&w.of.System.Constraints[c]))
	}
	w.out.Firings = append(w.out.Firings, x)
}

// stated writes a constraint without its place.
func (w *proofWriter) stated(c *unify.Constraint) (x certificate.Constraint) {
	switch {
	case c.Of != nil:
		x.Relation = c.Of.Relation.Key()
		for _, n := range c.Of.Args {
			x.Args = append(x.Args, w.termOf(n))
		}
	case c.Y != unify.None:
		x.Equal = []int32{w.termOf(c.X), w.termOf(c.Y)}
	default:
		x = w.described(c.X, c.Flat, c.Edges)
	}
	return x
}

// read writes what a relation knows of a node: what it is, a part of it, or that it is equal to another.
func (w *proofWriter) read(st *unify.ProofStep) certificate.Constraint {
	x := certificate.Constraint{Term: w.termOf(st.X)}
	switch st.Rule {
	case unify.ByAnswer:
		claim := w.claim(&w.of.Proof.Steps[st.Premises[1]])
		x.Is = w.pattern(claim.Flat)
		for _, l := range claim.Labels {
			x.Is.Labels = append(x.Is.Labels, w.labelOf(l))
		}
	case unify.ByPart:
		l := w.labelOf(w.of.System.Constraints[st.C].Edges[st.E].Label)
		x.Is = &certificate.Pattern{Shapes: shapeNames[:], Parts: [][2]int32{{l, w.termOf(st.Y)}}}
	default:
		x = certificate.Constraint{Equal: []int32{x.Term, w.termOf(st.Y)}}
	}
	return x
}

// claim returns what a step says of its term.
func (w *proofWriter) claim(st *unify.ProofStep) unify.Claim {
	if st.Rule == unify.ByUnfolding {
		return unify.Claim{Flat: w.of.System.Heads.Flat(st.Head)}
	}
	return w.of.System.Constraints[st.C].Claim()
}
