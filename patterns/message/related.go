package message

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/unify"
)

// The bounds for one type: so many patterns within it, so many bytes of its text, so many names.
const (
	mostWithin = 1000
	mostSpelt  = 160
	mostNames  = 3
)

// Related returns the relations of a definition and the types of their arguments, after some steps of its derivation;
// after all of them if at is negative. It returns false for a definition that was not derived.
func (p *Program) Related(d, at int32) (patterns.Related, bool) {
	events := p.Explainer().Events(d)
	if !p.Solver.Derivation(d).Derived {
		return patterns.Related{}, false
	}
	r := related{
		Program: p, def: d, limit: int32(p.Graph.Events()),
		up: make(map[unify.Node]unify.Node), number: make(map[unify.Node]int32), effects: make(map[int32][]int32),
	}
	r.uniteStated(events)
	r.out.Steps = int32(len(events))
	r.out.Step = r.out.Steps
	if at >= 0 && at < r.out.Step {
		r.out.Step, r.limit = at, -1
		if at > 0 {
			r.limit = events[at-1]
		}
		r.until = p.nodesAt(d, events[:at])
	}
	r.instances()
	r.inOrder()
	r.types()
	return r.out, true
}

// nodesAt returns how many nodes the graph had after some events of a definition.
func (p *Program) nodesAt(d int32, events []int32) int {
	until := int(p.Solver.Derivation(d).In()) // before any union
	for _, ev := range events {
		if n := p.Explainer().Made(d, ev); n != unify.None {
			until = max(until, int(n)+1)
		}
	}
	return until
}

// related builds a patterns.Related.
type related struct {
	*Program
	def     int32
	limit   int32 // instances that fired or failed after this event are shown as waiting
	until   int   // types are shown as when the graph had so many nodes; 0: the final state
	out     patterns.Related
	up      map[unify.Node]unify.Node // union-find of the nodes that are equal without relations
	effects map[int32][]int32         // by instance: the events that it caused
	number  map[unify.Node]int32      // of types, by node in up
	nodes   []unify.Node              // by type
	done    []int32                   // by use: when it fired or failed
}

// uniteStated unites nodes that are equal without any relation. In the picture a relation's inputs and outputs stay
// separate, even if the relation equates them.
func (r *related) uniteStated(events []int32) {
	related := make(map[int32]bool)
	for _, ev := range events {
		e := r.Graph.Event(ev)
		if i, _, ok := e.Cause.Fired(); ok {
			related[ev] = true
			r.effects[i] = append(r.effects[i], ev)
			continue
		}
		if before, _, ok := e.Cause.From(); ok && related[before] {
			related[ev] = true
			continue
		}
		if r.Explainer().Made(r.def, ev) != unify.None {
			r.join(e.X, e.Y)
		}
	}
	r.uniteUses()
}

// uniteUses unites each variable with those of its uses that have the same pattern. With dynamic sizes every use has
// its own instance.
func (r *related) uniteUses() {
	bound := r.Words().Bound
	if bound == nil {
		return
	}
	var pairs []unify.Node
	for _, site := range r.Sites(r.def) {
		if r.Kind(site) != Refers {
			continue
		}
		if of := bound(site); of >= 0 && r.Owner(of) == r.def {
			_, x := r.Ends(r.def, site)
			_, y := r.Ends(r.def, of)
			if r.find(x) != r.find(y) {
				pairs = append(pairs, x, y)
			}
		}
	}
	if len(pairs) == 0 {
		return
	}
	roots := make([]unify.Node, len(pairs))
	for i, n := range pairs {
		roots[i] = r.Graph.Find(n)
	}
	s := r.Solver.Quotient(roots...)
	text := func(i int) string {
		_, gives := r.ShortSignature(s, s.Roots[i], s.Roots[i], mostSpelt)
		return gives
	}
	for i := 0; i < len(pairs); i += 2 {
		if text(i) == text(i+1) {
			r.join(pairs[i], pairs[i+1])
		}
	}
}

func (r *related) join(x, y unify.Node) {
	if x, y = r.find(x), r.find(y); x != y {
		r.up[max(x, y)] = min(x, y)
	}
}

func (r *related) find(n unify.Node) unify.Node {
	for {
		to, ok := r.up[n]
		if !ok || to == n {
			r.up[n] = n
			return n
		}
		if over, ok := r.up[to]; ok {
			r.up[n] = over
		}
		n = to
	}
}

// A usedAt identifies one use: a relation and the clauses that are stated beside it.
type usedAt struct {
	site, use int32
	name      string
	first     unify.Node
}

// instances lists the relation instances of the definition, those of one use together.
func (r *related) instances() {
	at := make(map[usedAt]int)
	from, to := r.Solver.Relations(r.def)
	var list []int32
	for i := from; i < to; i++ {
		if r.Owner(r.Graph.InstanceOf(i).Reason.Site) == r.def {
			list = append(list, i)
		}
	}
	slices.SortStableFunc(list, func(i, j int32) int {
		x, y := r.Span(r.Graph.InstanceOf(i).Reason.Site), r.Span(r.Graph.InstanceOf(j).Reason.Site)
		return cmp.Or(cmp.Compare(x.End, y.End), cmp.Compare(y.Start, x.Start))
	})
	for _, i := range list {
		in := r.Graph.InstanceOf(i)
		key := usedAt{in.Reason.Site, in.Use, r.relationName(i), in.Args[0]}
		k, again := at[key]
		if !again {
			k = len(r.out.Uses)
			at[key] = k
			r.out.Uses = append(r.out.Uses, r.use(i))
			r.done = append(r.done, in.Until)
		}
		r.addInstance(&r.out.Uses[k], i, again)
		if u := &r.out.Uses[k]; again && u.State == unify.Fails {
			r.done[k] = max(r.done[k], in.Until)
		}
	}
}

// use returns the use of a relation at an instance.
func (r *related) use(i int32) patterns.RelationUse {
	in := r.Graph.InstanceOf(i)
	u := patterns.RelationUse{Relation: r.relationName(i), Span: r.Span(in.Reason.Site), State: r.stateOf(in)}
	u.Attributes, _, _ = strings.Cut(in.Relation.Key(), "~")
	name, takes := u.Relation, []string(nil)
	if applied := r.Words().Applied; applied != nil {
		name, takes = applied(in)
	}
	u.Name = name
	for k, n := range in.Args {
		a := patterns.RelationArg{To: r.typeAt(n), Gives: k >= len(takes)}
		if !a.Gives {
			a.Name = takes[k]
		} else if takes == nil {
			a.Name = strconv.Itoa(k + 1)
		}
		u.Args = append(u.Args, a)
	}
	return u
}

// stateOf returns the state of an instance after the event r.limit.
func (r *related) stateOf(in *unify.Instance) unify.State {
	if in.State != unify.Waits && in.Until > r.limit {
		return unify.Waits
	}
	return in.State
}

// addInstance adds to a use what one of its instances read, decided or waits for; beside: it is not the first one.
func (r *related) addInstance(u *patterns.RelationUse, i int32, beside bool) {
	in := r.Graph.InstanceOf(i)
	state := r.stateOf(in)
	if state == unify.Fails {
		u.State = unify.Fails
	}
	args := in.Args[:min(len(in.Args), len(u.Args))]
	switch {
	case state == unify.Waits && !beside && in.State == unify.Waits:
		for _, n := range in.Waits {
			r.awaits(u, args, n)
		}
	case state != unify.Waits:
		for k, n := range args {
			a := &u.Args[k]
			a.Determined = a.Determined || r.decided(i, n)
			a.Read = a.Read || slices.Contains(r.Graph.Reads(i), n)
		}
	}
}

// decided reports whether an instance decided something in an argument that was not fully known.
func (r *related) decided(i int32, n unify.Node) bool {
	return slices.ContainsFunc(r.effects[i], func(ev int32) bool {
		e := r.Graph.Event(ev)
		made := r.Explainer().Made(r.def, ev)
		return made != unify.None && ev <= r.limit && (e.X == n || e.Y == n) && r.openAt(n, int(made))
	})
}

// openAt reports whether a part of a pattern was undecided when the graph had so many nodes.
func (r *related) openAt(n unify.Node, until int) bool {
	return r.anyWithin(r.Graph.FindAt(n, until), func(n unify.Node) (unify.Flat, []unify.Edge) {
		return r.Graph.Flat(n), r.Graph.Edges(n)
	}, func(n unify.Node) unify.Node { return r.Graph.FindAt(n, until) })
}

// anyWithin reports whether a pattern or a part of it is undecided.
func (r *related) anyWithin(
	root unify.Node, is func(unify.Node) (unify.Flat, []unify.Edge), at func(unify.Node) unify.Node,
) bool {
	seen := map[unify.Node]bool{root: true}
	list := []unify.Node{root}
	for i := 0; i < len(list) && i < mostWithin; i++ {
		f, edges := is(list[i])
		if f.IsType() || f.Dynamic() {
			continue
		}
		if f.Constructor() == unify.NoConstructor && !f.Closed() {
			return true
		}
		for _, e := range edges {
			if to := at(e.To); !seen[to] {
				seen[to] = true
				list = append(list, to)
			}
		}
	}
	return false
}

// awaits marks the argument of a relation that contains the pattern for which the relation waits.
func (r *related) awaits(u *patterns.RelationUse, args []unify.Node, n unify.Node) {
	n = r.Graph.Find(n)
	for k := range args {
		if path, ok := r.within(r.Graph.Find(args[k]), n); ok && !u.Args[k].Waits {
			u.Args[k].Waits, u.Args[k].Part = true, r.pathText(path)
			return
		}
	}
}

// within returns the path from a class to itself or to a part of it.
func (r *related) within(from, to unify.Node) (path []unify.Label, ok bool) {
	if from == to {
		return nil, true
	}
	return r.PathTo(from, to, mostWithin)
}

// PathTo returns the shortest path from a class to a part of it, which may be the class itself. It looks at the parts
// of at most so many classes.
func (p *Program) PathTo(from, to unify.Node, most int) (path []unify.Label, ok bool) {
	type reached struct {
		n  unify.Node
		up int
		by unify.Label
	}
	list, seen := []reached{{n: from, up: -1}}, map[unify.Node]bool{from: true}
	for i := 0; i < len(list) && i < most; i++ {
		for _, e := range p.Graph.Edges(list[i].n) {
			part := p.Graph.Find(e.To)
			if part == to {
				path = append(path, e.Label)
				for k := i; list[k].up >= 0; k = list[k].up {
					path = append(path, list[k].by)
				}
				slices.Reverse(path)
				return path, true
			}
			if !seen[part] {
				seen[part] = true
				list = append(list, reached{part, i, e.Label})
			}
		}
	}
	return nil, false
}

// inOrder numbers the uses that do not wait in the order in which they fired or failed.
func (r *related) inOrder() {
	var order []int
	for k := range r.out.Uses {
		if r.out.Uses[k].State != unify.Waits {
			order = append(order, k)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(r.done[a], r.done[b]) })
	for i, k := range order {
		r.out.Uses[k].Order = int32(i + 1)
	}
}

// typeAt returns the number of the type of a node.
func (r *related) typeAt(n unify.Node) int32 {
	return patterns.Remember(&r.number, r.find(n), func() int32 {
		r.nodes = append(r.nodes, n)
		return int32(len(r.nodes) - 1)
	})
}

// types fills in the descriptions of the types.
func (r *related) types() {
	roots := make([]unify.Node, len(r.nodes))
	for i, n := range r.nodes {
		roots[i] = r.Graph.Find(n)
	}
	s := r.Solver.Quotient(roots...)
	for i, n := range roots {
		t := patterns.RelatedType{Like: -1}
		if r.until > 0 {
			t.Text, t.Open = r.shallow(r.Graph.FindAt(n, r.until)), r.openAt(n, r.until)
		} else {
			_, t.Text = r.ShortSignature(s, s.Roots[i], s.Roots[i], mostSpelt)
			t.Open = r.anyWithin(unify.Node(s.Roots[i]), func(n unify.Node) (unify.Flat, []unify.Edge) {
				f := s.Graph.Flat(int32(n))
				if c := s.Parameter(int32(n)); c != unify.NoConstructor {
					f = r.Types.Heads().Built(c)
				}
				return f, s.Graph.Edges(int32(n))
			}, func(n unify.Node) unify.Node { return n })
		}
		r.out.Types = append(r.out.Types, t)
	}
	for k := range r.out.Uses {
		for j := range r.out.Uses[k].Args {
			a := &r.out.Uses[k].Args[j]
			a.Determined = a.Determined && (r.out.Uses[k].State != unify.Waits || !r.out.Types[a.To].Open)
		}
	}
	r.parts()
	r.names()
}

// parts finds the types that the text states to be parts of others.
func (r *related) parts() {
	nodes := make([]unify.Node, 0, len(r.up))
	for n := range r.up {
		nodes = append(nodes, n)
	}
	for _, site := range r.Sites(r.def) {
		_, n := r.Ends(r.def, site)
		nodes = append(nodes, n)
	}
	slices.Sort(nodes)
	for _, n := range slices.Compact(nodes) {
		i, ok := r.number[r.find(n)]
		if !ok {
			continue
		}
		if _, leaf := r.Graph.Site(n); !leaf {
			continue // parts from relations and signatures are not in the text
		}
		t := &r.out.Types[i]
		for _, e := range r.Graph.Edges(n) {
			part := patterns.RelatedPart{Label: r.edgeLabel(e.Label)}
			if part.To, ok = r.number[r.find(e.To)]; ok && part.To != i && !slices.Contains(t.Parts, part) {
				t.Parts = append(t.Parts, part)
			}
		}
	}
}

// names finds the program's names for the types.
func (r *related) names() {
	var expressions []int32
	for _, site := range r.Sites(r.def) {
		_, n := r.Ends(r.def, site)
		i, ok := r.number[r.find(n)]
		if c := r.Construct(site); !ok || c.Part || c.Kind == Declares || c.Kind == Other {
			continue
		}
		name := r.Variable(site)
		if name == "" {
			expressions = append(expressions, site)
			continue
		}
		t := &r.out.Types[i]
		t.Spans = append(t.Spans, r.Span(site))
		if !slices.Contains(t.Names, name) && len(t.Names) < mostNames {
			t.Names = append(t.Names, name)
		}
		if bound := r.Words().Bound; bound != nil && r.Kind(site) == Refers && t.Like < 0 {
			if of := bound(site); of >= 0 && r.Owner(of) == r.def {
				_, binds := r.Ends(r.def, of)
				if like, ok := r.number[r.find(binds)]; ok && like != i {
					t.Like = like
				}
			}
		}
	}
	given := make([]bool, len(r.nodes))
	for k := range r.out.Uses {
		for _, a := range r.out.Uses[k].Args {
			given[a.To] = given[a.To] || a.Gives
		}
	}
	for _, site := range expressions {
		_, n := r.Ends(r.def, site)
		i := r.number[r.find(n)]
		t := &r.out.Types[i]
		t.Spans = append(t.Spans, r.Span(site))
		if len(t.Names) == 0 && !given[i] {
			t.Names = []string{r.Short(site)}
		}
	}
}
