package sound

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"github.com/patgraph/patgraph/lang/k"
)

// labels are those of generated programs of k4. 0 and 1 are indices, and true is a value.
var labels = []string{"a", "b", "c", "0", "1", "true"}

// A maker generates programs: along types, which makes nearly all of those well-typed, with random parts, or altogether
// at random.
type maker struct {
	*rand.Rand
	program
	goals  []goal // by definition: its intended input and output
	budget int
	wild   int // percentage of random parts
}

// A goal is the intended input and output type of a term.
type goal struct{ in, out code }

var (
	intCode    = code{name: "int"}
	stringCode = code{name: "string"}
	boolCode   = code{name: "bool"}
	unitCode   = code{op: '{'}
)

// makeProgram generates a program of a dialect from a random source.
func makeProgram(r *rand.Rand, d k.Dialect) *program {
	m := maker{Rand: r}
	m.dialect = d
	m.wild = []int{0, 0, 0, 3, 10, 100}[r.IntN(6)]
	if d == k.K4 {
		m.strays = m.wild > 0 && r.IntN(2) == 0
		m.unknowns = r.IntN(20) == 0
	}
	for i := range r.IntN(3) {
		m.types = append(m.types, m.typeDefinition(i))
	}
	if r.IntN(8) == 0 {
		for range 1 + r.IntN(2) {
			m.defs = append(m.defs, m.filters())
		}
		return &m.program
	}
	for range 1 + r.IntN(4) {
		m.goals = append(m.goals, goal{m.someCode(2), m.someCode(2)})
	}
	for i := range m.goals {
		m.budget = 4 + r.IntN(24)
		m.defs = append(m.defs, m.expression(m.goals[i], 6))
	}
	return &m.program
}

// filters makes a composition of filters, codes and projections: every pair of flat patterns is unified in some.
func (m *maker) filters() *term {
	if m.later() {
		return m.laterFilters()
	}
	t := comp()
	if m.IntN(3) == 0 {
		// A pattern that is a closed product or a vector is rare by chance.
		n := 1 + m.IntN(3)
		for range 1 + m.IntN(2) {
			box := leaf("?(" + strings.Join([]string{"V0 0", "V1 1", "(...) 2"}[:n], ", ") + ")")
			t.kids = append(t.kids, leaf("?"+[]string{"{...}", "{(...) 0, ...}", "{V1 0, ...}"}[m.IntN(3)]), box)
			if m.IntN(2) == 0 {
				slices.Reverse(t.kids)
			}
		}
	}
	for range 2 + m.IntN(3) {
		switch k := m.IntN(12); {
		case k == 0:
			t.kids = append(t.kids, leaf("$"+[]string{"int", "string", "bool", "[int]", "{}", "{int a, int b}",
				"<{} a, int 0>", "[{}]"}[m.IntN(8)]))
		case k == 1:
			t.kids = append(t.kids, leaf("."+[]string{"0", "1", "a"}[m.IntN(3)]))
		default:
			t.kids = append(t.kids, leaf("?"+m.flatFilter()))
		}
	}
	return t
}

// flatFilter makes a filter of any form with a few labels, mostly indices.
func (m *maker) flatFilter() string {
	if m.IntN(6) == 0 {
		return "[V" + strconv.Itoa(m.IntN(2)) + "]"
	}
	var parts []string
	from := m.IntN(4)
	for _, l := range [][]string{{"0", "1"}, {"0", "1", "2"}, {"2", "0"}, {"a", "0", "b"}}[from] {
		if m.IntN(2) == 0 {
			parts = append(parts, []string{"V0", "V1", "(...)", "$int", "[(...)]"}[m.IntN(5)]+" "+l)
		}
	}
	if m.IntN(2) == 0 {
		parts = append(parts, "...")
	}
	return within([]string{"()", "{}", "<>"}[m.IntN(3)], parts)
}

// within writes parts within brackets.
func within(brackets string, parts []string) string {
	return brackets[:1] + strings.Join(parts, ", ") + brackets[1:]
}

func (m *maker) later() bool { return m.dialect == k.K6 }

func (m *maker) chance(of100 int) bool { return m.IntN(100) < of100 }

// typeDefinition makes a type that has a finite value: a union whose first tag does not refer to a defined type.
func (m *maker) typeDefinition(i int) code {
	if m.later() {
		return m.laterDefinition(i)
	}
	c := code{op: '<', labels: []string{labels[m.IntN(3)]},
		parts: []code{[]code{unitCode, intCode, stringCode}[m.IntN(3)]}}
	for _, l := range labels[:4] {
		if l != c.labels[0] && m.IntN(2) != 0 {
			c.labels = append(c.labels, l)
			c.parts = append(c.parts, m.code(2, i+1))
		}
	}
	if m.IntN(5) == 0 {
		return code{op: '{', labels: []string{"a", "b"}, parts: []code{c, m.code(1, i)}}
	}
	return c
}

// someCode makes a type of the program.
func (m *maker) someCode(depth int) code {
	if m.later() {
		return m.laterCode(depth, len(m.types))
	}
	return m.code(depth, len(m.types))
}

// code makes a type that refers only to the first `names` definitions.
func (m *maker) code(depth, names int) code {
	k := m.IntN(10)
	if depth == 0 {
		k %= 6
	}
	switch {
	case k < 4 && names > 0:
		return code{name: "t" + strconv.Itoa(m.IntN(names))}
	case k < 5:
		return []code{intCode, intCode, stringCode, boolCode}[m.IntN(4)]
	case k == 5:
		return unitCode
	case k == 6:
		return code{op: '[', parts: []code{m.code(depth-1, names)}}
	}
	c := code{op: '<'}
	least := 1
	if k < 9 {
		c.op, least = '{', 2
	}
	for i, l := range labels[:4] {
		if 4-i <= least-len(c.labels) || m.IntN(2) == 0 {
			c.labels = append(c.labels, l)
			c.parts = append(c.parts, m.code(depth-1, names))
		}
	}
	return c
}

// unfolded returns a code without a name at its top, unless it is built in.
func (m *maker) unfolded(c code) code {
	for c.op == 0 { // other names refer to earlier definitions
		n, err := strconv.Atoi(strings.TrimLeft(c.name, "@t"))
		if err != nil || n >= len(m.types) {
			break
		}
		c = m.types[n]
	}
	return c
}

func (c code) text() string {
	var b strings.Builder
	c.write(&b, &spelling{})
	return b.String()
}

func same(a, b code) bool { return a.text() == b.text() }

// expression makes a term with a goal, or at random.
func (m *maker) expression(g goal, depth int) *term {
	m.budget--
	if m.wild > 0 && m.chance(m.wild) {
		return m.random(min(depth, 3))
	}
	if m.budget <= 0 || depth <= 0 {
		return m.shortest(g, 8)
	}
	switch m.IntN(16) {
	case 0, 1, 2:
		if t := m.project(g, depth); t != nil {
			return t
		}
	case 3, 4, 5:
		if t := m.build(g, depth); t != nil {
			return t
		}
	case 6, 7:
		t := &term{op: opMerge}
		for range 2 + m.IntN(2) {
			t.kids = append(t.kids, m.expression(g, depth-1))
		}
		return t
	case 8, 9:
		via := m.someCode(1)
		return comp(m.expression(goal{g.in, via}, depth-1), m.expression(goal{via, g.out}, depth-1))
	case 10, 11, 12:
		return m.call(g, depth)
	case 13:
		if m.later() {
			break
		}
		if in, out := m.unfolded(g.in), m.unfolded(g.out); in.op == '[' && out.op == '[' {
			return &term{op: opCaret, kids: []*term{comp(leaf("|"),
				m.expression(goal{in.parts[0], out.parts[0]}, depth-1))}}
		}
	case 14:
		if m.later() {
			break
		}
		return m.builtin(g, depth)
	case 15:
		if m.IntN(2) == 0 {
			return comp(leaf("$"+g.in.text()), m.expression(g, depth-1))
		}
		return comp(m.expression(g, depth-1), leaf("?"+m.filterOf(g.out, 2)))
	}
	if same(g.in, g.out) && m.IntN(2) == 0 {
		return leaf("()")
	}
	return m.shortest(g, 8)
}

// project makes a term that begins with a projection.
func (m *maker) project(g goal, depth int) *term {
	in := m.unfolded(g.in)
	if len(in.labels) == 0 {
		return nil
	}
	sign := "."
	if m.later() && in.op == '<' {
		sign = "/"
	}
	i := m.IntN(len(in.labels))
	t := leaf(sign + in.labels[i])
	if same(in.parts[i], g.out) {
		return t
	}
	return comp(t, m.expression(goal{in.parts[i], g.out}, depth-1))
}

// build makes a term that ends with a constructor of the output type.
func (m *maker) build(g goal, depth int) *term {
	out := m.unfolded(g.out)
	switch {
	case out.op == '{':
		t := &term{op: opProduct, labels: out.labels}
		for _, p := range out.parts {
			t.kids = append(t.kids, m.expression(goal{g.in, p}, depth-1))
		}
		return t
	case out.op == '<' && len(out.labels) > 0:
		i := m.IntN(len(out.labels))
		if m.later() && same(out.parts[i], g.in) && m.IntN(2) == 0 {
			return leaf("|" + out.labels[i])
		}
		return m.variant(m.expression(goal{g.in, out.parts[i]}, depth-1), out.labels[i])
	case out.op == '[':
		t := &term{op: opVector}
		for range m.IntN(3) {
			t.kids = append(t.kids, m.expression(goal{g.in, out.parts[0]}, depth-1))
		}
		return t
	}
	return nil
}

// call makes a term that calls a definition.
func (m *maker) call(g goal, depth int) *term {
	f := m.IntN(len(m.goals))
	for i := range m.goals {
		if same(m.goals[i].in, g.in) && same(m.goals[i].out, g.out) && m.IntN(2) == 0 {
			f = i
		}
	}
	t := comp()
	if !same(g.in, m.goals[f].in) {
		t.kids = append(t.kids, m.expression(goal{g.in, m.goals[f].in}, depth-2))
	}
	t.kids = append(t.kids, &term{op: opRef, ref: f})
	if !same(m.goals[f].out, g.out) {
		t.kids = append(t.kids, m.expression(goal{m.goals[f].out, g.out}, depth-2))
	}
	if len(t.kids) == 1 {
		return t.kids[0]
	}
	return t
}

// builtin makes a term with a built-in function that returns the output type.
func (m *maker) builtin(g goal, depth int) *term {
	vector := func(of code) code { return code{op: '[', parts: []code{of}} }
	via := func(name string, in code) *term {
		return comp(m.expression(goal{g.in, in}, depth-1), leaf(name))
	}
	out := m.unfolded(g.out)
	switch {
	case out.name == "int":
		if m.IntN(4) == 0 {
			return comp(via("DIV", vector(intCode)), leaf([]string{".div", ".rem"}[m.IntN(2)]))
		}
		return via([]string{"PLUS", "TIMES"}[m.IntN(2)], vector(intCode))
	case out.name == "string":
		if m.IntN(2) == 0 {
			return via("toJSON", m.someCode(1))
		}
		return via("CONCAT", vector(stringCode))
	case out.name == "bool":
		return leaf([]string{"true", "false"}[m.IntN(2)])
	case out.op == '[' && out.parts[0].name == "string" && m.IntN(2) == 0:
		return via("toVEC", stringCode)
	case out.op == '[':
		if m.IntN(3) == 0 {
			return via([]string{"EQ", "GT"}[m.IntN(2)], g.out)
		}
		return via("CONS", code{op: '{', labels: []string{"car", "cdr"}, parts: []code{out.parts[0], g.out}})
	case m.IntN(2) == 0:
		return comp(m.expression(goal{g.in, vector(g.out)}, depth-1), leaf("SNOC"), leaf(".car"))
	}
	return via("_log!", g.out)
}

// shortest makes a term that does not use its input.
func (m *maker) shortest(g goal, depth int) *term {
	if same(g.in, g.out) {
		return leaf("()")
	}
	out := m.unfolded(g.out)
	switch {
	case out.name == "int":
		return leaf(strconv.Itoa(m.IntN(7) - 2))
	case out.name == "string":
		return leaf([]string{`"s"`, `""`, `"true"`, `"2"`}[m.IntN(4)])
	case out.name == "bool":
		return leaf("true")
	case out.op == '[' || out.op == '{' && len(out.labels) == 0 || depth == 0:
		return leaf(map[bool]string{true: "[]", false: "{}"}[out.op == '['])
	case out.op == '{':
		t := &term{op: opProduct, labels: out.labels}
		for _, p := range out.parts {
			t.kids = append(t.kids, m.shortest(goal{g.in, p}, depth-1))
		}
		return t
	case out.op == '<' && len(out.labels) > 0:
		// The first tag of a definition does not refer to a defined type.
		return m.variant(m.shortest(goal{g.in, out.parts[0]}, depth-1), out.labels[0])
	}
	return leaf("<>")
}

// filterOf makes a filter that a type passes.
func (m *maker) filterOf(c code, depth int) string {
	if depth == 0 || m.IntN(4) == 0 {
		if m.IntN(2) == 0 {
			return "$" + c.text()
		}
		return "(...)"
	}
	u := m.unfolded(c)
	switch u.op {
	case 0:
		return "$" + u.name
	case '[':
		return "[" + m.filterOf(u.parts[0], depth-1) + "]"
	}
	var parts []string
	open := m.IntN(2) == 0
	for i, l := range u.labels {
		if open && m.IntN(2) == 0 {
			continue
		}
		parts = append(parts, m.filterOf(u.parts[i], depth-1)+" "+l)
	}
	if open {
		parts = append(parts, "...")
	}
	b := "{}"
	if u.op == '<' {
		b = "<>"
	}
	if !m.later() && m.IntN(4) == 0 {
		b = "()"
	}
	return within(b, parts)
}

// variant tags the result of a term.
func (m *maker) variant(t *term, label string) *term {
	if m.later() {
		return comp(t, leaf("|"+label))
	}
	return &term{op: opProduct, labels: []string{label}, kids: []*term{t}}
}

// labels returns the labels of programs, with those of types first.
func (m *maker) labels() []string {
	if m.later() {
		return laterLabels
	}
	return labels
}

// random makes any term.
func (m *maker) random(depth int) *term {
	m.budget--
	later := m.later()
	kinds, firstLabels := 24, 3
	if later {
		kinds, firstLabels = 22, len(laterLabels)
	}
	k := m.IntN(kinds)
	if depth == 0 || m.budget <= 0 {
		k %= 13
	}
	kids := func(least int) []*term {
		list := make([]*term, least+m.IntN(4-least))
		for i := range list {
			list[i] = m.random(depth - 1)
		}
		return list
	}
	switch {
	case k < 8 && later:
		return m.laterLeaf(k)
	case k < 8:
		return m.randomLeaf(k)
	case k < 10:
		return &term{op: opRef, ref: m.IntN(len(m.goals))}
	case k < 11:
		return leaf("$" + m.someCode(1).text())
	case k < 13:
		return leaf("?" + m.randomFilter(2))
	case k < 16:
		return comp(append(kids(1), m.random(depth-1))...)
	case k < 19:
		t := &term{op: opProduct, kids: kids(1)}
		all := m.labels()
		at := m.IntN(firstLabels)
		for i := range t.kids {
			t.labels = append(t.labels, all[(at+i)%len(all)])
		}
		return t
	case later:
	case k < 20:
		return &term{op: opVector, kids: kids(0)}
	case k < 21 && m.strays:
		return &term{op: opCaret, kids: kids(1)[:1]}
	case k < 21:
		return &term{op: opCaret, kids: []*term{comp(leaf("|"), m.random(depth-1))}}
	}
	return &term{op: opMerge, kids: kids(1)}
}

// randomLeaf makes a leaf of one of eight kinds.
func (m *maker) randomLeaf(k int) *term {
	switch {
	case k < 2:
		return leaf("()")
	case k < 5:
		return leaf("." + labels[m.IntN(len(labels))])
	case k < 6:
		return leaf([]string{"1", "-3", `"s"`, "{}", "[]", "<>"}[m.IntN(6)])
	case k < 7 && m.strays:
		return leaf("|")
	}
	names := []string{"true", "PLUS", "DIV", "CONCAT", "toVEC", "GT", "EQ", "CONS", "SNOC", "toJSON",
		"toDateMsec", "toDateStr"}
	if m.unknowns && m.IntN(2) == 0 {
		names = []string{"null", "FDIV", "fromJSON"}
	}
	return leaf(names[m.IntN(len(names))])
}

// randomFilter makes any filter.
func (m *maker) randomFilter(depth int) string {
	brackets := []string{"()", "{}", "<>"}
	if m.later() {
		brackets = brackets[1:]
	}
	k := m.IntN(8)
	if depth == 0 {
		k %= 4
	}
	switch {
	case k < 2:
		return "V" + strconv.Itoa(m.IntN(2))
	case k == 2:
		return "$" + m.someCode(1).text()
	case k == 3:
		return "(...)"
	case k == 4 && !m.later():
		return "[" + m.randomFilter(depth-1) + "]"
	}
	var parts []string
	for _, l := range m.labels()[:4] {
		if m.IntN(3) == 0 {
			parts = append(parts, m.randomFilter(depth-1)+" "+l)
		}
	}
	if m.IntN(2) == 0 {
		parts = append(parts, "...")
	}
	text := within(brackets[m.IntN(len(brackets))], parts)
	if m.IntN(5) == 0 {
		text += "=V" + strconv.Itoa(m.IntN(2))
	}
	return text
}
