package k

import (
	"fmt"
	"slices"
	"strings"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/k"
	"github.com/patgraph/patgraph/patterns/explain"
	"github.com/patgraph/patgraph/unify"
)

// A story tells a proof as a walk. Each step of a proof leads from one pattern to
// an equal one, from a part to its whole, or back down; end to end they lead from
// the one place that describes a value to the other. People follow a walk more
// easily than a tree of premises: what they read about last is where the next line
// begins.

// A move is one step of a walk.
type move struct {
	c        int32 // the constraint
	e        int32 // the edge of it that is followed, or -1 for an equation
	from, to unify.Node
}

func (m move) back() move {
	m.from, m.to = m.to, m.from
	return m
}

// A walker finds the walk of a proof and tells it.
type walker struct {
	*analysis
	sys     *unify.System
	places  []explain.Place
	cited   func(c int32) *explain.Cited // nil for wiring
	letters map[lang.Span]string         // of the witnesses, by their places
	moves   []move
	lines   []lang.Line
	apart   bool // it leads through places that must agree without being one value
	terse   bool // how input is handed from brackets to what stands in them goes unsaid
}

// maxTold is up to how many lines every move is told.
const maxTold = 5

// walk adds a move, or takes the last one back.
func (w *walker) walk(m move) {
	if n := len(w.moves); n > 0 && w.moves[n-1].back() == m {
		w.moves = w.moves[:n-1]
		return
	}
	w.moves = append(w.moves, m)
}

// equality adds the walk of a proved equality, from one of its ends, and returns
// the other.
func (w *walker) equality(p *unify.Proof, i int32, from unify.Node) unify.Node {
	st := &p.Steps[i]
	to := st.Y
	if from != st.X {
		to = st.X
	}
	switch st.Rule {
	case unify.ByEquation:
		w.walk(move{st.C, -1, from, to})
	case unify.ByChain:
		at := from
		if from == st.X {
			for _, q := range st.Premises {
				at = w.equality(p, q, at)
			}
		} else {
			for _, q := range slices.Backward(st.Premises) {
				at = w.equality(p, q, at)
			}
		}
	case unify.ByLabel:
		c, e, c2, e2 := st.C, st.E, st.C2, st.E2
		if w.sys.Constraints[c].Edges[e].To != from {
			c, e, c2, e2 = c2, e2, c, e
		}
		whole, other := w.sys.Constraints[c].X, w.sys.Constraints[c2].X
		w.walk(move{c, e, from, whole})
		w.equality(p, st.Premises[0], whole)
		w.walk(move{c2, e2, other, to})
	}
	return to
}

// claim adds the walk from a node to where the program says what it is: of a part
// of a named type, to the type. It returns the description and the labels from it
// to the part.
func (w *walker) claim(p *unify.Proof, i int32) (c int32, path []unify.Label) {
	for p.Steps[i].Rule == unify.ByUnfolding {
		st := &p.Steps[i]
		path = append(path, w.sys.Constraints[st.C].Edges[st.E].Label)
		whole := w.sys.Constraints[st.C].X
		w.walk(move{st.C, st.E, st.X, whole})
		w.equality(p, st.Premises[0], whole)
		i = st.Premises[1]
	}
	slices.Reverse(path)
	return p.Steps[i].C, path
}

// clash tells the proof of a clash from the first witness to the second.
func (w *walker) clash(p *unify.Proof, c *lang.Clash) {
	last := &p.Steps[len(p.Steps)-1]
	n := len(last.Premises) / 2
	var walks [][]move
	var ends []lang.Span
	for i := range n {
		w.moves = nil
		w.equality(p, last.Premises[i], last.X)
		c, _ := w.claim(p, last.Premises[n+i])
		ends = append(ends, w.home(c))
		walks = append(walks, w.moves)
	}
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	rank := func(i int) int {
		switch ends[i] {
		case c.A.Span:
			return 0
		case c.B.Span:
			return 1
		}
		return 2
	}
	if c.A.Span != c.B.Span {
		slices.SortStableFunc(order, func(i, j int) int { return rank(i) - rank(j) })
		if n == 2 && rank(order[0]) == 1 {
			slices.Reverse(order)
		}
	}
	for again := true; again; {
		w.lines = nil
		for _, i := range order[1:] {
			w.moves = nil
			for _, m := range slices.Backward(walks[order[0]]) {
				w.walk(m.back())
			}
			for _, m := range walks[i] {
				w.walk(m)
			}
			w.tell()
		}
		again = len(w.lines) > maxTold && !w.terse
		w.terse = again
	}
}

// home is the place in the definition that is explained from where a description
// comes: its own, or the call that leads to it.
func (w *walker) home(c int32) lang.Span {
	at := &w.places[w.sys.Constraints[c].X]
	if len(at.Calls) > 0 {
		return w.tree.Span(k.NodeID(w.Solver.UseOf(at.Calls[0]).Site))
	}
	if m := w.cited(c); m != nil {
		return w.tree.Span(k.NodeID(m.Source.Reason.Site))
	}
	return lang.Span{}
}

// fact tells the proof of what is said of a node: the walk to where it is said.
func (w *walker) fact(p *unify.Proof, from unify.Node) {
	last := int32(len(p.Steps) - 1)
	end := p.Steps[last].X
	switch p.Steps[last].Rule {
	case unify.ByEquation, unify.ByChain, unify.ByLabel:
		w.equality(p, last, from)
		w.tell()
		return
	}
	if from != end {
		for i := last - 1; i >= 0; i-- {
			if st := &p.Steps[i]; st.Rule == unify.ByChain && (st.X == from && st.Y == end || st.X == end && st.Y == from) {
				w.equality(p, i, from)
				break
			}
		}
	}
	c, path := w.claim(p, last)
	w.tell()
	if m := w.cited(c); m != nil {
		site := k.NodeID(m.Source.Reason.Site)
		text := w.description(*m)
		if len(path) > 0 && m.Source.Use < 0 {
			text = w.partText(path) + " of " + w.noun(site) + " is " + w.typeThing(p.Steps[last].Head)
		}
		w.line(text, w.tree.Span(site), m)
	}
}

func (w *walker) line(text string, at lang.Span, m *explain.Cited) {
	rule, part := w.ruleOf(m.Source)
	reason := ruleNames[rule]
	if partNames[part] != "" {
		reason += ": " + partNames[part]
	}
	l := lang.Line{Text: text, Span: at, Reason: reason, Definition: w.defName(m.Def)}
	if n := len(w.lines); n == 0 || w.lines[n-1] != l {
		w.lines = append(w.lines, l)
	}
}

// How a move is told.
type moveKind uint8

const (
	moveTold   moveKind = iota
	moveSame            // both ends are the same value, which nobody would think twice about
	moveCall            // into a callee or out of one
	moveSilent          // the neighbours say it
	moveInput           // between brackets and what stands in them, when that is told briefly
)

func (w *walker) kind(m move) moveKind {
	c := w.cited(m.c)
	if c == nil {
		return moveSame
	}
	op := w.tree.Nodes[c.Source.Reason.Site].Op
	if m.e >= 0 {
		switch {
		case c.Source.Use < 0 && (op.Labelled() || op == k.OpPipe || op == k.OpVector):
			return moveSilent
		}
		return moveTold
	}
	switch r := c.Source.Reason; Rule(r.Rule) {
	case R1Ref, R13Builtin:
		return moveCall
	case R2Identity, R9Caret, R3Type:
		return moveSame
	case R4Prod, R5Variant, R6Merge, R8Vector:
		if w.terse && r.Part == partInput {
			return moveInput
		}
	case R12Filter:
		if r.Part == partOnly {
			return moveSame
		}
	}
	return moveTold
}

// tell puts the moves into lines.
func (w *walker) tell() {
	for i := 0; i < len(w.moves); i++ {
		m := w.moves[i]
		switch w.kind(m) {
		case moveCall:
			i = w.call(i)
		case moveInput:
			i = w.inputs(i)
		case moveTold:
			if m.e >= 0 {
				w.part(i)
			} else {
				i = w.equation(i)
			}
		}
	}
}

// inputs tells a run of moves between brackets and what stands in them, and
// returns the last of them. Where a neighbour is about the innermost part, that
// says enough.
func (w *walker) inputs(i int) int {
	first, last := i, i
	up, down := false, false
	for j := i; j < len(w.moves) && (w.kind(w.moves[j]) == moveInput || w.kind(w.moves[j]) == moveSame); j++ {
		if w.kind(w.moves[j]) == moveInput {
			last = j
			if w.sys.Constraints[w.moves[j].c].X == w.moves[j].from {
				down = true
			} else {
				up = true
			}
		}
	}
	chained := func(j int) bool {
		return j >= 0 && j < len(w.moves) && w.kind(w.moves[j]) == moveTold && w.moves[j].e < 0 &&
			Rule(w.cited(w.moves[j].c).Source.Reason.Rule) == R2Comp
	}
	before, after := first-1, last+1
	for before >= 0 && w.kind(w.moves[before]) == moveSame {
		before--
	}
	for after < len(w.moves) && w.kind(w.moves[after]) == moveSame {
		after++
	}
	if down && !up && chained(before) || up && !down && chained(after) {
		return last
	}
	_, f := w.stand(first, w.moves[first].from)
	to, t := w.stand(last, w.moves[last].to)
	c := w.cited(w.moves[last].c)
	at := w.tree.Span(to)
	switch {
	case up && down:
		if f == t {
			w.line("both "+f+" get the same input", at, c)
		} else {
			w.line(f+" and "+t+" get the same input", at, c)
		}
	case down:
		w.line("what "+f+" takes goes into "+t, at, c)
	default:
		w.line(f+" takes what "+t+" takes", at, c)
	}
	return last
}

// opaque reports whether a node belongs to a signature that is taken as it is.
func (w *walker) opaque(n unify.Node) bool {
	p := &w.places[n]
	if p.Node == unify.None {
		return true
	}
	_, ok := w.Graph.Instance(p.Node)
	return ok
}

// call tells a move between a call and what is called, and returns the last move
// that is told by it.
func (w *walker) call(i int) int {
	m := w.moves[i]
	c := w.cited(m.c)
	site := k.NodeID(c.Source.Reason.Site)
	enters := w.sys.Constraints[m.c].X == m.from
	callee := m.from
	if enters {
		callee = m.to
	}
	if !w.opaque(callee) {
		// The caller's side speaks of the call when anything is told there.
		beside := i + 1
		if enters {
			beside = i - 1
		}
		for beside >= 0 && beside < len(w.moves) && w.kind(w.moves[beside]) == moveSame {
			if enters {
				beside--
			} else {
				beside++
			}
		}
		if beside < 0 || beside >= len(w.moves) || w.kind(w.moves[beside]) == moveCall {
			w.line(w.called(site, c, beside), w.tree.Span(site), c)
		}
		return i
	}
	if !enters {
		return i
	}
	// Through a signature and out again: what it says in between.
	var down, up []unify.Label
	for j := i + 1; j < len(w.moves); j++ {
		n := w.moves[j]
		if n.e < 0 {
			if w.kind(n) != moveCall {
				return i
			}
			slices.Reverse(up)
			w.line(w.through(site, c.Source.Reason.Part, w.cited(n.c).Source.Reason.Part, down, up), w.tree.Span(site), c)
			return j
		}
		edge := w.sys.Constraints[n.c].Edges[n.e]
		if edge.To == n.to {
			down = append(down, edge.Label)
		} else {
			up = append(up, edge.Label)
		}
	}
	return len(w.moves)
}

// called tells a call that nothing beside it speaks of: when the caller is called
// in turn, it is the first or the last that its definition does.
func (w *walker) called(site k.NodeID, c *explain.Cited, beside int) string {
	if beside < 0 || beside >= len(w.moves) {
		return w.lettered(site) + " is called here"
	}
	verb := " begins with "
	if c.Source.Reason.Part == partOutput {
		verb = " ends with "
	}
	return "`" + w.defName(c.Def) + "`" + verb + w.lettered(site)
}

// through says how two parts of what a call takes and gives are one.
func (w *walker) through(site k.NodeID, from, to uint8, down, up []unify.Label) string {
	side := func(part uint8, name string, path []unify.Label) string {
		verb := " takes"
		if part == partOutput {
			verb = " gives"
		}
		if len(path) == 0 {
			return "what " + name + verb
		}
		return w.elementText(path) + " of what " + name + verb
	}
	return side(from, w.noun(site), down) + " is " + side(to, "it", up)
}

// stand returns the expression whose input or output is meant by one end of a
// move: of all that are the same value, the shortest. A body's own end is that of
// its definition, whose name it returns.
func (w *walker) stand(i int, end unify.Node) (k.NodeID, string) {
	step := 1
	if w.moves[i].from == end {
		step = -1
	}
	site, role := w.role(end)
	best, def := site, w.places[end].Def
	j := i + step
	same := func(m move) bool {
		return w.kind(m) == moveSame || w.kind(m) == moveInput && w.kind(w.moves[i]) != moveInput
	}
	for ; j >= 0 && j < len(w.moves) && same(w.moves[j]); j += step {
		end = w.moves[j].to
		if step < 0 {
			end = w.moves[j].from
		}
		if s, r := w.role(end); r == role && r != "" && w.places[end].Def == def {
			if a, b := w.tree.Span(s), w.tree.Span(best); a.End-a.Start <= b.End-b.Start {
				best = s
			}
		}
	}
	if j >= 0 && j < len(w.moves) && w.kind(w.moves[j]) == moveCall && !w.opaque(end) {
		c := w.cited(w.moves[j].c)
		if site := k.NodeID(c.Source.Reason.Site); w.tree.Nodes[site].Op == k.OpRef && c.Def != def ||
			w.places[end].Def == def && len(w.places[end].Calls) > 0 && w.atBody(end) {
			return best, "`" + w.defName(def) + "`"
		}
	}
	return best, w.lettered(best)
}

// atBody reports whether a node is the input or the output of a definition.
func (w *walker) atBody(n unify.Node) bool {
	p := &w.places[n]
	b := w.body(p.Def)
	root := w.tree.Defs[p.Def].Root
	return p.Node == b.in(root) || p.Node == b.out(root)
}

// role returns the expression that a node belongs to, and which node of it.
func (w *walker) role(n unify.Node) (k.NodeID, string) {
	p := &w.places[n]
	if p.Node == unify.None {
		return k.NodeID(w.Solver.UseOf(p.Use).Site), ""
	}
	if use, ok := w.Graph.Instance(p.Node); ok {
		return k.NodeID(w.Solver.UseOf(use).Site), ""
	}
	site, _ := w.Graph.Site(p.Node)
	e := k.NodeID(site)
	switch b := w.body(p.Def); p.Node {
	case b.in(e):
		return e, "in"
	case b.out(e):
		return e, "out"
	}
	return e, ""
}

// lettered names an expression, with the letter of the witness that it is.
func (w *walker) lettered(e k.NodeID) string {
	text := w.noun(e)
	l := w.letters[w.tree.Span(e)]
	if l == "" && w.tree.Nodes[e].Op == k.OpFilter {
		l = w.letters[w.tree.Span(w.tree.Kids(e)[0])]
	}
	if len(l) == 1 {
		text += " (" + l + ")"
	}
	return text
}

// equation tells a move along an equation, together with the next one when the
// two lead from one part of a construct to another, and returns the last of them.
func (w *walker) equation(i int) int {
	m := w.moves[i]
	c := w.cited(m.c)
	r := c.Source.Reason
	last := i
	if i+1 < len(w.moves) && w.moves[i+1].e < 0 {
		if n := w.cited(w.moves[i+1].c); n != nil && n.Source.Reason == r && n.Def == c.Def && Rule(r.Rule) != R2Comp {
			last = i + 1
		}
	}
	pair := last > i
	from, f := w.stand(i, m.from)
	to, t := w.stand(last, w.moves[last].to)
	if !pair && unlettered(f) == unlettered(t) {
		t = w.further(m, t)
	}
	at := w.tree.Span(to)
	down := w.sys.Constraints[m.c].X == m.from
	switch Rule(r.Rule) {
	case R2Comp:
		gives := " gives"
		switch {
		case down && w.tree.Nodes[from].Op == k.OpIdentity:
			w.line(f+" passes it on to "+t, at, c)
		case down:
			w.line("what "+f+gives+" goes into "+t, at, c)
		default:
			if w.tree.Nodes[to].Op == k.OpIdentity {
				gives = " passes on"
			}
			w.line(f+" takes what "+t+gives, at, c)
		}
	case R6Merge, R8Vector:
		whole := "the merge"
		if Rule(r.Rule) == R8Vector {
			whole = "the vector"
		}
		switch r.Part {
		case partOutput:
			w.apart = true
			switch {
			case pair:
				w.line(fmt.Sprintf("the merge gives what %s gives, or what %s gives", f, t), at, c)
			case down:
				w.line(f+" gives what "+t+" gives", at, c)
			default:
				w.line(t+" gives what "+f+" gives", at, c)
			}
			return last
		case partMember:
			w.apart = true
			switch {
			case pair:
				w.line(fmt.Sprintf("%s and %s give elements of one vector", f, t), at, c)
			case down:
				w.line("an element of the vector is what "+t+" gives", at, c)
			default:
				w.line(f+" gives an element of the vector", w.tree.Span(k.NodeID(r.Site)), c)
			}
			return last
		}
		w.input(f, t, whole, pair, down, at, c)
	case R4Prod:
		w.input(f, t, "the product", pair, down, at, c)
	case R5Variant:
		w.input(f, t, "the variant", pair, down, at, c)
	case R12Filter:
		w.apart = true
		w.line("the filter variable "+w.variableName(k.NodeID(r.Site))+" means the same wherever it stands", at, c)
		return i + w.variables(i)
	default:
		w.line(w.sentence(*c), at, c)
	}
	return last
}

// further tells apart two neighbours that are called the same.
func (w *walker) further(m move, name string) string {
	kind, ok := strings.CutPrefix(unlettered(name), "the ")
	letter := name[len(unlettered(name)):]
	switch chain := Rule(w.cited(m.c).Source.Reason.Rule) == R2Comp; {
	case !ok:
		return name
	case !chain && w.sys.Constraints[m.c].X == m.from:
		return "the " + kind + " within" + letter
	case !chain:
		return "the " + kind + " around it" + letter
	case w.sys.Constraints[m.c].X == m.from:
		return "the next " + kind + letter
	}
	return unlettered(name) + " before it" + letter
}

// unlettered is a name without the letter of a witness.
func unlettered(name string) string {
	if i := strings.LastIndex(name, " ("); i > 0 && strings.HasSuffix(name, ")") {
		return name[:i]
	}
	return name
}

// variables is how many further moves lead between places of one filter variable.
func (w *walker) variables(i int) int {
	name := func(m move) string {
		if m.e >= 0 {
			return ""
		}
		c := w.cited(m.c)
		if c == nil || Rule(c.Source.Reason.Rule) != R12Filter || c.Source.Reason.Part != partVariable {
			return ""
		}
		return fmt.Sprint(c.Def, w.variableName(k.NodeID(c.Source.Reason.Site)))
	}
	n := 0
	for i+n+1 < len(w.moves) && name(w.moves[i+n+1]) == name(w.moves[i]) {
		n++
	}
	return n
}

// input tells how a construct hands on what it takes.
func (w *walker) input(f, t, whole string, pair, down bool, at lang.Span, c *explain.Cited) {
	switch {
	case pair:
		both := f + " and " + t
		if f == t {
			both = "both " + f
		}
		w.line(both+" get the same input, that of "+whole, at, c)
	case down:
		w.line("what "+f+" takes goes into "+t, at, c)
	default:
		w.line(f+" takes what "+t+" takes", at, c)
	}
}

// part tells a move between a whole and its part.
func (w *walker) part(i int) {
	m := w.moves[i]
	c := w.cited(m.c)
	l := w.sys.Constraints[m.c].Edges[m.e].Label
	site := k.NodeID(c.Source.Reason.Site)
	down := w.sys.Constraints[m.c].X == m.from
	end := m.from
	if down {
		end = m.to
	}
	e, name := w.stand(i, end)
	at := w.tree.Span(site)
	if down {
		at = w.tree.Span(e)
	}
	if c.Source.Use >= 0 {
		return // a witness, whose label says it
	}
	switch w.tree.Nodes[site].Op {
	case k.OpProduct:
		if down {
			w.line("the field "+w.labelWord(l)+" of the product is what "+name+" gives", at, c)
		} else {
			w.line(name+" gives the field "+w.labelWord(l)+" of the product", at, c)
		}
	case k.OpVariant:
		w.line("the variant "+w.labelWord(l)+" holds what "+name+" gives", at, c)
	case k.OpCaret:
		w.line("`^` collects what "+name+" gives", at, c)
	default:
		where := " under " + w.labelWord(l)
		if l == unify.Member {
			where = " for its elements"
		}
		if part, ok := strings.CutPrefix(name, "the filter"); ok {
			name = "a part" + part
		}
		w.line("the filter has "+name+where, at, c)
	}
}
