// Command corpus generates corpora of programs and measures commands on them; see package corpus, and BENCHMARKS.md for
// its use.
package main

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"

	"github.com/patgraph/patgraph/internal/lab/corpus"
)

const usage = `usage:
  corpus files [-seed N] [-n N] DIR             programs in a tree of folders
  corpus records [-seed N] [-n N] [-o FILE]     programs as lines of NDJSON {"id","source"}
  corpus hash [-j N] [-n N] DIR                 read and hash all files: what no check can be faster than
  corpus parse [-j N] [-n N] DIR                read and parse all files, and nothing else
  corpus time [-n N] COMMAND COMMAND...         run commands in turn and compare them
  corpus figures [-n N] [-patgraph FILE] DIR    take all figures of BENCHMARKS.md; corpora are made in DIR
`

func main() {
	if err := run(os.Args[1:], os.Stdout, os.Stderr); err != nil {
		fmt.Fprintln(os.Stderr, "corpus:", err)
		os.Exit(1)
	}
}

func run(args []string, stdout, stderr io.Writer) error {
	if len(args) == 0 {
		return errors.New("what is to be done? corpus help says what there is")
	}
	name := args[0]
	f := flag.NewFlagSet("corpus "+name, flag.ContinueOnError)
	f.SetOutput(stderr)
	f.Usage = func() { fmt.Fprint(stderr, usage) }
	var do func(args []string) error
	switch name {
	case "files", "records":
		seed := f.Uint64("seed", 1, "the seed of all chance")
		n := f.Int("n", 10_000, "how many programs")
		out := ""
		if name == "records" {
			f.StringVar(&out, "o", "", "the file to write; standard output if empty")
		}
		do = func(args []string) error {
			if *n < 0 {
				return fmt.Errorf("-n is %d", *n)
			}
			return write(corpus.Corpus{Seed: *seed}, name == "files", *n, out, args, stdout, stderr)
		}
	case "hash", "parse":
		workers := f.Int("j", 1, "files at the same time")
		n := f.Int("n", 1, "how often")
		do = func(args []string) error {
			if len(args) != 1 || *workers < 1 || *n < 1 {
				return errors.New("one folder, and numbers from 1; corpus help says what there is")
			}
			return baseline(args[0], name == "parse", *workers, *n, stdout)
		}
	case "time":
		n := f.Int("n", 5, "how often each command is run")
		do = func(args []string) error {
			if len(args) == 0 || *n < 1 {
				return errors.New("which commands? corpus help says what there is")
			}
			return compare(args, *n, stdout)
		}
	case "figures":
		n := f.Int("n", 5, "how often each command is run")
		patgraph := f.String("patgraph", "patgraph", "the program that is measured")
		do = func(args []string) error {
			if len(args) != 1 || *n < 1 {
				return errors.New("one folder, and a number from 1; corpus help says what there is")
			}
			path, err := exec.LookPath(*patgraph)
			if err != nil {
				return err
			}
			self, err := os.Executable()
			if err != nil {
				return err
			}
			return takeFigures(path, self, args[0], 10_000, *n, []int{1000, 10_000, 100_000}, stdout)
		}
	case "help", "-h", "-help", "--help":
		_, err := io.WriteString(stdout, usage)
		return err
	default:
		return fmt.Errorf("there is no %q; corpus help says what there is", name)
	}
	switch err := f.Parse(args[1:]); {
	case errors.Is(err, flag.ErrHelp):
		return nil
	case err != nil:
		return err
	}
	return do(f.Args())
}

// write writes a corpus, and its summary to stderr.
func write(c corpus.Corpus, files bool, n int, out string, args []string, stdout, stderr io.Writer) (err error) {
	var w corpus.Written
	switch {
	case files && len(args) != 1:
		return errors.New("which folder? corpus help says what there is")
	case files:
		w, err = c.Tree(args[0], n)
	case len(args) > 0:
		return fmt.Errorf("what is %q? corpus help says what there is", args[0])
	case out == "":
		w, err = c.Records(stdout, n)
	default:
		var f *os.File
		if f, err = os.Create(out); err == nil {
			w, err = c.Records(f, n)
			err = errors.Join(err, f.Close())
		}
	}
	if err != nil {
		return err
	}
	return json.NewEncoder(stderr).Encode(w)
}
