package graphviz

import "slices"

// ranks returns the rank of each node: after all its predecessors, except on cycles. It approximates the layout of
// Graphviz and takes linear time.
func (p *Picture) ranks() (rank []int, most int) {
	to := make([][]int, len(p.Nodes))
	for i := range p.Edges {
		e := &p.Edges[i]
		from, end := e.From, e.To
		if e.Back {
			from, end = end, from
		}
		if !e.Loose && from != end {
			to[from] = append(to[from], end)
		}
	}
	// Depth first: edges back into the current path are ignored. The reverse postorder is topological for the other
	// edges.
	const begun, left = 1, 2
	state := make([]uint8, len(p.Nodes))
	next := make([]int, len(p.Nodes))
	order := make([]int, 0, len(p.Nodes))
	for root := range p.Nodes {
		if state[root] != 0 {
			continue
		}
		state[root] = begun
		for stack := []int{root}; len(stack) > 0; {
			i := stack[len(stack)-1]
			if next[i] == len(to[i]) {
				state[i] = left
				order = append(order, i)
				stack = stack[:len(stack)-1]
				continue
			}
			j := to[i][next[i]]
			switch state[j] {
			case 0:
				state[j] = begun
				stack = append(stack, j)
			case begun:
				to[i] = append(to[i][:next[i]], to[i][next[i]+1:]...)
				continue
			}
			next[i]++
		}
	}
	rank = make([]int, len(p.Nodes))
	for k := len(order) - 1; k >= 0; k-- {
		i := order[k]
		most = max(most, rank[i])
		for _, j := range to[i] {
			rank[j] = max(rank[j], rank[i]+1)
		}
	}
	return rank, most
}

// fitsAcross reports whether a picture is larger on a screen if it is read from left to right, and not
// from top to bottom.
func (p *Picture) fitsAcross() bool {
	const line, gap, screenWide, screenHigh = 14.0, 25.0, 1440.0, 810.0
	rank, most := p.ranks()
	deep, broad := make([]float64, most+1), make([]float64, most+1)
	down, high := make([]float64, most+1), make([]float64, most+1)
	lone, label := make([]bool, len(p.Nodes)), make([]float64, most+1)
	for i := range lone {
		lone[i] = true
	}
	for i := range p.Edges {
		if e := &p.Edges[i]; !e.Absent {
			lone[e.From], lone[e.To] = false, false
			label[min(rank[e.From], rank[e.To])] = max(label[min(rank[e.From], rank[e.To])], textWidth(e.Label))
		}
	}
	for i := range p.Nodes {
		r, h := rank[i], line*float64(len(p.Nodes[i].Lines))+gap
		down[r], high[r] = down[r]+p.wide(i), max(high[r], h)
		if !lone[i] { // else it is in a row of its own
			deep[r], broad[r] = max(deep[r], p.wide(i)), broad[r]+h
		}
	}
	sum := func(list []float64) (all float64) {
		for _, x := range list {
			all += x
		}
		return all
	}
	across := min(screenWide/(sum(deep)+sum(label)), screenHigh/slices.Max(broad))
	return across >= min(screenWide/slices.Max(down), screenHigh/sum(high))
}

// outLast puts what a definition gives at the end of its picture.
func (p *Picture) outLast() {
	if p.wrapped() != nil {
		return
	}
	rank, _ := p.ranks()
	last := make(map[int]int) // by frame
	for i := range p.Nodes {
		last[p.Nodes[i].Cluster] = max(last[p.Nodes[i].Cluster], rank[i])
	}
	for i := range p.Edges {
		if e := &p.Edges[i]; e.Role == RoleEnters && p.Nodes[e.To].Role == RoleEntry {
			e.far = last[p.Nodes[e.To].Cluster] - rank[e.From]
		}
	}
}
