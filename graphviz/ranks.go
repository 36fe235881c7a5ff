package graphviz

// ranks says of each node in which rank it stands: behind all that leads to it, so far as
// arrows do not lead in circles. It is about what the layout of Graphviz does, and costs the
// size of the picture.
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
	// Depth first: what leads back to where the walk came from is no way forward. The order
	// in which nodes are left is, from its end, one in which all arrows lead forward.
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
