package repair

import (
	"strings"

	"github.com/patgraph/patgraph/lang"
)

// Edit replaces the text of a span, with blanks where the new text would form one token with its neighbours.
func (w *Trials) Edit(s lang.Span, text string) lang.Edit {
	src := w.File.Src
	before, after := byte(' '), byte(' ')
	if s.Start > 0 {
		before = src[s.Start-1]
	}
	if int(s.End) < len(src) {
		after = src[s.End]
	}
	if text == "" {
		if w.isWord(before) && w.isWord(after) {
			text = " "
		}
		return lang.Edit{Span: s, Text: text}
	}
	first, last := text[0], text[len(text)-1]
	if w.isWord(before) && (w.isWord(first) || first == '-') {
		text = " " + text
	}
	if w.isWord(last) && w.isWord(after) {
		text += " "
	}
	return lang.Edit{Span: s, Text: text}
}

// Insert puts text into a gap between elements, separated by blanks except between projections.
func (w *Trials) Insert(at int32, text string, before bool) lang.Edit {
	src := w.File.Src
	switch {
	case before && text[0] == '.' && int(at) < len(src) && src[at] == '.':
	case before:
		text += " "
	case text[0] == '.' && at > 0 && w.isWord(src[at-1]) && w.afterDot(at):
	default:
		text = " " + text
	}
	return lang.Edit{Span: lang.Span{Start: at, End: at}, Text: text}
}

// afterDot reports whether the word that ends at an offset is a projection.
func (w *Trials) afterDot(at int32) bool {
	src := w.File.Src
	for at > 0 && w.isWord(src[at-1]) {
		at--
	}
	return at > 0 && src[at-1] == '.'
}

// Wrap encloses a span in brackets.
func Wrap(s lang.Span, brackets string) []lang.Edit {
	return []lang.Edit{
		{Span: lang.Span{Start: s.Start, End: s.Start}, Text: brackets[:1]},
		{Span: lang.Span{Start: s.End, End: s.End}, Text: brackets[1:]},
	}
}

// Unwrap removes the text of an outer span around an inner one.
func (w *Trials) Unwrap(outer, inner lang.Span) []lang.Edit {
	return []lang.Edit{
		w.Edit(lang.Span{Start: outer.Start, End: inner.Start}, ""),
		w.Edit(lang.Span{Start: inner.End, End: outer.End}, ""),
	}
}

// TrimBlanks returns the start of the blanks before an offset.
func (w *Trials) TrimBlanks(at int32) int32 {
	src, start := w.File.Src, w.File.PartAt(at).Start
	for at > start && IsBlank(src[at-1]) {
		at--
	}
	return at
}

// IsBlank reports whether a byte separates words.
func IsBlank(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }

// sourceOf returns the text of a site.
func (w *Trials) sourceOf(e int32) string { return w.File.Text(w.Span(e)) }

// signBefore returns the text before a label in a site, after the parts before it.
func (w *Trials) signBefore(site int32, label lang.Span) string {
	from := w.Span(site).Start
	for _, kid := range w.Kids(site) {
		if end := w.Span(kid).End; end <= label.Start {
			from = max(from, end)
		}
	}
	return strings.TrimSpace(w.File.Text(lang.Span{Start: from, End: label.Start}))
}
