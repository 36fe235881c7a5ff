package migrate_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"testing"

	"github.com/patgraph/patgraph/internal/cancel/canceltest"
	"github.com/patgraph/patgraph/internal/gen"
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns/k/migrate"
	"github.com/patgraph/patgraph/patterns/language"
)

// After the context ends, the migration does not check it again and has no results. It checks the context between
// definitions, and while both texts are derived.
func TestEnds(t *testing.T) {
	f := lang.NewFile("test.k", []byte(gen.Defs(500)))
	all := canceltest.New(t.Context(), 0)
	whole := migrate.Program(all, f, language.Settings{}, false)
	looks := all.Looks.Load()
	if whole.Err != nil || looks < int64(2*len(whole.Migrated)) {
		t.Fatalf("%v; %d looks at %d definitions", whole.Err, looks, len(whole.Migrated))
	}
	for range 20 {
		end := 1 + rand.Int64N(looks)
		l := canceltest.New(t.Context(), end)
		r := migrate.Program(l, f, language.Settings{}, false)
		if !errors.Is(r.Err, context.Canceled) || r.Text != nil || r.Migrated != nil || r.Left != nil ||
			r.Problems != nil {
			t.Errorf("ended at look %d, the result has the error %v and %d bytes", end, r.Err, len(r.Text))
		}
		if l.Looks.Load() > end {
			t.Errorf("%d looks after the end", l.Looks.Load()-end)
		}
	}
}
