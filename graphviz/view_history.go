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

// maxAlone is the maximum number of patterns without a union that are boxes of their own.
const maxAlone = 3

// The lists of a picture have about maxListed steps; one has at most half of them and at least leastListed, and if all
// are wanted, maxExplained.
const (
	maxListed    = 120
	leastListed  = 12
	maxExplained = 400
)

// maxPlain is up to how many steps a list has that change no type, if not all are wanted.
const maxPlain = 16

// The columns of a list of steps have about so many characters: what became one, and why.
const (
	equalWidth = 64
	whyWidth   = 72
)

// classWidth is about how many characters a line of a box has.
const classWidth = 36

// History draws how definitions were derived: a list of the steps in their order, with what each made one and why, and
// below it a box for each pattern that is left in the end. Arrows lead from what a definition takes to what it gives.
// With until at 0 or above, only so many steps of each derivation count. Of a long list, only the steps that decide what
// the definition takes and gives are shown unless all is set. Definitions that were not derived are left out.
func History(r *patterns.Result, definitions []int32, until int32, all bool) *Picture {
	p := newPicture(r.File, "history of "+subject(r, definitions))
	definitions = p.withoutName(r, definitions)
	alone := len(definitions) == 1
	steps := int32(0)
	for _, d := range definitions {
		h, ok := r.Front.History(d)
		if !ok || len(h.Nodes) == 0 {
			continue
		}
		last := h.Steps
		if until >= 0 && until < last {
			last = until
			if alone {
				p.Title += fmt.Sprintf(" up to step %d of %d", last, h.Steps)
			}
		}
		v := historyView{
			Picture: p, all: h.Nodes, until: last, def: &r.Definitions[d],
			most: min(max(maxListed/len(definitions), leastListed), maxListed/2),
		}
		if v.complete = all; all {
			v.most = maxExplained
		}
		v.draw(&h)
		steps += last
	}
	p.stacked = true
	if steps > 0 {
		p.Notes = append(p.Notes, "a letter stands for a type, which its box shows as it is in the end")
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
	most     int                  // steps in the list
	complete bool                 // all of them are wanted
	omitted  int                  // steps that are not in it
	final    bool                 // the picture has all steps
	in, out  int32                // the items that the definition takes and gives
	of       map[int32]int        // by step: the union
	steps    map[int][]int        // by root: its unions, in their order
	leaves   map[int][]int        // by root: what they united
	root     []int                // by item: the last union that contains it, or itself
	letter   map[int]string       // by root that a step made: what it is called
	name     map[string]lang.Span // by name of a pattern: its place; empty: several have the name
	at       map[int]int          // by root: its node
	drawn    map[classLink]int    // the arrows
}

// A classLink is what an arrow connects: it leads from a pattern to another one, by their roots.
type classLink struct {
	from, to int
	call     bool
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
	v.at, v.drawn = make(map[int]int), make(map[classLink]int)
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
	list := v.linked(h)
	v.frame("steps", count(int(v.until), "step", "steps"))
	outer := v.within(list, h.In, h.Out)
	for _, c := range h.Clashes {
		if c.Step <= v.until {
			outer[v.root[c.X]], outer[v.root[c.Y]] = true, true
		}
	}
	v.list(h, outer)
	v.frame("types", "types")
	in := -1
	if h.In != h.Out {
		in = v.entry(v.def, "in", "what "+definitionName(v.def.Name)+" takes", v.cluster)
	}
	for i := range v.all {
		r := v.root[i]
		if _, drawn := v.at[r]; v.all[i].Step == 0 && !drawn && (outer[r] || v.letter[r] != "") {
			v.at[r] = v.box(r)
		}
	}
	if h.In >= 0 {
		if in >= 0 {
			v.edge(Edge{From: in, To: v.at[v.root[h.In]], Role: RoleEnters, Tooltip: v.Nodes[in].Tooltip})
		}
		out := v.entry(v.def, "out", "what "+definitionName(v.def.Name)+" gives", v.cluster)
		v.edge(Edge{From: v.at[v.root[h.Out]], To: out, Role: RoleEnters, Tooltip: v.Nodes[out].Tooltip})
	}
	v.links(h, list)
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

// frame begins a part of the picture of the definition.
func (v *historyView) frame(word, label string) {
	name := definitionName(v.def.Name)
	v.cluster = v.Picture.cluster(Cluster{
		ID: v.id(v.def.Name, word), Role: RoleOfDefinition, Label: name + ": " + label, Span: v.def.Span, Parent: -1,
		Tooltip: name + ", in " + count(int(v.until), "step", "steps"),
	})
}

// list draws the steps in their order. Outer patterns are those that the definition takes and gives.
func (v *historyView) list(h *patterns.History, outer map[int]bool) {
	v.name = make(map[string]lang.Span)
	var order []int
	for i := range v.all {
		switch n := &v.all[i]; {
		case n.Step > v.until:
		case n.Step > 0:
			order = append(order, i)
		default:
			name := v.bare(i)
			if at, ok := v.name[name]; ok && at != n.Span {
				v.name[name] = lang.Span{}
			} else {
				v.name[name] = n.Span
			}
		}
	}
	whole, says := len(order), " that change no type"
	shapes := v.shapes(order)
	if !v.complete && whole > maxPlain {
		order = v.changing(order, shapes)
	}
	if len(order) > v.most {
		says = ""
		order = slices.DeleteFunc(order, func(i int) bool { return !outer[v.root[i]] })
		order = order[:min(len(order), v.most)]
	}
	v.omitted = whole - len(order)
	v.letter = make(map[int]string)
	rows := [][4]string{{"step", "these became one type", "type", "because"}}
	clashes := slices.DeleteFunc(slices.Clone(h.Clashes), func(c patterns.BodyClash) bool { return c.Step > v.until })
	failed := func(before int32) {
		for ; len(clashes) > 0 && clashes[0].Step < before; clashes = clashes[1:] {
			c := &clashes[0]
			number, sides := strconv.Itoa(int(c.Step)), v.side(c.X)+" = "+v.side(c.Y)
			rows = append(rows, [4]string{number, sides, "cannot be one", c.What.String()})
		}
	}
	before := ""
	for _, i := range order {
		n, root := &v.all[i], v.root[i]
		failed(n.Step)
		if v.letter[root] == "" {
			v.letter[root] = letter(len(v.letter))
		}
		what, why := v.letter[root], n.Words.String()
		if shapes[i] != "" {
			what += " " + shapes[i]
		}
		if why == before {
			why = "(likewise)"
		} else {
			before = why
		}
		rows = append(rows, [4]string{strconv.Itoa(int(n.Step)), v.side(n.X) + " = " + v.side(n.Y), what, why})
	}
	failed(v.until + 1)
	lines := append(append(v.source(v.def.Span, false), ""), table(rows)...)
	if v.omitted > 0 {
		lines = append(lines, "", "and "+count(v.omitted, "more step", "more steps")+says)
	}
	v.node(Node{
		ID: v.id(v.def.Name, "text"), Role: RoleEntry, Left: true, Lines: lines, Span: v.def.Span, Cluster: v.cluster,
		Name:  "the steps of " + definitionName(v.def.Name),
		Names: []string{v.def.Name}, Spans: []lang.Span{v.def.Span},
		Tooltip: v.Picture.at(definitionName(v.def.Name), v.def.Span), entry: true, fixed: true,
	})
}

// shapes returns, by union, the shape of its type where that is new. The unions are in order.
func (v *historyView) shapes(order []int) map[int]string {
	shown, fresh := make(map[int]int), make(map[int]string) // by root: the last union whose shape is shown
	for _, i := range order {
		if last, ok := shown[v.root[i]]; !ok || v.contains(i, last) && v.all[i].Shape != v.all[last].Shape {
			shown[v.root[i]], fresh[i] = i, v.all[i].Shape
		}
	}
	return fresh
}

// changing returns those of some unions that change a type, or that the reason of such a one names.
func (v *historyView) changing(order []int, shapes map[int]string) []int {
	kept := make(map[int]bool)
	for _, i := range slices.Backward(order) {
		if kept[i] = kept[i] || shapes[i] != ""; kept[i] && v.all[i].After > 0 {
			kept[v.of[v.all[i].After]] = true
		}
	}
	return slices.DeleteFunc(order, func(i int) bool { return !kept[i] })
}

// contains reports whether a union contains an earlier one of the same pattern. If it does not, less is known of it.
func (v *historyView) contains(union, earlier int) bool {
	for earlier != union && !v.ended(earlier) {
		earlier = int(v.all[earlier].Parent)
	}
	return earlier == union
}

// letter is a name of a pattern by its number: a to z, then aa.
func letter(n int) string {
	s := string(rune('a' + n%26))
	if n >= 26 {
		return letter(n/26-1) + s
	}
	return s
}

// table writes rows in columns.
func table(rows [][4]string) (lines []string) {
	most := [4]int{4, equalWidth, 24, whyWidth}
	cells, width := make([][4][]string, len(rows)), [4]int{}
	for i, row := range rows {
		for k, text := range row {
			cells[i][k] = wrapped(text, most[k])
			if x, y, equal := strings.Cut(text, " = "); equal && k == 1 && len(cells[i][k]) > 1 {
				cells[i][k] = append(wrapped(x, most[k]), wrapped("= "+y, most[k])...)
			}
			for _, line := range cells[i][k] {
				width[k] = max(width[k], utf8.RuneCountInString(line))
			}
		}
	}
	for _, row := range cells {
		for n := 0; n < max(len(row[1]), len(row[2]), len(row[3])); n++ {
			line := ""
			for k, cell := range row {
				text := ""
				if n < len(cell) {
					text = cell[n]
				}
				if blank := strings.Repeat(" ", width[k]-utf8.RuneCountInString(text)); k == 0 {
					line += blank + text + "  "
				} else {
					line += text + blank + "  "
				}
			}
			lines = append(lines, strings.TrimRight(line, " "))
		}
	}
	return lines
}

// linked lists what leads from patterns to their parts, and from what calls take to what they give.
func (v *historyView) linked(h *patterns.History) []patterns.HistoryLink {
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
	return list
}

// links draws the arrows.
func (v *historyView) links(h *patterns.History, list []patterns.HistoryLink) {
	inside := v.within(list, h.In)
	for _, l := range list {
		k := classLink{v.root[l.From], v.root[l.To], l.Call}
		from, ok := v.at[k.from]
		to, also := v.at[k.to]
		if !ok || !also {
			continue
		}
		if i, again := v.drawn[k]; again {
			e := &v.Edges[i]
			if len(e.Label) < maxName && !slices.Contains(strings.Split(e.Label, ", "), l.Label) {
				e.Label += ", " + l.Label
				e.Tooltip += ", " + l.Label
			}
			continue
		}
		v.drawn[k] = len(v.Edges)
		e := Edge{
			From: from, To: to, Role: RolePart, Label: l.Label, Span: l.Span, Tooltip: "the part " + l.Label,
			Back: from != to && !inside[k.from],
		}
		if l.Call {
			e.Back, e.Role, e.Tooltip = false, RoleReaches, v.said(lang.Say("a call of %s", "`"+l.Label+"`"), l.Span)
		}
		v.edge(e)
	}
}

// within returns some patterns and their parts.
func (v *historyView) within(list []patterns.HistoryLink, from ...int32) map[int]bool {
	parts := make(map[int][]int)
	for _, l := range list {
		if from := v.root[l.From]; !l.Call {
			parts[from] = append(parts[from], v.root[l.To])
		}
	}
	seen := make(map[int]bool)
	var queue []int
	for _, i := range from {
		if i >= 0 {
			queue = append(queue, v.root[i])
			seen[v.root[i]] = true
		}
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

// box draws a pattern that is left in the end.
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
		Span: n.Span, Step: n.Step, Cluster: v.cluster, Names: []string{v.def.Name}, Spans: []lang.Span{n.Span},
		Reason: n.Reason.String(),
	}
	var texts []string
	for _, leaf := range v.leaves[i] {
		node.Spans = append(node.Spans, v.all[leaf].Span)
		texts = append(texts, v.said(v.all[leaf].What, v.all[leaf].Span))
	}
	if n.Step == 0 {
		node.Role = RoleLeaf
		node.Lines = append(wrapped(shape, classWidth), wrapped(v.named(int32(i)), classWidth)...)
	} else {
		if l := v.letter[i]; l != "" {
			node.Name = l + ": " + shape
		}
		node.Lines = append(wrapped(node.Name, classWidth), wrapped(v.numbers(i), classWidth)...)
	}
	node.Tooltip = shape + " is\n" + listed(texts)
	return v.node(node)
}

// numbers lists the steps that made a pattern.
func (v *historyView) numbers(i int) string {
	var list []string
	for _, step := range v.steps[i] {
		list = append(list, strconv.Itoa(int(v.all[step].Step)))
	}
	return "by " + enumerated(list)
}

// withVariable is a pattern with its variable, as in the signature.
func withVariable(shape, variable string, free bool) string {
	if free {
		return variable
	}
	return shape + "=" + variable
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
const maxPiece = 30

// ends leaves out the middle of a long text: two expressions that begin at one place differ at their ends.
func ends(s string) string {
	r := []rune(s)
	if len(r) <= maxPiece {
		return s
	}
	return string(r[:maxPiece*2/3]) + "…" + string(r[len(r)-maxPiece/3+1:])
}

// named names a pattern by the text of its expression, with the place if others have this name.
func (v *historyView) named(i int32) string {
	name := v.bare(int(i))
	if v.name[name].Empty() {
		return v.Picture.at(name, v.all[i].Span)
	}
	return name
}

// bare names a pattern by the text of its expression, not by the kind, and without its place.
func (v *historyView) bare(i int) string {
	at := v.all[i].Span
	name := slices.Clone(v.all[i].What)
	for k := range name {
		w := &name[k]
		if !w.Span.Empty() && strings.HasPrefix(w.Text, "the ") {
			w.Text = "`" + ends(strings.Join(strings.Fields(v.file.Text(w.Span)), " ")) + "`"
		}
		if k > 0 && *w == lang.At(at, v.place(at)) {
			w.Text, name[k-1].Text = "", strings.TrimSuffix(name[k-1].Text, " at ")
		}
	}
	return strings.TrimPrefix(name.String(), "the ")
}
