package sound

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"github.com/patgraph/patgraph/lang/k"
	"github.com/patgraph/patgraph/lang/k/eval"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/unify"
)

// An instance is concrete types, as states of an automaton, for the nodes of a signature. State i belongs to node i of
// the signature; additional states follow.
type instance struct {
	result *patterns.Result
	later  bool // of dialect k6
	states []state
	byType map[patterns.Type]int32
	height []int32 // of the least value; noValue: there is none
}

// A state is a type: an atom by its name, else a shape with its parts.
type state struct {
	atom   string
	shape  unify.Shape // a single shape
	labels []string
	to     []int32
}

const noValue = 1 << 30

func newInstance(r *patterns.Result) *instance {
	return &instance{result: r, later: r.Dialect == k.K6.String(), byType: make(map[patterns.Type]int32)}
}

// add adds a state and returns its number.
func (n *instance) add(s state) int32 {
	n.states = append(n.states, s)
	return int32(len(n.states) - 1)
}

// of returns the state of a type of the program.
func (n *instance) of(t patterns.Type) int32 {
	if s, ok := n.byType[t]; ok {
		return s
	}
	i := n.add(state{})
	n.byType[t] = i
	n.states[i] = n.stateOf(t)
	return i
}

func (n *instance) stateOf(t patterns.Type) state {
	if name, ok := n.result.Types.Atom(t); ok {
		return state{atom: name}
	}
	s := state{shape: n.result.Types.Shape(t)}
	for _, f := range n.result.Types.Fields(t) {
		s.labels = append(s.labels, n.result.Labels.Text(f.Label))
		s.to = append(s.to, n.of(f.To))
	}
	return s
}

// instantiate makes a random instance of a signature. It returns nil if a pattern has no type in the notation that was
// tried.
func instantiate(rnd *rand.Rand, r *patterns.Result, s *patterns.Scheme) *instance {
	n := newInstance(r)
	size := s.Graph.Len()
	n.states = make([]state, size)
	for i := range int32(size) {
		f := s.Graph.Flat(i)
		if f.Head() != unify.NoHead {
			n.states[i] = n.stateOf(f.Head())
			continue
		}
		if !n.open(rnd, i, f, s.Graph.Edges(i)) {
			return nil
		}
	}
	n.measure()
	return n
}

// open chooses a type for a node that is not a type yet.
func (n *instance) open(rnd *rand.Rand, i int32, f unify.Flat, edges []unify.Edge) bool {
	r := n.result
	var st state
	targets := make(map[int32]bool)
	indices := true
	for _, e := range edges {
		st.labels = append(st.labels, r.Labels.Text(e.Label))
		st.to = append(st.to, int32(e.To))
		targets[int32(e.To)] = true
		indices = indices && (e.Label == unify.Member || r.Labels.Index().Has(e.Label))
	}
	vector := func() bool {
		if len(st.to) == 0 {
			st.to = []int32{n.random(rnd, 2)}
		}
		n.states[i] = state{shape: unify.Vector, to: st.to[:1]}
		return true
	}
	var may []unify.Shape
	shapes := f.Shapes()
	if shapes == unify.Vector {
		return vector()
	}
	if shapes&unify.Product != 0 && (n.later || !(f.Closed() && len(edges) == 1)) {
		may = append(may, unify.Product)
	}
	if shapes&unify.Union != 0 && !(f.Closed() && len(edges) == 0) {
		may = append(may, unify.Union)
	}
	if shapes&unify.Vector != 0 && !n.later && indices && len(targets) <= 1 && !f.Closed() {
		may = append(may, unify.Vector)
	}
	if len(edges) == 0 && f == unify.Open {
		kind := rnd.IntN(6)
		if n.later {
			kind = 2 + rnd.IntN(4)
		}
		switch kind {
		case 0, 1:
			n.states[i] = state{atom: []string{"int", "string", "bool"}[rnd.IntN(3)]}
			return true
		case 2:
			n.states[i] = n.states[n.random(rnd, 2)]
			return true
		}
	}
	if len(may) == 0 {
		return false
	}
	st.shape = may[rnd.IntN(len(may))]
	if st.shape == unify.Vector {
		return vector()
	}
	if !f.Closed() {
		more := rnd.IntN(3)
		for _, l := range []string{"a", "b", "0", "x", "y", "z"} {
			if len(st.labels) >= 2 && more == 0 || len(st.labels) == 0 && st.shape == unify.Product && more == 0 {
				break
			}
			if !slices.Contains(st.labels, l) {
				st.labels = append(st.labels, l)
				st.to = append(st.to, n.random(rnd, 1))
				more = max(more-1, 0)
			}
			if st.shape == unify.Union && len(st.labels) > 0 && more == 0 {
				break
			}
		}
		if st.shape == unify.Product && len(st.labels) == 1 && !n.later {
			st.labels, st.to = append(st.labels, "w"), append(st.to, n.random(rnd, 1))
		}
	}
	n.states[i] = st
	return true
}

// random makes a type of any kind.
func (n *instance) random(rnd *rand.Rand, depth int) int32 {
	if ts := n.result.TypeDefs; len(ts) > 0 && rnd.IntN(3) == 0 {
		if t := ts[rnd.IntN(len(ts))].Type; t != patterns.NoType {
			return n.of(t)
		}
	}
	kind := rnd.IntN(7)
	if depth == 0 {
		kind %= 4
	}
	if n.later {
		kind = max(kind, 3)
	}
	part := func() int32 { return n.random(rnd, depth-1) }
	switch {
	case kind < 3:
		return n.add(state{atom: []string{"int", "string", "bool"}[kind]})
	case kind == 3:
		return n.add(state{shape: unify.Product})
	case kind == 4 && n.later: // a product of one field
		return n.add(state{shape: unify.Product, labels: []string{[]string{"a", "x"}[rnd.IntN(2)]},
			to: []int32{part()}})
	case kind == 4:
		return n.add(state{shape: unify.Vector, to: []int32{part()}})
	case kind == 5:
		return n.add(state{shape: unify.Product, labels: []string{"a", "x"}, to: []int32{part(), part()}})
	}
	return n.add(state{shape: unify.Union, labels: []string{"b", "y"}, to: []int32{part(), part()}})
}

// measure finds the height of the least value of each state.
func (n *instance) measure() {
	n.height = make([]int32, len(n.states))
	for i := range n.height {
		n.height[i] = noValue
	}
	for changed := true; changed; {
		changed = false
		for i := range n.states {
			if h := n.least(&n.states[i]); h < n.height[i] {
				n.height[i] = h
				changed = true
			}
		}
	}
}

func (n *instance) least(s *state) int32 {
	switch {
	case s.atom != "" || s.shape == unify.Vector:
		return 1
	case s.shape == unify.Union:
		least := int32(noValue)
		for _, to := range s.to {
			least = min(least, n.height[to])
		}
		return min(least+1, noValue)
	}
	most := int32(0)
	for _, to := range s.to {
		most = max(most, n.height[to])
	}
	return min(most+1, noValue)
}

// value makes a random value of a state that has one. Its parts are minimal once the budget is used up.
func (n *instance) value(rnd *rand.Rand, i int32, budget *int) eval.Value {
	*budget--
	s := &n.states[i]
	small := *budget <= 0
	switch {
	case s.atom == "int":
		return eval.IntValue(int64(rnd.IntN(9) - 3))
	case s.atom == "string":
		return eval.StringValue([]string{"s", "", "true", "2", "é"}[rnd.IntN(5)])
	case s.atom == "bool":
		return eval.BoolValue(rnd.IntN(2) == 0)
	case s.shape == unify.Vector:
		var members []eval.Value
		if !small && n.height[s.to[0]] < noValue {
			for range rnd.IntN(4) {
				members = append(members, n.value(rnd, s.to[0], budget))
			}
		}
		return eval.VectorValue(members...)
	case s.shape == unify.Union:
		at, have := -1, 0
		for j, to := range s.to {
			if n.height[to] >= noValue || small && n.height[to] >= n.height[i] {
				continue
			}
			if have++; rnd.IntN(have) == 0 {
				at = j
			}
		}
		return eval.VariantValue(s.labels[at], n.value(rnd, s.to[at], budget))
	}
	fields := make([]eval.Field, len(s.labels))
	for j, l := range s.labels {
		fields[j] = eval.Field{Label: l, Value: n.value(rnd, s.to[j], budget)}
	}
	return eval.ObjectValue(fields...)
}

// has reports whether a value belongs to a state.
func (n *instance) has(i int32, v eval.Value) bool {
	s := &n.states[i]
	parts := eval.Parts(v)
	switch v.Kind() {
	case eval.Int:
		return s.atom == "int"
	case eval.String:
		return s.atom == "string"
	case eval.Bool:
		return s.atom == "bool"
	case eval.Vector:
		return s.shape == unify.Vector &&
			!slices.ContainsFunc(parts, func(p eval.Value) bool { return !n.has(s.to[0], p) })
	case eval.Variant:
		if s.atom != "" {
			return isLiteral(v) && (s.atom == "string" || s.atom == literalType(eval.Labels(v)[0]))
		}
		if n.later && s.shape == unify.Product {
			// A product of one field and a variant are the same value.
			return len(s.labels) == 1 && s.labels[0] == eval.Labels(v)[0] && n.has(s.to[0], parts[0])
		}
		if s.shape != unify.Union {
			return false
		}
		at := slices.Index(s.labels, eval.Labels(v)[0])
		return at >= 0 && n.has(s.to[at], parts[0])
	case eval.Product:
		if s.shape != unify.Product || len(parts) != len(s.labels) {
			return false
		}
		for j, l := range eval.Labels(v) {
			if at := slices.Index(s.labels, l); at < 0 || !n.has(s.to[at], parts[j]) {
				return false
			}
		}
		return true
	}
	return false
}

// isLiteral reports whether a value is a variant that carries the unit. A built-in type is the union over its literals,
// each with the unit below it, so the type of {{} a} unifies with string, and {"a":{}} has to count as the literal a.
func isLiteral(v eval.Value) bool {
	if v.Kind() != eval.Variant {
		return false
	}
	p := eval.Parts(v)[0]
	return p.Kind() == eval.Product && len(eval.Parts(p)) == 0
}

// literalType returns the built-in type, other than string, that has a label as a literal.
func literalType(label string) string {
	if label == "true" || label == "false" {
		return "bool"
	}
	if _, err := strconv.Atoi(label); err == nil {
		return "int"
	}
	return ""
}

// String writes the states, for messages.
func (n *instance) String() string {
	var b strings.Builder
	for i, s := range n.states {
		text := s.atom
		switch {
		case text != "":
		case s.shape == unify.Vector:
			text = fmt.Sprintf("[S%d]", s.to[0])
		default:
			brackets, parts := "{}", []string{}
			if s.shape == unify.Union {
				brackets = "<>"
			}
			for j, l := range s.labels {
				parts = append(parts, fmt.Sprintf("S%d %s", s.to[j], l))
			}
			text = within(brackets, parts)
		}
		fmt.Fprintf(&b, "S%d=%s; ", i, text)
	}
	return b.String()
}
