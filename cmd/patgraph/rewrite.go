package main

import (
	"bytes"
	"errors"
	"os"
	"slices"
	"strconv"

	"github.com/rogpeppe/go-internal/diff"
	"github.com/urfave/cli/v2"

	"github.com/patgraph/patgraph/cmd/patgraph/atomicfile"
	"github.com/patgraph/patgraph/cmd/patgraph/batch"
	"github.com/patgraph/patgraph/cmd/patgraph/inputs"
	"github.com/patgraph/patgraph/cmd/patgraph/report"
	"github.com/patgraph/patgraph/cmd/patgraph/words"
	"github.com/patgraph/patgraph/lang"
)

// What commands have in common that give programs a new text: fmt and migrate.

var (
	writeOption = option{name: "w", alias: "write", kind: isSwitch, usage: "write each program that changes to its file, whole or not at all"}
	diffOption  = option{name: "diff", kind: isSwitch, usage: "show what would change as a unified diff, and write nothing"}
)

// someOptions are those of the names, of the options that commands share.
func someOptions(names ...string) []option {
	all := slices.Concat(inputFlags, displayOptions, analysisOptions, configOptions, debugOptions)
	return slices.DeleteFunc(all, func(o option) bool { return !slices.Contains(names, o.name) })
}

// readsStdin reports whether standard input is among the programs.
func readsStdin(c *cli.Context) bool {
	return slices.Contains(c.Args().Slice(), "-") || c.NArg() == 0 && len(c.StringSlice("files-from")) == 0
}

// changes reports whether a program has a new text that differs.
func changes(in *report.Input) bool { return in.Layout != nil && !bytes.Equal(in.Layout, in.File.Src) }

// writeBack gives the file of a program its new text. Where that fails the program has
// none, and a diagnostic more.
func writeBack(in *report.Input) {
	if !changes(in) {
		return
	}
	if err := replace(in.Path, in.File.Src, in.Layout); err != nil {
		in.Layout = nil
		in.Diagnostics = append(in.Diagnostics, lang.Diagnostic{
			Code: lang.UnreadableInput, Message: lang.Text("cannot write " + words.Quote(in.Name) + ": " + inputs.Cause(err)),
		})
	}
}

// rewritten is what standard output gets of a program: how it changes, its name if it
// does and names are all that is wanted, or its new text.
func rewritten(in *report.Input, style report.Style, diffs, names bool) []byte {
	switch {
	case !diffs && !names:
		return in.Layout
	case !changes(in):
		return nil
	case diffs:
		return style.AppendDiff(nil, diff.Diff(in.Name, in.File.Src, in.Name, in.Layout))
	}
	return []byte(in.Name + "\n")
}

// rewrite runs a batch that gives programs new texts, and says how many change where
// that is what was asked for. What is written is not shown.
func (p *program) rewrite(c *cli.Context, b *batch.Batch, work workload, write, counts bool) (changed, exit int, err error) {
	files := 0
	total, err := b.Run(work.sources, func(o *batch.Outcome) error {
		files++
		if len(o.Out) > 0 && counts {
			changed++
		}
		if write {
			o.Out = nil
		}
		return p.emit(o)
	})
	if err != nil {
		return 0, 0, err
	}
	if !c.Bool("quiet") && (counts || total.Summary.Errors > 0) {
		err = p.err.write(formatted(files, changed, total.Summary.Errors, write))
	}
	return changed, total.Exit, err
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
