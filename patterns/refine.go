package patterns

import "github.com/patgraph/patgraph/unify"

// Partition refinement: the coarsest partition of the nodes of a labelled graph that is finer than a given one and in
// which nodes of one block have, for each label, an edge into the same block or none. After A. Valmari, Fast brief
// practical DFA minimization, Information Processing Letters 112 (2012); edges may be missing for a label. O(m log n)
// for m edges and n nodes.

// arc is an edge for refinement; labels are numbers from 0.
type arc struct {
	from, label, to int32
}

// partition is a refinable partition of 0 … n-1.
type partition struct {
	elems []int32 // the elements, set by set
	loc   []int32 // the position of an element in elems
	set   []int32 // the set of an element
	first []int32 // a set is elems[first[s]:past[s]]
	past  []int32
	mark  []int32 // number of marked elements, at the front of the set
	touch []int32 // sets with marked elements
}

// newPartition returns the partition given by a class number per element; classes are 0 … classes-1.
func newPartition(class []int32, classes int) partition {
	const more = 8 // sets before any slice grows
	n := len(class)
	block := make([]int32, 3*(n+classes+more))
	take := func(n, more int) (s []int32) {
		s, block = block[:n:n+more], block[n+more:]
		return s
	}
	p := partition{
		elems: take(n, 0), loc: take(n, 0), set: take(n, 0),
		first: take(classes, more), past: take(classes, more), mark: take(classes, more),
	}
	for _, c := range class {
		p.past[c]++
	}
	at := int32(0)
	for s := range p.past {
		p.first[s] = at
		at += p.past[s]
		p.past[s] = p.first[s]
	}
	for e, c := range class {
		at := p.past[c]
		p.elems[at], p.loc[e], p.set[e] = int32(e), at, c
		p.past[c]++
	}
	return p
}

// of returns the elements of a set.
func (p *partition) of(s int32) []int32 { return p.elems[p.first[s]:p.past[s]] }

func (p *partition) markElem(e int32) {
	s := p.set[e]
	i, j := p.loc[e], p.first[s]+p.mark[s]
	if i < j {
		return // marked before
	}
	p.elems[i] = p.elems[j]
	p.loc[p.elems[i]] = i
	p.elems[j] = e
	p.loc[e] = j
	if p.mark[s] == 0 {
		p.touch = append(p.touch, s)
	}
	p.mark[s]++
}

// split divides every touched set into its marked and unmarked elements; the smaller part becomes a new set.
func (p *partition) split() {
	for _, s := range p.touch {
		j := p.first[s] + p.mark[s]
		if j == p.past[s] {
			p.mark[s] = 0
			continue
		}
		z := int32(len(p.first))
		if p.mark[s] <= p.past[s]-j {
			p.first = append(p.first, p.first[s])
			p.past = append(p.past, j)
			p.first[s] = j
		} else {
			p.first = append(p.first, j)
			p.past = append(p.past, p.past[s])
			p.past[s] = j
		}
		for i := p.first[z]; i < p.past[z]; i++ {
			p.set[p.elems[i]] = z
		}
		p.mark[s] = 0
		p.mark = append(p.mark, 0)
	}
	p.touch = p.touch[:0]
}

// refine returns the block of each node and the number of blocks. The initial classes are
// 0 … classes-1, each of them used; labels of arcs are below labels. A watch may end it.
func refine(class []int32, classes int, arcs []arc, labels int, watch *unify.Watch) ([]int32, int) {
	blocks := newPartition(class, classes)
	if len(arcs) == 0 {
		return blocks.set, classes
	}
	// Arcs partitioned by label; unused labels must not make sets.
	dense := make([]int32, labels)
	for i := range dense {
		dense[i] = -1
	}
	used := int32(0)
	byLabel := make([]int32, len(arcs))
	for i, a := range arcs {
		if dense[a.label] < 0 {
			dense[a.label] = used
			used++
		}
		byLabel[i] = dense[a.label]
	}
	cords := newPartition(byLabel, int(used))
	targets := make([]int32, len(arcs))
	for i, a := range arcs {
		targets[i] = a.to
	}
	into := newPartition(targets, len(class)) // arcs by target
	b, c := 1, 0
	// The initial blocks split the arcs first.
	for {
		for ; b < len(blocks.first); b++ {
			for i := blocks.first[b]; i < blocks.past[b]; i++ {
				e := blocks.elems[i]
				arcs := into.of(e)
				watch.Steps(1 + len(arcs)/4)
				for _, arc := range arcs {
					cords.markElem(arc)
				}
			}
			cords.split()
		}
		if c == len(cords.first) {
			return blocks.set, len(blocks.first)
		}
		watch.Steps(1 + int(cords.past[c]-cords.first[c])/4)
		for i := cords.first[c]; i < cords.past[c]; i++ {
			blocks.markElem(arcs[cords.elems[i]].from)
		}
		blocks.split()
		c++
	}
}
