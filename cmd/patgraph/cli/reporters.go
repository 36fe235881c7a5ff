//go:build !js

package cli

import (
	"iter"
	"slices"
	"time"

	"github.com/patgraph/patgraph/cmd/patgraph/batch"
	"github.com/patgraph/patgraph/cmd/patgraph/inputs"
	"github.com/patgraph/patgraph/cmd/patgraph/report"
	"github.com/patgraph/patgraph/cmd/patgraph/words"
	"github.com/patgraph/patgraph/patterns"
)

// reporter is the reporter of the requested format.
func (f *Flags) reporter(p *Program) reporter {
	switch as := f.format(); as {
	case "json", "ndjson":
		return dataReporter(p, report.JSON{Lines: as == "ndjson"})
	}
	if r, ok := f.forServices(p); ok {
		return r
	}
	style := f.Style(p, p.Stdout)
	return f.people(p, style.AppendDiagnostics, func(total *batch.Total) []byte {
		return style.AppendSummary(nil, total.Summary, total.Codes)
	})
}

// noProgram is the note for an empty standard input, which is valid but hardly intended.
const noProgram = "patgraph: no program in standard input\n"

// withEmpty adds that note to a reporter, on standard error.
func (f *Flags) withEmpty(p *Program, args []string, r reporter) reporter {
	if f.Quiet {
		return r
	}
	render, finish := r.Render, r.Finish
	r.Render = func(in *report.Input) (out, err []byte) {
		out, err = render(in)
		if in.Argument == "-" && isEmpty(in) {
			err = append(err, noProgram...)
		}
		return out, err
	}
	r.Finish = func(total *batch.Total) error {
		read := f.ReadsStdin(args) || slices.Contains(f.FilesFrom, "-")
		if total.Summary.Files == 0 && read && f.Shard == "" {
			if err := p.Err.Print([]byte(noProgram)); err != nil {
				return err
			}
		}
		return finish(total)
	}
	return r
}

// withSummary adds the summary on standard error to a reporter whose results go to a file.
func (f *Flags) withSummary(p *Program, r reporter) reporter {
	if f.Quiet || !p.Out.whole {
		return r
	}
	style, finish := f.Style(p, p.Stderr), r.Finish
	r.Finish = func(total *batch.Total) error {
		if err := finish(total); err != nil {
			return err
		}
		return p.Err.Print(style.AppendSummary(nil, total.Summary, nil))
	}
	return r
}

// isEmpty reports whether a text has no definitions and no main expression.
func isEmpty(in *report.Input) bool {
	return in.Result != nil && len(in.Diagnostics) == 0 &&
		!slices.ContainsFunc(in.Result.Definitions, func(d patterns.Definition) bool { return in.File.InMain(d.Span) }) &&
		!slices.ContainsFunc(in.Result.TypeDefs, func(d patterns.TypeDef) bool { return in.File.InMain(d.Span) })
}

// people is a reporter that ends with a summary, which --quiet omits.
func (f *Flags) people(
	p *Program, file func([]byte, *report.Input) []byte, summary func(*batch.Total) []byte,
) reporter {
	return reporter{
		Render: func(in *report.Input) (out, err []byte) { return file(nil, in), nil },
		Finish: func(total *batch.Total) error {
			if f.Quiet {
				return nil
			}
			return p.Out.Print(summary(total))
		},
	}
}

// A reporter writes the results of a batch in one format.
type reporter struct {
	Start  []byte                                   // written first
	Render func(in *report.Input) (out, err []byte) // called concurrently
	Emit   func(o *batch.Outcome) error             // called in the order of the sources; nil: prints the outcome
	Finish func(total *batch.Total) error
}

// reportBatch runs a batch and writes its results.
func reportBatch(p *Program, b *batch.Batch, sources iter.Seq[inputs.Source], r reporter) error {
	b.Render = r.Render
	if err := p.Out.Print(r.Start); err != nil {
		return err
	}
	if r.Emit == nil {
		r.Emit = p.Emit
	}
	total, err := b.Run(p.Context, sources, r.Emit)
	if err != nil {
		return err
	}
	return ended(total.Exit, r.Finish(&total))
}

// dataReporter is the reporter for JSON, as one document or one line per file.
func dataReporter(p *Program, j report.JSON) reporter {
	first := true
	return reporter{
		Start: j.AppendStart(nil),
		Render: func(in *report.Input) (out, err []byte) {
			return j.Render(in), nil
		},
		Emit: func(o *batch.Outcome) error {
			if err := p.Out.Print([]byte(j.Before(first))); err != nil {
				return err
			}
			first = false
			if err := report.Unpack(o.Out, p.Out.Print); err != nil {
				return err
			}
			return p.Err.Print(o.Err)
		},
		Finish: func(total *batch.Total) error { return p.Out.Print(j.AppendEnd(nil, total.Summary)) },
	}
}

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

// html is the reporter of one page; end is called after it is written. Its results are not cached: they also depend on
// the installed drawing programs.
func (f *Flags) html(p *Program) (r reporter, end func()) {
	h := report.HTML{Pages: p.Languages.Pages()}
	inline := newInline(p)
	if f.Pictures != "none" {
		h.Draw = inline.Error
	}
	return reporter{
		Start:  h.AppendStart(nil),
		Render: func(in *report.Input) (out, err []byte) { return h.AppendFile(nil, in), nil },
		Finish: func(total *batch.Total) error { return p.Out.Print(h.AppendEnd(nil, total.Summary, total.Codes)) },
	}, inline.Close
}
