package relay

import (
	"errors"
	"strings"

	"github.com/patgraph/patgraph/lang/relay"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/relation"
	"github.com/patgraph/patgraph/unify"
)

// A stater receives the constraints of written types: for a definition that is being derived, or for a written
// signature.
type stater interface {
	Describe(unify.Node, unify.Flat, []unify.Edge, unify.Reason)
	Named(unify.Node, unify.Head, unify.Reason)
	Equal(x, y unify.Node, r unify.Reason)
	Relate(rel unify.Relation, r unify.Reason, args ...unify.Node) int32
}

// stateType states the constraints of one node of a type. The function of returns the graph node of a syntax node.
func (p *program) stateType(s stater, of func(relay.NodeID) unify.Node, id relay.NodeID) {
	if p.wrongKind[id] {
		return
	}
	t, n := p.tree, &p.tree.Nodes[id]
	by := unify.Reason{Rule: byType, Site: int32(id)}
	kids := t.Kids(id)
	built := func(c unify.Constructor, parts ...relay.NodeID) {
		var edges []unify.Edge
		for i, l := range p.Types.Heads().Parts(c) {
			edges = append(edges, unify.Edge{Label: l, To: of(parts[i])})
		}
		s.Describe(of(id), p.Types.Heads().Built(c), edges, by)
	}
	switch n.Op {
	case relay.OpTypeName, relay.OpTypeCall:
		switch p.names.Meaning[id] {
		case relay.MeansParam:
			s.Equal(of(id), of(relay.NodeID(p.names.At[id])), unify.Reason{Rule: byParameter, Site: int32(id)})
		case relay.MeansDtype:
			name := relay.DtypeOf(t.Syms.Text(n.Sym))
			if p.roles[id] == element {
				built(p.Types.Constructor(name))
			} else {
				s.Named(of(id), p.scalar(name), by)
			}
		case relay.MeansType:
			if c := p.dataOf(p.names.At[id]); len(p.Types.Heads().Parts(c)) == len(kids) {
				built(c, kids...)
			}
		}
	case relay.OpTupleType:
		var edges []unify.Edge
		for i, kid := range kids {
			edges = append(edges, unify.Edge{Label: p.labelAt(&p.built.indices, "", i), To: of(kid)})
		}
		s.Describe(of(id), unify.MakeFlat(unify.Product, true), edges, by)
	case relay.OpFnType:
		args := t.Kids(kids[1])
		built(p.function(len(args)), append(append([]relay.NodeID{}, args...), kids[2])...)
	case relay.OpTensor:
		built(p.built.tensor, kids...)
	case relay.OpShape:
		built(p.binding.ListOf(len(kids)), kids...)
	case relay.OpInt:
		if v, _ := t.Int(id); p.roles[id] == dimension && v >= 0 {
			built(p.Types.Number(v))
		}
	case relay.OpBinary:
		if p.isWholeDimension(id) {
			p.computed(s, of, id, by)
		}
	case relay.OpDynamic, relay.OpMeta:
		if p.isDynamic(id) {
			s.Describe(of(id), unify.Open|unify.Dynamic, nil, by)
		}
	}
}

// isDynamic reports whether a dimension is written as dynamic: ?, or as a variable of the metadata, meta[tir.Var][0].
func (p *front) isDynamic(id relay.NodeID) bool {
	n := &p.tree.Nodes[id]
	return n.Op == relay.OpDynamic ||
		n.Op == relay.OpMeta && p.roles[id] == dimension && strings.HasPrefix(p.tree.Name(id), "tir.")
}

// computed states the constraint of a computed dimension. It is dynamic if an operand is.
func (p *program) computed(s stater, of func(relay.NodeID) unify.Node, id relay.NodeID, by unify.Reason) {
	size, params, kind := p.dimension(id)
	switch _, number := size.Number(); {
	case kind == dynamicSize:
		s.Describe(of(id), unify.Open|unify.Dynamic, nil, by)
	case kind == someSize && number:
		s.Describe(of(id), p.Types.Heads().Built(p.binding.SizeConstructor(size)), nil, by)
	case kind == someSize:
		var args []unify.Node
		names := p.binding.Sizes.Parameters(size)
		for _, name := range names {
			args = append(args, of(params[name]))
		}
		s.Relate(p.binding.Form(size, names), by, append(args, of(id))...)
	}
}

// isWholeDimension reports whether a computed dimension is not an operand of another one.
func (p *front) isWholeDimension(id relay.NodeID) bool {
	up := p.parents[id]
	return p.roles[id] == dimension && !p.tree.Is(up, relay.OpBinary)
}

// The kinds of computed dimensions.
const (
	badSize  = iota // an operand is wrong, which is reported
	noSize          // negative, a division by zero, or too large
	longSize        // with too many terms
	someSize
	dynamicSize
)

// dimension computes a dimension as a polynomial over its size parameters, and returns these by their id.
func (p *program) dimension(id relay.NodeID) (size relation.Size, params map[string]relay.NodeID, kind int) {
	params = make(map[string]relay.NodeID)
	var stack []relation.Size
	for n := p.tree.FirstOf(id); n <= id; n++ { // operands precede their operator
		switch x := &p.tree.Nodes[n]; x.Op {
		case relay.OpInt:
			v, _ := p.tree.Int(n)
			stack = append(stack, relation.Size(v))
		case relay.OpBinary:
			k := len(stack) - 2
			op, known := sizeOps[p.tree.Syms.Text(x.Sym)]
			if !known || k < 0 {
				return 0, nil, badSize
			}
			size, err := p.machine.Compute(op, stack[k], stack[k+1])
			switch {
			case errors.Is(err, relation.ErrTooLong):
				return 0, nil, longSize
			case err != nil:
				return 0, nil, noSize
			}
			stack = append(stack[:k], size)
		case relay.OpDynamic:
			return 0, nil, dynamicSize
		default:
			if p.names.Meaning[n] != relay.MeansParam || p.kindOf(relay.NodeID(p.names.At[n])) != dimension {
				return 0, nil, badSize
			}
			param := relay.NodeID(p.names.At[n])
			c := p.parameter(param)
			params[p.Types.ConstructorID(c)] = param
			stack = append(stack, p.binding.SizeOf(c))
		}
	}
	if len(stack) != 1 {
		return 0, nil, badSize
	}
	return stack[0], params, someSize
}

// sizeOps are the operations on dimensions.
var sizeOps = map[string]relation.Op{
	"+": relation.Add, "-": relation.Subtract, "*": relation.Multiply, "/": relation.Quotient,
}

// dataOf returns the constructor of a declared type.
func (p *program) dataOf(decl int32) unify.Constructor {
	return patterns.Remember(&p.data, decl, func() unify.Constructor {
		n := len(p.typeParams(decl))
		p.labelAt(&p.built.parameters, "p", n)
		return p.Types.NewConstructor(p.tree.NameOf(&p.tree.Decls[decl]), p.built.parameters[:n]...)
	})
}

// A written signature is built in its own graph.
type written struct {
	*unify.Graph
	nodes map[relay.NodeID]unify.Node
}

func (w *written) of(id relay.NodeID) unify.Node {
	return patterns.Remember(&w.nodes, id, func() unify.Node { return w.Leaf(int32(id)) })
}

func (p *program) newWritten() *written {
	return &written{Graph: unify.New(p.Types.Heads(), p.Labels.Index())}
}

// write states the constraints of all nodes of a type.
func (p *program) write(w *written, id relay.NodeID) {
	for n := p.tree.FirstOf(id); n <= id; n++ {
		if p.roles[n] >= typed {
			p.stateType(w, w.of, n)
		}
	}
}

// scheme returns the signature of a function with some parameters, or, if constant, of a value.
func (p *program) scheme(w *written, args []unify.Node, constant bool, gives unify.Node) *patterns.Scheme {
	root := gives
	if !constant {
		c := p.function(len(args))
		var edges []unify.Edge
		for i, l := range p.Types.Heads().Parts(c) {
			if i < len(args) {
				edges = append(edges, unify.Edge{Label: l, To: args[i]})
			} else {
				edges = append(edges, unify.Edge{Label: l, To: gives})
			}
		}
		root = w.Leaf(0)
		w.Describe(root, p.Types.Heads().Built(c), edges, unify.Reason{})
	}
	w.Solve()
	if p.quotients == nil {
		p.quotients = patterns.NewQuotienter(p.Types)
	}
	return p.quotients.Signature(w.Graph, w.Leaf(0), root)
}

// constructor returns the signature of a constructor.
func (p *program) constructor(con relay.NodeID) *patterns.Scheme {
	if s, ok := p.schemes[con]; ok {
		return s
	}
	w := p.newWritten()
	fields := p.fields(con)
	var args []unify.Node
	for _, f := range fields {
		p.write(w, f)
		args = append(args, w.of(f))
	}
	data := p.parents[con]
	c := p.dataOf(p.declOf[data])
	var edges []unify.Edge
	for i, param := range p.paramsOf(data) {
		edges = append(edges, unify.Edge{Label: p.Types.Heads().Parts(c)[i], To: w.of(param)})
	}
	gives := w.Leaf(0)
	w.Describe(gives, p.Types.Heads().Built(c), edges, unify.Reason{})
	s := p.scheme(w, args, len(fields) == 0, gives)
	p.schemes[con] = s
	return s
}

// fields returns the types of a constructor's parameters.
func (p *front) fields(con relay.NodeID) []relay.NodeID {
	if kids := p.tree.Kids(con); len(kids) > 0 && kids[0] != relay.NoNode {
		return p.tree.Kids(kids[0])
	}
	return nil
}

// isWritten reports whether a function has complete annotations, without holes.
func (p *front) isWritten(fn relay.NodeID) bool {
	if !p.tree.Is(fn, relay.OpFn) {
		return false
	}
	kids := p.tree.Kids(fn)
	if kids[2] == relay.NoNode || !p.isComplete(kids[2]) {
		return false
	}
	for _, v := range p.variables(fn) {
		if a := p.annotation(v); a == relay.NoNode || !p.isComplete(a) {
			return false
		}
	}
	return true
}

// isComplete reports whether a type has no holes.
func (p *front) isComplete(id relay.NodeID) bool {
	for n := p.tree.FirstOf(id); n <= id; n++ {
		if op := p.tree.Nodes[n].Op; op == relay.OpHole || op == relay.OpMeta && !p.isDynamic(n) || op == relay.OpBad {
			return false
		}
	}
	return true
}

// annotation returns the written type of a variable at its binding, or NoNode.
func (p *front) annotation(v relay.NodeID) relay.NodeID {
	if kids := p.tree.Kids(v); len(kids) > 0 {
		if last := kids[len(kids)-1]; last != relay.NoNode && p.tree.Nodes[last].Op != relay.OpAttr {
			return last
		}
	}
	return relay.NoNode
}

// variables returns the parameters of a function.
func (p *front) variables(fn relay.NodeID) []relay.NodeID {
	var list []relay.NodeID
	for _, v := range p.tree.Kids(p.tree.Kids(fn)[1]) {
		if p.tree.Nodes[v].Op == relay.OpVar {
			list = append(list, v)
		}
	}
	return list
}

// signature returns the written signature of a function.
func (p *program) signature(fn relay.NodeID) *patterns.Scheme {
	if s, ok := p.schemes[fn]; ok {
		return s
	}
	w := p.newWritten()
	var args []unify.Node
	for _, v := range p.variables(fn) {
		a := p.annotation(v)
		p.write(w, a)
		args = append(args, w.of(a))
	}
	result := p.tree.Kids(fn)[2]
	p.write(w, result)
	s := p.scheme(w, args, false, w.of(result))
	p.schemes[fn] = s
	return s
}
