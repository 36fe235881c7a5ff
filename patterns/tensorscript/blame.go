package tensorscript

import (
	"math"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/tensorscript"
	"github.com/patgraph/patgraph/patterns/blame"
	"github.com/patgraph/patgraph/patterns/mend"
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

// FeatureNames are the names of the features, in the order of the weights.
var FeatureNames = [numFeatures]string{
	"completes", "shown", "side", "core", "mended", "mended again", "cost", "several", "clean",
	"by literal", "by name", "by swap", "by insert", "by drop", "alone", "rare", "common", "rounder", "header alone", "before", "size",
	"header", "entry", "written", "argument", "layer", "node", "function", "helper", "view", "tensor", "other",
}

// observer sees each contradiction with the places that may be at fault for it.
type observer func(dg *lang.Diagnostic, list []blame.Candidate)

// blame ranks the places that may be at fault for an error, and notes the likeliest.
func (p *program) blame(dg *lang.Diagnostic, x *proposer, mends []mend.Guess) {
	s := &suspecting{Candidates: blame.Candidates{Features: numFeatures}, proposer: x}
	s.counts()
	s.add(x.p.nodeAt(dg.Span), featCompletes)
	for _, r := range dg.Related {
		s.add(x.p.nodeAt(r.Span), featShown)
	}
	for i := range x.c.Facts {
		if site := x.p.FactSite(&x.c.Facts[i]); site >= 0 {
			s.add(x.p.nodeOf[site], featSide)
		}
	}
	for i := range x.c.Core {
		if m := &x.c.Core[i]; m.Def == x.c.Def {
			if site := x.p.SourceSite(m.Source); site >= 0 {
				s.add(x.p.nodeOf[site], featCore)
			}
		}
	}
	s.mended(mends)
	for i := range s.List {
		before := 0
		for k := range s.List {
			if s.List[k].Span.End <= s.List[i].Span.Start {
				before++
			}
		}
		s.List[i].Features[featBefore] = math.Log1p(float64(before))
	}
	weights.Rank(s.List)
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
	for i := range s.p.tree.Nodes {
		if s.p.tree.Nodes[i].Op == tensorscript.OpInt {
			s.number[s.p.tree.Int(tensorscript.NodeID(i))]++
		}
	}
}

// add adds a place with a feature of it. It returns its number or -1.
func (s *suspecting) add(id tensorscript.NodeID, feature int) int {
	if id == tensorscript.NoNode {
		return -1
	}
	switch s.p.tree.Nodes[id].Op {
	case tensorscript.OpDef, tensorscript.OpBlock, tensorscript.OpPipe, tensorscript.OpWeight, tensorscript.OpParams, tensorscript.OpHeader, tensorscript.OpUse:
		if feature != featCompletes {
			return -1 // it only holds others together
		}
	case tensorscript.OpArg:
	default:
		if up := s.p.parents[id]; up != tensorscript.NoNode && s.p.tree.Nodes[up].Op == tensorscript.OpArg && s.p.scoped[id] != valued {
			id = up // an argument is one place
		}
	}
	span := s.p.tree.Span(id)
	k := s.At(span, func(f []float64) {
		f[s.whatIs(id)] = 1
		f[featSize] = math.Log(float64(len(s.p.tree.Kids(id))) + 1)
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
	if s.p.tree.Nodes[id].Op == tensorscript.OpArg {
		id = s.p.tree.Kids(id)[0]
	}
	if s.p.tree.Nodes[id].Op != tensorscript.OpInt {
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
	switch s.p.tree.Nodes[id].Op {
	case tensorscript.OpArg:
		return isArgument
	case tensorscript.OpView:
		return isView
	case tensorscript.OpTensor:
		return isTensor_
	}
	if s.p.scoped[id] == sized {
		for n := 0; up != tensorscript.NoNode && n < 4; up, n = s.p.parents[up], n+1 {
			switch s.p.tree.Nodes[up].Op {
			case tensorscript.OpView:
				return isEntry
			case tensorscript.OpHeader:
				return isEnd
			}
		}
		return isWritten
	}
	if s.p.scoped[id] == staged {
		switch c := s.p.callees[id]; c.kind {
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
var changes = blame.Changes{First: featChanges, Writes: mend.ByLiteral, Widest: 16}

// mended notes which places the changes replace that help, the best one first.
func (s *suspecting) mended(mends []mend.Guess) {
	for i := range mends {
		m := &mends[i]
		var places []int
		note := func(id tensorscript.NodeID) {
			places = blame.With(places, s.add(id, featLast))
		}
		for _, e := range m.Edits {
			at := e.Span
			switch {
			case at.Empty(): // behind a stage, an entry or an argument
				for j := range s.p.tree.Nodes {
					if id := tensorscript.NodeID(j); s.p.tree.Span(id).End == at.Start && (s.p.scoped[id] == staged || s.p.scoped[id] == sized || s.p.tree.Nodes[id].Op == tensorscript.OpArg) {
						note(id)
					}
				}
				if next := s.next(at.Start); next != tensorscript.NoNode {
					note(next)
				}
			case m.Class == mend.ByDrop:
				for j := range s.p.tree.Nodes {
					if id := tensorscript.NodeID(j); at.Contains(s.p.tree.Span(id)) && (s.p.scoped[id] == staged || s.p.scoped[id] == sized || s.p.tree.Nodes[id].Op == tensorscript.OpArg) {
						note(id)
					}
				}
			default:
				note(s.p.nodeAt(at))
			}
		}
		s.Mended(changes, i, m.Class, m.Cost-mends[0].Cost, places, func(f []float64) { s.compare(m, f) })
		for _, k := range places {
			if m.Clean {
				s.List[k].Features[featClean] = 1
			}
		}
	}
	s.Counted(changes)
}

// next is the stage that is behind a place in the text.
func (s *suspecting) next(at int32) tensorscript.NodeID {
	for i := range s.p.tree.Nodes {
		if id := tensorscript.NodeID(i); s.p.scoped[id] == staged && s.p.tree.Span(id).Start > at {
			return id
		}
	}
	return tensorscript.NoNode
}

// compare says of a change of a number whether the new one is more usual.
func (s *suspecting) compare(m *mend.Guess, f []float64) {
	if m.Class != mend.ByLiteral || len(m.Edits) != 1 {
		return
	}
	id := s.p.nodeAt(m.Edits[0].Span)
	if id == tensorscript.NoNode || s.p.tree.Nodes[id].Op != tensorscript.OpInt {
		return
	}
	var n int64
	for _, c := range m.Edits[0].Text {
		if c < '0' || c > '9' || n > 1<<40 {
			return
		}
		n = 10*n + int64(c-'0')
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
