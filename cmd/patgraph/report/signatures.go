package report

import (
	"fmt"
	"math"
	"strings"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns"
)

// AppendHeader writes the line above the results of an input, if there are several inputs.
func (s *Style) AppendHeader(b []byte, name string) []byte {
	return s.line(b, heading, s.name(name)+":")
}

// widestName is the maximum width of a name that counts for alignment.
const widestName = 24

// column is the width of a column of texts, not counting texts wider than most.
func column(texts []string, most int) int {
	n := 0
	for _, t := range texts {
		if w := width(t); w <= most {
			n = max(n, w)
		}
	}
	return n
}

// padded pads a text with blanks to a column's width.
func padded(text string, column int) string { return text + blanks(column-width(text)) }

func blanks(n int) string { return strings.Repeat(" ", max(n, 0)) }

// A spelling counts the signatures written for an input.
type spelling struct {
	whole   bool // signatures are not shortened
	written int  // bytes written so far

	listed int // expressions listed so far
}

const (
	// freeSignatureBytes is the number of bytes of signatures after which those of an input are cut to briefSide: each
	// definition may have a signature as large as the whole program.
	freeSignatureBytes = 4 << 20
	briefSide          = 100
	// expressionSide is about the maximum number of bytes of either side of an expression's signature.
	expressionSide = 400
)

// mostExpressions is the maximum number of expressions of an input listed as text. Tests lower it.
var mostExpressions = 200_000

// signature writes a signature with about most bytes on either side.
func (s *spelling) signature(r *patterns.Result, v patterns.View, most int) string {
	switch {
	case s.whole:
		most = 0
	case s.written > freeSignatureBytes:
		most = briefSide
	}
	text := lang.Signature(r.Front.ShortSignature(v.Within(most)))
	s.written += len(text)
	return text
}

// AppendSignatures writes the types and the signatures of an input, one per line; with all, also the expressions below
// each definition, indented by nesting depth.
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

// AppendSignaturesOf is AppendSignatures for the given types and definitions of an analysed input.
func (s *Style) AppendSignaturesOf(b []byte, in *Input, types, definitions []int32, all bool) []byte {
	r := in.Result
	spelt, bodies := spelling{whole: s.Whole}, bodies{}
	b = s.typeLines(b, r, types)
	names := each(definitions, func(_ int, i *int32) string { return s.prose(lang.Cut(r.Definitions[*i].Name, longName)) })
	column := column(names, widestName)
	for n, i := range definitions {
		b = s.paint(b, heading, names[n])
		b = append(b, blanks(column-width(names[n]))...)
		b = append(b, " : "...)
		b = append(b, s.prose(spelt.signature(r, r.Solver.View(i), patterns.LongSide))...)
		if !r.Definitions[i].OK {
			b = s.paint(append(b, "  "...), errorWord, "(error)")
		} else if on := r.Definitions[i].RelyOn; len(on) > 0 {
			b = s.paint(append(b, "  "...), warningWord, "(relies on "+s.names(r, on)+", which has an error)")
		} else if !r.Solver.Derivation(i).Converged {
			b = s.paint(append(b, "  "...), warningWord, "(not final)")
		}
		b = append(b, '\n')
		if r.Totality != nil {
			b = s.totality(b, &r.Totality[i])
		}
		b = s.sizes(b, in, i)
		if all && r.Stages(i) != nil {
			b = s.stages(b, r.File, r.Stages(i))
		} else if all {
			b = s.expressions(b, r, i, &spelt, bodies)
		}
	}
	return b
}

// names lists the first of some definitions by name, and counts the others.
func (s *Style) names(r *patterns.Result, list []int32) string {
	text := "`" + s.prose(r.Definitions[list[0]].Name) + "`"
	if len(list) > 1 {
		text += fmt.Sprintf(" and %d more", len(list)-1)
	}
	return text
}

func (s *Style) typeLines(b []byte, r *patterns.Result, types []int32) []byte {
	names := each(types, func(_ int, i *int32) string { return s.prose(lang.Cut(r.TypeDefs[*i].Name, longName)) })
	column := column(names, widestName)
	for n, i := range types {
		b = s.paint(b, heading, "$"+names[n])
		b = append(b, blanks(column-width(names[n]))+" = "...)
		if t := r.TypeDefs[i].Type; t == patterns.NoType {
			b = s.line(b, errorWord, "(error)")
		} else {
			b = append(b, s.prose(r.Front.ShortTypeDefinition(t, 0))+"\n"...)
		}
	}
	return b
}

// AppendSignature writes the signature of a definition after a name; with an empty name, as the signature of a value
// on the line before.
func (s *Style) AppendSignature(b []byte, in *Input, d int32, name string) []byte {
	if name == "" {
		b = s.paint(append(b, "  "...), faint, ": ")
	} else {
		b = append(s.paint(b, heading, s.name(name)), " : "...)
	}
	spelt := spelling{whole: s.Whole}
	return append(b, s.prose(spelt.signature(in.Result, in.Result.Solver.View(d), patterns.LongSide))+"\n"...)
}

// expressions writes a line for each expression of a definition: its place, text and signature.
func (s *Style) expressions(b []byte, r *patterns.Result, d int32, spelt *spelling, bodies bodies) []byte {
	list := r.Front.Expressions(d)
	all := len(list)
	if !s.Whole {
		list = list[:min(all, mostExpressions-spelt.listed)]
	}
	spelt.listed += len(list)
	if len(list) == 0 {
		return s.moreExpressions(b, all)
	}
	body, first := bodies.body(r, d, list)
	places, texts := make([]string, len(list)), make([]string, len(list))
	var open []lang.Span // the expressions around the current one
	for i, e := range list {
		for len(open) > 0 && !open[len(open)-1].Contains(e.Span) {
			open = open[:len(open)-1]
		}
		places[i] = lineColumn(r.File, e.Span)
		texts[i] = strings.Repeat("  ", min(len(open), maxIndent)) + s.Excerpt(r.File, e.Span)
		open = append(open, e.Span)
	}
	placeColumn, textColumn := column(places, math.MaxInt), column(texts, math.MaxInt)
	for i := range list {
		b = s.paint(append(b, "  "...), faint, padded(places[i], placeColumn))
		v := patterns.View{Scheme: body, In: body.Roots[first+2*i], Out: body.Roots[first+2*i+1]}
		b = append(b, "  "+padded(texts[i], textColumn)+" : "+s.prose(spelt.signature(r, v, expressionSide))+"\n"...)
	}
	return s.moreExpressions(b, all-len(list))
}

// moreExpressions writes the number of expressions that are not listed.
func (s *Style) moreExpressions(b []byte, n int) []byte {
	if n == 0 {
		return b
	}
	more := lang.Count(n, "further expression", "further expressions")
	return s.line(append(b, "  "...), faint, s.ellipsis()+" "+more+"; --full lists all")
}

const (
	maxIndent  = 10
	maxExcerpt = 28
	maxNamed   = 48 // of a stage that gives its value a name
)

// Excerpt is the text of a span on one line, shortened in the middle.
func (s *Style) Excerpt(f *lang.File, span lang.Span) string { return s.excerpt(f, span, maxExcerpt) }

func (s *Style) excerpt(f *lang.File, span lang.Span, most int) string {
	src := f.Src[span.Start:span.End]
	enough := 16 * most
	if len(src) > enough {
		src = append(append([]byte{}, src[:enough/2]...), src[len(src)-enough/2:]...)
	}
	text := s.prose(strings.Join(strings.Fields(string(src)), " "))
	if width(text) <= most {
		return text
	}
	e := " " + s.ellipsis() + " "
	room := (most - width(e)) / 2
	return strings.TrimRight(fit(text, room), " ") + e + strings.TrimLeft(fitEnd(text, room), " ")
}

// fit is the longest prefix of a text that has at most so many columns.
func fit(text string, columns int) string {
	for at, c := range clusters(text) {
		if columns -= clusterWidth(c); columns < 0 {
			return text[:at]
		}
	}
	return text
}

// fitEnd is the longest suffix of a text that has at most so many columns.
func fitEnd(text string, columns int) string {
	skip := width(text) - columns
	for at, c := range clusters(text) {
		if skip <= 0 {
			return text[at:]
		}
		skip -= clusterWidth(c)
	}
	return ""
}
