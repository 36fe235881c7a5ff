// Package repl implements the session of patgraph repl: its definitions, the effect of each input, and the output. Only
// terminal.go uses a terminal, and there are no flags; the creator of a session determines how programs are analysed
// and drawn.
//
// The definitions of a session are correct at any time: an input that would break them is refused as a whole, with the
// report that check would write. So errors of an input are never consequences of older mistakes. An input is analysed
// together with all definitions as one text, whose lines are shown in reports; a value before an arrow is replaced by
// blanks for the analysis, so offsets do not change.
package repl

import (
	"context"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/patgraph/patgraph/cmd/patgraph/inputs"
	"github.com/patgraph/patgraph/cmd/patgraph/report"
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns/language"
)

// Name is the name of a session's text in reports.
const Name = "<repl>"

// Options configure a session.
type Options struct {
	Context context.Context // the context of analyses
	Style   report.Style
	Write   func([]byte) error  // writes answers; an error ends the session
	Inputs  inputs.Options      // how files are read
	Eval    language.RunOptions // how expressions are evaluated; the session sets Interrupt
	Most    int                 // maximum size of a result in bytes; negative: any

	// Language is the language of the session; it must have Running and Typing.
	Language *language.Language

	// Values is the notation of values: json, k (that of the language), or empty: the one of the session's dialect.
	Values string

	// Dialect is the dialect of the session, unless its first line determines one.
	Dialect string

	// Analyze analyses a source and passes the result to a function; the result is valid only until that returns. If
	// the function panics, it is called a second time, with the defect and no result. If the context ends before the
	// analysis, Analyze returns its error without calling the function.
	Analyze func(context.Context, inputs.Source, func(*report.Input)) error
	// Draw draws a definition: its patterns, history or calls, as an outline that it returns, or to a file.
	Draw func(in *report.Input, name, view, file string) ([]byte, error)
	// Page is the page of a code or a typing rule.
	Page func(word string) ([]byte, bool)
}

// An entry is a definition of a session.
type entry struct {
	name string // with the sign of a type
	typ  bool   // it defines a type
	text string // as typed, with the comments before it
	file string // the file it was loaded from; empty: it was typed
}

// A Session has the current definitions.
type Session struct {
	Options
	entries []entry
	comment string         // comments typed since the last definition
	last    language.Value // of the last expression; nil: there is none, or it was not a single value
	json    notation
	own     *notation // of the language, if it has one

	loaded []string          // files, in the order in which they were loaded
	owned  map[string]string // by absolute path: the content of a file whose definitions were all in the session

	known       map[string]bool                    // warnings that were reported before
	now         context.Context                    // of the current input
	stop        atomic.Pointer[context.CancelFunc] // cancels it; nil: no input is being executed
	interrupted atomic.Bool
	failed      error // of Write
	over        bool  // :quit was typed
}

// New begins a session.
func New(o Options) *Session {
	s := &Session{
		Options: o, owned: make(map[string]string), known: make(map[string]bool), now: o.Context,
	}
	r := o.Language.Running
	s.json = notation{language.Notation{Name: "JSON", Unit: r.Unit}, r.NewReader()}
	if r.Own != nil {
		s.own = &notation{*r.Own, r.Own.NewReader()}
	}
	s.Eval.Interrupt = &s.interrupted
	return s
}

// A notation is a way to write values, with the reader of a session.
type notation struct {
	language.Notation
	reader language.Reader
}

// notation returns the notation of the values in an input.
func (s *Session) notation(input string) *notation {
	if s.own != nil && (s.Values == "k" || s.Values == "" && s.dialect(input) == s.own.Dialect) {
		return s.own
	}
	return &s.json
}

// help says how an expression gets a value.
func (n *notation) help() string {
	if n.Dialect != "" {
		return "write " + n.Name + " or `it` before `->`: `{{}|0 x} -> .x`"
	}
	return "write a value in JSON or `it` before `->`: `{\"x\": 1} -> .x`"
}

// Interrupt cancels the running analysis or evaluation, if any. It returns false if an earlier interrupt has not taken
// effect yet. It may be called concurrently.
func (s *Session) Interrupt() bool {
	stop := s.stop.Load()
	if stop == nil {
		return true
	}
	(*stop)()
	return !s.interrupted.Swap(true)
}

// Do executes an input, which must not be Unfinished unless it is the last one. It returns true at the end of the
// session, and the error of Write.
func (s *Session) Do(input string) (quit bool, err error) {
	s.interrupted.Store(false)
	now, stop := context.WithCancel(s.Context)
	defer stop()
	s.now = now
	s.stop.Store(&stop)
	defer s.stop.Store(nil)
	text := strings.TrimSpace(input)
	switch block, isBlock := blockOf(text); {
	case text == "":
	case slices.ContainsFunc(s.entries, func(e entry) bool { return e.name == text }):
		s.signature(text)
	case text == "help":
		s.command(":help")
	case text == "quit", text == "exit":
		s.over = true
	case isBlock:
		s.enter(block)
	case text[0] == ':':
		s.command(input)
	default:
		s.enter(input)
	}
	return s.over, s.failed
}

func (s *Session) write(b []byte) {
	if s.failed == nil && len(b) > 0 {
		s.failed = s.Write(b)
	}
}

// say writes a line.
func (s *Session) say(line string) { s.write(s.Style.AppendLine(nil, line)) }

// text is the definitions as a program.
func text(entries []entry) string {
	var b strings.Builder
	for i := range entries {
		b.WriteString(entries[i].text)
		b.WriteByte('\n')
	}
	return b.String()
}

// withEntries replaces or adds definitions by name.
func withEntries(entries, others []entry) []entry {
	entries = slices.Clone(entries)
	for _, e := range others {
		if i := slices.IndexFunc(entries, func(x entry) bool { return x.name == e.name }); i >= 0 {
			entries[i] = e
		} else {
			entries = append(entries, e)
		}
	}
	return entries
}

// withoutEntries removes the definitions with the names of others.
func withoutEntries(entries, others []entry) []entry {
	return slices.DeleteFunc(slices.Clone(entries), func(x entry) bool {
		return slices.ContainsFunc(others, func(e entry) bool { return e.name == x.name })
	})
}

// dialect is the dialect of an input in the session.
func (s *Session) dialect(input string) string {
	return s.Language.Dialect(lang.NewFile(Name, []byte(text(s.entries)+s.comment+input)), s.Dialect)
}

// staysInDialect reports whether the session, with other definitions or an input, is read in the same dialect as
// before. Otherwise it says so: the definitions that are there would mean something else.
func (s *Session) staysInDialect(program string) bool {
	if len(s.entries) == 0 {
		return true
	}
	now, then := s.dialect(""), s.Language.Dialect(lang.NewFile(Name, []byte(program)), s.Dialect)
	if now != then {
		s.say("this is " + then + ", and the session is " + now + ": patgraph repl --dialect " + then)
	}
	return now == then
}

// outline returns the definitions of an input, in its dialect in the session.
func (s *Session) outline(input string) *language.Outline {
	return s.Language.Typing.Outline(lang.NewFile(Name, []byte(input)), s.dialect(input))
}

// entriesOf converts the definitions of an outline to entries.
func entriesOf(o *language.Outline) (entries []entry) {
	for i := range o.Definitions {
		d := &o.Definitions[i]
		entries = append(entries, entry{name: d.Name, text: d.Text, typ: d.Type})
	}
	return entries
}

// analyze analyses a program of the session: definitions, the comments after them, and the typed text, whose first
// hidden bytes are shown in reports but not analysed. The function do gets the offset after the definitions.
func (s *Session) analyze(entries []entry, typed string, hidden int, do func(in *report.Input, from int32)) {
	before := text(entries) + s.comment
	seen := []byte(before + typed)
	for i := len(before); i < len(before)+hidden; i++ {
		if seen[i] != '\n' && seen[i] != '\r' {
			seen[i] = ' '
		}
	}
	if !s.staysInDialect(string(seen)) {
		return
	}
	s.look(inputs.Text(s.Inputs, Name, seen), func(in *report.Input) {
		if in.File != nil && hidden > 0 {
			in.File = lang.NewFile(in.File.Name, []byte(before+typed))
		}
		do(in, int32(len(before)-len(s.comment)))
	})
}

// look analyses a source, unless it is interrupted.
func (s *Session) look(source inputs.Source, do func(*report.Input)) {
	if s.Analyze(s.now, source, do) != nil {
		s.say("interrupted")
	}
}

// reportErrors reports whether a program has no errors. It reports the errors, and the warnings that were not reported
// before.
func (s *Session) reportErrors(in *report.Input) bool {
	ok := in.Result != nil && in.Count().Errors == 0
	fresh := *in
	fresh.Diagnostics = s.unknown(in)
	for i := range fresh.Diagnostics {
		if d := &fresh.Diagnostics[i]; ok {
			s.known[warning(d)] = true
		} else {
			s.arrowHelp(in, d)
		}
	}
	s.write(s.Style.AppendDiagnostics(nil, &fresh))
	return ok
}

// unknown are the diagnostics without the warnings that were reported before.
func (s *Session) unknown(in *report.Input) []lang.Diagnostic {
	return slices.DeleteFunc(slices.Clone(in.Diagnostics), func(d lang.Diagnostic) bool {
		return d.Severity == lang.Warning && d.Definition != lang.MainName && s.known[warning(&d)]
	})
}

// warning identifies a warning, independent of its place.
func warning(d *lang.Diagnostic) string {
	return string(d.Code) + " " + d.Definition + " " + d.Message.String()
}

// arrowHelp explains values when an arrow is in the wrong place.
func (s *Session) arrowHelp(in *report.Input, d *lang.Diagnostic) {
	if in.File != nil && strings.HasPrefix(string(in.File.Src[d.Span.Start:]), "->") {
		d.Help = append(slices.Clip(d.Help), lang.Text(s.notation("").help()))
	}
}
