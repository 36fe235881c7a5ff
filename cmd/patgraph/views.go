package main

import (
	"os"
	"slices"

	"github.com/urfave/cli/v2"

	"github.com/patgraph/patgraph/cmd/patgraph/batch"
	"github.com/patgraph/patgraph/cmd/patgraph/inputs"
	"github.com/patgraph/patgraph/cmd/patgraph/report"
	"github.com/patgraph/patgraph/cmd/patgraph/words"
	"github.com/patgraph/patgraph/lang"
)

var (
	treeOption     = option{name: "tree", kind: isSwitch, usage: "every step of a derivation, below what follows from it"}
	narrateOption  = option{name: "narrate", kind: isSwitch, usage: "sentences without layout, for screen readers and logs"}
	fullOption     = option{name: "full", kind: isSwitch, usage: "everything: all steps, what they rest on, who is to blame, all changes that help"}
	documentOption = option{name: "format", kind: isChoice, choices: []string{"text", "json"}, preset: "text", usage: "how to write it; the schema of json is patgraph/1"}
	atOption       = option{name: "at", kind: isNumber, value: "STEP", least: 0, usage: "ask about the state after this step of the derivation, as patgraph trace counts them (default: the last one)"}
)

// viewOf returns the view that flags ask for.
func viewOf(c *cli.Context) (report.View, error) {
	view, asked := report.Folded, ""
	for _, v := range []struct {
		flag string
		view report.View
	}{{"tree", report.Tree}, {"narrate", report.Narrated}, {"full", report.Full}} {
		switch {
		case !c.Bool(v.flag):
		case asked != "":
			return view, &usageError{command: c.Command.Name, message: "--" + asked + " and --" + v.flag + " are two ways of writing the same; only one is possible"}
		case c.String("format") == "json":
			return view, &usageError{command: c.Command.Name, message: "--" + v.flag + " is a way of writing text; --format json has everything anyway"}
		default:
			view, asked = v.view, v.flag
		}
	}
	return view, nil
}

// one analyses the file of a location. When that worked, pick finds there what is
// asked for and leaves the diagnostics that are to be told; then render writes.
func (p *program) one(c *cli.Context, l *location, pick func(*report.Input, lang.Span) error, render func(*report.Input) []byte) (*batch.Outcome, error) {
	if info, err := os.Stat(l.path); err == nil && info.IsDir() {
		return nil, &usageError{command: c.Command.Name, hints: []string{"patgraph check " + inputs.Shown(l.path)},
			message: words.Quote(inputs.Shown(l.path)) + " is a folder; patgraph " + c.Command.Name + " takes a file"}
	}
	var failed error
	b, config, err := p.newBatch(c)
	if err != nil {
		return nil, err
	}
	b.Pick = func(in *report.Input) {
		var span lang.Span
		if span, failed = l.span(in.File, c.Command.Name); failed == nil {
			failed = pick(in, span)
		}
		if failed != nil {
			in.Diagnostics = nil
		}
	}
	b.Render = func(in *report.Input) ([]byte, []byte) {
		if failed != nil {
			return nil, nil
		}
		return render(in), nil
	}
	sources := inputs.Gather(p.inputOptions(c, config), []string{l.path})
	b.Separate = true
	if instead := config.insteadOf(&sources[0]); instead != nil {
		sources = instead
	}
	var result *batch.Outcome
	_, err = b.Run(slices.Values(sources), func(o *batch.Outcome) error {
		result = o
		return nil
	})
	if failed != nil {
		err = failed
	}
	return result, err
}
