package mutate

import (
	"context"
	"math/rand/v2"
	"slices"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/language"
)

// A Language adds to the record of a language what the mutation of its programs needs.
type Language struct {
	*language.Language
	Operators  []string // the ways to mutate a program, in the order of all output
	Repairable []string // those whose mutants should be offered a repair

	programs func(l *Language, root string) ([]Program, error) // below a module's root, in any order
	subject  func(*Program) subject
	// expects reports whether a mutant may have an error. A text with any other error is not a mutant.
	expects func(*lang.Diagnostic) bool
	// anchors returns the spans that are tight for each truth of a mutant, and those of whole definitions, which never
	// are.
	anchors func(*Mutant) (truths [][]anchor, whole []lang.Span)
	hides   bool                         // an error hides those that depend on the results of its node
	same    func(a, b *lang.File) bool   // whether two texts are the same program, up to the layout
	types   func(*lang.File) []lang.Span // the definitions of types; nil: they are not looked at

	// inDefinition reports whether an operator changes a definition: only such edits are joined.
	inDefinition func(operator string) bool
	// hole replaces the place of an edit by an expression of any type; nil if the language has none.
	hole func(m *Mutant, t *Truth) (lang.Edit, bool)
	word string // a word of the language that is otherwise a term of the solver
	// shuffle is nil if programs cannot be shuffled.
	shuffle func(source []byte, seed uint64) *Shuffled
}

// Languages are the languages whose programs can be mutated.
var Languages = []*Language{K, Relay, TensorScript, ONNX}

// A subject is a program as the operators see it.
type subject interface {
	// candidates lists the possible edits of an operator with one edit, in the order of the source.
	candidates(operator string, r *rand.Rand) []*candidate
	// calls returns the length of the shortest chain of calls from each definition to each other; 0 for none.
	calls() [][]int
}

// file returns a text as a file of the language.
func (l *Language) file(name string, source []byte) *lang.File {
	return lang.NewFile(name+l.Extensions[0], source)
}

// analyze analyses a text. It may reuse the memory of an earlier result.
func (l *Language) analyze(name string, source []byte, brief bool, reuse *patterns.Result) *patterns.Result {
	return l.Analyze(context.Background(), l.file(name, source), language.Options{Brief: brief, Reuse: reuse})
}

// HasDialect reports whether the language has a dialect with the name.
func (l *Language) HasDialect(name string) bool { return slices.Contains(l.Dialects, name) }
