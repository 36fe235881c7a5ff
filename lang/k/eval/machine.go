package eval

import (
	"cmp"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/k"
)

// A machine is one run.
type machine struct {
	p       *Program
	options *Options

	frames []frame
	values []Value // parts of unfinished values

	// Fuel is counted in slices; the machine checks its bounds at the end of each.
	slice, rest, spent int64

	memory
	repetition
	verdict lang.Verdict // if it is not Defined, the run has ended or an expression is undefined
	failure *Error
	last    int32 // the last undefined expression, with its input
	on      Value

	owner *owner // of the vectors whose memory this run may extend

	// Used by member.
	marks  []*mark  // by type: the mark of this run
	likely []*shape // by type: the last shape that belonged to it
	claims []claim
	noted  []*node
}

type frameKind uint8

const (
	frameComp    frameKind = iota // waits for an element of a composition
	frameMembers                  // runs the rest of a composition for each member
	frameMerge                    // has further branches
	frameParts                    // waits for a field or an element
	frameCaret
	frameObserved
)

// A frame is an expression that waits for one of its parts.
type frame struct {
	kind   frameKind
	node   int32
	next   int32 // the next part
	member int32 // frameMembers: the current member
	base   int   // start of its own parts in values
	in     Value // the input of the parts; frameMembers: the open value
}

const frameSize = 48

// sliceSteps is the number of steps between checks. It is prime, so that the checks meet each state of a loop. Tests
// set a smaller one.
var sliceSteps int64 = 1<<16 + 1

func (m *machine) begin() {
	m.rest = cmp.Or(m.options.Fuel, DefaultFuel) // negative: no bound
	m.verdict = lang.Defined
	m.bound = cmp.Or(m.options.Memory, DefaultMemory)
	m.measureAt = m.bound
	m.refuel()
}

// step takes a step. It reports false if the run has ended.
func (m *machine) step() bool {
	if m.slice--; m.slice >= 0 {
		return true
	}
	return m.refuel()
}

// steps takes many steps at once.
func (m *machine) steps(n int64) bool {
	for n > m.slice {
		n -= m.slice
		if m.slice = 0; !m.refuel() {
			return false
		}
	}
	m.slice -= n
	return true
}

// refuel begins the next slice, and takes its first step if one was due.
func (m *machine) refuel() bool {
	due := int64(0)
	if m.slice < 0 {
		m.slice, due = 0, 1
	}
	switch {
	case m.verdict > lang.Undefined:
		m.slice = 0
		return false
	case m.options.Interrupt != nil && m.options.Interrupt.Load():
		return m.end(lang.Interrupted)
	case m.rest == 0:
		return m.end(lang.OutOfFuel)
	case m.rest < 0:
		m.slice = sliceSteps
	default:
		m.slice = min(m.rest, sliceSteps)
		m.rest -= m.slice
	}
	m.spent += m.slice
	m.slice -= due
	return true
}

// nextSlice is refuel before an expression is evaluated on v. It ends a run that never ends by itself.
func (m *machine) nextSlice(at int32, v Value) bool {
	return m.refuel() && (!m.repeats(at, v) || m.end(lang.Endless))
}

// end ends the run. It returns false for the convenience of its callers.
func (m *machine) end(v lang.Verdict) bool {
	m.spent -= max(m.slice, 0)
	m.verdict, m.slice = v, 0
	return false
}

// fail ends the run with an error.
func (m *machine) fail(code lang.Code, e int32, in Value, message, label, help string) Value {
	m.failure = &Error{Code: code, Node: k.NodeID(e), Span: m.p.Tree.Span(k.NodeID(e)), Message: message, Label: label,
		Help: help, Value: in}
	m.end(lang.Failed)
	return nil
}

// larger returns the new size of a full stack. Both stacks exist while one is copied, so a long one grows by less.
func larger(size int) int {
	if size < 1<<16 {
		return max(16, 2*size)
	}
	return size + size/4
}

func (m *machine) push(f frame) bool {
	if len(m.frames) == cap(m.frames) {
		size := larger(cap(m.frames))
		if !m.reserve(size*frameSize, f.in) {
			return false
		}
		m.frames = append(make([]frame, 0, size), m.frames...)
	}
	m.frames = append(m.frames, f)
	return true
}

func (m *machine) pushValue(v Value) bool {
	if len(m.values) == cap(m.values) {
		size := larger(cap(m.values))
		if !m.reserve(size*16, v) {
			return false
		}
		m.values = append(make([]Value, 0, size), m.values...)
	}
	m.values = append(m.values, v)
	return true
}

func (m *machine) dropValues(base int) {
	clear(m.values[base:]) // do not keep them alive
	m.values = m.values[:base]
}

func (m *machine) pop() {
	last := len(m.frames) - 1
	m.frames[last].in = nil
	m.frames = m.frames[:last]
}

// run evaluates an expression. It is one loop with three entries: evaluate the expression at on v; deliver v to the top
// frame; or, if v is nil, find a frame that can continue.
func (m *machine) run(at int32, v Value) (o Outcome) {
	code, observer := m.p.code, m.options.Observer
	var f *frame
	var n *instruction
	var kid int32
	var in Value

evaluate:
	if observer != nil {
		observer.Enter(k.NodeID(at), v)
		if !m.push(frame{kind: frameObserved, node: at, in: v}) {
			goto over
		}
	}
	if m.slice--; m.slice < 0 && !m.nextSlice(at, v) {
		goto over
	}
	n = &code[at]
	switch n.op {
	case opRef:
		at = n.ref
		goto evaluate
	case opComp:
		kid = 0
		goto compose
	case opMerge:
		kid = 0
		goto merge
	case opProduct, opVariant, opVector:
		if !m.push(frame{kind: frameParts, node: at, base: len(m.values), in: v}) {
			goto over
		}
		f = &m.frames[len(m.frames)-1]
		goto build
	case opCaret:
		if !m.push(frame{kind: frameCaret, node: at}) {
			goto over
		}
		at = n.kids[0]
		goto evaluate
	}
	if v = m.leaf(at, n, v); v == nil {
		goto undefined
	}
	goto deliver

compose: // at is a composition, which continues with kid on v
	for last := int32(len(n.kids) - 1); ; kid++ {
		if kid > 0 && isOpen(v) {
			if !m.push(frame{kind: frameMembers, node: at, next: kid, member: -1, base: len(m.values), in: v}) {
				goto over
			}
			f = &m.frames[len(m.frames)-1]
			goto nextMember
		}
		if kid == last {
			at = n.kids[kid]
			goto evaluate
		}
		part := &code[n.kids[kid]]
		if part.op > lastLeaf || observer != nil {
			if !m.push(frame{kind: frameComp, node: at, next: kid + 1}) {
				goto over
			}
			at = n.kids[kid]
			goto evaluate
		}
		if !m.step() {
			goto over
		}
		if v = m.leaf(n.kids[kid], part, v); v == nil {
			goto undefined
		}
	}

merge: // at is a merge, which continues with branch kid on v
	for last := int32(len(n.kids) - 1); kid <= last; kid++ {
		if kid == last {
			at = n.kids[kid]
			goto evaluate
		}
		part := &code[n.kids[kid]]
		if part.op > lastLeaf || observer != nil {
			if !m.push(frame{kind: frameMerge, node: at, next: kid + 1, base: len(m.values), in: v}) {
				goto over
			}
			at = n.kids[kid]
			goto evaluate
		}
		if !m.step() {
			goto over
		}
		if out := m.leaf(n.kids[kid], part, v); out != nil {
			v = out
			goto deliver
		}
		if m.verdict > lang.Undefined {
			goto over
		}
	}
	m.last, m.on = at, v // it has no branches
	goto undefined

build: // f is a product, a variant or a vector with all parts before the next one
	n = &code[f.node]
	for int(f.next) < len(n.kids) {
		at = n.kids[f.next]
		part := &code[at]
		f.next++
		if part.op > lastLeaf || observer != nil {
			v = f.in
			goto evaluate
		}
		if !m.step() {
			goto over
		}
		out := m.leaf(at, part, f.in)
		if out == nil {
			goto undefined
		}
		if !m.pushValue(out) {
			goto over
		}
	}
	if v = m.built(n, f); v == nil {
		goto over
	}
	m.pop()
	goto deliver

nextMember: // f runs the rest of a composition, and has the results of all members up to the current one
	if f.member++; int(f.member) < len(f.in.(*node).parts) {
		if !m.step() {
			goto over
		}
		at, kid, v = f.node, f.next, f.in.(*node).parts[f.member]
		n = &code[at]
		goto compose
	}
	if v = m.opened(f.base); v == nil {
		goto over
	}
	m.pop()
	goto deliver

deliver: // v is the value that the top frame waits for
	if len(m.frames) == 0 {
		return m.outcome(v, k.NoNode)
	}
	f = &m.frames[len(m.frames)-1]
	switch f.kind {
	case frameComp:
		at, kid = f.node, f.next
		n = &code[at]
		m.pop()
		goto compose
	case frameMembers:
		if !m.pushValue(v) {
			goto over
		}
		goto nextMember
	case frameMerge:
		m.pop()
		goto deliver
	case frameParts:
		if !m.pushValue(v) {
			goto over
		}
		goto build
	case frameCaret:
		at = f.node
		m.pop()
		if v = m.closed(at, v); v == nil {
			goto over
		}
		goto deliver
	default: // frameObserved
		at, in = f.node, f.in
		m.pop()
		observer.Leave(k.NodeID(at), in, v)
		goto deliver
	}

undefined: // the value that the top frame waits for is undefined, or the run has ended
	if m.verdict > lang.Undefined {
		goto over
	}
	for {
		if len(m.frames) == 0 {
			m.verdict = lang.Undefined
			return m.outcome(nil, k.NoNode)
		}
		f = &m.frames[len(m.frames)-1]
		switch f.kind {
		case frameMerge:
			at, kid, v = f.node, f.next, f.in
			n = &code[at]
			m.pop()
			goto merge
		case frameMembers:
			goto nextMember
		case frameParts:
			m.dropValues(f.base)
		case frameObserved:
			at, in = f.node, f.in
			m.pop()
			observer.Leave(k.NodeID(at), in, nil)
			continue
		}
		m.pop()
	}

over:
	return m.outcome(nil, k.NodeID(at))
}

func (m *machine) outcome(v Value, at k.NodeID) Outcome {
	o := Outcome{Verdict: m.verdict, Value: v, Steps: m.spent - m.slice, At: at, Error: m.failure}
	if o.Verdict <= lang.Undefined || o.Verdict == lang.Failed {
		o.At = k.NoNode
	}
	if o.Verdict == lang.Undefined {
		o.At, o.On = k.NodeID(m.last), m.on
	}
	return o
}

// leaf evaluates an expression that evaluates no other one. It returns nil if it is undefined, which it records, and if
// the run has ended.
func (m *machine) leaf(at int32, n *instruction, v Value) (out Value) {
	switch n.op {
	case opIdentity:
		return v
	case opConstant:
		return n.value
	case opField:
		out = n.field(v)
	case opDot:
		out = n.project(v)
	case opTag:
		return m.fresh(n.shape, []Value{v})
	case opType:
		if m.member(v, n.ref) {
			return v
		}
	case opBuiltin:
		out = m.builtin(at, n.builtin, v)
	case opFilter:
		if !m.options.CheckFilters || m.matches(v, k.NodeID(n.ref)) || m.verdict > lang.Undefined {
			return v
		}
		return m.fail(lang.FilterFailed, at, v, "the value "+quoted(v)+" does not match this filter", "the filter", "")
	case opPipe:
		if p, ok := v.(*node); ok && p.shape.kind == Vector {
			if len(p.parts) == 0 {
				return emptyOpen
			}
			return m.node(openShape, p.parts)
		}
		return m.fail(lang.NoVector, at, v, "`|` opens a vector, but "+quoted(v)+" is not a vector",
			"it is given "+article(v), "")
	default:
		return m.fail(lang.CannotRun, at, v, n.broken, "here", "")
	}
	if out == nil {
		m.last, m.on = at, v
	}
	return out
}

// quoted writes a value for a message.
func quoted(v Value) string { return "`" + Short(v, 60) + "`" }

// article returns the kind of a value with its article.
func article(v Value) string {
	switch k := v.Kind(); k {
	case Null:
		return "null"
	case Int, Open:
		return "an " + k.String()
	default:
		return "a " + k.String()
	}
}

// project returns the part of a value under a label.
func (n *instruction) project(v Value) Value {
	switch v := v.(type) {
	case *node:
		switch v.shape.kind {
		case Product, Variant:
			return n.field(v)
		case Vector:
			if n.indexed && n.index >= 0 && n.index < int64(len(v.parts)) {
				return v.parts[n.index]
			}
		}
		return nil
	case small:
		if n.indexed && n.index == int64(v) {
			return unit
		}
		return nil
	}
	if isText(v, n.label) {
		return unit
	}
	return nil
}

// field returns the part under the label of a product or a variant.
func (n *instruction) field(v Value) Value {
	if v, ok := v.(*node); ok && (v.shape.kind == Product || v.shape.kind == Variant) {
		if i := labelIndex(v.shape.labels, n.label); i >= 0 {
			return v.parts[i]
		}
	}
	return nil
}
