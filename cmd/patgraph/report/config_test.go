package report

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/mattn/go-runewidth"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns"
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
		if out := string(plain.AppendConfig(nil, "a\xff.k", file, list)); strings.ContainsFunc(out,
			func(r rune) bool { return r < ' ' && r != '\n' }) || strings.Count(out, "\n") != 5 {
			t.Errorf("%q", out)
		}
	}
}

// An input whose only diagnostic is a consequence of another error is not ok.
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

// Columns are the same in every locale, also for names that are not ASCII.
func TestColumns(t *testing.T) {
	wide := runewidth.DefaultCondition.EastAsianWidth
	defer func() { runewidth.DefaultCondition.EastAsianWidth = wide }()
	list := []Setting{{Key: "a", Text: "±", Place: "x"}, {Key: "b", Text: "12", Place: "y"}}
	const want = "no patgraph.toml applies to p\n\na  ±   x\nb  12  y\n"
	for _, asia := range []bool{false, true} {
		runewidth.DefaultCondition.EastAsianWidth = asia
		if got := string((&Style{}).AppendConfig(nil, "p", "", list)); got != want {
			t.Errorf("East Asian %t: %q, want %q", asia, got, want)
		}
	}
	library := lang.NewFile("тест.k", []byte("f = 1;\n"))
	in := &Input{Name: "p.k", File: lang.Join([]*lang.File{library}, lang.NewFile("p.k", []byte("g = f;\n")))}
	event := func(number, at int32) patterns.TraceEvent {
		return patterns.TraceEvent{
			Number: number, Span: lang.Span{Start: at, End: at + 1}, Reason: lang.Text("ref"), What: lang.Text("what"),
		}
	}
	at := in.File.Home().Start
	text := string((&Style{}).AppendTraces(nil, in, []Trace{
		{Definition: "g", Events: []patterns.TraceEvent{event(1, 0), event(2, at)}, Steps: 2},
	}))
	first, second, ok := strings.Cut(strings.SplitN(text, "\n\n", 2)[1], "\n")
	if i, j := strings.Index(first, "ref"), strings.Index(second, "ref"); !ok || utf8.RuneCountInString(first[:i]) != j {
		t.Errorf("%s", text)
	}
}
