package batch

import (
	"time"

	"github.com/patgraph/patgraph/cmd/patgraph/report"
	"github.com/patgraph/patgraph/patterns"
)

// A watch measures the time that one input takes; a nil watch does nothing.
type watch struct {
	last  time.Time
	times report.Times
}

func (b *Batch) watch() *watch {
	if !b.Measure {
		return nil
	}
	return &watch{last: time.Now()}
}

// restart discards the time since the last lap.
func (w *watch) restart() {
	if w != nil {
		w.last = time.Now()
	}
}

// lap adds the time since the last lap to a phase.
func (w *watch) lap(p report.Phase) {
	if w != nil {
		now := time.Now()
		w.times[p] += now.Sub(w.last)
		w.last = now
	}
}

// phase returns the function that an analysis calls at the end of a phase; nil for a nil watch.
func (w *watch) phase() func(patterns.Phase) {
	if w == nil {
		return nil
	}
	ended := [...]report.Phase{
		patterns.Parsed: report.Parsing, patterns.Derived: report.Deriving, patterns.Explained: report.Explaining,
	}
	return func(p patterns.Phase) { w.lap(ended[p]) }
}

// total is the time of the input so far.
func (w *watch) total() report.Times {
	if w == nil {
		return report.Times{}
	}
	return w.times
}

// workOf counts the work for an input.
func workOf(in *report.Input) (w report.Work) {
	if in.File != nil {
		w.Bytes = len(in.File.Home().File.Src)
	}
	if r := in.Result; r != nil {
		s := r.Solver.Graph.Stats()
		w.SyntaxNodes, w.PatternNodes, w.Unions = r.SyntaxNodes, s.Nodes, s.Unions
		w.Relations, w.Runs, w.Fired, w.Failed = s.Relations, s.Runs, s.Fired, s.Failed
	}
	return w
}
