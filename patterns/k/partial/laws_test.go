package partial

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/patgraph/patgraph/internal/gen"
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/k"
	"github.com/patgraph/patgraph/lang/k/eval"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/language"
	"github.com/patgraph/patgraph/unify"
)

// Few labels, so that many programs are well-typed and their merges have cases to distinguish.
var words = gen.Vocabulary{Labels: []string{"a", "b", "x", "y", "0"},
	Leaves: []string{"()", "0", "1", "2", `"a"`, `"b"`, "[]", "{}", "true", "false", "$n", "$p", "$l", "$u",
		"?{X x, Y y}", "?<X a, Y b>", "$[n]", "$int", "SNOC", "GT", "EQ", "DIV", "CONS", "<>", "PLUS", "toDateStr"},
	Forms: []string{"{_ x, _ y}", "[_]", "[_, _]", "(| _ ^)", "{_ car, _ cdr} CONS", "(_ _)", "<_, _>", "<_, _>",
		"<_, _, _>"}}

const prelude = "$n = <{} a, n b>; $p = {n x, n y}; $l = <{} a, {n x, l y} b>; $u = <int a, {} b, [n] x>;\n"

// In k6 products may have one field, too.
var laterWords = gen.Vocabulary{Later: true, Labels: words.Labels,
	Leaves: []string{"()", "{}", "<>", "_log!", "$n", "$p", "$l", "$u", "$1", "?{X x, Y y}", "?<X a, Y b>", "?{X x}",
		"?{X a, ...}"},
	Forms: []string{"{_ x, _ y}", "(_ _)", "<_, _>", "<_, _, _>"}}

const laterPrelude = "-- dialect: k6\n$n = <{} a, n b>; $p = {n x, n y}; " +
	"$l = <{} a, {n x, l y} b>; $1 = {n x}; $u = <@1 a, {} b, {u a} x>;\n"

// definitions draws the definitions of a program.
func definitions(t *rapid.T, later bool) []string {
	v := &words
	if later {
		v = &laterWords
	}
	names := []string{"f0", "f1", "f2", "f3"}[:rapid.IntRange(1, 4).Draw(t, "definitions")]
	return v.Definitions(t, names, 4, true)
}

// leafOf returns the leaf that contains a value.
func (a *analyzer) leafOf(d int32, v eval.Value) *treeNode {
	t, e := &a.trees[d], a.explorers[d]
	at := int32(0)
	for t.nodes[at].path != noPath {
		n := &t.nodes[at]
		var steps []unify.Label
		for p := n.path; p > 0; p = e.paths[p].from {
			steps = append(steps, e.paths[p].step)
		}
		part := v
		for _, l := range slices.Backward(steps) {
			part = a.partOf(part, l)
		}
		if a.partOf(part, stepOr(n.test)) != nil {
			at = n.yes
		} else {
			at = n.no
		}
	}
	return &t.nodes[at]
}

// stepOr returns the step of a projection with a test.
func stepOr(test unify.Label) unify.Label {
	if test == cell {
		return stepHead
	}
	return test
}

// partOf is a projection, extended by the head and the tail of a vector; nil if the part does not exist.
func (a *analyzer) partOf(v eval.Value, l unify.Label) eval.Value {
	if v == nil {
		return nil
	}
	parts := eval.Parts(v)
	switch v.Kind() {
	case eval.Vector:
		switch i, ok := a.index(l); {
		case l == stepHead && len(parts) > 0:
			return parts[0]
		case l == stepTail && len(parts) > 0:
			return eval.VectorValue(parts[1:]...)
		case ok && i < len(parts):
			return parts[i]
		}
		return nil
	case eval.Product, eval.Variant:
		for i, text := range eval.Labels(v) {
			if l > 0 && text == a.labels.Text(l) {
				return parts[i]
			}
		}
		return nil
	}
	text, ok := eval.Text(v)
	if !ok {
		text = eval.JSON(v)
	}
	if l > 0 && text == a.labels.Text(l) {
		return eval.Unit()
	}
	return nil
}

// A marker checks the marks of branches in runs.
type marker struct {
	a       *analyzer
	bad     string
	lacking string // the definition of a merge that lacks the tag of its input, according to a warning
}

func (m *marker) certain(e k.NodeID) bool {
	p := m.a.parents[e]
	if p == k.NoNode || m.a.tree.Nodes[p].Op != k.OpMerge {
		return false
	}
	for d := range m.a.tree.Defs {
		if def := &m.a.tree.Defs[d]; e >= def.First && e <= def.Root {
			return !m.a.trees[d].unknown && !m.a.trees[d].partial
		}
	}
	return false
}

func (m *marker) Enter(e k.NodeID, in eval.Value) {
	if m.certain(e) && m.a.marks[e]&tried == 0 {
		m.bad = "a branch was reached: " + m.a.tree.File.Text(m.a.tree.Span(e)) + " on " + eval.JSON(in)
	}
}

func (m *marker) Leave(e k.NodeID, in, out eval.Value) {
	for _, dg := range m.a.result.Diagnostics {
		if dg.Code == lang.PartialDefinition && dg.Span == m.a.tree.Span(e) && in.Kind() == eval.Variant &&
			strings.Contains(dg.Message.String(), "`"+eval.Labels(in)[0]+"`") {
			if m.lacking = dg.Definition; out != nil {
				m.bad = "a merge takes a tag that it lacks: " + eval.JSON(in)
			}
		}
	}
	if m.certain(e) && out != nil && m.a.marks[e]&defined == 0 {
		m.bad = "a branch was defined: " + m.a.tree.File.Text(m.a.tree.Span(e)) + " on " + eval.JSON(in)
	}
	if m.certain(e) && out == nil && m.a.marks[e]&undefined == 0 {
		m.bad = "a branch was undefined: " + m.a.tree.File.Text(m.a.tree.Span(e)) + " on " + eval.JSON(in)
	}
}

// hold checks all claims about a program on random values of its input patterns. It returns the number of runs, and the
// number of definitions with claims.
func hold(t interface {
	Helper()
	Errorf(string, ...any)
}, source string, seed uint64, values int) (runs, known int) {
	t.Helper()
	_, a := of(t, source, language.Settings{Totality: true})
	if a == nil {
		return 0, 0
	}
	random := rand.New(rand.NewPCG(seed, 7))
	for d := range a.tree.Defs {
		if a.trees[d].unknown {
			continue
		}
		known++
		e := a.explorers[d]
		for range values {
			m := maker{a: a, e: e, most: 200, pick: random.IntN}
			v, ok := m.make(e.in, 0, 0)
			if !ok {
				continue
			}
			runs++
			w := &marker{a: a}
			o := a.program().Run(int32(d), v, eval.Options{Fuel: 3000, Memory: 1 << 20, Observer: w})
			leaf := a.leafOf(int32(d), v)
			switch {
			case o.Verdict == lang.Defined && slices.ContainsFunc(a.result.Diagnostics, func(dg lang.Diagnostic) bool {
				return dg.Code == lang.NeverDefined && dg.Definition == a.result.Definitions[d].Name
			}):
				t.Errorf("%s\n%s is defined on %s, but there is a warning that it never is", source,
					a.result.Definitions[d].Name, eval.JSON(v))
			case o.Verdict == lang.Defined && leaf.ends&defined == 0,
				o.Verdict == lang.Undefined && leaf.ends&undefined == 0:
				t.Errorf("%s\n%s is %v on %s, where it can only be %b", source, a.result.Definitions[d].Name, o.Verdict,
					eval.JSON(v), leaf.ends)
			case o.Verdict == lang.Defined && w.lacking == a.result.Definitions[d].Name:
				t.Errorf("%s\n%s is defined on %s, although a merge in it lacks a branch", source, w.lacking,
					eval.JSON(v))
			case w.bad != "":
				t.Errorf("%s\n%s on %s: %s", source, a.result.Definitions[d].Name, eval.JSON(v), w.bad)
			}
		}
	}
	return runs, known
}

// A surely defined function is never undefined, a surely undefined one never gives a value, an endless one does
// neither, and no branch contradicts its marks.
func TestClaimsHold(t *testing.T) {
	t.Run("k4", func(t *testing.T) { claimsHold(t, prelude, false) })
	t.Run("k6", func(t *testing.T) { claimsHold(t, laterPrelude, true) })
}

func claimsHold(t *testing.T, prelude string, later bool) {
	runs, known := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		r, n := hold(t, prelude+strings.Join(definitions(t, later), ""), rapid.Uint64().Draw(t, "seed"), 8)
		runs, known = runs+r, known+n
	})
	if known < 20 || runs < 100 {
		t.Errorf("only %d definitions and %d runs were looked at", known, runs)
	}
}

// Arbitrary programs cause no crash, and claims about them hold.
func TestAnyProgram(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) { hold(t, gen.Program(t), 1, 4) })
	rapid.Check(t, func(t *rapid.T) { hold(t, "-- dialect: k6\n"+gen.LaterProgram(t), 1, 4) })
}

// summary returns all claims about a program, by definition, without places. For a polymorphic recursion of several
// definitions it names none: the warning is at the first use in the text that does not fit the single
// pattern.
func summary(r *patterns.Result) string {
	var lines []string
	for i := range r.Definitions {
		lines = append(lines, fmt.Sprintf("%s %+v", r.Definitions[i].Name, r.Totality[i]))
	}
	for i := range r.Diagnostics {
		d := &r.Diagnostics[i]
		if d.Code == lang.PolymorphicRecursion {
			lines = append(lines, string(d.Code))
			continue
		}
		lines = append(lines, fmt.Sprintf("%s %s %s %q", d.Definition, d.Code, d.Message, d.Notes))
	}
	slices.Sort(lines)
	return strings.Join(lines, "\n")
}

// The order of definitions does not matter.
func TestOrder(t *testing.T) {
	t.Run("k4", func(t *testing.T) { order(t, prelude, false) })
	t.Run("k6", func(t *testing.T) { order(t, laterPrelude, true) })
}

func order(t *testing.T, prelude string, later bool) {
	rapid.Check(t, func(t *rapid.T) {
		defs := definitions(t, later)
		one, _ := of(t, prelude+strings.Join(defs, ""), language.Settings{Totality: true, Partial: true})
		other, _ := of(t, prelude+strings.Join(rapid.Permutation(defs).Draw(t, "order"), ""),
			language.Settings{Totality: true, Partial: true})
		if one.Errors() > 0 {
			return // reports about errors may depend on the order
		}
		if x, y := summary(one), summary(other); x != y {
			t.Fatalf("%s\n%s\n\nin another order:\n%s", defs, x, y)
		}
	})
}
