package relay

import (
	"fmt"
	"strings"
	"testing"

	"github.com/patgraph/patgraph/lang"
)

// lets returns a definition with n statements.
func lets(n int) string {
	var b strings.Builder
	b.WriteString("def @main(%x0: Tensor[(1, 64, 56, 56), float32], %w: Tensor[(64, 64, 3, 3), float32]) {\n")
	for i := range n {
		fmt.Fprintf(&b, "  let %%x%d = nn.relu(add(%%x%d, nn.conv2d(%%x%d, %%w, padding=[1, 1, 1, 1], channels=64)));\n", i+1, i, i)
	}
	fmt.Fprintf(&b, "  %%x%d\n}\n", n)
	return b.String()
}

func Benchmark(b *testing.B) {
	src := []byte(lets(16_000))
	file := lang.NewFile("lets.rly", src)
	tree, ds := Parse(file)
	if len(ds) > 0 {
		b.Fatal(ds)
	}
	b.Run("parse", func(b *testing.B) {
		b.SetBytes(int64(len(src)))
		var old *Tree
		for b.Loop() {
			old, _ = ParseReuse(file, Auto, old, nil)
		}
	})
	b.Run("resolve", func(b *testing.B) {
		b.SetBytes(int64(len(src)))
		for b.Loop() {
			Resolve(tree, standard)
		}
	})
	b.Run("format", func(b *testing.B) {
		b.SetBytes(int64(len(src)))
		for b.Loop() {
			Format(file, Auto, lang.Layout{})
		}
	})
}
