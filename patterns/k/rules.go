package k

import (
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/k"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/unify"
)

// Every expression has two nodes, in and out. A rule is one short function that states constraints between the nodes of
// an expression and of its parts; it never reads the state of the solver. The number of a rule and its part are the
// reason of each constraint.

// A Rule is the number of a typing rule.
type Rule uint8

const (
	R1Ref Rule = iota + 1
	R2Comp
	R3Type
	R4Prod
	R5Variant
	R6Merge
	R7Dot
	R8Vector
	R9Caret
	R10Pipe
	R11Literal
	R12Filter
	R13Builtin
	R14Vid
	R15Div
	R2Identity // written R2i
	numRules
)

// Parts of rules.
const (
	partOnly uint8 = iota
	partInput
	partOutput
	partStart
	partEnd
	partChain
	partMember
	partVariable
)

// ReasonText writes a reason, as in "comp: chaining".
func ReasonText(r unify.Reason) string {
	return ruleTable[r.Rule][r.Part].Text()
}

func reason(r Rule, part uint8, e k.NodeID) unify.Reason {
	return unify.Reason{Rule: uint8(r), Part: part, Site: int32(e)}
}

// body derives one definition.
type body struct {
	*program
	base unify.Node // the in node of the first syntax node of the body
	from k.NodeID
}

func (b *body) in(e k.NodeID) unify.Node  { return b.base + 2*unify.Node(e-b.from) }
func (b *body) out(e k.NodeID) unify.Node { return b.in(e) + 1 }

// rule states the constraints of one expression.
func (b *body) rule(e k.NodeID, n *k.Node) {
	switch n.Op {
	case k.OpIdentity:
		b.identity(e)
	case k.OpRef:
		b.ref(e, n)
	case k.OpInt:
		b.literal(e, b.intType)
	case k.OpString:
		b.literal(e, b.stringType)
	case k.OpDot:
		b.dot(e, n)
	case k.OpVid:
		b.vid(e, n)
	case k.OpDiv:
		b.div(e, n)
	case k.OpPipe:
		b.pipe(e)
	case k.OpType:
		b.typ(e)
	case k.OpFilter:
		b.filter(e)
	case k.OpComp:
		b.comp(e)
	case k.OpCaret:
		b.caret(e)
	case k.OpProduct:
		b.prod(e)
	case k.OpVariant:
		b.variant(e)
	case k.OpMerge:
		b.merge(e)
	case k.OpVector:
		b.vector(e)
	default:
		b.filterPart(e, n)
	}
}

// R1: the input and output of `f` are those of an instance of f's signature, one
// instance for both. R13 for a built-in function.
func (b *body) ref(e k.NodeID, n *k.Node) {
	if b.LeavesOut(reason(R1Ref, partOnly, e), unify.None) {
		return
	}
	rule := R1Ref
	var roots []unify.Node
	var ok bool
	if d := b.names.Func[n.Sym]; d >= 0 {
		roots, ok = b.Solver.Use(d, int32(e), b.in(e), b.out(e))
	} else if i := b.names.Builtin[n.Sym]; i >= 0 {
		rule = R13Builtin
		roots, ok = b.Solver.Instantiate(b.builtinScheme(i), -1-int32(i), int32(e), b.in(e), b.out(e))
	}
	if !ok {
		return // unknown, in error, or at a limit
	}
	b.Equal(b.in(e), roots[0], reason(rule, partInput, e))
	b.Equal(b.out(e), roots[1], reason(rule, partOutput, e))
}

// Refer implements patterns.Bodies: it states R1 for a further instance in a recursive group.
func (a *program) Refer(site int32, own, roots []unify.Node) {
	e := k.NodeID(site)
	a.Graph.Equal(own[0], roots[0], reason(R1Ref, partInput, e))
	a.Graph.Equal(own[1], roots[1], reason(R1Ref, partOutput, e))
	a.Graph.Solve()
}

// R2: `e1 … en` has the input of e1 and the output of en, and each output is the input of the next.
func (b *body) comp(e k.NodeID) {
	kids := b.tree.Kids(e)
	b.Equal(b.in(e), b.in(kids[0]), reason(R2Comp, partStart, e))
	for i := 1; i < len(kids); i++ {
		b.Equal(b.out(kids[i-1]), b.in(kids[i]), reason(R2Comp, partChain, e))
	}
	b.Equal(b.out(e), b.out(kids[len(kids)-1]), reason(R2Comp, partEnd, e))
}

// R2i: `()` gives what it takes.
func (b *body) identity(e k.NodeID) {
	b.Equal(b.in(e), b.out(e), reason(R2Identity, partOnly, e))
}

// R3: `$T` takes and gives T.
func (b *body) typ(e k.NodeID) {
	if t := b.typeOf(b.tree.Kids(e)[0]); t != unify.NoHead {
		b.Named(b.in(e), t, reason(R3Type, partOnly, e))
	}
	b.Equal(b.in(e), b.out(e), reason(R3Type, partOnly, e))
}

// R4: all fields of `{e1 l1, …}` take the input; the output is a closed product
// of their outputs.
func (b *body) prod(e k.NodeID) {
	edges := b.edges[:0]
	for _, f := range b.tree.Fields(e) {
		b.Equal(b.in(e), b.in(f.Node), reason(R4Prod, partInput, e))
		edges = append(edges, unify.Edge{Label: unify.Label(f.Label), To: b.out(f.Node)})
	}
	b.edges = b.firstOfEach(edges)
	b.Describe(b.out(e), unify.MakeFlat(unify.Product, true), b.edges, reason(R4Prod, partOutput, e))
}

// R5: `{e l}` takes what e takes and gives a union with at least the tag l.
func (b *body) variant(e k.NodeID) {
	f := b.tree.Fields(e)[0]
	b.Equal(b.in(e), b.in(f.Node), reason(R5Variant, partInput, e))
	b.describe1(b.out(e), unify.MakeFlat(unify.Union, false), unify.Label(f.Label), b.out(f.Node),
		reason(R5Variant, partOutput, e))
}

// R6: all branches of `<e1, …>` have its input and its output.
func (b *body) merge(e k.NodeID) {
	for _, kid := range b.tree.Kids(e) {
		b.Equal(b.in(e), b.in(kid), reason(R6Merge, partInput, e))
		b.Equal(b.out(e), b.out(kid), reason(R6Merge, partOutput, e))
	}
}

// R7: `.l` takes anything with a label l (in k6, any product with it) and gives the part under it.
func (b *body) dot(e k.NodeID, n *k.Node) {
	takes := unify.Open
	if b.tree.Dialect == k.K6 {
		takes = unify.MakeFlat(unify.Product, false)
	}
	b.describe1(b.in(e), takes, unify.Label(n.Sym), b.out(e), reason(R7Dot, partOnly, e))
}

// R14: `|l` gives a union with at least the tag l, which holds the input.
func (b *body) vid(e k.NodeID, n *k.Node) {
	b.describe1(b.out(e), unify.MakeFlat(unify.Union, false), unify.Label(n.Sym), b.in(e), reason(R14Vid, partOnly, e))
}

// R15: `/l` takes a union with at least the tag l and gives what the tag holds.
func (b *body) div(e k.NodeID, n *k.Node) {
	b.describe1(b.in(e), unify.MakeFlat(unify.Union, false), unify.Label(n.Sym), b.out(e), reason(R15Div, partOnly, e))
}

// R8: all elements of `[e1, …]` take the input; their outputs equal the member of the output vector.
func (b *body) vector(e k.NodeID) {
	member := b.Graph.Leaf(int32(e))
	for _, kid := range b.tree.Kids(e) {
		b.Equal(b.in(e), b.in(kid), reason(R8Vector, partInput, e))
		b.Equal(member, b.out(kid), reason(R8Vector, partMember, e))
	}
	b.describe1(b.out(e), unify.MakeFlat(unify.Vector, false), unify.Member, member, reason(R8Vector, partOutput, e))
}

// R9: `e ^` takes what e takes and gives a vector of what e gives.
func (b *body) caret(e k.NodeID) {
	kid := b.tree.Kids(e)[0]
	b.Equal(b.in(e), b.in(kid), reason(R9Caret, partInput, e))
	b.describe1(b.out(e), unify.MakeFlat(unify.Vector, false), unify.Member, b.out(kid), reason(R9Caret, partOutput, e))
}

// R10: `|` takes a vector and gives its members.
func (b *body) pipe(e k.NodeID) {
	b.describe1(b.in(e), unify.MakeFlat(unify.Vector, false), unify.Member, b.out(e), reason(R10Pipe, partOnly, e))
}

// R11: a literal takes anything and gives its type.
func (b *body) literal(e k.NodeID, t unify.Head) {
	b.Named(b.out(e), t, reason(R11Literal, partOnly, e))
}

// R12: `?F` takes and gives the pattern of the filter.
func (b *body) filter(e k.NodeID) {
	f := b.tree.Kids(e)[0]
	b.Equal(b.in(e), b.in(f), reason(R12Filter, partOnly, e))
	b.Equal(b.in(e), b.out(e), reason(R12Filter, partOnly, e))
}

// filterPart gives a part of a filter its pattern, on its in node. A variable is one node for all filters of a
// definition.
func (b *body) filterPart(e k.NodeID, n *k.Node) {
	r := reason(R12Filter, partOnly, e)
	switch n.Op {
	case k.OpFilterVar:
		b.Equal(b.in(e), b.variable(n.Sym, e), reason(R12Filter, partVariable, e))
		return
	case k.OpFilterCode:
		if t := b.typeOf(b.tree.Kids(e)[0]); t != unify.NoHead {
			b.Named(b.in(e), t, r)
		}
	case k.OpFilterVector:
		b.describe1(b.in(e), unify.MakeFlat(unify.Vector, false), unify.Member, b.in(b.tree.Kids(e)[0]), r)
	case k.OpFilterAny, k.OpFilterProduct, k.OpFilterUnion:
		fields := b.tree.Fields(e)
		edges := b.edges[:0]
		for _, f := range fields {
			edges = append(edges, unify.Edge{Label: unify.Label(f.Label), To: b.in(f.Node)})
		}
		b.edges = b.firstOfEach(edges)
		b.Describe(b.in(e), filterFlat(n, len(fields), b.tree.Dialect), b.edges, r)
	default:
		return // a part of a code; the type of the whole code covers it
	}
	if n.Sym != lang.NoSym {
		b.Equal(b.in(e), b.variable(n.Sym, e), reason(R12Filter, partVariable, e))
	}
}

// filterFlat returns the flat pattern of a filter's shape. In k4 a closed shape with one label is a union in any
// bracket.
func filterFlat(n *k.Node, fields int, d k.Dialect) unify.Flat {
	if n.Op == k.OpFilterUnion || n.Flags != k.FlagOpen && fields == 1 && d.SingletonUnion() {
		return unify.MakeFlat(unify.Union, n.Flags != k.FlagOpen)
	}
	if n.Op == k.OpFilterAny {
		return unify.MakeFlat(unify.AnyShape, n.Flags != k.FlagOpen)
	}
	if n.Flags == k.FlagOpen && d == k.K4 {
		return unify.MakeFlat(unify.Product|unify.Vector, false)
	}
	return unify.MakeFlat(unify.Product, n.Flags != k.FlagOpen)
}

// variable returns the node of a filter variable of the definition.
func (b *body) variable(name lang.Sym, e k.NodeID) unify.Node {
	return patterns.Remember(&b.variables, name, func() unify.Node { return b.Graph.Leaf(int32(e)) })
}

func (b *body) describe1(n unify.Node, f unify.Flat, l unify.Label, to unify.Node, r unify.Reason) {
	e := [1]unify.Edge{{Label: l, To: to}}
	b.Describe(n, f, e[:], r)
}

// firstOfEach drops edges with an earlier label; duplicate labels are already reported.
func (b *body) firstOfEach(edges []unify.Edge) []unify.Edge {
	if !b.duplicates {
		return edges
	}
	seen := make(map[unify.Label]bool, len(edges))
	out := edges[:0]
	for _, e := range edges {
		if !seen[e.Label] {
			seen[e.Label] = true
			out = append(out, e)
		}
	}
	return out
}
