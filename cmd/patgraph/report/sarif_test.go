package report_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"github.com/santhosh-tekuri/jsonschema/v6"
	"pgregory.net/rapid"

	"github.com/patgraph/patgraph/cmd/patgraph/languages"
	"github.com/patgraph/patgraph/cmd/patgraph/report"
	"github.com/patgraph/patgraph/lang"
)

// sarif writes inputs as one log.
func sarif(inputs ...*report.Input) []byte { return sarifWith(languages.All.Pages(), inputs...) }

func sarifWith(pages lang.Pages, inputs ...*report.Input) []byte {
	s := report.SARIF{Version: "1.2.3", Pages: pages}
	for _, in := range inputs {
		s.Add(s.Render(in))
	}
	return s.AppendLog(nil, 1, true)
}

// sarifSchema is the published schema; its formats, such as URIs, are checked too.
var sarifSchema = sync.OnceValues(func() (*jsonschema.Schema, error) {
	data, err := os.ReadFile("testdata/sarif-schema-2.1.0.json")
	if err != nil {
		return nil, err
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	if err := c.AddResource("sarif.json", doc); err != nil {
		return nil, err
	}
	return c.Compile("sarif.json")
})

// A log is the part of SARIF that the tests read.
type log struct {
	Runs []struct {
		Tool struct {
			Driver struct{ Rules, Notifications []rule }
		}
		Invocations []struct {
			ExecutionSuccessful        bool
			ExitCode                   int
			ToolExecutionNotifications []struct {
				Descriptor struct {
					ID    string
					Index int
				}
				Message   message
				Locations []location
			}
		}
		Results []result
	}
}

type rule struct {
	ID, Name                                string
	ShortDescription, FullDescription, Help message
}

type message struct{ Text, Markdown string }

type result struct {
	RuleID              string
	RuleIndex           int
	Message             message
	Locations           []location
	RelatedLocations    []location
	PartialFingerprints map[string]string
	CodeFlows           []struct {
		ThreadFlows []struct {
			Locations []struct {
				Location       location
				NestingLevel   int
				ExecutionOrder int
			}
		}
	}
	Fixes []struct {
		ArtifactChanges []struct {
			Replacements []struct {
				DeletedRegion   region
				InsertedContent message
			}
		}
	}
}

type location struct {
	ID               int
	PhysicalLocation struct {
		ArtifactLocation struct{ URI, URIBaseID string }
		Region           *region
	}
	Message message
}

type region struct{ StartLine, StartColumn, EndLine, EndColumn, ByteOffset, ByteLength int }

type fataler interface {
	Helper()
	Fatalf(string, ...any)
	Errorf(string, ...any)
}

// readSARIF checks the schema and the indices, which the schema cannot check, and returns the log.
func readSARIF(t fataler, data []byte) (l log) {
	t.Helper()
	s, err := sarifSchema()
	if err != nil {
		t.Fatalf("%v", err)
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(data))
	if err != nil {
		t.Fatalf("%v: %s", err, data)
	}
	if err := s.Validate(doc); err != nil {
		t.Fatalf("%v: %s", err, data)
	}
	if err := json.Unmarshal(data, &l); err != nil {
		t.Fatalf("%v: %s", err, data)
	}
	if len(l.Runs) != 1 || len(l.Runs[0].Invocations) != 1 {
		t.Fatalf("not one run: %s", data)
	}
	r := &l.Runs[0]
	for _, x := range r.Results {
		if rules := r.Tool.Driver.Rules; x.RuleIndex >= len(rules) || rules[x.RuleIndex].ID != x.RuleID {
			t.Errorf("the rule of %s is not number %d", x.RuleID, x.RuleIndex)
		}
		for i, l := range x.RelatedLocations {
			if l.ID != i+1 {
				t.Errorf("related location %d has the id %d", i, l.ID)
			}
		}
	}
	for _, x := range r.Invocations[0].ToolExecutionNotifications {
		list := r.Tool.Driver.Notifications
		if d := x.Descriptor; d.Index >= len(list) || list[d.Index].ID != d.ID {
			t.Errorf("the descriptor of %s is not number %d", d.ID, d.Index)
		}
	}
	return l
}

// offset finds a line and column as the standard defines them: a line ends with LF or CR LF, and a column is a code
// point.
func offset(src string, line, column int) int {
	at := 0
	for ; line > 1; line-- {
		at += strings.IndexByte(src[at:], '\n') + 1
	}
	for ; column > 1; column-- {
		_, n := utf8.DecodeRuneInString(src[at:])
		at += n
	}
	return at
}

// find is the span of the n-th occurrence of a text, from 1.
func find(src, text string, n int) lang.Span {
	at := -1
	for ; n > 0; n-- {
		i := strings.Index(src[at+1:], text)
		if i < 0 {
			panic("no " + text)
		}
		at += 1 + i
	}
	return lang.Span{Start: int32(at), End: int32(at + len(text))}
}

// explained are inputs with everything that a diagnostic can have: a proof with nested steps, fixes of all grades, and
// texts and names that need escapes.
func explained() []*report.Input {
	const src = "f = {1 x, 2 y};\r\n\t// 日本語 😀\r\ng = f /* 日 */ .yx,\r\n\t😀;\r\n"
	file := lang.NewFile("a folder/ñandú #1.k", []byte(src))
	product, call, dot, seam := find(src, "{1 x, 2 y}", 1), find(src, "f", 2), find(src, ".yx", 1),
		find(src, "f /* 日 */ .yx", 1)
	clash := lang.Diagnostic{
		Code: lang.MissingField, Message: lang.Text("this product has no field `yx`"), Span: dot,
		Label: lang.Text("needs a field `yx`"), Definition: "g",
		Clash: &lang.Clash{
			Reason: "missing-label", Label: "yx",
			A: &lang.Witness{Span: dot, Shape: "(...)", Labels: []string{"yx"}, Expression: ".yx"},
			B: &lang.Witness{Span: product, Shape: "{}", Labels: []string{"x", "y"}, Expression: "{1 x, 2 y}"},
		},
		Related: []lang.Related{{Span: call, Message: lang.Text("`f` is called here")}},
		Notes:   lang.Texts("what `f` gives goes into `.yx` (3:5, comp: chaining)"),
		Help:    lang.Texts("there are the fields `x`, `y` only"),
		Fixes: []lang.Fix{
			{Title: lang.Text("use `.y`"), Grade: "machine", Checked: true, Clean: true, Edits: []lang.Edit{{Span: dot, Text: ".y"}}},
			{Title: lang.Text("use `.y`"), Grade: "machine", Checked: true, Clean: true, Edits: []lang.Edit{{Span: dot, Text: ".y"}}},
			{Title: lang.Text("drop it and say `😀`"), Grade: "machine", Edits: []lang.Edit{
				{Span: lang.Span{Start: call.Start, End: call.Start}, Text: "<\"\\\t"}, {Span: dot},
			}},
			{Title: lang.Text("use `.x`"), Grade: "maybe", Checked: true, Clean: true, Edits: []lang.Edit{{Span: dot, Text: ".x"}}},
			{Title: lang.Text("say what it is"), Grade: "has-holes", Edits: []lang.Edit{{Span: dot, Text: "?"}}},
		},
		Explanation: &lang.Explanation{
			Steps: []lang.Step{
				{Rule: lang.StepAxiom, Constraint: 0, Concludes: lang.Text("`{1 x, 2 y}` has exactly the fields `x`, `y`"), Reason: "prod: fields", Span: product, Definition: "f"},
				{Rule: lang.StepAxiom, Constraint: 1, Concludes: lang.Text("the output of `f` is what `{1 x, 2 y}` gives"), Reason: "definition", Span: product, Definition: "f"},
				{Rule: lang.StepShape, Premises: []int32{0, 1}, Constraint: -1, Concludes: lang.Text("the output of `f` has exactly the fields `x`, `y`"), Definition: "f"},
				{Rule: lang.StepInstance, Premises: []int32{2}, Constraint: -1, Concludes: lang.Text("so has what `f` gives here"), Reason: "ref: use", Span: call, Definition: "g"},
				{Rule: lang.StepAxiom, Constraint: 2, Concludes: lang.Text("what `f` gives goes into `.yx`"), Reason: "comp: chaining", Span: seam, Definition: "g"},
				{Rule: lang.StepTrans, Premises: []int32{3, 4}, Constraint: -1, Concludes: lang.Text("the input of `.yx` has exactly the fields `x`, `y`")},
				{Rule: lang.StepLabel, Premises: []int32{5}, Constraint: -1, Label: "", Concludes: lang.Text("so are its parts")},
				{Rule: lang.StepClash, Premises: []int32{6, 0}, Constraint: -1, Label: "yx", Concludes: lang.Text("`.yx` reads a field that is not there"), Span: dot, Definition: "g"},
			},
			Core: []lang.Constraint{
				{Rule: "prod", Part: "fields", Span: product, Definition: "f", Text: lang.Text("a")},
				{Rule: "definition", Span: product},
				{Rule: "comp", Part: "chaining", Span: seam, Definition: "g"},
			},
			Minimal: true, Checked: true,
		},
		Blame: []lang.Blame{
			{Span: dot, Score: 9.40049999, In: "?{...}", Out: "?X0"}, {Span: product, Score: 3, Out: "?X0"}, {Span: seam, Score: -0.0001},
		},
		Fingerprint: "0123abcd",
	}
	unusual := lang.Diagnostic{
		Code: lang.BadCharacter, Severity: lang.Warning,
		Message: lang.Text("a label \xed\xa0\x80 and a byte \xff and `[a](1)` {0}"), Span: find(src, "😀", 2),
	}
	secondary := unusual
	secondary.Secondary = true
	return []*report.Input{
		{Name: "a folder/ñandú #1.k", File: file, Diagnostics: []lang.Diagnostic{clash, unusual, secondary}},
		{Name: "empty.k", File: lang.NewFile("empty.k", nil)},
		{Name: "/no such.k", Diagnostics: []lang.Diagnostic{{Code: lang.UnreadableInput, Message: lang.Text("cannot read `/no such.k`: no such file or directory"), Help: lang.Texts("there is `such.k`")}}},
	}
}

func golden(t *testing.T, name string, data []byte) {
	t.Helper()
	var got bytes.Buffer
	if err := json.Indent(&got, data, "", " "); err != nil {
		t.Fatal(err)
	}
	path, text := filepath.Join("testdata", name), got.String()
	if os.Getenv("PATGRAPH_UPDATE") != "" {
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), text); diff != "" {
		t.Errorf("%s (-want +got):\n%s", path, diff)
	}
}

func TestExplained(t *testing.T) {
	data := document(report.JSON{}, explained()...)
	validate(t, schema(t, ""), data)
	golden(t, "explained.json", data)
	data = sarif(explained()...)
	golden(t, "explained.sarif", data)

	l := readSARIF(t, data)
	r := l.Runs[0].Results
	if len(r) != 2 || len(r[0].Fixes) != 2 || len(r[0].RelatedLocations) != 2 {
		t.Fatalf("%d results, or not all of them: %s", len(r), data)
	}
	var nesting []int
	for _, s := range r[0].CodeFlows[0].ThreadFlows[0].Locations {
		nesting = append(nesting, s.NestingLevel)
	}
	if diff := cmp.Diff([]int{1, 2, 1, 1, 0}, nesting); diff != "" {
		t.Error(diff)
	}
}

// TestSARIFBinary gives places of a binary model as nodes and bytes, and no changes of its text.
func TestSARIFBinary(t *testing.T) {
	in := explained()[0]
	d := &in.Diagnostics[0]
	in.Diagnostics = in.Diagnostics[:1]
	in.File.Origin = func(offset int32) *lang.Origin {
		if offset < d.Span.Start {
			return nil
		}
		return &lang.Origin{Index: 7, Name: "/fc/MatMul", Op: "MatMul", Offset: 300, Size: 41}
	}
	data := sarif(in)
	l := readSARIF(t, data)
	r := l.Runs[0].Results[0]
	if at := r.Locations[0].PhysicalLocation; at.Region == nil || *at.Region != (region{ByteOffset: 300, ByteLength: 41}) {
		t.Errorf("%+v", at)
	}
	for _, want := range []string{
		`"logicalLocations":[{"name":"/fc/MatMul","kind":"node","properties":{"index":7,"operator":"MatMul"}},` +
			`{"fullyQualifiedName":"g","kind":"function"}]`,
		`\nAt node 7 \"/fc/MatMul\".\n`, `3:5 of its text: `,
	} {
		if !strings.Contains(string(data), want) {
			t.Errorf("%s is missing in %s", want, data)
		}
	}
	if len(r.Fixes) > 0 {
		t.Errorf("%d fixes", len(r.Fixes))
	}
	for _, x := range r.RelatedLocations { // before the node
		if x.PhysicalLocation.Region != nil {
			t.Errorf("%+v", x)
		}
	}
	if got := string((&report.GitHub{}).AppendFile(nil, in)); strings.Contains(got, "line=") || !strings.Contains(got, "At node 7") {
		t.Error(got)
	}
}

// TestSARIFNothing writes logs without results.
func TestSARIFNothing(t *testing.T) {
	for _, inputs := range [][]*report.Input{nil, {{Name: "a.k", File: lang.NewFile("a.k", nil)}}} {
		l := readSARIF(t, sarif(inputs...))
		if r := l.Runs[0]; r.Results == nil || len(r.Results) > 0 || len(r.Tool.Driver.Rules) > 0 {
			t.Errorf("%+v", r)
		}
	}
}

// TestSARIFRules writes every code, and separates errors that are not the program's fault.
func TestSARIFRules(t *testing.T) {
	file := lang.NewFile("a.k", nil)
	var read, unread report.Input
	read.File = file
	pages := slices.CompactFunc(languages.All.Pages(), func(p, q lang.Page) bool { return p.Code == q.Code }) // two languages may share a code
	for _, p := range pages {
		d := lang.Diagnostic{Code: p.Code, Severity: p.Severity, Message: lang.Text("m")}
		read.Diagnostics = append(read.Diagnostics, d)
		unread.Diagnostics = append(unread.Diagnostics, d)
	}
	unread.Diagnostics = append(unread.Diagnostics, lang.Diagnostic{Code: "P0999", Message: lang.Text("m")})
	l := readSARIF(t, sarif(&read, &unread))
	driver := l.Runs[0].Tool.Driver
	names := make(map[string]string)
	for _, r := range driver.Rules {
		if other := names[r.Name]; other != "" || r.Name == "" {
			t.Errorf("%s and %s have the name %q", other, r.ID, r.Name)
		}
		names[r.Name] = r.ID
		if r.ShortDescription.Text == "" || r.FullDescription.Text == "" || r.Help.Text == "" || r.Help.Markdown == "" {
			t.Errorf("%s is not described: %+v", r.ID, r)
		}
		if lang.Code(r.ID).Class() == lang.ClassInternal {
			t.Errorf("%s is a rule", r.ID)
		}
	}
	if len(driver.Rules) < 40 || len(driver.Notifications) != len(unread.Diagnostics) {
		t.Errorf("%d rules, %d descriptors", len(driver.Rules), len(driver.Notifications))
	}
}

// TestSARIFMarkdown checks that the text of a page is not interpreted as markup.
func TestSARIFMarkdown(t *testing.T) {
	pages := lang.Pages{{
		Code: "P0101", Language: "k", Title: "the *title* of __main__",
		Meaning: "+ a `b` <i> [c](d)\nand $nat | 1 ~ 2 \\ &amp;\n\n# no heading - at all", Bad: "\nf = <.a, .b>;\n", Why: "*",
	}}
	in := &report.Input{File: lang.NewFile("", nil), Diagnostics: []lang.Diagnostic{{Code: "P0101", Message: lang.Text("m")}}}
	r := readSARIF(t, sarifWith(pages, in)).Runs[0].Tool.Driver.Rules[0]
	const want = "\\+ a \\`b\\` \\<i\\> \\[c\\](d) and \\$nat \\| 1 \\~ 2 \\\\ \\&amp;\n\n\\# no heading - at all\n\n" +
		"**For example:**\n\n```k\nf = <.a, .b>;\n```\n\n**Why:** \\*\n\n`patgraph explain P0101` shows this page.\n"
	if diff := cmp.Diff(want, r.Help.Markdown); diff != "" {
		t.Error(diff)
	}
	if r.Name != "TitleOfMain" || r.ShortDescription.Text != "The *title* of __main__." {
		t.Errorf("%+v", r)
	}
}

// TestSARIFNames reads the names of inputs back from their URIs.
func TestSARIFNames(t *testing.T) {
	for _, test := range []struct{ name, uri string }{
		{"a.k", "a.k"},
		{"lib/a b.k", "lib/a%20b.k"},
		{"../ñ.k", "../%C3%B1.k"},
		{"a:b/c?d#e%f.k", "a%3Ab/c%3Fd%23e%25f.k"},
		{"日本/😀.k", "%E6%97%A5%E6%9C%AC/%F0%9F%98%80.k"},
		{"back\\slash[1].k", "back%5Cslash%5B1%5D.k"},
		{"bad\xff.k", "bad%FF.k"},
		{"<stdin>", "%3Cstdin%3E"},
		{"/abs/a b.k", "file:///abs/a%20b.k"},
		{"/c:/a.k", "file:///c%3A/a.k"},
	} {
		in := &report.Input{Name: test.name, File: lang.NewFile(test.name, nil), Diagnostics: []lang.Diagnostic{{Code: "P0101", Message: lang.Text("m")}}}
		l := readSARIF(t, sarif(in))
		a := l.Runs[0].Results[0].Locations[0].PhysicalLocation.ArtifactLocation
		u, err := url.Parse(a.URI)
		if a.URI != test.uri || err != nil || u.Path != test.name {
			t.Errorf("%q is %s (%v)", test.name, a.URI, err)
		}
		if relative := !strings.HasPrefix(test.name, "/"); relative != (a.URIBaseID == "%SRCROOT%") {
			t.Errorf("%q has the base %q", test.name, a.URIBaseID)
		}
	}
}

// TestSARIFByteOrderMark checks that a byte order mark does not count as a column.
func TestSARIFByteOrderMark(t *testing.T) {
	const src = "\uFEFFab\ncd"
	in := &report.Input{Name: "a.k", File: lang.NewFile("a.k", []byte(src))}
	for _, s := range []lang.Span{{Start: 0, End: 3}, find(src, "ab", 1), find(src, "b\nc", 1)} {
		in.Diagnostics = append(in.Diagnostics, lang.Diagnostic{Code: "P0101", Message: lang.Text("m"), Span: s})
	}
	var got []region
	l := readSARIF(t, sarif(in))
	for _, r := range l.Runs[0].Results {
		got = append(got, *r.Locations[0].PhysicalLocation.Region)
	}
	if diff := cmp.Diff([]region{{1, 1, 1, 1, 0, 0}, {1, 1, 1, 3, 0, 0}, {1, 2, 2, 2, 0, 0}}, got); diff != "" {
		t.Error(diff)
	}
}

// TestSARIFOnPrograms validates the log of many programs.
func TestSARIFOnPrograms(t *testing.T) {
	var inputs []*report.Input
	n := 0
	for _, c := range cases(t) {
		in := analyze(c.ID, c.Source)
		for i := range in.Diagnostics {
			if !in.Diagnostics[i].Secondary {
				n++
			}
		}
		inputs = append(inputs, in)
	}
	data := sarif(inputs...)
	l := readSARIF(t, data)
	if got := len(l.Runs[0].Results); got != n || n == 0 {
		t.Errorf("%d results of %d diagnostics", got, n)
	}
	if !bytes.Equal(data, sarif(inputs...)) {
		t.Error("another time, other bytes")
	}
}

// drawInput draws an input with arbitrary diagnostics.
func drawInput(t *rapid.T) *report.Input {
	text := rapid.SampledFrom([]string{"a", "{", "}", "[", "](", "\"", "\\", "<&>", "\t", "\r\n", "\n", "ñ", "日", "😀",
		"\u2028", "\x00", "`", "::", "\n  ::error::x", " ", "\u202e", "\u0085", "\x1b[31m", "\x7f"})
	src := strings.Join(rapid.SliceOfN(text, 0, 30).Draw(t, "source"), "")
	words := rapid.Custom(func(t *rapid.T) string {
		return strings.Join(rapid.SliceOfN(rapid.OneOf(text, rapid.SampledFrom([]string{"\xed\xa0\x80", "\xff", "{0}", "."})),
			0, 4).Draw(t, "words"), "")
	})
	some := rapid.Custom(func(t *rapid.T) string { return "m" + words.Draw(t, "some") })
	boundary := rapid.Custom(func(t *rapid.T) int32 {
		i := rapid.IntRange(0, len(src)).Draw(t, "offset")
		for i < len(src) && !utf8.RuneStart(src[i]) {
			i++
		}
		return int32(i)
	})
	span := rapid.Custom(func(t *rapid.T) lang.Span {
		a, b := boundary.Draw(t, "start"), boundary.Draw(t, "end")
		return lang.Span{Start: min(a, b), End: max(a, b)}
	})
	witness := rapid.Custom(func(t *rapid.T) *lang.Witness {
		return &lang.Witness{
			Span: span.Draw(t, "span"), Shape: words.Draw(t, "shape"), Expression: words.Draw(t, "expression"),
		}
	})
	fix := rapid.Custom(func(t *rapid.T) lang.Fix {
		f := lang.Fix{
			Title: lang.Text(words.Draw(t, "title")),
			Grade: rapid.SampledFrom([]string{"machine", "maybe", "has-holes"}).Draw(t, "grade"),
		}
		f.Edits = rapid.SliceOfN(rapid.Custom(func(t *rapid.T) lang.Edit {
			return lang.Edit{Span: span.Draw(t, "span"), Text: words.Draw(t, "text")}
		}), 0, 3).Draw(t, "edits")
		return f
	})
	explanation := rapid.Custom(func(t *rapid.T) *lang.Explanation {
		e := &lang.Explanation{Minimal: rapid.Bool().Draw(t, "minimal"), Checked: rapid.Bool().Draw(t, "checked")}
		for range rapid.IntRange(0, 2).Draw(t, "lines") {
			e.Story = append(e.Story, lang.Line{
				Text: lang.Text("a" + words.Draw(t, "line")), Span: span.Draw(t, "span"),
				Definition: words.Draw(t, "definition"),
			})
		}
		core, steps := rapid.IntRange(0, 3).Draw(t, "core"), rapid.IntRange(0, 8).Draw(t, "steps")
		for range core {
			e.Core = append(e.Core,
				lang.Constraint{
					Rule: words.Draw(t, "rule"), Part: words.Draw(t, "part"), Span: span.Draw(t, "span"),
					Definition: words.Draw(t, "definition"),
				})
		}
		for i := range steps {
			s := lang.Step{
				Rule: rapid.SampledFrom([]string{
					lang.StepAxiom, lang.StepTrans, lang.StepLabel, lang.StepVector, lang.StepMember, lang.StepUnfold,
					lang.StepInstance, lang.StepClash, lang.StepShape,
				}).Draw(t, "rule"),
				Constraint: rapid.Int32Range(-1, int32(core)-1).Draw(t, "constraint"),
				Label:      words.Draw(t, "label"), Concludes: lang.Text(words.Draw(t, "concludes")),
				Reason: words.Draw(t, "reason"),
				Span:   span.Draw(t, "span"), Definition: words.Draw(t, "definition"),
			}
			if i > 0 {
				s.Premises = rapid.SliceOfN(rapid.Int32Range(0, int32(i)-1), 0, 3).Draw(t, "premises")
			}
			e.Steps = append(e.Steps, s)
		}
		return e
	})
	diagnostic := rapid.Custom(func(t *rapid.T) lang.Diagnostic {
		d := lang.Diagnostic{
			Code: rapid.SampledFrom([]lang.Code{lang.MissingField, lang.EmptyType, lang.NotUTF8, lang.Internal,
				lang.UnreadableInput, "P0999"}).Draw(t, "code"),
			Severity: lang.Severity(rapid.IntRange(0, 1).Draw(t, "severity")),
			Message:  lang.Text(some.Draw(t, "message")), Span: span.Draw(t, "span"), Label: lang.Text(words.Draw(t, "label")),
			Definition: words.Draw(t, "definition"),
			Notes:      lang.Texts(rapid.SliceOfN(words, 0, 2).Draw(t, "notes")...),
			Help:       lang.Texts(rapid.SliceOfN(words, 0, 2).Draw(t, "help")...),
			Fixes:      rapid.SliceOfN(fix, 0, 3).Draw(t, "fixes"),
			Secondary:  rapid.IntRange(0, 4).Draw(t, "secondary") == 0, Fingerprint: words.Draw(t, "fingerprint"),
		}
		for range rapid.IntRange(0, 2).Draw(t, "related") {
			d.Related = append(d.Related, lang.Related{Span: span.Draw(t, "span"), Message: lang.Text(words.Draw(t, "message"))})
		}
		for range rapid.IntRange(0, 3).Draw(t, "blame") {
			d.Blame = append(d.Blame, lang.Blame{
				Span: span.Draw(t, "span"), Score: rapid.Float64().Draw(t, "score"), In: words.Draw(t, "in"),
				Out: words.Draw(t, "out"),
			})
		}
		if rapid.Bool().Draw(t, "clash") {
			d.Clash = &lang.Clash{
				Reason: "kind", Path: rapid.SliceOfN(words, 0, 2).Draw(t, "path"), A: witness.Draw(t, "a"), B: witness.Draw(t, "b"),
			}
			if rapid.Bool().Draw(t, "three") {
				d.Clash.C = witness.Draw(t, "c")
			}
		}
		if rapid.Bool().Draw(t, "explained") {
			d.Explanation = explanation.Draw(t, "explanation")
		}
		return d
	})
	in := &report.Input{Name: words.Draw(t, "name"), Diagnostics: rapid.SliceOfN(diagnostic, 0, 3).Draw(t, "diagnostics")}
	if rapid.IntRange(0, 5).Draw(t, "read") > 0 {
		in.File = lang.NewFile(in.Name, []byte(src))
	}
	return in
}

// TestAnyDiagnostics checks that the output for arbitrary diagnostics is valid and deterministic, and that its places
// are those of the diagnostics.
func TestAnyDiagnostics(t *testing.T) {
	patgraph1 := schema(t, "")
	rapid.Check(t, func(t *rapid.T) {
		inputs := rapid.SliceOfN(rapid.Custom(drawInput), 0, 3).Draw(t, "inputs")
		data := document(report.JSON{}, inputs...)
		doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(data))
		if err != nil {
			t.Fatalf("%v: %s", err, data)
		}
		if err := patgraph1.Validate(doc); err != nil {
			t.Fatalf("%v: %s", err, data)
		}
		if !bytes.Equal(data, document(report.JSON{}, inputs...)) {
			t.Fatalf("another time, other bytes")
		}
		data = sarif(inputs...)
		if !bytes.Equal(data, sarif(inputs...)) {
			t.Fatalf("another time, other bytes")
		}
		l := readSARIF(t, data)
		rest := l.Runs[0].Results
		notifications := len(l.Runs[0].Invocations[0].ToolExecutionNotifications)
		for _, in := range inputs {
			for i := range in.Diagnostics {
				d := &in.Diagnostics[i]
				switch {
				case d.Secondary:
				case in.File == nil || d.Code.Class() == lang.ClassInternal:
					notifications--
				default:
					sameResult(t, string(in.File.Src), d, &rest[0])
					rest = rest[1:]
				}
			}
		}
		if len(rest) > 0 || notifications != 0 {
			t.Errorf("%d results and %d notifications of nothing", len(rest), notifications)
		}
	})
}

// sameResult checks that a result has the places and fixes of a diagnostic.
func sameResult(t *rapid.T, src string, d *lang.Diagnostic, r *result) {
	same := func(what string, got *region, want lang.Span) {
		if s := (lang.Span{
			Start: int32(offset(src, got.StartLine, got.StartColumn)), End: int32(offset(src, got.EndLine, got.EndColumn)),
		}); s != want {
			t.Errorf("%s: %v is %v, want %v in %q", what, *got, s, want, src)
		}
	}
	if r.RuleID != string(d.Code) {
		t.Errorf("%s for %s", r.RuleID, d.Code)
	}
	same("primary", r.Locations[0].PhysicalLocation.Region, d.Span)
	related := r.RelatedLocations[len(r.RelatedLocations)-len(d.Related):]
	for i, l := range related {
		same("related", l.PhysicalLocation.Region, d.Related[i].Span)
	}
	if d.Explanation != nil {
		var lines, spans []lang.Span
		for _, l := range d.Explanation.Story {
			lines = append(lines, l.Span)
		}
		for _, s := range d.Explanation.Steps {
			spans = append(spans, s.Span)
		}
		isNone := func(s lang.Span) bool { return s == lang.Span{} }
		if lines = slices.DeleteFunc(lines, isNone); len(lines) > 0 {
			spans = lines
		}
		at := 0
		for _, want := range slices.DeleteFunc(spans, isNone) {
			step := r.CodeFlows[0].ThreadFlows[0].Locations[at]
			at++
			same("step", step.Location.PhysicalLocation.Region, want)
			if step.ExecutionOrder != at {
				t.Errorf("step %d is number %d", at, step.ExecutionOrder)
			}
		}
	}
	for _, f := range r.Fixes {
		found := false
		for _, g := range d.Fixes {
			if g.Grade != "machine" || len(g.Edits) != len(f.ArtifactChanges[0].Replacements) {
				continue
			}
			equal := true
			for i, e := range f.ArtifactChanges[0].Replacements {
				equal = equal && offset(src, e.DeletedRegion.StartLine,
					e.DeletedRegion.StartColumn) == int(g.Edits[i].Span.Start) &&
					offset(src, e.DeletedRegion.EndLine, e.DeletedRegion.EndColumn) == int(g.Edits[i].Span.End)
			}
			found = found || equal
		}
		if !found {
			t.Errorf("the fix %+v is none of %+v", f, d.Fixes)
		}
	}
}

func BenchmarkSARIF(b *testing.B) {
	var inputs []*report.Input
	for _, c := range cases(b) {
		inputs = append(inputs, analyze(c.ID, c.Source))
	}
	b.ReportAllocs()
	for b.Loop() {
		sarif(inputs...)
	}
}

// A log of many warnings takes little memory: its input is compressed until it is written, in small parts.
func TestSARIFParts(t *testing.T) {
	in := analyze("a.k", "f = .a;\n")
	for i := range 5000 {
		in.Diagnostics = append(in.Diagnostics, lang.Diagnostic{
			Code: lang.PartialDefinition, Severity: lang.Warning, Message: lang.Say("the warning %d", i)})
	}
	s := report.SARIF{}
	rendered := s.Render(in)
	s.Add(rendered)
	size, most := 0, 0
	if err := s.WriteLog(0, true, func(part []byte) error {
		size, most = size+len(part), max(most, len(part))
		return nil
	}); err != nil || size < 1e6 || len(rendered) > size/5 || most > 300_000 {
		t.Errorf("%d bytes, kept as %d, in parts of up to %d: %v", size, len(rendered), most, err)
	}
	if log := s.AppendLog(nil, 0, true); len(log) != size {
		t.Errorf("%d bytes at once, %d in parts", len(log), size)
	}
	if full := errors.New("full"); s.WriteLog(0, true, func([]byte) error { return full }) != full {
		t.Error("an error of the writer is lost")
	}
}
