package syntaxtest

import (
	"strings"

	"pgregory.net/rapid"

	"github.com/patgraph/patgraph/lang"
)

// A Maker generates random programs, as tokens.
type Maker struct {
	*rapid.T
	Words []string
	Left  int // how many parts may still be generated
}

// N draws a number from 0 to most.
func (m *Maker) N(what string, most int) int { return rapid.IntRange(0, most).Draw(m.T, what) }

// Add adds tokens.
func (m *Maker) Add(words ...string) { m.Words = append(m.Words, words...) }

// Pick draws one of some texts.
func (m *Maker) Pick(of ...string) string { return rapid.SampledFrom(of).Draw(m.T, "word") }

// Some writes least to most parts between brackets, perhaps with a comma after the last.
func (m *Maker) Some(open, end string, least, most int, comma bool, part func()) {
	m.Add(open)
	n := max(least, m.N("parts", most))
	for i := range n {
		if i > 0 {
			m.Add(",")
		}
		part()
	}
	if comma && n > 0 && m.N("comma", 5) == 0 {
		m.Add(",")
	}
	m.Add(end)
}

// Text writes the tokens with random blanks between them, and comments: anywhere, or only where a part begins. before
// returns a text to write before a token.
func (m *Maker) Text(anywhere bool, before func(word string) string, comments ...string) string {
	var b strings.Builder
	style := m.N("style", 3)
	blanks := []string{" ", "  ", "\n", "\n\n", "\n  ", "\t"}
	either := append(comments, blanks...)
	for i, w := range m.Words {
		if i > 0 {
			sep := " "
			last := m.Words[i-1]
			switch {
			case style > 0 && m.N("blank", 9) < 9:
			case !anywhere && last != "," && last != ";" && last != "{":
				sep = m.Pick(blanks...)
			default:
				sep = m.Pick(either...)
			}
			if sep == " " && (strings.ContainsAny(w, "),;]") && len(w) == 1 ||
				strings.ContainsAny(last, "([") && len(last) == 1) && m.N("tight", 1) == 0 {
				sep = ""
			}
			b.WriteString(sep + before(w))
		}
		b.WriteString(w)
	}
	b.WriteString(m.Pick("", "\n", "\r\n", strings.TrimSuffix(comments[0], "\n")))
	return b.String()
}

// CheckRandom checks the laws for a random width, and for a range of lines.
func CheckRandom(t *rapid.T, src []byte, check func(t T, src []byte, o lang.Layout) []byte) {
	check(t, src, lang.Layout{Width: rapid.SampledFrom([]int{1, 10, 20, 40, 80, 1000}).Draw(t, "width")})
	first := rapid.IntRange(1, 20).Draw(t, "first")
	check(t, src, lang.Layout{Width: 40, Lines: []lang.LineRange{{First: first, Last: first + 3}}})
}
