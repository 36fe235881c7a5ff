package relation

// A Node is a type or a part of one, as a View numbers it. The view may return a known or a new number for the same
// node: relations do not compare numbers.
type Node int32

// A View is what is known of the arguments of a relation. Its answers are final: a later view of the same nodes may
// know more, never less. There are two exceptions: a node without the mark may get it, and two different nodes may
// become the same.
type View interface {
	// Head returns which head of the vocabulary a type has: OpenHead if that is not known, OtherHead for a type with
	// another head and for a parameter, MarkHead for a type with the mark.
	Head(Node) int
	// Part returns a part of a type with a head that has Parts.
	Part(n Node, part int) Node
	// Length returns the number of items of a shape, or of types in a head that has Types: OpenLength if that is not
	// known, FixedLength for a parameter, MarkLength for a list with the mark.
	Length(Node) int
	// Item returns an item of a node that has a Length.
	Item(n Node, i int) Node
	// Size returns what is known of a size.
	Size(Node) (Size, Knowledge)
	// Atom returns what is known of an element type.
	Atom(Node) (string, Knowledge)
	// Same reports whether two nodes are known to be the same node, or the same parameter.
	Same(a, b Node) bool
}

// Answers of a View in place of a number.
const (
	OpenHead    = -1
	OtherHead   = -2
	OpenLength  = -1
	FixedLength = -2
	MarkHead    = -3
	MarkLength  = -3
)

// Knowledge is how much is known of a size or an element type.
type Knowledge uint8

const (
	Open  Knowledge = iota // nothing yet
	Known                  // all of it
	Fixed                  // a parameter: it is equal only to itself
	Mark                   // it is known only when the program runs, whatever else is known
)

// A State is the result for an instance of a relation.
type State uint8

const (
	Waits State = iota // for more knowledge
	Fires              // its effects hold, for good
	Fails              // for good
)

// An Outcome is the result of a run for an instance. It is valid until the next run of its machine.
type Outcome struct {
	State   State
	Clause  int   // the clause that fired, or whose failure is to be reported
	Guard   int   // of a failure: which guard was refuted, from 0; or InHead, InEffect
	At      *Expr // of a failure: the guard, the pattern of the head or the effect
	Effects []Effect
	Terms   []Term
	Waits   []Node // more has to be known of one of these nodes; without duplicates
	// Promises are what was assumed to hold, although it does only for some values of parameters.
	Promises []Promise
}

// Values of Outcome.Guard for failures outside the guards.
const (
	InHead   = -1 // an argument does not have the form of the head
	InEffect = -2 // an effect is not a type
)

// A Effect equates two terms. Clauses number their effects from 0.
type Effect struct{ Left, Right Term }

// A Promise is that two sizes are equal, which holds only for some values of their parameters.
type Promise struct {
	Guard *Expr // that needs it, or an effect
	X, Y  Size
	OrOne bool // it holds also where one of them is 1, since they broadcast
}

// A TermKind is the kind of a Term.
type TermKind uint8

const (
	NodeTerm TermKind = iota // Node
	SizeTerm                 // Size
	AtomTerm                 // Name
	HeadTerm                 // Head, with parts
	ListTerm                 // items
	MarkTerm                 // a new dynamic size
	HoleTerm                 // a new open node; holes with equal numbers are the same node
)

// A Term is a pattern in an effect. Its parts are in Outcome.Terms from First.
type Term struct {
	Kind         TermKind
	Node         Node
	Size         Size
	Name         string
	Head         int
	Hole         int
	First, Count int
	why          int32
}

// Parts returns the parts of a term.
func (o *Outcome) Parts(t Term) []Term { return o.Terms[t.First : t.First+t.Count] }
