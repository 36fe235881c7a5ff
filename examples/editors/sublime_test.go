package editors_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
	"go.yaml.in/yaml/v3"

	"github.com/patgraph/patgraph/internal/textmate"
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns/language"
)

// A syntax is a file of Sublime Text's own format, which bat reads, too:
// https://www.sublimetext.com/docs/syntax.html.
type syntax struct {
	Name       string               `yaml:"name"`
	Extensions []string             `yaml:"file_extensions"`
	Scope      string               `yaml:"scope"`
	Contexts   map[string][]pattern `yaml:"contexts"`
}

type pattern struct {
	MetaScope string         `yaml:"meta_scope,omitempty"`
	Include   string         `yaml:"include,omitempty"`
	Match     string         `yaml:"match,omitempty"`
	Scope     string         `yaml:"scope,omitempty"`
	Captures  map[int]string `yaml:"captures,omitempty"`
	Push      string         `yaml:"push,omitempty"`
	Set       string         `yaml:"set,omitempty"`
	Pop       bool           `yaml:"pop,omitempty"`
}

// sublime returns the text of a language's .sublime-syntax, which has the rules of the
// grammar: a begin pushes a context, which its end pops.
func sublime(l *language.Language) ([]byte, error) {
	g := l.Grammar()
	s := &syntax{Name: g.Name, Extensions: g.FileTypes, Scope: g.ScopeName, Contexts: map[string][]pattern{}}
	for _, name := range slices.Sorted(maps.Keys(g.Repository)) {
		s.Contexts[name] = s.patterns(name, g.Repository[name].Patterns)
	}
	// Here \A is the beginning of any line, so the context of the first line is left
	// at once.
	first := slices.ContainsFunc(g.Patterns, func(r *lang.Rule) bool { return strings.HasPrefix(r.Begin, `\A`) })
	if !first {
		s.Contexts["main"] = s.patterns("main", g.Patterns)
	}
	for _, r := range g.Patterns {
		if !first {
			break
		}
		p := pattern{Match: "^", Set: r.Include}
		if r.Include == "" {
			p = pattern{Match: r.Begin, Captures: captures(r.BeginCaptures), Set: r.Patterns[0].Include}
		}
		p.Set = p.Set[1:]
		s.Contexts["main"] = append(s.Contexts["main"], p)
	}

	var out bytes.Buffer
	out.WriteString("%YAML 1.2\n---\n# Written by `PATGRAPH_UPDATE=1 go test ./examples/editors`; change grammar.go instead.\n")
	e := yaml.NewEncoder(&out)
	e.SetIndent(2)
	if err := e.Encode(s); err != nil {
		return nil, err
	}
	return out.Bytes(), e.Close()
}

// patterns returns rules as patterns, and adds the contexts that they push, under
// names that begin with the given one.
func (s *syntax) patterns(name string, rules []*lang.Rule) []pattern {
	var list []pattern
	for i, r := range rules {
		switch {
		case r.Include != "":
			list = append(list, pattern{Include: r.Include[1:]})
		case r.Match != "":
			list = append(list, pattern{Match: r.Match, Scope: r.Name, Captures: captures(r.Captures)})
		default:
			inner := fmt.Sprintf("%s-%d", name, i)
			list = append(list, pattern{Match: r.Begin, Captures: captures(r.BeginCaptures), Push: inner})
			var context []pattern
			if r.Name != "" {
				context = append(context, pattern{MetaScope: r.Name})
			}
			context = append(context, pattern{Match: r.End, Captures: captures(r.EndCaptures), Pop: true})
			s.Contexts[inner] = append(context, s.patterns(inner, r.Patterns)...)
		}
	}
	return list
}

func captures(from map[string]*lang.Capture) map[int]string {
	to := map[int]string{}
	for key, c := range from {
		n, err := strconv.Atoi(key)
		if err != nil {
			panic(err) // the rules are ours
		}
		to[n] = c.Name
	}
	return to
}

// TestSublime turns k.sublime-syntax into a grammar again, and compares the scopes of
// programs by both.
func TestSublime(t *testing.T) {
	text, err := os.ReadFile("k.sublime-syntax")
	if err != nil {
		t.Fatal(err)
	}
	var s syntax
	text, ok := bytes.CutPrefix(text, []byte("%YAML 1.2\n---\n")) // our reader of YAML does not know this line
	if !ok {
		t.Error("Sublime Text wants another first line")
	}
	if err := yaml.Unmarshal(text, &s); err != nil {
		t.Fatal(err)
	}
	scopes := func(from map[int]string) map[string]*lang.Capture {
		to := map[string]*lang.Capture{}
		for n, name := range from {
			to[strconv.Itoa(n)] = &lang.Capture{Name: name}
		}
		return to
	}
	g := &lang.Grammar{Name: "k", ScopeName: s.Scope, Repository: map[string]*lang.Rule{}}
	var rules func(c []pattern) []*lang.Rule
	rules = func(c []pattern) (list []*lang.Rule) {
		for _, p := range c {
			switch {
			case p.Include != "":
				if g.Repository[p.Include] == nil {
					r := &lang.Rule{}
					g.Repository[p.Include] = r
					r.Patterns = rules(s.Contexts[p.Include])
				}
				list = append(list, &lang.Rule{Include: "#" + p.Include})
			case p.Push != "":
				r := &lang.Rule{Begin: p.Match, BeginCaptures: scopes(p.Captures)}
				inner := s.Contexts[p.Push]
				if len(inner) > 0 && inner[0].MetaScope != "" {
					r.Name, inner = inner[0].MetaScope, inner[1:]
				}
				if len(inner) == 0 || !inner[0].Pop {
					t.Fatalf("%s has no end", p.Push)
				}
				r.End, r.EndCaptures, r.Patterns = inner[0].Match, scopes(inner[0].Captures), rules(inner[1:])
				list = append(list, r)
			case p.Match != "" && p.Set == "" && !p.Pop:
				list = append(list, &lang.Rule{Match: p.Match, Name: p.Scope, Captures: scopes(p.Captures)})
			default:
				t.Fatalf("a pattern of another kind: %+v", p)
			}
		}
		return list
	}
	start := s.Contexts["main"]
	for _, p := range start {
		contents := rules([]pattern{{Include: p.Set}})
		if p.Match == "^" {
			g.Patterns = append(g.Patterns, contents...)
		} else {
			g.Patterns = append(g.Patterns, &lang.Rule{Begin: p.Match, BeginCaptures: scopes(p.Captures), End: "$.", Patterns: contents})
		}
	}
	again, err := json.Marshal(g)
	if err != nil {
		t.Fatal(err)
	}
	got, err := textmate.Read(again)
	if err != nil {
		t.Fatal(err)
	}
	want := readGrammar(t)
	same := func(path, src string) {
		if !reflect.DeepEqual(got.Tokens(src), want.Tokens(src)) {
			t.Errorf("%s: the scopes are others", path)
		}
	}
	programs(t, same)
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range files {
		a, err := txtar.ParseFile(path)
		if err != nil {
			t.Fatal(err)
		}
		same(path, string(a.Files[0].Data))
	}
}
