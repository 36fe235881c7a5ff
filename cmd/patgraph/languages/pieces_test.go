package languages

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/patgraph/patgraph/internal/sample"
	"github.com/patgraph/patgraph/internal/syntaxtest"
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/language"
)

// Damaged lines of programs in any order have a result: no definition has to be whole, and names may be declared twice.
func TestPieces(t *testing.T) {
	for _, l := range All {
		t.Run(l.Name, func(t *testing.T) {
			t.Parallel()
			pieces, r := syntaxtest.PiecesOf(t, "../../../examples", l.Extensions), rand.New(rand.NewPCG(1, 2))
			for range sample.Size(300_000, 10_000) {
				text := pieces.Damaged(r, r.IntN(3), 1+r.IntN(3), 7)
				f := lang.NewFile("in"+l.Extensions[0], []byte(text))
				o := language.Options{Settings: language.Settings{Limits: patterns.Limits{Nodes: 20_000}}}
				if result := l.Analyze(context.Background(), f, o); result.Err != nil {
					t.Fatalf("%q: %v", text, result.Err)
				}
			}
		})
	}
}
