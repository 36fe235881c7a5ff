package main

import (
	"github.com/urfave/cli/v2"

	"github.com/patgraph/patgraph/cmd/patgraph/batch"
	"github.com/patgraph/patgraph/cmd/patgraph/report"
	"github.com/patgraph/patgraph/cmd/patgraph/words"
)

var summaryOption = option{name: "summary-only", kind: isSwitch,
	usage: "no diagnostics, only how many there are of each code; as text, json or ndjson"}

// checkReporter is the reporter of check, which may be one of totals only.
func (p *program) checkReporter(c *cli.Context) (reporter, error) {
	if !c.Bool("summary-only") {
		return p.reporter(c), nil
	}
	r := &summaryReporter{program: p, style: p.style(c, p.stdout)}
	switch f := p.format(c); {
	case c.Bool("quiet"):
		return nil, &usageError{message: "--summary-only and --quiet leave nothing to write", command: c.Command.Name}
	case f == "json" || f == "ndjson":
		r.json = &report.JSON{Lines: f == "ndjson"}
	case f != "text":
		return nil, &usageError{message: "--summary-only is for text, json and ndjson, not " + words.Quote(f), command: c.Command.Name}
	}
	return r, nil
}

// summaryReporter writes totals only.
type summaryReporter struct {
	*program
	style report.Style
	json  *report.JSON // nil: text
}

func (r *summaryReporter) start() error { return nil }

func (r *summaryReporter) render(*report.Input) (out, err []byte) { return nil, nil }

func (r *summaryReporter) finish(total *batch.Total) error {
	if r.json != nil {
		return r.out.write(r.json.AppendCounts(nil, total.Summary, total.Counts))
	}
	return r.out.write(r.style.AppendSummary(r.style.AppendCodes(nil, total.Counts), total.Summary, total.Codes))
}
