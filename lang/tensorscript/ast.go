package tensorscript

import (
	"slices"
	"strconv"
	"strings"

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

	// Expressions, and sizes.
	OpName   // x, ?, self           Sym
	OpInt    // 5, 1_000             Sym: as written; see Tree.Int
	OpFloat  // 1.5, 2e3             Sym: as written
	OpBool   // true                 Sym
	OpHole   // _                    of a tensor and a view: a size of its own
	OpTuple  // (a, b), (a,), (a)    FlagComma: of one, with a comma: else that is a value in parentheses [part…]
	OpCall   // f(a=1)               Sym: f [OpArg…]
	OpArg    // a=1                  Sym: a [value]
	OpMethod // o.m(a=1), o.m        Sym: m, which is At; FlagCalled: with parentheses [OpName, OpArg…]
	OpView   // view(_, 3)           Sym: nothing; or reshape, which is an operation that is imported [size…]
	OpNot    // !e                   [e]
	OpBinary // a + b                Sym: the sign, which is At [a, b]
	OpPipe   // e |> s |> t          [e, stage…], at least one stage
	OpIf     // if c { a } else { b } [c, OpBlock, OpBlock or OpIf or ?]
	OpBlock  // { s; e }             [statement…, e?]

	// Statements, all but the last of a block; an expression is one, too.
	OpLet    // let y = e;           Sym: y, which is At [e]
	OpAssign // y = e;               Sym: y [e]
	OpWhile  // while c { … }        [c, OpBlock]

	// Tensors.
	OpTensor // [?, 3]               [size…]
	OpHeader // <A -> B>             [tensor, tensor]; a tensor is an OpTensor or an OpName

	// Roots of declarations.
	OpUse    // use p::{a, b as c};  Sym: p, which is At; FlagBraced [OpImport…]
	OpImport // b as c               Sym: b [OpName?]
	OpWeight // w = C::<A -> B>::new(…);  Sym: C, which is At [OpHeader?, OpCall]
	OpDef    // def f(x: T) -> R { … } [OpParams?, tensor?, OpBlock]
	OpParams // (x: T, y)            [OpParam…]
	OpParam  // x: T                 Sym: x [tensor?]

	numOps
)

// Flags of nodes, which the constants above refer to.
const (
	FlagComma syntax.Flags = 1 << iota
	FlagCalled
	FlagBraced
)

// A DeclKind is the kind of a declaration.
type DeclKind uint8

const (
	DeclUse     DeclKind = iota // Root: an OpUse; it has no name
	DeclDim                     // Root: a size
	DeclTensor                  // Root: a tensor
	DeclNode                    // a block. Root: an OpHeader
	DeclWeights                 // a block. Root: an OpHeader
	DeclGraph                   // a block. Root: an OpHeader
	DeclWeight                  // of weights. Root: an OpWeight
	DeclDef                     // of a graph. Root: an OpDef
)

// A Decl is one declaration. The declarations in a block follow it.
type Decl struct {
	syntax.Decl // the Span of a block includes its declarations
	Kind        DeclKind
	Of          int32 // the block that contains it, an index in Tree.Decls, or -1
}

// IsBlock reports whether a declaration contains other declarations.
func (d *Decl) IsBlock() bool { return d.Kind >= DeclNode && d.Kind <= DeclGraph }

// A Tree is a parsed file. It represents the whole text except blanks, angle brackets around the type of a parameter or
// a result, and commas after the last part.
type Tree struct {
	syntax.Tree
	Decls   []Decl // in source order, a block before its declarations
	Unnamed []Unnamed
}

// All yields the declarations.
func (t *Tree) All(yield func(*syntax.Decl) bool) {
	for i := range t.Decls {
		if !yield(&t.Decls[i].Decl) {
			return
		}
	}
}

// NameOf returns the name of a declaration; of a function or a weight with that of its node.
func (t *Tree) NameOf(d *Decl) string {
	name := t.Syms.Text(d.Name)
	if d.Kind == DeclDef || d.Kind == DeclWeight {
		name = t.Syms.Text(t.Decls[d.Of].Name) + "." + name
	}
	return name
}

// Int returns the value of an OpInt.
func (t *Tree) Int(id NodeID) int64 {
	v, _ := strconv.ParseInt(strings.ReplaceAll(t.Name(id), "_", ""), 10, 64)
	return v
}

// Float returns the value of an OpFloat.
func (t *Tree) Float(id NodeID) float64 {
	v, _ := strconv.ParseFloat(strings.ReplaceAll(t.Name(id), "_", ""), 64)
	return v
}

// Equal reports whether two trees are equal except for places and comments.
func Equal(a, b *Tree) bool {
	same := func(d, e Decl) bool {
		return d.Kind == e.Kind && d.Of == e.Of && a.SameDecl(&b.Tree, &d.Decl, &e.Decl)
	}
	return slices.EqualFunc(a.Decls, b.Decls, same) && a.Same(&b.Tree)
}
