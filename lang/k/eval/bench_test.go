package eval_test

import (
	"fmt"
	"math/big"
	"strings"
	"testing"

	"github.com/patgraph/patgraph/lang/k/eval"
)

// The programs that evaluation is measured by. Beside each stands the same in Go, as
// closures that are composed as the program is: what a simple compiler would make.
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
		strings.Repeat(`{"cons":{"car":1,"cdr":`, 150) + `{"nil":{}}` + strings.Repeat("}}", 150), "150", reverseBaseline,
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
		bits(12), bits(12), binaryBaseline,
	},
}

// shuffled lists the numbers below n, which 37 does not divide, in some order.
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

// bits is the number 2^n-1, its lowest bit outside.
func bits(n int) string {
	return strings.Repeat(`{"1":`, n) + `{"_":{}}` + strings.Repeat("}", n)
}

func TestMeasured(t *testing.T) {
	for _, m := range measured {
		if got := run(t, m.source, m.in, eval.Options{}); got != m.want {
			t.Errorf("%s: %s, want %s", m.name, got, m.want)
		}
		if got := m.baseline()(value(t, m.in)); got == nil || eval.JSON(got) != m.want {
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
			f, in := m.baseline(), value(b, m.in)
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

// A function is what the baseline compiles expressions to; nil is undefined.
type function func(eval.Value) eval.Value

func dot(label string) function {
	return func(v eval.Value) eval.Value {
		for i, l := range eval.Labels(v) {
			if l == label {
				return eval.Parts(v)[i]
			}
		}
		if n, ok := eval.BigInt(v); ok && n.IsInt64() && fmt.Sprint(n.Int64()) == label {
			return eval.Unit()
		}
		return nil
	}
}

func constant(v eval.Value) function { return func(eval.Value) eval.Value { return v } }

func comp(fs ...function) function {
	return func(v eval.Value) eval.Value {
		for _, f := range fs {
			if v = f(v); v == nil {
				return nil
			}
		}
		return v
	}
}

func merge(fs ...function) function {
	return func(v eval.Value) eval.Value {
		for _, f := range fs {
			if w := f(v); w != nil {
				return w
			}
		}
		return nil
	}
}

func vector(fs ...function) function {
	return func(v eval.Value) eval.Value {
		list := make([]eval.Value, len(fs))
		for i, f := range fs {
			if list[i] = f(v); list[i] == nil {
				return nil
			}
		}
		return eval.VectorValue(list...)
	}
}

func object(labels []string, fs ...function) function {
	return func(v eval.Value) eval.Value {
		list := make([]eval.Field, len(fs))
		for i, f := range fs {
			if list[i] = (eval.Field{Label: labels[i], Value: f(v)}); list[i].Value == nil {
				return nil
			}
		}
		return eval.ObjectValue(list...)
	}
}

// call is a function that is known later.
func call(f *function) function { return func(v eval.Value) eval.Value { return (*f)(v) } }

func arithmetic(start int64, join func(sum, n *big.Int)) function {
	return func(v eval.Value) eval.Value {
		sum := big.NewInt(start)
		for _, m := range eval.Parts(v) {
			n, ok := eval.BigInt(m)
			if !ok {
				return nil
			}
			join(sum, n)
		}
		return eval.BigValue(sum)
	}
}

var (
	sums     = arithmetic(0, func(sum, n *big.Int) { sum.Add(sum, n) })
	products = arithmetic(1, func(sum, n *big.Int) { sum.Mul(sum, n) })
	itself   = function(func(v eval.Value) eval.Value { return v })
)

func factorialBaseline() function {
	var fac function
	zero := function(func(v eval.Value) eval.Value {
		if n, _ := eval.BigInt(v); n != nil && n.Sign() == 0 {
			return eval.Unit()
		}
		return nil
	})
	fac = merge(comp(zero, constant(eval.IntValue(1))),
		comp(vector(itself, comp(vector(itself, constant(eval.IntValue(-1))), sums, call(&fac))), products))
	return fac
}

func reverseBaseline() function {
	var add, reverse, sum function
	cons := func(f function) function { return comp(f, object([]string{"cons"}, itself)) }
	empty := constant(eval.VariantValue("nil", eval.Unit()))
	add = merge(cons(object([]string{"car", "cdr"}, comp(dot("a"), dot("cons"), dot("car")),
		comp(object([]string{"a", "b"}, comp(dot("a"), dot("cons"), dot("cdr")), dot("b")), call(&add)))), dot("b"))
	reverse = merge(comp(dot("cons"), object([]string{"a", "b"}, comp(dot("cdr"), call(&reverse)),
		cons(object([]string{"car", "cdr"}, dot("car"), empty))), add), empty)
	sum = merge(comp(dot("cons"), vector(dot("car"), comp(dot("cdr"), call(&sum))), sums), constant(eval.IntValue(0)))
	return comp(reverse, sum)
}

// members runs a function on each member, and leaves out those where it is undefined:
// | f ^.
func members(f function) function {
	return func(v eval.Value) eval.Value {
		var list []eval.Value
		for _, m := range eval.Parts(v) {
			if w := f(m); w != nil {
				list = append(list, w)
			}
		}
		return eval.VectorValue(list...)
	}
}

// when is the second of two numbers if the first is larger by the sign, or as large
// where equal says so.
func when(first, second string, equal bool) function {
	a, b := dot(first), dot(second)
	return func(v eval.Value) eval.Value {
		x, y := a(v), b(v)
		m, _ := eval.BigInt(x)
		n, _ := eval.BigInt(y)
		if sign := m.Cmp(n); sign > 0 || equal && sign == 0 {
			return y
		}
		return nil
	}
}

func snoc(v eval.Value) eval.Value {
	parts := eval.Parts(v)
	if len(parts) == 0 {
		return nil
	}
	return eval.ObjectValue(eval.Field{Label: "car", Value: parts[0]}, eval.Field{Label: "cdr", Value: eval.VectorValue(parts[1:]...)})
}

func cons(v eval.Value) eval.Value {
	parts := eval.Parts(v)
	return eval.VectorValue(append([]eval.Value{parts[0]}, eval.Parts(parts[1])...)...)
}

func quicksortBaseline() function {
	var cat, sort function
	// The pivot stands beside each member, as the program pairs them.
	paired := func(keep function) function {
		return func(v eval.Value) eval.Value {
			pivot := dot("car")(v)
			return members(comp(object([]string{"x", "p"}, itself, constant(pivot)), keep))(dot("cdr")(v))
		}
	}
	small := paired(when("p", "x", false))
	large := paired(func(v eval.Value) eval.Value {
		if when("x", "p", true)(v) == nil {
			return nil
		}
		return dot("x")(v)
	})
	cat = merge(comp(object([]string{"car", "cdr"}, comp(dot("a"), snoc, dot("car")),
		comp(object([]string{"a", "b"}, comp(dot("a"), snoc, dot("cdr")), dot("b")), call(&cat))), cons), dot("b"))
	sort = merge(comp(snoc, object([]string{"a", "b"}, comp(small, call(&sort)),
		comp(object([]string{"car", "cdr"}, dot("car"), comp(large, call(&sort))), cons)), call(&cat)), constant(eval.VectorValue()))
	return sort
}

func binaryBaseline() function {
	var inc, dec, count function
	tag := func(l string, f function) function { return comp(f, object([]string{l}, itself)) }
	zero := constant(eval.VariantValue("_", eval.Unit()))
	inc = merge(tag("1", comp(dot("_"), zero)), tag("1", dot("0")), tag("0", comp(dot("1"), call(&inc))))
	dec = merge(tag("0", dot("1")), tag("1", comp(dot("0"), call(&dec))))
	count = merge(comp(object([]string{"n", "up"}, comp(dot("n"), call(&dec)), comp(dot("up"), call(&inc))), call(&count)), dot("up"))
	return comp(object([]string{"n", "up"}, itself, zero), call(&count))
}
