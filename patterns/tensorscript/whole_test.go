package tensorscript

import (
	"slices"
	"strings"
	"testing"

	"github.com/patgraph/patgraph/lang"
)

const otherNodes = "node Id<[?, n] -> [?, n]> {}\ngraph Id<[?, n] -> [?, n]> { def forward { x |> relu } }\n" +
	"node Free<[?, n] -> [?, m]> {}\nnode Five<[?, n] -> [?, 5]> {}\n"

// errorsAt returns the codes and the places of the errors of a program.
func errorsAt(source string) (list []string) {
	r := check(source)
	for _, dg := range lang.Errors(r.Diagnostics) {
		list = append(list, string(dg.Code)+" "+r.File.Text(dg.Span))
	}
	return list
}

func expectErrors(t *testing.T, what, source, want string) {
	t.Helper()
	if got := strings.Join(errorsAt(source), "; "); got != want {
		t.Errorf("%s: %q, not %q", what, got, want)
	}
}

// withNodes returns netOf with nodes before it, and more imports.
func withNodes(header, weights, body string) string {
	more := "use reg::Dropout2d;\nuse conv::ConvTranspose2d;\n" + imports
	return more + otherNodes + strings.TrimPrefix(netOf(header, weights, body), imports)
}

// The written signature of a weight is checked, of a layer and of a node, used or not.
func TestSignaturesOfWeights(t *testing.T) {
	for weight, want := range map[string]string{
		"Id::<[?, 5] -> [?, 5]>::new()":                                     "",
		"Id::<[?, 5] -> [?, 7]>::new()":                                     "P0310 [?, 7]",
		"Id::<[?, 4, 1] -> [?, 4]>::new()":                                  "P0311 [?, 4, 1]",
		"Five::<[?, 4] -> [?, 4]>::new()":                                   "P0310 [?, 4]",
		"Linear::<[?, 4] -> [?, 5]>::new(in=4, out=5)":                      "",
		"Linear::<[?, 4] -> [?, 5]>::new(in=5, out=5)":                      "P0310 Linear",
		"Linear::<[?, 4] -> [?, 5]>::new(in=4, out=4)":                      "P0310 Linear",
		"Dropout2d::<[?, 4] -> [?, 5]>::new(p=0.5)":                         "P0310 Dropout2d",
		"Conv2d::<[?, 4] -> [?, 5]>::new(in_ch=1, out_ch=1, kernel_size=1)": "P0311 Conv2d",
	} {
		expectErrors(t, weight, withNodes("[?, 5] -> [?, 5]", "w = "+weight+";", "x"), want)
	}
	const id = "w = Id::<[?, 5] -> [?, 5]>::new();"
	expectErrors(t, "a used one", withNodes("[?, 5] -> [?, 5]", id, "x |> w |> w"), "")
	expectErrors(t, "another size", withNodes("[?, 6] -> [?, 6]", id, "x |> w"), "P0310 w; P0310 w")
	says := check(withNodes("[?, 6] -> [?, 5]", id, "x |> w")).Diagnostics[0].Message.String()
	if want := "w receives [?, 6], but takes [?, 5]"; strings.ReplaceAll(says, "`", "") != want {
		t.Errorf("%s, not %s", says, want)
	}
	expectErrors(t, "each use its own", withNodes("[?, 6] -> [?, 5]", "w = Id::new(); l = Linear::new(in=6, out=5);", "x |> w |> l |> w"), "")
}

// A layer is checked although no stage uses it, as far as that is possible without its input.
func TestUnusedLayers(t *testing.T) {
	for weight, want := range map[string]string{
		"Linear::new(in=4, out=5)": "",
		"Linear::new(in=0, out=5)": "P0319 in=0",
		"ConvTranspose2d::new(in_ch=1, out_ch=1, kernel_size=3, output_padding=1)": "P0319 output_padding=1",
		"Conv2d::new(in_ch=1, out_ch=1, kernel_size=1, stride=(1, 0))":             "P0319 stride=(1, 0)",
	} {
		expectErrors(t, weight, withNodes("[?, q] -> [?, q]", "w = "+weight+";", "x"), want)
		if r := check(withNodes("[?, q] -> [?, q]", "w = "+weight+";", "x")); len(r.Diagnostics) > 0 && want == "" {
			t.Errorf("%s: %v", weight, r.Diagnostics)
		}
	}
}

// The operand of `!` is a truth, and its result is one.
func TestNot(t *testing.T) {
	for condition, want := range map[string]string{
		"!true": "", "!!(3 == 4)": "", "!3": "P0313 3", "!x": "P0313 x", "!(x == x)": "P0313 (x == x)",
	} {
		expectErrors(t, condition, netOf("[?, 5] -> [?, 5]", "", "if "+condition+" { x } else { x |> relu }"), want)
	}
	expectErrors(t, "as a tensor", netOf("[?, 5] -> [?, 5]", "", "!true"), "P0313 !true")
}

// A size that no header decides is reported at the node that gives it, unless something else decides it.
func TestUndecidedSizeOfNode(t *testing.T) {
	for body, want := range map[string]string{
		"x |> free |> five":        "P0320 free",
		"x |> free |> id |> five":  "P0320 free",
		"x |> free |> free |> lin": "P0320 free",
		"x |> free |> lin":         "",
		"x |> id |> five":          "",
	} {
		weights := "free = Free::new(); five = Five::new(); id = Id::new(); lin = Linear::new(in=7, out=5);"
		expectErrors(t, body, withNodes("[?, 5] -> [?, 5]", weights, body), want)
		for _, dg := range check(withNodes("[?, 5] -> [?, 5]", weights, body)).Diagnostics {
			if len(dg.Fixes) > 0 {
				t.Errorf("%s: %s", body, dg.Fixes[0].Title)
			}
		}
	}
}

// A node that would contain itself is an error, once for each group of nodes.
func TestCircularNodes(t *testing.T) {
	const header = "<[?, 5] -> [?, 5]>"
	expectErrors(t, "itself", netOf("[?, 5] -> [?, 5]", "a = A::new();", "x"), "P0317 A")
	source := ""
	for _, name := range []string{"A", "B", "C", "D"} {
		source += "node " + name + header + " {}\n"
	}
	for layers, want := range map[string]string{"AB BC CA CB DA": "P0317 B", "AB BC AC DA DB": ""} {
		weights := source
		for _, of := range strings.Fields(layers) {
			weights += "weights " + of[:1] + header + " { w" + of + " = " + of[1:] + "::new(); }\n"
		}
		expectErrors(t, layers, weights, want)
		if ds := check(weights).Diagnostics; want != "" && len(ds[0].Related) != 3 {
			t.Error(ds[0].Related)
		}
	}
}

// The stages of a function have the condition of an if.
func TestConditionIsListed(t *testing.T) {
	got := stagesOf(check(netOf("[?, 5] -> [?, 5]", "", "if 2 == 3 { x } else { x |> relu }")))["A.forward"]
	if want := "2 == 3: bool"; !slices.Contains(got, want) {
		t.Errorf("%q", got)
	}
}

// With the padding `same`, which may be written in quotes, a convolution keeps the size of its image, even an unknown
// one.
func TestPaddingSame(t *testing.T) {
	net := func(args string) string {
		return netOf("[?, 3, 9, w] -> [?, 4, 9, w]", "c = Conv2d::new(in_ch=3, out_ch=4, kernel_size=4, "+args+");", "x |> c")
	}
	for args, want := range map[string]string{
		"padding=same":             "",
		`padding="same"`:           "",
		`padding="same", stride=2`: "P0319 stride=2",
		`padding="full"`:           `P0319 padding="full"`,
		"padding=some":             "P0211 some",
		"stride=same":              "P0313 same",
	} {
		expectErrors(t, args, net(args), want)
	}
	expectErrors(t, "a size of this name", "dim same = 1;\n"+netOf("[?, 3, 9, 9] -> [?, 4, 9, 9]", "c = Conv2d::new(in_ch=3, out_ch=4, kernel_size=3, padding=same);", "x |> c"), "")
	expectErrors(t, "a value", netOf("[?, 3] -> [?, 3]", "", `let y = "same"; x`), `P0313 "same"`)
	expectErrors(t, "an argument of a function", netOf("[?, 3] -> [?, 3]", "", "x |> self.f(n=same) } def f(x: [?, 3], n) -> [?, 3] { x"), "P0313 same")
}
