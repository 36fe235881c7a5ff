package tensorscript

import (
	"maps"
	"slices"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/tensorscript"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/message"
	"github.com/patgraph/patgraph/patterns/relation"
	"github.com/patgraph/patgraph/unify"
)

// pieces returns the pieces of the notation of a type.
func (p *program) pieces(at message.Place) []message.Piece {
	f, fields := p.WhatIs(at)
	c := f.Constructor()
	switch {
	case p.binding.IsList(c):
		return p.Listed(at, fields, "[", p.Types.Heads().Parts(c), "]")
	case p.isModule(c):
		return []message.Piece{{Text: "self:" + p.Types.ConstructorName(c)}}
	case c != unify.NoConstructor:
		return []message.Piece{{Text: p.sizeName(c)}}
	case f.Closed() && f.IsProduct():
		return p.Tuple(at, fields)
	}
	if at.Scheme == nil && at.Head == unify.NoHead {
		if name, ok := p.openNames()[unify.Node(at.Node)]; ok {
			return []message.Piece{{Text: name}}
		}
	}
	return []message.Piece{{Text: "_"}}
}

// openNames returns the undecided size parameters, by their classes.
func (p *program) openNames() map[unify.Node]string {
	if p.open == nil {
		p.open = make(map[unify.Node]string)
		for d := range int32(len(p.Defs)) {
			if !p.textbook.derives(d) && !p.Solver.Derivation(d).Derived {
				continue // its nodes may have been undone
			}
			for _, i := range p.paramsOf(d) {
				n, ok := p.params[d][i]
				if !ok {
					continue
				}
				n = p.Graph.Find(n)
				if _, named := p.open[n]; !named && p.Graph.Flat(n) == unify.Open {
					p.open[n] = p.tree.Syms.Text(p.names.Sizes[i].Name)
				}
			}
		}
	}
	return p.open
}

// sizeName writes a size, or a type without parts.
func (p *program) sizeName(c unify.Constructor) string {
	return relation.Plain(p.Types.ConstructorName(c))
}

func (p *program) isModule(c unify.Constructor) bool {
	return slices.Contains(slices.Collect(maps.Values(p.modules)), c)
}

// headOf returns the head of the vocabulary without parts that a constructor is, or -1.
func (p *program) headOf(c unify.Constructor) int {
	for head := Int; head <= Bool; head++ {
		if p.binding.Heads[head].Constructor == c {
			return head
		}
	}
	return -1
}

// ShortSignature writes the input and output of a network, or the output of a part of one.
func (p *program) ShortSignature(s *patterns.Scheme, in, out int32, most int) (takes, gives string) {
	f, _ := p.WhatIs(message.Place{Scheme: s, Node: in})
	gives = p.Spell(message.Place{Scheme: s, Node: out}, most)
	if f == unify.Open {
		return "", gives
	}
	return "", p.Spell(message.Place{Scheme: s, Node: in}, most) + " -> " + gives
}

// mostOfStage is how many bytes of a stage are shown: stages contain other stages.
const mostOfStage = 2000

// Stages lists, by the functions of a node, the values of each with their types, in the order of the text: the input of
// a pipe, and the result of each stage. A value with an error, or that depends on one, has the type `error`.
func (p *program) Stages(d int32) (list []patterns.Stages) {
	if p.shown != nil {
		p = p.shown
	}
	p.Solver.Restore(d)
	if !p.Solver.Derivation(d).Derived {
		return nil
	}
	failed := make(map[int32]bool) // by site
	for _, c := range p.calls[d] {
		failed[c.site] = p.fails(&c)
	}
	for _, of := range p.stagesOf(d) {
		decl := &p.tree.Decls[of.decl]
		f := patterns.Stages{Function: p.tree.NameOf(decl), Span: decl.NameSpan}
		unknown := make(map[tensorscript.NodeID]bool)
		before := listed{make(map[tensorscript.NodeID]int), make(map[meaning]int)}
		for i, id := range of.stages {
			if i == patterns.MostStages {
				f.More = len(of.stages) - i
				break
			}
			_, out := p.Ends(d, p.siteOf[id])
			text := p.TypeOf(out)
			if p.scoped[id] == staged || p.tree.Is(id, tensorscript.OpCall, tensorscript.OpMethod) {
				c := p.callee(id)
				follows := c.kind == anOperation && p.scoped[id] == staged && unknown[p.prev[id]]
				unknown[id] = c.kind == nothing || failed[p.siteOf[id]] || follows
			}
			if text == "_" || unknown[id] {
				text = "error"
			}
			span := p.tree.Span(id)
			stage := patterns.Stage{Text: p.File.TextWithin(span, mostOfStage), Type: text, Span: span, Same: -1}
			p.list(&before, id)
			p.flow(&stage, id, &before)
			f.Stages = append(f.Stages, stage)
		}
		list = append(list, f)
	}
	return list
}

// fails reports whether the result of an operation is unknown, because the operation fails.
func (p *program) fails(c *stated) bool {
	if p.Graph.InstanceOf(c.first).State != unify.Fails {
		return c.operation.bad
	}
	f, fails := p.binding.Over(p.Graph).Fault(&p.machine, c.operation.rules[0], c.args)
	if fails && (f.Code == lang.RanksDiffer || f.Code == lang.KindsDiffer) {
		return true
	}
	for i := range c.operation.Of().Early {
		if p.Graph.InstanceOf(c.first+1+int32(i)).State == unify.Fires {
			return false
		}
	}
	return true
}

// isStage reports whether an expression is a stage, the input of a pipe, the condition of an if, or the whole result of
// a function.
func (p *front) isStage(id tensorscript.NodeID) bool {
	up := p.parents[id]
	kids := p.tree.Kids(up)
	switch {
	case p.scoped[id] == staged:
		return true
	case p.scoped[id] != valued || p.tree.Is(id, tensorscript.OpInt, tensorscript.OpFloat, tensorscript.OpPipe,
		tensorscript.OpBlock, tensorscript.OpLet):
		return false
	case p.tree.Is(up, tensorscript.OpPipe, tensorscript.OpIf):
		return kids[0] == id
	case p.tree.Is(up, tensorscript.OpBlock):
		return kids[len(kids)-1] == id
	}
	return p.tree.Is(up, tensorscript.OpLet) || p.tree.Is(up, tensorscript.OpArg) && p.tree.Is(id, tensorscript.OpName)
}
