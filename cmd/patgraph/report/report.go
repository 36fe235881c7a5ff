// Package report turns what the analysis found into bytes: text for people,
// JSON of the schema patgraph/1 for programs, and SARIF, JUnit XML and workflow
// commands for the tools that know them. It decides nothing about programs and
// reads no input.
package report

import (
	"iter"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/language"
)

// An Input is one input of a command and what became of it.
type Input struct {
	Name        string
	Argument    string             // what a command is given to read it again; "": its name
	Streamed    bool               // it came in a stream, and no command can read it again
	Path        string             // of the file; empty for a text that is none
	File        *lang.File         // nil when it could not be read
	Language    *language.Language // nil when it could not be read
	Result      *patterns.Result   // nil when it was not analysed
	Diagnostics []lang.Diagnostic
	Partial     bool               // only some diagnostics are there
	Strict      bool               // warnings count as errors
	Settings    string             // by which it was analysed, where they are not the usual ones
	Known       int                // errors and warnings that are left out, since they are known
	Aside       bool               // only its diagnostics are of interest: it is a library
	Layout      []byte             // its text laid out anew, where that is asked for
	Migration   *language.Migrated // what became of it as another dialect; nil: that was not asked for
	With        []string           // flags that a command needs to read it again as it was, such as "--with core.k", not quoted
}

// seen is the name of the file that a place is in, and the whole as it is seen from there:
// places in that file are reported without its name.
func (in *Input) seen(s lang.Span) (string, *lang.File) {
	if in.File == nil || in.File.InMain(s) {
		return in.Name, in.File
	}
	f := in.File.At(s.Start)
	return f.Name, f
}

// shows reports whether a definition at a place is among those that are listed: it is
// the input's own, and not one of a library that stands before it.
func (in *Input) shows(s lang.Span) bool {
	return !in.Aside && (in.File == nil || in.File.InMain(s))
}

// Reported are the diagnostics of an input that are no consequences of others.
func (in *Input) Reported() iter.Seq[*lang.Diagnostic] {
	return func(yield func(*lang.Diagnostic) bool) {
		for i := range in.Diagnostics {
			if d := &in.Diagnostics[i]; !d.Secondary && !yield(d) {
				return
			}
		}
	}
}

// A Summary counts over inputs. Consequences of other errors do not count.
type Summary struct {
	_           struct{} `cbor:",toarray"` // where it is kept, it is without names
	Files       int      `json:"files"`
	OK          int      `json:"ok"`
	Errors      int      `json:"errors"`
	Warnings    int      `json:"warnings"`
	Definitions int      `json:"definitions"`
	Known       int      `json:"known,omitempty"` // errors and warnings that a baseline has, which do not count otherwise
	// Strict is that a warning made the exit status 1, which no error did. It is about
	// a whole run.
	Strict bool `json:"strict,omitempty"`
	// Shard is which of how many parts of the programs a run had, as in 1/4. It is empty if
	// the run had all.
	Shard string `json:"shard,omitempty"`
}

// Count returns the summary of one input. An input of which only some diagnostics
// are shown is not ok for that.
func (in *Input) Count() Summary {
	s := Summary{Files: 1, Known: in.Known}
	wrong := false
	for i := range in.Diagnostics {
		switch d := &in.Diagnostics[i]; {
		case d.Secondary:
			wrong = wrong || d.Severity == lang.Error
		case d.Severity == lang.Error:
			s.Errors++
		case d.Severity == lang.Warning:
			s.Warnings++
		}
	}
	if s.Errors == 0 && !wrong && (in.Result == nil && in.Known == 0 || in.Result != nil && in.Result.Errors() == 0) {
		s.OK = 1
	}
	if in.Result != nil {
		for i := range in.Result.Definitions {
			if in.shows(in.Result.Definitions[i].Span) {
				s.Definitions++
			}
		}
	}
	return s
}

// Add adds the counts of another summary.
func (s *Summary) Add(t Summary) {
	s.Files += t.Files
	s.OK += t.OK
	s.Errors += t.Errors
	s.Warnings += t.Warnings
	s.Definitions += t.Definitions
	s.Known += t.Known
}
