package mutate

import (
	"bytes"
	"context"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/patgraph/patgraph/internal/sample"
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/k"
	analyzer "github.com/patgraph/patgraph/patterns/k"
)

var loaded = make(map[*Language][]Program)

// load reads the programs of a language once, and checks that their names differ.
func load(t *testing.T, l *Language) []Program {
	t.Helper()
	if programs := loaded[l]; programs != nil {
		return programs
	}
	programs, err := Load("../../..", l)
	if err != nil {
		t.Fatal(err)
	}
	loaded[l] = programs
	names := make(map[string]bool)
	for _, p := range programs {
		if names[p.Name] {
			t.Errorf("two programs are named %s", p.Name)
		}
		names[p.Name] = true
	}
	return programs
}

var shared = make(map[*Language][]Mutant)

// generate makes the mutants of the programs of a language. Tests share the sets with one mutant of each operator
// and program.
func generate(t *testing.T, l *Language, o Options) (list []Mutant) {
	t.Helper()
	programs := load(t, l)
	o.Seed, o.Jobs = 1, 2
	if o.Per != 1 {
		return Generate(programs, o)
	}
	if shared[l] == nil {
		shared[l] = Generate(programs, Options{Seed: 1, Per: 1, Jobs: 2})
	}
	for _, m := range shared[l] {
		i := slices.IndexFunc(programs, func(p Program) bool { return p.Name == m.Program })
		if (o.Split == "" || m.Split == o.Split) && (o.Dialect == "" || programs[i].Dialect == o.Dialect) {
			list = append(list, m)
		}
	}
	return list
}

// A program is long enough to be mutated in many ways, and neither split is empty.
func TestPrograms(t *testing.T) {
	programs := load(t, K)
	if len(programs) < 20 {
		t.Errorf("only %d programs", len(programs))
	}
	splits := make(map[string]int)
	later := make(map[string]int)
	for _, p := range programs {
		if lines := bytes.Count(p.Source, []byte("\n")); p.Dialect == "k6" {
			later[p.Split]++
			if lines < 40 {
				t.Errorf("%s has %d lines", p.Name, lines)
			}
		} else {
			splits[p.Split]++
		}
	}
	if splits[Fit] < 8 || splits[Test] < 8 || len(splits) != 2 || later[Fit] < 3 || later[Test] < 3 || len(later) != 2 {
		t.Errorf("splits %v of k4, %v of k6", splits, later)
	}
}

// The same seed gives the same mutants, whatever runs in parallel and whichever other operators are selected; another
// seed gives others.
func TestDeterministic(t *testing.T) {
	programs := load(t, K)[:3]
	one := Generate(programs, Options{Seed: 7, Per: 3})
	two := Generate(programs, Options{Seed: 7, Per: 3, Jobs: 3})
	if !reflect.DeepEqual(one, two) {
		t.Error("two runs differ")
	}
	only := Generate(programs, Options{Seed: 7, Per: 3, Operators: []string{"typo"}})
	var typos []Mutant
	for _, m := range one {
		if m.Operator == "typo" {
			typos = append(typos, m)
		}
	}
	if !reflect.DeepEqual(only, typos) {
		t.Error("an operator by itself gives other mutants")
	}
	if reflect.DeepEqual(one, Generate(programs, Options{Seed: 8, Per: 3})) {
		t.Error("the seed changes nothing")
	}
}

func TestMutants(t *testing.T) {
	mutants := generate(t, K, Options{Per: 1})
	wellMade(t, mutants, K.Operators)
	for i := range mutants {
		m := &mutants[i]
		if want := map[bool]int{true: 2, false: 1}[m.Operator == "two-edits"]; len(m.Truths) != want {
			t.Errorf("%s has %d truths", m.ID, len(m.Truths))
		}
		for _, d := range parse(m.Program, m.Source).Defs {
			for _, truth := range m.Truths {
				for _, p := range truth.Places {
					if p.Span == d.Span && !d.Main {
						t.Errorf("%s: a whole definition is a place", m.ID)
					}
				}
			}
		}
	}
}

// wellMade checks that mutants are the results of their edits, that their places are not empty, and that each operator
// has some.
func wellMade(t *testing.T, mutants []Mutant, operators []string) {
	t.Helper()
	count := make(map[string]int)
	ids := make(map[string]bool)
	for i := range mutants {
		m := &mutants[i]
		count[m.Operator]++
		if ids[m.ID] {
			t.Errorf("two mutants %s", m.ID)
		}
		ids[m.ID] = true
		if bytes.Equal(m.Source, m.Original) {
			t.Errorf("%s is the original", m.ID)
		}
		if text := apply(m.Original, m.Edits); !bytes.Equal(text, m.Source) {
			t.Errorf("%s: the edits do not make the mutant", m.ID)
		}
		if len(m.Truths) == 0 {
			t.Errorf("%s has no truth", m.ID)
		}
		for _, truth := range m.Truths {
			if len(truth.Places) == 0 || truth.Definition == "" {
				t.Errorf("%s: a truth is nowhere", m.ID)
			}
			for _, p := range truth.Places {
				if p.Span.Start < 0 || p.Span.Start >= p.Span.End || int(p.Span.End) > len(m.Source) {
					t.Fatalf("%s: a place outside of the text: %v", m.ID, p.Span)
				}
				text := string(m.Source[p.Span.Start:p.Span.End])
				if text != strings.TrimSpace(text) {
					t.Errorf("%s: the place %q has blanks around it", m.ID, text)
				}
			}
		}
	}
	for _, op := range operators {
		if count[op] < 6 {
			t.Errorf("%d mutants by %s", count[op], op)
		}
	}
}

// checkGenerated checks the mutants of all programs of a language, and that there are at least `least`.
func checkGenerated(t *testing.T, l *Language, least int) {
	t.Helper()
	mutants := generate(t, l, Options{Per: 1})
	wellMade(t, mutants, l.Operators)
	if len(mutants) < least {
		t.Errorf("only %d mutants", len(mutants))
	}
}

// A small run: every error is explained, and the invariants of explanations hold.
func TestMeasure(t *testing.T) {
	all := generate(t, K, Options{Per: 1})
	var mutants []Mutant
	for i := range 15 {
		mutants = append(mutants, all[i*len(all)/15])
	}
	scores := Measure(mutants, 2)
	for _, s := range scores {
		switch {
		case s.Errors == 0:
			t.Errorf("%s: every error is a consequence of another", s.ID)
		case s.MinimalAll < s.Explained:
			t.Errorf("%s: a core is not minimal", s.ID)
		case s.CheckedAll < s.Explained:
			t.Errorf("%s: a proof was not accepted", s.ID)
		case s.Words != Words{}:
			t.Errorf("%s: unfit words %+v", s.ID, s.Words)
		case s.FalseHelps > 0:
			t.Errorf("%s: of %d changes, more is said of %d than is so", s.ID, s.Helps, s.FalseHelps)
		case s.UnfitHelps > 0:
			t.Errorf("%s: of %d changes, no one could use %d", s.ID, s.Helps, s.UnfitHelps)
		}
	}
	r := NewReport(K, Options{Seed: 1, Per: 1}, scores, CompareShuffled(mutants, 2))
	if r.All.Mutants != 15 || r.Shuffle.Mutants != 15 || r.All.Top1 > r.All.Top3 || r.All.Top3 > r.All.Top5 ||
		r.All.Top1 == 0 {
		t.Errorf("the report is %+v", r.All)
	}
	if r.All.Errors == 0 || r.All.ErrorsExplained != r.All.Errors {
		t.Errorf("of %d errors, %d are explained", r.All.Errors, r.All.ErrorsExplained)
	}
	if r.Shuffle.Cores < 15 {
		t.Errorf("cores depend on order or names: %v", r.Shuffle.Differ)
	}
	var b strings.Builder
	if err := r.Markdown(&b); err != nil || !strings.Contains(b.String(), "| all | 15 |") {
		t.Errorf("%v\n%s", err, b.String())
	}
}

// One mutant of each operator and program of the test split, or all mutants of make mutants: the invariants of every
// error, the words of every message, and how often the mistake is in the core.
func TestAll(t *testing.T) {
	t.Run("k4", func(t *testing.T) {
		checkMutants(t, Options{Dialect: "k4", Per: sample.Size(defaultPer, 1)}, sample.Size(2000, 50), 873, 972, 988)
	})
	t.Run("k6", func(t *testing.T) {
		checkMutants(t, Options{Dialect: "k6", Per: sample.Size(4, 1)}, sample.Size(400, 30), 930, 988, 994)
	})
}

// checkMutants measures the mutants of a dialect. In the test programs the mistake has to be the first suspect, among
// the first three and among the first five, in at least top1, top3 and top5 of 1000 mutants. A sample is allowed some
// deviation.
func checkMutants(t *testing.T, o Options, least, top1, top3, top5 int) {
	o.Seed = 1
	if o.Per == 1 {
		o.Split = Test
	}
	mutants := thin(generate(t, K, o), least)
	scores := Measure(mutants, 2)
	for i := range scores {
		if s := &scores[i]; s.Operator != "two-edits" && s.Errors > 5 {
			t.Errorf("%s: one mistake has %d errors", s.ID, s.Errors)
		}
	}
	r := NewReport(K, o, scores, CompareShuffled(mutants, 2))
	if s := r.Shuffle; s.Errors < s.Mutants || s.Cores < s.Mutants || s.Blame < s.Mutants {
		t.Errorf("what is said depends on order or names: %v", s.Differ)
	}
	checkInvariants(t, &r.All)
	switch a := r.All; {
	case a.Mutants < least:
		t.Errorf("%d mutants", a.Mutants)
	case a.ErrorsExplained < a.Errors:
		t.Errorf("of %d errors, %d are explained", a.Errors, a.ErrorsExplained)
	case a.Helps < a.Mutants:
		t.Errorf("%d changes are offered for %d mutants", a.Helps, a.Mutants)
	case 1000*a.WithTruth < 995*a.Errors:
		t.Errorf("of %d errors, %d have the mistake in the core", a.Errors, a.WithTruth)
	case a.LinesMedian > 16 || a.LinesP90 > 30:
		t.Errorf("half of the reports have more than %d lines, or a tenth more than %d", a.LinesMedian, a.LinesP90)
	}
	chance := sample.Size(0, 30)
	checkShares(t, r, shares{top1: top1 - chance, top3: top3 - chance, top5: top5 - chance})
}

// checkGuest measures the mutants of make mutants, or `some` of them, or one of each operator in each program of the
// test split. The shares of the test split have to reach the minimum.
func checkGuest(t *testing.T, l *Language, some int, least shares) {
	t.Helper()
	o := Options{Seed: 1, Per: sample.Size(defaultPer, 1)}
	if o.Per == 1 {
		o.Split = Test
	}
	mutants := thin(generate(t, l, o), some)
	r := NewReport(l, o, Measure(mutants, 2), nil)
	checkInvariants(t, &r.All)
	chance := sample.Size(0, 10) // a sample deviates more
	checkShares(t, r, shares{least.shown - chance, least.top1 - chance, least.top3 - chance, least.top5 - chance,
		least.fix - chance})
}

// thin returns `some` of the mutants, evenly chosen; with PATGRAPH_ALL=1 all of them.
func thin(mutants []Mutant, some int) []Mutant {
	n := sample.Size(len(mutants), min(some, len(mutants)))
	for i := range n {
		mutants[i] = mutants[i*len(mutants)/n]
	}
	return mutants[:n]
}

// checkInvariants checks the invariants of every error.
func checkInvariants(t *testing.T, a *Summary) {
	t.Helper()
	switch {
	case a.ErrorsExplained == 0 || a.Minimal < a.ErrorsExplained || a.Checked < a.ErrorsExplained:
		t.Errorf("of %d explained errors, %d cores are minimal and %d proofs hold", a.ErrorsExplained,
			a.Minimal, a.Checked)
	case a.Words != Words{}:
		t.Errorf("unfit words: %+v", a.Words)
	case a.Helps == 0 || a.FalseHelps > 0 || a.UnfitHelps > 0 || a.Undefined > 0:
		t.Errorf("of %d changes, more is said of %d than is so, and no one could use %d", a.Helps,
			a.FalseHelps, a.UnfitHelps+a.Undefined)
	}
}

// Shares count, of 1000 mutants of the test split, those whose mistake is shown, is the first suspect, among the first
// three and among the first five; and, of 1000 mutants by repairable operators of any split, those that are offered a
// repair that helps.
type shares struct{ shown, top1, top3, top5, fix int }

func checkShares(t *testing.T, r *Report, least shares) {
	t.Helper()
	check := func(what string, n, all, least int) {
		if all == 0 || 1000*n < least*all {
			t.Errorf("of %d mutants, the mistake is %s in %d; it has to be in %d of 1000", all, what, n, least)
		}
	}
	i := slices.IndexFunc(r.Splits, func(s Summary) bool { return s.Name == Test })
	s := &r.Splits[i]
	check("shown", s.Shown, s.Mutants, least.shown)
	check("blamed first", s.Top1, s.Mutants, least.top1)
	check("among the first three", s.Top3, s.Mutants, least.top3)
	check("among the first five", s.Top5, s.Mutants, least.top5)
	fix, all := r.repaired()
	check("fixed", fix, all, least.fix)
}

// A tightness states whether a place is tight for a truth, both as texts of a program.
type tightness struct {
	truth, place string
	tight        bool
}

func checkTight(t *testing.T, l *Language, source string, tests []tightness) {
	t.Helper()
	for _, test := range tests {
		m := &Mutant{Language: l, Program: "p", Source: []byte(source),
			Truths: []Truth{{Places: []Place{{Span: at(t, source, test.truth, 0)}}}}}
		if got := NewOracle(m).Tight(0, at(t, source, test.place, 0)); got != test.tight {
			t.Errorf("`%s` for `%s`: %t", test.place, test.truth, got)
		}
	}
}

// at returns the span of the n-th occurrence, from 0, of a text.
func at(t *testing.T, source, text string, n int) lang.Span {
	t.Helper()
	from := 0
	for ; ; n-- {
		i := strings.Index(source[from:], text)
		if i < 0 {
			t.Fatalf("no %q", text)
		}
		if n == 0 {
			return lang.Span{Start: int32(from + i), End: int32(from + i + len(text))}
		}
		from += i + 1
	}
}

func TestTight(t *testing.T) {
	const source = `$pair = {int a, int b};
f = $pair {.a x, .b g y} <.x, .y  .z> h;
g = ?{X left, {Y right, ...} rest} .left;
h = {.a .b .c .d .e p, .f .g .h .i .j .k .l q, "r" r};
{.m m, .n n}`
	tests := []struct {
		name       string
		truth      string
		nth        int
		new        bool
		span       string
		spanNth    int
		rule, part string
		tight      bool
		states     bool
		exact      bool
	}{
		{"itself", ".a", 0, true, ".a", 0, "", "", true, true, true},
		{"its label", ".a", 0, true, "a", 3, "", "", true, true, true},
		{"the projection of a label", "a", 3, true, ".a", 0, "", "", true, true, true},
		{"the field of a value", ".a", 0, true, ".a x", 0, "", "", true, true, false},
		{"the field of a label", "x", 0, true, ".a x", 0, "", "", true, true, false},
		{"the bracket of a label", "x", 0, true, "{.a x, .b g y}", 0, "", "", true, true, false},
		{"another field", "x", 0, true, ".b g y", 0, "", "", false, false, false},
		{"another label", "x", 0, true, "y", 0, "", "", false, false, false},
		{"a large bracket", "p", 2, true, `{.a .b .c .d .e p, .f .g .h .i .j .k .l q, "r" r}`, 0, "", "", false, false, false},
		{"a large bracket by its rule", "p", 2, true, `{.a .b .c .d .e p, .f .g .h .i .j .k .l q, "r" r}`, 0, "prod", "output", false, true, false},
		{"and by another part", "p", 2, true, `{.a .b .c .d .e p, .f .g .h .i .j .k .l q, "r" r}`, 0, "prod", "input", false, false, false},
		{"the definition", "x", 0, true, "f = $pair {.a x, .b g y} <.x, .y  .z> h;", 0, "", "", false, false, false},
		{"the body", ".z", 0, true, "$pair {.a x, .b g y} <.x, .y  .z> h", 0, "", "", false, false, false},
		{"the body by its rule", "h", 0, true, "$pair {.a x, .b g y} <.x, .y  .z> h", 0, "comp", "end", false, true, false},
		{"a seam", "$pair", 1, true, "$pair {.a x, .b g y}", 0, "", "", true, true, false},
		{"a large seam", "$pair", 1, true, "$pair {.a x, .b g y} <.x, .y  .z>", 0, "", "", false, false, false},
		{"a neighbour", "$pair", 1, true, "{.a x, .b g y}", 0, "", "", false, false, false},
		{"a neighbour by the seam's rule", "$pair", 1, true, "{.a x, .b g y}", 0, "comp", "chaining", false, true, false},
		{"between", ".y", 0, true, "  ", 0, "", "", true, true, false},
		{"the name of a type's sign", "pair", 1, true, "$pair", 1, "", "", true, true, false},
		{"a filter's bracket", "right", 0, true, "{Y right, ...}", 0, "", "", true, true, false},
		{"a filter", "left", 0, true, "?{X left, {Y right, ...} rest}", 0, "", "", true, true, false},
		{"a filter of an inner part", "right", 0, true, "?{X left, {Y right, ...} rest}", 0, "", "", false, false, false},
		{"an edited bracket's branch", "<.x, .y  .z>", 0, false, ".y  .z", 0, "", "", false, false, false},
		{"an edited bracket's branch by its rule", "<.x, .y  .z>", 0, false, ".y  .z", 0, "merge", "output", false, true, false},
		{"an edited bracket's token", "<.x, .y  .z>", 0, false, "<", 0, "", "", true, true, true},
		{"something deep in an edited bracket", "<.x, .y  .z>", 0, false, ".z", 0, "merge", "output", false, false, false},
		{"something in a new bracket", "<.x, .y  .z>", 0, true, ".z", 0, "", "", true, true, true},
		{"nothing", "x", 0, true, "", 0, "", "", false, false, false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			m := &Mutant{Language: K, Program: "p", Source: []byte(source)}
			m.Truths = []Truth{{Places: []Place{{Span: at(t, source, test.truth, test.nth), New: test.new}}}}
			o := NewOracle(m)
			s := at(t, source, test.span, test.spanNth)
			if got := o.Tight(0, s); got != test.tight {
				t.Errorf("Tight is %t", got)
			}
			if got := o.Exact(0, s); got != test.exact {
				t.Errorf("Exact is %t", got)
			}
			if got := o.States(0, &lang.Constraint{Rule: test.rule, Part: test.part, Span: s}); got != test.states {
				t.Errorf("States is %t", got)
			}
		})
	}
}

func TestJudge(t *testing.T) {
	const source = "f = {.a x} .y;\ng = {.b u} .v;\n"
	const original = "f = {.a y} .y;\ng = {.b u} .v;\n"
	span := func(text string) lang.Span { return at(t, source, text, 0) }
	m := &Mutant{
		Language: K, ID: "p/two-edits/00", Program: "p", Operator: "two-edits", Source: []byte(source),
		Original: []byte(original), Apart: true,
		Truths: []Truth{
			{Definition: "f", Places: []Place{{Span: at(t, source, "x", 0), New: true}}},
			{Definition: "g", Places: []Place{{Span: span(".v"), New: true}}},
		},
	}
	first := lang.Diagnostic{
		Code: lang.MissingField, Message: lang.Text("no"), Span: span(".y"),
		Explanation: &lang.Explanation{
			Steps: []lang.Step{{Rule: lang.StepAxiom}, {Rule: lang.StepTrans}, {Rule: lang.StepClash}},
			Core: []lang.Constraint{
				{Rule: "prod", Part: "output", Span: span("{.a x}")},
				{Rule: "comp", Part: "chaining", Span: span("{.a x} .y")},
				{Rule: "dot", Span: span(".y"), Definition: "h"},
			},
			Minimal: true,
		},
		Blame: []lang.Blame{{Span: span(".a")}, {Span: span("{.a x}")}, {Span: span("x")}},
		Fixes: []lang.Fix{{Grade: "machine", Checked: true, Edits: []lang.Edit{{Span: span("x"), Text: `"y"`}}}},
	}
	second := lang.Diagnostic{Code: lang.MissingField, Message: lang.Text("no"), Span: span(".v")}
	warning := lang.Diagnostic{Code: lang.NarrowRecursion, Severity: lang.Warning, Message: lang.Text("perhaps"),
		Span: span("g")}
	consequence := lang.Diagnostic{Code: lang.MissingField, Secondary: true, Message: lang.Text("so"), Span: span("g")}

	got := Judge(m, []lang.Diagnostic{warning, consequence, first, second})
	want := Score{
		ID: m.ID, Program: "p", Operator: "two-edits", Apart: true,
		Errors: 2, Explained: 1, WithTruth: 1, MinimalAll: 1,
		Proof: true, InSlice: true, Shown: true, Rank: 2, Exact: 3, Slice: 2, Steps: 1, Followed: 3, Through: 2,
		Fix: true, Restores: true, RestoresBy: true, Both: true,
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}

	// An error without an explanation has no slice, and blames its own place.
	got = Judge(m, []lang.Diagnostic{second})
	want = Score{ID: m.ID, Program: "p", Operator: "two-edits", Apart: true, Errors: 1, Shown: true, Rank: 1, Exact: 1}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}

	// It also blames the texts that its repairs replace, and then the other places that it shows.
	elsewhere := lang.Diagnostic{
		Code: lang.MissingField, Message: lang.Text("no"), Span: span("g"),
		Related: []lang.Related{{Span: span(".b")}, {Span: span(".v")}},
		Fixes:   []lang.Fix{{Grade: "maybe", Edits: []lang.Edit{{Span: span("u"), Text: "v"}}}},
	}
	if got = Judge(m, []lang.Diagnostic{elsewhere}); got.Rank != 4 || !got.Shown || got.InSlice {
		t.Errorf("got %+v", got)
	}

	// One error cannot report both edits, and an unchecked repair does not count.
	first.Explanation.Core = append(first.Explanation.Core, lang.Constraint{Rule: "dot", Span: span(".v")})
	first.Fixes[0].Edits = append(first.Fixes[0].Edits, lang.Edit{Span: span("x")})
	first.Fixes[0].Checked = false
	if got = Judge(m, []lang.Diagnostic{first}); got.Both || got.Restores || got.Fix {
		t.Errorf("got %+v", got)
	}
	if got = Judge(m, nil); got.Errors != 0 || got.Rank != 0 {
		t.Errorf("got %+v", got)
	}
}

func TestSummarize(t *testing.T) {
	scores := []Score{
		{Errors: 1, Explained: 1, WithTruth: 1, MinimalAll: 1, Proof: true, InSlice: true, Rank: 1, Slice: 4, Steps: 3},
		{Errors: 2, Explained: 1, CheckedAll: 1, Proof: true, Rank: 4, Slice: 9, Steps: 8, Fix: true},
		{Errors: 1, Rank: 3, Operator: "two-edits", Apart: true, Independent: true, Both: true},
		{Errors: 1, Operator: "two-edits", Independent: true, Words: Words{Equal: 1}},
	}
	got := Summarize("s", scores)
	want := Summary{
		Name: "s", Mutants: 4, Explained: 2, InSlice: 1, Top1: 1, Top3: 2, Top5: 3, Fix: 1,
		SliceMedian: 4, SliceP90: 9, StepsMedian: 3, StepsP90: 8,
		Errors: 5, ErrorsExplained: 2, WithTruth: 1, Minimal: 1, Checked: 1,
		Independent: 2, IndependentBoth: 1, Apart: 1, ApartBoth: 1, Near: 1, Words: Words{Equal: 1},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
	if s := percent(1999, 2000); s != "99.9 %" {
		t.Errorf("nearly all is %s", s)
	}
}

func TestWords(t *testing.T) {
	w := func(shape string) *lang.Witness { return &lang.Witness{Shape: shape} }
	tests := []struct {
		d    lang.Diagnostic
		want Words
	}{
		{lang.Diagnostic{Message: lang.Text("the field `node` of `# x`"), Clash: &lang.Clash{A: w("a"), B: w("b")}}, Words{}},
		{lang.Diagnostic{Message: lang.Text("one of many nodes")}, Words{Residue: 1}},
		{lang.Diagnostic{Message: lang.Text("`%!s(int=3)`")}, Words{Residue: 1}},
		{lang.Diagnostic{Message: lang.Text("no"), Notes: lang.Texts("cannot unify")}, Words{Residue: 1}},
		{lang.Diagnostic{Message: lang.Text("no `BADJOXAZCRYW`")}, Words{Hash: 1}},
		{lang.Diagnostic{Message: lang.Text("no"), Help: lang.Texts("is `@KL25Dje7Fw9abcdefgh3J`")}, Words{Hash: 1}},
		{lang.Diagnostic{Message: lang.Text("no"), Label: lang.Text("is an `$a`"), Related: []lang.Related{{Message: lang.Text("is an `$a`")}}}, Words{Equal: 1}},
		{lang.Diagnostic{Message: lang.Text("no"), Clash: &lang.Clash{A: w("a"), B: w("a")}}, Words{Equal: 1}},
		{lang.Diagnostic{Message: lang.Text("unify"), Secondary: true}, Words{}},
		{lang.Diagnostic{Message: lang.Text("no"), Explanation: &lang.Explanation{
			Steps: []lang.Step{{Concludes: lang.Text("#3 is #4")}}}, Blame: []lang.Blame{{In: "?{X0 node, ...}"}}},
			Words{Residue: 1}},
	}
	for _, test := range tests {
		var got Words
		if got.count(&test.d, ""); got != test.want {
			t.Errorf("%+v: got %+v", test.d, got)
		}
	}
}

// A shuffled program has the same meaning: it has no errors either, and Back finds the former place of every construct.
func TestShuffle(t *testing.T) {
	for _, p := range load(t, K) {
		s := Shuffle(p.Source, 5)
		r := analyzer.Analyze(context.Background(), lang.NewFile("in.k", s.Source), analyzer.Options{})
		if len(r.Diagnostics) > 0 {
			t.Errorf("%s: %s\n%s", p.Name, r.Diagnostics[0].Message, s.Source)
			continue
		}
		old, tree := parse(p.Name, p.Source), parse(p.Name, s.Source)
		if bytes.Equal(p.Source, s.Source) || len(old.Nodes) != len(tree.Nodes) {
			t.Errorf("%s: %d nodes became %d", p.Name, len(old.Nodes), len(tree.Nodes))
		}
		was := make(map[lang.Span][]k.Op)
		for i := range old.Nodes {
			s := old.Nodes[i].Span()
			was[s] = append(was[s], old.Nodes[i].Op)
		}
		for i := range tree.Nodes {
			n := &tree.Nodes[i]
			if back := s.Back(n.Span()); !slices.Contains(was[back], n.Op) {
				t.Errorf("%s: no such construct at %v: %s", p.Name, back, s.Source[n.Start:n.End])
			}
		}
	}
}

func TestApply(t *testing.T) {
	span := func(a, b int32) lang.Span { return lang.Span{Start: a, End: b} }
	text, ok := Apply([]byte("abcdef"),
		[]lang.Edit{{Span: span(4, 5), Text: "X"}, {Span: span(1, 2)}, {Span: span(4, 4), Text: "-"}})
	if !ok || string(text) != "acd-Xf" {
		t.Errorf("%q %t", text, ok)
	}
	for _, bad := range [][]lang.Edit{
		{{Span: span(1, 3)}, {Span: span(2, 4)}},
		{{Span: span(3, 2)}},
		{{Span: span(5, 9)}},
	} {
		if _, ok := Apply([]byte("abcdef"), bad); ok {
			t.Errorf("%v is accepted", bad)
		}
	}
}

func TestHole(t *testing.T) {
	for _, test := range []struct{ source, place, want string }{
		{"f = {.a x} .y;", "x", "f =  <>  .y;"},
		{"f = {.a x, .b y};", ".a", "f = { <>  x, .b y};"},
		{"f = .a ?<X l, ...>;", "l", "f = .a  <> ;"},
		{"$ t = <{} a>; f = $<t b, {} c> .b;", "b, {} c", "$ t = <{} a>; f =  <>  .b;"},
		{"$ t = <{} a>; f = $t;", "a", ""},
	} {
		l := newLocator(parse("p", []byte(test.source)))
		edit, ok := l.hole(&Truth{Places: []Place{{Span: at(t, test.source, test.place, 0)}}})
		got := ""
		if ok {
			got = string(apply([]byte(test.source), []lang.Edit{edit}))
		}
		if got != test.want {
			t.Errorf("%s at %s: %q, want %q", test.source, test.place, got, test.want)
		}
	}
}

// Two edits of one definition may depend on each other, or not.
func TestIndependent(t *testing.T) {
	const original = "f = {.a x, .b y} {.x p, .y q};"
	for _, test := range []struct {
		source string
		places [2]string
		want   bool
	}{
		{"f = {.a x, .b y} {.u p, .v q};", [2]string{"u", "v"}, true},
		{"f = {.a w, .b y} {.x p, .z q};", [2]string{"w", "z"}, false}, // a hole for the product
	} {
		g := newGenerator(&Program{Language: K, Name: "p", Source: []byte(original)}, Options{})
		m := &Mutant{Language: K, Program: "p", Source: []byte(test.source)}
		for _, p := range test.places {
			m.Truths = append(m.Truths, Truth{Places: []Place{{Span: at(t, test.source, p, 0), New: true}}})
		}
		if got := g.independent(m); got != test.want {
			t.Errorf("%s: independent is %v", test.source, got)
		}
	}
}
