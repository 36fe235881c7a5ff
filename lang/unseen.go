package lang

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Texts of users, such as the names of their files, are written to terminals, to logs of CI pipelines and to the input
// of compilers. The functions here decide for all writers which characters must not be written as they are, and how
// they are written instead.

// Unseen reports whether a character is invisible or changes how others are shown: controls, which terminals obey, line
// separators, which end comments, and invisible formatting marks, such as those of the direction of writing.
func Unseen(r rune) bool {
	switch {
	case r < ' ', r >= 0x7f && r < 0xa0: // C0, DEL and C1
		return true
	case r == 0xad, r == 0x61c, r == 0x180e, r == 0x200b, r == 0x200e, r == 0x200f:
		return true
	case r >= 0x2028 && r <= 0x202e, r >= 0x2060 && r <= 0x206f: // separators, directions
		return true
	case r == 0xfeff, r >= 0xfff9 && r <= 0xfffb, r >= 0xe0000 && r <= 0xe007f:
		return true
	}
	return false
}

// Visible returns a text in one line: invisible characters and invalid bytes are written as in <U+202E> and <FF>. Most
// texts are returned unchanged, without an allocation.
func Visible(text string) string { return visible(text, func(string) bool { return false }) }

// VisibleLines is Visible for a text that may have several lines. A line end stays, unless the text after it would be a
// command.
func VisibleLines(text string) string {
	return visible(text, func(rest string) bool { return rest[0] == '\n' && !IsCommand(rest[1:]) })
}

func visible(text string, stays func(rest string) bool) string {
	if isSeen(text) {
		return text
	}
	var b strings.Builder
	for i := 0; i < len(text); {
		r, n := utf8.DecodeRuneInString(text[i:])
		switch {
		case r == utf8.RuneError && n == 1:
			fmt.Fprintf(&b, "<%02X>", text[i])
		case Unseen(r) && !stays(text[i:]):
			fmt.Fprintf(&b, "<U+%04X>", r)
		default:
			b.WriteString(text[i : i+n])
		}
		i += n
	}
	return b.String()
}

// isSeen reports whether a text needs no replacement.
func isSeen(text string) bool {
	for _, r := range text {
		if r < ' ' || r > '~' && (r == utf8.RuneError || Unseen(r)) {
			return false
		}
	}
	return true
}

// IsCommand reports whether a CI pipeline would interpret a line with this beginning as a command instead of showing
// it: "::", also after blanks, as in ::error:: and ::stop-commands::.
func IsCommand(line string) bool {
	return strings.HasPrefix(strings.TrimLeftFunc(line, unicode.IsSpace), "::")
}

// EscapeJSON replaces invisible characters in JSON, from an offset on, by escapes. They can occur only in strings, so
// the value of the JSON does not change.
func EscapeJSON(b []byte, from int) []byte {
	for ; from < len(b) && b[from] < 0x7f; from++ {
	}
	if from == len(b) {
		return b
	}
	rest := string(b[from:])
	b = b[:from]
	for i := 0; i < len(rest); {
		r, n := utf8.DecodeRuneInString(rest[i:])
		switch {
		case r < ' ' || !Unseen(r):
			b = append(b, rest[i:i+n]...)
		case r > 0xFFFF:
			b = fmt.Appendf(b, `\u%04x\u%04x`, 0xD800+(r-0x10000)>>10, 0xDC00+(r-0x10000)&0x3FF)
		default:
			b = fmt.Appendf(b, `\u%04x`, r)
		}
		i += n
	}
	return b
}
