package k

import (
	"strings"
	"testing"
)

// What other languages have is said in one sentence of k, once.
func TestForeign(t *testing.T) {
	for _, c := range []struct{ source, want string }{
		{"f = .x == .y;", "[.x, .y] EQ"},
		{"f = .x != .y;", "[.x, .y] EQ"},
		{"f = {.x a, .y b} [.a, .b] > 1;", "[.x, .y] GT"},
		{"f = .a && .b;", "conditions follow each other"},
		{"f = x -> x;", "names no argument"},
		{"f = x => x;", "names no argument"},
		{"let f = .a;", "without a word before it"},
		{"f = if .a then .b else .c;", "a decision is a merge"},
		{"$color = <red, green>;", "`{} red`"},
		{"-- dialect: k6\nf = .a PLUS;", "built into k4"},
		{"-- dialect: k6\nf = .x == .y;", "k6 compares no values"},
	} {
		said := 0
		for _, d := range analyze(c.source).Diagnostics {
			for _, h := range d.Help {
				if strings.Contains(h.String(), c.want) {
					said++
				}
			}
		}
		if said != 1 {
			t.Errorf("%s: %q is said %d times", c.source, c.want, said)
		}
	}
	// What is k's own keeps its own help.
	for _, source := range []string{"f = .x - 1;", "f = {.a, .b b};", "f = [1, 2] plus;"} {
		for _, d := range analyze(source).Diagnostics {
			for _, h := range d.Help {
				for _, say := range foreign {
					if say != "" && strings.Contains(h.String(), say) {
						t.Errorf("%s: %s", source, h)
					}
				}
			}
		}
	}
}
