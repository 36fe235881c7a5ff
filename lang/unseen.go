package lang

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Texts of users, such as the names of their files, stand in much that is read by terminals,
// by runners of pipelines and by compilers. What is here decides for all writers which
// characters must not stand there as they are, and how they are written instead.

// Unseen reports whether a character is none that people see where it stands, or changes how
// others are seen: controls, which terminals obey, separators of lines, which end comments,
// and marks of invisible formatting, such as those of the direction of writing.
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

// Visible is a text in one line: what would not be seen, and bytes that are no text, are
// spelled out, as in <U+202E> and <FF>. It costs nothing for most texts.
func Visible(text string) string { return visible(text, func(string) bool { return false }) }

// VisibleLines is Visible for a text that may have several lines. An end of a line stays,
// unless what follows would be a command.
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

// isSeen reports whether there is nothing to be spelled out.
func isSeen(text string) bool {
	for _, r := range text {
		if r < ' ' || r > '~' && (r == utf8.RuneError || Unseen(r)) {
			return false
		}
	}
	return true
}

// IsCommand reports whether a runner of pipelines would obey a line that begins so, instead
// of showing it: "::", also behind blanks, as in ::error:: and ::stop-commands::.
func IsCommand(line string) bool {
	return strings.HasPrefix(strings.TrimLeftFunc(line, unicode.IsSpace), "::")
}

// EscapeJSON replaces, in JSON that begins at an offset, what is unseen by escapes. That can
// stand only in strings, so the JSON says the same.
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
