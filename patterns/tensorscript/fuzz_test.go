package tensorscript

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/patgraph/patgraph/internal/sample"
	"github.com/patgraph/patgraph/patterns"
)

// sound calls all queries of a result.
func sound(t testing.TB, source string) *patterns.Result {
	t.Helper()
	r := check(source)
	for i := range r.Diagnostics {
		d := &r.Diagnostics[i]
		if d.Span.Start < 0 || d.Span.End < d.Span.Start || int(d.Span.End) > len(source) || d.Message.String() == "" {
			t.Fatalf("%q: a diagnostic is nowhere: %v %v", source, d, d.Span)
		}
	}
	for d := range r.Definitions {
		v := r.Solver.View(int32(d))
		r.Front.Signature(v.Scheme, v.In, v.Out)
		r.Stages(int32(d))
		r.Front.WhyDefinition(int32(d), -1)
		for _, form := range textbookForms {
			r.Front.(patterns.Accountant).Account(int32(d), "", form)
		}
	}
	return r
}

// Any text gets diagnostics, and the analysis does not panic.
func FuzzAnalyze(f *testing.F) {
	for _, c := range testCases(f) {
		f.Add(c.Source)
	}
	for _, source := range additions {
		f.Add(source)
	}
	f.Fuzz(func(t *testing.T, source string) {
		if len(source) < 1<<14 {
			sound(t, source)
		}
	})
}

// Programs in which words are removed, repeated and replaced.
func TestChangedPrograms(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(1, 2))
	var words []string
	var sources []string
	for _, c := range testCases(t) {
		sources = append(sources, c.Source)
	}
	sources = append(sources, additions...)
	for _, s := range sources {
		words = append(words, tokens(s)...)
	}
	for range sample.Size(400, 60) {
		list := tokens(sources[random.IntN(len(sources))])
		for range 1 + random.IntN(3) {
			i := random.IntN(len(list))
			switch random.IntN(3) {
			case 0:
				list[i] = words[random.IntN(len(words))]
			case 1:
				list[i] += " " + words[random.IntN(len(words))]
			case 2:
				list[i] = ""
			}
		}
		sound(t, strings.Join(list, " "))
	}
}

// tokens returns about the tokens of a text, without comments.
func tokens(source string) (list []string) {
	word := ""
	flush := func() {
		if word != "" {
			list = append(list, word)
		}
		word = ""
	}
	for _, line := range strings.Split(source, "\n") {
		line, _, _ = strings.Cut(line, "//")
		for _, c := range line {
			switch {
			case c == ' ':
				flush()
			case strings.ContainsRune("(){}[],;", c):
				flush()
				list = append(list, string(c))
			default:
				word += string(c)
			}
		}
		flush()
	}
	return list
}

// additions are programs that use features that the cases do not use.
var additions = []string{`use lin::{Linear as L, Embedding};
use nonlin::{relu, tanh};
use shape::{concat, flatten, transpose, item};
use reduce::{mean, sum};
use reg::BatchNorm2d;
use conv::{avgpool2d, Conv2d};
use rec::Lstm;
dim W = 4;
dim H = W * 2;
node A<[?, W] -> [?, H]> {}
weights A<[?, W] -> [?, H]> {
  a = L::new(in=W, out=H);
  b = L::new(in=4, out=W*2);
}
graph A<[?, W] -> [?, H]> {
  def forward {
    let y = x |> a |> relu;
    let z = x |> b;
    if true { y + z } else { (y * 2 - z / y) |> tanh }
  }
}
node C<[?, 3, 8, 8] -> [?, 10]> {}
weights C<[?, 3, 8, 8] -> [?, 10]> {
  c = Conv2d::new(in_ch=3, out_ch=5, kernel_size=3, padding=1);
  n = BatchNorm2d::new(num_features=5);
  l = L::new(in=5*4*4, out=10);
}
graph C<[?, 3, 8, 8] -> [?, 10]> {
  def forward { x |> c |> n |> avgpool2d(kernel_size=2) |> flatten |> l }
}
node T<[?, 7, 12] -> [?, 12]> {}
weights T<[?, 7, 12] -> [?, 12]> { r = Lstm::new(input_size=12, hidden_size=6); }
graph T<[?, 7, 12] -> [?, 12]> {
  def forward {
    let s = x |> r |> item(index=0);
    (s, s) |> concat(axis=2) |> mean(dim=1)
  }
}`, `node V<[?, 320] -> [2*?, 160]> {}
graph V<[?, 320] -> [2*?, 160]> { def forward { x |> view(_, 160) } }
node D<[?, Q, 2, 2] -> [?, Q*4]> {}
graph D<[?, Q, 2, 2] -> [?, Q*4]> { def forward { x |> view(?, Q*4) } }
node U<[?, 3, 2, 2] -> [?, 12]> {}
weights U<[?, 3, 2, 2] -> [?, 12]> { d = D::new(); }
graph U<[?, 3, 2, 2] -> [?, 12]> { def forward { x |> d } }
node W<[?, 320] -> [b, 160]> {}
weights W<[?, 320] -> [b, 160]> { v = V::new(); }
graph W<[?, 320] -> [b, 160]> { def forward { x |> v } }`}
