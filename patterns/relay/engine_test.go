package relay

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/patgraph/patgraph/internal/terms"
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/relation"
	"github.com/patgraph/patgraph/unify"
)

// A bench is a graph in which types of examples are built, and calls of operators stated.
type bench struct {
	*unify.Graph
	types   *patterns.Types
	binding *relation.Binding
	label   func(string) unify.Label
	params  map[string]unify.Constructor
	holes   map[relation.Node]unify.Node // of a store
}

func newBench() *bench {
	syms := lang.NewSymbols(64)
	label := func(text string) unify.Label { return unify.Label(syms.Intern([]byte(text))) }
	for i := range 8 {
		label(strconv.Itoa(i)) // indices are known when labels are made
	}
	labels := patterns.NewLabels(syms)
	b := &bench{types: patterns.NewTypes(labels), label: label, params: make(map[string]unify.Constructor)}
	b.Graph = unify.New(b.types.Heads(), labels.Index())
	b.binding = &relation.Binding{
		Vocabulary: Vocabulary, Types: b.types, Sizes: relation.NewSizes(),
		List: "Shape",
		Item: func(i int) unify.Label { return label("d" + strconv.Itoa(i)) },
		Field: func(i int) unify.Label {
			return label(strconv.Itoa(i))
		},
	}
	parts := []unify.Label{label("shape"), label("dtype")}
	b.binding.Heads = []relation.BoundHead{Tensor: {Constructor: b.types.Constructor("Tensor", parts...), Labels: parts}, Tuple: {}}
	return b
}

func (b *bench) build(c unify.Constructor, parts ...unify.Node) unify.Node {
	n := b.Leaf(0)
	var edges []unify.Edge
	for i, p := range parts {
		edges = append(edges, unify.Edge{Label: b.Heads().Parts(c)[i], To: p})
	}
	b.Describe(n, b.Heads().Built(c), edges, unify.Reason{})
	return n
}

// parameter is a constructor of its own for each name.
func (b *bench) parameter(name string) unify.Constructor {
	c, ok := b.params[name]
	if !ok {
		c = b.types.NewConstructor(name)
		b.params[name] = c
	}
	return c
}

// add builds a type of a store.
func (b *bench) add(s *terms.Store, n relation.Node) unify.Node {
	list := func(n relation.Node) (parts []unify.Node) {
		for i := range s.Length(n) {
			parts = append(parts, b.add(s, s.Item(n, i)))
		}
		return parts
	}
	size, known := s.Size(n)
	name, atom := s.Atom(n)
	switch {
	case s.Head(n) == Tensor:
		return b.build(b.binding.Heads[Tensor].Constructor, b.add(s, s.Part(n, 0)), b.add(s, s.Part(n, 1)))
	case s.Head(n) == Tuple:
		var edges []unify.Edge
		for i, p := range list(n) {
			edges = append(edges, unify.Edge{Label: b.label(strconv.Itoa(i)), To: p})
		}
		t := b.Leaf(0)
		b.Describe(t, unify.MakeFlat(unify.Product, true), edges, unify.Reason{})
		return t
	case known == relation.Mark:
		t := b.Leaf(0)
		b.Describe(t, unify.Open|unify.Dynamic, nil, unify.Reason{})
		return t
	case known == relation.Known:
		if n, ok := size.Number(); ok {
			return b.build(b.types.Number(n))
		}
		return b.build(b.parameter(s.Sizes.Spelling(size)))
	case atom == relation.Known:
		return b.build(b.types.Constructor(name))
	case atom == relation.Fixed && s.Length(n) < 0:
		return b.build(b.parameter(name))
	case s.Length(n) >= 0:
		var labels []unify.Label
		for i := range s.Length(n) {
			labels = append(labels, b.label("d"+strconv.Itoa(i)))
		}
		return b.build(b.types.Constructor("Shape", labels...), list(n)...)
	}
	for m, t := range b.holes { // _1 in two places
		if s.Same(m, n) {
			return t
		}
	}
	t := b.Leaf(0)
	b.holes[n] = t
	return t
}

// print is a type as terms print it.
func (b *bench) print(v *relation.Over, n relation.Node) string {
	items := func(n relation.Node) string {
		var list []string
		for i := range v.Length(n) {
			list = append(list, b.print(v, v.Item(n, i)))
		}
		return strings.Join(list, ", ")
	}
	size, known := v.Size(n)
	switch head, length := v.Head(n), v.Length(n); {
	case known == relation.Mark:
		return "?"
	case head == relation.OpenHead:
		return "_"
	case head == Tensor && v.Length(v.Part(n, 0)) == 0:
		return b.print(v, v.Part(n, 1))
	case head == Tensor:
		return "Tensor[" + b.print(v, v.Part(n, 0)) + ", " + b.print(v, v.Part(n, 1)) + "]"
	case head == Tuple && length == 1:
		return "(" + items(n) + ",)"
	case length >= 0:
		return "(" + items(n) + ")"
	}
	if name, atom := v.Atom(n); atom == relation.Known {
		return name
	}
	return b.binding.Sizes.Spelling(size)
}

// run is what comes of an example on the engine.
func (e *example) onEngine(t *testing.T, b *bench) string {
	o := Operators().Operator(e.name)
	if o == nil {
		return e.want
	}
	attrs, problems := o.Attributes(e.attrs)
	if len(problems) > 0 {
		return e.want
	}
	b.holes = make(map[relation.Node]unify.Node)
	s := terms.New(b.binding.Sizes)
	var args []unify.Node
	var before []string
	for _, a := range append(splitTop(e.args), strings.TrimSpace(e.result)) {
		if a == "" {
			a = "_"
		}
		n, err := s.Parse(a)
		if err != nil {
			t.Fatal(err)
		}
		args, before = append(args, b.add(s, n)), append(before, s.Print(n))
	}
	rules := b.binding.Rules(o.Of(), attrs)
	first := int32(b.Instances())
	for _, r := range rules {
		b.Relate(r, unify.Reason{}, args...)
	}
	clashes := len(b.Conflicts())
	b.Solve()
	m := &relation.Machine{Sizes: b.binding.Sizes}
	v := b.binding.Over(b.Graph)
	for i := range o.Of().Late {
		at := len(o.Of().Early) + i
		if m.Idle(v, o.Of(), at, v.Numbers(args), attrs) {
			b.Relate(b.binding.Rule(o.Of(), at, attrs), unify.Reason{}, args...)
		}
	}
	b.Solve()
	v = b.binding.Over(b.Graph)
	numbers := v.Numbers(args)
	switch in := b.InstanceOf(first); {
	case in.State == unify.Fails:
		f := m.Failure(m.Explain(v, o.Of(), -1, numbers, attrs))
		if f.Code != relation.Failed {
			return "fails " + string(f.Code) + ": " + relation.Said(f.Message)
		}
		return "fails: " + relation.Said(f.Message)
	case len(b.Conflicts()) > clashes:
		return "clash"
	case in.State == unify.Waits:
		return fmt.Sprintf("waits for %d", len(in.Waits))
	}
	last := len(args) - 1
	text := b.print(v, numbers[last])
	for i, n := range numbers[:last] {
		if now := b.print(v, n); now != before[i] {
			text += "; " + strconv.Itoa(i+1) + ": " + now
		}
	}
	return text
}

// The engine comes to the same as terms in memory, and says the same when it is asked again.
func TestOnEngine(t *testing.T) {
	b := newBench()
	for _, e := range examples(t) {
		got, want := e.onEngine(t, b), e.want
		switch kind, rest, _ := strings.Cut(want, ": "); kind {
		case "clash":
			want = kind
		case "waits":
			// Of nodes that are one, one is waited for.
			if want = fmt.Sprintf("waits for %d", len(strings.Fields(rest))); strings.HasPrefix(got, "waits") {
				want = got
			}
		}
		if strings.Contains(e.args, "[s,") || strings.Contains(e.args, "_1") {
			continue // parameters of the store have names of their own
		}
		if got != want {
			t.Errorf("testdata/operators.txt:%d: %s\nwant %s\ngot  %s", e.line+1, e.call, want, got)
		}
	}
	if err := b.Verify(); err != nil {
		t.Error(err)
	}
	if n := b.Runs(); n > 5*b.Instances() {
		t.Errorf("%d instances were run %d times", b.Instances(), n)
	}
}
