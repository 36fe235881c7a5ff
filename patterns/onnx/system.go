package onnx

import (
	"strconv"
	"strings"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/relation"
	"github.com/patgraph/patgraph/unify"
)

// A System represents types as patterns of a graph, and states nodes of a model there.
type System struct {
	Graph   *unify.Graph
	Binding *relation.Binding
	Fixed   map[string]int64 // sizes for names of the model
	absent  unify.Node       // the type of an absent input
}

// NewBinding returns the patterns of Vocabulary. The function label interns the text of a label.
func NewBinding(types *patterns.Types, label func(text string) unify.Label) *relation.Binding {
	numbered := func(prefix string) func(int) unify.Label {
		return func(i int) unify.Label { return label(prefix + strconv.Itoa(i)) }
	}
	b := &relation.Binding{
		Vocabulary: Vocabulary, Types: types, Sizes: relation.NewSizes(),
		List: "Shape", Item: numbered("d"), Field: numbered(""),
	}
	for _, h := range Vocabulary.Heads {
		var bound relation.BoundHead
		if !h.Types {
			for _, p := range h.Parts {
				bound.Labels = append(bound.Labels, label(p.Name))
			}
			bound.Constructor = types.Constructor(h.Name, bound.Labels...)
		}
		b.Heads = append(b.Heads, bound)
	}
	return b
}

// NewSystem returns a system for a graph whose constructors are those of the binding.
func NewSystem(g *unify.Graph, b *relation.Binding) *System {
	return &System{Graph: g, Binding: b, absent: unify.None}
}

// A Size is the size of an axis, or an entry of a tensor. Entries may be negative or have fractions; see
// relation.Sizes.Whole and Fraction.
type Size = relation.Size

// Unknown is a size or an entry that is known only when the model runs.
const Unknown Size = -1 << 63

// A Type is a type of ONNX. The zero Type is the unknown one.
type Type struct {
	Head    int    // one more than its number in Vocabulary; 0: the type is unknown
	Elem    string // of a Tensor its element type; of a Map that of its keys; empty: unknown
	Ranked  bool   // of a Tensor: the number of axes is known
	Shape   []Size
	Valued  bool   // of a Tensor: the number of its entries is known, and Entries has them
	Entries []Size // in row order
	Of      []Type // of a Sequence, an Optional, a Map and a Sparse: the type within; of a Tuple its types
}

// TensorOf returns the type of a tensor whose entries are unknown.
func TensorOf(elem string, shape ...Size) Type {
	return Type{Head: Tensor + 1, Elem: elem, Ranked: true, Shape: shape}
}

// Unranked returns the type of a tensor with an unknown number of axes.
func Unranked(elem string) Type { return Type{Head: Tensor + 1, Elem: elem} }

// With returns the type of a tensor with its entries.
func (t Type) With(entries ...Size) Type {
	t.Valued, t.Entries = true, entries
	return t
}

// SequenceOf returns the type of a sequence.
func SequenceOf(item Type) Type { return Type{Head: Sequence + 1, Of: []Type{item}} }

// Name returns the size that a name of a model stands for: equal names are one size, at least 1. A fixed size is a
// number.
func (s *System) Name(name string) Size {
	if n, ok := s.Fixed[name]; ok {
		return s.Binding.Sizes.Whole(n)
	}
	return s.Binding.SizeOf(s.Binding.Types.Constructor(name))
}

// Add adds the pattern of a type at a site.
func (s *System) Add(site int32, r unify.Reason, t Type) unify.Node {
	if t.Head == 0 {
		return s.mark(site, r)
	}
	b := s.Binding
	switch t.Head - 1 {
	case Tensor:
		shape, elem, entries := unify.None, unify.None, unify.None
		if shape = s.mark(site, r); t.Ranked {
			shape = s.list(site, r, t.Shape)
		}
		if elem = s.mark(site, r); t.Elem != "" {
			elem = s.built(site, r, b.Types.Constructor(t.Elem))
		}
		if entries = s.mark(site, r); t.Valued {
			entries = s.list(site, r, t.Entries)
		}
		return s.built(site, r, b.Heads[Tensor].Constructor, shape, elem, entries)
	case Tuple:
		parts := make([]unify.Node, len(t.Of))
		for i, of := range t.Of {
			parts[i] = s.Add(site, r, of)
		}
		return s.tuple(site, r, parts)
	}
	var parts []unify.Node
	if t.Head-1 == Map {
		parts = append(parts, s.built(site, r, b.Types.Constructor(t.Elem)))
	}
	for _, of := range t.Of {
		parts = append(parts, s.Add(site, r, of))
	}
	return s.built(site, r, b.Heads[t.Head-1].Constructor, parts...)
}

func (s *System) mark(site int32, r unify.Reason) unify.Node {
	n := s.Graph.Leaf(site)
	s.Graph.Describe(n, unify.Open|unify.Dynamic, nil, r)
	return n
}

func (s *System) built(site int32, r unify.Reason, c unify.Constructor, parts ...unify.Node) unify.Node {
	labels := s.Graph.Heads().Parts(c)
	edges := make([]unify.Edge, len(parts))
	for i, p := range parts {
		edges[i] = unify.Edge{Label: labels[i], To: p}
	}
	n := s.Graph.Leaf(site)
	s.Graph.Describe(n, s.Graph.Heads().Built(c), edges, r)
	return n
}

func (s *System) list(site int32, r unify.Reason, sizes []Size) unify.Node {
	parts := make([]unify.Node, len(sizes))
	for i, d := range sizes {
		if d == Unknown {
			parts[i] = s.mark(site, r)
		} else {
			parts[i] = s.built(site, r, s.Binding.SizeConstructor(d))
		}
	}
	return s.built(site, r, s.Binding.ListOf(len(sizes)), parts...)
}

func (s *System) tuple(site int32, r unify.Reason, parts []unify.Node) unify.Node {
	edges := make([]unify.Edge, len(parts))
	for i, p := range parts {
		edges[i] = unify.Edge{Label: s.Binding.FieldAt(i), To: p}
	}
	n := s.Graph.Leaf(site)
	s.Graph.Describe(n, unify.MakeFlat(unify.Product, true), edges, r)
	return n
}

// An Attribute is an attribute of a node. A tensor or a type is given as the pattern Type of it, with a Value without
// form; otherwise Type is None.
type Attribute struct {
	relation.Given
	Type unify.Node
}

// A Use is an operator at a node of a model: its inputs, None for absent ones, the number of its outputs, and its
// attributes.
type Use struct {
	Operator   *relation.Operator
	Inputs     []unify.Node
	Outputs    int
	Results    []unify.Node // the patterns of the outputs; nil: new ones
	Attributes []Attribute
	Site       int32
	Reason     unify.Reason
}

// A Stated is a use that was stated: its outputs, and the instances of relations from First to End.
type Stated struct {
	Outputs    []unify.Node
	First, End int
	Attributes []relation.Value
	Args       []unify.Node // of the operator's relation
	Problems   []relation.Problem
	Misfit     string // says why the inputs or outputs are too many or too few; empty if they are not
}

// State states the relation of an operator for the inputs and the outputs of a node. If its attributes are wrong, or it
// has too many inputs or outputs, it states nothing, and nothing becomes known of the outputs.
func (s *System) State(u *Use) Stated {
	o, out := u.Operator, Stated{First: s.Graph.Instances()}
	var args []unify.Node
	for i, p := range o.Params {
		switch {
		case p.Several:
			args = append(args, s.tuple(u.Site, u.Reason, s.present(u.Inputs[min(i, len(u.Inputs)):], u.Reason)))
		case i < len(u.Inputs):
			args = append(args, s.present(u.Inputs[i:i+1], u.Reason)[0])
		default:
			args = append(args, s.none(u.Reason))
		}
	}
	inputs := len(args)
	out.Outputs = u.Results
	for len(out.Outputs) < u.Outputs {
		out.Outputs = append(out.Outputs, s.Graph.Leaf(u.Site))
	}
	for i, p := range o.Results {
		switch {
		case p.Several:
			args = append(args, s.tuple(u.Site, u.Reason, out.Outputs[min(i, u.Outputs):]))
		case i < u.Outputs:
			args = append(args, out.Outputs[i])
		default:
			args = append(args, s.Graph.Leaf(u.Site))
		}
	}
	given, types := s.given(u)
	out.Attributes, out.Problems = o.Attributes(given)
	for _, v := range out.Attributes {
		if v.Form == relation.TypeForm {
			args = append(args, types[v.Num])
		}
	}
	out.Attributes = renumbered(out.Attributes)
	out.Args, out.Misfit = args, misfit(u)
	if out.End = out.First; len(out.Problems) > 0 || out.Misfit != "" {
		return out
	}
	for _, rule := range s.Binding.Rules(o.Of(), out.Attributes) {
		s.Graph.Relate(rule, u.Reason, args...)
	}
	if r := o.Elements(); r != nil {
		for _, rule := range s.Binding.Rules(r, nil) {
			s.Graph.Relate(rule, u.Reason, args[:inputs]...)
		}
	}
	out.End = s.Graph.Instances()
	return out
}

// misfit says which inputs or outputs of a node its operator does not have, or which it lacks.
func misfit(u *Use) string {
	o := u.Operator
	name := "`" + o.Names[0].Name + "`"
	if o.Relation == "Removed" {
		return name + " was removed in opset " + strconv.Itoa(o.Since)
	}
	several := func(list []relation.Param) bool { return len(list) > 0 && list[len(list)-1].Several }
	if n := len(o.Params); len(u.Inputs) > n && !several(o.Params) {
		return name + " takes " + lang.Count(n, "input", "inputs") + ", not " + strconv.Itoa(len(u.Inputs))
	}
	for i, p := range o.Params {
		if !p.Optional && !p.Several && (i >= len(u.Inputs) || u.Inputs[i] == unify.None) {
			return "the input `" + p.Name + "` of " + name + " is missing"
		}
	}
	if n := len(o.Results); u.Outputs > n && !several(o.Results) {
		return name + " has " + lang.Count(n, "output", "outputs") + ", not " + strconv.Itoa(u.Outputs)
	}
	for _, p := range o.Results[min(u.Outputs, len(o.Results)):] {
		if !p.Optional && !p.Several {
			return "the output `" + p.Name + "` of " + name + " is missing"
		}
	}
	return ""
}

// present returns inputs with the type of absent ones in place of None.
func (s *System) present(inputs []unify.Node, r unify.Reason) []unify.Node {
	list := make([]unify.Node, len(inputs))
	for i, n := range inputs {
		if list[i] = n; n == unify.None {
			list[i] = s.none(r)
		}
	}
	return list
}

// none returns the type of absent inputs.
func (s *System) none(r unify.Reason) unify.Node {
	if s.absent == unify.None {
		s.absent = s.built(r.Site, r, s.Binding.Heads[None].Constructor)
	}
	return s.absent
}

// given returns the attributes of a use as its operator takes them: numbers of element types by name, and types as
// arguments, which it also returns.
func (s *System) given(u *Use) (list []relation.Given, types []unify.Node) {
	for _, a := range u.Attributes {
		if ignores(u.Operator, a.Name) {
			continue
		}
		g := a.Given
		if a.Type != unify.None {
			g.Value = relation.TypeValue(len(types), g.Value.Text)
			types = append(types, a.Type)
		}
		for _, takes := range u.Operator.Accepts() {
			name, ok := ElementAt(g.Value.Num)
			if takes.Name == g.Name && takes.Forms.Has(relation.AtomForm) && g.Value.Form == relation.IntForm && ok {
				g.Value = relation.AtomValue(name)
			}
		}
		list = append(list, g)
	}
	if u.Operator.Takes("outputs") {
		list = append(list, relation.Given{Name: "outputs", Value: relation.IntValue(int64(u.Outputs))})
	}
	return list, types
}

// renumbered numbers the types among attributes in their order.
func renumbered(values []relation.Value) []relation.Value {
	n := 0
	for i := range values {
		if values[i].Form == relation.TypeForm {
			values[i].Num = int64(n)
			n++
		}
	}
	return values
}

// operator returns the operator of a domain, as Operator does, or one of the files of relations before the model.
func (p *front) operator(domain, name string, version int64) *relation.Operator {
	if p.own != nil {
		full := name
		if domain != "" {
			full = domain + "." + name
		}
		if o := p.own.OperatorAt(full, int(version)); o != nil {
			return o
		}
	}
	return Operator(domain, name, int(version))
}

// Operator returns the operator of a domain with a name in a version of that domain; nil if it is not known. In the
// default domain, opsets before 17 also have the LayerNormalization of the runtime, and all have its simplified form.
func Operator(domain, name string, version int) *relation.Operator {
	if domain == "" || domain == "ai.onnx" {
		if o := library().OperatorAt(name, version); o != nil || name != "LayerNormalization" &&
			name != "SimplifiedLayerNormalization" {
			return o
		}
		domain = "com.microsoft"
	}
	return domainLibrary().OperatorAt(domain+"."+name, version)
}

// ignores reports whether the relation of a contributed operator does not take an attribute: runtimes differ in the
// attributes of their operators, and operators of trees have many.
func ignores(o *relation.Operator, attribute string) bool {
	return isContributed(o.Names[0].Name) && !o.Takes(attribute)
}

// isContributed reports whether an operator, with its domain, is in another domain than the default one.
func isContributed(name string) bool { return strings.Contains(name, ".") }
