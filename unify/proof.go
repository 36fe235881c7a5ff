package unify

import (
	"encoding/binary"
	"slices"
)

// Proofs: why two nodes are one, why a node has a pattern, why a system
// contradicts itself. Unification only concludes from wholes to parts, so an
// equality is a path of equations in which some links are justified by an
// equality of wholes: the labels along a proof are balanced, and shortest proofs
// are found by Dijkstra's algorithm, level by level of how deep the
// justifications nest (V. Choppella, C. T. Haynes: Source-tracking unification,
// 2003).

// A ProofRule says how a step of a proof follows.
type ProofRule uint8

const (
	// ByEquation: X and Y are one by constraint C.
	ByEquation ProofRule = iota
	// ByChain: X and Y are one by the premises, equalities each of which continues
	// where the one before ends. Without premises X is Y.
	ByChain
	// ByLabel: X and Y are one, being what edge E of constraint C and edge E2 of
	// constraint C2 lead to: the same label, and the nodes that have the edges are
	// one by premise 0. If the labels are two, premise 1 says that they are members
	// of a vector.
	ByLabel
	// ByDescription: X is what constraint C says of it.
	ByDescription
	// ByUnfolding: X is the head Head, being what edge E of constraint C leads to,
	// whose node is one with that of premise 1, a head that has this part, by
	// premise 0.
	ByUnfolding
	// ByShape: X is what the premises say, taken together: equalities and then, as
	// many, what their second nodes are. It can only be a vector.
	ByShape
	// ByClash: the premises are equalities of X with other nodes, and then as many
	// claims about those nodes, which no pattern satisfies.
	ByClash
	// ByAnswer: X is what premise 1 says of a node that is one with X by premise 0: its
	// form, its mark, or both.
	ByAnswer
	// ByPart: Y is a part of X, being what edge E of constraint C leads to, whose node is
	// one with X by premise 0.
	ByPart
	// ByRelation: the relation of constraint C tells what firing E of the system says, since
	// the premises are so: answers, parts, and equalities.
	ByRelation
	// ByFailure: the relation of constraint C does not hold, as firing E of the system says,
	// since the premises are so.
	ByFailure
)

// A ProofStep is a step of a proof, after all its premises.
type ProofStep struct {
	Rule     ProofRule
	X, Y     Node // the equality X = Y, or a claim about X
	C, C2    int32
	E, E2    int32 // edges of their constraints, by index
	Head     Head
	Premises []int32
}

// A Proof is a list of steps, the last of which is what is proved. If relations told
// something in its closure, the system that it is about is that of Closure.System.
type Proof struct {
	Steps []ProofStep
	Given int // constraints from this number on were told; 0: none was
}

// maxLevel bounds how deep justifications nest. Above it there is no proof.
const maxLevel = 192

// firstLevel is up to which level what is not said next to a node is looked for at
// once.
const firstLevel = 8

// OK reports whether there is no contradiction.
func (c *Closure) OK() bool {
	return (c.fired == nil || len(c.fired.fails) == 0) && len(c.contradicted(1)) == 0
}

// Contradiction proves that the system contradicts itself, by the nearest facts
// that do. It returns nil where it does not, or where the proof would pass the
// budget.
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

// Equal proves that two nodes are one; nil where they are not or the budget is
// spent.
func (c *Closure) Equal(x, y Node) *Proof {
	c.ask()
	if c.find(int32(x)) != c.find(int32(y)) {
		return nil
	}
	for level := int32(0); level <= maxLevel && c.index.left > 0; level++ {
		if _, ok := c.arrive(c.search(int32(x), level), int32(y), -1); ok {
			b := c.builder()
			b.equal(int32(x), int32(y), level)
			return b.done()
		}
	}
	return nil
}

// A Found is a fact about a node's class: Proof proves that the node is one with
// the fact's own node (its second-last step) and then the fact.
type Found struct {
	Said  // with E ≥ 0 the edge that was unfolded or asked for
	Proof *Proof
}

// Facts lists what is said of a node's class, the nearest first, up to a number.
// accept chooses; a level at which something was found ends the search.
func (c *Closure) Facts(n Node, most int, accept func(Claim) bool) []Found {
	return c.factsFrom(n, most, 0, accept)
}

// AllFacts is Facts without choice, from deeper down: also what is not said next
// to the node.
func (c *Closure) AllFacts(n Node, most int) []Found {
	return c.factsFrom(n, most, firstLevel, func(Claim) bool { return true })
}

func (c *Closure) factsFrom(n Node, most int, level int32, accept func(Claim) bool) []Found {
	c.ask()
	for ; level <= maxLevel && c.index.left > 0; level++ {
		type candidate struct {
			fact fact
			dist int32
		}
		var found []candidate
		var here []fact
		r := c.search(int32(n), level)
		for v := range c.nearest(r) {
			d := r.at[v].dist
			if len(found) >= most && d >= found[most-1].dist {
				break
			}
			here = c.factsAt(here[:0], v)
			for _, f := range here {
				if !accept(f.claim) {
					continue
				}
				if own, ok := c.claimCost(&f, level); ok {
					found = append(found, candidate{f, d + own})
				}
			}
			slices.SortStableFunc(found, func(a, b candidate) int { return int(a.dist - b.dist) })
			found = found[:min(most, len(found))]
		}
		if len(found) == 0 {
			continue
		}
		out := make([]Found, 0, len(found))
		for i := range found {
			f := &found[i].fact
			b := c.builder()
			b.equal(int32(n), f.node, level)
			b.claim(f, level)
			if p := b.done(); p != nil {
				out = append(out, Found{Said{f.c, f.e, f.claim}, p})
			}
		}
		return out
	}
	return nil
}

// Edge finds the nearest node that is one with n and described with an edge under
// a label; with E, the edge. Claim is that of the description.
func (c *Closure) Edge(n Node, l Label) (Found, bool) {
	c.ask()
	vector := c.vector[c.find(int32(n))] && c.indexed(l)
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

// builder turns what searches found into steps, each once.
type builder struct {
	*Closure
	proof Proof
	eq    map[[3]int32]int32 // nodes and level
}

func (b *builder) add(s ProofStep) int32 {
	b.sys.Watch.Steps(1 + len(s.Premises)/4)
	b.proof.Steps = append(b.proof.Steps, s)
	return int32(len(b.proof.Steps) - 1)
}

// equal adds the proof that the search from x found for y. It does not recur
// deeper than levels do.
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

// vectorShape adds the proof that a node can only be a vector, which whyVector
// found.
func (b *builder) vectorShape(n, level int32) int32 {
	return b.about(ByShape, n, b.whyVector(n, level), level)
}

// about adds a step about some facts: that their nodes are one with a node, and then
// the facts, are its premises.
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
	h := b.nearestHead(whole, f.parent, level-1)
	eq := b.equal(whole, h.fact.node, level-1)
	head := b.claim(&h.fact, level-1)
	return b.add(ProofStep{
		Rule: ByUnfolding, X: Node(f.node), C: f.c, E: f.e,
		Head: f.claim.Flat.Head(), Premises: []int32{eq, head},
	})
}

// cites lists the constraints that a step names.
func (st *ProofStep) cites() []int32 {
	switch st.Rule {
	case ByEquation, ByDescription, ByUnfolding, ByPart, ByRelation, ByFailure:
		return []int32{st.C}
	case ByLabel:
		return []int32{st.C, st.C2}
	}
	return nil
}

// key is the same for equal steps.
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

// Cited lists the constraints that a proof rests on, in the order in which it
// cites them. Those that relations told are not among them: what they rest on is.
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
		for _, c := range p.Steps[i].cites() {
			cite(c)
		}
	}
	return cs
}

// A Said is what a description, or with E ≥ 0 a part of a type that stands at the end
// of its edge, says of a class.
type Said struct {
	C, E  int32
	Claim Claim
}

// Said lists what is said of a node's class, up to a number.
func (c *Closure) Said(n Node, most int) []Said {
	fs := c.facts(c.find(int32(n)), most)
	said := make([]Said, 0, min(most, len(fs)))
	for i := range fs[:min(most, len(fs))] {
		said = append(said, Said{fs[i].c, fs[i].e, fs[i].claim})
	}
	return said
}
