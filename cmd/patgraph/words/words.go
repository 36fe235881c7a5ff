// Package words has helpers for the text of messages.
package words

import (
	"strconv"
	"strings"

	"github.com/patgraph/patgraph/lang"
)

// Quote puts a user's text in the quotes of messages, with invisible characters escaped.
func Quote(s string) string { return "`" + lang.Visible(s) + "`" }

// Count is a number with its noun.
func Count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return strconv.Itoa(n) + " " + many
}

// Or joins words to a choice: "a, b or c".
func Or(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:len(words)-1], ", ") + " or " + words[len(words)-1]
}
