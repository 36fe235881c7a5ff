package sound

import "slices"

// A pattern is the knowledge about some types. A pattern that was unified with another one only refers to it.
type pattern struct {
	is *pattern // the pattern that it was unified with; nil: it is its own representative

	// The possible shapes.
	product, union, vector bool
	closed                 bool   // a product or union has exactly the labels
	atom                   string // int, string or bool; then the other fields have no meaning
	parts                  []part
}

type part struct {
	label string
	of    *pattern
}

func (p *pattern) self() *pattern {
	for p.is != nil {
		p = p.is
	}
	return p
}

func (p *pattern) part(label string) *pattern {
	for _, x := range p.parts {
		if x.label == label {
			return x.of
		}
	}
	return nil
}

func anything() *pattern { return &pattern{product: true, union: true, vector: true} }

// memberLabel is the label of the elements of a vector.
const memberLabel = "member of a vector"

func isIndex(label string) bool {
	if label == memberLabel {
		return true
	}
	for _, c := range []byte(label) {
		if c < '0' || c > '9' {
			return false
		}
	}
	return label != ""
}

// admits reports whether a label is a literal of an atom.
func admits(atom, label string) bool {
	switch atom {
	case "int":
		return isIndex(label) && label != memberLabel
	case "bool":
		return label == "true" || label == "false"
	}
	return label != memberLabel
}

// A unifier unifies patterns.
type unifier struct {
	list    [][2]*pattern // pairs to unify
	clashed bool
	steps   int
}

// equal unifies two patterns, and all pairs that follow.
func (u *unifier) equal(a, b *pattern) {
	u.list = append(u.list, [2]*pattern{a, b})
	for len(u.list) > 0 && !u.clashed {
		pair := u.list[0]
		u.list = u.list[1:]
		u.one(pair[0].self(), pair[1].self())
		u.steps++
	}
}

func (u *unifier) one(a, b *pattern) {
	if a == b {
		return
	}
	if a.atom != "" {
		a, b = b, a
	}
	if b.atom != "" {
		u.atom(a, b)
		return
	}
	c := &pattern{
		product: a.product && b.product, union: a.union && b.union, vector: a.vector && b.vector,
		closed: a.closed || b.closed,
	}
	if c.closed && !fit(a, b) {
		c.product, c.union = false, false
	}
	parts := slices.Concat(a.parts, b.parts)
	for _, x := range parts {
		c.vector = c.vector && isIndex(x.label)
	}
	if !c.product && !c.union && !c.vector {
		u.clashed = true
		return
	}
	for _, x := range parts {
		if of := c.part(x.label); of != nil {
			u.list = append(u.list, [2]*pattern{of, x.of})
		} else {
			c.parts = append(c.parts, x)
		}
	}
	u.vector(c)
	a.is, b.is = c, c
}

// vector unifies all parts of a pattern that can only be a vector.
func (u *unifier) vector(c *pattern) {
	if c.product || c.union {
		return
	}
	c.closed = false
	if len(c.parts) > 0 {
		first := c.parts[0].of
		for _, x := range c.parts[1:] {
			u.list = append(u.list, [2]*pattern{first, x.of})
		}
		c.parts = []part{{memberLabel, first}}
	}
}

// atom makes a pattern an atom: a union over literals, each with the unit below it.
func (u *unifier) atom(a, atom *pattern) {
	if a.atom != "" {
		if a.atom != atom.atom {
			u.clashed = true
		} else {
			a.is = atom
		}
		return
	}
	if !a.union || a.closed {
		u.clashed = true
		return
	}
	for _, x := range a.parts {
		if !admits(atom.atom, x.label) {
			u.clashed = true
			return
		}
		u.list = append(u.list, [2]*pattern{x.of, {product: true, closed: true}})
	}
	a.is = atom
}

// fit reports whether two patterns, at least one of them closed, can have the same labels.
func fit(a, b *pattern) bool {
	within := func(a, b *pattern) bool {
		return !slices.ContainsFunc(a.parts, func(x part) bool { return b.part(x.label) == nil })
	}
	return (!a.closed || within(b, a)) && (!b.closed || within(a, b))
}
