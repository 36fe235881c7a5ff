package lang

import (
	"reflect"
	"strings"
	"testing"
)

const document = "# P0101: one\n\nMeans\nthis.\n\n```\na\n\nb\n```\n\n```\nc\n```\n\nWhy: so.\n\nRelated: P0102, P0103\n\n" +
	"# P0102: note: two: three\n\nMeans that.\n\nWhy: so too.\n\nRelated: P0101\n"

func TestReadPages(t *testing.T) {
	want := Pages{
		{Code: "P0101", Title: "one", Meaning: "Means\nthis.", Bad: "a\n\nb", Good: "c", Why: "so.", Related: []Code{"P0102", "P0103"}},
		{Code: "P0102", Title: "two: three", Severity: Note, Meaning: "Means that.", Why: "so too.", Related: []Code{"P0101"}},
	}
	if got, err := ReadPages(document); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%q, %v", got, err)
	}
}

func TestMalformedPages(t *testing.T) {
	for _, test := range []struct{ old, new, says string }{
		{"# P0101: one\n\n", "", `page 1, "Means…": no heading before "Means…"`},
		{"# P0101", "# 0101", `page 1, "# 0101: one": no heading`},
		{"Means\nthis.\n\n", "", "no program fixed"}, // the program is taken as the meaning
		{"```\nc\n```\n\n", "", `no program fixed before "Why: so."`},
		{"c\n```\n\n", "c\n\n", `no reason before ""`},
		{"Why: so.\n\n", "", "no reason"},
		{"Why: so too.", "why: so too.", `page 2, "# P0102: note: two: three": no reason before "why: so too."`},
		{"Related: P0102, P0103", "See also: P0102", "no related codes"},
		{"\n\nRelated: P0101\n", "\n", `no related codes before ""`},
	} {
		_, err := ReadPages(strings.Replace(document, test.old, test.new, 1))
		if err == nil || !strings.Contains(err.Error(), test.says) {
			t.Errorf("%q for %q: %v", test.new, test.old, err)
		}
	}
}

func TestReadRulePages(t *testing.T) {
	const document = "# R1 one: two\n\nMeans.\n\n* in: a: b\n* a fact: unnamed\n\n```\nf\n```\n\nGives: g\n\n# R1b three: four\n\nMeans.\n\n* x\n\n```\nf\n```\n\nGives: g\n\nRemark: h\n"
	want := []RulePage{
		{Name: "one", Number: "R1", Title: "two", Meaning: "Means.", Constraints: []RulePart{{"in", "a: b"}, {"", "a fact: unnamed"}}, Example: "f", Signature: "g"},
		{Name: "three", Number: "R1b", Title: "four", Meaning: "Means.", Constraints: []RulePart{{"", "x"}}, Example: "f", Signature: "g", Remark: "h"},
	}
	if got, err := ReadRulePages(document); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%q, %v", got, err)
	}
	for _, block := range strings.Split("# R1 |* in|```\nf|Gives: g", "|") {
		if _, err := ReadRulePages(strings.Replace(document, block, "", 1)); err == nil {
			t.Errorf("without %q it is read", block)
		}
	}
}
