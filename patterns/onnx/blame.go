package onnx

import (
	"math"
	"slices"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/onnx"
	"github.com/patgraph/patgraph/patterns/blame"
	"github.com/patgraph/patgraph/patterns/repair"
)

// Fault localization. The primary place of an error is the node that does not hold; the mistake may be in one of its
// attributes or inputs, in a node before it, or in a written size. The suspects are these places, and those that the
// changes that fit replace.

// Features of a suspect.
const (
	featCompletes = iota // it is the node at fault
	featOwn              // it is an attribute or an input of that node
	featSaid             // it is an attribute that the message is about
	featOrigin           // a number of the message is written there
	featSource           // a number of the message is computed from one that is written there and not shown
	featElement          // an element type of the message comes from there
	featVia              // it is a node or an attribute that computes such a number
	featBefore           // how many nodes are between it and the node at fault, as a logarithm
	featChanges          // of the changes that fit: blame.Changes
)

const (
	featChecked = featChanges + blame.OfOwn                 // one of them was tried in the whole text
	isNode      = featChanges + blame.NumChanges + iota - 1 // the kinds of places
	isAttribute
	isArgument
	isInput // of the type of an input of a graph
	isSize  // of another declared type
	isEntry // of a constant
	isOther
	numFeatures
)

// mostLevels is how many nodes before the node at fault are suspects without any other sign.
const mostLevels = 3

// Suspects lists the suspects of a fault, with their features.
func (p *program) Suspects(r *report, repairs []repair.Repair) ([]blame.Candidate, []blame.Weight) {
	s := &suspecting{blame.Candidates{Features: numFeatures}, p}
	e := r.Evidence
	if e == nil || e.use == nil && e.wrong == nil {
		s.add(r.Span, isOther, 0, featCompletes)
		return s.List, Weights[:]
	}
	levels := p.before(e)
	if e.use == nil {
		s.add(r.Span, isOther, 0, featCompletes)
	} else {
		s.node(e.use.id, 0, featCompletes, featOwn)
		levels = levels[1:]
	}
	for _, at := range e.attrs {
		s.add(at, isAttribute, mostFar, featSaid)
	}
	for _, site := range e.origin {
		s.add(p.Span(site), s.whatIs(p.ids[site]), mostFar, featOrigin)
	}
	for _, site := range e.sources {
		if !slices.Contains(e.origin, site) {
			s.add(p.Span(site), s.whatIs(p.ids[site]), mostFar, featSource)
		}
	}
	for _, id := range e.elements {
		s.add(p.elementSpan(id), s.whatIs(id), mostFar, featElement)
	}
	for far, level := range levels {
		for _, at := range level {
			if far < mostLevels {
				s.node(at.id, far+1)
			}
		}
	}
	for _, site := range e.via {
		if id := p.ids[site]; id != onnx.NoNode && p.tree.Is(id, onnx.OpNode) {
			s.node(id, mostFar, featVia, featVia)
		}
	}
	for i := range e.fits {
		c := &e.fits[i]
		var places []int
		for _, at := range c.places {
			places = blame.With(places, s.add(at, c.is, mostFar))
		}
		s.Fixed(changes, i, c.Class, c.Cost-e.fits[0].Cost, places, nil)
		for k := range repairs {
			if repairs[k].Edits[0] == c.Edits[0] {
				for _, k := range places {
					s.List[k].Features[featChecked] = 1
				}
			}
		}
	}
	s.Counted(changes)
	return s.List, Weights[:]
}

// changes maps changes to features.
var changes = blame.Changes{First: featChanges, Writes: repair.ByLiteral, Widest: 16}

// suspecting collects the suspects of one error.
type suspecting struct {
	blame.Candidates
	p *program
}

// add adds a suspect of a kind, so many nodes before the node at fault, with some features.
func (s *suspecting) add(at lang.Span, kind, far int, features ...int) int {
	k := s.At(at, func(f []float64) {
		f[kind] = 1
		f[featBefore] = math.Log1p(float64(far))
	})
	for _, feature := range features {
		s.List[k].Features[feature] = 1
	}
	return k
}

// node adds a node, its attributes and its inputs. The features are that of the node and that of its parts.
func (s *suspecting) node(id onnx.NodeID, far int, features ...int) {
	t := s.p.tree
	own := features[min(1, len(features)):]
	s.add(s.p.callSpan(id), isNode, far, features[:min(1, len(features))]...)
	for _, a := range t.Attrs(id) {
		s.add(t.Span(a), isAttribute, far, own...)
	}
	if far > 0 {
		return
	}
	for _, arg := range t.Args(id) {
		s.add(t.Span(arg), isArgument, far, own...)
	}
}

// sizeKind returns the kind of the sizes in the type of a declared value.
func (p *front) sizeKind(def onnx.NodeID) int {
	if p.tree.Is(p.parents[def], onnx.OpInputs) {
		return isInput
	}
	return isSize
}

// whatIs returns the kind of a place.
func (s *suspecting) whatIs(id onnx.NodeID) int {
	t := s.p.tree
	switch {
	case id == onnx.NoNode:
		return isOther
	case t.Is(id, onnx.OpValue):
		return s.p.sizeKind(id)
	case t.Is(s.p.parents[id], onnx.OpTensorType):
		return s.p.sizeKind(s.p.parents[s.p.parents[id]])
	case t.Is(s.p.parents[id], onnx.OpData):
		return isEntry
	case t.Is(id, onnx.OpNode):
		return isNode
	}
	return isOther
}
