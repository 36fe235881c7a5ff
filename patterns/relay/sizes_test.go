package relay

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// TestSizeParameters checks that a use of a function with size parameters has the same type as a function with the
// sizes written into it.
func TestSizeParameters(t *testing.T) {
	uses := 0
	rapid.Check(t, func(t *rapid.T) {
		vars := []string{"%x", "%y"}
		var lets strings.Builder
		for i := range rapid.IntRange(1, 5).Draw(t, "lets") {
			of := func(label string) string { return rapid.SampledFrom(vars).Draw(t, label) }
			k := rapid.IntRange(1, 3).Draw(t, "k")
			v := fmt.Sprintf("%%v%d", i)
			var e string
			switch rapid.IntRange(0, 5).Draw(t, "operator") {
			case 0:
				e = fmt.Sprintf("concatenate((%s, %s), axis=0)", of("a"), of("b"))
			case 1:
				e = fmt.Sprintf("tile(%s, reps=[%d])", of("a"), k)
			case 2:
				e = fmt.Sprintf("repeat(%s, repeats=%d, axis=0)", of("a"), k)
			case 3:
				e = fmt.Sprintf("nn.pad(%s, 0f, pad_width=[[%d, %d]])", of("a"), k, k-1)
			case 4:
				// A window of 1 fits every size; uses do not check again whether a larger one fits.
				e = fmt.Sprintf("nn.max_pool1d(reshape(%s, newshape=[1, 1, -1]), pool_size=[1], strides=[%d])", of("a"), k)
				fmt.Fprintf(&lets, "  let %s_ = %s;\n", v, e)
				e = fmt.Sprintf("reshape(%s_, newshape=[-1])", v)
			case 5:
				e = fmt.Sprintf("@before(%s)", of("a"))
			}
			fmt.Fprintf(&lets, "  let %s = %s;\n", v, e)
			vars = append(vars, v)
		}
		sizes := [2]int{rapid.IntRange(2, 9).Draw(t, "n"), rapid.IntRange(2, 9).Draw(t, "m")}
		function := func(name, params, n, m string) string {
			return fmt.Sprintf("def @%s%s(%%x: Tensor[(%s), float32], %%y: Tensor[(%s), float32]) {\n%s  (%s)\n}\n",
				name, params, n, m, lets.String(), strings.Join(vars, ", "))
		}
		n, m := strconv.Itoa(sizes[0]), strconv.Itoa(sizes[1])
		program := "#[version = \"0.0.5\"]\n" +
			"def @before[n: ShapeVar](%x: Tensor[(n), float32]) { concatenate((%x, %x, %x), axis=0) }\n" +
			function("any", "[n: ShapeVar, m: ShapeVar]", "n", "m") + function("one", "", n, m) +
			fmt.Sprintf("def @use(%%x: Tensor[(%s), float32], %%y: Tensor[(%s), float32]) { @any(%%x, %%y) }\n", n, m)
		r := outcomeOf(program)
		of := make(map[string]int)
		for i := range r.Diagnostics {
			of[r.Diagnostics[i].Definition]++
		}
		if of["@any"] > 0 {
			return // the function needs to know its sizes
		}
		uses++
		if types := typesOf(r); types["@one"] == "" || types["@use"] != types["@one"] || of["@use"] != of["@one"] {
			t.Fatalf("used: %s\nwritten out: %s\n%v\nin\n%s", types["@use"], types["@one"], diagnosticsOf(r), program)
		}
	})
	t.Logf("%d functions were used", uses)
	if uses == 0 {
		t.Error("none could be used")
	}
}
