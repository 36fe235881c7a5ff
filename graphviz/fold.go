package graphviz

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"gonum.org/v1/gonum/graph"
	"gonum.org/v1/gonum/graph/traverse"

	"github.com/patgraph/patgraph/lang"
)

// MaxNodes, MaxCalls and MaxStages are the default maximum numbers of nodes in a picture: people can still read it, and
// Graphviz lays it out in about a second. A call graph becomes a tangle much earlier. A network is easier to understand
// from few parts.
const (
	MaxNodes  = 400
	MaxCalls  = 120
	MaxStages = 60
)

// Fold reduces a picture to at most so many nodes. Stages are folded as foldStages says. Definitions drawn in a frame
// become one node each, the smallest first and the main expression last. Of calls, what is called only through one
// definition is folded into that one. Then the nodes furthest from where reading begins are put together, neighbours
// with neighbours. The two facts of an error are never folded. Fold returns the number of hidden nodes and adds a note
// to the picture. It costs the size of the picture times a logarithm.
func (p *Picture) Fold(most int) int {
	most = max(most, 2)
	if len(p.Nodes) > most {
		p.alone()
	}
	before := len(p.Nodes)
	if before <= most {
		return 0
	}
	if p.stages {
		p.foldStages(most)
	}
	p.foldFrames(p.framesToFold(most))
	if len(p.Nodes) > most {
		p.foldDominated(most)
	}
	if len(p.Nodes) > most {
		p.foldFar(most)
	}
	return p.folded(before)
}

// Shrink folds a picture that is so many times too wide and too high (1 fits): if it is read from left to right, the
// widest definitions, but not the main expression; in another, the smaller half of the definitions; if there are none,
// then as Fold does. Before that, of stages that are a little too high, only the names are left. It returns the number
// of hidden nodes; 0 if nothing can be folded.
func (p *Picture) Shrink(wide, high float64) int {
	if n := p.alone(); n > 0 {
		p.Notes = append(p.Notes, "patterns have other places at other steps")
		return n
	}
	if p.stacked {
		return 0 // lists of steps stay; the picture is drawn smaller
	}
	if n := p.brief(max(wide, high)); n > 0 {
		return n
	}
	before := len(p.Nodes)
	var list []int
	if !p.Across {
		list = p.framesToFold(0)
		list = list[:(len(list)+1)/2]
	} else if wide > 1 {
		list = p.widestFrames()
	}
	if len(list) > 0 {
		p.foldFrames(list)
		return p.folded(before)
	}
	most := float64(before) / max(wide, high)
	if p.stages {
		most *= 1.25 // several in one box are less high than one with its attributes
	}
	return p.Fold(min(int(most), before-1))
}

// Clone returns a copy that can be folded independently.
func (p *Picture) Clone() *Picture {
	c := *p
	c.Notes, c.Nodes, c.Edges, c.Clusters = slices.Clone(p.Notes), slices.Clone(p.Nodes), slices.Clone(p.Edges),
		slices.Clone(p.Clusters)
	c.between, c.ids = slices.Clone(p.between), maps.Clone(p.ids)
	return &c
}

// folded counts the hidden nodes, given the number of nodes before folding, and notes it in the picture.
func (p *Picture) folded(before int) int {
	if p.whole == 0 {
		p.whole = before
	} else {
		p.Notes = slices.Delete(p.Notes, p.note, p.note+1)
	}
	p.note = len(p.Notes)
	hidden := 0
	for i := range p.Nodes {
		if n := &p.Nodes[i]; n.Role == RoleFolded {
			hidden += n.Count
		} else {
			hidden += n.Count - 1
		}
	}
	p.Notes = append(p.Notes, thousands(hidden)+" of "+thousands(p.whole)+" nodes are folded")
	return hidden
}

// frameSizes counts the nodes in the frame of each definition.
func (p *Picture) frameSizes() []int {
	size := make([]int, len(p.Clusters))
	for i := range p.Nodes {
		if c := p.Nodes[i].Cluster; c >= 0 && p.Clusters[c].Role == RoleOfDefinition {
			size[c]++
		}
	}
	return size
}

// widestFrames lists the frames with the most ranks, except that of the main expression.
func (p *Picture) widestFrames() []int {
	rank, _ := p.ranks()
	long, longest := make([]int, len(p.Clusters)), 0
	for i := range p.Nodes {
		if c := p.Nodes[i].Cluster; c >= 0 {
			long[c] = max(long[c], rank[i]+1)
			longest = max(longest, long[c])
		}
	}
	var list []int
	for c, n := range p.frameSizes() {
		if n > 1 && long[c] == longest && mainLast(p.Clusters[c].Label) == 0 {
			list = append(list, c)
		}
	}
	return list
}

// framesToFold lists the frames to fold so that a picture has at most so many nodes, the smallest first.
func (p *Picture) framesToFold(most int) []int {
	size := p.frameSizes()
	var order []int
	for c, n := range size {
		if n > 1 {
			order = append(order, c)
		}
	}
	// Small frames are folded first: a reader wants to see the large ones, and the main expression most of all.
	slices.SortStableFunc(order, func(x, y int) int {
		return cmp.Or(cmp.Compare(mainLast(p.Clusters[x].Label), mainLast(p.Clusters[y].Label)), size[x]-size[y])
	})
	left := len(p.Nodes)
	for i, c := range order {
		if left <= most {
			return order[:i]
		}
		left -= size[c] - 1
	}
	return order
}

// foldFrames replaces each of the given frames by one node.
func (p *Picture) foldFrames(list []int) {
	size := p.frameSizes()
	fold := make([]bool, len(p.Clusters))
	for _, c := range list {
		fold[c] = true
	}
	into := make([]int, len(p.Nodes))
	first := make(map[int]int) // by frame: the node that replaces it
	for i := range p.Nodes {
		into[i] = i
		c := p.Nodes[i].Cluster
		if c < 0 || !fold[c] {
			continue
		}
		if _, ok := first[c]; !ok {
			first[c] = i
		}
		into[i] = first[c]
	}
	for c, i := range first {
		frame, node := &p.Clusters[c], &p.Nodes[i]
		*node = Node{
			ID: node.ID, Role: RoleFolded,
			Lines: []string{shorten(frame.Label, maxName),
				count(size[c], cmp.Or(p.unit[0], "pattern"), cmp.Or(p.unit[1], "patterns"))},
			Tooltip: frame.Tooltip, Span: frame.Span, Cluster: frame.Parent, Names: node.Names, Spans: node.Spans,
			Count: size[c], entry: true,
		}
	}
	p.contract(into)
	p.reveal()
}

// mainLast is 1 for the main expression, else 0.
func mainLast(label string) int {
	if label == definitionName(lang.MainName) {
		return 1
	}
	return 0
}

// reveal draws the arrows between folded nodes.
func (p *Picture) reveal() {
	seen := make(map[[2]int]bool)
	left := p.between[:0]
	for _, e := range p.between {
		switch k := [2]int{e.From, e.To}; {
		case p.Nodes[e.From].Role != RoleFolded:
			left = append(left, e) // until its start is folded
		case e.From != e.To && !seen[k]:
			seen[k] = true
			e.Loose = p.Nodes[e.To].Role != RoleFolded // otherwise it constrains the order
			p.Edges = append(p.Edges, e)
		}
	}
	p.between = left
}

// foldFar keeps the nodes near where reading begins and puts the rest together.
func (p *Picture) foldFar(most int) {
	order := p.byDistance()
	least := 0
	slices.SortStableFunc(order, func(i, j int) int { return p.foldRank(i) - p.foldRank(j) })
	for least < len(order) && p.Nodes[order[least]].fixed {
		least++
	}
	beside := p.beside()
	for keep := max(most*3/4, least); ; keep = max(keep*7/8, least) {
		kept := make([]bool, len(p.Nodes))
		n := min(keep, len(order))
		for _, i := range order[:n] {
			kept[i] = true
		}
		group, groups := p.mergeComponents(kept, p.unkeptComponents(kept, beside), beside, false)
		if n+groups > most {
			group, groups = p.mergeComponents(kept, group, beside, true)
		}
		if keep > least && n+groups > most {
			continue
		}
		p.replaceGroups(group, groups)
		return
	}
}

// foldRank is 0 for a node that is always shown, 2 for one that is folded before others, else 1.
func (p *Picture) foldRank(i int) int {
	switch {
	case p.Nodes[i].fixed:
		return 0
	case p.Nodes[i].aside:
		return 2
	}
	return 1
}

// byDistance lists the nodes by their distance from where reading begins; of calls, those of the highest level first.
// Steps of the scale are not included: they follow the nodes beside them.
func (p *Picture) byDistance() []int {
	g := p.beside()
	calls, isCalls := p.forward(RoleCalls)
	// A reader looks for errors first.
	var first []int
	for i := range p.Nodes {
		if r := p.Nodes[i].Role; p.Nodes[i].entry && r == RoleMain || r == RoleWrong || r == RoleFailing ||
			r == RoleWaiting || r == RoleWitnessA || r == RoleWitnessB || r == RoleWitnessC {
			first = append(first, i)
		}
	}
	if isCalls { // then what calls most levels of others
		high := p.heights(calls)
		for _, i := range first {
			high[i] = len(high) + 1
		}
		order := make([]int, len(p.Nodes))
		for i := range order {
			order[i] = i
		}
		slices.SortStableFunc(order, func(i, j int) int { return high[j] - high[i] })
		return order
	}
	for i := range p.Nodes {
		if p.Nodes[i].entry {
			first = append(first, i)
		}
	}
	for i := range p.Edges {
		if p.Edges[i].Role == RoleClash {
			first = append(first, p.Edges[i].From, p.Edges[i].To)
		}
	}
	var order []int
	walk := traverse.BreadthFirst{Visit: func(n graph.Node) { order = append(order, int(n.ID())) }}
	g, start := g.withSource(first)
	walk.Walk(g, start, nil)
	order = order[1:]
	for i := range p.Nodes {
		if n := place(i); !walk.Visited(n) {
			walk.Walk(g, n, nil)
		}
	}
	return order
}

// heights returns for each definition how many levels of others it calls, except in cycles.
func (p *Picture) heights(calls neighbours) []int {
	rank, most := p.ranks()
	level := make([][]int, most+1)
	for i, r := range rank {
		level[r] = append(level[r], i)
	}
	high := make([]int, len(p.Nodes))
	for _, nodes := range slices.Backward(level) {
		for _, i := range nodes {
			for _, j := range calls[i] {
				if rank[j] > rank[i] {
					high[i] = max(high[i], high[j]+1)
				}
			}
		}
	}
	return high
}

// unkeptComponents numbers the connected components of the nodes that are not kept, by node from 1; kept nodes have 0.
func (p *Picture) unkeptComponents(kept []bool, beside neighbours) []int {
	group, groups := make([]int, len(p.Nodes)), 0
	walk := traverse.DepthFirst{Traverse: func(e graph.Edge) bool {
		to := e.To().ID()
		return !kept[to] && p.Nodes[to].Cluster == p.Nodes[e.From().ID()].Cluster
	}}
	for i := range p.Nodes {
		if kept[i] || group[i] > 0 {
			continue
		}
		groups++
		walk.Walk(beside, place(i), func(n graph.Node) bool {
			group[n.ID()] = groups
			return false
		})
	}
	return group
}

// mergeComponents merges components without kept neighbours, and if all is set, those whose first kept neighbour is the
// same.
func (p *Picture) mergeComponents(kept []bool, group []int, beside neighbours, all bool) ([]int, int) {
	first := make(map[int]int) // by component: 1 + its first kept neighbour
	for i, g := range group {
		if g == 0 {
			continue
		}
		for _, j := range beside[i] {
			if kept[j] && (first[g] == 0 || j+1 < first[g]) {
				first[g] = j + 1
			}
		}
	}
	number := make(map[int]int)
	for i, g := range group {
		if g == 0 {
			continue
		}
		by := first[g]
		if by > 0 && !all {
			by = -g
		}
		if number[by] == 0 {
			number[by] = len(number) + 1
		}
		group[i] = number[by]
	}
	return group, len(number)
}

// mostNamed is how many definitions the box of several names.
const mostNamed = 3

// replaceGroups replaces each group by one node.
func (p *Picture) replaceGroups(group []int, groups int) {
	into := make([]int, len(p.Nodes))
	first := make([]int, groups+1)
	texts, names := make([][]string, groups+1), make([][]string, groups+1)
	counts := make([]int, groups+1)
	for i, g := range group {
		into[i] = i
		if g == 0 {
			continue
		}
		if counts[g] == 0 {
			first[g] = i
		}
		into[i] = first[g]
		counts[g] += p.Nodes[i].Count
		names[g] = append(names[g], p.Nodes[i].Names...)
		if n := &p.Nodes[i]; len(n.Lines) > 0 && len(texts[g]) < 2*maxUses {
			text := cmp.Or(n.Name, n.Lines[0])
			if n.Role == RoleFolded && n.Count > 1 {
				text, _, _ = strings.Cut(n.Tooltip, "\n") // the nodes folded in it
			}
			texts[g] = append(texts[g], text)
		}
	}
	for g := 1; g <= groups; g++ {
		n := &p.Nodes[first[g]]
		if counts[g] < 2 {
			continue
		}
		lines := []string{thousands(counts[g]) + " more", shorten(strings.Join(texts[g], ", "), 40)}
		if p.calls {
			text := definitionName(names[g][0])
			for _, name := range names[g][1:min(len(names[g]), mostNamed)] {
				text += ", " + definitionName(name)
			}
			if more := counts[g] - mostNamed; more > 0 {
				text += " and " + thousands(more) + " more"
			}
			lines = wrapped(shorten(text, maxSignature), signatureWidth)
		}
		tip := listed(texts[g])
		if more := counts[g] - len(texts[g]); more > 0 {
			tip += "\nand " + count(more, "other", "others")
		}
		*n = Node{
			ID: n.ID, Role: RoleFolded, Lines: lines, Tooltip: tip, Span: n.Span, Cluster: n.Cluster, Names: n.Names,
			Spans: n.Spans, Count: counts[g],
		}
	}
	p.contract(into)
}
