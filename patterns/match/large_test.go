package match_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/patgraph/patgraph/internal/cancel"
	"github.com/patgraph/patgraph/patterns/match"
)

// A flat signature has one family of n constructors without arguments, numbers with Succ and Zero, and tuples.
type flat struct{ n int32 }

const (
	zero  = -1
	succ  = -2
	node  = -3 // of two
	tuple = 1 << 20
)

func (f flat) Siblings(c int32) []int32 {
	switch {
	case c >= tuple:
		return []int32{c}
	case c < 0:
		return []int32{zero, succ, node}
	}
	all := make([]int32, f.n)
	for i := range all {
		all[i] = int32(i)
	}
	return all
}

func (f flat) Arity(c int32) int {
	switch {
	case c >= tuple:
		return int(c - tuple)
	case c == succ:
		return 1
	case c == node:
		return 2
	}
	return 0
}

// tuple appends a clause that has constructors at some places of a tuple: place, constructor, place, constructor ….
func clause(m *match.Match, width int, at ...int32) {
	args := make([]match.Pattern, width)
	for i := 0; i < len(at); i += 2 {
		args[at[i]] = m.Arena.Con(at[i+1])
	}
	m.Clauses = append(m.Clauses, m.Arena.Con(tuple+int32(width), args...))
}

func question(constructors int32) *match.Match {
	return &match.Match{Arena: new(match.Arena), Signature: flat{constructors}, Cases: 5}
}

// diagonal has the first of three constructors once in each column; if it is closed, everything is matched.
func diagonal(k int, closed bool) *match.Match {
	m := question(3)
	for i := range k {
		clause(m, k, int32(i), 0)
	}
	if closed {
		m.Clauses = append(m.Clauses, match.Any)
	}
	return m
}

// distinct has a clause for each of n constructors, within a tuple.
func distinct(n int) *match.Match {
	m := question(int32(n))
	for i := range n {
		clause(m, 2, 0, int32(i))
	}
	return m
}

// deep has clauses that differ only n constructors deep.
func deep(n int) *match.Match {
	m := question(1)
	end := []match.Pattern{m.Arena.Con(zero), m.Arena.Con(succ, match.Any),
		m.Arena.Con(succ, m.Arena.Con(zero)), match.Any}
	for _, p := range end {
		for range n {
			p = m.Arena.Con(succ, p)
		}
		m.Clauses = append(m.Clauses, p)
	}
	return m
}

func said(r *match.Result) string {
	reached := make(map[match.Answer]int)
	for _, c := range r.Clauses {
		reached[c.Reached]++
	}
	return fmt.Sprintf("reached %d not %d exceeded %d, missing %d: %d and %d more",
		reached[match.Yes], reached[match.No], reached[match.Exceeded], r.Missing, len(r.Cases), r.More)
}

func TestLarge(t *testing.T) {
	const n = 4000
	some := func(make func(m *match.Match)) *match.Match {
		m := question(n)
		make(m)
		return m
	}
	left := func(m *match.Match, order func(int) int) {
		for i := range 20_000 {
			p := m.Arena.Con(zero)
			if i%2 == 0 {
				p = m.Arena.Con(succ, match.Any)
			}
			for range 5 { // the arguments to the right are pending
				p = m.Arena.Con(node, p, m.Arena.Con(zero))
			}
			m.Clauses = append(m.Clauses, p)
		}
	}
	for _, c := range []struct {
		name string
		m    *match.Match
		want string
		most int // steps
	}{
		{"constructors", distinct(10_000), "reached 10000 not 0 exceeded 0, missing 0: 0 and 0 more", 110_000},
		{"constructors but one", some(func(m *match.Match) {
			for i := range int32(n) {
				if i != 77 {
					clause(m, 1, 0, i)
				}
			}
		}), "reached 3999 not 0 exceeded 0, missing 1: 1 and 0 more", 40_000},
		{"constructors twice", some(func(m *match.Match) {
			for i := range int32(2 * n) {
				clause(m, 2, 0, i%n)
			}
		}), "reached 4000 not 4000 exceeded 0, missing 0: 0 and 0 more", 50_000},
		{"constructors and less", some(func(m *match.Match) {
			for i := range int32(2 * n) {
				if i < n {
					clause(m, 2, 0, i)
				} else {
					clause(m, 2, 0, i-n, 1, 5)
				}
			}
		}), "reached 4000 not 4000 exceeded 0, missing 0: 0 and 0 more", 120_000},
		{"constructors and wildcards", some(func(m *match.Match) {
			for i := range int32(n) {
				clause(m, 2, 0, i)
			}
			for range n {
				clause(m, 2)
			}
		}), "reached 4000 not 4000 exceeded 0, missing 0: 0 and 0 more", 70_000},
		{"one of so many", some(func(m *match.Match) { clause(m, 1, 0, 7) }), "reached 1 not 0 exceeded 0, missing 1: 5 and 3994 more", 5000},
		{"a cross", some(func(m *match.Match) {
			for i := range int32(400) {
				clause(m, 2, i%2, i/2)
			}
		}), "reached 400 not 0 exceeded 0, missing 1: 5 and 14439995 more", 200_000},
		{"deep", deep(100_000), "reached 3 not 1 exceeded 0, missing 1: 5 and 199995 more", 3_200_000},
		{"wide", some(func(m *match.Match) {
			for i := range int32(3) {
				clause(m, 100_000, 99_999-i, 0)
			}
		}), "reached 3 not 0 exceeded 0, missing 1: 5 and -1 more", 700_000},
		{"full and wide", some(func(m *match.Match) {
			for i := range int32(3) {
				at := make([]int32, 2000)
				for j := range at {
					at[j] = int32(j) / 2
				}
				for j := 1; j < len(at); j += 2 {
					at[j] = i
				}
				clause(m, 1000, at...)
			}
			clause(m, 1000)
		}), "reached 4 not 0 exceeded 0, missing 0: 0 and 0 more", 200_000},
		{"waiting arguments", some(func(m *match.Match) { left(m, nil) }), "reached 2 not 19998 exceeded 0, missing 1: 5 and 26 more", 150_000},
		{"nothing", some(func(m *match.Match) {}), "reached 0 not 0 exceeded 0, missing 1: 1 and 0 more", 10},
		{"diagonal", diagonal(30, false), "reached 30 not 0 exceeded 0, missing 1: 5 and 1073741819 more", 5000},
		{"diagonal, too many to count", diagonal(200, false), "reached 200 not 0 exceeded 0, missing 1: 5 and -1 more", 200_000},
		{"closed diagonal", diagonal(200, true), "reached 201 not 0 exceeded 0, missing 0: 0 and 0 more", 200_000},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := match.Check(c.m)
			if got := said(r); got != c.want || r.Steps > c.most {
				t.Errorf("%s, %d steps of %d; want %s", got, r.Steps, c.most, c.want)
			}
		})
	}
}

// formula has random clauses, each with three constructors in a row of flags. They are the assignments that a formula
// forbids, so the missing cases satisfy it.
func formula(r *rand.Rand, columns, clauses int) *match.Match {
	m := question(2)
	for range clauses {
		places := r.Perm(columns)[:3]
		var at []int32
		for _, p := range places {
			at = append(at, int32(p), int32(r.IntN(2)))
		}
		clause(m, columns, at...)
	}
	return m
}

// When the bound is reached, no answer is wrong, and easy questions are answered.
func TestBound(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	var open, answered, cut int
	for range 30 {
		m := formula(r, 12, 50+r.IntN(100))
		whole := match.Check(m)
		for _, steps := range []int{1, 500, 3000} {
			few := *m
			few.Steps = steps
			got := match.Check(&few)
			for i, c := range got.Clauses {
				switch want := whole.Clauses[i]; {
				case want.Reached == match.Exceeded:
					t.Fatal("the formula is too hard for a test")
				case c.Reached == match.Exceeded:
					open++
				case c.Reached != want.Reached:
					t.Fatalf("clause %d: %v, and it is %v", i, c, want)
				default:
					answered++
				}
			}
			if got.Missing != match.Exceeded && got.Missing != whole.Missing || got.More > 0 && got.More != whole.More {
				t.Fatalf("got %s, want %s", said(got), said(whole))
			}
			if got.Missing != whole.Missing || got.More == match.Uncounted {
				cut++
			}
			for i, p := range got.Cases {
				if read(&got.Arena, p).String() != read(&whole.Arena, whole.Cases[i]).String() {
					t.Fatalf("case %d is another one", i)
				}
			}
		}
	}
	t.Logf("%d clauses left open and %d answered; %d times cases left open", open, answered, cut)
	if open == 0 || answered == 0 || cut == 0 {
		t.Error("the bound was not met")
	}
	m := formula(r, 150, 640)
	m.Steps = 1 << 18
	hard := match.Check(m)
	t.Logf("%s in %d steps", said(hard), hard.Steps)
	if hard.Missing != match.Exceeded || hard.Steps > 4_000_000 {
		t.Errorf("%s in %d steps", said(hard), hard.Steps)
	}
	if reached := slices.IndexFunc(hard.Clauses,
		func(c match.Clause) bool { return c.Reached != match.Yes }); reached < 10 {
		t.Errorf("only %d clauses are known to be reached", reached)
	}
}

// Finding the clauses that cover a clause is too hard here, but it is known that some do.
func TestPartial(t *testing.T) {
	m := question(500)
	for i := range int32(1000) {
		clause(m, 2, i/500, i%500)
	}
	m.Steps = 1
	r := match.Check(m)
	for i, c := range r.Clauses {
		if c.Reached != match.Yes && (c.Reached != match.No || !c.Partial || !slices.IsSorted(c.By)) ||
			c.Reached != match.No && i >= 500 {
			t.Fatalf("clause %d: %v", i, c)
		}
	}
	m.Steps = 0
	if r := match.Check(m); r.Clauses[999].Partial || len(r.Clauses[999].By) != 500 {
		t.Errorf("clause 999: %v", r.Clauses[999])
	}
}

// If many clauses take values of a clause, and one of them covers it alone, that one is reported.
func TestAlone(t *testing.T) {
	m := question(300)
	for i := range int32(200) {
		clause(m, 3, 0, i)
	}
	clause(m, 3, 1, 0)
	clause(m, 3, 1, 0, 2, 0)
	if c := match.Check(m).Clauses[201]; !slices.Equal(c.By, []int32{200}) || c.Partial || c.Reached != match.No {
		t.Errorf("got %v", c)
	}
}

// The check ends with its context.
func TestHalt(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	stop()
	err := func() (err error) {
		defer cancel.Catch(&err)
		m := formula(rand.New(rand.NewPCG(3, 4)), 100, 430)
		m.Watch = cancel.New(ctx)
		match.Check(m)
		return nil
	}()
	if !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// An arena can be used again.
func TestReset(t *testing.T) {
	m := distinct(3)
	want := said(match.Check(m))
	m.Arena.Reset()
	m.Clauses = nil
	for i := range int32(3) {
		clause(m, 2, 0, i)
	}
	if got := said(match.Check(m)); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func BenchmarkCheck(b *testing.B) {
	run := func(name string, m *match.Match) {
		b.Run(name, func(b *testing.B) {
			var r *match.Result
			for b.Loop() {
				r = match.Check(m)
			}
			b.ReportMetric(float64(r.Steps), "steps/op")
		})
	}
	for k := 4; k <= 12; k++ {
		run(fmt.Sprintf("diagonal/k=%d", k), diagonal(k, false))
	}
	run("closed/k=12", diagonal(12, true))
	for _, n := range []int{1000, 10_000} {
		run(fmt.Sprintf("constructors/n=%d", n), distinct(n))
	}
	for _, n := range []int{10_000, 100_000} {
		run(fmt.Sprintf("deep/n=%d", n), deep(n))
	}
	run("hostile", formula(rand.New(rand.NewPCG(1, 2)), 150, 640))
}
