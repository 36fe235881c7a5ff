package report_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/patgraph/patgraph/cmd/patgraph/languages"
	"github.com/patgraph/patgraph/cmd/patgraph/report"
	"github.com/patgraph/patgraph/lang"
)

// A command is a workflow command as GitHub's runner reads it.
type command struct {
	Name, Message string
	Properties    map[string]string
}

// readCommand follows the runner: the text between the first two pairs of colons is a name with properties, and escapes
// are undone in one pass.
func readCommand(line string) (command, bool) {
	head, message, ok := strings.Cut(strings.TrimPrefix(line, "::"), "::")
	if !ok || !strings.HasPrefix(line, "::") {
		return command{}, false
	}
	data := strings.NewReplacer("%25", "%", "%0D", "\r", "%0A", "\n")
	property := strings.NewReplacer("%25", "%", "%0D", "\r", "%0A", "\n", "%3A", ":", "%2C", ",")
	name, rest, _ := strings.Cut(head, " ")
	c := command{Name: name, Message: data.Replace(message), Properties: make(map[string]string)}
	for p := range strings.SplitSeq(rest, ",") {
		key, value, ok := strings.Cut(p, "=")
		if !ok {
			return command{}, false
		}
		c.Properties[key] = property.Replace(value)
	}
	return c, true
}

func commandsOf(t fataler, g report.GitHub, in *report.Input) []command {
	t.Helper()
	text := string(g.AppendFile(nil, in))
	var list []command
	for line := range strings.Lines(text) {
		c, ok := readCommand(strings.TrimSuffix(line, "\n"))
		if !ok {
			t.Fatalf("no command: %q", line)
		}
		list = append(list, c)
	}
	return list
}

func TestGitHub(t *testing.T) {
	in := analyze("100%, a:b.k", "\uFEFFf = {1 x, 2 z} .y;\n$n = {n\n next};\n")
	got := commandsOf(t, report.GitHub{Folder: "sub/folder", Pages: languages.All.Pages()}, in)
	want := []command{
		{"error", "The product has no field `y`.\n1:5: has exactly the fields `x`, `z`\n" +
			"Help: use `.x` [checked: the program types with it]\n" +
			"Help: use `.z` [checked: the program types with it]\n" +
			"Help: rename the field to `y` [checked: the program types with it]",
			map[string]string{"file": "sub/folder/100%, a:b.k", "line": "1", "col": "16", "endLine": "1", "endColumn": "18", "title": "P0302: a product that lacks a field"}},
		{"warning", "The type `$n` has no finite value: `$n` contains itself through `next`.\n2:7: this part leads back\n" +
			"Help: a union with a tag that does not lead back, or a vector, gives it values",
			map[string]string{"file": "sub/folder/100%, a:b.k", "line": "2", "col": "1", "endLine": "2", "endColumn": "3", "title": "P0407: a type without a finite value"}},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	unread := &report.Input{Name: "/no:where.k", Diagnostics: []lang.Diagnostic{{Code: lang.UnreadableInput, Message: lang.Text("cannot read it\n::error::injected")}}}
	if got, want := string((&report.GitHub{Folder: "sub", Pages: languages.All.Pages()}).AppendFile(nil, unread)),
		"::error file=/no%3Awhere.k,title=P0801%3A an input that cannot be read::Cannot read it␊::error::injected.\n"; got != want {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}

// TestGitHubLines checks a place of more than one line.
func TestGitHubLines(t *testing.T) {
	in := &report.Input{Name: "a.k", File: lang.NewFile("a.k", []byte("ab\ncd\n"))}
	in.Diagnostics = []lang.Diagnostic{{Code: "P0999", Severity: lang.Warning, Message: lang.Text("m"), Span: lang.Span{Start: 1, End: 4}}}
	if got, want := string((&report.GitHub{}).AppendFile(nil, in)),
		"::warning file=a.k,line=1,endLine=2,title=P0999::M.\n"; got != want {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}

// TestAnyGitHub checks commands of arbitrary diagnostics with arbitrary bytes.
func TestAnyGitHub(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := drawInput(t)
		in.Name += rapid.SampledFrom([]string{"", "%0A", "::x", "a,b=c", "\r\n"}).Draw(t, "suffix")
		list := commandsOf(t, report.GitHub{}, in)
		for i := range in.Diagnostics {
			d := &in.Diagnostics[i]
			if d.Secondary {
				continue
			}
			if len(list) == 0 {
				t.Fatalf("nothing is said of %v", d)
			}
			c := list[0]
			list = list[1:]
			p := c.Properties
			if c.Name != d.Severity.String() || !strings.HasPrefix(p["title"], string(d.Code)) {
				t.Errorf("%v for %v", c, d)
			}
			if !strings.ContainsFunc(in.Name, lang.Unseen) && !strings.Contains(p["file"], "<") && p["file"] != in.Name &&
				p["file"] != xmlText(in.Name) {
				t.Errorf("the file %q is %q", in.Name, p["file"])
			}
			if (p["line"] != "") != (in.File != nil) || (p["col"] != "") != (p["line"] != "" && p["line"] == p["endLine"]) ||
				(p["col"] != "") != (p["endColumn"] != "") {
				t.Errorf("the place is %v", p)
			}
		}
		if len(list) > 0 {
			t.Errorf("commands of nothing: %v", list)
		}
	})
}
