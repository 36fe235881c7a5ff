package relation

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"math/bits"
	"slices"
	"strconv"
	"strings"
)

// A Size is the length of an axis: a number if it is not negative, otherwise one of the normal forms in Sizes. Equal
// sizes of one Sizes are equal values.
type Size int64

// Number returns the number that a size is; false for a size with parameters.
func (s Size) Number() (int64, bool) { return int64(s), s >= 0 }

// Sizes is a table of sizes with parameters: polynomials with integer coefficients over parameters, which are known
// only to be non-negative, and over operations that no polynomial expresses, such as the floor of a quotient. Each has
// one normal form: a sum of products, sorted, with like terms combined. So two sizes that are equal for all values of
// the parameters are the same value, as far as arithmetic without case distinction shows it.
//
// Arithmetic takes time in the lengths of the forms, which are bounded.
type Sizes struct {
	Slash bool // a quotient that is rounded down is written `n/2`

	left  int // parts that the current operation may still visit
	forms []poly
	names map[string]Size
	atoms []atom
	known map[string]int32

	fractions bool // some atom is a number with a fraction
}

// An atom is what a polynomial is over: a parameter, or an operation on two polynomials. Its text identifies it.
type atom struct {
	text  string
	op    Op      // Quotient, Least, Greatest; Float for a number with a fraction; 0 for a parameter
	x, y  poly    // the operands
	value float64 // of a number with a fraction
}

// A poly is a sum of products, sorted by their factors.
type poly []product

// A product is a number times atoms, sorted.
type product struct {
	times   int64
	factors []int32
}

// Bounds of sizes: a polynomial has at most MaxTerms products, because powers of sums grow fast, with at most maxParts
// parts (each product and each factor is one); an atom has at most maxSpelling bytes of text. An operation visits at
// most maxLooks parts.
const (
	MaxTerms    = 256
	maxParts    = 1 << 12
	maxSpelling = 1 << 13
	maxLooks    = 1 << 17
)

// Errors of operations on sizes.
var (
	ErrNoSize  = errors.New("this is not a size: it is negative, too large or divided by zero")
	ErrTooLong = fmt.Errorf("this size has more than %d terms when it is multiplied out, or very long ones", MaxTerms)
)

// NewSizes returns a table without sizes.
func NewSizes() *Sizes {
	return &Sizes{names: make(map[string]Size), known: make(map[string]int32)}
}

// ParameterOf returns the name of the parameter, if a size is a single parameter.
func (t *Sizes) ParameterOf(s Size) (name string, ok bool) {
	name, times, plus := t.affine(t.form(s))
	if times != 1 || plus != 0 {
		return "", false
	}
	return name, true
}

// affine returns a polynomial as times·parameter + plus; times is 0 for other polynomials.
func (t *Sizes) affine(p poly) (name string, times, plus int64) {
	for _, m := range p {
		switch {
		case len(m.factors) == 0:
			plus = m.times
		case times == 0 && len(m.factors) == 1 && t.atoms[m.factors[0]].op == 0:
			name, times = t.atoms[m.factors[0]].text, m.times
		default:
			return "", 0, 0
		}
	}
	return name, times, plus
}

// Parameter returns the size that is the parameter with this name; equal names are one parameter.
func (t *Sizes) Parameter(name string) Size {
	return t.intern(poly{{1, []int32{t.atom(atom{text: name})}}})
}

// Whole returns a whole number, which may be negative, as a size. Only lists of entries have negative sizes.
func (t *Sizes) Whole(n int64) Size {
	return t.intern(constant(n))
}

// Fraction returns a number with a fraction as a size. Only lists of entries have such sizes.
func (t *Sizes) Fraction(x float64) Size {
	return t.intern(poly{{1, []int32{t.fractionAtom(x)}}})
}

func (t *Sizes) fractionAtom(x float64) int32 {
	text := strconv.FormatFloat(x, 'g', -1, 64)
	if !strings.ContainsAny(text, ".eIN") {
		text += ".0"
	}
	t.fractions = true
	return t.atom(atom{text: text, op: Float, value: x})
}

// folded multiplies the numbers with fractions in each product, and adds up those without other factors.
func (t *Sizes) folded(p poly) poly {
	out, sum, any := make(poly, 0, len(p)), 0.0, false
	for _, m := range p {
		x, rest := float64(m.times), make([]int32, 0, len(m.factors))
		for _, f := range m.factors {
			if a := &t.atoms[f]; a.op == Float {
				x *= a.value
			} else {
				rest = append(rest, f)
			}
		}
		switch {
		case len(rest) == len(m.factors) && len(rest) > 0:
			out = append(out, m)
		case len(rest) == 0:
			sum, any = sum+x, true
		default:
			out = append(out, t.times(x, rest))
		}
	}
	if any {
		out = append(out, t.times(sum, nil))
	}
	return out
}

// times returns a number times atoms.
func (t *Sizes) times(x float64, factors []int32) product {
	if x == math.Trunc(x) && math.Abs(x) < 1<<53 {
		return product{int64(x), factors}
	}
	factors = append(factors, t.fractionAtom(x))
	slices.SortFunc(factors, t.compare)
	return product{1, factors}
}

// floatOf returns the number that a polynomial is, if that has a fraction.
func (t *Sizes) floatOf(p poly) (float64, bool) {
	if len(p) != 1 || len(p[0].factors) != 1 || t.atoms[p[0].factors[0]].op != Float {
		return 0, false
	}
	return float64(p[0].times) * t.atoms[p[0].factors[0]].value, true
}

// hasFraction reports whether a size has a number with a fraction outside of operations that no polynomial expresses.
func (t *Sizes) hasFraction(s Size) bool {
	return slices.ContainsFunc(t.form(s), func(m product) bool {
		return slices.ContainsFunc(m.factors, func(f int32) bool { return t.atoms[f].op == Float })
	})
}

// floor rounds a size down.
func (t *Sizes) floor(s Size) (Size, error) {
	t.left = maxLooks
	x := t.form(s)
	p, err := t.opaque(atom{text: "((" + t.spell(x) + ") div (1))", op: Quotient, x: x, y: constant(1)})
	return t.size(p, err)
}

// mayEqual reports whether two operands of a computation can be equal for some values of their parameters, all of them
// at least 1. It reports true if that is not known.
func (t *Sizes) mayEqual(a int64, x bool, b int64, y bool) bool {
	t.left = maxLooks
	d, err := t.compute(Subtract, t.operand(a, x), t.operand(b, y))
	if err != nil || len(d) == 0 {
		return true
	}
	// Divide by the factors that all terms have: they are not 0.
	common := slices.Clone(d[0].factors)
	for _, m := range d[1:] {
		common = slices.DeleteFunc(common, func(f int32) bool { return !slices.Contains(m.factors, f) })
	}
	common = slices.Compact(common)
	common = slices.DeleteFunc(common, func(f int32) bool { return t.atoms[f].op != 0 })
	var least, most int64 // bounds of d, if all parameters are at least 1
	var step int64        // divides all coefficients but that of the number
	low, high := true, true
	for _, m := range d {
		factors, _ := without(m.factors, common)
		if len(factors) == 0 {
			least, most = least+m.times, most+m.times
			if step != 0 && m.times%step != 0 && !t.opaqueIn(d) {
				return false
			}
			continue
		}
		opaque := slices.ContainsFunc(factors, func(f int32) bool { return t.atoms[f].op != 0 })
		low = low && m.times > 0 && !opaque
		high = high && m.times < 0 && !opaque
		least, most = least+m.times, most+m.times
		step = GCD(step, m.times)
	}
	return !(low && least > 0 || high && most < 0)
}

// MayEqual is mayEqual, for sizes.
func (t *Sizes) MayEqual(x, y Size) bool { return t.mayEqual(int64(x), x < 0, int64(y), y < 0) }

// opaqueIn reports whether a polynomial has an atom other than parameters.
func (t *Sizes) opaqueIn(p poly) bool {
	return slices.ContainsFunc(p, func(m product) bool {
		return slices.ContainsFunc(m.factors, func(f int32) bool { return t.atoms[f].op != 0 })
	})
}

// GCD returns the greatest number that divides both; it is not negative.
func GCD(a, b int64) int64 {
	for b != 0 {
		a, b = b, a%b
	}
	if a < 0 {
		return -a
	}
	return a
}

// Only returns the parameter and the number that it must be for two sizes to be equal, if there is one such number.
func (t *Sizes) Only(x, y Size) (name string, n int64, ok bool) {
	t.left = maxLooks
	d, err := t.compute(Subtract, t.form(x), t.form(y))
	name, times, plus := t.affine(d)
	if err != nil || times == 0 || plus%times != 0 {
		return "", 0, false
	}
	return name, -plus / times, true
}

// looks returns how many parts the last operation visited, in steps of runs.
func (t *Sizes) looks() int { return maxLooks - t.left }

// look counts parts that an operation visits.
func (t *Sizes) look(parts int) error {
	if t.left -= parts; t.left < 0 {
		return ErrTooLong
	}
	return nil
}

// Compute applies an operation to two sizes. It fails with ErrNoSize if the result exceeds 63 bits or is negative or
// the divisor is zero, and with ErrTooLong if it gets too long.
func (t *Sizes) Compute(op Op, x, y Size) (Size, error) {
	t.left = maxLooks
	return t.size(t.compute(op, t.form(x), t.form(y)))
}

// Exactly divides without a remainder; a remainder is an error.
func (t *Sizes) Exactly(x, y Size) (Size, error) {
	q, err := t.Compute(Quotient, x, y)
	if err != nil {
		return 0, err
	}
	if back, err := t.Compute(Multiply, q, y); err != nil || back != x {
		return 0, cmp.Or(err, ErrNoSize)
	}
	return q, nil
}

// size returns a polynomial as a size; it passes err on.
func (t *Sizes) size(p poly, err error) (Size, error) {
	if err != nil {
		return 0, err
	}
	if n, number := p.number(); number && n < 0 {
		return 0, ErrNoSize
	}
	return t.intern(p), nil
}

// arithmetic applies an operation to two operands, each a number or, if x or y is set, a form. The result is a number
// or a form.
func (t *Sizes) arithmetic(op Op, a int64, x bool, b int64, y bool) (n int64, form bool, err error) {
	t.left = maxLooks
	p, err := t.compute(op, t.operand(a, x), t.operand(b, y))
	if err != nil {
		return 0, false, err
	}
	if n, ok := p.number(); ok {
		return n, false, nil
	}
	return int64(t.intern(p)), true, nil
}

// order decides whether x <= y, or x < y if less is set, for all values of the parameters; known is false if that
// depends on them.
func (t *Sizes) order(a int64, x bool, b int64, y, less bool) (yes, known bool, err error) {
	t.left = maxLooks
	d, err := t.compute(Subtract, t.operand(b, y), t.operand(a, x))
	if err == nil && less {
		d, err = t.compute(Subtract, d, constant(1))
	}
	if err == nil {
		yes, known = t.sign(d)
	}
	return yes, known, err
}

func (t *Sizes) operand(n int64, form bool) poly {
	if form {
		return t.forms[-n-1]
	}
	return constant(n)
}

// intern returns the size of a polynomial that is not a negative number.
func (t *Sizes) intern(p poly) Size {
	if n, ok := p.number(); ok && n >= 0 {
		return Size(n)
	}
	key := p.key()
	s, ok := t.names[key]
	if !ok {
		t.forms = append(t.forms, p)
		s = -Size(len(t.forms))
		t.names[key] = s
	}
	return s
}

// keepOnly removes the forms that were added after the first ones, except one, and returns its size.
func (t *Sizes) keepOnly(first int, s Size) Size {
	p := t.form(s)
	for i := first; i < len(t.forms); i++ {
		delete(t.names, t.forms[i].key())
		t.forms[i] = nil
	}
	t.forms = t.forms[:first]
	return t.intern(p)
}

func (t *Sizes) form(s Size) poly {
	if s >= 0 {
		return constant(int64(s))
	}
	return t.forms[-s-1]
}

func (t *Sizes) atom(a atom) int32 {
	i, ok := t.known[a.text]
	if !ok {
		i = int32(len(t.atoms))
		t.atoms = append(t.atoms, a)
		t.known[a.text] = i
	}
	return i
}

// compare orders atoms by their text, so that the order in which they were created does not matter.
func (t *Sizes) compare(a, b int32) int {
	if a == b {
		return 0
	}
	return strings.Compare(t.atoms[a].text, t.atoms[b].text)
}

func constant(n int64) poly {
	if n == 0 {
		return nil
	}
	return poly{{times: n}}
}

// number returns the number that a constant polynomial is.
func (p poly) number() (int64, bool) {
	switch {
	case len(p) == 0:
		return 0, true
	case len(p) == 1 && len(p[0].factors) == 0:
		return p[0].times, true
	}
	return 0, false
}

func (p poly) key() string {
	b := make([]byte, 0, 16*len(p))
	for _, m := range p {
		b = strconv.AppendInt(b, m.times, 10)
		for _, f := range m.factors {
			b = strconv.AppendInt(append(b, '*'), int64(f), 10)
		}
		b = append(b, '+')
	}
	return string(b)
}

// parts returns the length of a polynomial.
func (p poly) parts() int {
	n := len(p)
	for i := range p {
		n += len(p[i].factors)
	}
	return n
}

// normal sorts products and combines those with the same factors. Long products come first, so that a number is last,
// as people write it.
func (t *Sizes) normal(p poly) (poly, error) {
	if err := t.look(p.parts()); err != nil {
		return nil, err
	}
	if t.fractions {
		p = t.folded(p)
	}
	order := func(a, b product) int {
		return cmp.Or(-cmp.Compare(len(a.factors), len(b.factors)), slices.CompareFunc(a.factors, b.factors, t.compare))
	}
	if !slices.IsSortedFunc(p, order) {
		slices.SortStableFunc(p, order)
	}
	out := p[:0]
	for _, m := range p {
		if last := len(out) - 1; last >= 0 && slices.Equal(out[last].factors, m.factors) {
			n, ok := addInt(out[last].times, m.times)
			if !ok {
				return nil, ErrNoSize
			}
			out[last].times = n
		} else {
			out = append(out, m)
		}
	}
	out = slices.DeleteFunc(out, func(m product) bool { return m.times == 0 })
	if len(out) > MaxTerms || out.parts() > maxParts {
		return nil, ErrTooLong
	}
	return out, nil
}

func (t *Sizes) compute(op Op, x, y poly) (poly, error) {
	switch op {
	case Add:
		return t.normal(slices.Concat(x, y))
	case Subtract:
		z, err := t.multiply(y, constant(-1))
		if err != nil {
			return nil, err
		}
		return t.normal(slices.Concat(x, z))
	case Multiply:
		return t.multiply(x, y)
	case Quotient:
		return t.divide(x, y)
	case Remainder:
		q, err := t.divide(x, y)
		if err != nil {
			return nil, err
		}
		if q, err = t.multiply(q, y); err != nil {
			return nil, err
		}
		return t.compute(Subtract, x, q)
	}
	d, err := t.compute(Subtract, y, x)
	if err != nil {
		return nil, err
	}
	if less, known := t.sign(d); known { // x <= y
		if less == (op == Least) {
			return x, nil
		}
		return y, nil
	}
	a, b := t.spell(x), t.spell(y)
	if b < a {
		a, b = b, a
	}
	return t.opaque(atom{text: op.String() + "(" + a + ", " + b + ")", op: op, x: x, y: y})
}

func (t *Sizes) multiply(p, q poly) (poly, error) {
	parts := p.parts()*len(q) + q.parts()*len(p)
	if len(p)*len(q) > 4*MaxTerms || parts > 4*maxParts { // products may cancel
		return nil, ErrTooLong
	}
	if err := t.look(parts); err != nil {
		return nil, err
	}
	out := make(poly, 0, len(p)*len(q))
	for _, a := range p {
		for _, b := range q {
			n, ok := multiplyInt(a.times, b.times)
			if !ok {
				return nil, ErrNoSize
			}
			f := slices.Concat(a.factors, b.factors)
			if len(a.factors) > 0 && len(b.factors) > 0 {
				slices.SortFunc(f, t.compare)
			}
			out = append(out, product{n, f})
		}
	}
	return t.normal(out)
}

// divide returns the floor of a quotient. If the divisor is a single product, the terms that it divides are taken out
// of the floor.
func (t *Sizes) divide(x, y poly) (poly, error) {
	if len(y) == 0 {
		return nil, ErrNoSize
	}
	if n, ok := x.number(); ok {
		if m, ok := y.number(); ok {
			q, ok := floorInt(n, m)
			if !ok {
				return nil, ErrNoSize
			}
			return constant(q), nil
		}
	}
	if err := t.look(x.parts() + y.parts()); err != nil {
		return nil, err
	}
	if f, ok := t.floatOf(x); ok && len(y) == 1 && len(y[0].factors) == 0 {
		f = math.Floor(f / float64(y[0].times))
		if !(math.Abs(f) < 1<<53) {
			return nil, ErrNoSize
		}
		return constant(int64(f)), nil
	}
	if x.key() == y.key() {
		return constant(1), nil // a divisor is taken to be nonzero
	}
	if x, y, ok := t.flattened(x, y); ok {
		return t.divide(x, y)
	}
	var whole, rest poly
	if len(y) == 1 {
		d := y[0]
		for _, m := range x {
			if f, ok := without(m.factors, d.factors); ok {
				q, ok := floorInt(m.times, d.times)
				if !ok {
					return nil, ErrNoSize
				}
				r := m.times - q*d.times
				// 7n div 2 is 3n + n div 2.
				if q != 0 {
					whole = append(whole, product{q, f})
				}
				if r != 0 {
					rest = append(rest, product{r, m.factors})
				}
				continue
			}
			rest = append(rest, m)
		}
	} else {
		rest = x
	}
	if n, ok := rest.number(); ok && len(y) == 1 && len(y[0].factors) == 0 {
		q, ok := floorInt(n, y[0].times)
		if !ok {
			return nil, ErrNoSize
		}
		rest = constant(q)
	} else if len(rest) > 0 {
		var err error
		text := "((" + t.spell(rest) + ") div (" + t.spell(y) + "))"
		if t.Slash {
			text = "(" + grouped(t.spell(rest)) + "/" + grouped(t.spell(y)) + ")"
		}
		if rest, err = t.opaque(atom{text: text, op: Quotient, x: rest, y: y}); err != nil {
			return nil, err
		}
	}
	return t.normal(slices.Concat(whole, rest))
}

// flattened returns the operands of a single division for one of a quotient plus a number, if both divisors are positive
// numbers: (n div 2 + 1) div 3 is (n + 2) div 6.
func (t *Sizes) flattened(x, y poly) (a, b poly, ok bool) {
	times, number := y.number()
	if !number || times <= 0 || len(x) == 0 || len(x) > 2 || x[0].times != 1 || len(x[0].factors) != 1 {
		return nil, nil, false
	}
	q, plus := &t.atoms[x[0].factors[0]], int64(0)
	if len(x) == 2 {
		plus = x[1].times
	}
	by, number := q.y.number()
	if q.op != Quotient || !number || by <= 0 || len(x) == 2 && len(x[1].factors) > 0 {
		return nil, nil, false
	}
	more, fits := multiplyInt(plus, by)
	all, fit := multiplyInt(times, by)
	if !fits || !fit {
		return nil, nil, false
	}
	a, err := t.normal(append(slices.Clone(q.x), constant(more)...))
	return a, constant(all), err == nil
}

// without removes the members of a sorted list from another, if that has all of them.
func without(list, of []int32) ([]int32, bool) {
	var out []int32
	for _, f := range list {
		if len(of) > 0 && of[0] == f {
			of = of[1:]
		} else {
			out = append(out, f)
		}
	}
	return out, len(of) == 0
}

func (t *Sizes) opaque(a atom) (poly, error) {
	if len(a.text) > maxSpelling {
		return nil, ErrTooLong
	}
	return poly{{1, []int32{t.atom(a)}}}, nil
}

// sign reports whether a polynomial is never negative (true) or always negative (false); known is false if that depends
// on the parameters.
func (t *Sizes) sign(p poly) (positive, known bool) {
	up, down := true, true
	for _, m := range p {
		for _, f := range m.factors {
			if a := &t.atoms[f]; a.op != 0 && !(a.op == Float && a.value >= 0) {
				up, down = false, false // this atom may be negative
			}
		}
		if m.times < 0 {
			up = false
		} else {
			down = false
		}
	}
	if up {
		return true, true
	}
	// If all parameters are zero, only a negative constant term makes the sum negative.
	down = down && len(p) > 0 && t.isNumber(p[len(p)-1])
	return false, down
}

// isNumber reports whether a product has no factors but numbers with fractions.
func (t *Sizes) isNumber(m product) bool {
	return !slices.ContainsFunc(m.factors, func(f int32) bool { return t.atoms[f].op != Float })
}

// Arithmetic on 64 bits that reports overflow.

func addInt(a, b int64) (int64, bool) {
	c := a + b
	return c, (c > a) == (b > 0)
}

func subtractInt(a, b int64) (int64, bool) {
	c := a - b
	return c, (c < a) == (b > 0)
}

func multiplyInt(a, b int64) (int64, bool) {
	high, low := bits.Mul64(uint64(magnitude(a)), uint64(magnitude(b)))
	if high != 0 || low > 1<<63-1 {
		return 0, false
	}
	if (a < 0) != (b < 0) {
		return -int64(low), true
	}
	return int64(low), true
}

func magnitude(a int64) uint64 {
	if a < 0 {
		return -uint64(a)
	}
	return uint64(a)
}

// floorInt returns the quotient, rounded down.
func floorInt(a, b int64) (int64, bool) {
	if b == 0 || a == -1<<63 && b == -1 {
		return 0, false
	}
	q := a / b
	if a%b != 0 && (a < 0) != (b < 0) {
		q--
	}
	return q, true
}
