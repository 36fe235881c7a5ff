package k

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns"
)

// growing is a group that grows without end: h has no finite signature, and f is used by h at a variant, so a single
// pattern for all inner uses makes f's input a union.
const growing = `f = <.z {0 n, h k} .n, {{} w} f>;
h = {h a, () b, {{} z} f c};
`

func TestRecursion(t *testing.T) {
	for _, c := range []struct {
		name, source string
		opts         Options
		codes        string
		signatures   map[string]string
		recursion    map[string]patterns.Recursion
		converged    map[string]bool
	}{
		{
			name:       "settles polymorphically",
			source:     `len = <SNOC .cdr len [(), 1] PLUS, 0>;`,
			signatures: map[string]string{"len": "?[(...)] --> ?$int"},
			recursion:  map[string]patterns.Recursion{"len": patterns.Polymorphic},
			converged:  map[string]bool{"len": true},
		},
		{
			name:       "cyclic input instead of a truncated one",
			source:     `f = <.stop, .go f>;`,
			signatures: map[string]string{"f": "?(X0 go, X1 stop, ...)=X0 --> ?X1"},
			recursion:  map[string]patterns.Recursion{"f": patterns.Monomorphic},
			converged:  map[string]bool{"f": true},
		},
		{
			name:   "a wider use is a warning",
			source: growing + `user = {1 z, 2 q} f; alias = f; far = {1 z, 2 q} alias;`,
			codes:  "P0406 P0406",
			signatures: map[string]string{
				"f": "?<${} w, ${} z, ...> --> ?$int", "user": "?(...) --> ?$int",
			},
			recursion: map[string]patterns.Recursion{"f": patterns.Monomorphic, "h": patterns.Monomorphic},
		},
		{
			name:   "a wrong use is an error all the same",
			source: growing + `alias = f; wrong = {1 y, 2 q} alias;`,
			codes:  "P0302",
		},
		{
			name:      "an inner use at two shapes",
			source:    strings.Replace(growing, "{{} w} f", "{{} w} f, {1 z, 2 q} f", 1) + "user = {1 z, 2 q} f;",
			codes:     "P0401",
			recursion: map[string]patterns.Recursion{"f": patterns.Polymorphic, "h": patterns.Polymorphic},
			converged: map[string]bool{"f": false, "h": false, "user": false},
		},
		{
			name:   "a conflict in a round is an error",
			source: `even = <.z true, .s odd>; odd = <.z 0, .s even>;`,
			codes:  "P0308",
		},
		{
			name:      "polymorphic by request",
			source:    growing,
			opts:      Options{Recursion: patterns.Polymorphic},
			codes:     "P0403 P0403",
			converged: map[string]bool{"f": false, "h": false},
		},
		{
			name:   "monomorphic by request",
			source: growing + `user = {1 z, 2 q} f;`,
			opts:   Options{Recursion: patterns.Monomorphic},
			codes:  "P0301",
		},
		{
			name:   "rounds",
			source: growing,
			opts:   Options{Limits: patterns.Limits{Rounds: 3}},
			codes:  "P0403",
		},
		{
			name:   "time",
			source: growing + "g = 1;",
			opts:   Options{Limits: patterns.Limits{Time: time.Nanosecond}},
			codes:  "P0404", // for all of them
		},
		{
			name:       "depth",
			source:     "f = {{{1 a} b} c}; g = f; h = {1 a};",
			opts:       Options{Limits: patterns.Limits{Depth: 2}},
			codes:      "P0405",
			signatures: map[string]string{"g": "?(...) --> ?(...)", "h": "?(...) --> ?<$int a, ...>"},
		},
		{
			name:       "nodes, and the rest is derived",
			source:     "big = {.a a, .b b, .c c, .d d}; user = {big x, big y}; other = 1;",
			opts:       Options{Limits: patterns.Limits{Nodes: 25}},
			codes:      "P0402",
			signatures: map[string]string{"other": "?(...) --> ?$int"},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := Analyze(context.Background(), lang.NewFile("in.k", []byte(c.source)), c.opts)
			var codes []string
			for _, d := range r.Diagnostics {
				if !d.Secondary && d.Code != lang.NeverDefined { // many have no base case
					codes = append(codes, string(d.Code))
				}
			}
			if got := strings.Join(codes, " "); got != c.codes {
				t.Errorf("diagnostics %q, want %q%s", got, c.codes, messages(r))
			}
			for name, want := range c.signatures {
				if got := signatureOf(r, definition(r, name)); got != want {
					t.Errorf("%s : %s, want %s", name, got, want)
				}
			}
			for name, want := range c.recursion {
				if got := r.Solver.Derivation(definition(r, name)).Recursion; got != want {
					t.Errorf("%s: recursion %d, want %d", name, got, want)
				}
			}
			for name, want := range c.converged {
				if got := r.Solver.Derivation(definition(r, name)).Converged; got != want {
					t.Errorf("%s: converged %v, want %v", name, got, want)
				}
			}
			if err := r.Solver.Graph.Verify(); err != nil {
				t.Error(err)
			}
		})
	}
}

// When a group reaches a limit, the verdicts of its members do not depend on their order.
func TestLimitsOrder(t *testing.T) {
	for _, nodes := range []int{10, 15, 20, 25, 30, 40} {
		lines := []string{"a = {b p, b q};\n", "b = {a p, a q, .z r};\n"}
		var verdicts [2]string
		for i, source := range []string{lines[0] + lines[1], lines[1] + lines[0]} {
			r := Analyze(context.Background(), lang.NewFile("in.k", []byte(source)),
				Options{Limits: patterns.Limits{Nodes: nodes}})
			for _, name := range []string{"a", "b"} {
				d := definition(r, name)
				if r.Definitions[d].OK {
					verdicts[i] += name + " " + signatureOf(r, d) + "; "
				} else {
					verdicts[i] += name + " error; "
				}
			}
		}
		if verdicts[0] != verdicts[1] {
			t.Errorf("%d nodes: %s, and in the other order %s", nodes, verdicts[0], verdicts[1])
		}
	}
}
