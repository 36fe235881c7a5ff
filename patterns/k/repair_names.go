package k

import (
	"fmt"
	"slices"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/k"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/unify"
)

// Repairs that bring other names into the text: types, definitions and the
// fields of a value between two elements of a composition.

// A naming is one of several names that may stand in a place.
type naming struct {
	gain  int
	plain int  // the gain, without what the name itself adds
	never bool // it is there for its name only
	offer func() *proposal
}

// mostPlain is how many names are tried in one place for the sake of blame.
const mostPlain = 10

// offerNames proposes the first names of a list, and for the sake of blame those that
// fit best whatever they are called: of many with the same gain all or none, and
// of several that mean the same one.
func (r *repairer) offerNames(s spot, kind editKind, list []naming, complete bool, same func(i, j int) bool) {
	at := make([]int, len(list))
	order := make([]int, 0, len(list))
	for i := range list {
		at[i] = -1
		if i < mostNames {
			at[i] = len(r.list)
			list[i].offer()
		}
		if complete && !list[i].never {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(i, j int) int { return list[j].plain - list[i].plain })
	var chosen []int
	for len(order) > 0 {
		n, gain := len(chosen), list[order[0]].plain
		for len(order) > 0 && list[order[0]].plain == gain {
			if i := order[0]; !slices.ContainsFunc(chosen, func(j int) bool { return same(i, j) }) {
				chosen = append(chosen, i)
			}
			order = order[1:]
		}
		if len(chosen) > mostPlain {
			chosen = chosen[:n]
			break
		}
	}
	for _, i := range chosen {
		p := (*proposal)(nil)
		if at[i] >= 0 {
			p = &r.list[at[i]]
		} else {
			p = list[i].offer()
			p.hidden = true
		}
		p.free, p.plainKind = true, kind
		p.plainCost += list[i].gain - list[i].plain + editCost[kind][s.column()] - editCost[p.kind][s.column()]
	}
}

// definesType reports whether the program defines a type of a name.
func (r *repairer) definesType(name string) bool {
	sym := r.tree.Syms.Lookup(name)
	return sym != lang.NoSym && int(sym) < len(r.names.Type) && r.names.Type[sym] >= 0
}

// code proposes other types for a part of a code.
func (r *repairer) code(s spot, n *k.Node) {
	switch n.Op {
	case k.OpCodeVector:
		kid := r.tree.Span(r.tree.Kids(s.node)[0])
		if r.parent[s.node] == k.NoNode && r.tree.Nodes[r.tree.Kids(s.node)[0]].Op == k.OpCodeName {
			return // a type definition needs a bracket
		}
		r.offer(s, editTypeBox, r.vectorGain(), fmt.Sprintf("use %s, not a vector of it", r.quote(r.tree.Kids(s.node)[0])), r.unwrap(n.Span(), kid)...)
		return
	case k.OpFilterVector:
		kid := r.tree.Span(r.tree.Kids(s.node)[0])
		r.offer(s, editTypeBox, r.vectorGain(), "make the filter that of a member", r.unwrap(n.Span(), kid)...)
		return
	}
	if n.Op != k.OpCodeName {
		return
	}
	text := r.tree.Syms.Text(n.Sym)
	r.offer(s, editTypeBox, r.vectorGain(), fmt.Sprintf("make it a vector: `[%s]`", text), r.wrap(n.Span(), "[]")...)
	type choice struct {
		t    patterns.Type
		name string
		def  int32
		gain int
		free int // the gain, without what its name adds
	}
	var list []choice
	current := r.typeOf(s.node)
	consider := func(t patterns.Type, name string, def int32) {
		if t == unify.NoHead || t == current {
			return
		}
		c := choice{t: t, name: name, def: def}
		v := r.typeView(t)
		fits := false
		for i := range r.sides {
			if i != s.side && exact(v, r.sides[i].view) {
				c.gain = gainOfFit
			}
			fits = fits || i != s.side && r.fit(v, r.sides[i].view)
		}
		if s.side >= 0 && s.node == r.sides[s.side].code && !fits {
			return
		}
		c.free = c.gain
		if d, near := lang.Distance(text, name); near {
			c.gain = max(c.gain, gainOfFit-d)
		}
		list = append(list, c)
	}
	for _, b := range [...]struct {
		t    patterns.Type
		name string
	}{{r.intType, "int"}, {r.stringType, "string"}, {r.boolType, "bool"}} {
		if !r.definesType(b.name) {
			consider(b.t, b.name, -1)
		}
	}
	for i, t := range r.typeDef[:min(len(r.typeDef), mostDefs)] {
		if !r.tree.Types[i].Bad && r.names.Type[r.tree.Types[i].Name] == int32(i) {
			consider(t, r.tree.Syms.Text(r.tree.Types[i].Name), int32(i))
		}
	}
	slices.SortStableFunc(list, func(x, y choice) int { return y.gain - x.gain })
	names := make([]naming, len(list))
	for i := range list {
		c := &list[i]
		names[i] = naming{gain: c.gain, plain: c.free, offer: func() *proposal {
			p := r.offer(s, editType, c.gain, fmt.Sprintf("use the type `$%s`", c.name), r.edit(n.Span(), c.name))
			if c.def >= 0 {
				p.types = append(p.types, c.def)
			}
			return p
		}}
	}
	r.offerNames(s, editType, names, len(r.typeDef) <= mostDefs, func(i, j int) bool { return list[i].t == list[j].t })
}

// A function is a definition or a built-in function that a repair may refer to.
type function struct {
	name    string
	def     int32 // -1 for a built-in one
	scheme  *patterns.Scheme
	in, out view

	constant bool // it gives the same whatever it takes
	anything bool // it takes anything and looks at it
}

// functions lists what a repair may refer to, the definitions near the clash
// first. A definition that refers to this one is none: it would become
// recursive.
func (r *repairer) functions() []function {
	if r.fns != nil {
		return r.fns
	}
	add := func(name string, def int32, s *patterns.Scheme) {
		f := function{name: name, def: def, scheme: s}
		f.in, f.out = r.schemeView(s, s.Roots[0]), r.schemeView(s, s.Roots[1])
		if !r.says(s) {
			return
		}
		f.anything = def < 0 && anyInput[name]
		f.constant = !f.anything && f.in.flat == unify.Open && len(f.in.labels) == 0 && !leadsDown(s)
		r.fns = append(r.fns, f)
	}
	n := int32(len(r.tree.Defs))
	from := max(0, min(r.def-mostDefs/2, n-mostDefs))
	for d := from; d < min(n, from+mostDefs); d++ {
		if r.mayCall(d) {
			add(r.tree.Syms.Text(r.tree.Defs[d].Name), d, r.Solver.Scheme(d))
		}
	}
	for i, b := range builtinTable {
		if sym := r.tree.Syms.Lookup(b.name); sym == lang.NoSym || int(sym) >= len(r.names.Func) || r.names.Func[sym] < 0 {
			add(b.name, -1, r.builtinScheme(int8(i)))
		}
	}
	return r.fns
}

// anyInput are the built-in functions that take anything and look at it.
var anyInput = map[string]bool{"toJSON": true, "toDateMsec": true, "toDateStr": true}

// leadsDown reports whether what a scheme gives contains what it takes.
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

// mayCall reports whether a repair may refer to a definition.
func (r *repairer) mayCall(d int32) bool {
	def, x := &r.tree.Defs[d], r.Solver.Derivation(d)
	if def.Main || def.Bad || x.Bad || !x.Derived {
		return false
	}
	if x.Recursive && r.Solver.SameGroup(d, r.def) {
		return true
	}
	if r.up == nil {
		r.up = r.above(r.def)
		slices.Sort(r.up)
	}
	_, above := slices.BinarySearch(r.up, d)
	return !above
}

// says reports whether a function says something of what it gives: one that
// gives anything would fit everywhere and mend nothing.
func (r *repairer) says(s *patterns.Scheme) bool {
	out := s.Roots[1]
	if s.Graph.Flat(out) != unify.Open || len(s.Graph.Edges(out)) > 0 {
		return true
	}
	root, path := s.Path(out)
	return out != s.Roots[0] && root == 0 && len(path) > 0
}

func (r *repairer) schemeView(s *patterns.Scheme, n int32) view {
	c := claimOf(s.Graph.Flat(n), s.Graph.Edges(n))
	return view{c.Flat, r.labelsOf(c)}
}

// reference proposes other functions for a reference, or the field or the type of
// its name.
func (r *repairer) reference(s spot, n *k.Node) {
	name := r.tree.Syms.Text(n.Sym)
	in, out := openView, openView // what its own signature says
	if d := r.names.Func[n.Sym]; d >= 0 {
		scheme := r.Solver.Scheme(d)
		in, out = r.schemeView(scheme, scheme.Roots[0]), r.schemeView(scheme, scheme.Roots[1])
	} else if i := r.names.Builtin[n.Sym]; i >= 0 {
		scheme := r.builtinScheme(i)
		in, out = r.schemeView(scheme, scheme.Roots[0]), r.schemeView(scheme, scheme.Roots[1])
	}
	before, after := r.neighbours(s.node)
	type choice struct {
		f    function
		near bool
		gain int
		free int // the gain, without what its name adds
	}
	var list []choice
	for _, f := range r.functions() {
		if f.name == name || !r.fitsInPlace(s, f) || f.constant && in.flat != unify.Open {
			continue
		}
		c := choice{f: f}
		d, near := lang.Distance(name, f.name)
		if f.anything && !near {
			continue // it would always fit
		}
		if same(in, f.in) {
			c.gain += gainOfSignature
		}
		if same(out, f.out) {
			c.gain += gainOfSignature
		}
		if exact(before, f.in) {
			c.gain += gainOfFit / 2
		}
		if exact(after, f.out) {
			c.gain += gainOfFit / 2
		}
		c.free = c.gain
		if near {
			c.near, c.gain = true, c.gain-d
		}
		list = append(list, c)
	}
	slices.SortStableFunc(list, func(x, y choice) int {
		if x.near != y.near {
			return boolInt(y.near) - boolInt(x.near)
		}
		return y.gain - x.gain
	})
	names := make([]naming, len(list))
	for i := range list {
		c := &list[i]
		names[i] = naming{gain: c.gain, plain: c.free, never: c.f.anything, offer: func() *proposal {
			kind := editRef
			if c.near {
				kind = editRefTypo
			}
			p := r.offer(s, kind, c.gain, fmt.Sprintf("use `%s` in the place of `%s`", c.f.name, name), r.edit(n.Span(), c.f.name))
			if c.f.def >= 0 {
				p.refs = append(p.refs, c.f.def)
			}
			return p
		}}
	}
	r.offerNames(s, editRef, names, len(r.tree.Defs) <= mostDefs, func(i, j int) bool { return list[i].f.scheme.Equal(list[j].f.scheme) })
	if r.count[n.Sym] > 0 {
		r.offer(s, editDot, 0, fmt.Sprintf("read the field: `.%s`", name), r.edit(n.Span(), "."+name))
	}
	if t := r.names.Type[n.Sym]; t >= 0 {
		p := r.offer(s, editDot, 0, fmt.Sprintf("use the type `$%s`", name), r.edit(n.Span(), "$"+name))
		p.types = append(p.types, t)
	}
}

func boolInt(b bool) int {
	if b {
		return 1
	}
	return 0
}

func same(x, y view) bool { return x.flat == y.flat && slices.Equal(x.labels, y.labels) }

// fitsInPlace reports whether a function fits the other side of the clash where
// the reference at a spot does not.
func (r *repairer) fitsInPlace(s spot, f function) bool {
	if s.side < 0 || r.sides[s.side].use != s.node {
		return true
	}
	fact := &r.sides[s.side].fact
	v, known := r.schemePart(f.scheme, f.scheme.Roots[fact.Side], fact.Part())
	if !known {
		return true
	}
	for i := range r.sides {
		if i != s.side && !r.fit(v, r.sides[i].view) {
			return false
		}
	}
	return true
}

// schemePart is what a scheme says of the part of a node under some labels; it
// is not known where the scheme does not lead there.
func (r *repairer) schemePart(s *patterns.Scheme, n int32, path []unify.Label) (view, bool) {
	for i, l := range path {
		if h := s.Graph.Flat(n).Head(); h != unify.NoHead {
			return r.typePart(h, path[i:])
		}
		at := slices.IndexFunc(s.Graph.Edges(n), func(e unify.Edge) bool { return e.Label == l })
		if at < 0 {
			return view{}, false
		}
		n = int32(s.Graph.Edges(n)[at].To)
	}
	return r.schemeView(s, n), true
}

func (r *repairer) typePart(t patterns.Type, path []unify.Label) (view, bool) {
	for _, l := range path {
		fields := r.Types.Fields(t)
		at := slices.IndexFunc(fields, func(f unify.HeadField) bool { return f.Label == l })
		if at < 0 {
			return view{}, false
		}
		t = fields[at].To
	}
	return r.typeView(t), true
}
