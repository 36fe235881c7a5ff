package migrate

import (
	"cmp"
	"slices"

	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/unify"
)

// In a whole program, the uses of a definition determine its inputs. A reference has a copy of the definition's
// signature, whose nodes are classes of the definition that contains the reference. So the shapes of a node are those
// of its copies; where a copy is a node of the surrounding signature, the shapes of that node's copies flow into it.
// Definitions that only their own recursive group references, such as the main expression, have unknown inputs: all
// their derived shapes stay possible.

// uses is the result of following all references of a program.
type uses struct {
	*migrator
	patterns []patterns.Pattern     // by function; without nodes if nothing is known
	own      []map[unify.Node]int32 // the classes of a signature's open nodes, as indices of its pattern
	came     [][]unify.Shape        // the shapes that reach each node of a pattern
	flows    map[place][]place      // where the shapes of a node flow to
	back     map[place][]place      // the reverse of flows
	narrowed map[place]bool         // nodes that a decision by uses narrows
	left     int                    // remaining budget of visited nodes
}

// Bounds on the nodes and edges of a signature, and on the visited nodes of a program. Beyond them all derived shapes
// stay possible.
const (
	mostOfSignature = 1000
	mostOfProgram   = 4 << 20
)

// A place is a node of a definition's pattern.
type place struct{ d, node int32 }

const either = unify.Product | unify.Union

// analyzeUses computes, once, the shapes that reach each definition. It visits the signatures of all references.
func (m *migrator) analyzeUses() *uses {
	if m.uses != nil {
		return m.uses
	}
	n := len(m.tree.Defs)
	u := &uses{m, make([]patterns.Pattern, n), make([]map[unify.Node]int32, n), make([][]unify.Shape, n),
		make(map[place][]place), make(map[place][]place), make(map[place]bool), mostOfProgram}
	m.uses = u
	for d := range int32(n) {
		m.watch.Check()
		if _, _, ok := m.syntax.InAt(d, m.tree.Defs[d].Root); !ok || m.old.Solver.Derivation(d).Bad {
			continue
		}
		u.own[d] = make(map[unify.Node]int32)
		s := m.old.Solver.Scheme(d)
		p, ok := m.old.PatternWithin(s, mostOfSignature, s.Roots...)
		if !ok {
			continue
		}
		u.patterns[d], u.came[d] = p, make([]unify.Shape, len(p.Nodes))
		x := m.old.Solver.Derivation(d)
		if !u.walk(d, x.In(), x.Out(), func(node int32, class unify.Node) { u.own[d][class] = node }) {
			u.patterns[d], u.came[d], u.own[d] = patterns.Pattern{}, nil, nil
		}
	}
	for d := range int32(n) {
		m.watch.Check()
		if !u.usedOutsideGroup(d) {
			u.anything(d)
		}
		u.references(d)
	}
	u.flow()
	return u
}

// usedOutsideGroup reports whether a definition outside of the recursive group of d references the group.
func (u *uses) usedOutsideGroup(d int32) bool {
	group := append([]int32{d}, u.old.Solver.Derivation(d).Partners...)
	return slices.ContainsFunc(group, func(d int32) bool {
		return slices.ContainsFunc(u.units[d].users, func(by int32) bool { return !slices.Contains(group, by) })
	})
}

// references records the inputs that a definition gives to those it references.
func (u *uses) references(d int32) {
	var products map[unify.Node]bool // computed on first use
	def := &u.tree.Defs[d]
	for e := def.First; e <= def.Root; e++ {
		c := u.referencedUnit(e)
		if c < 0 || c >= len(u.tree.Defs) {
			continue
		}
		if u.own[d] == nil {
			u.anything(int32(c))
			continue
		}
		if products == nil {
			products = u.products(d)
		}
		in, _, _ := u.syntax.InAt(d, e)
		all := u.walk(int32(c), in, u.syntax.OutAt(d, e), func(node int32, class unify.Node) {
			f := u.old.Solver.Graph.Flat(class)
			shapes := f.Shapes()
			if products[class] {
				shapes &^= unify.Union
			}
			from, mine := u.own[d][class]
			_, atom := u.old.Types.Atom(patterns.Type(f.Head()))
			switch {
			case f.Head() != unify.NoHead && atom:
				shapes = unify.AnyShape
			case shapes&either == either && mine:
				u.flows[place{d, from}] = append(u.flows[place{d, from}], place{int32(c), node})
				u.back[place{int32(c), node}] = append(u.back[place{int32(c), node}], place{d, from})
				return
			}
			u.came[c][node] |= shapes
		})
		if !all {
			u.anything(int32(c))
		}
	}
}

// anything records that a definition may get any input that its pattern allows.
func (u *uses) anything(d int32) {
	for i := range u.came[d] {
		u.came[d][i] |= u.patterns[d].Nodes[i].Flat.Shapes()
	}
}

// walk visits the open nodes of a definition's pattern with the classes of a copy. It reports false if the copy is
// incomplete.
func (u *uses) walk(d int32, in, out unify.Node, each func(node int32, class unify.Node)) bool {
	p := &u.patterns[d]
	if u.left -= len(p.Nodes); len(p.Nodes) == 0 || u.left < 0 {
		return false
	}
	whole := true
	seen := make([]bool, len(p.Nodes))
	type pair struct {
		node  int32
		class unify.Node
	}
	queue := []pair{{p.Roots[0], in}, {p.Roots[1], out}}
	for len(queue) > 0 {
		at := queue[len(queue)-1]
		queue = queue[:len(queue)-1]
		n := &p.Nodes[at.node]
		if seen[at.node] || n.Type != patterns.NoType {
			continue
		}
		seen[at.node] = true
		class := u.old.Solver.Graph.Find(at.class)
		each(at.node, class)
		edges := slices.Clone(u.old.Solver.Graph.Edges(class))
		slices.SortFunc(edges, func(a, b unify.Edge) int {
			return cmp.Compare(u.old.Labels.Text(a.Label), u.old.Labels.Text(b.Label))
		})
		for _, e := range n.Edges {
			i, ok := slices.BinarySearchFunc(edges, e.Label, func(x unify.Edge, label string) int {
				return cmp.Compare(u.old.Labels.Text(x.Label), label)
			})
			if ok {
				queue = append(queue, pair{e.To, edges[i].To})
			}
			whole = whole && ok
		}
	}
	return whole
}

// flow propagates shapes along flows.
func (u *uses) flow() {
	var queue []place
	for d := range u.came {
		for node := range u.came[d] {
			queue = append(queue, place{int32(d), int32(node)})
		}
	}
	for len(queue) > 0 {
		at := queue[len(queue)-1]
		queue = queue[:len(queue)-1]
		u.watch.Check()
		for _, to := range u.flows[at] {
			came := &u.came[to.d][to.node]
			if more := u.came[at.d][at.node] &^ *came; more != 0 {
				*came |= more
				queue = append(queue, to)
			}
		}
	}
}

// reaching returns those of the possible shapes that reach a class of a definition.
func (u *uses) reaching(d int32, class unify.Node, shapes unify.Shape) unify.Shape {
	if int(d) < len(u.own) {
		if node, ok := u.own[d][class]; ok {
			shapes &= u.came[d][node]
		}
	}
	return shapes
}

// narrow records that a class takes only the shapes that reach it, and so do all classes from which they flow.
func (u *uses) narrow(d int32, class unify.Node) {
	queue := []place{{d, u.own[d][class]}}
	for len(queue) > 0 {
		at := queue[len(queue)-1]
		queue = queue[:len(queue)-1]
		if !u.narrowed[at] {
			u.narrowed[at] = true
			queue = append(queue, u.back[at]...)
		}
	}
}

// narrowedBy returns the remaining shapes of a node of a function's pattern, and false if uses decided nothing.
func (m *migrator) narrowedBy(d, node int) (unify.Shape, bool) {
	if m.uses == nil || !m.uses.narrowed[place{int32(d), int32(node)}] {
		return 0, false
	}
	return m.uses.came[d][node], true
}
