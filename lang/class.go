package lang

// A Class is what kind of situation a code names. It is the third character of the code.
type Class uint8

// The classes, by the digit that codes have of them.
const (
	ClassNone      Class = iota // of a text that is no code
	ClassSyntax                 // P01xx
	ClassNames                  // P02xx
	ClassClash                  // P03xx: patterns that do not fit together
	ClassBounds                 // P04xx: recursion, bounds and empty types
	ClassWarning                // P05xx: what is well-typed and probably not meant
	ClassRun                    // P06xx: what goes wrong when a program runs
	ClassMigration              // P07xx
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

// OfProgram reports whether a code is about what a program says, and not about how it is
// read or about patgraph itself.
func (c Code) OfProgram() bool {
	class := c.Class()
	return class != ClassInput && class != ClassInternal
}
