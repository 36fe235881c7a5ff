package message

import (
	"cmp"
	"maps"
	"slices"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/unify"
)

// History is the merge history of a definition.
func (p *Program) History(d int32) (patterns.History, bool) {
	story, ok := p.Explainer().Story(d, -1)
	if !ok {
		return patterns.History{}, false
	}
	h := patterns.History{Steps: int32(len(story.Events)), In: -1, Out: -1}
	x := p.Explainer()
	number := make(map[unify.Node]int32)
	step := make(map[unify.Node]int32)
	for i, ev := range story.Events {
		if n := x.Made(d, ev); n != unify.None {
			step[n] = int32(i)
		}
	}
	// The leaves: the inputs and outputs of the expressions, and all other nodes that an event unites.
	var leaves []unify.Node
	leaf := func(n unify.Node) {
		if _, union := step[n]; !union {
			if _, ok := number[n]; !ok {
				number[n] = int32(len(leaves))
				leaves = append(leaves, n)
			}
		}
	}
	for i, site := range p.Sites(d) {
		in, out := p.Ends(d, site)
		leaf(in)
		leaf(out)
		if i > 0 {
			continue
		}
		if h.Out = number[out]; p.Construct(site).Value {
			in = out
		}
		h.In = number[in]
	}
	for _, ev := range story.Events {
		leaf(p.Graph.Event(ev).X)
		leaf(p.Graph.Event(ev).Y)
	}
	h.Nodes = make([]patterns.HistoryItem, 0, len(leaves)+len(story.Events))
	for _, n := range leaves {
		l := patterns.HistoryItem{
			What: p.graphNode(d, n), Shape: p.shallow(n), Free: p.free(n), Span: p.leafSpan(n), Parent: -1,
		}
		h.Nodes = append(h.Nodes, l)
	}
	for i, e := range p.trace(d, story.Events) {
		n := x.Made(d, story.Events[i])
		if n == unify.None {
			continue
		}
		number[n] = int32(len(h.Nodes))
		made := p.Graph.Event(story.Events[i])
		u := patterns.HistoryItem{
			Step: e.Number, What: e.What, Reason: e.Reason, Words: e.Reason,
			Shape: p.shallow(n), Free: p.free(n), Span: e.Span, Parent: -1, X: number[made.X], Y: number[made.Y],
		}
		if before, l, follows := p.Graph.Event(story.Events[i]).Cause.From(); follows {
			if at, ok := slices.BinarySearch(story.Events, before); ok {
				u.After, u.Part = int32(at+1), p.edgeLabel(l)
			}
		} else {
			u.Words = p.inWords(story.Events[i])
		}
		h.Nodes = append(h.Nodes, u)
	}
	of := func(n unify.Node) int32 { // returns the member that contains, or is, a node of the graph
		for n != unify.None {
			if i, ok := number[n]; ok {
				return i
			}
			n = p.Graph.Parent(n)
		}
		return -1
	}
	for n, i := range number {
		if up := p.Graph.Parent(n); up != unify.None {
			h.Nodes[i].Parent = of(up)
		}
	}
	for _, c := range p.conflictsOf(story.Def, story.Events[:story.Step]) {
		i, _ := slices.BinarySearch(story.Events, c.Event)
		if x, y := of(c.A), of(c.B); x >= 0 && y >= 0 {
			h.Clashes = append(h.Clashes, p.clashedAt(d, c, int32(i+1), x, y))
		}
	}
	h.Links = p.historyLinks(d, number, of)
	p.historyVariables(&h, d, number)
	for n, i := range number {
		if whole := p.Words().Whole; whole != nil && p.Graph.Find(n) == n {
			h.Nodes[i].Whole = whole(n)
		}
	}
	return h, true
}

// historyVariables names the last patterns of a history as the signature of the definition does.
func (p *Program) historyVariables(h *patterns.History, d int32, number map[unify.Node]int32) {
	namer, ok := p.Syntax.(Namer)
	if !ok || h.Out < 0 {
		return
	}
	in, out := p.Ends(d, p.Sites(d)[0])
	if h.In == h.Out {
		in = out
	}
	roots := []unify.Node{in, out}
	for _, n := range slices.SortedFunc(maps.Keys(number), byNumber(number)) {
		if p.Graph.Find(n) == n {
			roots = append(roots, n)
		}
	}
	s := p.Solver.Quotient(roots...)
	names := namer.Variables(s, s.Roots[0], s.Roots[1], patterns.LongSide)
	for i, n := range roots[2:] {
		h.Nodes[number[n]].Variable = names[s.Roots[i+2]]
	}
}

// byNumber compares nodes by the order of their numbers.
func byNumber(number map[unify.Node]int32) func(x, y unify.Node) int {
	return func(x, y unify.Node) int { return cmp.Compare(number[x], number[y]) }
}

// historyLinks returns the links between the last patterns of a history, given the numbers of its nodes.
func (p *Program) historyLinks(d int32, number map[unify.Node]int32, of func(unify.Node) int32) []patterns.HistoryLink {
	var links []patterns.HistoryLink
	for _, n := range slices.SortedFunc(maps.Keys(number), byNumber(number)) {
		if p.Graph.Find(n) != n {
			continue
		}
		for _, e := range p.Graph.Edges(n) {
			if to := of(p.Graph.Find(e.To)); to >= 0 {
				links = append(links, patterns.HistoryLink{From: number[n], To: to, Label: p.edgeLabel(e.Label)})
			}
		}
	}
	for _, site := range p.Sites(d) {
		if p.Kind(site) != Calls || p.Construct(site).Value {
			continue
		}
		in, out := p.Ends(d, site)
		if from, to := of(p.Graph.Find(in)), of(p.Graph.Find(out)); from >= 0 && to >= 0 {
			call := p.call(site)
			links = append(links, patterns.HistoryLink{From: from, To: to, Label: call.Name, Call: true, Span: call.Span})
		}
	}
	return links
}

// leafSpan returns the place that a node belongs to; for a node of an instantiated signature, the call.
func (p *Program) leafSpan(n unify.Node) lang.Span {
	if site := p.SiteOf(n); site >= 0 {
		return p.Span(site)
	}
	return lang.Span{}
}
