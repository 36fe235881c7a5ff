package textmate

import (
	"fmt"
	"strings"
	"testing"
)

func grammar(t *testing.T, rules string) *Grammar {
	t.Helper()
	g, err := Read([]byte(`{"name": "x", "scopeName": "s", ` + rules + `}`))
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// TestTokens checks the meaning of grammars, as in vscode-textmate.
func TestTokens(t *testing.T) {
	for _, c := range []struct{ what, rules, text, want string }{
		{"the first that begins further left", `"patterns": [{"match": "b", "name": "b"}, {"match": "ab", "name": "ab"}, {"match": "abb", "name": "abb"}]`,
			"abbb", "ab:s.ab b:s.b b:s.b"},
		{"an end before patterns", `"patterns": [{"begin": "<", "end": ">", "name": "n", "contentName": "c", "patterns": [{"match": ">>", "name": "no"}]}]`,
			"<x>>", "<:s.n x:s.n.c >:s.n >:s"},
		{"over lines, however they end", `"patterns": [{"begin": "<", "end": ">", "name": "n"}]`,
			"a<\nb\r\nc\rd>e", "a:s <:s.n b:s.n c:s.n d:s.n >:s.n e:s"},
		{"captures within captures", `"patterns": [{"match": "((a)b(c)?)(d)", "name": "n", "captures": {"0": {"name": "all"}, "1": {"name": "p q"}, "2": {"name": "a"}, "3": {"name": "c"}}}]`,
			"abd", "a:s.n.all.p.q.a b:s.n.all.p.q d:s.n.all"},
		{"captures of an end that is somewhere else", `"patterns": [{"begin": "<", "end": "(>)(!)?|(?=;)", "name": "n", "endCaptures": {"1": {"name": "one"}, "2": {"name": "two"}}}]`,
			"<>!<;<>", "<:s.n >:s.n.one !:s.n.two <:s.n ;:s <:s.n >:s.n.one"},
		{"a lookahead is not eaten", `"patterns": [{"match": "[a-z]+(?= *,)", "name": "label"}, {"match": "[a-z]+", "name": "name"}]`,
			"a bc ,", "a:s.name  :s bc:s.label  ,:s"},
		{"the beginning of a line", `"patterns": [{"match": "^a", "name": "start"}]`, "aa\na", "a:s.start a:s a:s.start"},
		{"the beginning of a text", `"patterns": [{"match": "\\Aa", "name": "start"}]`, "aa\na", "a:s.start a:s a:s"},
		{"the end of a line", `"patterns": [{"match": "a$", "name": "end"}]`, "aa\na", "a:s a:s.end a:s.end"},
		{"includes that go round", `"patterns": [{"include": "#x"}], "repository": {"x": {"patterns": [{"match": "a", "name": "a"}, {"include": "#y"}]}, "y": {"patterns": [{"include": "#x"}, {"match": "b", "name": "b"}]}}`,
			"ab", "a:s.a b:s.b"},
	} {
		var got []string
		for _, k := range grammar(t, c.rules).Tokens(c.text) {
			got = append(got, fmt.Sprintf("%s:%s", c.text[k.Start:k.End], strings.Join(k.Scopes, ".")))
		}
		if got := strings.Join(got, " "); got != c.want {
			t.Errorf("%s:\n got %s\nwant %s", c.what, got, c.want)
		}
	}
}

// TestRefused checks grammars that editors would read differently, or not at all.
func TestRefused(t *testing.T) {
	for rules, want := range map[string]string{
		`"patterns": [{"match": "a(?=b)c"}]`:                                "lookahead",
		`"patterns": [{"match": "(a(?=b))"}]`:                               "lookahead",
		`"patterns": [{"match": "(?!b)c"}]`:                                 "group",
		`"patterns": [{"match": "(?<=b)c"}]`:                                "group",
		`"patterns": [{"match": "\\bc"}]`:                                   "escape",
		`"patterns": [{"match": "\\s"}]`:                                    "escape",
		`"patterns": [{"match": "[a[b]]"}]`:                                 "class",
		`"patterns": [{"match": "a*"}]`:                                     "nothing at all",
		`"patterns": [{"match": "(a"}]`:                                     "missing closing",
		`"patterns": [{"begin": "a"}]`:                                      "missing",
		`"patterns": [{"match": "a", "captures": {"1": {"name": "x"}}}]`:    "no group",
		`"patterns": [{"match": "a", "nam": "x"}]`:                          "unknown field",
		`"patterns": [{"include": "#x"}]`:                                   "nothing to include",
		`"patterns": [{"match": "a"}], "repository": {"x": {"match": "b"}}`: "never included",
		`"patterns": [{}]`:                                                  "without contents",
		`"patterns": [{"include": "#x"}], "repository": {"x": {"patterns": [{"include": "other"}]}}`: "nothing to include",
	} {
		_, err := Read([]byte(`{"name": "x", "scopeName": "s", ` + rules + `}`))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, and is to say %q", rules, err, want)
		}
	}
}
