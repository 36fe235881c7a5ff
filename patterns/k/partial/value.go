package partial

import (
	"slices"

	"github.com/patgraph/patgraph/unify"
)

// A value is an index in run.values, of the known facts about a value in a run.
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
	isUnknown // a part of the input, or the result of a call, with some known facts
	isAlt     // one of several
	isOpen    // the result of a pipe
)

// A known is the known part of a value.
type known struct {
	kind   valueKind
	text   string        // of a literal
	labels []unify.Label // of a product or a variant
	parts  []value       // of a product or variant; the head and the tail of a cell; the alternatives
	more   int32         // of an unknown or alternatives: the index of its state
}

// A state has the known facts about an unknown value, or the chosen alternative.
type state struct {
	pat    pat
	path   int32 // of a part of the input; else noPath
	facts  facts
	labels []unify.Label // labels and steps of the parts that were needed
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

// costly is the number of comparisons that count as one step.
const costly = 8

// unknown makes a value with only a pattern, and, if it is a part of the input, the decisions of the leaf.
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
	r.giveUp = r.giveUp || len(r.states) > mostStates
	return r.add(known{kind: isUnknown, more: int32(len(r.states) - 1)})
}

// mostStates is the maximum number of unknown values and alternatives of a run, some 250 MB. Tests set a lower one.
var mostStates = 400_000

// manyAlternatives is the number above which alternatives are replaced by an unknown value.
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

// deref follows the chosen alternatives of a value.
func (r *run) deref(v value) value {
	for r.values[v].kind == isAlt && r.states[r.values[v].more].chosen != noValue {
		v = r.states[r.values[v].more].chosen
	}
	return v
}

// test returns whether a value has a label. If the result is either, it also returns what it depends on: an unknown
// value and a test of it, or alternatives, or noValue if nothing can decide it.
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
		return r.a.decide(s.pat, &s.facts, l), v, l
	}
	// Alternatives without a choice.
	for i, alt := range k.parts {
		u, _, _ := r.test(alt, l)
		if u == either || i > 0 && u != t {
			return either, v, l
		}
		t = u
	}
	return t, v, l
}

// farIndex is the last index of a vector's members that are distinguished.
const farIndex = 24

// testIndex is test for an index of a vector: cell by cell.
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

// part returns the part under a label that the value has, or under a step.
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

// under returns the test whether a value has a part under a step.
func under(l unify.Label) unify.Label {
	if l < 0 {
		return cell
	}
	return l
}

// member is part for an index of a vector.
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

// has decides whether a value has a label; if that is unknown, it tries both answers.
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
