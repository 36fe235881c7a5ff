package tensorscript

import (
	"slices"
	"strconv"

	"github.com/patgraph/patgraph/lang/tensorscript"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/unify"
)

// The rules. Those with two parts speak of what goes in and of what comes out.
const (
	bySize      uint8 = iota // a size is what is written
	byTensor                 // a tensor has the sizes that are written
	byParameter              // a size parameter is one size within its node
	byRigid                  // and any size where nothing says which
	byHeader                 // weights and a graph have the header of their node
	byEnds                   // a node takes and gives what its header says
	byLiteral                //
	byUse                    // a name is what it is bound to
	byLet                    //
	byPipe                   // what a stage gives goes into the next one
	byArgument               // an argument goes into what is called
	byOperation              // a relation holds of what goes in and what comes out
	bySignature              // a layer has one signature at all its stages
	byHelper                 // a function takes and gives what is written
	byNode                   // a node as a layer takes and gives what its header says
	byView                   // a view gives a tensor of these sizes
	byResult                 // a body gives what its function says
	byUnit                   // what ends in a statement gives nothing
	bySelf                   // self is the node
	byTuple                  //
	byTruth                  // what an if asks is a truth value
	byCondition              //
	byBranches               // branches of an if agree
	byEnd                    // a block gives what its last expression gives, a pipe what its last stage gives
	byDefault                // what a relation says where nothing else does
)

// The parts of rules.
const (
	goesIn uint8 = iota
	comesOut
)

// A body is a definition that is being derived.
type body struct {
	*program
	d int32
}

// of is what an expression, a tensor or a size is.
func (b body) of(id tensorscript.NodeID) unify.Node {
	_, out := b.Opened(b.d, b.siteOf[id])
	return out
}

// into is what goes into a stage.
func (b body) into(id tensorscript.NodeID) unify.Node {
	in, _ := b.Opened(b.d, b.siteOf[id])
	return in
}

func (p *program) by(rule uint8, id tensorscript.NodeID) unify.Reason {
	return unify.Reason{Rule: rule, Site: p.siteOf[id]}
}

func (p *program) byPart(rule, part uint8, id tensorscript.NodeID) unify.Reason {
	return unify.Reason{Rule: rule, Part: part, Site: p.siteOf[id]}
}

// Derive states the rules, from the parts to the wholes.
func (p *program) Derive(d int32) {
	b := body{p, d}
	p.calls[d], p.params[d] = p.calls[d][:0], make(map[int32]unify.Node)
	def := &p.Defs[d]
	if p.loop != nil && p.loop.d == d {
		p.loop.begin(b)
	}
	// What is declared comes first: where something else does not fit, that is at fault.
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
		b.Equal(in, b.of(ends[0]), unify.Reason{Rule: byEnds, Part: goesIn, Site: def.Root})
		b.Equal(out, b.of(ends[1]), unify.Reason{Rule: byEnds, Part: comesOut, Site: def.Root})
	}
	b.Graph.Solve()
	if p.loop != nil && p.loop.d == d {
		p.loop.Generations()
	}
	b.settle()
}

// parameter is the size parameter of a number in Names.Sizes.
func (b body) parameter(i, site int32) unify.Node {
	i = b.ownOf(i)
	n, ok := b.params[b.d][i]
	if !ok {
		n = b.Graph.Leaf(site)
		b.params[b.d][i] = n
	}
	return n
}

// settle states what relations say where nothing else does, and makes the size parameters any sizes that
// nothing decides: first those of what the node takes.
func (b body) settle() {
	for _, i := range b.paramsOf(b.d) {
		n := b.params[b.d][i]
		if f := b.Graph.Flat(b.Graph.Find(n)); f != unify.Open || b.Graph.Exceeded() || b.isPictured(n) {
			continue
		}
		site, _ := b.Graph.Site(n)
		b.Describe(n, b.Types.Heads().Built(b.rigid(i)), nil, unify.Reason{Rule: byRigid, Site: site})
		b.Graph.Solve()
	}
}

// isPictured reports whether a window waits for a size: pictures of no known size are not decided.
func (b body) isPictured(n unify.Node) bool {
	n = b.Graph.Find(n)
	for _, c := range b.calls[b.d] {
		in := b.Graph.InstanceOf(c.first)
		if in.State == unify.Waits && c.operation.isWindow() && slices.ContainsFunc(in.Waits, func(w unify.Node) bool { return b.Graph.Find(w) == n }) {
			return true
		}
	}
	return false
}

// size states what a size is.
func (b body) size(id tensorscript.NodeID) {
	b.entry(b.of(id), b.entryOf(id), b.by(bySize, id), b.parameter)
}

// entry states what a size is that is written or that an alias has, given the size parameters.
func (b body) entry(n unify.Node, e entry, r unify.Reason, of func(i, site int32) unify.Node) {
	switch e.kind {
	case aNumber:
		b.Describe(n, b.Types.Heads().Built(b.Types.Number(e.number)), nil, r)
	case aParameter:
		b.Equal(n, of(e.param, r.Site), unify.Reason{Rule: byParameter, Site: r.Site})
	case aForm:
		names := b.machine.Sizes.Parameters(e.form)
		args := make([]unify.Node, 0, len(names)+1)
		for _, name := range names {
			i, _ := strconv.Atoi(name[1:])
			args = append(args, of(int32(i), r.Site))
		}
		b.Graph.Relate(b.binding.Form(e.form, names), r, append(args, n)...)
	}
}

// shape states what a tensor is: a name, or sizes, of which names of tensors stand for all of theirs.
func (b body) shape(id tensorscript.NodeID) {
	if b.tree.Nodes[id].Op == tensorscript.OpName && b.names.Meaning[id] == tensorscript.MeansSelf {
		b.Describe(b.of(id), b.Types.Heads().Built(b.module(b.names.At[id])), nil, b.by(bySelf, id))
		return
	}
	entries, ok := b.entriesOf(id)
	if !ok {
		return
	}
	b.tensorOf(b.of(id), id, entries, b.by(byTensor, id), b.parameter)
}

// tensorOf states that something is a tensor of some sizes, given the size parameters.
func (b body) tensorOf(n unify.Node, id tensorscript.NodeID, entries []entry, r unify.Reason, of func(i, site int32) unify.Node) {
	c := b.binding.ListOf(len(entries))
	edges := make([]unify.Edge, 0, len(entries))
	for i, e := range entries {
		var to unify.Node
		switch {
		case b.siteOf[e.at] >= 0 && b.scoped[e.at] == sized && b.parents[e.at] == id && b.tree.Nodes[id].Op != tensorscript.OpName:
			to = b.of(e.at)
		case e.kind == aParameter:
			to = of(e.param, r.Site)
		default:
			to = b.Graph.Leaf(r.Site)
			b.entry(to, e, unify.Reason{Rule: bySize, Site: r.Site}, of)
		}
		edges = append(edges, unify.Edge{Label: b.binding.ItemAt(i), To: to})
	}
	b.Describe(n, b.Types.Heads().Built(c), edges, r)
}

// declared states what headers, functions and the classes of weights say.
func (b body) declared(id tensorscript.NodeID, bodies bool) {
	t := b.tree
	if bodies != (t.Nodes[id].Op == tensorscript.OpDef) {
		return
	}
	kids := t.Kids(id)
	switch t.Nodes[id].Op {
	case tensorscript.OpHeader:
		decl := b.declAt[id]
		if own := b.header(b.d); decl >= 0 && own != id && own != tensorscript.NoNode {
			for i, kid := range kids {
				b.Equal(b.of(t.Kids(own)[i]), b.of(kid), b.by(byHeader, kid))
			}
		}
	case tensorscript.OpParam:
		if b.isFirstOfForward(id) {
			if h := b.header(b.d); h != tensorscript.NoNode {
				b.Equal(b.of(id), b.of(t.Kids(h)[0]), b.by(byUse, id))
			}
		} else if kids[0] != tensorscript.NoNode {
			b.Equal(b.of(id), b.of(kids[0]), b.by(byUse, id))
		}
	case tensorscript.OpDef:
		if n, at, ok := b.givesOf(b.declAt[id]); ok {
			b.Equal(n, b.of(kids[2]), b.byPart(byResult, 0, b.shownAt(kids[2])))
			_ = at
		}
	}
}

// isFirstOfForward reports whether a parameter is what a network takes.
func (p *program) isFirstOfForward(param tensorscript.NodeID) bool {
	params := p.parents[param]
	def := p.parents[params]
	return p.tree.Kids(params)[0] == param && p.tree.Syms.Text(p.tree.Decls[p.declAt[def]].Name) == "forward"
}

// givesOf is what a function of the graph gives, and where that is written.
func (b body) givesOf(decl int32) (n unify.Node, at tensorscript.NodeID, ok bool) {
	kids := b.tree.Kids(b.tree.Decls[decl].Root)
	switch b.tree.Syms.Text(b.tree.Decls[decl].Name) {
	case "forward":
		if h := b.header(b.d); h != tensorscript.NoNode {
			at = b.tree.Kids(h)[1]
			return b.of(at), at, true
		}
	case "new":
		n = b.Graph.Leaf(b.siteOf[b.tree.Decls[decl].Root])
		b.Describe(n, b.Types.Heads().Built(b.module(b.decls[b.d][0])), nil, b.by(bySelf, b.tree.Decls[decl].Root))
		return n, b.tree.Decls[decl].Root, true
	default:
		if kids[1] != tensorscript.NoNode {
			return b.of(kids[1]), kids[1], true
		}
	}
	return 0, 0, false
}

func (b body) expression(e tensorscript.NodeID) {
	t := b.tree
	n, kids := &t.Nodes[e], t.Kids(e)
	switch n.Op {
	case tensorscript.OpInt:
		b.is(e, "int")
	case tensorscript.OpFloat:
		b.is(e, "float")
	case tensorscript.OpBool:
		b.is(e, "bool")
	case tensorscript.OpName:
		if b.scoped[e] == staged {
			b.stage(e)
		} else {
			b.use(e)
		}
	case tensorscript.OpCall, tensorscript.OpMethod, tensorscript.OpView:
		b.stage(e)
	case tensorscript.OpTuple:
		if b.isValue(e) {
			b.Equal(b.of(e), b.of(kids[0]), b.by(byEnd, e))
			return
		}
		var edges []unify.Edge
		for i, kid := range kids {
			edges = append(edges, unify.Edge{Label: b.binding.FieldAt(i), To: b.of(kid)})
		}
		b.Describe(b.of(e), unify.MakeFlat(unify.Product, true), edges, b.by(byTuple, e))
	case tensorscript.OpPipe:
		b.Equal(b.of(e), b.of(kids[len(kids)-1]), b.by(byEnd, e))
	case tensorscript.OpLet:
		b.Equal(b.of(e), b.of(kids[0]), b.by(byLet, e))
	case tensorscript.OpBlock:
		if last := kids[len(kids)-1]; last != tensorscript.NoNode {
			b.Equal(b.of(e), b.of(last), b.by(byEnd, e))
		} else {
			b.Describe(b.of(e), unify.MakeFlat(unify.Product, true), nil, b.by(byUnit, e))
		}
	case tensorscript.OpIf:
		if kids[2] == tensorscript.NoNode {
			return
		}
		b.Describe(b.into(kids[0]), b.Types.Heads().Built(b.atom("bool")), nil, b.by(byTruth, kids[0]))
		b.Equal(b.into(kids[0]), b.of(kids[0]), b.by(byCondition, kids[0]))
		b.Equal(b.of(e), b.of(kids[1]), b.by(byEnd, e))
		b.Equal(b.of(kids[1]), b.of(kids[2]), b.by(byBranches, b.shownAt(kids[2])))
	case tensorscript.OpBinary, tensorscript.OpNot:
		if o := b.uses[e]; o != nil {
			args := make([]unify.Node, 0, 3)
			for _, kid := range kids {
				args = append(args, b.of(kid))
			}
			b.operation(e, o, append(args, b.of(e)))
		}
	}
}

func (b body) is(e tensorscript.NodeID, atom string) {
	b.Describe(b.of(e), b.Types.Heads().Built(b.atom(atom)), nil, b.by(byLiteral, e))
}

// use is a name that stands for a value.
func (b body) use(e tensorscript.NodeID) {
	at := b.names.At[e]
	switch b.names.Meaning[e] {
	case tensorscript.MeansSelf:
		b.Describe(b.of(e), b.Types.Heads().Built(b.module(at)), nil, b.by(bySelf, e))
	case tensorscript.MeansDim:
		b.is(e, "int")
	case tensorscript.MeansLet:
		b.Equal(b.of(e), b.of(tensorscript.NodeID(at)), b.by(byUse, e))
	case tensorscript.MeansParam:
		switch id := tensorscript.NodeID(at); {
		case b.tree.Nodes[id].Op == tensorscript.OpParam:
			b.Equal(b.of(e), b.of(id), b.by(byUse, e))
		default:
			if h := b.header(b.d); h != tensorscript.NoNode {
				b.Equal(b.of(e), b.of(b.tree.Kids(h)[0]), b.by(byUse, e))
			}
		}
	}
}

// stage is what is called, behind a pipe or by itself.
func (b body) stage(e tensorscript.NodeID) {
	t := b.tree
	c := b.callee(e)
	var given []unify.Node // by parameter of what is called; the first is what goes into the stage
	for i, name := range c.params {
		if i == 0 {
			given = append(given, b.into(e))
			if before := b.before(e); before != tensorscript.NoNode {
				b.Equal(b.into(e), b.of(before), b.by(byPipe, e))
				continue
			}
		} else {
			given = append(given, b.Graph.Leaf(b.siteOf[e]))
		}
		if a := b.argument(e, name); a != tensorscript.NoNode {
			b.Equal(given[i], b.of(t.Kids(a)[0]), b.by(byArgument, t.Kids(a)[0]))
		}
	}
	b.Graph.Solve()
	switch c.kind {
	case anOperation:
		b.operation(e, c.operation, append(given, b.of(e)))
		b.signature(e, c.decl)
	case aView:
		if entries, ok := b.entriesOf(e); ok {
			b.tensorOf(b.of(e), e, entries, b.by(byView, e), b.parameter)
			if c.operation != nil {
				b.operation(e, c.operation, append(given, b.of(e), b.of(e)))
			}
		}
	case aNode:
		if d := b.def[c.decl]; d >= 0 {
			b.network(e, d)
		}
	case aHelper:
		root := t.Decls[c.decl].Root
		if root == tensorscript.NoNode {
			return
		}
		if params := t.Kids(root)[0]; params != tensorscript.NoNode {
			for i, param := range t.Kids(params) {
				part := goesIn
				if i < len(given) {
					b.Equal(b.of(param), given[i], b.byPart(byHelper, part, e))
				}
			}
		} else if h := b.header(b.d); h != tensorscript.NoNode && len(given) > 0 {
			b.Equal(b.of(t.Kids(h)[0]), given[0], b.byPart(byHelper, goesIn, e))
		}
		if n, _, ok := b.givesOf(c.decl); ok {
			b.Equal(n, b.of(e), b.byPart(byHelper, comesOut, e))
		}
	}
}

// network is a node as a layer: what its header has come to, for sizes of its own, or where it has an error what is written
// there. Within a group of nodes that use each other it is the node itself.
func (b body) network(e tensorscript.NodeID, d int32) {
	own, header := []unify.Node{b.into(e), b.of(e)}, b.header(d)
	if header == tensorscript.NoNode || len(b.Solver.Conflicts(d)) == 0 || b.Solver.SameGroup(d, b.d) {
		if roots, ok := b.Solver.Use(d, b.siteOf[e], own...); ok {
			b.Refer(b.siteOf[e], own, roots)
		}
		return
	}
	params := make(map[int32]unify.Node)
	for part, tensor := range b.tree.Kids(header) {
		if entries, ok := b.entriesOf(tensor); ok {
			n, r := b.Graph.Leaf(b.siteOf[e]), b.byPart(byNode, uint8(part), e)
			b.tensorOf(n, e, entries, r, func(i, site int32) unify.Node {
				if _, ok := params[i]; !ok {
					params[i] = b.Graph.Leaf(site)
				}
				return params[i]
			})
			b.Equal(own[part], n, r)
		}
	}
}

// before is what a pipe leads into a stage, or NoNode.
func (p *program) before(e tensorscript.NodeID) tensorscript.NodeID {
	if p.scoped[e] != staged {
		return tensorscript.NoNode
	}
	return p.prev[e]
}

// signature makes a stage one with the others of its weight, and with what is written.
func (b body) signature(e tensorscript.NodeID, weight int32) {
	if weight < 0 || !b.isStateful(weight) {
		return
	}
	root := b.tree.Decls[weight].Root
	header := b.tree.Kids(root)[0]
	in, out := b.Opened(b.d, b.siteOf[root])
	if header != tensorscript.NoNode {
		kids := b.tree.Kids(header)
		in, out = b.of(kids[0]), b.of(kids[1])
	} else if b.shared[weight] < 2 {
		return
	}
	b.Equal(b.into(e), in, b.byPart(bySignature, goesIn, e))
	b.Equal(b.of(e), out, b.byPart(bySignature, comesOut, e))
}

// operation states the relation of an operation.
func (b body) operation(e tensorscript.NodeID, o *operation, args []unify.Node) {
	if o.bad {
		return
	}
	r := b.by(byOperation, e)
	if b.Omits(r) {
		return
	}
	if b.loop != nil && b.loop.d == b.d {
		b.loop.relation(b.program, r, o, args)
		return
	}
	first := int32(b.Graph.Instances())
	for _, rule := range b.binding.Rules(o.Of(), o.attrs) {
		b.Graph.Relate(rule, r, args...)
	}
	b.calls[b.d] = append(b.calls[b.d], stated{b.siteOf[e], o, args, first})
}

// Equal states an equation, of which the loop is told if it is told of the definition.
func (p *program) Equal(x, y unify.Node, r unify.Reason) {
	if p.loop != nil && p.Owner(r.Site) == p.loop.d && int(r.Rule) < len(accounted) && accounted[r.Rule] {
		p.loop.equation(p, x, y, r)
	} else {
		p.Basic.Equal(x, y, r)
	}
}

// Refer makes a stage one with what the header of a node says.
func (p *program) Refer(site int32, own, roots []unify.Node) {
	for part, n := range own {
		p.Equal(n, roots[part], unify.Reason{Rule: byNode, Part: uint8(part), Site: site})
	}
	p.Graph.Solve()
}

var _ patterns.Bodies = (*program)(nil)
