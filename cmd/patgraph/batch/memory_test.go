package batch

import (
	"context"
	"fmt"
	"math"
	"runtime/debug"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"

	"github.com/patgraph/patgraph/cmd/patgraph/inputs"
	"github.com/patgraph/patgraph/cmd/patgraph/report"
	"github.com/patgraph/patgraph/internal/lab/corpus"
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/k"
	"github.com/patgraph/patgraph/patterns/language"
)

// A visitor is a program that asks for admission.
type visitor struct {
	name  string
	size  int
	leave chan struct{}
}

// visit lets programs ask in order, and returns a function that lists the admitted ones.
func visit(b *budget, visitors ...*visitor) (in func() []string) {
	inside := make(map[string]bool)
	var lock sync.Mutex
	set := func(name string, in bool) {
		lock.Lock()
		defer lock.Unlock()
		inside[name] = in
	}
	for _, v := range visitors {
		v.leave = make(chan struct{})
		go func() {
			stay, _ := b.enter(context.Background(), v.name, v.size)
			set(v.name, true)
			<-v.leave
			set(v.name, false)
			stay.leave()
		}()
		synctest.Wait() // they ask in this order
	}
	return func() []string {
		synctest.Wait()
		lock.Lock()
		defer lock.Unlock()
		var names []string
		for n, in := range inside {
			if in {
				names = append(names, n)
			}
		}
		slices.Sort(names)
		return names
	}
}

// Programs are admitted while there is memory, in the order in which they ask, and a program that is too large when no
// other is admitted.
func TestBudget(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBudget(ownMemory+8*20<<20, 4) // 100 MiB for analyses
		half := (50<<20 - programBytes) / bytesPerByte
		v := []*visitor{{name: "a", size: half}, {name: "b", size: half}, {name: "huge", size: 1 << 30}, {name: "small"}, {name: "last"}}
		in := visit(b, v...)
		for _, step := range []struct {
			leaves int // index of the visitor that leaves; -1: none
			want   []string
		}{
			{-1, []string{"a", "b"}},
			{1, []string{"a"}}, // small does not overtake huge
			{0, []string{"huge"}},
			{2, []string{"last", "small"}},
			{3, []string{"last"}},
			{4, nil},
		} {
			if step.leaves >= 0 {
				close(v[step.leaves].leave)
			}
			if got := in(); !slices.Equal(got, step.want) {
				t.Fatalf("after %d left: in are %q, want %q", step.leaves, got, step.want)
			}
		}
		if a := b.alone; a.Count != 1 || a.Name != "huge" || a.Need < 100<<30 {
			t.Errorf("alone: %+v", a)
		}
	})
}

// However low the bound is, every program is admitted eventually.
func TestLittleBudget(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBudget(1, 8)
		v := []*visitor{{name: "b", size: 1 << 20}, {name: "a", size: 1 << 20}, {name: "c", size: 1<<20 - 1}}
		in := visit(b, v...)
		for _, x := range v {
			if got := in(); !slices.Equal(got, []string{x.name}) {
				t.Fatalf("in are %q, want %s", got, x.name)
			}
			close(x.leave)
		}
		synctest.Wait()
		if a := b.alone; a.Count != 3 || a.Name != "a" {
			t.Errorf("alone: %+v", a)
		}
	})
}

// Without a bound no program waits, and the usual bounds on kept memory apply.
func TestNoBudget(t *testing.T) {
	b := newBudget(0, 2)
	for range 1000 {
		b.enter(t.Context(), "x", 1<<40)
	}
	if n, most := b.keptSpares(); n != largestSpare || most < 1000 || b.waiting() != mostWaiting {
		t.Error("it keeps another amount")
	}
	large, little := newBudget(math.MaxInt64, 2), newBudget(LeastMemory, 64)
	if n, _ := large.keptSpares(); n != largestSpare || large.waiting() != mostWaiting {
		t.Error("much memory keeps another amount")
	}
	if n, most := little.keptSpares(); n < 0 || n > 100_000 || most < 1 || little.waiting() > LeastMemory/8 {
		t.Errorf("little memory: spares to %d bytes, %d wait", n, little.waiting())
	}
}

// The collector's limit applies during a run, and a lower one is kept.
func TestLimitMemory(t *testing.T) {
	before := debug.SetMemoryLimit(1 << 40)
	defer debug.SetMemoryLimit(before)
	now := func() int64 { return debug.SetMemoryLimit(-1) }
	b := newBudget(1<<30, 2)
	restore := b.limit(1 << 30)
	if n := now(); n >= 1<<30 || n < 1<<29 {
		t.Errorf("limit %d", n)
	}
	inner := newBudget(1<<35, 2).limit(1 << 35)
	if n := now(); n >= 1<<30 {
		t.Errorf("a higher limit counts: %d", n)
	}
	inner()
	s, err := b.enter(t.Context(), "large.k", 20<<20)
	if err != nil {
		t.Fatal(err)
	}
	if n := now(); n != 13*programCost(20<<20)/10 {
		t.Errorf("a program that exceeds the bound anyway has the limit %d", n)
	}
	s.leave()
	if n := now(); n != b.collects {
		t.Errorf("limit %d after a program that exceeds the bound", n)
	}
	restore()
	newBudget(0, 2).limit(0)()
	if n := now(); n != 1<<40 {
		t.Errorf("limit %d afterwards", n)
	}
}

// An analysis acquires memory beyond its estimate if it is available, or waits until it is alone.
func TestStay(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBudget(ownMemory+8*20<<20, 4) // 100 MiB for analyses
		ctx := context.Background()
		first, _ := b.enter(ctx, "first", 0)
		second, _ := b.enter(ctx, "second", 0)
		if !first.grow(1) || !first.grow(70<<20/bytesPerNode) || !first.grow(70<<20/bytesPerNode) {
			t.Fatal("70 of 100 MiB are not there")
		}
		if second.grow(40 << 20 / bytesPerNode) {
			t.Fatal("40 MiB beside 70 are there")
		}
		done := make(chan error, 1)
		go func() { done <- second.alone(ctx) }()
		synctest.Wait()
		select {
		case <-done:
			t.Fatal("it is alone beside another")
		default:
		}
		first.leave()
		if err := <-done; err != nil || !second.grow(1<<30) {
			t.Fatalf("alone it may not have all: %v", err)
		}
		ended, cancel := context.WithCancel(ctx)
		third := make(chan error, 1)
		go func() { _, err := b.enter(ended, "third", 0); third <- err }()
		synctest.Wait()
		cancel()
		if err := <-third; err == nil {
			t.Error("it comes in where nothing is left")
		}
		second.leave()
		if !b.gate.TryAcquire(b.room) {
			t.Error("something was not given back")
		}
		var none *stay
		if !none.grow(1 << 40) {
			t.Error("without a budget there is a bound")
		}
		none.leave()
	})
}

// Programs that take far more than estimated do not change any result, whatever the bound is and however many run at
// the same time.
func TestCrowded(t *testing.T) {
	hostile := string(corpus.FamilyOf("stairs").Make(1200))
	var all []inputs.Source
	for i := range 12 {
		source := "f = .a;"
		if i%3 == 1 {
			source = hostile
		}
		all = append(all, inputs.Text(inputs.Options{Languages: language.Table{k.Language}},
			fmt.Sprintf("%d.k", i), []byte(source)))
	}
	run := func(memory int64, workers int) (list []string, analyses int) {
		var n atomic.Int64
		b := Batch{Workers: workers, Memory: memory, Languages: language.Table{{
			Extensions: []string{".k"},
			Analyze: func(ctx context.Context, f *lang.File, o language.Options) *patterns.Result {
				n.Add(1)
				return k.Language.Analyze(ctx, f, o)
			},
		}}, Render: func(in *report.Input) ([]byte, []byte) {
			return fmt.Append(nil, in.Name, in.Result.Solver.Graph.Len(), len(in.Diagnostics)), nil
		}}
		if _, err := b.Run(t.Context(), slices.Values(all), func(o *Outcome) error {
			list = append(list, string(o.Out))
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		return list, int(n.Load())
	}
	want, _ := run(0, 1)
	for _, workers := range []int{1, 4} {
		got, analyses := run(LeastMemory, workers)
		if !slices.Equal(got, want) {
			t.Errorf("-j %d: %q, want %q", workers, got, want)
		}
		if workers == 1 && analyses != len(all) {
			t.Errorf("%d analyses of %d programs that come one after the other", analyses, len(all))
		}
	}
}
