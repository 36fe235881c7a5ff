package relay

import (
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/relay"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/message"
)

// The methods of message.Syntax beyond message.Basic.

func (p *program) Construct(site int32) *message.Construct {
	id := relay.NodeID(site)
	switch p.roles[id] {
	case other:
		if p.tree.Nodes[id].Op == relay.OpTyParam {
			return &parameter
		}
		return &nothing
	case typed, shaped, element, dimension:
		return &typeConstructs[p.roles[id]-typed]
	case expression:
		if p.callsByName(id) {
			return &reference
		}
	}
	return &constructs[p.tree.Nodes[id].Op]
}

// callsByName reports whether an expression is a use of a global, a constructor or an operator.
func (p *front) callsByName(id relay.NodeID) bool {
	switch p.tree.Nodes[p.target(id)].Op {
	case relay.OpGlobal, relay.OpName:
		return !p.silent[id]
	}
	return false
}

func (p *program) DescribedBy(site int32) (rule, part uint8) {
	id := relay.NodeID(site)
	if p.roles[id] >= typed {
		return byType, 0
	}
	return describes[p.tree.Nodes[id].Op], 0
}

func (p *program) Span(site int32) lang.Span { return p.tree.Span(relay.NodeID(site)) }

// AppendKids appends the parts that have a pattern. Grouping nodes, such as a list of parameters or a clause, are
// skipped, and their parts are appended.
func (p *program) AppendKids(to []int32, site int32) []int32 {
	for _, kid := range p.tree.Kids(relay.NodeID(site)) {
		switch {
		case kid == relay.NoNode:
		case p.roles[kid] != other:
			to = append(to, int32(kid))
		default:
			switch p.tree.Nodes[kid].Op {
			case relay.OpParams, relay.OpTypes, relay.OpClause:
				to = p.AppendKids(to, int32(kid))
			}
		}
	}
	return to
}

func (p *program) AppendSlots(to []message.Slot, site int32) []message.Slot {
	if n := &p.tree.Nodes[site]; n.Op == relay.OpProject {
		index := p.tree.Kids(relay.NodeID(site))[1]
		i, _ := p.tree.Int(index)
		to = append(to, message.Slot{Label: p.labelAt(&p.built.indices, "", int(i)), Span: p.tree.Span(index), Part: -1})
	}
	return to
}

func (p *program) Variable(site int32) string {
	switch n := &p.tree.Nodes[site]; n.Op {
	case relay.OpLocal, relay.OpGraph, relay.OpVar, relay.OpBind:
		return p.tree.Syms.Text(n.Sym)
	}
	return ""
}

func (p *program) Callee(site int32) (d int32, ok bool) {
	id := relay.NodeID(site)
	if p.roles[id] != expression || !p.callsByName(id) {
		return -1, false
	}
	to := p.target(id)
	if p.names.Meaning[to] == relay.MeansGlobal && !p.apart[site] {
		return p.def[p.names.At[to]], true
	}
	return -1, true
}

// Label renders a label of a type. Labels of tuples are printed as they are written.
func (p *program) Label(text string) string {
	if patterns.IsIndex(text) {
		return text
	}
	return p.Basic.Label(text)
}
