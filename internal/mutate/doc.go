// Package mutate measures how well errors are explained. It takes programs that are in
// order, mutates each in many small ways whose place is known, and looks at what the
// analyzer says: is that place in the slice, is it blamed first, is the slice small, does
// an offered change fix it.
//
//   - A Program is a text without errors.
//   - A Mutant is the text after one edit, or two, that the analyzer rejects with
//     a clash of patterns and with nothing else.
//   - A Truth is where an edit was made, as Places in the mutant's text.
//   - A Score is what was said of one mutant, a Summary what was said of many.
//
// A Language says which programs there are, what an operator does to one, and which places are
// tight for a truth; the rest is the same for all. k has its own in k.go, program.go, operators.go,
// place.go and shuffle.go, Relay in relay.go, relayoperators.go and relayplace.go, TensorScript in
// tensorscript.go. Programs of k are of both dialects; weights are fitted on those of k4 alone, those of
// Relay and of TensorScript on their own.
//
// The original is well-typed, so a minimal slice of any error of a mutant holds
// something that the edit changed. That makes the share of slices with the truth
// a test of the explanations and not only a measure.
//
// Mutants are no mistakes of people: figures from here tell how explanations
// compare with each other, not how often people are helped.
package mutate
