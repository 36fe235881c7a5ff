// Package blame ranks the places that may have caused a contradiction (fault localization).
//
// A Place is a piece of syntax that states constraints of the contradiction's core. Each has a few features, and its
// score is their weighted sum (after D. Zhang, A. C. Myers and others, SHErrLoc, 2017, and E. Seidel and others, NATE,
// 2017). The weights are fitted on mutants of programs, see internal/lab/mutate/cmd/fit. A language that reports errors
// where a reader notices them, such as Relay, has its own features and weights (candidates.go).
//
// Places are ranked twice: to choose where to look for fixes (Blamer.Suspects), and again when the results of the fixes
// are known (Blamer.Repairable, Blamer.Rank).
//
// In addition to the interface of package repair, a language provides one thing: the text of a hole. A Deriver tries the
// holes.
//
// # Files
//
//   - place.go, features.go, weights.go: places, their features, and the weights of these.
//   - blamer.go: ranking. labels.go, proof.go, types.go: evidence from labels, the proof and type definitions.
//   - holes.go, trials.go: which errors remain with a hole at a place, in its definition, in the definition's
//     callees and in the whole program. This is the strongest feature.
//   - repairs.go: evidence from changes that remove the contradiction.
//   - candidates.go: ranking by a language's own features; one block of them is about accepted changes.
//   - list.go: the places that are shown, and the one that is left out to find the next mistake: of the
//     likeliest, one with few other constraints.
package blame
