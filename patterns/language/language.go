package language

import (
	"cmp"
	"context"
	"io"
	"io/fs"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns"
)

// A Language is what the tools know about a language. The fields after Dialect are nil if the language does not have
// the feature.
type Language struct {
	Name       string   // as in results
	Title      string   // as people write it; if empty, Name
	Extensions []string // of the names of its files, with the dot
	// Begins is a regular expression for the beginning of its texts after comments, which no text in another language
	// has; empty: there is none.
	Begins string
	// Dialects are its dialects, as people name them. A language with only one form has its own name here.
	Dialects []string

	Pages lang.Pages // of its codes; lang.SharedPages has those of all languages
	Rules []lang.RulePage
	// ToolMessages are messages of other tools, which mean what codes of the language do.
	ToolMessages []ToolMessage
	Grammar      func() *lang.Grammar // how editors colour programs

	// Analyze parses and derives a program and reports its errors. It fails only if the context ends; then the result
	// has only the file and the error.
	Analyze func(context.Context, *lang.File, Options) *patterns.Result
	Binary  *Binary // its programs that are not texts
	View    string  // the picture that is drawn if none is chosen; empty, or no stages: patterns
	// Format formats a program, or reports why it cannot.
	Format func(f *lang.File, dialect string, l lang.Layout) ([]byte, []lang.Diagnostic)
	// Dialect returns the dialect in which a text is read if a dialect is requested.
	Dialect func(f *lang.File, asked string) string

	// Prelude returns a library that programs may request, the same file each time; nil if there is none.
	Prelude   func() *lang.File
	Types     func(*patterns.Result) TypeDescriber
	Domains   *Domains
	Migration *Migration
	Running   *Running
	Typing    *Typing
	Relations bool       // its programs state relations of types; see patterns.Related
	Contract  Contractor // nil: a definition takes the input and gives the output of its signature
	Tensors   bool       // what definitions take and give are tensors
	// Sizes lists the names that the inputs of definitions have for sizes, in their order.
	Sizes   func(*patterns.Result) []patterns.NamedSize
	Editing *Editing
	// Finding is a *search.Finding, or nil; see search.Of. It is untyped so that a page in a browser need not contain
	// that package.
	Finding any
}

// Called returns the name of the language as people write it.
func (l *Language) Called() string { return cmp.Or(l.Title, l.Name) }

// AnyDialect is the name to choose for programs that show their dialect themselves.
const AnyDialect = "auto"

// Chosen returns the dialect for Settings, given the name that a user chose.
func Chosen(name string) string {
	if name == AnyDialect {
		return ""
	}
	return name
}

// Settings are the user's settings for the analysis of a program. They can be compared.
type Settings struct {
	Dialect   string // of programs that do not show it; empty: the one that a program shows
	Limits    patterns.Limits
	Recursion patterns.Recursion
	Sketch    bool // explanations will be drawn
	Certify   bool // explanations will be written into a certificate
	AllErrors bool // errors with a probable common cause are also reported one by one
	Rigid     bool // size parameters that always equal one size are errors, in languages that have size parameters
	Totality  bool // compute for each definition where it is defined
	Partial   bool // warn of definitions that are undefined somewhere, and of useless code
	// Generalize: users of a definition decide what nothing in the definition decides, if their types depend on it: its
	// signature has type parameters for it, and conditions.
	Generalize bool
	Sizes      string // sizes for names of a language with Sizes; see ParseSizes
}

// Options are Settings with those of callers that analyse many programs.
type Options struct {
	Settings
	Brief bool                 // errors are not explained: each has its place, but neither a proof nor changes
	Trace io.Writer            // where the engine writes its steps; may be nil
	Phase func(patterns.Phase) // called when a phase has ended; may be nil
	Reuse *patterns.Result     // a result that is not needed any more: its memory is reused; nil: none
	// Held is called with the number of pattern nodes that are held while the program is derived; may be nil.
	Held func(nodes int)
	// ReportedElsewhere reports whether the conflicts of the definition at a place are reported elsewhere; nil: never.
	ReportedElsewhere func(lang.Span) bool
	// OwnOnly is the dialect in which each library of the program is read by itself. Then only the parts of libraries
	// that the program refers to need be derived. If it is empty, everything is derived.
	OwnOnly string
}

// Ended says that a phase has ended.
func (o *Options) Ended(p patterns.Phase) {
	if o.Phase != nil {
		o.Phase(p)
	}
}

// Spent returns the program of Reuse, for its memory, if it is one of this language, otherwise an empty program. It
// empties that result and removes it from the options.
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

// Binary is how the programs of a language that are not texts become texts.
type Binary struct {
	Extension string // of the names of such files, with the dot
	// Is reports whether a file with some first bytes, at least 64 if it has so many, is such a program.
	Is func(head []byte) bool
	// IsText reports whether a file with such a name and some first bytes is a text in spite of its name.
	IsText func(head []byte) bool
	// IsOther reports whether a file with some first bytes is such a program in a form that Read refuses with advice; it
	// may be nil.
	IsOther func(head []byte) bool
	// Read reads a program of size bytes as text. Files that belong to it are read from a folder, which may be nil.
	Read func(src io.ReaderAt, size int64, name string, folder fs.FS) (*lang.File, *lang.Diagnostic)
	// Change makes edits of the text of a program, as Read returned it, in the program itself. It returns the new program,
	// whose bytes may be those of src, and what Read returns for it, or an error that says why the edits are not possible.
	// It is nil where programs are not changed, as in a browser.
	Change func(src Bytes, text *lang.File, folder fs.FS, edits []lang.Edit) (Bytes, *lang.File, error)
}

// Bytes are the bytes of a program that is not a text.
type Bytes interface {
	io.ReaderAt
	Size() int64
}

// Domains is how a language computes where definitions are defined.
type Domains struct {
	Codes []lang.Code // of its warnings
	// Analyze adds warnings and, if the settings request it, the totality of definitions to a result. If the context
	// ends, the result has only the file and the error.
	Analyze func(context.Context, *patterns.Result, Settings)
}

// A Migration rewrites programs from one dialect of a language to another.
type Migration struct {
	From string // the dialect that can be migrated
	// Program migrates a program. If it is whole, nothing else uses its definitions, and each must be equal only where
	// the program uses it.
	Program func(_ context.Context, _ *lang.File, _ Settings, whole bool) *Migrated
}

// Migrated is the result of a migration.
type Migrated struct {
	Err            error             // of the context, if it ended early; then the other fields are empty
	Text           []byte            // the program in the new dialect; nil if it could not be migrated
	Migrated, Left []string          // names of definitions, those of types with their mark
	Narrowed       []string          // those of Migrated that are equal only where the program uses them
	Problems       []lang.Diagnostic // why definitions are left
	Dialect        string            // the new one
	Already        bool              // it was in that dialect already
	Complete       bool              // everything is migrated
}
