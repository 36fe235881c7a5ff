// Command mutants mutates programs and measures how well the errors are explained; see package mutate. Run it at the
// root of the module, or pass the root with -root.
package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"runtime"
	"slices"
	"strings"

	"github.com/patgraph/patgraph/internal/lab/mutate"
	"github.com/patgraph/patgraph/patterns/language"
)

func main() {
	if err := run(os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "mutants:", err)
		os.Exit(1)
	}
}

func run(args []string, stdout io.Writer) error {
	f := flag.NewFlagSet("mutants", flag.ContinueOnError)
	root := f.String("root", ".", "the root of the module, below which the programs lie")
	seed := f.Uint64("seed", 1, "the seed of all chance")
	per := f.Int("per", 12, "at most so many mutants of each program and operator")
	dialect := f.String("dialect", "k4", "the programs: those of k4, of k6, auto for both, relay, tensorscript or onnx")
	split := f.String("split", "all", "the programs: fit, test or all")
	op := f.String("op", "", "the operators, with commas between them; all of them if empty")
	show := f.Int("show", 0, "print so many mutants, evenly chosen, with what is said of them")
	id := f.String("id", "", "print the mutants whose ID begins so, with what is said of them")
	shuffle := f.Bool("shuffle", false, "also compare each mutant with itself shuffled and renamed")
	jobs := f.Int("jobs", runtime.GOMAXPROCS(0), "how many programs or mutants are worked on at one time")
	jsonFile := f.String("json", "", "write the report as JSON to this file")
	md := f.String("md", "", "write the tables to this file and not to standard output")
	if err := f.Parse(args); errors.Is(err, flag.ErrHelp) {
		return nil
	} else if err != nil {
		return err
	}
	o := mutate.Options{Seed: *seed, Per: *per, Jobs: *jobs}
	l := mutate.K
	switch {
	case *dialect == language.AnyDialect:
	case *dialect == mutate.Relay.Name:
		l = mutate.Relay
	case *dialect == mutate.TensorScript.Name:
		l = mutate.TensorScript
	case *dialect == mutate.ONNX.Name:
		l = mutate.ONNX
	case !l.HasDialect(*dialect):
		return fmt.Errorf("-dialect is k4, k6, auto, relay, tensorscript or onnx, not %q", *dialect)
	default:
		o.Dialect = *dialect
	}
	if *shuffle && l != mutate.K {
		return fmt.Errorf("-shuffle is for programs of k")
	}
	switch *split {
	case "all":
	case mutate.Fit, mutate.Test:
		o.Split = *split
	default:
		return fmt.Errorf("-split is fit, test or all, not %q", *split)
	}
	if *op != "" {
		o.Operators = strings.Split(*op, ",")
		for _, name := range o.Operators {
			if !slices.Contains(l.Operators, name) {
				return fmt.Errorf("no operator %q; there are %s", name, strings.Join(l.Operators, ", "))
			}
		}
	}
	programs, err := mutate.Load(*root, l)
	if err != nil {
		return err
	}
	mutants := mutate.Generate(programs, o)
	if len(mutants) == 0 {
		return fmt.Errorf("no mutants")
	}
	out := bufio.NewWriter(stdout)
	if *show > 0 || *id != "" {
		n := min(*show, len(mutants))
		for i := range n {
			mutate.Show(out, &mutants[i*len(mutants)/n])
		}
		for i := range mutants {
			if *id != "" && strings.HasPrefix(mutants[i].ID, *id) {
				mutate.Show(out, &mutants[i])
			}
		}
		return out.Flush()
	}
	var shuffles *mutate.Shuffles
	scores := mutate.Measure(mutants, *jobs)
	if *shuffle {
		shuffles = mutate.CompareShuffled(mutants, *jobs)
	}
	report := mutate.NewReport(l, o, scores, shuffles)
	if *jsonFile != "" {
		text, err := json.MarshalIndent(report, "", "  ")
		if err != nil {
			return err
		}
		if err := os.WriteFile(*jsonFile, append(text, '\n'), 0o644); err != nil {
			return err
		}
	}
	if *md != "" {
		file, err := os.Create(*md)
		if err != nil {
			return err
		}
		defer file.Close()
		out.Reset(file)
	}
	if err := report.Markdown(out); err != nil {
		return err
	}
	return out.Flush()
}
