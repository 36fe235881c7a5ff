package languages

import (
	"context"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/patgraph/patgraph/internal/sample"
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/language"
)

var word = regexp.MustCompile(`[%@$.|]?\w+|\s+|->|=>|::|.`)

// lines returns the short lines of the examples of a language, as tokens.
func lines(t *testing.T, l *language.Language) (list [][]string) {
	t.Helper()
	err := filepath.WalkDir("../../../examples", func(path string, _ fs.DirEntry, err error) error {
		if err == nil && slices.Contains(l.Extensions, filepath.Ext(path)) {
			var text []byte
			text, err = os.ReadFile(path)
			for line := range strings.Lines(string(text)) {
				if tokens := word.FindAllString(line, -1); len(tokens) < 30 {
					list = append(list, tokens)
				}
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// Lines of programs in any order, with tokens left out, repeated and replaced, have a result: no definition has to be
// whole, and names may be declared twice.
func TestPieces(t *testing.T) {
	for _, l := range All {
		t.Run(l.Name, func(t *testing.T) {
			t.Parallel()
			from, r := lines(t, l), rand.New(rand.NewPCG(1, 2))
			if len(from) == 0 {
				t.Fatal("there are no examples")
			}
			for range sample.Size(300_000, 10_000) {
				var b strings.Builder
				for range 1 + r.IntN(4) {
					for _, piece := range from[r.IntN(len(from))] {
						switch r.IntN(20) {
						case 0:
							piece = ""
						case 1:
							piece += piece
						case 2:
							other := from[r.IntN(len(from))]
							piece = other[r.IntN(len(other))]
						}
						b.WriteString(piece)
					}
				}
				f := lang.NewFile("in"+l.Extensions[0], []byte(b.String()))
				o := language.Options{Settings: language.Settings{Limits: patterns.Limits{Nodes: 20_000}}}
				if result := l.Analyze(context.Background(), f, o); result.Err != nil {
					t.Fatalf("%q: %v", b.String(), result.Err)
				}
			}
		})
	}
}
