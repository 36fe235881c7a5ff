package graphviz

import (
	"math"
	"slices"
	"unicode/utf8"
)

// A picture read from left to right that would be too wide continues in the next row, as text does. An arrow from one
// row to another does not constrain the layout, so a row may end only where few arrows pass; elsewhere the result would
// be a tangle, and the picture stays wide. Likewise a long chain of stages continues at the top of the next column,
// which is a row here.

const (
	widest  = 900 // about the width of a row, in points
	fewPass = 2   // maximum number of arrows that may lead to another row
)

// wrapped returns for each node its row within its frame, or nil if one row suffices everywhere. It takes linear time.
func (p *Picture) wrapped() []int {
	rank, last := p.ranks()
	if p.stages && len(p.Clusters) == 0 {
		return p.inColumns(rank, last)
	}
	if !p.Across {
		return nil
	}
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
		if of := p.rowsOf(nodes, edges[f], rank, widest); of != nil {
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

// inColumns returns for each stage its column, or nil if the chain is not much higher than wide.
func (p *Picture) inColumns(rank []int, last int) []int {
	// What nothing leads to is beside what takes it first.
	first, begins := make([]int, len(p.Nodes)), make([]bool, len(p.Nodes))
	for i := range first {
		first[i], begins[i] = last+1, true
	}
	edges := make([]int, len(p.Edges))
	for i, e := range p.Edges {
		edges[i], begins[e.To] = i, false
		first[e.From] = min(first[e.From], rank[e.To])
	}
	nodes, across, high := make([]int, len(p.Nodes)), make([]float64, last+1), make([]float64, last+1)
	for i := range nodes {
		if nodes[i] = i; begins[i] && first[i] <= last {
			rank[i] = first[i] - 1
		}
		across[rank[i]] += p.wide(i)
		high[rank[i]] = max(high[rank[i]], p.extent(i))
	}
	wide, whole := slices.Max(across), 0.0
	for _, h := range high {
		whole += h
	}
	const columnRatio, mostHigh = 1.4, 2 // of a column; of a picture of one column
	if whole < mostHigh*max(wide, widest*2/3) {
		return nil
	}
	columns := math.Ceil(math.Sqrt(whole / wide / columnRatio))
	of := p.rowsOf(nodes, edges, rank, max(whole/columns, widest/2))
	if of == nil {
		return nil
	}
	column := make([]int, len(p.Nodes))
	for i := range column {
		column[i] = of[rank[i]]
	}
	return column
}

// extent is about the size of a node in the direction of reading, with an arrow; without the label of that, in a picture
// that is read across.
func (p *Picture) extent(i int) float64 {
	if p.Across {
		return p.wide(i)
	}
	return 13*float64(len(p.Nodes[i].Lines)) + 48
}

// rowsOf returns the row of each rank of a frame, which has about the given size; nil if there is only one row.
func (p *Picture) rowsOf(nodes, edges, rank []int, widest float64) []int {
	most := -1
	for _, i := range nodes {
		most = max(most, rank[i])
	}
	// The width of each rank, with the gap to the next one.
	column, label := make([]float64, most+1), make([]float64, most+1)
	for _, i := range nodes {
		column[rank[i]] = max(column[rank[i]], p.extent(i))
	}
	for _, i := range edges {
		e := &p.Edges[i]
		if !p.Across {
			break
		}
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
	inputs := make([]int, most+1)
	for _, i := range edges {
		e := &p.Edges[i]
		low, high := rank[e.From], rank[e.To]
		if low > high {
			low, high = high, low
		}
		passing[low+1]++
		passing[high+1]--
		inputs[high]++
	}
	row := make([]int, most+1)
	wide, best := 0.0, 0 // of the row; the rank that begins the next row
	pass, begin, rows := 0, 0, 0
	cost, least := make([]int, most+2), widest/2
	if !p.Across {
		least = widest * 0.7
	}
	for k := range row {
		pass += passing[k]
		cost[k] = 2 * pass
		if !p.Across && k > 0 && inputs[k-1] > 1 {
			cost[k]-- // a column rather ends with a sum than within a block
		}
		if k > begin && pass <= fewPass && wide > least && (best <= begin || cost[k] <= cost[best]) {
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
