package relation

import (
	"slices"

	"github.com/patgraph/patgraph/lang"
)

// Choices are texts with which a guard compares attributes that have other texts.
type Choices []Choice

// A Choice is one of Choices.
type Choice struct{ Attribute, Text string }

// Of returns what may have been meant by the text now of an attribute: similar texts, the nearest first, or all if
// there are none.
func (c Choices) Of(attribute, now string) []string {
	var all []string
	for _, x := range c {
		if x.Attribute == attribute {
			all = append(all, x.Text)
		}
	}
	if near := lang.Nearest(now, slices.Values(all), len(all)); len(near) > 0 {
		return near
	}
	return all
}

// noteChoice records that the text of an attribute is compared with another text.
func (m *Machine) noteChoice(x, y value) {
	if m.trace == nil || x.kind != vText || y.kind != vText || (x.why == 0) == (y.why == 0) {
		return
	}
	if x.why == 0 {
		x, y = y, x
	}
	c := Choice{m.trace.formulas[x.why].source().Name, m.textOf(y)}
	if c.Text != m.textOf(x) && !slices.Contains(m.trace.choices, c) {
		m.trace.choices = append(m.trace.choices, c)
	}
}
