package message

import (
	"slices"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/explain"
	"github.com/patgraph/patgraph/unify"
)

// maxReasons bounds how many nodes of one picture get a reason; more would not be read.
const maxReasons = 2000

// manyLabels is how many labels of one bracket cost as much as one reason.
const manyLabels = 1000

// Body returns the solved graph of a definition, or its graph after some steps. The searches for reasons take about so
// many steps.
func (p *Program) Body(d, at int32, reasons int) (patterns.Body, bool) {
	story, ok := p.Explainer().Story(d, at)
	if !ok {
		return patterns.Body{}, false
	}
	b := drawnBody{proved: p.proofsOf(story), story: story, def: d, until: -1}
	roots := b.draw(story.Events, story.Step, at < 0)
	if roots == nil {
		return patterns.Body{}, false
	}
	b.story.Closure().Within(reasons, func() { b.reasons(roots) })
	return b.body, true
}

// Film returns the graphs of a definition before the first step of its derivation and after each step, without reasons.
// It returns nil if they have more than most nodes, or the definition was not derived.
func (p *Program) Film(d int32, most int) []patterns.Body {
	events := p.Explainer().Events(d)
	if len(events) >= most || !p.Solver.Derivation(d).Derived {
		return nil
	}
	var film []patterns.Body
	for step := range int32(len(events)) + 1 {
		b := drawnBody{proved: proved{Program: p}, def: d}
		roots := b.draw(events, step, false)
		if most -= len(b.body.Nodes); roots == nil || most < 0 {
			return nil
		}
		film = append(film, b.body)
	}
	return film
}

// draw draws the graph after a number of the events of a derivation, or the quotient of the solved one, without
// reasons. It returns the two ends of each expression and the nodes of each clash; nil if there is no expression.
func (b *drawnBody) draw(events []int32, step int32, solved bool) []unify.Node {
	p := b.proved.Program
	sites := p.Sites(b.def)
	if len(sites) == 0 { // it has a type but no expression
		return nil
	}
	b.body.Step, b.body.Steps = step, int32(len(events))
	conflicts := p.conflictsOf(b.def, events[:step])
	roots := make([]unify.Node, 0, 2*(len(sites)+len(conflicts)))
	for _, site := range sites {
		in, out := p.Ends(b.def, site)
		if p.Construct(site).Value {
			in = out
		}
		roots = append(roots, in, out)
	}
	for _, c := range conflicts {
		roots = append(roots, c.A, c.B)
	}
	if solved {
		b.solved(roots)
	} else {
		b.moment(roots, events[:step])
	}
	b.unite(roots)
	b.body.In, b.body.Out = b.end(0), b.end(1)
	for i, site := range sites {
		in, out := b.root[2*i], b.root[2*i+1]
		use := patterns.BodyUse{
			Span: p.Span(site), Expression: p.Short(site), Op: p.Construct(site).Name, Side: p.Words().Input,
		}
		if !p.Construct(site).Value {
			b.body.Nodes[in].Uses = append(b.body.Nodes[in].Uses, use)
		}
		use.Side = p.Words().Output
		b.body.Nodes[out].Uses = append(b.body.Nodes[out].Uses, use)
		if p.Kind(site) == Calls {
			c := p.call(site)
			if c.Out = b.end(2*i + 1); !p.Construct(site).Value {
				c.In = b.end(2 * i)
			}
			b.body.Calls = append(b.body.Calls, c)
		}
	}
	for i, c := range conflicts {
		at := 2 * (len(sites) + i)
		step, _ := slices.BinarySearch(events, c.Event)
		b.body.Clashes = append(b.body.Clashes, p.clashedAt(b.def, c, int32(step+1), b.root[at], b.root[at+1]))
	}
	return roots
}

// call returns a reference in the form of pictures.
func (p *Program) call(site int32) patterns.BodyCall {
	callee, _ := p.Callee(site)
	c := patterns.BodyCall{
		Span: p.Span(site), Name: p.File.Text(p.Span(site)), Callee: callee, In: nowhere, Out: nowhere,
	}
	if named := p.Words().Named; named != nil && callee < 0 {
		var name string
		if name, c.Callee, c.Builds = named(site); name != "" {
			c.Name = name
		}
	}
	return c
}

var nowhere = patterns.BodyEnd{To: -1, Same: unify.None}

// Callees lists the references of a definition in text order.
func (p *Program) Callees(d int32) []patterns.BodyCall {
	def := p.Definition(d)
	if def.Root < 0 {
		return nil
	}
	var list []patterns.BodyCall
	for site := def.First; site <= def.Root; site++ {
		if p.Kind(site) == Calls {
			c := p.call(site)
			if used := p.Words().Used; used != nil && c.Callee >= 0 && p.Solver.Derivation(d).Derived {
				_, out := p.Ends(d, site)
				c.Used = used(out)
			}
			list = append(list, c)
		}
	}
	return list
}

// conflictsOf lists the conflicts of a derivation that happened within some of its events.
func (p *Program) conflictsOf(d int32, events []int32) []unify.Conflict {
	var list []unify.Conflict
	for _, c := range p.Solver.Conflicts(d) {
		if _, ok := slices.BinarySearch(events, c.Event); ok {
			list = append(list, c)
		}
	}
	return list
}

// clashedAt describes a conflict between two nodes of a picture.
func (p *Program) clashedAt(d int32, c unify.Conflict, step, x, y int32) patterns.BodyClash {
	e := p.Graph.Event(c.Event)
	return patterns.BodyClash{
		X: x, Y: y, Step: step, Span: p.Span(p.Graph.Reason(c.Event).Site),
		What: lang.Say("%s and %s would have to be one", p.graphNode(d, e.X), p.graphNode(d, e.Y)),
	}
}

// drawnBody builds a patterns.Body.
type drawnBody struct {
	proved proved
	story  *explain.Story
	def    int32
	until  int // show the state when the graph had so many nodes; negative: the final state
	past   *unify.Past
	body   patterns.Body
	flats  []unify.Flat
	edges  [][]unify.Edge // by number in body
	root   []int32        // by root
	one    []unify.Node   // by root: its class in the graph
}

// end returns the end of an edge to a root.
func (b *drawnBody) end(root int) patterns.BodyEnd {
	return patterns.BodyEnd{To: b.root[root], Same: b.one[root]}
}

// find returns the class of a node.
func (b *drawnBody) find(n unify.Node) unify.Node {
	if b.until < 0 {
		return b.proved.Graph.Find(n)
	}
	return b.past.FindAt(n, b.until)
}

// unite finds which ends of the body are equal. It follows the parts down from the roots; a class with several patterns
// is followed from the first one.
func (b *drawnBody) unite(roots []unify.Node) {
	class := make(map[unify.Node]int32, len(roots))
	var all []unify.Node // the keys of class in their order
	local := make([]unify.Node, len(b.body.Nodes))
	for i := range local {
		local[i] = unify.None
	}
	var queue []int32
	arrive := func(i int32, n unify.Node) {
		if _, known := class[n]; !known {
			class[n] = i
			all = append(all, n)
		}
		if local[i] == unify.None {
			local[i] = n
			queue = append(queue, i)
		}
	}
	b.one = make([]unify.Node, len(roots))
	for i, n := range roots {
		b.one[i] = b.find(n)
		arrive(b.root[i], b.one[i])
	}
	for len(queue) > 0 {
		i := queue[0]
		queue = queue[1:]
		n := &b.body.Nodes[i]
		to := make(map[unify.Label]unify.Node)
		for _, e := range b.proved.Graph.Edges(local[i]) {
			to[e.Label] = b.find(e.To)
		}
		for j := range n.Edges {
			e := &n.Edges[j]
			if same, ok := to[b.edges[i][j].Label]; ok {
				e.Same = same
				arrive(e.To, same)
			}
		}
	}
	type part struct {
		class int32
		label unify.Label
	}
	known := make(map[part]bool)
	for _, one := range all {
		i := class[one]
		n := &b.body.Nodes[i]
		if n.Flat.Head() == unify.NoHead {
			continue
		}
		edges := slices.Clone(b.proved.Graph.Edges(one))
		order := b.proved.LabelOrder(len(edges))
		slices.SortFunc(edges, func(x, y unify.Edge) int { return order(x.Label, y.Label) })
		for _, e := range edges {
			same := b.find(e.To)
			c, ok := class[same]
			if !ok || known[part{i, e.Label}] && (e.Label != unify.Member || len(edges) != 1) {
				continue
			}
			known[part{i, e.Label}] = true
			end := patterns.BodyEnd{To: c, Same: same}
			n.Read = append(n.Read, patterns.BodyEdge{Label: b.proved.edgeLabel(e.Label), BodyEnd: end, Of: one})
		}
	}
}

func (b *drawnBody) add(f unify.Flat, edges []unify.Edge) {
	n := patterns.BodyNode{Shape: b.proved.bracket(f, edges), Flat: f}
	edges = slices.Clone(edges)
	order := b.proved.LabelOrder(len(edges))
	slices.SortFunc(edges, func(x, y unify.Edge) int { return order(x.Label, y.Label) })
	n.Edges = slices.Grow(n.Edges, len(edges))
	for _, e := range edges {
		end := patterns.BodyEnd{To: int32(e.To), Same: unify.None}
		n.Edges = append(n.Edges, patterns.BodyEdge{Label: b.proved.edgeLabel(e.Label), BodyEnd: end})
	}
	b.body.Nodes = append(b.body.Nodes, n)
	b.flats, b.edges = append(b.flats, f), append(b.edges, edges)
}

// solved takes the quotient: the smallest graph with the same information.
func (b *drawnBody) solved(roots []unify.Node) {
	s := b.proved.Solver.Quotient(roots...)
	n := s.Graph.Len()
	b.body.Nodes = make([]patterns.BodyNode, 0, n)
	b.flats, b.edges = make([]unify.Flat, 0, n), make([][]unify.Edge, 0, n)
	for i := range int32(n) {
		f := s.Graph.Flat(i)
		if c := s.Parameter(i); c != unify.NoConstructor {
			f = b.proved.Types.Heads().Built(c)
		}
		b.add(f, s.Graph.Edges(i))
	}
	b.root = s.Roots
	if p, ok := b.proved.Syntax.(Namer); ok {
		for i, name := range p.Variables(s, s.Roots[0], s.Roots[1], patterns.LongSide) {
			b.body.Nodes[i].Variable = name
		}
	}
}

// moment takes the classes as they were after some events.
func (b *drawnBody) moment(roots []unify.Node, events []int32) {
	b.until, b.past = b.proved.nodesAt(b.def, events), b.proved.Graph.Past()
	b.body.Union.Into = unify.None
	if len(events) > 0 {
		last := events[len(events)-1]
		if n := b.proved.Explainer().Made(b.def, last); n != unify.None {
			g := b.proved.Graph
			e := g.Event(last)
			b.body.Union = patterns.BodyUnion{X: g.FindAt(e.X, int(n)), Y: g.FindAt(e.Y, int(n)), Into: n}
		}
	}
	number := make(map[unify.Node]int32)
	var list []unify.Node
	visit := func(n unify.Node) int32 {
		r := b.find(n)
		return patterns.Remember(&number, r, func() int32 {
			list = append(list, r)
			return int32(len(list) - 1)
		})
	}
	for _, n := range roots {
		b.root = append(b.root, visit(n))
	}
	for i := 0; i < len(list); i++ {
		f := b.proved.Graph.Flat(list[i])
		var edges []unify.Edge
		if f.Head() == unify.NoHead {
			edges = slices.Clone(b.proved.Graph.Edges(list[i]))
			for j := range edges {
				edges[j].To = unify.Node(visit(edges[j].To))
			}
		}
		b.add(f, edges)
		b.body.Nodes[i].Class = list[i]
	}
}

// reasons finds for each class why it has its shape and its parts. It walks down from the expressions through the
// constraints that state them.
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
	for work := 0; len(queue) > 0 && work < maxReasons; work++ {
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
			work += 1 + len(b.edges[i])/manyLabels // writing the labels visits all of them
			if work >= maxReasons {
				break
			}
		}
	}
}

// shapeReason finds the nearest constraint that gives a node its shape.
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

// because writes a proof in one line, from the node to the place that states its claim.
func (b *drawnBody) because(p *unify.Proof, n unify.Node) patterns.Because {
	w := walker{proved: b.proved, terse: true}
	w.fact(p, n)
	var r patterns.Because
	texts := make([]lang.Phrase, len(w.lines))
	for i, l := range w.lines {
		texts[i] = lang.Say("%s (%s)", l.Text, b.proved.File.Position(l.Span.Start).String())
		r.Span = l.Span
	}
	r.Text = lang.JoinPhrases(texts, "; ")
	return r
}
