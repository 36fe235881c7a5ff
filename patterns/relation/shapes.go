package relation

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"
)

// broadcast returns the common size of two axes, which is one of the two. Messages begin with words for the axis, if
// there are any.
func (m *Machine) broadcast(v, w value, axis string) value {
	x, y := m.dim(v), m.dim(w)
	if bad, is := m.strict(x, y); is && bad.kind == vError {
		return bad
	}
	switch {
	case y.kind == vInt && y.n == 1:
		return v
	case x.kind == vInt && x.n == 1:
		return w
	case x.kind == vOpen || y.kind == vOpen || x.kind == vLine || y.kind == vLine || x.kind == vBlocked ||
		y.kind == vBlocked:
		if m.same(v, w) {
			return v
		}
		return m.blockedBy(x, y)
	case x.kind == vMark && !(m.rel.Vocabulary.Lenient && y.kind == vSize):
		return w
	case y.kind == vMark && !(m.rel.Vocabulary.Lenient && x.kind == vSize):
		return v
	case x.kind == vMark || y.kind == vMark: // the parameter may be 1
		return value{kind: vMark}
	case x.kind == y.kind && x.n == y.n:
		return v
	case m.mayBroadcast(x, y):
		m.out.Promises = append(m.out.Promises, Promise{Guard: m.current, X: Size(x.n), Y: Size(y.n), OrOne: true})
		if x.kind == vInt || y.kind != vInt {
			return v
		}
		return w
	}
	return m.fail(axis+"%s and %s are neither equal nor 1", x, y)
}

// axisWords names the axis of two shapes that is some places from the right, counted from the left.
func (m *Machine) axisWords(long, short, right int) string {
	name := cmp.Or(m.rel.Vocabulary.Axis, "axis") + " " + strconv.Itoa(long-right)
	if long == short {
		return name + ": "
	}
	return name + " of the result: "
}

// mayBroadcast reports whether two different sizes broadcast for some values of their parameters.
func (m *Machine) mayBroadcast(x, y value) bool {
	may := func(x, y value) bool {
		return m.Sizes.mayEqual(x.n, x.kind == vSize, y.n, y.kind == vSize)
	}
	one := intOf(1)
	return m.rel.Vocabulary.Lenient && (x.kind == vSize || y.kind == vSize) && (may(x, y) || may(x, one) || may(y, one))
}

func (m *Machine) broadcastShapes(a []value) value {
	v, w := a[0], a[1]
	if m.same(v, w) {
		return v
	}
	x, y := m.length(v), m.length(w)
	// A shape without axes leaves the other shape unchanged, whatever that is.
	if x.kind == vInt && x.n == 0 {
		return w
	}
	if y.kind == vInt && y.n == 0 {
		return v
	}
	if (x.kind == vMark || y.kind == vMark) && x.kind != vError && y.kind != vError {
		return value{kind: vMark}
	}
	if x.kind == vBlocked || y.kind == vBlocked {
		return m.join(x, y)
	}
	if bad, is := m.strict(x, y); is {
		if v.kind != vError && w.kind != vError { // one of them is a parameter
			return m.fail("the shapes %s and %s are not known to broadcast", v, w)
		}
		return bad
	}
	l, s := m.list(v), m.list(w)
	if bad, is := m.strict(l, s); is {
		return bad
	}
	swapped := l.b-l.a < s.b-s.a
	if swapped {
		l, s = s, l
	}
	from := m.beginList()
	short := s.b - s.a
	m.items = append(m.items, m.items[l.a:l.b-short]...)
	for i := short; i > 0; i-- {
		p, q := m.items[l.b-i], m.items[s.b-i]
		if swapped {
			p, q = q, p
		}
		v := m.broadcast(p, q, m.axisWords(int(l.b-l.a), int(short), int(i)))
		if v.kind == vError {
			m.items = m.items[:from]
			return v
		}
		m.items = append(m.items, v)
	}
	return m.endList(from)
}

// sliceLength returns how many items a slice has: slicelen(d, begin, end, stride), where begin or end may be none.
func (m *Machine) sliceLength(a []value) value {
	d, begin, end, stride := m.dim(a[0]), a[1], a[2], a[3]
	for _, x := range []value{begin, end, stride} {
		if x.kind == vError || x.kind == vBlocked {
			return x
		}
	}
	if stride.kind != vInt || stride.n == 0 || stride.n == math.MinInt64 {
		return m.fail("a stride cannot be %s", stride)
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
		return d.mismatch(m)
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
		return m.fail("a slice from %s to %s of %s goes the wrong way", intOf(from),
			intOf(to), d)
	}
	n := long / step
	if long%step != 0 {
		n++
	}
	return value{kind: vInt, n: n, why: m.derived("slicelen", n, d, begin, end, stride)}
}

// reshape changes a shape by a list of codes: reshape(s, codes, zeros). A code above 0 is a size; 0 copies an axis, or
// is a size if zeros is true; -1 is inferred; -2 copies all remaining axes; -3 merges two; -4 splits one into the next
// two codes.
func (m *Machine) reshape(a []value) value {
	s, codes, zeros := a[0], a[1], a[2].n != 0
	var out []value
	left := intOf(1) // product of the input axes that no code takes over
	ours := intOf(1) // product of the output axes that no code takes over
	hole := -1
	at := s.a
	take := func() (value, bool) {
		if at >= s.b {
			return m.fail("there are more codes than axes: %s", intOf(s.b-s.a)), false
		}
		at++
		return m.dim(m.items[at-1]), true
	}
	times := func(x, y value) value { return m.arithmetic(Multiply, x, y) }
	pass := func() {
		if at < s.b {
			left = times(left, m.dim(m.items[at]))
			at++
		}
	}
	for i := codes.a; i < codes.b; i++ {
		c := m.items[i]
		switch code := c.n; {
		case code > 0 || code == 0 && zeros:
			out = append(out, c)
			ours = times(ours, c)
			pass()
		case code == -1:
			if hole >= 0 {
				return m.fail("only one -1 can be worked out")
			}
			hole = len(out)
			out = append(out, value{})
			pass()
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
				return m.fail("two sizes are expected after -4")
			}
			x, y := m.items[i+1], m.items[i+2]
			i += 2
			for _, x := range [...]value{x, y} {
				if x.n < -1 || x.n == 0 {
					return m.fail("an axis cannot be split into %s", x)
				}
			}
			if x.n == -1 && y.n == -1 {
				return m.fail("one of the two sizes after -4 has to be given")
			}
			if x.n == -1 {
				x = m.exactly(d, y)
			} else if y.n == -1 {
				y = m.exactly(d, x)
			} else if v := m.equal(times(x, y), d, dimSort); v.kind == vBool && v.n == 0 {
				return m.fail("an axis of %s cannot be split into %s and %s", d, x, y)
			} else if v.kind != vBool {
				x = v
			}
			out = append(out, x, y)
		default:
			return m.fail("%s is not a code of a shape", c)
		}
	}
	for at < s.b {
		pass()
	}
	return m.completed(s, out, hole, left, ours)
}

// completed returns a list of axes as a shape with as many elements as another shape, if x and y are equal: these are
// products of the axes of both shapes that are not known to correspond. The axis at hole, if it is not negative, makes
// them equal.
func (m *Machine) completed(s value, out []value, hole int, x, y value) value {
	if hole >= 0 {
		out[hole] = m.exactly(x, y)
	}
	if i := slices.IndexFunc(out, func(v value) bool { return v.kind == vError }); i >= 0 {
		return out[i]
	}
	if hole < 0 {
		v := m.equal(x, y, dimSort)
		if v.kind == vBool && v.n == 0 {
			// These products may differ if an axis that both shapes have has size 0 or is dynamic: compare all elements.
			x, y = m.total(s), m.totalOf(out)
			if v = m.equal(x, y, dimSort); v.kind == vBool && v.n == 0 {
				return m.fail("%s elements do not fit a shape of %s", x, y)
			}
		}
		switch {
		case v.kind != vBool:
			return v
		case v.n == some:
			m.promise(v)
		}
	}
	return m.newList(out)
}

// A balance is the equation that two shapes have the same number of elements, without the axes that both have.
type balance struct {
	t      value // the items of the second shape
	x, y   value // products of the known axes on each side
	open   int   // how many axes are open
	at, to value // the open axis of each side
	waits  value
	mark   bool
}

// balance cancels the axes that both shapes have, whether their sizes are known or not, and multiplies the known sizes
// of the others.
func (m *Machine) balance(v, w value) (b balance, bad value) {
	s := m.list(v)
	b.t = m.list(w)
	if bad, is := m.unusable(s, b.t); is {
		return b, bad
	}
	b.waits = truth(false)
	x, y, bad := m.cancel(m.itemsOf(s), m.itemsOf(b.t), true)
	if bad.kind == vError {
		return b, bad
	}
	isMark := func(v value) bool { return m.dim(v).kind == vMark }
	b.mark = slices.ContainsFunc(m.itemsOf(s), isMark) || slices.ContainsFunc(m.itemsOf(b.t), isMark)
	known := func(items []value, open *value) (product value) {
		for _, v := range items {
			switch d := m.dim(v); {
			case d.kind == vOpen || d.kind == vLine || d.kind == vBlocked:
				b.open++
				*open = v
				b.waits = m.join(b.waits, m.closed(d))
			case product.kind == unset:
				product = d
			default:
				product = m.arithmetic(Multiply, product, d)
			}
		}
		if product.kind == unset {
			return intOf(1)
		}
		return product
	}
	b.x, b.y = known(x, &b.at), known(y, &b.to)
	if b.mark {
		return b, value{}
	}
	bad, _ = m.strict(b.x, b.y)
	return b, bad
}

// cancel removes from two lists of sizes those that are in both, known or not; sizes of 0 only if zeros is true.
func (m *Machine) cancel(x, y []value, zeros bool) (a, b []value, bad value) {
	b = slices.Clone(y)
	for _, v := range x {
		d := m.dim(v)
		if m.spend(len(b)) {
			return nil, nil, m.tooMany()
		}
		at := slices.IndexFunc(b, func(w value) bool {
			switch f := m.dim(w); {
			case d.kind != f.kind:
				return false
			case d.kind == vInt:
				return d.n == f.n && (d.n != 0 || zeros)
			case d.kind == vSize:
				return d.n == f.n
			}
			return (d.kind == vMark || d.kind == vOpen) && m.same(v, w)
		})
		if at < 0 {
			a = append(a, v)
		} else {
			b = slices.Delete(b, at, at+1)
		}
	}
	return a, b, value{}
}

// solved returns the size of an open axis that the other axes determine, if they do, and whether it is an axis of the
// second shape.
func (m *Machine) solved(b *balance) (size value, second bool) {
	none := func(v value) bool { return v.kind == vInt && v.n == 0 }
	switch {
	case none(b.x) || none(b.y):
	case b.open == 1 && b.to.kind != unset:
		return m.exactly(b.x, b.y), true
	case b.open == 1:
		return m.exactly(b.y, b.x), false
	case b.open == 2 && b.at.kind != unset && b.to.kind != unset && b.x.kind == b.y.kind && b.x.n == b.y.n:
		return b.at, true
	}
	return value{}, false
}

// fits tests whether two shapes have the same number of elements: fits(s, t). The size of an axis that both have need
// not be known, wherever the axis is. An axis of size 0 fits only itself.
func (m *Machine) fits(a []value) value {
	b, bad := m.balance(a[0], a[1])
	switch {
	case bad.kind != unset:
		return bad
	case b.mark:
		return m.assume()
	case b.open > 0:
		if v, _ := m.solved(&b); v.kind == vError {
			return v
		}
		return b.waits
	}
	if v := m.equal(b.x, b.y, dimSort); v.kind != vBool || v.n == 1 {
		return v
	}
	return m.fail("%s elements do not fit a shape of %s", b.x, b.y)
}

// refit returns the second of two shapes with its open size filled in, if that is the only open one: refit(s, t). The
// size makes the shapes fit: a quotient, or the open size of the other shape. If the shapes cannot fit, it returns the
// second shape unchanged.
func (m *Machine) refit(a []value) value {
	b, bad := m.balance(a[0], a[1])
	switch {
	case bad.kind == vError || b.mark:
		return b.t
	case bad.kind != unset:
		return bad
	}
	v, second := m.solved(&b)
	switch {
	case b.open == 0 || v.kind == vError:
		return b.t
	case v.kind == unset:
		return b.waits
	case !second:
		return b.t
	}
	t := m.itemsOf(b.t)
	at := slices.Index(t, b.to)
	return m.newList(t[:at], []value{v}, t[at+1:])
}

// total returns the number of elements of a shape.
func (m *Machine) total(l value) value { return m.fold(Multiply, 1, l) }

func (m *Machine) totalOf(items []value) value {
	from := m.beginList()
	m.items = append(m.items, items...)
	return m.total(value{kind: vList, a: int32(from), b: int32(len(m.items))})
}

// exactly divides without a remainder. If that depends on parameters, it is a promise.
func (m *Machine) exactly(x, y value) value {
	q := m.arithmetic(Quotient, x, y)
	if q.kind != vInt && q.kind != vSize {
		return q
	}
	switch v := m.equal(m.arithmetic(Multiply, q, y), x, dimSort); {
	case v.kind != vBool:
		return v
	case v.n == some:
		m.promise(v)
	case v.n == 0:
		return m.fail("%s is not a multiple of %s", x, y)
	}
	return q
}

// An axis of a layout: its letter, and for the inner part of a split axis the size of that part.
type axis struct {
	name  byte
	split int64
}

// parseLayout parses a layout such as NHWC or NCHW4c.
func parseLayout(s string) ([]axis, bool) {
	var list []axis
	var seen [256]bool
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

// axesOf returns the letters of the axes of a layout, sorted.
func axesOf(layout []axis) string {
	var names []byte
	for _, a := range layout {
		if a.split == 0 {
			names = append(names, a.name)
		}
	}
	slices.Sort(names)
	return string(names)
}

// layout parses a layout, or returns an error.
func (m *Machine) layout(v value) (list []axis, bad value) {
	if v.kind != vText {
		return nil, v.mismatch(m)
	}
	list, ok := parseLayout(m.textOf(v))
	if !ok {
		return nil, m.fail("\"%s\" is not a layout", v)
	}
	return list, value{}
}

// relayout returns a shape in another layout: relayout(s, "NHWC", "NCHW4c").
func (m *Machine) relayout(a []value) value {
	if a[1].kind == vText && a[2].kind == vText && m.textOf(a[1]) == m.textOf(a[2]) {
		if l, ok := parseLayout(m.textOf(a[1])); ok { // the shape does not change
			n := m.length(a[0])
			if n.kind != vInt || int(n.n) == len(l) {
				return m.list(a[0])
			}
		}
	}
	x, bad := m.layout(a[1])
	if bad.kind != unset {
		return bad
	}
	y, bad := m.layout(a[2])
	if bad.kind != unset {
		return bad
	}
	s := m.list(a[0])
	if s.kind != vList {
		return s
	}
	if int(s.b-s.a) != len(x) {
		return m.fail("%s axes are not laid out as %s", intOf(s.b-s.a), a[1])
	}
	if axesOf(x) != axesOf(y) {
		return m.fail("the layouts %s and %s are not of the same axes", a[1], a[2])
	}
	from := m.beginList()
	for _, ax := range y {
		var d value
		if ax.split > 0 {
			d = intOf(ax.split)
		} else {
			d = m.undivided(s, x, ax.name)
			for _, inner := range y {
				if inner.name == ax.name && inner.split > 0 {
					d = m.exactly(m.dim(d), intOf(inner.split))
				}
			}
		}
		m.items = append(m.items, d)
	}
	return m.endList(from)
}

// undivided returns the size of all parts of an axis of a shape in a layout.
func (m *Machine) undivided(s value, layout []axis, name byte) (size value) {
	for i, ax := range layout {
		if ax.name != name {
			continue
		}
		if d := m.items[s.a+int32(i)]; size.kind == unset {
			size = d
		} else {
			size = m.arithmetic(Multiply, m.dim(size), m.dim(d))
		}
	}
	return size
}

// einsum returns the shape of a sum of products, given by an equation such as "ij,jk->ik"; the arrow and its right side
// may be missing.
func (m *Machine) einsum(a []value) value {
	shapes := a[1]
	text := strings.ReplaceAll(m.textOf(a[0]), " ", "")
	inputs, output, arrow := strings.Cut(text, "->")
	terms := strings.Split(inputs, ",")
	letters := func(s string) bool {
		return strings.Trim(s, ellipsisLetters+"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ") == ""
	}
	var dots string // letters for the axes of an ellipsis
	if m.rel.Vocabulary.Lenient {
		var unknown value
		if dots, unknown = m.ellipses(terms, shapes); unknown.kind != unset {
			return unknown
		}
		output = strings.Replace(output, ellipsis, dots, 1)
		inputs = strings.Join(terms, ",")
	}
	if !letters(output) || !letters(strings.ReplaceAll(inputs, ",", "")) {
		return m.fail("\"%s\" is not an equation", a[0])
	}
	if n := int(shapes.b - shapes.a); n != len(terms) {
		return m.fail("the equation is about %s tensors, not %s", intOf(len(terms)),
			intOf(n))
	}
	var sizes [128]value
	var counts [128]int
	waits := truth(false)
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
			return m.fail("\"%s\" does not name the axes of a tensor of rank %s", m.text(t),
				intOf(l.b-l.a))
		}
		for j := range len(t) {
			c := t[j]
			d := m.items[l.a+int32(j)]
			if counts[c]++; sizes[c].kind == unset {
				sizes[c] = d
				continue
			}
			sizes[c] = m.broadcast(sizes[c], d, "")
			if sizes[c].kind == vError {
				return sizes[c]
			}
		}
	}
	if waits.kind == vBlocked {
		return waits
	}
	if !arrow {
		output = dots
		for c := byte('A'); c <= 'z'; c++ {
			if counts[c] == 1 {
				output += string(c)
			}
		}
	}
	var met [128]bool
	for i := range len(output) {
		c := output[i]
		if met[c] || counts[c] == 0 {
			return m.fail("\"%s\" is not an equation", a[0])
		}
		met[c] = true
	}
	for c := range sizes { // the sizes of a summed axis have to agree, too
		if sizes[c].kind == vBlocked {
			waits = m.join(waits, sizes[c])
		}
	}
	if waits.kind == vBlocked {
		return waits
	}
	from := m.beginList()
	for i := range len(output) {
		m.items = append(m.items, sizes[output[i]])
	}
	return m.endList(from)
}

const ellipsis = "..."

// ellipsisLetters stand for the axes of an ellipsis, the last one for its last axis.
const ellipsisLetters = "\x01\x02\x03\x04\x05\x06\x07\x08\x0e\x0f\x10\x11\x12\x13\x14\x15"

// ellipses replaces `...` in the terms of an equation by letters for its axes, and returns the letters of all of them.
// If the rank of one of the shapes is not known, unknown is the mark or what blocks.
func (m *Machine) ellipses(terms []string, shapes value) (all string, unknown value) {
	most := 0
	for i, t := range terms {
		if i >= int(shapes.b-shapes.a) {
			break
		}
		n := m.length(m.items[shapes.a+int32(i)])
		if n.kind == vMark || n.kind == vBlocked && strings.Contains(t, ellipsis) {
			return "", n
		}
		axes := int(n.n) - (len(t) - len(ellipsis))
		if strings.Count(t, ellipsis) == 1 && n.kind == vInt && axes >= 0 && axes <= len(ellipsisLetters) {
			most = max(most, axes)
			terms[i] = strings.Replace(t, ellipsis, ellipsisLetters[len(ellipsisLetters)-axes:], 1)
		}
	}
	return ellipsisLetters[len(ellipsisLetters)-most:], value{}
}
