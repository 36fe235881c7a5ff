package unify

// The meet of two flat patterns is the intersection of what they allow:
//
//   - a shape survives if both sides allow it and its label condition can hold for the labels of both: a product or
//     union that is closed on one side has exactly that side's labels, and a vector has only indices;
//   - if no shape survives, it is a clash;
//   - a structural head is a closed product or union with the head's labels, or a vector; a literal head is a union that
//     admits certain labels and does not meet closed patterns; two heads meet if they are equal;
//   - a constructor is a closed product with the constructor's labels that does not meet other closed patterns; two
//     constructors meet if they are equal, and a head that a constructor builds is like one;
//   - the meet has the mark if either side has it.
//
// It is associative, commutative and idempotent, with a clash as bottom. It never looks below an edge.

// meet returns the flat pattern of two representatives, and false for a clash.
func (g *Graph) meet(a, b *node) (Flat, bool) {
	f, ok := g.intersection(a, b)
	if isBroken {
		return misjudged(a, b, f, ok)
	}
	return f, ok
}

func (g *Graph) intersection(a, b *node) (Flat, bool) {
	fa, fb := a.pattern(), b.pattern()
	na, nb := fa.number(), fb.number()
	switch {
	case na != 0 && nb != 0:
		if fa == fb {
			return fa, true
		}
		return g.numbered(fa, fb)
	case na != 0:
		return fa | fb&Dynamic, g.admits(fa, b)
	case nb != 0:
		return fb | fa&Dynamic, g.admits(fb, a)
	}
	s := fa.Shapes() & fb.Shapes()
	closed := (fa | fb) & closedBit
	if closed != 0 && s != Vector && !g.labelsFit(a, b) {
		s &= Vector
	}
	if s == Vector {
		closed = 0
	}
	return Flat(s) | closed | (fa|fb)&Dynamic, s != 0
}

// numbered returns the meet of two flat patterns that have a head or a constructor each. A head is narrower than its
// constructor.
func (g *Graph) numbered(a, b Flat) (Flat, bool) {
	mark := (a | b) & Dynamic
	a, b = a|mark, b|mark
	if a == b { // except for the mark
		return a, true
	}
	c, d := a.Constructor(), b.Constructor()
	switch {
	case d != NoConstructor:
		return a, c == NoConstructor && g.heads.BuiltBy(a.Head()) == d
	case c != NoConstructor:
		return b, g.heads.BuiltBy(b.Head()) == c
	}
	return a, false
}

// labelsFit reports whether two patterns, one of them closed, can have the same labels: those of a closed one include
// the other's.
func (g *Graph) labelsFit(a, b *node) bool {
	if a.n > b.n {
		a, b = b, a
	}
	// The larger cannot be within the smaller when that is closed.
	if a.n < b.n && a.flat&closedBit != 0 {
		return false
	}
	// Equal sizes and inclusion in one direction make the sets equal.
	for _, e := range g.edges[a.off : a.off+a.n] {
		if g.lookup(b.off, b.n, e.Label) < 0 {
			return false
		}
	}
	return true
}

// admits reports whether a pattern with neither head nor constructor meets n, which has one.
func (g *Graph) admits(n Flat, x *node) bool {
	if n&builtBit != 0 {
		return g.builds(n.Constructor(), x)
	}
	h, f := n.Head(), x.pattern()
	d := &g.heads.defs[h]
	if f.Shapes()&d.shape == 0 {
		return false
	}
	if d.shape == Vector {
		return true // x still allows a vector, so its labels are indices
	}
	if f.Closed() && (d.literals != NotLiteral || x.n != d.n || d.built() != NoConstructor) {
		return false
	}
	for _, e := range g.edges[x.off : x.off+x.n] {
		if _, ok := g.heads.part(h, e.Label, g.index); !ok {
			return false
		}
	}
	return true
}

// builds is admits for a constructor.
func (g *Graph) builds(c Constructor, x *node) bool {
	f := x.pattern()
	if f.Shapes()&Product == 0 || f.Closed() {
		return false
	}
	for _, e := range g.edges[x.off : x.off+x.n] {
		if !g.heads.HasPart(c, e.Label) {
			return false
		}
	}
	return true
}
