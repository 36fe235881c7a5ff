package main

import (
	"context"
	"strings"
	"testing"

	"github.com/patgraph/patgraph/cmd/patgraph/cli"
	"github.com/patgraph/patgraph/cmd/patgraph/languages"
	"github.com/patgraph/patgraph/cmd/patgraph/report"
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/language"
)

// knowing is a front end with invented answers.
type knowing struct{ patterns.Front }

func (knowing) steps(name string) []lang.Step {
	return []lang.Step{
		{Rule: lang.StepAxiom, Concludes: lang.Text(name + " reads `a`"), Reason: "dot", Span: lang.Span{Start: 4, End: 6}, Definition: "f"},
		{Rule: lang.StepLabel, Label: "a", Premises: []int32{0}, Concludes: lang.Text("so it has `a`"), Constraint: -1},
	}
}

func (knowing) story(name string) []lang.Line {
	return []lang.Line{{Text: lang.Text(name + " reads `a`"), Reason: "dot", Span: lang.Span{Start: 4, End: 6}, Definition: "f"}}
}

func (w knowing) Why(offset, at int32) (patterns.Why, bool) {
	if offset >= 6 {
		return patterns.Why{}, false
	}
	if at < 0 {
		at = 7
	}
	return patterns.Why{
		Span: lang.Span{Start: 4, End: 6}, Expression: ".a", Definition: "f",
		Signature: "?(X0 a, ...) --> ?X0", Step: at, Steps: 7,
		Parts: []patterns.WhyPart{{What: lang.Text("the input has the field `a`"), Steps: w.steps("`.a`"), Story: w.story("`.a`"), Checked: true}},
	}, true
}

func (w knowing) WhyDefinition(d, at int32) (patterns.Why, bool) { return w.Why(0, at) }

func (w knowing) Trace(d int32, most int) ([]patterns.TraceEvent, int) {
	return []patterns.TraceEvent{{Number: 1, Reason: lang.Text("comp: chaining"), Span: lang.Span{Start: 4, End: 6}, Definition: "f",
		What: lang.Text("the output of `.a` and the input of `.b` become one"), After: "?(X0 b, ...)"}}, 1
}

// withAnswers makes the language return these answers, and report an error with a derivation.
func withAnswers(p *cli.Program) {
	p.Languages = language.Table{{Extensions: []string{".k"}, Analyze: func(ctx context.Context, f *lang.File, o language.Options) *patterns.Result {
		r := languages.All[0].Analyze(ctx, f, o)
		r.Front = knowing{r.Front}
		for i := range r.Diagnostics {
			r.Diagnostics[i].Explanation = &lang.Explanation{Steps: knowing{}.steps("it"), Story: knowing{}.story("it"), Shown: lang.Text("these must be equal"), Checked: true}
		}
		return r
	}}}
}

func TestWhyCommand(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "a.k", "f = .a .b;\ng = .c;\n")
	write(t, "e.k", "f = {1 x, 2 y} .z toJSON;\n")
	t.Setenv("NO_COLOR", "1")
	const folded = "`.a` : ?(X0 a, ...) --> ?X0\n" + ` --> a.k:1:5
  |
1 | f = .a .b;
  |     ^^
  |
  = the input has the field ` + "`a`" + `, because
      1  ` + "`.a`" + ` reads ` + "`a`" + `   1:5  dot
  = more: patgraph why a.k:1:5 --tree
`
	for _, test := range []struct {
		line string
		exit int
		want string // all of the output, or with … a part of it
	}{
		{"why a.k:1:5", report.Clean, indented(folded)},
		{"why a.k f", report.Clean, indented(folded)},
		{"why a.k:1:6:", report.Clean, indented(folded)},
		{"why a.k:1:5 --tree", report.Clean, "…2. so it has `a` (one value has one part `a`)\n       └─ 1. …"},
		{"why a.k:1:5 --tree --ascii", report.Clean, "…`- 1. …"},
		{"why a.k:1:5 --narrate", report.Clean, "…Step 2. So it has `a`, because of step 1: …"},
		{"why a.k:1:5 --at 3", report.Clean, "…after step 3 of 7…"},
		{"why a.k:1:5 --at 3", report.Clean, "…why a.k:1:5 --at 3 --tree…"},
		{"why a.k:1:5 --color always", report.Clean, "…\x1b[…"},
		{"why a.k:1:5 --at 8", report.Unusable, "…there is no step 8: the derivation has 7 steps…"},
		{"why a.k:1:5 --at x", report.Unusable, "…--at takes a number…"},
		{"why a.k:1:5 --format json", report.Clean, `…{"schema":"patgraph/1","file":"a.k","why":{"span":…`},
		{"why a.k:2:5", report.Unusable, "…nothing is known of a.k:2:5\n…"},
		{"why a.k:3:1", report.Unusable, "…nothing is known of a.k:3:1: no definition is there…"},
		{"why e.k:1:20", report.Unusable, "…nothing is known of e.k:1:20, since there is an error in `f`: patgraph explain e.k:1\n…"},
		{"why a.k", report.Unusable, "…which expression?…"},
		{"why a.k:1", report.Unusable, "…did you mean patgraph why a.k:1:1?…"},
		{"why a.k ff", report.Unusable, "…`a.k` has no definition `ff`\n  did you mean f?…"},
		{"why a.k:1:5 f", report.Unusable, "…is already a place…"},
		{"why a.k f g", report.Unusable, "…takes one file…"},
		{"why", report.Unusable, "…which file?…"},
		{"why b.k:1:1", report.Unusable, "…there is `a.k`…"},
		{"why a.k:9:1", report.Unusable, "…there is no line 9: `a.k` has 2 lines…"},
		{"why --tree --narrate a.k:1:5", report.Unusable, "…--tree and --narrate…"},
		{"why --tree --format json a.k:1:5", report.Unusable, "…--format json has everything…"},
		{"why .", report.Unusable, "…which expression?…"},
		{"why . f", report.Unusable, "…`.` is a folder; patgraph why takes a file\n…"},

		{"trace a.k", report.Clean, "…`g`: 1 step\n\n  1  1:5  comp: chaining, in `f`  the output of …"},
		{"trace a.k f", report.Clean, "`f`: 1 step\n\n  1  1:5  comp: chaining  the output of `.a` and the input of `.b` become one\n" +
			"                          afterwards ?(X0 b, ...)\n\nmore: patgraph why a.k:LINE:COL --at STEP\n"},
		{"trace a.k f --format json", report.Clean, `{"schema":"patgraph/1","file":"a.k","definitions":[{"name":"f","events":[{"step":1,…`},
		{"trace a.k h", report.Unusable, "…has no definition `h`…"},
		{"trace a.k:1:5", report.Unusable, "…did you mean patgraph why a.k:1:5?…"},
		{"trace a.k --tree", report.Unusable, "…no flag…"},

		{"explain e.k:1:16", report.Errors, "…= these must be equal, because\n       1  it reads `a`   1:5  dot\n…"},
		{"explain e.k:1:16", report.Errors, "…   = more: patgraph explain e.k:1:16 --tree\n\n"},
		{"explain e.k:1:16 --tree", report.Errors, "…   = why this cannot be, the conclusion first\n       2. so it has…"},
		{"explain e.k:1:16 --full", report.Errors, "…   = why this cannot be, in 2 steps\n…"},
		{"explain e.k:1:16 --narrate", report.Errors, "Error P0302 in e.k, line 1, column 16, in `f`: …"},
		{"explain e.k --format json", report.Errors, `…"proof":{"root":2,"steps":[…`},
		{"explain e.k:1:1 --format json", report.Clean, `…"ok":false,…"diagnostics":[]}…`},
		{"explain e.k:1:1", report.Clean, "e.k:1:1: nothing is reported here; the nearest is\n\n  error[P0302] 1:16: the product has no field `z`\n\nmore: patgraph explain e.k:1:16\n"},
		{"explain a.k", report.Clean, "a.k: nothing is reported\n"},
		{"explain a.k:1:2", report.Clean, "a.k: nothing is reported\n"},
		{"explain e.k:1:4", report.Clean, "…nothing is reported here…"},
		{"explain e.k:1:7", report.Errors, "…error[P0302]…"},
		{"check e.k", report.Errors, "…these must be equal, because…"},
	} {
		code, stdout, stderr := patgraph(t, withAnswers, strings.Fields(test.line)...)
		got := stdout + stderr
		if code != test.exit || !matches(got, test.want) {
			t.Errorf("%s: exit %d, want %d\n%s\nwant\n%s", test.line, code, test.exit, got, test.want)
		}
		if code == report.Clean && stderr != "" ||
			code == report.Unusable && stdout != "" && !strings.HasPrefix(test.line, "explain") {
			t.Errorf("%s: the wrong stream\nstdout: %s\nstderr: %s", test.line, stdout, stderr)
		}
	}
}

// indented adds a blank before each line except the first, as in a frame.
func indented(text string) string {
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	for i := 1; i < len(lines); i++ {
		lines[i] = " " + lines[i]
	}
	return strings.Join(lines, "\n") + "\n"
}

// matches reports whether a text contains the parts between the … of another text, in order.
func matches(text, want string) bool {
	parts := strings.Split(want, "…")
	if !strings.HasPrefix(text, parts[0]) {
		return false
	}
	for _, p := range parts {
		i := strings.Index(text, p)
		if i < 0 {
			return false
		}
		text = text[i+len(p):]
	}
	return text == "" || parts[len(parts)-1] == "" || strings.HasSuffix(want, "…")
}
