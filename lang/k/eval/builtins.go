package eval

import (
	"slices"
	"unicode/utf8"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/k"
)

// A builtin implements a built-in function. It returns nil where the function is undefined, which includes all
// unexpected kinds of values, and when the run has ended.
type builtin func(m *machine, at int32, v Value) Value

// builtins are in the order of k.Builtins; constants are nil.
var builtins = func() []builtin {
	table := map[string]builtin{
		"FDIV": fdiv, "PLUS": plus, "TIMES": times, "DIV": div, "CONCAT": concatenate, "toVEC": toVec,
		"GT": greater, "EQ": equal, "CONS": cons, "SNOC": snoc, "toJSON": toJSON, "fromJSON": fromJSON,
		"toDateMsec": toDateMsec, "toDateStr": toDateStr, "_log!": log,
	}
	list := make([]builtin, len(k.Builtins))
	for i, name := range k.Builtins {
		list[i] = table[name]
	}
	return list
}()

func (m *machine) builtin(at int32, b int8, v Value) Value { return builtins[b](m, at, v) }

// members returns the members of a vector.
func members(v Value) ([]Value, bool) {
	n, ok := v.(*node)
	if !ok || n.shape.kind != Vector {
		return nil, false
	}
	return n.parts, true
}

// fold combines numbers from left to right. size bounds the size of a result in bytes.
func (m *machine) fold(v, start Value, size func(a, b Value) int, join func(a, b Value) Value) Value {
	list, ok := members(v)
	if !ok || !m.steps(int64(len(list))) {
		return nil
	}
	sum := start
	for _, n := range list {
		if !isNumber(n) {
			return nil
		}
		if _, ok := n.(small); !ok || sum.Kind() != Int || numberSize(sum) > 8 {
			s := size(sum, n)
			if !m.fits(s) || !m.steps(bigSteps+int64(s)/64) {
				return nil
			}
		}
		sum = join(sum, n)
	}
	if !m.charge(numberSize(sum), sum) {
		return nil
	}
	return sum
}

func plus(m *machine, _ int32, v Value) Value {
	return m.fold(v, cached[0-leastCached], alignedSize, add)
}

func times(m *machine, _ int32, v Value) Value {
	// Multiplication takes longer than linear time; size includes that.
	return m.fold(v, cached[1-leastCached], func(a, b Value) int {
		x, y := numberSize(a), numberSize(b)
		return x + y + min(x, y)/64*max(x, y)/64
	}, multiply)
}

// alignedSize bounds the size of two numbers with a common exponent.
func alignedSize(a, b Value) int {
	return numberSize(a) + numberSize(b)
}

// pairOf returns the first two members of a vector, if they are numbers and the second is not 0.
func pairOf(v Value) (a, b Value, ok bool) {
	list, ok := members(v)
	if !ok || len(list) < 2 || !isNumber(list[0]) || !isNumber(list[1]) || list[1] == cached[0-leastCached] {
		return nil, nil, false
	}
	return list[0], list[1], true
}

func div(m *machine, _ int32, v Value) Value {
	a, b, ok := pairOf(v)
	if !ok || a.Kind() != Int || b.Kind() != Int {
		return nil
	}
	if x, y := int64(numberSize(a)), int64(numberSize(b)); x+y > 16 && !m.steps(bigSteps+x/64*y/64) {
		return nil
	}
	q, r := divide(a, b)
	return m.pair(divShape, q, r)
}

var (
	divShape  = &shape{kind: Product, labels: []string{"div", "rem"}}
	cellShape = &shape{kind: Product, labels: []string{"car", "cdr"}}
)

// pair makes a product of two fields.
func (m *machine) pair(s *shape, a, b Value) Value {
	n := blank(s, 2)
	n.parts[0], n.parts[1] = a, b
	return m.counted(n)
}

func fdiv(m *machine, _ int32, v Value) Value {
	a, b, ok := pairOf(v)
	if !ok || !m.steps(4*bigSteps+int64(alignedSize(a, b))/64) {
		return nil
	}
	q := quotient(a, b)
	if q != nil && !m.charge(numberSize(q), q) {
		return nil
	}
	return q
}

func concatenate(m *machine, _ int32, v Value) Value {
	list, ok := members(v)
	if !ok || !m.steps(int64(len(list))) {
		return nil
	}
	size := textSize
	for _, t := range list {
		t, ok := t.(*text)
		if !ok {
			return nil
		}
		size += len(t.s)
	}
	if !m.fits(size) || !m.steps(int64(size)/16) {
		return nil
	}
	b := make([]byte, 0, size)
	for _, t := range list {
		b = concat(b, t.(*text).s)
	}
	return m.text(string(b))
}

// text makes a newly allocated text.
func (m *machine) text(s string) Value {
	v := &text{s: s}
	if !m.charge(textSize+len(s), v) {
		return nil
	}
	return v
}

func toVec(m *machine, _ int32, v Value) Value {
	t, ok := v.(*text)
	if !ok || !m.steps(int64(len(t.s))) || !m.fits(40*len(t.s)) {
		return nil
	}
	list := make([]Value, 0, len(t.s))
	for s := t.s; s != ""; {
		_, n := utf8.DecodeRuneInString(s)
		if n == 1 && s[0] >= utf8.RuneSelf {
			n = min(3, len(s)) // a lone surrogate
		}
		c := s[:n]
		s = s[n:]
		list = append(list, &text{s: c})
	}
	if !m.charge(textSize*len(list), nil) {
		return nil
	}
	if len(list) == 0 {
		return emptyVector
	}
	return m.fresh(vectorOf(list), list)
}

func greater(m *machine, _ int32, v Value) Value {
	list, ok := members(v)
	if !ok || !m.steps(int64(len(list))) {
		return nil
	}
	for i := 1; i < len(list); i++ {
		if sign, ok := order(list[i-1], list[i]); !ok || sign <= 0 {
			return nil
		}
	}
	return v
}

func equal(m *machine, _ int32, v Value) Value {
	list, ok := members(v)
	if !ok {
		return nil
	}
	for i := 1; i < len(list); i++ {
		if same, known := equalUpTo(list[0], list[i], m.step); !same || !known {
			return nil
		}
	}
	return v
}

func cons(m *machine, _ int32, v Value) Value {
	n, ok := v.(*node)
	if !ok || n.shape.kind != Product {
		return nil
	}
	first, rest := labelIndex(n.shape.labels, "car"), labelIndex(n.shape.labels, "cdr")
	if first < 0 || rest < 0 {
		return nil
	}
	tail, ok := n.parts[rest].(*node)
	if !ok || tail.shape.kind != Vector {
		return nil
	}
	return m.prepend(n.parts[first], tail)
}

// prepend puts a member in front of a vector. It uses the free memory there if no other vector has used it, so that
// building a vector member by member takes linear time.
func (m *machine) prepend(v Value, tail *node) Value {
	if m.owner == nil {
		m.owner = new(owner)
	}
	n := len(tail.parts)
	r := tail.shape.buffer
	if r != nil && r.owner == m.owner && r.free > 0 && n > 0 && &r.cells[r.free] == &tail.parts[0] {
		r.free--
		r.cells[r.free] = v
		return m.node(tail.shape, r.cells[r.free:r.free+n+1:r.free+n+1])
	}
	if n+1 < longVector {
		parts := make([]Value, n+1)
		parts[0] = v
		copy(parts[1:], tail.parts)
		return m.fresh(vectorShape, parts)
	}
	if !m.steps(int64(n)/16) || !m.fits(32*n) {
		return nil
	}
	r = &buffer{cells: make([]Value, 2*n+1), free: n, owner: m.owner}
	r.shape = shape{kind: Vector, buffer: r}
	r.cells[n] = v
	copy(r.cells[n+1:], tail.parts)
	made := &node{shape: &r.shape, parts: r.cells[n:]}
	if !m.charge(bufferSize+nodeSize+16*len(r.cells), made) {
		return nil
	}
	return made
}

func snoc(m *machine, _ int32, v Value) Value {
	n, ok := v.(*node)
	if !ok || n.shape.kind != Vector || len(n.parts) == 0 {
		return nil
	}
	rest := emptyVector
	if len(n.parts) > 1 {
		if rest = m.node(n.shape, n.parts[1:]); rest == nil {
			return nil
		}
	}
	return m.pair(cellShape, n.parts[0], rest)
}

func toJSON(m *machine, at int32, v Value) Value {
	if openWithin(v, m.step) {
		return m.fail(lang.OpenWithin, at, v, "an open vector within a value cannot be written as JSON",
			"it is given "+quoted(v), "put a `^` where it should be collected")
	}
	if m.verdict > lang.Undefined {
		return nil
	}
	most := -1
	if m.bound >= 0 {
		most = int(m.bound / 2) // the text exists twice for a moment
	}
	b, all := AppendUpTo(nil, v, most)
	if !all {
		m.end(lang.OutOfMemory)
		return nil
	}
	if !m.steps(int64(len(b)) / 16) {
		return nil
	}
	return m.text(string(b))
}

// openWithin reports whether some part of a value is open, while step returns true (nil: always). It visits each part,
// shared parts once.
func openWithin(v Value, step func() bool) bool {
	now := beginVisits()
	defer visits.Unlock()
	stack := slices.Clone(Parts(v))
	for len(stack) > 0 {
		n, ok := stack[len(stack)-1].(*node)
		stack = stack[:len(stack)-1]
		if !ok || len(n.parts) == 0 && n.shape.kind != Open {
			continue
		}
		if n.shape.kind == Open {
			return true
		}
		if step != nil && !step() {
			return false
		}
		if n.visit.first(now) {
			stack = append(stack, n.parts...)
		}
	}
	return false
}

// OpenWithin reports whether some part of a value is open, so that it has no JSON. It does not matter whether the value
// itself is open.
func OpenWithin(v Value) bool { return openWithin(v, nil) }

func fromJSON(m *machine, at int32, v Value) Value {
	t, ok := v.(*text)
	if !ok || !m.steps(int64(len(t.s))/4) {
		return nil
	}
	if !m.fits(16 * len(t.s)) { // a parsed text is larger than the text
		return nil
	}
	read, err := ReadJSON([]byte(t.s))
	if err != nil {
		return m.fail(lang.NoJSON, at, v, "the text "+quoted(v)+" is not JSON: "+err.Error(),
			"it is given this text", "")
	}
	if !m.charge(32*len(t.s), read) {
		return nil
	}
	return read
}

func log(m *machine, _ int32, v Value) Value {
	if m.options.Log != nil {
		m.options.Log(v)
	}
	return v
}
