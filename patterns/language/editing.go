package language

import (
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns"
)

// Editing is what editors need to know about the text of a program. It derives nothing: the answers come from the tree
// and the names of a result.
type Editing struct {
	// Names returns the names of a program and their meaning.
	Names func(*patterns.Result) *Names
	// Parts returns the places of the constructs of the main file, each after those within it.
	Parts func(*patterns.Result) []lang.Span
	// Hints returns the places of the main file where a program omits something that is known, in their order.
	Hints func(*patterns.Result) []Hint
	// Call returns the innermost call with a place among its arguments; false if there is none.
	Call func(r *patterns.Result, at int32) (Call, bool)

	// Label finds the label at a place of any file of the program; false if it has no pattern that is known.
	// It is nil if the language has no labels. It may take the time of deriving the program.
	Label func(r *patterns.Result, at lang.Span) (LabelPlaces, bool)
	// Labelling returns the expression whose label a word of the main file is or may become, and its other labels; false
	// if the word is something else. It is nil if the language has no such expressions.
	Labelling func(r *patterns.Result, word lang.Span) (whole lang.Span, others []string, ok bool)
	// Only returns the only words that may be at a place of the main file; false if others may be, too. It is nil if
	// the language has no such places.
	Only func(r *patterns.Result, at int32) ([]string, bool)

	// Page returns the page of a built-in symbol by its name, as in its Symbol.Full; empty if there is none. It is nil if
	// all pages are short.
	Page func(name string) string
	// Words returns the predefined words of a dialect.
	Words func(dialect string) Words
	// Keywords are words of the language that cannot be names.
	Keywords []string
	// Signs are characters at the beginning of names that people may omit.
	Signs string
	// Brackets are the characters besides (), [] and {} that are brackets.
	Brackets string
	// Hole is an unconstrained expression, which replaces one that is being typed; empty if the language has none.
	Hole string
}

// A Kind is the kind of a symbol.
type Kind uint8

// The kinds of symbols, and of other words in programs.
const (
	Function Kind = iota
	MainExpression
	TypeName
	TypeParameter
	Variable
	Field // a named part of a definition
	Constructor
	Operator
	Relation
	Label
	Number
	Text
)

// Names are the names of a program.
type Names struct {
	Symbols  []Symbol
	Uses     []Use       // those in the main file, in the order of the text
	Comments []lang.Span // likewise
}

// A Symbol is a named entity of a program.
type Symbol struct {
	Name       string
	Kind       Kind
	At         lang.Span // its name at its declaration
	Span       lang.Span // the whole declaration
	Builtin    bool      // defined by the language: At and Span are empty
	In         int32     // the symbol that it is a part of, as a constructor of its type; or -1
	Definition int32     // index in the result; or -1
	Type       patterns.Type
	Page       string // of a built-in symbol, if there is more to say than its name
	Full       string // the name under which Editing.Page has that page; or empty
}

// A Use is a place with a name or a literal.
type Use struct {
	Span   lang.Span
	Kind   Kind
	Symbol int32 // -1: a label, a literal or an unknown name
	Binds  bool  // this is its declaration
}

// LabelPlaces are the places of a label of a pattern, in all files of the program, in the order of the text.
type LabelPlaces struct {
	Declared []lang.Span // in the declarations of its type; if there are none, where values with the label are made
	Uses     []lang.Span // of the same pattern, with those in Declared
	Same     []lang.Span // all that must have the same name
	Unclear  []lang.Span // with the same name now, but their pattern is not known because of an error
}

// A Hint is a place at which an editor may show what a program omits.
type Hint struct {
	At         int32
	Lead       string    // written before the hint
	Of         lang.Span // the expression whose output is shown
	Text       string    // shown instead; or empty
	Definition int32     // whose signature is shown instead; or -1
}

// A Call is a call with its arguments.
type Call struct {
	Name       string
	Definition int32    // index in the result; or -1
	Signature  string   // if it has no definition
	Parameters []string // as the signature writes them, if it does
	Named      []string // names of the arguments that may still be given as `name=`, the required ones first
	Active     int      // the argument with the place; or -1
}

// UseAt returns the use that a place touches; of two, the later one. It returns nil if there is none.
func (n *Names) UseAt(at int32) *Use {
	low, high := 0, len(n.Uses)
	for low < high {
		if m := (low + high) / 2; n.Uses[m].Span.Start <= at {
			low = m + 1
		} else {
			high = m
		}
	}
	for i := low - 1; i >= 0 && i >= low-2; i-- {
		if s := n.Uses[i].Span; s.Start <= at && at <= s.End {
			return &n.Uses[i]
		}
	}
	return nil
}
