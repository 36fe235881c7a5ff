package report

import (
	"strings"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns"
)

// AppendHeader writes the line above the results of one of several inputs.
func (s *Style) AppendHeader(b []byte, name string) []byte {
	return s.line(b, heading, s.name(name)+":")
}

// widestName is the longest name that others are lined up with.
const widestName = 24

// AppendSignatures writes the types and the signatures of an input, one a line;
// with all, below each definition its expressions, indented as they are nested.
func (s *Style) AppendSignatures(b []byte, in *Input, all bool) []byte {
	if in.Result == nil {
		return b
	}
	var types, definitions []int32
	for i := range in.Result.TypeDefs {
		if in.shows(in.Result.TypeDefs[i].Span) {
			types = append(types, int32(i))
		}
	}
	for i := range in.Result.Definitions {
		if in.shows(in.Result.Definitions[i].Span) {
			definitions = append(definitions, int32(i))
		}
	}
	return s.AppendSignaturesOf(b, in, types, definitions, all)
}

// AppendSignaturesOf is AppendSignatures for some types and definitions of an input
// that was analysed, by their numbers.
func (s *Style) AppendSignaturesOf(b []byte, in *Input, types, definitions []int32, all bool) []byte {
	r := in.Result
	b = s.typeLines(b, r, types)
	column := 0
	for _, i := range definitions {
		if w := width(s.prose(r.Definitions[i].Name)); w <= widestName {
			column = max(column, w)
		}
	}
	for _, i := range definitions {
		d := &r.Definitions[i]
		x := r.Solver.Derivation(i)
		name := s.prose(d.Name)
		b = s.paint(b, heading, name)
		b = append(b, strings.Repeat(" ", max(0, column-width(name)))...)
		scheme := r.Solver.Scheme(i)
		b = append(b, " : "...)
		b = append(b, s.prose(r.Front.Signature(scheme, scheme.Roots[0], scheme.Roots[1]))...)
		switch {
		case !d.OK:
			b = append(b, "  "...)
			b = s.paint(b, errorWord, "(error)")
		case !x.Converged:
			b = append(b, "  "...)
			b = s.paint(b, warningWord, "(not final)")
		}
		b = append(b, '\n')
		if r.Totality != nil {
			b = s.totality(b, &r.Totality[i])
		}
		if all {
			b = s.expressions(b, r, i)
		}
	}
	return b
}

func (s *Style) typeLines(b []byte, r *patterns.Result, types []int32) []byte {
	column := 0
	for _, i := range types {
		if w := width(s.prose(r.TypeDefs[i].Name)); w <= widestName {
			column = max(column, w)
		}
	}
	for _, i := range types {
		d := &r.TypeDefs[i]
		name := s.prose(d.Name)
		b = s.paint(b, heading, "$"+name)
		b = append(b, strings.Repeat(" ", max(0, column-width(name)))...)
		b = append(b, " = "...)
		if d.Type == patterns.NoType {
			b = s.paint(b, errorWord, "(error)")
		} else {
			b = append(b, s.prose(r.Front.ShortTypeDefinition(d.Type, 0))...)
		}
		b = append(b, '\n')
	}
	return b
}

// AppendSignature writes the signature of a definition behind what it is called, with
// an empty name as what a value before it has.
func (s *Style) AppendSignature(b []byte, in *Input, d int32, name string) []byte {
	r := in.Result
	scheme := r.Solver.Scheme(d)
	text := s.prose(r.Front.Signature(scheme, scheme.Roots[0], scheme.Roots[1]))
	if name == "" {
		b = append(b, "  "...)
		b = s.paint(b, faint, ": ")
	} else {
		b = s.paint(b, heading, s.name(name))
		b = append(b, " : "...)
	}
	return append(append(b, text...), '\n')
}

// Excerpt is the text of a span in one short line.
func (s *Style) Excerpt(in *Input, span lang.Span) string { return s.excerpt(in.File, span) }

// expressions writes a line for every expression of a definition: its place, the
// text and the signature.
func (s *Style) expressions(b []byte, r *patterns.Result, d int32) []byte {
	list := r.Front.Expressions(d)
	type entry struct{ place, text, signature string }
	entries := make([]entry, len(list))
	var open []lang.Span // the expressions around the present one
	placeWidth, textWidth := 0, 0
	for i, e := range list {
		for len(open) > 0 && !open[len(open)-1].Contains(e.Span) {
			open = open[:len(open)-1]
		}
		p := r.File.Position(e.Span.Start)
		scheme := r.Solver.Quotient(e.In, e.Out)
		entries[i] = entry{
			place:     p.String(),
			text:      strings.Repeat("  ", min(len(open), maxIndent)) + s.excerpt(r.File, e.Span),
			signature: s.prose(r.Front.Signature(scheme, scheme.Roots[0], scheme.Roots[1])),
		}
		placeWidth = max(placeWidth, len(entries[i].place))
		textWidth = max(textWidth, width(entries[i].text))
		open = append(open, e.Span)
	}
	for _, e := range entries {
		b = append(b, "  "...)
		b = s.paint(b, faint, e.place+strings.Repeat(" ", placeWidth-len(e.place)))
		b = append(b, "  "...)
		b = append(b, e.text...)
		b = append(b, strings.Repeat(" ", textWidth-width(e.text))...)
		b = append(b, " : "...)
		b = append(b, e.signature...)
		b = append(b, '\n')
	}
	return b
}

const (
	maxIndent  = 10
	maxExcerpt = 28
)

// excerpt is the text of a span on one line, shortened in the middle.
func (s *Style) excerpt(f *lang.File, span lang.Span) string {
	src := f.Src[span.Start:span.End]
	const enough = 16 * maxExcerpt
	if len(src) > enough {
		src = append(append([]byte{}, src[:enough/2]...), src[len(src)-enough/2:]...)
	}
	text := s.prose(strings.Join(strings.Fields(string(src)), " "))
	if width(text) <= maxExcerpt {
		return text
	}
	e := " " + s.ellipsis() + " "
	room := (maxExcerpt - width(e)) / 2
	return strings.TrimRight(fit(text, room), " ") + e + strings.TrimLeft(fitEnd(text, room), " ")
}

// fit is the start of a text that has at most so many columns.
func fit(text string, columns int) string {
	end, n := 0, 0
	eachCluster(text, func(offset int, c string) {
		if n += clusterWidth(c); n <= columns {
			end = offset + len(c)
		}
	})
	return text[:end]
}

// fitEnd is the end of a text that has at most so many columns.
func fitEnd(text string, columns int) string {
	skip := width(text) - columns
	start, n := len(text), 0
	eachCluster(text, func(offset int, c string) {
		if n >= skip && start == len(text) {
			start = offset
		}
		n += clusterWidth(c)
	})
	return text[start:]
}
