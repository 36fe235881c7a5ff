package graphviz

import (
	"strconv"
	"strings"
)

// header is the title of a picture and its notes.
func (w *dotWriter) header() string {
	var b strings.Builder
	wide, notes := "", 0
	if w.p.film != nil {
		wide, notes = ` WIDTH="`+headerWidth+`"`, w.p.film.notes
	}
	b.WriteString(`<TABLE` + wide + ` BORDER="0" CELLBORDER="0" CELLSPACING="2" CELLPADDING="2">`)
	row := func(s string) { b.WriteString("<TR><TD>" + s + "</TD></TR>") }
	for _, l := range wrapped(w.p.Title, titleWidth) {
		row(`<B><FONT POINT-SIZE="14">` + html(l) + "</FONT></B>")
	}
	for _, n := range w.p.Notes {
		for _, l := range wrapped(n, titleWidth) {
			row(`<I>` + html(l) + "</I>")
			notes--
		}
	}
	for range notes {
		row(" ")
	}
	b.WriteString("</TABLE>")
	return b.String()
}

// titleWidth is about how many characters a line of the title has.
const titleWidth = 72

// headerWidth is the width of the titles of all pictures of a film, in points: that of the longest line.
const headerWidth = "620"

// The legend is part of the drawing: each role that is not self-explanatory is drawn once more, smaller, with its look
// in the picture and its meaning as its text. A line ends in a dot. The samples form chains in the reading direction,
// which are at most as long as the picture.

// legendMark is the prefix of all names in the legend; other names do not contain the colon.
const legendMark = "legend:"

// legend draws the roles of the picture that have a meaning to explain.
func (w *dotWriter) legend() {
	roles := w.p.roles()
	if len(roles) == 0 || len(w.p.Nodes) < 2 || w.p.film != nil {
		return
	}
	_, longest := w.p.ranks()
	w.b = append(w.b, `  subgraph "cluster.`+legendMark+`" {`+"\n    graph ["...)
	w.attr("id", legendMark)
	w.attr("class", "legend")
	w.attr("color", w.t.frame)
	w.attr("label", "")
	w.attr("margin", "4")
	w.attr("style", "rounded")
	w.attr("tooltip", "what the shapes and the lines are")
	w.b = append(w.b, "];\n"...)
	w.b = append(w.b, `    node [fontsize="`+legendSize+`", height="0.2", margin="0.1,0.03", width="0"];`+"\n"...)
	w.b = append(w.b, `    edge [fontsize="`+legendSize+`"];`+"\n"...)
	chain := legendChain{dotWriter: w, room: min(max(longest, 2), longestChain)}
	for _, r := range roles {
		if r < RolePart {
			chain.box(r)
		}
	}
	for _, r := range roles {
		if r >= RolePart {
			chain.line(r)
		}
	}
	w.b = append(w.b, "  }\n"...)
}

const (
	legendSize    = "9"
	legendAdvance = 0.075 // inches per character of this size
	longestChain  = 5
)

// A legendChain writes samples one after the other.
type legendChain struct {
	*dotWriter
	room, used int    // samples per chain, samples in this chain
	beside     bool   // it is not the first chain
	last       string // the last node of the chain; empty: the chain is new
}

// next counts a sample and begins a new chain if this one is full.
func (c *legendChain) next() {
	if c.used++; c.used > c.room {
		c.last, c.used, c.beside = "", 1, true
	}
}

func (c *legendChain) box(r Role) {
	c.next()
	l := &c.t.looks[r]
	name := legendMark + l.class
	c.b = append(c.b, "    "...)
	c.b = append(appendQuoted(c.b, name), " ["...)
	c.attr("id", name)
	c.attr("label", l.meaning)
	c.shape(l)
	c.attr("tooltip", " ")
	c.b = append(c.b, "];\n"...)
	if c.last != "" {
		c.arrow(c.last, name)
		c.attr("style", "invis")
		c.attr("weight", "100") // chains are straight
		c.b = append(c.b, "];\n"...)
	}
	c.last = name
}

func (c *legendChain) line(r Role) {
	c.next()
	l := &c.t.looks[r]
	name := legendMark + l.class
	// Graphviz reserves no width in a frame for a long label beside the last line, so a node gets that width.
	wide := 2 * (len(l.meaning) + 2)
	if c.last == "" {
		first := 0
		if c.beside && r >= RoleReads && r <= RoleLike {
			first = wide
		}
		c.last = c.dot(name, 0, first)
	}
	if r != RoleAmiss { // its label is as long as the boxes before it are wide
		wide = 0
	}
	to := c.dot(name, 1, wide)
	c.arrow(c.last, to)
	c.attr("id", name)
	c.attr("label", " "+l.meaning+" ")
	c.stroke(l, false)
	c.attr("weight", "100")
	c.attr("tooltip", " ")
	c.b = append(c.b, "];\n"...)
	c.last = to
}

func (c *legendChain) arrow(from, to string) {
	c.b = append(c.b, "    "...)
	c.b = append(appendQuoted(c.b, from), " -> "...)
	c.b = append(appendQuoted(c.b, to), " ["...)
}

// dot writes an end of a line; with wide above 0 it is invisible and as wide as so many characters.
func (c *legendChain) dot(name string, n, wide int) string {
	name += "." + strconv.Itoa(n)
	c.b = append(c.b, "    "...)
	c.b = append(appendQuoted(c.b, name), " ["...)
	c.attr("id", name)
	if wide > 0 {
		c.attr("label", " ")
		c.attr("shape", "none")
		c.attr("width", strconv.FormatFloat(float64(wide)*legendAdvance, 'f', 2, 64))
		c.attr("height", "0.03")
	} else {
		c.attr("label", "")
		c.attr("shape", "point")
		c.attr("width", "0.03")
		c.attr("color", c.t.faint)
	}
	c.attr("tooltip", " ")
	c.b = append(c.b, "];\n"...)
	return name
}

// roles lists the roles of a picture that have a meaning to explain, in their order.
func (p *Picture) roles() []Role {
	var used [numRoles]bool
	for i := range p.Nodes {
		used[p.Nodes[i].Role] = used[p.Nodes[i].Role] || p.Nodes[i].State != Absent
	}
	for i := range p.Edges {
		used[p.Edges[i].Role] = used[p.Edges[i].Role] || !p.Edges[i].Absent
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
