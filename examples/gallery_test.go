package examples_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/patgraph/patgraph/cmd/patgraph/languages"
	"github.com/patgraph/patgraph/examples"
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns/language"
)

// The examples have the right kinds: programs have no errors, the others have some. Hints quote only text of the
// program.
func TestGallery(t *testing.T) {
	named := regexp.MustCompile("`[^`]+`")
	seen := make(map[string]bool)
	kinds := make(map[string]int)
	for _, e := range examples.Gallery() {
		if seen[e.Name] {
			t.Errorf("%s is there twice", e.Name)
		}
		seen[e.Name] = true
		kinds[e.Language+" "+string(e.Kind)]++
		l := languages.All.For(e.File, language.AnyDialect)
		if l == nil || l.Name != e.Language {
			t.Fatalf("%s is in %s", e.Name, l.Name)
		}
		r := l.Analyze(t.Context(), lang.NewFile(e.File, []byte(e.Text)), language.Options{})
		found, fixes := 0, 0
		for i := range r.Diagnostics {
			if r.Diagnostics[i].Severity != lang.Note {
				found++
				fixes += len(r.Diagnostics[i].Fixes)
			}
		}
		if (found > 0) != (e.Kind == examples.Error) {
			t.Errorf("%s is of the kind %s and has %d diagnostics", e.Name, e.Kind, found)
		}
		if strings.Contains(e.Look, "repair") && fixes == 0 {
			t.Errorf("%s has no repair", e.Name)
		}
		for _, n := range named.FindAllString(e.Look, -1) {
			if !strings.Contains(e.Text, strings.Trim(n, "`")) {
				t.Errorf("%s: %s is not in the text", e.Name, n)
			}
		}
	}
	if len(kinds) != 2*len(languages.All) {
		t.Errorf("%v", kinds)
	}
}

// In the examples that the explorer shows, the expression of each side of a clash is the text at its place.
func TestWitnessesQuoteTheirPlaces(t *testing.T) {
	clashes := make(map[string]int)
	for _, e := range examples.Gallery() {
		l := languages.All.For(e.File, language.AnyDialect)
		r := l.Analyze(t.Context(), lang.NewFile(e.File, []byte(e.Text)), language.Options{})
		for i := range r.Diagnostics {
			c := r.Diagnostics[i].Clash
			if c == nil {
				continue
			}
			clashes[l.Name]++
			for _, w := range []*lang.Witness{c.A, c.B, c.C} {
				if w == nil {
					continue
				}
				at := strings.Join(strings.Fields(r.File.Text(w.Span)), " ")
				if start, cut := strings.CutSuffix(w.Expression, "…"); at != w.Expression && !(cut && strings.HasPrefix(at, start)) {
					t.Errorf("%s: a side of %s is `%s`, and `%s` is written there", e.Name, &r.Diagnostics[i], w.Expression, at)
				}
			}
		}
	}
	if len(clashes) != len(languages.All) {
		t.Errorf("clashes by language: %v", clashes)
	}
}
