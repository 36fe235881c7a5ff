//go:build !js

package report

import (
	"slices"
	"strconv"
	"strings"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/unify"
)

// An export is the input or output pattern of a definition in another type language: JSON Schema, TypeScript or Go.
//
// A type is converted exactly: the result has the same values. An open pattern is converted to the union of its types:
// ?{X a, ...} is every object with a and another field. These languages cannot express that two parts have the same
// type, as in ?{X a, X b}; then the document is marked as Loose.

// A Export is a pattern as a graph of nodes; the first node is the root.
type Export struct {
	Title string // names the pattern
	Loose bool   // it accepts more than the pattern, which has parts of one unknown type
	plain bool   // products may have one field, and labels are not literals
	nodes []exportNode
}

type exportKind uint8

const (
	anything exportKind = iota
	integer
	textKind
	boolean
	partsKind // determined by shapes and labels
)

// An exportNode is a pattern of the Export.
type exportNode struct {
	kind   exportKind
	shapes unify.Shape
	closed bool
	fields []exportField // ordered by label; of a vector, its members
	name   string        // the alias of a type
	uses   int
}

type exportField struct {
	label string
	to    int32
}

// only reports whether all values of the node have one shape.
func (n *exportNode) only(s unify.Shape) bool { return n.kind == partsKind && n.shapes == s }

// ExportOf makes a document from a root of a scheme. If plain, products may have one field, and labels are not
// literals.
func ExportOf(r *patterns.Result, s *patterns.Scheme, root int32, title string, plain bool) *Export {
	d := &Export{Title: title, plain: plain}
	type origin struct {
		node int32 // -1: a type
		typ  patterns.Type
	}
	var queue []origin
	places := make(map[origin]int32)
	use := func(o origin) int32 {
		at, ok := places[o]
		if !ok {
			at = int32(len(queue))
			places[o] = at
			d.nodes, queue = append(d.nodes, exportNode{}), append(queue, o)
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
		n := exportNode{kind: partsKind}
		if o.node >= 0 {
			f := s.Graph.Flat(o.node)
			n.shapes, n.closed = f.Shapes(), f.Closed()
			edges := s.Graph.Edges(o.node)
			for _, e := range edges {
				n.fields = append(n.fields, exportField{r.Labels.Text(e.Label), pattern(int32(e.To))})
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
				n.kind = textKind
			case "bool":
				n.kind = boolean
			default:
				n.shapes, n.closed = r.Types.Shape(o.typ), true
				for _, f := range r.Types.FieldsByText(o.typ) {
					n.fields = append(n.fields, exportField{r.Labels.Text(f.Label), typ(f.To)})
				}
			}
		}
		slices.SortFunc(n.fields, func(a, b exportField) int { return patterns.ComparePrint(a.label, b.label) })
		n.uses = d.nodes[i].uses // its own parts may use it
		d.nodes[i] = n
	}
	for i, o := range queue {
		// A node that is not a type has an unknown part. If it is used in several places, or for all members of a
		// vector, these must agree.
		if n := &d.nodes[i]; o.node >= 0 && (n.uses > 1 || n.can(unify.Vector) && len(n.fields) > 0) {
			d.Loose = true
		}
	}
	return d
}

// named assigns names to the nodes that need one: those with an alias, those that are used in several places, and
// deeply nested ones. Reserved names are not used.
func (d *Export) named(root string, rename func(string) string, reserved ...string) []string {
	names := make([]string, len(d.nodes))
	t := make(takenNames)
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
		if n := &d.nodes[i]; i > 0 && n.kind == partsKind && n.name != "" {
			claim(int32(i), n.name)
		}
	}
	// Starting at the named nodes, find where the next name is needed.
	depth := make([]int, len(d.nodes))
	for i := range d.nodes {
		n := &d.nodes[i]
		if names[i] != "" {
			depth[i] = 0
		}
		for _, f := range n.fields {
			to := &d.nodes[f.to]
			if f.to == 0 || names[f.to] != "" || to.kind != partsKind || len(to.fields) == 0 {
				continue
			}
			// Nodes are numbered breadth-first: a part with a lower number contains this node.
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

// An exportWriter writes nodes, and refers to named nodes by name.
type exportWriter struct {
	*Export
	names []string
	full  func(i int32) string // writes a node without its name
}

// ref is a node as a part of another node.
func (w *exportWriter) ref(i int32) string {
	if w.names[i] != "" {
		return w.names[i]
	}
	return w.full(i)
}

// comment describes the document at the start of a program.
func (d *Export) comment() string {
	title := lang.Visible(d.Title)
	if !d.Loose {
		return "// " + title + "\n"
	}
	return "// " + title + "\n// " + looseness + "\n"
}

const looseness = "Some parts have to be of one type, whichever it is. That is not said here."

// takenNames has the used names, in lower case, each with the last number that was appended to it.
type takenNames map[string]int

// unique makes a name unique, and marks it as used.
func (t takenNames) unique(name string) string {
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

// mostNested is the maximum nesting depth of unnamed types.
const mostNested = 3

// can reports whether values of a node may have a shape.
func (n *exportNode) can(s unify.Shape) bool { return n.kind == partsKind && n.shapes&s != 0 }

// literals are the kinds of literals that a pattern accepts; then every label must lead to the unit.
func (d *Export) literals(n *exportNode) []exportKind {
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
	list := []exportKind{textKind}
	if ints {
		list = append(list, integer)
	}
	if bools {
		list = append(list, boolean)
	}
	return list
}

// products reports whether values of a node may be products. Unless plain, a product never has one field.
func (d *Export) products(n *exportNode) bool {
	return n.can(unify.Product) && (d.plain || !n.closed || len(n.fields) != 1)
}

// admitsUnit reports whether the unit may be a value of a node.
func (n *exportNode) admitsUnit() bool {
	return n.kind == anything || n.can(unify.Product) && len(n.fields) == 0
}
