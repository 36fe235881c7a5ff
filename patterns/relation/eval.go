package relation

import (
	"math"
)

// A value is the result of an expression. It may be open or an error; this matters only to expressions that use it.
type value struct {
	kind valueKind
	why  int32 // where it comes from: an index of tracer.formulas
	a, b int32
	n    int64
}

type valueKind uint8

const (
	unset    valueKind = iota
	vNone              //
	vBool              // n: 0, 1, or some
	vInt               // n, a number or a size that is a number
	vFloat             // n has its bits
	vText              // a: index of texts; also an element type
	vNode              // a: a node that was not inspected
	vSize              // n: a Size with parameters
	vMark              // a dynamic size
	vOpen              // a: the size of a node about which nothing is known
	vLine              // a: a node, b: index of linear: that open size times a number plus a number
	vList              // items[a:b], also the two items of a pair
	vHead              // items[a:b] are the parts of head n, or its types
	vHole              // n: the number of the hole
	vBlocked           // a: index of blocked, the nodes that block it
	vError             // a: index of errors
)

// some in n of a vBool, in lenient vocabularies: it may be true, for some values of the parameters or because of a
// mark. A guard then holds, with the promises that are listed in Machine.demands from index a-1 on; `if` gives the
// mark.
const some = 2

// A demand is that two sizes are equal, which holds for some values of their parameters.
type demand struct {
	x, y Size
	next int32 // the index of the next one, + 1
}

// ofType in n marks a vNode as a type, where its sort is not known otherwise.
const ofType = 1

// A line is the linear form times·node + plus.
type line struct{ times, plus int64 }

// A problem is the reason of an error value.
type problem struct {
	words string // with %s for each value
	with  [3]value
}

// both is Kleene's conjunction.
func (m *Machine) both(v, w value) value { return m.kleene(v, w, 0) }

// kleene is Kleene's conjunction or disjunction: a truth value equal to decides determines the result, whatever the
// other value is.
func (m *Machine) kleene(v, w value, decides int64) value {
	switch {
	case v.kind == vError || v.kind == vBool && v.n == decides:
		return v
	case w.kind == vBool && w.n == decides:
		return w
	case v.kind == vBlocked && w.kind == vBlocked:
		return m.join(v, w)
	case v.kind == vBlocked, v.kind == vMark && w.kind == vBool:
		return v
	case v.kind == vBool && v.n == some && w.kind == vBool:
		if w.n == some && decides == 0 && w.a != 0 && w.a != v.a {
			last := &v.a
			for *last != 0 {
				last = &m.demands[*last-1].next
			}
			*last = w.a
		}
		return v
	}
	return w
}

// join returns a value that is blocked by the blockers of both values.
func (m *Machine) join(v, w value) value {
	if v.kind != vBlocked {
		return w
	}
	if w.kind != vBlocked || v == w {
		return v
	}
	m.blocked = append(m.blocked, blocker{left: v.a, right: w.a, joins: true})
	return value{kind: vBlocked, a: int32(len(m.blocked) - 1)}
}

// A blocker is a node that an evaluation waits for, or joins two other blockers.
type blocker struct {
	left, right int32 // indexes of blocked; without joins, left is the node
	joins, seen bool
}

func (m *Machine) block(node int32) value {
	m.blocked = append(m.blocked, blocker{left: node})
	return value{kind: vBlocked, a: int32(len(m.blocked) - 1)}
}

// closed returns a size unless it is open: then a value blocked on it.
func (m *Machine) closed(v value) value {
	if v.kind == vOpen || v.kind == vLine {
		return m.block(v.a)
	}
	return v
}

// blockedBy returns a value that is blocked on all open sizes of two values.
func (m *Machine) blockedBy(v, w value) value { return m.join(m.closed(v), m.closed(w)) }

// fail returns an error with its message, which has %s for each value.
func (m *Machine) fail(words string, with ...value) value {
	p := problem{words: words}
	copy(p.with[:], with)
	m.errors = append(m.errors, p)
	return value{kind: vError, a: int32(len(m.errors) - 1)}
}

func intOf[N int | int32 | int64 | float64](n N) value { return value{kind: vInt, n: int64(n)} }

func floatOf(x float64) value { return value{kind: vFloat, n: int64(math.Float64bits(x))} }

func truth(b bool) value {
	if b {
		return value{kind: vBool, n: 1}
	}
	return value{kind: vBool}
}

// text returns a text or an element type that is written in the relation or the program.
func (m *Machine) text(s string) value {
	m.texts = append(m.texts, s)
	return value{kind: vText, a: int32(len(m.texts) - 1)}
}

func (m *Machine) textOf(v value) string { return m.texts[v.a] }

func (m *Machine) number(n int64) value {
	v := intOf(n)
	if m.trace != nil {
		v.why = m.note(formula{value: v, from: FromRelation})
	}
	return v
}

// strict returns the first error of two values, or else a value that is blocked if one of them is; false if both are
// available.
func (m *Machine) strict(v, w value) (value, bool) {
	switch {
	case v.kind == vError:
		return v, true
	case w.kind == vError:
		return w, true
	case v.kind == vBlocked || w.kind == vBlocked:
		return m.join(v, w), true
	}
	return value{}, false
}

// unusable is strict for values that are used as lists or known numbers: it also returns the mark.
func (m *Machine) unusable(v, w value) (value, bool) {
	switch {
	case v.kind >= vBlocked || w.kind >= vBlocked:
		return m.strict(v, w)
	case v.kind == vMark:
		return v, true
	case w.kind == vMark:
		return w, true
	}
	return value{}, false
}

// eval evaluates an expression. Expressions and calls nest no deeper than maxDepth. Cases that need much stack are in
// functions of their own, because eval is recursive.
func (m *Machine) eval(e *Expr) value {
	if m.steps++; m.steps > m.pause && m.overLimit() {
		return m.tooMany()
	}
	switch e.Op {
	case Number:
		return m.number(e.Num)
	case Float:
		return float(e)
	case Text:
		return m.text(e.Name)
	case None:
		return value{kind: vNone}
	case True, False:
		return truth(e.Op == True)
	case Dynamic:
		return value{kind: vMark}
	case Hole:
		m.holes++
		return value{kind: vHole, n: int64(m.holes - 1)}
	case Name:
		if e.slot < 0 {
			return m.text(e.Name)
		}
		v := m.slots[m.frame+int(e.slot)]
		if v.kind == unset && e.lazy != nil {
			v = m.eval(e.lazy)
			m.slots[m.frame+int(e.slot)] = v
		}
		return v
	case Attribute:
		if v := m.attr[e.slot]; v.kind != unset {
			return v
		}
		return m.attributeOf(e)
	case Add, Subtract, Multiply, Quotient, Remainder:
		return m.binary(e)
	case Negate:
		return m.arithmetic(Subtract, intOf(0), m.dim(m.eval(e.Args[0])))
	case Equal, Differ:
		return m.compare(e)
	case Less, AtMost, More, AtLeast:
		return m.order(e)
	case And:
		return m.connect(e, 0)
	case Or:
		return m.connect(e, 1)
	case Not:
		return m.truthOf(e.Args[0]).flip(true)
	case Otherwise:
		return m.eval(e.Args[0])
	case If:
		c := m.eval(e.Args[0])
		switch {
		case c.kind != vBool:
			return c
		case c.n == some:
			return value{kind: vMark}
		case c.n == 1:
			return m.eval(e.Args[1])
		}
		return m.eval(e.Args[2])
	case Call:
		return m.call(e)
	case Index:
		return m.item(e)
	case Slice:
		return m.slice(e)
	case List, Tuple:
		return m.literal(e)
	case Join:
		return m.concat(e)
	case ForAll:
		return m.forAll(e)
	case All, Any:
		return m.quantified(e)
	}
	return m.fail("this cannot be evaluated")
}

// float returns a number that is written with a point.
func float(e *Expr) value {
	x, _ := valueOf(e)
	return floatOf(x.Float)
}

// attributeOf evaluates an attribute at its first use and caches it.
func (m *Machine) attributeOf(e *Expr) value {
	v := m.attribute(&m.attrs[e.slot], e)
	m.attr[e.slot] = v
	return v
}

func (m *Machine) binary(e *Expr) value {
	x := m.dim(m.eval(e.Args[0]))
	return m.arithmetic(e.Op, x, m.dim(m.eval(e.Args[1])))
}

func (m *Machine) order(e *Expr) value {
	if m.isGivenSize(e.Args[0]) || m.isGivenSize(e.Args[1]) {
		return m.assume()
	}
	x, y := m.dim(m.eval(e.Args[0])), m.dim(m.eval(e.Args[1]))
	if e.Op == More || e.Op == AtLeast {
		x, y = y, x
	}
	return m.atMost(x, y, e.Op == Less || e.Op == More)
}

// isGivenSize reports whether an expression is an attribute whose value is a size and not a number.
func (m *Machine) isGivenSize(e *Expr) bool {
	return e.Op == Attribute && m.attrs[e.slot].Form == SizeForm
}

// compare evaluates x == y or x != y, or tests for the mark.
func (m *Machine) compare(e *Expr) value {
	if x, y := e.Args[0], e.Args[1]; x.Op == Dynamic || y.Op == Dynamic { // d == ? tests for the mark
		if x.Op == Dynamic {
			x = y
		}
		v := m.eval(x)
		if x.sort.kind != dimKind && x.sort.kind != numKind && m.rel.Vocabulary.Lenient {
			v = m.marked(v)
		} else {
			v = m.dim(v)
		}
		switch v.kind {
		case vOpen, vLine:
			return m.block(v.a)
		case vError, vBlocked:
			return v
		}
		return truth((v.kind == vMark) == (e.Op == Equal))
	}
	v := m.equal(m.eval(e.Args[0]), m.eval(e.Args[1]), e.Args[0].sort)
	return v.flip(e.Op == Differ)
}

// truthOf evaluates a condition: one that depends on something with the mark is assumed to hold.
func (m *Machine) truthOf(e *Expr) value {
	v := m.eval(e)
	if v.kind == vMark {
		return m.assume()
	}
	return v
}

// connect evaluates a conjunction or disjunction; an error in its second operand counts only if that is needed.
func (m *Machine) connect(e *Expr, decides int64) value {
	v := m.truthOf(e.Args[0])
	if v.kind == vError || v.kind == vBool && v.n == decides {
		return v
	}
	w := m.truthOf(e.Args[1])
	if w.kind == vError && (v.kind == vBlocked || v.kind == vBool && v.n == some) {
		return v // it is not known whether w is needed
	}
	return m.kleene(v, w, decides)
}

func (m *Machine) concat(e *Expr) value {
	x, y := m.list(m.eval(e.Args[0])), m.list(m.eval(e.Args[1]))
	if v, bad := m.unusable(x, y); bad {
		return v
	}
	return m.newList(m.itemsOf(x), m.itemsOf(y))
}

// forAll evaluates a list comprehension.
func (m *Machine) forAll(e *Expr) value {
	at := len(m.stack)
	binds := e.Args[1 : len(e.Args)-1]
	when := e.Args[len(e.Args)-1]
	before := m.unsure
	m.unsure = false
	v := m.each(binds, func() value {
		yes := truth(true)
		if when != nil {
			switch c := m.eval(when); {
			case c.kind == vMark || c.kind == vBool && c.n == some:
				m.unsure = true
				return yes
			case c.kind != vBool:
				return c
			case c.n == 0:
				return yes
			}
		}
		x := m.eval(e.Args[0])
		m.stack = append(m.stack, x)
		return yes
	})
	if v.kind == vBool && m.unsure {
		v = value{kind: vMark}
	}
	m.unsure = before
	if v.kind != vBool {
		m.stack = m.stack[:at]
		return v
	}
	return m.popList(at)
}

// quantified evaluates whether a goal holds for all or for any items.
func (m *Machine) quantified(e *Expr) value {
	goal := e.Args[len(e.Args)-1]
	return m.each(e.Args[:len(e.Args)-1], func() value {
		return m.goal(goal).flip(e.Op == Any)
	}).flip(e.Op == Any)
}

// flip negates a truth value if yes is set.
func (v value) flip(yes bool) value {
	if yes && v.kind == vBool && v.n == some {
		v.a = 0 // the negation does not demand equality
	} else if yes && v.kind == vBool {
		v.n ^= 1
	}
	return v
}

// each runs a goal for all combinations of values of some variables, until it is refuted for one. It returns whether
// the goal holds for all. The variables keep the values of the refuted combination.
func (m *Machine) each(binds []*Expr, goal func() value) value {
	all := truth(true)
	if len(binds) == 0 {
		return goal()
	}
	b := binds[0]
	l := m.list(m.eval(b.Args[1]))
	if l.kind != vList {
		return l
	}
	for i := l.a; i < l.b; i++ {
		m.unbind(b.Args[0])
		if v := m.match(b.Args[0], m.items[i]); v.kind == vError {
			return v
		}
		v := m.each(binds[1:], goal)
		if x := m.items[i]; b.Args[0].Op == Hole && x.kind == vBlocked {
			v = m.both(x, v) // it may become an error
		}
		if v.kind == vError && all.kind == vBlocked {
			continue // the blocked combination comes earlier and may be refuted first
		}
		if all = m.both(all, v); all.kind == vError || all.kind == vBool && all.n == 0 {
			return all
		}
	}
	return all
}

// unbind clears the variables of a pattern.
func (m *Machine) unbind(p *Expr) {
	if (p.Op == Name || p.Op == Rest) && p.slot >= 0 {
		m.slots[m.frame+int(p.slot)] = value{}
	}
	for _, q := range p.Args {
		m.unbind(q)
	}
}

// attribute returns the value of an attribute, or of a part of it.
func (m *Machine) attribute(v *Value, e *Expr) value {
	switch v.form() {
	case IntForm:
		return m.sourced(intOf(v.Num), e)
	case SizeForm, TypeForm:
		return m.node(m.args[m.rel.Arity+int(v.Num)])
	case BoolForm:
		return truth(v.Num != 0)
	case FloatForm:
		return m.sourced(floatOf(v.Float), e)
	case TextForm, AtomForm:
		return m.sourced(m.text(v.Text), e)
	case IntsForm, PairsForm, FloatsForm, AnyForm:
		if len(v.List) > mostItems {
			return m.fail(tooLong)
		}
		m.raiseLimit(len(v.List))
		at := len(m.stack)
		for i := range v.List {
			w := m.attribute(&v.List[i], e)
			m.stack = append(m.stack, w)
		}
		return m.sourced(m.popList(at), e)
	}
	return m.sourced(value{kind: vNone}, e)
}

// prepare makes arguments what a function takes them for: lists, sizes, numbers. If one of them is not available, it
// returns the error, the blocked value or the mark that is the result of the call; otherwise an unset value.
func (m *Machine) prepare(f *library, args []value) (bad value) {
	if m.rel.Vocabulary.Lenient && !f.marks {
		if v := m.markedArgument(f, args); v.kind != unset {
			return v
		}
	}
	if f.lazy || f.marks {
		return value{}
	}
	for i := range args {
		v := &args[i]
		switch k := f.params[i].kind; {
		case k == badKind: // anything: an item of a list
			continue
		case k == listKind:
			*v = m.list(*v)
		case k == dimKind || k == numKind:
			*v = m.closed(m.dim(*v))
		case k == intKind && v.kind != vInt, k == textKind && v.kind != vText,
			k == floatKind && v.kind != vInt && v.kind != vFloat:
			*v = v.mismatch(m)
		}
		switch {
		case v.kind == vError:
			return *v
		case v.kind == vBlocked:
			bad = m.join(bad, *v)
		case v.kind == vMark && bad.kind == unset:
			bad = *v
		}
	}
	return bad
}

// markedArgument returns the argument of a function that has the mark where the function takes a list or a known
// number: the function then returns the mark. Otherwise the result is unset.
func (m *Machine) markedArgument(f *library, args []value) value {
	for i, a := range args {
		switch k := f.params[i].kind; {
		case k == listKind && a.kind == vNode && m.view.Length(Node(a.a)) == MarkLength:
			return value{kind: vMark, a: a.a, why: a.why}
		case a.kind == vMark && k != dimKind && k != numKind && k != badKind:
			return a
		}
	}
	return value{}
}

// marked returns the mark if a value has it, a blocked value as long as that is not known, and otherwise another value.
func (m *Machine) marked(v value) value {
	if v.kind != vNode {
		return v
	}
	n := Node(v.a)
	if m.view.Head(n) == MarkHead {
		return value{kind: vMark, a: v.a, why: v.why}
	}
	if _, known := m.view.Atom(n); known == Open {
		return m.block(v.a)
	}
	return v
}

// call calls a function of the library or of the file, or a constructor.
func (m *Machine) call(e *Expr) value {
	if e.call != nil {
		f := e.call
		at := len(m.stack)
		for _, x := range e.Args {
			v := m.eval(x)
			m.stack = append(m.stack, v)
		}
		frame, end := m.frame, len(m.slots)
		m.slots = append(m.slots, m.stack[at:]...)
		for range f.slots - len(f.Params) {
			m.slots = append(m.slots, value{})
		}
		m.stack, m.frame = m.stack[:at], end
		v := m.eval(f.Body)
		m.slots, m.frame = m.slots[:end], frame
		return v
	}
	if e.fn == nil {
		return m.construct(e)
	}
	at := len(m.stack)
	for _, x := range e.Args {
		v := m.eval(x)
		m.stack = append(m.stack, v)
	}
	args := m.stack[at:]
	v := m.prepare(e.fn, args)
	if v.kind == unset {
		v = e.fn.run(m, args)
	}
	m.stack = m.stack[:at]
	return v
}

// construct evaluates a type: a head with its parts, or with a list of types.
func (m *Machine) construct(e *Expr) value {
	var l value
	if m.rel.Vocabulary.Heads[e.head].Types && len(e.Args) == 1 && e.Args[0].sort.kind == listKind &&
		e.Args[0].Op != Rest {
		l = m.list(m.eval(e.Args[0]))
	} else {
		l = m.literal(e)
	}
	if l.kind != vList {
		return l
	}
	return value{kind: vHead, a: l.a, b: l.b, n: int64(e.head)}
}
