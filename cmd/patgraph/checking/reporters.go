package checking

import (
	"github.com/patgraph/patgraph/cmd/patgraph/analysis"
	"github.com/patgraph/patgraph/cmd/patgraph/batch"
	"github.com/patgraph/patgraph/cmd/patgraph/command"
	"github.com/patgraph/patgraph/cmd/patgraph/report"
)

// reporter is that of the format that is asked for.
func (f *batchFlags) reporter(p *command.Program) analysis.Reporter {
	switch as := f.As(); as {
	case "json", "ndjson":
		return &analysis.Data{Program: p, JSON: report.JSON{Lines: as == "ndjson"}}
	case "sarif":
		return &sarifReporter{Program: p, sarif: report.SARIF{Version: batch.VersionText(), Pages: p.Languages.Pages()}}
	case "junit":
		return &junitReporter{Program: p, junit: report.JUnit{Extensions: p.Languages.Extensions()}}
	case "github":
		return &githubReporter{Program: p, github: report.GitHub{Folder: workspaceFolder(), Pages: p.Languages.Pages()}, quiet: f.Quiet}
	}
	return &textReporter{Program: p, style: f.Display.Style(p, p.Stdout), quiet: f.Quiet}
}

// textReporter writes diagnostics for people.
type textReporter struct {
	*command.Program
	style report.Style
	quiet bool
}

func (r *textReporter) Start() error { return nil }

func (r *textReporter) Render(in *report.Input) (out, err []byte) {
	return r.style.AppendDiagnostics(nil, in), nil
}

func (r *textReporter) Finish(total *batch.Total) error {
	if r.quiet {
		return nil
	}
	return r.Out.Print(r.style.AppendSummary(nil, total.Summary, total.Codes))
}

// sarifReporter writes a SARIF log, which begins with what only the end knows.
type sarifReporter struct {
	*command.Program
	sarif report.SARIF
}

func (r *sarifReporter) Start() error { return nil }

func (r *sarifReporter) Render(in *report.Input) (out, err []byte) {
	return r.sarif.AppendFile(nil, in), nil
}

func (r *sarifReporter) Emit(o *batch.Outcome) error {
	r.sarif.Add(o.Out)
	return r.Err.Print(o.Err)
}

func (r *sarifReporter) Finish(total *batch.Total) error {
	return r.Out.Print(r.sarif.AppendLog(nil, total.Exit, total.Exit < batch.Unusable))
}
