package relay

import (
	"strconv"
	"strings"

	"github.com/patgraph/patgraph/lang"
)

// A NodeID is the index of a syntax node in its Tree. Nodes stand in post-order: those
// of a subtree are contiguous and its root is the last of them.
type NodeID int32

// NoNode is no node. It stands among the kids of a node in the place of a part that was
// not written.
const NoNode NodeID = -1

// An Op says which construct a node is. Its kids are in brackets; one with a question
// mark may be NoNode, and x… are any number.
type Op uint8

const (
	OpBad Op = iota // never in a sound declaration

	// Expressions.
	OpLocal    // %x                      Sym: with its sign, as of all names below
	OpGlobal   // @f
	OpGraph    // %0, where it is used
	OpName     // nn.relu, Cons           an operator, a constructor or a relation
	OpInt      // 5, -2i64                Sym: as written; see Tree.Int. Also in types
	OpFloat    // 1.5f
	OpBool     // True
	OpString   // "NCHW"                  in attributes; Sym: with its quotes
	OpList     // [1, 2]                  in attributes [item…]
	OpMeta     // meta[Key][3]            Sym: Key [index]. Also in shapes
	OpTuple    // (a, b), (a,), ()        [field…]
	OpProject  // e.0                     At: the dot [e, index]
	OpCall     // e<T…>(a…, k=v…)         [callee, OpTypes?, argument or OpAttr…]
	OpAttr     // k=v                     Sym: k [value]
	OpBinary   // a + b                   Sym: the sign, which is At [a, b]. Also of dimensions
	OpFn       // fn<A>(%x: T) -> R { e } [OpTyParams?, OpParams, result?, OpWhere?, body]; also what follows the name of a definition
	OpIf       // if (c) { a } else { b } [c, a, b]
	OpMatch    // match (e) { … }         FlagPartial: match?. At: where `match (e)` ends [e, OpClause…]
	OpClause   // P => e, case P { e }    FlagCase: the second form [pattern, e]
	OpRef      // ref(e)                  [e]
	OpRefRead  // ref_read(e)             [e]
	OpRefWrite // ref_write(r, e)         [r, e]
	OpConstant // Constant(1, (2, 3), T)  [number, shape, element type]
	OpBlock    // s; …; e                 [statement…, e]; FlagBraced, FlagParen: in brackets of its own

	// Statements, all but the last of a block; an expression may be one, too.
	OpLet     // let %x : T = e          [OpVar, e]
	OpBind    // %0 = e                  Sym: %0 [e]
	OpFreeVar // free_var %x : T         [OpVar]

	// What binds, and patterns.
	OpParams   // (%x: T, k=v)            [OpVar or OpAttr…]
	OpVar      // %x {k=v} : T            also a pattern [OpAttr…, T?]
	OpTyParams // <A, B : Kind>, [A, B]   FlagAngle: the first form [OpTyParam…]
	OpTyParam  // A : Kind                [OpKind?]
	OpKind     // Shape
	OpAny      // _                       a pattern
	OpConPat   // Cons(p, q), Nil         FlagCalled: with parentheses [pattern…]
	OpTuplePat // (p, q)                  [pattern…]

	// Types.
	OpHole      // _
	OpTypeName  // int32, A, nat
	OpTypeCall  // List[T]                 [T…]
	OpTupleType // (T, U)                  [T…]
	OpFnType    // fn<A>(T) -> R where …   FlagFun: written `fun` [OpTyParams?, OpTypes, R, OpWhere?]
	OpTypes     // (T, U), <T, U>          of functions, constructors and calls [T…]
	OpTensor    // Tensor[s, b]            [OpShape or a name, b]
	OpShape     // (2, ?, n)               [dimension…]
	OpDynamic   // ?
	OpWhere     // where R, S(a, b)        [OpRel…]
	OpRel       // S(a, b, units=2)        FlagCalled: with parentheses [T…, OpAttr…]

	// Declarations, besides OpFn, OpFnType and expressions.
	OpData // D[A] { C(T), … }        FlagArrows: that of `data` [OpTyParams?, OpCon…]
	OpCon  // C(T), C : (T) -> D      FlagArrows: the second form [OpTypes?, result?]

	numOps
)

// Flags of nodes; the constants above say of which.
type Flags uint8

const (
	FlagPartial Flags = 1 << iota
	FlagCase
	FlagBraced
	FlagParen // of any expression that is not one token: it stands in parentheses
	FlagAngle
	FlagCalled
	FlagFun
	FlagArrows = FlagCase
)

// A Node is one construct of the text.
type Node struct {
	Op         Op
	Flags      Flags
	Start, End int32
	At         int32 // see Op; else where the name begins
	Sym        lang.Sym
	first, n   int32
}

// Span is the node's place. Parentheses around an expression belong to no node.
func (n *Node) Span() lang.Span { return lang.Span{Start: n.Start, End: n.End} }

// A DeclKind says what a declaration declares.
type DeclKind uint8

const (
	DeclDef      DeclKind = iota // def @f…            Root: an OpFn
	DeclType                     // type, data         Root: an OpData
	DeclExtern                   // extern type        likewise, without constructors
	DeclGlobal                   // @f : fn…           a global without a body; Root: its type
	DeclOperator                 // op f : fn…         an operator; Root: its type
	DeclRelation                 // R(…) :- …          one clause; no Root: see Decl.Text
	DeclExpr                     // an expression on the top level, which has no name
	DeclTypeOnly                 // a type on the top level, likewise
)

// A Decl is one declaration of a module.
type Decl struct {
	Kind     DeclKind
	Bad      bool     // it has a syntax error: it declares its name and has no nodes
	Name     lang.Sym // with its sign; of DeclExpr NoSym
	NameSpan lang.Span
	Span     lang.Span
	First    NodeID    // its nodes are First … Root
	Root     NodeID    // NoNode if there are none
	Text     lang.Span // of a relation: the clause without its keyword and its full stop
	Clause   any       // of a relation: what the room that knows the language of relations keeps of it
}

// A Tree is a parsed file. It has all that was written but blanks and parentheses around
// what needs none.
type Tree struct {
	File     *lang.File
	Syms     *lang.Symbols
	Dialect  Dialect // V005 or Doc: that of the home
	Nodes    []Node
	Decls    []Decl // in source order
	Comments []lang.Span
	Version  lang.Span // the header of the home, if it has one
	Metadata lang.Span // its section of metadata, likewise: to the end of the file

	// Unfinished is that the text ends within a bracket, a comment or a string, so that
	// more of it may be to come.
	Unfinished bool

	kids []NodeID
}

// Kids are the parts of a node in the order that Op tells, which is that of the source
// but for those that are NoNode. The slice belongs to the tree.
func (t *Tree) Kids(id NodeID) []NodeID {
	n := &t.Nodes[id]
	return t.kids[n.first : n.first+n.n]
}

// Span is the place of a node.
func (t *Tree) Span(id NodeID) lang.Span { return t.Nodes[id].Span() }

// NameSpan is the place of the name or the sign of a node that has a Sym.
func (t *Tree) NameSpan(id NodeID) lang.Span {
	n := &t.Nodes[id]
	name := t.Syms.Text(n.Sym)
	end := n.At + int32(len(name))
	if src := t.File.Src; int(end) > len(src) || string(src[n.At:end]) != name {
		// A name may have blanks beside its dots.
		end = n.At
		for i := range len(name) {
			for src[end] != name[i] {
				end++
			}
			end++
		}
	}
	return lang.Span{Start: n.At, End: end}
}

// Head is what errors about a whole match are shown at: `match (e)`. Of other nodes it is
// all of them.
func (t *Tree) Head(id NodeID) lang.Span {
	n := &t.Nodes[id]
	if n.Op == OpMatch {
		return lang.Span{Start: n.Start, End: n.At}
	}
	return n.Span()
}

// NameOf is the name of a declaration, with its sign; what has none is lang.MainName.
func (t *Tree) NameOf(d *Decl) string {
	if d.Name == lang.NoSym {
		return lang.MainName
	}
	return t.Syms.Text(d.Name)
}

// Parents returns, by node, the node of which it is a part, or NoNode.
func (t *Tree) Parents() []NodeID {
	parents := make([]NodeID, len(t.Nodes))
	for i := range parents {
		parents[i] = NoNode
		for _, kid := range t.Kids(NodeID(i)) {
			if kid != NoNode {
				parents[kid] = NodeID(i)
			}
		}
	}
	return parents
}

// FirstOf is the first node of the subtree of a node, which is First … id.
func (t *Tree) FirstOf(id NodeID) NodeID {
	for {
		first := NoNode
		for _, kid := range t.Kids(id) {
			if kid != NoNode {
				first = kid
				break
			}
		}
		if first == NoNode {
			return id
		}
		id = first
	}
}

// Int is the value of an OpInt, or of an index, and how many bits its suffix gives it: 0
// if it has none.
func (t *Tree) Int(id NodeID) (value int64, bits int) {
	text := t.Syms.Text(t.Nodes[id].Sym)
	digits := strings.TrimRight(text, "iu")
	if i := strings.IndexAny(text, "iu"); i >= 0 {
		digits, bits = text[:i], 32
		if n, err := strconv.Atoi(text[i+1:]); err == nil {
			bits = n
		}
	}
	value, _ = strconv.ParseInt(number(digits), 10, 64)
	return value, bits
}

// Float is the value of an OpFloat and how many bits it has.
func (t *Tree) Float(id NodeID) (value float64, bits int) {
	text := t.Syms.Text(t.Nodes[id].Sym)
	digits, bits := text, 32
	if i := strings.LastIndexByte(text, 'f'); i > 0 {
		digits = text[:i]
		if n, err := strconv.Atoi(text[i+1:]); err == nil {
			bits = n
		}
	}
	value, _ = strconv.ParseFloat(number(digits), 64)
	return value, bits
}

// Dtype is the element type of a literal: OpInt, OpFloat or OpBool.
func (t *Tree) Dtype(id NodeID) string {
	switch t.Nodes[id].Op {
	case OpBool:
		return "bool"
	case OpFloat:
		_, bits := t.Float(id)
		return "float" + strconv.Itoa(bits)
	}
	value, bits := t.Int(id)
	if bits == 0 {
		if bits = 32; value != int64(int32(value)) {
			bits = 64
		}
	}
	return "int" + strconv.Itoa(bits)
}

// Equal reports whether two trees say the same: all but places and comments.
func Equal(a, b *Tree) bool {
	if len(a.Nodes) != len(b.Nodes) || len(a.Decls) != len(b.Decls) || len(a.kids) != len(b.kids) ||
		a.Version.Empty() != b.Version.Empty() || strings.TrimSpace(a.File.Text(a.Metadata)) != strings.TrimSpace(b.File.Text(b.Metadata)) {
		return false
	}
	for i := range a.Decls {
		d, e := &a.Decls[i], &b.Decls[i]
		if d.Kind != e.Kind || d.Bad != e.Bad || d.First != e.First || d.Root != e.Root || a.Syms.Text(d.Name) != b.Syms.Text(e.Name) {
			return false
		}
		if d.Kind == DeclRelation && strings.Join(strings.Fields(a.File.Text(d.Text)), " ") != strings.Join(strings.Fields(b.File.Text(e.Text)), " ") {
			return false
		}
	}
	for i := range a.Nodes {
		m, n := &a.Nodes[i], &b.Nodes[i]
		if m.Op != n.Op || m.Flags != n.Flags || m.n != n.n || a.Syms.Text(m.Sym) != b.Syms.Text(n.Sym) {
			return false
		}
	}
	for i := range a.kids {
		if a.kids[i] != b.kids[i] {
			return false
		}
	}
	return true
}
