package graphviz

import (
	"cmp"
	"fmt"
	"strings"
)

// AppendOutline writes a picture as text: every node with a number, and below it the arrows that leave it. It is for
// terminals, for readers who do not see pictures and for tests. It is ASCII except for names of the program.
func (p *Picture) AppendOutline(b []byte) []byte {
	o := outline{p: p, leave: make([][]int, len(p.Nodes))}
	for i := range p.Edges {
		if e := &p.Edges[i]; !e.Absent {
			o.leave[e.From] = append(o.leave[e.From], i)
		}
	}
	o.number = make([]int, len(p.Nodes))
	n := 0
	for i := range p.Nodes {
		if p.Nodes[i].State != Absent {
			n++
			o.number[i] = n
		}
	}
	o.width = len(fmt.Sprint(n))
	o.b = b
	o.line(0, p.Title)
	for _, note := range p.Notes {
		o.line(0, note)
	}
	o.legend()
	below := make([][]int, len(p.Clusters)+1)
	for i := range p.Clusters {
		below[p.Clusters[i].Parent+1] = append(below[p.Clusters[i].Parent+1], i)
	}
	inside := make([][]int, len(p.Clusters)+1)
	for i := range p.Nodes {
		inside[p.Nodes[i].Cluster+1] = append(inside[p.Nodes[i].Cluster+1], i)
	}
	type frame struct{ cluster, depth int }
	stack := []frame{{-1, 0}}
	for len(stack) > 0 {
		f := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		o.b = append(o.b, '\n')
		if f.cluster >= 0 {
			o.line(2*(f.depth-1), p.Clusters[f.cluster].Label+":")
		}
		for _, i := range inside[f.cluster+1] {
			o.node(i, 2*f.depth)
		}
		kids := below[f.cluster+1]
		for i := len(kids) - 1; i >= 0; i-- {
			stack = append(stack, frame{kids[i], f.depth + 1})
		}
	}
	return o.b
}

type outline struct {
	p      *Picture
	b      []byte
	leave  [][]int
	number []int
	width  int
}

func (o *outline) line(indent int, text string) {
	text = strings.ReplaceAll(Printable(text), "…", "...")
	if text != "" {
		o.b = append(append(o.b, strings.Repeat(" ", indent)...), strings.ReplaceAll(text, "\n", " ")...)
	}
	o.b = append(o.b, '\n')
}

func (o *outline) name(i int) string { return fmt.Sprintf("[%d]", o.number[i]) }

func (o *outline) node(i, indent int) {
	n := &o.p.Nodes[i]
	if o.number[i] == 0 {
		return
	}
	lines := n.Lines
	if !n.Left || n.Text != "" || len(lines) == 0 {
		lines = []string{cmp.Or(n.Text, strings.Join(lines, "  "))}
	}
	text := lines[0]
	if word := roleWords[n.Role]; word != "" {
		text += "  (" + word + ")"
	}
	o.line(indent, fmt.Sprintf("%*s %s", o.width+2, o.name(i), text))
	for _, l := range lines[1:] {
		o.line(indent+o.width+3, l)
	}
	for _, j := range o.leave[i] {
		e := &o.p.Edges[j]
		to := &o.p.Nodes[e.To]
		o.line(indent+o.width+5,
			o.arrow(e)+" "+o.name(e.To)+" "+cmp.Or(to.Name, strings.Join(to.Lines[:min(len(to.Lines), 1)], "")))
	}
}

// roleWords are the words of an outline for the look of a box.
var roleWords = map[Role]string{
	RoleNamedType: "type", RoleCalled: "called", RoleBuilds: "constructor", RoleBuiltIn: "built in",
	RoleOpenType: "not decided",
}

func (o *outline) arrow(e *Edge) string {
	line, head := "--", "-->"
	switch e.Role {
	case RoleReaches:
		line, head = "- -", "- ->"
	case RoleInstance:
		line, head = "- -", "- -"
	case RoleEqual, RoleObvious, RoleHolds:
		head = "--"
	case RoleFollows:
		line, head = "==", "=="
	case RoleReads:
		line, head = "..", "..>"
	case RoleAwaits:
		line, head = "??", "??>"
	case RoleAbout:
		head = "--"
	case RoleDetermines:
		line, head = "==", "==>"
	case RoleComputes:
		line, head = "- -", "- ->"
	case RoleLike:
		line, head = ". .", ". .>"
	case RoleClash:
		line, head = "***", "***"
	}
	if e.Label == "" {
		return head
	}
	return line + " " + e.Label + " " + head
}

// legend explains the arrows of the outline.
func (o *outline) legend() {
	words := map[Role]string{
		RolePart: "-- label --> part", RoleReaches: "- - -> call", RoleEqual: "----- equal, by a rule",
		RoleInstance: "- - - equal, by a call", RoleFollows: "===== equal, since their wholes are",
		RoleReads: "..> read by", RoleDetermines: "==> decides", RoleAwaits: "??> waits for",
		RoleAbout: "-- argument or result", RoleComputes: "- -> goes into", RoleLike: ". .> a use of it",
		RoleInto: "--> became part of",
	}
	var list []string
	for _, r := range o.p.roles() {
		if w := words[r]; w != "" {
			list = append(list, w)
		}
	}
	if len(list) > 0 {
		o.line(0, "legend: "+strings.Join(list, ", "))
	}
}
