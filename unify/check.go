package unify

import (
	"slices"
	"sort"
)

// The checker decides whether a proof proves its conclusion from the constraints of a system and nothing else. It can
// be read in one go and shares no code with the search: neither closures nor the engine's meet of flat patterns. The
// effects of a relation count from the step that proves that it fires: that step runs the relation again, which gets
// exactly the answers that the premises prove.

// Check returns nil if every step of a proof follows by its rule from its premises, all of them earlier steps.
func (s *System) Check(p *Proof) error {
	if p == nil || len(p.Steps) == 0 {
		return errorf("the proof has no steps")
	}
	k := checker{sys: s, proof: p, proved: make([]bool, len(s.Fired))}
	if why := k.checkFirings(); why != "" {
		return errorf("the system is none: %s", why)
	}
	for i := range p.Steps {
		if why := k.step(int32(i)); why != "" {
			return errorf("step %d does not follow: %s", i+1, why)
		}
	}
	return nil
}

type checker struct {
	sys    *System
	proof  *Proof
	proved []bool // by firing: a step has proved that it fires
}

// checkFirings checks that effects come after the given constraints, in the order of the firings, and that each firing
// made nodes of its own.
func (k *checker) checkFirings() (why string) {
	if len(k.sys.Fired) == 0 {
		return ""
	}
	at, node := k.sys.Fired[0].First, k.sys.Fired[0].Base
	for i := range k.sys.Fired {
		f := &k.sys.Fired[i]
		if f.First != at || f.End < f.First || int(f.End) > len(k.sys.Constraints) || f.Base != node ||
			f.Until < f.Base {
			return "the constraints that a relation made are elsewhere"
		}
		at, node = f.End, f.Until
	}
	if int(at) != len(k.sys.Constraints) {
		return "no relation made its last constraint"
	}
	own := func(n Node) bool { return n < k.sys.Fired[0].Base }
	for i := range k.sys.Constraints[:k.sys.Fired[0].First] {
		c := &k.sys.Constraints[i]
		ok := own(c.X) && own(c.Y)
		for _, e := range c.Edges {
			ok = ok && own(e.To)
		}
		if c.Of != nil {
			for _, n := range c.Of.Args {
				ok = ok && own(n)
			}
		}
		if !ok {
			return "a given constraint is about what a relation made"
		}
	}
	return ""
}

func (k *checker) step(i int32) (why string) {
	st := &k.proof.Steps[i]
	for _, p := range st.Premises {
		if p < 0 || p >= i {
			return "a premise does not come before it"
		}
	}
	switch st.Rule {
	case ByEquation:
		c := k.constraint(st.C)
		if c == nil || c.Y == None || !sameEnds(c.X, c.Y, st.X, st.Y) {
			return "no such equation"
		}
	case ByChain:
		return k.chain(st)
	case ByLabel:
		return k.label(st)
	case ByDescription:
		if c := k.constraint(st.C); c == nil || c.Y != None || c.X != st.X {
			return "no such description"
		}
	case ByUnfolding:
		return k.unfolding(st)
	case ByShape, ByClash:
		claims, why := k.claims(st)
		if why != "" {
			return why
		}
		if st.Rule == ByShape {
			claims = append(claims, Claim{Flat: MakeFlat(Product|Union, false)})
		}
		if k.satisfiable(claims) {
			return "the claims do not contradict each other"
		}
	case ByAnswer:
		if _, why := k.claims(st); why != "" || len(st.Premises) != 2 {
			return "nothing says what it is"
		}
	case ByPart:
		owner, e, ok := k.edge(st.C, st.E)
		if !ok || e.To != st.Y || len(st.Premises) != 1 {
			return "no such part"
		}
		if x, y, ok := k.equality(st.Premises[0]); !ok || !sameEnds(x, y, st.X, owner) {
			return "the whole is another node"
		}
	case ByRelation, ByFailure:
		return k.relation(st)
	default:
		return "no such rule"
	}
	return ""
}

// constraint returns a constraint that a step may cite: a given one, or an effect that an earlier step has proved.
func (k *checker) constraint(c int32) *Constraint {
	if c < 0 || int(c) >= len(k.sys.Constraints) || k.sys.Constraints[c].X == None {
		return nil
	}
	if fired := k.sys.Fired; len(fired) > 0 && c >= fired[0].First {
		i := sort.Search(len(fired), func(i int) bool { return fired[i].End > c })
		if !k.proved[i] {
			return nil
		}
	}
	return &k.sys.Constraints[c]
}

// relation runs a relation on the answers that the premises prove.
func (k *checker) relation(st *ProofStep) string {
	c := k.constraint(st.C)
	if c == nil || c.Of == nil || st.E < 0 || int(st.E) >= len(k.sys.Fired) || c.X != st.X {
		return "no such relation"
	}
	f := &k.sys.Fired[st.E]
	if f.C != st.C {
		return "another relation made this constraint"
	}
	known := make(answers)
	for _, p := range st.Premises {
		if why := k.addAnswer(known, p); why != "" {
			return why
		}
	}
	var v View
	v.begin(known, k.sys.Heads, c.Of.Args, k.sys.Watch)
	out := c.Of.Relation.Run(&v)
	switch {
	case st.Rule == ByFailure && out.State == Fails && out == f.Outcome:
		return ""
	case st.Rule == ByFailure || out.State != Fires || out != f.Outcome:
		return "the relation says something else"
	case int(f.Until-f.Base) != len(v.made):
		return "the relation makes something else"
	}
	equal := func(a, b Constraint) bool {
		return a.X == b.X && a.Y == b.Y && a.Flat == b.Flat && a.Of == nil && b.Of == nil &&
			slices.Equal(a.Edges, b.Edges)
	}
	if !slices.EqualFunc(v.effects(f.Base), k.sys.Constraints[f.First:f.End], equal) {
		return "the relation has another effect"
	}
	k.proved[st.E] = true
	return ""
}

// answers are the answers that premises prove, for a run of a relation, by question: a Read without its answer.
type answers map[Read]answer

type answer struct {
	flat   Flat
	labels []Label
	part   Node
}

// addAnswer adds the answer that a premise proves.
func (k *checker) addAnswer(a answers, p int32) string {
	st := &k.proof.Steps[p]
	switch st.Rule {
	case ByPart:
		_, e, _ := k.edge(st.C, st.E)
		a[Read{Kind: ReadPart, X: st.X, Label: e.Label}] = answer{part: st.Y}
		return ""
	case ByAnswer:
		said := &k.proof.Steps[st.Premises[1]]
		var x answer
		if h, ok := k.headOf(said); ok {
			x.flat = k.sys.Heads.Flat(h)
		} else {
			c := k.constraint(said.C).Claim()
			x.flat, x.labels = c.Flat, slices.Sorted(slices.Values(c.Labels))
		}
		if x.flat.Dynamic() {
			a[Read{Kind: ReadMark, X: st.X}] = answer{}
		}
		x.flat &^= Dynamic
		if x.flat.Head() == NoHead && x.flat.Constructor() == NoConstructor &&
			(!x.flat.Closed() || x.flat.Shapes() != Product) {
			return ""
		}
		form := Read{Kind: ReadForm, X: st.X}
		if was, ok := a[form]; ok && (was.flat != x.flat || !slices.Equal(was.labels, x.labels)) {
			return "two answers to one question"
		}
		a[form] = x
		return ""
	}
	x, y, ok := k.equality(p)
	if !ok {
		return "a premise answers nothing"
	}
	a[Read{Kind: ReadSame, X: x, Y: y}], a[Read{Kind: ReadSame, X: y, Y: x}] = answer{}, answer{}
	return ""
}

func (a answers) form(n Node) (Flat, bool) {
	x, ok := a[Read{Kind: ReadForm, X: n}]
	return x.flat, ok
}

func (a answers) labels(n Node) []Label { return a[Read{Kind: ReadForm, X: n}].labels }

func (a answers) part(n Node, l Label) (Node, bool) {
	x, ok := a[Read{Kind: ReadPart, X: n, Label: l}]
	return x.part, ok
}

func (a answers) dynamic(n Node) bool {
	_, ok := a[Read{Kind: ReadMark, X: n}]
	return ok
}

func (a answers) same(x, y Node) bool {
	_, ok := a[Read{Kind: ReadSame, X: x, Y: y}]
	return ok
}

// edge returns an edge of a description and the node that has it.
func (k *checker) edge(c, e int32) (owner Node, edge Edge, ok bool) {
	d := k.constraint(c)
	if d == nil || d.Y != None || e < 0 || int(e) >= len(d.Edges) {
		return None, Edge{}, false
	}
	return d.X, d.Edges[e], true
}

// equality returns the nodes that a step proves equal.
func (k *checker) equality(i int32) (x, y Node, ok bool) {
	st := &k.proof.Steps[i]
	switch st.Rule {
	case ByEquation, ByChain, ByLabel:
		return st.X, st.Y, true
	}
	return None, None, false
}

func sameEnds(a, b, x, y Node) bool { return a == x && b == y || a == y && b == x }

func (k *checker) chain(st *ProofStep) string {
	at := st.X
	for _, p := range st.Premises {
		x, y, ok := k.equality(p)
		switch {
		case !ok:
			return "a link is not an equality"
		case x == at:
			at = y
		case y == at:
			at = x
		default:
			return "a link does not continue the chain"
		}
	}
	if at != st.Y {
		return "the chain ends elsewhere"
	}
	return ""
}

func (k *checker) label(st *ProofStep) string {
	u, e, ok := k.edge(st.C, st.E)
	v, f, also := k.edge(st.C2, st.E2)
	if !ok || !also || !sameEnds(e.To, f.To, st.X, st.Y) {
		return "no such edges"
	}
	if len(st.Premises) == 0 {
		return "nothing says that the wholes are one"
	}
	if x, y, ok := k.equality(st.Premises[0]); !ok || !sameEnds(x, y, u, v) {
		return "the wholes are not one"
	}
	if e.Label == f.Label {
		return ""
	}
	if !k.isIndex(e.Label) || !k.isIndex(f.Label) || len(st.Premises) != 2 {
		return "the labels differ"
	}
	if w := &k.proof.Steps[st.Premises[1]]; w.Rule != ByShape || w.X != u && w.X != v {
		return "nothing says that the whole is a vector"
	}
	return ""
}

func (k *checker) isIndex(l Label) bool { return l == Member || k.sys.Index.Has(l) }

func (k *checker) unfolding(st *ProofStep) string {
	owner, e, ok := k.edge(st.C, st.E)
	if !ok || e.To != st.X || len(st.Premises) != 2 {
		return "no such edge"
	}
	head := &k.proof.Steps[st.Premises[1]]
	h, ok := k.headOf(head)
	if !ok {
		return "the whole is not a named head"
	}
	if x, y, ok := k.equality(st.Premises[0]); !ok || !sameEnds(x, y, owner, head.X) {
		return "the whole is not the one that is named"
	}
	l := e.Label
	if k.sys.Heads.Shape(h) == Vector && k.isIndex(l) {
		l = Member
	}
	if k.partOf(h, l) != st.Head || st.Head == NoHead {
		return "the head has no such part"
	}
	return ""
}

// headOf returns the head that a claim states for its node.
func (k *checker) headOf(st *ProofStep) (Head, bool) {
	switch st.Rule {
	case ByUnfolding:
		return st.Head, true
	case ByDescription:
		if c := k.constraint(st.C); c != nil && c.Flat.Head() != NoHead {
			return c.Flat.Head(), true
		}
	}
	return NoHead, false
}

// partOf looks up a label in a head's own definition.
func (k *checker) partOf(h Head, l Label) Head {
	d := &k.sys.Heads.defs[h]
	switch d.literals {
	case AllLiterals:
		return d.payload
	case IndexLiterals:
		if l != Member && k.sys.Index.Has(l) {
			return d.payload
		}
		return NoHead
	}
	for _, f := range k.sys.Heads.Fields(h) {
		if f.Label == l {
			return f.To
		}
	}
	return NoHead
}

// claims reads the premises of a step about several facts: equalities of its node with the nodes of the facts, then the
// facts.
func (k *checker) claims(st *ProofStep) ([]Claim, string) {
	n := len(st.Premises) / 2
	if n == 0 || len(st.Premises) != 2*n {
		return nil, "a claim lacks its equality"
	}
	var all []Claim
	for i := 0; i < n; i++ {
		f := &k.proof.Steps[st.Premises[n+i]]
		if x, y, ok := k.equality(st.Premises[i]); !ok || !sameEnds(x, y, st.X, f.X) {
			return nil, "a claim is about another node"
		}
		if h, ok := k.headOf(f); ok {
			all = append(all, Claim{Flat: k.sys.Heads.Flat(h)})
			continue
		}
		if f.Rule != ByDescription {
			return nil, "a premise is not a claim"
		}
		all = append(all, k.constraint(f.C).Claim())
	}
	return all, ""
}

// satisfiable tries each shape, with the fewest labels that the claims allow.
func (k *checker) satisfiable(claims []Claim) bool {
	labels := make(map[Label]bool)
	head := NoHead
	built := make(map[Constructor]bool) // NoConstructor: of a closed claim
	for _, c := range claims {
		for _, l := range c.Labels {
			labels[l] = true
		}
		switch h := c.Flat.Head(); {
		case h != NoHead:
			if head != NoHead && head != h {
				return false
			}
			head = h
			built[k.sys.Heads.BuiltBy(head)] = true
		case c.Flat.Closed():
			built[c.Flat.Constructor()] = true
		}
	}
	if len(built) > 1 {
		return false // different constructors, or a constructor and a closed claim without one
	}
	for by := range built {
		for l := range labels {
			if by != NoConstructor && !k.sys.Heads.HasPart(by, l) {
				return false
			}
		}
	}
	literal := head != NoHead && k.sys.Heads.defs[head].literals != NotLiteral
	if head != NoHead && (literal || k.sys.Heads.Shape(head) != Vector) {
		for l := range labels {
			if k.partOf(head, l) == NoHead {
				return false
			}
		}
		for _, f := range k.sys.Heads.Fields(head) {
			labels[f.Label] = true
		}
	}
	for _, shape := range [3]Shape{Product, Union, Vector} {
		ok := true
		if shape == Vector {
			for l := range labels {
				ok = ok && k.isIndex(l)
			}
		}
		for _, c := range claims {
			switch {
			case c.Flat.Shapes()&shape == 0, c.Flat.Head() == NoHead && c.Flat.Closed() && literal:
				ok = false
			case c.Flat.number() == 0 && c.Flat.Closed() && shape != Vector:
				// The claim allows exactly its labels: no other claim may have more.
				own := make(map[Label]bool)
				for _, l := range c.Labels {
					own[l] = true
				}
				ok = ok && len(own) == len(labels)
			}
		}
		if ok {
			return true
		}
	}
	return false
}
