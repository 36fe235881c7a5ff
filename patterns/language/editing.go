package language

import (
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns"
)

// Editing is what editors ask about the text of a program. Nothing of it derives anything:
// it is read off the tree and the names of a result.
type Editing struct {
	// Names says what the names of a program stand for.
	Names func(*patterns.Result) *Names
	// Parts are the places of the constructs of the home, each behind those within it.
	Parts func(*patterns.Result) []lang.Span
	// Hints are places of the home where a program does not say what is known, in their order.
	Hints func(*patterns.Result) []Hint
	// Call is the innermost call around a place whose arguments stand there; false if there
	// is none.
	Call func(r *patterns.Result, at int32) (Call, bool)

	// Words are those that people may use in a dialect without having defined them.
	Words func(dialect string) Words
	// Keywords are words of the language that are no names.
	Keywords []string
	// Signs stand at the beginning of names, and people may leave them out.
	Signs string
	// Hole is an expression that says nothing of what it takes, and stands for one that is
	// being typed; empty if there is none.
	Hole string
}

// A Kind says what sort of thing a name stands for.
type Kind uint8

// The kinds of things, and of other words that programs have.
const (
	Function Kind = iota
	MainExpression
	TypeName
	TypeParameter
	Variable
	Field // a part of a definition that has a name
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
	Uses     []Use       // those in the home, in the order of the text
	Comments []lang.Span // likewise
}

// A Symbol is something that has a name.
type Symbol struct {
	Name       string
	Kind       Kind
	At         lang.Span // its name where it is introduced
	Span       lang.Span // all that introduces it
	Builtin    bool      // it is introduced nowhere: At and Span are empty
	In         int32     // the thing that it is a part of, as a constructor of its type; or -1
	Definition int32     // of the result; or -1
	Type       patterns.Type
	Page       string // of what is built in, if there is more to say than its name
}

// A Use is a place where a name or a literal stands.
type Use struct {
	Span   lang.Span
	Kind   Kind
	Symbol int32 // -1: a label or a literal, or nobody knows what it stands for
	Binds  bool  // here it is introduced
}

// A Hint is a place at which an editor may show what a program leaves out.
type Hint struct {
	At         int32
	Lead       string    // stands before what is shown
	Of         lang.Span // the expression whose output is shown
	Text       string    // is shown instead; or empty
	Definition int32     // whose signature is shown instead; or -1
}

// A Call is arguments and what they are given to.
type Call struct {
	Name       string
	Of         lang.Span // the name of what is called
	Definition int32     // of the result; or -1
	Signature  string    // of what has no definition
	Parameters []string  // as the signature spells them, if it does
	Named      []string  // the names of those that are not given yet and may be given by name, as `name=`
	Active     int       // the one that the place is in; or -1
}

// UseAt is the use that a place touches; of two, the one behind it. It is nil if there is none.
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
