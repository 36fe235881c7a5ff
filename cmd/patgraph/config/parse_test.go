package config

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/patgraph/patgraph/cmd/patgraph/languages"
	"github.com/patgraph/patgraph/lang"
)

func parsed(text string) *Config {
	c := &Config{Name: FileName, Dir: "/r"}
	c.parse([]byte(text), &Values{keys, languages.All.Pages()})
	return c
}

// keys are configuration keys, some of each kind.
var keys = []Key{
	{"dialect", Choice, languages.All.Dialects(), languages.All.DialectLanguages()},
	{"recursion", Choice, Recursions, nil}, {"strict", Switch, nil, nil}, {"limits.nodes", Number, nil, nil},
	{"limits.rounds", Number, nil, nil}, {"limits.time", Time, nil, nil}, {"limits.depth", Number, nil, nil},
	{"limits.work", Number, nil, nil}, {"limits.size", Size, nil, nil}, {"include", List, nil, nil},
	{"exclude", List, nil, nil}, {"library", List, nil, nil}, {"prelude", Switch, nil, nil},
	{"generalize", Switch, nil, nil},
}

// problemsOf lists the problems of a configuration: line:column, the marked text, the message and the help.
func problemsOf(c *Config) []string {
	var out []string
	for _, d := range c.Problems {
		p := c.Text.Position(d.Span.Start)
		line := fmt.Sprintf("%d:%d |%s| %s", p.Line, p.Column, c.Text.Src[d.Span.Start:d.Span.End], d.Message)
		if d.Help != nil {
			line += " -- " + lang.JoinPhrases(d.Help, "; ").String()
		}
		out = append(out, line)
	}
	return out
}

func TestParse(t *testing.T) {
	c := parsed(`# what counts here
dialect = "k4"
recursion = "monomorphic"
strict = true
include = ["lib/**",
  "*_k.k"]
exclude = []

[limits]
nodes = 1_000
rounds = 3
time = "1m30s"
depth = 40
work = 5_000
size = "2K"

[severity]
P0407 = "error"
P0302 = "warning"
P0501 = "off"
`)
	if c.Broken() {
		t.Fatal(problemsOf(c))
	}
	if want := map[string]string{"dialect": "k4", "recursion": "monomorphic", "strict": "true", "limits.nodes": "1000",
		"limits.rounds": "3", "limits.time": "1m30s", "limits.depth": "40", "limits.work": "5000", "limits.size": "2K",
	}; !maps.Equal(c.Values, want) {
		t.Errorf("%v", c.Values)
	}
	if !slices.Equal(c.Include, []string{"lib/**", "*_k.k"}) || len(c.Exclude) != 0 {
		t.Errorf("%q %q", c.Include, c.Exclude)
	}
	if !slices.Equal(c.Codes(), []lang.Code{"P0302", "P0407", "P0501"}) || c.Severity["P0407"] != Error ||
		c.Severity["P0302"] != Warning || c.Severity["P0501"] != Off {
		t.Errorf("%v", c.Severity)
	}
	for key, line := range map[string]int{
		"dialect": 2, "recursion": 3, "strict": 4, "include": 5, "exclude": 7, "limits.nodes": 10, "limits.rounds": 11,
		"limits.time": 12, "limits.depth": 13, "limits.work": 14, "limits.size": 15,
		"severity.P0407": 18, "severity.P0501": 20,
	} {
		span := c.Place(key)
		_, name, nested := strings.Cut(key, ".")
		if !nested {
			name = key
		}
		if got := c.Text.Position(span.Start).Line; !c.Sets(key) || got != line ||
			string(c.Text.Src[span.Start:span.End]) != name {
			t.Errorf("%s is in line %d, not %d: %q", key, line, got, c.Text.Src[span.Start:span.End])
		}
	}
	if c.Sets("limits.depths") || parsed("").Sets("strict") || parsed("\n# nothing\n").Broken() {
		t.Error("what is not there is set")
	}
	for _, same := range []string{"limits.nodes = 7", "limits = {nodes = 7}", "[limits]\r\nnodes = 7\r\n",
		"\ufeff[limits]\nnodes=7", "[\"limits\"]\n\"nodes\" = 0x7"} {
		if c := parsed(same); c.Broken() || c.Values["limits.nodes"] != "7" || !c.Sets("limits.nodes") {
			t.Errorf("%q: %v", same, problemsOf(c))
		}
	}
}

func TestProblems(t *testing.T) {
	for _, test := range []struct {
		text string
		want []string
	}{
		{"dialekt = 'k4'\nstrict = 1\n[limts]\nnodes = 1\n", []string{
			"1:1 |dialekt| there is no key `dialekt` -- did you mean `dialect`?",
			"2:10 |1| `strict` is true or false, not 1",
			"3:2 |limts| there is no key `limts` -- did you mean `limits`?",
		}},
		{"x = 1", []string{"1:1 |x| there is no key `x` -- the keys are `dialect`, `recursion`, `strict`, `include`, `exclude`, `library`, `prelude`, `generalize`, `limits` or `severity`"}},
		{"nodes = 5\nP0407 = \"off\"", []string{
			"1:1 |nodes| there is no key `nodes` -- it belongs below [limits]",
			"2:1 |P0407| there is no key `P0407` -- it belongs below [severity]",
		}},
		{"[limits]\n  nodse = 5 # many", []string{"2:3 |nodse| there is no key `nodse` in [limits] -- did you mean `nodes`?"}},
		{"[limits]\nsize = \"much\"", []string{"2:8 |\"much\"| `limits.size` is a number of bytes from 1, or a text such as \"500K\" or \"64M\", not \"much\""}},
		{"[limits]\nsize = 0", []string{"2:8 |0| `limits.size` is a number of bytes from 1, or a text such as \"500K\" or \"64M\", not 0"}},
		{"[limits]\nfiles = 5", []string{"2:1 |files| there is no key `files` in [limits] -- the keys are `nodes`, `rounds`, `time`, `depth`, `work` or `size`"}},
		{"limits = 5", []string{"1:1 |limits| `limits` is a table: one line with [limits], and its keys below"}},
		{"[[limits]]\nnodes = 5", []string{"1:3 |limits| `limits` is a table: one line with [limits], and its keys below"}},
		{"[limits.nodes]\nmost = 5", []string{"1:9 |nodes| `limits.nodes` is a number from 1, not a table with `most`"}},
		{"limits.nodes.most = 5", []string{"1:14 |most| `limits.nodes` has no keys"}},
		{"dialect.name = 5", []string{"1:9 |name| `dialect` has no keys"}},
		{"dialect = \"k5\"", []string{"1:11 |\"k5\"| `dialect` is one of \"auto\", \"k4\" (k), \"k6\" (k), \"v005\" (Relay), \"doc\" (Relay), \"tensorscript\" or \"onnx\", not \"k5\"; did you mean \"k4\"?"}},
		{"recursion = 'poly'", []string{"1:13 |'poly'| `recursion` is one of \"auto\", \"polymorphic\" or \"monomorphic\", not \"poly\""}},
		{"[limits]\nnodes = 0\nrounds = -1\ndepth = 1.5\ntime = 10", []string{
			"2:9 |0| `limits.nodes` is a number from 1, not 0",
			"3:10 |-1| `limits.rounds` is a number from 1, not -1",
			"4:9 |1.5| `limits.depth` is a number from 1, not 1.5",
			"5:8 |10| `limits.time` is a time such as \"500ms\" or \"10s\", not 10",
		}},
		{"limits.time = '10 minutes'", []string{"1:15 |'10 minutes'| `limits.time` is a time such as \"500ms\" or \"10s\", not \"10 minutes\""}},
		{"limits.nodes = 99999999999999999999", []string{"1:16 |99999999999999999999| this is not TOML: 99999999999999999999 is out of range for int64"}},
		{"limits.time = 2024-01-01", []string{"1:15 |2024-01-01| `limits.time` is a time such as \"500ms\" or \"10s\", not a date"}},
		{"include = '*.k'", []string{"1:11 |'*.k'| `include` is a list of globs such as [\"lib/**\", \"*_old.k\"], not \"*.k\""}},
		{"include = [1]", []string{"1:11 |[1]| `include` is a list of globs such as [\"lib/**\", \"*_old.k\"], not a list"}},
		{"exclude = ['[']", []string{"1:11 |['[']| \"[\" in `exclude` is not a glob for paths below the folder of this file"}},
		{"exclude = ['../a']", []string{"1:11 |['../a']| \"../a\" in `exclude` is not a glob for paths below the folder of this file"}},
		{"[severity]\nP0418 = 'off'\nX = 1\nP0407 = 'warn'\nP0407x.a = 1", []string{
			"2:1 |P0418| there is no code `P0418` -- did you mean `P0408`?",
			"3:1 |X| there is no code `X`",
			"4:9 |'warn'| `severity.P0407` is one of \"error\", \"warning\" or \"off\", not \"warn\"",
			"5:1 |P0407x| there is no code `P0407x` -- did you mean `P0407`?",
		}},
		{"severity.P0302 = 'off'", []string{"1:18 |'off'| P0302 is an error, which can be a warning, but not off: what depends on a wrong definition would look sound"}},
		{"severity.P0801 = 'warning'\nseverity.P0902 = 'warning'", []string{
			"1:18 |'warning'| the severity of P0801 cannot be changed: it is not about programs, and silence would look like success",
			"2:18 |'warning'| the severity of P0902 cannot be changed: it is not about programs, and silence would look like success",
		}},
		{"strict = true\nstrict = false", []string{"2:1 |strict| this is not TOML: Key 'strict' has already been defined."}},
		{"strict", []string{"1:6 |t| this is not TOML: unexpected EOF; expected key separator '='"}},
		{"a = \xff", []string{"1:5 |\xff| the configuration is not UTF-8"}},
		{"s\x00t\x00", []string{"1:2 |\x00| this is not TOML: files cannot contain NULL bytes; probably using UTF-16; TOML files must be UTF-8"}},
		{strings.Repeat("[", 100_000), []string{"1:1 || the configuration has more than 65536 bytes"}},
		{"\ufeffx.y = 1", []string{"1:2 |x| there is no key `x` -- the keys are `dialect`, `recursion`, `strict`, `include`, `exclude`, `library`, `prelude`, `generalize`, `limits` or `severity`"}},
	} {
		c := parsed(test.text)
		if got := problemsOf(c); !slices.Equal(got, test.want) {
			t.Errorf("%q\n got %q\nwant %q", test.text[:min(len(test.text), 60)], got, test.want)
		}
		for _, d := range c.Problems {
			if d.Code != lang.BadConfig || d.Severity != lang.Error {
				t.Errorf("%q: %v", test.text, d)
			}
		}
	}
}

// Any file is accepted or refused with places within it; parsing never fails.
func FuzzParse(f *testing.F) {
	f.Add("dialect = \"k4\"\n[limits]\nnodes = 5\n[severity]\nP0407 = 'off'\n")
	f.Add("limits = {nodes = 5, time = '''1s'''}\ninclude = [\"a\", # b\n 'c']")
	f.Add("\ufeff[[limits]]\n\"\" = 1\na.\"b.c\".d = \"\\u00e9\"\n")
	f.Add("a = 1979-05-27T07:32:00Z\nb = [[[[1]]]]\nc = inf")
	f.Add("\xff\xfe\x00")
	f.Fuzz(func(t *testing.T, text string) {
		c := parsed(text)
		end := int32(len(text))
		for _, d := range c.Problems {
			if d.Span.Start < 0 || d.Span.End < d.Span.Start || d.Span.End > end || d.Message.String() == "" {
				t.Errorf("%q: %+v", text, d)
			}
		}
		if c.Broken() {
			return
		}
		for key, s := range c.places {
			if s.Start < 0 || s.End < s.Start || s.End > end {
				t.Errorf("%q: %s is at %v", text, key, s)
			}
		}
		for key, value := range c.Values {
			if value == "" || strings.HasPrefix(value, "-") {
				t.Errorf("%q: %s is %q", text, key, value)
			}
		}
	})
}
