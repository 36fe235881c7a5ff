package k

import (
	"math"
	"reflect"
	"testing"

	"pgregory.net/rapid"

	"github.com/patgraph/patgraph/internal/lab/corpus"
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns"
)

// A view is the signature: the same graph and the same text, with and without a limit on the bytes.
func TestLawViews(t *testing.T) {
	inDialects(t, func(t *testing.T, draw func(*rapid.T) *draft) {
		rapid.Check(t, func(t *rapid.T) { viewed(t, analyze(plain().program(draw(t)))) })
	})
}

func TestViewsOfGroups(t *testing.T) {
	for _, name := range []string{"braid", "group", "stairs", "doubling"} {
		n := 60
		if name == "doubling" {
			n = 6
		}
		r := analyze(string(corpus.FamilyOf(name).Make(n)))
		viewed(t, r)
		if got, want := r.Solver.Sharing(0), name == "braid" || name == "group"; got != want {
			t.Errorf("%s: sharing is %t", name, got)
		}
	}
}

func viewed(t interface {
	Helper()
	Errorf(string, ...any)
}, r *patterns.Result) {
	t.Helper()
	for d := range int32(len(r.Definitions)) {
		s, v := r.Solver.Scheme(d), r.Solver.View(d)
		want := r.Pattern(s)
		if got, ok := r.PatternWithin(v.Scheme, math.MaxInt, v.In, v.Out); !ok || !reflect.DeepEqual(got, want) {
			t.Errorf("%s\nthe view of %s has %v, its signature %v", r.File.Src, r.Definitions[d].Name, got, want)
		}
		size := 0
		for _, n := range want.Nodes {
			size += 1 + len(n.Edges)
		}
		if _, ok := r.PatternWithin(v.Scheme, size-1, v.In, v.Out); ok {
			t.Errorf("%s\nthe pattern of %s is within %d nodes and edges", r.File.Src, r.Definitions[d].Name, size-1)
		}
		whole := r.Front.Signature(s, s.Roots[0], s.Roots[1])
		for _, most := range []int{0, 1 << 20} {
			if got := lang.Signature(r.Front.ShortSignature(v.Within(most))); got != whole {
				t.Errorf("%s\n%s is spelt %s in %d bytes, %s in any number", r.File.Src, r.Definitions[d].Name, got,
					most, whole)
			}
		}
		for _, most := range []int{1, 5, 40} {
			if takes, gives := r.Front.ShortSignature(v.Within(most)); len(takes) > 2*most+40 ||
				len(gives) > 2*most+40 {
				t.Errorf("%s\n%s is spelt %s --> %s in %d bytes", r.File.Src, r.Definitions[d].Name, takes, gives, most)
			}
		}
	}
}
