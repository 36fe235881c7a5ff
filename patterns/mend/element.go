package mend

import (
	"slices"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns/tell"
	"github.com/patgraph/patgraph/unify"
)

// Elements proposes to swap an element of a composition with its neighbours, to leave it
// out, and to insert something before or after it.
func (r *Repairer) Elements(s Spot) {
	if !r.IsExpression(s.Site) {
		return
	}
	span := r.Span(s.Site)
	kids, i := r.chain(s.Site)
	if i > 0 {
		r.swap(s, kids[i-1], s.Site)
	}
	if i >= 0 && i+1 < len(kids) {
		r.swap(s, s.Site, kids[i+1])
	}
	if i >= 0 {
		r.leaveOut(s, kids, i)
	} else if id := r.style.Identity; id != "" && r.isLeaf(s.Site) && !r.IsAnnotation(s.Site) {
		r.Offer(s, Drop, 0, lang.Text("take what comes in as it is: `"+id+"`"), r.Edit(span, id))
	}
	in, out := r.views(s.Site)
	before, after := r.neighbours(s.Site)
	if after.Flat == unify.Open && s.Side >= 0 {
		after = r.opposite(s.Side)
	}
	r.between(s, span.Start, true, before, in)
	r.between(s, span.End, false, out, after)
}

// isLeaf reports whether an expression is one token that does something.
func (w *Workshop) isLeaf(e int32) bool {
	switch w.Kind(e) {
	case tell.Calls, tell.Reads, tell.Injects, tell.Literal:
		return len(w.Kids(e)) == 0
	}
	return false
}

// neighbours returns what an expression gets from the element before it in a composition,
// and what the element after it asks for.
func (r *Repairer) neighbours(e int32) (before, after View) {
	before, after = openView, openView
	if p := r.parent[e]; p != none && r.expression[p] {
		before, _ = r.views(p) // what goes into the expression that it is a part of
	}
	kids, i := r.chain(e)
	if i > 0 {
		_, before = r.views(kids[i-1])
	}
	if i >= 0 && i+1 < len(kids) {
		after, _ = r.views(kids[i+1])
	}
	return before, after
}

func (r *Repairer) swap(s Spot, x, y int32) {
	if r.isSuffix(x) || r.isSuffix(y) || y-r.First(x) >= longestSwap {
		return // it is about all that comes before it
	}
	if !r.usesInput(x) {
		return // what comes before it would be lost
	}
	gain := 0
	if r.IsAnnotation(x) || r.IsAnnotation(y) {
		gain = -CostOfType
	}
	p := r.Offer(s, Swap, gain, lang.Say("swap %s and %s", r.Quote(x), r.Quote(y)),
		r.Edit(r.Span(x), r.sourceOf(y)), r.Edit(r.Span(y), r.sourceOf(x)))
	p.with = x
	if x == s.Site {
		p.with = y
	}
}

// usesInput reports whether what an expression gives may depend on what it takes.
func (r *Repairer) usesInput(e int32) bool {
	first, from := e, r.Span(e).Start
	for first > 0 && r.Span(first-1).Start >= from && e-first < LongestBracket {
		first--
	}
	uses := make([]bool, e-first+1)
	of := func(kid int32) bool { return kid < first || uses[kid-first] }
	for i := range uses {
		e := first + int32(i)
		switch r.Kind(e) {
		case tell.Literal:
		case tell.Calls:
			name := r.sourceOf(e)
			at := slices.IndexFunc(r.functions(), func(f function) bool { return f.name == name })
			uses[i] = at < 0 || !r.functions()[at].constant
		case tell.Composes:
			uses[i] = !slices.ContainsFunc(r.Kids(e), func(kid int32) bool { return !of(kid) })
		case tell.Collects, tell.Joins, tell.Product, tell.Variant:
			uses[i] = slices.ContainsFunc(r.Kids(e), of)
		default:
			uses[i] = true
		}
	}
	return uses[e-first]
}

// leaveOut proposes a composition without one of its elements, given by its number.
func (r *Repairer) leaveOut(s Spot, kids []int32, i int) {
	if r.isSuffix(s.Site) {
		return
	}
	n := r.Span(s.Site)
	src := r.File.Src[:r.File.PartAt(n.Start).End()]
	from, to := r.TrimBlanks(n.Start), n.End
	for int(to) < len(src) && IsBlank(src[to]) {
		to++
	}
	if from > 0 && src[from-1] == '(' && int(to) < len(src) && src[to] == ')' {
		return // nothing would be left in the parentheses
	}
	span := lang.Span{Start: n.Start, End: to}
	if to == n.End {
		span.Start = from
	}
	if i == len(kids)-1 {
		span = lang.Span{Start: from, End: n.End}
	}
	gain := 0
	if i > 0 && r.sourceOf(s.Site) == r.sourceOf(kids[i-1]) {
		gain = gainOfRepeat
	}
	if r.IsAnnotation(s.Site) || !r.usesInput(s.Site) {
		gain -= CostOfLoose // it says something that would be lost
	}
	r.Offer(s, Drop, gain, lang.Say("leave out %s", r.Quote(s.Site)), r.Edit(span, "")).large = r.largeness(s.Site)
}

// largeSize is from what size on a part is large, in sites and labels.
const largeSize = 5

// largeness is the size of a site, in sites and labels, or 0 if it is not large. A change
// that takes away a large one, of several parts or with a declaration, is only worth an
// offer where no smaller one will do.
func (w *Workshop) largeness(e int32) int {
	size, declares := 0, false
	for i := w.First(e); i <= e; i++ {
		size += 1 + len(w.Slots(i))
		declares = declares || w.IsAnnotation(i)
	}
	if size < largeSize && !declares {
		return 0
	}
	return size
}

// TakesMuch reports whether a change takes away a large part. It costs a look at each site.
func (w *Workshop) TakesMuch(f *lang.Fix) bool {
	for _, e := range f.Edits {
		for site := int32(w.Size) - 1; e.Text == "" && site >= 0; site-- {
			if e.Span.Contains(w.Span(site)) && w.largeness(site) > 0 {
				return true
			}
		}
	}
	return false
}

// between proposes a field or a function between a value and where it goes.
func (r *Repairer) between(s Spot, at int32, before bool, from, to View) {
	if h := from.Flat.Head(); r.style.Field != "" && (h == unify.NoHead || !r.Types.Heads().IsLiteral(h)) {
		sign, what := r.style.Field, r.Words().Field
		if r.style.Tag != "" && from.Flat.Shapes() == unify.Union {
			sign, what = r.style.Tag, r.Words().Tag
		}
		for _, l := range from.Labels[:min(len(from.Labels), mostLabels)] {
			if l == unify.Member {
				continue // no one can write it
			}
			gain := 0
			if t, ok := r.typePart(h, []unify.Label{l}); h != unify.NoHead && ok {
				if !r.fit(t, to) {
					continue
				}
				if exact(t, to) {
					gain = gainOfFit
				}
			}
			word := sign + r.Label(r.Labels.Text(l))
			edit, more := r.put(s.Site, at, word, before)
			r.Offer(s, Project, gain+more, lang.Say("read the %s %s %s", what, r.Signed(sign, l), lang.Here(r.Span(s.Site))), edit)
		}
	}
	if r.fit(from, to) && from.Flat == to.Flat {
		return // nothing is wrong here
	}
	n := 0
	for _, f := range r.functions() {
		if f.constant || f.anything && !f.unasked || !r.MayRefer(s.Site, f.def) || !r.fit(from, f.in) || !r.fit(f.out, to) || from.Flat == unify.Open && to.Flat == unify.Open {
			continue
		}
		gain := 0
		if exact(from, f.in) {
			gain += gainOfFit
		}
		if exact(f.out, to) {
			gain += gainOfFit
		}
		edit, more := r.put(s.Site, at, f.name, before)
		p := r.Offer(s, Call, gain+more, lang.Say("apply `%s` %s", f.name, lang.Here(r.Span(s.Site))), edit)
		if f.def >= 0 {
			p.Refs = append(p.Refs, f.def)
		}
		if n++; n == mostNames {
			break
		}
	}
}

// put inserts an element beside a site, or in the place of one that gives what it takes.
func (r *Repairer) put(e, at int32, text string, before bool) (lang.Edit, int) {
	if r.Kind(e) == tell.Passes {
		return r.Edit(r.Span(e), text), gainOfIdentity
	}
	return r.Insert(at, text, before), 0
}
