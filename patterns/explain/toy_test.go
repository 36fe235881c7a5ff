package explain_test

import (
	"cmp"
	"slices"
	"strings"
	"testing"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/explain"
	"github.com/patgraph/patgraph/unify"
)

// A toy is a program of a language without syntax: its definitions are lists of constraints on numbered patterns. It is
// what the solver and explanations need from a language.
type toy struct {
	defs     []definition
	labels   *patterns.Labels
	types    *patterns.Types
	declared bool // types have names
	solver   *patterns.Solver
	base     []unify.Node // by definition: its first node
}

type definition struct {
	name    string
	nodes   int
	says    []statement
	leftOut bool // it is not derived
}

// A statement is one constraint, with a name as in messages.
type statement struct {
	name   string
	kind   kind
	x, y   int
	flat   unify.Flat
	parts  []part
	callee string
	rel    unify.Relation
	args   []int
}

type kind int

const (
	describes kind = iota
	names          // describes as the type {{} a, {} b}
	equates
	wires // equates, as wiring
	calls
	relates
)

type part struct {
	label string
	to    int
}

// The patterns that every definition has.
const in, out = 0, 1

var (
	open   = unify.MakeFlat(unify.Product, false)
	closed = unify.MakeFlat(unify.Product, true)
	union  = unify.MakeFlat(unify.Union, false)
	vector = unify.MakeFlat(unify.Vector, false)
)

func def(name string, says ...statement) definition {
	nodes := 2
	for _, s := range says {
		nodes = max(nodes, s.x+1, s.y+1)
		for _, a := range s.args {
			nodes = max(nodes, a+1)
		}
		for _, p := range s.parts {
			nodes = max(nodes, p.to+1)
		}
	}
	return definition{name: name, nodes: nodes, says: says}
}

func is(name string, x int, flat unify.Flat, parts ...part) statement {
	return statement{name: name, kind: describes, x: x, flat: flat, parts: parts}
}

func isPair(name string, x int) statement { return statement{name: name, kind: names, x: x} }

func same(name string, x, y int) statement { return statement{name: name, kind: equates, x: x, y: y} }

func wire(x, y int) statement { return statement{name: "wiring", kind: wires, x: x, y: y} }

func call(name, callee string, takes, gives int) statement {
	return statement{name: name, kind: calls, x: takes, y: gives, callee: callee}
}

// Sites: those of a definition's statements, and from nodeSites on of its nodes.
const (
	sitesOfOne = 10_000
	nodeSites  = 5_000
)

// builtIn is the name of a function without a definition: it takes {a} and gives {}.
const builtIn = "built-in"

// derive solves a program.
func derive(mode patterns.Recursion, defs ...definition) *toy {
	t := &toy{defs: defs, base: make([]unify.Node, len(defs))}
	syms := lang.NewSymbols(4)
	for _, text := range []string{"a", "b", "c", "0"} {
		syms.Intern([]byte(text))
	}
	t.labels = patterns.NewLabels(syms)
	t.types = patterns.NewTypes(t.labels)
	size, start := make([]int32, len(defs)), []int32{0}
	var callees []int32
	for d := range defs {
		size[d] = int32(len(defs[d].says) + 1)
		for _, s := range defs[d].says {
			if s.kind == calls && s.callee != builtIn {
				callees = append(callees, t.number(s.callee))
			}
		}
		start = append(start, int32(len(callees)))
	}
	g := unify.New(t.types.Heads(), t.labels.Index())
	t.solver = patterns.NewSolver(nil, g, t.types, t,
		patterns.Calls{Size: size, Start: start, Callees: callees, Bad: make([]bool, len(defs))})
	t.solver.Mode, t.solver.Where = mode, true
	t.solver.Run(func(d int32) (bool, patterns.Breach) { return defs[d].leftOut, patterns.NoBreach })
	return t
}

func (t *toy) number(name string) int32 {
	return int32(slices.IndexFunc(t.defs, func(d definition) bool { return d.name == name }))
}

func (t *toy) Open(d int32, roots []unify.Node) []unify.Node {
	for i := range t.defs[d].nodes {
		n := t.solver.Graph.Leaf(d*sitesOfOne + nodeSites + int32(i))
		if i == 0 {
			t.base[d] = n
		}
	}
	return append(roots, t.base[d]+in, t.base[d]+out)
}

func (t *toy) Derive(d int32) {
	g := t.solver.Graph
	for i, s := range t.defs[d].says {
		r := unify.Reason{Rule: uint8(s.kind), Site: d*sitesOfOne + int32(i)}
		x, y := t.base[d]+unify.Node(s.x), t.base[d]+unify.Node(s.y)
		switch s.kind {
		case describes:
			var edges []unify.Edge
			for _, p := range s.parts {
				l, found := t.labels.Lookup(p.label)
				if !found {
					l = unify.Member
				}
				edges = append(edges, unify.Edge{Label: l, To: t.base[d] + unify.Node(p.to)})
			}
			g.Describe(x, s.flat, edges, r)
		case names:
			g.Named(x, t.pair(), r)
		case equates, wires:
			g.Equal(x, y, r)
		case relates:
			var args []unify.Node
			for _, a := range s.args {
				args = append(args, t.base[d]+unify.Node(a))
			}
			g.Relate(s.rel, r, args...)
		case calls:
			var roots []unify.Node
			var ok bool
			if s.callee == builtIn {
				roots, ok = t.solver.Instantiate(t.builtIn(), -1, r.Site, x, y)
			} else {
				roots, ok = t.solver.Use(t.number(s.callee), r.Site, x, y)
			}
			if ok {
				t.Refer(r.Site, []unify.Node{x, y}, roots)
			}
		}
		g.Solve()
	}
}

func (t *toy) pair() patterns.Type {
	a, _ := t.labels.Lookup("a")
	b, _ := t.labels.Lookup("b")
	unit := t.types.Product()
	return t.types.Product(unify.HeadField{Label: a, To: unit}, unify.HeadField{Label: b, To: unit})
}

func (t *toy) builtIn() *patterns.Scheme {
	s := &patterns.Scheme{Roots: []int32{0, 1}}
	a, _ := t.labels.Lookup("a")
	s.Graph.Add(open, []unify.Edge{{Label: a, To: 2}})
	s.Graph.Add(closed, nil)
	s.Graph.Add(unify.Open, nil)
	return s
}

func (t *toy) Refer(site int32, own, roots []unify.Node) {
	r := unify.Reason{Rule: uint8(calls), Site: site}
	t.solver.Graph.Equal(own[0], roots[0], r)
	t.solver.Graph.Equal(own[1], roots[1], r)
	t.solver.Graph.Solve()
}

func (t *toy) Note(int32, unify.Conflict) int32 { return 0 }

func (t *toy) Owner(site int32) int32 { return site / sitesOfOne }

func (t *toy) Cost(s explain.Source) int32 {
	if t.Wiring(s) {
		return 1
	}
	return 4
}

func (t *toy) Declared(unify.Head) bool { return t.declared }

func (t *toy) Describes(s explain.Source) bool {
	return s.Event >= 0 && kind(s.Reason.Rule) <= names
}

func (t *toy) Wiring(s explain.Source) bool { return s.Event >= 0 && kind(s.Reason.Rule) == wires }

func (t *toy) CompareLabels(a, b unify.Label) int {
	return strings.Compare(t.labels.Text(a), t.labels.Text(b))
}

func (t *toy) CompareDefinitions(a, b int32) int {
	return strings.Compare(t.defs[a].name, t.defs[b].name)
}

// saying returns the name of the statement of a constraint.
func (t *toy) saying(s explain.Source) string {
	d, at := s.Reason.Site/sitesOfOne, s.Reason.Site%sitesOfOne
	says := t.defs[d].says
	if at >= nodeSites { // a node whose first description is its own
		at = int32(slices.IndexFunc(says,
			func(s statement) bool { return s.kind <= names && int32(s.x) == at-nodeSites }))
	}
	return t.defs[d].name + " " + says[at].name
}

// core returns the names of a core's statements, sorted, each once: a call states two constraints.
func (t *toy) core(k *explain.Contradiction) []string {
	var all []string
	for _, c := range k.Core {
		all = append(all, t.saying(c.Source))
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// explained explains a definition, and checks the properties that every contradiction must have.
func (t *toy) explained(tb testing.TB, name string, most int) (all []*explain.Contradiction, complete bool) {
	tb.Helper()
	x := explain.New(t.solver, t)
	all, rest := x.Contradictions(t.number(name), most, firstOf)
	for _, k := range all {
		sound(tb, t, k)
	}
	return all, rest == explain.NothingLeft
}

// firstOf removes the first place that a contradiction cites.
func firstOf(k *explain.Contradiction) func(explain.Source) bool {
	return func(s explain.Source) bool { return s.Key() == k.Core[0].Source.Key() }
}

// fataler is the common part of testing and rapid.
type fataler interface {
	Helper()
	Fatalf(format string, args ...any)
}

// sound checks that a core contradicts itself, by a proof that the checker accepts, but not without any one member.
func sound(tb fataler, t *toy, k *explain.Contradiction) {
	tb.Helper()
	if err := k.System.Check(k.Proof); err != nil || !k.Checked {
		tb.Fatalf("the proof of %q is wrong: %v", t.core(k), err)
	}
	if !k.Minimal {
		tb.Fatalf("%q is not minimal", t.core(k))
	}
	for m := range k.Core {
		off := make([]bool, len(k.Copy))
		for i, c := range k.Copy {
			off[i] = c == int32(m)
		}
		if !k.System.Close(off).OK() {
			tb.Fatalf("%q is a contradiction without %q", t.core(k), t.saying(k.Core[m].Source))
		}
	}
	if len(k.Places) != k.System.Nodes {
		tb.Fatalf("%d places for %d nodes", len(k.Places), k.System.Nodes)
	}
	if len(k.Facts) < 2 {
		tb.Fatalf("%q has %d sides", t.core(k), len(k.Facts))
	}
}

// only expects one contradiction of a definition with this core.
func only(tb testing.TB, t *toy, name string, want ...string) *explain.Contradiction {
	tb.Helper()
	all, complete := t.explained(tb, name, 5)
	if len(all) != 1 || !complete {
		tb.Fatalf("%d contradictions in %s, complete: %v", len(all), name, complete)
	}
	slices.SortFunc(want, cmp.Compare[string])
	if got := t.core(all[0]); !slices.Equal(got, want) {
		tb.Fatalf("the core is %q, want %q", got, want)
	}
	return all[0]
}
