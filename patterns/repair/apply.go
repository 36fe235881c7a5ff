package repair

import (
	"cmp"
	"slices"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns"
)

// A Text is a text with what was found in it.
type Text struct {
	File        *lang.File
	Result      *patterns.Result
	Diagnostics []lang.Diagnostic
}

// An Applier applies fixes to a text, one after the other: each to the text with those before it. A fix is kept if its
// error or warning is gone with it and no other appears: of each code, a definition has no more errors than before and,
// for the fix of a warning, no more warnings. So their number falls with each fix, and in the end no fix is left that
// could be kept. A fix that Reveals errors may leave as many as before, which follow in the text.
type Applier struct {
	// Analyze finds the diagnostics of a text. Its error ends the work.
	Analyze func(*lang.File) (Text, error)
	// Change returns the text with edits, which are in order and all in the main file, or the reason why that is not
	// possible; nil: always possible.
	Change func(*lang.File, []lang.Edit) (*lang.File, error)
	Only   func(*lang.Diagnostic) bool // fixes of these diagnostics; nil: of all
	Unsafe bool                        // also fixes that may not be what is meant
}

// Applied is a text after fixes.
type Applied struct {
	Text
	Made    []Application
	Refused []Application // the first one of each diagnostic that is left and has a fix, with the reason
	Unsafe  int           // diagnostics that only have checked fixes for Applier.Unsafe
	Stopped bool          // there were too many trials, and further fixes may be possible
}

// An Application is a fix of a diagnostic in a text.
type Application struct {
	File       *lang.File // before it
	Diagnostic *lang.Diagnostic
	Fix        int    // an index of its fixes
	Reason     string // why it was not made; empty: it was
}

// mostApplied is the maximum number of texts that are analysed to apply fixes.
const mostApplied = 100

// Apply applies fixes to an analysed text.
func (a *Applier) Apply(t Text) (Applied, error) {
	all := Applied{Text: t}
	for trials := 0; ; {
		next, made := Text{}, Application{}
		all.Refused, all.Unsafe = nil, 0
		for i := range all.Diagnostics {
			dg := &all.Diagnostics[i]
			if dg.Secondary || dg.Severity == lang.Note || a.Only != nil && !a.Only(dg) {
				continue
			}
			refused := false
			for _, k := range a.wanted(dg) {
				if all.Stopped = trials == mostApplied; all.Stopped {
					return all, nil
				}
				made = Application{File: all.File, Diagnostic: dg, Fix: k}
				file, reason := a.change(all.File, &dg.Fixes[k])
				if reason == "" {
					trials++
					var err error
					if next, err = a.Analyze(file); err != nil {
						return all, err
					}
					reason = worse(all.Diagnostics, next.Diagnostics, dg, &dg.Fixes[k])
				}
				if reason == "" {
					break
				}
				next.File = nil
				if made.Reason = reason; !refused {
					refused = true
					all.Refused = append(all.Refused, made)
				}
			}
			if next.File != nil {
				break
			}
			unsafe := func(f lang.Fix) bool { return f.Grade == "maybe" && f.Checked }
			if !refused && slices.ContainsFunc(ready(dg), unsafe) {
				all.Unsafe++
			}
		}
		if next.File == nil {
			return all, nil
		}
		all.Text, all.Made = next, append(all.Made, made)
	}
}

// ready returns the fixes of a diagnostic before the first one that leaves a part to be filled in: what comes after that
// is less likely meant, so it is not made in its place.
func ready(dg *lang.Diagnostic) []lang.Fix {
	if i := slices.IndexFunc(dg.Fixes, func(f lang.Fix) bool { return f.Grade == "has-holes" }); i >= 0 {
		return dg.Fixes[:i]
	}
	return dg.Fixes
}

// wanted lists the fixes of a diagnostic that may be applied: the certain ones first.
func (a *Applier) wanted(dg *lang.Diagnostic) (list []int) {
	grades := []string{"machine"}
	if a.Unsafe {
		grades = append(grades, "maybe")
	}
	for _, grade := range grades {
		for i, f := range ready(dg) {
			if f.Grade == grade && len(f.Edits) > 0 {
				list = append(list, i)
			}
		}
	}
	return list
}

// change returns the text with a fix, or why there is none.
func (a *Applier) change(f *lang.File, fix *lang.Fix) (*lang.File, string) {
	if slices.ContainsFunc(fix.Edits, func(e lang.Edit) bool { return !f.InMain(e.Span) }) {
		return nil, "it changes a library"
	}
	edits := slices.Clone(fix.Edits)
	slices.SortStableFunc(edits, func(a, b lang.Edit) int { return cmp.Compare(a.Span.Start, b.Span.Start) })
	if a.Change == nil {
		return f.Edited(edits), ""
	}
	changed, err := a.Change(f, edits)
	if err != nil {
		return nil, err.Error()
	}
	return changed, ""
}

// worse returns why the diagnostics after the fix of one are not better than those before; empty if they are.
func worse(before, after []lang.Diagnostic, dg *lang.Diagnostic, f *lang.Fix) string {
	if reveals(before, after, dg, f) {
		return ""
	}
	for severity := lang.Error; severity <= dg.Severity; severity++ {
		was, is := tallyOf(before, severity), tallyOf(after, severity)
		key := generalKey(dg)
		if dg.Severity == severity && is[key] >= was[key] {
			return "the " + severity.String() + " stays with it"
		}
		for key, n := range is {
			if n > was[key] {
				return "another " + severity.String() + " appears with it"
			}
		}
	}
	return ""
}

// reveals reports whether a fix reveals errors as it says: they are not more than before, and those at other places
// follow the error that is gone.
func reveals(before, after []lang.Diagnostic, dg *lang.Diagnostic, f *lang.Fix) bool {
	was := make(map[int32]bool)
	for _, x := range lang.Errors(before) {
		was[lang.Moved(x.Span.Start, f.Edits)] = true
	}
	at := lang.Moved(dg.Span.Start, f.Edits)
	errors := lang.Errors(after)
	return f.Reveals && len(errors) <= len(lang.Errors(before)) &&
		!slices.ContainsFunc(errors, func(x lang.Diagnostic) bool {
			return x.Span.Start == at || x.Span.Start < at && !was[x.Span.Start]
		})
}

// generalKey identifies a diagnostic by its code and its definition: other changes may move it.
func generalKey(dg *lang.Diagnostic) ErrorKey {
	return ErrorKey{Definition: dg.Definition, What: string(dg.Code), At: Anywhere}
}

func tallyOf(ds []lang.Diagnostic, severity lang.Severity) Tally {
	t := make(Tally)
	for i := range ds {
		if ds[i].Severity == severity {
			t[generalKey(&ds[i])]++
		}
	}
	return t
}
