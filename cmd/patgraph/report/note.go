package report

// AppendNote writes what the program has to say beside its results: a clause,
// lines about it, and what to do.
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

// AppendLine writes a line of text, with nothing in it that a terminal could obey.
func (s *Style) AppendLine(b []byte, text string) []byte {
	return append(append(b, s.name(text)...), '\n')
}
