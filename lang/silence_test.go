package lang

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// Comments silence their line, or the next one with code. The reference looks at each line by itself.
func TestSilencedLines(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := strings.Join(rapid.SliceOfN(rapid.SampledFrom([]string{"x", " ", "\n", "/*a*/", "/*b\nc*/", "\n\t", "y\n"}), 0, 12).
			Draw(t, "text"), "")
		f := NewFile("in", []byte(text))
		var comments []Span
		for at := 0; ; {
			i := strings.Index(text[at:], "/*")
			if i < 0 {
				break
			}
			end := at + i + strings.Index(text[at+i:], "*/") + 2
			comments = append(comments, Span{int32(at + i), int32(end)})
			at = end
		}
		code := func(i int) bool { // neither blank nor in a comment
			return !strings.ContainsRune(" \t\n", rune(text[i])) &&
				!slices.ContainsFunc(comments, func(c Span) bool { return int(c.Start) <= i && i < int(c.End) })
		}
		lines := silencedLines(f, comments)
		for n, c := range comments {
			// The line of the comment begins after the last line end outside of comments.
			from := int(c.Start)
			for from > 0 && (text[from-1] != '\n' || slices.ContainsFunc(comments, func(c Span) bool {
				return int(c.Start) < from && from <= int(c.End)
			})) {
				from--
			}
			first := -1 // the code that determines the silenced line
			for i := from; i < int(c.Start) && first < 0; i++ {
				if code(i) {
					first = i
				}
			}
			for i := int(c.End); i < len(text) && first < 0; i++ {
				if code(i) {
					first = i
				}
			}
			for i := range text {
				if !code(i) || first < 0 {
					continue
				}
				sameLine := !strings.Contains(text[min(i, first):max(i, first)], "\n")
				if silences := lines[n].Start <= int32(i) && int32(i) <= lines[n].End; sameLine && !silences && i >= first {
					t.Fatalf("%q: the comment at %d does not silence %d, but %v", text, c.Start, i, lines[n])
				} else if silences && i < first {
					t.Fatalf("%q: the comment at %d silences %d before the code at %d", text, c.Start, i, first)
				}
			}
		}
	})
}
