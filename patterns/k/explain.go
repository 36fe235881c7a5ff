package k

import (
	"cmp"
	"slices"
	"strings"

	"github.com/patgraph/patgraph/lang/k"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/explain"
	"github.com/patgraph/patgraph/unify"
)

// What explanations ask of k: explain.Front.

// CompareDefinitions compares the bodies of definitions, without the names of
// what the program defines.
func (a *program) CompareDefinitions(d, e int32) int {
	x, y := &a.tree.Defs[d], &a.tree.Defs[e]
	if c := cmp.Compare(x.Root-x.First, y.Root-y.First); c != 0 {
		return c
	}
	for i := range x.Root - x.First + 1 {
		if c := a.compareNodes(x.First+i, y.First+i); c != 0 {
			return c
		}
	}
	return 0
}

// compareNodes compares syntax nodes without what is below them.
func (a *program) compareNodes(e, f k.NodeID) int {
	m, n := &a.tree.Nodes[e], &a.tree.Nodes[f]
	if c := cmp.Compare(m.Op, n.Op); c != 0 {
		return c
	}
	text := func(n *k.Node) string {
		switch n.Op {
		case k.OpInt, k.OpString, k.OpDot, k.OpVid, k.OpDiv:
			return a.tree.Syms.Text(n.Sym)
		case k.OpRef:
			if a.names.Func[n.Sym] < 0 {
				return a.tree.Syms.Text(n.Sym)
			}
		}
		return ""
	}
	if c := strings.Compare(text(m), text(n)); c != 0 || !m.Op.Fielded() {
		return c
	}
	return slices.CompareFunc(a.tree.Fields(e), a.tree.Fields(f), func(x, y k.Field) int {
		return strings.Compare(a.tree.Syms.Text(x.Label), a.tree.Syms.Text(y.Label))
	})
}

// Costs of citing constraints. What a user wrote as a type is cheaper to follow
// than a call, of which more has to be shown.
const (
	costWiring = 1
	costType   = 3
	costCommon = 4
	costCall   = 6
)

// Cost is the part of explain.Front that prefers some constraints in proofs.
func (a *program) Cost(s explain.Source) int32 {
	switch op := a.tree.Nodes[s.Reason.Site].Op; {
	case a.Wiring(s):
		return costWiring
	case op == k.OpType || op >= k.OpFilterVar:
		return costType
	case op == k.OpRef:
		return costCall
	}
	return costCommon
}

// Declared is the part of explain.Front that knows which types people wrote.
func (a *program) Declared(t unify.Head) bool {
	if a.declared == nil {
		a.declared = make(map[patterns.Type]bool)
		var queue []patterns.Type
		add := func(t patterns.Type) {
			if t != patterns.NoType && !a.declared[t] {
				a.declared[t] = true
				queue = append(queue, t)
			}
		}
		for _, t := range a.typeDef {
			add(t)
		}
		for _, t := range a.codeType {
			add(t)
		}
		for len(queue) > 0 {
			t := queue[0]
			queue = queue[1:]
			for _, f := range a.Types.Fields(t) {
				add(f.To)
			}
		}
	}
	return a.declared[t]
}

// Wiring is the part of explain.Front that takes as given that a composition
// begins with its first part and ends with its last, and that a type or a filter
// gives what it takes.
func (a *program) Wiring(s explain.Source) bool {
	if s.Event < 0 {
		return false
	}
	switch r := s.Reason; Rule(r.Rule) {
	case R2Comp:
		return r.Part != partChain
	case R3Type:
		return true
	case R12Filter:
		return r.Part == partOnly
	}
	return false
}
