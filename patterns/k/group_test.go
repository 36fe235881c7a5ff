package k

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns"
)

// The members of a group that share their nodes are explained in one piece: each
// mistake once, in the definition that has it.
func TestExplainedTogether(t *testing.T) {
	for _, c := range []struct{ source, want string }{
		{"f = <.a g, .b {1 x, 2 y} .z>; g = <.c f, .d {1 x, 2 y} .w>; h = f .q;", "f z g w"},
		{"f0 = f4 () (); f4 = () (f0 (.a ^));", "f4 a"},
	} {
		r := Analyze(lang.NewFile("in.k", []byte(c.source)), Options{Recursion: patterns.Monomorphic})
		var got []string
		for _, d := range clashes(r) {
			checkExplained(t, d, c.source)
			got = append(got, d.Definition, d.Clash.Label)
			for _, m := range d.Explanation.Core {
				if !strings.Contains(c.source, m.Definition+" = ") {
					t.Errorf("%s: a constraint of %q", c.source, m.Definition)
				}
			}
		}
		if s := strings.Join(got, " "); s != c.want {
			t.Errorf("%s: told %s, want %s", c.source, s, c.want)
		}
	}
}

// A mistake in every member of a large group costs what the members do, not each
// the whole group.
func TestExplainedLargeGroup(t *testing.T) {
	var b strings.Builder
	b.WriteString("$t = <int stop, t next>;\n")
	const n = 1000
	for i := range n {
		fmt.Fprintf(&b, "f%d = $t <.stop, .next f%d, .nxt%d 1>;\n", i, (i+1)%n, i)
	}
	start := time.Now()
	r := analyze(b.String())
	if took := time.Since(start); took > 10*time.Second {
		t.Errorf("took %v", took)
	}
	if got := len(clashes(r)); got != n {
		t.Errorf("%d clashes, want %d", got, n)
	}
}

// Beyond the bounds on explanations each mistake is still told, and once.
func TestToldOnce(t *testing.T) {
	var fields []string
	for i := range 300 {
		fields = append(fields, fmt.Sprintf("{.x a, .y b} .c%d l%d", i, i))
	}
	r := analyze("f = {" + strings.Join(fields, ", ") + "};")
	told := make(map[string]int)
	for i := range r.Diagnostics {
		told[r.Diagnostics[i].Clash.Label]++
	}
	if len(told) != 300 || len(r.Diagnostics) != 300 {
		t.Errorf("%d diagnostics of %d mistakes", len(r.Diagnostics), len(told))
	}
}
