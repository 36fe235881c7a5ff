package k

import (
	"cmp"
	"strings"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/k"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/message"
	"github.com/patgraph/patgraph/unify"
)

// The implementation of message.Syntax. Sites are syntax nodes.

func (a *program) Construct(site int32) *message.Construct { return &constructs[a.tree.Nodes[site].Op] }

func (a *program) Rule(rule, part uint8) *message.Rule { return &ruleTable[rule][part] }

// describedBy is indexed by operation; operations without an entry are filters and their parts.
var describedBy = [k.OpFilterVector + 1]struct {
	rule Rule
	part uint8
}{
	k.OpRef: {R1Ref, partOnly}, k.OpType: {R3Type, partOnly}, k.OpInt: {R11Literal, partOnly},
	k.OpString: {R11Literal, partOnly},
	k.OpDot:    {R7Dot, partOnly}, k.OpVid: {R14Vid, partOnly}, k.OpDiv: {R15Div, partOnly},
	k.OpPipe:    {R10Pipe, partOnly},
	k.OpProduct: {R4Prod, partOutput}, k.OpVariant: {R5Variant, partOutput},
	k.OpVector: {R8Vector, partOutput}, k.OpCaret: {R9Caret, partOutput},
}

// DescribedBy returns the rule by which a node describes a pattern.
func (a *program) DescribedBy(site int32) (rule, part uint8) {
	n := &a.tree.Nodes[site]
	by := describedBy[n.Op]
	if n.Op == k.OpRef && a.names.Func[n.Sym] < 0 {
		by.rule = R13Builtin
	}
	return uint8(cmp.Or(by.rule, R12Filter)), by.part
}

func (a *program) Words() *message.Words { return &words }

// atomThings are the names of values of the built-in types.
var atomThings = map[string]string{"int": "an integer", "string": "a string", "bool": "a boolean"}

func (a *program) AtomThing(name string) (string, bool) {
	thing, ok := atomThings[name]
	return thing, ok
}

func (a *program) Span(site int32) lang.Span { return a.tree.Nodes[site].Span() }

func (a *program) AppendKids(to []int32, site int32) []int32 {
	for _, e := range a.tree.Kids(k.NodeID(site)) {
		to = append(to, int32(e))
	}
	return to
}

// AppendSlots appends the labels of a projection or a bracket.
func (a *program) AppendSlots(to []message.Slot, site int32) []message.Slot {
	e := k.NodeID(site)
	if n := &a.tree.Nodes[e]; k.Labelled(n.Op) {
		return append(to, message.Slot{Label: unify.Label(n.Sym), Span: a.tree.DotLabelSpan(e), Part: -1})
	}
	for _, f := range a.tree.Fields(e) {
		to = append(to, message.Slot{Label: unify.Label(f.Label), Span: f.LabelSpan(), Part: int32(f.Node)})
	}
	return to
}

func (a *program) Variable(site int32) string { return a.tree.Syms.Text(a.tree.Nodes[site].Sym) }

// Callee returns the definition of a reference, or -1 for a built-in function.
func (a *program) Callee(site int32) (int32, bool) {
	n := &a.tree.Nodes[site]
	if n.Op != k.OpRef || a.names.Func[n.Sym] < 0 && a.names.Builtin[n.Sym] < 0 {
		return -1, false
	}
	return a.names.Func[n.Sym], true
}

func (a *program) Definitions() int { return len(a.tree.Defs) }

func (a *program) Definition(d int32) message.Definition {
	x := &a.tree.Defs[d]
	return message.Definition{
		Name: a.tree.Syms.Text(x.Name), Span: x.Span, NameSpan: x.NameSpan,
		First: int32(x.First), Root: int32(x.Root), Bad: x.Bad, Depth: int(x.Depth),
	}
}

// Ends returns the nodes of an expression of a derived definition.
func (a *program) Ends(d, site int32) (in, out unify.Node) {
	b := a.body(d)
	return b.in(k.NodeID(site)), b.out(k.NodeID(site))
}

func (a *program) Label(text string) string { return a.tree.Dialect.LabelText(text) }

// TypeText writes a type as an expression: a filter for a recursive type without a name.
func (a *program) TypeText(t patterns.Type, most int) string {
	w := signature{a: a, most: most, spelling: &a.spelling}
	text := w.run(piece{kind: pieceType, what: int32(t)})
	if !strings.HasPrefix(text, "$") {
		text = "?" + text
	}
	return text
}
