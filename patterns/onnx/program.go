package onnx

import (
	"slices"
	"strconv"
	"sync"

	"github.com/patgraph/patgraph/internal/cancel"
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/onnx"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/language"
	"github.com/patgraph/patgraph/patterns/message"
	"github.com/patgraph/patgraph/patterns/relation"
	"github.com/patgraph/patgraph/patterns/repair"
	"github.com/patgraph/patgraph/unify"
)

// A program is a derived model. The graph of a model is a definition; the graphs in its attributes and its functions
// are derived within it, and have definitions that only list their values.
type program struct {
	front
	message.Basic
	repair.Plain
	options language.Options
	binding *relation.Binding
	machine relation.Machine

	uses     [][]use            // by definition: the nodes that were stated
	frames   []*frame           // by definition: the graph of a model
	callees  map[spot]*frame    // by call; see callee
	omitted  map[placed]bool    // nodes that are left out
	reported map[lang.Span]bool // nodes with an error in their structure
	noted    map[string]bool
	usual    map[[2]string][]usualValue // by operator and attribute: see elsewhere
	renamed  int                        // for how many of the errors about names changes were looked for
	namings  map[lang.Span]*naming      // errors about names, by place
	faulty   []bool                     // by definition: it has an error in its text or its structure
	shown    *program
	limits   [][]limit              // by definition: what limits the sizes that its inputs name
	promised map[promiseKey]promise // sizes that are declared dynamic, but are not
	kept     int                    // how many of them changes were looked for
	looked   map[promiseKey]bool    // for which ones
	follows  map[promiseKey]bool    // those that a change for an earlier one removes, too
	runs     *int                   // how many nodes replays may still derive; nil: none was made
	// mismatched has the errors about declared outputs, by place.
	mismatched map[lang.Span]*evidence
	origins    relation.LastOrigins
}

// A graph is what a definition is about.
type graph struct {
	id       onnx.NodeID // an OpGraph or an OpFunction
	header   onnx.NodeID // of its model or function, with the imports, or NoNode
	whole    bool        // it is the graph of a model
	of       int32       // the definition in which it is derived, or -1
	versions map[string]int64
	names    bool // its inputs have sizes with names
	scope    *scope
	dims     map[string][]onnx.NodeID // by name: where inputs and outputs declare it; nil until it is needed
}

// A scope is what messages about undefined names of a graph need.
type scope struct {
	speller  *lang.Speller
	defined  map[string]onnx.NodeID
	declared map[lang.Sym]onnx.NodeID // values with a declared type and without data
}

// A function is the name of a function of a model.
type function struct{ domain, name, overload string }

// A use is a node as it was stated.
type use struct {
	id         onnx.NodeID
	frame      *frame // the graph of the model, or the call of the function that contains the node
	operator   *relation.Operator
	Inputs     []unify.Node
	Outputs    []unify.Node
	First, End int // its relations, as in Stated
}

// A placed is a node where it runs: its site, or that of a call with a node of the function.
type placed struct {
	site  int32
	inner onnx.NodeID // or NoNode
}

// maxEntries is the maximum number of entries of a tensor that are known.
const maxEntries = 1024

func derived(f *lang.File, o language.Options, watch *cancel.Watch, omitted map[placed]bool) *program {
	old := language.Spent[program](&o)
	p := &program{
		options: o, namings: make(map[lang.Span]*naming), reported: make(map[lang.Span]bool),
		noted: make(map[string]bool), mismatched: make(map[lang.Span]*evidence),
		promised: make(map[promiseKey]promise), omitted: omitted,
	}
	ds := p.parse(f, &p.options, old.tree, watch)
	p.options.Phase = nil // programs that are tried have no phases
	p.Basic = message.Basic{
		Program: &message.Program{Syntax: p, File: f}, Constructs: constructs, Rules: rules, Described: describes,
		Pieces: p.pieces,
	}
	p.Vocabulary = p.words()
	p.Known = ds
	p.Begin(p.tree.Syms, &old.Basic)
	p.binding = NewBinding(p.Types, func(text string) unify.Label { return unify.Label(p.tree.Syms.InternString(text)) })
	p.machine.Sizes, p.machine.Watch = p.binding.Sizes, watch
	p.declare()
	p.Solve(p, o.Limits, patterns.Monomorphic, watch)
	return p
}

// declare lists the definitions and their sites, and checks what needs no types.
func (p *program) declare() {
	t := p.tree
	sites := p.countSites()
	p.Nodes, p.ids = slices.Grow(p.Nodes, sites), slices.Grow(p.ids, sites)
	widest, longest := 8, 8
	for i := range t.Decls {
		d := &t.Decls[i]
		first := len(p.Defs)
		p.define(d)
		if d.Root == onnx.NoNode {
			continue
		}
		if d.Kind == onnx.DeclFunction && p.isWhole(d.Root) {
			p.addFunction(d)
		}
		for id := range d.Nodes {
			switch n := &t.Nodes[id]; n.Op {
			case onnx.OpGraph:
				if d.Kind == onnx.DeclGraph && id != t.Graph(d) && p.isWhole(id) {
					p.defineWithin(id, int32(first))
				}
			case onnx.OpArgs, onnx.OpResults, onnx.OpInputs, onnx.OpOutputs:
				widest = max(widest, len(t.Kids(id)))
			case onnx.OpTensorType, onnx.OpData:
				longest = max(longest, min(len(t.Kids(id)), maxEntries))
			case onnx.OpList:
				longest = max(longest, min(len(t.Kids(id)), maxEntries))
			}
		}
	}
	p.binding.FieldAt(widest)
	p.binding.ItemAt(maxEntries)
	p.Misnamed = make([]bool, len(p.Defs))
	p.uses, p.frames, p.faulty = make([][]use, len(p.Defs)), make([]*frame, len(p.Defs)), make([]bool, len(p.Defs))
	p.limits = make([][]limit, len(p.Defs))
	for d := range p.graphs {
		p.faulty[d] = p.Defs[d].Bad
		if p.graphs[d].id != onnx.NoNode && p.isWhole(p.graphs[d].id) {
			p.structure(int32(d))
		}
	}
	for d := range p.graphs {
		if p.graphs[d].whole && !p.Defs[d].Bad {
			p.inOrder(int32(d))
		}
	}
	p.checkFixed()
}

// system returns the system for the graph of the program.
func (p *program) system() *System {
	s := NewSystem(p.Graph, p.binding)
	s.Fixed = p.fixed
	return s
}

// isWhole reports whether a graph or a function has all its parts: one with a syntax error, or in a node with one, may
// lack some.
func (p *front) isWhole(id onnx.NodeID) bool {
	parts := 2
	if p.tree.Is(id, onnx.OpFunction) {
		parts = 4
	}
	kids := p.tree.Kids(id)
	if len(kids) < parts+1 || !p.tree.Is(kids[parts-1], onnx.OpOutputs) {
		return false
	}
	return !p.broken[id]
}

// define adds the definition of a declaration. Only that of a graph has sites in the text.
func (p *program) define(d *onnx.Decl) {
	t := p.tree
	def := message.Definition{
		Name: t.NameOf(d), Span: d.Span, NameSpan: d.NameSpan, First: int32(len(p.Nodes)), Bad: d.Bad, Depth: int(d.Depth),
	}
	g := graph{id: onnx.NoNode, header: onnx.NoNode, of: -1}
	if d.Root != onnx.NoNode {
		if g.id = t.Graph(d); g.id != onnx.NoNode && p.isWhole(g.id) {
			g.whole = d.Kind == onnx.DeclGraph
		} else {
			g.id, def.Bad = onnx.NoNode, true
		}
		g.header = t.Header(d)
		g.versions = p.versions(g.header)
	}
	if g.whole {
		for id := range d.Nodes {
			p.addSite(id)
		}
	}
	def.Root = p.Add(message.Node{Op: aModel, Span: d.NameSpan, To: -1})
	p.ids = append(p.ids, onnx.NoNode)
	for site := def.First; site < def.Root; site++ {
		up := p.parents[p.ids[site]]
		for up != onnx.NoNode && p.siteOf[up] < 0 {
			up = p.parents[up]
		}
		whole := def.Root
		if up != onnx.NoNode {
			whole = p.siteOf[up]
		}
		p.Nodes[whole].Kids = append(p.Nodes[whole].Kids, site)
	}
	p.Defs, p.graphs = append(p.Defs, def), append(p.graphs, g)
}

// defineWithin adds the definition of a graph in an attribute, which is derived in another definition.
func (p *program) defineWithin(id onnx.NodeID, of int32) {
	t := p.tree
	def := message.Definition{Name: t.Plain(id), Span: t.Span(id), NameSpan: t.NameSpan(id), First: int32(len(p.Nodes))}
	def.Root = p.Add(message.Node{Op: aModel, Span: def.NameSpan, To: -1})
	p.ids = append(p.ids, onnx.NoNode)
	p.Defs = append(p.Defs, def)
	p.graphs = append(p.graphs, graph{
		id: id, header: p.graphs[of].header, of: of, versions: p.graphs[of].versions,
	})
}

// versions returns the imported versions of a header by domain; nil if it imports nothing.
func (p *front) versions(header onnx.NodeID) (list map[string]int64) {
	for domain, version := range p.tree.Imports(header) {
		if list == nil {
			list = make(map[string]int64)
		}
		list[plainDomain(domain)] = p.tree.Int(version)
	}
	return list
}

// importer names the model or the function whose header has the imports of a graph.
func (p *program) importer(d int32) lang.Phrase {
	if of := p.graphs[d].of; of >= 0 {
		d = of
	}
	if p.tree.Is(p.graphs[d].id, onnx.OpFunction) {
		return lang.Say("the function `%s`", p.Defs[d].Name)
	}
	return lang.Text("the model")
}

// standard returns the place of the version of the standard operators that a graph imports, or NoNode.
func (p *front) standard(d int32) onnx.NodeID {
	for domain, version := range p.tree.Imports(p.graphs[d].header) {
		if plainDomain(domain) == "" {
			return version
		}
	}
	return onnx.NoNode
}

func plainDomain(domain string) string {
	if domain == "ai.onnx" {
		return ""
	}
	return domain
}

func (p *front) addFunction(d *onnx.Decl) {
	f := function{name: p.tree.NameOf(d)}
	if h := p.tree.Header(d); h != onnx.NoNode {
		if v := p.tree.Setting(h, "domain"); v != onnx.NoNode {
			f.domain = plainDomain(p.tree.Plain(v))
		}
		if v := p.tree.Setting(h, "overload"); v != onnx.NoNode {
			f.overload = p.tree.Plain(v)
		}
	}
	if _, known := p.functions[f]; !known {
		p.functions[f] = d.Root
	}
}

// called returns the function that a node calls, or NoNode.
func (p *front) called(node onnx.NodeID) onnx.NodeID {
	domain, name, overload := p.tree.Operator(node)
	if body, ok := p.functions[function{plainDomain(domain), name, overload}]; ok {
		return body
	}
	return onnx.NoNode
}

// countNodes counts the nodes of a model, without those of functions.
func (p *program) countNodes(d int32) (n int) {
	for site := p.Defs[d].First; site < p.Defs[d].Root; site++ {
		if p.Nodes[site].Op == aNode {
			n++
		}
	}
	return n
}

// countSites returns about how many nodes of the tree have sites, without those of sizes.
func (p *front) countSites() (n int) {
	t := p.tree
	for id := range t.Of(onnx.OpValue, onnx.OpNode, onnx.OpTensor, onnx.OpName) {
		if !t.Is(id, onnx.OpName) || t.Is(p.parents[id], onnx.OpResults) {
			n++
		}
	}
	return n
}

// addSite adds the site of a node of the tree, if it has one: values, nodes and their results, written sizes, and the
// entries of short lists.
func (p *program) addSite(id onnx.NodeID) {
	t := p.tree
	n := message.Node{Span: t.Span(id), To: -1}
	up := p.parents[id]
	switch t.Nodes[id].Op {
	case onnx.OpValue:
		n.Op, n.Name = aValue, t.Plain(id)
	case onnx.OpNode:
		n.Op, n.Span = aNode, p.callSpan(id)
	case onnx.OpTensor:
		n.Op = aTensor
	case onnx.OpName:
		switch {
		case t.Is(up, onnx.OpResults):
			n.Op, n.Name = aResult, t.Plain(id)
		case t.Is(up, onnx.OpTensorType):
			n.Op = aSize
		default:
			return
		}
	case onnx.OpInt, onnx.OpAny, onnx.OpFloat:
		if !t.Is(up, onnx.OpTensorType) && !(t.Is(up, onnx.OpData) && p.isShort(up)) {
			return
		}
		n.Op = aSize
	default:
		return
	}
	p.siteOf[id] = p.Add(n)
	p.ids = append(p.ids, id)
}

// callSpan returns the place of a node without its results: its operator with attributes and inputs.
func (p *front) callSpan(id onnx.NodeID) lang.Span {
	s := p.tree.Span(id)
	if op := p.tree.Kid(id, 2); op != onnx.NoNode {
		s.Start = p.tree.Span(op).Start
	}
	return s
}

// isShort reports whether the entries of data may be known: they belong to a scalar or a short list.
func (p *front) isShort(data onnx.NodeID) bool {
	n := len(p.tree.Kids(data))
	typ := p.tree.Type(p.parents[data])
	return n <= maxEntries && p.tree.Nodes[data].Flags&onnx.FlagUnknown == 0 && typ != onnx.NoNode &&
		p.tree.Is(typ, onnx.OpTensorType) && p.tree.HasRank(typ) && len(p.tree.Kids(typ)) <= 1 && p.fits(typ, n)
}

// fits reports whether a type of at most one axis has so many entries.
func (p *front) fits(typ onnx.NodeID, n int) bool {
	kids := p.tree.Kids(typ)
	if len(kids) == 0 {
		return n == 1
	}
	return p.tree.Is(kids[0], onnx.OpInt) && p.tree.Int(kids[0]) == int64(n)
}

// wrong reports an error of the structure of a definition.
func (p *program) wrong(d int32, code lang.Code, at lang.Span, text lang.Phrase) *lang.Diagnostic {
	if g := &p.graphs[d]; g.of >= 0 {
		d = g.of
	}
	p.faulty[d] = true
	return lang.Collect(&p.Known, lang.Diagnostic{Code: code, Span: at, Message: text, Definition: p.Defs[d].Name})
}

// note reports what limits the check, once for each key.
func (p *program) note(d int32, key string, at lang.Span, text lang.Phrase) {
	if p.noted[key] {
		return
	}
	p.noted[key] = true
	p.Known = append(p.Known, lang.Diagnostic{
		Code: lang.NotAllChecked, Severity: lang.Note, Span: at, Message: text, Definition: p.Defs[d].Name,
	})
}

// newest is the newest version of the standard operators that is known.
var newest = sync.OnceValue(func() int64 { return int64(library().Newest()) })

// version returns the imported version of a domain.
func (p *front) version(d int32, domain string) int64 {
	g := &p.graphs[d]
	v, ok := g.versions[domain]
	if !ok || domain == "" && v > newest() {
		return newest()
	}
	return v
}

func ordinal(n int) string { return strconv.Itoa(n) }

// resultsOf returns the names among the results of a node; NoNode for absent ones.
func (p *front) resultsOf(node onnx.NodeID) []onnx.NodeID {
	list := slices.Clone(p.tree.Results(node))
	for i, id := range list {
		if !p.tree.Is(id, onnx.OpName) {
			list[i] = onnx.NoNode
		}
	}
	for len(list) > 0 && list[len(list)-1] == onnx.NoNode {
		list = list[:len(list)-1]
	}
	return list
}
