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

// Which place is at fault. The primary place of an error is the one that completes the contradiction,
// where people notice it; the mistake may be earlier. Places that may be at fault are those that state the
// core, the attributes and the names of the operators in it, and what changes that help replace.

// Features of a place. What it is comes behind them, one feature for each.
const (
	featCompletes = iota // it completes the contradiction
	featSide             // it is one side of it
	featOrigin           // it is where a definition says what one side is
	featElsewhere        // it is in another definition
	featChanges          // of the changes that help: blame.Changes
)

const (
	featInside    = featChanges + blame.OfOwn                 // a change that helps is within it
	featSource    = featChanges + blame.NumChanges + iota - 1 // a number from which a size comes that differs
	featComputes                                              // an operator that computes such a size, or an attribute of it
	featDiffers                                               // of what was to be one, a part that differs
	featAgain                                                 // the variable that completes it, where it is used elsewhere
	featSize                                                  // sites within it, as a logarithm
	featBefore                                                // constraints of the core that come after it, as a logarithm
	featParameter                                             // in the type of a parameter
	featResult                                                // in the type of a result
	featCopies                                                // constraints that it states, as a logarithm
	featDisagree                                              // of what else is said of the same, the share that disagrees
	featLast                                                  // no feature
)

// What a place is.
const (
	isNumber    = featLast + iota // a dimension that is written
	isElement                     // an element type
	isType                        // any other part of a type
	isLiteral                     // a literal
	isVariable                    // a variable where it is used
	isGlobal                      // a global
	isName                        // the name of an operator or a constructor
	isOperation                   // a call of an operator
	isCall                        // any other call
	isPattern                     // a pattern, or what binds
	isField                       // a projection
	isAttribute                   // an attribute, or its value
	isOther
	numFeatures
)

// suspects lists the places that may be at fault for a contradiction, the likeliest first.
func (p *program) suspects(c *explain.Contradiction, at explain.Source, m *meeting, repairs []repair.Repair) []blame.Candidate {
	s := &suspecting{blame.Candidates{Features: numFeatures}, p}
	primary := p.SourceSite(at)
	s.add(primary, featCompletes, 1)
	last := p.statedAt(at)
	var stated []int64 // in the definition, up to where it is completed
	for i := range c.Core {
		if k := &c.Core[i]; k.Def == c.Def {
			if t := p.statedAt(k.Source); t <= last {
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
			until, _ := slices.BinarySearch(stated, p.statedAt(cited.Source)+1)
			f[featBefore] = math.Log1p(float64(len(stated) - until))
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
	s.fixed(repairs)
	for i := range s.List {
		if f := s.List[i].Features; f[featCopies] > 0 {
			f[featCopies] = math.Log(f[featCopies])
		}
	}
	blame.Rank(Weights[:], s.List)
	return s.List
}

// mostAgain is how many other uses of a variable are looked at.
const mostAgain = 4

// usedAgain are the other uses of a variable whose type is not written, in its definition.
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

// suspecting collects the places for one contradiction.
type suspecting struct {
	blame.Candidates
	p *program
}

// add adds a site, if it is a place that people see, with a feature of it. It returns its number or -1.
func (s *suspecting) add(site int32, feature int, value float64) int {
	if site < 0 {
		return -1
	}
	e := relay.NodeID(site)
	span := s.p.tree.Span(e)
	s.p.watch.Step()
	switch s.p.tree.Nodes[e].Op {
	case relay.OpFn, relay.OpParams, relay.OpBlock:
		return -1 // it only holds others together
	}
	k := s.At(span, func(f []float64) {
		f[s.whatIs(e)] = 1
		f[featSize] = math.Log(float64(e - s.p.tree.FirstOf(e) + 1))
		s.typeOf(e, f)
	})
	s.Set(k, feature, value)
	return k
}

// typeOf says of a part of a type whether it is that of a parameter or of a result.
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

// What sites are by their roles, and expressions by their constructs.
var (
	isByRole = map[role]int{dimension: isNumber, element: isElement, typed: isType, shaped: isType, pattern: isPattern, binder: isPattern}
	isByOp   = map[relay.Op]int{
		relay.OpAttr: isAttribute, relay.OpList: isAttribute, relay.OpString: isAttribute,
		relay.OpInt: isLiteral, relay.OpFloat: isLiteral, relay.OpBool: isLiteral,
		relay.OpLocal: isVariable, relay.OpGraph: isVariable, relay.OpGlobal: isGlobal, relay.OpName: isName,
		relay.OpBinary: isOperation, relay.OpProject: isField, relay.OpCall: isCall,
	}
)

// whatIs is the feature that says what a site is.
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

// operation adds the name and the attributes of an operator that is applied, with a feature of them.
func (s *suspecting) operation(e relay.NodeID, feature int) {
	if s.p.tree.Nodes[e].Op != relay.OpCall {
		return
	}
	s.add(int32(s.p.tree.Kids(e)[0]), feature, 1)
	for _, kid := range s.p.tree.KidsOf(e, relay.OpAttr) {
		s.add(int32(s.p.tree.Kids(kid)[0]), feature, 1)
	}
}

// changes are how changes of Relay are features.
var changes = blame.Changes{First: featChanges, Writes: repair.ByType, Widest: 28}

// fixed notes which places the changes replace that help, the best one first.
func (s *suspecting) fixed(repairs []repair.Repair) {
	for i := range repairs {
		m := &repairs[i]
		var places []int
		whole := false
		for _, e := range m.Edits {
			if e.Span.Empty() {
				whole = true // something is put around it
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

// saidBy is the part of the declaration of a function or a constructor that says what a use of it brings along; or
// the last expression of what a function gives, where that is not written. It is -1 for none.
func (p *program) saidBy(f *explain.Fact) int32 { return int32(p.saidOf(p.usedBy(f.Use), f.Part())) }

// usedBy is what a use is of: a function, or the declaration of a constructor.
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

// usedNoun is its name.
func (p *program) usedNoun(u int32) lang.Phrase {
	e := p.usedBy(u)
	if p.tree.Nodes[e].Op == relay.OpCon {
		return lang.Say("the constructor `%s`", p.tree.Syms.Text(p.tree.Nodes[e].Sym))
	}
	return p.DefNoun(p.Owner(int32(e)))
}

// saidOf is that of a function, or of a constructor, whose part some labels lead to.
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

// partOf is the part of a written type that some labels lead to, as far as they do.
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

// madeOf is the expression that makes the part of a value that some labels lead to, as far as that is
// written: the last one of a block, and the field of a tuple.
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
