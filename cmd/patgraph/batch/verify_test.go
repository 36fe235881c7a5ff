package batch

import (
	"context"
	"testing"

	"github.com/patgraph/patgraph/cmd/patgraph/languages"
	"github.com/patgraph/patgraph/cmd/patgraph/report"
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns/language"
)

// A proof that fails the checker is a defect of patgraph and is always reported.
func TestVerify(t *testing.T) {
	r := languages.All[0].Analyze(context.Background(), lang.NewFile("a.k", []byte("{1 x, 2 y} .z")), language.Options{})
	if ds := verified(r); len(ds) != 0 {
		t.Fatalf("a sound result: %v", ds)
	}
	for i := range r.Diagnostics {
		r.Diagnostics[i].Explanation.Checked = false
	}
	ds := verified(r)
	if len(ds) != 1 || ds[0].Code != lang.BadProof || report.Worst(report.Clean, ds, false) != report.Defect {
		t.Fatalf("%v", ds)
	}
}
