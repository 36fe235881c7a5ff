package relation

import (
	"math"
	"slices"
	"strings"
)

// A library is a function that every file of relations has.
type library struct {
	name   string
	params []Sort
	result func(args []Sort) Sort
	run    func(m *Machine, e *Expr, args []value) value
}

func gives(s Sort) func([]Sort) Sort { return func([]Sort) Sort { return s } }

// first is the sort of the first argument.
func first(args []Sort) Sort { return args[0] }

// size is a number where all that goes into it are numbers, else a size.
func size(args []Sort) Sort {
	for _, s := range args {
		if s.kind == listKind {
			s = *s.part
		}
		if s.kind == dimKind {
			return dimSort
		}
	}
	return intSort
}

var anyList = listOf(badSort)

var functions = []library{
	{name: "len", params: []Sort{anyList}, result: gives(intSort), run: func(m *Machine, e *Expr, a []value) value { return m.length(a[0]).at(m, e) }},
	{name: "rev", params: []Sort{anyList}, result: first, run: func(m *Machine, e *Expr, a []value) value {
		return m.with(e, a[0], func(l value) { slices.Reverse(m.items[l.a:l.b]) })
	}},
	{name: "prod", params: []Sort{shapeSort}, result: size, run: func(m *Machine, e *Expr, a []value) value { return m.fold(e, Multiply, 1, a[0]) }},
	{name: "sum", params: []Sort{shapeSort}, result: size, run: func(m *Machine, e *Expr, a []value) value { return m.fold(e, Add, 0, a[0]) }},
	{name: "min", params: []Sort{dimSort, dimSort}, result: size, run: func(m *Machine, e *Expr, a []value) value {
		return m.arithmetic(e, Least, m.dim(a[0]), m.dim(a[1]))
	}},
	{name: "max", params: []Sort{dimSort, dimSort}, result: size, run: func(m *Machine, e *Expr, a []value) value {
		return m.arithmetic(e, Greatest, m.dim(a[0]), m.dim(a[1]))
	}},
	{name: "ceil", params: []Sort{dimSort, dimSort}, result: size, run: func(m *Machine, e *Expr, a []value) value {
		x, y := m.dim(a[0]), m.dim(a[1])
		up := m.arithmetic(e, Subtract, m.arithmetic(e, Add, x, y), m.number(1, e))
		return m.arithmetic(e, Quotient, up, y)
	}},
	{name: "norm", params: []Sort{intSort, intSort}, result: gives(intSort), run: func(m *Machine, e *Expr, a []value) value {
		if v, bad := m.strict(a[0], a[1]); bad {
			return v
		}
		if a[0].kind == vInt && a[0].n < 0 {
			return m.arithmetic(e, Add, a[0], a[1])
		}
		return a[0]
	}},
	{name: "inrange", params: []Sort{intSort, intSort}, result: gives(boolSort), run: func(m *Machine, e *Expr, a []value) value {
		if v, bad := m.strict(a[0], a[1]); bad {
			return v
		}
		if a[0].kind != vInt {
			return a[0].usable(m)
		}
		return truth(-a[1].n <= a[0].n && a[0].n < a[1].n)
	}},
	{name: "range", params: []Sort{intSort}, result: gives(listOf(intSort)), run: func(m *Machine, e *Expr, a []value) value {
		if a[0].kind != vInt {
			return a[0].usable(m)
		}
		if a[0].n > maxItems {
			return m.fail(e, "a list of %s gets too long", a[0])
		}
		at := m.begin()
		for i := range max(a[0].n, 0) {
			m.items = append(m.items, value{kind: vInt, n: i})
		}
		return m.made(e, at)
	}},
	{name: "rep", params: []Sort{badSort, intSort}, result: func(a []Sort) Sort { return listOf(a[0]) }, run: func(m *Machine, e *Expr, a []value) value {
		x, n := a[0], a[1]
		if n.kind != vInt {
			return n.usable(m)
		}
		if n.n > maxItems {
			return m.fail(e, "a list of %s gets too long", n)
		}
		at := m.begin()
		for range n.n {
			m.items = append(m.items, x)
		}
		return m.made(e, at)
	}},
	{name: "set", params: []Sort{anyList, intSort, badSort}, result: joined, run: func(m *Machine, e *Expr, a []value) value {
		i, x := a[1], a[2]
		return m.withAt(e, a[0], i, 0, func(l value, i int32) value {
			m.items[l.a+i] = x
			return l
		})
	}},
	{name: "insert", params: []Sort{anyList, intSort, badSort}, result: joined, run: func(m *Machine, e *Expr, a []value) value {
		i, x := a[1], a[2]
		return m.withAt(e, a[0], i, 1, func(l value, i int32) value {
			m.items = append(m.items, value{})
			copy(m.items[l.a+i+1:], m.items[l.a+i:])
			m.items[l.a+i] = x
			l.b++
			return l
		})
	}},
	{name: "drop", params: []Sort{anyList, listOf(intSort)}, result: first, run: func(m *Machine, e *Expr, a []value) value {
		return m.picked(e, a[0], a[1], false)
	}},
	{name: "perm", params: []Sort{anyList, listOf(intSort)}, result: first, run: func(m *Machine, e *Expr, a []value) value {
		return m.picked(e, a[0], a[1], true)
	}},
	{name: "zip", params: []Sort{anyList, anyList}, result: func(a []Sort) Sort {
		if a[0].kind != listKind || a[1].kind != listKind {
			return badSort
		}
		return listOf(pairOf(*a[0].part, *a[1].part))
	}, run: func(m *Machine, e *Expr, a []value) value {
		x, y := m.list(a[0]), m.list(a[1])
		if v, bad := m.strict(x, y); bad {
			return v
		}
		n := x.b - x.a
		if n != y.b-y.a {
			return m.fail(e, "lists of %s and of %s do not go together", value{kind: vInt, n: int64(n)}, value{kind: vInt, n: int64(y.b - y.a)})
		}
		pairs := m.begin()
		for i := range n {
			m.items = append(m.items, m.items[x.a+i], m.items[y.a+i])
		}
		at := m.begin()
		for i := range int(n) {
			m.items = append(m.items, value{kind: vPair, a: int32(pairs + 2*i), b: int32(pairs + 2*i + 2)})
		}
		return m.made(e, at)
	}},
	{name: "distinct", params: []Sort{listOf(intSort)}, result: gives(boolSort), run: func(m *Machine, e *Expr, a []value) value {
		if v := m.repeated(a[0]); v.kind == vInt {
			return truth(false)
		} else if v.kind != vNone {
			return v
		}
		return truth(true)
	}},
	{name: "repeated", params: []Sort{listOf(intSort)}, result: gives(intSort), run: func(m *Machine, e *Expr, a []value) value { return m.repeated(a[0]) }},
	{name: "ascending", params: []Sort{listOf(intSort)}, result: gives(boolSort), run: func(m *Machine, e *Expr, a []value) value {
		l := m.list(a[0])
		if l.kind != vList {
			return l
		}
		for i := l.a + 1; i < l.b; i++ {
			if m.items[i].n <= m.items[i-1].n {
				return truth(false)
			}
		}
		return truth(true)
	}},
	{name: "contains", params: []Sort{listOf(intSort), intSort}, result: gives(boolSort), run: func(m *Machine, e *Expr, a []value) value {
		l, x := m.list(a[0]), a[1]
		if v, bad := m.strict(l, x); bad {
			return v
		}
		for i := l.a; i < l.b; i++ {
			if m.items[i].n == x.n {
				return truth(true)
			}
		}
		return truth(false)
	}},
	{name: "last", params: []Sort{anyList}, result: func(a []Sort) Sort {
		if a[0].kind != listKind {
			return badSort
		}
		return *a[0].part
	}, run: func(m *Machine, e *Expr, a []value) value { return m.index(e, a[0], value{kind: vInt, n: -1}) }},
	{name: "constant", params: []Sort{dimSort}, result: gives(boolSort), run: func(m *Machine, e *Expr, a []value) value {
		v := m.dim(a[0])
		switch v.kind {
		case vInt, vSize, vMark:
			return truth(v.kind == vInt)
		}
		return v.usable(m)
	}},
	{name: "number", params: []Sort{dimSort}, result: gives(intSort), run: func(m *Machine, e *Expr, a []value) value {
		v := m.dim(a[0])
		switch v.kind {
		case vInt:
			return v
		case vSize, vMark:
			return m.fail(e, "the number %s has to be known", v)
		}
		return v.usable(m)
	}},
	{name: "static", params: []Sort{shapeSort}, result: gives(dimSort), run: func(m *Machine, e *Expr, a []value) value {
		l := m.list(a[0])
		if l.kind != vList {
			return l
		}
		blocked := value{kind: vBool}
		for i := l.a; i < l.b; i++ {
			switch v := m.dim(m.items[i]); v.kind {
			case vMark:
			case vOpen, vLine:
				return m.join(blocked, m.block(v.a))
			case vBlocked, vError:
				return v
			default:
				return m.items[i]
			}
		}
		return value{kind: vMark}
	}},
	{name: "join", params: []Sort{dimSort, dimSort}, result: gives(dimSort), run: func(m *Machine, e *Expr, a []value) value {
		x, y := m.dim(a[0]), m.dim(a[1])
		if x.kind == vMark || y.kind == vMark {
			return value{kind: vMark}
		}
		v := m.equal(x, y, dimSort)
		if v.kind != vBool {
			return v
		}
		if v.n == 0 {
			return m.fail(e, "%s and %s differ", x, y)
		}
		return a[0]
	}},
	{name: "bcast1", params: []Sort{dimSort, dimSort}, result: gives(dimSort), run: func(m *Machine, e *Expr, a []value) value { return m.broadcast(e, a[0], a[1], 0) }},
	{name: "bcast", params: []Sort{shapeSort, shapeSort}, result: gives(shapeSort), run: (*Machine).broadcastShapes},
	{name: "reshape", params: []Sort{shapeSort, listOf(intSort), boolSort}, result: gives(shapeSort), run: (*Machine).reshape},
	{name: "slicelen", params: []Sort{dimSort, intSort, intSort, intSort}, result: gives(dimSort), run: (*Machine).sliceLength},
	{name: "steps", params: []Sort{floatSort, floatSort, floatSort}, result: gives(intSort), run: func(m *Machine, e *Expr, a []value) value {
		for _, x := range a {
			if x.kind != vInt && x.kind != vFloat {
				return x.usable(m)
			}
		}
		n := math.Ceil((a[1].float() - a[0].float()) / a[2].float())
		if !(n > -1<<53 && n < 1<<53) {
			return m.fail(e, "no number of steps leads from %s to %s", a[0], a[1])
		}
		return value{kind: vInt, n: int64(n)}
	}},
	{name: "scaled", params: []Sort{dimSort, floatSort}, result: gives(dimSort), run: func(m *Machine, e *Expr, a []value) value {
		x, f := m.dim(a[0]), a[1]
		switch x.kind {
		case vMark, vError:
			return x
		case vInt:
			n := math.RoundToEven(float64(x.n) * f.float())
			if !(math.Abs(n) < 1<<53) {
				return m.fail(e, "a size gets too large: %s and %s", x, f)
			}
			return value{kind: vInt, n: int64(n), why: m.formula(Multiply, int64(n), x, f)}
		case vSize:
			if n := f.float(); n == math.Trunc(n) && math.Abs(n) < 1<<53 {
				return m.arithmetic(e, Multiply, x, value{kind: vInt, n: int64(n), why: f.why})
			}
			return m.fail(e, "%s times %s is no size", x, f)
		}
		return x.usable(m)
	}},
	{name: "pads", params: []Sort{listOf(intSort), intSort}, result: gives(listOf(intSort)), run: func(m *Machine, e *Expr, a []value) value {
		l, k := m.list(a[0]), a[1]
		if v, bad := m.strict(l, k); bad {
			return v
		}
		n := int64(l.b - l.a)
		if n != 1 && n != k.n && n != 2*k.n {
			return m.fail(e, "padding of length %s for windows of rank %s", value{kind: vInt, n: n}, k)
		}
		at := m.begin()
		for i := range k.n {
			x, y := m.items[int64(l.a)+i%n], m.items[int64(l.a)+(i+k.n)%n]
			sum, ok := addInt(x.n, y.n)
			if !ok {
				m.items = m.items[:at]
				return m.fail(e, "a number gets too large: %s and %s", x, y)
			}
			m.items = append(m.items, value{kind: vInt, n: sum, why: m.revalued(x.why, sum)})
		}
		return m.made(e, at)
	}},
	{name: "rank", params: []Sort{textSort}, result: gives(intSort), run: func(m *Machine, e *Expr, a []value) value {
		x, _, v := m.layouts(e, a[0], a[0])
		if v.kind != vBool {
			return v
		}
		return value{kind: vInt, n: int64(len(x))}
	}},
	{name: "places", params: []Sort{textSort, textSort}, result: gives(listOf(intSort)), run: func(m *Machine, e *Expr, a []value) value {
		x, y, v := m.layouts(e, a[0], a[1])
		if v.kind != vBool {
			return v
		}
		from := m.begin()
		for _, want := range y {
			at := slices.IndexFunc(x, func(ax axis) bool { return ax.name == want.name })
			if at < 0 || slices.ContainsFunc(x, func(ax axis) bool { return ax.name == want.name && ax.split > 0 }) {
				m.items = m.items[:from]
				return m.fail(e, "the layout %s has no undivided axis %s", a[0], m.text(string(want.name), e))
			}
			m.items = append(m.items, value{kind: vInt, n: int64(at)})
		}
		return m.made(e, from)
	}},
	{name: "find", params: []Sort{listOf(intSort), intSort}, result: gives(intSort), run: func(m *Machine, e *Expr, a []value) value {
		l, x := m.list(a[0]), a[1]
		if v, bad := m.strict(l, x); bad {
			return v
		}
		for i := l.a; i < l.b; i++ {
			if m.items[i].n == x.n {
				return value{kind: vInt, n: int64(i - l.a)}
			}
		}
		return m.fail(e, "there is no %s in the list", x)
	}},
	{name: "relayout", params: []Sort{shapeSort, textSort, textSort}, result: gives(shapeSort), run: (*Machine).relayout},
	{name: "einsum", params: []Sort{textSort, listOf(shapeSort)}, result: gives(shapeSort), run: (*Machine).einsum},
}

// partOf is the function that gives a part of a type.
func partOf(head, part int, h *Head) *library {
	return &library{name: h.Parts[part].Name, params: []Sort{typeSort}, result: gives(h.Parts[part].Sort), run: func(m *Machine, e *Expr, a []value) value {
		v := a[0]
		switch v.kind {
		case vNode:
			switch m.view.Head(Node(v.a)) {
			case OpenHead:
				return m.block(v.a)
			case head:
				m.read(HeadFact, v.a, 0)
				return m.partNode(v.a, part)
			}
			m.read(HeadFact, v.a, 0)
			v.n = ofType
			return m.fail(e, "%s is not "+h.Said, v)
		case vHead:
			if int(v.n) == head {
				return m.items[int(v.a)+part]
			}
		}
		return v.usable(m)
	}}
}

// classOf is the function that asks for a kind of element types.
func classOf(is func(string) bool) *library {
	return &library{params: []Sort{atomSort}, result: gives(boolSort), run: func(m *Machine, e *Expr, a []value) value {
		if a[0].kind != vText && a[0].kind != vNode {
			return a[0].usable(m)
		}
		name, known := m.atom(a[0])
		if known == Open {
			return m.block(a[0].a)
		}
		return truth(known == Known && is(name))
	}}
}

// joined is the sort of a list in which something of another sort is put.
func joined(args []Sort) Sort {
	if args[0].kind != listKind {
		return args[0]
	}
	if s, ok := args[0].part.join(args[2]); ok {
		return listOf(s)
	}
	return badSort
}

var libraryByName = func() map[string]*library {
	m := make(map[string]*library)
	for i := range functions {
		m[functions[i].name] = &functions[i]
	}
	return m
}()

// at gives an error without a place one.
func (v value) at(m *Machine, e *Expr) value {
	if v.kind == vError && m.errors[v.a].at == nil {
		m.errors[v.a].at = e
	}
	return v
}

// with makes a copy of a list and changes it.
func (m *Machine) with(e *Expr, v value, change func(l value)) value {
	l := m.list(v)
	if l.kind != vList {
		return l
	}
	at := m.begin()
	m.items = append(m.items, m.items[l.a:l.b]...)
	c := m.made(e, at)
	if c.kind == vList {
		change(c)
	}
	return c
}

// withAt makes a copy of a list and changes it at a place, which may be so many behind its
// last item.
func (m *Machine) withAt(e *Expr, v, at value, behind int64, change func(l value, at int32) value) value {
	l := m.list(v)
	if v, bad := m.strict(l, at); bad {
		return v
	}
	if at.kind != vInt {
		return at.usable(m)
	}
	n, i := int64(l.b-l.a), at.n
	if i < 0 {
		i += n + behind
	}
	if i < 0 || i >= n+behind {
		return m.fail(e, "there is no item %s in a list of %s", at, value{kind: vInt, n: n})
	}
	from := m.begin()
	m.items = append(m.items, m.items[l.a:l.b]...)
	c := m.made(e, from)
	if c.kind != vList {
		return c
	}
	return change(c, int32(i))
}

// picked is a list of the items at some places, in the order of the places, or of all others.
func (m *Machine) picked(e *Expr, v, places value, these bool) value {
	l, p := m.list(v), m.list(places)
	if v, bad := m.strict(l, p); bad {
		return v
	}
	n := int64(l.b - l.a)
	from := m.begin()
	if !these {
		m.items = append(m.items, m.items[l.a:l.b]...)
	}
	for i := p.a; i < p.b; i++ {
		at := m.items[i].n
		if at < 0 {
			at += n
		}
		if at < 0 || at >= n {
			x := m.items[i]
			m.items = m.items[:from]
			return m.fail(e, "there is no item %s in a list of %s", x, value{kind: vInt, n: n})
		}
		if these {
			m.items = append(m.items, m.items[int64(l.a)+at])
		} else {
			m.items[int64(from)+at].kind = unset
		}
	}
	if !these {
		kept := slices.DeleteFunc(m.items[from:], func(v value) bool { return v.kind == unset })
		m.items = m.items[:from+len(kept)]
	}
	return m.made(e, from)
}

// repeated is the first number that a list has twice, or none.
func (m *Machine) repeated(v value) value {
	l := m.list(v)
	if l.kind != vList {
		return l
	}
	for i := l.a; i < l.b; i++ {
		if m.items[i].kind != vInt {
			return m.items[i].usable(m)
		}
		for j := l.a; j < i; j++ {
			if m.items[j].n == m.items[i].n {
				return m.items[i]
			}
		}
	}
	return value{kind: vNone}
}

// fold adds or multiplies the items of a list.
func (m *Machine) fold(e *Expr, op Op, start int64, v value) value {
	l := m.list(v)
	if l.kind != vList {
		return l
	}
	if l.a == l.b {
		return value{kind: vInt, n: start}
	}
	// An axis that is decided later decides at once, so whether another one is known is not asked.
	mark := false
	for i := l.a; i < l.b; i++ {
		switch x := m.dim(m.items[i]); x.kind {
		case vError:
			return x
		case vMark:
			mark = true
		}
	}
	if mark {
		return value{kind: vMark}
	}
	sum := m.dim(m.items[l.a])
	for i := l.a + 1; i < l.b; i++ {
		sum = m.arithmetic(e, op, sum, m.dim(m.items[i]))
	}
	return sum
}

// broadcast is the size that two axes have together: one of them. The axis is told in
// messages, counted from the right; 0 is none.
func (m *Machine) broadcast(e *Expr, v, w value, axis int) value {
	x, y := m.dim(v), m.dim(w)
	if bad, is := m.strict(x, y); is && bad.kind == vError {
		return bad
	}
	switch {
	case y.kind == vInt && y.n == 1:
		return v
	case x.kind == vInt && x.n == 1:
		return w
	case x.kind == vOpen || y.kind == vOpen || x.kind == vLine || y.kind == vLine || x.kind == vBlocked || y.kind == vBlocked:
		if m.same(v, w) {
			return v
		}
		return m.blockedBy(x, y)
	case x.kind == vMark:
		return w
	case y.kind == vMark:
		return v
	case x.kind == y.kind && x.n == y.n:
		return v
	case axis == 0:
		return m.fail(e, "%s and %s are neither equal nor 1", x, y)
	}
	return m.fail(e, "axis %s: %s and %s are neither equal nor 1", value{kind: vInt, n: int64(-axis)}, x, y)
}

// blockedBy is what is blocked by all that is open in two values.
func (m *Machine) blockedBy(x, y value) value {
	out := value{kind: vBool}
	for _, w := range [...]value{x, y} {
		switch w.kind {
		case vOpen, vLine:
			out = m.join(out, m.block(w.a))
		case vBlocked:
			out = m.join(out, w)
		}
	}
	return out
}

func (m *Machine) broadcastShapes(e *Expr, a []value) value {
	v, w := a[0], a[1]
	if m.same(v, w) {
		return v
	}
	x, y := m.length(v), m.length(w)
	// A shape without axes leaves the other one as it is, whatever that is.
	if x.kind == vInt && x.n == 0 {
		return w
	}
	if y.kind == vInt && y.n == 0 {
		return v
	}
	if x.kind == vError && y.kind == vBlocked {
		return y
	}
	if x.kind == vBlocked && y.kind == vError {
		return x
	}
	if bad, is := m.strict(x, y); is {
		return bad
	}
	l, s := m.list(v), m.list(w)
	swapped := l.b-l.a < s.b-s.a
	if swapped {
		l, s = s, l
	}
	from := m.begin()
	short := s.b - s.a
	m.items = append(m.items, m.items[l.a:l.b-short]...)
	for i := short; i > 0; i-- {
		p, q := m.items[l.b-i], m.items[s.b-i]
		if swapped {
			p, q = q, p
		}
		v := m.broadcast(e, p, q, int(i))
		m.items = append(m.items, v)
	}
	return m.made(e, from)
}

// sliceLength is how many items a slice has: slicelen(d, begin, end, stride), where begin
// or end may be none.
func (m *Machine) sliceLength(e *Expr, a []value) value {
	d, begin, end, stride := m.dim(a[0]), a[1], a[2], a[3]
	for _, x := range []value{begin, end, stride} {
		if x.kind == vError || x.kind == vBlocked {
			return x
		}
	}
	if stride.kind != vInt || stride.n == 0 || stride.n == math.MinInt64 {
		return m.fail(e, "a stride cannot be %s", stride)
	}
	switch d.kind {
	case vMark, vError:
		return d
	case vSize:
		if begin.kind == vNone && end.kind == vNone && stride.n == 1 {
			return a[0]
		}
		return value{kind: vMark}
	case vInt:
	default:
		return d.usable(m)
	}
	up := stride.n > 0
	place := func(v value, missing int64) int64 {
		if v.kind != vInt {
			return missing
		}
		x := v.n
		if x < 0 {
			x += d.n
		}
		if up {
			return min(max(x, 0), d.n)
		}
		return min(max(x, -1), d.n-1)
	}
	var from, to int64
	if up {
		from, to = place(begin, 0), place(end, d.n)
	} else {
		from, to = place(begin, d.n-1), place(end, 0)
	}
	long, step := to-from, stride.n
	if !up {
		long, step = -long, -step
	}
	if long < 0 {
		return m.fail(e, "a slice from %s to %s of %s goes the wrong way", value{kind: vInt, n: from}, value{kind: vInt, n: to}, d)
	}
	n := long / step
	if long%step != 0 {
		n++
	}
	return value{kind: vInt, n: n, why: m.derived(e, n, d, begin, end, stride)}
}

// reshape is a shape by a list of codes: reshape(s, codes, zeros). A code above 0 is a size;
// 0 takes an axis over, unless zeros says that it is a size; -1 is worked out; -2 takes over
// all axes that are left; -3 joins two; -4 splits one into the next two codes.
func (m *Machine) reshape(e *Expr, a []value) value {
	s, codes, zeros := m.list(a[0]), m.list(a[1]), a[2].n != 0
	if v, bad := m.strict(s, codes); bad {
		return v
	}
	var out []value
	left := value{kind: vInt, n: 1} // of the input, what the codes have not taken over
	ours := value{kind: vInt, n: 1} // of the output, what they have not
	hole := -1
	at := s.a
	take := func() (value, bool) {
		if at >= s.b {
			return m.fail(e, "there are more codes than axes: %s", value{kind: vInt, n: int64(s.b - s.a)}), false
		}
		at++
		return m.dim(m.items[at-1]), true
	}
	times := func(x, y value) value { return m.arithmetic(e, Multiply, x, y) }
	for i := codes.a; i < codes.b; i++ {
		c := m.items[i]
		switch code := c.n; {
		case code > 0 || code == 0 && zeros:
			out = append(out, c)
			ours = times(ours, c)
			if at < s.b {
				left = times(left, m.dim(m.items[at]))
				at++
			}
		case code == -1:
			if hole >= 0 {
				return m.fail(e, "only one -1 can be worked out")
			}
			hole = len(out)
			out = append(out, value{})
			if at < s.b {
				left = times(left, m.dim(m.items[at]))
				at++
			}
		case code == 0:
			if d, ok := take(); !ok {
				return d
			}
			out = append(out, m.items[at-1])
		case code == -2:
			out = append(out, m.items[at:s.b]...)
			at = s.b
		case code == -3:
			d, ok := take()
			if !ok {
				return d
			}
			f, ok := take()
			if !ok {
				return f
			}
			out = append(out, times(d, f))
		case code == -4:
			d, ok := take()
			if !ok {
				return d
			}
			if i+2 >= codes.b {
				return m.fail(e, "two sizes are expected behind -4")
			}
			x, y := m.items[i+1], m.items[i+2]
			i += 2
			for _, x := range [...]value{x, y} {
				if x.n < -1 || x.n == 0 {
					return m.fail(e, "an axis cannot be split into %s", x)
				}
			}
			if x.n == -1 && y.n == -1 {
				return m.fail(e, "one of the two sizes behind -4 has to be given")
			}
			if x.n == -1 {
				x = m.exactly(e, d, y)
			} else if y.n == -1 {
				y = m.exactly(e, d, x)
			} else if v := m.equal(times(x, y), d, dimSort); v.kind == vBool && v.n == 0 {
				return m.fail(e, "an axis of %s cannot be split into %s and %s", d, x, y)
			} else if v.kind != vBool {
				x = v
			}
			out = append(out, x, y)
		default:
			return m.fail(e, "%s is no code of a shape", c)
		}
	}
	for ; at < s.b; at++ {
		left = times(left, m.dim(m.items[at]))
	}
	if hole >= 0 {
		out[hole] = m.exactly(e, left, ours)
	} else {
		switch v := m.equal(left, ours, dimSort); {
		case v.kind != vBool:
			return v
		case v.n == 0:
			// Where an axis has no items, what is left may differ.
			x, y := m.total(e, s), m.totalOf(e, out)
			if v := m.blockedBy(x, y); v.kind == vBlocked && x.kind != vMark && y.kind != vMark {
				return v
			}
			if x.kind != vInt || x.n != 0 || y.kind != vInt || y.n != 0 {
				return m.fail(e, "%s elements are not %s", x, y)
			}
		}
	}
	if i := slices.IndexFunc(out, func(v value) bool { return v.kind == vError }); i >= 0 {
		return out[i]
	}
	from := m.begin()
	m.items = append(m.items, out...)
	return m.made(e, from)
}

// total is the number of elements of a shape.
func (m *Machine) total(e *Expr, l value) value { return m.fold(e, Multiply, 1, l) }

func (m *Machine) totalOf(e *Expr, items []value) value {
	from := m.begin()
	m.items = append(m.items, items...)
	return m.total(e, value{kind: vList, a: int32(from), b: int32(len(m.items))})
}

// exactly is a quotient without a remainder.
func (m *Machine) exactly(e *Expr, x, y value) value {
	q := m.arithmetic(e, Quotient, x, y)
	if q.kind != vInt && q.kind != vSize {
		return q
	}
	if r := m.arithmetic(e, Remainder, x, y); r.kind != vInt || r.n != 0 {
		return m.fail(e, "%s is no multiple of %s", x, y)
	}
	return q
}

// An axis of a layout: its letter, and for one that holds the inner part of a split axis how
// much of it.
type axis struct {
	name  byte
	split int64
}

// parseLayout reads a layout such as NHWC or NCHW4c.
func parseLayout(s string) ([]axis, bool) {
	var list []axis
	seen := make(map[byte]bool)
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case 'A' <= c && c <= 'Z':
			if seen[c] {
				return nil, false
			}
			seen[c] = true
			list = append(list, axis{name: c})
		case isDigit(c):
			var n int64
			for ; i < len(s) && isDigit(s[i]); i++ {
				if n = n*10 + int64(s[i]-'0'); n > 1<<31 {
					return nil, false
				}
			}
			if i == len(s) || s[i] < 'a' || s[i] > 'z' || n == 0 || seen[s[i]] {
				return nil, false
			}
			seen[s[i]] = true
			list = append(list, axis{s[i] - 'a' + 'A', n})
		default:
			return nil, false
		}
	}
	for _, x := range list {
		if x.split > 0 && !seen[x.name] {
			return nil, false
		}
	}
	return list, len(list) > 0
}

// sameAxes reports whether two layouts are of the same axes.
func sameAxes(x, y []axis) bool {
	has := func(list []axis, name byte) bool {
		return slices.ContainsFunc(list, func(a axis) bool { return a.split == 0 && a.name == name })
	}
	for _, a := range x {
		if !has(y, a.name) {
			return false
		}
	}
	for _, a := range y {
		if !has(x, a.name) {
			return false
		}
	}
	return true
}

// layout is a layout by its text. A few are kept.
func (m *Machine) layout(text string) ([]axis, bool) {
	if l, ok := m.known[text]; ok {
		return l, true
	}
	l, ok := parseLayout(text)
	if ok && len(m.known) < 100 {
		if m.known == nil {
			m.known = make(map[string][]axis)
		}
		m.known[text] = l
	}
	return l, ok
}

// layouts are two layouts, or an error.
func (m *Machine) layouts(e *Expr, v, w value) (x, y []axis, bad value) {
	for _, l := range [...]struct {
		v  value
		to *[]axis
	}{{v, &x}, {w, &y}} {
		if l.v.kind != vText {
			return nil, nil, l.v.usable(m)
		}
		list, ok := m.layout(m.textOf(l.v))
		if !ok {
			return nil, nil, m.fail(e, "%s is no layout", l.v)
		}
		*l.to = list
	}
	return x, y, truth(true)
}

// relayout is a shape in another layout: relayout(s, "NHWC", "NCHW4c").
func (m *Machine) relayout(e *Expr, a []value) value {
	if a[1].kind == vText && a[2].kind == vText && m.textOf(a[1]) == m.textOf(a[2]) {
		if l, ok := m.layout(m.textOf(a[1])); ok { // nothing moves
			n := m.length(a[0])
			if n.kind != vInt || int(n.n) == len(l) {
				return m.list(a[0])
			}
		}
	}
	x, y, bad := m.layouts(e, a[1], a[2])
	if bad.kind != vBool {
		return bad
	}
	s := m.list(a[0])
	if s.kind != vList {
		return s
	}
	if int(s.b-s.a) != len(x) {
		return m.fail(e, "%s axes are not laid out as %s", value{kind: vInt, n: int64(s.b - s.a)}, a[1])
	}
	if !sameAxes(x, y) {
		return m.fail(e, "the layouts %s and %s are not of the same axes", a[1], a[2])
	}
	whole := func(name byte) value {
		size := value{kind: unset}
		for i, ax := range x {
			if ax.name != name {
				continue
			}
			d := m.items[s.a+int32(i)]
			if size.kind == unset {
				size = d
			} else {
				size = m.arithmetic(e, Multiply, m.dim(size), m.dim(d))
			}
		}
		return size
	}
	var out [32]value
	for i, ax := range y {
		if ax.split > 0 {
			out[i%32] = value{kind: vInt, n: ax.split}
			continue
		}
		d := whole(ax.name)
		for _, inner := range y {
			if inner.name == ax.name && inner.split > 0 {
				d = m.exactly(e, m.dim(d), value{kind: vInt, n: inner.split})
			}
		}
		out[i%32] = d
	}
	if len(y) > len(out) {
		return m.fail(e, "%s is no layout", a[2])
	}
	from := m.begin()
	m.items = append(m.items, out[:len(y)]...)
	return m.made(e, from)
}

// einsum is the shape of a sum of products by an equation such as "ij,jk->ik", of which
// what stands behind the arrow may be missing.
func (m *Machine) einsum(e *Expr, a []value) value {
	if a[0].kind != vText {
		return a[0].usable(m)
	}
	shapes := m.list(a[1])
	if shapes.kind != vList {
		return shapes
	}
	text := strings.ReplaceAll(m.textOf(a[0]), " ", "")
	inputs, output, arrow := strings.Cut(text, "->")
	terms := strings.Split(inputs, ",")
	letters := func(s string) bool {
		return strings.Trim(s, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ") == ""
	}
	if !letters(output) || !letters(strings.ReplaceAll(inputs, ",", "")) {
		return m.fail(e, "%s is no equation", a[0])
	}
	if n := int(shapes.b - shapes.a); n != len(terms) {
		return m.fail(e, "the equation is about %s tensors, not %s", value{kind: vInt, n: int64(len(terms))}, value{kind: vInt, n: int64(n)})
	}
	var sizes [128]value
	var counts [128]int
	waits := value{kind: vBool}
	for i, t := range terms {
		l := m.list(m.items[shapes.a+int32(i)])
		if l.kind == vBlocked {
			waits = m.join(waits, l)
			continue
		}
		if l.kind != vList {
			return l
		}
		if int(l.b-l.a) != len(t) {
			return m.fail(e, "%s axes are not %s", value{kind: vInt, n: int64(l.b - l.a)}, m.text(t, e))
		}
		for j := range len(t) {
			c := t[j]
			d := m.items[l.a+int32(j)]
			if counts[c]++; sizes[c].kind == unset {
				sizes[c] = d
				continue
			}
			sizes[c] = m.broadcast(e, sizes[c], d, 0)
			if sizes[c].kind == vError {
				return sizes[c]
			}
		}
	}
	if waits.kind == vBlocked {
		return waits
	}
	if !arrow {
		for c := range byte(128) {
			if counts[c] == 1 {
				output += string(c)
			}
		}
	}
	var met [128]bool
	for i := range len(output) {
		c := output[i]
		if met[c] || counts[c] == 0 {
			return m.fail(e, "%s is no equation", a[0])
		}
		met[c] = true
	}
	for c := range sizes { // what is summed over has to agree, too
		if sizes[c].kind == vBlocked {
			waits = m.join(waits, sizes[c])
		}
	}
	if waits.kind == vBlocked {
		return waits
	}
	from := m.begin()
	for i := range len(output) {
		m.items = append(m.items, sizes[output[i]])
	}
	return m.made(e, from)
}
