package k

import (
	"fmt"
	"slices"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/k"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/unify"
)

// Repairs that bring other names into the text: types, definitions and the
// fields of a value between two elements of a composition.

// code proposes other types for a part of a code.
func (r *repairer) code(s spot, n *k.Node) {
	switch n.Op {
	case k.OpCodeVector:
		kid := r.tree.Span(r.tree.Kids(s.node)[0])
		if r.parent[s.node] == k.NoNode && r.tree.Nodes[r.tree.Kids(s.node)[0]].Op == k.OpCodeName {
			return // a type definition needs a bracket
		}
		r.offer(s, editTypeBox, r.vectorGain(), fmt.Sprintf("use `%s`, not a vector of it", r.tree.File.Text(kid)), r.unwrap(n.Span(), kid)...)
		return
	case k.OpFilterVector:
		kid := r.tree.Span(r.tree.Kids(s.node)[0])
		r.offer(s, editTypeBox, r.vectorGain(), "make the filter that of a member", r.unwrap(n.Span(), kid)...)
		return
	}
	if n.Op != k.OpCodeName {
		return
	}
	text := r.tree.Syms.Text(n.Sym)
	r.offer(s, editTypeBox, r.vectorGain(), fmt.Sprintf("make it a vector: `[%s]`", text), r.wrap(n.Span(), "[]")...)
	type choice struct {
		t    patterns.Type
		name string
		def  int32
		gain int
	}
	var list []choice
	current := r.typeOf(s.node)
	consider := func(t patterns.Type, name string, def int32) {
		if t == unify.NoHead || t == current {
			return
		}
		c := choice{t: t, name: name, def: def}
		v := r.typeView(t)
		fits := false
		for i := range r.sides {
			if i != s.side && exact(v, r.sides[i].view) {
				c.gain = gainOfFit
			}
			fits = fits || i != s.side && r.fit(v, r.sides[i].view)
		}
		if s.side >= 0 && s.node == r.sides[s.side].code && !fits {
			return
		}
		if d, near := lang.Distance(text, name); near {
			c.gain = max(c.gain, gainOfFit-d)
		}
		list = append(list, c)
	}
	consider(r.intType, "int", -1)
	consider(r.stringType, "string", -1)
	consider(r.boolType, "bool", -1)
	for i, t := range r.typeDef[:min(len(r.typeDef), mostDefs)] {
		if !r.tree.Types[i].Bad && r.names.Type[r.tree.Types[i].Name] == int32(i) {
			consider(t, r.tree.Syms.Text(r.tree.Types[i].Name), int32(i))
		}
	}
	slices.SortStableFunc(list, func(x, y choice) int { return y.gain - x.gain })
	for _, c := range list[:min(len(list), mostNames)] {
		p := r.offer(s, editType, c.gain, fmt.Sprintf("use the type `$%s`", c.name), r.edit(n.Span(), c.name))
		if c.def >= 0 {
			p.types = append(p.types, c.def)
		}
	}
}

// vectorGain is what a change between something and a vector of it gains when
// the clash is about vectors.
func (r *repairer) vectorGain() int {
	if r.vectorial() {
		return 0
	}
	return -6
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

// A function is a definition or a built-in function that a repair may refer to.
type function struct {
	name    string
	def     int32 // -1 for a built-in one
	scheme  *patterns.Scheme
	in, out view

	constant bool // it gives the same whatever it takes
	anything bool // it takes anything and looks at it
}

// functions lists what a repair may refer to, the definitions near the clash
// first. A definition that refers to this one is none: it would become
// recursive.
func (r *repairer) functions() []function {
	if r.fns != nil {
		return r.fns
	}
	add := func(name string, def int32, s *patterns.Scheme) {
		f := function{name: name, def: def, scheme: s}
		f.in, f.out = r.schemeView(s, s.Roots[0]), r.schemeView(s, s.Roots[1])
		if !r.says(s) {
			return
		}
		f.anything = def < 0 && anyInput[name]
		f.constant = !f.anything && f.in.flat == unify.Open && len(f.in.labels) == 0 && !leadsDown(s)
		r.fns = append(r.fns, f)
	}
	n := int32(len(r.tree.Defs))
	from := max(0, min(r.def-mostDefs/2, n-mostDefs))
	for d := from; d < min(n, from+mostDefs); d++ {
		if r.mayCall(d) {
			add(r.tree.Syms.Text(r.tree.Defs[d].Name), d, r.solver.Scheme(d))
		}
	}
	for i, b := range builtinTable {
		if sym := r.tree.Syms.Lookup(b.name); sym == lang.NoSym || int(sym) >= len(r.names.Func) || r.names.Func[sym] < 0 {
			add(b.name, -1, r.builtins[i])
		}
	}
	return r.fns
}

// anyInput are the built-in functions that take anything and look at it.
var anyInput = map[string]bool{"toJSON": true, "toDateMsec": true, "toDateStr": true}

// leadsDown reports whether what a scheme gives contains what it takes.
func leadsDown(s *patterns.Scheme) bool {
	seen := make([]bool, s.Graph.Len())
	for queue := []int32{s.Roots[1]}; len(queue) > 0; queue = queue[1:] {
		n := queue[0]
		if n == s.Roots[0] {
			return true
		}
		for _, e := range s.Graph.Edges(n) {
			if !seen[e.To] {
				seen[e.To] = true
				queue = append(queue, int32(e.To))
			}
		}
	}
	return false
}

// mayCall reports whether a repair may refer to a definition.
func (r *repairer) mayCall(d int32) bool {
	def, x := &r.tree.Defs[d], r.solver.Derivation(d)
	if def.Main || def.Bad || x.Bad || !x.Derived {
		return false
	}
	if x.Recursive && r.solver.SameGroup(d, r.def) {
		return true
	}
	if r.up == nil {
		r.up = r.above(r.def)
		slices.Sort(r.up)
	}
	_, above := slices.BinarySearch(r.up, d)
	return !above
}

// says reports whether a function says something of what it gives: one that
// gives anything would fit everywhere and mend nothing.
func (r *repairer) says(s *patterns.Scheme) bool {
	out := s.Roots[1]
	if s.Graph.Flat(out) != unify.Open || len(s.Graph.Edges(out)) > 0 {
		return true
	}
	root, path := s.Path(out)
	return out != s.Roots[0] && root == 0 && len(path) > 0
}

func (r *repairer) schemeView(s *patterns.Scheme, n int32) view {
	f := patterns.Fact{Flat: s.Graph.Flat(n), Edges: s.Graph.Edges(n)}
	if f.Flat.IsVector() {
		f.Edges = nil
	}
	return view{f.Flat, r.labelsOf(f)}
}

// reference proposes other functions for a reference, or the field or the type of
// its name.
func (r *repairer) reference(s spot, n *k.Node) {
	name := r.tree.Syms.Text(n.Sym)
	in, out := openView, openView // what its own signature says
	if d := r.names.Func[n.Sym]; d >= 0 {
		scheme := r.solver.Scheme(d)
		in, out = r.schemeView(scheme, scheme.Roots[0]), r.schemeView(scheme, scheme.Roots[1])
	} else if i, ok := r.builtin[n.Sym]; ok {
		scheme := r.builtins[i]
		in, out = r.schemeView(scheme, scheme.Roots[0]), r.schemeView(scheme, scheme.Roots[1])
	}
	before, after := r.neighbours(s.node)
	type choice struct {
		f    function
		near bool
		gain int
	}
	var list []choice
	for _, f := range r.functions() {
		if f.name == name || !r.fitsInPlace(s, f) || f.constant && in.flat != unify.Open {
			continue
		}
		c := choice{f: f}
		d, near := lang.Distance(name, f.name)
		if f.anything && !near {
			continue // it would always fit
		}
		if same(in, f.in) {
			c.gain += gainOfSignature
		}
		if same(out, f.out) {
			c.gain += gainOfSignature
		}
		if exact(before, f.in) {
			c.gain += gainOfFit / 2
		}
		if exact(after, f.out) {
			c.gain += gainOfFit / 2
		}
		if near {
			c.near, c.gain = true, c.gain-d
		}
		list = append(list, c)
	}
	slices.SortStableFunc(list, func(x, y choice) int {
		if x.near != y.near {
			return boolInt(y.near) - boolInt(x.near)
		}
		return y.gain - x.gain
	})
	for _, c := range list[:min(len(list), mostNames)] {
		kind := editRef
		if c.near {
			kind = editRefTypo
		}
		p := r.offer(s, kind, c.gain, fmt.Sprintf("use `%s` in the place of `%s`", c.f.name, name), r.edit(n.Span(), c.f.name))
		if c.f.def >= 0 {
			p.refs = append(p.refs, c.f.def)
		}
	}
	if r.count[n.Sym] > 0 {
		r.offer(s, editDot, 0, fmt.Sprintf("read the field: `.%s`", name), r.edit(n.Span(), "."+name))
	}
	if t := r.names.Type[n.Sym]; t >= 0 {
		p := r.offer(s, editDot, 0, fmt.Sprintf("use the type `$%s`", name), r.edit(n.Span(), "$"+name))
		p.types = append(p.types, t)
	}
}

func boolInt(b bool) int {
	if b {
		return 1
	}
	return 0
}

func same(x, y view) bool { return x.flat == y.flat && slices.Equal(x.labels, y.labels) }

// fitsInPlace reports whether a function fits the other side of the clash where
// the reference at a spot does not.
func (r *repairer) fitsInPlace(s spot, f function) bool {
	if s.side < 0 || r.sides[s.side].use != s.node {
		return true
	}
	root, path := r.solver.Side(r.sides[s.side].fact)
	v, known := r.schemePart(f.scheme, f.scheme.Roots[root], path)
	if !known {
		return true
	}
	for i := range r.sides {
		if i != s.side && !r.fit(v, r.sides[i].view) {
			return false
		}
	}
	return true
}

// schemePart is what a scheme says of the part of a node under some labels; it
// is not known where the scheme does not lead there.
func (r *repairer) schemePart(s *patterns.Scheme, n int32, path []unify.Label) (view, bool) {
	for i, l := range path {
		if h := s.Graph.Flat(n).Head(); h != unify.NoHead {
			return r.typePart(h, path[i:])
		}
		at := slices.IndexFunc(s.Graph.Edges(n), func(e unify.Edge) bool { return e.Label == l })
		if at < 0 {
			return view{}, false
		}
		n = int32(s.Graph.Edges(n)[at].To)
	}
	return r.schemeView(s, n), true
}

func (r *repairer) typePart(t patterns.Type, path []unify.Label) (view, bool) {
	for _, l := range path {
		fields := r.types.Fields(t)
		at := slices.IndexFunc(fields, func(f unify.HeadField) bool { return f.Label == l })
		if at < 0 {
			return view{}, false
		}
		t = fields[at].To
	}
	return r.typeView(t), true
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
	}
	in, out := r.views(s.node)
	before, after := r.neighbours(s.node)
	if after.flat == unify.Open && s.side >= 0 {
		after = r.opposite(s.side)
	}
	r.between(s, n.Start, true, before, in)
	r.between(s, n.End, false, out, after)
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
	if r.tree.Nodes[x].Op == k.OpCaret || r.tree.Nodes[y].Op == k.OpCaret || b.End-a.Start > longestSwap {
		return // the caret takes everything before it
	}
	if !r.usesInput(x) {
		return // what comes before it would be lost
	}
	gain := 0
	if r.isAnnotation(x) || r.isAnnotation(y) {
		gain = -costOfType
	}
	r.offer(s, editSwap, gain, fmt.Sprintf("swap %s and %s", r.quote(x), r.quote(y)),
		r.edit(a, r.tree.File.Text(b)), r.edit(b, r.tree.File.Text(a)))
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
	src := r.tree.File.Src
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
	if from.flat.Head() == unify.NoHead || !r.types.Heads().IsLiteral(from.flat.Head()) {
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
			word := "." + k.LabelText(r.labels.Text(l))
			edit, more := r.put(s.node, at, word, before)
			r.offer(s, editProject, gain+more, fmt.Sprintf("read the field `%s` here", word), edit)
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
	for p := r.parent[e]; p != k.NoNode; p = r.parent[p] {
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
	r.offer(s, editBox, gain-2, apart, r.insert(n.End, "|", false))
	if r.piped(s.node, true) {
		r.offer(s, editBox, 0, collect, r.insert(n.End, "^", false))
	}
	if r.follows(s.node) && r.piped(s.node, false) {
		r.offer(s, editBox, -1, collect, r.insert(n.Start, "^", true))
	}
	if !r.isAnnotation(s.node) {
		r.offer(s, editBox, -2, "do it for each member: `| … ^`", r.insert(n.Start, "|", true), r.insert(n.End, "^", false))
	}
	r.offer(s, editBox, -4, "make it a vector `[…]`", r.wrap(n.Span(), "[]")...)
	r.offer(s, editBox, -6, "read the first element: `.0`", r.insert(n.End, ".0", false))
}
