package unify

import (
	"encoding/binary"
	"slices"
)

// Proofs of why two nodes are equal, why a node has a pattern, and why a system contradicts itself. Unification only
// concludes from wholes to parts, so an equality is a path of equations in which some links are justified by an
// equality of wholes: the labels along a proof are balanced, and shortest proofs are found by Dijkstra's algorithm,
// level by level of how deep the justifications nest (V. Choppella, C. T. Haynes: Source-tracking unification, 2003).

// A ProofRule is the rule by which a step of a proof follows.
type ProofRule uint8

const (
	// ByEquation: X and Y are equal by constraint C.
	ByEquation ProofRule = iota
	// ByChain: X and Y are equal by the premises, equalities where each continues where the previous one ends.
	// Without premises X is Y.
	ByChain
	// ByLabel: X and Y are equal, as the targets of edge E of constraint C and edge E2 of constraint C2: the labels are
	// the same, and the nodes that have the edges are equal by premise 0. If the labels differ, premise 1 proves that
	// they lead to members of a vector.
	ByLabel
	// ByDescription: X has the pattern that constraint C states for it.
	ByDescription
	// ByUnfolding: X is the head Head, as the target of edge E of constraint C, whose node is, by premise 0, equal to
	// that of premise 1, a head that has this part.
	ByUnfolding
	// ByShape: X can only be a vector by the premises together: first equalities of X with nodes, then as many claims
	// about those nodes.
	ByShape
	// ByClash: the premises are equalities of X with other nodes, and then as many claims about those nodes, which no
	// pattern satisfies together.
	ByClash
	// ByAnswer: X has the form, the mark, or both, that premise 1 proves for a node that is equal to X by premise 0.
	ByAnswer
	// ByPart: Y is a part of X, as the target of edge E of constraint C, whose node is equal to X by premise 0.
	ByPart
	// ByRelation: the relation of constraint C has the effects of firing E of the system, by the premises: answers,
	// parts, and equalities.
	ByRelation
	// ByFailure: the relation of constraint C fails, with the outcome of firing E of the system, by the premises.
	ByFailure
)

// A ProofStep is a step of a proof, after all its premises.
type ProofStep struct {
	Rule     ProofRule
	X, Y     Node // the equality X = Y, or a claim about X
	C, C2    int32
	E, E2    int32 // edges of C and C2, by index
	Head     Head
	Premises []int32
}

// A Proof is a list of steps that ends with the conclusion. If relations had effects in its closure, the proof
// is about the system that Closure.System returns.
type Proof struct {
	Steps []ProofStep
	Given int // constraints from this number on are effects; 0: no constraint is
}

// maxLevel bounds how deep justifications nest. Deeper proofs are not searched for.
const maxLevel = 192

// firstLevel is the level at which Facts begins without a selection, so that it also finds facts that need nested justifications.
const firstLevel = 8

// OK reports whether the system has no contradiction.
func (c *Closure) OK() bool {
	return len(c.fired.fails) == 0 && len(c.contradicted(1)) == 0
}

// Contradiction proves that the system contradicts itself, by the nearest facts that do. It returns nil if the system
// does not, or if the proof would exceed the budget.
func (c *Closure) Contradiction() *Proof {
	k, ok := c.nearestClash()
	if !ok {
		return c.failure()
	}
	b := c.builder()
	b.about(ByClash, k.facts[0].node, k.facts, k.level)
	return b.done()
}

// builder begins a proof.
func (c *Closure) builder() *builder { return &builder{Closure: c, eq: make(map[[3]int32]int32)} }

// Equal proves that two nodes are equal; it returns nil if they are not or if the budget is spent.
func (c *Closure) Equal(x, y Node) *Proof {
	c.ask()
	if b := c.builder(); c.find(int32(x)) == c.find(int32(y)) {
		if _, ok := b.anyEqual(x, y); ok {
			return b.done()
		}
	}
	return nil
}

// A Found is a fact about a node's class: Proof proves that the node is equal to the fact's own node (its second-last
// step) and then the fact.
type Found struct {
	Said  // if E ≥ 0, E is the edge that was unfolded or requested
	Proof *Proof
}

// Facts lists facts about a node's class, the nearest first, at most most. accept selects them; the search ends at the
// first level at which it finds any. If it is nil, all are accepted, and the search begins at a deeper level: it also
// finds facts that are not stated next to the node.
func (c *Closure) Facts(n Node, most int, accept func(Claim) bool) []Found {
	level := int32(0)
	if accept == nil {
		level, accept = firstLevel, func(Claim) bool { return true }
	}
	c.ask()
	for ; level <= maxLevel && c.index.left > 0; level++ {
		found := c.nearestFacts(int32(n), level, most, accept)
		out := make([]Found, 0, len(found))
		for _, f := range found {
			b := c.builder()
			b.equal(int32(n), f.node, level)
			b.claim(&f.fact, level)
			if p := b.done(); p != nil {
				out = append(out, Found{Said{f.c, f.e, f.claim}, p})
			}
		}
		if len(found) > 0 {
			return out
		}
	}
	return nil
}

// Edge finds the nearest node that is equal to n and described with an edge under a label; E is that edge. Claim is
// that of the description.
func (c *Closure) Edge(n Node, l Label) (Found, bool) {
	c.ask()
	vector := c.classOf(n).vector && c.sys.indexed(l)
	for level := int32(0); level <= maxLevel && c.index.left > 0; level++ {
		r := c.search(int32(n), level)
		for i := 0; ; i++ {
			list := c.edgesOf(r, l, vector)
			for i == len(list) && c.next(r) {
				list = c.edgesOf(r, l, vector)
			}
			if i == len(list) {
				break
			}
			t := list[i]
			k := &c.cs[t.c]
			if k.Edges[t.e].Label != l && c.whyVector(int32(n), level) == nil {
				continue
			}
			b := c.builder()
			if k.Edges[t.e].Label != l {
				b.vectorShape(int32(n), level)
			}
			b.equal(int32(n), t.node, level)
			b.add(ProofStep{Rule: ByDescription, X: Node(t.node), C: t.c})
			p := b.done()
			return Found{Said{t.c, t.e, k.Claim()}, p}, p != nil
		}
	}
	return Found{}, false
}

// builder turns the results of searches into steps without duplicates.
type builder struct {
	*Closure
	proof Proof
	eq    map[[3]int32]int32 // by nodes and level
}

func (b *builder) add(s ProofStep) int32 {
	b.sys.Watch.Steps(1 + len(s.Premises)/4)
	b.proof.Steps = append(b.proof.Steps, s)
	return int32(len(b.proof.Steps) - 1)
}

// equal adds the proof that the search from x found for y. It recurs no deeper than the level.
func (b *builder) equal(x, y, level int32) int32 {
	key := [3]int32{x, y, level}
	if at, ok := b.eq[key]; ok {
		return at
	}
	r := b.search(x, level)
	var path []link
	var ends []int32
	for n := y; n != x; n = r.at[n].via.from {
		path = append(path, r.at[n].via)
		ends = append(ends, n)
	}
	slices.Reverse(path)
	slices.Reverse(ends)
	chain := ProofStep{Rule: ByChain, X: Node(x), Y: Node(y)}
	for i, l := range path {
		chain.Premises = append(chain.Premises, b.link(l, ends[i]))
	}
	at := b.add(chain)
	b.eq[key] = at
	return at
}

// link adds the step for one link of a path.
func (b *builder) link(l link, to int32) int32 {
	if l.c2 < 0 {
		return b.add(ProofStep{Rule: ByEquation, X: Node(l.from), Y: Node(to), C: l.c})
	}
	cs := b.cs
	u, v := int32(cs[l.c].X), int32(cs[l.c2].X)
	s := ProofStep{Rule: ByLabel, X: Node(l.from), Y: Node(to), C: l.c, E: l.e, C2: l.c2, E2: l.e2}
	s.Premises = []int32{b.equal(u, v, l.level)}
	if cs[l.c].Edges[l.e].Label != cs[l.c2].Edges[l.e2].Label {
		s.Premises = append(s.Premises, b.vectorShape(u, l.level))
	}
	return b.add(s)
}

// vectorShape adds the proof that a node can only be a vector, which whyVector found.
func (b *builder) vectorShape(n, level int32) int32 {
	return b.about(ByShape, n, b.whyVector(n, level), level)
}

// about adds a step about some facts. Its premises are that their nodes are equal to node n, and then the facts.
func (b *builder) about(rule ProofRule, n int32, facts []fact, level int32) int32 {
	step := ProofStep{Rule: rule, X: Node(n)}
	for i := range facts {
		step.Premises = append(step.Premises, b.equal(n, facts[i].node, level))
	}
	for i := range facts {
		step.Premises = append(step.Premises, b.claim(&facts[i], level))
	}
	return b.add(step)
}

// claim adds the proof of a fact about its own node.
func (b *builder) claim(f *fact, level int32) int32 {
	if !f.unfolded() {
		return b.add(ProofStep{Rule: ByDescription, X: Node(f.node), C: f.c})
	}
	whole := int32(b.cs[f.c].X)
	h := &b.nearestHead(whole, f.parent, level-1)[0]
	eq := b.equal(whole, h.node, level-1)
	head := b.claim(&h.fact, level-1)
	return b.add(ProofStep{
		Rule: ByUnfolding, X: Node(f.node), C: f.c, E: f.e,
		Head: f.claim.Flat.Head(), Premises: []int32{eq, head},
	})
}

// Cites lists the constraints that a step cites.
func (st *ProofStep) Cites() []int32 {
	switch st.Rule {
	case ByEquation, ByDescription, ByUnfolding, ByPart, ByRelation, ByFailure:
		return []int32{st.C}
	case ByLabel:
		return []int32{st.C, st.C2}
	}
	return nil
}

// key is equal for equal steps.
func (st *ProofStep) key() string {
	b := []byte{byte(st.Rule)}
	for _, n := range [...]int32{int32(st.X), int32(st.Y), st.C, st.C2, st.E, st.E2, int32(st.Head)} {
		b = binary.LittleEndian.AppendUint32(b, uint32(n))
	}
	for _, p := range st.Premises {
		b = binary.LittleEndian.AppendUint32(b, uint32(p))
	}
	return string(b)
}

// Cited lists the constraints that a proof depends on, in the order in which it cites them. Instead of effects it lists
// the constraints that these depend on.
func (p *Proof) Cited() []int32 {
	seen := make(map[int32]bool)
	var cs []int32
	cite := func(c int32) {
		if !seen[c] && (p.Given == 0 || int(c) < p.Given) {
			seen[c] = true
			cs = append(cs, c)
		}
	}
	for i := range p.Steps {
		for _, c := range p.Steps[i].Cites() {
			cite(c)
		}
	}
	return cs
}

// A Said is a fact about a class: what description C states about its node or, with E ≥ 0, the part of a type that its
// edge E leads to.
type Said struct {
	C, E  int32
	Claim Claim
}

// Said lists the facts about a node's class, at most most.
func (c *Closure) Said(n Node, most int) []Said {
	fs := c.facts(c.find(int32(n)), most)
	said := make([]Said, 0, min(most, len(fs)))
	for i := range fs[:min(most, len(fs))] {
		said = append(said, Said{fs[i].c, fs[i].e, fs[i].claim})
	}
	return said
}
