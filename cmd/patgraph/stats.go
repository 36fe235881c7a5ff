package main

import (
	"time"

	"github.com/patgraph/patgraph/cmd/patgraph/batch"
	"github.com/patgraph/patgraph/cmd/patgraph/report"
)

var statsOption = option{name: "stats", kind: isChoice, choices: []string{"text", "json"}, bare: "text", aside: true,
	usage: "say on standard error how much was read and derived, and what took how long"}

// statsReporter says on standard error what a run took, behind another reporter:
// there, since no two runs take the same and results are to be.
type statsReporter struct {
	reporter
	program *program
	style   report.Style
	json    bool
	workers int
	began   time.Time // finding the inputs is part of the work
}

func (r *statsReporter) finish(total *batch.Total) error {
	last := time.Now()
	if err := r.reporter.finish(total); err != nil {
		return err
	}
	total.Times[report.Writing] += time.Since(last)
	s := report.Stats{
		Summary: total.Summary, Work: total.Work, Times: total.Times, Slowest: total.Slowest,
		Recalled: total.Recalled, Workers: r.workers, Elapsed: time.Since(r.began),
	}
	if r.json {
		return r.program.err.write(s.AppendJSON(nil))
	}
	return r.program.err.write(r.style.AppendStats(nil, &s))
}
