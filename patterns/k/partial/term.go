package partial

import (
	"slices"

	"github.com/patgraph/patgraph/unify"
)

// A term describes the result of a leaf in terms of parts of the input. It has a bounded depth.
type term struct {
	kind   termKind
	value  valueKind // of termKnown
	text   string
	path   int32 // of termHole
	pat    pat   // of termOpaque
	labels []unify.Label
	parts  []*term
}

type termKind uint8

const (
	termKnown termKind = iota
	termHole
	termOpaque
	termAlt
)

const (
	deepTerm  = 5  // maximum depth of a term
	wideTerm  = 16 // maximum number of parts of a product in it
	deepPath  = 12 // maximum depth of tested parts of the input
	deepPlace = 24 // maximum depth of parts of the input in terms
)

func opaque(p pat) *term { return &term{kind: termOpaque, pat: p} }

// term makes the term of a value with a given pattern.
func (r *run) term(v value, p pat, depth int) *term {
	v = r.deref(v)
	k := r.values[v]
	switch k.kind {
	case isUnknown:
		s := &r.states[k.more]
		if s.path != noPath && r.e.paths[s.path].depth <= deepPlace {
			return &term{kind: termHole, path: s.path}
		}
		if s.pat != (pat{}) {
			p = s.pat
		}
		return opaque(p)
	case isOpen:
		// Members of an open vector are not described, only that it is open.
		return &term{kind: termKnown, value: isOpen, parts: []*term{opaque(pat{})}}
	}
	if depth >= deepTerm || len(k.parts) > wideTerm {
		return opaque(p)
	}
	t := &term{kind: termKnown, value: k.kind, text: k.text, labels: k.labels}
	if k.kind == isAlt {
		t.kind = termAlt
	}
	for i, part := range k.parts {
		q := p
		if t.kind != termAlt {
			q = r.a.part(p, stepOf(t, i))
		}
		t.parts = append(t.parts, r.term(part, q, depth+1))
	}
	return t
}

// stepOf returns the step to a part of a term.
func stepOf(t *term, i int) unify.Label {
	switch {
	case t.value != isCons:
		return t.labels[i]
	case i == 0:
		return stepHead
	}
	return stepTail
}

// equal compares terms, whose depth is bounded.
func (t *term) equal(u *term) bool {
	if t == u {
		return true
	}
	if t == nil || u == nil {
		return false
	}
	return t.kind == u.kind && t.value == u.value && t.text == u.text && t.path == u.path && t.pat == u.pat &&
		slices.Equal(t.labels, u.labels) && slices.EqualFunc(t.parts, u.parts, (*term).equal)
}

func (t *term) isOpen() bool { return t.kind == termKnown && t.value == isOpen }

// join returns a term for values of either term of a pattern.
func (a *analyzer) join(t, u *term, p pat, depth int) *term {
	if t.equal(u) {
		return t
	}
	all := &term{kind: termAlt}
	for _, x := range [2]*term{t, u} {
		if x.kind == termAlt {
			for _, y := range x.parts {
				a.alternative(all, y, p, depth)
			}
		} else {
			a.alternative(all, x, p, depth)
		}
	}
	if len(all.parts) == 1 {
		return all.parts[0]
	}
	if len(all.parts) > manyAlternatives {
		open := 0
		for _, x := range all.parts {
			if x.isOpen() {
				open++
			}
		}
		if open == 0 {
			return opaque(p)
		}
		return &term{kind: termAlt, parts: []*term{opaque(p),
			{kind: termKnown, value: isOpen, parts: []*term{opaque(pat{})}}}}
	}
	return all
}

// alternative adds a term to alternatives, joining it with the alternative of the same head if there is one.
func (a *analyzer) alternative(all *term, t *term, p pat, depth int) {
	for i, u := range all.parts {
		if t.equal(u) {
			return
		}
		if t.kind != termKnown || u.kind != termKnown || t.value != u.value || !slices.Equal(t.labels, u.labels) ||
			len(t.parts) != len(u.parts) {
			continue
		}
		switch t.value {
		case isInt:
			all.parts[i] = opaque(pat{typ: a.intType})
			return
		case isString:
			all.parts[i] = opaque(pat{typ: a.stringType})
			return
		case isBool:
			all.parts[i] = opaque(pat{typ: a.boolType})
			return
		}
		joined := &term{kind: termKnown, value: t.value, labels: t.labels}
		for j := range t.parts {
			q := pat{}
			if t.value != isOpen {
				q = a.part(p, stepOf(t, j))
			}
			if depth >= deepTerm {
				joined.parts = append(joined.parts, opaque(q))
			} else {
				joined.parts = append(joined.parts, a.join(t.parts[j], u.parts[j], q, depth+1))
			}
		}
		all.parts[i] = joined
		return
	}
	all.parts = append(all.parts, t)
}
