package main

import (
	"github.com/urfave/cli/v2"

	"github.com/patgraph/patgraph/cmd/patgraph/batch"
	"github.com/patgraph/patgraph/cmd/patgraph/report"
)

// types shows the signatures of the programs that its arguments lead to, and
// their diagnostics on standard error.
func (p *program) types(c *cli.Context) error {
	if one, err := codeQuestion(c); err != nil {
		return err
	} else if one {
		return p.code(c)
	}
	b, work, err := p.batch(c)
	if err != nil {
		return err
	}
	defer p.progress(c, b, work.count)()
	return p.toFile(c, func(p *program) error {
		several := work.given != 1 || c.Bool("all-files")
		defer p.keepResults(b, c, several)()
		defer func() { p.noteAlone(c, b.Alone()) }()
		if p.format(c) != "text" {
			return p.report(b, work.sources, p.reporter(c))
		}
		return p.signatures(c, b, work, several)
	})
}

// signatures writes the signatures as text, below the names of their programs where
// there are several.
func (p *program) signatures(c *cli.Context, b *batch.Batch, work workload, several bool) error {
	all := c.Bool("all")
	out, diagnostics := p.style(c, p.stdout), p.style(c, p.stderr)
	b.Render = func(in *report.Input) ([]byte, []byte) {
		var text []byte
		if c.Bool("codes") {
			text = out.AppendAllTypes(nil, in, c.Int("unfold"))
		} else {
			text = out.AppendSignatures(nil, in, all)
		}
		if several && len(text) > 0 {
			text = append(out.AppendHeader(nil, in.Name), text...)
		}
		return text, diagnostics.AppendDiagnostics(nil, in)
	}
	first := true
	total, err := b.Run(work.sources, func(o *batch.Outcome) error {
		if len(o.Out) > 0 {
			if !first {
				o.Out = append([]byte("\n"), o.Out...)
			}
			first = false
		}
		return p.emit(o)
	})
	if err != nil {
		return err
	}
	if s := total.Summary; !c.Bool("quiet") && s.Errors+s.Warnings > 0 {
		if err := p.err.write(diagnostics.AppendSummary(nil, s, total.Codes)); err != nil {
			return err
		}
	}
	return status(total.Exit)
}
