package main

import (
	"context"
	"fmt"
	"io"
	"math"
	"runtime"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/patgraph/patgraph/internal/cost"
	"github.com/patgraph/patgraph/internal/lab/relaygen"
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/language"
	"github.com/patgraph/patgraph/patterns/relay"
)

// figures writes a table of the processor time that programs take, the best of `times` runs, next to the time of TVM,
// and of its growth up to a large size.
func figures(out io.Writer, families []relaygen.Family, times int) error {
	runtime.GOMAXPROCS(1) // as for the measurements of TVM
	w := tabwriter.NewWriter(out, 0, 0, 1, ' ', 0)
	fmt.Fprintln(w, "| program\t| size\t| TVM 0.16, ms\t| here, ms\t| target\t| holds\t| grows to\t| exponent\t|")
	fmt.Fprintln(w, "|---\t|---\t|---\t|---\t|---\t|---\t|---\t|---\t|")
	for _, f := range families {
		var sizes, tvm, here []string
		var last float64
		for i, n := range f.Sizes {
			ms, err := best(f.Make(n), times)
			if err != nil {
				return fmt.Errorf("%s of %d: %w", f.Name, n, err)
			}
			last = ms
			sizes, here = append(sizes, fmt.Sprint(n)), append(here, rounded(ms))
			if f.TVM != nil {
				tvm = append(tvm, fmt.Sprint(f.TVM[i]))
			}
		}
		if len(f.Sizes) == 1 {
			sizes = nil
		}
		target, holds, to, exponent := "", "", "", ""
		if f.Target > 0 {
			if target, holds = fmt.Sprintf("at most %v", f.Target), "yes"; last > f.Target {
				holds = "NO"
			}
		}
		if f.Large > 0 {
			few, err := best(f.Make(f.Large/16), times)
			if err != nil {
				return err
			}
			many, err := best(f.Make(f.Large), (times+1)/2)
			if err != nil {
				return err
			}
			to, exponent = fmt.Sprintf("%d: %s", f.Large, rounded(many)),
				fmt.Sprintf("%.2f", math.Log(many/few)/math.Log(16))
		}
		list := func(l []string) string { return strings.Join(l, " / ") }
		fmt.Fprintf(w, "| %s\t| %s\t| %s\t| %s\t| %s\t| %s\t| %s\t| %s\t|\n", f.Name, list(sizes), list(tvm),
			list(here), target, holds, to, exponent)
	}
	return w.Flush()
}

// rounded formats a time with two digits.
func rounded(ms float64) string {
	if ms >= 10 {
		return fmt.Sprintf("%.0f", ms)
	}
	return fmt.Sprintf("%.2g", ms)
}

// best returns the processor time in milliseconds to read, derive and check a program, the least of `times` runs.
func best(source string, times int) (ms float64, err error) {
	least := math.Inf(1)
	for range times {
		runtime.GC()
		n := 0
		from := cost.Used()
		for n == 0 || cost.Used()-from < 5*time.Millisecond {
			r := relay.Language.Analyze(context.Background(), lang.NewFile("in.rly", []byte(source)),
				language.Options{})
			if err := wrong(r); err != nil {
				return 0, err
			}
			n++
		}
		least = min(least, (cost.Used()-from).Seconds()*1e3/float64(n))
	}
	return least, nil
}

// wrong returns the first error of a program.
func wrong(r *patterns.Result) error {
	for i := range r.Diagnostics {
		if d := &r.Diagnostics[i]; d.Severity == lang.Error {
			return fmt.Errorf("%s", d.Message)
		}
	}
	return r.Err
}
