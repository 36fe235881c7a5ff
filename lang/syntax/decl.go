package syntax

import (
	"iter"

	"github.com/patgraph/patgraph/lang"
)

// A Decl has the fields that declarations of all languages share.
type Decl struct {
	Bad      bool     // it has a syntax error: it declares its name and has no nodes
	Name     lang.Sym // NoSym if it has none
	NameSpan lang.Span
	Span     lang.Span
	First    NodeID // its nodes are First … Root
	Root     NodeID // NoNode if there are none
	Depth    int32  // nesting depth of its brackets
}

// Nodes yields the nodes of a declaration, in their order.
func (d *Decl) Nodes(yield func(NodeID) bool) {
	if d.Root == NoNode {
		return
	}
	for id := d.First; id <= d.Root && yield(id); id++ {
	}
}

// SameDecl reports whether declarations of two trees are equal except for places.
func (t *Tree) SameDecl(u *Tree, d, e *Decl) bool {
	return d.Bad == e.Bad && d.First == e.First && d.Root == e.Root && t.Syms.Text(d.Name) == u.Syms.Text(e.Name)
}

// Spans returns the places of all declarations in the main file and of their nodes, each after those within it.
func (t *Tree) Spans(decls iter.Seq[*Decl]) (list []lang.Span) {
	for d := range decls {
		if t.File.InMain(d.Span) {
			for id := range d.Nodes {
				list = append(list, t.Span(id))
			}
			list = append(list, d.Span)
		}
	}
	return list
}

// Innermost returns the innermost node that satisfies a test, in the declarations around an offset; or NoNode.
func (t *Tree) Innermost(decls iter.Seq[*Decl], at int32, is func(NodeID) bool) NodeID {
	for d := range decls {
		if at < d.Span.Start || at > d.Span.End {
			continue
		}
		for id := range d.Nodes { // parts come before wholes
			if is(id) {
				return id
			}
		}
	}
	return NoNode
}
