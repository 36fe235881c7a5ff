package syntax

import "github.com/patgraph/patgraph/lang"

// Bindings map names to nodes in nested scopes: the innermost binding counts. All operations take constant time, except
// that ending a scope is linear in its bindings.
type Bindings struct {
	nodes []NodeID  // by symbol
	bound []binding // all active ones, including those that are hidden
}

// A binding is a name with its previous node.
type binding struct {
	name lang.Sym
	old  NodeID
}

// Of returns the node that a name is bound to, or NoNode.
func (b *Bindings) Of(name lang.Sym) NodeID {
	if int(name) < len(b.nodes) {
		return b.nodes[name]
	}
	return NoNode
}

// Bind binds a name until the end of the scope.
func (b *Bindings) Bind(name lang.Sym, id NodeID) {
	for len(b.nodes) <= int(name) {
		b.nodes = append(b.nodes, NoNode)
	}
	b.bound = append(b.bound, binding{name, b.nodes[name]})
	b.nodes[name] = id
}

// Mark begins a scope.
func (b *Bindings) Mark() int { return len(b.bound) }

// Close ends the scope that began at a mark, and those within it.
func (b *Bindings) Close(mark int) {
	for len(b.bound) > mark {
		last := b.bound[len(b.bound)-1]
		b.bound = b.bound[:len(b.bound)-1]
		b.nodes[last.name] = last.old
	}
}

// All yields the bound names, the innermost first. It may yield a name several times.
func (b *Bindings) All(yield func(lang.Sym) bool) {
	for i := len(b.bound) - 1; i >= 0 && yield(b.bound[i].name); i-- {
	}
}
