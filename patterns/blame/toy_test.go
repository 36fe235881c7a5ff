package blame

import (
	"strings"
	"testing"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/explain"
	"github.com/patgraph/patgraph/patterns/tell"
	"github.com/patgraph/patgraph/unify"
)

// toy is a language without a parser: its sites are written down. Site i takes and gives
// a value; what it is says its kind.
type toy struct {
	tell.Syntax // what is not asked
	sites       []site
	defs        []int32 // the last site of each definition
	syms        *lang.Symbols
	labels      *patterns.Labels
	solver      *patterns.Solver
	base        []unify.Node
}

type site struct {
	kind   tell.Kind
	kids   []int32
	labels string // of a product those of its parts, else that of the site
	callee int32
}

func (t *toy) slots(s site) (slots []tell.Slot) {
	for i, text := range strings.Fields(s.labels) {
		slot := tell.Slot{Label: unify.Label(t.syms.InternString(text)), Part: -1}
		if i < len(s.kids) {
			slot.Part = s.kids[i]
		}
		slots = append(slots, slot)
	}
	return slots
}

// AppendSlots gives the labels of a site places within its own.
func (t *toy) AppendSlots(to []tell.Slot, at int32) []tell.Slot {
	slots := t.slots(t.sites[at])
	for i := range slots {
		from := t.Span(at).Start + 1 + int32(i)
		slots[i].Span = lang.Span{Start: from, End: from + 1}
	}
	return append(to, slots...)
}

func (t *toy) Span(at int32) lang.Span                 { return lang.Span{Start: 10 * at, End: 10*at + 9} }
func (t *toy) AppendKids(to []int32, at int32) []int32 { return append(to, t.sites[at].kids...) }
func (t *toy) Construct(at int32) *tell.Construct      { return &tell.Construct{Kind: t.sites[at].kind} }
func (t *toy) Callee(at int32) (int32, bool) {
	return t.sites[at].callee, t.sites[at].kind == tell.Calls
}
func (t *toy) Definitions() int              { return len(t.defs) }
func (t *toy) Rule(_, part uint8) *tell.Rule { return &tell.Rule{Wiring: part == 1} }
func (t *toy) Declared(unify.Head) bool      { return false }

func (t *toy) CompareDefinitions(a, b int32) int { return int(a - b) }

func (t *toy) Definition(d int32) tell.Definition {
	first := int32(0)
	if d > 0 {
		first = t.defs[d-1] + 1
	}
	return tell.Definition{First: first, Root: t.defs[d]}
}

func (t *toy) Ends(d, at int32) (in, out unify.Node) {
	n := t.base[d] + 2*unify.Node(at-t.Definition(d).First)
	return n, n + 1
}

func (t *toy) ShortSignature(*patterns.Scheme, int32, int32, int) (takes, gives string) {
	return "in", "out"
}

func (t *toy) Open(d int32) (in, out unify.Node) {
	def := t.Definition(d)
	t.base[d] = t.solver.Graph.LeafPairs(def.First, def.Root)
	return t.Ends(d, def.Root)
}

func (t *toy) Derive(d int32) {
	g := t.solver.Graph
	def := t.Definition(d)
	for at := def.First; at <= def.Root; at++ {
		says, joins, hands := unify.Reason{Site: at}, unify.Reason{Part: 1, Site: at}, unify.Reason{Part: 2, Site: at}
		s := t.sites[at]
		in, out := t.Ends(d, at)
		switch s.kind {
		case tell.Passes:
			g.Equal(in, out, says)
		case tell.Reads:
			g.Describe(in, unify.Open, []unify.Edge{{Label: t.slots(s)[0].Label, To: out}}, says)
		case tell.Product:
			var edges []unify.Edge
			for _, l := range t.slots(s) {
				kidIn, kidOut := t.Ends(d, l.Part)
				g.Equal(in, kidIn, hands)
				edges = append(edges, unify.Edge{Label: l.Label, To: kidOut})
			}
			g.Describe(out, unify.MakeFlat(unify.Product, true), edges, says)
		case tell.Composes:
			last := in
			for i, kid := range s.kids {
				kidIn, kidOut := t.Ends(d, kid)
				reason := hands
				if i == 0 {
					reason = joins
				}
				g.Equal(last, kidIn, reason)
				last = kidOut
			}
			g.Equal(out, last, joins)
		case tell.Calls:
			if s.callee < 0 {
				break
			}
			if i, o, ok := t.solver.Use(s.callee, at, in, out); ok {
				g.Equal(in, i, hands)
				g.Equal(out, o, hands)
			}
		}
		g.Solve()
	}
}

func (t *toy) Refer(int32, unify.Node, unify.Node, unify.Node, unify.Node) {}

func (t *toy) Note(int32, unify.Conflict) int32 { return 0 }

// derived returns a program of definitions, each given by its sites.
func derived(defs ...[]site) *tell.Program {
	t := &toy{syms: lang.NewSymbols(0), base: make([]unify.Node, len(defs))}
	start, size := []int32{0}, []int32(nil)
	var callees []int32
	for _, sites := range defs {
		t.sites = append(t.sites, sites...)
		t.defs = append(t.defs, int32(len(t.sites))-1)
		size = append(size, int32(len(sites)))
		for _, s := range sites {
			t.slots(s)
			if s.kind == tell.Calls && s.callee >= 0 {
				callees = append(callees, s.callee)
			}
		}
		start = append(start, int32(len(callees)))
	}
	t.labels = patterns.NewLabels(t.syms)
	types := patterns.NewTypes(t.labels)
	g := unify.New(types.Heads(), t.labels.Index())
	t.solver = patterns.NewSolver(nil, g, types, t, size, start, callees, make([]bool, len(defs)))
	t.solver.Run(func(int32) (bool, patterns.Breach) { return false, patterns.NoBreach })
	return &tell.Program{Syntax: t, Labels: t.labels, Types: types, Graph: g, Solver: t.solver}
}

// contradiction is the first one of a definition.
func contradiction(t *testing.T, p *tell.Program, d int32) *explain.Contradiction {
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
