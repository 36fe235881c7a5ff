package eval_test

import (
	"fmt"
	"math/big"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/k"
	"github.com/patgraph/patgraph/lang/k/eval"
	"pgregory.net/rapid"
)

// unary returns a number as {"s":{"s":…{"z":{}}}}.
func unary(n int) string {
	return strings.Repeat(`{"s":`, n) + `{"z":{}}` + strings.Repeat("}", n)
}

// A million nested calls, in every kind of context.
func TestDeepCalls(t *testing.T) {
	const n = 1_000_000
	if got := run(t, "num = <.z 0, .s num [(), 1] PLUS>; num", unary(n), eval.Options{}); got != fmt.Sprint(n) {
		t.Errorf("composition: %s", got)
	}
	const m = 100_000
	if got := run(t, "f = <.0 {}, [(), -1] PLUS {f s}>; num = <.s num [(), 1] PLUS, 0>; f num", fmt.Sprint(m),
		eval.Options{}); got != fmt.Sprint(m) {
		t.Errorf("variants: %s", got)
	}
	if got := run(t, "f = <.0 [], [(), -1] PLUS [f]>; len = <.0 len [(), 1] PLUS, 0>; f len", fmt.Sprint(m),
		eval.Options{}); got != fmt.Sprint(m) {
		t.Errorf("vectors: %s", got)
	}
	if got := run(t, "f = <<[[(), 0] GT .0, [(), -1] PLUS f] .1, <>>, 5>; f", fmt.Sprint(m),
		eval.Options{}); got != "5" {
		t.Errorf("merges: %s", got)
	}
	if got := run(t, "f = <.0 7, [[(), -1] PLUS] | f ^ .0>; f", fmt.Sprint(m), eval.Options{}); got != "7" {
		t.Errorf("carets: %s", got)
	}
}

// Calls at the end of a composition or a merge take no memory.
func TestTailCalls(t *testing.T) {
	small := eval.Options{Memory: 10_000}
	for _, source := range []string{
		"f = <.0, [(), -1] PLUS f>; f",
		"f = <.0, [(), -1] PLUS g>; g = ((f)); f",
		"f = <.0, <.x, <[(), -1] PLUS>> f>; f",
		"f = <.0, {() x} .x [(), -1] PLUS (() f)>; f",
	} {
		if got := run(t, source, "100000", small); got != "{}" {
			t.Errorf("%s: %s", source, got)
		}
	}
	for _, source := range []string{
		"f = f; f", "f = g; g = () f; f", "f = <f>; f", "f = <.c, f>; f", "f = {.b a, .a b} f; {1 a, 2 b} f",
		"f = [1, [2, 3]] .1 .0 f; f", "f = [] .x; g = | ^ g; [] g",
	} {
		if got := run(t, source, "{}", eval.Options{Memory: 100_000, Fuel: 10_000_000}); got != "endless" {
			t.Errorf("%s: %s", source, got)
		}
	}
	if got := run(t, "f = [(), 1] PLUS f; 0 f", "{}", eval.Options{Fuel: 10_000_000}); got != "out of fuel" { // no state occurs twice
		t.Errorf("a counter: %s", got)
	}
}

// A run that is called endless never ends: with much more fuel, its outcome is the same.
func TestEndless(t *testing.T) { inDialects(t, endless) }

func endless(t *testing.T, dialect k.Dialect) {
	found := 0
	rapid.Check(t, func(t *rapid.T) {
		definitions, main := drawProgram(t, dialect, true)
		in := drawValue(t, 3)
		source := definitions + "loop = <(" + main + "), ()> loop;\nloop"
		tree, _ := k.Parse(lang.NewFile("test.k", []byte(source)))
		names, _ := k.Resolve(tree)
		p := eval.Compile(tree, names, nil)
		d := int32(len(tree.Defs) - 1)
		run := func(slice, fuel int64) eval.Outcome {
			defer eval.SetSlice(slice)()
			return p.Run(d, in, eval.Options{Fuel: fuel, Memory: 1 << 20})
		}
		if o := run(7, 2000); o.Verdict == lang.Endless {
			found++
			if o := run(1<<20, 20_000); o.Verdict != lang.OutOfFuel {
				t.Fatalf("%s on %s is not endless: %s", source, eval.JSON(in), outcome(o))
			}
		}
	})
	if found == 0 {
		t.Error("no program was endless")
	}
}

func TestLimits(t *testing.T) {
	for _, c := range []struct{ source, in, want string }{
		{"f = f 1; f", "{}", "out of memory"},
		{"f = {f x}; f", "{}", "out of memory"},
		{"f = <f, 1>; f", "{}", "out of memory"},
		{"f = [(), ()] TIMES f; f", "3", "out of memory"},
		{"f = [(), ()] CONCAT f; f", `"ab"`, "out of memory"},
		{"f = {() car, .l cdr} CONS {() l} f; {[] l} f", "3", "out of memory"},
		{"f = {(| ^) a, (| ^) b} {.a | x, .b | y} ^ f; f", "[1,2,3]", "out of memory"},
		{"f = [(), ()] TIMES f; f", "0.1", "out of memory"},
		{"f = [(), ()] TIMES f; f", "1e-9999", "out of memory"},
		{"f = {() a, () b} f; f", "1", "out of memory"},
		{"f = {() a, () b}; f f f f f f f f f f f f f f f f f f f f f f f f f f toJSON", "1", "out of memory"},
		{"f = [(), 1] PLUS f; f", "1", "out of fuel"},
		{"f = {() a, () b}; [f f f f f f f f f f f f f f f f f f f f f f, f f f f f f f f f f f f f f f f f f f f f f] EQ 1", "1", "out of fuel"},
	} {
		if got := run(t, c.source, c.in, eval.Options{Memory: 4 << 20, Fuel: 2_000_000}); got != c.want {
			t.Errorf("%s: %s, want %s", c.source, got, c.want)
		}
	}
}

// Garbage does not count as memory, however much there is.
func TestGarbage(t *testing.T) {
	source := "f = <.n .0 7, {.n [(), -1] PLUS n, [.n, .n, [.n]] junk} f>; {() n, [] junk} f"
	if got := run(t, source, "100000", eval.Options{Memory: 20_000}); got != "7" {
		t.Errorf("%s", got)
	}
	// A vector that is taken apart and built, with many live tails.
	sum := "sum = <SNOC [.car, .cdr sum] PLUS, 0>; sum"
	list := "[" + strings.Repeat("1,", 19_999) + "1]"
	if got := run(t, sum, list, eval.Options{Memory: 9 << 20}); got != "20000" {
		t.Errorf("sum: %s", got)
	}
}

// More fuel never changes a result, and the number of steps that a run reports is enough fuel for it.
func TestFuelIsExact(t *testing.T) {
	for _, c := range []struct{ source, in string }{
		{"fac = <.0 1, [(), [(), -1] PLUS fac] TIMES>; fac", "60"},
		{"$n = <n s, {} z>; f = $n <.z 0, .s f>; f", unary(30)},
		{"| <.x, .y> ^ {() a, (| ^) b}", `[{"x":1},{"z":1},{"y":[2]}]`},
		{"[(), ()] EQ .7", "[1,[2,3]]"},
		{"?[$int] {| a, | b} ^", "[1,2,3,4]"},
		{"(| ^) ^", "[1]"},
	} {
		all := compile(t, c.source)
		main, in := mainOf(t, all), value(t, c.in)
		full := all.Run(main, in, eval.Options{CheckFilters: true})
		for fuel := int64(1); fuel <= full.Steps+3; fuel++ {
			o := all.Run(main, in, eval.Options{Fuel: fuel, CheckFilters: true})
			want := outcome(full)
			if fuel < full.Steps {
				want = "out of fuel"
			}
			if outcome(o) != want {
				t.Fatalf("%s with %d of %d steps: %s, want %s", c.source, fuel, full.Steps, outcome(o), want)
			}
			if o.Verdict == lang.OutOfFuel && (o.At == k.NoNode || o.Steps != fuel) {
				t.Fatalf("%s: out of fuel at %d after %d steps of %d", c.source, o.At, o.Steps, fuel)
			}
		}
	}
}

// Checking a list at every call is linear.
func TestChecksAreRemembered(t *testing.T) {
	source := "$l = <{} nil, {int car, l cdr} cons>; sum = $l <.nil 0, .cons [.car, .cdr sum] PLUS>; sum"
	p := compile(t, source)
	var steps [2]int64
	for i, n := range []int{1000, 4000} {
		in := value(t, strings.Repeat(`{"cons":{"car":1,"cdr":`, n)+`{"nil":{}}`+strings.Repeat("}}", n))
		o := p.Run(mainOf(t, p), in, eval.Options{})
		if outcome(o) != fmt.Sprint(n) {
			t.Fatal(outcome(o))
		}
		steps[i] = o.Steps
		if again := p.Run(mainOf(t, p), in, eval.Options{}); again.Steps != o.Steps {
			t.Errorf("the second run on one value takes %d steps, the first %d", again.Steps, o.Steps)
		}
	}
	if steps[1] > 5*steps[0] {
		t.Errorf("%d steps for 1000, %d for 4000", steps[0], steps[1])
	}
}

// A failed check removes its marks.
func TestFailedChecksAreForgotten(t *testing.T) {
	source := "$a = <{} z, a s>; $b = {a x, int y}; <.p $b 0, .p .x $b 1, .p $b 2, .p .x $a .s .s $a 3, 4>"
	if got := run(t, source, `{"p":{"x":{"s":{"s":{"q":{}}}},"y":1}}`, eval.Options{}); got != "4" {
		t.Error(got)
	}
	if got := run(t, source, `{"p":{"x":{"s":{"s":{"z":{}}}},"y":[]}}`, eval.Options{}); got != "3" {
		t.Error(got)
	}
}

type recorder struct {
	p      *eval.Program
	events []string
	open   []k.NodeID
}

func (r *recorder) Enter(e k.NodeID, in eval.Value) { r.open = append(r.open, e) }

func (r *recorder) Leave(e k.NodeID, in, out eval.Value) {
	if last := r.open[len(r.open)-1]; last != e {
		r.events = append(r.events, fmt.Sprintf("left %d within %d", e, last))
	}
	r.open = r.open[:len(r.open)-1]
	gives := "undefined"
	if out != nil {
		gives = eval.Short(out, 100)
	}
	r.events = append(r.events, r.p.Tree.File.Text(r.p.Tree.Span(e))+": "+eval.Short(in, 100)+" -> "+gives)
}

func TestObserver(t *testing.T) {
	p := compile(t, "f = <.x .y, .z>; {| f a, {} u}")
	r := &recorder{p: p}
	p.Run(mainOf(t, p), value(t, `[{"x":{}},{"z":5}]`), eval.Options{Observer: r})
	want := `|: [{"x":{}},{"z":5}] -> [|{"x":{}},{"z":5}]
.x: {"x":{}} -> {}
.y: {} -> undefined
.x .y: {"x":{}} -> undefined
.z: {"x":{}} -> undefined
<.x .y, .z>: {"x":{}} -> undefined
f: {"x":{}} -> undefined
.x: {"z":5} -> undefined
.x .y: {"z":5} -> undefined
.z: {"z":5} -> 5
<.x .y, .z>: {"z":5} -> 5
f: {"z":5} -> 5
| f: [{"x":{}},{"z":5}] -> [|5]
{}: [{"x":{}},{"z":5}] -> {}
{| f a, {} u}: [{"x":{}},{"z":5}] -> [|{"a":5,"u":{}}]`
	if got := strings.Join(r.events, "\n"); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if len(r.open) != 0 {
		t.Errorf("%d expressions were not left", len(r.open))
	}
}

// Concurrent runs may share a program and a value.
func TestConcurrentRuns(t *testing.T) {
	p := compile(t, "$l = <{} nil, {int car, l cdr} cons>; sum = $l <.nil 0, .cons [.car, .cdr sum] PLUS>; {.l sum s, {1 car, .v cdr} CONS v}")
	n := 300
	in := value(t, `{"l":`+strings.Repeat(`{"cons":{"car":1,"cdr":`, n)+`{"nil":{}}`+strings.Repeat("}}",
		n)+`,"v":[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17]}`)
	want := outcome(p.Run(mainOf(t, p), in, eval.Options{}))
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for range 50 {
				if got := outcome(p.Run(mainOf(t, p), in, eval.Options{})); got != want {
					t.Errorf("%s, want %s", got, want)
				}
			}
		})
	}
	wg.Wait()
}

func TestInterrupt(t *testing.T) {
	var stop atomic.Bool
	stop.Store(true)
	if got := run(t, "f = f; f", "1", eval.Options{Interrupt: &stop}); got != "interrupted" {
		t.Error(got)
	}
}

func TestLog(t *testing.T) {
	var seen []string
	run(t, "| _log! [(), 1] PLUS _log! ^", "[1,2]", eval.Options{Log: func(v eval.Value) { seen = append(seen, eval.JSON(v)) }})
	if got := strings.Join(seen, " "); got != "1 2 2 3" {
		t.Error(got)
	}
}

// An expression with an error fails only when it is evaluated.
func TestBroken(t *testing.T) {
	source := "f = nosuch; g = $nosuch; <.a f, .b g, .c [1] ${nosuch x}, 7>"
	for in, want := range map[string]string{
		`{"a":1}`: "error: `nosuch` is not defined",
		`{"b":1}`: "error: this type is not defined",
		`{"c":1}`: "7",
		`{"d":1}`: "7",
	} {
		if got := run(t, source, in, eval.Options{}); got != want {
			t.Errorf("%s: %s, want %s", in, got, want)
		}
	}
}

func TestErrorPlace(t *testing.T) {
	source := "f = .x |;\ng = .y f;\n{g a}"
	p := compile(t, source)
	o := p.Run(mainOf(t, p), value(t, `{"y":{"x":{"q":1}}}`), eval.Options{})
	if o.Verdict != lang.Failed || p.Tree.File.Text(o.Error.Span) != "|" ||
		p.Tree.File.Position(o.Error.Span.Start).Line != 1 {
		t.Errorf("%+v", o)
	}
	if eval.JSON(o.Error.Value) != `{"q":1}` {
		t.Errorf("on %s", eval.JSON(o.Error.Value))
	}
}

func TestFactorial(t *testing.T) {
	want := new(big.Int).MulRange(1, 3000).String()
	if got := run(t, "fac = <.0 1, [(), [(), -1] PLUS fac] TIMES>; fac", "3000", eval.Options{}); got != want {
		t.Error("wrong")
	}
}

// A value of a few nodes may have a text of any length, and writing a long number is slow: writing a prefix costs no
// more than that prefix.
func TestPartsOfTexts(t *testing.T) {
	doubled := value(t, `"é"`)
	for range 200 {
		doubled = eval.VectorValue(doubled, doubled)
	}
	long := eval.StringValue(strings.Repeat("é", 1<<20))
	huge := eval.BigValue(new(big.Int).Lsh(big.NewInt(1), 1<<30))
	for _, c := range []struct {
		v    eval.Value
		want string
	}{
		{doubled, strings.Repeat("[", 60) + "…"},
		{eval.VectorValue(doubled, eval.Unit()), strings.Repeat("[", 60) + "…"},
		{long, `"` + strings.Repeat("é", 29) + "…"},
		{eval.VectorValue(long), `["` + strings.Repeat("é", 29) + "…"},
		{huge, "an integer of 1073741825 bits"},
		{eval.VectorValue(eval.IntValue(1), huge), "[1,…"},
		{eval.StringValue("\x00\x01"), `"\u0000\u0001"`},
	} {
		if got := eval.Short(c.v, 60); got != c.want {
			t.Errorf("%s, want %s", got, c.want)
		}
	}
	if b, all := eval.AppendIndented(nil, doubled, 80, 1000); all || len(b) > 2000 {
		t.Errorf("%d bytes", len(b))
	}
	if eval.OpenWithin(doubled) {
		t.Error("nothing is open")
	}
}
