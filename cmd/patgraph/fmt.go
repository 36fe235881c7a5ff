package main

import (
	"bytes"
	"errors"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/rogpeppe/go-internal/diff"
	"github.com/urfave/cli/v2"

	"github.com/patgraph/patgraph/cmd/patgraph/atomicfile"
	"github.com/patgraph/patgraph/cmd/patgraph/batch"
	"github.com/patgraph/patgraph/cmd/patgraph/inputs"
	"github.com/patgraph/patgraph/cmd/patgraph/report"
	"github.com/patgraph/patgraph/cmd/patgraph/words"
	"github.com/patgraph/patgraph/lang"
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
		{name: "w", alias: "write", kind: isSwitch, usage: "write each program that changes to its file, whole or not at all"},
		{name: "check", kind: isSwitch, usage: "name the programs that would change, and write nothing; if there are any, the exit status is 1"},
		{name: "diff", kind: isSwitch, usage: "show what would change as a unified diff, and write nothing"},
		{name: "lines", kind: isText, value: "A:B", many: true, usage: "lay out only definitions that touch the lines from A to B, of one program; all else stays, byte for byte; may be repeated"},
		{name: "width", kind: isNumber, value: "N", least: 0, usage: "columns of a line (default: " + strconv.Itoa(lang.DefaultLayoutWidth) + "; 0: no bound)"},
		quietOption,
	}
	for _, o := range slices.Concat(inputFlags, displayOptions, analysisOptions, configOptions, debugOptions) {
		switch o.name {
		case "files-from", "null", "stdin-name", "include", "exclude", "color", "ascii",
			"dialect", "limit-size", "j", "config", "no-config", "debug.stack":
			list = append(list, o)
		}
	}
	return list
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
	case write && (slices.Contains(c.Args().Slice(), "-") || c.NArg() == 0 && len(c.StringSlice("files-from")) == 0):
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
	var changed, files int
	b.Instead = func(in *report.Input, s batch.Settings) {
		in.Layout, in.Diagnostics = p.formatOf(in.Path)(in.File, s, layout)
		for i := range in.Diagnostics {
			if d := &in.Diagnostics[i]; d.Code == lang.Internal {
				d.Notes = append(d.Notes, batch.VersionLine(), "the program is left as it was")
				d.Help = append(d.Help, "please report it with these lines and, if possible, the program")
			}
		}
		if write && in.Layout != nil && !bytes.Equal(in.Layout, in.File.Src) {
			if err := replace(in.Path, in.File.Src, in.Layout); err != nil {
				in.Layout = nil
				in.Diagnostics = []lang.Diagnostic{{
					Code: lang.UnreadableInput, Message: "cannot write " + words.Quote(in.Name) + ": " + inputs.Cause(err),
				}}
			}
		}
	}
	// The width is that of programs, not of what is said about them.
	out := style(p.stdout, c.String("color"), c.Bool("ascii"), 0, false)
	diagnostics := style(p.stderr, c.String("color"), c.Bool("ascii"), 0, false)
	b.Render = func(in *report.Input) ([]byte, []byte) {
		var text []byte
		changes := in.Layout != nil && !bytes.Equal(in.Layout, in.File.Src)
		switch {
		case in.Layout == nil:
		case write || check || diffs:
			if changes && diffs {
				text = out.AppendDiff(nil, diff.Diff(in.Name, in.File.Src, in.Name, in.Layout))
			} else if changes {
				text = []byte(in.Name + "\n") // for -w it only counts
			}
		default:
			text = in.Layout
		}
		return text, diagnostics.AppendDiagnostics(nil, in)
	}
	total, err := b.Run(work.sources, func(o *batch.Outcome) error {
		files++
		if len(o.Out) > 0 {
			changed++
		}
		if write {
			o.Out = nil
		}
		return p.emit(o)
	})
	if err != nil {
		return err
	}
	if !c.Bool("quiet") && (write || check || diffs || total.Summary.Errors > 0) {
		if err := p.err.write(formatted(files, changed, total.Summary.Errors, write)); err != nil {
			return err
		}
	}
	code := total.Exit
	if check && changed > 0 {
		code = max(code, batch.Errors)
	}
	return status(code)
}

// replace gives a file a new text in place of the one that was read from it.
func replace(path string, old, text []byte) error {
	if path == "" {
		return errors.New("it is no file")
	}
	switch now, err := os.ReadFile(path); {
	case err != nil:
		return err
	case !bytes.Equal(now, old):
		return errors.New("it has been changed meanwhile")
	}
	return atomicfile.WriteFile(path, text)
}

// formatted is the last line: what became of the programs.
func formatted(files, changed, wrong int, written bool) []byte {
	line := words.Count(files, "file", "files")
	switch {
	case written:
		line += ", " + strconv.Itoa(changed) + " changed"
	case changed > 0:
		line += ", " + strconv.Itoa(changed) + " would change"
	}
	if wrong > 0 {
		line += ", " + words.Count(wrong, "error", "errors")
	}
	return []byte(line + "\n")
}

// formatOf is what lays out the programs of the language of a file.
func (p *program) formatOf(path string) func(*lang.File, batch.Settings, lang.Layout) ([]byte, []lang.Diagnostic) {
	for i := range p.frontends {
		if strings.HasSuffix(path, p.frontends[i].Extension) {
			return p.frontends[i].Format
		}
	}
	return p.frontends[0].Format
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
