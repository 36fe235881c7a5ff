package compiled

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/k"
)

// A writer writes the text of a file.
type writer struct {
	*object
	text     []byte
	most     int               // bytes of the text
	wrong    lang.Phrase       // why there is no text
	name     map[string]string // of functions, by hash
	typeName map[string]string // of types, by hash
	length   map[string]int    // of the texts of types, by hash; see inline
	needed   []string          // types to be defined by their hash
}

// fail notes why the file has no text; the first reason counts.
func (w *writer) fail(format string, parts ...any) {
	if w.wrong == nil {
		w.wrong = lang.Say(format, parts...)
	}
}

func (w *writer) write(parts ...string) {
	for _, p := range parts {
		if len(w.text)+len(p) > w.most {
			w.fail("its text has more than %d bytes", w.most)
		}
		if w.wrong == nil {
			w.text = append(w.text, p...)
		}
	}
}

// end ends a definition, with its hash if that has the form of one.
func (w *writer) end(hash string) {
	if name, ok := strings.CutPrefix(hash, "@"); ok && isName(name) {
		w.write("; -- ", hash, "\n")
	} else {
		w.write(";\n")
	}
}

// program writes the whole text: what has a name, then the types that need one, and the main expression.
func (w *writer) program() {
	types, functions := w.namesOf("code"), w.namesOf("rel")
	maps.Copy(functions, w.RelAlias)
	maps.DeleteFunc(types, func(_, hash string) bool { return w.Codes[hash] == nil })
	maps.DeleteFunc(functions, func(name, hash string) bool {
		return name == lang.MainName || !isName(name) || w.Rels[hash] == nil
	})
	typeNames, names := slices.Sorted(maps.Keys(types)), slices.Sorted(maps.Keys(functions))
	for _, name := range typeNames {
		w.typeName[types[name]] = cmp.Or(w.typeName[types[name]], name)
	}
	for _, name := range names {
		w.name[functions[name]] = cmp.Or(w.name[functions[name]], name)
	}
	w.write(header)
	for _, name := range typeNames {
		hash := types[name]
		if w.write("$", name, " = "); w.typeName[hash] == name {
			w.bracket(hash)
		} else {
			w.write("@", w.typeName[hash])
		}
		w.end(hash)
	}
	for _, key := range slices.Sorted(maps.Keys(w.Rels)) { // those without a name, or of a program
		if key == w.Main {
			continue
		}
		if w.name[key] == "" {
			w.name[key] = hashName(key)
			names = append(names, w.name[key])
			functions[w.name[key]] = key
		}
		if !isName(w.name[key]) {
			w.fail("`%s` in `rels` is not a name", lang.Clip(key))
		}
	}
	slices.Sort(names)
	for _, name := range names {
		key := functions[name]
		if w.write(name, " = "); w.name[key] == name {
			w.function(key)
		} else {
			w.write(w.name[key])
		}
		w.end(cmp.Or(w.RelAlias[key], key))
	}
	// The main expression is the last thing in the text, but it may need types, too.
	var last string
	if w.Main != "" {
		start := len(w.text)
		w.function(w.Main)
		last, w.text = string(w.text[start:])+"\n", w.text[:start]
	}
	for i := 0; i < len(w.needed); i++ {
		name := hashName(w.needed[i])
		if !isName(name) {
			w.fail("`%s` in `codes` is not a name", lang.Clip(w.needed[i]))
		}
		w.write("$", name, " = ")
		w.bracket(w.needed[i])
		w.end(w.needed[i])
	}
	w.write(last)
}

// mostInline bounds the text of a type that is written where it is used, in bytes; it needs a name otherwise.
const mostInline = 200

// inline returns the length of the text of a type without a name, or more than mostInline.
func (w *writer) inline(hash string, depth int) int {
	if n, known := w.length[hash]; known {
		return n
	}
	w.length[hash] = mostInline + 1 // if it contains itself, or is too deep
	c := w.Codes[hash]
	if c == nil || depth == 20 {
		return mostInline + 1
	}
	n := 2
	for label, part := range c.parts() {
		if n += len(spaced(label)) + len(w.typeName[part]) + 2; w.typeName[part] == "" {
			n += w.inline(part, depth+1)
		}
	}
	w.length[hash] = min(n, mostInline+1)
	return n
}

// parts returns the types of the parts of a type.
func (c *code) parts() map[string]string {
	if c.Code == "union" {
		return c.Union
	}
	return c.Product
}

// typ writes a type: its name, its text, or its hash as a name, which program defines later.
func (w *writer) typ(hash string) {
	switch name := w.typeName[hash]; {
	case w.Codes[hash] == nil:
		w.fail("the type `%s` is missing in `codes`", lang.Clip(hash))
	case name != "":
		w.write(name)
	case w.inline(hash, 0) <= mostInline:
		w.bracket(hash)
	default:
		w.typeName[hash], w.needed = hashName(hash), append(w.needed, hash)
		w.write(hashName(hash))
	}
}

// bracket writes the parts of a type.
func (w *writer) bracket(hash string) {
	c := w.Codes[hash]
	if c.Code != "product" && c.Code != "union" {
		w.fail("the type `%s` is neither a product nor a union", lang.Clip(hash))
	}
	parts := c.parts()
	labels := slices.Sorted(maps.Keys(parts))
	w.list(c.Code == "union", len(labels), func(i int) { w.typ(parts[labels[i]]); w.write(spaced(labels[i])) })
}

// list writes n parts in angles or in braces.
func (w *writer) list(angles bool, n int, part func(i int)) {
	brackets := "{}"
	if angles {
		brackets = "<>"
	}
	w.write(brackets[:1])
	for i := range n {
		if i > 0 {
			w.write(", ")
		}
		part(i)
	}
	w.write(brackets[1:])
}

// spaced writes a label after what it belongs to.
func spaced(label string) string { return " " + k.K6.LabelText(label) }

// A body is a function that is written.
type body struct {
	*writer
	*relation
	key      string
	uses     []int    // by node of the graph: how often its pattern is used
	variable []string // by node: the name of its variable, once it is written
	vars     int      // how many there are
}

// function writes a function with a filter before it, for its input, and one after it, for its output.
func (w *writer) function(key string) {
	b := &body{writer: w, relation: w.Rels[key], key: lang.Clip(key)}
	if b.relation == nil || b.Def == nil || len(b.Def.Patterns) != 2 {
		w.fail("the function `%s` in `rels` has no `def` with two `patterns`", lang.Clip(key))
		return
	}
	b.uses, b.variable = make([]int, len(b.Graph.Patterns.Nodes)), make([]string, len(b.Graph.Patterns.Nodes))
	queue := []int{b.node(b.Def.Patterns[0]), b.node(b.Def.Patterns[1])}
	for i := 0; i < len(queue) && w.wrong == nil; i++ {
		if b.uses[queue[i]]++; b.uses[queue[i]] == 1 {
			_, to := b.edges(queue[i])
			queue = append(queue, to...)
		}
	}
	if w.wrong == nil {
		b.filter(queue[0])
		w.write(" ")
		b.expression(b.Def)
		w.write(" ")
		b.filter(queue[1])
	}
}

// node returns the number of a node, or 0 after it noted that there is no such node.
func (b *body) node(i int) int {
	if parent := b.Graph.Patterns.Parent; i < 0 || i >= len(b.uses) || i < len(parent) && parent[i] != nil {
		b.fail("the function `%s` has no pattern %d", b.key, i)
		return 0
	}
	return i
}

// edges returns the labels of a pattern in their order, and where they lead to.
func (b *body) edges(node int) (labels []string, to []int) {
	if node >= len(b.Graph.Edges) || b.Graph.Patterns.Nodes[node].Pattern == "type" {
		return nil, nil
	}
	edges := b.Graph.Edges[node]
	labels = slices.Sorted(maps.Keys(edges))
	for _, label := range labels {
		to = append(to, b.node(append(edges[label], -1)[0]))
	}
	return labels, to
}

// expression writes an expression. It is nested no deeper than encoding/json reads.
func (b *body) expression(e *expression) {
	switch e.Op {
	case "identity":
		b.write("()")
	case "dot":
		b.write(".", k.K6.LabelText(e.Dot))
	case "div":
		b.write("/", k.K6.LabelText(e.Div))
	case "vid":
		b.write("|", k.K6.LabelText(e.Vid))
	case "ref":
		name := cmp.Or(b.name[e.Ref], e.Ref) // if it is missing, the text shows it
		if !isName(hashName(name)) {
			b.fail("the function `%s` refers to `%s`, which is not a name", b.key, lang.Clip(e.Ref))
		}
		b.write(name)
	case "comp":
		if len(e.Comp) == 0 {
			b.write("()")
		}
		for i := range e.Comp {
			if i > 0 {
				b.write(" ")
			}
			if part := &e.Comp[i]; part.Op == "comp" {
				b.write("(")
				b.expression(part)
				b.write(")")
			} else {
				b.expression(part)
			}
		}
	case "union":
		b.list(true, len(e.Union), func(i int) { b.expression(&e.Union[i]) })
	case "product":
		b.list(false, len(e.Product), func(i int) {
			b.expression(&e.Product[i].Exp)
			b.write(spaced(e.Product[i].Label))
		})
	default:
		b.fail("the operation `%s` of the function `%s` is not known", lang.Clip(e.Op), b.key)
	}
}

// filter writes a pattern as an expression.
func (b *body) filter(node int) {
	if b.Graph.Patterns.Nodes[node].Pattern != "type" {
		b.write("?")
	}
	b.pattern(node, 0)
}

// mostDepth bounds how deep patterns are nested; encoding/json has the same bound for what it reads.
const mostDepth = 10000

// pattern writes a pattern. One that is used several times is written once, with a variable.
func (b *body) pattern(node, depth int) {
	n := b.Graph.Patterns.Nodes[node]
	name := b.variable[node]
	if n.Pattern == "type" {
		b.write("$")
		b.typ(n.Type)
		return
	}
	if name == "" && b.uses[node] > 1 {
		b.variable[node] = "X" + strconv.Itoa(b.vars)
		b.vars++
	}
	kind := strings.Replace(n.Pattern, "...", "", 1)
	labels, to := b.edges(node)
	parts := len(labels)
	if kind != n.Pattern {
		parts++
	}
	switch {
	case depth == mostDepth:
		b.fail("the patterns of the function `%s` are nested more than %d deep", b.key, mostDepth)
	case name != "":
		b.write(name)
	case n.Pattern == "(...)":
		b.write(cmp.Or(b.variable[node], "(...)"))
	case kind != "{}" && kind != "<>":
		b.fail("the pattern `%s` of the function `%s` is not known", lang.Clip(n.Pattern), b.key)
	default:
		b.list(kind == "<>", parts, func(i int) {
			if i == len(labels) {
				b.write("...")
				return
			}
			b.pattern(to[i], depth+1)
			b.write(spaced(labels[i]))
		})
		if b.variable[node] != "" {
			b.write("=", b.variable[node])
		}
	}
}
