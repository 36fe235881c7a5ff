package relay

import (
	"math"
	"slices"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/relay"
	"github.com/patgraph/patgraph/patterns/blame"
	"github.com/patgraph/patgraph/patterns/explain"
	"github.com/patgraph/patgraph/patterns/repair"
	"github.com/patgraph/patgraph/unify"
)

// Fault localization. The primary place of an error is the constraint that completes the contradiction, where people
// notice it; the mistake may be earlier. Suspects are the places that state the core, the attributes and names of its
// operators, and the places that successful repairs replace.

// The features of a place. One feature for each kind of place follows them.
const (
	featCompletes = iota // it completes the contradiction
	featSide             // it is one side of the contradiction
	featOrigin           // it is in a callee, where one side originates
	featElsewhere        // it is in another definition
	featChanges          // the first feature of repairs: blame.Changes
)

const (
	featInside    = featChanges + blame.OfOwn                 // a repair is within it
	featSource    = featChanges + blame.NumChanges + iota - 1 // a literal from which a differing size originates
	featComputes                                              // an operator, or its attribute, that computes such a size
	featDiffers                                               // a differing part of two types that must be equal
	featAgain                                                 // another use of the completing variable
	featSize                                                  // log of the number of sites within it
	featLater                                                 // log of the number of core constraints that come later
	featParameter                                             // it is in the type of a parameter
	featResult                                                // it is in the type of a result
	featCopies                                                // log of the number of core constraints that it states
	featDisagree                                              // the share of other facts about the pattern that disagree
	featLast                                                  // the number of these features
)

// The kinds of places.
const (
	isNumber    = featLast + iota // a written dimension
	isElement                     // an element type
	isType                        // any other part of a type
	isLiteral                     // a literal
	isVariable                    // a use of a variable
	isGlobal                      // a global
	isName                        // the name of an operator or a constructor
	isOperation                   // a call of an operator
	isCall                        // any other call
	isPattern                     // a pattern or a binder
	isField                       // a projection
	isAttribute                   // an attribute, or its value
	isOther
	numFeatures
)

// Suspects lists the places that may be at fault, with their features.
func (p *program) Suspects(r *report, repairs []repair.Repair) ([]blame.Candidate, []blame.Weight) {
	c, at, m := r.Contradiction, r.At, r.Evidence
	s := &suspecting{blame.Candidates{Features: numFeatures}, p}
	primary := p.SourceSite(at)
	s.add(primary, featCompletes, 1)
	last := p.Order(at)
	var stated []int64 // positions of the core's constraints in the definition, up to the last
	for i := range c.Core {
		if k := &c.Core[i]; k.Def == c.Def {
			if t := p.Order(k.Source); t <= last {
				stated = append(stated, t)
			}
		}
	}
	slices.Sort(stated)
	for i := range c.Core {
		cited := &c.Core[i]
		site := p.SourceSite(cited.Source)
		k := s.add(site, featCopies, 0)
		if k < 0 {
			continue
		}
		f := s.List[k].Features
		f[featCopies]++
		if p.Owner(site) != c.Def {
			f[featElsewhere] = 1
		} else {
			until, _ := slices.BinarySearch(stated, p.Order(cited.Source)+1)
			f[featLater] = math.Log1p(float64(len(stated) - until))
		}
		if cited.Source.Relation > 0 {
			s.operation(relay.NodeID(site), featCopies)
		}
	}
	for i := range c.Facts {
		f := &c.Facts[i]
		if k := s.add(p.FactSite(f), featSide, 1); k >= 0 {
			s.List[k].Features[featDisagree] = f.Share
		}
		if f.Origin != nil {
			s.add(p.OriginSite(f.Origin), featOrigin, 1)
		} else if f.Use >= 0 {
			s.add(p.saidBy(f), featOrigin, 1)
		}
	}
	for _, site := range m.sources {
		s.add(site, featSource, 1)
	}
	for _, e := range m.differing {
		s.add(int32(e), featDiffers, 1)
	}
	for _, e := range p.usedAgain(relay.NodeID(primary)) {
		s.add(int32(e), featAgain, 1)
	}
	for _, site := range m.computers {
		s.add(site, featComputes, 1)
		s.operation(relay.NodeID(site), featComputes)
	}
	for _, call := range p.arranging(relay.NodeID(primary)) {
		s.operation(call, featComputes)
	}
	s.fixed(repairs)
	for i := range s.List {
		if f := s.List[i].Features; f[featCopies] > 0 {
			f[featCopies] = math.Log(f[featCopies])
		}
	}
	return s.List, Weights[:]
}

// mostAgain bounds the other uses of a variable that become suspects.
const mostAgain = 4

// usedAgain returns other uses of a variable without an annotation, in its definition.
func (p *program) usedAgain(e relay.NodeID) (list []relay.NodeID) {
	if p.tree.Nodes[e].Op != relay.OpLocal || p.names.Meaning[e] != relay.MeansVariable {
		return nil
	}
	v := relay.NodeID(p.names.At[e])
	if d := p.Owner(int32(e)); d >= 0 && p.annotation(v) == relay.NoNode {
		for site := p.Defs[d].First; site <= p.Defs[d].Root && len(list) < mostAgain; site++ {
			if site != int32(e) && p.names.Meaning[site] == relay.MeansVariable && p.names.At[site] == int32(v) {
				list = append(list, relay.NodeID(site))
			}
		}
	}
	return list
}

// suspecting collects the suspects of one contradiction.
type suspecting struct {
	blame.Candidates
	p *program
}

// add adds a site with a feature, if the site is a visible place. It returns the number of the suspect, or -1.
func (s *suspecting) add(site int32, feature int, value float64) int {
	if site < 0 {
		return -1
	}
	e := relay.NodeID(site)
	span := s.p.tree.Span(e)
	s.p.watch.Step()
	switch s.p.tree.Nodes[e].Op {
	case relay.OpFn, relay.OpParams, relay.OpBlock:
		return -1 // it only groups other nodes
	}
	k := s.At(span, func(f []float64) {
		f[s.whatIs(e)] = 1
		f[featSize] = math.Log(float64(e - s.p.tree.FirstOf(e) + 1))
		s.typeOf(e, f)
	})
	s.Set(k, feature, value)
	return k
}

// typeOf sets the feature of a part of a type that distinguishes types of parameters from types of results.
func (s *suspecting) typeOf(e relay.NodeID, f []float64) {
	if s.p.roles[e] < typed {
		return
	}
	for up := s.p.parents[e]; up != relay.NoNode; e, up = up, s.p.parents[up] {
		switch s.p.tree.Nodes[up].Op {
		case relay.OpVar:
			f[featParameter] = 1
			return
		case relay.OpFn:
			f[featResult] = 1
			return
		}
	}
}

// The kinds of sites by role, and of expressions by construct.
var (
	isByRole = map[role]int{
		dimension: isNumber, element: isElement, typed: isType, shaped: isType, pattern: isPattern, binder: isPattern,
	}
	isByOp = map[relay.Op]int{
		relay.OpAttr: isAttribute, relay.OpList: isAttribute, relay.OpString: isAttribute,
		relay.OpInt: isLiteral, relay.OpFloat: isLiteral, relay.OpBool: isLiteral,
		relay.OpLocal: isVariable, relay.OpGraph: isVariable, relay.OpGlobal: isGlobal, relay.OpName: isName,
		relay.OpBinary: isOperation, relay.OpProject: isField, relay.OpCall: isCall,
	}
)

// whatIs returns the feature for the kind of a site.
func (s *suspecting) whatIs(e relay.NodeID) int {
	if is, ok := isByRole[s.p.roles[e]]; ok {
		return is
	}
	is, ok := isByOp[s.p.tree.Nodes[e].Op]
	_, operates := s.p.uses[e]
	switch {
	case !ok:
		return isOther
	case is == isLiteral && s.p.roles[e] != expression:
		return isAttribute
	case is == isCall && operates:
		return isOperation
	}
	return is
}

// operation adds the name and the attributes of an operator's call with a feature.
func (s *suspecting) operation(e relay.NodeID, feature int) {
	if s.p.tree.Nodes[e].Op != relay.OpCall {
		return
	}
	s.add(int32(s.p.tree.Kids(e)[0]), feature, 1)
	for _, kid := range s.p.tree.KidsOf(e, relay.OpAttr) {
		s.add(int32(s.p.tree.Kids(kid)[0]), feature, 1)
	}
}

// changes maps Relay's repairs to features.
var changes = blame.Changes{First: featChanges, Writes: repair.ByType, Widest: 28}

// fixed records which places the successful repairs replace, the best repair first.
func (s *suspecting) fixed(repairs []repair.Repair) {
	for i := range repairs {
		m := &repairs[i]
		var places []int
		whole := false
		for _, e := range m.Edits {
			if e.Span.Empty() {
				whole = true // text is inserted around it
				continue
			}
			site := int32(s.p.outermostAt(e.Span))
			places = blame.With(places, s.add(site, changes.First+blame.OfSeveral, 0))
			whole = whole || site < 0
		}
		for _, site := range m.Sites {
			switch k := s.add(site, changes.First+blame.OfSeveral, 0); {
			case whole || len(places) > 1:
				places = blame.With(places, k)
			case k >= 0 && !slices.Contains(places, k):
				s.List[k].Features[featInside] = 1
			}
		}
		s.Fixed(changes, i, m.Kind.Class, m.Cost-repairs[0].Cost, places, nil)
	}
	s.Counted(changes)
}

// saidBy returns the part of a callee's declaration from which a fact about a use originates: a written type of a
// function or a constructor, or the last expression of a function without a result type. It returns -1 if there is
// none.
func (p *program) saidBy(f *explain.Fact) int32 { return int32(p.saidOf(p.usedBy(f.Use), f.Part())) }

// usedBy returns the callee of a use: a function, or the declaration of a constructor.
func (p *program) usedBy(u int32) relay.NodeID {
	callee := p.Solver.UseOf(u).Callee
	if callee >= 0 {
		return p.rootOf(callee)
	}
	e := relay.NodeID(-1 - callee)
	if con, ok := p.constructorAt(e); ok {
		return con
	}
	return e
}

// usedNoun returns the name of the callee of a use.
func (p *program) usedNoun(u int32) lang.Phrase {
	e := p.usedBy(u)
	if p.tree.Nodes[e].Op == relay.OpCon {
		return lang.Say("the constructor `%s`", p.tree.Syms.Text(p.tree.Nodes[e].Sym))
	}
	return p.DefNoun(p.Owner(int32(e)))
}

// saidOf returns the declared type or expression at a path of labels in a function or a constructor, or NoNode.
func (p *program) saidOf(of relay.NodeID, path []unify.Label) relay.NodeID {
	if of < 0 || len(path) == 0 {
		return relay.NoNode
	}
	var types []relay.NodeID
	result := relay.NoNode
	switch kids := p.tree.Kids(of); p.tree.Nodes[of].Op {
	case relay.OpCon:
		types = p.fields(of)
	case relay.OpFn:
		for _, v := range p.variables(of) {
			types = append(types, p.annotation(v))
		}
		if result = kids[2]; result == relay.NoNode && path[0] == p.built.result {
			return p.madeOf(kids[len(kids)-1], nil)
		}
	}
	e := result
	if path[0] != p.built.result {
		e = kidAt(types, p.built.arguments, path[0])
	}
	if e == relay.NoNode {
		return relay.NoNode
	}
	return p.partOf(e, path[1:])
}

// partOf returns the part of a written type at a path of labels, as deep as the type is written.
func (p *program) partOf(e relay.NodeID, path []unify.Label) relay.NodeID {
	for _, l := range path {
		kids := p.tree.Kids(e)
		next := relay.NoNode
		switch p.tree.Nodes[e].Op {
		case relay.OpTensor:
			if l == p.built.shape {
				next = kids[0]
			} else if l == p.built.dtype {
				next = kids[1]
			}
		case relay.OpShape:
			next = kidAt(kids, p.built.dims, l)
		case relay.OpTupleType:
			next = kidAt(kids, p.built.indices, l)
		case relay.OpTypeCall:
			next = kidAt(kids, p.built.parameters, l)
		}
		if next == relay.NoNode {
			break
		}
		e = next
	}
	return e
}

// madeOf returns the expression that makes the part of a value at a path of labels, as deep as blocks and tuples show
// it.
func (p *program) madeOf(e relay.NodeID, path []unify.Label) relay.NodeID {
	for {
		kids := p.tree.Kids(e)
		next := relay.NoNode
		switch p.tree.Nodes[e].Op {
		case relay.OpBlock:
			next = kids[len(kids)-1]
		case relay.OpTuple:
			if len(path) > 0 {
				next = kidAt(kids, p.built.indices, path[0])
				path = path[1:]
			}
		}
		if next == relay.NoNode {
			return e
		}
		e = next
	}
}

func kidAt(kids []relay.NodeID, labels []unify.Label, l unify.Label) relay.NodeID {
	if i := slices.Index(labels, l); i >= 0 && i < len(kids) {
		return kids[i]
	}
	return relay.NoNode
}
