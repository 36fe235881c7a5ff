package batch

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/patgraph/patgraph/cmd/patgraph/inputs"
	"github.com/patgraph/patgraph/cmd/patgraph/languages"
	"github.com/patgraph/patgraph/cmd/patgraph/report"
	"github.com/patgraph/patgraph/lang"
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

// Whenever the context of a program ends, nothing is told of it, and what its library has
// wrong is not taken for known: the next program has it told as ever.
func TestInterruptedLibrary(t *testing.T) {
	source := inputs.Text(inputs.Options{Languages: languages.All}, "p.k", []byte("g = bad .q; h = {int a, int b} .c;"))
	check := func(ctx context.Context, library *Library) (told []string, err error) {
		b := &Batch{
			Languages: languages.All, Workers: 1, Separate: true,
			Policy: func(*inputs.Source) Policy { return Policy{Library: library} },
			Render: func(in *report.Input) (_, _ []byte) {
				for i := range in.Diagnostics {
					told = append(told, placeOf(in.File, &in.Diagnostics[i]))
				}
				return nil, nil
			},
		}
		_, err = b.Check(ctx, &source)
		return told, err
	}
	fresh := func() *Library {
		return (*Library)(nil).And(lang.NewFile("lib.k", []byte("bad = {1 x, 2 y} .z; $t = nosuch;")), nil)
	}
	all := &looks{Context: t.Context()}
	told, err := check(all, fresh())
	want := strings.Join(told, "; ")
	if err != nil || want == "" || strings.Contains(want, "[0 ") {
		t.Fatalf("%q, %v", want, err)
	}
	for end := 1; end <= all.n; end++ {
		library := fresh()
		if told, err := check(&looks{Context: t.Context(), end: end}, library); !errors.Is(err, context.Canceled) || told != nil {
			t.Errorf("ended at look %d of %d: %v, and %q is told", end, all.n, err, told)
		}
		if told, err := check(t.Context(), library); err != nil || strings.Join(told, "; ") != want {
			t.Errorf("after an end at look %d of %d: %q, %v; want %q", end, all.n, told, err, want)
		}
	}
}
