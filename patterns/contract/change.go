package contract

import (
	"maps"
	"slices"
)

// A Relation is how something new relates to the old.
type Relation uint8

// The relations. Wider definitions take at least as much and give at most as much as the old ones: each use of the old
// fits. Wider inputs or outputs have at least the same values. Different ones are neither wider nor narrower, or that
// was not shown.
const (
	Same Relation = iota
	Wider
	Narrower
	Different
	New
	Gone
)

func (r Relation) String() string {
	return [...]string{"same", "wider", "narrower", "different", "new", "gone"}[r]
}

// A Level is what a change means for the number of a version.
type Level uint8

// The levels: nothing changed for callers, they can do more, what they do may not work any more.
const (
	Patch Level = iota
	Minor
	Major
)

func (l Level) String() string { return [...]string{"patch", "minor", "major"}[l] }

// A Change is how a definition changed for its callers.
type Change struct {
	Name     string
	Renamed  string // its other name, if it seems to be renamed
	Old, New int32  // the definitions; -1: there is none
	Relation Relation
	Level    Level
	Input    Relation
	Output   Relation
	Breaks   []Problem // what may not work any more
	Allows   []Problem // what works now; the sides are exchanged
	// Retyped: all values fit, but the types differ, so a program that is checked with the definition may need a change.
	Retyped bool
	Failed  string // why it was not compared; empty: it was
	// Outside are values of the old input that are not values of the new one, the shortest first; Inside are values of
	// both, on which runs may differ.
	Outside, Inside []string

	Witness *Witness // as it was run; nil: there is none
}

// A Witness is a value with what the old and the new definition give for it, in words.
type Witness struct {
	Value    string
	Old, New string
	Outside  bool // it is not a value of the new input
}

// Undefined records that the definition is undefined now on some inputs on which it was defined.
func (ch *Change) Undefined(where string) {
	ch.Breaks = append(ch.Breaks, Problem{kind: undefined, a: -1, b: -1, says: where})
	ch.Level = Major
	if ch.Relation = relation(false, ch.Allows == nil); ch.Relation != Different {
		ch.Relation = Narrower
	}
}

// A Comparison compares definitions of two programs.
type Comparison struct {
	old, new      *Terms
	exact         *structure
	forward, back *direction
	strict        *shown
	visits        int // pairs that were visited by simulations
}

// A direction is one of the two ways in which programs are compared.
type direction struct {
	fits  *structure
	shown *shown
}

func newShown() *shown { return &shown{make(map[pair]bool), make(map[pair]bool), make(map[int]int)} }

// newComparison begins a comparison of two programs.
func newComparison(old, new *Terms) *Comparison {
	way := func(a, b *Terms) *direction { return &direction{newStructure(a, b, false), newShown()} }
	return &Comparison{
		old: old, new: new, exact: newStructure(old, new, true), forward: way(old, new), back: way(new, old),
		strict: newShown(),
	}
}

// matched pairs the ports of two contracts, and lists those of the second and of the first that the other lacks.
func matched(a, b Contract, in bool) (starts []stop, names []string, lacking []Port, extra []Port) {
	x, y := a.In, b.In
	if !in {
		x, y = a.Out, b.Out
	}
	for i, p := range x {
		j := i
		if a.ByName {
			j = slices.IndexFunc(y, func(q Port) bool { return q.Name == p.Name })
		}
		if j < 0 || j >= len(y) {
			extra = append(extra, p)
			continue
		}
		starts = append(starts, stop{pair: pair{p.Term, y[j].Term}, port: len(names), from: -1})
		names = append(names, p.Says)
	}
	for j, q := range y {
		if a.ByName && !slices.ContainsFunc(x, func(p Port) bool { return q.Name == p.Name }) || !a.ByName && j >= len(x) {
			lacking = append(lacking, q)
		}
	}
	return starts, names, lacking, extra
}

// inputs compares the inputs of two contracts: those of a must be within those of b. It first uses what was shown
// before.
func (c *Comparison) inputs(way, back *direction, a, b Contract) *simulation {
	starts, _, _, _ := matched(a, b, true)
	if !slices.ContainsFunc(starts, func(t stop) bool { return !way.fits.holds(t.pair) }) {
		if s := c.tryInputs(way, back, a, b, way.shown); s.problems == nil {
			s.alone = func() *simulation { return c.tryInputs(way, back, a, b, nil) }
			return s
		}
	}
	return c.tryInputs(way, back, a, b, nil)
}

func (c *Comparison) tryInputs(way, back *direction, a, b Contract, known *shown) *simulation {
	s := &simulation{a: way.fits.a, b: way.fits.b, fits: way.fits, back: back.fits, known: known,
		taken: make(map[int]int), computed: make(map[int]bool), numbers: make(map[int]string)}
	starts, names, lacking, extra := matched(a, b, true)
	for _, p := range extra {
		s.problems = append(s.problems, Problem{kind: portGone, port: p.Says, a: -1, b: -1})
	}
	for _, q := range lacking {
		if !q.Optional {
			s.problems = append(s.problems, Problem{kind: portNeeded, port: q.Says, a: -1, b: -1})
		}
	}
	for _, p := range a.In {
		for _, q := range b.In {
			if p.Optional && !q.Optional && p.Name == q.Name {
				s.problems = append(s.problems, Problem{kind: portNeeded, port: q.Says, a: -1, b: -1})
			}
		}
	}
	s.run(s.a, s.b, starts, names, s.input)
	for _, w := range b.Where {
		for _, n := range w.Args {
			s.computed[n] = true
		}
	}
	s.conditions(a.Where, b.Where)
	c.visits += s.steps
	return s
}

// outputs compares the outputs after the inputs: those of b must be within those of a.
func (s *simulation) outputs(a, b Contract, given *simulation) []Problem {
	before := s.problems
	s.problems, s.given = nil, given
	starts, names, lacking, _ := matched(b, a, false)
	for _, p := range lacking {
		s.problems = append(s.problems, Problem{kind: portGone, port: p.Says, output: true, a: -1, b: -1})
	}
	s.run(s.b, s.a, starts, names, s.output)
	found := s.problems
	s.problems = before
	if found != nil && s.known != nil && given == nil { // perhaps only because of what was shown for others
		return s.alone().outputs(a, b, nil)
	}
	return found
}

// inputsOnly is a copy of a simulation, to which outputs add nothing.
func (s *simulation) inputsOnly() *simulation {
	return &simulation{taken: maps.Clone(s.taken), known: s.known}
}

// compare compares two contracts. It costs the size of what changed, and of the types that were not compared before.
func (c *Comparison) compare(a, b Contract) *Change {
	ch := &Change{}
	fore, aft := c.inputs(c.forward, c.back, a, b), c.inputs(c.back, c.forward, b, a)
	inFits, inBack := fore.problems == nil, aft.problems == nil
	var given, givenBack *simulation
	if !inFits && inBack {
		given = aft.inputsOnly()
	}
	if inFits && !inBack {
		givenBack = fore.inputsOnly()
	}
	c.visits -= fore.steps + aft.steps
	outs, outsBack := fore.outputs(a, b, given), aft.outputs(b, a, givenBack)
	c.visits += fore.steps + aft.steps
	ch.Input, ch.Output = relation(inFits, inBack), relation(outsBack == nil, outs == nil)
	ch.Breaks = append(slices.Clone(fore.problems), outs...)
	ch.Allows = append(slices.Clone(aft.problems), outsBack...)
	ch.Relation = relation(ch.Breaks == nil, ch.Allows == nil)
	switch {
	case ch.Breaks != nil:
		ch.Level = Major
	case ch.Allows != nil:
		ch.Level = Minor
	}
	if len(a.In) == 1 && len(b.In) == 1 && !inFits {
		ch.Outside, ch.Inside = fore.witnesses(a.In[0].Term, b.In[0].Term)
	}
	if ch.Level != Major {
		if ch.Retyped = !c.instance(a, b); ch.Retyped {
			ch.Level = Minor
		}
	}
	return ch
}

// relation is the relation of a new side to an old one: fits says that the old is within the new.
func relation(fits, back bool) Relation {
	switch {
	case fits && back:
		return Same
	case fits:
		return Wider
	case back:
		return Narrower
	}
	return Different
}

// instance reports whether the old patterns are instances of the new ones: each program that is well-typed with the old
// definition is so with the new one.
func (c *Comparison) instance(a, b Contract) bool {
	in, names, _, _ := matched(a, b, true)
	out, more, _, _ := matched(a, b, false)
	for i := range out {
		out[i].port += len(names)
	}
	for _, known := range []*shown{c.strict, nil} {
		s := &simulation{a: c.old, b: c.new, fits: c.exact, strict: true, known: known, taken: make(map[int]int)}
		s.run(c.old, c.new, append(in, out...), append(names, more...), s.input)
		if c.visits += s.steps; s.problems == nil {
			return true
		}
	}
	return false
}

// same reports whether two contracts have the same values and types.
func (c *Comparison) same(a, b Contract) bool {
	ch := c.compare(a, b)
	return ch.Relation == Same && ch.Level == Patch
}
