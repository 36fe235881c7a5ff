package unify

import (
	"slices"

	"github.com/patgraph/patgraph/internal/cancel"
	"github.com/patgraph/patgraph/internal/reuse"
)

// An Instance is a use of a relation: that it holds of some nodes.
type Instance struct {
	Application
	Reason Reason
	Use    int32 // of a copy: the number that Instantiate was given; else -1
	Since  int32 // events that there were when it was stated
	Until  int32 // and when it fired or failed
	Outcome
	Waits []Node // of one that waits
	Runs  int32

	reads, readsEnd int32
	born            Node  // nodes that there were when it was stated
	stamp           int32 // of its last run: entries of lists with another one are of no use
	queued          bool
}

// relations are the instances of a graph, and who waits for what. Instances that wait stand
// in the lists of the classes that they wait for; like edges, what a list was stays when a
// union takes its class in. It may be nil in a graph without instances.
type relations struct {
	list  []Instance
	reads []Read
	args  []Node         // a piece of memory for arguments
	at    map[Node]int32 // by representative: its list, a cell
	cells []cell
	queue []int32 // instances that are to be run, from head on
	head  int
	view  View
	pick  func(n int) int // for tests: which of n that are queued comes next

	undone   []undoneInstance
	undoneAt []undoneList
}

// A cell is an entry of a list, or joins two lists. The cell 0 is the empty list.
type cell struct {
	left, right     int32
	instance, stamp int32 // of an entry: left is 0
	size            int32
}

// undoneInstance and undoneList are what to return to.
type undoneInstance struct {
	i   int32
	was Instance
}

type undoneList struct {
	n   Node
	was int32
}

// Relate states that a relation holds of some nodes, one at least. It is run by Solve, after
// all equations, and again when it learns something. The number of the instance is
// returned.
func (g *Graph) Relate(rel Relation, r Reason, args ...Node) int32 {
	return g.RelateKept(rel, r, g.Keep(args))
}

// Keep copies arguments to memory of the graph, for RelateKept.
func (g *Graph) Keep(args []Node) []Node {
	kept := reuse.Carve(&g.related().args, len(args), 1<<6)
	copy(kept, args)
	return kept
}

// GrowRelations makes room for so many more instances, where the caller can tell, and for what their runs
// read as a rule.
func (g *Graph) GrowRelations(n int) {
	if n > 0 {
		rs := g.related()
		rs.list, rs.reads = slices.Grow(rs.list, n), slices.Grow(rs.reads, 2*n)
	}
}

// RelateKept is Relate for arguments that nobody changes any more, so that several instances may share them.
func (g *Graph) RelateKept(rel Relation, r Reason, args []Node) int32 {
	return g.relate(Instance{Application: Application{rel, args}, Reason: r, Use: -1})
}

// RelateIn is Relate for nodes of a copy, of the number that Instantiate was given.
func (g *Graph) RelateIn(use int32, rel Relation, r Reason, args ...Node) int32 {
	return g.relate(Instance{Application: Application{rel, g.Keep(args)}, Reason: r, Use: use})
}

// related returns the relations of a graph that has some.
func (g *Graph) related() *relations {
	if g.relations == nil {
		g.more = true
		g.relations = &relations{at: make(map[Node]int32), cells: make([]cell, 1)}
	}
	return g.relations
}

// manyWaits is up to how many classes a map of those that are waited for is emptied and used again: to
// empty it costs what it ever held.
const manyWaits = 1 << 8

// renewed is what another graph makes of relations that nobody uses any more.
func (rs *relations) renewed() *relations {
	clear(rs.list)
	n := &relations{list: rs.list[:0], reads: rs.reads[:0], at: rs.at, cells: append(rs.cells[:0], cell{}), queue: rs.queue[:0], args: rs.args[:0]}
	if len(n.at) > manyWaits {
		n.at = make(map[Node]int32)
	}
	clear(n.at)
	v := &rs.view
	n.view = View{
		reads: v.reads[:0], waits: v.waits[:0], made: v.made[:0], edges: v.edges[:0], tells: v.tells[:0],
		log: recording{known: v.log.known[:0], asks: v.log.asks[:0]},
	}
	return n
}

func (g *Graph) relate(x Instance) int32 {
	rs := g.related()
	i := int32(len(rs.list))
	x.queued, x.Since, x.born = true, int32(len(g.events)), Node(len(g.nodes))
	rs.list = extend(rs.list, 1)
	rs.list[i] = x
	rs.queue = append(rs.queue, i)
	return i
}

// Instances returns the number of instances.
func (g *Graph) Instances() int {
	if g.relations == nil {
		return 0
	}
	return len(g.relations.list)
}

// InstanceOf returns an instance by its number. It is not to be changed, and holds until the
// graph changes.
func (g *Graph) InstanceOf(i int32) *Instance { return &g.relations.list[i] }

// Reads returns the answers that the last run of an instance rests on, if it fired or
// failed, as a rule each once.
func (g *Graph) Reads(i int32) []Read {
	x := &g.relations.list[i]
	return g.relations.reads[x.reads:x.readsEnd]
}

// Runs returns how often instances were run.
func (g *Graph) Runs() int {
	runs := 0
	if g.relations != nil {
		for i := range g.relations.list {
			runs += int(g.relations.list[i].Runs)
		}
	}
	return runs
}

// GiveReason says why the instances from one on are there: copies come without a reason.
func (g *Graph) GiveReason(from int, r Reason) {
	for i := from; i < g.Instances(); i++ {
		g.relations.list[i].Reason = r
	}
}

// Amend replaces the relation of an instance that was not run yet, and gives it more arguments, which
// need not be of what was copied.
func (g *Graph) Amend(i int32, rel Relation, more ...Node) {
	x := &g.relations.list[i]
	x.Application = Application{rel, slices.Concat(x.Args, more)}
}

// runNext runs an instance that is queued, if there is one.
func (g *Graph) runNext() bool {
	rs := g.relations
	if g.exceeded {
		rs.stop()
	}
	if rs.head == len(rs.queue) {
		rs.queue, rs.head = rs.queue[:0], 0
		return false
	}
	at := rs.head
	if rs.pick != nil {
		at += rs.pick(len(rs.queue) - at)
	}
	i := rs.queue[at]
	if at == rs.head {
		rs.head++
	} else {
		rs.queue = slices.Delete(rs.queue, at, at+1)
	}
	g.watch.Step()
	g.run(i)
	return true
}

// stop gives up what is queued, at a limit.
func (rs *relations) stop() {
	for _, i := range rs.queue[rs.head:] {
		rs.list[i].queued = false
	}
	rs.queue, rs.head = rs.queue[:0], 0
}

// change is called before an instance is changed.
func (g *Graph) change(i int32) *Instance {
	rs := g.relations
	x := &rs.list[i]
	if k := len(g.marks); k > 0 && x.born <= g.marks[k-1] {
		rs.undone = append(rs.undone, undoneInstance{i, *x})
	}
	return x
}

// run runs an instance once.
func (g *Graph) run(i int32) {
	rs := g.relations
	x := g.change(i)
	x.queued = false
	x.Runs++
	x.stamp++
	v := &rs.view
	v.begin(graphFacts{g}, g.heads, x.Args, g.watch)
	x.Outcome = v.run(g, x.Relation)
	g.Spend(v.spent)
	x.Waits = nil
	if x.State == Waits {
		g.wait(i, v.waits)
		return
	}
	x.Until = int32(len(g.events))
	x.reads = int32(len(rs.reads))
	if v.once {
		rs.reads = append(rs.reads, v.reads...)
	} else {
		for _, r := range v.reads {
			if !slices.Contains(rs.reads[max(int(x.reads), len(rs.reads)-maxAsks):], r) {
				rs.reads = append(rs.reads, r)
			}
		}
	}
	x.readsEnd = int32(len(rs.reads))
	if x.State == Fails {
		// A step of its own, at which nothing becomes one.
		event := int32(len(g.events))
		n := x.Args[0]
		g.events = append(g.events, Event{n, n, failed(i)})
		g.next = event + 1
		g.conflicts = append(g.conflicts, Conflict{event, g.Find(n), g.Find(n)})
		if g.trace != nil {
			g.trace.step(g, event, "⊥", " %s", x.Relation.Key())
		}
		return
	}
	g.fire(i, v)
}

// fire performs what a run told: the nodes that it made and the equations, which are drained
// by the caller.
func (g *Graph) fire(i int32, v *View) {
	if len(v.tells) == 0 {
		return
	}
	base, event := Node(len(g.nodes)), int32(len(g.events))
	if int(base)+len(v.made) > g.limit {
		g.exceeded = true
		return
	}
	for k := range v.made {
		m := &v.made[k]
		off := int32(0)
		if m.n > 0 {
			off = int32(len(g.edges))
			for _, e := range v.parts(m) {
				g.edges = append(g.edges, Edge{e.label, e.to.at(base)})
			}
			g.edges = padded(g.edges, int(m.n))
		}
		g.add(withOrigin(m.flat, originUnfolded), off, m.n, event)
	}
	for k, t := range v.tells {
		g.events = append(g.events, Event{t[0].at(base), t[1].at(base), fired(i, int32(k))})
	}
}

// wait puts an instance into the lists of the classes that it waits for.
func (g *Graph) wait(i int32, nodes []Node) {
	rs := g.relations
	x := &rs.list[i]
	x.Waits = make([]Node, 0, len(nodes))
	seen := make(map[Node]bool, len(nodes))
	for _, n := range nodes {
		r := g.Find(n)
		if seen[r] {
			continue
		}
		seen[r] = true
		x.Waits = append(x.Waits, n)
		was := rs.at[r]
		if len(g.marks) > 0 && r < g.marks[len(g.marks)-1] {
			rs.undoneAt = append(rs.undoneAt, undoneList{r, was})
		}
		rs.cells = append(rs.cells, cell{instance: i, stamp: x.stamp, size: 1})
		rs.at[r] = rs.both(was, int32(len(rs.cells)-1))
	}
}

// both joins two lists.
func (rs *relations) both(a, b int32) int32 {
	if a == 0 || b == 0 {
		return a + b
	}
	rs.cells = append(rs.cells, cell{left: a, right: b, size: rs.cells[a].size + rs.cells[b].size})
	return int32(len(rs.cells) - 1)
}

// each goes through the instances of a list that still wait.
func (rs *relations) each(list int32, watch *cancel.Watch, do func(i int32)) {
	steps := 0
	stack := make([]int32, 0, 16)
	for stack = append(stack, list); len(stack) > 0; {
		steps++
		c := rs.cells[stack[len(stack)-1]]
		stack = stack[:len(stack)-1]
		switch x := &rs.list; {
		case c.left != 0:
			stack = append(stack, c.right, c.left)
		case c.size > 0 && (*x)[c.instance].stamp == c.stamp && (*x)[c.instance].State == Waits:
			do(c.instance)
		}
	}
	watch.Steps(steps / nodesPerStep)
}

// wake is called when the classes a and b are about to become u, which will have a flat
// pattern and so many edges. Who waits for one of them that learns something is queued, and
// so is who waits for both.
func (g *Graph) wake(a, b, u Node, flat Flat, n int32) {
	rs := g.relations
	la, lb := rs.at[a], rs.at[b]
	if la|lb == 0 {
		return
	}
	if la != 0 && learns(&g.nodes[a], flat, n) {
		rs.each(la, g.watch, g.enqueue)
		la = 0
	}
	if lb != 0 && learns(&g.nodes[b], flat, n) {
		rs.each(lb, g.watch, g.enqueue)
		lb = 0
	}
	if la != 0 && lb != 0 {
		few, other := la, b
		if rs.cells[lb].size < rs.cells[la].size {
			few, other = lb, a
		}
		rs.each(few, g.watch, func(i int32) {
			g.watch.Steps(len(rs.list[i].Waits) / nodesPerStep)
			if slices.ContainsFunc(rs.list[i].Waits, func(n Node) bool { return g.Find(n) == other }) {
				g.enqueue(i)
			}
		})
	}
	if len(g.marks) == 0 {
		delete(rs.at, a)
		delete(rs.at, b)
	}
	if list := rs.both(la, lb); list != 0 {
		rs.at[u] = list
	}
}

// visible is what of a flat pattern runs are told of.
func visible(f Flat) Flat {
	if !f.Closed() && f.number() == 0 {
		return f & Dynamic
	}
	return f &^ originBits
}

// learns reports whether a class that gets another flat pattern and number of edges learns
// what a run could be told of.
func learns(x *node, flat Flat, n int32) bool {
	is := visible(flat)
	return is != visible(x.flat) || is&^Dynamic != 0 && n != x.n
}

func (g *Graph) enqueue(i int32) {
	if x := &g.relations.list[i]; !x.queued {
		g.change(i).queued = true
		g.relations.queue = append(g.relations.queue, i)
	}
}

// relationPosition is a moment of the relations of a graph.
type relationPosition struct{ list, reads, cells, undone, undoneAt int32 }

func (rs *relations) position() *relationPosition {
	return &relationPosition{
		int32(len(rs.list)), int32(len(rs.reads)), int32(len(rs.cells)),
		int32(len(rs.undone)), int32(len(rs.undoneAt)),
	}
}

// rollback returns to a position; the nodes from first to end are taken back.
func (rs *relations) rollback(p *relationPosition, first, end Node) {
	if p == nil {
		p = new(relationPosition) // there were none
	}
	for k := len(rs.undone) - 1; k >= int(p.undone); k-- {
		rs.list[rs.undone[k].i] = rs.undone[k].was
	}
	for k := len(rs.undoneAt) - 1; k >= int(p.undoneAt); k-- {
		if u := &rs.undoneAt[k]; u.was != 0 {
			rs.at[u.n] = u.was
		} else {
			delete(rs.at, u.n)
		}
	}
	for n := first; n < end; n++ {
		delete(rs.at, n)
	}
	clear(rs.list[p.list:])
	clear(rs.undone[p.undone:])
	rs.list, rs.reads, rs.cells = rs.list[:p.list], rs.reads[:p.reads], rs.cells[:max(p.cells, 1)]
	rs.undone, rs.undoneAt = rs.undone[:p.undone], rs.undoneAt[:p.undoneAt]
	rs.queue, rs.head = rs.queue[:0], 0
}

// release forgets how to return to marks, of which there are none any more.
func (rs *relations) release() {
	clear(rs.undone)
	rs.undone, rs.undoneAt = rs.undone[:0], rs.undoneAt[:0]
}

// graphFacts are what a graph knows now.
type graphFacts struct{ g *Graph }

func (s graphFacts) form(n Node) (Flat, bool) {
	x := &s.g.nodes[s.g.Find(n)]
	f := x.pattern() &^ Dynamic
	switch {
	case f.number() != 0:
		return f, true
	case !f.Closed() || f.Shapes() != Product:
		return 0, false
	}
	return f, true
}

func (s graphFacts) labels(n Node) []Label {
	x := &s.g.nodes[s.g.Find(n)]
	labels := make([]Label, 0, x.n)
	for _, e := range s.g.edges[x.off : x.off+x.n] {
		labels = append(labels, e.Label)
	}
	slices.Sort(labels)
	return labels
}

func (s graphFacts) part(n Node, l Label) (Node, bool) {
	x := &s.g.nodes[s.g.Find(n)]
	if !x.flat.Closed() || x.flat.Shapes() != Product {
		return None, false
	}
	at := s.g.lookup(x.off, x.n, l)
	if at < 0 {
		return None, false
	}
	return s.g.edges[x.off+at].To, true
}

func (s graphFacts) dynamic(n Node) bool { return s.g.nodes[s.g.Find(n)].flat.Dynamic() }

func (s graphFacts) same(x, y Node) bool { return s.g.Find(x) == s.g.Find(y) }
