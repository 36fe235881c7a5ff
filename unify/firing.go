package unify

import "slices"

// How relations hold in a closure. Instances are run when all constraints are there, and
// again when a class that they wait for has learnt something. What is read of a class in
// conflict is not there: what follows from a contradiction explains nothing.

// A Firing is what an instance of a relation told in a closure, or that it failed.
type Firing struct {
	C int32 // the constraint that the relation holds
	Outcome
	First, End  int32 // the constraints that it told
	Base, Until Node  // the nodes that it made
	Reads       []Read
}

// closureRelations is what a closure knows of relations.
type closureRelations struct {
	queue  []int32           // instances that are to be run
	queued map[int32]bool    // those, and those that never are again
	watch  map[int32][]int32 // by root: the instances that wait
	tight  map[int32]int32   // by root: a closed description with the fewest labels, + 1; constructors do not count
	tuple  map[int32]int32   // by root: a description as a tuple, + 1
	list   []Firing
	cost   []int32 // by constraint that was told
	fails  []int32 // in list
	view   View
	sounds map[int32]bool // of roots with many parts, in the present run
}

func newClosureRelations() *closureRelations {
	return &closureRelations{
		queued: make(map[int32]bool), watch: make(map[int32][]int32), tight: make(map[int32]int32), tuple: make(map[int32]int32),
	}
}

// relate runs instances until none is queued.
func (c *Closure) relate() {
	for f := c.fired; len(f.queue) > 0; {
		i := f.queue[0]
		f.queue = f.queue[1:]
		c.sys.Watch.Step()
		c.fire(i)
	}
}

// stepsPerRun is about how long running an instance takes that reads little.
const stepsPerRun = 16

// fire runs an instance.
func (c *Closure) fire(i int32) {
	f := c.fired
	of := c.cs[i].Of
	clear(f.sounds)
	v := &f.view
	v.begin(closureFacts{c}, c.sys.Heads, of.Args, c.sys.Watch)
	x := Firing{C: i, Outcome: of.Relation.Run(v), First: int32(len(c.cs)), End: int32(len(c.cs)), Base: Node(len(c.root)), Until: Node(len(c.root))}
	c.sys.Watch.Steps(stepsPerRun + len(v.reads))
	if x.State == Waits {
		f.queued[i] = false
		for _, n := range v.waits {
			r := c.find(int32(n))
			f.watch[r] = append(f.watch[r], i)
		}
		return
	}
	f.queued[i] = true
	x.Reads = slices.Clone(v.reads)
	if x.State == Fails {
		f.fails = append(f.fails, int32(len(f.list)))
		f.list = append(f.list, x)
		return
	}
	if len(v.tells) == 0 {
		return
	}
	told := v.told(x.Base)
	for range v.made {
		c.add()
	}
	c.cs = append(c.cs, told...)
	x.End, x.Until = int32(len(c.cs)), Node(len(c.root))
	f.list = append(f.list, x)
	for j := x.First; j < x.End; j++ {
		// About what it costs to prove that the instance fires.
		f.cost = append(f.cost, c.sys.cost(i)+2*int32(len(x.Reads)))
	}
	for j := x.First; j < x.End; j++ {
		c.state(j)
	}
}

// add appends a node.
func (c *Closure) add() {
	c.root = append(c.root, int32(len(c.root)))
	c.size = append(c.size, 1)
	c.loose = append(c.loose, 0)
	c.shapes = append(c.shapes, AnyShape)
	c.exact = append(c.exact, false)
	c.vector = append(c.vector, false)
	c.parts = append(c.parts, nil)
	c.heads = append(c.heads, nil)
}

// wake queues who waits for a class.
func (f *closureRelations) wake(r int32) {
	for _, i := range f.watch[r] {
		if !f.queued[i] {
			f.queued[i] = true
			f.queue = append(f.queue, i)
		}
	}
	delete(f.watch, r)
}

// join is called when a class takes another one in.
func (f *closureRelations) join(c *Closure, a, b int32) {
	f.wake(a)
	f.wake(b)
	fewest := func(of map[int32]int32) {
		if x, y := of[a], of[b]; y != 0 && (x == 0 || len(c.cs[y-1].Edges) < len(c.cs[x-1].Edges)) {
			of[a] = y
		}
	}
	fewest(f.tight)
	fewest(f.tuple)
}

// described is called for each description of a class.
func (f *closureRelations) described(c *Closure, r, i int32) {
	f.wake(r)
	k := &c.cs[i]
	if !k.Flat.Closed() || k.Flat.number() != 0 {
		return
	}
	fewest := func(of map[int32]int32) {
		if x := of[r]; x == 0 || len(k.Edges) < len(c.cs[x-1].Edges) {
			of[r] = i + 1
		}
	}
	fewest(f.tight)
	if k.Flat.Shapes() == Product {
		fewest(f.tuple)
	}
}

// cost is what it costs to cite a constraint.
func (c *Closure) cost(i int32) int32 {
	if c.fired != nil && int(i) >= c.given {
		return c.fired.cost[int(i)-c.given]
	}
	return c.sys.cost(i)
}

// System returns the system with what relations told in this closure after its constraints.
// Proofs of the closure are about it. Nothing that is told counts as given: closed again,
// it is told again.
func (c *Closure) System() *System {
	fired := c.fired != nil && len(c.fired.list) > 0
	if !fired && len(c.sys.Fired) == 0 {
		return c.sys
	}
	if c.whole != nil {
		return c.whole
	}
	s := *c.sys
	c.whole = &s
	s.Constraints, s.Nodes, s.Fired = c.cs, len(c.root), nil
	if fired {
		s.Fired = c.fired.list
	}
	s.Cost = make([]int32, len(c.cs))
	for i := range s.Cost {
		s.Cost[i] = c.cost(int32(i))
	}
	return &s
}

// closureFacts are what a closure knows now.
type closureFacts struct{ *Closure }

func (s closureFacts) sound(r int32) bool {
	f := s.fired
	if len(s.parts[r]) <= bigRegion {
		return s.satisfied(r, f.tight[r]-1)
	}
	sound, known := f.sounds[r]
	if !known {
		s.sys.Watch.Steps(len(s.parts[r]) / nodesPerStep)
		sound = s.satisfied(r, f.tight[r]-1)
		if f.sounds == nil {
			f.sounds = make(map[int32]bool)
		}
		f.sounds[r] = sound
	}
	return sound
}

func (s closureFacts) form(n Node) (Flat, bool) {
	r := s.find(int32(n))
	by, tuple := s.built[r].by, s.fired.tuple[r]
	if len(s.heads[r])+len(by) == 0 && tuple == 0 || !s.sound(r) {
		return 0, false
	}
	switch {
	case len(s.heads[r]) > 0:
		return s.sys.Heads.Flat(s.heads[r][0]), true
	case len(by) > 0:
		return s.sys.Heads.Built(by[0]), true
	}
	return MakeFlat(Product, true), true
}

func (s closureFacts) labels(n Node) []Label {
	labels := s.cs[s.fired.tuple[s.find(int32(n))]-1].Claim().Labels
	slices.Sort(labels)
	return labels
}

func (s closureFacts) part(n Node, l Label) (Node, bool) {
	if _, ok := s.form(n); !ok {
		return None, false
	}
	to, ok := s.lookup(s.find(int32(n)), l)
	return Node(to), ok
}

func (s closureFacts) dynamic(n Node) bool {
	r := s.find(int32(n))
	return s.built[r].dynamic && s.sound(r)
}

func (s closureFacts) same(x, y Node) bool {
	r := s.find(int32(x))
	return r == s.find(int32(y)) && s.sound(r)
}

// How it is proved that relations fire. What an instance read was so before it told
// anything, so searches for that look at the constraints before those only: no proof
// goes in a circle.

// relation adds the proof that an instance fires, or fails: that what it read is so.
func (b *builder) relation(i int32) bool {
	x := &b.fired.list[i]
	before := b.before
	b.before = x.First
	defer func() { b.before = before }()
	b.ask()
	rule := ByRelation
	if x.State == Fails {
		rule = ByFailure
	}
	st := ProofStep{Rule: rule, X: b.cs[x.C].X, Y: None, C: x.C, E: i}
	seen := make(map[Read]bool)
	for _, r := range x.Reads {
		if seen[r] {
			continue
		}
		seen[r] = true
		p, ok := b.answer(&r)
		if !ok {
			return false
		}
		st.Premises = append(st.Premises, p)
	}
	b.add(st)
	return true
}

// answer adds the proof of one answer.
func (b *builder) answer(r *Read) (step int32, ok bool) {
	switch r.Kind {
	case ReadSame:
		return b.anyEqual(r.X, r.Y)
	case ReadPart:
		for _, up := range b.prepare().into.of(int32(r.Y)) {
			k := &b.cs[up[0]]
			if up[0] >= b.before || k.Edges[up[1]].Label != r.Label || b.find(int32(k.X)) != b.find(int32(r.X)) {
				continue
			}
			if eq, ok := b.anyEqual(r.X, k.X); ok {
				return b.add(ProofStep{Rule: ByPart, X: r.X, Y: r.Y, C: up[0], E: up[1], Premises: []int32{eq}}), true
			}
		}
		return 0, false
	}
	wanted := func(f *fact) bool { return f.claim.Flat.Dynamic() }
	if r.Kind == ReadForm {
		wanted = func(f *fact) bool { return f.claim.Flat&^Dynamic == r.Flat }
	}
	for level := int32(0); level <= maxLevel && b.index.left > 0; level++ {
		for n := range b.nearest(b.search(int32(r.X), level)) {
			for _, f := range b.factsAt(nil, n) {
				if !wanted(&f) {
					continue
				}
				if _, ok := b.claimCost(&f, level); ok {
					eq := b.equal(int32(r.X), n, level)
					return b.add(ProofStep{Rule: ByAnswer, X: r.X, Y: None, Premises: []int32{eq, b.claim(&f, level)}}), true
				}
			}
		}
	}
	return 0, false
}

// anyEqual adds the proof that two nodes are one.
func (b *builder) anyEqual(x, y Node) (step int32, ok bool) {
	for level := int32(0); level <= maxLevel && b.index.left > 0; level++ {
		if _, ok := b.arrive(b.search(int32(x), level), int32(y), -1); ok {
			return b.equal(int32(x), int32(y), level), true
		}
	}
	return 0, false
}

// failure proves that an instance fails, if one does.
func (c *Closure) failure() *Proof {
	if c.fired == nil {
		return nil
	}
	for _, i := range c.fired.fails {
		b := c.builder()
		if b.relation(i) {
			return b.done()
		}
	}
	return nil
}

// done returns the proof, with the proofs that relations fire whose tells it cites before
// it, each after those that it needs. It is nil if one of them was not found.
func (b *builder) done() *Proof {
	if b.fired == nil {
		return &b.proof
	}
	need := make([]bool, len(b.fired.list))
	parts := make([][]ProofStep, len(need)+1)
	last := len(need)
	parts[last] = b.proof.Steps
	for i := last; i >= 0; i-- {
		if i < last {
			if !need[i] {
				continue
			}
			p := b.Closure.builder()
			if !p.relation(int32(i)) {
				return nil
			}
			parts[i] = p.proof.Steps
		}
		b.sys.Watch.Steps(len(parts[i]))
		for j := range parts[i] {
			for _, c := range parts[i][j].cites() {
				if int(c) >= b.given {
					need[b.firingOf(c)] = true
				}
			}
		}
	}
	all := Proof{Given: b.given}
	known := make(map[string]int32)
	for _, steps := range parts {
		at := make([]int32, len(steps))
		for j, st := range steps {
			st.Premises = slices.Clone(st.Premises)
			for k, p := range st.Premises {
				st.Premises[k] = at[p]
			}
			key := st.key()
			n, ok := known[key]
			if !ok {
				n = int32(len(all.Steps))
				known[key] = n
				all.Steps = append(all.Steps, st)
			}
			at[j] = n
		}
	}
	return &all
}

// firingOf is the firing that told a constraint.
func (c *Closure) firingOf(told int32) int {
	i, _ := slices.BinarySearchFunc(c.fired.list, told, func(x Firing, told int32) int {
		switch {
		case x.End <= told:
			return -1
		case x.First > told:
			return 1
		}
		return 0
	})
	return i
}
