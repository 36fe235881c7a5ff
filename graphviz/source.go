package graphviz

import (
	"cmp"
	"path"
	"slices"
	"strconv"
	"strings"
	"unicode"
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

// A written is a place of the program with a text about it.
type written struct {
	at   lang.Span
	says string
}

// isWritten is the end of a text about a place that says only what is there.
const isWritten = " is written here"

// onOneLine reports whether two places can share a box: they are near each other on one line, and nothing but what they
// are is said of them.
func (p *Picture) onOneLine(x, y written) bool {
	near := int32(stageWidth) // then no box that has both leaves out what is between them
	same := strings.HasSuffix(x.says, isWritten) && strings.HasSuffix(y.says, isWritten)
	quoted := func(w written) bool { return strings.Count(w.says, "`") == 2 && strings.HasSuffix(w.says, "`") }
	if quoted(x) && quoted(y) { // attributes of a node are beside each other
		near, same = 48, true
	}
	return same && max(x.at.End, y.at.End)-min(x.at.Start, y.at.Start) <= near &&
		p.file.Position(x.at.Start).Line == p.file.Position(y.at.End).Line
}

// write fills a box with places on one line, and the line with signs below each.
func (p *Picture) write(n *Node, list []written, width, around int) {
	slices.SortFunc(list, func(x, y written) int { return cmp.Compare(x.at.Start, y.at.Start) })
	n.Span = lang.Span{Start: list[0].at.Start, End: list[len(list)-1].at.End}
	n.Tooltip = p.at(list[0].says, list[0].at)
	text := n.Tooltip
	source := p.sourceAround(n.Span, true, around)
	if len(list) > 1 {
		var names, places []string
		n.Tooltip = ""
		for _, x := range list {
			names = append(names, strings.TrimSuffix(x.says, isWritten))
			places = append(places, p.place(x.at))
			n.Tooltip += "\n" + p.at(x.says, x.at)
		}
		last := len(names) - 1
		n.Tooltip = n.Tooltip[1:]
		text = strings.Join(names[:last], ", ") + " and " + names[last] + " are written here (" + enumerated(places) + ")"
		p.unmark(source, list)
	}
	for _, x := range list {
		n.Spans = append(n.Spans, x.at)
	}
	n.Lines = append(wrapped(text, width), source...)
	n.Name = n.Lines[0]
}

// unmark removes the signs between places on one line.
func (p *Picture) unmark(source []string, list []written) {
	begin := list[0].at.Start
	whole := utf8.RuneCountInString(p.file.Text(lang.Span{Start: begin, End: list[len(list)-1].at.End}))
	for i, line := range source {
		signs := strings.TrimLeft(line, " ")
		if strings.Trim(signs, "^") != "" || len(signs) != whole {
			continue // not the row of the signs, or it is a part of it
		}
		row := []byte(strings.Repeat(" ", len(signs)))
		for _, x := range list {
			from := utf8.RuneCountInString(p.file.Text(lang.Span{Start: begin, End: x.at.Start}))
			to := utf8.RuneCountInString(p.file.Text(lang.Span{Start: begin, End: x.at.End}))
			for k := from; k < to; k++ {
				row[k] = '^'
			}
		}
		source[i] = line[:len(line)-len(signs)] + string(row)
	}
}

// maxAround is the number of characters of a line that are shown before and after a place.
const maxAround = 400

// rows returns one line of a program and, if marked is set, signs below piece.
func rows(number string, width int, before, piece, after string, marked bool, around int) []string {
	before, piece, after = oneLine(before), oneLine(piece), oneLine(after)
	if r := []rune(before); len(r) > around {
		before = "…" + string(r[wholeName(r, len(r)-around, len(r)):])
	}
	if r := []rune(after); len(r) > around {
		after = string(r[:wholeName(r, around, 0)]) + "…"
	}
	if piece == "" {
		piece, after = after, "" // the end of a line, or only blanks
	}
	if r := []rune(piece); len(r) > max(2*around, sourceWidth) {
		half := max(around, sourceWidth/2)
		piece = string(r[:wholeName(r, half, 0)]) + "…" + string(r[wholeName(r, len(r)-half, len(r)):])
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
	for row, until := 0, 0; row == 0 || row < len(text); row = until {
		until = row + lineEnd(text[row:], sourceWidth)
		if row+sourceWidth/2 < start && start < until && until < end && end-start <= sourceWidth {
			until = start // the piece stays in one row
		}
		list = append(list, strings.TrimRight(margin+" | "+string(text[row:until]), " "))
		margin = strings.Repeat(" ", width)
		if a, b := max(start, row), min(end, until); marked && a < b {
			list = append(list, margin+"   "+strings.Repeat(" ", a-row)+strings.Repeat("^", b-a))
		}
	}
	return list
}

// lineEnd is where a line of at most so many characters ends: after a blank if there is one in its second half, else
// not within a name if possible.
func lineEnd(text []rune, most int) int {
	if len(text) <= most {
		return len(text)
	}
	for i := most; i > most/2; i-- {
		if text[i-1] == ' ' {
			return i
		}
	}
	return wholeName(text, most, most/2)
}

// wholeName moves a place at which a line is cut towards another one until it is not within a name.
func wholeName(line []rune, at, to int) int {
	isPart := func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || strings.ContainsRune("_@%=", r) }
	step := 1
	if to < at {
		step = -1
	}
	for i := at; i != to; i += step {
		if i == 0 || !isPart(line[i-1]) || !isPart(line[i]) {
			return i
		}
	}
	return at // a name takes all of it
}

// oneLine is a piece of a line as a box shows it.
func oneLine(s string) string { return strings.ReplaceAll(Printable(s), "\n", " ") }

// wrapped breaks a text into lines of about so many characters, at blanks and, in a longer word, within it, but not
// within a name if possible. What is in brackets, such as a shape, is not broken if it fits in a line with the words
// that it touches. No text is lost.
func wrapped(s string, most int) []string {
	var lines []string
	line, n := "", 0
	for _, r := range pieces(strings.Fields(s), most) {
		switch {
		case line == "":
		case n+1+len(r) <= most:
			line, n = line+" ", n+1
		default:
			lines, line, n = append(lines, line), "", 0
		}
		for len(r) > most {
			cut := lineEnd(r, most)
			lines, r = append(lines, strings.TrimRight(string(r[:cut]), " ")), r[cut:]
		}
		line, n = line+string(r), n+len(r)
	}
	return append(lines, line)
}

// wrappedList breaks a list of attributes like wrapped, but within one of them, such as "kernel = [3, 3]", only if it
// is longer than a line.
func wrappedList(s string, most int) (lines []string) {
	depth, begin := 0, 0
	line := ""
	for i, r := range s + "," {
		switch {
		case strings.ContainsRune("([{", r):
			depth++
		case strings.ContainsRune(")]}", r):
			depth--
		case r == ',' && (depth <= 0 || i == len(s)):
			item := strings.TrimSpace(s[begin:min(i+1, len(s))])
			begin = i + 1
			if line != "" && utf8.RuneCountInString(line+" "+item) > most {
				lines, line = append(lines, wrapped(line, most)...), ""
			}
			line = strings.TrimSpace(line + " " + item)
		}
	}
	return append(lines, wrapped(line, most)...)
}

// items joins the words of an item of a list in brackets, such as "int price,", if they have at most so many characters.
func items(words []string, most int) (list []string) {
	depth, inItem := 0, false
	for _, word := range words {
		if last := len(list) - 1; inItem && utf8.RuneCountInString(list[last])+1+utf8.RuneCountInString(word) <= most {
			list[last] += " " + word
		} else {
			list = append(list, word)
		}
		for _, r := range word {
			if strings.ContainsRune("([{", r) {
				depth++
			} else if strings.ContainsRune(")]}", r) {
				depth--
			}
		}
		inItem = depth > 0 && !strings.HasSuffix(word, ",")
	}
	return list
}

// pieces joins words that a bracket opens in and one closes in, if they have at most so many characters.
func pieces(words []string, most int) (list [][]rune) {
	type bracket struct {
		closing rune
		piece   int // that it is in
	}
	closing := map[rune]rune{'(': ')', '[': ']', '{': '}'}
	var open []bracket
	for _, word := range items(words, most*2/3) {
		list = append(list, []rune(word))
		for _, r := range word {
			if c, ok := closing[r]; ok {
				open = append(open, bracket{c, len(list) - 1})
			} else if last := len(open) - 1; last >= 0 && r == open[last].closing {
				from, joined := open[last].piece, []rune(nil)
				open = open[:last]
				size := len(list) - 1 - from
				for i := len(list) - 1; i >= from && size <= most; i-- {
					size += len(list[i])
				}
				if size > most || from == len(list)-1 {
					continue
				}
				for i, piece := range list[from:] {
					if i > 0 {
						joined = append(joined, ' ')
					}
					joined = append(joined, piece...)
				}
				list = append(list[:from], joined)
			}
		}
	}
	// A name stays with the shape after it.
	n := 0
	for i, r := range list {
		if before := n - 1; i > 0 && (r[0] == '(' || r[0] == '[') && list[before][len(list[before])-1] == ':' &&
			len(list[before])+1+len(r) <= most {
			list[before] = append(append(list[before], ' '), r...)
			continue
		}
		list[n] = r
		n++
	}
	return list[:n]
}
