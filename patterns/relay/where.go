package relay

import (
	"strings"

	"github.com/patgraph/patgraph/lang/relay"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/relation"
	"github.com/patgraph/patgraph/patterns/tell"
	"github.com/patgraph/patgraph/unify"
)

// What a definition says with `where`: relations that it takes for granted of its type parameters,
// and that have to hold of the types that take their place at each use.

// clauses are those behind the `where` of a function.
func (p *program) clauses(fn relay.NodeID) []relay.NodeID {
	if fn == relay.NoNode || p.tree.Nodes[fn].Op != relay.OpFn && p.tree.Nodes[fn].Op != relay.OpFnType {
		return nil
	}
	if where := p.tree.Kids(fn)[3]; where != relay.NoNode {
		return p.tree.Kids(where)
	}
	return nil
}

// relationOf is the relation that a clause names, or nil.
func (p *program) relationOf(clause relay.NodeID) *relation.Relation {
	if p.names.Meaning[clause] != relay.MeansRelation {
		return nil
	}
	return p.relationNamed(p.tree.Syms.Text(p.tree.Nodes[clause].Sym))
}

// defaults are the values of the attributes of a relation of which nothing is said.
func attributesOf(r *relation.Relation) []relation.Value {
	values := make([]relation.Value, len(r.Attrs))
	for i := range r.Attrs {
		if values[i] = relation.NoValue; !r.Attrs[i].Required() {
			values[i] = r.Attrs[i].Value()
		}
	}
	return values
}

// An assumed relation of an operator is one of which its definition says where it holds: behind the
// arguments of an instance stand those of the clauses.
type assumed struct {
	*relation.Rule
	args int
}

func (a *assumed) Key() string { return a.Rule.Key() + " where" }

// Run looks whether a clause speaks of the arguments; then the result is that of the clause. As long as
// that is open, it waits.
func (a *assumed) Run(v *unify.View) unify.Outcome {
	n := a.args
	var open []unify.Ref
	for k := n; k+n <= v.Len(); k += n {
		var undecided []unify.Ref
		refuted := false
		for i := 0; i < n-1 && !refuted; i++ {
			x, y := v.Arg(i), v.Arg(k+i)
			one, known := isOne(v, x, y)
			if refuted = known && !one; !known {
				undecided = append(undecided, x, y)
			}
		}
		switch {
		case refuted:
		case len(undecided) > 0:
			open = append(open, undecided...)
		case len(open) == 0: // of those that speak of them the first
			v.Tell(v.Arg(n-1), v.Arg(k+n-1))
			return unify.Outcome{State: unify.Fires, Clause: int32(k)}
		}
	}
	if len(open) > 0 {
		v.Wait(open...)
		return unify.Outcome{State: unify.Waits}
	}
	return a.Rule.Run(v)
}

// isOne reports whether two patterns are one, or one parameter, and whether that is known.
func isOne(v *unify.View, x, y unify.Ref) (one, known bool) {
	if v.Same(x, y) {
		return true, true
	}
	f, ok := v.Form(x)
	g, also := v.Form(y)
	if !ok || !also {
		return false, false
	}
	return f.Constructor != unify.NoConstructor && f.Constructor == g.Constructor && len(f.Labels) == 0, true
}

// ruleOf is the rule of an instance.
func ruleOf(in *unify.Instance) *relation.Rule {
	if a, ok := in.Relation.(*assumed); ok {
		return a.Rule
	}
	return in.Relation.(*relation.Rule)
}

// assumptions are the arguments of the clauses of the definition about a relation.
func (b body) assumptions(r *relation.Relation) (args []unify.Node) {
	fn := b.rootOf(b.d)
	for _, clause := range b.clauses(fn) {
		if b.relationOf(clause) != r {
			continue
		}
		kids := b.tree.Kids(clause)
		if b.tree.Nodes[clause].Flags&relay.FlagCalled == 0 {
			kids = b.variables(fn)
			all := b.tree.Kids(fn)
			if all[2] != relay.NoNode {
				kids = append(kids, all[2])
			} else {
				kids = append(kids, all[len(all)-1])
			}
		}
		if len(kids) != r.Arity {
			continue
		}
		for _, kid := range kids {
			args = append(args, b.of(kid))
		}
	}
	return args
}

// An instanced definition is one at a use: its type parameters are what has taken their place there.
type instanced struct {
	body
	site  relay.NodeID
	nodes map[relay.NodeID]unify.Node
}

func (s *instanced) of(id relay.NodeID) unify.Node {
	n, ok := s.nodes[id]
	if !ok {
		n = s.Graph.Leaf(int32(s.site))
		s.nodes[id] = n
	}
	return n
}

// What is stated of it is stated at the use.

func (s *instanced) Equal(x, y unify.Node, r unify.Reason) {
	s.body.Equal(x, y, unify.Reason{Rule: r.Rule, Site: int32(s.site)})
}

func (s *instanced) Describe(n unify.Node, f unify.Flat, edges []unify.Edge, r unify.Reason) {
	s.body.Describe(n, f, edges, unify.Reason{Rule: r.Rule, Site: int32(s.site)})
}

func (s *instanced) Named(n unify.Node, h unify.Head, r unify.Reason) {
	s.body.Named(n, h, unify.Reason{Rule: r.Rule, Site: int32(s.site)})
}

// instance is a definition at a use of it: its type as far as it is written, with type parameters of its own. The
// signature itself is not asked, since no explanation leads into its parts.
func (b body) instance(e, fn relay.NodeID) *instanced {
	s := &instanced{b, e, make(map[relay.NodeID]unify.Node)}
	write := func(id relay.NodeID) unify.Node {
		if id == relay.NoNode {
			return b.Graph.Leaf(int32(e))
		}
		for n := b.tree.FirstOf(id); n <= id; n++ {
			if b.roles[n] >= typed {
				b.states(s, n)
			}
		}
		return s.of(id)
	}
	kids := b.tree.Kids(fn)
	if b.tree.Nodes[fn].Op == relay.OpFnType {
		b.Equal(b.of(e), write(fn), by(byGlobal, e))
		return s
	}
	var parts []unify.Node
	for _, v := range b.variables(fn) {
		parts = append(parts, write(b.annotation(v)))
	}
	b.builds(b.of(e), b.program.function(len(parts)), by(byGlobal, e), append(parts, write(kids[2]))...)
	return s
}

// obligations states at a use of a definition what has to hold there.
func (b body) obligations(e, fn relay.NodeID, s *instanced) {
	site := e
	if up := b.parents[e]; up != relay.NoNode && b.tree.Nodes[up].Op == relay.OpCall && b.tree.Kids(up)[0] == e {
		site = up
	}
	for _, clause := range b.clauses(fn) {
		r := b.relationOf(clause)
		if r == nil {
			continue
		}
		var args []unify.Node
		if b.tree.Nodes[clause].Flags&relay.FlagCalled != 0 {
			for _, kid := range b.tree.Kids(clause) {
				for n := b.tree.FirstOf(kid); n <= kid; n++ {
					if b.roles[n] >= typed {
						b.states(s, n)
					}
				}
				args = append(args, s.of(kid))
			}
		} else {
			for range b.takes(fn) + 1 {
				args = append(args, b.Graph.Leaf(int32(e)))
			}
			b.builds(b.of(e), b.program.function(len(args)-1), by(byGlobal, e), args...)
		}
		if len(args) != r.Arity {
			continue
		}
		for _, rule := range b.binding.Rules(r, attributesOf(r)) {
			b.Graph.Relate(rule, by(byWhere, site), args...)
		}
	}
}

// takes is how many arguments a function, or a type of functions, has.
func (p *program) takes(fn relay.NodeID) int {
	if p.tree.Nodes[fn].Op == relay.OpFnType {
		return len(p.tree.Kids(p.tree.Kids(fn)[1]))
	}
	return len(p.variables(fn))
}

// whereText spells the clauses of a definition behind its type.
func (p *program) whereText(s *patterns.Scheme, out int32, d int32) string {
	var list []string
	fn := p.rootOf(d)
	for _, clause := range p.clauses(fn) {
		var args []string
		if p.tree.Nodes[clause].Flags&relay.FlagCalled != 0 {
			for _, kid := range p.tree.Kids(clause) {
				args = append(args, p.tree.Text(kid))
			}
		} else {
			at := tell.Place{Scheme: s, Node: out}
			f, fields := p.WhatIs(at)
			for _, l := range p.Types.Heads().Parts(max(f.Constructor(), 0)) {
				for _, x := range fields {
					if x.Label == l {
						args = append(args, p.spell(p.Part(at, x), nil, 200))
					}
				}
			}
		}
		list = append(list, p.tree.Syms.Text(p.tree.Nodes[clause].Sym)+"("+strings.Join(args, ", ")+")")
	}
	if len(list) == 0 {
		return ""
	}
	return " where " + strings.Join(list, ", ")
}
