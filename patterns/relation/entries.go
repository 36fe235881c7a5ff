package relation

import (
	"cmp"
	"math"
	"slices"
)

// Functions for the entries of tensors, whose numbers may be negative, have fractions or have parameters, and for types
// that may be partly unknown.

var entryFunctions = []library{
	{name: "given", params: []Sort{TypeSort}, result: gives(boolSort), marks: true, run: (*Machine).given},
	{name: "order", params: []Sort{ValuesSort}, result: gives(listOf(intSort)), run: (*Machine).positions},
	{name: "ints", params: []Sort{ValuesSort}, result: gives(listOf(intSort)), run: (*Machine).ints},
	{name: "merge", params: []Sort{TypeSort, TypeSort}, result: gives(TypeSort), marks: true,
		run: func(m *Machine, a []value) value { return m.merge(a[0], a[1], TypeSort, 0) }},
	{name: "mergeAll", params: []Sort{listOf(TypeSort)}, result: gives(TypeSort), run: func(m *Machine, a []value) value {
		if a[0].a == a[0].b {
			return m.fail("there are no types")
		}
		sum := m.items[a[0].a]
		for i := a[0].a + 1; i < a[0].b && sum.kind != vError && sum.kind != vBlocked; i++ {
			sum = m.merge(sum, m.items[i], TypeSort, 0)
		}
		return sum
	}},
	{name: "shaped", params: []Sort{ShapeSort, ValuesSort, boolSort}, result: gives(ShapeSort), marks: true,
		run: (*Machine).shaped},
	{name: "sliced", params: []Sort{dimSort, numSort, numSort, numSort}, result: gives(dimSort),
		lazy: true, run: (*Machine).sliced},
	{name: "cut", params: []Sort{ValuesSort, numSort, numSort, numSort}, result: first, run: (*Machine).cut},
	{name: "iseq", params: []Sort{numSort, numSort}, result: gives(numSort),
		run: func(m *Machine, a []value) value { return decided(m.equal(a[0], a[1], numSort)) }},
	{name: "isless", params: []Sort{numSort, numSort}, result: gives(numSort),
		run: func(m *Machine, a []value) value { return decided(m.atMost(a[0], a[1], true)) }},
	{name: "quot", params: []Sort{numSort, numSort}, result: gives(numSort), run: (*Machine).quot},
	{name: "ratio", params: []Sort{numSort, numSort}, result: gives(numSort), run: (*Machine).ratio},
	{name: "rounded", params: []Sort{numSort, textSort}, result: gives(numSort), lazy: true, run: (*Machine).rounded},
	{name: "whole", params: []Sort{numSort}, result: gives(numSort), lazy: true, run: (*Machine).whole},
	{name: "fraction", params: []Sort{numSort}, result: gives(numSort), lazy: true,
		run: func(m *Machine, a []value) value {
			if x := m.dim(a[0]); x.kind == vInt {
				return value{kind: vFloat, n: int64(math.Float64bits(float64(x.n))), why: x.why}
			}
			return a[0]
		}},
	{name: "together", params: []Sort{listOf(ShapeSort)}, result: gives(ShapeSort), run: (*Machine).together},
	{name: "extent", params: []Sort{numSort, numSort, numSort}, result: gives(dimSort), run: (*Machine).extent},
	{name: "scaled32", params: []Sort{dimSort, numSort}, result: gives(dimSort), run: (*Machine).scaled32},
}

// given tests whether an argument is there: absent ones have the type without parts.
func (m *Machine) given(a []value) value {
	v := a[0]
	if v.kind != vNode {
		return truth(v.kind != vNone)
	}
	switch h := m.view.Head(Node(v.a)); h {
	case OpenHead:
		return m.block(v.a)
	case MarkHead, OtherHead:
		return truth(true)
	default:
		return truth(m.rel.Vocabulary.Heads[h].Types || len(m.rel.Vocabulary.Heads[h].Parts) > 0)
	}
}

// ints returns a list of entries as whole numbers, or the mark if one of them is not known.
func (m *Machine) ints(a []value) value {
	list, v := m.knownEntries(a[0], func(x value) bool { return x.kind == vInt })
	if v.kind != vList {
		return v
	}
	return m.newList(list)
}

// positions returns the positions of the numbers of a list in ascending order, equal ones in the order of the list; the
// mark if one of them is not known.
func (m *Machine) positions(a []value) value {
	list, v := m.knownEntries(a[0], func(x value) bool {
		return x.kind == vFloat && !math.IsNaN(x.float()) || x.kind == vInt && int64(x.float()) == x.n
	})
	switch {
	case v.kind != vList:
		return v
	case m.spend(len(list)):
		return m.tooMany()
	}
	order := m.tabulate(intOf(len(list)), intOf[int64])
	if order.kind == vList {
		slices.SortStableFunc(m.itemsOf(order), func(x, y value) int {
			return cmp.Compare(list[x.n].float(), list[y.n].float())
		})
	}
	return order
}

// knownEntries returns the entries of a list, which v is then, if all of them are known and of a kind. Otherwise v is
// the result of a function of them: the mark, an error, or what it waits for.
func (m *Machine) knownEntries(l value, is func(value) bool) (list []value, v value) {
	waits, mark := truth(false), false
	list = make([]value, 0, l.b-l.a)
	for i := l.a; i < l.b; i++ {
		switch x := m.closed(m.dim(m.items[i])); {
		case x.kind == vBlocked:
			waits = m.join(waits, x)
		case x.kind == vError:
			return nil, x
		default:
			mark = mark || !is(x)
			list = append(list, x)
		}
	}
	switch {
	case waits.kind == vBlocked:
		return nil, waits
	case mark:
		return nil, value{kind: vMark}
	}
	return list, l
}

// maxMerged bounds how deep merge looks into types.
const maxMerged = 64

// merge returns what two types have in common: equal parts stay, and parts that differ get the mark. Different element
// types are an error, and so are types of different kinds.
func (m *Machine) merge(v, w value, s Sort, depth int) value {
	if depth > maxMerged || m.spend(1) {
		return m.tooMany()
	}
	if v.kind == vNode && w.kind == vNode && m.same(v, w) {
		return v
	}
	mark := value{kind: vMark}
	switch s.kind {
	case typeKind:
		x, y := m.typeOf(v), m.typeOf(w)
		if bad, is := m.strict(x, y); is {
			return bad
		}
		switch {
		case x.kind == vMark || y.kind == vMark:
			return mark
		case !m.hasParts(x) || !m.hasParts(y) || x.n != y.n:
			v.n, w.n = ofType, ofType
			return m.fail("%s and %s are of different kinds", v, w)
		}
		parts := m.rel.Vocabulary.Heads[x.n].Parts
		l := m.mergeItems(x, y, func(i int) Sort { return parts[i].Sort }, depth)
		if l.kind == vList {
			l.kind, l.n = vHead, x.n
		}
		return l
	case listKind:
		x, y := m.list(v), m.list(w)
		if bad, is := m.unusable(x, y); is {
			return bad
		}
		if x.b-x.a != y.b-y.a {
			return mark
		}
		return m.mergeItems(x, y, func(int) Sort { return *s.part }, depth)
	case atomKind:
		x, y := m.element(v), m.element(w)
		switch bad, is := m.unusable(x, y); {
		case is:
			return bad
		case x.kind != vText || y.kind != vText || m.textOf(x) != m.textOf(y):
			return m.fail("the element types %s and %s differ", v, w)
		}
		return v
	}
	x, y := m.closed(m.dim(v)), m.closed(m.dim(w))
	if bad, is := m.unusable(x, y); is {
		return bad
	}
	if x.kind == y.kind && x.n == y.n {
		return v
	}
	return mark
}

// mergeItems merges the items of two lists of equal length.
func (m *Machine) mergeItems(x, y value, sort func(i int) Sort, depth int) value {
	items := make([]value, x.b-x.a)
	for i := range items {
		items[i] = m.merge(m.items[int(x.a)+i], m.items[int(y.a)+i], sort(i), depth+1)
		if items[i].kind == vError || items[i].kind == vBlocked {
			return items[i]
		}
	}
	return m.newList(items)
}

// typeOf resolves a type: a head with its parts, the mark, or blocked; a type with another head is itself.
func (m *Machine) typeOf(v value) value {
	h, bad := m.headOf(v)
	if bad.kind != unset {
		return bad
	}
	if v.kind == vHead || h < 0 || m.rel.Vocabulary.Heads[h].Types {
		return v
	}
	from := m.beginList()
	for i := range m.rel.Vocabulary.Heads[h].Parts {
		part := m.partNode(v.a, i)
		m.items = append(m.items, part)
	}
	return value{kind: vHead, a: int32(from), b: int32(len(m.items)), n: int64(h), why: v.why}
}

// shaped returns the shape that the entries of a list give a tensor: shaped(s, entries, zeros). An entry 0 copies an
// axis, or is a size if zeros is true; -1 is inferred. Shapes with other numbers of elements are an error.
func (m *Machine) shaped(a []value) value {
	s, codes := m.list(a[0]), m.list(a[1])
	if bad, is := m.strict(s, codes); is {
		return bad
	}
	if codes.kind == vMark {
		return codes
	}
	n := int(codes.b - codes.a)
	out, from := make([]value, n), make([]value, 0, n)
	used := make(map[int32]bool) // axes that an entry copies
	hole, zero, mark := -1, false, s.kind == vMark
	for i := range n {
		item := m.items[codes.a+int32(i)]
		c := m.closed(m.dim(item))
		switch {
		case c.kind == vError || c.kind == vBlocked:
			return c
		case c.kind == vMark || c.kind == vFloat:
			out[i] = item
			from = append(from, item)
		case c.kind == vInt && c.n == -1:
			if hole >= 0 {
				return m.fail("only one -1 can be worked out")
			}
			hole = i
		case c.kind == vInt && c.n < 0:
			return m.fail("%s is not a size", c)
		case c.kind == vInt && c.n == 0 && a[2].n == 0:
			switch {
			case s.kind == vMark:
				out[i] = value{kind: vMark}
			case int32(i) >= s.b-s.a:
				return m.fail("entry %s of the shape copies an axis, but the rank is %s", intOf(i),
					intOf(s.b-s.a))
			default:
				out[i], used[int32(i)] = m.items[s.a+int32(i)], true
			}
		default:
			zero = zero || c.kind == vInt && c.n == 0
			out[i] = item
			from = append(from, item)
		}
	}
	if hole >= 0 && zero {
		return m.fail("-1 cannot be worked out beside a size of 0")
	}
	var left []value
	if s.kind == vList {
		for i := range s.b - s.a {
			if !used[i] {
				left = append(left, m.items[s.a+i])
			}
		}
	}
	left, from, bad := m.cancel(left, from, false)
	if bad.kind == vError {
		return bad
	}
	x, y := m.totalOf(left), m.totalOf(from)
	if mark {
		x = value{kind: vMark}
	}
	if bad, is := m.strict(m.closed(x), m.closed(y)); is {
		return bad
	}
	return m.completed(s, out, hole, x, y)
}

// endless is the least number that means the end of an axis in a slice.
const endless = 1<<31 - 1

// bounds returns the first index of a slice, and the index after its last one, for a stride that is not 0.
func (m *Machine) bounds(d, begin, end value, stride int64) (from, to value) {
	zero := intOf(0)
	far := func(v value) int64 {
		switch {
		case v.kind == vInt && v.n >= endless:
			return 1
		case v.kind == vInt && v.n <= -endless:
			return -1
		}
		return 0
	}
	low, high := zero, d
	if stride < 0 {
		low, high = intOf(-1), m.arithmetic(Subtract, d, intOf(1))
	}
	place := func(v, low value) value {
		switch far(v) {
		case 1:
			return high
		case -1:
			return low
		}
		if v.kind == vInt && v.n < 0 {
			if v = m.arithmetic(Add, v, d); v.kind != vInt {
				return v // it is granted that there are so many
			}
		}
		if v.kind == vInt && v.n < 0 {
			return low
		}
		return m.arithmetic(Least, v, high)
	}
	from = place(begin, zero)
	if begin.kind == vInt && begin.n >= 0 && begin.n < endless && d.kind == vSize {
		from = begin // granted, too
	}
	return from, place(end, low)
}

// sliced returns how many items a slice of an axis has: sliced(d, begin, end, stride).
func (m *Machine) sliced(a []value) value {
	d, begin, end, stride := m.dim(a[0]), m.dim(a[1]), m.dim(a[2]), m.dim(a[3])
	for _, v := range []value{d, begin, end, stride} {
		if v = m.closed(v); v.kind == vError || v.kind == vBlocked {
			return v
		}
	}
	if begin.kind == vInt && begin.n == 0 && end.kind == vInt && end.n >= endless && stride.kind == vInt && stride.n == 1 {
		return a[0]
	}
	if stride.kind == vInt && stride.n == 0 {
		return m.fail("the step of a slice cannot be 0")
	}
	if d.kind == vMark || begin.kind == vMark || end.kind == vMark || stride.kind != vInt {
		return value{kind: vMark}
	}
	from, to := m.bounds(d, begin, end, stride.n)
	return m.strides(from, to, stride.n)
}

// strides returns how many steps, which are not 0, lead from a number to another.
func (m *Machine) strides(from, to value, step int64) value {
	if step < 0 {
		from, to, step = to, from, -step
	}
	long := m.arithmetic(Subtract, to, from)
	if long.kind == vInt && long.n <= 0 {
		return value{kind: vInt, why: long.why}
	}
	return m.arithmetic(Quotient, m.arithmetic(Add, long, intOf(step-1)), intOf(step))
}

// cut returns the items of a slice of a list of entries, or the mark if its bounds are not known.
func (m *Machine) cut(a []value) value {
	l, begin, end, stride := a[0], a[1], a[2], a[3]
	n := int64(l.b - l.a)
	if begin.kind == vSize || end.kind == vSize || stride.kind != vInt || stride.n == 0 {
		return value{kind: vMark}
	}
	from, to := m.bounds(intOf(n), begin, end, stride.n)
	start := m.beginList()
	for i := from.n; stride.n > 0 && i < to.n || stride.n < 0 && i > to.n; i += stride.n {
		m.items = append(m.items, m.items[int64(l.a)+i])
		if i+stride.n > n || i+stride.n < -1 {
			break
		}
	}
	return m.endList(start)
}

// decided returns a truth value as 1 or 0, or the mark if it depends on parameters.
func decided(v value) value {
	if v.kind != vBool || v.n == some {
		return value{kind: vMark}
	}
	return intOf(v.n)
}

// ratio divides entries that may have fractions. It gives the mark where the quotient of a size is not exact.
func (m *Machine) ratio(a []value) value {
	x, y := a[0], a[1]
	switch {
	case x.kind != vSize && y.kind != vSize:
		return floatOf(x.float() / y.float())
	case x.kind == vSize && y.kind == vSize:
		if q, err := m.Sizes.Exactly(Size(x.n), Size(y.n)); err == nil {
			return m.sizeValue(q, 0)
		}
	case x.kind == vSize:
		if f, exp := math.Frexp(y.float()); f == 0.5 || f == -0.5 { // a power of two
			return m.arithmetic(Multiply, x, floatOf(math.Ldexp(1/f, -exp)))
		}
	}
	return value{kind: vMark}
}

// quot divides whole numbers, towards zero. Division by zero gives the mark. Sizes are divided as if they were large
// enough to be positive, unless they are never positive.
func (m *Machine) quot(a []value) value {
	x, y := a[0], a[1]
	switch {
	case y.kind == vInt && y.n == 0:
		return value{kind: vMark}
	case x.kind == vFloat || y.kind == vFloat:
		return value{kind: vMark}
	case x.kind == vSize || y.kind == vSize:
		negated := func(v value) value { return m.arithmetic(Subtract, intOf(0), v) }
		negative := func(v value) bool { return m.atMost(v, intOf(1), true) == truth(true) }
		if negative(y) {
			x, y = negated(x), negated(y)
		}
		if negative(x) {
			return negated(m.arithmetic(Quotient, negated(x), y))
		}
		return m.arithmetic(Quotient, x, y)
	case x.n == math.MinInt64 && y.n == -1:
		return value{kind: vMark}
	}
	n := x.n / y.n
	return value{kind: vInt, n: n, why: m.formula(Quotient, n, x, y)}
}

// roundings are the ways to round, and the square root.
var roundings = map[string]func(float64) float64{
	"floor": math.Floor, "ceil": math.Ceil, "trunc": math.Trunc, "round": math.RoundToEven, "root": math.Sqrt,
}

// rounded rounds an entry in one of the roundings: rounded(x, "floor").
func (m *Machine) rounded(a []value) value {
	x := m.dim(a[0])
	switch x.kind {
	case vFloat:
		f := roundings[m.textOf(a[1])](x.float())
		if math.IsNaN(f) {
			return value{kind: vMark}
		}
		return value{kind: vFloat, n: int64(math.Float64bits(f)), why: x.why}
	case vSize:
		if m.textOf(a[1]) == "root" {
			return value{kind: vMark}
		}
		if !m.Sizes.hasFraction(Size(x.n)) {
			return a[0]
		}
		if m.textOf(a[1]) == "floor" || m.textOf(a[1]) == "trunc" { // sizes are not negative
			return m.floor(x)
		}
		return value{kind: vMark}
	}
	return a[0]
}

// floor rounds down a size with parameters and fractions.
func (m *Machine) floor(x value) value {
	s, err := m.Sizes.floor(Size(x.n))
	if err != nil {
		return m.tooLong()
	}
	return m.sizeValue(s, x.why)
}

// whole converts an entry to a whole number, towards zero.
func (m *Machine) whole(a []value) value {
	x := m.dim(a[0])
	switch x.kind {
	case vFloat:
		f := math.Trunc(x.float())
		if !(math.Abs(f) < 1<<53) {
			return value{kind: vMark}
		}
		return value{kind: vInt, n: int64(f), why: m.revalued(x.why, intOf(int64(f)))}
	case vSize:
		if m.Sizes.hasFraction(Size(x.n)) {
			return m.floor(x)
		}
	}
	return a[0]
}

// scaled32 returns the floor of a size times a factor, both rounded to 32 bits.
func (m *Machine) scaled32(a []value) value {
	x, f := a[0], a[1]
	if f.kind == vSize {
		return value{kind: vMark}
	}
	n := math.Floor(float64(float32(x.n) * float32(f.float())))
	switch {
	case x.kind == vInt && n >= 0 && n < 1<<53:
		return value{kind: vInt, n: int64(n), why: m.derived("scaled32", int64(n), x, f)}
	case x.kind == vInt:
		return m.fail("a size gets too large or negative: %s and %s", x, f)
	case f.float() == math.Trunc(f.float()) && f.float() < 1<<53 && f.float() >= 0:
		return m.arithmetic(Multiply, x, value{kind: vInt, n: int64(f.float()), why: f.why})
	}
	return m.floor(m.arithmetic(Multiply, x, f))
}

// together broadcasts a list of shapes.
func (m *Machine) together(a []value) value {
	sum := value{kind: vList}
	for i := a[0].a; i < a[0].b; i++ {
		sum = m.broadcastShapes([]value{sum, m.items[i]})
	}
	return sum
}

// extent returns how many numbers lead from one to another by steps: extent(start, limit, delta).
func (m *Machine) extent(a []value) value {
	start, limit, delta := a[0], a[1], a[2]
	if start.kind == vFloat || limit.kind == vFloat || delta.kind == vFloat {
		if start.kind == vSize || limit.kind == vSize || delta.kind == vSize || delta.float() == 0 {
			return value{kind: vMark}
		}
		n := math.Ceil((limit.float() - start.float()) / delta.float())
		if !(n < 1<<53) {
			return value{kind: vMark}
		}
		return value{kind: vInt, n: int64(max(n, 0))}
	}
	if delta.kind != vInt || delta.n == 0 {
		return value{kind: vMark}
	}
	return m.strides(start, limit, delta.n)
}
