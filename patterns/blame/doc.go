// Package blame ranks the places that may have caused a contradiction (fault localization).
//
// A Place is a piece of syntax that states constraints of the contradiction's core. Each has a few features,
// and its score is their weighted sum (after D. Zhang, A. C. Myers and others, SHErrLoc, 2017, and E. Seidel
// and others, NATE, 2017). The weights are fitted on mutants of programs, see internal/mutate/cmd/fit. A
// language that reports errors where a reader notices them, such as Relay, has its own features and weights and
// ranks only by Linear.
//
// Places are ranked twice: to choose where to look for fixes (Blamer.Suspects), and again when the results of
// the fixes are known (Blamer.Repairable, Blamer.Rank).
//
// Beyond package repair, a language provides only a text for holes. Deriver derives parts of the program with
// changes of their text.
//
// # Where things are
//
//   - place.go, features.go, weights.go: places, their features, and what these weigh.
//   - blamer.go: ranking. labels.go, proof.go, types.go: what labels, the proof and type definitions show about
//     a place.
//   - holes.go, trials.go: which errors remain with a hole in a place, in its definition, in those that it
//     calls and in the whole program. This is the strongest feature.
//   - repairs.go: what it shows that a change of a place removes the contradiction.
//   - linear.go, candidates.go: ranking by a language's own features; one block of them is about the changes
//     that help.
//   - list.go: the places that are shown, and the one that is left out to find the next mistake: of the
//     likeliest, one with few other constraints.
package blame
