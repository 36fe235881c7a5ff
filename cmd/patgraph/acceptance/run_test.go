package acceptance

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/patgraph/patgraph/cmd/patgraph/languages"
	"github.com/patgraph/patgraph/cmd/patgraph/report"
	"github.com/patgraph/patgraph/lang"
)

// The data that run writes conforms to the schema for every outcome, and the outcome, the exit status and the code
// agree.
func TestRunData(t *testing.T) {
	text, err := os.ReadFile("../report/schema.json")
	if err != nil {
		t.Fatal(err)
	}
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(string(text)))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("schema.json", doc); err != nil {
		t.Fatal(err)
	}
	schema, err := c.Compile("schema.json#/$defs/run")
	if err != nil {
		t.Fatal(err)
	}
	doubled := "f = {() a, () b}; f f f f f f f f f f f f f f f f f f f f f f f f f f f f f f f f f f f f f f f f" // the result has a text of 2^40 parts
	for _, r := range []struct {
		args    string // separated by blanks; _ is a blank within an argument
		exit    int
		outcome string
		code    lang.Code
	}{
		{"-e () 1", report.Clean, "value", ""},
		{"-e | [1,[2]]", report.Clean, "values", ""},
		{"-e | []", report.Clean, "values", ""},
		{"-e .x []", report.Undefined, "undefined", ""},
		{"-e f_=_f;_f 1 --fuel 1000", report.Exhausted, "out-of-fuel", ""},
		{"-e f_=_{f_x};_f 1 --memory 10K", report.Exhausted, "out-of-memory", ""},
		{"-e " + strings.ReplaceAll(doubled, " ", "_") + " 1 --memory 100K", report.Exhausted, "out-of-memory", ""},
		{"-e " + strings.ReplaceAll(doubled, " ", "_") + "_toJSON 1 --memory 100K", report.Exhausted, "out-of-memory", ""},
		{"-e {|_x} [[1],[2]]", report.Clean, "values", ""},
		{"-e {1_x,_2_y}_.z 1", report.Errors, "not-run", lang.MissingField},
		{"-e .x_^ {\"x\":1}", report.Errors, "error", lang.NothingOpen},
		{"-e | {}", report.Errors, "error", lang.NoVector},
		{"-e fromJSON \"x\"", report.Errors, "error", lang.NoJSON},
		{"--check-filters -e ?{$int_x,_...} {}", report.Errors, "error", lang.FilterFailed},
		{"-e |_| [[1]]", report.Errors, "error", lang.OpenWithin},
		{"-e |_[|]_toJSON [[1]]", report.Errors, "error", lang.OpenWithin},
		{"--no-check -e nosuch 1", report.Errors, "error", lang.CannotRun},
		{"-e () [1", report.Unusable, "unreadable", lang.BadValue},
		{"-e () {\"a\":1,\"a\":2}", report.Unusable, "unreadable", lang.BadValue},
	} {
		args := append(strings.Fields(r.args), "--format", "json")
		for i := range args {
			args[i] = strings.ReplaceAll(args[i], "_", " ")
		}
		code, stdout, stderr := patgraph(t, nil, append([]string{"run"}, args...)...)
		data, err := jsonschema.UnmarshalJSON(strings.NewReader(stdout))
		if err == nil {
			err = schema.Validate(data)
		}
		if err != nil || code != r.exit || stderr != "" || !strings.Contains(stdout, `"outcome":"`+r.outcome+`"`) ||
			!strings.Contains(stdout, `"code":"`+string(r.code)) && r.code != "" {
			t.Errorf("%s: exit %d, %v\n%s%s", r.args, code, err, stdout, stderr)
		}
		// Text output has the same code, and a value only on success.
		textCode, stdout, stderr := patgraph(t, nil, append([]string{"run"}, args[:len(args)-2]...)...)
		if textCode != r.exit || (stdout != "") != (r.exit == report.Clean && r.args != "-e | []") ||
			(stderr == "") != (r.exit == report.Clean) || !strings.Contains(stderr, string(r.code)) {
			t.Errorf("%s: exit %d\n%s%s", r.args, textCode, stdout, stderr)
		}
	}
}

// The programs on the pages of run-time codes have these errors, and the fixed programs do not.
func TestRunPages(t *testing.T) {
	dir := t.TempDir()
	seen := 0
	for code, value := range map[lang.Code]string{
		lang.NothingOpen: `{"list":[{"x":1}]}`, lang.NoVector: `{"list":{}}`, lang.NoJSON: "{}",
		lang.FilterFailed: `{"x":"a","y":1}`, lang.OpenWithin: `[[{"x":1}]]`, lang.CannotRun: "{}",
	} {
		page, ok := languages.All.Pages().Of(code)
		if !ok {
			t.Fatalf("%s has no page", code)
		}
		for source, bad := range map[string]bool{page.Bad: true, page.Good: false} {
			file := filepath.Join(dir, "page.k")
			write(t, file, source)
			args := []string{"run", file, value, "--check-filters", "--no-check"}
			if strings.HasPrefix(source, "f = ") {
				args = append(args, "--def", "f")
			}
			seen++
			status, _, stderr := patgraph(t, nil, args...)
			if got := strings.Contains(stderr, "error["+string(code)+"]"); got != bad || bad && status != report.Errors ||
				strings.Contains(stderr, "error[") != bad {
				t.Errorf("%s: %s on %s: exit %d\n%s", code, source, value, status, stderr)
			}
		}
	}
	if seen != 12 {
		t.Errorf("%d programs", seen)
	}
}
