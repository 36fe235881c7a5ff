//go:build !js

package cli

import (
	"context"
	"math"
	"strconv"
	"strings"

	"github.com/patgraph/patgraph/cmd/patgraph/batch"
	"github.com/patgraph/patgraph/cmd/patgraph/report"
	"github.com/patgraph/patgraph/cmd/patgraph/words"
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns/language"
)

// Fmt is the command that formats programs.
func Fmt() *Command {
	return &Command{
		Name: "fmt", Args: "[PATH...]", Summary: "format programs",
		Details: "Writes a formatted program to standard output; with a flag, formats any number of programs. Without\n" +
			"a path, reads standard input. A definition goes on one line if it fits, otherwise it is broken\n" +
			"within its brackets. A bracket whose first part begins on a new line stays broken. Texts, labels and\n" +
			"comments keep their spelling.\n\n" +
			"A program with a syntax error is reported and not changed. Before anything is written, the formatted\n" +
			"text is read again and compared with the program.",
		More: "Each file is written whole or not at all, a read-only one not at all; of a file with several names\n" +
			"(hard links), only the one given changes.",
		Examples: [][2]string{
			{"patgraph fmt -w .", "every program below this folder, in its place"},
			{"echo 'f=<.a   b,.c d>;' | patgraph fmt", "a program from standard input"},
			{"patgraph fmt --check .", "name those that would change; the exit status is 1 then"},
			{"patgraph fmt --diff lib.k | patch", "what would change, as a patch"},
			{"patgraph fmt --lines 10:20 - <lib.k", "only the definitions in some lines, for editors"},
		},
		Kind: Kind{Alone: true, Filter: true},
		Run:  (*Flags).fmt,
	}
}

// fmt formats the programs that its arguments lead to.
func (f *Flags) fmt(p *Program, args []string) error {
	layout, err := f.layout()
	if err != nil {
		return err
	}
	switch {
	case f.Write && (f.Check || f.Diff):
		return Wrong("-w writes to files, --check and --diff write nothing; choose one")
	case f.Write && f.ReadsStdin(args):
		return Wrong("-w writes to files, but standard input is not a file")
	}
	b, work, err := f.Many(p, args)
	if err != nil {
		return err
	}
	switch {
	case len(layout.Lines) > 0 && work.Count != 1:
		return Wrong("--lines works on one program, but these are " + strconv.Itoa(work.Count))
	case !f.Write && !f.Check && !f.Diff && work.Count > 1:
		return Wrong("fmt prints one program, but these are " + strconv.Itoa(work.Count) +
			": -w writes them, --check names those that would change, --diff shows how")
	}
	b.Instead = func(_ context.Context, in *report.Input, s language.Settings) error {
		in.Layout, in.Diagnostics = in.Language.Format(in.File, s.Dialect, layout)
		for i := range in.Diagnostics {
			if d := &in.Diagnostics[i]; d.Code == lang.Internal {
				d.Notes = append(d.Notes, lang.Text(batch.VersionLine()), lang.Text("the program is left as it was"))
				d.Help = append(d.Help, lang.Text("please report it with these lines and, if possible, the program"))
			}
		}
		if f.Write {
			writeBack(in)
		}
		return nil
	}
	changed, exit, err := f.rewrite(p, b, work, f.Check)
	if f.Check && changed > 0 {
		exit = max(exit, report.Errors)
	}
	return ended(exit, err)
}

// layout is the layout that the flags select.
func (f *Flags) layout() (lang.Layout, error) {
	l := lang.Layout{Width: f.Columns}
	if f.Given("columns") && l.Width == 0 {
		l.Width = math.MaxInt32
	}
	for _, text := range f.Lines {
		from, to, both := strings.Cut(text, ":")
		if !both {
			to = from
		}
		first, err := strconv.Atoi(from)
		last, err2 := strconv.Atoi(to)
		if err != nil || err2 != nil || first < 1 || last < first {
			return l, Wrong("--lines takes two line numbers from 1 such as 10:20, the first not after the last, not " +
				words.Quote(text))
		}
		l.Lines = append(l.Lines, lang.LineRange{First: first, Last: last})
	}
	return l, nil
}
