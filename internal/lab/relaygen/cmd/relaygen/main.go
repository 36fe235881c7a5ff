// Command relaygen writes programs of Relay to standard output.
package main

import (
	"fmt"
	"io"
	"os"
	"strconv"

	"github.com/patgraph/patgraph/internal/lab/relaygen"
)

func main() {
	if err := run(os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "relaygen:", err)
		usage(os.Stderr)
		os.Exit(2)
	}
}

func usage(w io.Writer) {
	fmt.Fprint(w, `usage: relaygen random [NUMBER]
       relaygen NAME [SIZE]

random writes a made program. NAME is one of
`)
	for _, m := range relaygen.Examples {
		fmt.Fprintf(w, "  %s\n", m.Name)
	}
	for _, f := range relaygen.Families {
		fmt.Fprintf(w, "  %s\n", f.Key())
	}
}

// run executes the command of the arguments.
func run(args []string, out io.Writer) error {
	if len(args) == 0 || len(args) > 2 {
		return fmt.Errorf("which program?")
	}
	n := -1
	if len(args) == 2 {
		var err error
		if n, err = strconv.Atoi(args[1]); err != nil || n < 0 {
			return fmt.Errorf("%s is not a number", args[1])
		}
	}
	if args[0] == "random" {
		const seed = 1
		return write(out, relaygen.Random(seed, uint64(max(n, 0))))
	}
	for _, m := range relaygen.Examples {
		if m.Name == args[0] && n < 0 {
			return write(out, m.Model.Program(m.About))
		}
	}
	for _, f := range relaygen.Families {
		if f.Key() == args[0] {
			if n < 0 {
				n = f.Sizes[0]
			}
			return write(out, f.Make(n))
		}
	}
	return fmt.Errorf("no program %q", args[0])
}

func write(out io.Writer, text string) error {
	_, err := io.WriteString(out, text)
	return err
}
