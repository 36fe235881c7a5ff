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
		{"# P0101: one\n\n", "", `page 1, P: no heading before "Means…"`},
		{"# P0101", "# 0101", "page 1, P: no heading"},
		{"Means\nthis.\n\n", "", "no program fixed"}, // the program counts as the meaning
		{"```\nc\n```\n\n", "", `page 1, P0101: no program fixed before "Why: so."`},
		{"c\n```\n\n", "c\n\n", `page 1, P0101: no reason before ""`},
		{"Why: so.\n\n", "", "page 1, P0101: no reason"},
		{"Why: so too.", "why: so too.", `page 2, P0102: no reason before "why: so too."`},
		{"Related: P0102, P0103", "See also: P0102", "page 1, P0101: no related codes"},
		{"\n\nRelated: P0101\n", "\n", `page 2, P0102: no related codes before ""`},
	} {
		_, err := ReadPages(strings.Replace(document, test.old, test.new, 1))
		if err == nil || !strings.Contains(err.Error(), test.says) {
			t.Errorf("%q for %q: %v", test.new, test.old, err)
		}
	}
}
