//go:build !js

package cli

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/patgraph/patgraph/cmd/patgraph/inputs"
	"github.com/patgraph/patgraph/cmd/patgraph/report"
	"github.com/patgraph/patgraph/cmd/patgraph/words"
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns/language"
	"github.com/patgraph/patgraph/patterns/search"
)

// Search is the command that finds definitions by what they take and give.
func Search() *Command {
	return &Command{
		Name: "search", Args: "PATTERN [PATH...]", Summary: "find definitions by what they take and give",
		Details: "Lists the definitions whose signature fits a pattern: equal ones, more general ones, special\n" +
			"cases, those that fit with a conversion, which is shown as code, and those that fit for some types.\n" +
			"A pattern is written as patgraph types writes signatures; a side that is left out, or _, may be\n" +
			"anything. Types are those of the programs. Without a path: in all programs below this folder.\n" +
			"Without a pattern: --takes lists what takes a value, --at what fits in place of an expression.\n\n" +
			"exit status: 0 something is found, 1 nothing, 2 wrong usage or an input that cannot be read",
		Examples: [][2]string{
			{"patgraph search '?{X name, ...} --> ?X' lib", "functions that read a field"},
			{"patgraph search '$order --> _'", "what can be done with an order"},
			{"patgraph search '--> [$int]' .", "what gives a vector of integers"},
			{"patgraph search '[?, 3, 224, 224] -> [?, 1000]' models", "networks, by the shapes of their tensors"},
			{"patgraph search --at order.k:4:20 lib", "what fits in place of an expression"},
			{`patgraph search --takes '{"item": "tea", "price": 3}' lib`, "what takes a JSON value"},
		},
		Run: (*Flags).search,
	}
}

// searchOptions are the options that only search has.
func (f *Flags) searchOptions() []Option {
	return group("what is found",
		Option{Name: "max-matches", To: Number(&f.Matches, 1), In: "search", Holder: "N", Preset: "20",
			Usage: "definitions that are listed"},
		Option{Name: "at", To: Text(&f.Place), In: "search", Holder: "FILE:LINE:COL",
			Usage: "list what fits in place of the innermost expression there", Language: "k"},
		Option{Name: "takes", To: Text(&f.Takes), In: "search", Holder: "VALUE",
			Usage: "list what takes a JSON value, also from a file or -, with what a run gives", Language: "k"},
	)
}

// search lists the definitions that fit a pattern.
func (f *Flags) search(p *Program, args []string) error {
	var s *Searcher
	var err error
	switch {
	case f.Takes != "" && f.Place != "":
		return Wrong("--takes is about a value, --at about a place; choose one")
	case f.Takes != "":
		s, err = f.newTaking(p)
	case f.Place != "":
		s, err = f.newGap(p)
	case len(args) == 0:
		return Wrong("which pattern? One such as '?{X name, ...} --> ?X'")
	default:
		s, err = NewSearch(p.Languages, args[0])
		args = args[1:]
	}
	if err != nil {
		return err
	}
	list, more, exit, err := s.In(f, p, args, f.Matches)
	if err != nil {
		return err
	}
	if f.Format == "json" {
		return ended(exit, p.Out.Print(report.AppendFoundData(nil, list, more)))
	}
	style := f.Style(p, p.Stdout)
	err = p.Out.Print(style.AppendFound(nil, list))
	if err == nil && !f.Quiet {
		err = p.Err.Print(s.Notes(len(list), more))
	}
	return ended(exit, err)
}

// In searches the programs that paths lead to, and returns at most so many of the definitions that fit.
func (s *Searcher) In(f *Flags, p *Program, paths []string, most int) (
	list []report.Found, more bool, exit int, err error) {
	b, work, err := f.Many(p, f.orHere(paths))
	if err != nil {
		return nil, false, 0, err
	}
	defer f.progress(p, b, work.Count)()
	b.Brief = true
	b.Filter = func(*report.Input) bool { return false } // so that programs are added in their order
	b.Settle = func(*report.Input) {}
	diagnostics := f.Style(p, p.Stderr)
	b.Render = func(in *report.Input) (out, err []byte) {
		if in.Result == nil {
			return nil, diagnostics.AppendDiagnostics(nil, in)
		}
		s.add(in)
		return nil, nil
	}
	total, err := b.Run(p.Context, work.Sources, p.Emit)
	if err != nil {
		return nil, false, 0, err
	}
	if len(s.patterns) == 0 && s.wrong != nil {
		return nil, false, 0, s.problem()
	}
	list, more = s.find(most)
	switch {
	case total.Exit == report.Defect || total.Exit == report.Unusable:
		exit = total.Exit
	case len(list) == 0:
		exit = report.Errors
	}
	return list, more, exit, nil
}

// longSide is about how many bytes a side of a signature has at most in a list.
const longSide = 300

// A Searcher collects definitions of the languages of one family, and finds those that fit a pattern or take a value.
type Searcher struct {
	query    string
	value    language.Value  // if there is no pattern
	takes    *search.Finding // of the language of the value
	options  language.RunOptions
	index    *search.Index
	defs     []report.Found // by number in the index
	codes    []func(*search.Conversion) string
	patterns []*search.Pattern
	known    map[string]bool // dialects whose pattern is known
	family   string
	wrong    *search.QueryError // why the query could not be read for a program
	failed   int                // definitions with errors
	others   int                // programs of other families
}

// NewSearch reads a pattern in all dialects of the languages that have such patterns. It fails if none can read it.
func NewSearch(languages language.Table, query string) (*Searcher, error) {
	s := &Searcher{query: query, index: search.New(), known: make(map[string]bool)}
	for _, l := range languages {
		finding := search.Of(l.Finding)
		if finding == nil || !finding.Reads(query) {
			continue
		}
		for _, dialect := range l.Dialects {
			_, err := finding.Query(query, dialect, nil)
			if err == nil || err.Unknown {
				s.family, s.index.Lists = finding.Family, finding.Lists
			} else {
				s.wrong = cmp.Or(s.wrong, err)
			}
		}
	}
	switch {
	case s.family != "":
		return s, nil
	case s.wrong != nil:
		return nil, s.problem()
	}
	return nil, Wrong(words.Quote(query) + " has no arrow; a pattern is INPUT --> OUTPUT")
}

// arrows says which patterns are of which languages.
const arrows = "patterns of k are written as in `$int --> $int`, those of networks as in `[N, 3] -> [N]`"

// problem is the error for a query that could not be read.
func (s *Searcher) problem() error {
	var hints []string
	if strings.Contains(s.query, "$") && !strings.Contains(s.query, "-->") {
		hints = []string{"'" + strings.Replace(s.query, "->", "-->", 1) + "'"} // k has a longer arrow than networks
	}
	return Wrong(fmt.Sprintf("the pattern is wrong at byte %d: %s", s.wrong.At+1, s.wrong.Message), hints...)
}

// add adds the definitions of a program.
func (s *Searcher) add(in *report.Input) {
	r, finding := in.Result, search.Of(in.Language.Finding)
	switch {
	case finding == nil:
		return
	case s.value != nil:
		if finding == s.takes {
			s.addTaking(in)
		}
		return
	case finding.Family != s.family:
		s.others++
		return
	case s.query != "":
		s.addPattern(in, finding)
	}
	for i := range r.Definitions {
		d := &r.Definitions[i]
		if !in.File.InMain(d.Span) {
			continue
		}
		if !d.Sound() || !r.Solver.Derivation(int32(i)).Derived {
			s.failed++
			continue
		}
		sig, ok := finding.Signature(r, int32(i))
		if !ok {
			continue
		}
		s.index.Add(&sig.Pattern, sig.Of)
		s.defs = append(s.defs, foundAt(in, int32(i)))
		code, dialect, name := finding.Code, r.Dialect, d.Name
		s.codes = append(s.codes, func(c *search.Conversion) string { return code(dialect, name, c) })
	}
}

// foundAt is a definition of a program as it is listed.
func foundAt(in *report.Input, d int32) report.Found {
	def, v := &in.Result.Definitions[d], in.Result.Solver.View(d)
	at := in.File.Position(def.Span.Start)
	return report.Found{File: in.Name, Line: at.Line, Column: at.Column, Name: def.Name,
		Signature: lang.Signature(in.Result.Front.ShortSignature(v.Within(longSide)))}
}

// addPattern adds what the query means in a program.
func (s *Searcher) addPattern(in *report.Input, finding *search.Finding) {
	r := in.Result
	if s.known[r.Dialect] {
		return
	}
	sig, err := finding.Query(s.query, r.Dialect, nil)
	if s.known[r.Dialect] = err == nil || !err.Unknown; !s.known[r.Dialect] {
		sig, err = finding.Query(s.query, r.Dialect, r)
	}
	if err != nil {
		s.wrong = cmp.Or(s.wrong, err)
	} else if x := s.index.Pattern(&sig.Pattern, sig.Of); !slices.Contains(s.patterns, x) {
		s.patterns = append(s.patterns, x)
	}
}

// Bounds of the runs of --takes.
const (
	takingFuel   = 100_000
	takingMemory = 16 << 20
	takingShown  = 60 // bytes of a result
)

// newTaking reads the value of --takes.
func (f *Flags) newTaking(p *Program) (*Searcher, error) {
	i := slices.IndexFunc(p.Languages, func(l *language.Language) bool {
		f := search.Of(l.Finding)
		return f != nil && f.Takes != nil
	})
	if i < 0 {
		return nil, Wrong("no language has values")
	}
	s := &Searcher{takes: search.Of(p.Languages[i].Finding)}
	s.options = language.RunOptions{Fuel: takingFuel, Memory: takingMemory}
	reader := p.Languages[i].Running.NewReader()
	reader.Bound(language.DefaultMemory)
	text, problem, ok := inputs.ValueArgument(inputs.Options{}, reader, f.Takes, p.Stdin)
	if !ok {
		return nil, Wrong(words.Quote(f.Takes) + " is not JSON, and no file has this name")
	}
	if problem == nil {
		s.value, problem = inputs.ReadValue(reader, "JSON", text)
	}
	if problem != nil {
		return nil, Wrong("--takes: " + problem.Message.String())
	}
	return s, nil
}

// newGap takes the pattern from the place of --at.
func (f *Flags) newGap(p *Program) (*Searcher, error) {
	l, err := parseLocation(f.Place)
	if err == nil && l.Column == 0 {
		err = Wrong("--at takes a place: FILE:LINE:COL")
	}
	if err != nil {
		return nil, err
	}
	var s *Searcher
	o, err := f.One(p, l, func(in *report.Input) (err error) {
		s, err = NewGap(p.Context, in, l)
		return err
	}, func(in *report.Input) []byte {
		style := f.Style(p, p.Stderr)
		return style.AppendDiagnostics(nil, in)
	})
	if err == nil && s == nil {
		err = ended(o.Exit, p.Err.Print(append(o.Err, o.Out...)))
	}
	return s, err
}

// NewGap takes the pattern from an expression of a program: it finds what fits in its place.
func NewGap(ctx context.Context, in *report.Input, l *Location) (*Searcher, error) {
	at, err := l.Span(in.File)
	if err != nil {
		return nil, err
	}
	finding := search.Of(in.Language.Finding)
	if finding == nil || finding.Gap == nil {
		return nil, Wrong(words.Quote(in.Name) + " is in " + in.Language.Called() + ", whose expressions are not functions")
	}
	sig, ok := finding.Gap(ctx, in.Result, at.Start)
	if !ok {
		return nil, Wrong(fmt.Sprintf("no expression is at %s:%d:%d", in.Name, l.Line, l.Column))
	}
	s := &Searcher{index: search.New(), known: make(map[string]bool), family: finding.Family}
	s.patterns = []*search.Pattern{s.index.Pattern(&sig.Pattern, sig.Of)}
	return s, nil
}

// addTaking adds the definitions of a program that take the value, and runs them on it.
func (s *Searcher) addTaking(in *report.Input) {
	for i := range in.Result.Definitions {
		if d := &in.Result.Definitions[i]; in.File.InMain(d.Span) && !d.Sound() {
			s.failed++
		}
	}
	runner := in.Language.Running.NewRunner(in.Result)
	for _, m := range s.takes.Takes(in.Result, s.value) {
		d := int32(m.Entry)
		if !in.File.InMain(in.Result.Definitions[d].Span) {
			continue
		}
		x := foundAt(in, d)
		o := runner.Run(d, s.value, s.options)
		x.Match, x.Ran, x.Verdict = m, true, o.Verdict
		if o.Verdict == lang.Defined {
			x.Value = o.Value.Short(takingShown)
		}
		s.defs = append(s.defs, x)
	}
}

// find returns the definitions that fit.
func (s *Searcher) find(most int) (list []report.Found, more bool) {
	if s.value != nil {
		slices.SortStableFunc(s.defs, func(a, b report.Found) int { return a.CompareOutcomes(&b) })
		return s.defs[:min(most, len(s.defs))], len(s.defs) > most
	}
	matches, more := s.index.Find(most, s.patterns...)
	for _, m := range matches {
		f := s.defs[m.Entry]
		f.Match = m
		if m.Conversion != nil {
			f.Code = s.codes[m.Entry](m.Conversion)
		}
		list = append(list, f)
	}
	return list, more
}

// Notes are remarks on the answer.
func (s *Searcher) Notes(found int, more bool) []byte {
	var b []byte
	if found == 0 {
		b = append(b, "patgraph: no definition "...)
		if s.value != nil {
			b = append(b, "takes the value\n"...)
		} else {
			b = append(b, "fits the pattern\n"...)
		}
		if len(s.defs) == 0 && s.others > 0 {
			b = append(b, "patgraph: "+arrows+"\n"...)
		}
	}
	if more {
		b = append(b, "patgraph: there are more; --max-matches N shows N of them\n"...)
	}
	if s.failed > 0 {
		b = append(b, "patgraph: "+
			lang.Count(s.failed, "definition has an error and is", "definitions have errors and are")+" left out\n"...)
	}
	return b
}
