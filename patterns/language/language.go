package language

import (
	"cmp"
	"context"
	"io"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns"
)

// A Language is what the tools know of a language. The fields behind Dialect are nil
// where a language has no such thing.
type Language struct {
	Name       string   // as results have it
	Title      string   // as people write it; empty: Name
	Extensions []string // of the names of its files, with the dot
	// Dialects are its dialects, as people name them. A language that has only one form
	// has its own name here.
	Dialects []string

	Pages   lang.Pages // of its codes; those of lang.HousePages are everybody's
	Rules   []lang.RulePage
	Grammar func() *lang.Grammar // how editors colour programs

	// Analyze parses and derives a program and reports what is wrong with it. It fails
	// only when the context ends; then the result has nothing but the file and the error.
	Analyze func(context.Context, *lang.File, Options) *patterns.Result
	// Format lays a program out anew, or says why not.
	Format func(f *lang.File, dialect string, l lang.Layout) ([]byte, []lang.Diagnostic)
	// Dialect returns the dialect in which a text is read where one is asked for.
	Dialect func(f *lang.File, asked string) string

	// Prelude is a library that programs may ask for; nil where there is none. It is the same
	// file each time.
	Prelude   func() *lang.File
	Types     func(*patterns.Result) TypeTeller
	Domains   *Domains
	Migration *Migration
	Running   *Running
	Typing    *Typing
	Relations bool // its programs state relations of types; see patterns.Related
	Editing   *Editing
}

// Called is the name of the language as people write it.
func (l *Language) Called() string { return cmp.Or(l.Title, l.Name) }

// AnyDialect is the name to choose for programs that show their dialect themselves.
const AnyDialect = "auto"

// Chosen is the dialect, as Settings have it, of the name that somebody chose.
func Chosen(name string) string {
	if name == AnyDialect {
		return ""
	}
	return name
}

// Settings are what people say about the analysis of a program. They can be compared.
type Settings struct {
	Dialect   string // of programs that do not settle it; empty: the one that a program shows
	Limits    patterns.Limits
	Recursion patterns.Recursion
	Sketch    bool // explanations are to be drawn
	AllErrors bool // also errors that one place is likely to cause are reported one by one
	Rigid     bool // size parameters that are always one size are errors, where the language has some
	Totality  bool // say of each definition where it is defined
	Partial   bool // warn of definitions that are undefined somewhere, and of what is of no use
	// Generalize says that what nothing decides in a definition is for its users to decide, where their
	// types depend on it: its signature has type parameters for it, and conditions.
	Generalize bool
}

// Options are Settings with what only those say who analyse many programs.
type Options struct {
	Settings
	Brief bool                 // errors are not explained: each has its place, and no proof and no changes
	Trace io.Writer            // where the engine writes what it does; nil: nowhere
	Phase func(patterns.Phase) // hears that a phase has ended; nil: nobody does
	Reuse *patterns.Result     // a result that is not needed any more: its memory is taken; nil: none
	// Held is told how many pattern nodes are held while the program is derived, perhaps by
	// several goroutines; nil: nobody is.
	Held func(nodes int)
	Jobs int                  // goroutines that may derive a large program; 0 is one
	Told func(lang.Span) bool // the conflicts of the definition at a place are reported elsewhere; nil: of none
	// OwnOnly is the dialect in which each library of the program is read by itself. Then
	// only what the program refers to need be derived of libraries. If it is empty, all
	// is derived.
	OwnOnly string
}

// Spent is the program of a result that is not needed any more, for its memory: of Reuse, if it is one of this language,
// and else an empty one. The result is empty afterwards, and the options have it no longer.
func Spent[P any](o *Options) *P {
	r := o.Reuse
	if o.Reuse = nil; r != nil {
		if p, ok := any(r.Front).(*P); ok {
			*r = patterns.Result{}
			return p
		}
	}
	return new(P)
}

// Domains is how a language finds out where definitions are defined.
type Domains struct {
	Codes []lang.Code // of what they warn of
	// Analyze adds warnings and, if the settings say so, the totality of definitions to a
	// result. When the context ends, the result has nothing but the file and the error.
	Analyze func(context.Context, *patterns.Result, Settings)
}

// A Migration rewrites programs from one dialect of a language to another.
type Migration struct {
	From string // the dialect that can be migrated
	// Program migrates a program. If it is whole, nothing else uses its definitions, and each
	// need be equal only where the program uses it.
	Program func(_ context.Context, _ *lang.File, _ Settings, whole bool) *Migrated
}

// Migrated is what became of a program.
type Migrated struct {
	Err            error             // of the context, if it ended before; then there is nothing else
	Text           []byte            // the program in a new dialect; nil where nothing can be said
	Migrated, Left []string          // names of definitions, those of types with their mark
	Narrowed       []string          // those of Migrated that are equal only where the program uses them
	Problems       []lang.Diagnostic // why some are left
	Dialect        string            // the new one
	Already        bool              // it was in that dialect before
	Complete       bool              // all of it is migrated
}
