package relay

import (
	"slices"
	"strconv"
	"strings"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/syntax"
)

type (
	NodeID = syntax.NodeID
	Op     = syntax.Op
	Node   = syntax.Node
)

// NoNode is the absence of a node.
const NoNode = syntax.NoNode

// The constructs. Their kids are in brackets; one with a question mark may be NoNode, and x… are any number.
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
	OpFn       // fn<A>(%x: T) -> R { e } [OpTyParams?, OpParams, result?, OpWhere?, body]; also a definition after its name
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

// Flags of nodes, which the constants above refer to.
const (
	FlagPartial syntax.Flags = 1 << iota
	FlagCase
	FlagBraced
	FlagParen // of any expression with several tokens: it is in parentheses
	FlagAngle
	FlagCalled
	FlagFun
	FlagArrows = FlagCase
)

// A DeclKind is the kind of a declaration.
type DeclKind uint8

const (
	DeclDef      DeclKind = iota // def @f…            Root: an OpFn
	DeclType                     // type, data         Root: an OpData
	DeclExtern                   // extern type        likewise, without constructors
	DeclGlobal                   // @f : fn…           a global without a body; Root: its type
	DeclOperator                 // op f : fn…         an operator; Root: its type
	DeclRelation                 // R(…) :- …          one clause; no Root: see Decl.Text
	DeclExpr                     // an expression on the top level, without a name
	DeclTypeOnly                 // a type on the top level, likewise
)

// A Decl is one declaration of a module.
type Decl struct {
	syntax.Decl // Name includes its sign; NoSym for DeclExpr
	Kind        DeclKind
	Text        lang.Span // of a relation: the clause without its keyword and its full stop
	Clause      any       // of a relation: data of the package that parses the language of relations
}

// A Tree is a parsed file. It represents the whole text except blanks and redundant parentheses.
type Tree struct {
	syntax.Tree
	Dialect  Dialect   // V005 or Doc: the dialect of the main file
	Decls    []Decl    // in source order
	Version  lang.Span // the header of the main file, if it has one
	Metadata lang.Span // its section of metadata, if it has one, up to the end of the file
	Meta     Metadata  // what the section contains

	Unread []lang.Span // text that belongs to no declaration, because of errors
}

// All yields the declarations.
func (t *Tree) All(yield func(*syntax.Decl) bool) {
	for i := range t.Decls {
		if !yield(&t.Decls[i].Decl) {
			return
		}
	}
}

// NameSpan returns the place of the name or the sign of a node with a Sym.
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

// Head returns the place for errors about a whole match: `match (e)`. For other nodes it is the whole node.
func (t *Tree) Head(id NodeID) lang.Span {
	n := &t.Nodes[id]
	if n.Op == OpMatch {
		return lang.Span{Start: n.Start, End: n.At}
	}
	return n.Span()
}

// NameOf returns the name of a declaration, with its sign, or lang.MainName if it has none.
func (t *Tree) NameOf(d *Decl) string {
	if d.Name == lang.NoSym {
		return lang.MainName
	}
	return t.Syms.Text(d.Name)
}

// Int returns the value of an OpInt, or of an index, and the bits of its suffix: 0 if it has none.
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

// Float returns the value of an OpFloat and its bits.
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

// Dtype returns the element type of a literal: OpInt, OpFloat or OpBool.
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

// Equal reports whether two trees are equal except for places and comments other than types of constants.
func Equal(a, b *Tree) bool {
	if len(a.Decls) != len(b.Decls) || !a.Same(&b.Tree) ||
		a.Version.Empty() != b.Version.Empty() ||
		strings.TrimSpace(a.File.Text(a.Metadata)) != strings.TrimSpace(b.File.Text(b.Metadata)) {
		return false
	}
	for id := range a.Nodes {
		if a.Nodes[id].Op == OpMeta { // its type may be in a comment
			c, _ := a.Constant(NodeID(id))
			if d, _ := b.Constant(NodeID(id)); c.Dtype != d.Dtype || !slices.Equal(c.Shape, d.Shape) {
				return false
			}
		}
	}
	for i := range a.Decls {
		d, e := &a.Decls[i], &b.Decls[i]
		if d.Kind != e.Kind || !a.SameDecl(&b.Tree, &d.Decl, &e.Decl) {
			return false
		}
		if d.Kind == DeclRelation && strings.Join(strings.Fields(a.File.Text(d.Text)),
			" ") != strings.Join(strings.Fields(b.File.Text(e.Text)), " ") {
			return false
		}
	}
	return true
}
