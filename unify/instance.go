package unify

import (
	"slices"

	"github.com/patgraph/patgraph/internal/reuse"
)

// An Instance is a use of a relation: it holds for some nodes.
type Instance struct {
	Application
	Reason Reason
	Use    int32 // of a copy: the number passed to Instantiate; otherwise -1
	Since  int32 // number of events when it was stated
	Until  int32 // number of events when it fired or failed
	Outcome
	Waits []Node // if it waits
	Runs  int32

	reads, readsEnd int32
	born            Node  // number of nodes when it was stated
	stamp           int32 // of its last run: list entries with another stamp are obsolete
	queued          bool
}

// relations are the instances of a graph, with the lists of instances that wait for each class. Like edges, a list
// never changes: if a union absorbs its class, the old list stays. relations may be nil in a graph without instances.
type relations struct {
	list  []Instance
	reads []Node         // arguments that were read, by instance
	args  []Node         // a chunk of memory for arguments
	at    map[Node]int32 // by representative: the list of waiting instances, a cell
	cells []cell
	queue []int32 // instances that are to run, from head on
	head  int
	view  View
	pick  func(n int) int // for tests: selects one of n queued instances

	undone   []undoneInstance
	undoneAt []undoneList
}

// A cell is a list with one entry, or joins two lists. Cell 0 is the empty list.
type cell struct {
	left, right     int32
	instance, stamp int32 // of an entry, whose left is 0
	size            int32
}

// undoneInstance and undoneList are the old values that a rollback restores.
type undoneInstance struct {
	i   int32
	was Instance
}

type undoneList struct {
	n   Node
	was int32
}

// Relate states that a relation holds for one or more nodes. Solve runs it after all equations, and again when more
// becomes known. Relate returns the number of the instance.
func (g *Graph) Relate(rel Relation, r Reason, args ...Node) int32 {
	return g.RelateKept(rel, r, g.Keep(args))
}

// Keep copies arguments to memory of the graph, for RelateKept.
func (g *Graph) Keep(args []Node) []Node {
	kept := reuse.Carve(&g.related().args, len(args), 1<<6)
	copy(kept, args)
	return kept
}

// RelateKept is Relate for arguments that are never changed again, so that several instances may share them.
func (g *Graph) RelateKept(rel Relation, r Reason, args []Node) int32 {
	return g.relate(Instance{Application: Application{rel, args}, Reason: r, Use: -1})
}

// RelateIn is Relate for nodes of a copy, with the number passed to Instantiate.
func (g *Graph) RelateIn(use int32, rel Relation, r Reason, args ...Node) int32 {
	return g.relate(Instance{Application: Application{rel, g.Keep(args)}, Reason: r, Use: use})
}

// related returns the relations of a graph; it creates them if there are none.
func (g *Graph) related() *relations {
	if g.relations == nil {
		g.relations = &relations{at: make(map[Node]int32), cells: make([]cell, 1)}
	}
	return g.relations
}

// manyWaits is the largest map of waiting lists that is cleared and used again: clearing a map costs its capacity.
const manyWaits = 1 << 8

// emptied returns empty relations with the memory of rs, which must not be used any more.
func (rs *relations) emptied() *relations {
	clear(rs.list)
	n := &relations{list: rs.list[:0], reads: rs.reads[:0], at: rs.at, cells: append(rs.cells[:0], cell{}),
		queue: rs.queue[:0], args: rs.args[:0]}
	if len(n.at) > manyWaits {
		n.at = make(map[Node]int32)
	}
	clear(n.at)
	v := &rs.view
	n.view = View{
		reads:   v.reads[:0],
		results: results{waits: v.waits[:0], made: v.made[:0], edges: v.edges[:0], equations: v.equations[:0]},
		sorted:  v.sorted[:0], log: recording{known: v.log.known[:0], questions: v.log.questions[:0]},
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

// InstanceOf returns an instance by its number. It must not be changed, and is valid until the graph changes.
func (g *Graph) InstanceOf(i int32) *Instance { return &g.relations.list[i] }

// Reads returns the arguments that the last run of an instance read, if it fired or failed. The answers themselves are
// not kept: a model of 200,000 nodes would have 12 million.
func (g *Graph) Reads(i int32) []Node {
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

// GiveReason sets the reason of the instances from a number on: copies have none.
func (g *Graph) GiveReason(from int, r Reason) {
	for i := from; i < g.Instances(); i++ {
		g.relations.list[i].Reason = r
	}
}

// Amend replaces the relation of an instance that did not run yet, and gives it more arguments, which may be any nodes.
func (g *Graph) Amend(i int32, rel Relation, more ...Node) {
	x := &g.relations.list[i]
	x.Application = Application{rel, slices.Concat(x.Args, more)}
}

// runNext runs the next queued instance, if there is one.
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

// stop empties the queue, at a limit.
func (rs *relations) stop() {
	for _, i := range rs.queue[rs.head:] {
		rs.list[i].queued = false
	}
	rs.queue, rs.head = rs.queue[:0], 0
}

// change returns an instance to be changed; it first saves the old value for a rollback.
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
	x.Outcome = v.run(x.Relation)
	g.Spend(v.spent)
	x.Waits = nil
	if x.State == Waits {
		g.wait(i, v.waits)
		return
	}
	x.Until = int32(len(g.events))
	x.reads = int32(len(rs.reads))
	read := v.readNodes()
	for _, n := range x.Args {
		if _, ok := slices.BinarySearch(read, n); ok {
			rs.reads = append(rs.reads, n)
		}
	}
	x.readsEnd = int32(len(rs.reads))
	if x.State == Fails {
		// The failure is an event of its own, which unites nothing.
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

// fire adds the effects of a run: the nodes that it made and the equations, which the caller performs.
func (g *Graph) fire(i int32, v *View) {
	if len(v.equations) == 0 {
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
	for k, t := range v.equations {
		g.events = append(g.events, Event{t[0].at(base), t[1].at(base), fired(i, int32(k))})
	}
}

// wait adds an instance to the lists of the classes that it waits for.
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
		rs.at[r] = rs.joinLists(was, int32(len(rs.cells)-1))
	}
}

// joinLists joins two lists.
func (rs *relations) joinLists(a, b int32) int32 {
	if a == 0 || b == 0 {
		return a + b
	}
	rs.cells = append(rs.cells, cell{left: a, right: b, size: rs.cells[a].size + rs.cells[b].size})
	return int32(len(rs.cells) - 1)
}

// eachWaiting calls do for the instances of a list that still wait.
func (rs *relations) eachWaiting(list int32, watch *Watch, do func(i int32)) {
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

// wake is called before the classes a and b are united to u, which will have a flat pattern and n edges. It queues the
// instances that wait for a class that changes visibly, and those that wait for both classes.
func (g *Graph) wake(a, b, u Node, flat Flat, n int32) {
	rs := g.relations
	la, lb := rs.at[a], rs.at[b]
	if la|lb == 0 {
		return
	}
	if la != 0 && changesVisibly(&g.nodes[a], flat, n) {
		rs.eachWaiting(la, g.watch, g.enqueue)
		la = 0
	}
	if lb != 0 && changesVisibly(&g.nodes[b], flat, n) {
		rs.eachWaiting(lb, g.watch, g.enqueue)
		lb = 0
	}
	if la != 0 && lb != 0 {
		few, other := la, b
		if rs.cells[lb].size < rs.cells[la].size {
			few, other = lb, a
		}
		rs.eachWaiting(few, g.watch, func(i int32) {
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
	if list := rs.joinLists(la, lb); list != 0 {
		rs.at[u] = list
	}
}

// visible returns the part of a flat pattern that runs can observe.
func visible(f Flat) Flat {
	if !f.Closed() && f.number() == 0 {
		return f & Dynamic
	}
	return f &^ originBits
}

// changesVisibly reports whether a class that gets another flat pattern and number of edges changes in a way that a run
// could observe.
func changesVisibly(x *node, flat Flat, n int32) bool {
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

// rollback returns to a position and removes the nodes from first to end.
func (rs *relations) rollback(p *relationPosition, first, end Node) {
	if p == nil {
		p = new(relationPosition) // there were no relations
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

// release drops the undo records when no mark is set any more.
func (rs *relations) release() {
	clear(rs.undone)
	rs.undone, rs.undoneAt = rs.undone[:0], rs.undoneAt[:0]
}

// graphFacts answers from the current state of a graph.
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
