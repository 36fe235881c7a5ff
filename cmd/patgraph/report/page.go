package report

import (
	"strings"

	"github.com/patgraph/patgraph/lang"
)

// AppendPage writes the page of a code.
func (s *Style) AppendPage(b []byte, p lang.Page) []byte {
	word := errorWord
	if p.Severity == lang.Warning {
		word = warningWord
	}
	b = s.paint(b, word, p.Severity.String()+"["+string(p.Code)+"]")
	b = s.paint(b, heading, ": "+s.prose(p.Title))
	b = append(b, '\n')
	b = s.paragraph(b, "", p.Meaning)
	b = s.program(b, "A program that has it:", p.Bad)
	b = s.program(b, "Mended:", p.Good)
	b = s.paragraph(b, "Why: ", p.Why)
	if len(p.Related) > 0 {
		b = append(b, "\nRelated:\n"...)
		for _, c := range p.Related {
			b = append(b, "  "+string(c)...)
			if r, ok := s.Pages.Of(c); ok {
				b = append(b, "  "+s.prose(r.Title)...)
			}
			b = append(b, '\n')
		}
	}
	return b
}

// paragraph writes a text of some paragraphs, which empty lines separate.
func (s *Style) paragraph(b []byte, start, text string) []byte {
	text = strings.TrimSpace(text)
	if text == "" {
		return b
	}
	for i, part := range strings.Split(text, "\n\n") {
		if i == 0 {
			part = start + part
		}
		b = append(b, '\n')
		words := strings.Join(strings.Fields(part), " ")
		for _, line := range wrap(s.prose(words), s.room(0)) {
			b = append(b, line...)
			b = append(b, '\n')
		}
	}
	return b
}

func (s *Style) program(b []byte, title, source string) []byte {
	source = strings.Trim(source, "\n")
	if source == "" {
		return b
	}
	b = append(b, '\n')
	b = s.paint(b, heading, title)
	b = append(b, "\n\n"...)
	for _, line := range strings.Split(source, "\n") {
		if line != "" {
			b = append(b, "    "+line...)
		}
		b = append(b, '\n')
	}
	return b
}

// AppendPageList writes the codes that have a page, with their titles.
func (s *Style) AppendPageList(b []byte) []byte {
	for _, p := range s.Pages {
		word := errorWord
		if p.Severity == lang.Warning {
			word = warningWord
		}
		b = s.paint(b, word, string(p.Code))
		b = append(b, "  "...)
		if p.Severity == lang.Warning {
			b = append(b, "warning: "...)
		}
		b = append(b, s.prose(p.Title)...)
		b = append(b, '\n')
	}
	return b
}
