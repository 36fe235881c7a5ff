package patterns

import (
	"slices"

	"github.com/patgraph/patgraph/internal/reuse"
)

// Components returns the strongly connected components of a graph given as adjacency lists in one array: the successors
// of n are to[start[n]:start[n+1]]. A component comes after all components that it leads to (callees first), and its
// members are in increasing order. Tarjan's algorithm without recursion: O(nodes + edges).
//
// The result is in the same form: component c is members[first[c]:first[c+1]].
func Components(start, to []int32) (members, first []int32) {
	return new(scc).components(start, to, nil, nil)
}

// scc is the working memory of components.
type scc struct {
	order   []int32 // visit number, from 1; unseen
	low     []int32
	onStack []bool
	stack   []int32
	path    []int32 // nodes on the current path, each with its next edge in edge
	edge    []int32
}

// components is Components with working memory and the memory of two slices for the result.
func (s *scc) components(start, to, members, first []int32) ([]int32, []int32) {
	n := len(start) - 1
	const unseen = 0
	s.order, s.low, s.onStack = reuse.Zeroed(s.order, n), reuse.Zeroed(s.low, n), reuse.Zeroed(s.onStack, n)
	order, low, onStack := s.order, s.low, s.onStack
	stack, path, edge := slices.Grow(s.stack[:0], n), s.path[:0], s.edge[:0]
	visit := int32(0)
	members = slices.Grow(members[:0], n)
	first = append(slices.Grow(first[:0], n+1), 0)
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
			slices.Sort(members[from:])
			first = append(first, int32(len(members)))
		}
	}
	s.stack, s.path, s.edge = stack, path, edge
	return members, first
}
