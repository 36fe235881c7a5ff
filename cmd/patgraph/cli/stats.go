package cli

import (
	"time"

	"github.com/patgraph/patgraph/cmd/patgraph/batch"

	"github.com/patgraph/patgraph/cmd/patgraph/report"
)

// withStats adds to a reporter the cost of the run, on standard error, since it differs between runs and results should
// not. Finding the inputs is part of the work.
func (f *Flags) withStats(p *Program, b *batch.Batch, r reporter, began time.Time) reporter {
	if f.Stats == "" {
		return r
	}
	b.Measure = true
	inner := r.Finish
	r.Finish = func(total *batch.Total) error {
		last := time.Now()
		if err := inner(total); err != nil {
			return err
		}
		total.Times[report.Writing] += time.Since(last)
		s := report.Stats{
			Summary: total.Summary, Work: total.Work, Times: total.Times, Slowest: total.Slowest,
			Recalled: total.Recalled, Workers: b.Workers, Elapsed: time.Since(began),
		}
		if f.Stats == "json" {
			return p.Err.Print(s.AppendJSON(nil))
		}
		style := f.Style(p, p.Stderr)
		return p.Err.Print(style.AppendStats(nil, &s))
	}
	return r
}
