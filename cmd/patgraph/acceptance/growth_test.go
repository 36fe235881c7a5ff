package acceptance

import (
	"context"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/patgraph/patgraph/cmd/patgraph/languages"
	"github.com/patgraph/patgraph/internal/cost"
	"github.com/patgraph/patgraph/internal/sample"
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns/language"
)

// A construct generates programs of one form and any size, in one language.
type construct struct {
	name, language string // the language is given by its file extension
	source         func(n int) string
	want           string // the code of the first error of a large program; empty: none
	most           int    // the largest size; 0: the default
}

const (
	largest = 16_000
	// exponent bounds the growth of counted work.
	exponent = 1.2
)

// The cost of analysing a program, in steps of work and allocated memory, grows almost linearly with the program, for
// every construct that nests or has a list: between a sixteenth of the size and the full size, the exponent is at most
// 1.2. Time is measured as in package cost, for work that is not counted.
func TestGrowth(t *testing.T) {
	all := constructs
	for _, p := range networks { // one mistake, in the middle
		all = append(all, construct{p.name + " with a mistake", p.language, func(n int) string { return p.source(n, n/2) }, p.code, p.most})
	}
	for i, c := range all {
		if i%sample.Size(1, 4) != 0 {
			continue
		}
		t.Run(c.language+"/"+c.name, func(t *testing.T) {
			n := c.most
			if n == 0 {
				n = largest
			}
			n /= sample.Size(1, 8)
			if n < 16 {
				t.Skip("it is too small for a sample")
			}
			sources := map[int]string{n / 16: c.source(n / 16), n / 4: c.source(n / 4), n: c.source(n)}
			few := c.analyze(t, sources[n/16])
			var many taken
			cost.Linear(t, n, func(n int) { many = c.analyze(t, sources[n]) })
			if many.code != c.want {
				t.Fatalf("the first error is %q, want %q", many.code, c.want)
			}
			steps, bytes := many.exponent(few, func(x taken) float64 { return x.steps }),
				many.exponent(few, func(x taken) float64 { return x.bytes })
			t.Logf("%d → %d: steps %.0f → %.0f, exponent %.2f; bytes %.3g → %.3g, exponent %.2f", n/16, n, few.steps, many.steps,
				steps, few.bytes, many.bytes, bytes)
			if steps > exponent || bytes > exponent {
				t.Errorf("the work grows faster than the program")
			}
		})
	}
}

// The allocated memory, output and time of commands also grow almost linearly with the program. Commands
// that refuse large programs take programs that are small enough.
func TestGrowthOfCommands(t *testing.T) {
	t.Setenv("PATGRAPH_CACHE", "off")
	dir := t.TempDir()
	const few, many = 1000, 8000
	definition := map[string]string{"k": "f", "rly": "@f", "trs": "N.forward", "onnxtxt": "y"} // in most programs
	for i, c := range constructs {
		for j, command := range []string{
			"check", "check --partiality", "check --format json", "check --format sarif", "check --format github", "types --all",
			"graph", "graph --view history", "explain", "why", "trace", "fmt", "hash", "search _-->_", "search [?]->[?]",
		} {
			if (i+j)%sample.Size(1, 60) != 0 || c.most > 0 && c.most < many {
				continue
			}
			t.Run(c.language+"/"+c.name+"/"+command, func(t *testing.T) {
				path := filepath.Join(dir, "a."+c.language)
				var bytes, written [2]float64
				run := func(i, n int) {
					if err := os.WriteFile(path, []byte(c.source(n)), 0o666); err != nil {
						t.Fatal(err)
					}
					bytes[i] = float64(cost.Allocated(func() {
						args := append(strings.Fields(command), "--no-config", path)
						if command == "why" {
							args = append(args, definition[c.language])
						}
						code, out, errs := patgraph(t, nil, args...)
						if code > 2 {
							t.Fatalf("exit status %d: %s", code, errs)
						}
						written[i] = float64(len(out) + len(errs))
					}))
				}
				run(0, few)
				cost.Linear(t, many, func(n int) { run(1, n) })
				for what, v := range map[string][2]float64{"allocated": bytes, "written": written} {
					if e := math.Log((v[1]+least.bytes)/(v[0]+least.bytes)) / math.Log(many/few); e > 1.25 {
						t.Errorf("%s: %.3g → %.3g bytes, exponent %.2f", what, v[0], v[1], e)
					}
				}
			})
		}
	}
}

// taken is the cost of an analysis, with the code of the first error.
type taken struct {
	steps, bytes float64
	code         string
}

// least is a cost that any program has; growth from lower costs is ignored.
var least = taken{steps: 1 << 12, bytes: 1 << 20}

// exponent is the growth exponent between a sixteenth of a size and all of it.
func (x taken) exponent(of taken, what func(taken) float64) float64 {
	few, many := what(of)+what(least), what(x)+what(least)
	return math.Log(many/few) / math.Log(16)
}

// analyze analyses a program. A small program has no error, or the same error as the large one.
func (c *construct) analyze(t *testing.T, source string) (x taken) {
	ctx := &looks{Context: t.Context()}
	l := languages.All.For("a."+c.language, "")
	f := lang.NewFile("a."+c.language, []byte(source))
	x.bytes = float64(cost.Allocated(func() {
		r := l.Analyze(ctx, f, language.Options{})
		if r.Err != nil {
			t.Fatal(r.Err)
		}
		for _, d := range r.Diagnostics {
			if d.Severity == lang.Error && x.code == "" {
				x.code = string(d.Code)
			}
		}
	}))
	if x.code != "" && x.code != c.want {
		t.Fatalf("the first error is %q, want %q", x.code, c.want)
	}
	x.steps = float64(ctx.n) * 1024
	return x
}

// looks counts how often the context is checked, which happens every fixed number of steps.
type looks struct {
	context.Context
	n int
}

func (l *looks) Err() error { l.n++; return l.Context.Err() }

// nested is a text nested n times.
func nested(before, inner, after string) func(n int) string {
	return func(n int) string { return strings.Repeat(before, n) + inner + strings.Repeat(after, n) }
}

// list is a list of n items; # is replaced by their numbers, and #+1 by those of the next items.
func list(item, comma string) func(n int) string {
	return func(n int) string {
		var b strings.Builder
		for i := range n {
			if i > 0 {
				b.WriteString(comma)
			}
			b.WriteString(strings.NewReplacer("#+1", strconv.Itoa(i+1), "#", strconv.Itoa(i)).Replace(item))
		}
		return b.String()
	}
}

// join concatenates texts; functions are the growing ones.
func join(parts ...any) func(n int) string {
	return func(n int) string {
		var b strings.Builder
		for _, p := range parts {
			switch p := p.(type) {
			case string:
				b.WriteString(p)
			case func(int) string:
				b.WriteString(p(n))
			}
		}
		return b.String()
	}
}

// equal is a list of n equal items.
func equal(item string) func(n int) string { return list(item, ", ") }

// tensors is a function of Relay with a body and the parameters %x, a tensor of one axis, %r, one with n axes, and %s,
// a scalar.
func tensors(body ...any) func(n int) string {
	return join("def @f(%x: Tensor[(2), float32], %r: Tensor[(", equal("1"),
		"), float32], %s: Tensor[(), float32], %i: Tensor[(", equal("1"), "), int32]) {\n  ", join(body...), "\n}\n")
}

// header is a node of TensorScript that returns its input, a tensor with the given size.
func header(size func(int) string) func(n int) string {
	return join("node N<[", size, "] -> [", size, "]> {}\nweights N<[", size, "] -> [", size, "]> {}\ngraph N<[", size,
		"] -> [", size, "]> {\n  def forward { x }\n}\n")
}

// model is a model of ONNX with some nodes, the input x0, and a scalar, a vector and a matrix as initializers. The last
// text is the type of its output y.
func model(parts ...any) func(n int) string {
	last := len(parts) - 1
	return join("<ir_version: 8, opset_import: [\"\" : 17]>\ng (float[N, T, 64] x0) => (", parts[last], " y)\n",
		"<int64 i = {1}, int64[1] a = {0}, int64[1] h = {8}, float[64, 64] w = {...}> {\n", join(parts[:last]...), "}\n")
}

// Blocks of nodes, as exporters write them: they compute the shape of a value from the shape of another.
var reshapes = list("s# = Shape(x#)\nt# = Gather <axis: int = 0> (s#, i)\nu# = Unsqueeze(t#, a)\n"+
	"c# = Concat <axis: int = 0> (a, u#, h, h)\nr# = Reshape(x#, c#)\nd# = Concat <axis: int = 0> (a, u#, k)\n"+
	"f# = Reshape(r#, d#)\nm# = MatMul(f#, w)\nx#+1 = Add(m#, x#)\n", "")

var constructs = []construct{
	// Operators of Relay that take a list of tensors.
	{"concatenate", "rly", tensors("concatenate((", equal("%x"), "), axis=0)"), "", 0},
	{"concatenate of unknown sizes", "rly", join("def @f(", list("%x#: Tensor[(_), float32]", ", "), ") { concatenate((", list("%x#", ", "), "), axis=0) }"), "P0320", 0},
	{"concatenate along rank", "rly", tensors("concatenate((%r, %r), axis=0)"), "", 0},
	{"stack", "rly", tensors("stack((", equal("%x"), "), axis=0)"), "", 0},
	{"stack of rank", "rly", tensors("stack((%r, %r), axis=0)"), "", 0},
	{"einsum", "rly", tensors("einsum((", equal("%x"), "), equation=\"", list("i", ","), "->i\")"), "", 0},
	{"field of a wide tuple", "rly", tensors("let %t = (", equal("%x"), "); %t.1"), "", 0},
	{"split by sections", "rly", join("def @f(%x: Tensor[(", func(n int) string { return strconv.Itoa(n) }, "), float32]) { split(%x, indices_or_sections=", func(n int) string { return strconv.Itoa(n) }, ") }"), "", 0},
	{"split by places", "rly", join("def @f(%x: Tensor[(100000), float32]) { split(%x, indices_or_sections=[", func(n int) string { return list("#", ", ")(n + 1)[3:] }, "]) }"), "", 0},

	{"split by places beyond the axis", "rly", join("def @f(%x: Tensor[(100), float32]) { split(%x, indices_or_sections=[", func(n int) string { return list("#", ", ")(n + 101)[5:] }, "]) }"), "P0318", 0},

	// Operators of Relay that take a list of numbers.
	{"zeros", "rly", tensors("zeros(shape=[", equal("1"), "], dtype=\"float32\")"), "", 0},
	{"full", "rly", tensors("full(%s, shape=[", equal("1"), "], dtype=\"float32\")"), "", 0},
	{"expand_dims", "rly", tensors("expand_dims(%x, axis=0, num_newaxis=", func(n int) string { return strconv.Itoa(n) }, ")"), "", 0},
	{"squeeze", "rly", tensors("squeeze(%r)"), "", 0},
	{"squeeze of axes", "rly", tensors("squeeze(%r, axis=[", list("#", ", "), "])"), "", 0},
	{"transpose", "rly", tensors("transpose(%r, axes=None)"), "", 0},
	{"transpose of axes", "rly", tensors("transpose(%r, axes=[", list("#", ", "), "])"), "", 0},
	{"reshape", "rly", tensors("reshape(%x, newshape=[2, ", equal("1"), "])"), "", 0},
	{"reshape with a hole", "rly", tensors("reshape(%r, newshape=[-1, ", equal("1"), "])"), "", 0},
	{"reshape that copies", "rly", tensors("reshape(%r, newshape=[", equal("0"), "])"), "", 0},
	{"reshape that splits", "rly", tensors("reshape(%r, newshape=[", equal("-4, 1, 1"), "])"), "", 0},
	{"reshape that joins", "rly", tensors("reshape(%r, newshape=[", list("0", ", "), "])"), "", 0},
	{"reshape_like", "rly", tensors("reshape_like(%r, %r)"), "", 0},
	{"batch_flatten", "rly", tensors("nn.batch_flatten(%r)"), "", 0},
	{"strided_slice", "rly", tensors("strided_slice(%r, begin=[", equal("0"), "], end=[", equal("1"), "], strides=[", equal("1"), "], axes=None)"), "", 0},
	{"strided_slice of axes", "rly", tensors("strided_slice(%r, begin=[", equal("0"), "], end=[", equal("1"), "], strides=[", equal("1"), "], axes=[", list("#", ", "), "])"), "", 0},
	{"slice_like", "rly", tensors("slice_like(%r, %r)"), "", 0},
	{"slice_like of axes", "rly", tensors("slice_like(%r, %r, axes=[", list("#", ", "), "])"), "", 0},
	{"take", "rly", tensors("take(%r, %i, axis=0)"), "", 0},
	{"gather", "rly", tensors("gather(%r, %i, axis=0)"), "", 0},
	{"gather_nd", "rly", tensors("gather_nd(%r, %i)"), "", 0},
	{"tile", "rly", tensors("tile(%r, reps=[", equal("1"), "])"), "", 0},
	{"repeat", "rly", tensors("repeat(%r, repeats=1)"), "", 0},
	{"repeat of an axis", "rly", tensors("repeat(%r, repeats=1, axis=0)"), "", 0},
	{"broadcast_to", "rly", tensors("broadcast_to(%r, shape=[", equal("1"), "])"), "", 0},
	{"broadcast_to_like", "rly", tensors("broadcast_to_like(%r, %r)"), "", 0},
	{"collapse_sum_like", "rly", tensors("collapse_sum_like(%r, %r)"), "", 0},
	{"pad", "rly", tensors("nn.pad(%r, 0f, pad_width=[", equal("[0, 0]"), "])"), "", 0},
	{"mirror_pad", "rly", tensors("nn.mirror_pad(%r, pad_width=[", equal("[0, 0]"), "])"), "", 0},
	{"sum of rank", "rly", tensors("sum(%r)"), "", 0},
	{"sum of axes", "rly", tensors("sum(%r, axis=[", list("#", ", "), "])"), "", 0},
	{"sum of other axes", "rly", tensors("sum(%r, axis=[", list("#", ", "), "], exclude=True)"), "", 0},
	{"sum that keeps axes", "rly", tensors("sum(%r, axis=[", list("#", ", "), "], keepdims=True)"), "", 0},
	{"argmax", "rly", tensors("argmax(%r, axis=[", list("#", ", "), "])"), "", 0},
	{"variance", "rly", tensors("variance(%r, %r, axis=[", list("#", ", "), "])"), "", 0},
	{"argsort", "rly", tensors("argsort(%r, dtype=\"int32\")"), "", 0},
	{"topk", "rly", tensors("topk(%r, k=1, dtype=\"int32\")"), "", 0},
	{"cumsum", "rly", tensors("cumsum(%r)"), "", 0},
	{"cumsum along an axis", "rly", tensors("cumsum(%r, axis=0)"), "", 0},
	{"one_hot", "rly", tensors("one_hot(%i, 1f, 0f, depth=4, dtype=\"float32\")"), "", 0},
	{"add of rank", "rly", tensors("%r + %r"), "", 0},
	{"add of two ranks", "rly", join("def @f(%x: Tensor[(", equal("1"), "), float32], %y: Tensor[(1, ", equal("1"), "), float32]) { %x + %y }"), "", 0},
	{"where", "rly", tensors("where(%r, %r, %r)"), "", 0},
	{"full_like", "rly", tensors("full_like(%r, %s)"), "", 0},
	{"shape_of", "rly", tensors("shape_of(%r, dtype=\"int32\")"), "", 0},
	{"nn.dense of rank", "rly", tensors("let %w = zeros(shape=[3, 1], dtype=\"float32\"); nn.dense(%r, %w, units=None)"), "", 0},
	{"softmax", "rly", tensors("nn.softmax(%r)"), "", 0},
	{"layer_norm", "rly", join("def @f(%x: Tensor[(", equal("1"), "), float32], %w: Tensor[(1), float32]) { nn.layer_norm(%x, %w, %w) }"), "", 0},
	{"dropout", "rly", tensors("nn.dropout(%r)"), "", 0},
	{"l2_normalize", "rly", tensors("nn.l2_normalize(%r, eps=0.1f, axis=[", list("#", ", "), "])"), "", 0},

	// Constructs of Relay that nest or have a list.
	{"brackets", "rly", join("def @f() { ", nested("(", "1", ")"), " }"), "", 0},
	{"tuples in tuples", "rly", join("def @f() { ", nested("(", "1", ",)"), " }"), "", 0},
	{"lets", "rly", join("def @f(%x0: Tensor[(2), float32]) { ", func(n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, "let %%x%d = nn.relu(%%x%d);\n", i+1, i)
		}
		fmt.Fprintf(&b, "%%x%d", n)
		return b.String()
	}, " }"), "", 0},
	{"lets in lets", "rly", join("def @f() { ", nested("let %x = { ", "1", " }; %x"), " }"), "", 0},
	{"ifs", "rly", join("def @f(%c: bool) { ", nested("if (%c) { 1 } else { ", "1", " }"), " }"), "", 0},
	{"conditions", "rly", join("def @f(%c: bool) { ", nested("if (", "%c", ") { True } else { False }"), " }"), "", 0},
	{"matches in matches", "rly", join("def @f(%c: bool) { ", nested("match (%c) { _ => ", "1", " }"), " }"), "", 0},
	{"patterns", "rly", join("def @f(%x: ", nested("(", "int32", ",)"), ") { match (%x) { ", nested("(", "%y", ",)"), " => %y } }"), "", 0},
	{"functions in functions", "rly", join("def @f() { ", nested("fn (%x: int32) { ", "1", " }"), " }"), "", 0},
	{"generic functions in functions", "rly", join("def @f() { ", nested("fn [A](%x: A) { ", "1", " }"), " }"), "", 4000},
	{"calls in calls", "rly", tensors(nested("exp(", "%x", ")")), "", 0},
	{"calls of a generic function", "rly", join("def @id[A](%x: A) -> A { %x }\ndef @f() { ", nested("@id(", "1", ")"), " }"), "", 0},
	{"operators", "rly", tensors("%x", list(" + %x", "")), "", 0},
	{"operators in brackets", "rly", tensors(nested("(%x + ", "%x", ")")), "", 0},
	{"additions of an unknown type", "rly", join("def @f(%h) { ", list("let %x# = %h + 1f; ", ""), " %h }"), "P0320", 0},
	{"references", "rly", join("def @f() { ", nested("ref(", "1", ")"), " }"), "", 0},
	{"fields of fields", "rly", join("def @f(%x: ", nested("(", "int32", ",)"), ") { %x", list(".0", ""), " }"), "", 0},
	{"types in types", "rly", join("def @f(%x: ", nested("(", "int32", ",)"), ") { 1 }"), "", 0},
	{"types of functions", "rly", join("def @f(%x: ", nested("fn (", "int32", ") -> int32"), ") { 1 }"), "", 0},
	{"a wide tuple", "rly", join("def @f() { (", equal("1"), ", 1) }"), "", 0},
	{"a wide type", "rly", join("def @f(%x: (", equal("int32"), ", int32)) { %x }"), "", 0},
	{"parameters", "rly", join("def @g(", list("%x#: int32", ", "), ") { 1 }\ndef @f() { @g(", equal("1"), ") }"), "", 0},
	{"type parameters", "rly", join("def @f[", list("A#", ", "), "](%x: A0) { %x }"), "", 0},
	{"type parameters that are used", "rly", join("def @g[", list("A#", ", "), "](", list("%x#: A#", ", "), ") { %x0 }\ndef @f() { @g(", equal("1"), ") }"), "", 0},
	{"constructors", "rly", join("type T {", list(" C#,", ""), " }\ndef @f(%t: T) { match (%t) { C0 => 1, _ => 2 } }"), "", 0},
	{"clauses", "rly", join("type T {", list(" C#,", ""), " }\ndef @f(%t: T) { match (%t) {", list(" C# => 1,", ""), " } }"), "", 0},
	{"columns", "rly", join("type B { T, F }\ndef @f(%x: (", equal("B"), ", B)) { match (%x) { (", equal("T"), ", T) => 1, _ => 0 } }"), "", 0},
	{"definitions", "rly", join("def @f0() { 1 }\n", func(n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, "def @f%d() { @f%d() }\n", i+1, i)
		}
		return b.String()
	}), "", 0},
	{"a ring of definitions", "rly", func(n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, "def @f%d(%%n: int32) -> int32 { @f%d(%%n) }\n", i, (i+1)%n)
		}
		return b.String()
	}, "", 0},
	{"a ring of definitions without types", "rly", func(n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, "def @f%d(%%n) { @f%d(%%n) }\n", i, (i+1)%n)
		}
		return b.String()
	}, "P0320", 0},
	{"a ring of types", "rly", func(n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, "type T%d { C%d(T%d), D%d }\n", i, i, (i+1)%n, i)
		}
		return b.String() + "def @f(%x: T0) { match (%x) { C0(_) => 1, D0 => 2 } }"
	}, "", 0},
	{"a ring of types without an end", "rly", func(n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, "type T%d { C%d(T%d) }\n", i, i, (i+1)%n)
		}
		return b.String() + "def @f(%x: T0) { match (%x) { C0(_) => 1 } }"
	}, "", 0},
	{"a tower of types", "rly", func(n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, "type T%d { C%d(T%d), D%d }\n", i+1, i+1, i, i+1)
		}
		return "type T0 { C }\n" + b.String()
	}, "", 0},
	{"sums in a size", "rly", join("def @f[n: ShapeVar](%x: Tensor[(1", list(" + 1", ""), "), float32]) { %x }"), "", 0},

	{"sums of sizes", "rly", join("def @f[", list("n#: ShapeVar", ", "), "](%x: Tensor[(", func(n int) string { return strings.TrimSuffix(strings.Repeat("n0 + n1 + ", n), " + ") }, "), float32]) { %x }"), "", 0},
	{"sums of too many sizes", "rly", join("def @f[", list("n#: ShapeVar", ", "), "](%x: Tensor[(", list("n#", " + "), "), float32]) { %x }"), "P0402", 0},

	// Constructs of TensorScript, which nest or have a list.
	{"a wide tuple", "trs", join("use shape::concat;\nnode N<[2] -> [?]> {}\nweights N<[2] -> [?]> {}\ngraph N<[2] -> [?]> {\n  def forward { (", equal("x"), ") |> concat(axis=0) }\n}\n"), "", 0},
	{"pipes", "trs", join("use nonlin::relu;\nnode N<[2] -> [2]> {}\nweights N<[2] -> [2]> {}\ngraph N<[2] -> [2]> {\n  def forward { x", list(" |> relu", ""), " }\n}\n"), "", 0},
	{"brackets", "trs", join("node N<[2] -> [2]> {}\nweights N<[2] -> [2]> {}\ngraph N<[2] -> [2]> {\n  def forward { ", nested("(", "x", ")"), " }\n}\n"), "", 0},
	{"operators", "trs", join("node N<[2] -> [2]> {}\nweights N<[2] -> [2]> {}\ngraph N<[2] -> [2]> {\n  def forward { x", list(" + x", ""), " }\n}\n"), "", 0},
	{"operators in brackets", "trs", join("node N<[2] -> [2]> {}\nweights N<[2] -> [2]> {}\ngraph N<[2] -> [2]> {\n  def forward { ", nested("(x + ", "x", ")"), " }\n}\n"), "", 0},
	{"lets", "trs", join("use nonlin::relu;\nnode N<[2] -> [2]> {}\nweights N<[2] -> [2]> {}\ngraph N<[2] -> [2]> {\n  def forward { let x0 = x;\n", list("let x#+1 = x# |> relu;\n", ""),
		"x0 }\n}\n"), "", 0},
	{"ifs", "trs", join("node N<[2] -> [2]> {}\nweights N<[2] -> [2]> {}\ngraph N<[2] -> [2]> {\n  def forward { ", nested("if true { x } else { ", "x", " }"), " }\n}\n"), "", 0},
	{"tuples in tuples", "trs", join("node N<[2] -> [2]> {}\nweights N<[2] -> [2]> {}\ngraph N<[2] -> [2]> {\n  def forward { let y = ", nested("(x, ", "x", ")"), "; x }\n}\n"), "", 0},
	{"brackets in sizes", "trs", join("node N<[n] -> [n]> {}\nweights N<[n] -> [n]> {}\ngraph N<[n] -> [n]> {\n  def forward { x |> view(", nested("(", "n", ")"), ") }\n}\n"), "", 0},
	{"sums of a size", "trs", join("node N<[n] -> [?]> {}\nweights N<[n] -> [?]> {}\ngraph N<[n] -> [?]> {\n  def forward { x |> view(n", list(" - n + n", ""), ") }\n}\n"), "", 0},
	{"sums of sizes", "trs", header(func(n int) string {
		var b strings.Builder
		b.WriteString("n0")
		for i := range n {
			fmt.Fprintf(&b, " + n%d", i%20)
		}
		return b.String()
	}), "", 0},
	{"sums of too many sizes", "trs", header(list("n#", " + ")), "P0402", 0},
	{"products of sums", "trs", header(list("(a# + b#)", " * ")), "P0402", 512},
	{"sums in products", "trs", header(nested("(", "n", " + 1) * n")), "P0402", 0},
	{"quotients", "trs", header(nested("(", "n", " * n) / n")), "", 0},
	{"dims", "trs", join(list("dim d# = #;\n", ""), "node N<[d1] -> [d1]> {}\nweights N<[d1] -> [d1]> {}\ngraph N<[d1] -> [d1]> {\n  def forward { x }\n}\n"), "", 0},
	{"dims of dims", "trs", join("dim d0 = 1;\n", func(n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, "dim d%d = d%d + 0;\n", i+1, i)
		}
		return b.String()
	}, "node N<[d1] -> [d1]> {}\nweights N<[d1] -> [d1]> {}\ngraph N<[d1] -> [d1]> {\n  def forward { x }\n}\n"), "", 0},
	{"nodes", "trs", list("node N#<[2] -> [2]> {}\nweights N#<[2] -> [2]> {}\ngraph N#<[2] -> [2]> {\n  def forward { x }\n}\n", ""), "", 4000},
	{"weights", "trs", join("use lin::Linear;\nnode N<[2] -> [2]> {}\nweights N<[2] -> [2]> { ", list("w# = Linear::new(in=2, out=2); ", ""), "}\ngraph N<[2] -> [2]> {\n  def forward { x", list(" |> w#", ""), " }\n}\n"), "", 0},
	{"functions", "trs", join("node N<[2] -> [2]> {}\nweights N<[2] -> [2]> {}\ngraph N<[2] -> [2]> {\n", list("  def g#(y) -> [2] { y }\n", ""), "  def forward { x |> self.g0() }\n}\n"), "", 4000},

	// Constructs of k, which nest or have a list.
	{"brackets", "k", join("f = ", nested("(", "1", ")"), ";\n"), "", 0},
	{"compositions", "k", join("f = ", list(".a ", ""), ";\n"), "", 0},
	{"vectors", "k", join("f = ", nested("[", "1", "]"), ";\n"), "", 0},
	{"a wide vector", "k", join("f = [", equal("1"), "];\n"), "", 0},
	{"products", "k", join("f = ", nested("{", "1", " a}"), ";\n"), "", 0},
	{"a wide product", "k", join("f = {", list("1 a#", ", "), "};\n"), "", 0},
	{"unions", "k", join("f = ", nested("<", "1", ", 2>"), ";\n"), "", 0},
	{"a wide union", "k", join("f = <", list(".a#", ", "), ">;\n"), "", 0},
	{"filters", "k", join("f = ?", nested("{", "X", " a}"), ";\n"), "", 0},
	{"a wide filter", "k", join("f = ?{", list("X# a#", ", "), "};\n"), "", 0},
	{"types", "k", join("f = $", nested("{", "int", " a}"), ";\n"), "", 0},
	{"a wide type", "k", join("f = ${", list("int a#", ", "), "};\n"), "", 0},
	{"unions of types", "k", join("f = $<", list("int a#", ", "), ">;\n"), "", 0},
	{"definitions", "k", list("f# = .a;\n", ""), "", 0},
	{"definitions of definitions", "k", func(n int) string {
		var b strings.Builder
		b.WriteString("f0 = 1;\n")
		for i := range n {
			fmt.Fprintf(&b, "f%d = f%d;\n", i+1, i)
		}
		return b.String()
	}, "", 0},
	{"a ring of definitions", "k", func(n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, "f%d = f%d;\n", i, (i+1)%n)
		}
		return b.String()
	}, "", 0},
	{"comments that silence", "k", join(list("-- patgraph: ignore P0302\n", ""), "f = .x;\n"), "", 0},
	{"comments that silence in one line", "k", join(list("/* patgraph: ignore P0302 */ ", ""), "f = .x;\n"), "", 0},
	{"a ring of types", "k", func(n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, "$t%d = {t%d a, int b%d};\n", i, (i+1)%n, i)
		}
		return b.String()
	}, "", 0},

	// Programs with one error: the budget of its explanation bounds the cost.
	{"a wrong element in a sum", "rly", join("def @f(%x: Tensor[(2), float32], %y: Tensor[(2), int32]) { ", nested("(%x + ", "%y", ")"), " }"), "P0318", 0},
	{"a wrong size after operators", "rly", join("def @f(%x: Tensor[(2), float32]) -> Tensor[(3), float32] { ", nested("nn.relu(", "%x", ")"), " }"), "P0310", 0},
	{"a wrong result of many arguments", "rly", join("def @g(", list("%x#: int32", ", "), ") { 1 }\ndef @f() -> bool { @g(", equal("1"), ") }"), "P0312", 100_000},
	{"a wrong field in a composition", "k", join("f = ", list("{() a, () b} .a", " "), " {() a, () b} .c;"), "P0302", 0},
	{"a wrong size after stages", "trs", join("use nonlin::relu;\nnode N<[2] -> [3]> {}\nweights N<[2] -> [3]> {}\n",
		"graph N<[2] -> [3]> {\n  def forward { x", list(" |> relu", ""), " }\n}\n"), "P0310", 0},

	// Models of ONNX.
	{"nodes", "onnxtxt", model(list("x#+1 = Relu(x#)\n", ""), "y = Relu(x0)\n", ""), "", 0},
	{"values of shapes", "onnxtxt", model("k = Constant <value_ints: ints = [64]> ()\n", reshapes, "y = Relu(x0)\n", ""), "", 4000},
	{"inputs of a node", "onnxtxt", model("y = Concat <axis: int = 0> (", equal("x0"), ")\n", ""), "", 0},
	{"outputs of a node", "onnxtxt", model("c = Constant <value_ints: ints = [", equal("1"), "]> ()\n", list("y#", ", "), " = Split (c)\ny = Relu(x0)\n", ""), "", 8000},
	{"axes of a tensor", "onnxtxt", model("c = Constant <value_ints: ints = [", equal("1"), "]> ()\ny = Expand(i, c)\n", ""), "", 0},
	{"graphs in graphs", "onnxtxt", model("b = Constant <value: tensor = bool {1}> ()\ny = ", nested("If <then_branch: graph = g () => (z) {z = ", "Relu(x0)", "}, else_branch: graph = e () => (z) {z = Relu(x0)}> (b)"), "\n", ""), "P0402", 0},
	{"initializers", "onnxtxt", model("y = Relu(x0)\n", list("v# = Constant <value_int: int = #> ()\n", ""), ""), "", 0},
	{"a wrong size after nodes", "onnxtxt", model(list("x#+1 = Relu(x#)\n", ""), "y = MatMul(x0, i)\n", ""), "P0311", 0},
	{"a wrong entry after values of shapes", "onnxtxt", model("k = Constant <value_ints: ints = [64]> ()\n", reshapes, "y = Reshape(w, k)\n", ""), "P0323", 4000},
	{"wrong nodes", "onnxtxt", model(list("x#+1 = MatMul(x0, h)\n", ""), "y = Relu(x0)\n", ""), "P0310", 4000},

	// Programs with many errors: the budgets of a file bound the cost of what is beyond the derivation.
	{"wrong definitions", "rly", list("def @f#() -> bool { 1 }\n", ""), "P0312", 4000},
	{"unknown globals", "rly", list("def @f#() { @g#() }\n", ""), "P0212", 0},
	{"wrong lets", "rly", join("def @f() {\n", list("let %x#: bool = 1;\n", ""), "1 }\n"), "P0312", 4000},
	{"unknown lets", "rly", join("def @f(%h) {\n", list("let %x# = %h + 1f;\n", ""), "%h }\n"), "P0320", 0},
	{"wrong nodes", "trs", list("node N#<[2] -> [3]> {}\nweights N#<[2] -> [3]> {}\ngraph N#<[2] -> [3]> {\n  def forward { x }\n}\n", ""), "P0310", 4000},
	{"wrong layers", "trs", join("use lin::Linear;\nnode N<[?, 64] -> [?, 64]> {}\nweights N<[?, 64] -> [?, 64]> {\n",
		list("  l# = Linear::new(in=63, out=64);\n", ""), "}\ngraph N<[?, 64] -> [?, 64]> {\n  def forward { x", list(" |> l#", ""), " }\n}\n"), "P0310", 4000},
	{"wrong definitions", "k", list("f# = {1 x, 2 y} .z;\n", ""), "P0302", 4000},
	{"wrong definitions of wrong definitions", "k", join("f0 = {1 x} .x;\n", list("f#+1 = {f# x, {1 x, 2 y} .z y} .x;\n", "")), "P0302", 0},
	{"wrong elements", "k", join("f = [", list("{1 x, 2 y} .z#", ", "), "];\n"), "P0302", 4000},
}
