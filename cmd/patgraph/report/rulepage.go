package report

import "github.com/patgraph/patgraph/lang"

// AppendRulePage writes the page of a typing rule.
func (s *Style) AppendRulePage(b []byte, p lang.RulePage) []byte {
	b = s.line(b, heading, p.Name+" ("+p.Number+"): "+s.prose(p.Title))
	b = s.paragraph(b, "", p.Meaning)
	b = s.section(b, "What it states:")
	column := 0
	for _, c := range p.Constraints {
		column = max(column, width(p.Name+leading(": ", c.Name)))
	}
	for _, c := range p.Constraints {
		left := 2 + column + 2
		b = append(b, "  "+padded(p.Name+leading(": ", c.Name), column)+"  "...)
		b = s.lines(b, plain, "", blanks(left), s.prose(c.Says), s.columnsLeft(left))
	}
	b = s.program(b, "An example:", p.Example)
	b = s.section(b, "What is derived for it:")
	b = s.lines(b, plain, "    ", "        ", "f : "+s.prose(p.Signature), s.columnsLeft(8))
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
		b = append(b, blanks(column-len(p.Name)+2)+s.prose(p.Title)+"\n"...)
	}
	return b
}
