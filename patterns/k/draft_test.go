package k

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/patgraph/patgraph/internal/gen"
	"github.com/patgraph/patgraph/lang/k"
)

// A draft is a random program that can be written in several ways.
type draft struct {
	later       bool     // of dialect k6
	types, defs []string // $t0, $t1, … and f0, f1, …
}

// A writer determines how a draft is written.
type writer struct {
	order  func(n int) []int // of definitions and of branches of merges
	merges func(n int) []int // of branches alone; nil: order
	rename func(kind, name string) string
}

func plain() writer {
	return writer{order: identityOrder, rename: func(_, name string) string { return name }}
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
		fmt.Fprintf(&b, "$%s = %s;\n", w.text(fmt.Sprintf("t%d", i)), w.text(d.types[i]))
	}
	for _, i := range w.order(len(d.defs)) {
		fmt.Fprintf(&b, "%s = %s;\n", w.text(fmt.Sprintf("f%d", i)), w.text(w.reordered(d.defs[i])))
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

// A name is that of a type, a function or a variable of a draft.
var name = regexp.MustCompile(`\b([tf]\d|[XY])\b`)

// text writes a part of a draft.
func (w writer) text(part string) string {
	kinds := map[byte]string{'t': "type", 'f': "function", 'X': "variable", 'Y': "variable"}
	return name.ReplaceAllStringFunc(part, func(name string) string { return w.rename(kinds[name[0]], name) })
}

// reordered writes an expression with the branches of its merges in another order. The brackets after $ and ? are those
// of types and filters.
func (w writer) reordered(s string) string {
	order := w.order
	if w.merges != nil {
		order = w.merges
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		_, n := branches(s[i+1:])
		switch {
		case (s[i] == '$' || s[i] == '?') && n > 0:
			b.WriteString(s[i : i+1+n])
			i += n
			continue
		case s[i] != '<':
			b.WriteByte(s[i])
			continue
		}
		list, n := branches(s[i:])
		var moved []string
		for _, j := range order(len(list)) {
			moved = append(moved, w.reordered(list[j]))
		}
		b.WriteString("<" + strings.Join(moved, ",") + ">")
		i += n - 1
	}
	return b.String()
}

// branches returns what is between the commas of the bracket at the start of a text, and its length; 0 if no bracket is
// there.
func branches(s string) (list []string, length int) {
	depth, from := 0, 1
	for i := range len(s) {
		switch {
		case strings.IndexByte("([{<", s[i]) >= 0:
			depth++
		case strings.IndexByte(")]}>", s[i]) >= 0:
			depth--
		}
		switch {
		case i == 0 && depth != 1:
			return nil, 0
		case depth == 0:
			return append(list, s[from:i]), i + 1
		case depth == 1 && s[i] == ',':
			list, from = append(list, s[from:i]), i+1
		}
	}
	return nil, 0
}

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

// lawWords are those of drafts, without types and filters.
var lawWords = map[k.Dialect]gen.Vocabulary{
	k.K4: {Labels: []string{"a", "b", "0", "1"},
		Leaves: []string{"()", "()", "()", "1", `"s"`, "{}", "[]", "|", "PLUS", "CONS", "SNOC", "EQ", "true"},
		Forms:  []string{"[_]", "[_, _]", "(_ ^)", "(_ ^)"}},
	k.K6: {Later: true, Labels: []string{"a", "b", "0", "+1"}, // products and unions have any number of labels
		Leaves: []string{"()", "()", "()", "{}", "<>", "_log!"}, Forms: []string{"(_ _)", "<_>", "{_ a}"}},
}

func drawDraftOf(t *rapid.T, dialect k.Dialect) *draft {
	g := drafting{t, lawWords[dialect], rapid.IntRange(0, 2).Draw(t, "types")}
	d := &draft{later: g.Later}
	for i := range g.types {
		c := g.code(2)
		if i > 0 && d.later && rapid.IntRange(0, 3).Draw(t, "alias") == 0 {
			c = "@t0"
		} else if _, n := branches(c); n == 0 {
			c = "<" + c + " a, {} b>"
		}
		d.types = append(d.types, c)
	}
	for range 3 {
		g.Leaves = append(g.Leaves[:len(g.Leaves):len(g.Leaves)], "$"+g.code(1), "?"+g.filter(2))
	}
	defs := rapid.IntRange(1, 4).Draw(t, "defs")
	for range defs {
		d.defs = append(d.defs, g.Expression(t, 3, []string{"f0", "f1", "f2", "f3"}[:defs]))
	}
	return d
}

// drafting draws the types and filters of a draft.
type drafting struct {
	t *rapid.T
	gen.Vocabulary
	types int
}

func (g *drafting) of(words ...string) string { return rapid.SampledFrom(words).Draw(g.t, "word") }

func (g *drafting) code(depth int) string {
	kind := rapid.IntRange(0, 5).Draw(g.t, "code")
	switch {
	case depth == 0 || kind < 2:
		names := []string{"int", "string", "t0", "t1"}[:2+g.types]
		if g.Later {
			names = []string{"{}", "t0", "t1"}[:1+g.types]
		}
		return g.of(names...)
	case kind == 2 && !g.Later:
		return "[" + g.code(depth-1) + "]"
	}
	return g.bracket(g.of("{}", "<>"), 1, func() string { return g.code(depth - 1) })
}

func (g *drafting) filter(depth int) string {
	brackets := []string{"{}", "{...}", "<>", "<...>", "()", "(...)"}
	if g.Later {
		brackets = brackets[:4]
	}
	switch kind := rapid.IntRange(0, 8).Draw(g.t, "filter"); {
	case kind == 0 && depth < 2:
		return "$" + g.code(1)
	case depth == 0 || kind < 3 && depth < 2:
		return g.of("X", "Y")
	case kind == 3 && g.Later:
		return "(...)"
	}
	return g.bracket(g.of(brackets...), 2, func() string { return g.filter(depth - 1) })
}

// bracket draws a bracket with fields before what is in it; a label is left out without times as often as it is there.
func (g *drafting) bracket(bracket string, without int, part func() string) string {
	var fields []string
	for _, l := range g.Labels {
		if rapid.IntRange(0, without).Draw(g.t, "has") == 0 {
			fields = append(fields, part()+" "+l)
		}
	}
	if inside := bracket[1 : len(bracket)-1]; inside != "" {
		fields = append(fields, inside)
	}
	return bracket[:1] + strings.Join(fields, ", ") + bracket[len(bracket)-1:]
}
