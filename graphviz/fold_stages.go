package graphviz

import (
	"cmp"
	"slices"
	"strings"
)

// kindType separates the operator from the type in the kind of a node.
const kindType = " : "

// foldStages reduces a picture of stages to about so many nodes. Only neighbours in the order of the stages become one
// node, so that every arrow still leads to a later node. First, constants are folded into what reads them first. A part
// that occurs several times in a row is drawn once. Then the nodes of each scope become one, as far from the top as the
// number allows. What is left is cut where few values pass. Faults and what leads to them stay. It takes time
// proportional to the picture times a logarithm.
func (p *Picture) foldStages(most int) {
	p.foldData()
	for range mostRepeated {
		if len(p.Nodes) <= most || !p.foldRepeated() {
			break
		}
	}
	if len(p.Nodes) > most {
		p.foldSizes()
	}
	if len(p.Nodes) > most {
		p.foldScopes(most)
	}
	if len(p.Nodes) > most {
		p.foldPieces(most)
	}
}

// OfStages reports whether the nodes of a picture are the stages of functions.
func (p *Picture) OfStages() bool { return p.stages }

// isStage reports whether a node may be folded with its neighbours. Constants that are left are what a fault takes.
func (p *Picture) isStage(i int) bool {
	n := &p.Nodes[i]
	return !n.fixed && !n.data && (n.Role == RoleStage || n.Role == RoleFolded)
}

// foldData folds constants into what reads them first, unless a fault does. The arrows to their other readers go.
func (p *Picture) foldData() {
	into := make([]int, len(p.Nodes))
	for i := range into {
		into[i] = i
	}
	for _, e := range p.Edges {
		if from := e.From; !p.Nodes[from].data || p.Nodes[from].Role != RoleStage {
			continue
		} else if !p.isStage(e.To) {
			into[from] = -1
		} else if into[from] == from || into[from] > e.To {
			into[from] = e.To
		}
	}
	for i, to := range into {
		if to < 0 {
			into[i] = i
		} else if to != i {
			p.Nodes[to].Count += p.Nodes[i].Count
		}
	}
	p.Edges = slices.DeleteFunc(p.Edges, func(e Edge) bool { return into[e.From] != e.From })
	p.contract(into)
}

// leastSpared is how many nodes a part that is drawn once spares at least, and mostRepeated the maximum number of such
// parts.
const (
	leastSpared  = 16
	mostRepeated = 8
)

// A repetition is a sequence of nodes that begins at from, and occurs so many times in a row.
type repetition struct{ from, length, times int }

// spared counts the nodes that go if a repetition is drawn once.
func (r *repetition) spared() int { return (r.times - 1) * r.length }

// isChain reports whether each occurrence takes a value of the one before.
func (r *repetition) isChain(inputs [][]int) bool {
	for begin := r.from + r.length; begin < r.from+r.length*r.times; begin += r.length {
		before := func(j int) bool { return begin-r.length <= j && j < begin }
		if !slices.ContainsFunc(slices.Concat(inputs[begin:begin+r.length]...), before) {
			return false
		}
	}
	return true
}

// foldRepeated draws a part once that occurs several times in a row, each time with the same operators and types and
// with values from the time before: the part that spares the most nodes. It reports whether there is one.
func (p *Picture) foldRepeated() bool {
	// The length of a part is the distance between two nodes of one kind, for many nodes.
	const mostTried = 16
	kinds, last, distances := make([]int, len(p.Nodes)), make(map[string]int), make(map[int]int)
	for i := range p.Nodes {
		n := &p.Nodes[i]
		kinds[i] = -i
		if !p.isStage(i) || n.kind == "" || n.Cluster >= 0 && p.Clusters[n.Cluster].Role == RoleRepeated {
			continue
		}
		if j, ok := last[n.kind]; ok && p.Nodes[j].Cluster == n.Cluster {
			kinds[i] = kinds[j]
			distances[i-j]++
		}
		last[n.kind] = i
	}
	lengths := make([]int, 0, len(distances))
	for length := range distances {
		lengths = append(lengths, length)
	}
	slices.SortFunc(lengths, func(x, y int) int { return cmp.Or(distances[y]-distances[x], x-y) })
	var best repetition
	spare := 0 // how much later the best one can begin
	inputs := make([][]int, len(p.Nodes))
	for _, e := range p.Edges {
		inputs[e.To] = append(inputs[e.To], e.From)
	}
	for _, length := range lengths[:min(len(lengths), mostTried)] {
		run := 0
		for i := length; i <= len(kinds); i++ {
			if i < len(kinds) && kinds[i] == kinds[i-length] {
				run++
				continue
			}
			r := repetition{i - run - length, length, 1 + run/length}
			if r.spared() > max(best.spared(), leastSpared-1) && r.isChain(inputs) {
				best, spare = r, run%length
			}
			run = 0
		}
	}
	if best.times == 0 {
		return false
	}
	passing, second := p.passing(), best.from+best.length
	cut := second
	for i := second; i <= second+spare; i++ {
		if cmp.Or(p.shared(i)-p.shared(cut), passing[i]-passing[cut]) < 0 {
			cut = i
		}
	}
	best.from += cut - second
	p.drawOnce(best)
	return true
}

// drawOnce draws a repetition once, in a frame.
func (p *Picture) drawOnce(r repetition) {
	turn := func(i int) int {
		if i < r.from || i >= r.from+r.length*r.times {
			return -1
		}
		return (i - r.from) / r.length
	}
	first, final := &p.Nodes[r.from], &p.Nodes[r.from+r.length*(r.times-1)]
	depth := p.shared(r.from+r.length) + 1
	from, to := upTo(first.scope, depth), upTo(final.scope, depth)
	label := thousands(r.times) + " times, one after the other"
	if from != to {
		label = thousands(r.times) + " times: " + shorten(from, maxName) + " to " + shorten(to, maxName)
	}
	frame := p.cluster(Cluster{
		ID: p.id(first.ID, "times"), Role: RoleRepeated, Label: label, Tooltip: label, Span: first.Span,
		Parent: first.Cluster,
	})
	into := make([]int, len(p.Nodes))
	for i := range p.Nodes {
		if into[i] = i; turn(i) >= 0 {
			into[i] = r.from + (i-r.from)%r.length
			p.Nodes[i].Cluster = frame
			if to := &p.Nodes[into[i]]; into[i] != i {
				to.Count += p.Nodes[i].Count
			}
		}
	}
	p.Edges = slices.DeleteFunc(p.Edges, func(e Edge) bool {
		return turn(e.From) >= 0 && turn(e.From) < turn(e.To) // to the next time
	})
	p.contract(into)
}

// passing counts, for each node, the values from before it that it or a later one takes.
func (p *Picture) passing() []int {
	until := make([]int, len(p.Nodes))
	for _, e := range p.Edges {
		until[e.From] = max(until[e.From], e.To)
	}
	count := make([]int, len(p.Nodes)+1)
	for i, last := range until {
		if count[i+1] += count[i]; last > i {
			count[i+1]++
			count[last+1]--
		}
	}
	return count
}

// shared counts the parts of the path that the scope of a node and that of the one before it have in common.
func (p *Picture) shared(i int) int {
	return depthOf(common(p.Nodes[i].scope, p.Nodes[i-1].scope))
}

func depthOf(scope string) int {
	if scope == "" {
		return 0
	}
	return 1 + strings.Count(scope, "/")
}

// upTo returns the first parts of a path.
func upTo(scope string, depth int) string {
	parts := strings.Split(scope, "/")
	return strings.Join(parts[:min(depth, len(parts))], "/")
}

// common returns what two paths begin with.
func common(x, y string) string {
	depth, xs, ys := 0, strings.Split(x, "/"), strings.Split(y, "/")
	for depth < min(len(xs), len(ys)) && xs[depth] == ys[depth] {
		depth++
	}
	return strings.Join(xs[:depth], "/")
}

// foldSizes replaces neighbours that are computed from sizes only by one node.
func (p *Picture) foldSizes() {
	cut := make([]bool, len(p.Nodes))
	for i := range cut {
		cut[i] = i == 0 || !p.isStage(i) || !p.Nodes[i].sizes || !p.Nodes[i-1].sizes ||
			!p.isStage(i-1) || p.Nodes[i].Cluster != p.Nodes[i-1].Cluster
	}
	p.join(cut)
}

// foldScopes replaces neighbours of one scope by one node, at the greatest depth at which at most so many nodes are
// left, or else at depth 1.
func (p *Picture) foldScopes(most int) {
	begins := func(i, depth int) bool {
		n, before := &p.Nodes[i], &p.Nodes[max(i-1, 0)]
		return i == 0 || n.scope == "" || !p.isStage(i) || !p.isStage(i-1) || n.Cluster != before.Cluster ||
			upTo(n.scope, depth) != upTo(before.scope, depth)
	}
	depth, deepest := 1, 1
	for i := range p.Nodes {
		deepest = max(deepest, depthOf(p.Nodes[i].scope))
	}
	for d := 2; d <= deepest; d++ {
		left := 0
		for i := range p.Nodes {
			if begins(i, d) {
				left++
			}
		}
		if left > most {
			break
		}
		depth = d
	}
	cut := make([]bool, len(p.Nodes))
	for i := range cut {
		cut[i] = begins(i, depth)
	}
	p.join(cut)
}

// operator returns the operator of a stage.
func (n *Node) operator() string {
	name, _, _ := strings.Cut(n.kind, kindType)
	return name
}

// foldPieces cuts the stages into pieces, so that at most so many nodes are left if the others are not more. The
// longest piece is cut again and again, in its middle half, where the fewest values pass.
func (p *Picture) foldPieces(most int) {
	cut, left := make([]bool, len(p.Nodes)), 0
	for i := range cut {
		alone := func(i int) bool { return !p.isStage(i) || p.Nodes[i].entry }
		if cut[i] = i == 0 || alone(i) || alone(i-1) || p.Nodes[i].Cluster != p.Nodes[i-1].Cluster; cut[i] {
			left++
		}
	}
	passing := p.passing()
	for ; left < most; left++ {
		from, length := 0, 0
		for i := 0; i < len(cut); {
			end := i + 1
			for end < len(cut) && !cut[end] {
				end++
			}
			if end-i > length {
				from, length = i, end-i
			}
			i = end
		}
		if length < 2 {
			break
		}
		score := func(i int) int { // pieces that begin alike are easier to read
			if p.Nodes[i].operator() == p.Nodes[from].operator() {
				return 2 * passing[i]
			}
			return 2*passing[i] + 1
		}
		middle := from + length/2
		best := middle
		for i := range length / 2 {
			if before, after := middle-i/2, middle+i/2; score(before) < score(best) {
				best = before
			} else if score(after) < score(best) {
				best = after
			}
		}
		cut[best] = true
	}
	p.join(cut)
}

// join makes one node of those from each cut to the next.
func (p *Picture) join(cut []bool) {
	into := make([]int, len(p.Nodes))
	for from := 0; from < len(cut); {
		end := from + 1
		for end < len(cut) && !cut[end] {
			end++
		}
		whole := Node{Role: RoleFolded, sizes: true}
		var operators []string
		for i := from; i < end; i++ {
			n := &p.Nodes[i]
			into[i] = from
			whole.sizes = whole.sizes && n.sizes
			whole.Count, whole.parts = whole.Count+n.Count, whole.parts+max(n.parts, 1)
			if len(operators) < 2*maxUses {
				operators = append(operators, cmp.Or(n.operator(), n.Lines[0]))
			}
			if whole.scope = common(whole.scope, n.scope); i == from {
				whole.scope = n.scope
			}
		}
		if first := &p.Nodes[from]; end-from > 1 {
			whole.ID, whole.Span, whole.Cluster, whole.entry = first.ID, first.Span, first.Cluster, first.entry
			whole.Names, whole.Spans = first.Names, first.Spans
			name := strings.Join(operators, ", ")
			whole.Tooltip = whole.scope + "\n" + name
			whole.Lines = []string{shorten(cmp.Or(whole.scope, name), maxName), thousands(whole.parts) + " nodes"}
			if whole.sizes {
				whole.Lines[1] += ", from sizes only"
			}
			*first = whole
		}
		from = end
	}
	p.contract(into)
}
