package mend

import (
	"cmp"
	"slices"

	"github.com/patgraph/patgraph/lang"
)

// A Guess is a change that may be what was meant.
type Guess struct {
	Class Class
	Cost  int // how implausible it is; see Kind
	Title string
	Edits []lang.Edit // in the order of the text
}

// A Guessed change was tried: with it the error is gone, and no other one came.
type Guessed struct {
	Guess
	Clean bool // and none is left
}

// A Guesser tries changes of a text by having all of it analysed anew, so that it does not matter how its errors
// hang together. This suits texts that are read fast.
type Guesser struct {
	File   *lang.File
	Errors []lang.Diagnostic // of the text
	// Count is about how many errors a changed text has, which is 0 only if it has none, and Check what errors these are.
	Count func(text *lang.File) int
	Check func(text *lang.File) []lang.Diagnostic
	Left  int // how many analyses are still made

	before int       // Count of the text, once it is known
	clean  []Guessed // what leaves no error, for an earlier one
}

// How much is guessed for one error.
const (
	mostGuesses  = 120 // that are tried
	mostGuessed  = 40  // that are accepted, for the sake of blame
	guessMargin  = 16  // what costs so much more than an accepted one is not tried
	offeredRange = 12  // nor is it offered then
	certain      = 3   // what costs less, and is the only one that leaves no error, is what was meant
)

// Try returns the guesses that remove an error, those that leave no error first, and then the cheaper ones. Where some leave none that
// were guessed for an earlier error of the text, it is those.
func (g *Guesser) Try(dg *lang.Diagnostic, list []Guess) (accepted []Guessed) {
	if len(g.clean) > 0 {
		return g.clean
	}
	slices.SortStableFunc(list, func(x, y Guess) int { return cmp.Compare(x.Cost, y.Cost) })
	if g.before == 0 {
		g.before = g.Count(g.File)
	}
	seen := map[string]bool{string(g.File.Src): true}
	tried, best := 0, -1
	for i := range list {
		x := &list[i]
		if tried == mostGuesses || len(accepted) == mostGuessed || best >= 0 && x.Cost > best+guessMargin || g.Left <= 0 {
			break
		}
		src := lang.AppendEdited(nil, g.File.Src, lang.Span{End: int32(len(g.File.Src))}, x.Edits)
		if seen[string(src)] {
			continue
		}
		seen[string(src)] = true
		tried++
		g.Left--
		text := lang.NewFile(g.File.Name, src)
		left := g.Count(text)
		clean := left == 0
		if !clean && (len(g.Errors) < 2 || left >= g.before || !g.removes(dg, x.Edits, text)) {
			continue
		}
		if accepted = append(accepted, Guessed{*x, clean}); clean && best < 0 {
			best = x.Cost
		}
	}
	slices.SortStableFunc(accepted, func(x, y Guessed) int {
		switch {
		case x.Clean == y.Clean:
			return 0
		case x.Clean:
			return -1
		}
		return 1
	})
	for _, x := range accepted {
		if x.Clean {
			g.clean = append(g.clean, x)
		}
	}
	return accepted
}

// An errorPlace is what an error is known by in a changed text.
type errorPlace struct {
	code lang.Code
	at   int32
}

// removes reports whether an error is gone in a changed text, all errors there were there before, and no
// definition has more of them.
func (g *Guesser) removes(dg *lang.Diagnostic, edits []lang.Edit, text *lang.File) bool {
	g.Left--
	before := make(map[errorPlace]int)
	count := make(map[string]int)
	for i := range g.Errors {
		e := &g.Errors[i]
		before[errorPlace{e.Code, moved(e.Span.Start, edits)}]++
		count[e.Definition]++
	}
	this := errorPlace{dg.Code, moved(dg.Span.Start, edits)}
	was := before[this]
	count[dg.Definition]--
	for _, e := range g.Check(text) {
		at := errorPlace{e.Code, e.Span.Start}
		before[at]--
		count[e.Definition]--
		if before[at] < 0 || count[e.Definition] < 0 {
			return false
		}
	}
	return before[this] > 0 && was > 0
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

// Offered are the changes to offer of those that were accepted: the first ones, of which none puts in what another
// one does just beside it.
func Offered(list []Guessed) (fixes []lang.Fix) {
	for i := range list {
		x := &list[i]
		if len(fixes) == maxFixes || x.Clean != list[0].Clean || x.Cost > list[0].Cost+offeredRange {
			break
		}
		again := func(f lang.Fix) bool { return f.Title.String() == x.Title }
		if slices.ContainsFunc(fixes, again) {
			continue
		}
		fixes = append(fixes, lang.Fix{Title: lang.Text(x.Title), Grade: "maybe", Checked: true, Clean: x.Clean, Edits: x.Edits})
	}
	if len(fixes) == 1 && fixes[0].Clean && list[0].Cost < certain {
		fixes[0].Grade = "machine"
	}
	return fixes
}
