package tensorscript

import (
	"strings"
	"testing"

	"github.com/patgraph/patgraph/internal/cancel"
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns/language"
)

// The additions to the language of 2018: operators, let, if, aliases of imports, tuples, and computed sizes.
func TestAdditions(t *testing.T) {
	want := map[string]string{
		"A": "[?, 4] -> [?, 8]", "C": "[?, 3, 8, 8] -> [?, 10]", "T": "[?, 7, 12] -> [?, 12]",
		"V": "[?, 320] -> [2*?, 160]", "D": "[?, Q, 2, 2] -> [?, 4*Q]", "U": "[?, 3, 2, 2] -> [?, 12]", "W": "[?, 320] -> [2*?, 160]",
	}
	seen := 0
	for _, source := range additions {
		v := judge(source)
		seen += len(v.Forward)
		for _, e := range v.Errors {
			t.Errorf("%s at %s", e.Kind, e.Text)
		}
		for name, got := range v.Forward {
			if got != want[name] {
				t.Errorf("%s is %s, not %s", name, got, want[name])
			}
		}
	}
	if seen != len(want) {
		t.Errorf("%d nodes have a type, and not %d", seen, len(want))
	}
}

// A size that is computed from a node's parameters is computed for each use, in both directions.
func TestComputedSizes(t *testing.T) {
	const double = "node D<[?, q] -> [?, q*4]> {}\ngraph D<[?, q] -> [?, q*4]> { def forward { (x, x, x, x) |> concat(axis=1) } }\n"
	for _, c := range []struct{ takes, gives, want string }{
		{"[?, 3]", "[?, 12]", "[?, 3] -> [?, 12]"},
		{"[?, m]", "[?, 12]", "[?, 3] -> [?, 12]"},
		{"[?, m]", "[?, n]", "[?, m] -> [?, 4*m]"},
		{"[?, 3]", "[?, 13]", "P0310"},
	} {
		header := "U<" + c.takes + " -> " + c.gives + ">"
		v := judge("use shape::concat;\n" + double + "node " + header + " {}\nweights " + header + " { d = D::new(); }\ngraph " + header + " { def forward { x |> d } }")
		switch {
		case len(v.Errors) == 1 && strings.HasPrefix(c.want, "P") && v.Errors[0].Kind == "dim":
		case len(v.Errors) > 0 || v.Forward["U"] != c.want:
			t.Errorf("%s: %s, %v", header, v.Forward["U"], v.Errors)
		}
	}
	for _, size := range []string{"3 - 4", "7 / 2", "9223372036854775807 * 2", "1 / 0"} {
		v := judge("dim A = " + size + ";")
		if len(v.Errors) != 1 || v.Errors[0].Kind != "attr" {
			t.Errorf("%s: %v", size, v.Errors)
		}
		if v = judge(netOf("[?, "+size+"] -> [?, 1]", "", "x |> view(_, 1)")); len(v.Errors) != 1 {
			t.Errorf("%s in headers: %v", size, v.Errors)
		}
	}
	if v := judge("tsr a = [1, 2, 3, 4, 5, 6, 7, 8, 9];\ntsr b = [a, a, a, a];\ntsr c = [b, b];\ntsr d = [c, c];"); len(v.Errors) != 1 {
		t.Errorf("a tensor of 72 dimensions: %v", v.Errors)
	}
}

// A quotient of size parameters is rounded down. A window over a picture whose size is divided knows the size of its
// result.
func TestQuotients(t *testing.T) {
	const half = "use conv::{Conv2d, maxpool2d};\nnode Half<[?, c, h, w] -> [?, c, h/2, w/2]> {}\ngraph Half<[?, c, h, w] -> [?, c, h/2, w/2]> { def forward { x |> maxpool2d(kernel_size=2) } }\n"
	for _, c := range []struct{ header, weights, body, want string }{
		{"[?, c, 8, 7] -> [?, c, 4, 3]", "l = Half::new();", "x |> l", "[?, c, 8, 7] -> [?, c, 4, 3]"},
		{"[?, c, h, w] -> [?, c, h/4, (w/2)/2]", "l = Half::new();", "x |> l |> l", "[?, c, h, w] -> [?, c, h/4, w/4]"},
		{"[?, c, h, w] -> [?, c, h/2/2, w/2]", "l = Half::new();", "x |> l |> l", "dim"},
		{"[?, c, 8, 8] -> [?, c/4, 8, 8]", "l = Conv2d::new(in_ch=c, out_ch=c/4, kernel_size=1);", "x |> l", "[?, c, 8, 8] -> [?, c/4, 8, 8]"},
		{"[?, 4*c, 8, 8] -> [?, 4*c/4, 8, 8]", "l = Conv2d::new(in_ch=4*c, out_ch=c, kernel_size=1);", "x |> l", "[?, 4*c, 8, 8] -> [?, c, 8, 8]"},
		{"[?, c, h, h] -> [?, c, h/2 - 1, h/2 - 1]", "", "x |> maxpool2d(kernel_size=4, stride=2)", "[?, c, h, h] -> [?, c, h/2 - 1, h/2 - 1]"},
		{"[?, c, h, h] -> [?, c, (h - 1)/2, 2*(h/4)]", "", "x |> maxpool2d(kernel_size=3, stride=2)", "dim"},
		{"[?, c, h, h] -> [?, c, h/3, h/2]", "", "x |> maxpool2d(kernel_size=2)", "dim"},
		{"[?, c/0] -> [?, 1]", "", "x |> view(_, 1)", "attr"},
	} {
		node := "N<" + c.header + "> { "
		v := judge(half + "node " + node + "}\nweights " + node + c.weights + " }\ngraph " + node + "def forward { " + c.body + " } }")
		switch {
		case len(v.Errors) > 0 && !strings.Contains(c.want, ">"):
			if v.Errors[0].Kind != c.want {
				t.Errorf("%s: %v", c.header, v.Errors)
			}
		case len(v.Errors) > 0 || v.Forward["N"] != c.want:
			t.Errorf("%s: %s, %v", c.header, v.Forward["N"], v.Errors)
		}
		if again := "N<" + v.Forward["N"] + "> {}"; len(v.Errors) == 0 && judge("node " + again).Forward["N"] != v.Forward["N"] {
			t.Errorf("%s is another type when it is read", again)
		}
	}
}

// An argument may be a size parameter of the node: it stays open through the layers, and each use of the node has its
// own.
func TestSizesAsArguments(t *testing.T) {
	const imports = "use lin::{Linear, Embedding};\nuse conv::Conv2d;\nuse reg::BatchNorm1d;\nuse rec::Lstm;\nuse nonlin::relu;\nuse shape::transpose;\n"
	for _, c := range []struct{ header, weights, body, want string }{
		{"[?, q] -> [?, 3]", "l = Linear::new(in=q, out=3);", "x |> l", "[?, q] -> [?, 3]"},
		{"[?, q] -> [?, 2*q]", "l = Linear::new(in=q, out=2*q); m = Linear::new(out=q, in=2*q);", "x |> l |> relu |> m |> l", "[?, q] -> [?, 2*q]"},
		{"[?, q] -> [?, q]", "l = Linear::new(in=q, out=(q)); b = BatchNorm1d::new(num_features=q);", "x |> l |> b", "[?, q] -> [?, q]"},
		{"[?, c, 8, 8] -> [?, 2*c, 6, 6]", "l = Conv2d::new(in_ch=c, out_ch=2*c, kernel_size=3);", "x |> l", "[?, c, 8, 8] -> [?, 2*c, 6, 6]"},
		{"[?, s] -> [?, s, q]", "l = Embedding::new(num_embeddings=9, embedding_dim=q);", "x |> l", "[?, s] -> [?, s, q]"},
		{"[?, q] -> [?, q]", "l = Linear::new(in=q, out=5); m = Linear::new(in=5, out=q);", "x |> l |> m", "[?, q] -> [?, q]"},
		{"[q, ?] -> [?, q]", "", "x |> transpose(a=0, b=1)", "[q, ?] -> [?, q]"},
		// If something else decides the size, the layer gets that size.
		{"[?, q] -> [?, q]", "l = Linear::new(in=q, out=q); m = Linear::new(in=5, out=5);", "x |> l |> m", "[?, 5] -> [?, 5]"},
		{"[?, q] -> [?, 6]", "l = Linear::new(in=q, out=2*q);", "x |> l", "[?, 3] -> [?, 6]"},
		{"[?, q] -> [?, 7]", "l = Linear::new(in=q, out=2*q);", "x |> l", "dim"},
		{"[?, q] -> [?, q]", "l = Linear::new(in=2*q, out=q);", "x |> l", "dim"},
		{"[?, q] -> [?, q]", "l = Linear::new(in=q + 1, out=q);", "x |> l", "dim"},
		{"[?, q] -> [?, q]", "l = Linear::new(in=q, out=2*q - q);", "x |> l", "[?, q] -> [?, q]"},
		{"[?, q] -> [?, q]", "l = Linear::new(in=0, out=q);", "x |> l", "attr"},
		// The sides of a picture are not known yet.
		{"[?, c, c, c] -> [?, c, c, c]", "l = Conv2d::new(in_ch=c, out_ch=c, kernel_size=3, padding=1);", "x |> l", "underconstrained"},
		// An argument that is not a size must be a number.
		{"[?, q, 8, 8] -> [?, q, 8, 8]", "l = Conv2d::new(in_ch=q, out_ch=q, kernel_size=q);", "x |> l", "type"},
		{"[?, q] -> [?, q]", "l = Linear::new(in=q, out=r);", "x |> l", "unknown-symbol"},
	} {
		v := judge(imports + "node N<" + c.header + "> {}\nweights N<" + c.header + "> { " + c.weights + " }\ngraph N<" + c.header + "> { def forward { " + c.body + " } }")
		switch {
		case len(v.Errors) == 1 && !strings.Contains(c.want, ">"):
			if v.Errors[0].Kind != c.want {
				t.Errorf("%s %s: %v", c.header, c.weights, v.Errors)
			}
		case len(v.Errors) > 0 || v.Forward["N"] != c.want:
			t.Errorf("%s %s: %s, %v", c.header, c.weights, v.Forward["N"], v.Errors)
		}
	}
	const node = "node N<[?, q] -> [?, 2*q]> {}\nweights N<[?, q] -> [?, 2*q]> { l = Linear::new(in=q, out=2*q); }\ngraph N<[?, q] -> [?, 2*q]> { def forward { x |> l } }\n"
	v := judge(imports + node + "node U<[?, 3] -> [?, m]> {}\nweights U<[?, 3] -> [?, m]> { a = N::new(); b = N::new(); }\ngraph U<[?, 3] -> [?, m]> { def forward { x |> a |> b } }")
	if len(v.Errors) > 0 || v.Forward["U"] != "[?, 3] -> [?, 12]" || v.Forward["N"] != "[?, q] -> [?, 2*q]" {
		t.Errorf("%v, %v", v.Forward, v.Errors)
	}
}

// With --rigid a size parameter must not be equal to a number.
func TestRigid(t *testing.T) {
	source := "use lin::Linear;\nnode A<[?, n] -> [?, 2]> {}\nweights A<[?, n] -> [?, 2]> { l = Linear::new(in=7, out=2); }\ngraph A<[?, n] -> [?, 2]> { def forward { x |> l } }"
	for _, rigid := range []bool{false, true} {
		r := analyze(t.Context(), lang.NewFile("in.trs", []byte(source)), language.Options{Settings: language.Settings{Rigid: rigid}})
		if len(r.Diagnostics) != 1 || r.Diagnostics[0].Code != lang.SizeNote || (r.Errors() == 1) != rigid {
			t.Errorf("%v: %v", rigid, r.Diagnostics)
		}
	}
}

// A chain of layers needs a constant number of relation runs per stage, however long it is.
func TestRuns(t *testing.T) {
	for _, n := range []int{10, 2000} {
		var b strings.Builder
		b.WriteString("use lin::Linear;\nuse nonlin::relu;\nnode C<[?, 8] -> [?, 8]> {}\nweights C<[?, 8] -> [?, 8]> { l = Linear::new(in=8, out=8); }\ngraph C<[?, 8] -> [?, 8]> { def forward { x")
		for range n {
			b.WriteString(" |> l |> relu")
		}
		b.WriteString(" } }")
		p := derived(lang.NewFile("in.trs", []byte(b.String())), language.Options{}, cancel.New(t.Context()), nil)
		if runs, relations := p.Graph.Runs(), p.Graph.Instances(); relations < 2*n || runs < relations || runs > 2*relations {
			t.Errorf("%d stages: %d runs of %d relations", 2*n, runs, relations)
		}
	}
}

// A use of a node with an error as a layer relies on the node's written header: the effects of the error on its sizes
// are reported at the node only.
func TestUseOfFaulty(t *testing.T) {
	source := `use nonlin::relu;
node Same<[?, w] -> [?, w]> {}
graph Same<[1, w] -> [?, w]> {
    def new() -> Self { 3 }
    def forward { x |> relu }
}
node Use<[?, 3] -> [?, 3]> {}
weights Use<[?, 3] -> [?, 3]> { s = Same::new(); }
graph Use<[?, 3] -> [?, 3]> { def forward { x |> s } }`
	r := analyze(t.Context(), lang.NewFile("in.trs", []byte(source)), language.Options{})
	if r.Errors() == 0 {
		t.Error("there is no diagnostic")
	}
	for _, dg := range r.Diagnostics {
		if dg.Definition != "Same" {
			t.Errorf("%s: %s", dg.Definition, dg.Message)
		}
	}
}

// reshape is another name of view, if it is imported.
func TestReshape(t *testing.T) {
	const body = "node A<[?, 3, 4, 4] -> [?, 48]> {}\ngraph A<[?, 3, 4, 4] -> [?, 48]> { def forward { x |> reshape(_, 6, 8) |> reshape(?, 48) } }"
	r := check("use shape::reshape;\n" + body)
	if len(r.Diagnostics) != 0 || r.Stages(0)[0].Stages[1].Type != "[?, 6, 8]" {
		t.Error(r.Diagnostics, r.Stages(0))
	}
	for source, code := range map[string]lang.Code{
		body:                                    lang.UnknownOperator,
		"use nonlin::relu as reshape;\n" + body: lang.KindsDiffer,
		"use shape::reshape;\n" + strings.Replace(body, "6, 8", "5, 8", 1):       lang.ViewSizes,
		"use shape::reshape;\n" + strings.Replace(body, "_, 6, 8", "_, _, 8", 1): lang.WrongAttribute,
	} {
		if ds := check(source).Diagnostics; len(ds) == 0 || ds[0].Code != code {
			t.Errorf("%s: %v", source, ds)
		}
	}
}
