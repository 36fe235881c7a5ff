// Command corpus generates corpora of programs; see package corpus.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"

	"github.com/patgraph/patgraph/internal/lab/corpus"
)

const usage = `usage:
  corpus files [-seed N] [-n N] DIR      programs in a tree of folders
  corpus records [-seed N] [-n N]        programs as lines of NDJSON {"id","source"} on standard output
`

func main() {
	if err := run(os.Args[1:], os.Stdout, os.Stderr); err != nil {
		fmt.Fprintln(os.Stderr, "corpus:", err)
		os.Exit(1)
	}
}

// run writes a corpus.
func run(args []string, stdout, stderr io.Writer) error {
	f := flag.NewFlagSet("corpus", flag.ContinueOnError)
	f.SetOutput(stderr)
	f.Usage = func() { fmt.Fprint(stderr, usage) }
	seed := f.Uint64("seed", 1, "the seed of all chance")
	n := f.Int("n", 10_000, "how many programs")
	if len(args) == 0 {
		return errors.New("files or records?")
	}
	if err := f.Parse(args[1:]); err != nil {
		return err
	}
	var err error
	c := corpus.Corpus{Seed: *seed}
	switch {
	case *n < 0:
		err = fmt.Errorf("-n is %d", *n)
	case args[0] == "files" && f.NArg() == 1:
		_, err = c.Tree(f.Arg(0), *n)
	case args[0] == "records" && f.NArg() == 0:
		_, err = c.Records(stdout, *n)
	default:
		f.Usage()
		err = fmt.Errorf("%q cannot be done", args)
	}
	return err
}
