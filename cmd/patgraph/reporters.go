package main

import (
	"iter"

	"github.com/urfave/cli/v2"

	"github.com/patgraph/patgraph/cmd/patgraph/batch"
	"github.com/patgraph/patgraph/cmd/patgraph/inputs"
	"github.com/patgraph/patgraph/cmd/patgraph/report"
)

// A reporter writes the results of a batch in one format. Render is called
// concurrently, the others in turn.
type reporter interface {
	render(in *report.Input) (out, err []byte)
	start() error
	emit(o *batch.Outcome) error // in the order of the sources
	finish(total *batch.Total) error
}

// reporter is that of the format that is asked for.
func (p *program) reporter(c *cli.Context) reporter {
	switch f := p.format(c); f {
	case "json", "ndjson":
		return &dataReporter{program: p, json: report.JSON{Lines: f == "ndjson", Expressions: c.Bool("all"), Codes: c.Bool("codes"), Levels: c.Int("unfold")}}
	case "sarif":
		return &sarifReporter{program: p, sarif: report.SARIF{Version: batch.VersionText(), Pages: p.languages.Pages()}}
	case "junit":
		return &junitReporter{program: p, junit: report.JUnit{Extensions: p.languages.Extensions()}}
	case "github":
		return &githubReporter{program: p, github: report.GitHub{Folder: workspaceFolder(), Pages: p.languages.Pages()}, quiet: c.Bool("quiet")}
	}
	return &textReporter{program: p, style: p.style(c, p.stdout), quiet: c.Bool("quiet")}
}

// report runs a batch.
func (p *program) report(b *batch.Batch, sources iter.Seq[inputs.Source], r reporter) error {
	b.Render = r.render
	if err := r.start(); err != nil {
		return err
	}
	total, err := b.Run(sources, r.emit)
	if err != nil {
		return err
	}
	if err := r.finish(&total); err != nil {
		return err
	}
	return status(total.Exit)
}

// emit writes what was made of one input.
func (p *program) emit(o *batch.Outcome) error {
	if err := p.out.write(o.Out); err != nil {
		return err
	}
	return p.err.write(o.Err)
}

// textReporter writes diagnostics for people.
type textReporter struct {
	*program
	style report.Style
	quiet bool
}

func (r *textReporter) start() error { return nil }

func (r *textReporter) render(in *report.Input) (out, err []byte) {
	return r.style.AppendDiagnostics(nil, in), nil
}

func (r *textReporter) finish(total *batch.Total) error {
	if r.quiet {
		return nil
	}
	return r.out.write(r.style.AppendSummary(nil, total.Summary, total.Codes))
}

// dataReporter writes JSON, as one document or a line for each file.
type dataReporter struct {
	*program
	json report.JSON
	some bool
}

func (r *dataReporter) start() error { return r.out.write(r.json.AppendStart(nil)) }

func (r *dataReporter) render(in *report.Input) (out, err []byte) {
	return append(r.json.AppendFile(nil, in), r.json.After()...), nil
}

func (r *dataReporter) emit(o *batch.Outcome) error {
	if err := r.out.write([]byte(r.json.Before(!r.some))); err != nil {
		return err
	}
	r.some = true
	return r.program.emit(o)
}

func (r *dataReporter) finish(total *batch.Total) error {
	return r.out.write(r.json.AppendEnd(nil, total.Summary))
}

// sarifReporter writes a SARIF log, which begins with what only the end knows.
type sarifReporter struct {
	*program
	sarif report.SARIF
}

func (r *sarifReporter) start() error { return nil }

func (r *sarifReporter) render(in *report.Input) (out, err []byte) {
	return r.sarif.AppendFile(nil, in), nil
}

func (r *sarifReporter) emit(o *batch.Outcome) error {
	r.sarif.Add(o.Out)
	return r.err.write(o.Err)
}

func (r *sarifReporter) finish(total *batch.Total) error {
	return r.out.write(r.sarif.AppendLog(nil, total.Exit, total.Exit < batch.Unusable))
}
