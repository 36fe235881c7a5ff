package report_test

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/patgraph/patgraph/cmd/patgraph/report"
	"github.com/patgraph/patgraph/lang"
)

// junit writes inputs as one report.
func junit(inputs ...*report.Input) []byte {
	j := report.JUnit{Extensions: []string{".k"}}
	b := j.AppendStart(nil)
	for _, in := range inputs {
		b = j.AppendFile(b, in)
	}
	return j.AppendEnd(b)
}

// An element is a piece of XML.
type element struct {
	name       string
	attributes map[string]string
	text       string
	children   []*element
}

// all returns the elements with a name below an element.
func (e *element) all(name string) []*element {
	var list []*element
	for _, c := range e.children {
		if c.name == name {
			list = append(list, c)
		}
		list = append(list, c.all(name)...)
	}
	return list
}

func readXML(t fataler, data []byte) *element {
	t.Helper()
	root := &element{}
	stack := []*element{root}
	for d := xml.NewDecoder(bytes.NewReader(data)); ; {
		token, err := d.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatalf("%v: %q", err, data)
		}
		top := stack[len(stack)-1]
		switch x := token.(type) {
		case xml.StartElement:
			e := &element{name: x.Name.Local, attributes: make(map[string]string)}
			for _, a := range x.Attr {
				if _, twice := e.attributes[a.Name.Local]; twice {
					t.Fatalf("%s has %s twice", e.name, a.Name.Local)
				}
				e.attributes[a.Name.Local] = a.Value
			}
			top.children = append(top.children, e)
			stack = append(stack, e)
		case xml.EndElement:
			stack = stack[:len(stack)-1]
		case xml.CharData:
			top.text += string(x)
		}
	}
	if len(root.children) != 1 {
		t.Fatalf("%d roots", len(root.children))
	}
	return root.children[0]
}

// A junitRule is the schema of an element.
type junitRule struct {
	children, attributes, required, numbers []string
	mixed                                   bool
}

// junitRules reads the schema, which uses only one form of each construct.
var junitRules = sync.OnceValues(func() (map[string]*junitRule, error) {
	var doc struct {
		Elements []struct {
			Name string `xml:"name,attr"`
			Type struct {
				Mixed  bool `xml:"mixed,attr"`
				Choice struct {
					Elements []struct {
						Ref string `xml:"ref,attr"`
					} `xml:"element"`
				} `xml:"choice"`
				Attributes []struct {
					Name string `xml:"name,attr"`
					Type string `xml:"type,attr"`
					Use  string `xml:"use,attr"`
				} `xml:"attribute"`
			} `xml:"complexType"`
		} `xml:"element"`
	}
	data, err := os.ReadFile("testdata/junit.xsd")
	if err != nil {
		return nil, err
	}
	if err := xml.Unmarshal(data, &doc); err != nil {
		return nil, err
	}
	rules := make(map[string]*junitRule)
	for _, e := range doc.Elements {
		r := &junitRule{mixed: e.Type.Mixed}
		for _, c := range e.Type.Choice.Elements {
			r.children = append(r.children, c.Ref)
		}
		for _, a := range e.Type.Attributes {
			r.attributes = append(r.attributes, a.Name)
			if a.Use == "required" {
				r.required = append(r.required, a.Name)
			}
			if a.Type == "xs:nonNegativeInteger" {
				r.numbers = append(r.numbers, a.Name)
			}
		}
		rules[e.Name] = r
	}
	if len(rules) != 7 || len(rules["testsuite"].required) != 4 || !rules["failure"].mixed {
		return nil, fmt.Errorf("the schema was not understood: %v", rules)
	}
	return rules, nil
})

func validXML(t fataler, e *element) {
	t.Helper()
	rules, err := junitRules()
	if err != nil {
		t.Fatalf("%v", err)
	}
	r := rules[e.name]
	if r == nil {
		t.Fatalf("there is no element %s", e.name)
	}
	for a, v := range e.attributes {
		if !slices.Contains(r.attributes, a) {
			t.Errorf("%s has no attribute %s", e.name, a)
		}
		if _, err := strconv.ParseUint(v, 10, 31); err != nil && slices.Contains(r.numbers, a) {
			t.Errorf("%s of %s is %q", a, e.name, v)
		}
	}
	for _, a := range r.required {
		if _, ok := e.attributes[a]; !ok {
			t.Errorf("%s lacks %s", e.name, a)
		}
	}
	if !r.mixed && strings.TrimSpace(e.text) != "" {
		t.Errorf("%s has the text %q", e.name, e.text)
	}
	for _, c := range e.children {
		if !slices.Contains(r.children, c.name) {
			t.Errorf("%s has no %s", e.name, c.name)
		}
		validXML(t, c)
	}
}

func TestJUnit(t *testing.T) {
	bad := analyze("a b/<bad>.k", "+++ f = {1 x, 2 y} .z;\nok = .a;\n$t = {int a};\n$n = {n next};\nf = 1;\n")
	unread := &report.Input{Name: "no.k", Diagnostics: []lang.Diagnostic{{Code: lang.UnreadableInput, Message: lang.Text("cannot read `no.k`: no such file")}}}
	data := junit(bad, analyze("ok.k", "f = .a;"), unread)
	const want = `<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="patgraph">
<testsuite name="a b/&lt;bad&gt;.k" file="a b/&lt;bad&gt;.k" tests="5" failures="1" errors="0" skipped="0">
<testcase classname="a b.&lt;bad&gt;" name="(file)">
<system-out>warning[P0501]: the incremental mark ` + "`+++`" + ` is ignored: every file is analysed by itself
  --&gt; a b/&lt;bad&gt;.k:1:1
   |
 1 | +++ f = {1 x, 2 y} .z;
   | ^^^ ignored
</system-out>
</testcase>
<testcase classname="a b.&lt;bad&gt;" name="$t"/>
<testcase classname="a b.&lt;bad&gt;" name="$n">
<system-out>`
	if got := string(data); !strings.HasPrefix(got, want) {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	root := readXML(t, data)
	validXML(t, root)
	type result struct{ Suite, Test, Element, Type, Message string }
	list := func(data []byte) (list []result) {
		root := readXML(t, data)
		for _, s := range root.children {
			for _, c := range s.children {
				for _, e := range c.children {
					list = append(list,
						result{s.attributes["name"], c.attributes["name"], e.name, e.attributes["type"], e.attributes["message"]})
				}
			}
		}
		return list
	}
	// Both definitions with one name are one test.
	wanted := []result{
		{"a b/<bad>.k", "(file)", "system-out", "", ""},
		{"a b/<bad>.k", "$n", "system-out", "", ""},
		{"a b/<bad>.k", "f", "failure", "P0302", "1:20: the product has no field `z` (and 1 more)"},
		{"no.k", "(file)", "error", "P0801", "cannot read `no.k`: no such file"},
	}
	if diff := cmp.Diff(wanted, list(data)); diff != "" {
		t.Error(diff)
	}
	// If warnings count as errors, they fail.
	bad.Strict = true
	wanted[0] = result{"a b/<bad>.k", "(file)", "failure", "P0501",
		"1:1: the incremental mark `+++` is ignored: every file is analysed by itself"}
	wanted[1].Element, wanted[1].Type = "failure", "P0407"
	wanted[1].Message = "4:1: the type `$n` has no finite value: `$n` contains itself through `next`"
	if diff := cmp.Diff(wanted, list(junit(bad, unread))); diff != "" {
		t.Error(diff)
	}
	skipped := &report.Input{Name: "s.k", Diagnostics: []lang.Diagnostic{{Code: lang.NotChecked, Secondary: true, Message: lang.Text("it was not checked")}}}
	if s := readXML(t, junit(skipped)).all("skipped"); len(s) != 1 || s[0].attributes["message"] != "it was not checked" {
		t.Errorf("%s", junit(skipped))
	}
	if none := junit(); len(readXML(t, none).children) != 0 {
		t.Errorf("%s", none)
	}
}

func TestJUnitClass(t *testing.T) {
	seen := make(map[string]string)
	for name, want := range map[string]string{
		"a.k": "a", "lib/a.k": "lib.a", "lib.a.k": "lib%2Ea", "v1.2/a.k": "v1%2E2.a", "<stdin>": "<stdin>",
		"../a.k": "%2E%2E.a", "record.1": "record%2E1", "record.2": "record%2E2", "a%2E.k": "a%252E", "": "",
	} {
		in := &report.Input{Name: name, File: lang.NewFile(name, nil)}
		got := readXML(t, junit(in)).all("testcase")[0].attributes["classname"]
		if got != want || seen[got] != "" {
			t.Errorf("%q is %q, as is %q; want %q", name, got, seen[got], want)
		}
		seen[got] = name
	}
}

// xmlText is a text as read from XML: with unrepresentable characters replaced.
func xmlText(s string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' && r != '\n' && r != '\t' && r != '\r' || r == 0xFFFE || r == 0xFFFF {
			return utf8.RuneError
		}
		return r
	}, strings.ToValidUTF8(s, "\uFFFD"))
}

// TestAnyJUnit checks reports of arbitrary diagnostics with arbitrary bytes.
func TestAnyJUnit(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := drawInput(t)
		in.Strict = rapid.Bool().Draw(t, "strict")
		in.Name += rapid.SampledFrom([]string{"", "\x00", "\xff", "]]>&\"'<\r\n\t", "\uFFFE\u202E"}).Draw(t, "suffix")
		data := junit(in)
		if !utf8.Valid(data) {
			t.Fatalf("no UTF-8: %q", data)
		}
		root := readXML(t, data)
		validXML(t, root)
		suite := root.children[0]
		for what, elements := range map[string]string{
			"tests": "testcase", "failures": "failure", "errors": "error", "skipped": "skipped",
		} {
			if n := len(suite.all(elements)); suite.attributes[what] != strconv.Itoa(n) {
				t.Errorf("%d %s, the attribute says %s", n, what, suite.attributes[what])
			}
		}
		failed := false
		for i := range in.Diagnostics {
			d := &in.Diagnostics[i]
			failed = failed || !d.Secondary && (in.Strict || d.Severity == lang.Error)
		}
		if n := len(suite.all("failure")) + len(suite.all("error")); (n > 0) != failed {
			t.Errorf("%d tests failed of %v", n, in.Diagnostics)
		}
		// The report contains all of the text output, since these inputs have no definitions.
		text := ""
		for _, what := range []string{"error", "failure", "system-out"} {
			for _, e := range suite.all(what) {
				text += e.text
			}
		}
		plain := report.Style{Width: 100}
		for _, severity := range []lang.Severity{lang.Error, lang.Warning} {
			some := *in
			some.Diagnostics = slices.DeleteFunc(slices.Clone(in.Diagnostics), func(d lang.Diagnostic) bool {
				return !in.Strict && d.Severity != severity
			})
			want := xmlText(strings.TrimRight(string(plain.AppendDiagnostics(nil, &some)), "\n"))
			if !strings.Contains(text, want) {
				t.Errorf("%q is not in %q", want, text)
			}
		}
	})
}
