package partial

import (
	"slices"

	"github.com/patgraph/patgraph/unify"
)

// A value is what is known of a value in a run: an index in run.values.
type value int32

const noValue value = -1

type valueKind uint8

const (
	isProduct valueKind = iota
	isVariant
	isNil
	isCons
	isInt
	isString
	isBool
	isUnknown // a part of the input, or what a call gave, of which facts are known
	isAlt     // one of several
	isOpen    // what a pipe opened
)

// A known is a value as far as it is known.
type known struct {
	kind   valueKind
	text   string        // of a literal
	labels []unify.Label // of a product and a variant
	parts  []value       // theirs; the head and the tail of a cell; the alternatives
	more   int32         // of an unknown or an alternative: its state
}

// A state is what is known of an unknown value, or which alternative was chosen.
type state struct {
	pat    pat
	path   int32 // of a part of the input; else noPath
	facts  facts
	labels []unify.Label // parts that were asked for, with steps
	parts  []value
	chosen value // of alternatives
}

const noPath int32 = -1

func (r *run) add(k known) value {
	r.values = append(r.values, k)
	return value(len(r.values) - 1)
}

func (r *run) product(labels []unify.Label, parts []value) value {
	kind := isProduct
	if len(labels) == 1 {
		kind = isVariant
	}
	return r.add(known{kind: kind, labels: labels, parts: parts})
}

func (r *run) unit() value { return r.add(known{kind: isProduct}) }

func (r *run) cons(head, tail value) value {
	return r.add(known{kind: isCons, parts: []value{head, tail}})
}

// costly is how many comparisons are a step.
const costly = 8

// unknown makes a value of which only its pattern is known, and, if it is a part of
// the input, what the leaf says.
func (r *run) unknown(p pat, path int32) value {
	if p.typ == r.a.unit && p.typ != 0 {
		return r.unit()
	}
	s := state{pat: p, path: path, chosen: noValue}
	if path != noPath {
		r.steps -= int64(len(r.decisions)) / costly
		s.facts = decided(r.decisions, path)
	}
	r.states = append(r.states, s)
	return r.add(known{kind: isUnknown, more: int32(len(r.states) - 1)})
}

// manyAlternatives is from how many on values are not distinguished any more.
const manyAlternatives = 8

func (r *run) alternatives(of []value) value {
	if len(of) == 1 {
		return of[0]
	}
	var flat []value
	for _, v := range of {
		if v = r.deref(v); r.values[v].kind == isAlt {
			flat = append(flat, r.values[v].parts...)
		} else {
			flat = append(flat, v)
		}
	}
	if of = flat; len(of) > manyAlternatives {
		return r.unknown(pat{}, noPath)
	}
	r.states = append(r.states, state{path: noPath, chosen: noValue})
	return r.add(known{kind: isAlt, parts: of, more: int32(len(r.states) - 1)})
}

// deref is a value with alternatives that were chosen followed.
func (r *run) deref(v value) value {
	for r.values[v].kind == isAlt && r.states[r.values[v].more].chosen != noValue {
		v = r.states[r.values[v].more].chosen
	}
	return v
}

// test looks whether a value has a label. For either, it says what it depends on:
// an unknown value and a test on that, alternatives, or, as
// noValue, nothing that is known.
func (r *run) test(v value, l unify.Label) (t tri, on value, test unify.Label) {
	v = r.deref(v)
	k := &r.values[v]
	switch k.kind {
	case isProduct, isVariant:
		r.steps -= int64(len(k.labels)) / costly
		if slices.Contains(k.labels, l) {
			return yes, v, l
		}
		return no, v, l
	case isInt, isString, isBool:
		if l != cell && r.a.labels.Text(l) == k.text {
			return yes, v, l
		}
		return no, v, l
	case isNil, isOpen:
		return no, v, l
	case isCons:
		if l == cell {
			return yes, v, l
		}
		return r.testIndex(v, l)
	case isUnknown:
		s := &r.states[k.more]
		if l != cell && r.a.isVector(s.pat) {
			return r.testIndex(v, l)
		}
		r.steps -= int64(len(s.facts.yes)+2*len(s.facts.no)) / costly
		return r.a.know(s.pat, &s.facts, l), v, l
	}
	// Alternatives, none of which was chosen.
	for i, alt := range k.parts {
		u, _, _ := r.test(alt, l)
		if u == either || i > 0 && u != t {
			return either, v, l
		}
		t = u
	}
	return t, v, l
}

// farIndex is from which index on members of vectors are not distinguished.
const farIndex = 24

// testIndex is test for the index of a vector: cell by cell.
func (r *run) testIndex(v value, l unify.Label) (tri, value, unify.Label) {
	n, ok := r.a.index(l)
	switch {
	case !ok:
		return no, v, l
	case n > farIndex:
		return either, noValue, l
	}
	for {
		if t, on, test := r.test(v, cell); t != yes {
			return t, on, test
		}
		if n == 0 {
			return yes, v, l
		}
		n--
		v = r.part(v, stepTail)
	}
}

// part is what stands under a label that a value has, or under a step.
func (r *run) part(v value, l unify.Label) value {
	v = r.deref(v)
	switch k := r.values[v]; k.kind {
	case isProduct, isVariant:
		if i := slices.Index(k.labels, l); i >= 0 {
			return k.parts[i]
		}
	case isInt, isString, isBool:
		return r.unit()
	case isCons:
		switch l {
		case stepHead:
			return k.parts[0]
		case stepTail:
			return k.parts[1]
		}
		return r.member(v, l)
	case isUnknown:
		s := &r.states[k.more]
		if l > 0 && r.a.isVector(s.pat) {
			return r.member(v, l)
		}
		r.steps -= int64(len(s.labels)) / costly
		if i := slices.Index(s.labels, l); i >= 0 {
			return s.parts[i]
		}
		path := noPath
		if s.path != noPath {
			path = r.e.step(s.path, l)
		}
		made := r.unknown(r.a.part(s.pat, l), path)
		s = &r.states[k.more]
		s.labels, s.parts = append(s.labels, l), append(s.parts, made)
		return made
	case isAlt:
		var of []value
		for _, alt := range k.parts {
			if t, _, _ := r.test(alt, under(l)); t != no {
				of = append(of, r.part(alt, l))
			}
		}
		if len(of) > 0 {
			return r.alternatives(of)
		}
	}
	return r.unknown(pat{}, noPath)
}

// under is the test by which a value has what is under a step.
func under(l unify.Label) unify.Label {
	if l < 0 {
		return cell
	}
	return l
}

// member is part for the index of a vector.
func (r *run) member(v value, l unify.Label) value {
	n, ok := r.a.index(l)
	if !ok || n > farIndex {
		return r.unknown(pat{}, noPath)
	}
	for ; n > 0; n-- {
		v = r.part(v, stepTail)
	}
	return r.part(v, stepHead)
}

// has decides whether a value has a label: it tries both where that is not known.
func (r *run) has(v value, l unify.Label) bool {
	for {
		t, on, test := r.test(v, l)
		if t != either {
			return t == yes
		}
		if on == noValue {
			return r.choose(2) == 0
		}
		k := &r.values[on]
		if k.kind == isAlt {
			r.states[k.more].chosen = k.parts[r.choose(len(k.parts))]
			continue
		}
		s := &r.states[k.more]
		r.candidate(s, test)
		is := r.choose(2) == 0
		s.facts.set(test, is)
	}
}
