package patterns

import (
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/unify"
)

// What pictures are drawn from, as data in the words of the language: the solved graph of
// a definition, the history of its derivation, its relations, and who refers to whom.

// ReasonSteps is how many steps the searches for reasons take in all bodies of a picture: a second
// or two.
const ReasonSteps = 2_000_000

// A Body is the solved graph of a definition: the pattern of everything in it.
type Body struct {
	Nodes   []BodyNode // in canonical order: breadth-first from the expressions in preorder
	In, Out BodyEnd    // of the definition
	Calls   []BodyCall
	Clashes []BodyClash
	Step    int32 // it is the state after this step of the derivation, of so many
	Steps   int32
}

// A BodyNode is a pattern class.
type BodyNode struct {
	Shape   string // its bracket with its labels, or the name of a type: "{x, y, ...}"
	Flat    unify.Flat
	Uses    []BodyUse
	Because Because
	Edges   []BodyEdge
	Read    []BodyEdge // of a named type, whose structure is not drawn: to the parts that the program reads or builds
}

// A BodyEnd is where something leads in a body: a class, and which pattern of it. A class of
// types has all patterns of one type; two ends are the same pattern only if the program makes
// them one.
type BodyEnd struct {
	To   int32      // -1: nowhere
	Same unify.Node // a number that the ends of one pattern share; unify.None: of no other
}

// A BodyUse is an expression that a class is the input or the output pattern of.
type BodyUse struct {
	Span       lang.Span
	Expression string // its source text, shortened
	Op         string // the rule of the expression
	Side       string // what of it the class is: "the input"
}

// A BodyEdge leads from a class to a part of it.
type BodyEdge struct {
	Label string // as it is written
	BodyEnd
	Because Because
}

// A BodyCall is a reference to a definition, to a constructor of a type, or to a function that
// is built in.
type BodyCall struct {
	Span    lang.Span
	Name    string
	Callee  int32   // or -1
	Builds  bool    // it is a constructor
	Used    string  // what it is there, of a type that may be another one elsewhere; empty for a function of k
	In, Out BodyEnd // In leads nowhere where it takes nothing
}

// A BodyClash is two classes that would have to be one and cannot.
type BodyClash struct {
	X, Y int32
	What lang.Phrase // the step, like TraceEvent.What
	Step int32
	Span lang.Span
}

// A Because is the reason of something in one line, and the place that states it.
type Because struct {
	Text lang.Phrase // empty when none is known
	Span lang.Span
}

// A History is the merge history of a definition's derivation: a forest whose
// leaves are the patterns of its expressions, and of what signatures brought
// along, and whose inner nodes are unions.
type History struct {
	Nodes   []HistoryItem // the input and the output of each expression in preorder, other leaves, the unions by step
	Clashes []BodyClash   // steps that made nothing; X and Y are numbers of Nodes
	Steps   int32
}

// A HistoryItem is a pattern as it was made.
type HistoryItem struct {
	Step   int32       // the step that made it; 0 for a leaf
	What   lang.Phrase // of a leaf "the input of `f`", of a union what became one in it
	Reason lang.Phrase // of a union: TraceEvent.Reason
	Words  lang.Phrase // of a union: the reason in words, without the name of a rule
	After  int32       // of a union that follows from another step: that step; else 0
	Shape  string      // as it was made
	Free   bool        // whether it said nothing then
	Span   lang.Span
	Parent int32 // the union that took it in, or -1
}

// Related is the relations that a definition states, and the types that they are about.
type Related struct {
	Uses  []RelationUse // in the order of the text
	Types []RelatedType // in the order in which the uses have them
	Step  int32         // it is the state after this step of the derivation, of so many
	Steps int32
}

// A RelationUse is a relation that is said to hold of some types.
type RelationUse struct {
	Name       string // what it is called where it stands, such as the name of an operator
	Relation   string // its own name
	Attributes string // its name with its attributes
	Span       lang.Span
	State      unify.State
	Order      int32 // of one that does not wait: which it was of those, from 1
	Args       []RelationArg
}

// A RelationArg is an argument of a relation.
type RelationArg struct {
	Name  string
	To    int32       // of Related.Types
	Gives bool        // it is what the use gives, else what it takes
	Read  bool        // the relation rests on what it is
	Told  bool        // the relation said what it is
	Waits bool        // the relation waits for it
	Part  lang.Phrase // of one that it waits for: which part of it; empty: all
}

// A RelatedType is a pattern that relations are about.
type RelatedType struct {
	Text  string   // the pattern, shortened
	Names []string // the variables that have it, or an expression
	Spans []lang.Span
	Open  bool          // something in it is not decided
	Parts []RelatedPart // those that other relations are about
	Like  int32         // it is a use of another one, of which what is not known may be something else; or -1
}

// A RelatedPart leads from a type to a part of it.
type RelatedPart struct {
	Label string
	To    int32
}
