package patterns

import (
	"iter"
	"slices"
	"time"

	"github.com/patgraph/patgraph/internal/reuse"
	"github.com/patgraph/patgraph/unify"
)

// Bodies states the constraints of definitions: a language's part in solving.
type Bodies interface {
	// Open makes the nodes of a definition's body and appends to roots those that others can see, such as its input and
	// output; see Solver.SetRoots.
	Open(d int32, roots []unify.Node) []unify.Node
	// Derive states the constraints of a definition's body after Open, solving as it goes, and calls Solver.Use at
	// every reference.
	Derive(d int32)
	// Refer states what a reference with these nodes takes from the roots of one more instance of its callee's
	// signature.
	Refer(site int32, own, roots []unify.Node)
	// Note is called for conflicts that are about to be undone because another derivation explains the program better.
	// It returns the site that a warning should name.
	Note(d int32, c unify.Conflict) (site int32)
}

// Recursion is how the references within a group of definitions that refer to each other are derived.
type Recursion uint8

const (
	// AutoRecursion: polymorphic, or monomorphic if that does not converge.
	AutoRecursion Recursion = iota
	// Polymorphic: each reference takes an instance of the signature.
	Polymorphic
	// Monomorphic: all references share the callee's own patterns.
	Monomorphic
)

// Limits bound the derivation of each group of definitions, Work that of all, and Time everything that is done with the
// program. The zero value has the defaults.
type Limits struct {
	Nodes  int           // pattern nodes; 0: 500,000 + 64 for each syntax node, at most 12 million
	Rounds int           // polymorphic rounds; 0: as many as their growth allows
	Time   time.Duration // of the program; 0: no limit. The watch of the analysis has the deadline
	Depth  int           // nesting of brackets; 0: no limit
	Work   int           // pattern nodes of all groups beyond 1,000 for each and 256 for each syntax node; 0: 8,000,000
}

// A Breach is a limit that the derivation of a definition reached.
type Breach uint8

const (
	NoBreach Breach = iota
	NodeBreach
	RoundBreach
	TimeBreach
	DepthBreach
	WorkBreach // of the program: earlier groups used what this group would need
)

// A Derivation is the result of deriving a definition.
type Derivation struct {
	Extent
	Bad       bool      // it counts as (...) --> (...) for its users
	Recursion Recursion // Polymorphic or Monomorphic when Recursive
	Recursive bool
	Converged bool // the signature is final, not only a necessary condition
	Unsettled bool // polymorphic rounds were ended because of their growth, as the user requested
	Baseless  bool // it gives no value for any input, as if it calls itself on each way; the language sets it
	Unreached int  // how many merges in it have a branch that is never reached, as the text shows; the language sets it
	Rounds    int
	Breach    Breach
	Warn      Warn
	WarnSite  int32
	Partners  []int32 // the other members of its recursive group

	refs, refsEnd int32 // its references within its group, in Solver.refs
	tainted       bool
	group         int32
	scheme        *Scheme
	dropped       bool    // its derivation was dropped to save memory; see Restore
	loose         *Scheme // only from polymorphic signatures; nil: not yet made
}

// An Extent is the part of the graph with the derivation of a definition. The zero value is that of a definition that
// is not derived.
type Extent struct {
	Roots   []unify.Node // when Derived
	Derived bool         // its body is in the graph

	from, to           int // its conflicts
	first, last        int // first node of its derivation, or of its group's, and the node after the last
	fromEvent, toEvent int // its events
	fromRule, toRule   int // its instances of relations
}

// In returns the first root of a derived definition, and Out the last.
func (x *Extent) In() unify.Node { return x.Roots[0] }

// Out returns the last root; see In.
func (x *Extent) Out() unify.Node { return x.Roots[len(x.Roots)-1] }

// A Warn is the reason for a warning about a derivation.
type Warn uint8

const (
	NoWarn Warn = iota
	// WarnPolymorphic: one pattern does not fit the uses within the group, so the polymorphic signatures, which are not
	// final, are kept.
	WarnPolymorphic
	// WarnNarrow: the monomorphic signature of a group was too narrow at WarnSite.
	WarnNarrow
)

// A Solver derives the definitions of a program, group by group of the reference
// graph, callees first.
type Solver struct {
	Graph  *unify.Graph
	Limits Limits
	Mode   Recursion

	// Where: signatures include the waiting instances of relations, as conditions on what is open in them.
	Where bool
	// Implied, which may be nil, removes from some instances those that follow from the others.
	Implied func([]int32) []int32

	// Watch ends the work of the solver, and of later callers; nil never does.
	Watch *unify.Watch

	// Held is called now and then with the number of pattern nodes that the derivation holds, so that the owner of the
	// memory budget can end it; it may be nil.
	Held func(nodes int)

	bodies   Bodies
	quotient *Quotienter
	defs     []Derivation
	size     []int32 // syntax nodes by definition
	start    []int32 // callees of d: callee[start[d]:start[d+1]]
	callee   []int32
	members  []int32 // of all groups, group by group
	first    []int32
	scc      scc

	mode  mode
	used  []bool // by definition: one of another group refers to it
	refs  []groupRef
	prev  []*Scheme // by definition, for members of recursive groups
	next  []*Scheme
	top   *Scheme
	uses  []Use
	owned []unify.Node          // memory for the roots of definitions and the nodes of references
	roots []unify.Node          // memory for the roots of the last instance
	views map[int32]*groupViews // by group; see View
	working
}

// Calls say which definitions refer to which. The callees of definition d, in any order and with repetitions, are
// Callees[Start[d]:Start[d+1]].
type Calls struct {
	Size           []int32 // of the definitions, in syntax nodes
	Start, Callees []int32
	Bad            []bool // definitions that count as (...) --> (...) from the beginning
}

// NewSolver returns a solver, which may take over the memory of an unused old one; that may be nil.
func NewSolver(old *Solver, g *unify.Graph, types *Types, bodies Bodies, calls Calls) *Solver {
	size := calls.Size
	s := &Solver{
		Graph: g, bodies: bodies, size: size, start: calls.Start, callee: calls.Callees, mode: mode{group: -1},
	}
	if old != nil {
		s.uses, s.refs, s.quotient, s.top = old.uses[:0], old.refs[:0], old.quotient, old.top
		s.owned, s.roots = old.owned[:0], old.roots[:0]
		s.defs, s.used, s.prev, s.next = old.defs, old.used, old.prev[:0], old.next[:0]
		s.members, s.first, s.scc = old.members, old.first, old.scc
		s.quotient.renew(types)
		*old = Solver{}
	} else {
		s.quotient = NewQuotienter(types)
	}
	s.SetRoots(2)
	s.defs = reuse.Zeroed(s.defs, len(size))
	s.used = reuse.Zeroed(s.used, len(size))
	for d := range s.defs {
		s.defs[d].Bad = calls.Bad[d]
		s.defs[d].Converged = true
	}
	return s
}

// SetRoots sets how many roots each definition has; the default is two. It must be called before Run.
func (s *Solver) SetRoots(n int) {
	if s.top != nil && len(s.top.Roots) == n {
		return // it does not depend on a program
	}
	s.top = new(Scheme)
	for i := range n {
		s.top.Graph.Add(unify.Open, nil)
		s.top.Roots = append(s.top.Roots, int32(i))
		s.top.Anchor = append(s.top.Anchor, unify.None)
	}
}

// open makes the nodes of a definition.
func (s *Solver) open(d int32) {
	s.defs[d].Roots = s.bodies.Open(d, reuse.Carve(&s.owned, len(s.top.Roots), fewNodes)[:0])
}

// Grow reserves memory for more uses.
func (s *Solver) Grow(uses int) { s.uses = slices.Grow(s.uses, uses) }

// Derivation returns the derivation of a definition.
func (s *Solver) Derivation(d int32) *Derivation { return &s.defs[d] }

// Conflicts returns the conflicts of a definition. The slice belongs to the graph.
func (s *Solver) Conflicts(d int32) []unify.Conflict {
	return s.Graph.Conflicts()[s.defs[d].from:s.defs[d].to]
}

// conflictsFrom begins the conflicts of a definition: none so far, whatever others have.
func (s *Solver) conflictsFrom(x *Derivation) {
	x.from = len(s.Graph.Conflicts())
	x.to = x.from
}

// Nodes returns the range of graph nodes of a definition's derivation. The members of a recursive group share one
// range: their nodes are mixed, and nodes of different members are only equated if they were derived monomorphically.
func (s *Solver) Nodes(d int32) (first, end unify.Node) {
	return unify.Node(s.defs[d].first), unify.Node(s.defs[d].last)
}

// UseOf returns the reference that took an instance, given the number that unify.Graph.Instance returns.
func (s *Solver) UseOf(instance int32) *Use { return &s.uses[instance] }

// Scheme returns a definition's signature, with the definition's roots. It is made on the first call.
func (s *Solver) Scheme(d int32) *Scheme {
	x := &s.defs[d]
	switch {
	case x.scheme != nil:
	case x.dropped:
		s.schemeOfDropped(d)
	case !x.Derived:
		return s.top
	default:
		x.scheme = s.schemeOf(x, x.Roots...)
	}
	return x.scheme
}

// schemeOf makes a scheme of a derivation.
func (s *Solver) schemeOf(x *Derivation, roots ...unify.Node) *Scheme {
	s.quotient.implied = s.Implied
	return s.quotient.schemeFrom(s.Graph, unify.Node(x.first), s.waiting(x.fromRule, x.toRule), roots...)
}

// IsParameter reports whether a constructor represents a parameter; see Types.NewParameter.
func (s *Solver) IsParameter(c unify.Constructor) bool { return s.quotient.types.IsParameter(c) }

// waiting returns a range of instances of relations for a signature.
func (s *Solver) waiting(from, to int) instances {
	if !s.Where {
		return instances{}
	}
	return instances{from, to}
}

// Relations returns the range of instances of relations of a definition's derivation; see Nodes for recursive groups.
func (s *Solver) Relations(d int32) (first, end int32) {
	return int32(s.defs[d].fromRule), int32(s.defs[d].toRule)
}

// Quotient returns the quotient of the graph from any nodes.
func (s *Solver) Quotient(roots ...unify.Node) *Scheme { return s.quotient.Scheme(s.Graph, roots...) }

// Run derives all definitions except those that skip excludes, perhaps because of a limit; these count as (...) -->
// (...).
func (s *Solver) Run(skip func(d int32) (bool, Breach)) {
	s.members, s.first = s.scc.components(s.start, s.callee, s.members, s.first)
	for c := int32(0); int(c)+1 < len(s.first); c++ {
		for _, d := range s.group(c) {
			s.defs[d].group = c
		}
	}
	for d := range s.defs {
		for _, e := range s.callees(int32(d)) {
			s.used[e] = s.used[e] || s.defs[d].group != s.defs[e].group
		}
	}
	s.observe(s.Watch)
	s.Watch.Check() // the deadline may have passed already
	s.beginProgram()
	for c := int32(0); int(c)+1 < len(s.first); c++ {
		s.derive(c, skip)
	}
	s.counts = false
	s.forgetRounds()
	shared := s.Watch.Counting() // later callers may have a budget, which the program outlives
	s.observe(shared)
	if t := s.quotient.types; t.watch != nil {
		t.watch = shared
	}
}

// forgetRounds releases what only the derivation needs: the signatures of rounds, and the memory of nodes that were
// undone. That can be most of the memory of a large recursive group.
func (s *Solver) forgetRounds() {
	clear(s.prev)
	clear(s.next)
	s.prev, s.next = s.prev[:0], s.next[:0]
	for d := range s.defs {
		s.defs[d].loose = nil
	}
	s.uses = reuse.Trimmed(s.uses)
	s.Graph.Trim()
	s.quotient.local = reuse.Trimmed(s.quotient.local[:min(len(s.quotient.local), s.Graph.Len())])
}

// observe sets the watch of what the solver shares with its callers.
func (s *Solver) observe(watch *unify.Watch) {
	s.Graph.SetWatch(watch)
	s.quotient.watch = watch
}

// Groups iterates over the groups of definitions that refer to each other, callees first. The slices belong to the
// solver.
func (s *Solver) Groups() iter.Seq[[]int32] {
	return func(yield func([]int32) bool) {
		for c := range len(s.first) - 1 {
			if !yield(s.group(int32(c))) {
				return
			}
		}
	}
}

func (s *Solver) group(c int32) []int32 { return s.members[s.first[c]:s.first[c+1]] }

func (s *Solver) callees(d int32) []int32 { return s.callee[s.start[d]:s.start[d+1]] }

// derive derives a group for good.
func (s *Solver) derive(c int32, skip func(d int32) (bool, Breach)) {
	group := s.group(c)
	for i, d := range s.group(c) {
		out, b := skip(d)
		switch {
		case out:
			s.defs[d].Bad, s.defs[d].Breach = true, b
			if len(group) == len(s.group(c)) {
				group = slices.Clone(group[:i])
			}
		case len(group) < len(s.group(c)):
			group = append(group, d)
		}
	}
	recursive := len(s.group(c)) > 1 || len(group) == 1 && slices.Contains(s.callees(group[0]), group[0])
	for _, d := range group {
		s.defs[d].Recursive = recursive
		if recursive && len(s.group(c)) <= 8 {
			s.defs[d].Partners = s.group(c)
		}
	}
	if s.Watch.Late() {
		s.giveUp(group, TimeBreach)
		return
	}
	s.beginWork(group)
	defer s.endWork(group)
	before := s.checkpoint()
	s.attempt(c, group, false)
	if s.counts && !s.countCopies(group) {
		s.takeBack(&before, group)
		s.giveUp(group, WorkBreach)
		s.copied = 0
		return
	}
	tainted, unconverged := s.dependsOnTainted(group)
	switch {
	case s.conflicted(group) && tainted:
		s.retryLoose(c, group, &before)
	case s.tooMuchToKeep(group, s.Graph.Len()-before.Nodes(), s.Graph.Len()):
		s.drop(group, &before)
	default:
		s.keep(&before)
	}
	// A dependency of one member of a group is one of all.
	loose := slices.ContainsFunc(group, func(d int32) bool { return s.defs[d].Warn == WarnNarrow })
	for _, d := range group {
		x := &s.defs[d]
		x.tainted = x.Recursive && x.Recursion == Monomorphic || !loose && tainted
		if x.to > x.from {
			x.Bad = true
		}
		if loose || unconverged {
			x.Converged = false
		}
	}
	if recursive && s.Mode == Monomorphic && s.conflicted(group) {
		// All members share one graph: which member gets the conflict depends on their order.
		for _, d := range group {
			s.defs[d].Bad = true
		}
	}
}

// Used reports whether a definition of another group refers to a definition.
func (s *Solver) Used(d int32) bool { return s.used[d] }

// Breached counts the definitions that are not derived because of a limit.
func (s *Solver) Breached() (n int) {
	for i := range s.defs {
		if s.defs[i].Breach != NoBreach {
			n++
		}
	}
	return n
}

// giveUp marks definitions as not derived because of a limit.
func (s *Solver) giveUp(group []int32, b Breach) {
	for _, d := range group {
		s.defs[d].Bad, s.defs[d].Breach = true, b
	}
}

// Tainted reports whether a definition's signature depends on a monomorphic one.
func (s *Solver) Tainted(d int32) bool { return s.defs[d].tainted }

// SameGroup reports whether two definitions refer to each other.
func (s *Solver) SameGroup(d, e int32) bool { return s.defs[d].group == s.defs[e].group }

// Group returns the group of a definition: the definitions that refer to each other, including itself. The slice
// belongs to the solver.
func (s *Solver) Group(d int32) []int32 { return s.group(s.defs[d].group) }

// NarrowSource returns the nearest definition that d depends on, or d itself, whose group was derived monomorphically;
// d if there is none.
func (s *Solver) NarrowSource(d int32) int32 {
	seen := map[int32]bool{d: true}
	for queue := []int32{d}; len(queue) > 0; queue = queue[1:] {
		x := &s.defs[queue[0]]
		if x.Recursive && x.Recursion == Monomorphic {
			return queue[0]
		}
		for _, e := range s.callees(queue[0]) {
			if !seen[e] && s.defs[e].tainted {
				seen[e] = true
				queue = append(queue, e)
			}
		}
	}
	return d
}

func (s *Solver) conflicted(group []int32) bool {
	return slices.ContainsFunc(group, func(d int32) bool { return s.defs[d].to > s.defs[d].from })
}

// dependsOnTainted reports whether a callee of a group in another group is tainted, and whether one did not converge.
// Callees that count as (...) --> (...) are neither.
func (s *Solver) dependsOnTainted(group []int32) (tainted, unconverged bool) {
	for _, d := range group {
		for _, e := range s.callees(d) {
			if x := &s.defs[e]; x.group != s.defs[d].group && !x.Bad {
				tainted, unconverged = tainted || x.tainted, unconverged || !x.Converged
			}
		}
	}
	return tainted, unconverged
}

// membersOf lists the members of a group of a kind.
func (s *Solver) membersOf(c int32, kind func(*Derivation) bool) (members []int32) {
	for _, d := range s.group(c) {
		if kind(&s.defs[d]) {
			members = append(members, d)
		}
	}
	return members
}

// sizeOf returns the number of syntax nodes of definitions.
func (s *Solver) sizeOf(group []int32) (size int) {
	for _, d := range group {
		size += int(s.size[d])
	}
	return size
}

// Events returns the range of events of a definition's derivation; see Nodes for recursive groups.
func (s *Solver) Events(d int32) (first, end int32) {
	return int32(s.defs[d].fromEvent), int32(s.defs[d].toEvent)
}
