// Package repair finds fixes: changes of the text that remove a contradiction, for any language.
//
// Changes are proposed and then tried: the changed program is derived again, and only changes that improve it are
// offered. So proposals may be wrong, but their order matters: the trials end at the first proposals that are clearly
// worse than an accepted one, or at a budget.
//
// Trials holds the data that all trials of one program share. It derives only the part of the program that a change
// affects, its Region. A Repairer looks for the changes that remove one contradiction: it finds the spots that may be
// changed (spot.go) and proposes other labels (label.go), other names (name.go, function.go), other fields (field.go)
// and other elements of compositions (element.go). A language adds a table of kinds of edits and a function that
// proposes them; see Language.
//
// Changes are tried in the order of the costs of their kinds (kind.go). A change that leaves the contradiction's core
// in the program cannot remove it and is not tried. side.go and view.go collect the known patterns around the
// contradiction, accept.go decides which outcomes are better, and budget.go bounds the work.
//
// A trial that panics costs its change, not the report (attempt.go).
//
// For languages that are fast to analyse, a Guesser tries changes for errors of any kind by analysing the whole text
// again (guess.go). Languages with the trees of lang/syntax use a Draft to make changes and their titles (draft.go),
// and Sizes to propose other numbers (sizes.go).
package repair
