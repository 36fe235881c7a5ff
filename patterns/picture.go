package patterns

import (
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/unify"
)

// The data from which pictures are drawn, in the terms of the language: the solved graph of a definition, the history
// of its derivation, its relations, and the references between definitions.

// ReasonSteps is how many steps the searches for reasons take in all bodies of a picture: a second or two.
const ReasonSteps = 2_000_000

// A Body is the solved graph of a definition: the pattern of everything in it.
type Body struct {
	Nodes   []BodyNode // in canonical order: breadth-first from the expressions in preorder
	In, Out BodyEnd    // of the definition
	Calls   []BodyCall
	Clashes []BodyClash
	Step    int32 // this is the state after step Step of Steps of the derivation
	Steps   int32
	Union   BodyUnion // the last step, in a state after a number of steps
}

// A BodyUnion is the two classes that a step united, and the class that it made; unify.None: it united nothing.
type BodyUnion struct{ X, Y, Into unify.Node }

// A BodyNode is a pattern class.
type BodyNode struct {
	Class    unify.Node // in a state after a number of steps: the same number as in other such states
	Shape    string     // its bracket with its labels, or the name of a type: "{x, y, ...}"
	Variable string     // its variable in the signature of the definition; empty: it has none
	Flat     unify.Flat
	Uses     []BodyUse
	Because  Because
	Edges    []BodyEdge
	Read     []BodyEdge // of a named type, whose structure is not drawn: each part that the program reads or builds, of the
	// first pattern that has it; of a type of vectors, the elements of each of its patterns
}

// A BodyEnd is the end of an edge in a body: a class, and which pattern of it. A class of types has all patterns of one
// type; two ends are the same pattern only if the program unites them.
type BodyEnd struct {
	To   int32      // -1: none
	Same unify.Node // a number that the ends of one pattern share; unify.None: shared with no other
}

// A BodyUse is an expression whose input or output pattern a class is.
type BodyUse struct {
	Span       lang.Span
	Expression string // its source text, shortened
	Op         string // the rule of the expression
	Side       string // which side of it the class is: "the input"
}

// A BodyEdge leads from a class to a part of it.
type BodyEdge struct {
	Label string // as it is written
	BodyEnd
	Because Because
	Of      unify.Node // of BodyNode.Read: which pattern of the class has the part, as in BodyEnd.Same
}

// A BodyCall is a reference to a definition, to a constructor of a type, or to a built-in function.
type BodyCall struct {
	Span    lang.Span
	Name    string
	Callee  int32   // or -1
	Builds  bool    // it is a constructor
	Used    string  // its type at this use, if that may differ elsewhere; empty for a function of k
	In, Out BodyEnd // In.To is -1 if it has no input
}

// A BodyClash is two classes that would have to be equal and cannot.
type BodyClash struct {
	X, Y int32
	What lang.Phrase // the step, like TraceEvent.What
	Step int32
	Span lang.Span
}

// A Because is a reason in one line, and the place that states it.
type Because struct {
	Text lang.Phrase // empty if unknown
	Span lang.Span
}

// A History is the merge history of a definition's derivation: a forest whose leaves are the patterns of its
// expressions and of instances of signatures, and whose inner nodes are unions.
type History struct {
	Nodes   []HistoryItem // the input and the output of each expression in preorder, other leaves, the unions by step
	Clashes []BodyClash   // steps that united nothing; X and Y are numbers of Nodes
	Links   []HistoryLink // between the patterns that are left in the end
	Steps   int32
	In, Out int32 // of Nodes: what the definition takes and gives; equal for a value, -1 if it has no expression
}

// A HistoryLink leads from a pattern to a part of it, or from what a definition takes to what it gives.
type HistoryLink struct {
	From, To int32  // of History.Nodes
	Label    string // of the part, or the name of the definition
	Call     bool
	Span     lang.Span // of the call
}

// A HistoryItem is a pattern as it was created.
type HistoryItem struct {
	Step   int32       // the step that created it; 0 for a leaf
	What   lang.Phrase // of a leaf "the input of `f`", of a union what it united
	Reason lang.Phrase // of a union: TraceEvent.Reason
	Words  lang.Phrase // of a union: the reason in words, without the name of a rule
	After  int32       // of a union that follows from another step, since wholes have equal parts: that step; otherwise 0
	Part   string      // then: the label of the parts
	Shape  string      // as it was created
	Free   bool        // whether it was unconstrained then
	Span   lang.Span
	Parent int32 // the union that absorbed it, or -1
	X, Y   int32 // of a union: the two that its step names, as they were created
	// Of a pattern that is left in the end: its variable in the signature of the definition; empty: it has none.
	Variable string
	Whole    string // such a pattern with its parts, if the language writes these within it; else empty
}

// Related is the relations that a definition states, and the types that they are about.
type Related struct {
	Uses  []RelationUse // in the order of the text
	Types []RelatedType // in the order in which the uses have them
	Step  int32         // this is the state after step Step of Steps of the derivation
	Steps int32
}

// A RelationUse is a use of a relation: it holds for some types.
type RelationUse struct {
	Name       string // its name at this place, such as the name of an operator
	Relation   string // its own name
	Attributes string // its name with its attributes
	Span       lang.Span
	State      unify.State
	Order      int32 // the rank among those that do not wait, from 1
	Args       []RelationArg
}

// A RelationArg is an argument of a relation.
type RelationArg struct {
	Name       string
	To         int32       // of Related.Types
	Gives      bool        // it is a result of the use, not an argument
	Read       bool        // the relation depends on it
	Determined bool        // the relation determined it
	Waits      bool        // the relation waits for it
	Part       lang.Phrase // which part of it the relation waits for; empty: all
}

// A RelatedType is a pattern that relations are about.
type RelatedType struct {
	Text  string   // the pattern, shortened
	Names []string // the variables that have it, or an expression
	Spans []lang.Span
	Open  bool          // something in it is not decided
	Parts []RelatedPart // those that other relations are about
	Like  int32         // it is a use of this other type, whose unknown parts may differ here; or -1
}

// A RelatedPart leads from a type to a part of it.
type RelatedPart struct {
	Label string
	To    int32
}
