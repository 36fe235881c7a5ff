package gen

import (
	"strings"

	"pgregory.net/rapid"
)

// A Vocabulary has the words of small programs. With few of them, many programs are well-typed, and many runs give a
// value; Program, on the other hand, uses any names and every notation.
type Vocabulary struct {
	Later  bool     // of dialect k6
	Labels []string // of projections and fields
	Leaves []string // constants, types, filters and built-in functions
	Forms  []string // further constructs: _ stands for an expression
}

// Expression draws an expression that may call functions. It can be used anywhere in a composition.
func (v *Vocabulary) Expression(t *rapid.T, depth int, functions []string) string {
	word := func(of []string) string { return rapid.SampledFrom(of).Draw(t, "word") }
	several := func(least int) []string {
		list := make([]string, rapid.IntRange(least, 3).Draw(t, "several"))
		for i := range list {
			list[i] = v.Expression(t, depth-1, functions)
		}
		return list
	}
	kind := rapid.IntRange(0, 13).Draw(t, "kind")
	if depth == 0 {
		kind %= 7
	}
	switch {
	case kind < 2 || kind == 2 && v.Later:
		signs := []string{"."}
		if v.Later {
			signs = []string{".", "/", "|"}
		}
		return word(signs) + word(v.Labels)
	case kind < 5 || kind < 7 && len(functions) == 0:
		return word(v.Leaves)
	case kind < 7:
		return word(functions)
	case kind < 9:
		return "(" + strings.Join(several(1), " ") + ")"
	case kind < 11:
		return "<" + strings.Join(several(1), ", ") + ">"
	case kind < 12:
		fields := several(0)
		from := rapid.IntRange(0, len(v.Labels)-1).Draw(t, "from")
		for i := range fields {
			fields[i] += " " + v.Labels[(from+i)%len(v.Labels)]
		}
		return "{" + strings.Join(fields, ", ") + "}"
	}
	var b strings.Builder
	for i, part := range strings.Split(word(v.Forms), "_") {
		if i > 0 {
			b.WriteString(v.Expression(t, depth-1, functions))
		}
		b.WriteString(part)
	}
	return b.String()
}

// Definitions draws definitions of names. Each may call the ones before, or all of them if they may be recursive.
func (v *Vocabulary) Definitions(t *rapid.T, names []string, depth int, recursive bool) []string {
	list := make([]string, len(names))
	for i, name := range names {
		known := names[:i]
		if recursive {
			known = names
		}
		list[i] = name + " = " + v.Expression(t, depth, known) + ";\n"
	}
	return list
}
