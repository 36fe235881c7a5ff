package acceptance

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/patgraph/patgraph/cmd/patgraph/batch"
	"github.com/patgraph/patgraph/cmd/patgraph/languages"
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
		{"-e () 1", batch.Clean, "value", ""},
		{"-e | [1,[2]]", batch.Clean, "values", ""},
		{"-e | []", batch.Clean, "values", ""},
		{"-e .x []", batch.Undefined, "undefined", ""},
		{"-e f_=_f;_f 1 --fuel 1000", batch.Exhausted, "out-of-fuel", ""},
		{"-e f_=_{f_x};_f 1 --memory 10K", batch.Exhausted, "out-of-memory", ""},
		{"-e " + strings.ReplaceAll(doubled, " ", "_") + " 1 --memory 100K", batch.Exhausted, "out-of-memory", ""},
		{"-e " + strings.ReplaceAll(doubled, " ", "_") + "_toJSON 1 --memory 100K", batch.Exhausted, "out-of-memory", ""},
		{"-e {|_x} [[1],[2]]", batch.Clean, "values", ""},
		{"-e {1_x,_2_y}_.z 1", batch.Errors, "not-run", lang.MissingField},
		{"-e .x_^ {\"x\":1}", batch.Errors, "error", lang.NothingOpen},
		{"-e | {}", batch.Errors, "error", lang.NoVector},
		{"-e fromJSON \"x\"", batch.Errors, "error", lang.NoJSON},
		{"--check-filters -e ?{$int_x,_...} {}", batch.Errors, "error", lang.FilterFailed},
		{"-e |_| [[1]]", batch.Errors, "error", lang.OpenWithin},
		{"-e |_[|]_toJSON [[1]]", batch.Errors, "error", lang.OpenWithin},
		{"--no-check -e nosuch 1", batch.Errors, "error", lang.CannotRun},
		{"-e () [1", batch.Unusable, "unreadable", lang.BadValue},
		{"-e () {\"a\":1,\"a\":2}", batch.Unusable, "unreadable", lang.BadValue},
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
		if textCode != r.exit || (stdout != "") != (r.exit == batch.Clean && r.args != "-e | []") ||
			(stderr == "") != (r.exit == batch.Clean) || !strings.Contains(stderr, string(r.code)) {
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
			if got := strings.Contains(stderr, "error["+string(code)+"]"); got != bad || bad && status != batch.Errors ||
				strings.Contains(stderr, "error[") != bad {
				t.Errorf("%s: %s on %s: exit %d\n%s", code, source, value, status, stderr)
			}
		}
	}
	if seen != 12 {
		t.Errorf("%d programs", seen)
	}
}
