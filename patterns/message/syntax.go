package message

import (
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/unify"
)

// Syntax is what this room asks of the language of a derived program.
type Syntax interface {
	// Declared and CompareDefinitions are those of explain.Front.
	Declared(t unify.Head) bool
	CompareDefinitions(a, b int32) int

	// Construct says how sentences speak of a site.
	Construct(site int32) *Construct
	// Rule says how sentences speak of an equation with this rule and part.
	Rule(rule, part uint8) *Rule
	// DescribedBy is the rule by which a site describes a pattern, and its part.
	DescribedBy(site int32) (rule, part uint8)
	// Words are what the language calls patterns.
	Words() *Words
	// AtomThing names a type without structure, as in "an integer".
	AtomThing(name string) (thing string, ok bool)

	// Span is where a site stands in the text.
	Span(site int32) lang.Span
	// AppendKids appends the sites that are the direct parts of one, in the order of the
	// text.
	AppendKids(to []int32, site int32) []int32
	// AppendSlots appends the label tokens of a site.
	AppendSlots(to []Slot, site int32) []Slot
	// Variable is the name of the variable that a site is or has.
	Variable(site int32) string
	// Callee is the definition that a reference is to, -1 for what is built in; ok is
	// false for any other site and for a name of nothing.
	Callee(site int32) (d int32, ok bool)

	// Definitions is the number of definitions.
	Definitions() int
	// Definition is what the text says of a definition.
	Definition(d int32) Definition
	// Ends are the nodes of a site of a derived definition: of what it takes and of what it
	// gives.
	Ends(d, site int32) (in, out unify.Node)

	// Label is a label as it is written.
	Label(text string) string
	// TypeName returns the name of a type in scope.
	TypeName(t patterns.Type) (string, bool)
	// TypeText spells a type in at most about so many bytes: with its name, or by its
	// structure in a notation that may stand for an expression.
	TypeText(t patterns.Type, most int) string
	// ShortSignature spells what a pair of nodes of a scheme takes and gives, in at most
	// about so many bytes each; 0 is any number.
	ShortSignature(s *patterns.Scheme, in, out int32, most int) (takes, gives string)
}

// A Definition is a definition of the program as its syntax has it.
type Definition struct {
	Name           string
	Span, NameSpan lang.Span
	First, Root    int32 // its sites; Root is -1 where there are none
	Bad            bool  // its text could not be read
	Depth          int   // of its brackets
}

// A Slot is a label token of a site, and the part under it: -1 where it has none.
type Slot struct {
	Label unify.Label
	Span  lang.Span
	Part  int32
}

// A Kind is what a construct does, in any language.
type Kind uint8

// The kinds. What no other kind fits is Other.
const (
	Other    Kind = iota
	Reads         // the part of a value under a label
	Injects       // makes a variant of what it takes
	Product       // builds a product
	Variant       // builds a variant
	Collects      // builds a vector
	Opens         // takes a vector apart
	Calls         // a definition or what is built in
	Literal       // a constant
	Declares      // says which type a value has
	Filters       // says which pattern a value has, or is a part of such a saying
	Passes        // gives what it takes
	Binds         // a name to a value, for one of its parts
	Refers        // to what a name is bound to within the definition
	Joins         // has branches that agree
	Wraps         // makes a value around its part, such as a function of its body
	Composes      // one part after another
)

// A Construct says how sentences speak of a kind of syntax. Its texts are templates; see
// compose.
type Construct struct {
	Name string // in data, such as the name of its rule: "dot"
	Kind Kind

	Noun string // what it is where its own text is too long, without "the": "product"; empty: its text
	Word string // "type" in "the part `x` of this type": what it is as a witness; empty: "value"

	States string // what it says of its pattern, as a clause: "%q reads the field %l"
	Says   string // the same as a label in a source frame: "needs a field %l"; empty: "this is %c"
	Origin string // the same of a place in a definition: "%d reads %l here"

	Down, Up string // the line for the way to a part under a label, and for the way back
	Unsaid   bool   // or that it goes without saying
	Tag      bool   // its labels are tags
	Value    bool   // it takes nothing
	Part     bool   // it is no expression but a part of one, and has one pattern, as the parts of filters
	Itself   bool   // it is what it says of its pattern: named by its word, "the type %q", not "the output of %q"
}

// A Rule says how sentences speak of the equations of a part of a typing rule. Its texts
// are templates; see compose.
type Rule struct {
	Name, Part string // as in "comp", "chaining"
	Move       Move
	Input      bool // from brackets to what stands in them
	Gives      bool // of a call: its second end is what is called gives, not what it takes
	Chain      bool // from one neighbour to the next
	Apart      bool // its ends have to agree without being one value
	AtPart     bool // it is shown at its second end
	AtWhole    bool // but the way back at its site
	Variable   bool // its ends are places of one variable
	Wiring     bool // it is taken as given; see explain.Front

	States   string // as a clause that stands alone: "what %x gives goes into %n"
	Down, Up string // the walk from its first end to its second, and back
	Both     string // the walk from one second end to another: up and down again
	Siblings string // what the second ends are, which have to agree: "the elements of one vector"
	Because  string // why two sides meet: "what %x gives goes into %y"

	DownPass, UpPass string // Down and Up where what gives only passes on
}

// A Move is how a walk takes a step along an equation.
type Move uint8

// The moves. Told is one that gets a line.
const (
	Told   Move = iota
	Same        // both ends are the same value, which nobody would think twice about
	Call        // into a callee or out of one
	silent      // the neighbours say it
	input       // between brackets and what stands in them, in a walk that is brief about it
)

// A Term is what a language calls something, without an article and with one.
type Term struct{ Noun, One string }

// Words are what a language calls patterns and their parts, without articles but for
// those that begin so.
type Words struct {
	Product, Union, Vector Term
	Field, Tag             string
	Unit                   string // "the unit `{}`"
	NoUnion                string // "the empty union"
	Index                  string // how elements are read: "as in `.0`"
	Input, Output          string // "the input", "the output"
	Annotation             Term   // what says which pattern a value has: "a filter"
	Anything               string // what is known of a definition that is not derived
	Small                  string // how patterns are kept small: "a filter … keeps it small"; empty: nothing is advised
	Same                   string // how two parts that are one are, as in "the same as"; empty: "the same pattern as"
	Ends                   bool   // parts are reported with the end that they are of, though Part names them

	// Built names what a constructor builds, with an article; nil: its name.
	Built func(unify.Constructor) string
	// Part names the part under some labels, outermost first: "the field `a.b`"; nil: "the part
	// `a.b`".
	Part func(labels []string) string
	// Applied says what an instance of a relation is called where it stands, and what it calls the
	// arguments that it takes; the others are what it gives. nil: the language has no relations.
	Applied func(in *unify.Instance) (name string, takes []string)
	// Named says what a reference without a callee names: a definition that it is not derived with,
	// -1 for none; or a constructor of a type, by its name. nil: it is built in.
	Named func(site int32) (name string, d int32, constructor bool)
	// Used spells the type that a function has where it is used, briefly; nil: it is not shown.
	Used func(unify.Node) string
	// Bound is the site that binds the variable that a site refers to, -1 for none; nil: it is
	// always one pattern with it.
	Bound func(site int32) int32
	// Bracket spells what is known of a pattern, and of its parts only their labels; nil: in
	// brackets.
	Bracket func(unify.Flat, []unify.Edge) string
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
