package graphviz

import (
	"path"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/patgraph/patgraph/lang"
)

// base is a file name without its folders.
func base(name string) string { return path.Base(strings.ReplaceAll(name, `\`, "/")) }

// maxSourceLines is the maximum number of lines shown of a place; of a longer place, the first and the last lines are
// shown.
const maxSourceLines = 8

// source returns the lines of a place as written in the program, with line numbers, and if marked is set, signs below
// the place itself. A wide line continues in the next row; of a very long one, only the part around the place is shown.
func (p *Picture) source(at lang.Span, marked bool) []string {
	return p.sourceAround(at, marked, maxAround)
}

// sourceAround is the same with the given number of characters before and after the place.
func (p *Picture) sourceAround(at lang.Span, marked bool, around int) []string {
	if at.Empty() || p.file == nil {
		return nil
	}
	part := p.file.PartAt(at.Start)
	file, local := part.File, part.Local(at)
	first, last := file.Position(local.Start).Line, file.Position(max(local.End-1, local.Start)).Line
	width := len(strconv.Itoa(last))
	var list []string
	for n := first; n <= last; n++ {
		if last-first >= maxSourceLines && n == first+maxSourceLines-2 {
			list = append(list, strings.Repeat(" ", width)+" | …")
			n = last - 1
			continue
		}
		begin, ok := file.Offset(n, 1)
		if !ok {
			break
		}
		line := strings.TrimSuffix(string(file.Line(n)), "\r")
		from := min(max(int(local.Start-begin), 0), len(line))
		to := min(max(int(local.End-begin), from), len(line))
		list = append(list, rows(strconv.Itoa(n), width, line[:from], line[from:to], line[to:], marked, around)...)
	}
	return list
}

// maxAround is the number of characters of a line that are shown before and after a place.
const maxAround = 400

// rows returns one line of a program and, if marked is set, signs below piece.
func rows(number string, width int, before, piece, after string, marked bool, around int) []string {
	before, piece, after = oneLine(before), oneLine(piece), oneLine(after)
	if n := utf8.RuneCountInString(before); n > around {
		before = "…" + string([]rune(before)[n-around:])
	}
	if utf8.RuneCountInString(after) > around {
		after = string([]rune(after)[:around]) + "…"
	}
	if piece == "" {
		piece, after = after, "" // the end of a line, or only blanks
	}
	if r := []rune(piece); len(r) > 2*around {
		piece = string(r[:around]) + "…" + string(r[len(r)-around:])
	}
	start := utf8.RuneCountInString(before)
	end := start + utf8.RuneCountInString(piece)
	text := []rune(before + piece + after)
	if trimmed := []rune(strings.TrimLeft(string(text), " ")); len(trimmed) > 0 {
		// Indentation is useless in a box.
		cut := min(len(text)-len(trimmed), start)
		text, start, end = text[cut:], start-cut, end-cut
	}
	var list []string
	margin := strings.Repeat(" ", width-len(number)) + number
	for row := 0; row == 0 || row < len(text); row += sourceWidth {
		until := min(row+sourceWidth, len(text))
		list = append(list, margin+" | "+string(text[row:until]))
		margin = strings.Repeat(" ", width)
		if a, b := max(start, row), min(end, until); marked && a < b {
			list = append(list, margin+"   "+strings.Repeat(" ", a-row)+strings.Repeat("^", b-a))
		}
	}
	return list
}

// oneLine is a piece of a line as a box shows it.
func oneLine(s string) string { return strings.ReplaceAll(Printable(s), "\n", " ") }

// wrapped breaks a text into lines of about so many characters, at blanks and, in a longer word, within it. No text is
// lost.
func wrapped(s string, most int) []string {
	var lines []string
	line, n := "", 0
	for _, word := range strings.Fields(s) {
		r := []rune(word)
		switch {
		case line == "":
		case n+1+len(r) <= most:
			line, n = line+" ", n+1
		default:
			lines, line, n = append(lines, line), "", 0
		}
		for len(r) > most {
			lines, r = append(lines, string(r[:most])), r[most:]
		}
		line, n = line+string(r), n+len(r)
	}
	return append(lines, line)
}
