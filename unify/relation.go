package unify

import (
	"slices"

	"github.com/patgraph/patgraph/internal/cancel"
)

// A Relation is a relation between patterns, with its attributes: what a language knows of
// them beyond equations, such as that one shape is the other with its axes reversed. It
// never changes, and may be run by several goroutines at the same time.
type Relation interface {
	// Run looks at the arguments of an instance through a view, and says what becomes of
	// it. That is a function of the answers it gets, and monotone: an answer that is not
	// there yet may come later, and decides only what was open.
	Run(v *View) Outcome
	// Key is a text that relations share exactly when they are the same: the name with the
	// attributes.
	Key() string
}

// A State is what became of an instance of a relation.
type State uint8

const (
	Waits State = iota // for what its last run asked in vain
	Fires              // for good: what it told holds
	Fails              // for good: it is a conflict
)

// An Outcome is how a run ended.
type Outcome struct {
	State  State
	Clause int32 // that fired; of a failure the one to be told of
	Ask    int32 // of a failure: what of the clause is refuted
}

// An Application is a relation that is said to hold of some nodes.
type Application struct {
	Relation Relation
	Args     []Node // one at least
}

// A Ref is what a run can ask about or tell of: a node, a type within a type, or what it
// made itself. Equal ones are the same pattern; different ones may be, too.
type Ref struct {
	kind refKind
	n    int32
}

type refKind uint8

const (
	refNode refKind = iota
	refHead
	refMade
)

// A Form is what is known of a pattern, save for its parts.
type Form struct {
	Constructor Constructor // that builds it; NoConstructor: none does
	Tuple       bool        // it is a closed product that none builds
	// Labels are those of its parts: of a constructor in its order, else by number. They are
	// not to be changed.
	Labels []Label
}

// A View is what a run sees: of a graph, of a closure, or of recorded answers. It is good
// for one run. Every answer that is there is recorded.
type View struct {
	facts facts
	heads *Heads
	args  []Node
	watch *cancel.Watch
	spent int // steps; see Spend

	reads []Read
	once  bool // each of them is there once
	waits []Node
	made  []made
	edges []madeEdge // of what is made
	tells [][2]Ref
	log   recording
	// products are the labels of those that no constructor builds: to list them takes as long as they are.
	products map[Ref][]Label
}

// A Read is an answer that a run rests on.
type Read struct {
	Kind  ReadKind
	X     Node
	Y     Node  // what X is one with, or its part; else None
	Label Label // of the part
	Flat  Flat  // the form of X: a constructor, a closed product, or a named head
}

// A ReadKind says what was asked.
type ReadKind uint8

const (
	ReadForm ReadKind = iota // what X is
	ReadPart                 // the part of X under Label is Y
	ReadMark                 // X is marked
	ReadSame                 // X and Y are one
)

// facts are what answers come from.
type facts interface {
	// form returns a constructor, a named head or a closed product.
	form(n Node) (f Flat, ok bool)
	// labels returns those of a closed product, sorted.
	labels(n Node) []Label
	// part returns a part of what has a form.
	part(n Node, l Label) (Node, bool)
	dynamic(n Node) bool
	same(x, y Node) bool
}

// made is a pattern that a run makes.
type made struct {
	flat     Flat
	first, n int32 // its edges
}

type madeEdge struct {
	label Label
	to    Ref
}

// begin makes the view one for another run.
func (v *View) begin(f facts, heads *Heads, args []Node, watch *cancel.Watch) {
	v.facts, v.heads, v.args, v.watch, v.spent = f, heads, args, watch, 0
	if len(v.products) > 0 {
		v.products = nil
	}
	v.reads, v.waits, v.made, v.edges, v.tells = v.reads[:0], v.waits[:0], v.made[:0], v.edges[:0], v.tells[:0]
	v.once, v.log.on = false, false
}

// parts are the edges of what was made.
func (v *View) parts(m *made) []madeEdge { return v.edges[m.first : m.first+m.n] }

// Watch is what counts the steps of the run, and may end it.
func (v *View) Watch() *cancel.Watch { return v.watch }

// Spend counts steps of the run toward the limit of the graph. The watch has counted them already.
func (v *View) Spend(steps int) { v.spent += steps }

// Heads is the table of constructors.
func (v *View) Heads() *Heads { return v.heads }

// Len is the number of arguments.
func (v *View) Len() int { return len(v.args) }

// Arg returns an argument.
func (v *View) Arg(i int) Ref { return Ref{refNode, int32(v.args[i])} }

// Form returns what a pattern is, and false as long as it is open.
func (v *View) Form(x Ref) (Form, bool) {
	switch x.kind {
	case refHead:
		return v.headForm(Head(x.n)), true
	case refMade:
		f := v.made[x.n].flat
		return v.flatForm(x, f), f.Closed()
	}
	f, ok := v.facts.form(Node(x.n))
	if v.log.on {
		v.log.asked(askForm, Node(x.n), None, 0, uint64(f))
		v.log.on = v.log.on && (!ok || f.Constructor() != NoConstructor)
	}
	if !ok {
		return Form{}, false
	}
	v.reads = append(v.reads, Read{Kind: ReadForm, X: Node(x.n), Y: None, Flat: f})
	return v.flatForm(x, f), true
}

// flatForm is the form of a pattern that has this flat pattern.
func (v *View) flatForm(x Ref, f Flat) Form {
	if h := f.Head(); h != NoHead {
		return v.headForm(h)
	}
	if c := f.Constructor(); c != NoConstructor {
		return Form{Constructor: c, Labels: v.heads.Parts(c)}
	}
	return Form{Tuple: true, Labels: v.productLabels(x)}
}

// productLabels are the labels of a closed product that no constructor builds.
func (v *View) productLabels(x Ref) []Label {
	labels, ok := v.products[x]
	if ok {
		return labels
	}
	switch x.kind {
	case refHead:
		for _, field := range v.heads.Fields(Head(x.n)) {
			labels = append(labels, field.Label)
		}
	case refMade:
		labels = v.labels(&v.made[x.n])
	default:
		labels = v.facts.labels(Node(x.n))
	}
	v.watch.Steps(len(labels) / nodesPerStep)
	v.Spend(len(labels) / nodesPerStep)
	if v.products == nil {
		v.products = make(map[Ref][]Label)
	}
	v.products[x] = labels
	return labels
}

func (v *View) headForm(h Head) Form {
	if c := v.heads.BuiltBy(h); c != NoConstructor {
		return Form{Constructor: c, Labels: v.heads.Parts(c)}
	}
	f := Form{Tuple: v.heads.Shape(h) == Product}
	if f.Tuple {
		f.Labels = v.productLabels(Ref{refHead, int32(h)})
	}
	return f
}

func (v *View) labels(m *made) []Label {
	labels := make([]Label, 0, m.n)
	for _, e := range v.parts(m) {
		labels = append(labels, e.label)
	}
	slices.Sort(labels)
	return labels
}

// Part returns the part of a pattern under a label, and false as long as it is open or has
// no such part.
func (v *View) Part(x Ref, l Label) (Ref, bool) {
	switch x.kind {
	case refHead:
		return v.headPart(Head(x.n), l)
	case refMade:
		for _, e := range v.parts(&v.made[x.n]) {
			if e.label == l {
				return e.to, true
			}
		}
		return Ref{}, false
	}
	n := Node(x.n)
	if f, ok := v.facts.form(n); ok && f.Head() != NoHead {
		v.log.on = false
		part, ok := v.headPart(f.Head(), l)
		if ok {
			v.reads = append(v.reads, Read{Kind: ReadForm, X: n, Y: None, Flat: f})
		}
		return part, ok
	}
	to, ok := v.facts.part(n, l)
	if v.log.on {
		v.log.parted(n, l, to, ok)
	}
	if !ok {
		return Ref{}, false
	}
	v.reads = append(v.reads, Read{Kind: ReadPart, X: n, Y: to, Label: l})
	return Ref{refNode, int32(to)}, true
}

func (v *View) headPart(h Head, l Label) (Ref, bool) {
	if v.heads.IsLiteral(h) {
		return Ref{}, false
	}
	to, ok := v.heads.part(h, l, nil)
	return Ref{refHead, int32(to)}, ok
}

// Dynamic reports whether a pattern is marked. That it is not yet must decide nothing.
func (v *View) Dynamic(x Ref) bool {
	switch x.kind {
	case refHead:
		return false
	case refMade:
		return v.made[x.n].flat.Dynamic()
	}
	is := v.facts.dynamic(Node(x.n))
	if v.log.on {
		v.log.asked(askMark, Node(x.n), None, 0, answerOf(is))
	}
	if !is {
		return false
	}
	v.reads = append(v.reads, Read{Kind: ReadMark, X: Node(x.n), Y: None})
	return true
}

// Same reports whether two patterns are one already. That they are not yet must decide
// nothing.
func (v *View) Same(x, y Ref) bool {
	if x == y {
		return true
	}
	both := x.kind == refNode && y.kind == refNode
	is := both && v.facts.same(Node(x.n), Node(y.n))
	if v.log.on {
		v.log.asked(askSame, Node(x.n), Node(y.n), 0, answerOf(is))
		v.log.on = v.log.on && both && (is || v.headOf(x) == NoHead && v.headOf(y) == NoHead)
	}
	if is {
		v.reads = append(v.reads, Read{Kind: ReadSame, X: Node(x.n), Y: Node(y.n)})
		return true
	}
	h := v.headOf(x)
	if h == NoHead || h != v.headOf(y) {
		return false
	}
	for _, r := range [2]Ref{x, y} {
		if r.kind == refNode {
			v.reads = append(v.reads, Read{Kind: ReadForm, X: Node(r.n), Y: None, Flat: v.heads.Flat(h)})
		}
	}
	return true
}

// headOf returns the named head that something is, if it is one.
func (v *View) headOf(x Ref) Head {
	switch x.kind {
	case refHead:
		return Head(x.n)
	case refMade:
		return v.made[x.n].flat.Head()
	}
	f, _ := v.facts.form(Node(x.n))
	return f.Head()
}

// Wait says that the run is to be repeated when one of some patterns gets a form, a part or
// the mark, or when two of those that it waits for become one. It counts if the run ends in
// Waits.
func (v *View) Wait(x ...Ref) {
	for _, r := range x {
		if r.kind == refNode {
			v.waits = append(v.waits, Node(r.n))
		}
	}
}

// Make makes what a constructor builds of parts, in the order of its labels. What is made is
// there when the run ends in Fires.
func (v *View) Make(c Constructor, parts ...Ref) Ref {
	return v.make(v.heads.Built(c), v.heads.Parts(c), parts)
}

// MakeTuple makes a closed product, of parts under labels.
func (v *View) MakeTuple(labels []Label, parts ...Ref) Ref {
	return v.make(MakeFlat(Product, true), labels, parts)
}

// MakeHole makes a pattern of which nothing is known.
func (v *View) MakeHole() Ref { return v.make(Open, nil, nil) }

// MakeDynamic makes a pattern of which nothing is known until the program runs.
func (v *View) MakeDynamic() Ref { return v.make(Open|Dynamic, nil, nil) }

func (v *View) make(f Flat, labels []Label, parts []Ref) Ref {
	if len(labels) != len(parts) {
		panic("unify: a relation makes something of more or fewer parts than it has labels")
	}
	for i := range labels { // what is made of a part comes first, and has no edges
		v.edges = append(v.edges, madeEdge{labels[i], v.asNode(parts[i])})
	}
	n := int32(len(labels))
	v.made = append(v.made, made{f, int32(len(v.edges)) - n, n})
	return Ref{refMade, int32(len(v.made) - 1)}
}

// asNode makes a pattern of a type within a type, which is no node.
func (v *View) asNode(x Ref) Ref {
	if x.kind != refHead {
		return x
	}
	return v.make(v.heads.Flat(Head(x.n)), nil, nil)
}

// Tell tells that two patterns are one. The tells of a run are numbered from 0.
func (v *View) Tell(x, y Ref) { v.tells = append(v.tells, [2]Ref{v.asNode(x), v.asNode(y)}) }

// at is the node of something when what was made has the numbers from base on.
func (x Ref) at(base Node) Node {
	if x.kind == refMade {
		return base + Node(x.n)
	}
	return Node(x.n)
}

// told returns what a run told as constraints: first what it made, with numbers from base
// on, then the equations.
func (v *View) told(base Node) []Constraint {
	var cs []Constraint
	for i := range v.made {
		m := &v.made[i]
		if m.flat == Open {
			continue
		}
		c := Constraint{X: base + Node(i), Y: None, Flat: m.flat, Event: -1}
		for _, e := range v.parts(m) {
			c.Edges = append(c.Edges, Edge{e.label, e.to.at(base)})
		}
		cs = append(cs, c)
	}
	for _, t := range v.tells {
		cs = append(cs, Constraint{X: t[0].at(base), Y: t[1].at(base), Event: -1})
	}
	return cs
}
