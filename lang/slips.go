package lang

// Clip shortens a text for a message and keeps it on one line.
func Clip(s string) string {
	const most = 40
	n := 0
	for i, r := range s {
		if n == most || r < ' ' {
			return s[:i] + "…"
		}
		n++
	}
	return s
}

// Sure returns a change that certainly undoes a mistake: a text in place of a span.
func Sure(title string, s Span, text string) []Fix {
	return []Fix{{Title: Text(title), Grade: "machine", Edits: []Edit{{Span: s, Text: text}}}}
}

// Perhaps marks changes as uncertain.
func Perhaps(fixes []Fix) []Fix {
	fixes[0].Grade = "maybe"
	return fixes
}

// RelationSuffix ends the names of files of relations, which precede programs and are in a language of their own.
const RelationSuffix = ".rel"
