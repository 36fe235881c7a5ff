// Command ieee writes the program of a floating-point format to standard output.
package main

import (
	"fmt"
	"os"

	"github.com/patgraph/patgraph/internal/lab/ieee"
)

func main() {
	if len(os.Args) == 2 {
		if f, ok := ieee.FormatOf(os.Args[1]); ok {
			fmt.Print(f.Program())
			return
		}
	}
	fmt.Fprintln(os.Stderr, "usage: ieee FORMAT, which is one of")
	for _, f := range ieee.Formats {
		fmt.Fprintf(os.Stderr, "  %-10s %3d bits of exponent, %3d of significand\n", f.Name, f.Exponent, f.Significand)
	}
	os.Exit(2)
}
