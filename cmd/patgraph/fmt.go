package main

import (
	"math"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/patgraph/patgraph/cmd/patgraph/batch"
	"github.com/patgraph/patgraph/cmd/patgraph/report"
	"github.com/patgraph/patgraph/cmd/patgraph/words"
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns/language"
)

// fmtCommand lays programs out anew.
var fmtCommand = &command{
	name: "fmt", args: "[PATH...]", summary: "lay programs out in one way",
	details: "Writes a program to standard output, or does what a flag says with any number of\n" +
		"them. Without a path: standard input. A definition stands in one line if it fits,\n" +
		"else it is broken within its brackets. A bracket whose first part begins on a new\n" +
		"line stays broken. Texts, labels and comments stay as they are spelled.\n\n" +
		"A program with a syntax error is reported and left alone. Every layout is read again\n" +
		"and compared with the program before anything is written.",
	examples: []example{
		{"patgraph fmt -w .", "every program below this folder, in its place"},
		{"echo 'f=<.a   b,.c d>;' | patgraph fmt", "a program from standard input"},
		{"patgraph fmt --check .", "name those that would change; the exit status is 1 then"},
		{"patgraph fmt --diff lib.k | patch", "what would change, as a patch"},
		{"patgraph fmt --lines 10:20 - <lib.k", "only the definitions in some lines, for editors"},
	},
	options: fmtOptions(),
}

func init() { fmtCommand.run = (*program).fmt }

func fmtOptions() []option {
	list := []option{
		writeOption,
		{name: "check", kind: isSwitch, usage: "name the programs that would change, and write nothing; if there are any, the exit status is 1"},
		diffOption,
		{name: "lines", kind: isText, value: "A:B", many: true, usage: "lay out only definitions that touch the lines from A to B, of one program; all else stays, byte for byte; may be repeated"},
		{name: "width", kind: isNumber, value: "N", least: 0, usage: "columns of a line (default: " + strconv.Itoa(lang.DefaultLayoutWidth) + "; 0: no bound)"},
		quietOption,
	}
	return append(list, someOptions("files-from", "null", "stdin-name", "include", "exclude", "color", "ascii",
		"dialect", "limit-size", "j", "config", "no-config", "debug.stack")...)
}

// fmt lays out the programs that its arguments lead to.
func (p *program) fmt(c *cli.Context) error {
	wrong := func(message string) error { return &usageError{message: message, command: "fmt"} }
	layout, err := layoutOf(c)
	if err != nil {
		return err
	}
	write, check, diffs := c.Bool("w"), c.Bool("check"), c.Bool("diff")
	switch {
	case write && (check || diffs):
		return wrong("-w writes to files, --check and --diff write nothing; choose one")
	case write && readsStdin(c):
		return wrong("-w writes to files, and standard input is none")
	}
	b, work, err := p.batch(c)
	if err != nil {
		return err
	}
	switch {
	case len(layout.Lines) > 0 && work.count != 1:
		return wrong("--lines is about one program, and these are " + strconv.Itoa(work.count))
	case !write && !check && !diffs && work.count > 1:
		return wrong("what is to become of " + strconv.Itoa(work.count) + " programs? -w writes them, --check names those that would change, --diff shows how")
	}
	b.Instead = func(in *report.Input, s language.Settings) {
		in.Layout, in.Diagnostics = in.Language.Format(in.File, s.Dialect, layout)
		for i := range in.Diagnostics {
			if d := &in.Diagnostics[i]; d.Code == lang.Internal {
				d.Notes = append(d.Notes, batch.VersionLine(), "the program is left as it was")
				d.Help = append(d.Help, "please report it with these lines and, if possible, the program")
			}
		}
		if write {
			writeBack(in)
		}
	}
	// The width is that of programs, not of what is said about them.
	out := style(p.stdout, c.String("color"), c.Bool("ascii"), 0, false)
	diagnostics := style(p.stderr, c.String("color"), c.Bool("ascii"), 0, false)
	b.Render = func(in *report.Input) ([]byte, []byte) {
		return rewritten(in, out, diffs, write || check), diagnostics.AppendDiagnostics(nil, in)
	}
	changed, exit, err := p.rewrite(c, b, work, write, write || check || diffs)
	if err != nil {
		return err
	}
	if check && changed > 0 {
		exit = max(exit, batch.Errors)
	}
	return status(exit)
}

// layoutOf is the layout that flags ask for.
func layoutOf(c *cli.Context) (lang.Layout, error) {
	l := lang.Layout{Width: c.Int("width")}
	if c.IsSet("width") && l.Width == 0 {
		l.Width = math.MaxInt32
	}
	for _, text := range c.StringSlice("lines") {
		from, to, both := strings.Cut(text, ":")
		if !both {
			to = from
		}
		first, err := strconv.Atoi(from)
		last, err2 := strconv.Atoi(to)
		if err != nil || err2 != nil || first < 1 || last < first {
			return l, &usageError{command: "fmt", message: "--lines takes two line numbers from 1 such as 10:20, the first not after the last, not " + words.Quote(text)}
		}
		l.Lines = append(l.Lines, lang.LineRange{First: first, Last: last})
	}
	return l, nil
}
