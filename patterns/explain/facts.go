package explain

import (
	"slices"

	"github.com/patgraph/patgraph/unify"
)

// A Fact is one side of a contradiction, in terms of the definition itself: stated by one of its places, or by the
// signature of a callee.
type Fact struct {
	Node     unify.Node // of the graph: the node that the program describes
	Within   []unify.Label
	Claim    unify.Claim   // about the part of the node under Within
	Use      int32         // of a node of an instance: its number; otherwise -1
	Relation int32         // of an effect or a failure of a relation: its instance, + 1; Node is its first argument
	Side     int           // of a node of an instance: its root, such as 0 for the input and 1 for the output
	Below    []unify.Label // the labels from that root
	Origin   *Origin       // the place in the callee that states it, if that was found
	Others   []unify.Label // labels in other facts about the same pattern
	Share    float64       // the share of the other facts about the same pattern that disagree
}

// An Origin is the place in a callee that states a fact of its signature.
type Origin struct {
	Place
	Within []unify.Label // the part of the node
	Claim  unify.Claim   // about that part
}

// Part returns the labels from the input or output of a call down to the subject of a fact, including those within a
// named type.
func (f *Fact) Part() []unify.Label { return append(slices.Clone(f.Below), f.Within...) }

// rootProof proves the contradiction again in the definition itself: from its own constraints that are in the core, and
// from whole signatures.
func (x *Explainer) rootProof(k *Contradiction, all *unify.System, cited *unify.Proof) (*unify.Proof, *unify.System) {
	b := k.base
	own, uses := make(map[SourceKey]bool), make(map[int32]bool)
	for _, c := range k.Core {
		switch {
		case len(c.Calls) > 0:
			uses[c.Calls[0]] = true
		case c.Source.Use >= 0:
			uses[c.Source.Use] = true
		default:
			own[c.Source.Key()] = true
		}
	}
	off := make([]bool, len(b.source))
	for i, src := range b.source {
		if src.Use >= 0 {
			off[i] = !uses[src.Use]
		} else {
			off[i] = !x.wiring(src) && !own[src.Key()]
		}
	}
	cl := x.close(b, off)
	if p := cl.Contradiction(); p != nil {
		return p, cl.System()
	}
	return cited, all
}

// source returns the source of a constraint of the system of Root; for an effect, that of its relation.
func (k *Contradiction) source(c int32) Source {
	if int(c) < len(k.base.source) {
		return k.base.source[c]
	}
	for i := range k.root.Fired {
		if f := &k.root.Fired[i]; c < f.End {
			return k.base.source[f.C]
		}
	}
	panic("explain: no relation made this constraint")
}

// facts finds the sides of the contradiction in the proof in the definition itself, and the labels from where values
// meet down to where they clash.
func (x *Explainer) facts(k *Contradiction) {
	b := k.base
	steps := k.Root.Steps
	last := &steps[len(steps)-1]
	k.Given = -1
	for i := range steps {
		if st := &steps[i]; st.Rule == unify.ByEquation {
			src := k.source(st.C)
			if k.Given < 0 || !x.wiring(src) {
				k.Given = src.Event
			}
			if !x.wiring(src) {
				break
			}
		}
	}
	origins := k.origins()
	equal, claims := sides(steps)
	var against []unify.Said
	for i, p := range claims {
		f := Fact{Use: -1, Claim: claimOf(k.root, steps, p)}
		var st *unify.ProofStep
		st, f.Within = described(k.root, steps, p)
		src := k.source(st.C)
		f.Use, f.Relation = src.Use, src.Relation
		switch {
		case f.Relation > 0:
			of := 0
			if f.Use >= 0 {
				of = k.effectArgument(st)
			}
			f.Node = x.solver.Graph.InstanceOf(f.Relation - 1).Args[of]
		case src.Derived:
			f.Node = src.Node
			f.Within = append(slices.Clone(src.Below), f.Within...)
		case f.Use < 0:
			f.Node = b.nodes[st.X].node
		default:
			f.Node = src.Node
			f.Within = append(slices.Clone(src.Below), f.Within...)
		}
		if o, ok := origins[f.Use]; ok && f.Use >= 0 {
			f.Origin = o
		}
		if last.Rule == unify.ByClash && int(last.X) < b.sys.Nodes {
			against = append(against, x.compare(b, last.X, &f)...)
		}
		if f.Use >= 0 && last.Rule == unify.ByClash {
			x.side(k.root, b, steps, equal, claims, i, len(src.Below), &f)
		}
		k.Facts = append(k.Facts, f)
	}
	if last.Rule == unify.ByFailure {
		// The fact that the relation itself states is always there.
		src := k.source(last.C)
		k.Facts = append(k.Facts, Fact{Node: x.solver.Graph.InstanceOf(src.Relation - 1).Args[0],
			Claim: unify.Claim{Flat: unify.Open}, Use: src.Use, Relation: src.Relation})
	}
	k.More = x.further(b, against, k.Facts)
	for _, p := range equal {
		if path := deepest(k.root, steps, p); len(path) > len(k.Path) {
			k.Path = path
		}
	}
	slices.Reverse(k.Path)
	for i := range k.Facts {
		if w := k.Facts[i].Within; len(w) > len(k.Path) {
			k.Path = w
		}
	}
}

// effectArgument returns the index of the relation's argument that the effect of a step describes, or 0.
func (k *Contradiction) effectArgument(st *unify.ProofStep) int {
	for i := range k.root.Fired {
		f := &k.root.Fired[i]
		if st.C < f.First || st.C >= f.End {
			continue
		}
		args := k.root.Constraints[f.C].Of.Args
		for _, c := range k.root.Constraints[f.First:f.End] {
			if c.Y == st.X {
				return max(slices.Index(args, c.X), 0)
			}
			if c.X == st.X && c.Y != unify.None {
				return max(slices.Index(args, c.Y), 0)
			}
		}
	}
	return 0
}

// sides returns the claims that contradict each other at the end of a proof, or that a failing relation read, and the
// equalities that lead to them.
func sides(steps []unify.ProofStep) (equal, claims []int32) {
	last := &steps[len(steps)-1]
	if last.Rule == unify.ByClash {
		n := len(last.Premises) / 2
		return last.Premises[:n], last.Premises[n:]
	}
	for _, p := range last.Premises {
		if st := &steps[p]; st.Rule == unify.ByAnswer {
			equal, claims = append(equal, st.Premises[0]), append(claims, st.Premises[1])
		}
	}
	return equal, claims
}

// described returns the description behind a claim, and the labels from there down to the claim.
func described(s *unify.System, steps []unify.ProofStep, i int32) (st *unify.ProofStep, within []unify.Label) {
	for st = &steps[i]; st.Rule == unify.ByUnfolding; st = &steps[st.Premises[1]] {
		within = append(within, s.Constraints[st.C].Edges[st.E].Label)
	}
	slices.Reverse(within)
	return st, within
}

// deepest returns the labels of the deepest nesting in the proof of an equality, outermost first.
func deepest(s *unify.System, steps []unify.ProofStep, i int32) []unify.Label {
	var best []unify.Label
	for _, p := range steps[i].Premises {
		if l := deepest(s, steps, p); len(l) > len(best) {
			best = l
		}
	}
	if st := &steps[i]; st.Rule == unify.ByLabel {
		best = append([]unify.Label{s.Constraints[st.C].Edges[st.E].Label}, best...)
	}
	return best
}

// side finds the end of its reference by which a node of an instance came into the contradiction. It follows the
// equalities from it, fact number i, to the other facts. If there are none, another fact is about a part of a type that
// is equal to a whole around the node.
func (x *Explainer) side(
	sys *unify.System, b *base, steps []unify.ProofStep, chains, claims []int32, i, apart int, f *Fact,
) {
	use := x.solver.UseOf(f.Use)
	f.Side, f.Below = use.Scheme.Path(int32(f.Node - use.Base))
	own := func(n unify.Node) int {
		return slices.IndexFunc(use.Own, func(o unify.Node) bool { return b.local(o) == n })
	}
	chain, start := chains[i], false
	var below []unify.Label
	if len(steps[chain].Premises) == 0 {
		// The first fact is at the beginning of the others' chains.
		for _, c := range chains {
			if len(steps[c].Premises) > 0 {
				chain, start = c, true
				break
			}
		}
	}
	for j := 0; j < len(claims) && len(steps[chain].Premises) == 0; j++ {
		if j == i {
			continue
		}
		below, start = nil, true
		for st := &steps[claims[j]]; st.Rule == unify.ByUnfolding; st = &steps[st.Premises[1]] {
			below = append(below, sys.Constraints[st.C].Edges[st.E].Label)
			if chain = st.Premises[0]; len(steps[chain].Premises) > 0 {
				break
			}
		}
	}
	for len(steps[chain].Premises) > 0 {
		ps := steps[chain].Premises
		link := &steps[ps[len(ps)-1]]
		if start {
			link = &steps[ps[0]]
		}
		if link.Rule == unify.ByEquation {
			k := &sys.Constraints[link.C]
			side := max(own(k.X), own(k.Y))
			if side < 0 {
				return
			}
			f.Side = side
			slices.Reverse(below)
			f.Below = below
			f.Within = f.Within[apart:] // Below has the path to the part already
			return
		}
		if link.Rule != unify.ByLabel {
			return
		}
		// It leads up to the whole: the constraint on this side is the instance's.
		k := &sys.Constraints[link.C2]
		edge := link.E2
		if start {
			k, edge = &sys.Constraints[link.C], link.E
		}
		below = append(below, k.Edges[edge].Label)
		chain = link.Premises[0]
	}
}

// origins finds the places in callees whose claims clash, by the use in the definition that leads there.
func (k *Contradiction) origins() map[int32]*Origin {
	found := make(map[int32]*Origin)
	if k.Proof == nil {
		return found
	}
	steps := k.Proof.Steps
	_, claims := sides(steps)
	for _, p := range claims {
		o := Origin{Claim: claimOf(k.System, steps, p)}
		var st *unify.ProofStep
		st, o.Within = described(k.System, steps, p)
		if o.Place = k.Places[st.X]; len(o.Calls) > 0 {
			found[o.Calls[0]] = &o
		}
	}
	return found
}

// maxCompared bounds how many other facts of its class a fact is compared with.
const maxCompared = 64

// compare inspects the other facts about the pattern of a fact. It records their labels and the share of those that
// contradict the fact, and returns these.
func (x *Explainer) compare(b *base, n unify.Node, f *Fact) (against []unify.Said) {
	others := 0
	own := false
	for _, said := range b.closure().Said(n, maxCompared) {
		claim := said.Claim
		if !own && claim.Flat == f.Claim.Flat && slices.Equal(claim.Labels, f.Claim.Labels) {
			own = true
			continue
		}
		others++
		f.Others = append(f.Others, claim.Labels...)
		if !b.sys.Compatible(claim, f.Claim) {
			against = append(against, said)
		}
	}
	if others > 0 {
		f.Share = float64(len(against)) / float64(others)
	}
	return against
}

// further lists the descriptions that contradict a side and are not sides themselves.
func (x *Explainer) further(b *base, against []unify.Said, sides []Fact) []Fact {
	var more []Fact
	known := func(f *Fact) bool {
		same := func(o Fact) bool { return o.Node == f.Node && o.Use == f.Use }
		return slices.ContainsFunc(sides, same) || slices.ContainsFunc(more, same)
	}
	for _, s := range against {
		if s.E >= 0 || int(s.C) >= len(b.source) || b.source[s.C].Derived {
			continue // a part of a type, whose name belongs to another class; or an effect; or derived
		}
		f := Fact{Node: b.source[s.C].Node, Use: b.source[s.C].Use, Claim: s.Claim}
		if f.Use < 0 {
			f.Node = b.nodes[b.sys.Constraints[s.C].X].node
		}
		if !known(&f) {
			more = append(more, f)
		}
	}
	return more
}
