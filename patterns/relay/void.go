package relay

import (
	"slices"
	"strings"

	"github.com/patgraph/patgraph/lang/relay"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/message"
	"github.com/patgraph/patgraph/unify"
)

// Void types have no values, so matches need not handle any.

// A made is a constructor or a declared type with the voidness of its type arguments: a letter for each, or "" if none
// is void.
type made struct {
	of   int32 // the node of a constructor, or a declaration
	void string
}

const hasNone, hasSome = 'n', 's'

// voids finds the void types. A declared type is void if each of its constructors takes a value of a void type. A type
// whose values would only be infinite is not void, since such a declaration is not a likely mistake.
type voids struct {
	p        *program
	any      bool // some type has no constructors; otherwise no type is void
	declared map[unify.Constructor]int32
	known    map[made]bool
	list     []made // the keys of known
	more     bool   // some of them may have become void
	places   map[message.Place]bool
	named    map[made]int32 // the numbers of constructors of types with a void argument, for matches
	numbered []made
}

// voids returns the void types of a derived program.
func (p *program) voids() *voids {
	v := p.void
	if v == nil {
		v = &voids{
			p: p, declared: make(map[unify.Constructor]int32), known: make(map[made]bool),
			places: make(map[message.Place]bool), named: make(map[made]int32),
		}
		for i := range p.tree.Decls {
			d := &p.tree.Decls[i]
			v.any = v.any || d.Kind == relay.DeclType && d.Root != relay.NoNode && len(p.tree.Kids(d.Root)) == 1
		}
		p.void = v
	}
	if len(v.declared) < len(p.data) {
		for decl, c := range p.data {
			v.declared[c] = decl
		}
	}
	return v
}

// is reports whether a declared type is known to be void, and registers it for settle.
func (v *voids) is(m made) bool {
	void, seen := v.known[m]
	if !seen {
		v.known[m], v.more = false, true
		v.list = append(v.list, m)
	}
	return void
}

// settle decides which registered types are void.
func (v *voids) settle() {
	for v.more {
		v.more = false
		for i := 0; i < len(v.list); i++ {
			if m := v.list[i]; !v.known[m] && v.cannotBeMade(m) {
				v.known[m], v.more = true, true
			}
		}
	}
}

func (v *voids) cannotBeMade(m made) bool {
	d := &v.p.tree.Decls[m.of]
	if d.Kind != relay.DeclType || d.Root == relay.NoNode {
		return false
	}
	isPossible := func(con relay.NodeID) bool { return !v.takesVoid(made{int32(con), m.void}) }
	return !slices.ContainsFunc(v.p.tree.Kids(d.Root)[1:], isPossible)
}

// takesVoid reports whether a constructor takes a value of a type that is known to be void.
func (v *voids) takesVoid(m made) bool {
	t := v.p.tree
	params := v.p.paramsOf(v.p.parents[m.of])
	return slices.ContainsFunc(v.p.fields(relay.NodeID(m.of)), func(field relay.NodeID) bool {
		first := t.FirstOf(field)
		void := make([]bool, field-first+1)
		isVoid := func(id relay.NodeID) bool { return void[id-first] }
		for n := first; n <= field; n++ { // parts before wholes
			switch at := v.p.names.At[n]; v.p.names.Meaning[n] {
			case relay.MeansParam:
				i := slices.Index(params, relay.NodeID(at))
				void[n-first] = i >= 0 && i < len(m.void) && m.void[i] == hasNone
			case relay.MeansType:
				void[n-first] = v.is(made{at, letters(t.Kids(n), isVoid)})
			default:
				void[n-first] = t.Is(n, relay.OpTupleType) && slices.ContainsFunc(t.Kids(n), isVoid)
			}
		}
		return isVoid(field)
	})
}

// lacksValues is takesVoid after all types that it depends on are settled.
func (v *voids) lacksValues(m made) bool {
	for {
		void := v.takesVoid(m)
		if v.more {
			v.settle()
			continue
		}
		return void
	}
}

// letters returns a letter for each type of a list, or "" if none is void.
func letters[T any](list []T, isVoid func(T) bool) string {
	if !slices.ContainsFunc(list, isVoid) {
		return ""
	}
	var b strings.Builder
	for _, x := range list {
		if isVoid(x) {
			b.WriteByte(hasNone)
		} else {
			b.WriteByte(hasSome)
		}
	}
	return b.String()
}

// at reports whether a type of the graph is void.
func (v *voids) at(place message.Place) bool {
	if !v.any {
		return false
	}
	place = v.p.ClassOf(place)
	if void, seen := v.places[place]; seen {
		return void
	}
	reached := []message.Place{place}
	v.places[place] = false
	for i := 0; i < len(reached); i++ {
		_, _, parts := v.parts(reached[i])
		for _, x := range parts {
			if _, seen := v.places[x]; !seen {
				v.places[x] = false
				reached = append(reached, x)
			}
		}
	}
	for again := true; again; {
		again = false
		for i := len(reached) - 1; i >= 0; i-- {
			x := reached[i]
			if v.places[x] {
				continue
			}
			decl, tuple, parts := v.parts(x)
			void := letters(parts, func(x message.Place) bool { return v.places[x] })
			is := tuple && void != ""
			if decl >= 0 {
				v.is(made{decl, void})
				v.settle()
				is = v.known[made{decl, void}]
			}
			v.places[x], again = is, again || is
		}
	}
	return v.places[place]
}

// parts returns the parts that decide whether a type is void: the fields of a tuple, or the arguments of a declared
// type.
func (v *voids) parts(place message.Place) (decl int32, tuple bool, parts []message.Place) {
	f, fields := v.p.WhatIs(place)
	c := v.p.Types.Heads().ConstructorOf(f)
	decl, declared := v.declared[c]
	if tuple = c == unify.NoConstructor && f.IsProduct(); !tuple && !declared {
		return -1, false, nil
	}
	if tuple {
		decl = -1
	}
	for _, x := range fields {
		parts = append(parts, v.p.ClassOf(v.p.Part(place, x)))
	}
	return decl, tuple, parts
}

// number returns the number that represents a constructor in the patterns of a match.
func (v *voids) number(m made) int32 {
	if m.void == "" {
		return m.of
	}
	return patterns.Remember(&v.named, m, func() int32 {
		v.numbered = append(v.numbered, m)
		return -int32(len(v.numbered))
	})
}

// constructor returns the constructor of a number.
func (v *voids) constructor(number int32) made {
	if number < 0 {
		return v.numbered[-number-1]
	}
	return made{of: number}
}

// arguments returns the letters of a type's arguments.
func (v *voids) arguments(place message.Place) string {
	if !v.any {
		return ""
	}
	_, _, parts := v.parts(v.p.ClassOf(place))
	return letters(parts, v.at)
}
