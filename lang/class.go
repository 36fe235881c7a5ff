package lang

// A Class is the kind of situation that a code names. It is the third character of the code.
type Class uint8

// The classes, in the order of their digits.
const (
	ClassNone      Class = iota // of a text that is not a code
	ClassSyntax                 // P01xx
	ClassNames                  // P02xx
	ClassClash                  // P03xx: patterns that do not fit together
	ClassBounds                 // P04xx: recursion, bounds and empty types
	ClassWarning                // well-typed, but probably not intended
	ClassRun                    // errors when a program runs
	ClassMigration              // P07xx: other dialects and versions of a program
	ClassInput                  // P08xx: input and output
	ClassInternal               // P09xx: defects of patgraph itself
)

// Class returns the class of a code.
func (c Code) Class() Class {
	if len(c) < len("P0100") || c[:2] != "P0" || c[2] < '1' || c[2] > '9' {
		return ClassNone
	}
	return Class(c[2] - '0')
}

// OfProgram reports whether a code is about the contents of a program, and not about reading it or about patgraph
// itself.
func (c Code) OfProgram() bool {
	class := c.Class()
	return class != ClassInput && class != ClassInternal
}
