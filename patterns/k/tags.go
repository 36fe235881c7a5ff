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
// elements of a vector are its tags 0, 1 and so on. Package partial finds more, at a higher cost. All takes linear
// time.

// A tagSet is a set of tags: 0 if any tag is possible, one more than a tag for the set of this tag, and below 0 the
// index of a sorted list in a tagger, from -1.
type tagSet int32

// fewTags bounds the tags of a list that is copied or compared, and manyTags those of a type.
const fewTags, manyTags = 16, 64

// A tagger finds the tags of a program's definitions.
type tagger struct {
	a       *program
	chains  []k.NodeID          // compositions in which a part may give a tag that the next one does not take
	merges  []k.NodeID          // in the order of the source
	tags    []lang.Sym          // of the lists
	lists   [][2]int32          // their beginnings and ends in tags
	vectors [fewTags + 1]tagSet // by number of elements: the set of their places; 0: not yet made
	of      []tagged            // by definition
	deep    bool                // takes or gives met an expression that is nested too deep for it

	nodes []tagged              // of the present definition, by node from its first one
	never map[k.NodeID]mismatch // its expressions that are never defined
}

// tagged has the tags that an expression takes, and those of its value.
type tagged struct{ takes, gives tagSet }

// A mismatch is an expression without a tag in common with the expression before it, as in `{e a} .b`.
type mismatch struct {
	giver, taker k.NodeID
	gives, takes tagSet
}

// mayGive and mayTake say which operations may give a value with known tags, and take some of several tags. Expressions
// that give their input are among both.
var (
	mayGive = setOf(k.OpRef, k.OpVid, k.OpVariant, k.OpVector, k.OpMerge, k.OpCaret, k.OpComp, k.OpType, k.OpFilter,
		k.OpIdentity)
	mayTake = setOf(k.OpRef, k.OpDot, k.OpDiv, k.OpVariant, k.OpProduct, k.OpVector, k.OpMerge, k.OpCaret, k.OpComp,
		k.OpType, k.OpFilter, k.OpIdentity)
)

func setOf(list ...k.Op) (set [256]bool) {
	for _, op := range list {
		set[op] = true
	}
	return set
}

// renew empties a tagger in its memory.
func (t *tagger) renew(a *program) {
	*t = tagger{a: a, chains: t.chains[:0], merges: t.merges[:0], tags: t.tags[:0], lists: t.lists[:0], nodes: t.nodes,
		of: reuse.Zeroed(t.of, len(a.tree.Defs)), never: t.never}
}

// note keeps a composition or a merge for later, if its tags may matter.
func (t *tagger) note(e k.NodeID, op k.Op) {
	if op == k.OpMerge {
		t.merges = append(t.merges, e)
		return
	}
	tree := t.a.tree
	kids := tree.Kids(e)
	for i, kid := range kids[1:] {
		if mayGive[tree.Nodes[kids[i]].Op] && mayTake[tree.Nodes[kid].Op] {
			t.chains = append(t.chains, e)
			return
		}
	}
}

// neverDefined finds definitions that are never defined since a part gets none of the tags that it takes. It looks at
// callees first. Few programs have such a part, so it looks at the compositions that were noted before it looks at all
// expressions.
func (a *program) neverDefined() {
	t := &a.tagger
	a.mismatches = nil
	if len(t.chains)+len(t.merges) == 0 {
		return
	}
	for group := range a.Solver.Groups() {
		for _, d := range group {
			if root := a.tree.Defs[d].Root; t.isSound(d) {
				if t.of[d].takes = t.takes(d, root); len(t.chains) > 0 {
					t.of[d].gives = t.gives(d, root)
				}
			}
		}
	}
	if !t.deep && !slices.ContainsFunc(t.chains, t.mayMismatch) {
		return
	}
	for group := range a.Solver.Groups() {
		for _, d := range group {
			if !t.definition(d) {
				continue
			}
			t.of[d] = t.nodes[len(t.nodes)-1]
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

// isSound reports whether a definition has a signature and no errors.
func (t *tagger) isSound(d int32) bool {
	x := t.a.Solver.Derivation(d)
	return x.Derived && !x.Bad && !t.a.names.Erroneous[d] && len(t.a.Solver.Conflicts(d)) == 0
}

// mayMismatch reports whether a part of a composition surely gets none of the tags that it takes.
func (t *tagger) mayMismatch(e k.NodeID) bool {
	t.a.watch.Nth(int(e))
	gives := tagSet(0)
	for _, kid := range t.a.tree.Kids(e) {
		if t.passes(kid) {
			continue
		}
		if gives != 0 {
			if takes := t.takes(-1, kid); takes != 0 && t.areApart(gives, takes) {
				return true
			}
		}
		gives = t.gives(-1, kid)
	}
	return t.deep
}

// mostNested bounds how deep takes and gives look.
const mostNested = 16

// takes and gives return the tags that an expression of a definition takes, and those of its value. They look at few
// parts, and not deep, whereas method expression looks at all.
func (t *tagger) takes(d int32, e k.NodeID) tagSet { return t.sought(d, e, false, mostNested) }
func (t *tagger) gives(d int32, e k.NodeID) tagSet { return t.sought(d, e, true, mostNested) }

func (t *tagger) sought(d int32, e k.NodeID, gives bool, deep int) tagSet {
	if deep == 0 {
		t.deep = true
		return 0
	}
	kids := t.a.tree.Kids(e)
	of := func(kid k.NodeID) tagSet { return t.sought(d, kid, gives, deep-1) }
	switch op := t.a.tree.Nodes[e].Op; {
	case op == k.OpComp:
		for i := range kids {
			kid := kids[i]
			if gives {
				kid = kids[len(kids)-1-i]
			}
			if !t.passes(kid) {
				return of(kid)
			}
		}
		return 0
	case op == k.OpMerge:
		return t.union(kids, of)
	case gives:
		return t.leaf(d, e).gives
	case op == k.OpProduct || op == k.OpVariant || op == k.OpVector || op == k.OpCaret:
		for _, kid := range kids {
			if s := of(kid); s != 0 {
				return s
			}
		}
		return 0
	}
	return t.leaf(d, e).takes
}

// definition finds the tags of the expressions of a definition. It returns false for one with errors.
func (t *tagger) definition(d int32) bool {
	if !t.isSound(d) {
		return false
	}
	if len(t.never) > 0 {
		clear(t.never)
	}
	def := &t.a.tree.Defs[d]
	t.nodes = t.nodes[:0]
	for e := def.First; e <= def.Root; e++ {
		t.a.watch.Nth(int(e))
		t.nodes = append(t.nodes, t.expression(d, def.First, e))
	}
	return true
}

// expression returns the tags of an expression, given those of its parts.
func (t *tagger) expression(d int32, first, e k.NodeID) (x tagged) {
	tree := t.a.tree
	of := func(kid k.NodeID) tagged { return t.nodes[kid-first] }
	switch tree.Nodes[e].Op {
	case k.OpComp:
		giver := k.NoNode
		for _, kid := range tree.Kids(e) {
			if t.passes(kid) {
				continue
			}
			part := of(kid)
			if giver == k.NoNode {
				x.takes = part.takes
			} else if x.gives != 0 && part.takes != 0 && t.areApart(x.gives, part.takes) {
				t.setNever(e, mismatch{giver, kid, x.gives, part.takes})
			}
			t.inheritNever(e, kid)
			x.gives, giver = part.gives, kid
		}
	case k.OpMerge:
		kids := tree.Kids(e)
		x.takes = t.union(kids, func(kid k.NodeID) tagSet { return of(kid).takes })
		x.gives = t.union(kids, func(kid k.NodeID) tagSet { return of(kid).gives })
		if len(kids) > 0 && t.areNever(kids) {
			t.inheritNever(e, kids[0])
		}
	case k.OpProduct, k.OpVariant, k.OpVector, k.OpCaret:
		x = t.leaf(d, e)
		for _, kid := range tree.Kids(e) {
			if x.takes == 0 {
				x.takes = of(kid).takes
			}
			t.inheritNever(e, kid)
		}
	default:
		return t.leaf(d, e)
	}
	return x
}

// leaf returns the tags of an expression of a definition that follow without those of its parts.
func (t *tagger) leaf(d int32, e k.NodeID) (x tagged) {
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
	case k.OpVariant:
		x.gives = tagSet(tree.Fields(e)[0].Label) + 1
	case k.OpVector:
		if n := len(tree.Kids(e)); n <= fewTags {
			x.gives = t.places(n)
		}
	case k.OpRef:
		if c := t.a.names.Func[n.Sym]; c >= 0 && (d < 0 || !t.a.Solver.SameGroup(c, d)) {
			x = t.of[c]
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
func (t *tagger) union(nodes []k.NodeID, of func(k.NodeID) tagSet) tagSet {
	if len(nodes) == 1 {
		return of(nodes[0])
	}
	var one [1]lang.Sym
	var memory [2 * fewTags]lang.Sym
	all := memory[:0]
	for _, e := range nodes {
		s := of(e)
		if s == 0 {
			return 0
		}
		tags := t.tagsOf(s, &one)
		if len(tags) > fewTags {
			return 0
		}
		all = append(all, tags...)
	}
	if len(all) == 0 {
		return 0
	}
	from := len(t.tags)
	t.tags = append(t.tags, all...)
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
	lacking := t.lacking()
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
	reaches := make([]bool, len(a.tree.Defs)) // a site
	for _, s := range lacking {
		reaches[s.d] = true
	}
	var sites []site
	for group := range a.Solver.Groups() {
		calls := func(d int32) bool {
			return slices.ContainsFunc(a.callee[a.start[d]:a.start[d+1]], func(c int32) bool { return reaches[c] })
		}
		isIn := slices.ContainsFunc(group, func(d int32) bool { return reaches[d] || calls(d) })
		for _, d := range group {
			if reaches[d] = isIn; isIn && t.definition(d) {
				sites = t.needed(d, lacking, sites, addTest)
			}
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

// lacking returns the merges, and the uses of functions, that take several tags, but not all that they get.
func (t *tagger) lacking() map[k.NodeID]site {
	var found map[k.NodeID]site
	add := func(d int32, e k.NodeID, takes tagSet) {
		if takes >= 0 {
			return
		}
		tags := t.tagsOf(takes, nil)
		body := t.a.body(d)
		if of, missing := t.a.tagsLacking(body.in(e), tags); len(tags) > 1 && len(missing) > 0 {
			if found == nil {
				found = make(map[k.NodeID]site)
			}
			found[e] = site{d, e, of, missing}
		}
	}
	a, merges := t.a, t.merges
	for d := range int32(len(a.tree.Defs)) {
		def := &a.tree.Defs[d]
		n := 0
		for n < len(merges) && merges[n] <= def.Root {
			n++
		}
		mine := merges[:n]
		merges = merges[n:]
		if !t.isSound(d) {
			continue
		}
		body, exact := a.body(d), false
		for _, e := range mine {
			if flat := a.Graph.Flat(a.Graph.Find(body.in(e))); !flat.IsUnion() || !flat.Closed() {
				continue
			}
			if t.deep = false; !exact {
				takes := t.takes(d, e)
				if exact = t.deep && t.definition(d); !exact {
					add(d, e, takes)
					continue
				}
			}
			add(d, e, t.nodes[e-def.First].takes)
		}
		takesMany := func(c int32) bool { return t.of[c].takes < 0 && !a.takesClosed(c) }
		if !slices.ContainsFunc(a.callee[a.start[d]:a.start[d+1]], takesMany) {
			continue
		}
		for e := def.First; e <= def.Root; e++ {
			if n := &a.tree.Nodes[e]; n.Op == k.OpRef {
				if c := a.names.Func[n.Sym]; c >= 0 && !a.Solver.SameGroup(c, d) && takesMany(c) {
					add(d, e, t.of[c].takes)
				}
			}
		}
	}
	return found
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
	a.diagnostics = append(a.diagnostics, lang.Diagnostic{
		Code: lang.PartialDefinition, Severity: lang.Warning, Span: a.tree.Span(s.e), Definition: a.DefName(s.d),
		Label:   lang.Text("undefined for some inputs"),
		Message: lang.Text(what + " " + a.listTags("tag", s.missing) + a.ofType(s.of)), Help: morePartiality,
	})
}

// ofType says which type has tags, if one has a name.
func (a *program) ofType(of unify.Flat) string {
	if !of.IsType() {
		return ""
	}
	return " of `" + a.TypeExpression(of.Head()) + "`"
}
