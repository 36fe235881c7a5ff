package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/runners"

	"github.com/patgraph/patgraph/cmd/patgraph/config"
	"github.com/patgraph/patgraph/cmd/patgraph/words"
	"github.com/patgraph/patgraph/lang"
)

// A job is what the flags say.
type job struct {
	globs          []string
	output         string
	block          int64
	options        Options
	help, helpBeam bool
}

// defaultBlock is how many bytes of records become one file of results.
const defaultBlock = 8 << 20

const usage = `patgraph-beam checks the programs in records, as a pipeline of Apache Beam.

  patgraph-beam --input GLOB... --output PREFIX [flags]

  --input GLOB         files of NDJSON, lines with the keys id and source, perhaps compressed
                       by gzip: paths, gs://… or s3://…; may be repeated
  --output PREFIX      results are PREFIX-*.ndjson, in the order of the records; at the end
                       PREFIX-summary.ndjson and PREFIX-status.json; PREFIX-job.json says
                       what the job is
  --block-size SIZE    bytes of records for each file of results (default: 8M)
  --strict             warnings make the exit status 1, too
  --verify             check every derivation and every proof again, by code of its own
  --dialect auto|k4|k6 the dialect of the programs
  --recursion auto|polymorphic|monomorphic
                       how recursive definitions use each other
  --limit-nodes N      pattern nodes for a group of definitions
  --limit-rounds N     polymorphic rounds of a recursive group
  --limit-time T       time for a program, such as 500ms or 10s
  --limit-depth N      nesting of brackets
  --limit-work N       pattern nodes that all groups of a program take beyond the usual
  --limit-size SIZE    bytes of a record; larger ones are not read (default: 64M)

  --runner NAME        prism (in this process, the default), flink, spark, dataflow or universal
  --help-beam          show the flags of Beam and its runners

exit status: that of patgraph check: 0 nothing to report, 1 errors, 2 wrong usage, something
that cannot be read, or a job that failed, 3 a bug in patgraph
`

// register adds our flags to those of Beam.
func (j *job) register(f *flag.FlagSet) {
	o := &j.options
	j.block, o.Recursion, o.Dialect = defaultBlock, "auto", "auto"
	f.Func("input", "", func(v string) error {
		if v == "" {
			return errors.New("it is empty")
		}
		j.globs = append(j.globs, v)
		return nil
	})
	f.StringVar(&j.output, "output", "", "")
	size(f, "block-size", &j.block)
	f.BoolVar(&o.Strict, "strict", false, "")
	f.BoolVar(&o.Verify, "verify", false, "")
	choice(f, "dialect", &o.Dialect, table.Dialects())
	choice(f, "recursion", &o.Recursion, config.Recursions)
	number(f, "limit-nodes", &o.Nodes)
	number(f, "limit-rounds", &o.Rounds)
	number(f, "limit-depth", &o.Depth)
	number(f, "limit-work", &o.Work)
	f.Func("limit-time", "", func(v string) (err error) {
		if o.Time, err = time.ParseDuration(v); err != nil || o.Time <= 0 {
			return errors.New("a time such as 500ms or 10s is expected")
		}
		return nil
	})
	size(f, "limit-size", &o.Size)
	f.BoolVar(&j.help, "help", false, "")
	f.BoolVar(&j.help, "h", false, "")
	f.BoolVar(&j.helpBeam, "help-beam", false, "")
}

func choice(f *flag.FlagSet, name string, to *string, of []string) {
	f.Func(name, "", func(v string) error {
		if !slices.Contains(of, v) {
			hint := ""
			for _, n := range lang.Nearest(v, slices.Values(of), 1) {
				hint = "; did you mean " + n + "?"
			}
			return errors.New("it is one of " + words.Or(of) + hint)
		}
		*to = v
		return nil
	})
}

func number(f *flag.FlagSet, name string, to *int) {
	f.Func(name, "", func(v string) (err error) {
		if *to, err = strconv.Atoi(v); err != nil || *to < 1 {
			return errors.New("a number from 1 is expected")
		}
		return nil
	})
}

func size(f *flag.FlagSet, name string, to *int64) {
	f.Func(name, "", func(v string) error {
		n, ok := words.ParseSize(v)
		if !ok || n < 1 {
			return errors.New("a number of bytes such as 500K, 64M or 1G is expected")
		}
		*to = n
		return nil
	})
}

// validate says what is wrong with a job before it is started.
func (j *job) validate(rest []string) error {
	switch {
	case len(rest) > 0:
		return fmt.Errorf("what is %s for? Files are given by --input, and a glob in quotes, so that the workers expand it", words.Quote(rest[0]))
	case len(j.globs) == 0:
		return errors.New("what should be read? Give --input")
	case j.output == "":
		return errors.New("where should results go? Give --output, what the names of their files begin with")
	case strings.ContainsAny(j.output, `*?[\`):
		return errors.New("--output is what names begin with, without *, ?, [ and \\")
	}
	for _, path := range append([]string{j.output}, j.globs...) {
		if path == "-" {
			return errors.New("workers have no standard input and output: --input and --output are files")
		}
		if !isLocal(path) && !known(path) {
			return errors.New("cannot reach " + words.Quote(path) + ": files are paths, gs://… or s3://…")
		}
	}
	if r := *runners.Runner; r != "" && !slices.Contains(runnerNames, r) {
		return errors.New("--runner is one of " + words.Or(runnerNames) + ", not " + words.Quote(r))
	}
	return nil
}

// runnerNames are the runners of Beam that pipelines are run by; others draw or check
// them.
var runnerNames = []string{"prism", "flink", "spark", "dataflow", "universal"}

// known reports whether there is code for the store that a path is in.
func known(path string) (ok bool) {
	defer func() { ok = recover() == nil }()
	filesystem.ValidateScheme(path)
	return true
}

func names(f *flag.FlagSet) (all []string) {
	f.VisitAll(func(f *flag.Flag) { all = append(all, f.Name) })
	return all
}

// printFlags prints some flags with what they say of themselves.
func printFlags(w io.Writer, f *flag.FlagSet, names []string) {
	some := flag.NewFlagSet("", flag.ContinueOnError)
	for _, n := range names {
		o := f.Lookup(n)
		some.Var(o.Value, n, o.Usage)
	}
	some.SetOutput(w)
	some.PrintDefaults()
}
