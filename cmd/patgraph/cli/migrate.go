//go:build !js

package cli

import (
	"context"
	"strconv"

	"github.com/patgraph/patgraph/cmd/patgraph/report"
	"github.com/patgraph/patgraph/cmd/patgraph/words"
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns/language"
)

// Migrate is the command that rewrites programs from one dialect to the other.
func Migrate() *Command {
	return &Command{
		Name: "migrate", Args: "[PATH...]", Summary: "rewrite programs from dialect k4 to k6",
		Details: "Writes a program as k6 to standard output; with a flag, rewrites any number of programs. Without a\n" +
			"path, reads standard input. The derived types decide what .l reads and which bracket a filter needs;\n" +
			"comments and layout stay.\n\n" +
			"The new text is checked, too, and a definition counts as migrated only if its signature is the same.\n" +
			"A definition that cannot be migrated is reported, with those that use it; then nothing is written,\n" +
			"and the exit status is 1. With --partial, the rest is written, and these definitions become\n" +
			"comments. Each program is migrated by itself, without libraries.",
		Examples: [][2]string{
			{"patgraph migrate --diff .", "what would change below this folder, and what cannot be migrated"},
			{"patgraph migrate -w lib.k", "in its place, all of it or nothing"},
			{"patgraph migrate --partial lib.k >lib6.k", "as far as it goes"},
			{"patgraph migrate --format json lib.k", "for other programs"},
		},
		Kind: Kind{Alone: true, Filter: true},
		Run:  (*Flags).migrate,
	}
}

// migrate rewrites the programs that its arguments lead to.
func (f *Flags) migrate(p *Program, args []string) error {
	write, diffs, data := f.Write, f.Diff, f.Format != "text"
	switch {
	case write && diffs:
		return Wrong("-w writes to files, and --diff writes nothing; choose one")
	case diffs && data:
		return Wrong("--diff is a form of its own; --format " + f.Format + " has the whole text")
	case write && f.ReadsStdin(args):
		return Wrong("-w writes to files, but standard input is not a file")
	}
	b, work, err := f.Many(p, args)
	if err != nil {
		return err
	}
	if !write && !diffs && !data && work.Count > 1 {
		return Wrong("migrate prints one program, but these are " + strconv.Itoa(work.Count) +
			": -w writes them, --diff shows what would change, --format json has all")
	}
	b.Instead = func(ctx context.Context, in *report.Input, s language.Settings) error {
		if in.Language.Migration == nil {
			in.Diagnostics = []lang.Diagnostic{{
				Code: lang.UnreadableInput,
				Message: lang.Text("cannot migrate " + words.Quote(in.Name) + ": it is in " + in.Language.Called() +
					", which has nothing to be migrated to"),
			}}
			return nil
		}
		m := in.Language.Migration.Program(ctx, in.File, s, f.Whole)
		if m.Err != nil {
			return m.Err
		}
		in.Migration, in.Diagnostics = m, m.Problems
		if m.Text == nil || !m.Complete && (!f.Partially || len(m.Migrated) == 0) {
			return nil
		}
		in.Layout = m.Text
		if write {
			writeBack(in)
		}
		return nil
	}
	if data {
		return reportBatch(p, b, work.Sources, dataReporter(p, report.JSON{Lines: f.Format == "ndjson"}))
	}
	_, exit, err := f.rewrite(p, b, work, false)
	return ended(exit, err)
}
