package syntax

import (
	"iter"

	"github.com/patgraph/patgraph/lang"
)

// A Decl is what declarations of all languages have.
type Decl struct {
	Bad      bool     // it has a syntax error: it declares its name and has no nodes
	Name     lang.Sym // NoSym if it has none
	NameSpan lang.Span
	Span     lang.Span
	First    NodeID // its nodes are First … Root
	Root     NodeID // NoNode if there are none
	Depth    int32  // how deep its brackets nest
}

// Nodes are the nodes of a declaration, in their order.
func (d *Decl) Nodes(yield func(NodeID) bool) {
	if d.Root == NoNode {
		return
	}
	for id := d.First; id <= d.Root && yield(id); id++ {
	}
}

// SameDecl reports whether declarations of two trees say the same: all but places.
func (t *Tree) SameDecl(u *Tree, d, e *Decl) bool {
	return d.Bad == e.Bad && d.First == e.First && d.Root == e.Root && t.Syms.Text(d.Name) == u.Syms.Text(e.Name)
}

// Spans are the places of all nodes of the home, and of its declarations, each behind those within it.
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

// Innermost is the innermost node of those that a test picks, of the declarations around an offset; or NoNode.
func (t *Tree) Innermost(decls iter.Seq[*Decl], at int32, is func(NodeID) bool) NodeID {
	for d := range decls {
		if at < d.Span.Start || at > d.Span.End {
			continue
		}
		for id := range d.Nodes { // the parts before the whole
			if is(id) {
				return id
			}
		}
	}
	return NoNode
}
