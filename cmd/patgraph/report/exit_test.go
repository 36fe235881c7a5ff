package report

import (
	"testing"

	"github.com/patgraph/patgraph/lang"
)

func TestWorst(t *testing.T) {
	d := func(code lang.Code, s lang.Severity) lang.Diagnostic { return lang.Diagnostic{Code: code, Severity: s} }
	e, w := d("P0301", lang.Error), d("P0407", lang.Warning)
	consequence := e
	consequence.Secondary = true
	for _, test := range []struct {
		ds     []lang.Diagnostic
		strict bool
		want   int
	}{
		{nil, true, 0},
		{[]lang.Diagnostic{w}, false, 0},
		{[]lang.Diagnostic{w}, true, 1},
		{[]lang.Diagnostic{e, w}, false, 1},
		{[]lang.Diagnostic{consequence}, true, 0},
		{[]lang.Diagnostic{e, d("P0801", lang.Error), e}, false, 2},
		{[]lang.Diagnostic{d("P0802", lang.Error)}, false, 2},
		{[]lang.Diagnostic{d("P0902", lang.Error), d("P0801", lang.Error)}, false, 3},
	} {
		if got := Worst(0, test.ds, test.strict); got != test.want {
			t.Errorf("%v strict %v: %d, want %d", test.ds, test.strict, got, test.want)
		}
	}
}
