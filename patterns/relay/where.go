package relay

import (
	"slices"
	"strings"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/relay"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/message"
	"github.com/patgraph/patgraph/patterns/relation"
	"github.com/patgraph/patgraph/unify"
)

// The `where` of a definition: relations that it assumes for its type parameters, and that must hold for the types that
// replace them at each use.

// clauses returns the clauses of a function's `where`.
func (p *front) clauses(fn relay.NodeID) []relay.NodeID {
	if fn == relay.NoNode || p.tree.Nodes[fn].Op != relay.OpFn && p.tree.Nodes[fn].Op != relay.OpFnType {
		return nil
	}
	if where := p.tree.Kids(fn)[3]; where != relay.NoNode {
		return p.tree.Kids(where)
	}
	return nil
}

// relationOf returns the relation that a clause names, or nil.
func (p *front) relationOf(clause relay.NodeID) *relation.Relation {
	if p.names.Meaning[clause] != relay.MeansRelation {
		return nil
	}
	return p.relationNamed(p.tree.Syms.Text(p.tree.Nodes[clause].Sym))
}

// A clause of a where is a relation of types, with attributes.
type clause struct {
	of    *relation.Relation
	args  []relay.NodeID
	attrs []relation.Value
}

// clause reads a clause of a function and returns the problems with it; ok is false if it has no meaning. A whole
// number before the last type is the value of the first attribute, as in TupleGetItem(t, 0, a).
func (p *front) clause(fn, id relay.NodeID) (c clause, problems []relation.Problem, ok bool) {
	if c.of = p.relationOf(id); c.of == nil {
		return c, nil, false
	}
	t := p.tree
	var given []relation.Given
	for _, kid := range t.Kids(id) {
		if t.Nodes[kid].Op == relay.OpAttr {
			v := t.Kids(kid)[0]
			given = append(given, relation.Given{
				Name: t.Syms.Text(t.Nodes[kid].Sym), Value: p.value(v), Span: t.Span(kid), ValueSpan: t.Span(v),
			})
		} else {
			c.args = append(c.args, kid)
		}
	}
	if t.Nodes[id].Flags&relay.FlagCalled == 0 {
		c.args = p.implicit(fn)
	}
	i := c.of.Arity - 1
	if len(c.args) == c.of.Arity+1 && i >= 0 && len(c.of.Attrs) > 0 && t.Is(c.args[i], relay.OpInt) {
		v := c.args[i]
		first := relation.Given{Name: c.of.Attrs[0].Name, Value: p.value(v), Span: t.Span(v), ValueSpan: t.Span(v)}
		given = append([]relation.Given{first}, given...)
		c.args = append(c.args[:i:i], c.args[i+1])
	}
	c.attrs, problems = c.of.Given(given)
	return c, problems, len(c.args) == c.of.Arity && len(problems) == 0
}

// implicit returns the arguments of a relation that is named without them: the parameters of the function and its
// result.
func (p *front) implicit(fn relay.NodeID) []relay.NodeID {
	kids := p.tree.Kids(fn)
	if p.tree.Nodes[fn].Op == relay.OpFnType {
		return append(append([]relay.NodeID(nil), p.tree.Kids(kids[1])...), kids[2])
	}
	args := p.variables(fn)
	if kids[2] != relay.NoNode {
		return append(args, kids[2])
	}
	return append(args, kids[len(kids)-1])
}

// checkClauses reports invalid clauses of a function.
func (p *program) checkClauses(d *relay.Decl, fn relay.NodeID) {
	for _, id := range p.clauses(fn) {
		c, problems, ok := p.clause(fn, id)
		if ok || c.of == nil {
			continue
		}
		name := p.tree.Syms.Text(p.tree.Nodes[id].Sym)
		at := p.tree.Span(id)
		if len(problems) == 0 {
			p.wrong(d, lang.WrongCount, at, lang.Say("the relation `%s` takes %s, but has %s here",
				name, message.Counted(c.of.Arity, "type"), message.Counted(len(c.args), "type")))
		}
		for _, x := range problems {
			if at := at; x.Span.Empty() {
				p.wrong(d, lang.WrongAttribute, at, lang.Say("`%s`: %s", name, x.Message))
			} else {
				p.wrong(d, lang.WrongAttribute, x.Span, lang.Say("`%s`: %s", name, x.Message))
			}
		}
	}
}

// getsField reports whether a relation requires a tuple with a certain field. Such a clause is stated as a field
// constraint.
func getsField(r *relation.Relation) bool { return r == Operators().Relation("TupleGetItem") }

// A field of a type parameter is required by a where.
type field struct {
	label unify.Label
	is    relay.NodeID
}

// fieldsOf returns the fields that a where requires of a type parameter, in the order of their labels.
func (p *program) fieldsOf(param relay.NodeID) []field {
	list := p.parents[param]
	if list == relay.NoNode || p.parents[list] == relay.NoNode {
		return nil
	}
	fn := p.parents[list]
	if p.parents[fn] != relay.NoNode {
		return nil // the where of an inner function is not supported
	}
	of := patterns.Remember(&p.fielded, fn, func() map[relay.NodeID][]field {
		of := make(map[relay.NodeID][]field)
		for _, id := range p.clauses(fn) {
			c, _, ok := p.clause(fn, id)
			if !ok || !getsField(c.of) {
				continue
			}
			if !p.tree.Is(c.args[0], relay.OpTypeName) || p.names.Meaning[c.args[0]] != relay.MeansParam {
				continue
			}
			f := field{p.labelAt(&p.built.indices, "", int(c.attrs[0].Num)), c.args[1]}
			param := relay.NodeID(p.names.At[c.args[0]])
			if !slices.ContainsFunc(of[param], func(g field) bool { return g.label == f.label }) {
				of[param] = append(of[param], f)
			}
		}
		for _, fields := range of {
			slices.SortFunc(fields, func(f, g field) int { return int(f.label) - int(g.label) })
		}
		return of
	})
	return of[param]
}

// An assumed relation is one that clauses of the definition's where may assume. Its instance has the relation's own
// arguments, followed by those of the clauses.
type assumed struct {
	*relation.Rule
	args int
}

// Plain returns the relation that users of the definition have to satisfy, and the number of its arguments.
func (a *assumed) Plain() (unify.Relation, int) { return a.Rule, a.args }

func (a *assumed) Key() string { return a.Rule.Key() + " where" }

// Run fires with the result of the first clause whose arguments equal those of the instance. It waits while that is
// unknown. If no clause applies, it runs the relation.
func (a *assumed) Run(v *unify.View) unify.Outcome {
	n := a.args
	var open []unify.Ref
	for k := n; k+n <= v.Len(); k += n {
		var undecided []unify.Ref
		refuted := false
		for i := 0; i < n-1 && !refuted; i++ {
			one, unknown := areEqual(v, v.Arg(i), v.Arg(k+i))
			refuted = !one
			undecided = append(undecided, unknown...)
		}
		switch {
		case refuted:
		case len(undecided) > 0:
			open = append(open, undecided...)
		case len(open) == 0: // the first clause that applies
			v.Equate(v.Arg(n-1), v.Arg(k+n-1))
			return unify.Outcome{State: unify.Fires, Clause: int32(k)}
		}
	}
	if len(open) > 0 {
		v.Wait(open...)
		return unify.Outcome{State: unify.Waits}
	}
	return a.Rule.Run(v)
}

// mostCompared bounds the parts of two patterns that are compared; larger patterns count as different.
const mostCompared = 1 << 10

// areEqual reports whether two patterns may be equal, and which patterns must be known to decide it.
func areEqual(v *unify.View, x, y unify.Ref) (one bool, unknown []unify.Ref) {
	type pair struct{ x, y unify.Ref }
	queue := []pair{{x, y}}
	seen := make(map[pair]bool)
	for i := 0; i < len(queue); i++ {
		at := queue[i]
		if seen[at] || v.Same(at.x, at.y) || v.Dynamic(at.x) && v.Dynamic(at.y) {
			continue
		}
		if seen[at] = true; len(seen) > mostCompared {
			return false, nil
		}
		f, ok := v.Form(at.x)
		g, also := v.Form(at.y)
		if !ok || !also {
			unknown = append(unknown, at.x, at.y)
			continue
		}
		isUnknown := f.Constructor == unify.NoConstructor && !f.Tuple
		if f.Constructor != g.Constructor || f.Tuple != g.Tuple || !slices.Equal(f.Labels, g.Labels) || isUnknown {
			return false, nil
		}
		for _, l := range f.Labels {
			a, ok := v.Part(at.x, l)
			b, also := v.Part(at.y, l)
			if ok && also {
				queue = append(queue, pair{a, b})
			} else {
				unknown = append(unknown, at.x, at.y)
			}
		}
	}
	return true, unknown
}

// ruleOf returns the rule of an instance, or nil if the instance computes a size of a signature.
func ruleOf(in *unify.Instance) *relation.Rule {
	switch r := in.Relation.(type) {
	case *assumed:
		return r.Rule
	case *muted:
		rule, _ := r.Relation.(*relation.Rule)
		return rule
	case *congruent:
		return r.Rule
	}
	rule, _ := in.Relation.(*relation.Rule)
	return rule
}

// assumptions returns the arguments of the definition's clauses about a relation with given attributes.
func (b body) assumptions(r *relation.Relation, attrs []relation.Value) (args []unify.Node) {
	fn := b.p.rootOf(b.d)
	for _, id := range b.p.clauses(fn) {
		c, _, ok := b.p.clause(fn, id)
		if !ok {
			continue
		}
		if r.OnlyForms("Tensor") {
			for i, sure := range c.of.Sure("Tensor") {
				if sure { // the clause implies it
					args = append(args, slices.Repeat([]unify.Node{b.of(c.args[i])}, r.Arity)...)
				}
			}
		}
		if c.of != r || r.Key(-1, c.attrs) != r.Key(-1, attrs) {
			continue
		}
		for _, a := range c.args {
			args = append(args, b.of(a))
		}
	}
	return args
}

// inherit takes over the relations that came with a callee's signature, from an instance on: the definition's where may
// assume them, and their finally clauses are stated at the end.
func (b body) inherit(e relay.NodeID, from int) {
	site := b.p.callOf(e)
	for i := from; i < b.p.Graph.Instances(); i++ {
		in := b.p.Graph.InstanceOf(int32(i))
		rule := ruleOf(in)
		r := unify.Reason{Rule: byWhere, Part: uint8(min(i-from+1, 255)), Site: int32(site)}
		b.p.Graph.GiveReason(i, r)
		if b.p.Omits(r) {
			b.p.Graph.Amend(int32(i), &muted{in.Relation})
			continue
		}
		if rule == nil || rule.Early() >= 0 {
			continue
		}
		b.p.calls[b.d] = append(b.p.calls[b.d], stated{site, rule.Relation(), rule.Attributes(), in.Args, int32(i)})
		if more := b.assumptions(rule.Relation(), rule.Attributes()); len(more) > 0 {
			b.p.Graph.Amend(int32(i), &assumed{rule, len(in.Args)}, more...)
		}
	}
}

// callOf returns the call of a callee's name, or the expression itself.
func (p *front) callOf(e relay.NodeID) relay.NodeID {
	if up := p.parents[e]; p.tree.Is(up, relay.OpCall) && p.tree.Kids(up)[0] == e {
		return up
	}
	return e
}

// A muted relation has no effect: it replaces a relation that is left out.
type muted struct{ unify.Relation }

func (m *muted) Key() string                   { return m.Relation.Key() + " muted" }
func (m *muted) Run(*unify.View) unify.Outcome { return unify.Outcome{State: unify.Waits} }

// An instanced definition is the written type of a callee at one use, with fresh nodes for its type parameters.
type instanced struct {
	body
	site  relay.NodeID
	nodes map[relay.NodeID]unify.Node
}

func (s *instanced) of(id relay.NodeID) unify.Node {
	return patterns.Remember(&s.nodes, id, func() unify.Node { return s.p.Graph.Leaf(int32(s.site)) })
}

// Constraints of an instanced definition have the use as their site.

func (s *instanced) Equal(x, y unify.Node, r unify.Reason) {
	s.body.p.Equal(x, y, unify.Reason{Rule: r.Rule, Site: int32(s.site)})
}

func (s *instanced) Describe(n unify.Node, f unify.Flat, edges []unify.Edge, r unify.Reason) {
	s.body.p.Describe(n, f, edges, unify.Reason{Rule: r.Rule, Site: int32(s.site)})
}

func (s *instanced) Relate(rel unify.Relation, r unify.Reason, args ...unify.Node) int32 {
	return s.body.p.Relate(rel, unify.Reason{Rule: r.Rule, Site: int32(s.site)}, args...)
}

func (s *instanced) Named(n unify.Node, h unify.Head, r unify.Reason) {
	s.body.p.Named(n, h, unify.Reason{Rule: r.Rule, Site: int32(s.site)})
}

// instance instantiates the written type of a definition at a use. It does not use the inferred signature, since
// explanations do not lead into the parts of a signature.
func (b body) instance(e, fn relay.NodeID) *instanced {
	s := &instanced{body: b, site: e}
	write := func(id relay.NodeID) unify.Node {
		if id == relay.NoNode {
			return b.p.Graph.Leaf(int32(e))
		}
		for n := b.p.tree.FirstOf(id); n <= id; n++ {
			if b.p.roles[n] >= typed {
				b.p.stateType(s, s.of, n)
			}
		}
		return s.of(id)
	}
	kids := b.p.tree.Kids(fn)
	if b.p.tree.Nodes[fn].Op == relay.OpFnType {
		b.p.Equal(b.of(e), write(fn), by(byGlobal, e))
		return s
	}
	var parts []unify.Node
	for _, v := range b.p.variables(fn) {
		parts = append(parts, write(b.p.annotation(v)))
	}
	b.builds(b.of(e), b.p.function(len(parts)), by(byGlobal, e), append(parts, write(kids[2]))...)
	return s
}

// obligations states at a use of a definition the relations of its where.
func (b body) obligations(e, fn relay.NodeID, s *instanced) {
	site := b.p.callOf(e)
	for _, id := range b.p.clauses(fn) {
		c, _, ok := b.p.clause(fn, id)
		if !ok {
			continue
		}
		var args []unify.Node
		if b.p.tree.Nodes[id].Flags&relay.FlagCalled != 0 {
			for _, kid := range c.args {
				for n := b.p.tree.FirstOf(kid); n <= kid; n++ {
					if b.p.roles[n] >= typed {
						b.p.stateType(s, s.of, n)
					}
				}
				args = append(args, s.of(kid))
			}
		} else {
			for range b.p.takes(fn) + 1 {
				args = append(args, b.p.Graph.Leaf(int32(e)))
			}
			b.builds(b.of(e), b.p.function(len(args)-1), by(byGlobal, e), args...)
		}
		if getsField(c.of) {
			l := b.p.labelAt(&b.p.built.indices, "", int(c.attrs[0].Num))
			b.p.Describe(args[0], unify.MakeFlat(unify.Product, false), []unify.Edge{{Label: l, To: args[1]}}, by(byWhere, site))
			continue
		}
		b.state(c.of, c.attrs, by(byWhere, site), args)
	}
}

// takes returns the number of parameters of a function or a function type.
func (p *front) takes(fn relay.NodeID) int {
	if p.tree.Nodes[fn].Op == relay.OpFnType {
		return len(p.tree.Kids(p.tree.Kids(fn)[1]))
	}
	return len(p.variables(fn))
}

// whereText prints the clauses of a definition.
func (p *program) whereText(s *patterns.Scheme, out int32, d int32) (list []string) {
	fn := p.rootOf(d)
	for _, clause := range p.clauses(fn) {
		var args []string
		if p.tree.Nodes[clause].Flags&relay.FlagCalled != 0 {
			for _, kid := range p.tree.Kids(clause) {
				args = append(args, p.tree.Text(kid))
			}
		} else {
			at := message.Place{Scheme: s, Node: out}
			f, fields := p.WhatIs(at)
			for _, l := range p.Types.Heads().Parts(max(f.Constructor(), 0)) {
				for _, x := range fields {
					if x.Label == l {
						args = append(args, p.Spell(p.Part(at, x), 200))
					}
				}
			}
		}
		list = append(list, p.tree.Syms.Text(p.tree.Nodes[clause].Sym)+"("+strings.Join(args, ", ")+")")
	}
	return list
}
