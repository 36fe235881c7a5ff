package cli

import (
	"fmt"
	"strings"

	"github.com/patgraph/patgraph/cmd/patgraph/report"
	"github.com/patgraph/patgraph/cmd/patgraph/words"
	"github.com/patgraph/patgraph/graphviz"
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns"
)

// Trace is the command that lists the steps of derivations.
func Trace() *Command {
	return &Command{
		Name: "trace", Args: "FILE [NAME]", Summary: "list the steps by which definitions are derived",
		Details: "Each step makes two patterns one. Pass the number of a step to patgraph why --at to see the state\n" +
			"after it. At most 300,000 steps are listed.\n\n" +
			"With --svg, each step of a definition that changes its patterns is a picture in the folder, with the\n" +
			"number of the step in its name. Patterns keep their places, so the pictures can be shown in turn;\n" +
			"the tab Time of patgraph explore moves them.",
		Examples: [][2]string{
			{"patgraph trace lib.k f", "the steps of a definition"},
			{"echo '.a .b' | patgraph trace -", "those of a program from standard input"},
			{"patgraph trace lib.k f --svg steps", "a picture of each step in the folder steps"},
			{"patgraph trace net.trs Net.forward --view constraints", "in a language with stages, the equations between them"},
		},
		Run: (*Flags).trace,
	}
}

func (f *Flags) trace(p *Program, args []string) error {
	l, name, err := fileAndName(p, args)
	if err != nil {
		return err
	}
	if l.Line > 0 {
		var hints []string
		if l.Column > 0 {
			hints = []string{"patgraph why " + l.Written}
		}
		return Wrong("patgraph trace takes a file and the name of a definition, not a place", hints...)
	}
	switch {
	case f.View != "steps" && f.SVG != "":
		return Wrong("--svg draws --view steps only")
	case f.View != "steps":
		return f.account(p, l, name)
	case f.SVG != "":
		return f.film(p, l, name)
	}
	var traces []report.Trace
	asData := f.Format == "json"
	pick := func(in *report.Input) error {
		list, left, err := TracesOf(in, name, asData)
		if left > 0 {
			p.Err.Print([]byte("patgraph: " + lang.Count(left, "definition is", "definitions are") +
				" left out, since there are too many steps; patgraph trace FILE NAME lists those of one\n"))
		}
		traces, in.Diagnostics = list, nil
		return err
	}
	style := f.Style(p, p.Stdout)
	return f.Answer(p, l, pick, func(in *report.Input) []byte {
		if asData {
			return report.AppendTraceData(nil, in, traces)
		}
		return style.AppendTraces(nil, in, traces)
	})
}

// TracesOf lists the steps of a definition, or of all definitions without those of libraries; left is the number of
// definitions that are left out because there are too many steps. Optionally it determines which steps of one
// definition change nothing in its picture.
func TracesOf(in *report.Input, name string, trivial bool) (traces []report.Trace, left int, err error) {
	most, room := mostTraced, mostNodes
	from, to := int32(0), int32(len(in.Result.Definitions))
	if name != "" {
		if from, err = definitionNamed(in, name); err != nil {
			return nil, 0, err
		}
		to = from + 1
	}
	for d := from; d < to; d++ {
		if to-from > 1 && !in.File.InMain(in.Result.Definitions[d].Span) {
			continue // definitions of libraries must be named
		}
		first, end := in.Result.Solver.Nodes(d)
		if n := int(end - first); n > room || most == 0 {
			if name != "" {
				return nil, 0, Wrong(fmt.Sprintf("%s has too many steps to list: its derivation has %d nodes, "+
					"and at most %d are searched", words.Quote(name), n, mostNodes))
			}
			left++
			continue
		}
		room -= int(end - first)
		events, steps := in.Result.Front.Trace(d, most)
		most -= len(events)
		t := report.Trace{Definition: in.Result.Definitions[d].Name, Events: events, Steps: steps}
		if name != "" && trivial {
			if film := graphviz.NewFilm(in.Result, d); film != nil {
				t.Trivial = film.Trivial
			}
		}
		traces = append(traces, t)
	}
	return traces, left, nil
}

// mostTraced is the maximum number of steps that are listed: each takes about a kilobyte until it is written. Tests
// lower it.
var mostTraced = 300_000

// mostNodes is the maximum total number of nodes of the derivations whose steps are searched.
const mostNodes = 3_000_000

// account writes how types are found, for a language that supports it.
func (f *Flags) account(p *Program, l *Location, name string) error {
	var accounts []report.Account
	pick := func(in *report.Input) error {
		front, ok := in.Result.Front.(patterns.Accountant)
		if !ok {
			return Wrong("--view " + f.View + " is for languages with stages; programs of " + in.Result.Language + " have none")
		}
		from, to, function := int32(0), int32(len(in.Result.Definitions)), ""
		if name != "" {
			of := name
			if dot := strings.IndexByte(name, '.'); dot > 0 {
				of, function = name[:dot], name[dot+1:]
			}
			d, err := definitionNamed(in, of)
			if err != nil {
				return err
			}
			from, to = d, d+1
		}
		for d := from; d < to; d++ {
			if to-from > 1 && !in.File.InMain(in.Result.Definitions[d].Span) {
				continue
			}
			lines, ok := front.Account(d, function, f.View)
			if !ok {
				return Wrong(words.Quote(in.Result.Definitions[d].Name) + " has no function " + words.Quote(function))
			}
			accounts = append(accounts, report.Account{Definition: in.Result.Definitions[d].Name, Lines: lines})
		}
		in.Diagnostics = nil
		return nil
	}
	style := f.Style(p, p.Stdout)
	return f.Answer(p, l, pick, func(in *report.Input) []byte {
		if f.Format == "json" {
			return report.AppendAccountData(nil, in, accounts)
		}
		return style.AppendAccounts(nil, accounts)
	})
}
