package k

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/patgraph/patgraph/lang/k"
)

// A draft is a random program that can be written in several ways.
type draft struct {
	later bool // of dialect k6
	types []*code
	defs  []*term
}

type code struct {
	op     byte // { < [ or a name
	name   string
	labels []string
	parts  []*code
}

type term struct {
	op     string
	text   string // a label, a literal, or a type, function or variable
	labels []string
	kids   []*term
	code   *code
}

// A writer determines how a draft is written.
type writer struct {
	order  func(n int) []int // of definitions and of branches of merges
	merges func(n int) []int // of branches alone; nil: order
	rename func(kind, name string) string
}

func plain() writer {
	return writer{
		order:  func(n int) []int { return identityOrder(n) },
		rename: func(_, name string) string { return name },
	}
}

func identityOrder(n int) []int {
	p := make([]int, n)
	for i := range p {
		p[i] = i
	}
	return p
}

func (w writer) program(d *draft) string {
	var b strings.Builder
	b.WriteString(w.header(d))
	for _, i := range w.order(len(d.types)) {
		fmt.Fprintf(&b, "$%s = %s;\n", w.rename("type", fmt.Sprintf("t%d", i)), w.code(d.types[i]))
	}
	for _, i := range w.order(len(d.defs)) {
		fmt.Fprintf(&b, "%s = %s;\n", w.rename("function", fmt.Sprintf("f%d", i)), w.term(d.defs[i]))
	}
	return b.String()
}

// header returns the first line of a program of k6.
func (w writer) header(d *draft) string {
	if d.later {
		return "-- dialect: k6\n"
	}
	return ""
}

func (w writer) code(c *code) string {
	switch c.op {
	case '[':
		return "[" + w.code(c.parts[0]) + "]"
	case '{', '<':
		var fields []string
		for i, p := range c.parts {
			fields = append(fields, w.code(p)+" "+c.labels[i])
		}
		end := "}"
		if c.op == '<' {
			end = ">"
		}
		return string(c.op) + strings.Join(fields, ", ") + end
	}
	if name, ok := strings.CutPrefix(c.name, "@"); ok {
		return "@" + w.rename("type", name)
	}
	if strings.HasPrefix(c.name, "t") {
		return w.rename("type", c.name)
	}
	return c.name
}

func (w writer) term(t *term) string {
	list := func(kids []*term, label bool) string {
		var parts []string
		for i, k := range kids {
			s := w.term(k)
			if label {
				s += " " + t.labels[i]
			}
			parts = append(parts, s)
		}
		return strings.Join(parts, ", ")
	}
	switch t.op {
	case "comp":
		var parts []string
		for _, k := range t.kids {
			parts = append(parts, "("+w.term(k)+")")
		}
		return strings.Join(parts, " ")
	case "caret":
		return "(" + w.term(t.kids[0]) + ") ^"
	case "prod":
		return "{" + list(t.kids, true) + "}"
	case "merge":
		kids := make([]*term, len(t.kids))
		order := w.order
		if w.merges != nil {
			order = w.merges
		}
		for i, j := range order(len(t.kids)) {
			kids[i] = t.kids[j]
		}
		return "<" + list(kids, false) + ">"
	case "vector":
		return "[" + list(t.kids, false) + "]"
	case "type":
		return "$" + w.code(t.code)
	case "ref":
		return w.rename("function", t.text)
	case "filter":
		return "?" + w.filter(t)
	}
	return t.text
}

func (w writer) filter(t *term) string {
	switch t.op {
	case "var":
		return w.rename("variable", t.text)
	case "type":
		return "$" + w.code(t.code)
	}
	var parts []string
	for i, k := range t.kids {
		parts = append(parts, w.filter(k)+" "+t.labels[i])
	}
	return t.text[:1] + strings.Join(parts, ", ") + t.text[1:]
}

var lawLabels = []string{"a", "b", "0", "1"}

// inDialects checks a law for programs of k4 and for those of k6.
func inDialects(t *testing.T, law func(t *testing.T, draw func(*rapid.T) *draft)) {
	for _, d := range []k.Dialect{k.K4, k.K6} {
		t.Run(d.String(), func(t *testing.T) {
			law(t, func(t *rapid.T) *draft { return drawDraftOf(t, d) })
		})
	}
}

// drawDraft draws a program of either dialect.
func drawDraft(t *rapid.T) *draft {
	return drawDraftOf(t, rapid.SampledFrom([]k.Dialect{k.K4, k.K6}).Draw(t, "dialect"))
}

func drawDraftOf(t *rapid.T, dialect k.Dialect) *draft {
	if dialect == k.K6 {
		return drawLater(t)
	}
	d := &draft{}
	types := rapid.IntRange(0, 2).Draw(t, "types")
	for i := 0; i < types; i++ {
		c := drawCode(t, types, 2)
		if c.op == 0 {
			c = &code{op: '<', labels: []string{"a", "b"}, parts: []*code{c, {op: '{'}}}
		}
		d.types = append(d.types, c)
	}
	defs := rapid.IntRange(1, 4).Draw(t, "defs")
	for i := 0; i < defs; i++ {
		d.defs = append(d.defs, drawTerm(t, defs, types, 3))
	}
	return d
}

func drawCode(t *rapid.T, types, depth int) *code {
	k := rapid.IntRange(0, 5).Draw(t, "code")
	if depth == 0 || k < 2 {
		names := []string{"int", "string"}
		for i := 0; i < types; i++ {
			names = append(names, fmt.Sprintf("t%d", i))
		}
		return &code{name: rapid.SampledFrom(names).Draw(t, "name")}
	}
	if k == 2 {
		return &code{op: '[', parts: []*code{drawCode(t, types, depth-1)}}
	}
	c := &code{op: "{<<{"[k-2]}
	for _, l := range lawLabels {
		if rapid.Bool().Draw(t, "has") {
			c.labels = append(c.labels, l)
			c.parts = append(c.parts, drawCode(t, types, depth-1))
		}
	}
	return c
}

func drawTerm(t *rapid.T, defs, types, depth int) *term {
	leaves := 9
	k := rapid.IntRange(0, leaves+6).Draw(t, "term")
	if depth == 0 && k >= leaves {
		k %= leaves
	}
	kid := func() *term { return drawTerm(t, defs, types, depth-1) }
	switch k {
	case 0:
		return &term{text: "()"}
	case 1, 2, 3:
		return &term{text: "." + rapid.SampledFrom(lawLabels).Draw(t, "label")}
	case 4:
		return &term{text: rapid.SampledFrom([]string{"1", `"s"`, "{}", "[]", "|", "PLUS", "CONS", "SNOC", "EQ",
			"true"}).Draw(t, "leaf")}
	case 5, 6:
		return &term{op: "ref", text: fmt.Sprintf("f%d", rapid.IntRange(0, defs-1).Draw(t, "ref"))}
	case 7:
		return &term{op: "type", code: drawCode(t, types, 1)}
	case 8:
		return drawShape(t, types, 2, false)
	case 9, 10:
		return &term{op: "comp", kids: drawSome(t, 2, kid)}
	case 11, 12:
		p := &term{op: "prod", kids: drawSome(t, 1, kid)}
		p.labels = slices.Clone(lawLabels[:len(p.kids)])
		return p
	case 13:
		return &term{op: "vector", kids: drawSome(t, 0, kid)}
	case 14:
		return &term{op: "caret", kids: []*term{kid()}}
	}
	return &term{op: "merge", kids: drawSome(t, 1, kid)}
}

// drawSome draws from least to three terms.
func drawSome(t *rapid.T, least int, draw func() *term) []*term {
	var list []*term
	for n := rapid.IntRange(least, 3).Draw(t, "kids"); n > 0; n-- {
		list = append(list, draw())
	}
	return list
}

// drawShape draws a filter.
func drawShape(t *rapid.T, types, depth int, later bool) *term {
	labels, brackets := lawLabels, []string{"()", "(...)", "{}", "{...}", "<>", "<...>"}
	if later {
		labels, brackets = laterLabels, brackets[2:]
	}
	switch k := rapid.IntRange(0, 8).Draw(t, "shape"); {
	case k == 0 && depth < 2 && later:
		return &term{op: "type", code: drawLaterCode(t, types, 1)}
	case k == 0 && depth < 2:
		return &term{op: "type", code: drawCode(t, types, 1)}
	case depth == 0 || k < 3 && depth < 2:
		return &term{op: "var", text: rapid.SampledFrom([]string{"X", "Y"}).Draw(t, "var")}
	case k == 3 && later:
		return &term{op: "filter", text: "(...)"}
	}
	text := rapid.SampledFrom(brackets).Draw(t, "bracket")
	f := &term{op: "filter"}
	for _, l := range labels {
		if rapid.IntRange(0, 2).Draw(t, "has") == 0 {
			f.labels = append(f.labels, l)
			f.kids = append(f.kids, drawShape(t, types, depth-1, later))
		}
	}
	if len(text) > 2 && len(f.kids) > 0 {
		text = text[:1] + ", " + text[1:]
	}
	f.text = text
	return f
}

// Programs of k6 have products and unions with any number of labels.

var laterLabels = []string{"a", "b", "0", "+1"}

func drawLater(t *rapid.T) *draft {
	d := &draft{later: true}
	types := rapid.IntRange(0, 2).Draw(t, "types")
	for i := range types {
		c := drawLaterCode(t, types, 2)
		if i > 0 && rapid.IntRange(0, 3).Draw(t, "alias") == 0 {
			c = &code{name: "@t0"}
		} else if c.op == 0 {
			c = &code{op: '<', labels: []string{"a", "b"}, parts: []*code{c, {op: '{'}}}
		}
		d.types = append(d.types, c)
	}
	defs := rapid.IntRange(1, 4).Draw(t, "defs")
	for range defs {
		d.defs = append(d.defs, drawLaterTerm(t, defs, types, 3))
	}
	return d
}

func drawLaterCode(t *rapid.T, types, depth int) *code {
	k := rapid.IntRange(0, 4).Draw(t, "code")
	if depth == 0 || k == 0 {
		if types == 0 {
			return &code{op: '{'}
		}
		return &code{name: fmt.Sprintf("t%d", rapid.IntRange(0, types-1).Draw(t, "name"))}
	}
	c := &code{op: "<<{{"[k-1]}
	for _, l := range laterLabels {
		if rapid.Bool().Draw(t, "has") {
			c.labels = append(c.labels, l)
			c.parts = append(c.parts, drawLaterCode(t, types, depth-1))
		}
	}
	return c
}

func drawLaterTerm(t *rapid.T, defs, types, depth int) *term {
	leaves := 11
	k := rapid.IntRange(0, leaves+5).Draw(t, "term")
	if depth == 0 && k >= leaves {
		k %= leaves
	}
	kid := func() *term { return drawLaterTerm(t, defs, types, depth-1) }
	switch k {
	case 0:
		return &term{text: "()"}
	case 1, 2, 3, 4, 5:
		return &term{text: "../||"[k-1:k] + rapid.SampledFrom(laterLabels).Draw(t, "label")}
	case 6:
		return &term{text: rapid.SampledFrom([]string{"{}", "<>", "_log!"}).Draw(t, "leaf")}
	case 7, 8:
		return &term{op: "ref", text: fmt.Sprintf("f%d", rapid.IntRange(0, defs-1).Draw(t, "ref"))}
	case 9:
		return &term{op: "type", code: drawLaterCode(t, types, 1)}
	case 10:
		return drawShape(t, types, 2, true)
	case 11, 12:
		return &term{op: "comp", kids: drawSome(t, 2, kid)}
	case 13, 14:
		p := &term{op: "prod", kids: drawSome(t, 1, kid)}
		p.labels = slices.Clone(laterLabels[:len(p.kids)])
		return p
	}
	return &term{op: "merge", kids: drawSome(t, 1, kid)}
}
