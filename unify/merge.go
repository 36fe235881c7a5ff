package unify

import "github.com/patgraph/patgraph/internal/cancel"

// Solve performs all waiting requests, and those that follow from them, in the order in which they arose. It returns
// when nothing is waiting or when the limit of nodes or the deadline of its watch is reached. Relations run when no
// equation is waiting.
func (g *Graph) Solve() {
again:
	for int(g.next) < len(g.events) {
		if g.exceeded || len(g.nodes) >= g.limit {
			g.exceeded = true
			g.next = int32(len(g.events))
			break
		}
		g.next++
		if g.uncounted++; g.uncounted == cancel.Few {
			g.count()
		}
		g.perform(g.next - 1)
	}
	if g.relations != nil && g.runNext() {
		goto again
	}
}

// count counts the events that were performed since the last call. Event numbers cannot replace it: a rollback removes
// events.
func (g *Graph) count() {
	if g.watch.Steps(int(g.uncounted)); g.watch.Late() && !g.ignoreDeadline {
		g.exceeded = true
	}
	g.uncounted = 0
}

// perform carries out one event: a new representative with the meet of the flat patterns, the edges of both sides, and
// a request for each label that both have. A clash is recorded, and nothing changes.
func (g *Graph) perform(event int32) {
	e := &g.events[event]
	a, b := g.Find(e.X), g.Find(e.Y)
	if a == b {
		g.done.redundant++
		if g.trace != nil {
			g.trace.step(g, event, "=", "")
		}
		return
	}
	x, y := &g.nodes[a], &g.nodes[b]
	// Most unions are with a leaf about which nothing is known.
	if y.blank() {
		x, y = y, x
	}
	if x.blank() {
		g.join(a, b, y.pattern(), y.off, y.n, event)
		return
	}
	flat, ok := g.meet(x, y)
	if !ok {
		g.conflicts = append(g.conflicts, Conflict{event, a, b})
		if g.trace != nil {
			g.trace.clash(g, event, a, b)
		}
		return
	}
	var off, n int32
	switch {
	case x.n|y.n == 0:
	case flat.IsVector():
		off, n = g.mergeVector(event, x, y, flat.Head())
	case (x.flat | y.flat).number() != 0:
		off, n = g.mergeHead(event, x, y, flat.Head())
	case y.n == 0: // as mergeEdges, without the call
		off, n = x.off, x.n
	case x.n == 0:
		off, n = y.off, y.n
	default:
		off, n = g.mergeEdges(event, x, y)
	}
	// Last: unfolding appends nodes, which may move x and y.
	g.join(a, b, flat, off, n, event)
}

// join appends the union of two representatives.
func (g *Graph) join(a, b Node, flat Flat, off, n, event int32) {
	g.done.unions++
	if g.relations != nil {
		g.wake(a, b, Node(len(g.nodes)), flat, n)
	}
	at := len(g.nodes)
	if at == cap(g.nodes) {
		g.enlarge()
	}
	nodes := g.nodes[:at+1]
	g.nodes = nodes
	w := &nodes[at] // as add, without the call
	u := Node(at)
	w.parent, w.rep, w.flat, w.off, w.n, w.why = None, u, flat, off, n, event
	x, y := &nodes[a], &nodes[b]
	x.parent, x.rep = u, u
	y.parent, y.rep = u, u
	if g.trace != nil {
		g.trace.union(g, event, u)
	}
}

// decompose requests that the targets of a label on both sides be united.
func (g *Graph) decompose(event int32, l Label, x, y Node) {
	g.events = append(g.events, Event{x, y, decomposed(event, l)})
}

// mergeEdges combines the edges of two classes without a head: those of the smaller go into the region of the larger.
func (g *Graph) mergeEdges(event int32, x, y *node) (off, n int32) {
	if x.n < y.n {
		x, y = y, x
	}
	off, n = x.off, x.n
	if n <= 2 {
		// The most frequent sizes, without the calls.
		for i := y.off; i < y.off+y.n; i++ {
			e := g.edges[i]
			switch {
			case g.edges[x.off].Label == e.Label:
				g.decompose(event, e.Label, g.edges[x.off].To, e.To)
			case x.n == 2 && g.edges[x.off+1].Label == e.Label:
				g.decompose(event, e.Label, g.edges[x.off+1].To, e.To)
			default:
				off, n = g.put(off, n, e)
			}
		}
		return off, n
	}
	for i := y.off; i < y.off+y.n; i++ {
		e := g.edges[i]
		if p := g.lookup(x.off, x.n, e.Label); p >= 0 {
			g.decompose(event, e.Label, g.edges[x.off+p].To, e.To)
		} else {
			off, n = g.put(off, n, e)
		}
	}
	return off, n
}

// mergeVector combines the edges of two classes whose meet is only a vector: all labels become the edge to the member.
func (g *Graph) mergeVector(event int32, x, y *node, h Head) (off, n int32) {
	// A side that was a vector already has the member edge, if any.
	if !x.pattern().IsVector() || x.n == 0 {
		x, y = y, x
	}
	member := None
	known := false // the member's type is unfolded already
	for _, side := range [2]*node{x, y} {
		for _, e := range g.edges[side.off : side.off+side.n] {
			known = known || side.pattern().Head() != NoHead
			switch {
			case member != None:
				g.decompose(event, e.Label, member, e.To)
				continue
			case side.pattern().IsVector() && side.n == 1:
				off = side.off
			default:
				off = g.newRegion([]Edge{{Member, e.To}})
			}
			member = e.To
		}
	}
	if h != NoHead && !known {
		part, _ := g.heads.part(h, Member, g.index)
		g.unfold(event, Member, member, part)
	}
	return off, 1
}

// mergeHead combines the edges of two classes, where at least one has a head or a constructor. The labels of the
// side without a head are looked up in the head, each once in the life of the class: labels that the head's side has
// are unfolded already.
func (g *Graph) mergeHead(event int32, x, y *node, h Head) (off, n int32) {
	if x.flat.Head() == NoHead {
		x, y = y, x
	}
	if x.flat.Head() == NoHead || y.flat.Head() != NoHead {
		return g.mergeEdges(event, x, y)
	}
	// x has the head. Copies, because unfolding appends nodes.
	hx, py := *x, *y
	for i := py.off; i < py.off+py.n; i++ {
		e := g.edges[i]
		if hx.n > 0 && g.lookup(hx.off, hx.n, e.Label) >= 0 {
			continue // mergeEdges decomposes it
		}
		part, _ := g.heads.part(h, e.Label, g.index)
		g.unfold(event, e.Label, e.To, part)
	}
	return g.mergeEdges(event, &hx, &py)
}

// unfold unites the target of a label with the part of a named head: it adds a node with the part's head, and a
// request.
func (g *Graph) unfold(event int32, l Label, to Node, part Head) {
	g.done.unfolded++
	n := g.add(withOrigin(g.heads.Flat(part), originUnfolded), 0, 0, event)
	g.events = append(g.events, Event{to, n, unfolded(event, l)})
}
