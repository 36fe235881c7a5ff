package sound

import (
	"strconv"
)

// The parts of a maker that differ for dialect k6: it only has products and unions, and a product may have one field.

// laterLabels are the labels of programs of k6. The first four are those of types.
var laterLabels = []string{"a", "+1", "0", `"a b"`, "b-", "c?"}

func (m *maker) laterLabel() string { return laterLabels[m.IntN(len(laterLabels))] }

// laterFilters is like filters: pairs of flat patterns.
func (m *maker) laterFilters() *term {
	t := comp()
	for range 2 + m.IntN(3) {
		switch m.IntN(10) {
		case 0:
			t.kids = append(t.kids, leaf("$"+[]string{"{}", "<>", "{{} a}", "<{} a>", "{{} a, {} 0}", "<{} a, {} 0>",
				"{{{} a} a}"}[m.IntN(7)]))
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
			t.kids = append(t.kids, leaf("?"+within([]string{"{}", "<>"}[m.IntN(2)], parts)))
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

// laterCode is like code.
func (m *maker) laterCode(depth, names int) code {
	k := m.IntN(10)
	if depth == 0 {
		k %= 6
	}
	switch {
	case k < 5 && names > 0:
		return code{name: "t" + strconv.Itoa(m.IntN(names))}
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

// laterLeaf is like randomLeaf.
func (m *maker) laterLeaf(k int) *term {
	switch {
	case k < 1:
		return leaf("()")
	case k < 3:
		return leaf("." + m.laterLabel())
	case k < 5:
		return leaf("/" + m.laterLabel())
	case k < 7:
		return leaf("|" + m.laterLabel())
	}
	return leaf([]string{"{}", "<>", "_log!"}[m.IntN(3)])
}
