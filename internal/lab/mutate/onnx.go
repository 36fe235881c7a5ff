package mutate

import (
	"math/rand/v2"
	"slices"
	"strconv"

	"github.com/patgraph/patgraph/internal/lab/onnxgen"
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/onnx"
	analyzer "github.com/patgraph/patgraph/patterns/onnx"
)

// ONNX is the language ONNX, as text. Its mutants may have any errors but those of syntax.
var ONNX = &Language{
	Language: analyzer.Language,
	Operators: []string{"attribute", "attribute-drop", "axis", "perm", "entry", "weight", "declared", "element", "swap",
		"input", "node-drop"},
	Repairable: []string{"attribute", "attribute-drop", "axis", "perm"},

	programs: programsOfONNX,
	subject:  func(p *Program) subject { return newModelSubject(p) },
	expects: func(d *lang.Diagnostic) bool {
		return d.Code.Class() != lang.ClassSyntax || d.Code == lang.UsedBefore
	},
	anchors:      anchorsOfONNX,
	hides:        true,
	same:         func(a, b *lang.File) bool { return onnx.Equal(parseModel(a), parseModel(b)) },
	inDefinition: func(string) bool { return false },
	word:         "node",
}

func parseModel(f *lang.File) *onnx.Tree {
	t, _ := onnx.Parse(f)
	return t
}

// programsOfONNX returns the models of onnxgen, the examples, and the right graphs among the cases.
func programsOfONNX(l *Language, root string) (programs []Program, err error) {
	add := func(name string, source []byte, most int) error {
		p, err := l.program(name, source, most, true)
		programs = append(programs, p)
		return err
	}
	for _, m := range onnxgen.Models() {
		if err := add(m.Name, []byte(m.Text), 0); err != nil {
			return nil, err
		}
	}
	err = eachFile(root, []string{"examples/onnx/*.onnxtxt"}, func(_, name string, source []byte) error {
		return add("example-"+name, source, 0)
	})
	if err != nil {
		return nil, err
	}
	var cases struct {
		Graphs []struct {
			ID, Text string
			Want     struct{ Verdict string }
		}
	}
	if err := readJSON(root, "patterns/onnx/testdata/cases.json", &cases); err != nil {
		return nil, err
	}
	for _, c := range cases.Graphs {
		if c.Want.Verdict == "ok" {
			if err := add("case-"+c.ID, []byte(c.Text), mostOfSmall); err != nil {
				return nil, err
			}
		}
	}
	return programs, nil
}

// A modelSubject is a model as the operators see it.
type modelSubject struct {
	flatSubject
	tree  *onnx.Tree
	names *onnx.Names
}

func newModelSubject(p *Program) *modelSubject {
	tree := parseModel(p.Language.file(p.Name, p.Source))
	return &modelSubject{newFlatSubject(p, &tree.Tree), tree, onnx.Resolve(tree)}
}

// A modelMaker collects the candidates of one operator in a model.
type modelMaker struct {
	*modelSubject
	flatMaker
	decl int
}

var modelOperations = map[string]func(*modelMaker, onnx.NodeID, *onnx.Node){
	"attribute":      (*modelMaker).attribute,
	"attribute-drop": (*modelMaker).attributeDrop,
	"axis":           (*modelMaker).axis,
	"perm":           (*modelMaker).perm,
	"entry":          (*modelMaker).entry,
	"weight":         (*modelMaker).weight,
	"declared":       (*modelMaker).declared,
	"element":        (*modelMaker).element,
	"swap":           (*modelMaker).swap,
	"input":          (*modelMaker).input,
	"node-drop":      (*modelMaker).drop,
}

func (s *modelSubject) candidates(operator string, r *rand.Rand) []*candidate {
	m := &modelMaker{modelSubject: s, flatMaker: flatMaker{rand: r}}
	for m.decl = range s.tree.Decls {
		d := &s.tree.Decls[m.decl]
		for id := d.First; d.Root != onnx.NoNode && id <= d.Root; id++ {
			modelOperations[operator](m, id, &s.tree.Nodes[id])
		}
	}
	return m.list
}

// add adds a candidate, unless it changes nothing. The type and the data of a value are also at fault where it is used.
func (m *modelMaker) add(c *candidate) {
	if !c.changes(m.Source) {
		return
	}
	c.truths[0].def, c.truths[0].definition = -1, m.tree.NameOf(&m.tree.Decls[m.decl])
	at := c.edits[0].Span
	for id := range m.tree.Of(onnx.OpName) {
		if def := m.names.Def[id]; def != onnx.NoNode && m.op(m.parents[id]) == onnx.OpArgs {
			if maker := m.maker(def); m.tree.Span(maker).Contains(at) &&
				(m.op(maker) == onnx.OpValue || m.isConstant(maker)) {
				c.with(usePlace(m.tree.Span(id)))
			}
		}
	}
	m.list = append(m.list, c)
}

// maker returns the node or the declaration that defines a value.
func (m *modelMaker) maker(def onnx.NodeID) onnx.NodeID {
	if m.op(def) == onnx.OpName {
		return m.parents[m.parents[def]]
	}
	return def
}

func (m *modelMaker) isConstant(node onnx.NodeID) bool {
	_, name, _ := m.tree.Operator(node)
	return name == "Constant"
}

// call returns the place of a node without its results.
func (m *modelMaker) call(node onnx.NodeID) lang.Span { return callOf(m.tree, node) }

func callOf(t *onnx.Tree, node onnx.NodeID) lang.Span {
	return lang.Span{Start: t.Span(t.Kid(node, 2)).Start, End: t.Span(node).End}
}

// numbers replaces a number by several others.
func (m *modelMaker) numbers(id onnx.NodeID, list ...int64) {
	for i, n := range list {
		if !slices.Contains(list[:i], n) {
			m.add(replace(m.tree.Span(id), strconv.FormatInt(n, 10)))
		}
	}
}

// near replaces a number by its neighbours, its double and its half; one that is 0 or 1 only by the other.
func (m *modelMaker) near(id onnx.NodeID, flag bool) {
	switch n := m.tree.Int(id); {
	case n > 1<<40:
	case flag && (n == 0 || n == 1):
		m.numbers(id, 1-n)
	case n > 1:
		m.numbers(id, n+1, 2*n, n-1, n/2)
	default:
		m.numbers(id, n+1)
	}
}

// attributeOf returns the name of the attribute whose value or an item of whose value a number is, and its operator.
func (m *modelMaker) attributeOf(id onnx.NodeID) (name, operator string) {
	up := m.parents[id]
	if m.op(up) == onnx.OpList {
		up = m.parents[up]
	}
	if m.op(up) != onnx.OpAttr {
		return "", ""
	}
	if node := m.parents[m.parents[up]]; m.op(node) == onnx.OpNode {
		_, operator, _ = m.tree.Operator(node)
	}
	return m.tree.Plain(up), operator
}

func (m *modelMaker) attribute(id onnx.NodeID, n *onnx.Node) {
	if n.Op != onnx.OpInt {
		return
	}
	switch name, operator := m.attributeOf(id); name {
	case "", "axis", "axes", "perm", "to", "dtype":
	default:
		if operator != "Constant" {
			m.near(id, m.op(m.parents[id]) == onnx.OpAttr)
		}
	}
}

// attributeDrop leaves out an attribute that has a default.
func (m *modelMaker) attributeDrop(id onnx.NodeID, n *onnx.Node) {
	if _, ok := m.tree.Ints(m.tree.Value(id)); n.Op != onnx.OpAttr || !ok || m.op(m.parents[m.parents[id]]) != onnx.OpNode {
		return
	}
	node := m.parents[m.parents[id]]
	if m.isConstant(node) {
		return
	}
	attrs := m.tree.Attrs(node)
	cut := m.tree.Span(m.parents[id])
	switch i := slices.Index(attrs, id); {
	case i > 0:
		cut = lang.Span{Start: m.tree.Span(attrs[i-1]).End, End: m.tree.Span(id).End}
	case len(attrs) > 1:
		cut = lang.Span{Start: m.tree.Span(id).Start, End: m.tree.Span(attrs[1]).Start}
	}
	m.add(newCandidate(lang.Edit{Span: cut}).with(keptPlace(m.call(node))))
}

func (m *modelMaker) axis(id onnx.NodeID, n *onnx.Node) {
	if name, _ := m.attributeOf(id); n.Op == onnx.OpInt && (name == "axis" || name == "axes") {
		m.numbers(id, m.tree.Int(id)+1, m.tree.Int(id)-1, 0, -1, 2)
	}
}

// perm exchanges two axes.
func (m *modelMaker) perm(id onnx.NodeID, n *onnx.Node) {
	if n.Op != onnx.OpAttr || m.tree.Plain(id) != "perm" {
		return
	}
	list := m.tree.Kids(m.tree.Value(id))
	for i := range list {
		for k := range i {
			m.exchange(list[k], list[i], m.tree.Span(m.tree.Value(id)))
		}
	}
}

// exchange swaps two parts of a whole.
func (m *modelMaker) exchange(x, y onnx.NodeID, whole lang.Span) {
	m.add(exchange(m.Source, m.tree.Span(x), m.tree.Span(y)).with(keptPlace(whole)))
}

// entry changes an entry of a small constant.
func (m *modelMaker) entry(id onnx.NodeID, n *onnx.Node) {
	if name, operator := m.attributeOf(id); n.Op == onnx.OpInt && (m.op(m.parents[id]) == onnx.OpData ||
		operator == "Constant" && name != "") {
		m.near(id, false)
	}
}

// weight changes a size of an initializer whose data are not kept.
func (m *modelMaker) weight(id onnx.NodeID, n *onnx.Node) {
	up := m.parents[id]
	if n.Op == onnx.OpInt && m.op(up) == onnx.OpTensorType && m.op(m.parents[up]) == onnx.OpValue {
		if data := m.tree.Data(m.parents[up]); data != onnx.NoNode && len(m.tree.Kids(data)) == 0 {
			m.near(id, false)
		}
	}
}

// declared changes a size of an input or an output.
func (m *modelMaker) declared(id onnx.NodeID, n *onnx.Node) {
	up := m.parents[id]
	if n.Op == onnx.OpInt && m.op(up) == onnx.OpTensorType && m.op(m.parents[up]) == onnx.OpValue &&
		m.op(m.parents[m.parents[up]]) != onnx.OpLocals {
		m.near(id, false)
	}
}

// element changes the element type of an input, an initializer or a Cast.
func (m *modelMaker) element(id onnx.NodeID, n *onnx.Node) {
	switch n.Op {
	case onnx.OpTensorType:
		if up := m.parents[id]; m.op(up) == onnx.OpValue && m.op(m.parents[up]) != onnx.OpOutputs {
			at := lang.Span{Start: n.Start, End: n.Start + int32(len(m.tree.Name(id)))}
			for _, name := range []string{"float", "int64", "double", "int32", "float16"} {
				m.add(replace(at, name))
			}
		}
	case onnx.OpInt:
		if name, _ := m.attributeOf(id); name == "to" {
			m.numbers(id, 1, 6, 7, 10, 11)
		}
	}
}

// swap exchanges two inputs of a node.
func (m *modelMaker) swap(id onnx.NodeID, n *onnx.Node) {
	if n.Op == onnx.OpNode {
		args := m.tree.Args(id)
		for i := 1; i < len(args); i++ {
			m.exchange(args[i-1], args[i], m.call(id))
		}
	}
}

// nearest is how many values before a node may replace its inputs.
const nearest = 6

// input replaces an input of a node by a value that is made shortly before.
func (m *modelMaker) input(id onnx.NodeID, n *onnx.Node) {
	if n.Op != onnx.OpNode {
		return
	}
	var names []string
	for k := id - 1; k >= 0 && len(names) < nearest; k-- {
		if m.op(k) == onnx.OpName && m.op(m.parents[k]) == onnx.OpResults && m.parents[m.parents[k]] != id &&
			m.parents[m.parents[m.parents[k]]] == m.parents[id] {
			names = append(names, m.text(k))
		}
	}
	for _, arg := range m.tree.Args(id) {
		if def := m.names.Def[arg]; m.op(arg) == onnx.OpName && def != onnx.NoNode && m.op(def) == onnx.OpName {
			for _, name := range names {
				m.add(replace(m.tree.Span(arg), name).with(keptPlace(m.call(id))))
			}
		}
	}
}

// drop removes a node: what used its result uses its first input.
func (m *modelMaker) drop(id onnx.NodeID, n *onnx.Node) {
	if n.Op != onnx.OpNode {
		return
	}
	args, results := m.tree.Args(id), m.tree.Results(id)
	if len(args) == 0 || m.op(args[0]) != onnx.OpName || len(results) != 1 {
		return
	}
	edits, uses := []lang.Edit{{Span: n.Span()}}, []lang.Span(nil)
	for k := range m.tree.Of(onnx.OpName, onnx.OpValue) {
		if m.names.Def[k] != results[0] || k == results[0] {
			continue
		}
		if m.op(m.parents[k]) != onnx.OpArgs {
			return // an output of a graph
		}
		edits = append(edits, lang.Edit{Span: m.tree.Span(k), Text: m.text(args[0])})
		uses = append(uses, m.call(m.parents[m.parents[k]]))
	}
	c := newCandidate(edits...)
	for i, e := range c.edits {
		if e.Text != "" {
			c.with(writtenPart(i, 0, len(e.Text)))
		}
	}
	for _, at := range uses {
		c.with(keptPlace(at))
	}
	m.add(c)
}

// anchorsOfONNX returns the anchors of a mutant of ONNX; see Oracle.
func anchorsOfONNX(m *Mutant) (truths [][]anchor, whole []lang.Span) {
	tree := parseModel(m.Language.file(m.Program, m.Source))
	for id := range tree.Of(onnx.OpGraph, onnx.OpModel, onnx.OpFunction) {
		whole = append(whole, tree.Span(id))
	}
	l := &flatLocator{&tree.Tree, tree.Parents()}
	return m.anchors(func(p Place) []anchor { return anchorsInModel(l, tree, p) }), whole
}

// anchorsInModel lists the spans that are tight for a place: the place itself; the list, the attribute, the data or the
// type around it, with the declaration of a value; and the node.
func anchorsInModel(l *flatLocator, t *onnx.Tree, p Place) []anchor {
	as := []anchor{{span: p.Span, within: p.New, exact: !p.Use}}
	e := l.find(p.Span)
	for e != onnx.NoNode {
		switch l.Nodes[e].Op {
		case onnx.OpNode:
			return append(as, anchor{span: callOf(t, e)}, anchor{span: callOf(t, e), rule: anyRule})
		case onnx.OpValue:
			return append(as, anchor{span: l.Span(e)}, anchor{span: l.Span(e), rule: anyRule})
		case onnx.OpGraph, onnx.OpFunction, onnx.OpModel:
			return as
		case onnx.OpName, onnx.OpInt, onnx.OpFloat, onnx.OpList, onnx.OpAttr, onnx.OpTensor, onnx.OpTensorType, onnx.OpData:
			as = append(as, anchor{span: l.Span(e)}, anchor{span: l.Span(e), rule: anyRule})
		}
		e = l.parent[e]
	}
	return as
}
