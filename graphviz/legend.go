package graphviz

import (
	"fmt"
	"strings"
)

// legendColumns is how many roles stand side by side in a legend.
const legendColumns = 3

// header is the title of a picture, what it leaves out, and its legend.
func (w *dotWriter) header() string {
	var b strings.Builder
	b.WriteString(`<TABLE BORDER="0" CELLBORDER="0" CELLSPACING="2" CELLPADDING="2">`)
	row := func(s string) { b.WriteString("<TR><TD>" + s + "</TD></TR>") }
	for _, l := range wrapped(w.p.Title, titleWidth) {
		row(`<B><FONT POINT-SIZE="14">` + html(l) + "</FONT></B>")
	}
	for _, n := range w.p.Notes {
		row(`<I>` + html(n) + "</I>")
	}
	if rows := w.legend(); rows != "" {
		row(rows)
	}
	b.WriteString("</TABLE>")
	return b.String()
}

// titleWidth is about how many characters a line of the title has.
const titleWidth = 72

// legend lists the roles of the picture that do not speak for themselves. The
// table has a size of its own, about what its text needs, since Graphviz would
// stretch it to the width of the title.
func (w *dotWriter) legend() string {
	roles := w.p.roles()
	if len(roles) == 0 {
		return ""
	}
	const letter, padding, line = 6.6, 6, 26
	const apart = "&#160;&#160;" // between a meaning and the next sample
	var wide [2 * legendColumns]int
	var rows strings.Builder
	for i, r := range roles {
		l := &w.t.looks[r]
		at := i % legendColumns
		if at == 0 {
			rows.WriteString("<TR>")
		}
		fmt.Fprintf(&rows, `%s<TD ALIGN="LEFT"><FONT COLOR="%s">%s%s</FONT></TD>`, sample(l), w.t.ink, html(l.meaning), apart)
		wide[2*at] = max(wide[2*at], 5)
		wide[2*at+1] = max(wide[2*at+1], len(l.meaning)+2)
		if at == legendColumns-1 || i == len(roles)-1 {
			rows.WriteString("</TR>")
		}
	}
	width := padding
	for _, n := range wide {
		if n > 0 {
			width += int(letter*float64(n)*1.12) + 2*padding
		}
	}
	lines := (len(roles) + legendColumns - 1) / legendColumns
	return fmt.Sprintf(`<TABLE BORDER="0" CELLBORDER="0" CELLSPACING="4" CELLPADDING="2" FIXEDSIZE="TRUE" WIDTH="%d" HEIGHT="%d">%s</TABLE>`,
		width, lines*line+padding, rows.String())
}

// sample is a cell that looks like a role.
func sample(l *look) string {
	if l.sample != "" {
		return fmt.Sprintf(`<TD ALIGN="RIGHT"><FONT COLOR="%s">%s</FONT></TD>`, l.line, html(l.sample))
	}
	name, style := l.swatch, strings.TrimPrefix(strings.TrimPrefix(l.style, "bold"), ",")
	if l.shape == "ellipse" {
		style = "rounded"
	}
	if style != "" {
		style = ` STYLE="` + style + `"`
	}
	border := "1"
	if l.width != "1" || l.rims != "" {
		border = "2"
	}
	if name != "" {
		name = fmt.Sprintf(`<FONT COLOR="%s">%s</FONT>`, l.text, name)
	}
	return fmt.Sprintf(`<TD WIDTH="34" BORDER="%s" BGCOLOR="%s" COLOR="%s"%s>%s</TD>`, border, l.fill, l.line, style, name)
}

// roles lists the roles of a picture that have a meaning to be told, in their
// order.
func (p *Picture) roles() []Role {
	var used [numRoles]bool
	for i := range p.Nodes {
		used[p.Nodes[i].Role] = true
	}
	for i := range p.Edges {
		used[p.Edges[i].Role] = true
	}
	for i := range p.Clusters {
		used[p.Clusters[i].Role] = true
	}
	var list []Role
	for r := range numRoles {
		if used[r] && Light.looks[r].meaning != "" {
			list = append(list, r)
		}
	}
	return list
}
