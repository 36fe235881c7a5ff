package eval

import (
	"slices"
	"strconv"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/k"
)

// A Program is a compiled tree. It is immutable, so any number of runs may share it.
type Program struct {
	Tree *k.Tree

	code  []instruction           // by syntax node
	types []typeState             // by syntax node, of codes
	named map[k.NodeID][]k.NodeID // by the node of a filter that is a variable or a type: the nodes that it names
}

// An op is the operation of an instruction. Those up to lastLeaf evaluate no other instruction.
type op uint8

const (
	opBroken   op = iota // cannot be run because of an error in the program
	opIdentity           // ()
	opConstant           // a literal, or a bracket without parts
	opDot                // .l of k4
	opField              // .l and /l of k6: defined on objects only
	opPipe               // |
	opType               // $T
	opFilter             // ?F
	opBuiltin
	lastLeaf = opBuiltin

	opRef = iota - 1
	opComp
	opCaret
	opProduct // with fields
	opVariant
	opTag // |l
	opMerge
	opVector // with elements
)

// An instruction is an expression.
type instruction struct {
	op      op
	builtin int8
	indexed bool   // the label of .l is an integer in canonical form
	ref     int32  // opRef: the root of the callee; opType, opFilter: the code or the filter
	index   int64  // the integer of the label of .l
	label   string // of opDot and opField
	kids    []int32
	value   Value   // of opConstant
	shape   *shape  // of opProduct, opVariant, opTag and opVector
	order   []int32 // of opProduct: the index of each field in the shape; nil: in the order of the program
	broken  string  // the error of opBroken
}

// Canonical returns the code that a name denotes as a canonical name, if the program does not define it; k.NoNode for
// the type of the unit, which needs no code. It reports false if there is none.
type Canonical func(name lang.Sym) (k.NodeID, bool)

// Compile compiles a tree. It never fails: an expression with an error fails when it is run. The first of several equal
// labels in a bracket counts. It takes linear time.
func Compile(t *k.Tree, names *k.Names, canonical Canonical) *Program {
	p := &Program{
		Tree: t, code: make([]instruction, len(t.Nodes)), types: make([]typeState, len(t.Nodes)+1),
		named: make(map[k.NodeID][]k.NodeID),
	}
	c := &compiler{Program: p, names: names, canonical: canonical}
	for i := range t.Nodes {
		c.typeState(k.NodeID(i))
	}
	p.types[len(t.Nodes)].kind = typeProduct // the unit
	for i := range t.Defs {
		if d := &t.Defs[i]; d.Root != k.NoNode {
			for e := d.First; e <= d.Root; e++ {
				c.expression(e)
			}
			c.collect(d)
		}
	}
	return p
}

type compiler struct {
	*Program
	names     *k.Names
	canonical Canonical
	shapes    map[string]*shape
	key       []byte
}

func (c *compiler) expression(e k.NodeID) {
	t, n := c.Tree, &c.Tree.Nodes[e]
	in := &c.code[e]
	kids := func() (list []int32) {
		for _, kid := range t.Kids(e) {
			list = append(list, int32(kid))
		}
		return list
	}
	switch n.Op {
	case k.OpIdentity:
		in.op = opIdentity
	case k.OpInt:
		v, _ := parseNumber(t.Syms.Text(n.Sym))
		in.op, in.value = opConstant, v
	case k.OpString:
		in.op, in.value = opConstant, StringValue(t.Syms.Text(n.Sym))
	case k.OpVid:
		in.op, in.shape = opTag, c.shape([]string{t.Syms.Text(n.Sym)}, false)
	case k.OpDot, k.OpDiv:
		in.op, in.label = opDot, t.Syms.Text(n.Sym)
		in.index, in.indexed = asInteger(in.label)
		if t.Dialect == k.K6 {
			in.op = opField
		}
	case k.OpPipe:
		in.op = opPipe
	case k.OpType:
		in.op, in.ref = opType, c.state(t.Kids(e)[0])
		if in.ref < 0 {
			in.op, in.broken = opBroken, "this type is not defined"
		}
	case k.OpFilter:
		in.op, in.ref = opFilter, int32(t.Kids(e)[0])
	case k.OpRef:
		c.reference(in, n.Sym)
	case k.OpComp:
		in.op, in.kids = opComp, kids()
	case k.OpCaret:
		in.op, in.kids = opCaret, kids()
	case k.OpMerge:
		in.op, in.kids = opMerge, kids()
	case k.OpVector:
		if in.op, in.kids, in.shape = opVector, kids(), vectorShape; len(in.kids) == 0 {
			in.op, in.value = opConstant, emptyVector
		}
	case k.OpProduct, k.OpVariant:
		c.object(e, in)
	default:
		in.broken = "this part of the program could not be read"
	}
}

func (c *compiler) reference(in *instruction, name lang.Sym) {
	d := c.names.Func[name]
	if d < 0 {
		if b := c.names.Builtin[name]; b >= 0 {
			in.op, in.builtin = opBuiltin, b
			if v, ok := constants[k.Builtins[b]]; ok {
				in.op, in.value = opConstant, v
			}
			return
		}
		in.broken = "`" + c.Tree.Syms.Text(name) + "` is not defined"
		return
	}
	if root := c.Tree.Defs[d].Root; root != k.NoNode && !c.Tree.Defs[d].Bad {
		in.op, in.ref = opRef, int32(root)
		return
	}
	in.broken = "`" + c.Tree.Syms.Text(name) + "` could not be read"
}

// constants are the built-in functions with a constant result.
var constants = map[string]Value{"true": theTrue, "false": theFalse, "null": theNull}

// object compiles a product or a variant.
func (c *compiler) object(e k.NodeID, in *instruction) {
	fields := c.Tree.Fields(e)
	if len(fields) == 0 {
		in.op, in.value = opConstant, unit
		return
	}
	order := make([]int32, len(fields)) // of the labels
	for i := range order {
		order[i] = int32(i)
	}
	label := func(i int32) string { return c.Tree.Syms.Text(fields[i].Label) }
	slices.SortStableFunc(order, func(a, b int32) int { return lang.CompareUTF16(label(a), label(b)) })
	order = slices.CompactFunc(order, func(a, b int32) bool { return fields[a].Label == fields[b].Label })
	labels := make([]string, len(order))
	place := make([]int32, len(fields)) // index + 1; 0 for a repeated label, which is already reported
	for i, at := range order {
		labels[i], place[at] = label(at), int32(i)+1
	}
	for i, at := range place {
		if at > 0 {
			in.kids = append(in.kids, int32(fields[i].Node))
			in.order = append(in.order, at-1)
		}
	}
	if slices.IsSorted(in.order) {
		in.order = nil
	}
	in.shape = c.shape(labels, c.Tree.Dialect == k.K6)
	in.op = opProduct
	if len(labels) == 1 {
		in.op = opVariant
	}
}

// shape returns the unique shape of the program with some labels, so that a type is compared to it once.
func (c *compiler) shape(labels []string, product bool) *shape {
	c.key = c.key[:0]
	record := product && len(labels) == 1
	if record {
		c.key = append(c.key, '{')
	}
	for _, l := range labels {
		c.key = appendKey(c.key, l)
	}
	s, ok := c.shapes[string(c.key)]
	if !ok {
		if c.shapes == nil {
			c.shapes = make(map[string]*shape)
		}
		s = &shape{kind: objectKind(len(labels)), labels: labels, record: record}
		c.shapes[string(c.key)] = s
	}
	return s
}

// appendKey appends a label to an unambiguous key for a list of labels.
func appendKey(key []byte, label string) []byte {
	return append(append(strconv.AppendInt(key, int64(len(label)), 10), ':'), label...)
}

// asInteger returns the integer of a label in canonical form.
func asInteger(label string) (int64, bool) {
	n, err := strconv.ParseInt(label, 10, 64)
	return n, err == nil && strconv.FormatInt(n, 10) == label
}
