package onnx

import (
	"slices"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/onnx"
	"github.com/patgraph/patgraph/patterns/relation"
	"github.com/patgraph/patgraph/patterns/repair"
	"github.com/patgraph/patgraph/unify"
)

// Changes are tried twice: first by a replay, which derives only the nodes that a change affects, with the known types
// of all other values, and then, if it fits, by the analysis of the whole text.

// A change is one of a model that may remove an error.
type change struct {
	repair.Guess
	places []lang.Span     // the suspects that it speaks against
	is     int             // the kind of these places, as a feature
	sure   bool            // it needs no replay
	write  func() lang.Fix // the change of the text, if that is costly
	free   bool            // sizes that are declared free have to stay free
	asks   bool            // sizes that are declared free are not free any more; set when it is tried

	values map[onnx.NodeID]Type // by definition: values that get another type
	// makes derives a value that replaces another one at all its uses.
	makes  func(*step) (def onnx.NodeID, out unify.Node, ok bool)
	node   onnx.NodeID                   // a node that gets other inputs or attributes, or NoNode
	inputs func(*step) []unify.Node      // its inputs; nil: as they are
	attrs  func([]Attribute) []Attribute // its attributes; nil: as they are

	// In functions; no node has the number 0.
	literals []onnx.NodeID  // values of attributes, also in calls, that are written otherwise
	literal  relation.Value // their new value
	call     onnx.NodeID    // a call that gives its function an attribute that it did not give
	gives    relation.Given // this attribute
	passes   onnx.NodeID    // a node that is left out: its result is its first input
}

// A replay tries changes for one error of a definition.
type replay struct {
	p       *program
	system  *System
	d       int32
	fault   *use          // the node that does not hold; nil if the error is about outputs
	wrong   []onnx.NodeID // the outputs, each an OpValue, whose declared types are not the derived ones
	units   []unit
	failing int                       // the unit of the fault, or -1
	users   map[onnx.NodeID][]int32   // by definition of a value: the units that have it as an input of a node
	at      map[onnx.NodeID][]int32   // by node: the units in which it runs
	known   map[onnx.NodeID]knownType // by definition of a value of the graph of the model
	frame   *frame                    // whose values typeOf returns
	broken  []bool                    // by unit: a node of it fails
	asks    map[onnx.NodeID]bool      // units that need sizes that are declared free
	left    int                       // how many nodes may still be derived
}

// A unit is what a replay derives at once: a node of the graph of the model, or a call of a function, with its uses.
type unit struct {
	id   onnx.NodeID
	uses []use
}

// A spot is a node where it runs: in the graph of a model, or in a call of a function.
type spot struct {
	frame *frame
	id    onnx.NodeID
}

type knownType struct {
	Type
	ok bool
}

// A step is a node within a trial.
type step struct {
	*deriver
	frame *frame
	id    onnx.NodeID
}

// The work of the replays for one error, in nodes: leastRuns, and so many times the nodes of the model; and for all
// errors of a model, so many times as much. Looking for changes costs runsToPropose. A node counts once, and once more
// for every inputsPerRun of its inputs.
const (
	leastRuns     = 2500
	runsEach      = 3
	errorsTried   = 6
	runsToPropose = 300
	inputsPerRun  = 8
)

func (p *program) newReplay(d int32, fault *use, wrong []onnx.NodeID) *replay {
	x := &replay{
		p: p, system: NewSystem(p.Graph, p.binding), d: d, fault: fault, failing: -1, wrong: wrong, frame: p.frames[d],
		users: make(map[onnx.NodeID][]int32), at: make(map[onnx.NodeID][]int32), known: make(map[onnx.NodeID]knownType),
		left: leastRuns + runsEach*len(p.uses[d]),
	}
	if p.runs == nil {
		p.runs = new(int)
		*p.runs = errorsTried * x.left
	}
	x.left = min(x.left, *p.runs-runsToPropose)
	*p.runs -= runsToPropose
	for i := range p.uses[d] {
		x.add(i)
	}
	return x
}

// add adds a use to the units.
func (x *replay) add(i int) {
	p, all := x.p, x.p.uses[x.d]
	u := &all[i]
	if n := len(x.units); n > 0 && u.frame.call != onnx.NoNode && x.units[n-1].id == u.frame.call {
		x.units[n-1].uses = all[i-len(x.units[n-1].uses) : i+1]
	} else {
		is := unit{u.id, all[i : i+1]}
		if u.frame.call != onnx.NoNode {
			is.id = u.frame.call
		}
		x.units, x.broken = append(x.units, is), append(x.broken, false)
	}
	at := int32(len(x.units) - 1)
	if u == x.fault {
		x.failing = len(x.units) - 1
	}
	runs := func(node onnx.NodeID) (again bool) {
		if list := x.at[node]; len(list) > 0 && list[len(list)-1] == at {
			return true
		}
		x.at[node] = append(x.at[node], at)
		for _, arg := range p.tree.Args(node) {
			if p.tree.Is(arg, onnx.OpName) && p.names.Def[arg] != onnx.NoNode {
				def := p.names.Def[arg]
				x.users[def] = append(x.users[def], at)
			}
		}
		return false
	}
	runs(u.id)
	for f := u.frame; f.up != nil && !runs(f.caller); f = f.up {
	}
	x.broken[at] = x.broken[at] || p.fails(u)
}

// fails reports whether a relation of a node does not hold.
func (p *program) fails(u *use) bool {
	for k := u.First; k < u.End; k++ {
		if p.Graph.InstanceOf(int32(k)).State == unify.Fails {
			return true
		}
	}
	return false
}

// typeOf returns the type of a value without a change; ok is false if it is not known because of an error.
func (x *replay) typeOf(def onnx.NodeID) (Type, bool) {
	if n, within := x.frame.values[def]; within {
		if n == unify.None {
			return Type{Head: None + 1}, true
		}
		return x.system.Read(n)
	}
	t, found := x.known[def]
	if !found && def != onnx.NoNode {
		if site := x.p.siteOf[def]; site >= 0 {
			_, out := x.p.Ends(x.d, site)
			t.Type, t.ok = x.system.Read(out)
		}
		x.known[def] = t
	}
	return t.Type, t.ok
}

// Additional costs of changes that leave the model less as it is declared.
const (
	costOfStale   = 8 // another declared type is not the derived one
	costOfPromise = 6 // a size is no longer free
	costOfUnknown = 8 // the rank or a size of a value is no longer known
	costOfHidden  = 8 // a node fails that was undecided because of the error
)

// fits reports whether the error is gone after a change and no node after it fails, unless that one was undecided and
// the change is a likely one of an attribute. It adds to the cost of the change.
func (x *replay) fits(c *change) bool {
	p, t := x.p, x.p.tree
	s := &step{deriver: &deriver{
		System: NewSystem(unify.New(p.Types.Heads(), p.Labels.Index()), p.binding), p: p, d: x.d, trial: true, change: c,
	}}
	s.frame = &frame{
		call: onnx.NoNode, of: x.d, body: onnx.NoNode, values: make(map[onnx.NodeID]unify.Node), outer: x.typeOf,
	}
	pending, changed := make([]bool, len(x.units)), make(map[onnx.NodeID]bool)
	first := len(x.units)
	touch := func(def onnx.NodeID) {
		changed[def] = true
		for _, i := range x.users[def] {
			pending[i], first = true, min(first, int(i))
		}
	}
	for def, typ := range c.values {
		if p.siteOf[def] >= 0 {
			s.frame.values[def] = s.Add(0, unify.Reason{}, typ)
		}
		touch(def)
	}
	if c.makes != nil {
		def, out, ok := c.makes(s)
		if !ok {
			return false
		}
		s.frame.values[def] = out
		touch(def)
	}
	for _, id := range [...]onnx.NodeID{c.node, c.passes, c.call} {
		for _, i := range x.at[id] {
			pending[i], first = true, min(first, int(i))
		}
	}
	reached := x.fault == nil
	var ran []Stated
	var ids []onnx.NodeID
	less := false
	for i := first; i < len(x.units); i++ {
		u := &x.units[i]
		if !pending[i] || x.broken[i] && i != x.failing {
			continue
		}
		for k := range u.uses {
			x.left -= 1 + len(u.uses[k].Inputs)/inputsPerRun
			p.watch.Step()
		}
		if x.left < 0 {
			return false
		}
		s.id = u.id
		st, ok := s.derive(c, u)
		if !ok {
			likely := reached && c.isAttribute() && c.Cost <= costNumber &&
				slices.ContainsFunc(u.uses, func(v use) bool { return p.waits(&v) })
			c.Cost += costOfHidden
			return likely
		}
		ran, ids = append(ran, st), append(ids, u.id)
		reached = reached || i == x.failing
		for k, res := range p.resultsOf(u.id) {
			if res == onnx.NoNode {
				continue
			}
			now, ok := s.Read(st.Outputs[k])
			if was, known := x.typeOf(res); !ok || !known || !equalTypes(now, was) {
				less = less || ok && unknowns(now) > 0 && (!known || unknowns(was) == 0)
				touch(res)
			} else {
				s.frame.values[res] = s.Add(0, unify.Reason{}, was)
			}
		}
	}
	if !reached || len(s.Graph.Conflicts()) > 0 {
		return false
	}
	for _, id := range x.wrong {
		if !changed[p.names.Def[id]] {
			return false
		}
	}
	graph := p.graphs[x.d].id
	outputs := t.Outputs(graph)
	for i, id := range slices.Concat(outputs, t.Locals(graph)) {
		typ, def := t.Type(id), p.names.Def[id]
		if typ == onnx.NoNode || t.Data(id) != onnx.NoNode || !changed[def] {
			continue
		}
		now, _ := s.Read(s.value(s.frame, def))
		code, _, _, _ := p.differ(s.System, now, typ)
		switch {
		case code != "" && i < len(outputs):
			return false
		case code != "":
			c.Cost += costOfStale
			return true
		}
	}
	if less {
		c.Cost += costOfUnknown
	}
	switch asks := x.asksMore(s, c, ran, ids); {
	case asks == 0:
	case c.free:
		return false
	case asks > 1:
		c.Cost, c.asks = c.Cost+2*costOfPromise, true
	default:
		c.Cost, c.asks = c.Cost+costOfPromise, true
	}
	return true
}

// unknowns counts what is not known of the shape of a tensor.
func unknowns(t Type) (n int) {
	if t.Head == Tensor+1 && !t.Ranked {
		n++
	}
	for _, d := range t.Shape {
		if d == Unknown {
			n++
		}
	}
	return n
}

// isAttribute reports whether a change is one of attributes.
func (c *change) isAttribute() bool { return c.attrs != nil || c.literals != nil || c.call != 0 }

// derive derives a unit in a trial.
func (s *step) derive(c *change, x *unit) (st Stated, ok bool) {
	u := &x.uses[0]
	results := s.p.resultsOf(x.id)
	made := make([]unify.Node, len(results))
	for i, res := range results {
		if made[i] = s.Graph.Leaf(0); res != onnx.NoNode {
			s.frame.values[res] = made[i]
		}
	}
	if u.frame.call != onnx.NoNode {
		st = Stated{Outputs: made, First: s.Graph.Instances()}
		s.bad = false
		s.deriver.call(s.frame, x.id, s.p.called(x.id), made)
		st.End = s.Graph.Instances()
		return st, !s.bad && s.holds(&st)
	}
	attrs, ok := s.attributes(s.frame, u.id, u.operator)
	if !ok {
		return st, false
	}
	if u.id == c.node && c.attrs != nil {
		attrs = c.attrs(attrs)
	}
	in := s.changed(s.frame, u.id)
	if u.id == c.passes && len(in) > 0 {
		made[0] = in[0]
		s.frame.values[results[0]] = in[0]
		return Stated{Outputs: made}, true
	}
	st = s.State(&Use{Operator: u.operator, Inputs: in, Outputs: len(results), Attributes: attrs, Results: made})
	return st, s.holds(&st)
}

// holds solves the graph and reports whether a stated node holds.
func (s *step) holds(st *Stated) bool {
	if len(st.Problems) > 0 || st.Misfit != "" {
		return false
	}
	s.Graph.Solve()
	for k := st.First; k < st.End; k++ {
		if s.Graph.InstanceOf(int32(k)).State == unify.Fails {
			return false
		}
	}
	return true
}

// asksMore returns the size that the changed node needs in a trial in place of one that is declared free, or another
// node that did not need one before; 1 also if it is not one number, and 0 if none does.
func (x *replay) asksMore(s *step, c *change, ran []Stated, ids []onnx.NodeID) int64 {
	if !x.p.graphs[x.d].names {
		return 0
	}
	if x.asks == nil {
		x.asks = make(map[onnx.NodeID]bool)
		over := x.p.binding.Over(x.p.Graph)
		for i := range x.units {
			u := &x.units[i]
			x.asks[u.id] = x.promises(over, x.p.Graph, u.uses[0].First, u.uses[len(u.uses)-1].End) != nil
		}
	}
	over := s.Binding.Over(s.Graph)
	for i := range ran {
		if x.asks[ids[i]] && ids[i] != c.node {
			continue
		}
		if a := x.promises(over, s.Graph, ran[i].First, ran[i].End); a != nil {
			if _, n, _, only := x.p.only(a.X, a.Y); only {
				return n
			}
			return 1
		}
	}
	return 0
}

// promises returns what some relations need of a size that is declared free, or nil.
func (x *replay) promises(over *relation.Over, g *unify.Graph, first, end int) *relation.Promise {
	for k := first; k < end; k++ {
		in := g.InstanceOf(int32(k))
		rule := in.Relation.(*relation.Rule)
		if in.State != unify.Fires {
			continue
		}
		if list := over.Promises(&x.p.machine, rule, in.Args); len(list) > 0 {
			return &list[0]
		}
	}
	return nil
}
