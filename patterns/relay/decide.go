package relay

import (
	"slices"
	"strconv"
	"strings"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/relay"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/message"
	"github.com/patgraph/patgraph/patterns/relation"
	"github.com/patgraph/patgraph/patterns/repair"
	"github.com/patgraph/patgraph/unify"
)

// Annotations for undecided types. A search tries types on the graph, rolls every trial back, and finally tries the
// offered fix as a change of the text. It first finds some types that decide a connected component of undecided types,
// then the smallest set of places where these types must be written.

// A spot is a place where a type may be written.
type spot struct {
	node          unify.Node // the node with this type
	param         int        // the parameter of the definition that the spot annotates, or -1
	span          lang.Span  // the text that the type replaces
	before, after string     // the text around the type in the edit
	what          [2]string  // the same in the fix's title, perhaps shortened
}

// A copied type is a decided type stored apart from the graph.
type copied struct {
	flats []unify.Flat
	edges [][]unify.Edge // their targets are indices of flats
}

// Bounds of the search.
const (
	mostTrials   = 800       // trials for one component
	mostAlone    = 80        // trials for one spot of it
	mostWeight   = 2_000_000 // the cost of all trials of a program, in relations and classes visited
	mostSpots    = 64        // spots of one component
	mostTogether = 64        // guesses that hold at the same time
	mostCopied   = 2_000     // nodes of a written type
	mostTuple    = 100       // fields of a tuple
	mostChosen   = 3         // all sets of up to this many spots are tried
)

// annotate guesses the smallest set of annotations that decide an undecided type.
func (g *guesser) annotate() {
	p, d := g.p, g.p.DefOf(g.dg)
	if d < 0 || p.deciding <= 0 {
		return
	}
	x := p.undecidedIn(d)
	for _, part := range x.components {
		if reported := x.reportComponent(part); reported.Code != lang.Underdetermined || reported.Span != g.dg.Span ||
			len(reported.Help) != len(g.dg.Help) {
			continue
		}
		c := &decider{undecided: x, part: part, weight: &p.deciding, conflicts: len(p.Graph.Conflicts())}
		c.binders = patterns.Remember(&p.binders, d, x.bindersOf)
		if f, ok := c.fix(); ok {
			g.list = append(g.list, repair.Guess{Fix: f, Partial: true, Cost: costOfGuess - 1})
		}
		return
	}
}

// A decider searches for types that decide a component.
type decider struct {
	*undecided
	part      component
	binders   map[unify.Node][]relay.NodeID // by component, of all components
	spots     []spot
	weight    *int // the remaining budget, shared by all components
	trials    int
	last      int // the number of trials after which the search gives up
	guessed   int // guesses that hold now
	conflicts int // of the graph before the search
	types     []*copied
	texts     []string
}

// fix returns the fix that writes the smallest set of types.
func (c *decider) fix() (lang.Fix, bool) {
	for _, spots := range [2]func() []spot{c.places, c.expressions} {
		if c.spots = spots(); len(c.spots) == 0 || len(c.spots) > mostSpots {
			continue
		}
		if c.types, c.texts, c.trials = nil, nil, 0; !c.findTypes() {
			continue
		}
		if set := c.smallest(); set != nil {
			return c.offer(set), true
		}
	}
	return lang.Fix{}, false
}

// offer returns the fix that writes the types of some spots.
func (c *decider) offer(set []int) lang.Fix {
	f := lang.Fix{Grade: "has-holes"}
	var says []string
	for _, i := range set {
		s := &c.spots[i]
		f.Edits = append(f.Edits, lang.Edit{Span: s.span, Text: s.before + c.texts[i] + s.after})
		says = append(says, "`"+s.what[0]+message.Shortened(c.texts[i], 60)+s.what[1]+"`")
	}
	slices.SortFunc(f.Edits, func(a, b lang.Edit) int { return int(a.Span.Start - b.Span.Start) })
	last := len(says) - 1
	if last == 0 {
		f.Title = lang.Text("write a type, such as " + says[0])
	} else {
		list := strings.Join(says[:last], ", ") + " and " + says[last]
		f.Title = lang.Text("write types, such as " + list + "; fewer of them do not decide it")
	}
	return f
}

// places returns the variables without a complete annotation whose types involve the component, the parameters first,
// and the function's result.
func (c *decider) places() (list []spot) {
	root := c.p.rootOf(c.d)
	var params []relay.NodeID
	isFn := c.p.tree.Nodes[root].Op == relay.OpFn
	if isFn {
		params = c.p.variables(root)
	}
	add := func(v relay.NodeID) {
		_, node := c.p.Ends(c.d, int32(v))
		name := c.p.File.Text(c.p.tree.NameSpan(v))
		s := spot{node: node, param: slices.Index(params, v), before: ": ", what: [2]string{name + ": ", ""}}
		if a := c.p.annotation(v); a != relay.NoNode {
			s.span, s.before = c.p.tree.Span(a), ""
		} else {
			end := c.p.tree.NameSpan(v).End
			s.span = lang.Span{Start: end, End: end}
		}
		list = append(list, s)
	}
	of := c.binders[c.find(c.part.holes[0])]
	for _, v := range of {
		if slices.Contains(params, v) {
			add(v)
		}
	}
	if isFn {
		kids := c.p.tree.Kids(root)
		_, node := c.p.Ends(c.d, int32(root))
		for _, e := range c.p.Graph.Edges(c.p.Graph.Find(node)) {
			if e.Label != c.p.built.result || !c.concerns(e.To) {
				continue
			}
			s := spot{node: e.To, param: -1, before: " -> ", what: [2]string{c.p.DefName(c.d) + "(…) -> ", ""}}
			if kids[2] != relay.NoNode {
				s.span, s.before = c.p.tree.Span(kids[2]), ""
			} else {
				end := c.p.tree.Span(kids[1]).End
				s.span = lang.Span{Start: end, End: end}
			}
			list = append(list, s)
		}
	}
	for _, v := range of {
		if !slices.Contains(params, v) {
			add(v)
		}
	}
	return list
}

// bindersOf returns, by component, the variables whose types contain undecided classes.
func (x *undecided) bindersOf() map[unify.Node][]relay.NodeID {
	of := make(map[unify.Node][]relay.NodeID)
	for id := relay.NodeID(x.p.Defs[x.d].First); id <= x.p.rootOf(x.d); id++ {
		if x.p.tree.Nodes[id].Op != relay.OpVar || x.p.roles[id] != binder && x.p.roles[id] != pattern {
			continue
		}
		if _, renamed := x.p.aliases[id]; renamed {
			continue
		}
		_, node := x.p.Ends(x.d, int32(id))
		x.walk(x.p.Graph.Find(node), func(unify.Node) bool { return true }, func(hole unify.Node) {
			part := x.find(hole)
			if n := len(of[part]); n == 0 || of[part][n-1] != id {
				of[part] = append(of[part], id)
			}
		})
	}
	return of
}

// expressions returns the expressions whose types involve the component. A fix binds such an expression to a variable
// with an annotation.
func (c *decider) expressions() (list []spot) {
	name := "%t"
	for i := 0; strings.Contains(string(c.p.File.Src), name); i++ {
		name = "%t" + strconv.Itoa(i)
	}
	for id := relay.NodeID(c.p.Defs[c.d].First); id <= c.p.rootOf(c.d) && len(list) <= mostSpots; id++ {
		if c.p.roles[id] != expression || !c.p.needsDecision(id) || c.isCallee(int32(id)) ||
			c.p.tree.Is(id, relay.OpLocal, relay.OpLet, relay.OpBind, relay.OpFn) {
			continue
		}
		if _, node := c.p.Ends(c.d, int32(id)); c.concerns(node) {
			text := c.p.tree.Source(id)
			before, after := "{ let "+name+": ", " = "+text+"; "+name+" }"
			list = append(list, spot{node: node, param: -1, span: c.p.tree.Span(id), before: before, after: after,
				what: [2]string{before, " = " + message.Shortened(text, 40) + "; " + name + " }"}})
		}
	}
	return list
}

// concerns reports whether a type contains an undecided class of the component.
func (c *decider) concerns(n unify.Node) (yes bool) {
	from := c.p.Graph.Find(n)
	if !c.bearing[from] {
		return false
	}
	c.walk(from, func(unify.Node) bool { return !yes }, func(hole unify.Node) {
		yes = yes || c.find(hole) == c.find(c.part.holes[0])
	})
	return yes
}

// decided reports whether all classes of the component are decided and none of its relations waits.
func (c *decider) decided() bool {
	for _, n := range c.part.holes {
		if !c.isDecided(n) {
			return false
		}
	}
	for _, i := range c.part.waits {
		if c.p.Graph.InstanceOf(i).State == unify.Waits {
			return false
		}
	}
	return true
}

// isDecided reports whether a type contains no undecided class.
func (c *decider) isDecided(n unify.Node) bool {
	hole, _ := c.firstHole(n)
	return hole == unify.None
}

// firstHole returns the first undecided class of a type in breadth-first order, and its kind.
func (c *decider) firstHole(n unify.Node) (unify.Node, role) {
	type part struct {
		node unify.Node
		kind role
	}
	n = c.p.Graph.Find(n)
	seen := map[unify.Node]bool{n: true}
	for queue := []part{{n, typed}}; len(queue) > 0; queue = queue[1:] {
		x := queue[0]
		*c.weight--
		f := c.p.Graph.Flat(x.node)
		if f.IsType() || f.Dynamic() {
			continue
		}
		if c.p.isHole(x.node) {
			return x.node, x.kind
		}
		of := f.Constructor()
		for _, e := range c.p.Graph.Edges(x.node) {
			to := c.p.Graph.Find(e.To)
			if seen[to] {
				continue
			}
			seen[to] = true
			queue = append(queue, part{to, c.p.roleOfPart(of, e.Label)})
		}
	}
	return unify.None, typed
}

// roleOfPart returns the kind of a constructor's part.
func (p *program) roleOfPart(of unify.Constructor, l unify.Label) role {
	switch {
	case of == p.built.tensor && l == p.built.shape:
		return shaped
	case of == p.built.tensor:
		return element
	case p.binding.IsList(of):
		return dimension
	}
	return typed
}

// try states constraints, solves the graph, calls then if no new conflict arose, and rolls the graph back.
func (c *decider) try(state, then func()) {
	*c.weight -= len(c.p.calls[c.d]) + len(c.part.holes) + 1
	c.trials++
	m := c.p.Graph.Mark()
	state()
	c.p.Graph.Solve()
	body{c.p, c.d}.defaults()
	if len(c.p.Graph.Conflicts()) == c.conflicts && !c.p.Graph.Exceeded() {
		then()
	}
	c.p.Graph.Rollback(m)
}

// findTypes searches for types that decide the component: for each spot alone, then for all spots in order.
func (c *decider) findTypes() bool {
	all := make([]int, len(c.spots))
	for i := range all {
		all[i] = i
		c.last = min(c.trials+mostAlone, mostTrials/2)
		if c.search(all[i : i+1]) {
			return true
		}
	}
	c.last = mostTrials
	return c.search(all)
}

// search guesses types for some spots until the component is decided, and then records the types of all spots.
func (c *decider) search(spots []int) (found bool) {
	for len(spots) > 0 && c.isDecided(c.spots[spots[0]].node) {
		spots = spots[1:]
	}
	if len(spots) == 0 {
		if c.decided() {
			c.note()
		}
		return c.types != nil
	}
	s := &c.spots[spots[0]]
	if c.guessed == mostTogether {
		return false
	}
	c.guessed++
	defer func() { c.guessed-- }()
	fits := false
	hole, kind := c.firstHole(s.node)
	for _, guess := range c.guesses(hole, kind, s) {
		if c.trials >= c.last || *c.weight <= 0 {
			return false
		}
		c.try(guess, func() {
			fits = true
			found = c.search(spots)
		})
		if found {
			return true
		}
	}
	return !fits && c.search(spots[1:]) // the other spots may decide it
}

// note records the types of the spots that can be written.
func (c *decider) note() {
	c.types, c.texts = make([]*copied, len(c.spots)), make([]string, len(c.spots))
	for i := range c.spots {
		text := c.p.Spell(message.Place{Node: int32(c.spots[i].node)}, 0)
		if !strings.Contains(text, "…") && !strings.Contains(text, "Ref(") && c.isDecided(c.spots[i].node) {
			c.types[i], c.texts[i] = c.copy(c.spots[i].node), text
		}
	}
}

// copy copies a type out of the graph. It returns nil if the type is too large.
func (c *decider) copy(n unify.Node) *copied {
	x := new(copied)
	n = c.p.Graph.Find(n)
	number := map[unify.Node]unify.Node{n: 0}
	for list := []unify.Node{n}; len(x.flats) < len(list); {
		at := list[len(x.flats)]
		*c.weight--
		var edges []unify.Edge
		for _, e := range c.p.Graph.Edges(at) {
			to := c.p.Graph.Find(e.To)
			if _, ok := number[to]; !ok {
				number[to] = unify.Node(len(list))
				list = append(list, to)
			}
			edges = append(edges, unify.Edge{Label: e.Label, To: number[to]})
		}
		x.flats, x.edges = append(x.flats, c.p.Graph.Flat(at)), append(x.edges, edges)
		if len(list) > mostCopied {
			return nil
		}
	}
	return x
}

// writes states that a node has a copied type.
func (c *decider) writes(n unify.Node, x *copied) {
	*c.weight -= len(x.flats)
	nodes := make([]unify.Node, len(x.flats))
	for i := range nodes {
		nodes[i] = c.p.Graph.Leaf(int32(c.p.rootOf(c.d)))
	}
	why := by(byAnnotation, c.p.rootOf(c.d))
	for i, f := range x.flats {
		var edges []unify.Edge
		for _, e := range x.edges[i] {
			edges = append(edges, unify.Edge{Label: e.Label, To: nodes[e.To]})
		}
		c.p.Graph.Describe(nodes[i], f, edges, why)
	}
	c.p.Graph.Equal(n, nodes[0], why)
}

// smallest returns the smallest set of spots whose types decide the component, or nil. If no set of at most mostChosen
// spots does, it returns a set without a superfluous spot.
func (c *decider) smallest() []int {
	var all []int
	for i, t := range c.types {
		if t != nil {
			all = append(all, i)
		}
	}
	enough := func(set []int) (yes bool) {
		c.try(func() {
			for _, i := range set {
				c.writes(c.spots[i].node, c.types[i])
			}
		}, func() { yes = c.decided() })
		return yes
	}
	for size := 1; size <= min(mostChosen, len(all)); size++ {
		set := make([]int, size)
		var choose func(k, from int) bool
		choose = func(k, from int) bool {
			if k == size {
				picked := make([]int, size)
				for i, at := range set {
					picked[i] = all[at]
				}
				return *c.weight > 0 && enough(picked)
			}
			for i := from; i < len(all); i++ {
				if set[k] = i; choose(k+1, i+1) {
					return true
				}
			}
			return false
		}
		if choose(0, 0) {
			for i, at := range set {
				set[i] = all[at]
			}
			return set
		}
	}
	if len(all) <= mostChosen || *c.weight <= 0 || !enough(all) {
		return nil
	}
	for i := len(all) - 1; i >= 0; i-- {
		if *c.weight <= 0 {
			return nil
		}
		if fewer := slices.Delete(slices.Clone(all), i, i+1); enough(fewer) {
			all = fewer
		}
	}
	return all
}

// The guesses for an undecided part. The sizes of a shape mostly differ from each other, so that few relations hold by
// chance.
var (
	guessedElements = []string{"float32", "int32", "bool", "int64", "uint8", "int8", "float16"}
	guessedSizes    = []int64{2, 3, 4, 1, 8, 6}
	guessedShapes   = [][]int64{
		{2, 3}, {}, {3}, {3, 2}, {3, 3}, {2, 3, 4}, {1, 3, 8, 8}, {4, 3, 3, 3}, {2, 4, 5}, {1, 3, 8, 8, 8}, {4, 3, 3, 3, 3},
	}
)

// guesses returns the types to try for an undecided class, the most frequently fitting first. For a parameter, the
// types of the arguments in calls come first.
func (c *decider) guesses(hole unify.Node, kind role, s *spot) (list []func()) {
	why := by(byAnnotation, c.p.rootOf(c.d))
	leaf := func() unify.Node { return c.p.Graph.Leaf(int32(c.p.rootOf(c.d))) }
	named := func(of unify.Constructor, parts ...unify.Node) unify.Node {
		n := leaf()
		body{c.p, c.d}.builds(n, of, why, parts...)
		return n
	}
	is := func(build func() unify.Node) {
		list = append(list, func() { c.p.Graph.Equal(hole, build(), why) })
	}
	size := func(n int64) unify.Node {
		return named(c.p.Types.Number(n))
	}
	shape := func(sizes []int64) unify.Node {
		var parts []unify.Node
		for _, n := range sizes {
			parts = append(parts, size(n))
		}
		return named(c.p.binding.ListOf(len(sizes)), parts...)
	}
	tensor := func(sizes []int64, of string) unify.Node {
		return named(c.p.built.tensor, shape(sizes), named(c.p.Types.Constructor(of)))
	}
	tuple := func(of ...unify.Node) unify.Node {
		n := leaf()
		var edges []unify.Edge
		for i, to := range of {
			edges = append(edges, unify.Edge{Label: c.p.labelAt(&c.p.built.indices, "", i), To: to})
		}
		c.p.Graph.Describe(n, unify.MakeFlat(unify.Product, true), edges, why)
		return n
	}
	for _, arg := range c.calledWith(s.param) {
		if c.isDecided(arg) {
			list = append(list, func() { c.p.Graph.Equal(s.node, arg, why) })
		}
	}
	switch edges := c.p.Graph.Edges(hole); {
	case len(edges) > 0: // a tuple with some known fields
		most := 0
		for _, e := range edges {
			most = max(most, slices.Index(c.p.built.indices[:min(len(c.p.built.indices), mostTuple)], e.Label)+1)
		}
		if most < len(edges) { // too many fields to write
			return nil
		}
		is(func() unify.Node {
			fields := make([]unify.Node, most)
			for i := range fields {
				isRead := func(e unify.Edge) bool { return e.Label == c.p.built.indices[i] }
				if fields[i] = leaf(); !slices.ContainsFunc(edges, isRead) {
					c.p.Graph.Named(fields[i], c.p.scalar("int32"), why) // no expression reads this field
				}
			}
			return tuple(fields...)
		})
	case kind == dimension:
		for _, n := range slices.Concat(guessedSizes, c.sizesAround()) {
			is(func() unify.Node { return size(n) })
		}
	case kind == element:
		for _, name := range guessedElements {
			is(func() unify.Node { return named(c.p.Types.Constructor(name)) })
		}
	case kind == shaped:
		for _, sizes := range guessedShapes {
			is(func() unify.Node { return shape(sizes) })
		}
	default:
		first := guessedShapes[0]
		if len(c.part.waits) == 0 { // no relation restricts the type
			first = nil
		}
		is(func() unify.Node { return tensor(first, guessedElements[0]) })
		for _, sizes := range guessedShapes {
			is(func() unify.Node { return tensor(sizes, guessedElements[0]) })
		}
		for _, n := range c.sizesAround() {
			for _, sizes := range [][]int64{{2, n}, {n, 2}, {n}, {2, n, 3}} {
				is(func() unify.Node { return tensor(sizes, guessedElements[0]) })
			}
		}
		for _, name := range guessedElements[1:] {
			for _, sizes := range guessedShapes[:3] {
				is(func() unify.Node { return tensor(sizes, name) })
			}
		}
		for n := 1; n <= 3; n++ {
			is(func() unify.Node {
				var fields []unify.Node
				for range n {
					fields = append(fields, tensor(guessedShapes[0], guessedElements[0]))
				}
				return tuple(fields...)
			})
		}
	}
	return list
}

// mostAround bounds the sizes around a component that are guessed, and the relations that are searched for them.
const mostAround = 4

// sizesAround returns sizes of the arguments of the component's waiting relations, and numbers in their attributes.
func (c *decider) sizesAround() (list []int64) {
	add := func(n int64) {
		if n > 0 && len(list) < mostAround && !slices.Contains(list, n) && !slices.Contains(guessedSizes[:2], n) {
			list = append(list, n)
		}
	}
	for _, i := range c.part.waits[:min(len(c.part.waits), mostAround)] {
		in := c.p.Graph.InstanceOf(i)
		var attrs []relation.Value
		if rule := ruleOf(in); rule != nil {
			attrs = rule.Attributes()
		}
		for _, v := range attrs {
			if v.Form == relation.IntForm {
				add(v.Num)
			}
		}
		for _, arg := range in.Args {
			for _, e := range c.p.Graph.Edges(c.p.Graph.Find(arg)) {
				if e.Label != c.p.built.shape {
					continue
				}
				for _, dim := range c.p.Graph.Edges(c.p.Graph.Find(e.To)) {
					if n, ok := c.p.Types.NumberOf(c.p.Graph.Flat(c.p.Graph.Find(dim.To)).Constructor()); ok {
						add(n)
					}
				}
			}
		}
	}
	return list
}

// calledWith returns the arguments that other definitions pass for a parameter. If such an argument is itself a
// parameter, the arguments passed for that parameter follow.
func (c *decider) calledWith(param int) (args []unify.Node) {
	type slot struct {
		d     int32
		param int
	}
	if param < 0 {
		return nil
	}
	queue := []slot{{c.d, param}}
	for i := 0; i < len(queue) && i < mostCallers; i++ {
		for _, call := range c.p.callers()[queue[i].d] {
			d, list := c.p.Owner(int32(call)), c.p.arguments(call)
			if queue[i].param >= len(list) || d < 0 || !c.p.Solver.Derivation(d).Derived || len(c.p.Solver.Conflicts(d)) > 0 {
				continue
			}
			arg := list[queue[i].param]
			_, node := c.p.Ends(d, int32(arg))
			args = append(args, node)
			if root := c.p.rootOf(d); c.p.tree.Nodes[root].Op == relay.OpFn && c.p.names.Meaning[arg] == relay.MeansVariable {
				k := slices.Index(c.p.variables(root), relay.NodeID(c.p.names.At[arg]))
				if k >= 0 && !slices.Contains(queue, slot{d, k}) {
					queue = append(queue, slot{d, k})
				}
			}
		}
	}
	return args
}

// mostCallers bounds the calls of one definition that are searched.
const mostCallers = 4

// callers returns, by definition, its first calls in other definitions.
func (p *program) callers() map[int32][]relay.NodeID {
	if p.callsOf == nil {
		p.callsOf = make(map[int32][]relay.NodeID)
		for d := range int32(len(p.Defs)) {
			for site, c := range p.EachUse(d) {
				if call := p.callOf(relay.NodeID(site)); c != d && call != relay.NodeID(site) && len(p.callsOf[c]) < mostCallers {
					p.callsOf[c] = append(p.callsOf[c], call)
				}
			}
		}
	}
	return p.callsOf
}
