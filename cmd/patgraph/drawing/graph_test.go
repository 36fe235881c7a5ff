package drawing

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/patgraph/patgraph/cmd/patgraph/batch"
	"github.com/patgraph/patgraph/cmd/patgraph/command"
	drawn "github.com/patgraph/patgraph/graphviz/picture"
)

// What fails while pictures are drawn is a defect, told like one of the analysis.
func TestDrawingDefects(t *testing.T) {
	var stderr bytes.Buffer
	p := command.New(nil, strings.NewReader(""), io.Discard, &stderr)
	f := &graphFlags{}
	err := f.guarded(p, "a.k", func() error { panic("oh") })
	if code := command.Exit(&stderr, err); code != batch.Defect || !strings.Contains(stderr.String(), "patgraph failed on `a.k`") || !strings.Contains(stderr.String(), "oh") {
		t.Errorf("exit status %d\n%s", code, stderr.String())
	}
	want := errors.New("as it is")
	if err := f.guarded(p, "a.k", func() error { return want }); err != want {
		t.Error(err)
	}
	for kind, want := range map[drawn.Kind]int{
		drawn.Internal: batch.Defect, drawn.BadInput: batch.Defect, drawn.Timeout: batch.Unusable, drawn.TooLarge: batch.Unusable,
	} {
		if got := command.Exit(io.Discard, fmt.Errorf("cannot draw: %w", drawn.Errorf(kind, "why"))); got != want {
			t.Errorf("%s: exit status %d, want %d", kind, got, want)
		}
	}
}

func TestFileNames(t *testing.T) {
	long := strings.Repeat("é", 300)
	for name, want := range map[string]string{"history.f": "history.f", "a/b:c%": "a%2Fb%3Ac%25", "\x01": "%01"} {
		if got := fileName(name); got != want {
			t.Errorf("%q: %q", name, got)
		}
	}
	if a, b := fileName(long+"a"), fileName(long+"b"); len(a) > 120 || a == b {
		t.Errorf("%q and %q", a, b)
	}
	w := pictureWriter{}
	for _, want := range []string{"d/f.svg", "d/f.2.svg", "d/f.3.svg"} {
		if got := w.distinct("d/f", ".svg"); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}
