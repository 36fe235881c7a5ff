package explain

import (
	"fmt"
	"slices"
	"strings"

	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/unify"
)

// maxContexts bounds how many uses one explanation traces. The signatures of other uses are taken unchanged.
const maxContexts = 100

// context is the definition that is explained, or a callee in one of its uses, at any depth. Each context has its own
// copy of the constraints.
type context struct {
	parent     int32 // -1 for the definition that is explained
	use        int32
	base       *base
	calleeNode map[unify.Node]unify.Node // by node of the instance: the callee's own node
}

type place struct {
	ctx  int32
	node unify.Node // of the context's base
}

// item is a cited constraint in a context.
type item struct {
	ctx int32
	c   int32 // of the context's base
}

// A need is a predicate that the claims proved about a node must satisfy. Needs with the same key are equal.
type need struct {
	key   string
	holds func(claims []unify.Claim) bool
}

// expander collects the constraints that a proof cites, in the definition itself and in its callees.
type expander struct {
	*Explainer
	contexts []context
	child    map[[2]int32]int32 // by context and use
	items    []item
	seen     map[item]bool
	tasks    []task
	fields   map[fieldKey]unify.Node // traced edges, with their targets
	equal    map[[3]int32]bool       // proved equalities: context and nodes
	shapes   map[shapeKey]bool
}

type task struct {
	ctx   int32
	sys   *unify.System // the system of the proof
	proof *unify.Proof
	want  *need
}

// Results are cached per callee: many proof paths reach the same one.
type fieldKey struct {
	ctx   int32
	node  unify.Node
	label unify.Label
}

type shapeKey struct {
	ctx  int32
	node unify.Node
	need string
}

func (x *Explainer) newExpander(b *base) *expander {
	return &expander{
		Explainer: x, contexts: []context{{parent: -1, base: b}}, child: make(map[[2]int32]int32),
		seen: make(map[item]bool), fields: make(map[fieldKey]unify.Node), equal: make(map[[3]int32]bool),
		shapes: make(map[shapeKey]bool),
	}
}

// expand returns everything that a proof about a definition depends on. If that takes a signature whose types are
// stated whole, it returns nil and the use: the proof has to be searched again, with the parts of these types.
func (x *Explainer) expand(b *base, all *unify.System, p *unify.Proof) (e *expander, use int32) {
	for {
		e := x.newExpander(b)
		use, ok := e.citeAll(task{0, all, p, nil})
		if ok {
			return e, -1
		}
		if !x.apart[use] {
			return nil, use
		}
		x.opaque[use] = true
	}
}

// citeAll adds the citations of a proof and of those that it leads to, or returns a use whose signature cannot be
// traced.
func (e *expander) citeAll(t task) (use int32, ok bool) {
	e.tasks = append(e.tasks, t)
	for len(e.tasks) > 0 {
		t := e.tasks[0]
		e.tasks = e.tasks[1:]
		if use, ok := e.cite(t); !ok {
			return use, false
		}
	}
	return -1, true
}

// A proof that cites an instance has a fieldCite for each edge that it uses, and a shapeCite for each node whose shape
// or labels it uses.
type fieldCite struct {
	node unify.Node
	edge unify.Edge
}

type shapeCite struct {
	node unify.Node
	want *need
}

type cites struct {
	fields []fieldCite
	shapes []shapeCite
}

// cite adds the citations of one proof, or returns a use whose signature cannot be traced.
func (e *expander) cite(t task) (use int32, ok bool) {
	b := e.contexts[t.ctx].base
	uses := make(map[int32]*cites)
	var order []int32
	enter := func(use int32) *cites {
		if uses[use] == nil {
			uses[use] = &cites{}
			order = append(order, use)
		}
		return uses[use]
	}
	of := func(c int32) *cites {
		if int(c) >= len(b.source) {
			return nil // an effect of a relation, which is cited, too
		}
		use := b.source[c].Use
		if use < 0 || b.source[c].Relation > 0 || e.isOpaque(t.ctx, use) {
			e.add(t.ctx, c)
			return nil
		}
		return enter(use)
	}
	field := func(c, edge int32) {
		if u := of(c); u != nil {
			k := &t.sys.Constraints[c]
			u.fields = append(u.fields, fieldCite{k.X, k.Edges[edge]})
		}
	}
	steps := t.proof.Steps
	shape := func(step int32, want *need) {
		if st := &steps[step]; st.Rule == unify.ByDescription {
			if u := of(st.C); u != nil {
				u.shapes = append(u.shapes, shapeCite{st.X, want})
			}
		}
	}
	for i := range steps {
		st := &steps[i]
		switch st.Rule {
		case unify.ByEquation:
			of(st.C)
			// The ends of a call are nodes of its instance.
			for _, n := range [2]unify.Node{st.X, st.Y} {
				if use, ok := b.useAt(n); ok && !e.isOpaque(t.ctx, use) {
					enter(use)
				}
			}
		case unify.ByLabel:
			field(st.C, st.E)
			field(st.C2, st.E2)
		case unify.ByUnfolding:
			field(st.C, st.E)
			h := headOf(t.sys, steps, st.Premises[1])
			shape(st.Premises[1], &need{fmt.Sprint("head ", h),
				func(claims []unify.Claim) bool { return hasHead(claims, h) }})
		case unify.ByShape, unify.ByClash:
			n := len(st.Premises) / 2
			for j := range n {
				against := []unify.Claim{}
				if st.Rule == unify.ByShape {
					against = append(against, unify.Claim{Flat: unify.MakeFlat(unify.Product|unify.Union, false)})
				}
				for k := range n {
					if k != j {
						against = append(against, claimOf(t.sys, steps, st.Premises[n+k]))
					}
				}
				shape(st.Premises[n+j], &need{keys(against), func(claims []unify.Claim) bool {
					return !b.sys.Compatible(append(slices.Clone(claims), against...)...)
				}})
			}
		case unify.ByRelation, unify.ByFailure:
			of(st.C)
		case unify.ByPart:
			field(st.C, st.E)
		case unify.ByAnswer:
			claim := claimOf(t.sys, steps, st.Premises[1])
			shape(st.Premises[1], &need{"says " + claim.Key(), func(claims []unify.Claim) bool {
				return slices.ContainsFunc(claims, func(c unify.Claim) bool { return says(c, claim) })
			}})
		}
	}
	if t.want != nil {
		shape(int32(len(steps)-1), t.want)
	}
	for _, use := range order {
		if !e.trace(t.ctx, use, uses[use]) {
			return use, false
		}
	}
	return -1, true
}

// keys joins the keys of claims.
func keys(claims []unify.Claim) string {
	var all []string
	for i := range claims {
		all = append(all, claims[i].Key())
	}
	slices.Sort(all)
	return strings.Join(all, "|")
}

func claimOf(s *unify.System, steps []unify.ProofStep, i int32) unify.Claim {
	st := &steps[i]
	if st.Rule == unify.ByUnfolding {
		return unify.Claim{Flat: s.Heads.Flat(st.Head)}
	}
	return s.Constraints[st.C].Claim()
}

func headOf(s *unify.System, steps []unify.ProofStep, i int32) unify.Head {
	return claimOf(s, steps, i).Flat.Head()
}

// says reports whether a claim has the form and the mark of another.
func says(c, of unify.Claim) bool {
	return c.Flat|unify.Dynamic == of.Flat|unify.Dynamic && (c.Flat.Dynamic() || !of.Flat.Dynamic()) &&
		(of.Flat.Constructor() != unify.NoConstructor || len(c.Labels) == len(of.Labels))
}

func hasHead(claims []unify.Claim, h unify.Head) bool {
	return slices.ContainsFunc(claims, func(c unify.Claim) bool { return c.Flat.Head() == h })
}

// add cites a constraint, except that a parameter of a callee equals only itself: a use may replace it.
func (e *expander) add(ctx, c int32) {
	if ctx > 0 {
		k := &e.contexts[ctx].base.sys.Constraints[c]
		if p := k.Flat.Constructor(); k.Y == unify.None && k.Of == nil && p != unify.NoConstructor &&
			e.solver.IsParameter(p) && len(k.Edges) == 0 {
			return
		}
	}
	if it := (item{ctx, c}); !e.seen[it] {
		e.seen[it] = true
		e.items = append(e.items, it)
	}
}

// isOpaque reports whether a use is not traced any further: its callee is a built-in function, or has no derivation.
func (e *expander) isOpaque(ctx, use int32) bool {
	u := e.solver.UseOf(use)
	if u.Callee < 0 || e.opaque[use] {
		return true
	}
	_, known := e.child[[2]int32{ctx, use}]
	return !known && len(e.contexts) >= maxContexts
}

// enter returns the context of a use; it makes a missing one.
func (e *expander) enter(ctx, use int32) (int32, bool) {
	key := [2]int32{ctx, use}
	if c, ok := e.child[key]; ok {
		return c, true
	}
	u := e.solver.UseOf(use)
	k := baseKey{u.Callee, -1}
	if e.solver.SameGroup(u.Callee, e.contexts[ctx].base.def) {
		if e.solver.Derivation(u.Callee).Recursion != patterns.Polymorphic {
			return 0, false
		}
		k.events = u.Events
	}
	b := e.base(k)
	if b == nil {
		return 0, false
	}
	c := context{parent: ctx, use: use, base: b, calleeNode: make(map[unify.Node]unify.Node)}
	d := e.solver.Derivation(u.Callee)
	roots, ok := b.rootsOf(d)
	if !ok {
		return 0, false
	}
	n := int32(len(e.contexts))
	e.contexts = append(e.contexts, c)
	e.child[key] = n
	for i, r := range e.contexts[ctx].base.uses[use].roots {
		if at, known := c.calleeNode[r]; !known {
			c.calleeNode[r] = roots[i]
		} else if !e.proveEqual(n, at, roots[i]) {
			return 0, false
		}
	}
	return n, true
}

// proveEqual adds a proof that two nodes of a context are equal.
func (e *expander) proveEqual(ctx int32, x, y unify.Node) bool {
	if x == y || e.equal[[3]int32{ctx, int32(x), int32(y)}] {
		return true
	}
	e.equal[[3]int32{ctx, int32(x), int32(y)}] = true
	p := e.contexts[ctx].base.closure().Equal(x, y)
	if p == nil {
		return false
	}
	e.tasks = append(e.tasks, task{ctx, e.contexts[ctx].base.closure().System(), p, nil})
	return true
}

// maxTogether bounds how many facts are combined if no single one suffices.
const maxTogether = 12

// trace proves the cited parts of an instance from the callee's own constraints. It returns false if that fails.
func (e *expander) trace(ctx, use int32, cs *cites) bool {
	n, ok := e.enter(ctx, use)
	if !ok {
		return false
	}
	b := e.contexts[n].base
	calleeNode := e.contexts[n].calleeNode
	left := cs.fields
	for len(left) > 0 {
		var wait []fieldCite
		for _, f := range left {
			from, known := calleeNode[f.node]
			if !known {
				wait = append(wait, f)
				continue
			}
			key := fieldKey{n, from, f.edge.Label}
			to, done := e.fields[key]
			if !done {
				found, ok := b.closure().Edge(from, f.edge.Label)
				if !ok {
					return false
				}
				all := b.closure().System()
				e.tasks = append(e.tasks, task{n, all, found.Proof, nil})
				// The last step is about the edge itself.
				e.edge(n, found)
				to = all.Constraints[found.C].Edges[found.E].To
				e.fields[key] = to
			}
			if at, known := calleeNode[f.edge.To]; !known {
				calleeNode[f.edge.To] = to
			} else if !e.proveEqual(n, at, to) {
				return false
			}
		}
		if len(wait) == len(left) {
			return false
		}
		left = wait
	}
	for _, s := range cs.shapes {
		from, known := calleeNode[s.node]
		if !known || !e.shape(n, from, s.want) {
			return false
		}
	}
	return true
}

// edge cites the description that has an edge, which may again be that of an instance.
func (e *expander) edge(ctx int32, f unify.Found) {
	b := e.contexts[ctx].base
	if int(f.C) >= len(b.source) {
		return // an effect of a relation, which the proof cites
	}
	if use := b.source[f.C].Use; use < 0 || e.isOpaque(ctx, use) {
		e.add(ctx, f.C)
		return
	}
	// A step about the edge alone: the whole equals itself.
	k := &b.sys.Constraints[f.C]
	to := k.Edges[f.E].To
	e.tasks = append(e.tasks, task{ctx, b.sys, &unify.Proof{Steps: []unify.ProofStep{
		{Rule: unify.ByChain, X: k.X, Y: k.X},
		{Rule: unify.ByLabel, X: to, Y: to, C: f.C, E: f.E, C2: f.C, E2: f.E, Premises: []int32{0}},
	}}, nil})
}

// shape proves what is needed of a node of a context, by the nearest fact that suffices alone, or else by the nearest
// facts that suffice together.
func (e *expander) shape(ctx int32, n unify.Node, want *need) bool {
	key := shapeKey{ctx, n, want.key}
	if e.shapes[key] {
		return true
	}
	e.shapes[key] = true
	cl := e.contexts[ctx].base.closure()
	all := cl.System()
	for _, f := range cl.Facts(n, 1, func(c unify.Claim) bool { return want.holds([]unify.Claim{c}) }) {
		e.tasks = append(e.tasks, task{ctx, all, f.Proof, want})
		return true
	}
	found := cl.Facts(n, maxTogether, nil)
	var claims []unify.Claim
	for i := range found {
		claims = append(claims, found[i].Claim)
		if want.holds(claims) {
			for j := range found[:i+1] {
				others := append(slices.Clone(claims[:j]), claims[j+1:]...)
				e.tasks = append(e.tasks, task{ctx, all, found[j].Proof,
					&need{want.key + "+" + keys(others), func(c []unify.Claim) bool {
						return want.holds(append(slices.Clone(c), others...))
					}}})
			}
			return true
		}
	}
	return false
}

// traced returns the context of the use whose instance a node belongs to, if its signature was traced.
func (e *expander) traced(ctx int32, n unify.Node) (child int32, ok bool) {
	use, ok := e.contexts[ctx].base.useAt(n)
	if !ok || e.opaque[use] {
		return 0, false
	}
	child, ok = e.child[[2]int32{ctx, use}]
	return child, ok
}

// copied numbers the nodes of contexts in the system of a core.
type copied struct {
	*expander
	numbers map[place]unify.Node
	list    []place // by number
}

// number returns the number of a context's node. A node of a traced instance is the callee's own node.
func (e *copied) number(ctx int32, n unify.Node) unify.Node {
	for child, ok := e.traced(ctx, n); ok; child, ok = e.traced(ctx, n) {
		at, known := e.contexts[child].calleeNode[n]
		if !known || int(at) >= e.contexts[child].base.sys.Nodes { // made by a relation
			break
		}
		ctx, n = child, at
	}
	p := place{ctx, n}
	return patterns.Remember(&e.numbers, p, func() unify.Node {
		e.list = append(e.list, p)
		return unify.Node(len(e.list) - 1)
	})
}

// secondNode returns the number of the second node of an equation. The ends of a call are the callee's own roots; if
// its signature has some of them as one node, the callee's constraints explain it.
func (e *copied) secondNode(ctx int32, k unify.Constraint) unify.Node {
	child, ok := e.traced(ctx, k.Y)
	if !ok {
		return e.number(ctx, k.Y)
	}
	u := e.solver.UseOf(e.contexts[child].use)
	callee := e.contexts[child].base
	d := e.solver.Derivation(u.Callee)
	for i, own := range u.Own {
		if k.X == e.contexts[ctx].base.local(own) && k.Y == e.contexts[ctx].base.uses[e.contexts[child].use].roots[i] {
			return e.number(child, callee.local(d.Roots[i]))
		}
	}
	return e.number(ctx, k.Y)
}

// system returns the cited constraints as a system, and the places of its nodes.
func (e *expander) system() (*unify.System, []place) {
	top := e.contexts[0].base.sys
	s := &unify.System{Heads: top.Heads, Index: top.Index, Watch: top.Watch}
	nodes := &copied{expander: e, numbers: make(map[place]unify.Node)}
	for _, it := range e.items {
		b := e.contexts[it.ctx].base
		k := b.sys.Constraints[it.c]
		c := unify.Constraint{X: nodes.number(it.ctx, k.X), Y: unify.None, Flat: k.Flat, Event: k.Event}
		if k.Y != unify.None {
			c.Y = nodes.secondNode(it.ctx, k)
		}
		for _, edge := range k.Edges {
			c.Edges = append(c.Edges, unify.Edge{Label: edge.Label, To: nodes.number(it.ctx, edge.To)})
		}
		if k.Of != nil {
			c.Of = &unify.Application{Relation: k.Of.Relation}
			for _, n := range k.Of.Args {
				c.Of.Args = append(c.Of.Args, nodes.number(it.ctx, n))
			}
		}
		s.Constraints = append(s.Constraints, c)
		s.Cost = append(s.Cost, b.sys.Cost[it.c])
	}
	s.Nodes = len(nodes.list)
	return s, nodes.list
}
