//go:build !js

package manual

import (
	"strings"
	"unicode/utf8"
)

// least is the minimum width of a readable text column.
const least = 24

// table writes a table with aligned columns; the last column is wrapped. If that would be too narrow, the last cell of
// each row is below the others.
func (r *renderer) table(lines []string) {
	var rows [][]string
	for i, l := range lines {
		if i != 1 { // the line below the head
			rows = append(rows, cells(l))
		}
	}
	last := len(rows[0]) - 1
	widths := make([]int, last)
	rest := r.width
	for c := range widths {
		for _, row := range rows {
			widths[c] = max(widths[c], utf8.RuneCountInString(row[c]))
		}
		rest -= widths[c] + 2
	}
	for i, row := range rows {
		if i == 0 && strings.Join(row, "") == "" {
			continue // a table without a head
		}
		line := ""
		for c, w := range widths {
			line += strings.ReplaceAll(row[c], firmBlank, " ") + strings.Repeat(" ", w-utf8.RuneCountInString(row[c])+2)
		}
		indent, room := utf8.RuneCountInString(line), rest
		if rest < least {
			r.b.WriteString(strings.TrimRight(line, " ") + "\n")
			line, indent, room = "    ", 4, r.width-4
		}
		for _, l := range Wrap(row[last], room) {
			r.b.WriteString(strings.TrimRight(line+l, " ") + "\n")
			line = strings.Repeat(" ", indent)
		}
		if i == 0 {
			r.b.WriteString(strings.Repeat("-", r.width) + "\n")
		}
	}
}

// cells are the texts between the bars of a row; a bar within a text is escaped by a backslash.
func cells(row string) []string {
	row = strings.ReplaceAll(row, `\|`, "\x00")
	row = strings.TrimSuffix(strings.TrimPrefix(row, "|"), "|")
	parts := strings.Split(row, "|")
	for i, p := range parts {
		parts[i] = plain(strings.ReplaceAll(strings.TrimSpace(p), "\x00", "|"))
	}
	return parts
}
