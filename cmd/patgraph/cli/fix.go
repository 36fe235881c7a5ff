//go:build !js

package cli

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"sync/atomic"

	"github.com/rogpeppe/go-internal/diff"

	"github.com/patgraph/patgraph/cmd/patgraph/atomicfile"
	"github.com/patgraph/patgraph/cmd/patgraph/inputs"
	"github.com/patgraph/patgraph/cmd/patgraph/report"
	"github.com/patgraph/patgraph/cmd/patgraph/words"
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns/language"
	"github.com/patgraph/patgraph/patterns/repair"
)

// Fix is the command that applies fixes to programs.
func Fix() *Command {
	return &Command{
		Name: "fix", Args: "[PATH...]", Summary: "make the changes that check suggests",
		Details: "Makes changes that remove errors, in the files themselves, and reports what is left, as check\n" +
			"does. Without a path: in all programs below this folder. Standard input (-) goes to standard output.\n\n" +
			"A change is made only if its error is gone with it and no other appears. Without --unsafe-fixes,\n" +
			"only changes that are very likely meant are made. Binary ONNX models are changed, too, in another\n" +
			"file (-o) or with --in-place.",
		More: "Changes that leave a part to be filled in are never made, and of the same error none listed after\n" +
			"them. Each file is written whole or not at all, a read-only one not at all; of a file with several\n" +
			"names (hard links), only the one given changes. The file of -o is written also if nothing changes.\n" +
			"In a binary model, everything else, such as weights, is copied as it is.",
		Examples: [][2]string{
			{"patgraph fix --diff .", "what would change below this folder"},
			{"patgraph fix order.k", "in its place"},
			{"patgraph fix --unsafe-fixes -o good.k order.k", "also changes that may not be meant, in another file"},
			{"patgraph fix model.onnx -o fixed.onnx", "a binary model"},
		},
		Kind: Kind{Unlisted: true},
		Run:  (*Flags).fix,
	}
}

// fix applies fixes to the programs that its arguments lead to.
func (f *Flags) fix(p *Program, args []string) error {
	args = f.orHere(args)
	switch {
	case f.Diff && (f.Output != "" || f.InPlace):
		return Wrong("--diff writes nothing, -o and --in-place write files; choose one")
	case f.Output != "" && f.InPlace:
		return Wrong("-o writes another file, --in-place the same one; choose one")
	}
	b, work, err := f.Many(p, args)
	if err != nil {
		return err
	}
	toStdout := !f.Diff && (f.Output == "-" || f.Output == "" && slices.Contains(args, "-"))
	if (toStdout || f.Output != "") && work.Given != 1 {
		return Wrong("-o and standard input are for one program, but these are " + strconv.Itoa(work.Given))
	}
	w, sink := p.Stdout, p.Out
	if f.Diff || toStdout { // standard output has the result
		w, sink = p.Stderr, p.Err
	}
	out, style := f.Style(p, p.Stdout), f.Style(p, w)
	var made, unsafe atomic.Int64
	copied := false // the program of -o is written without a change
	b.Revise = func(in *report.Input, derive func(*lang.File) error) error { return f.revise(in, toStdout, derive) }
	b.Render = func(in *report.Input) ([]byte, []byte) {
		text := style.AppendDiagnostics(style.AppendApplied(nil, in), in)
		if a := in.Applied; a != nil {
			if a.Written || f.Diff {
				made.Add(int64(len(a.Made)))
			}
			unsafe.Add(int64(a.Unsafe))
			if f.Output != "" && !toStdout && a.Written && len(a.Made) == 0 {
				copied = true // there is only one program
			}
		}
		switch {
		case f.Diff:
			return out.AppendDiff(nil, in.Layout), text
		case toStdout:
			return in.Layout, text
		}
		return text, nil
	}
	total, err := b.Run(p.Context, work.Sources, p.Emit)
	if err != nil {
		return err
	}
	if !f.Quiet {
		line := lang.Count(int(made.Load()), "change", "changes")
		if copied {
			line += "; " + words.Quote(f.Output) + " is a copy"
		}
		if n := int(unsafe.Load()); n > 0 {
			line += "; " + lang.Count(n, "more is", "more are") + " possible with --unsafe-fixes, which makes\n" +
				"the first change marked [checked] of each error; it may not be what you mean"
		}
		err = sink.Print(style.AppendSummary([]byte(line+"\n"), total.Summary, total.Codes))
	}
	return ended(total.Exit, err)
}

// revise applies fixes to an analysed program and writes it.
func (f *Flags) revise(in *report.Input, toStdout bool, derive func(*lang.File) error) error {
	if in.IsLibrary {
		return nil
	}
	was := in.File
	policy := f.policy()
	a := repair.Applier{Unsafe: f.Unsafe, Only: policy.Reports, Analyze: func(file *lang.File) (repair.Text, error) {
		err := derive(file)
		return repair.Text{File: in.File, Result: in.Result, Diagnostics: in.Diagnostics}, err
	}}
	var m *model
	if was.Origin != nil {
		var err error
		if m, err = openModel(in); err != nil {
			cannotWrite(in, in.Name, inputs.Cause(err), "")
			return nil
		}
		defer m.file.Close()
		a.Change = m.change
	}
	done, err := a.Apply(repair.Text{File: was, Result: in.Result, Diagnostics: in.Diagnostics})
	if err != nil {
		return err
	}
	in.File, in.Result, in.Diagnostics = done.File, done.Result, done.Diagnostics
	in.Applied = &report.Applied{Applied: done}
	before := was.Home().File.Src
	in.Layout = in.File.Home().File.Src
	name, help := in.Name, ""
	switch {
	case f.Diff:
		name = lang.Visible(name)
		in.Layout = diff.Diff(name, before, name, in.Layout)
		return nil
	case f.Output == "" && len(done.Made) == 0 && !toStdout:
		return nil
	case m != nil && toStdout:
		err = errors.New("it is binary, and standard output is for texts")
	case toStdout:
	case f.Output != "":
		name = f.Output
		err = f.writeElsewhere(in, m)
	case m == nil:
		err = replace(in.Path, before, in.Layout)
	case f.InPlace:
		err = m.write(in.Path, in.File)
	default:
		err, help = errors.New("it is binary"), "-o FILE writes the model to another file, --in-place over itself"
	}
	if err != nil {
		cannotWrite(in, name, inputs.Cause(err), help)
	}
	in.Applied.Written = err == nil
	return nil
}

// writeElsewhere writes a program to the file of -o.
func (f *Flags) writeElsewhere(in *report.Input, m *model) error {
	if now, err := os.Stat(f.Output); err == nil && in.Path != "" {
		if same, err := os.Stat(in.Path); err == nil && os.SameFile(now, same) {
			return errors.New("it is the program itself, which --in-place changes")
		}
	}
	if m != nil {
		return m.write(f.Output, in.File)
	}
	return atomicfile.WriteFile(f.Output, in.Layout)
}

// A model is a binary model that is open while changes are tried.
type model struct {
	language *language.Language
	file     *os.File
	info     fs.FileInfo
	folder   fs.FS
	bytes    map[*lang.File]language.Bytes // of the model with each text, without files of relations before it
}

// openModel opens the model of an input, which has to be the one whose text was analysed.
func openModel(in *report.Input) (*model, error) {
	if in.Path == "" {
		return nil, errors.New("it is binary, and only models in files are changed")
	}
	file, err := os.Open(in.Path)
	if err != nil {
		return nil, err
	}
	m := &model{language: in.Language, file: file, folder: os.DirFS(filepath.Dir(in.Path))}
	if m.info, err = file.Stat(); err == nil {
		b := io.NewSectionReader(file, 0, m.info.Size())
		own := in.File.Home().File
		m.bytes = map[*lang.File]language.Bytes{own: b}
		text, _ := in.Language.Binary.Read(b, b.Size(), in.Name, m.folder)
		if text == nil || !bytes.Equal(text.Src, own.Src) {
			err = errChanged
		}
	}
	if err != nil {
		file.Close()
		return nil, err
	}
	return m, nil
}

// change makes edits of a text of the model.
func (m *model) change(text *lang.File, edits []lang.Edit) (*lang.File, error) {
	home := text.Home()
	edits = slices.Clone(edits)
	for i := range edits {
		edits[i].Span.Start, edits[i].Span.End = edits[i].Span.Start-home.Start, edits[i].Span.End-home.Start
	}
	b, changed, err := m.language.Binary.Change(m.bytes[home.File], home.File, m.folder, edits)
	if err != nil {
		return nil, err
	}
	m.bytes[changed] = b
	return changed, nil
}

// write writes the model with a text to a path, whole or not at all.
func (m *model) write(path string, text *lang.File) error {
	w, err := atomicfile.Create(path)
	if err != nil {
		return err
	}
	defer w.Abort()
	defer onInterrupt(w.Abort)()
	b := m.bytes[text.Home().File]
	if _, err := io.Copy(w, io.NewSectionReader(b, 0, b.Size())); err != nil {
		return err
	}
	if now, err := m.file.Stat(); err != nil || now.Size() != m.info.Size() || !now.ModTime().Equal(m.info.ModTime()) {
		return errChanged
	}
	return w.Commit()
}
