package contract

import (
	"maps"
	"slices"
	"strconv"

	"github.com/patgraph/patgraph/unify"
)

// A kind says how two terms do not fit.
type kind uint8

const (
	differ   kind = iota // in shape, name or what is known of them
	needs                // the second has labels that the first lacks
	excludes             // the second does not allow labels of the first
	unequal              // the second is one type for two different terms
	demands              // a condition of the second
	portNeeded
	portGone
	undefined
	limit // nothing is known: the comparison would be too long
)

// A Problem is a place at which the first side is not shown to be within the second.
type Problem struct {
	kind   kind
	port   string
	path   []string // labels from the port
	output bool     // the first side is the new output; otherwise it is the first input
	a, b   int      // terms of the two sides; -1: none
	labels []string
	says   string
}

// A step is what the comparison of one pair of terms found.
type step struct {
	a, b     *Terms
	strict   bool // types must be equal, not only have the same values
	parts    []pair
	problems []Problem
	fresh    []fresh // terms of the second side that take what the first side does not determine
}

// A fresh is a term of the second side for a part of any type: only a blank one takes it.
type fresh struct {
	b     int
	label string
	unit  bool // it is {}
}

func (s *step) problem(k kind, p pair, labels ...string) {
	s.problems = append(s.problems, Problem{kind: k, a: p.a, b: p.b, labels: labels})
}

// rigid compares two terms, apart from what flexible ones take: every shape that the first has must be possible for the
// second.
func (s *step) rigid(p pair) {
	a, b := &s.a.All[p.a], &s.b.All[p.b]
	switch {
	case a.Empty && !s.strict || b.Unknown && (a.Unknown || !s.strict):
	case a.Unknown:
		if !b.isBlank() {
			s.problem(differ, p)
		}
	case a.Atom && b.Atom:
		if a.Name != b.Name {
			s.problem(differ, p)
		}
	case a.Atom:
		s.literals(p, a, b)
	case b.Atom:
		s.problem(differ, p)
	case a.Name != "" || b.Name != "":
		s.built(p, a, b)
	default:
		for shape := unify.Product; shape <= unify.Vector; shape <<= 1 {
			if a.Shapes&shape != 0 {
				s.shape(p, a, b, shape)
			}
		}
	}
}

// literals compares a built-in type with a pattern: a union with some of its literals.
func (s *step) literals(p pair, a, b *Term) {
	if b.Name != "" || b.Closed || b.Shapes&unify.Union == 0 {
		s.problem(differ, p)
		return
	}
	for _, l := range b.Parts {
		part := &s.b.All[l.To]
		switch {
		case s.b.hasLiteral(a.Name, l.Label) && part.isBlank():
			s.fresh = append(s.fresh, fresh{l.To, l.Label, true})
		case !s.b.hasLiteral(a.Name, l.Label) || !part.isUnit():
			s.problem(differ, p)
			return
		}
	}
}

// built compares two terms, if at least one has a constructor.
func (s *step) built(p pair, a, b *Term) {
	switch {
	case a.Name == "" || b.Name != "" && (a.Name != b.Name || a.Means != b.Means || len(a.Parts) != len(b.Parts)):
		s.problem(differ, p)
	case b.Name == "" && b.Shapes&unify.Product == 0:
		s.problem(differ, p)
	default:
		if missing := lacking(s.b, b, a, true); missing != nil {
			s.problem(differ, p)
			return
		}
		s.parts = append(s.parts, common(a, b)...)
	}
}

// shape compares what two terms are as one shape of the first.
func (s *step) shape(p pair, a, b *Term, shape unify.Shape) {
	// A product of one field and a variant are the same value.
	single := a.Closed && len(a.Parts) == 1 && shape != unify.Vector && !s.strict
	switch {
	case shape == unify.Union && a.Closed && len(a.Parts) == 0: // it has no values
	case shape == unify.Vector:
		s.vector(p, a, b)
	case shape == unify.Union && b.Shapes&unify.Union != 0:
		s.union(p, a, b)
	case single && shape == unify.Product && b.Shapes&unify.Product == 0 && b.Shapes&unify.Union != 0:
		s.union(p, a, b)
	case b.Shapes&unify.Product == 0 || shape == unify.Union && !single:
		s.problem(differ, p)
	default:
		s.product(p, a, b)
	}
}

func (s *step) product(p pair, a, b *Term) {
	extra := lacking(s.a, a, b, true)
	if missing := lacking(s.b, b, a, true); missing != nil {
		s.problem(needs, p, missing...)
	} else if b.Closed && (extra != nil || !a.Closed) {
		s.problem(excludes, p, extra...)
	}
	s.parts = append(s.parts, common(a, b)...)
}

func (s *step) union(p pair, a, b *Term) {
	if extra := lacking(s.a, a, b, s.strict); b.Closed && (extra != nil || !a.Closed) {
		s.problem(excludes, p, extra...)
	}
	if s.strict && a.Closed && lacking(s.b, b, a, true) != nil {
		s.problem(differ, p)
	}
	if !a.Closed {
		for _, l := range lacking(s.b, b, a, true) {
			to, _ := b.part(l)
			s.fresh = append(s.fresh, fresh{to, l, false})
		}
	}
	s.parts = append(s.parts, common(a, b)...)
}

// vector compares what two terms are as vectors. Parts with indices have one type then, that of the members.
func (s *step) vector(p pair, a, b *Term) {
	if b.Shapes&unify.Vector == 0 {
		s.problem(differ, p)
		return
	}
	s.parts = append(s.parts, common(a, b)...)
	for _, y := range b.Parts {
		if _, ok := a.part(y.Label); ok {
			continue
		}
		if len(a.Parts) == 0 {
			s.fresh = append(s.fresh, fresh{y.To, y.Label, false})
		} else {
			s.parts = append(s.parts, pair{a.Parts[0].To, y.To})
		}
	}
	if to, ok := b.part(Member); ok {
		for _, x := range a.Parts {
			s.parts = append(s.parts, pair{x.To, to})
		}
	}
}

// A simulation shows that the inputs of the first side are within those of the second, and then that the outputs of the
// second are within those of the first.
type simulation struct {
	a, b   *Terms
	strict bool
	fits   *structure // of a in b
	back   *structure // of b in a, for outputs

	taken    map[int]int // by flexible term of the second side: the term of the first, or isUnit, or less
	given    *simulation // of the other direction, whose flexible terms have taken what they are here; nil: none
	computed map[int]bool
	numbers  map[int]string // by computed term of the second side: the number that it is
	known    *shown
	alone    func() *simulation // the same simulation without what is known
	steps    int
	far      int // pairs that do not fit
	problems []Problem
}

// isUnit is what a flexible term has taken that is {}; smaller numbers are for parts of any type.
const isUnit = -1

// A shown is what was shown for earlier definitions, which may share terms with later ones: pairs, with what their
// flexible terms have taken.
type shown struct {
	in, out map[pair]bool
	taken   map[int]int
}

// Bounds for one definition: the pairs that are visited, those that are visited once there is a problem, those that do
// not fit before a type is the problem as a whole, and the problems that are listed.
const (
	mostFar      = 64
	mostSteps    = 1 << 17
	mostAfter    = 1 << 8
	mostProblems = 24
)

// A stop is a pair with the way to it.
type stop struct {
	pair
	port  int
	from  int // index of the stop before, or -1
	label string
}

// run visits the pairs of terms of x and y that some pairs lead to, the nearest first; visit returns the next ones and
// reports problems. If there are none, the pairs count as shown.
func (s *simulation) run(x, y *Terms, starts []stop, ports []string, visit func(pair) step) {
	seen := make(map[pair]bool)
	var known map[pair]bool
	if s.known != nil && s.given == nil {
		if known = s.known.in; x != s.a {
			known = s.known.out
		}
	}
	var queue []stop
	add := func(t stop) {
		if !seen[t.pair] && !known[t.pair] {
			seen[t.pair] = true
			queue = append(queue, t)
		}
	}
	for _, t := range starts {
		add(t)
	}
	for i := 0; i < len(queue); i++ {
		if s.steps++; s.steps > mostSteps {
			s.problems = append(s.problems, Problem{kind: limit, a: -1, b: -1})
		}
		if n := len(s.problems); n >= mostProblems || n > 0 && (s.strict || s.steps > mostAfter) {
			return
		}
		t := queue[i]
		found := visit(t.pair)
		for _, p := range found.problems {
			p.port, p.output = ports[t.port], x != s.a
			for j := i; queue[j].from >= 0; j = queue[j].from {
				p.path = append([]string{queue[j].label}, p.path...)
			}
			s.problems = append(s.problems, p)
		}
		for _, q := range found.parts {
			add(stop{q, t.port, i, labelOf(x, y, t.pair, q)})
		}
	}
	if known != nil && s.problems == nil {
		maps.Copy(known, seen)
		maps.Copy(s.known.taken, s.taken)
	}
}

// labelOf is the label of the second of two pairs in the first.
func labelOf(x, y *Terms, p, q pair) string {
	for _, part := range x.All[p.a].Parts {
		if part.To == q.a {
			if to, ok := y.All[p.b].part(part.Label); ok && to == q.b {
				return part.Label
			}
		}
	}
	return Member
}

// has returns what a flexible term has taken.
func (s *simulation) has(n int) (to int, ok bool) {
	if to, ok = s.taken[n]; !ok && s.known != nil {
		to, ok = s.known.taken[n]
	}
	return to, ok
}

// take binds a flexible term, and reports whether it has taken nothing else.
func (s *simulation) take(n, to int) bool {
	if had, ok := s.has(n); ok {
		return s.a.equal(had, to)
	}
	s.taken[n] = to
	return true
}

// input visits a pair of inputs. Once the search takes long, it only follows what does not fit.
func (s *simulation) input(p pair) step {
	st := step{a: s.a, b: s.b, strict: s.strict}
	b := &s.b.All[p.b]
	fits := s.fits.holds(p)
	if fits && (s.a.All[p.a].isGround() && b.isGround() || s.steps > mostAfter && s.problems != nil) {
		return st
	}
	if !fits && s.isFar(&st, p) {
		return st
	}
	if b.isFlexible() && !s.take(p.b, p.a) {
		st.problem(unequal, p)
		return st
	}
	st.rigid(p)
	for _, f := range st.fresh {
		to := isUnit
		if !f.unit {
			s.a.anything++
			to = isUnit - s.a.anything
		}
		if !s.b.All[f.b].isBlank() || !s.take(f.b, to) {
			st.problem(needs, p, f.label)
		}
	}
	if s.steps > mostAfter/2 && !fits && !s.strict {
		st.parts = slices.DeleteFunc(st.parts, s.fits.holds)
	}
	return st
}

// isFar reports a pair of terms that do not fit as the problem, if the search for a part that shows it is long.
func (s *simulation) isFar(st *step, p pair) bool {
	if s.far++; s.far < mostFar {
		return false
	}
	st.problem(differ, p)
	return true
}

// conditions matches each condition of the second side with one of the first, and binds its arguments.
func (s *simulation) conditions(a, b []Condition) {
	byName := make(map[string][]Condition)
	for _, c := range a {
		byName[c.Relation] = append(byName[c.Relation], c)
	}
	for _, c := range b {
		bound := 0
		for _, n := range c.Args {
			if _, ok := s.has(n); ok || !s.b.All[n].isFlexible() {
				bound++
			}
		}
		if bound == 0 {
			continue // it is about another definition of the group
		}
		if !s.condition(c, byName[c.Relation]) && !s.defined(c, bound) {
			s.problems = append(s.problems, Problem{kind: demands, a: -1, b: -1, says: c.Says, labels: []string{c.Relation}})
		}
	}
}

// defined reports whether a condition only defines its last argument, if the bound arguments are known, and computes
// it if the others are numbers of the first side.
func (s *simulation) defined(c Condition, bound int) bool {
	if c.Compute == nil || bound == len(c.Args) {
		return false
	}
	var numbers []int64
	for _, n := range c.Args[:len(c.Args)-1] {
		x := &s.b.All[n]
		if to, ok := s.has(n); ok && to >= 0 {
			x = &s.a.All[to]
		}
		size, err := strconv.ParseInt(x.Name, 10, 64)
		if err != nil {
			return true
		}
		numbers = append(numbers, size)
	}
	if size, ok := c.Compute(numbers); ok {
		s.numbers[c.Args[len(c.Args)-1]] = strconv.FormatInt(size, 10)
	}
	return true
}

func (s *simulation) condition(c Condition, list []Condition) bool {
	for _, o := range list {
		fits := len(o.Args) == len(c.Args)
		for i := 0; fits && i < len(c.Args); i++ {
			n := c.Args[i]
			if to, ok := s.has(n); ok {
				fits = s.a.equal(to, o.Args[i])
			} else if !s.b.All[n].isFlexible() {
				_, problem := same(s.a, s.b, pair{o.Args[i], n})
				fits = !problem && len(s.b.All[n].Parts) == 0
			}
		}
		if !fits {
			continue
		}
		for i, n := range c.Args {
			if s.b.All[n].isFlexible() {
				s.taken[n] = o.Args[i]
			}
		}
		return true
	}
	return false
}

// output visits a pair of outputs, whose first term is that of the second side: all that it gives, the first side must
// have given. What was taken is known; a flexible term that was not taken is what a caller chooses.
func (s *simulation) output(p pair) step {
	st := step{a: s.b, b: s.a}
	n, o := &s.b.All[p.a], &s.a.All[p.b]
	if n.isGround() && o.isGround() && (s.back.holds(p) || s.isFar(&st, p)) {
		return st
	}
	to, bound := s.has(p.a)
	var from int
	was := false
	if s.given != nil {
		from, was = s.given.has(p.b)
	}
	number, counted := s.numbers[p.a]
	switch {
	case counted && (o.Unknown || o.Name == number), bound && (s.a.equal(to, p.b) || to == isUnit && o.isUnit()),
		!counted && !bound && was && s.b.equal(from, p.a):
	case counted, !bound && !was && s.computed[p.a] && n.isFlexible():
		st.problem(differ, p)
	case bound, was:
		st.problem(unequal, p)
	case n.isFlexible():
		s.taken[p.a] = p.b
		if !o.Unknown && !n.isBlank() {
			st.gives(p, n, o)
		}
	case o.isFlexible():
		st.gives(p, n, o)
	default:
		st.rigid(p)
		for range st.fresh {
			st.problem(differ, p)
		}
		if n.isGround() && o.isGround() { // closed parts that fit are of no interest
			st.parts = slices.DeleteFunc(st.parts, s.back.holds)
		}
	}
	return st
}

// gives compares two outputs, if one or both are flexible. A caller chooses the type of a new flexible one; all values
// of an old flexible one have its parts.
func (s *step) gives(p pair, n, o *Term) {
	chosen := n.isFlexible()
	if o.isBlank() || o.Name != "" || n.Name != "" || chosen && (n.Shapes&o.Shapes == 0 || n.Closed && !o.Closed) ||
		!chosen && (n.Unknown || n.Shapes&^o.Shapes != 0) {
		s.problem(differ, p)
		return
	}
	if extra := lacking(s.a, n, o, true); extra != nil {
		s.problem(excludes, p, extra...)
	}
	if missing := lacking(s.b, o, n, true); missing != nil && !chosen && n.Shapes != unify.Union {
		s.problem(needs, p, missing...)
	}
	s.parts = append(s.parts, common(n, o)...)
}
