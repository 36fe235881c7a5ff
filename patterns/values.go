package patterns

import (
	"math"
	"math/big"

	"github.com/patgraph/patgraph/internal/queue"
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/unify"
)

// Finite values: a value of a product has a value of each part, one of a union a value of one part, and one of a vector
// any number of values of its member. Both the sizes and the numbers of values are least fixed points, found by settling
// types in an order in which the parts that matter come first.

// AtomValues are the values of a literal type: the JSON of the least, and how many there are; nil for infinitely many.
// Different atoms do not share values.
type AtomValues struct {
	Least string
	Count *big.Int
}

// Values has for each type of a table how many finite values it has and which is the least: the one whose JSON has the
// fewest bytes, and of several the one with the first tags in UTF-16 order. It covers the types that exist when it is
// made.
type Values struct {
	types *Types
	atom  map[Type]AtomValues
	size  []int64 // by type: bytes of the least value's JSON, noValue or tooLong
	pick  []int32 // by union type: the field of the least value, in the order of FieldsByText
	count []Count // by type
}

// A Count is a number of values: Exact, infinite, or too large to count.
type Count struct {
	Exact    *big.Int // nil for the other two
	Infinite bool
}

// CountBits bounds the numbers of values that are counted exactly: they are below 2^CountBits.
const CountBits = 1024

func (c Count) String() string {
	switch {
	case c.Infinite:
		return "infinite"
	case c.Exact == nil:
		return ">=2^1024"
	}
	return c.Exact.String()
}

const (
	noValue = int64(math.MaxInt64)
	tooLong = int64(1) << 60 // sizes above it are not distinguished
)

// Values finds the values of all types; atom returns those of a literal type. O((n + m) log n) for n types with m
// fields, with numbers of CountBits bits.
func (t *Types) Values(atom func(name string) AtomValues) *Values {
	n := t.heads.Len()
	v := &Values{types: t, atom: make(map[Type]AtomValues, len(t.atoms)), size: make([]int64, n),
		pick: make([]int32, n), count: make([]Count, n)}
	for id, name := range t.atoms {
		v.atom[id] = atom(name)
	}
	v.findLeast()
	v.findCounts()
	return v
}

// Inhabited reports whether a type has a finite value.
func (v *Values) Inhabited(t Type) bool { return v.size[t] != noValue }

// Count returns how many finite values a type has.
func (v *Values) Count(t Type) Count { return v.count[t] }

// A use is an occurrence of a type as a field of another one.
type use struct {
	by    Type
	field int32 // in the order of FieldsByText
	label int64 // bytes that the label takes, with its colon
}

// uses returns the uses of all types.
func (t *Types) uses() [][]use {
	uses := make([][]use, t.heads.Len())
	for id := Type(1); int(id) < t.heads.Len(); id++ {
		if _, atom := t.atoms[id]; atom {
			continue
		}
		for i, f := range t.FieldsByText(id) {
			uses[f.To] = append(uses[f.To], use{id, int32(i), t.labelSize(f.Label)})
		}
	}
	return uses
}

func (t *Types) labelSize(l unify.Label) int64 {
	if l == unify.Member {
		return 0
	}
	return int64(len(lang.AppendJSONString(nil, t.labels.Text(l)))) + 1
}

// findLeast is Knuth's generalisation of Dijkstra's algorithm: a value is longer than its parts, so the types are
// settled in the order of their sizes.
func (v *Values) findLeast() {
	t := v.types
	n := t.heads.Len()
	uses := t.uses()
	missing := make([]int, n)
	total := make([]int64, n) // of a product: the known part of its size
	settled := make([]bool, n)
	var next queue.Of[sized]
	for id := Type(1); int(id) < n; id++ {
		v.size[id], v.pick[id] = noValue, -1
		fields := t.heads.Fields(id)
		missing[id] = len(fields)
		total[id] = 2 + int64(max(len(fields)-1, 0)) // brackets and commas
		if a, atom := v.atom[id]; atom {
			v.size[id] = int64(len(a.Least))
		} else if s := t.heads.Shape(id); s == unify.Vector || s == unify.Product && len(fields) == 0 {
			v.size[id] = 2
		} else {
			continue
		}
		next.Push(sized{v.size[id], id})
	}
	for len(next) > 0 {
		s := next.Pop()
		if settled[s.typ] {
			continue
		}
		settled[s.typ] = true
		for _, u := range uses[s.typ] {
			part := min(v.size[s.typ]+u.label, tooLong)
			switch {
			case settled[u.by] || t.heads.Shape(u.by) == unify.Vector:
			case t.heads.Shape(u.by) == unify.Product:
				total[u.by] = min(total[u.by]+part, tooLong)
				if missing[u.by]--; missing[u.by] == 0 {
					v.size[u.by] = total[u.by]
					next.Push(sized{v.size[u.by], u.by})
				}
			default:
				whole := min(part+2, tooLong)
				if old := v.size[u.by]; whole < old || whole == old && u.field < v.pick[u.by] {
					v.size[u.by], v.pick[u.by] = whole, u.field
					next.Push(sized{whole, u.by})
				}
			}
		}
	}
}

type sized struct {
	size int64
	typ  Type
}

// Before orders types by size, then number.
func (s sized) Before(t sized) bool { return s.size < t.size || s.size == t.size && s.typ < t.typ }

// findCounts counts the values of types with finitely many, parts first. An inhabited type that is never counted leads
// back to itself or to one that does, so it has infinitely many values.
func (v *Values) findCounts() {
	t := v.types
	n := t.heads.Len()
	uses := t.uses()
	missing := make([]int, n)
	var queue []Type
	for id := Type(1); int(id) < n; id++ {
		if a, atom := v.atom[id]; atom {
			v.count[id] = Count{Exact: a.Count, Infinite: a.Count == nil}
			if a.Count != nil {
				queue = append(queue, id)
			}
			continue
		}
		if !v.Inhabited(id) {
			v.count[id] = Count{Exact: new(big.Int)}
			continue
		}
		v.count[id] = Count{Infinite: true} // until it is counted
		for _, f := range t.heads.Fields(id) {
			if v.Inhabited(f.To) {
				missing[id]++
			}
		}
		if missing[id] == 0 {
			v.count[id] = Count{Exact: big.NewInt(1)} // unit, or the empty vector
			queue = append(queue, id)
		}
	}
	for i := 0; i < len(queue); i++ {
		for _, u := range uses[queue[i]] {
			if !v.Inhabited(u.by) || t.heads.Shape(u.by) == unify.Vector {
				continue
			}
			if missing[u.by]--; missing[u.by] == 0 {
				v.count[u.by] = v.combined(u.by)
				queue = append(queue, u.by)
			}
		}
	}
}

// combined counts the values of a product or a union whose parts are counted.
func (v *Values) combined(id Type) Count {
	product := v.types.heads.Shape(id) == unify.Product
	n := new(big.Int)
	if product {
		n.SetInt64(1)
	}
	for _, f := range v.types.heads.Fields(id) {
		part := v.count[f.To].Exact
		switch {
		case part == nil:
			return Count{}
		case product:
			n.Mul(n, part)
		default:
			n.Add(n, part)
		}
		if n.BitLen() > CountBits {
			return Count{}
		}
	}
	return Count{Exact: n}
}

// Least returns the JSON of the least value of a type, if it has at most most bytes.
func (v *Values) Least(t Type, most int) (string, bool) {
	if v.size[t] > int64(most) {
		return "", false
	}
	return string(v.write(nil, t, nil)), true
}

// write appends a value of a type, which follows a path of fields, by their numbers in the order of FieldsByText (-1 at
// its end: any), and is the least value elsewhere. It recurs no deeper than half the length of the value, since each level
// has brackets.
func (v *Values) write(b []byte, t Type, path []int32) []byte {
	if a, atom := v.atom[t]; atom {
		return append(b, a.Least...)
	}
	taken := int32(-1)
	if len(path) > 0 {
		taken, path = path[0], path[1:]
	}
	fields, shape := v.types.FieldsByText(t), v.types.heads.Shape(t)
	open, end := brackets(shape)
	switch {
	case shape == unify.Union:
		open, end = '{', '}'
		if taken < 0 {
			taken = v.pick[t]
		}
		fields = fields[taken : taken+1]
	case shape == unify.Vector && taken < 0:
		fields = nil
	}
	b = append(b, open)
	for i, f := range fields {
		if i > 0 {
			b = append(b, ',')
		}
		if f.Label != unify.Member {
			b = append(lang.AppendJSONString(b, v.types.labels.Text(f.Label)), ':')
		}
		if shape == unify.Union || int32(i) == taken {
			b = v.write(b, f.To, path)
		} else {
			b = v.write(b, f.To, nil)
		}
	}
	return append(b, end)
}
