package batch

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/patgraph/patgraph/cmd/patgraph/inputs"
	"github.com/patgraph/patgraph/cmd/patgraph/languages"
	"github.com/patgraph/patgraph/cmd/patgraph/report"
)

// Counts do not depend on the number of workers, and times are measured only on request.
func TestCost(t *testing.T) {
	dir := t.TempDir()
	bytes := 0
	for i := range 12 {
		text := fmt.Sprintf("f%d = {.x a, .y b} .a; g = {1 x, 2 y} .z;", i)
		bytes += len(text)
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("%02d.k", i)), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	sources := inputs.Gather(inputs.Options{Languages: languages.All}, []string{dir, filepath.Join(dir, "no.k")})
	run := func(workers int, measure bool) Total {
		b := &Batch{Languages: languages.All, Workers: workers, Measure: measure, Verify: true,
			Render: func(*report.Input) (out, err []byte) { return nil, nil }}
		total, err := b.Run(t.Context(), slices.Values(sources), func(*Outcome) error { return nil })
		if err != nil {
			t.Fatal(err)
		}
		return total
	}
	one := run(1, true)
	if one.Work.Bytes != bytes || one.Work.SyntaxNodes < 12*10 || one.Work.PatternNodes < one.Work.SyntaxNodes ||
		one.Work.Unions < 12 || len(one.Slowest) != 5 {
		t.Errorf("%+v", one)
	}
	for p := range report.Phases {
		if one.Times[p] <= 0 && p != report.Reporting && p != report.Writing { // these two phases do nothing here
			t.Errorf("%v took no time", p)
		}
	}
	for range 5 {
		if c := run(4, true); c.Work != one.Work {
			t.Errorf("%+v and %+v", c.Work, one.Work)
		}
	}
	if c := run(2, false); c.Times.Sum() != 0 || c.Work != one.Work || c.Slowest != nil {
		t.Errorf("%+v without being asked", c)
	}
}
