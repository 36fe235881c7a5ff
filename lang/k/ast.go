package k

import "github.com/patgraph/patgraph/lang"

// A NodeID is the index of a syntax node in its Tree. Nodes are in post-order: a subtree is contiguous and its root is
// last, so a loop over increasing ids meets children before parents and left before right.
type NodeID int32

// NoNode is the absence of a node.
const NoNode NodeID = -1

// An Op is the construct of a node.
type Op uint8

const (
	OpBad Op = iota // never in a sound definition

	// Expressions.
	OpIdentity // ()
	OpRef      // f, @f                  Sym: the name, with its @
	OpInt      // 5                      Sym: the digits as written
	OpString   // "s"                    Sym: the decoded text
	OpDot      // .l                     Sym: the label
	OpVid      // |l                     Sym: the label; k6
	OpDiv      // /l                     Sym: the label; k6
	OpPipe     // |
	OpType     // $T                     one kid: a code
	OpFilter   // ?F                     one kid: a filter
	OpComp     // e1 e2 … en             n >= 2 kids
	OpCaret    // e ^                    one kid
	OpProduct  // {e1 l1, …, en ln}      n != 1 fields, or any number in k6
	OpVariant  // {e l}                  one field; k4
	OpMerge    // <e1, …, en>            n >= 0 kids
	OpVector   // [e1, …, en]            n >= 0 kids

	// Codes: type expressions.
	OpCodeName    // nat, int, @nat      Sym: the name, with its @
	OpCodeProduct // {t1 l1, …, tn ln}   n fields; in k4 with one field it means the union
	OpCodeUnion   // <t1 l1, …, tn ln>   n fields
	OpCodeVector  // [t]                 one kid

	// Filters. All but OpFilterVar may carry a name, as in {…}=X: Sym, else NoSym.
	OpFilterVar     // X                 Sym: the variable
	OpFilterCode    // $T                one kid: a code
	OpFilterAny     // (F1 l1, …)        fields, Open with an ellipsis
	OpFilterProduct // {F1 l1, …}        fields, Open with an ellipsis
	OpFilterUnion   // <F1 l1, …>        fields, Open with an ellipsis
	OpFilterVector  // [F]               one kid

	numOps
)

// Fielded reports whether nodes of the operation have fields instead of kids.
func (op Op) Fielded() bool {
	switch op {
	case OpProduct, OpVariant, OpCodeProduct, OpCodeUnion, OpFilterAny, OpFilterProduct, OpFilterUnion:
		return true
	}
	return false
}

// Expression reports whether nodes of the operation are expressions, and not parts of types or filters.
func (op Op) Expression() bool { return op > OpBad && op <= OpVector }

// Labelled reports whether nodes of the operation are a sign and a label.
func (op Op) Labelled() bool { return op == OpDot || op == OpVid || op == OpDiv }

// A Node is one construct of the source text.
type Node struct {
	Op         Op
	Open       bool // a filter with "..."
	Start, End int32
	Sym        lang.Sym
	first, n   int32 // kids or fields; of a Labelled node, first is the label's offset
}

// Span returns the node's place. Redundant parentheses around an expression belong to no node.
func (n *Node) Span() lang.Span { return lang.Span{Start: n.Start, End: n.End} }

// A Field is `e l` or `l: e` within braces, angles or a filter's parentheses.
type Field struct {
	Label      lang.Sym
	Start, End int32 // of the label token
	Node       NodeID
	Prefix     bool // written `l: e`
}

// LabelSpan returns the place of the field's label.
func (f *Field) LabelSpan() lang.Span { return lang.Span{Start: f.Start, End: f.End} }

// A Def is `name = expression;`, `$name = code;`, or the main expression at the end of a file.
type Def struct {
	Name     lang.Sym
	NameSpan lang.Span // of a type including the dollar, of the main expression its whole span
	Span     lang.Span
	First    NodeID // the body's nodes are First … Root
	Root     NodeID // NoNode if the body is missing or unreadable
	Depth    int32  // nesting depth of the body's brackets
	Type     bool
	Main     bool
	Bad      bool // it has a syntax error: it defines its name and is not derived
}

// A Tree is a parsed file: flat arrays that refer to each other by index. It represents the whole text except blanks,
// redundant parentheses, the spelling of labels and literals, and the place of an ellipsis in its brackets.
type Tree struct {
	File     *lang.File
	Syms     *lang.Symbols
	Dialect  Dialect // K4 or K6
	Nodes    []Node
	Defs     []Def // in source order; the main expression, if any, has Main set
	Types    []Def // definitions of types, in source order
	Comments []lang.Span

	// Unfinished is true if the text ends within a bracket, a string, a comment or a definition, so that more lines may
	// follow when it is typed interactively. Parse reports what is missing as for any other text.
	Unfinished bool

	kids        []NodeID
	fields      []Field
	incremental bool // the file begins with "+++" or "~"
	before      before
}

// NameOf returns the name of a definition; for a type, with its dollar.
func (t *Tree) NameOf(d *Def) string {
	if d.Type {
		return "$" + t.Syms.Text(d.Name)
	}
	return t.Syms.Text(d.Name)
}

// Main returns the main expression's definition, if there is one.
func (t *Tree) Main() (*Def, bool) {
	for i := len(t.Defs) - 1; i >= 0; i-- {
		if t.Defs[i].Main {
			return &t.Defs[i], true
		}
	}
	return nil, false
}

// Kids returns the children of a node whose operation is not Fielded, in source
// order. The slice belongs to the tree.
func (t *Tree) Kids(id NodeID) []NodeID {
	n := &t.Nodes[id]
	if n.Op.Labelled() {
		return nil
	}
	return t.kids[n.first : n.first+n.n]
}

// Fields returns the fields of a Fielded node, in source order. The slice
// belongs to the tree.
func (t *Tree) Fields(id NodeID) []Field {
	n := &t.Nodes[id]
	return t.fields[n.first : n.first+n.n]
}

// Parts returns the direct parts of a node in source order, with or without
// labels.
func (t *Tree) Parts(id NodeID) []NodeID {
	if !t.Nodes[id].Op.Fielded() {
		return t.Kids(id)
	}
	fields := t.Fields(id)
	parts := make([]NodeID, len(fields))
	for i := range fields {
		parts[i] = fields[i].Node
	}
	return parts
}

// Parents returns, by node, the node that it is a part of, or NoNode.
func (t *Tree) Parents() []NodeID {
	parents := make([]NodeID, len(t.Nodes))
	for i := range parents {
		// Parts come before wholes.
		parents[i] = NoNode
		for _, part := range t.Parts(NodeID(i)) {
			parents[part] = NodeID(i)
		}
	}
	return parents
}

// FirstOf returns the first node of the subtree of a node, which is First … id.
func (t *Tree) FirstOf(id NodeID) NodeID {
	for {
		parts := t.Parts(id)
		if len(parts) == 0 {
			return id
		}
		id = parts[0]
	}
}

// LabelCounts returns how often each symbol is used as a label, of a field or of a projection.
func (t *Tree) LabelCounts() []int32 {
	counts := make([]int32, t.Syms.Len())
	for i := range t.Nodes {
		n := &t.Nodes[i]
		switch {
		case n.Op.Labelled():
			counts[n.Sym]++
		case n.Op.Fielded():
			for _, f := range t.Fields(NodeID(i)) {
				counts[f.Label]++
			}
		}
	}
	return counts
}

// DotLabelSpan returns the place of the label of a Labelled node.
func (t *Tree) DotLabelSpan(id NodeID) lang.Span {
	n := &t.Nodes[id]
	return lang.Span{Start: n.first, End: n.End}
}

// Span returns a node's place.
func (t *Tree) Span(id NodeID) lang.Span { return t.Nodes[id].Span() }
