package unify

import (
	"iter"
	"math"
	"slices"

	"github.com/patgraph/patgraph/internal/queue"
)

// Searches find the material of proofs: the nearest nodes of a class, and the nearest facts that contradict each other,
// give a node a head or leave only a vector.

const (
	// searchBudget bounds the work for one question to a closure: the links between nodes that are visited.
	searchBudget = 1_000_000
	// maxFactsSeen is the number of facts of a class that are compared pairwise, or for a vector taken together; see
	// conflicting for larger classes.
	maxFactsSeen = 256
)

// fact is a claim about a node: by a description, or by unfolding a head through an edge of a description.
type fact struct {
	node   int32
	c, e   int32
	parent Head // of the whole, if the fact is unfolded; otherwise NoHead
	claim  Claim
}

func (f *fact) unfolded() bool { return f.parent != NoHead }

// searchIndex has the data that searches need: for each node, the constraints about it, and the edges that lead to it.
type searchIndex struct {
	about lists[int32]    // equations and descriptions
	into  lists[[2]int32] // constraint, edge
	class lists[int32]    // nodes by class
	searches
	firings     map[int32][]ProofStep // the proofs that instances fire
	spare       []queue.Of[visit]     // the memory of queues that are not needed any more
	left, given int                   // of the budget of a question, and its initial value
	share       int                   // steps that the remaining questions share; math.MaxInt: no limit
}

// searches are the results of searches so far.
type searches struct {
	reached map[reachKey]*reach
	nearest map[headKey][]found
	vectors map[reachKey][]fact
}

func newSearches() searches {
	return searches{make(map[reachKey]*reach), make(map[headKey][]found), make(map[reachKey][]fact)}
}

type reachKey struct{ from, level, before int32 }

// lists has a list for each node, all in one slice.
type lists[T any] struct {
	at  []int32
	all []T
}

func (l *lists[T]) of(n int32) []T { return l.all[l.at[n]:l.at[n+1]] }

// listsOf makes the lists of n nodes. It calls each twice, with functions that count the items and then put them there.
func listsOf[T any](n int, each func(put func(n int32, x T))) lists[T] {
	l := lists[T]{at: make([]int32, n+1)}
	each(func(n int32, _ T) { l.at[n]++ })
	sum := int32(0)
	for i, n := range l.at {
		l.at[i] = sum
		sum += n
	}
	l.all = make([]T, sum)
	each(func(n int32, x T) {
		l.all[l.at[n]] = x
		l.at[n]++
	})
	copy(l.at[1:], l.at)
	l.at[0] = 0
	return l
}

func (c *Closure) prepare() *searchIndex {
	if c.index != nil {
		return c.index
	}
	stated := func(yield func(int32, *Constraint) bool) {
		for i := range c.cs {
			if c.isActive(int32(i)) && !yield(int32(i), &c.cs[i]) {
				return
			}
		}
	}
	n := len(c.classes)
	c.index = &searchIndex{
		about: listsOf(n, func(put func(int32, int32)) {
			for i, k := range stated {
				c.sys.Watch.Step()
				put(int32(k.X), i)
				if k.Y != None {
					put(int32(k.Y), i)
				}
			}
		}),
		into: listsOf(n, func(put func(int32, [2]int32)) {
			for i, k := range stated {
				for j, e := range k.Edges {
					put(int32(e.To), [2]int32{i, int32(j)})
				}
			}
		}),
		class: listsOf(n, func(put func(int32, int32)) {
			for v := range int32(n) {
				put(c.find(v), v)
			}
		}),
		searches: newSearches(), firings: make(map[int32][]ProofStep), left: searchBudget,
		given: searchBudget, share: math.MaxInt,
	}
	return c.index
}

// reach is the state of a search from a node. It continues only as far as needed: in a large class the wanted node is
// usually near.
type reach struct {
	level    int32
	order    []int32 // nodes by distance
	at       map[int32]arrival
	queue    queue.Of[visit]
	spread   int                // the first nodes of order whose neighbors are queued: all, or all but the last
	label    map[Label][]edgeAt // of the descriptions of the first labelled nodes, the nearest first
	labelled int
}

type arrival struct {
	dist int32
	via  link
}

type edgeAt struct{ node, c, e int32 }

// A link leads from a node to the next one on a path.
type link struct {
	from   int32 // -1 at the start
	c, e   int32 // the equation, or the edge to from
	c2, e2 int32 // the edge to the node; c2 is -1 for an equation
	level  int32 // at which the wholes were found to be equal
}

type visit struct {
	node, dist int32
	via        link
}

// Before breaks ties by the constraints themselves, so that their order does not affect the result if the caller
// numbers nodes by their places in the program.
func (a visit) Before(b visit) bool {
	if a.dist != b.dist {
		return a.dist < b.dist
	}
	if a.node != b.node {
		return a.node < b.node
	}
	if a.via.from != b.via.from {
		return a.via.from < b.via.from
	}
	return a.via.level < b.via.level
}

// search returns the search for the nodes of a class by their distance from one, with justifications that nest up to a
// level. It begins the search if there is none yet.
func (c *Closure) search(from, level int32) *reach {
	x := c.prepare()
	key := reachKey{from, level, c.before}
	r := x.reached[key]
	if r == nil {
		r = &reach{level: level, at: make(map[int32]arrival)}
		if last := len(x.spare) - 1; last >= 0 {
			r.queue, x.spare = x.spare[last][:0], x.spare[:last]
		}
		r.queue.Push(visit{node: from, via: link{from: -1}})
		x.reached[key] = r
	}
	return r
}

// Within calls do, whose questions share a budget of about this many steps, and reports whether that was enough.
func (c *Closure) Within(steps int, do func()) bool {
	x := c.prepare()
	x.share, x.given, x.left = steps, 0, 0
	do()
	left := x.share - (x.given - x.left)
	x.share = math.MaxInt
	return left > 0
}

// ask begins a question with its own budget.
func (c *Closure) ask() {
	x := c.prepare()
	x.share -= x.given - x.left
	x.given = max(min(searchBudget, x.share), 0)
	x.left = x.given
}

// nearest iterates over the nodes of a search, the nearest first, until none is left or the budget is spent.
func (c *Closure) nearest(r *reach) iter.Seq[int32] {
	return func(yield func(int32) bool) {
		for i := 0; i < len(r.order) || c.next(r); i++ {
			if !yield(r.order[i]) {
				return
			}
		}
	}
}

// arrive searches until a node is found, at less than some distance; any distance if below is negative.
func (c *Closure) arrive(r *reach, n, below int32) (a arrival, ok bool) {
	for {
		if a, ok := r.at[n]; ok {
			return a, true
		}
		if below >= 0 {
			if c.spread(r); len(r.queue) > 0 && r.queue[0].dist >= below {
				return arrival{}, false
			}
		}
		if !c.next(r) {
			return arrival{}, false
		}
	}
}

// next finds the next node of a search, if there is one.
func (c *Closure) next(r *reach) bool {
	x := c.index
	for c.spread(r); len(r.queue) > 0 && x.left > 0; {
		v := r.queue.Pop()
		x.left--
		c.sys.Watch.Step()
		if _, done := r.at[v.node]; done {
			continue
		}
		r.at[v.node] = arrival{v.dist, v.via}
		r.order = append(r.order, v.node)
		return true
	}
	return false
}

// spread queues the neighbors of the last node that was found, which may be very many. A search that ends at that node
// does not need them.
func (c *Closure) spread(r *reach) {
	x := c.index
	if r.spread == len(r.order) || x.left <= 0 {
		return
	}
	v := r.order[r.spread]
	r.spread++
	dist := r.at[v].dist
	to := func(n, cost int32, via link) {
		x.left--
		c.sys.Watch.Step()
		if _, done := r.at[n]; !done {
			r.queue.Push(visit{n, dist + cost, via})
		}
	}
	for _, i := range x.about.of(v) {
		if i >= c.before {
			break
		}
		k := &c.cs[i]
		if k.Y == None {
			continue
		}
		o := int32(k.X)
		if o == v {
			o = int32(k.Y)
		}
		to(o, c.cost(i), link{from: v, c: i, c2: -1})
	}
	level := r.level
	if level == 0 {
		return
	}
	for _, up := range x.into.of(v) {
		if up[0] >= c.before || x.left <= 0 {
			break
		}
		k := &c.cs[up[0]]
		whole := int32(k.X)
		l := k.Edges[up[1]].Label
		s := c.search(whole, level-1)
		for c.next(s) { // within the budget
		}
		vector := c.classOf(Node(whole)).vector && c.sys.indexed(l)
		for _, t := range c.edgesOf(s, l, vector) {
			n := int32(c.cs[t.c].Edges[t.e].To)
			if n == v {
				continue
			}
			cost := s.at[t.node].dist + 1 + c.cost(up[0]) + c.cost(t.c)
			if c.cs[t.c].Edges[t.e].Label != l {
				if c.whyVector(whole, level-1) == nil {
					continue
				}
				cost++
			}
			to(n, cost, link{from: v, c: up[0], e: up[1], c2: t.c, e2: t.e, level: level - 1})
		}
	}
}

// edgesOf lists the edges of the nodes that a search found under a label, or under any index if the class is a vector.
func (c *Closure) edgesOf(r *reach, l Label, vector bool) []edgeAt {
	if r.label == nil {
		r.label = make(map[Label][]edgeAt)
	}
	for ; r.labelled < len(r.order); r.labelled++ {
		n := r.order[r.labelled]
		c.sys.Watch.Step()
		for _, d := range c.index.about.of(n) {
			if d >= c.before {
				break
			}
			for e := range c.cs[d].Edges {
				label := c.cs[d].Edges[e].Label
				if c.sys.indexed(label) && c.classOf(Node(n)).vector {
					label = Member
				}
				r.label[label] = append(r.label[label], edgeAt{n, d, int32(e)})
			}
		}
	}
	if vector {
		l = Member
	}
	return r.label[l]
}

// facts lists the claims of descriptions and unfolded heads about a class, in the order of its nodes, about most of
// them.
func (c *Closure) facts(r int32, most int) []fact {
	var fs []fact
	for _, n := range c.prepare().class.of(r) {
		if len(fs) >= most {
			break
		}
		fs = c.factsAt(fs, n)
	}
	return fs
}

// factsAt appends the claims about a node itself.
func (c *Closure) factsAt(fs []fact, n int32) []fact {
	x := c.index
	c.sys.Watch.Step()
	for _, d := range x.about.of(n) {
		if d >= c.before {
			break
		}
		k := &c.cs[d]
		if k.Y != None || k.Flat == Open && len(k.Edges) == 0 {
			continue
		}
		fs = append(fs, fact{node: n, c: d, e: -1, claim: k.Claim()})
	}
	for _, up := range x.into.of(n) {
		if up[0] >= c.before {
			break
		}
		k := &c.cs[up[0]]
		for _, h := range c.classOf(k.X).heads {
			if p, ok := c.sys.headPart(h, k.Edges[up[1]].Label); ok {
				fs = append(fs, fact{node: n, c: up[0], e: up[1], parent: h, claim: Claim{Flat: c.sys.Heads.Flat(p)}})
			}
		}
	}
	return fs
}

// contradicted lists the classes in conflict, at most most; all if it is negative.
func (c *Closure) contradicted(most int) []int32 {
	c.sys.Watch.Steps((len(c.cs) + len(c.classes)) / nodesPerStep)
	var bad []int32
	for n := range c.classes {
		r := int32(n)
		x := &c.classes[r]
		if x.root != r || len(x.heads) == 0 && x.shapes == AnyShape && x.closed == 0 {
			continue // without constructors, because these are products
		}
		if !c.satisfied(r) {
			bad = append(bad, r)
			if len(bad) == most {
				break
			}
		}
	}
	return bad
}

// satisfied reports whether a pattern satisfies all descriptions of a class.
func (c *Closure) satisfied(r int32) bool {
	x := &c.classes[r]
	if x.shapes == 0 {
		return false
	}
	claims := make([]Claim, 0, 4)
	for _, h := range x.heads {
		claims = append(claims, Claim{Flat: c.sys.Heads.Flat(h)})
	}
	for _, by := range x.by {
		claims = append(claims, Claim{Flat: c.sys.Heads.Built(by)})
	}
	all := Claim{Flat: Flat(x.shapes)}
	for _, e := range x.parts {
		all.Labels = append(all.Labels, e.label)
	}
	claims = append(claims, all)
	if x.closed != 0 {
		claims = append(claims, c.cs[x.closed-1].Claim())
	}
	return c.sys.Compatible(claims...)
}

// A found is a fact with the cost of its proof for a node of its class.
type found struct {
	fact
	cost int32
}

// nearestFacts finds the facts about a node's class with the cheapest proofs, at most most, of those with a claim that
// is wanted.
func (c *Closure) nearestFacts(node, level int32, most int, wanted func(Claim) bool) (best []found) {
	r := c.search(node, level)
	var here []fact
	for n := range c.nearest(r) {
		d := r.at[n].dist
		if len(best) >= most && d >= best[most-1].cost {
			break
		}
		here = c.factsAt(here[:0], n)
		for i := range here {
			if !wanted(here[i].claim) {
				continue
			}
			if own, ok := c.claimCost(&here[i], level); ok {
				best = append(best, found{here[i], d + own})
			}
		}
		slices.SortStableFunc(best, func(a, b found) int { return int(a.cost - b.cost) })
		best = best[:min(most, len(best))]
	}
	return best
}

// headKey is the key of a search for the proof that a node's class has a head, at a level.
type headKey struct {
	node, level int32
	head        Head
	before      int32
}

// nearestHead finds the nearest node of a class that has a head, by a description or by unfolding.
func (c *Closure) nearestHead(node int32, h Head, level int32) []found {
	x := c.prepare()
	key := headKey{node, level, h, c.before}
	f, ok := x.nearest[key]
	if !ok {
		f = c.nearestFacts(node, level, 1, func(k Claim) bool { return k.Flat.Head() == h })
		x.nearest[key] = f
	}
	return f
}

// claimCost returns the cost of proving a fact about its own node.
func (c *Closure) claimCost(f *fact, level int32) (int32, bool) {
	if !f.unfolded() {
		return c.cost(f.c), true
	}
	if level == 0 {
		return 0, false
	}
	h := c.nearestHead(int32(c.cs[f.c].X), f.parent, level-1)
	if len(h) == 0 {
		return 0, false
	}
	return h[0].cost + 1 + c.cost(f.c), true
}

// A clash is a set of facts about one class that no pattern satisfies.
type clash struct {
	facts []fact
	level int32
	cost  int32
}

// nearestClash finds the cheapest contradiction of a closure: the one whose proof has the lowest level, and of those
// the shortest. It returns false if there is none, or none within the budget.
func (c *Closure) nearestClash() (clash, bool) {
	bad := c.contradicted(64)
	if len(bad) == 0 {
		return clash{}, false
	}
	c.ask()
	classes := make([]*conflicting, len(bad))
	for i, r := range bad {
		classes[i] = c.conflicting(r)
	}
	for level := int32(0); level <= maxLevel && c.index.left > 0; level++ {
		var best clash
		for _, k := range classes {
			for _, set := range c.candidates(k, level) {
				below := int32(-1)
				if best.facts != nil {
					below = best.cost + 1
				}
				fs := make([]fact, len(set))
				for j, at := range set {
					fs[j] = k.facts[at]
				}
				if cost, ok := c.jointCost(fs, level, below); ok &&
					(best.facts == nil || cost < best.cost || cost == best.cost && earlier(fs, best.facts)) {
					best = clash{fs, level, cost}
				}
			}
		}
		if best.facts != nil {
			return best, true
		}
	}
	return clash{}, false
}

// earlier orders sets of facts by their sorted nodes. The order of classes, which follows from that of unions, does not
// depend on the program alone.
func earlier(a, b []fact) bool {
	nodes := func(fs []fact) []int32 {
		list := make([]int32, len(fs))
		for i := range fs {
			list[i] = fs[i].node
		}
		slices.Sort(list)
		return list
	}
	return slices.Compare(nodes(a), nodes(b)) < 0
}

// jointCost returns the cost of proving that some facts are about one node, if it is below a bound; any cost if below
// is negative.
func (c *Closure) jointCost(fs []fact, level, below int32) (int32, bool) {
	s := c.search(fs[0].node, level)
	cost := int32(0)
	for i := range fs {
		a, ok := c.arrive(s, fs[i].node, below)
		if !ok {
			return 0, false
		}
		own, ok := c.claimCost(&fs[i], level)
		if !ok {
			return 0, false
		}
		cost += a.dist + own
	}
	return cost, true
}

// whyVector finds the nearest facts that leave only a vector for a node, or nil.
func (c *Closure) whyVector(n, level int32) []fact {
	x := c.prepare()
	key := reachKey{n, level, c.before}
	if set, ok := x.vectors[key]; ok {
		return set
	}
	var near, here []fact
	for v := range c.nearest(c.search(n, level)) {
		here = c.factsAt(here[:0], v)
		for _, f := range here {
			if _, ok := c.claimCost(&f, level); ok {
				near = append(near, f)
			}
		}
		if len(near) >= maxFactsSeen {
			break
		}
	}
	set := c.onlyVectorSet(near)
	x.vectors[key] = set
	return set
}

// onlyVectorSet finds one or two facts that leave only a vector.
func (c *Closure) onlyVectorSet(fs []fact) []fact {
	none := Claim{Flat: MakeFlat(Product|Union, false)}
	for set := range c.contradicting(fs, 1, none) {
		return []fact{fs[set[0]]}
	}
	for set := range c.contradicting(fs[:min(len(fs), maxTriples)], 2, none) {
		return []fact{fs[set[0]], fs[set[1]]}
	}
	return nil
}
