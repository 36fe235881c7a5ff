package graphviz

import (
	"strconv"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns"
)

// maxJoined is the maximum number of united patterns listed in a box.
const maxJoined = 6

// Unions draws the final state of merge histories: a box for each remaining pattern, with the patterns united in it and
// the last step, in words. History draws the steps in between. With until at 0 or above, only so many steps of each
// history count. Definitions that were not derived are left out.
func Unions(r *patterns.Result, definitions []int32, until int32) *Picture {
	p := newPicture(r.File, "history of "+subject(r, definitions))
	alone := len(definitions) == 1
	hidden := 0
	first := make(map[int32]int) // by definition: the first of its nodes
	for _, d := range definitions {
		h, ok := r.Front.History(d)
		if !ok {
			continue
		}
		last := h.Steps
		if until >= 0 && until < last {
			last = until
			if alone {
				p.Title += " up to step " + strconv.Itoa(int(last)) + " of " + strconv.Itoa(int(h.Steps))
			}
		}
		u := unions{Picture: p, all: h.Nodes, until: last, name: r.Definitions[d].Name, cluster: -1}
		if !alone {
			def := &r.Definitions[d]
			u.cluster = p.cluster(Cluster{
				ID: p.id(def.Name, "frame"), Role: RoleOfDefinition, Label: definitionName(def.Name), Span: def.Span, Parent: -1,
				Tooltip: definitionName(def.Name) + ", in " + count(int(last), "step", "steps"),
			})
		}
		n := len(p.Nodes)
		if u.draw(&h); len(p.Nodes) > n {
			first[d] = n
		}
		hidden += int(last)
	}
	for _, d := range definitions {
		for _, c := range r.Front.Callees(d) {
			from, ok := first[d]
			if to, also := first[c.Callee]; ok && also && from != to {
				p.between = append(p.between, Edge{
					ID: p.id(r.Definitions[d].Name, "calls", c.Name), From: from, To: to, Role: RoleReaches, Span: c.Span, Loose: true,
					Tooltip: p.at("`"+c.Name+"` is called", c.Span),
				})
			}
		}
	}
	if len(p.Nodes) > 0 && hidden > 0 {
		p.Notes = append(p.Notes, "each pattern with its last step; --all shows every step")
	}
	return p
}

// unions draws the final state of one definition's history.
type unions struct {
	*Picture
	all     []patterns.HistoryItem
	until   int32
	name    string
	cluster int
	root    []int // by item: the last union that contains it, or itself
	at      map[int]int
}

func (u *unions) draw(h *patterns.History) {
	u.root = make([]int, len(u.all))
	parts := make(map[int][]int) // by root: leaves, in the order of the program
	steps := make(map[int]int)
	of := make(map[int32]int) // by step: its root
	for i := len(u.all) - 1; i >= 0; i-- {
		n := &u.all[i]
		if n.Step > u.until {
			continue
		}
		u.root[i] = i
		if !ended(n, u.until, u.all) {
			u.root[i] = u.root[n.Parent]
		}
		if n.Step > 0 {
			steps[u.root[i]]++
			of[n.Step] = u.root[i]
		}
	}
	var apart []int
	clashes := make(map[int]bool)
	for _, c := range h.Clashes {
		if c.Step <= u.until {
			clashes[u.root[c.X]], clashes[u.root[c.Y]] = true, true
		}
	}
	for i := range u.all {
		switch n := &u.all[i]; {
		case n.Step > 0:
		case u.root[i] != i || clashes[i]:
			parts[u.root[i]] = append(parts[u.root[i]], i)
		default:
			apart = append(apart, i)
		}
	}
	u.at = make(map[int]int)
	for i := range u.all {
		if list := parts[i]; len(list) > 0 {
			u.at[i] = u.box(i, list, steps[i])
		}
	}
	if len(apart) <= maxAlone {
		for _, i := range apart {
			u.at[i] = u.box(i, []int{i}, 0)
		}
	} else {
		node := aloneNode(u.Picture, apart, u.name, u.all)
		node.Cluster = u.cluster
		u.node(node)
	}
	inside := u.inside(h.Links)
	seen := make(map[[2]int]bool)
	for i := range u.all {
		n := &u.all[i]
		from, ok := of[n.After]
		if n.Step == 0 || n.Step > u.until || !ok || n.After == 0 {
			continue
		}
		if k := [2]int{from, u.root[i]}; k[0] != k[1] && !seen[k] {
			seen[k] = true
			u.edge(Edge{
				From: u.at[from], To: u.at[k[1]], Role: RoleSo, Span: n.Span, Back: !inside[from],
				Tooltip: "step " + strconv.Itoa(int(n.Step)) + ": " + n.Words.String(), Step: n.Step, Reason: n.Reason.String(),
			})
		}
	}
	if u.until == h.Steps {
		u.links(h.Links, seen, inside)
	}
	for _, c := range h.Clashes {
		if c.Step <= u.until {
			u.edge(Edge{
				From: u.at[u.root[c.X]], To: u.at[u.root[c.Y]], Role: RoleClash,
				Label:   "step " + strconv.Itoa(int(c.Step)) + ": cannot be one",
				Tooltip: u.Picture.at("step "+strconv.Itoa(int(c.Step))+": "+c.What.String(), c.Span), Span: c.Span,
				Step: c.Step, Loose: true,
			})
		}
	}
}

// inside returns the patterns of what the definition takes and of its parts.
func (u *unions) inside(list []patterns.HistoryLink) map[int]bool {
	parts := make(map[int][]int)
	for _, l := range list {
		if from := u.root[l.From]; !l.Call {
			parts[from] = append(parts[from], u.root[l.To])
		}
	}
	seen := map[int]bool{u.root[0]: true}
	for queue := []int{u.root[0]}; len(queue) > 0; queue = queue[1:] {
		for _, i := range parts[queue[0]] {
			if !seen[i] {
				seen[i] = true
				queue = append(queue, i)
			}
		}
	}
	return seen
}

// links draws the parts of patterns and the calls, except between patterns that have an arrow.
func (u *unions) links(list []patterns.HistoryLink, seen map[[2]int]bool, inside map[int]bool) {
	drawn := make(map[[2]int]int)
	for _, l := range list {
		from, ok := u.at[int(l.From)]
		to, also := u.at[int(l.To)]
		k := [2]int{u.root[l.From], u.root[l.To]}
		if i, again := drawn[k]; again && len(u.Edges[i].Label) < maxName && (u.Edges[i].Role == RoleReaches) == l.Call {
			u.Edges[i].Label += ", " + l.Label
			u.Edges[i].Tooltip += "\n" + l.Label
		}
		if !ok || !also || from == to || seen[k] {
			continue
		}
		seen[k], drawn[k] = true, len(u.Edges)
		e := Edge{
			From: from, To: to, Role: RolePart, Label: l.Label, Span: l.Span, Tooltip: "the part " + l.Label,
			Back: !inside[k[0]],
		}
		if l.Call {
			e.Back, e.Role, e.Tooltip = false, RoleReaches, u.said(lang.Say("a call of %s", "`"+l.Label+"`"), l.Span)
		}
		u.edge(e)
	}
}

// box draws a pattern with the patterns united in it.
func (u *unions) box(i int, parts []int, steps int) int {
	n := &u.all[i]
	node := Node{
		ID: u.id(u.name, "one"+strconv.Itoa(i)), Role: RoleLast, Left: true, Name: n.Shape,
		Lines: wrapped(n.Shape, stepWidth),
		Span:  n.Span, Step: n.Step, Cluster: u.cluster, Names: []string{u.name}, Spans: []lang.Span{n.Span}, entry: true,
	}
	if n.Step == 0 {
		node.Role = RoleLeaf
	}
	var texts []string
	for k, j := range parts {
		leaf := &u.all[j]
		text := u.said(leaf.What, leaf.Span)
		texts = append(texts, text)
		node.Spans = append(node.Spans, leaf.Span)
		switch {
		case k < maxJoined || k == maxJoined && len(parts) == maxJoined+1:
			for m, l := range wrapped(text, stepWidth-2) {
				node.Lines = append(node.Lines, []string{"= ", "  "}[min(m, 1)]+l)
			}
		case k == maxJoined:
			node.Lines = append(node.Lines, "= "+count(len(parts)-k, "more", "more"))
		}
	}
	node.Tooltip = n.Shape + " is\n" + listed(texts)
	if n.Step > 0 {
		text := "step " + strconv.Itoa(int(n.Step))
		if steps > 1 {
			text += ", the last of " + strconv.Itoa(steps)
		}
		text += ": " + u.said(n.Words, n.Span)
		node.Lines = append(node.Lines, wrapped(text, stepWidth)...)
		node.Reason = n.Reason.String()
		node.Tooltip += "\n" + text + "\nby " + node.Reason
	}
	return u.node(node)
}

// stepWidth is about how many characters a line of a history has.
const stepWidth = 44
