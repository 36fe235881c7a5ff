package tensorscript

import (
	"errors"
	"maps"
	"slices"
	"strconv"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/tensorscript"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/message"
	"github.com/patgraph/patgraph/patterns/relation"
	"github.com/patgraph/patgraph/unify"
)

// maxRank is how many sizes a tensor has at most: names of tensors in tensors could make it endless.
const maxRank = 64

// An entry is one size of a tensor as it is written.
type entry struct {
	kind  entryKind
	param int32         // an index in Names.Sizes
	form  relation.Size // of size parameters, which are called as formName says; of a number that
	at    tensorscript.NodeID
}

type entryKind uint8

const (
	aHole entryKind = iota // any size: `_`, or what has an error
	aNumber
	aParameter
	aForm
)

// readAliases reads all of them, in the order of the text.
func (p *program) readAliases() {
	for i := range p.tree.Decls {
		p.current = p.definitionOf(int32(i))
		switch d := &p.tree.Decls[i]; {
		case d.Root == tensorscript.NoNode:
		case d.Kind == tensorscript.DeclDim:
			p.aliases[int32(i)] = []entry{p.entryOf(d.Root)}
		case d.Kind == tensorscript.DeclTensor:
			entries, ok := p.entriesOf(d.Root)
			if len(entries) > maxRank {
				p.tooMany(d.Root)
			} else if ok {
				p.aliases[int32(i)] = entries
			}
		}
	}
}

// tooMany reports a tensor of too many dimensions.
func (p *program) tooMany(id tensorscript.NodeID) {
	p.wrong(lang.WrongCount, p.tree.Span(id), lang.Say("a tensor has at most %s, but this one has more", message.Counted(maxRank, "dimension")))
}

// rankOf is how many sizes a tensor or a view has that is written as a list of them.
func (p *program) rankOf(id tensorscript.NodeID) (n int) {
	for _, kid := range p.tree.Kids(id) {
		if p.tree.Nodes[kid].Op == tensorscript.OpName && p.names.Meaning[kid] == tensorscript.MeansTensor {
			n += len(p.aliases[p.names.At[kid]])
		} else {
			n++
		}
	}
	return n
}

// entriesOf are the sizes of a tensor or a view, those of names of tensors in their place; false if they are
// not known, or too many.
func (p *program) entriesOf(id tensorscript.NodeID) (list []entry, ok bool) {
	if p.tree.Nodes[id].Op == tensorscript.OpName {
		if p.names.Meaning[id] == tensorscript.MeansTensor {
			list, ok = p.aliases[p.names.At[id]]
		}
		return list, ok
	}
	for _, kid := range p.tree.Kids(id) {
		if p.tree.Nodes[kid].Op == tensorscript.OpName && p.names.Meaning[kid] == tensorscript.MeansTensor {
			entries, ok := p.aliases[p.names.At[kid]]
			if !ok {
				return nil, false
			}
			list = append(list, entries...)
			continue
		}
		e := p.entryOf(kid)
		e.at = kid
		if list = append(list, e); len(list) > maxRank {
			return list, false
		}
	}
	return list, len(list) <= maxRank
}

// entryOf is a size as it is written.
func (p *program) entryOf(id tensorscript.NodeID) entry {
	e := entry{at: id}
	switch n := &p.tree.Nodes[id]; n.Op {
	case tensorscript.OpInt:
		e.kind, e.form = aNumber, relation.Size(p.tree.Int(id))
	case tensorscript.OpName:
		switch p.names.Meaning[id] {
		case tensorscript.MeansDim:
			if is := p.aliases[p.names.At[id]]; len(is) > 0 {
				e = is[0]
			}
			e.at = id
		case tensorscript.MeansSize:
			e.kind, e.param = aParameter, p.names.At[id]
		}
	case tensorscript.OpTuple, tensorscript.OpBinary:
		var ok bool
		if e, ok = p.sums[id]; !ok {
			e = p.computed(id)
		}
		e.at = id
	}
	return e
}

// computed is what sums and products of sizes are. It goes over all parts of the expression that are not known yet.
func (p *program) computed(root tensorscript.NodeID) entry {
	if !p.isSum(root) {
		return entry{at: root}
	}
	for stack := []tensorscript.NodeID{root}; len(stack) > 0; {
		id := stack[len(stack)-1]
		kids, parts := p.tree.Kids(id), len(stack)
		for _, kid := range kids {
			if _, known := p.sums[kid]; !known && p.isSum(kid) {
				stack = append(stack, kid)
			}
		}
		if len(stack) > parts {
			continue
		}
		stack = stack[:parts-1]
		e := entry{at: id}
		switch p.tree.Nodes[id].Op {
		case tensorscript.OpTuple:
			e = p.entryOf(kids[0])
		case tensorscript.OpBinary:
			x, y := p.entryOf(kids[0]), p.entryOf(kids[1])
			op, known := sizeSigns[p.tree.Name(id)]
			if !known || x.kind == aHole || y.kind == aHole {
				break
			}
			s, err := p.compute(op, p.formOf(x), p.formOf(y))
			switch {
			case errors.Is(err, relation.ErrTooLong):
				p.wrong(lang.NodeLimit, p.tree.Span(id), lang.Text(err.Error()))
			case err != nil:
				p.wrong(lang.WrongAttribute, p.tree.Span(id), lang.Text("this is not a size: it is negative, too large, or a quotient with a remainder"))
			default:
				e = p.entryOfForm(s)
			}
		}
		p.sums[id] = e
	}
	return p.sums[root]
}

// isSum reports whether a size is computed of others, or such a one in brackets.
func (p *program) isSum(id tensorscript.NodeID) bool {
	op := p.tree.Nodes[id].Op
	return op == tensorscript.OpBinary || op == tensorscript.OpTuple && p.isValue(id)
}

// compute is an operation on sizes. A quotient has to come out even.
func (p *program) compute(op relation.Op, x, y relation.Size) (relation.Size, error) {
	if op == relation.Quotient {
		return p.machine.Exactly(x, y)
	}
	return p.machine.Compute(op, x, y)
}

// sizeSigns are the operations on sizes.
var sizeSigns = map[string]relation.Op{"+": relation.Add, "-": relation.Subtract, "*": relation.Multiply, "/": relation.Quotient}

// formName is what a size parameter is called in forms.
func formName(i int32) string { return "#" + strconv.Itoa(int(i)) }

// formOf is a size as a form.
func (p *program) formOf(e entry) relation.Size {
	if e.kind == aParameter {
		return p.machine.Sizes.Parameter(formName(e.param))
	}
	return e.form
}

// entryOfForm is the other way round.
func (p *program) entryOfForm(s relation.Size) entry {
	if _, ok := s.Number(); ok {
		return entry{kind: aNumber, form: s}
	}
	if name, ok := p.machine.Sizes.ParameterOf(s); ok {
		i, _ := strconv.Atoi(name[1:])
		return entry{kind: aParameter, param: int32(i)}
	}
	return entry{kind: aForm, form: s}
}

// ownOf is the size parameter that one of the top level is in a node: `?` is that of the node.
func (b body) ownOf(i int32) int32 {
	if s := &b.p.names.Sizes[i]; s.Of < 0 && b.p.tree.Syms.Text(s.Name) == "?" {
		if k, ok := b.p.batch[b.p.decls[b.d][0]]; ok {
			return k
		}
	}
	return i
}

// rigid is the constructor that stands for a size parameter.
func (b body) rigid(i int32) unify.Constructor {
	return patterns.Remember(b.p.rigids, [2]int32{b.d, i}, func() unify.Constructor { return b.p.Types.NewParameter(b.p.tree.Syms.Text(b.p.names.Sizes[i].Name)) })
}

// paramsOf are the numbers of the size parameters of a derived definition, in order.
func (p *program) paramsOf(d int32) []int32 { return slices.Sorted(maps.Keys(p.params[d])) }

// value is what an argument is, if that can be said without types.
func (p *program) value(id tensorscript.NodeID) (relation.Value, bool) {
	switch n := &p.tree.Nodes[id]; n.Op {
	case tensorscript.OpInt:
		return relation.IntValue(p.tree.Int(id)), true
	case tensorscript.OpFloat:
		return relation.FloatValue(p.tree.Float(id)), true
	case tensorscript.OpBool:
		return relation.BoolValue(p.tree.Name(id) == "true"), true
	case tensorscript.OpName, tensorscript.OpBinary:
		if e := p.entryOf(id); e.kind == aNumber {
			return relation.IntValue(int64(e.form)), true
		}
	case tensorscript.OpTuple:
		if p.isValue(id) {
			return p.value(p.tree.Kids(id)[0])
		}
		var list []relation.Value
		for _, kid := range p.tree.Kids(id) {
			if op := p.tree.Nodes[kid].Op; op == tensorscript.OpTuple && !p.isValue(kid) {
				return relation.NoValue, false
			}
			v, ok := p.value(kid)
			if !ok {
				return relation.NoValue, false
			}
			list = append(list, v)
		}
		return relation.ListValue(list...), true
	}
	return relation.NoValue, false
}
