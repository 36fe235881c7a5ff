// Package report renders results of the analysis: as text for people, as JSON of the schema patgraph/1 for programs,
// and as SARIF, JUnit XML and workflow commands for tools. It makes no decisions about programs.
//
// It also reads what it has written: reports to be merged or continued (readreport.go) and baselines of known errors
// (baseline.go); and it converts types to other type languages (export.go).
package report

import (
	"iter"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/language"
)

// An Input is an input of a command, with its result.
type Input struct {
	Name        string
	Argument    string             // the argument by which a command reads it again; "": its name
	Streamed    bool               // it came in a stream, and no command can read it again
	Path        string             // of the file; empty if the text is not from a file
	File        *lang.File         // nil if it could not be read
	Language    *language.Language // nil if it could not be read
	Result      *patterns.Result   // nil if it was not analysed
	Diagnostics []lang.Diagnostic
	Partial     bool               // only some diagnostics are included
	Strict      bool               // warnings count as errors
	Settings    string             // of the analysis, if they are not the defaults
	Known       int                // the number of errors and warnings left out because they are known
	Hidden      int                // likewise because a comment silences them or --select leaves them out
	IsLibrary   bool               // it is a library: only its diagnostics are reported
	Layout      []byte             // its formatted text, if requested
	Migration   *language.Migrated // its migration to another dialect; nil: not requested
	Applied     *Applied           // the fixes that were applied to it; nil: not requested
	With        []string           // flags to read it again in the same way, such as "--with core.k", not quoted
}

// seen returns the name of the file that contains a place, and the joined file as seen from it: places in that file are
// reported without its name.
func (in *Input) seen(s lang.Span) (string, *lang.File) {
	if in.File == nil || in.File.InMain(s) {
		return in.Name, in.File
	}
	f := in.File.At(s.Start)
	return f.Name, f
}

// shows reports whether a definition at a place is listed: it is in the input itself and not in a library before it.
func (in *Input) shows(s lang.Span) bool {
	return !in.IsLibrary && (in.File == nil || in.File.InMain(s))
}

// Reported iterates over the diagnostics of an input that are not consequences of others.
func (in *Input) Reported() iter.Seq[*lang.Diagnostic] {
	return func(yield func(*lang.Diagnostic) bool) {
		for i := range in.Diagnostics {
			if d := &in.Diagnostics[i]; !d.Secondary && !yield(d) {
				return
			}
		}
	}
}

// A Summary has counts over inputs. Consequences of other errors are not counted.
type Summary struct {
	_           struct{} `cbor:",toarray"` // the cache stores it without field names
	Files       int      `json:"files"`
	OK          int      `json:"ok"`
	Errors      int      `json:"errors"`
	Warnings    int      `json:"warnings"`
	Definitions int      `json:"definitions"`
	Known       int      `json:"known,omitempty"`  // errors and warnings in a baseline, which the other counts omit
	Hidden      int      `json:"hidden,omitempty"` // likewise those that a comment silences or --select leaves out
	// Strict reports that the exit status is 1 only because of a warning. It is about a whole run.
	Strict bool `json:"strict,omitempty"`
	// Shard is which of how many parts of the programs the run analysed, as in 1/4. It is empty if the run analysed
	// all.
	Shard string `json:"shard,omitempty"`
}

// Count returns the summary of one input. An input that shows only some of its diagnostics can still be not ok.
func (in *Input) Count() Summary {
	s := Summary{Files: 1, Known: in.Known, Hidden: in.Hidden}
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
	if s.Errors == 0 && !wrong &&
		(in.Result == nil && in.Known+in.Hidden == 0 || in.Result != nil && in.Result.Errors() == 0) {
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

// Add adds another summary.
func (s *Summary) Add(t Summary) {
	s.Files += t.Files
	s.OK += t.OK
	s.Errors += t.Errors
	s.Warnings += t.Warnings
	s.Definitions += t.Definitions
	s.Known += t.Known
	s.Hidden += t.Hidden
}
