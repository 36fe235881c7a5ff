package onnx

import (
	"slices"

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

// The constructs. Their kids are in brackets; one with a question mark may be NoNode, and x… are any number. Names are
// symbols as AppendName writes them, so that equal names have equal symbols.
const (
	OpBad Op = iota // never in a tree

	// Roots of declarations, and graphs.
	OpModel    // <ir_version: 8> g (x) => (y) { … } [OpHeader?, OpGraph]
	OpFunction // f <a> (x) => (y) { … } Sym: f [OpHeader?, OpParams?, OpInputs, OpOutputs, OpLocals?, OpNode…]
	OpGraph    // g (x) => (y) { … } Sym: g; also the value of an attribute [OpInputs, OpOutputs, OpLocals?, OpNode…]
	OpHeader   // <domain: "d">       [OpSetting…]
	OpSetting  // domain: "d"         Sym: domain [OpInt, OpString or OpPairs]
	OpPairs    // ["" : 17]           also external data [OpPair…]
	OpPair     // "" : 17             Sym: "", as a string [OpInt or OpString]
	OpParams   // <a, b: int = 1>     [OpAttr…]
	OpInputs   // (float[N] x = {1})  [OpValue…]
	OpOutputs  // (float[N] y)        [OpValue…]
	OpLocals   // <int64 z = {1}>     with data: an initializer; else what is declared of a value [OpValue…]
	OpValue    // float[N] x = {1}    Sym: x, which is At [type?, OpData or OpPairs or ?]

	// Nodes.
	OpNode     // ["l"] y = Op<a = 1>(x) [OpLabel?, OpResults, OpOperator, OpAttrs?, OpArgs, OpAttrs?]; see Tree.Attrs
	OpBroken   // a node with a syntax error: the parts of it that were read [part…]
	OpLabel    // "l"                 Sym
	OpResults  // y, ""               [OpName or OpAbsent…]
	OpOperator // d.Op:o              Sym: Op, which is At [OpDomain?, OpName?]
	OpDomain   // ai.onnx.ml          Sym, with its dots
	OpArgs     // (x, , "")           [OpName or OpAbsent…]
	OpName     // x                   Sym: a value; also an overload, and a size or a part of an opaque type
	OpAbsent   // "", or nothing      an input or an output that is left out
	OpAttrs    // <a = 1, b = 2>      [OpAttr…]
	OpAttr     // a: int = 1          Sym: a; the value is missing only in OpParams [OpKind?, value?]
	OpKind     // int                 Sym

	// Values of attributes, and data.
	OpInt     // 5, -2               Sym: as written; see Tree.Int
	OpFloat   // 1.5, 2e3, -inf      Sym: as written; see Tree.Float
	OpString  // "floor"             Sym: with quotes; see Tree.Plain
	OpRef     // @a                  a parameter of the function. Sym: a
	OpUnknown // ...                 a value that is not kept
	OpList    // [1, 2]              [value…]
	OpTensor  // int64[2] t {1, 2}   Sym: t, or nothing [type, OpData or OpPairs]
	OpData    // {1, 2}, {...}       FlagUnknown: the second form [OpInt, OpFloat or OpString…]

	// Types.
	OpTensorType // float[2, N, ?]   Sym: float. FlagShaped: with brackets; without sizes the rank is unknown [size…]
	OpTypeCall   // seq(float)       Sym: seq, optional, map, sparse_tensor or opaque [type or OpName…]
	OpAny        // ?                a size

	numOps
)

// Flags of nodes, which the constants above refer to.
const (
	FlagUnknown syntax.Flags = 1 << iota
	FlagShaped
)

// A DeclKind is the kind of a declaration.
type DeclKind uint8

const (
	DeclGraph    DeclKind = iota // Root: an OpModel
	DeclFunction                 // Root: an OpFunction
)

// A Decl is the graph of a model, or a function.
type Decl struct {
	syntax.Decl
	Kind DeclKind
}

// A Tree is a parsed file. It represents the whole text except blanks, needless quotes and escapes.
type Tree struct {
	syntax.Tree
	Decls []Decl // in source order; the graph of each part of the file is before its functions
}

// All yields the declarations.
func (t *Tree) All(yield func(*syntax.Decl) bool) {
	for i := range t.Decls {
		if !yield(&t.Decls[i].Decl) {
			return
		}
	}
}

// NameOf returns the name of a declaration, without quotes.
func (t *Tree) NameOf(d *Decl) string { return unquoted(t.Syms.Text(d.Name)) }

// NameSpan returns the place of the name or the sign of a node with a Sym, including its quotes and blanks at its dots.
func (t *Tree) NameSpan(id NodeID) lang.Span {
	n, src := &t.Nodes[id], t.File.Src
	if n.Op == OpDomain {
		return n.Span()
	}
	end := n.At
	switch {
	case int(end) == len(src) || n.Sym == lang.NoSym:
	case src[end] != '"':
		for end < n.End && (inPaths[src[end]] || src[end] == '+') {
			end++
		}
	default:
		for end++; src[end] != '"'; end++ {
			if src[end] == '\\' {
				end++
			}
		}
		end++
	}
	return lang.Span{Start: n.At, End: end}
}

// Equal reports whether two trees are equal except for places and comments.
func Equal(a, b *Tree) bool {
	same := func(d, e Decl) bool { return d.Kind == e.Kind && a.SameDecl(&b.Tree, &d.Decl, &e.Decl) }
	return slices.EqualFunc(a.Decls, b.Decls, same) && a.Same(&b.Tree)
}
