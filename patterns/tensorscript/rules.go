package tensorscript

import (
	"slices"
	"strconv"

	"github.com/patgraph/patgraph/lang/tensorscript"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/unify"
)

// The rules. Rules with two parts have an equation for the input and one for the output.
const (
	bySize      uint8 = iota // a size is the written one
	byTensor                 // a tensor has the written sizes
	byParameter              // a size parameter is one size within its node
	byRigid                  // and is generalized where it stays undecided
	byHeader                 // weights and a graph have the header of their node
	byEnds                   // a node has the input and output of its header, a weight those of its signature
	byLiteral                //
	byUse                    // a name equals the value that it is bound to
	byLet                    //
	byPipe                   // the output of a stage is the input of the next one
	byArgument               // an argument is an input of the callee
	byOperation              // a relation holds between inputs and output
	bySignature              // a layer has one signature at all its stages
	byHelper                 // a function has the written input and output
	byNode                   // a node as a layer has the input and output of its header
	byView                   // the result of a view has the written sizes
	byResult                 // a body has the declared result of its function
	byUnit                   // a block that ends in a statement has no value
	bySelf                   // self is the node
	byTuple                  //
	byTruth                  // the condition of an if is a truth value, and the operand of `!`
	byCondition              //
	byBranches               // branches of an if agree
	byEnd                    // a block has the value of its last expression, a pipe the value of its last stage
	byDefault                // a relation's default, for undecided sizes
)

// The parts of rules.
const (
	goesIn uint8 = iota
	comesOut
)

// A body is a definition that is being derived.
type body struct {
	p *program
	d int32
}

// of returns the node of an expression, a tensor or a size.
func (b body) of(id tensorscript.NodeID) unify.Node {
	_, out := b.p.Opened(b.d, b.p.siteOf[id])
	return out
}

// into returns the node of the input of a stage.
func (b body) into(id tensorscript.NodeID) unify.Node {
	in, _ := b.p.Opened(b.d, b.p.siteOf[id])
	return in
}

func (p *front) by(rule uint8, id tensorscript.NodeID) unify.Reason {
	return unify.Reason{Rule: rule, Site: p.siteOf[id]}
}

func (p *front) byPart(rule, part uint8, id tensorscript.NodeID) unify.Reason {
	return unify.Reason{Rule: rule, Part: part, Site: p.siteOf[id]}
}

// Derive states the rules, from the parts to the wholes.
func (p *program) Derive(d int32) {
	b := body{p, d}
	p.calls[d], p.params[d] = slices.Grow(p.calls[d][:0], p.stages[d]), make(map[int32]unify.Node)
	def := &p.Defs[d]
	if p.textbook.derives(d) {
		p.textbook.begin(p)
	}
	// State declarations first: other constraints that contradict them are at fault.
	for _, bodies := range [2]bool{false, true} {
		for site := def.First; site < def.Root && !p.Graph.Exceeded(); site++ {
			p.watch.Step()
			switch id := p.nodeOf[site]; p.scoped[id] {
			case sized:
				if !bodies {
					b.size(id)
				}
			case shaped:
				if !bodies {
					b.shape(id)
				}
			case valued, staged:
				if bodies {
					b.expression(id)
				}
			case other:
				b.declared(id, bodies)
			}
			if bodies {
				p.Graph.Solve()
			}
		}
		p.Graph.Solve()
	}
	if header := p.header(d); header != tensorscript.NoNode {
		in, out := p.Opened(d, def.Root)
		ends := p.tree.Kids(header)
		b.p.Equal(in, b.of(ends[0]), unify.Reason{Rule: byEnds, Part: goesIn, Site: def.Root})
		b.p.Equal(out, b.of(ends[1]), unify.Reason{Rule: byEnds, Part: comesOut, Site: def.Root})
	}
	b.p.Graph.Solve()
	if p.textbook.derives(d) {
		p.textbook.generations()
	}
	b.settle()
}

// parameter returns the size parameter with an index in Names.Sizes.
func (b body) parameter(i, site int32) unify.Node {
	i = b.ownOf(i)
	n, ok := b.p.params[b.d][i]
	if !ok {
		n = b.p.Graph.Leaf(site)
		b.p.params[b.d][i] = n
	}
	return n
}

// settle states the defaults of relations for undecided sizes, and generalizes the undecided size parameters, those of
// the node's input first.
func (b body) settle() {
	for _, i := range b.p.paramsOf(b.d) {
		n := b.p.params[b.d][i]
		if f := b.p.Graph.Flat(b.p.Graph.Find(n)); f != unify.Open || b.p.Graph.Exceeded() ||
			!b.p.divided[i] && b.isPictured(n) {
			continue
		}
		site, _ := b.p.Graph.Site(n)
		b.p.Describe(n, b.p.Types.Heads().Built(b.rigid(i)), nil, unify.Reason{Rule: byRigid, Site: site})
		b.p.Graph.Solve()
	}
}

// isPictured reports whether a window waits for a size: an unknown size of a picture is not generalized.
func (b body) isPictured(n unify.Node) bool {
	n = b.p.Graph.Find(n)
	for _, c := range b.p.calls[b.d] {
		if b.p.isDeclared(c.site) {
			continue
		}
		in := b.p.Graph.InstanceOf(c.first)
		waits := func(w unify.Node) bool { return b.p.Graph.Find(w) == n }
		if in.State == unify.Waits && c.operation.isWindow() && slices.ContainsFunc(in.Waits, waits) {
			return true
		}
	}
	return false
}

// isDeclared reports whether a site is the declaration of a layer: it may wait for its input.
func (p *front) isDeclared(site int32) bool {
	return p.tree.Is(p.nodeOf[site], tensorscript.OpWeight)
}

// size states the value of a size.
func (b body) size(id tensorscript.NodeID) {
	if up := b.p.parents[id]; up != tensorscript.NoNode && b.p.scoped[up] == sized && b.p.isSum(up) {
		return // only the value of the whole sum matters
	}
	b.entry(b.of(id), b.p.entryOf(id), b.p.by(bySize, id), b.parameter)
}

// entry states the value of a size that is written or that an alias has; of returns the size parameters.
func (b body) entry(n unify.Node, e entry, r unify.Reason, of func(i, site int32) unify.Node) {
	switch e.kind {
	case aNumber:
		b.p.Describe(n, b.p.Types.Heads().Built(b.p.Types.Number(int64(e.form))), nil, r)
	case aParameter:
		b.p.Equal(n, of(e.param, r.Site), unify.Reason{Rule: byParameter, Site: r.Site})
	case aForm:
		names := b.p.machine.Sizes.Parameters(e.form)
		args := make([]unify.Node, 0, len(names)+1)
		for _, name := range names {
			i, _ := strconv.Atoi(name[1:])
			args = append(args, of(int32(i), r.Site))
		}
		b.p.Graph.Relate(b.p.binding.Form(e.form, names), r, append(args, n)...)
	}
}

// shape states the type of a written tensor: a name, or sizes, in which the names of tensors are expanded.
func (b body) shape(id tensorscript.NodeID) {
	if b.p.tree.Nodes[id].Op == tensorscript.OpName && b.p.names.Meaning[id] == tensorscript.MeansSelf {
		b.p.Describe(b.of(id), b.p.Types.Heads().Built(b.p.module(b.p.names.At[id])), nil, b.p.by(bySelf, id))
		return
	}
	entries, ok := b.p.entriesOf(id)
	if !ok {
		return
	}
	b.tensorOf(b.of(id), id, entries, b.p.by(byTensor, id), b.parameter)
}

// tensorOf states that a node is a tensor of some sizes; of returns the size parameters.
func (b body) tensorOf(
	n unify.Node, id tensorscript.NodeID, entries []entry, r unify.Reason, of func(i, site int32) unify.Node,
) {
	c := b.p.binding.ListOf(len(entries))
	edges := make([]unify.Edge, 0, len(entries))
	for i, e := range entries {
		var to unify.Node
		switch {
		case b.p.siteOf[e.at] >= 0 && b.p.scoped[e.at] == sized && b.p.parents[e.at] == id &&
			b.p.tree.Nodes[id].Op != tensorscript.OpName:
			to = b.of(e.at)
		case e.kind == aParameter:
			to = of(e.param, r.Site)
		default:
			to = b.p.Graph.Leaf(r.Site)
			b.entry(to, e, unify.Reason{Rule: bySize, Site: r.Site}, of)
		}
		edges = append(edges, unify.Edge{Label: b.p.binding.ItemAt(i), To: to})
	}
	b.p.Describe(n, b.p.Types.Heads().Built(c), edges, r)
}

// declared states the declarations of headers, functions and the classes of weights.
func (b body) declared(id tensorscript.NodeID, bodies bool) {
	t := b.p.tree
	if bodies != t.Is(id, tensorscript.OpDef, tensorscript.OpWeight) {
		return
	}
	kids := t.Kids(id)
	switch t.Nodes[id].Op {
	case tensorscript.OpHeader:
		decl := b.p.declAt[id]
		if own := b.p.header(b.d); decl >= 0 && own != id && own != tensorscript.NoNode {
			for i, kid := range kids {
				b.p.Equal(b.of(t.Kids(own)[i]), b.of(kid), b.p.by(byHeader, kid))
			}
		}
	case tensorscript.OpParam:
		is := kids[0]
		if b.p.isFirstOfForward(id) {
			is = t.Kid(b.p.header(b.d), 0)
		}
		if is != tensorscript.NoNode {
			b.p.Equal(b.of(id), b.of(is), b.p.by(byUse, id))
		}
	case tensorscript.OpWeight:
		b.weight(id)
	case tensorscript.OpDef:
		if n, ok := b.givesOf(id); ok {
			b.p.Equal(n, b.of(kids[2]), b.p.by(byResult, b.p.shownAt(kids[2])))
		}
	}
}

// weight states a layer that no stage uses, and a node with a written signature.
func (b body) weight(root tensorscript.NodeID) {
	decl, c := b.p.declAt[root], b.p.callee(root)
	o := b.p.weights[decl]
	if unused := o != nil && b.p.shared[decl] == 0 && !b.p.textbook.derives(b.d); !unused && c.kind != aNode {
		return
	}
	if header := b.p.tree.Kids(root)[0]; header != tensorscript.NoNode {
		ends := b.p.tree.Kids(header)
		b.p.Equal(b.into(root), b.of(ends[0]), b.p.byPart(byEnds, goesIn, ends[0]))
		b.p.Equal(b.of(root), b.of(ends[1]), b.p.byPart(byEnds, comesOut, ends[1]))
	}
	if c.kind != aNode {
		b.operation(root, o, []unify.Node{b.into(root), b.of(root)})
	} else if d := b.p.def[c.decl]; d >= 0 {
		b.network(root, d)
	}
}

// isFirstOfForward reports whether a parameter is the input of a network.
func (p *front) isFirstOfForward(param tensorscript.NodeID) bool {
	params := p.parents[param]
	return p.tree.Kids(params)[0] == param && p.functionName(p.parents[params]) == "forward"
}

// givesOf returns the declared result of a function of the graph.
func (b body) givesOf(def tensorscript.NodeID) (n unify.Node, ok bool) {
	if b.p.functionName(def) == "new" {
		n = b.p.Graph.Leaf(b.p.siteOf[def])
		b.p.Describe(n, b.p.Types.Heads().Built(b.p.module(b.p.decls[b.d][0])), nil, b.p.by(bySelf, def))
		return n, true
	}
	if at := b.p.declaredResult(b.d, def); at != tensorscript.NoNode {
		return b.of(at), true
	}
	return 0, false
}

func (b body) expression(e tensorscript.NodeID) {
	kids := b.p.tree.Kids(e)
	if part := b.p.passes(e); part != tensorscript.NoNode {
		b.p.Equal(b.of(e), b.of(part), b.p.by(byEnd, e))
		return
	}
	switch b.p.tree.Nodes[e].Op {
	case tensorscript.OpInt:
		b.is(e, Int)
	case tensorscript.OpFloat:
		b.is(e, Float)
	case tensorscript.OpBool:
		b.is(e, Bool)
	case tensorscript.OpName:
		if b.p.scoped[e] == staged {
			b.stage(e)
		} else {
			b.use(e)
		}
	case tensorscript.OpCall, tensorscript.OpMethod, tensorscript.OpView:
		b.stage(e)
	case tensorscript.OpTuple:
		var edges []unify.Edge
		for i, kid := range kids {
			edges = append(edges, unify.Edge{Label: b.p.binding.FieldAt(i), To: b.of(kid)})
		}
		b.p.Describe(b.of(e), unify.MakeFlat(unify.Product, true), edges, b.p.by(byTuple, e))
	case tensorscript.OpLet:
		b.p.Equal(b.of(e), b.of(kids[0]), b.p.by(byLet, e))
	case tensorscript.OpBlock:
		b.p.Describe(b.of(e), unify.MakeFlat(unify.Product, true), nil, b.p.by(byUnit, e))
	case tensorscript.OpIf:
		if kids[2] == tensorscript.NoNode {
			return
		}
		b.condition(kids[0])
		b.p.Equal(b.of(e), b.of(kids[1]), b.p.by(byEnd, e))
		b.p.Equal(b.of(kids[1]), b.of(kids[2]), b.p.by(byBranches, b.p.shownAt(kids[2])))
	case tensorscript.OpNot:
		b.condition(kids[0])
		b.is(e, Bool)
	case tensorscript.OpBinary:
		if o := b.p.operator(e); o != nil {
			args := make([]unify.Node, 0, 3)
			for _, kid := range kids {
				args = append(args, b.of(kid))
			}
			b.operation(e, o, append(args, b.of(e)))
		}
	}
}

// condition states that an expression is a truth value.
func (b body) condition(e tensorscript.NodeID) {
	b.p.Describe(b.into(e), b.p.binding.Plain(Bool), nil, b.p.by(byTruth, e))
	b.p.Equal(b.into(e), b.of(e), b.p.by(byCondition, e))
}

// is states that an expression has a type without parts of the vocabulary.
func (b body) is(e tensorscript.NodeID, head int) {
	if t := b.p.textbook; t.derives(b.d) {
		if _, ok := t.variables[b.of(e)]; ok { // as an equation
			n := b.p.Graph.Leaf(b.p.siteOf[e])
			b.p.Describe(n, b.p.binding.Plain(head), nil, b.p.by(byLiteral, e))
			b.p.Equal(b.of(e), n, b.p.by(byLiteral, e))
			return
		}
	}
	b.p.Describe(b.of(e), b.p.binding.Plain(head), nil, b.p.by(byLiteral, e))
}

// use states the value of a name.
func (b body) use(e tensorscript.NodeID) {
	at := b.p.names.At[e]
	switch b.p.names.Meaning[e] {
	case tensorscript.MeansSelf:
		b.p.Describe(b.of(e), b.p.Types.Heads().Built(b.p.module(at)), nil, b.p.by(bySelf, e))
	case tensorscript.MeansDim:
		b.is(e, Int)
	case tensorscript.MeansLet:
		b.p.Equal(b.of(e), b.of(tensorscript.NodeID(at)), b.p.by(byUse, e))
	case tensorscript.MeansParam:
		id := tensorscript.NodeID(at)
		if !b.p.tree.Is(id, tensorscript.OpParam) { // it is not written
			id = b.p.tree.Kid(b.p.header(b.d), 0)
		}
		if id != tensorscript.NoNode {
			b.p.Equal(b.of(e), b.of(id), b.p.by(byUse, e))
		}
	}
}

// stage states a call, in a pipe or by itself.
func (b body) stage(e tensorscript.NodeID) {
	t := b.p.tree
	c := b.p.callee(e)
	given := b.p.args[:0] // by parameter of what is called; the first is what goes into the stage
	for i, name := range c.params {
		if i == 0 {
			given = append(given, b.into(e))
			if before := b.p.before(e); before != tensorscript.NoNode {
				b.p.Equal(b.into(e), b.of(before), b.p.by(byPipe, e))
				continue
			}
		} else {
			given = append(given, b.p.Graph.Leaf(b.p.siteOf[e]))
		}
		if a := b.p.argument(e, name); a != tensorscript.NoNode {
			b.p.Equal(given[i], b.of(t.Kids(a)[0]), b.p.by(byArgument, t.Kids(a)[0]))
		}
	}
	b.p.Graph.Solve()
	switch c.kind {
	case anOperation:
		b.p.args = append(given, b.of(e))
		b.operation(e, c.operation, b.p.args)
		b.signature(e, c.decl)
	case aView:
		if entries, ok := b.p.entriesOf(e); ok {
			b.tensorOf(b.of(e), e, entries, b.p.by(byView, e), b.parameter)
			if c.operation != nil {
				b.operation(e, c.operation, append(given, b.of(e), b.of(e)))
			}
		}
	case aNode:
		if w := b.p.weightOf(e); b.p.hasSignature(w) {
			b.signature(e, w)
		} else if d := b.p.def[c.decl]; d >= 0 {
			b.network(e, d)
		}
	case aHelper:
		root := t.Decls[c.decl].Root
		if root == tensorscript.NoNode {
			return
		}
		params := b.p.parameters(c.decl)
		if x := t.Kid(b.p.header(b.d), 0); t.Kids(root)[0] == tensorscript.NoNode && x != tensorscript.NoNode {
			params = []tensorscript.NodeID{x}
		}
		for i, param := range params[:min(len(params), len(given))] {
			b.p.Equal(b.of(param), given[i], b.p.byPart(byHelper, goesIn, e))
		}
		if n, ok := b.givesOf(root); ok {
			b.p.Equal(n, b.of(e), b.p.byPart(byHelper, comesOut, e))
		}
	}
}

// network states a node as a layer: an instance of its derived header, with sizes of its own. If the node has an error
// or was not derived because of a limit, the layer has the header as it is written. Within a group of nodes that use
// each other it is the node itself.
func (b body) network(e tensorscript.NodeID, d int32) {
	own, header := []unify.Node{b.into(e), b.of(e)}, b.p.header(d)
	if header == tensorscript.NoNode || b.p.Solver.SameGroup(d, b.d) || b.p.isKnown(d) {
		if roots, ok := b.p.Solver.Use(d, b.p.siteOf[e], own...); ok {
			b.p.Refer(b.p.siteOf[e], own, roots)
		}
		return
	}
	params := make(map[int32]unify.Node)
	for part, tensor := range b.p.tree.Kids(header) {
		if entries, ok := b.p.entriesOf(tensor); ok {
			n, r := b.p.Graph.Leaf(b.p.siteOf[e]), b.p.byPart(byNode, uint8(part), e)
			b.tensorOf(n, e, entries, r, func(i, site int32) unify.Node {
				return patterns.Remember(&params, i, func() unify.Node { return b.p.Graph.Leaf(site) })
			})
			b.p.Equal(own[part], n, r)
		}
	}
}

// isKnown reports whether the derivation of a definition reached no limit and has no conflict.
func (p *program) isKnown(d int32) bool {
	return p.Solver.Derivation(d).Breach == patterns.NoBreach && len(p.Solver.Conflicts(d)) == 0
}

// before returns the input of a stage from its pipe, or NoNode.
func (p *front) before(e tensorscript.NodeID) tensorscript.NodeID {
	if p.scoped[e] != staged {
		return tensorscript.NoNode
	}
	return p.prev[e]
}

// signature equates a stage with the others of its weight, and with the written signature.
func (b body) signature(e tensorscript.NodeID, weight int32) {
	if weight < 0 || !b.p.hasSignature(weight) {
		return
	}
	root := b.p.tree.Decls[weight].Root
	in, out := b.p.Opened(b.d, b.p.siteOf[root])
	if header := b.p.tree.Kids(root)[0]; header != tensorscript.NoNode {
		kids := b.p.tree.Kids(header)
		in, out = b.of(kids[0]), b.of(kids[1])
	}
	b.p.Equal(b.into(e), in, b.p.byPart(bySignature, goesIn, e))
	b.p.Equal(b.of(e), out, b.p.byPart(bySignature, comesOut, e))
}

// operation states the relation of an operation. It copies the arguments.
func (b body) operation(e tensorscript.NodeID, o *operation, args []unify.Node) {
	if o.bad {
		return
	}
	r := b.p.by(byOperation, e)
	if b.p.Omits(r) {
		return
	}
	for _, size := range o.sizes {
		args = append(args, b.of(size))
	}
	args = b.p.Graph.Keep(args)
	if t := b.p.textbook; t.derives(b.d) {
		t.relation(r, o, args)
		return
	}
	first := int32(b.p.Graph.Instances())
	if o.rules == nil {
		o.rules = b.p.binding.Rules(o.Of(), o.attrs)
	}
	for _, rule := range o.rules {
		b.p.Graph.RelateKept(rule, r, args)
	}
	b.p.calls[b.d] = append(b.p.calls[b.d], stated{b.p.siteOf[e], o, args, first})
}

// Equal states an equation, and records it in the textbook if that shows its definition.
func (p *program) Equal(x, y unify.Node, r unify.Reason) {
	if p.textbook != nil && p.textbook.derives(p.Owner(r.Site)) && int(r.Rule) < len(shownRules) && shownRules[r.Rule] {
		p.textbook.equation(x, y, r)
	} else {
		p.Basic.Equal(x, y, r)
	}
}

// Refer equates a stage with the header of a node.
func (p *program) Refer(site int32, own, roots []unify.Node) {
	for part, n := range own {
		p.Equal(n, roots[part], unify.Reason{Rule: byNode, Part: uint8(part), Site: site})
	}
	p.Graph.Solve()
}

var _ patterns.Bodies = (*program)(nil)
