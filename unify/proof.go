package unify

import (
	"container/heap"
	"slices"
)

// Proofs: why two nodes are one, why a node has a pattern, why a system
// contradicts itself. Unification only concludes from wholes to parts, so an
// equality is a path of equations in which some links are justified by an
// equality of wholes: the labels along a proof are balanced, and shortest proofs
// are found by Dijkstra's algorithm, level by level of how deep the
// justifications nest (V. Choppella, C. T. Haynes: Source-tracking unification,
// 2003).

// A ProofRule says how a step of a proof follows.
type ProofRule uint8

const (
	// ByEquation: X and Y are one by constraint C.
	ByEquation ProofRule = iota
	// ByChain: X and Y are one by the premises, equalities each of which continues
	// where the one before ends. Without premises X is Y.
	ByChain
	// ByLabel: X and Y are one, being what edge E of constraint C and edge E2 of
	// constraint C2 lead to: the same label, and the nodes that have the edges are
	// one by premise 0. If the labels are two, premise 1 says that they are members
	// of a vector.
	ByLabel
	// ByDescription: X is what constraint C says of it.
	ByDescription
	// ByUnfolding: X is the head Head, being what edge E of constraint C leads to,
	// whose node is one with that of premise 1, a head that has this part, by
	// premise 0.
	ByUnfolding
	// ByShape: X is what the premises say, taken together: equalities and then, as
	// many, what their second nodes are. It can only be a vector.
	ByShape
	// ByClash: the premises are equalities of X with other nodes, and then as many
	// claims about those nodes, which no pattern satisfies.
	ByClash
)

// A ProofStep is a step of a proof, after all its premises.
type ProofStep struct {
	Rule     ProofRule
	X, Y     Node // the equality X = Y, or a claim about X
	C, C2    int32
	E, E2    int32 // edges of their constraints, by index
	Head     Head
	Premises []int32
}

// A Proof is a list of steps, the last of which is what is proved.
type Proof struct {
	Steps []ProofStep
}

// maxLevel bounds how deep justifications nest. Above it there is no proof.
const maxLevel = 192

// firstLevel is up to which level what is not said next to a node is looked for at
// once.
const firstLevel = 8

const (
	// searchBudget bounds the work for one question to a closure: the ways from
	// node to node that are looked at.
	searchBudget = 1_000_000
	// maxFactsSeen is up to how many facts of a class are compared one by one, or
	// for a vector taken together; see largeClash for more.
	maxFactsSeen = 256
)

// fact is a claim about a node: by a description, or by unfolding a head through
// the edge of one.
type fact struct {
	node   int32
	c, e   int32
	parent Head // of the whole when the fact is unfolded; else NoHead
	claim  Claim
}

func (f *fact) unfolded() bool { return f.parent != NoHead }

// searchIndex is what searches need: by node, the equations it is in, the
// descriptions of it, and the edges that lead to it.
type searchIndex struct {
	eqAt, eqs []int32
	descAt    []int32
	descs     []int32
	upAt      []int32
	ups       [][2]int32 // constraint, edge
	memberAt  []int32    // nodes by class
	members   []int32
	reached   map[reachKey]*reach
	left      int // of the budget
	nearest   map[headKey]*headFound
	vectors   map[reachKey][]fact
	wide      map[int32]map[Label]int32 // edges of descriptions with many, by label
}

type reachKey struct{ from, level int32 }

func (c *Closure) prepare() *searchIndex {
	if c.index != nil {
		return c.index
	}
	n := c.sys.Nodes
	x := &searchIndex{
		eqAt: make([]int32, n+1), descAt: make([]int32, n+1), upAt: make([]int32, n+1), memberAt: make([]int32, n+1),
		reached: make(map[reachKey]*reach), left: searchBudget, nearest: make(map[headKey]*headFound), vectors: make(map[reachKey][]fact), wide: make(map[int32]map[Label]int32),
	}
	count := func(fill bool) {
		for i := range c.sys.Constraints {
			k := &c.sys.Constraints[i]
			if !c.on(int32(i)) {
				continue
			}
			if k.Y != None {
				for _, v := range [2]Node{k.X, k.Y} {
					if fill {
						x.eqs[x.eqAt[v]] = int32(i)
					}
					x.eqAt[v]++
				}
				continue
			}
			if fill {
				x.descs[x.descAt[k.X]] = int32(i)
			}
			x.descAt[k.X]++
			for j, e := range k.Edges {
				if fill {
					x.ups[x.upAt[e.To]] = [2]int32{int32(i), int32(j)}
				}
				x.upAt[e.To]++
			}
		}
		for v := 0; v < n; v++ {
			r := c.find(int32(v))
			if fill {
				x.members[x.memberAt[r]] = int32(v)
			}
			x.memberAt[r]++
		}
	}
	count(false)
	ends := func(at []int32) (sum int32) {
		for i, k := range at {
			at[i] = sum
			sum += k
		}
		return sum
	}
	x.eqs = make([]int32, ends(x.eqAt))
	x.descs = make([]int32, ends(x.descAt))
	x.ups = make([][2]int32, ends(x.upAt))
	x.members = make([]int32, ends(x.memberAt))
	count(true)
	for _, at := range [][]int32{x.eqAt, x.descAt, x.upAt, x.memberAt} {
		copy(at[1:], at[:n])
		at[0] = 0
	}
	c.index = x
	return x
}

func (x *searchIndex) equations(n int32) []int32    { return x.eqs[x.eqAt[n]:x.eqAt[n+1]] }
func (x *searchIndex) descriptions(n int32) []int32 { return x.descs[x.descAt[n]:x.descAt[n+1]] }
func (x *searchIndex) into(n int32) [][2]int32      { return x.ups[x.upAt[n]:x.upAt[n+1]] }
func (x *searchIndex) class(r int32) []int32        { return x.members[x.memberAt[r]:x.memberAt[r+1]] }

// reach is what a search from a node has found so far. It goes on as far as it is
// asked to: in a large class what is wanted is mostly near.
type reach struct {
	from, level int32
	order       []int32 // nodes by distance
	at          map[int32]arrival
	queue       visits
	label       map[Label][]edgeAt // of the descriptions of the first so many nodes, nearest first
	labelled    int
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
	c2, e2 int32 // and the edge to the node; c2 is -1 for an equation
	level  int32 // at which the wholes were found to be one
}

type visit struct {
	node, dist int32
	via        link
}

// visits is a heap of what is to be visited, the nearest on top, by container/heap.
type visits []visit

func (v visits) Len() int      { return len(v) }
func (v visits) Swap(i, j int) { v[i], v[j] = v[j], v[i] }

func (v visits) Less(i, j int) bool {
	return v[i].dist < v[j].dist || v[i].dist == v[j].dist && v[i].before(&v[j])
}

func (v *visits) Push(x any) { *v = append(*v, x.(visit)) }

func (v *visits) Pop() any {
	n := len(*v) - 1
	last := (*v)[n]
	*v = (*v)[:n]
	return last
}

// before breaks ties by the constraints themselves, so that their order does not
// show as long as the caller numbers nodes by their places in the program.
func (a *visit) before(b *visit) bool {
	if a.node != b.node {
		return a.node < b.node
	}
	if a.via.from != b.via.from {
		return a.via.from < b.via.from
	}
	return a.via.level < b.via.level
}

// search begins a search for the nodes of a class by their distance from one,
// with justifications that nest up to a level, or returns it as far as it is.
func (c *Closure) search(from, level int32) *reach {
	x := c.prepare()
	key := reachKey{from, level}
	r := x.reached[key]
	if r == nil {
		r = &reach{from: from, level: level, at: make(map[int32]arrival)}
		heap.Push(&r.queue, visit{node: from, via: link{from: -1}})
		x.reached[key] = r
	}
	return r
}

// all ends a search, save for the budget.
func (c *Closure) all(r *reach) *reach {
	for {
		if _, ok := c.next(r); !ok {
			return r
		}
	}
}

// nth returns the n-th nearest node of a search. It reports false when there are
// no more or the budget is spent.
func (c *Closure) nth(r *reach, n int) (node int32, ok bool) {
	for n >= len(r.order) {
		if _, ok := c.next(r); !ok {
			return 0, false
		}
	}
	return r.order[n], true
}

// arrive searches until a node is found, nearer than some distance; any when
// that is negative.
func (c *Closure) arrive(r *reach, n, below int32) (a arrival, ok bool) {
	for {
		if a, ok := r.at[n]; ok {
			return a, true
		}
		if below >= 0 && len(r.queue) > 0 && r.queue[0].dist >= below {
			return arrival{}, false
		}
		if _, ok := c.next(r); !ok {
			return arrival{}, false
		}
	}
}

// next finds the next node of a search.
func (c *Closure) next(r *reach) (node int32, ok bool) {
	x := c.index
	for len(r.queue) > 0 && x.left > 0 {
		v := heap.Pop(&r.queue).(visit)
		x.left--
		if _, done := r.at[v.node]; done {
			continue
		}
		r.at[v.node] = arrival{v.dist, v.via}
		r.order = append(r.order, v.node)
		c.spread(r, &v)
		return v.node, true
	}
	return 0, false
}

// spread queues the nodes next to one.
func (c *Closure) spread(r *reach, v *visit) {
	x := c.index
	to := func(n, cost int32, via link) {
		x.left--
		if _, done := r.at[n]; !done {
			heap.Push(&r.queue, visit{n, v.dist + cost, via})
		}
	}
	for _, i := range x.equations(v.node) {
		k := &c.sys.Constraints[i]
		o := int32(k.X)
		if o == v.node {
			o = int32(k.Y)
		}
		to(o, c.sys.cost(i), link{from: v.node, c: i, c2: -1})
	}
	level := r.level
	if level == 0 {
		return
	}
	for _, up := range x.into(v.node) {
		k := &c.sys.Constraints[up[0]]
		whole := int32(k.X)
		l := k.Edges[up[1]].Label
		s := c.all(c.search(whole, level-1))
		vector := c.vector[c.find(whole)] && c.indexed(l)
		for _, t := range c.edgesOf(s, l, vector) {
			n := int32(c.sys.Constraints[t.c].Edges[t.e].To)
			if n == v.node {
				continue
			}
			cost := s.at[t.node].dist + 1 + c.sys.cost(up[0]) + c.sys.cost(t.c)
			if c.sys.Constraints[t.c].Edges[t.e].Label != l {
				if c.whyVector(whole, level-1) == nil {
					continue
				}
				cost++
			}
			to(n, cost, link{from: v.node, c: up[0], e: up[1], c2: t.c, e2: t.e, level: level - 1})
		}
	}
}

// edgesOf lists the edges of the nodes that a search found under a label, or
// under any index.
func (c *Closure) edgesOf(r *reach, l Label, vector bool) []edgeAt {
	if r.label == nil {
		r.label = make(map[Label][]edgeAt)
	}
	for ; r.labelled < len(r.order); r.labelled++ {
		n := r.order[r.labelled]
		for _, d := range c.index.descriptions(n) {
			for e := range c.sys.Constraints[d].Edges {
				label := c.sys.Constraints[d].Edges[e].Label
				if c.indexed(label) && c.vector[c.find(n)] {
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

// facts lists what descriptions and unfolded heads claim of a class, in the order
// of its nodes, up to about so many.
func (c *Closure) facts(r int32, most int) []fact {
	var fs []fact
	for _, n := range c.prepare().class(r) {
		if len(fs) >= most {
			break
		}
		fs = c.factsAt(fs, n)
	}
	return fs
}

// factsAt appends what is claimed of a node itself.
func (c *Closure) factsAt(fs []fact, n int32) []fact {
	x := c.index
	for _, d := range x.descriptions(n) {
		k := &c.sys.Constraints[d]
		if k.Flat == Open && len(k.Edges) == 0 {
			continue
		}
		fs = append(fs, fact{node: n, c: d, e: -1, claim: k.Claim()})
	}
	for _, up := range x.into(n) {
		k := &c.sys.Constraints[up[0]]
		for _, h := range c.heads[c.find(int32(k.X))] {
			if p, ok := c.headPart(h, k.Edges[up[1]].Label); ok {
				fs = append(fs, fact{node: n, c: up[0], e: up[1], parent: h, claim: Claim{Flat: c.sys.Heads.Flat(p)}})
			}
		}
	}
	return fs
}

// OK reports whether there is no contradiction.
func (c *Closure) OK() bool { return len(c.contradicted(1)) == 0 }

// contradicted lists up to so many classes in conflict; any number when it is
// negative.
func (c *Closure) contradicted(most int) []int32 {
	// Of closed descriptions the one with the fewest labels is the hardest to
	// satisfy: what the others have it has to have.
	closed := make(map[int32]int32) // by class
	for i := range c.sys.Constraints {
		k := &c.sys.Constraints[i]
		if c.on(int32(i)) && k.Y == None && k.Flat.Head() == NoHead && k.Flat.Closed() {
			r := c.find(int32(k.X))
			if o, ok := closed[r]; !ok || len(k.Edges) < len(c.sys.Constraints[o].Edges) {
				closed[r] = int32(i)
			}
		}
	}
	var bad []int32
	for n := range c.root {
		r := int32(n)
		if c.root[n] != r {
			continue
		}
		d, ok := closed[r]
		if len(c.heads[r]) == 0 && c.shapes[r] == AnyShape && !ok {
			continue
		}
		if !ok {
			d = -1
		}
		if !c.satisfied(r, d) {
			bad = append(bad, r)
			if len(bad) == most {
				break
			}
		}
	}
	return bad
}

// satisfied reports whether some pattern satisfies all descriptions of a class,
// of the closed ones one with the fewest labels; -1 for none.
func (c *Closure) satisfied(r, closed int32) bool {
	if c.shapes[r] == 0 {
		return false
	}
	claims := make([]Claim, 0, 4)
	all := Claim{Flat: Flat(c.shapes[r])}
	for _, e := range c.parts[r] {
		all.Labels = append(all.Labels, e.label)
	}
	for _, h := range c.heads[r] {
		claims = append(claims, Claim{Flat: c.sys.Heads.Flat(h)})
	}
	claims = append(claims, all)
	if closed >= 0 {
		claims = append(claims, c.sys.Constraints[closed].Claim())
	}
	return c.sys.Compatible(claims...)
}

// headKey asks for the proof that a node's class is a head, level by level.
type headKey struct {
	node, level int32
	head        Head
}

// headFound is the nearest fact that makes a node's class a head.
type headFound struct {
	ok   bool
	cost int32
	fact fact
}

// nearestHead finds the nearest node of a class that is said to be a head, by a
// description or by unfolding.
func (c *Closure) nearestHead(node int32, h Head, level int32) *headFound {
	x := c.prepare()
	key := headKey{node, level, h}
	if f := x.nearest[key]; f != nil {
		return f
	}
	best := &headFound{}
	x.nearest[key] = best
	s := c.search(node, level)
	for i := 0; ; i++ {
		n, ok := c.nth(s, i)
		if !ok {
			break
		}
		d := s.at[n].dist
		if best.ok && d >= best.cost {
			break
		}
		for _, i := range x.descriptions(n) {
			k := &c.sys.Constraints[i]
			if k.Flat.Head() == h && (!best.ok || d+c.sys.cost(i) < best.cost) {
				*best = headFound{true, d + c.sys.cost(i), fact{node: n, c: i, e: -1, claim: k.Claim()}}
			}
		}
		if level == 0 {
			continue
		}
		for _, up := range x.into(n) {
			k := &c.sys.Constraints[up[0]]
			for _, p := range c.heads[c.find(int32(k.X))] {
				if part, ok := c.headPart(p, k.Edges[up[1]].Label); !ok || part != h {
					continue
				}
				f := fact{node: n, c: up[0], e: up[1], parent: p, claim: Claim{Flat: c.sys.Heads.Flat(h)}}
				if cost, ok := c.claimCost(&f, level); ok && (!best.ok || d+cost < best.cost) {
					*best = headFound{true, d + cost, f}
				}
			}
		}
	}
	return best
}

// claimCost is what it costs to prove a fact about its own node.
func (c *Closure) claimCost(f *fact, level int32) (int32, bool) {
	if !f.unfolded() {
		return c.sys.cost(f.c), true
	}
	if level == 0 {
		return 0, false
	}
	h := c.nearestHead(int32(c.sys.Constraints[f.c].X), f.parent, level-1)
	return h.cost + 1 + c.sys.cost(f.c), h.ok
}

// A clash is a set of facts about one class that no pattern satisfies.
type clash struct {
	facts []fact
	level int32
	cost  int32
}

// nearestClash finds the cheapest contradiction of a closure: the one whose proof
// nests least, and of those the shortest. It reports false where there is none,
// or none within the budget.
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
					below = best.cost
				}
				fs := make([]fact, len(set))
				for j, at := range set {
					fs[j] = k.facts[at]
				}
				if cost, ok := c.together(fs, level, below); ok && (best.facts == nil || cost < best.cost) {
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

// together is the cost of proving that some facts are about one node, if it is
// below a bound; any when that is negative.
func (c *Closure) together(fs []fact, level, below int32) (int32, bool) {
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

// Contradiction proves that the system contradicts itself, by the nearest facts
// that do. It returns nil where it does not, or where the proof would pass the
// budget.
func (c *Closure) Contradiction() *Proof {
	k, ok := c.nearestClash()
	if !ok {
		return nil
	}
	b := builder{Closure: c, eq: make(map[[3]int32]int32)}
	step := ProofStep{Rule: ByClash, X: Node(k.facts[0].node)}
	for i := range k.facts {
		step.Premises = append(step.Premises, b.equal(k.facts[0].node, k.facts[i].node, k.level))
	}
	for i := range k.facts {
		step.Premises = append(step.Premises, b.claim(&k.facts[i], k.level))
	}
	b.add(step)
	return &b.proof
}

// ask begins a question to a closure, which has a budget of its own.
func (c *Closure) ask() { c.prepare().left = searchBudget }

// Equal proves that two nodes are one; nil where they are not or the budget is
// spent.
func (c *Closure) Equal(x, y Node) *Proof {
	c.ask()
	if c.find(int32(x)) != c.find(int32(y)) {
		return nil
	}
	for level := int32(0); level <= maxLevel && c.index.left > 0; level++ {
		if _, ok := c.arrive(c.search(int32(x), level), int32(y), -1); ok {
			b := builder{Closure: c, eq: make(map[[3]int32]int32)}
			b.equal(int32(x), int32(y), level)
			return &b.proof
		}
	}
	return nil
}

// A Found is a fact about a node's class: Proof proves that the node is one with
// the fact's own node (its second-last step) and then the fact.
type Found struct {
	Node  Node
	C, E  int32 // the description, and with E ≥ 0 its edge that was unfolded or asked for
	Claim Claim
	Dist  int32
	Proof *Proof
}

// Facts lists what is said of a node's class, the nearest first, up to a number.
// accept chooses; a level at which something was found ends the search.
func (c *Closure) Facts(n Node, most int, accept func(Claim) bool) []Found {
	return c.factsFrom(n, most, 0, accept)
}

// AllFacts is Facts without choice, from deeper down: also what is not said next
// to the node.
func (c *Closure) AllFacts(n Node, most int) []Found {
	return c.factsFrom(n, most, firstLevel, func(Claim) bool { return true })
}

func (c *Closure) factsFrom(n Node, most int, level int32, accept func(Claim) bool) []Found {
	c.ask()
	for ; level <= maxLevel && c.index.left > 0; level++ {
		s := c.search(int32(n), level)
		type candidate struct {
			fact fact
			dist int32
		}
		var found []candidate
		var here []fact
		for i := 0; ; i++ {
			v, ok := c.nth(s, i)
			if !ok || len(found) >= most && s.at[v].dist >= found[most-1].dist {
				break
			}
			here = c.factsAt(here[:0], v)
			for _, f := range here {
				if !accept(f.claim) {
					continue
				}
				if own, ok := c.claimCost(&f, level); ok {
					found = append(found, candidate{f, s.at[v].dist + own})
				}
			}
			slices.SortStableFunc(found, func(a, b candidate) int { return int(a.dist - b.dist) })
			found = found[:min(most, len(found))]
		}
		if len(found) == 0 {
			continue
		}
		out := make([]Found, 0, len(found))
		for i := range found {
			f := &found[i].fact
			b := builder{Closure: c, eq: make(map[[3]int32]int32)}
			b.equal(int32(n), f.node, level)
			b.claim(f, level)
			out = append(out, Found{Node(f.node), f.c, f.e, f.claim, found[i].dist, &b.proof})
		}
		return out
	}
	return nil
}

// Edge finds the nearest node that is one with n and described with an edge under
// a label; with E, the edge. Claim is that of the description.
func (c *Closure) Edge(n Node, l Label) (Found, bool) {
	c.ask()
	vector := c.vector[c.find(int32(n))] && c.indexed(l)
	for level := int32(0); level <= maxLevel && c.index.left > 0; level++ {
		s := c.search(int32(n), level)
		for i := 0; ; i++ {
			v, ok := c.nth(s, i)
			if !ok {
				break
			}
			for _, d := range c.index.descriptions(v) {
				k := &c.sys.Constraints[d]
				e := c.edgeUnder(d, l, vector)
				if e < 0 || k.Edges[e].Label != l && c.whyVector(int32(n), level) == nil {
					continue
				}
				b := builder{Closure: c, eq: make(map[[3]int32]int32)}
				if k.Edges[e].Label != l {
					b.vectorShape(int32(n), level)
				}
				b.equal(int32(n), v, level)
				b.add(ProofStep{Rule: ByDescription, X: Node(v), C: d})
				return Found{Node(v), d, e, k.Claim(), s.at[v].dist, &b.proof}, true
			}
		}
	}
	return Found{}, false
}

// edgeUnder returns the edge of a description under a label, or of one of a
// vector under any index; -1 for none.
func (c *Closure) edgeUnder(d int32, l Label, vector bool) int32 {
	es := c.sys.Constraints[d].Edges
	if len(es) <= bigRegion || vector {
		return int32(slices.IndexFunc(es, func(e Edge) bool { return e.Label == l || vector && c.indexed(e.Label) }))
	}
	m := c.index.wide[d]
	if m == nil {
		m = make(map[Label]int32, len(es))
		for i, e := range es {
			m[e.Label] = int32(i)
		}
		c.index.wide[d] = m
	}
	if i, ok := m[l]; ok {
		return i
	}
	return -1
}

// builder turns what searches found into steps, each once.
type builder struct {
	*Closure
	proof Proof
	eq    map[[3]int32]int32 // nodes and level
}

func (b *builder) add(s ProofStep) int32 {
	b.proof.Steps = append(b.proof.Steps, s)
	return int32(len(b.proof.Steps) - 1)
}

// equal adds the proof that the search from x found for y. It does not recur
// deeper than levels do.
func (b *builder) equal(x, y, level int32) int32 {
	key := [3]int32{x, y, level}
	if at, ok := b.eq[key]; ok {
		return at
	}
	r := b.search(x, level)
	var path []link
	var ends []int32
	for n := y; n != x; n = r.at[n].via.from {
		path = append(path, r.at[n].via)
		ends = append(ends, n)
	}
	slices.Reverse(path)
	slices.Reverse(ends)
	chain := ProofStep{Rule: ByChain, X: Node(x), Y: Node(y)}
	for i, l := range path {
		chain.Premises = append(chain.Premises, b.link(l, ends[i]))
	}
	at := b.add(chain)
	b.eq[key] = at
	return at
}

// link adds the step for one link of a path.
func (b *builder) link(l link, to int32) int32 {
	if l.c2 < 0 {
		return b.add(ProofStep{Rule: ByEquation, X: Node(l.from), Y: Node(to), C: l.c})
	}
	cs := b.sys.Constraints
	u, v := int32(cs[l.c].X), int32(cs[l.c2].X)
	s := ProofStep{Rule: ByLabel, X: Node(l.from), Y: Node(to), C: l.c, E: l.e, C2: l.c2, E2: l.e2}
	s.Premises = []int32{b.equal(u, v, l.level)}
	if cs[l.c].Edges[l.e].Label != cs[l.c2].Edges[l.e2].Label {
		s.Premises = append(s.Premises, b.vectorShape(u, l.level))
	}
	return b.add(s)
}

// vectorShape adds the proof that a node can only be a vector, which whyVector
// found.
func (b *builder) vectorShape(n, level int32) int32 {
	set := b.whyVector(n, level)
	step := ProofStep{Rule: ByShape, X: Node(n)}
	for i := range set {
		step.Premises = append(step.Premises, b.equal(n, set[i].node, level))
	}
	for i := range set {
		step.Premises = append(step.Premises, b.claim(&set[i], level))
	}
	return b.add(step)
}

// whyVector finds the nearest facts that leave only a vector of a node, or nil.
func (c *Closure) whyVector(n, level int32) []fact {
	x := c.prepare()
	key := reachKey{n, level}
	if set, ok := x.vectors[key]; ok {
		return set
	}
	s := c.search(n, level)
	var near, here []fact
	for i := 0; len(near) < maxFactsSeen; i++ {
		v, ok := c.nth(s, i)
		if !ok {
			break
		}
		here = c.factsAt(here[:0], v)
		for _, f := range here {
			if _, ok := c.claimCost(&f, level); ok {
				near = append(near, f)
			}
		}
	}
	set := c.onlyVectorSet(near)
	x.vectors[key] = set
	return set
}

// onlyVectorSet finds one or two facts that leave only a vector.
func (c *Closure) onlyVectorSet(fs []fact) []fact {
	none := Claim{Flat: MakeFlat(Product|Union, false)}
	for i := range fs {
		if !c.sys.Compatible(fs[i].claim, none) {
			return []fact{fs[i]}
		}
	}
	fs = fs[:min(len(fs), 48)]
	for i := range fs {
		for j := i + 1; j < len(fs); j++ {
			if !c.sys.Compatible(fs[i].claim, fs[j].claim, none) {
				return []fact{fs[i], fs[j]}
			}
		}
	}
	return nil
}

// claim adds the proof of a fact about its own node.
func (b *builder) claim(f *fact, level int32) int32 {
	if !f.unfolded() {
		return b.add(ProofStep{Rule: ByDescription, X: Node(f.node), C: f.c})
	}
	whole := int32(b.sys.Constraints[f.c].X)
	h := b.nearestHead(whole, f.parent, level-1)
	eq := b.equal(whole, h.fact.node, level-1)
	head := b.claim(&h.fact, level-1)
	return b.add(ProofStep{
		Rule: ByUnfolding, X: Node(f.node), C: f.c, E: f.e,
		Head: f.claim.Flat.Head(), Premises: []int32{eq, head},
	})
}

// Cited lists the constraints that a proof rests on, in the order in which it
// cites them.
func (p *Proof) Cited() []int32 {
	seen := make(map[int32]bool)
	var cs []int32
	cite := func(c int32) {
		if !seen[c] {
			seen[c] = true
			cs = append(cs, c)
		}
	}
	for i := range p.Steps {
		switch st := &p.Steps[i]; st.Rule {
		case ByEquation, ByDescription, ByUnfolding:
			cite(st.C)
		case ByLabel:
			cite(st.C)
			cite(st.C2)
		}
	}
	return cs
}

// Claims lists what is said of a node's class, up to a number.
func (c *Closure) Claims(n Node, most int) []Claim {
	fs := c.facts(c.find(int32(n)), most)
	claims := make([]Claim, 0, min(most, len(fs)))
	for i := range fs[:min(most, len(fs))] {
		claims = append(claims, fs[i].claim)
	}
	return claims
}
