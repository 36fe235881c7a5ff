//go:build browser

package browser

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"
)

func itoa(n int) string { return strconv.Itoa(n) }

// chain is a program of so many definitions, each of which uses the one before.
func chain(n int) string {
	var b strings.Builder
	for i := range n {
		if i == 0 {
			b.WriteString("f0 = {.x a, .y b};\n")
			continue
		}
		fmt.Fprintf(&b, "f%d = {.a x, .b y} f%d;\n", i, i-1)
	}
	fmt.Fprintf(&b, "f%d\n", n-1)
	return b.String()
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// wide is a program of so many definitions, none of which knows another, with about seven lines each.
func wide(lines int) string {
	var b strings.Builder
	for i := 0; i*7 < lines; i++ {
		fmt.Fprintf(&b, "$point%d = {int x, int y};\n\n// the sum of the %dth point\nsum%d = $point%d {\n  .x x,\n  .y y\n};\n", i, i, i, i)
	}
	b.WriteString("sum0\n")
	return b.String()
}
