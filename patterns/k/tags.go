package k

import (
	"slices"
	"strconv"
	"strings"

	"github.com/patgraph/patgraph/internal/reuse"
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/k"
	"github.com/patgraph/patgraph/unify"
)

// Tags of values: those that the value of an expression may have, and those of the inputs for which an expression may
// be defined. Both follow from its parts. An expression that gets none of the tags that it takes is never defined,
// whatever the types; and if its input is of a known union, it is undefined for the tags that it does not take. The
// elements of a vector are its tags 0, 1 and so on. Package partial finds more, at a higher cost. All takes linear time.

// A tagSet is a set of tags: 0 if any tag is possible, one more than a tag for the set of this tag, and below 0 the
// index of a sorted list in a tagger, from -1.
type tagSet int32

// fewTags bounds the tags of a list that is copied or compared, and manyTags those of a type.
const fewTags, manyTags = 16, 64

// A tagger finds the tags of a program's definitions.
type tagger struct {
	a       *program
	tags    []lang.Sym          // of the lists
	lists   [][2]int32          // their beginnings and ends in tags
	vectors [fewTags + 1]tagSet // by number of elements: the set of their places; 0: not yet made
	of      []tagged            // by definition

	takesMany []bool // by definition: a merge or a function in it takes one of several tags

	nodes []tagged              // of the present definition, by node from its first one
	many  bool                  // one of them takes one of several tags
	never map[k.NodeID]mismatch // its expressions that are never defined
}

// tagged has the tags that an expression takes, and those of its value.
type tagged struct{ takes, gives tagSet }

// A mismatch is an expression without a tag in common with the expression before it, as in `{e a} .b`.
type mismatch struct {
	giver, taker k.NodeID
	gives, takes tagSet
}

// neverDefined finds definitions that are never defined since a part gets none of the tags that it takes. It looks at
// callees first.
func (a *program) neverDefined() {
	t := &a.tagger
	*t = tagger{
		a: a, tags: t.tags[:0], lists: t.lists[:0], nodes: t.nodes, never: t.never,
		of: reuse.Zeroed(t.of, len(a.tree.Defs)), takesMany: reuse.Zeroed(t.takesMany, len(a.tree.Defs)),
	}
	a.mismatches = nil
	for group := range a.Solver.Groups() {
		for _, d := range group {
			if !t.definition(d) {
				continue
			}
			t.of[d], t.takesMany[d] = t.nodes[len(t.nodes)-1], t.many
			m, never := t.never[a.tree.Defs[d].Root]
			if !never || a.opens()[d] { // a function of the elements of none gives none
				continue
			}
			if a.mismatches == nil {
				a.mismatches = make(map[int32]mismatch)
			}
			a.mismatches[d] = m
			a.Solver.Derivation(d).Baseless = true
		}
	}
}

// definition finds the tags of the expressions of a definition. It returns false for one with errors.
func (t *tagger) definition(d int32) bool {
	def := &t.a.tree.Defs[d]
	x := t.a.Solver.Derivation(d)
	if !x.Derived || x.Bad || t.a.names.Erroneous[d] || len(t.a.Solver.Conflicts(d)) > 0 {
		return false
	}
	if len(t.never) > 0 {
		clear(t.never)
	}
	t.nodes, t.many = t.nodes[:0], false
	for e := def.First; e <= def.Root; e++ {
		t.a.watch.Nth(int(e))
		x := t.expression(d, def.First, e)
		t.nodes, t.many = append(t.nodes, x), t.many || x.takes < 0
	}
	return true
}

// expression returns the tags of an expression, given those of its parts.
func (t *tagger) expression(d int32, first, e k.NodeID) (x tagged) {
	tree := t.a.tree
	switch n := &tree.Nodes[e]; n.Op {
	case k.OpDot:
		if tree.Dialect == k.K4 {
			x.takes = tagSet(n.Sym) + 1
		}
	case k.OpDiv:
		x.takes = tagSet(n.Sym) + 1
	case k.OpVid:
		x.gives = tagSet(n.Sym) + 1
	case k.OpRef:
		if c := t.a.names.Func[n.Sym]; c >= 0 && !t.a.Solver.SameGroup(c, d) {
			x = t.of[c]
		}
	case k.OpComp:
		giver := k.NoNode
		for _, kid := range tree.Kids(e) {
			if t.passes(kid) {
				continue
			}
			part := t.nodes[kid-first]
			if giver == k.NoNode {
				x.takes = part.takes
			} else if x.gives != 0 && part.takes != 0 && t.areApart(x.gives, part.takes) {
				t.setNever(e, mismatch{giver, kid, x.gives, part.takes})
			}
			if len(t.never) > 0 {
				t.inheritNever(e, kid)
			}
			x.gives, giver = part.gives, kid
		}
	case k.OpMerge:
		kids := tree.Kids(e)
		x.takes = t.union(first, kids, func(x tagged) tagSet { return x.takes })
		x.gives = t.union(first, kids, func(x tagged) tagSet { return x.gives })
		if len(kids) > 0 && t.areNever(kids) {
			t.inheritNever(e, kids[0])
		}
	case k.OpProduct, k.OpVariant, k.OpVector, k.OpCaret:
		kids := tree.Kids(e)
		for _, kid := range kids {
			if x.takes == 0 {
				x.takes = t.nodes[kid-first].takes
			}
			if len(t.never) > 0 {
				t.inheritNever(e, kid)
			}
		}
		switch {
		case n.Op == k.OpVariant:
			x.gives = tagSet(tree.Fields(e)[0].Label) + 1
		case n.Op == k.OpVector && len(kids) <= fewTags:
			x.gives = t.places(len(kids))
		}
	}
	return x
}

// passes reports whether an expression gives its input or nothing.
func (t *tagger) passes(e k.NodeID) bool {
	op := t.a.tree.Nodes[e].Op
	return op == k.OpType || op == k.OpFilter || op == k.OpIdentity
}

// areNever reports whether all of some expressions are never defined.
func (t *tagger) areNever(list []k.NodeID) bool {
	return len(t.never) > 0 && !slices.ContainsFunc(list, func(e k.NodeID) bool { return t.never[e].taker == 0 })
}

func (t *tagger) setNever(e k.NodeID, m mismatch) {
	if t.never == nil {
		t.never = make(map[k.NodeID]mismatch)
	}
	t.never[e] = m
}

// inheritNever records that an expression is never defined if a part of it is not.
func (t *tagger) inheritNever(e, part k.NodeID) {
	if m, never := t.never[part]; never {
		t.never[e] = m
	}
}

// places returns the set of the tags of the elements of a vector.
func (t *tagger) places(n int) tagSet {
	if t.vectors[n] == 0 {
		from := len(t.tags)
		for i := range n {
			if tag := t.a.tree.Syms.Lookup(strconv.Itoa(i)); tag != lang.NoSym {
				t.tags = append(t.tags, tag)
			}
		}
		t.vectors[n] = t.list(from)
	}
	return t.vectors[n]
}

// list makes a set of the last tags, from an index on.
func (t *tagger) list(from int) tagSet {
	slices.Sort(t.tags[from:])
	t.tags = t.tags[:from+len(slices.Compact(t.tags[from:]))]
	t.lists = append(t.lists, [2]int32{int32(from), int32(len(t.tags))})
	return tagSet(-len(t.lists))
}

// tagsOf returns the tags of a set that is not 0. memory is for a set of one tag.
func (t *tagger) tagsOf(s tagSet, memory *[1]lang.Sym) []lang.Sym {
	if s > 0 {
		memory[0] = lang.Sym(s - 1)
		return memory[:]
	}
	list := t.lists[-1-s]
	return t.tags[list[0]:list[1]]
}

// areApart reports whether two sets surely have no tag in common.
func (t *tagger) areApart(x, y tagSet) bool {
	var m, n [1]lang.Sym
	few, tags := t.tagsOf(x, &m), t.tagsOf(y, &n)
	return len(few) <= fewTags && !slices.ContainsFunc(few, func(tag lang.Sym) bool { return has(tags, tag) })
}

func has(tags []lang.Sym, tag lang.Sym) bool {
	_, ok := slices.BinarySearch(tags, tag)
	return ok
}

// union returns the union of a set of each of some nodes.
func (t *tagger) union(first k.NodeID, nodes []k.NodeID, of func(tagged) tagSet) tagSet {
	var one [1]lang.Sym
	for _, e := range nodes {
		if s := of(t.nodes[e-first]); s == 0 || len(t.tagsOf(s, &one)) > fewTags {
			return 0
		}
	}
	switch len(nodes) {
	case 0:
		return 0
	case 1:
		return of(t.nodes[nodes[0]-first])
	}
	from := len(t.tags)
	for _, e := range nodes {
		t.tags = append(t.tags, t.tagsOf(of(t.nodes[e-first]), &one)...)
	}
	return t.list(from)
}

// describeMismatch adds the places of a mismatch to the warning about its definition.
func (a *program) describeMismatch(dg *lang.Diagnostic, m mismatch) {
	var one, other [1]lang.Sym
	taken := a.tagger.tagsOf(m.takes, &one)
	takes := "this takes only " + a.listTags("tag", taken)
	gives := "this gives " + a.listTags("tag", a.tagger.tagsOf(m.gives, &other))
	if a.tree.Nodes[m.giver].Op == k.OpVector {
		gives = "this gives a vector of " + lang.Count(len(a.tree.Kids(m.giver)), "element", "elements")
		takes = "this takes only " + a.listTags("element", taken)
	}
	dg.Related = append(dg.Related, lang.Related{Span: a.tree.Span(m.giver), Message: lang.Text(gives)},
		lang.Related{Span: a.tree.Span(m.taker), Message: lang.Text(takes)})
}

const shownTags = 3

// listTags lists the first of some tags.
func (a *program) listTags(noun string, tags []lang.Sym) string {
	var list []string
	for _, tag := range tags {
		list = append(list, "`"+lang.Clip(a.tree.Dialect.LabelText(a.tree.Syms.Text(tag)))+"`")
	}
	slices.Sort(list)
	if more := len(list) - shownTags; more > 0 {
		list = append(list[:shownTags], strconv.Itoa(more)+" more")
	}
	if len(tags) > 1 {
		noun += "s"
	}
	return "the " + noun + " " + strings.Join(list, ", ")
}

// missingBranches warns about merges, and functions that begin with one, that lack a branch for a tag of the union that
// they get. It says nothing where the program may count on that: before another branch, and for each element.
func (a *program) missingBranches() {
	t := &a.tagger
	lacking := make(map[k.NodeID]site)
	for d := range int32(len(a.tree.Defs)) {
		if t.takesMany[d] && t.definition(d) {
			t.addLacking(d, lacking)
		}
	}
	if len(lacking) == 0 {
		return
	}
	isTest, tests := make([]bool, len(a.tree.Defs)), []int32(nil)
	addTest := func(d int32) {
		if !isTest[d] {
			isTest[d] = true
			tests = append(tests, d)
		}
	}
	var sites []site
	for d := range int32(len(a.tree.Defs)) {
		if t.definition(d) {
			sites = t.needed(d, lacking, sites, addTest)
		}
	}
	for len(tests) > 0 {
		d := tests[len(tests)-1]
		tests = tests[:len(tests)-1]
		for _, c := range a.callee[a.start[d]:a.start[d+1]] {
			addTest(c)
		}
	}
	for _, s := range sites {
		if !isTest[s.d] {
			a.warnMissing(s)
		}
	}
}

// A site is an expression that takes several tags, but not all of those that it may get.
type site struct {
	d       int32
	e       k.NodeID
	of      unify.Flat
	missing []lang.Sym
}

// addLacking adds the sites of the present definition.
func (t *tagger) addLacking(d int32, to map[k.NodeID]site) {
	def, body := &t.a.tree.Defs[d], t.a.body(d)
	for i, x := range t.nodes {
		e := def.First + k.NodeID(i)
		if op := t.a.tree.Nodes[e].Op; x.takes >= 0 || op != k.OpMerge && op != k.OpRef {
			continue
		}
		if takes := t.tagsOf(x.takes, nil); len(takes) > 1 {
			if of, missing := t.a.tagsLacking(body.in(e), takes); len(missing) > 0 {
				to[e] = site{d, e, of, missing}
			}
		}
	}
}

// How a program uses an expression.
const (
	isNeeded = 1 << iota // where it is undefined, so is the definition
	isBranch             // it gets the input of a merge around it
)

// needed appends the sites of the present definition that it needs, and calls a function for each definition that it
// uses as a test.
func (t *tagger) needed(d int32, lacking map[k.NodeID]site, list []site, addTest func(int32)) []site {
	tree, def, body := t.a.tree, &t.a.tree.Defs[d], t.a.body(d)
	use := make([]uint8, len(t.nodes))
	if !t.a.opens()[d] {
		use[len(use)-1] = isNeeded
	}
	for e := def.Root; e >= def.First; e-- {
		t.a.watch.Nth(int(e))
		n, u, inner := &tree.Nodes[e], use[e-def.First], use[e-def.First]
		switch n.Op {
		case k.OpRef:
			c := t.a.names.Func[n.Sym]
			if c >= 0 && u&isNeeded == 0 {
				addTest(c)
			}
			if c >= 0 && t.a.takesClosed(c) {
				continue // it lacks the tag itself
			}
		case k.OpMerge:
			inner = u&isNeeded | isBranch
			isUnion := t.a.Graph.Flat(t.a.Graph.Find(body.in(e))).IsUnion()
			if !isUnion || !t.differ(def.First, tree.Kids(e)) { // another branch may be for what one lacks
				inner = 0
			}
		}
		for _, kid := range tree.Kids(e) {
			if use[kid-def.First] = inner; n.Op == k.OpComp && !t.passes(kid) {
				inner &^= isBranch
			}
		}
		if s, ok := lacking[e]; ok && u == isNeeded {
			list = append(list, s)
		}
	}
	return list
}

// takesClosed reports whether a definition takes a type or another closed pattern.
func (a *program) takesClosed(d int32) bool {
	x := a.Solver.Derivation(d)
	return x.Derived && a.Graph.Flat(a.Graph.Find(x.In())).Closed()
}

// differ reports whether no two branches take the same tag.
func (t *tagger) differ(first k.NodeID, branches []k.NodeID) bool {
	seen := make(map[lang.Sym]bool, len(branches))
	var one [1]lang.Sym
	for _, e := range branches {
		s := t.nodes[e-first].takes
		if s == 0 {
			return false
		}
		for _, tag := range t.tagsOf(s, &one) {
			if seen[tag] {
				return false
			}
			seen[tag] = true
		}
	}
	return true
}

// tagsLacking returns the tags of the union that a class is known to be, which are not in a set.
func (a *program) tagsLacking(class unify.Node, takes []lang.Sym) (of unify.Flat, missing []lang.Sym) {
	class = a.Graph.Find(class)
	of = a.Graph.Flat(class)
	if !of.IsUnion() || !of.Closed() {
		return of, nil
	}
	add := func(l unify.Label) {
		if !has(takes, lang.Sym(l)) {
			missing = append(missing, lang.Sym(l))
		}
	}
	if of.IsType() {
		fields := a.Types.Fields(of.Head())
		for i := range fields[:min(len(fields), manyTags)] {
			add(fields[i].Label)
		}
		return of, missing
	}
	edges := a.Graph.Edges(class)
	for i := range edges[:min(len(edges), manyTags)] {
		add(edges[i].Label)
	}
	return of, missing
}

// warnMissing warns about a site.
func (a *program) warnMissing(s site) {
	what := "no branch of this merge takes"
	if a.tree.Nodes[s.e].Op == k.OpRef {
		what = a.Quote(int32(s.e)).String() + " does not take"
	}
	of := ""
	if s.of.IsType() {
		of = " of `" + a.TypeExpression(s.of.Head()) + "`"
	}
	a.diagnostics = append(a.diagnostics, lang.Diagnostic{
		Code: lang.PartialDefinition, Severity: lang.Warning, Span: a.tree.Span(s.e), Definition: a.DefName(s.d),
		Label:   lang.Text("undefined for some inputs"),
		Message: lang.Text(what + " " + a.listTags("tag", s.missing) + of), Help: morePartiality,
	})
}
