package graphviz

import (
	"cmp"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/patgraph/patgraph/lang"
)

// DOT are the options for writing a picture.
type DOT struct {
	Theme *Theme // nil: Light
	// File is the path from the picture to the program's file; empty: no links.
	File string
	// Other returns such a path for another file of the program; nil: such files are not linked.
	Other func(name string) string
	// Side is the maximum width and height in inches; a larger picture is scaled down. 0: no limit.
	Side float64
}

// AppendDOT writes a picture in the DOT language. The same picture gives the same bytes. The cost is linear in the size
// of the picture.
//
// The text is valid whatever names a program uses: quotes and backslashes are escaped, and so are entities and control
// characters that Graphviz would interpret.
func (p *Picture) AppendDOT(b []byte, o DOT) []byte {
	w := dotWriter{p: p, o: o, t: cmp.Or(o.Theme, Light), b: b, said: make(map[stageLabel]bool), onward: make(map[int]int)}
	w.write()
	return w.b
}

type dotWriter struct {
	p *Picture
	o DOT
	t *Theme
	b []byte

	row     []int               // by node: its row, in a picture that is wrapped into rows; else nil
	columns int                 // see Picture.columns
	said    map[stageLabel]bool // the types of stages that an arrow says
	onward  map[int]int         // by node with an arrow to another column: the number of its circles
}

// A stageLabel is the type at an arrow that leaves a stage.
type stageLabel struct {
	from  int
	label string
}

const (
	fontSize      = "11"
	smallSize     = "10"
	pointsPerInch = 72
)

func (w *dotWriter) write() {
	p := w.p
	w.b = append(w.b, "digraph "...)
	w.b = appendQuoted(w.b, p.Title)
	w.b = append(w.b, " {\n"...)
	direction, ranks, nodes := "TB", "0.35", "0.3"
	if p.Across {
		direction, ranks, nodes = "LR", "0.3", "0.2" // each arrow is two ranks long
	} else if p.film != nil {
		nodes = "0.15"
	}
	if w.columns = p.columns(); w.columns > 0 {
		ranks = "0.18"
	}
	w.b = append(w.b, "  graph ["...)
	w.attr("bgcolor", w.t.background)
	w.attr("fontcolor", w.t.ink)
	w.attr("fontname", "Courier")
	w.attr("fontsize", fontSize)
	w.raw("label", w.header())
	w.attr("labelloc", "t")
	w.attr("nodesep", nodes)
	w.attr("overlap", "false") // for layouts other than dot
	if p.Across {
		w.attr("pack", "10")
		w.attr("packmode", "array_cu1") // one column, in the order of sortv
	} else if w.columns > 0 {
		w.attr("pack", "10")
		w.attr("packmode", "array_tlu"+strconv.Itoa(w.columns)) // in rows
	}
	w.attr("pad", "0.2")
	w.attr("rankdir", direction)
	w.attr("ranksep", ranks)
	if o := w.o.Side; o > 0 {
		w.attr("size", fmt.Sprintf("%.2f,%.2f", o, o))
	}
	w.part(len(p.Clusters) + 2) // what is in no frame
	w.attr("tooltip", p.Title)
	w.b = append(w.b, "];\n"...)
	w.b = append(w.b, "  node [fontname=\"Courier\", fontsize=\""+fontSize+
		"\", height=\"0.3\", margin=\"0.12,0.06\"];\n"...)
	w.b = append(w.b, "  edge [arrowsize=\"0.7\", fontname=\"Courier\", fontsize=\""+smallSize+"\"];\n"...)

	if p.Across {
		w.legend()
	}
	w.row = p.wrapped()
	inside := make([][]int, len(p.Clusters))
	var outside []int
	for i := range p.Nodes {
		if c := p.Nodes[i].Cluster; c >= 0 {
			inside[c] = append(inside[c], i)
		} else {
			outside = append(outside, i)
		}
	}
	below := make([][]int, len(p.Clusters))
	var stack []int
	for i := len(p.Clusters) - 1; i >= 0; i-- {
		if c := p.Clusters[i].Parent; c >= 0 {
			below[c] = append(below[c], i)
		} else {
			stack = append(stack, i)
		}
	}
	if p.Across {
		slices.Reverse(stack) // also from the bottom up
	}
	// Clusters nest as deep as proofs do, so this uses an explicit stack; ^c closes cluster c.
	depth := 1
	for len(stack) > 0 {
		c := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if c < 0 {
			depth--
			w.b = append(w.b, strings.Repeat("  ", depth)+"}\n"...)
			continue
		}
		w.openCluster(c, depth)
		depth++
		w.nodes(inside[c], w.p.Clusters[c].ID, depth)
		stack = append(append(stack, ^c), below[c]...)
	}
	w.nodes(outside, "", 1)
	if !p.Across {
		w.fill()
		w.legend()
	}
	if w.inParts() {
		w.lone(outside)
	}
	for i := range p.Edges {
		w.edge(&p.Edges[i])
	}
	w.b = append(w.b, "}\n"...)
}

// nodes writes the nodes of one frame, grouped by row.
func (w *dotWriter) nodes(list []int, frame string, depth int) {
	rows := make(map[int][]int)
	for _, i := range list {
		r := 0
		if w.row != nil {
			r = w.row[i]
		}
		rows[r] = append(rows[r], i)
	}
	if len(rows) < 2 {
		for _, i := range list {
			w.node(i, depth)
		}
		return
	}
	order := slices.Sorted(maps.Keys(rows))
	if w.p.Across {
		slices.Reverse(order) // also from the bottom up
	}
	for _, r := range order {
		pad := strings.Repeat("  ", depth)
		w.b = append(w.b, pad+"subgraph "...)
		w.b = appendQuoted(w.b, "cluster."+rowMark+strconv.Itoa(r)+"."+frame)
		w.b = append(w.b, " {\n"+pad+"  graph [label=\"\", margin=\"4\", style=\"invis\"];\n"...)
		for _, i := range rows[r] {
			w.node(i, depth+1)
		}
		w.b = append(w.b, pad+"}\n"...)
	}
}

// rowMark is the prefix of the names of rows; other names do not contain the colon.
const rowMark = "row:"

func (w *dotWriter) openCluster(i, depth int) {
	c := &w.p.Clusters[i]
	l := &w.t.looks[c.Role]
	pad := strings.Repeat("  ", depth)
	w.b = append(w.b, pad+"subgraph "...)
	w.b = appendQuoted(w.b, "cluster."+c.ID)
	w.b = append(w.b, " {\n"+pad+"  graph ["...)
	w.attr("id", c.ID)
	w.attr("class", l.class)
	w.attr("color", l.line)
	w.attr("fontcolor", l.text)
	w.attr("label", c.Label)
	w.attr("labeljust", "l")
	w.attr("labelloc", "t")
	w.attr("margin", "12")
	w.part(len(w.p.Clusters) + 1 - i)
	w.attr("style", l.style)
	w.about(c.Tooltip, c.Span)
	w.b = append(w.b, "];\n"...)
}

func (w *dotWriter) node(i, depth int) {
	n := &w.p.Nodes[i]
	l := &w.t.looks[n.Role]
	w.b = append(w.b, strings.Repeat("  ", depth)...)
	w.b = appendQuoted(w.b, n.ID)
	w.b = append(w.b, " ["...)
	if n.Wide > 0 {
		w.attr("fixedsize", "true")
		w.attr("margin", "0")
		w.attr("width", fmt.Sprintf("%.6f", n.Wide/pointsPerInch))
		w.attr("height", fmt.Sprintf("%.6f", n.High/pointsPerInch))
	}
	if n.State == Absent {
		w.attr("label", " ") // for an empty one Graphviz writes the name
		w.attr("style", "invis")
		w.b = append(w.b, "];\n"...)
		return
	}
	w.attr("id", n.ID)
	w.attr("class", l.class+stateClasses[n.State])
	w.lines("label", n.Lines, n.Left)
	w.shape(w.t.inState(l, n.State))
	w.about(n.Tooltip, n.Span)
	w.b = append(w.b, "];\n"...)
}

// shape writes the attributes of a box.
func (w *dotWriter) shape(l *look) {
	shape := l.shape
	if shape == "cds" && !w.p.Across && w.p.film == nil {
		shape = "octagon" // arrows from above would not touch the other
	}
	w.attr("shape", shape)
	if l.fill == "none" {
		w.unless("style", l.style, "")
	} else {
		w.attr("style", strings.TrimSuffix("filled,"+l.style, ","))
		w.attr("fillcolor", l.fill)
	}
	w.attr("color", l.line)
	w.attr("fontcolor", l.text)
	if w.p.film != nil && l.rims != "" && l.width == "1" { // a second outline would make the node larger
		w.attr("penwidth", "2")
		return
	}
	w.unless("penwidth", l.width, "1")
	w.unless("peripheries", l.rims, "")
}

// stroke writes the attributes of a line; back means that its arrow points to its start.
func (w *dotWriter) stroke(l *look, back bool) {
	w.unless("style", l.style, "")
	w.attr("color", l.line)
	w.attr("fontcolor", l.text)
	w.unless("penwidth", l.width, "1")
	switch {
	case l.arrow == "none":
		w.attr("dir", "none")
	case back:
		w.attr("dir", "back")
		w.unless("arrowtail", l.arrow, "normal")
	default:
		w.unless("arrowhead", l.arrow, "normal")
	}
}

// circle writes where an arrow to another column ends or goes on, and returns its name.
func (w *dotWriter) circle(number, column int) string {
	text := strconv.Itoa(number)
	name := rowMark + strconv.Itoa(column) + "." + text
	w.b = append(appendQuoted(append(w.b, "  subgraph "...), "cluster."+rowMark+strconv.Itoa(column)+"."), " { "...)
	w.b = append(appendQuoted(w.b, name), " ["...)
	w.attr("label", text)
	w.attr("margin", "0")
	w.attr("shape", "circle")
	w.attr("width", "0.25")
	w.attr("color", w.t.ink)
	w.attr("fontcolor", w.t.ink)
	w.attr("tooltip", "goes on at the other circle with this number")
	w.b = append(w.b, "]; }\n"...)
	return name
}

// isOmitted reports whether an arrow is neither drawn nor decides a place.
func (w *dotWriter) isOmitted(e *Edge) bool {
	return e.Absent && e.Role == RoleCalls && (e.Loose || w.p.Across)
}

func (w *dotWriter) edge(e *Edge) {
	l := &w.t.looks[e.Role]
	if w.isOmitted(e) {
		return
	}
	from, to := w.p.Nodes[e.From].ID, w.p.Nodes[e.To].ID
	if e.Back {
		from, to = to, from
	}
	onward := !w.p.Across && w.row != nil && w.row[e.From] != w.row[e.To]
	if onward {
		number, seen := w.onward[e.From]
		if !seen {
			number = len(w.onward) + 1
			w.onward[e.From] = number
		}
		out := w.circle(number, w.row[e.From])
		in := w.circle(number, w.row[e.To])
		w.arrow(in, to)
		w.stroke(l, false)
		w.b = append(w.b, "];\n"...)
		if to = out; seen {
			return
		}
	}
	w.b = append(w.b, "  "...)
	w.b = appendQuoted(w.b, from)
	w.b = append(w.b, " -> "...)
	w.b = appendQuoted(w.b, to)
	w.b = append(w.b, " ["...)
	w.attr("id", e.ID)
	w.attr("class", l.class)
	key := stageLabel{e.From, e.Label}
	again := e.Role == RoleFlows && w.said[key] && w.p.Nodes[e.To].Role != RoleEntry
	if e.Label != "" && !again {
		if e.Role == RoleFlows {
			w.said[key] = true // one arrow of several says it: labels are often beside other arrows
		}
		if e.Role == RoleCalls && w.p.Across {
			w.attr("headlabel", e.Label) // in the middle of a long arrow it would be beside another arrow
			w.attr("labeldistance", "2")
		} else if e.Role == RoleClash && w.p.film != nil { // its arrow leads through its label
			w.raw("label", `<TABLE BORDER="0" CELLBORDER="0" CELLPADDING="3" BGCOLOR="`+w.t.background+`"><TR><TD><B>`+
				html(e.Label)+"</B></TD></TR></TABLE>")
		} else {
			w.attr("label", " "+e.Label+" ")
		}
	}
	if e.Absent {
		w.attr("style", "invis")
	} else {
		w.stroke(l, e.Back)
	}
	if e.Main {
		w.attr("weight", "10")
	}
	w.minlen(max(e.far, 1))
	if e.Loose || !onward && w.row != nil && w.row[e.From] != w.row[e.To] {
		w.attr("constraint", "false")
	}
	w.about(e.Tooltip, e.Span)
	if e.Label != "" && e.Tooltip != "" {
		if e.Role == RoleCalls && w.p.Across {
			w.attr("headtooltip", e.Tooltip) // otherwise Graphviz shows the label here too
		} else {
			w.attr("labeltooltip", e.Tooltip)
		}
	}
	w.b = append(w.b, "];\n"...)
}

// A picture that is read from left to right consists of parts that have their own ranks: its frames, what is in none, and
// its legend. So a frame is as wide as what is in it. Graphviz stacks the parts, that with the lowest number at the
// bottom.
//
// If a picture has several parts, Graphviz omits labels of arrows that are one rank long. So they are two ranks long.

// lone puts nodes without arrows side by side, since each would be a part of its own.
func (w *dotWriter) lone(nodes []int) {
	joined := make([]bool, len(w.p.Nodes))
	for i := range w.p.Edges {
		if e := &w.p.Edges[i]; !w.isOmitted(e) {
			joined[e.From], joined[e.To] = true, true
		}
	}
	last, used := -1, 0.0
	for _, i := range nodes {
		if joined[i] || w.row != nil && w.row[i] > 0 {
			continue
		}
		wide := w.p.wide(i)
		if used += wide; last >= 0 && used <= widest {
			w.hidden(w.p.Nodes[last].ID, w.p.Nodes[i].ID, 1)
		} else {
			used = wide
		}
		last = i
	}
}

// columns is how many of the frames of a history are side by side: each definition has two. It is 0 for other pictures.
func (p *Picture) columns() int {
	if !p.stacked {
		return 0
	}
	return 2 * max(1, len(p.Clusters)/definitionsBelow)
}

// definitionsBelow is for how many frames of a history there are two more side by side.
const definitionsBelow = 10

// fill writes invisible parts after the last frame, so that the legend is in a row of its own.
func (w *dotWriter) fill() {
	for k := len(w.p.Clusters); w.columns > 0 && k%w.columns != 0; k++ {
		w.b = append(w.b, "  \"fill."+strconv.Itoa(k)+"\" [sortv=\"2\", style=\"invis\"];\n"...)
	}
}

// inParts reports whether each frame has ranks of its own.
func (w *dotWriter) inParts() bool { return w.p.Across || w.columns > 0 }

// part writes the number of a part.
func (w *dotWriter) part(number int) {
	if w.columns > 0 && number > 1 {
		number++ // see fill
	}
	if w.inParts() {
		w.attr("sortv", strconv.Itoa(number))
	}
}

// minlen writes the length of an arrow over so many ranks. In a picture that is read across each counts twice.
func (w *dotWriter) minlen(ranks int) {
	if w.inParts() {
		ranks *= 2
	}
	w.unless("minlen", strconv.Itoa(ranks), "1")
}

// about writes the tooltip and the link of an element.
func (w *dotWriter) about(tooltip string, s lang.Span) {
	w.attr("tooltip", cmp.Or(tooltip, " ")) // for an empty tooltip Graphviz shows the label
	w.unless("URL", w.url(s), "")
}

func (w *dotWriter) url(s lang.Span) string {
	if w.o.File == "" || s.Empty() || w.p.file == nil {
		return ""
	}
	at, path := w.p.file.Position(s.Start), w.o.File
	if at.File != "" {
		if w.o.Other == nil {
			return ""
		}
		path = w.o.Other(at.File)
	}
	u := url.URL{Path: path, Fragment: "L" + strconv.Itoa(at.Line)}
	return u.String()
}

// attr writes an attribute.
func (w *dotWriter) attr(name, value string) {
	w.name(name)
	w.b = appendQuoted(w.b, value)
}

// unless writes an attribute unless it has its default value.
func (w *dotWriter) unless(name, value, preset string) {
	if value != preset {
		w.attr(name, value)
	}
}

func (w *dotWriter) name(name string) {
	if w.b[len(w.b)-1] != '[' {
		w.b = append(w.b, ", "...)
	}
	w.b = append(append(w.b, name...), '=')
}

// lines writes a text of several lines.
func (w *dotWriter) lines(name string, lines []string, left bool) {
	w.name(name)
	w.b = append(w.b, '"')
	if len(strings.Join(lines, "")) == 0 {
		lines = []string{" "} // for an empty label Graphviz writes the node's name
	}
	for i, l := range lines {
		if i > 0 && !left {
			w.b = append(w.b, `\n`...)
		}
		w.b = appendEscaped(w.b, l)
		if left {
			w.b = append(w.b, `\l`...)
		}
	}
	w.b = append(w.b, '"')
}

func (w *dotWriter) raw(name, html string) {
	w.name(name)
	w.b = append(append(append(w.b, '<'), html...), '>')
}

func appendQuoted(b []byte, s string) []byte {
	return append(appendEscaped(append(b, '"'), s), '"')
}

// appendEscaped writes a text that goes between quotes of DOT. Graphviz interprets backslashes and, in labels and
// tooltips, entities such as &amp;.
func appendEscaped(b []byte, s string) []byte {
	for _, r := range Printable(s) {
		switch r {
		case '"', '\\':
			b = append(b, '\\', byte(r))
		case '&':
			b = append(b, "&amp;"...)
		case '\n':
			b = append(b, `\n`...)
		default:
			b = utf8.AppendRune(b, r)
		}
	}
	return b
}

// Printable makes visible the characters that would be invisible or that XML cannot hold: control and formatting
// characters and broken UTF-8. Line ends stay.
func Printable(s string) string {
	odd := func(r rune) bool { return r == utf8.RuneError || lang.Unseen(r) || !unicode.IsGraphic(r) }
	if !strings.ContainsFunc(s, func(r rune) bool { return r != '\n' && odd(r) }) {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == utf8.RuneError && n == 1:
			fmt.Fprintf(&b, "<%02X>", s[i])
		case r == '\n':
			b.WriteByte('\n')
		case r == '\t':
			b.WriteByte(' ')
		case odd(r):
			fmt.Fprintf(&b, "<%04X>", r)
		default:
			b.WriteRune(r)
		}
		i += n
	}
	return b.String()
}

var htmlEscaper = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;")

func html(s string) string { return htmlEscaper.Replace(Printable(s)) }
