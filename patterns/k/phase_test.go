package k_test

import (
	"context"
	"slices"
	"testing"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/k"
)

// Phase is called after every phase, for every program.
func TestPhases(t *testing.T) {
	for _, src := range []string{"", "f = .a; g = f f;", "f = {1 x, 2 y} .z;", "f = {", "\xff"} {
		var got []patterns.Phase
		k.Analyze(context.Background(), lang.NewFile("a.k", []byte(src)), k.Options{Phase: func(p patterns.Phase) { got = append(got, p) }})
		if want := []patterns.Phase{patterns.Parsed, patterns.Derived, patterns.Explained}; !slices.Equal(got, want) {
			t.Errorf("%q: %v", src, got)
		}
	}
}
