package k

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/patgraph/patgraph/internal/corpus"
	"github.com/patgraph/patgraph/internal/gen"
	"github.com/patgraph/patgraph/internal/sample"
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/unify"
)

// sameAnalysis compares two analyses of one program number by number: nodes, events, instances, conflicts, derivations
// and diagnostics. Only the numbers of types may differ, since they affect no order.
func sameAnalysis(r, s *patterns.Result) error {
	g, h := r.Solver.Graph, s.Solver.Graph
	if a, b := g.Stats(), h.Stats(); a != b {
		return fmt.Errorf("%+v and %+v", a, b)
	}
	if a, b := r.Solver.Work(), s.Solver.Work(); a != b {
		return fmt.Errorf("work %d and %d", a, b)
	}
	flat := func(r *patterns.Result, f unify.Flat) string {
		if f.Head() == unify.NoHead {
			return fmt.Sprintf("%x", uint32(f))
		}
		return f.Form() + r.Types.Form(f.Head())
	}
	seen, last := make(map[*patterns.Scheme]bool), int32(-1)
	for n := unify.Node(0); int(n) < g.Len(); n++ {
		if g.Parent(n) != h.Parent(n) || fmt.Sprint(g.Edges(n)) != fmt.Sprint(h.Edges(n)) || g.Find(n) != h.Find(n) {
			return fmt.Errorf("node %d: %d %v and %d %v", n, g.Parent(n), g.Edges(n), h.Parent(n), h.Edges(n))
		}
		if a, b := flat(r, g.Flat(n)), flat(s, h.Flat(n)); a != b {
			return fmt.Errorf("node %d: %s and %s", n, a, b)
		}
		for _, origin := range []func(*unify.Graph, unify.Node) (int32, bool){(*unify.Graph).Made, (*unify.Graph).Site, (*unify.Graph).Instance, (*unify.Graph).UnfoldedBy} {
			a, ok := origin(g, n)
			b, alike := origin(h, n)
			if ok != alike || ok && a != b {
				return fmt.Errorf("node %d is from %d and %d", n, a, b)
			}
		}
		if i, ok := g.Instance(n); ok && i != last {
			last = i
			u, v := *r.Solver.UseOf(i), *s.Solver.UseOf(i)
			if !seen[u.Scheme] {
				a, b := r.Key(u.Scheme), s.Key(v.Scheme)
				if a != b || u.Callee >= 0 && !slices.Equal(u.Scheme.Anchor, v.Scheme.Anchor) {
					return fmt.Errorf("instance %d: %s %v and %s %v", i, a, u.Scheme.Anchor, b, v.Scheme.Anchor)
				}
				seen[u.Scheme] = true
			}
			u.Scheme, v.Scheme = nil, nil
			if !reflect.DeepEqual(u, v) {
				return fmt.Errorf("instance %d: %+v and %+v", i, u, v)
			}
		}
	}
	for e := range int32(g.Events()) {
		if g.Event(e) != h.Event(e) {
			return fmt.Errorf("event %d: %+v and %+v", e, g.Event(e), h.Event(e))
		}
	}
	if a, b := fmt.Sprint(g.Conflicts()), fmt.Sprint(h.Conflicts()); a != b {
		return fmt.Errorf("conflicts %s and %s", a, b)
	}
	for d := range int32(len(r.Definitions)) {
		if !reflect.DeepEqual(r.Definitions[d], s.Definitions[d]) {
			return fmt.Errorf("%+v and %+v", r.Definitions[d], s.Definitions[d])
		}
		x, y := r.Solver.Derivation(d), s.Solver.Derivation(d)
		told := func(r *patterns.Result, x *patterns.Derivation) string {
			first, end := r.Solver.Nodes(d)
			from, to := r.Solver.Events(d)
			made := ""
			if x.Derived {
				made = fmt.Sprint(x.Roots, first, end, from, to)
			}
			return fmt.Sprint(x.Derived, x.Bad, x.Recursion, x.Recursive, x.Converged, x.Unsettled, x.Rounds, x.Breach,
				x.Warn, x.WarnSite, x.Partners, made, r.Solver.Conflicts(d), r.Solver.Tainted(d))
		}
		if a, b := told(r, x), told(s, y); a != b {
			return fmt.Errorf("%s: %s and %s", r.Definitions[d].Name, a, b)
		}
		if a, b := signatureOf(r, d), signatureOf(s, d); a != b {
			return fmt.Errorf("%s : %s and %s", r.Definitions[d].Name, a, b)
		}
	}
	if a, b := messages(r), messages(s); a != b {
		return fmt.Errorf("%s\nand\n%s", a, b)
	}
	return h.Verify()
}

// Any number of branches produces the same graph as a sequential derivation.
func TestLawBranches(t *testing.T) { inDialects(t, branches) }

func branches(t *testing.T, draw func(*rapid.T) *draft) {
	rapid.Check(t, func(t *rapid.T) {
		source := plain().program(draw(t))
		one := Options{}
		if rapid.IntRange(0, 3).Draw(t, "limited") == 0 {
			one.Limits.Nodes = rapid.IntRange(1, 200).Draw(t, "nodes")
		}
		if rapid.IntRange(0, 3).Draw(t, "bounded") == 0 {
			one.Limits.Work = rapid.IntRange(1, 10_000).Draw(t, "work")
		}
		if rapid.Bool().Draw(t, "monomorphic") {
			one.Recursion = patterns.Monomorphic
		}
		many := one
		many.Jobs, many.leastBranched = rapid.IntRange(2, 4).Draw(t, "jobs"), 1
		f := lang.NewFile("in.k", []byte(source))
		if err := sameAnalysis(Analyze(context.Background(), f, one),
			Analyze(context.Background(), f, many)); err != nil {
			t.Fatalf("%v\n%s", err, source)
		}
	})
}

// The same law for realistic programs at their real sizes, and for definitions that cannot be derived in parallel.
func TestBranches(t *testing.T) {
	var programs []string
	c := corpus.Corpus{Seed: 6}
	for i := range sample.Size(120, 10) {
		programs = append(programs, string(c.Program(i).Source))
	}
	found, err := filepath.Glob("../../examples/*/*/*.k")
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range found {
		b, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		programs = append(programs, string(b))
	}
	turns := "turns = <.moves.end 0, [{.moves.next moves, .second first, .first second} turns, 1] PLUS>; one = {1 a, 2 b}; two = {3 c, 4 d};"
	for _, def := range []string{"f = {() moves, one first, two second} turns;",
		"g = {() moves, two first, one second} turns;", "h = turns;"} {
		turns += def
		programs = append(programs, turns)
	}
	narrow := 0
	for i, source := range programs {
		f := lang.NewFile("in.k", []byte(source))
		r := Analyze(context.Background(), f, Options{})
		for d := range r.Definitions {
			if r.Solver.Derivation(int32(d)).Warn == patterns.WarnNarrow {
				narrow++
			}
		}
		for _, least := range []int{0, 1} {
			if err := sameAnalysis(r, Analyze(context.Background(), f,
				Options{Jobs: 3, leastBranched: least})); err != nil {
				t.Fatalf("program %d: %v", i, err)
			}
		}
	}
	if narrow < 6 {
		t.Error("no definition is derived again from other signatures")
	}
}

// Every signature of a large group is as large as the group, so only those that other groups use are made.
func TestBranchesLargeGroup(t *testing.T) {
	f := lang.NewFile("in.k", []byte(gen.Ring(10_000)))
	one, many := Analyze(context.Background(), f, Options{}), Analyze(context.Background(), f, Options{Jobs: 3})
	if a, b := one.Solver.Graph.Stats(), many.Solver.Graph.Stats(); a != b {
		t.Errorf("%+v and %+v", a, b)
	}
	if a, b := signatureOf(one, 7), signatureOf(many, 7); a != b {
		t.Errorf("%.500s and %.500s", a, b)
	}
	if err := many.Solver.Graph.Verify(); err != nil {
		t.Error(err)
	}
}
