package lsp

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/patgraph/patgraph/cmd/patgraph/lsp/protocol"
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/language"
)

// Bounds of the text at a place.
const (
	longPattern = 600 // bytes of a pattern
	mostLines   = 10  // of all
	mostWhy     = 6   // lines of reasons, after a block of code of one line
)

// hoverAt shows what is known about a place: the page of a built-in name, the definition of a type, and otherwise the
// pattern and its reasons. Punctuation has none of these, unless it is a whole expression, such as `()`.
func (v *view) hoverAt(at int32) (*protocol.Hover, error) {
	thing, use := v.symbolAt(at)
	punctuation := v.isPunctuation(at)
	if punctuation && use != nil && use.Span.End == at {
		thing, use = nil, nil // the name before it
	}
	switch {
	case thing != nil && thing.Builtin && thing.Page != "":
		return v.hover(use.Span, short(thing.Page, "patgraph explain "+thing.Full)), nil
	case thing != nil && thing.Kind == language.TypeName:
		return v.hover(use.Span, v.typePage(thing)), nil
	}
	var w patterns.Why
	known := false
	if use != nil && use.Binds && thing != nil && thing.Definition >= 0 {
		w, known = v.result().Front.WhyDefinition(thing.Definition, -1)
		w.Expression, w.Span = thing.Name, use.Span
	}
	if !known {
		w, known = v.result().Front.Why(at, -1)
	}
	if !known || punctuation && use == nil && !v.isSigns(w.Span, at) {
		return nil, nil
	}
	text := code(v.in.Language.Name, lang.Cut(w.Expression, 200)+" : "+lang.Cut(w.Signature, longPattern))
	return v.hover(w.Span, text+v.why(&w)), nil
}

// isSigns reports whether the text around a place is one or two signs.
func (v *view) isSigns(s lang.Span, at int32) bool {
	return s.Start <= at && at < s.End && len(strings.Join(strings.Fields(v.text(s)), "")) <= len("()")
}

// isPunctuation reports whether there is punctuation at a place, and no operator.
func (v *view) isPunctuation(at int32) bool {
	src, brackets := v.in.File.Src, ""
	if at >= int32(len(src)) {
		return false
	}
	if e := v.editing(); e != nil {
		brackets = e.Brackets
	}
	switch pair := src[max(0, at-1):min(int32(len(src)), at+2)]; {
	case bytes.Contains(pair, []byte("|>")) || bytes.Contains(pair, []byte("->")) || bytes.Contains(pair, []byte("=>")):
		return true
	case bytes.Contains(pair, []byte("==")) || bytes.Contains(pair, []byte("!=")) ||
		brackets == "" && (bytes.Contains(pair, []byte("<=")) || bytes.Contains(pair, []byte(">="))):
		return false
	}
	return strings.IndexByte("=(){}[],;:"+brackets, src[at]) >= 0
}

func (v *view) hover(s lang.Span, markdown string) *protocol.Hover {
	h := &protocol.Hover{Contents: protocol.MarkupContent{Kind: protocol.MarkupKindMarkdown, Value: markdown}}
	if v.inMain(s) {
		r := v.rangeOf(s)
		h.Range = &r
	}
	return h
}

// short removes blank lines of a page that has too many lines, and then its end: the last line is the command that shows
// all of it.
func short(page, command string) string {
	lines := strings.Split(page, "\n")
	if len(lines) <= mostLines {
		return page
	}
	lines = slices.DeleteFunc(lines, func(l string) bool { return l == "" })
	if len(lines) > mostLines {
		lines = lines[:mostLines-3]
		if strings.Count(strings.Join(lines, "\n"), "```")%2 == 1 { // within a block of code
			lines = append(lines, "…", "```")
		}
		lines = append(lines, "more: `"+command+"`")
	}
	return strings.Join(lines, "\n")
}

// code formats a program as a Markdown code block.
func code(language, text string) string {
	fence := "```"
	for strings.Contains(text, fence) {
		fence += "`"
	}
	return fence + language + "\n" + text + "\n" + fence
}

// prose escapes a text for Markdown, except for code in backquotes.
func prose(text string) string {
	var b strings.Builder
	for i, part := range strings.Split(text, "`") {
		if i > 0 {
			b.WriteByte('`')
		}
		if i%2 == 1 {
			b.WriteString(part)
		} else {
			b.WriteString(escapes.Replace(part))
		}
	}
	return b.String()
}

var escapes = strings.NewReplacer("\\", "\\\\", "*", "\\*", "_", "\\_", "<", "&lt;", "[", "\\[", "]", "\\]",
	"#", "\\#", "&", "&amp;")

// why lists the reasons in a few lines, with links to their places.
func (v *view) why(w *patterns.Why) string {
	var list []string
	for i := range w.Parts {
		p := &w.Parts[i]
		list = append(list, "- "+prose(p.What.String()))
		for j := range p.Story {
			l := &p.Story[j]
			list = append(list, "  - "+prose(l.Text.String())+v.link(l.Span))
		}
	}
	if len(list) > mostWhy {
		list = v.shortWhy(w)
	}
	if len(list) == 0 {
		return ""
	}
	return "\n\n" + strings.Join(list, "\n")
}

// shortWhy has a line for each known fact; facts with a reason come first.
func (v *view) shortWhy(w *patterns.Why) []string {
	var list, rest []string
	for i := range w.Parts {
		p := &w.Parts[i]
		line := "- " + prose(p.What.String())
		if n := len(p.Story); n > 0 {
			list = append(list, line+": "+prose(p.Story[n-1].Text.String())+v.link(p.Story[n-1].Span))
		} else {
			rest = append(rest, line)
		}
	}
	list = append(list, rest...)
	if len(list) > mostWhy {
		list = append(list[:mostWhy-1:mostWhy-1], fmt.Sprintf("- … %d more: `patgraph why`", len(list)-mostWhy+1))
	}
	return list
}

// link is a Markdown link to a place.
func (v *view) link(s lang.Span) string {
	if s == (lang.Span{}) {
		return ""
	}
	l := v.location(s)
	return fmt.Sprintf(" [%s](%s#L%d,%d)", v.in.File.Position(s.Start), l.URI, l.Range.Start.Line+1,
		l.Range.Start.Character+1)
}

// typePage describes a type that the program defines.
func (v *view) typePage(t *language.Symbol) string {
	var info language.TypeInfo
	if v.in.Language.Types != nil && t.Type != patterns.NoType {
		info = v.in.Language.Types(v.result()).One(t.Type, 0)
	}
	var lines []string
	if info.Count.Infinite || info.Count.Exact != nil {
		lines = append(lines, "values: "+prose(info.Count.String()))
	}
	if info.Least != "" {
		lines = append(lines, "the least value: `"+lang.Cut(info.Least, 200)+"`")
	}
	if info.ID != "" {
		lines = append(lines, "id: `"+info.ID+"`")
	}
	text := strings.Split(lang.Cut(v.text(t.Span), longPattern), "\n")
	room, rest := mostLines-2, "" // without the fence
	if len(lines) > 0 {
		room, rest = room-1-len(lines), "\n\n- "+strings.Join(lines, "\n- ")
	}
	if len(text) > room {
		text = append(text[:room-1], "…")
	}
	return code(v.in.Language.Name, strings.Join(text, "\n")) + rest
}
