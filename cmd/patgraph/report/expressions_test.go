package report

import (
	"context"
	"strings"
	"testing"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns/k"
)

// If there are very many expressions, only the first are listed, with the number of others; --full lists all.
func TestExpressionsAreBounded(t *testing.T) {
	defer func(n int) { mostExpressions = n }(mostExpressions)
	mostExpressions = 12
	f := lang.NewFile("a.k", []byte("f = .a.a.a.a.a.a.a.a.a; g = .b.b.b.b.b; h = .c;"))
	in := &Input{Name: "a.k", File: f, Result: k.Analyze(context.Background(), f, k.Options{})}
	cut := string((&Style{}).AppendSignatures(nil, in, true))
	whole := string((&Style{Whole: true}).AppendSignatures(nil, in, true))
	for text, n := range map[string]int{
		" .a ": 9, " .b ": 1, " .c ": 0, "\n  … 4 further expressions; --full lists all\n": 1,
		"\n  … 1 further expression; --full lists all\n": 1, "further": 2, "h : ": 1,
	} {
		if strings.Count(cut, text) != n {
			t.Errorf("%d of %q, want %d, in\n%s", strings.Count(cut, text), text, n, cut)
		}
	}
	if strings.Contains(whole, "further") || strings.Count(whole, " .b ") != 5 {
		t.Errorf("--full: %s", whole)
	}
}
