package mutate

import (
	"math/rand/v2"
	"slices"
	"strconv"

	"github.com/patgraph/patgraph/internal/lab/tensorgen"
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/tensorscript"
	analyzer "github.com/patgraph/patgraph/patterns/tensorscript"
)

// TensorScript is the language TensorScript. Its mutants may have any errors but those of syntax; a name that is
// declared too late, or nowhere, does not count as one of syntax.
var TensorScript = &Language{
	Language:   analyzer.Language,
	Operators:  operatorsOfTensorScript,
	Repairable: operatorsOfTensorScript,

	programs: programsOfTensorScript,
	subject:  func(p *Program) subject { return newNetworkSubject(p) },
	expects: func(d *lang.Diagnostic) bool {
		return d.Code.Class() != lang.ClassSyntax || d.Code == lang.UsedBefore
	},
	anchors:      anchorsOfNetwork,
	same:         func(a, b *lang.File) bool { return tensorscript.Equal(parseNetwork(a), parseNetwork(b)) },
	inDefinition: func(string) bool { return false },
	word:         "node",
}

var operatorsOfTensorScript = []string{
	"size", "argument", "entry", "entry-drop", "argument-swap", "argument-drop",
	"stage", "stage-drop", "stage-swap",
	"typo-stage", "typo-argument", "typo-import", "typo-size", "typo-node",
}

func parseNetwork(f *lang.File) *tensorscript.Tree {
	t, _ := tensorscript.Parse(f)
	return t
}

const (
	mostOfRandom = 1  // mutants of one operator of a randomly generated program
	randomOnes   = 40 // such programs
	largest      = 2000
)

// programsOfTensorScript returns the examples, the correct cases of the documents, and short randomly generated
// programs.
func programsOfTensorScript(l *Language, root string) (programs []Program, err error) {
	add := func(name string, source []byte, most int) error {
		p, err := l.program(name, source, most, false)
		if err == nil {
			programs = append(programs, p)
		}
		return err
	}
	globs := []string{"examples/tensorscript/*.trs", "examples/tensorscript/seed/*.trs"}
	err = eachFile(root, globs, func(_, name string, source []byte) error { return add(name, source, 0) })
	if err != nil {
		return nil, err
	}
	var cases []struct {
		ID, Source string
		Expect     struct{ OK bool }
	}
	if err := readJSON(root, "lang/tensorscript/testdata/cases.json", &cases); err != nil {
		return nil, err
	}
	for _, c := range cases {
		if c.Expect.OK {
			_ = add(c.ID, []byte(c.Source), mostOfSmall) // some have warnings
		}
	}
	for i, n := uint64(0), 0; n < randomOnes; i++ {
		if net := tensorgen.RandomNetwork(1, i); net.Wrong == nil && len(net.Source) < largest &&
			add("random-"+strconv.FormatUint(i, 10), []byte(net.Source), mostOfRandom) == nil {
			n++
		}
	}
	return programs, nil
}

// A networkSubject is a program of TensorScript as the operators see it.
type networkSubject struct {
	flatSubject
	tree  *tensorscript.Tree
	names *tensorscript.Names
}

func newNetworkSubject(p *Program) *networkSubject {
	tree := parseNetwork(p.Language.file(p.Name, p.Source))
	names, _ := tensorscript.Resolve(tree, nil)
	s := &networkSubject{flatSubject: newFlatSubject(p, &tree.Tree), tree: tree, names: names}
	for i := range tree.Decls {
		s.known[tree.Syms.Text(tree.Decls[i].Name)] = true
	}
	for i := range tree.Nodes {
		text := tree.Syms.Text(tree.Nodes[i].Sym)
		s.known[text] = true
		if tree.Nodes[i].Op == tensorscript.OpInt && !slices.Contains(s.sizes, text) {
			s.sizes = append(s.sizes, text)
		}
	}
	return s
}

// argumentOf returns the argument whose value is the node or a pair with it.
func (s *networkSubject) argumentOf(e tensorscript.NodeID) tensorscript.NodeID {
	up := s.parents[e]
	if s.op(up) == tensorscript.OpTuple {
		up = s.parents[up]
	}
	if s.op(up) == tensorscript.OpArg {
		return up
	}
	return tensorscript.NoNode
}

// isStage reports whether a node is a stage of a pipe.
func (s *networkSubject) isStage(e tensorscript.NodeID) bool {
	up := s.parents[e]
	return s.op(up) == tensorscript.OpPipe && s.tree.Kids(up)[0] != e
}

// A networkMaker collects the candidates of one operator in one program of TensorScript.
type networkMaker struct {
	*networkSubject
	flatMaker
	decl int32
}

var networkOperations = map[string]func(*networkMaker, tensorscript.NodeID, *tensorscript.Node){
	"size":          (*networkMaker).size,
	"argument":      (*networkMaker).argument,
	"entry":         (*networkMaker).entry,
	"entry-drop":    (*networkMaker).entryDrop,
	"argument-swap": (*networkMaker).argumentSwap,
	"argument-drop": (*networkMaker).argumentDrop,
	"stage":         (*networkMaker).stage,
	"stage-drop":    (*networkMaker).stageDrop,
	"stage-swap":    (*networkMaker).stageSwap,
	"typo-stage":    (*networkMaker).typoStage,
	"typo-argument": (*networkMaker).typoArgument,
	"typo-import":   (*networkMaker).typoImport,
	"typo-size":     (*networkMaker).typoSize,
	"typo-node":     (*networkMaker).typoNode,
}

func (s *networkSubject) candidates(operator string, r *rand.Rand) []*candidate {
	m := &networkMaker{networkSubject: s, flatMaker: flatMaker{rand: r}}
	operation := networkOperations[operator]
	for i := range s.tree.Decls {
		d := &s.tree.Decls[i]
		m.decl = int32(i)
		if operator == "typo-node" && d.Kind == tensorscript.DeclNode {
			m.misspell(d.NameSpan)
		}
		if d.Root == tensorscript.NoNode {
			continue
		}
		for e := d.First; e <= d.Root; e++ {
			operation(m, e, &s.tree.Nodes[e])
		}
	}
	return m.list
}

// add adds a candidate, unless it changes nothing. A declaration is also at fault at its uses: a layer in its stages, a
// size at every occurrence of its name.
func (m *networkMaker) add(c *candidate) {
	if !c.changes(m.Source) {
		return
	}
	d := &m.tree.Decls[m.decl]
	c.truths[0].def = -1
	if d.Of >= 0 {
		c.truths[0].definition = m.tree.Syms.Text(m.tree.Decls[d.Of].Name)
	} else if c.truths[0].definition = m.tree.Syms.Text(d.Name); d.Kind == tensorscript.DeclUse {
		c.truths[0].definition = m.tree.Name(d.Root) // the module
	}
	m.used(c, m.decl, 0)
	m.list = append(m.list, c)
}

// used adds the uses of a declaration.
func (m *networkMaker) used(c *candidate, decl int32, depth int) {
	d := &m.tree.Decls[decl]
	var meaning tensorscript.Meaning
	switch d.Kind {
	case tensorscript.DeclWeight:
		meaning = tensorscript.MeansWeight
	case tensorscript.DeclDim:
		meaning = tensorscript.MeansDim
	case tensorscript.DeclTensor:
		meaning = tensorscript.MeansTensor
	case tensorscript.DeclNode:
		for k := range m.tree.Decls { // its weights and its graph are found by its name
			if o := &m.tree.Decls[k]; o.IsBlock() && o.Kind != tensorscript.DeclNode && o.Name == d.Name &&
				c.edits[0].Span == d.NameSpan {
				c.with(usePlace(o.NameSpan))
			}
		}
		return
	case tensorscript.DeclDef:
		meaning = tensorscript.MeansFunction
		if m.tree.Span(m.tree.Kids(d.Root)[2]).Contains(c.edits[0].Span) {
			return // the signature is unchanged
		}
	default:
		return
	}
	for i, is := range m.names.Meaning {
		e := tensorscript.NodeID(i)
		if is != meaning || m.names.At[i] != decl {
			continue
		}
		c.with(usePlace(m.tree.Span(e)))
		for k := range m.tree.Decls {
			if o := &m.tree.Decls[k]; depth < 2 && o.Root != tensorscript.NoNode && o.First <= e && e <= o.Root &&
				o.Kind != tensorscript.DeclDef {
				m.used(c, int32(k), depth+1)
			}
		}
	}
}

func (m *networkMaker) replace(e tensorscript.NodeID, text string) {
	m.add(replace(m.tree.Span(e), text))
}

// numbers replaces a number by several others.
func (m *networkMaker) numbers(e tensorscript.NodeID) {
	now := m.text(e)
	n, err := strconv.Atoi(now)
	if err != nil {
		return
	}
	list := []string{strconv.Itoa(n + 1), strconv.Itoa(2 * n), m.sizes[m.rand.IntN(len(m.sizes))]}
	if n > 1 {
		list = append(list, strconv.Itoa(n-1), strconv.Itoa(n/2))
	}
	for i, text := range list {
		if text != now && !slices.Contains(list[:i], text) {
			m.replace(e, text)
		}
	}
}

// size replaces the number of a size of a tensor or a dimension.
func (m *networkMaker) size(e tensorscript.NodeID, n *tensorscript.Node) {
	if n.Op == tensorscript.OpInt && m.argumentOf(e) == tensorscript.NoNode &&
		m.op(m.parents[e]) != tensorscript.OpView {
		switch m.tree.Decls[m.decl].Kind {
		case tensorscript.DeclDef:
			for up := m.parents[e]; up != tensorscript.NoNode; up = m.parents[up] {
				if m.op(up) == tensorscript.OpBlock {
					return // a number in a computation
				}
			}
		}
		m.numbers(e)
	}
}

func (m *networkMaker) argument(e tensorscript.NodeID, n *tensorscript.Node) {
	if n.Op == tensorscript.OpInt && m.argumentOf(e) != tensorscript.NoNode {
		m.numbers(e)
	}
}

func (m *networkMaker) entry(e tensorscript.NodeID, n *tensorscript.Node) {
	if m.op(m.parents[e]) != tensorscript.OpView {
		return
	}
	if n.Op == tensorscript.OpInt {
		m.numbers(e)
		m.replace(e, "_")
	} else {
		m.replace(e, m.sizes[m.rand.IntN(len(m.sizes))])
	}
}

func (m *networkMaker) entryDrop(e tensorscript.NodeID, n *tensorscript.Node) {
	kids := m.tree.Kids(e)
	if n.Op != tensorscript.OpView || len(kids) < 2 {
		return
	}
	for i := range kids {
		m.add(m.without(kids, i).with(keptPlace(n.Span())))
	}
}

// argumentSwap swaps the values of two arguments.
func (m *networkMaker) argumentSwap(e tensorscript.NodeID, n *tensorscript.Node) {
	kids := m.tree.Kids(e)
	if n.Op != tensorscript.OpCall {
		return
	}
	for i := 1; i < len(kids); i++ {
		a, b := m.tree.Kids(kids[i-1])[0], m.tree.Kids(kids[i])[0]
		m.add(exchange(m.Source, m.tree.Span(a), m.tree.Span(b)).with(keptPlace(n.Span())))
	}
}

func (m *networkMaker) argumentDrop(e tensorscript.NodeID, n *tensorscript.Node) {
	kids := m.tree.Kids(e)
	if n.Op != tensorscript.OpCall {
		return
	}
	for i := range kids {
		c := m.without(kids, i).with(keptPlace(n.Span()))
		if up := m.parents[e]; m.op(up) == tensorscript.OpWeight {
			c.with(keptPlace(m.tree.Span(up)))
		}
		m.add(c)
	}
}

// stage replaces a weight by another one.
func (m *networkMaker) stage(e tensorscript.NodeID, n *tensorscript.Node) {
	if !m.isStage(e) || n.Op != tensorscript.OpName || m.names.Meaning[e] != tensorscript.MeansWeight {
		return
	}
	of := m.tree.Decls[m.names.At[e]].Of
	for k := range m.tree.Decls {
		if d := &m.tree.Decls[k]; d.Kind == tensorscript.DeclWeight && d.Of == of {
			m.replace(e, m.tree.Syms.Text(d.Name))
		}
	}
}

func (m *networkMaker) stageDrop(e tensorscript.NodeID, n *tensorscript.Node) {
	kids := m.tree.Kids(e)
	if n.Op != tensorscript.OpPipe {
		return
	}
	for i := 1; i < len(kids); i++ {
		if len(kids) == 2 {
			continue // nothing of the pipe would be left
		}
		before := m.tree.Span(kids[i-1])
		c := newCandidate(lang.Edit{Span: lang.Span{Start: before.End,
			End: m.tree.Span(kids[i]).End}}).with(keptPlace(before))
		if i+1 < len(kids) {
			c.with(keptPlace(m.tree.Span(kids[i+1])))
		}
		m.add(c)
	}
}

func (m *networkMaker) stageSwap(e tensorscript.NodeID, n *tensorscript.Node) {
	kids := m.tree.Kids(e)
	if n.Op != tensorscript.OpPipe {
		return
	}
	for i := 2; i < len(kids); i++ {
		m.add(exchange(m.Source, m.tree.Span(kids[i-1]), m.tree.Span(kids[i])))
	}
}

func (m *networkMaker) typoStage(e tensorscript.NodeID, n *tensorscript.Node) {
	switch {
	case m.op(m.parents[e]) == tensorscript.OpWeight && n.Op == tensorscript.OpCall:
	case n.Op == tensorscript.OpWeight, n.Op == tensorscript.OpMethod, n.Op == tensorscript.OpCall:
		m.misspell(m.tree.NameSpan(e))
	case n.Op == tensorscript.OpName && m.names.Meaning[e] != tensorscript.MeansDim &&
		m.names.Meaning[e] != tensorscript.MeansTensor && m.names.Meaning[e] != tensorscript.MeansSize:
		if m.op(m.parents[e]) != tensorscript.OpImport {
			m.misspell(n.Span())
		}
	}
}

func (m *networkMaker) typoArgument(e tensorscript.NodeID, n *tensorscript.Node) {
	if n.Op == tensorscript.OpArg {
		m.misspell(m.tree.NameSpan(e))
	}
}

func (m *networkMaker) typoImport(e tensorscript.NodeID, n *tensorscript.Node) {
	if n.Op == tensorscript.OpImport || n.Op == tensorscript.OpUse {
		m.misspell(m.tree.NameSpan(e))
	}
}

func (m *networkMaker) typoSize(e tensorscript.NodeID, n *tensorscript.Node) {
	if n.Op == tensorscript.OpName {
		switch m.names.Meaning[e] {
		case tensorscript.MeansDim, tensorscript.MeansTensor, tensorscript.MeansSize:
			m.misspell(n.Span())
		}
	}
}

// typoNode misspells the name of a node where it is declared; see candidates.
func (m *networkMaker) typoNode(tensorscript.NodeID, *tensorscript.Node) {}

func (m *networkMaker) misspell(at lang.Span) {
	for _, text := range m.misspelt(at, m.rand) {
		m.add(replace(at, text))
	}
}

// anchorsOfNetwork returns the anchors of a mutant of TensorScript; see Oracle.
func anchorsOfNetwork(m *Mutant) (truths [][]anchor, whole []lang.Span) {
	tree := parseNetwork(m.Language.file(m.Program, m.Source))
	for i := range tree.Decls {
		whole = append(whole, tree.Decls[i].Span)
	}
	l := &flatLocator{&tree.Tree, tree.Parents()}
	return m.anchors(func(p Place) []anchor { return anchorsInNetwork(l, p) }), whole
}

// anchorsInNetwork lists the spans that are tight for a place: the place itself; its argument, tensor or view; and the
// call or the header around that, as far as these are small.
func anchorsInNetwork(l *flatLocator, p Place) []anchor {
	as := []anchor{{span: p.Span, within: p.New, exact: !p.Use}}
	e := l.find(p.Span)
	if e == tensorscript.NoNode {
		return as
	}
	if l.Span(e) != p.Span {
		as = l.construct(as, e, anyRule, "")
	}
	for up := l.parent[e]; up != tensorscript.NoNode; up = l.parent[up] {
		switch l.Nodes[up].Op {
		case tensorscript.OpDef, tensorscript.OpBlock, tensorscript.OpParams, tensorscript.OpPipe,
			tensorscript.OpWeight, tensorscript.OpUse:
			return as
		}
		as = l.construct(as, up, anyRule, "")
	}
	return as
}
