package graphviz

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns/k"
)

// Of folded calls, the definitions that call most levels of others stay, also without a main expression.
func TestCallsFoldHelpersFirst(t *testing.T) {
	var b strings.Builder
	b.WriteString("early = .x;\n")
	for i := range 12 {
		fmt.Fprintf(&b, "h%d = .x%d;\n", i, i)
	}
	for i := range 6 {
		fmt.Fprintf(&b, "m%d = {h%d a, h%d b, h%d c};\n", i, 2*i, (2*i+1)%12, (2*i+3)%12)
	}
	b.WriteString("top = {m0 a, m1 b, m2 c, m4 d};\nother = {m1 a, m3 b, m4 c, m0 d, m5 e};\n")
	r := k.Analyze(context.Background(), lang.NewFile("f.k", []byte(b.String())), k.Options{})
	var all []int32
	for d := range r.Definitions {
		all = append(all, int32(d))
	}
	p := Calls(r, all)
	p.Fold(8)
	for _, name := range []string{"top", "other"} {
		if !slices.ContainsFunc(p.Nodes, func(n Node) bool {
			return len(n.Lines) > 0 && strings.HasPrefix(n.Lines[0], name+" (")
		}) {
			t.Errorf("`%s` is folded", name)
		}
	}
}
