package k

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/k"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/explain"
	"github.com/patgraph/patgraph/unify"
)

// What is told of one pattern is bounded: so many parts of it, and of one part so
// many labels.
const (
	maxWhyNodes  = 16
	maxWhyLabels = 24
)

// Why tells why the innermost expression around a byte offset has its pattern.
func (a *analysis) Why(offset, at int32) (patterns.Why, bool) {
	e := a.expressionAt(offset)
	if e == k.NoNode {
		return patterns.Why{}, false
	}
	return a.why(a.defAt(e), e, at)
}

// WhyDefinition is Why for a definition's body.
func (a *analysis) WhyDefinition(d, at int32) (patterns.Why, bool) {
	return a.why(d, a.tree.Defs[d].Root, at)
}

// expressionAt returns the innermost expression around an offset; within a code or
// a filter it is the whole of it. An offset in a label is in what has the label.
func (a *analysis) expressionAt(offset int32) k.NodeID {
	best := k.NoNode
	for i := range a.tree.Defs {
		def := &a.tree.Defs[i]
		if def.Root == k.NoNode || offset < def.Span.Start || offset >= def.Span.End {
			continue
		}
		for e := def.First; e <= def.Root; e++ {
			n := &a.tree.Nodes[e]
			if n.Op >= k.OpCodeName || offset < n.Start || offset >= n.End {
				continue
			}
			if best == k.NoNode || a.tree.Nodes[best].End-a.tree.Nodes[best].Start >= n.End-n.Start && n.Start >= a.tree.Nodes[best].Start {
				best = e
			}
		}
		if best == k.NoNode {
			best = def.Root // its name, or the blanks in it
		}
	}
	return best
}

func (a *analysis) why(d int32, e k.NodeID, at int32) (patterns.Why, bool) {
	if d < 0 || e == k.NoNode {
		return patterns.Why{}, false
	}
	story, ok := a.explainer().Story(d, at)
	if !ok {
		return patterns.Why{}, false
	}
	b := a.body(d)
	in, out := story.Local(b.in(e)), story.Local(b.out(e))
	g := story.System.Solve(nil)
	scheme := patterns.NewQuotienter(a.types).Scheme(g, in, out)
	w := patterns.Why{
		Span: a.tree.Span(e), Expression: a.short(e), Definition: a.defName(d),
		Signature: a.Signature(scheme, scheme.Roots[0], scheme.Roots[1]),
		Step:      story.Step, Steps: int32(len(story.Events)),
	}
	t := whyTeller{analysis: a, story: story, graph: g, seen: make(map[unify.Node]string)}
	t.add(in, "the input", nil)
	t.add(out, "the output", nil)
	for len(t.queue) > 0 && len(t.seen) <= maxWhyNodes {
		p := t.queue[0]
		t.queue = t.queue[1:]
		t.pattern(p)
	}
	w.Parts = t.parts
	return w, true
}

// whyTeller tells the parts of one pattern.
type whyTeller struct {
	*analysis
	story *explain.Story
	graph *unify.Graph
	seen  map[unify.Node]string // by class: the name under which it was told
	first map[string]unify.Node
	queue []whyNode
	parts []patterns.WhyPart
}

type whyNode struct {
	node unify.Node
	name string // "the input", "the part `a.b` of the input"
	root string
	path []unify.Label
}

// add notes a part to be told, or tells that it is one with another.
func (t *whyTeller) add(n unify.Node, root string, path []unify.Label) {
	name := root
	if len(path) > 0 {
		name = t.partText(path) + " of " + root
	}
	class := t.story.Closure().Find(n)
	if was, ok := t.seen[class]; ok {
		if p := t.story.Closure().Equal(t.first[was], n); p != nil {
			t.part(name+" is the same pattern as "+was, p, t.first[was])
		}
		return
	}
	if t.first == nil {
		t.first = make(map[string]unify.Node)
	}
	t.seen[class] = name
	t.first[name] = n
	t.queue = append(t.queue, whyNode{n, name, root, path})
}

// pattern tells the shape of a node, its labels and whether there are others.
func (t *whyTeller) pattern(p whyNode) {
	c := t.story.Closure()
	r := t.graph.Find(p.node)
	flat := t.graph.Flat(r)
	edges := t.graph.Edges(r)
	if h := flat.Head(); h != unify.NoHead {
		found := c.Facts(p.node, 1, func(f unify.Claim) bool { return f.Flat.Head() == h })
		for _, f := range found {
			t.part(p.name+" is "+t.typeThing(h), f.Proof, p.node)
		}
		return
	}
	closed := t.shape(p, flat)
	edges = slices.Clone(edges)
	slices.SortFunc(edges, func(x, y unify.Edge) int { return t.compareLabels(x.Label, y.Label) })
	noun := "field"
	if flat.Shapes() == unify.Union {
		noun = "tag"
	}
	for i, e := range edges {
		if i == maxWhyLabels {
			break
		}
		found, ok := c.Edge(p.node, e.Label)
		if !ok {
			continue
		}
		switch {
		case found.C == closed || e.Label == unify.Member:
			// It was told with the shape.
		default:
			t.part(p.name+" has the "+noun+" "+t.labelWord(e.Label), found.Proof, p.node)
		}
		to := t.story.System.Constraints[found.C].Edges[found.E].To
		t.add(to, p.root, append(slices.Clone(p.path), e.Label))
	}
}

// shape tells the facts that leave the shape there is, and the one that closes
// it, which it returns; -1 for none. That it is no vector is left out: a label
// that is no index says so.
func (t *whyTeller) shape(p whyNode, flat unify.Flat) (closed int32) {
	c := t.story.Closure()
	closed = -1
	if flat.Closed() {
		for _, f := range c.Facts(p.node, 1, func(f unify.Claim) bool { return f.Flat.Closed() && f.Flat.Head() == unify.NoHead }) {
			closed = f.C
			t.part(p.name+" is "+t.thing(patterns.NewFact(unify.None, nil, f.Claim.Flat, edgesOf(f.Claim.Labels))), f.Proof, p.node)
			if f.Claim.Flat.Shapes() == flat.Shapes() {
				return closed
			}
		}
	}
	if s := flat.Shapes(); s != unify.AnyShape && s != unify.Product|unify.Union {
		// The nearest facts, until they leave nothing else.
		shapes := unify.AnyShape
		for _, f := range c.Facts(p.node, 12, func(f unify.Claim) bool {
			return f.Flat.Shapes()&unify.AnyShape != unify.AnyShape || t.noIndexIn(f.Labels)
		}) {
			s := shapes & f.Claim.Flat.Shapes()
			if t.noIndexIn(f.Claim.Labels) {
				s &^= unify.Vector
			}
			if s == shapes {
				continue
			}
			shapes = s
			t.part(p.name+" is "+shapesThing(shapes), f.Proof, p.node)
			if shapes == flat.Shapes() {
				break
			}
		}
	}
	return closed
}

// noIndexIn reports whether one of some labels is no index, which rules out a
// vector.
func (t *whyTeller) noIndexIn(ls []unify.Label) bool {
	return slices.ContainsFunc(ls, func(l unify.Label) bool { return l != unify.Member && !t.labels.Index().Has(l) })
}

// shapesThing names a set of shapes.
func shapesThing(s unify.Shape) string {
	switch s {
	case unify.Product:
		return "a product"
	case unify.Union:
		return "a union"
	case unify.Vector:
		return "a vector"
	case unify.Product | unify.Vector:
		return "a product or a vector"
	case unify.Product | unify.Union:
		return "no vector"
	}
	return "not any pattern"
}

// part adds what a proof proves of a node.
func (t *whyTeller) part(what string, p *unify.Proof, from unify.Node) {
	ex := &lang.Explanation{}
	member := make([]int32, len(t.story.System.Constraints))
	for i := range member {
		member[i] = -1
	}
	for _, c := range p.Cited() {
		if t.Wiring(t.story.Core[c].Source) {
			continue
		}
		member[c] = int32(len(ex.Core))
		ex.Core = append(ex.Core, t.coreConstraint(t.story.Core[c]))
	}
	w := teller{analysis: t.analysis, sys: t.story.System, places: t.story.Places, member: member, ex: ex, home: t.story.Def}
	w.tell(p)
	walk := walker{analysis: t.analysis, sys: t.story.System, places: t.story.Places}
	walk.cited = func(c int32) *explain.Cited {
		if m := &t.story.Core[c]; !t.Wiring(m.Source) {
			return m
		}
		return nil
	}
	walk.fact(p, from)
	t.parts = append(t.parts, patterns.WhyPart{
		What: what, Steps: ex.Steps, Story: walk.lines, Core: ex.Core, Checked: t.story.System.Check(p) == nil,
	})
}

// Trace lists the steps of a definition's derivation.
func (a *analysis) Trace(d int32) []patterns.TraceEvent {
	story, ok := a.explainer().Story(d, -1)
	if !ok {
		return nil
	}
	g := a.graph
	number := make(map[int32]int32, len(story.Events))
	t := teller{analysis: a, home: d}
	list := make([]patterns.TraceEvent, 0, len(story.Events))
	for i, ev := range story.Events {
		e := g.Event(ev)
		number[ev] = int32(i + 1)
		step := patterns.TraceEvent{Number: int32(i + 1), Definition: a.defName(d)}
		r := g.Reason(ev)
		step.Reason = ReasonText(r)
		if p, l, ok := e.Cause.From(); ok {
			word := "have"
			if _, _, unfolded := e.Cause.Unfolded(); unfolded {
				word = "are a type with"
			}
			step.Reason = fmt.Sprintf("both sides of step %d %s %s", number[p], word, a.memberWord(l))
		}
		step.Span = a.tree.Span(k.NodeID(r.Site))
		step.What = t.graphNode(d, e.X) + " and " + t.graphNode(d, e.Y) + " become one"
		n := a.explainer().Made(d, ev)
		_, failed := slices.BinarySearchFunc(g.Conflicts(), ev, func(c unify.Conflict, ev int32) int { return int(c.Event - ev) })
		switch {
		case n != unify.None:
			step.After = a.shallow(n)
		case failed:
			step.Outcome = "conflict"
		default:
			step.Outcome = "already one"
		}
		list = append(list, step)
	}
	return list
}

func (a *analysis) memberWord(l unify.Label) string {
	if l == unify.Member {
		return "elements"
	}
	return a.labelWord(l)
}

// shallow spells a node as it was made: its bracket and its labels.
func (a *analysis) shallow(n unify.Node) string { return a.bracket(a.graph.Flat(n), a.graph.Edges(n)) }

// bracket spells a flat pattern with its labels.
func (a *analysis) bracket(f unify.Flat, edges []unify.Edge) string {
	if h := f.Head(); h != unify.NoHead {
		return a.typeWord(h)
	}
	form := f.Form()
	if form == "[]" {
		if len(edges) > 0 {
			return "[…]"
		}
		return form
	}
	var labels []string
	for _, l := range a.firstLabels(edges) {
		labels = append(labels, a.shortLabel(l))
	}
	if more := len(edges) - maxListed; more > 0 {
		labels = append(labels, fmt.Sprintf("… %d more", more))
	}
	open, end := form[:1], form[len(form)-1:]
	if form == "{}|[]" {
		open, end = "{", "}"
	}
	if strings.Contains(form, "...") {
		labels = append(labels, "...")
	}
	return open + strings.Join(labels, ", ") + end
}

// firstLabels returns the labels that come first, as many as are listed. A class
// may grow by one label at each of very many steps, so they are not sorted.
func (a *analysis) firstLabels(edges []unify.Edge) []unify.Label {
	compare := a.labelOrder(len(edges))
	first := make([]unify.Label, 0, maxListed+1)
	for _, e := range edges {
		if len(first) == maxListed && compare(e.Label, first[maxListed-1]) > 0 {
			continue
		}
		i, _ := slices.BinarySearchFunc(first, e.Label, compare)
		first = slices.Insert(first, i, e.Label)
		first = first[:min(len(first), maxListed)]
	}
	return first
}

// shortLabel is a label as it is written, cut where it is too long to be read.
func (a *analysis) shortLabel(l unify.Label) string {
	return shortened(a.tree.Dialect.LabelText(shortened(a.labels.Text(l), maxLabel+1)), maxLabel)
}

// maxLabel is how many characters of a label are shown.
const maxLabel = 60

// shortened cuts a text to so many characters.
func shortened(text string, most int) string {
	if len(text) <= most {
		return text
	}
	n := 0
	for i := range text {
		if n == most-1 {
			rest := text[i:]
			if _, size := utf8.DecodeRuneInString(rest); size == len(rest) {
				return text
			}
			return text[:i] + "…"
		}
		n++
	}
	return text
}

// graphNode names a node of the graph of a definition.
func (t *teller) graphNode(d int32, n unify.Node) string {
	if _, ok := t.graph.UnfoldedBy(n); ok {
		return "the part `" + t.shallow(n) + "` of the type"
	}
	t.places = append(t.places[:0], explain.Place{Def: d, Node: n})
	return t.node(0)
}
