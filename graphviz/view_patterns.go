package graphviz

import (
	"slices"
	"strconv"
	"strings"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/unify"
)

// PatternsOptions say what of the pattern graphs is drawn.
type PatternsOptions struct {
	FullTypes bool  // types with their structure, not as one node
	At        int32 // after this step of the derivation; negative: after all
}

// maxName is how much of a name stands in a box.
const maxName = 40

// maxUses is how many expressions a tooltip lists.
const maxUses = 12

// Patterns draws the solved graphs of definitions: a node for each class of
// patterns, with arrows to its parts, and where the definition takes and gives. It
// costs the derivation of the reasons, which is bounded for each definition.
func Patterns(r *patterns.Result, definitions []int32, o PatternsOptions) *Picture {
	p := newPicture(r.File, "patterns of "+subject(r, definitions))
	p.Across = true
	v := patternsView{Picture: p, result: r, options: o, in: make(map[int32]int), alone: len(definitions) == 1}
	for _, d := range definitions {
		v.definition(d)
	}
	// Calls of one definition with the same patterns are one.
	type key struct {
		callee   int32
		name     string
		from, to int
	}
	same := make(map[key][]drawnCall)
	for _, c := range v.calls {
		k := key{c.Callee, c.Name, c.from, c.to}
		same[k] = append(same[k], c)
	}
	for _, c := range v.calls {
		k := key{c.Callee, c.Name, c.from, c.to}
		if list := same[k]; list != nil {
			v.call(list)
			same[k] = nil
		}
	}
	return p
}

// subject names what a picture is about.
func subject(r *patterns.Result, definitions []int32) string {
	if len(definitions) == 1 {
		if d := &r.Definitions[definitions[0]]; d.Name != lang.MainName {
			return "`" + shorten(d.Name, maxName) + "` in " + base(r.File.At(d.Span.Start).Name)
		}
		return "the main expression of " + base(r.File.Name)
	}
	return base(r.File.Name)
}

type patternsView struct {
	*Picture
	result  *patterns.Result
	options PatternsOptions
	alone   bool
	in      map[int32]int // by definition: the entry
	calls   []drawnCall
}

type drawnCall struct {
	patterns.BodyCall
	definition int32
	caller     string
	from, to   int
	cluster    int
}

func (v *patternsView) definition(d int32) {
	def := &v.result.Definitions[d]
	name := def.Name
	signature, isValue := "", false
	if s := v.result.Solver.Scheme(d); s != nil {
		takes, gives := v.result.Front.ShortSignature(s, s.Roots[0], s.Roots[1], maxSpelt)
		signature, isValue = lang.Signature(takes, gives), takes == ""
	}
	cluster := -1
	if !v.alone {
		cluster = v.cluster(Cluster{
			ID: v.id(name, "frame"), Role: RoleOfDefinition, Label: definitionName(name), Span: def.Span, Parent: -1,
			Tooltip: definitionName(name) + ": " + signature,
		})
	}
	body, ok := v.result.Front.Body(d, v.options.At)
	if !ok {
		v.in[d] = v.node(Node{
			ID: v.id(name), Role: RoleWrong, Lines: []string{shorten(definitionName(name), maxName), "not derived"}, Span: def.Span, Cluster: cluster,
			Names: []string{name}, Spans: []lang.Span{def.Span}, entry: true, Tooltip: v.at(definitionName(name)+" was not derived", def.Span),
		})
		return
	}
	if v.alone && body.Step < body.Steps {
		v.Title += " after step " + strconv.Itoa(int(body.Step)) + " of " + strconv.Itoa(int(body.Steps))
	}
	if !isValue {
		v.in[d] = v.entry(name, "in", "what "+definitionName(name)+" takes", def, cluster)
	}
	at := make([]int, len(body.Nodes))
	open := untouched(&body)
	for i := range body.Nodes {
		n := &body.Nodes[i]
		_, isOpen := slices.BinarySearch(open, i)
		switch {
		case len(open) <= maxAlone || !isOpen:
			at[i] = v.class(n, name, i, cluster)
		case i == open[0]:
			at[i] = v.class(n, name, i, cluster)
			v.Nodes[at[i]].Role = RoleFolded
			v.Nodes[at[i]].Lines = []string{thousands(len(open)) + " of any shape", "apart from all others"}
			v.Nodes[at[i]].Tooltip = listed(v.usesOf(&body, open))
		default:
			at[i] = at[open[0]]
			v.Nodes[at[i]].Spans = append(v.Nodes[at[i]].Spans, spansOf(n)...)
		}
	}
	out := v.entry(name, "out", "what "+definitionName(name)+" gives", def, cluster)
	if isValue {
		v.in[d] = out
	} else {
		v.edge(Edge{From: v.in[d], To: at[body.In], Role: RoleEnters, Tooltip: "the input pattern of " + definitionName(name)})
	}
	taken := reachable(&body, body.In)
	types := make(map[patterns.Type]int)
	var order []patterns.Type
	var inside []patterns.Type // that the input has
	for i := range body.Nodes {
		n := &body.Nodes[i]
		for _, e := range n.Edges {
			v.edge(Edge{
				From: at[i], To: at[e.To], Role: RolePart, Label: e.Label, Span: e.Because.Span, Back: !taken[i] && int(e.To) != i,
				Tooltip: because(n.Shape+" has "+e.Label, e.Because),
			})
		}
		if t := n.Flat.Head(); t != unify.NoHead {
			types[t] = at[i]
			order = append(order, t)
			if taken[i] {
				inside = append(inside, t)
			}
		}
	}
	of := v.typesOf(inside)
	if v.options.FullTypes {
		v.unfold(types, order, of, name, cluster)
	} else {
		for _, t := range order {
			v.typeParts(types, t, order, of[t])
		}
	}
	v.edge(Edge{From: at[body.Out], To: out, Role: RoleEnters, Tooltip: "the output pattern of " + definitionName(name)})
	for _, c := range body.Clashes {
		v.edge(Edge{From: at[c.X], To: at[c.Y], Role: RoleClash, Label: "cannot be one", Tooltip: v.said(c.What, c.Span), Span: c.Span, Loose: true})
	}
	for _, c := range body.Calls {
		from := -1
		if c.In >= 0 {
			from = at[c.In]
		}
		v.calls = append(v.calls, drawnCall{c, d, name, from, at[c.Out], cluster})
	}
}

// maxSpelt is how many bytes of a pattern stand in a tooltip.
const maxSpelt = 2000

func definitionName(name string) string {
	if name == lang.MainName {
		return "the main expression"
	}
	return name
}

// entry is where a definition takes or gives.
func (v *patternsView) entry(name, word, tooltip string, def *patterns.Definition, cluster int) int {
	text := word
	if name != lang.MainName {
		text = shorten(name, maxName) + " " + word
	}
	return v.node(Node{
		ID: v.id(name, word), Role: RoleEntry, Lines: []string{text}, Tooltip: v.at(tooltip, def.Span), Span: def.Span,
		Cluster: cluster, Names: []string{name}, Spans: []lang.Span{def.Span}, entry: true,
	})
}

// reachable tells the nodes that are the input or a part of it.
func reachable(b *patterns.Body, from int32) []bool {
	seen := make([]bool, len(b.Nodes))
	seen[from] = true
	for queue := []int32{from}; len(queue) > 0; queue = queue[1:] {
		for _, e := range b.Nodes[queue[0]].Edges {
			if !seen[e.To] {
				seen[e.To] = true
				queue = append(queue, e.To)
			}
		}
	}
	return seen
}

// typesOf returns some types and what they are made of.
func (v *patternsView) typesOf(queue []patterns.Type) map[patterns.Type]bool {
	seen := make(map[patterns.Type]bool)
	for _, t := range queue {
		seen[t] = true
	}
	for ; len(queue) > 0 && len(seen) < maxTypeParts; queue = queue[1:] {
		for _, f := range v.result.Types.FieldsByText(queue[0]) {
			if !seen[f.To] {
				seen[f.To] = true
				queue = append(queue, f.To)
			}
		}
	}
	return seen
}

// class draws a class of patterns.
func (v *patternsView) class(n *patterns.BodyNode, definition string, i, cluster int) int {
	node := Node{
		ID: v.id(definition, "n"+strconv.Itoa(i)), Role: shapeRole(n.Flat), Lines: []string{n.Shape},
		Span: n.Because.Span, Cluster: cluster, Names: []string{definition},
	}
	node.Spans = spansOf(n)
	uses := v.uses(n)
	if node.Span.Empty() && len(n.Uses) > 0 {
		node.Span = n.Uses[0].Span
	}
	text := n.Shape
	if len(uses) > 0 {
		text += "\nthe pattern of\n" + listed(uses)
	} else {
		text += "\na part of what the expressions take and give"
	}
	node.Tooltip = because(text, n.Because)
	return v.node(node)
}

// uses lists the expressions that take or give a pattern.
func (v *patternsView) uses(n *patterns.BodyNode) []string {
	var uses []string
	for _, u := range n.Uses {
		// A long composition and its first element can read the same.
		if text := v.at(u.Side+" of `"+u.Expression+"`", u.Span); len(uses) == 0 || uses[len(uses)-1] != text {
			uses = append(uses, text)
		}
	}
	return uses
}

func (v *patternsView) usesOf(b *patterns.Body, nodes []int) []string {
	var uses []string
	for _, i := range nodes {
		uses = append(uses, v.uses(&b.Nodes[i])...)
	}
	return uses
}

func spansOf(n *patterns.BodyNode) []lang.Span {
	var spans []lang.Span
	for _, u := range n.Uses {
		spans = append(spans, u.Span)
	}
	return spans
}

// untouched lists the patterns of a moment that nothing is known of yet, and that
// are nothing's part.
func untouched(b *patterns.Body) []int {
	if b.Step >= b.Steps {
		return nil
	}
	drawn := make([]bool, len(b.Nodes))
	drawn[b.In], drawn[b.Out] = true, true
	for i := range b.Nodes {
		n := &b.Nodes[i]
		if len(n.Edges) > 0 || shapeRole(n.Flat) != RoleUnknown {
			drawn[i] = true
		}
		for _, e := range n.Edges {
			drawn[e.To] = true
		}
	}
	for _, c := range b.Calls {
		drawn[c.In], drawn[c.Out] = true, true
	}
	for _, c := range b.Clashes {
		drawn[c.X], drawn[c.Y] = true, true
	}
	var list []int
	for i, d := range drawn {
		if !d {
			list = append(list, i)
		}
	}
	return list
}

// listed joins some lines, and counts those that are too many.
func listed(lines []string) string {
	if more := len(lines) - maxUses; more > 1 {
		lines = append(slices.Clone(lines[:maxUses]), count(more, "more", "more"))
	}
	return strings.Join(lines, "\n")
}

func because(text string, b patterns.Because) string {
	if len(b.Text) == 0 {
		return text
	}
	return text + "\nbecause " + b.Text.String()
}

// shapeRole is the role of a node by its shape.
func shapeRole(f unify.Flat) Role {
	if f.Head() != unify.NoHead {
		return RoleNamedType
	}
	switch f.Shapes() {
	case unify.Product:
		return RoleProduct
	case unify.Union:
		return RoleUnion
	case unify.Vector:
		return RoleVector
	}
	return RoleUnknown
}

// typeParts draws how a type is made of others that are in the picture anyway.
func (v *patternsView) typeParts(at map[patterns.Type]int, t patterns.Type, order []patterns.Type, taken bool) {
	labels := v.typeLabels(t)
	for _, to := range order {
		if ls := labels[to]; ls != nil && to != t {
			v.typeEdge(at[t], at[to], ls, taken)
		}
	}
}

// typeLabels lists, by part of a type, the labels that it is under.
func (v *patternsView) typeLabels(t patterns.Type) map[patterns.Type][]string {
	labels := make(map[patterns.Type][]string)
	for _, f := range v.result.Types.FieldsByText(t) {
		label := "[ ]"
		if f.Label != unify.Member {
			label = shorten(v.result.Labels.Text(f.Label), maxName)
		}
		labels[f.To] = append(labels[f.To], label)
	}
	return labels
}

// typeEdge draws an arrow from a type to a part of it, with all its labels.
func (v *patternsView) typeEdge(from, to int, labels []string, taken bool) {
	text := strings.Join(labels, ", ")
	tip := v.Nodes[from].Lines[0] + " has " + text
	if len(labels) > 3 {
		text = strings.Join(labels[:2], ", ") + " and " + strconv.Itoa(len(labels)-2) + " more"
	}
	v.edge(Edge{From: from, To: to, Role: RolePart, Label: text, Tooltip: tip, Back: !taken && from != to})
}

// unfold draws the structure of the types of a definition below their nodes. Equal
// types are one node, as they are one pattern. What only the output has is drawn
// towards it.
func (v *patternsView) unfold(at map[patterns.Type]int, queue []patterns.Type, taken map[patterns.Type]bool, definition string, cluster int) {
	r := v.result
	for ; len(queue) > 0 && len(at) < maxTypeParts; queue = queue[1:] {
		from := at[queue[0]]
		labels := v.typeLabels(queue[0])
		for _, f := range r.Types.FieldsByText(queue[0]) {
			ls := labels[f.To]
			if ls == nil {
				continue // drawn
			}
			delete(labels, f.To)
			to, ok := at[f.To]
			if !ok {
				to = v.node(Node{
					ID: v.id(definition, "t"+strconv.Itoa(len(at))), Role: RoleNamedType, Lines: []string{shorten(r.Front.TypeExpression(f.To), 40)},
					Tooltip: r.Front.ShortTypeDefinition(f.To, maxSpelt) + "\na part of " + v.Nodes[from].Lines[0],
					Cluster: cluster, Names: []string{definition},
				})
				at[f.To] = to
				queue = append(queue, f.To)
			}
			v.typeEdge(from, to, ls, taken[queue[0]])
		}
	}
}

// maxTypeParts bounds how many types of a definition are unfolded.
const maxTypeParts = 1000

// call draws calls of a definition by a box that stands for it, beside what they
// take and give. Between definitions there is an arrow once they are folded: with
// all their patterns between them, such arrows would be a tangle.
func (v *patternsView) call(calls []drawnCall) {
	c := calls[0]
	name := c.Name
	node := Node{
		ID: v.id(c.caller, "call", name), Role: RoleBuiltIn, Lines: []string{shorten(name, maxName)}, Span: c.Span, Cluster: c.cluster,
		Names: []string{c.caller, name},
	}
	var places []string
	for _, c := range calls {
		node.Spans = append(node.Spans, c.Span)
		places = append(places, v.place(c.Span))
	}
	if n := len(calls); n > 1 {
		node.Lines[0] += " x" + thousands(n)
	}
	tip := "`" + name + "` is called at " + enumerated(places)
	node.Tooltip = tip
	if c.Callee >= 0 {
		node.Role = RoleCalled
		def := &v.result.Definitions[c.Callee]
		if !def.OK {
			node.Role = RoleWrong
		}
		node.Span = def.Span
		s := v.result.Solver.Scheme(c.Callee)
		node.Tooltip += "\n" + name + ": " + v.result.Front.Signature(s, s.Roots[0], s.Roots[1])
		if to, ok := v.in[c.Callee]; ok && v.in[c.definition] != to {
			v.between = append(v.between, Edge{
				ID: v.id(c.caller, "calls", name), From: v.in[c.definition], To: to, Role: RoleReaches, Tooltip: tip, Span: c.Span, Loose: true,
			})
		}
	}
	box := v.node(node)
	if c.from >= 0 {
		v.edge(Edge{From: c.from, To: box, Role: RoleReaches, Tooltip: tip + "\nwhat it takes", Span: c.Span})
	}
	v.edge(Edge{From: box, To: c.to, Role: RoleReaches, Tooltip: tip + "\nwhat it gives", Span: c.Span})
}
