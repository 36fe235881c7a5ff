package mutate

import (
	"context"
	"math/rand/v2"
	"slices"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/language"
)

// A Language is what is asked of a language whose programs are mutated, beyond its record.
type Language struct {
	*language.Language
	Operators  []string // the ways to mutate a program, in the order of all output
	Repairable []string // those whose mutants should be offered a change that fixes them

	programs func(l *Language, root string) ([]Program, error) // below a module's root, of any order
	subject  func(*Program) subject
	// expects reports whether an error is one that a mutant may have. One with any other error
	// is none.
	expects func(*lang.Diagnostic) bool
	// anchors are the spans that are tight for each truth of a mutant, and whole those of its
	// definitions, which never are.
	anchors func(*Mutant) (truths [][]anchor, whole []lang.Span)
	same    func(a, b *lang.File) bool // two texts say the same, whatever their layout

	// inDefinition reports whether an operator changes a definition: only such edits are joined.
	inDefinition func(operator string) bool
	// hole puts what may be anything into the place of an edit; nil where there is no such thing.
	hole func(m *Mutant, t *Truth) (lang.Edit, bool)
	word string // of the language, which elsewhere would show how the solver works
	// shuffle is nil where programs cannot be shuffled.
	shuffle func(source []byte, seed uint64) *Shuffled
}

// Languages are those whose programs can be mutated.
var Languages = []*Language{K, Relay, TensorScript}

// A subject is a program as the operators see it.
type subject interface {
	// candidates lists what an operator of one edit can do, in the order of the source.
	candidates(operator string, r *rand.Rand) []*candidate
	// calls is how many calls it takes from each definition to each other; 0 for none.
	calls() [][]int
}

// file is a text of the language.
func (l *Language) file(name string, source []byte) *lang.File {
	return lang.NewFile(name+l.Extensions[0], source)
}

// analyze has a text analysed. It may take the memory of an earlier result.
func (l *Language) analyze(name string, source []byte, brief bool, reuse *patterns.Result) *patterns.Result {
	return l.Analyze(context.Background(), l.file(name, source), language.Options{Brief: brief, Reuse: reuse})
}

// HasDialect reports whether the language has a dialect of some name.
func (l *Language) HasDialect(name string) bool { return slices.Contains(l.Dialects, name) }
