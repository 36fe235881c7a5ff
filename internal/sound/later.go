package sound

import (
	"strconv"
	"strings"
)

// What a maker does in another way for dialect k6: there are products and unions and
// nothing else, and a product may have one field.

// laterLabels are the labels of programs of k6. The first four are those of types.
var laterLabels = []string{"a", "+1", "0", `"a b"`, "b-", "c?"}

func (m *maker) laterLabel() string { return laterLabels[m.IntN(len(laterLabels))] }

// laterFilters is filters: pairs of flat patterns.
func (m *maker) laterFilters() *term {
	t := comp()
	for range 2 + m.IntN(3) {
		switch m.IntN(10) {
		case 0:
			t.kids = append(t.kids, leaf("$"+[]string{"{}", "<>", "{{} a}", "<{} a>", "{{} a, {} 0}", "<{} a, {} 0>", "{{{} a} a}"}[m.IntN(7)]))
		case 1:
			t.kids = append(t.kids, leaf("."+laterLabels[2*m.IntN(2)]))
		case 2:
			t.kids = append(t.kids, leaf("/"+laterLabels[2*m.IntN(2)]))
		case 3:
			t.kids = append(t.kids, leaf("|"+laterLabels[2*m.IntN(2)]))
		case 4:
			t.kids = append(t.kids, leaf("?(...)"))
		default:
			var parts []string
			for _, l := range []string{"a", "0"} {
				if m.IntN(2) == 0 {
					parts = append(parts, []string{"V0", "V1", "(...)", "${}", "{...}"}[m.IntN(5)]+" "+l)
				}
			}
			if m.IntN(2) == 0 {
				parts = append(parts, "...")
			}
			b := []string{"{}", "<>"}[m.IntN(2)]
			t.kids = append(t.kids, leaf("?"+b[:1]+strings.Join(parts, ", ")+b[1:]))
		}
	}
	return t
}

// laterDefinition makes a type that has a finite value, or another name for one.
func (m *maker) laterDefinition(i int) code {
	if i > 0 && m.IntN(5) == 0 {
		return code{name: "@t" + strconv.Itoa(m.IntN(i))}
	}
	c := code{op: '<', labels: []string{laterLabels[m.IntN(3)]}, parts: []code{unitCode}}
	if m.IntN(3) == 0 {
		c.parts[0] = code{op: '{', labels: []string{laterLabels[m.IntN(3)]}, parts: []code{unitCode}}
	}
	for _, l := range laterLabels[:4] {
		if l != c.labels[0] && m.IntN(2) == 0 {
			c.labels = append(c.labels, l)
			c.parts = append(c.parts, m.laterCode(2, i+1))
		}
	}
	switch m.IntN(8) {
	case 0:
		return code{op: '{', labels: []string{"a", "+1"}, parts: []code{c, m.laterCode(1, i)}}
	case 1:
		return code{op: '{', labels: []string{m.laterLabel()}, parts: []code{c}}
	}
	return c
}

// laterCode is code.
func (m *maker) laterCode(depth, names int) code {
	k := m.IntN(10)
	if depth == 0 {
		k %= 6
	}
	switch {
	case k < 5 && names > 0:
		return code{name: []string{"", "", "@"}[m.IntN(3)] + "t" + strconv.Itoa(m.IntN(names))}
	case k < 6:
		return unitCode
	}
	c := code{op: "{<"[m.IntN(2)]}
	for i, l := range laterLabels[:4] {
		if i == 3 && len(c.labels) == 0 || m.IntN(2) == 0 {
			c.labels = append(c.labels, l)
			c.parts = append(c.parts, m.laterCode(depth-1, names))
		}
	}
	return c
}

// laterProject makes a term that begins with a projection.
func (m *maker) laterProject(g goal, depth int) *term {
	in := m.unfolded(g.in)
	if len(in.labels) == 0 {
		return nil
	}
	i := m.IntN(len(in.labels))
	t := leaf(map[byte]string{'{': ".", '<': "/"}[in.op] + in.labels[i])
	if same(in.parts[i], g.out) {
		return t
	}
	return comp(t, m.expression(goal{in.parts[i], g.out}, depth-1))
}

// laterBuild makes a term that ends with a construct of what it gives.
func (m *maker) laterBuild(g goal, depth int) *term {
	out := m.unfolded(g.out)
	switch {
	case out.op == '{' && len(out.labels) > 0:
		t := &term{op: opProduct, labels: out.labels}
		for _, p := range out.parts {
			t.kids = append(t.kids, m.expression(goal{g.in, p}, depth-1))
		}
		return t
	case out.op == '{':
		return &term{op: opProduct}
	case out.op == '<' && len(out.labels) > 0:
		i := m.IntN(len(out.labels))
		if same(out.parts[i], g.in) && m.IntN(2) == 0 {
			return leaf("|" + out.labels[i])
		}
		return comp(m.expression(goal{g.in, out.parts[i]}, depth-1), leaf("|"+out.labels[i]))
	}
	return nil
}

// laterShortest makes a term that needs nothing of what it takes.
func (m *maker) laterShortest(g goal, depth int) *term {
	if same(g.in, g.out) {
		return leaf("()")
	}
	out := m.unfolded(g.out)
	switch {
	case out.op == '{' && len(out.labels) == 0 || depth == 0:
		return leaf("{}")
	case out.op == '{':
		t := &term{op: opProduct, labels: out.labels}
		for _, p := range out.parts {
			t.kids = append(t.kids, m.laterShortest(goal{g.in, p}, depth-1))
		}
		return t
	case len(out.labels) > 0:
		// The first tag of a definition leads to nothing that is defined.
		return comp(m.laterShortest(goal{g.in, out.parts[0]}, depth-1), leaf("|"+out.labels[0]))
	}
	return leaf("<>")
}

// laterFilterOf makes a filter that a type passes.
func (m *maker) laterFilterOf(c code, depth int) string {
	if depth == 0 || m.IntN(4) == 0 {
		if m.IntN(2) == 0 {
			return "$" + c.text()
		}
		return "(...)"
	}
	u := m.unfolded(c)
	var parts []string
	open := m.IntN(2) == 0
	for i, l := range u.labels {
		if open && m.IntN(2) == 0 {
			continue
		}
		parts = append(parts, m.laterFilterOf(u.parts[i], depth-1)+" "+l)
	}
	if open {
		parts = append(parts, "...")
	}
	return string(u.op) + strings.Join(parts, ", ") + string(u.op+2)
}

// laterRandom makes any term.
func (m *maker) laterRandom(depth int) *term {
	m.budget--
	k := m.IntN(22)
	if depth == 0 || m.budget <= 0 {
		k %= 13
	}
	kids := func(least int) []*term {
		list := make([]*term, least+m.IntN(4-least))
		for i := range list {
			list[i] = m.laterRandom(depth - 1)
		}
		return list
	}
	switch {
	case k < 1:
		return leaf("()")
	case k < 3:
		return leaf("." + m.laterLabel())
	case k < 5:
		return leaf("/" + m.laterLabel())
	case k < 7:
		return leaf("|" + m.laterLabel())
	case k < 8:
		return leaf([]string{"{}", "<>", "_log!"}[m.IntN(3)])
	case k < 10:
		return &term{op: opRef, ref: m.IntN(len(m.goals))}
	case k < 11:
		c := m.someCode(1)
		return leaf("$" + c.text())
	case k < 13:
		return leaf("?" + m.randomFilter(2))
	case k < 16:
		return comp(append(kids(1), m.laterRandom(depth-1))...)
	case k < 19:
		t := &term{op: opProduct, kids: kids(1)}
		at := m.IntN(len(laterLabels))
		for i := range t.kids {
			t.labels = append(t.labels, laterLabels[(at+i)%len(laterLabels)])
		}
		return t
	}
	return &term{op: opMerge, kids: kids(1)}
}

// laterRandomFilter makes any filter.
func (m *maker) laterRandomFilter(depth int) string {
	k := m.IntN(8)
	if depth == 0 {
		k %= 4
	}
	switch k {
	case 0, 1:
		return "V" + strconv.Itoa(m.IntN(2))
	case 2:
		c := m.someCode(1)
		return "$" + c.text()
	case 3:
		return "(...)"
	}
	var parts []string
	for _, l := range laterLabels[:4] {
		if m.IntN(3) == 0 {
			parts = append(parts, m.laterRandomFilter(depth-1)+" "+l)
		}
	}
	if m.IntN(2) == 0 {
		parts = append(parts, "...")
	}
	b := []string{"{}", "<>"}[m.IntN(2)]
	text := b[:1] + strings.Join(parts, ", ") + b[1:]
	if m.IntN(5) == 0 {
		text += "=V" + strconv.Itoa(m.IntN(2))
	}
	return text
}
