package eval_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/patgraph/patgraph/internal/gen"
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/k"
	"github.com/patgraph/patgraph/lang/k/eval"
)

var labels = []string{"a", "b", "0", "car", "cdr", "true"}

// words are those of drawn programs.
var words = map[k.Dialect]*gen.Vocabulary{
	k.K4: {Labels: labels,
		Leaves: []string{"1", "-7", `"a"`, "{}", "[]", "<>", "()", "|", "|", "|", "|", "|", "|", "$int", "$t", "$[t]",
			"${int a, t b}", "$<int a, t b>", "?(...)", "PLUS", "EQ", "SNOC", "CONS", "true", "null", "toJSON"},
		Forms: []string{"[]", "[_]", "[_, _]", "[_, _, _]", "(_ ^)", "(_ ^)", "(_ ^)", "(_ ^)"}},
	k.K6: {Later: true, Labels: labels,
		Leaves: []string{"{}", "<>", "()", "_log!", "$t", "$1", "$@t", "${t a}", "$<t a>", "${{} a, t b}", "$<{} a, 1 b>",
			"?(...)"},
		Forms: []string{"(_ _)", "<_>", "{_ a}"}},
}

// inDialects checks a law for programs of k4 and for those of k6.
func inDialects(t *testing.T, law func(t *testing.T, d k.Dialect)) {
	for _, d := range []k.Dialect{k.K4, k.K6} {
		t.Run(d.String(), func(t *testing.T) { law(t, d) })
	}
}

// drawProgram draws definitions, optionally recursive, and a main expression.
func drawProgram(t *rapid.T, d k.Dialect, recursive bool) (definitions, main string) {
	names := []string{"f", "g", "h"}
	definitions = "$t = <{} a, t b, [t] car>;\n"
	if d == k.K6 {
		names = []string{"f", "0", "+1"}
		definitions = "-- dialect: k6\n$t = <{} a, t b, {t car} car, {{} a, t b} 0>; $1 = @t;\n"
	}
	names = names[:rapid.IntRange(0, 3).Draw(t, "definitions")]
	definitions += strings.Join(words[d].Definitions(t, names, 3, recursive), "")
	return definitions, words[d].Expression(t, 3, names)
}

func drawValue(t *rapid.T, depth int) eval.Value {
	kind := rapid.IntRange(0, 9).Draw(t, "value")
	if depth == 0 {
		kind %= 5
	}
	switch kind {
	case 0:
		return eval.IntValue(rapid.Int64Range(-8, 8).Draw(t, "integer"))
	case 1:
		return eval.StringValue(rapid.SampledFrom([]string{"a", "", "true", "0"}).Draw(t, "text"))
	case 2:
		return eval.Unit()
	case 3:
		return rapid.SampledFrom([]eval.Value{eval.NullValue(), eval.BoolValue(true),
			eval.BoolValue(false)}).Draw(t, "other")
	case 4, 5, 6:
		return eval.VectorValue(rapid.SliceOfN(rapid.Custom(func(t *rapid.T) eval.Value { return drawValue(t, max(depth-1, 0)) }), 0, 3*min(depth, 1)).Draw(t, "members")...)
	}
	var fields []eval.Field
	for _, l := range rapid.SliceOfNDistinct(rapid.SampledFrom(labels), 1, 3, rapid.ID[string]).Draw(t, "labels") {
		fields = append(fields, eval.Field{Label: l, Value: drawValue(t, depth-1)})
	}
	return eval.ObjectValue(fields...)
}

// little bounds the runs of drawn programs: some of them double a value repeatedly.
var little = eval.Options{Fuel: 20_000, Memory: 1 << 20}

// A balance checks that every Enter has its Leave, in reverse order.
type balance struct {
	open  []k.NodeID
	wrong bool
}

func (b *balance) Enter(e k.NodeID, _ eval.Value) { b.open = append(b.open, e) }

func (b *balance) Leave(e k.NodeID, _, _ eval.Value) {
	last := len(b.open) - 1
	b.wrong = b.wrong || b.open[last] != e
	b.open = b.open[:last]
}

// The machine and the reference agree on all programs.
func TestReference(t *testing.T) { inDialects(t, agree) }

func agree(t *testing.T, dialect k.Dialect) {
	defined, undefined, failed := 0, 0, 0
	rapid.Check(t, func(t *rapid.T) {
		definitions, main := drawProgram(t, dialect, true)
		in := drawValue(t, 3)
		tree, ds := k.Parse(lang.NewFile("test.k", []byte(definitions+main)))
		if len(ds) > 0 {
			t.Fatalf("%s%s: %s", definitions, main, ds[0].Message)
		}
		names, _ := k.Resolve(tree)
		p := eval.Compile(tree, names, nil)
		d := int32(len(tree.Defs) - 1)
		// If the machine takes few steps, so does the reference.
		got := p.Run(d, in, little)
		if got.Verdict == lang.OutOfFuel || got.Verdict == lang.OutOfMemory {
			return
		}
		if o := outcome(got); len(o) > mostText {
			return
		}
		r := &reference{t: tree, names: names, budget: 1_000_000}
		want, err := r.run(tree.Defs[d].Root, in)
		if errors.Is(err, errTooDeep) {
			return
		}
		watched, watcher := little, &balance{}
		watched.Observer, watched.Memory = watcher, 10*little.Memory
		for _, got := range []eval.Outcome{got, p.Run(d, in, watched)} {
			switch {
			case err == nil:
				if got.Verdict != lang.Defined || outcome(got) != plain(want) {
					t.Fatalf("%s%s\non %s: %s, want %s", definitions, main, eval.JSON(in), outcome(got), plain(want))
				}
				defined++
			case errors.Is(err, errUndefined):
				if got.Verdict != lang.Undefined {
					t.Fatalf("%s%s\non %s: %s, want undefined", definitions, main, eval.JSON(in), outcome(got))
				}
				undefined++
			default:
				if got.Verdict != lang.Failed {
					t.Fatalf("%s%s\non %s: %s, want an error", definitions, main, eval.JSON(in), outcome(got))
				}
				failed++
			}
		}
		if watcher.wrong || len(watcher.open) > 0 && err != errFailed {
			t.Fatalf("%s%s\non %s: expressions are not left as they were entered", definitions, main, eval.JSON(in))
		}
	})
	if defined == 0 || undefined == 0 || (failed == 0) != (dialect == k.K6) {
		t.Errorf("%d defined, %d undefined, %d failed", defined, undefined, failed)
	}
	t.Logf("%d defined, %d undefined, %d failed", defined, undefined, failed)
}

// same runs two main expressions and compares their outcomes: of errors, only their existence; not at all if one
// exceeded a bound.
func same(t *rapid.T, definitions, a, b string, in eval.Value) {
	t.Helper()
	over := false
	run := func(main string) string {
		tree, _ := k.Parse(lang.NewFile("test.k", []byte(definitions+main)))
		names, _ := k.Resolve(tree)
		o := eval.Compile(tree, names, nil).Run(int32(len(tree.Defs)-1), in, little)
		over = over || o.Verdict == lang.OutOfFuel || o.Verdict == lang.OutOfMemory
		if o.Verdict == lang.Failed {
			return "error"
		}
		return outcome(o)
	}
	if x, y := run(a), run(b); x != y && !over {
		t.Fatalf("%son %s\n%s: %s\n%s: %s", definitions, eval.JSON(in), a, x, b, y)
	}
}

func TestLaws(t *testing.T) { inDialects(t, laws) }

func laws(t *testing.T, dialect k.Dialect) {
	rapid.Check(t, func(t *rapid.T) {
		definitions, a := drawProgram(t, dialect, false)
		in := drawValue(t, 3)
		if dialect == k.K6 {
			same(t, definitions, a+" |b", "{"+a+" b}", in)
			same(t, definitions, a+" .b", a+" /b", in)
			same(t, definitions, a, a+" |car /car", in)
		}
		b, c := words[dialect].Expression(t, 2, nil), words[dialect].Expression(t, 2, nil)
		same(t, definitions, a, "() "+a, in)
		same(t, definitions, a, a+" ()", in)
		same(t, definitions, a+" "+b+" "+c, a+" ("+b+" "+c+")", in)
		same(t, definitions, a+" "+b+" "+c, "("+a+" "+b+") "+c, in)
		same(t, definitions, "<"+a+", "+b+", "+c+">", "<<"+a+", "+b+">, <>, "+c+">", in)
		same(t, definitions, "<"+a+", "+b+", "+c+">", "<"+a+", <"+b+", <"+c+">>>", in)
		same(t, definitions, a, "<"+a+">", in)
		same(t, definitions, a+" <> ", "<"+a+" <>>", in)
		same(t, definitions+"inlined = "+a+";\n", a+" "+b, "inlined "+b, in)
	})
}

// The outcome of a run stays the same with more fuel.
func TestMoreFuel(t *testing.T) { inDialects(t, moreFuel) }

func moreFuel(t *testing.T, dialect k.Dialect) {
	rapid.Check(t, func(t *rapid.T) {
		definitions, main := drawProgram(t, dialect, true)
		in := drawValue(t, 3)
		tree, _ := k.Parse(lang.NewFile("test.k", []byte(definitions+main)))
		names, _ := k.Resolve(tree)
		p := eval.Compile(tree, names, nil)
		d := int32(len(tree.Defs) - 1)
		before := ""
		for _, fuel := range []int64{1, 2, 5, 10, 30, 100, 1000, 5000} {
			o := p.Run(d, in, eval.Options{Fuel: fuel, Memory: 1 << 20})
			if before != "" && outcome(o) != before {
				t.Fatalf("%s%s on %s with %d: %s, with less: %s", definitions, main, eval.JSON(in), fuel,
					outcome(o), before)
			}
			if o.Steps > fuel {
				t.Fatalf("%d steps of %d", o.Steps, fuel)
			}
			if o.Verdict != lang.OutOfFuel {
				before = outcome(o)
			}
		}
	})
}

// anyValue draws values with every kind of leaf.
func anyValue(t *rapid.T, depth int) eval.Value {
	text := rapid.SampledFrom([]string{"", "a", "é", "日本", "😀", "\x00\x1f\x7f", "\"\\/", "\u2028", "\xed\xa0\xbd",
		"x\xed\xb8\x80", "<&>", "0", "10", "9", "\U0010ffff", "\uffff"})
	switch kind := rapid.IntRange(0, 8).Draw(t, "kind"); {
	case kind == 0:
		return eval.IntValue(rapid.Int64().Draw(t, "integer"))
	case kind == 1:
		v, err := eval.ReadJSON([]byte(rapid.StringMatching(`-?(0|[1-9][0-9]{0,40})(\.[0-9]{1,30})?([eE][+-]?[0-9]{1,3})?`).Draw(t, "number")))
		if err != nil {
			t.Fatal(err)
		}
		return v
	case kind == 2:
		return eval.StringValue(text.Draw(t, "text"))
	case kind == 3:
		return rapid.SampledFrom([]eval.Value{eval.NullValue(), eval.BoolValue(true), eval.BoolValue(false),
			eval.Unit()}).Draw(t, "other")
	case depth == 0:
		return eval.VectorValue()
	case kind < 6:
		return eval.VectorValue(rapid.SliceOfN(rapid.Custom(func(t *rapid.T) eval.Value { return anyValue(t, depth-1) }), 0, 20).Draw(t, "members")...)
	}
	var fields []eval.Field
	for _, l := range rapid.SliceOfNDistinct(text, 0, 14, rapid.ID[string]).Draw(t, "labels") {
		fields = append(fields, eval.Field{Label: l, Value: anyValue(t, depth-1)})
	}
	return eval.ObjectValue(fields...)
}

// Reading is the inverse of writing, in one line and in several.
func TestJSONRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := anyValue(t, 3)
		line := eval.JSON(v)
		width := rapid.IntRange(0, 60).Draw(t, "width")
		lines, all := eval.AppendIndented(nil, v, width, -1)
		if !all {
			t.Fatal("cut off")
		}
		for _, text := range []string{line, string(lines)} {
			got, err := eval.ReadJSON([]byte(text))
			if err != nil {
				t.Fatalf("%s: %v", text, err)
			}
			if !eval.Equal(got, v) || !eval.Equal(v, got) || eval.JSON(got) != line {
				t.Fatalf("%s is read as %s, from %s", line, eval.JSON(got), text)
			}
		}
		for _, most := range []int{0, 1, len(line) / 2, len(line) - 1} {
			if b, all := eval.AppendUpTo([]byte("x"), v, most); most < len(line) && all ||
				!strings.HasPrefix("x"+line, string(b)) {
				t.Fatalf("the first %d bytes of %s: %s, %v", most, line, b, all)
			}
		}
	})
}

// Values are equal exactly if their texts are.
func TestEqual(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := drawValue(t, 2), drawValue(t, 2)
		if eval.Equal(a, b) != (eval.JSON(a) == eval.JSON(b)) {
			t.Fatalf("%s and %s", eval.JSON(a), eval.JSON(b))
		}
		p := fmt.Sprintf("[%s,%s]", eval.JSON(a), eval.JSON(b))
		if got := runText("<EQ true, false>", p, eval.Options{}); got != fmt.Sprint(eval.Equal(a, b)) {
			t.Fatalf("EQ of %s: %s", p, got)
		}
	})
}

// runText runs a main expression without errors on a text in JSON.
func runText(source, in string, o eval.Options) string {
	tree, _ := k.Parse(lang.NewFile("test.k", []byte(source)))
	names, _ := k.Resolve(tree)
	v, err := eval.ReadJSON([]byte(in))
	if err != nil {
		return err.Error()
	}
	return outcome(eval.Compile(tree, names, nil).Run(int32(len(tree.Defs)-1), v, o))
}
