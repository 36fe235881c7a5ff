package explaining

import (
	"slices"

	"github.com/patgraph/patgraph/cmd/patgraph/analysis"
	"github.com/patgraph/patgraph/cmd/patgraph/command"
	"github.com/patgraph/patgraph/cmd/patgraph/report"
	"github.com/patgraph/patgraph/lang"
)

// Trace is the command that lists the steps of derivations.
func Trace() *command.Command {
	f := &placeFlags{}
	return &command.Command{
		Name: "trace", Args: "FILE [NAME]", Summary: "list the steps by which definitions are derived",
		Details: "Each step makes two patterns one; its number can be asked about by patgraph why --at.",
		Examples: [][2]string{
			{"patgraph trace lib.k f", "the steps of a definition"},
			{"echo '.a .b' | patgraph trace -", "those of a program from standard input"},
		},
		Options: slices.Concat([]command.Option{f.format()}, f.Display.Options(), f.Analysis(), f.Settings(), f.Debug()),
		Run:     f.trace,
	}
}

func (f *placeFlags) trace(p *command.Program, args []string) error {
	l, name, err := analysis.FileAndName(p, args)
	if err != nil {
		return err
	}
	if l.Line > 0 {
		var hints []string
		if l.Column > 0 {
			hints = []string{"patgraph why " + l.Written}
		}
		return command.Wrong("patgraph trace takes a file and the name of a definition, not a place", hints...)
	}
	var traces []report.Trace
	pick := func(in *report.Input, _ lang.Span) error {
		from, to := int32(0), int32(len(in.Result.Definitions))
		if name != "" {
			d, err := analysis.DefinitionNamed(in, name)
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
	style := f.Display.Style(p, p.Stdout)
	return f.Answer(p, l, pick, func(in *report.Input) []byte {
		if f.Format == "json" {
			return report.AppendTraceData(nil, in, traces)
		}
		return style.AppendTraces(nil, in, traces)
	})
}
