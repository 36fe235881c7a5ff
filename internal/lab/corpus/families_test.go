package corpus

import (
	"testing"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/k"
)

// A family has programs of any size, whose bytes are about proportional to it.
func TestFamilies(t *testing.T) {
	for _, f := range Families {
		small, large := f.Make(1000), f.Make(4000)
		if r := float64(len(large)) / float64(len(small)); r < 3.5 || r > 5 {
			t.Errorf("%s: %d and %d bytes", f.Name, len(small), len(large))
		}
		for _, n := range []int{1, 2, 10} {
			_, ds := k.Parse(lang.NewFile("a.k", f.Make(n)))
			for _, d := range ds {
				if d.Severity == lang.Error && f.Name != "escapes" {
					t.Errorf("%s of %d: %s", f.Name, n, d.Message)
				}
			}
		}
		if FamilyOf(f.Name) == nil || FamilyOf(f.Name).Name != f.Name {
			t.Errorf("%s is not found", f.Name)
		}
	}
	if FamilyOf("nothing") != nil {
		t.Error("a family that is not there")
	}
}
