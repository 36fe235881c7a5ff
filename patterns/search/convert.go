package search

import (
	"slices"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/unify"
)

// A Conversion is what has to be written before or after a definition so that it fits.
type Conversion struct {
	Kind Kind
	// Label is the field or the tag of a conversion that has one.
	Label string
	Union bool // Label is a tag
	// Fields are those of the pattern's input for the fields of the definition's input.
	Fields []Field

	// Of Arranged: by input and output of the pattern, the index of that of the network, and how many it has.
	Inputs, Outputs []int
	Takes, Gives    int
}

// A Field of an input that is made from another one.
type Field struct{ From, To string }

// A Kind is a kind of conversion.
type Kind uint8

// The kinds of conversions, in the order in which they are tried.
const (
	FieldBefore Kind = iota // the definition takes a field of the input
	FieldAfter              // a field of its output is the output
	Each                    // it takes and gives the elements of vectors
	Wrap                    // it takes a union or a product of one field with the input as a part
	WrapAfter               // the output is such with its output as the part
	Fields                  // it takes a product of fields of the input
	Arranged                // the inputs and outputs are among those of a network
)

// inAbove and outAbove report whether a side of a form may be at least as general as that of the pattern.
func (f *fitter) inAbove(c *outline) bool  { return f.anyIn || c.in.isAbove(&f.in) }
func (f *fitter) outAbove(c *outline) bool { return f.anyOut || c.out.isAbove(&f.out) }

// mayConvert reports whether convert may find a conversion.
func (f *fitter) mayConvert(c *outline) bool {
	if f.x.Lists {
		return c.in.shapes == unify.Product && c.out.shapes == unify.Product &&
			(f.anyIn || f.in.within(&c.in)) && (f.anyOut || f.out.within(&c.out))
	}
	if f.outAbove(c) {
		if isAboveAny(&c.in, f.partsIn) || c.in.shapes == unify.Union && f.wrapIn ||
			c.in.closed && c.in.shapes == unify.Product && (f.wrapIn || f.in.shapes&unify.Product != 0) {
			return true
		}
	}
	return f.inAbove(c) && (f.unwrapOut && c.out.labels != 0 && c.out.shapes&^unify.Vector == unify.Product ||
		isAboveAny(&c.out, f.partsOut)) || f.each && c.in.isAbove(&f.partsIn[0]) && c.out.isAbove(&f.partsOut[0])
}

func isAboveAny(p *fingerprint, list []fingerprint) bool {
	return slices.ContainsFunc(list, func(q fingerprint) bool { return p.isAbove(&q) })
}

// prepareConversions computes what mayConvert needs.
func (f *fitter) prepareConversions() {
	p := &f.pattern
	f.each = p.flat(p.in).IsVector() && p.flat(p.out).IsVector()
	f.wrapIn, f.unwrapOut = !p.isBlank(p.in), !p.isBlank(p.out)
	for _, l := range p.fields(p.in) {
		f.partsIn = append(f.partsIn, p.print(p.partOf(p.in, l)))
	}
	for _, l := range p.wraps(p.out) {
		f.partsOut = append(f.partsOut, p.print(p.partOf(p.out, l)))
	}
	if f.each {
		f.partsIn, f.partsOut = []fingerprint{p.member(p.in)}, []fingerprint{p.member(p.out)}
	}
}

// convert finds the conversion of a definition.
func (f *fitter) convert(form int32) *Conversion {
	if f.x.Lists {
		return f.arrange(form)
	}
	p, o := &f.pattern, &f.other
	f.done++
	o.read(f.x, form)
	if !f.anyIn && o.isHole(o.in) || !f.anyOut && o.isHole(o.out) {
		return nil
	}
	const whole = unify.Label(-1)
	// fits unites parts of the inputs and of the outputs, each of the pattern and of the form.
	fits := func(pin, oin, pout, oout unify.Label) bool {
		part := func(n unify.Node, l unify.Label) unify.Node {
			if l == whole {
				return n
			}
			return f.part(n, l)
		}
		return f.done <= mostUnions && f.covers(func() {
			f.equal(part(unify.Node(p.in), pin), part(f.base+unify.Node(o.in), oin))
			f.equal(part(unify.Node(p.out), pout), part(f.base+unify.Node(o.out), oout))
		})
	}
	if !o.isBlank(o.in) {
		for _, l := range p.fields(p.in) {
			if p.isAtom(p.partOf(p.in, l)) && !o.isAtom(o.in) {
				continue // what reads parts of a text or a number is hardly meant
			}
			if fits(l, whole, whole, whole) {
				return &Conversion{Kind: FieldBefore, Label: f.text(l)}
			}
		}
		if f.each && fits(unify.Member, whole, unify.Member, whole) {
			return &Conversion{Kind: Each}
		}
	}
	if !p.isBlank(p.out) && o.flat(o.out).IsProduct() {
		for _, l := range o.fields(o.out) {
			if fits(whole, whole, whole, l) {
				return &Conversion{Kind: FieldAfter, Label: f.text(l)}
			}
		}
	}
	if !p.isBlank(p.in) {
		for _, l := range o.wraps(o.in) {
			if fits(whole, l, whole, whole) {
				return &Conversion{Kind: Wrap, Label: f.text(l), Union: o.flat(o.in).IsUnion()}
			}
		}
	}
	if !o.isBlank(o.out) {
		for _, l := range p.wraps(p.out) {
			if fits(whole, whole, l, whole) {
				return &Conversion{Kind: WrapAfter, Label: f.text(l), Union: p.flat(p.out).IsUnion()}
			}
		}
	}
	if o.flat(o.in).IsProduct() && o.flat(o.in).Closed() {
		return f.selection()
	}
	return nil
}

// selection finds a conversion that makes the input of a definition from fields: those of the same names, or, if both
// have two, in any order.
func (f *fitter) selection() *Conversion {
	have, want := f.pattern.fields(f.pattern.in), f.other.fields(f.other.in)
	if len(want) == 0 || len(have) < len(want) {
		return nil // or there are too many
	}
	ways := [][]unify.Label{}
	if !slices.ContainsFunc(want, func(l unify.Label) bool { return !slices.Contains(have, l) }) {
		ways = append(ways, want)
	}
	if len(have) == 2 && len(want) == 2 {
		ways = append(ways, have, []unify.Label{have[1], have[0]})
	}
	for _, from := range ways {
		if f.covers(func() {
			for i := range want {
				f.equal(f.part(unify.Node(f.pattern.in), from[i]), f.part(f.base+unify.Node(f.other.in), want[i]))
			}
			f.equal(unify.Node(f.pattern.out), f.base+unify.Node(f.other.out))
		}) {
			c := &Conversion{Kind: Fields}
			for i := range want {
				c.Fields = append(c.Fields, Field{f.text(from[i]), f.text(want[i])})
			}
			return c
		}
	}
	return nil
}

// part returns a new node that is the part of another one.
func (f *fitter) part(n unify.Node, l unify.Label) unify.Node {
	g := f.graph
	to, whole := g.Leaf(0), g.Leaf(0)
	flat := unify.Open
	if l == unify.Member {
		flat = unify.MakeFlat(unify.Vector, false)
	}
	g.Describe(whole, flat, []unify.Edge{{Label: l, To: to}}, unify.Reason{})
	f.equal(n, whole)
	return to
}

func (f *fitter) text(l unify.Label) string { return f.x.syms.Text(lang.Sym(l)) }

// member returns the fingerprint of the members of a vector.
func (s *signature) member(n int32) fingerprint {
	if parts := s.parts(n); len(parts) > 0 {
		return s.print(int32(parts[0].To))
	}
	return fingerprint{shapes: unify.AnyShape}
}

// isBlank reports whether nothing is known of a node.
func (s *signature) isBlank(n int32) bool { return s.flat(n) == unify.Open && len(s.parts(n)) == 0 }

// isAtom reports whether a node is a literal type.
func (s *signature) isAtom(n int32) bool {
	h := s.flat(n).Head()
	return h != unify.NoHead && s.x.types.Heads().IsLiteral(h)
}

// partOf returns the part of a node under a label that it has.
func (s *signature) partOf(n int32, l unify.Label) int32 {
	parts := s.parts(n)
	return int32(parts[slices.IndexFunc(parts, func(e unify.Edge) bool { return e.Label == l })].To)
}

// mostLabels is the number of labels up to which the parts of a pattern are tried one by one.
const mostLabels = 64

// labels returns the labels of a node, if there are not too many.
func (s *signature) labels(n int32) (labels []unify.Label) {
	parts := s.parts(n)
	if len(parts) > mostLabels || len(parts) == 1 && parts[0].Label == unify.Member {
		return nil
	}
	for _, e := range parts {
		labels = append(labels, e.Label)
	}
	return labels
}

// fields returns the labels of a node that may be a product.
func (s *signature) fields(n int32) []unify.Label {
	if s.flat(n).Shapes()&unify.Product == 0 {
		return nil
	}
	return s.labels(n)
}

// wraps returns the labels under which a value alone makes a value of a node: the tags of a union, and the only field
// of a product.
func (s *signature) wraps(n int32) []unify.Label {
	f, labels := s.flat(n), s.labels(n)
	if s.isAtom(n) || !f.IsUnion() && !(f.IsProduct() && f.Closed() && len(labels) == 1) {
		return nil
	}
	return labels
}
