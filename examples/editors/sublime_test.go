package editors_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"strconv"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
	"go.yaml.in/yaml/v3"

	"github.com/patgraph/patgraph/internal/textmate"
	"github.com/patgraph/patgraph/lang"
)

type context []struct {
	MetaScope string `yaml:"meta_scope"`
	Include   string
	Match     string
	Scope     string
	Captures  map[int]string
	Push, Set string
	Pop       bool
}

// TestSublime turns k.sublime-syntax into a grammar again, and compares what both
// make of programs.
func TestSublime(t *testing.T) {
	text, err := os.ReadFile("k.sublime-syntax")
	if err != nil {
		t.Fatal(err)
	}
	var s struct {
		Scope    string
		Contexts map[string]context
	}
	text, ok := bytes.CutPrefix(text, []byte("%YAML 1.2\n---\n")) // which our reader of YAML does not know
	if !ok {
		t.Error("Sublime Text wants another first line")
	}
	if err := yaml.Unmarshal(text, &s); err != nil {
		t.Fatal(err)
	}
	captures := func(from map[int]string) map[string]*lang.Capture {
		to := map[string]*lang.Capture{}
		for n, name := range from {
			to[strconv.Itoa(n)] = &lang.Capture{Name: name}
		}
		return to
	}
	g := &lang.Grammar{Name: "k", ScopeName: s.Scope, Repository: map[string]*lang.Rule{}}
	var rules func(c context) []*lang.Rule
	rules = func(c context) (list []*lang.Rule) {
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
				r := &lang.Rule{Begin: p.Match, BeginCaptures: captures(p.Captures)}
				inner := s.Contexts[p.Push]
				if len(inner) > 0 && inner[0].MetaScope != "" {
					r.Name, inner = inner[0].MetaScope, inner[1:]
				}
				if len(inner) == 0 || !inner[0].Pop {
					t.Fatalf("%s has no end", p.Push)
				}
				r.End, r.EndCaptures, r.Patterns = inner[0].Match, captures(inner[0].Captures), rules(inner[1:])
				list = append(list, r)
			case p.Match != "" && p.Set == "" && !p.Pop:
				list = append(list, &lang.Rule{Match: p.Match, Name: p.Scope, Captures: captures(p.Captures)})
			default:
				t.Fatalf("a pattern of another kind: %+v", p)
			}
		}
		return list
	}
	start := s.Contexts["main"]
	for _, p := range start {
		contents := rules(context{{Include: p.Set}})
		if p.Match == "^" {
			g.Patterns = append(g.Patterns, contents...)
		} else {
			g.Patterns = append(g.Patterns, &lang.Rule{Begin: p.Match, BeginCaptures: captures(p.Captures), End: "$.", Patterns: contents})
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
