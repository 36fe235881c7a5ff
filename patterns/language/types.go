package language

import (
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns"
)

// A TypeTeller describes the types of a program, and types that are written like those of
// the program.
type TypeTeller interface {
	// All describes the types that are written at places that count, each once: first
	// those with names, then the others, in the order of the file. If counts is nil, all
	// places do. Types are unfolded by so many levels.
	All(unfold int, counts func(lang.Span) bool) []TypeInfo
	// One describes one type, which the program need not write down.
	One(u patterns.Type, unfold int) TypeInfo
	// Read returns the type that a text denotes.
	Read(text string) (patterns.Type, *TypeError)
	// Text spells the structure of a type in at most about so many bytes.
	Text(u patterns.Type, most int) string
	// Label spells a label.
	Label(text string) string
	// Separating is patterns.Values.Separating for what is shown.
	Separating(x, y patterns.Type) (value string, first bool, s patterns.Separation)
}

// A TypeInfo is what there is to say of a type that a program writes down.
type TypeInfo struct {
	Type  patterns.Type
	Names []string  // of its definitions, in the order of the file, those of libraries last; empty: it is written without a name
	Span  lang.Span // of its first definition, or the first place that denotes it
	Code  string    // its structure, parts by their names; cut off where it is long

	Form      string // canonical; "" for one that is too large
	ID        string // of HEAD; "" as Form
	ShortName string // by which one dialect knows it; "" as Form, and where there is none
	ShortIn   string // that dialect
	States    int    // of its automaton
	AtLeast   bool   // there are more states than these

	Least     string // JSON of the least value; "" for none
	LeastLong bool   // it has one whose text is too long
	Count     patterns.Count
	Unfolded  string // the structure some levels deep; "" when that was not asked for
}

// A TypeError says why a text denotes no type of a program.
type TypeError struct {
	Message string
	Nearest []string // what was probably meant
}

// Error is the message, without what was probably meant.
func (e *TypeError) Error() string { return e.Message }
