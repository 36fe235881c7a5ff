package relation

// A Node is a type or a part of one, as a View numbers it. It may be one that the view
// has given before or a new one: relations do not compare numbers.
type Node int32

// A View is what is known of the arguments of a relation. What it says is for good: a
// later view of the same nodes may know more and never less. Two things are not to be
// taken from that: a node that has no mark may get one, and two nodes that are not
// the same may become it.
type View interface {
	// Head is which head of the vocabulary a type has: OpenHead where that is not known,
	// OtherHead for a type with none of them, and for a parameter.
	Head(Node) int
	// Part is a part of a type with a head that has Parts.
	Part(n Node, part int) Node
	// Length is the number of items of a shape, or of types in a head that has Types:
	// OpenLength where that is not known, FixedLength for a parameter.
	Length(Node) int
	// Item is an item of what has a Length.
	Item(n Node, i int) Node
	// Size is what is known of a size.
	Size(Node) (Size, Knowledge)
	// Atom is what is known of an element type.
	Atom(Node) (string, Knowledge)
	// Same reports whether two nodes are known to be one, or one parameter.
	Same(a, b Node) bool
}

// What a View answers instead of a number.
const (
	OpenHead    = -1
	OtherHead   = -2
	OpenLength  = -1
	FixedLength = -2
)

// Knowledge is how much is known of a size or an element type.
type Knowledge uint8

const (
	Open  Knowledge = iota // nothing yet
	Known                  // all there is
	Fixed                  // a parameter: it is what it is
	Mark                   // of a size: it is decided when the program runs, whatever else is known
)

// A Fact is what a Read is about.
type Fact uint8

const (
	HeadFact Fact = iota
	LengthFact
	SizeFact
	AtomFact
	SameFact // of A and B
)

// A Read is an answer that a run got and that was not "not yet".
type Read struct {
	Fact Fact
	A, B Node
}

// A State is what becomes of an instance of a relation.
type State uint8

const (
	Waits State = iota // for more knowledge
	Fires              // its tells hold, for good
	Fails              // for good
)

// An Outcome is what became of an instance in a run. It is valid until the next run of its
// machine.
type Outcome struct {
	State  State
	Clause int   // that fired, or whose failing is to be told
	Ask    int   // of a failure: which ask was refuted, from 0; or HeadAsk, TellAsk
	At     *Expr // of a failure: the ask, the pattern of the head or the tell
	Tells  []Tell
	Terms  []Term
	Waits  []Node       // for more to be known of one of them, without doubles
	Reads  []Read       // of what was known
	Assume []Assumption // what the asks took for granted
	Holes  int          // how many holes Terms has
}

// What an Outcome says of a failure instead of the number of an ask.
const (
	HeadAsk = -1 // an argument has not the form that the head wants
	TellAsk = -2 // what is to be told is no type
)

// A Tell says that two terms are one. Clauses number their tells from 0.
type Tell struct{ Left, Right Term }

// An Assumption is an ask that was taken to hold since a size is only decided when the program runs,
// or depends on parameters.
type Assumption struct{ Ask *Expr }

// A TermKind is what a Term is.
type TermKind uint8

const (
	NodeTerm TermKind = iota // Node
	SizeTerm                 // Size
	AtomTerm                 // Name
	HeadTerm                 // Head, with parts
	ListTerm                 // items
	MarkTerm                 // a new size that is decided when the program runs
	HoleTerm                 // a new open node; equal numbers are one
)

// A Term is a pattern that is told. Its parts are those of Outcome.Terms from First.
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

// Parts are the parts of a term.
func (o *Outcome) Parts(t Term) []Term { return o.Terms[t.First : t.First+t.Count] }
