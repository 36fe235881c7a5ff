package k

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/patgraph/patgraph/internal/cost"
	"github.com/patgraph/patgraph/lang"
)

// Each ! in a program marks the place of an expected warning; others do not occur.
func TestBoxing(t *testing.T) {
	for _, src := range []string{
		// Collected vectors.
		"f = | .x ^;",
		"f = .a | (| .x ^) ^;",
		"f = {.a | x, .b | y} ^;",
		"f = [.a |, 1] ^;",
		"f = <.a |, .b |> ^;",
		"f = <.a |, <>> ^;",
		"f = | ; g = f .x ^;",
		"f = {.items | x, .name y}; g = f ^;",
		"f = <.end |, .next f>; g = f ^;",
		"f = f; g = f ^;",
		"f = | ^ | ^;",
		"f = | 1;", // each member is output by itself
		"f = | <.a, .b (| ^)> ^;",
		"f = | g ^; g = | (.x) ^;",
		// No open vector.
		"f = .x !^;",
		"f = 1 !^;",
		"f = () !^;",
		"f = (| ^) !^;",
		"f = | ^ !^;",
		"f = {} !^;",
		"f = {.a x} !^;",
		"f = [.a | ^] !^;",
		"f = .x; g = f !^;",
		"f = PLUS !^;",
		// Only some branches are open.
		"f = <.a |, .b> !^;",
		"f = <.a, .b |> .c !^;",
		"f = <.a, .b f !|>; g = f !^;",
		"f = <.end 0, .next | !f>; g = f !^;",
		// Opened twice.
		"f = | !| ^;",
		"f = | .x !| .y ^;",
		"f = |; g = .a f .b !f ^;",
		"f = <.end |, .next | !f>;",
		"f = | !{(.a |) x} ^;",
		// Errors are reported first.
		"f = nosuch ^;",
		"f = nosuch; g = f ^;",
		"f = {1 x, 2 y} .z ^;",
	} {
		plain := strings.ReplaceAll(src, "!", "")
		var want, got []int
		parts := strings.Split(src, "!")
		for i := 1; i < len(parts); i++ {
			want = append(want, len(strings.Join(parts[:i], "")))
		}
		for _, d := range analyze(plain).Diagnostics {
			if d.Code == lang.Boxing {
				got = append(got, int(d.Span.Start))
				if d.Severity != lang.Warning || d.Definition == "" {
					t.Errorf("%s: %+v", plain, d)
				}
			}
		}
		if fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("%s: warnings at %v, want %v", plain, got, want)
		}
	}
}

// Long chains and wide groups take linear time.
func TestBoxingCost(t *testing.T) {
	if testing.Short() {
		t.Skip()
	}
	cost.Linear(t, 20_000, func(n int) {
		var b strings.Builder
		for i := range n {
			b.WriteString("f" + strconv.Itoa(i) + " = f" + strconv.Itoa(i+1) + ";\n")
		}
		b.WriteString("f" + strconv.Itoa(n) + " = |; g = f0 ^;\n")
		if r := analyze(b.String()); len(r.Diagnostics) > 0 {
			t.Error(r.Diagnostics)
		}
	})
}
