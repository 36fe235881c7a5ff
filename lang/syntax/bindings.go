package syntax

import "github.com/patgraph/patgraph/lang"

// Bindings are what names are bound to in nested scopes: the innermost binding counts. All it does takes constant
// time, but for ending a scope, which takes that of its bindings.
type Bindings struct {
	nodes []NodeID  // by symbol
	bound []binding // all that count, and those that they hide
}

// A binding is a name with what it was bound to before.
type binding struct {
	name lang.Sym
	old  NodeID
}

// Of is the node that a name is bound to, or NoNode.
func (b *Bindings) Of(name lang.Sym) NodeID {
	if int(name) < len(b.nodes) {
		return b.nodes[name]
	}
	return NoNode
}

// Bind binds a name up to the end of the scope.
func (b *Bindings) Bind(name lang.Sym, id NodeID) {
	for len(b.nodes) <= int(name) {
		b.nodes = append(b.nodes, NoNode)
	}
	b.bound = append(b.bound, binding{name, b.nodes[name]})
	b.nodes[name] = id
}

// Mark is where a scope begins.
func (b *Bindings) Mark() int { return len(b.bound) }

// Close ends the scope that began at a mark, and those within it.
func (b *Bindings) Close(mark int) {
	for len(b.bound) > mark {
		last := b.bound[len(b.bound)-1]
		b.bound = b.bound[:len(b.bound)-1]
		b.nodes[last.name] = last.old
	}
}

// All are the names that are bound, the innermost first. A name may be there more than once.
func (b *Bindings) All(yield func(lang.Sym) bool) {
	for i := len(b.bound) - 1; i >= 0 && yield(b.bound[i].name); i-- {
	}
}
