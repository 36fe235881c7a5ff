package acceptance

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/patgraph/patgraph/cmd/patgraph/languages"
	"github.com/patgraph/patgraph/internal/sample"
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns/language"
)

// A network is a form of programs of any length, with a mistake in the part with a given number.
type network struct {
	name, language string
	source         func(n, at int) string
	most           int    // parts of the largest
	code           string // of the mistake
}

// networks are chains and trees whose parts use each other's results. TestGrowth measures them, too.
var networks = []network{
	{"calls", "rly", func(n, at int) string {
		return layers(n, at, func(i int, w, x string) string {
			return fmt.Sprintf("  let %%a%d = nn.dense(%s, %s, units=64);\n  let %%v%d = nn.relu(%%a%d);\n", i, x, w, i, i)
		})
	}, 15_000, "P0318"},
	{"residual blocks", "rly", func(n, at int) string {
		return layers(n, at, func(i int, w, x string) string {
			return fmt.Sprintf("  let %%a%d = nn.dense(%s, %s, units=64);\n  let %%v%d = add(%s, %%a%d);\n", i, x, w, i, x, i)
		})
	}, 10_000, "P0318"},
	{"a size that nothing changes", "rly", func(n, _ int) string {
		var b strings.Builder
		b.WriteString("def @main(%v: Tensor[(1, 60), float32], %w: Tensor[(64, 64), float32]) {\n  let %v0 = nn.relu(%v);\n")
		for i := range n {
			fmt.Fprintf(&b, "  let %%v%d = nn.relu(%%v%d);\n", i+1, i)
		}
		fmt.Fprintf(&b, "  nn.dense(%%v%d, %%w, units=64)\n}\n", n)
		return b.String()
	}, 30_000, "P0318"},
	{"a tree", "rly", func(n, at int) string {
		leaf := 0
		var tree func(n int) string
		tree = func(n int) string {
			if n == 1 {
				if leaf++; leaf-1 == at {
					return "%y"
				}
				return "%x"
			}
			return "add(" + tree(n/2) + ", " + tree(n-n/2) + ")"
		}
		return "def @main(%x: Tensor[(1, 60), float32], %y: Tensor[(1, 64), float32]) {\n  " + tree(n) + "\n}\n"
	}, 8192, "P0318"},
	{"stages", "trs", func(n, at int) string {
		var weights, stages strings.Builder
		for i := range n {
			in := 64
			if i == at {
				in = 63
			}
			fmt.Fprintf(&weights, "  l%d = Linear::new(in=%d, out=64);\n", i, in)
			fmt.Fprintf(&stages, " |> l%d |> relu", i)
		}
		return "use lin::Linear;\nuse nonlin::relu;\nnode Net<[?, 64] -> [?, 64]> {}\nweights Net<[?, 64] -> [?, 64]> {\n" + weights.String() +
			"}\ngraph Net<[?, 64] -> [?, 64]> {\n  def forward { x" + stages.String() + " }\n}\n"
	}, 8_000, "P0310"},
	{"a composition", "k", func(n, at int) string {
		var b strings.Builder
		b.WriteString("f =")
		for i := range n {
			b.WriteString(" {() a, () b} .")
			b.WriteString(field(i == at))
		}
		return b.String() + ";\n"
	}, 16_000, "P0302"},
	{"definitions", "k", func(n, at int) string {
		var b strings.Builder
		b.WriteString("$t = {int a, int b};\nf0 = $t {.a a, .b b};\n")
		for i := range n {
			fmt.Fprintf(&b, "f%d = f%d {.%s a, .b b};\n", i+1, i, field(i == at))
		}
		return b.String()
	}, 2_000, "P0302"},
}

// field is a field of the products above, or a missing one.
func field(missing bool) string {
	if missing {
		return "c"
	}
	return "a"
}

// layers is a function of so many layers. One of them gets the weight %bad, the others %w.
func layers(n, at int, layer func(i int, weight, input string) string) string {
	var b strings.Builder
	b.WriteString("def @main(%v: Tensor[(1, 64), float32], %w: Tensor[(64, 64), float32], %bad: Tensor[(64, 63), float32]) {\n  let %v0 = nn.relu(%v);\n")
	for i := range n {
		weight := "%w"
		if i == at {
			weight = "%bad"
		}
		b.WriteString(layer(i+1, weight, fmt.Sprintf("%%v%d", i)))
	}
	fmt.Fprintf(&b, "  %%v%d\n}\n", n)
	return b.String()
}

var numbered = regexp.MustCompile(`(%v|%a|\bl|\bf)\d+|\d+:\d+`)

// A mistake in a program of any length is reported as in a short one: at its place, in the same words, with its
// explanation and the same first change.
func TestDeepErrors(t *testing.T) {
	for i, p := range networks {
		for j, place := range []struct {
			name string
			at   func(n int) int
		}{
			{"start", func(int) int { return 4 }},
			{"middle", func(n int) int { return n / 2 }},
			{"end", func(n int) int { return n - 4 }},
		} {
			if (i+j)%sample.Size(1, 3) != 0 {
				continue
			}
			t.Run(p.language+"/"+p.name+"/"+place.name, func(t *testing.T) {
				short, long := 32, p.most/sample.Size(1, 16)
				want, got := p.report(t, short, place.at(short)), p.report(t, long, place.at(long))
				if !slices.Equal(got, want) {
					t.Errorf("%d parts:\n%s\n\n%d parts:\n%s", short, strings.Join(want, "\n"), long, strings.Join(got, "\n"))
				}
			})
		}
	}
}

// report is the report of a program's only error, without the numbers of its parts.
func (p *network) report(t *testing.T, n, at int) (lines []string) {
	name := "a." + p.language
	r := languages.All.For(name, "").Analyze(t.Context(), lang.NewFile(name, []byte(p.source(n, at))), language.Options{})
	errors := lang.Errors(r.Diagnostics)
	if len(errors) != 1 {
		t.Fatalf("%d errors in %d parts: %v", len(errors), n, errors)
	}
	d := &errors[0]
	if d.Explanation == nil || !d.Explanation.Checked {
		t.Errorf("%d parts: not explained: %v", n, d.Notes)
	}
	say := func(what string, text lang.Phrase) {
		lines = append(lines, what+": "+numbered.ReplaceAllString(text.String(), "$1#"))
	}
	say(string(d.Code), d.Message)
	for _, r := range d.Related {
		say("place", r.Message)
	}
	for _, n := range d.Notes {
		say("note", n)
	}
	if len(d.Fixes) == 0 || !d.Fixes[0].Checked {
		t.Errorf("%d parts: no change is checked", n)
	} else {
		say("change", d.Fixes[0].Title)
	}
	return lines
}
