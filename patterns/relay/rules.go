package relay

import (
	"slices"

	"github.com/patgraph/patgraph/lang/relay"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/relation"
	"github.com/patgraph/patgraph/unify"
)

// The typing rules. Each has one part.
const (
	byType         uint8 = iota // a node of a written type has this type
	byParameter                 // a use of a type parameter equals its declaration
	byRigid                     // a type parameter is rigid where it is declared
	byLiteral                   //
	byUse                       // a use of a variable equals its binding
	byAnnotation                // a variable has its annotated type
	byLet                       // a variable equals the value bound to it
	byResult                    // a body has the written result type
	byFunction                  //
	byCall                      // a callee is a function of the call's arguments
	byArgument                  // an argument equals the function's parameter
	byTuple                     //
	byField                     // e.0 reads a tuple with this field
	byTruth                     // the condition of an if expects a truth value
	byCondition                 // a condition equals what its if expects
	byBranches                  // branches of an if agree
	byPattern                   // a pattern equals the matched value
	byTuplePattern              //
	byConstructor               // a constructor pattern has the constructor's type
	byClauses                   // clauses of a match agree
	byReference                 // ref
	byRead                      // ref_read
	byWrite                     // ref_write
	byWritten                   // a written value equals the content of the reference
	byOperator                  // a relation holds for the arguments and the result of an operator
	byDefault                   // a finally clause of a relation decides what nothing else does
	byGlobal                    // a use of a global has its definition's type
	byName                      // a use of a constructor has its declared type
	byWhere                     // a relation that a definition assumes holds where it is used
	byTypeArgument              // a type argument equals the instance of its parameter
	byUnknown                   // each use has its own instances of dynamic sizes
	byInstance                  // each use of a function with type parameters is its own instance
	byAgain                     // an operator has equal results for equal arguments
	byEnd                       // a block equals its last expression, an if its branches
)

// A body is a definition that is being derived.
type body struct {
	p *program
	d int32
}

func (b body) of(id relay.NodeID) unify.Node {
	_, out := b.p.Opened(b.d, int32(id))
	return out
}

// slot returns the node of the type that a callee expects of an argument.
func (b body) slot(id relay.NodeID) unify.Node {
	in, _ := b.p.Opened(b.d, int32(id))
	return in
}

func by(rule uint8, id relay.NodeID) unify.Reason { return unify.Reason{Rule: rule, Site: int32(id)} }

// Derive states the constraints of a definition, parts before wholes.
func (p *program) Derive(d int32) {
	b := body{p, d}
	of := b.of
	p.calls[d], p.vague = p.calls[d][:0], p.vague[:0]
	for e := relay.NodeID(p.Defs[d].First); e <= relay.NodeID(p.Defs[d].Root) && !p.Graph.Exceeded(); e++ {
		p.watch.Step()
		if fn, ok := p.opens[e]; ok {
			b.stateHeader(fn)
		}
		switch r := p.roles[e]; {
		case r >= typed:
			p.stateType(p, of, e)
		case r == expression:
			b.expression(e)
		case r == pattern:
			b.pattern(e)
		case r == binder:
			b.annotated(e)
		case p.tree.Nodes[e].Op == relay.OpTyParam:
			var edges []unify.Edge
			for _, f := range p.fieldsOf(e) {
				edges = append(edges, unify.Edge{Label: f.label, To: b.of(f.is)})
			}
			p.Describe(b.of(e), p.Types.Heads().Built(p.parameter(e)), edges, by(byRigid, e))
		}
		p.Graph.Solve()
	}
	b.defaults()
}

// parameter returns the constructor that represents a type parameter.
func (p *program) parameter(id relay.NodeID) unify.Constructor {
	return patterns.Remember(&p.params, id, func() unify.Constructor {
		var labels []unify.Label
		for _, f := range p.fieldsOf(id) {
			labels = append(labels, f.label)
		}
		c := p.Types.NewParameter(p.tree.Name(id), labels...)
		p.paramOf[c] = id
		return c
	})
}

func (b body) annotated(v relay.NodeID) {
	if a := b.p.annotation(v); a != relay.NoNode {
		b.p.Equal(b.of(v), b.of(a), by(byAnnotation, v))
	}
}

// builds states that a constructor builds a node from its parts.
func (b body) builds(n unify.Node, c unify.Constructor, r unify.Reason, parts ...unify.Node) {
	edges := make([]unify.Edge, 0, 8)
	for i, l := range b.p.Types.Heads().Parts(c) {
		edges = append(edges, unify.Edge{Label: l, To: parts[i]})
	}
	b.p.Describe(n, b.p.Types.Heads().Built(c), edges, r)
}

func (b body) tuple(n unify.Node, fields []relay.NodeID, r unify.Reason) {
	edges := make([]unify.Edge, 0, 8)
	for i, f := range fields {
		edges = append(edges, unify.Edge{Label: b.p.labelAt(&b.p.built.indices, "", i), To: b.of(f)})
	}
	b.p.Describe(n, unify.MakeFlat(unify.Product, true), edges, r)
}

func (b body) expression(e relay.NodeID) {
	t := b.p.tree
	n, kids := &t.Nodes[e], t.Kids(e)
	switch n.Op {
	case relay.OpInt, relay.OpFloat, relay.OpBool:
		b.p.Named(b.of(e), b.p.scalar(relay.DtypeOf(t.Dtype(e))), by(byLiteral, e))
	case relay.OpLocal, relay.OpGraph:
		b.use(e)
	case relay.OpGlobal, relay.OpName:
		if !b.p.silent[e] {
			b.named(e, e)
		}
	case relay.OpTuple:
		b.tuple(b.of(e), kids, by(byTuple, e))
	case relay.OpProject:
		if b.p.target(e) != e {
			b.use(e)
			break
		}
		i, _ := t.Int(kids[1])
		if i >= 0 && i < 1<<16 {
			l := b.p.labelAt(&b.p.built.indices, "", int(i))
			edges := []unify.Edge{{Label: l, To: b.of(e)}}
			b.p.Describe(b.of(kids[0]), unify.MakeFlat(unify.Product, false), edges, by(byField, e))
		}
	case relay.OpCall:
		b.call(e)
	case relay.OpBinary:
		b.operator(e)
	case relay.OpFn:
		b.stateResult(e)
	case relay.OpIf:
		b.p.Named(b.slot(kids[0]), b.p.scalar("bool"), by(byTruth, kids[0]))
		b.p.Equal(b.slot(kids[0]), b.of(kids[0]), by(byCondition, kids[0]))
		b.p.Equal(b.of(e), b.of(kids[1]), by(byEnd, e))
		b.p.Equal(b.of(kids[1]), b.of(kids[2]), by(byBranches, kids[2]))
	case relay.OpMatch:
		first := relay.NoNode
		for _, c := range kids[1:] {
			body := t.Kids(c)[1]
			if first == relay.NoNode {
				first = body
				b.p.Equal(b.of(e), b.of(body), by(byEnd, e))
				continue
			}
			b.p.Equal(b.of(first), b.of(body), by(byClauses, body))
		}
	case relay.OpRef:
		b.builds(b.of(e), b.p.built.ref, by(byReference, e), b.of(kids[0]))
	case relay.OpRefRead:
		if !b.p.marked {
			b.builds(b.of(kids[0]), b.p.built.ref, by(byRead, e), b.of(e))
			break
		}
		content := b.p.Graph.Leaf(int32(e))
		b.builds(b.of(kids[0]), b.p.built.ref, by(byRead, e), content)
		b.p.Equal(b.of(e), b.ownCopy(content, e), by(byRead, e))
	case relay.OpRefWrite:
		b.builds(b.of(kids[0]), b.p.built.ref, by(byWrite, e), b.slot(kids[1]))
		b.p.Equal(b.withoutUnknownSizes(b.slot(kids[1]), kids[1]), b.of(kids[1]), by(byWritten, kids[1]))
		b.p.Named(b.of(e), b.p.built.unit, by(byLiteral, e))
	case relay.OpConstant:
		b.builds(b.of(e), b.p.built.tensor, by(byLiteral, e), b.of(kids[1]), b.of(kids[2]))
	case relay.OpMeta:
		if c, ok := t.Constant(e); ok {
			b.constant(e, c)
		}
	case relay.OpBlock:
		b.p.Equal(b.of(e), b.of(kids[len(kids)-1]), by(byEnd, e))
	case relay.OpLet:
		b.p.Equal(b.of(e), b.of(kids[1]), by(byEnd, e))
		if !b.p.silent[kids[1]] && (t.Nodes[kids[1]].Op != relay.OpFn || b.p.isInstance(kids[1])) {
			b.p.Equal(b.withoutUnknownSizes(b.of(kids[0]), kids[1]), b.of(kids[1]), by(byLet, kids[1]))
		}
	case relay.OpBind:
		if !b.p.silent[kids[0]] {
			b.p.Equal(b.of(e), b.of(kids[0]), by(byEnd, e))
		}
	}
}

// constant states the type of a constant in the metadata.
func (b body) constant(e relay.NodeID, c relay.Constant) {
	r := by(byLiteral, e)
	if len(c.Shape) == 0 {
		b.p.Named(b.of(e), b.p.scalar(relay.DtypeOf(c.Dtype)), r)
		return
	}
	part := func(c unify.Constructor, sizes ...unify.Node) unify.Node {
		n := b.p.Graph.Leaf(int32(e))
		b.builds(n, c, r, sizes...)
		return n
	}
	var sizes []unify.Node
	for _, size := range c.Shape {
		sizes = append(sizes, part(b.p.Types.Number(size)))
	}
	shape := part(b.p.binding.ListOf(len(sizes)), sizes...)
	b.builds(b.of(e), b.p.built.tensor, r, shape, part(b.p.Types.Constructor(relay.DtypeOf(c.Dtype))))
}

// use states the type of a use of a variable.
func (b body) use(e relay.NodeID) {
	to := b.p.target(e)
	if to == e && b.p.names.Meaning[e] != relay.MeansVariable || b.p.silent[e] {
		return
	}
	v := relay.NodeID(b.p.names.At[e])
	switch {
	case to == e:
		b.p.Equal(b.of(e), b.ownCopy(b.of(v), e), by(byUse, e))
	case b.p.tree.Nodes[to].Op != relay.OpFn:
		b.named(e, to)
	case e > to || b.p.isWritten(to):
		n, ok := b.p.general[to]
		if !ok {
			n = b.of(to)
		}
		b.p.Equal(b.of(e), b.instantiated(n, to, e), by(byInstance, e))
	default: // a recursive use within the function
		b.p.Equal(b.of(e), b.of(v), by(byUse, e))
	}
}

// named states the type of a use of a global, a constructor or an operator, which name refers to directly or through an
// alias.
func (b body) named(e, name relay.NodeID) {
	switch at := b.p.names.At[name]; b.p.names.Meaning[name] {
	case relay.MeansGlobal:
		b.global(e, at)
	case relay.MeansConstructor:
		roots, ok := b.p.Solver.Instantiate(b.p.constructor(relay.NodeID(at)), -1-int32(name), int32(e), b.slot(e), b.of(e))
		if ok {
			b.p.Equal(b.of(e), roots[1], by(byName, e))
			b.constructs(e, relay.NodeID(at))
		}
	case relay.MeansOperator:
		if at >= 0 {
			b.global(e, at)
		} else {
			b.asValue(e, b.p.operatorNamed(b.p.tree.Syms.Text(b.p.tree.Nodes[name].Sym)))
		}
	}
}

// constructs states the type arguments of a constructor.
func (b body) constructs(e, con relay.NodeID) {
	types := b.p.typeArguments(e)
	if len(types) == 0 {
		return
	}
	data := b.p.parents[con]
	var parts, takes []unify.Node
	for i := range b.p.paramsOf(data) {
		parts = append(parts, b.p.Graph.Leaf(int32(e)))
		if i < len(types) {
			b.p.Equal(parts[i], b.withoutUnknownSizes(b.of(types[i]), types[i]), by(byTypeArgument, types[i]))
		}
	}
	gives := b.of(e)
	if fields := b.p.fields(con); len(fields) > 0 {
		gives = b.p.Graph.Leaf(int32(e))
		for range fields {
			takes = append(takes, b.p.Graph.Leaf(int32(e)))
		}
		b.builds(b.of(e), b.p.function(len(fields)), by(byName, e), append(takes, gives)...)
	}
	b.builds(gives, b.p.dataOf(b.p.declOf[data]), by(byName, e), parts...)
}

func (b body) global(e relay.NodeID, decl int32) {
	d := b.p.def[decl]
	if d < 0 {
		return
	}
	var roots []unify.Node
	var ok bool
	fn := b.p.rootOf(d)
	if !b.p.apart[int32(e)] {
		from := b.p.Graph.Instances()
		roots, ok = b.p.Solver.Use(d, int32(e), b.slot(e), b.of(e))
		b.inherit(e, from)
	}
	if !ok && fn >= 0 && b.p.isWritten(fn) {
		// Within its recursive group, or if its body has an error, the written signature is used.
		roots, ok = b.p.Solver.Instantiate(b.p.signature(fn), -1-int32(fn), int32(e), b.slot(e), b.of(e))
	}
	if !ok {
		return
	}
	own := b.of(e)
	if b.p.marked {
		own = b.p.Graph.Leaf(int32(e)) // the use below gets its own instances of dynamic sizes
	}
	b.p.Refer(int32(e), []unify.Node{b.slot(e), own}, roots)
	if b.p.marked {
		b.p.Equal(b.of(e), b.ownCopy(own, e), by(byUnknown, e))
	}
	types := b.p.typeArguments(e)
	if len(types) == 0 && len(b.p.clauses(fn)) == 0 {
		return
	}
	s := b.instance(e, fn)
	for i, param := range b.p.paramsOf(fn) {
		if i < len(types) {
			b.p.Equal(s.of(param), b.withoutUnknownSizes(b.of(types[i]), types[i]), by(byTypeArgument, types[i]))
		}
	}
	b.obligations(e, fn, s)
}

// typeArguments returns the type arguments of the call of a callee.
func (p *front) typeArguments(e relay.NodeID) []relay.NodeID {
	up := p.parents[e]
	if !p.tree.Is(up, relay.OpCall) || p.tree.Kids(up)[0] != e || p.tree.Kids(up)[1] == relay.NoNode {
		return nil
	}
	return p.tree.Kids(p.tree.Kids(up)[1])
}

// Refer unites a reference with the definition that it refers to.
func (p *program) Refer(site int32, own, roots []unify.Node) {
	p.Equal(own[1], roots[1], unify.Reason{Rule: byGlobal, Site: site})
	p.Graph.Solve()
}

// stateHeader states the type of a function before its body, as far as it is written, since the body may call the
// function.
func (b body) stateHeader(e relay.NodeID) {
	kids := b.p.tree.Kids(e)
	result, last := kids[2], kids[len(kids)-1]
	var parts []unify.Node
	for _, v := range b.p.variables(e) {
		parts = append(parts, b.of(v))
	}
	gives := b.of(last)
	if result != relay.NoNode {
		gives = b.of(result)
	}
	n := b.of(e)
	if b.p.isInstance(e) {
		// The expression is one instance of the function; general is its type for all instances.
		n = b.p.Graph.Leaf(int32(e))
		b.p.general[e] = n
	} else if up := b.p.parents[e]; b.p.tree.Is(up, relay.OpLet) && !b.p.silent[e] {
		b.p.Equal(b.of(b.p.tree.Kids(up)[0]), n, by(byLet, e))
	}
	b.builds(n, b.p.function(len(parts)), by(byFunction, e), append(parts, gives)...)
	b.p.Graph.Solve()
}

// stateResult states the type of a function after its body.
func (b body) stateResult(e relay.NodeID) {
	kids := b.p.tree.Kids(e)
	if result, last := kids[2], kids[len(kids)-1]; result != relay.NoNode {
		b.p.Equal(b.withoutUnknownSizes(b.of(result), b.p.end(last)), b.of(last), by(byResult, b.p.end(last)))
	}
	if b.p.isInstance(e) {
		b.p.Equal(b.of(e), b.instantiated(b.p.general[e], e, e), by(byInstance, e))
	}
}

// isInstance reports whether a function with type parameters is used where it is written. It is not if it is a
// definition, if it is bound to a variable without annotation, or if it is the result of a function without a result
// type.
func (p *front) isInstance(e relay.NodeID) bool {
	up := p.parents[e]
	if p.tree.Nodes[e].Op != relay.OpFn || len(p.paramsOf(e)) == 0 || up == relay.NoNode {
		return false
	}
	switch p.tree.Nodes[up].Op {
	case relay.OpLet:
		return p.annotation(p.tree.Kids(up)[0]) != relay.NoNode
	case relay.OpBind:
		return false
	}
	for p.tree.Nodes[up].Op == relay.OpBlock && p.end(up) == e {
		up = p.parents[up]
	}
	if p.tree.Nodes[up].Op == relay.OpFn {
		kids := p.tree.Kids(up)
		return kids[2] != relay.NoNode || p.end(kids[len(kids)-1]) != e
	}
	return true
}

// end returns the expression that gives the value of a block.
func (p *front) end(e relay.NodeID) relay.NodeID {
	for p.tree.Nodes[e].Op == relay.OpBlock {
		kids := p.tree.Kids(e)
		e = kids[len(kids)-1]
	}
	return e
}

func (b body) pattern(e relay.NodeID) {
	t := b.p.tree
	kids := t.Kids(e)
	switch t.Nodes[e].Op {
	case relay.OpVar:
		b.annotated(e)
	case relay.OpTuplePat:
		b.tuple(b.of(e), kids, by(byTuplePattern, e))
	case relay.OpConPat:
		if b.p.names.Meaning[e] != relay.MeansConstructor || b.p.silent[e] {
			break
		}
		s := b.p.constructor(relay.NodeID(b.p.names.At[e]))
		roots, ok := b.p.Solver.Instantiate(s, -1-int32(e), int32(e), b.slot(e), b.of(e))
		if !ok {
			break
		}
		if len(kids) == 0 {
			b.p.Equal(b.of(e), roots[1], by(byConstructor, e))
			break
		}
		var parts []unify.Node
		for _, kid := range kids {
			parts = append(parts, b.of(kid))
		}
		b.builds(b.slot(e), b.p.function(len(parts)), by(byConstructor, e), append(parts, b.of(e))...)
		b.p.Equal(b.slot(e), roots[1], by(byConstructor, e))
	}
	if clause := b.p.parents[e]; t.Nodes[clause].Op == relay.OpClause {
		b.p.Graph.Solve()
		b.p.Equal(b.of(t.Kids(b.p.parents[clause])[0]), b.of(e), by(byPattern, e))
	}
}

func (b body) call(e relay.NodeID) {
	t := b.p.tree
	kids := t.Kids(e)
	if b.p.silent[e] {
		return
	}
	if b.p.isOperator(b.p.target(kids[0])) {
		b.operator(e)
		return
	}
	args := b.p.arguments(e)
	if con, ok := b.p.constructorAt(kids[0]); ok && len(args) == 0 && len(b.p.fields(con)) == 0 {
		b.p.Equal(b.of(e), b.of(kids[0]), by(byEnd, e))
		return
	}
	var parts []unify.Node
	for _, a := range args {
		parts = append(parts, b.slot(a))
	}
	b.builds(b.of(kids[0]), b.p.function(len(args)), by(byCall, e), append(parts, b.of(e))...)
	for i, a := range args { // before any argument is united: the dynamic sizes of one affect the types of the others
		parts[i] = b.withoutUnknownSizes(b.slot(a), a)
	}
	for i, a := range args {
		b.p.Equal(parts[i], b.of(a), by(byArgument, a))
	}
}

// arguments returns the arguments of a call or operation without its attributes.
func (p *front) arguments(e relay.NodeID) []relay.NodeID {
	kids := p.tree.Kids(e)
	switch p.tree.Nodes[e].Op {
	case relay.OpBinary:
		return kids
	case relay.OpCall:
	default:
		return nil
	}
	var list []relay.NodeID
	for _, kid := range kids[2:] {
		if p.tree.Nodes[kid].Op != relay.OpAttr && !p.isMetaAttrs(kid) {
			list = append(list, kid)
		}
	}
	return list
}

// constructorAt returns the constructor that an expression or a pattern names.
func (p *front) constructorAt(e relay.NodeID) (con relay.NodeID, ok bool) {
	to := p.target(e)
	if p.names.Meaning[to] != relay.MeansConstructor {
		return relay.NoNode, false
	}
	return relay.NodeID(p.names.At[to]), true
}

// isOperator reports whether a node names a built-in operator.
func (p *front) isOperator(e relay.NodeID) bool {
	return p.tree.Nodes[e].Op == relay.OpName && p.names.Meaning[e] == relay.MeansOperator && p.names.At[e] < 0
}

// operator states the relation of an operator.
func (b body) operator(e relay.NodeID) {
	u, ok := b.p.uses[e]
	if !ok {
		return // its attributes or the number of its arguments are wrong, which is reported
	}
	var args []unify.Node
	for i, a := range b.p.arguments(e) {
		n := b.of(a)
		if b.p.marked && u.operator.Of().Decides(i, u.attrs) {
			n = b.withoutUnknownSizes(n, a) // the dynamic sizes of a weight must not spread to the data
		}
		args = append(args, n)
	}
	for i, t := range b.p.typeArguments(b.p.tree.Kids(e)[0]) {
		b.p.Equal(append(args, b.of(e))[i], b.withoutUnknownSizes(b.of(t), t), by(byTypeArgument, t))
	}
	b.relate(e, u.operator, u.attrs, append(args, b.of(e)))
}

// asValue states the type of an operator that is not called: a function.
func (b body) asValue(e relay.NodeID, o *relation.Operator) {
	attrs, wrong := o.Attributes(nil)
	if len(wrong) > 0 {
		return
	}
	var parts []unify.Node
	for range len(o.Inputs()) + 1 {
		parts = append(parts, b.p.Graph.Leaf(int32(e)))
	}
	b.builds(b.of(e), b.p.function(len(o.Inputs())), by(byFunction, e), parts...)
	b.relate(e, o, attrs, parts)
}

func (b body) relate(e relay.NodeID, o *relation.Operator, attrs []relation.Value, args []unify.Node) {
	if r := by(byOperator, e); b.p.LeavesOut(r, unify.None) {
		return
	}
	first := int32(b.p.Graph.Instances())
	b.state(o.Of(), attrs, by(byOperator, e), args)
	b.p.calls[b.d] = append(b.p.calls[b.d], stated{e, o.Of(), attrs, args, first})
}

// state states a relation. The definition's where may assume that it holds.
func (b body) state(of *relation.Relation, attrs []relation.Value, r unify.Reason, args []unify.Node) {
	assumptions := b.assumptions(of, attrs)
	for i, rule := range b.p.binding.Rules(of, attrs) {
		if i == 0 && len(assumptions) > 0 {
			b.p.Graph.Relate(&assumed{rule, len(args)}, r, slices.Concat(args, assumptions)...)
			continue
		}
		b.p.Graph.Relate(rule, r, args...)
	}
}

// defaults states the finally clauses of relations for what nothing else decides, until none is left.
func (b body) defaults() {
	type late struct{ call, at int }
	stated := make(map[late]bool) // once suffices: two undecided parts stay undecided when they are united
	for again := true; again && !b.p.Graph.Exceeded(); {
		again = false
		v := b.p.binding.Over(b.p.Graph)
		var list []late
		for k, c := range b.p.calls[b.d] {
			of := c.of
			for i := range of.Late {
				x := late{k, len(of.Early) + i}
				if !stated[x] && b.p.machine.Idle(v, of, x.at, v.Numbers(c.args), c.attrs) {
					list = append(list, x)
				}
			}
		}
		for _, x := range list {
			c := b.p.calls[b.d][x.call]
			use, rule := b.p.Graph.InstanceOf(c.first).Use, b.p.binding.Rule(c.of, x.at, c.attrs)
			b.p.Graph.RelateIn(use, rule, by(byDefault, c.site), c.args...)
			stated[x], again = true, true
		}
		b.p.Graph.Solve()
		if again {
			continue
		}
		for _, x := range b.p.vague {
			f := b.p.Graph.Flat(b.p.Graph.Find(x.node))
			if f.Constructor() == unify.NoConstructor && !f.IsType() && !f.Dynamic() {
				b.p.Describe(x.node, unify.Open|unify.Dynamic, nil, x.reason)
				again = true
			}
		}
		b.p.vague = b.p.vague[:0]
		b.p.Graph.Solve()
		again = again || b.p.options.Generalize && b.congruent()
	}
}

// A vague size is dynamic unless another constraint decides it.
type vague struct {
	node   unify.Node
	reason unify.Reason
}

var _ patterns.Bodies = (*program)(nil)
