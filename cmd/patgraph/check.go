package main

import (
	"os"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"github.com/patgraph/patgraph/cmd/patgraph/batch"
	"github.com/patgraph/patgraph/cmd/patgraph/report"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/language"
)

// check reports the diagnostics of the programs that its arguments lead to.
func (p *program) check(c *cli.Context) (err error) {
	if c.Bool("watch") {
		for _, flag := range []string{"-o", "--summary-only", "--stats", "--write-baseline", "--resume"} {
			if c.IsSet(strings.TrimLeft(flag, "-")) {
				return &usageError{command: "check", message: "--watch goes on, and " + flag + " is about a whole run"}
			}
		}
		return p.watch(c)
	}
	began := time.Now()
	b, work, err := p.batch(c)
	if err != nil {
		return err
	}
	resumed, err := p.resumeReport(c, b)
	if err != nil {
		return err
	}
	defer func() { resumed(err) }()
	defer p.progress(c, b, work.count)()
	return p.toFile(c, func(p *program) error {
		r, err := p.checkReporter(c)
		if err != nil {
			return err
		}
		if r, err = p.withBaseline(c, b, r); err != nil {
			return err
		}
		if f := c.String("stats"); f != "" {
			b.Measure = true
			r = &statsReporter{reporter: r, program: p, style: p.style(c, p.stderr), json: f == "json", workers: b.Workers, began: began}
		}
		defer p.keepResults(b, c)()
		defer func() { p.noteAlone(c, b.Alone()) }()
		return p.report(b, work.sources, r)
	})
}

// batch makes a batch from the flags of a command that reads programs.
func (p *program) batch(c *cli.Context) (*batch.Batch, workload, error) {
	b, config, err := p.newBatch(c)
	if err != nil {
		return nil, workload{}, err
	}
	if b.Shard, err = shard(c); err != nil {
		return nil, workload{}, err
	}
	b.Separate = true
	work, err := p.workload(c, config)
	return b, work, err
}

// noPath says that there is nothing to read.
func noPath(c *cli.Context) error {
	return &usageError{
		message: "what should be read? Give files, folders (. is this one) or - for standard input",
		command: c.Command.Name,
	}
}

// isForced reports whether the user said what language the inputs are.
func isForced(c *cli.Context) bool { return c.String("dialect") != "auto" }

// newBatch makes a batch without anything to do yet.
func (p *program) newBatch(c *cli.Context) (*batch.Batch, *configuration, error) {
	flags := batch.Policy{
		Strict: c.Bool("strict"),
		Settings: language.Settings{
			Limits: patterns.Limits{
				Nodes: c.Int("limit-nodes"), Rounds: c.Int("limit-rounds"),
				Time: c.Duration("limit-time"), Depth: c.Int("limit-depth"),
				Work: c.Int("limit-work"),
			},
			Recursion: recursions[c.String("recursion")],
			Dialect:   language.Chosen(c.String("dialect")),
			Sketch:    c.Command.Name == "graph",
			Totality:  c.Command.Name == "types" && c.Bool("partiality"),
			Partial:   c.Command.Name == "check" && c.Bool("partiality"),
		},
	}
	config, err := p.configure(c, flags)
	if err != nil {
		return nil, nil, err
	}
	if _, err := filter(c); err != nil {
		return nil, nil, err
	}
	return &batch.Batch{
		Stdin: p.stdin, Languages: p.languages, Policy: config.policy,
		Trace: c.Bool("debug.trace"), Stack: c.Bool("debug.stack") || debugWanted(),
		Verify:  c.Bool("verify"),
		Workers: workers(c), Memory: maxMemory(c),
	}, config, nil
}

// debugWanted reports whether the environment asks for stack traces.
func debugWanted() bool { return os.Getenv("PATGRAPH_DEBUG") == "1" }

func (p *program) style(c *cli.Context, w interface{ Write([]byte) (int, error) }) report.Style {
	color := c.String("color")
	if w == p.stdout && p.out.whole && color == "auto" {
		color = "never" // whatever the environment wants of terminals
	}
	s := style(w, color, c.Bool("ascii"), c.Int("width"), c.IsSet("width"))
	s.Pages = p.languages.Pages()
	return s
}

// status is the error of an exit code.
func status(code int) error {
	if code == batch.Clean {
		return nil
	}
	return found(code)
}
