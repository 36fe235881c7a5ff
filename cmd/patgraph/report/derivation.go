package report

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/patgraph/patgraph/lang"
)

// A proofWriter writes proofs below a frame.
type proofWriter struct {
	*Style
	file       *lang.File
	definition string // the definition of the diagnostic, which its steps do not mention
	indent     int    // that of the remarks below the frame
}

// inset is how much further than a remark's text its list is indented.
const inset = 4

// place is the line and column of a step, empty if it has none.
func (t *proofWriter) place(s lang.Span) string {
	if s == (lang.Span{}) {
		return ""
	}
	return lineColumn(t.file, s)
}

// lineColumn is a place in the notation of tools, with its file if that is not the main file of f.
func lineColumn(f *lang.File, s lang.Span) string {
	return f.Position(s.Start).String()
}

// widestReason bounds the names of definitions in a list.
const widestReason = 36

// reason is the rule of a step, and its definition if that is another one.
func (t *proofWriter) reason(rule, definition string) string {
	if rule == "" {
		return t.otherDefinition(definition)
	}
	return rule + leading(", ", t.otherDefinition(definition))
}

// otherDefinition names a definition other than the one the proof is about.
func (t *proofWriter) otherDefinition(definition string) string {
	switch name := t.prose(definition); {
	case definition == "" || definition == t.definition:
		return ""
	case definition == lang.MainName:
		return "in the main expression"
	case width(name) > widestReason:
		return "in `" + fit(name, widestReason-1) + t.ellipsis() + "`"
	default:
		return "in `" + name + "`"
	}
}

// story writes the numbered lines of a story, at most so many, and reports whether it left some out. Without lines it
// writes nothing.
func (t *proofWriter) story(b []byte, title string, list []lang.Line, most int) ([]byte, bool) {
	if len(list) == 0 {
		return b, false
	}
	items := each(list, func(n int, l *lang.Line) item {
		return item{strconv.Itoa(cmp.Or(int(l.Step), n+1)), t.prose(l.Text.String()), t.place(l.Span),
			t.reason(t.prose(l.Reason), l.Definition)}
	})
	folded := most > 0 && len(items) > most
	if folded {
		// The line with the number of omitted steps counts too.
		head := most / 2
		tail := most - 1 - head
		gap := item{text: fmt.Sprintf("%s %d more steps", t.ellipsis(), len(items)-head-tail)}
		items = append(append(items[:head:head], gap), items[len(items)-tail:]...)
	}
	b = t.title(b, t.indent, title)
	return t.list(b, items), folded
}

// least is the minimum width of the text column of a list.
const least = 28

// list writes lines in columns: number, text, place and reason; if the text would be too narrow, place and reason
// follow it in parentheses.
func (t *proofWriter) list(b []byte, items []item) []byte {
	var numbers, texts, places, reasons int
	for _, i := range items {
		numbers = max(numbers, width(i.number))
		texts = max(texts, width(i.text))
		places = max(places, width(i.place))
		reasons = max(reasons, width(i.reason))
	}
	pad := t.indent + 2 + inset
	tail := 0
	if places > 0 {
		tail += 3 + places
	}
	if reasons > 0 {
		tail += 2 + reasons
	}
	if t.Width > 0 {
		room := t.Width - pad - numbers - 2 - tail
		if texts > room && room < least {
			for i := range items {
				items[i].text = bracketed(items[i].text, items[i].place, items[i].reason)
				items[i].place, items[i].reason = "", ""
			}
			room, places, reasons = t.columnsLeft(pad+numbers+2), 0, 0
		}
		texts = min(texts, room)
	}
	for _, i := range items {
		lines := wrap(i.text, texts)
		b = append(b, blanks(pad+numbers-width(i.number))...)
		b = t.paint(b, heading, i.number)
		b = append(b, "  "...)
		if i.number != "" {
			b = append(b, lines[0]...)
		} else {
			b = t.paint(b, faint, lines[0])
		}
		if i.place != "" || i.reason != "" {
			b = append(b, blanks(texts-width(lines[0]))...)
			cells := leading("  ", i.reason)
			if places > 0 {
				cells = "   " + blanks(places-width(i.place)) + i.place + cells
			}
			b = t.paint(b, faint, cells)
		}
		for _, line := range lines[1:] {
			b = append(b, '\n')
			b = append(b, blanks(pad+numbers+2)...)
			b = append(b, line...)
		}
		b = append(b, '\n')
	}
	return b
}

// bracketed appends additions to a clause, in parentheses.
func bracketed(text string, parts ...string) string {
	list := slices.DeleteFunc(parts, func(p string) bool { return p == "" })
	if len(list) == 0 {
		return text
	}
	return text + " (" + strings.Join(list, ", ") + ")"
}

// unchecked adds a note if a proof was not checked.
func (t *proofWriter) unchecked(b []byte, checked bool) []byte {
	if checked {
		return b
	}
	return t.remark(b, t.indent, "note", notChecked)
}

const notChecked = "these steps were not checked by a second program"
