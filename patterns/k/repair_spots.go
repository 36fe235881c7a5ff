package k

import (
	"slices"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/k"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/explain"
	"github.com/patgraph/patgraph/unify"
)

// A side is one of the facts of a clash, with the places in the text that state
// it.
type side struct {
	fact  explain.Fact
	node  k.NodeID // states it, perhaps in another definition
	use   k.NodeID // the reference that brought it along, or NoNode
	code  k.NodeID // the part of a type that says it, or NoNode
	view  view
	order []unify.Label // its labels in source order
}

// sideOf finds the places of a fact.
func (r *repairer) sideOf(f explain.Fact) side {
	s := side{fact: f, node: k.NoNode, use: k.NoNode, code: k.NoNode}
	s.view = view{f.Claim.Flat, r.labelsFor(f.Claim)}
	within := f.Within
	if f.Use >= 0 {
		s.use = k.NodeID(r.Solver.UseOf(f.Use).Site)
		s.node = s.use
		if o := f.Origin; o != nil {
			s.node, within = k.NodeID(r.OriginSite(o)), o.Within
		}
	} else if site, ok := r.Graph.Site(f.Node); ok {
		s.node = k.NodeID(site)
	}
	if s.node != k.NoNode {
		s.code = r.codeAt(s.node, within)
	}
	if s.code == k.NoNode {
		s.code = r.codeOfPart(r.Graph.Flat(f.Node).Head(), f.Within)
	}
	s.order = s.view.labels
	if s.code != k.NoNode {
		if root := r.named(s.code); r.tree.Nodes[root].Op.Fielded() {
			s.order = nil
			for _, f := range r.tree.Fields(root) {
				s.order = append(s.order, unify.Label(f.Label))
			}
		}
	}
	return s
}

// codeAt returns the part of a type's code under some labels, when a node is a
// type, or NoNode.
func (r *repairer) codeAt(e k.NodeID, within []unify.Label) k.NodeID {
	if op := r.tree.Nodes[e].Op; op != k.OpType && op != k.OpFilterCode {
		return k.NoNode
	}
	return r.partOf(r.tree.Kids(e)[0], within)
}

// codeOfPart returns the code somewhere in the program of the part of a type
// under some labels, or NoNode.
func (r *repairer) codeOfPart(t patterns.Type, within []unify.Label) k.NodeID {
	for i := 0; t != unify.NoHead; i++ {
		if e, ok := r.codeOf(t); ok {
			return r.partOf(e, within[i:])
		}
		if i == len(within) {
			break
		}
		part, ok := r.typePart(t, within[i:i+1])
		if !ok {
			break
		}
		t = part.flat.Head()
	}
	return k.NoNode
}

// partOf returns the part of a code under some labels, or NoNode.
func (r *repairer) partOf(e k.NodeID, within []unify.Label) k.NodeID {
	for _, l := range within {
		e = r.named(e)
		switch n := &r.tree.Nodes[e]; {
		case n.Op == k.OpCodeVector:
			e = r.tree.Kids(e)[0]
		case n.Op.Fielded():
			fields := r.tree.Fields(e)
			i := slices.IndexFunc(fields, func(f k.Field) bool { return unify.Label(f.Label) == l })
			if i < 0 {
				return k.NoNode
			}
			e = fields[i].Node
		default:
			return k.NoNode
		}
	}
	return e
}

// named returns the structure of a code that is the name of a defined type, and
// any other code itself.
func (r *repairer) named(code k.NodeID) k.NodeID {
	if n := &r.tree.Nodes[code]; n.Op == k.OpCodeName {
		if t := r.names.Type[n.Sym]; t >= 0 && r.tree.Types[t].Root != k.NoNode {
			return r.tree.Types[t].Root
		}
	}
	return code
}

// findSides fills in the sides of the clash.
func (r *repairer) findSides() {
	facts := r.clash.Facts
	for _, f := range facts {
		r.sides = append(r.sides, r.sideOf(f))
	}
	if len(facts) != 2 {
		return
	}
	// Of two types with structure it is the parts that differ.
	x, y := facts[0].Claim.Flat.Head(), facts[1].Claim.Flat.Head()
	if x == unify.NoHead || y == unify.NoHead {
		return
	}
	diff := r.Types.Difference(x, y)
	if len(diff.Path) == 0 {
		return
	}
	for i, part := range [2]patterns.Type{diff.A, diff.B} {
		s := &r.sides[i]
		s.view = r.typeView(part)
		s.order = s.view.labels
		if s.node != k.NoNode {
			s.code = r.codeAt(s.node, append(slices.Clone(s.fact.Within), diff.Path...))
		}
	}
}

// spots lists the places to change, the likeliest first: the given ones, those
// of the facts, those that the program joins, and what is near to them.
func (r *repairer) spots(places []repairPlace) []spot {
	r.findSides()
	var list []spot
	add := func(e k.NodeID, label lang.Span) {
		if e == k.NoNode || slices.ContainsFunc(list, func(s spot) bool { return s.node == e }) {
			return
		}
		s := spot{node: e, label: label, rank: len(list), side: -1}
		for i, side := range r.sides {
			if side.node == e || side.use == e || side.code == e || side.code != k.NoNode && r.named(side.code) == e {
				s.side = i
			}
		}
		list = append(list, s)
		if op := r.tree.Nodes[e].Op; op == k.OpType || op == k.OpFilterCode || op == k.OpFilter {
			kid := r.tree.Kids(e)[0]
			s.node, s.rank = kid, len(list)
			list = append(list, s)
		}
	}
	for _, p := range places[:min(len(places), repairPlaces)] {
		add(p.node, p.label)
	}
	for i := range r.sides {
		s := &r.sides[i]
		add(s.use, lang.Span{})
		add(s.node, lang.Span{})
	}
	given := r.Graph.Event(r.clash.Given)
	for _, n := range [2]unify.Node{given.X, given.Y} {
		if site, ok := r.Graph.Site(n); ok {
			add(k.NodeID(site), lang.Span{})
		}
	}
	for i := range r.sides {
		s := &r.sides[i]
		if s.code != k.NoNode {
			add(s.code, lang.Span{})
			add(r.named(s.code), lang.Span{})
		}
	}
	for _, f := range r.clash.More[:min(len(r.clash.More), 2)] {
		if site, ok := r.Graph.Site(f.Node); ok {
			add(k.NodeID(site), lang.Span{})
		}
	}
	if reason, ok := given.Cause.Given(); ok && r.tree.Nodes[reason.Site].Op != k.OpComp {
		add(k.NodeID(reason.Site), lang.Span{})
	}
	for _, s := range list {
		if p := r.parent[s.node]; p != k.NoNode && r.tree.Nodes[p].Op == k.OpComp {
			kids := r.tree.Kids(p)
			i := slices.Index(kids, s.node)
			if i > 0 {
				add(kids[i-1], lang.Span{})
			}
			if i+1 < len(kids) {
				add(kids[i+1], lang.Span{})
			}
		}
	}
	for _, l := range backwards(r.clash.Path) {
		r.labelled(l, func(e k.NodeID) { add(e, lang.Span{}) })
	}
	for i := range r.sides {
		for e, up := r.sides[i].node, 0; e != k.NoNode && up < 4; e, up = r.parent[e], up+1 {
			switch r.tree.Nodes[e].Op {
			case k.OpMerge, k.OpVector, k.OpProduct, k.OpVariant, k.OpCaret:
				add(e, lang.Span{})
			}
		}
	}
	return list[:min(len(list), mostSpots)]
}

// backwards returns the last labels of a path, the last one first.
func backwards(path []unify.Label) []unify.Label {
	path = slices.Clone(path[max(0, len(path)-mostPath):])
	slices.Reverse(path)
	return path
}

// labelled visits the nodes of the definition that have a label, a few of them:
// where a clash is in a part, what brings that part about is on the way to it.
func (r *repairer) labelled(l unify.Label, visit func(k.NodeID)) {
	def := &r.tree.Defs[r.def]
	given, _ := r.Graph.Event(r.clash.Given).Cause.Given()
	first := max(def.First, k.NodeID(given.Site)-nearbyNodes)
	last := min(def.Root, k.NodeID(given.Site)+nearbyNodes)
	for e, n := first, 0; e <= last && n < mostLabelled; e++ {
		node := &r.tree.Nodes[e]
		if node.Op.Labelled() && unify.Label(node.Sym) == l ||
			node.Op == k.OpVariant && unify.Label(r.tree.Fields(e)[0].Label) == l {
			visit(e)
			n++
		}
	}
}

// edit replaces the text of a span, with blanks where the new text would become
// one token with what is beside it.
func (r *repairer) edit(s lang.Span, text string) lang.Edit {
	src := r.tree.File.Src
	before, after := byte(' '), byte(' ')
	if s.Start > 0 {
		before = src[s.Start-1]
	}
	if int(s.End) < len(src) {
		after = src[s.End]
	}
	first, last := before, after
	if text != "" {
		first, last = text[0], text[len(text)-1]
	}
	switch {
	case text == "" && isWord(before) && isWord(after):
		text = " "
	case text == "":
	default:
		if isWord(before) && (isWord(first) || first == '-') {
			text = " " + text
		}
		if isWord(last) && isWord(after) {
			text += " "
		}
	}
	return lang.Edit{Span: s, Text: text}
}

func isWord(c byte) bool {
	return c == '_' || c == '?' || c == '!' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

// insert puts text into a gap between elements, set off by blanks but for a
// projection beside another one.
func (r *repairer) insert(at int32, text string, before bool) lang.Edit {
	src := r.tree.File.Src
	switch {
	case before && text[0] == '.' && int(at) < len(src) && src[at] == '.':
	case before:
		text += " "
	case text[0] == '.' && at > 0 && isWord(src[at-1]) && r.afterDot(at):
	default:
		text = " " + text
	}
	return lang.Edit{Span: lang.Span{Start: at, End: at}, Text: text}
}

// afterDot reports whether the word that ends at an offset is a projection.
func (r *repairer) afterDot(at int32) bool {
	src := r.tree.File.Src
	for at > 0 && isWord(src[at-1]) {
		at--
	}
	return at > 0 && src[at-1] == '.'
}

func (r *repairer) isExpression(e k.NodeID) bool {
	return r.tree.Nodes[e].Op.Expression() && r.defAt(e) >= 0
}
