package report

import (
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/patgraph/patgraph/lang"
)

func TestConfigData(t *testing.T) {
	list := []Setting{
		{Key: "dialect", Value: "k4", From: "file", Place: "lib/patgraph.toml:3", Line: 3},
		{Key: "limits.nodes", Value: nil, Text: "any", From: "default"},
		{Key: "exclude", Value: []string{"\xff\x1b"}, Text: "\xff\x1b", From: "flag", Place: "--exclude"},
	}
	for _, file := range []string{"", "lib/\xffpatgraph.toml"} {
		text := string(AppendConfigData(nil, "a\xff.k", file, list))
		s, err := jsonschema.NewCompiler().Compile("schema.json#/$defs/config")
		if err != nil {
			t.Fatal(err)
		}
		doc, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		if err := s.Validate(doc); err != nil {
			t.Errorf("%s: %v", text, err)
		}
		plain := Style{}
		if out := string(plain.AppendConfig(nil, "a\xff.k", file, list)); strings.ContainsFunc(out, func(r rune) bool { return r < ' ' && r != '\n' }) || strings.Count(out, "\n") != 5 {
			t.Errorf("%q", out)
		}
	}
}

// An input of which all that is known is a consequence of another error is not ok.
func TestCountConsequence(t *testing.T) {
	in := &Input{Diagnostics: []lang.Diagnostic{{Code: lang.NotChecked, Secondary: true}}}
	if s := in.Count(); s.OK != 0 || s.Errors != 0 || s.Files != 1 {
		t.Errorf("%+v", s)
	}
	in.Diagnostics[0].Severity = lang.Warning
	if s := in.Count(); s.OK != 1 {
		t.Errorf("%+v", s)
	}
}
