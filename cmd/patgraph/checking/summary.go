package checking

import (
	"github.com/patgraph/patgraph/cmd/patgraph/analysis"
	"github.com/patgraph/patgraph/cmd/patgraph/batch"
	"github.com/patgraph/patgraph/cmd/patgraph/command"
	"github.com/patgraph/patgraph/cmd/patgraph/report"
	"github.com/patgraph/patgraph/cmd/patgraph/words"
)

// checkReporter is the reporter of check, which may be one of totals only.
func (f *checkFlags) checkReporter(p *command.Program) (analysis.Reporter, error) {
	if !f.SummaryOnly {
		return f.reporter(p), nil
	}
	r := &summaryReporter{Program: p, style: f.Display.Style(p, p.Stdout)}
	switch as := f.As(); {
	case f.Quiet:
		return nil, command.Wrong("--summary-only and --quiet leave nothing to write")
	case as == "json" || as == "ndjson":
		r.json = &report.JSON{Lines: as == "ndjson"}
	case as != "text":
		return nil, command.Wrong("--summary-only is for text, json and ndjson, not " + words.Quote(as))
	}
	return r, nil
}

// summaryReporter writes totals only.
type summaryReporter struct {
	*command.Program
	style report.Style
	json  *report.JSON // nil: text
}

func (r *summaryReporter) Start() error { return nil }

func (r *summaryReporter) Render(*report.Input) (out, err []byte) { return nil, nil }

func (r *summaryReporter) Finish(total *batch.Total) error {
	if r.json != nil {
		return r.Out.Print(r.json.AppendCounts(nil, total.Summary, total.Counts))
	}
	return r.Out.Print(r.style.AppendSummary(r.style.AppendCodes(nil, total.Counts), total.Summary, total.Codes))
}
