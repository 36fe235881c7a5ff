//go:build browser

package browser

import (
	"fmt"
	"strconv"
	"strings"
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
