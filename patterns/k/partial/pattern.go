package partial

import (
	"cmp"
	"slices"
	"strconv"

	"github.com/patgraph/patgraph/lang/k"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/unify"
)

// A pat is the pattern of a value: a type, a node of a signature, or any (the zero value).
type pat struct {
	scheme *patterns.Scheme
	node   int32
	typ    patterns.Type
}

// cell tests whether a vector has a first member; other tests are labels.
const cell = unify.Member

// The steps of a path that are not labels.
const (
	stepHead unify.Label = -1 // to the first member of a vector
	stepTail unify.Label = -2 // to the vector of the others
)

// shapes returns the shapes of a pattern, and whether it is closed; atoms have no shape.
func (a *analyzer) shapes(p pat) (s unify.Shape, closed bool) {
	switch {
	case p.typ != patterns.NoType:
		if _, atom := a.types.Atom(p.typ); atom {
			return 0, true
		}
		return a.types.Shape(p.typ), true
	case p.scheme != nil:
		f := p.scheme.Graph.Flat(p.node)
		return f.Shapes(), f.Closed()
	}
	return unify.Product | unify.Union | unify.Vector, false
}

// isVector reports whether a pattern allows only vectors.
func (a *analyzer) isVector(p pat) bool {
	s, _ := a.shapes(p)
	return s == unify.Vector
}

// rootOf returns the pattern of a node of a signature.
func rootOf(s *patterns.Scheme, node int32) pat {
	if t := s.Graph.Flat(node).Head(); t != patterns.NoType {
		return pat{typ: t}
	}
	return pat{scheme: s, node: node}
}

// part returns the pattern under a label or a step; any if the pattern does not have it.
func (a *analyzer) part(p pat, l unify.Label) pat {
	switch l {
	case stepTail:
		return p
	case stepHead:
		l = unify.Member
	}
	switch {
	case p.typ != patterns.NoType:
		if _, atom := a.types.Atom(p.typ); atom {
			return pat{typ: a.unit}
		}
		fields := a.types.Fields(p.typ)
		byLabel := func(f unify.HeadField, l unify.Label) int { return cmp.Compare(f.Label, l) }
		if i, ok := slices.BinarySearchFunc(fields, l, byLabel); ok {
			return pat{typ: fields[i].To}
		}
	case p.scheme != nil:
		edges := p.scheme.Graph.Edges(p.node)
		byLabel := func(e unify.Edge, l unify.Label) int { return cmp.Compare(e.Label, l) }
		if i, ok := slices.BinarySearchFunc(edges, l, byLabel); ok {
			return rootOf(p.scheme, int32(edges[i].To))
		}
	}
	return pat{}
}

// labelsOf lists the labels of a pattern that can have a value under them.
func (a *analyzer) labelsOf(p pat) []unify.Label {
	var labels []unify.Label
	if labels, ok := a.carrying[p]; ok {
		return labels
	}
	switch {
	case p.typ != patterns.NoType:
		for _, f := range a.types.Fields(p.typ) {
			if a.inhabited[f.To] || a.types.Shape(p.typ) != unify.Union {
				labels = append(labels, f.Label)
			}
		}
	case p.scheme != nil:
		for _, e := range p.scheme.Graph.Edges(p.node) {
			if t := p.scheme.Graph.Flat(int32(e.To)).Head(); t == patterns.NoType || a.inhabited[t] {
				labels = append(labels, e.Label)
			}
		}
	default:
		return nil
	}
	a.carrying[p] = labels
	return labels
}

// manyLabels is the number of labels from which they are looked up in a table.
const manyLabels = 16

// isLabel reports whether a label is one of labelsOf.
func (a *analyzer) isLabel(p pat, l unify.Label) bool {
	labels := a.labelsOf(p)
	if len(labels) < manyLabels {
		return slices.Contains(labels, l)
	}
	set := a.sets[p]
	if set == nil {
		set = make(map[unify.Label]bool, len(labels))
		for _, x := range labels {
			set[x] = true
		}
		a.sets[p] = set
	}
	return set[l]
}

// A tri is the known result of a test.
type tri uint8

const (
	no tri = iota
	yes
	either
)

// facts are the tests on a part with known results.
type facts struct {
	yes, no []unify.Label // may include cell
}

func (f *facts) of(l unify.Label) tri {
	switch {
	case slices.Contains(f.yes, l):
		return yes
	case slices.Contains(f.no, l):
		return no
	}
	return either
}

func (f *facts) set(l unify.Label, is bool) {
	if is {
		f.yes = append(f.yes, l)
	} else {
		f.no = append(f.no, l)
	}
}

// denied counts the labels of a pattern that are known to be absent.
func (a *analyzer) denied(p pat, f *facts) int {
	n := 0
	for _, l := range f.no {
		if a.isLabel(p, l) {
			n++
		}
	}
	return n
}

// factsOf groups decisions by path.
func factsOf(ds []decision) map[int32]*facts {
	at := make(map[int32]*facts)
	for _, d := range ds {
		if at[d.path] == nil {
			at[d.path] = &facts{}
		}
		at[d.path].set(d.test, d.is)
	}
	return at
}

// decided returns the decisions on one part of the input.
func decided(ds []decision, path int32) (f facts) {
	for _, d := range ds {
		if d.path == path {
			f.set(d.test, d.is)
		}
	}
	return f
}

// index parses a label as an index of a vector.
func (a *analyzer) index(l unify.Label) (int, bool) {
	if l <= 0 {
		return 0, false
	}
	text := a.labels.Text(l)
	n, err := strconv.Atoi(text)
	return n, err == nil && n >= 0 && strconv.Itoa(n) == text
}

// decide returns the result of a test on a value, as far as its pattern and the known facts decide it. Callers
// translate indices of a pure vector into tests of its cells first.
func (a *analyzer) decide(p pat, f *facts, l unify.Label) tri {
	if t := f.of(l); t != either {
		return t
	}
	if name, atom := a.types.Atom(p.typ); atom {
		if l == cell || len(f.yes) > 0 {
			return no
		}
		text := a.labels.Text(l)
		switch {
		case name == "int" && !k.IsInt(text):
			return no
		case name == "bool":
			if text != "true" && text != "false" {
				return no
			}
			for _, x := range f.no {
				if other := a.labels.Text(x); other != text && (other == "true" || other == "false") {
					return yes
				}
			}
		}
		return either
	}
	shapes, closed := a.shapes(p)
	if l == cell {
		if shapes&unify.Vector == 0 {
			return no
		}
		return either
	}
	if p == (pat{}) || shapes&unify.Vector != 0 {
		return either // the labels of vectors have their own rules
	}
	labels := a.labelsOf(p)
	in := a.isLabel(p, l)
	switch {
	case shapes == unify.Product:
		switch {
		case in:
			return yes
		case closed:
			return no
		}
		return either
	case !in && closed:
		return no
	}
	known, denied := 0, a.denied(p, f)
	for _, x := range f.yes {
		if x != cell {
			known++
		}
	}
	asProduct, asUnion := shapes&unify.Product != 0 && denied == 0, known < 2
	switch {
	case asProduct && !asUnion:
		if in {
			return yes
		}
	case asUnion && !asProduct:
		switch {
		case known > 0:
			return no
		case closed && denied == len(labels)-1:
			return yes
		}
	case asProduct && len(labels) == 1 && closed:
		return yes
	}
	return either
}
