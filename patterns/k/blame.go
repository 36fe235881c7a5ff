package k

import (
	"cmp"
	"math"
	"slices"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/k"
	"github.com/patgraph/patgraph/patterns/explain"
	"github.com/patgraph/patgraph/unify"
)

// Blame: which place of a core is at fault. Each place has a few features and its
// score is their weighted sum (after D. Zhang, A. C. Myers and others, SHErrLoc,
// 2017, and E. Seidel and others, NATE, 2017). The weights are fitted on mutants
// of programs; see internal/mutate.

// A site of a core is a piece of syntax that states constraints: an expression by
// itself, or how a part is wired to what is around it.
type placeKey struct {
	site   k.NodeID
	wiring bool
}

// placeOf returns the place that states a constraint.
func (a *analysis) placeOf(s explain.Source) placeKey {
	e := k.NodeID(s.Reason.Site)
	if s.Event < 0 {
		return placeKey{e, false}
	}
	if Rule(s.Reason.Rule) == R2Comp {
		if part, ok := a.Graph.Site(a.Graph.Event(s.Event).Y); ok && k.NodeID(part) != e {
			return placeKey{k.NodeID(part), true}
		}
	}
	return placeKey{e, false}
}

func (a *analysis) at(p placeKey) func(explain.Source) bool {
	return func(s explain.Source) bool { return a.placeOf(s) == p }
}

// Features of a place. The order is that of blameWeights.
const (
	featHole       = iota // the definition is fine without the place
	featClear             // and so is all of the program
	featShare             // the share of the definitions in error that are fine without it
	featTypeHole          // so it is only without all that speaks of a type, as it does
	featWitness           // it is one side of the contradiction
	featCallee            // it is in another definition
	featUsers             // well-typed definitions that use it, as a logarithm
	featDisagree          // share of what else is said of the pattern that contradicts it
	featRare              // its label stands nowhere else in the program
	featNear              // its label is a misspelling of one that the other side has
	featMisspelt          // both
	featLocal             // its label stands nowhere else in its definition
	featLocalOther        // the definition has a label that it lacks and another side has
	featDot               // what it is
	featProduct
	featVariant
	featRef
	featBuiltin
	featType
	featFilter
	featLiteral
	featIdentity // as an element of a composition, where it does nothing
	featIdle     // the identity elsewhere
	featMerge
	featVector // a vector, caret or pipe
	featSeam   // between neighbours of a composition

	featMended    // the first repair changes it
	featMended2   // a further repair does
	featSure      // the first repair is beyond doubt
	featWide      // definitions that a repair of it mends, as a logarithm
	featRename    // its best repair replaces a label of it
	featByLabel   // the kind of its best repair: another label,
	featByLiteral // a number or a text,
	featByForm    // .l, {() l} or l,
	featByBracket // another bracket,
	featByType    // another type,
	featByRef     // another function,
	featBySwap    // two elements the other way round,
	featByDrop    // an element less,
	featByInsert  // or more,
	featByBox     // a vector or its elements,
	featByFilter  // a filter that admits more or less,
	featByField   // a field more or less,
	featByGap     // or a field whose value is not known

	featSize      // syntax nodes of it, as a logarithm
	featMergeSize // the same of a merge
	featDropSize  // and of what is to be left out
	featDepth     // calls from the definition to it, up to two
	featLone      // no well-typed definition uses its definition

	featNested     // how deep below the proof's ends it is cited, in labels
	featInside     // how far from the ends of its chains, as a logarithm
	featCopies     // how often, as a logarithm
	featLabelCount // of a projection: how often its label stands in the program, as a logarithm
	featLabelHere  // and in its definition

	featOrigin   // no member of the core, but what a signature has from there
	featWhole    // a label of it is at fault, and this is the whole
	featOneLabel // one of its labels, where none is singled out

	featVsDeclared // of a side: another side is a type or filter that the program spells
	featVsCall     // of a side: another side is what a call brings along
	featVsBuiltin  // of a side: or a call of a built-in function
	featSide       // the kinds again, of sides only
	featSideLast   = featSide + featSeam - featDot
	numFeatures    = featSideLast + 1
)

// FeatureNames are the names of the features of blame, in the order of the
// weights.
var FeatureNames = [numFeatures]string{
	"hole", "all fine", "share fine", "fine without type", "witness", "callee", "users", "disagree", "rare", "near", "misspelt", "rare here", "other here",
	"dot", "product", "variant", "ref", "builtin", "type", "filter", "literal", "identity", "idle identity", "merge", "vector", "seam",
	"mended", "mended again", "sure", "wide", "renamed",
	"by label", "by literal", "by form", "by bracket", "by type", "by ref", "by swap", "by drop", "by insert", "by box", "by filter", "by field", "by gap",
	"size", "size of merge", "size of drop", "depth", "lone", "nested", "inside", "copies", "label count", "label here", "origin", "whole", "one label", "against declared", "against call", "against builtin",
	"side: dot", "side: product", "side: variant", "side: ref", "side: builtin", "side: type", "side: filter",
	"side: literal", "side: identity", "side: idle identity", "side: merge", "side: vector", "side: seam",
}

// Features are what is known of a place at fault.
type Features [numFeatures]float64

// blameWeights is the table of weights, as internal/mutate/cmd/fit prints it.
var blameWeights = Features{
	-0.30, // hole
	1.85,  // all fine
	1.39,  // share fine
	-1.45, // fine without type
	0.35,  // witness
	-1.70, // callee
	-1.44, // users
	1.14,  // disagree
	-2.06, // rare
	-0.21, // near
	3.24,  // misspelt
	0.94,  // rare here
	0.76,  // other here
	-0.72, // dot
	-1.39, // product
	0.02,  // variant
	-0.25, // ref
	-1.43, // builtin
	-0.74, // type
	-0.54, // filter
	-0.71, // literal
	6.00,  // identity
	-1.35, // idle identity
	3.84,  // merge
	-0.86, // vector
	-1.86, // seam
	2.94,  // mended
	2.67,  // mended again
	0.17,  // sure
	2.93,  // wide
	-1.98, // renamed
	2.67,  // by label
	-0.60, // by literal
	0.43,  // by form
	1.12,  // by bracket
	1.71,  // by type
	0.16,  // by ref
	1.05,  // by swap
	0.51,  // by drop
	-0.04, // by insert
	-0.44, // by box
	-2.24, // by filter
	1.70,  // by field
	-0.43, // by gap
	-0.31, // size
	-1.49, // size of merge
	-1.04, // size of drop
	1.67,  // depth
	0.23,  // lone
	-2.15, // nested
	0.37,  // inside
	0.20,  // copies
	-0.04, // label count
	-0.21, // label here
	-0.08, // origin
	-2.00, // whole
	-3.26, // one label
	-0.14, // against declared
	-0.08, // against call
	-0.22, // against builtin
	0.57,  // side: dot
	1.30,  // side: product
	1.41,  // side: variant
	-1.56, // side: ref
	-0.32, // side: builtin
	-0.74, // side: type
	-0.37, // side: filter
	-0.68, // side: literal
	0.00,  // side: identity
	0.00,  // side: idle identity
	0.00,  // side: merge
	0.73,  // side: vector
	0.00,  // side: seam
}

func (f *Features) score() float64 {
	sum := 0.0
	for i, w := range blameWeights {
		sum += w * f[i]
	}
	return sum
}

// blamed is a place of a core with its features.
type blamed struct {
	key      placeKey
	def      int32
	calls    int
	features Features
	score    float64
	label    lang.Span   // the label of it that the best repair changes
	alone    []lang.Span // without one: a few labels of which each may be at fault
}

// blame ranks the places of a core, the likeliest first.
func (a *analysis) blame(x *explain.Explainer, c *explain.Contradiction) []blamed {
	var places []blamed
	index := make(map[placeKey]bool)
	for _, cited := range c.Core {
		key := a.placeOf(cited.Source)
		if index[key] {
			continue
		}
		index[key] = true
		p := blamed{key: key, def: cited.Def, calls: len(cited.Calls)}
		a.features(c, &p)
		places = append(places, p)
	}
	places = a.origins(c, places, index)
	a.proofFeatures(c, places)
	a.holes(x, c, places)
	a.rank(c.Def, places)
	return places
}

// rank sorts places of a core by their score.
func (a *analysis) rank(def int32, places []blamed) {
	for i := range places {
		places[i].score = places[i].features.score()
	}
	slices.SortStableFunc(places, func(p, q blamed) int {
		return cmp.Or(cmp.Compare(q.score, p.score), cmp.Compare(a.order(def, p), a.order(def, q)))
	})
}

// parent returns the node of which a node is a part, or NoNode.
func (a *analysis) parent(e k.NodeID) k.NodeID {
	if a.parents == nil {
		a.parents = a.tree.Parents()
	}
	return a.parents[e]
}

// isLabel reports whether a span is that of a label of a place.
func (a *analysis) isLabel(p placeKey, s lang.Span) bool {
	if p.wiring {
		return false
	}
	switch n := &a.tree.Nodes[p.site]; {
	case n.Op.Labelled():
		return a.tree.DotLabelSpan(p.site) == s
	case n.Op.Fielded():
		for _, f := range a.tree.Fields(p.site) {
			if f.LabelSpan() == s {
				return true
			}
		}
	}
	return false
}

// A Place is a place that may be at fault with its features, for those who fit
// the weights.
type Place struct {
	Span     lang.Span
	Features Features
}

func (a *analysis) observe(dg *lang.Diagnostic, places []blamed) {
	list := make([]Place, len(places))
	for i, p := range places {
		list[i] = Place{a.blameSpan(&p), p.features}
	}
	a.options.Observe(dg, list)
}

// order puts places of the definition itself before those of others, and then by
// where they stand in their definition, so that moving a definition changes
// nothing.
func (a *analysis) order(def int32, p blamed) int64 {
	first := int64(p.key.site - a.tree.Defs[p.def].First)
	if p.def != def {
		first += 1 << 40
	}
	return 2 * first
}

func (a *analysis) features(c *explain.Contradiction, p *blamed) {
	f := &p.features
	if p.def != c.Def {
		f[featCallee] = 1
		f[featUsers] = math.Log1p(float64(a.goodUsers(p.def)))
		if a.goodUsers(p.def) == 0 {
			f[featLone] = 1
		}
	}
	f[featDepth] = float64(min(p.calls, 2))
	if !p.key.wiring {
		f[featSize] = math.Log(float64(p.key.site - a.tree.FirstOf(p.key.site) + 1))
	}
	for i := range c.Facts {
		fact := &c.Facts[i]
		if a.factPlace(fact) != p.key && (fact.Origin == nil || a.originPlace(fact.Origin) != p.key) {
			continue
		}
		f[featWitness] = 1
		f[featDisagree] = max(f[featDisagree], fact.Share)
		if !p.key.wiring {
			a.labelFeatures(c, i, p)
		}
		for j := range c.Facts {
			if j == i {
				continue
			}
			switch other := &c.Facts[j]; {
			case other.Use >= 0 && a.Solver.UseOf(other.Use).Callee < 0:
				f[featVsBuiltin] = 1
			case other.Use >= 0:
				f[featVsCall] = 1
			case a.declares(a.factPlace(other).site):
				f[featVsDeclared] = 1
			}
		}
	}
	switch n := &a.tree.Nodes[p.key.site]; {
	case p.key.wiring:
		f[featSeam] = 1
	case n.Op == k.OpDot || n.Op == k.OpDiv:
		f[featDot] = 1
	case n.Op == k.OpProduct:
		f[featProduct] = 1
	case n.Op == k.OpVariant || n.Op == k.OpVid:
		f[featVariant] = 1
	case n.Op == k.OpRef:
		f[featRef] = 1
		if a.names.Func[n.Sym] < 0 {
			f[featRef], f[featBuiltin] = 0, 1
		}
	case n.Op == k.OpType:
		f[featType] = 1
	case n.Op == k.OpInt || n.Op == k.OpString:
		f[featLiteral] = 1
	case n.Op >= k.OpFilterVar || n.Op == k.OpFilter:
		f[featFilter] = 1
	case n.Op == k.OpIdentity:
		f[featIdle] = 1
		if q := a.parent(p.key.site); q != k.NoNode && a.tree.Nodes[q].Op == k.OpComp {
			f[featIdentity], f[featIdle] = 1, 0
		}
	case n.Op == k.OpMerge:
		f[featMerge] = 1
	default:
		f[featVector] = 1
	}
	f[featMisspelt] = f[featRare] * f[featNear]
	f[featMergeSize] = f[featMerge] * f[featSize]
	if f[featWitness] == 1 {
		for i := featDot; i <= featSeam; i++ {
			f[featSide+i-featDot] = f[i]
		}
	}
}

// declares reports whether an expression is a type or a filter.
func (a *analysis) declares(e k.NodeID) bool {
	op := a.tree.Nodes[e].Op
	return op == k.OpType || op == k.OpFilter || op >= k.OpFilterVar
}

// factPlace is the place that states a fact.
func (a *analysis) factPlace(f *explain.Fact) placeKey {
	if f.Use >= 0 {
		return placeKey{k.NodeID(a.Solver.UseOf(f.Use).Site), false}
	}
	site, _ := a.Graph.Site(f.Node)
	return placeKey{k.NodeID(site), false}
}

func (a *analysis) originPlace(o *explain.Origin) placeKey {
	use := o.Use
	if o.Node != unify.None {
		if site, ok := a.Graph.Site(o.Node); ok {
			return placeKey{k.NodeID(site), false}
		}
		use, _ = a.Graph.Instance(o.Node)
	}
	return placeKey{k.NodeID(a.Solver.UseOf(use).Site), false}
}

// goodUsers counts the definitions without a conflict that refer to one.
func (a *analysis) goodUsers(d int32) int {
	if a.users == nil {
		a.users = make([]int32, len(a.tree.Defs))
		for i := range a.tree.Defs {
			def := &a.tree.Defs[i]
			if def.Bad || def.Root == k.NoNode || len(a.Solver.Conflicts(int32(i))) > 0 {
				continue
			}
			last := make(map[int32]bool)
			for e := def.First; e <= def.Root; e++ {
				if n := &a.tree.Nodes[e]; n.Op == k.OpRef {
					if c := a.names.Func[n.Sym]; c >= 0 && !last[c] {
						last[c] = true
						a.users[c]++
					}
				}
			}
		}
	}
	return int(a.users[d])
}
