package cli

import (
	"github.com/patgraph/patgraph/cmd/patgraph/batch"

	"github.com/patgraph/patgraph/cmd/patgraph/report"
	"github.com/patgraph/patgraph/cmd/patgraph/words"
)

// checkReporter is the reporter of check, perhaps with totals only; end is called after it.
func (f *Flags) checkReporter(p *Program) (r reporter, end func(), err error) {
	if f.format() == "html" && !f.SummaryOnly {
		r, end = f.html(p)
		return r, end, nil
	}
	r, err = f.plainReporter(p)
	return r, func() {}, err
}

// plainReporter is a reporter that needs no cleanup.
func (f *Flags) plainReporter(p *Program) (reporter, error) {
	if !f.SummaryOnly {
		return f.reporter(p), nil
	}
	as := f.format()
	r := reporter{Render: func(*report.Input) (out, err []byte) { return nil, nil }}
	switch {
	case f.Quiet:
		return r, Wrong("--summary-only and --quiet leave nothing to write")
	case as == "json" || as == "ndjson":
		json := report.JSON{Lines: as == "ndjson"}
		r.Finish = func(total *batch.Total) error {
			return p.Out.Print(json.AppendCounts(nil, total.Summary, total.Counts))
		}
	case as == "text":
		style := f.Style(p, p.Stdout)
		r.Finish = func(total *batch.Total) error {
			return p.Out.Print(style.AppendSummary(style.AppendCodes(nil, total.Counts), total.Summary, total.Codes))
		}
	default:
		return r, Wrong("--summary-only is for text, json and ndjson, not " + words.Quote(as))
	}
	return r, nil
}
