package repair

import (
	"slices"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns/message"
	"github.com/patgraph/patgraph/unify"
)

// Elements proposes to swap an element of a composition with its neighbours, to leave it out, and to insert something
// before or after it.
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
	r.move(s, kids, i)
	if i >= 0 {
		r.leaveOut(s, kids, i)
	} else if id := r.style.Identity; id != "" && r.isLeaf(s.Site) && !r.IsAnnotation(s.Site) {
		r.Offer(s, Drop, 0, lang.Text("take what comes in as it is: `"+id+"`"), r.Edit(span, id))
	}
	in, out := r.Views(s.Site)
	before, after, guessed := r.around(s)
	if after.Flat == unify.Open && s.Side >= 0 {
		after = r.opposite(s.Side)
	}
	n := len(r.list)
	r.between(s, span.Start, true, before, in)
	for i := n; guessed && i < len(r.list); i++ {
		r.list[i].vague = true
	}
	r.between(s, span.End, false, out, after)
	for i := range r.Sides {
		// What the spot gives may have been united with what is needed, or the other way round.
		if side := r.Sides[i].View; s.Side < 0 && len(r.Sides) == 2 && exact(out, side) {
			r.between(s, span.End, false, r.Sides[1-i].View, out)
			if after.Flat == unify.Open || same(out, after) {
				r.between(s, span.End, false, out, r.Sides[1-i].View)
			}
		}
	}
}

// isLeaf reports whether an expression is a single token.
func (w *Trials) isLeaf(e int32) bool {
	switch w.Kind(e) {
	case message.Calls, message.Reads, message.Injects, message.Literal:
		return len(w.Kids(e)) == 0
	}
	return false
}

// around returns the neighbours of a spot. If they do not show the contradiction and the spot states a side, it guesses
// that the input is the other side.
func (r *Repairer) around(s Spot) (before, after View, guessed bool) {
	before, after = r.Neighbours(s.Site)
	if in, out := r.Views(s.Site); s.Side >= 0 && same(before, in) && (after.Flat == unify.Open || same(out, after)) {
		return r.opposite(s.Side), after, true
	}
	return before, after, false
}

// Neighbours returns the output of the element before an expression in a composition, or else the input of the
// composition around it, and the input of the element after it.
func (r *Repairer) Neighbours(e int32) (before, after View) {
	before, after = openView, openView
	own, _ := r.Views(e)
	child, p := e, r.Parent(e)
	for up := 0; p != none && r.expression[p] && up < mostAround; child, p, up = p, r.Parent(p), up+1 {
		if kids, i := r.chain(child); i > 0 {
			_, before = r.Views(kids[i-1])
			break
		}
		before, _ = r.Views(p) // the input of the expression that contains it
		if !same(before, own) {
			break
		}
	}
	if kids, i := r.chain(e); i >= 0 && i+1 < len(kids) {
		after, _ = r.Views(kids[i+1])
	}
	return before, after
}

func (r *Repairer) swap(s Spot, x, y int32) {
	if r.isSuffix(x) || r.isSuffix(y) || y-r.First(x) >= longestSwap {
		return // it applies to all that comes before it
	}
	if !r.usesInput(x) {
		return // x would discard the value before it
	}
	if r.Kind(y) == message.Injects && r.Construct(x).Tag {
		return // what has one tag would be read by another
	}
	gain := 0
	switch {
	case r.IsAnnotation(x):
		gain = -costOfUnsaid
	case r.IsAnnotation(y):
		gain = -CostOfType
	}
	if r.Kind(y) == message.Reads && r.Kind(x) == message.Product {
		gain -= CostOfOther // the label of a field is likelier wrong than the order
	}
	before, _ := r.Neighbours(x)
	_, after := r.Neighbours(y)
	inX, outX := r.Views(x)
	inY, outY := r.Views(y)
	if gain == 0 && bridged(outY, inX) && (bridged(before, inY) || bridged(outX, after)) {
		gain += gainOfFit
	}
	p := r.Offer(s, Swap, gain, lang.Say("swap %s and %s", r.Quote(x), r.Quote(y)),
		r.Edit(r.Span(x), r.sourceOf(y)), r.Edit(r.Span(y), r.sourceOf(x)))
	p.with = x
	if x == s.Site {
		p.with = y
	}
}

// mostPassed is how many elements an element moves over at most.
const mostPassed = 3

// move proposes to put an element of a composition before two or more others that take what it gives. The site is it, or
// the first of these.
func (r *Repairer) move(s Spot, kids []int32, i int) {
	for n := 2; n <= mostPassed; n++ {
		if i >= n {
			r.moveBefore(s, kids[i-n:i], kids[i])
		}
		if i >= 0 && i+n < len(kids) {
			r.moveBefore(s, kids[i:i+n], kids[i+n])
		}
	}
}

func (r *Repairer) moveBefore(s Spot, run []int32, e int32) {
	before, _ := r.Neighbours(run[0])
	takes, _ := r.Views(run[0])
	in, out := r.Views(e)
	if r.IsAnnotation(e) || !bridged(before, in) || !bridged(out, takes) {
		return
	}
	over := r.Span(run[0]).To(r.Span(run[len(run)-1]))
	text := r.File.Text(over)
	p := r.Offer(s, Swap, gainOfFit, lang.Say("put %s before %s", r.Quote(e), message.Quoted(text, widestAlone)),
		r.Edit(over, r.sourceOf(e)), r.Edit(r.Span(e), text))
	p.Several = true
}

// usesInput reports whether the output of an expression may depend on its input.
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
		case message.Literal:
		case message.Calls:
			name := r.sourceOf(e)
			at := slices.IndexFunc(r.functions(), func(f function) bool { return f.name == name })
			uses[i] = at < 0 || !r.functions()[at].constant
		case message.Composes:
			uses[i] = !slices.ContainsFunc(r.Kids(e), func(kid int32) bool { return !of(kid) })
		case message.Collects, message.Joins, message.Product, message.Variant:
			uses[i] = slices.ContainsFunc(r.Kids(e), of)
		default:
			uses[i] = true
		}
	}
	return uses[e-first]
}

// leaveOut proposes a composition without element i.
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
		return // the parentheses would be empty
	}
	span := lang.Span{Start: n.Start, End: to}
	if to == n.End {
		span.Start = from
	}
	if i == len(kids)-1 {
		span = lang.Span{Start: from, End: n.End}
	}
	gain, guessed := 0, false
	if i > 0 && r.sourceOf(s.Site) == r.sourceOf(kids[i-1]) {
		gain = gainOfRepeat
	} else if before, after, is := r.around(s); r.isLeaf(s.Site) && bridged(before, after) {
		gain, guessed = gainOfBridge, is
	}
	if r.IsAnnotation(s.Site) || !r.usesInput(s.Site) {
		gain -= CostOfLoose // information would be lost
	}
	p := r.Offer(s, Drop, gain, lang.Say("leave out %s", r.Quote(s.Site)), r.Edit(span, ""))
	p.large = r.largeness(s.Site)
	if r.isOnlyCall(s.Site) || i == 0 && !r.usesInput(s.Site) {
		p.large = max(p.large, largeSize) // little of what the definition does would be left
	}
	if guessed {
		p.plainCost += gainOfBridge // the guess does not count for blame
	}
}

// largeSize is the least size of a large part, in sites and labels.
const largeSize = 5

// largeness is the size of a site, in sites and labels, or 0 if it is not large. A site with a declaration is always
// large. A change that removes a large part is only offered if no smaller one is accepted.
func (w *Trials) largeness(e int32) int {
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

// isOnlyCall reports whether a site is the only one in its definition that calls the definition itself.
func (r *Repairer) isOnlyCall(site int32) bool {
	d, ok := r.Callee(site)
	if !ok || d < 0 || d != r.Owner(site) {
		return false
	}
	def := r.Definition(d)
	r.Solver.Watch.Steps(int(1+def.Root-def.First) / sitesPerStep)
	for e := def.First; e <= def.Root; e++ {
		if callee, ok := r.Callee(e); ok && callee == d && e != site {
			return false
		}
	}
	return true
}

// TakesMuch reports whether a change removes a large part. It takes time linear in the sites.
func (w *Trials) TakesMuch(f *lang.Fix) bool {
	for _, e := range f.Edits {
		for site := int32(w.Size) - 1; e.Text == "" && site >= 0; site-- {
			if e.Span.Contains(w.Span(site)) && w.largeness(site) > 0 {
				return true
			}
		}
	}
	return false
}

// between proposes a field or a function between a value and its consumer.
func (r *Repairer) between(s Spot, at int32, before bool, from, to View) {
	if h := from.Flat.Head(); r.style.Field != "" && (h == unify.NoHead || !r.Types.Heads().IsLiteral(h)) {
		sign, what := r.style.Field, r.Words().Field
		if r.style.Tag != "" && from.Flat.Shapes() == unify.Union {
			sign, what = r.style.Tag, r.Words().Tag
		}
		for _, l := range from.Labels[:min(len(from.Labels), mostLabels)] {
			if l == unify.Member {
				continue // it cannot be written
			}
			if !before && r.Kind(s.Site) == message.Injects && !slices.ContainsFunc(r.Slots(s.Site), func(t message.Slot) bool {
				return t.Label == l
			}) {
				continue // the value has another tag
			}
			gain := 0
			if around, ok := r.fieldAround(s.Site); ok && around == l {
				gain = gainOfWord
			} else if r.readsAround(s.Site, l) {
				gain = -CostOfTwice
			}
			if t, ok := r.typePart(h, []unify.Label{l}); h != unify.NoHead && ok {
				if !r.fit(t, to) || r.readsConstant(t, to) {
					continue
				}
				if exact(t, to) {
					gain += gainOfFit
				}
			}
			word := sign + r.Label(r.Labels.Text(l))
			edit, more := r.put(s.Site, at, word, before)
			title := lang.Say("read the %s %s %s", what, r.Signed(sign, l), lang.Here(r.Span(s.Site)))
			if r.Kind(s.Site) == message.Passes {
				title = lang.Say("use %s in place of `%s`", r.Signed(sign, l), r.sourceOf(s.Site))
			}
			r.Offer(s, Project, gain+more, title, edit)
		}
	}
	if r.fit(from, to) && from.Flat == to.Flat {
		return // these two agree
	}
	n := 0
	for _, f := range r.functions() {
		idle := f.constant && !(r.Kind(s.Site) == message.Passes && just(f.out, to))
		if idle || f.anything && (!f.unasked || r.bends(s.Site, f)) || !r.MayRefer(s.Site, f.def) ||
			!r.fit(from, f.in) || !r.fit(f.out, to) || r.readsConstant(f.out, to) ||
			from.Flat == unify.Open && to.Flat == unify.Open {
			continue
		}
		gain := 0
		if f.anything && !before && r.Kind(s.Site) != message.Literal && r.joins(f, from) {
			gain = gainOfConversion
		}
		takes := just(from, f.in) && (f.def >= 0 || !from.isVector()) // built-in functions take all kinds of vectors
		r.offerCall(s, at, before, f, gain, takes, just(f.out, to))
		if n++; n == mostNames {
			break
		}
	}
	of := s.Site // what gives the value
	if list, i := r.chain(s.Site); before && i > 0 {
		of = list[i-1]
	}
	if f, ok := r.itself(s); ok && (!before || of != s.Site) && r.isSmaller(of) && r.recurs(f, of, from) {
		r.offerCall(s, at, before, f, gainOfRecursion, true, true)
	}
}

// operand returns what a built-in function takes as the elements of its vector, for an expression that gives one, and
// false for any other expression. It is open if the elements are compared.
func (r *Repairer) operand(e int32) (View, bool) {
	vector := r.Parent(e)
	for vector != none && r.Kind(vector) == message.Composes {
		vector = r.Parent(vector)
	}
	if vector == none || r.Kind(vector) != message.Collects || r.isSuffix(vector) {
		return openView, false
	}
	kids, i := r.chain(vector)
	if i < 0 || i+1 == len(kids) {
		return openView, false
	}
	callee, known := r.Callee(kids[i+1])
	s := r.schemeOf(kids[i+1], r.sourceOf(kids[i+1]))
	if !known || callee >= 0 || s == nil {
		return openView, false
	}
	return r.schemePart(s, s.Roots[0], []unify.Label{unify.Member})
}

// bends reports whether a conversion would only make a value fit a comparison or a calculation.
func (r *Repairer) bends(e int32, conversion function) bool {
	takes, ok := r.operand(e)
	return ok && !exact(takes, conversion.out)
}

// readsConstant reports whether parts would be read of a number or a text, which has none.
func (r *Repairer) readsConstant(v, to View) bool {
	h := v.Flat.Head()
	if h == unify.NoHead || len(to.Labels) == 0 {
		return false
	}
	is, _ := r.Types.Heads().Literal(h)
	return is == unify.AllLiterals && !exact(v, to)
}

// joins reports whether a function leads from one side of the contradiction to another, where a value is that has one of
// them. If it takes anything, the sides are constants.
func (r *Repairer) joins(f function, at View) bool {
	takes := func(x View) bool {
		if f.anything {
			h := x.Flat.Head()
			return h != unify.NoHead && r.Types.Heads().IsLiteral(h) && !exact(x, f.out)
		}
		return just(x, f.in)
	}
	for i := range r.Sides {
		for j := range r.Sides {
			x, y := r.Sides[i].View, r.Sides[j].View
			if i != j && takes(x) && r.fit(f.out, y) && (just(at, x) || just(at, y)) {
				return true
			}
		}
	}
	return false
}

// isSmaller reports whether a value may be smaller than the input of its definition: it is a part of another value, or
// a product of which a field is a part of the field with the same label.
func (r *Repairer) isSmaller(e int32) bool {
	if r.Kind(e) != message.Product {
		return r.Reads(e)
	}
	return slices.ContainsFunc(r.Slots(e), func(t message.Slot) bool {
		if t.Part == none || r.Kind(t.Part) != message.Composes {
			return false
		}
		kids := r.Kids(t.Part)
		slots := r.Slots(kids[0])
		return r.Reads(kids[0]) && len(slots) > 0 && slots[0].Label == t.Label && r.Reads(kids[len(kids)-1])
	})
}

// recurs reports whether a definition may be meant to be applied to a part of its input: that leads from one side of
// the contradiction to another; or the contradiction is elsewhere, the definition takes just this part, and another
// part of the same value is beside it.
func (r *Repairer) recurs(f function, part int32, at View) bool {
	if f.def == r.def {
		return r.joins(f, at)
	}
	return just(at, f.in) && r.isBesideOther(part)
}

// isBesideOther reports whether the bracket around a projection also has one with another label.
func (r *Repairer) isBesideOther(e int32) bool {
	around := r.Parent(e)
	if !r.Reads(e) || around == none || !r.isBracket(around) {
		return false
	}
	slots := r.Slots(e)
	return slices.ContainsFunc(r.Kids(around), func(kid int32) bool {
		return r.Reads(kid) && r.Slots(kid)[0].Label != slots[0].Label
	})
}

// itself returns the definition of a spot as a function that a change within it may call: a recursion may be missing.
// Without a scheme, its ends show what it takes and gives.
func (r *Repairer) itself(s Spot) (f function, ok bool) {
	d := r.Owner(s.Site)
	if d < 0 {
		return f, false
	}
	def, x := r.Definition(d), r.Solver.Derivation(d)
	if def.NameSpan == def.Span || def.Bad || !x.Derived {
		return f, false
	}
	f = function{name: r.DefName(d), def: d}
	f.in, f.out = r.Views(def.Root)
	return f, true
}

// offerCall proposes to apply a function beside a site. takes and gives report whether it takes exactly the value there,
// and gives exactly what is needed; gain is for other reasons.
func (r *Repairer) offerCall(s Spot, at int32, before bool, f function, gain int, takes, gives bool) {
	if takes {
		gain += gainOfFit
	}
	if gives {
		gain += gainOfFit
	}
	edit, more := r.put(s.Site, at, f.name, before)
	title := lang.Say("apply `%s` %s", f.name, lang.Here(r.Span(s.Site)))
	if r.Kind(s.Site) == message.Passes {
		title = lang.Say("use `%s` in place of `%s`", f.name, r.sourceOf(s.Site))
	}
	if takes && gives {
		gain += gainOfWhole
	}
	if r.isUnused(f.def) && f.def != r.def {
		gain += gainOfUnused
	}
	p := r.Offer(s, Call, gain+more, title, edit)
	if f.def >= 0 {
		p.Refs = append(p.Refs, f.def)
	}
	p.free = takes && gives || f.anything && gain >= gainOfConversion && slices.ContainsFunc(r.Sides, func(side Side) bool {
		return exact(f.out, side.View)
	})
}

// put inserts an element beside a site, or replaces a site that only passes its input on.
func (r *Repairer) put(e, at int32, text string, before bool) (lang.Edit, int) {
	if r.Kind(e) == message.Passes {
		if _, i := r.chain(e); i >= 0 {
			return r.Edit(r.Span(e), text), gainOfIdle
		}
		return r.Edit(r.Span(e), text), gainOfIdentity
	}
	return r.Insert(at, text, before), 0
}
