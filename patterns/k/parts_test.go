package k

import (
	"context"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/patgraph/patgraph/internal/lab/corpus"
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/k"
	"github.com/patgraph/patgraph/patterns"
)

// A text may name places, with the file if it is another one.
var (
	aPlace  = regexp.MustCompile(`(p\d+\.k:)?\d+:\d+`)
	someOne = "@"
)

// reportsOf returns the diagnostics of a program, with places within texts replaced; the spans stay.
func reportsOf(t interface{ Fatal(...any) }, r *patterns.Result) string {
	b, err := json.MarshalIndent(r.Diagnostics, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	return aPlace.ReplaceAllString(string(b), someOne)
}

// signatures returns the signatures and verdicts of all definitions.
func signatures(r *patterns.Result) []string {
	var list []string
	for i := range r.Definitions {
		s := r.Solver.Scheme(int32(i))
		list = append(list, fmt.Sprintf("%s %t %v: %s", r.Definitions[i].Name, r.Definitions[i].OK,
			r.Definitions[i].Span, r.Front.Signature(s, s.Roots[0], s.Roots[1])))
	}
	for i := range r.TypeDefs {
		list = append(list, fmt.Sprintf("$%s %v", r.TypeDefs[i].Name, r.TypeDefs[i].Span))
	}
	return list
}

// checkSplit compares a program of several files with the same text as one file: the derivation and the diagnostics are
// the same, at the same places.
func checkSplit(t interface {
	Fatal(...any)
	Fatalf(string, ...any)
}, texts []string) *patterns.Result {
	var files []*lang.File
	for i, text := range texts {
		files = append(files, lang.NewFile(fmt.Sprintf("p%d.k", i), []byte(text)))
	}
	last := len(files) - 1
	whole := lang.Join(files[:last], files[last])
	got := Analyze(context.Background(), whole, Options{})
	want := Analyze(context.Background(), lang.NewFile("in.k", whole.Src), Options{})
	if x, y := signatures(got), signatures(want); !slices.Equal(x, y) {
		t.Fatalf("in parts\n%s\nas one\n%s\nof %q", strings.Join(x, "\n"), strings.Join(y, "\n"), texts)
	}
	if x, y := reportsOf(t, got), reportsOf(t, want); x != y {
		t.Fatalf("in parts\n%s\nas one\n%s\nof %q", x, y, texts)
	}
	own := Analyze(context.Background(), whole, Options{OwnOnly: readAlone(files[:last])})
	if x, y := signaturesAtHome(own), signaturesAtHome(got); !slices.Equal(x, y) {
		t.Fatalf("without the rest of the libraries\n%s\nwith it\n%s\nof %q", strings.Join(x, "\n"),
			strings.Join(y, "\n"), texts)
	}
	known := reportsAlone(files[:last])
	if x, y := reportsBesides(t, known, own), reportsBesides(t, known, got); x != y {
		t.Fatalf("without the rest of the libraries\n%s\nwith it\n%s\nof %q", x, y, texts)
	}
	return got
}

// readAlone returns the dialect of the files of a library, if all have the same.
func readAlone(files []*lang.File) k.Dialect {
	dialect := k.Auto
	for i, f := range files {
		t, _ := k.Parse(lang.Join(files[:i], f))
		if i > 0 && t.Dialect != dialect {
			return k.Auto
		}
		dialect = t.Dialect
	}
	return dialect
}

// mistakeOf identifies a mistake of a library. The rest of the program may change which place of a definition is
// blamed.
func mistakeOf(d *lang.Diagnostic) string {
	if d.Clash != nil {
		return "clash in " + d.Definition
	}
	return fmt.Sprint(d.Code, d.Span)
}

// reportsAlone returns the mistakes of the files of a library, each analysed with its predecessors; reportsBesides
// returns the other mistakes of a program.
func reportsAlone(files []*lang.File) map[string]bool {
	known := make(map[string]bool)
	for i, f := range files {
		r := Analyze(context.Background(), lang.Join(files[:i], f), Options{})
		for _, d := range r.Diagnostics {
			if r.File.InMain(d.Inside()) { // the blamed place may be in another file
				known[mistakeOf(&d)] = true
			}
		}
	}
	return known
}

func reportsBesides(t interface{ Fatal(...any) }, known map[string]bool, r *patterns.Result) string {
	besides := *r
	besides.Diagnostics = nil
	for _, d := range r.Diagnostics {
		if r.File.InMain(d.Inside()) || !known[mistakeOf(&d)] {
			besides.Diagnostics = append(besides.Diagnostics, d)
		}
	}
	return reportsOf(t, &besides)
}

func signaturesAtHome(r *patterns.Result) (list []string) {
	for i, text := range signatures(r)[:len(r.Definitions)] {
		if r.File.InMain(r.Definitions[i].Span) {
			list = append(list, text)
		}
	}
	return list
}

// An error that a program causes in its libraries is reported even if the program does not reference the definition.
func TestSplitSpoilt(t *testing.T) {
	for _, c := range []struct {
		texts []string
		most  int // maximum number of derived definitions
		wrong int
	}{
		{[]string{"f = .a; g = f .b; h = .c;", "i = g .d;"}, 3, 0},
		{[]string{"f = .a; g = f .b; h = .c;", "i = .d;"}, 1, 0},
		{[]string{"f = .a; g = f .b; h = .c;", "i = {g x} .y .z $int .w;"}, 4, 1},
		{[]string{"f = .a $int .b; g = .c;", "h = .d;"}, 1, 0}, // the library's own error
		{[]string{"f = {g x, () y} .x $int; h = f;", "g = \"\";"}, 3, 1},
		{[]string{"f = $t .x; h = f;", "$t = {int y, int z}; g = 1;"}, 3, 1},
		{[]string{"$s = {t x, int y}; f = $s .x .w; h = f;", "$t = {int y, int z}; g = 1;"}, 3, 1},
		{[]string{"a = $t .x; b = a;", "$t = {int y, int z}; c = .q;", "d = 1;"}, 4, 1},
		{[]string{"a = {c x, () y} .x $int; b = a;", "c = \"\";", "d = 1;"}, 4, 1},
		{[]string{"$u = {}; $w = <u x, u y>; f = {.a x} $w; h = f;", "-- dialect: k6\ng = .p;"}, 3, 1},
		{[]string{"$u = {}; $w = <u x, u y>; f = {.a x} $w; h = f;", "g = {.a x} |z;"}, 3, 1},
		{[]string{"f = .a;", "g = {() a, ?(X 1) b, f 0};", "h = ();"}, 1, 0}, // an error of a library, at a place in another library
	} {
		var libraries []*lang.File
		for i, text := range c.texts {
			libraries = append(libraries, lang.NewFile(fmt.Sprintf("p%d.k", i), []byte(text)))
		}
		last := len(libraries) - 1
		whole := lang.Join(libraries[:last], libraries[last])
		libraries = libraries[:last]
		own := Analyze(context.Background(), whole, Options{OwnOnly: readAlone(libraries)})
		derived, wrong := 0, 0
		for d := range own.Definitions {
			if own.Solver.Derivation(int32(d)).Derived {
				derived++
			}
		}
		known := reportsAlone(libraries)
		if x, y := reportsBesides(t, known, own),
			reportsBesides(t, known, Analyze(context.Background(), whole, Options{})); x != y {
			t.Errorf("%q\n%s\nwith all of the libraries\n%s", c.texts, x, y)
		}
		for _, dg := range clashes(own) {
			if !known[mistakeOf(dg)] {
				wrong++
			}
		}
		if derived != c.most || wrong != c.wrong {
			t.Errorf("%q: %d definitions are derived, want %d; %d are wrong, want %d", c.texts, derived, c.most, wrong,
				c.wrong)
		}
	}
}

func TestLawSplit(t *testing.T) {
	wrong := 0
	rapid.Check(t, func(t *rapid.T) {
		d := drawDraft(t)
		lines := strings.SplitAfter(plain().program(d), "\n")
		least := 0
		if d.later {
			least = 1 // the first line of a file determines the dialect
		}
		var texts []string
		for n := rapid.IntRange(1, 2).Draw(t, "borders"); n > 0 && len(lines) > 0; n-- {
			at := rapid.IntRange(min(least, len(lines)), len(lines)).Draw(t, "border")
			texts = append(texts, strings.Join(lines[:at], ""))
			lines = lines[at:]
		}
		if checkSplit(t, append(texts, strings.Join(lines, ""))).Errors() > 0 {
			wrong++
		}
	})
	if wrong == 0 {
		t.Error("no program had an error")
	}
}

// Realistic programs with mistakes, explained and repaired.
func TestSplitCorpus(t *testing.T) {
	wrong, right, spared := 0, 0, 0
	for i := 0; i < 400 && wrong < 12; i++ {
		p := (corpus.Corpus{Seed: 7}).Program(i)
		switch {
		case len(p.Source) > 6000:
			continue
		case p.Kind == corpus.IllTyped:
			wrong++
		case p.Kind == corpus.Sound && right < 50:
			right++
		default:
			continue
		}
		r := Analyze(context.Background(), lang.NewFile("in.k", p.Source), Options{})
		var borders []int
		for i := range r.Definitions {
			if r.Definitions[i].Name != "__main__" {
				borders = append(borders, int(r.Definitions[i].Span.End))
			}
		}
		for _, at := range []int{borders[0], borders[len(borders)/2], borders[len(borders)-1]} {
			whole := checkSplit(t, []string{string(p.Source[:at]), string(p.Source[at:])})
			if Analyze(context.Background(), whole.File, Options{OwnOnly: k.K4}).Front.(*program).skipsUnused {
				spared++
			}
		}
	}
	if wrong < 5 || right < 10 || spared < 50 {
		t.Errorf("only %d programs with errors and %d without; of %d something was spared", wrong, right, spared)
	}
}
