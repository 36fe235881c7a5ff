package search

import (
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/unify"
)

// A Rank is how a signature fits a pattern; the best is the first.
type Rank uint8

// The ranks.
const (
	Equal     Rank = iota // up to the names of unknown types
	General               // the pattern is an instance of the signature
	Special               // the signature is an instance of the pattern
	Converted             // with a conversion, the pattern is an instance
	Overlap               // some types fit both
	Loose                 // nothing is known of a side of the signature that the pattern describes
	noFit
)

// A fitter unites a pattern with signatures, one after the other.
type fitter struct {
	x       *Index
	pattern signature
	weight  int32
	in, out fingerprint
	asked   []unify.Node     // the sides of the pattern that are not holes, or both
	scheme  *patterns.Scheme // of these sides
	anyIn   bool             // a side is a hole
	anyOut  bool

	partsIn, partsOut       []fingerprint // of the fields of the input, and of the tags of the output
	each, wrapIn, unwrapOut bool          // kinds of conversions that are possible

	graph    *unify.Graph
	quotient *patterns.Quotienter
	made     int

	other signature // the one that is united now
	base  unify.Node
	done  int // how many forms were read or united; a large one counts more
}

// newFitter returns a fitter for a pattern.
func (x *Index) newFitter(s *patterns.Scheme) *fitter {
	q := signature{x, s.Graph, s.Roots[0], s.Roots[1]}
	f := &fitter{x: x, pattern: q, weight: weight(s), in: q.print(q.in), out: q.print(q.out),
		graph: unify.New(x.types.Heads(), x.index)}
	f.graph.Instantiate(&q.graph, 0)
	if f.anyIn, f.anyOut = q.isHole(q.in), q.isHole(q.out); f.anyIn && f.anyOut {
		f.anyIn, f.anyOut = false, false
	}
	f.asked = f.sides(q.in, q.out)
	f.scheme = f.schemeOf(f.asked...)
	f.prepareConversions()
	return f
}

// sides returns those nodes of an input and an output that are on sides of the pattern that are not holes.
func (f *fitter) sides(in, out int32) []unify.Node {
	switch {
	case f.anyIn:
		return []unify.Node{unify.Node(out)}
	case f.anyOut:
		return []unify.Node{unify.Node(in)}
	}
	return []unify.Node{unify.Node(in), unify.Node(out)}
}

func (f *fitter) schemeOf(roots ...unify.Node) *patterns.Scheme {
	if f.made++; f.quotient == nil || f.made > mostSchemes {
		f.made, f.quotient = 0, patterns.NewQuotienter(f.x.types)
	}
	return f.quotient.Scheme(f.graph, roots...)
}

// isHole reports whether nothing is known of a side, and nothing depends on it.
func (s *signature) isHole(side int32) bool {
	if !s.isBlank(side) || s.in == s.out {
		return false
	}
	for i := range int32(s.graph.Len()) {
		for _, e := range s.graph.Edges(i) {
			if int32(e.To) == side {
				return false
			}
		}
	}
	return true
}

// unite unites the pattern with the form that was read, by some constraints, and calls fits if that is possible. The
// nodes of the form begin at f.base.
func (f *fitter) unite(state, fits func()) {
	g := f.graph
	f.done += 1 + (f.pattern.graph.Len()+f.other.graph.Len())/16
	mark := g.Mark()
	f.base, _ = g.Instantiate(&f.other.graph, 0)
	before := len(g.Conflicts())
	state()
	if g.Solve(); len(g.Conflicts()) == before {
		fits()
	}
	g.Rollback(mark)
}

// rank unites the input and the output of the pattern with those of a form. It also returns how much the two differ.
func (f *fitter) rank(form int32) (rank Rank, distance int32) {
	f.done++
	f.other.read(f.x, form)
	rank = noFit
	if f.pattern.differ(&f.other) {
		return rank, 0
	}
	var known *patterns.Scheme // what is known of the sides afterwards
	f.unite(f.sidesEqual, func() {
		if f.x.Lists && !f.isFinite() {
			return
		}
		known = f.schemeOf(f.asked...)
		both := f.schemeOf(unify.Node(f.pattern.in), unify.Node(f.pattern.out))
		distance = 2*weight(both) - f.weight - f.x.forms[form].weight
	})
	switch {
	case known == nil:
		return noFit, 0
	case !f.anyIn && f.other.isHole(f.other.in) && !f.pattern.isHole(f.pattern.in),
		!f.anyOut && f.other.isHole(f.other.out) && !f.pattern.isHole(f.pattern.out):
		return Loose, distance
	}
	var isPattern, isForm bool
	f.unite(f.elementsEqual, func() { isPattern = known.Equal(f.schemeOf(f.asked...)) })
	f.unite(func() {}, func() {
		var own []unify.Node
		for _, n := range f.sides(f.other.in, f.other.out) {
			own = append(own, f.base+n)
		}
		isForm = known.Equal(f.schemeOf(own...))
	})
	switch {
	case isPattern && isForm:
		rank = Equal
	case isPattern:
		rank = General
	case isForm:
		rank = Special
	default:
		rank = Overlap
	}
	return rank, distance
}

// sidesEqual states that the pattern and the form that was read are equal.
func (f *fitter) sidesEqual() {
	f.equal(unify.Node(f.pattern.in), f.base+unify.Node(f.other.in))
	f.equal(unify.Node(f.pattern.out), f.base+unify.Node(f.other.out))
}

// covers reports whether the form that was read fits by some constraints without deciding anything of the sides of the
// pattern that are not holes.
func (f *fitter) covers(state func()) (ok bool) {
	f.unite(state, func() { ok = f.schemeOf(f.asked...).Equal(f.scheme) })
	return ok
}

// Taking returns the signatures that fit a pattern whose output may be anything, by number.
func (x *Index) Taking(p *Pattern) (list []Match) {
	f := x.newFitter(p.scheme)
	for form := range x.forms {
		var m Match
		if m.Rank, m.distance = f.rank(int32(form)); m.Rank != noFit {
			for m.Entry = range x.entries(int32(form)) {
				list = append(list, m)
			}
		}
	}
	return list
}

// elementsEqual states that tensors of a pattern that do not say what their elements are have those of the form: a form
// is not special for having elements.
func (f *fitter) elementsEqual() {
	if !f.x.Lists {
		return
	}
	p, o := &f.pattern, &f.other
	for _, side := range [2][2]int32{{p.in, o.in}, {p.out, o.out}} {
		have := len(o.parts(side[1]))
		for k, e := range p.parts(side[0]) {
			for _, part := range p.parts(int32(e.To)) {
				if p.isBlank(int32(part.To)) && f.text(part.Label) == "elem" && k < have {
					tensor := f.part(f.base+unify.Node(side[1]), e.Label)
					f.equal(f.part(unify.Node(e.To), part.Label), f.part(tensor, part.Label))
				}
			}
		}
	}
}

// equal states that two nodes are equal.
func (f *fitter) equal(a, b unify.Node) { f.graph.Equal(a, b, unify.Reason{}) }

// weight measures how much a scheme says.
func weight(s *patterns.Scheme) int32 {
	w := int32(0)
	for i := range int32(s.Graph.Len()) {
		w += int32(len(s.Graph.Edges(i)))
		if s.Graph.Flat(i) != unify.Open {
			w += 2
		}
	}
	return w
}
