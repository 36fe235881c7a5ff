package editors

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

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

// Sublime returns the text of a language's .sublime-syntax, which has the rules of the
// grammar: a begin pushes a context that its end pops.
func Sublime(l *language.Language) ([]byte, error) {
	g := l.Grammar()
	s := &syntax{Name: g.Name, Extensions: g.FileTypes, Scope: g.ScopeName, Contexts: map[string][]pattern{}}
	for _, name := range slices.Sorted(maps.Keys(g.Repository)) {
		s.Contexts[name] = s.patterns(name, g.Repository[name].Patterns)
	}
	// Here \A is the beginning of any line, so the context for what may stand in the
	// first one is left at once.
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

// patterns returns rules as patterns, and adds the contexts that they push under
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
