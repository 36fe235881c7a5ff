package lang

import "testing"

func TestClass(t *testing.T) {
	for code, want := range map[Code]Class{
		UnexpectedToken: ClassSyntax, UnknownFunction: ClassNames, ShapeClash: ClassClash, OnlyVector: ClassClash,
		PolymorphicRecursion: ClassBounds, EmptyType: ClassBounds, IncrementalMark: ClassWarning, Boxing: ClassWarning,
		NothingOpen: ClassRun, MigrationLacks: ClassMigration, UnreadableInput: ClassInput, BadConfig: ClassInput,
		BadProof: ClassInternal, "": ClassNone, "P1": ClassNone, "P0": ClassNone, "E0302": ClassNone,
		"P0001": ClassNone, "P0x01": ClassNone,
	} {
		if got := code.Class(); got != want {
			t.Errorf("%q is of class %d, want %d", code, got, want)
		}
		if code.OfProgram() != (want != ClassInput && want != ClassInternal) {
			t.Errorf("%q: whether it is about a program", code)
		}
	}
}
