package graphviz

import (
	"fmt"
	"strconv"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns"
)

// History draws the merge history of a definition: the patterns of its
// expressions, and below them, step by step, the unions that made one of two.
// Nothing in it is ever overwritten, so what there was after any step is what
// lies above. With until at 0 or above only so many steps are drawn. It reports
// false for a definition that was not derived.
func History(r *patterns.Result, definition, until int32) (*Picture, bool) {
	h, ok := r.Front.History(definition)
	if !ok {
		return nil, false
	}
	p := newPicture(r.File, "history of "+subject(r, []int32{definition}))
	if until >= 0 && until < h.Steps {
		p.Title += fmt.Sprintf(" up to step %d of %d", until, h.Steps)
	} else {
		until = h.Steps
	}
	name := r.Definitions[definition].Name
	at := make([]int, len(h.Nodes))
	for i := range h.Nodes {
		n := &h.Nodes[i]
		at[i] = -1
		if n.Step > until {
			continue
		}
		at[i] = p.node(historyNode(p, n, name, i, until, h.Nodes))
	}
	for i := range h.Nodes {
		n := &h.Nodes[i]
		if at[i] < 0 || n.Parent < 0 || at[n.Parent] < 0 {
			continue
		}
		u := &h.Nodes[n.Parent]
		p.edge(Edge{
			From: at[i], To: at[n.Parent], Role: RoleInto, Span: u.Span,
			Tooltip: p.at("step "+strconv.Itoa(int(u.Step))+", "+u.Reason+": "+u.What, u.Span),
		})
	}
	for _, c := range h.Clashes {
		if c.Step <= until && at[c.X] >= 0 && at[c.Y] >= 0 {
			p.edge(Edge{
				From: at[c.X], To: at[c.Y], Role: RoleClash, Label: "step " + strconv.Itoa(int(c.Step)) + ": cannot be one",
				Tooltip: p.at("step "+strconv.Itoa(int(c.Step))+": "+c.What, c.Span), Span: c.Span, Loose: true,
			})
		}
	}
	p.timeline()
	return p, true
}

func historyNode(p *Picture, n *patterns.HistoryItem, name string, i int, until int32, all []patterns.HistoryItem) Node {
	ended := n.Parent < 0 || all[n.Parent].Step > until
	node := Node{
		Span: n.Span, Cluster: -1, Names: []string{name}, Spans: []lang.Span{n.Span}, entry: ended,
	}
	if n.Step == 0 {
		node.ID, node.Role = p.id(name, "leaf"+strconv.Itoa(i)), RoleLeaf
		node.Lines = []string{p.at(shorten(n.What, 44), n.Span), n.Shape}
		node.Tooltip = p.at(n.What, n.Span) + "\nfrom the start it is " + n.Shape
		return node
	}
	step := strconv.Itoa(int(n.Step))
	node.ID, node.Role, node.Row = p.id(name, "step"+step), RoleJoined, int(n.Step)
	if ended {
		node.Role = RoleLast
	}
	node.Lines = []string{p.at(step+" "+shorten(n.Reason, 44), n.Span), n.Shape}
	node.Tooltip = p.at("step "+step+", "+n.Reason, n.Span) + "\n" + n.What + "\nafterwards it is " + n.Shape
	return node
}

// timeline puts the steps in their order, one below the other, beside a scale.
func (p *Picture) timeline() {
	last := -1
	for i := range len(p.Nodes) {
		row := p.Nodes[i].Row
		if row == 0 {
			continue
		}
		t := p.node(Node{
			ID: p.id("time", strconv.Itoa(row)), Role: RoleTime, Lines: []string{"step " + strconv.Itoa(row)}, Cluster: -1, Row: row,
			Tooltip: "step " + strconv.Itoa(row),
		})
		if last >= 0 {
			p.edge(Edge{From: last, To: t, Role: RoleGap})
		}
		last = t
	}
}
