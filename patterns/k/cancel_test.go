package k

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/patgraph/patgraph/internal/cancel"
	"github.com/patgraph/patgraph/internal/cancel/canceltest"
	"github.com/patgraph/patgraph/internal/gen"
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/k"
	"github.com/patgraph/patgraph/patterns"
)

// heavy are slow programs, each slow in another part of the analysis.
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

// After the context ends, it is not checked again, and the result is marked as incomplete.
func TestEnds(t *testing.T) {
	for name, source := range heavy() {
		f := lang.NewFile("main.k", []byte(source))
		all := canceltest.New(t.Context(), 0)
		if r := Analyze(all, f, Options{}); r.Err != nil {
			t.Fatalf("%s: %v", name, r.Err)
		}
		for range 4 {
			end := 1 + rand.Int64N(all.Looks.Load())
			l := canceltest.New(t.Context(), end)
			r := Analyze(l, f, Options{})
			if !errors.Is(r.Err, context.Canceled) || r.File != f || r.Definitions != nil || r.Diagnostics != nil ||
				r.Solver != nil || r.Front != nil {
				t.Errorf("%s: ended at look %d, the result has the error %v, %d definitions, %d diagnostics",
					name, end, r.Err, len(r.Definitions), len(r.Diagnostics))
			}
			if more := l.Looks.Load() - end; more >= 1 {
				t.Errorf("%s: %d looks after the end", name, more)
			}
		}
	}
}

// Every phase checks the context often enough: in proportion to the text, to the derivation, and to the constraints
// that explanations close again.
func TestLooksOften(t *testing.T) {
	for name, source := range heavy() {
		l := canceltest.New(t.Context(), 0)
		var at []int64
		r := Analyze(l, lang.NewFile("main.k", []byte(source)), Options{Phase: func(patterns.Phase) { at = append(at, l.Looks.Load()) }})
		parsed, derived, explained := at[0], at[1]-at[0], at[2]-at[1]
		if most := len(source) / 10_000; parsed < int64(most) {
			t.Errorf("%s: %d looks while %d bytes are parsed", name, parsed, len(source))
		}
		if steps := r.Solver.Graph.Stats().Events; derived < int64(steps/2000) {
			t.Errorf("%s: %d looks while %d events are performed", name, derived, steps)
		}
		errors := 0
		for i := range r.Diagnostics {
			if r.Diagnostics[i].Explanation != nil {
				errors++
			}
		}
		if explained < int64(errors) {
			t.Errorf("%s: %d looks while %d errors are explained", name, explained, errors)
		}
	}
}

// A stopwatch records the times at which it is checked.
type stopwatch struct {
	context.Context
	at []time.Time
}

func (s *stopwatch) Err() error {
	s.at = append(s.at, time.Now())
	return nil
}

// A cancelled analysis returns soon: it does only a small part of its work between two checks. A single goroutine has
// the same checks in each run, so the least of several runs is free of other load on the machine.
func TestEndsSoon(t *testing.T) {
	for name, source := range heavy() {
		var least []time.Duration // between a check and the next one
		whole := time.Duration(math.MaxInt64)
		for range 4 {
			s := &stopwatch{Context: t.Context(), at: []time.Time{time.Now()}}
			Analyze(s, lang.NewFile("main.k", []byte(source)), Options{})
			s.Err()
			if least == nil {
				least = slices.Repeat([]time.Duration{math.MaxInt64}, len(s.at)-1)
			}
			if len(s.at) != len(least)+1 {
				t.Fatalf("%s: %d and %d looks", name, len(least), len(s.at)-1)
			}
			for i := range least {
				least[i] = min(least[i], s.at[i+1].Sub(s.at[i]))
			}
			whole = min(whole, s.at[len(s.at)-1].Sub(s.at[0]))
		}
		if longest := slices.Max(least); longest > whole/4 {
			t.Errorf("%s: of %v, %v are between two looks", name, whole, longest)
		}
	}
}

// When the deadline of a program passes, the current derivation ends, even a long one without references, and so do all
// later ones; earlier ones stay.
func TestDeadline(t *testing.T) {
	chain := func(name string) string { return name + " =" + strings.Repeat(" .a", 50_000) + ";\n" }
	opts := Options{Limits: patterns.Limits{Time: time.Hour}, watch: cancel.New(t.Context())}
	opts.Held = func(int) { opts.watch.Until(time.Now().Add(-time.Second)) } // called first before c
	tree, ds := k.Parse(lang.NewFile("main.k", []byte(chain("b")+chain("c")+chain("d")+"e = 1;")))
	r := analyzeTree(tree, ds, opts)
	for i, want := range []patterns.Breach{patterns.NoBreach, patterns.TimeBreach, patterns.TimeBreach,
		patterns.TimeBreach} {
		if got := r.Solver.Derivation(int32(i)).Breach; got != want ||
			r.Definitions[i].OK != (want == patterns.NoBreach) {
			t.Errorf("%s has %d and is ok: %v", r.Definitions[i].Name, got, r.Definitions[i].OK)
		}
	}
	if ds := r.Diagnostics; len(ds) != 3 || ds[0].Code != lang.TimeLimit || ds[0].Secondary ||
		ds[1].Code != lang.TimeLimit || !ds[1].Secondary {
		t.Error(messages(r))
	}
	if first, end := r.Solver.Nodes(0); r.Solver.Work() > 7*int(end-first)/4 { // two thirds are allocated before it begins
		t.Errorf("b took %d nodes, and all %d", end-first, r.Solver.Work())
	}
	// A deadline that has passed before the derivation leaves no results, and every error has a message.
	r = Analyze(t.Context(), lang.NewFile("main.k", []byte("b = 1; c = {1 x} .y; d = c;")),
		Options{Limits: patterns.Limits{Time: 1}})
	if ds := r.Diagnostics; len(ds) != 3 || ds[0].Code != lang.TimeLimit || slices.ContainsFunc(r.Definitions, func(d patterns.Definition) bool { return d.OK }) {
		t.Error(messages(r))
	}
}

// Results can be queried after the context of their analysis has ended, and concurrently if each goroutine has its own
// result.
func TestConcurrentResults(t *testing.T) {
	var wait sync.WaitGroup
	for i := range 4 {
		wait.Add(1)
		go func() {
			defer wait.Done()
			ctx, cancel := context.WithCancel(t.Context())
			r := Analyze(ctx, lang.NewFile("main.k",
				[]byte(fmt.Sprintf("f = {1 x, 2 y} .z%d; g = <.list g, .end>; h = {g a, g b};", i))), Options{})
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
