package repair

import (
	"cmp"
	"encoding/binary"
	"slices"
	"strings"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/explain"
	"github.com/patgraph/patgraph/patterns/message"
	"github.com/patgraph/patgraph/unify"
)

// A Place is a suspect for a contradiction: a site, perhaps one of its labels.
type Place struct {
	Site  int32
	Label lang.Span // the suspect label token, or the zero span
	Alone bool      // a call or a projection without which its definition has no error
}

const (
	mostPlaces = 10 // how many of the given places are considered
	maxFixes   = 3  // for one contradiction
	margin     = 14 // a proposal that costs so much more than an accepted one is not tried
	clear      = 6  // the best proposal is certain if the next one costs so much more
)

// A Repair is an accepted change that blame may use.
type Repair struct {
	Kind    *Kind
	Sites   []int32 // the changed sites
	Edits   []lang.Edit
	Near    bool // it replaces a label by a nearest one, without the help of other words
	Clean   bool // it leaves no error
	Cleared int  // how many definitions lose all their errors
	Cost    int
}

// A Fix is a change to offer.
type Fix struct {
	lang.Fix
	Sites []int32 // the changed sites
	Cost  int
	Fits  bool // it applies a function that takes and gives just what is there
}

// Repairs returns changes of the text that remove a contradiction, the best one first. The places are suspects, the
// likeliest first; primary is the reported place of the contradiction. Each change was tried. With it, the definition
// of the contradiction has no error, or at least fewer and not this one; no other definition gets its first error; and
// there are no more warnings. Changes that leave an error are only returned without others, and never if the
// contradiction is the only error of the definition: alone.
//
// plain are the changes that blame may use: neither they nor their order depend on the names of definitions, types or
// variables. stays, if not nil, reports whether the contradiction remains whatever replaces two sites; changes of such
// sites are not tried. propose, if not nil, replaces Language.Propose: it may know more about the contradiction.
func (w *Trials) Repairs(
	c *explain.Contradiction, primary lang.Span, places []Place, stays func(x, y int32) bool, alone bool,
	budget *Budget, propose func(*Repairer, Spot),
) (fixes []Fix, plain []Repair) {
	reason, ok := w.meetingReason(c)
	if budget.Missed = budget.Left <= 0; !ok || budget.Missed {
		return nil, nil
	}
	d := w.Owner(reason.Site)
	if d < 0 {
		return nil, nil
	}
	r := newRepairer(w, c, d)
	r.primary, r.stays, r.alone = primary, stays, alone
	r.one = slices.ContainsFunc(places, func(p Place) bool { return p.Alone })
	r.reason, r.conflict = reason, w.conflictOf(reason, c.Path)
	if propose == nil {
		propose = w.Propose
	}
	for _, s := range r.spots(places) {
		propose(r, s)
		r.removeAround(s)
	}
	return r.choose(budget)
}

// meetingReason returns the reason of the constraint or relation that unites the sides of a contradiction.
func (w *Trials) meetingReason(c *explain.Contradiction) (r unify.Reason, ok bool) {
	if c.Given >= 0 {
		return w.Graph.Reason(c.Given), true
	}
	for _, f := range c.Facts {
		if f.Relation > 0 {
			return w.Graph.InstanceOf(f.Relation - 1).Reason, true
		}
	}
	for _, m := range slices.Backward(c.Core) { // the facts are what a relation takes
		if m.Source.Relation > 0 && m.Def == c.Def {
			return w.Graph.InstanceOf(m.Source.Relation - 1).Reason, true
		}
	}
	return r, false
}

// A Repairer looks for the changes that remove one contradiction.
type Repairer struct {
	*Trials
	Clash    *explain.Contradiction
	def      int32 // the definition with the contradiction
	conflict conflictKey
	reason   unify.Reason // of the constraint or relation that unites the sides
	strict   bool         // accept only changes that leave no error
	alone    bool         // the contradiction is the only error of the definition
	one      bool         // all errors of the definition are at one use
	primary  lang.Span    // the reported place of the contradiction
	stays    func(x, y int32) bool
	idle     map[int32]bool // sites at which no change removes the contradiction

	Sides []Side
	list  []Proposal
	fns   []function

	below *Region // the definition and its dependencies
	whole map[int32]*Region
	up    map[int32][]int32 // by definition: itself and its dependents; see above

	baseless []int32 // definitions that this one needs and that give no value; nil: not yet found
}

func newRepairer(w *Trials, c *explain.Contradiction, def int32) *Repairer {
	return &Repairer{
		Trials: w, Clash: c, def: def, idle: make(map[int32]bool), whole: make(map[int32]*Region),
		up: make(map[int32][]int32),
	}
}

// A Proposal is a change, at first untried.
type Proposal struct {
	Refs    []int32 // definitions that the new text references
	Types   []int32 // and type definitions
	Named   bool    // a label is replaced because of its name
	Several bool    // it changes more than two places

	cost  int
	late  int // how much later it comes; see Defer
	kind  *Kind
	title lang.Phrase
	edits []lang.Edit
	def   int32 // the changed definition; -1 for a type definition
	near  bool  // it replaces a label by the nearest one

	sites []int32 // the changed sites
	with  int32   // the other one of two swapped sites, else the same site

	plainCost int   // the cost without the length of the change, which depends on names
	plainKind *Kind // the kind without the influence of names
	free      bool  // it inserts a name, but all names that fit as well are tried, too
	hidden    bool  // it is tried only for blame
	vague     bool  // it is weak evidence for the fault of its places
	extends   bool  // a type gets the fields that a value has in addition to those of the type
	anywhere  bool  // see Anywhere
	alone     bool  // see Alone
	again     bool  // it reads a label that its bracket reads already
	worded    bool  // words elsewhere in the text decided which label is misspelled
	tried     bool
	accepted  bool
	cleared   int  // how many definitions lose all their errors
	checked   bool // it removes this error and adds none
	clean     bool // no definition has an error that a change may fix together with this one
	large     int  // the size of the removed part, if it is large; see largeness
}

// Hide keeps a proposal as evidence for blame only: it is tried, and never offered.
func (p *Proposal) Hide() { p.hidden = true }

// Defer makes a proposal come after others, as if it cost so much more.
func (p *Proposal) Defer(cost int) { p.late = cost }

// Anywhere says that a proposal inserts what might as well be inserted at several places on the way of a value: it is
// offered at the first of them that removes the contradiction.
func (p *Proposal) Anywhere() { p.anywhere = true }

// Alone says that a proposal is offered only without changes of other kinds: that the program types with it may be chance.
func (p *Proposal) Alone() { p.alone = true }

// plain reports whether a proposal is independent of names.
func (p *Proposal) plain() bool {
	switch p.kind {
	case Type, Ref, RefTypo, Call:
		return p.free
	}
	return !p.Named && !p.vague && len(p.Refs) == 0 && len(p.Types) == 0
}

// choose tries the proposals in order of cost and returns the changes to offer.
func (r *Repairer) choose(budget *Budget) ([]Fix, []Repair) {
	for i := range r.list {
		if p := &r.list[i]; r.distrusts(p) {
			p.cost += costOfTrust
		}
	}
	slices.SortStableFunc(r.list, func(p, q Proposal) int { return p.cost + p.late - q.cost - q.late })
	r.list = r.distinct(r.list)
	allowed := budget.allowed(&r.extraCost)
	// The number of conflicts depends on the order of constraints, so blame only uses changes that leave no conflict.
	r.strict = true
	plain := r.choosePlain(&allowed)
	r.strict = false
	found := r.tryAll(&allowed)
	budget.Missed = found.missed
	return r.fixes(r.narrow(found.best()), &found), plain
}

// A choice has the accepted proposals, each list in order of cost.
type choice struct {
	accepted []Proposal // those without another error
	large    []Proposal // those that also remove a large part
	rest     []Proposal // those with another error
	settled  bool       // no omitted proposal might compete with the first one
	missed   bool       // some trials were not affordable
}

// best returns the accepted changes of the best list that has some. Of those that remove a large part, it takes those
// that remove least.
func (f *choice) best() []Proposal {
	switch {
	case len(f.accepted) > 0:
		return f.accepted
	case len(f.large) > 0:
		least := slices.MinFunc(f.large, func(p, q Proposal) int { return p.large - q.large }).large
		return slices.DeleteFunc(f.large, func(p Proposal) bool { return p.large > least })
	}
	return f.rest
}

// enough reports whether a proposal that costs more than all before it is too late to be offered beside those found.
func (f *choice) enough(p *Proposal, trials int) bool {
	switch {
	case len(f.accepted) > 0:
		return f.settled || len(f.accepted) == maxFixes || trials == trialsMost
	case len(f.large) > 0:
		return p.cost > f.large[0].cost+2*margin || trials == trialsMost
	}
	return len(f.rest) > 0 && p.cost > f.rest[0].cost+margin || trials == trialsMost
}

// tryAll tries the proposals that are not hidden, until there are enough.
func (r *Repairer) tryAll(allowed *allowance) (f choice) {
	several := len(r.Solver.Conflicts(r.def)) > 1
	for i := range r.list {
		p := &r.list[i]
		if p.hidden || !p.tried && r.isIdle(p) {
			f.settled = i == len(r.list)-1
			continue
		}
		f.settled = len(f.accepted) > 0 && p.cost > f.accepted[0].cost+margin
		if f.enough(p, allowed.trials) {
			clean := slices.ContainsFunc(f.accepted, func(p Proposal) bool { return p.clean })
			if clean || !slices.ContainsFunc(r.list[i:], repairsAll) {
				break
			}
			if !repairsAll(*p) {
				continue
			}
		}
		ok, affordable := p.accepted, true
		if !p.tried || !p.accepted && several {
			ok, affordable = r.accept(p, allowed)
			allowed.trials++
			if ok {
				allowed.best = min(allowed.best, p.cost)
			}
		}
		list := &f.rest
		switch {
		case p.checked && p.large == 0:
			list = &f.accepted
		case p.checked:
			list = &f.large
		}
		if ok && (list == &f.accepted || len(*list) < maxFixes) && !r.saysAgain(p, *list) {
			*list = append(*list, *p)
		}
		f.missed = f.missed || !affordable
		f.settled = i == len(r.list)-1
	}
	return f
}

// narrow drops the changes that a person would not make beside the others of a list.
func (r *Repairer) narrow(list []Proposal) []Proposal {
	// unless drops the proposals with a property if there is one that is preferred to them.
	unless := func(preferred, drops func(*Proposal) bool) {
		if slices.ContainsFunc(list, func(p Proposal) bool { return preferred(&p) }) {
			list = slices.DeleteFunc(list, func(p Proposal) bool { return drops(&p) })
		}
	}
	unless(func(p *Proposal) bool { return p.clean }, func(p *Proposal) bool { return !p.clean })
	unless(func(p *Proposal) bool { return !p.alone }, func(p *Proposal) bool { return p.alone })
	unless(func(p *Proposal) bool { return !r.distrusts(p) },
		func(p *Proposal) bool { return p.cleared < 2 && r.distrusts(p) })
	if len(list) == 0 {
		return nil
	}
	if list[0].misspelt() {
		list = slices.DeleteFunc(list, func(p Proposal) bool { return !p.misspelt() })
	}
	switch first := list[0]; {
	case first.kind == Call && first.free:
		list = slices.DeleteFunc(list, func(p Proposal) bool { return p.kind != Call })
	case first.kind.Class == ByLabel:
		list = slices.DeleteFunc(list, func(p Proposal) bool {
			return p.kind == Drop || p.kind == Call || p.again && !first.again ||
				p.kind.Class == ByForm && p.sites[0] == first.sites[0]
		})
	}
	return list
}

// fixes returns accepted proposals as changes to offer.
func (r *Repairer) fixes(list []Proposal, f *choice) (fixes []Fix) {
	others := r.Errors > 0 || r.InError() > r.InErrorWith(r.def)
	for i := range list {
		p := &list[i]
		grade := "maybe"
		switch {
		case p.kind == Hole:
			grade = "has-holes"
		case i == 0 && p.near && !f.missed && (f.settled || len(list) > 1) &&
			(len(list) == 1 || list[1].cost >= p.cost+clear):
			grade = "machine"
		}
		fix := lang.Fix{Title: p.title, Grade: grade, Checked: p.checked, Clean: p.clean && !others, Edits: p.edits}
		fixes = append(fixes, Fix{fix, p.sites, p.cost, p.kind == Call && p.free})
	}
	return fixes
}

// distrusts reports whether a proposal only changes declarations, though a single use disagrees with them. It corrects no
// misspelling.
func (r *Repairer) distrusts(p *Proposal) bool {
	changes := r.style.Trusts && !p.near && !p.extends && p.kind.Class != ByInsert && p.kind.Class != BySwap
	return changes && (r.one || len(r.Solver.Conflicts(r.def)) < 2) && !slices.ContainsFunc(p.sites, func(site int32) bool {
		return r.Owner(site) >= 0 && r.Kind(site) != message.Declares
	})
}

// misspelt reports whether a proposal replaces a name by a similar one, which leaves no doubt about what was meant.
func (p *Proposal) misspelt() bool {
	return p.kind == Typo || p.kind == RefTypo
}

// repairsAll reports whether a proposal was accepted and leaves no error.
func repairsAll(p Proposal) bool { return p.accepted && p.clean && p.large == 0 && !p.hidden }

// plainTrials is the maximum number of proposals that are tried for blame, and plainRepairs the maximum number of
// accepted ones.
const (
	plainTrials  = 120
	plainRepairs = 40
)

// choosePlain tries the proposals that do not depend on names. Of proposals that only differ in the inserted name, the
// first one that leaves no error is enough, whatever their order.
func (r *Repairer) choosePlain(allowed *allowance) []Repair {
	var order []*Proposal
	for i := range r.list {
		if r.list[i].plain() {
			order = append(order, &r.list[i])
		}
	}
	at := func(p *Proposal) int32 {
		if p.def < 0 {
			return p.edits[0].Span.Start
		}
		return p.edits[0].Span.Start - r.Definition(p.def).Span.Start
	}
	compare := func(p, q *Proposal) int {
		return cmp.Or(
			cmp.Compare(p.plainCost, q.plainCost),
			cmp.Compare(r.order[p.plainKind], r.order[q.plainKind]),
			cmp.Compare(at(q), at(p)),
		)
	}
	slices.SortStableFunc(order, compare)
	all := r.InErrorWith(r.def)
	var repairs []Repair
	best, trials := 0, 0
	done := false // an equivalent proposal with another name left no error
	for i, p := range order {
		if i == 0 || compare(p, order[i-1]) != 0 {
			if trials >= plainTrials || len(repairs) >= plainRepairs ||
				len(repairs) > 0 && p.plainCost > best+2*margin {
				break
			}
			done = false
		} else if done && p.free {
			continue
		}
		if r.isIdle(p) {
			continue
		}
		ok, affordable := r.accept(p, allowed)
		if !affordable {
			continue // cached outcomes still count
		}
		trials++
		p.tried, p.accepted = true, ok
		if ok {
			allowed.best = min(allowed.best, p.cost)
			if len(repairs) == 0 {
				best = p.plainCost
			}
			done = p.cleared == all
			near := p.near && !p.worded
			repairs = append(repairs, Repair{
				Kind: p.plainKind, Sites: p.sites, Edits: p.edits,
				Near: near, Clean: p.clean, Cleared: p.cleared, Cost: p.plainCost,
			})
		}
	}
	slices.SortStableFunc(repairs, func(x, y Repair) int { return y.Cleared - x.Cleared })
	return repairs
}

// isIdle reports whether a proposal cannot remove the contradiction, because the contradiction does not depend on the
// changed text.
func (r *Repairer) isIdle(p *Proposal) bool {
	if r.stays == nil || p.def < 0 || p.Several {
		return false
	}
	x := r.stating(p.sites[0])
	if p.with != p.sites[0] {
		return r.stays(x, p.with)
	}
	return patterns.Remember(&r.idle, x, func() bool { return r.stays(x, x) })
}

// saysAgain reports whether a user would see no difference between a proposal and a chosen one: the new texts are equal
// except for blanks, or the same text is inserted before and after a bracket, or Anywhere.
func (r *Repairer) saysAgain(p *Proposal, chosen []Proposal) bool {
	for i := range chosen {
		q := &chosen[i]
		if p.def != q.def {
			continue
		}
		if p.anywhere && q.anywhere && sameInsertions(p.edits, q.edits) {
			return true
		}
		single := len(p.edits) == 1 && len(q.edits) == 1 && p.edits[0].Text == q.edits[0].Text
		if single && p.edits[0].Span.Empty() && q.edits[0].Span.Empty() {
			x, y := p.edits[0].Span.Start, q.edits[0].Span.Start
			between := r.File.Src[min(x, y):max(x, y)]
			if !slices.ContainsFunc(between, func(c byte) bool { return !IsBlank(c) && !IsCloser(c) }) {
				return true
			}
		}
		if p.def >= 0 && string(r.edited(p)) == string(r.edited(q)) {
			return true
		}
	}
	return false
}

// sameInsertions reports whether two changes insert the same texts, perhaps at different places.
func sameInsertions(a, b []lang.Edit) bool {
	return slices.EqualFunc(a, b, func(x, y lang.Edit) bool {
		return x.Span.Empty() && y.Span.Empty() && x.Text == y.Text
	})
}

// edited returns the text of the changed definition after a proposal, without blanks that do not separate words.
func (r *Repairer) edited(p *Proposal) []byte {
	text := lang.AppendEdited(nil, r.File.Src, r.Definition(p.def).Span, p.edits)
	out := text[:0]
	for i, c := range text {
		if !IsBlank(c) {
			if i > 0 && IsBlank(text[i-1]) && len(out) > 0 && r.isWord(out[len(out)-1]) && r.isWord(c) {
				out = append(out, ' ')
			}
			out = append(out, c)
		}
	}
	return out
}

// distinct drops proposals that change nothing, and those with the same edits, except for blanks, as a cheaper one. The
// cheaper one then has the sites of both.
func (r *Repairer) distinct(list []Proposal) []Proposal {
	seen := make(map[string]int, len(list))
	out := list[:0]
	var key []byte
	for _, p := range list {
		slices.SortFunc(p.edits, func(x, y lang.Edit) int { return int(x.Span.Start - y.Span.Start) })
		key = key[:0]
		for _, e := range p.edits {
			if e.Span.Start == e.Span.End {
				at := r.TrimBlanks(e.Span.Start)
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
			if !slices.Contains(out[i].sites, p.sites[0]) {
				out[i].sites = append(out[i].sites, p.sites[0])
			}
			continue
		}
		seen[string(key)] = len(out)
		out = append(out, p)
	}
	return out
}

func appendEdit(b []byte, e lang.Edit) []byte {
	b = binary.AppendUvarint(b, uint64(e.Span.Start))
	b = binary.AppendUvarint(b, uint64(e.Span.End))
	b = binary.AppendUvarint(b, uint64(len(e.Text)))
	return append(b, e.Text...)
}
