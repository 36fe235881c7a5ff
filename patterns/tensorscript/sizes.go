package tensorscript

import (
	"errors"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/tensorscript"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/message"
	"github.com/patgraph/patgraph/patterns/relation"
	"github.com/patgraph/patgraph/unify"
)

// maxRank is the maximum number of sizes of a tensor: names of tensors in tensors could make it exponentially large.
const maxRank = 64

// An entry is one written size of a tensor.
type entry struct {
	kind  entryKind
	param int32         // an index in Names.Sizes
	form  relation.Size // over size parameters, which are named by formName; for a number, that number
	at    tensorscript.NodeID
}

type entryKind uint8

const (
	aHole entryKind = iota // any size: `_`, or a size with an error
	aNumber
	aParameter
	aForm
)

// readAliases reads all aliases in the order of the text.
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

func (p *program) tooMany(id tensorscript.NodeID) {
	most := message.Counted(maxRank, "dimension")
	p.wrong(lang.WrongCount, p.tree.Span(id), lang.Say("a tensor has at most %s, but this one has more", most))
}

// rankOf returns the number of sizes of a tensor or a view that is written as a list of sizes.
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

// entriesOf returns the sizes of a tensor or a view, with the names of tensors expanded; false if they are not known,
// or too many.
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

// entryOf returns a written size.
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

// computed returns the value of sums and products of sizes. It visits all parts of the expression that are not known
// yet.
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
			case err != nil && !p.isRepeated(id):
				p.wrong(lang.WrongAttribute, p.tree.Span(id), lang.Text(
					"this is not a size: it is negative, too large, or a quotient with a remainder"))
			case err != nil:
			default:
				e = p.entryOfForm(s)
			}
		}
		p.sums[id] = e
	}
	return p.sums[root]
}

// isRepeated reports whether a size at fault is reported in an earlier header of the node.
func (p *program) isRepeated(id tensorscript.NodeID) bool {
	return slices.ContainsFunc(p.Known, func(dg lang.Diagnostic) bool {
		return dg.Code == lang.WrongAttribute && p.current >= 0 && dg.Definition == p.Defs[p.current].Name &&
			p.File.Text(dg.Span) == p.tree.Source(id)
	})
}

// isSum reports whether a size is computed from others, perhaps within brackets.
func (p *front) isSum(id tensorscript.NodeID) bool {
	op := p.tree.Nodes[id].Op
	return op == tensorscript.OpBinary || op == tensorscript.OpTuple && p.isValue(id)
}

// compute runs an operation on sizes. A quotient of numbers must be exact; one of size parameters is rounded down, as
// in the formulas of windows.
func (p *program) compute(op relation.Op, x, y relation.Size) (relation.Size, error) {
	if op == relation.Quotient {
		s, err := p.machine.Sizes.Exactly(x, y)
		names := append(p.machine.Sizes.Parameters(x), p.machine.Sizes.Parameters(y)...)
		if err == nil || len(names) == 0 {
			return s, err
		}
		for _, name := range names {
			i, _ := strconv.Atoi(name[1:])
			p.divided[int32(i)] = true
		}
	}
	return p.machine.Compute(op, x, y)
}

// sizeSigns are the operations on sizes.
var sizeSigns = map[string]relation.Op{
	"+": relation.Add, "-": relation.Subtract, "*": relation.Multiply, "/": relation.Quotient,
}

// formName returns the name of a size parameter in forms.
func formName(i int32) string { return "#" + strconv.Itoa(int(i)) }

// formOf converts a size to a form.
func (p *program) formOf(e entry) relation.Size {
	if e.kind == aParameter {
		return p.machine.Sizes.Parameter(formName(e.param))
	}
	return e.form
}

// entryOfForm is the inverse of formOf.
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

// ownOf maps a size parameter of the top level to that of a node: `?` is the node's own.
func (b body) ownOf(i int32) int32 {
	if s := &b.p.names.Sizes[i]; s.Of < 0 && b.p.tree.Syms.Text(s.Name) == "?" {
		if k, ok := b.p.batch[b.p.decls[b.d][0]]; ok {
			return k
		}
	}
	return i
}

// rigid returns the constructor of a generalized size parameter.
func (b body) rigid(i int32) unify.Constructor {
	return patterns.Remember(&b.p.rigids, [2]int32{b.d, i}, func() unify.Constructor {
		return b.p.Types.NewParameter(b.p.tree.Syms.Text(b.p.names.Sizes[i].Name))
	})
}

// paramsOf returns the indices of the size parameters of a derived definition, in order.
func (p *program) paramsOf(d int32) []int32 { return slices.Sorted(maps.Keys(p.params[d])) }

// value returns the value of an argument, if it is known without types.
func (p *program) value(id tensorscript.NodeID) (relation.Value, bool) {
	switch n := &p.tree.Nodes[id]; n.Op {
	case tensorscript.OpInt:
		return relation.IntValue(p.tree.Int(id)), true
	case tensorscript.OpFloat:
		return relation.FloatValue(p.tree.Float(id)), true
	case tensorscript.OpBool:
		return relation.BoolValue(p.tree.Name(id) == "true"), true
	case tensorscript.OpName, tensorscript.OpBinary:
		if p.names.Meaning[id] == tensorscript.MeansText {
			return relation.TextValue(strings.Trim(p.tree.Name(id), `"`)), true
		}
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
