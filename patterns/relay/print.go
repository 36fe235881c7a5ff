package relay

import (
	"maps"
	"slices"
	"strings"

	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/message"
	"github.com/patgraph/patgraph/unify"
)

// pieces returns the pieces of text and the parts that print a type.
func (p *program) pieces(at message.Place) []message.Piece {
	f, fields := p.WhatIs(at)
	c := f.Constructor()
	of := func(l unify.Label) message.Piece { return p.Under(at, fields, l) }
	text := func(s string) message.Piece { return message.Piece{Text: s} }
	list := func(open string, labels []unify.Label, end string) []message.Piece {
		return p.Listed(at, fields, open, labels, end)
	}
	b := &p.built
	labels := p.Types.Heads().Parts(max(c, 0))
	switch {
	case f.Dynamic():
		return []message.Piece{text("?")}
	case c == unify.NoConstructor && f.Closed() && f.IsProduct():
		return p.Tuple(at, fields)
	case c == unify.NoConstructor:
		return []message.Piece{text(p.openName(at))}
	case p.Types.IsParameter(c):
		return []message.Piece{text(p.Types.ConstructorName(c))}
	case c == b.tensor:
		shape := of(b.shape)
		if shape.At != nil {
			if g, _ := p.WhatIs(*shape.At); g.Constructor() == p.binding.ListOf(0) {
				return []message.Piece{of(b.dtype)}
			}
		}
		return []message.Piece{text("Tensor["), shape, text(", "), of(b.dtype), text("]")}
	case c == b.ref:
		return []message.Piece{text("Ref("), of(b.of), text(")")}
	case p.isFunction(c):
		return append(list("fn (", labels[:len(labels)-1], ") -> "), of(b.result))
	case p.binding.IsList(c):
		return list("(", labels, ")")
	}
	name := p.binding.Name(c)
	if len(labels) > 0 || p.isData(c) {
		return list(name+"[", labels, "]")
	}
	return []message.Piece{text(name)}
}

// isData reports whether a constructor is that of a declared type.
func (p *program) isData(c unify.Constructor) bool {
	return slices.Contains(slices.Collect(maps.Values(p.data)), c)
}

// ShortSignature prints the type of a definition, or of a part of it.
func (p *program) ShortSignature(s *patterns.Scheme, _, out int32, most int) (takes, gives string) {
	params, d := p.paramsIn(s, out)
	var clauses []string
	if d >= 0 && p.options.Generalize {
		n := p.namingOf(s, out, d)
		params, clauses = append(params, n.params...), n.clauses
		p.using = n
		defer func() { p.using = nil }()
	}
	whole := message.Place{Scheme: s, Node: out}
	gives = p.SpellPlace(whole, most, func(at message.Place) []message.Piece {
		parts := p.pieces(at)
		if len(params) > 0 && at == whole && parts[0].Text == "fn (" {
			parts[0].Text = "fn [" + strings.Join(params, ", ") + "]("
		}
		return parts
	})
	if d >= 0 {
		clauses = append(p.whereText(s, out, d), clauses...)
	}
	if len(clauses) > 0 {
		gives += " where " + strings.Join(clauses, ", ")
	}
	return "", gives
}

// paramsIn returns the definition of a signature and its type parameters with their kinds. For a part of a signature it
// returns nil and -1.
func (p *program) paramsIn(s *patterns.Scheme, out int32) (names []string, d int32) {
	if p.owners == nil {
		p.owners = make(map[signatureKey]int32)
		for d := range p.Defs {
			v := p.Solver.View(int32(d))
			p.owners[signatureKey{v.Scheme, v.Out}] = int32(d)
		}
	}
	d, ok := p.owners[signatureKey{s, out}]
	if !ok || p.Defs[d].Root < 0 {
		return nil, -1
	}
	listed := make(map[unify.Constructor]bool)
	add := func(c unify.Constructor) {
		if listed[c] {
			return
		}
		listed[c] = true
		name := p.Types.ConstructorName(c)
		if kind := p.kindOf(p.paramOf[c]); kind != typed {
			name += ": " + kindNames[kind]
		}
		names = append(names, name)
	}
	for _, param := range p.paramsOf(p.rootOf(d)) {
		add(p.parameter(param))
	}
	for _, o := range s.Opened {
		if p.Types.IsParameter(o.Parameter) {
			add(o.Parameter)
		}
	}
	return names, d
}

// A signatureKey is a node of a signature.
type signatureKey struct {
	scheme *patterns.Scheme
	out    int32
}
