package k

import (
	"cmp"
	"math"
	"slices"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/k"
	"github.com/patgraph/patgraph/patterns"
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
		if part, ok := a.graph.Site(a.graph.Event(s.Event).Y); ok && k.NodeID(part) != e {
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
	"hole", "witness", "callee", "users", "disagree", "rare", "near", "misspelt", "rare here", "other here",
	"dot", "product", "variant", "ref", "builtin", "type", "filter", "literal", "identity", "idle identity", "merge", "vector", "seam",
	"mended", "mended again", "sure", "wide", "renamed",
	"by label", "by literal", "by form", "by bracket", "by type", "by ref", "by swap", "by drop", "by insert", "by box", "by filter", "by field", "by gap",
	"size", "size of merge", "size of drop", "depth", "lone", "against declared", "against call", "against builtin",
	"side: dot", "side: product", "side: variant", "side: ref", "side: builtin", "side: type", "side: filter",
	"side: literal", "side: identity", "side: idle identity", "side: merge", "side: vector", "side: seam",
}

// Features are what is known of a place at fault.
type Features [numFeatures]float64

// blameWeights is the table of weights, as internal/mutate/cmd/fit prints it.
var blameWeights = Features{
	1.92,  // hole
	-0.40, // witness
	-0.17, // callee
	-1.24, // users
	1.36,  // disagree
	-1.43, // rare
	0.21,  // near
	2.25,  // misspelt
	0.79,  // rare here
	0.97,  // other here
	-0.66, // dot
	-0.93, // product
	0.21,  // variant
	-0.22, // ref
	-1.01, // builtin
	-0.43, // type
	-0.60, // filter
	-0.76, // literal
	4.98,  // identity
	-1.00, // idle identity
	3.00,  // merge
	-0.51, // vector
	-2.05, // seam
	2.37,  // mended
	2.17,  // mended again
	0.43,  // sure
	2.44,  // wide
	-1.40, // renamed
	1.98,  // by label
	-0.29, // by literal
	0.20,  // by form
	1.10,  // by bracket
	1.27,  // by type
	0.01,  // by ref
	0.86,  // by swap
	-0.09, // by drop
	-0.23, // by insert
	-0.30, // by box
	-1.43, // by filter
	1.46,  // by field
	0.01,  // by gap
	-0.32, // size
	-1.06, // size of merge
	-0.77, // size of drop
	1.68,  // depth
	0.31,  // lone
	0.26,  // against declared
	0.23,  // against call
	-0.27, // against builtin
	0.39,  // side: dot
	1.02,  // side: product
	0.79,  // side: variant
	-1.20, // side: ref
	-0.47, // side: builtin
	-0.43, // side: type
	-0.10, // side: filter
	-0.76, // side: literal
	0.00,  // side: identity
	0.00,  // side: idle identity
	0.00,  // side: merge
	0.37,  // side: vector
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
	label    lang.Span // the label of it that the best repair changes
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
	case n.Op == k.OpDot:
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

// maxHoleSize is up to how many syntax nodes of a definition the outcome without
// a place is tried, and holeWork how many graph nodes may be solved for that.
const (
	maxHoleSize = 20_000
	holeWork    = 2_000_000
)

// holes finds out for which places the definition is fine without them, the sides
// first.
func (a *analysis) holes(x *explain.Explainer, c *explain.Contradiction, places []blamed) {
	def := &a.tree.Defs[c.Def]
	if def.Root-def.First >= maxHoleSize {
		return
	}
	left := holeWork
	for _, witness := range [2]float64{1, 0} {
		for i := range places {
			p := &places[i]
			if p.def != c.Def || p.features[featWitness] != witness {
				continue
			}
			if left -= x.Size(c.Def); left < 0 {
				return
			}
			if x.Without(c.Def, a.at(p.key)) {
				p.features[featHole] = 1
			}
		}
	}
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
			case other.Use >= 0 && a.solver.UseOf(other.Use).Callee < 0:
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
	case n.Op == k.OpDot:
		f[featDot] = 1
	case n.Op == k.OpProduct:
		f[featProduct] = 1
	case n.Op == k.OpVariant:
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
		return placeKey{k.NodeID(a.solver.UseOf(f.Use).Site), false}
	}
	site, _ := a.graph.Site(f.Node)
	return placeKey{k.NodeID(site), false}
}

func (a *analysis) originPlace(o *explain.Place) placeKey {
	use := o.Use
	if o.Node != unify.None {
		if site, ok := a.graph.Site(o.Node); ok {
			return placeKey{k.NodeID(site), false}
		}
		use, _ = a.graph.Instance(o.Node)
	}
	return placeKey{k.NodeID(a.solver.UseOf(use).Site), false}
}

// labelFeatures looks at the labels of a side that the others lack.
func (a *analysis) labelFeatures(c *explain.Contradiction, i int, p *blamed) {
	own := c.Facts[i].Claim.Labels
	if n := &a.tree.Nodes[p.key.site]; n.Op == k.OpDot {
		own = []unify.Label{unify.Label(n.Sym)}
	}
	p.label = a.labelAtFault(c, i, p.key.site)
	here := a.labelsWithin(p.def)
	var others []string
	for j := range c.Facts {
		if j != i {
			for _, l := range a.labelsOf(patterns.Fact{Flat: c.Facts[j].Claim.Flat, Edges: edgesOf(c.Facts[j].Claim.Labels)}) {
				others = append(others, a.labels.Text(l))
				if l != unify.Member && !slices.Contains(own, l) && here[l] > 0 {
					p.features[featLocalOther] = 1
				}
			}
		}
	}
	for _, l := range own {
		text := a.labels.Text(l)
		if l == unify.Member || slices.Contains(others, text) {
			continue
		}
		if a.labelCounts()[l] == 1 {
			p.features[featRare] = 1
		}
		if here[l] == 1 {
			p.features[featLocal] = 1
		}
		if len(lang.Nearest(text, slices.Values(others), 1)) == 1 {
			p.features[featNear] = 1
		}
	}
}

// labelAtFault is the label of a literal or filter that is to blame, if one is
// singled out: one that nothing else asks for, and of several the one that is
// nearest to a label that is missing.
func (a *analysis) labelAtFault(c *explain.Contradiction, i int, e k.NodeID) lang.Span {
	if c.Facts[i].Use >= 0 || !a.tree.Nodes[e].Op.Fielded() {
		return lang.Span{}
	}
	asked := make(map[unify.Label]bool)
	for _, l := range c.Facts[i].Others {
		asked[l] = true
	}
	var missing []string
	for j := range c.Facts {
		if j != i {
			for _, l := range a.labelsOf(patterns.Fact{Flat: c.Facts[j].Claim.Flat, Edges: edgesOf(c.Facts[j].Claim.Labels)}) {
				asked[l] = true
				missing = append(missing, a.labels.Text(l))
			}
		}
	}
	var alone []*k.Field
	fields := a.tree.Fields(e)
	for f := range fields {
		if !asked[unify.Label(fields[f].Label)] {
			alone = append(alone, &fields[f])
		}
	}
	switch {
	case len(alone) == 1:
		return alone[0].LabelSpan()
	case len(alone) > maxAlone || len(alone) == 0:
		return lang.Span{}
	}
	best, at := math.MaxInt, lang.Span{}
	for _, f := range alone {
		for _, m := range missing {
			if d, near := lang.Distance(a.tree.Syms.Text(f.Label), m); near && d < best {
				best, at = d, f.LabelSpan()
			}
		}
	}
	return at
}

// maxAlone bounds how many labels are compared for being misspelt.
const maxAlone = 16

func edgesOf(ls []unify.Label) []unify.Edge {
	es := make([]unify.Edge, len(ls))
	for i, l := range ls {
		es[i].Label = l
	}
	return es
}

// labelCounts tells how often each symbol is a label of the program.
func (a *analysis) labelCounts() []int32 {
	if a.labelCount == nil {
		a.labelCount = a.tree.LabelCounts()
	}
	return a.labelCount
}

// labelsWithin tells how often each label stands in a definition.
func (a *analysis) labelsWithin(d int32) map[unify.Label]int32 {
	if here, ok := a.labelWithin[d]; ok {
		return here
	}
	here := make(map[unify.Label]int32)
	def := &a.tree.Defs[d]
	for e := def.First; e <= def.Root; e++ {
		switch n := &a.tree.Nodes[e]; {
		case n.Op == k.OpDot:
			here[unify.Label(n.Sym)]++
		case n.Op.Fielded():
			for _, f := range a.tree.Fields(e) {
				here[unify.Label(f.Label)]++
			}
		}
	}
	if a.labelWithin == nil {
		a.labelWithin = make(map[int32]map[unify.Label]int32)
	}
	a.labelWithin[d] = here
	return here
}

// goodUsers counts the definitions without a conflict that refer to one.
func (a *analysis) goodUsers(d int32) int {
	if a.users == nil {
		a.users = make([]int32, len(a.tree.Defs))
		for i := range a.tree.Defs {
			def := &a.tree.Defs[i]
			if def.Bad || def.Root == k.NoNode || len(a.solver.Conflicts(int32(i))) > 0 {
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
