package graphviz

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns"
)

// Of a history with at most fewSteps steps, boxes list all; of a longer one, at most maxListed each, or maxExplained
// with their reasons.
const (
	fewSteps     = 30
	maxListed    = 6
	maxExplained = 100
)

// maxAlone is the maximum number of patterns without a union that are boxes of their own.
const maxAlone = 3

// maxResult is the maximum number of characters of what a definition takes and gives below the title.
const maxResult = 200

// stepWidth is about how many characters a line of a history has.
const stepWidth = 56

// History draws how definitions were derived: a box for each pattern that is left in the end, and in it the steps that
// made it, in their order. Each step made two patterns one, and its line names both. Arrows lead from what a definition
// takes to what it gives. With until at 0 or above, only so many steps of each derivation count. With all, a box has
// also the reasons and the results of its steps. Definitions that were not derived are left out.
func History(r *patterns.Result, definitions []int32, until int32, all bool) *Picture {
	p := newPicture(r.File, "history of "+subject(r, definitions))
	definitions = p.withoutName(r, definitions)
	alone := len(definitions) == 1
	steps, omitted := int32(0), 0
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
		omitted += v.omitted
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
	if alone && until < 0 && len(first) > 0 {
		p.signature(r, definitions[0])
	}
	p.stacked = !alone
	if steps > 0 {
		numbers := "in the order of their numbers"
		if !alone {
			numbers = "numbered in each definition"
		}
		p.Notes = append(p.Notes,
			count(int(steps), "step", "steps")+", "+numbers+"; each line says which two places got the same type",
			"a box is one type in the end, with the steps that made it")
		if omitted > 0 {
			p.Notes = append(p.Notes, count(omitted, "type", "types")+" that no step united not shown")
		}
		if !all {
			p.Notes = append(p.Notes, "--all says why")
		}
	}
	return p
}

// signature notes what a definition takes and gives.
func (p *Picture) signature(r *patterns.Result, d int32) {
	def := &r.Definitions[d]
	if !def.OK {
		return
	}
	takes, gives := r.Front.ShortSignature(r.Solver.View(d).Within(maxTooltipPattern))
	p.Notes = append(p.Notes, shorten("result: "+lang.Signature(takes, gives), maxResult))
}

// A historyView draws the history of one definition.
type historyView struct {
	*Picture
	all     []patterns.HistoryItem
	until   int32
	def     *patterns.Definition
	cluster int
	every   bool
	width   int            // of the number of a step
	omitted int            // the patterns that no step united, if they are many
	final   bool           // the picture has all steps
	in, out int32          // the items that the definition takes and gives
	of      map[int32]int  // by step: the union
	steps   map[int][]int  // by root: its unions, in their order
	leaves  map[int][]int  // by root: what they united
	root    []int          // by item: the last union that contains it, or itself
	at      map[int]int    // by root: its node
	drawn   map[[2]int]int // by roots: the arrow
}

// ended reports whether no step of the picture united a pattern.
func (v *historyView) ended(i int) bool {
	n := &v.all[i]
	return n.Parent < 0 || v.all[n.Parent].Step > v.until
}

func (v *historyView) draw(h *patterns.History) {
	v.root, v.of, v.final = make([]int, len(v.all)), make(map[int32]int), v.until == h.Steps
	v.in, v.out = h.In, h.Out
	v.steps, v.leaves = make(map[int][]int), make(map[int][]int)
	v.at, v.drawn = make(map[int]int), make(map[[2]int]int)
	for i := len(v.all) - 1; i >= 0; i-- { // a union comes after what it unites
		n := &v.all[i]
		if n.Step > v.until {
			continue
		}
		v.root[i] = i
		if !v.ended(i) {
			v.root[i] = v.root[n.Parent]
		}
		if n.Step > 0 {
			v.of[n.Step] = i
		}
	}
	for i := range v.all {
		switch n := &v.all[i]; {
		case n.Step == 0:
			v.leaves[v.root[i]] = append(v.leaves[v.root[i]], i)
		case n.Step <= v.until:
			v.steps[v.root[i]] = append(v.steps[v.root[i]], i)
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
	v.text(in)
	for i := range v.all {
		if v.all[i].Step > 0 {
			continue
		}
		_, drawn := v.at[v.root[i]]
		if _, ok := slices.BinarySearch(apart, i); !ok && !drawn {
			v.at[v.root[i]] = v.box(v.root[i])
		}
	}
	v.omitted += len(apart)
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

// maxText is the maximum number of lines of a definition that are drawn beside its history.
const maxText = 12

// text draws a definition as the program has it, above the box where reading begins, if it is short.
func (v *historyView) text(first int) {
	if v.cluster >= 0 || v.def.Span.Empty() {
		return
	}
	at := v.def.Span
	number, end := v.file.Position(at.Start).Line, v.file.Position(at.End-1).Line
	if end-number >= maxText {
		return
	}
	var lines []string
	for begin := at.Start; number <= end; number++ {
		rest := v.file.Text(lang.Span{Start: begin, End: at.End})
		line := lang.Span{Start: begin, End: min(begin+int32(strings.Index(rest+"\n", "\n"))+1, at.End)}
		for _, row := range v.source(line, false) {
			lines = append(lines, strings.Repeat(" ", len(strconv.Itoa(end))-len(strconv.Itoa(number)))+row)
		}
		begin = line.End
	}
	n := v.node(Node{
		ID: v.id(v.def.Name, "text"), Role: RolePassing, Left: true, Lines: lines, Name: lines[0], Span: at, Cluster: -1,
		Names: []string{v.def.Name}, Spans: []lang.Span{at}, Tooltip: v.Picture.at(definitionName(v.def.Name), at), entry: true,
		fixed: true,
	})
	if first >= 0 {
		v.edge(Edge{From: n, To: first, Role: RoleHolds, Absent: true})
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
	row := make(map[int]int) // by node: the parts below it
	for _, l := range list {
		k := [2]int{v.root[l.From], v.root[l.To]}
		from, ok := v.at[k[0]]
		to, also := v.at[k[1]]
		if !ok || !also || from == to && l.Call {
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
			Back: from != to && !inside[k[0]],
		}
		if l.Call {
			e.Back, e.Role, e.Tooltip = false, RoleReaches, v.said(lang.Say("a call of %s", "`"+l.Label+"`"), l.Span)
		}
		if e.Role == RolePart && !e.Back && from != to {
			e.far = 1 + row[from]/mostInRow
			row[from]++
		}
		v.edge(e)
	}
}

// mostInRow is the maximum number of parts of a pattern beside each other.
const mostInRow = 3

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

// box draws a pattern with the steps that made it.
func (v *historyView) box(i int) int {
	n := &v.all[i]
	shape := n.Shape
	if v.final {
		shape = cmp.Or(n.Whole, shape)
		if n.Variable != "" {
			shape = withVariable(shape, n.Variable, n.Free)
		}
	}
	node := Node{
		ID: v.id(v.def.Name, "one"+strconv.Itoa(i)), Role: RoleLast, Left: true, Name: shape,
		Lines: wrapped(shape, stepWidth),
		Span:  n.Span, Step: n.Step, Cluster: v.cluster, Names: []string{v.def.Name}, Spans: []lang.Span{n.Span},
		Reason: n.Reason.String(),
	}
	steps := v.steps[i]
	most := len(steps)
	switch {
	case v.every:
		most = maxExplained
	case v.until > fewSteps:
		most = maxListed
	}
	if len(steps) <= most+1 {
		most = len(steps)
	}
	for _, step := range steps[:most] {
		node.Lines = append(node.Lines, v.step(step)...)
	}
	if more := len(steps) - most; more > 0 {
		hint := ": --all"
		if v.every {
			hint = ""
		}
		node.Lines = append(node.Lines, v.line("", "and "+count(more, "more step", "more steps")+hint)...)
	}
	var texts []string
	for _, leaf := range v.leaves[i] {
		node.Spans = append(node.Spans, v.all[leaf].Span)
		texts = append(texts, v.said(v.all[leaf].What, v.all[leaf].Span))
	}
	if n.Step == 0 {
		node.Role = RoleLeaf
		node.Lines = append(node.Lines, v.line("", v.named(int32(i)))...)
	}
	node.Tooltip = shape + " is\n" + listed(texts)
	return v.node(node)
}

// withVariable is a pattern with its variable, as in the signature.
func withVariable(shape, variable string, free bool) string {
	if free {
		return variable
	}
	return shape + "=" + variable
}

// step are the lines of a step: its number, the two patterns that it made one, and with reasons also why, and what it
// made.
func (v *historyView) step(i int) []string {
	n := &v.all[i]
	x, y := v.side(n.X), v.side(n.Y)
	number := strconv.Itoa(int(n.Step))
	var lines []string
	if text := x + " = " + y; utf8.RuneCountInString(text) <= stepWidth {
		lines = v.line(number, text)
	} else {
		lines = append(v.line(number, x), v.line("", "= "+y)...)
	}
	if v.every {
		lines = append(lines, v.line("", "  since "+v.said(n.Words, n.Span))...)
		lines = append(lines, v.line("", "  afterwards "+n.Shape)...)
	}
	return lines
}

// side names a pattern that a step made one with another.
func (v *historyView) side(i int32) string {
	for v.all[i].Step > 0 {
		i = v.all[i].X
	}
	switch name := shorten(definitionName(v.def.Name), maxName); i { // as at the ends of the picture
	case v.out:
		return name + " out"
	case v.in:
		return name + " in"
	}
	return v.named(i)
}

// maxPiece is the maximum number of characters of the text of an expression in a line of a history.
const maxPiece = 24

// ends leaves out the middle of a long text: two expressions that begin at one place differ at their ends.
func ends(s string) string {
	r := []rune(s)
	if len(r) <= maxPiece {
		return s
	}
	return string(r[:maxPiece*2/3]) + "…" + string(r[len(r)-maxPiece/3+1:])
}

// named names a pattern by the text of its expression, not by the kind.
func (v *historyView) named(i int32) string {
	name := slices.Clone(v.all[i].What)
	for k := range name {
		if w := &name[k]; !w.Span.Empty() && strings.HasPrefix(w.Text, "the ") {
			w.Text = "`" + ends(strings.Join(strings.Fields(v.file.Text(w.Span)), " ")) + "`"
		}
	}
	return strings.TrimPrefix(v.said(name, v.all[i].Span), "the ")
}

// line is a text after a number.
func (v *historyView) line(number, text string) (lines []string) {
	indent := text[:len(text)-len(strings.TrimLeft(text, " "))]
	for _, l := range wrapped(text, stepWidth-len(indent)) {
		lines = append(lines, fmt.Sprintf("%*s  %s%s", v.width, number, indent, l))
		number = ""
	}
	return lines
}
