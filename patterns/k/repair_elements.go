package k

import (
	"fmt"
	"slices"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/k"
	"github.com/patgraph/patgraph/unify"
)

// Repairs that change the elements of a composition.

// vectorGain is what a change between something and a vector of it gains when
// the clash is about vectors.
func (r *repairer) vectorGain() int {
	if r.vectorial() {
		return 0
	}
	return -costOfOther
}

// vectorial reports whether one side of the clash is a vector and the other not.
func (r *repairer) vectorial() bool {
	vectors := 0
	for i := range r.sides {
		if r.sides[i].view.flat.IsVector() {
			vectors++
		}
	}
	return vectors > 0 && vectors < len(r.sides)
}

func (r *repairer) wrap(s lang.Span, brackets string) []lang.Edit {
	return []lang.Edit{
		{Span: lang.Span{Start: s.Start, End: s.Start}, Text: brackets[:1]},
		{Span: lang.Span{Start: s.End, End: s.End}, Text: brackets[1:]},
	}
}

// unwrap leaves the inner span of an outer one.
func (r *repairer) unwrap(outer, inner lang.Span) []lang.Edit {
	return []lang.Edit{
		r.edit(lang.Span{Start: outer.Start, End: inner.Start}, ""),
		r.edit(lang.Span{Start: inner.End, End: outer.End}, ""),
	}
}

// composition proposes to swap an element with its neighbours, to leave it out,
// and to insert something before or after it.
func (r *repairer) composition(s spot, n *k.Node) {
	var kids []k.NodeID
	i := -1
	if p := r.parent[s.node]; p != k.NoNode && r.tree.Nodes[p].Op == k.OpComp {
		kids = r.tree.Kids(p)
		i = slices.Index(kids, s.node)
	}
	if i > 0 {
		r.swap(s, kids[i-1], s.node)
	}
	if i >= 0 && i+1 < len(kids) {
		r.swap(s, s.node, kids[i+1])
	}
	if i >= 0 {
		r.leaveOut(s, n)
	} else if r.isLeaf(s.node) && !r.isAnnotation(s.node) {
		r.offer(s, editDrop, 0, "take what comes in as it is: `()`", r.edit(n.Span(), "()"))
	}
	in, out := r.views(s.node)
	before, after := r.neighbours(s.node)
	if after.flat == unify.Open && s.side >= 0 {
		after = r.opposite(s.side)
	}
	r.between(s, n.Start, true, before, in)
	r.between(s, n.End, false, out, after)
}

// isLeaf reports whether an expression is one token that does something.
func (r *repairer) isLeaf(e k.NodeID) bool {
	switch r.tree.Nodes[e].Op {
	case k.OpRef, k.OpDot, k.OpVid, k.OpDiv, k.OpInt, k.OpString:
		return true
	}
	return false
}

// neighbours returns what comes to an expression from before it in a composition,
// and what is asked by what comes after it.
func (r *repairer) neighbours(e k.NodeID) (before, after view) {
	before, after = r.around(e), openView
	if p := r.parent[e]; p != k.NoNode && r.tree.Nodes[p].Op == k.OpComp {
		kids := r.tree.Kids(p)
		i := slices.Index(kids, e)
		if i > 0 {
			_, before = r.views(kids[i-1])
		}
		if i+1 < len(kids) {
			after, _ = r.views(kids[i+1])
		}
	}
	return before, after
}

// around is what goes into the expression that an expression is the first part
// of.
func (r *repairer) around(e k.NodeID) view {
	p := r.parent[e]
	if p == k.NoNode || !r.isExpression(p) {
		return openView
	}
	v, _ := r.views(p)
	return v
}

// opposite is the view of the other side of a clash.
func (r *repairer) opposite(side int) view {
	for i := range r.sides {
		if i != side {
			return r.sides[i].view
		}
	}
	return openView
}

func (r *repairer) swap(s spot, x, y k.NodeID) {
	a, b := r.tree.Span(x), r.tree.Span(y)
	if r.tree.Nodes[x].Op == k.OpCaret || r.tree.Nodes[y].Op == k.OpCaret || y-r.tree.FirstOf(x) >= longestSwap {
		return // the caret takes everything before it
	}
	if !r.usesInput(x) {
		return // what comes before it would be lost
	}
	gain := 0
	if r.isAnnotation(x) || r.isAnnotation(y) {
		gain = -costOfType
	}
	p := r.offer(s, editSwap, gain, fmt.Sprintf("swap %s and %s", r.quote(x), r.quote(y)),
		r.edit(a, r.tree.File.Text(b)), r.edit(b, r.tree.File.Text(a)))
	p.with = x
	if x == s.node {
		p.with = y
	}
}

func (r *repairer) isAnnotation(e k.NodeID) bool {
	op := r.tree.Nodes[e].Op
	return op == k.OpType || op == k.OpFilter
}

// usesInput reports whether what an expression gives may depend on what it takes.
func (r *repairer) usesInput(e k.NodeID) bool {
	n := &r.tree.Nodes[e]
	first := e
	for first > 0 && r.tree.Nodes[first-1].Start >= n.Start && e-first < longestBracket {
		first--
	}
	uses := make([]bool, e-first+1)
	any := func(kids ...k.NodeID) (some, all bool) {
		all = true
		for _, kid := range kids {
			u := kid < first || uses[kid-first]
			some, all = some || u, all && u
		}
		return some, all
	}
	for i := range uses {
		e := first + k.NodeID(i)
		switch n := &r.tree.Nodes[e]; n.Op {
		case k.OpInt, k.OpString:
		case k.OpRef:
			at := slices.IndexFunc(r.functions(), func(f function) bool { return f.name == r.tree.Syms.Text(n.Sym) })
			uses[i] = at < 0 || !r.functions()[at].constant
		case k.OpComp:
			_, uses[i] = any(r.tree.Kids(e)...)
		case k.OpCaret, k.OpMerge, k.OpVector:
			uses[i], _ = any(r.tree.Kids(e)...)
		case k.OpProduct, k.OpVariant:
			for _, f := range r.tree.Fields(e) {
				some, _ := any(f.Node)
				uses[i] = uses[i] || some
			}
		default:
			uses[i] = true
		}
	}
	return uses[e-first]
}

func (r *repairer) leaveOut(s spot, n *k.Node) {
	if n.Op == k.OpCaret {
		return
	}
	src := r.tree.File.Src[:r.tree.File.PartAt(n.Start).End()]
	from, to := r.trimBlanks(n.Start), n.End
	for int(to) < len(src) && isBlank(src[to]) {
		to++
	}
	if from > 0 && src[from-1] == '(' && int(to) < len(src) && src[to] == ')' {
		return // `()` would be left
	}
	span := lang.Span{Start: n.Start, End: to}
	if to == n.End {
		span.Start = from
	}
	if r.isLast(s.node) {
		span = lang.Span{Start: from, End: n.End}
	}
	gain := 0
	kids := r.tree.Kids(r.parent[s.node])
	if i := slices.Index(kids, s.node); i > 0 && r.tree.File.Text(n.Span()) == r.tree.File.Text(r.tree.Span(kids[i-1])) {
		gain = gainOfRepeat
	}
	if r.isAnnotation(s.node) || !r.usesInput(s.node) {
		gain -= costOfLoose // it says something that would be lost
	}
	r.offer(s, editDrop, gain, "leave out "+r.quote(s.node), r.edit(span, ""))
}

func (r *repairer) isLast(e k.NodeID) bool {
	kids := r.tree.Kids(r.parent[e])
	return kids[len(kids)-1] == e
}

// between proposes a field or a function between a value and where it goes.
func (r *repairer) between(s spot, at int32, before bool, from, to view) {
	if from.flat.Head() == unify.NoHead || !r.Types.Heads().IsLiteral(from.flat.Head()) {
		for _, l := range from.labels[:min(len(from.labels), mostLabels)] {
			gain := 0
			if t, ok := r.typePart(from.flat.Head(), []unify.Label{l}); from.flat.Head() != unify.NoHead && ok {
				if !r.fit(t, to) {
					continue
				}
				if exact(t, to) {
					gain = gainOfFit
				}
			}
			sign, what := ".", "field"
			if r.tree.Dialect == k.K6 && from.flat.Shapes() == unify.Union {
				sign, what = "/", "tag"
			}
			word := sign + r.tree.Dialect.LabelText(r.Labels.Text(l))
			edit, more := r.put(s.node, at, word, before)
			r.offer(s, editProject, gain+more, fmt.Sprintf("read the %s `%s` here", what, word), edit)
		}
	}
	if r.fit(from, to) && from.flat == to.flat {
		return // nothing is wrong here
	}
	n := 0
	for _, f := range r.functions() {
		if f.constant || f.anything && f.name != "toJSON" || !r.fit(from, f.in) || !r.fit(f.out, to) || from.flat == unify.Open && to.flat == unify.Open {
			continue
		}
		gain := 0
		if exact(from, f.in) {
			gain += gainOfFit
		}
		if exact(f.out, to) {
			gain += gainOfFit
		}
		edit, more := r.put(s.node, at, f.name, before)
		p := r.offer(s, editCall, gain+more, fmt.Sprintf("apply `%s` here", f.name), edit)
		if f.def >= 0 {
			p.refs = append(p.refs, f.def)
		}
		if n++; n == mostNames {
			break
		}
	}
}

// collected reports whether a caret stands after an expression, which collects
// what a pipe in it lets out.
func (r *repairer) collected(e k.NodeID) bool {
	for p, up := r.parent[e], 0; p != k.NoNode && up < mostElements; p, up = r.parent[p], up+1 {
		if r.tree.Nodes[p].Op == k.OpCaret {
			return true
		}
	}
	return false
}

// piped reports whether a pipe stands before the end of an expression, or before
// its beginning, in the composition that it is part of.
func (r *repairer) piped(e k.NodeID, end bool) bool {
	from := r.tree.Nodes[e].Start
	if p := r.parent[e]; p != k.NoNode && r.tree.Nodes[p].Op == k.OpComp {
		from = r.tree.Nodes[p].Start
	}
	for i := e; i >= 0 && r.tree.Nodes[i].Start >= from && e-i < longestBracket; i-- {
		if n := &r.tree.Nodes[i]; n.Op == k.OpPipe && (end || n.End <= r.tree.Nodes[e].Start) {
			return true
		}
	}
	return false
}

// follows reports whether an expression stands in a composition and not first.
func (r *repairer) follows(e k.NodeID) bool {
	p := r.parent[e]
	return p != k.NoNode && r.tree.Nodes[p].Op == k.OpComp && r.tree.Kids(p)[0] != e
}

// put inserts an element beside a node, or in the place of one that is ().
func (r *repairer) put(e k.NodeID, at int32, text string, before bool) (lang.Edit, int) {
	if r.tree.Nodes[e].Op == k.OpIdentity {
		return r.edit(r.tree.Span(e), text), gainOfIdentity
	}
	return r.insert(at, text, before), 0
}

// boxes proposes to take a vector apart, to collect one, or not to.
func (r *repairer) boxes(s spot, n *k.Node) {
	switch n.Op {
	case k.OpCaret:
		kid := r.tree.Nodes[r.tree.Kids(s.node)[0]].End
		span := lang.Span{Start: max(r.trimBlanks(n.End-1), kid), End: n.End}
		r.offer(s, editBox, r.vectorGain(), "collect no vector: leave out `^`", r.edit(span, ""))
	case k.OpVector:
		if kids := r.tree.Kids(s.node); len(kids) == 1 {
			r.offer(s, editBox, r.vectorGain(), "make it no vector", r.unwrap(n.Span(), r.tree.Span(kids[0]))...)
		}
	}
	if !r.vectorial() {
		return
	}
	const apart, collect = "take the vector apart with `|`", "collect the results with `^`"
	gain := 0
	if !r.collected(s.node) {
		gain = -costOfStray
	}
	r.offer(s, editBox, gain, apart, r.insert(n.Start, "|", true))
	r.offer(s, editBox, gain-costUnusual, apart, r.insert(n.End, "|", false))
	if r.piped(s.node, true) {
		r.offer(s, editBox, 0, collect, r.insert(n.End, "^", false))
	}
	if r.follows(s.node) && r.piped(s.node, false) {
		r.offer(s, editBox, -costUnusual/2, collect, r.insert(n.Start, "^", true))
	}
	if !r.isAnnotation(s.node) {
		r.offer(s, editBox, -costUnusual, "do it for each member: `| … ^`", r.insert(n.Start, "|", true), r.insert(n.End, "^", false))
	}
	r.offer(s, editBox, -costRare, "make it a vector `[…]`", r.wrap(n.Span(), "[]")...)
	r.offer(s, editBox, -costOfOther, "read the first element: `.0`", r.insert(n.End, ".0", false))
}
