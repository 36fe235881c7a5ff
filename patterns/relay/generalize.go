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

// What nothing decides in a definition is for its users to decide, if that is asked for: its signature has type
// parameters for what is open in it, and the relations that wait as its where. The engine keeps both in the
// signature; here they get names.

// A naming is what the open parts of a signature are called.
type naming struct {
	names   map[int32]string // by node of the signature
	params  []string         // in order, with their kinds
	clauses []string
}

// An opening is a part of a signature, and what kind of thing stands there.
type opening struct {
	at   message.Place
	kind role
	hint string // a name for it, if it is open
}

// namer gives names to what is open in a signature.
type namer struct {
	p      *program
	given  naming
	taken  map[string]bool
	seen   map[message.Place]bool
	tuples []message.Place // open ones of which fields are known, in the order of their names
	next   int
}

// namingOf names what is open in the signature of a definition. It costs the size of the signature.
func (p *program) namingOf(s *patterns.Scheme, out, d int32) *naming {
	key := signatureKey{s, out}
	if n, ok := p.namings[key]; ok {
		return n
	}
	n := &namer{p: p, given: naming{names: make(map[int32]string)}, taken: make(map[string]bool), seen: make(map[message.Place]bool)}
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
	if p.namings == nil {
		p.namings = make(map[signatureKey]*naming)
	}
	p.namings[key] = &n.given
	return &n.given
}

// visit names what is open in a type, in the order in which it is spelt.
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
			part := opening{at: n.p.Part(x.at, fields[k]), kind: typed}
			switch {
			case c == n.p.built.tensor && l == n.p.built.shape:
				part.kind = shaped
			case c == n.p.built.tensor:
				part.kind = element
			case c != unify.NoConstructor && c == n.p.binding.ListOf(len(labels)):
				part.kind = dimension
			case i < len(hints):
				part.hint = hints[i]
			}
			stack = append(stack, part)
		}
	}
}

// hints are the names of the type parameters of a declared type.
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

// name gives a part its name: that of the parameter of a declared type that it stands for, else the next letter.
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

// where spells the fields that open tuples have, and the relations that wait. A signature may be a part of a
// larger one, of definitions that use each other: then only what has to do with it is its own.
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
				n.given.clauses = append(n.given.clauses, "TupleGetItem("+n.given.names[at.Node]+", "+n.p.Labels.Text(x.Label)+", "+n.spelt(part)+")")
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
				args = append(args, n.spelt(at))
			}
			n.given.clauses = append(n.given.clauses, rule.Relation().Name+"("+strings.Join(append(args, attributesText(rule)...), ", ")+")")
			again = true
		}
		relations = rest
	}
}

// concerns reports whether a relation is about something that has a name.
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

// spelt is a part of the signature with the names.
func (n *namer) spelt(at message.Place) string {
	before := n.p.using
	defer func() { n.p.using = before }()
	n.p.using = &n.given
	return n.p.Spell(at, 0)
}

// attributesText are the attributes of a relation that are not what they are by themselves, as programs write
// them.
func attributesText(r *relation.Rule) (list []string) {
	for i, v := range r.Attributes() {
		a := &r.Relation().Attrs[i]
		if a.Required() || v.String() != a.Value().String() {
			list = append(list, a.Name+"="+valueText(v))
		}
	}
	return list
}

// valueText is the value of an attribute as programs write it.
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

// openName is what an open part of a type is called, or "_".
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

// isGeneral reports whether what hangs together is for the users of a definition to decide: something in it is
// in the type of the definition. Nobody uses an expression, and what is not in the type of a definition nobody
// who uses it can decide.
func (x *open) isGeneral(part component) bool {
	if x.unreadOf(part) >= 0 || !slices.ContainsFunc(part.holes, func(n unify.Node) bool { return x.root[n] }) {
		return false
	}
	decl, ok := x.p.declOf[x.p.rootOf(x.d)]
	return ok && (x.p.tree.Decls[decl].Kind != relay.DeclExpr || len(part.waits) == 0)
}

// mostCallees is through how many definitions it is reported where a relation comes from.
const mostCallees = 3

// withinCallee shows where in what is called a relation is stated that does not hold at the call.
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
		dg.Related = append(dg.Related, lang.Related{Span: p.Span(site), Message: lang.Say("`%s` asks for it, in `%s`", p.operatorName(relay.NodeID(site)), p.DefName(u.Callee))})
		if in = own; in.Use < 0 {
			return
		}
	}
}

// statedIn is the instance of a relation in what is used that waits there and came along with the use; nil where
// that is not in the graph any more.
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
			same = same && scheme >= 0 && scheme < len(u.Scheme.Anchor) && p.Graph.Find(u.Scheme.Anchor[scheme]) == p.Graph.Find(n)
		}
		if same {
			return own
		}
	}
	return nil
}

// instanceOf is what a relation that came along with a signature is about, by its reason.
func (p *program) instanceOf(d int32, r unify.Reason) []unify.Node {
	from, to := p.Solver.Relations(d)
	for i := from; i < to; i++ {
		if in := p.Graph.InstanceOf(i); in.Reason == r && in.Use >= 0 {
			return in.Args
		}
	}
	return nil
}

// dispensed leaves out of some instances that wait those that only say that something is a tensor where another one
// says so, too.
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

// A congruent instance says that a relation gives one result for the same arguments: those of two instances of it
// stand one behind the other.
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
	v.Tell(v.Arg(c.args-1), v.Arg(2*c.args-1))
	return unify.Outcome{State: unify.Fires}
}

// congruent makes the results one of operators that wait for the same arguments, so that a condition stands once
// in a signature, and says whether there were some. Sizes that are not known are others at each.
func (b body) congruent() (some bool) {
	from, to := int32(b.p.Graph.Instances()), int32(b.p.Graph.Instances())
	for i := range b.p.calls[b.d] {
		from = min(from, b.p.calls[b.d][i].first)
	}
	first := make(map[string]*unify.Instance)
	for i := from; i < to; i++ {
		in := b.p.Graph.InstanceOf(i)
		rule := ruleOf(in)
		if _, again := in.Relation.(*congruent); again || rule == nil || in.State != unify.Waits || rule.Early() >= 0 || rule.Relation().Marks() {
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
			b.p.Graph.Relate(&congruent{rule, n}, by(byAgain, relay.NodeID(in.Reason.Site)), slices.Concat(was.Args[:n], in.Args[:n])...)
			b.p.Graph.Solve()
			some = true
		}
	}
	return some
}
