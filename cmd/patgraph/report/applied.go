package report

import (
	"slices"
	"strings"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns/repair"
)

// Applied are the fixes that were applied to an input.
type Applied struct {
	repair.Applied
	Written bool // the changed text was written, and not only shown
}

// AppendApplied writes which fixes were made, each with its place in the text before it, and which were not.
func (s *Style) AppendApplied(b []byte, in *Input) []byte {
	if in.Applied == nil {
		return b
	}
	word := "would fix"
	if in.Applied.Written {
		word = "fixed"
	}
	from := len(b)
	for i := range in.Applied.Made {
		b = s.application(b, in, &in.Applied.Made[i], word)
	}
	for i := range in.Applied.Refused {
		b = s.application(b, in, &in.Applied.Refused[i], "not fixed")
	}
	if in.Applied.Stopped {
		b = s.lines(b, plain, "", "  ",
			"stopped, because one run makes only so many trials for a file; another run goes on", s.columnsLeft(0))
	}
	if len(b) > from {
		b = append(b, '\n')
	}
	return b
}

// application writes a line about a fix.
func (s *Style) application(b []byte, in *Input, x *repair.Application, word string) []byte {
	head := word + "[" + string(x.Diagnostic.Code) + "]"
	b = s.paint(b, heading, head)
	d := *x.Diagnostic
	d.Fixes = slices.Clone(d.Fixes)
	fix := &d.Fixes[x.Fix]
	fix.Checked, fix.Clean, fix.Grade = false, false, "" // what is made has been tried
	then := &Input{Name: in.Name, File: x.File}
	_, file := then.seen(d.Span)
	place := func(f *lang.File, at lang.Span) string { return strings.TrimLeft(s.placeIn(f, at), " ") }
	text := s.name(in.Name) + ":" + s.placeIn(file, d.Span) + ": " + s.prose(s.fixTitle(then, &d, x.Fix, place))
	if x.Reason != "" {
		text += " (" + s.prose(x.Reason) + ")"
	}
	return s.lines(b, plain, " ", "    ", text, s.columnsLeft(len(head)+1))
}
