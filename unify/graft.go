package unify

// A Position is a moment of a graph: what was done between two of them can be copied to
// another graph; see Graft.
type Position struct {
	nodes, edges, events, conflicts int
	stats                           Stats
}

// Nodes, Events and Conflicts are how many there were.
func (p Position) Nodes() int     { return p.nodes }
func (p Position) Events() int    { return p.events }
func (p Position) Conflicts() int { return p.conflicts }

// Position returns the present moment. All events must have been performed.
func (g *Graph) Position() Position {
	return Position{len(g.nodes), len(g.edges), len(g.events), len(g.conflicts), g.stats}
}

// MakeRoom appends room for what was done in another graph between two positions, and
// returns the position where it begins. It must be filled by Graft before anything else
// is asked of this graph or done in it, but for more rooms.
func (g *Graph) MakeRoom(from, to Position) (at Position) {
	at = g.Position()
	g.nodes = extend(g.nodes, to.nodes-from.nodes)
	g.edges = extend(g.edges, to.edges-from.edges)
	g.events = extend(g.events, to.events-from.events)
	g.conflicts = extend(g.conflicts, to.conflicts-from.conflicts)
	g.next = int32(len(g.events))
	g.stats.add(&to.stats, 1)
	g.stats.add(&from.stats, -1)
	return at
}

// Graft fills room that was made for it with what was done in another graph between two
// positions, as if it had been done here: equal numbers, but for the shifts from one to
// the other position's counts. Nothing done in between may refer to anything before it,
// save by the numbers of instances, which are shifted as given, and of sites and heads,
// which stay. Both graphs must be without marks and waiting events. Several rooms may be
// filled at the same time. It costs what is copied.
func (g *Graph) Graft(at Position, h *Graph, from, to Position, instances int32) {
	node := Node(at.nodes - from.nodes)
	edge := int32(at.edges - from.edges)
	event := int32(at.events - from.events)
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
		events[i] = Event{e.X + node, e.Y + node, e.Cause.shifted(event)}
	}
	conflicts := g.conflicts[at.conflicts:]
	for i, c := range h.conflicts[from.conflicts:to.conflicts] {
		conflicts[i] = Conflict{c.Event + event, c.A + node, c.B + node}
	}
}

// add adds the counts of another record, so often, but for those that a graph counts
// when it is asked.
func (s *Stats) add(t *Stats, times int) {
	s.Unions += times * t.Unions
	s.Redundant += times * t.Redundant
	s.Unfolded += times * t.Unfolded
	s.Instances += times * t.Instances
}
