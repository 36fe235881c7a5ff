package report

import (
	"fmt"
	"strconv"

	"github.com/patgraph/patgraph/patterns"
)

// AppendWhy writes why an expression has its pattern.
func (s *Style) AppendWhy(b []byte, in *Input, w *patterns.Why, v View) []byte {
	if v == Narrated {
		return s.narrateWhy(b, in, w)
	}
	expression := "`" + s.prose(w.Expression) + "`"
	signature := wrap(s.prose(w.Signature), s.columnsLeft(4))
	b = s.paint(b, heading, expression)
	switch {
	case w.Signature == "":
	case len(signature) == 1 && (s.Width == 0 || width(expression)+3+width(signature[0]) <= s.Width):
		b = append(b, " : "+signature[0]...)
	default:
		for _, line := range signature {
			b = append(b, "\n    "+line...)
		}
	}
	b = append(b, '\n')
	b, indent := s.framed(b, in, w.Span, []mark{{w.Span, "", true}})
	_, file := in.seen(w.Span)
	t := proofWriter{s, file, w.Definition, indent}
	b = s.bar(b, indent)
	if text := momentOf(w); text != "" {
		b = s.remark(b, indent, "note", text)
	}
	if text := missingParts(w); text != "" {
		b = s.remark(b, indent, "note", text)
	}
	deep := false
	for i := range w.Parts {
		p := &w.Parts[i]
		title := s.prose(p.What.String())
		switch {
		case len(p.Story) == 0 && v != Tree:
			b = t.title(b, indent, title)
		case v == Tree && (len(p.Steps) > 0 || len(p.Story) == 0):
			b = t.tree(b, title+", because", p.Steps)
			b = t.unchecked(b, p.Checked)
		default:
			b, _ = t.story(b, title+", because", p.Story, 0)
			deep = deep || nested(p.Steps)
		}
	}
	if deep {
		flags := "--tree"
		if w.Step != w.Steps {
			flags = "--at " + strconv.Itoa(int(w.Step)) + " " + flags
		}
		if !in.File.InMain(w.Span) {
			// A place in a library cannot be an argument, so the definition is named.
			flags = ShellWord(w.Definition) + " " + flags
		}
		b = s.command(b, indent, "why", in, w.Span, flags)
	}
	return b
}

// missingParts says why parts of an explanation are missing, "" if none are.
func missingParts(w *patterns.Why) string {
	switch {
	case w.Incomplete:
		return "not all parts are explained: the limit of searches was reached"
	case len(w.Parts) == 0:
		return "nothing is known of it"
	}
	return ""
}

// momentOf says which intermediate step of a derivation is shown, "" for the last one.
func momentOf(w *patterns.Why) string {
	if w.Step == w.Steps {
		return ""
	}
	return fmt.Sprintf("this is what is known after step %d of %d", w.Step, w.Steps)
}

func (s *Style) narrateWhy(b []byte, in *Input, w *patterns.Why) []byte {
	name, file := in.seen(w.Span)
	t := &proofWriter{s, file, "", 0}
	where := s.name(name) + ", " + spoken(file, w.Span) + leading(", ", t.otherDefinition(w.Definition))
	text := "In " + where + ": `" + w.Expression + "`"
	if w.Signature != "" {
		text += " has the signature `" + w.Signature + "`"
	}
	b = s.sentence(b, text)
	t.definition = w.Definition
	if text := momentOf(w); text != "" {
		b = s.sentence(b, text)
	}
	if text := missingParts(w); text != "" {
		b = s.sentence(b, text)
	}
	for i := range w.Parts {
		p := &w.Parts[i]
		if len(p.Steps) == 0 {
			b = s.sentence(b, p.What.String())
			for i := range p.Story {
				b = s.sentence(b, p.Story[i].Text.String()+" ("+spoken(file, p.Story[i].Span)+")")
			}
			continue
		}
		b = s.sentence(b, p.What.String()+", as "+steps(len(p.Steps)))
		b = t.narrateSteps(b, p.Steps)
		if !p.Checked {
			b = s.sentence(b, notChecked)
		}
	}
	return b
}
