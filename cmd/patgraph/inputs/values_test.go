package inputs_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/patgraph/patgraph/cmd/patgraph/inputs"
	"github.com/patgraph/patgraph/cmd/patgraph/languages"
	"github.com/patgraph/patgraph/lang"
)

// An error in the text of a value is reported with its place.
func TestValue(t *testing.T) {
	text := lang.NewFile("<value>", []byte(`{"a": 1, "b" 2}`))
	v, d := inputs.ReadValue(languages.All[0].Running.NewReader(), "JSON", text)
	if v != nil || d == nil || d.Code != lang.BadValue || !strings.HasPrefix(d.Message.String(), "this is not JSON: ") {
		t.Fatalf("%v, %+v", v, d)
	}
	if at := string(text.Src[d.Span.Start:]); !strings.HasPrefix(at, "2}") {
		t.Errorf("it is wrong at %q", at)
	}
}

// An argument is JSON, else a file, else invalid JSON if it looks like JSON; - is standard input.
func TestArgument(t *testing.T) {
	t.Chdir(t.TempDir())
	for name, text := range map[string]string{"value.json": `{"of": "a file"}`,
		"true": `"a file called true"`, "1x": "[1]"} {
		if err := os.WriteFile(filepath.Join(".", name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, test := range []struct{ arg, text, name string }{
		{`{"a":1}`, `{"a":1}`, "<value>"},
		{"true", "true", "<value>"},
		{"value.json", `{"of": "a file"}`, "value.json"},
		{"1x", "[1]", "1x"},
		{"-1x", "-1x", "<value>"},
		{`[1,`, `[1,`, "<value>"},
		{`{"a"`, `{"a"`, "<value>"},
		{`"open`, `"open`, "<value>"},
		{"12,5", "12,5", "<value>"},
		{"-", "17", inputs.StdinName},
		{"nothing", "", ""},
		{"", "", ""},
	} {
		text, problem, ok := inputs.ValueArgument(inputs.Options{Languages: languages.All},
			languages.All[0].Running.NewReader(), test.arg, strings.NewReader("17"))
		if ok != (test.name != "") {
			t.Errorf("%q is a value: %v", test.arg, ok)
			continue
		}
		if ok && (problem != nil || string(text.Src) != test.text || text.Name != test.name) {
			t.Errorf("%q is %q of %s, %v", test.arg, text.Src, text.Name, problem)
		}
	}
	if _, problem, ok := inputs.ValueArgument(inputs.Options{Languages: languages.All, Limit: 3},
		languages.All[0].Running.NewReader(), "value.json", nil); !ok || problem == nil {
		t.Error("a file that is too large is read")
	}
}
