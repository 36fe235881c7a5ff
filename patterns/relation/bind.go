package relation

import (
	"cmp"
	"slices"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/unify"
)

// A Binding represents the types of a vocabulary as patterns.
//
// A head with parts is a constructor with a label for each part; a list is a constructor with a common name and as many
// labels as it has items; a head of types is a tuple, a closed product without constructor. Sizes and element types are
// constructors without labels: a number, a name, the text of a normal form, or else a parameter.
type Binding struct {
	Vocabulary *Vocabulary
	Types      *patterns.Types
	Sizes      *Sizes
	// Heads are the constructors of the heads of the vocabulary, with the labels of their parts in order; the zero
	// value for a head of types. A head whose only part is a list may be represented by that list: then it has Whole,
	// and no constructor.
	Heads []BoundHead
	// List is the name of the constructors of lists, Item the label of an item, and Field that of a type in a head of
	// types.
	List        string
	Item, Field func(i int) unify.Label
	// BothWays: where a signature is used, a computed size also determines its parameters.
	BothWays bool
	// Called returns the display name of a parameter that has no constructor; nil: its own name.
	Called func(name string) string

	lists  []unify.Constructor // by length
	fields []unify.Label
	items  []unify.Label
	sizes  map[unify.Constructor]Size // except numbers
	built  map[Size]unify.Constructor
	rules  map[ruleKey]*ruleSet
	runner *runner
}

// A BoundHead is the pattern of a head.
type BoundHead struct {
	Constructor unify.Constructor
	Labels      []unify.Label
	Whole       bool
}

// Plain returns the pattern of a head without parts.
func (b *Binding) Plain(head int) unify.Flat { return b.Types.Heads().Built(b.Heads[head].Constructor) }

// Rule returns a relation with attributes as the engine runs it: the relation itself if early is -1, otherwise a clause
// beside it, numbered as in Machine.Run.
func (b *Binding) Rule(r *Relation, early int, attrs []Value) *Rule {
	return &Rule{b: b, r: r, early: early, attrs: attrs}
}

// Rules returns the rules of a relation and its propagating clauses, as they are stated for a use. Clauses that begin
// with `finally` are stated later, and not here. Uses with equal attributes share the rules, and so the results of
// their runs. Callers must not change them. It takes time linear in the attributes.
func (b *Binding) Rules(r *Relation, attrs []Value) []*Rule {
	key := ruleKey{r, hashOf(attrs, 0)}
	for x := b.rules[key]; x != nil; x = x.next {
		if slices.EqualFunc(x.list[0].attrs, attrs, Value.equals) {
			return x.list
		}
	}
	x := &ruleSet{next: b.rules[key]}
	for i := range 1 + len(r.Early) {
		x.list = append(x.list, b.Rule(r, i-1, attrs))
	}
	if b.rules == nil {
		b.rules = make(map[ruleKey]*ruleSet)
	}
	b.rules[key] = x
	return x.list
}

// A ruleKey finds rules by their relation and a hash of their attributes.
type ruleKey struct {
	r    *Relation
	hash uint64
}

// A ruleSet has the rules of a relation with attributes.
type ruleSet struct {
	list []*Rule
	next *ruleSet // with the same key
}

// A Rule is a relation with attributes. It is a unify.Relation.
type Rule struct {
	b     *Binding
	r     *Relation
	early int
	attrs []Value
	runs  unify.Runs

	promises bool   // a run made promises
	key      string // computed on demand: few rules need it
}

// Remember returns the store of the rule's runs.
func (r *Rule) Remember() *unify.Runs { return &r.runs }

// Key returns the name of the rule; see Relation.Key.
func (r *Rule) Key() string {
	if r.key == "" {
		r.key = r.r.Key(r.early, r.attrs)
	}
	return r.key
}

// Relation, Early and Attributes return what the rule was made from.
func (r *Rule) Relation() *Relation { return r.r }
func (r *Rule) Early() int          { return r.early }
func (r *Rule) Attributes() []Value { return r.attrs }

// Run runs an instance of the rule.
func (r *Rule) Run(v *unify.View) unify.Outcome {
	n := r.b.begin(v, r.r.Arity+sizes(r.attrs))
	n.machine.Watch = v.Watch()
	o := n.machine.Run(n, r.r, r.early, n.args, r.attrs)
	v.Spend(n.machine.Spent())
	switch o.State {
	case Waits:
		for _, x := range o.Waits {
			if n.refs[x].there {
				v.Wait(n.refs[x].ref)
			}
		}
	case Fires:
		r.promises = r.promises || len(o.Promises) > 0
		for _, t := range o.Effects {
			v.Equate(n.term(o, t.Left), n.term(o, t.Right))
		}
	}
	return unify.Outcome{State: unify.State(o.State), Clause: int32(o.Clause), Guard: int32(o.Guard)}
}

// sizes returns how many attributes are further arguments.
func sizes(attrs []Value) (n int) {
	for i := range attrs {
		if attrs[i].Form&(SizeForm|TypeForm) != 0 {
			n++
		}
	}
	return n
}

// A bound is a View of patterns, which it numbers.
type bound struct {
	*Binding
	view *unify.View
	refs []seen
}

type seen struct {
	ref   unify.Ref
	there bool // false: the pattern has no such part yet
}

func (n *bound) number(x unify.Ref, there bool) Node {
	n.refs = append(n.refs, seen{x, there})
	return Node(len(n.refs) - 1)
}

func (n *bound) form(x Node) (unify.Form, bool) {
	if r := n.refs[x]; r.there {
		return n.view.Form(r.ref)
	}
	return unify.Form{}, false
}

func (n *bound) part(x Node, l unify.Label) Node {
	r := n.refs[x]
	if !r.there {
		return n.number(r.ref, false)
	}
	return n.number(n.view.Part(r.ref, l))
}

func (n *bound) dynamic(x Node) bool { return n.refs[x].there && n.view.Dynamic(n.refs[x].ref) }

func (n *bound) same(x, y Node) bool {
	return n.refs[x].there && n.refs[y].there && n.view.Same(n.refs[x].ref, n.refs[y].ref)
}

func (n *bound) Head(x Node) int {
	f, ok := n.form(x)
	if !ok {
		if n.isMarked(x) {
			return MarkHead
		}
		return OpenHead
	}
	for i, h := range n.Heads {
		switch {
		case f.Tuple:
			if n.Vocabulary.Heads[i].Types {
				return i
			}
		case h.Whole:
			if n.IsList(f.Constructor) {
				return i
			}
		case f.Constructor == h.Constructor && f.Constructor != unify.NoConstructor:
			return i
		}
	}
	return OtherHead
}

// isMarked reports whether a pattern without a form has the mark, where any pattern may have it.
func (n *bound) isMarked(x Node) bool { return n.Vocabulary.Lenient && n.dynamic(x) }

func (n *bound) Part(x Node, part int) Node {
	h := n.Head(x)
	if h < 0 || n.Heads[h].Whole {
		return x
	}
	return n.part(x, n.Heads[h].Labels[part])
}

func (n *bound) Length(x Node) int {
	f, ok := n.form(x)
	switch {
	case !ok && n.isMarked(x):
		return MarkLength
	case !ok:
		return OpenLength
	case f.Tuple || n.IsList(f.Constructor):
		return len(f.Labels)
	}
	return FixedLength
}

func (n *bound) Item(x Node, i int) Node {
	if f, ok := n.form(x); ok && f.Tuple {
		return n.part(x, n.FieldAt(i))
	}
	return n.part(x, n.ItemAt(i))
}

func (n *bound) Size(x Node) (Size, Knowledge) {
	if n.dynamic(x) {
		return 0, Mark
	}
	f, ok := n.form(x)
	if !ok {
		return 0, Open
	}
	return n.SizeOf(f.Constructor), Known
}

func (n *bound) Atom(x Node) (string, Knowledge) {
	f, ok := n.form(x)
	if !ok {
		if n.isMarked(x) {
			return "", Mark
		}
		return "", Open
	}
	if name := n.Types.ConstructorName(f.Constructor); f.Constructor != unify.NoConstructor && n.Vocabulary.Atom(name) {
		return name, Known
	}
	return n.Types.ConstructorID(f.Constructor), Fixed
}

func (n *bound) Same(x, y Node) bool {
	if n.same(x, y) {
		return true
	}
	// The same parameter in two places.
	f, ok := n.form(x)
	if !ok || f.Constructor == unify.NoConstructor || len(f.Labels) > 0 {
		return false
	}
	g, ok := n.form(y)
	return ok && g.Constructor == f.Constructor
}

// A runner runs a machine on a view of the engine.
type runner struct {
	bound
	machine Machine
	args    []Node
	holes   []unify.Ref
	parts   []unify.Ref
}

// begin returns the runner of the binding for another view.
func (b *Binding) begin(v *unify.View, args int) *runner {
	if b.runner == nil {
		b.runner = &runner{bound: bound{Binding: b}, machine: Machine{Sizes: b.Sizes}}
	}
	n := b.runner
	n.view, n.refs, n.args, n.holes, n.parts = v, n.refs[:0], n.args[:0], n.holes[:0], n.parts[:0]
	for i := range min(args, v.Len()) {
		n.args = append(n.args, n.number(v.Arg(i), true))
	}
	return n
}

// An Over is a View of a graph in its current state. It explains why a relation fails there, and where numbers come
// from. It belongs to one goroutine.
type Over struct {
	bound
	graph *unify.Graph
}

// Over returns a View of a graph.
func (b *Binding) Over(g *unify.Graph) *Over {
	o := &Over{bound: bound{Binding: b, view: new(unify.View)}, graph: g}
	o.reset()
	return o
}

// reset forgets the nodes of the view.
func (o *Over) reset() {
	o.refs = o.refs[:0]
	o.view.Over(o.graph)
}

// Fault explains why a rule does not hold for some nodes of the graph; false if it holds or waits. It costs a run.
func (o *Over) Fault(m *Machine, r *Rule, args []unify.Node) (f Failure, fails bool) {
	out := m.Explain(o, r.r, r.early, o.Numbers(args), r.attrs)
	if out.State != Fails {
		return f, false
	}
	if f = m.Failure(out); f.Code == lang.RelationFails {
		f.Code = cmp.Or(r.r.Vocabulary.Fails, lang.RelationFails)
	}
	return f, true
}

// Promises returns the promises that a rule makes for some nodes of the graph where it holds. It costs a run, if any
// run of the rule made promises.
func (o *Over) Promises(m *Machine, r *Rule, args []unify.Node) (list []Promise) {
	if !r.promises {
		return nil
	}
	o.reset()
	out := m.Run(o, r.r, r.early, o.Numbers(args), r.attrs)
	if out.State != Fires {
		return nil
	}
	for _, p := range out.Promises {
		if !slices.Contains(list, p) {
			list = append(list, p)
		}
	}
	return list
}

// Number returns the view's number for a node of the graph.
func (o *Over) Number(n unify.Node) Node { return o.number(unify.NodeRef(n), true) }

// Numbers returns the view's numbers for the arguments of an instance.
func (o *Over) Numbers(nodes []unify.Node) []Node {
	list := make([]Node, len(nodes))
	for i, n := range nodes {
		list[i] = o.Number(n)
	}
	return list
}

// Items returns the items of the list that is the first part of a type's head, as nodes of the view; false if there is
// no such list or its length is not known.
func (o *Over) Items(n unify.Node) (list []Node, ok bool) {
	at := o.Number(n)
	h := o.Head(at)
	if h < 0 || !o.Heads[h].Whole && len(o.Heads[h].Labels) == 0 {
		return nil, false
	}
	at = o.Part(at, 0)
	for i := range o.Length(at) {
		list = append(list, o.Item(at, i))
	}
	return list, o.Length(at) >= 0
}

// Classes returns the classes of those items; None for an item that is not a node of the graph.
func (o *Over) Classes(n unify.Node) []unify.Node {
	items, _ := o.Items(n)
	list := make([]unify.Node, len(items))
	for i, item := range items {
		if at, ok := o.Pattern(item); ok {
			list[i] = o.graph.Find(at)
		} else {
			list[i] = unify.None
		}
	}
	return list
}

// Pattern returns the node of the graph with this number of the view, if it is a node of the graph.
func (o *Over) Pattern(n Node) (unify.Node, bool) {
	at, ok := o.refs[n].ref.Node()
	return at, ok && o.refs[n].there
}

// term builds the pattern of a term.
func (n *runner) term(o *Outcome, t Term) unify.Ref {
	v, b := n.view, n.Binding
	switch t.Kind {
	case NodeTerm:
		return n.refs[t.Node].ref
	case SizeTerm:
		return v.Make(b.SizeConstructor(t.Size))
	case AtomTerm:
		return v.Make(b.Types.Constructor(t.Name))
	case MarkTerm:
		return v.MakeDynamic()
	case HoleTerm:
		for len(n.holes) <= t.Hole {
			n.holes = append(n.holes, v.MakeHole())
		}
		return n.holes[t.Hole]
	}
	if t.Kind == HeadTerm && b.Heads[t.Head].Whole {
		return n.term(o, o.Parts(t)[0])
	}
	at := len(n.parts)
	for _, p := range o.Parts(t) {
		ref := n.term(o, p)
		n.parts = append(n.parts, ref)
	}
	parts := n.parts[at:]
	n.parts = n.parts[:at] // the engine copies them
	switch {
	case t.Kind == ListTerm:
		return v.Make(b.list(len(parts)), parts...)
	case b.Vocabulary.Heads[t.Head].Types:
		return v.MakeTuple(labelsUpTo(len(parts), &b.fields, b.Field), parts...)
	}
	return v.Make(b.Heads[t.Head].Constructor, parts...)
}

// ListOf returns the constructor of lists of a length.
func (b *Binding) ListOf(n int) unify.Constructor {
	for len(b.lists) <= n {
		b.lists = append(b.lists, unify.NoConstructor)
	}
	if b.lists[n] == unify.NoConstructor {
		b.lists[n] = b.Types.Constructor(b.List, labelsUpTo(n, &b.items, b.Item)...)
	}
	return b.lists[n]
}

// IsList reports whether a constructor is that of lists of some length.
func (b *Binding) IsList(c unify.Constructor) bool {
	if c == unify.NoConstructor {
		return false
	}
	n := len(b.Types.Heads().Parts(c))
	return n < len(b.lists) && b.lists[n] == c || b.Types.ConstructorName(c) == b.List && b.ListOf(n) == c
}

// usualLists is the length up to which the constructors of lists are made in order.
const usualLists = 16

// list is ListOf for effects. It first makes the constructors of the shorter lists, up to usualLists, so that their
// order depends less on the order of the requests.
func (b *Binding) list(n int) unify.Constructor {
	for k := range min(n, usualLists) {
		b.ListOf(k)
	}
	return b.ListOf(n)
}

// ItemAt returns the label of an item.
func (b *Binding) ItemAt(i int) unify.Label { return labelsUpTo(i+1, &b.items, b.Item)[i] }

// FieldAt returns the label of a type in a head of types.
func (b *Binding) FieldAt(i int) unify.Label { return labelsUpTo(i+1, &b.fields, b.Field)[i] }

// labelsUpTo returns the first n labels of a kind.
func labelsUpTo(n int, known *[]unify.Label, label func(int) unify.Label) []unify.Label {
	for len(*known) < n {
		*known = append(*known, label(len(*known)))
	}
	return (*known)[:n:n]
}

// SizeOf returns the size that a constructor without parts represents. A constructor that is neither a number nor a known normal form
// is a parameter.
func (b *Binding) SizeOf(c unify.Constructor) Size {
	if n, ok := b.Types.NumberOf(c); ok {
		return Size(n)
	}
	s, ok := b.sizes[c]
	if !ok {
		s = b.Sizes.Parameter(b.Types.ConstructorID(c))
		b.recordSize(c, s)
	}
	return s
}

func (b *Binding) recordSize(c unify.Constructor, s Size) {
	if b.sizes == nil {
		b.sizes, b.built = make(map[unify.Constructor]Size), make(map[Size]unify.Constructor)
	}
	b.sizes[c], b.built[s] = s, c
}

// SizeConstructor returns the constructor that represents a size: the inverse of SizeOf.
func (b *Binding) SizeConstructor(s Size) unify.Constructor {
	if n, ok := s.Number(); ok {
		return b.Types.Number(n)
	}
	if c, ok := b.built[s]; ok {
		return c
	}
	c := b.Types.Constructor(b.Sizes.Spelling(s))
	b.recordSize(c, s)
	names := b.Sizes.Parameters(s)
	if len(names) == 0 {
		return c // a negative number or a fraction
	}
	of := make([]unify.Constructor, len(names))
	for i, name := range names {
		var ok bool
		if of[i], ok = b.built[b.Sizes.Parameter(name)]; !ok {
			return c // a parameter does not occur in this program
		}
	}
	b.Types.SetComputed(c, patterns.Computation{Compute: &Form{b: b, size: s, names: names, forward: !b.BothWays},
		Solve: b.Form(s, names), Of: of})
	return c
}
