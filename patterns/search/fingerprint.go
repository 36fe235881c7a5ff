package search

import "github.com/patgraph/patgraph/unify"

// A fingerprint is what is kept of the input or the output of a signature, to see quickly that it does not fit.
type fingerprint struct {
	labels uint64 // a bit for each label, perhaps one for several
	shapes unify.Shape
	closed bool // it has no other labels
}

// print returns the fingerprint of a node.
func (s *signature) print(n int32) fingerprint {
	f := s.flat(n)
	p := fingerprint{shapes: f.Shapes(), closed: f.Closed()}
	if s.isAtom(n) {
		p.labels = ^uint64(0) // it has any of its literals
		return p
	}
	for _, e := range s.parts(n) {
		p.labels |= bit(e.Label)
	}
	return p
}

// bit is the bit of a label in a fingerprint.
func bit(l unify.Label) uint64 { return 1 << (uint32(l) * 0x9E3779B1 >> 26) }

// meets reports whether two patterns with these fingerprints may be united.
func (p *fingerprint) meets(q *fingerprint) bool {
	shared := p.shapes & q.shapes
	if shared&unify.Vector != 0 {
		return true // the labels of a vector are different ones
	}
	return shared != 0 && (!p.closed || q.within(p)) && (!q.closed || p.within(q))
}

// within reports whether the labels of a pattern may be among those of another.
func (p *fingerprint) within(q *fingerprint) bool { return p.labels&^q.labels == 0 }

// isAbove reports whether a pattern with fingerprint p may be at least as general as one with q.
func (p *fingerprint) isAbove(q *fingerprint) bool {
	return q.shapes&^p.shapes == 0 && (!p.closed || q.closed) && (p.within(q) || q.shapes&unify.Vector != 0)
}

// pairs is how many pairs of parts are compared before two signatures are united.
const pairs = 12

// differ reports whether the parts of two signatures, at most two labels deep, show that they cannot be united.
func (s *signature) differ(t *signature) bool {
	type pair struct{ a, b int32 }
	var buf [pairs]pair
	queue := append(buf[:0], pair{s.in, t.in}, pair{s.out, t.out})
	for i := 0; i < len(queue); i++ {
		a, b := queue[i].a, queue[i].b
		f, g := s.flat(a), t.flat(b)
		if f.Shapes()&g.Shapes() == 0 || f.Head() != unify.NoHead && g.Head() != unify.NoHead && f != g ||
			f.Constructor() != unify.NoConstructor && g.Constructor() != unify.NoConstructor && f != g {
			return true
		}
		if f == unify.Open || g == unify.Open || f.Head() != unify.NoHead && f == g {
			continue
		}
		with := t.parts(b)
		for _, e := range s.parts(a) { // both are in the order of their labels
			for len(with) > 0 && with[0].Label < e.Label {
				with = with[1:]
			}
			if len(with) > 0 && with[0].Label == e.Label && len(queue) < pairs {
				queue = append(queue, pair{int32(e.To), int32(with[0].To)})
			}
		}
	}
	return false
}
