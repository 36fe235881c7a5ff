package relation

import (
	"math"
	"slices"
)

// A Machine runs instances of relations. It keeps its memory from run to run and belongs to
// one goroutine.
type Machine struct {
	Sizes *Sizes

	view  View
	rel   *Relation
	args  []Node
	attrs []Value

	items   []value // of lists; a list is a range of them
	blocked []Node  // of blocked values
	errors  []problem
	linear  []line
	slots   []value // of the clause and the functions that are being called
	frame   int     // where the slots of the present one begin
	stack   []value // arguments of functions of the library
	lists   []listed
	attr    []value           // attributes that were looked at
	known   map[string][]axis // layouts
	out     Outcome
	holes   int
	steps   int
	ask     *Expr
	trace   *tracer // nil: nobody asks where numbers come from
	wrong   value   // the error that refuted an ask or what is told
}

// Bounds of one run. No relation that people write comes near them.
const (
	maxSteps = 1 << 18
	maxItems = 1 << 16
)

// A value is what an expression gives. It may be open or an error, for only who uses it
// needs to care.
type value struct {
	kind valueKind
	why  int32 // where it comes from; see tracer
	a, b int32
	n    int64
}

type valueKind uint8

const (
	unset    valueKind = iota
	vNone              //
	vBool              // n
	vInt               // n, a number or a size that is one
	vFloat             // n has the bits
	vText              // a: of texts; an element type too
	vNode              // a: a node that was not looked at
	vSize              // n: a Size with parameters
	vMark              // a size that is decided when the program runs
	vOpen              // a: the size of a node of which nothing is known
	vLine              // a: a node, b: of linear: such a size times a number plus a number
	vList              // items[a:b]
	vPair              // items[a:b], two of them
	vHead              // items[a:b] with head n
	vTypes             // items[a] is a list, the parts of head n
	vHole              // n: its number
	vBlocked           // blocked[a:b] are waited for
	vError             // a: of errors
)

// ofType is n of a node that is a type, where that is not known otherwise.
const ofType = 1

// A line is times·node + plus.
type line struct{ times, plus int64 }

// listed is what a list is that a node stands for.
type listed struct {
	node Node
	v    value
}

// A problem is why a value is none.
type problem struct {
	words string // with %s for each of the values
	with  [3]value
	at    *Expr
}

// Run runs an instance of a relation: its arguments, and its attributes in the order of the
// relation's. Of early, -1 stands for the relation itself and i for the clause number i of those
// that stand beside it, Early before Late: such a clause fires without tells where its asks
// are refuted. It takes time in what the clauses look at.
func (m *Machine) Run(view View, r *Relation, early int, args []Node, attrs []Value) *Outcome {
	m.reset(view, r, args, attrs)
	if early >= 0 {
		c := r.extra(early)
		switch ok, _ := m.clause(c); {
		case ok.kind == vBlocked:
			m.wait(ok)
		case ok.n != 0:
			m.fire(c, early)
		default:
			m.out.State, m.out.Clause = Fires, early
		}
		return m.end()
	}
	best, far := -1, -3
	var at *Expr
	for i, c := range r.Clauses {
		assumed := len(m.out.Assume)
		ok, asked := m.clause(c)
		if ok.kind == vBlocked {
			m.wait(ok)
			return m.end()
		}
		if ok.n != 0 {
			m.fire(c, i)
			return m.end()
		}
		m.out.Assume = m.out.Assume[:assumed]
		if asked > far {
			best, far, at = i, asked, m.ask
		}
	}
	m.out.State, m.out.Clause, m.out.Ask, m.out.At = Fails, best, max(far, HeadAsk), at
	return m.end()
}

// extra is a clause that stands beside the relation itself.
func (r *Relation) extra(i int) *Clause {
	if i < len(r.Early) {
		return r.Early[i]
	}
	return r.Late[i-len(r.Early)]
}

// Idle reports whether a late clause of an instance (numbered as for Run) has something to say: it fires,
// and nothing is known yet of the left side of what it tells. Who runs relations asks this of all
// late clauses when all else has come to rest, and then states those that have; so the order
// decides nothing.
func (m *Machine) Idle(view View, r *Relation, late int, args []Node, attrs []Value) bool {
	o := m.Run(view, r, late, args, attrs)
	if o.State != Fires || len(o.Tells) == 0 {
		return false
	}
	for _, t := range o.Tells {
		if t.Left.Kind != NodeTerm {
			return false
		}
		_, size := view.Size(t.Left.Node)
		_, atom := view.Atom(t.Left.Node)
		if size != Open || atom != Open || view.Head(t.Left.Node) != OpenHead || view.Length(t.Left.Node) != OpenLength {
			return false
		}
	}
	return true
}

func (m *Machine) reset(view View, r *Relation, args []Node, attrs []Value) {
	if m.Sizes == nil {
		m.Sizes = NewSizes()
	}
	m.view, m.rel, m.args, m.attrs = view, r, args, attrs
	m.items, m.blocked, m.errors, m.linear = m.items[:0], m.blocked[:0], m.errors[:0], m.linear[:0]
	m.slots, m.stack, m.lists, m.frame = m.slots[:0], m.stack[:0], m.lists[:0], 0
	m.attr = append(m.attr[:0], make([]value, len(attrs))...)
	m.holes, m.steps, m.ask, m.wrong = 0, 0, nil, value{}
	o := &m.out
	*o = Outcome{Tells: o.Tells[:0], Terms: o.Terms[:0], Waits: o.Waits[:0], Reads: o.Reads[:0], Assume: o.Assume[:0]}
}

// end finishes an outcome: it may be that a step too many was taken.
func (m *Machine) end() *Outcome {
	o := &m.out
	if o.State == Waits {
		o.Tells, o.Terms, o.Assume = o.Tells[:0], o.Terms[:0], o.Assume[:0]
		slices.Sort(o.Waits)
		o.Waits = slices.Compact(o.Waits)
	} else {
		o.Waits = o.Waits[:0]
	}
	o.Solved = m.holes
	return o
}

func (m *Machine) wait(v value) {
	m.out.State = Waits
	m.out.Waits = append(m.out.Waits, m.blocked[v.a:v.b]...)
}

// clause matches the head and evaluates the asks of a clause: true where all hold, false
// where one is refuted (and which), else blocked.
func (m *Machine) clause(c *Clause) (ok value, asked int) {
	m.slots = append(m.slots[:0], make([]value, c.slots)...)
	m.frame = 0
	all := value{kind: vBool, n: 1}
	for i, f := range c.forms {
		if f != 0 && m.attrs[i].form()&f == 0 {
			return value{kind: vBool}, HeadAsk - 1
		}
	}
	for i, p := range c.Args {
		m.ask = p
		v := m.match(p, value{kind: vNode, a: int32(m.args[i]), why: m.source(source{node: m.args[i], kind: fromNode})})
		if v.kind == vBlocked {
			all = m.both(all, v)
		} else if v.kind == vError || v.n == 0 {
			return value{kind: vBool}, HeadAsk
		}
	}
	for i, e := range c.Asks {
		m.ask = e
		switch v := m.goal(e); v.kind {
		case vBlocked:
			all = m.both(all, v)
		case vError:
			m.wrong = v
			return value{kind: vBool}, i
		default:
			m.wrong = value{}
			if v.n == 0 {
				return v, i
			}
		}
	}
	m.ask = nil
	return all, 0
}

// goal evaluates what is asked.
func (m *Machine) goal(e *Expr) value {
	if e.Op == Otherwise {
		e = e.Args[0]
	}
	return m.eval(e)
}

// form is the form of an attribute.
func (v *Value) form() Forms {
	if v.Form == 0 {
		return NoneForm
	}
	return v.Form
}

// match matches a pattern with a value: it binds variables and says whether the pattern
// fits: a truth or blocked. It never decides anything of the value.
func (m *Machine) match(p *Expr, v value) value {
	yes := value{kind: vBool, n: 1}
	m.steps++
	switch p.Op {
	case Hole:
		return yes
	case Name:
		if p.slot < 0 { // an element type
			return m.equal(m.text(p.Name, p), v, p.sort)
		}
		slot := &m.slots[m.frame+int(p.slot)]
		if slot.kind == unset {
			*slot = v
			return yes
		}
		if p.sort.kind == typeKind {
			return yes // a whole argument again: that is told
		}
		return m.equal(*slot, v, p.sort)
	case Call: // a head
		all, n := yes, len(p.Args)
		var head int
		switch v.kind {
		case vNode:
			head = m.view.Head(Node(v.a))
			if head == OpenHead {
				m.bindAll(p, m.block(v.a))
				return m.block(v.a)
			}
			m.read(HeadFact, v.a, 0)
		case vHead, vTypes:
			head = int(v.n)
		default:
			m.bindAll(p, v)
			return v
		}
		if head != int(p.head) {
			return value{kind: vBool}
		}
		if h := &m.rel.Vocabulary.Heads[head]; h.Types {
			list := v
			if v.kind == vTypes {
				list = m.items[v.a]
			}
			return m.matchItems(p.Args, list)
		}
		for i := range n {
			var part value
			if v.kind == vNode {
				part = m.partNode(v.a, i)
			} else {
				part = m.items[int(v.a)+i]
			}
			if all = m.both(all, m.match(p.Args[i], part)); all.kind == vBool && all.n == 0 {
				return all
			}
		}
		return all
	case List, Tuple:
		if p.sort.kind == pairKind {
			if v.kind != vPair {
				m.bindAll(p, v)
				return v
			}
			all := yes
			for i, q := range p.Args {
				all = m.both(all, m.match(q, m.items[int(v.a)+i]))
			}
			return all
		}
		return m.matchItems(p.Args, v)
	}
	return m.equal(m.eval(p), v, p.sort) // a number, an attribute, none …
}

// matchItems matches patterns with the items of a list.
func (m *Machine) matchItems(ps []*Expr, v value) value {
	rest := slices.IndexFunc(ps, func(p *Expr) bool { return p.Op == Rest })
	n := m.length(v)
	if n.kind != vInt {
		for _, p := range ps {
			m.bindAll(p, n)
		}
		if n.kind == vError {
			return value{kind: vBool}
		}
		return n
	}
	if rest < 0 && int(n.n) != len(ps) || rest >= 0 && int(n.n) < len(ps)-1 {
		return value{kind: vBool}
	}
	if len(ps) == 1 && rest == 0 && v.kind == vNode { // all of it
		m.slots[m.frame+int(ps[0].slot)] = m.list(v)
		return value{kind: vBool, n: 1}
	}
	l := m.list(v)
	all := value{kind: vBool, n: 1}
	at := l.a
	for i, p := range ps {
		if i == rest {
			to := at + int32(int(n.n)-len(ps)+1)
			m.slots[m.frame+int(p.slot)] = value{kind: vList, a: at, b: to, why: l.why}
			at = to
			continue
		}
		if all = m.both(all, m.match(p, m.items[at])); all.kind == vBool && all.n == 0 {
			return all
		}
		at++
	}
	return all
}

// bindAll binds the variables of a pattern to what stands for all of it.
func (m *Machine) bindAll(p *Expr, v value) {
	if p.Op == Name || p.Op == Rest {
		if p.slot >= 0 && m.slots[m.frame+int(p.slot)].kind == unset {
			m.slots[m.frame+int(p.slot)] = v
		}
		return
	}
	for _, q := range p.Args {
		m.bindAll(q, v)
	}
}

// both is Kleene's and.
func (m *Machine) both(v, w value) value {
	switch {
	case v.kind == vError || v.kind == vBool && v.n == 0:
		return v
	case w.kind == vBool && w.n == 0:
		return w
	case v.kind == vBlocked && w.kind == vBlocked:
		return m.join(v, w)
	case v.kind == vBlocked:
		return v
	}
	return w
}

// join is blocked by what blocks one of two values.
func (m *Machine) join(v, w value) value {
	if v.kind != vBlocked {
		return w
	}
	if w.kind != vBlocked || v == w {
		return v
	}
	from := int32(len(m.blocked))
	m.blocked = append(append(m.blocked, m.blocked[v.a:v.b]...), m.blocked[w.a:w.b]...)
	return value{kind: vBlocked, a: from, b: int32(len(m.blocked))}
}

func (m *Machine) block(node int32) value {
	m.blocked = append(m.blocked, Node(node))
	n := int32(len(m.blocked))
	return value{kind: vBlocked, a: n - 1, b: n}
}

func (m *Machine) read(f Fact, a, b int32) {
	m.out.Reads = append(m.out.Reads, Read{f, Node(a), Node(b)})
}

// fail is an error with words for it, which have %s for each value.
func (m *Machine) fail(e *Expr, words string, with ...value) value {
	p := problem{words: words, at: e}
	copy(p.with[:], with)
	m.errors = append(m.errors, p)
	return value{kind: vError, a: int32(len(m.errors) - 1)}
}

func truth(b bool) value {
	if b {
		return value{kind: vBool, n: 1}
	}
	return value{kind: vBool}
}

// text is a text or an element type that stands in the relation.
func (m *Machine) text(s string, e *Expr) value {
	m.errors = append(m.errors, problem{words: s})
	return value{kind: vText, a: int32(len(m.errors) - 1)}
}

func (m *Machine) textOf(v value) string { return m.errors[v.a].words }

func (m *Machine) number(n int64, e *Expr) value {
	return value{kind: vInt, n: n, why: m.source(source{kind: fromRelation, span: e.Span, value: IntValue(n)})}
}

// strict is the first error of two values, or what blocks one; false where both are there.
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

// eval evaluates an expression. Expressions are no deeper than maxDepth, nor are calls.
func (m *Machine) eval(e *Expr) value {
	if m.steps++; m.steps > maxSteps {
		return m.fail(e, "this takes too many steps")
	}
	switch e.Op {
	case Number:
		return m.number(e.Num, e)
	case Float:
		x, _ := valueOf(e)
		return value{kind: vFloat, n: int64(math.Float64bits(x.Float))}
	case Text:
		return m.text(e.Name, e)
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
			return m.text(e.Name, e)
		}
		v := m.slots[m.frame+int(e.slot)]
		if v.kind == unset && e.lazy != nil {
			v = m.eval(e.lazy)
			m.slots[m.frame+int(e.slot)] = v
		}
		return v
	case Attribute:
		v := m.attr[e.slot]
		if v.kind == unset {
			v = m.attribute(m.attrs[e.slot], source{kind: fromAttribute, name: e.Name, slot: int(e.slot)})
			m.attr[e.slot] = v
		}
		return v
	case Add, Subtract, Multiply, Quotient, Remainder:
		return m.arithmetic(e, e.Op, m.dim(m.eval(e.Args[0])), m.dim(m.eval(e.Args[1])))
	case Negate:
		return m.arithmetic(e, Subtract, value{kind: vInt}, m.dim(m.eval(e.Args[0])))
	case Equal, Differ:
		return m.compare(e)
	case Less, AtMost, More, AtLeast:
		x, y := m.dim(m.eval(e.Args[0])), m.dim(m.eval(e.Args[1]))
		if e.Op == More || e.Op == AtLeast {
			x, y = y, x
		}
		return m.atMost(x, y, e.Op == Less || e.Op == More)
	case And:
		return m.and(e)
	case Or:
		return m.or(e)
	case Not:
		v := m.eval(e.Args[0])
		if v.kind == vBool {
			v.n ^= 1
		}
		return v
	case Otherwise:
		return m.goal(e)
	case If:
		c := m.eval(e.Args[0])
		switch {
		case c.kind != vBool:
			return c
		case c.n != 0:
			return m.eval(e.Args[1])
		}
		return m.eval(e.Args[2])
	case Call:
		return m.call(e)
	case Index:
		return m.index(e, m.eval(e.Args[0]), m.eval(e.Args[1]))
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
	return m.fail(e, "this cannot be evaluated")
}

// compare is x == y or x != y, or asks for the mark.
func (m *Machine) compare(e *Expr) value {
	if x, y := e.Args[0], e.Args[1]; x.Op == Dynamic || y.Op == Dynamic { // d == ? asks for the mark
		if x.Op == Dynamic {
			x = y
		}
		v := m.dim(m.eval(x))
		switch v.kind {
		case vOpen, vLine:
			return m.block(v.a)
		case vError, vBlocked:
			return v
		}
		return truth((v.kind == vMark) == (e.Op == Equal))
	}
	v := m.equal(m.eval(e.Args[0]), m.eval(e.Args[1]), e.Args[0].sort)
	if e.Op == Differ && v.kind == vBool {
		v.n ^= 1
	}
	return v
}

// and is Kleene's and, of which the second operand may be an error that nobody asks for.
func (m *Machine) and(e *Expr) value {
	v := m.eval(e.Args[0])
	if v.kind == vError || v.kind == vBool && v.n == 0 {
		return v
	}
	w := m.eval(e.Args[1])
	if v.kind == vBlocked && w.kind == vError {
		return v // whether it is asked for at all is not known
	}
	return m.both(v, w)
}

// or is the same for or.
func (m *Machine) or(e *Expr) value {
	v := m.eval(e.Args[0])
	if v.kind == vError || v.kind == vBool && v.n != 0 {
		return v
	}
	w := m.eval(e.Args[1])
	switch {
	case w.kind == vBool && w.n != 0:
		return w
	case v.kind == vBlocked && w.kind == vBlocked:
		return m.join(v, w)
	case v.kind == vBlocked:
		return v
	}
	return w
}

// concat joins two lists.
func (m *Machine) concat(e *Expr) value {
	x, y := m.list(m.eval(e.Args[0])), m.list(m.eval(e.Args[1]))
	if v, bad := m.strict(x, y); bad {
		return v
	}
	at := m.begin()
	m.items = append(append(m.items, m.items[x.a:x.b]...), m.items[y.a:y.b]...)
	return m.made(e, at)
}

// forAll makes a list of what an expression is for others.
func (m *Machine) forAll(e *Expr) value {
	at := len(m.stack)
	binds := e.Args[1 : len(e.Args)-1]
	when := e.Args[len(e.Args)-1]
	v := m.each(binds, func() value {
		yes := value{kind: vBool, n: 1}
		if when != nil {
			if c := m.eval(when); c.kind != vBool {
				return c
			} else if c.n == 0 {
				return yes
			}
		}
		x := m.eval(e.Args[0])
		m.stack = append(m.stack, x)
		return yes
	})
	if v.kind != vBool {
		m.stack = m.stack[:at]
		return v
	}
	from := m.begin()
	m.items = append(m.items, m.stack[at:]...)
	m.stack = m.stack[:at]
	return m.made(e, from)
}

// quantified is whether a goal holds for all or for any.
func (m *Machine) quantified(e *Expr) value {
	goal := e.Args[len(e.Args)-1]
	return m.each(e.Args[:len(e.Args)-1], func() value {
		v := m.goal(goal)
		if e.Op == Any && v.kind == vBool {
			v.n ^= 1
		}
		return v
	}).flip(e.Op == Any)
}

// flip is the opposite of a truth, if asked for.
func (v value) flip(yes bool) value {
	if yes && v.kind == vBool {
		v.n ^= 1
	}
	return v
}

// each runs a goal for all values of some variables, until one is refuted: the outcome is
// whether all hold. Variables of the refuted one keep their values.
func (m *Machine) each(binds []*Expr, goal func() value) value {
	all := value{kind: vBool, n: 1}
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
		if v.kind == vError && all.kind == vBlocked {
			continue // an earlier one may be refuted first
		}
		if all = m.both(all, v); all.kind == vError || all.kind == vBool && all.n == 0 {
			return all
		}
	}
	return all
}

// unbind forgets the variables of a pattern.
func (m *Machine) unbind(p *Expr) {
	if (p.Op == Name || p.Op == Rest) && p.slot >= 0 {
		m.slots[m.frame+int(p.slot)] = value{}
	}
	for _, q := range p.Args {
		m.unbind(q)
	}
}

// literal is a list or a pair that is written out.
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
	from := m.begin()
	m.items = append(m.items, m.stack[at:]...)
	m.stack = m.stack[:at]
	v := m.made(e, from)
	if e.sort.kind == pairKind {
		v.kind = vPair
	}
	return v
}

// begin and made enclose the making of a list.
func (m *Machine) begin() int { return len(m.items) }

func (m *Machine) made(e *Expr, from int) value {
	if len(m.items)-from > maxItems || len(m.items) > maxSteps {
		m.items = m.items[:from]
		return m.fail(e, "the list gets too long")
	}
	return value{kind: vList, a: int32(from), b: int32(len(m.items))}
}

// length is the number of items of a list.
func (m *Machine) length(v value) value {
	switch v.kind {
	case vList, vPair:
		return value{kind: vInt, n: int64(v.b - v.a), why: v.why}
	case vNode:
		switch n := m.view.Length(Node(v.a)); n {
		case OpenLength:
			return m.block(v.a)
		case FixedLength:
			m.read(LengthFact, v.a, 0)
			return m.fail(nil, "how many axes the shape %s has is not known", v)
		default:
			m.read(LengthFact, v.a, 0)
			return value{kind: vInt, n: int64(n), why: v.why}
		}
	}
	return v.usable(m)
}

// usable is a value that cannot be what is wanted: an error, or blocked.
func (v value) usable(m *Machine) value {
	switch v.kind {
	case vError, vBlocked:
		return v
	case vHole:
		return m.fail(nil, "nothing is known of what is told here")
	case vNone:
		return m.fail(nil, "none is given where a value is needed")
	case vOpen, vLine:
		return m.block(v.a)
	}
	return m.fail(nil, "%s is not of the sort that is needed", v)
}

// partNode and itemNode are parts of a type and items of a list.
func (m *Machine) partNode(of int32, part int) value {
	n := m.view.Part(Node(of), part)
	return value{kind: vNode, a: int32(n), why: m.step(n, Node(of), part, false)}
}

func (m *Machine) itemNode(of int32, i int) value {
	n := m.view.Item(Node(of), i)
	return value{kind: vNode, a: int32(n), why: m.step(n, Node(of), i, true)}
}

// list is a list with its items at hand.
func (m *Machine) list(v value) value {
	if v.kind != vNode {
		if v.kind == vList {
			return v
		}
		return v.usable(m)
	}
	for _, l := range m.lists {
		if l.node == Node(v.a) {
			return l.v
		}
	}
	n := m.length(v)
	if n.kind != vInt {
		return n
	}
	from := m.begin()
	for i := range int(n.n) {
		item := m.itemNode(v.a, i)
		m.items = append(m.items, item)
	}
	l := value{kind: vList, a: int32(from), b: int32(len(m.items)), why: v.why}
	m.lists = append(m.lists, listed{Node(v.a), l})
	return l
}

// int is a number that stands for an index.
func (m *Machine) index(e *Expr, l, i value) value {
	l, i = m.list(l), m.dim(i)
	if v, bad := m.strict(l, i); bad {
		return v
	}
	if i.kind != vInt {
		return i.usable(m)
	}
	n := int64(l.b - l.a)
	at := i.n
	if at < 0 {
		at += n
	}
	if at < 0 || at >= n {
		return m.fail(e, "there is no item %s in a list of %s", i, value{kind: vInt, n: n})
	}
	return m.items[int64(l.a)+at]
}

// slice is a part of a list. Negative ends count from its end.
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
		if v, bad := m.strict(l, i); bad {
			return v
		}
		if i.kind != vInt {
			return i.usable(m)
		}
		at := i.n
		if at < 0 {
			at += n
		}
		if at < 0 || at > n {
			return m.fail(e, "a list of %s cannot be cut at %s", value{kind: vInt, n: n}, i)
		}
		bounds[k] = at
	}
	if l.kind != vList {
		return l
	}
	if bounds[1] < bounds[0] {
		return m.fail(e, "a list cannot be cut from %s to %s", value{kind: vInt, n: bounds[0]}, value{kind: vInt, n: bounds[1]})
	}
	return value{kind: vList, a: l.a + int32(bounds[0]), b: l.a + int32(bounds[1]), why: l.why}
}

// attribute is the value of an attribute.
func (m *Machine) attribute(v Value, from source) value {
	from.value = v
	switch v.form() {
	case IntForm:
		return value{kind: vInt, n: v.Num, why: m.source(from)}
	case BoolForm:
		return truth(v.Num != 0)
	case FloatForm:
		return value{kind: vFloat, n: int64(math.Float64bits(v.Float)), why: m.source(from)}
	case TextForm, AtomForm:
		return m.text(v.Text, nil)
	case IntsForm, PairsForm, FloatsForm:
		at := len(m.stack)
		for _, x := range v.List {
			w := m.attribute(x, from)
			if v.Form == PairsForm && w.kind == vList {
				w.kind = vPair
			}
			m.stack = append(m.stack, w)
		}
		start := m.begin()
		m.items = append(m.items, m.stack[at:]...)
		m.stack = m.stack[:at]
		l := m.made(nil, start)
		l.why = m.source(from)
		return l
	}
	return value{kind: vNone, why: m.source(from)}
}

// dim looks at a size: a number, a form with parameters, the mark, or open.
func (m *Machine) dim(v value) value {
	if v.kind != vNode {
		switch v.kind {
		case vHole, vNone:
			return v.usable(m)
		}
		return v
	}
	s, k := m.view.Size(Node(v.a))
	if k == Open {
		return value{kind: vOpen, a: v.a, why: v.why}
	}
	m.read(SizeFact, v.a, 0)
	switch {
	case k == Mark:
		return value{kind: vMark, a: v.a, why: v.why}
	case s >= 0:
		return value{kind: vInt, n: int64(s), why: m.sized(v.why, s)}
	}
	return value{kind: vSize, n: int64(s), why: m.sized(v.why, s)}
}

// arithmetic is an operation on two sizes or numbers.
func (m *Machine) arithmetic(e *Expr, op Op, x, y value) value {
	switch {
	case x.kind == vError:
		return x
	case y.kind == vError:
		return y
	case x.kind == vMark || y.kind == vMark:
		return value{kind: vMark}
	case x.kind == vOpen || x.kind == vLine || y.kind == vOpen || y.kind == vLine:
		return m.line(op, x, y)
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
				return m.fail(e, "%s is divided by zero", x)
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
			return m.fail(e, "a number gets too large: %s and %s", x, y)
		}
		return value{kind: vInt, n: n, why: m.formula(op, n, x, y)}
	}
	if x.kind != vInt && x.kind != vSize {
		return x.usable(m)
	}
	if y.kind != vInt && y.kind != vSize {
		return y.usable(m)
	}
	if op == Quotient && y.kind == vInt && y.n == 0 {
		return m.fail(e, "%s is divided by zero", x)
	}
	n, form, ok := m.Sizes.arithmetic(op, x.n, x.kind == vSize, y.n, y.kind == vSize)
	if !ok {
		return m.fail(e, "a size gets too large or too long: %s and %s", x, y)
	}
	v := value{kind: vInt, n: n, why: m.formula(op, n, x, y)}
	if form {
		v.kind = vSize
	}
	return v
}

// line is an operation on a size that is open: it can be solved for it later as long as
// it is that size times a number plus a number.
func (m *Machine) line(op Op, x, y value) value {
	stop := func() value {
		for _, v := range [...]*value{&x, &y} {
			if v.kind == vOpen || v.kind == vLine {
				*v = m.block(v.a)
			}
		}
		return m.join(x, y)
	}
	parts := func(v value) line {
		if v.kind == vOpen {
			return line{1, 0}
		}
		return m.linear[v.b]
	}
	var l line
	a, b := true, true
	of := x
	switch {
	case y.kind == vInt:
		l = parts(x)
		switch op {
		case Add:
			l.plus, a = addInt(l.plus, y.n)
		case Subtract:
			l.plus, a = subtractInt(l.plus, y.n)
		case Multiply:
			l.times, a = multiplyInt(l.times, y.n)
			l.plus, b = multiplyInt(l.plus, y.n)
		default:
			return stop()
		}
	case x.kind == vInt && (op == Add || op == Multiply || op == Subtract):
		of = y
		l = parts(y)
		switch op {
		case Add:
			l.plus, a = addInt(l.plus, x.n)
		case Subtract:
			l.times = -l.times
			l.plus, a = subtractInt(x.n, l.plus)
		case Multiply:
			l.times, a = multiplyInt(l.times, x.n)
			l.plus, b = multiplyInt(l.plus, x.n)
		}
	default:
		return stop()
	}
	if !a || !b || l.times == 0 {
		return stop()
	}
	m.linear = append(m.linear, l)
	return value{kind: vLine, a: of.a, b: int32(len(m.linear) - 1)}
}

// assume notes that a goal is taken to hold.
func (m *Machine) assume() value {
	if m.ask != nil {
		m.out.Assume = append(m.out.Assume, Assumption{m.ask})
	}
	return value{kind: vBool, n: 1}
}

// atMost is whether x <= y, or x < y.
func (m *Machine) atMost(x, y value, less bool) value {
	switch {
	case x.kind == vError:
		return x
	case y.kind == vError:
		return y
	case x.kind == vMark || y.kind == vMark:
		return m.assume()
	}
	for _, v := range [...]*value{&x, &y} {
		if v.kind == vOpen || v.kind == vLine {
			*v = m.block(v.a)
		}
	}
	if v, bad := m.strict(x, y); bad {
		return v
	}
	switch {
	case x.kind == vFloat || y.kind == vFloat:
		a, b := x.float(), y.float()
		return truth(a < b || a == b && !less)
	case x.kind == vInt && y.kind == vInt:
		return truth(x.n < y.n || x.n == y.n && !less)
	}
	yes, known := m.Sizes.order(x.n, x.kind == vSize, y.n, y.kind == vSize, less)
	if !known {
		return m.assume()
	}
	return truth(yes)
}

func (v value) float() float64 {
	if v.kind == vFloat {
		return math.Float64frombits(uint64(v.n))
	}
	return float64(v.n)
}

// equal is whether two values are.
func (m *Machine) equal(x, y value, s Sort) value {
	if v, bad := m.strict(x, y); bad {
		return v
	}
	if x.kind == vNone || y.kind == vNone {
		return truth(x.kind == y.kind)
	}
	switch s.kind {
	case listKind:
		if m.same(x, y) {
			return value{kind: vBool, n: 1}
		}
		return m.equalLists(x, y, *s.part)
	case pairKind:
		v := m.equal(m.items[x.a], m.items[y.a], *s.part)
		return m.both(v, m.equal(m.items[x.a+1], m.items[y.a+1], *s.other))
	case atomKind, textKind:
		a, known := m.atom(x)
		b, also := m.atom(y)
		if m.same(x, y) && (known != Known || also != Known) {
			return value{kind: vBool, n: 1}
		}
		if known == Open || also == Open {
			v := value{kind: vBool, n: 1}
			if known == Open {
				v = m.join(v, m.block(x.a))
			}
			if also == Open {
				v = m.join(v, m.block(y.a))
			}
			return v
		}
		return truth(known == Known && also == Known && a == b)
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
			return value{kind: vBool, n: 1}
		}
		v := value{kind: vBool, n: 1}
		for _, w := range [...]value{x, y} {
			if w.kind == vOpen || w.kind == vLine {
				v = m.join(v, m.block(w.a))
			}
		}
		return v
	case x.kind == vFloat || y.kind == vFloat:
		return truth(x.float() == y.float())
	}
	return truth(x.kind == y.kind && x.n == y.n)
}

// same is whether two values are one whatever is known of them.
func (m *Machine) same(x, y value) bool {
	if (x.kind == vNode || x.kind == vOpen) && (y.kind == vNode || y.kind == vOpen) && m.view.Same(Node(x.a), Node(y.a)) {
		m.read(SameFact, x.a, y.a)
		return true
	}
	return false
}

func (m *Machine) equalLists(x, y value, s Sort) value {
	a, b := m.length(x), m.length(y)
	if v, bad := m.strict(a, b); bad {
		return v
	}
	if a.n != b.n {
		return value{kind: vBool}
	}
	x, y = m.list(x), m.list(y)
	all := value{kind: vBool, n: 1}
	for i := range int32(a.n) {
		if all = m.both(all, m.equal(m.items[x.a+i], m.items[y.a+i], s)); all.kind == vBool && all.n == 0 || all.kind == vError {
			break
		}
	}
	return all
}

// atom is an element type, or a text.
func (m *Machine) atom(v value) (string, Knowledge) {
	if v.kind == vText {
		return m.textOf(v), Known
	}
	if v.kind != vNode {
		return "", Fixed
	}
	s, k := m.view.Atom(Node(v.a))
	if k != Open {
		m.read(AtomFact, v.a, 0)
	}
	return s, k
}

// call calls a function of the library, of the file, or a constructor.
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
	if e.fn == nil && m.rel.Vocabulary.Heads[e.head].Types {
		var l value
		if len(e.Args) == 1 && e.Args[0].sort.kind == listKind && e.Args[0].Op != Rest {
			l = m.list(m.eval(e.Args[0]))
		} else {
			l = m.literal(e)
		}
		if l.kind != vList {
			return l
		}
		m.items = append(m.items, l)
		n := int32(len(m.items))
		return value{kind: vTypes, a: n - 1, b: n, n: int64(e.head)}
	}
	at := len(m.stack)
	for _, x := range e.Args {
		v := m.eval(x)
		m.stack = append(m.stack, v)
	}
	if e.fn != nil {
		v := e.fn.run(m, e, m.stack[at:])
		m.stack = m.stack[:at]
		return v
	}
	from := m.begin()
	m.items = append(m.items, m.stack[at:]...)
	m.stack = m.stack[:at]
	v := m.made(e, from)
	if v.kind != vList {
		return v
	}
	v.kind, v.n = vHead, int64(e.head)
	return v
}

// fire evaluates what a clause tells.
func (m *Machine) fire(c *Clause, number int) {
	o := &m.out
	o.State, o.Clause = Fires, number
	for _, s := range c.same {
		o.Tells = append(o.Tells, Tell{Term{Node: m.args[s[0]]}, Term{Node: m.args[s[1]]}})
	}
	for _, t := range c.Tells {
		m.ask = t
		x, y := m.eval(t.Args[0]), m.eval(t.Args[1])
		left := m.term(x, y)
		right := m.term(y, x)
		if o.State == Fails {
			o.Ask, o.At = TellAsk, t
			return
		}
		o.Tells = append(o.Tells, Tell{left, right})
	}
}

// term is what is told of a value that is to be equal to another one.
func (m *Machine) term(v, other value) Term {
	o := &m.out
	switch v.kind {
	case vNode, vOpen:
		return Term{Node: Node(v.a), why: v.why}
	case vInt:
		if v.n < 0 {
			return m.term(m.fail(m.ask, "a size would be %s", v), other)
		}
		return Term{Kind: SizeTerm, Size: Size(v.n), why: v.why}
	case vSize:
		return Term{Kind: SizeTerm, Size: Size(v.n), why: v.why}
	case vMark:
		return Term{Kind: MarkTerm}
	case vHole:
		return Term{Kind: HoleTerm, Hole: int(v.n)}
	case vText:
		return Term{Kind: AtomTerm, Name: m.textOf(v)}
	case vLine:
		return m.solve(v, other)
	case vTypes:
		t := m.terms(m.items[v.a], m.typesOf(other))
		t.Kind, t.Head = HeadTerm, int(v.n)
		return t
	case vHead:
		t := m.terms(v, other)
		t.Kind, t.Head = HeadTerm, int(v.n)
		return t
	case vList:
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
	return m.term(v.usable(m), other)
}

func (m *Machine) terms(v, other value) Term {
	o := &m.out
	n := int(v.b - v.a)
	t := Term{First: len(o.Terms), Count: n}
	for range n {
		o.Terms = append(o.Terms, Term{})
	}
	for i := range n {
		item := m.items[int(v.a)+i]
		part := m.term(item, m.partOf(item, v, other, i))
		o.Terms[t.First+i] = part
	}
	return t
}

// typesOf is the list of a value that is a head of types.
func (m *Machine) typesOf(v value) value {
	if v.kind == vTypes {
		return m.items[v.a]
	}
	return v
}

// partOf is what a part is to be equal to, where that is asked for: if something can be
// solved by it.
func (m *Machine) partOf(item, v, other value, i int) value {
	switch item.kind {
	case vLine, vList, vHead, vTypes:
	default:
		return value{}
	}
	switch other.kind {
	case vList, vHead:
		if i < int(other.b-other.a) {
			return m.items[int(other.a)+i]
		}
	case vNode:
		if v.kind == vHead {
			switch h := m.view.Head(Node(other.a)); {
			case h == OpenHead:
				return m.block(other.a)
			case h == int(v.n):
				m.read(HeadFact, other.a, 0)
				return m.partNode(other.a, i)
			}
			return value{}
		}
		switch n := m.view.Length(Node(other.a)); {
		case n == OpenLength:
			return m.block(other.a)
		case i < n:
			m.read(LengthFact, other.a, 0)
			return m.itemNode(other.a, i)
		}
	case vBlocked:
		return other
	}
	return value{}
}

// solve finds the open size of a line that is to be equal to something.
func (m *Machine) solve(v, other value) Term {
	is := m.dim(other)
	switch is.kind {
	case vInt:
		l := m.linear[v.b]
		if d, ok := subtractInt(is.n, l.plus); ok {
			if n, ok := floorInt(d, l.times); ok && n*l.times == d && n >= 0 {
				m.out.Tells = append(m.out.Tells, Tell{Term{Node: Node(v.a)}, Term{Kind: SizeTerm, Size: Size(n)}})
				return Term{Kind: SizeTerm, Size: Size(is.n)}
			}
		}
		n := func(n int64) value { return value{kind: vInt, n: n} }
		switch {
		case l.times == 1:
			return m.term(m.fail(nil, "no size plus %s is %s", n(l.plus), is), value{})
		case l.plus == 0:
			return m.term(m.fail(nil, "no size times %s is %s", n(l.times), is), value{})
		}
		return m.term(m.fail(nil, "no size times %s plus %s is %s", n(l.times), n(l.plus), is), value{})
	case vOpen:
		return m.term(m.join(m.block(v.a), m.block(is.a)), value{})
	case vBlocked:
		return m.term(m.join(m.block(v.a), is), value{})
	}
	return m.term(m.block(v.a), value{})
}
