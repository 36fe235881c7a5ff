// Package repl is the session behind patgraph repl: what is defined in it, what each
// input does, and what is written about it. It knows no flags and no terminal but for
// terminal.go; whoever makes a session says how programs are analysed and drawn.
//
// The definitions of a session are sound at any time: an input that would change that
// is refused as a whole, with the report that check would write. So what is derived
// for the next input is never the consequence of an older mistake. An input is analysed
// with all definitions as one text, whose lines stand in reports; a value before an arrow
// is hidden from the analysis by blanks, which moves no place.
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

// Name is how the text of a session is called in reports.
const Name = "<repl>"

// Options say how a session works.
type Options struct {
	Context context.Context // in which sources are analysed
	Style   report.Style
	Write   func([]byte) error  // takes what is answered; after an error the session ends
	Inputs  inputs.Options      // how files are read
	Eval    language.RunOptions // how expressions are evaluated; Interrupt is the session's own
	Most    int                 // bytes of a result that are written; less than 0: any

	// Language is that of what is typed, which can be run and typed.
	Language *language.Language

	// Dialect is that of what is typed, unless the first line of the session settles it.
	Dialect string

	// Analyze analyses a source and calls a function with what became of it, which is
	// gone when the function returns. The function is called a second time, with the
	// defect and no result, when it panics. Where the context ends before it is analysed,
	// that is the error, and the function is not called.
	Analyze func(context.Context, inputs.Source, func(*report.Input)) error
	// Draw draws definitions: as an outline, which it returns, or to a file.
	Draw func(*report.Input, Drawing) ([]byte, error)
	// Page is the page of a code or of a typing rule.
	Page func(word string) ([]byte, bool)
}

// A Drawing is what :graph is asked for.
type Drawing struct {
	Definitions []int32
	View        string // patterns, history or calls
	File        string // empty: an outline is wanted
}

// An entry is a definition of a session.
type entry struct {
	name string // with the mark of a type
	typ  bool   // of a type
	text string // as typed, with the comments before it
	file string // that it was loaded from; empty: it was typed
}

// A Session is what has been defined up to now.
type Session struct {
	Options
	entries []entry
	comment string         // comments that were typed and no definition has followed yet
	last    language.Value // of the last expression; nil: there is none, or it was no single value
	reader  language.Reader

	loaded []string          // files, in the order in which they were loaded
	owned  map[string]string // by absolute path: what a file had when it was wholly in the session

	known       map[string]bool                    // warnings that were told already
	now         context.Context                    // of the input that is being done
	stop        atomic.Pointer[context.CancelFunc] // ends it; nil: none is being done
	interrupted atomic.Bool
	failed      error // of Write
	over        bool  // :quit was typed
}

// New begins a session.
func New(o Options) *Session {
	s := &Session{Options: o, reader: o.Language.Running.NewReader(), owned: make(map[string]string), known: make(map[string]bool), now: o.Context}
	s.Eval.Interrupt = &s.interrupted
	return s
}

// Interrupt ends the analysis or the evaluation that is under way, if any. It returns
// false where that was asked for before and has not happened yet. It may be called
// concurrently.
func (s *Session) Interrupt() bool {
	stop := s.stop.Load()
	if stop == nil {
		return true
	}
	(*stop)()
	return !s.interrupted.Swap(true)
}

// Do does what an input says: one that is not Unfinished, or the last one. It returns
// true when the session is over, and the error of Write.
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

// text is a program of the definitions.
func text(entries []entry) string {
	var b strings.Builder
	for i := range entries {
		b.WriteString(entries[i].text)
		b.WriteByte('\n')
	}
	return b.String()
}

// with is some definitions and others, which take the place of those of their names.
func with(entries, others []entry) []entry {
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

// without is some definitions but for those of the names of others.
func without(entries, others []entry) []entry {
	return slices.DeleteFunc(slices.Clone(entries), func(x entry) bool {
		return slices.ContainsFunc(others, func(e entry) bool { return e.name == x.name })
	})
}

// dialect is that of an input in the session.
func (s *Session) dialect(input string) string {
	return s.Language.Dialect(lang.NewFile(Name, []byte(text(s.entries)+s.comment+input)), s.Dialect)
}

// outline says what an input defines, in the dialect that it has in the session.
func (s *Session) outline(input string) *language.Outline {
	return s.Language.Typing.Outline(lang.NewFile(Name, []byte(input)), s.dialect(input))
}

// entriesOf are the definitions of an outline.
func entriesOf(o *language.Outline) (entries []entry) {
	for i := range o.Definitions {
		d := &o.Definitions[i]
		entries = append(entries, entry{name: d.Name, text: d.Text, typ: d.Type})
	}
	return entries
}

// analyze analyses a program of the session: definitions with the comments behind
// them, and what was typed then, of which a part may be hidden from the analysis but
// not from reports. What is done hears where the definitions end.
func (s *Session) analyze(entries []entry, typed string, hidden int, do func(in *report.Input, from int32)) {
	before := text(entries) + s.comment
	seen := []byte(before + typed)
	for i := len(before); i < len(before)+hidden; i++ {
		if seen[i] != '\n' && seen[i] != '\r' {
			seen[i] = ' '
		}
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

// sound reports whether a program has no errors. Those that it has are reported, and the
// warnings that were not told before.
func (s *Session) sound(in *report.Input) bool {
	ok := in.Result != nil && in.Count().Errors == 0
	told := *in
	told.Diagnostics = s.unknown(in)
	for i := range told.Diagnostics {
		if d := &told.Diagnostics[i]; ok {
			s.known[warning(d)] = true
		} else {
			s.arrowHelp(in, d)
		}
	}
	s.write(s.Style.AppendDiagnostics(nil, &told))
	return ok
}

// unknown are the diagnostics without the warnings that were told before.
func (s *Session) unknown(in *report.Input) []lang.Diagnostic {
	return slices.DeleteFunc(slices.Clone(in.Diagnostics), func(d lang.Diagnostic) bool {
		return d.Severity == lang.Warning && d.Definition != lang.MainName && s.known[warning(&d)]
	})
}

// warning is what a warning is known by, wherever it stands.
func warning(d *lang.Diagnostic) string {
	return string(d.Code) + " " + d.Definition + " " + d.Message.String()
}

// arrowHelp says how values are given where an arrow stands elsewhere.
func (s *Session) arrowHelp(in *report.Input, d *lang.Diagnostic) {
	if d.Code == lang.BadCharacter && in.File != nil && strings.HasPrefix(string(in.File.Src[d.Span.Start:]), "->") {
		d.Help = append(slices.Clip(d.Help), lang.Text("before `->` stands a value in JSON, or `it`: `{\"x\": 1} -> .x`"))
	}
}
