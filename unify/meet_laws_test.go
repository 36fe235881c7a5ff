package unify_test

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"
	"testing"

	"github.com/patgraph/patgraph/internal/gen"
	"github.com/patgraph/patgraph/internal/sample"
	"github.com/patgraph/patgraph/unify"
)

// A claim is a statement of a test about one pattern: a flat pattern and its labels.
type claim struct {
	flat   unify.Flat
	labels []unify.Label
}

// meeting states claims about leaves in one graph. The targets of the labels of
// claim i are the leaves to[i].
type meeting struct {
	g    *unify.Graph
	node []unify.Node
	to   [][]unify.Node
}

func meet(w *gen.World, claims ...claim) *meeting {
	m := &meeting{g: unify.New(w.Heads, w.Index)}
	for i := range claims {
		m.node = append(m.node, m.g.Leaf(int32(i)))
	}
	for i, c := range claims {
		var edges []unify.Edge
		var to []unify.Node
		for _, l := range c.labels {
			n := m.g.Leaf(int32(len(claims)))
			to = append(to, n)
			edges = append(edges, unify.Edge{Label: l, To: n})
		}
		m.to = append(m.to, to)
		m.g.Describe(m.node[i], c.flat, edges, unify.Reason{})
	}
	return m
}

// unify performs equations between claims, by number, in the given order.
func (m *meeting) unify(pairs ...[2]int) *meeting {
	for _, p := range pairs {
		m.g.Unify(unify.Reason{}, m.node[p[0]], m.node[p[1]])
	}
	return m
}

// outcome writes the result for the claims in a comparable form: a clash, or the flat pattern with its labels
// and, by claim and label, the united targets and their patterns.
func (m *meeting) outcome() string {
	if len(m.g.Conflicts()) > 0 {
		return "clash"
	}
	var b strings.Builder
	rep := m.g.Find(m.node[0])
	fmt.Fprintf(&b, "%x", m.g.Flat(rep))
	var labels []int
	for _, e := range m.g.Edges(rep) {
		labels = append(labels, int(e.Label))
	}
	slices.Sort(labels)
	fmt.Fprint(&b, labels)
	seen := make(map[unify.Node]int)
	for _, targets := range m.to {
		for _, n := range targets {
			r := m.g.Find(n)
			if _, ok := seen[r]; !ok {
				seen[r] = len(seen)
			}
			fmt.Fprintf(&b, " %d:%x", seen[r], m.g.Flat(r))
		}
	}
	return b.String()
}

// smallWorld has three labels, the first ones indices, and all heads over these labels that behave differently.
func smallWorld(indices int) *gen.World {
	w := gen.NewWorld(3)
	w.Index = nil
	for i := range indices {
		w.Index.Add(w.Labels[i])
	}
	unit := w.Named[0]
	for _, s := range []unify.Shape{unify.Product, unify.Union} {
		for set := range 1 << len(w.Labels) {
			var fields []unify.HeadField
			for _, l := range subset(w.Labels, set) {
				fields = append(fields, unify.HeadField{Label: l, To: unit})
			}
			w.Named = append(w.Named, w.Heads.Add(s, fields))
		}
	}
	w.Named = append(w.Named, w.Heads.Add(unify.Vector, []unify.HeadField{{Label: unify.Member, To: unit}}))
	for _, labels := range [][]unify.Label{{}, w.Labels[:1], w.Labels[:1], w.Labels[1:]} {
		w.Built = append(w.Built, w.Heads.AddConstructor(labels...))
	}
	return w
}

func subset(labels []unify.Label, set int) []unify.Label {
	var s []unify.Label
	for i, l := range labels {
		if set>>i&1 == 1 {
			s = append(s, l)
		}
	}
	return s
}

// claims are all possible claims in a world.
func claims(w *gen.World) []claim {
	var all []claim
	for _, f := range gen.Forms {
		if f.IsVector() {
			all = append(all, claim{f, nil}, claim{f, []unify.Label{unify.Member}})
			continue
		}
		for set := range 1 << len(w.Labels) {
			all = append(all, claim{f, subset(w.Labels, set)})
		}
	}
	for _, h := range w.Named {
		all = append(all, claim{w.Heads.Flat(h), nil})
	}
	if len(w.Built) == 0 {
		return all
	}
	part := []unify.HeadField{{Label: w.Labels[0], To: w.Named[0]}}
	for _, h := range []unify.Head{w.Heads.AddBuilt(w.Built[0], nil), w.Heads.AddBuilt(w.Built[1], part)} {
		all = append(all, claim{w.Heads.Flat(h), nil})
	}
	for _, c := range w.Built {
		all = append(all, claim{w.Heads.Built(c), w.Heads.Parts(c)})
	}
	marked := []claim{{unify.Open, nil}, {unify.MakeFlat(unify.Product, true), w.Labels[:1]},
		{w.Heads.Built(w.Built[0]), nil}, {w.Heads.Flat(w.Named[0]), nil}}
	for _, c := range marked {
		all = append(all, claim{c.flat | unify.Dynamic, c.labels})
	}
	return all
}

// expect returns the outcome according to the definition of patterns.
func expect(w *gen.World, cs ...claim) string {
	var all []unify.Constraint
	count := len(cs)
	for i, c := range cs {
		d := unify.Constraint{X: unify.Node(i), Y: unify.None, Flat: c.flat}
		for _, l := range c.labels {
			d.Edges = append(d.Edges, unify.Edge{Label: l, To: unify.Node(count)})
			count++
		}
		all = append(all, d, unify.Constraint{X: 0, Y: unify.Node(i)})
	}
	s := solve(w, count, all)
	if !s.sat {
		return "clash"
	}
	f, labels := s.look(0)
	out := fmt.Sprintf("%x%v", f, labels)
	var firsts []unify.Node
	for n := len(cs); n < count; n++ {
		k := slices.IndexFunc(firsts, func(m unify.Node) bool { return s.same(m, unify.Node(n)) })
		if k < 0 {
			k = len(firsts)
			firsts = append(firsts, unify.Node(n))
		}
		f, _ := s.look(unify.Node(n))
		out += fmt.Sprintf(" %d:%x", k, f)
	}
	return out
}

func (c claim) String() string {
	return fmt.Sprintf("%s%v head %d", c.flat.Form(), c.labels, c.flat.Head())
}

// The meet is commutative, associative and idempotent, and is the intersection
// in the definition, for all claims with up to three labels.
func TestMeetLaws(t *testing.T) {
	for indices := range 4 {
		w := smallWorld(indices)
		all := claims(w)
		pair := func(i, j int) string { return meet(w, all[i], all[j]).unify([2]int{0, 1}).outcome() }
		for i, a := range all {
			for j, b := range all {
				got := pair(i, j)
				if want := expect(w, a, b); got != want {
					t.Fatalf("%d indices: %v with %v is %s; by definition %s", indices, a, b, got, want)
				}
				back := meet(w, a, b).unify([2]int{1, 0}).outcome()
				if got != back {
					t.Fatalf("%d indices: %v with %v is %s; the other way %s", indices, a, b, got, back)
				}
			}
			if got, alone := meet(w, a, a).unify([2]int{0, 1}), meet(w, a); !alike(got, alone) {
				t.Fatalf("%d indices: %v with itself is %s", indices, a, got.outcome())
			}
		}
		// All unordered triples, in the three groupings.
		for i := range all {
			for j := i; j < len(all); j++ {
				for k := j; k < len(all); k++ {
					if sample.Size(0, 1) == 1 && bits.OnesCount(uint(i*31+j*17+k)) != 4 {
						continue
					}
					abc := func(pairs ...[2]int) string {
						return meet(w, all[i], all[j], all[k]).unify(pairs...).outcome()
					}
					one := abc([2]int{0, 1}, [2]int{1, 2})
					two := abc([2]int{2, 1}, [2]int{0, 1})
					three := abc([2]int{0, 2}, [2]int{0, 1})
					if one != two || one != three {
						t.Fatalf("%d indices: %v, %v, %v: %s, %s or %s", indices, all[i], all[j], all[k],
							one, two, three)
					}
				}
			}
		}
	}
}

// alike compares the first claim of two meetings, without the targets.
func alike(a, b *meeting) bool {
	ra, rb := a.g.Find(a.node[0]), b.g.Find(b.node[0])
	return len(a.g.Conflicts()) == 0 && a.g.Flat(ra) == b.g.Flat(rb) && len(a.g.Edges(ra)) == len(b.g.Edges(rb))
}

// Triples agree with the definition too. Pairs and associativity imply it, but
// only if a meet keeps all that matters for the next one; this test samples that.
func TestMeetTriplesByDefinition(t *testing.T) {
	w := smallWorld(2)
	all := claims(w)
	n := 0
	for i := range all {
		for j := i; j < len(all); j++ {
			for k := j; k < len(all); k++ {
				if n++; n%29 != 0 {
					continue
				}
				got := meet(w, all[i], all[j], all[k]).unify([2]int{0, 1}, [2]int{0, 2}).outcome()
				if want := expect(w, all[i], all[j], all[k]); got != want {
					t.Fatalf("%v, %v, %v: %s; by definition %s", all[i], all[j], all[k], got, want)
				}
			}
		}
	}
}
