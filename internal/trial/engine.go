package trial

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

// A Bench is a graph in which the types of examples are built, and calls of operators stated.
type Bench struct {
	*unify.Graph
	Binding *relation.Binding
	Store   *terms.Store // the parsed types
	types   *patterns.Types
	label   func(string) unify.Label
	params  map[string]unify.Constructor
	holes   map[relation.Node]unify.Node // of the store
}

// Bench returns a new graph for the types of the set, as the engine represents them.
func (s *Set) Bench() *Bench {
	syms := lang.NewSymbols(64)
	label := func(text string) unify.Label { return unify.Label(syms.Intern([]byte(text))) }
	for i := range 8 {
		label(strconv.Itoa(i)) // indices have to exist when the labels are made
	}
	labels := patterns.NewLabels(syms)
	b := &Bench{types: patterns.NewTypes(labels), label: label, params: make(map[string]unify.Constructor),
		holes: make(map[relation.Node]unify.Node)}
	b.Graph = unify.New(b.types.Heads(), labels.Index())
	b.Binding = &relation.Binding{
		Vocabulary: s.Vocabulary, Types: b.types, Sizes: relation.NewSizes(),
		List: "Shape",
		Item: func(i int) unify.Label { return label("d" + strconv.Itoa(i)) },
		Field: func(i int) unify.Label {
			return label(strconv.Itoa(i))
		},
	}
	for _, h := range s.Vocabulary.Heads {
		bound := relation.BoundHead{Whole: len(h.Parts) == 1}
		if !h.Types && !bound.Whole {
			for _, p := range h.Parts {
				bound.Labels = append(bound.Labels, label(p.Name))
			}
			bound.Constructor = b.types.Constructor(h.Name, bound.Labels...)
		}
		b.Binding.Heads = append(b.Binding.Heads, bound)
	}
	b.Store = terms.NewOf(s.Vocabulary, b.Binding.Sizes)
	return b
}

func (b *Bench) build(c unify.Constructor, parts ...unify.Node) unify.Node {
	n := b.Leaf(0)
	var edges []unify.Edge
	for i, p := range parts {
		edges = append(edges, unify.Edge{Label: b.Heads().Parts(c)[i], To: p})
	}
	b.Describe(n, b.Heads().Built(c), edges, unify.Reason{})
	return n
}

// parameter returns the constructor of a parameter; each name has its own.
func (b *Bench) parameter(name string) unify.Constructor {
	c, ok := b.params[name]
	if !ok {
		c = b.types.NewConstructor(name)
		b.params[name] = c
	}
	return c
}

// Add builds the type that a text denotes.
func (b *Bench) Add(text string) (unify.Node, error) {
	n, err := b.Store.Parse(text)
	return b.add(n), err
}

// Clear forgets the nodes of named holes.
func (b *Bench) Clear() {
	b.Store = terms.NewOf(b.Store.Of, b.Store.Sizes)
	clear(b.holes)
}

// add builds a type of the store.
func (b *Bench) add(n relation.Node) unify.Node {
	s := b.Store
	list := func(n relation.Node) (parts []unify.Node) {
		for i := range s.Length(n) {
			parts = append(parts, b.add(s.Item(n, i)))
		}
		return parts
	}
	size, known := s.Size(n)
	name, atom := s.Atom(n)
	switch {
	case s.Head(n) >= 0 && b.Binding.Heads[s.Head(n)].Whole:
		return b.add(s.Part(n, 0))
	case s.Head(n) >= 0 && !s.Of.Heads[s.Head(n)].Types:
		var parts []unify.Node
		for i := range s.Of.Heads[s.Head(n)].Parts {
			parts = append(parts, b.add(s.Part(n, i)))
		}
		return b.build(b.Binding.Heads[s.Head(n)].Constructor, parts...)
	case s.Head(n) >= 0:
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

// Print writes a type in the notation of package terms.
func (b *Bench) Print(v *relation.Over, n relation.Node) string {
	items := func(n relation.Node) string {
		var list []string
		for i := range v.Length(n) {
			list = append(list, b.Print(v, v.Item(n, i)))
		}
		return strings.Join(list, ", ")
	}
	size, known := v.Size(n)
	switch head, length := v.Head(n), v.Length(n); {
	case known == relation.Mark:
		return "?"
	case head == relation.OpenHead:
		return "_"
	case head > 1:
		return b.Store.Of.Heads[head].Name
	case head == 0 && b.Binding.Heads[0].Whole:
		return "[" + items(n) + "]"
	case head == 0 && v.Length(v.Part(n, 0)) == 0:
		return b.Print(v, v.Part(n, 1))
	case head == 0:
		return "Tensor[" + b.Print(v, v.Part(n, 0)) + ", " + b.Print(v, v.Part(n, 1)) + "]"
	case head == 1 && length == 1:
		return "(" + items(n) + ",)"
	case length >= 0:
		return "(" + items(n) + ")"
	}
	if name, atom := v.Atom(n); atom == relation.Known {
		return name
	}
	return b.Binding.Sizes.Spelling(size)
}

// onEngine returns the outcome of an example on the engine.
func (e *Example) onEngine(t *testing.T, f *relation.File, b *Bench) string {
	o := f.Operator(e.Name)
	if o == nil {
		return e.Want
	}
	attrs, problems := o.Attributes(e.Attrs)
	if len(problems) > 0 {
		return e.Want
	}
	b.Clear()
	var args []unify.Node
	var before []string
	for _, a := range e.Args {
		n, err := b.Store.Parse(a)
		if err != nil {
			t.Fatal(err)
		}
		args, before = append(args, b.add(n)), append(before, b.Store.Print(n))
	}
	rules := b.Binding.Rules(o.Of(), attrs)
	first := int32(b.Instances())
	for _, r := range rules {
		b.Relate(r, unify.Reason{}, args...)
	}
	clashes := len(b.Conflicts())
	b.Solve()
	m := &relation.Machine{Sizes: b.Binding.Sizes}
	v := b.Binding.Over(b.Graph)
	for i := range o.Of().Late {
		at := len(o.Of().Early) + i
		if m.Idle(v, o.Of(), at, v.Numbers(args), attrs) {
			b.Relate(b.Binding.Rule(o.Of(), at, attrs), unify.Reason{}, args...)
		}
	}
	b.Solve()
	v = b.Binding.Over(b.Graph)
	numbers := v.Numbers(args)
	switch in := b.InstanceOf(first); {
	case in.State == unify.Fails:
		f := m.Failure(m.Explain(v, o.Of(), -1, numbers, attrs))
		if f.Code != lang.RelationFails {
			return "fails " + string(f.Code) + ": " + relation.Said(f.Message)
		}
		return "fails: " + relation.Said(f.Message)
	case len(b.Conflicts()) > clashes:
		return "clash"
	case in.State == unify.Waits:
		return fmt.Sprintf("waits for %d", len(in.Waits))
	}
	last := len(args) - 1
	text := b.Print(v, numbers[last])
	for i, n := range numbers[:last] {
		if now := b.Print(v, n); now != before[i] {
			text += "; " + strconv.Itoa(i+1) + ": " + now
		}
	}
	return text
}

// TestOnEngine tests that the outcomes on the engine are those on terms in memory, and that a repeated run has the same
// outcome.
func (s *Set) TestOnEngine(t *testing.T) {
	f, b := s.Read(t, s.Text), s.Bench()
	for _, e := range s.Examples(t) {
		got, want := e.onEngine(t, f, b), e.Want
		switch kind, rest, _ := strings.Cut(want, ": "); kind {
		case "clash":
			want = kind
		case "waits":
			// Of unified nodes only one is waited for.
			if want = fmt.Sprintf("waits for %d", len(strings.Fields(rest))); strings.HasPrefix(got, "waits") {
				want = got
			}
		}
		if strings.Contains(e.Call, "[s,") {
			continue // parameters of the store have names of their own
		}
		if got != want {
			t.Errorf("%s\nwant %s\ngot  %s", e.Call, want, got)
		}
	}
	if err := b.Verify(); err != nil {
		t.Error(err)
	}
	if n := b.Runs(); n > 5*b.Instances() {
		t.Errorf("%d instances were run %d times", b.Instances(), n)
	}
}
