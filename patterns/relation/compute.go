package relation

import (
	"errors"
	"math"
)

// dim resolves a size: a number, a form with parameters, the mark, or open.
func (m *Machine) dim(v value) value {
	if v.kind != vNode {
		switch v.kind {
		case vHole, vNone:
			return v.mismatch(m)
		}
		return v
	}
	s, k := m.view.Size(Node(v.a))
	if k == Open {
		return value{kind: vOpen, a: v.a, why: v.why}
	}
	switch {
	case k == Mark:
		return value{kind: vMark, a: v.a, why: v.why}
	case s >= 0:
		return value{kind: vInt, n: int64(s), why: m.sized(v.why, s)}
	}
	return m.sizeValue(s, m.sized(v.why, s))
}

// sizeValue returns a size as a number if it is one.
func (m *Machine) sizeValue(s Size, why int32) value {
	if s >= 0 {
		return value{kind: vInt, n: int64(s), why: why}
	}
	if m.rel.Vocabulary.Lenient {
		if n, is := m.Sizes.form(s).number(); is {
			return value{kind: vInt, n: n, why: why}
		}
		if x, is := m.Sizes.floatOf(m.Sizes.form(s)); is {
			return value{kind: vFloat, n: int64(math.Float64bits(x)), why: why}
		}
	}
	return value{kind: vSize, n: int64(s), why: why}
}

// arithmetic applies an operation to two sizes or numbers.
func (m *Machine) arithmetic(op Op, x, y value) value {
	switch {
	case x.kind == vError:
		return x
	case y.kind == vError:
		return y
	case x.kind == vMark || y.kind == vMark:
		return value{kind: vMark}
	case x.kind == vOpen || x.kind == vLine || y.kind == vOpen || y.kind == vLine:
		return m.openArithmetic(op, x, y)
	case x.kind == vBlocked || y.kind == vBlocked:
		return m.join(x, y)
	case x.kind == vInt && y.kind == vInt:
		var n int64
		var ok bool
		switch op {
		case Add:
			n, ok = addInt(x.n, y.n)
		case Subtract:
			n, ok = subtractInt(x.n, y.n)
		case Multiply:
			n, ok = multiplyInt(x.n, y.n)
		case Quotient, Remainder:
			if y.n == 0 {
				return m.fail("%s is divided by zero", x)
			}
			if n, ok = floorInt(x.n, y.n); ok && op == Remainder {
				n = x.n - n*y.n
			}
		case Least:
			n, ok = min(x.n, y.n), true
		case Greatest:
			n, ok = max(x.n, y.n), true
		}
		if !ok {
			return m.fail("a number gets too large: %s and %s", x, y)
		}
		return value{kind: vInt, n: n, why: m.formula(op, n, x, y)}
	}
	if x.kind == vFloat || y.kind == vFloat {
		if x.kind != vSize && y.kind != vSize {
			return floatOf(fraction(op, x.float(), y.float()))
		}
		x, y = m.asSize(x), m.asSize(y)
	}
	if x.kind != vInt && x.kind != vSize {
		return x.mismatch(m)
	}
	if y.kind != vInt && y.kind != vSize {
		return y.mismatch(m)
	}
	if op == Quotient && y.kind == vInt && y.n == 0 {
		return m.fail("%s is divided by zero", x)
	}
	n, form, err := m.Sizes.arithmetic(op, x.n, x.kind == vSize, y.n, y.kind == vSize)
	m.spend(m.Sizes.looks())
	switch {
	case errors.Is(err, ErrTooLong):
		return m.tooLong()
	case err != nil:
		return m.fail("a size gets too large: %s and %s", x, y)
	}
	v := value{kind: vInt, n: n, why: m.formula(op, n, x, y)}
	if form {
		return m.sizeValue(Size(n), v.why)
	}
	return v
}

// asSize returns a number with a fraction as a size, and any other value unchanged.
func (m *Machine) asSize(v value) value {
	if v.kind == vFloat {
		return value{kind: vSize, n: int64(m.Sizes.Fraction(v.float())), why: v.why}
	}
	return v
}

// fraction applies an operation to numbers that may have fractions.
func fraction(op Op, f, g float64) float64 {
	switch op {
	case Add:
		return f + g
	case Subtract:
		return f - g
	case Multiply:
		return f * g
	case Quotient:
		return math.Floor(f / g)
	case Remainder:
		return f - math.Floor(f/g)*g
	case Least:
		return min(f, g)
	}
	return max(f, g)
}

// openArithmetic applies an operation to an open size. The result can be solved for that size later as long as it is
// the size times a number plus a number.
func (m *Machine) openArithmetic(op Op, x, y value) value {
	of, by, swapped := x, y, y.kind != vInt
	if swapped {
		of, by = y, x
	}
	if by.kind != vInt || op != Add && op != Subtract && op != Multiply {
		return m.blockedBy(x, y)
	}
	l, a, b := line{1, 0}, true, true
	if of.kind == vLine {
		l = m.linear[of.b]
	}
	switch {
	case op == Add:
		l.plus, a = addInt(l.plus, by.n)
	case op == Multiply:
		l.times, a = multiplyInt(l.times, by.n)
		l.plus, b = multiplyInt(l.plus, by.n)
	case swapped:
		l.times = -l.times
		l.plus, a = subtractInt(by.n, l.plus)
	default:
		l.plus, a = subtractInt(l.plus, by.n)
	}
	if !a || !b || l.times == 0 {
		return m.blockedBy(x, y)
	}
	m.linear = append(m.linear, l)
	return value{kind: vLine, a: of.a, b: int32(len(m.linear) - 1)}
}

// assume returns the value of a condition that is assumed to hold.
func (m *Machine) assume() value {
	if m.rel.Vocabulary.Lenient {
		return value{kind: vBool, n: some}
	}
	return truth(true)
}

// promise records that a condition is assumed to hold that is true for some values of the parameters.
func (m *Machine) promise(v value) {
	for i := v.a; i != 0; i = m.demands[i-1].next {
		d := m.demands[i-1]
		m.out.Promises = append(m.out.Promises, Promise{Guard: m.current, X: d.x, Y: d.y})
	}
}

// atMost evaluates x <= y, or x < y if less is set.
func (m *Machine) atMost(x, y value, less bool) value {
	switch {
	case x.kind == vError:
		return x
	case y.kind == vError:
		return y
	case x.kind == vMark || y.kind == vMark:
		return m.assume()
	}
	x, y = m.closed(x), m.closed(y)
	if v, bad := m.strict(x, y); bad {
		return v
	}
	switch {
	case x.kind == vFloat || y.kind == vFloat:
		if x.kind == vSize || y.kind == vSize {
			return m.assume() // it depends on parameters
		}
		a, b := x.float(), y.float()
		return truth(a < b || a == b && !less)
	case x.kind == vInt && y.kind == vInt:
		return truth(x.n < y.n || x.n == y.n && !less)
	}
	yes, known, err := m.Sizes.order(x.n, x.kind == vSize, y.n, y.kind == vSize, less)
	m.spend(m.Sizes.looks())
	switch {
	case errors.Is(err, ErrTooLong):
		return m.tooLong()
	case err != nil:
		return m.fail("a size gets too large: %s and %s", x, y)
	case !known:
		return m.assume()
	}
	return truth(yes)
}

// tooLong returns the error of a size that has too many terms.
func (m *Machine) tooLong() value {
	return m.fail("a size has more than %s terms when it is multiplied out, or very long ones",
		intOf(MaxTerms))
}

// Compute applies an operation to two sizes. The watch counts its work.
func (m *Machine) Compute(op Op, x, y Size) (Size, error) {
	s, err := m.Sizes.Compute(op, x, y)
	m.Watch.Steps(m.Sizes.looks() / stepsOfWatch)
	return s, err
}

func (v value) float() float64 {
	if v.kind == vFloat {
		return math.Float64frombits(uint64(v.n))
	}
	return float64(v.n)
}

// equal compares two values of a sort.
func (m *Machine) equal(x, y value, s Sort) value {
	if v, bad := m.strict(x, y); bad {
		return v
	}
	if x.kind == vNone || y.kind == vNone {
		return truth(x.kind == y.kind)
	}
	if x.kind == vMark || y.kind == vMark {
		return m.assume()
	}
	switch s.kind {
	case listKind:
		if m.same(x, y) {
			return truth(true)
		}
		return m.equalLists(x, y, *s.part)
	case pairKind:
		v := m.equal(m.items[x.a], m.items[y.a], *s.part)
		return m.both(v, m.equal(m.items[x.a+1], m.items[y.a+1], *s.other))
	case atomKind, textKind:
		m.noteChoice(x, y)
		if m.same(x, y) {
			return truth(true)
		}
		x, y = m.element(x), m.element(y)
		if x.kind == vMark || y.kind == vMark {
			return m.assume()
		}
		if v, bad := m.strict(x, y); bad {
			return v
		}
		return truth(x.kind == vText && y.kind == vText && m.textOf(x) == m.textOf(y))
	case boolKind:
		return truth(x.n == y.n)
	}
	x, y = m.dim(x), m.dim(y)
	if v, bad := m.strict(x, y); bad {
		return v
	}
	switch {
	case x.kind == vMark || y.kind == vMark:
		return m.assume()
	case x.kind == vOpen || x.kind == vLine || y.kind == vOpen || y.kind == vLine:
		if x.kind == vOpen && y.kind == vOpen && m.same(x, y) {
			return truth(true)
		}
		return m.blockedBy(x, y)
	case x.kind == vFloat || y.kind == vFloat:
		if x.kind == vSize || y.kind == vSize {
			return m.assume() // it depends on parameters
		}
		return truth(x.float() == y.float())
	}
	if x.kind == y.kind && x.n == y.n {
		return truth(true)
	}
	if m.rel.Vocabulary.Lenient && (x.kind == vSize || y.kind == vSize) &&
		m.Sizes.mayEqual(x.n, x.kind == vSize, y.n, y.kind == vSize) {
		m.demands = append(m.demands, demand{x: Size(x.n), y: Size(y.n)})
		return value{kind: vBool, n: some, a: int32(len(m.demands))}
	}
	return truth(false)
}

// same reports whether two values are the same node, whatever is known of it.
func (m *Machine) same(x, y value) bool {
	return (x.kind == vNode || x.kind == vOpen) && (y.kind == vNode || y.kind == vOpen) &&
		m.view.Same(Node(x.a), Node(y.a))
}

func (m *Machine) equalLists(x, y value, s Sort) value {
	a, b := m.length(x), m.length(y)
	if v, bad := m.unusable(a, b); bad {
		return v.matched(m)
	}
	if a.n != b.n {
		return truth(false)
	}
	x, y = m.list(x), m.list(y)
	if bad, is := m.strict(x, y); is {
		return bad
	}
	all := truth(true)
	for i := range int32(a.n) {
		if all = m.both(all, m.equal(m.items[x.a+i], m.items[y.a+i], s)); all.kind == vBool && all.n == 0 ||
			all.kind == vError {
			break
		}
	}
	return all
}

// element resolves an element type or a text: a text, the mark, or blocked; a parameter is itself.
func (m *Machine) element(v value) value {
	if v.kind != vNode {
		return v
	}
	name, known := m.view.Atom(Node(v.a))
	switch known {
	case Known:
		w := m.text(name)
		w.why = v.why
		return w
	case Mark:
		return value{kind: vMark}
	case Open:
		return m.block(v.a)
	}
	return v
}
