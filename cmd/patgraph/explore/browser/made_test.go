//go:build browser

package browser

import (
	"fmt"
	"strconv"
	"strings"
)

func itoa(n int) string { return strconv.Itoa(n) }

// many is a program with n definitions, whose patterns have five nodes each.
func many(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "$t%d = {int x, string y};\nf%d = $t%d {.x x, .y y};\n", i, i, i)
	}
	b.WriteString("f0\n")
	return b.String()
}

// wide is a program with so many lines, in independent definitions of about seven lines each.
func wide(lines int) string {
	var b strings.Builder
	for i := 0; i*7 < lines; i++ {
		fmt.Fprintf(&b, "$point%d = {int x, int y};\n\n// the sum of the %dth point\nsum%d = $point%d {\n  .x x,\n  .y y\n};\n", i, i, i, i)
	}
	b.WriteString("sum0\n")
	return b.String()
}
