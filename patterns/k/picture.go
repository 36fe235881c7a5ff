package k

import (
	"fmt"
	"slices"
	"strings"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/k"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/explain"
	"github.com/patgraph/patgraph/unify"
)

// maxReasons bounds for how many things of one picture the reason is looked for;
// nobody reads more.
const maxReasons = 2000

// Body is the solved graph of a definition, or what it was after some steps.
func (a *analysis) Body(d, at int32) (patterns.Body, bool) {
	story, ok := a.explainer().Story(d, at)
	if !ok {
		return patterns.Body{}, false
	}
	b := drawnBody{analysis: a, story: story, def: d}
	b.body.Step, b.body.Steps = story.Step, int32(len(story.Events))
	own := a.body(d)
	expressions := a.preorder(d)
	var roots []unify.Node
	for _, e := range expressions {
		roots = append(roots, own.in(e), own.out(e))
	}
	conflicts := a.conflictsOf(story)
	for _, c := range conflicts {
		roots = append(roots, c.A, c.B)
	}
	if story.Step == b.body.Steps {
		b.solved(roots)
	} else {
		b.moment(roots)
	}
	b.body.In, b.body.Out = b.root[0], b.root[1]
	for i, e := range expressions {
		n, in, out := &a.tree.Nodes[e], b.root[2*i], b.root[2*i+1]
		use := patterns.BodyUse{Span: n.Span(), Expression: a.short(e), Op: opName(n.Op)}
		b.body.Nodes[in].Uses = append(b.body.Nodes[in].Uses, use)
		use.Output = true
		b.body.Nodes[out].Uses = append(b.body.Nodes[out].Uses, use)
		if n.Op == k.OpRef {
			b.body.Calls = append(b.body.Calls, patterns.BodyCall{
				Span: n.Span(), Name: a.tree.Syms.Text(n.Sym), Callee: a.names.Func[n.Sym], In: in, Out: out,
			})
		}
	}
	for i, c := range conflicts {
		at := 2 * (len(expressions) + i)
		step, _ := slices.BinarySearch(story.Events, c.Event)
		b.body.Clashes = append(b.body.Clashes, a.clashedAt(d, c, int32(step+1), b.root[at], b.root[at+1]))
	}
	b.reasons(roots)
	return b.body, true
}

// conflictsOf lists the conflicts among the steps of a derivation that a story
// has come to.
func (a *analysis) conflictsOf(story *explain.Story) []unify.Conflict {
	var list []unify.Conflict
	for _, c := range a.solver.Conflicts(story.Def) {
		if _, ok := slices.BinarySearch(story.Events[:story.Step], c.Event); ok {
			list = append(list, c)
		}
	}
	return list
}

// clashedAt tells a conflict between two nodes of a picture.
func (a *analysis) clashedAt(d int32, c unify.Conflict, step, x, y int32) patterns.BodyClash {
	t := teller{analysis: a, home: d}
	e := a.graph.Event(c.Event)
	return patterns.BodyClash{
		X: x, Y: y, Step: step, Span: a.tree.Span(k.NodeID(a.graph.Reason(c.Event).Site)),
		What: t.graphNode(d, e.X) + " and " + t.graphNode(d, e.Y) + " would have to be one",
	}
}

// drawnBody makes a body.
type drawnBody struct {
	*analysis
	story *explain.Story
	def   int32
	body  patterns.Body
	flats []unify.Flat
	edges [][]unify.Edge // by number in body
	root  []int32        // by root
}

func (b *drawnBody) add(f unify.Flat, edges []unify.Edge) {
	n := patterns.BodyNode{Shape: b.bracket(f, edges), Flat: f}
	edges = slices.Clone(edges)
	order := b.labelOrder(len(edges))
	slices.SortFunc(edges, func(x, y unify.Edge) int { return order(x.Label, y.Label) })
	for _, e := range edges {
		n.Edges = append(n.Edges, patterns.BodyEdge{Label: b.edgeLabel(e.Label), To: int32(e.To)})
	}
	b.body.Nodes = append(b.body.Nodes, n)
	b.flats, b.edges = append(b.flats, f), append(b.edges, edges)
}

// edgeLabel is how the way to a part is written.
func (a *analysis) edgeLabel(l unify.Label) string {
	if l == unify.Member {
		return "[ ]"
	}
	return a.shortLabel(l)
}

// solved takes the smallest graph that says all there is to know.
func (b *drawnBody) solved(roots []unify.Node) {
	s := b.solver.Quotient(roots...)
	for i := range int32(s.Graph.Len()) {
		b.add(s.Graph.Flat(i), s.Graph.Edges(i))
	}
	b.root = s.Roots
}

// moment takes the classes that there were after a step, as they were.
func (b *drawnBody) moment(roots []unify.Node) {
	until := int(b.solver.Derivation(b.def).In) // before any union
	for _, ev := range b.story.Events[:b.story.Step] {
		if n := b.explainer().Made(b.def, ev); n != unify.None {
			until = max(until, int(n)+1)
		}
	}
	number := make(map[unify.Node]int32)
	var list []unify.Node
	visit := func(n unify.Node) int32 {
		r := b.graph.FindAt(n, until)
		i, ok := number[r]
		if !ok {
			i = int32(len(list))
			number[r] = i
			list = append(list, r)
		}
		return i
	}
	for _, n := range roots {
		b.root = append(b.root, visit(n))
	}
	for i := 0; i < len(list); i++ {
		f := b.graph.Flat(list[i])
		var edges []unify.Edge
		if f.Head() == unify.NoHead {
			edges = slices.Clone(b.graph.Edges(list[i]))
			for j := range edges {
				edges[j].To = unify.Node(visit(edges[j].To))
			}
		}
		b.add(f, edges)
	}
}

// reasons finds out why each class is what it is and has the parts it has. It
// walks down from the expressions through the constraints that say so.
func (b *drawnBody) reasons(roots []unify.Node) {
	c := b.story.Closure()
	local := make([]unify.Node, len(b.body.Nodes))
	for i := range local {
		local[i] = unify.None
	}
	var queue []int32
	arrive := func(i int32, n unify.Node) {
		if local[i] == unify.None {
			local[i] = n
			queue = append(queue, i)
		}
	}
	for i := range len(roots) - 2*len(b.body.Clashes) {
		arrive(b.root[i], b.story.Local(roots[i]))
	}
	for told := 0; len(queue) > 0 && told < maxReasons; told++ {
		i := queue[0]
		queue = queue[1:]
		n, node := local[i], &b.body.Nodes[i]
		node.Because = b.shapeReason(n, b.flats[i])
		for j, e := range b.edges[i] {
			found, ok := c.Edge(n, e.Label)
			if !ok {
				continue
			}
			node.Edges[j].Because = b.because(found.Proof, n)
			arrive(int32(e.To), b.story.System.Constraints[found.C].Edges[found.E].To)
			told++
		}
	}
}

// shapeReason tells the nearest constraint that leaves a node the shape it has.
func (b *drawnBody) shapeReason(n unify.Node, f unify.Flat) patterns.Because {
	var accept func(unify.Claim) bool
	switch {
	case f.Head() != unify.NoHead:
		accept = func(c unify.Claim) bool { return c.Flat.Head() == f.Head() }
	case f.Closed():
		accept = func(c unify.Claim) bool { return c.Flat.Closed() && c.Flat.Head() == unify.NoHead }
	case f.Shapes() != unify.AnyShape:
		accept = func(c unify.Claim) bool { return c.Flat.Shapes()&unify.AnyShape == f.Shapes() }
	default:
		return patterns.Because{}
	}
	for _, found := range b.story.Closure().Facts(n, 1, accept) {
		return b.because(found.Proof, n)
	}
	return patterns.Because{}
}

// because tells a proof in one line, from the node to where the program says it.
func (b *drawnBody) because(p *unify.Proof, n unify.Node) patterns.Because {
	w := walker{analysis: b.analysis, sys: b.story.System, places: b.story.Places, terse: true}
	w.cited = func(c int32) *explain.Cited {
		if m := &b.story.Core[c]; !b.Wiring(m.Source) {
			return m
		}
		return nil
	}
	w.fact(p, n)
	var r patterns.Because
	var texts []string
	for _, l := range w.lines {
		at := b.tree.File.Position(l.Span.Start)
		texts = append(texts, fmt.Sprintf("%s (%s)", l.Text, at))
		r.Span = l.Span
	}
	r.Text = strings.Join(texts, "; ")
	return r
}

// TypeExpression spells a type as an expression.
func (a *analysis) TypeExpression(t patterns.Type) string { return a.typeWord(t) }

// History is the merge history of a definition.
func (a *analysis) History(d int32) (patterns.History, bool) {
	story, ok := a.explainer().Story(d, -1)
	if !ok {
		return patterns.History{}, false
	}
	h := patterns.History{Steps: int32(len(story.Events))}
	x := a.explainer()
	number := make(map[unify.Node]int32)
	step := make(map[unify.Node]int32)
	for i, ev := range story.Events {
		if n := x.Made(d, ev); n != unify.None {
			step[n] = int32(i)
		}
	}
	// The leaves: what the expressions take and give, and whatever else became
	// one with something.
	var leaves []unify.Node
	leaf := func(n unify.Node) {
		if _, union := step[n]; !union {
			if _, ok := number[n]; !ok {
				number[n] = int32(len(leaves))
				leaves = append(leaves, n)
			}
		}
	}
	own := a.body(d)
	for _, e := range a.preorder(d) {
		leaf(own.in(e))
		leaf(own.out(e))
	}
	for _, ev := range story.Events {
		leaf(a.graph.Event(ev).X)
		leaf(a.graph.Event(ev).Y)
	}
	t := teller{analysis: a, home: d}
	for _, n := range leaves {
		l := patterns.HistoryItem{What: t.graphNode(d, n), Shape: a.shallow(n), Span: a.leafSpan(n), Parent: -1}
		h.Nodes = append(h.Nodes, l)
	}
	for i, e := range a.Trace(d) {
		n := x.Made(d, story.Events[i])
		if n == unify.None {
			continue
		}
		number[n] = int32(len(h.Nodes))
		h.Nodes = append(h.Nodes, patterns.HistoryItem{
			Step: e.Number, What: e.What, Reason: e.Reason, Shape: a.shallow(n), Span: e.Span, Parent: -1,
		})
	}
	of := func(n unify.Node) int32 { // the member that a node of the graph is in, or is
		for n != unify.None {
			if i, ok := number[n]; ok {
				return i
			}
			n = a.graph.Parent(n)
		}
		return -1
	}
	for n, i := range number {
		if p := a.graph.Parent(n); p != unify.None {
			h.Nodes[i].Parent = of(p)
		}
	}
	for _, c := range a.conflictsOf(story) {
		i, _ := slices.BinarySearch(story.Events, c.Event)
		if x, y := of(c.A), of(c.B); x >= 0 && y >= 0 {
			h.Clashes = append(h.Clashes, a.clashedAt(d, c, int32(i+1), x, y))
		}
	}
	return h, true
}

// leafSpan is the place that a node is about, which for what a signature brought
// along is the call.
func (a *analysis) leafSpan(n unify.Node) lang.Span {
	if site, ok := a.graph.Site(n); ok {
		return a.tree.Span(k.NodeID(site))
	}
	if use, ok := a.graph.Instance(n); ok {
		return a.tree.Span(k.NodeID(a.solver.UseOf(use).Site))
	}
	if ev, ok := a.graph.UnfoldedBy(n); ok {
		return a.tree.Span(k.NodeID(a.graph.Reason(ev).Site))
	}
	return lang.Span{}
}

// Callees lists the references of a definition in the order of its text.
func (a *analysis) Callees(d int32) []patterns.BodyCall {
	def := &a.tree.Defs[d]
	if def.Root == k.NoNode {
		return nil
	}
	var list []patterns.BodyCall
	for e := def.First; e <= def.Root; e++ {
		if n := &a.tree.Nodes[e]; n.Op == k.OpRef {
			list = append(list, patterns.BodyCall{
				Span: n.Span(), Name: a.tree.Syms.Text(n.Sym), Callee: a.names.Func[n.Sym], In: -1, Out: -1,
			})
		}
	}
	return list
}
