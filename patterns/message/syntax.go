package message

import (
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/unify"
)

// Syntax is the interface of this package to the language of a derived program.
type Syntax interface {
	// Declared and CompareDefinitions are as in explain.Front.
	Declared(t unify.Head) bool
	CompareDefinitions(a, b int32) int

	// Construct returns the templates for a site.
	Construct(site int32) *Construct
	// Rule returns the templates for an equation with this rule and part.
	Rule(rule, part uint8) *Rule
	// DescribedBy returns the rule by which a site describes a pattern, and its part.
	DescribedBy(site int32) (rule, part uint8)
	// Words returns the language's words for patterns.
	Words() *Words
	// AtomThing names a type without structure, as in "an integer".
	AtomThing(name string) (thing string, ok bool)

	// Span returns the place of a site in the text.
	Span(site int32) lang.Span
	// AppendKids appends the direct parts of a site in text order.
	AppendKids(to []int32, site int32) []int32
	// AppendSlots appends the label tokens of a site.
	AppendSlots(to []Slot, site int32) []Slot
	// Variable returns the name of the variable that a site is or has.
	Variable(site int32) string
	// Callee returns the definition that a reference refers to, -1 for a built-in one; ok is false for other sites and
	// for undefined names.
	Callee(site int32) (d int32, ok bool)

	// Definitions returns the number of definitions.
	Definitions() int
	// Definition returns the syntax of a definition.
	Definition(d int32) Definition
	// Ends returns the input and output nodes of a site of a derived definition.
	Ends(d, site int32) (in, out unify.Node)

	// Label returns a label as it is written.
	Label(text string) string
	// TypeName returns the name of a type in scope.
	TypeName(t patterns.Type) (string, bool)
	// TypeText writes a type in at most about so many bytes: its name, or its structure in a notation that is valid as
	// an expression.
	TypeText(t patterns.Type, most int) string
	// ShortSignature writes the input and output types of a pair of nodes of a scheme, in at most about so many bytes
	// each; 0 is any number.
	ShortSignature(s *patterns.Scheme, in, out int32, most int) (takes, gives string)
}

// A Namer is a Syntax whose signatures have variables for patterns that occur several times.
type Namer interface {
	// Variables returns the variables of a signature by node; see ShortSignature.
	Variables(s *patterns.Scheme, in, out int32, most int) map[int32]string
}

// A Definition is the syntax of a definition of the program.
type Definition struct {
	Name           string
	Span, NameSpan lang.Span
	First, Root    int32 // its sites; Root is -1 if there are none
	Bad            bool  // its text could not be parsed
	Depth          int   // the nesting depth of its brackets
}

// A Slot is a label token of a site, and the part under it, or -1.
type Slot struct {
	Label unify.Label
	Span  lang.Span
	Part  int32
}

// A Kind is a class of constructs, for any language.
type Kind uint8

// The kinds. Other is for constructs that fit no other kind.
const (
	Other    Kind = iota
	Reads         // reads the part of a value under a label
	Injects       // makes a variant of its input
	Product       // builds a product
	Variant       // builds a variant
	Collects      // builds a vector
	Opens         // takes a vector apart
	Calls         // calls a definition or a built-in function
	Literal       // a constant
	Declares      // states the type of a value
	Filters       // states the pattern of a value, or is a part of such a statement
	Passes        // returns its input
	Binds         // binds a name to a value, for one of its parts
	Refers        // refers to a name that is bound within the definition
	Joins         // has branches that agree
	Wraps         // makes a value around its part, such as a function from its body
	Composes      // runs one part after another
)

// A Construct has the templates of sentences about a kind of syntax; see the letters below.
type Construct struct {
	Name string // in data, such as the name of its rule: "dot"
	Kind Kind

	Noun string // its name if its text is too long, without "the": "product"; empty: its text is used
	Word string // "type" in "the part `x` of this type": its kind as a witness; empty: "value"

	States string // its statement about its pattern, as a clause: "%q reads the field %l"
	Says   string // the same as a label in a source frame: "needs a field %l"; empty: "this is %c"
	Origin string // the same of a place in a definition: "%d reads %l here"

	Down, Up string // the line for a step to the part under a label, and for a step back
	Unsaid   bool   // such steps get no line
	Tag      bool   // its labels are tags
	Value    bool   // it has no input
	Part     bool   // it is a part of an expression with one pattern, such as the parts of filters
	Itself   bool   // it is equal to its pattern, so it is named by its word, "the type %q", not "the output of %q"
}

// A Rule has the templates of sentences about the equations of a part of a typing rule; see the letters below.
type Rule struct {
	Name, Part string // as in "comp", "chaining"
	Move       Move
	Input      bool // from brackets to their content
	Gives      bool // of a call: its second end is the output of the callee, not the input
	Chain      bool // from one neighbour to the next
	Apart      bool // its ends must agree but are not equal values
	AtPart     bool // it is shown at its second end
	AtWhole    bool // but a step back is shown at its site
	Variable   bool // its ends are places of one variable
	Wiring     bool // it is taken as given; see explain.Front

	States   string // a clause of its own: "what %x gives goes into %n"
	Down, Up string // the walk from its first end to its second, and back
	Both     string // the walk from one second end to another: back and forth
	Siblings string // the second ends, which must agree: "the elements of one vector"
	Because  string // why two sides meet: "what %x gives goes into %y"

	DownPass, UpPass string // Down and Up if the output only passes on
}

// A Move is how a walk writes a step along an equation.
type Move uint8

// The moves. Line gets a line.
const (
	Line   Move = iota
	Same        // both ends are obviously the same value
	Call        // into a callee or out of one
	silent      // the neighbouring lines cover it
	input       // between brackets and their content, in a terse walk
)

// A Term is a word of a language, without an article and with one.
type Term struct{ Noun, One string }

// Words are a language's words for patterns and their parts, without articles unless the examples have them.
type Words struct {
	Product, Union, Vector Term
	Field, Tag             string
	Unit                   string // "the unit `{}`"
	NoUnion                string // "the empty union"
	Index                  string // how elements are read: "as in `.0`"
	Input, Output          string // "the input", "the output"
	Annotation             Term   // the construct that states a value's pattern: "a filter"
	Anything               string // the known type of a definition that is not derived
	Small                  string // how to keep patterns small: "a filter … keeps it small"; empty: no advice
	Same                   string // the link of two equal parts, as in "the same as"; empty: "the same pattern as"
	Ends                   bool   // parts are reported with their end (input or output), though Part names them

	// Built names the result of a constructor, with an article; nil: its name.
	Built func(unify.Constructor) string
	// Part names the part under some labels, outermost first: "the field `a.b`"; nil: "the part `a.b`".
	Part func(labels []string) string
	// Applied returns the name of a relation instance in the text, and the names of its inputs; the other arguments are
	// outputs. It is for pictures of relations. nil: the language has no relations, or these pictures number arguments.
	Applied func(in *unify.Instance) (name string, takes []string)
	// Named returns the name that a reference without a callee has: of a definition that is not in its derivation (d is
	// -1 if there is none), or of a constructor of a type. nil: it is built in.
	Named func(site int32) (name string, d int32, constructor bool)
	// Used briefly writes the type of a function at its use; nil: it is not shown.
	Used func(unify.Node) string
	// Bound returns the site that binds the variable that a site refers to, or -1; nil: the two are always equal.
	Bound func(site int32) int32
	// Bracket writes a pattern with only the labels of its parts; nil: in brackets.
	Bracket func(unify.Flat, []unify.Edge) string
	// Whole writes a pattern with its parts, where pictures of a history should; nil: they have only the labels.
	Whole func(unify.Node) string
}

// Letters of templates, each after a %:
//
//	q  the site by its text or noun       p  the same, after its noun if it is its text
//	x  the equation's first end           y  its second end
//	n  its second end, distinguished from the first where both are called the same
//	f  where a walk comes from            t  where it goes to
//	a  both of these                      l  the label
//	u  "under" the label, or "for its elements"
//	c  the claim with an article          b  its kind alone
//	F  the labels as fields               T  the labels as tags
//	d  the definition                     v  the variable
