package batch

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/patgraph/patgraph/cmd/patgraph/inputs"
	"github.com/patgraph/patgraph/cmd/patgraph/languages"
	"github.com/patgraph/patgraph/cmd/patgraph/report"
	"github.com/patgraph/patgraph/internal/cancel/canceltest"
	"github.com/patgraph/patgraph/lang"
)

// Whenever the context of a program ends, nothing is reported about it, and incomplete results about its library are
// not stored: the next program gets the full report.
func TestInterruptedLibrary(t *testing.T) {
	source := inputs.Text(inputs.Options{Languages: languages.All}, "p.k", []byte("g = bad .q; h = {int a, int b} .c;"))
	check := func(ctx context.Context, library *Library) (found []string, err error) {
		b := &Batch{
			Languages: languages.All, Workers: 1, Separate: true,
			Policy: func(*inputs.Source) Policy { return Policy{Library: library} },
			Render: func(in *report.Input) (_, _ []byte) {
				for i := range in.Diagnostics {
					found = append(found, placeOf(in.File, &in.Diagnostics[i]))
				}
				return nil, nil
			},
		}
		_, err = b.Check(ctx, &source)
		return found, err
	}
	fresh := func() *Library {
		return (*Library)(nil).And(lang.NewFile("lib.k", []byte("bad = {1 x, 2 y} .z; $t = nosuch;")), nil)
	}
	all := canceltest.New(t.Context(), 0)
	found, err := check(all, fresh())
	want := strings.Join(found, "; ")
	if err != nil || want == "" || strings.Contains(want, "[0 ") {
		t.Fatalf("%q, %v", want, err)
	}
	for end := range all.Looks.Load() {
		library := fresh()
		if found, err := check(canceltest.New(t.Context(), end+1), library); !errors.Is(err, context.Canceled) || found != nil {
			t.Errorf("ended at look %d of %d: %v, and %q is reported", end+1, all.Looks.Load(), err, found)
		}
		if found, err := check(t.Context(), library); err != nil || strings.Join(found, "; ") != want {
			t.Errorf("after an end at look %d of %d: %q, %v; want %q", end+1, all.Looks.Load(), found, err, want)
		}
	}
}
