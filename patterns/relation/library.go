package relation

import (
	"math"
	"slices"
)

// A library is a built-in function of the language. Its arguments are what Machine.prepare makes them, unless it is
// lazy or takes marks.
type library struct {
	name   string
	params []Sort
	result func(args []Sort) Sort
	run    func(m *Machine, args []value) value
	marks  bool // it takes lists and numbers with the mark; see Machine.markedArgument
	lazy   bool // it evaluates its arguments itself
}

func gives(s Sort) func([]Sort) Sort { return func([]Sort) Sort { return s } }

func first(args []Sort) Sort { return args[0] }

// size returns the sort of a result: a number if all arguments are numbers, otherwise a size.
func size(args []Sort) Sort {
	for _, s := range args {
		if s.kind == listKind {
			s = *s.part
		}
		switch s.kind {
		case dimKind, numKind:
			return s
		case floatKind:
			return numSort
		}
	}
	return intSort
}

var anyList = listOf(badSort)

var functions = []library{
	{name: "len", params: []Sort{anyList}, result: gives(intSort), lazy: true,
		run: func(m *Machine, a []value) value { return m.length(a[0]) }},
	{name: "rev", params: []Sort{anyList}, result: first, run: func(m *Machine, a []value) value {
		l := m.newList(m.itemsOf(a[0]))
		if l.kind == vList {
			slices.Reverse(m.itemsOf(l))
		}
		return l
	}},
	{name: "prod", params: []Sort{ShapeSort}, result: size, lazy: true,
		run: func(m *Machine, a []value) value { return m.fold(Multiply, 1, a[0]) }},
	{name: "sum", params: []Sort{ShapeSort}, result: size, lazy: true,
		run: func(m *Machine, a []value) value { return m.fold(Add, 0, a[0]) }},
	{name: "min", params: []Sort{dimSort, dimSort}, result: size, lazy: true,
		run: func(m *Machine, a []value) value {
			return m.arithmetic(Least, m.dim(a[0]), m.dim(a[1]))
		}},
	{name: "max", params: []Sort{dimSort, dimSort}, result: size, lazy: true,
		run: func(m *Machine, a []value) value {
			return m.arithmetic(Greatest, m.dim(a[0]), m.dim(a[1]))
		}},
	{name: "ceil", params: []Sort{dimSort, dimSort}, result: size, lazy: true, run: func(m *Machine, a []value) value {
		x, y := m.dim(a[0]), m.dim(a[1])
		up := m.arithmetic(Subtract, m.arithmetic(Add, x, y), m.number(1))
		n := m.arithmetic(Quotient, up, y)
		if x.kind == vInt && n.kind == vInt {
			n.why = m.formula(Quotient, n.n, x, y)
		}
		return n
	}},
	{name: "norm", params: []Sort{intSort, intSort}, result: gives(intSort),
		run: func(m *Machine, a []value) value {
			if a[0].n < 0 {
				return m.arithmetic(Add, a[0], a[1])
			}
			return a[0]
		}},
	{name: "inrange", params: []Sort{intSort, intSort}, result: gives(boolSort),
		run: func(m *Machine, a []value) value {
			if m.trace != nil && a[0].n >= a[1].n {
				m.trace.axes = a[1].n
			}
			return truth(-a[1].n <= a[0].n && a[0].n < a[1].n)
		}},
	{name: "range", params: []Sort{intSort}, result: gives(listOf(intSort)),
		run: func(m *Machine, a []value) value { return m.tabulate(a[0], intOf[int64]) }},
	{name: "rep", params: []Sort{badSort, intSort}, result: func(a []Sort) Sort { return listOf(a[0]) },
		run: func(m *Machine, a []value) value {
			return m.tabulate(a[1], func(int64) value { return a[0] })
		}},
	{name: "set", params: []Sort{anyList, intSort, badSort}, result: joined,
		run: func(m *Machine, a []value) value {
			at, bad := m.position(a[0], a[1], 0)
			if bad.kind == vError {
				return bad
			}
			items := m.itemsOf(a[0])
			return m.newList(items[:at], a[2:3], items[at+1:])
		}},
	{name: "insert", params: []Sort{anyList, intSort, badSort}, result: joined,
		run: func(m *Machine, a []value) value {
			at, bad := m.position(a[0], a[1], 1)
			if bad.kind == vError {
				return bad
			}
			items := m.itemsOf(a[0])
			return m.newList(items[:at], a[2:3], items[at:])
		}},
	{name: "drop", params: []Sort{anyList, listOf(intSort)}, result: first,
		run: func(m *Machine, a []value) value {
			return m.pickItems(a[0], a[1], false)
		}},
	{name: "perm", params: []Sort{anyList, listOf(intSort)}, result: first,
		run: func(m *Machine, a []value) value {
			return m.pickItems(a[0], a[1], true)
		}},
	{name: "zip", params: []Sort{anyList, anyList}, result: func(a []Sort) Sort {
		return listOf(pairOf(a[0].item(), a[1].item()))
	}, run: func(m *Machine, a []value) value {
		x, y := a[0], a[1]
		n := x.b - x.a
		if n != y.b-y.a {
			return m.fail("lists of %s and of %s do not have the same length", intOf(n),
				intOf(y.b-y.a))
		}
		pairs := m.beginList()
		for i := range n {
			m.items = append(m.items, m.items[x.a+i], m.items[y.a+i])
		}
		at := m.beginList()
		for i := range int(n) {
			m.items = append(m.items, value{kind: vList, a: int32(pairs + 2*i), b: int32(pairs + 2*i + 2)})
		}
		return m.endList(at)
	}},
	{name: "distinct", params: []Sort{listOf(intSort)}, result: gives(boolSort),
		run: func(m *Machine, a []value) value {
			v := m.repeated(a[0])
			if v.kind == vInt || v.kind == vNone {
				return truth(v.kind == vNone)
			}
			return v
		}},
	{name: "repeated", params: []Sort{listOf(intSort)}, result: gives(intSort),
		run: func(m *Machine, a []value) value { return m.repeated(a[0]) }},
	{name: "ascending", params: []Sort{listOf(intSort)}, result: gives(boolSort),
		run: func(m *Machine, a []value) value {
			for i := a[0].a + 1; i < a[0].b; i++ {
				if m.items[i].n <= m.items[i-1].n {
					return truth(false)
				}
			}
			return truth(true)
		}},
	{name: "contains", params: []Sort{listOf(intSort), intSort}, result: gives(boolSort),
		run: func(m *Machine, a []value) value {
			_, ok := m.find(a[0], a[1].n)
			return truth(ok)
		}},
	{name: "last", params: []Sort{anyList}, result: func(a []Sort) Sort { return a[0].item() }, run: func(m *Machine, a []value) value { return m.index(a[0], intOf(-1)) }},
	{name: "constant", params: []Sort{dimSort}, result: gives(boolSort), lazy: true,
		run: func(m *Machine, a []value) value {
			v := m.dim(a[0])
			switch v.kind {
			case vInt, vSize, vMark:
				return truth(v.kind == vInt)
			}
			return v.mismatch(m)
		}},
	{name: "number", params: []Sort{dimSort}, result: gives(intSort), lazy: true, run: func(m *Machine, a []value) value {
		v := m.dim(a[0])
		switch v.kind {
		case vInt:
			return v
		case vSize, vMark:
			return m.fail("the number %s has to be known", v)
		}
		return v.mismatch(m)
	}},
	{name: "static", params: []Sort{ShapeSort}, result: gives(dimSort), lazy: true,
		run: func(m *Machine, a []value) value {
			l := m.list(a[0])
			if l.kind != vList {
				return l
			}
			blocked := truth(false)
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
	{name: "bcast1", params: []Sort{dimSort, dimSort}, result: gives(dimSort), lazy: true,
		run: func(m *Machine, a []value) value { return m.broadcast(a[0], a[1], "") }},
	{name: "bcast", params: []Sort{ShapeSort, ShapeSort}, result: gives(ShapeSort), marks: true,
		run: (*Machine).broadcastShapes},
	{name: "reshape", params: []Sort{ShapeSort, listOf(intSort), boolSort}, result: gives(ShapeSort),
		run: (*Machine).reshape},
	{name: "fits", params: []Sort{ShapeSort, ShapeSort}, result: gives(boolSort), lazy: true, run: (*Machine).fits},
	{name: "refit", params: []Sort{ShapeSort, ShapeSort}, result: gives(ShapeSort), lazy: true, run: (*Machine).refit},
	{name: "slicelen", params: []Sort{dimSort, intSort, intSort, intSort}, result: gives(dimSort), lazy: true,
		run: (*Machine).sliceLength},
	{name: "steps", params: []Sort{floatSort, floatSort, floatSort}, result: gives(intSort),
		run: func(m *Machine, a []value) value {
			n := math.Ceil((a[1].float() - a[0].float()) / a[2].float())
			if !(n > -1<<53 && n < 1<<53) {
				return m.fail("no number of steps leads from %s to %s", a[0], a[1])
			}
			return intOf(n)
		}},
	{name: "scaled", params: []Sort{dimSort, floatSort}, result: gives(dimSort), lazy: true,
		run: func(m *Machine, a []value) value {
			x, f := m.dim(a[0]), a[1]
			switch x.kind {
			case vMark, vError:
				return x
			case vInt:
				n := math.RoundToEven(float64(x.n) * f.float())
				if !(math.Abs(n) < 1<<53) {
					return m.fail("a size gets too large: %s and %s", x, f)
				}
				return value{kind: vInt, n: int64(n), why: m.formula(Multiply, int64(n), x, f)}
			case vSize:
				if n := f.float(); n == math.Trunc(n) && math.Abs(n) < 1<<53 {
					return m.arithmetic(Multiply, x, value{kind: vInt, n: int64(n), why: f.why})
				}
				return m.fail("%s times %s is not a size", x, f)
			}
			return x.mismatch(m)
		}},
	{name: "pads", params: []Sort{listOf(intSort), intSort}, result: gives(listOf(intSort)),
		run: func(m *Machine, a []value) value {
			l, k := a[0], a[1]
			n := int64(l.b - l.a)
			if n != 1 && n != k.n && n != 2*k.n {
				return m.fail("padding of length %s for windows of rank %s", intOf(n), k)
			}
			at := m.beginList()
			for i := range k.n {
				x, y := m.items[int64(l.a)+i%n], m.items[int64(l.a)+(i+k.n)%n]
				sum, ok := addInt(x.n, y.n)
				if !ok {
					m.items = m.items[:at]
					return m.fail("a number gets too large: %s and %s", x, y)
				}
				m.items = append(m.items, value{kind: vInt, n: sum, why: m.revalued(x.why, intOf(sum))})
			}
			return m.endList(at)
		}},
	{name: "rank", params: []Sort{textSort}, result: gives(intSort), run: func(m *Machine, a []value) value {
		x, bad := m.layout(a[0])
		if bad.kind != unset {
			return bad
		}
		return intOf(len(x))
	}},
	{name: "places", params: []Sort{textSort, textSort}, result: gives(listOf(intSort)),
		run: func(m *Machine, a []value) value {
			x, bad := m.layout(a[0])
			if bad.kind != unset {
				return bad
			}
			y, bad := m.layout(a[1])
			if bad.kind != unset {
				return bad
			}
			from := m.beginList()
			for _, want := range y {
				at := slices.IndexFunc(x, func(ax axis) bool { return ax.name == want.name })
				if at < 0 || slices.ContainsFunc(x, func(ax axis) bool { return ax.name == want.name && ax.split > 0 }) {
					m.items = m.items[:from]
					return m.fail("the layout %s has no undivided axis %s", a[0], m.text(string(want.name)))
				}
				m.items = append(m.items, intOf(at))
			}
			return m.endList(from)
		}},
	{name: "find", params: []Sort{listOf(intSort), intSort}, result: gives(intSort),
		run: func(m *Machine, a []value) value {
			at, ok := m.find(a[0], a[1].n)
			if !ok {
				return m.fail("there is no %s in the list", a[1])
			}
			return intOf(at)
		}},
	{name: "relayout", params: []Sort{ShapeSort, textSort, textSort}, result: gives(ShapeSort), lazy: true,
		run: (*Machine).relayout},
	{name: "einsum", params: []Sort{textSort, listOf(ShapeSort)}, result: gives(ShapeSort), run: (*Machine).einsum},
}

// partOf returns the function that selects a part of a type.
func partOf(head, part int, h *Head) *library {
	return &library{name: h.Parts[part].Name, params: []Sort{TypeSort}, result: gives(h.Parts[part].Sort),
		run: func(m *Machine, a []value) value {
			v := a[0]
			switch is, bad := m.headOf(v); {
			case bad.kind != unset:
				return bad.mismatch(m)
			case is == head:
				return m.partOfType(v, part)
			}
			v.n = ofType
			return m.fail("%s is not "+h.Said, v)
		}}
}

// classOf returns the function that tests for a class of element types.
func classOf(is func(string) bool) *library {
	return &library{params: []Sort{AtomSort}, result: gives(boolSort), run: func(m *Machine, a []value) value {
		if a[0].kind != vText && a[0].kind != vNode {
			return a[0].mismatch(m)
		}
		v := m.element(a[0])
		switch v.kind {
		case vBlocked:
			return v
		case vMark:
			return m.assume()
		}
		return truth(v.kind == vText && is(m.textOf(v)))
	}}
}

// joined returns the sort of a list into which an item of another sort is put.
func joined(args []Sort) Sort {
	if s, ok := args[0].item().join(args[2]); ok {
		return listOf(s)
	}
	return badSort
}

var libraryByName = func() map[string]*library {
	m := make(map[string]*library)
	for i := range entryFunctions {
		m[entryFunctions[i].name] = &entryFunctions[i]
	}
	for i := range functions {
		m[functions[i].name] = &functions[i]
	}
	return m
}()

// tabulate returns a list of n items.
func (m *Machine) tabulate(n value, item func(i int64) value) value {
	if n.n > int64(m.longest()) {
		return m.fail(tooLongOf, n)
	}
	from := m.beginList()
	for i := range n.n {
		m.items = append(m.items, item(i))
	}
	return m.endList(from)
}

// pickItems returns the items at some places, in the order of the places; without these, all other items.
func (m *Machine) pickItems(l, places value, these bool) value {
	from := m.beginList()
	if !these {
		m.items = append(m.items, m.itemsOf(l)...)
	}
	for i := places.a; i < places.b; i++ {
		at, bad := m.position(l, m.items[i], 0)
		switch {
		case bad.kind == vError:
			m.items = m.items[:from]
			return bad
		case these:
			m.items = append(m.items, m.items[l.a+at])
		default:
			m.items[from+int(at)].kind = unset
		}
	}
	if !these {
		kept := slices.DeleteFunc(m.items[from:], func(v value) bool { return v.kind == unset })
		m.items = m.items[:from+len(kept)]
	}
	return m.endList(from)
}

// repeated returns the first number that repeats an earlier one in a list, or none.
func (m *Machine) repeated(l value) value {
	for i, x := range m.items[l.a:l.b] {
		if x.kind != vInt {
			return x.mismatch(m)
		}
		if first, _ := m.find(l, x.n); int(first) < i {
			return x
		}
	}
	return value{kind: vNone}
}

// An index maps the numbers of a list to their first positions. The items of a list never change.
type index struct {
	of value // the list
	at map[int64]int32
}

// fewItems is the length up to which lists are searched linearly.
const fewItems = 16

// find returns the first position of a number in a list.
func (m *Machine) find(l value, n int64) (i int32, ok bool) {
	items := m.items[l.a:l.b]
	if len(items) <= fewItems {
		i := slices.IndexFunc(items, func(v value) bool { return v.n == n })
		return int32(i), i >= 0
	}
	if m.places.of != l {
		m.places = index{l, make(map[int64]int32, len(items))}
		for i, x := range slices.Backward(items) {
			m.places.at[x.n] = int32(i)
		}
		m.spend(len(items))
	}
	i, ok = m.places.at[n]
	return i, ok
}

// fold adds or multiplies the items of a list.
func (m *Machine) fold(op Op, start int64, v value) value {
	l := m.list(v)
	if l.kind != vList {
		return l
	}
	if l.a == l.b {
		return intOf(start)
	}
	// A dynamic axis makes the result dynamic even if other axes are open, so it is checked first.
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
	forms := len(m.Sizes.forms)
	sum := m.dim(m.items[l.a])
	for i := l.a + 1; i < l.b; i++ {
		sum = m.arithmetic(op, sum, m.dim(m.items[i]))
	}
	if m.trace == nil && sum.kind == vSize { // nothing refers to the sums of fewer items
		sum.n = int64(m.Sizes.keepOnly(forms, Size(sum.n)))
	}
	return sum
}
