package relay

import (
	"slices"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/relay"
	"github.com/patgraph/patgraph/patterns/relation"
	"github.com/patgraph/patgraph/unify"
)

// open is what is not decided in a definition: classes of the graph, and the instances that wait
// for them. Those that hang together have one root.
type open struct {
	*program
	d      int32
	parent map[unify.Node]unify.Node
	sites  map[unify.Node][]int32 // by class: the sites with it as their type
	within map[unify.Node][]int32 // or as a part of it
	waits  []int32                // instances
	root   []unify.Node           // what is open in the type of the definition
}

func (p *program) newOpen(d int32) *open {
	x := &open{
		program: p, d: d, parent: make(map[unify.Node]unify.Node),
		sites: make(map[unify.Node][]int32), within: make(map[unify.Node][]int32),
	}
	holes := make(map[unify.Node][]unify.Node) // by class: those that are open among its parts
	for site := p.Defs[d].First; site <= p.Defs[d].Root; site++ {
		if !p.counts(relay.NodeID(site)) {
			continue
		}
		_, out := p.Ends(d, site)
		class := p.Graph.Find(out)
		for _, hole := range x.holes(class, holes) {
			if hole == class {
				x.sites[hole] = append(x.sites[hole], site)
			} else {
				x.within[hole] = append(x.within[hole], site)
			}
			x.find(hole)
		}
	}
	_, out := p.Ends(d, p.Defs[d].Root)
	x.root = x.holes(p.Graph.Find(out), holes)
	from, to := p.Solver.Relations(d)
	for i := from; i < to; i++ {
		in := p.Graph.InstanceOf(i)
		if in.State != unify.Waits || in.Use >= 0 || in.Reason.Rule != byOperator && in.Reason.Rule != byWhere {
			continue
		}
		// A clause that stands beside a relation says nothing that the relation does not.
		if rule := ruleOf(in); rule.Early() >= 0 || !p.inside(in.Reason.Site) {
			continue
		}
		first := unify.None
		for _, n := range in.Args {
			for _, hole := range x.holes(p.Graph.Find(n), holes) {
				if first == unify.None {
					first = x.find(hole)
				}
				x.join(first, hole)
			}
		}
		if first != unify.None {
			x.waits = append(x.waits, i)
		}
	}
	return x
}

// inside reports whether a site is one of a definition.
func (p *program) inside(site int32) bool { return p.Owner(site) >= 0 }

// counts reports whether the type of a node has to be decided: those of expressions and
// variables, but not that of the name of what is called.
func (p *program) counts(id relay.NodeID) bool {
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

// holes are the open classes among the parts of one.
func (x *open) holes(class unify.Node, known map[unify.Node][]unify.Node) []unify.Node {
	if list, ok := known[class]; ok {
		return list
	}
	var list []unify.Node
	seen := map[unify.Node]bool{class: true}
	for stack := []unify.Node{class}; len(stack) > 0; {
		n := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		f := x.Graph.Flat(n)
		if f.IsType() || f.Dynamic() {
			continue
		}
		if f.Constructor() == unify.NoConstructor && !f.Closed() {
			list = append(list, n)
		}
		for _, e := range x.Graph.Edges(n) {
			if to := x.Graph.Find(e.To); !seen[to] {
				seen[to] = true
				stack = append(stack, to)
			}
		}
	}
	slices.Sort(list)
	known[class] = list
	return list
}

func (x *open) find(n unify.Node) unify.Node {
	up, ok := x.parent[n]
	if !ok {
		x.parent[n] = n
		return n
	}
	for up != n {
		n, up = up, x.parent[up]
	}
	return n
}

func (x *open) join(a, b unify.Node) {
	if a, b = x.find(a), x.find(b); a != b {
		x.parent[max(a, b)] = min(a, b)
	}
}

// A component is what hangs together: its open classes and the instances that wait.
type component struct {
	holes []unify.Node
	waits []int32
}

// parts lists what hangs together. Classes that one open class leads to belong to it.
func (x *open) parts() []component {
	for n := range x.parent {
		if x.Graph.Flat(n).Constructor() != unify.NoConstructor {
			continue
		}
		for _, e := range x.Graph.Edges(n) {
			if to := x.Graph.Find(e.To); x.Graph.Flat(to) == unify.Open || !x.Graph.Flat(to).Closed() {
				if _, ok := x.parent[to]; ok {
					x.join(n, to)
				}
			}
		}
	}
	of := make(map[unify.Node]int)
	var list []component
	at := func(n unify.Node) *component {
		root := x.find(n)
		i, ok := of[root]
		if !ok {
			i = len(list)
			of[root] = i
			list = append(list, component{})
		}
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
	known := make(map[unify.Node][]unify.Node)
	for _, i := range x.waits {
		for _, n := range x.Graph.InstanceOf(i).Args {
			if holes := x.holes(x.Graph.Find(n), known); len(holes) > 0 {
				p := at(holes[0])
				p.waits = append(p.waits, i)
				break
			}
		}
	}
	return slices.DeleteFunc(list, func(p component) bool { return x.place(p) < 0 })
}

// place is the site that is told of a part: the call whose attribute would decide it, else the
// first variable or expression whose type it is, else the first of whose type it is a part.
func (x *open) place(p component) int32 {
	for _, i := range p.waits {
		in := x.Graph.InstanceOf(i)
		rule := ruleOf(in)
		for k, a := range rule.Relation().Attrs {
			if a.Forms&relation.NoneForm != 0 && rule.Attributes()[k].Form == relation.NoneForm|0 && x.decides(rule, i) {
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
		return x.Graph.InstanceOf(i).Reason.Site
	}
	return first
}

func (x *open) decides(rule *relation.Rule, instance int32) bool {
	in := x.Graph.InstanceOf(instance)
	// Only where what is asked of the other arguments is known.
	return len(in.Waits) > 0 && x.Graph.Find(in.Waits[0]) != x.Graph.Find(in.Args[0])
}

// isCallee reports whether a site names what is called.
func (x *open) isCallee(site int32) bool {
	up := x.parents[site]
	return up != relay.NoNode && x.tree.Nodes[up].Op == relay.OpCall && x.tree.Kids(up)[0] == relay.NodeID(site) && x.target(relay.NodeID(site)) != relay.NodeID(site) ||
		up != relay.NoNode && x.tree.Nodes[up].Op == relay.OpCall && x.tree.Kids(up)[0] == relay.NodeID(site) && x.callsByName(relay.NodeID(site))
}

// tell is the diagnostic of a part.
func (x *open) tell(p component) lang.Diagnostic {
	site := x.place(p)
	dg := lang.Diagnostic{Code: lang.Underdetermined, Span: x.Span(site), Definition: x.DefName(x.d), Label: lang.Text("its type is not decided")}
	if x.tree.Nodes[site].Op == relay.OpVar {
		dg.Span = x.tree.NameSpan(relay.NodeID(site))
	}
	_, out := x.Ends(x.d, site)
	if text := x.typeOf(out); text == "_" {
		dg.Message = lang.Say("nothing decides the type of `%s`", x.File.Text(dg.Span))
	} else {
		dg.Message = lang.Say("nothing decides all of the type of `%s`: it is `%s`", x.Short(site), text)
	}
	if x.isAmbiguous(p) {
		dg.Code, dg.Severity = lang.AmbiguousArgument, lang.Warning
		dg.Message = lang.Say("nothing decides a type argument of `%s`: its type is `%s`", x.Short(site), x.typeOf(out))
	}
	for _, i := range p.waits {
		in := x.Graph.InstanceOf(i)
		name := x.operatorName(relay.NodeID(in.Reason.Site))
		if in.Reason.Site != site {
			dg.Related = append(dg.Related, lang.Related{Span: x.Span(in.Reason.Site), Message: lang.Say("`%s` waits for it", name)})
		}
	}
	for _, of := range [2]map[unify.Node][]int32{x.sites, x.within} {
		for _, n := range p.holes {
			for _, other := range of[n] {
				if len(dg.Related) < 4 && other != site && (x.roles[other] == binder || len(p.waits) == 0) {
					dg.Related = append(dg.Related, lang.Related{Span: x.Span(other), Message: lang.Say("the type of %s depends on it", x.nameOf(other))})
				}
			}
		}
	}
	if x.roles[site] == binder {
		dg.Help = lang.Texts("write its type, as in `" + x.File.Text(dg.Span) + ": Tensor[(2, 3), float32]`")
	}
	return dg
}

// isAmbiguous reports whether any type would do for a component: nothing waits for it, it is no whole type of an
// expression, and the type of the definition does not depend on it.
func (x *open) isAmbiguous(p component) bool {
	return len(p.waits) == 0 && !slices.ContainsFunc(p.holes, func(n unify.Node) bool {
		return len(x.sites[n]) > 0 || slices.Contains(x.root, n)
	})
}

// nameOf is a variable by its name, anything else by its text.
func (x *open) nameOf(site int32) lang.Phrase {
	if name := x.Variable(site); name != "" {
		return lang.Text("`" + name + "`")
	}
	return x.Noun(site)
}
