package corpus

import (
	"slices"
	"strings"
)

// A typ is a type of a program. Two types are equal if they are the same pointer: each member type has one vector type.
type typ struct {
	kind   typeKind
	name   string // of its definition; empty: its structure is written in place
	fields []field
	member *typ // of a vector
	vector *typ // the vector type with this member type

	paths []path // see reach
}

type typeKind uint8

const (
	anInt typeKind = iota
	aString
	aBool
	aProduct
	aUnion
	aVector
)

type field struct {
	label string
	typ   *typ
}

// A path leads from a product to a part of it by projections.
type path struct {
	labels []string
	owners []*typ // by label: the product that it is read from
	to     *typ
}

// basics are the types that each program begins with. Programs do not share them, because each has its own vector
// types.
type basics struct{ integer, text, truth, unit *typ }

func newBasics() basics {
	return basics{&typ{kind: anInt, name: "int"}, &typ{kind: aString, name: "string"}, &typ{kind: aBool, name: "bool"},
		&typ{kind: aProduct}}
}

func vectorOf(t *typ) *typ {
	if t.vector == nil {
		t.vector = &typ{kind: aVector, member: t}
	}
	return t.vector
}

// code writes a type within a code: its name, if it has one, else its structure.
func (t *typ) code() string {
	if t.name != "" {
		return t.name
	}
	return t.structure()
}

func (t *typ) structure() string {
	if t.kind == aVector {
		return "[" + t.member.code() + "]"
	}
	open, shut := "{", "}"
	if t.kind == aUnion {
		open, shut = "<", ">"
	}
	parts := make([]string, len(t.fields))
	for i, f := range t.fields {
		parts[i] = f.typ.code() + " " + f.label
	}
	return open + strings.Join(parts, ", ") + shut
}

func (t *typ) has(label string) bool {
	return slices.ContainsFunc(t.fields, func(f field) bool { return f.label == label })
}

// mostPaths bounds the result of reach.
const mostPaths = 40

// reach lists the parts of a product and of the products in it, nearest first.
func (t *typ) reach() []path {
	if t.paths != nil || t.kind != aProduct {
		return t.paths
	}
	all := []path{{to: t}}
	for i := 0; i < len(all) && len(all) < mostPaths; i++ {
		p := all[i]
		if p.to.kind != aProduct || len(p.labels) == 3 {
			continue
		}
		for _, f := range p.to.fields {
			all = append(all, path{
				append(p.labels[:len(p.labels):len(p.labels)], f.label),
				append(p.owners[:len(p.owners):len(p.owners)], p.to), f.typ,
			})
		}
	}
	t.paths = all[1:]
	return t.paths
}

// pathsTo returns the paths whose target satisfies a predicate.
func (t *typ) pathsTo(want func(*typ) bool) []path {
	var some []path
	for _, p := range t.reach() {
		if want(p.to) {
			some = append(some, p)
		}
	}
	return some
}
