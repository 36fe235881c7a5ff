package partial

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/k/eval"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/unify"
)

// Bounds of the reports and of the runs that confirm them.
const (
	mostCases   = 12
	mostMade    = 400 // parts of a value
	sampleCount = 16
	sampleFuel  = 5_000
	caseFuel    = 100_000
	fuelForAll  = 250_000    // of all runs for a definition, plus
	fuelForNode = 200        // this much for each of its syntax nodes
	totalFuel   = 20_000_000 // of all runs for a program, plus
	totalOfNode = 100        // this much for each of its syntax nodes
	mostWatches = 12         // branches of a definition that are observed
	caseMemory  = 64 << 20
)

// A reading says whether a part that may be a product or a union is taken for one of them, by its labels.
type reading uint8

const (
	asBoth reading = iota
	asProduct
	asUnion
	unknownTag // a tag that is not in the pattern
)

// readings returns the readings of the parts that the decisions of a leaf test.
func (a *analyzer) readings(e *explorer, ds []decision) map[int32]reading {
	result := make(map[int32]reading)
	for path, f := range factsOf(ds) {
		p := e.pattern(path)
		shapes, closed := a.shapes(p)
		if shapes&unify.Union == 0 || p == (pat{}) {
			continue
		}
		labels := a.labelsOf(p)
		denied := a.denied(p, f)
		switch {
		case !closed && len(f.yes) == 0 && denied == len(labels) && len(f.no) > 0:
			result[path] = unknownTag
		case shapes&unify.Product == 0 || len(labels) < 2:
		case denied > 0:
			result[path] = asUnion
		case len(f.yes) > 1:
			result[path] = asProduct
		}
	}
	return result
}

// pattern returns the pattern of a place.
func (e *explorer) pattern(path int32) pat {
	p := e.in
	for _, l := range slices.Backward(e.stepsUp(path)) {
		p = e.a.part(p, l)
	}
	return p
}

// stepsUp returns the steps from a place up to the input.
func (e *explorer) stepsUp(path int32) (steps []unify.Label) {
	for ; path > 0; path = e.paths[path].from {
		steps = append(steps, e.paths[path].step)
	}
	return steps
}

// A region is a node of a tree whose leaves have the same ends.
type region struct {
	decisions []decision
	ends      end
}

// regions returns the regions of a definition that count: their tags are in the pattern, and their readings are those
// by which the definition is judged. Neighbours with the same report are one region.
func (a *analyzer) regions(d int32) []region {
	t, e := &a.trees[d], a.explorers[d]
	var leaves []readLeaf
	read := make([]int, len(t.nodes)) // index in leaves
	for i := range t.nodes {
		if n := &t.nodes[i]; n.path == noPath {
			read[i] = len(leaves)
			leaves = append(leaves, readLeaf{a.readings(e, t.decisions(int32(i))), n.ends})
		}
	}
	judged := judge(leaves)
	counts := make([]bool, len(t.nodes))
	ends := make([]end, len(t.nodes))
	joined := make([]bool, len(t.nodes)) // its leaves are reported together
	for i := len(t.nodes) - 1; i >= 0; i-- {
		n := &t.nodes[i]
		if n.path != noPath {
			l, r := n.yes, n.no
			counts[i] = counts[l] || counts[r]
			ends[i] = ends[l] | ends[r]
			joined[i] = joined[l] && joined[r] && counts[l] == counts[r] &&
				ends[l]&(undefined|defined) == ends[r]&(undefined|defined) && ends[i]&undefined != 0
			continue
		}
		ends[i], joined[i], counts[i] = n.ends, true, leaves[read[i]].counts(judged)
	}
	var list []region
	stack := []int32{0}
	for len(stack) > 0 {
		i := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		n := &t.nodes[i]
		switch {
		case !counts[i]:
		case joined[i]:
			list = append(list, region{t.decisions(i), ends[i]})
		default:
			stack = append(stack, n.no, n.yes)
		}
	}
	return list
}

// A readLeaf is a leaf with the readings of its ambiguous parts.
type readLeaf struct {
	as   map[int32]reading
	ends end
}

// counts reports whether all readings of a leaf agree with the judged ones.
func (l *readLeaf) counts(judged map[int32]reading) bool {
	for path, as := range l.as {
		if as == unknownTag || as != asBoth && judged[path] != asBoth && judged[path] != as {
			return false
		}
	}
	return true
}

// judge chooses for each ambiguous part the reading by which a definition is judged. Products are chosen if the
// definition is undefined on none of them or defined on no union, and vice versa. If both are partial, products are
// chosen if some defined leaf reads two labels of the part.
func judge(leaves []readLeaf) map[int32]reading {
	judged := make(map[int32]reading)
	var paths []int32
	for i := range leaves {
		for path, as := range leaves[i].as {
			if _, met := judged[path]; !met && as != unknownTag {
				judged[path] = asBoth
				paths = append(paths, path)
			}
		}
	}
	slices.Sort(paths)
	for _, path := range paths {
		var gives, fails [asUnion + 1]bool
		pairs := false
		for i := range leaves {
			l := &leaves[i]
			if !l.counts(judged) {
				continue
			}
			for _, as := range [...]reading{asProduct, asUnion} {
				if at := l.as[path]; at == asBoth || at == as {
					gives[as] = gives[as] || l.ends&defined != 0
					fails[as] = fails[as] || l.ends&undefined != 0
				}
			}
			pairs = pairs || l.as[path] == asProduct && l.ends&defined != 0
		}
		switch {
		case gives[asProduct] && (!fails[asProduct] || !gives[asUnion]):
			judged[path] = asProduct
		case gives[asUnion] && (!fails[asUnion] || !gives[asProduct] || !pairs):
			judged[path] = asUnion
		case gives[asProduct]:
			judged[path] = asProduct
		}
	}
	return judged
}

// makeValue makes a value of a region: a random one, or the smallest if pick is nil.
func (a *analyzer) makeValue(d int32, ds []decision, pick func(n int) int) (eval.Value, bool) {
	e := a.explorers[d]
	m := maker{a: a, e: e, decisions: ds, most: mostMade, pick: pick}
	return m.make(e.in, 0, 0)
}

// try runs a definition on a value.
func (a *analyzer) try(d int32, v eval.Value, fuel int64, o eval.Observer) eval.Outcome {
	if a.fuel <= 0 {
		return eval.Outcome{Verdict: lang.Interrupted}
	}
	out := a.program().Run(d, v, eval.Options{Fuel: fuel, Memory: caseMemory, Observer: o})
	a.spend(out.Steps)
	return out
}

// samples calls yield with some values of a region, the smallest first.
func (a *analyzer) samples(d int32, ds []decision, yield func(eval.Value) bool) {
	var pick func(n int) int
	for range 1 + sampleCount {
		if v, ok := a.makeValue(d, ds, pick); ok && (!yield(v) || a.fuel <= 0) {
			return
		}
		if pick == nil {
			pick = rand.New(rand.NewPCG(1, 2)).IntN
		}
	}
}

// spend subtracts the cost of a run from the budgets. Each run may also use memory in proportion to the program.
func (a *analyzer) spend(steps int64) {
	steps += int64(len(a.tree.Nodes)) / 4
	a.cancel.Steps(int(steps))
	a.fuel -= steps
	if a.total -= steps; a.total <= 0 {
		a.fuel = 0
	}
}

// refuel sets the budget for another definition.
func (a *analyzer) refuel(d int32) {
	def := &a.tree.Defs[d]
	a.fuel, a.watches = fuelForAll+fuelForNode*int64(def.Root-def.First+1)+int64(len(a.tree.Nodes))*4, 0
	a.fuel = min(a.fuel, a.total)
}

// totality returns where a definition is defined, with values for which runs confirm it.
func (a *analyzer) totality(d int32) patterns.Totality {
	t := &a.trees[d]
	if t.unknown {
		return patterns.Totality{Reason: a.reasons[d]}
	}
	var r patterns.Totality
	regions := a.regions(d)
	total := true
	for i := range regions {
		x := &regions[i]
		total = total && x.ends&undefined == 0
		if x.ends&^own == defined || x.ends == 0 {
			continue
		}
		if len(r.Undefined)+len(r.Endless) >= mostCases {
			r.More++
			continue
		}
		a.addCase(&r, d, x)
	}
	switch {
	case a.never(d):
		r.Verdict = patterns.Never
	case len(r.Undefined) > 0:
		r.Verdict = patterns.Partial
	case total && !t.partial:
		r.Verdict = patterns.Total
	case t.partial:
		r.Reason = "it is too large to be distinguished"
	default:
		r.Reason = "whether it is undefined depends on more than tags"
	}
	return r
}

// addCase adds a region to a totality, if a run confirms it.
func (a *analyzer) addCase(r *patterns.Totality, d int32, x *region) {
	c := patterns.Case{Always: x.ends&defined == 0}
	c.Where = a.conditions(d, x.decisions)
	c.Text = wording(c.Where)
	switch {
	case x.ends&undefined == 0 && x.ends&defined == 0:
		if v, ok := a.makeValue(d, x.decisions, nil); ok && neverEnded(a.try(d, v, caseFuel, nil)) {
			c.Witness = eval.JSON(v)
			r.Endless = append(r.Endless, c)
		}
	case x.ends&undefined != 0:
		a.samples(d, x.decisions, func(v eval.Value) bool {
			o := a.try(d, v, sampleFuel, nil)
			if o.Verdict == lang.Defined && c.Always {
				a.contradicted("a value was given where none can be")
				c.Always = false
			}
			if o.Verdict == lang.Undefined {
				if text := eval.JSON(v); c.Witness == "" || len(text) < len(c.Witness) {
					c.Witness = text
				}
			}
			return c.Witness == "" || !c.Always // the first one is the smallest
		})
		if c.Witness != "" {
			r.Undefined = append(r.Undefined, c)
		}
	}
}

// neverEnded reports whether a run did not end within its limits.
func neverEnded(o eval.Outcome) bool {
	return o.Verdict == lang.OutOfFuel || o.Verdict == lang.Endless || o.Verdict == lang.OutOfMemory
}

func (a *analyzer) contradicted(what string) {
	if a.onContradiction != nil {
		a.onContradiction(what)
	}
}

// conditions returns the decisions of a region for reports, without those that others imply.
func (a *analyzer) conditions(d int32, ds []decision) []patterns.Condition {
	e := a.explorers[d]
	at := factsOf(ds)
	var order []int32
	implied := make(map[int32]bool) // parts above a part with a decision
	for _, x := range ds {
		if !slices.Contains(order, x.path) {
			order = append(order, x.path)
		}
		for p := e.paths[x.path].from; p != noPath && !implied[p]; p = e.paths[p].from {
			implied[p] = true
		}
	}
	var list []patterns.Condition
	for _, path := range order {
		f := at[path]
		p := e.pattern(path)
		c := patterns.Condition{}
		var tails int
		c.Path, tails = e.words(path)
		_, atom := a.types.Atom(p.typ)
		switch {
		case f.of(cell) == no:
			c.Kind, c.Length = "length", tails
		case f.of(cell) == yes:
			if implied[path] {
				continue
			}
			c.Kind, c.Length = "longer", tails
		case len(f.yes) > 0:
			if implied[path] && !atom {
				continue
			}
			c.Kind, c.Labels = "tag", a.texts(f.yes)
			switch {
			case atom:
				c.Kind = "literal"
			case len(f.yes) > 1:
				c.Kind = "fields"
			}
		default:
			c.Kind, c.Labels = "not", a.texts(f.no)
			if !atom {
				var rest []unify.Label
				for _, l := range a.labelsOf(p) {
					if f.of(l) != no {
						rest = append(rest, l)
					}
				}
				if shapes, _ := a.shapes(p); len(rest) > 0 && len(rest) <= max(len(f.no), 4) &&
					shapes&unify.Union != 0 {
					if len(rest) == 1 && implied[path] {
						continue
					}
					c.Kind, c.Labels = "tag", a.texts(rest)
				}
			} else if name, _ := a.types.Atom(p.typ); name == "bool" {
				c.Kind, c.Labels = "literal", []string{map[string]string{"true": "false", "false": "true"}[c.Labels[0]]}
			}
		}
		list = append(list, c)
	}
	slices.SortStableFunc(list, func(x, y patterns.Condition) int { return slices.Compare(x.Path, y.Path) })
	return list
}

func (a *analyzer) texts(labels []unify.Label) []string {
	texts := make([]string, len(labels))
	for i, l := range labels {
		texts[i] = a.labels.Text(l)
	}
	slices.SortFunc(texts, patterns.ComparePrint)
	return texts
}

// words returns the labels and indices of a path, and the number of skipped members of a vector at its end.
func (e *explorer) words(path int32) (list []string, tails int) {
	for _, l := range slices.Backward(e.stepsUp(path)) {
		switch l {
		case stepTail:
			tails++
		case stepHead:
			list = append(list, strconv.Itoa(tails))
			tails = 0
		default:
			list = append(list, e.a.labels.Text(l))
		}
	}
	return list, tails
}

// wording writes conditions.
func wording(list []patterns.Condition) string {
	if len(list) == 0 {
		return "every input"
	}
	var parts []string
	for i := range list {
		parts = append(parts, list[i].String())
	}
	return strings.Join(parts, " and ")
}
