package onnx

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/patgraph/patgraph/patterns/relation"
	"github.com/patgraph/patgraph/unify"
	"pgregory.net/rapid"
)

// A node is a node of a model with its inputs as types.
type node struct {
	operator *relation.Operator
	outputs  int
	attrs    []relation.Given
	types    map[int]Type // of attributes, by index
	inputs   []Type       // None + 1 as the head of an absent one

	promises []relation.Promise // of the last derivation
}

// node returns the node of an example.
func (e *example) node(b *bench) node {
	n := node{operator: e.operator, outputs: 1, types: make(map[int]Type)}
	attrs, types := e.parts()
	for _, a := range attrs {
		name, text, _ := strings.Cut(a, "=")
		if name == "outputs" {
			n.outputs, _ = strconv.Atoi(text)
			continue
		}
		g := relation.Given{Name: name}
		if v, ok := relation.ParseValue(text); ok && v.Form != relation.AtomForm {
			g.Value = v
		} else {
			n.types[len(n.attrs)] = b.typeOf(text)
		}
		n.attrs = append(n.attrs, g)
	}
	for _, text := range types {
		n.inputs = append(n.inputs, b.typeOf(text))
	}
	return n
}

// derive states a single node, and returns its outputs; if it fails, ok is false and why is the reason.
func (n *node) derive(b *bench) (outputs []Type, why string) {
	u := &Use{Operator: n.operator, Outputs: n.outputs}
	for i, g := range n.attrs {
		a := Attribute{Given: g, Type: unify.None}
		if t, ok := n.types[i]; ok {
			a.Type = b.Add(0, unify.Reason{}, t)
		}
		u.Attributes = append(u.Attributes, a)
	}
	for _, t := range n.inputs {
		in := unify.None
		if t.Head != None+1 {
			in = b.Add(0, unify.Reason{}, t)
		}
		u.Inputs = append(u.Inputs, in)
	}
	s := b.State(u)
	b.Graph.Solve()
	if why := b.failure(u, s); why != "" {
		return nil, why
	}
	n.promises = b.promised(s)
	for _, out := range s.Outputs {
		t, ok := b.Read(out)
		if !ok {
			return nil, "it waits"
		}
		outputs = append(outputs, t)
	}
	return outputs, ""
}

// replaced returns a type whose sizes and entries are changed by a function.
func (t Type) replaced(change func(Size, bool) Size) Type {
	t.Shape, t.Entries, t.Of = slices.Clone(t.Shape), slices.Clone(t.Entries), slices.Clone(t.Of)
	for i := range t.Shape {
		t.Shape[i] = change(t.Shape[i], false)
	}
	for i := range t.Entries {
		t.Entries[i] = change(t.Entries[i], true)
	}
	for i := range t.Of {
		t.Of[i] = t.Of[i].replaced(change)
	}
	return t
}

// weaker reports whether all that one type states is also stated by another.
func (b *bench) weaker(t, of Type) bool {
	if t.Head == 0 {
		return true
	}
	if t.Head != of.Head || t.Elem != "" && t.Elem != of.Elem || len(t.Of) != len(of.Of) {
		return false
	}
	list := func(x, y []Size) bool {
		return slices.EqualFunc(x, y, func(x, y Size) bool {
			// A size that was converted to a number with a fraction has the same formula.
			return x == Unknown || x == y || b.FormatSize(x)+".0" == b.FormatSize(y)
		})
	}
	for i := range t.Of {
		if !b.weaker(t.Of[i], of.Of[i]) {
			return false
		}
	}
	return (!t.Ranked || of.Ranked && list(t.Shape, of.Shape)) && (!t.Valued || of.Valued && list(t.Entries, of.Entries))
}

// accepted returns the examples that are accepted.
func accepted(t *testing.T) []example {
	list, _ := readExamples(t)
	return slices.DeleteFunc(list, func(e example) bool { return e.want == "waits" || strings.HasPrefix(e.want, "fails") })
}

// concrete draws an example without open inputs and replaces its names by numbers. The result is accepted.
func concrete(t *rapid.T, b *bench, all []example) (node, []Type) {
	e := all[rapid.IntRange(0, len(all)-1).Draw(t, "example")]
	n := e.node(b)
	values := make(map[string]Size)
	number := func(s Size, _ bool) Size {
		if s == Unknown {
			return Size(rapid.IntRange(1, 4).Draw(t, "unknown"))
		}
		for _, name := range b.Binding.Sizes.Parameters(s) {
			if _, ok := values[name]; !ok {
				values[name] = Size(rapid.SampledFrom([]int{1, 2, 3, 4, 8, 12}).Draw(t, name))
			}
		}
		s, err := b.Binding.Sizes.Replace(s, values)
		if err != nil {
			t.Skip()
		}
		return s
	}
	for i := range n.inputs {
		n.inputs[i] = n.inputs[i].replaced(number)
	}
	outputs, why := n.derive(b)
	if why != "" {
		t.Skip()
	}
	return n, outputs
}

// If less is known about the inputs of a correct node, it has no error, and no more is known about its outputs: those
// with unknown inputs never contradict those with known ones.
func TestMarksAreWeaker(t *testing.T) {
	all := accepted(t)
	rapid.Check(t, func(t *rapid.T) {
		b := newBench()
		n, before := concrete(t, b, all)
		often := rapid.SampledFrom([]int{2, 3, 6}).Draw(t, "often")
		lost := func() bool { return rapid.IntRange(1, often).Draw(t, "lost") == 1 }
		for i, in := range n.inputs {
			in = in.replaced(func(s Size, _ bool) Size {
				if lost() {
					return Unknown
				}
				return s
			})
			if in.Head == Tensor+1 {
				if in.Valued = in.Valued && !lost(); !in.Valued {
					in.Entries = nil
				}
				if rapid.IntRange(1, 8).Draw(t, "unranked") == 1 {
					in.Ranked, in.Shape, in.Valued, in.Entries = false, nil, false, nil
				}
				if rapid.IntRange(1, 8).Draw(t, "element") == 1 {
					in.Elem = ""
				}
				if rapid.IntRange(1, 12).Draw(t, "type") == 1 {
					in = Type{}
				}
			}
			n.inputs[i] = in
		}
		after, why := n.derive(b)
		describe := func() string { return describe(b, &n) }
		if why != "" {
			t.Fatalf("%s fails: %s", describe(), why)
		}
		for i := range after {
			if !b.weaker(after[i], before[i]) {
				t.Fatalf("%s: output %d is %s%s, but %s%s with all known", describe(), i, b.Format(after[i]),
					b.FormatEntries(after[i]), b.Format(before[i]), b.FormatEntries(before[i]))
			}
		}
	})
}

func describe(b *bench, n *node) string {
	text := n.operator.Names[0].Name + "@" + strconv.Itoa(n.operator.Since)
	for _, g := range n.attrs {
		text += " " + g.Name + "=" + g.Value.String()
	}
	for _, in := range n.inputs {
		text += " " + b.Format(in) + b.FormatEntries(in)
	}
	return text
}

// If names replace some sizes, a correct node has no error, and its outputs are those that follow from the
// sizes, or weaker.
func TestNamesAreSizes(t *testing.T) {
	all := accepted(t)
	rapid.Check(t, func(t *rapid.T) {
		b := newBench()
		n, before := concrete(t, b, all)
		values := make(map[string]Size)
		often := rapid.SampledFrom([]int{1, 2, 4}).Draw(t, "often")
		float := false
		name := func(s Size, entry bool) Size {
			if k, ok := s.Number(); !ok || k < 1 || k > 1<<20 || entry && float || rapid.IntRange(1, often).Draw(t, "named") != 1 {
				return s
			}
			name := fmt.Sprint("n", rapid.IntRange(0, 9).Draw(t, "name"))
			id := b.Binding.Sizes.Parameters(b.Name(name))[0]
			if v, ok := values[id]; ok && v != s {
				return s
			}
			values[id] = s
			return b.Name(name)
		}
		for i := range n.inputs {
			float = n.inputs[i].Elem == "float"
			n.inputs[i] = n.inputs[i].replaced(name)
		}
		after, why := n.derive(b)
		if why != "" {
			t.Fatalf("%s fails: %s; names %v", describe(b, &n), why, maps.Clone(values))
		}
		for _, p := range n.promises {
			x, err := b.Binding.Sizes.Replace(p.X, values)
			y, wrong := b.Binding.Sizes.Replace(p.Y, values)
			if err != nil || wrong != nil || x != y {
				return // two sizes broadcast because one of them is 1: their promise is that they are equal
			}
		}
		for i := range after {
			is := after[i].replaced(func(s Size, entry bool) Size {
				if s == Unknown {
					return s
				}
				v, err := b.Binding.Sizes.Replace(s, values)
				if err != nil && (entry || slices.Contains(before[i].Shape, 0)) {
					return Unknown // a negative entry, or a list that ends before it begins, which is empty: {N} to {M}
				}
				if err != nil {
					t.Fatalf("%s: %s has no value: %v", describe(b, &n), b.FormatSize(s), err)
				}
				return v
			})
			if !b.weaker(is, before[i]) {
				t.Fatalf("%s: output %d is %s%s, that is %s%s, not %s%s; names %v", describe(b, &n), i, b.Format(after[i]),
					b.FormatEntries(after[i]), b.Format(is), b.FormatEntries(is), b.Format(before[i]),
					b.FormatEntries(before[i]), values)
			}
		}
	})
}

// The order in which nodes are stated, and the moments at which the graph is solved, affect neither the types nor the
// errors, and each relation fires or fails once.
func TestOrder(t *testing.T) {
	graphs := readGraphs(t)
	outcome := func(b *bench, values map[string]unify.Node, stated []Stated) string {
		var text strings.Builder
		for i, s := range stated {
			for k := s.First; k < s.End; k++ {
				fmt.Fprint(&text, i, " ", b.Graph.InstanceOf(int32(k)).State, "; ")
			}
			fmt.Fprint(&text, b.promises(s), "; ")
		}
		for _, name := range slices.Sorted(maps.Keys(values)) {
			is, ok := b.Read(values[name])
			fmt.Fprint(&text, name, " ", b.Format(is), b.FormatEntries(is), ok, "; ")
		}
		return text.String()
	}
	rapid.Check(t, func(t *rapid.T) {
		g := graphs[rapid.IntRange(0, len(graphs)-1).Draw(t, "graph")]
		m := readModel(g.Text)
		b := newBench()
		values, stated := b.derived(m, inOrder(len(m.nodes)), nil)
		want := outcome(b, values, stated)
		order := rapid.Permutation(inOrder(len(m.nodes))).Draw(t, "order")
		often := rapid.IntRange(1, 8).Draw(t, "often")
		b = newBench()
		values, stated = b.derived(m, order, func() bool { return rapid.IntRange(1, often).Draw(t, "solve") == 1 })
		if got := outcome(b, values, stated); got != want {
			t.Fatalf("%s in order %v:\ngot  %s\nwant %s", g.ID, order, got, want)
		}
	})
}

// No types or attributes make an operator panic or take long.
func TestHostile(t *testing.T) {
	all, _ := readExamples(t)
	pool := strings.Fields("? none float float[] float[2] float[0] float[N] float[2,?] float[N,3,M] int64 int64={0} int64={-1} int64={?} " +
		"int64[1]={-1} int64[2]={N,0} int64[0] int64[1]={9223372036854775807} int64[2]={-9223372036854775807,3} " +
		"int64[3]={4611686018427387904,4611686018427387904,4611686018427387904} float[1]={0.5} float[2]={0.0,1e300} string[1] " +
		"bool[3]={1,0,?} seq(float[2]) seq(?) optional(float[N]) float[4611686018427387904,4611686018427387904] float[1,1,1,1,1,1]")
	numbers := []int64{-1 << 63, -1, 0, 1, 2, 7, 1 << 31, 1<<63 - 1}
	rapid.Check(t, func(t *rapid.T) {
		b := newBench()
		e := all[rapid.IntRange(0, len(all)-1).Draw(t, "example")]
		n := e.node(b)
		for i := range n.attrs {
			switch v := &n.attrs[i].Value; v.Form {
			case relation.IntForm:
				v.Num = rapid.SampledFrom(append(numbers, v.Num, v.Num)).Draw(t, "int")
			case relation.IntsForm:
				list := make([]relation.Value, rapid.IntRange(0, 4).Draw(t, "length"))
				for k := range list {
					list[k] = relation.IntValue(rapid.SampledFrom(numbers).Draw(t, "item"))
				}
				*v = relation.ListValue(list...)
			}
		}
		for i := range n.inputs {
			if rapid.Bool().Draw(t, "other") {
				n.inputs[i] = b.typeOf(rapid.SampledFrom(pool).Draw(t, "type"))
			}
		}
		n.derive(b)
	})
}

// A printed size is parsed as the same size, also if it is printed as a product of sums.
func TestLawFormulas(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := newBench()
		number := rapid.IntRange(-4, 9)
		sum := func(name string) Size {
			half := fmt.Sprintf("floor((%s + %d)/2)", name, number.Draw(t, "within"))
			text := fmt.Sprintf("%d*%s + %d*%s*%s + %d", number.Draw(t, "times"), half, number.Draw(t, "square"), name, name,
				number.Draw(t, "plus"))
			s, ok := b.Expression(strings.ReplaceAll(text, "+ -", "- "))
			if !ok {
				t.Skip("a negative number")
			}
			return s
		}
		product := b.Binding.Sizes.Whole(int64(number.Draw(t, "number")))
		for _, name := range []string{"H", "W", "N"}[:rapid.IntRange(1, 3).Draw(t, "names")] {
			x, err := b.Binding.Sizes.Compute(relation.Multiply, product, sum(name))
			if err != nil {
				t.Skip("a negative number")
			}
			product = x
		}
		text := b.Binding.Sizes.Formula(product)
		if again, ok := b.Expression(text); !ok || again != product {
			t.Errorf("%s is read as %s", text, b.Binding.Sizes.Formula(again))
		}
	})
}
