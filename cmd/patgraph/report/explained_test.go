package report

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns"
)

// natSource is a program whose error is two definitions away from one of its witnesses; it has a tab and wide
// characters to test columns.
const natSource = `$nat = <nat 1, {} 0>;
add  = ${nat x, nat y} <{.x.1 x, {.y 1} y} add, .y>;
mult = <
	{{.x.1 x, .y y} mult x, .yx y} add, // 日本
  {} {() 0}
>;
`

// spanOf is the place of a text in a source, the n-th from 1.
func spanOf(source, text string, n int) lang.Span {
	from := 0
	for ; n > 1; n-- {
		from += strings.Index(source[from:], text) + 1
	}
	i := strings.Index(source[from:], text)
	if i < 0 {
		panic("no " + text)
	}
	return lang.Span{Start: int32(from + i), End: int32(from + i + len(text))}
}

// natDiagnostic is a diagnostic with a derivation that has nested and shared premises.
func natDiagnostic() lang.Diagnostic {
	at := func(text string, n int) lang.Span { return spanOf(natSource, text, n) }
	yx, product, call := at(".yx", 1), at("{.x.1 x, .y y}", 1), at("mult", 2)
	whole := at("{{.x.1 x, .y y} mult x, .yx y}", 1)
	return lang.Diagnostic{
		Code: lang.MissingField, Message: lang.Text("this product has no field `yx`"), Span: yx,
		Label:      lang.Text("needs a field `yx`"),
		Definition: "mult",
		Related:    []lang.Related{{Span: product, Message: lang.Text("has exactly the fields `x`, `y`")}},
		Help:       lang.Texts("there is a field `y`"),
		Fixes: []lang.Fix{{Title: lang.Text("use `.y`"), Grade: "maybe", Checked: true, Clean: true, Edits: []lang.Edit{
			{Span: yx, Text: ".y"},
		}}, {Title: lang.Text("add the field"), Grade: "has-holes", Edits: []lang.Edit{
			{Span: lang.Span{Start: product.End - 1, End: product.End - 1}, Text: ", ? yx"}, {Span: call},
		}}},
		Clash: &lang.Clash{
			Reason: "missing-label", Label: "yx",
			A: &lang.Witness{Span: yx, Shape: "(...)", Labels: []string{"yx"}, Expression: ".yx"},
			B: &lang.Witness{Span: product, Shape: "{}", Labels: []string{"x", "y"}, Expression: "{.x.1 x, .y y}"},
		},
		Fingerprint: "4f1a",
		Explanation: &lang.Explanation{
			Steps: []lang.Step{
				{Rule: lang.StepAxiom, Constraint: 0, Concludes: lang.Text("the input of `.yx` is the input of the product"), Reason: "prod: input", Span: whole, Definition: "mult"},
				{Rule: lang.StepAxiom, Constraint: 1, Concludes: lang.Text("the input of the product is the input of `mult`"), Reason: "merge: input", Span: at("<", 3), Definition: "mult"},
				{Rule: lang.StepTrans, Premises: []int32{0, 1}, Constraint: -1, Concludes: lang.Text("the input of `.yx` is the input of `mult`"), Definition: "mult"},
				{Rule: lang.StepAxiom, Constraint: 2, Concludes: lang.Text("the input of `add` has the fields `x`, `y`"), Reason: "type", Span: at("${nat x, nat y}", 1), Definition: "add"},
				{Rule: lang.StepInstance, Premises: []int32{2, 3}, Constraint: -1, Concludes: lang.Text("this holds of the use of `mult`, too"), Reason: "ref", Span: call, Definition: "mult"},
				{Rule: lang.StepLabel, Premises: []int32{2}, Label: "x", Constraint: -1, Concludes: lang.Text("what is under `x` in both is one"), Definition: "mult"},
				{Rule: lang.StepAxiom, Constraint: 3, Concludes: lang.Text("the output of `{.x.1 x, .y y}` is the input of `mult`"), Reason: "comp: chaining", Span: product, Definition: "mult"},
				{Rule: lang.StepTrans, Premises: []int32{4, 5, 6}, Constraint: -1, Concludes: lang.Text("the input of `.yx` is the output of `{.x.1 x, .y y}`"), Definition: "mult"},
				{Rule: lang.StepClash, Premises: []int32{7}, Constraint: -1, Concludes: lang.Text("it needs the field `yx` and has exactly the fields `x`, `y`"), Definition: "mult"},
			},
			Story: []lang.Line{
				{Text: lang.Text("`.yx` (A) takes what the product takes"), Reason: "prod: input", Span: whole, Definition: "mult"},
				{Text: lang.Text("the product takes what `mult` takes"), Reason: "merge: input", Span: at("<", 3), Definition: "mult"},
				{Text: lang.Text("`mult` is called here"), Reason: "ref", Span: call, Definition: "mult"},
				{Text: lang.Text("`mult` takes what `{.x.1 x, .y y}` (B) gives"), Reason: "comp: chaining", Span: product, Definition: "mult"},
			},
			Shown: lang.Text("these must be equal"),
			Core: []lang.Constraint{
				{Rule: "prod", Part: "input", Span: whole, Definition: "mult", Text: lang.Text("every field of the product takes its input")},
				{Rule: "merge", Part: "input", Span: at("<", 3), Definition: "mult", Text: lang.Text("every branch takes the input of the merge")},
				{Rule: "type", Span: at("${nat x, nat y}", 1), Definition: "add", Text: lang.Text("`${nat x, nat y}` takes and gives this type")},
				{Rule: "comp", Part: "chaining", Span: product, Definition: "mult", Text: lang.Text("what `{.x.1 x, .y y}` gives goes into `mult`")},
			},
			Minimal: true, Checked: true,
		},
		Blame: []lang.Blame{
			{Span: yx, Score: 9.4, In: "?{X0 x, X1 y}", Out: "?$nat"},
			{Span: product, Score: 8.75},
			{Span: call, Score: 1.5, In: "?(...)", Out: "?$nat"},
		},
	}
}

// manySteps is a diagnostic with so many axioms in a row, each except the first in a definition of its own.
func manySteps(n int) lang.Diagnostic {
	d := natDiagnostic()
	d.Explanation, d.Blame = &lang.Explanation{Shown: lang.Text("these must be equal"), Checked: true}, nil
	d.Fixes = nil
	x := d.Explanation
	for i := range n {
		definition := "mult"
		if i > 0 {
			definition = fmt.Sprintf("definition%d", i)
		}
		x.Steps = append(x.Steps, lang.Step{
			Rule: lang.StepAxiom, Constraint: int32(i), Span: spanOf(natSource, ".x", 1+i%2), Reason: "comp: chaining",
			Definition: definition,
			Concludes:  lang.Say("the output of `f%d` is the input of `f%d`", i, i+1),
		})
		x.Story = append(x.Story, lang.Line{
			Text: lang.Say("what `f%d` gives goes into `f%d`", i, i+1), Span: spanOf(natSource, ".x", 1+i%2),
			Reason: "comp: chaining", Definition: definition,
		})
	}
	return d
}

// deepProof is a proof in which each step follows from the step before.
func deepProof(n int) lang.Diagnostic {
	d := manySteps(1)
	x := d.Explanation
	for i := range n {
		x.Steps = append(x.Steps, lang.Step{
			Rule: lang.StepLabel, Label: fmt.Sprintf("l%d", i), Premises: []int32{int32(i)}, Constraint: -1,
			Concludes: lang.Say("what is under `l%d` in both is one", i),
		})
	}
	return d
}

func natInput(ds ...lang.Diagnostic) *Input {
	return &Input{Name: "nat.k", File: lang.NewFile("nat.k", []byte(natSource)), Diagnostics: ds}
}

// goldenText compares a text with a file of testdata, or writes the file if PATGRAPH_UPDATE is 1.
func goldenText(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name+".txt")
	if os.Getenv("PATGRAPH_UPDATE") == "1" {
		if err := os.MkdirAll("testdata", 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if strings.ReplaceAll(string(want), "\r\n", "\n") != got {
		t.Errorf("%s: got\n%s\nwant\n%s", path, got, want)
	}
}

// sound checks the properties of all text output.
func sound(t *testing.T, text string, style Style) {
	t.Helper()
	if style.Palette == NoColor && strings.Contains(text, "\x1b") {
		t.Error("colour without being asked")
	}
	for _, line := range strings.Split(stripColors(text), "\n") {
		if strings.TrimRight(line, " ") != line {
			t.Errorf("blanks at the end of %q", line)
		}
		// Commands to copy are never broken. A frame is as wide as its labels need at least.
		if strings.Contains(line, " patgraph ") || strings.Contains(line, " | ") || !style.ASCII && style.Width == 0 {
			continue
		}
		if style.Width > 0 && width(line) > style.Width {
			t.Errorf("%d columns, not %d: %s", width(line), style.Width, line)
		}
		for _, r := range line {
			if style.ASCII && r > 0x7f && !strings.ContainsRune("日本", r) {
				t.Errorf("%q beyond ASCII: %s", r, line)
			}
		}
	}
}

var viewNames = [...]string{Folded: "folded", Tree: "tree", Narrated: "narrated", Full: "full"}

var styles = []struct {
	name  string
	style Style
}{
	{"40", Style{Width: 40}}, {"80", Style{Width: 80}}, {"wide", Style{}},
	{"ascii", Style{Width: 80, ASCII: true}}, {"color", Style{Width: 80, Palette: TrueColor}},
}

// TestViews writes the same diagnostic in all views and styles.
func TestViews(t *testing.T) {
	for v, name := range viewNames {
		plainText := ""
		for _, s := range styles {
			t.Run(name+"/"+s.name, func(t *testing.T) {
				text := string(s.style.AppendExplained(nil, natInput(natDiagnostic()), View(v)))
				if View(v) != Narrated {
					sound(t, text, s.style)
				}
				switch s.name {
				case "80":
					plainText = text
				case "color":
					if got := stripColors(text); got != plainText {
						t.Errorf("without its colours\n%s\nwant\n%s", got, plainText)
					}
					if v := View(v); v != Narrated &&
						(!strings.Contains(text, "38;2;213;94;0") || !strings.Contains(text, "38;2;0;114;178")) {
						t.Error("the witnesses have no colours")
					}
					return
				}
				goldenText(t, "view-"+name+"-"+s.name, text)
			})
		}
	}
}

// TestStepCounts writes derivations of all lengths in the default view.
func TestStepCounts(t *testing.T) {
	for _, n := range []int{0, 1, 7, 8, 30} {
		for _, s := range styles[:3] {
			in := natInput(manySteps(n))
			text := string(s.style.AppendDiagnostics(nil, in))
			sound(t, text, s.style)
			goldenText(t, fmt.Sprintf("steps-%d-%s", n, s.name), text)
			asked := string(s.style.AppendExplained(nil, in, Folded))
			if n > 7 && (!strings.Contains(text, "more steps") || strings.Contains(asked, "more steps")) {
				t.Errorf("%d steps: the short text leaves some out, and the explanation does not\n%s", n, asked)
			}
		}
	}
}

// TestDeepProof draws a proof too deep for the width.
func TestDeepProof(t *testing.T) {
	for _, s := range styles[:4] {
		text := string(s.style.AppendExplained(nil, natInput(deepProof(40)), Tree))
		sound(t, text, s.style)
		if got := strings.Count(text, "what is under"); got < 40 {
			t.Errorf("%s: only %d steps are listed", s.name, got)
		}
		goldenText(t, "deep-"+s.name, text)
	}
	// The cost is linear in the output, and the code does not recurse.
	text := (&Style{Width: 80}).AppendExplained(nil, natInput(deepProof(100_000)), Tree)
	if len(text) > 40_000_000 {
		t.Errorf("%d bytes", len(text))
	}
}

// TestMalformedProofs writes malformed proofs.
func TestMalformedProofs(t *testing.T) {
	d := natDiagnostic()
	x := d.Explanation
	x.Steps[8].Premises = []int32{8, -1, 99, 7}
	x.Steps[7].Premises = []int32{8}
	x.Steps[0].Span = lang.Span{Start: -5, End: 99999}
	d.Blame[0].Span = lang.Span{Start: 99998, End: 99999}
	d.Blame[1].Score = 9.3
	for v := range viewNames {
		for _, s := range styles {
			s.style.AppendExplained(nil, natInput(d), View(v))
		}
	}
	d.Explanation = &lang.Explanation{}
	for v := range viewNames {
		text := string((&Style{Width: 80}).AppendExplained(nil, natInput(d), View(v)))
		if strings.Contains(text, "because") || strings.Contains(text, "more:") {
			t.Errorf("a derivation where there is none:\n%s", text)
		}
	}
	// An input without text has no places.
	(&Style{}).AppendExplained(nil, &Input{Name: "x.k", Diagnostics: []lang.Diagnostic{natDiagnostic()}}, Full)
}

func TestLetters(t *testing.T) {
	span := func(i int32) lang.Span { return lang.Span{Start: i, End: i + 1} }
	witness := func(i int32) *lang.Witness { return &lang.Witness{Span: span(i)} }
	unexplained := &lang.Explanation{Steps: []lang.Step{{Rule: lang.StepAxiom}}}
	proof := &lang.Explanation{Steps: unexplained.Steps, Story: []lang.Line{{}}}
	for _, test := range []struct {
		name string
		d    lang.Diagnostic
		want string
	}{
		{"no derivation", lang.Diagnostic{Label: lang.Text("p"), Clash: &lang.Clash{A: witness(0), B: witness(1)}}, "p"},
		{"both marked", lang.Diagnostic{Label: lang.Text("p"), Explanation: proof, Clash: &lang.Clash{A: witness(0), B: witness(1)},
			Related: []lang.Related{{Span: span(2), Message: lang.Text("r")}, {Span: span(1), Message: lang.Text("q")}}}, "A p|r|B q"},
		{"one not marked", lang.Diagnostic{Label: lang.Text("p"), Explanation: proof, Clash: &lang.Clash{A: witness(0), B: witness(1)}}, "A p|B"},
		{"no story", lang.Diagnostic{Label: lang.Text("p"), Explanation: unexplained, Clash: &lang.Clash{A: witness(0), B: witness(1)}}, "p"},
		{"one place", lang.Diagnostic{Label: lang.Text("p"), Explanation: proof, Clash: &lang.Clash{A: witness(0), B: witness(0)}}, "A, B p"},
		{"one place, two labels", lang.Diagnostic{Label: lang.Text("p"), Explanation: proof, Clash: &lang.Clash{A: witness(0), B: witness(0)},
			Related: []lang.Related{{Message: lang.Text("q"), Span: span(0)}}}, "A p|B q"},
		{"a label of a witness", lang.Diagnostic{Label: lang.Text("p"), Explanation: proof, Span: lang.Span{Start: 4, End: 5},
			Clash: &lang.Clash{A: &lang.Witness{Span: lang.Span{Start: 3, End: 6}}, B: witness(1)}}, "A p|B"},
		{"three", lang.Diagnostic{Label: lang.Text("p"), Explanation: proof, Clash: &lang.Clash{A: witness(0), B: witness(1), C: witness(2)}}, "A p|B|C"},
		{"the primary place between them", lang.Diagnostic{Label: lang.Text("p"), Explanation: proof, Clash: &lang.Clash{A: witness(3), B: witness(4)}}, "p|A|B"},
	} {
		if test.d.Span == (lang.Span{}) {
			test.d.Span = span(0)
		}
		var got []string
		for _, m := range marksOf(&test.d) {
			got = append(got, m.label)
		}
		if g := strings.Join(got, "|"); g != test.want {
			t.Errorf("%s: %s, want %s", test.name, g, test.want)
		}
	}
}

func TestUndecided(t *testing.T) {
	at := func(i int32, score float64) lang.Blame {
		return lang.Blame{Span: lang.Span{Start: i, End: i + 1}, Score: score}
	}
	for _, test := range []struct {
		blame []lang.Blame
		want  bool
	}{
		{nil, false},
		{[]lang.Blame{at(0, 1)}, false},
		{[]lang.Blame{at(0, 10), at(1, 9.5)}, false},
		{[]lang.Blame{at(0, 10), at(1, 9.7)}, true},
		{[]lang.Blame{at(0, 10), at(0, 9.7)}, false},
		{[]lang.Blame{{Span: lang.Span{Start: 0, End: 5}, Score: 10}, at(3, 9.7), at(6, 9.5)}, false},
		{[]lang.Blame{{Span: lang.Span{Start: 0, End: 5}, Score: 10}, at(3, 9.7), at(6, 9.7)}, true},
		// A score that all places share makes none of them likelier.
		{[]lang.Blame{at(0, 1), at(1, 0.3)}, false},
		{[]lang.Blame{at(0, 0.3), at(1, 0)}, true},
		{[]lang.Blame{at(0, -10), at(1, -10.3)}, true},
		{[]lang.Blame{at(0, 1), at(1, -2)}, false},
	} {
		if _, got := lang.Rival(test.blame); got != test.want {
			t.Errorf("%v: %v", test.blame, got)
		}
	}
}

// Two places are alternatives only if a tried change at either of them fixes the error.
func TestAlternatives(t *testing.T) {
	at := func(start int32) lang.Span { return lang.Span{Start: start, End: start + 1} }
	fix := func(start int32, checked bool) lang.Fix {
		return lang.Fix{Checked: checked, Edits: []lang.Edit{{Span: at(start), Text: "1"}}}
	}
	blame := []lang.Blame{{Span: at(0), Score: 10}, {Span: at(5), Score: 9.9}}
	for _, test := range []struct {
		blame []lang.Blame
		fixes []lang.Fix
		want  bool
	}{
		{blame, nil, false},
		{blame, []lang.Fix{fix(0, true)}, false},
		{blame, []lang.Fix{fix(0, true), fix(5, false)}, false},
		{blame, []lang.Fix{fix(5, true), fix(0, true)}, true},
		{blame, []lang.Fix{fix(9, true), fix(5, true), fix(0, true)}, false}, // the first change says another place
		{blame[:1], []lang.Fix{fix(5, true), fix(0, true)}, false},
		{nil, []lang.Fix{fix(0, true)}, false},
	} {
		if _, _, got := alternatives(&lang.Diagnostic{Blame: test.blame, Fixes: test.fixes}); got != test.want {
			t.Errorf("%v: %v", test, got)
		}
	}
}

func TestShellWord(t *testing.T) {
	for word, want := range map[string]string{
		"nat.k:8:32": "nat.k:8:32", "a b.k:1:1": "'a b.k:1:1'", "it's.k:1:1": `'it'\''s.k:1:1'`,
		"-x.k:1:1": "./-x.k:1:1", "-:1:1": "-:1:1", "$x.k": "'$x.k'", "größe.k": "größe.k", `C:\a.k:1:2`: `'C:\a.k:1:2'`,
	} {
		if got := ShellWord(word); got != want {
			t.Errorf("%s: %s, want %s", word, got, want)
		}
	}
}

// natWhy is an answer about `.yx`, with a part that has no proof.
func natWhy() *patterns.Why {
	d := natDiagnostic()
	x := d.Explanation
	return &patterns.Why{
		Span: d.Span, Expression: ".yx", Definition: "mult", Signature: "?(X0 yx, ...) --> ?X0", Step: 12, Steps: 12,
		Parts: []patterns.WhyPart{
			{What: lang.Text("the input has the field `yx`"), Steps: []lang.Step{
				{Rule: lang.StepAxiom, Concludes: lang.Text("the input of `.yx` has the field `yx`"), Reason: "dot", Span: d.Span, Definition: "mult"},
			}, Story: []lang.Line{{Text: lang.Text("`.yx` reads the field `yx`"), Reason: "dot", Span: d.Span, Definition: "mult"}}, Core: []lang.Constraint{{Rule: "dot", Span: d.Span, Definition: "mult", Text: lang.Text("`.yx` takes what has a field `yx`")}}, Checked: true},
			{What: lang.Text("the input is closed: it has exactly the fields `x`, `y`"), Steps: x.Steps[:8], Story: x.Story, Core: x.Core, Checked: true},
			{What: lang.Text("the output is anything"), Checked: true},
		},
	}
}

func TestWhy(t *testing.T) {
	for _, v := range []View{Folded, Tree, Narrated} {
		for _, s := range styles {
			text := string(s.style.AppendWhy(nil, natInput(), natWhy(), v))
			if v != Narrated {
				sound(t, text, s.style)
			}
			if s.name == "color" {
				plainStyle := Style{Width: 80}
				if got := stripColors(text); got != string(plainStyle.AppendWhy(nil, natInput(), natWhy(), v)) {
					t.Errorf("without its colours\n%s", got)
				}
				continue
			}
			goldenText(t, "why-"+viewNames[v]+"-"+s.name, text)
		}
	}
	w := natWhy()
	w.Step, w.Parts, w.Definition = 3, nil, "__main__"
	w.Signature = "?(...) --> ?" + strings.Repeat("(X0 a, ", 20) + "X1" + strings.Repeat(" b)", 20)
	for _, v := range []View{Folded, Narrated} {
		goldenText(t, "why-nothing-"+viewNames[v], string((&Style{Width: 80}).AppendWhy(nil, natInput(), w, v)))
	}
	w = natWhy()
	w.Step = 3
	if text := string((&Style{}).AppendWhy(nil, natInput(), w, Folded)); !strings.Contains(text,
		"why nat.k:4:26 --at 3 --tree\n") {
		t.Errorf("how to see more: %s", text)
	}
}

func natTrace() Trace {
	at := func(text string, n int) lang.Span { return spanOf(natSource, text, n) }
	return Trace{Definition: "mult", Events: []patterns.TraceEvent{
		{Number: 1, Reason: lang.Text("prod: input"), Span: at("{{", 1), Definition: "mult", What: lang.Text("the input of the product and the input of `.yx` become one"), Before: [2]string{"(...)", "(yx, ...)"}, After: "?(X0 yx, ...)"},
		{Number: 2, Reason: lang.Text("comp: chaining"), Span: at("{.x.1 x", 2), Definition: "mult", What: lang.Text("the output of `{.x.1 x, .y y}` and the input of `mult` become one"), After: "?{X0 x, X1 y}"},
		{Number: 3, Span: at(".yx", 1), Definition: "mult", What: lang.Text("what is under `x` in both becomes one"), Outcome: patterns.AlreadyOne},
		{Number: 104, Reason: lang.Text("type"), Span: at("${", 1), Definition: "add", What: lang.Text("the input of `add` and `${nat x, nat y}` become one"), After: "?{X0 x, X1 y}", Outcome: patterns.Conflicting},
	}, Steps: 4, Trivial: func(step int) bool { return step == 1 }}
}

func TestTrace(t *testing.T) {
	for _, s := range styles {
		in := natInput()
		text := string(s.style.AppendTraces(nil, in, []Trace{natTrace()}))
		sound(t, text, s.style)
		if s.name != "color" {
			goldenText(t, "trace-"+s.name, text)
		}
	}
	if text := string((&Style{}).AppendTraces(nil, natInput(), []Trace{{Definition: "__main__"}})); text != "The main expression: nothing is known of how it was derived\n" {
		t.Error(text)
	}
}

// Explanations conform to the schema.
func TestProofSchema(t *testing.T) {
	d := natDiagnostic()
	none := natDiagnostic()
	none.Explanation = &lang.Explanation{}
	text := string(new(JSON).AppendFile(nil, natInput(d, none)))
	for _, want := range []string{
		`"proof":{"root":9,"steps":[{"id":1,"rule":"axiom","constraint":1,"concludes":"the input of`,
		`{"id":6,"rule":"label","label":"x","premises":[3],"concludes":`,
		`"core":{"constraints":[{"id":1,"rule":"prod","part":"input","span":{`,
		`"minimal":true,"checked":true},"blame":[{"rank":1,"span":{`,
		`"score":9.4,"needs":{"in":"?{X0 x, X1 y}","out":"?$nat"}},{"rank":2,`, `"secondary":false,"fingerprint":"4f1a"}`,
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no %s in %s", want, text)
		}
	}
	whyData := string(AppendWhyData(nil, natInput(), natWhy()))
	traceData := string(AppendTraceData(nil, natInput(), []Trace{natTrace(), {Definition: "add"}}))
	goldenText(t, "why-json", whyData)
	goldenText(t, "trace-json", traceData)
	for part, text := range map[string]string{"file": text, "why": whyData, "trace": traceData} {
		s, err := jsonschema.NewCompiler().Compile("schema.json#/$defs/" + part)
		if err != nil {
			t.Fatal(err)
		}
		doc, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Validate(doc); err != nil {
			t.Errorf("%s: %v", part, err)
		}
	}
}

// A step with the same premise twice names it once.
func TestStepNumbers(t *testing.T) {
	for want, from := range map[string][]int{"step 2": {1, 1}, "steps 1 and 3": {2, 0, 2}, "steps 2 to 4": {1, 3, 2, 1}} {
		if got := stepNumbers(from); got != want {
			t.Errorf("%v: %q, not %q", from, got, want)
		}
	}
}
