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
	"github.com/patgraph/patgraph/lang/k"
	"github.com/patgraph/patgraph/lang/k/eval"
	patterns "github.com/patgraph/patgraph/patterns/k"
)

// A Program is one that can be run. It lives as long as the analysis does.
type Program struct {
	Input    *report.Input
	Syntax   patterns.Syntax
	compiled *eval.Program
}

// Of makes a program of an analysis, and returns false where its language cannot be
// run.
func Of(in *report.Input) (*Program, bool) {
	s, ok := patterns.SyntaxOf(in.Result)
	if !ok {
		return nil, false
	}
	return &Program{in, s, eval.Compile(s.Tree, s.Names, s.Canonical)}, true
}

// Evaluate runs a definition on what a run has as its input, and sets its outcome and
// where that was.
func (p *Program) Evaluate(x *report.Run, d int32, options eval.Options) {
	x.Outcome = p.compiled.Run(d, x.In, options)
	o := &x.Outcome
	if o.Verdict == eval.Defined && eval.OpenWithin(o.Value) {
		root := p.Syntax.Tree.Defs[d].Root
		o.Verdict, o.Error = eval.Failed, &eval.Error{
			Code: lang.OpenWithin, Node: root, Span: p.Syntax.Tree.Span(root),
			Message: lang.Text("the result has an open vector within it, and cannot be written").String(), Label: "this opens twice and collects less often",
			Help: "write one `^` within the other: `(… ^) ^`",
		}
	}
	at := o.At
	if o.Error != nil {
		at = o.Error.Node
	}
	if at >= 0 {
		x.At = p.Syntax.Tree.Span(at)
		if d := p.DefinitionOf(at); d >= 0 {
			x.Within = p.Input.Result.Definitions[d].Name
		}
	}
}

// DefinitionOf is the definition that an expression stands in, or -1.
func (p *Program) DefinitionOf(e k.NodeID) int32 {
	for i := range p.Syntax.Tree.Defs {
		if d := &p.Syntax.Tree.Defs[i]; d.First <= e && e <= d.Root {
			return int32(i)
		}
	}
	return -1
}

// Value reads the text of a value.
func Value(r *eval.Reader, text *lang.File) (eval.Value, *lang.Diagnostic) {
	v, wrong := r.Read(text.Src)
	if wrong == nil {
		return v, nil
	}
	return nil, &lang.Diagnostic{
		Code: lang.BadValue, Message: lang.Text("this is no JSON: " + wrong.Message), Label: lang.Text("here"),
		Span: lang.Span{Start: int32(wrong.Start), End: int32(wrong.End)},
	}
}

// Argument is the text of a value that people give in one word: JSON itself, a file
// that has it, or - for standard input. It returns false where the word is none of
// them.
func Argument(arg string, o inputs.Options, stdin io.Reader) (text *lang.File, problem *lang.Diagnostic, ok bool) {
	if arg != "-" {
		_, wrong := eval.ReadJSON([]byte(arg))
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
