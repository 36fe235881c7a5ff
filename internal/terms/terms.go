// Package terms is a minimal store of types for tests of relations: terms that can be unified, and a view of them. It
// shares nothing with the engine.
//
// Types are written as `Tensor[(2, ?, _, n), float32]`, `float32` for one without axes, `(A, B)` and `(A,)` for tuples;
// `_` is open, `?` has the mark, and other names are parameters: of sizes, of shapes in place of a shape, of element
// types in place of one, else of types. `_1`, `_2` … are open, too, and each is the same node at all its occurrences.
//
// In a vocabulary without element types, tensors are written `[2, _, n]`, `?` is an ordinary parameter, and a name may
// be that of a head without parts.
package terms

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/patgraph/patgraph/patterns/relation"
)

// Vocabulary has tensors and tuples.
var Vocabulary = &relation.Vocabulary{
	Heads: []relation.Head{
		{Name: "Tensor", Said: "a tensor",
			Parts: []relation.Part{{Name: "shape", Sort: relation.ShapeSort},
				{Name: "base", Sort: relation.AtomSort}}},
		{Name: "Tuple", Said: "a tuple", Types: true},
	},
	Atom: func(name string) bool { return slices.Contains(atoms, name) },
	Classes: map[string]func(string) bool{
		"integral": func(name string) bool { return strings.Contains(name, "int") },
	},
}

var atoms = []string{"int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "float16", "float32",
	"float64", "bool"}

type kind uint8

const (
	open kind = iota
	head
	list
	size
	atom
	other // a parameter, by its name
)

type term struct {
	parent relation.Node
	kind   kind
	head   int
	parts  []relation.Node // for a head with Parts its parts, for a head with Types one list; for a list its items
	size   relation.Size
	name   string
	mark   bool
}

// A Store holds terms.
type Store struct {
	Sizes *relation.Sizes
	Of    *relation.Vocabulary // the first head is a tensor, the second one a tuple
	terms []term
	names map[string]relation.Node
}

// New returns an empty store for Vocabulary.
func New(sizes *relation.Sizes) *Store { return NewOf(Vocabulary, sizes) }

// NewOf returns an empty store for another vocabulary.
func NewOf(v *relation.Vocabulary, sizes *relation.Sizes) *Store {
	return &Store{Sizes: sizes, Of: v, names: make(map[string]relation.Node)}
}

// bare reports whether tensors have no element types.
func (s *Store) bare() bool { return len(s.Of.Heads[0].Parts) == 1 }

// Clone returns an independent copy.
func (s *Store) Clone() *Store {
	c := *s
	c.terms = slices.Clone(s.terms)
	c.names = make(map[string]relation.Node)
	return &c
}

func (s *Store) add(t term) relation.Node {
	t.parent = relation.Node(len(s.terms))
	s.terms = append(s.terms, t)
	return t.parent
}

func (s *Store) find(n relation.Node) relation.Node {
	for s.terms[n].parent != n {
		n = s.terms[n].parent
	}
	return n
}

func (s *Store) at(n relation.Node) *term { return &s.terms[s.find(n)] }

// Open adds an open node.
func (s *Store) Open() relation.Node { return s.add(term{}) }

// Nodes is the number of nodes.
func (s *Store) Nodes() int { return len(s.terms) }

// The view.

func (s *Store) Head(n relation.Node) int {
	switch t := s.at(n); t.kind {
	case open:
		return relation.OpenHead
	case head:
		return t.head
	}
	return relation.OtherHead
}

func (s *Store) Part(n relation.Node, i int) relation.Node { return s.at(n).parts[i] }

func (s *Store) Length(n relation.Node) int {
	switch t := s.at(n); {
	case t.kind == open:
		return relation.OpenLength
	case t.kind == list:
		return len(t.parts)
	case t.kind == head && s.Of.Heads[t.head].Types:
		return s.Length(t.parts[0])
	}
	return relation.FixedLength
}

func (s *Store) Item(n relation.Node, i int) relation.Node {
	t := s.at(n)
	if t.kind == head {
		return s.Item(t.parts[0], i)
	}
	return t.parts[i]
}

func (s *Store) Size(n relation.Node) (relation.Size, relation.Knowledge) {
	switch t := s.at(n); {
	case t.mark:
		return 0, relation.Mark
	case t.kind == size:
		return t.size, relation.Known
	}
	return 0, relation.Open
}

func (s *Store) Atom(n relation.Node) (string, relation.Knowledge) {
	switch t := s.at(n); t.kind {
	case atom:
		return t.name, relation.Known
	case other:
		return t.name, relation.Fixed
	}
	return "", relation.Open
}

// Same also holds for two occurrences of one parameter.
func (s *Store) Same(a, b relation.Node) bool {
	x, y := s.at(a), s.at(b)
	return s.find(a) == s.find(b) || x.kind == other && y.kind == other && x.name == y.name
}

// Unite unifies two nodes. It returns the disagreement, as in "64 and 63", or an empty text.
func (s *Store) Unite(a, b relation.Node) string {
	a, b = s.find(a), s.find(b)
	if a == b {
		return ""
	}
	x, y := &s.terms[a], &s.terms[b]
	if x.kind == open {
		a, b, x, y = b, a, y, x
	}
	if y.kind != open {
		if x.kind != y.kind || x.head != y.head || x.size != y.size || x.name != y.name || len(x.parts) != len(y.parts) {
			return s.Print(a) + " and " + s.Print(b)
		}
	}
	x.mark = x.mark || y.mark
	y.parent = a
	for i, p := range y.parts {
		if wrong := s.Unite(s.terms[a].parts[i], p); wrong != "" {
			return wrong
		}
	}
	return ""
}

// UniteEffects unifies the equations of an outcome.
func (s *Store) UniteEffects(o *relation.Outcome) string {
	holes := make(map[int]relation.Node)
	for _, t := range o.Effects {
		if wrong := s.Unite(s.Make(o, t.Left, holes), s.Make(o, t.Right, holes)); wrong != "" {
			return wrong
		}
	}
	return ""
}

// Make returns the node of a term.
func (s *Store) Make(o *relation.Outcome, t relation.Term, holes map[int]relation.Node) relation.Node {
	var parts []relation.Node
	for _, p := range o.Parts(t) {
		parts = append(parts, s.Make(o, p, holes))
	}
	switch t.Kind {
	case relation.NodeTerm:
		return t.Node
	case relation.SizeTerm:
		return s.add(term{kind: size, size: t.Size})
	case relation.AtomTerm:
		return s.add(term{kind: atom, name: t.Name})
	case relation.HeadTerm:
		if s.Of.Heads[t.Head].Types {
			parts = []relation.Node{s.add(term{kind: list, parts: parts})}
		}
		return s.add(term{kind: head, head: t.Head, parts: parts})
	case relation.ListTerm:
		return s.add(term{kind: list, parts: parts})
	case relation.MarkTerm:
		return s.add(term{mark: true})
	}
	n, ok := holes[t.Hole]
	if !ok {
		n = s.Open()
		holes[t.Hole] = n
	}
	return n
}

// Print writes a type, a shape, a size or an element type.
func (s *Store) Print(n relation.Node) string {
	t := s.at(n)
	items := func(parts []relation.Node) string {
		list := make([]string, len(parts))
		for i, p := range parts {
			list[i] = s.Print(p)
		}
		return strings.Join(list, ", ")
	}
	switch {
	case t.mark:
		return "?"
	case t.kind == open:
		return "_"
	case t.kind == size:
		return s.Sizes.Spelling(t.size)
	case t.kind == list:
		return "(" + items(t.parts) + ")"
	case t.kind != head:
		return t.name
	case t.head > 1:
		return s.Of.Heads[t.head].Name
	case t.head == 0 && s.bare() && s.Length(t.parts[0]) < 0:
		return "[" + s.Print(t.parts[0]) + "...]"
	case t.head == 0 && s.bare():
		return "[" + items(s.at(t.parts[0]).parts) + "]"
	case t.head == 0:
		if s.Length(t.parts[0]) == 0 {
			return s.Print(t.parts[1])
		}
		return "Tensor[" + items(t.parts) + "]"
	}
	types := s.at(t.parts[0])
	if len(types.parts) == 1 {
		return "(" + items(types.parts) + ",)"
	}
	return "(" + items(types.parts) + ")"
}

// Parse adds the type that a whole text denotes.
func (s *Store) Parse(text string) (relation.Node, error) {
	p := &parser{s: s, rest: text}
	n := p.typ()
	if p.err == nil && p.peek() != "" {
		p.fail()
	}
	return n, p.err
}

type parser struct {
	s    *Store
	rest string
	err  error
}

func (p *parser) fail() relation.Node {
	if p.err == nil {
		p.err = fmt.Errorf("no type at %q", p.rest)
	}
	return p.s.Open()
}

func (p *parser) peek() string {
	p.rest = strings.TrimLeft(p.rest, " ")
	n := 0
	for n < len(p.rest) && strings.IndexByte("()[], ", p.rest[n]) < 0 {
		n++
	}
	if n == 0 && p.rest != "" {
		n = 1
	}
	return p.rest[:n]
}

func (p *parser) accept(want string) bool {
	if t := p.peek(); t == want && t != "" {
		p.rest = p.rest[len(t):]
		return true
	}
	return false
}

func (p *parser) list(end string, one func() relation.Node) []relation.Node {
	var list []relation.Node
	for !p.accept(end) {
		list = append(list, one())
		if p.err != nil || !p.accept(",") && p.peek() != end {
			p.fail()
			return nil
		}
	}
	return list
}

// word returns the node of a name: open, or the result of make.
func (p *parser) word(make func(name string) relation.Node) relation.Node {
	name := p.peek()
	if name == "" || strings.Contains("()[],", name) {
		return p.fail()
	}
	p.rest = p.rest[len(name):]
	if name == "_" {
		return p.s.Open()
	}
	if name[0] == '_' {
		n, ok := p.s.names[name]
		if !ok {
			n = p.s.Open()
			p.s.names[name] = n
		}
		return n
	}
	return make(name)
}

func (p *parser) parameter(name string) relation.Node { return p.s.add(term{kind: other, name: name}) }

func (p *parser) atom() relation.Node {
	return p.word(func(name string) relation.Node {
		if p.s.Of.Atom(name) {
			return p.s.add(term{kind: atom, name: name})
		}
		return p.parameter(name)
	})
}

func (p *parser) size() relation.Node {
	return p.word(func(name string) relation.Node {
		if name == "?" && !p.s.bare() {
			return p.s.add(term{mark: true})
		}
		if n, err := strconv.ParseInt(name, 10, 64); err == nil {
			return p.s.add(term{kind: size, size: relation.Size(n)})
		}
		return p.s.add(term{kind: size, size: p.s.Sizes.Parameter(name)})
	})
}

func (p *parser) shape() relation.Node {
	if p.accept("(") {
		return p.s.add(term{kind: list, parts: p.list(")", p.size)})
	}
	return p.word(p.parameter)
}

func (p *parser) typ() relation.Node {
	if p.accept("(") {
		return p.s.add(term{kind: head, head: 1,
			parts: []relation.Node{p.s.add(term{kind: list, parts: p.list(")", p.typ)})}})
	}
	if p.s.bare() && p.accept("[") {
		return p.s.add(term{kind: head, parts: []relation.Node{p.s.add(term{kind: list, parts: p.list("]", p.size)})}})
	}
	return p.word(func(name string) relation.Node {
		if h := slices.IndexFunc(p.s.Of.Heads, func(h relation.Head) bool { return h.Name == name }); h > 1 {
			return p.s.add(term{kind: head, head: h})
		}
		switch {
		case name == "Tensor" && p.accept("["):
			shape := p.shape()
			if !p.accept(",") {
				return p.fail()
			}
			b := p.atom()
			if !p.accept("]") {
				return p.fail()
			}
			return p.s.add(term{kind: head, parts: []relation.Node{shape, b}})
		case p.s.Of.Atom(name):
			return p.s.add(term{kind: head,
				parts: []relation.Node{p.s.add(term{kind: list}), p.s.add(term{kind: atom, name: name})}})
		}
		return p.parameter(name)
	})
}

// Partly returns a copy of a type in which the parts picked by a function are open. A parameter is not split.
func (s *Store) Partly(n relation.Node, open func() bool) relation.Node {
	if open() {
		return s.Open()
	}
	t := *s.at(n)
	parts := make([]relation.Node, len(t.parts))
	for i, p := range t.parts {
		parts[i] = s.Partly(p, open)
	}
	t.parts = parts
	return s.add(t)
}

// Inner returns the nodes of a type, parents first.
func (s *Store) Inner(n relation.Node) []relation.Node {
	list := []relation.Node{n}
	for _, p := range s.at(n).parts {
		list = append(list, s.Inner(p)...)
	}
	return list
}
