package blame

import (
	"strings"
	"testing"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/explain"
	"github.com/patgraph/patgraph/patterns/message"
	"github.com/patgraph/patgraph/patterns/repair"
	"github.com/patgraph/patgraph/unify"
)

// toy is a language without a parser: its sites are given directly. Site i has an input and an output; its kind
// determines its constraints.
type toy struct {
	message.Basic
	repair.Plain
}

type site struct {
	kind   message.Kind
	kids   []int32
	labels string // for a product the labels of its parts, otherwise that of the site
	callee int32
}

// The rules.
const (
	says uint8 = iota
	joins
	hands
)

func (t *toy) Derive(d int32) {
	g := t.Graph
	for at := t.Defs[d].First; at <= t.Defs[d].Root; at++ {
		by := func(rule uint8) unify.Reason { return unify.Reason{Rule: rule, Site: at} }
		n := t.Nodes[at]
		in, out := t.Opened(d, at)
		switch message.Kind(n.Op) {
		case message.Passes:
			g.Equal(in, out, by(says))
		case message.Reads:
			g.Describe(in, unify.Open, []unify.Edge{{Label: n.Slots[0].Label, To: out}}, by(says))
		case message.Product:
			var edges []unify.Edge
			for _, l := range n.Slots {
				kidIn, kidOut := t.Opened(d, l.Part)
				g.Equal(in, kidIn, by(hands))
				edges = append(edges, unify.Edge{Label: l.Label, To: kidOut})
			}
			g.Describe(out, unify.MakeFlat(unify.Product, true), edges, by(says))
		case message.Composes:
			last, rule := in, joins
			for _, kid := range n.Kids {
				kidIn, kidOut := t.Opened(d, kid)
				g.Equal(last, kidIn, by(rule))
				last, rule = kidOut, hands
			}
			g.Equal(out, last, by(joins))
		case message.Calls:
			if n.To < 0 {
				break
			}
			if roots, ok := t.Solver.Use(n.To, at, in, out); ok {
				g.Equal(in, roots[0], by(hands))
				g.Equal(out, roots[1], by(hands))
			}
		}
		g.Solve()
	}
}

func (t *toy) Refer(int32, []unify.Node, []unify.Node) {}

func (t *toy) Rederive(*lang.File, func(int32) int32, repair.Memory) *repair.Program { return nil }

// derived returns a program of definitions, each given by its sites. A label is within its site.
func derived(defs ...[]site) *repair.Program {
	t := &toy{}
	syms := lang.NewSymbols(0)
	for _, sites := range defs {
		first := int32(len(t.Nodes))
		for _, s := range sites {
			at := 10 * int32(len(t.Nodes))
			n := message.Node{Op: uint8(s.kind), Span: lang.Span{Start: at, End: at + 9}, To: s.callee, Kids: s.kids}
			for i, text := range strings.Fields(s.labels) {
				from := at + 1 + int32(i)
				span := lang.Span{Start: from, End: from + 1}
				slot := message.Slot{Label: unify.Label(syms.InternString(text)), Span: span, Part: -1}
				if i < len(s.kids) {
					slot.Part = s.kids[i]
				}
				n.Slots = append(n.Slots, slot)
			}
			t.Add(n)
		}
		t.Defs = append(t.Defs, message.Definition{First: first, Root: int32(len(t.Nodes)) - 1})
	}
	for kind := range message.Composes + 1 {
		t.Constructs = append(t.Constructs, message.Construct{Kind: kind})
	}
	t.Rules = []message.Rule{joins: {Wiring: true}, hands: {}}
	t.Program = &message.Program{Syntax: t, File: lang.NewFile("", nil), Labels: patterns.NewLabels(syms)}
	t.Types = patterns.NewTypes(t.Labels)
	t.Misnamed = make([]bool, len(defs))
	t.Solve(t, patterns.Limits{}, 0, nil)
	return &repair.Program{Program: t.Program, Language: t, Size: len(t.Nodes)}
}

// contradiction returns the first contradiction of a definition.
func contradiction(t *testing.T, p *repair.Program, d int32) *explain.Contradiction {
	t.Helper()
	all, _ := p.Explainer().Contradictions(d, 1, func(*explain.Contradiction) func(explain.Source) bool {
		return func(explain.Source) bool { return false }
	})
	if len(all) == 0 {
		t.Fatal("no contradiction")
	}
	return all[0]
}

func names(f *Features) string {
	var list []string
	for i, x := range f {
		if x != 0 {
			list = append(list, FeatureNames[i])
		}
	}
	return strings.Join(list, ", ")
}
