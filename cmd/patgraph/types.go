package main

import (
	"github.com/urfave/cli/v2"

	"github.com/patgraph/patgraph/cmd/patgraph/report"
)

// types shows the signatures of the programs that its arguments lead to, and
// their diagnostics on standard error.
func (p *program) types(c *cli.Context) error {
	b, sources, err := p.batch(c)
	if err != nil {
		return err
	}
	all := c.Bool("all")
	if f := c.String("format"); f != "text" {
		return p.data(b, sources, f == "ndjson", all)
	}
	out, diagnostics := p.style(c, p.stdout), p.style(c, p.stderr)
	several := len(sources) > 1
	b.render = func(in *report.Input) ([]byte, []byte) {
		text := out.AppendSignatures(nil, in, all)
		if several && len(text) > 0 {
			text = append(out.AppendHeader(nil, in.Name), text...)
		}
		return text, diagnostics.AppendDiagnostics(nil, in)
	}
	first := true
	total, err := b.run(sources, func(o *outcome) error {
		if len(o.out) > 0 {
			if !first {
				o.out = append([]byte("\n"), o.out...)
			}
			first = false
		}
		return p.emit(o)
	})
	if err != nil {
		return err
	}
	if s := total.summary; !c.Bool("quiet") && s.Errors+s.Warnings > 0 {
		if err := p.err.write(diagnostics.AppendSummary(nil, s, total.codes)); err != nil {
			return err
		}
	}
	return status(total.exit)
}
