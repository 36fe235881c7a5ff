package main

import (
	"bytes"
	"regexp"
	"strings"
	"testing"
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
