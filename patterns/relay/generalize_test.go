package relay

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/patgraph/patgraph/internal/sample"
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/relay"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/language"
)

// generalized analyses a program with --generalize.
func generalized(source, dialect string) *patterns.Result {
	o := language.Options{Settings: language.Settings{Dialect: dialect, Generalize: true}}
	return analyze(context.Background(), lang.NewFile("in.rly", []byte(source)), o)
}

// TestGeneralize checks that undecided parts become type parameters and conditions.
func TestGeneralize(t *testing.T) {
	const head = "#[version = \"0.0.5\"]\ntype Either[A, B] { Lft(A), Rgt(B) }\ntype List[A] { Cons(A, List[A]), Nil }\n"
	for _, c := range []struct{ source, want string }{
		{"def @f(%x) { %x * 2f }", "fn [a, b](a) -> b where Broadcast(a, float32, b)"},
		{"def @f(%t) { %t.0 }", "fn [a, b](a) -> b where TupleGetItem(a, 0, b)"},
		{"def @f(%t) { (%t.2, %t.0) }", "fn [a, b, c](a) -> (b, c) where TupleGetItem(a, 0, c), TupleGetItem(a, 2, b)"},
		{"def @f(%f, %x: int32) { %f(%x) }", "fn [a](fn (int32) -> a, int32) -> a"},
		{"def @f() { Lft(1) }", "fn [B]() -> Either[int32, B]"},
		{"def @f(%x) { Cons(%x, Nil) }", "fn [a](a) -> List[a]"},
		{"def @f() { negative }", "fn [a]() -> fn (a) -> a where Identity(a, a)"},
		{"def @f(%x) { nn.relu(%x + 1f) }", "fn [a, b](a) -> b where Broadcast(a, float32, b)"},
		{"def @f(%x, %w) { nn.dense(%x, %w, units=10) }", "fn [a, b, c](a, b) -> c where Dense(a, b, c, units=10)"},
		{"def @f(%x, %w) { nn.dense(%x, %w, units=None, out_dtype=\"int8\") }", "fn [a, b, c](a, b) -> c where Dense(a, b, c, units=None, out_dtype=\"int8\")"},
		{"def @f(%x) { transpose(%x, axes=[1, 0]) }", "fn [a, b](a) -> b where Transpose(a, b, axes=[1, 0])"},
		{"def @f(%x) { sum(%x, keepdims=True) }", "fn [a, b](a) -> b where Reduce(a, b, keepdims=True)"},
		{"def @f(%x) { match? (%x) { } }", "fn [a, b](a) -> b"},
		{"def @f(%x: Tensor[(2, 3), float32]) { meta[relay.Constant][0] + %x }", "P0320"},
		{"def @f() { let %c = fn (%x) { %x + 1 }; 3 }", "P0320"},
		{"def @f() { let %c = fn (%x) { %x }; 3 }", "P0510 fn () -> int32"},
		{"def @f[a](%x: a, %y) { (%x, %y) }", "fn [a, b](a, b) -> (a, b)"},
		{"def @f[a, b](%x: a, %y) -> b where Broadcast(a, a, b) { let %z = %y + %y; %x + %x }", "fn [a, b, c, d](a, c) -> b where Broadcast(a, a, b), Broadcast(c, c, d)"},
		{"def @g(%x) { %x + %x }\ndef @f(%x) { @g((%x, %x).0) }", "fn [a, b](a) -> b where Broadcast(a, a, b)"},
		{"def @g(%x, %w) { nn.dense(%x, %w, units=4) }\ndef @f(%x: Tensor[(2, 3), float32], %w) { @g(%x, %w) }", "fn (Tensor[(2, 3), float32], Tensor[(4, 3), float32]) -> Tensor[(2, 4), float32]"},
		{"def @even(%n, %x) { if (%n == 0) { %x } else { @odd(%n - 1, %x) } }\ndef @odd(%n, %x) { @even(%n - 1, %x) }\ndef @f(%x) { @even(3, %x) }", "fn [a](a) -> a"},
	} {
		r := generalized(head+c.source, "")
		var got []string
		for _, d := range r.Diagnostics {
			got = append(got, string(d.Code))
		}
		if r.Errors() == 0 {
			got = append(got, typesOf(r)["@f"])
		}
		if got := strings.Join(got, " "); got != c.want {
			t.Errorf("%s\n%s\nwant %s", c.source, got, c.want)
			for _, d := range r.Diagnostics {
				t.Log(d.Message)
			}
		}
	}
}

// TestGeneralizedUses checks uses of a definition at several types, and that a failing condition is reported at the use
// with the relation that requires it.
func TestGeneralizedUses(t *testing.T) {
	const source = `#[version = "0.0.5"]
def @linear(%x, %w, %b) { %w * %x + %b }
def @twice(%x, %w) { @linear(@linear(%x, %w, 1f), %w, 1f) }
def @scalar() { @twice(1f, 2f) }
def @matrix(%x: Tensor[(3, 1), float32], %w: Tensor[(4), float32]) { @twice(%x, %w) }
def @mixed(%x: Tensor[(3), float32], %w: Tensor[(4), float32]) { @twice(%x, %w) }
`
	r := generalized(source, "")
	types := typesOf(r)
	const matrix = "fn (Tensor[(3, 1), float32], Tensor[(4), float32]) -> Tensor[(3, 4), float32]"
	if types["@scalar"] != "fn () -> float32" || types["@matrix"] != matrix {
		t.Errorf("%v", types)
	}
	if len(r.Diagnostics) != 1 {
		t.Fatalf("%v", r.Diagnostics)
	}
	d := &r.Diagnostics[0]
	isProved := d.Explanation != nil && d.Explanation.Checked
	if d.Code != lang.RelationFails || r.File.Text(d.Span) != "@twice(%x, %w)" || !isProved {
		t.Errorf("%s at %s", d, r.File.Text(d.Span))
	}
	var related []string
	for _, x := range d.Related {
		related = append(related, r.File.Text(x.Span))
	}
	for _, want := range []string{"%w * %x", "@linear(%x, %w, 1f)"} {
		if !slices.Contains(related, want) {
			t.Errorf("%q is not among %q", want, related)
		}
	}
	// Nothing in the result is abbreviated.
	if strings.Contains(rendered(r), "…") {
		t.Error(rendered(r))
	}
}

// A signature has the parts of a printed signature.
type signature struct{ params, args, result, where string }

func parseSignature(text string) (s signature, ok bool) {
	text, s.where, _ = strings.Cut(text, " where ")
	if rest, generic := strings.CutPrefix(text, "fn ["); generic {
		s.params, text, _ = strings.Cut(rest, "](")
		text = "fn (" + text
	}
	args, result, ok := signatureParts(text)
	s.args, s.result = strings.Join(args, "\n"), result
	return s, ok
}

// annotated writes the signatures of a program's definitions into it where they can be written, and counts them.
func annotated(source string, r *patterns.Result, types map[string]string) (string, int) {
	tree, ds := relay.Parse(lang.NewFile("in.rly", []byte(source)))
	if len(ds) > 0 {
		return source, 0
	}
	var b strings.Builder
	before, n := int32(0), 0
	for i := range tree.Decls {
		d := &tree.Decls[i]
		text := types[tree.NameOf(d)]
		s, ok := parseSignature(text)
		isFunction := d.Kind == relay.DeclDef && tree.Is(d.Root, relay.OpFn)
		hasWhere := strings.Contains(source[d.Span.Start:d.Span.End], "where")
		if !isFunction || !ok || strings.Contains(text, "Ref(") || hasWhere {
			continue
		}
		var vars []string
		for _, v := range tree.Kids(tree.Kids(d.Root)[1]) {
			if tree.Nodes[v].Op == relay.OpVar {
				vars = append(vars, source[tree.NameSpan(v).Start:tree.NameSpan(v).End])
			}
		}
		args := strings.Split(s.args, "\n")
		if s.args == "" {
			args = nil
		}
		at, depth := int(d.NameSpan.End), 0
		for ; depth > 0 || source[at] != '{'; at++ {
			depth += strings.Count("([", source[at:at+1]) - strings.Count(")]", source[at:at+1])
		}
		if len(vars) != len(args) || strings.Contains(source[d.NameSpan.End:at], "=") {
			continue
		}
		n++
		b.WriteString(source[before:d.NameSpan.End])
		if s.params != "" {
			b.WriteString("[" + s.params + "]")
		}
		b.WriteString("(")
		for k := range vars {
			if k > 0 {
				b.WriteString(", ")
			}
			b.WriteString(vars[k] + ": " + args[k])
		}
		b.WriteString(") -> " + s.result + " ")
		if s.where != "" {
			b.WriteString("where " + s.where + " ")
		}
		before = int32(at)
	}
	b.WriteString(source[before:])
	return b.String(), n
}

// readsBack checks that the printed signatures of a program mean the same when they are parsed, as declarations and as
// annotations of its definitions.
func readsBack(t *testing.T, name, source string) (signatures, conditions int) {
	t.Helper()
	r := generalized(source, "")
	if r.Errors() > 0 || r.Solver == nil {
		return 0, 0
	}
	checkResult(t, name, r)
	types := typesOf(r)
	var b strings.Builder
	b.WriteString(source + "\n")
	wanted := make(map[string]string)
	for _, def := range r.Definitions {
		if text := types[def.Name]; strings.HasPrefix(text, "fn ") && !strings.Contains(text, "Ref(") {
			fresh := fmt.Sprintf("@again%d", len(wanted))
			wanted[fresh] = text
			b.WriteString(fresh + " : " + text + "\n")
			if strings.Contains(text, " where ") {
				conditions++
			}
		}
	}
	if strings.Contains(source, "extern type") || strings.Contains(source, "#[metadata]") {
		return 0, 0
	}
	again := generalized(b.String(), r.Dialect)
	got := typesOf(again)
	for fresh, want := range wanted {
		if got[fresh] != want || again.Errors() > 0 {
			t.Errorf("%s: %s\nreads back as %s\n%v", name, want, got[fresh], again.Diagnostics)
		}
	}
	written, n := annotated(source, r, types)
	if n > 0 {
		again := generalized(written, r.Dialect)
		if again.Errors() > 0 {
			t.Errorf("%s: with its signatures it is not accepted: %v\n%s", name, again.Diagnostics, written)
		} else if a, b := fmt.Sprint(types), fmt.Sprint(typesOf(again)); a != b {
			t.Errorf("%s:\n%s\nand with its signatures\n%s\n%s", name, a, b, written)
		}
	}
	return len(wanted), conditions
}

// TestGeneralizedReadBack checks that the signatures of all stored programs read back.
func TestGeneralizedReadBack(t *testing.T) {
	t.Parallel()
	programs, conditions := 0, 0
	for _, p := range somePrograms(t) {
		// Programs that are accepted without --generalize have the same types with it.
		if r := check(p.source, ""); r.Errors() == 0 {
			a, b := fmt.Sprint(typesOf(r)), fmt.Sprint(typesOf(generalized(p.source, "")))
			if a != b && !strings.Contains(a, "_") {
				t.Errorf("%s:\n%s\nand generalized\n%s", p.name, a, b)
			}
		}
		n, where := readsBack(t, p.name, p.source)
		if n > 0 {
			programs++
		}
		conditions += where
	}
	if programs < sample.Size(300, 50) || conditions < sample.Size(15, 2) {
		t.Errorf("only %d programs, %d signatures with conditions", programs, conditions)
	}
}

// TestGeneralizedRandom checks that the signatures of random programs with few annotations read back.
func TestGeneralizedRandom(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(7, 8))
	accepted, conditions := 0, 0
	for i := range sample.Size(400, 75) {
		source := randomOpen(r)
		n, where := readsBack(t, fmt.Sprint("random ", i), source)
		if n > 0 {
			accepted++
		}
		conditions += where
		if t.Failed() {
			break
		}
	}
	t.Logf("%d programs, %d signatures with conditions", accepted, conditions)
	if accepted < sample.Size(200, 37) || conditions < sample.Size(300, 50) {
		t.Errorf("only %d programs, %d signatures with conditions", accepted, conditions)
	}
}

// randomOpen returns a random program in which few types are written.
func randomOpen(r *rand.Rand) string {
	var b strings.Builder
	b.WriteString("#[version = \"0.0.5\"]\ntype List[A] { Cons(A, List[A]), Nil }\n")
	type function struct {
		name string
		args int
	}
	var done []function
	pick := func(list ...string) string { return list[r.IntN(len(list))] }
	for k := range 1 + r.IntN(3) {
		f := function{fmt.Sprintf("@f%d", k), 1 + r.IntN(3)}
		var vars []string
		fmt.Fprintf(&b, "def %s(", f.name)
		for i := range f.args {
			v := fmt.Sprintf("%%p%d", i)
			vars = append(vars, v)
			if i > 0 {
				b.WriteString(", ")
			}
			b.WriteString(v)
			if r.IntN(5) == 0 {
				b.WriteString(": " + pick("float32", "Tensor[(2, 3), float32]", "Tensor[(4), float32]", "_", "(_, _)", "Tensor[(3, 1), _]"))
			}
		}
		b.WriteString(") {\n")
		for i := range r.IntN(4) {
			v := func() string { return vars[r.IntN(len(vars))] }
			var e string
			switch r.IntN(12) {
			case 0, 1, 2:
				e = v() + pick(" + ", " * ", " - ") + v()
			case 3:
				e = "nn.relu(" + v() + ")"
			case 4:
				e = fmt.Sprintf("nn.dense(%s, %s, units=%d)", v(), v(), 2+r.IntN(3))
			case 5:
				e = "nn.batch_flatten(" + v() + ")"
			case 6:
				e = "(" + v() + ", " + v() + ")"
			case 7:
				e = v() + pick(".0", ".1")
			case 8:
				e = "Cons(" + v() + ", Nil)"
			case 9:
				e = "sum(" + v() + ", axis=[0], keepdims=" + pick("True", "False") + ")"
			case 10:
				e = v() + "(" + v() + ")"
			default:
				if len(done) > 0 {
					g := done[r.IntN(len(done))]
					var args []string
					for range g.args {
						args = append(args, v())
					}
					e = g.name + "(" + strings.Join(args, ", ") + ")"
				} else {
					e = "negative(" + v() + ")"
				}
			}
			fmt.Fprintf(&b, "  let %%v%d = %s;\n", i, e)
			vars = append(vars, fmt.Sprintf("%%v%d", i))
		}
		b.WriteString("  " + pick("", "(%p0, "+vars[len(vars)-1]+")\n}\n"))
		if !strings.HasSuffix(b.String(), "}\n") {
			b.WriteString(vars[len(vars)-1] + "\n}\n")
		}
		done = append(done, f)
	}
	return b.String()
}
