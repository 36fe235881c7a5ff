package mutate

import (
	"slices"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/k"
)

// A Truth is an edit of a mutant: the definition it is in, and the places in the mutant's text. A report has to name
// one of the places. For a written or renamed text, the place is the new text. After a removal nothing is left to point
// at, so the places are its surroundings:
//
//   - an element of a composition: the elements to its left and right, both together, and the text between them;
//   - a field: the bracket, whose labels are now too few, and the fields beside it.
//
// Two elements that were swapped are three places: each, and both. If a bracket became another kind of bracket, the
// place is the bracket and not its contents. An edit of a type's definition is also at fault where the program uses the
// type: `$T` states the whole type, and such a place is marked as a use.
type Truth struct {
	Definition string
	Places     []Place
}

// A Place is one place of a truth.
type Place struct {
	Span lang.Span
	New  bool // the edit wrote all of its text, so places within it count as well
	Use  bool // a use of a type whose definition was edited
}

// small is the maximal number of syntax nodes of a construct whose span may point at a part of it.
const small = 10

// An anchor is a span that is tight for a place.
type anchor struct {
	span   lang.Span
	within bool   // a span within it is tight, too
	rule   string // only for a constraint of this rule, or of any
	part   string // and for this part of the rule, unless empty
	exact  bool   // the place itself and not its surroundings
}

// anyRule is the rule of an anchor that is tight for constraints of all rules.
const anyRule = "*"

// A locator finds the constructs around a place of a tree.
type locator struct {
	flatLocator
	tree *k.Tree
}

func newLocator(tree *k.Tree) *locator {
	return &locator{flatLocator{&tree.Tree, tree.Parents()}, tree}
}

// hole replaces the smallest expression around an edit by an expression of any type. An edit of a type definition has
// none.
func (l *locator) hole(t *Truth) (lang.Edit, bool) {
	for _, p := range t.Places {
		if p.Use {
			continue
		}
		e := l.find(p.Span)
		for e != k.NoNode && !k.Expression(l.tree.Nodes[e].Op) {
			e = l.parent[e]
		}
		if e != k.NoNode {
			return lang.Edit{Span: l.tree.Span(e), Text: " <> "}, true
		}
	}
	return lang.Edit{}, false
}

// fieldSpan returns the span of a field from its value to its label, in either order.
func (l *locator) fieldSpan(f *k.Field) lang.Span {
	a, b := l.tree.Span(f.Node), f.LabelSpan()
	return lang.Span{Start: min(a.Start, b.Start), End: max(a.End, b.End)}
}

// ownRule returns the rule of a construct, and the part of the rule that is about its labels.
func ownRule(op k.Op) (rule, labels string) {
	switch op {
	case k.OpProduct:
		return "prod", "output"
	case k.OpVariant:
		return "variant", "output"
	case k.OpMerge:
		return "merge", ""
	case k.OpVector:
		return "vector", ""
	case k.OpCaret:
		return "caret", ""
	case k.OpComp:
		return "comp", ""
	case k.OpType, k.OpCodeName, k.OpCodeProduct, k.OpCodeUnion, k.OpCodeVector:
		return "type", ""
	case k.OpFilter, k.OpFilterVar, k.OpFilterCode, k.OpFilterAny, k.OpFilterProduct, k.OpFilterUnion, k.OpFilterVector:
		return "filter", ""
	}
	return "", ""
}

// anchors lists the spans that are tight for a place.
func (l *locator) anchors(p Place) []anchor {
	as := []anchor{{span: p.Span, within: p.New, exact: !p.Use}}
	e := l.find(p.Span)
	if e == k.NoNode {
		return as
	}
	if l.tree.Span(e) != p.Span {
		return l.partOf(as, e, p.Span)
	}
	n := &l.tree.Nodes[e]
	rule, _ := ownRule(n.Op)
	if n.Op == k.OpFilter {
		// The sign is not a construct of its own: the filter's constraints are those of the node after it.
		as = append(as, anchor{span: l.tree.Span(l.tree.Kids(e)[0]), exact: !p.Use})
	}
	switch {
	case l.size(e) <= 2 && l.leafLike(e):
		as[0].within = true
	case !p.New && n.Op != k.OpComp:
		as = append(as,
			anchor{span: lang.Span{Start: n.Start, End: n.Start + 1}, exact: true},
			anchor{span: lang.Span{Start: n.End - 1, End: n.End}, exact: true})
		for _, kid := range l.tree.Kids(e) {
			as = append(as, anchor{span: l.tree.Span(kid), rule: rule})
		}
		for _, f := range l.tree.Fields(e) {
			as = append(as, anchor{span: l.fieldSpan(&f), rule: rule}, anchor{span: f.LabelSpan(), rule: rule})
		}
	}
	return l.around(as, e)
}

// leafLike reports whether a node is a token, or a token with a sign before it.
func (l *locator) leafLike(e k.NodeID) bool {
	kids := l.tree.Kids(e)
	switch l.tree.Nodes[e].Op {
	case k.OpType, k.OpFilter, k.OpFilterCode:
		return len(l.tree.Kids(kids[0])) == 0
	}
	return len(kids) == 0
}

// partOf adds the anchors of a place that is not a node: a label, a field, or a run of elements.
func (l *locator) partOf(as []anchor, e k.NodeID, s lang.Span) []anchor {
	n := &l.tree.Nodes[e]
	switch {
	case k.Labelled(n.Op):
		as = append(as, anchor{span: n.Span(), exact: true})
		return l.around(as, e)
	case k.Fielded(n.Op):
		rule, labels := ownRule(n.Op)
		as = l.sign(l.construct(l.field(as, e, s), e, rule, labels), e)
	case n.Op == k.OpComp:
		for _, kid := range l.tree.Kids(e) {
			if s.Contains(l.tree.Span(kid)) {
				as = append(as, anchor{span: l.tree.Span(kid), rule: "comp"})
			}
		}
	}
	return as
}

// field adds the field of a bracket that has a label or a value at the span.
func (l *locator) field(as []anchor, e k.NodeID, s lang.Span) []anchor {
	for _, f := range l.tree.Fields(e) {
		if (f.LabelSpan() == s || l.tree.Span(f.Node) == s) && l.size(f.Node) <= small {
			as = append(as, anchor{span: l.fieldSpan(&f)})
		}
	}
	return as
}

// sign adds the `$T` or `?F` that a part belongs to: a type is stated as a whole, and the sign of a filter is not a
// construct of its own.
func (l *locator) sign(as []anchor, e k.NodeID) []anchor {
	code := false
	for up := e; up != k.NoNode; up = l.parent[up] {
		switch op := l.tree.Nodes[up].Op; op {
		case k.OpCodeName, k.OpCodeProduct, k.OpCodeUnion, k.OpCodeVector:
			code = true
		case k.OpType, k.OpFilterCode:
			if code {
				as = append(as, anchor{span: l.tree.Span(up), rule: "type"})
				as = l.construct(as, up, "filter", "")
			}
			return as
		case k.OpFilter:
			if l.parent[e] == up {
				as = l.construct(as, up, "filter", "")
			}
			return as
		}
	}
	return as
}

// around adds the anchors of the construct that directly contains a node.
func (l *locator) around(as []anchor, e k.NodeID) []anchor {
	up := l.parent[e]
	if up == k.NoNode {
		return as
	}
	n := &l.tree.Nodes[up]
	rule, _ := ownRule(n.Op)
	switch {
	case rule == "type" || rule == "filter":
		if k.Fielded(n.Op) {
			as = l.construct(l.field(as, up, l.tree.Span(e)), up, rule, "")
		}
		as = l.sign(as, e)
		if n.Op == k.OpType || n.Op == k.OpFilter {
			as = l.around(as, up)
		}
	case k.Fielded(n.Op):
		as = l.field(as, up, l.tree.Span(e))
	case n.Op == k.OpComp:
		as = l.seams(as, up, e)
	}
	return as
}

// seams adds the places where an element of a composition meets its neighbours.
func (l *locator) seams(as []anchor, comp, e k.NodeID) []anchor {
	kids := l.tree.Kids(comp)
	i := slices.Index(kids, e)
	seam := func(a, b k.NodeID) {
		x, y := l.tree.Span(a), l.tree.Span(b)
		as = append(as, anchor{span: x.To(y), rule: "comp"})
		if l.size(a)+l.size(b) <= small {
			as = append(as, anchor{span: x.To(y)})
		}
		if x.End < y.Start {
			as = append(as, anchor{span: lang.Span{Start: x.End, End: y.Start}, within: true})
		}
	}
	if i > 0 {
		seam(kids[i-1], e)
		as = append(as, anchor{span: l.tree.Span(kids[i-1]), rule: "comp"})
	} else {
		as = append(as, anchor{span: l.tree.Span(comp), rule: "comp", part: "start"})
	}
	if i+1 < len(kids) {
		seam(e, kids[i+1])
		as = append(as, anchor{span: l.tree.Span(kids[i+1]), rule: "comp"})
	} else {
		as = append(as, anchor{span: l.tree.Span(comp), rule: "comp", part: "end"})
	}
	return as
}

// An Oracle decides which spans are tight for the truths of one mutant.
//
// A span is tight for a place of a truth in these cases:
//
//  1. It is the place itself, for a filter with or without its sign; or it is within the place, if the edit wrote all
//     its text or if the place is a single token with its sign.
//  2. It is one of the brackets' own tokens, for a bracket.
//  3. It is the construct that the place directly belongs to: for a label the projection, the field and the bracket;
//     for the value of a field the field; for a part of a type `$T` the whole type; for a part of a filter the bracket
//     around it and the sign before it. Such a construct counts only if it has at most ten syntax nodes.
//  4. It is a seam of an element of a composition: the element with one neighbour, if both have at most ten nodes
//     together, or the text between the two.
//
// A constraint of a core has a rule besides its span, so it may also be tight by its rule, whatever its size:
//
//  5. "comp": a seam with a neighbour as in 4, and the span of that neighbour; for "start" and "end" also the
//     composition, of its first and last element;
//  6. "prod: output", "variant: output": the bracket of a renamed, added or missing label; "filter", "type": the
//     bracket or type around a changed part;
//  7. the rule of an edited bracket: its direct parts, fields and labels.
//
// The span of a definition is never tight, nor is that of its body unless the body is the construct that was edited, or
// is small. Suspects have no rule: for them only 1 to 4 count.
type Oracle struct {
	truths [][]anchor
	whole  []lang.Span // of definitions
}

// NewOracle returns the oracle of a mutant.
func NewOracle(m *Mutant) *Oracle {
	o := &Oracle{}
	o.truths, o.whole = m.Language.anchors(m)
	return o
}

// anchors returns the anchors of each truth, those that around returns for its places.
func (m *Mutant) anchors(around func(Place) []anchor) (truths [][]anchor) {
	for _, t := range m.Truths {
		var as []anchor
		for _, p := range t.Places {
			as = append(as, around(p)...)
		}
		truths = append(truths, as)
	}
	return truths
}

// anchorsOfK returns the anchors of a mutant of k.
func anchorsOfK(m *Mutant) (truths [][]anchor, whole []lang.Span) {
	tree := parse(m.Program, m.Source)
	l := newLocator(tree)
	for _, d := range tree.Defs {
		if !d.Main {
			whole = append(whole, d.Span)
		}
	}
	for _, d := range tree.Types {
		whole = append(whole, d.Span)
	}
	return m.anchors(l.anchors), whole
}

// Tight reports whether a place is tight for a truth of the mutant.
func (o *Oracle) Tight(truth int, s lang.Span) bool {
	return o.match(truth, s, func(a *anchor) bool { return a.rule == "" })
}

// Exact reports whether a place is one of the places of a truth.
func (o *Oracle) Exact(truth int, s lang.Span) bool {
	return o.match(truth, s, func(a *anchor) bool { return a.rule == "" && a.exact })
}

// States reports whether a constraint is about a truth of the mutant.
func (o *Oracle) States(truth int, c *lang.Constraint) bool {
	return o.match(truth, c.Span, func(a *anchor) bool {
		return a.rule == "" || a.rule == anyRule || a.rule == c.Rule && (a.part == "" || a.part == c.Part)
	})
}

func (o *Oracle) match(truth int, s lang.Span, fits func(*anchor) bool) bool {
	if s.Start >= s.End || slices.Contains(o.whole, s) {
		return false
	}
	return slices.ContainsFunc(o.truths[truth], func(a anchor) bool {
		return (a.span == s || a.within && a.span.Contains(s)) && fits(&a)
	})
}
