// Package blame ranks the places that may be at fault for a contradiction.
//
// A Place is a piece of syntax that states constraints of the contradiction's core. Each
// has a few features, and its score is their weighted sum (after D. Zhang, A. C. Myers and
// others, SHErrLoc, 2017, and E. Seidel and others, NATE, 2017). The weights are fitted on
// mutants of programs, see internal/mutate/cmd/fit. A language whose errors stand where they
// are noticed, such as Relay, has features and weights of its own and ranks by Linear alone.
//
// Places are ranked twice: to know where to look for changes (Blamer.Suspects), and again
// when it is known which change fixes what (Blamer.Mendable, Blamer.Rank).
//
// What this room asks of a language beyond package mend is a text for holes. Workshop derives
// parts of the program with changes of their text.
//
// # Where things are
//
//   - place.go, features.go, weights.go: places, their features, and what these weigh.
//   - blamer.go: ranking. labels.go, proof.go, types.go: what labels, the proof and type
//     definitions say of a place.
//   - holes.go, trials.go: what is fine with a hole in a place, in its definition, in those
//     that it calls and in the whole program. Nothing says more about who is at fault.
//   - mends.go: what it says that a change there removes the contradiction.
//   - linear.go, candidates.go: ranking by features that a language has of its own; what changes that help say is one block of them.
//   - list.go: the places that are shown, and the one that is left out to find the next
//     mistake: of the likeliest, one that says little else.
package blame
