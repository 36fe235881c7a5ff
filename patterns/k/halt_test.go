package k

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/patgraph/patgraph/internal/gen"
	"github.com/patgraph/patgraph/internal/halt/halttest"
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns"
)

// heavy are programs that take long, each in another part of the analysis.
func heavy() map[string]string {
	var errs, below strings.Builder
	errs.WriteString("$t = {int x, int y};\n")
	for i := range 20 {
		fmt.Fprintf(&errs, "f%d = {1 x, 2 yy} $t .z%d;\n", i, i)
	}
	below.WriteString("$t = {int x, int y}; f0 = {1 x, 2 yy} $t;\n")
	for i := range 12 {
		fmt.Fprintf(&below, "f%d = f%d {() a, .x b} .a; g%d = f%d .q;\n", i+1, i, i, i)
	}
	return map[string]string{
		"long":        gen.Chain(30_000),
		"nested":      gen.Nested(30_000),
		"many":        gen.Defs(5_000),
		"recursive":   gen.Ring(300),
		"copies":      doubling(12, "p%[2]d p%[2]d", "{() a, () b}"),
		"unreadable":  strings.Repeat("} = ; { ( ? ; . . ^ \n", 5_000),
		"errors":      errs.String(),
		"errors deep": below.String(),
	}
}

// Whenever the context ends, the analysis looks at it no more, but for one look of each
// goroutine, and no one can take what it returns for the whole.
func TestEnds(t *testing.T) {
	for name, source := range heavy() {
		for _, jobs := range []int{1, 3} {
			o := Options{Jobs: jobs, leastBranched: 1}
			f := lang.NewFile("main.k", []byte(source))
			all := halttest.New(t.Context(), 0)
			if r := Analyze(all, f, o); r.Err != nil {
				t.Fatalf("%s: %v", name, r.Err)
			}
			for range 4 {
				end := 1 + rand.Int64N(all.Looks.Load())
				l := halttest.New(t.Context(), end)
				r := Analyze(l, f, o)
				if jobs > 1 && r.Err == nil {
					continue // how often several look is up to chance
				}
				if !errors.Is(r.Err, context.Canceled) || r.File != f || r.Definitions != nil || r.Diagnostics != nil || r.Solver != nil || r.Front != nil {
					t.Errorf("%s by %d: ended at look %d, the result has the error %v, %d definitions, %d diagnostics", name, jobs, end, r.Err, len(r.Definitions), len(r.Diagnostics))
				}
				if more := l.Looks.Load() - end; more >= int64(jobs) {
					t.Errorf("%s by %d: %d looks after the end", name, jobs, more)
				}
			}
		}
	}
}

// The context is looked at often enough in every phase: in proportion to the text, to
// what is derived and to the constraints that explanations close again.
func TestLooksOften(t *testing.T) {
	for name, source := range heavy() {
		l := halttest.New(t.Context(), 0)
		var at []int64
		r := Analyze(l, lang.NewFile("main.k", []byte(source)), Options{Phase: func(patterns.Phase) { at = append(at, l.Looks.Load()) }})
		parsed, derived, explained := at[0], at[1]-at[0], at[2]-at[1]
		if most := len(source) / 10_000; parsed < int64(most) {
			t.Errorf("%s: %d looks while %d bytes are parsed", name, parsed, len(source))
		}
		if steps := r.Solver.Graph.Stats().Events; derived < int64(steps/2000) {
			t.Errorf("%s: %d looks while %d events are performed", name, derived, steps)
		}
		told := 0
		for i := range r.Diagnostics {
			if r.Diagnostics[i].Explanation != nil {
				told++
			}
		}
		if explained < int64(told) {
			t.Errorf("%s: %d looks while %d errors are explained", name, explained, told)
		}
	}
}

// An analysis that is cancelled returns soon. The bound is generous, since the machine
// may be busy.
func TestEndsSoon(t *testing.T) {
	source := heavy()["errors deep"]
	for _, name := range []string{"h", "i", "j", "k", "l", "m"} {
		source += strings.ReplaceAll(heavy()["errors"], "f", name)
	}
	for range 5 {
		ctx, cancel := context.WithCancel(t.Context())
		var end time.Time
		time.AfterFunc(time.Duration(rand.Int64N(int64(100*time.Millisecond))), func() {
			end = time.Now()
			cancel()
		})
		if r := Analyze(ctx, lang.NewFile("main.k", []byte(source)), Options{}); r.Err == nil {
			cancel()
			t.Fatal("not ended")
		}
		if late := time.Since(end); late > time.Second {
			t.Errorf("returned %v after the end", late)
		}
	}
}

// A deadline of groups also ends one long derivation without references.
func TestTimeOfOne(t *testing.T) {
	r := Analyze(t.Context(), lang.NewFile("main.k", []byte("f = .a .b;\n"+gen.Chain(200_000))), Options{Limits: patterns.Limits{Time: time.Microsecond}})
	if len(r.Diagnostics) != 1 || r.Diagnostics[0].Code != lang.TimeLimit || r.Err != nil {
		t.Errorf("%d diagnostics, %v", len(r.Diagnostics), r.Err)
	}
	if !r.Definitions[0].OK {
		t.Error("the other definition has no time left")
	}
}

// A result may be asked when the context of its analysis has ended, and by several
// goroutines if each has one of its own.
func TestConcurrentResults(t *testing.T) {
	var wait sync.WaitGroup
	for i := range 4 {
		wait.Add(1)
		go func() {
			defer wait.Done()
			ctx, cancel := context.WithCancel(t.Context())
			r := Analyze(ctx, lang.NewFile("main.k", []byte(fmt.Sprintf("f = {1 x, 2 y} .z%d; g = <.list g, .end>; h = {g a, g b};", i))), Options{})
			cancel()
			for d := range r.Definitions {
				id := int32(d)
				if _, steps := r.Front.Trace(id, 1); len(r.Front.Expressions(id)) == 0 || steps == 0 {
					t.Errorf("nothing is known of definition %d", d)
				}
				if _, ok := r.Front.WhyDefinition(id, -1); !ok {
					t.Errorf("no reason for definition %d", d)
				}
				r.Front.Signature(r.Solver.Scheme(id), 0, 1)
			}
		}()
	}
	wait.Wait()
}
