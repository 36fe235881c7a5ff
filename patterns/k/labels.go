package k

import (
	"cmp"
	"slices"
	"sort"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/k"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/language"
	"github.com/patgraph/patgraph/unify"
)

// An owner is a pattern that may have a label: a type, or an open pattern of a definition.
type owner struct {
	def  int32 // -1: node is a type
	node int32 // of the quotient of the definition
}

// A role is what a place does with a label.
type role uint8

const (
	declares role = iota // a field of a type definition
	writes               // of a code elsewhere
	makes                // of a product, or a tag of a value
	matches              // of a closed filter
	reads                // of a projection or an open filter
)

// A labelPlace is a place with the label.
type labelPlace struct {
	span  lang.Span
	role  role
	of    owner
	known bool // its owner is known
	clear bool // no error hides what its owner is united with
}

// A labelBody is a definition as a graph whose first roots are its input and output.
type labelBody struct {
	scheme *patterns.Scheme
	pairs  []rootPair
	shows  bool // its signature has the label
}

// A rootPair is two successive roots: the input and the output of a reference, or the two sides of a conflict.
type rootPair struct {
	callee int32 // -1: a conflict
	first  int
}

// A labelFinder finds the places of a label and which of them belong together. Two owners are linked if a reference
// makes one an instance of the other, or an error says that they would have to be equal.
type labelFinder struct {
	*program
	label  lang.Sym
	places []labelPlace
	bodies []labelBody
	down   map[owner][]owner // from uses of signatures to these
	up     map[owner][]owner
}

// labelAt finds the label at a place, and the places that belong to it. It takes the time of deriving the program.
func (a *program) labelAt(r *patterns.Result, at lang.Span) (language.LabelPlaces, bool) {
	f := &labelFinder{
		program: a, label: lang.NoSym, bodies: make([]labelBody, len(a.tree.Defs)),
		down: make(map[owner][]owner), up: make(map[owner][]owner),
	}
	for e := range k.NodeID(len(a.tree.Nodes)) {
		for _, s := range a.AppendSlots(nil, int32(e)) {
			if s.Span == at {
				f.label = lang.Sym(s.Label)
			}
		}
	}
	if f.label == lang.NoSym {
		return language.LabelPlaces{}, false
	}
	for i := range a.tree.Types {
		f.codes(&a.tree.Types[i], declares)
	}
	q := patterns.NewQuotienter(a.Types)
	for d := range a.tree.Defs {
		f.codes(&a.tree.Defs[d], writes)
		f.body(q, int32(d), r.Definitions[d].Sound())
	}
	for d := range f.bodies {
		f.link(int32(d))
	}
	return f.around(at)
}

// add adds the places of the label at a node.
func (f *labelFinder) add(e k.NodeID, p labelPlace) {
	for _, s := range f.AppendSlots(nil, int32(e)) {
		if lang.Sym(s.Label) == f.label {
			p.span = s.Span
			f.places = append(f.places, p)
		}
	}
}

// isCode reports whether a node is a bracket of a type.
func (f *labelFinder) isCode(e k.NodeID) bool {
	op := f.tree.Nodes[e].Op
	return op == k.OpCodeProduct || op == k.OpCodeUnion
}

// codes adds the places in the types of a definition.
func (f *labelFinder) codes(d *k.Def, r role) {
	for e := d.First; !d.Bad && d.Root != k.NoNode && e <= d.Root; e++ {
		if t := f.codeType[e]; f.isCode(e) {
			f.add(e, labelPlace{role: r, of: owner{-1, int32(t)}, known: t != unify.NoHead, clear: true})
		}
	}
}

// body adds the places in the expressions and filters of a definition.
func (f *labelFinder) body(q *patterns.Quotienter, d int32, sound bool) {
	def, x := &f.tree.Defs[d], &f.bodies[d]
	if def.Bad || def.Root == k.NoNode {
		return
	}
	f.Solver.Restore(d)
	derived := f.Solver.Derivation(d).Derived
	var b body // without nodes of the graph
	switch {
	case derived:
		b = f.program.body(d)
	case sound && !f.tree.File.InMain(def.Span):
		return // no definition of the program refers to it
	}
	roots, from := []unify.Node{b.in(def.Root), b.out(def.Root)}, len(f.places)
	for e := def.First; e <= def.Root; e++ {
		node, of, r := &f.tree.Nodes[e], b.in(e), reads
		switch node.Op {
		case k.OpVid, k.OpProduct, k.OpVariant:
			of, r = b.out(e), makes
		case k.OpFilterAny, k.OpFilterProduct, k.OpFilterUnion:
			if node.Flags != k.FlagOpen {
				r = matches
			}
		case k.OpRef:
			if callee, ok := f.Callee(int32(e)); ok && callee >= 0 && !f.Solver.Derivation(callee).Bad {
				x.pairs = append(x.pairs, rootPair{callee, len(roots)})
				roots = append(roots, b.in(e), b.out(e))
			}
		}
		if before := len(f.places); !f.isCode(e) {
			f.add(e, labelPlace{role: r, of: owner{d, int32(len(roots))}, known: derived, clear: sound})
			if len(f.places) > before {
				roots = append(roots, of)
			}
		}
	}
	if !derived {
		return
	}
	for _, c := range f.Solver.Conflicts(d) {
		x.pairs = append(x.pairs, rootPair{-1, len(roots)})
		roots = append(roots, c.A, c.B)
	}
	x.scheme = q.Scheme(f.Graph, roots...)
	for i := range f.places[from:] {
		if p := &f.places[from+i]; p.of.def == d {
			p.of = f.root(d, int(p.of.node))
		}
	}
	for side := range 2 {
		f.walk(f.root(d, side), f.root(d, side), func(owner, owner) { x.shows = true })
	}
}

// root returns a root of a definition's graph.
func (f *labelFinder) root(d int32, i int) owner { return f.owner(d, f.bodies[d].scheme.Roots[i]) }

// owner returns a node of a definition's graph.
func (f *labelFinder) owner(d, node int32) owner {
	if t := f.bodies[d].scheme.Graph.Flat(node).Head(); t != unify.NoHead {
		return owner{-1, int32(t)}
	}
	return owner{d, node}
}

// part returns the part of a pattern under a label; false if there is none. A vector has its elements under each index.
func (f *labelFinder) part(o owner, l unify.Label) (owner, bool) {
	for _, l := range [...]unify.Label{l, unify.Member} {
		if o.def < 0 {
			fields := f.Types.Fields(patterns.Type(o.node))
			i := sort.Search(len(fields), func(i int) bool { return fields[i].Label >= l })
			if i < len(fields) && fields[i].Label == l {
				return owner{-1, int32(fields[i].To)}, true
			}
			continue
		}
		edges := f.bodies[o.def].scheme.Graph.Edges(o.node)
		i := sort.Search(len(edges), func(i int) bool { return edges[i].Label >= l })
		if i < len(edges) && edges[i].Label == l {
			return f.owner(o.def, int32(edges[i].To)), true
		}
	}
	return o, false
}

// walk visits an open pattern and its open parts that have the label, each with the part of another pattern that is
// equal to it.
func (f *labelFinder) walk(from, with owner, visit func(a, b owner)) {
	type pair struct{ a, b owner }
	seen, work := make(map[pair]bool), []pair{{from, with}}
	for len(work) > 0 {
		w := work[len(work)-1]
		work = work[:len(work)-1]
		if seen[w] || w.a.def < 0 {
			continue // a type is the same everywhere
		}
		seen[w] = true
		for _, e := range f.bodies[w.a.def].scheme.Graph.Edges(w.a.node) {
			b, ok := f.part(w.b, e.Label)
			if e.Label == unify.Label(f.label) && (ok || f.indexed(w.b)) {
				visit(w.a, w.b)
			}
			if ok {
				work = append(work, pair{f.owner(w.a.def, int32(e.To)), b})
			}
		}
	}
}

// link links the owners of a definition with those of its callees, and the sides of its conflicts.
func (f *labelFinder) link(d int32) {
	for _, p := range f.bodies[d].pairs {
		if p.callee < 0 {
			a, b := f.root(d, p.first), f.root(d, p.first+1)
			if a.def < 0 {
				a, b = b, a
			}
			f.walk(a, b, func(a, b owner) { f.down[a], f.down[b] = append(f.down[a], b), append(f.down[b], a) })
			continue
		}
		for side := 0; side < 2 && f.bodies[p.callee].shows && f.bodies[d].scheme != nil; side++ {
			f.walk(f.root(p.callee, side), f.root(d, p.first+side), func(callee, use owner) {
				f.down[use], f.up[callee] = append(f.down[use], callee), append(f.up[callee], use)
			})
		}
	}
}

// reach returns the owners that are reached from one over links.
func (f *labelFinder) reach(from owner, links ...map[owner][]owner) map[owner]bool {
	reached, work := map[owner]bool{from: true}, []owner{from}
	for len(work) > 0 {
		o := work[len(work)-1]
		work = work[:len(work)-1]
		for _, l := range links {
			for _, next := range l[o] {
				if !reached[next] {
					reached[next] = true
					work = append(work, next)
				}
			}
		}
	}
	return reached
}

// indexed reports whether the label stands for a number or a text: it is an index of a vector, or a value of a built-in
// type.
func (f *labelFinder) indexed(o owner) bool {
	if o.def >= 0 {
		return f.bodies[o.def].scheme.Graph.Flat(o.node).Shapes() == unify.Vector
	}
	_, builtin := f.Types.Atom(patterns.Type(o.node))
	return builtin || f.Types.Shape(patterns.Type(o.node)) == unify.Vector
}

// around finds what belongs to the label at a place.
func (f *labelFinder) around(at lang.Span) (found language.LabelPlaces, ok bool) {
	slices.SortStableFunc(f.places, func(a, b labelPlace) int { return cmp.Compare(a.span.Start, b.span.Start) })
	i := slices.IndexFunc(f.places, func(p labelPlace) bool { return p.span == at })
	if i < 0 || !f.places[i].known {
		return found, false
	}
	of := f.places[i].of
	below, same := f.reach(of, f.down), f.reach(of, f.down, f.up)
	uses, sources := below, map[owner]bool{of: true}
	if of.def >= 0 {
		uses, sources = same, below
	}
	least, typed := reads, false
	for _, p := range f.places {
		if p.known && sources[p.of] {
			least = min(least, p.role)
		}
	}
	for o := range same {
		if f.indexed(o) {
			return found, false
		}
		typed = typed || o.def < 0
	}
	for _, p := range f.places {
		add := func(to *[]lang.Span, is bool) {
			if is {
				*to = append(*to, p.span)
			}
		}
		add(&found.Declared, p.known && sources[p.of] && p.role == least && least != reads)
		add(&found.Uses, p.known && uses[p.of])
		add(&found.Same, p.known && same[p.of])
		add(&found.Unclear, !p.known || p.of.def >= 0 && !p.clear && !(typed && same[p.of]))
	}
	return found, true
}
