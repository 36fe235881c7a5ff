//go:build !js

package message

import (
	"fmt"
	"slices"
	"sort"

	"github.com/patgraph/patgraph/lang/certificate"
	"github.com/patgraph/patgraph/patterns/explain"
	"github.com/patgraph/patgraph/unify"
)

// Proved writes the proof of a contradiction as plain data, with the constraints that it cites.
func (p *Program) Proved(c *explain.Contradiction) *certificate.Proof {
	if c.Proof == nil || !c.Checked {
		return nil
	}
	w := &proofWriter{
		tabler: newTabler(p), sys: c.System, given: len(c.Sources), proof: c.Proof.Steps,
		constraint: make(map[int32]int32), firing: make(map[int32]int32),
	}
	w.reduce()
	w.state(c.Sources)
	out := &certificate.Proof{}
	for _, i := range w.kept {
		if w.number[i] >= 0 {
			out.Steps = append(out.Steps, w.step(&w.proof[i]))
		}
	}
	w.finish()
	out.Given = w.out
	return out
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
	t := tabler{p: p, term: make(map[unify.Node]int32), label: make(map[unify.Label]int32),
		types: map[unify.Head]int32{unify.NoHead: 0}, built: map[unify.Constructor]int32{unify.NoConstructor: 0}}
	t.labelOf(unify.Member)
	return t
}

func (t *tabler) labelOf(l unify.Label) int32 {
	n, ok := t.label[l]
	if !ok {
		n = int32(len(t.out.Labels))
		t.label[l] = n
		t.out.Labels = append(t.out.Labels, t.p.Labels.Text(l))
	}
	return n
}

func (t *tabler) typeOf(h unify.Head) int32 {
	n, ok := t.types[h]
	if !ok {
		t.heads = append(t.heads, h)
		n = int32(len(t.heads))
		t.types[h] = n
	}
	return n
}

func (t *tabler) constructorOf(c unify.Constructor) int32 {
	n, ok := t.built[c]
	if !ok {
		x := certificate.Constructor{Name: t.p.Types.ConstructorID(c), Labels: []int32{}}
		for _, l := range t.p.Types.Heads().Parts(c) {
			x.Labels = append(x.Labels, t.labelOf(l))
		}
		t.out.Constructors = append(t.out.Constructors, x)
		n = int32(len(t.out.Constructors))
		t.built[c] = n
	}
	return n
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
	x := certificate.Constraint{Term: t.term[n], Is: t.pattern(f)}
	for _, e := range edges {
		x.Is.Parts = append(x.Is.Parts, [2]int32{t.labelOf(e.Label), t.term[e.To]})
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

// A proofWriter writes a proof and its constraints: the steps that the last one depends on, and of those with the same
// conclusion only the first.
type proofWriter struct {
	tabler
	sys   *unify.System
	given int
	proof []unify.ProofStep // their premises are the first steps with the same conclusions

	kept       []int32         // the steps that are needed, by index in proof
	number     []int32         // by step: its number, or -1 if it is written in the step of a relation
	constraint map[int32]int32 // by constraint of the system: its number
	firing     map[int32]int32
}

// conclusion returns a text that is equal for steps with the same conclusion.
func (w *proofWriter) conclusion(st *unify.ProofStep) string {
	switch st.Rule {
	case unify.ByEquation, unify.ByLabel:
		return fmt.Sprint("link ", min(st.X, st.Y), max(st.X, st.Y))
	case unify.ByChain:
		return fmt.Sprint("equal ", st.X, st.Y)
	case unify.ByDescription, unify.ByUnfolding:
		return fmt.Sprint("is ", st.X, w.claim(st).Key())
	case unify.ByAnswer:
		return fmt.Sprint("answer ", st.X, w.claim(&w.proof[st.Premises[1]]).Key())
	case unify.ByPart:
		return fmt.Sprint("part ", st.X, st.Y, w.sys.Constraints[st.C].Edges[st.E].Label)
	case unify.ByRelation:
		return fmt.Sprint("fires ", st.E)
	}
	return fmt.Sprint(st.Rule, st.X)
}

// claim returns what a step says of its term.
func (w *proofWriter) claim(st *unify.ProofStep) *unify.Claim {
	if st.Rule == unify.ByUnfolding {
		return &unify.Claim{Flat: w.sys.Heads.Flat(st.Head)}
	}
	c := w.sys.Constraints[st.C].Claim()
	return &c
}

// firingOf returns the firing that gives a constraint, or -1.
func (w *proofWriter) firingOf(c int32) int32 {
	if int(c) < w.given {
		return -1
	}
	return int32(sort.Search(len(w.sys.Fired), func(i int) bool { return w.sys.Fired[i].End > c }))
}

// reduce selects the steps to write.
func (w *proofWriter) reduce() {
	first := make(map[string]int32)
	fires := make(map[int32]int32)
	same := make([]int32, len(w.proof))
	steps := slices.Clone(w.proof)
	for i := range steps {
		st := &steps[i]
		st.Premises = slices.Clone(st.Premises)
		for j, p := range st.Premises {
			st.Premises[j] = same[p]
		}
		key := w.conclusion(st)
		n, ok := first[key]
		if !ok {
			n, first[key] = int32(i), int32(i)
			if st.Rule == unify.ByRelation {
				fires[st.E] = n
			}
		}
		same[i] = n
	}
	w.proof = steps
	last := int32(len(steps) - 1)
	need := make([]bool, len(steps))
	need[last] = true
	for i := last; i >= 0; i-- {
		if !need[i] {
			continue
		}
		for _, p := range steps[i].Premises {
			need[p] = true
		}
		for _, c := range steps[i].Cites() {
			if f := w.firingOf(c); f >= 0 {
				need[fires[f]] = true
			}
		}
	}
	w.number = make([]int32, len(steps))
	written := int32(0)
	for i := range steps {
		if !need[i] {
			continue
		}
		w.kept = append(w.kept, int32(i))
		if w.number[i] = written; steps[i].Rule == unify.ByAnswer || steps[i].Rule == unify.ByPart {
			w.number[i] = -1
			continue
		}
		written++
	}
}

// state writes the constraints that the steps cite, and numbers the terms.
func (w *proofWriter) state(sources []explain.Source) {
	var given, fired []int32
	fires := make(map[int32]*unify.ProofStep)
	for _, i := range w.kept {
		st := &w.proof[i]
		for _, c := range st.Cites() {
			if int(c) < w.given {
				given = append(given, c)
			}
		}
		if st.Rule == unify.ByRelation || st.Rule == unify.ByFailure {
			fired = append(fired, st.E)
			fires[st.E] = st
		}
	}
	slices.Sort(given)
	given = slices.Compact(given)
	slices.Sort(fired)
	number := func(c int32) {
		w.constraint[c] = int32(len(w.constraint))
		for n := range w.sys.Constraints[c].Nodes {
			if _, ok := w.term[n]; !ok {
				w.term[n] = int32(len(w.term))
			}
		}
	}
	for _, c := range given {
		number(c)
	}
	for i, f := range fired {
		w.firing[f] = int32(i)
		for c := w.sys.Fired[f].First; c < w.sys.Fired[f].End; c++ {
			number(c)
		}
	}
	for _, c := range given {
		x := w.stated(&w.sys.Constraints[c])
		s := sources[c]
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
	for _, f := range fired {
		w.out.Firings = append(w.out.Firings, w.fired(f, fires[f]))
	}
}

// stated writes a constraint without its place.
func (w *proofWriter) stated(c *unify.Constraint) (x certificate.Constraint) {
	switch {
	case c.Of != nil:
		x.Relation = c.Of.Relation.Key()
		for _, n := range c.Of.Args {
			x.Args = append(x.Args, w.term[n])
		}
	case c.Y != unify.None:
		x.Equal = []int32{w.term[c.X], w.term[c.Y]}
	default:
		x = w.described(c.X, c.Flat, c.Edges)
	}
	return x
}

// fired writes what a relation reads and gives.
func (w *proofWriter) fired(f int32, st *unify.ProofStep) certificate.Firing {
	of := &w.sys.Fired[f]
	x := certificate.Firing{Relation: w.constraint[of.C]}
	for _, p := range st.Premises {
		x.Reads = append(x.Reads, w.read(&w.proof[p]))
	}
	for c := of.First; c < of.End; c++ {
		x.Gives = append(x.Gives, w.stated(&w.sys.Constraints[c]))
	}
	return x
}

func (w *proofWriter) read(st *unify.ProofStep) certificate.Read {
	x := certificate.Read{Term: w.term[st.X]}
	switch st.Rule {
	case unify.ByAnswer:
		claim := w.claim(&w.proof[st.Premises[1]])
		x.Is = w.pattern(claim.Flat)
		for _, l := range claim.Labels {
			x.Is.Labels = append(x.Is.Labels, w.labelOf(l))
		}
	case unify.ByPart:
		x.Part = []int32{w.labelOf(w.sys.Constraints[st.C].Edges[st.E].Label), w.term[st.Y]}
	default:
		x.Equal = []int32{w.term[st.Y]}
	}
	return x
}

// step writes a step.
func (w *proofWriter) step(st *unify.ProofStep) certificate.Step {
	x := certificate.Step{}
	for _, p := range st.Premises {
		if w.number[p] >= 0 {
			x.By = append(x.By, w.number[p])
			continue
		}
		read := &w.proof[p]
		for _, p := range read.Premises {
			x.By = append(x.By, w.number[p])
		}
		if read.Rule == unify.ByPart {
			x.Parts = append(x.Parts, [2]int32{w.constraint[read.C], read.E})
		}
	}
	c := w.constraint[st.C]
	part := [2]int32{c, st.E}
	switch st.Rule {
	case unify.ByEquation:
		x.Rule, x.Of = certificate.RuleGiven, c
	case unify.ByChain:
		x.Rule, x.Of = certificate.RuleChain, w.term[st.X]
	case unify.ByLabel:
		x.Rule, x.Parts = certificate.RuleLabel, [][2]int32{part, {w.constraint[st.C2], st.E2}}
	case unify.ByDescription:
		x.Rule, x.Of = certificate.RuleFact, c
	case unify.ByUnfolding:
		x.Rule, x.Parts = certificate.RuleUnfold, [][2]int32{part}
	case unify.ByRelation, unify.ByFailure:
		x.Rule, x.Of = certificate.RuleRelation, w.firing[st.E]
	case unify.ByShape:
		x.Rule = certificate.RuleVector
	case unify.ByClash:
		x.Rule = certificate.RuleClash
	}
	return x
}
