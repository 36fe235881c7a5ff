//go:build !js

package cli

import (
	"github.com/patgraph/patgraph/cmd/patgraph/batch"
	"github.com/patgraph/patgraph/cmd/patgraph/report"
	"github.com/patgraph/patgraph/cmd/patgraph/words"
)

// Types is the command that shows derived signatures.
func Types() *Command {
	return &Command{
		Name: "types", Args: "[PATH...]", Summary: "show the derived signature of every definition",
		Details: "Shows what each definition takes and gives, in k as ?IN --> ?OUT. {$int a, X0 b} is a product,\n" +
			"<$int a, X0 b> a union, (X0 a) one of these, [X0] a vector; \"...\": there may be more fields or tags.\n" +
			"$int is a type, X0 any type, the same one wherever the signature has X0. So ?(X0 a, ...) --> ?X0\n" +
			"takes what has a field or a tag a, and gives its value.",
		More: "With --codes, lists the types that programs write down: canonical form and name, size, number of\n" +
			"values, the least value. --code NAME FILE describes one type, --equal A B FILE compares two (exit\n" +
			"status 0 equal, 1 different). Write a type as its name, as a code such as '<{} z, nat s>', or as\n" +
			"its canonical name.",
		Examples: [][2]string{
			{"patgraph types lib.k", "the signatures of a file"},
			{"echo '.a .b' | patgraph types --all -", "also those of every expression"},
			{"patgraph types --partiality lib.k", "also where each is undefined"},
			{"patgraph types --sizes N=1,T=128 --free model.onnx", "with sizes; which names are free"},
			{"patgraph types --codes lib.k", "the types themselves"},
			{"patgraph types --with lib.k --all-files app.k", "also those of a library"},
			{"patgraph types --code nat --unfold 2 lib.k", "one type, two levels deep"},
			{"patgraph types --equal nat '<{} z, nat s>' lib.k", "whether two types are equal"},
		},
		Run: (*Flags).types,
	}
}

// types shows the signatures of the programs that its arguments lead to, and their diagnostics on standard error.
func (f *Flags) types(p *Program, args []string) error {
	f.Unlisted = !f.AllFiles
	if one, err := f.codeQuestion(args); err != nil {
		return err
	} else if one {
		return f.code(p, args)
	}
	args = f.orHere(args)
	b, work, err := f.Many(p, args)
	if err != nil {
		return err
	}
	defer f.progress(p, b, work.Count)()
	if f.Free {
		b.Pick = func(in *report.Input) {
			if in.Language.Sizes != nil {
				in.Result.Sizes = in.Language.Sizes(in.Result)
			}
		}
	}
	return f.ToFile(p, func(p *Program) error {
		several := work.Given != 1 || f.AllFiles
		defer f.keepResults(p, b, args, several)()
		defer func() { f.NoteAlone(p, b.Alone()) }()
		if as := f.format(); as != "text" {
			data := dataReporter(p, report.JSON{Lines: as == "ndjson", Expressions: f.All, Codes: f.Codes, Levels: f.Unfold,
				Whole: f.Full})
			return reportBatch(p, b, work.Sources, f.withEmpty(p, args, f.withSummary(p, data)))
		}
		return reportBatch(p, b, work.Sources, f.withEmpty(p, args, f.signatures(p, several)))
	})
}

// signatures writes the signatures as text, below the names of their programs if there are several.
func (f *Flags) signatures(p *Program, several bool) reporter {
	out, diagnostics := f.Style(p, p.Stdout), f.Style(p, p.Stderr)
	out.Whole = f.Full
	first := true
	return reporter{
		Render: func(in *report.Input) ([]byte, []byte) {
			var text, note []byte
			switch l := in.Language; {
			case f.Codes && l != nil && l.Types == nil:
				note = diagnostics.AppendNote(nil, untyped(in), nil, "without --codes the signatures are listed")
			case f.Codes:
				text = out.AppendAllTypes(nil, in, f.Unfold)
			default:
				if f.Free && l != nil && l.Sizes == nil {
					note = diagnostics.AppendNote(nil, words.Quote(in.Name)+" is in "+l.Called()+
						", which has no names of sizes", nil, "")
				}
				text = out.AppendSignatures(nil, in, f.All)
			}
			if several && len(text) > 0 {
				text = append(out.AppendHeader(nil, in.Name), text...)
			}
			return text, diagnostics.AppendDiagnostics(note, in)
		},
		Emit: func(o *batch.Outcome) error {
			if len(o.Out) > 0 {
				if !first {
					o.Out = append([]byte("\n"), o.Out...)
				}
				first = false
			}
			return p.Emit(o)
		},
		Finish: func(total *batch.Total) error {
			if s := total.Summary; f.Quiet || s.Errors+s.Warnings == 0 {
				return nil
			}
			return p.Err.Print(diagnostics.AppendSummary(nil, total.Summary, total.Codes))
		},
	}
}
