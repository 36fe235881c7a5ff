package graphviz

import (
	"cmp"
	"maps"
	"math"
	"slices"
	"strconv"

	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/unify"
)

// A Film shows a derivation step by step, with one layout for all its pictures: each picture has the nodes and the
// edges of all of them, those of other steps invisible and each node in its largest size. Graphviz lays out the same
// graph each time, so a pattern keeps its place until a step unites it with another; the union has the place of one of
// them. A film is read from top to bottom and has no legend, so that letters are large on a screen.
type Film struct {
	result     *patterns.Result
	definition int32
	prefix     string // of the identifiers of nodes
	isValue    bool
	events     []patterns.TraceEvent
	unions     []join
	places     places
	whole      *Picture        // all nodes and edges
	steps      []*Picture      // before the first step, and after each
	edges      map[edgeKey]int // of whole
	nodes      map[string]int  // of whole
	notes      int             // lines below the title, at most
}

// places has, by class of patterns, the class whose place it has, if that is another.
type places map[unify.Node]unify.Node

func (p places) of(class unify.Node) unify.Node {
	if place, ok := p[class]; ok {
		return place
	}
	return class
}

// A join is the places of two nodes that a step united; empty if at most one of them was drawn.
type join struct{ stays, goes string }

// An edgeKey identifies an edge in all pictures of a film.
type edgeKey struct {
	from, to, label string
	role            Role
}

// Bounds of a film: a larger one takes too long to draw, and is too large to follow.
const (
	mostFilmed = 30_000 // patterns in all its pictures
	mostPlaces = 150
)

// NewFilm returns the film of a definition's derivation; nil if that is too large, or the definition was not derived.
func NewFilm(r *patterns.Result, d int32) *Film {
	bodies := r.Front.Film(d, mostFilmed)
	if bodies == nil {
		return nil
	}
	takes, _ := r.Front.ShortSignature(r.Solver.View(d).Within(maxTooltipPattern))
	f := &Film{
		result: r, definition: d, prefix: newPicture(nil, "").id(r.Definitions[d].Name), isValue: takes == "",
		places: make(places),
		unions: make([]join, len(bodies)), whole: newPicture(r.File, ""), edges: make(map[edgeKey]int),
		nodes: make(map[string]int),
	}
	f.events, _ = r.Front.Trace(d, len(bodies))
	for step := range bodies {
		f.unite(bodies, step)
		p := f.draw(&bodies[step])
		f.steps = append(f.steps, p)
		f.add(p)
		if u := f.unions[step]; u.goes != "" {
			f.edge(Edge{From: f.nodes[u.goes], To: f.nodes[u.stays], Role: RoleInto, Loose: true})
		}
		if len(f.whole.Nodes) > mostPlaces {
			return nil
		}
	}
	for i := range f.events {
		f.notes = max(f.notes, len(wrapped(f.note(i+1), titleWidth)))
	}
	return f
}

// Steps is the number of steps.
func (f *Film) Steps() int { return len(f.steps) - 1 }

// unite finds the place of what a step made: that of the pattern which was drawn, or else says more.
func (f *Film) unite(bodies []patterns.Body, step int) {
	u := bodies[step].Union
	if step == 0 || u.Into == unify.None {
		return
	}
	before := &bodies[step-1]
	hidden := untouched(before)
	weigh := func(class unify.Node) int {
		i := slices.IndexFunc(before.Nodes, func(n patterns.BodyNode) bool { return n.Class == class })
		if _, ok := slices.BinarySearch(hidden, i); ok || i < 0 {
			return 0
		}
		if shapeRole(before.Nodes[i].Flat) != RoleUnknown {
			return math.MaxInt
		}
		return 1 + len(before.Nodes[i].Edges)
	}
	x, y := f.places.of(u.X), f.places.of(u.Y)
	a, b := weigh(u.X), weigh(u.Y)
	if c := cmp.Compare(a, b); c < 0 || c == 0 && y < x {
		x, y, b = y, x, a
	}
	f.places[u.Into] = x
	if b > 0 && x != y {
		f.unions[step] = join{f.id(x), f.id(y)}
	}
}

// id is the identifier of the node with a place.
func (f *Film) id(place unify.Node) string { return f.prefix + ".n" + strconv.Itoa(int(place)) }

// draw draws a state without what other states have.
func (f *Film) draw(b *patterns.Body) *Picture {
	p := newPicture(f.result.File, "patterns of "+subject(f.result, []int32{f.definition})+afterStep(b))
	v := patternsView{
		classes: make(map[*patterns.BodyNode]Node),
		Picture: p, result: f.result, in: make(map[int32]int), alone: true, places: f.places,
	}
	v.body(f.definition, b, f.isValue, -1)
	for _, c := range v.calls {
		v.call([]drawnCall{c})
	}
	for _, c := range b.Clashes {
		if c.Step == b.Step {
			for _, class := range []int32{c.X, c.Y} {
				id := f.id(f.places.of(b.Nodes[class].Class))
				p.Nodes[slices.IndexFunc(p.Nodes, func(n Node) bool { return n.ID == id })].State = Clashed
			}
		}
	}
	return p
}

// add takes in the nodes and the edges of a picture.
func (f *Film) add(p *Picture) {
	for i := range p.Nodes {
		n := &p.Nodes[i]
		at, ok := f.nodes[n.ID]
		if !ok {
			at = f.whole.node(Node{ID: n.ID, Role: n.Role, State: Absent, Cluster: -1})
			f.nodes[n.ID] = at
		}
		wide, high := sizeOf(n)
		w := &f.whole.Nodes[at]
		w.Wide, w.High = max(w.Wide, wide), max(w.High, high)
	}
	for _, e := range p.Edges {
		e.From, e.To = f.nodes[p.Nodes[e.From].ID], f.nodes[p.Nodes[e.To].ID]
		f.edge(e)
	}
}

// edge takes in an edge between nodes of the whole.
func (f *Film) edge(e Edge) {
	k := f.key(f.whole, &e)
	at, ok := f.edges[k]
	if !ok {
		f.whole.edge(Edge{From: e.From, To: e.To, Role: e.Role, Label: e.Label, Loose: e.Loose, Absent: true})
		at = len(f.whole.Edges) - 1
		f.edges[k] = at
	}
	f.whole.Edges[at].Back = e.Back
}

func (f *Film) key(p *Picture, e *Edge) edgeKey {
	return edgeKey{p.Nodes[e.From].ID, p.Nodes[e.To].ID, e.Label, e.Role}
}

// sizeOf is about the size that a node needs, in points.
func sizeOf(n *Node) (wide, high float64) {
	for _, l := range n.Lines {
		wide = max(wide, textWidth(l))
	}
	wide, high = wide+18, 14*float64(len(n.Lines))+9
	switch n.Role {
	case RoleUnknown: // an ellipse
		wide, high = (wide-12)*math.Sqrt2, high*math.Sqrt2
	case RoleUnion: // a hexagon
		wide, high = wide*1.7, high*1.7
	}
	return 2 * math.Ceil(wide/2), 2 * math.Ceil(high/2) // Graphviz rounds the halves
}

// Trivial reports whether a step changes nothing in the picture, since nothing was known of one of the patterns that it
// unites.
func (f *Film) Trivial(step int) bool {
	if step == 0 || f.events[step-1].Outcome == patterns.Conflicting {
		return false
	}
	before, after := f.content(f.steps[step-1]), f.content(f.steps[step])
	return maps.EqualFunc(before, after, slices.Equal)
}

// content is what is drawn, by identifier.
func (f *Film) content(p *Picture) map[any][]string {
	list := make(map[any][]string)
	for i := range p.Nodes {
		list[p.Nodes[i].ID] = p.Nodes[i].Lines
	}
	for i := range p.Edges {
		list[f.key(p, &p.Edges[i])] = nil
	}
	return list
}

// note says what a step does.
func (f *Film) note(step int) string {
	e := &f.events[step-1]
	text := "step " + strconv.Itoa(step) + ": " + e.What.String()
	if e.Outcome == patterns.Conflicting {
		return text + ", and cannot"
	}
	return text
}

// Picture draws the state after a step, with what the step united.
func (f *Film) Picture(step int32) *Picture {
	p := f.whole.Clone()
	b, _ := f.result.Front.Body(f.definition, step, patterns.ReasonSteps)
	now := f.draw(&b)
	p.Title, p.film = now.Title, f
	put := func(n Node) {
		at := &p.Nodes[f.nodes[n.ID]]
		n.Wide, n.High = at.Wide, at.High
		*at = n
	}
	for _, n := range now.Nodes {
		put(n)
	}
	for i := range now.Edges {
		e := now.Edges[i]
		at := &p.Edges[f.edges[f.key(now, &e)]]
		e.ID, e.From, e.To, e.Back = at.ID, at.From, at.To, at.Back
		*at = e
	}
	if step == 0 {
		return p
	}
	p.Notes = []string{f.note(int(step))}
	if made := b.Union.Into; made != unify.None {
		if i, ok := f.nodes[f.id(f.places.of(made))]; ok && p.Nodes[i].State == Present {
			p.Nodes[i].State = Joined
		}
	}
	if u := f.unions[step]; u.goes != "" {
		old := f.steps[step-1]
		n := old.Nodes[slices.IndexFunc(old.Nodes, func(n Node) bool { return n.ID == u.goes })]
		n.State = Gone
		put(n)
		p.Edges[f.edges[edgeKey{u.goes, u.stays, "", RoleInto}]].Absent = false
	}
	return p
}

// alone removes what a picture of a film only has because of the other pictures, and returns how many nodes that is.
func (p *Picture) alone() int {
	if p.film == nil {
		return 0
	}
	p.film = nil
	before := len(p.Nodes)
	p.Edges = slices.DeleteFunc(p.Edges, func(e Edge) bool { return e.Absent })
	into := make([]int, before)
	for i := range p.Nodes {
		if into[i] = i; p.Nodes[i].State == Absent {
			into[i] = -1
		}
		p.Nodes[i].Wide, p.Nodes[i].High = 0, 0
	}
	p.contract(into)
	return before - len(p.Nodes)
}
