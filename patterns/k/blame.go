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
	featHole     = iota // the definition is fine without the place
	featWitness         // it is one side of the contradiction
	featCallee          // it is in another definition
	featUsers           // well-typed definitions that use it, as a logarithm
	featDisagree        // share of what else is said of the pattern that contradicts it
	featRare            // its label stands nowhere else in the program
	featNear            // its label is a misspelling of one that the other side has
	featDot             // what it is
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

	featMended  // the first repair changes it
	featMended2 // a further repair does
	featRename  // the first repair replaces a label of it
	featSure    // the first repair is beyond doubt

	featSize  // syntax nodes of it, as a logarithm
	featDepth // calls from the definition to it, up to two
	featLone  // no well-typed definition uses its definition

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
	"hole", "witness", "callee", "users", "disagree", "rare", "near",
	"dot", "product", "variant", "ref", "builtin", "type", "filter", "literal", "identity", "idle identity", "merge", "vector", "seam",
	"mended", "mended again", "renamed", "sure", "size", "depth", "lone",
	"against declared", "against call", "against builtin",
	"side: dot", "side: product", "side: variant", "side: ref", "side: builtin", "side: type", "side: filter",
	"side: literal", "side: identity", "side: idle identity", "side: merge", "side: vector", "side: seam",
}

// Features are what is known of a place at fault.
type Features [numFeatures]float64

// blameWeights is the table of weights, as internal/mutate/cmd/fit prints it.
var blameWeights = Features{
	2.05,  // hole
	0.50,  // witness
	0.03,  // callee
	-1.16, // users
	1.18,  // disagree
	-0.30, // rare
	0.55,  // near
	-0.25, // dot
	-0.34, // product
	0.48,  // variant
	-0.19, // ref
	-0.73, // builtin
	0.13,  // type
	-0.33, // filter
	-0.66, // literal
	3.49,  // identity
	-0.58, // idle identity
	1.01,  // merge
	-0.23, // vector
	-1.82, // seam
	1.51,  // mended
	0.71,  // mended again
	-0.37, // renamed
	1.23,  // sure
	-0.51, // size
	1.32,  // depth
	0.47,  // lone
	-0.19, // against declared
	-0.07, // against call
	-0.41, // against builtin
	0.54,  // side: dot
	1.21,  // side: product
	0.32,  // side: variant
	-0.87, // side: ref
	-0.53, // side: builtin
	0.13,  // side: type
	0.02,  // side: filter
	-0.66, // side: literal
	0.00,  // side: identity
	0.00,  // side: idle identity
	0.00,  // side: merge
	0.35,  // side: vector
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

// mendable notes which places the repairs change, and reports whether there is
// any. A repair is at the smallest place around each of its edits.
func (a *analysis) mendable(places []blamed, fixes []lang.Fix) bool {
	found := false
	for i, f := range fixes {
		for _, e := range f.Edits {
			best := a.smallest(places, e.Span)
			if best < 0 {
				continue
			}
			found = true
			p := &places[best]
			if i > 0 {
				p.features[featMended2] = 1
				continue
			}
			p.features[featMended] = 1
			if f.Grade == "machine" {
				p.features[featSure] = 1
			}
			if a.isLabel(p.key, e.Span) {
				p.features[featRename] = 1
				if a.tree.Nodes[p.key.site].Op.Fielded() && (f.Grade == "machine" || a.onlyRename(p.key, e.Span, fixes)) {
					p.label = e.Span
				}
			}
		}
	}
	return found
}

// onlyRename reports whether no repair renames another label of a place.
func (a *analysis) onlyRename(p placeKey, label lang.Span, fixes []lang.Fix) bool {
	for _, f := range fixes {
		for _, e := range f.Edits {
			if e.Span != label && a.isLabel(p, e.Span) {
				return false
			}
		}
	}
	return true
}

// smallest returns the place that a change of a span changes: the smallest around
// it, or -1.
func (a *analysis) smallest(places []blamed, span lang.Span) int {
	best := -1
	for j := range places {
		s := a.reach(places[j].key)
		if s.Contains(span) && (best < 0 || a.reach(places[best].key).Contains(s)) {
			best = j
		}
	}
	return best
}

// parent returns the node of which a node is a part, or NoNode.
func (a *analysis) parent(e k.NodeID) k.NodeID {
	if a.parents == nil {
		a.parents = a.tree.Parents()
	}
	return a.parents[e]
}

// reach is the text that changing a place changes: of a seam, both neighbours.
func (a *analysis) reach(p placeKey) lang.Span {
	s := a.tree.Span(p.site)
	if p.wiring {
		if before, ok := a.before(p.site); ok {
			s.Start = a.tree.Span(before).Start
		}
	}
	return s
}

// before returns the element of a composition before one: its last node stands
// right before the first of the element.
func (a *analysis) before(e k.NodeID) (k.NodeID, bool) {
	last := a.tree.FirstOf(e) - 1
	if last < 0 {
		return k.NoNode, false
	}
	return last, a.defAt(last) == a.defAt(e) && a.tree.Nodes[last].Op < k.OpCodeName
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
	var others []string
	for j := range c.Facts {
		if j != i {
			for _, l := range a.labelsOf(patterns.Fact{Flat: c.Facts[j].Claim.Flat, Edges: edgesOf(c.Facts[j].Claim.Labels)}) {
				others = append(others, a.labels.Text(l))
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
