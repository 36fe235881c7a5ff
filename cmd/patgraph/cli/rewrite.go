//go:build !js

package cli

import (
	"bytes"
	"errors"
	"os"
	"strconv"

	"github.com/rogpeppe/go-internal/diff"

	"github.com/patgraph/patgraph/cmd/patgraph/atomicfile"
	"github.com/patgraph/patgraph/cmd/patgraph/batch"
	"github.com/patgraph/patgraph/cmd/patgraph/inputs"
	"github.com/patgraph/patgraph/cmd/patgraph/report"
	"github.com/patgraph/patgraph/cmd/patgraph/words"
	"github.com/patgraph/patgraph/lang"
)

// hasChanges reports whether a program has a different new text.
func hasChanges(in *report.Input) bool {
	return in.Layout != nil && !bytes.Equal(in.Layout, in.File.Src)
}

// writeBack writes the new text to the program's file.
func writeBack(in *report.Input) {
	if in.File != nil && in.File.Origin != nil {
		cannotWrite(in, in.Name, "the file has another form than this text",
			"without -w, the text is written to standard output")
	} else if hasChanges(in) {
		if err := replace(in.Path, in.File.Src, in.Layout); err != nil {
			cannotWrite(in, in.Name, inputs.Cause(err), "")
		}
	}
}

// cannotWrite drops the new text of a program and adds a diagnostic that says why a file is not written.
func cannotWrite(in *report.Input, name, why, help string) {
	d := lang.Diagnostic{Code: lang.UnreadableInput, Message: lang.Text("cannot write " + words.Quote(name) + ": " + why)}
	if help != "" {
		d.Help = lang.Texts(help)
	}
	in.Layout, in.Diagnostics = nil, append(in.Diagnostics, d)
}

// rewritten is the output for a program: a diff, its name if it changes and only names are requested, or its new text.
func rewritten(in *report.Input, style report.Style, diffs, names bool) []byte {
	switch {
	case !diffs && !names:
		return in.Layout
	case !hasChanges(in):
		return nil
	case diffs:
		name := lang.Visible(in.Name)
		return style.AppendDiff(nil, diff.Diff(name, in.File.Src, name, in.Layout))
	}
	return style.AppendLine(nil, in.Name)
}

// rewrite runs a batch that rewrites programs, and returns the number of changed programs if they are counted. With
// check it writes their names. Texts written to files are not shown.
func (f *Flags) rewrite(p *Program, b *batch.Batch, work workload, check bool) (changed, exit int, err error) {
	// The style's width is for diagnostics, not for programs.
	out, diagnostics := f.Style(p, p.Stdout), f.Style(p, p.Stderr)
	b.Render = func(in *report.Input) ([]byte, []byte) {
		text := diagnostics.AppendMigration(diagnostics.AppendDiagnostics(nil, in), in)
		return rewritten(in, out, f.Diff, f.Write || check), text
	}
	counts := f.Write || f.Diff || check
	files := 0
	total, err := b.Run(p.Context, work.Sources, func(o *batch.Outcome) error {
		files++
		if len(o.Out) > 0 && counts {
			changed++
		}
		if f.Write {
			o.Out = nil
		}
		return p.Emit(o)
	})
	if err != nil {
		return 0, 0, err
	}
	if !f.Quiet && (counts || total.Summary.Errors > 0) {
		err = p.Err.Print(formatted(files, changed, total.Summary.Errors, f.Write))
	}
	return changed, total.Exit, err
}

var errChanged = errors.New("it has been changed meanwhile")

// replace writes the new text of a file, unless the file no longer has the old text.
func replace(path string, old, text []byte) error {
	if path == "" {
		return errors.New("it is not a file")
	}
	switch now, err := os.ReadFile(path); {
	case err != nil:
		return err
	case !bytes.Equal(now, old):
		return errChanged
	}
	return atomicfile.WriteFile(path, text)
}

// formatted is the last line: the number of files, changes and errors.
func formatted(files, changed, wrong int, written bool) []byte {
	line := lang.Count(files, "file", "files")
	switch {
	case written:
		line += ", " + strconv.Itoa(changed) + " changed"
	case changed > 0:
		line += ", " + strconv.Itoa(changed) + " would change"
	}
	if wrong > 0 {
		line += ", " + lang.Count(wrong, "error", "errors")
	}
	return []byte(line + "\n")
}
