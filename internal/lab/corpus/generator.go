package corpus

import (
	"math/rand/v2"
	"strconv"
	"strings"
	"unicode/utf8"
)

// A generator writes one program.
type generator struct {
	*rand.Rand
	basics
	b      []byte
	line   int // where the current line begins
	indent int
	taken  map[string]bool // names of functions and types

	types     []*typ // those with a name
	functions []function
	by        map[*typ][]int // functions by their result type
	spots     []spot

	certain bool // a wrong label here is an error: the input is declared
	inLoop  bool
}

// A function is a function that later ones can call.
type function struct {
	name    string
	in, out *typ // in: nil for any input
}

func newGenerator(r *rand.Rand) *generator {
	return &generator{Rand: r, basics: newBasics(), taken: make(map[string]bool), by: make(map[*typ][]int)}
}

// program writes a program of at least size bytes, in whole definitions.
func (g *generator) program(size int) {
	style := g.IntN(len(commentStyles))
	if g.IntN(3) > 0 {
		g.comment(style)
	}
	g.records()
	for len(g.b) < size {
		if g.IntN(4) == 0 {
			g.comment(style)
		}
		switch n := g.IntN(10); {
		case n < 6:
			g.records()
		case n < 9:
			recipes[g.IntN(len(recipes))](g)
		default:
			g.pipeline()
		}
		g.put("\n")
	}
	if g.IntN(2) == 0 {
		g.main()
	}
}

// main writes a main expression.
func (g *generator) main() {
	t := g.types[g.IntN(len(g.types))]
	g.put("$" + t.name + " ")
	g.certain = true
	g.expression(t, g.aType(), 3)
	g.certain = false
	g.put("\n")
}

// put writes a text.
func (g *generator) put(s string) {
	g.b = append(g.b, s...)
	if i := strings.LastIndexByte(s, '\n'); i >= 0 {
		g.line = len(g.b) - len(s) + i + 1
	}
}

// next writes the comma between two parts of a bracket, and breaks long lines.
func (g *generator) next() {
	if len(g.b)-g.line > 70 {
		g.put(",\n")
		for range g.indent {
			g.put("  ")
		}
		return
	}
	g.put(", ")
}

// list writes n parts of a bracket, one after the other.
func (g *generator) list(n int, part func(i int)) {
	for i := range n {
		if i > 0 {
			g.next()
		}
		part(i)
	}
}

// name makes a new name.
func (g *generator) name(word string) string {
	name := word
	for n := 2 + g.IntN(3); g.taken[name]; n += 1 + g.IntN(1+n/8) {
		name = word + strconv.Itoa(n)
	}
	g.taken[name] = true
	return name
}

func (g *generator) noun() string { return nouns[g.IntN(len(nouns))] }

// functionName makes a name such as formatPrice.
func (g *generator) functionName() string {
	n := g.noun()
	return g.name(verbs[g.IntN(len(verbs))] + string(n[0]-'a'+'A') + n[1:])
}

// declare adds a function that later ones can call.
func (g *generator) declare(name string, in, out *typ) {
	g.by[out] = append(g.by[out], len(g.functions))
	g.functions = append(g.functions, function{name, in, out})
}

var commentStyles = []struct{ open, shut string }{
	{"// ", "\n"}, {"# ", "\n"}, {"% ", "\n"}, {"-- ", "\n"}, {"/* ", " */\n"},
}

func (g *generator) comment(style int) {
	s := commentStyles[style]
	for range 1 + g.IntN(3) {
		g.put(s.open + remarks[g.IntN(len(remarks))] + s.shut)
	}
	g.put("\n")
}

// aType picks a type whose values can be made anywhere.
func (g *generator) aType() *typ {
	var t *typ
	switch n := g.IntN(10); {
	case n < 3:
		t = g.integer
	case n < 5:
		t = g.text
	case n < 6:
		t = g.truth
	default:
		if len(g.types) == 0 {
			return g.integer
		}
		// Newer types are used more: programs have sections.
		n := len(g.types)
		t = g.types[n-1-min(g.IntN(n), g.IntN(n))]
	}
	if g.IntN(5) == 0 {
		t = vectorOf(t)
	}
	return t
}

// records writes a type and functions on it.
func (g *generator) records() {
	t := g.define(g.record(2 + g.IntN(5)))
	if g.IntN(3) == 0 {
		t = g.union()
	}
	for range 2 + g.IntN(5) {
		to := g.aType()
		if g.IntN(4) == 0 {
			to = t
		}
		g.function(t, to, 2+g.IntN(2))
		if g.IntN(8) == 0 {
			s := commentStyles[g.IntN(len(commentStyles)-1)]
			g.b = g.b[:len(g.b)-1]
			g.put("  " + s.open + remarks[g.IntN(len(remarks))] + s.shut)
		}
	}
}

// record returns a product with at most so many fields.
func (g *generator) record(most int) *typ {
	t := &typ{kind: aProduct}
	g.extend(t, most)
	return t
}

// extend adds fields to a type, at most so many: it omits duplicate labels.
func (g *generator) extend(t *typ, most int) {
	for range most {
		if l := g.noun(); !t.has(l) {
			t.fields = append(t.fields, field{l, g.part()})
		}
	}
}

// union defines a type of alternatives. The first one has no parts, so there are always small values.
func (g *generator) union() *typ {
	t := &typ{kind: aUnion, fields: []field{{g.noun(), g.unit}}}
	g.extend(t, 1+g.IntN(4))
	return g.define(t)
}

// part returns a type for a part of another one. Records within records would double with every level, so they are
// rather small.
func (g *generator) part() *typ {
	t := g.aType()
	for t.weight() > 40 {
		t = g.aType()
	}
	return t
}

// weight estimates the size of a written value.
func (t *typ) weight() int {
	n := 1
	if t.kind == aProduct {
		for _, f := range t.fields {
			n += f.typ.weight()
		}
	}
	return n
}

// define writes a definition of a type.
func (g *generator) define(t *typ) *typ {
	text := t.structure()
	t.name = g.name(g.noun())
	g.put("$" + t.name + " = " + text + ";\n")
	g.types = append(g.types, t)
	return t
}

// function writes a definition that maps one type to another.
func (g *generator) function(from, to *typ, depth int) {
	name := g.functionName()
	g.put(name + " = ")
	if g.IntN(4) > 0 || from.kind == aUnion {
		g.put("$" + from.code() + " ")
		g.certain = true
	}
	g.expression(from, to, depth)
	if to.kind == aUnion || g.IntN(3) == 0 {
		g.typeAfter(to, g.certain)
	}
	g.certain = false
	g.put(";\n")
	g.declare(name, from, to)
}

// typeAfter states the type of the preceding expression. If that type is certain, stating another one is an error.
func (g *generator) typeAfter(t *typ, certain bool) {
	g.put(" $")
	if certain && t.kind == aProduct && t.name != "" {
		g.spot(wrongType, t.name, t)
	}
	g.put(t.code())
}

// pipeline writes a function that converts a value through several types.
func (g *generator) pipeline() {
	if len(g.functions) < 4 {
		return
	}
	from := g.types[g.IntN(len(g.types))]
	name := g.functionName()
	g.put(name + " =\n  $" + from.name)
	g.certain, g.indent = true, 1
	at := from
	for range 2 + g.IntN(4) {
		to := g.record(2 + g.IntN(3))
		g.put("\n  ")
		g.expression(at, to, 2)
		at = to
	}
	g.certain, g.indent = false, 0
	g.put(";\n")
	g.declare(name, from, at)
}

// runeBefore moves an offset back to the beginning of a character.
func runeBefore(b []byte, at int) int {
	for at > 0 && at < len(b) && !utf8.RuneStart(b[at]) {
		at--
	}
	return at
}
