package k

import (
	"cmp"
	"slices"
	"strings"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/k"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/unify"
)

// Repairs of a clash are proposed and then tried: the edited program is derived
// again, and only what makes it better is offered. Proposing may therefore be
// generous and need not be right; what it has to be is in a good order, since
// the trials end at the first proposals that are clearly worse than one that was
// accepted, or at a budget.

// A repairPlace is a place of the program that may be at fault for a clash.
type repairPlace struct {
	def   int32
	node  k.NodeID
	label lang.Span // a label token that is at fault, or the zero span
}

const (
	repairNodesPerFile = 3_000_000 // syntax nodes that are derived again for all diagnostics of a file
	repairNodesEach    = 400_000   // and for one of them,
	repairShare        = 8         // of what is left for a file, one diagnostic takes at most this part,
	repairTrialsLeast  = 4         // but so many trials in any case
	repairTrialsMost   = 100
	repairPlaces       = 10 // of the given places, those that are looked at
	maxFixes           = 3  // in one diagnostic
	repairMargin       = 14 // a proposal that costs so much more than an accepted one is not tried
	repairClear        = 6  // the best one is certain when the next costs so much more
)

// A repairBudget bounds the work for the repairs of a file. It counts syntax
// nodes and not time, so that the outcome is the same everywhere.
type repairBudget struct {
	left int // syntax nodes that may still be derived for this file
	each int // for one diagnostic

	holes int // syntax nodes that may still be derived with a hole; see blame_holes.go
}

func newRepairBudget() *repairBudget {
	return &repairBudget{left: repairNodesPerFile, each: repairNodesEach, holes: holeNodesPerFile}
}

// repairs returns changes of the text that mend a clash, the best one first. The
// places are those that may be at fault, the likeliest first. Each change was
// tried: with it the definition of the clash has no error, or this one no more
// and fewer in all, no other definition has an error that had none, and there
// are no more warnings.
//
// plain are the changes that no name of a definition, type or variable has a part
// in, in an order that names have no part in: what blame may go by. No change is
// tried of which stays, if it is given, tells that the clash is there whatever
// stands in the place of the two expressions that change.
func (a *analysis) repairs(dg *lang.Diagnostic, clash patterns.Clash, places []repairPlace, stays func(x, y k.NodeID) bool, budget *repairBudget) (fixes []lang.Fix, plain []mend) {
	given, ok := clash.Given.Cause.Given()
	if !ok || budget.left <= 0 {
		return nil, nil
	}
	d := a.defAt(k.NodeID(given.Site))
	if d < 0 {
		return nil, nil
	}
	r := repairer{workshop: a.work(), clash: clash, def: d, primary: dg.Span, stays: stays, idle: make(map[k.NodeID]bool)}
	r.conflict = a.conflictOf(clash.Given, clash.Path)
	r.propose(places)
	return r.choose(budget)
}

// A mend is an accepted change that blame may go by.
type mend struct {
	kind    editKind
	nodes   []k.NodeID // that it changes
	edits   []lang.Edit
	near    bool // it replaces a label by one that is nearest, and no words decided that
	cleared int  // definitions that have no error any more
	cost    int
}

// A repairer looks for the repairs of one clash.
type repairer struct {
	*workshop
	clash    patterns.Clash
	def      int32 // whose error has to go
	conflict conflictKey
	strict   bool      // only what leaves no error is accepted
	primary  lang.Span // of the diagnostic
	stays    func(x, y k.NodeID) bool
	idle     map[k.NodeID]bool // nodes at which no change mends the clash

	sides []side
	list  []proposal
	fns   []function

	below *region // the definition and all it refers to
	whole map[int32]*region
	up    []int32 // the definition and all that refer to it
}

// A proposal is a change that has not been tried.
type proposal struct {
	cost  int
	kind  editKind
	title string
	edits []lang.Edit
	def   int32   // whose text is changed; -1 for a type definition
	refs  []int32 // definitions that the new text refers to
	types []int32 // and type definitions
	near  bool    // it replaces a label by the one label that is nearest

	nodes []k.NodeID // that it changes
	with  k.NodeID   // the other one of two that are swapped, else the same

	plainCost int      // without the length of the change, in which names count
	plainKind editKind // without what names tell
	free      bool     // it brings in a name, but is one of all that fit as well
	hidden    bool     // it is tried for the sake of blame only
	named     bool     // it takes a name for a label
	several   bool     // it changes more than two places
	worded    bool     // words elsewhere in the text decided which label is misspelt
	tried     bool
	accepted  bool
	cleared   int // definitions that have no error any more
}

// plain reports whether no name has a part in a proposal.
func (p *proposal) plain() bool {
	switch p.kind {
	case editType, editRefTypo, editRef, editCall:
		return p.free
	}
	return !p.named && len(p.refs) == 0 && len(p.types) == 0
}

// choose derives the program with one proposal after another and returns the ones
// to offer.
func (r *repairer) choose(budget *repairBudget) (fixes []lang.Fix, plain []mend) {
	slices.SortStableFunc(r.list, func(p, q proposal) int { return p.cost - q.cost })
	r.list = r.distinct(r.list)
	var accepted []proposal
	spent, trials := 0, 0
	each := min(budget.each, budget.left/repairShare)
	afford := func(n int) bool {
		budget.left -= r.debt
		spent += r.debt
		r.debt = 0
		if n > budget.left || spent+n > each && trials >= repairTrialsLeast {
			return false
		}
		budget.left -= n
		spent += n
		return true
	}
	// How many conflicts there are depends on the order of constraints, so blame only goes
	// by what leaves none.
	r.strict = true
	plain = r.choosePlain(afford)
	r.strict = false
	several := len(r.solver.Conflicts(r.def)) > 1
	settled := false // nothing that might compete with the first one was left out
	for i := range r.list {
		p := &r.list[i]
		if p.hidden || !p.tried && r.isIdle(p) {
			settled = i == len(r.list)-1
			continue
		}
		if settled = len(accepted) > 0 && p.cost > accepted[0].cost+repairMargin; settled {
			break
		}
		if len(accepted) == maxFixes || trials == repairTrialsMost {
			break
		}
		ok, affordable := p.accepted, true
		if !p.tried || !p.accepted && several {
			ok, affordable = r.accept(p, afford)
			trials++
		}
		if ok {
			accepted = append(accepted, *p)
		}
		if !affordable {
			break
		}
		settled = i == len(r.list)-1
	}
	for i := range accepted {
		p := &accepted[i]
		grade := "maybe"
		switch {
		case p.kind == editHole:
			grade = "has-holes"
		case i == 0 && p.near && (settled || len(accepted) > 1) &&
			(len(accepted) == 1 || accepted[1].cost >= p.cost+repairClear):
			grade = "machine"
		}
		fixes = append(fixes, lang.Fix{Title: p.title, Grade: grade, Checked: true, Edits: p.edits})
	}
	return fixes, plain
}

// plainTrials is how many proposals are tried for the sake of blame, and
// plainMends how many of them are accepted at most.
const (
	plainTrials = 120
	plainMends  = 40
)

// choosePlain tries the proposals in which names have no part. Of those that only
// differ in the name that they bring in, in any order, the first will do that leaves
// no error.
func (r *repairer) choosePlain(afford func(int) bool) []mend {
	var order []*proposal
	for i := range r.list {
		if r.list[i].plain() {
			order = append(order, &r.list[i])
		}
	}
	at := func(p *proposal) int32 {
		if p.def < 0 {
			return p.edits[0].Span.Start
		}
		return p.edits[0].Span.Start - r.tree.Defs[p.def].Span.Start
	}
	compare := func(p, q *proposal) int {
		return cmp.Or(cmp.Compare(p.plainCost, q.plainCost), cmp.Compare(p.plainKind, q.plainKind), cmp.Compare(at(p), at(q)))
	}
	slices.SortStableFunc(order, compare)
	all := r.inError()
	var mends []mend
	best, trials := 0, 0
	done := false // one that differs in its name left no error
	for i, p := range order {
		if i == 0 || compare(p, order[i-1]) != 0 {
			if trials >= plainTrials || len(mends) >= plainMends || len(mends) > 0 && p.plainCost > best+2*repairMargin {
				break
			}
			done = false
		} else if done && p.free {
			continue
		}
		if r.isIdle(p) {
			continue
		}
		trials++
		ok, affordable := r.accept(p, afford)
		if !affordable {
			break
		}
		p.tried, p.accepted = true, ok
		if ok {
			if len(mends) == 0 {
				best = p.plainCost
			}
			done = p.cleared == all
			mends = append(mends, mend{p.plainKind, p.nodes, p.edits, p.near && !p.worded, p.cleared, p.plainCost})
		}
	}
	return mends
}

// inError counts the definitions with a conflict.
func (a *analysis) inError() int {
	n := 0
	for d := range a.tree.Defs {
		if len(a.solver.Conflicts(int32(d))) > 0 {
			n++
		}
	}
	return n
}

// isIdle reports whether a proposal cannot mend the clash, because that is there
// without all that the proposal changes.
func (r *repairer) isIdle(p *proposal) bool {
	if r.stays == nil || p.def < 0 || p.several {
		return false
	}
	x := r.stating(p.nodes[0])
	if p.with != p.nodes[0] {
		return r.stays(x, p.with)
	}
	is, ok := r.idle[x]
	if !ok {
		is = r.stays(x, x)
		r.idle[x] = is
	}
	return is
}

// stating returns the node that states what a part of a type says: the type as a
// whole, and any other node itself.
func (r *repairer) stating(e k.NodeID) k.NodeID {
	for {
		switch r.tree.Nodes[e].Op {
		case k.OpCodeName, k.OpCodeProduct, k.OpCodeUnion, k.OpCodeVector:
		default:
			return e
		}
		if r.parent[e] == k.NoNode {
			return e
		}
		e = r.parent[e]
	}
}

// distinct drops proposals whose edits are, but for blanks, those of a cheaper
// one, which changes the nodes of both then, and those that change nothing.
func (r *repairer) distinct(list []proposal) []proposal {
	seen := make(map[string]int, len(list))
	out := list[:0]
	var key []byte
	for _, p := range list {
		slices.SortFunc(p.edits, func(x, y lang.Edit) int { return int(x.Span.Start - y.Span.Start) })
		key = key[:0]
		for _, e := range p.edits {
			if e.Span.Start == e.Span.End {
				at := r.trimBlanks(e.Span.Start)
				e = lang.Edit{Span: lang.Span{Start: at, End: at}, Text: strings.TrimSpace(e.Text)}
			}
			key = appendEdit(key, e)
		}
		if len(p.edits) == 0 {
			continue
		}
		if i, ok := seen[string(key)]; ok {
			if p.free && !out[i].free {
				out[i].free, out[i].plainKind, out[i].plainCost = true, p.plainKind, p.plainCost
			}
			out[i].hidden = out[i].hidden && p.hidden
			if !slices.Contains(out[i].nodes, p.nodes[0]) {
				out[i].nodes = append(out[i].nodes, p.nodes[0])
			}
			continue
		}
		seen[string(key)] = len(out)
		out = append(out, p)
	}
	return out
}

// accept reports whether a proposal mends the clash, and false in affordable
// when the budget does not allow to find out. What already fails for the
// definition and what it refers to is not tried with all that refer to it.
func (r *repairer) accept(p *proposal, afford func(int) bool) (ok, affordable bool) {
	whole := r.wholeFor(p)
	if r.sliceable {
		below := r.belowFor(p)
		if !below.has(p.edits) {
			return false, true // it does not change what the definition is derived from
		}
		if 4*below.size < 3*whole.size {
			if !afford(below.size) {
				return false, false
			}
			if !r.mended(below, p) {
				return false, true
			}
		}
	}
	if !afford(whole.size) {
		return false, false
	}
	return r.mended(whole, p), true
}

// belowFor returns the part of the program that the definition with the clash
// is derived from.
func (r *repairer) belowFor(p *proposal) *region {
	if len(p.refs) > 0 || len(p.types) > 0 {
		return r.region(append([]int32{r.def}, p.refs...), p.types)
	}
	if r.below == nil {
		r.below = r.region([]int32{r.def}, nil)
	}
	return r.below
}

// wholeFor returns the part of the program that a proposal may have an effect
// on, with all that it is derived from.
func (r *repairer) wholeFor(p *proposal) *region {
	if !r.sliceable || p.def < 0 {
		return r.all
	}
	if w := r.whole[p.def]; w != nil && len(p.refs) == 0 && len(p.types) == 0 {
		return w
	}
	w := r.region(append(append(r.above(p.def), r.def), p.refs...), p.types)
	if len(p.refs) == 0 && len(p.types) == 0 {
		if r.whole == nil {
			r.whole = make(map[int32]*region)
		}
		r.whole[p.def] = w
	}
	return w
}

// mended derives a part of the program with a change and compares it with what
// it was before.
func (r *repairer) mended(part *region, p *proposal) bool {
	text, at := r.changed(part, p.edits)
	t := r.workshop.try(text, at)
	if len(t.tree.Defs) != len(part.defs) || len(t.tree.Types) != len(part.types) {
		return false
	}
	errors, warnings := t.early()
	if part == r.all && (errors > r.errors || warnings > r.warnings) || part != r.all && errors > 0 {
		return false
	}
	before, after, cleared := 0, 0, 0
	for i, d := range part.defs {
		if t.tree.Syms.Text(t.tree.Defs[i].Name) != r.tree.Syms.Text(r.tree.Defs[d].Name) {
			return false
		}
		x, y := r.solver.Derivation(d), t.solver.Derivation(int32(i))
		if y.Bad && !x.Bad {
			return false
		}
		before, after = before+warningsOf(x), after+warningsOf(y)
		if len(r.solver.Conflicts(d)) > 0 && len(t.solver.Conflicts(int32(i))) == 0 {
			cleared++
		}
		if d == r.def && !r.gone(t, int32(i), at) {
			return false
		}
		if (d == r.def || d == p.def) && t.anything(int32(i)) && !r.anything(d) {
			return false
		}
	}
	p.cleared = cleared
	return after <= before
}

// gone reports whether a definition has no error any more, or at least not this
// one and fewer than before.
func (r *repairer) gone(t *analysis, i int32, at func(int32) int32) bool {
	now := t.solver.Conflicts(i)
	y := t.solver.Derivation(i)
	if len(now) == 0 {
		return y.Breach == patterns.NoBreach && (!y.Bad || r.names.Erroneous[r.def])
	}
	if r.strict || len(now) >= len(r.solver.Conflicts(r.def)) {
		return false
	}
	key := r.conflict
	key.at = at(key.at)
	for _, c := range now {
		if given, path := t.graph.Given(c.Event); t.conflictOf(t.graph.Event(given), path) == key {
			return false
		}
	}
	return true
}

// anything reports whether nothing is known of what a definition takes and
// gives: then a change has only made it say nothing.
func (a *analysis) anything(d int32) bool {
	x := a.solver.Derivation(d)
	if !x.Derived {
		return false
	}
	in, out := a.graph.Find(x.In), a.graph.Find(x.Out)
	return in != out && a.unknown(in) && a.unknown(out)
}

func (a *analysis) unknown(n unify.Node) bool {
	return a.graph.Flat(n) == unify.Open && len(a.graph.Edges(n)) == 0
}

func warningsOf(x *patterns.Derivation) int {
	n := 0
	if x.Warn != patterns.NoWarn {
		n++
	}
	if x.Unsettled && x.Recursive {
		n++
	}
	return n
}

// A conflictKey says which conflict of a definition one is, by what stands in
// the text, so that it can be looked for in a changed text.
type conflictKey struct {
	at     int32 // where the construct begins that states the constraint
	reason string
	path   string
}

func (a *analysis) conflictOf(given unify.Event, path []unify.Label) conflictKey {
	c, _ := given.Cause.Given()
	key := conflictKey{at: a.tree.Nodes[c.Site].Start, reason: ReasonText(c)}
	for _, l := range path {
		key.path += "." + a.tree.Dialect.LabelText(a.labels.Text(l))
	}
	return key
}
