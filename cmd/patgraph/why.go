package main

import (
	"fmt"
	"strconv"

	"github.com/urfave/cli/v2"

	"github.com/patgraph/patgraph/cmd/patgraph/report"
	"github.com/patgraph/patgraph/cmd/patgraph/words"
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns"
)

// why says why an expression, or the whole of a definition, has its pattern.
func (p *program) why(c *cli.Context) error {
	view, err := viewOf(c)
	if err != nil {
		return err
	}
	l, err := fileAndName(c)
	if err != nil {
		return err
	}
	name := c.Args().Get(1)
	if name == "" && l.column == 0 {
		e := &usageError{command: "why", message: "which expression? Give FILE:LINE:COL, or FILE NAME for a definition"}
		if l.line > 0 {
			e.hints = []string{"patgraph why " + l.path + ":" + strconv.Itoa(l.line) + ":1"}
		}
		return e
	}
	at := int32(-1)
	if c.IsSet("at") {
		at = int32(min(c.Int("at"), 1<<31-1))
	}
	var w patterns.Why
	pick := func(in *report.Input, span lang.Span) error {
		known := false
		if name == "" {
			w, known = in.Result.Front.Why(span.Start, at)
		} else {
			d, err := definitionNamed(in, name, "why")
			if err != nil {
				return err
			}
			w, known = in.Result.Front.WhyDefinition(d, at)
		}
		switch {
		case !known:
			return nothingKnown(in, l, name, span.Start)
		case at > w.Steps:
			return &usageError{command: "why", message: fmt.Sprintf("there is no step %d: the derivation has %s", c.Int("at"), words.Count(int(w.Steps), "step", "steps"))}
		}
		in.Diagnostics = nil
		return nil
	}
	style := p.style(c, p.stdout)
	return p.answer(c, l, pick, func(in *report.Input) []byte {
		if c.String("format") == "json" {
			return report.AppendWhyData(nil, in, &w)
		}
		return style.AppendWhy(nil, in, &w, view)
	})
}

// trace lists the steps by which definitions were derived.
func (p *program) trace(c *cli.Context) error {
	l, err := fileAndName(c)
	if err != nil {
		return err
	}
	if l.line > 0 {
		e := &usageError{command: "trace", message: "patgraph trace takes a file and the name of a definition, not a place"}
		if l.column > 0 {
			e.hints = []string{"patgraph why " + l.written}
		}
		return e
	}
	var traces []report.Trace
	pick := func(in *report.Input, _ lang.Span) error {
		from, to := int32(0), int32(len(in.Result.Definitions))
		if name := c.Args().Get(1); name != "" {
			d, err := definitionNamed(in, name, "trace")
			if err != nil {
				return err
			}
			from, to = d, d+1
		}
		for d := from; d < to; d++ {
			if to-from > 1 && !in.File.Homely(in.Result.Definitions[d].Span) {
				continue // of libraries, those that are named
			}
			traces = append(traces, report.Trace{Definition: in.Result.Definitions[d].Name, Events: in.Result.Front.Trace(d)})
		}
		in.Diagnostics = nil
		return nil
	}
	style := p.style(c, p.stdout)
	return p.answer(c, l, pick, func(in *report.Input) []byte {
		if c.String("format") == "json" {
			return report.AppendTraceData(nil, in, traces)
		}
		return style.AppendTraces(nil, in, traces)
	})
}

// answer runs a question about one file. What is wrong with the file itself goes
// to standard error.
func (p *program) answer(c *cli.Context, l *location, pick func(*report.Input, lang.Span) error, render func(*report.Input) []byte) error {
	problem := false
	o, err := p.one(c, l, pick, func(in *report.Input) []byte {
		if problem = in.Result == nil; problem {
			style := p.style(c, p.stderr)
			return style.AppendDiagnostics(nil, in)
		}
		return render(in)
	})
	if err != nil {
		return err
	}
	if problem {
		o.Out, o.Err = nil, append(o.Err, o.Out...)
	}
	if err := p.emit(o); err != nil {
		return err
	}
	return status(o.Exit)
}

// fileAndName reads the arguments FILE[:LINE:COL] and [NAME].
func fileAndName(c *cli.Context) (*location, error) {
	command := c.Command.Name
	switch n := c.NArg(); {
	case n == 0:
		return nil, &usageError{command: command, message: "which file? - is standard input"}
	case n > 2:
		return nil, &usageError{command: command, message: "patgraph " + command + " takes one file and perhaps the name of one definition"}
	}
	l, err := parseLocation(c.Args().First(), command)
	if err == nil && l.line > 0 && c.NArg() == 2 {
		err = &usageError{command: command, message: words.Quote(l.written) + " is a place already; the name of a definition stands behind a file alone"}
	}
	return &l, err
}

// definitionNamed finds a definition, or says which one was probably meant.
func definitionNamed(in *report.Input, name, command string) (int32, error) {
	ds := in.Result.Definitions
	for i := range ds {
		if ds[i].Name == name {
			return int32(i), nil
		}
	}
	e := &usageError{command: command, message: words.Quote(in.Name) + " has no definition " + words.Quote(name)}
	e.hints = lang.Nearest(name, func(yield func(string) bool) {
		for i := range ds {
			if !yield(ds[i].Name) {
				return
			}
		}
	}, 2)
	return 0, e
}

// nothingKnown says that there is no answer, and where that may come from.
func nothingKnown(in *report.Input, l *location, name string, offset int32) error {
	what := words.Quote(name)
	if name == "" {
		what = fmt.Sprintf("%s:%d:%d", in.Name, l.line, l.column)
	}
	e := &usageError{command: "why", message: "nothing is known of " + what}
	for _, d := range in.Result.Definitions {
		if d.Name == name || name == "" && touches(d.Span, lang.Span{Start: offset, End: offset}) {
			if !d.OK {
				file := in.File.At(d.Span.Start)
				e.message += fmt.Sprintf(", since there is an error in %s: patgraph explain %s:%d",
					words.Quote(d.Name), file.Name, file.Position(d.Span.Start).Line)
			}
			return e
		}
	}
	if name == "" {
		e.message += ": no definition stands there"
	}
	return e
}
