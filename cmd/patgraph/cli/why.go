package cli

import (
	"fmt"
	"strconv"

	"github.com/patgraph/patgraph/cmd/patgraph/report"
	"github.com/patgraph/patgraph/cmd/patgraph/words"
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns"
)

// Why is the command that explains why an expression has its pattern.
func Why() *Command {
	return &Command{
		Name: "why", Args: "FILE:LINE:COL | FILE NAME", Summary: "explain why an expression has its pattern",
		Details: "For each known part of the pattern, shows the shortest derivation from the program. A NAME asks\n" +
			"about a whole definition, or about a value or a node of a model.",
		Examples: [][2]string{
			{"patgraph why lib.k:8:32", "the innermost expression at a place"},
			{"echo 'f = .a .b;' | patgraph why - f", "a definition from standard input"},
			{"patgraph why lib.k f --at 12", "what was known after step 12"},
			{"patgraph why net.rly @main", "a function of Relay"},
			{"patgraph why model.onnx /fc1/MatMul_output_0", "a value of a model"},
		},
		Run: (*Flags).why,
	}
}

// why explains the pattern of an expression or a definition.
func (f *Flags) why(p *Program, args []string) error {
	view, err := f.viewOf()
	if err != nil {
		return err
	}
	l, name, err := fileAndName(p, args)
	if err != nil {
		return err
	}
	if name == "" && l.Column == 0 {
		var hints []string
		if l.Line > 0 {
			hints = []string{"patgraph why " + l.Path + ":" + strconv.Itoa(l.Line) + ":1"}
		}
		return Wrong("which expression? Give FILE:LINE:COL, or FILE NAME for a definition", hints...)
	}
	at := -1
	if f.Given("at") {
		at = f.At
	}
	var w patterns.Why
	pick := func(in *report.Input) (err error) {
		w, err = WhyOf(in, l, name, at)
		in.Diagnostics = nil
		return err
	}
	style := f.Style(p, p.Stdout)
	return f.Answer(p, l, pick, func(in *report.Input) []byte {
		if f.Format == "json" {
			return report.AppendWhyData(nil, in, &w)
		}
		return style.AppendWhy(nil, in, &w, view)
	})
}

// WhyOf explains why an expression at a place, or what has a name, has its pattern after a step of the derivation; a
// step below 0 is the last one.
func WhyOf(in *report.Input, l *Location, name string, step int) (w patterns.Why, err error) {
	span, err := l.Span(in.File)
	if err != nil {
		return w, err
	}
	known, d, at := false, int32(-1), int32(min(step, 1<<31-1))
	if name != "" {
		definition, part, err := findNamed(in, name)
		if err != nil {
			return w, err
		}
		if d, span.Start = definition, -1; part != nil {
			span = part.At
		}
	}
	if d >= 0 {
		w, known = in.Result.Front.WhyDefinition(d, at)
	} else {
		w, known = in.Result.Front.Why(span.Start, at)
	}
	switch {
	case !known:
		err = nothingKnown(in, l, name, span.Start)
	case w.TooLarge > 0:
		err = Wrong(fmt.Sprintf("%s is too large to explain: its derivation has %d nodes, and at most %d are explained",
			words.Quote(w.Definition), w.TooLarge, patterns.MostExplained))
	case at > w.Steps:
		err = Wrong(fmt.Sprintf("there is no step %d: the derivation has %s", step,
			lang.Count(int(w.Steps), "step", "steps")))
	}
	return w, err
}

// nothingKnown is the error for a question without an answer, with a likely reason.
func nothingKnown(in *report.Input, l *Location, name string, offset int32) error {
	what := words.Quote(name)
	if name == "" {
		what = fmt.Sprintf("%s:%d:%d", in.Name, l.Line, l.Column)
	}
	message := "nothing is known of " + what
	for _, d := range in.Result.Definitions {
		if d.Name == name || offset >= 0 && touches(d.Span, lang.Span{Start: offset, End: offset}) {
			if !d.OK {
				file := in.File.At(d.Span.Start)
				message += fmt.Sprintf(", since there is an error in %s: patgraph explain %s:%d",
					words.Quote(d.Name), file.Name, file.Position(d.Span.Start).Line)
			}
			return Wrong(message)
		}
	}
	if name == "" {
		message += ": no definition is there"
	}
	return Wrong(message)
}

// viewOf returns the view that the flags select.
func (f *Flags) viewOf() (report.View, error) {
	view, asked := report.Folded, ""
	for _, v := range []struct {
		flag  string
		given bool
		view  report.View
	}{{"tree", f.Tree, report.Tree}, {"narrate", f.Narrate, report.Narrated}, {"full", f.Full, report.Full}} {
		switch {
		case !v.given:
		case asked != "":
			return view, Wrong("--" + asked + " and --" + v.flag + " are two ways of writing the same; only one is possible")
		case f.Format == "json":
			return view, Wrong("--" + v.flag + " is a way of writing text; --format json has everything anyway")
		default:
			view, asked = v.view, v.flag
		}
	}
	return view, nil
}
