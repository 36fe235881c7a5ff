package k

import (
	"slices"
	"strings"
	"testing"

	"github.com/patgraph/patgraph/patterns/message"
)

// The examples on the pages of rules have no errors, and have the signatures that the pages show.
func TestRulePages(t *testing.T) {
	for _, p := range RulePages {
		t.Run(p.Name, func(t *testing.T) {
			r := analyze(p.Example)
			if len(r.Diagnostics) > 0 {
				t.Errorf("%s\nwant nothing, got %v", p.Example, r.Diagnostics)
			}
			if got := signatureOf(r, definition(r, "f")); got != p.Signature {
				t.Errorf("%s\nis derived as %s, the page says %s", p.Example, got, p.Signature)
			}
			if !fires(p.Name, p.Example) {
				t.Errorf("%s\ndoes not show the rule", p.Example)
			}
			if p.Title == "" || p.Meaning == "" || strings.HasSuffix(p.Title, ".") {
				t.Error("a part of the page is missing, or the title is a sentence")
			}
		})
	}
}

// fires reports whether a rule is a reason in a program, or is one of those that need no equation.
func fires(name, source string) bool {
	switch name {
	case "dot", "pipe", "literal", "vid", "div":
		return true
	}
	g := analyze(source).Solver.Graph
	for i := int32(0); int(i) < g.Events(); i++ {
		if reason, ok := g.Event(i).Cause.Given(); ok && ruleTable[reason.Rule][reason.Part].Name == name {
			return true
		}
	}
	return false
}

// Every rule has a page, and the page has the parts of the rule.
func TestEveryRuleHasPage(t *testing.T) {
	parts := map[string][]string{
		"ref": {"input", "output"}, "comp": {"start", "chaining", "end"}, "identity": {""}, "type": {""},
		"prod": {"input", "output"}, "variant": {"input", "output"}, "merge": {"input", "output"}, "dot": {""},
		"vector": {"input", "member", "output"}, "caret": {"input", "output"}, "pipe": {""}, "literal": {""},
		"filter": {"", "variable"}, "builtin": {"input", "output"}, "vid": {""}, "div": {""},
	}
	seen := make(map[string]bool)
	var rows []message.Rule
	for _, parts := range ruleTable {
		for _, r := range parts {
			if r.Name != "" {
				rows = append(rows, r)
			}
		}
	}
	for _, p := range RulePages {
		seen[p.Name] = true
		var got []string
		for _, c := range p.Constraints {
			got = append(got, c.Name)
			if !slices.ContainsFunc(rows, func(r message.Rule) bool { return r.Name == p.Name && r.Part == c.Name }) {
				t.Errorf("%s: there is no part %s", p.Name, c.Name)
			}
		}
		if !slices.Equal(got, parts[p.Name]) {
			t.Errorf("%s: the parts are %q, want %q", p.Name, got, parts[p.Name])
		}
	}
	for _, r := range rows {
		if !seen[r.Name] {
			t.Errorf("the rule %s has no page", r.Name)
		}
	}
	for _, r := range rows {
		delete(seen, r.Name)
	}
	for name := range seen {
		t.Errorf("there is no rule %s", name)
	}
}
