package tensorscript

import (
	"strconv"
	"strings"

	"github.com/patgraph/patgraph/internal/cancel"
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/tensorscript"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/language"
	"github.com/patgraph/patgraph/patterns/message"
	"github.com/patgraph/patgraph/patterns/relation"
	"github.com/patgraph/patgraph/patterns/repair"
	"github.com/patgraph/patgraph/unify"
)

// A program is a derived program. Each node of the language is a definition: it has the sites of its header, its
// weights and its graph, in the order of the text, and at the end one for the whole node.
type program struct {
	front
	message.Basic
	repair.Plain
	options language.Options

	binding *relation.Binding
	machine relation.Machine
	modules map[int32]unify.Constructor // by declaration: the type of a node as a value
	aliases map[int32][]entry           // by declaration: the size of a dimension, those of a tensor
	weights map[int32]*operation        // by declaration
	faulty  []bool                      // by definition: it has an error in its text or its names

	called  []*callee                      // by node; nil: it is not a call
	batch   map[int32]int32                // by node: its size parameter `?`
	sums    map[tensorscript.NodeID]entry  // the values of sums and products of sizes
	divided map[int32]bool                 // the size parameters that are divided with a remainder
	current int32                          // the definition being checked, or -1
	rigids  map[[2]int32]unify.Constructor // by definition and size parameter

	params   []map[int32]unify.Node // by definition: its size parameters, by their indices in Names.Sizes
	calls    [][]stated             // by definition: its operations, in the order of their sites
	stages   []int                  // by definition: the expected number of operations
	open     map[unify.Node]string  // see openNames
	shown    *program               // the program without the constraints at fault, whose types are shown; nil: this one
	textbook *textbook              // of one definition; nil: none
	numbers  map[int64]int          // how often each number occurs; made on demand
	origins  relation.LastOrigins

	operations []operation      // pooled memory
	callees    []callee         //
	givens     []relation.Given // of the current operation
	args       []unify.Node     // of the current stage: its arguments

	operators map[string]*operation // by sign: all uses of an operator share one operation
}

// A stated is an operation of a stage: the instances of its relation.
type stated struct {
	site      int32
	operation *operation
	args      []unify.Node
	first     int32 // the first instance; those of its clauses follow
}

// An operation is the target of a call or the class of a weight.
type operation struct {
	*relation.Operator
	name  string
	attrs []relation.Value
	rules []*relation.Rule      // made when first stated
	sizes []tensorscript.NodeID // the places of attributes that are sizes of the node
	call  tensorscript.NodeID   // the place of its arguments, or NoNode
	bad   bool                  // it has an error in its arguments
}

// derived derives a text without some constraints.
func derived(f *lang.File, o language.Options, watch *cancel.Watch, omitted map[unify.Reason]bool) *program {
	return derivedWith(f, o, watch, omitted, nil)
}

// derivedWith is derived, with a textbook of one of its definitions.
func derivedWith(
	f *lang.File, o language.Options, watch *cancel.Watch, omitted map[unify.Reason]bool, t *textbook,
) *program {
	old := language.Spent[program](&o)
	p := &program{
		options: o, textbook: t, aliases: make(map[int32][]entry), operators: make(map[string]*operation),
		sums: make(map[tensorscript.NodeID]entry), current: -1, divided: make(map[int32]bool),
		batch: make(map[int32]int32), rigids: make(map[[2]int32]unify.Constructor),
	}
	ds := p.parse(f, &p.options, old.tree, watch)
	p.options.Phase = nil // programs that are tried have no phases
	p.Basic = message.Basic{
		Program: &message.Program{Syntax: p, File: f, Reasons: p.reasons}, Rules: rules, Pieces: p.pieces,
	}
	p.Omit(omitted)
	p.Vocabulary = p.vocabulary()
	p.Known = ds
	p.Begin(p.tree.Syms, &old.Basic)
	p.build()
	p.declare()
	p.check()
	p.Solve(p, o.Limits, patterns.Monomorphic, watch)
	return p
}

// build makes the constructors. Others are made on demand.
func (p *program) build() {
	p.modules = make(map[int32]unify.Constructor)
	numbered := func(prefix string) func(int) unify.Label {
		return func(i int) unify.Label { return unify.Label(p.tree.Syms.InternString(prefix + strconv.Itoa(i))) }
	}
	p.binding = &relation.Binding{
		Vocabulary: Vocabulary, Types: p.Types, Sizes: relation.NewSizes(),
		List: "Tensor", Item: numbered("d"), Field: numbered(""), BothWays: true,
		Called: func(name string) string {
			if i, err := strconv.Atoi(strings.TrimPrefix(name, "#")); err == nil && i < len(p.names.Sizes) {
				return p.tree.Syms.Text(p.names.Sizes[i].Name)
			}
			return name
		},
		Heads: []relation.BoundHead{
			Tensor: {Whole: true}, Tuple: {},
			Int: {Constructor: p.Types.Constructor("int")}, Float: {Constructor: p.Types.Constructor("float")},
			Bool: {Constructor: p.Types.Constructor("bool")},
		},
	}
	p.binding.Sizes.Slash = true
	p.machine.Sizes, p.machine.Watch = p.binding.Sizes, p.watch
	p.binding.ItemAt(maxRank - 1)
	p.binding.FieldAt(p.tree.Widest(8, tensorscript.OpTuple))
}

// module returns the type of a node as a value.
func (p *program) module(decl int32) unify.Constructor {
	return patterns.Remember(&p.modules, decl, func() unify.Constructor {
		return p.Types.NewConstructor(p.tree.Syms.Text(p.tree.Decls[decl].Name))
	})
}

// declare lists the definitions and their sites.
func (p *program) declare() {
	t := p.tree
	p.nodeOf = make([]tensorscript.NodeID, 0, len(t.Nodes)+len(t.Decls))
	p.def, p.siteOf, p.declAt = make([]int32, len(t.Decls)), make([]int32, len(t.Nodes)), make([]int32, len(t.Nodes))
	for i := range p.siteOf {
		p.siteOf[i], p.declAt[i] = -1, -1
	}
	of := make([][]int32, len(t.Decls)) // by node of the language: its declarations
	for i := range t.Decls {
		if root := t.Decls[i].Root; root != tensorscript.NoNode {
			p.declAt[root] = int32(i)
		}
		node := p.names.Node[i]
		if t.Decls[i].Kind == tensorscript.DeclNode && node < 0 {
			node = int32(i)
		}
		if node >= 0 {
			of[node] = append(of[node], int32(i))
		}
	}
	p.roles()
	for i := range t.Decls {
		p.def[i] = -1
		d := &t.Decls[i]
		if d.Kind != tensorscript.DeclNode {
			continue
		}
		p.def[i] = int32(len(p.Defs))
		def := message.Definition{
			Name: t.NameOf(d), Span: d.Span, NameSpan: d.NameSpan, First: int32(len(p.nodeOf)), Bad: d.Bad,
		}
		misnamed := d.Bad
		for _, k := range of[i] {
			e := &t.Decls[k]
			misnamed = misnamed || e.Bad || p.names.Erroneous[k]
			def.Span.End = max(def.Span.End, e.Span.End)
			depth := int(e.Depth)
			if e.Of >= 0 {
				depth++ // the brackets of its block
			}
			def.Depth = max(def.Depth, depth)
			for id := range e.Nodes {
				p.siteOf[id] = int32(len(p.nodeOf))
				p.nodeOf = append(p.nodeOf, id)
			}
		}
		def.Root = int32(len(p.nodeOf))
		p.nodeOf = append(p.nodeOf, tensorscript.NoNode)
		p.Defs = append(p.Defs, def)
		p.decls = append(p.decls, of[i])
		p.Misnamed = append(p.Misnamed, false)
		p.faulty = append(p.faulty, misnamed)
	}
	n := len(p.Defs)
	p.params, p.calls, p.stages = make([]map[int32]unify.Node, n), make([][]stated, n), make([]int, n)
	for i := range p.Known {
		if dg := &p.Known[i]; dg.Definition != "" {
			dg.Definition, _, _ = strings.Cut(dg.Definition, ".")
		}
	}
}

// nodes returns the nodes of a definition, in the order of its sites.
func (p *program) nodes(d int32) []tensorscript.NodeID {
	p.watch.Steps(1 + int(p.Defs[d].Root-p.Defs[d].First)/cancel.Few)
	return p.nodeOf[p.Defs[d].First:p.Defs[d].Root]
}

// nodeAt returns the node of a site; NoNode for -1 and for a whole definition.
func (p *front) nodeAt(site int32) tensorscript.NodeID {
	if site < 0 {
		return tensorscript.NoNode
	}
	return p.nodeOf[site]
}

// function returns the declaration of a function of a definition, or -1.
func (p *front) function(d int32, name string) int32 {
	if d < 0 {
		return -1
	}
	for _, k := range p.decls[d] {
		if e := &p.tree.Decls[k]; e.Kind == tensorscript.DeclDef && p.tree.Syms.Text(e.Name) == name {
			return k
		}
	}
	return -1
}

func (p *front) header(d int32) tensorscript.NodeID { return p.tree.Decls[p.decls[d][0]].Root }

// passes returns the part that is the value of an expression: the last stage of a pipe, the result of a block, the
// content of parentheses; or NoNode.
func (p *front) passes(id tensorscript.NodeID) tensorscript.NodeID {
	kids := p.tree.Kids(id)
	switch {
	case p.tree.Is(id, tensorscript.OpPipe, tensorscript.OpBlock):
		return kids[len(kids)-1]
	case p.isValue(id):
		return kids[0]
	}
	return tensorscript.NoNode
}

// shownAt returns the place where an error of an expression is shown: the part that is its value.
func (p *front) shownAt(id tensorscript.NodeID) tensorscript.NodeID {
	for part := p.passes(id); part != tensorscript.NoNode; part = p.passes(id) {
		id = part
	}
	return id
}

// isValue reports whether a tuple is a value in parentheses.
func (p *front) isValue(id tensorscript.NodeID) bool {
	n := &p.tree.Nodes[id]
	return n.Op == tensorscript.OpTuple && n.Flags&tensorscript.FlagComma == 0 && len(p.tree.Kids(id)) == 1
}

func (p *program) wrong(code lang.Code, at lang.Span, message lang.Phrase, related ...lang.Related) *lang.Diagnostic {
	dg := lang.Diagnostic{Code: code, Span: at, Message: message, Related: related}
	if p.current >= 0 {
		dg.Definition, p.faulty[p.current] = p.Defs[p.current].Name, true
	}
	return lang.Collect(&p.Known, dg)
}
