package language

import (
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns"
)

// Typing is what a prompt asks about texts that people type at it.
type Typing struct {
	Usage string // lines that show what can be typed
	// Outline reads a text in a dialect.
	Outline func(f *lang.File, dialect string) *Outline
	// OutlineOf is that of the program of a result.
	OutlineOf func(*patterns.Result) *Outline
	// Words are those that people may use in a dialect without having defined them.
	Words func(dialect string) Words
}

// An Outline is what a text defines.
type Outline struct {
	Definitions []Definition // in the order of the text, without the main expression
	Main        bool         // there is a main expression
	Unfinished  bool         // the text ends within something, so that more of it may be to come
	Diagnostics []lang.Diagnostic
	Labels      func() []string // that can be typed like names
}

// A Definition is one of an Outline.
type Definition struct {
	Name string // with the mark of types
	Span lang.Span
	Text string   // with what belongs to it: the comments before it and behind it on its line
	Type bool     // of a type
	Uses []string // names that it refers to
}

// Words are the words of a dialect.
type Words struct {
	Functions  []string
	Types      []string
	InName     func(byte) bool // can stand in a name
	TypeMark   string          // stands before the name of a type
	LabelMarks string          // the characters behind which a label stands
}
