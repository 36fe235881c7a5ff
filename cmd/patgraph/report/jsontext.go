package report

import (
	"strconv"
	"unicode/utf8"

	"github.com/patgraph/patgraph/lang"
)

// A jsonText is a text of a program. Unlike a string it may hold lone surrogates in their three-byte form, as labels of
// a program can, and writes them as escapes in JSON.
type jsonText string

// MarshalJSON writes the text as a JSON string.
func (t jsonText) MarshalJSON() ([]byte, error) {
	return appendText(make([]byte, 0, len(t)+2), string(t)), nil
}

// JSONText is a text as a JSON string.
func JSONText(s string) string { return string(appendText(nil, s)) }

func appendText(b []byte, s string) []byte {
	const hex = "0123456789abcdef"
	from := len(b)
	b = append(b, '"')
	for i := 0; i < len(s); {
		c, n := s[i], 1
		switch {
		case c >= ' ' && c < utf8.RuneSelf && c != '"' && c != '\\':
			b = append(b, c)
		case c == '"' || c == '\\':
			b = append(b, '\\', c)
		case c == '\n':
			b = append(b, `\n`...)
		case c == '\r':
			b = append(b, `\r`...)
		case c == '\t':
			b = append(b, `\t`...)
		case c < utf8.RuneSelf:
			b = append(b, '\\', 'u', '0', '0', hex[c>>4], hex[c&15])
		case c == 0xED && i+2 < len(s) && s[i+1] >= 0xA0 && s[i+1] <= 0xBF && s[i+2] >= 0x80 && s[i+2] <= 0xBF:
			u := 0xD000 | int(s[i+1]&0x3F)<<6 | int(s[i+2]&0x3F)
			b = append(b, `\u`...)
			b = strconv.AppendInt(b, int64(u), 16)
			n = 3
		default:
			var r rune
			r, n = utf8.DecodeRuneInString(s[i:])
			if r == utf8.RuneError && n == 1 {
				b = append(b, "\uFFFD"...)
			} else {
				b = append(b, s[i:i+n]...)
			}
		}
		i += n
	}
	return lang.EscapeJSON(append(b, '"'), from)
}

// longName is the maximum length of a name or a label in bytes. The middle of a longer one is left out: it may occur in
// very many places.
const longName = 1000

// jsonName is a name or a label of a program.
func jsonName(s string) jsonText { return jsonText(lang.Cut(s, longName)) }

// appendLabel writes the label of part i of a pattern's node. Labels that may be equal after cutting are distinguished
// by the numbers of their parts.
func appendLabel(b []byte, label string, i int) []byte {
	if len(label) <= longName {
		return appendText(b, label)
	}
	return appendText(b, lang.Cut(label, longName)+" #"+strconv.Itoa(i))
}
