package eval_test

import (
	"fmt"
	"math/big"
	"strings"
	"testing"

	"github.com/patgraph/patgraph/lang/k/eval"
)

// measured are the programs for benchmarks of evaluation, each with its baseline: the same as composed Go closures.
var measured = []struct {
	name, source string
	in           string
	want         string
	baseline     func() function
}{
	{
		"factorial", "fac = <.0 1, [(), [(), -1] PLUS fac] TIMES>; fac", "200",
		new(big.Int).MulRange(1, 200).String(), factorialBaseline,
	},
	{
		"reverse", `$list = <{} nil, {int car, list cdr} cons>;
		append = <{.a.cons.car car, {.a.cons.cdr a, .b b} append cdr} {() cons}, .b>;
		reverse = <.cons {.cdr reverse a, {.car car, {{} nil} cdr} {() cons} b} append, {{} nil}>;
		sum = $list <.cons [.car, .cdr sum] PLUS, 0>;
		reverse sum`,
		strings.Repeat(`{"cons":{"car":1,"cdr":`, 150) + `{"nil":{}}` + strings.Repeat("}}", 150), "150",
		reverseBaseline,
	},
	{
		"quicksort", `small = {.cdr | x, .car p} [.p, .x] GT .1 ^;
		large = {.cdr | x, .car p} <[.x, .p] GT .0, [.x, .p] EQ .0> ^;
		cat = <{.a SNOC .car car, {.a SNOC .cdr a, .b b} cat cdr} CONS, .b>;
		sort = <SNOC {small sort a, {.car car, large sort cdr} CONS b} cat, []>;
		sort`,
		shuffled(200), ascending(200), quicksortBaseline,
	},
	{
		"binary", `$bin = <{} _, bin 0, bin 1>;
		inc = $bin <._ {{} _} {() 1}, .0 {() 1}, .1 inc {() 0}>;
		dec = <.1 {() 0}, .0 dec {() 1}>;
		count = <{.n dec n, .up inc up} count, .up>;
		{() n, {{} _} up} count`,
		ones(12), ones(12), binaryBaseline,
	},
}

// shuffled lists the numbers below n, which must not be divisible by 37, in some order.
func shuffled(n int) string {
	list := make([]string, n)
	for i := range list {
		list[i] = fmt.Sprint((37*i + 11) % n)
	}
	return "[" + strings.Join(list, ",") + "]"
}

func ascending(n int) string {
	list := make([]string, n)
	for i := range list {
		list[i] = fmt.Sprint(i)
	}
	return "[" + strings.Join(list, ",") + "]"
}

// ones returns the number 2^n-1, its lowest bit outermost.
func ones(n int) string {
	return strings.Repeat(`{"1":`, n) + `{"_":{}}` + strings.Repeat("}", n)
}

func TestMeasured(t *testing.T) {
	for _, m := range measured {
		if got := run(t, m.source, m.in, eval.Options{}); got != m.want {
			t.Errorf("%s: %s, want %s", m.name, got, m.want)
		}
		if got := m.baseline()(native(value(t, m.in))); got == nil || eval.JSON(back(got)) != m.want {
			t.Errorf("%s in Go: %v", m.name, got)
		}
	}
}

func BenchmarkRun(b *testing.B) {
	for _, m := range measured {
		b.Run("program="+m.name, func(b *testing.B) {
			p := compile(b, m.source)
			main, in := mainOf(b, p), value(b, m.in)
			steps := int64(0)
			b.ReportAllocs()
			for b.Loop() {
				o := p.Run(main, in, eval.Options{})
				steps += o.Steps
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(steps), "ns/step")
		})
		b.Run("baseline="+m.name, func(b *testing.B) {
			f, in := m.baseline(), native(value(b, m.in))
			b.ReportAllocs()
			for b.Loop() {
				f(in)
			}
		})
	}
}

func BenchmarkRead(b *testing.B) {
	text := []byte("[" + strings.Repeat(`{"name":"a name","of":[1,2.5,null],"tag":{"x":{}}},`, 1000) + "1]")
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		if _, err := eval.ReadJSON(text); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkWrite(b *testing.B) {
	v := value(b, "["+strings.Repeat(`{"name":"a name","of":[1,2.5,null],"tag":{"x":{}}},`, 1000)+"1]")
	var buf []byte
	for b.Loop() {
		buf = eval.AppendJSON(buf[:0], v)
	}
	b.SetBytes(int64(len(buf)))
}
