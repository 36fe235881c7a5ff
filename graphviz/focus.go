package graphviz

import (
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/graph"
	"gonum.org/v1/gonum/graph/traverse"
)

// FocusName narrows a picture to the nodes about a definition, or of a scope, and their neighbourhood up to radius edges
// away. It reports false, and changes nothing, if there are none.
func (p *Picture) FocusName(name string, radius int) bool {
	return p.focus("`"+name+"`", radius, func(n *Node) bool {
		return slices.Contains(n.Names, name) || n.scope != "" && strings.HasPrefix(n.scope+"/", name+"/")
	})
}

// FocusPlace is like FocusName for the innermost place around a byte offset.
func (p *Picture) FocusPlace(offset int32, radius int) bool {
	const none = math.MaxInt32
	innermost := func(n *Node) int32 { // the length of a node's shortest place around the offset
		best := int32(none)
		for _, s := range n.Spans {
			if s.Start <= offset && offset < s.End {
				best = min(best, s.End-s.Start)
			}
		}
		return best
	}
	best := int32(none)
	for i := range p.Nodes {
		best = min(best, innermost(&p.Nodes[i]))
	}
	return best != none &&
		p.focus(p.file.Position(offset).String(), radius, func(n *Node) bool { return innermost(n) == best })
}

func (p *Picture) focus(what string, radius int, wanted func(*Node) bool) bool {
	if !slices.ContainsFunc(p.Nodes, func(n Node) bool { return wanted(&n) }) {
		return false
	}
	p.alone()
	var found []int
	for i := range p.Nodes {
		if wanted(&p.Nodes[i]) {
			found = append(found, i)
		}
	}
	g, start := p.beside().withSource(found)
	near := make([]bool, len(p.Nodes)+1)
	new(traverse.BreadthFirst).Walk(g, start, func(n graph.Node, depth int) bool {
		near[n.ID()] = depth <= radius+1
		return !near[n.ID()]
	})
	into := make([]int, len(p.Nodes))
	kept := 0
	for i := range into {
		into[i] = -1
		if near[i] || p.Nodes[i].fixed {
			into[i] = i
			kept++
		}
	}
	if hidden := len(p.Nodes) - kept; hidden > 0 {
		p.Notes = append(p.Notes, "around "+what+"; "+count(hidden, "node", "nodes")+" further away not shown")
	}
	p.contract(into)
	return true
}

// contract replaces each node i by node into[i], which maps to itself, or drops it for -1. Edges are moved along; of
// duplicates one remains. A label remains where values flow.
func (p *Picture) contract(into []int) {
	number, joined := make([]int, len(p.Nodes)), make([]bool, len(p.Nodes))
	nodes := make([]Node, 0, len(p.Nodes))
	for i := range p.Nodes {
		number[i] = -1
		if into[i] == i {
			number[i] = len(nodes)
			nodes = append(nodes, p.Nodes[i])
		}
	}
	for i := range number {
		if j := into[i]; j >= 0 && j != i {
			number[i], joined[j] = number[j], true
		}
	}
	type key struct {
		from, to int
		role     Role
		absent   bool
	}
	seen := make(map[key]int)
	edges := make([]Edge, 0, len(p.Edges))
	for i := range p.Edges {
		e := p.Edges[i]
		moved := into[e.From] != e.From || into[e.To] != e.To ||
			(e.Role == RoleFlows || e.Role == RoleCalls) && (joined[e.From] || joined[e.To]) // such arrows look alike
		from, to := e.From, e.To
		e.From, e.To = number[from], number[to]
		if e.From < 0 || e.To < 0 || moved && e.From == e.To {
			continue
		}
		if moved {
			k := key{e.From, e.To, e.Role, e.Absent}
			if at, ok := seen[k]; ok {
				if one := &edges[at]; one.Label != e.Label && one.Label != "" && !strings.HasSuffix(one.Label, "\n…") {
					one.Label += "\n…" // values of other types flow there, too
				}
				continue
			}
			seen[k] = len(edges)
			if e.Role != RoleClash && e.Role != RoleFlows && e.Role != RoleAmiss {
				e.Label = ""
			}
		}
		edges = append(edges, e)
	}
	between := make([]Edge, 0, len(p.between))
	for _, e := range p.between {
		if e.From, e.To = number[e.From], number[e.To]; e.From >= 0 && e.To >= 0 {
			between = append(between, e)
		}
	}
	p.Nodes, p.Edges, p.between = nodes, edges, between
	p.dropClusters()
}

// dropClusters removes empty frames.
func (p *Picture) dropClusters() {
	used := make([]bool, len(p.Clusters))
	for i := range p.Nodes {
		for c := p.Nodes[i].Cluster; c >= 0 && !used[c]; c = p.Clusters[c].Parent {
			used[c] = true
		}
	}
	number := make([]int, len(p.Clusters))
	var clusters []Cluster
	for i := range p.Clusters {
		number[i] = -1
		if used[i] {
			number[i] = len(clusters)
			clusters = append(clusters, p.Clusters[i])
		}
	}
	for i := range clusters {
		if c := clusters[i].Parent; c >= 0 {
			clusters[i].Parent = number[c]
		}
	}
	p.Clusters = clusters
	for i := range p.Nodes {
		if c := p.Nodes[i].Cluster; c >= 0 {
			p.Nodes[i].Cluster = number[c]
		}
	}
}
