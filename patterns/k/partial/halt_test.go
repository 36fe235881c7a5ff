package partial

import (
	"context"
	"errors"
	"math/rand/v2"
	"testing"

	"github.com/patgraph/patgraph/internal/gen"
	"github.com/patgraph/patgraph/internal/ieee"
	"github.com/patgraph/patgraph/lang"
	front "github.com/patgraph/patgraph/patterns/k"
)

// looks is a context that counts how often it is looked at and ends at a look; never if
// that is 0.
type looks struct {
	context.Context
	n, end int
}

func (l *looks) Err() error {
	if l.n++; l.end > 0 && l.n >= l.end {
		return context.Canceled
	}
	return nil
}

// Whenever the context ends, the analysis looks at it no more, and nobody can take what is
// left of the result for the whole. It looks more often than there are definitions.
func TestEnds(t *testing.T) {
	for name, source := range map[string]string{"many": gen.Defs(500), "recursive": gen.Ring(300), "large": ieee.Formats[1].Program()} {
		f := lang.NewFile("in.k", []byte(source))
		analyzed := func(l *looks) int {
			r := front.Analyze(t.Context(), f, front.Options{Brief: true})
			definitions := len(r.Definitions)
			Analyze(l, r, Options{Totality: true, Partial: true})
			if l.end == 0 && r.Err != nil {
				t.Fatalf("%s: %v", name, r.Err)
			}
			if l.end > 0 && (!errors.Is(r.Err, context.Canceled) || r.File != f || r.Definitions != nil || r.Diagnostics != nil || r.Totality != nil || r.Front != nil) {
				t.Errorf("%s: ended at look %d, the result has the error %v, %d definitions, %d diagnostics", name, l.end, r.Err, len(r.Definitions), len(r.Diagnostics))
			}
			return definitions
		}
		all := &looks{Context: t.Context()}
		if definitions := analyzed(all); all.n < definitions {
			t.Errorf("%s: %d looks at %d definitions", name, all.n, definitions)
		}
		for _, end := range []int{1, 1 + rand.IntN(all.n), 1 + rand.IntN(all.n), all.n} {
			l := &looks{Context: t.Context(), end: end}
			if analyzed(l); l.n > end {
				t.Errorf("%s: %d looks after the end", name, l.n-end)
			}
		}
	}
}
