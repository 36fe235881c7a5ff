package shapes

import (
	"maps"
	"slices"
	"strings"

	"github.com/patgraph/patgraph/lang/relay"
)

// A call is a use of an operator.
type call struct {
	in    *interpreter
	id    relay.NodeID
	name  string
	args  []*variable
	ids   []relay.NodeID
	attrs map[string]any
}

// An operator is its parameters, and the function that computes its result type.
//
// Its attributes are written `name:kind`, or `name:kind=default`, with blanks between them. The kinds are i for an
// integer, f for a number, b for a boolean, s for a string, l for a list of integers, p for a list of pairs, and d for
// an element type; after a ?, None is allowed as well.
type operator struct {
	arity int
	attrs string
	run   func(c *call) *Type
}

func (c *call) fail(format string, args ...any) {
	c.in.fail(c.id, c.name+": "+format, args...)
}

// result returns the result type of a call.
func (c *call) result() *Type {
	o := operators[c.name]
	if o == nil {
		c.fail("no operator")
	}
	if len(c.args) != o.arity {
		c.fail("%d arguments, not %d", len(c.args), o.arity)
	}
	c.check(o.attrs)
	t := computed(o.run(c))
	c.sizes(used(t))
	return t
}

// sizes checks that no size of a type is negative.
func (c *call) sizes(t *Type) {
	for _, d := range t.Shape {
		if d < 0 && d != Any {
			c.fail("a size of %d", d)
		}
	}
	for _, f := range t.Fields {
		c.sizes(f)
	}
}

// check checks the attributes against the declaration of an operator, and adds the defaults.
func (c *call) check(declared string) {
	given := make(map[string]any)
	for _, a := range strings.Fields(declared) {
		text, fallback, has := strings.Cut(a, "=")
		name, kind, _ := strings.Cut(text, ":")
		v, ok := c.attrs[name]
		switch {
		case ok:
			if v, ok = ofKind(v, kind); !ok {
				c.fail("%s=%v", name, c.attrs[name])
			}
		case !has:
			c.fail("without %s", name)
		default:
			v = defaultOf(fallback, kind)
		}
		given[name] = v
	}
	for name := range c.attrs {
		if _, ok := given[name]; !ok {
			c.fail("no attribute %s", name)
		}
	}
	c.attrs = given
}

// ofKind converts a value to a kind.
func ofKind(v any, kind string) (any, bool) {
	if rest, ok := strings.CutPrefix(kind, "?"); ok {
		if v == nil {
			return nil, true
		}
		kind = rest
	}
	if alternatives := strings.Split(kind, "|"); len(alternatives) > 1 {
		for _, k := range alternatives {
			if v, ok := ofKind(v, k); ok {
				return v, true
			}
		}
		return nil, false
	}
	switch x := v.(type) {
	case int64:
		if kind == "f" {
			return float64(x), true
		}
		return x, kind == "i"
	case float64:
		return x, kind == "f"
	case bool:
		return x, kind == "b"
	case string:
		return x, kind == "s" || kind == "d" && isBase(x)
	case []any:
		if kind == "p" {
			pairs := [][2]int64{}
			for _, p := range x {
				l, ok := ofKind(p, "l")
				if !ok || len(l.([]int64)) != 2 {
					return nil, false
				}
				pairs = append(pairs, [2]int64(l.([]int64)))
			}
			return pairs, true
		}
		list := []int64{}
		for _, n := range x {
			i, ok := n.(int64)
			if !ok {
				return nil, false
			}
			list = append(list, i)
		}
		return list, kind == "l"
	}
	return nil, false
}

// defaultOf reads a default.
func defaultOf(text, kind string) any {
	var v any
	switch kind = strings.TrimPrefix(kind, "?"); {
	case text == "none":
		return nil
	case kind == "s":
		v = text
	case kind == "b":
		v = text == "true"
	case kind == "f":
		v = 0.0 // no shape depends on it
	case kind == "l":
		list := []int64{}
		for _, n := range strings.FieldsFunc(text, func(r rune) bool { return r == ',' }) {
			list = append(list, number(n))
		}
		v = list
	default:
		v = number(text)
	}
	return v
}

func number(text string) (n int64) {
	digits, minus := strings.CutPrefix(text, "-")
	for _, d := range digits {
		n = 10*n + int64(d-'0')
	}
	if minus {
		return -n
	}
	return n
}

func (c *call) int(name string) int64    { return c.attrs[name].(int64) }
func (c *call) ints(name string) []int64 { l, _ := c.attrs[name].([]int64); return l }
func (c *call) bool(name string) bool    { return c.attrs[name].(bool) }
func (c *call) text(name string) string  { return c.attrs[name].(string) }
func (c *call) none(name string) bool    { return c.attrs[name] == nil }

// dtype returns the element type in an attribute, or else the given one.
func (c *call) dtype(name, otherwise string) string {
	if c.none(name) {
		return otherwise
	}
	return c.text(name)
}

// tensor returns an argument that has to be a tensor.
func (c *call) tensor(i int) *Type {
	t := c.args[i].typ
	if t == nil {
		c.in.outside(c.ids[i])
	}
	if t.Kind != Tensor {
		c.fail("%s is not a tensor", t)
	}
	if t.Loose {
		c.in.outside(c.ids[i])
	}
	return used(t)
}

// tensors returns the fields of the only argument, tensors of one element type.
func (c *call) tensors() []*Type {
	t := c.args[0].typ
	if t == nil {
		c.in.outside(c.ids[0])
	}
	if t.Kind != Tuple || len(t.Fields) == 0 {
		c.fail("%s is not a tuple of tensors", t)
	}
	for _, f := range t.Fields {
		if f.Loose {
			c.in.outside(c.ids[0])
		}
		if f.Kind != Tensor || f.Base != t.Fields[0].Base {
			c.fail("%s are not tensors of one element type", t)
		}
	}
	return used(t).Fields
}

// decideShape sets the shape of an argument if nothing has decided its type, with the given element type. If the
// argument has a type, decideShape checks the shape and, if same is set, the element type.
func (c *call) decideShape(i int, base string, same bool, shape ...int64) {
	v := c.args[i]
	if v.typ == nil {
		v.typ = TensorOf(base, shape...)
		v.typ.Loose = !same
		c.sizes(used(v.typ))
		return
	}
	t := v.typ
	if !t.Loose || same {
		t = c.tensor(i)
	}
	if len(t.Shape) != len(shape) {
		c.fail("%s for %s", t, shapeText(shape))
	}
	for k, d := range shape {
		if !fits(d, t.Shape[k]) {
			c.fail("%s for %s", t, shapeText(shape))
		}
	}
	if losesSize(t, TensorOf(base, shape...)) {
		c.in.outside(c.ids[i])
	}
	if same && t.Base != base {
		c.fail("%s for %s", t, base)
	}
}

// checkShared stops if a computed type has a known size d where it is matched with an unknown one.
func (c *call) checkShared(t *Type, d, with int64) {
	if !t.Written && d >= 0 && with < 0 {
		c.in.outside(c.id)
	}
}

// axis checks an axis, which may be counted from the end.
func (c *call) axis(a int64, rank int) int {
	n := int64(rank)
	if a < -n || a >= n {
		c.fail("axis %d of rank %d", a, rank)
	}
	if a < 0 {
		a += n
	}
	return int(a)
}

func (c *call) axes(list []int64, rank int) []int {
	out := make([]int, len(list))
	for i, a := range list {
		out[i] = c.axis(a, rank)
	}
	return out
}

func with(shape []int64, i int, d int64) []int64 {
	shape = slices.Clone(shape)
	shape[i] = d
	return shape
}

// Arithmetic of sizes: an operation on an unknown size is unknown.

func plus(d, e int64) int64 {
	if d == Any || e == Any {
		return Any
	}
	return d + e
}

func times(list ...int64) int64 {
	n := int64(1)
	for _, d := range list {
		if d == Any {
			return Any
		}
		n *= d
	}
	return n
}

// exactly returns a quotient that has to be a whole number.
func (c *call) exactly(d, by int64) int64 {
	switch {
	case d == Any || by == Any:
		return Any
	case by <= 0 || d%by != 0:
		c.fail("%d is not a multiple of %d", d, by)
	}
	return d / by
}

// broadcast returns the common shape of two shapes, aligned at the right.
func (c *call) broadcast(s, t []int64) []int64 {
	if len(s) < len(t) {
		s, t = t, s
	}
	out := slices.Clone(s)
	for i, q := range t {
		k := len(s) - len(t) + i
		switch p := s[k]; {
		case q == 1:
		case p == 1, p == Any:
			out[k] = q
		case q == Any || p == q:
		default:
			c.fail("%s and %s do not broadcast", shapeText(s), shapeText(t))
		}
	}
	return out
}

// Names returns the names of all operators, sorted.
func Names() []string { return slices.Sorted(maps.Keys(operators)) }
