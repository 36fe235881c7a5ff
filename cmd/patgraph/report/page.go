package report

import (
	"strings"

	"github.com/patgraph/patgraph/lang"
)

// AppendPage writes the manual page of a code.
func (s *Style) AppendPage(b []byte, p lang.Page) []byte {
	b = s.rated(b, p.Severity, p.Severity.String()+"["+string(p.Code)+"]")
	b = s.line(b, heading, ": "+s.prose(s.Pages.Title(&p)))
	b = s.paragraph(b, "", p.Meaning)
	b = s.program(b, "For example:", p.Bad)
	b = s.program(b, "Fixed:", p.Good)
	b = s.paragraph(b, "Why: ", p.Why)
	if len(p.Related) > 0 {
		b = append(b, "\nRelated:\n"...)
		for _, c := range p.Related {
			b = append(b, "  "+string(c)...)
			if r, ok := s.Pages.In(p.Language, c); ok {
				b = append(b, "  "+s.prose(r.Title)...)
			}
			b = append(b, '\n')
		}
	}
	return b
}

// paragraph writes a text of paragraphs, separated by empty lines.
func (s *Style) paragraph(b []byte, start, text string) []byte {
	for i, part := range paragraphs(text) {
		if i == 0 {
			part = start + part
		}
		b = s.lines(append(b, '\n'), plain, "", "", s.prose(part), s.columnsLeft(0))
	}
	return b
}

func (s *Style) program(b []byte, title, source string) []byte {
	source = strings.Trim(source, "\n")
	if source == "" {
		return b
	}
	b = s.section(b, title)
	for line := range strings.SplitSeq(source, "\n") {
		if line != "" {
			b = append(b, "    "+line...)
		}
		b = append(b, '\n')
	}
	return b
}

// section writes a title between empty lines.
func (s *Style) section(b []byte, title string) []byte {
	return append(s.line(append(b, '\n'), heading, title), '\n')
}

// AppendPageList writes the codes that have a page, with their titles. Pages with the same code and title share a line.
func (s *Style) AppendPageList(b []byte) []byte {
	for i, p := range s.Pages {
		if i > 0 && s.Pages[i-1].Code == p.Code && s.Pages[i-1].Title == p.Title {
			continue
		}
		b = s.rated(b, p.Severity, string(p.Code))
		b = append(b, "  "...)
		if p.Severity != lang.Error {
			b = append(b, p.Severity.String()+": "...)
		}
		b = append(b, s.prose(s.Pages.Title(&p))+"\n"...)
	}
	return b
}
