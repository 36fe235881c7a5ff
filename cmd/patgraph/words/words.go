// Package words has helpers for the text of messages.
package words

import (
	"strings"

	"github.com/patgraph/patgraph/lang"
)

// Quote puts a user's text in the quotes of messages, with invisible characters escaped.
func Quote(s string) string { return "`" + lang.Visible(s) + "`" }

// Or joins words to a choice: "a, b or c".
func Or(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:len(words)-1], ", ") + " or " + words[len(words)-1]
}
