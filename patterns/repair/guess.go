package repair

import (
	"cmp"
	"maps"
	"slices"

	"github.com/patgraph/patgraph/lang"
)

// A Guess is a change that may be what was meant. A tried guess is Checked, and Clean if it leaves no error.
type Guess struct {
	lang.Fix
	Class   Class
	Cost    int  // how implausible it is; see Kind
	Alone   bool // it is not offered beside a cheaper change: that the program types with it may be chance
	Partial bool // other errors of the definition may be left; it is offered in addition to others
	// Hole leaves to the user what several guesses write without evidence. It is offered in place of many such guesses.
	Hole *lang.Fix
}

// Guesses returns fixes as guesses, none of which is certain.
func Guesses(fixes []lang.Fix) (list []Guess) {
	for _, f := range fixes {
		list = append(list, Guess{Fix: lang.Fix{Title: f.Title, Grade: "maybe", Edits: f.Edits}, Cost: certain})
	}
	return list
}

// Repair returns an accepted guess as evidence for its places.
func (g *Guess) Repair() Repair {
	return Repair{Kind: &Kind{Class: g.Class}, Edits: g.Edits, Cost: g.Cost, Clean: g.Clean}
}

// An ErrorKey identifies an error across two texts.
type ErrorKey struct {
	Definition string
	What       string // empty: any of several errors
	At         int32  // its offset, or Anywhere
}

// Anywhere is the place of errors that are identified without it.
const Anywhere = -1

// A Tally counts errors.
type Tally map[ErrorKey]int

// Add counts the errors of a list, each by its key.
func (t Tally) Add(ds []lang.Diagnostic, key func(*lang.Diagnostic) ErrorKey) {
	for i := range ds {
		if ds[i].Severity == lang.Error {
			t[key(&ds[i])]++
		}
	}
}

// Found returns a Found with all errors of a tally.
func (t Tally) Found() Found {
	return Found{Count: t.sum(slices.Collect(maps.Keys(t))), Tally: func() Tally { return t }}
}

// sum counts the errors with some keys.
func (t Tally) sum(keys []ErrorKey) (n int) {
	for _, key := range keys {
		n += t[key]
	}
	return n
}

// Found are the errors of a text.
type Found struct {
	Count int          // about how many errors; 0 only if there are none
	Tally func() Tally // the exact errors
	Size  int          // about the work of Tally, in bytes
	Warns int          // how many warnings a change must not add to be Clean
}

// A Guesser tries changes of a text by analysing the whole text again, so dependencies between errors do not matter.
// This suits languages that are fast to analyse.
type Guesser struct {
	File    *lang.File
	Found   func() Found // of the text
	Analyze func(text *lang.File) Found
	Keys    func(dg *lang.Diagnostic) []ErrorKey // the keys of the errors that count as one with this error
	Size    int                                  // about the work of analysing a text, in bytes
	// Hidden, if not nil, lists where the parts of the text begin that are undecided because of an error: an error there
	// is not new in a text without this one. So a change may be Checked that leaves as many errors as before.
	Hidden func(dg *lang.Diagnostic) []int32

	spent  int // the work of all trials
	before *Found
	tally  Tally   // of before, computed on demand
	clean  []Guess // the guesses that left no error for an earlier error
}

// The budget of a Guesser, in bytes: for guesses, and for all trials.
const (
	workOfGuesses = 1_000_000
	workOfTrials  = 4 * workOfGuesses
)

// Bounds limit the guesses for one error.
type Bounds struct {
	Tries  int // the maximum number of trials
	Kept   int // the maximum number of results that leave no error, and of the others
	Margin int // guesses that cost so much more than a clean one are not tried
	// Once skips guesses that insert the same text elsewhere as a kept guess.
	Once bool
	// Whole requires that no error is left in the definition of the error.
	Whole bool
	// Shared keeps the guesses that leave no error for the following errors.
	Shared bool
}

// Spent reports whether no more guess is tried.
func (g *Guesser) Spent() bool { return g.spent+g.Size > workOfGuesses }

// Test tries a change: it sets Checked if it removes the error and adds none that was not hidden by it, and Clean if no
// error is left and no warning is new.
func (g *Guesser) Test(dg *lang.Diagnostic, f *lang.Fix) { g.tryWithin(workOfTrials, dg, f) }

// tryWithin is Test within some work for all trials. It returns how many errors are left in the definition of the error,
// and false if the work is used up.
func (g *Guesser) tryWithin(most int, dg *lang.Diagnostic, f *lang.Fix) (left int, affordable bool) {
	if g.spent+g.Size > most {
		return 0, false
	}
	g.spent += g.Size
	if g.before == nil {
		found := g.Found()
		g.before = &found
	}
	Attempt(func() { left = g.test(dg, f) })
	return left, true
}

// test is Test within the budget. It sets the results last, so that a change whose trial panics stays unchecked.
func (g *Guesser) test(dg *lang.Diagnostic, f *lang.Fix) (left int) {
	after := g.Analyze(g.File.Edited(f.Edits))
	hidden := make(map[int32]bool)
	if g.Hidden != nil && after.Count > 0 && after.Count == g.before.Count {
		for _, at := range g.Hidden(dg) {
			hidden[lang.Moved(at, f.Edits)] = true
		}
	}
	if after.Count > 0 && after.Count >= g.before.Count && len(hidden) == 0 {
		return after.Count
	}
	if g.tally == nil {
		g.tally = g.before.Tally()
	}
	was, is := make(Tally), Tally{}
	for key, n := range g.tally {
		was[key.moved(f.Edits)] += n
	}
	if after.Count > 0 {
		g.spent += after.Size
		is = after.Tally()
	}
	keys := slices.Clone(g.Keys(dg))
	for i, key := range keys {
		keys[i] = key.moved(f.Edits)
	}
	gone, fresh := was.sum(keys) > is.sum(keys), false
	if slices.ContainsFunc(keys, func(k ErrorKey) bool { return k.What == "" }) {
		gone = gone && is.sum(keys) == 0 // those that are left may include the error
	}
	for key, n := range is {
		fresh = fresh || n > was[key] && !hidden[key.At]
		if key.Definition == dg.Definition {
			left += n
		}
	}
	f.Checked, f.Clean = gone && !fresh, gone && after.Count == 0 && after.Warns <= g.before.Warns
	f.Reveals = f.Checked && after.Count >= g.before.Count
	return left
}

// Try returns the guesses that remove an error: the clean ones first, then by cost.
func (g *Guesser) Try(dg *lang.Diagnostic, list []Guess, o Bounds) []Guess {
	if len(g.clean) > 0 {
		return g.clean
	}
	if g.Spent() || len(list) == 0 {
		return nil
	}
	slices.SortStableFunc(list, func(x, y Guess) int { return cmp.Compare(x.Cost, y.Cost) })
	var clean, others []Guess
	seen := map[string]bool{string(g.File.Src): true}
	for i := range list {
		x := &list[i]
		again := func(y Guess) bool { return x.Edits[0].Span.Empty() && y.Title.String() == x.Title.String() }
		text := string(g.File.Edited(x.Edits).Src)
		if seen[text] || o.Once && (slices.ContainsFunc(clean, again) || slices.ContainsFunc(others, again)) {
			continue
		}
		seen[text] = true
		if len(seen)-1 > o.Tries || len(clean) == o.Kept || len(clean) > 0 && x.Cost > clean[0].Cost+o.Margin {
			break
		}
		left, affordable := g.tryWithin(workOfGuesses, dg, &x.Fix)
		switch {
		case x.Clean:
			clean = append(clean, *x)
		case x.Checked && (left == 0 || !o.Whole || x.Partial) && len(others) < o.Kept:
			others = append(others, *x)
		}
		if !affordable {
			break
		}
	}
	if o.Shared {
		g.clean = clean
	}
	return append(clean, others...)
}

// moved returns the key after some edits.
func (k ErrorKey) moved(edits []lang.Edit) ErrorKey {
	if k.At != Anywhere {
		k.At = lang.Moved(k.At, edits)
	}
	return k
}

// Best returns the first of the tried guesses: the clean ones, or all if none is clean.
func Best(list []Guess) []Guess {
	if i := slices.IndexFunc(list, func(x Guess) bool { return x.Clean != list[0].Clean }); i >= 0 {
		return list[:i]
	}
	return list
}

const (
	offeredRange = 12 // guesses that cost so much more than the best one are not offered
	certain      = 3  // the only clean guess is certain below this cost
)

// Offered returns the changes to offer of the accepted ones: the first ones, without those that insert the same text as
// another one right beside it.
func Offered(list []Guess) (fixes []lang.Fix) {
	best := Best(list)
	if len(best) >= maxFixes && best[0].Hole != nil && best[maxFixes-1].Hole != nil {
		return []lang.Fix{*best[0].Hole}
	}
	most := maxFixes
	for _, x := range best {
		if len(fixes) == most || x.Cost > list[0].Cost+offeredRange {
			break
		}
		if x.Alone && best[0].Clean && x.Cost > best[0].Cost {
			continue
		}
		if x.Partial {
			most++
		}
		again := func(f lang.Fix) bool {
			same := func(a, b lang.Edit) bool { return a.Text == b.Text }
			return x.Edits[0].Span.Empty() && slices.EqualFunc(f.Edits, x.Edits, same)
		}
		if !slices.ContainsFunc(fixes, again) {
			fixes = append(fixes, x.Fix)
		}
	}
	if len(fixes) == 1 && fixes[0].Clean && list[0].Cost < certain {
		fixes[0].Grade = "machine"
	}
	return fixes
}
