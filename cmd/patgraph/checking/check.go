package checking

import (
	"slices"
	"time"

	"github.com/patgraph/patgraph/cmd/patgraph/analysis"
	"github.com/patgraph/patgraph/cmd/patgraph/command"
)

type checkFlags struct {
	batchFlags
	SummaryOnly   bool
	Stats         string
	Watch         bool
	Resume        string
	Pictures      string
	Baseline      string
	WriteBaseline string
}

// Check is the command that reports what is wrong.
func Check() *command.Command {
	f := &checkFlags{}
	return &command.Command{
		Name: "check", Args: "PATH...", Summary: "report what cannot fit together in programs",
		Details: "Reads files, folders (all programs below them that no ignore file names) and - (standard input),\n" +
			"and reports what is wrong in them and in their libraries (--with, patgraph.toml), each checked once.",
		More: "A GLOB without a slash is about names, one with a slash about paths within the folder; ** is any\n" +
			"folders. Ignore files are .gitignore and .patgraphignore.",
		Examples: [][2]string{
			{"patgraph check .", "everything below this folder"},
			{"echo '<.a b, .c d>' | patgraph check -", "a program from standard input"},
			{"patgraph check --format json lib app.k", "for other programs"},
			{"patgraph check --baseline known.json .", "only what is new since --write-baseline"},
			{"patgraph check --exclude '*_test.k' .", "but not these"},
			{"patgraph check --with core.k app.k", "with the definitions of a library"},
			{"git archive HEAD | patgraph check --input tar", "the programs of a commit"},
			{"patgraph check --watch .", "again and again, as files change"},
			{"patgraph check -o patgraph.sarif .", "for services that review code"},
		},
		Options: slices.Concat(
			f.Inputs(),
			[]command.Option{
				f.FormatOption("how to write the results", "the schema of json is patgraph/1, sarif is SARIF 2.1.0, github annotates changes, html is one page",
					"text", "json", "ndjson", "sarif", "junit", "github", "html"),
				f.OutputOption("where to write the results, whole or not at all", "its name says the format if --format does not (default: standard output)"),
				f.QuietOption("no summary, only the results"),
				{Name: "pictures", To: command.Choice(&f.Pictures, "drawn", "none", "apart"), Preset: "drawn", Group: command.GroupOutput, Rare: true,
					Usage: "of --format html: the errors drawn, or not", More: "apart: as JSON, with the pictures in DOT, for a page that draws"},
				{Name: "summary-only", To: command.Switch(&f.SummaryOnly), Group: command.GroupOutput, Rare: true,
					Usage: "no diagnostics, only how many there are of each code", More: "as text, json or ndjson"},
				{Name: "watch", To: command.Switch(&f.Watch), Group: command.GroupOutput,
					Usage: "go on: check again what changes, and report what is new or gone"},
				f.progressOption(),
				{Name: "stats", To: command.Choice(&f.Stats, "text", "json"), Bare: "text", Group: command.GroupOutput, Rare: true, Aside: true,
					Usage: "say on standard error how much was read and derived, and what took how long"},
			},
			f.Display.Options(),
			[]command.Option{f.StrictOption()},
			command.In(command.GroupFound, []command.Option{
				{Name: "partiality", To: command.Switch(&f.Partial),
					Usage: "warn of what is undefined somewhere, which takes several times as long",
					More:  "also of what never ends or is of no use (P0502 to P0507)"},
				// Results that these would change are neither kept nor found again.
				{Name: "baseline", To: command.Text(&f.Baseline), Holder: "FILE", Aside: true,
					Usage: "report only what is not known by this file", More: "what is known does not fail"},
				{Name: "write-baseline", To: command.Text(&f.WriteBaseline), Holder: "FILE", Aside: true,
					Usage: "make all that is found now known", More: "without --baseline, nothing of it is reported"},
			}),
			f.Analysis(), f.Settings(),
			command.In(command.GroupSpeed, []command.Option{{Name: "resume", To: command.Text(&f.Resume), Holder: "REPORT", Rare: true, Aside: true,
				Usage: "take over what this json or ndjson report of the same version has of programs that are the same", More: "it may be cut off"}}),
			f.cacheOptions(), f.Debug(),
		),
		Run: f.check,
	}
}

// check reports the diagnostics of the programs that its arguments lead to.
func (f *checkFlags) check(p *command.Program, args []string) (err error) {
	if f.Watch {
		for _, x := range []struct {
			flag  string
			given bool
		}{{"-o", f.Output != ""}, {"--summary-only", f.SummaryOnly}, {"--stats", f.Stats != ""}, {"--write-baseline", f.WriteBaseline != ""}, {"--resume", f.Resume != ""}} {
			if x.given {
				return command.Wrong("--watch goes on, and " + x.flag + " is about a whole run")
			}
		}
		return f.watch(p, args)
	}
	began := time.Now()
	f.Sketch = f.As() == "html" && f.Pictures != "none"
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
	return f.ToFile(p, func(p *command.Program) error {
		r, end, err := f.checkReporter(p)
		if err != nil {
			return err
		}
		defer end()
		if r, err = f.withBaseline(p, b, r); err != nil {
			return err
		}
		defer f.keepResults(p, b, args)()
		defer func() { f.NoteAlone(p, b.Alone()) }()
		return analysis.Report(p, b, work.Sources, f.withEmpty(p, args, f.withStats(p, b, r, began)))
	})
}
