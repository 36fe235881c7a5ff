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

// The operand of `!` is a truth, and its result is one.
func TestNot(t *testing.T) {
	for condition, want := range map[string]string{
		"!true": "", "!!(3 == 4)": "", "!3": "P0313 3", "!x": "P0313 x", "!(x == x)": "P0313 (x == x)",
	} {
		expectErrors(t, condition, netOf("[?, 5] -> [?, 5]", "", "if "+condition+" { x } else { x |> relu }"), want)
	}
	expectErrors(t, "as a tensor", netOf("[?, 5] -> [?, 5]", "", "!true"), "P0313 !true")
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
