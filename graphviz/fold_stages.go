package graphviz

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"
)

// kindType separates the operator from the type in the kind of a node.
const kindType = " : "

// foldStages reduces a picture of stages to about so many nodes. Only neighbours in the order of the stages become one
// node, so that every arrow still leads to a later node. First, constants are folded into what reads them first. A part
// that occurs several times in a row is drawn once. Then the nodes of each scope become one, as far from the top as the
// number allows. What is left is cut into blocks. Faults and what leads to them stay. It takes time proportional to the
// picture times a logarithm.
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

// brief leaves only the names of stages in their boxes, and omits types that are those of a value that the stage takes,
// if a picture is so many times too large that this may do. It returns how many nodes and arrows it changed.
func (p *Picture) brief(times float64) (n int) {
	const most = 1.6
	if !p.stages || times > most {
		return 0
	}
	for i := range p.Nodes {
		if x := &p.Nodes[i]; x.Role == RoleStage && len(x.Lines) > x.title {
			x.Lines = x.Lines[:x.title]
			n++
		}
	}
	taken := make(map[stageLabel]bool)
	for _, e := range p.Edges {
		taken[stageLabel{e.To, e.Label}] = true
	}
	for i := range p.Edges {
		if e := &p.Edges[i]; e.Role == RoleFlows && e.Label != "" && taken[stageLabel{e.From, e.Label}] {
			e.Label = ""
			n++
		}
	}
	if n > 0 {
		p.Notes = slices.Insert(p.Notes, 0, "attributes and types that stay the same are not shown")
		p.note++
	}
	return n
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

// blocks says, for each way of cutting stages into blocks, where a block ends: before each change of the type; before a
// change of several sizes, as of a resolution; where a value goes to several stages or one stage takes several, and
// after one that takes several of its own type, as a sum does; or only where, of such places, all that follows takes
// one value. Blocks of each way are larger than those of the one before.
func (p *Picture) blocks() []func(i int) bool {
	users, inputs := make([]int, len(p.Nodes)), make([]int, len(p.Nodes))
	next := make([]bool, len(p.Nodes))  // takes the value of the one before
	other := make([]bool, len(p.Nodes)) // takes a value of another type
	for _, e := range p.Edges {
		if !p.Nodes[e.From].data {
			users[e.From]++
			inputs[e.To]++
			next[e.To] = next[e.To] || e.From == e.To-1
			other[e.To] = other[e.To] || p.Nodes[e.From].typ != p.Nodes[e.To].typ
		}
	}
	fork := func(i int) bool {
		return users[i-1] != 1 || inputs[i] != 1 || !next[i] || inputs[i-1] > 1 && !other[i-1] && p.changes(i) > 0
	}
	passing := p.passing()
	return []func(i int) bool{
		func(i int) bool { return fork(i) || p.changes(i) > 0 },
		func(i int) bool { return fork(i) || p.changes(i) > 1 },
		fork,
		func(i int) bool { return fork(i) && passing[i] < 2 },
	}
}

// changes counts the sizes of the type before a node that its own type does not have; all if they have other ranks.
func (p *Picture) changes(i int) (n int) {
	x, y := p.Nodes[i-1].typ, p.Nodes[i].typ
	if p.Nodes[i].first != "" {
		y = p.Nodes[i].first
	}
	if x == y {
		return 0
	}
	xs, ys := strings.Split(x, ","), strings.Split(y, ",")
	if len(xs) != len(ys) {
		return max(len(xs), len(ys))
	}
	for k := range xs {
		if xs[k] != ys[k] {
			n++
		}
	}
	return n
}

// foldPieces cuts the stages into the smallest blocks of which there are not too many, so that at most so many nodes
// are left if the others are not more. If only few blocks are left, the longest is cut again and again, in its middle
// half, where the fewest values pass, and rather at the end of a smaller block.
func (p *Picture) foldPieces(most int) {
	alone := func(i int) bool { return !p.isStage(i) || p.Nodes[i].entry }
	apart := func(i int) bool {
		return i == 0 || alone(i) || alone(i-1) || p.Nodes[i].Cluster != p.Nodes[i-1].Cluster
	}
	cut, left := make([]bool, len(p.Nodes)), 0
	blocks := p.blocks()
	for _, ends := range blocks {
		left = 0
		for i := range cut {
			if cut[i] = apart(i) || ends(i); cut[i] {
				left++
			}
		}
		if left <= most {
			break
		}
	}
	if left > most {
		left = 0
		for i := range cut {
			if cut[i] = apart(i); cut[i] {
				left++
			}
		}
	}
	if left < most/3 {
		p.bisect(cut, most-left, blocks[2])
	}
	p.join(cut)
}

// bisect cuts the longest piece so many times.
func (p *Picture) bisect(cut []bool, times int, fork func(i int) bool) {
	passing := p.passing()
	for range times {
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
		score := func(i int) int {
			score := 4 * passing[i]
			if !fork(i) {
				score += 2
			}
			if p.Nodes[i].operator() != p.Nodes[from].operator() { // pieces that begin alike are easier to read
				score++
			}
			return score
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
}

// series writes operators in their order, those that occur several times in a row once, as in "Conv, 3 × (Relu, Conv)".
// If there are too many different ones, it counts each.
func series(operators []string) string {
	const longest, most = 8, 2 * stageWidth
	var list []string
	for i := 0; i < len(operators); {
		period, times := 1, 1
		for k := 1; k <= longest; k++ {
			end := i + k
			for end < len(operators) && operators[end] == operators[end-k] {
				end++
			}
			if n := (end - i) / k; (n-1)*k > (times-1)*period {
				period, times = k, n
			}
		}
		switch text := strings.Join(operators[i:i+period], ", "); {
		case times == 1:
			list = append(list, text)
		case period == 1:
			list = append(list, text+" ×"+thousands(times))
		default:
			list = append(list, thousands(times)+" × ("+text+")")
		}
		i += period * times
	}
	if text := strings.Join(list, ", "); utf8.RuneCountInString(text) <= most {
		return text
	}
	times := make(map[string]int)
	var names []string
	for _, name := range operators {
		if times[name]++; times[name] == 1 {
			names = append(names, name)
		}
	}
	slices.SortStableFunc(names, func(x, y string) int { return times[y] - times[x] })
	for i, name := range names {
		if n := times[name]; n > 1 {
			names[i] += " ×" + thousands(n)
		}
	}
	return shorten(strings.Join(names, ", "), most)
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
		for i := from; i < end; i++ {
			n := &p.Nodes[i]
			into[i] = from
			whole.sizes = whole.sizes && n.sizes
			whole.Count = whole.Count + n.Count
			if len(n.operators) == 0 {
				n.operators = []string{shorten(cmp.Or(n.operator(), n.Lines[0]), stageWidth)}
			}
			whole.operators = append(whole.operators, n.operators...)
			if whole.scope = common(whole.scope, n.scope); i == from {
				whole.scope = n.scope
			}
		}
		if first := &p.Nodes[from]; end-from > 1 {
			whole.ID, whole.Span, whole.Cluster, whole.entry = first.ID, first.Span, first.Cluster, first.entry
			whole.Names, whole.Spans = first.Names, first.Spans
			whole.first, whole.typ = cmp.Or(first.first, first.typ), p.Nodes[end-1].typ
			name := series(whole.operators)
			whole.Tooltip = whole.scope + "\n" + name
			if whole.Lines = wrappedList(name, stageWidth); whole.scope != "" {
				whole.Lines = []string{shorten(whole.scope, maxName)}
			}
			size := thousands(len(whole.operators)) + " nodes"
			if whole.sizes {
				size += ", from sizes only"
			}
			whole.Lines = append(whole.Lines, size)
			*first = whole
		}
		from = end
	}
	p.contract(into)
}
