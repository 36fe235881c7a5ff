package graphviz

import (
	"slices"
	"sort"
)

// dominators returns the immediate dominator of each node of a graph: the last node that all paths from the roots lead
// through, or -1 if there is none. A node that no root reaches becomes a root itself, in node order; a root that an
// earlier one reaches does not count as a root.
//
// It is the algorithm Semi-NCA of L. Georgiadis, R. E. Tarjan, R. F. Werneck: Finding Dominators in Practice (2006),
// about linear on the graphs of programs, and does not recurse. Below, nodes are numbered from 1 in depth-first
// preorder; 0 is a virtual root above all roots.
func dominators(to [][]int, roots []int) []int {
	number := make([]int, len(to)) // by node; 0: not yet met
	node, parent := []int{-1}, []int{0}
	from := [][]int{nil}
	type edge struct{ from, to int }
	var stack []edge
	walk := func(root int) {
		if number[root] > 0 {
			return
		}
		for stack = append(stack, edge{0, root}); len(stack) > 0; {
			e := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			n := number[e.to]
			if n == 0 {
				n = len(node)
				number[e.to] = n
				node, parent, from = append(node, e.to), append(parent, e.from), append(from, nil)
				for _, next := range to[e.to] {
					stack = append(stack, edge{n, next})
				}
			}
			from[n] = append(from[n], e.from)
		}
	}
	for _, r := range roots {
		walk(r)
	}
	for i := range to {
		walk(i)
	}
	// The semidominator of a node is the first node with a path to it on which all inner nodes have larger numbers. For
	// each processed node, least is the first semidominator on the path up to link, without link itself. A lookup
	// compresses the path: it moves link up.
	semi, least, link := make([]int, len(node)), make([]int, len(node)), slices.Clone(parent)
	for i := range least {
		least[i] = i
	}
	var way []int
	for i := len(node) - 1; i > 0; i-- {
		semi[i] = parent[i]
		for _, v := range from[i] {
			for ; link[v] > i; v = link[v] {
				way = append(way, v)
			}
			for ; len(way) > 0; way = way[:len(way)-1] {
				w := way[len(way)-1]
				least[w], link[w] = min(least[w], least[v]), link[v]
				v = w
			}
			semi[i] = min(semi[i], least[v])
		}
		least[i] = semi[i]
	}
	above, dom := parent, make([]int, len(to))
	for i := 1; i < len(node); i++ {
		for above[i] > semi[i] {
			above[i] = above[above[i]]
		}
		dom[node[i]] = node[above[i]]
	}
	return dom
}

// foldDominated folds every definition that is called only through one other definition into that one, small groups
// first, until at most so many nodes are left.
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
	// Compute the sizes of the groups. In this order a node comes after its dominator.
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
	shown := func(fold int) int { // counts the nodes left when groups of up to fold nodes are folded
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
	texts, names := make([][]string, len(dom)), make([][]string, len(dom))
	for _, i := range order {
		into[i] = i
		if d := dom[i]; d >= 0 && size[d] <= fold {
			into[i] = into[d]
			folded[into[i]] += p.Nodes[i].Count
			names[into[i]] = append(names[into[i]], p.Nodes[i].Names...)
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
		node.Count, node.Names = node.Count+n, slices.Concat(node.Names, names[i])
		node.Lines = append(slices.Clone(node.Lines), "and "+thousands(n)+" below")
		if node.Role != RoleMain && node.Role != RoleWrong {
			node.Role = RoleFolded
		}
		node.Tooltip += "\nand below it " + listed(texts[i])
	}
	p.contract(into)
}
