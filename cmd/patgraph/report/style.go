package report

import (
	"fmt"
	"iter"
	"strings"

	"github.com/clipperhouse/uax29/v2/graphemes"
	"github.com/mattn/go-runewidth"

	"github.com/patgraph/patgraph/lang"
)

// A Palette is the set of colours of a terminal.
type Palette uint8

const (
	NoColor Palette = iota
	Color256
	TrueColor
	marked // no colours: markers that HTML output converts to classes
)

// A Style determines the look of text output. The zero value is plain text of unbounded width.
type Style struct {
	Width   int // maximum width in columns; 0: unbounded
	Palette Palette
	ASCII   bool       // only ASCII, except for the source text
	Pages   lang.Pages // of the codes that have one
	Whole   bool       // signatures are not shortened
	Most    int        // maximum number of diagnostics of one input; 0: a hundred
}

// A role is the purpose of a piece of output. It determines only the colour, never the text, so nothing is lost without
// colour.
type role uint8

const (
	plain role = iota
	primary
	secondary
	heading
	errorWord
	warningWord
	faint
)

// Vermillion, blue and orange of the palette of Okabe and Ito, which people with any kind of colour vision can
// distinguish.
var colors = [...][4]string{
	plain:       {},
	primary:     {Color256: "38;5;166;1", TrueColor: "38;2;213;94;0;1", marked: "p"},
	secondary:   {Color256: "38;5;32", TrueColor: "38;2;0;114;178", marked: "s"},
	heading:     {Color256: "1", TrueColor: "1", marked: "h"},
	errorWord:   {Color256: "38;5;166;1", TrueColor: "38;2;213;94;0;1", marked: "e"},
	warningWord: {Color256: "38;5;178;1", TrueColor: "38;2;230;159;0;1", marked: "w"},
	faint:       {Color256: "2", TrueColor: "2", marked: "f"},
}

// paint appends a text in the colour of its role.
func (s *Style) paint(b []byte, r role, text string) []byte {
	code := colors[r][s.Palette]
	if code == "" || text == "" {
		return append(b, text...)
	}
	b = append(b, "\x1b["...)
	b = append(b, code...)
	b = append(b, 'm')
	b = append(b, text...)
	return append(b, "\x1b[0m"...)
}

// line is paint with a line end.
func (s *Style) line(b []byte, r role, text string) []byte {
	return append(s.paint(b, r, text), '\n')
}

// lines wraps a text to so many columns: start precedes the first line, indent each of the others.
func (s *Style) lines(b []byte, r role, start, indent, text string, columns int) []byte {
	for i, line := range wrap(text, columns) {
		if i > 0 {
			b = append(b, '\n')
			b = append(b, indent...)
			start = ""
		}
		b = s.paint(b, r, start+line)
	}
	return append(b, '\n')
}

// rated writes a word in the colour of a severity.
func (s *Style) rated(b []byte, severity lang.Severity, word string) []byte {
	switch severity {
	case lang.Warning:
		return s.paint(b, warningWord, word)
	case lang.Note:
		return s.paint(b, faint, word)
	}
	return s.paint(b, errorWord, word)
}

// ellipsis marks text that is left out.
func (s *Style) ellipsis() string {
	if s.ASCII {
		return "..."
	}
	return "…"
}

// asciiWords replaces the non-ASCII characters of our own messages.
var asciiWords = strings.NewReplacer("…", "...", "–", "-", "—", "-", "→", "->", "≤", "<=", "≥", ">=",
	"“", `"`, "”", `"`, "‘", "'", "’", "'", "×", "x", "·", "*", "≡", "=", "≠", "!=", "\u00a0", " ")

// prose makes a message safe for a terminal: it cannot move the cursor or change the reading order.
func (s *Style) prose(text string) string {
	if isPrintable(text) {
		return text
	}
	if s.ASCII {
		text = asciiWords.Replace(text)
	}
	var b strings.Builder
	for i, c := range clusters(text) {
		if c != "\n" || lang.IsCommand(text[i+1:]) {
			c, _ = s.visible(c)
		}
		b.WriteString(c)
	}
	return b.String()
}

// name makes the name of an input safe for a line, also at its start.
func (s *Style) name(text string) string {
	if lang.IsCommand(text) {
		text = "./" + text
	}
	return s.within(text)
}

// within makes a text safe for the middle of a line.
func (s *Style) within(text string) string {
	if strings.Contains(text, "\n") {
		end, _ := s.visible("\n")
		text = strings.ReplaceAll(text, "\n", end)
	}
	return s.prose(text)
}

// isPrintable reports whether a text is printable ASCII.
func isPrintable(text string) bool {
	for i := 0; i < len(text); i++ {
		if text[i] < ' ' || text[i] > '~' {
			return false
		}
	}
	return true
}

// narrow measures display columns independently of the locale: ambiguous characters are narrow.
var narrow = &runewidth.Condition{StrictEmojiNeutral: true}

// width returns the display columns of a text without control characters.
func width(text string) int {
	if isPrintable(text) {
		return len(text)
	}
	n := 0
	for _, c := range clusters(text) {
		n += clusterWidth(c)
	}
	return n
}

func clusterWidth(c string) int {
	if len(c) == 1 {
		return 1
	}
	return narrow.StringWidth(c)
}

// clusters iterates over the grapheme clusters of a text with their offsets. A CR LF is two clusters.
func clusters(text string) iter.Seq2[int, string] {
	return func(yield func(int, string) bool) {
		for i, n := 0, 0; i < len(text); i += n {
			n = 1
			// Fast path: an ASCII byte before ASCII is a cluster of its own.
			if text[i] >= 0x80 || i+1 < len(text) && text[i+1] >= 0x80 {
				if g := graphemes.FromString(text[i:]); g.Next() {
					n = len(g.Value())
				}
			}
			if !yield(i, text[i:i+n]) {
				return
			}
		}
	}
}

// controlPictures are the symbols for the characters below the blank and for DEL.
const controlPictures = "␀␁␂␃␄␅␆␇␈␉␊␋␌␍␎␏␐␑␒␓␔␕␖␗␘␙␚␛␜␝␞␟␡"

// visible returns a cluster as displayed, and whether it was replaced: control characters, invalid bytes, and
// characters that are invisible or change the direction of writing are written as escapes.
func (s *Style) visible(c string) (string, bool) {
	if len(c) == 1 {
		switch b := c[0]; {
		case b >= ' ' && b <= '~':
			return c, false
		case b <= 0x7f && s.ASCII:
			return "^" + string(rune(b^'@')), true
		case b <= 0x7f:
			at := 3 * min(int(b), ' ')
			return controlPictures[at : at+3], true
		}
	}
	if strings.IndexFunc(c, needsEscape) < 0 && clusterWidth(c) > 0 {
		return c, false
	}
	// Escape the bad characters and keep the others; a cluster of width 0 is escaped too, since a mark needs a column.
	var b strings.Builder
	for i, r := range c {
		switch {
		case r == '\uFFFD' && !strings.HasPrefix(c[i:], "\uFFFD"):
			fmt.Fprintf(&b, "<%02X>", c[i])
		case needsEscape(r) || clusterWidth(c) == 0:
			fmt.Fprintf(&b, "<U+%04X>", r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String(), true
}

// needsEscape reports whether a character is invisible, affects the display of others, or replaces invalid bytes.
func needsEscape(r rune) bool { return r == 0xfffd || lang.Unseen(r) }

// wrap breaks a text at blanks into lines of at most so many columns; a longer word gets its own line. No line begins
// like a CI command, even if the line before becomes too wide. 0 means unbounded.
func wrap(text string, columns int) []string {
	var lines []string
	add := func(line string) {
		if last := len(lines) - 1; last >= 0 && lang.IsCommand(line) {
			lines[last] += " " + line
		} else {
			lines = append(lines, line)
		}
	}
	for part := range strings.SplitSeq(text, "\n") {
		if columns <= 0 || width(part) <= columns {
			add(part)
			continue
		}
		line, n := "", 0
		for _, word := range splitWords(part, columns/2) {
			w := width(word)
			if line != "" && n+1+w > columns {
				add(strings.TrimRight(line, " "))
				line, n = "", 0
			}
			if line != "" {
				line += " "
				n++
			}
			line += word
			n += w
		}
		add(line)
	}
	return lines
}

// splitWords splits a text at blanks, but not within `code` that fits into so many columns.
func splitWords(text string, columns int) []string {
	list := strings.Split(text, " ")
	out := list[:0]
	for i := 0; i < len(list); i++ {
		word := list[i]
		if strings.Count(word, "`")%2 == 1 {
			for j := i + 1; j < len(list); j++ {
				joined := strings.Join(list[i:j+1], " ")
				if width(joined) > columns {
					break
				}
				if strings.Count(list[j], "`")%2 == 1 {
					word, i = joined, j
					break
				}
			}
		}
		out = append(out, word)
	}
	return out
}
