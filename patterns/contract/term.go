package contract

import (
	"cmp"
	"slices"
	"strings"

	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/unify"
)

// A Term is a node of a contract.
type Term struct {
	Name    string      // of a built-in type, a constructor, a number; empty: it is given by shapes and parts
	Means   string      // what the name stands for, if the program declares it
	Atom    bool        // a built-in type, a union over its literals
	Shapes  unify.Shape // those that are possible
	Closed  bool        // it has no further parts
	Unknown bool        // it is known only when the program runs
	Parts   []Part      // in the order of their labels
	Empty   bool        // it has no values

	typ    patterns.Type
	scheme *patterns.Scheme
	node   int32 // of the scheme
}

// A Part is a labelled part of a term; the label of a vector's member is Member.
type Part struct {
	Label string
	To    int
}

// Member is the label of the members of a vector. No label of a program has a NUL.
const Member = "\x00"

// isGround reports whether a term is a type, so that its values do not depend on a use.
func (t *Term) isGround() bool { return t.typ != patterns.NoType }

// isFlexible reports whether a term has a type of its own at each use.
func (t *Term) isFlexible() bool {
	if t.isGround() || t.Unknown || t.Name != "" {
		return false
	}
	return t.Shapes != unify.Vector && (!t.Closed || t.Shapes.Count() > 1) || t.Shapes == unify.Vector && len(t.Parts) == 0
}

// isBlank reports whether nothing is known of a term.
func (t *Term) isBlank() bool {
	return t.isFlexible() && !t.Closed && t.Shapes == unify.AnyShape && len(t.Parts) == 0
}

func (t *Term) part(label string) (int, bool) {
	i, ok := slices.BinarySearchFunc(t.Parts, label, func(p Part, l string) int { return strings.Compare(p.Label, l) })
	if !ok {
		return 0, false
	}
	return t.Parts[i].To, true
}

// A Port is an input or an output of a definition.
type Port struct {
	Name     string // empty: it has none
	Says     string // as messages name it
	Term     int
	Optional bool // a caller need not give it
}

// A Condition is a relation that a use has to satisfy, or that defines what is computed from the inputs.
type Condition struct {
	Relation string // equal texts are the same relation
	Says     string // for messages; empty: Relation
	Args     []int
	// Compute computes the last argument from numbers for the others, if it only defines that; nil: it is a demand.
	Compute func([]int64) (int64, bool)
}

// A Contract is what a definition takes and gives.
type Contract struct {
	In, Out []Port
	Where   []Condition
	// ByName says that callers name the inputs and outputs; otherwise their order counts.
	ByName bool
}

// Terms are the terms of a program.
type Terms struct {
	All    []Term
	result *patterns.Result
	Words  Words
	// Means returns what a constructor that the program declares stands for; nil: there are none.
	Means   func(unify.Constructor) string
	text    map[int]string // of terms that have no node in a signature
	types   map[patterns.Type]int
	schemes map[*patterns.Scheme][]int // by node: its term, + 1
	empty   []bool                     // by type
	least   []string                   // see leastValues
	// anything counts the parts of any type; see simulation.
	anything int
}

// newTerms returns the terms of a program, none yet.
func newTerms(s Side) *Terms {
	r := s.Result
	t := &Terms{result: r, Words: s.Words, types: make(map[patterns.Type]int), schemes: make(map[*patterns.Scheme][]int),
		text: make(map[int]string)}
	if t.Words.Label == nil {
		t.Words.Label = func(l string) string { return l }
	}
	if r != nil {
		for _, has := range r.Types.Inhabited() {
			t.empty = append(t.empty, !has)
		}
	}
	return t
}

// Result returns the program.
func (t *Terms) Result() *patterns.Result { return t.result }

// Add adds a term with a text for messages and returns its number.
func (t *Terms) Add(x Term, text string) int {
	slices.SortFunc(x.Parts, func(a, b Part) int { return strings.Compare(a.Label, b.Label) })
	t.All = append(t.All, x)
	t.text[len(t.All)-1] = text
	return len(t.All) - 1
}

// A form is a relation that computes its last argument.
type form interface {
	Unnamed() string
	Compute([]int64) (int64, bool)
}

// Of returns the contract of a definition: its signature with one input and one output.
func (t *Terms) Of(d int32) Contract {
	v := t.result.Solver.View(d)
	c := Contract{
		In:  []Port{{Says: "the input", Term: t.Node(v.Scheme, v.In)}},
		Out: []Port{{Says: "the output", Term: t.Node(v.Scheme, v.Out)}},
	}
	for _, a := range v.Scheme.Graph.Relations() {
		w := Condition{Relation: a.Relation.Key()}
		if x, ok := a.Relation.(form); ok {
			w.Relation, w.Compute = x.Unnamed(), x.Compute
		}
		for _, n := range a.Args {
			w.Args = append(w.Args, t.Node(v.Scheme, int32(n)))
		}
		c.Where = append(c.Where, w)
	}
	return c
}

// Node returns the term of a node of a scheme. The first call for a scheme costs its size.
func (t *Terms) Node(s *patterns.Scheme, n int32) int {
	numbers := t.schemes[s]
	if numbers == nil {
		numbers = make([]int, s.Graph.Len())
		for i := range numbers {
			if h := s.Graph.Flat(int32(i)).Head(); h != unify.NoHead {
				numbers[i] = t.Type(h)
			} else {
				numbers[i] = len(t.All)
				t.All = append(t.All, Term{})
			}
		}
		for i, at := range numbers {
			f := s.Graph.Flat(int32(i))
			if f.Head() != unify.NoHead {
				continue
			}
			x := Term{Shapes: f.Shapes(), Closed: f.Closed(), Unknown: f.Dynamic(), scheme: s, node: int32(i)}
			t.name(&x, f.Constructor())
			for _, e := range s.Graph.Edges(int32(i)) {
				x.Parts = append(x.Parts, Part{t.label(e.Label), numbers[e.To]})
			}
			t.All[at] = sorted(x)
		}
		t.schemes[s] = numbers
	}
	return numbers[n]
}

// Type returns the term of a type. All calls together cost the sizes of the types.
func (t *Terms) Type(u patterns.Type) int {
	at := func(u patterns.Type) int {
		return patterns.Remember(&t.types, u, func() int {
			t.All = append(t.All, Term{typ: u})
			return len(t.All) - 1
		})
	}
	first := len(t.All)
	root := at(u)
	types := t.result.Types
	for i := first; i < len(t.All); i++ {
		v := t.All[i].typ
		x := Term{typ: v, Shapes: types.Shape(v), Closed: types.Shape(v) != unify.Vector,
			Empty: int(v) < len(t.empty) && t.empty[v]}
		if name, ok := types.Atom(v); ok {
			x.Name, x.Atom = name, true
		} else {
			t.name(&x, types.Heads().BuiltBy(v))
			for _, f := range types.Fields(v) {
				x.Parts = append(x.Parts, Part{t.label(f.Label), at(f.To)})
			}
		}
		t.All[i] = sorted(x)
	}
	return root
}

// name sets the name of a term with a constructor.
func (t *Terms) name(x *Term, c unify.Constructor) {
	if c == unify.NoConstructor {
		return
	}
	x.Name = t.result.Types.ConstructorName(c)
	if t.Means != nil {
		x.Means = t.Means(c)
	}
}

// equal reports whether two terms are one type at each use: they are the same, or constants.
func (t *Terms) equal(a, b int) bool {
	if a == b || a < 0 || b < 0 {
		return a == b
	}
	seen := map[pair]bool{{a, b}: true}
	for queue := []pair{{a, b}}; len(queue) > 0; queue = queue[1:] {
		p := queue[0]
		x := &t.All[p.a]
		parts, problem := same(t, t, p)
		if p.a == p.b {
			continue
		}
		if problem || x.isFlexible() || x.Unknown || len(seen) > mostText {
			return false
		}
		for _, q := range parts {
			if !seen[q] {
				seen[q] = true
				queue = append(queue, q)
			}
		}
	}
	return true
}

func (t *Terms) label(l unify.Label) string {
	if l == unify.Member {
		return Member
	}
	return t.result.Labels.Text(l)
}

func sorted(x Term) Term {
	slices.SortFunc(x.Parts, func(a, b Part) int { return cmp.Compare(a.Label, b.Label) })
	return x
}
