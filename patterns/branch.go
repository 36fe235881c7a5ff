package patterns

import (
	"slices"
	"sync"

	"github.com/patgraph/patgraph/unify"
)

// Branches derive groups of a large program in parallel. Each has its own graph. What it derives there is copied to the
// program's graph in the order in which one goroutine would have derived it, so the result does not depend on their
// number. Groups are derived level by level: those without references to others, those that refer to these, and so on.
// So the callees of a group are complete when it is derived. Branches share only the table of types, which grows under
// a lock.
//
// A group that conflicts because of monomorphic signatures is derived again from other signatures of its callees (see
// retryLoose). That changes what other groups see, so it waits for the end of the level.

// leastBranched and leastLevel are how many syntax nodes a program and a level of it must have for branches to pay, and
// leastJobs how many goroutines: two take as long as one, because the results are copied (BenchmarkBranches).
const (
	leastBranched = 1 << 14
	leastLevel    = 1 << 8
	leastJobs     = 3
)

// A level is divided into sharesPerBranch shares for each branch, which alternate. More shares make it likelier that
// all branches end at the same time. The assignment is deterministic, so failures are reproducible.
const sharesPerBranch = 8

// A place is where a group was derived.
type place struct {
	branch        int32
	from, to      unify.Position
	uses, usesEnd int
	made, madeEnd int  // schemes
	again         bool // it must be derived again

	kept   bool // it gets a place in the program's graph:
	at     unify.Position
	usesAt int
}

// branches derives a program with several branches.
type branches struct {
	*Solver
	skip   func(d int32) (bool, Breach)
	list   []*Solver
	places []place // by group
	joint  joint
}

// runBranches derives all groups, or returns false if the program is too small, or needs so much work that the order of
// groups matters.
func (s *Solver) runBranches(skip func(d int32) (bool, Breach)) bool {
	size := s.sizeOf(s.members)
	if s.LeastBranched == 0 && (size < leastBranched || s.Jobs < leastJobs) || size < s.LeastBranched {
		return false
	}
	b := branches{Solver: s, skip: skip, places: make([]place, len(s.first)-1)}
	b.joint = joint{reserve: s.reserve}
	var lock sync.Mutex
	for range s.Jobs {
		branch := s.newBranch(&lock)
		branch.beginProgram()
		branch.joint = &b.joint
		// The need of typical programs, and some more, because shares differ.
		share := size/s.Jobs + size/8
		branch.Graph.Grow(5*share, 2*share, 3*share/2)
		b.list = append(b.list, branch)
	}
	before := slices.Clone(s.defs)
	for _, groups := range s.levels() {
		b.level(groups)
		held := 0
		for _, branch := range b.list {
			held += branch.held()
		}
		if b.joint.isOver() || held > usualHeld {
			copy(s.defs, before)
			return false
		}
	}
	for _, branch := range b.list {
		s.work += branch.work
	}
	b.makeRoom()
	b.parallel(func(i int) {
		for c := range b.places {
			if p := &b.places[c]; p.kept && int(p.branch) == i {
				b.graft(int32(c))
			}
		}
	})
	return true
}

// parallel calls a function for each branch, at the same time.
func (b *branches) parallel(f func(i int)) {
	var wait sync.WaitGroup
	panics := make([]any, len(b.list))
	for i := range b.list {
		wait.Go(func() {
			defer func() { panics[i] = recover() }()
			f(i)
		})
	}
	wait.Wait()
	for _, x := range panics {
		if x != nil {
			panic(x) // the caller reports it as a defect on this program
		}
	}
}

// newBranch returns a solver with a graph of its own for the same definitions.
func (s *Solver) newBranch(lock *sync.Mutex) *Solver {
	heads := unify.NewHeads()
	heads.Follow(s.quotient.types.heads)
	b := &Solver{
		Graph: unify.New(heads, s.Graph.Index()), Limits: s.Limits, Mode: s.Mode, Where: s.Where, Held: s.Held,
		Watch: s.Watch.Another(), mode: mode{group: -1},
		quotient: &Quotienter{types: s.quotient.types, shared: lock, heads: heads}, defs: s.defs, size: s.size,
		start: s.start, callee: s.callee, members: s.members, first: s.first, used: s.used, top: s.top,
	}
	b.observe(b.Watch)
	b.bodies = s.Fork(b)
	return b
}

// levels returns the groups by level, in each level in their order.
func (s *Solver) levels() (levels [][]int32) {
	level := make([]int, len(s.first)-1)
	for c := range level {
		for _, d := range s.group(int32(c)) {
			for _, e := range s.callees(d) {
				if g := s.defs[e].group; int(g) != c {
					level[c] = max(level[c], level[g]+1)
				}
			}
		}
		if level[c] == len(levels) {
			levels = append(levels, nil)
		}
		levels[level[c]] = append(levels[level[c]], int32(c))
	}
	return levels
}

// level derives groups that do not refer to each other.
func (b *branches) level(groups []int32) {
	size := 0
	for _, c := range groups {
		size += b.sizeOf(b.group(c))
	}
	for _, s := range b.list {
		s.quotient.heads.Follow(b.quotient.types.heads)
	}
	if len(groups) == 1 || b.LeastBranched == 0 && size < leastLevel {
		for _, c := range groups {
			b.derive(0, c, true)
		}
		return
	}
	shares := b.shares(groups, size/(len(b.list)*sharesPerBranch)+1)
	b.parallel(func(i int) {
		for k := i; k < len(shares); k += len(b.list) {
			for _, c := range shares[k] {
				b.derive(i, c, false)
			}
		}
	})
	for _, s := range b.list {
		s.quotient.heads.Follow(b.quotient.types.heads)
	}
	for _, c := range groups {
		if p := &b.places[c]; p.again {
			b.derive(0, c, true)
		}
	}
}

// shares divides groups into runs of about the same size.
func (b *branches) shares(groups []int32, size int) (shares [][]int32) {
	from, sum := 0, 0
	for i, c := range groups {
		if sum += b.sizeOf(b.group(c)); sum >= size || i+1 == len(groups) {
			shares = append(shares, groups[from:i+1])
			from, sum = i+1, 0
		}
	}
	return shares
}

// derive derives a group in a branch.
func (b *branches) derive(branch int, c int32, alone bool) {
	if b.joint.isOver() {
		return // the whole program will be derived again
	}
	s, p := b.list[branch], &b.places[c]
	p.branch = int32(branch)
	p.from, p.uses, p.made = s.Graph.Position(), len(s.uses), len(s.quotient.made)
	if p.again = !s.derive(c, b.skip, alone); p.again {
		return
	}
	for _, d := range b.group(c) {
		if x := &b.defs[d]; b.used[d] && x.Derived && !x.Bad {
			s.Scheme(d)
		}
	}
	p.to, p.usesEnd, p.madeEnd = s.Graph.Position(), len(s.uses), len(s.quotient.made)
}

// makeRoom assigns a place in the program's graph to each group.
func (b *branches) makeRoom() {
	uses := 0
	for c := range b.places {
		p := &b.places[c]
		nodes := p.to.Nodes() - p.from.Nodes()
		if all := b.Graph.Len() + nodes; all >= keptNodes {
			// Definitions that were left out do not count.
			group := b.membersOf(int32(c), func(x *Derivation) bool {
				return x.Derived || x.Breach != NoBreach && x.Breach != DepthBreach
			})
			if b.tooMuchToKeep(group, nodes, all) {
				b.setDropped(group)
				continue
			}
		}
		p.kept, p.at, p.usesAt = true, b.Graph.MakeRoom(p.from, p.to), uses
		uses += p.usesEnd - p.uses
	}
	b.uses = slices.Grow(b.uses[:0], uses)[:uses]
}

// shift adds an offset to nodes.
func shift(nodes []unify.Node, by unify.Node) {
	for i := range nodes {
		nodes[i] += by
	}
}

// graft copies what a group derived to the program's graph.
func (b *branches) graft(c int32) {
	p := &b.places[c]
	s := b.list[p.branch]
	node := unify.Node(p.at.Nodes() - p.from.Nodes())
	event := p.at.Events() - p.from.Events()
	conflict := p.at.Conflicts() - p.from.Conflicts()
	rule := p.at.Instances() - p.from.Instances()
	b.Graph.Graft(p.at, s.Graph, p.from, p.to, int32(p.usesAt-p.uses))
	for i, u := range s.uses[p.uses:p.usesEnd] {
		u.Base, u.Events = u.Base+node, u.Events+int32(event)
		shift(u.Own, node)
		b.uses[p.usesAt+i] = u
	}
	for _, d := range b.group(c) {
		x := &b.defs[d]
		if !x.Derived {
			continue
		}
		shift(x.Roots, node)
		x.first, x.last = x.first+int(node), x.last+int(node)
		x.fromEvent, x.toEvent = x.fromEvent+event, x.toEvent+event
		x.fromRule, x.toRule = x.fromRule+rule, x.toRule+rule
		if x.from < x.to {
			x.from, x.to = x.from+conflict, x.to+conflict
		} else {
			x.from, x.to = 0, 0
		}
	}
	for _, scheme := range s.quotient.made[p.made:p.madeEnd] {
		for i := range scheme.Anchor {
			scheme.Anchor[i] += node
		}
	}
}
