package report

import (
	"strings"

	"github.com/patgraph/patgraph/lang"
)

// AppendRulePage writes the page of a typing rule.
func (s *Style) AppendRulePage(b []byte, p lang.RulePage) []byte {
	b = s.line(b, heading, p.Name+" ("+p.Number+"): "+s.prose(p.Title))
	b = s.paragraph(b, "", p.Meaning)
	b = s.section(b, "What it states:")
	names, column := make([]string, len(p.Constraints)), 0
	for i, c := range p.Constraints {
		names[i] = p.Name + leading(": ", c.Name)
		column = max(column, len(names[i]))
	}
	for i, c := range p.Constraints {
		left := 2 + column + 2
		b = append(b, "  "+names[i]+strings.Repeat(" ", column-len(names[i])+2)...)
		b = s.lines(b, plain, "", strings.Repeat(" ", left), s.prose(c.Says), s.room(left))
	}
	b = s.program(b, "An example:", p.Example)
	b = s.section(b, "What is derived for it:")
	b = s.lines(b, plain, "    ", "        ", "f : "+s.prose(p.Signature), s.room(8))
	return s.paragraph(b, "", p.Remark)
}

// AppendRuleList writes the names of typing rules with their titles.
func (s *Style) AppendRuleList(b []byte, pages []lang.RulePage) []byte {
	column := 0
	for _, p := range pages {
		column = max(column, len(p.Name))
	}
	for _, p := range pages {
		b = s.paint(b, heading, p.Name)
		b = append(b, strings.Repeat(" ", column-len(p.Name)+2)...)
		b = append(b, s.prose(p.Title)...)
		b = append(b, '\n')
	}
	return b
}
