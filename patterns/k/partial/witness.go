package partial

import (
	"math/big"
	"slices"
	"strconv"

	"github.com/patgraph/patgraph/lang/k/eval"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/unify"
)

// ranks are the depths of the smallest values of patterns; endlessRank for patterns without values.
type ranks struct {
	types   []int32
	schemes map[*patterns.Scheme]*schemeRanks
}

type schemeRanks struct {
	rank   []int32
	cyclic []bool // the node reaches itself
}

const endlessRank = int32(1) << 30

// deepValue bounds the depth of made values.
const deepValue = 60

func (a *analyzer) makeRanks() *ranks {
	if a.ranks != nil {
		return a.ranks
	}
	n := a.types.Len() + 1
	r := &ranks{schemes: make(map[*patterns.Scheme]*schemeRanks)}
	r.types = computeRanks(n, func(i int32) (to []int32, all bool, base int32) {
		t := patterns.Type(i)
		if _, atom := a.types.Atom(t); atom || i == 0 || a.types.Shape(t) == unify.Vector {
			return nil, true, 0
		}
		for _, f := range a.types.Fields(t) {
			to = append(to, int32(f.To))
		}
		return to, a.types.Shape(t) == unify.Product, 0
	})
	a.ranks = r
	return r
}

func (a *analyzer) schemeRanks(s *patterns.Scheme) *schemeRanks {
	r := a.makeRanks()
	if x := r.schemes[s]; x != nil {
		return x
	}
	n := s.Graph.Len()
	x := &schemeRanks{cyclic: make([]bool, n)}
	x.rank = computeRanks(n, func(i int32) (to []int32, all bool, base int32) {
		f := s.Graph.Flat(i)
		if t := f.Head(); t != patterns.NoType {
			return nil, true, r.types[t]
		}
		if f.Shapes()&unify.Vector != 0 {
			return nil, true, 0
		}
		for _, e := range s.Graph.Edges(i) {
			to = append(to, int32(e.To))
		}
		if !f.Closed() && f.Shapes()&unify.Union != 0 && len(to) == 0 {
			return nil, true, 0
		}
		return to, f.Shapes() == unify.Product, 0
	})
	start, to := make([]int32, n+1), []int32(nil)
	for i := range n {
		for _, e := range s.Graph.Edges(int32(i)) {
			to = append(to, int32(e.To))
			x.cyclic[i] = x.cyclic[i] || int(e.To) == i
		}
		start[i+1] = int32(len(to))
	}
	members, first := patterns.Components(start, to)
	for c := range len(first) - 1 {
		if group := members[first[c]:first[c+1]]; len(group) > 1 {
			for _, m := range group {
				x.cyclic[m] = true
			}
		}
	}
	r.schemes[s] = x
	return x
}

// computeRanks computes ranks. The rank of a node that needs all of its parts is one more than the highest rank of a
// part; otherwise one more than the lowest. The rank of a node that needs no part is its base. It takes O(nodes +
// edges), except for a sort by rank.
func computeRanks(n int, parts func(int32) (to []int32, all bool, base int32)) []int32 {
	rank := make([]int32, n)
	missing := make([]int32, n)
	users := make([][]int32, n)
	levels := [][]int32{nil}
	put := func(i, level int32) {
		if level > deepValue {
			return // deeper than any made value
		}
		for int(level) >= len(levels) {
			levels = append(levels, nil)
		}
		levels[level] = append(levels[level], i)
	}
	for i := range int32(n) {
		rank[i] = endlessRank
		to, all, base := parts(i)
		if len(to) == 0 && all {
			put(i, base)
			continue
		}
		missing[i] = 1
		if all {
			missing[i] = int32(len(to))
		}
		for _, t := range to {
			users[t] = append(users[t], i)
		}
	}
	for level := 0; level < len(levels); level++ {
		for _, i := range levels[level] {
			if rank[i] != endlessRank {
				continue
			}
			rank[i] = int32(level)
			for _, u := range users[i] {
				if missing[u]--; missing[u] == 0 {
					put(u, int32(level)+1)
				}
			}
		}
	}
	return rank
}

// rank returns the rank of a pattern.
func (a *analyzer) rank(p pat) int32 {
	switch {
	case p.typ != patterns.NoType:
		return a.makeRanks().types[p.typ]
	case p.scheme != nil:
		return a.schemeRanks(p.scheme).rank[p.node]
	}
	return 0
}

// A maker makes values of patterns: the smallest or random ones.
type maker struct {
	a         *analyzer
	e         *explorer
	decisions []decision
	pick      func(n int) int // nil selects the smallest
	most      int             // remaining budget of values
}

// at returns the decisions on a part of the input, if there is such a part.
func (m *maker) at(path int32) (f facts) {
	if path != noPath {
		f = decided(m.decisions, path)
	}
	return f
}

func (m *maker) below(path int32, l unify.Label) int32 {
	if path != noPath {
		if p, ok := m.e.index[placeKey{path, l}]; ok {
			return p
		}
	}
	return noPath
}

// chance is true once in n times for random values, and false for the smallest.
func (m *maker) chance(n int) bool { return m.pick != nil && m.pick(n) == 0 }

// make makes a value of a pattern at a path. It reports false if it finds none. Values are at most about deepValue
// deep.
func (m *maker) make(p pat, path int32, depth int) (eval.Value, bool) {
	m.a.cancel.Step()
	if m.most--; m.most < 0 || depth > deepValue+deepPath || m.a.rank(p) == endlessRank {
		return nil, false
	}
	f := m.at(path)
	if name, atom := m.a.types.Atom(p.typ); atom {
		return m.literal(name, &f), true
	}
	shapes, closed := m.a.shapes(p)
	if shapes == unify.Vector || f.of(cell) != either {
		return m.vector(p, path, depth)
	}
	labels := m.a.labelsOf(p)
	if p == (pat{}) || len(labels) == 0 {
		return m.any(p, &f, path, shapes, closed, depth)
	}
	// A product, unless some fact excludes it.
	product := shapes&unify.Product != 0 && m.a.denied(p, &f) == 0
	if product && shapes&unify.Union != 0 && len(f.yes) < 2 && len(labels) > 1 {
		cyclic := p.scheme != nil && m.a.schemeRanks(p.scheme).cyclic[p.node]
		product = !cyclic
		if m.pick != nil && !cyclic {
			product = m.pick(2) == 0
		}
	}
	if product && shapes&unify.Union != 0 && len(labels) > 1 && m.a.all(p, labels) == endlessRank {
		product = false
	}
	if product {
		return m.object(p, path, labels, depth, !closed)
	}
	if shapes&unify.Union == 0 {
		return nil, false
	}
	if len(f.yes) == 1 {
		return m.object(p, path, f.yes, depth, false)
	}
	if len(f.yes) > 1 {
		return m.indexed(p, path, &f, depth)
	}
	// A tag that is not denied.
	var free []unify.Label
	for _, l := range labels {
		if f.of(l) != no && m.a.rank(m.a.part(p, l)) != endlessRank {
			free = append(free, l)
		}
	}
	if !closed && (len(free) == 0 || m.chance(12)) {
		return eval.VariantValue(m.fresh(&f, labels), eval.Unit()), true
	}
	if len(free) == 0 {
		return nil, false
	}
	best := free[0]
	if m.pick != nil && depth < 6 {
		best = free[m.pick(len(free))]
	} else {
		for _, l := range free[1:] {
			x, y := m.a.rank(m.a.part(p, l)), m.a.rank(m.a.part(p, best))
			if x < y || x == y && m.a.labels.Text(l) < m.a.labels.Text(best) {
				best = l
			}
		}
	}
	return m.object(p, path, []unify.Label{best}, depth, false)
}

// all returns the rank of a product of the labels.
func (a *analyzer) all(p pat, labels []unify.Label) int32 {
	most := int32(0)
	for _, l := range labels {
		most = max(most, a.rank(a.part(p, l)))
	}
	return most
}

// fresh returns a tag that occurs neither in the pattern nor in the decisions.
func (m *maker) fresh(f *facts, labels []unify.Label) string {
	for i := 0; ; i++ {
		text := "other"
		if i > 0 {
			text += strconv.Itoa(i)
		}
		if !m.among(labels, text) && !m.among(f.no, text) {
			return text
		}
	}
}

// among reports whether a text is the text of one of some labels.
func (m *maker) among(labels []unify.Label, text string) bool {
	return slices.ContainsFunc(labels, func(l unify.Label) bool { return m.a.labels.Text(l) == text })
}

// object makes a product or a variant.
func (m *maker) object(p pat, path int32, labels []unify.Label, depth int, open bool) (eval.Value, bool) {
	fields := make([]eval.Field, 0, len(labels)+1)
	f := m.at(path)
	add := func(l unify.Label) bool {
		v, ok := m.make(m.a.part(p, l), m.below(path, l), depth+1)
		fields = append(fields, eval.Field{Label: m.a.labels.Text(l), Value: v})
		return ok
	}
	for _, l := range labels {
		if !add(l) {
			return nil, false
		}
	}
	for _, l := range f.yes { // of an open product
		if !slices.Contains(labels, l) && !add(l) {
			return nil, false
		}
	}
	if open && len(fields) > 1 && m.chance(4) {
		fields = append(fields, eval.Field{Label: m.fresh(&f, labels), Value: eval.IntValue(int64(m.pick(3)))})
	}
	return eval.ObjectValue(fields...), true
}

// indexed makes the vector that has some indices and lacks others.
func (m *maker) indexed(p pat, path int32, f *facts, depth int) (eval.Value, bool) {
	members := make([]eval.Value, len(f.yes))
	for _, l := range f.yes {
		i, ok := m.a.index(l)
		if !ok || i >= len(members) {
			return nil, false
		}
		v, ok := m.make(m.a.part(p, l), m.below(path, l), depth+1)
		if !ok {
			return nil, false
		}
		members[i] = v
	}
	return eval.VectorValue(members...), !slices.Contains(members, nil)
}

func (m *maker) vector(p pat, path int32, depth int) (eval.Value, bool) {
	var members []eval.Value
	for {
		f := m.at(path)
		is := f.of(cell)
		if is == no || is == either && (m.pick == nil || depth > 6 || m.pick(3) == 0) {
			break
		}
		v, ok := m.make(m.a.part(p, stepHead), m.below(path, stepHead), depth+1)
		if !ok {
			if is == either {
				break
			}
			return nil, false
		}
		members = append(members, v)
		path = m.below(path, stepTail)
	}
	return eval.VectorValue(members...), true
}

// any makes a value of a pattern without labels, with the decided labels.
func (m *maker) any(p pat, f *facts, path int32, shapes unify.Shape, closed bool, depth int) (eval.Value, bool) {
	switch {
	case len(f.yes) > 0:
		return m.object(p, path, f.yes, depth, false)
	case shapes == unify.Union && closed:
		return nil, false
	case shapes == unify.Union:
		return eval.VariantValue(m.fresh(f, nil), eval.Unit()), true
	case m.pick == nil || closed || shapes != unify.Product|unify.Union|unify.Vector || len(f.no) > 0:
		return eval.Unit(), true
	}
	switch m.pick(5) {
	case 0:
		return eval.Unit(), true
	case 1:
		return eval.StringValue([]string{"", "a", "b"}[m.pick(3)]), true
	case 2:
		return eval.VectorValue(), true
	}
	return eval.IntValue(int64(m.pick(4)) - 1), true
}

// literal makes a value of a built-in type.
func (m *maker) literal(name string, f *facts) eval.Value {
	var text string
	if len(f.yes) > 0 {
		text = m.a.labels.Text(f.yes[0])
	}
	denied := func(text string) bool { return m.among(f.no, text) }
	switch name {
	case "bool":
		if len(f.yes) == 0 {
			if text = "false"; denied(text) || m.pick != nil && m.pick(2) == 0 && !denied("true") {
				text = "true"
			}
		}
		return eval.BoolValue(text == "true")
	case "int":
		if len(f.yes) > 0 {
			if n, ok := new(big.Int).SetString(text, 10); ok {
				return eval.BigValue(n)
			}
		}
		n := 0
		if m.pick != nil {
			n = m.pick(6) - 2
		}
		for denied(strconv.Itoa(n)) {
			n++
		}
		return eval.IntValue(int64(n))
	}
	if len(f.yes) > 0 {
		return eval.StringValue(text)
	}
	if m.pick != nil && m.pick(2) == 0 {
		text = "a"
	}
	for n := 0; denied(text); n++ {
		text = "x" + strconv.Itoa(n)
	}
	return eval.StringValue(text)
}
