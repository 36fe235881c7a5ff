package relay

import (
	"maps"
	"slices"

	"github.com/patgraph/patgraph/lang/relay"
	"github.com/patgraph/patgraph/unify"
)

// Each use of a function or variable has its own instance of the type: a copy in which type parameters and dynamic
// sizes are replaced.

// instantiated returns the type of a function at a use, with its type parameters replaced by fresh nodes.
func (b body) instantiated(n unify.Node, fn, e relay.NodeID) unify.Node {
	params := make(map[unify.Constructor]bool)
	for _, param := range b.p.paramsOf(fn) {
		params[b.p.parameter(param)] = true
	}
	copies := make(map[unify.Constructor]unify.Node)
	r := by(byInstance, e)
	fresh := b.copyReplacing(n, r, func(n unify.Node, f unify.Flat) (renewal, bool) {
		c := f.Constructor()
		if c == unify.NoConstructor {
			return renewal{}, false
		}
		is := params[c]
		if by := b.p.Types.ComputedOf(c); by != nil {
			is = slices.ContainsFunc(by.Of, func(c unify.Constructor) bool { return params[c] })
		}
		return renewal{flat: unify.Open, reason: r, of: c, copies: copies}, is
	})
	b.compute(copies, params, r)
	for i, t := range b.p.typeArguments(e) {
		if n, ok := copies[b.p.parameter(b.p.paramsOf(fn)[i])]; ok {
			b.p.Equal(n, b.withoutUnknownSizes(b.of(t), t), by(byTypeArgument, t))
		}
	}
	return fresh
}

// compute relates the copies of computed sizes to the copies of the parameters that they are computed from.
func (b body) compute(copies map[unify.Constructor]unify.Node, params map[unify.Constructor]bool, r unify.Reason) {
	for _, c := range slices.Sorted(maps.Keys(copies)) {
		by := b.p.Types.ComputedOf(c)
		if by == nil {
			continue
		}
		rel, args := by.Compute, make([]unify.Node, 0, len(by.Of)+1)
		for _, of := range by.Of {
			n, ok := copies[of]
			if !ok {
				n = b.p.Graph.Leaf(r.Site)
				if params[of] {
					rel = by.Solve
				} else { // a parameter of an enclosing function
					b.p.Describe(n, b.p.Types.Heads().Built(of), nil, r)
				}
			}
			args = append(args, n)
		}
		b.p.Relate(rel, r, append(args, copies[c])...)
	}
}

// ownCopy returns the type of a variable at a use. Dynamic sizes are replaced by fresh ones. Written sizes are copied
// too: if one use is declared to have a dynamic size, the other uses keep the written size.
func (b body) ownCopy(n unify.Node, e relay.NodeID) unify.Node {
	if !b.p.marked {
		return n
	}
	if b.failed(n) {
		return b.p.Graph.Leaf(int32(e)) // its intended type is unknown, and a copy would repeat the wrong one
	}
	return b.copyReplacing(n, by(byUnknown, e), func(n unify.Node, f unify.Flat) (renewal, bool) {
		if f.Dynamic() {
			return renewal{flat: unify.Open | unify.Dynamic, reason: by(byUnknown, e)}, true
		}
		if !b.p.isSize(f) {
			return renewal{}, false
		}
		site, ok := b.p.written(n)
		return renewal{flat: f, reason: by(byType, relay.NodeID(site))}, ok
	})
}

// mostFailed bounds the latest conflicts that failed searches, so that the cost of a use does not grow with their
// number.
const mostFailed = 64

// failed reports whether a type is the result of a relation that failed.
func (b body) failed(n unify.Node) bool {
	g := b.p.Graph
	g.Solve()
	all := g.Conflicts()
	return slices.ContainsFunc(all[max(0, len(all)-mostFailed):], func(c unify.Conflict) bool {
		i, ok := g.Event(c.Event).Cause.Failed()
		if !ok {
			return false
		}
		args := g.InstanceOf(i).Args
		return g.Find(args[len(args)-1]) == g.Find(n)
	})
}

// isSize reports whether a pattern is a size.
func (p *program) isSize(f unify.Flat) bool {
	c := f.Constructor()
	if c == unify.NoConstructor {
		return false
	}
	if _, number := p.Types.NumberOf(c); number {
		return true
	}
	param, ok := p.paramOf[c]
	return ok && p.kindOf(param) == dimension
}

// written returns the site whose constraint gives a class its pattern; ok is false if a computation or a signature
// does. It takes at most linear time in the size of the class.
func (p *program) written(n unify.Node) (site int32, ok bool) {
	g := p.Graph
	united := make(map[unify.Node][]unify.Node) // by union: what it united, after climbing from both sides of its event
	climb := func(x unify.Node) {
		for up := g.Parent(x); up != unify.None && !slices.Contains(united[up], x); x, up = up, g.Parent(up) {
			united[up] = append(united[up], x)
		}
	}
	for {
		event, union := g.Made(n)
		if !union {
			return g.Site(n)
		}
		climb(g.Event(event).X)
		climb(g.Event(event).Y)
		x, y := slices.Min(united[n]), slices.Max(united[n])
		if n = x; g.Flat(x).Constructor() == unify.NoConstructor && !g.Flat(x).IsProduct() {
			n = y
		}
	}
}

// withoutUnknownSizes returns a copy of the type of a parameter whose dynamic sizes do not constrain the argument.
func (b body) withoutUnknownSizes(n unify.Node, e relay.NodeID) unify.Node {
	if !b.p.marked {
		return n
	}
	r := by(byUnknown, e)
	return b.copyReplacing(n, r, func(n unify.Node, f unify.Flat) (renewal, bool) {
		return renewal{flat: unify.Open, reason: r, vague: true}, f.Dynamic()
	})
}

// A renewal describes the replacement of a class in a copy.
type renewal struct {
	flat   unify.Flat
	reason unify.Reason
	of     unify.Constructor // all classes that this constructor without parts builds share one copy
	copies map[unify.Constructor]unify.Node
	vague  bool // the copy is dynamic unless another constraint decides it
}

// copyReplacing copies a pattern and replaces some of its classes. The copy shares the parts from which no replaced
// class is reachable. If there is none, copyReplacing returns the pattern itself.
func (b body) copyReplacing(
	n unify.Node, r unify.Reason, replaced func(unify.Node, unify.Flat) (renewal, bool),
) unify.Node {
	g := b.p.Graph
	g.Solve()
	w := reached{body: b, reason: r, number: make(map[unify.Node]int)}
	w.reach(-1, unify.Edge{To: n})
	with := make(map[int]renewal)
	var queue []int
	for i := 0; i < len(w.list); i++ {
		class := w.list[i].class
		f := g.Flat(class)
		if x, ok := replaced(class, f); ok {
			with[i] = x
			queue = append(queue, i)
			continue
		}
		if f.IsType() || f.Constructor() == b.p.built.ref && r.Rule == byUnknown {
			continue // all uses of a reference share its content
		}
		for _, e := range g.Edges(class) {
			k := w.reach(i, e)
			w.list[k].into = append(w.list[k].into, i)
		}
	}
	if len(queue) == 0 {
		return n
	}
	copies, reasons := make(map[int]unify.Node), make(map[int]unify.Reason)
	for len(queue) > 0 {
		i := queue[len(queue)-1]
		queue = queue[:len(queue)-1]
		if _, done := copies[i]; !done {
			at := r
			if x, ok := with[i]; ok {
				at = x.reason
			} else if site, ok := b.p.written(w.list[i].class); ok && b.p.roles[site] >= typed {
				at = by(byType, relay.NodeID(site)) // messages refer to the written type
			}
			copies[i], reasons[i] = g.Leaf(at.Site), at
			queue = append(queue, w.list[i].into...)
		}
	}
	for i := range w.list {
		copied, ok := copies[i]
		if !ok {
			continue
		}
		if x, ok := with[i]; ok {
			if x.of != unify.NoConstructor && len(b.p.Types.Heads().Parts(x.of)) == 0 {
				if one, ok := x.copies[x.of]; ok {
					b.p.Equal(copied, one, x.reason)
				} else {
					x.copies[x.of] = copied
				}
			}
			if x.vague {
				b.p.vague = append(b.p.vague, vague{copied, x.reason})
			} else {
				b.p.Describe(copied, x.flat, nil, x.reason)
			}
			continue
		}
		edges := slices.Clone(g.Edges(w.list[i].class))
		for j := range edges {
			k := w.number[g.Find(edges[j].To)]
			if to, ok := copies[k]; ok {
				edges[j].To = to
			} else {
				edges[j].To = w.name(k)
			}
		}
		b.p.Describe(copied, g.Flat(w.list[i].class), edges, reasons[i])
	}
	if to, ok := copies[0]; ok {
		return to
	}
	return n
}

// reached lists the classes that are reachable from a pattern.
type reached struct {
	body
	reason unify.Reason
	number map[unify.Node]int
	list   []reachedClass
}

type reachedClass struct {
	class unify.Node
	name  unify.Node // a node of the class that constraints may name, or unify.None
	from  int        // the index of a class with this class as a part, or -1
	label unify.Label
	into  []int // the indices of all such classes
}

// reach returns the index of the class that an edge of class from leads to.
func (w *reached) reach(from int, e unify.Edge) int {
	class := w.p.Graph.Find(e.To)
	k, ok := w.number[class]
	if !ok {
		k = len(w.list)
		w.number[class] = k
		w.list = append(w.list, reachedClass{class: class, name: unify.None, from: from, label: e.Label})
	}
	if x := &w.list[k]; x.name == unify.None && w.isStated(e.To) {
		x.name = e.To
	}
	return k
}

// isStated reports whether a node belongs to a site. Nodes made by relations, and parts of types and signatures, exist
// only while the facts that they follow from hold.
func (w *reached) isStated(n unify.Node) bool {
	_, leaf := w.p.Graph.Site(n)
	return leaf
}

// name returns a node of a class that constraints may mention. If there is none, it creates one and states that it is a
// part of another class.
func (w *reached) name(k int) unify.Node {
	var way []int
	for ; w.list[k].name == unify.None && w.list[k].from >= 0; k = w.list[k].from {
		way = append(way, k)
	}
	n := w.list[k].name
	if n == unify.None {
		n = w.list[k].class
	}
	for _, k := range slices.Backward(way) {
		part := w.p.Graph.Leaf(w.reason.Site)
		w.p.Describe(n, unify.Open, []unify.Edge{{Label: w.list[k].label, To: part}}, w.reason)
		w.list[k].name, n = part, part
	}
	return n
}
