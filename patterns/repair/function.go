package repair

import (
	"slices"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/message"
	"github.com/patgraph/patgraph/unify"
)

// A function is a definition or a built-in function that a change may reference.
type function struct {
	name    string
	def     int32 // -1 for a built-in one
	scheme  *patterns.Scheme
	in, out View

	constant bool // its output does not depend on its input
	anything bool // it accepts any input and inspects it
	unasked  bool // but it may be inserted
}

// functions lists the functions that changes may reference, the definitions near the contradiction first. MayRefer
// decides from which places.
func (r *Repairer) functions() []function {
	if r.fns != nil {
		return r.fns
	}
	add := func(name string, def int32, s *patterns.Scheme, b Builtin) {
		if !constrainsOutput(s) {
			return
		}
		f := function{name: name, def: def, scheme: s, anything: b.Anything, unasked: b.Unasked}
		f.in, f.out = r.schemeView(s, s.Roots[0]), r.schemeView(s, s.Roots[1])
		f.constant = !f.anything && f.in.Flat == unify.Open && len(f.in.Labels) == 0 && !leadsDown(s)
		r.fns = append(r.fns, f)
	}
	n := int32(r.Definitions())
	from := max(0, min(r.def-mostDefs/2, n-mostDefs))
	for d := from; d < min(n, from+mostDefs); d++ {
		if r.named(d) {
			add(r.DefName(d), d, r.Solver.Scheme(d), Builtin{})
		}
	}
	for _, b := range r.builtins {
		add(b.Name, none, b.Scheme, b)
	}
	return r.fns
}

// leadsDown reports whether the output of a scheme contains its input.
func leadsDown(s *patterns.Scheme) bool {
	seen := make([]bool, s.Graph.Len())
	for queue := []int32{s.Roots[1]}; len(queue) > 0; queue = queue[1:] {
		n := queue[0]
		if n == s.Roots[0] {
			return true
		}
		for _, e := range s.Graph.Edges(n) {
			if !seen[e.To] {
				seen[e.To] = true
				queue = append(queue, int32(e.To))
			}
		}
	}
	return false
}

// MayRefer reports whether a change at a site may reference a definition: no change may make a definition recursive.
func (r *Repairer) MayRefer(site, d int32) bool {
	def := r.Owner(site)
	if d < 0 || def < 0 {
		return true
	}
	return r.named(d) && (r.Solver.Derivation(d).Recursive && r.Solver.SameGroup(d, def) || !r.dependsOn(d, def))
}

// named reports whether a definition has a name and is sound enough to be referenced.
func (r *Repairer) named(d int32) bool {
	def, x := r.Definition(d), r.Solver.Derivation(d)
	nameless := def.NameSpan == def.Span // as a main expression
	return !nameless && !def.Bad && !x.Bad && x.Derived
}

// dependsOn reports whether d is other or depends on it, directly or not.
func (r *Repairer) dependsOn(d, other int32) bool {
	up := patterns.Remember(&r.up, other, func() []int32 {
		up := r.Above(other)
		slices.Sort(up)
		return up
	})
	_, found := slices.BinarySearch(up, d)
	return found
}

// constrainsOutput reports whether a function constrains its output. An unconstrained output would fit everywhere and
// fix nothing.
func constrainsOutput(s *patterns.Scheme) bool {
	out := s.Roots[1]
	return s.Graph.Flat(out) != unify.Open || len(s.Graph.Edges(out)) > 0
}

// Reference proposes other functions in place of a reference.
func (r *Repairer) Reference(s Spot) {
	if r.Kind(s.Site) != message.Calls {
		return
	}
	name := r.sourceOf(s.Site)
	r.swapCalls(s, name)
	in, out := openView, openView // the signature of the callee
	if scheme := r.schemeOf(s.Site, name); scheme != nil {
		in, out = r.schemeView(scheme, scheme.Roots[0]), r.schemeView(scheme, scheme.Roots[1])
	}
	before, after := r.Neighbours(s.Site)
	kids, at := r.chain(s.Site)
	comes := at > 0
	callee, known := r.Callee(s.Site)
	builtin := known && callee < 0
	var list []naming
	for _, f := range r.functions() {
		if f.name == name || !r.MayRefer(s.Site, f.def) || !r.fitsInPlace(s, f) {
			continue
		}
		if f.constant && in.Flat != unify.Open && !just(f.out, after) {
			continue // there may be many, and most are unlikely to be meant
		}
		d, near := lang.Distance(name, f.name)
		if f.anything && !near {
			continue // it would always fit
		}
		c := naming{
			name: f.name, def: f.def, kind: Ref, scheme: f.scheme,
			never: f.anything || f.constant && in.Flat != unify.Open,
		}
		if same(in, f.in) {
			c.plain += gainOfSignature
		}
		if same(out, f.out) {
			c.plain += gainOfSignature
		}
		if exact(before, f.in) {
			c.plain += gainOfFit / 2
		}
		if exact(after, f.out) {
			c.plain += gainOfFit / 2
		}
		if f.constant && comes {
			c.plain -= CostOfTwice // it would discard the value before it
		}
		if r.isUnused(f.def) {
			c.plain += gainOfUnused
		}
		c.gain = c.plain
		if near {
			c.kind, c.gain = RefTypo, c.gain-d
		} else {
			alike := builtin && in.Flat.Shapes() == f.in.Flat.Shapes() && out.Flat.Shapes() == f.out.Flat.Shapes()
			c.unlikely = builtin != (f.def < 0) ||
				!alike && !just(before, f.in) && !just(f.out, after) && !r.isUnused(f.def)
		}
		list = append(list, c)
	}
	if after.Flat == unify.Open && s.Side >= 0 {
		after = r.opposite(s.Side)
	}
	// Only a part of the input is surely smaller than it.
	if f, ok := r.itself(s); ok && f.def == r.def && f.name != name && !builtin &&
		at > 0 && r.Reads(kids[at-1]) && just(after, f.out) {
		list = append(list, naming{name: f.name, def: f.def, kind: Ref, gain: gainOfRecursion, never: true})
	}
	r.offerNames(s, Ref, list, r.Definitions() <= mostDefs, func(other string) lang.Phrase {
		return lang.Say("use `%s` in place of `%s`", other, name)
	})
}

// swapCalls proposes to exchange a reference with another one in the product around it.
func (r *Repairer) swapCalls(s Spot, name string) {
	whole := r.Parent(s.Site)
	for whole != none && r.Kind(whole) != message.Product {
		whole = r.Parent(whole)
	}
	if whole == none || whole-r.First(whole) > LongestBracket {
		return
	}
	for e := r.First(whole); e < whole; e++ {
		if other := r.sourceOf(e); r.Kind(e) == message.Calls && other != name && len(r.Kids(e)) == 0 {
			p := r.Offer(s, Swap, 0, lang.Say("swap `%s` and `%s`", name, other),
				r.Edit(r.Span(s.Site), other), r.Edit(r.Span(e), name))
			p.Several = true
		}
	}
}

// Takes returns what the signature of the function at a spot takes.
func (r *Repairer) Takes(s Spot) View {
	if scheme := r.schemeOf(s.Site, r.sourceOf(s.Site)); scheme != nil {
		return r.schemeView(scheme, scheme.Roots[0])
	}
	in, _ := r.Views(s.Site)
	return in
}

// schemeOf returns the signature of a callee, nil if it is not known.
func (r *Repairer) schemeOf(e int32, name string) *patterns.Scheme {
	d, ok := r.Callee(e)
	switch {
	case !ok:
		return nil
	case d >= 0:
		return r.Solver.Scheme(d)
	}
	for _, b := range r.builtins {
		if b.Name == name {
			return b.Scheme
		}
	}
	return nil
}

// isUnused reports whether no other definition references a definition, as happens when its only reference is replaced.
func (r *Repairer) isUnused(d int32) bool {
	return d >= 0 && !slices.ContainsFunc(r.users.of(d), func(user int32) bool { return user != d })
}

// fitsInPlace reports whether a function agrees with the other side of the contradiction, which the reference at a spot
// does not.
func (r *Repairer) fitsInPlace(s Spot, f function) bool {
	if s.Side < 0 || r.Sides[s.Side].Use != s.Site {
		return true
	}
	fact := &r.Sides[s.Side].Fact
	v, known := r.schemePart(f.scheme, f.scheme.Roots[fact.Side], fact.Part())
	if !known {
		return true
	}
	for i := range r.Sides {
		if i != s.Side && !r.fit(v, r.Sides[i].View) {
			return false
		}
	}
	return true
}
