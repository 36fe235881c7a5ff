package graphviz

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
