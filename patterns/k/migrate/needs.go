package migrate

import (
	"slices"

	"github.com/patgraph/patgraph/lang"
	lk "github.com/patgraph/patgraph/lang/k"
	"github.com/patgraph/patgraph/unify"
)

// The needs of an expression are labels without which it is undefined on an input: .a needs a, and {.a x, .b y} both. A
// union has one label, so an expression that needs two labels can only take products.
//
// Needs are computed from parts to wholes, and again for a definition when a definition that it uses needs more; so a
// recursive definition has the needs that hold in every case.

// mostNeeds bounds the recorded labels of an expression. With fewer labels fewer places are decided, but none wrongly.
const mostNeeds = 8

// findNeeds computes the needs of all expressions.
func (m *migrator) findNeeds() {
	m.needs = make([][]lang.Sym, len(m.tree.Nodes))
	queue := make([]int32, 0, len(m.tree.Defs))
	waits := make([]bool, len(m.tree.Defs))
	for i := range m.tree.Defs {
		queue, waits[i] = append(queue, int32(i)), true
	}
	for len(queue) > 0 {
		i := queue[0]
		queue, waits[i] = queue[1:], false
		m.watch.Check()
		def := &m.tree.Defs[i]
		if def.Root == lk.NoNode {
			continue
		}
		before := len(m.needs[def.Root])
		for e := def.First; e <= def.Root; e++ {
			m.needs[e] = m.needsOf(e)
		}
		if len(m.needs[def.Root]) > before {
			for _, by := range m.units[i].users {
				if int(by) < len(waits) && !waits[by] {
					queue, waits[by] = append(queue, by), true
				}
			}
		}
	}
}

// needsOf returns the needs of an expression from those of its parts, in the order of labels.
func (m *migrator) needsOf(e lk.NodeID) []lang.Sym {
	n := &m.tree.Nodes[e]
	switch n.Op {
	case lk.OpDot:
		return []lang.Sym{n.Sym}
	case lk.OpRef:
		if d := m.syntax.Names.Func[n.Sym]; d >= 0 && m.tree.Defs[d].Root != lk.NoNode {
			return m.needs[m.tree.Defs[d].Root]
		}
	case lk.OpCaret:
		return m.needs[m.tree.Kids(e)[0]]
	case lk.OpVector:
		return m.allNeeds(m.tree.Kids(e))
	case lk.OpProduct, lk.OpVariant:
		var all []lang.Sym
		for _, f := range m.tree.Fields(e) {
			all = join(all, m.needs[f.Node])
		}
		return all
	case lk.OpComp:
		kids := m.tree.Kids(e)
		through := slices.IndexFunc(kids, func(kid lk.NodeID) bool { return !m.passes(kid) })
		return m.allNeeds(kids[:through+1]) // later parts get another input
	case lk.OpMerge:
		kids := m.tree.Kids(e)
		if len(kids) == 0 {
			return nil
		}
		all := slices.Clone(m.needs[kids[0]])
		for _, kid := range kids[1:] {
			all = slices.DeleteFunc(all, func(l lang.Sym) bool { return !slices.Contains(m.needs[kid], l) })
		}
		return all
	}
	return nil
}

// passes reports whether the output of an expression is its input.
func (m *migrator) passes(e lk.NodeID) bool {
	switch m.tree.Nodes[e].Op {
	case lk.OpIdentity, lk.OpType, lk.OpFilter:
		return true
	}
	return false
}

func (m *migrator) allNeeds(of []lk.NodeID) []lang.Sym {
	var all []lang.Sym
	for _, e := range of {
		all = join(all, m.needs[e])
	}
	return all
}

// join unites two sorted lists of labels.
func join(a, b []lang.Sym) []lang.Sym {
	if len(a) == 0 {
		return b
	}
	all := slices.Concat(a, b)
	slices.Sort(all)
	all = slices.Compact(all)
	return all[:min(len(all), mostNeeds)]
}

// products returns the classes of a function that can only be products, since an expression needs two labels of them.
func (m *migrator) products(d int32) map[unify.Node]bool {
	products := make(map[unify.Node]bool)
	def := &m.tree.Defs[d]
	for e := def.First; e <= def.Root; e++ {
		if len(m.needs[e]) < 2 {
			continue
		}
		if class, _, ok := m.syntax.InAt(d, e); ok {
			products[class] = true
		}
	}
	return products
}
