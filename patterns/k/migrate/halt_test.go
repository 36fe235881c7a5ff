package migrate_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"testing"

	"github.com/patgraph/patgraph/internal/gen"
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns/k"
	"github.com/patgraph/patgraph/patterns/k/migrate"
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

// Whenever the context ends, the migration looks at it no more and says nothing of the
// program. It looks between definitions, and while both texts are derived.
func TestEnds(t *testing.T) {
	f := lang.NewFile("test.k", []byte(gen.Defs(500)))
	all := &looks{Context: t.Context()}
	whole := migrate.Program(all, f, k.Options{})
	if whole.Err != nil || all.n < 2*len(whole.Migrated) {
		t.Fatalf("%v; %d looks at %d definitions", whole.Err, all.n, len(whole.Migrated))
	}
	for range 20 {
		l := &looks{Context: t.Context(), end: 1 + rand.IntN(all.n)}
		r := migrate.Program(l, f, k.Options{})
		if !errors.Is(r.Err, context.Canceled) || r.Text != nil || r.Migrated != nil || r.Left != nil || r.Problems != nil {
			t.Errorf("ended at look %d, the result has the error %v and %d bytes", l.end, r.Err, len(r.Text))
		}
		if l.n > l.end {
			t.Errorf("%d looks after the end", l.n-l.end)
		}
	}
}
