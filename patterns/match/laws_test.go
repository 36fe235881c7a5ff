package match_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/patgraph/patgraph/patterns/match"
	"pgregory.net/rapid"
)

// A world has types, which have constructors, which have types for their arguments.
type world struct {
	of    [][]int32 // by type: its constructors
	args  [][]int   // by constructor: types
	owner []int     // by constructor
	empty []bool    // by type: it has no values
}

func (w *world) Arity(c int32) int { return len(w.args[c]) }

func (w *world) void(c int32) bool {
	return slices.ContainsFunc(w.args[c], func(t int) bool { return w.empty[t] })
}

func (w *world) Siblings(c int32) []int32 {
	return slices.DeleteFunc(slices.Clone(w.of[w.owner[c]]), w.void)
}

func drawWorld(t *rapid.T) *world {
	w := &world{}
	n := rapid.IntRange(1, 4).Draw(t, "types")
	for i := range n {
		w.of = append(w.of, nil)
		w.empty = append(w.empty, false)
		for range rapid.IntRange(0, 3).Draw(t, "constructors") {
			w.of[i] = append(w.of[i], int32(len(w.args)))
			w.args = append(w.args, rapid.SliceOfN(rapid.IntRange(0, n-1), 0, 3).Draw(t, "arguments"))
			w.owner = append(w.owner, i)
		}
	}
	for changed := true; changed; {
		changed = false
		for i := range n {
			if !w.empty[i] && !slices.ContainsFunc(w.of[i], func(c int32) bool { return !w.void(c) }) {
				w.empty[i], changed = true, true
			}
		}
	}
	return w
}

// A tree is a pattern or a value: a constructor with its arguments, or none: in a pattern a wildcard, in a value any.
type tree struct {
	con  int32
	subs []*tree
}

var none = &tree{con: -1}

func (w *world) draw(t *rapid.T, of, depth int) *tree {
	if depth == 0 || len(w.of[of]) == 0 || rapid.IntRange(0, 3).Draw(t, "wild") == 0 {
		return none
	}
	p := &tree{con: rapid.SampledFrom(w.of[of]).Draw(t, "constructor")}
	for _, arg := range w.args[p.con] {
		p.subs = append(p.subs, w.draw(t, arg, depth-1))
	}
	return p
}

// most bounds the number of tried values.
const most = 3000

// values lists the values of a type, as deep as patterns inspect them.
func (w *world) values(of int, patterns []*tree) []*tree {
	if w.empty[of] {
		return nil
	}
	if !slices.ContainsFunc(patterns, func(p *tree) bool { return p.con >= 0 }) {
		return []*tree{none}
	}
	var out []*tree
	for _, c := range w.of[of] {
		rows := [][]*tree{nil}
		for i, arg := range w.args[c] {
			var below []*tree
			for _, p := range patterns {
				if p.con == c {
					below = append(below, p.subs[i])
				}
			}
			var longer [][]*tree
			for _, v := range w.values(arg, below) {
				for _, row := range rows {
					if longer = append(longer, append(slices.Clip(row), v)); len(longer) > most {
						break
					}
				}
			}
			rows = longer
		}
		for _, row := range rows {
			out = append(out, &tree{c, row})
		}
	}
	return out
}

// matches reports whether a pattern matches a value; the pattern must not be deeper than the value.
func matches(t *rapid.T, p, v *tree) bool {
	if p.con < 0 {
		return true
	}
	if v.con < 0 {
		t.Fatal("a case looks where no clause does")
	}
	if p.con != v.con {
		return false
	}
	for i := range p.subs {
		if !matches(t, p.subs[i], v.subs[i]) {
			return false
		}
	}
	return true
}

func (p *tree) build(a *match.Arena) match.Pattern {
	if p.con < 0 {
		return match.Any
	}
	var args []match.Pattern
	for _, sub := range p.subs {
		args = append(args, sub.build(a))
	}
	return a.Con(p.con, args...)
}

func read(a *match.Arena, p match.Pattern) *tree {
	if p == match.Any {
		return none
	}
	c, args := a.At(p)
	out := &tree{con: c}
	for _, arg := range args {
		out.subs = append(out.subs, read(a, arg))
	}
	return out
}

func (p *tree) String() string {
	if p.con < 0 {
		return "_"
	}
	return fmt.Sprint(p.con, p.subs)
}

// summary writes a whole result.
func summary(r *match.Result) string {
	var cases []*tree
	for _, p := range r.Cases {
		cases = append(cases, read(&r.Arena, p))
	}
	return fmt.Sprint(r.Clauses, r.Missing, cases, r.More)
}

// The claims about clauses and cases hold for all values.
func TestValues(t *testing.T) { rapid.Check(t, valuesLaw) }

func FuzzValues(f *testing.F) {
	for i := range 8 {
		seed := make([]byte, 2048)
		for j := range seed {
			seed[j] = byte(j * j * (i + 1) / 7)
		}
		f.Add(seed)
	}
	f.Fuzz(rapid.MakeFuzz(valuesLaw))
}

func valuesLaw(t *rapid.T) {
	w := drawWorld(t)
	of := rapid.IntRange(0, len(w.of)-1).Draw(t, "type")
	depth := rapid.IntRange(1, 4).Draw(t, "depth")
	var clauses []*tree
	for range rapid.IntRange(0, 7).Draw(t, "clauses") {
		clauses = append(clauses, w.draw(t, of, depth))
	}
	values := w.values(of, clauses)
	if len(values) > most {
		return
	}
	var a match.Arena
	m := &match.Match{Arena: &a, Signature: w, Empty: w.empty[of], Cases: most}
	for _, p := range clauses {
		m.Clauses = append(m.Clauses, p.build(&a))
	}
	r := match.Check(m)

	var cases []*tree
	for _, p := range r.Cases {
		cases = append(cases, read(&r.Arena, p))
	}
	if r.More != 0 || r.Missing == match.Exceeded {
		t.Fatalf("%d more cases", r.More)
	}
	reached := make([]bool, len(clauses))
	used := make([]bool, len(cases))
	for _, v := range values {
		first := slices.IndexFunc(clauses, func(p *tree) bool { return matches(t, p, v) })
		n := 0
		for i, p := range cases {
			if matches(t, p, v) {
				used[i] = true
				n++
			}
		}
		if first >= 0 {
			reached[first] = true
			if n != 0 {
				t.Fatalf("%v is taken by clause %d and missing: %v", v, first, cases)
			}
		} else if n != 1 {
			t.Fatalf("%v: %v is missing in %d cases: %v", clauses, v, n, cases)
		}
	}
	if slices.Contains(used, false) {
		t.Fatalf("a case has no values: %v", cases)
	}
	for i, c := range r.Clauses {
		if (c.Reached == match.Yes) != reached[i] || c.Reached == match.Exceeded {
			t.Fatalf("clause %d is said to be %v", i, c)
		}
		if c.Reached == match.Yes && c.By != nil || c.Partial {
			t.Fatalf("clause %d: %v", i, c)
		}
		if c.Reached == match.Yes {
			continue
		}
		mine := slices.DeleteFunc(slices.Clone(values), func(v *tree) bool { return !matches(t, clauses[i], v) })
		covered := func(by []int32) bool {
			return !slices.ContainsFunc(mine, func(v *tree) bool {
				return !slices.ContainsFunc(by, func(j int32) bool { return matches(t, clauses[j], v) })
			})
		}
		if !covered(c.By) || !slices.IsSorted(c.By) ||
			slices.ContainsFunc(c.By, func(j int32) bool { return int(j) >= i || !reached[j] }) {
			t.Fatalf("clause %d is not covered by %v", i, c.By)
		}
		for k := range c.By {
			if covered(slices.Delete(slices.Clone(c.By), k, k+1)) {
				t.Fatalf("clause %d does not need all of %v", i, c.By)
			}
		}
	}

	// A smaller number of cases gives the first ones, and counts the rest.
	m.Cases = rapid.IntRange(1, 5).Draw(t, "cases")
	few := match.Check(m)
	if n := min(m.Cases, len(cases)); len(few.Cases) != n || few.More != len(cases)-n {
		t.Fatalf("%d cases and %d more, of %d", len(few.Cases), few.More, len(cases))
	}
	for i, p := range few.Cases {
		if read(&few.Arena, p).String() != cases[i].String() {
			t.Fatalf("case %d is another one of fewer", i)
		}
	}
	// Neither the order in which patterns were made nor the rest of the arena matters.
	var b match.Arena
	for _, i := range rapid.Permutation(seq(len(clauses))).Draw(t, "order") {
		w.draw(t, of, depth).build(&b)
		m.Clauses[i] = clauses[i].build(&b)
	}
	m.Arena = &b
	if again := match.Check(m); summary(again) != summary(few) {
		t.Fatalf("got  %s\nwant %s", summary(again), summary(few))
	}
}

func seq(n int) []int {
	s := make([]int, n)
	for i := range s {
		s[i] = i
	}
	return s
}

// Patterns without types, or with a wrong number of arguments, cause no panic.
func TestUntyped(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := drawWorld(t)
		if len(w.args) == 0 {
			return
		}
		var a match.Arena
		m := &match.Match{Arena: &a, Signature: w, Cases: 5}
		for range rapid.IntRange(1, 10).Draw(t, "patterns") {
			args := rapid.SliceOfN(rapid.SampledFrom(append(m.Clauses, match.Any)), 0, 3).Draw(t, "arguments")
			con := int32(rapid.IntRange(0, len(w.args)-1).Draw(t, "constructor"))
			m.Clauses = append(m.Clauses, a.Con(con, args...))
		}
		r := match.Check(m)
		for _, p := range r.Cases {
			read(&r.Arena, p)
		}
		for i, c := range r.Clauses {
			if c.Reached == match.Exceeded || slices.ContainsFunc(c.By, func(j int32) bool { return int(j) >= i }) {
				t.Fatalf("clause %d: %v", i, c)
			}
		}
	})
}
