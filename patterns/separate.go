package patterns

import (
	"slices"

	"github.com/patgraph/patgraph/internal/queue"
	"github.com/patgraph/patgraph/unify"
)

// A Separation is whether some finite value belongs to exactly one of two types.
type Separation uint8

const (
	// Separate: such a value exists.
	Separate Separation = iota
	// Inseparable: no such value exists, though the types may differ in parts without values.
	Inseparable
	// Unseparated: the value is too long, or the search too large.
	Unseparated
)

// Separating returns a shortest value, as JSON of at most most bytes, that belongs to exactly one of two types, and
// whether that is the first. Types contain values as runs see them: a product of one field and a variant are the same
// value.
func (v *Values) Separating(a, b Type, most int) (value string, first bool, s Separation) {
	x, y := v.findOnly(a, b), v.findOnly(b, a)
	switch {
	case !x.known || !y.known:
		return "", false, Unseparated
	case x.size <= y.size && x.size <= int64(most):
		return string(v.write(nil, a, x.path)), true, Separate
	case y.size <= int64(most):
		return string(v.write(nil, b, y.path)), false, Separate
	case x.size == noValue && y.size == noValue:
		return "", false, Inseparable
	}
	return "", false, Unseparated
}

// manyPairs bounds the pairs of types that are visited.
const manyPairs = 1 << 20

type typePair struct{ a, b Type }

// A detour is a value given by the path of fields to a part; the other parts have their least values.
type detour struct {
	path  []int32 // fields in the order of FieldsByText; the last one is the tag there, or -1 for the least value
	size  int64
	known bool
}

// A separator searches pairs of types, the nearest first: the distance of a pair is the number of bytes of a value
// around its parts there.
type separator struct {
	*Values
	stops []stop
	at    map[typePair]int
	ends  []end
	queue queue.Of[reach]
}

// An end is a stop where a value may end, with a tag or, if last is -1, with any value.
type end struct {
	at   int
	last int32
}

type stop struct {
	typePair
	from  int // the previous stop; -1: none
	field int32
	far   int64
	done  bool
}

// findOnly finds a shortest value of type a that b does not have: a shortest path through pairs of parts to a pair that
// differs in itself. It costs the number of pairs, at most the product of the sizes of the types.
func (v *Values) findOnly(a, b Type) detour {
	none := detour{size: noValue, known: true}
	s := separator{Values: v, at: make(map[typePair]int)}
	s.follow(typePair{a, b}, -1, -1, 0)
	for len(s.queue) > 0 {
		q := s.queue.Pop()
		if q.at < 0 {
			end := s.ends[-q.at-1]
			path := []int32{end.last}
			for i := end.at; s.stops[i].from >= 0; i = s.stops[i].from {
				path = append(path, s.stops[i].field)
			}
			slices.Reverse(path)
			return detour{path, q.far, true}
		}
		if !s.stops[q.at].done {
			s.stops[q.at].done = true
			s.compareStop(q.at)
		}
		if len(s.stops) > manyPairs {
			none.known = false
			return none
		}
	}
	return none
}

// follow adds a pair of parts to the search.
func (s *separator) follow(p typePair, from int, field int32, far int64) {
	if p.a == p.b || !s.Inhabited(p.a) {
		return
	}
	far = min(far, tooLong)
	i, seen := s.at[p]
	switch {
	case !seen:
		i = len(s.stops)
		s.at[p] = i
		s.stops = append(s.stops, stop{typePair: p, from: from, field: field, far: far})
	case s.stops[i].done || s.stops[i].far <= far:
		return
	default:
		s.stops[i].from, s.stops[i].field, s.stops[i].far = from, field, far
	}
	s.queue.Push(reach{far, i})
}

// addEnd records an end, whose tag only one type has.
func (s *separator) addEnd(at int, last int32, far int64) {
	s.ends = append(s.ends, end{at, last})
	s.queue.Push(reach{min(far, tooLong), -len(s.ends)})
}

// compareStop finds how the types of a stop differ in themselves, and continues with their parts.
func (s *separator) compareStop(at int) {
	p, far := s.stops[at].typePair, s.stops[at].far
	shape := s.kind(p.a)
	if shape != s.kind(p.b) || shape == 0 {
		s.addEnd(at, -1, far+s.size[p.a])
		return
	}
	fields := s.types.FieldsByText(p.a)
	other := make(map[unify.Label]Type)
	for _, f := range s.types.heads.Fields(p.b) {
		other[f.Label] = f.To
	}
	switch shape {
	case unify.Vector:
		s.follow(typePair{fields[0].To, other[unify.Member]}, at, 0, far+2)
	case unify.Product:
		same := len(fields) == len(other)
		for _, f := range fields {
			same = same && other[f.Label] != NoType
		}
		if !same {
			s.addEnd(at, -1, far+s.size[p.a])
			return
		}
		for i, f := range fields {
			s.follow(typePair{f.To, other[f.Label]}, at, int32(i), far+s.size[p.a]-s.size[f.To])
		}
	default:
		for i, f := range fields {
			around := 2 + s.types.labelSize(f.Label)
			if to := other[f.Label]; to != NoType {
				s.follow(typePair{f.To, to}, at, int32(i), far+around)
			} else if s.Inhabited(f.To) {
				s.addEnd(at, int32(i), far+around+s.size[f.To])
			}
		}
	}
}

// kind returns the shape of a type's values in a run: a product of one field is a variant. It is 0 for an atom, which
// shares no value with any other type.
func (v *Values) kind(t Type) unify.Shape {
	if _, atom := v.atom[t]; atom {
		return 0
	}
	s := v.types.heads.Shape(t)
	if s == unify.Product && len(v.types.heads.Fields(t)) == 1 {
		return unify.Union
	}
	return s
}

// A reach is the distance of a stop, given by its index, or of an end, given by -1 minus its index.
type reach struct {
	far int64
	at  int
}

// Before orders stops and ends by their distance.
func (r reach) Before(o reach) bool {
	switch {
	case r.far != o.far:
		return r.far < o.far
	case r.at < 0 && o.at < 0:
		return r.at > o.at // the end that was found first
	}
	return r.at < o.at
}
