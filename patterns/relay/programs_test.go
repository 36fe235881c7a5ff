package relay

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns"
	"golang.org/x/tools/txtar"
)

// A wantedOutcome is given by the last lines of a program of testdata/programs, in the dialect doc after a `#`:
//
//	//: prelude            the program uses the Prelude
//	//: @f : fn () -> ()   the type of a definition
//	//: P0310 at TEXT      an error at this text
//	//: warning P0509 at TEXT
//	//: says TEXT          a message, a help or a line of a story contains this
//	//: shows TEXT         an error shows this place
//	//: marks TEXT: WORDS  an error has these words at a place of this text
//	//: now P0313 at TEXT instead of P0312 at TEXT
//
// The last form has the current error and the desired one. A program without lines for errors has none.
type wantedOutcome struct {
	prelude  bool
	types    map[string]string
	reported []string // "P0310 at TEXT"
	says     []string
	shows    []string
	marks    []string
}

func wantedOf(source string) (w wantedOutcome) {
	w.types = make(map[string]string)
	for line := range strings.Lines(source) {
		line, ok := strings.CutPrefix(strings.TrimLeft(strings.TrimSpace(line), "/#"), ": ")
		if !ok {
			continue
		}
		if text, ok := strings.CutPrefix(line, "says "); ok {
			w.says = append(w.says, text)
		} else if text, ok := strings.CutPrefix(line, "shows "); ok {
			w.shows = append(w.shows, text)
		} else if text, ok := strings.CutPrefix(line, "marks "); ok {
			w.marks = append(w.marks, text)
		} else if name, text, ok := strings.Cut(line, " : "); ok && name[0] == '@' {
			w.types[name] = text
		} else if now, ok := strings.CutPrefix(line, "now "); ok {
			now, _, _ = strings.Cut(now, " instead of ")
			w.reported = append(w.reported, now)
		} else if line == "prelude" {
			w.prelude = true
		} else if line != "accepted" {
			w.reported = append(w.reported, line)
		}
	}
	return w
}

// A namedProgram is one of testdata/programs.
type namedProgram struct{ name, source string }

func programs(t testing.TB) (list []namedProgram) {
	t.Helper()
	files, err := filepath.Glob("testdata/programs/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatal(err, len(files))
	}
	for _, file := range files {
		a, err := txtar.ParseFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range a.Files {
			list = append(list, namedProgram{filepath.Base(file) + "/" + f.Name, string(f.Data)})
		}
	}
	return list
}

// bare removes the lines with the wanted outcome, which are comments in one dialect only.
func bare(source string) string {
	var program strings.Builder
	for line := range strings.Lines(source) {
		if !strings.HasPrefix(line, "//: ") {
			program.WriteString(line)
		}
	}
	return program.String()
}

func outcomeOf(source string) *patterns.Result {
	if wantedOf(source).prelude {
		return checkWithPrelude(bare(source))
	}
	return check(bare(source), "")
}

// diagnosticsOf lists the diagnostics of a result in the format of wanted outcomes.
func diagnosticsOf(r *patterns.Result) (list []string) {
	for i := range r.Diagnostics {
		d := &r.Diagnostics[i]
		line := string(d.Code) + " at " + strings.Join(strings.Fields(r.File.Text(d.Span)), " ")
		if d.Severity == lang.Warning {
			line = "warning " + line
		}
		list = append(list, line)
	}
	return list
}

// typesOf returns the types of the definitions of a result, by name.
func typesOf(r *patterns.Result) map[string]string {
	types := make(map[string]string)
	for d, def := range r.Definitions {
		v := r.Solver.View(int32(d))
		if v.Scheme != nil {
			types[def.Name] = r.Front.Signature(v.Scheme, v.In, v.Out)
		}
	}
	return types
}

// TestPrograms compares the results of small programs with their wanted outcomes.
func TestPrograms(t *testing.T) {
	n := 0
	for _, p := range programs(t) {
		n++
		t.Run(p.name, func(t *testing.T) {
			want := wantedOf(p.source)
			r := outcomeOf(p.source)
			got := diagnosticsOf(r)
			slices.Sort(got)
			slices.Sort(want.reported)
			fail := func(format string, args ...any) {
				t.Helper()
				t.Errorf(format, args...)
				t.Logf("%s", p.source)
				for i := range r.Diagnostics {
					t.Logf("  %s", r.Diagnostics[i].Message)
				}
			}
			if !slices.Equal(got, want.reported) {
				fail("got    %q\nwanted %q", got, want.reported)
			}
			types := typesOf(r)
			for name, text := range want.types {
				if types[name] != text {
					fail("%s is %s\nwanted %s", name, types[name], text)
				}
			}
			for _, text := range want.says {
				if !slices.ContainsFunc(r.Diagnostics, func(d lang.Diagnostic) bool {
					list := append(d.Help, d.Message)
					if d.Explanation != nil {
						for _, l := range d.Explanation.Story {
							list = append(list, l.Text)
						}
					}
					return slices.ContainsFunc(list, func(p lang.Phrase) bool { return strings.Contains(p.String(), text) })
				}) {
					fail("nothing says %q", text)
				}
			}
			for i := range r.Diagnostics {
				isEmpty := func(l lang.Line) bool { return l.Text.String() == "" }
				if x := r.Diagnostics[i].Explanation; x != nil && slices.ContainsFunc(x.Story, isEmpty) {
					fail("a line of the story says nothing")
				}
			}
			for _, text := range want.shows {
				start := r.File.Home().Start + int32(strings.Index(p.source, text))
				at := lang.Span{Start: start, End: start + int32(len(text))}
				if !slices.ContainsFunc(r.Diagnostics, func(d lang.Diagnostic) bool {
					all := append(d.Related, lang.Related{Span: d.Span})
					return slices.ContainsFunc(all, func(r lang.Related) bool { return at.Contains(r.Span) })
				}) {
					fail("nothing shows %q", text)
				}
			}
			for _, text := range want.marks {
				if !slices.ContainsFunc(r.Diagnostics, func(d lang.Diagnostic) bool {
					all := append(d.Related, lang.Related{Span: d.Span, Message: d.Label})
					return slices.ContainsFunc(all, func(x lang.Related) bool {
						return r.File.Text(x.Span)+": "+x.Message.String() == text
					})
				}) {
					fail("nothing marks %q", text)
				}
			}
		})
	}
	if n < 150 {
		t.Errorf("only %d programs", n)
	}
}
