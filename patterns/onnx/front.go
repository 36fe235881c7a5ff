package onnx

import (
	"github.com/patgraph/patgraph/internal/cancel"
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/onnx"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/language"
	"github.com/patgraph/patgraph/patterns/relation"
)

// A front is what the text of a model says before any type is derived: its tree, what its names refer to, its graphs,
// functions and operators. Its methods need no types.
type front struct {
	tree  *onnx.Tree
	names *onnx.Names
	fixed map[string]int64 // sizes for names, from the options
	own   *relation.File   // the operators of files of relations; nil if there are none
	watch *cancel.Watch

	parents   []onnx.NodeID
	ids       []onnx.NodeID // by site; NoNode: a whole definition
	siteOf    []int32       // by node of the tree; -1: it has none
	broken    []bool        // by node of the tree: it is within one with a syntax error
	graphs    []graph       // by definition
	functions map[function]onnx.NodeID
	declared  map[onnx.NodeID]onnx.NodeID // by definition of a value: the declared type

	operators        *lang.Speller                   // the names of the standard operators; nil until one is unknown
	elsewhereDefined map[lang.Sym]onnx.NodeID        // by name: the first definition; nil until it is needed
	used             map[onnx.NodeID][]onnx.NodeID   // see usesOfAll
	parameterNames   map[onnx.NodeID]map[string]bool // by function: see parametersOf
	orders           map[onnx.NodeID][]onnx.NodeID   // by graph that is not sorted: its nodes, sorted
}

// parse parses a text, using the memory of an earlier tree, and resolves its names. It returns the errors in it.
func (p *front) parse(f *lang.File, o *language.Options, old *onnx.Tree, watch *cancel.Watch) []lang.Diagnostic {
	tree, ds := onnx.ParseReuse(f, old, watch)
	o.Ended(patterns.Parsed)
	*p = front{
		tree: tree, watch: watch, functions: make(map[function]onnx.NodeID), declared: make(map[onnx.NodeID]onnx.NodeID),
	}
	var wrong []lang.Diagnostic
	p.own, wrong = relation.ReadParts(f, nil, Vocabulary, relations)
	p.names = onnx.ResolveWatched(tree, watch)
	p.fixed, _ = language.ParseSizes(o.Sizes)
	p.parents = tree.Parents()
	p.siteOf, p.broken = make([]int32, len(tree.Nodes)), make([]bool, len(tree.Nodes))
	for i := len(tree.Nodes) - 1; i >= 0; i-- { // a parent has a higher number than its parts
		up := p.parents[i]
		p.siteOf[i], p.broken[i] = -1, up != onnx.NoNode && (p.broken[up] || tree.Is(up, onnx.OpBroken))
	}
	return append(wrong, ds...)
}
