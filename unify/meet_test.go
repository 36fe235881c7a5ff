package unify_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/patgraph/patgraph/internal/gen"
	"github.com/patgraph/patgraph/unify"
)

// The table of shapes in the original design, in the terms of package patterns. Its cells are for patterns with the
// same labels, which are not indices, except that next to a vector labels do not occur.
const seedTable = `
	      (...)  {...}  <...>  ()    []    {}    <>
<>      <>     –      <>     <>    –     –     <>
{}      {}     {}     –      {}    –     {}
[]      []     []     –      []    []
()      ()     {}     <>     ()
<...>   <...>  –      <...>
{...}   {...}  {...}
(...)   (...)
`

func TestSeedTable(t *testing.T) {
	forms := map[string]unify.Flat{
		"(...)": unify.Open, "{...}": unify.MakeFlat(unify.Product|unify.Vector, false),
		"<...>": unify.MakeFlat(unify.Union, false), "()": unify.MakeFlat(unify.AnyShape, true),
		"[]": unify.MakeFlat(unify.Vector, false), "{}": unify.MakeFlat(unify.Product, true),
		"<>": unify.MakeFlat(unify.Union, true),
	}
	w := gen.NewWorld(2)
	other := w.Labels[1:2]
	cells := 0
	lines := strings.Split(strings.Trim(seedTable, "\n"), "\n")
	columns := strings.Fields(lines[0])
	for _, line := range lines[1:] {
		row := strings.Fields(line)
		for i, want := range row[1:] {
			labels := other
			if row[0] == "[]" || columns[i] == "[]" {
				labels = nil
			}
			a, b := claim{forms[row[0]], labels}, claim{forms[columns[i]], labels}
			for _, m := range []*meeting{
				meet(w, a, b).unify([2]int{0, 1}),
				meet(w, b, a).unify([2]int{0, 1}),
			} {
				got := "–"
				if len(m.g.Conflicts()) == 0 {
					got = m.g.Flat(m.g.Find(0)).Form()
				}
				if got != want {
					t.Errorf("%s with %s is %s; the table says %s", row[0], columns[i], got, want)
				}
			}
			cells++
		}
	}
	if cells != 28 {
		t.Errorf("%d cells, not 28", cells)
	}
	// The last column: a named type meets each of them, with its own shape.
	for i, f := range strings.Fields("(...) {...} () {} (...) <...> () <> (...) {...} () []") {
		h := w.Heads.Add([]unify.Shape{unify.Product, unify.Union, unify.Vector}[i/4], nil)
		got := meet(w, claim{forms[f], nil}, claim{w.Heads.Flat(h), nil}).unify([2]int{0, 1})
		if len(got.g.Conflicts()) > 0 {
			t.Errorf("%s clashes with a type of the same shape", f)
		} else if got := got.g.Flat(got.g.Find(0)); got.Head() != h || got.Form() != "type" {
			t.Errorf("%s with a type is %s", f, got.Form())
		}
	}
}

// parse reads a claim: brackets around labels, ... for open, $name for a head.
// Labels of one letter; digits are indices.
func parse(heads map[string]unify.Head, w *gen.World, s string) claim {
	if name, ok := strings.CutPrefix(s, "$"); ok {
		h, ok := heads[name]
		if !ok {
			panic("no head " + name)
		}
		return claim{w.Heads.Flat(h), nil}
	}
	var c claim
	closed := true
	for _, l := range strings.Split(s[1:len(s)-1], ",") {
		switch l {
		case "":
		case "...":
			closed = false
		case "member":
			c.labels = append(c.labels, unify.Member)
		default:
			c.labels = append(c.labels, unify.Label(l[0]))
		}
	}
	switch s[0] {
	case '(':
		c.flat = unify.MakeFlat(unify.AnyShape, closed)
	case '<':
		c.flat = unify.MakeFlat(unify.Union, closed)
	case '[':
		c.flat = unify.MakeFlat(unify.Vector, false)
	case '{':
		c.flat = unify.MakeFlat(unify.Product, closed)
		if !closed {
			c.flat = unify.MakeFlat(unify.Product|unify.Vector, false)
		}
	}
	return c
}

// write is the inverse of parse, for a representative.
func write(g *unify.Graph, n unify.Node) string {
	f := g.Flat(n)
	if f.Head() != unify.NoHead {
		return "type"
	}
	var labels []string
	for _, e := range g.Edges(n) {
		if e.Label == unify.Member {
			labels = append(labels, "member")
		} else {
			labels = append(labels, string(rune(e.Label)))
		}
	}
	slices.Sort(labels)
	form := f.Form()
	if !f.Closed() && !f.IsVector() {
		labels = append(labels, "...")
	}
	return form[:1] + strings.Join(labels, ",") + strings.TrimPrefix(form[1:], "...")
}

// The rules of flat unification that are not in the table.
func TestMeetRules(t *testing.T) {
	w := gen.NewWorld(1)
	w.Index = nil
	for l := '0'; l <= '9'; l++ {
		w.Index.Add(unify.Label(l))
	}
	h := w.Heads
	unit, number := w.Named[0], w.Named[1]
	field := func(l rune, to unify.Head) unify.HeadField { return unify.HeadField{Label: unify.Label(l), To: to} }
	heads := map[string]unify.Head{
		"unit": unit, "int": number, "string": w.Named[2],
		"bool":     h.AddLiteral(unify.ListedLiterals, []unify.Label{'t', 'f'}, unit),
		"{int x}":  h.Add(unify.Product, []unify.HeadField{field('x', number)}),
		"{int 0}":  h.Add(unify.Product, []unify.HeadField{field('0', number)}),
		"<int 0>":  h.Add(unify.Union, []unify.HeadField{field('0', number)}),
		"<x,y>":    h.Add(unify.Union, []unify.HeadField{field('x', unit), field('y', unit)}),
		"[int]":    h.Add(unify.Vector, []unify.HeadField{{Label: unify.Member, To: number}}),
		"{int x}'": h.Add(unify.Product, []unify.HeadField{field('x', number)}),
		"<>":       h.Add(unify.Union, nil),
	}
	for _, c := range []struct{ claims, want string }{
		// Labels of open patterns are united, those of closed ones are final.
		{"(a,...) (b,...)", "(a,b,...)"},
		{"(a,...) (a,b)", "(a,b)"},
		{"(a,c,...) (a,b)", "clash"},
		{"(a) (a,b)", "clash"},
		{"{a} {a}", "{a}"},
		{"{a} {b}", "clash"},
		{"{a,...} {b,...}", "{a,b,...}"},
		{"<a,...> <a,b>", "<a,b>"},
		{"<a,...> {a,...}", "clash"},
		{"<a> {a}", "clash"},
		{"{} <>", "clash"},
		{"() ()", "()"},
		// {...} with (): a product, or a vector if the labels are indices.
		{"{...} (a)", "{a}"},
		{"{a,...} (a,b)", "{a,b}"},
		{"{b,...} (a)", "clash"},
		{"{...} (0,1)", "{0,1}|[]"},
		{"{...} ()", "{}|[]"},
		{"{0,...} (2,3)", "[member]"},
		{"{0,...} (0,3)", "{0,3}|[]"},
		{"{0,...} (0,3) {...}", "{0,3}|[]"},
		{"{0,...} (0,3) {0,3}", "{0,3}"},
		{"{0,...} (0,3) {0}", "clash"},
		{"{0,...} (0,3) (1,...)", "[member]"},
		{"{0,...} (0,3) <...>", "clash"},
		{"{0,...} (0,3) (a,...)", "clash"},
		// Two closed sets of indices: only a vector is left.
		{"(0) (1)", "[member]"},
		{"(0) (1) (2)", "[member]"},
		{"() (0)", "[member]"},
		{"(0) (1) {0}", "clash"},
		{"(0) (1) {...}", "[member]"},
		{"(0) (1) <...>", "clash"},
		{"(0) (1) (a,...)", "clash"},
		{"(0) (a)", "clash"},
		{"(0,a) (0,b)", "clash"},
		// Vectors admit indices only.
		{"[] (0,7,...)", "[member]"},
		{"[] (0,a,...)", "clash"},
		{"[member] {3,...}", "[member]"},
		{"[] (0,1)", "[member]"},
		{"[] {0}", "clash"},
		{"[] []", "[]"},
		{"[] ()", "[]"},
		// All three clash together, but no two of them do.
		{"(0) (1) <0,...>", "clash"},
		{"{...} (0) <...>", "clash"},
		{"(0) (1) $<int 0>", "clash"},
		// Structural heads are closed.
		{"$unit {}", "type"},
		{"$unit ()", "type"},
		{"$unit <>", "clash"},
		{"$<> <>", "type"},
		{"$<> $unit", "clash"},
		{"${int x} (x,...)", "type"},
		{"${int x} (...)", "type"},
		{"${int x} (x)", "type"},
		{"${int x} {x}", "type"},
		{"${int x} ()", "clash"},
		{"${int x} (x,y,...)", "clash"},
		{"${int x} <x,...>", "clash"},
		{"${int x} ${int x}", "type"},
		{"${int x} ${int x}'", "clash"},
		{"${int 0} {0,...}", "type"},
		{"${int 0} (0)", "type"},
		{"${int 0} (1)", "clash"},
		{"${int 0} []", "clash"},
		{"$<int 0> (0,...)", "type"},
		{"$<int 0> {0,...}", "clash"},
		{"$<int 0> (0) (1)", "clash"},
		{"$<x,y> <x,...>", "type"},
		{"$<x,y> <x>", "clash"},
		{"$<x,y> (x) ", "clash"},
		{"$<x,y> (x,y) ", "type"},
		// Vector heads are accessed by index.
		{"$[int] {0,...}", "type"},
		{"$[int] (0,1)", "type"},
		{"$[int] (0) (1)", "type"},
		{"$[int] [member]", "type"},
		{"$[int] (f,...)", "clash"},
		{"$[int] <0,...>", "clash"},
		{"$[int] {0}", "clash"},
		{"$[int] $int", "clash"},
		// Literal heads: unions over their literals, never closed.
		{"$int (0,1,...)", "type"},
		{"$int (a,...)", "clash"},
		{"$int <5,...>", "type"},
		{"$int {5,...}", "clash"},
		{"$int (5)", "clash"},
		{"$int ()", "clash"},
		{"$int <>", "clash"},
		{"$int []", "clash"},
		{"$int (...)", "type"},
		{"$string (a,0,...)", "type"},
		{"$string <a>", "clash"},
		{"$bool (t,...) (f,...)", "type"},
		{"$bool (x,...)", "clash"},
		{"$bool <t,f>", "clash"},
		{"$int $string", "clash"},
		{"$int $int", "type"},
	} {
		var cs []claim
		for _, s := range split(c.claims) {
			cs = append(cs, parse(heads, w, s))
		}
		order := make([]int, len(cs))
		for i := range order {
			order[i] = i
		}
		permutations(order, func(p []int) {
			m := meet(w, cs...)
			for _, i := range p[1:] {
				m.unify([2]int{p[0], i})
			}
			got := "clash"
			if len(m.g.Conflicts()) == 0 {
				got = write(m.g, m.g.Find(0))
			}
			if got != c.want {
				t.Errorf("%s in the order %v is %s; want %s", c.claims, p, got, c.want)
			}
			if m.g.Meets(m.node...) != (c.want != "clash") {
				t.Errorf("%s: Meets says %v", c.claims, c.want == "clash")
			}
			if err := m.g.Verify(); err != nil {
				t.Errorf("%s: %v", c.claims, err)
			}
		})
	}
}

// split divides at spaces outside of heads.
func split(s string) []string {
	var parts []string
	for _, p := range strings.Fields(s) {
		if n := len(parts); n > 0 && strings.HasPrefix(parts[n-1], "$") && strings.ContainsAny(parts[n-1], "{<[") &&
			!strings.ContainsAny(parts[n-1], "}>]") {
			parts[n-1] += " " + p
			continue
		}
		parts = append(parts, p)
	}
	return parts
}

func permutations(s []int, visit func([]int)) {
	var from func(int)
	from = func(i int) {
		if i == len(s) {
			visit(s)
			return
		}
		for j := i; j < len(s); j++ {
			s[i], s[j] = s[j], s[i]
			from(i + 1)
			s[i], s[j] = s[j], s[i]
		}
	}
	from(0)
}
