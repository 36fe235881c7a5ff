package cli

import (
	"strings"
	"testing"

	"github.com/patgraph/patgraph/lang"
)

func TestTouching(t *testing.T) {
	span := func(from, to int32) lang.Span { return lang.Span{Start: from, End: to} }
	ds := []lang.Diagnostic{
		{Code: "P0301", Span: span(10, 12), Related: []lang.Related{{Span: span(20, 22)}},
			Clash:       &lang.Clash{A: &lang.Witness{Span: span(30, 32)}},
			Explanation: &lang.Explanation{Steps: []lang.Step{{Span: span(40, 50)}, {}}}},
		{Code: "P0302", Span: span(45, 45)},
		{Code: "P0303", Span: span(60, 62), Secondary: true},
	}
	for _, test := range []struct {
		place   lang.Span
		want    string
		nearest string
	}{
		{span(0, 0), "", "P0301"}, {span(10, 10), "P0301", "P0301"}, {span(12, 12), "", "P0301"}, {span(21, 21), "P0301", "P0301"},
		{span(31, 31), "P0301", "P0302"}, {span(40, 40), "P0301", "P0302"}, {span(45, 45), "P0302", "P0302"},
		{span(0, 100), "P0301 P0302", "P0301"}, {span(61, 61), "P0303", "P0302"}, {span(70, 70), "", "P0302"},
	} {
		var got []string
		for _, d := range touching(ds, test.place) {
			got = append(got, string(d.Code))
		}
		if g := strings.Join(got, " "); g != test.want {
			t.Errorf("%v: %s, want %s", test.place, g, test.want)
		}
		if d := nearestTo(ds, test.place); string(d.Code) != test.nearest {
			t.Errorf("%v: the nearest is %s, want %s", test.place, d.Code, test.nearest)
		}
	}
}
