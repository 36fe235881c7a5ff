package language

import (
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns"
)

// A TypeDescriber describes the types of a program, and types that are written in its notation.
type TypeDescriber interface {
	// All describes the types that are written at places that count, each once: first those with names, then the
	// others, in the order of the file. If counts is nil, all places do. Types are unfolded by a number of levels.
	All(unfold int, counts func(lang.Span) bool) []TypeInfo
	// One describes one type, which need not be written in the program.
	One(u patterns.Type, unfold int) TypeInfo
	// Read returns the type that a text denotes.
	Read(text string) (patterns.Type, *TypeError)
	// Text writes the structure of a type in at most about most bytes.
	Text(u patterns.Type, most int) string
	// Label writes a label.
	Label(text string) string
	// Separating is patterns.Values.Separating for output.
	Separating(x, y patterns.Type) (value string, first bool, s patterns.Separation)
}

// A TypeInfo describes a type that a program writes.
type TypeInfo struct {
	Type  patterns.Type
	Names []string  // of its definitions, in the order of the file, libraries last; empty: it has no name
	Span  lang.Span // of its first definition, or the first place that denotes it
	Code  string    // its structure, parts by their names; truncated if it is long

	Form      string // canonical; "" if it is too large
	ID        string // its content address; "" like Form
	ShortName string // its name in one dialect; "" like Form, and if there is none
	ShortIn   string // that dialect
	States    int    // of its automaton
	AtLeast   bool   // it has more states than these

	Least     string // JSON of the least value; "" for none
	LeastLong bool   // the least value exists, but its text is too long
	Count     patterns.Count
	Unfolded  string // the structure some levels deep; "" if it was not requested
}

// A TypeError is the reason why a text does not denote a type of a program.
type TypeError struct {
	Message string
	Nearest []string // what was probably meant
}

// Error returns the message, without what was probably meant.
func (e *TypeError) Error() string { return e.Message }
