package main

import (
	"github.com/urfave/cli/v2"

	"github.com/patgraph/patgraph/cmd/patgraph/report"
	"github.com/patgraph/patgraph/patterns"
)

// check reports the diagnostics of the programs that its arguments lead to.
func (p *program) check(c *cli.Context) error {
	b, sources, err := p.batch(c)
	if err != nil {
		return err
	}
	switch f := c.String("format"); f {
	case "json", "ndjson":
		return p.data(b, sources, f == "ndjson", false)
	case "sarif":
		return p.sarif(b, sources)
	}
	style := p.style(c, p.stdout)
	b.render = func(in *report.Input) ([]byte, []byte) { return style.AppendDiagnostics(nil, in), nil }
	total, err := b.run(sources, p.emit)
	if err != nil {
		return err
	}
	if !c.Bool("quiet") {
		if err := p.out.write(style.AppendSummary(nil, total.summary, total.codes)); err != nil {
			return err
		}
	}
	return status(total.exit)
}

// batch makes a batch from the flags of a command that reads programs.
func (p *program) batch(c *cli.Context) (*batch, []source, error) {
	if !c.Args().Present() {
		return nil, nil, &usageError{
			message: "what should be read? Give files, folders (. is this one) or - for standard input",
			command: c.Command.Name,
		}
	}
	return p.newBatch(c), gatherSources(p.frontends, isForced(c), c.Args().Slice()), nil
}

// isForced reports whether the user said what language the inputs are.
func isForced(c *cli.Context) bool { return c.String("dialect") != "auto" }

// newBatch makes a batch without anything to do yet.
func (p *program) newBatch(c *cli.Context) *batch {
	return &batch{
		stdin:  p.stdin,
		strict: c.Bool("strict"), trace: c.Bool("debug.trace"),
		stack:   c.Bool("debug.stack") || debugWanted(),
		verify:  c.Bool("verify"),
		workers: workers(c),
		settings: settings{
			limits: patterns.Limits{
				Nodes: c.Int("limit-nodes"), Rounds: c.Int("limit-rounds"),
				Time: c.Duration("limit-time"), Depth: c.Int("limit-depth"),
			},
			recursion: map[string]patterns.Recursion{
				"auto": patterns.AutoRecursion, "polymorphic": patterns.Polymorphic, "monomorphic": patterns.Monomorphic,
			}[c.String("recursion")],
			sketch: c.Command.Name == "graph",
		},
	}
}

// data writes the results as JSON.
func (p *program) data(b *batch, sources []source, lines, all bool) error {
	j := report.JSON{Lines: lines, Expressions: all}
	b.render = func(in *report.Input) ([]byte, []byte) { return append(j.AppendFile(nil, in), j.After()...), nil }
	if err := p.out.write(j.AppendStart(nil)); err != nil {
		return err
	}
	first := true
	total, err := b.run(sources, func(o *outcome) error {
		if err := p.out.write([]byte(j.Before(first))); err != nil {
			return err
		}
		first = false
		return p.emit(o)
	})
	if err != nil {
		return err
	}
	if err := p.out.write(j.AppendEnd(nil, total.summary)); err != nil {
		return err
	}
	return status(total.exit)
}

// sarif writes the diagnostics as SARIF.
func (p *program) sarif(b *batch, sources []source) error {
	s := report.SARIF{Version: versionText()}
	b.render = func(in *report.Input) ([]byte, []byte) { return s.AppendFile(nil, in), nil }
	total, err := b.run(sources, func(o *outcome) error {
		s.Add(o.out)
		return p.err.write(o.err)
	})
	if err != nil {
		return err
	}
	if err := p.out.write(s.AppendLog(nil, total.exit, total.exit < exitUsage)); err != nil {
		return err
	}
	return status(total.exit)
}

// emit writes what was made of one input.
func (p *program) emit(o *outcome) error {
	if err := p.out.write(o.out); err != nil {
		return err
	}
	return p.err.write(o.err)
}

func (p *program) style(c *cli.Context, w interface{ Write([]byte) (int, error) }) report.Style {
	return style(w, c.String("color"), c.Bool("ascii"), c.Int("width"), c.IsSet("width"))
}

// status is the error of an exit code.
func status(code int) error {
	if code == exitClean {
		return nil
	}
	return found(code)
}
