package unify

import "slices"

// Relations in a closure. Instances run when all constraints are stated, and again when a class that they wait for
// changes. Runs get no answers about a class in conflict: nothing derived from a contradiction explains anything.

// A Firing is the result of an instance of a relation in a closure: its effects, or that it failed.
type Firing struct {
	C int32 // the constraint that states the relation
	Outcome
	First, End  int32 // the constraints that are its effects
	Base, Until Node  // the nodes that it made
	Reads       []Read
}

// closureRelations is the state of the relations in a closure.
type closureRelations struct {
	queue  []int32           // instances that are to run
	queued map[int32]bool    // those, and those that will never run again
	watch  map[int32][]int32 // by root: the instances that wait
	list   []Firing
	cost   []int32 // by constraint that is an effect
	fails  []int32 // indexes of list
	view   View
	sounds map[int32]bool // results of sound for roots with many parts, in the current run
}

// relate runs instances until none is queued.
func (c *Closure) relate() {
	for f := &c.fired; len(f.queue) > 0; {
		i := f.queue[0]
		f.queue = f.queue[1:]
		c.sys.Watch.Step()
		c.fire(i)
	}
}

// stepsPerRun is about the cost of running an instance that reads little.
const stepsPerRun = 16

// fire runs an instance and states its effects.
func (c *Closure) fire(i int32) {
	f := &c.fired
	of := c.cs[i].Of
	clear(f.sounds)
	v := &f.view
	v.begin(closureFacts{c}, c.sys.Heads, of.Args, c.sys.Watch)
	x := Firing{C: i, Outcome: of.Relation.Run(v), First: int32(len(c.cs)), End: int32(len(c.cs)),
		Base: Node(len(c.classes)), Until: Node(len(c.classes))}
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
	if len(v.equations) == 0 {
		return
	}
	added := v.effects(x.Base)
	for range v.made {
		c.add()
	}
	c.cs = append(c.cs, added...)
	x.End, x.Until = int32(len(c.cs)), Node(len(c.classes))
	f.list = append(f.list, x)
	for j := x.First; j < x.End; j++ {
		// About the cost of proving that the instance fires.
		f.cost = append(f.cost, c.sys.cost(i)+2*int32(len(x.Reads)))
	}
	for j := x.First; j < x.End; j++ {
		c.state(j)
	}
}

// wake queues the instances that wait for a class, when more becomes known of it.
func (f *closureRelations) wake(r int32) {
	for _, i := range f.watch[r] {
		if !f.queued[i] {
			f.queued[i] = true
			f.queue = append(f.queue, i)
		}
	}
	delete(f.watch, r)
}

// cost returns the cost of citing a constraint.
func (c *Closure) cost(i int32) int32 {
	if int(i) >= c.given {
		return c.fired.cost[int(i)-c.given]
	}
	return c.sys.cost(i)
}

// System returns the system with the effects of relations in this closure after its constraints. Proofs of the closure
// are about it. Effects do not count as given: closing it again derives them again.
func (c *Closure) System() *System {
	if len(c.fired.list)+len(c.sys.Fired) == 0 {
		return c.sys
	}
	if c.withEffects != nil {
		return c.withEffects
	}
	s := *c.sys
	c.withEffects = &s
	s.Constraints, s.Nodes, s.Fired = c.cs, len(c.classes), c.fired.list
	s.Cost = make([]int32, len(c.cs))
	for i := range s.Cost {
		s.Cost[i] = c.cost(int32(i))
	}
	return &s
}

// closureFacts answers from the current state of a closure.
type closureFacts struct{ *Closure }

func (s closureFacts) sound(r int32) bool {
	f := &s.fired
	parts := len(s.classes[r].parts)
	if parts <= bigRegion {
		return s.satisfied(r)
	}
	sound, known := f.sounds[r]
	if !known {
		s.sys.Watch.Steps(parts / nodesPerStep)
		sound = s.satisfied(r)
		if f.sounds == nil {
			f.sounds = make(map[int32]bool)
		}
		f.sounds[r] = sound
	}
	return sound
}

func (s closureFacts) form(n Node) (Flat, bool) {
	r := s.find(int32(n))
	x := &s.classes[r]
	if len(x.heads)+len(x.by) == 0 && !x.tuple || !s.sound(r) {
		return 0, false
	}
	switch {
	case len(x.heads) > 0:
		return s.sys.Heads.Flat(x.heads[0]), true
	case len(x.by) > 0:
		return s.sys.Heads.Built(x.by[0]), true
	}
	return MakeFlat(Product, true), true
}

// labels are those of a closed description with the fewest labels: as no description contradicts another, it has those
// of the tuple.
func (s closureFacts) labels(n Node) []Label {
	labels := s.cs[s.classOf(n).closed-1].Claim().Labels
	slices.Sort(labels)
	return labels
}

func (s closureFacts) part(n Node, l Label) (Node, bool) {
	if _, ok := s.form(n); !ok {
		return None, false
	}
	to, ok := s.classOf(n).lookup(l)
	return Node(to), ok
}

func (s closureFacts) dynamic(n Node) bool {
	r := s.find(int32(n))
	return s.classes[r].dynamic && s.sound(r)
}

func (s closureFacts) same(x, y Node) bool {
	r := s.find(int32(x))
	return r == s.find(int32(y)) && s.sound(r)
}

// Proofs that relations fire. The answers that an instance read held before it had effects, so searches for their
// proofs use only the constraints before its effects: no proof is circular.

// relation adds the proof that an instance fires, or fails, from the proofs of the answers that it read.
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
	wanted := func(k Claim) bool { return k.Flat.Dynamic() }
	if r.Kind == ReadForm {
		wanted = func(k Claim) bool { return k.Flat&^Dynamic == r.Flat }
	}
	for level := int32(0); level <= maxLevel && b.index.left > 0; level++ {
		for _, f := range b.nearestFacts(int32(r.X), level, 1, wanted) {
			eq := b.equal(int32(r.X), f.node, level)
			return b.add(ProofStep{Rule: ByAnswer, X: r.X, Y: None, Premises: []int32{eq, b.claim(&f.fact, level)}}), true
		}
	}
	return 0, false
}

// anyEqual adds the proof that two nodes are equal.
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
	for _, i := range c.fired.fails {
		b := c.builder()
		if b.relation(i) {
			return b.done()
		}
	}
	return nil
}

// firing returns the proof that an instance fires, or nil if it was not found. Its searches are not kept: they see only
// what was stated before the instance fired.
func (c *Closure) firing(i int32) []ProofStep {
	x := c.prepare()
	steps := x.firings[i]
	if steps == nil {
		others := x.searches
		x.searches = newSearches()
		if b := c.builder(); b.relation(i) {
			steps = b.proof.Steps
			x.firings[i] = steps
		}
		for _, r := range x.reached {
			x.spare = append(x.spare, r.queue)
		}
		x.searches = others
	}
	return steps
}

// done returns the proof, after the proofs that the relations fire whose effects it cites, each after those that it
// needs. It returns nil if one of them was not found.
func (b *builder) done() *Proof {
	if len(b.fired.list) == 0 {
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
			if parts[i] = b.firing(int32(i)); parts[i] == nil {
				return nil
			}
		}
		b.sys.Watch.Steps(len(parts[i]))
		for j := range parts[i] {
			for _, c := range parts[i][j].Cites() {
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

// firingOf returns the index of the firing with this effect.
func (c *Closure) firingOf(effect int32) int {
	i, _ := slices.BinarySearchFunc(c.fired.list, effect, func(x Firing, effect int32) int {
		switch {
		case x.End <= effect:
			return -1
		case x.First > effect:
			return 1
		}
		return 0
	})
	return i
}
