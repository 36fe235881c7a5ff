package k

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/k"
	"github.com/patgraph/patgraph/patterns"
)

// FuzzDerive analyses arbitrary bytes: it does not panic, the history is consistent, diagnostics are in the text and
// have messages, signatures of sound definitions parse back, and a second run gives the same result.
func FuzzDerive(f *testing.F) {
	for _, c := range readCases(f) {
		f.Add([]byte(c.Source))
	}
	for _, c := range readCasesOf(f, k.K6) {
		f.Add([]byte("-- dialect: k6\n" + c.Source))
	}
	for _, h := range hopeless {
		f.Add([]byte(h.source))
	}
	f.Add([]byte(sameFields))
	f.Fuzz(func(t *testing.T, source []byte) {
		for _, d := range []k.Dialect{k.K4, k.K6} {
			derive(t, source, d)
		}
	})
}

// sameFields is a program whose first conflict is between two products with the same fields.
const sameFields = `-- dialect: k6
f0 = <(."a b") (({() +1, () 0, () "a b"}) (f0)), (${{} +1, {{} a, {} +1} 0, {} "a b"}) ({})>;`

// An error without an explanation still has a message.
func TestUnexplained(t *testing.T) {
	for _, c := range []struct{ source, want string }{
		{sameFields, "but has to agree with the unit `{}`"},
		{"f = {1 x, 2 y} .z;", "no field `z`"},
	} {
		r := Analyze(context.Background(), lang.NewFile("in.k", []byte(c.source)), Options{Brief: true})
		if len(r.Diagnostics) != 1 || !strings.Contains(r.Diagnostics[0].Message.String(), c.want) {
			t.Errorf("%s%s", c.source, messages(r))
		}
	}
}

func derive(t *testing.T, source []byte, d k.Dialect) {
	// A small limit keeps programs that grow exponentially from using all the time.
	opts := Options{Dialect: d, Limits: patterns.Limits{Nodes: 5_000}}
	r := Analyze(context.Background(), lang.NewFile("in.k", source), opts)
	if err := r.Solver.Graph.Verify(); err != nil {
		t.Fatal(err)
	}
	for _, d := range r.Diagnostics {
		checkDiagnostic(t, r.File, &d)
	}
	unexplained := opts
	unexplained.Brief = true
	for _, d := range Analyze(context.Background(), r.File, unexplained).Diagnostics {
		checkDiagnostic(t, r.File, &d)
	}
	again := Analyze(context.Background(), lang.NewFile("in.k", source), opts)
	if a, b := fmt.Sprint(r.Diagnostics), fmt.Sprint(again.Diagnostics); len(a) != len(b) {
		t.Fatalf("two runs differ:\n%s\n%s", a, b)
	}
	for i := range r.Definitions {
		s, s2 := r.Solver.Scheme(int32(i)), again.Solver.Scheme(int32(i))
		if !s.Equal(s2) {
			t.Fatalf("two runs differ in %s", r.Definitions[i].Name)
		}
		if s.Graph.Len() < 1000 {
			r.Front.Signature(s, s.Roots[0], s.Roots[1])
			r.Front.Expressions(int32(i))
		}
	}
}

func checkDiagnostic(t *testing.T, f *lang.File, d *lang.Diagnostic) {
	t.Helper()
	spans := []lang.Span{d.Span}
	for _, r := range d.Related {
		spans = append(spans, r.Span)
	}
	for _, s := range spans {
		if s.Start < 0 || s.End < s.Start || int(s.End) > len(f.Src) {
			t.Fatalf("%s has the span %v in %d bytes", d.Code, s, len(f.Src))
		}
	}
	if d.Message.String() == "" || d.Code == "" {
		t.Fatalf("an empty diagnostic: %+v", d)
	}
}
