package batch

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/patgraph/patgraph/cmd/patgraph/inputs"
	"github.com/patgraph/patgraph/cmd/patgraph/languages"
	"github.com/patgraph/patgraph/cmd/patgraph/report"
)

// In TestSettle every other input waits for its turn; one of them panics then.
func TestSettle(t *testing.T) {
	dir := t.TempDir()
	for i := range 20 {
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("%02d.k", i)), []byte("f = nosuch;"), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	sources := inputs.Gather(inputs.Options{Languages: languages.All}, []string{dir})
	number := func(in *report.Input) (n int) {
		fmt.Sscanf(filepath.Base(in.Path), "%d", &n)
		return n
	}
	for _, workers := range []int{1, 2, 7} {
		var settled []int
		b := &Batch{Languages: languages.All, Workers: workers,
			Render: func(in *report.Input) (out, err []byte) {
				if in.Result == nil {
					return []byte("defect"), nil
				}
				return fmt.Append(nil, len(in.Diagnostics)), nil
			},
			Filter: func(in *report.Input) bool { return number(in)%2 == 0 },
			Settle: func(in *report.Input) {
				settled = append(settled, number(in))
				if number(in) == 9 {
					panic("nine")
				}
				in.Diagnostics, in.Known = nil, 1
			},
		}
		var out []string
		total, err := b.Run(t.Context(), slices.Values(sources), func(o *Outcome) error {
			out = append(out, string(o.Out))
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		if want := []int{1, 3, 5, 7, 9, 11, 13, 15, 17, 19}; !slices.Equal(settled, want) {
			t.Errorf("%d workers: settled %v", workers, settled)
		}
		want := strings.Repeat("1 0 ", 4) + "1 defect " + strings.Repeat("1 0 ", 5)
		if got := strings.Join(out, " ") + " "; got != want {
			t.Errorf("%d workers: %s, want %s", workers, got, want)
		}
		if s := total.Summary; s.Files != 20 || s.Errors != 11 || s.Known != 9 || s.OK != 0 || total.Exit != report.Defect {
			t.Errorf("%d workers: %+v, exit %d", workers, s, total.Exit)
		}
	}
}
