// Package runs evaluates programs that were analysed, for the commands that do: on
// what, and what came of it, as reports tell it.
package runs

import (
	"io"
	"os"
	"strings"

	"github.com/patgraph/patgraph/cmd/patgraph/inputs"
	"github.com/patgraph/patgraph/cmd/patgraph/report"
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns/language"
)

// A Program is one that can be run. It lives as long as the analysis does.
type Program struct {
	Input *report.Input
	language.Runner
}

// Of makes a program of an analysis, and returns false where its language cannot be
// run.
func Of(in *report.Input) (*Program, bool) {
	if in.Language.Running == nil {
		return nil, false
	}
	return &Program{in, in.Language.Running.NewRunner(in.Result)}, true
}

// Evaluate runs a definition on what a run has as its input, and sets its outcome and
// where that was.
func (p *Program) Evaluate(x *report.Run, d int32, options language.RunOptions) {
	x.Outcome = p.Run(d, x.In, options)
	if d := x.Outcome.Within; d >= 0 {
		x.Within = p.Input.Result.Definitions[d].Name
	}
}

// Value reads the text of a value in a notation, which is called something.
func Value(r language.Reader, notation string, text *lang.File) (language.Value, *lang.Diagnostic) {
	v, wrong := r.Read(text.Src)
	if wrong == nil {
		return v, nil
	}
	if wrong.Large {
		return nil, &lang.Diagnostic{
			Code: lang.BadValue, Message: lang.Text(wrong.Message), Label: lang.Text("read up to here"), Span: wrong.Span, Help: lang.Texts("`--memory` allows more"),
		}
	}
	return nil, &lang.Diagnostic{
		Code: lang.BadValue, Message: lang.Text("this is no " + notation + ": " + wrong.Message), Label: lang.Text("here"), Span: wrong.Span,
	}
}

// Argument is the text of a value that people give in one word: the value itself, a file
// that has it, or - for standard input. It returns false where the word is none of
// them.
func Argument(r language.Reader, arg string, o inputs.Options, stdin io.Reader) (text *lang.File, problem *lang.Diagnostic, ok bool) {
	if arg != "-" {
		_, wrong := r.Read([]byte(arg))
		_, err := os.Stat(arg)
		switch {
		case wrong == nil, err != nil && strings.ContainsAny(arg[:min(1, len(arg))], `{["-0123456789`):
			return lang.NewFile("<value>", []byte(arg)), nil, true
		case err != nil:
			return nil, nil, false
		}
	}
	text, problem = inputs.Whole(o, arg, stdin)
	return text, problem, true
}
