package batch

import (
	"context"
	"math"
	"runtime/debug"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
)

// A visitor is a program that asks to come in.
type visitor struct {
	name  string
	size  int
	leave chan struct{}
}

// visit lets programs ask in turn, and returns a function that says who is in.
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
			leave, _ := b.enter(context.Background(), v.name, v.size)
			set(v.name, true)
			<-v.leave
			set(v.name, false)
			leave()
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

// Programs come in while there is room, in the order in which they ask, and one
// that is too large when nobody else is there.
func TestBudget(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBudget(ownMemory+8*20<<20, 4) // room for 100 MiB
		half := (50<<20 - programBytes) / bytesPerByte
		v := []*visitor{{name: "a", size: half}, {name: "b", size: half}, {name: "huge", size: 1 << 30}, {name: "small"}, {name: "last"}}
		in := visit(b, v...)
		for _, step := range []struct {
			leaves int // of the visitors; -1: nobody
			want   []string
		}{
			{-1, []string{"a", "b"}},
			{1, []string{"a"}}, // small does not pass huge by
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

// However little there is, everything comes in at some time.
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

// Without a bound nobody waits, and what is kept is bounded as always.
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

// The collector's limit is there for a run, and a lower one stays.
func TestLimitMemory(t *testing.T) {
	before := debug.SetMemoryLimit(1 << 40)
	defer debug.SetMemoryLimit(before)
	now := func() int64 { return debug.SetMemoryLimit(-1) }
	restore := limitMemory(1 << 30)
	if n := now(); n >= 1<<30 || n < 1<<29 {
		t.Errorf("limit %d", n)
	}
	inner := limitMemory(1 << 35)
	if n := now(); n >= 1<<30 {
		t.Errorf("a higher limit counts: %d", n)
	}
	inner()
	restore()
	limitMemory(0)()
	if n := now(); n != 1<<40 {
		t.Errorf("limit %d afterwards", n)
	}
}
