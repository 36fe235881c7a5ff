package manual

import (
	"strings"
	"unicode/utf8"
)

const firmBlank = "\u00a0" // a non-breaking space

// Wrap breaks text between words into lines of at most some columns. A longer word gets its own line.
func Wrap(text string, width int) []string {
	var lines []string
	line, columns := "", 0
	for word := range strings.FieldsFuncSeq(text, func(c rune) bool { return c == ' ' }) {
		n := utf8.RuneCountInString(word)
		if columns > 0 && columns+1+n > width {
			lines = append(lines, strings.ReplaceAll(line, firmBlank, " "))
			line, columns = "", 0
		}
		if columns > 0 {
			line += " "
			columns++
		}
		line += word
		columns += n
	}
	return append(lines, strings.ReplaceAll(line, firmBlank, " "))
}
