package toy

import (
	"github.com/patgraph/patgraph/internal/cancel"
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/language"
	"github.com/patgraph/patgraph/patterns/message"
	"github.com/patgraph/patgraph/patterns/repair"
	"github.com/patgraph/patgraph/unify"
)

// A program is a derived program.
type program struct {
	message.Basic
	repair.Plain
	parser
	options language.Options
	watch   *cancel.Watch
	syms    *lang.Symbols
	atoms   [text + 1]patterns.Type // of literals
}

// derived derives the program of a text, without some constraints.
func derived(f *lang.File, o language.Options, watch *cancel.Watch, leftOut func(*program) message.Holes) *program {
	p := &program{options: o, watch: watch, syms: lang.NewSymbols(0)}
	p.Basic = message.Basic{Program: &message.Program{Syntax: p, File: f}, Constructs: constructs, Rules: rules,
		Described: describes, Vocabulary: &words}
	p.parse()
	o.Ended(patterns.Parsed)
	p.options.Phase = nil // programs that are tried have no phases
	p.Link()
	p.LeftOut = leftOut(p)
	p.Begin(p.syms, nil)
	p.atoms[number] = p.Types.AddAtom("number", unify.IndexLiterals, nil, p.Types.Product())
	p.atoms[text] = p.Types.AddAtom("string", unify.AllLiterals, nil, p.Types.Product())
	p.Solve(p, o.Limits, o.Recursion, watch)
	return p
}

// The rules. Each has one part.
const (
	byLiteral uint8 = iota
	byField
	byRecord
	byCall
	byVariable
	byChain
	byEnd // the value of a chain or a let is that of its last part
)

// Derive states the constraints of the rules.
func (p *program) Derive(d int32) {
	of := func(site int32) unify.Node { in, _ := p.Opened(d, site); return in }
	gives := func(site int32) unify.Node { _, out := p.Opened(d, site); return out }
	for e := p.Defs[d].First; e <= p.Defs[d].Root && !p.Graph.Exceeded(); e++ {
		p.watch.Step()
		n, by := &p.Nodes[e], func(rule uint8) unify.Reason { return unify.Reason{Rule: rule, Site: e} }
		switch n.Op {
		case number, text:
			p.Named(gives(e), p.atoms[n.Op], by(byLiteral))
		case call:
			if n.To < 0 {
				break
			}
			own := []unify.Node{of(e), gives(e)}
			if roots, ok := p.Solver.Use(n.To, e, own...); ok {
				p.Refer(e, own, roots)
			}
		case variable:
			p.Equal(gives(e), gives(n.To), by(byVariable))
		case read:
			p.Describe(of(e), unify.MakeFlat(unify.Product, false),
				[]unify.Edge{{Label: n.Slots[0].Label, To: gives(e)}}, by(byField))
		case record:
			var edges []unify.Edge
			for _, s := range n.Slots {
				edges = append(edges, unify.Edge{Label: s.Label, To: gives(s.Part)})
			}
			p.Describe(gives(e), unify.MakeFlat(unify.Product, true), edges, by(byRecord))
		case chain:
			for i, kid := range n.Kids[1:] {
				p.Equal(gives(n.Kids[i]), of(kid), by(byChain))
			}
		}
		if n.Op >= chain {
			p.Equal(gives(e), gives(n.Kids[len(n.Kids)-1]), by(byEnd))
		}
		p.Graph.Solve()
	}
}

// Refer unifies a reference with the value of a definition, which has no input.
func (p *program) Refer(site int32, own, roots []unify.Node) {
	p.Equal(own[1], roots[1], unify.Reason{Rule: byCall, Site: site})
	p.Graph.Solve()
}
