package report

import (
	"fmt"
	"iter"
	"strings"

	"github.com/clipperhouse/uax29/v2/graphemes"
	"github.com/mattn/go-runewidth"

	"github.com/patgraph/patgraph/lang"
)

// A Palette says which colours a terminal has.
type Palette uint8

const (
	NoColor Palette = iota
	Color256
	TrueColor
	marked // no colours: what HTML makes classes of
)

// A Style says how text output looks. The zero value is plain text without a
// bound on its width.
type Style struct {
	Width   int // columns; 0: unbounded
	Palette Palette
	ASCII   bool       // nothing beyond ASCII but what the source text has
	Pages   lang.Pages // of the codes that have one
	Whole   bool       // signatures are not shortened
}

// A role is what a piece of output is for; it decides the colour alone, never
// the shape, so nothing is lost without colour.
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

// Vermillion, blue and orange of the palette of Okabe and Ito, which people
// with any kind of colour vision can tell apart.
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

// line is paint with the end of a line behind the text.
func (s *Style) line(b []byte, r role, text string) []byte {
	return append(s.paint(b, r, text), '\n')
}

// lines writes a text in lines of at most so many columns: a start before the first one,
// an indentation before each of the others.
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

// ellipsis stands for text that is left out.
func (s *Style) ellipsis() string {
	if s.ASCII {
		return "..."
	}
	return "…"
}

// asciiWords spells what our own messages use beyond ASCII.
var asciiWords = strings.NewReplacer("…", "...", "–", "-", "—", "-", "→", "->", "≤", "<=", "≥", ">=",
	"“", `"`, "”", `"`, "‘", "'", "’", "'", "×", "x", "·", "*", "≡", "=", "≠", "!=", "\u00a0", " ")

// prose makes a message fit for a terminal: nothing in it can move the cursor
// or change the order of what is read.
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

// name makes the name of an input fit for a line, also for the start of one.
func (s *Style) name(text string) string {
	if lang.IsCommand(text) {
		text = "./" + text
	}
	return s.within(text)
}

// within makes a text fit for the middle of a line.
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

// narrow measures display columns the same way on every machine: ambiguous
// characters are narrow whatever the locale says.
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

// clusters are what people see as one character each, with their offsets. A CR LF is two.
func clusters(text string) iter.Seq2[int, string] {
	return func(yield func(int, string) bool) {
		for i, n := 0, 0; i < len(text); i += n {
			n = 1
			// Printable ASCII before ASCII is a cluster of its own; most text is that.
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

// controlPictures are the characters that stand for those below the blank and for DEL.
const controlPictures = "␀␁␂␃␄␅␆␇␈␉␊␋␌␍␎␏␐␑␒␓␔␕␖␗␘␙␚␛␜␝␞␟␡"

// visible returns a cluster as it is shown, and whether that is another text:
// control characters, bytes that are no text, and characters that are invisible
// or turn the direction of writing are spelled out.
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
	if strings.IndexFunc(c, isOdd) < 0 && clusterWidth(c) > 0 {
		return c, false
	}
	// Spell out what is odd and keep the rest; a cluster without any width would
	// leave nothing to point at.
	var b strings.Builder
	for i, r := range c {
		switch {
		case r == '\uFFFD' && !strings.HasPrefix(c[i:], "\uFFFD"):
			fmt.Fprintf(&b, "<%02X>", c[i])
		case isOdd(r) || clusterWidth(c) == 0:
			fmt.Fprintf(&b, "<U+%04X>", r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String(), true
}

// isOdd reports whether a character would not be seen, or would change how others are
// seen, or stands for bytes that are none.
func isOdd(r rune) bool { return r == 0xfffd || lang.Unseen(r) }

// wrap breaks a text at blanks into lines of at most so many columns; a word
// that is longer has a line of its own. No line begins like a command of a pipeline, however
// wide the one before it gets. A bound of 0 is none.
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
		for _, word := range words(part, columns/2) {
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

// words splits a text at blanks, but not at those within `code` that is not
// wider than so many columns.
func words(text string, columns int) []string {
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
