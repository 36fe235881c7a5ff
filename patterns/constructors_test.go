package patterns_test

import (
	"strings"
	"testing"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/unify"
)

// tensors is a graph in which tests build tensors.
type tensors struct {
	*unify.Graph
	labels                map[string]unify.Label
	types                 *patterns.Types
	tensor, shape, floats unify.Constructor
}

func newTensors() *tensors {
	syms := lang.NewSymbols(8)
	x := &tensors{labels: map[string]unify.Label{}}
	for _, text := range []string{"shape", "dtype", "d0", "d1", "0", "1"} {
		x.labels[text] = unify.Label(syms.Intern([]byte(text)))
	}
	labels := patterns.NewLabels(syms)
	x.types = patterns.NewTypes(labels)
	x.Graph = unify.New(x.types.Heads(), labels.Index())
	x.tensor = x.types.Constructor("Tensor", x.labels["shape"], x.labels["dtype"])
	x.shape = x.types.Constructor("Shape", x.labels["d0"], x.labels["d1"])
	x.floats = x.types.Constructor("float32")
	return x
}

// build appends a node with a constructor.
func (x *tensors) build(c unify.Constructor, parts ...unify.Node) unify.Node {
	n := x.Leaf(0)
	var edges []unify.Edge
	for i, p := range parts {
		edges = append(edges, unify.Edge{Label: x.types.Heads().Parts(c)[i], To: p})
	}
	x.Describe(n, x.types.Heads().Built(c), edges, unify.Reason{})
	return n
}

func (x *tensors) dim(n int64) unify.Node { return x.build(x.types.Number(n)) }

func (x *tensors) dynamic() unify.Node {
	n := x.Leaf(0)
	x.Describe(n, unify.Open|unify.Dynamic, nil, unify.Reason{})
	return n
}

func (x *tensors) tensorOf(d0, d1 unify.Node) unify.Node {
	return x.build(x.tensor, x.build(x.shape, d0, d1), x.build(x.floats))
}

func (x *tensors) tuple(a, b unify.Node) unify.Node {
	n := x.Leaf(0)
	x.Describe(n, unify.MakeFlat(unify.Product, true),
		[]unify.Edge{{Label: x.labels["0"], To: a}, {Label: x.labels["1"], To: b}}, unify.Reason{})
	return n
}

// A pattern that consists of constructors is a type: equal ones are the same type, and those with different
// constructors are different types.
func TestConstructorsFold(t *testing.T) {
	x := newTensors()
	typeOf := func(n unify.Node) patterns.Type {
		s := patterns.NewQuotienter(x.types).Scheme(x.Graph, n)
		return s.Graph.Flat(s.Roots[0]).Head()
	}
	a := typeOf(x.tensorOf(x.dim(2), x.dim(3)))
	if b := typeOf(x.tensorOf(x.dim(2), x.dim(3))); a == patterns.NoType || a != b {
		t.Errorf("Tensor(2, 3) is the types %d and %d", a, b)
	}
	want := `$C0="Tensor"{C1"dtype",C2"shape"};$C1="float32"{};$C2="Shape"{C3"d0",C4"d1"};$C3="2"{};$C4="3"{};`
	if got := x.types.Form(a); got != want {
		t.Errorf("the form is %s, want %s", got, want)
	}
	if b := typeOf(x.tensorOf(x.dim(3), x.dim(2))); b == a {
		t.Error("Tensor(2, 3) is Tensor(3, 2)")
	} else if d := x.types.Difference(a, b); len(d.Path) != 2 || x.types.Form(d.A) != `$C0="2"{};` {
		t.Errorf("they differ at %v", d)
	}
	two := x.types.NewConstructor("Two", x.labels["0"], x.labels["1"])
	if typeOf(x.tuple(x.dim(2), x.dim(2))) == typeOf(x.build(two, x.dim(2), x.dim(2))) {
		t.Error("a tuple is what a constructor builds")
	}
	n, m := typeOf(x.build(x.types.NewConstructor("n"))), typeOf(x.build(x.types.NewConstructor("n")))
	if n == m {
		t.Error("two constructors of one name are one")
	}
	// Recursive patterns, too.
	loop := func(c unify.Constructor) unify.Node {
		n, m := x.Leaf(0), x.Leaf(0)
		x.Describe(n, x.types.Heads().Built(c),
			[]unify.Edge{{Label: x.labels["d0"], To: m}, {Label: x.labels["d1"], To: n}}, unify.Reason{})
		x.Describe(m, x.types.Heads().Built(x.floats), nil, unify.Reason{})
		return n
	}
	other := x.types.Constructor("Other", x.labels["d0"], x.labels["d1"])
	p, q, r := typeOf(loop(x.shape)), typeOf(loop(x.shape)), typeOf(loop(other))
	if p == patterns.NoType || p != q || p == r {
		t.Errorf("recursive types %d, %d and another %d", p, q, r)
	}
	for _, id := range []patterns.Type{a, p} {
		if c := x.types.Heads().BuiltBy(id); x.types.Heads().Outer(id) != x.types.Heads().Built(c) ||
			c == unify.NoConstructor ||
			c != x.types.Heads().ConstructorOf(x.types.Heads().Flat(id)) ||
			c != x.types.Heads().ConstructorOf(x.types.Heads().Built(c)) {
			t.Errorf("type %d is built by %d", id, c)
		}
	}
}

// A marked or open node is equal only to itself: patterns that contain it are not types, and two such nodes that look
// alike stay two, while closed nodes around the same one are one node.
func TestMarkedNeverFold(t *testing.T) {
	for name, open := range map[string]func(*tensors) unify.Node{
		"a hole":            func(x *tensors) unify.Node { return x.Leaf(0) },
		"a dynamic one":     (*tensors).dynamic,
		"a marked constant": func(x *tensors) unify.Node { n := x.dim(3); x.Unify(unify.Reason{}, n, x.dynamic()); return n },
		"a marked type": func(x *tensors) unify.Node {
			n := x.Leaf(0)
			x.Named(n, x.types.Built(x.types.Number(3)), unify.Reason{})
			x.Unify(unify.Reason{}, n, x.dynamic())
			return n
		},
	} {
		x := newTensors()
		d, e := open(x), open(x)
		one, two, three := x.tensorOf(d, x.dim(2)), x.tensorOf(d, x.dim(2)), x.tensorOf(e, x.dim(2))
		s := patterns.NewQuotienter(x.types).Scheme(x.Graph, one, two, three, d, e)
		if s.Roots[0] != s.Roots[1] || s.Roots[0] == s.Roots[2] || s.Roots[3] == s.Roots[4] {
			t.Errorf("%s: the roots are nodes %v", name, s.Roots)
		}
		if f := s.Graph.Flat(s.Roots[0]); f.Constructor() != x.tensor {
			t.Errorf("%s: the tensor is %s", name, f.Form())
		}
		if got, want := s.Graph.Flat(s.Roots[3]), x.Flat(x.Find(d)); got != want {
			t.Errorf("%s is %s (%x), was %s (%x)", name, got.Form(), got, want.Form(), want)
		}
		// The quotient of an instance is the same.
		base, _ := x.Instantiate(&s.Graph, 0)
		again := patterns.NewQuotienter(x.types).Scheme(x.Graph, base+unify.Node(s.Roots[0]),
			base+unify.Node(s.Roots[1]), base+unify.Node(s.Roots[2]), base+unify.Node(s.Roots[3]),
			base+unify.Node(s.Roots[4]))
		if !again.Equal(s) {
			t.Errorf("%s: an instance has another quotient", name)
		}
	}
}

// Each number and each name has one constructor, and the other way round.
func TestConstructorNames(t *testing.T) {
	x := newTensors()
	for _, n := range []int64{0, 3, -1, 1 << 62} {
		c := x.types.Number(n)
		if again := x.types.Number(n); c != again {
			t.Errorf("%d is the constructors %d and %d", n, c, again)
		}
		if got, ok := x.types.NumberOf(c); !ok || got != n {
			t.Errorf("the constructor of %d belongs to %d, %v", n, got, ok)
		}
	}
	if _, ok := x.types.NumberOf(x.tensor); ok {
		t.Error("Tensor is a number")
	}
	if x.types.Constructor("Tensor") == x.tensor ||
		x.types.Constructor("Tensor", x.labels["shape"], x.labels["dtype"]) != x.tensor {
		t.Error("a constructor is not the one of its name and labels")
	}
	a, b := x.types.NewConstructor("n"), x.types.NewConstructor("n")
	if x.types.ConstructorName(a) != "n" || x.types.ConstructorName(b) != "n" ||
		x.types.ConstructorID(a) == x.types.ConstructorID(b) {
		t.Errorf("they are called %s and %s", x.types.ConstructorID(a), x.types.ConstructorID(b))
	}
	if name := x.types.ConstructorName(x.types.Number(-12)); !strings.HasPrefix(name, "-12") {
		t.Errorf("-12 is called %s", name)
	}
}

// A known type is made only once.
func TestRemember(t *testing.T) {
	made, table := 0, map[string]int{"a": 7}
	for _, key := range []string{"a", "b", "b"} {
		patterns.Remember(&table, key, func() int { made++; return 8 })
	}
	if made != 1 || table["a"] != 7 || table["b"] != 8 {
		t.Error(made, table)
	}
}
