package editors_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/patgraph/patgraph/cmd/patgraph/languages"
	"github.com/patgraph/patgraph/cmd/patgraph/report"
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns/k"
	"github.com/patgraph/patgraph/patterns/language"
)

// TestSchemas checks the files against the schemas of their editors.
func TestSchemas(t *testing.T) {
	for path, c := range map[string]struct{ schema, key string }{
		"k.tmLanguage.json":           {"tmlanguage", `"beginCaptures"`},
		"vscode/package.json":         {"package", `"extensions"`},
		"language-configuration.json": {"language-configuration", `"notIn"`},
		"relay-configuration.json":    {"language-configuration", `"notIn"`},
		"relay.tmLanguage.json":       {"tmlanguage", `"beginCaptures"`},

		"tensorscript-configuration.json": {"language-configuration", `"notIn"`},
		"tensorscript.tmLanguage.json":    {"tmlanguage", `"captures"`},
		"tasks.json":                      {"tasks", `"args"`},
	} {
		compiler := jsonschema.NewCompiler()
		compiler.AssertFormat()
		schema, err := compiler.Compile("testdata/" + c.schema + ".schema.json")
		if err != nil {
			t.Fatal(err)
		}
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		instance, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
		if err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		if err := schema.Validate(instance); err != nil {
			t.Errorf("%s: %v", path, err)
		}
		// A schema must reject something.
		broken := strings.ReplaceAll(string(text), c.key, `"x`+c.key[1:])
		if instance, _ = jsonschema.UnmarshalJSON(strings.NewReader(broken)); broken == string(text) || schema.Validate(instance) == nil {
			t.Errorf("%s: the schema takes it with another key for %s", path, c.key)
		}
	}
}

type extension struct {
	Contributes struct {
		Languages []struct {
			ID, Configuration, FirstLine string
			Extensions                   []string
		}
		Grammars []struct{ Language, ScopeName, Path string }

		ProblemMatchers []struct {
			Name    string
			Pattern []struct {
				Regexp                                      string
				Severity, Code, Message, File, Line, Column int
			}
		}
	}
}

type configuration struct {
	WordPattern      string
	IndentationRules struct{ IncreaseIndentPattern, DecreaseIndentPattern string }
	OnEnterRules     []struct {
		BeforeText, AfterText string
		Action                struct{ Indent, AppendText string }
	}
}

func decode(t *testing.T, path string, to any) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err == nil {
		err = json.Unmarshal(text, to)
	}
	if err != nil {
		t.Fatal(path, err)
	}
}

// textsOf returns the file extensions of a language's texts.
func textsOf(l *language.Language) []string {
	return slices.DeleteFunc(slices.Clone(l.Extensions), func(e string) bool {
		// For editors, all files of relations are in one language.
		return l.Binary != nil && e == l.Binary.Extension || e != lang.RelationSuffix && strings.HasSuffix(e, lang.RelationSuffix)
	})
}

// TestManifest compares package.json with the files that it names.
func TestManifest(t *testing.T) {
	var e extension
	decode(t, "vscode/package.json", &e)
	c := &e.Contributes
	if len(c.Languages) != len(languages.All) || len(c.Grammars) != len(c.Languages) || len(c.ProblemMatchers) != 1 {
		t.Fatal("there is more or less than all languages, their grammars and a problem matcher")
	}
	for i, l := range languages.All {
		// The build copies these files into the folder dist of the package.
		if _, err := os.Stat(filepath.Base(c.Languages[i].Configuration)); err != nil {
			t.Error(err)
		}
		var g struct{ ScopeName string }
		decode(t, filepath.Base(c.Grammars[i].Path), &g)
		if g.ScopeName != c.Grammars[i].ScopeName || c.Grammars[i].Language != c.Languages[i].ID || c.Languages[i].ID != l.Name {
			t.Errorf("the grammar is of %s", g.ScopeName)
		}
		if !slices.Equal(c.Languages[i].Extensions, textsOf(l)) {
			t.Errorf("files of %s end in %q", l.Name, c.Languages[i].Extensions)
		}
	}
	if first := regexp.MustCompile(c.Languages[1].FirstLine); !first.MatchString(`#[version = "0.0.5"]`) || first.MatchString("# comment") {
		t.Error("firstLine of Relay")
	}
	first := regexp.MustCompile(c.Languages[0].FirstLine)
	for line, want := range map[string]bool{"-- dialect: k6": true, "  //dialect:k4 ": true, "# dialect: k5": false, "dialect: k6": false, "x -- dialect: k6": false} {
		if first.MatchString(line) != want {
			t.Errorf("firstLine and %q: not %v", line, want)
		}
	}
	var tasks struct {
		Tasks []struct{ ProblemMatcher string }
	}
	decode(t, "tasks.json", &tasks)
	for _, task := range tasks.Tasks {
		if task.ProblemMatcher != "$"+c.ProblemMatchers[0].Name {
			t.Errorf("there is no problem matcher %s", task.ProblemMatcher)
		}
	}
}

// programs calls f for each of the programs below examples.
func programs(t *testing.T, f func(path, src string)) {
	t.Helper()
	n := 0
	err := filepath.WalkDir("..", func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || filepath.Ext(path) != ".k" {
			return err
		}
		text, err := os.ReadFile(path)
		n++
		f(path, string(text))
		return err
	})
	if err != nil || n < 20 {
		t.Fatal(n, "programs", err)
	}
}

// TestMatcher compares the problems that the matcher finds in reports with the diagnostics.
func TestMatcher(t *testing.T) {
	var e extension
	decode(t, "vscode/package.json", &e)
	m := e.Contributes.ProblemMatchers[0].Pattern
	head, place := regexp.MustCompile(m[0].Regexp), regexp.MustCompile(m[1].Regexp)
	all, style := 0, report.Style{} // without colour, of any width
	programs(t, func(path, src string) {
		file := lang.NewFile(path, []byte(src))
		r := k.Analyze(t.Context(), file, k.Options{})
		in := &report.Input{Name: path, File: file, Result: r, Diagnostics: r.Diagnostics}
		var got, want []string
		lines := strings.Split(string(style.AppendDiagnostics(nil, in)), "\n")
		for i, line := range lines[:len(lines)-1] {
			h := head.FindStringSubmatch(line)
			if p := place.FindStringSubmatch(lines[i+1]); h != nil && p != nil {
				got = append(got, strings.Join([]string{h[m[0].Severity], h[m[0].Code], p[m[1].File], p[m[1].Line], p[m[1].Column]}, " "))
				if len(h[m[0].Message]) < 10 {
					t.Errorf("%s: the message %q", path, h[m[0].Message])
				}
			}
		}
		for _, d := range r.Diagnostics {
			if d.Secondary {
				continue
			}
			at := file.Position(d.Span.Start)
			want = append(want, fmt.Sprintf("%v %s %s %d %d", d.Severity, d.Code, path, at.Line, at.Column))
		}
		if strings.Join(got, "\n") != strings.Join(want, "\n") {
			t.Errorf("%s: the problems are\n%s\nand are to be\n%s", path, strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
		all += len(want)
	})
	if all < 15 {
		t.Errorf("only %d problems were seen", all)
	}
}

// TestWords compares the pattern of words, by which editors jump and select, with names.
func TestWords(t *testing.T) {
	var c configuration
	decode(t, "language-configuration.json", &c)
	word := regexp.MustCompile(c.WordPattern)
	g := readGrammar(t)
	check := func(text string) {
		if got := word.FindString(text); got != text {
			t.Errorf("of %q, %q is a word", text, got)
		}
	}
	programs(t, func(path, src string) {
		for _, token := range g.Tokens(src) {
			last := token.Scopes[len(token.Scopes)-1]
			for _, class := range []string{"entity.", "variable.", "support.", "constant.numeric."} {
				if strings.HasPrefix(last, class) {
					check(src[token.Start:token.End])
				}
			}
		}
	})
	for _, text := range []string{"list?", "_log!", "-5", "+1", "list-of", "@aB9", "a?!b"} {
		check(text)
	}
	if word.MatchString("") || word.FindString("a--b") != "a" || word.FindString("[f .x]") != "f" {
		t.Error("words have too much")
	}
}

// TestIndentation checks how a line indents the following ones.
func TestIndentation(t *testing.T) {
	var c configuration
	decode(t, "language-configuration.json", &c)
	more, less := regexp.MustCompile(c.IndentationRules.IncreaseIndentPattern), regexp.MustCompile(c.IndentationRules.DecreaseIndentPattern)
	for line, want := range map[string]string{
		"f = {":                         "more",
		"f = ?< -- so":                  "more",
		"f = [ // {":                    "more",
		"f = ( /* so */":                "more",
		`f = .'a"b' /"x" -5 "\"{" {`:    "more",
		"/* so */ f = {  ":              "more",
		"  },":                          "less",
		"} <":                           "more less",
		"] f;":                          "less",
		"f = {.a b} g;":                 "",
		"f = g; -- {":                   "",
		"# {":                           "",
		"/* {":                          "",
		`f = "{`:                        "",
		"f = 'a' /* { */":               "",
		strings.Repeat("/*/ */ ", 1000): "",
	} {
		var got []string
		if more.MatchString(line) {
			got = append(got, "more")
		}
		if less.MatchString(line) {
			got = append(got, "less")
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%q: %q, and is to be %q", line, got, want)
		}
	}
}

// TestRelayConfiguration checks words and indentation in programs of Relay.
func TestRelayConfiguration(t *testing.T) {
	var c configuration
	decode(t, "relay-configuration.json", &c)
	word := regexp.MustCompile(c.WordPattern)
	for _, text := range []string{"%x", "@main", "%0", "nn.conv2d", "Cons", "int32"} {
		if word.FindString(text) != text {
			t.Errorf("of %q, %q is a word", text, word.FindString(text))
		}
	}
	more, less := regexp.MustCompile(c.IndentationRules.IncreaseIndentPattern), regexp.MustCompile(c.IndentationRules.DecreaseIndentPattern)
	for line, want := range map[string][2]bool{
		"def @f(%x: int32) {": {true, false}, "def @f(": {true, false}, "match (%x) { // so": {true, false},
		"} else {": {true, true}, "}": {false, true}, ") -> int32 {": {true, true},
		"%a / %b": {}, "// {": {}, "/* { */ %x": {}, `x(layout="{"`: {},
	} {
		if got := [2]bool{more.MatchString(line), less.MatchString(line)}; got != want {
			t.Errorf("%q: %v, and is to be %v", line, got, want)
		}
	}
}

// TestEnter checks the return key between two parts of a line.
func TestEnter(t *testing.T) {
	var c configuration
	decode(t, "language-configuration.json", &c)
	for _, want := range []struct{ before, after, action string }{
		{"f = {", "}", "indentOutdent"},
		{"f = $< ", " >;", "indentOutdent"},
		{"f = {", ".a b}", ""},
		{"/*", " */", "indentOutdent"},
		{"/* a */ f", "*/", ""},
		{"-- one", " two", "none -- "},
		{"  -- one", "", ""},
		{"f", "= g;", ""},
	} {
		got := ""
		for _, r := range c.OnEnterRules {
			if regexp.MustCompile(r.BeforeText).MatchString(want.before) && regexp.MustCompile(r.AfterText).MatchString(want.after) {
				got = strings.TrimPrefix(r.Action.Indent+" "+r.Action.AppendText, " ")
				break
			}
		}
		if strings.TrimSpace(got) != strings.TrimSpace(want.action) {
			t.Errorf("%q and %q: %q, and is to be %q", want.before, want.after, got, want.action)
		}
	}
}

// TestSnippets parses the text of snippets, with their placeholders.
func TestSnippets(t *testing.T) {
	proposed, again, end := regexp.MustCompile(`\$\{[0-9]:((?:[^}\\]|\\.)*)\}`), regexp.MustCompile(`\$([1-9])`), regexp.MustCompile(`\$0`)
	for _, l := range languages.All {
		var all map[string]struct {
			Prefix, Description string
			Body                []string
		}
		decode(t, "vscode/snippets/"+l.Name+".json", &all)
		for name, s := range all {
			text := end.ReplaceAllString(strings.Join(s.Body, "\n"), "")
			values := make(map[string]string)
			for _, m := range regexp.MustCompile(`\$\{([0-9]):((?:[^}\\]|\\.)*)\}`).FindAllStringSubmatch(text, -1) {
				values[m[1]] = m[2]
			}
			text = again.ReplaceAllStringFunc(proposed.ReplaceAllString(text, "$1"), func(m string) string { return values[m[1:]] })
			text = strings.ReplaceAll(text, `\$`, "$")
			wrong := ""
			read := slices.ContainsFunc([]string{"%s", "f = %s;", "def @f() { %s }", "def @f() { %s %%x }", "node N<[?] -> [?]> {}\nweights N<[?] -> [?]> { %s }\ngraph N<[?] -> [?]> { def forward { x } }"}, func(around string) bool {
				_, ds := l.Format(lang.NewFile("in"+l.Extensions[0], []byte(fmt.Sprintf(around, text))), l.Dialects[len(l.Dialects)-1], lang.Layout{})
				for _, d := range ds {
					wrong += "\n" + d.Message.String()
				}
				return len(ds) == 0
			})
			if !read || s.Prefix == "" || s.Description == "" {
				t.Errorf("%s, %s: %q%s", l.Name, name, text, wrong)
			}
		}
	}
}

// TestSetUps checks that the files for other editors have all languages of the table.
func TestSetUps(t *testing.T) {
	for _, path := range []string{"neovim/patgraph.lua", "emacs/patgraph.el", "vscode/package.json", "../../cmd/patgraph/manual/topics/editors.md"} {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, l := range languages.All {
			for _, e := range textsOf(l) {
				if !regexp.MustCompile(`\b`+l.Name+`\b`).Match(text) || !regexp.MustCompile(`\b`+e[1:]+`\b`).Match(text) {
					t.Errorf("%s: files %s of %s", path, e, l.Name)
				}
			}
		}
	}
}
