// Command sound generates programs and tries to refute the analyzer with them; see package sound. It exits with 1 if it
// finds a violation.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"runtime"
	"time"

	"github.com/patgraph/patgraph/internal/lab/sound"
	"github.com/patgraph/patgraph/lang/k"
)

func main() {
	ok, err := run(os.Args[1:], os.Stdout)
	switch {
	case err != nil:
		fmt.Fprintln(os.Stderr, "sound:", err)
		os.Exit(2)
	case !ok:
		os.Exit(1)
	}
}

func run(args []string, stdout io.Writer) (ok bool, err error) {
	f := flag.NewFlagSet("sound", flag.ContinueOnError)
	var o sound.Options
	f.Uint64Var(&o.Seed, "seed", 1, "the seed of all chance; 0 is another one each time")
	f.Uint64Var(&o.Programs, "n", 0, "how many programs; 0: as many as there is time for")
	f.IntVar(&o.Jobs, "jobs", runtime.GOMAXPROCS(0), "how many programs are checked at one time")
	f.IntVar(&o.Most, "most", 10, "the violations after which no more are looked for")
	dialect := f.String("dialect", "both", "of what programs: k4, k6 or both")
	limit := f.Duration("time", time.Minute, "how long, where -n does not say how many")
	show := f.Int64("show", -1, "print the program of -dialect with this number, and nothing else")
	if err := f.Parse(args); errors.Is(err, flag.ErrHelp) {
		return true, nil
	} else if err != nil {
		return false, err
	}
	if f.NArg() > 0 {
		return false, fmt.Errorf("unexpected argument %q", f.Arg(0))
	}
	if d, ok := k.DialectOf(*dialect); ok && d != k.Auto {
		o.Dialect = d
	} else if *dialect != "both" {
		return false, fmt.Errorf("-dialect %q is none of k4, k6 and both", *dialect)
	}
	if o.Seed == 0 {
		o.Seed = uint64(time.Now().UnixNano())
	}
	if *show >= 0 {
		if o.Dialect == k.Auto {
			return false, errors.New("-show needs a -dialect, since programs have numbers within theirs")
		}
		_, err := io.WriteString(stdout, sound.Source(o.Dialect, o.Seed, uint64(*show)))
		return true, err
	}
	ctx := context.Background()
	if o.Programs == 0 {
		c, cancel := context.WithTimeout(ctx, *limit)
		defer cancel()
		ctx = c
	}
	r := sound.Run(ctx, o)
	return len(r.Violations) == 0, r.Write(stdout)
}
