package explain

import (
	"cmp"
	"math/bits"
	"slices"

	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/unify"
)

// A Place is where a node of a core is: in the definition that is explained, or in one use of a callee.
type Place struct {
	Def      int32
	Node     unify.Node // of the graph; None if a relation made it, or for a part of a type of Use's signature
	Use      int32
	Relation int32   // of a node that a relation made: the number of its instance, + 1
	Calls    []int32 // the uses that lead from the definition to it, outermost first
}

// A Cited is one constraint of a core.
type Cited struct {
	Def    int32
	Source Source
	Claim  unify.Claim // of a description
	Calls  []int32     // of its first copy
}

// A Contradiction explains why a definition cannot be derived: a core of constraints, its certificate, and the proof.
type Contradiction struct {
	Def     int32
	Core    []Cited
	Copy    []int32 // by constraint of System: the member of Core that it copies or follows from, or -1 for wiring
	System  *unify.System
	Sources []Source // by constraint of System that no relation gives
	Proof   *unify.Proof
	Places  []Place // by node of System
	Minimal bool    // without any one member of Core there is a solution
	Checked bool    // the checker accepted the proof

	Root  *unify.Proof  // the proof in the definition itself, with whole signatures
	Facts []Fact        // the two or three sides, in terms of the definition
	More  []Fact        // more facts that contradict a side
	Path  []unify.Label // from where values meet down to where they clash
	Given int32         // an event of the definition by which they meet, or -1

	Taken []Source // sources that are removed from the definition to find further errors

	base *base
	root *unify.System // the system of Root
}

// minimizeShare: minimizing takes at most 1/minimizeShare of the steps for finding a core.
const minimizeShare = 2

// contradiction explains what a proof about a definition depends on. If the types of a use's signature have to be
// expanded for that, it returns the use: then the definition has to be proved again.
func (x *Explainer) contradiction(b *base, all *unify.System, p *unify.Proof) (k *Contradiction, use int32) {
	e, use := x.expand(b, all, p)
	if e == nil {
		return nil, use
	}
	s, places := e.system()
	if s.Close(nil).OK() {
		// The signatures imply more than was found in the callees, so they are taken unchanged.
		e = x.newExpander(b)
		for _, c := range p.Cited() {
			e.add(0, c)
		}
		s, places = e.system()
	}
	k = &Contradiction{Def: b.def, base: b}
	k.Core, k.Copy = e.members()
	for _, it := range e.items {
		k.Sources = append(k.Sources, e.contexts[it.ctx].base.source[it.c])
	}
	k.Minimal = x.minimize(s, k.Core, k.Copy)
	cl := s.Close(nil)
	k.System, k.Proof = cl.System(), cl.Contradiction()
	for _, at := range places {
		p := x.place(e.contexts[at.ctx].base, at.node)
		p.Calls = e.calls(at.ctx)
		k.Places = append(k.Places, p)
	}
	for i := range k.System.Fired {
		f := &k.System.Fired[i]
		m := &k.Core[k.Copy[f.C]]
		for range f.End - f.First {
			k.Copy = append(k.Copy, k.Copy[f.C])
		}
		for range f.Until - f.Base {
			k.Places = append(k.Places, Place{Def: m.Def, Node: unify.None, Use: m.Source.Use,
				Relation: m.Source.Relation, Calls: m.Calls})
		}
	}
	if k.Proof != nil {
		k.Checked = k.System.Check(k.Proof) == nil
		k.cited()
	}
	k.Root, k.root = x.rootProof(k, all, p)
	if len(b.known) < maxKnown {
		b.known = append(b.known, k.Root.Cited())
	}
	x.facts(k)
	k.Def = x.owner(k)
	return k, -1
}

// owner returns the definition that a contradiction belongs to. Of members that share their nodes it is the one in
// which the sides meet.
func (x *Explainer) owner(k *Contradiction) int32 {
	if k.Given >= 0 {
		if r, ok := x.solver.Graph.Event(k.Given).Cause.Given(); ok {
			return x.front.Owner(r.Site)
		}
	}
	site, _, _ := x.siteOf(k.Facts[0].Node)
	return x.front.Owner(site)
}

// place returns where a node of a base is.
func (x *Explainer) place(b *base, n unify.Node) Place {
	o := b.nodes[n]
	if o.node == unify.None {
		return Place{Def: x.front.Owner(x.solver.UseOf(o.use).Site), Node: unify.None, Use: o.use}
	}
	site, _, _ := x.siteOf(o.node)
	return Place{Def: x.front.Owner(site), Node: o.node}
}

func (e *expander) calls(ctx int32) []int32 {
	var calls []int32
	for ; e.contexts[ctx].parent >= 0; ctx = e.contexts[ctx].parent {
		calls = append(calls, e.contexts[ctx].use)
	}
	slices.Reverse(calls)
	return calls
}

// members groups the copies of constraints: all copies of a constraint are one member of the core. It returns the
// member of each copy, or -1 for wiring.
func (e *expander) members() (core []Cited, member []int32) {
	type key struct {
		def    int32
		source SourceKey
		part   int32
	}
	index := make(map[key]int32)
	for _, it := range e.items {
		b := e.contexts[it.ctx].base
		src := b.source[it.c]
		if e.wiring(src) {
			member = append(member, -1)
			continue
		}
		def := e.front.Owner(src.Reason.Site)
		id := key{def, src.Key(), -1}
		if len(src.Below) > 0 {
			id.part = int32(b.sys.Constraints[it.c].X)
		}
		m, ok := index[id]
		if !ok {
			m = int32(len(core))
			index[id] = m
			core = append(core, Cited{def, src, b.sys.Constraints[it.c].Claim(), e.calls(it.ctx)})
		}
		member = append(member, m)
	}
	return core, member
}

// minimize removes members of a core from its system as long as a contradiction remains, those cited last first. It
// reports whether it could try all of them.
func (x *Explainer) minimize(s *unify.System, core []Cited, member []int32) (minimal bool) {
	order := make([]int32, len(core))
	for i := range order {
		order[i] = int32(i)
	}
	slices.SortStableFunc(order, func(a, b int32) int {
		return cmp.Or(cmp.Compare(len(core[b].Calls), len(core[a].Calls)), cmp.Compare(b, a))
	})
	rank := make([]int32, len(order))
	for i, m := range order {
		rank[m] = int32(i)
	}
	copies := make([][]int32, len(order))
	for i, m := range member {
		if m >= 0 {
			copies[rank[m]] = append(copies[rank[m]], int32(i))
		}
	}
	var removed []bool
	minimal = x.solver.Watch.Within(x.part/minimizeShare, func() { removed = x.without(s, copies, true) })
	for i, is := range removed {
		if is {
			for _, c := range copies[i] {
				s.Constraints[c].X = unify.None
			}
		}
	}
	return minimal
}

// without is unify.System.Without, counted as work on the program.
func (x *Explainer) without(s *unify.System, groups [][]int32, remove bool) []bool {
	*x.left -= (s.Nodes + len(s.Constraints)) * (1 + bits.Len(uint(len(groups))))
	return s.Without(groups, remove)
}

// cited sorts the core in the order of the proof, without removed members.
func (k *Contradiction) cited() {
	order := make([]int32, 0, len(k.Core))
	number := make(map[int32]int32, len(k.Core))
	for _, c := range k.Proof.Cited() {
		m := k.Copy[c]
		if _, ok := number[m]; !ok && m >= 0 {
			number[m] = int32(len(order))
			order = append(order, m)
		}
	}
	core := make([]Cited, len(order))
	for i, m := range order {
		core[i] = k.Core[m]
	}
	for i, m := range k.Copy {
		if n, ok := number[m]; ok {
			k.Copy[i] = n
		} else {
			k.Copy[i] = -1
		}
	}
	k.Core = core
}

// Together lists the definitions that are explained together with one, including itself: the members of its group, if
// they share their nodes.
func (x *Explainer) Together(def int32) []int32 {
	if d := x.solver.Derivation(def); d.Recursive && d.Recursion == patterns.Monomorphic {
		return x.solver.Group(def)
	}
	return []int32{def}
}

// Size returns about the cost of solving a definition once: its nodes.
func (x *Explainer) Size(def int32) int {
	if b := x.base(baseKey{def, -1}); b != nil {
		return b.sys.Nodes
	}
	return 0
}

// Sides lists the sides of the cheapest contradiction of a definition, in terms of the definition itself; none if it
// has no contradiction.
func (x *Explainer) Sides(def int32) []Fact {
	b := x.base(baseKey{def, -1})
	if b == nil {
		return nil
	}
	cl := x.close(b, nil)
	p := cl.Contradiction()
	if p == nil {
		return nil
	}
	k := &Contradiction{Def: def, Root: p, base: b, root: cl.System()}
	x.facts(k)
	return k.Facts
}

// Contradictions explains the contradictions of a definition and of those that are explained together with it, up to a
// number. The cheapest one comes first, or with Order the one that is complete first. Then hole selects the constraints
// that one place of it states; these are removed, and the cheapest remaining contradiction comes next. rest is what is
// left then.
func (x *Explainer) Contradictions(def int32, most int,
	hole func(*Contradiction) func(Source) bool) (all []*Contradiction, rest Remainder) {
	var holes []func(Source) bool
	for {
		var next *found
		sound := false
		if !x.Within(func() { next, sound = x.next(def, len(all) == most, holes) }) {
			return all, TooMuchWork
		}
		if next == nil && sound {
			return all, NothingLeft
		}
		if next == nil {
			return all, SomethingLeft
		}
		k, sources := next.Contradiction, next.b.source
		all = append(all, k)
		out := hole(k)
		changed := false
		for i, src := range sources {
			changed = changed || !next.off[i] && out(src)
		}
		if !changed {
			// The definition itself has nothing to remove: the error is in its callees.
			cited := make(map[SourceKey]bool)
			for _, c := range next.proof.Cited() {
				cited[sources[c].Key()] = true
			}
			out = func(s Source) bool { return cited[s.Key()] }
		}
		for i, src := range sources {
			if !next.off[i] && out(src) {
				k.Taken = append(k.Taken, src)
			}
		}
		holes = append(holes, out)
	}
}

// A Remainder is what is left of the contradictions of a definition when some are explained.
type Remainder uint8

const (
	NothingLeft   Remainder = iota
	SomethingLeft           // or it may be
	TooMuchWork             // the next one exceeds the budget for one
)

// found is a contradiction with the constraints among which it was found: those that are not off.
type found struct {
	*Contradiction
	b     *base
	off   []bool
	proof *unify.Proof
}

// next finds a contradiction of a definition, without the constraints of some places. If it returns none, it reports
// whether none remains; with enough, it only checks for one.
func (x *Explainer) next(def int32, enough bool, holes []func(Source) bool) (next *found, complete bool) {
	for {
		b := x.base(baseKey{def, -1})
		if b == nil {
			return nil, true
		}
		off := b.without(holes...)
		if enough || x.Spent() {
			return nil, x.close(b, off).OK()
		}
		var cl *unify.Closure
		if x.Order != nil {
			if cl, b, off = x.earliest(b, off); cl == nil {
				return nil, true
			}
		} else {
			cl = x.close(b, off)
		}
		p := cl.Contradiction()
		x.spend(b)
		if p == nil {
			return nil, cl.OK()
		}
		k, use := x.contradiction(b, cl.System(), p)
		if k != nil {
			return &found{k, b, off, p}, false
		}
		x.apart[use] = true
		x.restate()
	}
}

// earliest returns the closure of the shortest contradictory prefix of the constraints in the order of the text, without
// those that are off, and the base and the constraints left out of it that it is the closure of. Without a contradiction
// it returns no closure.
func (x *Explainer) earliest(b *base, off []bool) (*unify.Closure, *base, []bool) {
	at := make([]int64, len(b.source))
	for i, src := range b.source {
		at[i] = x.Order(src)
	}
	x.spend(b)
	last, ok := b.sys.First(at, off)
	if !ok {
		return nil, b, off
	}
	if recent, ok := x.recent(b, at, off, last); ok {
		off := make([]bool, len(recent.source))
		return x.close(recent, off), recent, off
	}
	later := slices.Clone(off)
	for i := range later {
		later[i] = later[i] || at[i] > last
	}
	return x.close(b, later), b, off
}

// maxKnown bounds how many contradictions of a definition are stored.
const maxKnown = 32

// Untouched reports whether an explained contradiction remains without the constraints that a place states.
func (x *Explainer) Untouched(def int32, out func(Source) bool) bool {
	b := x.base(baseKey{def, -1})
	return slices.ContainsFunc(b.known, func(cited []int32) bool {
		return !slices.ContainsFunc(cited, func(c int32) bool { return out(b.source[c]) })
	})
}

// without marks the constraints of some places, to be left out.
func (b *base) without(places ...func(Source) bool) []bool {
	off := make([]bool, len(b.sys.Constraints))
	for i, src := range b.source {
		for _, out := range places {
			off[i] = off[i] || out(src)
		}
	}
	return off
}

// Without reports whether a definition has no contradiction without the constraints that a place states.
func (x *Explainer) Without(def int32, out func(Source) bool) bool {
	if x.Untouched(def, out) {
		return false
	}
	b := x.base(baseKey{def, -1})
	return x.close(b, b.without(out)).OK()
}

// WithoutEach is Without for several places at once. place returns the index of the place that states a constraint, or
// -1. It costs about as many closures of the definition as the number of places has binary digits.
func (x *Explainer) WithoutEach(def int32, places int, place func(Source) int) []bool {
	b := x.base(baseKey{def, -1})
	groups := make([][]int32, places)
	for c, src := range b.source {
		if i := place(src); i >= 0 {
			groups[i] = append(groups[i], int32(c))
		}
	}
	sound := x.without(b.sys, groups, false)
	for i := range sound {
		sound[i] = !sound[i]
	}
	return sound
}

// Hole solves a definition in a graph of its own, without the constraints that a place states. It returns the graph,
// and the nodes in it for some nodes of the definition.
func (x *Explainer) Hole(def int32, out func(Source) bool, nodes ...unify.Node) (g *unify.Graph, at []unify.Node) {
	b := x.base(baseKey{def, -1})
	x.spend(b)
	for _, n := range nodes {
		at = append(at, b.local(n))
	}
	return b.sys.Solve(b.without(out)), at
}
