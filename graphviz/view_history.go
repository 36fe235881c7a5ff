package graphviz

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns"
)

// History draws the merge history of a definition: the patterns of its expressions, and below them, step by step, their
// unions. The history is never overwritten, so the state after a step is everything drawn above it. With until at 0 or
// above only so many steps are drawn. It reports false for a definition that was not derived.
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
	clashes := make(map[int32]bool)
	for _, c := range h.Clashes {
		clashes[c.X], clashes[c.Y] = true, true
	}
	var alone []int // leaves that no step united with another
	for i := range h.Nodes {
		if n := &h.Nodes[i]; n.Step == 0 && ended(n, until, h.Nodes) && !clashes[int32(i)] {
			alone = append(alone, i)
		}
	}
	if len(alone) <= maxAlone {
		alone = nil
	}
	inside := until > maxLeafSteps
	for i := range h.Nodes {
		n := &h.Nodes[i]
		at[i] = -1
		switch {
		case n.Step > until:
		case len(alone) > 0 && n.Step == 0 && ended(n, until, h.Nodes) && !clashes[int32(i)]:
			if alone[0] == i {
				at[i] = p.node(aloneNode(p, alone, name, h.Nodes))
			}
		case inside && n.Step == 0 && !ended(n, until, h.Nodes) && !clashes[int32(i)]:
		default:
			at[i] = p.node(historyNode(p, n, name, i, until, h.Nodes))
		}
	}
	if inside {
		// Steps are written as sums.
		sums := make(map[string]int) // by node: the line behind its addends
		for i := range h.Nodes {
			if h.Nodes[i].Step > 0 && at[i] >= 0 {
				n := &p.Nodes[at[i]]
				sum := len(n.Lines) - len(wrapped(h.Nodes[i].Shape, stepWidth))
				n.Left = true
				n.Lines[sum] = "= " + n.Lines[sum]
				sums[n.ID] = sum
			}
		}
		for i := range h.Nodes {
			n := &h.Nodes[i]
			if n.Step > 0 || n.Parent < 0 || at[i] >= 0 || at[n.Parent] < 0 {
				continue
			}
			u := &p.Nodes[at[n.Parent]]
			line := "+ " + p.at(n.What.String(), n.Span)
			if !n.Free {
				line += "  " + n.Shape
			}
			add := wrapped(line, stepWidth)
			u.Lines = slices.Insert(u.Lines, sums[u.ID], add...)
			sums[u.ID] += len(add)
			u.Spans = append(u.Spans, n.Span)
		}
	}
	for i := range h.Nodes {
		n := &h.Nodes[i]
		if at[i] < 0 || n.Parent < 0 || at[n.Parent] < 0 {
			continue
		}
		u := &h.Nodes[n.Parent]
		p.edge(Edge{
			From: at[i], To: at[n.Parent], Role: RoleInto, Span: u.Span, Step: u.Step, Reason: u.Reason.String(),
			Tooltip: p.at("step "+strconv.Itoa(int(u.Step))+", "+u.Reason.String()+": "+u.What.String(), u.Span),
		})
	}
	for _, c := range h.Clashes {
		if c.Step <= until && at[c.X] >= 0 && at[c.Y] >= 0 {
			p.edge(Edge{
				From: at[c.X], To: at[c.Y], Role: RoleClash, Label: "step " + strconv.Itoa(int(c.Step)) + ": cannot be one",
				Tooltip: p.at("step "+strconv.Itoa(int(c.Step))+": "+c.What.String(), c.Span), Span: c.Span,
				Step: c.Step, Loose: true,
			})
		}
	}
	p.timeline()
	return p, true
}

// maxAlone is the maximum number of leaves without a union that are boxes of their own.
const maxAlone = 3

// maxLeafSteps is the number of steps up to which leaves are boxes of their own; in a longer history they are lines of
// the steps that united them.
const maxLeafSteps = 20

// ended reports whether no step of the picture united the pattern.
func ended(n *patterns.HistoryItem, until int32, all []patterns.HistoryItem) bool {
	return n.Parent < 0 || all[n.Parent].Step > until
}

// aloneNode is one box for all leaves without a union.
func aloneNode(p *Picture, alone []int, name string, all []patterns.HistoryItem) Node {
	node := Node{
		ID: p.id(name, "alone"), Role: RoleFolded, Cluster: -1, Names: []string{name},
		Lines: []string{count(len(alone), "pattern", "patterns"), "that no step took in"},
	}
	var texts []string
	for _, i := range alone {
		n := &all[i]
		texts = append(texts, p.said(n.What, n.Span)+": "+n.Shape)
		node.Spans = append(node.Spans, n.Span)
	}
	node.Tooltip = listed(texts)
	return node
}

func historyNode(
	p *Picture, n *patterns.HistoryItem, name string, i int, until int32, all []patterns.HistoryItem,
) Node {
	ended := ended(n, until, all)
	node := Node{
		Span: n.Span, Cluster: -1, Names: []string{name}, Spans: []lang.Span{n.Span}, entry: ended,
	}
	if n.Step == 0 {
		node.ID, node.Role = p.id(name, "leaf"+strconv.Itoa(i)), RoleLeaf
		node.Name = p.at(n.What.String(), n.Span)
		node.Lines = append(wrapped(node.Name, stepWidth), wrapped(n.Shape, stepWidth)...)
		node.Text = node.Name + "  " + n.Shape
		node.Tooltip = p.said(n.What, n.Span) + "\nfrom the start it is " + n.Shape
		return node
	}
	step := strconv.Itoa(int(n.Step))
	node.ID, node.Role, node.Row = p.id(name, "step"+step), RoleJoined, int(n.Step)
	node.Step, node.Reason = n.Step, n.Reason.String()
	if ended {
		node.Role = RoleLast
	}
	node.Name = p.at(step+" "+n.Words.String(), n.Span)
	node.Lines = append(wrapped(node.Name, stepWidth), wrapped(n.Shape, stepWidth)...)
	node.Text = node.Name + "  " + n.Shape
	node.Tooltip = p.at("step "+step+", "+n.Reason.String(), n.Span) + "\n" + n.What.String() +
		"\nafterwards it is " + n.Shape
	return node
}

// timeline puts the steps in order, below one another, beside a scale.
func (p *Picture) timeline() {
	for i := range len(p.Nodes) {
		if row := p.Nodes[i].Row; row > 0 {
			p.node(Node{
				ID: p.id("time", strconv.Itoa(row)), Role: RoleTime,
				Lines: []string{"step " + strconv.Itoa(row)}, Cluster: -1, Row: row,
			})
		}
	}
	p.joinTimes()
}
