// Package export writes what a definition takes or gives for other languages of
// types: JSON Schema, TypeScript and Go.
//
// A type becomes exactly its values. A pattern that is open becomes what any of its
// types has: ?{X a, ...} is every object with a and another field. That two parts
// have to be of one type, as in ?{X a, X b}, no other language says; then Loose is
// true of the document.
package export

import (
	"slices"
	"strconv"
	"strings"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/unify"
)

// A Document is a pattern as a graph of nodes, the first of which is the root.
type Document struct {
	Title string // what the pattern is of
	Loose bool   // it admits more than the pattern, which has parts of one unknown type
	plain bool   // products may have one field, and no label is a literal
	nodes []node
}

type kind uint8

const (
	anything kind = iota
	integer
	text
	boolean
	parts // what shapes and labels say
)

// A node is one of the Document's patterns.
type node struct {
	kind   kind
	shapes unify.Shape
	closed bool
	fields []field // in the order of labels; of a vector, its members
	name   string  // the alias of a type
	uses   int
}

type field struct {
	label string
	to    int32
}

// only reports whether values of the node have one shape.
func (n *node) only(s unify.Shape) bool { return n.kind == parts && n.shapes == s }

// Of makes a document of a root of a scheme. It is plain if products may have one field,
// and no label is a literal.
func Of(r *patterns.Result, s *patterns.Scheme, root int32, title string, plain bool) *Document {
	d := &Document{Title: title, plain: plain}
	type origin struct {
		node int32 // -1: it is a type
		typ  patterns.Type
	}
	var queue []origin
	places := make(map[origin]int32)
	use := func(o origin) int32 {
		at, ok := places[o]
		if !ok {
			at = int32(len(queue))
			places[o] = at
			d.nodes, queue = append(d.nodes, node{}), append(queue, o)
		}
		d.nodes[at].uses++
		return at
	}
	typ := func(t patterns.Type) int32 { return use(origin{-1, t}) }
	pattern := func(n int32) int32 {
		if h := s.Graph.Flat(n).Head(); h != patterns.NoType {
			return typ(h)
		}
		return use(origin{n, patterns.NoType})
	}
	pattern(root)
	for i := 0; i < len(queue); i++ {
		o := queue[i]
		n := node{kind: parts}
		if o.node >= 0 {
			f := s.Graph.Flat(o.node)
			n.shapes, n.closed = f.Shapes(), f.Closed()
			edges := s.Graph.Edges(o.node)
			for _, e := range edges {
				n.fields = append(n.fields, field{r.Labels.Text(e.Label), pattern(int32(e.To))})
			}
			if len(edges) == 0 && f.IsAnything() {
				n.kind = anything
			}
		} else {
			n.name, _ = r.TypeName(o.typ)
			switch atom, _ := r.Types.Atom(o.typ); atom {
			case "int":
				n.kind = integer
			case "string":
				n.kind = text
			case "bool":
				n.kind = boolean
			default:
				n.shapes, n.closed = r.Types.Shape(o.typ), true
				for _, f := range r.Types.FieldsByText(o.typ) {
					n.fields = append(n.fields, field{r.Labels.Text(f.Label), typ(f.To)})
				}
			}
		}
		slices.SortFunc(n.fields, func(a, b field) int { return patterns.ComparePrint(a.label, b.label) })
		n.uses = d.nodes[i].uses // which its own parts may be among
		d.nodes[i] = n
	}
	for i, o := range queue {
		// What is no type has a part that is unknown. In several places, or for all members
		// of a vector, it is the same.
		if n := &d.nodes[i]; o.node >= 0 && (n.uses > 1 || n.can(unify.Vector) && len(n.fields) > 0) {
			d.Loose = true
		}
	}
	return d
}

// named are the nodes that get a name of their own, with that name: those with an
// alias, and those that are used in several places or lie deep within others.
// No name is one of those that the language has itself.
func (d *Document) named(root string, rename func(string) string, reserved ...string) []string {
	names := make([]string, len(d.nodes))
	t := make(taken)
	for _, name := range reserved {
		t.unique(name)
	}
	claim := func(i int32, name string) {
		if name = rename(name); name == "" {
			name = rename("type")
		}
		names[i] = t.unique(name)
	}
	if root != "" {
		claim(0, root)
	}
	for i := range d.nodes {
		if n := &d.nodes[i]; i > 0 && n.kind == parts && n.name != "" {
			claim(int32(i), n.name)
		}
	}
	// From the names, down to where the next one is needed.
	depth := make([]int, len(d.nodes))
	for i := range d.nodes {
		n := &d.nodes[i]
		if names[i] != "" {
			depth[i] = 0
		}
		for _, f := range n.fields {
			to := &d.nodes[f.to]
			if f.to == 0 || names[f.to] != "" || to.kind != parts || len(to.fields) == 0 {
				continue
			}
			// Nodes are numbered breadth-first: a part with a lower number is around this one.
			if depth[f.to] = depth[i] + 1; to.uses > 1 || f.to <= int32(i) || depth[f.to] > mostNested {
				hint := f.label
				if n.only(unify.Vector) || hint == patterns.MemberName {
					hint = "item"
				}
				claim(f.to, hint)
				depth[f.to] = 0
			}
		}
	}
	return names
}

// A writer writes nodes, those that have names by these.
type writer struct {
	*Document
	names []string
	full  func(i int32) string // a node without its name
}

// ref is a node where it is a part of another one.
func (w *writer) ref(i int32) string {
	if w.names[i] != "" {
		return w.names[i]
	}
	return w.full(i)
}

// comment says at the start of a program what it has.
func (d *Document) comment() string {
	title := lang.Visible(d.Title)
	if !d.Loose {
		return "// " + title + "\n"
	}
	return "// " + title + "\n// " + looseness + "\n"
}

const looseness = "Some parts have to be of one type, whichever it is. That is not said here."

// taken has the names that are in use, in lower case, each with the last number that was
// put behind it.
type taken map[string]int

// unique makes a name that is not taken of one that may be, and takes it.
func (t taken) unique(name string) string {
	lower := strings.ToLower(name)
	if _, ok := t[lower]; !ok {
		t[lower] = 1
		return name
	}
	for {
		t[lower]++
		numbered := strconv.Itoa(t[lower])
		if _, ok := t[lower+numbered]; !ok {
			t[lower+numbered] = 1
			return name + numbered
		}
	}
}

// mostNested is how deep a type is written within another one.
const mostNested = 3

// can reports whether values of a node may have a shape.
func (n *node) can(s unify.Shape) bool { return n.kind == parts && n.shapes&s != 0 }

// literals are the values without parts that a pattern allows, of which every label
// leads to the unit then.
func (d *Document) literals(n *node) []kind {
	if d.plain || n.closed || !n.can(unify.Union) {
		return nil
	}
	ints, bools := true, true
	for _, f := range n.fields {
		if !d.nodes[f.to].admitsUnit() {
			return nil
		}
		ints = ints && f.label != "" && strings.Trim(f.label, "0123456789") == ""
		bools = bools && (f.label == "true" || f.label == "false")
	}
	list := []kind{text}
	if ints {
		list = append(list, integer)
	}
	if bools {
		list = append(list, boolean)
	}
	return list
}

// products reports whether values of a node may be products. Of those that are not plain none has one field.
func (d *Document) products(n *node) bool {
	return n.can(unify.Product) && (d.plain || !n.closed || len(n.fields) != 1)
}

// admitsUnit reports whether the unit may be a value of a node.
func (n *node) admitsUnit() bool {
	return n.kind == anything || n.can(unify.Product) && len(n.fields) == 0
}
