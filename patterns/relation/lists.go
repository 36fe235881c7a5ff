package relation

func (m *Machine) literal(e *Expr) value {
	at := len(m.stack)
	for _, x := range e.Args {
		if x.Op == Rest {
			l := m.list(m.slots[m.frame+int(x.slot)])
			if l.kind != vList {
				m.stack = m.stack[:at]
				return l
			}
			m.stack = append(m.stack, m.items[l.a:l.b]...)
			continue
		}
		v := m.eval(x)
		m.stack = append(m.stack, v)
	}
	return m.popList(at)
}

// newList returns a list of the items of some lists.
func (m *Machine) newList(lists ...[]value) value {
	from := m.beginList()
	for _, items := range lists {
		m.items = append(m.items, items...)
	}
	return m.endList(from)
}

// popList returns a list of what is on the stack from an index on, and removes it there.
func (m *Machine) popList(at int) value {
	l := m.newList(m.stack[at:])
	m.stack = m.stack[:at]
	return l
}

// itemsOf returns the items of a list.
func (m *Machine) itemsOf(l value) []value { return m.items[l.a:l.b] }

// beginList and endList enclose the construction of a list.
func (m *Machine) beginList() int { return len(m.items) }

func (m *Machine) endList(from int) value {
	if n := len(m.items) - from; n > m.longest() || len(m.items) > m.most {
		m.items = m.items[:from]
		return m.fail(tooLong)
	} else if m.spend(n) {
		return m.tooMany()
	}
	return value{kind: vList, a: int32(from), b: int32(len(m.items))}
}

// length returns the number of items of a list.
func (m *Machine) length(v value) value {
	switch v.kind {
	case vList:
		return value{kind: vInt, n: int64(v.b - v.a), why: v.why}
	case vNode:
		switch n := m.view.Length(Node(v.a)); n {
		case OpenLength:
			return m.block(v.a)
		case FixedLength:
			return m.fail("how many axes the shape %s has is not known", v)
		case MarkLength:
			return value{kind: vMark, a: v.a, why: v.why}
		default:
			m.most = max(m.most, maxSteps+stepsPerItem*min(n, mostItems))
			return value{kind: vInt, n: int64(n), why: m.lengthOf(v.why, int64(n))}
		}
	}
	return v.mismatch(m)
}

// mismatch returns the error, or the blocked value, for a value that cannot be used where it is.
func (v value) mismatch(m *Machine) value {
	switch v.kind {
	case vError, vBlocked:
		return v
	case vHole:
		return m.fail("nothing is known about this equation")
	case vNone:
		return m.fail("none is given where a value is needed")
	case vOpen, vLine:
		return m.block(v.a)
	case vMark:
		return v
	}
	return m.fail("%s is not of the sort that is needed", v)
}

// partNode and itemNode return parts of a type and items of a list.
func (m *Machine) partNode(of int32, part int) value { return m.node(m.view.Part(Node(of), part)) }
func (m *Machine) itemNode(of int32, i int) value    { return m.node(m.view.Item(Node(of), i)) }

// list returns a list with its items in m.items.
func (m *Machine) list(v value) value {
	if v.kind != vNode {
		if v.kind == vList {
			return v
		}
		return v.mismatch(m)
	}
	if l, ok := m.lists[Node(v.a)]; ok {
		return l
	}
	n := m.length(v)
	if n.kind != vInt {
		return n
	}
	if n.n > mostItems {
		return m.fail(tooLong)
	}
	m.raiseLimit(int(n.n))
	from := m.beginList()
	for i := range int(n.n) {
		item := m.itemNode(v.a, i)
		m.items = append(m.items, item)
	}
	l := value{kind: vList, a: int32(from), b: int32(len(m.items)), why: v.why}
	if m.lists == nil {
		m.lists = make(map[Node]value)
	}
	m.lists[Node(v.a)] = l
	return l
}

func (m *Machine) item(e *Expr) value {
	l := m.eval(e.Args[0])
	return m.index(l, m.eval(e.Args[1]))
}

func (m *Machine) index(l, i value) value {
	l, i = m.list(l), m.dim(i)
	if v, bad := m.unusable(l, i); bad {
		return v
	}
	if i.kind != vInt {
		return i.mismatch(m)
	}
	at, bad := m.position(l, i, 0)
	if bad.kind == vError {
		return bad
	}
	return m.items[l.a+at]
}

// position returns the position in a list of an index, which counts from the end if it is negative; more is how far
// after the last item it may be. Otherwise it returns an error.
func (m *Machine) position(l, i value, more int64) (at int32, bad value) {
	n, k := int64(l.b-l.a), i.n
	if k < 0 {
		k += n + more
	}
	if k < 0 || k >= n+more {
		return 0, m.fail("there is no item %s in a list of %s", i, intOf(n))
	}
	return int32(k), value{}
}

// slice evaluates a slice of a list. Negative bounds count from the end of the list.
func (m *Machine) slice(e *Expr) value {
	l := m.list(m.eval(e.Args[0]))
	bounds := [2]int64{0, 0}
	if l.kind == vList {
		bounds[1] = int64(l.b - l.a)
	}
	n := bounds[1]
	for k, x := range e.Args[1:] {
		if x == nil {
			continue
		}
		i := m.dim(m.eval(x))
		if v, bad := m.unusable(l, i); bad {
			return v
		}
		if i.kind != vInt {
			return i.mismatch(m)
		}
		at := i.n
		if at < 0 {
			at += n
		}
		if at < 0 || at > n {
			return m.fail("a list of %s cannot be cut at %s", intOf(n), i)
		}
		bounds[k] = at
	}
	if l.kind != vList {
		return l
	}
	if bounds[1] < bounds[0] {
		return m.fail("a list cannot be cut from %s to %s", intOf(bounds[0]),
			intOf(bounds[1]))
	}
	return value{kind: vList, a: l.a + int32(bounds[0]), b: l.a + int32(bounds[1]), why: l.why}
}
