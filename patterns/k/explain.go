package k

import (
	"cmp"
	"slices"
	"strings"

	"github.com/patgraph/patgraph/lang/k"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/unify"
)

// The parts of k's interface to package explain.

// CompareDefinitions compares the bodies of definitions, ignoring names that the program defines.
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

// compareNodes compares syntax nodes without their parts.
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
	if c := strings.Compare(text(m), text(n)); c != 0 {
		return c
	}
	return slices.CompareFunc(a.tree.Fields(e), a.tree.Fields(f), func(x, y k.Field) int {
		return strings.Compare(a.tree.Syms.Text(x.Label), a.tree.Syms.Text(y.Label))
	})
}

// Declared reports whether a type, or a type that contains it, is written in the program.
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
		a.eachWritten(add)
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
