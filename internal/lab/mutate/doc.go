// Package mutate measures how well errors are explained. It takes correct programs, mutates each by many small edits
// whose places are known, and evaluates the report of the analyzer: is the edited place in the slice, is it blamed
// first, is the slice small, does a proposed repair fix it.
//
//   - A Program is a text without errors.
//   - A Mutant is the text after one edit, or two, that the analyzer rejects with a clash of patterns and with no other
//     error.
//   - A Truth is where an edit was made, as Places in the mutant's text.
//   - A Score evaluates the report of one mutant, a Summary those of many.
//
// A Language defines the programs, the effect of each operator, and the places that are tight for a truth; everything
// else is the same for all languages. The definitions of k are in k.go, program.go, operators.go, place.go and
// shuffle.go, those of Relay in relay.go, relayoperators.go and relayplace.go, those of TensorScript in
// tensorscript.go, those of ONNX in onnx.go. Programs of k are of both dialects; weights are fitted on those of k4
// alone, and those of the other languages on their own.
//
// The original is well-typed, so a minimal slice of any error of a mutant contains something that the edit changed.
// That makes the share of slices with the truth a test of the explanations and not only a measure.
//
// Mutants are not mistakes of people: the figures compare explanations with each other, and do not measure how often
// people are helped.
package mutate
