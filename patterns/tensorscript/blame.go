package tensorscript

import (
	"math"
	"strconv"

	"github.com/patgraph/patgraph/internal/cancel"
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/tensorscript"
	"github.com/patgraph/patgraph/patterns/blame"
	"github.com/patgraph/patgraph/patterns/repair"
)

// Fault localization. The primary place of an error is the stage that does not accept its input; the mistake may be in
// an argument of the layer, in an earlier stage, or in a header. The suspects are the places that the error shows, the
// places of its core, and the places that accepted changes replace.

// Features of a suspect. After these, there is one feature for each kind of place.
const (
	featCompletes = iota // it is the primary place of the error
	featShown            // the error shows it
	featSide             // it is one side of the contradiction
	featCore             // it is in the contradiction's core
	featChanges          // of the accepted changes: blame.Changes
)

const (
	featClean   = featChanges + blame.OfOwn                 // one of them leaves no error
	featRare    = featChanges + blame.NumChanges + iota - 1 // a number that occurs nowhere else in the program
	featCommon                                              // the best change writes a number that occurs elsewhere
	featMachine                                             // or a power of two, while the present number is not one
	featHeaders                                             // a header that differs from the others of its node
	featBefore                                              // how many other suspects come before it, as a logarithm
	featSize                                                // the number of its parts, as a logarithm
	featLast                                                // not a feature
)

// The kinds of places.
const (
	isEnd      = featLast + iota // a size of a header
	isEntry                      // a size of a view
	isWritten                    // any other size
	isArgument                   // an argument of a layer or a stage
	isLayer_                     // a stage that is a weight
	isNetwork                    // a stage that is a node
	isFunction                   // a stage that is a function
	isHelper                     // a stage that is a function of the graph
	isView                       // a view
	isTensor_                    // a written tensor
	isOther
	numFeatures
)

// Suspects lists the suspects of a fault, with their features.
func (p *program) Suspects(r *report, repairs []repair.Repair) ([]blame.Candidate, []blame.Weight) {
	x := p.proposer(r)
	s := &suspecting{Candidates: blame.Candidates{Features: numFeatures}, proposer: x}
	for feature, places := range [...][]tensorscript.NodeID{
		featCompletes: {x.e}, featShown: x.related(), featSide: x.sides(), featCore: x.core(),
	} {
		for _, id := range places {
			s.add(id, feature)
		}
	}
	s.fixed(repairs)
	for i := range s.List {
		before := 0
		p.watch.Steps(1 + len(s.List)/cancel.Few)
		for k := range s.List {
			if s.List[k].Span.End <= s.List[i].Span.Start {
				before++
			}
		}
		s.List[i].Features[featBefore] = math.Log1p(float64(before))
	}
	return s.List, Weights[:]
}

// suspecting collects the suspects of one error.
type suspecting struct {
	blame.Candidates
	*proposer
}

// occurrences returns how often a number occurs in the program.
func (s *suspecting) occurrences(n int64) int {
	if s.p.numbers == nil {
		numbers := make(map[int64]int)
		for id := range s.Of(tensorscript.OpInt) {
			numbers[s.p.tree.Int(id)]++
		}
		s.p.numbers = numbers
	}
	return s.p.numbers[n]
}

// add adds a suspect with one of its features. It returns its index or -1.
func (s *suspecting) add(id tensorscript.NodeID, feature int) int {
	if id == tensorscript.NoNode {
		return -1
	}
	switch s.Nodes[id].Op {
	case tensorscript.OpDef, tensorscript.OpBlock, tensorscript.OpPipe, tensorscript.OpWeight,
		tensorscript.OpParams, tensorscript.OpHeader, tensorscript.OpUse:
		if feature != featCompletes {
			return -1 // it only groups others
		}
	case tensorscript.OpArg:
	default:
		if up := s.p.parents[id]; s.Is(up, tensorscript.OpArg) && s.p.scoped[id] != valued {
			id = up // an argument and its value are one suspect
		}
	}
	span := s.Span(id)
	k := s.At(span, func(f []float64) {
		f[s.whatIs(id)] = 1
		f[featSize] = math.Log(float64(len(s.Kids(id))) + 1)
		if v := s.valueOf(id); v != tensorscript.NoNode {
			if s.occurrences(s.p.tree.Int(v)) == 1 {
				f[featRare] = 1
			}
			if s.isAlone(v) {
				f[featHeaders] = 1
			}
		}
	})
	if feature < featLast {
		s.List[k].Features[feature] = 1
	}
	return k
}

// valueOf returns the number at a place, or NoNode.
func (s *suspecting) valueOf(id tensorscript.NodeID) tensorscript.NodeID {
	if s.Is(id, tensorscript.OpArg) {
		id = s.Kids(id)[0]
	}
	if !s.Is(id, tensorscript.OpInt) {
		return tensorscript.NoNode
	}
	return id
}

// isAlone reports whether a size of a header differs from the other headers of the node.
func (s *suspecting) isAlone(id tensorscript.NodeID) bool {
	tensor := s.p.parents[id]
	return tensor != tensorscript.NoNode && s.whatIs(id) == isEnd &&
		s.p.declAt[s.p.parents[tensor]] >= 0 && len(s.repeated(id)) == 0
}

// whatIs returns the feature for the kind of a place.
func (s *suspecting) whatIs(id tensorscript.NodeID) int {
	up := s.p.parents[id]
	switch s.Nodes[id].Op {
	case tensorscript.OpArg:
		return isArgument
	case tensorscript.OpView:
		return isView
	case tensorscript.OpTensor:
		return isTensor_
	}
	if s.p.scoped[id] == sized {
		for n := 0; up != tensorscript.NoNode && n < 4; up, n = s.p.parents[up], n+1 {
			switch s.Nodes[up].Op {
			case tensorscript.OpView:
				return isEntry
			case tensorscript.OpHeader:
				return isEnd
			}
		}
		return isWritten
	}
	if s.p.scoped[id] == staged {
		switch c := s.p.callee(id); c.kind {
		case anOperation:
			if c.decl >= 0 {
				return isLayer_
			}
			return isFunction
		case aNode:
			return isNetwork
		case aHelper:
			return isHelper
		}
	}
	return isOther
}

// changes maps changes to features.
var changes = blame.Changes{First: featChanges, Writes: repair.ByLiteral, Widest: 16}

// fixed records the places that the accepted changes replace, the best change first.
func (s *suspecting) fixed(repairs []repair.Repair) {
	for i := range repairs {
		m := &repairs[i]
		var places []int
		for _, e := range m.Edits {
			for _, id := range s.replaced(e.Span, m.Kind.Class) {
				places = blame.With(places, s.add(id, featLast))
			}
		}
		s.Fixed(changes, i, m.Kind.Class, m.Cost-repairs[0].Cost, places, func(f []float64) { s.compare(m, f) })
		for _, k := range places {
			if m.Clean {
				s.List[k].Features[featClean] = 1
			}
		}
	}
	s.Counted(changes)
}

// replaced returns the places that an edit changes. For an insertion they are the places that end there, and the next
// stage.
func (s *suspecting) replaced(at lang.Span, class repair.Class) (list []tensorscript.NodeID) {
	if !at.Empty() && class != repair.ByDrop {
		return []tensorscript.NodeID{s.Around(at)}
	}
	next := tensorscript.NoNode
	for i, is := range s.p.scoped {
		id := tensorscript.NodeID(i)
		span := s.Span(id)
		switch part := is == staged || is == sized || s.Is(id, tensorscript.OpArg); {
		case part && (at.Empty() && span.End == at.Start || !at.Empty() && at.Contains(span)):
			list = append(list, id)
		case is == staged && next == tensorscript.NoNode && span.Start > at.Start:
			next = id
		}
	}
	if at.Empty() {
		list = append(list, next)
	}
	return list
}

// compare records whether a change replaces a number by a more usual one.
func (s *suspecting) compare(m *repair.Repair, f []float64) {
	if m.Kind.Class != repair.ByLiteral || len(m.Edits) != 1 {
		return
	}
	id := s.Around(m.Edits[0].Span)
	n, err := strconv.ParseInt(m.Edits[0].Text, 10, 64)
	if err != nil || !s.Is(id, tensorscript.OpInt) {
		return
	}
	if s.occurrences(n) > 0 {
		f[featCommon] = 1
	}
	if zeros(n) > zeros(s.p.tree.Int(id)) {
		f[featMachine] = 1
	}
}

// zeros is how round a number is: how often it can be divided by ten, and then by two.
func zeros(n int64) (z int) {
	for ; n > 0 && n%10 == 0; n /= 10 {
		z++
	}
	for ; n > 0 && n%2 == 0; n /= 2 {
		z++
	}
	return z
}
