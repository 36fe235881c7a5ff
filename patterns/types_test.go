package patterns_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/unify"
)

// A table is a table of types for tests, with some labels and atoms.
type table struct {
	*patterns.Types
	labels *patterns.Labels
	label  map[string]unify.Label
	names  []string
	known  []patterns.Type // unit and the atoms
}

func newTable(names ...string) *table {
	syms := lang.NewSymbols(0)
	tb := &table{label: make(map[string]unify.Label), names: names}
	for _, n := range names {
		tb.label[n] = unify.Label(syms.InternString(n))
	}
	tb.labels = patterns.NewLabels(syms)
	tb.Types = patterns.NewTypes(tb.labels)
	unit := tb.Product()
	tb.known = []patterns.Type{
		unit,
		tb.AddAtom("int", unify.IndexLiterals, nil, unit),
		tb.AddAtom("string", unify.AllLiterals, nil, unit),
		tb.AddAtom("bool", unify.ListedLiterals, []unify.Label{tb.label[names[0]]}, unit),
	}
	return tb
}

// automaton draws states: some at random, some as copies of known types, whose parts are types or copies in turn, and
// near misses of such copies.
func (tb *table) automaton(t *rapid.T) []patterns.State {
	n := rapid.IntRange(1, 9).Draw(t, "states")
	states := make([]patterns.State, n)
	copyOf := make([]patterns.Type, n)
	anyType := func() patterns.Type { return patterns.Type(rapid.IntRange(1, tb.Len()).Draw(t, "type")) }
	for i := range copyOf {
		if u := anyType(); rapid.Bool().Draw(t, "copy") {
			if _, atom := tb.Atom(u); !atom {
				copyOf[i] = u
			}
		}
	}
	// Copies of a type are more interesting if there are copies of its parts.
	for i := range copyOf {
		if copyOf[i] == patterns.NoType || rapid.Bool().Draw(t, "stray") {
			continue
		}
		if f := tb.Fields(copyOf[i]); len(f) > 0 {
			u := rapid.SampledFrom(f).Draw(t, "part").To
			if _, atom := tb.Atom(u); !atom {
				copyOf[(i+1)%n] = u
			}
		}
	}
	for i := range states {
		s := &states[i]
		u := copyOf[i]
		if u == patterns.NoType {
			s.Shape = rapid.SampledFrom([]unify.Shape{unify.Product, unify.Union, unify.Vector}).Draw(t, "shape")
			labels := []unify.Label{unify.Member}
			if s.Shape != unify.Vector {
				labels = nil
				for _, name := range tb.names {
					if rapid.IntRange(0, 2).Draw(t, "label") == 0 {
						labels = append(labels, tb.label[name])
					}
				}
			}
			for _, l := range labels {
				s.Fields = append(s.Fields, tb.field(t, l, n))
			}
			continue
		}
		s.Shape = tb.Shape(u)
		for _, f := range tb.Fields(u) {
			var same []int32
			for j, v := range copyOf {
				if v == f.To {
					same = append(same, int32(j))
				}
			}
			switch {
			case rapid.IntRange(0, 30).Draw(t, "miss") == 0:
				s.Fields = append(s.Fields, tb.field(t, f.Label, n))
			case len(same) > 0 && rapid.IntRange(0, 3).Draw(t, "as state") > 0:
				s.Fields = append(s.Fields, patterns.StateField{Label: f.Label,
					State: rapid.SampledFrom(same).Draw(t, "state")})
			default:
				s.Fields = append(s.Fields, patterns.StateField{Label: f.Label, Type: f.To})
			}
		}
	}
	for i := range states {
		states[i].Fields = rapid.Permutation(states[i].Fields).Draw(t, "fields")
	}
	return states
}

func (tb *table) field(t *rapid.T, l unify.Label, states int) patterns.StateField {
	f := patterns.StateField{Label: l}
	if rapid.IntRange(0, 3).Draw(t, "to a type") == 0 {
		f.Type = patterns.Type(rapid.IntRange(1, tb.Len()).Draw(t, "type"))
	} else {
		f.State = int32(rapid.IntRange(0, states-1).Draw(t, "state"))
	}
	return f
}

// bisimilar returns the classes of all types of the table and of some states, in this order, refined until no
// two members of a class differ.
func (tb *table) bisimilar(states []patterns.State) []int {
	n := tb.Len()
	class := make([]int, n+len(states))
	for count := 0; ; {
		number := make(map[string]int)
		next := make([]int, len(class))
		for i := range class {
			key := fmt.Sprint(class[i])
			if i < n {
				u := patterns.Type(i + 1)
				if name, atom := tb.Atom(u); atom {
					key += name
				} else {
					key += fmt.Sprint(tb.Shape(u))
					for _, f := range tb.Fields(u) {
						key += fmt.Sprint(" ", f.Label, ":", class[f.To-1])
					}
				}
			} else {
				s := states[i-n]
				key += fmt.Sprint(s.Shape)
				fields := slices.Clone(s.Fields)
				slices.SortFunc(fields, func(a, b patterns.StateField) int { return int(a.Label - b.Label) })
				for _, f := range fields {
					to := n + int(f.State)
					if f.Type != patterns.NoType {
						to = int(f.Type) - 1
					}
					key += fmt.Sprint(" ", f.Label, ":", class[to])
				}
			}
			if _, ok := number[key]; !ok {
				number[key] = len(number)
			}
			next[i] = number[key]
		}
		class = next
		if len(number) == count {
			return class
		}
		count = len(number)
	}
}

func clone(states []patterns.State) []patterns.State {
	c := slices.Clone(states)
	for i := range c {
		c[i].Fields = slices.Clone(c[i].Fields)
	}
	return c
}

// After adding any number of automata the table is minimal, each state has the type that it equals, and adding an
// automaton again adds no type.
func TestIntern(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tb := newTable("a", "b", "0")
		var all [][]patterns.State
		var results [][]patterns.Type
		for range rapid.IntRange(1, 6).Draw(t, "automata") {
			states := tb.automaton(t)
			types := tb.Intern(clone(states))
			all, results = append(all, states), append(results, types)
			if err := tb.Check(); err != nil {
				t.Fatal(err)
			}
			n := tb.Len()
			class := tb.bisimilar(states)
			distinct := make(map[int]patterns.Type)
			for i := range n {
				if u, ok := distinct[class[i]]; ok {
					t.Fatalf("types %d and %d are equal: %s", u, i+1, tb.Form(u))
				}
				distinct[class[i]] = patterns.Type(i + 1)
			}
			for i, u := range types {
				if class[u-1] != class[n+i] {
					t.Fatalf("state %d of %v is not type %d, %s", i, states, u, tb.Form(u))
				}
			}
		}
		n := tb.Len()
		for i := range all {
			if again := tb.Intern(clone(all[i])); !slices.Equal(again, results[i]) || tb.Len() != n {
				t.Fatalf("types %v the first time, %v the second", results[i], again)
			}
		}
		forms := make(map[string]patterns.Type)
		for u := patterns.Type(1); int(u) <= n; u++ {
			if v, ok := forms[tb.Form(u)]; ok {
				t.Fatalf("types %d and %d have the form %s", u, v, tb.Form(u))
			}
			forms[tb.Form(u)] = u
		}
	})
}

// The canonical form depends neither on the order in which types are added nor
// on the numbers of labels and states.
func TestFormIsCanonical(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tb := newTable("b", "a", "10", "9", "Z")
		var all []patterns.State
		for range rapid.IntRange(1, 3).Draw(t, "automata") {
			// Both in one automaton.
			shift := int32(len(all))
			for _, s := range tb.automaton(t) {
				for i := range s.Fields {
					s.Fields[i].State += shift
				}
				all = append(all, s)
			}
		}
		one := tb.Intern(clone(all))
		other := newTable("Z", "9", "c", "a", "b", "10")
		order := rapid.Permutation(indices(len(all))).Draw(t, "order")
		place := make([]int32, len(all))
		for i, j := range order {
			place[j] = int32(i)
		}
		moved := make([]patterns.State, len(all))
		for j, s := range clone(all) {
			for i := range s.Fields {
				f := &s.Fields[i]
				if f.Label != unify.Member {
					f.Label = other.label[tb.labels.Text(f.Label)]
				}
				if f.Type == patterns.NoType {
					f.State = place[f.State]
				}
			}
			moved[place[j]] = s
		}
		two := other.Intern(moved)
		for j, u := range one {
			if got, want := other.Form(two[place[j]]), tb.Form(u); got != want {
				t.Fatalf("state %d has the forms %s and %s", j, got, want)
			}
		}
	})
}

func indices(n int) []int {
	s := make([]int, n)
	for i := range s {
		s[i] = i
	}
	return s
}

// Hard cases for a table of types.
func TestInternUnrolled(t *testing.T) {
	tb := newTable("x", "y", "z")
	x, y := tb.label["x"], tb.label["y"]
	state := func(s unify.Shape, fields ...patterns.StateField) patterns.State {
		return patterns.State{Shape: s, Fields: fields}
	}
	c := tb.Intern([]patterns.State{state(unify.Product, patterns.StateField{Label: x},
		patterns.StateField{Label: y})})[0]
	n := tb.Len()
	for name, states := range map[string][]patterns.State{
		"A = {A x, C y}": {state(unify.Product, patterns.StateField{Label: x, State: 0}, patterns.StateField{Label: y, Type: c})},
		"A = {C x, C y}": {state(unify.Product, patterns.StateField{Label: x, Type: c}, patterns.StateField{Label: y, Type: c})},
		"A = {C x, B y}, B = {A x, C y}": {
			state(unify.Product, patterns.StateField{Label: x, Type: c}, patterns.StateField{Label: y, State: 1}),
			state(unify.Product, patterns.StateField{Label: x, State: 0}, patterns.StateField{Label: y, Type: c}),
		},
		"A = {B y, B x}, B = {A y, A x}": {
			state(unify.Product, patterns.StateField{Label: y, State: 1}, patterns.StateField{Label: x, State: 1}),
			state(unify.Product, patterns.StateField{Label: y, State: 0}, patterns.StateField{Label: x, State: 0}),
		},
	} {
		for _, u := range tb.Intern(states) {
			if u != c || tb.Len() != n {
				t.Errorf("%s with C = {C x, C y} known is %s", name, tb.Form(u))
			}
		}
	}
	// Two groups of the same states with different edges between them.
	z := patterns.StateField{Label: tb.label["z"], Type: c}
	for _, second := range []int32{0, 1} {
		tb.Intern([]patterns.State{
			state(unify.Product, patterns.StateField{Label: x, State: 1},
				patterns.StateField{Label: y, State: second}, z),
			state(unify.Product, patterns.StateField{Label: x, State: 0}, patterns.StateField{Label: y, State: 0}),
		})
		if n += 2; tb.Len() != n {
			t.Errorf("%d types, not %d", tb.Len(), n)
		}
	}
	if got := tb.Product(unify.HeadField{Label: y, To: c}, unify.HeadField{Label: x, To: c}); got != c {
		t.Errorf("{C y, C x} is %s", tb.Form(got))
	}
	if v := tb.Vector(c); v == c || v != tb.Vector(c) ||
		tb.Union(unify.HeadField{Label: x, To: c}) == tb.Product(unify.HeadField{Label: x, To: c}) {
		t.Error("different shapes are equal")
	}
	if !tb.IsUnit(tb.known[0]) || tb.IsUnit(c) || tb.IsUnit(tb.Union()) {
		t.Error("the unit type is the product of no fields")
	}
	if name, ok := tb.Atom(tb.known[1]); !ok || name != "int" || tb.Form(tb.known[1]) != "int" {
		t.Error("int is an atom")
	}
}

// Two large recursive groups, where every state of the second leads to the first, cost about their size.
func TestInternLargeGroups(t *testing.T) {
	const n = 30_000
	tb := newTable("x", "y")
	x, y := tb.label["x"], tb.label["y"]
	ring := func(to func(i int) patterns.StateField) []patterns.State {
		states := make([]patterns.State, n)
		for i := range states {
			states[i] = patterns.State{Shape: unify.Product, Fields: []patterns.StateField{
				{Label: x, State: int32((i + 1) % n)}, to(i),
			}}
		}
		return states
	}
	first := tb.Intern(ring(func(i int) patterns.StateField {
		return patterns.StateField{Label: y, Type: tb.known[min(i, 1)]}
	}))
	second := tb.Intern(ring(func(i int) patterns.StateField {
		return patterns.StateField{Label: y, Type: first[i*7%n]}
	}))
	if slices.Contains(second, first[0]) || second[0] == second[1] {
		t.Error("different groups were made one")
	}
	if got := strings.Count(tb.Form(second[0]), ";"); got != 2*n+1 {
		t.Errorf("the second group has %d states in all", got)
	}
}
