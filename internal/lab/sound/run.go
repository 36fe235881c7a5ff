package sound

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"sync"
	"sync/atomic"
	"text/tabwriter"
	"time"

	"github.com/patgraph/patgraph/lang/k"
)

// Options select how much is checked.
type Options struct {
	Dialect  k.Dialect // Auto: k4 and k6, in turn
	Seed     uint64
	Programs uint64 // 0: until the context ends
	Jobs     int    // in parallel; 0: 1
	Most     int    // the run stops after so many violations; 0: 10
}

// A Report is the result of a run.
type Report struct {
	Options    Options
	Counts     Counts
	Elapsed    time.Duration
	Violations []*Violation // by the numbers of their programs
}

// Run generates and checks programs until it has reached their number, the context ends, or there are enough
// violations. The result for a number of programs does not depend on Jobs.
func Run(ctx context.Context, o Options) *Report {
	o.Jobs = max(o.Jobs, 1)
	if o.Most <= 0 {
		o.Most = 10
	}
	report := &Report{Options: o}
	begin := time.Now()
	var next, found atomic.Uint64
	var lock sync.Mutex
	var wait sync.WaitGroup
	for range o.Jobs {
		wait.Go(func() {
			var counts Counts
			var violations []*Violation
			for ctx.Err() == nil && found.Load() < uint64(o.Most) {
				i := next.Add(1) - 1
				if o.Programs > 0 && i >= o.Programs {
					break
				}
				d, i := o.which(i)
				if v := check(d, o.Seed, i, &counts); v != nil {
					found.Add(1)
					violations = append(violations, v)
				}
			}
			lock.Lock()
			defer lock.Unlock()
			report.Counts.add(&counts)
			report.Violations = append(report.Violations, violations...)
		})
	}
	wait.Wait()
	slices.SortFunc(report.Violations, func(a, b *Violation) int {
		return cmp.Or(cmp.Compare(a.Program, b.Program), cmp.Compare(a.Dialect, b.Dialect))
	})
	report.Elapsed = time.Since(begin)
	return report
}

// which returns the dialect of a program of a run, and its number within the dialect.
func (o *Options) which(i uint64) (k.Dialect, uint64) {
	if o.Dialect != k.Auto {
		return o.Dialect, i
	}
	return []k.Dialect{k.K4, k.K6}[i%2], i / 2
}

// Source returns a program by its dialect, seed and number.
func Source(d k.Dialect, seed, number uint64) string {
	return makeProgram(rand.New(rand.NewPCG(seed, number)), d).String()
}

// Write writes a report for people.
func (r *Report) Write(w io.Writer) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	c := &r.Counts
	row := func(name string, n, of int) {
		if of > 0 {
			fmt.Fprintf(t, "%s\t%d\t%.1f %%\n", name, n, 100*float64(n)/float64(of))
		} else {
			fmt.Fprintf(t, "%s\t%d\n", name, n)
		}
	}
	dialect := "k4 and k6"
	if r.Options.Dialect != k.Auto {
		dialect = r.Options.Dialect.String()
	}
	fmt.Fprintf(t, "dialect\t%s\n", dialect)
	fmt.Fprintf(t, "seed\t%d\n", r.Options.Seed)
	row("programs", c.Programs, 0)
	fmt.Fprintf(t, "a second\t%.0f\n", float64(c.Programs)/r.Elapsed.Seconds())
	row("accepted", c.Accepted, c.Programs)
	row("with recursion", c.Recursive, c.Programs)
	row("definitions of accepted programs", c.Definitions, 0)
	row("  whose signature is final", c.Final, c.Definitions)
	row("instances of signatures", c.Instances, 0)
	row("  without a value", c.Empty, c.Instances+c.Empty)
	row("runs", c.Values, 0)
	row("  defined", c.Defined, c.Values)
	row("  undefined", c.Undefined, c.Values)
	row("  out of fuel or memory", c.Exhausted, c.Values)
	row("  failed outside boxing", c.Failed, c.Values)
	row("values on the way", c.Intermediate, 0)
	row("signatures as filters", c.Filtered, 0)
	row("signatures narrowed", c.Narrowed, 0)
	row("programs written differently", c.Changed, 0)
	row("programs compared with the oracle", c.Compared, c.Programs)
	all := 0
	for _, n := range c.Ops {
		all += n
	}
	row("expressions", all, 0)
	for i, n := range c.Ops {
		row("  "+opNames[i], n, all)
		if op(i) == opText {
			for i, n := range c.Leaves {
				row("    "+leafNames[i], n, all)
			}
		}
	}
	row("violations", len(r.Violations), 0)
	if err := t.Flush(); err != nil {
		return err
	}
	for _, v := range r.Violations {
		if _, err := fmt.Fprintf(w, "\n%v\n", v); err != nil {
			return err
		}
	}
	return nil
}
