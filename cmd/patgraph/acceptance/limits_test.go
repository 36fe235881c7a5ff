package acceptance

import (
	"cmp"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/patgraph/patgraph/cmd/patgraph/languages"
	"github.com/patgraph/patgraph/internal/sample"
	"github.com/patgraph/patgraph/internal/toy"
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/language"
)

// A bounded program is a program analysed with limits.
type bounded struct {
	*language.Language
	name, source, dialect string
}

// programs are the examples of all languages, those on their pages, and the cases of their tests.
func programs(t *testing.T) (all []bounded) {
	seen := make(map[string]bool)
	add := func(l *language.Language, name, source, dialect string) {
		if key := l.Name + source; source != "" && !seen[key] {
			seen[key] = true
			all = append(all, bounded{l, name, source, dialect})
		}
	}
	table := append(slices.Clone(languages.All), toy.Language)
	err := filepath.WalkDir("../../../examples", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		for _, l := range table {
			if slices.Contains(l.Extensions, filepath.Ext(path)) && filepath.Ext(path) != lang.RelationSuffix {
				text, err := os.ReadFile(path)
				if err != nil {
					return err
				}
				add(l, path, string(text), "")
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range table {
		for _, p := range l.Pages {
			add(l, l.Name+" "+string(p.Code)+" bad", p.Bad, "")
			add(l, l.Name+" "+string(p.Code)+" good", p.Good, "")
		}
	}
	for path, l := range map[string]int{
		"../../../patterns/k/testdata/k4.json": 0, "../../../patterns/k/testdata/k6.json": 0,
		"../../../lang/relay/testdata/cases.json": 1, "../../../lang/tensorscript/testdata/cases.json": 2,
	} {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		var cases []struct{ ID, Source, Dialect string }
		if err := json.Unmarshal(text, &cases); err != nil {
			t.Fatal(err)
		}
		dialect := strings.TrimSuffix(filepath.Base(path), ".json")
		for _, c := range cases {
			d := c.Dialect
			if l == 0 {
				d = dialect
			}
			add(table[l], path+" "+c.ID, c.Source, d)
		}
	}
	slices.SortFunc(all, func(x, y bounded) int {
		return cmp.Or(strings.Compare(x.name, y.name), strings.Compare(x.source, y.source))
	})
	return all
}

// limited are the kinds of limits, as functions of their size.
var limited = []struct {
	name string
	most int
	of   func(n int) patterns.Limits
}{
	{"nodes", 1 << 24, func(n int) patterns.Limits { return patterns.Limits{Nodes: n} }},
	{"work", 1 << 22, func(n int) patterns.Limits { return patterns.Limits{Work: n} }},
	{"rounds", 1 << 6, func(n int) patterns.Limits { return patterns.Limits{Rounds: n} }},
	{"depth", 1 << 20, func(n int) patterns.Limits { return patterns.Limits{Depth: n} }},
	{"time", 1, func(n int) patterns.Limits { return patterns.Limits{Time: 1} }}, // expires before the derivation begins
}

var limitCodes = []lang.Code{lang.NodeLimit, lang.RoundLimit, lang.TimeLimit, lang.DepthLimit}

// byLimit reports whether a diagnostic is the error for a limit.
func byLimit(dg lang.Diagnostic) bool {
	return dg.Severity == lang.Error && slices.Contains(limitCodes, dg.Code)
}

// analysed is the result for a program, and as text everything that does not depend on trials of repairs: these have
// the same limits, so their result may differ.
func (p *bounded) analysed(t *testing.T, limits patterns.Limits) (r *patterns.Result, text string) {
	o := language.Options{Settings: language.Settings{Dialect: p.dialect, Limits: limits}}
	r = p.Analyze(t.Context(), lang.NewFile("in"+p.Extensions[0], []byte(p.source)), o)
	if r.Err != nil {
		t.Fatal(r.Err)
	}
	var b strings.Builder
	var errors []string
	for i := range r.Diagnostics {
		dg := &r.Diagnostics[i]
		errors = append(errors, fmt.Sprintln(dg.Definition, dg.Code, dg.Severity, dg.Secondary))
	}
	slices.Sort(errors)
	b.WriteString(strings.Join(errors, ""))
	for d := range r.Definitions {
		fmt.Fprintln(&b, r.Definitions[d])
		if r.Solver.Derivation(int32(d)).Converged { // otherwise the signature is only a necessary condition, which a limit may weaken
			s := r.Solver.Scheme(int32(d))
			fmt.Fprintln(&b, r.Front.Signature(s, s.Roots[0], s.Roots[len(s.Roots)-1]))
		}
	}
	return r, b.String()
}

// ask runs the queries of commands and editors on a result; none may fail.
func ask(r *patterns.Result) {
	for d := range int32(len(r.Definitions)) {
		for _, e := range r.Front.Expressions(d)[:min(4, len(r.Front.Expressions(d)))] {
			r.Front.Why(e.Span.Start, -1)
		}
		r.Front.Why(r.Definitions[d].Span.Start, -1)
		r.Front.WhyDefinition(d, -1)
		r.Front.Trace(d, 1000)
		r.Front.Body(d, -1, 1000)
		r.Front.History(d)
		r.Front.Related(d, -1)
		r.Front.Callees(d)
		r.Stages(d)
		r.Solver.View(d)
		if a, ok := r.Front.(patterns.Accountant); ok {
			for _, form := range a.Accounts() {
				a.Account(d, "", form)
			}
		}
	}
}

// A declaration with a type and no expression can be queried like others.
func TestTypeAlone(t *testing.T) {
	p := bounded{languages.All.For(".rly", ""), "", "@cell : fn<state, in>(state, in) -> (state, in)", ""}
	r, _ := p.analysed(t, patterns.Limits{})
	if len(r.Diagnostics) > 0 || len(r.Definitions) != 1 {
		t.Fatalf("%d definitions with %v", len(r.Definitions), r.Diagnostics)
	}
	ask(r)
}

// However small a limit is, the result equals that without the limit, or has the limit's error. A definition without
// errors that depends on no definition with errors has none without the limit, either, and no query fails.
func TestLimits(t *testing.T) {
	all := programs(t)
	if len(all) < 500 {
		t.Fatalf("only %d programs", len(all))
	}
	every := sample.Size(1, 12)
	reached := make(map[string]int)
	for _, p := range all {
		h := fnv.New32()
		if h.Write([]byte(p.source)); h.Sum32()%uint32(every) > 0 && p.Language != toy.Language {
			continue
		}
		whole, want := p.analysed(t, patterns.Limits{})
		if slices.ContainsFunc(whole.Diagnostics, byLimit) {
			continue // its errors are about the default limits
		}
		for _, limit := range limited {
			for n := 1; ; n *= 2 {
				r, got := p.analysed(t, limit.of(n))
				what := fmt.Sprintf("%s with %s %d", p.name, limit.name, n)
				met := slices.ContainsFunc(r.Diagnostics, byLimit)
				if !met && got != want {
					t.Errorf("%s:\n%.2000s\nwithout a limit:\n%.2000s", what, got, want)
				}
				for d := range r.Definitions {
					if r.Definitions[d].Sound() && !whole.Definitions[d].OK {
						t.Errorf("%s: %q is ok", what, r.Definitions[d].Name)
					}
					if r.Solver.Derivation(int32(d)).Breach != patterns.NoBreach && (r.Definitions[d].OK || !met) {
						t.Errorf("%s: nothing is said of %q", what, r.Definitions[d].Name)
					}
				}
				if !met {
					break
				}
				reached[p.Language.Name+" "+limit.name]++
				if n == 1 {
					ask(r)
				}
				if n >= limit.most {
					if limit.most > 1 {
						t.Errorf("%s: it is still limited", what)
					}
					break
				}
			}
		}
	}
	for _, l := range append(slices.Clone(languages.All), toy.Language) {
		for _, limit := range limited {
			key := l.Name + " " + limit.name
			if reached[key] == 0 && limit.name != "rounds" && limit.name != "work" && key != "toy depth" {
				t.Errorf("the limit of %s is never reached", key)
			}
		}
	}
	t.Log(reached)
}
