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
	free   bool            // sizes that are declared dynamic have to stay free
	asks   bool            // sizes that are declared dynamic are not free any more; set when it is tried

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
	asks    map[onnx.NodeID]bool      // units that need sizes that are declared dynamic
	left    int                       // how many nodes may still be derived
	free    bool                      // the fault is a size that is declared dynamic and is not
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
	r := x.begin(c)
	if !r.replace() {
		return false
	}
	for i := r.first; i < len(x.units); i++ {
		if !r.pending[i] || x.broken[i] && i != x.failing {
			continue
		}
		if !x.afford(&x.units[i]) {
			return false
		}
		if !r.unit(i) {
			likely := r.reached && c.isAttribute() && c.Cost <= costNumber && x.waits(&x.units[i])
			c.Cost += costOfHidden
			return likely
		}
	}
	if !r.reached || len(r.step.Graph.Conflicts()) > 0 {
		return false
	}
	for _, id := range x.wrong {
		if !r.changed[x.p.names.Def[id]] {
			return false
		}
	}
	if fits, stale := r.fitsDeclared(); !fits || stale || x.free && !r.frees() {
		return fits && !x.free
	}
	if r.less {
		c.Cost += costOfUnknown
	}
	switch asks := x.asksMore(r.step, c, r.ran, r.ids); {
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

// A run is a replay of the nodes that one change affects.
type run struct {
	*replay
	c       *change
	step    *step
	first   int    // the first unit that is affected
	pending []bool // by unit: it is affected
	changed map[onnx.NodeID]bool
	reached bool // the node with the error was derived
	less    bool // less is known of a type than before
	ran     []Stated
	ids     []onnx.NodeID // of the nodes that ran
}

func (x *replay) begin(c *change) *run {
	r := &run{
		replay: x, c: c, first: len(x.units), pending: make([]bool, len(x.units)), changed: make(map[onnx.NodeID]bool),
		reached: x.fault == nil,
	}
	r.step = &step{deriver: &deriver{
		System: NewSystem(unify.New(x.p.Types.Heads(), x.p.Labels.Index()), x.p.binding), p: x.p, d: x.d, trial: true,
		change: c,
	}}
	r.step.frame = &frame{
		call: onnx.NoNode, of: x.d, body: onnx.NoNode, values: make(map[onnx.NodeID]unify.Node), outer: x.typeOf,
	}
	return r
}

// touch marks a value as changed.
func (r *run) touch(def onnx.NodeID) {
	r.changed[def] = true
	r.affect(r.users[def])
}

func (r *run) affect(units []int32) {
	for _, i := range units {
		r.pending[i], r.first = true, min(r.first, int(i))
	}
}

// replace makes the change; it reports whether that is possible.
func (r *run) replace() bool {
	c, s := r.c, r.step
	for def, typ := range c.values {
		if r.p.siteOf[def] >= 0 {
			s.frame.values[def] = s.Add(0, unify.Reason{}, typ)
		}
		r.touch(def)
	}
	if c.makes != nil {
		def, out, ok := c.makes(s)
		if !ok {
			return false
		}
		s.frame.values[def] = out
		r.touch(def)
	}
	for _, id := range [...]onnx.NodeID{c.node, c.passes, c.call} {
		r.affect(r.at[id])
	}
	return true
}

// afford reports whether a unit may still be derived, and counts its work.
func (x *replay) afford(u *unit) bool {
	for k := range u.uses {
		x.left -= 1 + len(u.uses[k].Inputs)/inputsPerRun
		x.p.watch.Step()
	}
	return x.left >= 0
}

// waits reports whether a unit was undecided without the change.
func (x *replay) waits(u *unit) bool {
	return slices.ContainsFunc(u.uses, func(v use) bool { return x.p.waits(&v) })
}

// unit derives a unit and marks the results that get another type. It reports whether the unit holds.
func (r *run) unit(i int) bool {
	u, s := &r.units[i], r.step
	s.id = u.id
	st, ok := s.derive(r.c, u)
	if !ok {
		return false
	}
	r.ran, r.ids = append(r.ran, st), append(r.ids, u.id)
	r.reached = r.reached || i == r.failing
	for k, res := range r.p.resultsOf(u.id) {
		if res == onnx.NoNode {
			continue
		}
		now, ok := s.Read(st.Outputs[k])
		if was, known := r.typeOf(res); !ok || !known || !equalTypes(now, was) {
			r.less = r.less || ok && unknowns(now) > 0 && (!known || unknowns(was) == 0)
			r.touch(res)
		} else {
			s.frame.values[res] = s.Add(0, unify.Reason{}, was)
		}
	}
	return true
}

// fitsDeclared reports whether the outputs that the change affects have their declared types. Another value that does not
// is stale and adds to the cost.
func (r *run) fitsDeclared() (fits, stale bool) {
	p, t := r.p, r.p.tree
	graph := p.graphs[r.d].id
	outputs := t.Outputs(graph)
	for i, id := range slices.Concat(outputs, t.Locals(graph)) {
		typ, def := t.Type(id), p.names.Def[id]
		if typ == onnx.NoNode || t.Data(id) != onnx.NoNode || !r.changed[def] {
			continue
		}
		now, _ := r.step.Read(r.step.value(r.step.frame, def))
		if code, _, _, _ := p.differ(r.step.System, now, typ); code != "" {
			if i < len(outputs) {
				return false, false
			}
			r.c.Cost += costOfStale
			return true, true
		}
	}
	return true, false
}

// frees reports whether no size has to have another value any more than declared, where one had before.
func (r *run) frees() bool {
	for _, id := range r.wrong {
		d := &deriver{System: r.step.System, p: r.p}
		now, _ := r.step.Read(r.step.value(r.step.frame, r.p.names.Def[id]))
		if !slices.Equal(now.Shape, d.typeOf(r.p.tree.Type(id)).Shape) {
			return false
		}
	}
	return r.asksMore(r.step, r.c, r.ran, r.ids) == 0
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

// asksMore returns the size that the changed node needs in a trial in place of one that is declared dynamic, or another
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
		if x.asks[ids[i]] && ids[i] != c.node && !(x.free && x.fault != nil && ids[i] == x.fault.id) {
			continue
		}
		a := x.promises(over, s.Graph, ran[i].First, ran[i].End)
		if a != nil && !(x.free && x.p.bounds(a.X, a.Y)) {
			if _, n, _, only := x.p.only(a.X, a.Y); only {
				return n
			}
			return 1
		}
	}
	return 0
}

// promises returns what some relations need of a size that is declared dynamic, or nil.
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
