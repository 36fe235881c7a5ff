package k

import (
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/syntax"
)

type (
	NodeID = syntax.NodeID
	Op     = syntax.Op
	Node   = syntax.Node
)

// NoNode is the absence of a node.
const NoNode = syntax.NoNode

// The constructs. A node's Sym is lang.NoSym if nothing else is said here. The kids of one with fields are the parts of
// these; its At is the index of the first one.
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

// FlagOpen is the flag of a filter with an ellipsis.
const FlagOpen syntax.Flags = 1

// Fielded reports whether nodes of the construct have fields.
func Fielded(op Op) bool {
	switch op {
	case OpProduct, OpVariant, OpCodeProduct, OpCodeUnion, OpFilterAny, OpFilterProduct, OpFilterUnion:
		return true
	}
	return false
}

// Expression reports whether nodes of the construct are expressions, and not parts of types or filters.
func Expression(op Op) bool { return op > OpBad && op <= OpVector }

// Labelled reports whether nodes of the construct are a sign and a label, which begins at their At.
func Labelled(op Op) bool { return op == OpDot || op == OpVid || op == OpDiv }

// A Field is `e l` or `l: e` within braces, angles or a filter's parentheses.
type Field struct {
	Label      lang.Sym
	Start, End int32 // of the label token
	Node       NodeID
	Prefix     bool // written `l: e`
}

// LabelSpan returns the place of the field's label.
func (f *Field) LabelSpan() lang.Span { return lang.Span{Start: f.Start, End: f.End} }

// A Def is `name = expression;`, `$name = code;`, or the main expression at the end of a file. Its NameSpan includes
// the dollar of a type, and is the whole main expression.
type Def struct {
	syntax.Decl
	Type bool
	Main bool
}

// A Tree is a parsed file. It represents the whole text except blanks, redundant parentheses, the spelling of labels and
// literals, and the place of an ellipsis in its brackets. Redundant parentheses around an expression belong to no node.
//
// Unfinished is also true if the text ends within a string, a comment or a definition, so that more lines may follow
// when it is typed interactively. Parse reports what is missing as for any other text.
type Tree struct {
	syntax.Tree
	Dialect Dialect // K4 or K6
	Defs    []Def   // in source order; the main expression, if any, has Main set
	Types   []Def   // definitions of types, in source order

	fields      []Field
	incremental bool // the file begins with "+++" or "~"
	guessed     bool // no token shows its dialect
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

// Fields returns the fields of a node, in source order; none if its construct has none. The slice belongs to the tree.
func (t *Tree) Fields(id NodeID) []Field {
	n := len(t.Kids(id))
	if n == 0 || !Fielded(t.Nodes[id].Op) {
		return nil
	}
	at := t.Nodes[id].At
	return t.fields[at : int(at)+n]
}

// LabelCounts returns how often each symbol is used as a label, of a field or of a projection.
func (t *Tree) LabelCounts() []int32 {
	counts := make([]int32, t.Syms.Len())
	for i := range t.Nodes {
		if n := &t.Nodes[i]; Labelled(n.Op) {
			counts[n.Sym]++
		}
	}
	for i := range t.fields {
		counts[t.fields[i].Label]++
	}
	return counts
}

// DotLabelSpan returns the place of the label of a Labelled node.
func (t *Tree) DotLabelSpan(id NodeID) lang.Span {
	n := &t.Nodes[id]
	return lang.Span{Start: n.At, End: n.End}
}
