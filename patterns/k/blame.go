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
	featIdentity
	featMerge
	featVector // a vector, caret or pipe
	featSeam   // between neighbours of a composition

	featMended  // the first repair changes it
	featMended2 // a further repair does
	featRename  // the first repair replaces a label of it
	numFeatures
)

// FeatureNames are the names of the features of blame, in the order of the
// weights.
var FeatureNames = [numFeatures]string{
	"hole", "witness", "callee", "users", "disagree", "rare", "near",
	"dot", "product", "variant", "ref", "builtin", "type", "filter", "literal", "identity", "merge", "vector", "seam",
	"mended", "mended again", "renamed",
}

// Features are what is known of a place at fault.
type Features [numFeatures]float64

// blameWeights is the table of weights, as internal/mutate/cmd/fit prints it.
var blameWeights = Features{
	1.49,  // hole
	0.85,  // witness
	1.22,  // callee
	-0.83, // users
	1.25,  // disagree
	-0.07, // rare
	0.88,  // near
	0.54,  // dot
	-0.01, // product
	0.73,  // variant
	-1.31, // ref
	-1.23, // builtin
	0.06,  // type
	-0.65, // filter
	-0.70, // literal
	3.14,  // identity
	0.78,  // merge
	-0.09, // vector
	-1.28, // seam
	1.31,  // mended
	0.58,  // mended again
	-0.09, // renamed
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
		p := blamed{key: key, def: cited.Def}
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
// any. A repair is at the smallest place around it.
func (a *analysis) mendable(places []blamed, fixes []lang.Fix) bool {
	found := false
	for i, f := range fixes {
		for _, e := range f.Edits {
			best := -1
			for j := range places {
				s := a.reach(places[j].key)
				if s.Contains(e.Span) && (best < 0 || a.reach(places[best].key).Contains(s)) {
					best = j
				}
			}
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
			if a.isLabel(p.key, e.Span) {
				p.features[featRename] = 1
				p.label = e.Span
			}
		}
	}
	return found
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

// before returns the element of a composition before one.
func (a *analysis) before(e k.NodeID) (k.NodeID, bool) {
	// The subtree of e begins behind the last node of what stands before it.
	first := e
	for {
		if kids := a.parts(first); len(kids) > 0 {
			first = kids[0]
			continue
		}
		break
	}
	if first == 0 {
		return k.NoNode, false
	}
	return first - 1, a.defAt(first-1) == a.defAt(e) && a.tree.Nodes[first-1].Op < k.OpCodeName
}

func (a *analysis) parts(e k.NodeID) []k.NodeID {
	if !a.tree.Nodes[e].Op.Fielded() {
		return a.tree.Kids(e)
	}
	var list []k.NodeID
	for _, f := range a.tree.Fields(e) {
		list = append(list, f.Node)
	}
	return list
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
		list[i] = Place{a.placeSpan(p.key), p.features}
		if !p.label.Empty() {
			list[i].Span = p.label
		}
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
		f[featIdentity] = 1
	case n.Op == k.OpMerge:
		f[featMerge] = 1
	default:
		f[featVector] = 1
	}
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
		if a.labelUses()[lang.Sym(l)] == 1 {
			p.features[featRare] = 1
		}
		if len(lang.Nearest(text, slices.Values(others), 1)) == 1 {
			p.features[featNear] = 1
		}
	}
}

func edgesOf(ls []unify.Label) []unify.Edge {
	es := make([]unify.Edge, len(ls))
	for i, l := range ls {
		es[i].Label = l
	}
	return es
}

// labelUses counts where each label stands in the program.
func (a *analysis) labelUses() map[lang.Sym]int32 {
	if a.labelCount == nil {
		a.labelCount = make(map[lang.Sym]int32)
		for i := range a.tree.Nodes {
			n := &a.tree.Nodes[i]
			switch {
			case n.Op == k.OpDot:
				a.labelCount[n.Sym]++
			case n.Op.Fielded():
				for _, f := range a.tree.Fields(k.NodeID(i)) {
					a.labelCount[f.Label]++
				}
			}
		}
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
