package main

import (
	"strconv"

	"github.com/urfave/cli/v2"

	"github.com/patgraph/patgraph/cmd/patgraph/languages"
	"github.com/patgraph/patgraph/cmd/patgraph/report"
	"github.com/patgraph/patgraph/cmd/patgraph/words"
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns/language"
)

// migrateCommand rewrites programs from one dialect to the other.
var migrateCommand = &command{
	name: "migrate", args: "[PATH...]", summary: "rewrite programs from dialect k4 to k6",
	details: "Writes a program as k6 to standard output, or does what a flag says with any number\n" +
		"of them. Without a path: standard input. What .l reads, and which bracket a filter\n" +
		"needs, is decided by what was derived; comments and layout stay.\n\n" +
		"The new text is derived, too, and a definition counts as migrated only if its\n" +
		"signature is what it was. What cannot be migrated is reported at its place, with\n" +
		"what uses it; then nothing is written, and the exit status is 1. With --partial\n" +
		"the rest is written, and what is left out stays as comments. Each program is taken\n" +
		"by itself, without libraries.",
	examples: []example{
		{"patgraph migrate --diff .", "what would change below this folder, and what stands in the way"},
		{"patgraph migrate -w lib.k", "in its place, all of it or nothing"},
		{"patgraph migrate --partial lib.k >lib6.k", "as far as it goes"},
		{"patgraph migrate --format json lib.k", "for other programs"},
	},
	options: migrateOptions(),
}

func init() { migrateCommand.run = (*program).migrate }

func migrateOptions() []option {
	list := []option{
		writeOption,
		diffOption,
		{name: "partial", kind: isSwitch, usage: "go on where definitions cannot be migrated, and make those comments"},
		formatOption,
		quietOption,
	}
	list = append(list, someOptions("files-from", "null", "stdin-name", "include", "exclude", "color", "ascii", "width",
		"recursion", "limit-nodes", "limit-rounds", "limit-time", "limit-depth", "limit-work", "limit-size", "j", "config", "no-config", "debug.stack")...)
	// The programs are k4, or say themselves that they are not.
	return append(list, option{name: "dialect", kind: isChoice, choices: migratable(), preset: "auto",
		usage: "the dialect of programs whose first line does not say it; k6 is left as it is"})
}

// migratable are the dialects of programs that can be migrated.
func migratable() []string {
	list := []string{language.AnyDialect}
	for _, l := range languages.All {
		if l.Migration != nil {
			list = append(list, l.Migration.From)
		}
	}
	return list
}

// migrate rewrites the programs that its arguments lead to.
func (p *program) migrate(c *cli.Context) error {
	wrong := func(message string) error { return &usageError{message: message, command: "migrate"} }
	write, diffs, partial, data := c.Bool("w"), c.Bool("diff"), c.Bool("partial"), c.String("format") != "text"
	switch {
	case write && diffs:
		return wrong("-w writes to files, and --diff writes nothing; choose one")
	case diffs && data:
		return wrong("--diff is a form of its own; --format " + c.String("format") + " has the whole text")
	case write && readsStdin(c):
		return wrong("-w writes to files, and standard input is none")
	}
	b, work, err := p.batch(c)
	if err != nil {
		return err
	}
	if !write && !diffs && !data && work.count > 1 {
		return wrong("what is to become of " + strconv.Itoa(work.count) + " programs? -w writes them, --diff shows what would change, --format json has all")
	}
	b.Instead = func(in *report.Input, s language.Settings) {
		if in.Language.Migration == nil {
			in.Diagnostics = []lang.Diagnostic{{
				Code: lang.UnreadableInput, Message: "cannot migrate " + words.Quote(in.Name) + ": it is in " + in.Language.Name + ", which has nothing to be migrated to",
			}}
			return
		}
		m := in.Language.Migration.Program(in.File, s)
		in.Migration, in.Diagnostics = m, m.Problems
		if m.Text == nil || !m.Complete && (!partial || len(m.Migrated) == 0) {
			return
		}
		in.Layout = m.Text
		if write {
			writeBack(in)
		}
	}
	if data {
		return p.report(b, work.sources, p.reporter(c))
	}
	out, diagnostics := p.style(c, p.stdout), p.style(c, p.stderr)
	b.Render = func(in *report.Input) ([]byte, []byte) {
		return rewritten(in, out, diffs, write), diagnostics.AppendMigration(diagnostics.AppendDiagnostics(nil, in), in)
	}
	_, exit, err := p.rewrite(c, b, work, write, write || diffs)
	if err != nil {
		return err
	}
	return status(exit)
}
