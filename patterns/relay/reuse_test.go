package relay

import (
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"github.com/patgraph/patgraph/internal/lab/relaygen"
	"github.com/patgraph/patgraph/internal/sample"
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/language"
)

// TestReuse checks that reusing the memory of another program does not change results.
func TestReuse(t *testing.T) {
	var sources []string
	paths, err := filepath.Glob("../../examples/relay/*.rly")
	if err != nil || len(paths) == 0 {
		t.Fatal(paths, err)
	}
	errors, _ := filepath.Glob("../../examples/relay/errors/*.rly")
	for _, path := range append(paths, errors...) {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		sources = append(sources, string(text))
	}
	for i := range sample.Size(3000, 100) {
		sources = append(sources, relaygen.Random(2, uint64(i)))
	}
	var last *patterns.Result
	for i, source := range sources {
		f := lang.NewFile("in.rly", []byte(source))
		o := language.Options{Brief: i%5 > 0}
		o.Generalize = i%2 > 0
		own := Language.Analyze(t.Context(), f, o)
		o.Reuse = last
		last = Language.Analyze(t.Context(), f, o)
		if !reflect.DeepEqual(own.Diagnostics, last.Diagnostics) || !reflect.DeepEqual(own.Definitions, last.Definitions) {
			t.Fatalf("program %d is another one in used memory\n%s", i, source)
		}
		if p, q := own.Front.(*program), last.Front.(*program); p.Graph.Stats() != q.Graph.Stats() {
			t.Fatalf("program %d: %+v, and in used memory %+v", i, p.Graph.Stats(), q.Graph.Stats())
		}
	}
}
