package unify

import (
	"slices"
)

// A Relation is a condition on patterns, with its attributes, that a language states beyond equations, such as that one
// shape is the other with its axes reversed. It never changes, and several goroutines may run it at the same time.
type Relation interface {
	// Run reads the arguments of an instance through a view and returns the outcome. It is a function of the answers it
	// gets, and monotone: an answer that is not available yet may come later, and decides only what was open.
	Run(v *View) Outcome
	// Key returns a text that is equal for two relations exactly if they are the same: the name with the attributes.
	Key() string
}

// A State is the result for an instance of a relation.
type State uint8

const (
	Waits State = iota // for an answer that was not available to its last run
	Fires              // for good: its effects hold
	Fails              // for good: it is a conflict
)

// An Outcome is the result of a run.
type Outcome struct {
	State  State
	Clause int32 // the clause that fired; of a failure the clause to report
	Guard  int32 // of a failure: the guard of the clause that is refuted
}

// An Application states that a relation holds for some nodes.
type Application struct {
	Relation Relation
	Args     []Node // one at least
}

// A Ref is a pattern that a run can read or use in effects, a node or a type within a type, or one that it made, which it
// can only use in effects. Equal Refs are the same pattern; different Refs may be, too.
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

// A Form is what is known of a pattern, except for its parts.
type Form struct {
	Constructor Constructor // the constructor of the pattern, or NoConstructor
	Tuple       bool        // it is a closed product without constructor
	// Labels are those of its parts, in the order of the constructor, otherwise sorted. They must not be changed.
	Labels []Label
}

// A View answers the questions of a run, from a graph, a closure, or recorded answers. It is valid for one run. It
// records every answer that is available, except outside of runs.
type View struct {
	facts facts
	heads *Heads
	args  []Node
	watch *Watch
	spent int // steps; see Spend

	reads   []Read
	outside bool // of a run: nothing is recorded, and parts of named types are nodes, if the graph has these
	results
	log    recording
	sorted []Node // memory of readNodes
	// products caches the labels of tuples: listing them takes linear time.
	products map[Ref][]Label
}

// A Read is an answer that the outcome of a run depends on.
type Read struct {
	Kind  ReadKind
	X     Node
	Y     Node  // the node that X is equal to, or its part; otherwise None
	Label Label // of the part
	Flat  Flat  // the form of X: a constructor, a closed product, or a named head
}

// A ReadKind is the kind of question of a Read.
type ReadKind uint8

const (
	ReadForm ReadKind = iota // what X is
	ReadPart                 // the part of X under Label is Y
	ReadMark                 // X is marked
	ReadSame                 // X and Y are equal
)

// facts are the source of a view's answers.
type facts interface {
	// form returns a constructor, a named head or a closed product.
	form(n Node) (f Flat, ok bool)
	// labels returns the labels of a closed product, sorted.
	labels(n Node) []Label
	// part returns a part of a node that has a form.
	part(n Node, l Label) (Node, bool)
	dynamic(n Node) bool
	same(x, y Node) bool
}

// results are what a run makes of its answers.
type results struct {
	waits     []Node
	made      []made
	edges     []madeEdge // of the patterns in made
	equations [][2]Ref
}

// resultsEnd is the end of the results of a run in a list of them.
type resultsEnd struct{ waits, made, equations int }

func (r *results) end() resultsEnd { return resultsEnd{len(r.waits), len(r.made), len(r.equations)} }

// add appends the results of one run, which are between two ends in a list, with other nodes instead of its nodes.
func (r *results) add(some *results, from, to resultsEnd, other func(Node) Node) {
	at := func(x Ref) Ref {
		if x.kind == refNode {
			return NodeRef(other(Node(x.n)))
		}
		return x
	}
	for _, n := range some.waits[from.waits:to.waits] {
		r.waits = append(r.waits, other(n))
	}
	for i := range some.made[from.made:to.made] {
		m := &some.made[from.made+i]
		r.made = append(r.made, made{m.flat, int32(len(r.edges)), m.n})
		for _, x := range some.parts(m) {
			r.edges = append(r.edges, madeEdge{x.label, at(x.to)})
		}
	}
	for _, t := range some.equations[from.equations:to.equations] {
		r.equations = append(r.equations, [2]Ref{at(t[0]), at(t[1])})
	}
}

// parts returns the edges of a made pattern.
func (r *results) parts(m *made) []madeEdge { return r.edges[m.first : m.first+m.n] }

// made is a pattern that a run makes.
type made struct {
	flat     Flat
	first, n int32 // its edges
}

type madeEdge struct {
	label Label
	to    Ref
}

// NodeRef returns a node as a pattern.
func NodeRef(n Node) Ref { return Ref{refNode, int32(n)} }

// Node returns the node that a pattern is, if it is one.
func (x Ref) Node() (Node, bool) { return Node(x.n), x.kind == refNode }

// Over makes the view answer from the current state of a graph, for questions outside of runs.
func (v *View) Over(g *Graph) {
	v.begin(graphFacts{g}, g.heads, nil, nil)
	v.outside = true
}

// begin prepares the view for another run.
func (v *View) begin(f facts, heads *Heads, args []Node, watch *Watch) {
	v.facts, v.heads, v.args, v.watch, v.spent = f, heads, args, watch, 0
	if len(v.products) > 0 {
		v.products = nil
	}
	v.reads, v.waits, v.made, v.edges, v.equations = v.reads[:0], v.waits[:0], v.made[:0], v.edges[:0], v.equations[:0]
	v.outside, v.log.on = false, false
}

// read records an answer that the outcome of a run depends on.
func (v *View) read(r Read) {
	if !v.outside {
		v.reads = append(v.reads, r)
	}
}

// readNodes returns the nodes that the run read, sorted. The slice belongs to the view.
func (v *View) readNodes() []Node {
	v.sorted = v.sorted[:0]
	for _, r := range v.reads {
		v.sorted = append(v.sorted, r.X)
		if r.Kind == ReadSame {
			v.sorted = append(v.sorted, r.Y)
		}
	}
	slices.Sort(v.sorted)
	return v.sorted
}

// Watch returns the watch that counts the steps of the run, and may end it.
func (v *View) Watch() *Watch { return v.watch }

// Spend counts steps of the run toward the limit of the graph. The watch has counted them already.
func (v *View) Spend(steps int) { v.spent += steps }

// Len returns the number of arguments.
func (v *View) Len() int { return len(v.args) }

// Arg returns an argument.
func (v *View) Arg(i int) Ref { return NodeRef(v.args[i]) }

// Form returns the form of a pattern, and false as long as it is open.
func (v *View) Form(x Ref) (Form, bool) {
	switch x.kind {
	case refHead:
		return v.flatForm(x, v.heads.Flat(Head(x.n))), true
	case refMade:
		return Form{}, false
	}
	f, ok := v.facts.form(Node(x.n))
	if v.log.on {
		v.log.recordAsk(ReadForm, Node(x.n), None, 0, uint64(f))
		v.log.on = v.log.on && (!ok || f.Constructor() != NoConstructor)
	}
	if !ok {
		return Form{}, false
	}
	v.read(Read{Kind: ReadForm, X: Node(x.n), Y: None, Flat: f})
	return v.flatForm(x, f), true
}

// flatForm returns the form of a pattern with this flat pattern.
func (v *View) flatForm(x Ref, f Flat) Form {
	if c := v.heads.ConstructorOf(f); c != NoConstructor {
		return Form{Constructor: c, Labels: v.heads.Parts(c)}
	}
	if h := f.Head(); h != NoHead {
		x = Ref{refHead, int32(h)}
	}
	form := Form{Tuple: f.Shapes() == Product}
	if form.Tuple {
		form.Labels = v.productLabels(x)
	}
	return form
}

// productLabels returns the labels of a closed product without constructor.
func (v *View) productLabels(x Ref) []Label {
	labels, ok := v.products[x]
	if ok {
		return labels
	}
	if x.kind == refNode {
		labels = v.facts.labels(Node(x.n))
	} else {
		for _, field := range v.heads.Fields(Head(x.n)) {
			labels = append(labels, field.Label)
		}
	}
	v.watch.Steps(len(labels) / nodesPerStep)
	v.Spend(len(labels) / nodesPerStep)
	if v.products == nil {
		v.products = make(map[Ref][]Label)
	}
	v.products[x] = labels
	return labels
}

// Part returns the part of a pattern under a label, and false as long as the pattern is open or has no such part.
func (v *View) Part(x Ref, l Label) (Ref, bool) {
	switch x.kind {
	case refHead:
		return v.headPart(Head(x.n), l)
	case refMade:
		return Ref{}, false
	}
	n := Node(x.n)
	if v.outside {
		if to, ok := v.facts.part(n, l); ok {
			return NodeRef(to), true
		}
	}
	if f, ok := v.facts.form(n); ok && f.Head() != NoHead {
		v.log.on = false
		part, ok := v.headPart(f.Head(), l)
		if ok {
			v.read(Read{Kind: ReadForm, X: n, Y: None, Flat: f})
		}
		return part, ok
	}
	to, ok := v.facts.part(n, l)
	if v.log.on {
		v.log.recordPart(n, l, to, ok)
	}
	if !ok {
		return Ref{}, false
	}
	v.read(Read{Kind: ReadPart, X: n, Y: to, Label: l})
	return Ref{refNode, int32(to)}, true
}

func (v *View) headPart(h Head, l Label) (Ref, bool) {
	if v.heads.IsLiteral(h) {
		return Ref{}, false
	}
	to, ok := v.heads.part(h, l, nil)
	return Ref{refHead, int32(to)}, ok
}

// Dynamic reports whether a pattern is marked. A run must not decide anything because it is not marked yet.
func (v *View) Dynamic(x Ref) bool {
	if x.kind != refNode {
		return false
	}
	is := v.facts.dynamic(Node(x.n))
	if v.log.on {
		v.log.recordAsk(ReadMark, Node(x.n), None, 0, answerOf(is))
	}
	if !is {
		return false
	}
	v.read(Read{Kind: ReadMark, X: Node(x.n), Y: None})
	return true
}

// Same reports whether two patterns are known to be equal. A run must not decide anything because they are not equal
// yet.
func (v *View) Same(x, y Ref) bool {
	if x == y {
		return true
	}
	both := x.kind == refNode && y.kind == refNode
	is := both && v.facts.same(Node(x.n), Node(y.n))
	if v.log.on {
		v.log.recordAsk(ReadSame, Node(x.n), Node(y.n), 0, answerOf(is))
		v.log.on = v.log.on && both && (is || v.headOf(x) == NoHead && v.headOf(y) == NoHead)
	}
	if is {
		v.read(Read{Kind: ReadSame, X: Node(x.n), Y: Node(y.n)})
		return true
	}
	h := v.headOf(x)
	if h == NoHead || h != v.headOf(y) {
		return false
	}
	for _, r := range [2]Ref{x, y} {
		if r.kind == refNode {
			v.read(Read{Kind: ReadForm, X: Node(r.n), Y: None, Flat: v.heads.Flat(h)})
		}
	}
	return true
}

// headOf returns the named head of a pattern, or NoHead.
func (v *View) headOf(x Ref) Head {
	switch x.kind {
	case refHead:
		return Head(x.n)
	case refMade:
		return NoHead
	}
	f, _ := v.facts.form(Node(x.n))
	return f.Head()
}

// Wait requests that the instance run again when one of some patterns gets a form, a part or the mark, or when two of
// the patterns that it waits for become equal. It counts if the run ends in Waits.
func (v *View) Wait(x ...Ref) {
	for _, r := range x {
		if r.kind == refNode {
			v.waits = append(v.waits, Node(r.n))
		}
	}
}

// Make makes a pattern with a constructor and parts in the order of its labels. Made patterns are added if the run ends
// in Fires.
func (v *View) Make(c Constructor, parts ...Ref) Ref {
	return v.make(v.heads.Built(c), v.heads.Parts(c), parts)
}

// MakeTuple makes a closed product of parts under labels.
func (v *View) MakeTuple(labels []Label, parts ...Ref) Ref {
	return v.make(MakeFlat(Product, true), labels, parts)
}

// MakeHole makes a pattern about which nothing is known.
func (v *View) MakeHole() Ref { return v.make(Open, nil, nil) }

// MakeDynamic makes a pattern that is known only when the program runs.
func (v *View) MakeDynamic() Ref { return v.make(Open|Dynamic, nil, nil) }

func (v *View) make(f Flat, labels []Label, parts []Ref) Ref {
	if len(labels) != len(parts) {
		panic("unify: a relation makes something of more or fewer parts than it has labels")
	}
	for i := range labels { // asNode may make a pattern for a part; it comes first, and has no edges
		v.edges = append(v.edges, madeEdge{labels[i], v.asNode(parts[i])})
	}
	n := int32(len(labels))
	v.made = append(v.made, made{f, int32(len(v.edges)) - n, n})
	return Ref{refMade, int32(len(v.made) - 1)}
}

// asNode makes a pattern for a type within a type, which is not a node.
func (v *View) asNode(x Ref) Ref {
	if x.kind != refHead {
		return x
	}
	return v.make(v.heads.Flat(Head(x.n)), nil, nil)
}

// Equate adds the effect that two patterns are equal. The effects of a run are numbered from 0.
func (v *View) Equate(x, y Ref) { v.equations = append(v.equations, [2]Ref{v.asNode(x), v.asNode(y)}) }

// at returns the node of a Ref, if the made patterns have the numbers from base on.
func (x Ref) at(base Node) Node {
	if x.kind == refMade {
		return base + Node(x.n)
	}
	return Node(x.n)
}

// effects returns the effects of a run as constraints: first the patterns that it made, with numbers from base on, then
// the equations.
func (v *View) effects(base Node) []Constraint {
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
	for _, t := range v.equations {
		cs = append(cs, Constraint{X: t[0].at(base), Y: t[1].at(base), Event: -1})
	}
	return cs
}
