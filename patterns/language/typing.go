package language

import (
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns"
)

// Typing is what a prompt needs to know about texts that people type.
type Typing struct {
	Usage string // lines that show what can be typed
	// Outline parses a text in a dialect.
	Outline func(f *lang.File, dialect string) *Outline
	// OutlineOf returns the outline of the program of a result.
	OutlineOf func(*patterns.Result) *Outline
	// Words returns the predefined words of a dialect.
	Words func(dialect string) Words
}

// An Outline is what a text defines.
type Outline struct {
	Definitions []Definition // in the order of the text, without the main expression
	Main        bool         // it has a main expression
	Unfinished  bool         // the text ends within a construct, so more of it may follow
	Diagnostics []lang.Diagnostic
	Labels      func() []string // that can be typed like names
}

// A Definition is a definition of an Outline.
type Definition struct {
	Name string // with the mark of types
	Span lang.Span
	Text string   // with the comments before it and after it on its line
	Type bool     // of a type
	Uses []string // names that it refers to
}

// Words are the words of a dialect.
type Words struct {
	Functions  []string
	Types      []string
	InName     func(byte) bool // may be part of a name
	TypeMark   string          // written before the name of a type
	LabelMarks string          // the characters that precede a label
}
