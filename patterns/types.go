package patterns

import (
	"encoding/binary"
	"slices"
	"strings"

	"github.com/patgraph/patgraph/internal/reuse"
	"github.com/patgraph/patgraph/unify"
)

// Types are the states of one minimal automaton. A type is a regular tree, perhaps an infinite one: a state with a shape
// or a constructor, and an edge for each of its labels. No two states of the automaton are the same tree, so equal types
// are equal numbers, and comparing two of them costs nothing. A state whose parts are types already is found by its
// structure (intern). States that lead to each other are minimised by themselves and then compared with the groups that
// they could be (internLoop). Types are never changed or removed, except with the whole table.

// A Type is a canonical type: two types of one Types are equal, as regular trees, exactly if they are the same number.
type Type = unify.Head

// NoType is the absence of a type.
const NoType = unify.NoHead

// Types is the table of a program's types: a minimal automaton that only grows. Types are found by their whole structure,
// never by a hash of it. Invariants, checked in tests:
//
//  1. No two types are the same tree.
//  2. known has each type but the atoms, under its structure.
//  3. loopOf is the group of the types that lead to each other; those of a group have the numbers first … last.
type Types struct {
	labels    *Labels
	heads     *unify.Heads
	atoms     map[Type]string    // names of literal types
	known     map[string]Type    // by structure; see key
	loops     []loop             // strongly connected groups
	loopOf    []int32            // by type: its group, or -1
	byProfile map[string][]int32 // loops by their profile
	*constructors

	watch *unify.Watch

	// Working memory.
	buf    []byte
	fields []unify.HeadField
	start  []int32
	to     []int32
	scc    scc
}

// loop is a strongly connected group of types that were added together.
type loop struct{ first, last Type }

// NewTypes returns an empty table.
func NewTypes(labels *Labels) *Types { return NewTypesFrom(nil, labels) }

// NewTypesFrom is NewTypes with the memory of an unused table, which may be nil.
func NewTypesFrom(old *Types, labels *Labels) *Types {
	if old == nil {
		heads := unify.NewHeads()
		return &Types{
			labels:       labels,
			heads:        heads,
			atoms:        make(map[Type]string),
			known:        make(map[string]Type),
			byProfile:    make(map[string][]int32),
			loopOf:       []int32{-1},
			constructors: newConstructors(heads),
		}
	}
	t := *old
	*old = Types{}
	t.labels, t.watch = labels, nil
	t.heads.Reset()
	t.constructors = newConstructors(t.heads)
	clear(t.atoms)
	t.known, t.byProfile = emptied(t.known), emptied(t.byProfile)
	t.loops, t.loopOf = t.loops[:0], append(t.loopOf[:0], -1)
	return &t
}

// SetWatch sets the watch that can end the work of the table; nil never does.
func (t *Types) SetWatch(w *unify.Watch) { t.watch = w }

// emptied returns an empty map, with the memory of another one if that is small: clearing a map costs its capacity.
func emptied[K comparable, V any](m map[K]V) map[K]V {
	if len(m) > manyTypes {
		return make(map[K]V)
	}
	clear(m)
	return m
}

// manyTypes is the number of entries up to which emptied keeps the memory of a map.
const manyTypes = 64

// Heads returns the table of heads of the engine.
func (t *Types) Heads() *unify.Heads { return t.heads }

// Len returns the number of types; they are 1 … Len().
func (t *Types) Len() int { return t.heads.Len() - 1 }

// AddAtom appends a literal type, which has a name and no structure of its own; see unify.Heads.AddLiteral. An atom is
// equal only to itself.
func (t *Types) AddAtom(name string, l unify.Literals, listed []unify.Label, payload Type) Type {
	id := t.heads.AddLiteral(l, listed, payload)
	t.atoms[id] = name
	t.loopOf = append(t.loopOf, -1)
	return id
}

// Atom returns the name of a literal type, and false for any other.
func (t *Types) Atom(id Type) (string, bool) {
	name, ok := t.atoms[id]
	return name, ok
}

// Shape returns the shape of a type that is not an atom.
func (t *Types) Shape(id Type) unify.Shape { return t.heads.Shape(id) }

// Fields returns the fields of a type in an internal order. The slice belongs to the table.
func (t *Types) Fields(id Type) []unify.HeadField { return t.heads.Fields(id) }

// FieldsByText returns the fields of a type in the UTF-16 order of their labels.
func (t *Types) FieldsByText(id Type) []unify.HeadField {
	fields := slices.Clone(t.heads.Fields(id))
	slices.SortFunc(fields, func(a, b unify.HeadField) int { return t.labels.Compare(a.Label, b.Label) })
	return fields
}

// IsUnit reports whether a type is the product without fields.
func (t *Types) IsUnit(id Type) bool {
	return t.heads.Shape(id) == unify.Product && len(t.heads.Fields(id)) == 0 &&
		t.heads.BuiltBy(id) == unify.NoConstructor
}

// Product, Union and Vector return the type with the given parts; the labels must be distinct.
func (t *Types) Product(fields ...unify.HeadField) Type { return t.intern(closedProduct, fields) }

// Union is like Product for a union.
func (t *Types) Union(fields ...unify.HeadField) Type {
	return t.intern(unify.MakeFlat(unify.Union, true), fields)
}

// Built returns the type that a constructor builds of parts for all its labels.
func (t *Types) Built(c unify.Constructor, fields ...unify.HeadField) Type {
	return t.intern(t.heads.Built(c), fields)
}

// Vector returns the type of vectors of a type.
func (t *Types) Vector(member Type) Type {
	return t.intern(unify.MakeFlat(unify.Vector, true), []unify.HeadField{{Label: unify.Member, To: member}})
}

// closedProduct is the outer pattern of a product.
var closedProduct = unify.MakeFlat(unify.Product, true)

// outerOf returns the outer pattern of a structural node; see unify.Heads.Outer.
func outerOf(f unify.Flat) unify.Flat {
	if f.Constructor() != unify.NoConstructor {
		return f
	}
	return unify.MakeFlat(f.Shapes(), true)
}

func (t *Types) outer(s *State) unify.Flat {
	if s.Constructor != unify.NoConstructor {
		return t.heads.Built(s.Constructor)
	}
	return unify.MakeFlat(s.Shape, true)
}

func (t *Types) intern(outer unify.Flat, fields []unify.HeadField) Type {
	byLabel := func(a, b unify.HeadField) int { return int(a.Label) - int(b.Label) }
	if !slices.IsSortedFunc(fields, byLabel) { // as most are
		slices.SortFunc(fields, byLabel)
	}
	id, ok := t.known[string(t.key(outer, fields))]
	if !ok {
		id = t.add(outer, fields)
		t.known[string(t.buf)] = id
	}
	return id
}

func (t *Types) add(outer unify.Flat, fields []unify.HeadField) Type {
	t.loopOf = append(t.loopOf, -1)
	if c := outer.Constructor(); c != unify.NoConstructor {
		return t.heads.AddBuilt(c, fields)
	}
	return t.heads.Add(outer.Shapes(), fields)
}

// key returns the structure of one state, valid until the next call. Equal structures are equal types, because the
// fields' types are canonical.
func (t *Types) key(outer unify.Flat, fields []unify.HeadField) []byte {
	t.watch.Steps(1 + len(fields)/8)
	b := binary.LittleEndian.AppendUint32(t.buf[:0], uint32(outer))
	for _, f := range fields {
		b = binary.LittleEndian.AppendUint32(b, uint32(f.Label))
		b = binary.LittleEndian.AppendUint32(b, uint32(f.To))
	}
	t.buf = b
	return b
}

// A State is a state of an automaton for Intern: a closed product or union with its fields, a constructor with all its
// parts, or a vector with the field unify.Member.
type State struct {
	Shape       unify.Shape
	Constructor unify.Constructor // of a product, or NoConstructor
	Fields      []StateField
}

// A StateField leads to another state, or directly to a known type.
type StateField struct {
	Label unify.Label
	State int32 // if Type is NoType
	Type  Type
}

// Intern turns the states of an automaton into types and returns the type of each: O(m log n) for n states with m
// fields, and for a recursive group that leads to other recursive groups the sizes of those.
func (t *Types) Intern(states []State) []Type {
	result := make([]Type, len(states))
	for i := range states {
		f := states[i].Fields
		slices.SortFunc(f, func(a, b StateField) int { return int(a.Label) - int(b.Label) })
	}
	members, first := t.components(states)
	for c := 0; c+1 < len(first); c++ {
		group := members[first[c]:first[c+1]]
		s := group[0]
		recursive := func(f StateField) bool { return f.Type == NoType && f.State == s }
		if len(group) == 1 && !slices.ContainsFunc(states[s].Fields, recursive) {
			t.fields = resolved(t.fields[:0], &states[s], result)
			result[s] = t.intern(t.outer(&states[s]), t.fields)
			continue
		}
		t.internGroup(states, group, result)
	}
	return result
}

// internGroup interns a strongly connected group whose other targets are known: it is minimised by itself and then
// looked up as a whole.
func (t *Types) internGroup(states []State, group []int32, result []Type) {
	local := make([]State, len(group))
	for i, s := range group {
		fields := make([]StateField, len(states[s].Fields))
		for j, f := range states[s].Fields {
			if f.Type == NoType {
				if at, in := slices.BinarySearch(group, f.State); in {
					f.State = int32(at)
				} else {
					f.Type = result[f.State]
				}
			}
			fields[j] = f
		}
		local[i] = State{states[s].Shape, states[s].Constructor, fields}
	}
	block, blocks := t.minimise(local)
	lead := make([]int32, blocks) // by block: its number in least, + 1
	var least []State
	for i, b := range block {
		if lead[b] == 0 {
			least = append(least, local[i])
			lead[b] = int32(len(least))
		}
	}
	for i := range least {
		for j := range least[i].Fields {
			if f := &least[i].Fields[j]; f.Type == NoType {
				f.State = lead[block[f.State]] - 1
			}
		}
	}
	types := make([]Type, len(least))
	t.internLoop(least, types)
	for i, s := range group {
		result[s] = types[lead[block[i]]-1]
	}
}

// resolved appends a state's fields once the types of its targets are known.
func resolved(fields []unify.HeadField, s *State, types []Type) []unify.HeadField {
	for _, f := range s.Fields {
		to := f.Type
		if to == NoType {
			to = types[f.State]
		}
		fields = append(fields, unify.HeadField{Label: f.Label, To: to})
	}
	return fields
}

// components returns the strongly connected components of the graph of states.
func (t *Types) components(states []State) (members, first []int32) {
	start, to := reuse.Zeroed(t.start, len(states)+1), t.to[:0]
	for i := range states {
		for _, f := range states[i].Fields {
			if f.Type == NoType {
				to = append(to, f.State)
			}
		}
		start[i+1] = int32(len(to))
	}
	t.start, t.to = start, to
	return t.scc.components(start, to, nil, nil)
}

// minimise returns the block of each state and the number of blocks: the states of a block are equal types.
func (t *Types) minimise(states []State) ([]int32, int) {
	if len(states) == 1 {
		return []int32{0}, 1
	}
	class := make([]int32, len(states))
	classes := make(map[string]int32)
	var arcs []arc
	labels := denseLabels{}
	for i := range states {
		s := &states[i]
		b := t.stateKey(s)
		for _, f := range s.Fields {
			if f.Type == NoType {
				arcs = append(arcs, arc{int32(i), labels.of(f.Label), f.State})
			}
		}
		c, ok := classes[string(b)]
		if !ok {
			c = int32(len(classes))
			classes[string(b)] = c
		}
		class[i] = c
	}
	return refine(class, len(classes), arcs, len(labels), t.watch)
}

// stateKey is the structure of a state except for the states it leads to. The slice is reused.
func (t *Types) stateKey(s *State) []byte {
	t.watch.Steps(1 + len(s.Fields)/8)
	b := binary.LittleEndian.AppendUint32(t.buf[:0], uint32(t.outer(s)))
	for _, f := range s.Fields {
		b = binary.AppendUvarint(b, uint64(f.Label))
		b = binary.AppendUvarint(b, uint64(f.Type))
	}
	t.buf = b
	return b
}

// denseLabels numbers labels from 0 in order of first use.
type denseLabels map[unify.Label]int32

func (d denseLabels) of(l unify.Label) int32 {
	n, ok := d[l]
	if !ok {
		n = int32(len(d))
		d[l] = n
	}
	return n
}

// internLoop interns a strongly connected automaton whose states are pairwise different. It equals one of the groups
// that its fields lead to (as A = {A x, C y} is C = {C x, C y}), or a group that was added before, or it is new. The
// groups of the direct targets suffice: if the automaton equals a group, each of its targets T is a target of that
// group too; and if that group is reachable from T, then T is in the group itself.
func (t *Types) internLoop(states []State, result []Type) {
	tried := make(map[int32]bool)
	for i := range states {
		for _, f := range states[i].Fields {
			if f.Type == NoType || t.loopOf[f.Type] < 0 || tried[t.loopOf[f.Type]] {
				continue
			}
			tried[t.loopOf[f.Type]] = true
			if t.sameAsAny(states, int32(i), t.loops[t.loopOf[f.Type]], result) {
				return
			}
		}
	}
	profile, rare := t.profile(states)
	for _, l := range t.byProfile[profile] {
		if t.sameAsAny(states, rare, t.loops[l], result) {
			return
		}
	}
	l := loop{first: Type(t.heads.Len())}
	for i := range states {
		result[i] = l.first + Type(i)
	}
	for i := range states {
		t.fields = resolved(t.fields[:0], &states[i], result)
		l.last = t.add(t.outer(&states[i]), t.fields)
		t.loopOf[l.last] = int32(len(t.loops))
		t.known[string(t.key(t.outer(&states[i]), t.fields))] = l.last
	}
	t.byProfile[profile] = append(t.byProfile[profile], int32(len(t.loops)))
	t.loops = append(t.loops, l)
}

// profile is equal for equal automata; it ignores which state leads to which. It also returns a state with the rarest
// key.
func (t *Types) profile(states []State) (profile string, rare int32) {
	keys := make([]string, len(states))
	order := make([]int32, len(states))
	for i := range states {
		keys[i] = string(t.stateKey(&states[i]))
		order[i] = int32(i)
	}
	slices.SortFunc(order, func(a, b int32) int { return strings.Compare(keys[a], keys[b]) })
	b := binary.AppendUvarint(nil, uint64(len(keys)))
	fewest := len(order) + 1
	for i := 0; i < len(order); {
		k := keys[order[i]]
		from := i
		for ; i < len(order) && keys[order[i]] == k; i++ {
			b = binary.AppendUvarint(b, uint64(len(k)))
			b = append(b, k...)
		}
		if i-from < fewest {
			fewest, rare = i-from, order[from]
		}
	}
	return string(b), rare
}

// sameAsAny reports whether the automaton equals some types of a group, and then sets the results. Most types of the
// group should differ from the first state that is compared in themselves, or in a known part.
func (t *Types) sameAsAny(states []State, first int32, l loop, result []Type) bool {
	for id := l.first; id <= l.last; id++ {
		if t.same(states, first, id, result) {
			return true
		}
	}
	return false
}

// same walks the automaton from one state and the types from id together. The results are NoType before, and also
// afterwards if they differ.
func (t *Types) same(states []State, first int32, id Type, result []Type) (equal bool) {
	result[first] = id
	queue := []int32{first}
	defer func() {
		if !equal {
			for _, s := range queue {
				result[s] = NoType
			}
		}
	}()
	for i := 0; i < len(queue); i++ {
		t.watch.Step()
		s := &states[queue[i]]
		u := result[queue[i]]
		fields := t.heads.Fields(u)
		if _, atom := t.atoms[u]; atom || t.heads.Outer(u) != t.outer(s) || len(fields) != len(s.Fields) {
			return false
		}
		for i, f := range s.Fields {
			switch {
			case fields[i].Label != f.Label:
				return false
			case f.Type != NoType:
				if f.Type != fields[i].To {
					return false
				}
			case result[f.State] == NoType:
				result[f.State] = fields[i].To
				queue = append(queue, f.State)
			case result[f.State] != fields[i].To:
				return false
			}
		}
	}
	return true
}
