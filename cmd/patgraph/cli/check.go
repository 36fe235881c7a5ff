package cli

import (
	"slices"
	"time"
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

// Check is the command that reports errors.
func Check() *Command {
	f := &checkFlags{}
	return &Command{
		Name: "check", Args: "PATH...", Summary: "report type errors in programs",
		Details: "Reads files, folders (without what ignore files name) and - (standard input), and reports errors in\n" +
			"them and in their libraries (--with, patgraph.toml), which are checked once each.",
		More: "A GLOB without a slash matches names, one with a slash matches paths within the folder; ** stands\n" +
			"for any folders. Ignore files are .gitignore and .patgraphignore.",
		Examples: [][2]string{
			{"patgraph check .", "everything below this folder"},
			{"echo '<.a b, .c d>' | patgraph check -", "a program from standard input"},
			{"patgraph check --format json lib app.k", "results as JSON"},
			{"patgraph check --baseline known.json .", "only what is new since --write-baseline"},
			{"patgraph check --exclude '*_test.k' .", "all but these"},
			{"patgraph check --with core.k app.k", "with the definitions of a library"},
			{"git archive HEAD | patgraph check --input tar", "the programs of a commit"},
			{"patgraph check --watch .", "again whenever files change"},
			{"patgraph check -o patgraph.sarif .", "for code review services"},
		},
		Options: slices.Concat(
			f.Inputs(),
			[]Option{
				f.FormatOption("how to write the results",
					"the schema of json is patgraph/1, sarif is SARIF 2.1.0, github annotates changes, html is one page",
					"text", "json", "ndjson", "sarif", "junit", "github", "html"),
				f.OutputOption("where to write the results, whole or not at all",
					"its name says the format if --format does not (default: standard output)"),
				f.QuietOption("no summary, only the results"),
				{Name: "pictures", To: Choice(&f.Pictures, "drawn", "none", "apart"), Preset: "drawn",
					Group: GroupOutput, Rare: true,
					Usage: "with --format html: whether to draw the errors",
					More:  "apart: as JSON, with the pictures in DOT, for a page that draws them"},
				{Name: "summary-only", To: Switch(&f.SummaryOnly), Group: GroupOutput, Rare: true,
					Usage: "no diagnostics, only the number of each code", More: "as text, json or ndjson"},
				{Name: "watch", To: Switch(&f.Watch), Group: GroupOutput,
					Usage: "keep running: check changed files again, and report new and gone errors"},
				f.progressOption(),
				{Name: "stats", To: Choice(&f.Stats, "text", "json"), Bare: "text", Group: GroupOutput, Rare: true, NotInKey: true,
					Usage: "write to standard error how much was read and derived, and how long each stage took"},
			},
			f.Display.Options(),
			[]Option{f.StrictOption()},
			In(GroupFound, []Option{
				{Name: "partiality", To: Switch(&f.Partial),
					Usage: "warn of functions that may be undefined; takes several times as long",
					More:  "also of endless recursion and useless branches (P0502 to P0507)"},
				// Results that these flags affect are not cached.
				{Name: "baseline", To: Text(&f.Baseline), Holder: "FILE", NotInKey: true,
					Usage: "report only errors that this file does not list", More: "known errors do not make the check fail"},
				{Name: "write-baseline", To: Text(&f.WriteBaseline), Holder: "FILE", NotInKey: true,
					Usage: "record all errors found now as known", More: "without --baseline, none of them is reported"},
			}),
			f.Analysis(), f.Settings(),
			In(GroupSpeed,
				[]Option{{Name: "resume", To: Text(&f.Resume), Holder: "REPORT", Rare: true, NotInKey: true,
					Usage: "reuse the results of unchanged programs from this json or ndjson report of the same version",
					More:  "the report may be cut off"}}),
			f.cacheOptions(), f.Debug(),
		),
		Run: f.check,
	}
}

// check reports the diagnostics of the programs that its arguments lead to.
func (f *checkFlags) check(p *Program, args []string) (err error) {
	if f.Watch {
		for _, x := range []struct {
			flag  string
			given bool
		}{{"-o", f.Output != ""}, {"--summary-only", f.SummaryOnly}, {"--stats", f.Stats != ""},
			{"--write-baseline", f.WriteBaseline != ""}, {"--resume", f.Resume != ""}} {
			if x.given {
				return Wrong("--watch keeps running, but " + x.flag + " needs a run that ends")
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
	return f.ToFile(p, func(p *Program) error {
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
		return Report(p, b, work.Sources, f.withEmpty(p, args, f.withStats(p, b, r, began)))
	})
}
