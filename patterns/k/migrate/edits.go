package migrate

import (
	"bytes"
	"slices"
	"strings"

	"github.com/patgraph/patgraph/lang"
	lk "github.com/patgraph/patgraph/lang/k"
)

// blanks inserts blanks after names that would otherwise continue in k6, where names may contain signs and digits.
func (m *migrator) blanks() []lang.Edit {
	var edits []lang.Edit
	seen := make(map[int32]bool)
	end := func(at int32) {
		if m.joins(at) && !seen[at] {
			seen[at] = true
			edits = append(edits, lang.Edit{Span: lang.Span{Start: at, End: at}, Text: " "})
		}
	}
	t := m.tree
	for i := range t.Nodes {
		n := &t.Nodes[i]
		end(n.End)
		for _, f := range t.Fields(lk.NodeID(i)) {
			end(f.End)
		}
	}
	for i := range m.units {
		end(m.units[i].def.NameSpan.End)
	}
	return edits
}

// joins reports whether the bytes before and after an offset would belong to one name.
func (m *migrator) joins(at int32) bool {
	return at > 0 && int(at) < len(m.src) && lk.InName(lk.K6, m.src[at-1]) && lk.InName(lk.K6, m.src[at])
}

// gap returns the first offset after blanks and comments.
func (m *migrator) gap(at int32) int32 {
	for int(at) < len(m.src) {
		if c, ok := m.commentAt(at); ok {
			at = c.End
			continue
		}
		rest := m.src[at:]
		trimmed := bytes.TrimLeftFunc(rest, lk.IsBlank)
		if len(trimmed) == len(rest) {
			break
		}
		// A comment may begin before the blanks end only where they do.
		at += int32(len(rest) - len(trimmed))
	}
	return at
}

// commentAt returns the comment that begins at an offset.
func (m *migrator) commentAt(at int32) (lang.Span, bool) {
	i, ok := slices.BinarySearchFunc(m.tree.Comments, at, func(c lang.Span, at int32) int { return int(c.Start - at) })
	if !ok {
		return lang.Span{}, false
	}
	return m.tree.Comments[i], true
}

// newline returns the line ending of the program.
func (m *migrator) newline() string {
	if i := bytes.IndexByte(m.src, '\n'); i > 0 && m.src[i-1] == '\r' {
		return "\r\n"
	}
	return "\n"
}

// header returns the edit that sets the dialect in the first line.
func (m *migrator) header() lang.Edit {
	if _, _, name, ok := lk.Header(string(m.src)); ok {
		return lang.Edit{Span: name, Text: "k6"}
	}
	at := int32(0)
	if bytes.HasPrefix(m.src, []byte("\uFEFF")) {
		at = int32(len("\uFEFF"))
	}
	return lang.Edit{Span: lang.Span{Start: at, End: at}, Text: "-- dialect: k6" + m.newline()}
}

// comment turns a definition into comments, line by line, after a comment with the reason.
func (m *migrator) comment(u *unit) lang.Edit {
	nl := m.newline()
	var b strings.Builder
	start := bytes.LastIndexAny(m.src[:u.def.Span.Start], "\r\n") + 1
	if len(bytes.TrimLeftFunc(m.src[start:u.def.Span.Start], lk.IsBlank)) > 0 {
		b.WriteString(nl) // there is text before it
	}
	p := &u.problems[0]
	b.WriteString("-- not migrated: " + strings.Join(strings.FieldsFunc(p.Message.String(), lk.IsBlank), " "))
	body := strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(string(m.src[u.def.Span.Start:u.def.Span.End]))
	for line := range strings.SplitSeq(body, "\n") {
		b.WriteString(nl + "-- " + line)
	}
	rest := m.src[u.def.Span.End:]
	if i := bytes.IndexAny(rest, "\r\n"); i >= 0 {
		rest = rest[:i]
	}
	if next := bytes.TrimLeftFunc(rest, lk.IsBlank); len(next) > 0 {
		// A comment up to the end of the line may follow it.
		c, ok := m.commentAt(u.def.Span.End + int32(len(rest)-len(next)))
		if end := int(c.End) - int(c.Start); !ok || end > len(next) ||
			len(bytes.TrimRightFunc(next, lk.IsBlank)) > end {
			b.WriteString(nl)
		}
	}
	return lang.Edit{Span: u.def.Span, Text: b.String()}
}

// erase returns the edit that removes a bracket, with the blanks on its inner side.
func (m *migrator) erase(s lang.Span, opens bool) lang.Edit {
	e := lang.Edit{Span: s}
	if opens {
		e.Span.End = int32(len(m.src) - len(bytes.TrimLeft(m.src[s.End:], " \t")))
		if s.Start > 0 && !strings.ContainsRune(" \t\r\n({<,=:;", rune(m.src[s.Start-1])) {
			e.Text = " "
		}
		return e
	}
	e.Span.Start = int32(len(bytes.TrimRight(m.src[:s.Start], " \t")))
	if int(s.End) < len(m.src) && !strings.ContainsRune(" \t\r\n)}>,;", rune(m.src[s.End])) {
		e.Text = " "
	}
	return e
}
