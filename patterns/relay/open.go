package relay

import (
	"cmp"
	"slices"
	"strings"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/relay"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/relation"
	"github.com/patgraph/patgraph/unify"
)

// undecided holds the undecided classes of a definition and the relation instances waiting for them, grouped into
// connected components by union-find.
type undecided struct {
	p       *program
	d       int32
	sought  func(unify.Node) bool     // reports whether a class itself, not only a part of it, is undecided
	parent  map[unify.Node]unify.Node // the union-find forest of undecided classes
	bearing map[unify.Node]bool       // classes from which an undecided class is reachable, including those
	sites   map[unify.Node][]int32    // by undecided class: the sites with this type
	within  map[unify.Node][]int32    // by undecided class: the first few sites with this class as a part of their type
	waits   []int32                   // waiting instances
	root    map[unify.Node]bool       // undecided classes in the type of the definition

	following map[unify.Node]bool // roots of components that follow from callees; see isConsequence

	unread   []int32              // sites whose types are in the metadata section
	waitsFor map[int32]unify.Node // by instance: an undecided class in its arguments

	components []component
}

// undetermined reports the undecided parts of a definition's types: one error for each connected component of undecided
// classes and waiting relations.
func (p *program) undetermined(d int32) []lang.Diagnostic {
	x := p.undecidedIn(d)
	var ds []lang.Diagnostic
	for _, part := range x.components {
		if !x.isConsequence(part) && !x.reportedEarlier(part) && (!p.options.Generalize || !x.isGeneral(part)) {
			ds = append(ds, x.reportComponent(part))
		}
	}
	slices.SortFunc(ds, func(a, b lang.Diagnostic) int { return cmp.Compare(a.Span.Start, b.Span.Start) })
	return ds
}

// undecidedIn returns the undecided parts of a definition with their components. Results are cached.
func (p *program) undecidedIn(d int32) *undecided {
	return patterns.Remember(&p.openOf, d, func() *undecided {
		x := p.newUndecided(d)
		x.components = x.parts()
		return x
	})
}

// reportedEarlier reports whether an earlier definition of the same recursive group already reports this component.
func (x *undecided) reportedEarlier(part component) bool {
	group := x.p.Solver.Group(x.d)
	for _, c := range group[:min(len(group), maxGroupMembers)] {
		isLater := x.p.Defs[c].First >= x.p.Defs[x.d].First
		if isLater || x.p.faulty[c] || len(x.p.Solver.Conflicts(c)) > 0 || x.p.dependsOnBroken(c) {
			continue
		}
		o := x.p.undecidedIn(c)
		if slices.ContainsFunc(part.holes, func(n unify.Node) bool {
			_, shares := o.parent[n]
			return shares && slices.ContainsFunc(o.components, func(p component) bool { return o.find(p.holes[0]) == o.find(n) })
		}) {
			return true
		}
	}
	return false
}

// maxGroupMembers bounds how many definitions of a recursive group are compared.
const maxGroupMembers = 64

// mostWithin bounds how often the search for sites visits a class as a part of types.
const mostWithin = 4

// newUndecided collects the undecided parts of a definition in linear time.
func (p *program) newUndecided(d int32) *undecided {
	x := &undecided{p: p, d: d, sought: p.isHole}
	var sites []int32
	var classes []unify.Node // of the sites, then of the waiting relations
	class := func(site int32) unify.Node {
		_, out := p.Ends(d, site)
		return p.Graph.Find(out)
	}
	for site := p.Defs[d].First; site <= p.Defs[d].Root; site++ {
		if p.tree.Nodes[site].Op == relay.OpMeta && p.roles[site] != other {
			x.unread = append(x.unread, site)
		}
		if p.needsDecision(relay.NodeID(site)) {
			sites, classes = append(sites, site), append(classes, class(site))
		}
	}
	from, to := p.Solver.Relations(d)
	for i := from; i < to; i++ {
		in := p.Graph.InstanceOf(i)
		if in.State != unify.Waits || in.Reason.Rule != byOperator && in.Reason.Rule != byWhere {
			continue
		}
		// A propagated clause has its own instance, which adds nothing to that of its relation.
		if rule := ruleOf(in); rule != nil && rule.Early() >= 0 {
			continue
		}
		if !p.inside(in.Reason.Site) || p.carries[relay.NodeID(in.Reason.Site)] {
			continue
		}
		x.waits = append(x.waits, i)
		for _, n := range in.Args {
			classes = append(classes, p.Graph.Find(n))
		}
	}
	root := class(p.Defs[d].Root)
	if x.markBearing(append(classes, root)); len(x.bearing) == 0 {
		x.waits = nil
		return x
	}
	x.findSites(sites, classes)
	x.root = make(map[unify.Node]bool)
	x.walk(root, func(unify.Node) bool { return true }, func(hole unify.Node) { x.root[hole] = true })
	x.joinWaiting()
	return x
}

// findSites finds the sites of the undecided classes. classes has the class of each site.
func (x *undecided) findSites(sites []int32, classes []unify.Node) {
	x.parent = make(map[unify.Node]unify.Node)
	x.sites, x.within = make(map[unify.Node][]int32), make(map[unify.Node][]int32)
	passed := make(map[unify.Node]int)
	for _, callees := range [2]bool{false, true} {
		for i, site := range sites {
			if x.isCallee(site) != callees {
				continue
			}
			enters := func(n unify.Node) bool { passed[n]++; return passed[n] <= mostWithin || n == classes[i] }
			x.walk(classes[i], enters, func(hole unify.Node) {
				of := x.within
				if hole == classes[i] {
					of = x.sites
				}
				of[hole] = append(of[hole], site)
				x.find(hole)
			})
		}
	}
	for _, of := range x.sites {
		slices.Sort(of)
	}
	for _, of := range x.within {
		slices.Sort(of)
	}
}

// joinWaiting joins the undecided classes that a waiting relation connects, and drops the relations that connect none.
func (x *undecided) joinWaiting() {
	x.waitsFor = make(map[int32]unify.Node)
	joined := make(map[unify.Node]unify.Node) // from a class whose undecided parts are all joined to one of these parts
	x.waits = slices.DeleteFunc(x.waits, func(i int32) bool {
		first := unify.None
		join := func(hole unify.Node) {
			if first == unify.None {
				first = x.find(hole)
			}
			x.join(first, hole)
		}
		var passed []unify.Node
		for _, n := range x.p.Graph.InstanceOf(i).Args {
			x.walk(x.p.Graph.Find(n), func(n unify.Node) bool {
				hole, ok := joined[n]
				if ok {
					join(hole)
				} else {
					passed = append(passed, n)
				}
				return !ok
			}, join)
		}
		for _, n := range passed {
			joined[n] = first
		}
		x.waitsFor[i] = first
		return first == unify.None
	})
}

// isHole reports whether a class itself, not only a part of it, is undecided.
func (p *program) isHole(n unify.Node) bool {
	f := p.Graph.Flat(n)
	return !f.IsType() && !f.Dynamic() && f.Constructor() == unify.NoConstructor && !f.Closed()
}

// markBearing marks the classes, among those reachable from some classes, from which a sought class is reachable.
func (x *undecided) markBearing(classes []unify.Node) {
	number := make(map[unify.Node]int32, len(classes))
	reached := make([]unify.Node, 0, len(classes))
	reach := func(n unify.Node) int32 {
		return patterns.Remember(&number, n, func() int32 {
			reached = append(reached, n)
			return int32(len(reached) - 1)
		})
	}
	parts := func(n unify.Node) []unify.Edge {
		if f := x.p.Graph.Flat(n); f.IsType() || f.Dynamic() {
			return nil
		}
		return x.p.Graph.Edges(n)
	}
	for _, n := range classes {
		reach(n)
	}
	var bearing []int32
	for i := 0; i < len(reached); i++ {
		n := reached[i]
		if x.sought(n) {
			bearing = append(bearing, int32(i))
		}
		for _, e := range parts(n) {
			reach(x.p.Graph.Find(e.To))
		}
	}
	if len(bearing) == 0 {
		return
	}
	into := make([][]int32, len(reached))
	for i, n := range reached {
		for _, e := range parts(n) {
			k := reach(x.p.Graph.Find(e.To))
			into[k] = append(into[k], int32(i))
		}
	}
	x.bearing = make(map[unify.Node]bool)
	for len(bearing) > 0 {
		i := bearing[len(bearing)-1]
		bearing = bearing[:len(bearing)-1]
		if !x.bearing[reached[i]] {
			x.bearing[reached[i]] = true
			bearing = append(bearing, into[i]...)
		}
	}
}

// walk visits each bearing class reachable from a class once, enters only classes for which enters returns true, and
// calls hole for the sought ones.
func (x *undecided) walk(from unify.Node, enters func(unify.Node) bool, hole func(unify.Node)) {
	if !x.bearing[from] || !enters(from) {
		return
	}
	seen := map[unify.Node]bool{from: true}
	for stack := []unify.Node{from}; len(stack) > 0; {
		n := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if x.sought(n) {
			hole(n)
		}
		for _, e := range x.p.Graph.Edges(n) {
			if to := x.p.Graph.Find(e.To); x.bearing[to] && !seen[to] {
				seen[to] = true
				if enters(to) {
					stack = append(stack, to)
				}
			}
		}
	}
}

// inside reports whether a site belongs to a definition.
func (p *program) inside(site int32) bool { return p.Owner(site) >= 0 }

// needsDecision reports whether the type of a node has to be decided. This holds for expressions and variables, except
// names of callees.
func (p *front) needsDecision(id relay.NodeID) bool {
	if p.carries[id] {
		return false
	}
	switch p.roles[id] {
	case binder, pattern:
		_, renamed := p.aliases[id]
		return !renamed
	case expression:
		switch p.tree.Nodes[id].Op {
		case relay.OpFn:
			return p.isInstance(id)
		case relay.OpLet, relay.OpBind, relay.OpFreeVar, relay.OpBlock:
			return false
		}
		return !p.silent[id]
	}
	return false
}

func (x *undecided) find(n unify.Node) unify.Node {
	up, ok := x.parent[n]
	if !ok {
		x.parent[n] = n
		return n
	}
	for up != n {
		over := x.parent[up]
		x.parent[n] = over
		n, up = over, x.parent[over]
	}
	return n
}

func (x *undecided) join(a, b unify.Node) {
	if a, b = x.find(a), x.find(b); a != b {
		x.parent[max(a, b)] = min(a, b)
	}
}

// A component is a connected set of undecided classes and waiting instances.
type component struct {
	holes []unify.Node
	waits []int32
}

// parts lists the components. An undecided class belongs to the component of the undecided classes that have it as a
// part.
func (x *undecided) parts() []component {
	for n := range x.parent {
		if x.p.Graph.Flat(n).Constructor() != unify.NoConstructor {
			continue
		}
		for _, e := range x.p.Graph.Edges(n) {
			if to := x.p.Graph.Find(e.To); x.p.Graph.Flat(to) == unify.Open || !x.p.Graph.Flat(to).Closed() {
				if _, ok := x.parent[to]; ok {
					x.join(n, to)
				}
			}
		}
	}
	of := make(map[unify.Node]int)
	var list []component
	at := func(n unify.Node) *component {
		i := patterns.Remember(&of, x.find(n), func() int {
			list = append(list, component{})
			return len(list) - 1
		})
		return &list[i]
	}
	var nodes []unify.Node
	for n := range x.parent {
		nodes = append(nodes, n)
	}
	slices.Sort(nodes)
	for _, n := range nodes {
		p := at(n)
		p.holes = append(p.holes, n)
	}
	for _, i := range x.waits {
		p := at(x.waitsFor[i])
		p.waits = append(p.waits, i)
	}
	return slices.DeleteFunc(list, func(p component) bool { return x.place(p) < 0 })
}

// place returns the site at which a component is reported: the call whose missing attribute would decide it, else the
// first variable or expression with an undecided class as its type, else the first with one as a part of its type.
func (x *undecided) place(p component) int32 {
	for _, i := range p.waits {
		in := x.p.Graph.InstanceOf(i)
		rule := ruleOf(in)
		if rule == nil {
			continue
		}
		for k, a := range rule.Relation().Attrs {
			if a.Forms&relation.NoneForm != 0 && rule.Attributes()[k].Form == relation.NoneForm && x.decides(rule, i) {
				return in.Reason.Site
			}
		}
	}
	first := int32(-1)
	for _, of := range [2]map[unify.Node][]int32{x.sites, x.within} {
		for _, n := range p.holes {
			for _, site := range of[n] {
				if (first < 0 || site < first) && !x.isCallee(site) {
					first = site
				}
			}
		}
		if first >= 0 {
			return first
		}
	}
	for _, i := range p.waits {
		return x.p.Graph.InstanceOf(i).Reason.Site
	}
	return first
}

// decides reports whether an attribute would let a waiting instance continue.
func (x *undecided) decides(rule *relation.Rule, instance int32) bool {
	in := x.p.Graph.InstanceOf(instance)
	// The instance does not wait for its first argument.
	return len(in.Waits) > 0 && x.p.Graph.Find(in.Waits[0]) != x.p.Graph.Find(in.Args[0])
}

// isCallee reports whether a site names the callee of a call.
func (x *undecided) isCallee(site int32) bool {
	e, up := relay.NodeID(site), x.p.parents[site]
	return x.p.tree.Is(up, relay.OpCall) && x.p.tree.Kids(up)[0] == e && (x.p.target(e) != e || x.p.callsByName(e))
}

// reportComponent returns the diagnostic of a component.
func (x *undecided) reportComponent(p component) lang.Diagnostic {
	site := x.place(p)
	dg := lang.Diagnostic{
		Code: lang.Underdetermined, Span: x.p.Span(site), Definition: x.p.DefName(x.d),
		Label: lang.Text("its type is not decided"),
	}
	if x.p.tree.Nodes[site].Op == relay.OpVar {
		dg.Span = x.p.tree.NameSpan(relay.NodeID(site))
	}
	_, out := x.p.Ends(x.d, site)
	if text := x.p.TypeOf(out); text == "_" {
		dg.Message = lang.Say("nothing decides the type of `%s`", x.p.File.Text(dg.Span))
	} else {
		dg.Message = lang.Say("nothing decides the whole type of `%s`: it is `%s`", x.p.Short(site), text)
	}
	if x.isAmbiguous(p) {
		dg.Code, dg.Severity = lang.AmbiguousArgument, lang.Warning
		dg.Message = lang.Say("nothing decides a type argument of `%s`: its type is `%s`", x.p.Short(site), x.p.TypeOf(out))
	}
	if meta := x.unreadOf(p); meta >= 0 {
		text := x.p.tree.Text(relay.NodeID(meta))
		dg.Notes = append(dg.Notes, lang.Say("`%s` is in the metadata section, where its type is not found", text))
		if x.p.roles[meta] == expression {
			dg.Span, dg.Label = x.p.Span(meta), lang.Text("its type is not known here")
			dg.Message = lang.Say("only the metadata section has the type of `%s`", text)
			dg.Help = lang.Texts("bind it with its type, as in `let %c: Tensor[(2, 3), float32] = " + text + ";`")
			site = meta
		}
	}
	for _, i := range p.waits {
		in := x.p.Graph.InstanceOf(i)
		if in.Reason.Site != site {
			dg.Related = append(dg.Related, lang.Related{Span: x.p.Span(in.Reason.Site), Message: x.waitsText(in)})
		}
	}
	for _, of := range [2]map[unify.Node][]int32{x.sites, x.within} {
		for _, n := range p.holes {
			for _, other := range of[n] {
				if len(dg.Related) < 4 && other != site && (x.p.roles[other] == binder || len(p.waits) == 0) {
					text := lang.Say("the type of %s depends on it", x.nameOf(other))
					dg.Related = append(dg.Related, lang.Related{Span: x.p.Span(other), Message: text})
				}
			}
		}
	}
	if x.p.roles[site] == binder {
		dg.Help = lang.Texts("write its type, as in `" + x.p.File.Text(dg.Span) + ": Tensor[(2, 3), float32]`")
	}
	if dg.Code == lang.Underdetermined && len(x.p.callers()[x.d]) > 0 && x.isGeneral(p) { // its uses may need different types
		dg.Help = []lang.Phrase{lang.Say("with --generalize, each use of `%s` decides it", x.p.DefName(x.d))}
	}
	return dg
}

// waitsText says which arguments a relation waits for.
func (x *undecided) waitsText(in *unify.Instance) lang.Phrase {
	name := x.p.operatorName(relay.NodeID(in.Reason.Site))
	args := x.p.argumentsOf(relay.NodeID(in.Reason.Site))
	var list []string
	for k, arg := range args[:min(len(args), len(in.Args))] {
		waits := false
		x.walk(x.p.Graph.Find(in.Args[k]), func(unify.Node) bool { return !waits }, func(hole unify.Node) {
			waits = waits || slices.ContainsFunc(in.Waits, func(n unify.Node) bool { return x.p.Graph.Find(n) == hole })
		})
		if !waits {
			continue
		}
		text := x.p.Variable(int32(arg))
		if text == "" {
			if text = "`" + x.p.Short(int32(arg)) + "`"; x.p.tree.Is(arg, relay.OpCall, relay.OpBinary) {
				text = "what `" + x.p.operatorName(arg) + "` gives"
			}
		} else {
			text = "`" + text + "`"
		}
		if !slices.Contains(list, text) {
			list = append(list, text)
		}
	}
	if len(list) == 0 {
		return lang.Say("`%s` waits for it", name)
	}
	return lang.Text("`" + name + "` waits for " + strings.Join(list[:min(len(list), 3)], " and "))
}

// unreadOf returns the first site of a component whose type is in the metadata section, or -1.
func (x *undecided) unreadOf(p component) int32 {
	for _, site := range x.unread {
		if _, out := x.p.Ends(x.d, site); slices.Contains(p.holes, x.p.Graph.Find(out)) {
			return site
		}
	}
	return -1
}

// isConsequence reports whether a component is undecided only because a callee is, so that the error is already
// reported there.
func (x *undecided) isConsequence(part component) bool {
	if x.following == nil {
		x.following = make(map[unify.Node]bool)
		for site, c := range x.p.EachUse(x.d) {
			if c == x.d || x.p.Solver.SameGroup(c, x.d) || !x.p.isUndecided(c) {
				continue
			}
			_, out := x.p.Ends(x.d, site)
			x.walk(x.p.Graph.Find(out), func(unify.Node) bool { return true }, func(hole unify.Node) {
				x.following[x.find(hole)] = true
			})
		}
	}
	return len(part.holes) > 0 && x.following[x.find(part.holes[0])]
}

// isUndecided reports whether a definition has an undecided component, which is reported there or in its callees.
func (p *program) isUndecided(d int32) bool {
	return patterns.Remember(&p.undecided, d, func() bool {
		if !p.Solver.Derivation(d).Derived || len(p.Solver.Conflicts(d)) > 0 || p.faulty[d] || p.options.Generalize {
			return false
		}
		x := p.undecidedIn(d)
		return slices.ContainsFunc(x.components, func(part component) bool { return !x.isAmbiguous(part) })
	})
}

// isAmbiguous reports whether any type would do for a component: no relation waits for it, it is not the whole type of
// an expression, and the definition's type does not depend on it.
func (x *undecided) isAmbiguous(p component) bool {
	isNeeded := func(n unify.Node) bool { return len(x.sites[n]) > 0 || x.root[n] }
	return len(p.waits) == 0 && (x.p.options.Generalize || !slices.ContainsFunc(p.holes, isNeeded))
}

// unusedParameters reports type parameters of callees that nothing decides, because the callee's type does not use
// them.
func (p *program) unusedParameters(d int32) (ds []lang.Diagnostic) {
	for site, c := range p.EachUse(d) {
		if p.Solver.SameGroup(c, d) || !p.Solver.Derivation(c).Derived || len(p.typeArguments(relay.NodeID(site))) > 0 {
			continue
		}
		used := make(map[unify.Constructor]bool)
		for _, o := range p.Solver.View(c).Scheme.Opened {
			used[o.Parameter] = true
		}
		for _, param := range p.paramsOf(p.rootOf(c)) {
			of := p.parameter(param)
			if used[of] {
				continue
			}
			name := p.Types.ConstructorName(of)
			ds = append(ds, lang.Diagnostic{
				Code: lang.AmbiguousArgument, Severity: lang.Warning, Span: p.Span(site), Definition: p.DefName(d),
				Message: lang.Say("nothing decides the type argument `%s` of `%s`", name, p.DefName(c)),
				Related: []lang.Related{{Span: p.tree.Span(param), Message: lang.Text("the type does not use it")}},
			})
		}
	}
	return ds
}

// nameOf renders a variable by its name and any other expression by its text.
func (x *undecided) nameOf(site int32) lang.Phrase {
	if name := x.p.Variable(site); name != "" {
		return lang.Text("`" + name + "`")
	}
	return x.p.Noun(site)
}
