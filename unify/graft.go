package unify

import "slices"

// A Position is a moment of a graph: what was done between two positions can be copied to another graph; see Graft.
type Position struct {
	nodes, edges, events, conflicts int32
	done                            counts
	relations                       *relationPosition // nil: there were no relations
}

// instances returns how many instances of relations there were, and how many reads of their runs.
func (p *Position) instances() (instances, reads int32) {
	if p.relations == nil {
		return 0, 0
	}
	return p.relations.list, p.relations.reads
}

// counts are the Stats that a graph keeps.
type counts struct{ unions, redundant, unfolded, instances int32 }

// Nodes, Events, Conflicts and Instances (of relations) return how many there were.
func (p Position) Nodes() int     { return int(p.nodes) }
func (p Position) Events() int    { return int(p.events) }
func (p Position) Conflicts() int { return int(p.conflicts) }
func (p Position) Instances() int { i, _ := p.instances(); return int(i) }

// Position returns the current moment. All events must have been performed.
func (g *Graph) Position() (p Position) {
	g.position(&p)
	return p
}

func (g *Graph) position(p *Position) {
	p.nodes, p.edges, p.events, p.conflicts = int32(len(g.nodes)), int32(len(g.edges)), int32(len(g.events)),
		int32(len(g.conflicts))
	if p.done, p.relations = g.done, nil; g.relations != nil {
		p.relations = g.relations.position()
	}
}

// MakeRoom appends space for what was done in another graph between two positions, and returns the position where it
// begins. Graft must fill it before this graph is read or changed otherwise, except by more calls of MakeRoom.
func (g *Graph) MakeRoom(from, to Position) (at Position) {
	at = g.Position()
	g.nodes = extend(g.nodes, int(to.nodes-from.nodes))
	g.edges = extend(g.edges, int(to.edges-from.edges))
	g.events = extend(g.events, int(to.events-from.events))
	g.conflicts = extend(g.conflicts, int(to.conflicts-from.conflicts))
	first, read := from.instances()
	if end, reads := to.instances(); end > first {
		rs := g.related()
		rs.list = extend(rs.list, int(end-first))
		rs.reads = extend(rs.reads, int(reads-read))
	}
	g.next = int32(len(g.events))
	g.done.unions += to.done.unions - from.done.unions
	g.done.redundant += to.done.redundant - from.done.redundant
	g.done.unfolded += to.done.unfolded - from.done.unfolded
	g.done.instances += to.done.instances - from.done.instances
	return at
}

// Graft fills space from MakeRoom with what was done in another graph between two positions, as if it had been done
// here: all numbers are equal but for the difference of the positions' counts. Nothing done between them may refer to
// anything before them, except by the numbers of instances, which are shifted by instances, and of sites and heads,
// which stay. Both graphs must be without marks and waiting events. Several spaces may be filled at the same time. A
// waiting instance of a relation does not run again here, whatever becomes known later. It costs what is copied.
func (g *Graph) Graft(at Position, h *Graph, from, to Position, instances int32) {
	node := Node(at.nodes - from.nodes)
	here, _ := at.instances()
	first, _ := from.instances()
	end, _ := to.instances()
	edge, event := at.edges-from.edges, at.events-from.events
	nodes := g.nodes[at.nodes:]
	for i, x := range h.nodes[from.nodes:to.nodes] {
		x.rep += node
		if x.parent != None {
			x.parent += node
		}
		if x.n > 0 {
			x.off += edge
		}
		switch x.origin() {
		case originUnion, originUnfolded:
			x.why += event
		case originInstance:
			x.why += instances
		}
		nodes[i] = x
	}
	edges := g.edges[at.edges:]
	for i, e := range h.edges[from.edges:to.edges] {
		edges[i] = Edge{e.Label, e.To + node}
	}
	events := g.events[at.events:]
	for i, e := range h.events[from.events:to.events] {
		events[i] = Event{e.X + node, e.Y + node, e.Cause.shifted(event, here-first)}
	}
	conflicts := g.conflicts[at.conflicts:]
	for i, c := range h.conflicts[from.conflicts:to.conflicts] {
		conflicts[i] = Conflict{c.Event + event, c.A + node, c.B + node}
	}
	if first < end {
		g.relations.graft(at, h.relations, from, to, instances)
	}
}

// graft is Graph.Graft for instances of relations.
func (rs *relations) graft(at Position, from *relations, first, end Position, instances int32) {
	here, read := at.instances()
	start, firstRead := first.instances()
	stop, lastRead := end.instances()
	node, event, reads := Node(at.nodes-first.nodes), at.events-first.events, read-firstRead
	shifted := func(nodes []Node) []Node {
		nodes = slices.Clone(nodes)
		for i := range nodes {
			nodes[i] += node
		}
		return nodes
	}
	list := rs.list[here:]
	for i, x := range from.list[start:stop] {
		x.Args, x.Waits = shifted(x.Args), shifted(x.Waits)
		if x.Use >= 0 {
			x.Use += instances
		}
		x.Since, x.Until, x.born = x.Since+event, x.Until+event, x.born+node
		x.reads, x.readsEnd = x.reads+reads, x.readsEnd+reads
		list[i] = x
	}
	all := rs.reads[read:]
	for i, r := range from.reads[firstRead:lastRead] {
		r.X += node
		if r.Y != None {
			r.Y += node
		}
		all[i] = r
	}
}
