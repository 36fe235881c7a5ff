package tensorgen

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// A Size is a sum of products of parameters, each with a coefficient: {"m*n": 2, "": 3} is 2*m*n + 3. Names are sorted
// in a product, and no coefficient is 0.
type Size map[string]int64

// Num returns a number as a size.
func Num(n int64) Size { return Size{}.with("", n) }

// Named returns a parameter as a size.
func Named(name string) Size { return Size{name: 1} }

func (s Size) with(of string, n int64) Size {
	if s[of] += n; s[of] == 0 {
		delete(s, of)
	}
	return s
}

// Number returns the number that a size is; false if it has parameters.
func (s Size) Number() (int64, bool) {
	n, ok := s[""]
	return n, len(s) == 0 || ok && len(s) == 1
}

func (s Size) plus(t Size, times int64) Size {
	sum := maps.Clone(s)
	for of, n := range t {
		sum.with(of, n*times)
	}
	return sum
}

func (s Size) times(t Size) Size {
	product := Size{}
	for a, n := range s {
		for b, m := range t {
			names := append(factors(a), factors(b)...)
			slices.Sort(names)
			product.with(strings.Join(names, "*"), n*m)
		}
	}
	return product
}

// over returns the quotient by a single product; false if the division leaves a remainder.
func (s Size) over(t Size) (Size, bool) {
	quotient := Size{}
	for b, m := range t {
		for a, n := range s {
			left := factors(a)
			for _, name := range factors(b) {
				i := slices.Index(left, name)
				if i < 0 {
					return nil, false
				}
				left = slices.Delete(left, i, i+1)
			}
			if n%m != 0 {
				return nil, false
			}
			quotient.with(strings.Join(left, "*"), n/m)
		}
	}
	return quotient, len(t) == 1
}

func factors(of string) []string {
	if of == "" {
		return nil
	}
	return strings.Split(of, "*")
}

// Equal reports whether two sizes are the same.
func (s Size) Equal(t Size) bool { return maps.Equal(s, t) }

// replaced substitutes sizes for the parameters of a size.
func (s Size) replaced(by map[string]Size) Size {
	sum := Size{}
	for of, n := range s {
		product := Num(n)
		for _, name := range factors(of) {
			if is, ok := by[name]; ok {
				product = product.times(is)
			} else {
				product = product.times(Named(name))
			}
		}
		sum = sum.plus(product, 1)
	}
	return sum
}

// String is a size as types show it; nil is `_`.
func (s Size) String() string {
	if s == nil {
		return "_"
	}
	keys := slices.SortedFunc(maps.Keys(s), func(a, b string) int {
		return cmp.Or(-cmp.Compare(len(factors(a)), len(factors(b))), slices.Compare(factors(a), factors(b)))
	})
	if len(keys) == 0 {
		return "0"
	}
	var b strings.Builder
	for i, of := range keys {
		n := s[of]
		switch {
		case i > 0 && n < 0:
			b.WriteString(" - ")
			n = -n
		case i > 0:
			b.WriteString(" + ")
		}
		switch {
		case of == "":
			b.WriteString(strconv.FormatInt(n, 10))
		case n != 1:
			b.WriteString(strconv.FormatInt(n, 10) + "*" + of)
		default:
			b.WriteString(of)
		}
	}
	return b.String()
}
