package patterns

import (
	"github.com/patgraph/patgraph/internal/reuse"
	"github.com/patgraph/patgraph/unify"
)

// A mode defines what references take in the current derivation. A solver enters it by setMode.
type mode struct {
	group  int32  // the group that is derived; -1: none
	within within // what references to its own members take
	since  int32  // for lastRound and noted: number of events when the round began
	loose  bool   // references to other groups take loose schemes, if they exist
}

// within defines what references within a group take.
type within uint8

const (
	nothing   within = iota // such references do not occur
	ownNodes                // the member's own nodes
	lastRound               // an instance of its signature after the previous round
	noted                   // the same, and they are recorded in refs
)

// setMode enters a mode and returns the previous one.
func (s *Solver) setMode(m mode) (before mode) {
	before, s.mode = s.mode, m
	return before
}

// taking returns the mode with another way to take references within the group.
func (m mode) taking(w within) mode {
	m.within = w
	return m
}

// A Use is a reference that took an instance of a signature.
type Use struct {
	Site   int32
	Callee int32 // a definition, or -1 - i for scheme i of the language
	Scheme *Scheme
	Base   unify.Node   // node i of the scheme is Base + i
	Own    []unify.Node // the reference's own nodes, by root of the scheme
	Events int32        // number of events when the signature was made: it follows from these
}

// A groupRef is a reference within a group, whose callee's signature may become narrower.
type groupRef struct {
	callee, site int32
	own          []unify.Node
}

// Use returns the roots that a reference to a definition takes, given its own nodes, one for each root: the callee's
// own roots for a reference within a group that is derived monomorphically, otherwise those of an instance of its
// signature. It returns false if nothing constrains the reference: the callee counts as (...) --> (...), or a limit was
// reached. The result is valid until the next call.
func (s *Solver) Use(callee, site int32, own ...unify.Node) (roots []unify.Node, ok bool) {
	x := &s.defs[callee]
	if x.Bad {
		return nil, false
	}
	if s.Limits.Time > 0 {
		s.Watch.Check()
	}
	if s.Watch.Step() {
		s.Graph.SetLimit(0)
	}
	within := x.group == s.mode.group && s.mode.within != nothing
	if within && s.mode.within == ownNodes {
		return x.Roots, true
	}
	kept := s.keepOwn(own)
	var scheme *Scheme
	switch {
	case within:
		if scheme = s.prev[callee]; s.mode.within == noted {
			s.refs = append(s.refs, groupRef{callee, site, kept})
		}
	case s.mode.loose && x.tainted && x.loose != nil:
		scheme = x.loose
	default:
		scheme = s.Scheme(callee)
	}
	return s.takeInstance(scheme, callee, site, kept)
}

// keepOwn copies the nodes of a reference.
func (s *Solver) keepOwn(own []unify.Node) []unify.Node {
	kept := reuse.Carve(&s.owned, len(own), fewNodes)
	copy(kept, own)
	return kept
}

// Instantiate appends a copy of a scheme for the reference at a site, given its own nodes, one for each root, and
// returns the copy's roots, valid until the next call. At a limit it returns false, and adds nothing.
func (s *Solver) Instantiate(scheme *Scheme, callee, site int32, own ...unify.Node) (roots []unify.Node, ok bool) {
	return s.takeInstance(scheme, callee, site, s.keepOwn(own))
}

// takeInstance is Instantiate for nodes that were copied. It takes nothing from the top.
func (s *Solver) takeInstance(scheme *Scheme, callee, site int32, own []unify.Node) (roots []unify.Node, ok bool) {
	if scheme == s.top {
		return nil, false
	}
	base, ok := s.Graph.Instantiate(&scheme.Graph, int32(len(s.uses)))
	if !ok {
		return nil, false
	}
	if n := len(scheme.Graph.Relations()); n > 0 {
		s.Graph.GiveReason(s.Graph.Instances()-n, unify.Reason{Site: site})
	}
	events := int32(s.Graph.Events())
	if callee >= 0 && s.defs[callee].group == s.mode.group {
		events = s.mode.since
	}
	s.uses = append(s.uses, Use{site, callee, scheme, base, own, events})
	s.roots = reuse.Sized(s.roots, len(scheme.Roots))
	for i, r := range scheme.Roots {
		s.roots[i] = base + unify.Node(r)
	}
	return s.roots, true
}
