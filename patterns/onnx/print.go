package onnx

import (
	"strconv"
	"strings"

	"github.com/patgraph/patgraph/patterns/relation"
	"github.com/patgraph/patgraph/unify"
)

// Read returns the type of a pattern as it is known now; ok is false as long as some part of it is open.
func (s *System) Read(n unify.Node) (t Type, ok bool) {
	return (&reader{s.Binding.Over(s.Graph), s.Binding}).read(n)
}

type reader struct {
	over *relation.Over
	b    *relation.Binding
}

func (r *reader) read(n unify.Node) (Type, bool) { return r.typeAt(r.over.Number(n)) }

func (r *reader) typeAt(n relation.Node) (t Type, ok bool) {
	h := r.over.Head(n)
	switch h {
	case relation.MarkHead:
		return Type{}, true
	case relation.OpenHead, relation.OtherHead:
		return Type{}, false
	}
	t.Head = h + 1
	part := func(i int) relation.Node { return r.over.Part(n, i) }
	within := func(n relation.Node) bool {
		of, ok := r.typeAt(n)
		t.Of = append(t.Of, of)
		return ok
	}
	switch h {
	case Tensor:
		shape, ranked, ok := r.list(part(0))
		elem, known := r.over.Atom(part(1))
		entries, valued, also := r.list(part(2))
		t.Elem, t.Ranked, t.Shape, t.Valued, t.Entries = elem, ranked, shape, valued, entries
		return t, ok && also && known != relation.Open
	case Tuple:
		ok := true
		for i := range r.over.Length(n) {
			ok = within(r.over.Item(n, i)) && ok
		}
		return t, ok
	case Map:
		key, known := r.over.Atom(part(0))
		t.Elem = key
		return t, within(part(1)) && known != relation.Open
	case None:
		return t, true
	}
	return t, within(part(0))
}

func (r *reader) list(n relation.Node) (list []Size, known, ok bool) {
	switch k := r.over.Length(n); k {
	case relation.MarkLength:
		return nil, false, true
	case relation.OpenLength, relation.FixedLength:
		return nil, false, false
	default:
		ok = true
		for i := range k {
			s, k := r.over.Size(r.over.Item(n, i))
			if k == relation.Mark {
				s = Unknown
			}
			ok = ok && k != relation.Open
			list = append(list, s)
		}
		return list, true, ok
	}
}

// Format writes a type in the notation of ONNX's text: `float[N, 3]`, `float` for a scalar, `float[]` for an unknown
// rank, `?` for an unknown size, computed sizes as formulas, `seq(float[2])`. A type that is unknown is `?`.
func (s *System) Format(t Type) string {
	if t.Head == 0 {
		return "?"
	}
	of := func() string {
		list := make([]string, len(t.Of))
		for i, x := range t.Of {
			list[i] = s.Format(x)
		}
		return strings.Join(list, ", ")
	}
	elem := t.Elem
	if elem == "" {
		elem = "?"
	}
	switch t.Head - 1 {
	case Tensor:
		switch {
		case !t.Ranked:
			return elem + "[]"
		case len(t.Shape) == 0:
			return elem
		}
		return elem + "[" + s.sizes(t.Shape) + "]"
	case Tuple:
		return "(" + of() + ")"
	case Sequence:
		return "seq(" + of() + ")"
	case Optional:
		return "optional(" + of() + ")"
	case Map:
		return "map(" + elem + ", " + of() + ")"
	case Sparse:
		return "sparse_tensor(" + of() + ")"
	}
	return "none"
}

// FormatEntries writes the entries of a tensor, as in `{1, N, ?}`; an empty text if they are unknown.
func (s *System) FormatEntries(t Type) string {
	if !t.Valued {
		return ""
	}
	return "{" + s.sizes(t.Entries) + "}"
}

func (s *System) sizes(list []Size) string {
	texts := make([]string, len(list))
	for i, d := range list {
		texts[i] = s.FormatSize(d)
	}
	return strings.Join(texts, ", ")
}

// FormatSize writes a size or an entry.
func (s *System) FormatSize(d Size) string {
	if d == Unknown {
		return "?"
	}
	if n, ok := d.Number(); ok {
		return strconv.FormatInt(n, 10)
	}
	return s.Binding.Sizes.Formula(d)
}
