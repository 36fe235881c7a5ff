package graphviz

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
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
// in the picture and its meaning as its text. The samples form rows below the picture.

// legendMark is the prefix of all names in the legend; other names do not contain the colon.
const legendMark = "legend:"

// legend draws the roles of the picture that have a meaning to explain.
func (w *dotWriter) legend() {
	roles := w.p.roles()
	if len(roles) == 0 || len(w.p.Nodes) < 2 || w.p.film != nil {
		return
	}
	w.b = append(w.b, `  subgraph "cluster.`+legendMark+`" {`+"\n    graph ["...)
	w.attr("id", legendMark)
	w.attr("class", "legend")
	w.attr("color", w.t.frame)
	w.attr("label", "")
	w.attr("margin", "6")
	w.part(1)
	w.attr("style", "rounded")
	w.attr("tooltip", "what the shapes and the lines are")
	w.b = append(w.b, "];\n"...)
	w.b = append(w.b, `    node [fontsize="`+legendSize+`", height="0.2", margin="0.1,0.03", width="0"];`+"\n"...)
	w.b = append(w.b, `    edge [fontsize="`+legendSize+`"];`+"\n"...)
	last, rows := w.p.legendRows(roles)
	if w.p.Across {
		slices.Reverse(rows) // Graphviz stacks them from the bottom up
	}
	above := ""
	for _, row := range rows {
		names := w.samples(row)
		length := 1
		if !w.p.Across {
			length = 0
			w.b = append(w.b, "    { rank=\"same\";"...)
			for _, name := range names {
				w.b = append(appendQuoted(append(w.b, ' '), name), ';')
			}
			w.b = append(w.b, " }\n"...)
			if above != "" {
				w.hidden(above, names[0], 1)
			}
		}
		for i := 1; i < len(names); i++ {
			if !strings.HasSuffix(names[i], ".1") {
				w.hidden(names[i-1], names[i], length)
			}
		}
		above = names[0]
	}
	w.b = append(w.b, "  }\n"...)
	if w.inParts() {
		return // it is a part of its own
	}
	length := 1
	if w.row != nil {
		last, length = w.ends(), 2 // a circle is between them
	}
	for _, i := range last {
		w.hidden(w.p.Nodes[i].ID, w.middle(rows[0]), length)
	}
}

// ends lists the last nodes of the longest column; the others stay at the top if the legend does not hang on them.
func (w *dotWriter) ends() (list []int) {
	rank, _ := w.p.ranks()
	first, last, longest := make(map[int]int), make(map[int]int), 0
	for i, r := range rank {
		column := w.row[i]
		if _, seen := last[column]; !seen {
			first[column] = r
		}
		first[column], last[column] = min(first[column], r), max(last[column], r)
	}
	for column := range len(last) {
		if last[column]-first[column] >= last[longest]-first[longest] {
			longest = column
		}
	}
	for i, r := range rank {
		if w.row[i] == longest && r == last[longest] {
			list = append(list, i)
		}
	}
	return list
}

// legendRows arranges samples in rows, and returns the nodes of the last rank of the picture.
func (p *Picture) legendRows(roles []Role) (last []int, rows [][]Role) {
	rank, longest := p.ranks()
	for i, r := range rank {
		if r == longest {
			last = append(last, i)
		}
	}
	for i := range p.Edges {
		if e := &p.Edges[i]; e.far > 0 {
			last = append(last, e.To) // see outLast
		}
	}
	most := legendWide
	if !p.Across && !p.stacked {
		broad := make([]float64, longest+1) // as wide as the picture, which would else be beside its middle
		for i, r := range rank {
			broad[r] += p.wide(i) + legendGap
		}
		most = min(most, max(leastLegend, slices.Max(broad)))
	}
	used := 0.0
	for _, r := range roles {
		wide := legendAdvance*float64(utf8.RuneCountInString(Light.looks[r].meaning)) + 36
		if r >= RolePart { // the line
			wide += 42
		}
		if used += wide; len(rows) == 0 || used > most {
			rows, used = append(rows, nil), wide
		}
		rows[len(rows)-1] = append(rows[len(rows)-1], r)
	}
	return last, rows
}

// samples writes the samples of a row, and returns the names of their nodes.
func (w *dotWriter) samples(row []Role) (names []string) {
	for _, r := range row {
		l := &w.t.looks[r]
		name := legendMark + l.class
		text := look{shape: "plaintext", fill: "none", line: l.text, text: l.text, width: "1"}
		if r < RolePart {
			text = *l
		} else {
			names = append(names, name+".0")
			w.sample(name+".0", "", &look{shape: "point", fill: "none", line: w.t.faint, text: l.text, width: "1"})
			w.arrow(name+".0", name+".1")
			w.attr("id", name)
			w.minlen(1)
			w.stroke(l, false)
			w.attr("tooltip", " ")
			w.b = append(w.b, "];\n"...)
			name += ".1"
		}
		w.sample(name, l.meaning, &text)
		names = append(names, name)
	}
	return names
}

// sample writes a node.
func (w *dotWriter) sample(name, label string, l *look) {
	w.b = append(w.b, "    "...)
	w.b = append(appendQuoted(w.b, name), " ["...)
	w.attr("id", name)
	w.attr("label", label)
	if l.shape == "point" {
		w.attr("width", "0.03")
	}
	w.shape(l)
	w.attr("tooltip", " ")
	w.b = append(w.b, "];\n"...)
}

// middle is the name of a node in the middle of a row of samples.
func (w *dotWriter) middle(row []Role) string {
	r := row[len(row)/2]
	name := legendMark + w.t.looks[r].class
	if r >= RolePart {
		name += ".0"
	}
	return name
}

// hidden writes an invisible edge. It has a weight, for without one an edge into a frame may point upwards.
func (w *dotWriter) hidden(from, to string, length int) {
	w.arrow(from, to)
	if w.inParts() {
		length *= 2
	}
	w.attr("minlen", strconv.Itoa(length))
	w.attr("style", "invis")
	w.b = append(w.b, "];\n"...)
}

const (
	legendSize    = "9"
	legendAdvance = 5.4   // points per character of this size
	legendWide    = 840.0 // points of a row of samples
	leastLegend   = 420.0 // the same, below a narrow picture
	legendGap     = 22.0  // points between the boxes of a picture
)

func (w *dotWriter) arrow(from, to string) {
	w.b = append(w.b, "    "...)
	w.b = append(appendQuoted(w.b, from), " -> "...)
	w.b = append(appendQuoted(w.b, to), " ["...)
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
		if letter := r >= RoleWitnessA && r <= RoleWitnessC; letter && !p.stages {
			continue // elsewhere nothing but facts has letters
		}
		if used[r] && Light.looks[r].meaning != "" {
			list = append(list, r)
		}
	}
	if len(list) == 1 && list[0] == RoleStage {
		return nil // nothing else could be a stage
	}
	return list
}
