package relation

import (
	"errors"
	"fmt"
	"testing"

	"pgregory.net/rapid"
)

// A sum is an expression over parameters a, b and c, as a tree.
type sum struct {
	op   Op // 0: a number or a parameter
	n    int64
	name string
	x, y *sum
}

func drawSum(t *rapid.T, depth int, ops []Op) *sum {
	if depth == 0 || rapid.IntRange(0, 3).Draw(t, "leaf") == 0 {
		if rapid.Bool().Draw(t, "number") {
			return &sum{n: int64(rapid.IntRange(0, 6).Draw(t, "n"))}
		}
		return &sum{name: rapid.SampledFrom([]string{"a", "b", "c"}).Draw(t, "name")}
	}
	return &sum{op: rapid.SampledFrom(ops).Draw(t, "op"), x: drawSum(t, depth-1, ops), y: drawSum(t, depth-1, ops)}
}

// value evaluates the expression for values of the parameters.
func (s *sum) value(of map[string]int64) (int64, bool) {
	if s.op == 0 {
		if s.name != "" {
			return of[s.name], true
		}
		return s.n, true
	}
	x, ok := s.x.value(of)
	y, also := s.y.value(of)
	if !ok || !also {
		return 0, false
	}
	switch s.op {
	case Add:
		return x + y, true
	case Subtract:
		return x - y, true
	case Multiply:
		return x * y, true
	case Quotient:
		return floorInt(x, y)
	case Remainder:
		q, ok := floorInt(x, y)
		return x - q*y, ok
	case Least:
		return min(x, y), true
	}
	return max(x, y), true
}

// form returns its normal form.
func (s *sum) form(t *Sizes) (poly, bool) {
	if s.op == 0 {
		if s.name != "" {
			return t.form(t.Parameter(s.name)), true
		}
		return constant(s.n), true
	}
	x, ok := s.x.form(t)
	if !ok {
		return nil, false
	}
	y, ok := s.y.form(t)
	if !ok {
		return nil, false
	}
	t.left = maxLooks
	p, err := t.compute(s.op, x, y)
	return p, err == nil
}

// turned returns an equal expression by laws of arithmetic.
func (s *sum) turned(t *rapid.T) *sum {
	if s.op == 0 {
		return s
	}
	x, y := s.x.turned(t), s.y.turned(t)
	if rapid.Bool().Draw(t, "swap") && s.op != Subtract {
		x, y = y, x
	}
	two := func(op Op, x, y *sum) *sum { return &sum{op: op, x: x, y: y} }
	switch {
	case s.op == Multiply && (y.op == Add || y.op == Subtract) && rapid.Bool().Draw(t, "distribute"):
		return two(y.op, two(Multiply, x, y.x), two(Multiply, x, y.y))
	case y.op == s.op && s.op != Subtract && rapid.Bool().Draw(t, "associate"):
		return two(s.op, two(s.op, x, y.x), y.y)
	case s.op == Subtract && rapid.Bool().Draw(t, "negate"):
		return two(Add, x, two(Multiply, two(Subtract, &sum{n: 0}, &sum{n: 1}), y))
	}
	return two(s.op, x, y)
}

// Expressions that are equal by the laws of arithmetic have one normal form.
func TestNormalForms(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := drawSum(t, 4, []Op{Add, Subtract, Multiply})
		sizes := NewSizes()
		x, ok := s.form(sizes)
		y, also := s.turned(t).form(sizes)
		if !ok || !also || x.key() != y.key() {
			t.Fatalf("%s and %s", sizes.spell(x), sizes.spell(y))
		}
	})
}

// Equal normal forms have equal values for all parameters, and decided comparisons hold.
func TestNormalFormsAreTrue(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		ops := []Op{Add, Subtract, Multiply, Quotient, Remainder, Least, Greatest}
		s, r := drawSum(t, 3, ops), drawSum(t, 2, ops)
		sizes := NewSizes()
		x, ok := s.form(sizes)
		y, also := r.form(sizes)
		if !ok || !also {
			t.Skip()
		}
		sizes.left = maxLooks
		d, err := sizes.compute(Subtract, y, x)
		positive, known := sizes.sign(d)
		known = known && err == nil
		for range 20 {
			of := make(map[string]int64)
			for _, name := range []string{"a", "b", "c"} {
				of[name] = int64(rapid.IntRange(1, 9).Draw(t, name))
			}
			v, ok := s.value(of)
			w, also := r.value(of)
			if !ok || !also {
				continue
			}
			if n, number := x.number(); number && n != v {
				t.Fatalf("%s is %d, and %d for %v", sizes.spell(x), n, v, of)
			}
			if x.key() == y.key() && v != w {
				t.Fatalf("%s is %d and %d for %v", sizes.spell(x), v, w, of)
			}
			if known && positive != (v <= w) {
				t.Fatalf("%s <= %s is %v, and not for %v", sizes.spell(x), sizes.spell(y), positive, of)
			}
		}
	})
}

// Replacing parameters by sizes in a normal form gives the normal form of the expression of those sizes.
func TestReplace(t *testing.T) {
	compared := 0
	rapid.Check(t, func(t *rapid.T) {
		sizes := NewSizes()
		s := drawSum(t, 3, []Op{Add, Subtract, Multiply, Quotient, Remainder, Least, Greatest})
		p, ok := s.form(sizes)
		if !ok {
			return
		}
		of, with := make(map[string]int64), make(map[string]Size)
		for _, name := range []string{"a", "b", "c"} {
			of[name] = int64(rapid.IntRange(1, 9).Draw(t, name))
			with[name] = Size(of[name])
		}
		want, ok := s.value(of)
		if !ok {
			return
		}
		if n, number := p.number(); number && n < 0 {
			return
		}
		got, err := sizes.Replace(sizes.intern(p), with)
		if err != nil && want < 0 {
			return
		}
		compared++
		if n, number := got.Number(); err != nil || !number || n != want {
			t.Fatalf("%s where the parameters are %v is %s, %v; want %d", sizes.spell(p), of,
				sizes.Spelling(got), err, want)
		}
		// Parameters can be replaced in two steps.
		part, err := sizes.Replace(sizes.intern(p), map[string]Size{"a": with["a"]})
		if err != nil {
			return
		}
		for _, name := range sizes.Parameters(part) {
			if name == "a" {
				t.Fatalf("%s is left of %s", sizes.Spelling(part), sizes.spell(p))
			}
		}
		if whole, err := sizes.Replace(part, with); err != nil || whole != got {
			t.Fatalf("%s, then %s, is %s, %v; want %d", sizes.spell(p), sizes.Spelling(part),
				sizes.Spelling(whole), err, want)
		}
	})
	if compared == 0 {
		t.Error("nothing was compared")
	}
}

func TestSpelling(t *testing.T) {
	sizes := NewSizes()
	n, m := sizes.Parameter("n"), sizes.Parameter("m")
	do := func(op Op, x, y Size) Size {
		s, err := sizes.Compute(op, x, y)
		if err != nil {
			t.Errorf("%v of %s and %s", op, sizes.Spelling(x), sizes.Spelling(y))
		}
		return s
	}
	for _, c := range []struct {
		size Size
		want string
	}{
		{14, "14"}, {n, "n"}, {do(Add, n, n), "2*n"}, {do(Add, do(Multiply, 2, n), 1), "2*n + 1"}, {do(Subtract, n, 3), "n - 3"},
		{do(Multiply, m, n), "m*n"}, {do(Multiply, n, m), "m*n"}, {do(Multiply, n, n), "n*n"},
		{do(Quotient, do(Add, do(Multiply, 4, n), 6), 2), "2*n + 3"}, {do(Quotient, do(Multiply, 7, n), 2), "((n) div (2)) + 3*n"},
		{do(Remainder, do(Multiply, 4, n), 2), "0"}, {do(Quotient, do(Multiply, n, m), n), "m"}, {do(Quotient, n, n), "1"},
		{do(Quotient, do(Quotient, n, 2), 3), "((n) div (6))"},
		{do(Quotient, do(Add, do(Quotient, n, 2), 1), 3), "((n + 2) div (6))"}, {do(Quotient, do(Subtract, do(Quotient, n, 2), 1), 2), "((n + 2) div (4)) - 1"},
		{do(Least, n, do(Add, n, 1)), "n"}, {do(Greatest, n, m), "max(m, n)"}, {do(Greatest, m, n), "max(m, n)"},
	} {
		if got := sizes.Spelling(c.size); got != c.want {
			t.Errorf("want %s, got %s", c.want, got)
		}
	}
}

// Where it is asked for, a quotient is written with a slash, in parentheses only where it needs them.
func TestSlash(t *testing.T) {
	sizes := NewSizes()
	sizes.Slash = true
	n, m := sizes.Parameter("n"), sizes.Parameter("m")
	do := func(op Op, x, y Size) Size {
		s, err := sizes.Compute(op, x, y)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	half := do(Quotient, n, 2)
	for want, s := range map[string]Size{
		"n/2": half, "n/2 + 1": do(Add, half, 1), "2*(n/2)": do(Multiply, half, 2), "(n/2)/m": do(Quotient, half, m),
		"(m + n)/4": do(Quotient, do(Add, n, m), 4), "n/(m*n + 1)": do(Quotient, n, do(Add, do(Multiply, m, n), 1)),
	} {
		if got, again := sizes.Spelling(s), sizes.Formula(s); got != want || again != want {
			t.Errorf("%s and %s, not %s", got, again, want)
		}
	}
}

// Sizes do not exceed 63 bits, grow without bound, or become negative without an error.
func TestSizeBounds(t *testing.T) {
	sizes := NewSizes()
	n := sizes.Parameter("n")
	const large = Size(1 << 62)
	for _, c := range []struct {
		op   Op
		x, y Size
	}{
		{Add, large, large}, {Multiply, large, 2}, {Multiply, large, large}, {Subtract, 1, 2}, {Quotient, 1, 0}, {Remainder, 1, 0}, {Quotient, n, 0}, {Remainder, n, 0},
	} {
		if s, err := sizes.Compute(c.op, c.x, c.y); !errors.Is(err, ErrNoSize) {
			t.Errorf("%v of %v and %v is %s, %v", c.op, c.x, c.y, sizes.Spelling(s), err)
		}
	}
	wide, _ := sizes.Compute(Multiply, large, n)
	if s, err := sizes.Compute(Add, wide, wide); err == nil {
		t.Errorf("%s", sizes.Spelling(s))
	}
	sum := n
	for i := range 60 {
		sum, _ = sizes.Compute(Add, sum, sizes.Parameter(fmt.Sprint("p", i)))
	}
	for _, grows := range []struct {
		name string
		from Size
		by   func(Size) (Size, error)
	}{
		{"a power of a sum", sum, func(s Size) (Size, error) { return sizes.Compute(Multiply, s, sum) }},
		{"a power of a parameter", n, func(s Size) (Size, error) { return sizes.Compute(Multiply, s, n) }},
		{"a sum", n, func(s Size) (Size, error) {
			return sizes.Compute(Add, s, sizes.Parameter(sizes.Spelling(s)[:1]+fmt.Sprint(s)))
		}},
		{"a polynomial in one parameter", n, func(s Size) (Size, error) {
			x, err := sizes.Compute(Add, s, 1)
			if err != nil {
				return 0, err
			}
			return sizes.Compute(Multiply, x, n)
		}},
		{"what no polynomial says", n, func(s Size) (Size, error) {
			x, err := sizes.Compute(Add, s, 1)
			if err != nil {
				return 0, err
			}
			if s, err = sizes.Compute(Quotient, x, sizes.Parameter("m")); err != nil {
				return 0, err
			}
			return sizes.Compute(Least, s, x)
		}},
	} {
		s, err := grows.from, error(nil)
		for i := 0; err == nil; i++ {
			if s, err = grows.by(s); i > maxParts {
				t.Fatalf("%s has no bound", grows.name)
			}
		}
		if !errors.Is(err, ErrTooLong) {
			t.Errorf("%s: %v", grows.name, err)
		}
	}
	// Replacing many parameters by long sizes is bounded, too.
	long := Size(0)
	for i := range MaxTerms {
		long, _ = sizes.Compute(Add, long, sizes.Parameter(fmt.Sprint("q", i)))
	}
	with := make(map[string]Size)
	for i := range MaxTerms {
		with[fmt.Sprint("q", i)] = long
	}
	_, err := sizes.Replace(long, with)
	if looks := sizes.looks(); !errors.Is(err, ErrTooLong) || looks > maxLooks+4*maxParts {
		t.Errorf("%v, %d looks", err, looks)
	}
}

func TestNumbers(t *testing.T) {
	const least, most = -1 << 63, 1<<63 - 1
	for _, c := range []struct {
		f    func(a, b int64) (int64, bool)
		a, b int64
		want int64
		ok   bool
	}{
		{addInt, most, 1, 0, false}, {addInt, most, 0, most, true}, {addInt, least, -1, 0, false}, {addInt, most, least, -1, true}, {addInt, 0, 0, 0, true},
		{subtractInt, least, 1, 0, false}, {subtractInt, 0, least, 0, false}, {subtractInt, -1, least, most, true}, {subtractInt, 5, 7, -2, true},
		{multiplyInt, most, 2, 0, false}, {multiplyInt, 1 << 32, 1 << 31, 0, false}, {multiplyInt, 1 << 31, 1 << 31, 1 << 62, true}, {multiplyInt, -3, 5, -15, true}, {multiplyInt, least, 1, 0, false},
		{floorInt, 7, 2, 3, true}, {floorInt, -7, 2, -4, true}, {floorInt, 7, -2, -4, true}, {floorInt, -7, -2, 3, true}, {floorInt, 1, 0, 0, false}, {floorInt, least, -1, 0, false},
	} {
		if n, ok := c.f(c.a, c.b); ok != c.ok || ok && n != c.want {
			t.Errorf("%d and %d give %d, %v; want %d, %v", c.a, c.b, n, ok, c.want, c.ok)
		}
	}
}
