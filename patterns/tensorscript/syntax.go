package tensorscript

import (
	"cmp"
	"slices"
	"strings"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/tensorscript"
	"github.com/patgraph/patgraph/patterns/message"
	"github.com/patgraph/patgraph/unify"
)

// The methods of message.Syntax that are not those of message.Basic.

func (p *program) Construct(site int32) *message.Construct {
	id := p.nodeOf[site]
	if id == tensorscript.NoNode {
		return &network
	}
	switch p.scoped[id] {
	case other:
		if p.tree.Nodes[id].Op == tensorscript.OpParam {
			return &parameter
		}
		return &holder
	case within:
		return &nothingToTell
	case shaped:
		return &writtenTensor
	case sized:
		return &writtenSize
	}
	if p.callee(id).kind == aNode {
		return &instance
	}
	return &constructs[p.tree.Nodes[id].Op]
}

func (p *program) DescribedBy(site int32) (rule, part uint8) {
	id := p.nodeOf[site]
	if id == tensorscript.NoNode {
		return byEnds, 0
	}
	switch p.scoped[id] {
	case shaped:
		return byTensor, 0
	case sized:
		return bySize, 0
	}
	return cmp.Or(describes[p.tree.Nodes[id].Op], byLiteral), 0
}

// Span returns the place of a site in the text; for a definition, its header.
func (p *program) Span(site int32) lang.Span {
	if id := p.nodeOf[site]; id != tensorscript.NoNode {
		return p.tree.Span(id)
	}
	return p.Defs[p.Owner(site)].NameSpan
}

// AppendKids appends the parts that have a pattern, and the parts that contain such parts.
func (p *program) AppendKids(to []int32, site int32) []int32 {
	id := p.nodeOf[site]
	if id == tensorscript.NoNode {
		for _, k := range p.decls[p.Owner(site)] {
			if root := p.root(k); root != tensorscript.NoNode {
				to = append(to, p.siteOf[root])
			}
		}
		return to
	}
	for kid := range p.tree.Parts(id) {
		to = append(to, p.siteOf[kid])
	}
	return to
}

func (p *program) Variable(site int32) string {
	id := p.nodeOf[site]
	if id == tensorscript.NoNode {
		return ""
	}
	switch p.tree.Nodes[id].Op {
	case tensorscript.OpName, tensorscript.OpParam, tensorscript.OpLet:
		return p.tree.Name(id)
	}
	return ""
}

// Callee returns the definition that a stage uses as a layer.
func (p *program) Callee(site int32) (d int32, ok bool) {
	if id := p.nodeOf[site]; id != tensorscript.NoNode {
		if c := p.callee(id); c.kind == aNode {
			return p.def[c.decl], p.def[c.decl] >= 0
		}
	}
	return -1, false
}

// partText names a part of a type.
func partText(labels []string) string {
	var list []string
	for _, l := range slices.Backward(labels) {
		if l[0] == 'd' {
			list = append(list, "dimension "+l[1:])
		} else {
			list = append(list, "item "+l)
		}
	}
	return strings.Join(list, " of ")
}

// thing names a pattern, with an article.
func (p *program) thing(f unify.Flat) string {
	c := p.constructorOf(f)
	switch {
	case c == unify.NoConstructor && (f.Head() != unify.NoHead || f.IsProduct()):
		return "a tuple"
	case c == unify.NoConstructor:
		return "a type"
	case p.binding.IsList(c):
		return "a tensor of " + message.Counted(len(p.Types.Heads().Parts(c)), "dimension")
	case p.isModule(c):
		return "the network `" + p.Types.ConstructorName(c) + "`"
	case p.headOf(c) >= 0:
		return Vocabulary.Heads[p.headOf(c)].Said
	}
	if _, number := p.Types.NumberOf(c); number {
		return "the size " + p.sizeName(c)
	}
	if p.Types.ComputedOf(c) != nil {
		return "the size `" + p.sizeName(c) + "`"
	}
	return "the size parameter `" + p.sizeName(c) + "`"
}
