package patterns

import (
	"slices"
	"sort"

	"github.com/patgraph/patgraph/unify"
)

// Why two patterns clash: a set of flat patterns does not meet when two or three
// of them do not, so there are facts of the program, two as a rule, that
// contradict each other, and events that made their nodes one. A conflict is
// told by the nearest such facts.

// A Clash explains a conflict.
type Clash struct {
	Given unify.Event   // the constraint from which it followed
	Path  []unify.Label // the labels from its nodes down to where they clash
	Facts []Fact        // two, or three where no two of them clash
	More  []Fact        // further facts that contradict the first or the second
	Meet  unify.Conflict
}

// A Fact is what the program says of one node: its own flat pattern and edges.
type Fact struct {
	Node   unify.Node // a leaf or a node of an instance
	Within []unify.Label
	Flat   unify.Flat // of the part of the node's type under Within
	Edges  []unify.Edge
	Dist   int // equations from the place of the conflict

	came  bool // Side is known
	side  int
	below []unify.Label
	from  unify.Node // where a callee says so, + 1, if that is known
	def   int32      // and the callee

	at  unify.Node // the node that stated it, before a named head was followed
	via int32      // the event that led to it, or -1
}

// NewFact returns a fact that was found elsewhere.
func NewFact(n unify.Node, within []unify.Label, f unify.Flat, edges []unify.Edge) Fact {
	return Fact{Node: n, Within: within, Flat: f, Edges: edges, at: n, via: -1}
}

// Came notes on which side of its reference an instance's fact came into a
// clash, and the labels from there to it; see Solver.Side.
func (f *Fact) Came(side int, below []unify.Label) { f.came, f.side, f.below = true, side, below }

// From notes which node of a callee states an instance's fact.
func (f *Fact) From(def int32, n unify.Node) { f.def, f.from = def, n+1 }

// Stated returns the node of a callee that states an instance's fact, if that was
// noted and it is no part of another's pattern that fits the other side.
func (s *Solver) Stated(f, against Fact) (def int32, n unify.Node, ok bool) {
	return f.def, f.from - 1, f.from > 0 && !s.Graph.Meets(f.from-1, against.at)
}

// maxFacts bounds how many facts of a class are compared with those of another.
const maxFacts = 64

// nearNodes bounds how many nodes of a class are looked at first.
const nearNodes = 512

// Explain finds the facts behind a conflict of a definition. It costs the size
// of the definition's derivation.
func (s *Solver) Explain(d int32, c unify.Conflict) Clash {
	w := s.walker(d)
	clash := Clash{Meet: c}
	e := s.Graph.Event(c.Event)
	x, y := e.X, e.Y
	for {
		if p, l, ok := e.Cause.Decomposed(); ok {
			clash.Path = append(clash.Path, l)
			e = s.Graph.Event(p)
		} else if p, l, ok := e.Cause.Unfolded(); ok {
			clash.Path = append(clash.Path, l)
			e = s.Graph.Event(p)
		} else {
			break
		}
	}
	clash.Given = e
	slices.Reverse(clash.Path)
	// The nearest facts nearly always tell it; a class can have very many.
	fx, fy := w.facts(x, c.Event, nearNodes), w.facts(y, c.Event, nearNodes)
	clash.Facts = s.contradiction(fx, fy)
	if len(clash.Facts) == 2 {
		clash.More = append(s.alsoAgainst(clash.Facts[1], clash.Facts[0], fx), s.alsoAgainst(clash.Facts[0], clash.Facts[1], fy)...)
	}
	if clash.Facts == nil {
		clash.Facts = s.contradiction(w.facts(x, c.Event, 8*len(w.start)), w.facts(y, c.Event, 8*len(w.start)))
	}
	for i := range clash.Facts {
		if f := &clash.Facts[i]; f.via < 0 {
			f.via = c.Event
		}
		w.source(&clash.Facts[i])
	}
	return clash
}

// alsoAgainst returns the facts other than one that contradict another.
func (s *Solver) alsoAgainst(fact, but Fact, facts []Fact) []Fact {
	var more []Fact
	for _, f := range facts {
		if f.at != but.at && !s.Graph.Meets(f.at, fact.at) {
			more = append(more, f)
		}
	}
	return more
}

// contradiction returns the nearest facts of two classes that do not meet.
func (s *Solver) contradiction(fx, fy []Fact) []Fact {
	best := -1
	var pair []Fact
	for i := range fx {
		for j := range fy {
			d := fx[i].Dist + fy[j].Dist
			if best >= 0 && d >= best {
				break // the rest is farther away
			}
			if !s.Graph.Meets(fx[i].at, fy[j].at) {
				best, pair = d, []Fact{fx[i], fy[j]}
			}
		}
	}
	if pair != nil {
		return pair
	}
	all := append(slices.Clone(fx), fy...)
	for i := range all {
		for j := i + 1; j < len(all); j++ {
			for k := j + 1; k < len(all); k++ {
				d := all[i].Dist + all[j].Dist + all[k].Dist
				if (best < 0 || d < best) && !s.Graph.Meets(all[i].at, all[j].at, all[k].at) {
					best, pair = d, []Fact{all[i], all[j], all[k]}
				}
			}
		}
		if i > maxFacts/4 && best >= 0 {
			break
		}
	}
	return pair
}

// walker goes along the equations of the derivation of a definition or group.
type walker struct {
	s     *Solver
	lo    unify.Node
	start []int32 // events of node lo+i: event[start[i]:start[i+1]]
	event []int32
	first int32  // first event of the derivation
	fails []bool // by event, from first: it was not performed
	mark  []int32
	round int32
}

// maxWalkers is how many walkers are kept: for a definition and for some of those
// that it calls.
const maxWalkers = 4

func (s *Solver) walker(d int32) *walker {
	x := &s.defs[d]
	for _, w := range s.walks {
		if w.lo == unify.Node(x.first) && len(w.mark) == x.last-x.first {
			return w
		}
	}
	w := &walker{
		s: s, lo: unify.Node(x.first), first: int32(x.fromEvent),
		fails: make([]bool, x.toEvent-x.fromEvent), mark: make([]int32, x.last-x.first),
	}
	// Conflicts are in the order of their events.
	cs := s.Graph.Conflicts()
	at := sort.Search(len(cs), func(i int) bool { return int(cs[i].Event) >= x.fromEvent })
	for ; at < len(cs) && int(cs[at].Event) < x.toEvent; at++ {
		w.fails[cs[at].Event-w.first] = true
	}
	n := x.last - x.first
	w.start = make([]int32, n+1)
	for pass := 0; pass < 2; pass++ {
		for i := x.fromEvent; i < x.toEvent; i++ {
			e := s.Graph.Event(int32(i))
			for _, v := range [2]unify.Node{e.X, e.Y} {
				if pass == 0 {
					w.start[v-w.lo+1]++
				} else {
					w.event[w.start[v-w.lo]] = int32(i)
					w.start[v-w.lo]++
				}
			}
		}
		if pass == 0 {
			for i := 0; i < n; i++ {
				w.start[i+1] += w.start[i]
			}
			w.event = make([]int32, w.start[n])
		}
	}
	copy(w.start[1:], w.start[:n])
	w.start[0] = 0
	if len(s.walks) == maxWalkers {
		s.walks = s.walks[1:]
	}
	s.walks = append(s.walks, w)
	return w
}

// facts lists the facts of a node's class before an event, nearest first, of at
// most about so many nodes, an eighth of them next to one node.
func (w *walker) facts(n unify.Node, before int32, nodes int) []Fact {
	g := w.s.Graph
	w.round++ // a node was seen when its mark is this round's
	w.mark[n-w.lo] = w.round
	type step struct {
		n   unify.Node
		d   int
		via int32
	}
	queue := []step{{n, 0, -1}}
	var facts []Fact
	for len(queue) > 0 && len(facts) < maxFacts {
		p := queue[0]
		queue = queue[1:]
		if _, union := g.Made(p.n); !union {
			if f := g.Flat(p.n); f != unify.Open || len(g.Edges(p.n)) > 0 {
				facts = append(facts, Fact{Node: p.n, Flat: f, Edges: g.Edges(p.n), Dist: p.d, at: p.n, via: p.via})
			}
		}
		fan := 0
		for k, i := range w.event[w.start[p.n-w.lo]:w.start[p.n-w.lo+1]] {
			if fan >= nodes/8+1 || len(queue) >= nodes || k >= nodes {
				break
			}
			if i >= before || w.fails[i-w.first] {
				continue
			}
			e := g.Event(i)
			for _, v := range [2]unify.Node{e.X, e.Y} {
				if w.mark[v-w.lo] != w.round {
					w.mark[v-w.lo] = w.round
					fan++
					queue = append(queue, step{v, p.d + 1, i})
				}
			}
		}
	}
	return facts
}

// source follows a part of a named head that was unfolded back to the node that
// the program gave the head.
func (w *walker) source(f *Fact) {
	g := w.s.Graph
	for {
		event, ok := g.UnfoldedBy(f.Node)
		if !ok {
			return
		}
		f.Within = append([]unify.Label{w.unfoldedUnder(f.Node, event)}, f.Within...)
		// The head stood on one side of the event when it was performed.
		e := g.Event(event)
		found := false
		for _, side := range [2]unify.Node{e.X, e.Y} {
			for _, h := range w.facts(side, event, nearNodes) {
				if h.Flat.Head() != unify.NoHead && !found {
					found = true
					f.Node = h.Node
				}
			}
		}
		if !found {
			return
		}
	}
}

// unfoldedUnder returns the label under which an event unfolded a node.
func (w *walker) unfoldedUnder(n unify.Node, event int32) unify.Label {
	g := w.s.Graph
	for _, i := range w.event[w.start[n-w.lo]:w.start[n-w.lo+1]] {
		if from, l, ok := g.Event(i).Cause.Unfolded(); ok && from == event && g.Event(i).Y == n {
			return l
		}
	}
	return unify.Member
}

// maxOrigin is through how many calls a fact is followed.
const maxOrigin = 64

// Origin finds where a callee's own derivation states a fact that an instance of
// its signature brought to a caller: the definition and the fact. Where several
// facts make up what the instance says, it is one that contradicts the other
// side of the clash by itself. It reports false for a built-in function and where
// there is no such place.
func (s *Solver) Origin(f, against Fact) (d int32, origin Fact, ok bool) {
	seen := make(map[int32]bool) // a definition that calls itself leads back
	for {
		i, isInstance := s.Graph.Instance(f.Node)
		if !isInstance {
			return d, f, ok
		}
		if seen[i] || len(seen) == maxOrigin {
			return d, f, false
		}
		seen[i] = true
		use := s.UseOf(i)
		if use.Callee < 0 || !s.defs[use.Callee].Derived {
			return d, f, ok
		}
		n, found := s.inCallee(use, int32(f.Node-use.Base))
		if !found {
			return d, f, ok
		}
		w := s.walker(use.Callee)
		var best *Fact
		for _, h := range w.facts(n, int32(s.Graph.Events()), nearNodes) {
			if s.Graph.Meets(h.at, against.at) && !sameClaim(h, f) {
				continue
			}
			// What the callee says itself comes before what its own callees say.
			if _, own := s.Graph.Site(h.Node); own || best == nil {
				best = &h
				if own {
					break
				}
			}
		}
		if best == nil {
			return d, f, ok
		}
		w.source(best)
		d, f, ok = use.Callee, *best, true
	}
}

// Side returns on which side of a reference an instance's fact came into a
// clash, the input or the output, and the labels from there to it, those within
// a named head included. It goes by
// the equations that led to it, and else by the shape of the signature.
func (s *Solver) Side(f Fact) (root int, path []unify.Label) {
	if f.came {
		return f.side, append(slices.Clone(f.below), f.Within...)
	}
	i, _ := s.Graph.Instance(f.Node)
	use := s.UseOf(i)
	if f.via >= 0 {
		e := s.Graph.Event(f.via)
		for {
			p, l, ok := e.Cause.Decomposed()
			if !ok {
				p, l, ok = e.Cause.Unfolded()
			}
			if !ok {
				break
			}
			path = append(path, l)
			e = s.Graph.Event(p)
		}
		slices.Reverse(path)
		for _, n := range [2]unify.Node{e.X, e.Y} {
			switch n {
			case use.In:
				return 0, path
			case use.Out:
				return 1, path
			}
		}
	}
	root, path = use.Scheme.Path(int32(f.Node - use.Base))
	return root, append(path, f.Within...)
}

// sameClaim reports whether two facts say the same.
func sameClaim(h, f Fact) bool {
	if h.Flat != f.Flat || len(h.Edges) != len(f.Edges) {
		return false
	}
	for _, e := range f.Edges {
		if !slices.ContainsFunc(h.Edges, func(o unify.Edge) bool { return o.Label == e.Label }) {
			return false
		}
	}
	return true
}

// inCallee returns the node of a callee's own derivation that corresponds to a
// node of an instance: by the labels that lead to it, since in a recursive group
// the instance may be of an earlier round.
func (s *Solver) inCallee(use *Use, i int32) (unify.Node, bool) {
	root, path := use.Scheme.Path(i)
	x := &s.defs[use.Callee]
	n := x.In
	if root == 1 {
		n = x.Out
	}
	for _, l := range path {
		found := false
		for _, e := range s.Graph.Edges(s.Graph.Find(n)) {
			if e.Label == l {
				n, found = e.To, true
				break
			}
		}
		if !found {
			return unify.None, false
		}
	}
	return n, true
}

// ways are the shortest ways to the nodes of a scheme.
type ways struct {
	root  []int32       // by node: the root nearest to it, + 1
	from  []int32       // by node: the one before it on the way, or -1
	label []unify.Label // by node: of the last step
}

// Path returns the root nearest to a node of a scheme and the labels from there.
// The first call costs the size of the scheme, the others the length of the path.
func (s *Scheme) Path(n int32) (root int, path []unify.Label) {
	if s.ways == nil {
		s.ways = s.findWays()
	}
	w := s.ways
	for i := n; w.from[i] >= 0; i = w.from[i] {
		path = append(path, w.label[i])
	}
	slices.Reverse(path)
	return int(w.root[n]) - 1, path
}

func (s *Scheme) findWays() *ways {
	n := s.Graph.Len()
	w := &ways{root: make([]int32, n), from: make([]int32, n), label: make([]unify.Label, n)}
	var queue []int32
	for i, r := range s.Roots {
		if w.root[r] == 0 {
			w.root[r], w.from[r] = int32(i)+1, -1
			queue = append(queue, r)
		}
	}
	for next := 0; next < len(queue); next++ {
		i := queue[next]
		for _, e := range s.Graph.Edges(i) {
			if j := int32(e.To); w.root[j] == 0 {
				w.root[j], w.from[j], w.label[j] = w.root[i], i, e.Label
				queue = append(queue, j)
			}
		}
	}
	return w
}
