package k

import (
	"slices"
	"strconv"
	"strings"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/k"
	"github.com/patgraph/patgraph/lang/k/eval"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/language"
	"github.com/patgraph/patgraph/unify"
)

// Explanations why a run was undefined: where its input deviates from the pattern of the definition, and which
// expression was tried last.

// mostSeen bounds the parts of a value that are compared with a type, and mostShown the bytes of a value or of the
// program that are shown.
const (
	mostSeen  = 1 << 17
	mostShown = 40
)

// why returns the reasons why a definition is undefined on the value in; the expression at, on the value on, was tried
// last.
func (r *runner) why(d int32, in, on value, at k.NodeID) []language.Reason {
	var all []language.Reason
	say := func(e k.NodeID, says lang.Phrase) {
		all = append(all, language.Reason{Says: says, At: r.source.tree.Span(e)})
	}
	t := r.source.tree
	n := &t.Nodes[at]
	name := "`" + r.text(at) + "`"
	checks := n.Op == k.OpType
	if !checks || !eval.Same(on.Value, in.Value) {
		if r.takes[d] == nil {
			r.takes[d] = r.result.Pattern(r.result.Solver.Scheme(d)).Nodes
		}
		c := comparison{types: r.result.Types, labels: r.result.Labels, nodes: r.takes[d], k6: t.Dialect == k.K6}
		what := "`" + t.NameOf(&t.Defs[d]) + "`"
		if t.Defs[d].Main {
			what = "the main expression"
		}
		if found, ok := c.departure(in.Value, state{node: 0}); ok {
			say(t.Defs[d].Root, lang.Text(what+" asks for "+found))
		}
	}
	switch {
	case checks:
		c := comparison{types: r.result.Types, labels: r.result.Labels, k6: t.Dialect == k.K6}
		found, ok := c.departure(on.Value, state{node: -1, t: r.source.typeOf(t.Kids(at)[0])})
		if !ok {
			found = "another value"
		}
		if !eval.Same(on.Value, in.Value) {
			found += ", in `" + on.Short(mostShown) + "`"
		}
		say(at, lang.Text(name+" asks for "+found))
	case n.Op == k.OpMerge:
		say(at, lang.Text("`<>` has no branches, and is never defined"))
	default:
		say(at, lang.Text(r.tried(at, name)+" asks for "+r.expectedInput(at)+", but got `"+on.Short(mostShown)+"`"))
	}
	return all
}

// tried names the expression that was tried last, and its branch.
func (r *runner) tried(e k.NodeID, name string) string {
	branch, child := e, e
	def := &r.source.tree.Defs[max(0, r.definitionOf(e))]
	for p := e + 1; p <= def.Root; p++ { // parents come after their parts
		for _, part := range r.source.tree.Kids(p) {
			if part != child {
				continue
			}
			if child = p; r.source.tree.Nodes[p].Op == k.OpMerge {
				if branch == e {
					return "the last branch, " + name + ","
				}
				return name + " in the last branch, `" + r.text(branch) + "`,"
			}
			branch = p
			break
		}
	}
	return name
}

// text returns an expression in one line, shortened if it is long.
func (r *runner) text(e k.NodeID) string {
	s := strings.Join(strings.Fields(string(r.source.tree.File.Text(r.source.tree.Span(e)))), " ")
	s = strings.ReplaceAll(s, "`", "'")
	if c := []rune(s); len(c) > mostShown {
		s = string(c[:mostShown-1]) + "…"
	}
	return s
}

// builtinInputs describes the inputs on which built-in functions are defined.
var builtinInputs = map[string]string{
	"PLUS": "a vector of numbers", "TIMES": "a vector of numbers",
	"DIV": "two integers, the second nonzero", "FDIV": "two numbers, the second nonzero",
	"CONCAT": "a vector of texts", "toVEC": "a text",
	"GT": "a vector whose elements decrease", "EQ": "a vector of equal elements",
	"CONS": "a product of `car` and a vector `cdr`", "SNOC": "a vector with at least one element",
	"toDateMsec": "the text of a date", "toDateStr": "a date in milliseconds",
}

// expectedInput describes the inputs on which an expression without parts is defined.
func (r *runner) expectedInput(e k.NodeID) string {
	t := r.source.tree
	n := &t.Nodes[e]
	text := t.Syms.Text(n.Sym)
	label := "`" + t.Dialect.LabelText(text) + "`"
	switch {
	case n.Op == k.OpRef && builtinInputs[text] != "":
		return builtinInputs[text]
	case n.Op == k.OpDiv:
		return "a tag " + label
	case n.Op != k.OpDot:
		return "something else"
	case t.Dialect == k.K6:
		return "a field " + label
	case k.IsInt(text) && text[0] != '-':
		return "an element, a field or a tag " + label
	}
	return "a field or a tag " + label
}

// A state is what a part of a value is compared with: a node of a pattern, or a type if the node is negative.
type state struct {
	node int32
	t    patterns.Type
}

// A comparison compares values with a pattern or a type.
type comparison struct {
	types  *patterns.Types
	labels *patterns.Labels
	nodes  []patterns.PatternNode
	parts  []part
	k6     bool // a product of one field is not a variant
}

// kind returns the kind of a value, as types distinguish them.
func (c *comparison) kind(v eval.Value) eval.Kind {
	if c.k6 && eval.IsRecord(v) {
		return eval.Product
	}
	return v.Kind()
}

// A part of a value has a label or an index in another part.
type part struct {
	value eval.Value
	state state
	from  int // in comparison.parts, or -1
	label string
	index int // of a vector, or -1
}

// departure describes the first part that deviates: the expected and the actual form. It returns false if there is none
// among the first parts of the value.
func (c *comparison) departure(v eval.Value, s state) (string, bool) {
	c.parts = append(c.parts[:0], part{value: v, state: s, from: -1, index: -1})
	type pair struct {
		value eval.Value
		state state
	}
	seen := map[pair]bool{}
	stack := []int{0}
	for len(stack) > 0 && len(c.parts) < mostSeen {
		i := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		p := c.parts[i]
		if len(eval.Parts(p.value)) > 0 {
			if seen[pair{p.value, p.state}] {
				continue
			}
			seen[pair{p.value, p.state}] = true
		}
		first := len(c.parts)
		if wants := c.checkPart(i); wants != "" {
			return wants, true
		}
		for j := len(c.parts) - 1; j >= first; j-- {
			stack = append(stack, j)
		}
	}
	return "", false
}

// checkPart compares one part with its state and adds its parts, or describes what is wrong with it.
func (c *comparison) checkPart(i int) (wrong string) {
	p := c.parts[i]
	kind := c.kind(p.value)
	if p.state.node >= 0 && c.nodes[p.state.node].Type != patterns.NoType {
		p.state = state{-1, c.nodes[p.state.node].Type}
	}
	wants := func(what string) string { return c.at(i, what, "is "+article(kind)) }
	if p.state.node < 0 {
		name, atom := c.types.Atom(p.state.t)
		if atom {
			switch {
			case name == "int" && kind != eval.Int:
				return wants("an integer")
			case name == "string" && kind != eval.String:
				return wants("a text")
			case name == "bool" && kind != eval.Bool:
				return wants("`true` or `false`")
			}
			return ""
		}
		fields := c.types.FieldsByText(p.state.t)
		var edges []patterns.PatternEdge
		for _, f := range fields {
			edges = append(edges, patterns.PatternEdge{Label: c.labels.Text(f.Label), To: int32(f.To)})
		}
		return c.checkLabels(i, c.types.Shape(p.state.t), true, edges, func(to int32) state {
			return state{-1, patterns.Type(to)}
		})
	}
	n := &c.nodes[p.state.node]
	return c.checkLabels(i, n.Flat.Shapes(), n.Flat.Closed(), n.Edges, func(to int32) state { return state{node: to} })
}

// checkLabels compares a part with shapes and their labels. In an open pattern only existing labels are compared: the
// pattern does not say whether a missing one is required.
func (c *comparison) checkLabels(i int, shapes unify.Shape, closed bool, edges []patterns.PatternEdge,
	to func(int32) state) string {
	p := c.parts[i]
	labels, parts, kind := eval.Labels(p.value), eval.Parts(p.value), c.kind(p.value)
	single := kind == eval.Variant // in JSON, it may be a product
	ok := false
	switch kind {
	case eval.Vector:
		ok = shapes&unify.Vector != 0
	case eval.Product, eval.Variant:
		ok = shapes&unify.Product != 0 || shapes&unify.Union != 0 && single
	case eval.Null, eval.Fraction:
		ok = shapes == unify.Product|unify.Union|unify.Vector && !closed && len(edges) == 0
	default: // literals are tags
		ok = shapes&unify.Union != 0 && !closed
	}
	if !ok {
		return c.at(i, describeShape(shapes, edges), "is "+article(kind))
	}
	if kind == eval.Vector {
		if shapes == unify.Vector && len(edges) > 0 {
			for j, v := range parts {
				c.parts = append(c.parts, part{v, to(edges[0].To), i, "", j})
			}
		}
		return ""
	}
	if len(labels) == 0 && kind != eval.Product {
		return ""
	}
	known := make(map[string]int32, len(edges))
	for _, e := range edges {
		known[e.Label] = e.To
	}
	union := single && shapes&unify.Product == 0
	if closed && !union && shapes&unify.Union == 0 {
		have := make(map[string]bool, len(labels))
		for _, l := range labels {
			have[l] = true
		}
		for _, e := range edges {
			if !have[e.Label] {
				return c.at(i, "a field `"+k.K4.LabelText(e.Label)+"`", "has none")
			}
		}
	}
	for j, l := range labels {
		next, ok := known[l]
		if ok {
			c.parts = append(c.parts, part{parts[j], to(next), i, l, -1})
		} else if closed {
			what := "the field"
			if union {
				what = "the tag"
			}
			return c.at(i, describeShape(shapes, edges), "has "+what+" `"+k.K4.LabelText(l)+"`")
		}
	}
	return ""
}

// describeShape describes shapes with their labels.
func describeShape(shapes unify.Shape, edges []patterns.PatternEdge) string {
	var list []string
	for i, e := range edges {
		if i == 5 {
			list = append(list, "…")
			break
		}
		list = append(list, "`"+k.K4.LabelText(e.Label)+"`")
	}
	labels := strings.Join(list, ", ")
	switch shapes {
	case unify.Vector:
		return "a vector"
	case unify.Union:
		if labels == "" {
			return "a variant"
		}
		return "a variant with one of the tags " + labels
	case unify.Product, unify.Product | unify.Vector:
		if labels == "" {
			return "the product `{}`"
		}
		return "a product of " + labels
	}
	if labels == "" {
		return "a product or a variant"
	}
	return "what has " + labels
}

// at combines what is expected at a part with the actual form.
func (c *comparison) at(i int, want, is string) string {
	var path []string
	for j := i; c.parts[j].from >= 0; j = c.parts[j].from {
		p := &c.parts[j]
		switch {
		case p.index >= 0:
			path = append(path, "["+strconv.Itoa(p.index)+"]")
		case c.parts[p.from].from >= 0:
			path = append(path, "."+k.K4.LabelText(p.label))
		default:
			path = append(path, k.K4.LabelText(p.label))
		}
	}
	if len(path) == 0 {
		return want + ", and the value " + is
	}
	slices.Reverse(path)
	return want + " at `" + strings.Join(path, "") + "`, which " + is
}

// article returns the name of a kind of value with its article.
func article(kind eval.Kind) string {
	switch kind {
	case eval.Null:
		return "null"
	case eval.Bool:
		return "`true` or `false`"
	case eval.Int:
		return "an integer"
	}
	return "a " + kind.String()
}
