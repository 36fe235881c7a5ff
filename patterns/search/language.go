package search

import (
	"context"
	"strings"

	"github.com/patgraph/patgraph/patterns"
)

// A Finding is how a language takes part in a search.
type Finding struct {
	Family string // languages of one family have patterns in common
	Arrow  string // between the input and the output of a pattern
	Lists  bool   // of Index
	// Query reads a pattern with an arrow in a dialect of the language. A program may be given, whose types can be named.
	Query func(text, dialect string, program *patterns.Result) (Signature, *QueryError)
	// Signature returns what a definition takes and gives; false: it cannot be found.
	Signature func(r *patterns.Result, d int32) (Signature, bool)
	// Gap returns what a function would have to be in place of the innermost expression at an offset; false: none is
	// there. It derives the program again. It is nil if expressions of the language are not functions.
	Gap func(ctx context.Context, r *patterns.Result, at int32) (Signature, bool)
	// Takes returns the definitions whose input can be a value of a run, a language.Value, in their order; the entries of
	// the matches are their numbers. It is nil for a language without runs.
	Takes func(r *patterns.Result, value any) []Match
	// Hashes returns the content addresses of the definitions of a program, some perhaps empty. It is nil for a language
	// without them.
	Hashes func(r *patterns.Result) []string
	// Code writes the use of a definition with a conversion in a dialect of the language.
	Code func(dialect, name string, c *Conversion) string
}

// Of returns how a language takes part in searches, given the Finding of its record; nil: it does not.
func Of(finding any) *Finding {
	f, _ := finding.(*Finding)
	return f
}

// A Signature is a pattern whose first root is the input and whose last one is the output.
type Signature struct {
	patterns.Pattern
	Of *patterns.Result // has the types of its nodes; nil: they have none
}

// A Side is one side of a query; an empty text or `_` stands for anything.
type Side struct {
	Text string // without space around it
	At   int    // its offset in the query
}

// IsHole reports whether a side stands for anything.
func (s *Side) IsHole() bool { return s.Text == "" || s.Text == "_" }

// Reads reports whether a text is a pattern of the language, as its arrow shows.
func (f *Finding) Reads(query string) bool {
	_, _, ok := Split(query, f.Arrow)
	return ok
}

// Split splits a query at the first arrow. A longer arrow that contains it is another one.
func Split(query, arrow string) (in, out Side, ok bool) {
	i := strings.Index(query, arrow)
	if i < 0 || i > 0 && query[i-1] == '-' {
		return in, out, false
	}
	return side(query[:i], 0), side(query[i+len(arrow):], i+len(arrow)), true
}

func side(text string, at int) Side {
	left := strings.TrimLeft(text, " \t\r\n")
	return Side{strings.TrimRight(left, " \t\r\n"), at + len(text) - len(left)}
}

// A QueryError is why a text is not a pattern.
type QueryError struct {
	Message string
	At      int  // its offset in the query
	Unknown bool // it names a type that is unknown, and may be one of a program
}

// Error returns the message.
func (e *QueryError) Error() string { return e.Message }
