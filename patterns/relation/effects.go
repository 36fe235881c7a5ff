package relation

// fire evaluates the effects of a clause.
func (m *Machine) fire(c *Clause, number int) {
	o := &m.out
	o.State, o.Clause = Fires, number
	for _, s := range c.same {
		o.Effects = append(o.Effects, Effect{Term{Node: m.args[s[0]]}, Term{Node: m.args[s[1]]}})
	}
	for _, t := range c.Effects {
		m.current = t
		x, y := m.eval(t.Args[0]), m.eval(t.Args[1])
		left := m.term(x, y)
		right := m.term(y, x)
		if o.State == Fails {
			o.Guard, o.At = InEffect, t
			return
		}
		o.Effects = append(o.Effects, Effect{left, right})
	}
}

// term converts a value to the term of an equation; other is the value on the other side.
func (m *Machine) term(v, other value) Term {
	o := &m.out
	switch v.kind {
	case vNode, vOpen:
		return Term{Node: Node(v.a), why: v.why}
	case vInt:
		if v.n < 0 && m.entries {
			return Term{Kind: SizeTerm, Size: m.Sizes.Whole(v.n), why: v.why}
		}
		if v.n < 0 {
			return m.term(m.fail("a size would be %s", v), other)
		}
		return Term{Kind: SizeTerm, Size: Size(v.n), why: v.why}
	case vSize:
		return Term{Kind: SizeTerm, Size: Size(v.n), why: v.why}
	case vFloat:
		if m.entries {
			return Term{Kind: SizeTerm, Size: m.Sizes.Fraction(v.float()), why: v.why}
		}
	case vMark:
		return Term{Kind: MarkTerm}
	case vHole:
		return Term{Kind: HoleTerm, Hole: int(v.n)}
	case vText:
		return Term{Kind: AtomTerm, Name: m.textOf(v)}
	case vLine:
		return m.solve(v, other)
	case vHead:
		t := m.terms(v, other)
		t.Kind, t.Head = HeadTerm, int(v.n)
		return t
	case vList:
		if m.entries && v.b-v.a > maxEntries {
			return Term{Kind: MarkTerm}
		}
		t := m.terms(v, other)
		t.Kind = ListTerm
		return t
	case vBlocked:
		if o.State != Fails {
			m.wait(v)
		}
		return Term{}
	case vError:
		if o.State != Fails {
			o.State, m.wrong = Fails, v
		}
		return Term{}
	}
	return m.term(v.mismatch(m), other)
}

// terms converts the parts of a list or a head.
func (m *Machine) terms(v, other value) Term {
	o := &m.out
	n := int(v.b - v.a)
	if len(o.Terms)+n > maxEffectParts {
		return m.term(m.fail("the type gets too large"), other)
	}
	m.most += n
	m.spend(n)
	t := Term{First: len(o.Terms), Count: n}
	for range n {
		o.Terms = append(o.Terms, Term{})
	}
	lenient := m.rel.Vocabulary.Lenient && m.hasParts(v)
	for i := range n {
		item := m.items[int(v.a)+i]
		if lenient {
			p := m.rel.Vocabulary.Heads[v.n].Parts[i].Sort
			m.entries = p.kind == listKind && p.part.kind == numKind
		}
		part := m.term(item, m.partOf(item, v, other, i))
		o.Terms[t.First+i] = part
	}
	if lenient {
		m.entries = false
	}
	return t
}

// hasParts reports whether a value is a head with parts, and not one of types.
func (m *Machine) hasParts(v value) bool {
	return v.kind == vHead && !m.rel.Vocabulary.Heads[v.n].Types
}

// partOf returns the part of other that a part of v is equated with, if item may need it: only what contains an open
// size can be solved.
func (m *Machine) partOf(item, v, other value, i int) value {
	switch item.kind {
	case vLine, vList, vHead:
	default:
		return value{}
	}
	switch other.kind {
	case vList, vHead:
		if i < int(other.b-other.a) {
			return m.items[int(other.a)+i]
		}
	case vNode:
		if m.hasParts(v) {
			switch h := m.view.Head(Node(other.a)); {
			case h == OpenHead:
				return m.block(other.a)
			case h == int(v.n):
				return m.partNode(other.a, i)
			}
			return value{}
		}
		switch n := m.view.Length(Node(other.a)); {
		case n == OpenLength:
			return m.block(other.a)
		case i < n:
			return m.itemNode(other.a, i)
		}
	case vBlocked:
		return other
	}
	return value{}
}

// solve solves the equation of a linear form with another value for its open size.
func (m *Machine) solve(v, other value) Term {
	is := m.dim(other)
	switch is.kind {
	case vInt:
		l := m.linear[v.b]
		if d, ok := subtractInt(is.n, l.plus); ok {
			if n, ok := floorInt(d, l.times); ok && n*l.times == d && n >= 0 {
				m.out.Effects = append(m.out.Effects, Effect{Term{Node: Node(v.a)}, Term{Kind: SizeTerm, Size: Size(n)}})
				return Term{Kind: SizeTerm, Size: Size(is.n)}
			}
		}
		n := func(n int64) value { return intOf(n) }
		switch {
		case l.times == 1:
			return m.term(m.fail("no size plus %s is %s", n(l.plus), is), value{})
		case l.plus == 0:
			return m.term(m.fail("no size times %s is %s", n(l.times), is), value{})
		}
		return m.term(m.fail("no size times %s plus %s is %s", n(l.times), n(l.plus), is), value{})
	case vOpen:
		return m.term(m.join(m.block(v.a), m.block(is.a)), value{})
	case vBlocked:
		return m.term(m.join(m.block(v.a), is), value{})
	}
	return m.term(m.block(v.a), value{})
}
