package relation

import (
	"slices"

	"github.com/patgraph/patgraph/internal/cancel"
)

// A Machine runs instances of relations. It reuses its memory between runs and belongs to one goroutine.
type Machine struct {
	Sizes *Sizes
	Watch *cancel.Watch // counts the work of runs, and may end it

	view  View
	rel   *Relation
	args  []Node
	attrs []Value

	items   []value // of lists; a list is a range of them
	blocked []blocker
	errors  []problem
	texts   []string
	linear  []line
	demands []demand
	slots   []value // of the clause and the functions that are being called
	frame   int     // where the slots of the current one begin
	stack   []value // arguments of functions of the library
	lists   map[Node]value
	places  index
	attr    []value // values of attributes that were used
	out     Outcome
	holes   int
	unsure  bool // which items are in the current list comprehension depends on a mark
	entries bool // terms are entries of a tensor, which may be negative or have fractions
	steps   int
	seen    int     // steps that the watch has counted
	pause   int     // the number of steps at which the watch counts next
	most    int     // the limit of steps of this run
	current *Expr   // the guard, the pattern of the head or the effect that is evaluated
	trace   *tracer // nil: origins of numbers are not recorded
	tracer  tracer  // of the last run that recorded them
	wrong   value   // the error that refuted a guard or an effect
}

// Bounds of one run. Practical relations stay far below them.
const (
	maxSteps       = 1 << 18
	maxItems       = 1 << 16
	maxEffectParts = 1 << 20 // parts of the effects of a run
	stepsPerItem   = 1 << 8  // more, for each item of a list that the run is given
	mostItems      = 1 << 18 // of such a list
	maxEntries     = 1 << 10 // of a tensor; a longer list gets the mark
)

// manyLists is the largest map of lists that is cleared and used again: clearing a map costs its capacity.
const manyLists = 1 << 8

// Messages of a run that exceeds a limit. Their code is that of limits.
const (
	tooManySteps = "this takes too many steps"
	tooLong      = "the list gets too long"
	tooLongOf    = "a list of %s gets too long"
)

const (
	stepsAtOnce  = 1 << 8 // that the watch counts
	stepsOfWatch = 4      // that take about as long as one step of a watch
)

// spend counts steps, and reports whether they exceed the limit.
func (m *Machine) spend(n int) bool {
	m.steps += n
	return m.steps > m.pause && m.overLimit()
}

// overLimit makes the watch count the steps, and reports whether they exceed the limit.
func (m *Machine) overLimit() bool {
	m.Watch.Steps((m.steps - m.seen) / stepsOfWatch)
	m.seen, m.pause = m.steps, min(m.steps+stepsAtOnce, m.most)
	return m.steps > m.most
}

func (m *Machine) resetSteps() { m.steps, m.seen, m.pause = 0, 0, stepsAtOnce }

// raiseLimit raises the limit of steps for a list of the arguments or the attributes.
func (m *Machine) raiseLimit(items int) {
	m.most += stepsPerItem * items
	m.spend(items)
}

// longest returns how many items a list may have.
func (m *Machine) longest() int { return max(maxItems, m.most/stepsPerItem) }

func (m *Machine) tooMany() value { return m.fail(tooManySteps) }

// Spent returns the cost of the last run, in steps of a watch.
func (m *Machine) Spent() int { return m.steps / stepsOfWatch }

// Run runs an instance of a relation with its arguments and its attributes in the order of Relation.Attrs. If early is
// -1 it runs the relation itself, otherwise the clause with this number among the clauses beside it, Early before Late:
// such a clause fires without effects if its guards are refuted. It takes time in what the clauses evaluate.
func (m *Machine) Run(view View, r *Relation, early int, args []Node, attrs []Value) *Outcome {
	m.trace = nil
	return m.run(view, r, early, args, attrs)
}

func (m *Machine) run(view View, r *Relation, early int, args []Node, attrs []Value) *Outcome {
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
		promised := len(m.out.Promises)
		ok, guard := m.clause(c)
		if ok.kind == vBlocked {
			m.wait(ok)
			return m.end()
		}
		if ok.n != 0 {
			m.fire(c, i)
			return m.end()
		}
		m.out.Promises = m.out.Promises[:promised]
		if guard > far {
			best, far, at = i, guard, m.current
		}
	}
	m.out.State, m.out.Clause, m.out.Guard, m.out.At = Fails, best, max(far, InHead), at
	return m.end()
}

// extra returns a clause beside the relation itself.
func (r *Relation) extra(i int) *Clause {
	if i < len(r.Early) {
		return r.Early[i]
	}
	return r.Late[i-len(r.Early)]
}

// Idle reports whether a late clause of an instance (numbered as in Run) has an effect: it fires, and nothing is known
// yet of the left sides of its effects. The caller checks all late clauses when no instance can make progress, and then
// states those that report true, so their order does not matter.
func (m *Machine) Idle(view View, r *Relation, late int, args []Node, attrs []Value) bool {
	o := m.Run(view, r, late, args, attrs)
	if o.State != Fires || len(o.Effects) == 0 {
		return false
	}
	for _, t := range o.Effects {
		if t.Left.Kind != NodeTerm {
			return false
		}
		_, size := view.Size(t.Left.Node)
		_, atom := view.Atom(t.Left.Node)
		if size != Open || atom != Open || view.Head(t.Left.Node) != OpenHead ||
			view.Length(t.Left.Node) != OpenLength {
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
	m.texts, m.demands = m.texts[:0], m.demands[:0]
	m.slots, m.stack, m.frame = m.slots[:0], m.stack[:0], 0
	if len(m.lists) > manyLists {
		m.lists = nil
	}
	clear(m.lists)
	m.attr = append(m.attr[:0], make([]value, len(attrs))...)
	m.places.of = value{}
	m.holes, m.current, m.wrong, m.unsure, m.entries = 0, nil, value{}, false, false
	m.most = maxSteps
	m.resetSteps()
	o := &m.out
	*o = Outcome{Effects: o.Effects[:0], Terms: o.Terms[:0], Waits: o.Waits[:0], Promises: o.Promises[:0]}
}

// end completes an outcome; the watch counts the last steps.
func (m *Machine) end() *Outcome {
	o := &m.out
	if o.State == Waits {
		o.Effects, o.Terms, o.Promises = o.Effects[:0], o.Terms[:0], o.Promises[:0]
		slices.Sort(o.Waits)
		o.Waits = slices.Compact(o.Waits)
	} else {
		o.Waits = o.Waits[:0]
	}
	m.overLimit()
	return o
}

func (m *Machine) wait(v value) {
	m.out.State = Waits
	for stack := append(make([]int32, 0, 8), v.a); len(stack) > 0; {
		x := &m.blocked[stack[len(stack)-1]]
		stack = stack[:len(stack)-1]
		switch {
		case x.seen:
			continue
		case x.joins:
			stack = append(stack, x.right, x.left)
		default:
			m.out.Waits = append(m.out.Waits, Node(x.left))
		}
		x.seen = true
		m.spend(1)
	}
}

// clause matches the head and evaluates the guards of a clause: true if all hold, false if one is refuted (and which),
// otherwise blocked.
func (m *Machine) clause(c *Clause) (ok value, guard int) {
	m.slots = append(m.slots[:0], make([]value, c.slots)...)
	m.frame = 0
	all := truth(true)
	if !c.takes(m.attrs) {
		return truth(false), InHead - 1
	}
	for i, p := range c.Args {
		m.current = p
		v := m.match(p, m.node(m.args[i]))
		switch {
		case v.kind == vBlocked:
			all = m.both(all, v)
		case v.kind == vError:
			m.wrong = v
			return truth(false), InHead
		case v.n == 0:
			return truth(false), InHead
		case v.n == some:
			m.promise(v)
		}
	}
	for i, e := range c.Guards {
		m.current = e
		if m.trace != nil {
			m.trace.refuted = nil
		}
		switch v := m.goal(e); v.kind {
		case vBlocked:
			all = m.both(all, v)
		case vError:
			m.wrong = v
			return truth(false), i
		default:
			m.wrong = value{}
			if v.n == 0 {
				return v, i
			}
			if v.n == some {
				m.promise(v)
			}
		}
	}
	m.current = nil
	return all, 0
}

// goal evaluates a guard, which may have a message.
func (m *Machine) goal(e *Expr) value {
	if e.Op != Otherwise {
		return m.truthOf(e)
	}
	v := m.truthOf(e.Args[0])
	if m.trace != nil && m.trace.refuted == nil && (v.kind == vError || v.kind == vBool && v.n == 0) {
		m.trace.refuted = e
	}
	return v
}

func (v *Value) form() Forms {
	if v.Form == 0 {
		return NoneForm
	}
	return v.Form
}

// match matches a pattern against a value: it binds variables and returns whether the pattern fits, a truth value or
// blocked. It never decides anything about the value.
func (m *Machine) match(p *Expr, v value) value {
	yes := truth(true)
	m.steps++
	switch p.Op {
	case Hole:
		return yes
	case Name:
		if p.slot < 0 { // an element type
			return m.equal(m.text(p.Name), v, p.sort)
		}
		slot := &m.slots[m.frame+int(p.slot)]
		if slot.kind == unset {
			*slot = v
			return yes
		}
		if p.sort.kind == typeKind {
			return yes // a repeated whole argument is an effect
		}
		return m.equal(*slot, v, p.sort)
	case Call: // a head
		head, bad := m.headOf(v)
		switch {
		case bad.kind != unset:
			m.bindAll(p, bad)
			return bad.matched(m)
		case head != int(p.head):
			return truth(false)
		case m.rel.Vocabulary.Heads[head].Types:
			if v.kind == vHead {
				v.kind = vList
			}
			return m.matchItems(p.Args, v)
		}
		all := yes
		for i, q := range p.Args {
			if all = m.both(all, m.match(q, m.partOfType(v, i))); all.kind == vBool && all.n == 0 {
				break
			}
		}
		return all
	case List, Tuple:
		if p.sort.kind == pairKind {
			if v.kind != vList {
				m.bindAll(p, v)
				return v.matched(m)
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

// headOf returns the head of a type. Otherwise bad is the mark, blocked, or the error.
func (m *Machine) headOf(v value) (head int, bad value) {
	if v.kind == vHead {
		return int(v.n), value{}
	}
	if v.kind != vNode {
		return OtherHead, v
	}
	head = m.view.Head(Node(v.a))
	switch head {
	case OpenHead:
		bad = m.block(v.a)
	case MarkHead:
		bad = value{kind: vMark, a: v.a, why: v.why}
	}
	return head, bad
}

// partOfType returns a part of a type with a head.
func (m *Machine) partOfType(v value, part int) value {
	if v.kind == vNode {
		return m.partNode(v.a, part)
	}
	return m.items[int(v.a)+part]
}

// matched returns whether a pattern fits a value that cannot be inspected: one with the mark is assumed to fit.
func (v value) matched(m *Machine) value {
	if v.kind == vMark {
		return m.assume()
	}
	return v
}

func (m *Machine) matchItems(ps []*Expr, v value) value {
	rest := slices.IndexFunc(ps, func(p *Expr) bool { return p.Op == Rest })
	n := m.length(v)
	if n.kind != vInt {
		for _, p := range ps {
			m.bindAll(p, n)
		}
		if n.kind == vError {
			return truth(false)
		}
		return n.matched(m)
	}
	if rest < 0 && int(n.n) != len(ps) || rest >= 0 && int(n.n) < len(ps)-1 {
		return truth(false)
	}
	l := m.list(v)
	if l.kind == vError { // too long
		return l
	}
	if len(ps) == 1 && rest == 0 && v.kind == vNode { // the whole list
		m.slots[m.frame+int(ps[0].slot)] = l
		return truth(true)
	}
	all := truth(true)
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

// bindAll binds the unbound variables of a pattern to v, the value of the whole.
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
