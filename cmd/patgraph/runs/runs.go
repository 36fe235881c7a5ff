// Package runs evaluates analysed programs, for the commands that run them: it reads input values and records outcomes
// for reports.
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

// A Program is a program that can be run. It is valid as long as its analysis.
type Program struct {
	Input *report.Input
	language.Runner
}

// Of makes a program from an analysis, and returns false if its language cannot be run.
func Of(in *report.Input) (*Program, bool) {
	if in.Language.Running == nil {
		return nil, false
	}
	return &Program{in, in.Language.Running.NewRunner(in.Result)}, true
}

// Evaluate runs a definition on the input of a run, and sets its outcome and the definition in which it ended.
func (p *Program) Evaluate(x *report.Run, d int32, options language.RunOptions) {
	x.Outcome = p.Run(d, x.In, options)
	if d := x.Outcome.Within; d >= 0 {
		x.Within = p.Input.Result.Definitions[d].Name
	}
}

// Value reads the text of a value in the named notation.
func Value(r language.Reader, notation string, text *lang.File) (language.Value, *lang.Diagnostic) {
	v, wrong := r.Read(text.Src)
	if wrong == nil {
		return v, nil
	}
	if wrong.Large {
		return nil, &lang.Diagnostic{
			Code: lang.BadValue, Message: lang.Text(wrong.Message), Label: lang.Text("read up to here"), Span: wrong.Span,
			Help: lang.Texts("`--memory` allows more"),
		}
	}
	return nil, &lang.Diagnostic{
		Code: lang.BadValue, Message: lang.Text("this is no " + notation + ": " + wrong.Message),
		Label: lang.Text("here"), Span: wrong.Span,
	}
}

// Argument is the text of a value given as an argument: the value itself, a file that contains it, or - for standard
// input. It returns false if the argument is none of these.
func Argument(r language.Reader, arg string, o inputs.Options,
	stdin io.Reader) (text *lang.File, problem *lang.Diagnostic, ok bool) {
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
