package k

import (
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/k"
	"github.com/patgraph/patgraph/patterns/message"
	"github.com/patgraph/patgraph/patterns/repair"
)

// Repairs that add or remove a vector.

// code proposes a vector of a type, the member type of a vector, and other types.
func (r editor) code(s repair.Spot, n *k.Node) {
	if n.Op == k.OpCodeName {
		r.Offer(s, editTypeBox, r.vectorGain(), lang.Say("make it a vector: `[%s]`", r.tree.Syms.Text(n.Sym)),
			repair.Wrap(n.Span(), "[]")...)
		r.TypeName(s)
		return
	}
	kid := r.tree.Kids(r.site)[0]
	title := lang.Text("make the filter that of an element")
	if n.Op == k.OpCodeVector {
		if r.Parent(s.Site) < 0 && r.tree.Nodes[kid].Op == k.OpCodeName {
			return // a type definition needs a bracket
		}
		title = lang.Say("use %s, not a vector of it", r.Quote(int32(kid)))
	}
	r.Offer(s, editTypeBox, r.vectorGain(), title, r.Unwrap(n.Span(), r.tree.Span(kid))...)
}

// vectorGain is the gain of adding or removing a vector: less if the clash is not about vectors.
func (r editor) vectorGain() int {
	if r.Vectorial() {
		return 0
	}
	return -repair.CostOfOther
}

// collected reports whether a caret follows an expression and collects what a pipe in it opens.
func (r editor) collected(e k.NodeID) bool {
	for p, up := r.parent(e), 0; p != k.NoNode && up < repair.MostElements; p, up = r.parent(p), up+1 {
		if r.tree.Nodes[p].Op == k.OpCaret {
			return true
		}
	}
	return false
}

// piped reports whether a pipe occurs in the composition of an expression, before the end of the expression or before
// its beginning, and whether no caret collects what it opens.
func (r editor) piped(e k.NodeID, end bool) (found, stray bool) {
	from := r.tree.Nodes[e].Start
	if p := r.parent(e); p != k.NoNode && r.tree.Nodes[p].Op == k.OpComp {
		from = r.tree.Nodes[p].Start
	}
	for i := e; i >= 0 && r.tree.Nodes[i].Start >= from && e-i < repair.LongestBracket; i-- {
		if n := &r.tree.Nodes[i]; n.Op == k.OpPipe && (end || n.End <= r.tree.Nodes[e].Start) {
			found, stray = true, stray || !r.collected(i)
		}
	}
	return found, stray
}

// follows reports whether an expression is a part of a composition, but not the first.
func (r editor) follows(e k.NodeID) bool {
	p := r.parent(e)
	return p != k.NoNode && r.tree.Nodes[p].Op == k.OpComp && r.tree.Kids(p)[0] != e
}

// boxes proposes to open a vector, to collect one, or to remove either.
func (r editor) boxes(s repair.Spot, n *k.Node) {
	switch n.Op {
	case k.OpCaret:
		kid := r.tree.Nodes[r.tree.Kids(r.site)[0]].End
		span := lang.Span{Start: max(r.TrimBlanks(n.End-1), kid), End: n.End}
		r.Offer(s, editBox, r.vectorGain(), lang.Text("collect no vector: leave out `^`"), r.Edit(span, ""))
	case k.OpVector:
		if kids := r.tree.Kids(r.site); len(kids) == 1 {
			r.Offer(s, editBox, r.vectorGain(), lang.Text("do not make it a vector"),
				r.Unwrap(n.Span(), r.tree.Span(kids[0]))...)
		}
	}
	if !r.Vectorial() {
		return
	}
	text := r.tree.File.Text(n.Span())
	const widest = 40 // characters of a text in a title
	const apart, collect = "take the vector apart with `|`", "collect the results: write %s"
	gain := 0
	if !r.collected(r.site) {
		gain = -costOfStray
	}
	r.Offer(s, editBox, gain, lang.Text(apart), r.Insert(n.Start, "|", true))
	r.Offer(s, editBox, gain-repair.CostUnusual, lang.Text(apart), r.Insert(n.End, "|", false))
	if piped, stray := r.piped(r.site, true); piped {
		gain := 0
		if stray {
			gain = gainOfCaret
		}
		r.Offer(s, editBox, gain, lang.Say(collect, message.Quoted(text+" ^", widest)), r.Insert(n.End, "^", false))
	}
	if piped, stray := r.piped(r.site, false); piped && r.follows(r.site) {
		gain := -repair.CostUnusual / 2
		if stray {
			gain += gainOfCaret
		}
		r.Offer(s, editBox, gain, lang.Say(collect, message.Quoted("^ "+text, widest)), r.Insert(n.Start, "^", true))
	}
	if !r.IsAnnotation(s.Site) {
		r.Offer(s, editBox, r.GainOfElements(s)-repair.CostUnusual, lang.Text("do it for each element: `| … ^`"),
			r.Insert(n.Start, "|", true), r.Insert(n.End, "^", false))
	}
	r.Offer(s, editBox, -repair.CostRare, lang.Text("make it a vector `[…]`"), repair.Wrap(n.Span(), "[]")...)
	r.Offer(s, editBox, -repair.CostOfOther, lang.Text("read the first element: `.0`"), r.Insert(n.End, ".0", false))
}
