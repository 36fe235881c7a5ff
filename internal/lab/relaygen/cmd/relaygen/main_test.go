package main

import (
	"bytes"
	"regexp"
	"strings"
	"testing"

	"github.com/patgraph/patgraph/internal/lab/relaygen"
)

func TestRun(t *testing.T) {
	for args, want := range map[string]string{
		"bert":                `^#\[version = "0.0.5"\]\n// One layer of BERT`,
		"lets 3":              `let %v3 = nn\.relu\(%v2\);\n%v3 }\n$`,
		"waiting-on-one-hole": `let %v250 = %h \+ 1f;\n`,
		"random 7":            `def @main\(`,
	} {
		var out bytes.Buffer
		if err := run(strings.Fields(args), &out); err != nil || !regexp.MustCompile(want).MatchString(out.String()) {
			t.Errorf("%s: %v\n%s", args, err, out.String())
		}
	}
	for _, args := range []string{"", "nothing", "lets many", "lets -1", "lets 1 2", "bert 3"} {
		var out bytes.Buffer
		if err := run(strings.Fields(args), &out); err == nil || out.Len() > 0 {
			t.Errorf("%q: %v\n%s", args, err, out.String())
		}
	}
}

// The table has a row for each family, with its target, and an error names the failing program.
func TestFigures(t *testing.T) {
	pairs := relaygen.Pairs
	var out bytes.Buffer
	err := figures(&out, []relaygen.Family{
		{Name: "slow", Make: pairs, Sizes: []int{1, 2}, TVM: []float64{3, 4.5}, Target: 1e-9, Large: 32},
		{Name: "fast", Make: pairs, Sizes: []int{1}, Target: 1e9},
	}, 1)
	for _, want := range []string{`(?m)^\| slow +\| 1 / 2 +\| 3 / 4\.5 +\| [0-9.e-]+ / [0-9.e-]+ +\| at most 1e-09 +\| NO +\| 32: [0-9.]+ +\| -?[0-9.]+ +\|$`, `(?m)^\| fast +\| +\| +\| [0-9.e-]+ +\| at most 1e\+09 +\| yes +\| +\| +\|$`} {
		if err != nil || !regexp.MustCompile(want).MatchString(out.String()) {
			t.Errorf("%v\n%s", err, out.String())
		}
	}
	bad := func(int) string { return "def @f() { %x }" }
	if err := figures(&out, []relaygen.Family{{Name: "bad", Make: bad, Sizes: []int{7}}}, 1); err == nil ||
		!strings.HasPrefix(err.Error(), "bad of 7: ") {
		t.Error(err)
	}
}
