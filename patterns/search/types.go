package search

import (
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/unify"
)

// A program is one whose types are known to the index.
type program struct {
	*patterns.Result
	known map[patterns.Type]patterns.Type // in the index
}

// typeOf returns a type of a program in the terms of the index. The types of a program cost their size once, if its
// signatures are added one after the other.
func (x *Index) typeOf(t patterns.Type, r *patterns.Result) patterns.Type {
	if x.last == nil || x.last.Result != r {
		x.last = &program{r, make(map[patterns.Type]patterns.Type)}
	}
	known := x.last.known
	if known[t] != patterns.NoType {
		return known[t]
	}
	from := r.Types
	number := make(map[patterns.Type]int32)
	order := []patterns.Type{t}
	state := func(t patterns.Type) int32 {
		return patterns.Remember(&number, t, func() int32 {
			order = append(order, t)
			return int32(len(order) - 1)
		})
	}
	if _, ok := from.Atom(t); ok {
		return x.atomOf(t, r)
	}
	number[t] = 0
	var states []patterns.State
	for i := 0; i < len(order); i++ {
		s := patterns.State{Shape: from.Shape(order[i])}
		var labels []unify.Label
		for _, f := range from.Fields(order[i]) {
			l := f.Label
			if l != unify.Member {
				l = x.label(r.Labels.Text(l))
			}
			labels = append(labels, l)
			to := patterns.StateField{Label: l, Type: known[f.To]}
			if _, ok := from.Atom(f.To); ok {
				to.Type = x.atomOf(f.To, r)
			} else if to.Type == patterns.NoType {
				to.State = state(f.To)
			}
			s.Fields = append(s.Fields, to)
		}
		if c := from.Heads().BuiltBy(order[i]); c != unify.NoConstructor {
			s.Constructor = x.types.Constructor(from.ConstructorID(c), labels...)
		}
		states = append(states, s)
	}
	for i, u := range x.types.Intern(states) {
		known[order[i]] = u
	}
	return known[t]
}

// atomOf returns a literal type by its name.
func (x *Index) atomOf(t patterns.Type, r *patterns.Result) patterns.Type {
	name, _ := r.Types.Atom(t)
	if x.atoms[name] == patterns.NoType {
		heads := r.Types.Heads()
		literals, payload := heads.Literal(t)
		var listed []unify.Label
		for _, f := range heads.Fields(t) {
			listed = append(listed, x.label(r.Labels.Text(f.Label)))
		}
		x.atoms[name] = x.types.AddAtom(name, literals, listed, x.typeOf(payload, r))
	}
	return x.atoms[name]
}
