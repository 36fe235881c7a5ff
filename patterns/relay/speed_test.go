package relay

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/patgraph/patgraph/internal/cost"
	"github.com/patgraph/patgraph/lang"
)

// A programFamily is programs of one form and any size.
type programFamily struct {
	name  string
	sizes []int // of benchmarks
	large int   // of the test that what they cost grows as they do
	make  func(n int) string
}

var programFamilies = []programFamily{
	{"lets", []int{1000, 4000, 16000}, 16000, func(n int) string {
		return chain("def @f(%v0: Tensor[(8, 16), float32]) {\n", n, "let %%v%[1]d = nn.relu(%%v%[2]d);\n", "%%v%d }\n")
	}},
	{"annotated lets", []int{1000, 4000}, 16000, func(n int) string {
		return chain("def @f(%v0: Tensor[(8, 16), float32]) {\n", n, "let %%v%[1]d: Tensor[(8, 16), float32] = nn.relu(%%v%[2]d);\n", "%%v%d }\n")
	}},
	{"dynamic lets", []int{1000, 4000, 16000}, 16000, func(n int) string {
		return chain("def @f(%v0: Tensor[(?, 16), float32]) {\n", n, "let %%v%[1]d = nn.relu(%%v%[2]d);\n", "%%v%d }\n")
	}},
	{"graph variables", []int{1000, 4000, 8000}, 16000, func(n int) string {
		return chain("def @f(%v0: Tensor[(8, 16), float32]) {\n%0 = nn.relu(%v0);\n", n, "%%%[1]d = nn.relu(%%%[2]d);\n", "%%%d }\n")
	}},
	{"backward", []int{500, 1000, 2000, 4000}, 16000, func(n int) string {
		return chain("def @f(%v0) -> Tensor[(8, 16), float32] {\n", n, "let %%v%[1]d = nn.relu(%%v%[2]d);\n", "%%v%d }\n")
	}},
	{"polymorphic calls", []int{500, 1000, 2000, 4000}, 16000, func(n int) string {
		return chain("def @id[A](%x: A) -> A { %x }\ndef @f(%v0: Tensor[(8, 16), float32]) {\n", n, "let %%v%[1]d = @id(%%v%[2]d);\n", "%%v%d }\n")
	}},
	{"waiting", []int{250, 500, 1000, 2000}, 8000, func(n int) string {
		return chain("def @f(%h) {\n", n, "let %%v%[1]d = %%h + 1f;\n", "let %%t: Tensor[(4), float32] = %%h; %%v%d }\n")
	}},
	{"waiting for each other", []int{250, 500, 1000, 2000}, 8000, func(n int) string {
		return chain("def @f(%v0) {\n", n, "let %%v%[1]d = %%v%[2]d + 1f;\n", "let %%t: Tensor[(4), float32] = %%v0; %%v%d }\n")
	}},
	{"pairs", []int{12, 14, 16, 18, 256}, 4000, pairs},
	{"diagonal", []int{5, 6, 7, 8, 9, 10}, 0, diagonal},
	{"operators", []int{1000, 4000, 16000}, 16000, func(n int) string {
		return "def @f(%a: Tensor[(8, 1), float32], %b: Tensor[(16), float32]) { %a" + strings.Repeat(" + %b", n) + " }\n"
	}},
	{"definitions", []int{1000, 4000}, 16000, func(n int) string {
		var b strings.Builder
		b.WriteString("def @f0(%x: Tensor[(8, 16), float32]) { exp(%x) }\n")
		for i := range n {
			fmt.Fprintf(&b, "def @f%d(%%x: Tensor[(8, 16), float32]) { @f%d(%%x) + 1f }\n", i+1, i)
		}
		return b.String()
	}},
	{"resnet50", []int{1}, 0, func(int) string { return resnet([]int{3, 4, 6, 3}) }},
	{"resnet152", []int{1}, 0, func(int) string { return resnet([]int{3, 8, 36, 3}) }},
	{"bert", []int{12, 24}, 200, bert},
}

// chain is a program of so many lines, of which each has its number and the one before.
func chain(head string, n int, line, end string) string {
	var b strings.Builder
	b.WriteString(head)
	for i := range n {
		fmt.Fprintf(&b, line, i+1, i)
	}
	fmt.Fprintf(&b, end, n)
	return b.String()
}

// pairs is a pair of a pair of a pair with itself.
func pairs(n int) string {
	var b strings.Builder
	b.WriteString("def @f(%v0: Tensor[(8), float32]) {\n")
	for i := range n {
		fmt.Fprintf(&b, "let %%v%d = (%%v%d, %%v%d);\n", i+1, i, i)
	}
	fmt.Fprintf(&b, "let %%x = %%v%d; ()\n}\n", n)
	return b.String()
}

// diagonal is a match of n columns, of which each clause asks two for one constructor.
func diagonal(n int) string {
	var b strings.Builder
	b.WriteString("type T { A, B, C }\ndef @f(%x: (" + strings.TrimSuffix(strings.Repeat("T, ", n), ", ") + ")) {\n match (%x) {\n")
	for i := range n - 1 {
		for _, c := range "AB" {
			cols := strings.Split(strings.Repeat("_ ", n-1)+"_", " ")
			cols[i], cols[i+1] = string(c), string(c)
			b.WriteString("  (" + strings.Join(cols, ", ") + ") => 1,\n")
		}
	}
	b.WriteString("  _ => 0\n }\n}\n")
	return b.String()
}

// A net writes a network, one operator to a line.
type net struct {
	strings.Builder
	weights []string
	n       int
}

func (w *net) op(format string, args ...any) string {
	w.n++
	v := "%" + strconv.Itoa(w.n)
	w.WriteString("  " + v + " = " + fmt.Sprintf(format, args...) + ";\n")
	return v
}

func (w *net) weight() string {
	v := "%w" + strconv.Itoa(len(w.weights))
	w.weights = append(w.weights, v)
	return v
}

func (w *net) conv(x string, channels, kernel, stride int) string {
	pad := kernel / 2
	return w.op("nn.conv2d(%s, %s, channels=%d, kernel_size=[%d, %d], strides=[%d, %d], padding=[%d, %d])", x, w.weight(), channels, kernel, kernel, stride, stride, pad, pad)
}

func (w *net) norm(x string) string {
	v := w.op("nn.batch_norm(%s, %s, %s, %s, %s)", x, w.weight(), w.weight(), w.weight(), w.weight())
	return w.op("%s.0", v)
}

func (w *net) function(x, result string) string {
	return "def @main(" + x + ", " + strings.Join(w.weights, ", ") + ") {\n" + w.String() + "  " + result + "\n}\n"
}

// resnet is a residual network of four stages of so many blocks.
func resnet(stages []int) string {
	w := new(net)
	x := w.op("nn.relu(%s)", w.norm(w.conv("%data", 64, 7, 2)))
	x = w.op("nn.max_pool2d(%s, pool_size=[3, 3], strides=[2, 2], padding=[1, 1])", x)
	for s, blocks := range stages {
		for b := range blocks {
			wide, stride, short := 64<<s, 1, x
			if b == 0 {
				if s > 0 {
					stride = 2
				}
				short = w.norm(w.conv(x, 4*wide, 1, stride))
			}
			y := w.op("nn.relu(%s)", w.norm(w.conv(x, wide, 1, 1)))
			y = w.op("nn.relu(%s)", w.norm(w.conv(y, wide, 3, stride)))
			y = w.norm(w.conv(y, 4*wide, 1, 1))
			x = w.op("nn.relu(%s)", w.op("%s + %s", y, short))
		}
	}
	x = w.op("nn.batch_flatten(%s)", w.op("nn.global_avg_pool2d(%s)", x))
	x = w.op("nn.bias_add(%s, %s)", w.op("nn.dense(%s, %s, units=1000)", x, w.weight()), w.weight())
	return w.function("%data: Tensor[(1, 3, 224, 224), float32]", w.op("nn.softmax(%s)", x))
}

// bert is a stack of n layers of an encoder.
func bert(n int) string {
	const width, heads, length = 1024, 16, 128
	w := new(net)
	dense := func(x string, units int) string {
		return w.op("nn.bias_add(%s, %s, axis=-1)", w.op("nn.dense(%s, %s, units=%d)", x, w.weight(), units), w.weight())
	}
	split := func(x string) string {
		y := w.op("reshape(%s, newshape=[%d, %d, %d])", x, length, heads, width/heads)
		return w.op("transpose(%s, axes=[1, 0, 2])", y)
	}
	x := "%data"
	for range n {
		q, k, v := split(dense(x, width)), split(dense(x, width)), split(dense(x, width))
		a := w.op("nn.batch_matmul(%s, %s, transpose_b=True)", q, k)
		a = w.op("nn.softmax(%s)", w.op("%s / 8f", a))
		a = w.op("nn.batch_matmul(%s, %s, transpose_b=False)", a, v)
		a = w.op("reshape(%s, newshape=[%d, %d])", w.op("transpose(%s, axes=[1, 0, 2])", a), length, width)
		a = w.op("%s + %s", dense(a, width), x)
		x = w.op("nn.layer_norm(%s, %s, %s)", a, w.weight(), w.weight())
		f := dense(x, 4*width)
		f = w.op("%s * (0.5f + erf(%s / 1.41f))", f, f)
		f = w.op("%s + %s", dense(f, width), x)
		x = w.op("nn.layer_norm(%s, %s, %s)", f, w.weight(), w.weight())
	}
	return w.function("%data: Tensor[(128, 1024), float32]", x)
}

// BenchmarkAnalyze: a program read, derived and told, by its form and its size.
func BenchmarkAnalyze(b *testing.B) {
	for _, f := range programFamilies {
		for _, n := range f.sizes {
			source := f.make(n)
			b.Run(strings.ReplaceAll(f.name, " ", "-")+"/"+strconv.Itoa(n), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					if r := check(source, ""); r.Errors() > 0 {
						b.Fatal(r.Diagnostics[0].Message)
					}
				}
			})
		}
	}
}

// What a program costs grows as the program does.
func TestLinear(t *testing.T) {
	for _, f := range programFamilies {
		if f.large == 0 {
			continue
		}
		t.Run(f.name, func(t *testing.T) {
			sources := map[int]string{f.large / 4: f.make(f.large / 4), f.large: f.make(f.large)}
			cost.Linear(t, f.large, func(n int) {
				for i, d := range check(sources[n], "").Diagnostics {
					if d.Severity == lang.Error {
						t.Fatalf("%d: %s", i, d.Message)
					}
				}
			})
		})
	}
}
