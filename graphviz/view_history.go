package graphviz

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns"
)

// maxUnited is the maximum number of united patterns listed in a box, and maxExplained that with their reasons.
const (
	maxUnited    = 6
	maxExplained = 100
)

// maxAlone is the maximum number of patterns without a union that are boxes of their own.
const maxAlone = 3

// stepWidth is about how many characters a line of a history has.
const stepWidth = 48

// History draws how definitions were derived: a box for each pattern that is left in the end, with the patterns of
// expressions that were united in it, one below the other. Before each is the number of the step that united it with
// those above. Arrows lead from what a definition takes to what it gives. With until at 0 or above, only so many steps
// of each derivation count. With all, a box has also the reasons and the results of its steps. Definitions that were not
// derived are left out.
func History(r *patterns.Result, definitions []int32, until int32, all bool) *Picture {
	p := newPicture(r.File, "history of "+subject(r, definitions))
	definitions = p.withoutName(r, definitions)
	alone := len(definitions) == 1
	steps := int32(0)
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
				p.Title += fmt.Sprintf(" up to step %d of %d", last, h.Steps)
			}
		}
		def := &r.Definitions[d]
		v := historyView{
			Picture: p, all: h.Nodes, until: last, def: def, cluster: -1, every: all, width: len(strconv.Itoa(int(last))),
		}
		if !alone {
			v.cluster = p.cluster(Cluster{
				ID: p.id(def.Name, "frame"), Role: RoleOfDefinition, Label: definitionName(def.Name), Span: def.Span, Parent: -1,
				Tooltip: definitionName(def.Name) + ", in " + count(int(last), "step", "steps"),
			})
		}
		n := len(p.Nodes)
		if v.draw(&h); len(p.Nodes) > n {
			first[d] = n
		}
		steps += last
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
	if steps > 0 {
		says := "a number is the step that united its line with those above"
		if slices.ContainsFunc(p.Nodes, func(n Node) bool { return n.grouped }) {
			says += "; indented lines were united with one another before"
		}
		if alone {
			says = count(int(steps), "step", "steps") + "; " + says
		}
		if p.Notes = append(p.Notes, says); !all {
			p.Notes = append(p.Notes, "--all says why")
		}
	}
	return p
}

// A historyView draws the history of one definition.
type historyView struct {
	*Picture
	all      []patterns.HistoryItem
	until    int32
	def      *patterns.Definition
	cluster  int
	every    bool
	width    int            // of the number of a step
	of       map[int32]int  // by step: the union
	parts    map[int][]int  // by union: what it united
	earliest []int32        // by item: the first step in it; MaxInt32: none
	root     []int          // by item: the last union that contains it, or itself
	at       map[int]int    // by root: its node
	drawn    map[[2]int]int // by roots: the arrow
}

// ended reports whether no step of the picture united a pattern.
func (v *historyView) ended(i int) bool {
	n := &v.all[i]
	return n.Parent < 0 || v.all[n.Parent].Step > v.until
}

func (v *historyView) draw(h *patterns.History) {
	v.root, v.of, v.parts = make([]int, len(v.all)), make(map[int32]int), make(map[int][]int)
	v.earliest = make([]int32, len(v.all))
	v.at, v.drawn = make(map[int]int), make(map[[2]int]int)
	for i := len(v.all) - 1; i >= 0; i-- {
		n := &v.all[i]
		if n.Step > v.until {
			continue
		}
		v.root[i] = i
		if !v.ended(i) {
			v.root[i] = v.root[n.Parent]
			v.parts[int(n.Parent)] = append(v.parts[int(n.Parent)], i)
		}
		if n.Step > 0 {
			v.of[n.Step] = i
		}
	}
	for i := range v.all {
		if v.earliest[i] = v.all[i].Step; v.all[i].Step == 0 {
			v.earliest[i] = math.MaxInt32
		}
	}
	for i := range v.all { // a union comes after what it unites
		if up := v.all[i].Parent; up >= 0 {
			v.earliest[up] = min(v.earliest[up], v.earliest[i])
		}
	}
	named := make(map[int]bool)
	if h.Out >= 0 {
		named[v.root[h.In]], named[v.root[h.Out]] = true, true
	}
	for _, c := range h.Clashes {
		if c.Step <= v.until {
			named[v.root[c.X]], named[v.root[c.Y]] = true, true
		}
	}
	var apart []int
	for i := range v.all {
		if n := &v.all[i]; n.Step == 0 && v.root[i] == i && !named[i] {
			apart = append(apart, i)
		}
	}
	if len(apart) <= maxAlone {
		apart = nil
	}
	in := -1
	if h.In != h.Out {
		in = v.entry(v.def, "in", "what "+definitionName(v.def.Name)+" takes", v.cluster)
	}
	for i := range v.all {
		if v.all[i].Step > 0 {
			continue
		}
		_, drawn := v.at[v.root[i]]
		if _, ok := slices.BinarySearch(apart, i); !ok && !drawn {
			v.at[v.root[i]] = v.box(v.root[i])
		}
	}
	if apart != nil {
		v.apart(apart)
	}
	if h.Out >= 0 {
		out := v.entry(v.def, "out", "what "+definitionName(v.def.Name)+" gives", v.cluster)
		v.edge(Edge{From: v.at[v.root[h.Out]], To: out, Role: RoleEnters, Tooltip: v.Nodes[out].Tooltip})
	}
	if in >= 0 {
		v.edge(Edge{From: in, To: v.at[v.root[h.In]], Role: RoleEnters, Tooltip: v.Nodes[in].Tooltip})
	}
	v.links(h)
	for _, c := range h.Clashes {
		if c.Step <= v.until {
			v.edge(Edge{
				From: v.at[v.root[c.X]], To: v.at[v.root[c.Y]], Role: RoleClash,
				Label:   "step " + strconv.Itoa(int(c.Step)) + ": cannot be one",
				Tooltip: v.Picture.at("step "+strconv.Itoa(int(c.Step))+": "+c.What.String(), c.Span), Span: c.Span,
				Step: c.Step, Loose: true,
			})
		}
	}
}

// links draws the arrows from patterns to their parts, and from what calls take to what they give.
func (v *historyView) links(h *patterns.History) {
	list := make([]patterns.HistoryLink, 0, len(h.Links))
	for i := range v.all {
		if n := &v.all[i]; n.After > 0 && n.Step <= v.until {
			if whole, ok := v.of[n.After]; ok {
				list = append(list, patterns.HistoryLink{From: int32(whole), To: int32(i), Label: n.Part})
			}
		}
	}
	if v.until == h.Steps {
		list = append(list, h.Links...)
	}
	inside := v.inside(list, h.In)
	for _, l := range list {
		k := [2]int{v.root[l.From], v.root[l.To]}
		from, ok := v.at[k[0]]
		to, also := v.at[k[1]]
		if !ok || !also || from == to {
			continue
		}
		if i, again := v.drawn[k]; again {
			e := &v.Edges[i]
			if e.Role == RolePart && !l.Call && len(e.Label) < maxName &&
				!slices.Contains(strings.Split(e.Label, ", "), l.Label) {
				e.Label += ", " + l.Label
				e.Tooltip += ", " + l.Label
			}
			continue
		}
		v.drawn[k] = len(v.Edges)
		e := Edge{
			From: from, To: to, Role: RolePart, Label: l.Label, Span: l.Span, Tooltip: "the part " + l.Label,
			Back: !inside[k[0]],
		}
		if l.Call {
			e.Back, e.Role, e.Tooltip = false, RoleReaches, v.said(lang.Say("a call of %s", "`"+l.Label+"`"), l.Span)
		}
		v.edge(e)
	}
}

// inside returns the patterns of what the definition takes and of its parts.
func (v *historyView) inside(list []patterns.HistoryLink, in int32) map[int]bool {
	parts := make(map[int][]int)
	for _, l := range list {
		if from := v.root[l.From]; !l.Call {
			parts[from] = append(parts[from], v.root[l.To])
		}
	}
	seen := make(map[int]bool)
	var queue []int
	if in >= 0 {
		queue = append(queue, v.root[in])
		seen[v.root[in]] = true
	}
	for ; len(queue) > 0; queue = queue[1:] {
		for _, i := range parts[queue[0]] {
			if !seen[i] {
				seen[i] = true
				queue = append(queue, i)
			}
		}
	}
	return seen
}

// A united is a leaf of a pattern, after the step that united it with the leaf before.
type united struct {
	item  int
	step  int32 // 0 for the first leaf
	depth int   // of groups of leaves that were united before they joined those above
}

// united lists the leaves of a pattern so that each step united two neighbours: what has the earliest step comes first.
func (v *historyView) united(root int) (list []united) {
	for stack := []united{{item: root}}; len(stack) > 0; {
		x := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		n := &v.all[x.item]
		if n.Step == 0 {
			list = append(list, x)
			continue
		}
		parts := slices.Clone(v.parts[x.item])
		slices.SortFunc(parts, func(i, j int) int {
			return cmp.Or(cmp.Compare(v.earliest[i], v.earliest[j]), cmp.Compare(i, j))
		})
		for _, i := range slices.Backward(parts[1:]) {
			u := united{i, n.Step, x.depth}
			if v.all[i].Step > 0 {
				u.depth++
			}
			stack = append(stack, u)
		}
		stack = append(stack, united{parts[0], x.step, x.depth})
	}
	return list
}

// box draws a pattern with the patterns united in it.
func (v *historyView) box(i int) int {
	n := &v.all[i]
	node := Node{
		ID: v.id(v.def.Name, "one"+strconv.Itoa(i)), Role: RoleLast, Left: true, Name: n.Shape,
		Lines: wrapped(n.Shape, stepWidth),
		Span:  n.Span, Step: n.Step, Cluster: v.cluster, Names: []string{v.def.Name}, Spans: []lang.Span{n.Span},
		Reason: n.Reason.String(),
	}
	if n.Step == 0 {
		node.Role = RoleLeaf
	}
	list := v.united(i)
	most := maxUnited
	if v.every {
		most = maxExplained
	}
	if len(list) <= most+1 {
		most = len(list)
	}
	var texts []string
	for k, u := range list {
		leaf := &v.all[u.item]
		node.Spans = append(node.Spans, leaf.Span)
		text := v.said(leaf.What, leaf.Span)
		if k < most {
			node.grouped = node.grouped || u.depth > 0
			node.Lines = append(node.Lines, v.lines(u, text)...)
		}
		if u.step > 0 {
			text = fmt.Sprintf("step %d, %s: %s", u.step, v.all[v.of[u.step]].Reason, text)
		}
		texts = append(texts, text)
	}
	if more := len(list) - most; more > 0 {
		hint := ": --all"
		if v.every {
			hint = ""
		}
		node.Lines = append(node.Lines, v.line("", "and "+count(more, "more", "more")+hint, 0)...)
	}
	node.Tooltip = n.Shape + " is\n" + listed(texts)
	return v.node(node)
}

// lines are those of a leaf in its box: its name after the number of its step, and what is known of both.
func (v *historyView) lines(u united, name string) []string {
	const most = 4 // levels of indentation
	indent := 2 * min(u.depth, most)
	number := ""
	if u.step > 0 {
		number = strconv.Itoa(int(u.step))
	}
	if leaf := &v.all[u.item]; v.every && !leaf.Free {
		name += ": " + leaf.Shape
	}
	lines := v.line(number, name, indent)
	if !v.every || u.step == 0 {
		return lines
	}
	i := v.of[u.step]
	n := &v.all[i]
	lines = append(lines, v.line("", "since "+v.said(n.Words, n.Span), indent+2)...)
	if !slices.ContainsFunc(v.parts[i], func(part int) bool { return v.all[part].Shape == n.Shape }) {
		lines = append(lines, v.line("", "together: "+n.Shape, indent+2)...)
	}
	return lines
}

// line is an indented text after a number.
func (v *historyView) line(number, text string, indent int) (lines []string) {
	for _, l := range wrapped(text, stepWidth-v.width-indent) {
		lines = append(lines, fmt.Sprintf("%*s  %s%s", v.width, number, strings.Repeat(" ", indent), l))
		number = ""
	}
	return lines
}

// apart draws one box for all leaves without a union.
func (v *historyView) apart(list []int) {
	node := Node{
		ID: v.id(v.def.Name, "alone"), Role: RoleFolded, Cluster: v.cluster, Names: []string{v.def.Name},
		Lines: []string{count(len(list), "pattern", "patterns"), "that no step united"},
	}
	var texts []string
	for _, i := range list {
		n := &v.all[i]
		texts = append(texts, v.said(n.What, n.Span)+": "+n.Shape)
		node.Spans = append(node.Spans, n.Span)
	}
	node.Tooltip = listed(texts)
	v.node(node)
}
