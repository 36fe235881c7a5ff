package patterns

// Components returns the strongly connected components of a graph given as
// adjacency lists in one array: the successors of n are to[start[n]:start[n+1]].
// A component comes after all components that it leads to (callees first), and
// its members are in increasing order of number. Tarjan's algorithm without
// recursion: O(nodes + edges).
//
// The result is in the same form: component c is members[first[c]:first[c+1]].
func Components(start, to []int32) (members, first []int32) {
	n := len(start) - 1
	const unseen = 0
	var (
		order   = make([]int32, n) // visit number, from 1; unseen
		low     = make([]int32, n)
		onStack = make([]bool, n)
		stack   = make([]int32, 0, n)
		path    []int32 // nodes on the way, each with its next edge in edge
		edge    []int32
		visit   int32
	)
	members = make([]int32, 0, n)
	first = append(first, 0)
	for root := 0; root < n; root++ {
		if order[root] != unseen {
			continue
		}
		push := func(v int32) {
			visit++
			order[v], low[v] = visit, visit
			onStack[v] = true
			stack = append(stack, v)
			path = append(path, v)
			edge = append(edge, start[v])
		}
		push(int32(root))
		for len(path) > 0 {
			top := len(path) - 1
			v := path[top]
			if e := edge[top]; e < start[v+1] {
				edge[top]++
				w := to[e]
				if order[w] == unseen {
					push(w)
				} else if onStack[w] && order[w] < low[v] {
					low[v] = order[w]
				}
				continue
			}
			path, edge = path[:top], edge[:top]
			if top > 0 {
				if p := path[top-1]; low[v] < low[p] {
					low[p] = low[v]
				}
			}
			if low[v] != order[v] {
				continue
			}
			from := len(members)
			for {
				w := stack[len(stack)-1]
				stack = stack[:len(stack)-1]
				onStack[w] = false
				members = append(members, w)
				if w == v {
					break
				}
			}
			sortInts(members[from:])
			first = append(first, int32(len(members)))
		}
	}
	return members, first
}
