package ieee_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/patgraph/patgraph/internal/lab/ieee"
	"github.com/patgraph/patgraph/internal/sample"
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/k"
	"github.com/patgraph/patgraph/lang/k/eval"
)

// A number is a number of a format, as integers: its value is the significand, read as a fraction with one bit before
// the point, times a power of two.
type number struct {
	kind        string // nan, infinity, zero or number
	sign        int
	exponent    int // biased
	significand uint64
}

// pack turns a number that is too large or too small for its format into infinity or zero.
func pack(f ieee.Format, n number) number {
	switch {
	case n.exponent <= 0:
		return number{kind: "zero", sign: n.sign}
	case n.exponent >= 1<<f.Exponent-1:
		return number{kind: "infinity", sign: n.sign}
	}
	return n
}

func multiply(f ieee.Format, x, y number) number {
	sign := x.sign ^ y.sign
	switch {
	case x.kind == "nan" || y.kind == "nan",
		x.kind == "infinity" && y.kind == "zero", x.kind == "zero" && y.kind == "infinity":
		return number{kind: "nan"}
	case x.kind == "infinity" || y.kind == "infinity":
		return number{kind: "infinity", sign: sign}
	case x.kind == "zero" || y.kind == "zero":
		return number{kind: "zero", sign: sign}
	}
	p := x.significand * y.significand >> (f.Significand - 1)
	e := x.exponent + y.exponent - f.Bias()
	if p>>f.Significand == 1 {
		p, e = p>>1, e+1
	}
	return pack(f, number{"number", sign, e, p})
}

func add(f ieee.Format, x, y number) number {
	switch {
	case x.kind == "nan" || y.kind == "nan",
		x.kind == "infinity" && y.kind == "infinity" && x.sign != y.sign:
		return number{kind: "nan"}
	case x.kind == "infinity" || y.kind == "zero" && x.kind != "zero":
		return x
	case y.kind == "infinity" || x.kind == "zero" && y.kind != "zero":
		return y
	case x.kind == "zero":
		return number{kind: "zero", sign: x.sign & y.sign}
	}
	if x.exponent < y.exponent || x.exponent == y.exponent && x.significand < y.significand {
		x, y = y, x
	}
	low := uint64(0)
	if d := x.exponent - y.exponent; d < 64 {
		low = y.significand >> d
	}
	if x.sign == y.sign {
		s, e := x.significand+low, x.exponent
		if s>>f.Significand == 1 {
			s, e = s>>1, e+1
		}
		return pack(f, number{"number", x.sign, e, s})
	}
	s, e := x.significand-low, x.exponent
	if s == 0 {
		return number{kind: "zero"}
	}
	for s>>(f.Significand-1) == 0 {
		s, e = s<<1, e-1
	}
	return pack(f, number{"number", x.sign, e, s})
}

// numbers returns all numbers of a format, or a random sample of at most `most`.
func numbers(f ieee.Format, most int) []number {
	list := []number{{kind: "nan"}, {kind: "infinity"}, {kind: "infinity", sign: 1}, {kind: "zero"},
		{kind: "zero", sign: 1}}
	least := uint64(1) << (f.Significand - 1)
	if count := 2 * (1<<f.Exponent - 2) * int(least); count <= most {
		for s := range 2 {
			for e := 1; e < 1<<f.Exponent-1; e++ {
				for m := range least {
					list = append(list, number{"number", s, e, least + m})
				}
			}
		}
		return list
	}
	r := rand.New(rand.NewPCG(7, 7))
	for range most {
		e := 1 + r.IntN(1<<f.Exponent-2)
		if r.IntN(2) == 0 { // exponents near each other, so that the smaller number changes the sum
			e = f.Bias() + r.IntN(4)
		}
		list = append(list, number{"number", r.IntN(2), e, least + r.Uint64N(least)})
	}
	return list
}

func bit(b uint64) string { return fmt.Sprintf(`{"%d":{}}`, b) }

func word(v uint64, n int) string {
	if n == 1 {
		return `{"high":` + bit(v&1) + `}`
	}
	return `{"high":` + bit(v>>(n-1)&1) + `,"rest":` + word(v, n-1) + `}`
}

// text is a number as a value of the program.
func text(f ieee.Format, n number) string {
	switch n.kind {
	case "nan":
		return `{"nan":{}}`
	case "number":
		return fmt.Sprintf(`{"number":{"exponent":%s,"sign":%s,"significand":%s}}`,
			word(uint64(n.exponent), f.Exponent+2), bit(uint64(n.sign)), word(n.significand, f.Significand))
	}
	return fmt.Sprintf(`{"%s":%s}`, n.kind, bit(uint64(n.sign)))
}

// The programs compute the same as arithmetic on integers.
func TestArithmetic(t *testing.T) {
	for _, f := range []ieee.Format{ieee.Formats[0], {Name: "three", Exponent: 3, Significand: 3},
		{Name: "half", Exponent: 5, Significand: 11}, ieee.Formats[1]} {
		t.Run(f.Name, func(t *testing.T) {
			tree, ds := k.Parse(lang.NewFile("ieee.k", []byte(f.Program())))
			if len(ds) > 0 {
				t.Fatal(ds[0].Message)
			}
			names, ds := k.Resolve(tree)
			if len(ds) > 0 {
				t.Fatal(ds[0].Message)
			}
			program := eval.Compile(tree, names, nil)
			for _, op := range []struct {
				name string
				want func(ieee.Format, number, number) number
			}{{"multiply", multiply}, {"add", add}} {
				d := names.Func[tree.Syms.Lookup(op.name)]
				list := numbers(f, sample.Size(32, 12))
				if f.Significand > 30 {
					list = list[:min(len(list), 16)] // products of 40-bit significands have 80 bits
				}
				for _, x := range list {
					for _, y := range list {
						if f.Significand > 31 && op.name == "multiply" && x.kind == "number" && y.kind == "number" {
							continue
						}
						in, err := eval.ReadJSON([]byte(`{"x":` + text(f, x) + `,"y":` + text(f, y) + `}`))
						if err != nil {
							t.Fatal(err)
						}
						got := program.Run(d, in, eval.Options{})
						if got.Verdict != lang.Defined {
							t.Fatalf("%s %v %v: %v", op.name, x, y, got.Verdict)
						}
						if s, want := string(eval.AppendJSON(nil, got.Value)), text(f, op.want(f, x, y)); s != want {
							t.Fatalf("%s %v %v is\n%s, want\n%s", op.name, x, y, s, want)
						}
					}
				}
			}
		})
	}
}

// The example program equals the output of the generator, and the programs have about the documented sizes.
func TestSizes(t *testing.T) {
	lines := []int{500, 5_000, 15_000}
	for i, f := range ieee.Formats {
		program := f.Program()
		if n := strings.Count(program, "\n"); n < lines[i]*9/10 || n > lines[i]*3/2 {
			t.Errorf("%s has %d lines, want about %d", f.Name, n, lines[i])
		}
	}
	committed, err := os.ReadFile("../../../examples/programs/ieee/ieee.k")
	if err != nil {
		t.Fatal(err)
	}
	if string(committed) != ieee.Formats[0].Program() {
		t.Error("examples/programs/ieee/ieee.k is not what `go run ./internal/lab/ieee/cmd/ieee fp4` writes")
	}
}
