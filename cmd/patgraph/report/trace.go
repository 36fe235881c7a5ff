package report

import (
	"strconv"
	"strings"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns"
)

// A Trace is a definition with the steps of its derivation.
type Trace struct {
	Definition string
	Events     []patterns.TraceEvent
	Steps      int                 // the number of all steps; Events may omit some
	Trivial    func(step int) bool // reports whether a step, from 1, changes no picture of the patterns; nil: unknown
}

// AppendTraces writes the steps by which definitions were derived, in order, and the command that shows more of one.
func (s *Style) AppendTraces(b []byte, in *Input, traces []Trace) []byte {
	some := false
	for i, t := range traces {
		if i > 0 {
			b = append(b, '\n')
		}
		b = s.trace(b, in, t)
		some = some || len(t.Events) > 0
	}
	switch {
	case len(traces) == 0:
		b = append(b, s.name(in.Name)+": there is no definition\n"...)
	case some:
		b = append(b, "\nmore: patgraph why "+s.prose(ShellWord(fileArgument(in)+":LINE:COL")+in.with())+" --at STEP\n"...)
	}
	return b
}

func (s *Style) trace(b []byte, in *Input, trace Trace) []byte {
	definition, events := trace.Definition, trace.Events
	name := "`" + s.prose(definition) + "`"
	if definition == lang.MainName {
		name = "the main expression"
	}
	b = s.paint(b, heading, capital(name))
	if trace.Steps == 0 {
		return append(b, ": nothing is known of how it was derived\n"...)
	}
	b = append(b, ": "+lang.Count(trace.Steps, "step", "steps")+"\n"...)
	if len(events) > 0 {
		b = append(b, '\n')
	}
	t := proofWriter{s, in.File, definition, 0}
	type columns struct{ number, place, reason string }
	heads := make([]columns, len(events))
	var numbers, places, reasons int
	for i := range events {
		e := &events[i]
		heads[i] = columns{strconv.Itoa(int(e.Number)), t.place(e.Span), t.reason(s.prose(e.Reason.String()), e.Definition)}
		numbers = max(numbers, len(heads[i].number))
		places = max(places, width(heads[i].place))
		reasons = max(reasons, width(heads[i].reason))
	}
	// If the columns leave no width, the text is below them.
	left := 2 + numbers + 2 + places + 2 + reasons + 2
	beside := s.Width == 0 || s.Width-left >= least
	if !beside {
		left = 2 + numbers + 2
	}
	pad := blanks(left)
	for i := range events {
		e, h := &events[i], &heads[i]
		b = append(b, blanks(2+numbers-len(h.number))...)
		b = s.paint(b, heading, h.number)
		head := "  " + blanks(places-width(h.place)) + h.place + "  " + h.reason
		if !beside {
			b = s.paint(b, faint, strings.TrimRight(head, " "))
			b = append(b, "\n"+pad...)
		} else {
			b = s.paint(b, faint, head)
			b = append(b, blanks(reasons-width(h.reason)+2)...)
		}
		b = s.lines(b, plain, "", pad, s.prose(e.What.String()), s.columnsLeft(left))
		if e.Outcome != "" {
			r := faint
			if e.Outcome == patterns.Conflicting {
				r = errorWord
			}
			b = s.line(append(b, pad...), r, s.prose(e.Outcome))
		}
		if e.After != "" {
			b = s.lines(b, plain, pad, pad+"  ", "afterwards "+s.prose(e.After), s.columnsLeft(left+2))
		}
	}
	if more := trace.Steps - len(events); more > 0 {
		b = append(b, "  … "+lang.Count(more, "further step", "further steps")+" not shown\n"...)
	}
	return b
}
