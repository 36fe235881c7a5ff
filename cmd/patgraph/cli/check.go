//go:build !js

package cli

import (
	"errors"
	"time"

	"github.com/patgraph/patgraph/cmd/patgraph/report"
)

// Check is the command that reports errors.
func Check() *Command {
	return &Command{
		Name: "check", Args: "[PATH...]", Summary: "report type errors in programs",
		Details: "Reads files, folders (without what ignore files name) and - (standard input), or all programs\n" +
			"below this folder, and their libraries (--with, patgraph.toml), and reports the errors in them.",
		More: "A GLOB without a slash matches names, one with a slash matches paths within the folder; ** stands\n" +
			"for any folders. Ignore files are .gitignore and .patgraphignore. With --fix, check is patgraph fix.",
		Examples: [][2]string{
			{"patgraph check", "everything below this folder"},
			{"echo '<.a b, .c d>' | patgraph check -", "a program from standard input"},
			{"patgraph check --format json lib app.k", "results as JSON"},
			{"patgraph check --baseline known.json .", "only what is new since --write-baseline"},
			{"patgraph check --exclude '*_test.k' .", "all but these"},
			{"patgraph check --with core.k app.k", "with the definitions of a library"},
			{"git archive HEAD | patgraph check --input tar", "the programs of a commit"},
			{"patgraph check --watch .", "again whenever files change"},
			{"patgraph check -o patgraph.sarif .", "for code review services"},
		},
		Run: (*Flags).check,
	}
}

// check reports the diagnostics of the programs that its arguments lead to.
func (f *Flags) check(p *Program, args []string) (err error) {
	args = f.orHere(args)
	if f.ExitZero {
		defer func() {
			if s, ok := errors.AsType[exitStatus](err); ok && s == report.Errors {
				err = nil
			}
		}()
	}
	if f.Watch {
		for _, x := range []struct {
			flag  string
			given bool
		}{{"-o", f.Output != ""}, {"--summary-only", f.SummaryOnly}, {"--stats", f.Stats != ""},
			{"--write-baseline", f.WriteBaseline != ""}, {"--certificate", f.Certificate != ""},
			{"--resume", f.Resume != ""}} {
			if x.given {
				return Wrong("--watch keeps running, but " + x.flag + " needs a run that ends")
			}
		}
		return f.watch(p, args)
	}
	began := time.Now()
	f.Sketch = f.format() == "html" && f.Pictures != "none"
	b, work, err := f.Many(p, args)
	if err != nil {
		return err
	}
	resumed, err := f.resume(p, b)
	if err != nil {
		return err
	}
	defer func() { resumed(err) }()
	defer f.progress(p, b, work.Count)()
	return f.ToFile(p, func(p *Program) error {
		r, end, err := f.checkReporter(p)
		if err != nil {
			return err
		}
		defer end()
		if r, err = f.withBaseline(p, b, f.withSummary(p, r)); err != nil {
			return err
		}
		r, done, err := f.withCertificate(p, r)
		if err != nil {
			return err
		}
		defer done()
		defer f.keepResults(p, b, args)()
		defer func() { f.NoteAlone(p, b.Alone()) }()
		return reportBatch(p, b, work.Sources, f.withEmpty(p, args, f.withStats(p, b, r, began)))
	})
}
