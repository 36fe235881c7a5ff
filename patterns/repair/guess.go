package repair

import (
	"cmp"
	"maps"
	"slices"

	"github.com/patgraph/patgraph/lang"
)

// A Guess is a change that may be what was meant. One that was tried is Checked, and Clean if it leaves no error.
type Guess struct {
	lang.Fix
	Class Class
	Cost  int // how implausible it is; see Kind
}

// An ErrorKey is what an error is known by, so that those of two texts can be compared.
type ErrorKey struct {
	Definition, What string
	At               int32 // where it is, or Anywhere
}

// Anywhere is the place of errors that are distinguished without it.
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

// Found is what is wrong where that is all.
func (t Tally) Found() Found {
	return Found{Count: t.sum(slices.Collect(maps.Keys(t))), Tally: func() Tally { return t }}
}

// sum counts the errors of some keys.
func (t Tally) sum(keys []ErrorKey) (n int) {
	for _, key := range keys {
		n += t[key]
	}
	return n
}

// Found is what is wrong with a text.
type Found struct {
	Count int          // about how many errors; 0 only if it has none
	Tally func() Tally // of them; it may cost more
}

// A Guesser tries changes of a text by having all of it analysed anew, so that it does not matter how its errors
// hang together. This suits texts that are read fast.
type Guesser struct {
	File    *lang.File
	Found   func() Found // of the text
	Analyze func(text *lang.File) Found
	Afford  func() bool                          // whether one more text may be analysed, each time that one is to be
	Keys    func(dg *lang.Diagnostic) []ErrorKey // of errors that count as one with this

	Tried int // texts that Try has tried

	before *Found
	tally  Tally   // of before, once it is known
	clean  []Guess // what leaves no error, for an earlier one
}

// Bounds are how much is guessed for one error.
type Bounds struct {
	Tries  int // guesses that are tried
	Kept   int // that are kept of those that leave no error, and as many of the others
	Margin int // what costs so much more than one that leaves no error is not tried
	// Once is that a guess is not tried that puts in elsewhere what another one does that is kept.
	Once bool
	// Whole is that no error may be left in the definition of the one that is fixed.
	Whole bool
	// Shared is that guesses that leave no error are kept for the errors that come next.
	Shared bool
}

// Test says of a change what comes of it: whether the error is gone with no other one in its place, and whether no error is left. It
// returns how many its definition has left, and false if that may not be found out any more.
func (g *Guesser) Test(dg *lang.Diagnostic, f *lang.Fix) (left int, affordable bool) {
	if !g.Afford() {
		return 0, false
	}
	if g.before == nil {
		found := g.Found()
		g.before = &found
	}
	Attempt(func() { left = g.test(dg, f) })
	return left, true
}

// test is Test where it is affordable. It decides about the change at last, so that one whose trial fails stays untried.
func (g *Guesser) test(dg *lang.Diagnostic, f *lang.Fix) (left int) {
	after := g.Analyze(g.File.Edited(f.Edits))
	if after.Count > 0 && after.Count >= g.before.Count {
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
		is = after.Tally()
	}
	keys := slices.Clone(g.Keys(dg))
	for i, key := range keys {
		keys[i] = key.moved(f.Edits)
	}
	gone, fresh := was.sum(keys) > is.sum(keys), false
	for key, n := range is {
		fresh = fresh || n > was[key]
		if key.Definition == dg.Definition {
			left += n
		}
	}
	f.Checked, f.Clean = gone && !fresh, gone && after.Count == 0
	return left
}

// Try returns the guesses that remove an error: those that leave no error first, and then the cheaper ones.
func (g *Guesser) Try(dg *lang.Diagnostic, list []Guess, o Bounds) []Guess {
	if len(g.clean) > 0 {
		return g.clean
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
		g.Tried++
		left, affordable := g.Test(dg, &x.Fix)
		switch {
		case x.Clean:
			clean = append(clean, *x)
		case x.Checked && (left == 0 || !o.Whole) && len(others) < o.Kept:
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

// moved is a key where it is with some edits.
func (k ErrorKey) moved(edits []lang.Edit) ErrorKey {
	if k.At != Anywhere {
		k.At = moved(k.At, edits)
	}
	return k
}

// moved is where an offset of a text is with some edits.
func moved(at int32, edits []lang.Edit) int32 {
	to := at
	for _, e := range edits {
		switch {
		case e.Span.End <= at && !(e.Span.Empty() && e.Span.Start == at && e.Text == ""):
			to += int32(len(e.Text)) - (e.Span.End - e.Span.Start)
		case e.Span.Start < at:
			to -= at - e.Span.Start
		}
	}
	return to
}

// Best are the first guesses of those that were tried: those that leave no error, or all if none does.
func Best(list []Guess) []Guess {
	if i := slices.IndexFunc(list, func(x Guess) bool { return x.Clean != list[0].Clean }); i >= 0 {
		return list[:i]
	}
	return list
}

const (
	offeredRange = 12 // what costs so much more than the best guess is not offered
	certain      = 3  // what costs less, and is the only one that leaves no error, is what was meant
)

// Offered are the changes to offer of those that were accepted: the first ones, of which none puts in what another
// one does just beside it.
func Offered(list []Guess) (fixes []lang.Fix) {
	for _, x := range Best(list) {
		if len(fixes) == maxFixes || x.Cost > list[0].Cost+offeredRange {
			break
		}
		again := func(f lang.Fix) bool { return f.Title.String() == x.Title.String() }
		if !slices.ContainsFunc(fixes, again) {
			fixes = append(fixes, x.Fix)
		}
	}
	if len(fixes) == 1 && fixes[0].Clean && list[0].Cost < certain {
		fixes[0].Grade = "machine"
	}
	return fixes
}
