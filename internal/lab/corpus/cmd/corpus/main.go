// Command corpus generates corpora of programs; see package corpus.
package main

import (
	"encoding/json"
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

// run writes a corpus, and its summary to stderr.
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
	var w corpus.Written
	var err error
	c := corpus.Corpus{Seed: *seed}
	switch {
	case *n < 0:
		return fmt.Errorf("-n is %d", *n)
	case args[0] == "files" && f.NArg() == 1:
		w, err = c.Tree(f.Arg(0), *n)
	case args[0] == "records" && f.NArg() == 0:
		w, err = c.Records(stdout, *n)
	default:
		f.Usage()
		return fmt.Errorf("%q cannot be done", args)
	}
	if err != nil {
		return err
	}
	return json.NewEncoder(stderr).Encode(w)
}
