package shapes

import (
	"slices"
	"strings"
)

func joins() {
	define("concatenate", 1, "axis:i=0", func(c *call) *Type {
		ts := c.tensors()
		n := len(ts[0].Shape)
		a := c.axis(c.int("axis"), n)
		out := TensorOf(ts[0].Base, make([]int64, n)...)
		for _, t := range ts {
			if len(t.Shape) != n {
				c.fail("ranks %d and %d", n, len(t.Shape))
			}
			out.Shape[a] = plus(out.Shape[a], t.Shape[a])
		}
		for i := range n {
			if i != a {
				d, open := c.common(ts, i)
				if out.Shape[i] = d; open && out.Shape[a] != Any {
					out.Shape[i] = Any
				}
			}
		}
		return out
	})
	define("stack", 1, "axis:i=0", func(c *call) *Type {
		ts := c.tensors()
		n := len(ts[0].Shape)
		a := c.axis(c.int("axis"), n+1)
		for _, t := range ts {
			if len(t.Shape) != n {
				c.fail("ranks %d and %d", n, len(t.Shape))
			}
		}
		for i := range n {
			c.common(ts, i)
		}
		return TensorOf(ts[0].Base, slices.Insert(slices.Clone(ts[0].Shape), a, int64(len(ts)))...)
	})
	define("meshgrid", 1, "indexing:s=ij", func(c *call) *Type {
		ts := c.tensors()
		var s []int64
		for _, t := range ts {
			if len(t.Shape) > 1 {
				c.fail("%s is not an axis", t)
			}
			s = append(s, times(t.Shape...))
		}
		switch c.text("indexing") {
		case "xy":
			if len(s) > 1 {
				s[0], s[1] = s[1], s[0]
			}
		case "ij":
		default:
			c.fail("indexing %s", c.text("indexing"))
		}
		return tupleOf(slices.Repeat([]*Type{TensorOf(ts[0].Base, s...)}, len(ts))...)
	})
	define("einsum", 1, "equation:s", func(c *call) *Type {
		ts := c.tensors()
		in, out, arrow := strings.Cut(strings.ReplaceAll(c.text("equation"), " ", ""), "->")
		terms := strings.Split(in, ",")
		if len(terms) != len(ts) {
			c.fail("%d tensors for %s", len(ts), in)
		}
		sizes, counts := make(map[rune]int64), make(map[rune]int)
		for i, term := range terms {
			if len(term) != len(ts[i].Shape) {
				c.fail("%s for %s", ts[i], term)
			}
			for j, letter := range term {
				if counts[letter]++; counts[letter] == 1 {
					sizes[letter] = 1
				}
				sizes[letter] = c.broadcast([]int64{sizes[letter]}, ts[i].Shape[j:j+1])[0]
			}
		}
		if !arrow {
			var letters []rune
			for letter, n := range counts {
				if n == 1 {
					letters = append(letters, letter)
				}
			}
			slices.Sort(letters)
			out = string(letters)
		}
		result := TensorOf(ts[0].Base)
		for i, letter := range out {
			if counts[letter] == 0 || strings.ContainsRune(out[:i], letter) {
				c.fail("no equation %s", c.text("equation"))
			}
			result.Shape = append(result.Shape, sizes[letter])
		}
		return result
	})
}

// common returns the common size of tensors on an axis, and whether it is unknown for some of them.
func (c *call) common(ts []*Type, i int) (d int64, open bool) {
	d = Any
	for _, t := range ts {
		switch e := t.Shape[i]; {
		case e == Any:
			open = true
		case d != Any && d != e:
			c.fail("axis %d is %d and %d", i, d, e)
		default:
			d = e
		}
	}
	return d, open
}

func reductions() {
	reduced := func(c *call) []int64 {
		s := c.tensor(0).Shape
		axes := c.axes(c.ints("axis"), len(s))
		var out []int64
		for i, d := range s {
			gone := len(axes) == 0 || slices.Contains(axes, i) != c.bool("exclude")
			if !gone {
				out = append(out, d)
			} else if c.bool("keepdims") {
				out = append(out, 1)
			}
		}
		return out
	}
	const attrs = "axis:?l=none keepdims:b=false exclude:b=false"
	define("sum prod max min mean all any", 1, attrs, func(c *call) *Type {
		return TensorOf(c.tensor(0).Base, reduced(c)...)
	})
	define("argmax argmin", 1, attrs+" select_last_index:b=false", func(c *call) *Type {
		if len(c.tensor(0).Shape) == 0 {
			c.fail("no axis")
		}
		return TensorOf("int32", reduced(c)...)
	})
	define("variance", 2, attrs+" unbiased:b=false", func(c *call) *Type {
		x, mean := c.tensor(0), c.tensor(1)
		if len(x.Shape) != len(mean.Shape) || x.Base != mean.Base {
			c.fail("%s and %s", x, mean)
		}
		return TensorOf(x.Base, reduced(c)...)
	})
	define("argsort", 1, "axis:i=-1 is_ascend:b=true dtype:d", func(c *call) *Type {
		return TensorOf(c.text("dtype"), alongAxis(c).Shape...)
	})
	define("sort", 1, "axis:i=-1 is_ascend:b=true dtype:?d=none", alongAxis)
	define("topk", 1, "k:i axis:i=-1 ret_type:s=both is_ascend:b=false dtype:d", func(c *call) *Type {
		x := c.tensor(0)
		s := slices.Clone(x.Shape)
		if a := c.axis(c.int("axis"), len(s)); c.int("k") >= 1 {
			s[a] = c.int("k")
		}
		values, places := TensorOf(x.Base, s...), TensorOf(c.text("dtype"), s...)
		switch c.text("ret_type") {
		case "both":
			return tupleOf(values, places)
		case "values":
			return values
		case "indices":
			return places
		}
		c.fail("ret_type %s", c.text("ret_type"))
		return nil
	})
	define("cumsum cumprod", 1, "axis:?i=none dtype:?d=none exclusive:b=false", func(c *call) *Type {
		x := c.tensor(0)
		base := c.dtype("dtype", x.Base)
		if c.none("axis") {
			return TensorOf(base, times(x.Shape...))
		}
		return TensorOf(base, alongAxis(c).Shape...)
	})
}
