package graphviz

import (
	"slices"
	"sort"
)

// dominators returns the immediate dominator of each node of a graph: the last
// node that all ways from the roots lead through, or -1 when there is none. Nodes
// that no root leads to are roots themselves, in their order. After K. D. Cooper,
// T. J. Harvey, K. Kennedy: A simple, fast dominance algorithm (2001); it is
// quadratic in theory and about linear on the graphs of programs. It does not
// recurse.
func dominators(to [][]int, roots []int) []int {
	n := len(to)
	number := make([]int, n) // in postorder, from 1; 0: not yet seen
	var post []int
	var isRoot []int
	walk := func(root int) {
		if number[root] != 0 {
			return
		}
		isRoot = append(isRoot, root)
		type frame struct{ node, next int }
		stack := []frame{{root, 0}}
		number[root] = -1
		for len(stack) > 0 {
			f := &stack[len(stack)-1]
			if f.next < len(to[f.node]) {
				m := to[f.node][f.next]
				f.next++
				if number[m] == 0 {
					number[m] = -1
					stack = append(stack, frame{m, 0})
				}
				continue
			}
			post = append(post, f.node)
			number[f.node] = len(post)
			stack = stack[:len(stack)-1]
		}
	}
	for _, r := range roots {
		walk(r)
	}
	for i := range n {
		walk(i)
	}
	from := make([][]int, n)
	for i := range to {
		for _, j := range to[i] {
			from[j] = append(from[j], i)
		}
	}
	// The node n stands above all roots.
	const unknown = -2
	dom := make([]int, n+1)
	for i := range dom {
		dom[i] = unknown
	}
	dom[n] = n
	for _, r := range isRoot {
		dom[r] = n
	}
	number = append(number, len(post)+1)
	meet := func(a, b int) int {
		for a != b {
			for number[a] < number[b] {
				a = dom[a]
			}
			for number[b] < number[a] {
				b = dom[b]
			}
		}
		return a
	}
	for again := true; again; {
		again = false
		for _, i := range slices.Backward(post) {
			if dom[i] == n {
				continue
			}
			best := unknown
			for _, j := range from[i] {
				switch {
				case dom[j] == unknown:
				case best == unknown:
					best = j
				default:
					best = meet(best, j)
				}
			}
			if dom[i] != best {
				dom[i], again = best, true
			}
		}
	}
	for i := range dom {
		if dom[i] == n {
			dom[i] = -1
		}
	}
	return dom[:n]
}

// foldDominated folds what is only called on the way through one definition into
// that definition, small groups first, as far as it takes to have so many nodes.
func (p *Picture) foldDominated(most int) {
	to, some := p.forward(RoleCalls)
	if !some {
		return
	}
	var roots []int
	for i := range p.Nodes {
		if p.Nodes[i].entry {
			roots = append(roots, i)
		}
	}
	dom := dominators(to, roots)
	// Sizes of the groups: a node comes after what it dominates in this order.
	below := make([][]int, len(dom))
	var order []int
	for i, d := range dom {
		if d >= 0 {
			below[d] = append(below[d], i)
		} else {
			order = append(order, i)
		}
	}
	for i := 0; i < len(order); i++ {
		order = append(order, below[order[i]]...)
	}
	size := make([]int, len(dom))
	for _, i := range slices.Backward(order) {
		size[i]++
		if dom[i] >= 0 {
			size[dom[i]] += size[i]
		}
	}
	shown := func(fold int) int { // when groups of up to so many are folded
		n := 0
		for i := range dom {
			if size[i] > fold || dom[i] < 0 || size[dom[i]] > fold {
				n++
			}
		}
		return n
	}
	fold := 1 + sort.Search(len(dom), func(k int) bool { return shown(k+1) <= most })
	into := make([]int, len(dom))
	folded := make([]int, len(dom))
	texts := make([][]string, len(dom))
	for _, i := range order {
		into[i] = i
		if d := dom[i]; d >= 0 && size[d] <= fold {
			into[i] = into[d]
			folded[into[i]] += p.Nodes[i].Count
			if t := &texts[into[i]]; len(*t) < 2*maxUses {
				*t = append(*t, p.Nodes[i].Lines[0])
			}
		}
	}
	for i, n := range folded {
		if n == 0 {
			continue
		}
		node := &p.Nodes[i]
		node.Count += n
		node.Lines = append(slices.Clone(node.Lines), "and "+thousands(n)+" below")
		if node.Role != RoleMain && node.Role != RoleWrong {
			node.Role = RoleFolded
		}
		node.Tooltip += "\nand below it " + listed(texts[i])
	}
	p.contract(into)
}
