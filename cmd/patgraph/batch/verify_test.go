package batch

import (
	"testing"

	"github.com/patgraph/patgraph/lang"
)

// A proof that did not pass the checker is a defect of ours, never hidden.
func TestVerify(t *testing.T) {
	r := AnalyzeK(lang.NewFile("a.k", []byte("{1 x, 2 y} .z")), Settings{})
	if ds := verified(r); len(ds) != 0 {
		t.Fatalf("a sound result: %v", ds)
	}
	for i := range r.Diagnostics {
		r.Diagnostics[i].Explanation.Checked = false
	}
	ds := verified(r)
	if len(ds) != 1 || ds[0].Code != lang.BadProof || Worst(Clean, ds, false) != Defect {
		t.Fatalf("%v", ds)
	}
}
