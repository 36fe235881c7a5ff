//go:build !js

package manual

import (
	"regexp"
	"strings"
	"unicode/utf8"
)

// Render formats a page for a terminal of some columns. Code is indented but not wrapped; everything else is wrapped.
func Render(text string, width int) []byte {
	r := renderer{width: width}
	lines := strings.Split(strings.TrimRight(text, "\n"), "\n")
	for len(lines) > 0 {
		n := extent(lines)
		r.block(lines[:n])
		lines = lines[n:]
	}
	return []byte(r.b.String())
}

const fence = "```"

// item matches the start of a list item.
var item = regexp.MustCompile(`^(\*|-|\d+\.) `)

// extent is the number of lines of the first block: a blank line, a heading, code with its fences, a table, a list
// item, or a paragraph.
func extent(lines []string) int {
	first := lines[0]
	if first == "" || strings.HasPrefix(first, "#") {
		return 1
	}
	for i, l := range lines[1:] {
		switch {
		case strings.HasPrefix(first, fence):
			if strings.HasPrefix(l, fence) {
				return i + 2
			}
		case strings.HasPrefix(first, "|"):
			if !strings.HasPrefix(l, "|") {
				return i + 1
			}
		case l == "" || strings.HasPrefix(l, "#") || strings.HasPrefix(l, fence) ||
			strings.HasPrefix(l, "|") || item.MatchString(l):
			return i + 1
		}
	}
	return len(lines)
}

type renderer struct {
	b     strings.Builder
	width int
}

func (r *renderer) block(lines []string) {
	first := lines[0]
	switch {
	case first == "":
		r.b.WriteString("\n")
	case strings.HasPrefix(first, "#"):
		level, title, _ := strings.Cut(first, " ")
		title = strings.Join(Wrap(plain(title), r.width), " ")
		if level == "#" {
			title = strings.ToUpper(title)
		}
		r.b.WriteString(title + "\n")
		if level == "##" {
			r.b.WriteString(strings.Repeat("-", utf8.RuneCountInString(title)) + "\n")
		}
	case strings.HasPrefix(first, fence):
		for _, l := range lines[1:max(1, len(lines)-1)] {
			if l != "" {
				l = "    " + strings.ReplaceAll(l, "\t", "    ")
			}
			r.b.WriteString(l + "\n")
		}
	case strings.HasPrefix(first, "|"):
		r.table(lines)
	default:
		mark := item.FindString(first)
		for i := range lines {
			lines[i] = strings.TrimSpace(lines[i]) // code may be broken before an indent
		}
		text := plain(strings.TrimPrefix(strings.Join(lines, " "), mark))
		if mark == "* " {
			mark = "- "
		}
		indent := strings.Repeat(" ", len(mark))
		for i, l := range Wrap(text, r.width-len(mark)) {
			if i > 0 {
				mark = indent
			}
			r.b.WriteString(mark + l + "\n")
		}
	}
}

// marked matches Markdown's inline markup: code, a link, or emphasis.
var marked = regexp.MustCompile("`[^`]*`|\\[([^\\]]*)\\]\\(([^)]*)\\)|\\*+[^*`]+\\*+")

// plain is text without inline markup. Code keeps its backticks, and the blanks of short code become non-breaking.
func plain(text string) string {
	return marked.ReplaceAllStringFunc(text, func(part string) string {
		switch part[0] {
		case '`':
			if len(part) <= longCode {
				return strings.ReplaceAll(part, " ", firmBlank)
			}
			return part
		case '*':
			return strings.Trim(part, "*")
		}
		m := marked.FindStringSubmatch(part)
		if strings.HasPrefix(m[2], "https:") {
			return m[1] + " (" + m[2] + ")"
		}
		if topic, ok := strings.CutSuffix(m[2], ".md"); ok && !strings.Contains(topic, "/") {
			return m[1] + " (" + plain("`patgraph help "+topic+"`") + ")"
		}
		return m[1]
	})
}

const longCode = 40 // in bytes: longer code may be broken at its blanks
