package relay

import (
	"encoding/binary"
	"slices"
	"strconv"
	"strings"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/relay"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/message"
	"github.com/patgraph/patgraph/patterns/relation"
	"github.com/patgraph/patgraph/unify"
)

// Generalisation: on request, the users of a definition decide its undecided parts. The signature gets type parameters
// for the undecided classes, and the waiting relations become its where. The engine keeps both in the signature; this
// file names them.

// A naming has the names of the undecided parts of a signature.
type naming struct {
	names   map[int32]string // by node of the signature
	params  []string         // in order, with their kinds
	clauses []string
}

// An opening is a part of a signature with its kind.
type opening struct {
	at   message.Place
	kind role
	hint string // a name for it, if it is undecided
}

// A namer names the undecided parts of a signature.
type namer struct {
	p      *program
	given  naming
	taken  map[string]bool
	seen   map[message.Place]bool
	tuples []message.Place // open tuples with known fields, in the order of their names
	next   int
}

// namingOf names the undecided parts of a definition's signature, in time linear in the signature. Results are cached.
func (p *program) namingOf(s *patterns.Scheme, out, d int32) *naming {
	return patterns.Remember(&p.namings, signatureKey{s, out}, func() *naming { return p.newNaming(s, out, d) })
}

func (p *program) newNaming(s *patterns.Scheme, out, d int32) *naming {
	n := &namer{
		p: p, given: naming{names: make(map[int32]string)},
		taken: make(map[string]bool), seen: make(map[message.Place]bool),
	}
	for i := range p.tree.Decls {
		if k := p.tree.Decls[i].Kind; k == relay.DeclType || k == relay.DeclExtern {
			n.taken[p.tree.NameOf(&p.tree.Decls[i])] = true
		}
	}
	for _, param := range p.paramsOf(p.rootOf(d)) {
		n.taken[p.tree.Syms.Text(p.tree.Nodes[param].Sym)] = true
	}
	n.visit(opening{at: message.Place{Scheme: s, Node: out}, kind: typed})
	n.where(s, p.Solver.Sharing(d))
	return &n.given
}

// visit names the undecided parts of a type in the order in which the type is printed.
func (n *namer) visit(from opening) {
	for stack := []opening{from}; len(stack) > 0; {
		x := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if n.seen[x.at] || x.at.Scheme == nil || x.at.Scheme.Parameter(x.at.Node) != unify.NoConstructor {
			continue
		}
		n.seen[x.at] = true
		f, fields := n.p.WhatIs(x.at)
		c := f.Constructor()
		switch {
		case f.Dynamic() || f.IsType():
			continue
		case c == unify.NoConstructor && !(f.Closed() && f.IsProduct()):
			n.name(x)
			if len(fields) > 0 {
				n.tuples = append(n.tuples, x.at)
			}
			continue
		}
		labels := n.p.Types.Heads().Parts(max(c, 0))
		if c == unify.NoConstructor {
			for _, x := range fields {
				labels = append(labels, x.Label)
			}
			slices.SortFunc(labels, n.p.CompareLabels)
		}
		hints := n.hints(c)
		for i, l := range slices.Backward(labels) {
			k := slices.IndexFunc(fields, func(f unify.HeadField) bool { return f.Label == l })
			if k < 0 {
				continue
			}
			part := opening{at: n.p.Part(x.at, fields[k]), kind: n.p.roleOfPart(c, l)}
			if part.kind == typed && i < len(hints) {
				part.hint = hints[i]
			}
			stack = append(stack, part)
		}
	}
}

// hints returns the names of the type parameters of a declared type.
func (n *namer) hints(c unify.Constructor) (names []string) {
	for decl, of := range n.p.data {
		if of == c {
			for _, param := range n.p.typeParams(decl) {
				names = append(names, n.p.tree.Syms.Text(n.p.tree.Nodes[param].Sym))
			}
		}
	}
	return names
}

// name names a part after the parameter of the declared type whose argument it is, or by the next free letter.
func (n *namer) name(x opening) {
	name := x.hint
	for name == "" || n.taken[name] {
		name = string(rune('a' + n.next%26))
		if n.next >= 26 {
			name += strconv.Itoa(n.next / 26)
		}
		n.next++
	}
	n.taken[name] = true
	n.given.names[x.at.Node] = name
	if x.kind != typed {
		name += ": " + kindNames[x.kind]
	}
	n.given.params = append(n.given.params, name)
}

// where adds the clauses for the fields of open tuples and for the waiting relations. A shared signature is part of the
// larger graph of a recursive group; it gets only the relations that concern it.
func (n *namer) where(s *patterns.Scheme, shared bool) {
	relations := slices.Clone(s.Graph.Relations())
	next := 0
	for again := true; again; {
		again = false
		for ; next < len(n.tuples); next++ {
			at := n.tuples[next]
			_, fields := n.p.WhatIs(at)
			slices.SortFunc(fields, func(x, y unify.HeadField) int { return n.p.CompareLabels(x.Label, y.Label) })
			for _, x := range fields {
				part := n.p.Part(at, x)
				n.visit(opening{at: part, kind: typed})
				args := []string{n.given.names[at.Node], n.p.Labels.Text(x.Label), n.printNamed(part)}
				n.given.clauses = append(n.given.clauses, "TupleGetItem("+strings.Join(args, ", ")+")")
			}
		}
		rest := relations[:0]
		for _, a := range relations {
			rule, ok := a.Relation.(*relation.Rule)
			if !ok || rule.Early() >= 0 {
				continue
			}
			if shared && !n.concerns(s, a) {
				rest = append(rest, a)
				continue
			}
			var args []string
			for _, arg := range a.Args {
				at := message.Place{Scheme: s, Node: int32(arg)}
				n.visit(opening{at: at, kind: typed})
				args = append(args, n.printNamed(at))
			}
			args = append(args, attributesText(rule)...)
			n.given.clauses = append(n.given.clauses, rule.Relation().Name+"("+strings.Join(args, ", ")+")")
			again = true
		}
		relations = rest
	}
}

// concerns reports whether an argument of a relation contains a named part.
func (n *namer) concerns(s *patterns.Scheme, a unify.Application) bool {
	seen := make(map[int32]bool)
	for _, arg := range a.Args {
		for stack := []int32{int32(arg)}; len(stack) > 0; {
			at := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			if _, named := n.given.names[at]; named || s.Parameter(at) != unify.NoConstructor {
				return true
			}
			for _, e := range s.Graph.Edges(at) {
				if to := int32(e.To); !seen[to] {
					seen[to] = true
					stack = append(stack, to)
				}
			}
		}
	}
	return false
}

// printNamed prints a part of the signature with its names.
func (n *namer) printNamed(at message.Place) string {
	before := n.p.using
	defer func() { n.p.using = before }()
	n.p.using = &n.given
	return n.p.Spell(at, 0)
}

// attributesText prints the attributes of a relation that differ from their defaults, as programs write them.
func attributesText(r *relation.Rule) (list []string) {
	for i, v := range r.Attributes() {
		a := &r.Relation().Attrs[i]
		if a.Required() || v.String() != a.Value().String() {
			list = append(list, a.Name+"="+valueText(v))
		}
	}
	return list
}

// valueText prints the value of an attribute as programs write it.
func valueText(v relation.Value) string {
	switch v.Form {
	case relation.BoolForm:
		if v.Num != 0 {
			return "True"
		}
		return "False"
	case relation.NoneForm, 0:
		return "None"
	case relation.FloatForm:
		return v.String() + "f"
	case relation.AtomForm:
		return strconv.Quote(v.Text)
	case relation.IntForm, relation.TextForm:
		return v.String()
	}
	list := make([]string, len(v.List))
	for i, x := range v.List {
		list[i] = valueText(x)
	}
	return "[" + strings.Join(list, ", ") + "]"
}

// openName returns the name of an undecided part of a type, or "_".
func (p *program) openName(at message.Place) string {
	if !p.options.Generalize || p.Solver == nil || at.Head != unify.NoHead {
		return "_"
	}
	if p.using != nil {
		if name, ok := p.using.names[at.Node]; ok && at.Scheme != nil {
			return name
		}
		return "_"
	}
	if p.called == nil {
		p.called = make(map[unify.Node]string)
		for d := range int32(len(p.Defs)) {
			x := p.Solver.Derivation(d)
			if !x.Derived || p.Defs[d].Root < 0 || len(p.Solver.Conflicts(d)) > 0 {
				continue
			}
			v := p.Solver.View(d)
			for node, name := range p.namingOf(v.Scheme, v.Out, d).names {
				if class := p.Graph.Find(v.Scheme.Anchor[node]); p.called[class] == "" {
					p.called[class] = name
				}
			}
		}
	}
	n := unify.Node(at.Node)
	if at.Scheme != nil {
		n = at.Scheme.Anchor[at.Node]
	}
	if n >= 0 && int(n) < p.Graph.Len() {
		if name, ok := p.called[p.Graph.Find(n)]; ok {
			return name
		}
	}
	return "_"
}

// isGeneral reports whether the users of a definition can decide a component: the definition's type contains a part of
// it. An expression has no users, so it can only have components without waiting relations.
func (x *undecided) isGeneral(part component) bool {
	if x.unreadOf(part) >= 0 || !slices.ContainsFunc(part.holes, func(n unify.Node) bool { return x.root[n] }) {
		return false
	}
	decl, ok := x.p.declOf[x.p.rootOf(x.d)]
	return ok && (x.p.tree.Decls[decl].Kind != relay.DeclExpr || len(part.waits) == 0)
}

// mostCallees bounds the chain of callees through which a relation is traced.
const mostCallees = 3

// withinCallee shows where a callee states a relation that does not hold at the call.
func (p *program) withinCallee(dg *lang.Diagnostic, in *unify.Instance) {
	for range mostCallees {
		u := p.Solver.UseOf(in.Use)
		if u.Callee < 0 {
			return
		}
		own := p.statedIn(u, in)
		if own == nil {
			return
		}
		site := own.Reason.Site
		dg.Relate(p.Span(site), "`%s` asks for it, in `%s`", p.operatorName(relay.NodeID(site)), p.DefName(u.Callee))
		if in = own; in.Use < 0 {
			return
		}
	}
}

// statedIn returns the waiting instance in a callee from which a use copied an instance, or nil if the graph does not
// contain it any more.
func (p *program) statedIn(u *patterns.Use, in *unify.Instance) *unify.Instance {
	if !p.Solver.Derivation(u.Callee).Derived {
		return nil
	}
	from, to := p.Solver.Relations(u.Callee)
	for i := from; i < to; i++ {
		own := p.Graph.InstanceOf(i)
		rule := ruleOf(own)
		if rule == nil || own.State != unify.Waits || rule.Key() != ruleOf(in).Key() {
			continue
		}
		same := true
		for k, n := range own.Args[:rule.Relation().Arity] {
			scheme := int(in.Args[k] - u.Base)
			same = same && scheme >= 0 && scheme < len(u.Scheme.Anchor) &&
				p.Graph.Find(u.Scheme.Anchor[scheme]) == p.Graph.Find(n)
		}
		if same {
			return own
		}
	}
	return nil
}

// instanceOf returns the arguments of a relation that came with a signature, by its reason.
func (p *program) instanceOf(d int32, r unify.Reason) []unify.Node {
	from, to := p.Solver.Relations(d)
	for i := from; i < to; i++ {
		if in := p.Graph.InstanceOf(i); in.Reason == r && in.Use >= 0 {
			return in.Args
		}
	}
	return nil
}

// dispensed removes from some waiting instances those that only require tensors, if other instances require the same.
func (p *program) dispensed(waiting []int32) []int32 {
	tensor := make(map[unify.Node]bool)
	onlySays := func(in *unify.Instance) bool {
		rule := ruleOf(in)
		return rule != nil && rule.Early() < 0 && rule.Relation().OnlyForms("Tensor")
	}
	for _, i := range waiting {
		in := p.Graph.InstanceOf(i)
		if rule := ruleOf(in); rule != nil && rule.Early() < 0 && !onlySays(in) {
			for k, sure := range rule.Relation().Sure("Tensor") {
				if sure {
					tensor[p.Graph.Find(in.Args[k])] = true
				}
			}
		}
	}
	return slices.DeleteFunc(waiting, func(i int32) bool {
		in := p.Graph.InstanceOf(i)
		if !onlySays(in) {
			return false
		}
		for _, n := range in.Args {
			if !tensor[p.Graph.Find(n)] {
				return false
			}
		}
		return true
	})
}

// A congruent instance states that a relation has equal results for equal arguments. Its arguments are those of two
// instances, one after the other.
type congruent struct {
	*relation.Rule
	args int
}

func (c *congruent) Key() string { return c.Rule.Key() + " again" }

func (c *congruent) Run(v *unify.View) unify.Outcome {
	for i := range c.args - 1 {
		if x, y := v.Arg(i), v.Arg(c.args+i); !v.Same(x, y) {
			v.Wait(x, y)
			return unify.Outcome{State: unify.Waits}
		}
	}
	v.Equate(v.Arg(c.args-1), v.Arg(2*c.args-1))
	return unify.Outcome{State: unify.Fires}
}

// congruent unites the results of waiting operators with the same arguments, so that a signature has each condition
// once, and reports whether there were any. Relations with dynamic results are excluded, since each use has its own.
func (b body) congruent() (some bool) {
	from, to := int32(b.p.Graph.Instances()), int32(b.p.Graph.Instances())
	for i := range b.p.calls[b.d] {
		from = min(from, b.p.calls[b.d][i].first)
	}
	first := make(map[string]*unify.Instance)
	for i := from; i < to; i++ {
		in := b.p.Graph.InstanceOf(i)
		rule := ruleOf(in)
		if _, again := in.Relation.(*congruent); again || rule == nil || in.State != unify.Waits {
			continue
		}
		if rule.Early() >= 0 || rule.Relation().Marks() {
			continue
		}
		n := rule.Relation().Arity
		key := []byte(rule.Key())
		for _, arg := range in.Args[:n-1] {
			key = binary.AppendVarint(append(key, 0), int64(b.p.Graph.Find(arg)))
		}
		was, ok := first[string(key)]
		switch {
		case !ok:
			own := *in
			first[string(key)] = &own
		case b.p.Graph.Find(was.Args[n-1]) != b.p.Graph.Find(in.Args[n-1]):
			args := slices.Concat(was.Args[:n], in.Args[:n])
			b.p.Graph.Relate(&congruent{rule, n}, by(byAgain, relay.NodeID(in.Reason.Site)), args...)
			b.p.Graph.Solve()
			some = true
		}
	}
	return some
}
