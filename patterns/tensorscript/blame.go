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

// Which place is at fault. The primary place of an error is the stage that does not take what it is given; the mistake may be in
// an argument of the layer, in a stage before it, or in a header. Places that may be at fault are those that the error shows, that
// it rests on, and that changes replace which help.

// Features of a place. What it is comes behind them, one feature for each.
const (
	featCompletes = iota // it is the primary place of the error
	featShown            // the error shows it
	featSide             // it is one side of the contradiction
	featCore             // the contradiction rests on it
	featChanges          // of the changes that help: blame.Changes
)

const (
	featClean   = featChanges + blame.OfOwn                 // one of them leaves no error
	featRare    = featChanges + blame.NumChanges + iota - 1 // a number that stands nowhere else in the program
	featCommon                                              // the best change there writes a number that stands elsewhere
	featMachine                                             // or one that is a power of two, while this is none
	featHeaders                                             // a header that differs from the others of its node
	featBefore                                              // how many of the other places stand before it, as a logarithm
	featSize                                                // parts of it, as a logarithm
	featLast                                                // no feature
)

// What a place is.
const (
	isEnd      = featLast + iota // a size of a header
	isEntry                      // a size of a view
	isWritten                    // any other size
	isArgument                   // an argument of a layer or a stage
	isLayer_                     // a stage that is a weight
	isNetwork                    // that is a node
	isFunction                   // that is a function
	isHelper                     // that is one of the graph
	isView                       // a view
	isTensor_                    // a tensor that is written
	isOther
	numFeatures
)

// observer sees each contradiction with the places that may be at fault for it.
type observer func(dg *lang.Diagnostic, list []blame.Candidate)

// blame ranks the places that may be at fault for an error, and notes the likeliest.
func (p *program) blame(dg *lang.Diagnostic, x *proposer, repairs []repair.Guess) {
	s := &suspecting{Candidates: blame.Candidates{Features: numFeatures}, proposer: x}
	s.counts()
	for feature, places := range [...][]tensorscript.NodeID{featCompletes: {x.e}, featShown: x.related(), featSide: x.sides(), featCore: x.core()} {
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
	blame.Rank(Weights[:], s.List)
	dg.Explanation.Blame = blame.ToTell(s.List)
	if p.observe != nil {
		p.observe(dg, s.List)
	}
}

// suspecting collects the places for one error.
type suspecting struct {
	blame.Candidates
	*proposer
	number map[int64]int // how often each stands in the program
}

func (s *suspecting) counts() {
	s.number = make(map[int64]int)
	for id := range s.Of(tensorscript.OpInt) {
		s.number[s.p.tree.Int(id)]++
	}
}

// add adds a place with a feature of it. It returns its number or -1.
func (s *suspecting) add(id tensorscript.NodeID, feature int) int {
	if id == tensorscript.NoNode {
		return -1
	}
	switch s.Nodes[id].Op {
	case tensorscript.OpDef, tensorscript.OpBlock, tensorscript.OpPipe, tensorscript.OpWeight, tensorscript.OpParams, tensorscript.OpHeader, tensorscript.OpUse:
		if feature != featCompletes {
			return -1 // it only holds others together
		}
	case tensorscript.OpArg:
	default:
		if up := s.p.parents[id]; s.Is(up, tensorscript.OpArg) && s.p.scoped[id] != valued {
			id = up // an argument is one place
		}
	}
	span := s.Span(id)
	k := s.At(span, func(f []float64) {
		f[s.whatIs(id)] = 1
		f[featSize] = math.Log(float64(len(s.Kids(id))) + 1)
		if v := s.valueOf(id); v != tensorscript.NoNode {
			if s.number[s.p.tree.Int(v)] == 1 {
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

// valueOf is the number that a place is, or NoNode.
func (s *suspecting) valueOf(id tensorscript.NodeID) tensorscript.NodeID {
	if s.Is(id, tensorscript.OpArg) {
		id = s.Kids(id)[0]
	}
	if !s.Is(id, tensorscript.OpInt) {
		return tensorscript.NoNode
	}
	return id
}

// isAlone reports whether a size of a header is not what the other headers of the node say.
func (s *suspecting) isAlone(id tensorscript.NodeID) bool {
	tensor := s.p.parents[id]
	return tensor != tensorscript.NoNode && s.whatIs(id) == isEnd && s.p.declAt[s.p.parents[tensor]] >= 0 && len(s.repeated(id)) == 0
}

// whatIs is the feature that says what a place is.
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

// changes are how changes of TensorScript are features.
var changes = blame.Changes{First: featChanges, Writes: repair.ByLiteral, Widest: 16}

// fixed notes which places the changes replace that help, the best one first.
func (s *suspecting) fixed(repairs []repair.Guess) {
	for i := range repairs {
		m := &repairs[i]
		var places []int
		for _, e := range m.Edits {
			for _, id := range s.replaced(e.Span, m.Class) {
				places = blame.With(places, s.add(id, featLast))
			}
		}
		s.Fixed(changes, i, m.Class, m.Cost-repairs[0].Cost, places, func(f []float64) { s.compare(m, f) })
		for _, k := range places {
			if m.Clean {
				s.List[k].Features[featClean] = 1
			}
		}
	}
	s.Counted(changes)
}

// replaced are the places that an edit changes. Where it only puts something in, they are what ends there, and the next stage.
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

// compare says of a change of a number whether the new one is more usual.
func (s *suspecting) compare(m *repair.Guess, f []float64) {
	if m.Class != repair.ByLiteral || len(m.Edits) != 1 {
		return
	}
	id := s.Around(m.Edits[0].Span)
	n, err := strconv.ParseInt(m.Edits[0].Text, 10, 64)
	if err != nil || !s.Is(id, tensorscript.OpInt) {
		return
	}
	if s.number[n] > 0 {
		f[featCommon] = 1
	}
	if zeros(n) > zeros(s.p.tree.Int(id)) {
		f[featMachine] = 1
	}
}

// zeros is how round a number is: how often it can be halved, or divided by ten.
func zeros(n int64) (z int) {
	for ; n > 0 && n%10 == 0; n /= 10 {
		z++
	}
	for ; n > 0 && n%2 == 0; n /= 2 {
		z++
	}
	return z
}
