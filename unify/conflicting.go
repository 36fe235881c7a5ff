package unify

import (
	"cmp"
	"encoding/binary"
	"iter"
	"math"
	"slices"
)

// Contradicting facts of a class. In a class with few facts all pairs are compared; a large class has many facts with
// the same claim, and the search starts only from facts with rare claims, each for the nearest fact that contradicts
// it.

// conflicting is a class in conflict with its facts.
type conflicting struct {
	facts []fact
	sets  [][]int // sets of facts that contradict each other; for a large class only if no pair does

	kind    []int32                  // of a large class: by fact, the number of its claim
	clashes map[int32]map[int32]bool // by kind: the kinds that contradict it
	asked   []int                    // facts from which to search
	at      map[int32][]int          // facts by node
}

const (
	maxKinds   = 64        // claims of a large class that are compared with all others
	maxTests   = 3_000_000 // labels that are compared for that
	maxOfKind  = 4         // facts with one claim from which to search
	mostAsked  = 64
	leastAsked = 4
	maxTriples = 48 // facts that are compared in triples
)

// conflicting collects the facts of a class.
func (c *Closure) conflicting(r int32) *conflicting {
	k := &conflicting{facts: c.facts(r, math.MaxInt)}
	if len(k.facts) <= maxFactsSeen {
		k.sets = c.incompatible(k.facts)
		return k
	}
	k.at = make(map[int32][]int)
	number := make(map[string]int32)
	var first []int // by kind: its first fact
	var count []int32
	for i := range k.facts {
		key := k.facts[i].claim.Key()
		n, ok := number[key]
		if !ok {
			n = int32(len(first))
			number[key] = n
			first, count = append(first, i), append(count, 0)
		}
		k.kind = append(k.kind, n)
		count[n]++
		k.at[k.facts[i].node] = append(k.at[k.facts[i].node], i)
	}
	c.compareKinds(k, first)
	if len(k.clashes) == 0 {
		// Perhaps three of them contradict each other.
		var some []fact
		for _, i := range first[:min(len(first), maxKinds)] {
			some = append(some, k.facts[i])
		}
		for _, set := range c.incompatible(some) {
			for j, at := range set {
				set[j] = first[at]
			}
			k.sets = append(k.sets, set)
		}
		return k
	}
	for i, n := range k.kind {
		if len(k.clashes[n]) > 0 {
			k.asked = append(k.asked, i)
		}
	}
	slices.SortStableFunc(k.asked, func(i, j int) int {
		return cmp.Or(cmp.Compare(count[k.kind[i]], count[k.kind[j]]), cmp.Compare(k.kind[i], k.kind[j]))
	})
	most := min(mostAsked, max(leastAsked, searchBudget/(4*len(k.facts))))
	asked := k.asked[:0]
	of := make(map[int32]int)
	for _, i := range k.asked {
		if of[k.kind[i]]++; of[k.kind[i]] <= maxOfKind && len(asked) < most {
			asked = append(asked, i)
		}
	}
	k.asked = asked
	return k
}

// compareKinds finds which claims of a large class contradict which. Claims that only state labels do not contradict
// each other.
func (c *Closure) compareKinds(k *conflicting, first []int) {
	k.clashes = make(map[int32]map[int32]bool)
	clash := func(i, j int) {
		for range 2 {
			if k.clashes[int32(i)] == nil {
				k.clashes[int32(i)] = make(map[int32]bool)
			}
			k.clashes[int32(i)][int32(j)] = true
			i, j = j, i
		}
	}
	tests, strong := 0, 0
	for i := range first {
		x := &k.facts[first[i]].claim
		if x.Flat.IsAnything() {
			continue
		}
		if strong++; strong > maxKinds {
			return
		}
		own := setOf(x.Labels)
		for j := range first {
			y := &k.facts[first[j]].claim
			if j == i || j < i && !y.Flat.IsAnything() {
				continue
			}
			c.sys.Watch.Step()
			if tests += 1 + len(y.Labels); tests > maxTests {
				return
			}
			if y.Flat.IsAnything() {
				switch admits := c.admits(x, own, y.Labels); {
				case admits:
					continue
				case x.Flat.Closed() && x.Flat.Shapes()&Vector == 0:
					clash(i, j)
					continue
				}
			}
			tests += len(x.Labels)
			if !c.sys.Compatible(*x, *y) {
				clash(i, j)
			}
		}
	}
}

// admits reports whether a claim, whose labels are own, certainly allows the given labels.
func (c *Closure) admits(x *Claim, own map[Label]bool, labels []Label) bool {
	h := x.Flat.Head()
	return !slices.ContainsFunc(labels, func(l Label) bool {
		if h == NoHead {
			return !own[l]
		}
		_, ok := c.sys.headPart(h, l)
		return !ok
	})
}

// Key is equal for equal claims.
func (k *Claim) Key() string {
	b := binary.AppendUvarint(nil, uint64(k.Flat))
	for _, l := range slices.Sorted(slices.Values(k.Labels)) {
		b = binary.AppendVarint(b, int64(l))
	}
	return string(b)
}

// candidates lists sets of facts of a class, by index, that contradict each other, among them the nearest at a level of
// justification.
func (c *Closure) candidates(k *conflicting, level int32) [][]int {
	if k.clashes == nil {
		return k.sets
	}
	sets := k.sets
	for _, i := range k.asked {
		if j := c.nearestAgainst(k, i, level); j >= 0 {
			sets = append(sets[:len(sets):len(sets)], []int{i, j})
		}
	}
	return sets
}

// nearestAgainst returns the fact nearest to fact i that contradicts it, or -1.
func (c *Closure) nearestAgainst(k *conflicting, i int, level int32) int {
	against := k.clashes[k.kind[i]]
	for v := range c.nearest(c.search(k.facts[i].node, level)) {
		for _, j := range k.at[v] {
			if against[k.kind[j]] {
				if _, ok := c.claimCost(&k.facts[j], level); ok {
					return j
				}
			}
		}
	}
	return -1
}

// incompatible lists the pairs of facts that contradict each other; if it finds none, the triples.
func (c *Closure) incompatible(fs []fact) [][]int {
	if sets := slices.Collect(c.contradicting(fs, 2)); sets != nil {
		return sets
	}
	return slices.Collect(c.contradicting(fs[:min(len(fs), maxTriples)], 3))
}

// contradicting goes through the sets of so many facts, by index, that contradict each other together with other claims.
func (c *Closure) contradicting(fs []fact, size int, others ...Claim) iter.Seq[[]int] {
	return func(yield func([]int) bool) {
		set := make([]int, 0, size)
		var extend func(from int, claims []Claim) bool
		extend = func(from int, claims []Claim) bool {
			if len(set) == size {
				return c.sys.Compatible(claims...) || yield(slices.Clone(set))
			}
			for i := from; i < len(fs); i++ {
				set = append(set, i)
				if !extend(i+1, append(claims, fs[i].claim)) {
					return false
				}
				set = set[:len(set)-1]
			}
			return true
		}
		extend(0, others)
	}
}
