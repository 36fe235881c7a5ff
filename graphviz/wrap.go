package graphviz

import (
	"slices"
	"unicode/utf8"
)

// A picture read from left to right that would be too wide continues in the next row, as text does. An arrow from one
// row to another does not constrain the layout, so a row may end only where few arrows pass; elsewhere the result would
// be a tangle, and the picture stays wide.

const (
	widest  = 900 // about the width of a row, in points
	fewPass = 2   // maximum number of arrows that may lead to another row
)

// wrapped returns for each node its row within its frame, or nil if one row suffices everywhere. It takes linear time.
func (p *Picture) wrapped() []int {
	if !p.Across {
		return nil
	}
	rank, _ := p.ranks()
	frames := make([][]int, len(p.Clusters)+1) // the last one is for nodes outside of all frames
	for i := range p.Nodes {
		c := p.Nodes[i].Cluster
		if c < 0 {
			c = len(p.Clusters)
		} else if p.Clusters[c].Role != RoleOfDefinition {
			return nil // rows would tear such a frame apart
		}
		frames[c] = append(frames[c], i)
	}
	edges := make([][]int, len(frames))
	for i := range p.Edges {
		e := &p.Edges[i]
		if e.Role == RoleCalls {
			return nil // what a definition calls is at its right
		}
		from, to := p.Nodes[e.From].Cluster, p.Nodes[e.To].Cluster
		switch {
		case e.Loose || from != to:
		case from < 0:
			edges[len(p.Clusters)] = append(edges[len(p.Clusters)], i)
		default:
			edges[from] = append(edges[from], i)
		}
	}
	row := make([]int, len(p.Nodes))
	some := false
	for f, nodes := range frames {
		if of := p.rowsOf(nodes, edges[f], rank); of != nil {
			some = true
			for _, i := range nodes {
				row[i] = of[rank[i]]
			}
		}
	}
	if !some {
		return nil
	}
	return row
}

// rowsOf returns the row of each rank of a frame; nil if there is only one row.
func (p *Picture) rowsOf(nodes, edges, rank []int) []int {
	most := -1
	for _, i := range nodes {
		most = max(most, rank[i])
	}
	// The width of each rank, with the gap to the next one.
	column, label := make([]float64, most+1), make([]float64, most+1)
	for _, i := range nodes {
		column[rank[i]] = max(column[rank[i]], p.wide(i))
	}
	for _, i := range edges {
		e := &p.Edges[i]
		low := min(rank[e.From], rank[e.To])
		label[low] = max(label[low], textWidth(e.Label))
	}
	whole := 0.0
	for k := range column {
		column[k] += label[k]
		whole += column[k]
	}
	if whole < 1.25*widest {
		return nil // the last row would have little in it
	}
	passing := make([]int, most+2) // first the difference to the rank before
	for _, i := range edges {
		e := &p.Edges[i]
		low, high := rank[e.From], rank[e.To]
		if low > high {
			low, high = high, low
		}
		passing[low+1]++
		passing[high+1]--
	}
	row := make([]int, most+1)
	wide, best := 0.0, 0 // of the row; the rank that begins the next row
	pass, begin, rows := 0, 0, 0
	fewest := make([]int, most+2)
	for k := range row {
		pass += passing[k]
		fewest[k] = pass
		if k > begin && fewest[k] <= fewPass && wide > widest/2 && (best <= begin || fewest[k] <= fewest[best]) {
			best = k
		}
		if wide += column[k]; wide > widest && best > begin {
			rows++
			begin, wide = best, 0
			for j := best; j <= k; j++ {
				row[j] = rows
				wide += column[j]
			}
		}
		row[k] = rows
	}
	isBox := func(i int) bool { return row[rank[i]] == rows && p.Nodes[i].Role != RoleEntry }
	if wide < widest/3 || !slices.ContainsFunc(nodes, isBox) {
		for k := begin; k <= most; k++ {
			row[k]-- // an output alone is no row, nor is a box, which would be below the input
		}
		rows--
	}
	if rows <= 0 {
		return nil
	}
	return row
}

// wide is about the width of a node with the gap to the next one, in points.
func (p *Picture) wide(i int) float64 {
	n := &p.Nodes[i]
	wide := n.Wide
	for _, l := range n.Lines {
		wide = max(wide, textWidth(l)+20)
	}
	return wide + 43
}

// textWidth is about the width of a line of text, in points.
func textWidth(s string) float64 { return 6.6 * float64(utf8.RuneCountInString(s)) }
