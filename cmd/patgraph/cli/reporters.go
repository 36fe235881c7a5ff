package cli

import (
	"slices"

	"github.com/patgraph/patgraph/cmd/patgraph/batch"

	"github.com/patgraph/patgraph/cmd/patgraph/report"
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
