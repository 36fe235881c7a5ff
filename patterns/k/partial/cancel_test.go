package partial

import (
	"context"
	"errors"
	"math/rand/v2"
	"testing"

	"github.com/patgraph/patgraph/internal/cancel/canceltest"
	"github.com/patgraph/patgraph/internal/gen"
	"github.com/patgraph/patgraph/internal/lab/ieee"
	"github.com/patgraph/patgraph/lang"
	front "github.com/patgraph/patgraph/patterns/k"
	"github.com/patgraph/patgraph/patterns/language"
)

// After the context ends, the analysis does not check it again, and the result is marked as incomplete. It checks the
// context at least once for each definition.
func TestEnds(t *testing.T) {
	for name, source := range map[string]string{"many": gen.Defs(500), "recursive": gen.Ring(300),
		"large": ieee.Formats[1].Program()} {
		f := lang.NewFile("in.k", []byte(source))
		analyzed := func(l *canceltest.Context, end int64) int {
			r := front.Analyze(t.Context(), f, front.Options{Brief: true})
			definitions := len(r.Definitions)
			Analyze(l, r, language.Settings{Totality: true, Partial: true})
			if end == 0 && r.Err != nil {
				t.Fatalf("%s: %v", name, r.Err)
			}
			if end > 0 && (!errors.Is(r.Err, context.Canceled) || r.File != f || r.Definitions != nil ||
				r.Diagnostics != nil || r.Totality != nil || r.Front != nil) {
				t.Errorf("%s: ended at look %d, the result has the error %v, %d definitions, %d diagnostics", name, end,
					r.Err, len(r.Definitions), len(r.Diagnostics))
			}
			return definitions
		}
		all := canceltest.New(t.Context(), 0)
		definitions, looks := analyzed(all, 0), all.Looks.Load()
		if looks < int64(definitions) {
			t.Errorf("%s: %d looks at %d definitions", name, looks, definitions)
		}
		for _, end := range []int64{1, 1 + rand.Int64N(looks), 1 + rand.Int64N(looks), looks} {
			l := canceltest.New(t.Context(), end)
			if analyzed(l, end); l.Looks.Load() > end {
				t.Errorf("%s: %d looks after the end", name, l.Looks.Load()-end)
			}
		}
	}
}
