// Package words has helpers for the text of messages.
package words

import (
	"slices"
	"strings"

	"github.com/patgraph/patgraph/lang"
)

// Quote puts a user's text in the quotes of messages, with invisible characters escaped.
func Quote(s string) string { return "`" + lang.Visible(s) + "`" }

// Noted adds to each word its note in parentheses, if it has one.
func Noted(words []string, notes map[string]string) []string {
	noted := slices.Clone(words)
	for i, w := range words {
		if notes[w] != "" {
			noted[i] += " (" + notes[w] + ")"
		}
	}
	return noted
}

// Or joins words to a choice: "a, b or c".
func Or(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:len(words)-1], ", ") + " or " + words[len(words)-1]
}
