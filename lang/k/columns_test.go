package k

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/patgraph/patgraph/lang"
)

// table draws a program of definitions whose bodies are brackets with short words, so that words are often aligned:
// with several blanks, several parts a line, comments at the ends of lines and before semicolons.
func table(t *rapid.T) string {
	draw := func(what string, of ...string) string { return rapid.SampledFrom(of).Draw(t, what) }
	blanks := func() string { return draw("blanks", " ", " ", "  ", "   ", "     ") }
	comment := func() string { return draw("comment", "", "", blanks()+"// one", blanks()+"/* two */") }
	var b strings.Builder
	for i := range rapid.IntRange(1, 4).Draw(t, "definitions") {
		name := draw("name", "f", "gg", "hhh")
		fmt.Fprintf(&b, "%s%d%s=%s", name, i, draw("before", "", " ", "  "),
			draw("after", " ", "  ", " // body\n", "\n  -- body\n  ", "\n  "))
		b.WriteString(draw("start", "", "a ", "a  ", ".x/y "))
		open := draw("open", "{", "{\n    ", "{ ", "{ // all\n ")
		b.WriteString(open)
		n := rapid.IntRange(1, 8).Draw(t, "parts")
		for j := range n {
			if j > 0 {
				b.WriteString("," + draw("line", " ", "  ", "\n  ", "\n  ", "\n\n  ", "  // row\n  ",
					"     /* row */\n", " // r\n  // own\n  "))
			}
			for range rapid.IntRange(0, 3).Draw(t, "words") {
				b.WriteString(draw("word", "a", "bb", ".c.d", ".c/d", "(a  b)", "<a,  bb>", "{ a  x }",
					"\"\n\"") + blanks())
			}
			fmt.Fprintf(&b, "()%s%c", blanks(), 'a'+j)
		}
		b.WriteString(draw("close", "", " ", "\n", " // last\n", "   /* last */ ") + "}")
		b.WriteString(draw("rest", "", "", "  bb", "\n  bb") + comment())
		if strings.HasSuffix(b.String(), "// one") {
			b.WriteString("\n")
		}
		b.WriteString(draw("semicolon", "", "\n", "\n  // before it\n", " /* x */ ") + ";" + comment() +
			draw("end", "\n", "\n", "\n\n"))
	}
	return strings.ReplaceAll(b.String(), "\n \n", "\n\n")
}

// The laws of layouts hold for tables with aligned words.
func TestFormatTables(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		src := []byte(table(t))
		d := K4
		if strings.Contains(string(src), "/d") || strings.Contains(string(src), "/y") {
			d = K6
			if strings.Contains(string(src), "\"") {
				t.Skip("a string")
			}
		}
		width := rapid.SampledFrom([]int{10, 20, 30, 40, 100}).Draw(t, "width")
		checkFormat(t, src, d, width)
		checkRange(t, src, d, lang.LineRange{First: rapid.IntRange(1, 9).Draw(t, "first"), Last: 9})
	})
}

// A table with aligned columns and comments that is well-formatted otherwise is its own layout; with other blanks
// around its brackets it is formatted to the same text.
func TestFormatAligned(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rows, words := rapid.IntRange(1, 5).Draw(t, "rows"), rapid.IntRange(1, 4).Draw(t, "columns")
		cells := make([][]string, rows)
		widths := make([]int, words+1)
		for i := range cells {
			for j := range words {
				label := fmt.Sprintf(" l%d%d", i, j)
				w := strings.Repeat("w", rapid.IntRange(1, 9).Draw(t, "width")) + label
				if i < rows-1 || j < words-1 {
					w += ","
				}
				cells[i] = append(cells[i], w)
				widths[j] = max(widths[j], len(w))
			}
		}
		comments := rapid.Bool().Draw(t, "comments")
		text := func(open, close string) string {
			b := &strings.Builder{}
			b.WriteString("f =" + open + "{\n")
			for i, row := range cells {
				line := "  "
				for j, w := range row {
					if j > 0 {
						line += " "
					}
					line += w + strings.Repeat(" ", widths[j]-len(w))
				}
				if comments {
					line += " // row " + strings.Repeat("long ", i)
				}
				b.WriteString(strings.TrimRight(line, " ") + "\n")
			}
			b.WriteString("}" + close + "\n")
			return b.String()
		}
		want := text(" ", ";")
		for _, src := range []string{want, strings.ReplaceAll(text("  ", " ;"), "\n  ", "\n       ")} {
			if got := string(checkFormat(t, []byte(src), K4, 100)); got != want {
				t.Fatalf("%s\nbecame\n%s\nand is to be\n%s", src, got, want)
			}
		}
	})
}
