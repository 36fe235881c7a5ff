package graphviz

import (
	"slices"
	"strconv"
	"strings"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/unify"
)

// PatternsOptions are the options of Patterns.
type PatternsOptions struct {
	FullTypes bool  // types with their structure, not as one node
	At        int32 // after this step of the derivation; negative: after all
}

// maxName is the maximum length of a name in a box.
const maxName = 40

// shapeWidth is about how many characters a line of a pattern has.
const shapeWidth = 26

// maxUses is the maximum number of expressions in a tooltip.
const maxUses = 12

// mostClasses is the number of nodes after which no further definition is drawn: a picture shows a few hundred nodes,
// and the patterns of n definitions may have n² nodes.
const mostClasses = 20_000

// MostDrawn is the maximum number of nodes in the derivation of a definition whose patterns or history are drawn. Tests
// lower it.
var MostDrawn = 300_000

// TooLarge returns the number of nodes in the derivation of a definition if that is too many to draw, else 0.
func TooLarge(r *patterns.Result, d int32) int {
	first, end := r.Solver.Nodes(d)
	if n := int(end - first); n > MostDrawn {
		return n
	}
	return 0
}

// Patterns draws the solved graphs of definitions: a node for each class of patterns, with arrows to its parts, and the
// inputs and outputs. It costs the derivation of the reasons, which is bounded for each definition.
//
// After a step of one definition, patterns keep their places from step to step (see Film), unless there are too many.
func Patterns(r *patterns.Result, definitions []int32, o PatternsOptions) *Picture {
	if o.At >= 0 && len(definitions) == 1 && !o.FullTypes {
		if f := NewFilm(r, definitions[0]); f != nil {
			return f.Picture(o.At)
		}
	}
	p := newPicture(r.File, "patterns of "+subject(r, definitions))
	p.Across = true
	definitions = p.withoutName(r, definitions)
	v := patternsView{
		classes: make(map[*patterns.BodyNode]Node),
		Picture: p, result: r, options: o, in: make(map[int32]int), alone: len(definitions) == 1,
		reasons: patterns.ReasonSteps / max(len(definitions), 1),
	}
	for i, d := range definitions {
		if len(p.Nodes) > mostClasses {
			p.Notes = append(p.Notes, count(len(definitions)-i, "definition", "definitions")+" after the first "+
				thousands(len(p.Nodes))+" nodes not shown")
			break
		}
		v.definition(d)
	}
	// Calls of one definition with the same patterns share a box.
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
	p.Across = !v.alone || p.wrapped() != nil || p.fitsAcross()
	p.outLast()
	if v.open {
		p.Notes = append(p.Notes, "\"...\" stands for parts that there may be, too")
	}
	return p
}

// withoutName leaves out a main expression that is only the name of a definition that is drawn, too.
func (p *Picture) withoutName(r *patterns.Result, definitions []int32) []int32 {
	for i, d := range definitions {
		def := &r.Definitions[d]
		calls := r.Front.Callees(d)
		if def.Name != lang.MainName || len(calls) != 1 || !slices.Contains(definitions, calls[0].Callee) ||
			strings.TrimSpace(p.file.Text(def.Span)) != p.file.Text(calls[0].Span) {
			continue
		}
		p.Notes = append(p.Notes, "the main expression is `"+shorten(calls[0].Name, maxName)+"`")
		return slices.Delete(slices.Clone(definitions), i, i+1)
	}
	return definitions
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
	open    bool          // a pattern may have other parts, too
	reasons int           // steps for the reasons of one definition, which do not depend on other definitions
	in      map[int32]int // by definition: the node of its input
	calls   []drawnCall
	places  places                      // of a film; else nil
	classes map[*patterns.BodyNode]Node // that were drawn
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
	takes, gives := v.result.Front.ShortSignature(v.result.Solver.View(d).Within(maxTooltipPattern))
	cluster := -1
	if !v.alone {
		cluster = v.cluster(Cluster{
			ID: v.id(name, "frame"), Role: RoleOfDefinition, Label: definitionName(name), Span: def.Span, Parent: -1,
			Tooltip: definitionName(name) + ": " + lang.Signature(takes, gives),
		})
	}
	var body patterns.Body
	ok, short, missing := false, "too large to draw", " is too large to draw"
	if TooLarge(v.result, d) == 0 {
		body, ok = v.result.Front.Body(d, v.options.At, v.reasons)
		short, missing = "not derived", " was not derived"
		if v.result.Solver.Derivation(d).Derived {
			short, missing = "no expression", " has a type and no expression to draw"
		}
	}
	if !ok {
		v.in[d] = v.node(Node{
			ID: v.id(name), Role: RoleWrong, Lines: []string{shorten(definitionName(name), maxName), short},
			Span: def.Span, Cluster: cluster,
			Names: []string{name}, Spans: []lang.Span{def.Span}, entry: true,
			Tooltip: v.at(definitionName(name)+missing, def.Span),
		})
		return
	}
	if v.alone && body.Step < body.Steps {
		v.Title += afterStep(&body)
	}
	v.body(d, &body, takes == "", cluster)
}

// afterStep is the part of a title that says which state is drawn.
func afterStep(b *patterns.Body) string {
	return " after step " + strconv.Itoa(int(b.Step)) + " of " + strconv.Itoa(int(b.Steps))
}

// body draws the graph of a definition.
func (v *patternsView) body(d int32, body *patterns.Body, isValue bool, cluster int) {
	def := &v.result.Definitions[d]
	name := def.Name
	if !isValue {
		v.in[d] = v.entry(def, "in", "what "+definitionName(name)+" takes", cluster)
	}
	taken := reachable(body, body.In.To)
	w := bodyView{
		patternsView: v, body: body, definition: name, cluster: cluster, at: make([]int, len(body.Nodes)),
		copies: make(map[use]int), into: make(map[int]int),
	}
	w.findShared(taken)
	var open []int
	if v.options.At >= 0 {
		open = untouched(body)
	}
	for i := range body.Nodes {
		n := &body.Nodes[i]
		_, isOpen := slices.BinarySearch(open, i)
		switch {
		case v.places != nil && isOpen:
			w.at[i] = -1 // drawn when it is a part of something
		case v.simple(n.Flat):
			w.at[i] = -1 // drawn at each use
		case len(open) <= maxAlone || !isOpen:
			w.at[i] = v.class(n, name, i, cluster)
		case i == open[0]:
			w.at[i] = v.class(n, name, i, cluster)
			v.Nodes[w.at[i]].Role = RoleFolded
			v.Nodes[w.at[i]].Lines = []string{thousands(len(open)) + " of any shape", "apart from all others"}
			v.Nodes[w.at[i]].Tooltip = listed(v.usesOf(body, open))
		default:
			w.at[i] = w.at[open[0]]
			v.Nodes[w.at[i]].Spans = append(v.Nodes[w.at[i]].Spans, spansOf(n)...)
		}
	}
	w.between(taken)
	first := w.end(body.In)
	says := "what " + definitionName(name) + " gives"
	if isValue {
		says = "the pattern of " + definitionName(name)
	}
	out := v.entry(def, "out", says, cluster)
	if isValue {
		v.in[d] = out
		v.Nodes[out].Lines = []string{shorten(definitionName(name), maxName)}
	} else {
		v.edge(Edge{From: v.in[d], To: first, Role: RoleEnters, Tooltip: "the input pattern of " + definitionName(name)})
	}
	types := make(map[patterns.Type]int)
	var order []patterns.Type
	var inside []patterns.Type // types within the input
	for i := range body.Nodes {
		n := &body.Nodes[i]
		if w.at[i] < 0 {
			continue
		}
		w.parts(i, n.Edges, taken)
		if t := n.Flat.Head(); t != unify.NoHead {
			types[t] = w.at[i]
			order = append(order, t)
			if taken[i] {
				inside = append(inside, t)
			}
			if !v.options.FullTypes && !v.simple(n.Flat) {
				w.parts(i, n.Read, taken)
			}
		}
	}
	if v.options.FullTypes {
		v.unfold(types, order, v.typesOf(inside), name, cluster)
	}
	if isValue {
		v.edge(Edge{From: out, To: w.end(body.Out), Role: RoleEnters, Tooltip: says})
	} else {

		v.edge(Edge{
			From: w.end(body.Out), To: out, Role: RoleEnters, Tooltip: "the output pattern of " + definitionName(name),
		})
	}
	for _, c := range body.Clashes {
		v.edge(Edge{
			From: w.class(c.X), To: w.class(c.Y), Role: RoleClash, Label: "cannot be one", Tooltip: v.said(c.What, c.Span),
			Span: c.Span, Loose: true,
		})
	}
	for _, c := range body.Calls {
		from := -1
		if c.In.To >= 0 {
			from = w.end(c.In)
		}
		v.calls = append(v.calls, drawnCall{c, d, name, from, w.end(c.Out), cluster})
	}
	w.elements(taken)
	for i := range body.Nodes {
		if w.at[i] < 0 && v.places == nil {
			w.class(int32(i)) // no arrow leads to it, but it is the pattern of an expression
		}
	}
}

// simple reports whether a type is drawn as a node at each use, because it has no parts to draw: a program that counts
// has `$int` everywhere, and all arrows would meet there. Vectors of such a type are drawn so, too, unless the structure
// of types is drawn.
//
// In a film it is one node: the places of a class are those of its unions.
func (v *patternsView) simple(f unify.Flat) bool {
	t := f.Head()
	if t == unify.NoHead || v.places != nil {
		return false
	}
	for range maxVectors {
		if v.isVector(t) && !v.options.FullTypes {
			t = v.result.Types.Fields(t)[0].To
		}
	}
	_, atom := v.result.Types.Atom(t)
	return atom || v.result.Types.IsUnit(t)
}

// maxVectors is up to how many vectors within one another are drawn at each use. A type may be that of its elements.
const maxVectors = 3

// isVector reports whether a type is one of vectors.
func (v *patternsView) isVector(t patterns.Type) bool {
	if t == unify.NoHead {
		return false
	}
	fields := v.result.Types.Fields(t)
	return len(fields) == 1 && fields[0].Label == unify.Member
}

// A bodyView draws the patterns of one definition.
type bodyView struct {
	*patternsView
	body       *patterns.Body
	definition string
	cluster    int
	at         []int // by class: its node; of a simple type, the node of its first use or -1
	copies     map[use]int
	shared     map[use]bool // uses that several arrows share
	into       map[int]int  // by node: the arrows from wholes
}

// A use identifies a simple type where it is one pattern.
type use struct {
	class int32
	same  unify.Node
}

// findShared finds the uses of simple types that several arrows share: those in the input or output of a call or of the
// definition, those that are parts of both the input and something built, and those that are elements of a vector, too.
// A vector has no arrow to an element that occurs nowhere else, since it shows its type.
func (w *bodyView) findShared(taken []bool) {
	w.shared = make(map[use]bool)
	share := func(e patterns.BodyEnd) {
		if e.To >= 0 && e.Same != unify.None {
			w.shared[use{e.To, e.Same}] = true
		}
	}
	share(w.body.In)
	share(w.body.Out)
	for _, c := range w.body.Calls {
		share(c.In)
		share(c.Out)
	}
	from := make(map[use][2]bool)
	for i := range w.body.Nodes {
		n := &w.body.Nodes[i]
		for _, list := range [][]patterns.BodyEdge{n.Edges, n.Read} {
			for _, e := range list {
				if e.Label == member || e.Same == unify.None {
					continue
				}
				u := use{e.To, e.Same}
				sides := from[u]
				if taken[i] {
					sides[0] = true
				} else {
					sides[1] = true
				}
				from[u] = sides
				if to := w.body.Nodes[e.To].Flat; sides[0] && sides[1] || w.simple(to) && w.isVector(to.Head()) {
					w.shared[u] = true
				}
			}
		}
	}
	for i := range w.body.Nodes {
		n := &w.body.Nodes[i]
		for _, list := range [][]patterns.BodyEdge{n.Edges, n.Read} {
			for _, e := range list {
				u := use{e.To, e.Same}
				if _, elsewhere := from[u]; e.Label == member && elsewhere {
					w.shared[u] = true
				}
			}
		}
	}
}

// between adds to each pattern that is neither of the input nor the output the place that makes it, so that branches of
// a merge can be distinguished. A picture of several definitions has space for it only where the pattern is no part of
// the output either, and thus seems to come from nowhere.
func (w *bodyView) between(taken []bool) {
	if w.options.At >= 0 {
		return
	}
	given := reachable(w.body, w.body.Out.To)
	for i := range w.body.Nodes {
		n := &w.body.Nodes[i]
		if w.at[i] < 0 || taken[i] || int(w.body.Out.To) == i || len(n.Edges)+len(n.Read) == 0 || given[i] && !w.alone {
			continue
		}
		var made lang.Span
		for _, u := range n.Uses {
			if strings.HasSuffix(u.Side, "output") && (made.Empty() || u.Span.End-u.Span.Start < made.End-made.Start) {
				made = u.Span
			}
		}
		if node := &w.Nodes[w.at[i]]; !made.Empty() {
			node.Lines = append(slices.Clone(node.Lines), "made at "+w.place(made))
			node.Name, node.Text = w.Picture.at(node.Name, made), w.Picture.at(node.Text, made)
		}
	}
}

// elements draws the arrows from vectors that are drawn at each use to their elements.
func (w *bodyView) elements(taken []bool) {
	inside := map[use]bool{{w.body.In.To, w.body.In.Same}: true}
	for i := range w.body.Nodes {
		n := &w.body.Nodes[i]
		for _, list := range [][]patterns.BodyEdge{n.Edges, n.Read} {
			for _, e := range list {
				inside[use{e.To, e.Same}] = inside[use{e.To, e.Same}] || taken[i]
			}
		}
	}
	for i := range w.body.Nodes {
		n := &w.body.Nodes[i]
		if !w.isVector(n.Flat.Head()) || !w.simple(n.Flat) {
			continue
		}
		for _, e := range n.Read {
			from, ok := w.copies[use{int32(i), e.Of}]
			to, also := w.copies[use{e.To, e.Same}]
			if ok && also {
				w.edge(Edge{
					From: from, To: to, Role: RolePart, Label: e.Label, Back: from != to && !inside[use{int32(i), e.Of}],
					Tooltip: n.Shape + " has " + e.Label,
				})
			}
		}
	}
}

// end returns the node of the end of an edge.
func (w *bodyView) end(e patterns.BodyEnd) int {
	n := &w.body.Nodes[e.To]
	if !w.simple(n.Flat) {
		return w.at[e.To]
	}
	u := use{e.To, e.Same}
	if at, ok := w.copies[u]; ok && w.shared[u] {
		return at
	}
	at := w.patternsView.class(n, w.definition, int(e.To), w.cluster)
	if w.shared[u] {
		w.copies[u] = at
	}
	if w.at[e.To] < 0 {
		w.at[e.To] = at
	}
	return at
}

// class returns the node of a class, or the first of its nodes.
func (w *bodyView) class(i int32) int {
	if w.at[i] < 0 {
		return w.end(patterns.BodyEnd{To: i, Same: unify.None})
	}
	return w.at[i]
}

// mostInto is how many arrows from wholes lead to one node of a type. More from what the definition makes lead to
// others of the same type, for nobody can follow them; a type says all there is to say about it. A built-in type
// that is the result of a call, too, has one node, which connects both.
const mostInto = 3

// parts draws the arrows from a class to its parts.
func (w *bodyView) parts(i int, edges []patterns.BodyEdge, taken []bool) {
	n := &w.body.Nodes[i]
	own := make(map[int32]int) // by class: its node beside this whole
	for _, e := range edges {
		if e.Label == member && e.Of != edges[0].Of {
			break // it is an element of another pattern of the class, which is not drawn
		}
		if e.Label == member && w.simple(w.body.Nodes[e.To].Flat) && n.Flat.Head() != unify.NoHead &&
			!w.shared[use{e.To, e.Same}] {
			continue // the shape of the vector already names it
		}
		to, back := w.end(e.BodyEnd), !taken[i] && int(e.To) != i
		shared := w.shared[use{e.To, e.Same}] && w.simple(w.body.Nodes[e.To].Flat)
		if !taken[i] && !shared && w.places == nil && w.Nodes[to].Role == RoleNamedType && w.into[to] >= mostInto {
			if e.Label == member {
				continue // likewise
			}
			copied, ok := own[e.To]
			if !ok {
				copied = w.patternsView.class(&w.body.Nodes[e.To], w.definition, int(e.To), w.cluster)
				own[e.To] = copied
			}
			to, back = copied, false
		}
		w.into[to]++
		w.edge(Edge{
			From: w.at[i], To: to, Role: RolePart, Label: e.Label, Span: e.Because.Span,
			Back: back, Reason: e.Because.Text.String(),
			Tooltip: because(lang.Clip(n.Shape)+" has "+e.Label, e.Because),
		})
	}
}

// maxTooltipPattern is the maximum length of a pattern in a tooltip, in bytes.
const maxTooltipPattern = 2000

func definitionName(name string) string {
	if name == lang.MainName {
		return "the main expression"
	}
	return name
}

// entry draws the input or output of a definition.
func (p *Picture) entry(def *patterns.Definition, word, tooltip string, cluster int) int {
	name, text := def.Name, word
	if name != lang.MainName {
		text = shorten(name, maxName) + " " + word
	}
	return p.node(Node{
		ID: p.id(name, word), Role: RoleEntry, Lines: []string{text}, Tooltip: p.at(tooltip, def.Span), Span: def.Span,
		Cluster: cluster, Names: []string{name}, Spans: []lang.Span{def.Span}, entry: true,
	})
}

// reachable marks the nodes that are the input or a part of it.
func reachable(b *patterns.Body, from int32) []bool {
	seen := make([]bool, len(b.Nodes))
	seen[from] = true
	for queue := []int32{from}; len(queue) > 0; queue = queue[1:] {
		n := &b.Nodes[queue[0]]
		for _, list := range [][]patterns.BodyEdge{n.Edges, n.Read} {
			for _, e := range list {
				if !seen[e.To] {
					seen[e.To] = true
					queue = append(queue, e.To)
				}
			}
		}
	}
	return seen
}

// typesOf returns some types and their parts, transitively.
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
	if v.places != nil {
		i = int(v.places.of(n.Class))
	}
	// Simple patterns have several copies.
	node := patterns.Remember(&v.classes, n, func() Node { return v.classNode(n) })
	node.ID, node.Names, node.Cluster = v.id(definition, "n"+strconv.Itoa(i)), []string{definition}, cluster
	return v.node(node)
}

func (v *patternsView) classNode(n *patterns.BodyNode) Node {
	shape := n.Shape
	if n.Variable != "" {
		shape = withVariable(shape, n.Variable, n.Flat.IsAnything())
	}
	v.open = v.open || strings.Contains(shape, "...")
	node := Node{
		Role: shapeRole(n.Flat), Lines: wrapped(shape, shapeWidth), Name: shape, Text: shape,
		Span: n.Because.Span, Spans: spansOf(n),
	}
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
	node.Tooltip, node.Reason = because(text, n.Because), n.Because.Text.String()
	return node
}

// uses lists the expressions whose input or output is a pattern.
func (v *patternsView) uses(n *patterns.BodyNode) []string {
	var uses []string
	for _, u := range n.Uses {
		// A long composition and its first element can have the same text.
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

// untouched lists the unconstrained patterns that are not part of another, in the state after a step.
func untouched(b *patterns.Body) []int {
	drawn := make([]bool, len(b.Nodes))
	drawn[b.In.To], drawn[b.Out.To] = true, true
	for i := range b.Nodes {
		n := &b.Nodes[i]
		if len(n.Edges) > 0 || shapeRole(n.Flat) != RoleUnknown {
			drawn[i] = true
		}
		for _, e := range slices.Concat(n.Edges, n.Read) {
			drawn[e.To] = true
		}
	}
	for _, c := range b.Calls {
		for _, e := range []patterns.BodyEnd{c.In, c.Out} {
			if e.To >= 0 {
				drawn[e.To] = true
			}
		}
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

// listed joins some lines; of too many, the first, and counts the rest.
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

// shapeRole is the role of a node with a shape.
func shapeRole(f unify.Flat) Role {
	if f.Head() != unify.NoHead {
		return RoleNamedType
	}
	if f.Constructor() != unify.NoConstructor {
		return RoleBuilt
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

// typeLabels lists the labels of each part of a type.
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
	tip := v.Nodes[from].Name + " has " + text
	if len(labels) > 3 {
		text = strings.Join(labels[:2], ", ") + " and " + strconv.Itoa(len(labels)-2) + " more"
	}
	v.edge(Edge{From: from, To: to, Role: RolePart, Label: text, Tooltip: tip, Back: !taken && from != to})
}

// unfold draws the structure of the types of a definition below their nodes. Equal types share a node. An arrow to a
// part points back unless the type is part of the input.
func (v *patternsView) unfold(
	at map[patterns.Type]int, queue []patterns.Type, taken map[patterns.Type]bool, definition string, cluster int,
) {
	r := v.result
	for ; len(queue) > 0 && len(at) < maxTypeParts; queue = queue[1:] {
		from := at[queue[0]]
		labels := v.typeLabels(queue[0])
		for _, f := range r.Types.FieldsByText(queue[0]) {
			ls := labels[f.To]
			if ls == nil {
				continue // already drawn
			}
			delete(labels, f.To)
			to, ok := at[f.To]
			if !ok {
				to = v.node(Node{
					ID: v.id(definition, "t"+strconv.Itoa(len(at))), Role: RoleNamedType,
					Lines: wrapped(r.Front.TypeExpression(f.To), shapeWidth), Name: r.Front.TypeExpression(f.To),
					Text:    r.Front.TypeExpression(f.To),
					Tooltip: r.Front.ShortTypeDefinition(f.To, maxTooltipPattern) + "\na part of " + v.Nodes[from].Name,
					Cluster: cluster, Names: []string{definition},
				})
				at[f.To] = to
				queue = append(queue, f.To)
			}
			v.typeEdge(from, to, ls, taken[queue[0]])
		}
	}
}

// maxTypeParts bounds the unfolded types of a definition.
const maxTypeParts = 1000

// call draws calls of a definition as one box beside their inputs and outputs. Arrows between definitions are drawn
// only once the definitions are folded: with all their patterns in between, such arrows would be a tangle.
func (v *patternsView) call(calls []drawnCall) {
	c := calls[0]
	name := c.Name
	node := Node{
		ID: v.id(c.caller, "call", name), Role: RoleBuiltIn, Lines: []string{shorten(name, maxName)},
		Span: c.Span, Cluster: c.cluster,
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
	if c.Builds {
		node.Role = RoleBuilds
	}
	if c.Callee >= 0 {
		node.Role = RoleCalled
		def := &v.result.Definitions[c.Callee]
		if !def.OK {
			node.Role = RoleWrong
		}
		node.Span = def.Span
		takes, gives := v.result.Front.ShortSignature(v.result.Solver.View(c.Callee).Within(maxTooltipPattern))
		node.Tooltip += "\n" + name + ": " + lang.Signature(takes, gives)
		if to, ok := v.in[c.Callee]; ok && v.in[c.definition] != to {
			v.between = append(v.between, Edge{
				ID: v.id(c.caller, "calls", name), From: v.in[c.definition], To: to, Role: RoleReaches, Tooltip: tip,
				Span: c.Span, Loose: true,
			})
		}
	}
	box := v.node(node)
	if c.from >= 0 {
		v.edge(Edge{From: c.from, To: box, Role: RoleReaches, Tooltip: tip + "\nwhat it takes", Span: c.Span})
	}
	v.edge(Edge{From: box, To: c.to, Role: RoleReaches, Tooltip: tip + "\nwhat it gives", Span: c.Span})
}
