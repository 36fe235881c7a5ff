package checking

import (
	"time"

	"github.com/patgraph/patgraph/cmd/patgraph/analysis"
	"github.com/patgraph/patgraph/cmd/patgraph/batch"
	"github.com/patgraph/patgraph/cmd/patgraph/command"
	"github.com/patgraph/patgraph/cmd/patgraph/report"
)

// statsReporter says on standard error what a run took, behind another reporter:
// there, since no two runs take the same and results are to be.
type statsReporter struct {
	analysis.Reporter
	program *command.Program
	style   report.Style
	json    bool
	workers int
	began   time.Time // finding the inputs is part of the work
}

func (r *statsReporter) Finish(total *batch.Total) error {
	last := time.Now()
	if err := r.Reporter.Finish(total); err != nil {
		return err
	}
	total.Times[report.Writing] += time.Since(last)
	s := report.Stats{
		Summary: total.Summary, Work: total.Work, Times: total.Times, Slowest: total.Slowest,
		Recalled: total.Recalled, Workers: r.workers, Elapsed: time.Since(r.began),
	}
	if r.json {
		return r.program.Err.Print(s.AppendJSON(nil))
	}
	return r.program.Err.Print(r.style.AppendStats(nil, &s))
}
