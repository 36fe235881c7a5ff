package sound

import (
	"context"
	"testing"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/k/eval"
	pk "github.com/patgraph/patgraph/patterns/k"
)

// A program with a warning can fail in a run, and one without a warning does not.
func TestBoxingRuns(t *testing.T) {
	for _, c := range []struct {
		src, in string
		fails   bool
	}{
		{".x ^", `{"x": 1}`, true},
		{"<.a |, .b> ^", `{"b": 1}`, true},
		{"| | ^", `[[1, 2]]`, true},
		{"f = | | 1; f", `[[1, 2]]`, true},
		{"| {| x} ^", `[[1]]`, true},
		{"f = <.end, .next | f>; f ^", `{"next": [{"next": [{"end": 1}]}]}`, true},
		{"| (| ^) ^", `[[1], []]`, false},
		{"{| x, | y} ^", `[1, 2]`, false},
		{"f = |; .x f ^ f (f ^) ^", `{"x": [[1]]}`, false},
		{"f = <.end |, .next f>; f ^", `{"next": {"end": [1]}}`, false},
	} {
		r := pk.Analyze(context.Background(), lang.NewFile("a.k", []byte(c.src)), pk.Options{})
		s, _ := pk.SyntaxOf(r)
		p := eval.Compile(s.Tree, s.Names, s.Canonical)
		in, wrong := eval.ReadJSON([]byte(c.in))
		if wrong != nil {
			t.Fatal(wrong)
		}
		out := p.Run(int32(len(r.Definitions)-1), in, eval.Options{})
		failed := out.Verdict == lang.Failed || out.Verdict == lang.Defined && eval.OpenWithin(out.Value)
		warned := (&analyzed{result: r}).warned()
		if failed != c.fails || warned != c.fails || r.Errors() > 0 {
			t.Errorf("%s on %s: failed %v, warned %v", c.src, c.in, failed, warned)
		}
	}
}
