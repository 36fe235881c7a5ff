package k

import (
	"context"
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/patgraph/patgraph/internal/gen"
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/unify"
)

// The data for pictures agrees with the results.

func TestBody(t *testing.T) {
	r := analyze("f = {.a.b x, .c y};\ng = f {.x first, 1 second};\n")
	b, ok := r.Front.Body(0, -1, patterns.ReasonSteps)
	if !ok {
		t.Fatal("f was derived, but has no body")
	}
	in, out := b.Nodes[b.In.To], b.Nodes[b.Out.To]
	if in.Shape != "(a, c, ...)" || out.Shape != "{x, y}" {
		t.Errorf("f takes %s and gives %s", in.Shape, out.Shape)
	}
	if got, want := in.Edges[0].Because.Text, "`.a` reads the field `a` (1:6)"; !strings.HasSuffix(got.String(), want) {
		t.Errorf("the reason of `a` is %q, want one that ends in %q", got, want)
	}
	if got, want := out.Because.Text.String(),
		"this builds a product of exactly the fields `x`, `y` (1:5)"; got != want {
		t.Errorf("the reason of the output is %q, want %q", got, want)
	}
	x, a := out.Edges[0], in.Edges[0]
	if x.Label != "x" || a.Label != "a" || b.Nodes[a.To].Edges[0].To != x.To {
		t.Error("the part x of what f gives is not the part a.b of what it takes")
	}
	g, _ := r.Front.Body(1, -1, patterns.ReasonSteps)
	if len(g.Calls) != 1 || g.Calls[0].Callee != 0 || g.Calls[0].In != g.In {
		t.Errorf("the calls of g are %+v", g.Calls)
	}
}

// The graph of a body equals the quotient in the data format; every expression uses two of its nodes, and every fact
// has a reason.
func checkBody(t *rapid.T, r *patterns.Result, d int32) {
	list := r.Front.Expressions(d)
	b, ok := r.Front.Body(d, -1, patterns.ReasonSteps)
	if ok != (len(list) > 0) {
		t.Fatalf("definition %d: a body %v, and %d expressions", d, ok, len(list))
	}
	if !ok {
		return
	}
	var roots []unify.Node
	for _, e := range list {
		roots = append(roots, e.In, e.Out)
	}
	if len(b.Clashes) == 0 {
		if want := r.Solver.Quotient(roots...).Graph.Len(); len(b.Nodes) != want {
			t.Fatalf("%d nodes; the quotient has %d", len(b.Nodes), want)
		}
	}
	uses := 0
	for i := range b.Nodes {
		n := &b.Nodes[i]
		uses += len(n.Uses)
		for _, e := range n.Edges {
			if e.To < 0 || int(e.To) >= len(b.Nodes) {
				t.Fatalf("an edge to node %d of %d", e.To, len(b.Nodes))
			}
			if e.Because.Text.String() == "" && len(b.Clashes) == 0 {
				t.Fatalf("no reason why %s has %s", n.Shape, e.Label)
			}
		}
	}
	if uses != len(roots) {
		t.Fatalf("%d uses for %d expressions", uses, len(list))
	}
}

// checkHistory compares the history with the trace: two expressions are in one tree of the history up to a step exactly
// if they are in one class after that step.
func checkHistory(t *rapid.T, r *patterns.Result, d int32) {
	h, ok := r.Front.History(d)
	if !ok {
		return
	}
	trace, _ := r.Front.Trace(d, math.MaxInt)
	if int(h.Steps) != len(trace) {
		t.Fatalf("a history of %d steps; the trace has %d", h.Steps, len(trace))
	}
	parts := make([]int, len(h.Nodes))
	was := make([][]string, len(h.Nodes))
	for i := range h.Nodes {
		n := &h.Nodes[i]
		if n.Parent < 0 {
			continue
		}
		p := &h.Nodes[n.Parent]
		was[n.Parent] = append(was[n.Parent], n.Shape)
		if int(n.Parent) <= i || p.Step <= n.Step {
			t.Fatalf("node %d of step %d was taken in by node %d of step %d", i, n.Step, n.Parent, p.Step)
		}
		parts[n.Parent]++
	}
	// In a recursive group a union may include a node that the step of another member made.
	alone := len(r.Solver.Group(d)) == 1
	for i := range h.Nodes {
		if n := &h.Nodes[i]; alone && n.Step > 0 && parts[i] > 2 || n.Step == 0 && parts[i] > 0 {
			t.Fatalf("node %d of step %d has %d parts", i, n.Step, parts[i])
		}
	}
	// The classes of the two sides before a step are those that it unites.
	for i := range h.Nodes {
		if n := &h.Nodes[i]; alone && parts[i] == 2 {
			before := trace[n.Step-1].Before
			slices.Sort(before[:])
			slices.Sort(was[i])
			if !slices.Equal(before[:], was[i]) {
				t.Fatalf("step %d makes one of %q; before, there were %q", n.Step, before, was[i])
			}
		}
	}
	ends := 2 * len(r.Front.Expressions(d))
	for step := int32(0); step <= h.Steps; step += max(1, h.Steps/7) {
		b, ok := r.Front.Body(d, step, patterns.ReasonSteps)
		if !ok || b.Step != step || b.Steps != h.Steps {
			t.Fatalf("the moment of step %d is that of %d of %d", step, b.Step, b.Steps)
		}
		trees := make(map[int32]bool)
		for i := range ends {
			at := int32(i)
			for p := h.Nodes[at].Parent; p >= 0 && h.Nodes[p].Step <= step; p = h.Nodes[at].Parent {
				at = p
			}
			trees[at] = true
		}
		if step == h.Steps {
			continue // the solved graph unites equal types
		}
		classes := 0
		for i := range b.Nodes {
			if len(b.Nodes[i].Uses) > 0 {
				classes++
			}
		}
		if classes != len(trees) {
			t.Fatalf("after step %d there are %d classes of expressions and %d trees", step, classes, len(trees))
		}
	}
}

func TestPictureLaws(t *testing.T) {
	programs := rapid.OneOf(rapid.Custom(gen.Program), rapid.Custom(gen.LaterProgram), rapid.Custom(func(t *rapid.T) string {
		return plain().program(drawDraft(t))
	}))
	rapid.Check(t, func(t *rapid.T) {
		source := programs.Draw(t, "program")
		r := Analyze(context.Background(), lang.NewFile("a.k", []byte(source)), Options{Sketch: true})
		for d := range r.Definitions {
			checkBody(t, r, int32(d))
			checkHistory(t, r, int32(d))
		}
		for i := range r.Diagnostics {
			if ex := r.Diagnostics[i].Explanation; ex != nil && ex.Sketch != nil {
				checkSketch(t, &r.Diagnostics[i])
			}
		}
	})
}

// A walk begins at its first witness, even if a recursion shows that witness at a place of a copy, and goes from place
// to place.
func TestSketchBeginsAtA(t *testing.T) {
	r := Analyze(context.Background(), lang.NewFile("a.k", []byte(`
		$nat = <nat 1, {} 0>;
		add  = ${nat x, nat y} <{.x.1 x, {.y 1} y} add, .y>;
		mult = <{{.x.1 x, .y y} mult x, .yx y} add, {} {() 0}>;
		{{{{} 0} 1} x, {{} 0} y} ${nat x, nat y} mult
	`)), Options{Sketch: true})
	s := r.Diagnostics[0].Explanation.Sketch
	at := int32(0)
	for _, l := range s.Links {
		if l.From != at || l.To != at+1 {
			t.Fatalf("a link from %d to %d, and the walk is at %d", l.From, l.To, at)
		}
		at = l.To
	}
	if s.Places[0].Witness != "A" || s.Places[at].Witness != "B" {
		t.Errorf("from %q to %q", s.Places[0].Witness, s.Places[at].Witness)
	}
}

// If a walk returns to its beginning, both sides are at one place.
func TestSketchRound(t *testing.T) {
	r := Analyze(context.Background(), lang.NewFile("a.k", []byte(`
		f0 = f2; f1 = [[$string, (), f3] {f2 a, () b}, "s"]; f2 = .a; f3 = <f0, ()>;
	`)), Options{Sketch: true})
	for i := range r.Diagnostics {
		s := r.Diagnostics[i].Explanation.Sketch
		ends := 0
		for _, p := range s.Places {
			if p.Claim.String() != "" {
				ends++
			}
		}
		if ends == 1 {
			if !slices.ContainsFunc(s.Places, func(p lang.SketchPlace) bool {
				return p.Witness != "" && p.Claim.String() == "`$string` takes and gives a string"
			}) {
				t.Errorf("no place of %+v is a witness", s.Places)
			}
			return
		}
	}
	t.Error("no walk comes back to where it began")
}

// checkSketch checks that the picture of a clash connects every two places with facts, and contains at least the core.
func checkSketch(t *rapid.T, d *lang.Diagnostic) {
	s := d.Explanation.Sketch
	beside := make([][]int32, len(s.Places))
	for _, l := range s.Links {
		if l.From < 0 || int(l.From) >= len(s.Places) || l.To < 0 || int(l.To) >= len(s.Places) ||
			l.Group >= int32(len(s.Groups)) {
			t.Fatalf("a link %+v among %d places", l, len(s.Places))
		}
		beside[l.From] = append(beside[l.From], l.To)
		beside[l.To] = append(beside[l.To], l.From)
	}
	var ends []int32
	letters := ""
	for i, p := range s.Places {
		if p.Text.String() == "" {
			t.Fatalf("place %d has no text", i)
		}
		if p.Claim.String() != "" {
			ends = append(ends, int32(i))
		}
		letters += p.Witness
	}
	if len(ends) == 0 || !strings.Contains(letters, "A") {
		t.Fatalf("%s: %s: %d places say something, with the letters %q", d.Code, d.Message, len(ends), letters)
	}
	if s.Places[0].Witness != "A" {
		t.Fatalf("%s: %s: the first place is %+v and not the first witness", d.Code, d.Message, s.Places[0])
	}
	reached := []int32{ends[0]}
	for i := 0; i < len(reached); i++ {
		for _, n := range beside[reached[i]] {
			if !slices.Contains(reached, n) {
				reached = append(reached, n)
			}
		}
	}
	if len(reached) != len(s.Places) {
		t.Fatalf("%s: %s: of %d places only %d hang together", d.Code, d.Message, len(s.Places), len(reached))
	}
	for i, g := range s.Groups {
		if int(g.Parent) >= i {
			t.Fatalf("group %d is within group %d", i, g.Parent)
		}
	}
}
