package report

// AppendNote writes a message of the program about its work: a clause, lines about it, and a remedy.
func (s *Style) AppendNote(b []byte, text string, lines []string, help string) []byte {
	b = append(b, "patgraph: "+s.prose(text)+"\n"...)
	for _, l := range lines {
		b = append(b, "  "+s.name(l)+"\n"...)
	}
	if help != "" {
		b = append(b, "  help: "+s.prose(help)+"\n"...)
	}
	return b
}

// AppendLine writes a line of text without anything that a terminal would interpret.
func (s *Style) AppendLine(b []byte, text string) []byte {
	return append(append(b, s.name(text)...), '\n')
}
