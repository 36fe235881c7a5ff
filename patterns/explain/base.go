package explain

import (
	"slices"

	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/unify"
)

// Front is what explanations need from the language.
type Front interface {
	// Owner returns the definition that a site belongs to.
	Owner(site int32) int32
	// Cost returns the cost of citing a constraint in an explanation; see unify.System.
	Cost(s Source) int32
	// Declared reports whether a type, or a type that contains it, is named or written in the program.
	Declared(t unify.Head) bool
	// CompareLabels orders labels by their texts: their numbers depend on their first places in the program.
	CompareLabels(a, b unify.Label) int
	// CompareDefinitions orders definitions by their content, regardless of their names and places. Definitions with
	// the same content are equal.
	CompareDefinitions(a, b int32) int
	// Wiring reports whether a constraint only connects the two ends of an expression with its parts. It is taken as
	// given: no core has it.
	Wiring(s Source) bool
}

// A Source is the origin of a constraint: a requested event, the description of a node, or a relation. The last two may
// belong to an instance of a signature.
type Source struct {
	Event    int32      // -1 for a description or a relation
	Node     unify.Node // of a description
	Relation int32      // of a relation: the number of its instance, + 1
	Reason   unify.Reason
	Use      int32 // of a node of an instance: its number; otherwise -1

	// Derived marks a fact of a summary, which is not a constraint of the program. Node is None if it is an equation.
	Derived bool

	// Below leads from Node to the part of it that is described. It is not empty for a type of a signature that the
	// callee built of parts; it may not be for a description that is Derived.
	Below []unify.Label
}

// A SourceKey identifies a source, except for Below.
type SourceKey struct {
	event    int32
	node     unify.Node
	relation int32
	derived  bool
}

// Key returns the key: sources that differ only in Below have the same.
func (s Source) Key() SourceKey { return SourceKey{s.Event, s.Node, s.Relation, s.Derived} }

// wiring reports whether a constraint is taken as given, so that no core has it. An equation of a summary is.
func (x *Explainer) wiring(s Source) bool {
	if s.Derived {
		return s.Node == unify.None
	}
	return x.front.Wiring(s)
}

// base is the system of constraints of one definition, or of a group whose members share their nodes.
type base struct {
	def    int32
	graph  *numbering
	nodes  []systemNode              // by node of the system, except for those that relations make
	inside map[unify.Node]unify.Node // by node of the graph that belongs to an instance: its node of the system
	uses   map[int32]*instance       // by stated use
	sys    *unify.System
	all    *unify.Closure
	story  *Story // of a definition that it has the constraints of
	source []Source
	known  [][]int32 // contradictions that were found, as the constraints that they depend on
}

// useAt returns the use whose instance a node belongs to.
func (b *base) useAt(n unify.Node) (use int32, ok bool) {
	if int(n) >= len(b.nodes) || b.nodes[n].use < 0 {
		return -1, false
	}
	return b.nodes[n].use, true
}

// local returns the node of the system for a node of the graph, or None for one of an instance that is not described.
func (b *base) local(n unify.Node) unify.Node {
	if at := b.graph.number[n-b.graph.lo]; b.nodes[at].node == n {
		return at
	}
	if at, ok := b.inside[n]; ok {
		return at
	}
	return unify.None
}

func (b *base) closure() *unify.Closure {
	if b.all == nil {
		b.all = b.sys.Close(nil)
	}
	return b.all
}

// baseKey is a definition at a moment: only with the events before a number.
type baseKey struct {
	def    int32
	events int32 // -1: all
}

// An Explainer explains the definitions of one program.
type Explainer struct {
	// Order returns the position of a constraint in the text; if it is nil, the cheapest contradiction comes first,
	// otherwise the first in the text.
	Order func(Source) int64

	solver *patterns.Solver
	front  Front
	bases  map[baseKey]*base
	ranges map[unify.Node]*nodeRange
	opaque map[int32]bool // uses whose signature cannot be traced
	apart  map[int32]bool // uses whose types are expanded, though the program has names for them
	left   *int           // rest of programWork
	steps  *int           // rest of stepsPerFile
	rest   *int           // rest of stepsPerRest
	part   int            // steps for one part of the explanation of an error
}

// These bound the work on the contradictions of one program and on derivations without some constraints, in nodes and
// constraints that are solved or searched. A large program gets workOfNode for each of its nodes.
const (
	programWork     = 1_500_000
	workOfNode      = 8
	mostProgramWork = 12_000_000
)

// Continue takes over the remaining work of another explainer of its program.
func (x *Explainer) Continue(of *Explainer) {
	x.left, x.steps, x.rest, x.part = of.left, of.steps, of.rest, of.part
}

// spend subtracts the work on the system of a definition.
func (x *Explainer) spend(b *base) { *x.left -= b.sys.Nodes + len(b.sys.Constraints) }

// close solves the system of a definition without some constraints.
func (x *Explainer) close(b *base, off []bool) *unify.Closure {
	x.spend(b)
	return b.sys.Close(off)
}

// New returns an explainer for a derived program.
func New(s *patterns.Solver, front Front) *Explainer {
	left, steps, rest := max(programWork, min(workOfNode*s.Graph.Len(), mostProgramWork)), stepsPerFile, stepsPerRest
	return &Explainer{
		solver: s, front: front, bases: make(map[baseKey]*base),
		ranges: make(map[unify.Node]*nodeRange), opaque: make(map[int32]bool), apart: make(map[int32]bool),
		left: &left, steps: &steps, rest: &rest, part: stepsPerPart,
	}
}

// restate has all constraints stated again when they are needed.
func (x *Explainer) restate() { x.bases = make(map[baseKey]*base) }

// base returns the constraints of a definition, or nil if it has no derivation.
func (x *Explainer) base(key baseKey) *base {
	if b, ok := x.bases[key]; ok {
		return b
	}
	x.solver.Restore(key.def)
	if !x.solver.Derivation(key.def).Derived {
		x.bases[key] = nil
		return nil
	}
	r := x.rangeOf(key.def)
	if r.whole {
		key.def = r.first
	}
	b, ok := x.bases[key]
	if !ok {
		b = x.newBase(key, r)
		x.bases[key] = b
		x.spend(b) // it is stated, and may be solved once unchanged
	}
	return b
}

func (x *Explainer) newBase(key baseKey, r *nodeRange) *base {
	s := x.solver
	m := r.member(key.def)
	b := &base{def: key.def, graph: &m.numbering, nodes: slices.Clone(m.list),
		inside: make(map[unify.Node]unify.Node), uses: make(map[int32]*instance),
		sys: &unify.System{Heads: s.Graph.Heads(), Index: s.Graph.Index(), Watch: s.Watch}}
	for i := range b.nodes {
		if b.nodes[i].use >= 0 {
			b.nodes[i].node = unify.None // until it is described
		}
	}
	alias := make(map[unify.Node]unify.Node) // nodes that only have the description of another node
	for _, src := range m.sources {
		if src.Event >= 0 {
			if e := s.Graph.Event(src.Event); e.Cause.Describes() {
				alias[e.Y] = e.X
			}
		}
	}
	b.sys.Constraints = make([]unify.Constraint, 0, len(m.sources))
	b.sys.Cost = make([]int32, 0, len(m.sources))
	b.source = make([]Source, 0, len(m.sources))
	for _, src := range m.sources {
		if src.Event >= 0 && s.Graph.Event(src.Event).Cause.Describes() {
			continue
		}
		if key.events >= 0 {
			if src.Event >= key.events || src.Use >= 0 && s.UseOf(src.Use).Events >= key.events {
				continue
			}
			if src.Relation > 0 && s.Graph.InstanceOf(src.Relation-1).Since >= key.events {
				continue
			}
		}
		if src.Use >= 0 {
			x.instance(b, src.Use)
			continue
		}
		if src.Relation > 0 {
			x.relation(b, src)
			continue
		}
		c := unify.Constraint{X: src.Node, Y: unify.None, Event: -1}
		if src.Event >= 0 {
			e := s.Graph.Event(src.Event)
			c.X, c.Y, c.Event = x.nodeOf(b, e.X), x.nodeOf(b, e.Y), src.Event
			if use, ok := s.Graph.Instance(e.Y); ok {
				if i := rootOf(s.UseOf(use), e.X, e.Y); i >= 0 {
					c.Y = b.uses[use].roots[i]
				}
			}
		} else {
			c.X, c.Flat = x.nodeOf(b, src.Node), s.Graph.Flat(src.Node)
			if of, ok := alias[src.Node]; ok {
				c.X = x.nodeOf(b, of)
			}
			for _, e := range s.Graph.Edges(src.Node) {
				c.Edges = append(c.Edges, unify.Edge{Label: e.Label, To: x.nodeOf(b, e.To)})
			}
		}
		x.state(b, c, src)
	}
	b.sys.Nodes = len(b.nodes)
	return b
}

// rootOf returns the root of an instance that an equation of a reference is about, or -1; if several roots are the same
// node, the reference's own node decides.
func rootOf(u *patterns.Use, own, root unify.Node) int {
	at := -1
	for i, r := range u.Scheme.Roots {
		if u.Base+unify.Node(r) == root && (at < 0 || u.Own[i] == own && u.Own[at] != own) {
			at = i
		}
	}
	return at
}

// relation states that a relation holds for some nodes, which may be parts of instances.
func (x *Explainer) relation(b *base, src Source) {
	of := x.solver.Graph.InstanceOf(src.Relation - 1)
	a := &unify.Application{Relation: of.Relation}
	for _, n := range of.Args {
		a.Args = append(a.Args, x.nodeOf(b, n))
	}
	x.state(b, unify.Constraint{X: a.Args[0], Y: unify.None, Flat: unify.Open, Event: -1, Of: a}, src)
}

// nodeOf returns the node of the system for a node of the graph. One of an instance is described with its instance.
func (x *Explainer) nodeOf(b *base, n unify.Node) unify.Node {
	if at := b.local(n); at != unify.None {
		return at
	}
	use, _ := x.solver.Graph.Instance(n)
	x.instance(b, use)
	at := b.local(n)
	if at == unify.None {
		w := b.uses[use]
		at = w.node(int32(n-x.solver.UseOf(use).Base), unify.None, nil, 0)
		w.describeAll()
	}
	return at
}

// state adds a constraint to a base.
func (x *Explainer) state(b *base, c unify.Constraint, src Source) {
	b.sys.Constraints = append(b.sys.Constraints, c)
	b.sys.Cost = append(b.sys.Cost, x.front.Cost(src))
	b.source = append(b.source, src)
}
