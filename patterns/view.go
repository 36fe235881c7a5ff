package patterns

import "github.com/patgraph/patgraph/unify"

// A View is the roots of a definition as nodes of a read-only scheme, such as its input and output. The signature is
// what is reachable from them.
type View struct {
	Scheme  *Scheme
	In, Out int32 // the first and the last root
	Root    int   // index of In in the scheme's roots
	Last    int   // index of Out
}

// viewOf returns the view of some roots of a scheme.
func viewOf(s *Scheme, first, roots int) View {
	last := first + roots - 1
	return View{s, s.Roots[first], s.Roots[last], first, last}
}

// Within returns the arguments of Front.ShortSignature for a text of at most most bytes.
func (v View) Within(most int) (s *Scheme, in, out int32, bytes int) {
	return v.Scheme, v.In, v.Out, most
}

// groupViews are the views of the members of a group.
type groupViews struct {
	scheme *Scheme
	first  map[int32]int // by member: the index of its first root
}

// Sharing reports whether a definition is derived in one piece with others, so that their signatures may be parts of
// one pattern.
func (s *Solver) Sharing(d int32) bool {
	x := &s.defs[d]
	return x.Recursive && x.Recursion == Monomorphic && (x.Derived || x.dropped) && len(s.Group(d)) > 1
}

// View returns a definition's signature. Definitions that are Sharing have views of one scheme, which is made once and
// costs the size of their graph: each single signature may have that size, too.
func (s *Solver) View(d int32) View {
	if !s.Sharing(d) {
		scheme := s.Scheme(d)
		return viewOf(scheme, 0, len(scheme.Roots))
	}
	v := Remember(&s.views, s.defs[d].group, func() *groupViews { return s.viewsOf(d) })
	return viewOf(v.scheme, v.first[d], len(s.top.Roots))
}

func (s *Solver) viewsOf(d int32) *groupViews {
	if s.defs[d].dropped {
		before := s.checkpoint()
		s.Restore(d)
		defer s.drop(s.membersOf(s.defs[d].group, func(x *Derivation) bool { return x.Derived }), &before)
	}
	v := &groupViews{first: make(map[int32]int)}
	var roots []unify.Node
	for _, e := range s.Group(d) {
		if x := &s.defs[e]; x.Derived {
			v.first[e] = len(roots)
			roots = append(roots, x.Roots...)
		}
	}
	v.scheme = s.schemeOf(&s.defs[d], roots...)
	return v
}
